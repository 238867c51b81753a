"""One line of a letter: what in it is an order, what is talk, what is wrong with it.

A line may hold several sentences ("PURGE K. VOTE NO"); each is read by itself, so a bad one does not harm the others.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from pbem.orders import addressing, corrections, hints, opening, remarks, slots
from pbem.orders.corrections import Heard
from pbem.orders.errors import Unread
from pbem.orders.idioms import plainly
from pbem.orders.lines import Line
from pbem.orders.names import Lexicon
from pbem.orders.opening import NEXT, Opening
from pbem.orders.papers import MESSAGES, ONE_LINE
from pbem.orders.parser import parse
from pbem.orders.quoting import gathered
from pbem.orders.readings import Outcome, Reading, Written
from pbem.orders.scanner import Sentence
from pbem.orders.sheets import sheet
from pbem.orders.text import Atom, atoms, short
from pbem.orders.tidying import tidy
from pbem.orders.verbs import Verb, not_here

LONGEST = 600  # characters of one order
_TALK = frozenset({"SALT", "MODERATOR", "PRESS", "PROTEST", "PAPER", "OBITUARY", "MEMO"})
FREE = frozenset({*_TALK, "HELP", "RULES", "VACATION", "ADDRESS", "SETTING"})
_ASKING = frozenset({"status", "help", "history", "rules", "orders", "form", "why", "extend"})


def read_line(
    written: Written,
    lexicon: Lexicon,
    message: str = "",
    notes: tuple[str, ...] = (),
    closed: bool = False,
) -> list[Reading]:
    """The readings of one line; `message` is the text of a PRESS or MODERATOR below its first line, `closed`: END PRESS ends it."""
    reader = _LineReader(written, lexicon)
    if message or notes or closed:
        outcome = reader.sentence(reader.atoms)
        lines = tuple(_with_message(line, message, closed) for line in outcome.lines)
        return reader.merged([replace(outcome, lines=lines, notes=(*outcome.notes, *notes))])
    return reader.merged(reader.outcomes())


def _with_message(line: Line, message: str, closed: bool) -> Line:
    if line.verb not in MESSAGES:
        return line
    if line.verb in ONE_LINE:
        return replace(line, words=f"{line.words} {message}".strip())
    return replace(line, words=f"{line.words}\n{message}".strip("\n"), closed=closed and line.verb == "press")


def _chosen(part: list[Atom], words: list[str], order: Sequence[int]) -> tuple[list[Atom], list[str]]:
    return [part[index] for index in order], [words[index] for index in order]


class _LineReader:
    def __init__(self, written: Written, lexicon: Lexicon) -> None:
        self.written = written
        self.line = written.line
        self.lexicon = lexicon
        found = gathered(self.line.text, written.atoms or atoms(self.line.text))
        self.atoms = addressing.plain(found, lexicon)

    def outcomes(self) -> list[Outcome]:
        if len(self.line.text) > LONGEST and not self._free(self.atoms[:20]):
            return [self._too_long()]
        kept = self._with_colon(self._unnumbered(tidy(self._plainly())))
        found: list[Outcome] = []
        for part in self._sentences(kept):
            found.append(self.sentence(part))
        return found or [Outcome("ignored", 0, len(self.line.text))]

    def _plainly(self) -> list[Atom]:
        """With idioms in plain words; free text stays as it is."""
        return self.atoms if self._free(self.atoms[:20]) else plainly(self.atoms, self.lexicon)

    def _too_long(self) -> Outcome:
        words = [atom.word for atom in self.atoms[:20]]
        if opening.find(words, 0, self.lexicon) is None:
            return Outcome("ignored", 0, len(self.line.text))
        error = f"This line has more than {LONGEST} characters; please write one order a line."
        return Outcome("rejected", 0, len(self.line.text), error=error, place=LONGEST)

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
        kept = slots.as_actor(kept)
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
        """Cut at a full stop before another order, and where somebody thinks again; free text takes the rest."""
        words = [atom.word for atom in kept]
        parts: list[list[Atom]] = []
        start = 0
        for index, word in enumerate(words):
            if index < start:
                continue
            if word == ".":
                begin, cuts = index + 1, self._begins(words, start, index)
            else:
                begin, cuts = index, word in corrections.BEGINS and self._breaks(words, start, index)
            if not cuts:
                continue
            if self._free(kept[start : start + 20]):
                break
            parts.append(tidy(kept[start:index]))
            start = begin
        parts.append(kept[start:])
        return [part for part in parts if part]

    def _breaks(self, words: list[str], start: int, index: int) -> bool:
        """Does an order end here because its writer thinks again?"""
        return (
            corrections.breaks(words, start, index) and opening.find(words, start, self.lexicon) is not None
        )

    def _begins(self, words: list[str], start: int, index: int) -> bool:
        """Does something new begin behind the full stop at `index`?"""
        said = corrections.opens(words, start)
        if said is not None and start + said[0] == index:  # "No wait. Purge Satin instead"
            return "instead" not in words[index:] and said[1] == "scrap"
        return (
            opening.find(words, index + 1, self.lexicon) is not None
            or corrections.follows(words[index + 1 :], self.lexicon)
            or opening.wishes(words, start, index)
            or remarks.mistyped(words, index + 1, self.lexicon) is not None
        )

    # -- one sentence ------------------------------------------------------------------------------------------------

    def sentence(self, part: list[Atom]) -> Outcome:
        words = [atom.word for atom in part]
        heard = corrections.heard(words, self.lexicon)
        if heard is None or self._free(part[:20]):
            return self._plain(part, words)
        return self._corrected(part, words, heard)

    def _corrected(self, part: list[Atom], words: list[str], heard: Heard) -> Outcome:
        """A second thought; `second.settle` looks what stands above it."""
        inner = self._plain(*_chosen(part, words, heard.order)) if heard.order else None
        if inner is None or inner.kind != "order":
            if heard.order and heard.force in ("scrap", "strong"):
                assert inner is not None
                return replace(inner, heard=heard)
            outcome = self._plain(part, words)
            return outcome if heard.order else replace(outcome, heard=heard)
        heard = replace(heard, lines=inner.lines)
        if heard.force == "cautious":
            return replace(self._plain(part, words), heard=heard)
        return replace(inner, start=part[0].start, end=part[-1].end, heard=heard)

    def _plain(self, part: list[Atom], words: list[str]) -> Outcome:
        begin = opening.find(words, 0, self.lexicon)
        recorded = sheet(part, words, begin, self.lexicon)
        if recorded is not None:
            firm = begin is not None or not recorded.doubtful
            return self._try(part, Sentence(self.line, recorded.atoms, self.lexicon), firm, None)
        if begin is None:
            return self._without_verb(part, words)
        if self.lexicon.lacks(begin.verb.switch):
            return self._rejected(part, not_here(begin.verb))
        return self._parsed(part, begin)

    def _parsed(self, part: list[Atom], begin: Opening) -> Outcome:
        heading = self.line.text.rstrip().endswith(":")  # "Orders:", "Influence:"
        if heading and begin.verb.terminal == "INFLUENCE" and len(part) == begin.at + 1:
            return Outcome("ignored", part[0].start, part[-1].end)
        if begin.verb.alone:
            if heading:
                return Outcome("ignored", part[0].start, part[-1].end)
            if begin.verb.name in ("yes", "no") and any(
                w.word not in opening.TAILS for w in part[begin.at + begin.length :]
            ):
                return self._rejected(
                    part, f"Please put {begin.verb.word} on a line of its own, the orders below it."
                )
            while len(part) > begin.at + begin.length and part[-1].word in opening.TAILS:
                part = part[:-1]
        if begin.verb.terminal in FREE:
            start = part[begin.start].start
            sentence = Sentence(
                self.line, [atom for atom in self.atoms if atom.start >= start], self.lexicon, plain=True
            )
        else:
            asked = part[-1].word == "?" and begin.verb.name in _ASKING
            sentence = slots.worded(self.line, part[:-1] if asked else part, self.lexicon, begin.verb)
        return self._try(part, sentence, begin.strength == "firm", begin.verb)

    def _try(self, part: list[Atom], sentence: Sentence, firm: bool, verb: Verb | None) -> Outcome:
        start, end = part[0].start, max(part[-1].end, sentence.text_end)
        try:
            parsed = parse(sentence)
        except Unread as trouble:
            return self._failed(part, sentence, trouble, firm, verb)
        if self.line.odd and (verb is None or verb.terminal not in _TALK):
            return self._rejected(part, f"I dare not read this line: {self.line.odd}; please type it anew.")
        text = " ".join(self.line.text[start:end].split())
        lines = tuple(replace(line, text=text) for line in parsed.lines)
        if sentence.doubts:  # a sentence that may be prose is not worth a question
            asked = f"{'; '.join(sentence.doubts)}."
            found = Outcome("held", start, end, lines, asked, notes=parsed.notes)
            return found if firm else Outcome("ignored", start, end, notes=(f"taken for a remark: {asked}",))
        return Outcome("order", start, end, lines, notes=parsed.notes)

    def _failed(
        self, part: list[Atom], sentence: Sentence, trouble: Unread, firm: bool, verb: Verb | None
    ) -> Outcome:
        if not firm:
            reason = f"taken for a remark: {trouble.message}"
            return Outcome("ignored", part[0].start, part[-1].end, notes=(reason,))
        if trouble.word is None:
            place = part[0].start
        elif trouble.word < len(sentence.atoms):
            place = sentence.atoms[trouble.word].start
        else:
            place = sentence.text_end
        form = f" The form is {verb.form}." if verb is not None else ""
        error = f"{trouble.message[0].upper()}{trouble.message[1:]}"
        error += "" if error.endswith((".", "?")) else "."
        return self._rejected(part, error + form + hints.hint([atom.word for atom in part], verb), place)

    def _rejected(self, part: list[Atom], error: str, place: int | None = None) -> Outcome:
        start, end = part[0].start, part[-1].end
        return Outcome("rejected", start, end, error=error, place=start if place is None else place)

    # -- lines that begin with no verb -------------------------------------------------------------------------------

    def _without_verb(self, part: list[Atom], words: list[str]) -> Outcome:
        if opening.opens_modifier(words, 0):
            sentence = slots.worded(self.line, part, self.lexicon)
            return self._try(part, sentence, NEXT in sentence.words, None)
        firmness = remarks.like_a_sheet(words, self.lexicon)
        if firmness is not None:
            return self._try(part, Sentence(self.line, part, self.lexicon), firmness, None)
        return self._prose(part, words)

    def _prose(self, part: list[Atom], words: list[str]) -> Outcome:
        """A remark, or what begins almost like an order."""

        def typed(at: int) -> str:
            return short(self.line.text[part[at].start : part[at].end])

        refused = remarks.refusal(words, typed, self.written.raw, self.lexicon)
        if refused is not None:
            error, at = refused
            return self._rejected(part, error, part[at].start)
        notes = remarks.notes(words, typed, self.lexicon)
        return Outcome("ignored", part[0].start, part[-1].end, notes=notes)

    # -- the line as a whole -----------------------------------------------------------------------------------------

    def merged(self, outcomes: list[Outcome]) -> list[Reading]:
        """One Reading, or one for what was read and one for each part that was not."""
        if len(outcomes) > 1:
            outcomes = self._among_prose(outcomes)
        if len(outcomes) == 1:
            return [self._reading(outcomes[0], self.written.raw)]
        if any(one.heard for one in outcomes):
            return [self._reading(one, self._slice(one.start, one.end)) for one in outcomes]
        orders = [one for one in outcomes if one.kind == "order"]
        others = [one for one in outcomes if one.kind != "order"]
        lines = tuple(line for one in orders for line in one.lines)
        notes = tuple(note for one in orders for note in one.notes)
        whole = (
            self.written.raw if not others else self._slice(orders[0].start, orders[-1].end) if orders else ""
        )
        read = [Reading(whole, self.written.number, "order", lines, notes=notes)] if orders else []
        return read + [self._reading(one, self._slice(one.start, one.end)) for one in others]

    def _among_prose(self, outcomes: list[Outcome]) -> list[Outcome]:
        """An order behind a sentence of prose might be part of it: ask for a line of its own."""
        doubtful = False
        judged = []
        for one in outcomes:
            if one.heard and doubtful:
                one = replace(one, heard=None)
            if one.kind == "ignored" and not one.heard:
                doubtful = doubtful or not remarks.greets(self.line.text[one.start : one.end])
            elif one.kind == "rejected" and doubtful:
                one = replace(one, kind="ignored", error=None, place=None)
            elif one.kind in ("order", "held") and doubtful:
                error = "This may be an order or part of what stands before it; please put it on a line of its own."
                one = Outcome("rejected", one.start, one.end, error=error, place=one.start)
            judged.append(one)
        return judged

    def _slice(self, start: int, end: int) -> str:
        return self.line.text[start:end].strip()

    def _reading(self, one: Outcome, text: str) -> Reading:
        column = None if one.place is None else self.written.column(one.place)
        return Reading(
            text, self.written.number, one.kind, one.lines, one.error, column, one.notes, one.heard
        )
