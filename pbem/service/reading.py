"""From a letter whose owner is known to what it does: what becomes of each line, and the receipt.

Nothing here sends anything: receipts are queued in the same transaction as the orders they confirm.
"""

import hashlib
import logging
import re
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, bindparam, select, update

from pbem.config import Config
from pbem.engine.events import Player
from pbem.mail.letters import Letter
from pbem.orders.names import Lexicon
from pbem.orders.reader import Reading, read
from pbem.report.brief import Answer, LetterBrief
from pbem.report.receipt import render_receipt
from pbem.store.tables import OVER

from . import lines, offers_told, rescue
from .asking import Titled
from .limits import read_so_far
from .mailing import Briefs, aware, queue
from .owners import LETTER, Sorted, facts
from .record import Record, load_id

log = logging.getLogger("pbem")

#: Our own reply code in a subject.
REPLY_CODE = re.compile(r"\[[0-9A-Za-z]{4}(?:-[0-9A-Za-z]{4}){3}\]")


MEANWHILE = "The orders for this session are being carried out already, and a card waits for the moderator before the game goes on."
AGAIN = "It is not kept; please send it again in answer to your next report."

#: What `_settled` says of a letter.
_FACTS = (
    "sha256",
    "verdict",
    "sender",
    "subject",
    "message_id",
    "state",
    "reason",
    "game",
    "player",
    "number",
)
_SETTLE = (
    update(LETTER)
    .where(LETTER.c.id == bindparam("new_id"))
    .values({name: bindparam(f"new_{name}") for name in _FACTS})
)


def apply(connection: Connection, config: Config, letters: Sequence[Sorted], now: datetime) -> int:
    """All letters to one game, in the order received: lines, then one receipt a player.  Returns receipts queued."""
    record = load_id(connection, letters[0].game)
    before = _contents(connection, letters)
    settled: list[dict[str, Any]] = []
    readers: dict[Player, _Reader] = {}
    repeats = _Repeats(record)
    for one in letters:
        reader = readers.setdefault(one.player, _Reader(record, config, one.player, now))
        key = one.player, one.letter.message_id[:200], content(one.letter)
        if key in before:
            state, reason = "doubled", "the same letter came before"
        else:
            before.add(key)
            reason = reader.read(one, repeats.seen(one, key[2]))
            state = "answered" if reason else "applied"
            if not reason:
                repeats.add(one, key[2])
        settled.append(_settled(record, one, state, reason, key[2]))
    connection.execute(_SETTLE, _prefixed(settled))
    offers_told.tell(record, config, now)
    briefs = Briefs(record, config, now)
    receipts = sum(reader.answer(briefs) for reader in readers.values())
    record.flush()
    return receipts


class _Repeats:
    """Decision D2: the same words in another letter of his within ten minutes are the same offer."""

    def __init__(self, record: Record) -> None:
        self.record, self.on = record, "bribes" in record.rules.switches
        self.applied: list[tuple[Player, str, datetime]] = []

    def add(self, one: Sorted, digest: str) -> None:
        """This letter was applied."""
        self.applied.append((one.player, digest, one.row.received))

    def seen(self, one: Sorted, digest: str) -> bool:
        """Was one with the same words applied a moment before?"""
        if not self.on:
            return False
        since, until = one.row.received - timedelta(minutes=lines.ONE_OFFER), one.row.received
        if any(
            player == one.player and same == digest and since <= received <= until
            for player, same, received in self.applied
        ):
            return True
        query = select(LETTER.c.id).where(
            LETTER.c.game == one.game,
            LETTER.c.player == one.player,
            LETTER.c.sha256 == digest,
            LETTER.c.state == "applied",
            LETTER.c.received.between(since, until),
        )
        return self.record.connection.execute(query).first() is not None


