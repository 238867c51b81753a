"""From a stored letter to what it does: who wrote it, for which session, and what becomes of each line.

Nothing here sends anything: receipts are queued in the same transaction as the orders they confirm.
"""

import hashlib
import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, insert, select, update

from pbem.config import Config
from pbem.engine.events import Player
from pbem.mail.letters import Letter, read_letter
from pbem.orders.reader import read
from pbem.report.brief import Answer, LetterBrief
from pbem.report.notices import stranger_notice
from pbem.report.receipt import render_receipt
from pbem.store.database import table
from pbem.store.tables import OVER, AnsweredRow, LetterRow

from . import lines, rescue
from .asking import Titled
from .mailing import Briefs, aware, naive, queue, session_key
from .record import GAME, SEAT, TOKEN, Record, load_id

LETTER, ANSWERED = table(LetterRow), table(AnsweredRow)

#: Our own reply code in a subject.
REPLY_CODE = re.compile(r"\[[0-9A-Za-z]{4}(?:-[0-9A-Za-z]{4}){3}\]")

TOO_OLD = "It answers an older report; since then {phases} has been resolved, so nothing in it was applied."
UNSIGNED = "It carries no reply code, so nothing in it was applied; always answer a mail from the judge."
BELOW = "Your orders stood between or below quoted text; nothing was applied. Write them above the quotation."
LATE = "It came after the deadline, so nothing in it was applied."
EMPTY = "No text was found above the quoted mail; nothing was changed."


class Sorted(NamedTuple):
    """A letter that belongs to a player of a game.  `problem`: why nothing of it may be applied now."""

    row: Any
    letter: Letter
    game: int
    player: Player
    problem: str


def sort(
    connection: Connection, rows: Sequence[Any], late: set[int]
) -> tuple[list[Sorted], dict[int, dict[str, Any]]]:
    """Whose letters these are, and what is to be written to the rows of all others.

    `late`: ids of letters that came after the deadline that has just been resolved.
    """
    ours: list[Sorted] = []
    others: dict[int, dict[str, Any]] = {}
    for row in rows:
        letter = read_letter(row.raw)
        facts = {
            "sender": letter.sender or "",
            "subject": letter.subject[:200],
            "message_id": letter.message_id[:200],
        }
        connection.execute(update(LETTER).where(LETTER.c.id == row.id).values(**facts))
        reason = (
            letter.poison
            or letter.bounce
            or letter.auto
            or ("" if letter.sender else letter.sender_reason or "no sender")
        )
        if reason:
            others[row.id] = {"state": "poison" if letter.poison else "ignored", "reason": reason}
            continue
        found = _owner(connection, row, letter, row.id in late)
        if isinstance(found, Sorted):
            ours.append(found)
        else:
            others[row.id] = {"state": "ignored", "reason": found}
    return ours, others


def _owner(connection: Connection, row: Any, letter: Letter, late: bool) -> Sorted | str:
    """By token and registered address; without a token by the address alone, and then nothing is applied."""
    for token in letter.tokens:
        known = connection.execute(select(TOKEN).where(TOKEN.c.token == token)).first()
        if known is None:
            continue
        seat = connection.execute(
            select(SEAT).where(SEAT.c.game == known.game, SEAT.c.colour == known.player)
        ).one()
        if not same_address(seat.address, letter.sender or ""):
            return f"token of {seat.name}, other address"
        return Sorted(row, letter, known.game, known.player, _problem(connection, known, letter, late))
    seats = connection.execute(
        select(SEAT, GAME.c.status)
        .join(GAME, GAME.c.id == SEAT.c.game)
        .where(func.lower(SEAT.c.address) == (letter.sender or "").lower())
    ).all()
    playing = [seat for seat in seats if seat.status != OVER] or seats[-1:]
    if not playing:
        return "unknown sender"
    return Sorted(row, letter, playing[0].game, playing[0].colour, UNSIGNED)


def _problem(connection: Connection, token: Any, letter: Letter, late: bool) -> str:
    """Why a letter with this token cannot be applied now; "" if it can."""
    game = connection.execute(select(GAME).where(GAME.c.id == token.game)).one()
    if letter.refusal:
        return f"It cannot be read: {letter.refusal}. Nothing was applied; please send plain text."
    if (token.turn, token.session) != (game.turn, game.session):
        return LATE if late else TOO_OLD.format(phases=phases_in_words(token.session))
    if not any(letter.lines):
        return BELOW if any(letter.below) else EMPTY
    return ""


def phases_in_words(session: str) -> str:
    """ "purge spy" -> "the Purge Phase" (the first one tells enough)."""
    from pbem.engine.board import PHASE_NAMES

    first = session.split()[0] if session else ""
    return f"the {PHASE_NAMES[first]}" if first in PHASE_NAMES else "the game"


def same_address(registered: str, sender: str) -> bool:
    """Our own match folds case; nothing else is folded."""
    return registered.strip().lower() == sender.strip().lower()


