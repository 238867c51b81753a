"""The script of a game: when its rounds were worked and what the moderator did, so that `pbem verify` can play all of it again.

An act is a row beside the journal, written in the transaction that it tells of: a command that was killed or refused left neither.  Its
words (`argv`) are a command as it was typed, or begin with a sign of ours:

* `@begin JSON`: what the game began with; `@away COLOUR FIRST LAST`: who would be away, as he said before;
* `@poll`: a round of a poll that changed something;
* `@program MARK`: from there on another state of the program went on with it, or this one from the beginning;
* `@mail WHAT PLAYER LINE …`: a letter of the moderator that was done in that round;
* `@answer COLOUR WORDS`: the moderator answered a letter;
* `@seat COLOUR NAME ZONE`: a stand-by took a seat; `@outage DEADLINE WORDS WHEN`: lost time moved the deadline, `early` or `late` in the round;
* `@watched N`: how many watched from there on;
* `@judge JSON`: from there on `pbem.toml` says otherwise who the judge is;
* `@release WORDS`, `@drop`: the moderator let a mail go that the gate had stopped, or forgot one that did not go out; `@stopped`: it stopped one;
* `@unsent`: it was due in that round, and did not resolve, for nobody had its reports yet;
* `@confirm COLOUR N`: his further address of this place answered the mail that asked it;
* `@misused COLOUR`, `@unclear COLOUR WHY`, `@unproved COLOUR WHY`: a letter of somebody else called for a notice.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import bindparam, func, insert, or_, select

from pbem.archive import fingerprint
from pbem.store.database import table
from pbem.store.tables import ActRow
from pbem.typed import typed_now

ACT = table(ActRow)

BEGIN, AWAY, POLL, MAIL, SEAT, OUTAGE = "@begin", "@away", "@poll", "@mail", "@seat", "@outage"
WATCHED, PROGRAM = "@watched", "@program"
ANSWER, MISUSED, UNCLEAR, UNPROVED = "@answer", "@misused", "@unclear", "@unproved"
JUDGE, RELEASE, DROP, STOPPED, CONFIRM, UNSENT = (
    "@judge",
    "@release",
    "@drop",
    "@stopped",
    "@confirm",
    "@unsent",
)

#: Made once: building a statement costs as much as running it.
_UP_TO = (
    select(func.count())
    .select_from(ACT)
    .where(ACT.c.game == bindparam("game_"), ACT.c.id <= bindparam("act_"))
)
_SAME = select(ACT.c.id).where(
    ACT.c.id == bindparam("act_"), ACT.c.game == bindparam("game_"), ACT.c.argv == bindparam("argv_")
)
_CIRCUMSTANCES = (
    select(ACT.c.argv)
    .where(
        ACT.c.game == bindparam("game_"),
        or_(*(ACT.c.argv.startswith(f'["{word}"') for word in (BEGIN, PROGRAM, JUDGE))),
    )
    .order_by(ACT.c.id)
)
_NEW = insert(ACT)
#: Behind `@poll`: in this round no game was resolved.
UNSTEADY = "unsteady"
#: Commands whose games say themselves how they began, or that are worked in rounds.
_NOT_ACTS = frozenset(
    ("new", "start", "invite", "demo", "poll", "run", "mail", "retry", "archive", "branch", "restore")
)


@dataclass
class _Round:
    """A round of a poll under way.  `rows`: the act of each game that it changed so far."""

    at: datetime
    rows: dict[int, int] = field(default_factory=dict)
    argv: tuple[str, ...] = (POLL,)


_round: ContextVar[_Round | None] = ContextVar("round", default=None)


@contextmanager
def polled(at: datetime) -> Iterator[None]:
    """Inside this a round of a poll is worked; what it changes is no command's doing."""
    token = _round.set(_Round(at))
    try:
        yield
    finally:
        _round.reset(token)


