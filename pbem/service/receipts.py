"""The receipt of one player's letters of one poll (E11): how they were read, and how the gate reads them again."""

import json
from copy import copy
from datetime import datetime
from functools import partial
from types import SimpleNamespace
from typing import NamedTuple

from pbem.config import Config
from pbem.engine.events import Player
from pbem.report import press_told
from pbem.report.brief import Answer, LetterBrief, Rendered
from pbem.report.receipt import render_receipt

from . import deskverbs, disguises, forms, press, rescue, taking
from .asking import Titled
from .daily import first_today, told_today
from .gate import OtherRecord, is_full
from .mailing import Briefs, queue
from .otherrows import other_seat
from .owners import Sorted
from .record import Record

#: Lines that do something beside his own list: sent, dealt, asked, or given once.  Read again they would do it again.
_NOT_ALONE = frozenset(
    ("press", "moderator", "offer", "accept", "refuse", "withdraw offer", "yes", "no")
) | frozenset(("set address", "add address", "forget address", "addresses", "salt"))
#: So does what is served about the game itself; these only ask.
_NOT_ALONE |= frozenset(deskverbs.VERBS) - {"why", "form"}
#: What waits for YES is kept with the letter.
_KEPT = frozenset(("held",)) | press_told.KINDS

#: So many receipts a day and player tell of letters in which nothing could be done.
MOST_IN_VAIN = 24
_IN_VAIN = frozenset(("ignored", "rejected"))
ENOUGH = (
    f"Please note: {MOST_IN_VAIN} receipts have told you since midnight (UTC) that a letter did nothing. Until the next midnight such a "
    "letter gets none; whatever can be read as an order or a question is answered as always."
)


class _Taken(NamedTuple):
    """A letter that was read, and the others' seats as they were then."""

    letter: Sorted
    repeated: bool
    others: dict[Player, SimpleNamespace]


class Receipt:
    """One player's letters of one poll, which share a receipt."""

    def __init__(self, record: Record, config: Config, player: Player, now: datetime) -> None:
        self.record, self.config, self.player, self.now = record, config, player, now
        self.briefs: list[LetterBrief] = []
        self.letters: list[int] = []
        self.sections: list[Titled] = []
        self.last = ""
        self._closing: tuple[str, ...] = ()
        self._verbs: set[str] = set()
        self._taken: list[_Taken] = []
        if config.judge.gate:
            self._seat, self._lists = copy(record.seat_rows[player]), list(record.lists()[player])
            self._began = record.last

    def read(self, one: Sorted, repeated: bool) -> str:
        """Take in one letter; why nothing of it was applied, or ""."""
        if self.config.judge.gate:
            others = {c: copy(seat) for c, seat in self.record.seat_rows.items() if c != self.player}
            self._taken.append(_Taken(one, repeated, others))
        return self._take(self.record, one, repeated)

    def _take(self, record: Record, one: Sorted, repeated: bool) -> str:
        brief, more = taking.take(record, self.config, self.player, one, self.now, repeated, self._verbs)
        self.briefs.append(
            brief._replace(notes=(*disguises.notes(one.letter), *forms.untouched(one.letter.lines)))
        )
        self.sections += more
        self.letters.append(one.row.id)
        self.last = one.letter.message_id
        return brief.problem

    def refused(self) -> str:
        """Lines of the last letter that were sent back, and why: JSON, for the moderator; "" if none was."""
        sent_back = [(one.text, one.error) for one in self.briefs[-1].answers if one.kind == "rejected"]
        return json.dumps(sent_back, ensure_ascii=False) if sent_back else ""

    def answer(self, briefs: Briefs) -> bool:
        """Queue it; False if all he sent had come before."""
        if not self.briefs or not self._due():
            return False
        kinds = {answer.kind for answer in self._answers()}
        talks = press.MARK if kinds & press_told.KINDS or rescue.tells(self._answers()) else ""
        if not talks and rescue.tells_of_talk(self.record, self.player):
            talks = press.HELD
        write = partial(self._written, briefs=briefs)
        sent = queue(self.record, self.config, self.player, "receipt", write, self.now, talks, self.last)
        if kinds & {"held", press_told.ASKED, press_told.SPOKEN}:
            rescue.bind(self.record, self.letters, sent.strip("<>"))
        if forms.wanted(self._answers()):
            forms.send(self.record, self.config, self.player, self.now)
        return True

    def _due(self) -> bool:
        """A machine that answers each receipt would never end: letters that do nothing are answered so often a day, and the last time it is said."""
        if self.sections or any(answer.kind not in _IN_VAIN for answer in self._answers()):
            return True
        to, reason = (
            self.record.seat_rows[self.player].address.lower(),
            f"in vain {self.record.id} {self.player}",
        )
        if not first_today(self.record.connection, to, reason, self.now, MOST_IN_VAIN):
            return False
        if told_today(self.record.connection, f"{MOST_IN_VAIN - 1} {reason}", self.now, to):
            self._closing = (ENOUGH,)
        return True

    def _answers(self) -> list[Answer]:
        return [answer for brief in self.briefs for answer in brief.answers]

    def _written(self, record: Record, briefs: Briefs) -> Rendered:
        """Its words; for the gate, from the letters as they read in the other world."""
        if not isinstance(record, OtherRecord):
            return render_receipt(briefs.of(self.player), self._told(self.briefs), self.sections)
        there = self._again(record) if self._stands_alone() else self
        now_there = Briefs(record, self.config, self.now)
        return render_receipt(now_there.of(self.player), self._told(there.briefs), there.sections)

    def _told(self, briefs: list[LetterBrief]) -> list[LetterBrief]:
        """With what closes the receipt, which depends on none of them."""
        return [*briefs[:-1], briefs[-1]._replace(notes=(*briefs[-1].notes, *self._closing))]

    def _stands_alone(self) -> bool:
        """Can his letters be read again without doing anything twice?"""
        if self.record.last != self._began or any(brief.problem for brief in self.briefs):
            return False
        return not self._verbs & _NOT_ALONE and not any(answer.kind in _KEPT for answer in self._answers())

    def _again(self, record: OtherRecord) -> "Receipt":
        """His letters, read in the other world from where he stood before them; the others stand each time as they did."""
        finally_ = {colour: (seat.ready, seat.draft) for colour, seat in record.seat_rows.items()}
        seat = record.seat_rows[self.player]
        for name in ("lines", "letters", "draft", "salt", "ready"):
            setattr(seat, name, getattr(self._seat, name))
        record.lists()[self.player] = list(self._lists)
        there = Receipt(record, self.config, self.player, self.now)
        for taken in self._taken:
            for colour, other in taken.others.items():
                record.seat_rows[colour].ready = other.ready
                record.seat_rows[colour].draft = other_seat(other, is_full(record, other)).draft
            there._take(record, taken.letter, taken.repeated)
        for colour, (ready, draft) in finally_.items():
            if colour != self.player:
                record.seat_rows[colour].ready, record.seat_rows[colour].draft = ready, draft
        return there
