"""What a bounce says of the mail that came back: to whom, for how long, with which code (RFC 3464, RFC 3463).

Few are as the RFC wants them.  So nothing here must be exact: `failed` are addresses that somebody may look for among those he knows,
and `mails` are Message-IDs that only the one who had that mail can have.  Everything is found by short patterns in a bounded number of
bytes; nothing of a bounce is ever printed but its code.
"""

import re
from collections.abc import Iterator
from email.message import Message
from typing import Literal

import msgspec

from pbem.mail.addresses import LOOSE
from pbem.mail.headers import Headers

Kind = Literal["permanent", "temporary", "unknown", "delivered", "complaint"]

#: Bytes of a bounce that are looked at, and of its text.
MOST, MOST_TEXT = 256 << 10, 32 << 10
#: Addresses and Message-IDs that are kept of it.
MOST_FOUND = 20

#: RFC 3464, 2.1: these parts are 7-bit text, so they can be found without decoding anything.
_FIELD = re.compile(
    rb"^[ \t]{0,8}(final-recipient|original-recipient|x-actual-recipient|action|status|diagnostic-code):([^\r\n]{0,500})",
    re.IGNORECASE | re.MULTILINE,
)
_BLANK = re.compile(rb"\n[ \t]{0,8}\r?\n")
_OUR_ID = re.compile(
    rb"^[ \t>]{0,8}(?:original-)?message-id:\s{0,8}<(pbem[.-][0-9a-z.-]{8,80}@[0-9a-z.-]{1,255})>",
    re.IGNORECASE | re.MULTILINE,
)
_CODE = re.compile(r"(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?!\.?\d)")
#: In running text: with a reply code in front, or with one of the eight subjects of RFC 3463 (4.94.2 is a version of Exim).
_TOLD = re.compile(r"(?<![\d.])(?:[45]\d\d[ -]{1,3}[#(]{0,2})?([45]\.[0-7]\.\d{1,2})(?!\.?\d)")
_REPLY = re.compile(r"(?<![\d.])([45])\d\d(?=[ -][A-Za-z#<(])")
#: Nobody writes so of a mail that may still arrive.
_GONE = re.compile(
    r"permanent (?:fatal )?error|no such (?:user|person|address|mailbox|account)|user unknown|unknown user|does ?n[o']t exist"
    r"|gave up|given up|giving up|not going to try|after \d{1,4} attempt",
    re.IGNORECASE,
)
_LATER = re.compile(
    r"\bdelayed\b|\(delay\)|\bwarning\b|still (?:trying|being|in the queue)|not yet (?:been )?delivered|could not send message for"
    r"|(?:will|to) (?:be )?(?:retr(?:y|ied)|keep trying|continue|try again)|temporar(?:y|ily)",
    re.IGNORECASE,
)
_NEVER = re.compile(
    r"permanent|fatal|unknown|no such|not (?:a )?(?:known|listed|valid|found|delivered)|invalid|undeliver|(?:un|not )able to deliver"
    r"|could ?n[o']t (?:be )?deliver|fail(?:ed|ure)|disabled|rejected|returned|aborted|quota",
    re.IGNORECASE,
)


#: RFC 3463, 3.2 to 3.8: the last two numbers of a code, the commoner ones.
MEANING = {
    "1.1": "there is no such mailbox",
    "1.2": "there is no such domain",
    "1.10": "the domain takes no mail",
    "2.1": "the mailbox is switched off",
    "2.2": "the mailbox is full",
    "2.3": "the mail is too large for it",
    "3.4": "the mail is too large",
    "4.1": "the server does not answer",
    "4.4": "no way to the server is known",
    "4.7": "it was given up after some days",
    "5.0": "the servers did not understand each other",
    "7.0": "the server does not want our mail",
    "7.1": "the server does not want our mail",
    "7.26": "the server does not believe that we sent it",
}


def meaning(status: str) -> str:
    """A code in words, or "" for one that is not known."""
    return MEANING.get(status.partition(".")[2], "")


class Returned(msgspec.Struct, frozen=True):
    """What a bounce says.

    `kind`: what became of the mail; `delivered` and `complaint` (RFC 5965: somebody called it spam) are no bounces at all; `status`: "5.1.1", or ""; `failed`: addresses that it
    names, those that did not get it if it says so; `mails`: Message-IDs of ours (without brackets) in what it sends back.
    """

    kind: Kind = "unknown"
    status: str = ""
    failed: tuple[str, ...] = ()
    mails: tuple[str, ...] = ()


