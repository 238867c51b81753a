"""E5: `DECLARE n pol NOW` becomes public in the game's next bulletin; all of one bulletin is one round.

Until then it is a line of the sender's list like any other: CANCEL takes it back, and a window that comes first is what it speaks in.
There is a bulletin only where there is something to show; what cannot be shown when its time comes is told to its sender alone.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, time
from functools import partial
from typing import Any, NamedTuple

from pbem.config import Config
from pbem.deadlines import Schedule, Slot, next_deadline
from pbem.engine import influence, view
from pbem.engine.board import ON_BOARD
from pbem.engine.events import Bulletin, Claim, Player
from pbem.engine.questions import Roll
from pbem.engine.run import Run, Silent
from pbem.engine.state import State, replace
from pbem.engine.table import Table
from pbem.engine.tape import Tape
from pbem.engine.view import Views
from pbem.orders.conditions import Context, letters
from pbem.orders.lines import Line
from pbem.orders.standing import Standing
from pbem.report.brief import Rendered
from pbem.report.naming import names_of
from pbem.report.notices_bulletin import bulletin_notice, unshown_notice
from pbem.report.pages import moment
from pbem.report.prose import HELD
from pbem.store.tables import PAUSE, RUNNING

from . import agenda
from .deskverbs import Served
from .mailing import naive, queue
from .record import Record
from .voices import Voices

#: Hours of the game's zone at which bulletins come out.
HOURS: Mapping[str, tuple[int, ...]] = {"off": (), "daily": (20,), "twice": (8, 20)}
WHAT, VERB = "bulletin", "declare now"


class _Wish(NamedTuple):
    """What one line would show now; `fault`: why it cannot, in words for its owner."""

    player: Player
    one: Standing
    claim: Claim | None
    fault: str = ""


def next_hour(record: Record, now: datetime) -> datetime | None:
    """When the game's next bulletin may come out (UTC); None: it has none."""
    hours = HOURS[record.settings.bulletins]
    slots = tuple(Slot(day, time(hour)) for day in range(7) for hour in hours)
    return next_deadline(Schedule(record.row.zone, slots=slots), now) if slots else None


# --- a letter comes ---


def declare_now(record: Record, config: Config, player: Player, line: Line, now: datetime) -> Served:
    """Serves the line: it stands in his list until the bulletin.  Without bulletins it is an ordinary DECLARE."""
    if record.row.status != RUNNING or record.row.session == "setup":
        return Served(error="Influence can be shown once the game has begun.")
    wish = _wish(record, player, Standing(0, line))
    if wish.fault:
        return Served(error=f"It is not shown: {wish.fault}.")
    older = [one.number for one in record.lists()[player] if _same(one.line, line)]
    record.end_lines(player, older, "replaced")
    when = next_hour(record, now)
    kept = line if when is not None else replace(line, verb="declare")
    number = record.add_lines(player, [kept], None, naive(now))[0].number
    said = record.say(replace(line, verb="declare"))
    if when is not None and record.row.held:
        agenda.put(record.connection, record.id, WHAT, when)
        return Served(
            f"“{said}” becomes public in the first bulletin after the hold, or at a window before that; until then CANCEL{HELD}{number} takes it back"
        )
    if when is None:
        return Served(
            f"“{said}” waits for the next window, for this game has no bulletins (order{HELD}{number})"
        )
    agenda.put(record.connection, record.id, WHAT, when)
    zone = next(seat.zone for seat in record.seats if seat.colour == player)
    return Served(
        f"“{said}” becomes public in the bulletin of {moment(when, zone)}, or at a window before that; until then "
        f"CANCEL{HELD}{number} takes it back"
    )


def _same(old: Line, new: Line) -> bool:
    """A changed mind about the same Politician (E7)."""
    bare = old.when is None and old.condition is None and old.turn is None and not old.each_turn
    return old.verb in ("declare", VERB) and bare and old.who == new.who


def _wish(record: Record, player: Player, one: Standing) -> _Wish:
    """What the line would show as things stand; R2.1, R2.3, HR-4."""
    state = record.views()[player]
    named = letters(one.line.who[0], Context(player, state))
    if len(named) != 1:
        return _Wish(player, one, None, "it names nobody now")
    name = named[0]
    written, shown = state.written(player, name), state.shown(player, name)
    points = written if one.line.number is None else one.line.number
    surname = record.rules.cards[name].surname
    if name in state.locked:
        return _Wish(player, one, None, f"{surname} is held for good (10+)")
    if points > written:
        return _Wish(player, one, None, f"you recorded {written or 'nothing'} on {surname}")
    if points <= shown:
        return _Wish(player, one, None, f"your total on {surname} is {shown} already")
    if state.people[name].place not in ON_BOARD:
        return _Wish(player, one, None, f"{surname} is not on the board (HR-4)")
    return _Wish(player, one, Claim(player, name, points, one.number, one.line.text))


# --- the bulletin comes out ---


def publish(record: Record, config: Config, now: datetime, key: str) -> None:
    """A chore: show what waits, and tell everybody.  While the game is on hold, or a phase waits for the moderator, it waits, too."""
    if record.row.status != RUNNING:
        return
    open_phase = record.open_phase()
    if record.row.held or record.row.waits or (open_phase is not None and open_phase.why != PAUSE):
        when = next_hour(record, now)
        if when is not None:
            agenda.put(record.connection, record.id, WHAT, when)
        return
    wishes = list(_waiting(record))
    claims = [wish.claim for wish in wishes if wish.claim is not None]
    before = record.views()[view.TABLE]
    for wish in wishes:
        state, why = ("used", "") if wish.claim is not None else ("dead", wish.fault)
        record.end_lines(wish.player, [wish.one.number], state, why)
        if wish.claim is None:
            told = partial(_unshown, player=wish.player, one=wish.one, why=wish.fault)
            queue(record, config, wish.player, "notice", told, now)
    if claims:
        event = Bulletin(_round(record, claims))
        used = Voices().used(record, record.last)
        record.write([event])
        for seat in record.seats:
            notice = partial(_written, before=before, event=event, used=used)
            queue(record, config, seat.colour, "notice", notice, now)


def _waiting(record: Record) -> Iterator[_Wish]:
    for player, own in record.lists().items():
        for one in own:
            if one.line.verb == VERB:
                yield _wish(record, player, one)


def _round(record: Record, claims: Sequence[Claim]) -> tuple[Any, ...]:
    """R2.6, HR-3: the claims of one round take effect together; then ties for control are broken."""
    table, tape = Table(record.state, record.rules), Tape([])
    run = Run(table, tape, Silent(), record.dice(), Views({}))
    steps = influence.declare_round(table, claims)
    reply: int | None = None
    while True:
        try:
            effect = steps.send(reply)
        except StopIteration:
            return tuple(tape.new)
        reply = run.roll(effect) if isinstance(effect, Roll) else run.tell(effect) and None


def _written(record: Record, before: State, event: Bulletin, used: Mapping[str, int]) -> Rendered:
    """To everybody: what was shown, and who controls whom now."""
    return bulletin_notice(record.row.name, names_of(record.rules, record.seats), before, event, used)


def _unshown(record: Record, player: Player, one: Standing, why: str) -> Rendered:
    """To its sender alone."""
    return unshown_notice(record.row.name, record.words(one), why)
