"""Which mails an act of the moderator sends, and what they say otherwise than the last report: for the preview before it is done."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from sqlalchemy import func, select

from pbem.mail.compose import text_of
from pbem.mail.letters import read_letter

from .record import MAIL, Record
from .showing import iso

#: Of one mail so many lines are shown.
MOST = 40
#: For a moderator who plays, before it is done (decision D27).
UNSEEN = "The game is moderated blind: what comes of it is shown when it is done."
_HEAD = 2  # the line above a mail's text, and the blank one


class Mail(NamedTuple):
    """A mail.  `lines`: what it says: where it is a report, as a difference from the one before ("+ …" new, "- …" gone)."""

    to: str
    kind: str
    subject: str
    lines: list[str]


def last_mail(record: Record) -> int:
    """The newest mail in the outbox, by its number there."""
    return int(record.connection.execute(select(func.coalesce(func.max(MAIL.c.id), 0))).scalar_one())


def rows(record: Record, first: int) -> Sequence[Any]:
    """The game's mails after that one, stored in this transaction."""
    query = select(MAIL).where(MAIL.c.game == record.id, MAIL.c.id > first).order_by(MAIL.c.id)
    return record.connection.execute(query).all()


def since(record: Record, first: int) -> list[Mail]:
    """The same, as they are shown."""
    return [_mail(record, row, first) for row in rows(record, first)]


def _mail(record: Record, row: Any, first: int) -> Mail:
    seat = record.seat_rows.get(row.player)
    lines = _text(row.raw)
    if row.kind == "report":
        query = select(MAIL.c.raw).where(
            MAIL.c.game == record.id, MAIL.c.player == row.player, MAIL.c.kind == "report", MAIL.c.id <= first
        )
        old = record.connection.execute(query.order_by(MAIL.c.id.desc()).limit(1)).scalar()
        lines = list(_difference(_text(old), lines)) if old is not None else lines
    return Mail(seat.name if seat else row.player, row.kind, _subject(row.raw), lines)


def _subject(raw: bytes) -> str:
    """Without its reply code."""
    return read_letter(raw).subject.rpartition(" [")[0] or read_letter(raw).subject


def _text(raw: bytes) -> list[str]:
    return [line.rstrip() for line in text_of(raw).splitlines()][_HEAD:]


def _difference(old: Sequence[str], new: Sequence[str]) -> Iterator[str]:
    """Lines that are gone and lines that are new; blank ones do not count."""
    for tag, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            yield from (f"- {line}" for line in old[a:b] if line)
            yield from (f"+ {line}" for line in new[c:d] if line)


def covered(mails: Sequence[Mail], subjects: bool = False) -> list[Mail]:
    """Without what they say, for a moderator who plays.  `subjects`: without these, too: they tell what comes of it."""
    return [mail._replace(lines=[], subject=mail.kind if subjects else mail.subject) for mail in mails]


def standing(record: Record) -> dict[str, Any]:
    """How the game stands then, for programs."""
    row = record.row
    facts = {"session": row.session, "deadline": iso(row.deadline), "held": row.held}
    return {**facts, "over": record.state.over}


def told(mails: Sequence[Mail]) -> list[str]:
    """For the eye: each mail with what it says, long ones cut."""
    lines = ["", "These mails go out:"] if mails else ["", "No mail goes out."]
    for mail in mails:
        lines += ["", f"To {mail.to}: {mail.subject}"]
        lines += [f"    {line}".rstrip() for line in mail.lines[:MOST]]
        if len(mail.lines) > MOST:
            lines.append(f"    … and {len(mail.lines) - MOST} more lines")
    return lines
