"""Who wrote a letter, to which game, and why it may not be applied: by reply code and registered address."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, insert, select, update

from pbem.config import Config
from pbem.engine.events import Player
from pbem.mail.letters import Letter, read_letter
from pbem.report.notices import stranger_notice
from pbem.store.database import table
from pbem.store.tables import OVER, AnsweredRow, LetterRow

from .mailing import naive, queue
from .record import GAME, SEAT, TOKEN, load_id

LETTER, ANSWERED = table(LetterRow), table(AnsweredRow)

#: So many letters a day without a reply code are answered to one player.
MOST_UNSIGNED = 3

TOO_OLD = "It answers an older report; since then {old} has been resolved, and the game waits for {new}."
UNSIGNED = "It carries no reply code; please always answer a mail from the judge."
SHARED = "It went to other players, too; please write to the judge alone."
BELOW = "Your orders stood between or below quoted text; please write them above the quotation."
LATE = "It came after the deadline."
EMPTY = "There was no text above the quoted mail."


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
    connection: Connection, letters: Sequence[tuple[Any, Letter]], late: set[int]
) -> tuple[list[Sorted], dict[int, dict[str, Any]]]:
    """Whose letters these are, and what is to be written to the rows of all others.

    `letters`: each row with what was read in it; `late`: ids of letters that came after the deadline that has just been resolved.
    """
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
            others[row.id] = {**facts(letter), "state": state, "reason": found}
    return ours, others


def facts(letter: Letter) -> dict[str, str]:
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
            old = phases_in_words(token.session, token.turn)
            new = phases_in_words(token.now_session, token.now_turn)
            return LATE if row.id in self._late else TOO_OLD.format(old=old, new=new)
        if not any(letter.lines):
            return BELOW if any(letter.below) else EMPTY
        return ""


def _refused(letter: Letter) -> str:
    return f"It cannot be read: {letter.refusal}. Please send plain text." if letter.refusal else ""


def phases_in_words(session: str, turn: int) -> str:
    """ "purge spy" -> "the Purge Phase of 1953" (the first one tells enough)."""
    from pbem.engine.board import PHASE_NAMES, year

    first = session.split()[0] if session else ""
    if first == "setup" or first not in PHASE_NAMES:
        return "set-up" if first else "the game"
    return f"the {PHASE_NAMES[first]} of {year(turn)}"


def same_address(registered: str, sender: str) -> bool:
    """Our own match folds case; nothing else is folded."""
    return registered.strip().lower() == sender.strip().lower()


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
