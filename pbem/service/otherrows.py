"""The stored rows of a game as another player's world would have them, within a savepoint that is always undone.

What one player may not see is changed in the tables themselves, so that whatever reads them reads something else: the others'
orders, sheets so far, salts, letters, addresses, mails, press between them, and how much of all that there is.
"""

import json
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from types import SimpleNamespace
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, bindparam, insert, or_, select, update

from pbem.engine.events import Player
from pbem.engine.otherwise import MORE
from pbem.orders.lines import Line, Named, Turn
from pbem.store.database import table
from pbem.store.tables import AddressRow, LetterRow, PressRow

from .orderlists import LINE
from .record import MAIL, SEAT
from .rescue import RESCUE

ADDRESS, LETTER, PRESS = table(AddressRow), table(LetterRow), table(PressRow)

#: What stands in the others' lists instead: it never comes to anything, and nobody would write it.
_IDLE = msgspec.json.encode(Line("purge", who=(Named("A"),), condition=Turn("=", 12))).decode()
_WORDS = "in other words"
_THEN = datetime(2001, 1, 1)
_NOBODY = "somebody@elsewhere.example"
#: So many letters and mails of each, the newest, are changed; older ones cannot matter to what is written now.
_RECENT = 6
#: All kinds of mail that players are sent: named, so that an index finds them.
_KINDS = ("report", "receipt", "notice", "press", "confirm", "reminder")

_GAME: Any = bindparam("game_")
_ME: Any = bindparam("me_")
_OTHERS_LINES = (
    update(LINE)
    .where(LINE.c.game == _GAME, LINE.c.player != _ME, LINE.c.state == bindparam("standing_", "standing"))
    .values(data=_IDLE, why=_WORDS)
)
_OTHERS_HELD = update(RESCUE).where(RESCUE.c.game == _GAME, RESCUE.c.player != _ME).values(state="forgotten")
_LAST_LETTERS = (
    update(LETTER)
    .where(LETTER.c.game == _GAME, LETTER.c.player == bindparam("him_"), LETTER.c.number > bindparam("from_"))
    .values(
        subject=_WORDS,
        sender=_NOBODY,
        reason=_WORDS,
        number=LETTER.c.number + MORE,
        size=LETTER.c.size + MORE,
        received=_THEN,
    )
)
_LAST_MAILS = (
    update(MAIL)
    .where(
        MAIL.c.game == _GAME,
        MAIL.c.player == bindparam("him_"),
        or_(*(MAIL.c.kind == kind for kind in _KINDS)),  # IN cannot be executed for many at once
        MAIL.c.number > bindparam("from_"),
    )
    .values(subject=_WORDS, recipient=_NOBODY, reason=_WORDS)
)
_OFFERS_TOLD = select(MAIL.c.id, MAIL.c.covers).where(
    MAIL.c.game == _GAME,
    MAIL.c.player == bindparam("him_"),
    MAIL.c.kind == "notice",
    MAIL.c.turn >= bindparam("turn_"),
    MAIL.c.covers.like("offer/%"),
)
_TOLD_OTHERWISE = update(MAIL).where(MAIL.c.id == bindparam("mail_")).values(covers=bindparam("covers_"))
_OTHERS_ADDRESSES = (
    update(ADDRESS)
    .where(ADDRESS.c.game == _GAME, ADDRESS.c.player != _ME)
    .values(address=_NOBODY, state="gone")
)


class Other(NamedTuple):
    """Whose other world, in which game, and what of it is public.

    `seats`: of the game; `now`: UTC without a zone; `bribes`: the turn, where there may be offers; `full`: whose sheets so far are
    complete.
    """

    game: int
    me: Player
    seats: Mapping[Player, SimpleNamespace]
    now: datetime
    bribes: int | None
    full: Collection[Player]


@contextmanager
def changed(connection: Connection, other: Other) -> Iterator[None]:
    """Inside the block the tables hold the world that `me` cannot tell from his own; afterwards, what they held before."""
    savepoint = connection.begin_nested()
    try:
        _change(connection, other)
        yield
    finally:
        savepoint.rollback()


