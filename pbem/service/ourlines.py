"""What below a quotation, or inside it, is of our own mails: some programs quote without any mark, and wrap anew.

A mail is quoted as text or as it was drawn, with what its links hold written out behind them.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import bindparam, select

from pbem.engine.events import Player
from pbem.mail.compose import html_of, text_of
from pbem.mail.html import html_text
from pbem.mail.letter import Letter
from pbem.orders.text import clean

from .record import MAIL, Record

_ANSWERED = select(MAIL.c.subject, MAIL.c.raw).where(
    MAIL.c.game == bindparam("game_"),
    MAIL.c.player == bindparam("player_"),
    MAIL.c.message_id.in_(bindparam("ids_", expanding=True)),
)
_LAST_MAILS = (
    select(MAIL.c.subject, MAIL.c.raw)
    .where(MAIL.c.game == bindparam("game_"), MAIL.c.player == bindparam("player_"))
    .order_by(MAIL.c.id.desc())
    .limit(12)
)
#: So many signs that stand in our mail one after the other are ours.
_SURELY_OURS = 30
#: Where a link of ours leads, as programs write it out behind its words.
_LED_TO = re.compile(r"[<\[(]?\s?mailto:[^\s<>?]{1,300}\?[^\s<>]{1,12000}[>\])]?", re.IGNORECASE)


def own_lines(record: Record, player: Player, letter: Letter, below: Sequence[str]) -> list[str]:
    """These lines without those of the mail that he answers."""
    if not any(below):
        return []
    mails = _answered(record, player, letter)
    left = _foreign(below, [f"{row.subject}\n{text_of(row.raw)}" for row in mails])
    return _foreign(left, [_drawn(row.raw) for row in mails]) if left else []


def _foreign(lines: Sequence[str], mails: Sequence[str]) -> list[str]:
    """Those that stand in none of the mails."""
    ours = [_words(line) for line in "\n".join(mails).split("\n")]
    known, whole = {*ours, ""}, " ".join(filter(None, ours))
    return [
        line
        for line in lines
        if (said := _words(line)) not in known and not (len(said) >= _SURELY_OURS and said in whole)
    ]


def _answered(record: Record, player: Player, letter: Letter) -> list[Any]:
    """The mails of ours that this letter answers; the last ones, if it does not say which."""
    ids = [f"<{name}>" for name in dict.fromkeys((*letter.in_reply_to, *letter.references))]
    where = {"game_": record.id, "player_": player}
    found = record.connection.execute(_ANSWERED, {**where, "ids_": ids}).all() if ids else []
    found = found or record.connection.execute(_LAST_MAILS, where).all()
    return [row for row in found if row.raw]


@lru_cache(maxsize=32)
def _drawn(raw: bytes) -> str:
    """What people see of the formatted version."""
    read = html_text(html_of(raw))
    return read.text if read is not None else ""


@lru_cache(maxsize=8192)
def _words(line: str) -> str:
    """For comparing: however it is quoted, in bold, with whatever quotation marks, without where a link leads.  Our mails share most of
    their lines."""
    bare = _LED_TO.sub(" ", line) if "mailto:" in line.casefold() else line
    return " ".join(clean(bare).text.replace("*", " ").split()).casefold()
