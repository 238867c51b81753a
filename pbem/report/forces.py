"""What cards have put in force (R15.2), in one clause each."""

from collections.abc import Callable, Mapping

from pbem.engine import board
from pbem.engine.cards.health import EPIDEMIC, EPIDEMIC_ROLL, HEALER, MILD_WINTER
from pbem.engine.cards.purges import FIRST, FIRST_ROLL, SPARED, SPARED_ROLL, THAW
from pbem.engine.cards.revolution import IN_THE_LIFT
from pbem.engine.cards.sanatorium import CLOSED
from pbem.engine.cards.suspicion import APPLAUSE, HOSTILE_PRESS, SHOW_TRIAL, STAR_WITNESS
from pbem.engine.events import InForce
from pbem.engine.state import Effect, State
from pbem.engine.support import PARTY_LINE

from .naming import Names

_UNTIL = {
    "vote": "in this vote",
    "phase": "until the phase ends",
    "turn": "until the year ends",
    "cure": "until the next Cure Phase",
}


def in_force(names: Names, state: State, effect: InForce | Effect) -> str:
    """One clause: `until the phase ends 3 is taken off every health roll`; begins with a capital letter."""
    words = _WORDS.get(effect.code)
    when = _UNTIL.get(effect.until, f"until the {effect.until} ends")
    about = names.of(effect.about)
    said = words(names, state, effect.about) if words else f"in force is “{effect.code}” {about}".rstrip()
    return f"{when[0].upper()}{when[1:]} {said}"


def _holder(names: Names, state: State, slot: str) -> str:
    """`the Sport Minister (Satin)`."""
    holder = state.holder(slot)
    office = board.OFFICES.get(slot, slot)
    return f"the {office} ({names.of(holder.letter)})" if holder else f"the {office} (vacant)"


def _first(names: Names, state: State, slot: str) -> str:
    return (
        f"the first purge must be against {_holder(names, state, slot)}, and {FIRST_ROLL} is added to every roll against that "
        "office; if the KGB Head makes no attempt, the Ideology Chief may (R15.4)"
    )


def _spared(names: Names, state: State, slot: str) -> str:
    return f"{-SPARED_ROLL} is taken off every purge roll against {_holder(names, state, slot)}"


_WORDS: Mapping[str, Callable[[Names, State, str], str]] = {
    EPIDEMIC: lambda names, state, about: f"{-EPIDEMIC_ROLL} is taken off every health roll",
    CLOSED: lambda names, state, about: "the Sanatorium is closed for repairs, and nobody can go there",
    PARTY_LINE: lambda names, state, about: (
        "whoever controls the Ideology Chief decides every tie for control"
    ),
    SHOW_TRIAL: lambda names, state, about: "it takes one innocent vote more to acquit",
    STAR_WITNESS: lambda names, state, about: "it takes one innocent vote less to acquit",
    HOSTILE_PRESS: lambda names, state, about: "it takes one vote of no less to defeat the nomination",
    APPLAUSE: lambda names, state, about: "it takes one vote of no more to defeat the nomination",
    HEALER: lambda names, state, about: f"4 is added to the health roll of {names.of(about)}",
    MILD_WINTER: lambda names, state, about: "3 is added to every health roll",
    IN_THE_LIFT: lambda names, state, about: f"{names.of(about)} has no vote",
    THAW: lambda names, state, about: "2 is taken off every purge roll",
    FIRST: _first,
    SPARED: _spared,
}
