"""What is written in answer to a message (E14), and what in any message may have been meant for the judge.

Above the quotation of a message's mail nothing is carried out, whatever it looks like: it goes to the author of that message, or to those
whom its first line names.  It is carried in any session, on hold, and for two weeks after the end.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime

import msgspec
from msgspec.structs import replace
from sqlalchemy import insert

from pbem.config import Config
from pbem.engine.events import Player
from pbem.orders import addressing, sifting
from pbem.orders.lines import Line
from pbem.orders.reader import Reading
from pbem.orders.sifting import Sifted
from pbem.report import press_told
from pbem.report.brief import Answer
from pbem.store.tables import OVER

from . import press
from .press import Message, Unsent
from .record import Record
from .rescue import RESCUE

#: A message read as sure, where a near miss of a name would do for an order.
_GUESSED = "read "
#: Where others have the id of their letter: what the moderator entered for somebody.
NO_LETTER = 0
ALONE = "Nobody but you got that message, so its writer knows who answers it."


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
            return [press.unsent(_first(line.text or reading.text), error)]
        if line.vote == "no":  # what a NO to "order or message?" sends
            return self._send(self._kept_back(line)) if line.words else []
        try:
            it = press.message(self.record, self.player, line, "")
        except Unsent as error:
            return [press.unsent(_first(line.text or reading.text), error)]
        return self._sifted(it, sifting.message(line, self.record.lexicon), replace(line, players=it.to))

    def answer(self, to: int, text: Sequence[str]) -> tuple[list[Answer], tuple[Reading, ...]]:
        """What stands above the quotation in an answer to message `to`; and messages of their own that stand in it."""
        first = press.kept(self.record, to)
        begin = next((at for at, line in enumerate(text) if line.strip()), 0)
        said = addressing.head(text[begin], self.record.lexicon) if text else addressing.Head()
        if said.error:
            return [press.unsent(_first("\n".join(text)), said.error)], ()
        body = [said.rest, *text[begin + 1 :]]
        sifted = sifting.answer(body, self.record.lexicon, self.record.row.status == OVER)
        hidden = self._unnamed_in(first) if said.hidden is None else said.hidden
        line = Line("press", players=said.to, to="anonymous" if hidden else None, number=to)
        try:
            it = self._answering(line)
        except Unsent as error:
            return [press.unsent(_first("\n".join(text)), error)], sifted.talk
        answers = self._sifted(it, sifted, line) if sifted.text or sifted.back or not sifted.talk else []
        if answers and sifted.words:
            answers[0] = _with_words(answers[0], sifted.words)
        return answers, sifted.talk

    # -- to whom --------------------------------------------------------------------------------------------------------

    def _kept_back(self, line: Line) -> Message:
        text = line.words
        if line.number is not None:
            return self._answering(line)._replace(text=text)
        return press.message(self.record, self.player, line, text)

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
        alone = hidden and first.receivers == self.player and not self._unnamed_in(first)
        said = press_told.receivers(seats, len(named) < len(to))
        return Message(to, hidden, "", said, line.number, "answer", ALONE if alone else "")

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
            return [press.unsent(_first(it.text), error)]

    def _sifted(self, it: Message, sifted: Sifted, line: Line) -> list[Answer]:
        """Send what is surely a message, and ask about the rest."""
        answers = self._send(it._replace(text=sifted.text)) if sifted.text or not sifted.back else []
        if answers and answers[0].kind == press_told.UNSENT and not sifted.back:
            return answers
        asked = list(self._asked(it, sifted))
        if asked:
            back = replace(line, words=sifted.back, vote="no", closed=True)
            self._keep([*sifted.orders, back], bool(sifted.back))
        return [*answers, *asked]

    def _asked(self, it: Message, sifted: Sifted) -> Iterator[Answer]:
        kind = press_told.ASKED if sifted.back else press_told.SPOKEN
        for line in sifted.orders:
            yield Answer(kind, self.record.say(line), None, (it.to_in_words,))
        for one in sifted.faults:
            yield Answer(kind, one.text, None, (it.to_in_words,), one.error or "")

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
    said = " and ".join(f"“{line.text}”" for line in words if line.verb not in ("yes", "no"))
    note = f"{said} went with it as words, and counts for nothing else; to be READY, say so in an answer to this mail."
    return first._replace(notes=(*first.notes, note)) if said else first


def _first(text: str) -> str:
    return text.strip().split("\n")[0]
