"""Mails that do not go out: how long each kind is tried, and what the moderator hears of it, once."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, bindparam, func, or_, select, update

from pbem.config import Config
from pbem.mail.outbox import Outcome
from pbem.store.database import table, transaction
from pbem.store.tables import GameRow

from . import notes
from .errors import Told
from .mailing import naive
from .record import MAIL
from .site import Site
from .sitemail import tell_the_moderator, told_at

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
AWAY, AWAY_WHY = "outbox away since", "outbox away because"
TOLD = " told"
GAME = table(GameRow)
ADVICE = (
    "`pbem mail` shows a mail, `pbem retry` sends it again, to the same address. If that is wrong, ask the player for the right one: "
    '`pbem order GAME PLAYER "SET ADDRESS new@example.org"` sends a mail there, and an answer from there makes it his.'
)
#: So many mails are named in a sentence of the poll.
NAMED = 5
#: As people call them.
KINDS = {"confirm": "confirmation", "press": "press mail", "unsigned": "answer", "stranger": "answer"}


#: Made once, for every poll asks it.
_TOO_OLD = (
    select(MAIL)
    .where(
        MAIL.c.state == "ready",
        or_(
            MAIL.c.kind.in_(SHORT) & (MAIL.c.created < bindparam("short_")),
            MAIL.c.kind.not_in(SHORT) & (MAIL.c.created < bindparam("long_")) & (MAIL.c.attempts > 0),
        ),
        MAIL.c.reason.not_in((AGAIN, RELEASED)),
    )
    .order_by(MAIL.c.id)
)


def expire(connection: Connection, config: Config, now: datetime) -> list[str]:
    """Give up mails that are too old: the short-lived ones in any case, others only if they were tried.

    Returns what the poll has to say of it.
    """
    moment = naive(now)
    since = {"short_": moment - SHORT_LIFE, "long_": moment - LONG_LIFE}
    rows = connection.execute(_TOO_OLD, since).all()
    if rows:
        gone = update(MAIL).where(MAIL.c.id.in_([row.id for row in rows])).values(state="expired")
        connection.execute(gone)
        tell(connection, config, [(row, row.reason) for row in rows], "could not be sent in time", now)
    return _said(rows, "could not be sent in time and {were} given up")


def report(
    connection: Connection, config: Config, done: Iterable[tuple[Any, Outcome]], now: datetime
) -> list[str]:
    """Tell the moderator what he has to know of these attempts: refused for good, perhaps lost, failed again and again.

    Returns what the poll has to say itself: that mails are refused for good, those to the moderator among them.
    """
    problems, failed = [], []
    found: dict[str, list[tuple[Any, str]]] = {}
    for row, outcome in done:
        if outcome.state == "sent" or not outcome.tried:
            continue
        said = row, outcome.reason
        if outcome.state == "failed" and row.kind == "moderator":
            problems.append(f"A mail to the moderator cannot be sent: {outcome.reason}.")
        elif outcome.state == "failed":
            found.setdefault("cannot be sent", []).append(said)
            failed.append(row)
        elif outcome.state == "unknown" and row.kind in ONCE:
            found.setdefault("may not have arrived", []).append(said)
        elif row.attempts + 1 == MANY:
            found.setdefault(f"could not be sent {MANY} times so far", []).append(said)
    for what, rows in found.items():
        tell(connection, config, rows, what, now)
    return problems + _said(failed, "{were} refused for good")


def stopped(site: Site, now: datetime) -> list[str]:
    """What the poll of this moment has to say of the gate: which of its mails were held."""
    held = select(MAIL.c.id).where(MAIL.c.state == "held", MAIL.c.created == naive(now)).order_by(MAIL.c.id)
    with transaction(site.engine) as connection:
        return _said(connection.execute(held).all(), "{are} held by the gate")


def _said(rows: Sequence[Any], what: str) -> list[str]:
    """One sentence, without any address or text: it may end up in a log."""
    if not rows:
        return []
    named = ", ".join(f"M{row.id}" for row in rows[:NAMED]) + (" …" if len(rows) > NAMED else "")
    one = len(rows) == 1
    verb = what.format(are="is" if one else "are", were="was" if one else "were")
    return [Told(f"{len(rows)} {'mail' if one else 'mails'} {verb} ({named}); `pbem mail --held` says more.")]


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
        notes.write(connection, AWAY_WHY, why)
        since = datetime.fromisoformat(note.removesuffix(TOLD)) if note else moment
        if not note:
            notes.write(connection, AWAY, moment.isoformat())
        elif not note.endswith(TOLD) and moment - since >= PATIENCE:
            notes.write(connection, AWAY, since.isoformat() + TOLD)
            words = (
                f"Since {told_at(since, site.config)} no mail could be handed over: {why}.\n\n"
                "Nothing is lost: all mails wait, and go out in their order when the server takes them."
            )
            tell_the_moderator(connection, site.config, "The outbox cannot be reached", words, now)


def back(site: Site) -> None:
    """The outbox works."""
    with transaction(site.engine) as connection:
        if notes.read(connection, AWAY):
            notes.write(connection, AWAY, "")
            notes.write(connection, AWAY_WHY, "")


def away_since(connection: Connection) -> list[tuple[datetime, str]]:
    """Since when the outbox takes nothing, why, and how many mails wait; empty if it does, as far as the last poll knew."""
    note = notes.read(connection, AWAY)
    if not note:
        return []
    since = datetime.fromisoformat(note.removesuffix(TOLD)).replace(tzinfo=UTC)
    query = select(func.count()).select_from(MAIL).where(MAIL.c.state == "ready")
    count = int(connection.execute(query).scalar_one())
    waits = f"{count} {'mail waits' if count == 1 else 'mails wait'}"
    return [(since, f"{notes.read(connection, AWAY_WHY) or 'it cannot be used'}; {waits}")]
