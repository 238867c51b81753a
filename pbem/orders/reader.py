"""A mail's lines to orders (orders.md "Reading a mail", E14; D3).

`read` never raises for any text, takes time linear in it, and mentions every line that is not blank.
"""

import unicodedata
from collections.abc import Sequence

from pbem.orders import addressing, assent, corrections, opening
from pbem.orders.corrections import Heard
from pbem.orders.drafts import recorded
from pbem.orders.foreign import told
from pbem.orders.formlines import ends_paper, of_form
from pbem.orders.latest import last_of_each
from pbem.orders.names import Lexicon
from pbem.orders.papers import KEPT, MESSAGES, ONE_LINE
from pbem.orders.readings import Reading, Written
from pbem.orders.second import settle
from pbem.orders.sentences import FREE, read_line
from pbem.orders.text import Clean, atoms, clean, uncommented, unmarked, visible

__all__ = ["Reading", "read"]

#: A line that ends so goes on in the next.
_GOES_ON = frozenset(", and & or then when if unless while on to with by of + < > <= >= = until".split())
#: `SET CALENDAR ON` is at its end.
_WHOLE = frozenset(("set calendar",))
_MOST_JOINED = 4
#: So many signs of a line without a word are looked at.
_MOST_SIGNS = 40
#: What ends a message above it.
_BEGINS_ANEW = frozenset(("PRESS", "MODERATOR", "PAPER", "OBITUARY", "MEMO"))
_MESSAGE = "the message"
_IN = {"diary": "your diary", "memoirs": "your memoirs"}
#: So many lines may words in quotation marks run on.
_MOST_QUOTED = 12


def read(text_lines: Sequence[str], lexicon: Lexicon, most: int = 0) -> list[Reading]:
    """The lines of a reply above its quotation, one after the other.  `most`: after so many orders, rejected ones among them, the rest
    is not looked at any more: each line is a rejected one without a reason.
    """
    readings = settle(_Reader(text_lines, lexicon, most).all(), lexicon)
    return last_of_each(told(recorded(readings, lexicon)))


