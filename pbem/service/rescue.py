"""YES rescues (E10): lines that are not taken at once are kept as read, and one YES to the receipt that lists them gives them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import bindparam, insert, select, update

from pbem.engine.events import Player
from pbem.orders.lines import Line
from pbem.orders.reader import Reading
from pbem.report.brief import Answer, Unused
from pbem.store.database import table
from pbem.store.tables import RescueRow

from .record import Record

RESCUE = table(RescueRow)
VERDICT = frozenset(("yes", "no"))
#: Never held: what counts for the moment of writing only, and what is served at once.
NOT_HELD = VERDICT | {
    "ready",
    "not ready",
    "wait",
    "orders",
    "status",
    "history",
    "rules",
    "help",
    "form",
    "why",
    "moderator",
    "set address",
    "add address",
    "forget address",
    "addresses",
}
#: READY in words that are an answer to a question as well.
_OK = ("ok", "okay")
_lines = msgspec.json.Decoder(tuple[Line, ...])

_OPEN = (
    select(RESCUE)
    .where(RESCUE.c.game == bindparam("game_"), RESCUE.c.state == bindparam("state_", "open"))
    .order_by(RESCUE.c.id)
)
OK_OR_YES = (
    "This may be YES to the lines that are held for you, or READY, so neither was done. YES on a line of its own gives those lines; "
    "the word READY says that you are done."
)
_NOTHING = "Nothing of yours is held and waits for YES or NO."
_VOTE_OR_CANCEL = (
    "To vote, write VOTE YES or VOTE NO; an order of your list is taken back by CANCEL and its number."
)
_INVITED = "This is your practice game: an invitation to a real one is answered by a letter to the invitation itself."
_ANEW = "for anything else please write the whole line anew"
_FORGOTTEN = "by your NO the orders that were held are forgotten"
_UNSENT = "; nobody was sent them"
#: What a YES to that receipt alone would have given had gone out to others as well.
_ONLY_TALK = "by your NO nothing of it is an order"
_ANOTHER = "A second YES or NO changes nothing."


class Settled(NamedTuple):
    """What a YES or NO does: lines to be given now, and a clause that says what was done; or why it does nothing."""

    lines: tuple[Line, ...] = ()
    clause: str = ""
    error: str = ""


def hold(
    record: Record,
    player: Player,
    letter: int,
    readings: Sequence[Reading],
    signed: bool,
    why: str = "",
) -> tuple[Answer, ...]:
    """Keep a letter's order lines for a YES to its receipt, and list how each is understood.

    `signed`: the letter carried his reply code; `why`: a note to each line.
    """
    found = [(line, reading) for reading in readings for line in reading.lines if line.verb not in NOT_HELD]
    _store(record, player, letter, [line for line, _ in found], signed)
    return tuple(
        Answer("held", record.say(line), None, tuple(filter(None, (why, *_notes(reading)))))
        for line, reading in found
    )


def _notes(reading: Reading) -> tuple[str, ...]:
    return (*reading.notes, *([reading.error.rstrip(".")] if reading.error else []))


def _store(record: Record, player: Player, letter: int, kept: Sequence[Line], signed: bool) -> None:
    if kept:
        values = {"game": record.id, "player": player, "letter": letter, "token": record.token(player)}
        stored = msgspec.json.encode(kept).decode()
        more = {"state": "open", "receipt": "", "signed": signed}
        record.connection.execute(insert(RESCUE).values(lines=stored, **values, **more))


def from_talk(line: Line) -> bool:
    """Marks a row whose lines stood in a message to others (E14).  It is never given, and nobody is sent anything by a YES or NO."""
    return line.verb == "press" and line.vote == "no"


def _given(row: Any) -> Iterator[Line]:
    """What a YES gives of this row."""
    return (line for line in _lines.decode(row.lines) if not from_talk(line))


def tells(answers: Iterable[Answer]) -> bool:
    """Is a message among what is held?"""
    return any(answer.kind == "held" and answer.text.startswith("PRESS") for answer in answers)


def _open_to_archives(row: Any) -> Iterator[Line]:
    """What a report, which archives keep, may tell of this row: no message, and nothing that stood in one and was as likely words to
    another player."""
    return iter(()) if _is_talk(row) else _given(row)


def _is_talk(row: Any) -> bool:
    return any(line.verb == "press" for line in _lines.decode(row.lines))


def bind(record: Record, letters: Sequence[int], receipt: str) -> None:
    """YES counts for the receipt that offered it: tie what was held to its Message-ID (without brackets)."""
    held = (RESCUE.c.game == record.id) & RESCUE.c.letter.in_(letters) & (RESCUE.c.receipt == "")
    record.connection.execute(update(RESCUE).where(held).values(receipt=receipt))


def waiting(record: Record) -> dict[Player, tuple[str, ...]]:
    """Everybody's lines, in full words, that a YES to any mail of this session would give now."""
    return {
        player: tuple(record.say(line) for row in rows for line in _given(row))
        for player, rows in _last(record).items()
    }


def tells_of_talk(record: Record, player: Player) -> bool:
    """Are words to other people among those lines, so that no archive may keep a mail that lists them?"""
    return any(map(_is_talk, _last(record).get(player, ())))


