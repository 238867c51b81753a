"""After the end: hidden orders and their moment, so that they become stories (E16).

Only orders that tell something are told, the rest are counted.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pbem.engine import board
from pbem.engine.events import Claimed, Name, Player
from pbem.engine.state import State
from pbem.orders.papers import ONE_LINE

from .annals import Annals, Year
from .brief import Once
from .naming import Names, one_line, year
from .prose import count, wrap


class Story(NamedTuple):
    """What a hidden order tells: `worth`: the more, the sooner it is told."""

    turn: int
    phase: str
    player: Player
    worth: int
    said: str


#: So many of a year are told, fewer where there are many years; so many of one player.
_MOST, _LEAST, _IN_ALL, _HIS = 8, 3, 30, 3
#: Orders that lie in wait, and orders that were ready for a power.
_WAITING = frozenset(("hold", "protect", "take", "declare", "declare now", "play", "offer"))
_DEEDS = frozenset(("purge", "try", "condemn", "nominate", "demote"))


def orders_text(names: Names, annals: Annals, lines: Sequence[Once]) -> list[str]:
    """Year by year.  `lines`: every order that anybody had; without it only those are known that acted."""
    stories = [*_sprung(names, annals, lines), *_idle(names, lines)]
    known = [one for one in lines if one.verb not in ONE_LINE]
    told: list[str] = []
    number = 0
    share = max(_LEAST, min(_MOST, _IN_ALL // max(1, len(annals.years))))
    for one in annals.years:
        mine = _chosen([s for s in stories if s.turn == one.turn], share)
        number += len(mine)
        for story in mine:
            told += wrap(f"{moment_of(story.turn, story.phase)} {story.said}", "* ", "  ")
    rest = len(known) - number
    if known and rest > 0:
        said = f"There were {count(len(known), 'order')} in all; the other {rest} tell nothing more."
        told += ["", *wrap(said)]
    return told


def _chosen(stories: Sequence[Story], share: int) -> list[Story]:
    """The best of a year, in the order of its phases; the same words once."""
    found: list[Story] = []
    for one in sorted(stories, key=lambda s: (-s.worth, _number(s.phase), s.player, s.said)):
        mine = sum(s.player == one.player for s in found)
        if mine < _HIS and len(found) < share and all(s.said != one.said for s in found):
            found.append(one)
    return sorted(found, key=lambda s: _number(s.phase))


def moment_of(turn: int, phase: str) -> str:
    """`In the Purge Phase of 1953`."""
    name = board.PHASE_NAMES.get(phase, phase)
    return f"{'In' if 'Phase' in name else 'At'} the {name} of {year(turn)}"


def _number(phase: str) -> int:
    return board.PHASES.index(phase) if phase in board.PHASES else -1


# --- those that acted ---


def _sprung(names: Names, annals: Annals, lines: Sequence[Once]) -> Iterator[Story]:
    """HOLD, TAKE, PROTECT and what waited for a moment: what they showed, on whom, and from whom they took him."""
    words = {(one.player, one.number): one.text for one in lines}
    for one in annals.years:
        best: dict[tuple[Player, Name, str], int] = {}
        for key, (points, _, _) in _claims(one).items():
            player, letter, _, phase = key
            best[player, letter, phase] = max(points, best.get((player, letter, phase), 0))
        for (player, letter, line, phase), (points, because, before) in _claims(one).items():
            text = words.get((player, line), because) if line is not None else because
            if not _waits(text) or best.get((player, letter, phase)) != points:
                continue
            del best[player, letter, phase]
            rival = before.controller(letter)
            won = _closed(annals, one.turn, phase).controller(letter) == player
            took = f"{'took' if won else 'reached for'} {names.of(letter)}"
            whose = (
                f" {'from' if won else 'against'} {names.who(rival)}" if rival not in (None, player) else ""
            )
            said = f"“{one_line(text, 200)}” of {names.who(player)} {took}{whose} by showing {points}{'' if won else ', in vain'}."
            if (whose or won) and points > before.shown(player, letter):
                yield Story(one.turn, phase, player, 3 if won and whose else 1, said)


def _closed(annals: Annals, turn: int, phase: str) -> State:
    """The position when this phase was over."""
    return next((p.closed for p in annals.phases if (p.turn, p.phase) == (turn, phase)), annals.last)


#: Player, Politician, number of the order, phase.
_Key = tuple[Player, Name, int | None, str]


def _claims(one: Year) -> dict[_Key, tuple[int, str, State]]:
    """The highest total that each order asked for on each Politician, its words, the position before the first."""
    found: dict[_Key, tuple[int, str, State]] = {}
    for before, event in one.of(Claimed):
        for claim in event.claims:
            key = claim.player, claim.politician, claim.line, before.phase
            points, because, first = found.get(key, (0, claim.because, before))
            found[key] = max(points, claim.points), because, first
    return found


_TRAP = re.compile(r"\b(WHEN|IF|WHILE|HOLD|PROTECT|UP TO)\b", re.IGNORECASE)


def _waits(text: str) -> bool:
    return _TRAP.search(text) is not None


# --- those that never did ---


def _idle(names: Names, lines: Sequence[Once]) -> Iterator[Story]:
    """What lay in wait in vain, and why."""
    seen: dict[tuple[Player, str], int] = {}
    for one in lines:
        if one.verb in ONE_LINE or one.state not in ("dead", "standing"):
            continue
        key = one.player, one.text
        seen[key] = seen.get(key, 0) + 1
        if seen[key] > 1:  # given year after year; once is enough
            continue
        worth, why = _why(names, one)
        if worth:
            said = f"{names.who(one.player)} had ordered “{one_line(names.coloured(one.text), 200)}”, {why}."
            yield Story(one.turn, one.phase, one.player, worth, said)


#: How it ends -> how much that tells, and the words for it.
_ENDS: Sequence[tuple[str, int, str]] = (
    (r"(\w+) was at (\d+), your limit was (\d+)", 4, r"but \1 was at \2"),
    (r"(\w+) was at (\d+), and you recorded (\d+)", 4, r"but \1 was at \2, and \3 was all there was"),
    (r"what it waits for was not announced", 2, "and the moment never came"),
    (r"its condition did not hold", 2, "but its condition did not hold"),
    (r"you did not control the (.+), who held the power", 2, r"but the \1 listened to somebody else"),
    (r"there was no trial", 1, "and there was no trial"),
    (r"there was no nomination", 1, "and nobody was nominated"),
    (r"it was made, and not accepted", 3, "which was offered, and not accepted"),
)


def _why(names: Names, one: Once) -> tuple[int, str]:
    """How much it tells, and how it ended, as a clause."""
    for pattern, worth, words in _ENDS:
        found = re.fullmatch(pattern, one.why)
        if found and (one.verb in _WAITING or one.verb in _DEEDS):
            return worth, names.coloured(found.expand(words))
    quiet = one.why in ("", "nothing came up that it could serve")
    if quiet and one.verb in ("hold", "protect"):
        return 2, "and nobody came"
    if quiet and one.verb in _WAITING and _waits(one.text):
        return 2, "and nothing came of it"
    return 0, ""
