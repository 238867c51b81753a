"""From a stored letter to what it does: who wrote it, for which session, and what becomes of each line.

Nothing here sends anything: receipts are queued in the same transaction as the orders they confirm.
"""

import hashlib
import re
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, func, insert, select, update

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

#: So many letters a day without a reply code are answered to one player.
MOST_UNSIGNED = 3

#: Our own reply code in a subject.
REPLY_CODE = re.compile(r"\[[0-9A-Za-z]{4}(?:-[0-9A-Za-z]{4}){3}\]")

TOO_OLD = "It answers an older report; since then {phases} has been resolved, so nothing in it was applied."
UNSIGNED = "It carries no reply code, so nothing in it was applied; always answer a mail from the judge."
SHARED = "It went to other players, too, so nothing in it was applied; please write to the judge alone."
BELOW = "Your orders stood between or below quoted text; nothing was applied. Write them above the quotation."
LATE = "It came after the deadline, so nothing in it was applied."
EMPTY = "No text was found above the quoted mail; nothing was changed."


class Sorted(NamedTuple):
    """A letter that belongs to a player of a game.

    `problem`: why nothing of it may be applied now; `signed`: it carries his reply code.
    """

    row: Any
    letter: Letter
    game: int
    player: Player
    problem: str
    signed: bool = True


def sort(
    connection: Connection, rows: Sequence[Any], late: set[int]
) -> tuple[list[Sorted], dict[int, dict[str, Any]]]:
    """Whose letters these are, and what is to be written to the rows of all others.

    `late`: ids of letters that came after the deadline that has just been resolved.
    """
    letters = [(row, read_letter(row.raw)) for row in rows]
    owners = _Owners(connection, [token for _, letter in letters for token in letter.tokens], late)
    ours: list[Sorted] = []
    others: dict[int, dict[str, Any]] = {}
    for row, letter in letters:
        reason = letter.poison or letter.bounce or letter.auto
        if not letter.sender:
            reason = reason or letter.sender_reason or "no sender"
        found = reason or owners.of(row, letter)
        if isinstance(found, Sorted):
            ours.append(found)
        else:
            state = "poison" if letter.poison else "ignored"
            others[row.id] = {**_facts(letter), "state": state, "reason": found}
    return ours, others


def _facts(letter: Letter) -> dict[str, str]:
    """What of a letter its row shows to the moderator."""
    return {
        "sender": letter.sender or "",
        "subject": letter.subject[:200],
        "message_id": letter.message_id[:200],
    }


