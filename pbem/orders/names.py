"""Names as players type them: Politicians, offices, players (orders.md "Reading a mail").

A `Lexicon` is built from plain data and knows no game.  It answers two kinds of question: what *is* this phrase
(`exact`), and what could it be meant for (`loose`: unique beginnings and near misses, `near`: suggestions).
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Literal

import msgspec
from rapidfuzz import process
from rapidfuzz.distance import OSA, JaroWinkler

from pbem.orders.deck import Deck
from pbem.orders.lines import Group, Named, Office, Who
from pbem.orders.text import phrase
from pbem.orders.titles import CANDIDATES, GROUPS, OFFICES, OTHERS

__all__ = ["CANDIDATES", "GROUPS", "OFFICES", "OTHERS", "Kind", "Lexicon", "Match", "Target"]

Kind = Literal["pol", "office", "group", "seat", "player", "slot"]

#: A name of several words that were one has so many letters at least.
_SPOKEN = 7
#: How many near misses a lexicon keeps in mind.
_REMEMBERED = 512


class Target(msgspec.Struct, frozen=True):
    """What a name stands for: a card letter, a slot code, a colour or one of our words."""

    kind: Kind
    value: str

    def who(self) -> Who:
        if self.kind == "pol":
            return Named(self.value)
        if self.kind == "office":
            return Office(self.value)
        return Group(self.value)  # type: ignore[arg-type]  # the keys of GROUPS


class Match(msgspec.Struct, frozen=True):
    """`targets` that fit `length` words; one: understood, several: ambiguous.  `note` says how a near miss was read; `nearest`:
    the first of several targets takes fewer slips of the finger than all others."""

    targets: tuple[Target, ...]
    length: int
    note: str | None = None
    nearest: bool = False


class Lexicon:
    """The names of one game.

    `politicians`: card letter -> full name; `seats`: colour -> (faction name, the player's display name); `switches`: the
    options that are on, if the reader is to send orders of other games back; `cards`: number -> name of the Intrigue cards;
    `growing`: influence grows at the end of this turn (R15.6).
    """

    def __init__(
        self,
        politicians: Mapping[str, str],
        seats: Mapping[str, tuple[str, str]],
        switches: Collection[str] | None = None,
        cards: Mapping[int, str] | None = None,
        growing: bool = False,
    ) -> None:
        self.politicians = dict(politicians)
        self.switches = switches
        self.seats = dict(seats)
        self.deck = Deck(cards or {})
        self.growing = growing
        self._exact: dict[str, tuple[Target, ...]] = {}
        self._longest: dict[str, int] = {}  # first word -> words in the longest name that begins so
        self._beginnings: dict[str, tuple[Target, ...]] = {}
        self._spelled: dict[str, Target] = {}  # what near misses are measured against
        if seats:  # all games with these Politicians share what has to do with no seat
            common = _without_seats(tuple(self.politicians.items()))
            self._exact.update(common._exact)
            self._longest.update(common._longest)
            self._beginnings.update(common._beginnings)
            self._spelled.update(common._spelled)
            self._add_seats()
        else:
            self._add_politicians()
            self._add_offices()
            self._add_words()
        self._spellings = list(self._spelled)
        self._missed: dict[tuple[str, tuple[Kind, ...], int, int], Match | None] = {}
        self._names = {letter: self._best_name(letter) for letter in self.politicians}

    def _add_politicians(self) -> None:
        for letter, full in self.politicians.items():
            target = Target("pol", letter)
            words = phrase(full).split()
            first, surname = words[0], words[-1]
            self._add(letter.lower(), target)
            self._add(surname, target)
            self._add(" ".join(words), target)
            self._add(f"{first[:1]} . {surname}", target)
            self._add(f"{first[:1]} {surname}", target)
            if first != surname:
                self._add(first, target)
            self._add_beginnings(surname, target)
            self._spell(target, surname, " ".join(words))

    def _add_offices(self) -> None:
        for slot, names in OFFICES.items():
            for name in names:
                self._add(phrase(name), Target("office", slot))
                self._add(phrase(name), Target("slot", slot))
                if len(name) > 5:
                    self._spell(Target("office", slot), phrase(name))
        for slot in CANDIDATES:
            number = slot[1:]
            for name in (f"c {number}", f"candidate {number}", f"candidate slot {number}", slot.lower()):
                self._add(name, Target("slot", slot))
            for name in (slot.lower(), f"candidate {number}", f"candidate slot {number}"):
                self._add(
                    name, Target("office", slot)
                )  # `C 1` may be card C with the number 1; see slots.joined

    def _add_words(self) -> None:
        for word, names in GROUPS.items():
            for name in names:
                self._add(name, Target("group", word))
        for word, names in OTHERS.items():
            for name in names:
                self._add(name, Target("player", word))

    def _add_seats(self) -> None:
        taken = {*map(phrase, self.seats), *(name for names in OTHERS.values() for name in names)}
        for colour, (faction, player) in self.seats.items():
            target = Target("seat", colour)
            names = [phrase(colour), phrase(faction), phrase(player)]
            if (
                names[2] in taken
            ):  # one who calls himself "I", "Nobody" or another's colour is known by his own colour
                names[2] = ""
            for name in filter(None, names):
                self._add(name, target)
                self._spell(target, name)
            if len(names[2].split()) > 1 and len(names[2].split()[0]) > 2:
                self._add(names[2].split()[0], target)
            words = names[1].split()
            for count in range(2, len(words)):  # "Red Army", though "Red" is somebody else's colour
                self._add(" ".join(words[:count]), target)
            self._add_beginnings(names[1], target)
            self._add_beginnings(names[2], target)

    def _add(self, name: str, target: Target) -> None:
        known = self._exact.get(name, ())
        if target not in known:
            self._exact[name] = (*known, target)
            words = name.split()
            self._longest[words[0]] = max(len(words), self._longest.get(words[0], 0))

    def _add_beginnings(self, name: str, target: Target) -> None:
        for length in range(3, len(name)):
            beginning = name[:length].rstrip()
            known = self._beginnings.get(beginning, ())
            if target not in known:
                self._beginnings[beginning] = (*known, target)

    def _spell(self, target: Target, *names: str) -> None:
        for name in names:
            if len(name) > 2:
                self._spelled.setdefault(name, target)

    # -- asking ------------------------------------------------------------------------------------------------------

    def exact(self, words: Sequence[str], start: int, kinds: Iterable[Kind]) -> Match | None:
        """The longest phrase from `start` on that is the name of something of these kinds."""
        longest = self._longest.get(words[start], 0) if start < len(words) else 0
        if not longest:
            return None
        for length in range(min(longest, len(words) - start), 0, -1):
            known = self._exact.get(" ".join(words[start : start + length]))
            if known and (fitting := tuple(t for t in known if t.kind in kinds)):
                return Match(fitting, length)
        return None

    def loose(self, words: Sequence[str], start: int, kinds: Iterable[Kind]) -> Match | None:
        """A unique beginning of a surname or faction (three letters or more), else a near miss."""
        spoken = self._run_together(words, start, tuple(kinds))
        if spoken:
            return spoken
        for length in range(min(4, len(words) - start), 0, -1):
            known = self._beginnings.get(" ".join(words[start : start + length]))
            if known and (fitting := tuple(t for t in known if t.kind in kinds)):
                return Match(fitting, length)
        for length in (2, 1):
            if start + length <= len(words) and all(word.isalpha() for word in words[start : start + length]):
                found = self._near_miss(" ".join(words[start : start + length]), length, tuple(kinds))
                if found:
                    return found
        return None

    def _run_together(self, words: Sequence[str], start: int, kinds: tuple[Kind, ...]) -> Match | None:
        """`talks a lot`, `shoot em dead sky`: what a telephone that was spoken to makes of one name; at most two slips."""
        for length in (4, 3, 2):
            some = words[start : start + length]
            whole = "".join(some)
            if len(some) < length or len(whole) < _SPOKEN or not whole.isalpha():
                continue
            found = self._near_miss(whole, length, kinds, 1 if len(whole) < 9 else 2)
            if found and len(found.targets) == 1:
                return found
        return None

    def _near_miss(
        self, typed: str, length: int, kinds: tuple[Kind, ...], slips: int | None = None
    ) -> Match | None:
        """All that lie within a few slips of the finger; the more letters, the more slips."""
        if slips is None:
            slips = 0 if len(typed) < 4 else 1 if len(typed) < 6 else 2 if len(typed) < 9 else 3
        if not slips or len(typed) > 40:
            return None
        key = typed, kinds, length, slips
        if key not in self._missed:
            if len(self._missed) >= _REMEMBERED:
                self._missed.clear()
            fitting: dict[Target, float] = {}
            for target, needed in self._close(typed, slips, kinds):
                fitting.setdefault(target, needed)
            least = list(fitting.values())[:2]
            nearest = len(least) > 1 and least[0] < least[1]
            self._missed[key] = Match(tuple(fitting), length, typed, nearest) if fitting else None
        return self._missed[key]

    def _close(self, typed: str, slips: int, kinds: tuple[Kind, ...]) -> Iterator[tuple[Target, float]]:
        """Each with the slips that it takes, the nearest first; else in the order in which they are known."""
        near = process.extract(typed, self._spellings, scorer=OSA.distance, score_cutoff=slips, limit=None)
        for name, needed, _ in sorted(near, key=lambda found: found[1:]):
            target = self._spelled[name]
            if target.kind == "office" and "slot" in kinds and "office" not in kinds:
                target = Target("slot", target.value)
            if target.kind in kinds and len(name) > 3:
                yield target, needed

    def suggestions(self, typed: str, kinds: Iterable[Kind], limit: int = 3) -> list[str]:
        """Names that look or begin somewhat like what was typed, best first."""
        wanted = tuple(kinds)
        scored: dict[str, float] = {}
        for slot in OFFICES if "office" in wanted or "slot" in wanted else ():
            if len(typed) == len(slot) and OSA.distance(typed, slot.lower(), score_cutoff=1) <= 1:
                scored[slot] = 1.0
        for name, target in self._spelled.items():
            likeness = JaroWinkler.similarity(typed[:40], name, prefix_weight=0.15)
            if target.kind in wanted and likeness >= 0.74:
                shown = self.told(target)
                scored[shown] = max(likeness, scored.get(shown, 0.0))
        return sorted(scored, key=lambda shown: (-scored[shown], shown))[:limit]

    def lacks(self, switch: str | None) -> bool:
        """Is the game known to be played without this option?"""
        return switch is not None and self.switches is not None and switch not in self.switches

    def has(self, switch: str) -> bool:
        """May this option be on?"""
        return not self.lacks(switch)

    # -- showing -----------------------------------------------------------------------------------------------------

    def show(self, target: Target) -> str:
        if target.kind == "pol":
            return self.name(target.value)
        if target.kind == "office" or (target.kind == "slot" and target.value in OFFICES):
            return target.value
        return target.value if target.kind in ("seat", "slot") else target.value.upper()

    def player(self, colour: str) -> str:
        """`Clara (green)`: by the name he goes by, which says more than a colour."""
        called = self.seats[colour][1].strip() if colour in self.seats else ""
        return f"{called} ({colour})" if called and called.casefold() != colour else colour

    def told(self, target: Target) -> str:
        """As `show`, players with their names: for sentences."""
        return self.player(target.value) if target.kind == "seat" else self.show(target)

    def name(self, letter: str) -> str:
        """The surname where it says who is meant, else the card letter."""
        return self._names.get(letter, letter)

    def _best_name(self, letter: str) -> str:
        """A surname that reads back as this Politician and nothing else."""
        surname = self.politicians[letter].split()[-1]
        known = self._exact.get(phrase(surname), ())
        return surname if known == (Target("pol", letter),) else letter


@lru_cache(maxsize=8)
def _without_seats(politicians: tuple[tuple[str, str], ...]) -> Lexicon:
    """What the lexicons of all games with these Politicians begin with."""
    return Lexicon(dict(politicians), {})
