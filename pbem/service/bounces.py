"""Mails of ours that came back: whose they were.

A bounce changes no game and stops no mail: anybody can write one.  What its envelope address or a Message-ID proves is `sure`: only
the receiver of a mail, and the servers on its way, know those.  An address that it merely names is a guess, shown as "perhaps".
"""

import logging
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, insert, select

from pbem.config import Config
from pbem.engine.events import Player
from pbem.mail import verp
from pbem.mail.auto import NO_PATH
from pbem.mail.bounces import Returned
from pbem.mail.letter import Letter
from pbem.store.database import TROUBLE
from pbem.store.tables import OVER

from .mailing import tell_moderator
from .reach import BOUNCE, Unreachable, number, said, unreachable
from .record import GAME, MAIL, SEAT, load_id
from .sitemail import told_at

log = logging.getLogger("pbem")

#: The moderator is not told more often that one player cannot be reached.
ONCE = timedelta(days=1)


class _Back(NamedTuple):
    """One mail that came back, or may have."""

    game: int
    player: Player
    address: str
    message_id: str
    mail: int | None
    kind: str
    sure: bool


def settle(
    connection: Connection,
    config: Config,
    letters: Iterable[tuple[Any, Letter]],
    others: dict[int, dict[str, Any]],
    now: datetime,
) -> None:
    """Bounces among the letters that belong to nobody: noted with the mails they are about, and what their rows say of them.

    `others`: by id, what is to be written to the row of each letter that is no player's.
    """
    for row, letter in letters:
        if row.id not in others or letter.returned is None or letter.poison:
            continue
        try:
            with connection.begin_nested():
                others[row.id] |= _settled(connection, config, row, letter, letter.returned, now)
        except TROUBLE:
            raise
        except Exception:  # whatever a bounce does to us, all other letters are read
            log.exception("bounce %s", row.id)


def _settled(
    connection: Connection, config: Config, row: Any, letter: Letter, returned: Returned, now: datetime
) -> dict[str, Any]:
    """What its row says in the end; nothing new if it is about no mail of ours."""
    found = _found(connection, config, letter, returned)
    if not found:
        return {}
    if words := _no_bounce(found[0], returned.kind):
        return {"state": "ignored", "reason": words}
    for back in found:
        _note(connection, config, row, back, returned, now)
    return {
        "state": "bounced",
        "verdict": returned.kind,
        "game": found[0].game or None,
        "player": found[0].player,
        "reason": _reason(found, returned),
    }


def _no_bounce(back: _Back, kind: str) -> str:
    """What else a server may have to say of a mail of ours."""
    mail = f"{number(back.mail)}, the {back.kind} to {back.player}," if back.sure else "a mail"
    known = {
        "delivered": f"it says that {mail} was delivered",
        "complaint": f"somebody has marked {mail} as spam",
    }
    return known.get(kind, "")


def _found(connection: Connection, config: Config, letter: Letter, returned: Returned) -> Sequence[_Back]:
    """Which mails it is about: by its envelope address, by a Message-ID, else by the addresses that it names."""
    if (letter.auto and not letter.bounce) or not _says_so(letter, returned):
        return []  # holiday notes and confirmations of reading come to the envelope sender as well
    wanted = verp.envelopes(letter.to, config.judge.address)
    mail = _mail(connection, MAIL.c.envelope, wanted)
    mail = mail or _mail(connection, MAIL.c.message_id, [f"<{one}>" for one in returned.mails])
    if mail:
        return [mail]
    return list(_guessed(connection, returned.failed)) if letter.bounce else []


def _says_so(letter: Letter, returned: Returned) -> bool:
    """Does it look like a bounce, or say a thing that only a bounce says?  Some programs write their holiday notes as servers do."""
    return letter.bounce not in ("", NO_PATH) or bool(returned.status or returned.mails)


