"""What below a quotation, or inside it, is of our own mails: some programs quote without any mark, and wrap anew.

A mail is quoted as text or as it was drawn, with what its links hold written out behind them.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from html import unescape
from typing import Any

from sqlalchemy import bindparam, select

from pbem.engine.events import Player
from pbem.mail.compose import html_of, text_of
from pbem.mail.html import BLOCKS, html_text
from pbem.mail.letter import Letter
from pbem.orders.text import clean

from .record import MAIL, Record

_ANSWERED = select(MAIL.c.message_id, MAIL.c.kind, MAIL.c.number, MAIL.c.subject, MAIL.c.raw).where(
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
_END_LINES = BLOCKS | {"br", "br/", "hr", "hr/"}
#: What is neither letter nor digit; on pages the ends of lines stay.
_SIGNS = re.compile(r"[\W_]+")
_NO_LETTERS = bytes(sign for sign in range(128) if not chr(sign).isalnum() and chr(sign) != "\n")


def own_lines(record: Record, player: Player, letter: Letter, below: Sequence[str]) -> list[str]:
    """These lines without those of the mail that he answers."""
    if not any(below):
        return []
    mails = tuple((row.subject, row.raw) for row in _quotable(record, player, letter))
    left = _foreign(below, *_ours(mails))
    if not any(_may_be_drawn(_words(line), mails) for line in left):
        return left  # which spares taking the pages apart
    return _foreign(left, *_ours_drawn(mails))


def _foreign(lines: Sequence[str], known: frozenset[str], whole: str) -> list[str]:
    """Those that stand in none of the mails."""
    return [
        line
        for line in lines
        if (said := _words(line)) not in known and not (len(said) >= _SURELY_OURS and said in whole)
    ]


def answered(record: Record, player: Player, letter: Letter) -> Sequence[Any]:
    """The mails of ours that this letter names as answered, looked up once a transaction."""
    ids = tuple(dict.fromkeys((*letter.in_reply_to, *letter.references)))
    if not ids:
        return ()
    found = record.answered.get((player, ids))
    if found is None:
        where = {"game_": record.id, "player_": player, "ids_": [f"<{name}>" for name in ids]}
        found = record.answered[player, ids] = record.connection.execute(_ANSWERED, where).all()
    return found


def _quotable(record: Record, player: Player, letter: Letter) -> list[Any]:
    """The mails of ours that this letter answers; the last ones, if it does not say which."""
    found = answered(record, player, letter)
    where = {"game_": record.id, "player_": player}
    found = found or record.connection.execute(_LAST_MAILS, where).all()
    return [row for row in found if row.raw]


@lru_cache(maxsize=16)
def _ours(mails: tuple[tuple[str, bytes], ...]) -> tuple[frozenset[str], str]:
    """Their lines, and all of their words."""
    return _compared(f"{subject}\n{text_of(raw)}" for subject, raw in mails)


@lru_cache(maxsize=16)
def _ours_drawn(mails: tuple[tuple[str, bytes], ...]) -> tuple[frozenset[str], str]:
    """The same of what people see of the formatted versions."""
    return _compared(_drawn(raw) for _, raw in mails)


def _may_be_drawn(said: str, mails: tuple[tuple[str, bytes], ...]) -> bool:
    """Could these words stand in a formatted version?  Surely not if their letters and digits do not, whatever divides them."""
    letters = _SIGNS.sub("", said)
    if not letters or not letters.isascii():
        return True
    together, pieces = _letters(mails)
    if letters not in together:
        return False
    pieced = "\n*".join(letters)
    return len(said) >= _SURELY_OURS or re.search(f"\n{pieced}\n", pieces) is not None


@lru_cache(maxsize=16)
def _letters(mails: tuple[tuple[str, bytes], ...]) -> tuple[str, str]:
    """The letters and digits of the formatted versions, together, and the same with ends of lines wherever one may end."""
    found: list[str] = []
    for piece in "<".join(html_of(raw) for _, raw in mails).split("<"):
        tag, _, text = piece.partition(">")
        ends = not _END_LINES.isdisjoint(tag.lstrip("/").split(None, 1)[:1])
        found += ("\n", text) if ends else (text,)
    page = unescape("".join(found))
    for sign in set(page):
        if not sign.isascii():
            page = page.replace(sign, clean(sign).text.casefold())
    pieces = page.encode("ascii", "backslashreplace").translate(None, _NO_LETTERS).lower().decode()
    return pieces.replace("\n", ""), f"\n{pieces}\n"


def _compared(mails: Iterable[str]) -> tuple[frozenset[str], str]:
    ours = [_words(line) for line in "\n".join(mails).split("\n")]
    return frozenset((*ours, "")), " ".join(filter(None, ours))


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
