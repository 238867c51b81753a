"""What a player missed at an address that mails do not reach: once they go to another one, his last report goes there, too."""

from datetime import datetime
from typing import Any

from sqlalchemy import select

from pbem.config import Config
from pbem.deadlines import in_zone
from pbem.engine.events import Player
from pbem.mail.addresses import same_mailbox
from pbem.mail.compose import text_of
from pbem.mail.marker import MARKER
from pbem.report.notices_mail import report_again

from .mailing import aware, queue
from .reach import BOUNCE
from .record import MAIL, Record

#: A mail in one of these states has reached nobody for sure.
_NOT_THERE = ("ready", "failed", "expired", "unknown")


def last_report(record: Record, config: Config, player: Player, old: str, now: datetime) -> None:
    """His mails no longer go to `old`.  If his last report did, and was refused or came back, its text goes to where they go now.

    As a new mail: the bytes of the old one never change, nor does the address that stands in them.
    """
    mine = MAIL.c.game == record.id, MAIL.c.player == player, MAIL.c.kind == "report"
    row = record.connection.execute(select(MAIL).where(*mine).order_by(MAIL.c.id.desc())).first()
    if row is None or not same_mailbox(row.recipient, old) or not _missed(record, row):
        return
    written = aware(row.created)
    assert written is not None
    text = report_again(
        record.row.name,
        old,
        in_zone(written, record.seat_rows[player].zone),
        text_of(row.raw).removeprefix(MARKER).strip(),
    )
    queue(record, config, player, "report", text, now, covers=row.covers)


def _missed(record: Record, row: Any) -> bool:
    """Did it not get there, as far as anybody knows?  What came back for good, or was put off, is in the table of bounces."""
    if row.state in _NOT_THERE:
        return True
    came = select(BOUNCE.c.id).where(BOUNCE.c.sure, BOUNCE.c.message_id == row.message_id)
    return record.connection.execute(came).first() is not None
