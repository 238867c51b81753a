"""Looking into the folder for spam: senders only, by headers, and nothing there is ever changed."""

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from pbem.mail.addresses import parse_mailbox
from pbem.mail.imap import ImapInbox

#: How far back the first look goes, and how many messages one look reads: spam folders are large.
FIRST, MOST = timedelta(days=7), 500
_FROM = b"BODY[HEADER.FIELDS (FROM)]"


class Looked(msgspec.Struct, frozen=True):
    """How far the folder was looked through: UIDVALIDITY and the highest UID."""

    validity: int
    last: int


def senders(inbox: ImapInbox, folder: str, mark: str) -> tuple[list[str], str]:
    """Addresses from which messages have come into `folder` since the `mark`, and the new mark.  MailError if it cannot be read.

    The inbox is of no use for fetching afterwards.
    """

    def look(client: Any) -> tuple[list[str], str]:
        chosen = client.select_folder(folder, readonly=True)
        validity = int(chosen.get(b"UIDVALIDITY") or 0)
        try:
            before = msgspec.json.decode(mark, type=Looked)
        except msgspec.DecodeError:
            before = Looked(0, 0)
        if before.validity == validity:
            found = [uid for uid in client.search(["UID", f"{before.last + 1}:*"]) if uid > before.last]
        else:
            found = client.search(["SINCE", (datetime.now(UTC) - FIRST).date()])
        uids = sorted(found)[-MOST:]
        last = max([*uids, before.last if before.validity == validity else 0])
        answer = client.fetch(uids, ["BODY.PEEK[HEADER.FIELDS (FROM)]"]) if uids else {}
        fields = [answer.get(uid, {}).get(_FROM) for uid in uids]
        addresses = [_address(field) for field in fields if isinstance(field, bytes)]
        return [one for one in addresses if one], msgspec.json.encode(Looked(validity, last)).decode()

    return inbox.visit(look)


def _address(field: bytes) -> str:
    """The one mailbox in a From field; "" for anything else."""
    name, _, value = field.decode("ascii", "replace").replace("\r\n", "").partition(":")
    return (parse_mailbox(value.strip()) or "") if name.strip().lower() == "from" else ""
