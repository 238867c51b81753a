"""What is written in answer to a message (E14), and what in any message may have been meant for the judge.

Above the quotation of a message's mail nothing is carried out, whatever it looks like: it goes to the author of that message, or to those
whom its first line names.  It is carried in any session, on hold, and for two weeks after the end.
"""

from collections.abc import Sequence
from datetime import datetime

import msgspec
from sqlalchemy import insert

from pbem.config import Config
from pbem.engine.events import Player
from pbem.orders import sifting
from pbem.orders.lines import Line
from pbem.orders.reader import Reading
from pbem.orders.sifting import Part, Sifted
from pbem.report import press_told
from pbem.report.brief import Answer
from pbem.report.prose import HELD, listed
from pbem.store.tables import OVER

from . import press
from .press import Message, Unsent
from .record import Record
from .rescue import RESCUE

#: A message read as sure, where a near miss of a name would do for an order.
_GUESSED = "read "
#: Where others have the id of their letter: what the moderator entered for somebody.
NO_LETTER = 0
ALONE = (
    "Nobody but you got that message, so its writer would know who answers. To send it all the same, with your name, begin it with "
    f"“SIGNED:” in place of{HELD}ANONYMOUS."
)
#: How a line of a message that was not sent is sent.
BY_ITSELF = press_told.BY_NAME.format(head=f"PRESS{HELD}TO{HELD}…")
#: Marks what stood in a message among what is held: nobody is sent it by a YES or NO.
_FROM_TALK = Line("press", vote="no")
#: `Line.to` of a message without its writer's name, and of one with it.
_NAMELESS = {True: "anonymous", False: None}


