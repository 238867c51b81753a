"""The parts of our own mails: text, the same formatted, a picture, a calendar file, the page to watch a game again (RFC 2045 to 2047, 2387, 6047).

Quoted-printable UTF-8 that no mail server needs to touch.  The bytes of a picture do not stand in a mail as it is kept, for many show
the same one: a line with its sha256 does, and `filled` puts them in when the mail is sent.
"""

import base64
import binascii
import re
from email import message_from_bytes
from hashlib import sha256
from typing import NamedTuple

WIDTH = 76
_TEXT = b'Content-Type: text/plain; charset="utf-8"\nContent-Transfer-Encoding: quoted-printable\n\n'
_HTML = b'Content-Type: text/html; charset="utf-8"\nContent-Transfer-Encoding: quoted-printable\n\n'
_PICTURE = (
    b'Content-Type: image/png; name="picture.png"\nContent-Transfer-Encoding: base64\nContent-ID: <picture>\n'
    b'Content-Disposition: inline; filename="picture.png"\n\n'
)
_CALENDAR = (
    'Content-Type: text/calendar; charset="utf-8"; method={method};\n name="deadline.ics"\nContent-Transfer-Encoding: base64\n'
    'Content-Disposition: attachment; filename="deadline.ics"\n\n'
)
_PAGE = (
    'Content-Type: text/html; charset="utf-8";\n name="{name}"\nContent-Transfer-Encoding: base64\n'
    'Content-Disposition: attachment; filename="{name}"\n\n'
)
#: "=_" can stand in no line of quoted-printable or base64.
_MARK = "=_picture {sha256}"
_METHOD = re.compile(r"^METHOD:([A-Z]+)\r?$", re.MULTILINE)


class Parts(NamedTuple):
    """What a mail holds: `html` a whole document or None, `picture` the sha256 of a PNG or "", `calendar` an .ics file or "".

    `page`: the sha256 of an HTML file that goes along under the name `page_name`, or "".
    """

    text: str
    html: str | None = None
    picture: str = ""
    calendar: str = ""
    page: str = ""
    page_name: str = ""


def body(parts: Parts) -> bytes:
    """From the Content-Type on.  The boundaries are made from what stands between them, so the same parts give the same bytes."""
    text, html = quoted_printable(parts.text), quoted_printable(parts.html or "")
    digest = sha256(b"\0".join((text, html, *((part or "").encode() for part in parts[2:]))))
    name = digest.hexdigest()[:30]
    whole = _TEXT + text
    if parts.html is not None:
        shown = _HTML + html
        if parts.picture:
            shown = _several(
                'related; type="text/html"', f"=_r{name}", shown, _PICTURE + _mark(parts.picture)
            )
        whole = _several("alternative", f"=_a{name}", whole, shown)
    besides = [_calendar(parts.calendar)] if parts.calendar else []
    if parts.page:
        besides.append(_PAGE.format(name=parts.page_name).encode("ascii") + _mark(parts.page))
    return _several("mixed", f"=_m{name}", whole, *besides) if besides else whole


def _mark(name: str) -> bytes:
    return _MARK.format(sha256=name).encode("ascii") + b"\n"


def _several(kind: str, boundary: str, *parts: bytes) -> bytes:
    """These as one part; the line end before a boundary belongs to it."""
    between = f"\n--{boundary}\n".encode("ascii")
    head = f'Content-Type: multipart/{kind};\n boundary="{boundary}"\n'.encode("ascii")
    return head + b"".join(between + part for part in parts) + f"\n--{boundary}--\n".encode("ascii")


def _calendar(text: str) -> bytes:
    """The parameter says the same method as the file (RFC 6047, 2.4)."""
    found = _METHOD.search(text)
    head = _CALENDAR.format(method=found[1] if found else "PUBLISH")
    return head.encode("ascii") + base64.encodebytes(text.encode("utf-8"))


# --- what is in a mail ---


def text_of(raw: bytes) -> str:
    """The text of a message that `compose` wrote, as it was given; of one with several parts its plain text."""
    if (coded := _coded(raw, _TEXT)) is not None:
        return binascii.a2b_qp(coded).decode("utf-8", "replace")
    return _walked(raw, "text/plain")


def html_of(raw: bytes) -> str:
    """The formatted version of a message that `compose` wrote; "" where it has none."""
    if (coded := _coded(raw, _HTML)) is not None:
        return binascii.a2b_qp(coded).decode("utf-8", "replace")
    return "" if _coded(raw, _TEXT) is not None else _walked(raw, "text/html")


def filled(raw: bytes, kept: bytes) -> bytes:
    """The message as it is sent, with this picture or page in it.  ValueError if it has no place for it."""
    before, found, after = raw.rpartition(_mark(sha256(kept).hexdigest()))
    if not found:
        raise ValueError("the mail shows another picture, or none")
    return before + base64.encodebytes(kept) + after


def _coded(raw: bytes, head: bytes) -> bytes | None:
    """What stands below that head of a part of ours, up to the next boundary: no need to take the message apart."""
    _, found, rest = raw.partition(head)
    return rest.partition(b"\n--=_")[0] if found else None


def _walked(raw: bytes, kind: str) -> str:
    for part in message_from_bytes(raw).walk():
        found = part.get_payload(decode=True) if part.get_content_type() == kind else None
        if isinstance(found, bytes):
            return found.decode("utf-8", "replace")
    return ""


# --- quoted-printable ---


def quoted_printable(text: str) -> bytes:
    """`text` as quoted-printable UTF-8 in lines of at most 76 characters, ready to stand at the end of a
    message.

    Bare carriage returns and spaces at line ends survive; no line is a lone dot or begins with `From `.
    """
    raw = text.encode("utf-8", "replace")
    if b"\r" in raw:  # the encoder would leave a bare one as it is
        coded = b"=0D".join(_encode_lines(part) for part in raw.split(b"\r"))
        return _rewrapped(coded)
    return _mbox_safe(_encode_lines(raw))


def _encode_lines(raw: bytes) -> bytes:
    return binascii.b2a_qp(raw, istext=True)


def _mbox_safe(coded: bytes) -> bytes:
    """Old mailbox files take `From ` at a line's beginning for a new message and would write `>From `."""
    if coded.startswith(b"From ") or b"\nFrom " in coded:
        return re.sub(rb"^From (.*)$", _without_from, coded, flags=re.MULTILINE)
    return coded


def _without_from(found: re.Match[bytes]) -> bytes:
    rest = found[1]
    return b"=46rom " + rest if len(rest) <= WIDTH - 7 else b"=46rom=20=\n" + rest


def _rewrapped(coded: bytes) -> bytes:
    """Break lines that became too long; never inside `=XX`."""
    out: list[bytes] = []
    for line in coded.split(b"\n"):
        while len(line) > WIDTH:
            at = WIDTH - 1
            while b"=" in line[at - 2 : at]:
                at -= 1
            out.append(line[:at] + b"=")
            line = line[at:]
        out.append(line)
    return _mbox_safe(b"\n".join(out))