def _last(record: Record) -> dict[Player, list[Any]]:
    """Everybody's rows of his last such receipt, whether it is bound yet or not."""
    last: dict[Player, list[Any]] = {}
    for row in record.connection.execute(_OPEN, {"game_": record.id}):
        if row.signed and row.token == record.token(row.player):
            kept = last.setdefault(row.player, [])
            if kept and kept[-1].receipt != row.receipt:
                kept.clear()
            kept.append(row)
    return last


# --- YES and NO ---


def answers_first(readings: Sequence[Reading]) -> Iterator[tuple[Line, Reading]]:
    """The lines of a letter in the order in which they are done: YES and NO speak of older ones."""
    found = [(line, reading) for reading in readings for line in reading.lines if reading.kind != "held"]
    yield from (one for one in found if one[0].verb in VERDICT)
    yield from (one for one in found if one[0].verb not in VERDICT)


def settle(
    record: Record, player: Player, line: Line, replied: Sequence[str], offer: int | None = None
) -> Settled:
    """A YES gives what was held in the session now open, a NO forgets it and never sends it to anybody; once.

    `replied`: the Message-IDs that his letter answers, the nearest first.  A letter that names no receipt of ours with something
    held gets the last one's, but never what came in a letter without a reply code: that may have been anybody's.
    `offer`: the number of the offer whose mail he answers.
    """
    rows = _chosen(record, player, replied)
    if not rows:
        hint = f"For the offer write ACCEPT {offer} or REFUSE {offer}." if offer else _VOTE_OR_CANCEL
        return Settled(error=" ".join(filter(None, (_NOTHING, hint, record.row.practice and _INVITED))))
    state = rows[0].state if rows[0].token == record.token(player) else "expired"
    if state != "open":
        return _over(state)
    held = tuple(one for row in rows for one in _given(row))
    yes, other = line.verb == "yes", not all(any(who in one.who for one in held) for who in line.who)
    if yes and other:
        said = "; ".join(record.say(one) for one in held)
        return Settled(error=f"What is held is {said}. YES by itself gives it; {_ANEW}.")
    _change(record, rows, "used" if yes else "forgotten")
    if yes:
        return Settled(held, "by your YES the orders that were held are given now")
    if other:
        return Settled((), f"by your NO the orders that were held are forgotten; {_ANEW}")
    talk = [row for row in rows if any(from_talk(one) for one in _lines.decode(row.lines))]
    if len(talk) == len(rows) and not any(row.signed for row in rows):
        return Settled((), _ONLY_TALK)
    return Settled((), f"{_FORGOTTEN}{_UNSENT if any(row.signed for row in talk) else ''}")


def _over(state: str) -> Settled:
    if state == "used":
        return Settled(
            clause=f"the orders of that receipt were given before, on your YES. {_ANOTHER} CANCEL and a number takes back one of your list"
        )
    if state == "forgotten":
        return Settled(
            clause=f"the orders of that receipt were forgotten before, on your NO. {_ANOTHER} To give them after all, please send them again"
        )
    return Settled(
        error="It is too late for what that receipt held: its deadline has passed. Please send the lines again, if you still want them."
    )


def _chosen(record: Record, player: Player, replied: Sequence[str]) -> list[Any]:
    """The rows of the receipt that is answered; of his last one with something open, where it names none."""
    where = (RESCUE.c.game == record.id) & (RESCUE.c.player == player) & (RESCUE.c.receipt != "")
    rows = record.connection.execute(select(RESCUE).where(where).order_by(RESCUE.c.id)).all()
    known = {row.receipt for row in rows}
    token = record.token(player)
    loose = [row.receipt for row in rows if row.state == "open" and row.signed and row.token == token]
    named = next((name for name in replied if name in known), loose[-1] if loose else None)
    return [row for row in rows if row.receipt == named]


def _change(record: Record, rows: Sequence[Any], state: str) -> None:
    used = RESCUE.c.id.in_([row.id for row in rows])
    record.connection.execute(update(RESCUE).where(used).values(state=state))


def doubtful(record: Record, player: Player, line: Line, replied: Sequence[str]) -> bool:
    """A bare OK while lines wait for a YES: it may be that YES, or READY."""
    if line.verb != "ready" or re.split(r"\W+", line.text.lower(), maxsplit=1)[0] not in _OK:
        return False
    rows = _chosen(record, player, replied)
    return bool(rows) and rows[0].state == "open" and rows[0].token == record.token(player)


# --- too late ---


def renew(
    record: Record, player: Player, letter: int, replied: Sequence[str], signed: bool
) -> tuple[Answer, ...]:
    """A YES after the deadline: the lines that it meant are held anew for the session now open, once; () if it meant none."""
    rows = [row for row in _chosen(record, player, replied) if row.receipt in replied]
    if not rows or rows[0].state not in ("open", "expired") or rows[0].token == record.token(player):
        return ()
    kept = [line for row in rows for line in _given(row)]
    _change(record, rows, "renewed")
    _store(record, player, letter, kept, signed)
    return tuple(Answer("held", record.say(line)) for line in kept)


def expire(record: Record) -> None:
    """At the end of a session: what was held and never answered is told in the next report, in one line each receipt."""
    for row in record.connection.execute(_OPEN, {"game_": record.id}).all():
        if row.token == record.token(row.player):
            continue
        _change(record, [row], "expired")
        said = "; ".join(record.say(line) for line in _open_to_archives(row))
        if not said:
            continue
        why = "it was held for your YES, which did not come before the deadline"
        record.unused.setdefault(row.player, []).append(Unused(said, why))
