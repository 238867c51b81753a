"""The board as a text table of at most 76 columns, each row behind `| ` so that none reads as an order (D3).

What all players see alike is built once for a position and kept.
"""

from collections.abc import Iterable
from typing import NamedTuple

from pbem.engine import board
from pbem.engine.state import Politician, State, Wave
from pbem.orders.verbs import ECHO

from .cardtable import public_cards
from .naming import CROSSES, Names, year
from .prose import TABLE_WIDTH, listed, wrap

SHOWN_PEOPLE = 4  # R1.2: the four oldest are shown
_KEPT = 64
_RULE = f"{ECHO}{'-' * 60}"


class _Key(NamedTuple):
    """The public part of a position: whatever the board shows."""

    names: Names
    people: tuple[Politician, ...]
    declared: tuple[object, ...]
    victors: tuple[object, ...]
    cards: tuple[object, ...]


_boards: dict[_Key, list[str]] = {}


def _key(names: Names, state: State) -> _Key:
    stakes = tuple((n, tuple(s.items())) for n, s in state.declared.items())
    hands = tuple((p, hand.count, hand.lying) for p, hand in state.hands.items())
    cards = (hands, state.deck_size, *state.lasting.items(), *state.locked.items(), state.force)
    return _Key(names, tuple(state.people.values()), stakes, tuple(state.victors.items()), cards)


def board_text(names: Names, state: State) -> list[str]:
    """The whole board, the People and those who have left."""
    key = _key(names, state)
    found = _boards.get(key)
    if found is None:
        if len(_boards) >= _KEPT:
            _boards.clear()
        found = _boards[key] = [*_board(names, state), *public_cards(names, state)]
    return found


def tally(names: Names, state: State, by_faction: bool = True) -> list[str]:
    """R9.3: the Tally Track year by year, and what counts: waves by faction (R11.1) or by Politician (R16.1, R17.5)."""
    if not state.waves:
        end = "three waves win" if by_faction else "three waves of one Politician end the game"
        return [f"No parade has taken place yet; {end}."]
    lines = wrap("; ".join(_year(names, wave) for wave in state.waves) + ".", "Parades: ", "  ")
    return lines + wrap(_factions(names, state) if by_faction else _waving(names, state), "", "  ")


def _year(names: Names, wave: Wave) -> str:
    said = "nobody"
    if wave.politician is not None:
        said = f"{names.of(wave.politician)} for {names.who(wave.player)}"
    return f"{year(wave.turn)} {said}" if wave.turn else said


def _factions(names: Names, state: State) -> str:
    sums = [f"{names.who(p)} {n}" for p in state.seats if (n := state.credited(p))]
    return f"Waves: {listed(sums) if sums else 'none yet'}; three win."


def _waving(names: Names, state: State) -> str:
    counts: dict[str, int] = {}
    for wave in state.waves:
        if wave.politician is not None:
            counts[wave.politician] = counts.get(wave.politician, 0) + 1
    sums = [f"{names.of(n)} {waves}" for n, waves in counts.items()]
    return f"Waves: {listed(sums) if sums else 'none yet'}; three of one Politician end the game."


def _board(names: Names, state: State) -> list[str]:
    lines = [_row("", "", "Politician", "age", "", "IP shown, the first controls")[0]]
    for slot in board.SLOTS:
        if slot == board.CANDIDATES[0]:
            lines.append(_RULE)
        holder = state.holder(slot)
        lines += (
            _row(slot, "", "(vacant)", "", "", "")
            if holder is None
            else _politician(names, state, slot, holder)
        )
    lines += _people(names, state)
    for area, title in ((board.SIBERIA, "Siberia"), (board.WALL, "Kremlin Wall"), (board.RETIRED, "Retired")):
        lines += _area(names, state, area, title)
    return lines


def _row(office: str, letter: str, name: str, age: str, marks: str, shown: str) -> list[str]:
    """One line, or more where many show influence."""
    begin = f"{ECHO}{office:<3} {f'{letter:<1} {name}':<16} {age:<8} {marks:<6} "
    return (
        wrap(shown, begin, ECHO + " " * (len(begin) - len(ECHO)), TABLE_WIDTH) if shown else [begin.rstrip()]
    )


def _politician(names: Names, state: State, office: str, who: Politician) -> list[str]:
    red = "".join(f"; card {card}" for card in state.lasting.get(who.letter, ()))
    shown = shares(state, who.letter) + red
    return _row(office, who.letter, names.of(who.letter)[:14], age(who), marks(who), shown)


def age(who: Politician) -> str:
    """`72=69+3`, or the printed age alone."""
    return f"{who.age}={who.printed}+{who.stress}" if who.stress else str(who.age)


def marks(who: Politician) -> str:
    """Health, suspicion and Cure marker: `++ ? C`."""
    parts = (CROSSES[min(3, who.crosses)], "?" * who.suspicion, "C" if who.cure else "")
    return " ".join(part for part in parts if part)


def shares(state: State, letter: str) -> str:
    """`red 6, blue 3`: declared IP, the controller's first; nothing where nobody shows any."""
    stakes = state.declared.get(letter)
    if not stakes:
        return "-"
    holder = state.controller(letter)
    order = sorted(stakes, key=lambda p: (p != holder, -stakes[p].points, state.seats.index(p)))
    good = " for good" if letter in state.locked else ""
    return ", ".join(f"{player} {stakes[player].points}" for player in order) + good


def _people(names: Names, state: State) -> list[str]:
    """R1.2: the four oldest of the People are shown; the rest, and anybody with influence, in short."""
    people = sorted(state.at(board.PEOPLE), key=lambda p: (-p.age, -p.printed, p.letter))
    lines = [f"{ECHO}--- the People {'-' * 45}"]
    for who in people[:SHOWN_PEOPLE]:
        lines += _politician(names, state, "", who)
    rest = people[SHOWN_PEOPLE:]
    return lines + _short(names, state, "More of the People", rest)


def _area(names: Names, state: State, area: str, title: str) -> list[str]:
    return _short(names, state, title, state.at(area))


def _short(names: Names, state: State, title: str, whom: Iterable[Politician]) -> list[str]:
    """`Siberia: Palavrian (G, 72, +), …` in as many lines as it takes."""
    told = []
    for who in whom:
        extra = "" if who.place == board.WALL else f" {marks(who)}".rstrip()
        extra += "".join(f", card {card}" for card in state.lasting.get(who.letter, ()))
        shown = shares(state, who.letter)
        told.append(
            f"{names.of(who.letter)} ({who.letter} {who.age}{extra}{'' if shown == '-' else ': ' + shown})"
        )
    if not told:
        return []
    return wrap(f"{title}: {', '.join(told)}", ECHO, ECHO + "  ", 74)


def legend(names: Names, state: State) -> list[str]:
    """Who is who, and what the signs mean."""
    players = [names.marked(p) for p in state.seats]
    signs = "Signs: + Sick, ++ Ill, ? under suspicion, C at the Sanatorium; age = printed + stress"
    signs += "; a card number: that card lies there." if state.lasting else "."
    return wrap(f"Players: {listed(players)}.", "", "  ") + wrap(signs, "", "  ")
