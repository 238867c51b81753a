"""Mails that belong to no seat: to the moderator about the site, to people who play in no game."""

from datetime import UTC, datetime
from hashlib import sha256

from sqlalchemy import Connection, func, insert, select

from pbem.config import Config
from pbem.deadlines import in_zone
from pbem.mail import tokens
from pbem.mail.compose import Draft, Mailbox
from pbem.mail.marker import is_marker
from pbem.report.brief import Rendered
from pbem.report.prose import narrow

from . import album
from .dressing import dressed
from .mailing import outbox_row, sound
from .record import MAIL

#: Their place in the outbox, where others have the number of their game.
NO_GAME = 0


def queue_site(
    connection: Connection,
    config: Config,
    recipient: str,
    kind: str,
    rendered: Rendered,
    now: datetime,
    answers: str = "",
    token: str = "",
    thread: str = "",
) -> None:
    """Put one mail into the outbox.  `answers`: the Message-ID (without brackets) of the letter it answers; `token`: a reply code, by
    which an answer to it is known; `thread`: the id of the thread that it belongs to.
    """
    where = (MAIL.c.game == NO_GAME) & (MAIL.c.player == recipient) & (MAIL.c.kind == kind)
    number = int(connection.execute(select(func.count()).select_from(MAIL).where(where)).scalar_one())
    judge = config.judge
    unique = sha256(f"{kind}/{recipient}/{number}/{now.isoformat()}".encode()).hexdigest()[:20]
    domain = judge.address.rpartition("@")[2]
    picture = sha256(rendered.picture).hexdigest() if rendered.picture else ""
    album.keep(connection, NO_GAME, {picture: rendered.picture} if picture else {})
    first, _, rest = rendered.text.strip().partition("\n")
    marked = first if is_marker(first) else ""
    shown = rendered._replace(text=rest) if marked else rendered
    draft = Draft(
        sender=Mailbox(judge.name, judge.address),
        to=Mailbox("", recipient),
        subject=f"{rendered.subject} {tokens.in_subject(token)}" if token else rendered.subject,
        date=now,
        message_id=tokens.in_message_id(token, unique, domain) if token else f"<pbem-{unique}@{domain}>",
        reply_to=tokens.in_address(token, judge.address) if token and judge.subaddress else None,
        text=rendered.text.strip() + "\n",
        html=dressed(shown, rendered.subject, marked),
        picture=picture,
        calendar=rendered.calendar,
        in_reply_to=f"<{answers}>" if sound(answers) else None,
        references=[*filter(None, [thread]), *([f"<{answers}>"] if sound(answers) else [])],
        unsubscribe=judge.address,
        code=token,
        answers=bool(answers),
    )
    row = outbox_row(NO_GAME, recipient, kind, number, recipient, draft, now)
    connection.execute(insert(MAIL).values(**row))


def told_at(moment: datetime, config: Config) -> str:
    """A time as the moderator reads it, in the zone of his site.  `moment`: without a zone it is the database's, UTC."""
    return in_zone(moment if moment.tzinfo else moment.replace(tzinfo=UTC), config.judge.timezone)


def tell_the_moderator(
    connection: Connection, config: Config, subject: str, text: str, now: datetime
) -> None:
    """About the site, or about mail of nobody's; without an address for him nothing is sent."""
    if config.judge.moderator:
        queue_site(
            connection, config, config.judge.moderator, "moderator", Rendered(subject, narrow(text)), now
        )
