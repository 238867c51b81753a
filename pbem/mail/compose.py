"""Our own mails as bytes: the same input always gives the same bytes, in a tenth of the time of
`EmailMessage`.

RFC 5322 headers folded at 76 columns, RFC 2047 where they are not ASCII; what stands below them is made by `bodies`.  Lines end in LF;
SMTP makes CRLF of it.
"""

import binascii
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from email.utils import format_datetime
from urllib.parse import quote

import msgspec

from pbem.mail.auto import JUDGE_HEADER
from pbem.mail.bodies import WIDTH, Parts, body
from pbem.mail.bodies import filled as filled
from pbem.mail.bodies import html_of as html_of
from pbem.mail.bodies import text_of as text_of

#: RFC 5322, 2.1.1.  Nothing we write is nearly as long; a Message-ID or an address that is may not be broken.
LONGEST_LINE = 998
_FORBIDDEN = re.compile("[\x00-\x08\x0a-\x1f\x7f\x85\u2028\u2029]")
_PLAIN_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?: [A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*")
_PLAIN_WORD = re.compile(r"[\x21-\x7e]{1,60}")
_ADDRESS = re.compile(r"[^\s<>()\[\]\",;:\\@]+@[^\s<>()\[\]\",;:\\@]+")
_ID = re.compile(r"<[^\s<>]+>")


class Mailbox(msgspec.Struct, frozen=True):
    """A name, which may be empty, and an address."""

    name: str
    address: str


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """All that makes one mail.

    Ids stand with their angle brackets, `references` oldest first, `date` with a time zone.  `judge` is the
    value of our own header, by which we know a mail of ours that comes back; `unsubscribe` an address for
    List-Unsubscribe, `code` what stands in the subject of a mail that it asks for, as `tokens` writes it.  `picture`: the sha256 of a PNG that
    `html` shows as `cid:picture`, which is put in when the mail is sent; `calendar`: an .ics file to go with it; `page`: the sha256 of an HTML file that is put in likewise, under
    `page_name`, which is plain ASCII.
    """

    sender: Mailbox
    to: Mailbox
    subject: str
    date: datetime
    message_id: str
    text: str
    html: str | None = None
    picture: str = ""
    page: str = ""
    page_name: str = ""
    calendar: str = ""
    reply_to: str | None = None
    in_reply_to: str | None = None
    references: Sequence[str] = ()
    judge: str = "1"
    unsubscribe: str | None = None
    code: str = ""
    answers: bool = False  # an acknowledgment of a mail, not a report (RFC 3834, 5)


def compose(draft: Draft) -> bytes:
    """The message, to one recipient, in seven-bit lines.  ValueError if a header value holds a line break or NUL, an address or
    id is none (or several, or endless), or the date is naive.
    """
    head = "\n".join([*_head(draft), ""])
    if not head.isascii() or max(map(len, head.split("\n"))) > LONGEST_LINE:
        raise ValueError("an address or a Message-ID is too long for a header line")
    return head.encode("ascii") + body(
        Parts(draft.text, draft.html, draft.picture, draft.calendar, draft.page, draft.page_name)
    )


def _head(draft: Draft) -> list[str]:
    if draft.date.tzinfo is None:
        raise ValueError("the date of a mail needs a time zone")
    lines = [
        _fold("From", _mailbox(draft.sender)),
        _fold("To", _mailbox(draft.to)),
        _fold("Subject", _words(_safe(draft.subject))),
        f"Date: {format_datetime(draft.date.astimezone(UTC))}",
        _fold("Message-ID", [_id(draft.message_id)]),
    ]
    if draft.in_reply_to:
        lines.append(_fold("In-Reply-To", [_id(draft.in_reply_to)]))
    if draft.references:
        lines.append(_fold("References", [_id(value) for value in draft.references]))
    if draft.reply_to:
        lines.append(_fold("Reply-To", [_address(draft.reply_to)]))
    lines.append(f"Auto-Submitted: {'auto-replied' if draft.answers else 'auto-generated'}")
    lines.append("X-Auto-Response-Suppress: All")
    if draft.unsubscribe:
        subject = quote(f"unsubscribe {draft.code}".strip())
        lines.append(_fold("List-Unsubscribe", [f"<mailto:{_address(draft.unsubscribe)}?subject={subject}>"]))
    lines.append(_fold(JUDGE_HEADER, _words(_safe(draft.judge))))
    lines.append("MIME-Version: 1.0")
    return lines


def _safe(value: str) -> str:
    """The value with single spaces; ValueError for what could begin a new header line."""
    if _FORBIDDEN.search(value):
        raise ValueError("a header value holds a line break or a control character")
    return " ".join(value.split())


def _address(value: str) -> str:
    if not (value.isascii() and _ADDRESS.fullmatch(value)) or _FORBIDDEN.search(value):
        raise ValueError("not an address that can stand in a header")
    return value


def _id(value: str) -> str:
    if not (value.isascii() and _ID.fullmatch(value)) or _FORBIDDEN.search(value):
        raise ValueError("not a Message-ID")
    return value


def _fold(name: str, words: list[str]) -> str:
    """`Name: words`, a new line begun (RFC 5322, 2.2.3) before each word that would pass `WIDTH`."""
    lines = [f"{name}:"]
    for word in words:
        if len(lines[-1]) + 1 + len(word) > WIDTH and lines[-1] != " ":
            lines.append("")
        lines[-1] += f" {word}"
    return "\n".join(lines)


def _mailbox(mailbox: Mailbox) -> list[str]:
    """The words of `Name <address>` (RFC 5322, 3.4): the name as it is, quoted, or encoded, as it needs."""
    address = _address(mailbox.address)
    name = _safe(mailbox.name)
    if not name:
        return [address]
    if _PLAIN_NAME.fullmatch(name) and "=?" not in name and all(len(word) <= 60 for word in name.split()):
        return [*name.split(), f"<{address}>"]
    if name.isascii() and "=?" not in name and len(name) <= 60:
        escaped = name.replace("\\", "\\\\").replace('"', '\\"')
        return [f'"{escaped}"', f"<{address}>"]
    return [*_encoded_words(name), f"<{address}>"]


def _words(value: str) -> list[str]:
    """Words of an unstructured value; from the first to the last that needs it they are encoded as one run."""
    words = value.split(" ")
    odd = [i for i, word in enumerate(words) if word and ("=?" in word or not _PLAIN_WORD.fullmatch(word))]
    if not odd:
        return words
    first, last = odd[0], odd[-1] + 1
    return [*words[:first], *_encoded_words(" ".join(words[first:last])), *words[last:]]


def _encoded_words(text: str) -> list[str]:
    """Encoded words of at most 75 characters in base64 (RFC 2047, 2); no character is split between two."""
    out: list[str] = []
    chunk = b""
    for character in text:
        encoded = character.encode("utf-8", "replace")
        if (
            len(chunk) + len(encoded) > 42
        ):  # 42 bytes are 56 signs, and 12 for the frame: short enough after "Subject:"
            out.append(_encoded_word(chunk))
            chunk = b""
        chunk += encoded
    out.append(_encoded_word(chunk))
    return out


def _encoded_word(chunk: bytes) -> str:
    return f"=?utf-8?b?{binascii.b2a_base64(chunk, newline=False).decode('ascii')}?="
