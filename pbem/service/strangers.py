"""Letters that belong to nobody, and who is told what about them: each at most once a day and reason (RFC 3834)."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, update

from pbem.config import Config
from pbem.mail.addresses import fold, same_mailbox
from pbem.mail.authres import unproved
from pbem.mail.letter import Letter
from pbem.report.notices_mail import (
    already_confirmed,
    misused_code,
    unclear_sender,
    unknown_sender,
    unproved_sender,
)

from . import acts, addresses, asides, deskmail, guests, invited, vouching
from .daily import LONGEST, first_today, told_today
from .mailing import queue
from .owners import LETTER, Duty
from .record import load_id
from .sitemail import queue_site

#: So many strangers are answered a day: whoever forges senders must not make us a nuisance to many.
MOST_STRANGERS = 30
#: Those who wrote with somebody's code are counted by themselves: whoever has seen one must not use up the others' answers.
_REASONS = ("stranger", "stranger with a code")


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
    if not why and not duty.why and (asked := asides.of_stranger(connection, config, duty.letter, now)):
        return {"reason": asked}
    reason, other = _REASONS if not duty.why else _REASONS[::-1]
    if not why and told_today(connection, reason, now) >= MOST_STRANGERS:
        why = f"{MOST_STRANGERS} strangers were answered today"
    if not why and (
        told_today(connection, other, now, sender) or not first_today(connection, sender, reason, now)
    ):
        why = "he was told today"
    if why:
        return {"reason": f"unknown sender; not answered: {why}"}
    answered = duty.letter.message_id
    text, code = guests.hint(connection, sender) or (unknown_sender(), "")
    queue_site(connection, config, sender, "stranger", text, now, answers=answered, token=code)
    return {"reason": "unknown sender; answered"}


def _silence(config: Config, letter: Letter) -> str:
    """Why no answer goes to this address, of which nothing is known; "" if one may.

    An answer belongs to the envelope sender (RFC 3834, 4).  Where that is another one, From may name somebody who never wrote.
    """
    sender = letter.sender or ""
    if not sender.isascii() or len(sender) > LONGEST:
        return "no mail can be sent there"
    if letter.return_path and not same_mailbox(letter.return_path, sender):
        return "its envelope names another sender"
    authserv = config.inbox.authserv
    return unproved(letter.auth, authserv, sender.rpartition("@")[2]) if authserv else ""


def _misused(connection: Connection, config: Config, duty: Duty, now: datetime) -> dict[str, Any]:
    """Whose code it is is told, once a day, for whoever has it can write from many addresses; `unknown` and `wrong` look the same
    to everybody else.
    """
    if first_today(connection, "", f"code of {duty.player} in game {duty.game}", now):
        record = load_id(connection, duty.game)
        acts.also(record, [acts.MISUSED, duty.player])
        queue(record, config, duty.player, "notice", misused_code(record.row.name), now)
        record.flush()
    return {}


def _unclear(connection: Connection, config: Config, duty: Duty, now: datetime) -> dict[str, Any]:
    """Nobody can be answered, for the From field names nobody for sure; but the code is somebody's."""
    if first_today(connection, "", f"unclear, code of {duty.player} in game {duty.game}", now):
        record = load_id(connection, duty.game)
        acts.also(record, [acts.UNCLEAR, duty.player, duty.why])
        queue(record, config, duty.player, "notice", unclear_sender(record.row.name, duty.why), now)
        record.flush()
    return {}


def _unproved(connection: Connection, config: Config, duty: Duty, now: datetime) -> dict[str, Any]:
    """To the player whose address it bears, without a word of it."""
    if first_today(connection, fold(duty.letter.sender or ""), f"unproved in game {duty.game}", now):
        record = load_id(connection, duty.game)
        acts.also(record, [acts.UNPROVED, duty.player, duty.why])
        queue(record, config, duty.player, "notice", unproved_sender(record.row.name, duty.why), now)
        record.flush()
    vouching.tell(connection, config, duty, now)
    return {}


def _confirm(connection: Connection, config: Config, duty: Duty, now: datetime) -> dict[str, Any]:
    """An address is confirmed, or it is too late for that."""
    done = addresses.confirm(connection, config, duty, now)
    if not done:
        return {"reason": "it confirms an address too late"}
    return {"state": "applied", "game": duty.game, "player": duty.player, "verdict": "confirm"}


def _confirmed(connection: Connection, config: Config, duty: Duty, now: datetime) -> dict[str, Any]:
    """An address that counts already is confirmed once more."""
    sender = fold(duty.letter.sender or "")
    if first_today(connection, sender, f"confirmed in game {duty.game}", now):
        text = already_confirmed(load_id(connection, duty.game).row.name)
        queue_site(connection, config, sender, "address", text, now, answers=duty.letter.message_id)
    return {}


_DUTIES: dict[str, Callable[[Connection, Config, Duty, datetime], dict[str, Any]]] = {
    "stranger": _stranger,
    "misused": _misused,
    "unclear": _unclear,
    "unproved": _unproved,
    "confirm": _confirm,
    "guest": invited.settle,
    "confirmed": _confirmed,
    "desk": deskmail.heard,
    "watcher": asides.of_watcher,
}
