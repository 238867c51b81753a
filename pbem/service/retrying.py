"""Once more (`pbem retry`): mails that did not go out are sent, letters that were put aside are read, all by the next poll."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, select, update

from pbem.config import Config
from pbem.mail.addresses import same_mailbox
from pbem.store.database import transaction

from .errors import ServiceError, UsageError
from .mailbook import ASIDE, number_of
from .outrow import AT_ONCE
from .owners import LETTER
from .reach import BOUNCE
from .record import GAME, MAIL, SEAT
from .resolving import now_utc
from .site import Site
from .undelivered import AGAIN, ONCE, RELEASED


class Retried(NamedTuple):
    """What the next poll does again, by number: `mails` it sends, `released` of the gate's among them, `twice` those that may have arrived
    already; `letters` it reads; `left`: what was left alone, and why."""

    mails: tuple[str, ...]
    released: tuple[str, ...]
    twice: tuple[str, ...]
    letters: tuple[str, ...]
    left: tuple[dict[str, str], ...]


def retry(
    site: Site,
    numbers: Sequence[str],
    release: bool = False,
    because: str = "",
    now: datetime | None = None,
    lost: bool = False,
) -> Retried:
    """Try these again, or without numbers everything that failed.  All of them or none: raises UsageError, ServiceError.

    `release`: mails that the gate holds go out as they are, `because` of this, which is an event.  `lost`: mails that were sent go
    once more, too, as their reader has lost them.
    """
    if lost and not numbers:
        raise UsageError("Say which mails were lost, by their numbers: pbem retry M42 --lost.")
    if release and not numbers:
        raise UsageError(
            "Say which mails are to be released, by their numbers: pbem mail release M42 --because TEXT."
        )
    asked = [_asked(text) for text in numbers]
    lost_one = next((f"L{number}" for kind, number in asked if lost and kind == "L"), "")
    if lost_one:
        raise UsageError(
            f"Only mails are lost; {lost_one} is a letter, which is here: `pbem mail {lost_one}`."
        )
    with transaction(site.engine) as connection:
        if not asked:
            return _everything(connection, site.config.judge.moderator)
        done = retried(connection, site.config, asked, release, lost)
        if done.released:
            from . import mailacts

            mailacts.let_go(connection, site, done.released, because, now or now_utc())
        return done


def retried(
    connection: Connection,
    config: Config,
    asked: Sequence[tuple[str, int]],
    release: bool,
    lost: bool = False,
) -> Retried:
    """These, by kind and number ("M", 42).  Raises UsageError, ServiceError."""
    moderator = config.judge.moderator
    mails = [_mail(connection, moderator, number, release, lost) for kind, number in asked if kind == "M"]
    letters = [_letter(connection, number, release) for kind, number in asked if kind == "L"]
    return _done(connection, mails, letters, ())


def _asked(text: str) -> tuple[str, int]:
    found = number_of(text)
    if found is None:
        raise UsageError(
            f"{text!r} is no number of a letter or mail; `pbem mail --held` lists them, like L17 and M42."
        )
    return found


#: With where his mails go now, if it is a player's.
_MAILS = (
    select(
        *(MAIL.c[name] for name in ("id", "state", "kind", "attempts", "message_id", "player", "recipient")),
        SEAT.c.address,
        GAME.c.name.label("game_name"),
    )
    .outerjoin(SEAT, (SEAT.c.game == MAIL.c.game) & (SEAT.c.colour == MAIL.c.player))
    .outerjoin(GAME, GAME.c.id == MAIL.c.game)
)


def _moved(row: Any, moderator: str) -> str:
    """Where the mails of its reader go since it was written, and what to do instead; "" if they still go there.

    A mail never changes, so it can only go where it was addressed to: to a dead address, or to somebody else's by now.
    """
    if row.kind == "moderator" and moderator and not same_mailbox(row.recipient, moderator):
        return f"it was addressed to {row.recipient}; your mails go to {moderator} now"
    if row.address is None or same_mailbox(row.recipient, row.address):
        return ""
    return (
        f"it was addressed to {row.recipient}, which is no longer where the mails of {row.player} go; the next one goes to "
        f"{row.address}; `pbem report {row.game_name} {row.player}` shows the last report"
    )


def _mail(connection: Connection, moderator: str, number: int, release: bool, lost: bool) -> Any:
    """The mail, if it may go again.  Raises UsageError, ServiceError."""
    row = connection.execute(_MAILS.where(MAIL.c.id == number)).first()
    if row is None:
        raise UsageError(f"There is no mail M{number}.")
    if release and row.state != "held":
        raise ServiceError(f"M{number} is not held by the gate, so there is nothing to release.")
    if row.state == "held" and not release:
        raise ServiceError(
            f"The gate holds M{number}: it may tell a player too much. If you have read it (`pbem mail M{number} --reveal`) and "
            f"decide that it may go: pbem mail release M{number} --because TEXT."
        )
    if row.state == "sending":
        raise ServiceError(f"M{number} is on its way just now; look again when the poll is done.")
    if row.state == "ready" and not row.attempts:
        raise ServiceError(f"M{number} was not tried yet; the next poll sends it.")
    if row.state == "sent" and not lost and not _came_back(connection, row.message_id):
        raise ServiceError(
            f"M{number} was sent, and did not come back. If its reader has lost it: pbem retry M{number} --lost."
        )
    if moved := _moved(row, moderator):
        raise ServiceError(f"M{number} is not sent again: {moved}.")
    return row


def _came_back(connection: Connection, message_id: str) -> bool:
    query = select(BOUNCE.c.id).where(BOUNCE.c.sure, BOUNCE.c.message_id == message_id)
    return connection.execute(query).first() is not None


def _letter(connection: Connection, number: int, release: bool) -> int:
    """Its number, if it may be read again.  Raises UsageError, ServiceError."""
    if release:
        raise UsageError(f"Only mails are released; L{number} is a letter.")
    state = connection.execute(select(LETTER.c.state).where(LETTER.c.id == number)).scalar()
    if state is None:
        raise UsageError(f"There is no letter L{number}.")
    if state != ASIDE:
        raise ServiceError(f"L{number} is {state}; only letters that were put aside are read again.")
    return number


def _everything(connection: Connection, moderator: str) -> Retried:
    """All that failed, expired, or waits to be tried again; all letters put aside.  Not what somebody must decide."""
    waits = (MAIL.c.state == "ready") & (MAIL.c.attempts > 0)
    stuck = MAIL.c.state.in_(("failed", "expired", "unknown")) | waits
    rows = connection.execute(_MAILS.where(stuck).order_by(MAIL.c.id)).all()
    held = connection.execute(select(MAIL.c.id).where(MAIL.c.state == "held").order_by(MAIL.c.id)).scalars()
    left = [(number, "the gate holds it; see `pbem mail --held`") for number in held]
    left += [(row.id, "it may have arrived, and is good only once") for row in rows if _once(row)]
    rows = [row for row in rows if not _once(row)]
    left += [(row.id, moved) for row in rows if (moved := _moved(row, moderator))]
    aside = connection.execute(select(LETTER.c.id).where(LETTER.c.state == ASIDE).order_by(LETTER.c.id))
    return _done(
        connection, [row for row in rows if not _moved(row, moderator)], list(aside.scalars()), sorted(left)
    )


def _once(row: Any) -> bool:
    """It holds a secret that counts once and may have arrived: whether it goes again is decided mail by mail."""
    return row.kind in ONCE and row.state == "unknown"


def _done(
    connection: Connection, mails: Sequence[Any], letters: Sequence[int], left: Sequence[tuple[int, str]]
) -> Retried:
    for row in mails:
        reason = RELEASED if row.state == "held" else AGAIN
        fresh = {"state": "ready", "attempts": 0, "due": AT_ONCE, "reason": reason}
        connection.execute(update(MAIL).where(MAIL.c.id == row.id).values(**fresh))
    for number in letters:
        fresh = {"state": "new", "attempts": 0, "reason": ""}
        connection.execute(update(LETTER).where(LETTER.c.id == number).values(**fresh))
    return Retried(
        tuple(f"M{row.id}" for row in mails),
        tuple(f"M{row.id}" for row in mails if row.state == "held"),
        tuple(f"M{row.id}" for row in mails if row.state in ("unknown", "sent")),
        tuple(f"L{number}" for number in letters),
        tuple({"number": f"M{number}", "why": why} for number, why in left),
    )