def _change(connection: Connection, other: Other) -> None:
    game, me, seats, now, bribes, full = other
    where = {"game_": game, "me_": me}
    others = [seat for colour, seat in seats.items() if colour != me]
    connection.execute(_OTHERS_LINES, where)
    connection.execute(insert(LINE), [_idle(game, seat, now) for seat in others])
    rows = [{"game_": game, **_seat_values(other_seat(seat, seat.colour in full))} for seat in others]
    connection.execute(_SEATS, rows)
    connection.execute(_OTHERS_HELD, where)
    letters = [{"game_": game, "him_": one.colour, "from_": one.letters - _RECENT} for one in others]
    mails = [{"game_": game, "him_": one.colour, "from_": one.mails - _RECENT} for one in others]
    connection.execute(_LAST_LETTERS, letters)
    connection.execute(_LAST_MAILS, mails)
    connection.execute(_OTHERS_ADDRESSES, where)
    if bribes is not None:
        for one in others:
            _offers_told(connection, {"game_": game, "him_": one.colour, "turn_": bribes - 1})
    _press(connection, game, me)


def _idle(game: int, seat: SimpleNamespace, now: datetime) -> dict[str, Any]:
    """An order line of his that is not there."""
    number = seat.lines + MORE
    values = {"game": game, "player": seat.colour, "number": number, "letter": None, "data": _IDLE}
    return values | {"asleep": 0, "overdue": False, "state": "standing", "why": _WORDS, "given": now}


_SEAT_COLUMNS = (
    "address",
    "zone",
    "mails",
    "letters",
    "lines",
    "draft",
    "salt",
    "style",
    "calendar",
    "remind",
)
_SEATS = (
    update(SEAT)
    .where(SEAT.c.game == bindparam("game_"), SEAT.c.colour == bindparam("colour_"))
    .values({name: bindparam(f"new_{name}") for name in _SEAT_COLUMNS})
)


def _seat_values(other: SimpleNamespace) -> dict[str, Any]:
    return {"colour_": other.colour, **{f"new_{name}": getattr(other, name) for name in _SEAT_COLUMNS}}


def other_seat(seat: SimpleNamespace, full: bool) -> SimpleNamespace:
    """What of another player's seat is secret is changed: where he writes from and lives, how much he wrote, how he wants his
    mails, his sheet so far.

    Who he is and whether he is READY is public.  So is whether his sheet is `full`: such a one is turned, any other is begun or not
    begun instead.
    """
    changes = {
        "address": f"{seat.colour}@elsewhere.example",
        "zone": "Pacific/Apia" if seat.zone != "Pacific/Apia" else "UTC",
        "mails": seat.mails + MORE,
        "letters": seat.letters + MORE,
        "lines": seat.lines + MORE,
        "draft": json.dumps(_other_draft(json.loads(seat.draft), full)),
        "salt": "" if seat.salt else _WORDS,
        "style": "short" if seat.style != "short" else "full",
        "calendar": not seat.calendar,
        "remind": "" if seat.remind else "1h",
    }
    return SimpleNamespace(**{**seat.__dict__, **changes})


def _other_draft(sheet: dict[str, int], full: bool) -> dict[str, int]:
    if not full:
        return {} if sheet else {"A": 1}
    numbers = list(sheet.values())
    return dict(zip(sheet, numbers[1:] + numbers[:1], strict=True))


def _offers_told(connection: Connection, where: Mapping[str, Any]) -> None:
    """The receivers' numbers of offers, as the facts have them in that world."""
    rows = [
        {"mail_": row.id, "covers_": _more(row.covers)} for row in connection.execute(_OFFERS_TOLD, where)
    ]
    if rows:
        connection.execute(_TOLD_OTHERWISE, rows)


def _more(covers: str) -> str:
    """ "offer/3@2/spy" -> "offer/10@2/spy" """
    marks = [mark.removeprefix("offer/").partition("@") for mark in covers.split()]
    return " ".join(f"offer/{int(number) + MORE}{at}{about}" for number, at, about in marks)


def _press(connection: Connection, game: int, me: Player) -> None:
    """What others write to each other reads otherwise, and what reaches him unnamed was written by somebody else."""
    rows = connection.execute(select(PRESS).where(PRESS.c.game == game, PRESS.c.author != me)).all()
    for row in rows:
        mine = me in row.receivers.split()
        if mine and not row.anonymous:
            continue
        values = {"author": f"{row.author}?"} if mine else {"text": _WORDS, "receivers": row.author}
        connection.execute(update(PRESS).where(PRESS.c.id == row.id).values(**values))


__all__ = ["Other", "changed", "other_seat"]
