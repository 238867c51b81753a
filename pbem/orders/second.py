"""Second thoughts in a letter: what a correction takes back of the lines above it, and what the player is told.

Only what is unmistakable is done.  Otherwise the lines above stand, the correction is rejected, and both say so.
"""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from pbem.orders.canonical import canonical
from pbem.orders.corrections import Heard
from pbem.orders.lines import Line
from pbem.orders.names import Lexicon
from pbem.orders.readings import Reading
from pbem.orders.replacing import key, same_decision
from pbem.orders.text import short

HOW = (
    "An order of your list is taken back by its number, as in CANCEL 3: the word takes a number or ALL, and every receipt "
    "lists the numbers."
)
_ONE = frozenset({"purge", "trial", "investigate", "close", "nominate"})
_EACH = frozenset({"influence", "cure", "vote in trials", "vote in nominations", "support", "growth"})
_SHOWN = 5
#: Verbs of the Advanced Game -> the kind of decision.
_DEALT = {
    "play": "card",
    "discard": "card",
    "keep cards": "cards to keep",
    "support": "support",
    **dict.fromkeys(("gain", "draw"), "growth"),
    "offer": "offer",
    **dict.fromkeys(("accept", "refuse"), "answer"),
    "withdraw offer": "taking back",
}


class Above(NamedTuple):
    """A line that stands above a correction, and in which reading."""

    reading: int
    line: Line


def decision(line: Line) -> str | None:
    """What kind of decision an order is about; None for a word to the judge."""
    first, *rest = key(line)
    if line.verb == "vote":
        return f"vote in {rest[0]}s"
    if line.verb in ("declare", "hold", "take", "protect"):
        return "influence"
    if line.verb in _DEALT:
        return _DEALT[line.verb]
    known = ("purge", "trial", "investigate", "close", "nominate", "replacement", "release", "cure", "pass")
    return str(first) if first in known else "sheet" if line.verb == "influence" else None


def settle(readings: Sequence[Reading], lexicon: Lexicon) -> list[Reading]:
    """The readings of a letter, its corrections settled."""
    if all(reading.heard is None for reading in readings):
        return list(readings)
    desk = _Desk(lexicon)
    for reading in readings:
        desk.take(reading)
    return desk.done


