"""What of a letter is not done at once, but shown and held for a YES (E10): lines between or below quotations, names that fit two,
two versions that disagree.  Below the header of another mail nothing is taken, and no YES gives it.
"""

import re
from collections.abc import Sequence
from datetime import datetime

from msgspec.structs import replace

from pbem.config import Config
from pbem.engine.events import Player
from pbem.orders.lines import Line
from pbem.orders.reader import Reading
from pbem.report.brief import Answer

from . import lines, press, rescue
from .asking import Titled
from .disguises import LIKE_ORDERS, Read
from .mailing import aware
from .ourlines import own_lines
from .owners import BELOW, EMPTY, LATE, Sorted, stale
from .record import Record

#: Why a letter was cut where it quotes.
_QUOTES = ("quote", "marker", "original", "headers", "attribution")

BELOW_QUOTED = "It stands between or below quoted lines"
UNDER_HEADER = "It stands below the header of another mail, from where nothing is ever taken; please write it on top, above that mail."
ALL_UNDER_HEADER = "Your words stood below the header of another mail, from where nothing is ever taken. Please write your orders on top of it."
INSIDE = (
    "It stands inside the quotation, from where nothing is ever taken; please write it on top, above that."
)
UNDER_END = "It stands below the line END, which closes the orders; please write it above."
BELOW_TALK = "What you wrote stood between or below quoted text; please write it above the quotation."
#: They go to people word for word.
_WORDS = frozenset(("press", "moderator", "protest"))
TOO_LATE = "Your YES came after the deadline, so what it meant was not given then. {problem}"
#: So many lines of talk below a quotation are told back; the rest may be a quotation without marks.
_MOST_TALK = 6
#: So many lines are told that would be orders anywhere else.
_MOST_ORDERS = 24
#: What people set before an answer inside a quotation, by hand or by their program: `[Boris] `, `My answer: `, `-> `.
_LABEL = re.compile(
    r"\s*(?:[\[({<][^\[\](){}<>]{1,40}[\])}>]\s*:?|[^\W\d][\w .'-]{0,30}:|[A-Za-z]{1,3}[>)]|[-=]*>|[*#]+)\s*"
)
WITH_FILE = (
    "There was no text in it that could be read: pictures, recordings and attached files are not looked at. Please type your orders, "
    "one a line, {where}."
)
FILE_UNSENT = (
    "There was no text in it that could be read: pictures, recordings and attached files are not looked at, so nothing was sent to "
    "anybody. Please type your answer."
)
ABOVE, ITSELF = "above the quotation", "in the mail itself"
NOTHING_TYPED = (
    "There was no text in it. Please type your orders, one a line, or a word such as OK if you want none."
)
NO_TEXT = (
    "There was no text above the quoted mail. Please type your orders there, one a line, or a word such as OK if you want none. A line "
    "that begins with “|” or “>” counts as quoted."
)
TALK_BELOW = "Its words stand between or below quoted lines, and none of them is an order. Please write your orders on top, one a line."
DISAGREE = "Your mail program sent it in two versions, as plain text and formatted, and they do not give the same orders"

PLAIN_EMPTY = (
    "Your mail program sent it in two versions, and only the formatted one, not the plain text, holds orders"
)


