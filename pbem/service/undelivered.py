"""Mails that do not go out: how long each kind is tried, and what the moderator hears of it, once."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, or_, select, update

from pbem.config import Config
from pbem.mail.outbox import Outcome
from pbem.store.database import table, transaction
from pbem.store.tables import GameRow

from . import notes
from .mailing import naive
from .record import MAIL
from .site import Site
from .sitemail import tell_the_moderator

#: Kinds that are of no use later; all others are tried longer.
SHORT = ("receipt", "reminder", "confirm", "unsigned")
SHORT_LIFE, LONG_LIFE = timedelta(days=3), timedelta(days=14)
#: Mails that hold a secret which counts once: better lost than doubled, the player asks for a new one.
ONCE = ("confirm",)
#: After so many attempts the moderator hears of it.
MANY = 5
#: So long the outbox may be away before he does.
PATIENCE = timedelta(hours=1)
#: What `pbem retry` writes to a mail: the moderator wants it to go, however old it is.
AGAIN, RELEASED = "again, by the moderator", "released by the moderator"
AWAY = "outbox away since"
TOLD = " told"
GAME = table(GameRow)
ADVICE = "`pbem mail` shows a mail, `pbem retry` sends it again. If an address is wrong, the player has to tell you a better one."
#: As people call them.
KINDS = {"confirm": "confirmation", "press": "press mail", "unsigned": "answer", "stranger": "answer"}


def expire(connection: Connection, config: Config, now: datetime) -> None:
    """Give up mails that are too old: the short-lived ones in any case, others only if they were tried."""
    moment = naive(now)
    old = or_(
        MAIL.c.kind.in_(SHORT) & (MAIL.c.created < moment - SHORT_LIFE),
        MAIL.c.kind.not_in(SHORT) & (MAIL.c.created < moment - LONG_LIFE) & (MAIL.c.attempts > 0),
    )
    given_up = (MAIL.c.state == "ready", old, MAIL.c.reason.not_in((AGAIN, RELEASED)))
    rows = connection.execute(select(MAIL).where(*given_up).order_by(MAIL.c.id)).all()
    if rows:
        gone = update(MAIL).where(MAIL.c.id.in_([row.id for row in rows])).values(state="expired")
        connection.execute(gone)
        tell(connection, config, [(row, row.reason) for row in rows], "could not be sent in time", now)


def report(
    connection: Connection, config: Config, done: Iterable[tuple[Any, Outcome]], now: datetime
) -> list[str]:
    """Tell the moderator what he has to know of these attempts: refused for good, perhaps lost, failed again and again.

    Returns what the poll has to say itself: that mails to the moderator are refused.
    """
    problems = []
    found: dict[str, list[tuple[Any, str]]] = {}
    for row, outcome in done:
        if outcome.state == "sent" or not outcome.tried:
            continue
        said = row, outcome.reason
        if outcome.state == "failed" and row.kind == "moderator":
            problems.append(f"A mail to the moderator cannot be sent: {outcome.reason}.")
        elif outcome.state == "failed":
            found.setdefault("cannot be sent", []).append(said)
        elif outcome.state == "unknown" and row.kind in ONCE:
            found.setdefault("may not have arrived", []).append(said)
        elif row.attempts + 1 == MANY:
            found.setdefault(f"could not be sent {MANY} times so far", []).append(said)
    for what, rows in found.items():
        tell(connection, config, rows, what, now)
    return problems


def tell(
    connection: Connection, config: Config, rows: Sequence[tuple[Any, str]], what: str, now: datetime
) -> None:
    """One mail to the moderator about these mails and why; never about one to himself, which would have no end."""
    about = [(row, why) for row, why in rows if row.kind != "moderator"]
    if not about:
        return
    games = {row.game for row, _ in about}
    found = connection.execute(select(GAME.c.id, GAME.c.name).where(GAME.c.id.in_(games)))
    names = {row.id: row.name for row in found}
    lines = [f"{_named(row, names)}: {why or 'it waited too long'}." for row, why in about]
    one = len(about) == 1
    subject = f"A mail {what}" if one else f"{len(about)} mails {what}"
    text = "\n\n".join([f"{'This' if one else 'These'} {what}:", *lines, ADVICE])
    tell_the_moderator(connection, config, subject, text, now)


def _named(row: Any, names: dict[int, str]) -> str:
    game = f" of {names[row.game]}" if row.game in names else ""
    return f"M{row.id}, a {KINDS.get(row.kind, row.kind)} to {row.player}{game} ({row.recipient})"


def away(site: Site, why: str, now: datetime) -> None:
    """The outbox cannot be used.  Told once, when it has lasted `PATIENCE`; he reads it when it is back, or from the poll's output."""
    moment = naive(now)
    with transaction(site.engine) as connection:
        note = notes.read(connection, AWAY)
        since = datetime.fromisoformat(note.removesuffix(TOLD)) if note else moment
        if not note:
            notes.write(connection, AWAY, moment.isoformat())
        elif not note.endswith(TOLD) and moment - since >= PATIENCE:
            notes.write(connection, AWAY, since.isoformat() + TOLD)
            words = (
                f"Since {since:%Y-%m-%d %H:%M} UTC no mail could be handed over: {why}.\n\n"
                "Nothing is lost: all mails wait, and go out in their order when the server takes them."
            )
            tell_the_moderator(connection, site.config, "The outbox cannot be reached", words, now)


def back(site: Site) -> None:
    """The outbox works."""
    with transaction(site.engine) as connection:
        if notes.read(connection, AWAY):
            notes.write(connection, AWAY, "")