class Desk:
    """Messages in one letter of a player."""

    def __init__(
        self,
        record: Record,
        config: Config,
        player: Player,
        letter: int | None,
        given: datetime,
        now: datetime,
    ) -> None:
        self.record, self.config, self.player = record, config, player
        self.letter, self.given, self.now = letter, given, now

    def line(self, line: Line, reading: Reading) -> list[Answer]:
        """A PRESS line: sent, but for what in it may be an order."""
        if guessed := [note for note in reading.notes if note.startswith(_GUESSED)]:
            error = f"I {guessed[0]}, but a message cannot be called back; please write the name as it is."
            return self.unsent(reading.text, error, line.closed)
        try:
            it = press.message(self.record, self.player, line, "")
        except Unsent as error:
            return self.unsent(reading.text, str(error), line.closed)
        return self._sifted(it, sifting.message(line, self.record.lexicon), self._by_name(it))

    def unsent(self, text: str, error: str, closed: bool = False) -> list[Answer]:
        """A message that goes to nobody: all of it is told back, and its writer asked about what in it may be an order.

        `closed`: END PRESS said that nothing in it is one.
        """
        sifted = sifting.Sifted("") if closed else sifting.orders(text, self.record.lexicon)
        asked = self._asked(sifted, press_told.ASTRAY, BY_ITSELF) if sifted.back else []
        return [press.unsent(text, error), *asked]

    def answer(self, to: int, text: Sequence[str]) -> tuple[list[Answer], tuple[Reading, ...]]:
        """What stands above the quotation in an answer to message `to`; and messages of their own that stand in it."""
        first, over = press.kept(self.record, to), self.record.row.status == OVER
        hidden = self._unnamed_in(first)
        answers: list[Answer] = []
        talk: list[Reading] = []
        parts = sifting.parts(text, self.record.lexicon)
        for part in parts:
            sifted = sifting.answer(part, self.record.lexicon, over)
            talk += sifted.talk
            hidden = hidden if part.head.hidden is None else part.head.hidden
            if part.kind != "said":
                answers += self._beside(part, sifted)
            elif part.head.to or len(parts) == 1 or any(map(str.strip, part.lines)):
                answers += self._said(
                    Line("press", players=part.head.to, to=_NAMELESS[hidden], number=to), part, sifted
                )
        return answers, tuple(talk)

    def _said(self, line: Line, part: Part, sifted: Sifted) -> list[Answer]:
        """One message of an answer."""
        whole = "\n".join(part.whole)
        if part.head.error:
            return self.unsent(whole, part.head.error, part.closed)
        if sifted.talk and not (sifted.text or sifted.back):
            return []
        try:
            it = self._answering(line)
        except Unsent as error:
            return self.unsent(whole, str(error), part.closed)
        how = self._by_name(it) if it.answers is None else press_told.BY_END
        answers = self._sifted(it, sifted, how)
        if answers and answers[0].kind == press_told.SENT and sifted.words:
            answers[0] = _with_words(answers[0], sifted.words)
        return answers

    def _beside(self, part: Part, sifted: Sifted) -> list[Answer]:
        """What in an answer is for nobody: below END PRESS, below a word to the moderator, with a head that cannot be read."""
        whole = "\n".join(part.whole)
        if part.kind == "press":
            first = sifting.understood(part, self.record.lexicon)
            if sifting.astray(first, self.record.lexicon):
                return self.unsent(whole, first.error or "", part.closed)
        below = part.kind == "below"
        why = press_told.AFTER_END if below else press_told.AFTER_TALK
        left = [press.unsent(sifted.text, why)] if sifted.text else []
        where = press_told.UNDER_END if below else press_told.ASTRAY
        return [*left, *(self._asked(sifted, where, BY_ITSELF) if sifted.back else [])]

    # -- to whom --------------------------------------------------------------------------------------------------------

    def _by_name(self, it: Message) -> str:
        """How a line is sent to these though it reads like an order."""
        everybody = len(it.to) == len(self.record.seat_rows) - 1
        names = "" if everybody else f" TO {', '.join(it.to)}"
        head = f"PRESS{' ANONYMOUS' if it.hidden else ''}{names}".replace(" ", HELD)
        return press_told.BY_NAME.format(head=head)

    def _answering(self, line: Line) -> Message:
        """To the author of the message with this number, to all who have to do with it, or to those who are named.  Raises Unsent."""
        assert line.number is not None
        first, hidden = press.kept(self.record, line.number), line.to == "anonymous"
        if line.players not in ((), ("all",)):
            return press.message(self.record, self.player, line, "")
        both = {first.author, *first.receivers.split()} if line.players else {first.author}
        to = tuple(colour for colour in self.record.seat_rows if colour in both and colour != self.player)
        named = [colour for colour in to if not (first.anonymous and colour == first.author)]
        everybody = len(to) == len(self.record.seat_rows) - 1
        seats = None if everybody else [seat for seat in self.record.seats if seat.colour in named]
        if hidden and first.receivers == self.player and not self._unnamed_in(first):
            raise Unsent(ALONE)
        said = press_told.receivers(seats, len(named) < len(to))
        return Message(to, hidden, "", said, line.number, "answer")

    def _unnamed_in(self, first: object) -> bool:
        """Did he write, unnamed, what this answers?  Then he stays so until he signs."""
        before = getattr(first, "answers", None)
        if before is None:
            return False
        row = press.kept(self.record, before)
        return bool(row.anonymous) and row.author == self.player

    # -- sending --------------------------------------------------------------------------------------------------------

    def _send(self, it: Message) -> list[Answer]:
        try:
            return [press.send(self.record, self.config, self.player, it, self.given, self.now)]
        except Unsent as error:
            return [press.unsent(it.text, error)]

    def _sifted(self, it: Message, sifted: Sifted, how: str) -> list[Answer]:
        """Send what is surely a message, and ask about the rest.  `how`: the way to send that, too."""
        answers = self._send(it._replace(text=sifted.text)) if sifted.text or not sifted.back else []
        if answers and answers[0].kind == press_told.UNSENT and not sifted.back:
            return answers
        return [*answers, *self._asked(sifted, press_told.IN.format(to=it.to_in_words), how)]

    def _asked(self, sifted: Sifted, where: str, how: str) -> list[Answer]:
        """Order or message?  What may be an order is kept for a YES."""
        kind = press_told.ASKED if sifted.back else press_told.SPOKEN
        said = [Answer(kind, self.record.say(line), None, (where, how)) for line in sifted.orders]
        said += [Answer(kind, one.text, None, (where, how), one.error or "") for one in sifted.faults]
        if said:
            self._keep([*sifted.orders, _FROM_TALK], bool(sifted.back))
        return said

    def _keep(self, lines: Sequence[Line], back: bool) -> None:
        """For a YES or NO to the receipt (E10).  What has gone out (`back` is False) hears only a YES to that very receipt, as if it had
        come without a reply code: people speak of purges all day."""
        values = {
            "game": self.record.id,
            "player": self.player,
            "letter": self.letter or NO_LETTER,
            "token": self.record.token(self.player),
            "lines": msgspec.json.encode(list(lines)).decode(),
            "state": "open",
            "receipt": "",
            "signed": back,
        }
        self.record.connection.execute(insert(RESCUE).values(**values))


def _with_words(first: Answer, words: Sequence[Line]) -> Answer:
    """`ok`, sent as a word, says nothing to the judge."""
    said = [f"“{line.text}”" for line in words if line.verb not in ("yes", "no")]
    count = "counts" if len(said) == 1 else "count"
    note = f"{listed(said)} went with it as words, and {count} for nothing else; to be READY, say so in an answer to a report or receipt."
    return first._replace(notes=(*first.notes, note)) if said else first
