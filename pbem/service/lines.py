"""What each read line does: joins the standing orders, fills the sheet, asks for something, or is refused."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from pbem.config import Config
from pbem.engine.events import Player
from pbem.engine.state import State, replace
from pbem.orders import noting, sifting
from pbem.orders.check import never
from pbem.orders.lines import Line
from pbem.orders.papers import ONE_LINE
from pbem.orders.personal import SETTINGS
from pbem.orders.reader import Reading
from pbem.orders.standing import immediate, listed
from pbem.report.brief import Answer

from . import (
    addresses,
    asking,
    ballots,
    completing,
    dealing,
    deskverbs,
    leaving,
    papers,
    press_answers,
    rescue,
    sheets,
)
from .asking import Titled
from .daily import first_today
from .echoes import echoed as echoed
from .limits import full, given_way, lacks, room_for, turn_of_next
from .mailing import Briefs, naive, tell_moderator
from .record import Record

UNREADY_VERBS = frozenset(("not ready", "wait"))
ASKING = frozenset(("orders", "status", "history", "rules", "help", "why"))
#: Decision D4: served from an answer to an older mail, too, beside questions; its source must be known.
CARRIED = {*"press protest vacation practice watch unwatch diary".split(), "vacation off", "end practice"}
CARRIED |= {verb.name for verb in SETTINGS}
#: A letter gets so many answers; nobody needs more, and a forged one must not fill a mailbox.
MOST_QUESTIONS = 6
#: So many letters a day of one player go on to the moderator.
MOST_WORDS = 10
TOMORROW = f"{MOST_WORDS} letters of yours have gone on to the moderator today, and no more do; please send it again tomorrow."
#: What a letter must not hold for its READY to count.
UNCLEAR = frozenset(("rejected", "held", "asked"))


class Done(NamedTuple):
    """What became of a letter's lines, and the sections that it asked for."""

    answers: tuple[Answer, ...]
    sections: list[Titled]


def apply(
    record: Record,
    config: Config,
    player: Player,
    readings: Sequence[Reading],
    letter: int | None,
    given: datetime,
    now: datetime,
    replied: Sequence[str] = (),
    repeated: bool = False,
    below: Sequence[Answer] = (),
) -> Done:
    """All lines of one letter in their order, then the list as it stands.

    `replied`: the Message-IDs that it answers; `repeated`: the same words came in another letter a moment ago (decision D2);
    `below`: what became of its lines that are held, or stand below quoted text.
    """
    work = _Work(record, config, player, now, replied)
    work.repeated, work.source = repeated, (letter, given)
    work.letter = [line for reading in readings for line in reading.lines]
    for line, reading in rescue.answers_first(readings):
        work.take(line, reading)
    astray = [reading for reading in readings if sifting.astray(reading, record.lexicon)]
    for reading in astray:
        work.answers += work.messages.unsent(reading.text, reading.error or "")
    readings = [reading for reading in readings if reading not in astray]
    work.settle_offers()
    work.list_orders()
    answers = (*echoed(readings, record.seat_rows[player].name), *below)
    unclear = [answer for answer in (*work.answers, *answers) if answer.kind in UNCLEAR]
    work.answers += completing.settle(record, player, work.ready, work.answers, unclear)
    if (work.ready or any(one.kind == "recorded" for one in work.answers)) and (
        kept := leaving.stays(record, config, player, now)
    ):
        work.answers.append(Answer("served", kept))
    work.tell_moderator()
    return Done((*work.answers, *answers), work.sections)


def serve(
    record: Record,
    config: Config,
    player: Player,
    readings: Sequence[Reading],
    problem: str,
    now: datetime,
    again: str = "",
    source: tuple[int, datetime] | None = None,
) -> Done:
    """Decision D4: from a letter that cannot be applied only questions and words to the moderator are served.

    `problem`: why it cannot; READY, YES and NO are never held, so they are refused with it.  `again`: nothing is held at all, and
    every other line is sent back with these words; `source`: the letter and when it came, where its messages to other players are carried.
    """
    work = _Work(record, config, player, now)
    work.source = source or (None, now)
    for reading in readings:
        for line in reading.lines:
            asks = line.verb in ASKING or line.verb in ("moderator", "form")
            if asks or (source and line.verb in CARRIED):
                work.take(line, reading)
            elif again:
                work.answers.append(Answer("rejected", reading.text, None, (), again))
            elif line.verb in addresses.VERBS:
                work.answers.append(addresses.answer(record, config, player, line, reading, now, problem))
            elif line.verb in ("ready", *UNREADY_VERBS, *rescue.VERDICT):
                error = f"{line.verb.upper()} is never kept for later; please send it again in a new answer."
                work.answers.append(Answer("rejected", reading.text, None, (), error))
    work.tell_moderator()
    return Done(tuple(work.answers), work.sections)