class _Desk:
    """Goes through the letter; `done` is settled."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.done: list[Reading] = []

    def take(self, reading: Reading) -> None:
        heard, plain = reading.heard, replace(reading, heard=None)
        if heard is None:
            self.done.append(reading)
        elif heard.lines:
            self._instead(plain, heard)
        elif heard.order:
            self._unread(plain)
        elif heard.bare:
            self._bare(plain)
        elif heard.deeds or heard.names:
            self._deed(plain, heard)
        else:
            self._doubtful(plain, heard)

    def _doubtful(self, plain: Reading, heard: Heard) -> None:
        above = self._above()
        if heard.prose and not above:
            self.done.append(plain)
        elif heard.condition:
            last = self._last()
            self._broken([one for one in above if one.reading == last], plain)
            text = "This may be a condition of what stands above it; please write the order and its condition in one line."
            self.done.append(_rejected(plain, text))
        else:
            self._doubt(plain, above)

    def _above(self) -> list[Above]:
        return [
            Above(index, line)
            for index, reading in enumerate(self.done)
            if reading.kind == "order"
            for line in reading.lines
            if decision(line) is not None
        ]

    def _last(self) -> int:
        """The reading directly above, -1 if there is none."""
        at = len(self.done) - 1
        while at >= 0 and self.done[at].kind == "comment":
            at -= 1
        return at

    # -- an order instead of another ---------------------------------------------------------------------------------

    def _instead(self, plain: Reading, heard: Heard) -> None:
        above = self._above()
        kinds = [decision(line) for line in heard.lines]
        if any(kinds.count(kind) > 1 for kind in kinds if kind in _ONE):
            self._doubt(plain, above, "this gives several orders of one kind", heard)
            return
        gone: list[Above] = []
        for line in heard.lines:
            found = self._rivals(line, above, heard)
            if found is None:
                if heard.force == "cautious":
                    self.done.append(plain)
                else:
                    self._doubt(
                        plain, [one for one in above if decision(one.line) == decision(line)], "", heard
                    )
                return
            gone += [one for one in found if one not in gone]
        if not gone and heard.force == "cautious" and not heard.instead:
            self.done.append(plain)
            return
        if not gone and above and (heard.instead or heard.force in ("strong", "scrap")):
            if not set(kinds) <= {"sheet"}:
                if len(above) > 1 or not (heard.instead or heard.force == "scrap"):
                    self._doubt(plain, above, "", heard)
                    return
                gone = above
        self._give(plain, heard, gone, bool(above))

    def _give(self, plain: Reading, heard: Heard, gone: list[Above], any_above: bool) -> None:
        new = [canonical(line, self.lexicon) for line in heard.lines]
        notes = list(plain.notes) if plain.kind == "order" else []
        if gone:
            notes.append(f"stands instead of {_listed([canonical(one.line, self.lexicon) for one in gone])}")
            self._strike(gone, plain, f"; {_listed(new)} {_stand(new)} instead")
        elif not any_above and any(line.who and decision(line) in _EACH for line in heard.lines):
            if heard.names:
                self.done.append(
                    _rejected(
                        plain, f"Nothing in this letter stands above this line, so nothing was done. {HOW}"
                    )
                )
                return
            if heard.force != "weak":
                notes.append("older orders of yours on others stand until you take them back by number")
        self.done.append(Reading(plain.text, plain.number, "order", heard.lines, notes=tuple(notes)))

    def _rivals(self, line: Line, above: list[Above], heard: Heard) -> list[Above] | None:
        """The order that `line` replaces, none, or None where it could be several."""
        if line.also or decision(line) == "sheet":
            return []
        kin = [one for one in above if decision(one.line) == decision(line)]
        same = [one for one in kin if same_decision(line, one.line)]
        pool = same or kin
        if heard.names:
            pool = [one for one in pool if set(heard.names) <= set(one.line.who)]
            if (kin and not pool) or any(len(one.line.who) > len(heard.names) for one in pool):
                return None
        for narrower in (
            [one for one in pool if line.to and one.line.to == line.to],
            [one for one in pool if one.line.verb == line.verb],
            [one for one in pool if one.line.actor == line.actor],
        ):
            if len(pool) > 1 and narrower:
                pool = narrower
        if len(pool) > 1:
            return None
        if pool and not same and not heard.names and pool[0].reading != self._last():
            return None
        return pool

    def _unread(self, plain: Reading) -> None:
        """It gives an order, which cannot be read."""
        if plain.kind != "rejected" or not self._above():
            self.done.append(plain)
            return
        names = [canonical(one.line, self.lexicon) for one in self._above()]
        self._mark(self._above()[-1:], plain)
        self.done.append(_rejected(plain, f"{plain.error} Until then {_listed(names)} {_stand(names)}."))

    # -- only taken back ---------------------------------------------------------------------------------------------

    def _bare(self, plain: Reading) -> None:
        """`scrap that`: the line directly above."""
        above, last = self._above(), self._last()
        own = [one for one in above if one.reading == last]
        if not above and last < 0:
            self.done.append(_rejected(plain, f"Nothing in this letter stands above this line. {HOW}"))
        elif last >= 0 and self.done[last].kind == "rejected":
            note = "nothing stands of the line above it; the receipt lists what stands"
            self.done.append(replace(plain, kind="ignored", lines=(), error=None, column=None, notes=(note,)))
        elif own and len({decision(one.line) for one in own}) == 1 and len(own) == len(self.done[last].lines):
            self._take_back(plain, own)
        else:
            self._doubt(plain, above)

    def _deed(self, plain: Reading, heard: Heard) -> None:
        """`forget the purge`, `cancel the hold on DM`, `scrap Manjak`."""
        above = self._above()
        pool = [
            one
            for one in above
            if (not heard.deeds or decision(one.line) in heard.deeds)
            and set(heard.names) <= set(one.line.who)
            and set(heard.cards) <= set(one.line.cards)
            and (not heard.verb or one.line.verb == heard.verb)
        ]
        if not pool and heard.deeds:
            self.done.append(_rejected(plain, f"No such order stands above in this letter. {HOW}"))
        elif not pool and any(one.reading == self._last() for one in above):
            self._doubt(plain, above)
        elif not pool:
            self.done.append(plain)
        elif heard.whole:
            self._take_back(plain, pool)
        elif len(pool) > 1 or _more_than(pool[0].line, heard):
            self._doubt(plain, pool)
        else:
            self._take_back(plain, pool)

    def _take_back(self, plain: Reading, gone: list[Above]) -> None:
        names = [canonical(one.line, self.lexicon) for one in gone]
        self._strike(gone, plain, "")
        note = f"takes back {_listed(names)}"
        self.done.append(replace(plain, kind="ignored", lines=(), error=None, column=None, notes=(note,)))

    # -- what is said ------------------------------------------------------------------------------------------------

    def _strike(self, gone: list[Above], by: Reading, more: str) -> None:
        """The lines taken back do not stand: in place of their reading, or behind it, one that says so."""
        for index in sorted({one.reading for one in gone}, reverse=True):
            reading = self.done[index]
            struck = [one.line for one in gone if one.reading == index]
            left = tuple(line for line in reading.lines if line not in struck)
            names = [canonical(line, self.lexicon) for line in struck]
            error = (
                f"{_listed(names)} {'does' if len(names) == 1 else 'do'} not stand: you took it back in line {by.number} "
                f'("{short(by.text, 60)}"){more}.'
            )
            told = Reading(reading.text, reading.number, "rejected", error=error)
            self.done[index : index + 1] = [replace(reading, lines=left), told] if left else [told]

    def _broken(self, meant: list[Above], by: Reading) -> None:
        """An order never runs without what may be its condition."""
        for index in {one.reading for one in meant}:
            names = [canonical(one.line, self.lexicon) for one in meant]
            error = f"{_listed(names)} was not taken: line {by.number} may be its condition; please write both in one line."
            told = self.done[index]
            self.done[index] = Reading(told.text, told.number, "rejected", error=error)

    def _mark(self, doubtful: Sequence[Above], by: Reading) -> None:
        for index in {one.reading for one in doubtful}:
            note = f'it stands, though line {by.number} ("{short(by.text, 60)}") may have been meant to take it back'
            self.done[index] = replace(self.done[index], notes=(*self.done[index].notes, note))

    def _doubt(self, plain: Reading, meant: list[Above], why: str = "", heard: Heard | None = None) -> None:
        """Nothing is done; the lines concerned say so."""
        names = [canonical(one.line, self.lexicon) for one in meant or self._above()]
        if not names and heard is None and not any(reading.lines for reading in self.done):
            text = f"I cannot tell what this takes back; no order stands above it in this letter. {HOW}"
            self.done.append(_rejected(plain, text))
            return
        names = names or [canonical(line, self.lexicon) for reading in self.done for line in reading.lines]
        self._mark(meant, plain)
        new = [canonical(line, self.lexicon) for line in heard.lines] if heard else []
        refused = f"{_listed(new)} {'was' if len(new) == 1 else 'were'} not given"
        given = f", and {refused}" if new else ""
        reason = f" ({why})" if why else ""
        stand = f"as it is, {_listed(names)} {_stand(names)}{given}" if names else refused
        text = f"I cannot tell what exactly this takes back{reason}: {stand}. What you do not want is taken back by CANCEL and its number; what you want, please send anew."
        self.done.append(_rejected(plain, text))


def _more_than(line: Line, heard: Heard) -> bool:
    """Does the order name others besides those that were taken back?"""
    return bool(
        (heard.names and len(line.who) > len(heard.names))
        or (heard.cards and len(line.cards) > len(heard.cards))
    )


def _rejected(plain: Reading, error: str) -> Reading:
    return Reading(plain.text, plain.number, "rejected", error=error, column=plain.column)


def _stand(names: Sequence[str]) -> str:
    return "stands" if len(names) == 1 else "stand"


def _listed(names: Sequence[str]) -> str:
    if not names:
        return ""
    shown = [*names[:_SHOWN], *([f"{len(names) - _SHOWN} more"] if len(names) > _SHOWN else [])]
    return shown[0] if len(shown) == 1 else f"{'; '.join(shown[:-1])} and {shown[-1]}"
