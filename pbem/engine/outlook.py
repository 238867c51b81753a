"""What is coming: does a phase wait for the players, and what would it ask as things stand?

Both look at public facts only (decision D1): who is asked, and when, tells nothing about what anybody hides.
"""

from collections.abc import Sequence

from . import board, growth, run, view
from .events import Announced, BallotOpened
from .questions import Ask
from .rules import Rules
from .state import State, evolve


def waits(state: State, rules: Rules, phase: str) -> bool:
    """D1: could the outcome change if some player took some Politician?  If not, the phase resolves at once."""

    def open_to_all(name: str) -> bool:
        return rules.may_hold(state, name) or state.controller(name) is not None

    active = [p for p in map(state.active, board.POLITBURO) if p is not None]
    match phase:
        case "cure":
            return any(p.crosses and open_to_all(p.letter) for p in state.politburo())
        case "purge" | "spy":
            succession = board.PURGE_SUCCESSION if phase == "purge" else board.SPY_SUCCESSION
            acting = next(filter(None, map(state.active, succession)), None)
            return acting is not None and open_to_all(acting.letter)
        case "health":
            return bool(rules.deck)
        case "funeral":
            return state.holder("PC") is None
        case "rehabilitation":
            return bool(state.at(board.SIBERIA)) and any(open_to_all(p.letter) for p in active)
        case "parade":
            chief = state.active("PC")
            grows = rules.after_parade is not None and state.turn in growth.TURNS
            return grows or (chief is not None and open_to_all(chief.letter))
        case _:
            return True


class _Listener(run.Silent):
    """Answers nothing and remembers what was asked."""

    def __init__(self) -> None:
        self.asked: list[Ask] = []

    def ask(self, question: Ask, views: run.Views) -> run.Reply:
        self.asked.append(question)
        return run.Reply(None)


def outlook(
    table_view: State, rules: Rules, session: Sequence[str], pause: Announced | None = None
) -> tuple[Ask, ...]:
    """The questions of a session if nobody orders anything, to all players, from what lies on the table.

    Later phases may come out differently: dice are taken to change nothing.  `session`: phase names; () for none.
    `pause`: what was announced, where the first of them stands open at it (E3).
    """
    listener = _Listener()
    state = table_view if pause is None else at_ballot(table_view, pause)
    for place, phase in enumerate(session):
        if pause is None or place:
            opened = run.following(state)
            if opened is None or opened.phase != phase:
                break
            state = evolve(state, opened)
        bases = {player: view.position(player, state) for player in state.seats}
        state = run.advance(state, bases, [], rules, listener, _harmless).state
    return tuple(listener.asked)


def at_ballot(state: State, announced: Announced) -> State:
    """The position as it will be when the vote that was announced begins, if nothing comes between."""
    if (
        announced.action not in ("trial", "nomination")
        or announced.target is None
        or state.ballot is not None
    ):
        return state
    return evolve(state, BallotOpened(announced.action, announced.target))


def _harmless(label: str, sides: int) -> int:
    """A die that changes little: no deaths, no wave of the sick."""
    return min(sides, 13)
