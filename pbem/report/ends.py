"""After the end everything is opened: sheets, chances that nobody took, diaries.  Hidden orders are told in `hidden.py`."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pbem.engine import board
from pbem.engine.events import Name, Player
from pbem.engine.events.words import Diary
from pbem.engine.influence import takes_influence
from pbem.engine.state import State
from pbem.orders.verbs import ECHO

from .annals import Annals
from .hidden import moment_of, orders_text
from .naming import Names, one_line, year
from .prose import HELD, count, echo, wrap

Sheets = Mapping[Player, Mapping[Name, int]]

# --- sheets ---


def sheets_text(names: Names, annals: Annals, sheets: Sheets) -> list[str]:
    """Player by player, the highest first: recorded / the most that he ever showed / left."""
    said = "Each as recorded at the beginning / the most that was ever shown / left on the sheet in the end."
    lines, last = wrap(said), annals.last
    for player in last.seats:
        first, left = sheets.get(player) or {}, last.recorded.get(player) or {}
        letters = {*first, *(n for who, n in annals.most_shown if who == player)}
        cells = [
            f"{names.of(n)}{HELD}{first.get(n, 0)}/{annals.most_shown.get((player, n)) or '-'}/{left.get(n, 0)}"
            for n in sorted(letters, key=lambda n: (-first.get(n, 0), -left.get(n, 0), n))
        ]
        if cells:
            lines += wrap(f"{names.who(player)}: {', '.join(cells)}", ECHO, ECHO + "      ")
    return lines


# --- chances ---


class Chance(NamedTuple):
    """`player` could have taken this Politician from `rival` at the end of so many phases in a row, and did not."""

    player: Player
    letter: Name
    rival: Player | None
    own: int
    against: int
    begins: tuple[int, str]
    phases: int
    office: str


#: So many chances of a player are told; so many phases they must have lasted.
_TOLD, _LONG = 2, 3


def chances_text(names: Names, annals: Annals) -> list[str]:
    """The best chances that each player let pass: a member of the Politburo whom he could have had and never once controlled."""
    lines: list[str] = []
    found = chances(annals)
    for player in annals.last.seats:
        mine = sorted((one for one in found if one.player == player), key=_best)
        for one in mine[:_TOLD]:
            turn, phase = one.begins
            when = f"{count(one.phases, 'phase')} from the {board.PHASE_NAMES[phase]} of {year(turn)} on"
            whom = f"{one.office} {names.of(one.letter)}"
            against = f"{names.who(one.rival)} showed {one.against}" if one.rival else "nobody had him"
            said = f"{names.who(player)} could have had {whom} for {when}: {one.own} on the sheet, and {against}."
            lines += wrap(said + (_rest(len(mine)) if one is mine[:_TOLD][-1] else ""), "* ", "  ")
    return lines


def _rest(number: int) -> str:
    """How many are not told."""
    return f" (And {number - _TOLD} more.)" if number > _TOLD else ""


def _best(one: Chance) -> tuple[bool, int, int, Name]:
    """From a rival before from nobody; the higher the office, the longer it lasted."""
    return one.rival is None, board.POLITBURO.index(_CODES[one.office]), -one.phases, one.letter


_CODES = {title: code for code, title in board.OFFICES.items()}


def chances(annals: Annals) -> list[Chance]:
    """Every chance that lasted; the best of each player and Politician."""
    had = {(state.controller(n), n) for state in _closed(annals) for n in state.people}
    best: dict[tuple[Player, Name], Chance] = {}
    for player in annals.last.seats:
        for letter in annals.first.people:
            if (player, letter) in had:
                continue
            for one in _stretches(annals, player, letter):
                known = best.get((player, letter))
                if one.phases >= _LONG and (known is None or _best(one) < _best(known)):
                    best[player, letter] = one
    return list(best.values())


def _closed(annals: Annals) -> list[State]:
    return [phase.closed for phase in annals.phases]


def _stretches(annals: Annals, player: Player, letter: Name) -> list[Chance]:
    """Runs of phases at whose end it was so."""
    found: list[Chance] = []
    running = False
    for phase in annals.phases:
        state = phase.closed
        able = _could(state, player, letter)
        if not able:
            running = False
            continue
        rival = state.controller(letter)
        if running and found[-1].rival == rival:
            found[-1] = found[-1]._replace(phases=found[-1].phases + 1)
            continue
        running = True
        office = board.OFFICES[state.people[letter].place]
        against = state.shown(rival, letter) if rival else 0
        own, begins = state.written(player, letter), (phase.turn, phase.phase)
        found.append(Chance(player, letter, rival, own, against, begins, 1, office))
    return found


def _could(state: State, player: Player, letter: Name) -> bool:
    """In the Politburo, not his, and he could have shown more than anybody there."""
    if state.people[letter].place not in board.POLITBURO or state.controller(letter) == player:
        return False
    top = max((stake.points for stake in state.declared.get(letter, {}).values()), default=0)
    free = takes_influence(state, letter) and letter not in state.locked
    return free and state.written(player, letter) > top


# --- words ---


def diaries_text(names: Names, annals: Annals) -> list[str]:
    """Each entry at the moment at which it was written."""
    lines: list[str] = []
    for one in annals.years:
        for before, event in one.of(Diary):
            when = moment_of(before.turn, before.phase) if before.turn else "Before the game"
            lines += wrap(f"{when} {names.who(event.player)} wrote:", ECHO, ECHO)
            lines += wrap(f"“{one_line(event.text, 4000)}”", ECHO + "  ", ECHO + "  ")
    return lines


def memoirs_text() -> Sequence[str]:
    """E16: what may still be said."""
    said = "For two weeks the publishing house takes memoirs, down to a line END MEMOIRS or the end of your letter:"
    return [*wrap(said), *echo("MEMOIRS: how it really was")]


__all__ = [
    "chances",
    "chances_text",
    "diaries_text",
    "memoirs_text",
    "orders_text",
    "sheets_text",
]