def _mail(connection: Connection, column: Any, wanted: Sequence[str]) -> _Back | None:
    if not wanted:
        return None
    columns = (MAIL.c.id, MAIL.c.game, MAIL.c.player, MAIL.c.recipient, MAIL.c.message_id, MAIL.c.kind)
    row = connection.execute(select(*columns).where(column.in_(wanted)).order_by(MAIL.c.id)).first()
    if row is None:
        return None
    return _Back(row.game, row.player, row.recipient, row.message_id, row.id, row.kind, sure=True)


def _guessed(connection: Connection, addresses: Sequence[str]) -> Iterator[_Back]:
    """Players of games that go on who have one of these addresses."""
    if not addresses:
        return
    known = func.lower(SEAT.c.address).in_({one.lower() for one in addresses})
    seats = select(SEAT.c.game, SEAT.c.colour, SEAT.c.address).join(GAME, GAME.c.id == SEAT.c.game)
    for seat in connection.execute(seats.where(known, GAME.c.status != OVER).order_by(SEAT.c.game)):
        yield _Back(seat.game, seat.colour, seat.address, "", None, "", sure=False)


def _reason(found: Sequence[_Back], returned: Returned) -> str:
    why = said(returned.status, returned.kind)
    if found[0].sure:
        return f"{number(found[0].mail)}, the {found[0].kind} to {found[0].player}, came back: {why}"
    return f"perhaps a mail to {', '.join(dict.fromkeys(one.address for one in found))} came back: {why}"


def _note(
    connection: Connection, config: Config, row: Any, back: _Back, returned: Returned, now: datetime
) -> None:
    """Write it down; tell the moderator if this made the player unreachable."""
    known = (
        not back.game
        or bool(unreachable(connection, back.game, back.player))
        or _lately(connection, row, back)
    )
    values = {
        "game": back.game,
        "player": back.player,
        "address": back.address,
        "received": row.received,
        "permanent": returned.kind == "permanent",
        "sure": back.sure,
        "message_id": back.message_id,
        "status": returned.status,
        "letter": row.id,
    }
    connection.execute(insert(BOUNCE).values(**values))
    if known:
        return
    for lost in unreachable(connection, back.game, back.player):
        _tell(connection, config, lost, back.kind, now)


def _lately(connection: Connection, row: Any, back: _Back) -> bool:
    """Did a mail of his come back for good within a day?  Who writes bounces for his own mails shall not fill the moderator's mailbox."""
    query = select(BOUNCE.c.id).where(
        BOUNCE.c.game == back.game, BOUNCE.c.player == back.player, BOUNCE.c.sure, BOUNCE.c.permanent,
        BOUNCE.c.received > row.received - ONCE,
    )  # fmt: skip
    return connection.execute(query).first() is not None


def _tell(connection: Connection, config: Config, lost: Unreachable, kind: str, now: datetime) -> None:
    record = load_id(connection, lost.game)
    seat, game = record.seat_rows[lost.player], record.row.name
    words = TOLD.format(
        name=seat.name, colour=lost.player, address=lost.address, game=game, kind=kind or "mail",
        number=number(lost.mail), when=told_at(lost.back, config),
        said=said(lost.status, "permanent" if lost.permanent else "temporary"),
    )  # fmt: skip
    tell_moderator(record, config, f"mails do not reach {seat.name} ({lost.player})", words, now)
    record.flush()


TOLD = (
    "Our mails do not reach {name} ({colour}) any more at {address}.\n\n"
    "The last that came back is {number}, a {kind}; it came back at {when}: {said}.\n\n"
    "The game goes on, and we go on writing to {address}. Ask {name} by another way whether the address is still right.\n\n"
    'If it is not: `pbem order {game} {colour} "SET ADDRESS new@example.org"` with the right one. A mail goes there; as soon as it is '
    "answered from there, all mails go there, the last report first.\n\n"
    '`pbem order {game} {colour} "LINE"` enters orders for a player, `pbem deadline {game} +48h` gives time, `pbem hold {game}` '
    "stops the clock. As soon as a letter of {name} arrives, or the address changes, all is well again; until then "
    "`pbem games` and `pbem show {game}` say it, and you are not told again."
)
