"""`pbem mail release`, `answer` and `drop`: what becomes of a letter or a mail that needs the moderator's hand."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy import Connection, select, update

from pbem.config import Config
from pbem.engine.events import MODERATOR, Decreed
from pbem.report.brief import Rendered
from pbem.report.naming import names_of, one_line
from pbem.report.press_told import quoted
from pbem.report.prose import harmless, wrap
from pbem.store.database import transaction

from . import acts, telling
from .errors import ServiceError, UsageError
from .heldbook import GATE
from .mailbook import ASIDE, STUCK, number_of
from .mailing import queue
from .owners import LETTER
from .record import MAIL, Record, load_id
from .retrying import Retried, retried
from .site import Site
from .sitemail import queue_site

ACTS = ("release", "answer", "drop")


def release(site: Site, number: str, because: str, now: datetime) -> Retried:
    """A letter that was put aside is read again, a mail that did not go out is sent again, one that the gate stopped goes out as it is:
    that needs a reason, is an event, and all players are told.  Raises UsageError, ServiceError."""
    kind, which = numbered(number)
    with transaction(site.engine) as connection:
        done = retried(
            connection, site.config, [(kind, which)], release=kind == "M" and _stopped(connection, which)
        )
        if done.released:
            _let_go(connection, site, which, because, now)
        return done


def let_go(connection: Connection, site: Site, mails: Sequence[str], because: str, now: datetime) -> None:
    """Mails that the gate had stopped ("M42") go out, by the moderator's decision.  Raises UsageError without a reason."""
    for number in mails:
        _let_go(connection, site, numbered(number)[1], because, now)


def _let_go(connection: Connection, site: Site, number: int, because: str, now: datetime) -> None:
    words = " ".join(because.split())
    if not words:
        raise UsageError(
            f"The gate stopped M{number}, for it may tell a player too much: say why it may go, with --because TEXT; all players read that."
        )
    row = connection.execute(select(MAIL.c.game, MAIL.c.player, MAIL.c.kind).where(MAIL.c.id == number)).one()
    record = load_id(connection, row.game)
    acts.also(record, [acts.RELEASE, words], now)
    tell_of_release(record, site.config, words, f"M{number}, a {row.kind} to {row.player}", now)
    record.flush()


def tell_of_release(record: Record, config: Config, words: str, which: str, now: datetime) -> None:
    """It is an event, and all players read of it."""
    said = f"The moderator has let a mail go that the judge had stopped: {words}"
    record.write([Decreed("release", said, which)])
    for seat in record.seats:
        queue(record, config, seat.colour, "notice", partial(_released, words=words), now)


def _released(record: Record, words: str) -> Rendered:
    names = names_of(record.rules, record.seats)
    lines = [
        *wrap(
            "The judge had stopped a mail to one of you, because it might have told more than its reader may know. The moderator has looked "
            "into it and lets it go. His reason:"
        ),
        "",
        *quoted(words),
    ]
    return Rendered(
        f"[{record.row.name}] a mail goes out after all", "\n".join(harmless(lines, names.lexicon))
    )


def answer(site: Site, number: str, text: str, now: datetime) -> str:
    """Answer the writer of a letter, whether it could be read or not; returns to whom.  Raises UsageError, ServiceError."""
    kind, which = numbered(number)
    if kind != "L":
        raise UsageError(f"{number} is a mail of the judge's; only letters are answered, like L17.")
    with transaction(site.engine) as connection:
        row = _letter(connection, which)
        if row.game is not None and row.player and row.player != "moderator":
            record = load_id(connection, row.game)
            acts.also(record, [acts.ANSWER, row.player, text], now)
            telling.said(record, site.config, row.player, text, now, row.message_id, telling.ANSWER)
            record.flush()
            to = one_line(record.seat_rows[row.player].name)
        elif row.sender:
            _to_a_stranger(connection, site, row, text, now)
            to = str(row.sender)
        else:
            raise ServiceError(
                f"Nobody knows who wrote L{which}: pbem mail L{which} --reveal shows it; write to him by your own mail."
            )
        if row.state == ASIDE:
            _settle(connection, which, "answered", "answered by the moderator")
        return to


def _to_a_stranger(connection: Connection, site: Site, row: Any, text: str, now: datetime) -> None:
    if not text.strip():
        raise UsageError('There are no words; write: pbem mail answer L17 "text".')
    lines = [*wrap("The moderator answers your mail:"), "", *quoted(text.strip())]
    words = Rendered("An answer of the moderator", "\n".join(lines))
    queue_site(connection, site.config, row.sender, "answer", words, now, answers=row.message_id)


def drop(site: Site, number: str, now: datetime) -> str:
    """Forget a letter that was put aside, or a mail that did not go out; nothing is erased.  Returns its number.  Raises UsageError, ServiceError."""
    kind, which = numbered(number)
    with transaction(site.engine) as connection:
        if kind == "L":
            row = _letter(connection, which)
            if row.state != ASIDE:
                raise ServiceError(f"L{which} is {row.state}; only letters that were put aside are dropped.")
            _settle(connection, which, "ignored", "dropped by the moderator")
        else:
            _drop_mail(connection, which, now)
    return f"{kind}{which}"


def _drop_mail(connection: Connection, number: int, now: datetime) -> None:
    row = connection.execute(select(MAIL).where(MAIL.c.id == number)).first()
    if row is None:
        raise UsageError(f"There is no mail M{number}.")
    if row.state not in STUCK and not (row.state == "ready" and row.attempts):
        raise ServiceError(f"M{number} is {row.state}; only mails that did not go out are dropped.")
    gone = {"state": "dropped", "reason": "dropped by the moderator"}
    connection.execute(update(MAIL).where(MAIL.c.id == number).values(**gone))
    if row.game and row.kind != "moderator":
        record = load_id(connection, row.game)
        acts.also(record, [acts.DROP], now)
        note_drop(record, f"M{number}, a {row.kind} to {row.player}")
        record.flush()


def note_drop(record: Record, which: str) -> None:
    """It stands in the journal, for the moderator alone."""
    record.write([Decreed("drop", private=which, only=(MODERATOR,))])


def numbered(text: str) -> tuple[str, int]:
    """("M", 42) of "M42".  Raises UsageError."""
    found = number_of(text)
    if found is None:
        raise UsageError(
            f"{text!r} is no number of a letter or mail; `pbem mail --held` lists them, like L17 and M42."
        )
    return found


def _stopped(connection: Connection, number: int) -> bool:
    return connection.execute(select(MAIL.c.state).where(MAIL.c.id == number)).scalar() == GATE


def _letter(connection: Connection, number: int) -> Any:
    columns = (LETTER.c.state, LETTER.c.game, LETTER.c.player, LETTER.c.sender, LETTER.c.message_id)
    row = connection.execute(select(*columns).where(LETTER.c.id == number)).first()
    if row is None:
        raise UsageError(f"There is no letter L{number}.")
    return row


def _settle(connection: Connection, number: int, state: str, reason: str) -> None:
    connection.execute(update(LETTER).where(LETTER.c.id == number).values(state=state, reason=reason))
