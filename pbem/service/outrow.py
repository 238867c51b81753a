"""A mail as the outbox keeps it."""

from datetime import UTC, datetime
from typing import Any

from pbem.mail.compose import Draft, compose

#: A new mail is due whatever clock the poll goes by.
AT_ONCE = datetime(2000, 1, 1)


def naive(instant: datetime) -> datetime:
    """UTC without a zone, as the database keeps it."""
    return instant.astimezone(UTC).replace(tzinfo=None)


def aware(instant: datetime | None) -> datetime | None:
    """The database's UTC with its zone."""
    return instant.replace(tzinfo=UTC) if instant is not None else None


def outbox_row(
    game: int, player: str, kind: str, number: int, recipient: str, draft: Draft, now: datetime, **more: Any
) -> dict[str, Any]:
    """A mail as the outbox keeps it; its bytes never change from here on.  `more`: other columns."""
    values = {
        "game": game,
        "player": player,
        "kind": kind,
        "number": number,
        "turn": 0,
        "session": "",
        "covers": "",
        "recipient": recipient,
        "subject": draft.subject,
        "message_id": draft.message_id,
        "raw": compose(draft),
        "state": "ready",
        "attempts": 0,
        "created": naive(now),
        "due": AT_ONCE,
        "reason": "",
        "envelope": "",
        "picture": draft.picture,
        "page": draft.page,
    }
    return values | more


def sound(message_id: str) -> bool:
    """May this foreign Message-ID stand in a header of ours?"""
    return (
        0 < len(message_id) < 200
        and message_id.isascii()
        and message_id.isprintable()
        and not set("<> ") & set(message_id)
    )
