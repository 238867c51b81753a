"""Letters that belong to nobody, and who is told what about them: each at most once a day and reason (RFC 3834)."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from pbem.config import Config
from pbem.mail.addresses import fold, same_mailbox
from pbem.mail.authres import unproved
from pbem.mail.letters import Letter
from pbem.report.notices_mail import misused_code, unclear_sender, unknown_sender, unproved_sender
from pbem.store.database import table
from pbem.store.tables import AnsweredRow

from . import addresses
from .mailing import naive, queue
from .owners import LETTER, Duty
from .record import load_id
from .sitemail import queue_site

ANSWERED = table(AnsweredRow)

#: So many strangers are answered a day: whoever forges senders must not make us a nuisance to many.
MOST_STRANGERS = 30
#: RFC 5321, 4.5.3.1.3.
LONGEST_ADDRESS = 254


def settle(
    connection: Connection,
    config: Config,
    others: dict[int, dict[str, Any]],
    duties: Iterable[Duty],
    now: datetime,
) -> None:
    """Store what became of these letters (`others`: by id, what is to be written to their rows), and tell whom it concerns."""
    for duty in duties:
        if duty.row.id in others and others[duty.row.id]["state"] == "bounced":
            continue  # it came to the envelope sender of a mail, from a server that says so in its own way
        said = _DUTIES[duty.kind](connection, config, duty, now)
        if duty.row.id in others and others[duty.row.id]["state"] == "ignored":
            others[duty.row.id] |= said
    for number, values in others.items():
        connection.execute(update(LETTER).where(LETTER.c.id == number).values(**values))


def _stranger(connection: Connection, config: Config, duty: Duty, now: datetime) -> dict[str, Any]:
    """The same words whatever he sent, with or without somebody's code."""
    sender = fold(duty.letter.sender or "")
    why = _silence(config, duty.letter)
    if not why and _answered_today(connection, "stranger", now) >= MOST_STRANGERS:
        why = f"{MOST_STRANGERS} strangers were answered today"
    if not why and not first_today(connection, sender, "stranger", now):
        why = "he was told today"
    if why:
        return {"reason": f"unknown sender; not answered: {why}"}
    answered = duty.letter.message_id
    queue_site(connection, config, sender, "stranger", unknown_sender(), now, answers=answered)
    return {"reason": "unknown sender; answered"}


def _silence(config: Config, letter: Letter) -> str:
    """Why no answer goes to this address, of which nothing is known; "" if one may.

    An answer belongs to the envelope sender (RFC 3834, 4).  Where that is another one, From may name somebody who never wrote.
    """
    sender = letter.sender or ""
    if not sender.isascii() or len(sender) > LONGEST_ADDRESS:
        return "no mail can be sent there"
    if letter.return_path and not same_mailbox(letter.return_path, sender):
        return "its envelope names another sender"
    authserv = config.inbox.authserv
    return unproved(letter.auth, authserv, sender.rpartition("@")[2]) if authserv else ""


def _misused(connection: Connection, config: Config, duty: Duty, now: datetime) -> dict[str, Any]:
    """Whose code it is is told; `unknown` and `wrong` look the same to everybody else."""
    key = f"code of {duty.player} in game {duty.game}"
    if first_today(connection, fold(duty.letter.sender or ""), key, now):
        record = load_id(connection, duty.game)
        queue(record, config, duty.player, "notice", misused_code(record.row.name), now)
        record.flush()
    return {}


def _unclear(connection: Connection, config: Config, duty: Duty, now: datetime) -> dict[str, Any]:
    """Nobody can be answered, for the From field names nobody for sure; but the code is somebody's."""
    if first_today(connection, "", f"unclear, code of {duty.player} in game {duty.game}", now):
        record = load_id(connection, duty.game)
        queue(record, config, duty.player, "notice", unclear_sender(record.row.name, duty.why), now)
        record.flush()
    return {}


def _unproved(connection: Connection, config: Config, duty: Duty, now: datetime) -> dict[str, Any]:
    """To the player whose address it bears, without a word of it."""
    if first_today(connection, fold(duty.letter.sender or ""), f"unproved in game {duty.game}", now):
        record = load_id(connection, duty.game)
        queue(record, config, duty.player, "notice", unproved_sender(record.row.name, duty.why), now)
        record.flush()
    return {}


def _confirm(connection: Connection, config: Config, duty: Duty, now: datetime) -> dict[str, Any]:
    """An address is confirmed, or it is too late for that."""
    done = addresses.confirm(connection, config, duty, now)
    if not done:
        return {"reason": "it confirms an address too late"}
    return {"state": "applied", "game": duty.game, "player": duty.player, "verdict": "confirm"}


_DUTIES: dict[str, Callable[[Connection, Config, Duty, datetime], dict[str, Any]]] = {
    "stranger": _stranger,
    "misused": _misused,
    "unclear": _unclear,
    "unproved": _unproved,
    "confirm": _confirm,
}


def first_today(connection: Connection, sender: str, reason: str, now: datetime) -> bool:
    """Is he to be told this now?  Once a day by UTC for each reason."""
    day = naive(now).date().isoformat()
    sender, reason = sender[:LONGEST_ADDRESS], reason[:LONGEST_ADDRESS]  # no index holds more than a few KB
    key = (ANSWERED.c.sender == sender) & (ANSWERED.c.reason == reason) & (ANSWERED.c.day == day)
    if connection.execute(select(ANSWERED.c.day).where(key)).first() is not None:
        return False
    connection.execute(insert(ANSWERED).values(sender=sender, reason=reason, day=day))
    return True


def _answered_today(connection: Connection, reason: str, now: datetime) -> int:
    day = naive(now).date().isoformat()
    where = (ANSWERED.c.reason == reason) & (ANSWERED.c.day == day)
    query = select(func.count()).select_from(ANSWERED).where(where)
    return int(connection.execute(query).scalar_one())
