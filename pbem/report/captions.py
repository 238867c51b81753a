"""A line of satire under the picture of a year: a fact, and what the Party makes of it.

Chosen among what is true of the year; public facts only.
"""

from collections import Counter
from collections.abc import Callable, Iterator

from pbem.engine import board
from pbem.engine.events import Aged, Died, NobodyWaved, Retired, SentToSiberia, Waved

from .annals import Annals, Year
from .naming import Names
from .prose import count

_NUMBERS = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)


def caption(names: Names, annals: Annals) -> str:
    """The line for the last of these years: of the kinds that are true of it the one that came least often before."""
    used = Counter[int]()
    said = ""
    for one in annals.years:
        true = {n: words for n, kind in enumerate(_KINDS) if (words := [*kind(names, one)])}
        if not true:
            said = _NOTHING
            continue
        number = min(true, key=lambda n: (used[n], (n - one.turn) % len(_KINDS)))
        said = true[number][used[number] % len(true[number])]
        used[number] += 1
    return said


def _number(number: int) -> str:
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def _dead(names: Names, one: Year) -> Iterator[str]:
    dead = [e.politician for _, e in one.of(Died)]
    if len(dead) == 1:
        yield f"{names.of(dead[0])} is resting. The Wall reports that he has settled in."
        yield f"{names.of(dead[0])} has moved into the Wall. The neighbours are quiet people."
    elif dead:
        yield f"The Kremlin Wall took in {_number(len(dead))} comrades. The masons are ahead of the plan."


def _sent(names: Names, one: Year) -> Iterator[str]:
    sent = [e.politician for _, e in one.of(SentToSiberia)]
    if len(sent) == 1:
        yield f"{names.of(sent[0])} has discovered a love of forestry, and of distance."
        yield f"{names.of(sent[0])} left by train with one suitcase. The train is praised in his letters."
    elif sent:
        yield f"{_number(len(sent)).capitalize()} comrades went east for the air. Return tickets are under discussion."
        yield f"{_number(len(sent)).capitalize()} comrades are counting birches. The first figures are encouraging."


def _balcony(names: Names, one: Year) -> Iterator[str]:
    for _, e in one.of(NobodyWaved):
        if e.why == "failed" and e.politician:
            yield f"{names.of(e.politician)} meant to wave. The crowd applauded the intention."
            yield f"{names.of(e.politician)} meant to wave. A curtain moved instead, and will be decorated."
        else:
            yield "The balcony was empty, and was cheered for two hours."
            yield "The balcony was empty. It is under investigation who was not there."


def _waving(names: Names, one: Year) -> Iterator[str]:
    for before, e in one.of(Waved):
        who = before.people[e.politician]
        if who.crosses:
            yield f"{names.of(e.politician)}, {who.age}, waved unaided. The doctors waved a little later."
            yield f"{names.of(e.politician)}, {who.age}, waved. The stretcher had been painted red for the day."
        else:
            yield f"{names.of(e.politician)} waved. Western observers counted the fingers, and found them all."
            yield f"{names.of(e.politician)} waved with the right hand. The left one has been noted."


def _ages(names: Names, one: Year) -> Iterator[str]:
    members = one.closed.politburo()
    if members:
        mean = sum(p.age for p in members) // len(members)
        yield f"Average age of the Politburo: {mean}. Youth has been postponed again."
        oldest = max(members, key=lambda p: (p.age, p.letter))
        yield f"{names.of(oldest.letter)}, {oldest.age}, is in excellent health. The bulletin says so hourly."


def _aged(names: Names, one: Year) -> Iterator[str]:
    years = sum(e.years for _, e in one.of(Aged))
    if years:
        yield f"The leadership aged {count(years, 'year')} in twelve months: the plan was overfulfilled."
        yield f"The leadership aged {count(years, 'year')} in one. The calendar has been commended."


def _vacant(names: Names, one: Year) -> Iterator[str]:
    empty = one.closed.vacant(board.POLITBURO)
    if empty:
        chairs = "chair" if len(empty) == 1 else "chairs"
        yield f"{_number(len(empty)).capitalize()} {chairs} in the Politburo stood empty. Productivity was unchanged."


def _retired(names: Names, one: Year) -> Iterator[str]:
    for _, e in one.of(Retired):
        yield f"{names.of(e.politician)} has retired to write his memoirs. The reader has been appointed."


#: Where nothing at all can be said of a year.
_NOTHING = "A good year. The next one will be better, by decree."
_KINDS: tuple[Callable[[Names, Year], Iterator[str]], ...] = (
    _dead,
    _ages,
    _sent,
    _balcony,
    _aged,
    _waving,
    _vacant,
    _retired,
)
