"""Once a day a look into the folder for spam: letters of players end there, and nobody would know."""

from datetime import datetime

from sqlalchemy import func, select

from pbem.mail.addresses import fold
from pbem.mail.errors import MailError
from pbem.mail.inbox import Inbox
from pbem.store.database import transaction

from . import notes
from .mailing import naive
from .record import SEAT
from .site import Site
from .sitemail import tell_the_moderator

DAY, MARK = "spam looked through on", "spam looked through up to"
TOLD = (
    "In the folder {folder} of the judge's mailbox lie new messages from addresses of players:\n\n{list}\n\n"
    "The judge does not read that folder, for anybody can write such a sender. Look into it; what is theirs, move into the inbox, "
    "and the next poll takes it with the time at which it came."
)


def look(site: Site, inbox: Inbox, now: datetime, problems: list[str]) -> None:
    """Tell the moderator if senders there are players.  After the fetching: the inbox is of no use afterwards."""
    folder, today = site.config.inbox.junk, naive(now).date().isoformat()
    if not folder:
        return
    with transaction(site.engine) as connection:
        if notes.read(connection, DAY) == today:
            return
        mark = notes.read(connection, MARK)
    from pbem.mail.imap import ImapInbox
    from pbem.mail.junk import senders

    assert isinstance(inbox, ImapInbox), "the settings were checked"
    try:
        found, mark = senders(inbox, folder, mark)
    except MailError as error:
        found = []
        problems.append(f"[inbox] junk: the folder {folder} could not be looked at: {error}")
    with transaction(site.engine) as connection:
        notes.write(connection, DAY, today)
        notes.write(connection, MARK, mark)
        lines = []
        for address in sorted({fold(one) for one in found}):
            if connection.execute(select(SEAT.c.game).where(func.lower(SEAT.c.address) == address)).first():
                lines.append(f"* {sum(fold(one) == address for one in found)} from {address}")
        if lines:
            text = TOLD.format(folder=folder, list="\n".join(lines))
            tell_the_moderator(connection, site.config, "Letters in the spam folder", text, now)
