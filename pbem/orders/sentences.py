"""One line of a letter: what in it is an order, what is talk, what is wrong with it.

A line may hold several sentences ("PURGE K. VOTE NO"); each is read by itself, so a bad one does not harm the others.
"""

import re
from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace
from rapidfuzz.distance import OSA

from pbem.orders import opening
from pbem.orders.errors import Unread
from pbem.orders.lines import Line
from pbem.orders.names import Lexicon
from pbem.orders.opening import NEXT, Opening
from pbem.orders.parser import parse
from pbem.orders.scanner import Sentence, tidy
from pbem.orders.text import Atom, Clean, atoms, short
from pbem.orders.verbs import TABLE, Verb
from pbem.orders.words import RESERVED

Kind = Literal["order", "ignored", "rejected", "comment"]
LONGEST = 600  # characters of one order
FREE = frozenset({"SALT", "MODERATOR", "PRESS", "HELP", "RULES", "VACATION"})
_ASKING = frozenset({"status", "help", "history", "rules", "orders", "form"})
_NEGATIONS = (
    ("do", "not"),
    ("don't",),
    ("dont",),
    ("never",),
    ("please", "don't"),
    ("i", "do", "not"),
    ("i", "don't"),
)
_NUMBERED = re.compile(r"\W*(\d{1,2})[.)]\s*\D")


class Reading(msgspec.Struct, frozen=True):
    """What became of one written line, or of a part of it where some of it could be read and some not.

    `text` as written (several lines read as one are joined by newlines); `number` of its first line, from 1; `column`:
    the place of the trouble in `text`, from 1.
    """

    text: str
    number: int
    kind: Kind
    lines: tuple[Line, ...] = ()
    error: str | None = None
    column: int | None = None
    notes: tuple[str, ...] = ()


class Written(msgspec.Struct, frozen=True):
    """A line as it was written, its number, and what of it is to be read."""

    raw: str
    number: int
    line: Clean

    def plus(self, raw: str, line: Clean) -> "Written":
        """With the line below it."""
        offset = len(self.raw) + 1
        places = [*self.line.places, len(self.raw), *(offset + place for place in line.places)]
        both = f"{self.raw}\n{raw}"
        return Written(
            both, self.number, Clean(f"{self.line.text} {line.text}", places, both, self.line.odd or line.odd)
        )

    def column(self, place: int) -> int:
        """Of a place in the clean text, in the text as written."""
        places = self.line.places
        return (places[place] if place < len(places) else places[-1] + 1 if places else 0) + 1


class _Outcome(msgspec.Struct, frozen=True):
    """What became of one sentence; `start`, `end` in the clean text."""

    kind: Kind
    start: int
    end: int
    lines: tuple[Line, ...] = ()
    error: str | None = None
    place: int | None = None
    notes: tuple[str, ...] = ()


def read_line(
    written: Written, lexicon: Lexicon, message: str = "", notes: tuple[str, ...] = ()
) -> list[Reading]:
    """The readings of one line; `message` is the text of a PRESS or MODERATOR below its first line."""
    reader = _LineReader(written, lexicon)
    if message or notes:
        outcome = reader.sentence(reader.atoms)
        lines = tuple(_with_message(line, message) for line in outcome.lines)
        return reader.merged([replace(outcome, lines=lines, notes=(*outcome.notes, *notes))])
    return reader.merged(reader.outcomes())


def _with_message(line: Line, message: str) -> Line:
    if line.verb not in ("press", "moderator"):
        return line
    return replace(line, words=f"{line.words}\n{message}".strip())