def resolves_nothing() -> None:
    """In this round no game is resolved: the inbox was not read, or the clock leapt."""
    if (under_way := _round.get()) is not None:
        under_way.argv = (POLL, UNSTEADY)


def note(record: Any) -> None:
    """Something of this game is about to be stored: by which command, or in which round?  Written once for each transaction."""
    under_way = _round.get()
    if under_way is not None:
        if record.act is None:  # else `here` has seen to it in this transaction
            _once(record, under_way.rows, record.id, under_way.argv, under_way.at)
        return
    command = typed_now()
    if command is not None and command.argv and command.argv[0] not in _NOT_ACTS:
        key = record.id, command.more
        _once(record, command.rows, key, [*command.argv, *command.more], command.at or datetime.now(UTC))


def waited(record: Any) -> None:
    """A game that is due waits for its reports to go out.  Noted once, as long as nothing else is."""
    last = select(ACT.c.argv).where(ACT.c.game == record.id).order_by(ACT.c.id.desc()).limit(1)
    if record.connection.execute(last).scalar() != _words([UNSENT]):
        also(record, [UNSENT])


def here(record: Any) -> int:
    """The place among the game's acts, from 0, of the round that is worked now; -1 if none is."""
    under_way = _round.get()
    if under_way is None:
        return -1
    if (
        record.act is None
    ):  # asked for each letter; what is stored of this game meanwhile belongs to the same round
        note(record)
        where = {"game_": record.id, "act_": under_way.rows[record.id]}
        record.act = int(record.connection.execute(_UP_TO, where).scalar_one()) - 1
    return int(record.act)


def also(record: Any, argv: Sequence[str], at: datetime | None = None) -> None:
    """This was done as well; within a round, at its time."""
    under_way = _round.get()
    moment = at or (under_way.at if under_way is not None else datetime.now(UTC))
    _store(record, argv, moment)


def of(record: Any) -> list[tuple[datetime, int, list[str]]]:
    """All acts of a game in their order: when, events in the journal before it, words."""
    query = select(ACT.c.at, ACT.c.events, ACT.c.argv).where(ACT.c.game == record.id).order_by(ACT.c.id)
    return [
        (row.at.replace(tzinfo=UTC), row.events, json.loads(row.argv))
        for row in record.connection.execute(query)
    ]


def _once(record: Any, rows: dict[Any, int], key: Any, argv: Sequence[str], at: datetime) -> None:
    """Unless it stands there already: a transaction that did not come about took it along."""
    number, words = rows.get(key), _words(argv)
    if number is not None:
        where = {"game_": record.id, "act_": number, "argv_": words}
        if record.connection.execute(_SAME, where).first() is not None:
            return
    _circumstances(record, at)
    rows[key] = _store(record, argv, at)


def _circumstances(record: Any, at: datetime) -> None:
    """What changed since the act before: an update in the middle of a game, for another state of the program may use other words; or `pbem.toml`."""
    stored = record.connection.execute(_CIRCUMSTANCES, {"game_": record.id}).scalars()
    known = {argv[0]: argv[-1] for argv in map(json.loads, stored)}
    if known.get(PROGRAM) != fingerprint.mark():
        _store(record, [PROGRAM, fingerprint.mark()], at)
    judge = record.connection.get_execution_options().get("judge")
    before = known.get(JUDGE) or (json.dumps(json.loads(known[BEGIN])["judge"]) if BEGIN in known else "")
    if judge and before and json.loads(judge) != json.loads(before):
        _store(record, [JUDGE, judge], at)


def _store(record: Any, argv: Sequence[str], at: datetime) -> int:
    values = {
        "game": record.id,
        "at": at.astimezone(UTC).replace(tzinfo=None),
        "events": record.base_events,
        "argv": _words(argv),
    }
    return int(record.connection.execute(_NEW, values).inserted_primary_key[0])


def _words(argv: Sequence[str]) -> str:
    return json.dumps(list(argv), ensure_ascii=False)