class _Owners:
    """Finds the players behind letters; what all letters share is looked up once."""

    def __init__(self, connection: Connection, tokens: Sequence[str], late: set[int]) -> None:
        self._connection, self._late = connection, late
        self._unsigned: dict[tuple[int, Player], int] = {}
        self._addresses: dict[int, dict[str, Player]] = {}
        found = connection.execute(
            select(
                TOKEN,
                SEAT.c.address,
                SEAT.c.name,
                GAME.c.turn.label("now_turn"),
                GAME.c.session.label("now_session"),
            )
            .join(SEAT, (SEAT.c.game == TOKEN.c.game) & (SEAT.c.colour == TOKEN.c.player))
            .join(GAME, GAME.c.id == TOKEN.c.game)
            .where(TOKEN.c.token.in_(set(tokens)))
        )
        self._tokens = {row.token: row for row in found}

    def of(self, row: Any, letter: Letter) -> Sorted | str:
        """By token and registered address; without a token by the address alone, and then nothing is applied."""
        known = [self._tokens[token] for token in letter.tokens if token in self._tokens]
        for token in known:
            if same_address(token.address, letter.sender or ""):
                return Sorted(row, letter, token.game, token.player, self._problem(token, row, letter))
        if known:
            return f"token of {known[0].name}, other address"
        return self._by_address(row, letter)

    def _by_address(self, row: Any, letter: Letter) -> Sorted | str:
        seats = self._connection.execute(
            select(SEAT, GAME.c.status)
            .join(GAME, GAME.c.id == SEAT.c.game)
            .where(func.lower(SEAT.c.address) == (letter.sender or "").lower())
        ).all()
        playing = [seat for seat in seats if seat.status != OVER] or seats[-1:]
        if not playing:
            return "unknown sender"
        seat = playing[0]
        if not self._may_answer(seat, row):
            return f"no reply code; {MOST_UNSIGNED} such letters a day are answered"
        return Sorted(row, letter, seat.game, seat.colour, _refused(letter) or UNSIGNED, signed=False)

    def _may_answer(self, seat: Any, row: Any) -> bool:
        """Letters without a code may be forged: so many a day are answered, and no more."""
        key = seat.game, seat.colour
        if key not in self._unsigned:
            query = (
                select(func.count())
                .select_from(LETTER)
                .where(
                    LETTER.c.game == seat.game,
                    LETTER.c.player == seat.colour,
                    LETTER.c.verdict == "unsigned",
                    LETTER.c.received > row.received - timedelta(days=1),
                )
            )
            self._unsigned[key] = int(self._connection.execute(query).scalar_one())
        self._unsigned[key] += 1
        return self._unsigned[key] <= MOST_UNSIGNED

    def _shared(self, game: int, player: Player, letter: Letter) -> bool:
        """Did it go to other players as well (To or Cc)?"""
        if game not in self._addresses:
            seats = self._connection.execute(select(SEAT.c.colour, SEAT.c.address).where(SEAT.c.game == game))
            self._addresses[game] = {seat.address.lower(): seat.colour for seat in seats}
        return any(self._addresses[game].get(to.lower(), player) != player for to in letter.to)

    def _problem(self, token: Any, row: Any, letter: Letter) -> str:
        """Why a letter with this token cannot be applied now; "" if it can."""
        if letter.refusal:
            return _refused(letter)
        if self._shared(token.game, token.player, letter):
            return SHARED
        if (token.turn, token.session) != (token.now_turn, token.now_session):
            return LATE if row.id in self._late else TOO_OLD.format(phases=phases_in_words(token.session))
        if not any(letter.lines):
            return BELOW if any(letter.below) else EMPTY
        return ""


def _refused(letter: Letter) -> str:
    return (
        f"It cannot be read: {letter.refusal}. Nothing was applied; please send plain text."
        if letter.refusal
        else ""
    )


def phases_in_words(session: str) -> str:
    """ "purge spy" -> "the Purge Phase" (the first one tells enough)."""
    from pbem.engine.board import PHASE_NAMES

    first = session.split()[0] if session else ""
    return f"the {PHASE_NAMES[first]}" if first in PHASE_NAMES else "the game"


def same_address(registered: str, sender: str) -> bool:
    """Our own match folds case; nothing else is folded."""
    return registered.strip().lower() == sender.strip().lower()


def apply(connection: Connection, config: Config, letters: Sequence[Sorted], now: datetime) -> int:
    """All letters to one game, in the order received: lines, then one receipt a player.  Returns receipts queued."""
    record = load_id(connection, letters[0].game)
    before = _contents(connection, letters)
    settled: list[dict[str, Any]] = []
    readers: dict[Player, _Reader] = {}
    for one in letters:
        reader = readers.setdefault(one.player, _Reader(record, config, one.player, now))
        key = one.player, one.letter.message_id[:200], content(one.letter)
        if key in before:
            state, reason = "doubled", "the same letter came before"
        else:
            before.add(key)
            reason = reader.read(one)
            state = "answered" if reason else "applied"
        settled.append(_settled(record, one, state, reason, key[2]))
    columns: dict[str, Any] = {name: bindparam(f"new_{name}") for name in settled[0] if name != "id"}
    connection.execute(
        update(LETTER).where(LETTER.c.id == bindparam("new_id")).values(**columns), _prefixed(settled)
    )
    briefs = Briefs(record, config, now)
    receipts = sum(reader.answer(briefs) for reader in readers.values())
    record.flush()
    return receipts


