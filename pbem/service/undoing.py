"""`pbem undo` (issue: nothing is erased): back to an event, a phase, or before the last resolution; and on again from there."""

import logging
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from pbem.config import Config
from pbem.deadlines import in_zone
from pbem.engine import view
from pbem.engine.events import Event, Player, Rewound
from pbem.engine.state import State
from pbem.report.differences import differences
from pbem.report.naming import names_of, one_line
from pbem.report.prose import HELD
from pbem.report.taken_back import dice, die, where
from pbem.store.database import explained
from pbem.store.tables import UNDONE

from . import previews, revealing, takingback, undopoint
from .codes import phases_in_words
from .errors import ServiceError, UsageError
from .mailing import aware
from .questions import waits_for
from .record import Record
from .reports import report_all
from .resolving import carry_on, resolve
from .site import Site
from .start import record_of
from .takingback import ASKED, Retaken
from .undopoint import LAST, Point

log = logging.getLogger("pbem")
LONGEST = 600


class Manner(NamedTuple):
    """How to undo.  `drop`: orders given since no longer stand; `dice`: ASKED, SAME or NEW; `again`: the same orders are resolved at once.

    `private`: the words are for the moderator's book alone.
    """

    drop: bool = False
    dice: str = ASKED
    again: bool = False
    private: bool = False


class _Done(NamedTuple):
    """An undo, to be shown.  `zone`: in which times are told; `events`: how many there were before it."""

    record: Record
    point: Point
    before: State
    told: Mapping[Player, Retaken]
    warnings: Sequence[str]
    mails: Sequence[previews.Mail]
    manner: Manner
    zone: str
    events: int


class Undone(NamedTuple):
    """What an undo did, or would do."""

    text: str
    data: dict[str, Any]


def undo(
    site: Site,
    game: str,
    to: str,
    because: str,
    now: datetime,
    manner: Manner = Manner(),  # noqa: B008  (it cannot be changed)
    dry_run: bool = False,
) -> Undone:
    """Take the game back; the players get a report headed as a re-run, with the moderator's words, if he has any.

    Raises UsageError, ServiceError.
    """
    words = one_line(because, LONGEST)
    with explained(), site.engine.connect() as connection, connection.begin() as work:
        record = record_of(connection, game)
        point = undopoint.find(record, to or LAST)
        before, first, blind = record.state, previews.last_mail(record), revealing.blind(record)
        events = record.row.events
        warnings = takingback.secrets_told(record, point) + takingback.rulings_lost(record, point)
        told = again(record, site.config, point, words, now, manner) if manner.again else None
        told = told if told is not None else _reopened(record, site.config, point, words, now, manner)
        mails = previews.since(record, first)
        done = _Done(record, point, before, told, warnings, mails, manner, site.config.judge.timezone, events)
        result = _result(done, dry_run, blind and dry_run)
        if dry_run:
            work.rollback()
            log.info("game %s: looked at an undo to event %s", game, point.to)
        return result


def said(because: str) -> str:
    """The moderator's words.  Raises UsageError without any."""
    words = one_line(because, LONGEST)
    if not words:
        raise UsageError("--because needs your words: they stand in everybody's report.")
    return words


def _reopened(
    record: Record, config: Config, point: Point, words: str, now: datetime, manner: Manner
) -> Mapping[Player, Retaken]:
    """The session is open again, and everybody is told."""
    told = takingback.take_back(record, point, *book(words, manner.private), manner.dice, manner.drop)
    takingback.reopen(record, point, now)
    record.flush()
    report_all(record, config, now)
    record.flush()
    return told


def again(
    record: Record,
    config: Config,
    point: Point,
    words: str,
    now: datetime,
    manner: Manner,
    ruled: Sequence[Event] = (),
    renew: str = "",
) -> Mapping[Player, Retaken]:
    """The same orders are resolved again at once, after what is `ruled`; one report tells it.  `renew`: as in `take_back`."""
    if point.phase == "setup" and not point.opened:
        raise ServiceError("Set-up has no orders to resolve again: undo it without --again.")
    kept = manner.dice if manner.dice != ASKED else takingback.SAME
    private, resolved = book(words, manner.private), record.open_phase() is None
    told = takingback.take_back(record, point, *private, kept, manner.drop, rerun=True, renew=renew)
    takingback.reopen(record, point, now)
    record.change(held="")
    if resolved:
        takingback.in_one_go(record)
    if ruled:
        record.write(ruled)
    record.flush()
    if point.opened:
        carry_on(record, config, now)
    else:
        resolve(record, config, now)
    return told


