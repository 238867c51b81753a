"""One-use reply codes of the moderator (E23): every mail to him about a game carries one, and says what may be answered.

Kept in words that name no secret: the code opens the desk of one game for one letter from his registered address, for a week.
"""

import hmac
import json
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, insert, select, update

from pbem.engine import dice
from pbem.mail.tokens import make_token
from pbem.report.prose import listed, wrap
from pbem.store.database import table
from pbem.store.tables import OVER, DeskTokenRow

if TYPE_CHECKING:
    from .record import Record

DESK_TOKEN = table(DeskTokenRow)

#: So long a code is good.
LIFE = timedelta(days=7)
#: What a mail to the moderator may be about: a question of a player's, or anything else.
QUESTION, GAME = "question", "game"
#: `GameRow.waits` while a resolution waits for `pbem approve`.
APPROVAL = "approval"


def issue(record: "Record", number: int, what: str, about: dict[str, Any], now: datetime) -> str:
    """A fresh code for the moderator's mail `number` of this game.  `now`: UTC without a zone."""
    key = dice.derive(record.master, "desk")
    token = make_token(hmac.digest(key, f"moderator/{number}".encode(), "sha256"))
    values = {"token": token, "game": record.id, "what": what, "about": json.dumps(about), "made": now}
    record.connection.execute(insert(DESK_TOKEN).values(**values))
    return token


def found(connection: Connection, tokens: Iterable[str]) -> dict[str, Any]:
    """The rows of those codes that are the moderator's."""
    wanted = set(tokens)
    if not wanted:
        return {}
    query = select(DESK_TOKEN).where(DESK_TOKEN.c.token.in_(wanted))
    return {row.token: row for row in connection.execute(query)}


def use(connection: Connection, token: str, said: list[str], letter: str, now: datetime) -> None:
    """It counts now, and never again.  `said`: what was written with it, in the letter of this Message-ID; `now`: UTC without a zone."""
    row = connection.execute(select(DESK_TOKEN).where(DESK_TOKEN.c.token == token)).one()
    about = json.dumps({**json.loads(row.about), "said": said, "letter": letter})
    connection.execute(update(DESK_TOKEN).where(DESK_TOKEN.c.token == token).values(used=now, about=about))


def good(row: Any, received: datetime) -> bool:
    """May a letter that was received then use this code?"""
    return row.used is None and received <= row.made + LIFE


def footer(record: "Record", what: str, about: dict[str, Any]) -> list[str]:
    """What may be answered to a mail, in one sentence."""
    row = record.row
    words = ["APPROVE"] if row.waits == APPROVAL else []
    words += ["RESUME" if row.held else "HOLD because ...", "EXTEND 24h"] if row.status != OVER else []
    one = next(iter(record.seat_rows.values())).name
    words += ["TELL: words to all", f"TELL {one}: words to one"]
    if what == QUESTION and about.get("player") in record.seat_rows:
        name = record.seat_rows[about["player"]].name
        said = f"What you write above this mail, when you answer it, goes to {name}; a line of its own may say {listed(words, 'or')}"
    else:
        said = f"You may answer this mail with a line {listed(words, 'or')}"
    return wrap(
        f"{said}. The code in the subject counts once, for {LIFE.days} days, and from your address only."
    )