class _LineReader:
    def __init__(self, written: Written, lexicon: Lexicon) -> None:
        self.written = written
        self.line = written.line
        self.lexicon = lexicon
        self.atoms = atoms(self.line.text)

    def outcomes(self) -> list[_Outcome]:
        if len(self.line.text) > LONGEST and not self._free(self.atoms[:20]):
            return [self._too_long()]
        kept = self._with_colon(self._unnumbered(tidy(self.atoms)))
        found: list[_Outcome] = []
        for part in self._sentences(kept):
            found.append(self.sentence(part))
        return found or [_Outcome("ignored", 0, len(self.line.text))]

    def _too_long(self) -> _Outcome:
        words = [atom.word for atom in self.atoms[:20]]
        if opening.find(words, 0, self.lexicon) is None:
            return _Outcome("ignored", 0, len(self.line.text))
        error = f"This line has more than {LONGEST} characters; please write one order a line."
        return _Outcome("rejected", 0, len(self.line.text), error=error, place=LONGEST)

    def _unnumbered(self, kept: list[Atom]) -> list[Atom]:
        """`1 PURGE K`, `2: vote no`, `3 - TRY Satin`: a number before an order says nothing."""
        words = [atom.word for atom in kept[:6]]
        if words and words[0].isdigit():
            after = 2 if len(words) > 1 and words[1] in ("-", ":", ".", ")") else 1
            if opening.verb_at(words, after):
                return kept[after:]
        return kept

    def _with_colon(self, kept: list[Atom]) -> list[Atom]:
        """`KGB - PURGE Manjak` is `KGB: PURGE Manjak`."""
        words = [atom.word for atom in kept[:8]]
        name = self.lexicon.exact(words, 0, ("pol", "office")) if words else None
        at = name.length if name else 0
        if at and words[at : at + 1] in (["-"], ["->"]) and opening.verb_at(words, at + 1):
            return [*kept[:at], replace(kept[at], word=":"), *kept[at + 1 :]]
        return kept

    def _free(self, part: Sequence[Atom]) -> bool:
        begin = opening.find([atom.word for atom in part], 0, self.lexicon)
        return begin is not None and begin.verb.terminal in FREE

    def _sentences(self, kept: list[Atom]) -> list[list[Atom]]:
        """Cut at a full stop before another order; free text takes the rest."""
        words = [atom.word for atom in kept]
        parts: list[list[Atom]] = []
        start = 0
        for index, word in enumerate(words):
            if word != "." or index < start or opening.find(words, index + 1, self.lexicon) is None:
                continue
            if self._free(kept[start : start + 20]):
                break
            parts.append(kept[start:index])
            start = index + 1
        parts.append(kept[start:])
        return [part for part in parts if part]

    # -- one sentence ------------------------------------------------------------------------------------------------

    def sentence(self, part: list[Atom]) -> _Outcome:
        words = [atom.word for atom in part]
        begin = opening.find(words, 0, self.lexicon)
        if begin is None:
            return self._without_verb(part, words)
        if begin.strength == "advanced":
            return self._rejected(
                part, f"{begin.verb.word} is not for this game: it is played without {begin.verb.lacking}."
            )
        return self._parsed(part, begin)

    def _parsed(self, part: list[Atom], begin: Opening) -> _Outcome:
        heading = self.line.text.rstrip().endswith(":")  # "Orders:", "Influence:"
        if heading and begin.verb.terminal == "INFLUENCE" and len(part) == begin.at + 1:
            return _Outcome("ignored", part[0].start, part[-1].end)
        if begin.verb.alone:
            if heading:
                return _Outcome("ignored", part[0].start, part[-1].end)
            if begin.verb.name in ("yes", "no") and any(w.word not in opening.TAILS for w in part[begin.at + begin.length :]):
                return self._rejected(part, f"Please put {begin.verb.word} on a line of its own, the orders below it.")
            while len(part) > begin.at + begin.length and part[-1].word in opening.TAILS:
                part = part[:-1]
        if begin.verb.terminal in FREE:
            start = part[begin.start].start
            sentence = Sentence(
                self.line, [atom for atom in self.atoms if atom.start >= start], self.lexicon, plain=True
            )
            if sentence.words[-1] == "?" and begin.verb.name in _ASKING:
                sentence = Sentence(self.line, part[begin.start : -1], self.lexicon, plain=True)
        else:
            asked = part[-1].word == "?" and begin.verb.name in _ASKING
            sentence = Sentence(self.line, part[:-1] if asked else part, self.lexicon)
        return self._try(part, sentence, begin.strength == "firm", begin.verb)

    def _try(self, part: list[Atom], sentence: Sentence, firm: bool, verb: Verb | None) -> _Outcome:
        start, end = part[0].start, max(part[-1].end, sentence.text_end)
        try:
            parsed = parse(sentence)
        except Unread as trouble:
            return self._failed(part, sentence, trouble, firm, verb)
        if self.line.odd:
            return self._rejected(part, f"I dare not read this line: {self.line.odd}; please type it anew.")
        text = " ".join(self.line.text[start:end].split())
        lines = tuple(replace(line, text=text) for line in parsed.lines)
        return _Outcome("order", start, end, lines, notes=parsed.notes)

    def _failed(
        self, part: list[Atom], sentence: Sentence, trouble: Unread, firm: bool, verb: Verb | None
    ) -> _Outcome:
        if not firm:
            reason = f"taken for a remark: {trouble.message}"
            return _Outcome("ignored", part[0].start, part[-1].end, notes=(reason,))
        if trouble.word is None:
            place = part[0].start
        elif trouble.word < len(sentence.atoms):
            place = sentence.atoms[trouble.word].start
        else:
            place = sentence.text_end
        form = f" The form is {verb.form}." if verb is not None else ""
        error = f"{trouble.message[0].upper()}{trouble.message[1:]}"
        error += "" if error.endswith((".", "?")) else "."
        return self._rejected(part, error + form, place)

    def _rejected(self, part: list[Atom], error: str, place: int | None = None) -> _Outcome:
        start, end = part[0].start, part[-1].end
        return _Outcome("rejected", start, end, error=error, place=start if place is None else place)

    # -- lines that begin with no verb -------------------------------------------------------------------------------

    def _without_verb(self, part: list[Atom], words: list[str]) -> _Outcome:
        if opening.opens_modifier(words, 0):
            sentence = Sentence(self.line, part, self.lexicon)
            return self._try(part, sentence, NEXT in sentence.words, None)
        firmness = self._like_a_sheet(words)
        if firmness is not None:
            return self._try(part, Sentence(self.line, part, self.lexicon), firmness, None)
        return self._refused(part, words) or self._prose(part, words)

    def _like_a_sheet(self, words: list[str]) -> bool | None:
        """`Palavrian 10`, `G10 K9`, `10 Palavrian`: False if it could be prose as well, None if it is no sheet."""
        if words[0].rstrip("+").isdigit():
            at = 2 if words[1:2] in (["on"], ["="], [":"]) else 1
            begins = len(words) > at and self.lexicon.exact(words, at, ("pol",)) is not None
            return False if begins else None
        name = self.lexicon.exact(words, 0, ("pol", "office")) or (
            self.lexicon.loose(words, 0, ("pol",)) if words[0] not in RESERVED and len(words) < 4 else None
        )
        if name is None:
            return None
        rest = words[name.length : name.length + 2]
        if rest and rest[0] in ("=", ":", "-", "->"):
            rest = rest[1:]
        if not rest or not rest[0].rstrip("+").isdigit():
            return None
        return words[0] not in ("a", "i") and name.note is None

    def _refused(self, part: list[Atom], words: list[str]) -> _Outcome | None:
        """What begins almost like an order: a slip in the verb, "don't purge …", a numbered name."""
        for negation in _NEGATIONS:
            if tuple(words[: len(negation)]) == negation:
                begin = opening.find(words, len(negation), self.lexicon)
                if begin is not None and begin.strength == "firm" and not begin.verb.alone:
                    return self._rejected(
                        part, "There is no order not to do something; CANCEL n takes an order back."
                    )
        meant = self._meant(words)
        if meant is not None:
            at, verb = meant
            typed = short(self.line.text[part[at].start : part[at].end])
            return self._rejected(
                part, f'There is no order "{typed}"; did you mean {verb.word}?', part[at].start
            )
        if len(words) > 4 and all(self.lexicon.exact((word,), 0, ("pol",)) for word in words):
            return self._rejected(part, "These are only names; to record 10 down to 1 on them write INFLUENCE in front.")
        numbered = _NUMBERED.match(self.written.raw)
        name = self.lexicon.exact(words, 0, ("pol",))
        if numbered and name is not None and name.length == len(words) and len(name.targets) == 1:
            shown = self.lexicon.show(name.targets[0])
            error = f"A name alone is no order; to record influence write {shown} {int(numbered[1])}, without full stop or bracket."
            return self._rejected(part, error)
        return None

    def _meant(self, words: list[str]) -> tuple[int, Verb] | None:
        """`Prge Manjak`: the verb was mistyped, and what follows is what such a verb takes."""
        named = self.lexicon.exact(words, 0, ("pol", "office"))
        at = named.length + 1 if named is not None and words[named.length : named.length + 1] == [":"] else 0
        if at + 1 >= len(words) or not 4 <= len(words[at]) <= 14 or words[at] in RESERVED:
            return None
        slips = 1 if len(words[at]) < 6 else 2
        for verb in TABLE:
            if not verb.firm or OSA.distance(words[at], verb.name, score_cutoff=slips) > slips:
                continue
            takes = (
                words[at + 1] in ("guilty", "innocent", "yes", "no")
                if verb.name == "vote"
                else words[at + 1].isdigit()
            )
            if takes or self.lexicon.exact(words, at + 1, ("pol", "office")) is not None:
                return at, verb
        return None

    def _prose(self, part: list[Atom], words: list[str]) -> _Outcome:
        """A remark; where it might have been meant as an order, say why it was not."""
        notes: tuple[str, ...] = ()
        begin = opening.verb_at(words, 0)
        name = self.lexicon.exact(words, 0, ("pol", "office"))
        if begin is not None and 1 < len(words) < 5 and not begin[0].alone:
            notes = (
                f"taken for a remark: to be an order, {begin[0].word} must be followed as in {begin[0].form}",
            )
        elif name is not None and name.length == len(words) and len(words[0]) > 1:
            notes = ("a name alone is no order",)
        elif name is not None and _acts(words, name.length):
            shown = self.lexicon.show(name.targets[0])
            notes = (f"taken for a remark; to tell him what to do write {shown}: and the order",)
        elif 1 < len(words) < 6 and words[0] not in RESERVED and words[1] not in ("a", "i"):
            if self.lexicon.exact(words, 1, ("pol", "office")):
                typed = short(self.line.text[part[0].start : part[0].end])
                notes = (f'no order begins with "{typed}"; HELP lists them',)
        return _Outcome("ignored", part[0].start, part[-1].end, notes=notes)

    # -- the line as a whole -----------------------------------------------------------------------------------------

    def merged(self, outcomes: list[_Outcome]) -> list[Reading]:
        """One Reading, or one for what was read and one for each part that was not."""
        if len(outcomes) > 1:
            outcomes = self._among_prose(outcomes)
        if len(outcomes) == 1:
            return [self._reading(outcomes[0], self.written.raw)]
        orders = [one for one in outcomes if one.kind == "order"]
        others = [one for one in outcomes if one.kind != "order"]
        lines = tuple(line for one in orders for line in one.lines)
        notes = tuple(note for one in orders for note in one.notes)
        whole = (
            self.written.raw if not others else self._slice(orders[0].start, orders[-1].end) if orders else ""
        )
        read = [Reading(whole, self.written.number, "order", lines, notes=notes)] if orders else []
        return read + [self._reading(one, self._slice(one.start, one.end)) for one in others]

    def _among_prose(self, outcomes: list[_Outcome]) -> list[_Outcome]:
        """An order behind a sentence of prose might be part of it: ask for a line of its own."""
        doubtful = False
        judged = []
        for one in outcomes:
            if one.kind == "ignored":
                doubtful = doubtful or not _greets(self.line.text[one.start : one.end])
            elif one.kind == "rejected" and doubtful:
                one = replace(one, kind="ignored", error=None, place=None)
            elif one.kind == "order" and doubtful:
                error = "This may be an order or part of what stands before it; please put it on a line of its own."
                one = _Outcome("rejected", one.start, one.end, error=error, place=one.start)
            judged.append(one)
        return judged

    def _slice(self, start: int, end: int) -> str:
        return self.line.text[start:end].strip()

    def _reading(self, one: _Outcome, text: str) -> Reading:
        column = None if one.place is None else self.written.column(one.place)
        return Reading(text, self.written.number, one.kind, one.lines, one.error, column, one.notes)


def _acts(words: list[str], after: int) -> bool:
    """`KGB purges Manjak`, `KGB should purge Manjak`: said of him, not told to him."""
    return any(opening.verb_at([word.removesuffix("s")], 0) for word in words[after : after + 2])


def _greets(text: str) -> bool:
    words = [atom.word for atom in atoms(text)]
    return len(words) < 5 and words[0] in (
        "hi",
        "hello",
        "hey",
        "dear",
        "good",
        "thanks",
        "thank",
        "ciao",
        "moin",
        "ok",
    )