def book(words: str, private: bool) -> tuple[str, str]:
    """The words for everybody, and those for the moderator alone."""
    return ("", words) if private else (words, "")


def resumes(record: Record) -> bool:
    """Does the game wait in the middle of a phase that it was taken back to?"""
    return waits_for(record) == UNDONE


def resume(record: Record, config: Config, now: datetime) -> datetime | None:
    """`pbem resume`: the phase goes on with the orders that stand.  Returns the deadline after it; None where there is none."""
    record.change(held="")
    carry_on(record, config, now)
    return aware(record.row.deadline)


# --- what is shown ---


def _result(done: _Done, dry_run: bool, covert: bool) -> Undone:
    """`covert`: it is only looked at, by a moderator who plays: new dice stay hidden (decision D27)."""
    record, point, before, told, warnings, mails, manner, zone, events = done
    names, row, blind = names_of(record.rules, record.seats), record.row, covert or revealing.blind(record)
    hidden = covert and manner.again
    if blind:  # whoever plays sees what the table sees
        before, told, mails = view.position(view.TABLE, before), {}, previews.covered(mails, hidden)
    after = view.position(view.TABLE, record.state) if blind else record.state
    changes = [change.replace(HELD, " ") for change in differences(names, before, after) if not hidden]
    rewound = next(event for event in reversed(record.events()) if isinstance(event, Rewound))
    place = where(point.turn, point.phase, bool(point.opened))
    text = [f"{row.name} {'would go' if dry_run else 'has gone'} back to {place}, after event {point.to}."]
    text += [f"Take care: {said}" for said in warnings]
    nothing = previews.UNSEEN if hidden else "Nothing changes on the board."
    text += _listed("On the board:", [f"{change}." for change in changes], nothing)
    for player, one in told.items():
        text += _orders(record.seat_rows[player].name, one, manner.again)
    text += ["", dice(rewound, names)]
    text += [] if hidden else _next(record, zone)
    if not dry_run:
        text += ["", f"`pbem undo {row.name} --to {events} --because TEXT` takes this back."]
    text += previews.told(mails)
    if blind:
        text += ["", "The game is moderated blind: orders, and what the mails say, are not shown."]
    data = {
        "game": row.name,
        "to": point.to,
        "turn": point.turn,
        "phase": point.phase,
        "middle": bool(point.opened),
        "changes": changes,
        "orders": {player: one._asdict() for player, one in told.items()},
        "dice": [{"label": one.label, "die": die(one.label, names)} for one in rewound.seen],
        "warnings": list(warnings),
        "mails": [mail._asdict() for mail in mails],
        "dry_run": dry_run,
        **({} if hidden else previews.standing(record)),
    }
    return Undone("\n".join(text), data)


def _listed(heading: str, items: Sequence[str], nothing: str) -> list[str]:
    return ["", heading, *(f"  {item}" for item in items)] if items else ["", nothing]


def _orders(name: str, told: Retaken, rerun: bool) -> list[str]:
    """One player's orders."""
    lines = []
    for heading, orders in (
        ("stands again", told.again),
        ("given since, no longer stands", told.dropped),
        ("given since, stays for the next session" if rerun else "given since, stays", told.kept),
    ):
        lines += [f"  {heading}: {order}" for order in orders]
    return ["", f"Orders of {name}:", *lines] if lines else []


def _next(record: Record, zone: str) -> list[str]:
    row, deadline = record.row, aware(record.row.deadline)
    if row.held:
        return ["", f"The game is on hold ({row.held}); `pbem resume {row.name}` lets it go on from there."]
    if deadline is None:
        return ["", "The game is over."]
    opened = phases_in_words(row.session, row.turn)
    return ["", f"Then {opened} is open, with the deadline {in_zone(deadline, zone)}."]
