"""The mails of a game for its archive: a line each in `mails.jsonl`, and their text in `reports/` (E25)."""

import re
from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import bindparam, select

from pbem.archive.manifest import digest
from pbem.mail.compose import html_of, text_of

from ..mailing import aware
from ..record import MAIL, Record
from .masks import masked
from .withheld import Talk

_LIST = (
    select(
        MAIL.c.id,
        MAIL.c.player,
        MAIL.c.kind,
        MAIL.c.number,
        MAIL.c.covers,
        MAIL.c.subject,
        MAIL.c.created,
        MAIL.c.picture,
    )
    .where(MAIL.c.game == bindparam("game_"))
    .order_by(MAIL.c.id)
)
_RAW = select(MAIL.c.raw).where(MAIL.c.id == bindparam("mail_"))
#: What a report prints of the chain (decision D29).
_HEAD = re.compile(r"\b([0-9a-f]{12} after \[\d+\])")


#: By player and n: an entry of an earlier archive, and the text of its file where that lies elsewhere.
Known = dict[tuple[str, int], tuple[Mapping[str, Any], str]]


class Mails(NamedTuple):
    """`entries`: of mails.jsonl; `texts`: path -> text of those that are new, `kept`: paths of the others; `pictures`: names of all that they show."""

    entries: list[dict[str, Any]]
    texts: dict[str, str]
    pictures: list[str]
    kept: list[str]


def of(record: Record, talk: Talk, known: Known) -> Mails:
    """Every mail to a player, in the order written.  `known`: what an earlier archive has: a mail never changes."""
    found, places = Mails([], {}, [], []), Counter[tuple[str, str]]()
    for row in record.connection.execute(_LIST, {"game_": record.id}).all():
        if row.player not in record.seat_rows:
            continue
        place = places[row.player, row.kind]
        places[row.player, row.kind] += 1
        keeps = talk.keeps(row.player, row.kind, row.covers, place)
        old = known.get((row.player, row.number))
        if old is not None and bool(old[0]["file"]) == keeps and _is(old[0], row):
            found.entries.append(dict(old[0]))
            if old[1]:
                found.texts[old[0]["file"]] = old[1]
            elif keeps:
                found.kept.append(old[0]["file"])
        else:
            entry, text = _read(record, row, keeps)
            found.entries.append(entry)
            if keeps:
                found.texts[entry["file"]] = text
        if keeps and row.picture:
            found.pictures.append(row.picture)
    return found


def _is(entry: Mapping[str, Any], row: Any) -> bool:
    """Is it that mail?  (A site that was restored may have written another one with this number.)"""
    written = str(entry["kind"]), str(entry["created"]), str(entry["covers"])
    return written == (row.kind, _iso(row.created), row.covers)


def _iso(created: datetime) -> str:
    moment = aware(created)
    assert moment is not None
    return moment.isoformat()


def path(player: str, number: int, kind: str) -> str:
    """Where its text stands in the folder."""
    return f"reports/{player}/{number:03d}-{kind}.txt"


def _read(record: Record, row: Any, keeps: bool) -> tuple[dict[str, Any], str]:
    """The line of a mail that was not in an archive yet, and its text."""
    entry: dict[str, Any] = {
        "player": row.player,
        "kind": row.kind,
        "n": row.number,
        "created": _iso(row.created),
        "subject": masked(row.subject).strip(),
        "covers": row.covers,
        "file": "",
    }
    if not keeps:
        return {**entry, "withheld": "words between players"}, ""
    raw = record.connection.execute(_RAW, {"mail_": row.id}).scalar_one()
    text, html = text_told(row.subject, raw), html_told(raw)
    head = _HEAD.search(text)
    entry |= {
        "file": path(row.player, row.number, row.kind),
        "sha256": digest(text.encode()),
        "html": digest(html.encode()) if html else "",
        "picture": row.picture,
        "head": head[1] if head else "",
    }
    return entry, text


def text_told(subject: str, raw: bytes) -> str:
    """A mail's subject and text as an archive has them."""
    return f"Subject: {masked(subject).strip()}\n\n{masked(text_of(raw))}"


def html_told(raw: bytes) -> str:
    """Its formatted version, masked; only its hash is kept.  White space counts once: an address of another length breaks lines elsewhere."""
    return " ".join(masked(html_of(raw)).split())
