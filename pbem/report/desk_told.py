"""Rulings that touch no place on the board, in words: dice, actions that may not be announced, readings of house rulings."""

from collections.abc import Iterable, Iterator

from pbem.engine import board, readings
from pbem.engine.events import DieRuled, Event, ReadingRuled, Voided

from .as_ruled import as_read
from .naming import Names, year
from .taken_back import die

#: The actions of which a ruling may take one away, as one says them after "may not".
ACTIONS = {
    "purge": "purge {}",
    "trial": "call a trial of {}",
    "condemnation": "condemn {}",
    "investigation": "investigate {}",
    "closing": "close the investigation of {}",
    "nomination": "nominate {}",
    "promotion": "promote {}",
    "demotion": "demote {}",
    "shift": "shift {}",
    "swap": "have {} change places",
    "release": "release {}",
}


def said_of(names: Names, facts: Iterable[Event]) -> Iterator[str]:
    """A sentence for each of these facts that changes nothing on the board."""
    for fact in facts:
        if isinstance(fact, Voided):
            yield voided(names, fact)
        elif isinstance(fact, DieRuled):
            shows = f"shows {fact.value}" if fact.value is not None else "is rolled anew"
            yield f"The die “{die(fact.label, names)}” {shows}."
        elif isinstance(fact, ReadingRuled):
            yield reading(fact)


def voided(names: Names, fact: Voided) -> str:
    """`In the Purge Phase of 1953 Nepotsky may not purge Palavrian.`"""
    deed = ACTIONS.get(fact.action, f"announce {fact.action} of {{}}").format(names.of(fact.target))
    return (
        f"In the {board.PHASE_NAMES[fact.phase]} of {year(fact.turn)} {names.of(fact.actor)} may not {deed}."
    )


def reading(fact: ReadingRuled) -> str:
    """A house ruling that is read otherwise from now on, or once."""
    if not fact.reading:
        return f"{fact.ruling} is read again as the house reads it: {readings.find(fact.ruling, readings.HOUSE).sentence}"
    once = (
        readings.case(fact.ruling) if readings.CASES.get(fact.ruling) else "the next time that it is applied"
    )
    return f"{fact.ruling} is read otherwise ({once if fact.once else 'from now on'}): {as_read(fact.ruling, fact.reading)}"