class _Reader:
    """Goes through the lines once; `at` is the next one."""

    def __init__(self, text_lines: Sequence[str], lexicon: Lexicon, most: int) -> None:
        self.written = text_lines
        self.most = most
        self.lexicon = lexicon
        self.at = 0
        self.readings: list[Reading] = []

    def all(self) -> list[Reading]:
        while self.at < len(self.written):
            raw = self.written[self.at]
            line = clean(raw)
            if _ends(raw, line):
                break
            self.at += 1
            if line.text.strip() and self._enough():
                self.readings.append(Reading(raw, self.at, "rejected"))
            elif line.text.strip():
                self._line(raw, line)
            elif any(
                unicodedata.category(sign) == "So" for sign in raw[:_MOST_SIGNS]
            ):  # a thumb is an answer of a kind
                self.readings.append(Reading(raw, self.at, "ignored"))
        return self.readings

    def _enough(self) -> bool:
        """Are so many orders read that no more are?"""
        known = (max(1, len(one.lines)) for one in self.readings if one.kind in ("order", "held", "rejected"))
        return self.most > 0 and sum(known) >= self.most

    def _line(self, raw: str, line: Clean) -> None:
        said = _said(line)
        if not said.text.strip():
            self.readings.append(Reading(raw, self.at, "comment"))
        elif _echo(line) or _echo(said):
            self.readings.append(_quoted(raw, self.at))
        else:
            self._order(Written(raw, self.at, said))

    def _order(self, written: Written) -> None:
        found = addressing.plain(atoms(written.line.text[:200]), self.lexicon)
        words = [atom.word for atom in found]
        if len(written.line.text) <= 200:
            written = Written(written.raw, written.number, written.line, found)
        if (answer := self._answer(written, words)) is not None:
            self.readings.append(answer)
            return
        begin = opening.find(words, 0, self.lexicon)
        if begin is not None and begin.verb.terminal in FREE:
            written = Written(
                written.raw, written.number, unmarked(clean(written.raw))
            )  # a # is no comment there
            if begin.verb.name in MESSAGES:
                self._message(written, begin.verb.name)
                return
        if words and words[0] in corrections.BEGINS and corrections.hangs(words):
            written = self._with_order_below(written)
        if begin is not None and begin.verb.name == "offer" and written.line.text.count('"') % 2:
            written = self._with_quotation(written)
        read = read_line(written, self.lexicon)
        if words and words[-1] in _GOES_ON and begin is not None and begin.verb.name not in _WHOLE:
            read = self._with_next(written, read)
        elif opening.opens_modifier(words, 0) and read[0].kind != "order" and self._joins(written):
            return
        self.readings += read

    def _answer(self, written: Written, words: Sequence[str]) -> Reading | None:
        """YES or NO to a receipt, in whatever words; below an order "no, forget it" is about that one."""
        above = any(reading.kind in ("order", "held") for reading in self.readings)
        said = " ".join(written.line.text.split())
        line = assent.verdict(words, said, self.lexicon, not above)
        line = line or assent.ready(words, said)
        if line is not None:
            return Reading(written.raw, written.number, "order", (line,))
        if not above or not words or corrections.heard(words, self.lexicon) is not None:
            return None
        line = assent.verdict(words, said, self.lexicon, True)
        if line is None or line.who:
            return None
        return Reading(written.raw, written.number, "ignored", heard=Heard("scrap", bare=True))

    # -- orders over several lines -----------------------------------------------------------------------------------

    def _with_order_below(self, written: Written) -> Written:
        """`no wait,` and below it the order."""
        if self.at >= len(self.written):
            return written
        raw = self.written[self.at]
        below = _said(clean(raw))
        begin = opening.find([atom.word for atom in atoms(below.text[:200])], 0, self.lexicon)
        if _echo(below) or begin is None or begin.verb.alone or begin.verb.terminal in FREE:
            return written
        self.at += 1
        return written.plus(raw, below)

    def _with_quotation(self, written: Written) -> Written:
        """Words in quotation marks that a mail program has broken: up to where they close, and nothing in them is an order."""
        together = written
        for at in range(self.at, min(len(self.written), self.at + _MOST_QUOTED)):
            line = clean(self.written[at])
            if not line.text.strip() or _ends(self.written[at], line):
                break
            together = together.plus(self.written[at], line)
            if '"' in line.text:
                self.at = at + 1
                return together
        return written

    def _with_next(self, written: Written, alone: list[Reading]) -> list[Reading]:
        """A line that ends in a comma or an open word, with the lines after it, if that makes an order."""
        together, at = written, self.at
        while at < min(len(self.written), self.at + _MOST_JOINED):
            line = clean(self.written[at])
            if not line.text.strip() or _echo(line) or _ends(self.written[at], line):
                break
            at += 1
            together = together.plus(self.written[at - 1], uncommented(line))
            if not together.line.text.rstrip().endswith(tuple(", ")) and _last(together.line) not in _GOES_ON:
                break
        if together is written:
            return alone
        found = read_line(together, self.lexicon)
        if any(reading.kind not in ("order", "held") for reading in found):
            return alone
        self.at = at
        return found

    def _joins(self, written: Written) -> bool:
        """`IF blue CONTROLS FM` on a line of its own belongs to the order right above it (a mail program broke it)."""
        before = self.readings[-1] if self.readings else None
        if (
            before is None
            or before.kind != "order"
            or before.number + before.text.count("\n") + 1 != written.number
        ):
            return False
        line = _said(clean(before.text.replace("\n", " ")))
        together = Written(before.text, before.number, line).plus(written.raw, written.line)
        found = read_line(together, self.lexicon)
        if len(found) != 1 or (found[0].kind == "rejected" and not _far(found[0], before)):
            return False
        self.readings[-1] = found[0]
        return True

    # -- messages ----------------------------------------------------------------------------------------------------

    def _message(self, written: Written, verb: str) -> None:
        """PRESS: to a line END PRESS, without one to the next message or the end of the letter; what in it reads like an order is not
        looked at here (`sifting`).  DIARY and MEMOIRS likewise, to END DIARY, END MEMOIRS.  MODERATOR and PROTEST: to an empty line or
        the next order, whichever comes first.  What is printed is one line, on which a mail program may have broken it.
        """
        raws, quoted, orders = [], [], []
        runs_on = verb == "press" or verb in KEPT
        closed = runs_on and self._closed(verb)
        above = written.raw
        while self.at < len(self.written):
            raw = self.written[self.at]
            said = clean(raw)
            if _ends(raw, said) or (not closed and self._next_thing(raw, said, verb)):
                break
            if verb in ONE_LINE and ends_paper(above, raw, self.lexicon):
                break
            above = raw
            self.at += 1
            if closes(said, verb):
                break
            if verb in KEPT and not closed and of_form(raw, self.lexicon):
                quoted.append(Reading(raw, self.at, "comment"))
                continue
            if _echo(said):  # a quoted report must never be sent on to the others
                quoted.append(_quoted(raw, self.at))
                continue
            if (closed or verb in KEPT) and self._is_order(raw, said):
                orders.append(self.at)
            raws.append(visible(raw))
        text = "\n".join(raws).rstrip()
        notes = tuple(
            f"line {n} looks like an order but stands in {_IN.get(verb, _MESSAGE)}; END {verb.upper()} closes it"
            for n in orders
        )
        whole = Written("\n".join(filter(None, (written.raw, text))), written.number, written.line)
        self.readings += read_line(whole, self.lexicon, message=text, notes=notes, closed=closed)
        self.readings += quoted

    def _closed(self, verb: str) -> bool:
        """Is there a line END PRESS, or END DIARY, before the letter ends or another message begins?"""
        for raw in self.written[self.at :]:
            said = clean(raw)
            if closes(said, verb):
                return True
            if _ends(raw, said) or self._talks(said):
                return False
        return False

    def _next_thing(self, raw: str, said: Clean, verb: str) -> bool:
        """Does a message that nothing closes end above this line?"""
        if verb == "press" or verb in KEPT:
            return self._talks(said)
        over = not said.text.strip() or of_form(raw, self.lexicon)
        return over or self._talks(said) or self._is_order(raw, said)

    def _talks(self, said: Clean) -> bool:
        """Does a message begin here?"""
        words = [atom.word for atom in addressing.plain(atoms(_said(said).text[:200]), self.lexicon)]
        begin = opening.find(words, 0, self.lexicon) if words else None
        told = begin is not None and begin.verb.terminal in _BEGINS_ANEW
        return told or addressing.for_nobody(said)

    def _is_order(self, raw: str, line: Clean) -> bool:
        said = _said(line)
        if not said.text.strip() or len(said.text) > 200:
            return False
        return any(
            reading.kind in ("order", "held") for reading in read_line(Written(raw, 0, said), self.lexicon)
        )


