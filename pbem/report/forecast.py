"""What would be decided as things stand: who holds each power, and what the rules let him do with it.

The options are the engine's own, from one player's view; nothing here guesses at dice or at what others hide.
"""

from collections.abc import Sequence
from typing import NamedTuple

from pbem.engine import board
from pbem.engine.events import Choice, InfluenceDeclared, Name, PhaseOpened, Player
from pbem.engine.influence import may_declare
from pbem.engine.phases import cure, funeral, purge, rehabilitation, replacement, spy
from pbem.engine.questions import Ask
from pbem.engine.rules import Rules
from pbem.engine.state import Politician, State, evolve
from pbem.engine.table import Options, Table
from pbem.orders.conditions import Context, holds, letters
from pbem.orders.standing import Standing, alive


class Decision(NamedTuple):
    """A question that the phase would put to `actor`'s controller (None: nobody's); `options` may be empty."""

    action: str
    actor: Name
    player: Player | None
    options: tuple[Choice, ...]
    barred: tuple[tuple[Choice, str], ...] = ()

    def asked(self) -> Ask:
        """As the engine would ask it."""
        return Ask(self.player or "", self.actor, self.action, self.options, self.barred)


def opening(view: State, phase: str, turn: int) -> State:
    """The position as the phase would find it; as it is where the phase stands open now (E3)."""
    return view if (view.turn, view.phase) == (turn, phase) else evolve(view, PhaseOpened(turn, phase))


def decisions(view: State, rules: Rules, phase: str, turn: int) -> list[Decision]:
    """All decisions of a phase but votes, in the order of the board."""
    table = Table(opening(view, phase, turn), rules)
    match phase:
        case "cure":
            return [
                _one(table, "cure", p, ((cure.GO, cure.STAY), ()))
                for p in table.state.politburo()
                if p.crosses
            ]
        case "purge":
            return [
                _one(table, "purge", p, purge.targets(table, p.letter))
                for p in _first(table, board.PURGE_SUCCESSION)
            ]
        case "spy":
            return [d for p in _first(table, board.SPY_SUCCESSION) for d in _spy(table, p)]
        case "funeral":
            return [_nomination(table, p) for p in _first(table, funeral.succession(table.state, rules))]
        case "replacement":
            return _replacement(table)
        case "rehabilitation":
            members = filter(None, map(table.state.active, board.POLITBURO))
            return [_one(table, "release", p, rehabilitation.options(table, p.letter)) for p in members]
        case _:
            return []


def _one(table: Table, action: str, actor: Politician, options: Options) -> Decision:
    return Decision(action, actor.letter, table.state.controller(actor.letter), *options)


def _first(table: Table, succession: Sequence[str]) -> list[Politician]:
    """R0.3: the one who holds the power, if anybody does."""
    return [p for p in map(table.state.active, succession) if p is not None][:1]


def _spy(table: Table, actor: Politician) -> list[Decision]:
    cases = tuple(choice for case in spy.case_options(table, actor.letter) for choice in case)
    inquiries = spy.inquiry_options(table, actor.letter)
    return [_one(table, "case", actor, (cases, ())), _one(table, "inquiry", actor, inquiries)]


def _nomination(table: Table, actor: Politician) -> Decision:
    return _one(table, "nomination", actor, funeral.nominations(table, actor.letter))


def _replacement(table: Table) -> list[Decision]:
    found = []
    chief = table.state.active("PC")
    if chief is not None:
        shifts = replacement.shift_options(table, chief.letter)
        steps = replacement.step_options(table, chief.letter)
        found = [_one(table, "shift", chief, (shifts, ())), _one(table, "step", chief, (steps, ()))]
    for sponsor in filter(None, map(table.state.active, (*board.FIRST_LEVEL, *board.SECOND_LEVEL))):
        options = replacement.promotion_options(table, sponsor.letter)
        found.append(_one(table, "promotion", sponsor, (options, ())))
    return found


# --- my own influence first ---


class Shown(NamedTuple):
    """A view after my own lines have shown influence; whom they bring me, by which order."""

    view: State
    gained: dict[Name, int]


def shown(view: State, me: Player, standing: Sequence[Standing], turn: int) -> Shown:
    """What DECLARE, TAKE and HOLD lines without WHEN do at the next window, if nobody else shows anything there."""
    gained: dict[Name, int] = {}
    now = view
    for one in standing:
        line = one.line
        if (
            line.verb not in ("declare", "declare now", "take", "hold")
            or line.when is not None
            or not alive(one, turn)
        ):
            continue
        at = Context(me, now)
        if not holds(line.condition, at):
            continue
        for name in letters(line.who[0], at):
            points = bid(now, me, name, line.number, line.verb in ("declare", "declare now"))
            if not points or not may_declare(now, me, name, points):
                continue
            before = now.controller(name)
            now = evolve(now, InfluenceDeclared(me, name, points, now.round + 1))
            if before != me and now.controller(name) == me:
                gained[name] = one.number
    return Shown(now, gained)


def bid(view: State, me: Player, name: Name, number: int | None, declares: bool) -> int:
    """The total that the line would show; 0: none."""
    written = view.written(me, name)
    if declares:
        return written if number is None else number
    if view.controller(name) == me:
        return 0
    least = top(view, name) + 1
    return least if least <= min(written, written if number is None else number) else 0


def top(view: State, name: Name) -> int:
    """What its controller shows on this Politician."""
    holder = view.controller(name)
    return view.shown(holder, name) if holder is not None else 0
