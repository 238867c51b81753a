"""Players whom our mails do not reach: what says so, and until when it counts."""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, func, select, tuple_

from pbem.engine.events import Player
from pbem.mail.bounces import meaning
from pbem.store.database import table
from pbem.store.tables import OVER, BounceRow

from .mailing import aware
from .owners import LETTER
from .record import GAME, MAIL, SEAT

BOUNCE = table(BounceRow)

#: So many temporary failures, the first and the last so far apart, are as good as a permanent one.
MANY, LONG = 3, timedelta(days=3)

#: What a server says that refuses an address, not a text: RFC 5321, 4.2.3, and RFC 3463, 3.2.
_NO_SUCH = re.compile(r"\b(?:5\.1\.\d{1,2}|55[013])\b")
_CODE = re.compile(r"\b5\.\d{1,3}\.\d{1,3}\b")


class Unreachable(NamedTuple):
    """A player whom our mails do not reach.

    `place`: table order; `since`: when the first of them came back; `mail`: the number of the last that did (None if it is not known), `back`: when; `status`:
    its code, or ""; `permanent`: no server will try again; `refused`: it did not even leave.
    """

    game: int
    player: Player
    place: int
    address: str
    since: datetime
    back: datetime
    mail: int | None
    status: str
    permanent: bool
    refused: bool = False

    @property
    def why(self) -> str:
        """In words: `M12 came back: 5.1.1, there is no such mailbox (permanent)`."""
        return f"{number(self.mail)} {'was refused' if self.refused else 'came back'}: {said(self.status, 'permanent' if self.permanent else 'temporary')}"


def number(mail: int | None) -> str:
    """M12, or what stands for one that is not known."""
    return f"M{mail}" if mail is not None else "a mail"


def said(status: str, kind: str) -> str:
    """`5.1.1, there is no such mailbox (permanent)`"""
    words = ", ".join(filter(None, (status, meaning(status))))
    return f"{words} ({kind})" if words else f"{kind} failure"


def unreachable(
    connection: Connection, game: int | None = None, player: Player | None = None
) -> list[Unreachable]:
    """Players of games that go on whom our mails do not reach; of one game, or one player of it, where that is said.

    Their address has not changed since, and no letter that carries a reply code of theirs has come.
    """
    seats: dict[tuple[int, Player], list[_Failure]] = {}
    whose = [GAME.c.status != OVER]
    whose += [SEAT.c.game == game] if game is not None else []
    whose += [SEAT.c.colour == player] if player is not None else []
    failures = [*_returned(connection, whose), *_refused(connection, whose)]
    for row in sorted(failures, key=lambda row: row.received):
        seats.setdefault((row.game, row.player), []).append(row)
    heard = _heard(connection, list(seats))
    lost = (
        _lost([row for row in rows if seat not in heard or row.received > heard[seat]])
        for seat, rows in seats.items()
    )
    return sorted((one for one in lost if one is not None), key=lambda one: (one.game, one.place))


class _Failure(NamedTuple):
    """A mail did not reach a player at the address that he still has."""

    game: int
    player: Player
    place: int
    address: str
    received: datetime
    mail: int | None
    status: str
    permanent: bool
    refused: bool


def _returned(connection: Connection, whose: Sequence[ColumnElement[bool]]) -> Iterator[_Failure]:
    """By bounces that prove what they are about."""
    query = (
        select(BOUNCE, SEAT.c.place, MAIL.c.id.label("mail"))
        .join(SEAT, (SEAT.c.game == BOUNCE.c.game) & (SEAT.c.colour == BOUNCE.c.player))
        .join(GAME, GAME.c.id == BOUNCE.c.game)
        .outerjoin(MAIL, MAIL.c.message_id == BOUNCE.c.message_id)
        .where(BOUNCE.c.sure, func.lower(BOUNCE.c.address) == func.lower(SEAT.c.address), *whose)
        .order_by(BOUNCE.c.id)
    )
    for row in connection.execute(query):
        yield _Failure(
            row.game, row.player, row.place, row.address, row.received, row.mail, row.status, row.permanent, False
        )  # fmt: skip


def _refused(connection: Connection, whose: Sequence[ColumnElement[bool]]) -> Iterator[_Failure]:
    """By the server that takes our mails, where it knows that there is no such address."""
    query = (
        select(
            *(MAIL.c[name] for name in ("id", "game", "player", "recipient", "created", "reason")),
            SEAT.c.place,
        )
        .join(SEAT, (SEAT.c.game == MAIL.c.game) & (SEAT.c.colour == MAIL.c.player))
        .join(GAME, GAME.c.id == MAIL.c.game)
        .where(MAIL.c.state == "failed", MAIL.c.recipient == SEAT.c.address, *whose)
        .order_by(MAIL.c.id)
    )
    for row in connection.execute(query):
        if _NO_SUCH.search(row.reason):
            status = next(iter(_CODE.findall(row.reason)), "")
            yield _Failure(
                row.game, row.player, row.place, row.recipient, row.created, row.id, status, True, True
            )


def _heard(connection: Connection, seats: Sequence[tuple[int, Player]]) -> dict[tuple[int, Player], datetime]:
    """When a letter with a reply code of his came last.  Others may be forged, and show only that he has no mail of ours."""
    if not seats:
        return {}
    query = (
        select(LETTER.c.game, LETTER.c.player, func.max(LETTER.c.received).label("last"))
        .where(
            tuple_(LETTER.c.game, LETTER.c.player).in_(seats),
            LETTER.c.state.in_(("applied", "answered")),
            LETTER.c.verdict == "signed",
        )
        .group_by(LETTER.c.game, LETTER.c.player)
    )
    return {(row.game, row.player): row.last for row in connection.execute(query)}


def _lost(rows: Sequence[_Failure]) -> Unreachable | None:
    """What these failures of one player's mails make of him."""
    final = [row for row in rows if row.permanent]
    long = len(rows) >= MANY and rows[-1].received - rows[0].received >= LONG
    if not final and not long:
        return None
    last = (final or rows)[-1]
    since, back = aware(rows[0].received), aware(last.received)
    assert since is not None
    assert back is not None
    return Unreachable(
        last.game, last.player, last.place, last.address, since, back, last.mail, last.status, last.permanent,
        last.refused,
    )  # fmt: skip