class _Work:
    """One letter's lines being taken in."""

    def __init__(
        self, record: Record, config: Config, player: Player, now: datetime, replied: Sequence[str] = ()
    ) -> None:
        self.record, self.config, self.player, self.now = record, config, player, now
        self.replied, self.repeated = replied, False
        self.ready: bool | None = None
        self.cancelled_all = False
        self.letter: Sequence[Line] = ()
        #: the letter that the orders come from, and when they were given
        self.source: tuple[int | None, datetime] = None, now
        self.asked: set[tuple[str, str, int | None]] = set()
        self.words: list[str] = []
        self.answers: list[Answer] = []
        self.sections: list[Titled] = []
        self.orders: list[tuple[Line, tuple[str, ...]]] = []
        self.surnames = {letter: card.surname for letter, card in record.rules.cards.items()}

    @property
    def messages(self) -> press_answers.Desk:
        """Where lines to other players go."""
        return press_answers.Desk(self.record, self.config, self.player, *self.source, self.now)

    def take(self, line: Line, reading: Reading) -> None:
        """One line, by its kind."""
        verb = line.verb
        if fault := self._never(line):
            self._reject(reading, fault)
        elif verb in ("influence", "salt"):
            note = sheets.influence if verb == "influence" else sheets.salt
            self.answers += note(self.record, self.player, line, reading)
        elif rescue.doubtful(self.record, self.player, line, self.replied):
            self._reject(reading, rescue.OK_OR_YES)
        elif verb in ("ready", *UNREADY_VERBS):
            self.ready = verb == "ready"
        elif verb == "cancel":
            self._cancel(line, reading)
        elif verb in ASKING:
            self._ask(line, reading)
        elif verb in rescue.VERDICT:
            self._verdict(line, reading)
        elif verb == "moderator":
            self._moderator(line, reading)
        elif verb in addresses.VERBS:
            self.answers.append(
                addresses.answer(self.record, self.config, self.player, line, reading, self.now)
            )
        elif verb == "press":
            self.answers += self.messages.line(line, reading)
        elif verb in deskverbs.VERBS:
            self._desk(line, reading)
        elif immediate(line):
            self._deal(line, reading)
        elif listed(line):
            self._list(line, reading)

    def _list(self, line: Line, reading: Reading) -> None:
        if line.verb in ONE_LINE:
            self.answers += papers.take(self.record, self.player, line, reading, self.orders)
            return
        self.orders.append((line, noting.of(reading, line, self.record.lexicon)))
        self.ready = True if line.verb == "pass" and line.actor is None else self.ready

    def _reject(self, reading: Reading, error: str, notes: Sequence[str] | None = None) -> None:
        known = reading.notes if notes is None else tuple(notes)
        self.answers.append(Answer("rejected", reading.text, None, known, error))

    def _never(self, line: Line) -> str | None:
        """Why it can never be legal in this game."""
        rules, own = self.record.rules, self.record.lists()[self.player]
        others = [*(one.line for one in own), *self.letter]
        return never(line, self.player, self._view(), self.surnames, rules.switches, rules.deck, others)

    def _deal(self, line: Line, reading: Reading) -> None:
        """Decision D11: offers act on arrival; D2: not twice, where the letter came twice."""
        if self.repeated:
            self.answers.append(Answer("served", dealing.twice(line)))
            return
        line = dealing.aimed(self.record, self.player, line, self.replied)
        try:
            clauses = dealing.strike(self.record, self.player, line)
        except dealing.NoDeal as error:
            self._reject(reading, str(error))
        else:
            self.answers += [Answer("served", clause, None, reading.notes) for clause in clauses]

    def _view(self) -> State:
        """His view; during set-up with the draft as his sheet (decision D24)."""
        view = self.record.views()[self.player]
        if self.record.row.session != "setup":
            return view
        return replace(view, recorded={self.player: self.record.draft(self.player)})

    def list_orders(self) -> None:
        """New orders go to the end of the list; older ones for the same decision give way (E7)."""
        record, player, turn = self.record, self.player, self.record.row.turn
        letter, given = self.source
        by_number = {one.number: one for one in record.lists()[player]}
        taken = room_for([line for line, _ in self.orders], by_number, turn)
        replaced, outranked = given_way(taken, by_number, turn)
        for kind, gone in (("replaced", replaced), ("outranked", outranked)):
            self.answers += ballots.struck(record, player, kind, [by_number[number] for number in gone])
        record.end_lines(player, replaced, "replaced")
        for number in outranked:
            record.sleep(player, [number], turn_of_next(record.row, by_number[number].line))
        # ALSO has done its work once they are in the list
        added = record.add_lines(player, [replace(line, also=False) for line in taken], letter, naive(given))
        for one, (_, notes) in zip(added, self.orders, strict=False):
            self.answers.append(Answer("accepted", record.words(one), one.number, notes))
        if left := self.orders[len(taken) :]:
            self.answers.append(Answer("rejected", left[0][0].text, None, (), full(len(left))))

    def _cancel(self, line: Line, reading: Reading) -> None:
        """CANCEL n withdraws by the numbers of the receipt; CANCEL ALL the older list: what stands in this letter stays."""
        own = self.record.lists()[self.player]
        wanted = line.numbers or tuple(one.number for one in own)
        gone = [one for one in own if one.number in wanted]
        self.record.end_lines(self.player, [one.number for one in gone], "cancelled")
        self.answers += ballots.struck(self.record, self.player, "cancelled", gone)
        if lacking := sorted(set(line.numbers) - {one.number for one in gone}):
            self._reject(reading, lacks(lacking), ())
        if line.numbers:
            return
        if not gone:
            self.answers.append(Answer("served", "your list was empty already"))
        if self.orders:
            said = "CANCEL ALL takes back the orders of your older letters; those of this letter stand"
            self.answers.append(Answer("served", said))
        self.cancelled_all = True

    def settle_offers(self) -> None:
        """Who has taken everything back reads that his offers stand, and how they are taken back."""
        if self.cancelled_all and (said := dealing.stand(self.record, self.player)):
            self.answers.append(Answer("served", said))

    def _ask(self, line: Line, reading: Reading) -> None:
        question = line.verb, line.words.casefold(), line.number
        if question in self.asked:
            return
        if len(self.asked) >= MOST_QUESTIONS:
            error = f"No more than {MOST_QUESTIONS} questions are answered in one mail; please ask again in another."
            self._reject(reading, error, ())
            return
        self.asked.add(question)
        briefs = Briefs(self.record, self.config, self.now)
        self.sections += asking.sections(self.record, briefs, self.player, line)
        named = self.record.say(line) if line.verb == "why" else line.verb.upper()
        self.answers.append(Answer("served", f"{named}, below"))

    def _desk(self, line: Line, reading: Reading) -> None:
        served = deskverbs.serve(self.record, self.config, self.player, line, self.now)
        self.sections += served.sections
        if served.error:
            self._reject(reading, served.error)
        else:
            self.answers.append(Answer("served", served.clause, None, reading.notes))

    def _verdict(self, line: Line, reading: Reading) -> None:
        """YES runs the stored lines, NO forgets them (E10).  They are older than the other lines of this letter (E7)."""
        offer = dealing.offer_of(self.record, self.player, self.replied)
        found = rescue.settle(self.record, self.player, line, self.replied, offer)
        if found.error:
            self._reject(reading, found.error, ())
            return
        repeated, self.repeated = self.repeated, False  # another YES gives other lines
        for one in found.lines:
            self.take(one, Reading(one.text, reading.number, "order", (one,)))
        self.list_orders()
        self.orders, self.repeated = [], repeated
        self.answers.append(Answer("served", found.clause))

    def _moderator(self, line: Line, reading: Reading) -> None:
        if not self.words:
            mine = f"words of {self.player} in game {self.record.id}"
            if not first_today(self.record.connection, "", mine, self.now, MOST_WORDS):
                self._reject(reading, TOMORROW)
                return
            self.answers.append(Answer("served", "your words go to the moderator"))
        self.words.append(line.words)

    def tell_moderator(self) -> None:
        """All words of one letter in one mail."""
        if self.words:
            me = next(seat for seat in self.record.seats if seat.colour == self.player)
            subject = f"Words from {me.name} ({me.colour})"
            words = "\n\n".join(self.words)
            tell_moderator(self.record, self.config, subject, words, self.now, "question", player=me.colour)