def read_returned(message: Message, headers: Headers, raw: bytes) -> Returned:
    """Read a bounce; `raw` are the bytes of `message`, `headers` its header."""
    some = raw[:MOST]
    ids = dict.fromkeys(found[1].decode("ascii").lower() for found in _OUR_ID.finditer(some))
    mails = tuple(ids)[:MOST_FOUND]
    reports = [one for one in _reports(some) if any(name.endswith(b"recipient") for name in one)]
    if reports:
        kind, status, addresses = _reported(reports)
    else:
        addresses = headers.get("x-failed-recipients")
        text = f"{headers.text('subject')}\n{_text(message)}"
        addresses = addresses or text
        kind, status = _told(text)
    if "feedback-report" in headers.get("content-type").lower():
        kind, status = "complaint", ""
    return Returned(kind, status, _addresses(addresses), mails)


def _reports(raw: bytes) -> Iterator[dict[bytes, str]]:
    """The fields of each recipient (RFC 3464, 2.3), which a blank line divides from the next one's."""
    fields: dict[bytes, str] = {}
    end = 0
    for found in _FIELD.finditer(raw):
        if fields and _BLANK.search(raw, end, found.start()):
            yield fields
            fields = {}
        fields.setdefault(found[1].lower(), found[2].decode("ascii", "replace").strip())
        end = found.end()
    if fields:
        yield fields


def _reported(reports: list[dict[bytes, str]]) -> tuple[Kind, str, str]:
    """(kind, status, text with the addresses).  What has failed counts before what is delayed, that before all else."""
    told = [(_kind(one), one) for one in reports]
    for wanted in ("permanent", "temporary", "unknown", "delivered"):
        those = [one for kind, one in told if kind == wanted]
        if those:
            named = "\n".join(
                value for one in those for name, value in one.items() if name.endswith(b"recipient")
            )
            return wanted, _status(those[0]), named
    raise AssertionError(told)


def _status(report: dict[bytes, str]) -> str:
    """The code of RFC 3463; the remote server's own one where it has more to say than 5.0.0."""
    found = [
        code[1] for name in (b"status", b"diagnostic-code") if (code := _CODE.search(report.get(name, "")))
    ]
    return next((code for code in found if not code.endswith(".0.0")), found[0] if found else "")


def _kind(report: dict[bytes, str]) -> Kind:
    """RFC 3464, 2.3.3: what was done says more than the code; a mail given up with 4.4.7 will not come any more."""
    action = report.get(b"action", "").partition(" ")[0].lower()
    known: dict[str, Kind] = {"fail": "permanent", "dela": "temporary"}
    if action in ("delivered", "relayed", "expanded"):
        return "delivered"
    return known.get(action[:4]) or _of_code(_status(report))


def _of_code(code: str) -> Kind:
    return "permanent" if code[:1] == "5" else "temporary" if code[:1] == "4" else "unknown"


def _told(text: str) -> tuple[Kind, str]:
    """(kind, status) of a bounce in free words."""
    code = _TOLD.search(text)
    status = code[1] if code else ""
    if _GONE.search(text):
        return "permanent", status
    if _LATER.search(text) and not status.startswith("5"):
        return "temporary", status
    if status:
        return _of_code(status), status
    if reply := _REPLY.search(text):
        return _of_code(reply[1]), ""
    return "permanent" if _NEVER.search(text) else "unknown", ""


def _text(message: Message) -> str:
    """What is written in it, the text parts of what it sends back not included."""
    found: list[str] = []
    for part in _own_parts(message):
        if part.get_content_maintype() == "text" and part.get_content_type() != "text/rfc822-headers":
            body = part.get_payload(decode=True)
            found.append(body[:MOST_TEXT].decode("utf-8", "replace") if isinstance(body, bytes) else "")
    return "\n".join(found)[:MOST_TEXT]


def _own_parts(message: Message) -> Iterator[Message]:
    if not message.is_multipart():
        yield message
    elif message.get_content_maintype() == "multipart":
        for part in message.get_payload():
            if isinstance(part, Message):
                yield from _own_parts(part)


def _addresses(text: str) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for address in LOOSE.findall(text):
        found.setdefault(address.rpartition("=")[2])  # `SMTP=anna@…`, `rfc822=anna@…`
        if len(found) == MOST_FOUND:
            break
    return tuple(found)
