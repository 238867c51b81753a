"""One letter taken in: its lines to standing orders, to what is served at once, or held for YES."""

import logging
import re
from collections.abc import Container, Sequence
from datetime import datetime
from functools import lru_cache, partial

from pbem.config import Config
from pbem.engine.events import Player
from pbem.mail.letter import Letter
from pbem.orders.names import Lexicon
from pbem.orders.papers import KEPT, MESSAGES
from pbem.orders.reader import Reading, read
from pbem.report import press_told
from pbem.report.brief import LetterBrief
from pbem.store.tables import OVER

from . import approval, diaries, disguises, doubts, lines, ourlines, press, press_answers
from .asking import Titled
from .limits import MOST_READ, read_so_far
from .mailing import aware
from .owners import BELOW, EMPTY, Sorted, stale
from .record import Record

log = logging.getLogger("pbem")

#: Our own reply code in a subject.
REPLY_CODE = re.compile(r"\[[0-9A-Za-z]{4}(?:-[0-9A-Za-z]{4}){3}\]")


#: What goes to people word for word.
_TALK = MESSAGES - {"protest"}
MEANWHILE = "The orders for this session are being carried out already, and a card waits for the moderator before the game goes on."
AGAIN = "It is not kept; please send it again in answer to your next report."


def take(
    record: Record,
    config: Config,
    player: Player,
    one: Sorted,
    now: datetime,
    repeated: bool,
    verbs: set[str],
) -> tuple[LetterBrief, list[Titled]]:
    """What became of its lines, and the sections that they asked for.  `repeated`: the same words came a moment ago (decision D2);
    `verbs`: gets the verbs of its lines.
    """
    received = aware(one.row.received) or now
    letter = one.letter
    subject = REPLY_CODE.sub("", letter.subject).strip()
    readings = disguises.dared(
        understood(record, _worded(record, letter)), letter, partial(understood, record)
    )
    verbs.update(line.verb for reading in readings for line in reading.lines)
    name = record.seat_rows[player].name
    source = one.row.id, received
    if one.press is not None:
        return _to_a_player(record, config, one, LetterBrief(received, subject, ()), now)
    if record.row.status == OVER:
        problem = "The game is over; nothing can be ordered any more."
        talk = source if one.signed and any(letter.lines) else None
        served = lines.serve(record, config, player, readings, problem, now, source=talk)
        sent = (answer for answer in served.answers if answer.kind in press_told.KINDS)
        kept = diaries.after_the_end(record, config, player, readings, now) if one.signed else ()
        answers = (*kept, *sent, *lines.echoed(readings, name))
        if kept and all(line.verb in KEPT for reading in readings for line in reading.lines):
            problem = ""
        return LetterBrief(received, subject, answers, problem), served.sections
    desk = doubts.Desk(record, config, player, one, now, partial(understood, record))
    at_hand = one.signed and (not one.problem or stale(one.problem)) and not desk.disagreement(readings)
    if at_hand and approval.closed(record.row, one.row.received):
        served = lines.serve(record, config, player, readings, approval.CLOSED, now, AGAIN, source)
        answers = (*served.answers, *lines.echoed(readings, name))
        return LetterBrief(received, subject, answers, approval.CLOSED), served.sections
    if problem := one.problem or desk.disagreement(readings):
        answers, other, asked = desk.unapplied(readings, problem)
        return LetterBrief(received, subject, answers, desk.problem, other), asked
    if record.row.held and one.signed and not record.row.pause and record.open_phase() is not None:
        served = lines.serve(record, config, player, readings, MEANWHILE, now, AGAIN, source)
        answers = (*served.answers, *lines.echoed(readings, name))
        return LetterBrief(received, subject, answers, MEANWHILE), served.sections
    replied = (*letter.in_reply_to, *reversed(letter.references))
    below = (*desk.on_top(readings), *desk.below())
    sure = [reading for reading in readings if reading.kind != "held"]
    applied = lines.apply(record, config, player, sure, one.row.id, received, now, replied, repeated, below)
    return LetterBrief(received, subject, applied.answers, ""), applied.sections


def _to_a_player(
    record: Record, config: Config, one: Sorted, brief: LetterBrief, now: datetime
) -> tuple[LetterBrief, list[Titled]]:
    """An answer to a message of another player (E14)."""
    assert one.press is not None
    signed_off = one.letter.cut_why in ("signature", "end")
    below = [] if signed_off else ourlines.own_lines(record, one.player, one.letter, one.letter.below)
    if not any(one.letter.lines):
        refused = one.problem if one.problem not in (BELOW, EMPTY) else ""
        empty = doubts.FILE_UNSENT if one.letter.attached else press_told.EMPTY
        return brief._replace(problem=refused or (press_told.BELOW if below else empty)), []
    if one.problem:
        return brief._replace(problem=one.problem), []
    source = one.row.id, brief.received
    desk = press_answers.Desk(record, config, one.player, *source, now)
    answers, talk = desk.answer(one.press, _as_typed(one.letter, range(len(one.letter.lines))))
    served = lines.serve(record, config, one.player, talk, "", now, source=source)
    left = (press.unsent("\n".join(below), press_told.BELOW),) if below else ()
    return brief._replace(answers=(*answers, *served.answers, *left)), served.sections


def _worded(record: Record, letter: Letter) -> Sequence[str]:
    """His lines; those of messages to others with every sign as he typed it."""
    if not letter.typed:
        return letter.lines
    talk = [one for one in understood(record, letter.lines) if any(line.verb in _TALK for line in one.lines)]
    rows = {one.number - 1 + more for one in talk for more in range(one.text.count("\n") + 1)}
    return _as_typed(letter, rows)


def _as_typed(letter: Letter, rows: Container[int]) -> tuple[str, ...]:
    """His lines, those with these indices as typed."""
    typed = {at: line for at, line in letter.typed if at in rows}
    return tuple(typed.get(at, line) for at, line in enumerate(letter.lines))


def as_worded(record: Record, one: Sorted) -> Sequence[str]:
    """The lines of a letter as they were read."""
    if one.press is not None:
        return _as_typed(one.letter, range(len(one.letter.lines)))
    return _worded(record, one.letter)


def understood(record: Record, text: Sequence[str]) -> list[Reading]:
    """What these lines say."""
    return read_so_far(_read_once(tuple(text), record.lexicon)) if any(text) else []


@lru_cache(maxsize=64)
def _read_once(text: tuple[str, ...], lexicon: Lexicon) -> tuple[Reading, ...]:
    """The gate reads every letter once more, with the same names."""
    return tuple(safely_read(text, lexicon))


def safely_read(text: Sequence[str], lexicon: Lexicon) -> list[Reading]:
    """All lines; should one of them break the reader, the others are read, and it is sent back."""
    try:
        return read(text, lexicon, MOST_READ)
    except Exception:
        log.exception("reading lines")
        if len(text) > 1:
            return [reading for line in text for reading in safely_read([line], lexicon)]
        return [
            Reading(
                text[0], 1, "rejected", error="This line cannot be read; please write it in plain letters."
            )
        ]