class _Reader:
    """One player's letters of one poll, which share a receipt (E11)."""

    def __init__(self, record: Record, config: Config, player: Player, now: datetime) -> None:
        self.record, self.config, self.player, self.now = record, config, player, now
        self.briefs: list[LetterBrief] = []
        self.letters: list[int] = []
        self.sections: list[Titled] = []
        self.last = ""

    def read(self, one: Sorted, repeated: bool) -> str:
        """Take in one letter; why nothing of it was applied, or ""."""
        brief, more = _read(self.record, self.config, self.player, one, self.now, repeated)
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
        if any(answer.kind == "held" for brief in self.briefs for answer in brief.answers):
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
    return {"id": one.row.id, "sha256": digest, "verdict": verdict, **facts(one.letter), **values}


def _read(
    record: Record, config: Config, player: Player, one: Sorted, now: datetime, repeated: bool
) -> tuple[LetterBrief, list[Titled]]:
    """One letter: its lines to standing orders, or held for YES."""
    received = aware(one.row.received) or now
    letter = one.letter
    subject = REPLY_CODE.sub("", letter.subject).strip()
    text = letter.lines if any(letter.lines) else letter.below
    readings = read_so_far(safely_read(text, record.lexicon))
    name = record.seat_rows[player].name
    if record.row.status == OVER:
        problem = "The game is over; nothing can be ordered any more."
        return LetterBrief(received, subject, lines.echoed(readings, name), problem), lines.sections(
            record, config, player, readings, now
        )
    if one.problem:
        held = rescue.hold(record, player, one.row.id, readings, one.signed)
        answers = (*held, *lines.echoed(readings, name))
        if not one.signed:  # it may be anybody's: nothing in it is answered but that it came (decision D4)
            return LetterBrief(received, subject, answers, one.problem), []
        served = lines.serve(record, config, player, readings, one.problem, now)
        return LetterBrief(received, subject, (*served.answers, *answers), one.problem), served.sections
    if record.row.held and one.signed and record.open_phase() is not None:
        served = lines.serve(record, config, player, readings, MEANWHILE, now, AGAIN)
        answers = (*served.answers, *lines.echoed(readings, name))
        return LetterBrief(received, subject, answers, MEANWHILE), served.sections
    replied = (*letter.in_reply_to, *reversed(letter.references))
    below = tuple(_left_below(record, letter))
    applied = lines.apply(
        record, config, player, readings, one.row.id, received, now, replied, repeated, below
    )
    return LetterBrief(received, subject, applied.answers, ""), applied.sections


def _left_below(record: Record, letter: Letter) -> Iterator[Answer]:
    """Orders between or below quoted lines while others stood on top: never executed, always mentioned."""
    for reading in safely_read(letter.below, record.lexicon) if any(letter.below) else ():
        if reading.kind == "order":
            yield Answer(
                "rejected",
                reading.text,
                None,
                (),
                "It stands below quoted text; please send it again on top.",
            )


def safely_read(text: Sequence[str], lexicon: Lexicon) -> list[Reading]:
    """All lines; should one of them break the reader, the others are read, and it is sent back."""
    try:
        return read(text, lexicon)
    except Exception:
        log.exception("reading lines")
        if len(text) > 1:
            return [reading for line in text for reading in safely_read([line], lexicon)]
        return [
            Reading(
                text[0], 1, "rejected", error="This line cannot be read; please write it in plain letters."
            )
        ]


def content(letter: Letter) -> str:
    """What makes two letters with one Message-ID the same; without a Message-ID the Date field joins in."""
    parts = (*letter.lines, letter.cut, "" if letter.message_id else letter.date)
    return hashlib.sha256("\n".join(parts).encode("utf-8", "replace")).hexdigest()


def by_game(letters: Sequence[Sorted]) -> list[list[Sorted]]:
    """Letters to each game, in the order received."""
    groups: dict[int, list[Sorted]] = {}
    for one in letters:
        groups.setdefault(one.game, []).append(one)
    return list(groups.values())
