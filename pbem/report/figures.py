"""A year in figures: who held and who controlled each office, ages, who went where, purges and trials, waves; public facts only."""

from collections import Counter
from collections.abc import Iterator, Sequence

from pbem.engine import board
from pbem.engine.events import (
    Acquitted,
    Aged,
    Announced,
    Convicted,
    Died,
    HealthRolled,
    InfluenceDeclared,
    Moved,
    Player,
    PurgeRolled,
    Retired,
    SentToSiberia,
)
from pbem.engine.state import State
from pbem.orders.verbs import ECHO

from .annals import Year
from .naming import Names
from .prose import TABLE_WIDTH, count, listed, wrap

_HEAD = f"{ECHO}{'Office':<8}{'who sat there':<30} who controlled it"


def year_text(names: Names, year: Year) -> list[str]:
    """The table of offices, and a line for each thing that happened."""
    lines = [_HEAD, *(line for slot in board.POLITBURO for line in _office(names, year, slot))]
    for title, said in _facts(names, year):
        lines += wrap(f"{title}: {said}.", ECHO, ECHO + "  ")
    return lines


# --- offices ---


def _office(names: Names, year: Year, slot: str) -> list[str]:
    held, players = in_office(year, slot)
    sat = listed_in_turn([names.of(letter) if letter else "vacant" for letter in held])
    ruled = listed_in_turn([names.who(player) for player in players])
    begin = f"{ECHO}{slot:<8}"
    first, *more = wrap(sat, "", "", 30)
    rows = wrap(ruled, "", "", TABLE_WIDTH - len(begin) - 31) or [""]
    lines = []
    for n in range(max(1 + len(more), len(rows))):
        left = [first, *more][n] if n <= len(more) else ""
        right = rows[n] if n < len(rows) else ""
        lines.append(f"{begin if not n else ECHO + ' ' * 8}{left:<30} {right}".rstrip())
    return lines


def listed_in_turn(words: Sequence[str]) -> str:
    """`Anna, Ben, nobody`; `-` where there is nothing."""
    return ", ".join(words) or "-"


def in_office(year: Year, slot: str) -> tuple[list[str], list[Player | None]]:
    """Whoever sat in this office during the year ("": it was vacant), and whoever controlled them, each time that changed; while players
    outbid each other, or a tie is being settled, it has not yet.
    """
    held, players = list[str](), list[Player | None]()
    bids = [isinstance(step.event, InfluenceDeclared) for step in year.steps]
    states: Iterator[State] = (
        step.before for n, step in enumerate(year.steps) if not (n and bids[n] and bids[n - 1])
    )
    known: tuple[object, ...] = ()
    for state in (year.opened, *states, year.closed):
        parts = (state.slots, state.declared, state.contested, state.victors, state.locked)
        if known and all(a is b for a, b in zip(known, parts, strict=True)):
            continue
        known = parts
        who = state.holder(slot)
        letter = who.letter if who else ""
        if not held or held[-1] != letter:
            held.append(letter)
        player = state.controller(letter) if letter else None
        if letter and letter not in state.contested and (not players or players[-1] != player):
            players.append(player)
    return held, players


# --- what happened ---


def _facts(names: Names, year: Year) -> Iterator[tuple[str, str]]:
    yield "Average age", _average(year)
    aged = Counter[str]()
    for _, e in year.of(Aged):
        aged[e.politician] += e.years
    if aged:
        years = [f"{names.of(n)} {count(y, 'year')}" for n, y in _ranked(aged)]
        yield "Aged by stress", ", ".join(years)
    yield from _health(names, year)
    yield from _journeys(names, year)
    yield from _attempts(year)
    yield "Waved", _wave(names, year)


def _ranked(counted: Counter[str]) -> list[tuple[str, int]]:
    """The most first, then by letter."""
    return sorted(((n, y) for n, y in counted.items() if y), key=lambda one: (-one[1], one[0]))


def _average(year: Year) -> str:
    """Of the Politburo, at the end of the year and at its beginning."""
    now, then = ([p.age for p in state.politburo()] for state in (year.closed, year.opened))
    if not now:
        return "nobody is left to count"
    said = f"{sum(now) / len(now):.1f} in the Politburo"
    return said + (f", {sum(then) / len(then):.1f} when the year began" if then else "")


def _health(names: Names, year: Year) -> Iterator[tuple[str, str]]:
    worse = [names.of(e.politician) for _, e in year.of(HealthRolled) if e.change > 0 and not e.dead]
    better = [names.of(e.politician) for _, e in year.of(HealthRolled) if e.change < 0]
    if worse:
        yield "Fell ill, or worse", listed(list(dict.fromkeys(worse)))
    if better:
        yield "Recovered", listed(list(dict.fromkeys(better)))


def _journeys(names: Names, year: Year) -> Iterator[tuple[str, str]]:
    sent = [f"{names.of(e.politician)} ({e.how})" for _, e in year.of(SentToSiberia)]
    back = [names.of(e.politician) for _, e in year.of(Moved) if e.origin == board.SIBERIA]
    died = [names.of(e.politician) for _, e in year.of(Died)]
    left = [names.of(e.politician) for _, e in year.of(Retired)]
    for title, whom in (("Sent to Siberia", sent), ("Back from there", back)):
        if whom:
            yield title, ", ".join(whom)
    for title, whom in (("Laid to rest in the Wall", died), ("Retired", left)):
        if whom:
            yield title, listed(whom)
    up = [p for p in year.closed.politburo() if year.opened.people[p.letter].place not in board.POLITBURO]
    if up:
        yield "New in the Politburo", listed([names.of(p.letter) for p in up])


def _attempts(year: Year) -> Iterator[tuple[str, str]]:
    purges = [e for _, e in year.of(PurgeRolled)]
    trials = len([*year.of(Acquitted)]), len([*year.of(Convicted)])
    inquiries = sum(e.action == "investigation" for _, e in year.of(Announced))
    if purges:
        done = sum(e.succeeded for e in purges)
        yield "Purges", f"{count(len(purges), 'attempt')}, {done or 'none'} of them successful"
    if any(trials):
        yield "Trials", f"{sum(trials)}, {trials[1] or 'none'} of them with a verdict of guilty"
    if inquiries:
        yield "Investigations announced", str(inquiries)


def _wave(names: Names, year: Year) -> str:
    """Who waved, and how often each faction has."""
    state = year.closed
    wave = next((w for w in state.waves if w.turn == year.turn), None)
    who = names.of(wave.politician) if wave and wave.politician else "nobody"
    said = who + (f", for {names.who(wave.player)}" if wave and wave.player else "")
    waved = [(player, state.credited(player)) for player in state.seats if state.credited(player)]
    so_far = ", ".join(f"{names.who(player)} {number}" for player, number in waved)
    return said + (f"; waves so far: {so_far}" if so_far else "")