class _Reader:
    """One player's letters of one poll, which share a receipt (E11)."""

    def __init__(self, record: Record, config: Config, player: Player, now: datetime) -> None:
        self.record, self.config, self.player, self.now = record, config, player, now
        self.briefs: list[LetterBrief] = []
        self.letters: list[int] = []
        self.sections: list[Titled] = []
        self.last = ""

    def read(self, one: Sorted) -> str:
        """Take in one letter; why nothing of it was applied, or ""."""
        brief, more = _read(self.record, self.config, self.player, one, self.now)
        self.briefs.append(brief)
        self.sections += more
        self.letters.append(one.row.id)
        self.last = one.letter.message_id
        return brief.problem

    def answer(self, briefs: Briefs) -> bool:
        """Queue the receipt; False if all he sent had come before."""
        if not self.briefs:
            return False
        rendered = render_receipt(briefs.of(self.player), self.briefs, self.sections)
        sent = queue(self.record, self.config, self.player, "receipt", rendered, self.now, answers=self.last)
        rescue.bind(self.record, self.letters, sent.strip("<>"))
        return True


def _prefixed(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{f"new_{name}": value for name, value in row.items()} for row in rows]


def _contents(connection: Connection, letters: Sequence[Sorted]) -> set[tuple[Player, str, str]]:
    """Decision D2: player, Message-ID and content of earlier letters that have one of these Message-IDs."""
    ids = {one.letter.message_id[:200] for one in letters}
    query = select(LETTER.c.player, LETTER.c.message_id, LETTER.c.sha256).where(
        LETTER.c.game == letters[0].game, LETTER.c.message_id.in_(ids)
    )
    return {(row.player, row.message_id, row.sha256) for row in connection.execute(query)}


def _settled(record: Record, one: Sorted, state: str, reason: str, digest: str) -> dict[str, Any]:
    """What became of a letter; it is his next one in this game."""
    number = record.seat_rows[one.player].letters + 1
    record.change_seat(one.player, letters=number)
    values = {"state": state, "reason": reason, "game": one.game, "player": one.player, "number": number}
    verdict = "signed" if one.signed else "unsigned"
    return {"id": one.row.id, "sha256": digest, "verdict": verdict, **_facts(one.letter), **values}


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
        held = rescue.hold(record, player, one.row.id, readings, one.signed)
        answers = (*held, *lines.echoed(readings))
        if not one.signed:  # it may be anybody's: nothing in it is answered but that it came (decision D4)
            return LetterBrief(received, subject, answers, one.problem), []
        served = lines.serve(record, config, player, readings, one.problem, now)
        return LetterBrief(received, subject, (*served.answers, *answers), one.problem), served.sections
    replied = (*letter.in_reply_to, *reversed(letter.references))
    applied = lines.apply(record, config, player, readings, one.row.id, received, now, replied)
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


def content(letter: Letter) -> str:
    """What makes two letters with one Message-ID the same; without a Message-ID the Date field joins in."""
    parts = (*letter.lines, letter.cut, "" if letter.message_id else letter.date)
    return hashlib.sha256("\n".join(parts).encode("utf-8", "replace")).hexdigest()


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
    record.flush()


def _first_today(connection: Connection, sender: str, reason: str, now: datetime) -> bool:
    day = naive(now).date().isoformat()
    key = (ANSWERED.c.sender == sender) & (ANSWERED.c.reason == reason) & (ANSWERED.c.day == day)
    if connection.execute(select(ANSWERED.c.day).where(key)).first() is not None:
        return False
    connection.execute(insert(ANSWERED).values(sender=sender, reason=reason, day=day))
    return True


def by_game(letters: Sequence[Sorted]) -> list[list[Sorted]]:
    """Letters to each game, in the order received."""
    groups: dict[int, list[Sorted]] = {}
    for one in letters:
        groups.setdefault(one.game, []).append(one)
    return list(groups.values())


__all__ = ["LETTER", "apply", "by_game", "session_key", "settle_others", "sort"]