def _far(found: Reading, before: Reading) -> bool:
    """The trouble lies well inside the second line: it was meant as a condition, and the order must not run without."""
    return found.column is not None and found.column > len(before.text) + 12


def _said(line: Clean) -> Clean:
    """Without comment and without the marks of a list."""
    said = uncommented(line)
    return said if _echo(said) else unmarked(said)


def _last(line: Clean) -> str:
    words = atoms(line.text[-40:])
    return words[-1].word if words else ""


def _quoted(raw: str, number: int) -> Reading:
    return Reading(raw, number, "ignored", notes=("a quoted line is never read as an order",))


def closes(said: Clean, verb: str = "press") -> bool:
    """END PRESS, perhaps behind the mark of a list"""
    said = said if _echo(said) else unmarked(said)
    return " ".join(said.text.lower().split()).rstrip(".") == f"end {verb}"


def _ends(raw: str, line: Clean) -> bool:
    """`END`, or the line `-- ` above a signature (some programs drop its space, or make a long dash of it)."""
    word = line.text.strip().rstrip(".!").lower()
    return word == "end" or (word in ("--", "-") and raw.strip() in ("--", "\u2014"))


def _echo(line: Clean) -> bool:
    """What we print ourselves (D3), or what a mail program quotes."""
    return line.text.lstrip()[:1] in ("|", ">")
