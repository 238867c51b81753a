"""Merits of Politicians, and of one chair."""

from collections import Counter
from itertools import pairwise

from pbem.engine import board
from pbem.engine.events import Aged, Moved, Name, Player, PurgeRolled, Waved, WentToSanatorium

from .merits import Award, Record, most, states, times
from .prose import count

# --- of Politicians ---


def forger(r: Record) -> Award | None:
    """Most purges survived."""
    failed = Counter(e.victim for _, _, e in r.of(PurgeRolled) if not e.succeeded)
    who, number = most(failed, 2)
    return (
        Award(r.people(who), f"{number} purges failed on papers that were in perfect order.") if who else None
    )


def hero(r: Record) -> Award | None:
    """Most stays at the Sanatorium."""
    who, number = most(Counter(e.politician for _, _, e in r.of(WentToSanatorium)))
    each = " each" if len(who) > 1 else ""
    return Award(r.people(who), f"Taken to the waters {times(number)}{each}.") if who else None


def weathervane(r: Record) -> Award | None:
    """Most changes of controller."""
    changed = Counter[Name]()
    known: dict[Name, Player | None] = {}
    for state in states(r):
        for letter in state.declared:
            holder = state.controller(letter)
            if holder is not None and known.setdefault(letter, holder) != holder:
                changed[letter] += 1
                known[letter] = holder
    who, number = most(changed, 2)
    return Award(r.people(who), f"Convictions changed {times(number)}, always sincerely.") if who else None


def overtime(r: Record) -> Award | None:
    """Most years of stress."""
    aged = Counter[Name]()
    for _, _, e in r.of(Aged):
        aged[e.politician] += e.years
    who, number = most(aged, 3)
    said = f"Aged {count(number, 'year')} in the service of the people, who had not noticed."
    return Award(r.people(who), said) if who else None


def ticket(r: Record) -> Award | None:
    """Most ways back from Siberia."""
    who, number = most(Counter(e.politician for _, _, e in r.of(Moved) if e.origin == board.SIBERIA))
    return Award(r.people(who), f"Came back from Siberia {times(number)}, with a tan.") if who else None


def candidate(r: Record) -> Award | None:
    """Longest among the Candidates without a seat in the Politburo."""
    waited = Counter[Name]()
    seated: set[Name] = set()
    for state in (r.annals.first, *(phase.closed for phase in r.annals.phases)):
        seated |= {p.letter for p in state.politburo()}
        waited.update(state.slots[slot] for slot in board.CANDIDATES if slot in state.slots)
    who, number = most({n: phases for n, phases in waited.items() if n not in seated}, 16)
    years = count(number // len(board.PHASES), "year")
    return Award(r.people(who), f"Stood in line for {years}, hopeful to the last.") if who else None


def reign(r: Record) -> Award | None:
    """The shortest time as Party Chief."""
    spans: dict[Name, float] = {}
    reigns = r.annals.reigns("PC")
    for one, after in pairwise(reigns):
        if one.letter:
            spans[one.letter] = spans.get(one.letter, 0) + after.since - one.since
    if reigns[-1].letter:
        spans.pop(reigns[-1].letter, None)
    phases = {letter: round(span * len(board.PHASES)) for letter, span in spans.items()}
    least = min(phases.values(), default=0)
    who = [letter for letter, number in phases.items() if number == least]
    if not who or least > 2 * len(board.PHASES):
        return None
    return Award(
        r.people(who),
        f"Party Chief for {count(max(1, least), 'phase')}. The portraits were already at the printer’s.",
    )


def elder(r: Record) -> Award | None:
    """The oldest who ever sat in the Politburo."""
    ages = {p.letter: 0 for p in r.annals.first.people.values()}
    for state in (r.annals.first, *(phase.closed for phase in r.annals.phases)):
        for p in state.politburo():
            ages[p.letter] = max(ages[p.letter], p.age)
    who, age = most(ages, 85)
    return Award(r.people(who), f"Sat in the Politburo at {age}, mostly upright.") if who else None


def wrist(r: Record) -> Award | None:
    """Most waves of one Politician."""
    who, number = most(Counter(e.politician for _, _, e in r.of(Waved)), 2)
    return Award(r.people(who), f"Waved {times(number)}. The wrist will be embalmed.") if who else None


# --- of the chair ---


def chair(r: Record) -> Award | None:
    """The office that was vacant at the end of most phases."""
    empty = Counter(slot for p in r.annals.phases for slot in p.closed.vacant(board.POLITBURO))
    who, number = most(empty, 2)
    said = f"Vacant at the end of {count(number, 'phase')}, without a single complaint about its work."
    return Award([board.OFFICES[slot] for slot in who], said) if who else None