def apply(connection: Connection, config: Config, letters: Sequence[Sorted], now: datetime) -> int:
    """All letters of one player to one game, in the order received: lines, then one receipt.  Returns receipts queued."""
    record = load_id(connection, letters[0].game)
    player = letters[0].player
    briefs: list[LetterBrief] = []
    sections: list[Titled] = []
    for one in letters:
        if _doubled(connection, one):
            _settle(connection, one, "doubled", "the same letter came before")
            continue
        brief, more = _read(record, config, player, one, now)
        briefs.append(brief)
        sections += more
        _settle(connection, one, "answered" if brief.problem else "applied", brief.problem)
    record.flush()
    if not briefs:
        return 0
    rendered = render_receipt(Briefs(record, config, now).of(player), briefs, sections)
    last = letters[-1].letter
    queue(record, config, player, "receipt", rendered, now, answers=last.message_id)
    return 1


def _read(
    record: Record, config: Config, player: Player, one: Sorted, now: datetime
) -> tuple[LetterBrief, list[Titled]]:
    """One letter: its lines to standing orders, or held for YES."""
    received = aware(one.row.received) or now
    letter = one.letter
    subject = REPLY_CODE.sub("", letter.subject).strip()
    text = letter.lines if any(letter.lines) else letter.below
    readings = read(text, record.lexicon)
    if record.row.status == OVER:
        problem = "The game is over; nothing can be ordered any more."
        return LetterBrief(received, subject, lines.echoed(readings), problem), lines.sections(
            record, config, player, readings, now
        )
    if one.problem:
        answers = rescue.hold(record, player, one.row.id, readings, one.problem)
        served = lines.serve(record, config, player, readings, now)
        return LetterBrief(
            received, letter.subject, (*served.answers, *answers), one.problem
        ), served.sections
    applied = lines.apply(record, config, player, readings, one.row.id, received, now)
    answers = (*applied.answers, *_left_below(record, letter))
    return LetterBrief(received, subject, answers, ""), applied.sections


def _left_below(record: Record, letter: Letter) -> Iterator[Answer]:
    """Orders between or below quoted lines while others stood on top: never executed, always mentioned."""
    for reading in read(letter.below, record.lexicon) if any(letter.below) else ():
        if reading.kind == "order":
            yield Answer(
                "rejected",
                reading.text,
                None,
                (),
                "It stands below quoted text; please send it again on top.",
            )


def _doubled(connection: Connection, one: Sorted) -> bool:
    """Decision D2: same player, same Message-ID, same content."""
    digest = content(one.letter)
    same = select(LETTER.c.id).where(
        LETTER.c.game == one.game,
        LETTER.c.player == one.player,
        LETTER.c.message_id == one.letter.message_id[:200],
        LETTER.c.sha256 == digest,
        LETTER.c.id != one.row.id,
    )
    return connection.execute(same).first() is not None


def content(letter: Letter) -> str:
    """What makes two letters with one Message-ID the same; without a Message-ID the Date field joins in."""
    parts = (*letter.lines, letter.cut, "" if letter.message_id else letter.date)
    return hashlib.sha256("\n".join(parts).encode("utf-8", "replace")).hexdigest()


def _settle(connection: Connection, one: Sorted, state: str, reason: str) -> None:
    """What became of a letter; it is his next one in this game."""
    seat = (SEAT.c.game == one.game) & (SEAT.c.colour == one.player)
    number = connection.execute(select(SEAT.c.letters).where(seat)).scalar_one() + 1
    connection.execute(update(SEAT).where(seat).values(letters=number))
    values = {"state": state, "reason": reason, "game": one.game, "player": one.player, "number": number}
    connection.execute(
        update(LETTER).where(LETTER.c.id == one.row.id).values(sha256=content(one.letter), **values)
    )


def settle_others(
    connection: Connection, config: Config, others: dict[int, dict[str, Any]], now: datetime
) -> None:
    """Letters that belong to nobody: stored with the reason.  A misused token is told to its owner, once a day."""
    for number, values in others.items():
        connection.execute(update(LETTER).where(LETTER.c.id == number).values(**values))
        if values["reason"].startswith("token of "):
            _warn_owner(connection, config, number, now)


def _warn_owner(connection: Connection, config: Config, number: int, now: datetime) -> None:
    row = connection.execute(select(LETTER).where(LETTER.c.id == number)).one()
    tokens = read_letter(row.raw).tokens
    known = connection.execute(select(TOKEN).where(TOKEN.c.token.in_(tokens))).first()
    if known is None or not _first_today(connection, row.sender, "token", now):
        return
    record = load_id(connection, known.game)
    queue(record, config, known.player, "notice", stranger_notice(record.row.name), now)


def _first_today(connection: Connection, sender: str, reason: str, now: datetime) -> bool:
    day = naive(now).date().isoformat()
    key = (ANSWERED.c.sender == sender) & (ANSWERED.c.reason == reason) & (ANSWERED.c.day == day)
    if connection.execute(select(ANSWERED.c.day).where(key)).first() is not None:
        return False
    connection.execute(insert(ANSWERED).values(sender=sender, reason=reason, day=day))
    return True


def grouped(letters: Sequence[Sorted]) -> Iterator[list[Sorted]]:
    """By game and player, in the order of the first letter."""
    groups: dict[tuple[int, Player], list[Sorted]] = {}
    for one in letters:
        groups.setdefault((one.game, one.player), []).append(one)
    yield from groups.values()


__all__ = ["LETTER", "apply", "grouped", "session_key", "settle_others", "sort"]
