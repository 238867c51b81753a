"""Checks of what the site holds: games that stand still, mails and letters that do not get on, the last backup."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from sqlalchemy import func, select

from pbem.service import notes
from pbem.service.backup import LAST
from pbem.store.database import table, transaction
from pbem.store.tables import OVER, GameRow, LetterRow, MailRow

from .findings import Finding, Patient, ok, warn

GAME, LETTER, MAIL = table(GameRow), table(LetterRow), table(MailRow)
OLD = timedelta(days=8)
#: States of mails and letters that do not get on by themselves.
STUCK = ("failed", "held", "unknown", "expired")


def standing(patient: Patient) -> Iterator[Finding]:
    """Games on hold, or that wait for the moderator."""
    if patient.engine is None:
        return
    with transaction(patient.engine) as connection:
        rows = connection.execute(select(GAME).where(GAME.c.status != OVER).order_by(GAME.c.name)).all()
    for row in rows:
        if row.held:
            yield warn(
                f"{row.name} is on hold: {row.held[:150]}",
                f"`pbem show {row.name} {patient.site}` says how it goes on; mostly `pbem resume {row.name} {patient.site}`.",
            )
        elif row.waits:
            yield warn(
                f"{row.name} waits for you ({row.waits})",
                f"`pbem {'approve' if row.waits == 'approval' else 'resolve'} {row.name} {patient.site}`, or give them time: `pbem deadline {row.name} +24h`.",
            )
    if not any(row.held or row.waits for row in rows):
        yield ok(f"{len(rows)} {'game runs' if len(rows) == 1 else 'games run'}, none waits for you")


def mail(patient: Patient) -> Iterator[Finding]:
    """Mails that did not go out, letters that could not be read."""
    if patient.engine is None:
        return
    with transaction(patient.engine) as connection:
        states = select(MAIL.c.state, func.count()).group_by(MAIL.c.state)
        mails = {str(row[0]): int(row[1]) for row in connection.execute(states)}
        tried = select(func.count()).select_from(MAIL).where(MAIL.c.state == "ready", MAIL.c.attempts > 0)
        again = int(connection.execute(tried).scalar_one())
        letters = {
            state: int(
                connection.execute(
                    select(func.count()).select_from(LETTER).where(LETTER.c.state == state)
                ).scalar_one()
            )
            for state in ("new", "poison")
        }
    bad = [f"{mails[state]} {state}" for state in STUCK if mails.get(state)]
    bad += [f"{again} tried in vain so far"] if again else []
    bad += [f"{letters['poison']} letters put aside"] if letters["poison"] else []
    if bad:
        remedy = f"`pbem mail --held {patient.site}` says why; `pbem retry {patient.site}` tries again."
        yield warn("; ".join(bad), remedy)
    waiting = mails.get("ready", 0)
    yield ok(f"{mails.get('sent', 0)} mails sent, {waiting} wait; {letters['new']} letters not read yet")


def backup(patient: Patient) -> Iterator[Finding]:
    """When the last one was made."""
    if patient.engine is None:
        return
    with transaction(patient.engine) as connection:
        last = notes.read(connection, LAST)
        running = connection.execute(
            select(func.count()).select_from(GAME).where(GAME.c.status != OVER)
        ).scalar_one()
    if last and patient.now - datetime.fromisoformat(last) <= OLD:
        yield ok(f"the last one was made at {last[:16].replace('T', ' ')} UTC")
    elif running:
        said = f"the last one was made at {last[:16].replace('T', ' ')} UTC" if last else "none was ever made"
        yield warn(
            said, f"Say `pbem backup {patient.site}`, once a week by cron, and keep it on another machine."
        )
    else:
        yield ok("no game is running" if not last else f"the last one is of {last[:10]}; no game is running")