class Desk:
    """One letter of a player, and what in it waits for his YES."""

    def __init__(
        self, record: Record, config: Config, player: Player, one: Sorted, now: datetime, read: Read
    ) -> None:
        self.record, self.config, self.player, self.now = record, config, player, now
        self.one, self.letter, self.read = one, one.letter, read
        self.name: str = record.seat_rows[player].name
        #: why nothing of it is applied
        self.problem = ""
        self.other: list[Reading] = []

    def on_top(self, readings: Sequence[Reading]) -> tuple[Answer, ...]:
        """Lines whose name fits one Politician best and others too: only they wait, not the others of the letter."""
        return self._hold([one for one in readings if one.kind == "held"])

    def below(self) -> tuple[Answer, ...]:
        """What he wrote between or below quoted lines, while other lines stood on top."""
        readings, unsent = self._apart()
        rejected = [
            _below(one) for one in readings if one.kind == "rejected" and self.letter.cut_why != "end"
        ]
        return (*unsent, *self._below(readings), *rejected, *self._talk(readings), *self._under_header())

    def disagreement(self, readings: Sequence[Reading]) -> str:
        """The problem of a letter whose formatted version gives other orders than its plain text; "" if it has none."""
        self.other = self.read(self.letter.other_lines)
        return DISAGREE if self.other and _orders(self.other) != _orders(readings) else ""

    def unapplied(
        self, readings: Sequence[Reading], problem: str
    ) -> tuple[tuple[Answer, ...], tuple[str, ...] | None, list[Titled]]:
        """A letter of which nothing is applied: what becomes of its lines, what its other version says, and what it asked for.

        Sets `problem`.
        """
        self.problem = problem
        if not any(self.letter.lines):
            return self._without_text()
        if problem == DISAGREE and not _orders(readings):
            self.problem, readings = PLAIN_EMPTY, [*readings, *(one for one in self.other if one.lines)]
        answers, asked = self._shown(readings)
        other = tuple(self.record.say(line) for one in self.other for line in one.lines)
        return (*answers, *self.below()), other if self.problem == DISAGREE else None, asked

    # -- the parts ---------------------------------------------------------------------------------------------------

    def _shown(self, readings: Sequence[Reading]) -> tuple[tuple[Answer, ...], list[Titled]]:
        """Each line as it would be read, held if it can be; questions are served (decision D4)."""
        talk = self._carried()
        late = self._renewed(readings)
        if late:
            self.problem = TOO_LATE.format(problem="" if self.problem == LATE else self.problem).strip()
            readings = [one for one in readings if one.lines[:1] == () or one.lines[0].verb != "yes"]
        kept = [
            one for one in readings if not (talk and any(line.verb in lines.CARRIED for line in one.lines))
        ]
        answers = (*late, *self._hold(kept), *self._echoed(readings))
        if (
            not self.one.signed
        ):  # it may be anybody's: nothing in it is answered but that it came (decision D4)
            return (*answers, *not_kept(readings)), []
        served = lines.serve(
            self.record,
            self.config,
            self.player,
            readings,
            self.problem,
            self.now,
            source=talk,
        )
        return (*served.answers, *answers), served.sections

    def _carried(self) -> tuple[int, datetime] | None:
        """The letter as the source of messages to other players: an old report may be answered with them (decision D4), no other fault."""
        old = stale(self.problem)
        row = self.one.row
        return (
            (row.id, aware(row.received) or self.now)
            if old and self.one.signed and any(self.letter.lines)
            else None
        )

    def _renewed(self, readings: Sequence[Reading]) -> tuple[Answer, ...]:
        """A YES that came after the deadline."""
        if not self.one.signed or not any(line.verb == "yes" for one in readings for line in one.lines):
            return ()
        replied = (*self.letter.in_reply_to, *reversed(self.letter.references))
        return rescue.renew(self.record, self.player, self.one.row.id, replied, self.one.signed)

    def _without_text(self) -> tuple[tuple[Answer, ...], None, list[Titled]]:
        """Nothing stands on top: what stands below, if it is his."""
        readings, unsent = self._apart()
        under = self._under_header()
        if self.problem in (BELOW, EMPTY):
            self.problem = BELOW_TALK if unsent else self._why_nothing(readings, under)
        if self.letter.cut_why == "end":
            return (*unsent, *self._below(readings), *under), None, []
        answers, asked = self._shown([one for one in readings if one.kind != "ignored"])
        return (*unsent, *answers, *self._talk(readings), *under), None, asked

    def _apart(self) -> tuple[list[Reading], tuple[Answer, ...]]:
        """What stands below, without words to other people: those are never held, for no list and no report may tell them."""
        readings = self.read(own_lines(self.record, self.player, self.letter, self.letter.below))
        talk = [one for one in readings if any(line.verb in _WORDS for line in one.lines)]
        why = UNDER_END if self.letter.cut_why == "end" else f"{BELOW_QUOTED}, from where nothing is sent."
        return [one for one in readings if one not in talk], tuple(
            press.unsent(one.text, why) for one in talk
        )

    def _why_nothing(self, readings: Sequence[Reading], under: Sequence[Answer]) -> str:
        """Why a letter without text above its quotation does nothing, and what to do."""
        if any(one.kind in ("order", "held", "rejected") for one in readings):
            return BELOW
        if under:
            return ALL_UNDER_HEADER
        if self._talk(readings):
            return TALK_BELOW
        if self.letter.attached:
            return WITH_FILE.format(where=ABOVE if self._quotes() else ITSELF)
        return NO_TEXT if self._quotes() else NOTHING_TYPED

    def _quotes(self) -> bool:
        """Does the letter quote anything, however its program does that?"""
        letter, below = self.letter, [line for line in self.letter.below if line]
        if letter.quoted or letter.under_header or letter.cut_why in _QUOTES:
            return True
        return len(own_lines(self.record, self.player, letter, below)) < len(below)

    def _below(self, readings: Sequence[Reading]) -> tuple[Answer, ...]:
        orders = [one for one in readings if one.kind in ("order", "held")]
        if self.letter.cut_why == "end":
            return tuple(Answer("rejected", one.text, None, (), UNDER_END) for one in orders)
        return (*self._hold(orders, BELOW_QUOTED), *not_kept(orders, BELOW_QUOTED))

    def _under_header(self) -> tuple[Answer, ...]:
        """What looks like an order below the header of another mail, or among the marked lines of a quotation: mentioned, and not even
        a YES gives it.
        """
        told: list[Answer] = []
        for there, why in ((self.letter.under_header, UNDER_HEADER), (self.letter.quoted, INSIDE)):
            lines_there = own_lines(self.record, self.player, self.letter, there)
            found = [line for line in lines_there if line and meant(line, self.read)]
            told += [self._left(line, why) for line in found[:_MOST_ORDERS]]
        return tuple(told)

    def _left(self, line: str, why: str) -> Answer:
        """A line that is never taken; words to other people are told where no archive keeps them."""
        talk = any(found.verb in _WORDS for one in self.read([line]) for found in one.lines)
        return press.unsent(line, why) if talk else Answer("ignored", line, None, (why,))

    def _hold(self, readings: Sequence[Reading], why: str = "") -> tuple[Answer, ...]:
        return rescue.hold(self.record, self.player, self.one.row.id, readings, self.one.signed, why)

    def _echoed(self, readings: Sequence[Reading]) -> tuple[Answer, ...]:
        return lines.echoed([one for one in readings if one.kind != "held"], self.name)

    def _talk(self, readings: Sequence[Reading]) -> tuple[Answer, ...]:
        """What of the lines below is no order and may be his: not what follows a signature or END."""
        if self.letter.cut_why == "end":
            return ()
        if self.letter.cut_why == "signature":
            readings = [one for one in readings if one.kind == "ignored" and meant(one.text, self.read)]
        told = lines.echoed([one for one in readings if one.kind == "ignored"], self.name)
        return told[:_MOST_TALK]


def meant(line: str, read: Read) -> bool:
    """Would it be read as an order, by itself or behind what people set before an answer?"""
    label = _LABEL.match(line)
    said = (line, line[label.end() :]) if label else (line,)
    return any(one.kind in LIKE_ORDERS for words in said if words for one in read([words]))


def not_kept(readings: Sequence[Reading], why: str = "") -> list[Answer]:
    """READY, YES, a question: never held.  `why`: where that is not said already of the whole letter."""
    why = f"{why.rstrip('. ')}. " if why else ""
    found = [(one, line.verb) for one in readings for line in one.lines if line.verb in rescue.NOT_HELD]
    again = "Please write it on top of a new answer to this mail."
    return [
        Answer("rejected", one.text, None, (), f"{why}{verb.upper()} is never kept. {again}")
        for one, verb in found
    ]


def _below(reading: Reading) -> Answer:
    return Answer("rejected", reading.text, None, reading.notes, f"{reading.error} ({BELOW_QUOTED}.)")


def _orders(readings: Sequence[Reading]) -> list[Line]:
    return [replace(line, text="") for one in readings for line in one.lines]
