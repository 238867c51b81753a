"""What of a letter is not done at once, but shown and held for a YES (E10): lines between or below quotations, names that fit two,
two versions that disagree.  Below the header of another mail nothing is taken, and no YES gives it.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from email import message_from_bytes

from msgspec.structs import replace
from sqlalchemy import select

from pbem.config import Config
from pbem.engine.events import Player
from pbem.mail.letters import Letter
from pbem.orders.lines import Line
from pbem.orders.reader import Reading
from pbem.orders.text import clean
from pbem.report.brief import Answer

from . import lines, rescue
from .asking import Titled
from .mailing import aware
from .owners import BELOW, EMPTY, LATE, Sorted, stale
from .record import MAIL, Record

Read = Callable[[Sequence[str]], list[Reading]]

BELOW_QUOTED = "It stands between or below quoted lines"
UNDER_HEADER = "It stands below the header of another mail, from where nothing is ever taken; please write it on top, above that mail."
ALL_UNDER_HEADER = "Your words stood below the header of another mail, from where nothing is ever taken. Please write your orders on top of it."
UNDER_END = "It stands below the line END, which closes the orders; please write it above."
TOO_LATE = "Your YES came after the deadline, so what it meant was not given then. {problem}"
#: So many lines of talk below a quotation are told back; the rest may be a quotation without marks.
_MOST_TALK = 6
#: So many signs that stand in our mail one after the other are ours.
_SURELY_OURS = 30
_FILE = re.compile(rb"^content-type:[ \t]*(?:image|audio|video|application)/", re.IGNORECASE | re.MULTILINE)
WITH_FILE = (
    "There was no text in it that could be read: pictures, recordings and attached files are not looked at. Please type your orders, "
    "one a line, above the quotation."
)
NO_TEXT = "There was no text above the quoted mail. Please type your orders there, one a line, or a word such as OK if you want none."
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
        readings = self.read(own_lines(self.record, self.player, self.letter, self.letter.below))
        rejected = [
            _below(one) for one in readings if one.kind == "rejected" and self.letter.cut_why != "end"
        ]
        return (*self._below(readings), *rejected, *self._talk(readings), *self._under_header())

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
        kept = [one for one in readings if not (talk and any(line.verb == "press" for line in one.lines))]
        answers = (*late, *self._hold(kept), *self._echoed(readings))
        if (
            not self.one.signed
        ):  # it may be anybody's: nothing in it is answered but that it came (decision D4)
            return (*answers, *not_kept(readings, self.problem)), []
        served = lines.serve(
            self.record, self.config, self.player, readings, self.problem, self.now, source=talk
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
        readings = self.read(own_lines(self.record, self.player, self.letter, self.letter.below))
        under = self._under_header()
        if self.problem in (BELOW, EMPTY):
            self.problem = self._why_nothing(readings, under)
        if self.letter.cut_why == "end":
            return (*self._below(readings), *under), None, []
        answers, asked = self._shown([one for one in readings if one.kind != "ignored"])
        return (*answers, *self._talk(readings), *under), None, asked

    def _why_nothing(self, readings: Sequence[Reading], under: Sequence[Answer]) -> str:
        """Why a letter without text above its quotation does nothing, and what to do."""
        if any(one.kind in ("order", "held", "rejected") for one in readings):
            return BELOW
        if under:
            return ALL_UNDER_HEADER
        if self._talk(readings):
            return TALK_BELOW
        return WITH_FILE if _FILE.search(self.one.row.raw) else NO_TEXT

    def _below(self, readings: Sequence[Reading]) -> tuple[Answer, ...]:
        orders = [one for one in readings if one.kind in ("order", "held")]
        if self.letter.cut_why == "end":
            return tuple(Answer("rejected", one.text, None, (), UNDER_END) for one in orders)
        return (*self._hold(orders, BELOW_QUOTED), *not_kept(orders))

    def _under_header(self) -> tuple[Answer, ...]:
        """What looks like an order below the header of another mail: mentioned, and not even a YES gives it."""
        lines_there = own_lines(self.record, self.player, self.letter, self.letter.under_header)
        found = [one for one in self.read(lines_there) if one.kind in ("order", "held")]
        return tuple(Answer("ignored", one.text, None, (UNDER_HEADER,)) for one in found[:_MOST_TALK])

    def _hold(self, readings: Sequence[Reading], why: str = "") -> tuple[Answer, ...]:
        return rescue.hold(self.record, self.player, self.one.row.id, readings, self.one.signed, why)

    def _echoed(self, readings: Sequence[Reading]) -> tuple[Answer, ...]:
        return lines.echoed([one for one in readings if one.kind != "held"], self.name)

    def _talk(self, readings: Sequence[Reading]) -> tuple[Answer, ...]:
        """What of the lines below is no order and may be his: not what follows a signature or END."""
        if self.letter.cut_why in ("signature", "end"):
            return ()
        told = lines.echoed([one for one in readings if one.kind == "ignored"], self.name)
        return told[:_MOST_TALK]


def dared(readings: Sequence[Reading], letter: Letter) -> list[Reading]:
    """Lines in which something is hidden are no orders, whatever they say."""
    odd = dict(letter.odd)
    return [_dared(one, odd) if odd and one.lines else one for one in readings]


def _dared(reading: Reading, odd: Mapping[int, str]) -> Reading:
    rows = range(reading.number - 1, reading.number + reading.text.count("\n"))
    why = next((odd[row] for row in rows if row in odd), "")
    if not why:
        return reading
    error = f"I dare not read this line: {why}; please type it anew."
    return Reading(reading.text, reading.number, "rejected", error=error)


def not_kept(readings: Sequence[Reading], problem: str = "") -> list[Answer]:
    """READY, YES, a question: never held."""
    found = [(one, line.verb) for one in readings for line in one.lines if line.verb in rescue.NOT_HELD]
    again = "Please write it on top of a new answer to this mail."
    return [
        Answer("rejected", one.text, None, (), f"{problem or BELOW} {verb.upper()} is never kept. {again}")
        for one, verb in found
    ]


def _below(reading: Reading) -> Answer:
    return Answer("rejected", reading.text, None, reading.notes, f"{reading.error} ({BELOW_QUOTED}.)")


def own_lines(record: Record, player: Player, letter: Letter, below: Sequence[str]) -> list[str]:
    """These lines without those of the mail that he answers: some programs quote without any mark, and wrap anew."""
    if not any(below):
        return []
    ours = _answered(record, player, letter)
    known = [_words(line) for line in ours.split("\n")]
    whole = " ".join(filter(None, known))
    return [
        line
        for line in below
        if (said := _words(line)) not in known and not (len(said) >= _SURELY_OURS and said in whole)
    ]


def _answered(record: Record, player: Player, letter: Letter) -> str:
    """The text of our mails that this letter answers."""
    ids = [f"<{name}>" for name in (*letter.in_reply_to, *letter.references)]
    query = select(MAIL.c.raw).where(
        MAIL.c.game == record.id, MAIL.c.player == player, MAIL.c.message_id.in_(ids)
    )
    return "\n".join(_text(raw) for raw in record.connection.execute(query).scalars() if raw)


def _text(raw: bytes) -> str:
    for part in message_from_bytes(raw).walk():
        body = part.get_payload(decode=True) if part.get_content_type() == "text/plain" else None
        if isinstance(body, bytes):
            return body.decode("utf-8", "replace")
    return ""


def _words(line: str) -> str:
    """For comparing: however it is quoted, in bold, with whatever quotation marks."""
    return " ".join(clean(line).text.replace("*", " ").split()).casefold()


def _orders(readings: Sequence[Reading]) -> list[Line]:
    return [replace(line, text="") for one in readings for line in one.lines]
