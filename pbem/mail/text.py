"""Which words of a message are its text: the walk through its parts (RFC 2046) and their decoding."""

import binascii
import re
from email.message import Message

import msgspec

from pbem.mail.charset import decode
from pbem.mail.flowed import unflow
from pbem.mail.html import html_text
from pbem.mail.limits import MAX_HTML, MAX_PARTS, MAX_TEXT

_PARAMETER = re.compile(
    r";\s*([a-z-]{1,20})\*?\s*=\s*(?:\"([^\"]{0,200})\"|([^\s;\"]{0,200}))", re.IGNORECASE
)

_NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/]")

#: Transfer codings that change nothing, as they are really written.
_AS_IT_IS = frozenset(
    (
        "",
        "7bit",
        "8bit",
        "binary",
        "7-bit",
        "8-bit",
        "7 bit",
        "8 bit",
        "7bits",
        "8bits",
        "none",
        "utf-8",
        "us-ascii",
    )
)
_QUOTED = frozenset(
    ("quoted-printable", "quotedprintable", "quoted printable", "quoted_printable", "quoted-printible")
)

_LARGE_HTML = "the HTML text is too large to be read; please send plain text"
_ENCRYPTED = "the message is encrypted or hides its text in a signature; please send it as plain text, not signed and not encrypted"
_TNEF = "the message hides its text in an attachment winmail.dat, Outlook's own format; please set Outlook to plain text or HTML and send it again"
#: Files in which somebody may have written his orders; not what firms and mail servers add (`ATT00001.txt`, keys, cards, pictures).
_WRITTEN = re.compile(
    r"name\*?\d?\*?\s?=\s?(?!\W?(?:[^\s;]{0,20}'')?(?:att\d|disclaimer|signature))[^;]{1,200}"
    r"\.(?:txt|text|md|rtf|docx?|odt|pages|pdf|html?|eml|csv|xlsx?|ods|m4a|mp3|amr|ogg|opus|wav|aac|3gpp?)\b"
)
_UNOPENED = "an attached file was not opened; orders count only in the letter itself"
_CALENDAR = "it is the answer to an invitation, not a letter; please write your orders in an ordinary mail"


class Body(msgspec.Struct, frozen=True):
    """The text of a message; `refusal`: why it cannot be used, as a sentence for its sender; `defects`:
    what was odd; `attached`: files came with it; `html`: the source of the HTML that stands for the same words as `twin`, a part of the text.
    """

    text: str = ""
    refusal: str = ""
    defects: tuple[str, ...] = ()
    html: str = ""
    twin: str = ""
    attached: bool = False


class _Parts(msgspec.Struct):
    """Text parts in order, each with the number of the multipart/alternative around it (0: none)."""

    plain: list[tuple["Message[str, str]", int]] = msgspec.field(default_factory=list)
    html: list[tuple["Message[str, str]", int]] = msgspec.field(default_factory=list)
    refusal: str = ""
    attached: bool = False
    unopened: bool = False


def content_type(part: "Message[str, str]") -> tuple[str, dict[str, str]]:
    """(`text/plain`, its parameters), lower case, by our own few lines: the library's are quadratic
    (mail.md, 1.7).
    """
    value = str(part.get("content-type") or "text/plain")[:2000]
    kind = value.partition(";")[0].strip().lower()
    found = {name.lower(): quoted or plain for name, quoted, plain in _PARAMETER.findall(value)}
    return kind if kind.count("/") == 1 else "text/plain", found


def _is_attachment(part: "Message[str, str]") -> bool:
    return str(part.get("content-disposition") or "").strip().lower().startswith("attachment")


def _text_parts(message: "Message[str, str]") -> _Parts:
    """Attachments, attached messages and the signature of a signed text are left out."""
    found = _Parts()
    waiting: list[tuple[Message[str, str], int]] = [(message, 0)]
    alternatives = 0
    for _ in range(4 * MAX_PARTS):
        if not waiting:
            break
        part, within = waiting.pop()
        kind = content_type(part)[0]
        payload = _payload(part)
        if isinstance(payload, list):
            if kind.startswith("multipart/"):
                children = payload[:1] if kind == "multipart/signed" else payload
                if kind == "multipart/alternative" and not within:
                    alternatives += 1
                    within = alternatives
                waiting.extend((child, within) for child in reversed(children) if isinstance(child, Message))
        else:
            _put(found, part, kind, within, part is message)
    return found


def _put(found: _Parts, part: "Message[str, str]", kind: str, within: int, whole: bool) -> None:
    """Sort one part that is no multipart."""
    if _hides_text(part, kind):
        found.refusal = found.refusal or (
            _TNEF if "tnef" in kind or "winmail" in _file_name(part) else _ENCRYPTED
        )
    elif kind == "text/calendar" and content_type(part)[1].get("method", "").lower() in (
        "reply",
        "counter",
        "declinecounter",
    ):
        found.refusal = _CALENDAR
    elif _is_attachment(part) or _is_file(kind):
        found.attached = found.attached or not kind.endswith("-signature")
        found.unopened = found.unopened or _WRITTEN.search(_file_name(part)) is not None
    else:
        if kind == "text/plain" or (kind.startswith("multipart/") and whole):
            found.plain.append((part, within))
        elif kind == "text/html":
            found.html.append((part, within))


def _is_file(kind: str) -> bool:
    return kind.startswith(("image/", "audio/", "video/", "application/"))


def _file_name(part: "Message[str, str]") -> str:
    return f"{part.get('content-type') or ''} {part.get('content-disposition') or ''}"[:1000].lower()


def _hides_text(part: "Message[str, str]", kind: str) -> bool:
    """S/MIME (RFC 8551) or Outlook's TNEF, by its type or the name that is left of it."""
    if kind in (
        "application/pkcs7-mime",
        "application/x-pkcs7-mime",
        "application/ms-tnef",
        "application/vnd.ms-tnef",
    ):
        return "smime.p7s" not in _file_name(part)
    return kind == "application/octet-stream" and any(
        name in _file_name(part) for name in ("smime.p7m", "winmail.dat")
    )


def _payload(part: "Message[str, str]") -> object:
    """The parts or the undecoded text of a part.  `get_payload` would decode 8-bit text by whatever codec
    the label names, after a search through the parameters that takes quadratic time.
    """
    return vars(part)["_payload"]


def _coding(part: "Message[str, str]") -> str:
    return str(part.get("content-transfer-encoding") or "").partition(";")[0].strip(" \t\"'").lower()


def _decoded(part: "Message[str, str]") -> bytes:
    """The bytes of a part without its transfer coding (RFC 2045, 6); broken base64 as far as it goes."""
    payload = _payload(part)
    if not isinstance(payload, str):
        return b""
    raw = payload.encode("utf-8" if payload.isascii() else "ascii", "surrogateescape")
    coding = _coding(part)
    if coding in _QUOTED:
        return binascii.a2b_qp(raw)
    if coding == "base64":
        signs = _NOT_BASE64.sub(b"", raw.rstrip(b"=\r\n\t ").partition(b"=")[0])
        return binascii.a2b_base64(signs[: len(signs) - (len(signs) % 4 == 1)] + b"==")
    return raw


def _part_text(part: "Message[str, str]", limit: int) -> Body:
    raw = _decoded(part)
    if len(raw) > limit:
        return Body(refusal=f"the text is longer than {limit >> 10} KB")
    coding = _coding(part)
    if coding not in _AS_IT_IS and coding not in _QUOTED and coding != "base64":
        return Body(
            refusal=f"its transfer coding {coding[:40]!r} is not known here; please send it as plain text"
        )
    parameters = content_type(part)[1]
    decoded = decode(raw, parameters.get("charset", ""))
    if decoded.unknown:
        return Body(
            refusal=f"the character set {decoded.unknown[:40]!r} is not known here; please send the text as UTF-8"
        )
    text = decoded.text
    if parameters.get("format", "").lower() == "flowed":
        text = unflow(text, parameters.get("delsp", "").lower() == "yes")
    return Body(text, defects=(f"character set guessed: {decoded.guessed}",) if decoded.guessed else ())


def _from_html(source: Body) -> Body:
    read = html_text(source.text)
    if read is None:
        return Body(refusal=_LARGE_HTML)
    return Body(read.text, defects=(*source.defects, *left_out(read.struck, read.unseen)))


def left_out(struck: bool, unseen: bool) -> tuple[str, ...]:
    """What is to be said of words that were not read, as clauses."""
    return ("struck-out text was left out",) * struck + ("text that nobody could see was left out",) * unseen


def _combined(bodies: list[Body]) -> Body:
    refusal = next((body.refusal for body in bodies if body.refusal), "")
    defects = tuple(defect for body in bodies for defect in body.defects)
    return Body("\n".join(body.text for body in bodies), refusal, defects)


def read_body(message: "Message[str, str]") -> Body:
    """The text/plain parts of a parsed message, or what its HTML parts say if those are blank.

    May raise what the library raises on malformed parts; `letters.read_letter` catches it.
    """
    if content_type(message)[0] == "multipart/encrypted":
        return Body(refusal=_ENCRYPTED)
    parts = _text_parts(message)
    body = _read_parts(parts)
    unopened = (_UNOPENED,) if parts.unopened and body.text.strip() else ()
    return msgspec.structs.replace(body, attached=parts.attached, defects=(*body.defects, *unopened))


def _read_parts(parts: _Parts) -> Body:
    if parts.refusal == _CALENDAR:
        return Body(refusal=_CALENDAR)
    plain = [_part_text(part, MAX_TEXT) for part, _ in parts.plain]
    body = _combined(plain)
    if body.refusal:
        return body
    if not body.text.strip():
        sources = [_part_text(part, MAX_HTML) for part, _ in parts.html]
        if sum(len(source.text) for source in sources) > MAX_HTML:
            return Body(refusal=_LARGE_HTML)
        body = _combined([source if source.refusal else _from_html(source) for source in sources])
        return (
            body if body.text.strip() or body.refusal else Body(refusal=parts.refusal, defects=body.defects)
        )
    return _beside(body, plain, parts)


def _beside(body: Body, plain: list[Body], parts: _Parts) -> Body:
    """With the HTML that says the same as a part of the text: both are alternatives of one another (RFC 2046, 5.1.4)."""
    numbers = {within for _, within in parts.plain} & {within for _, within in parts.html}
    number = min(numbers - {0}, default=0)
    if not number:
        return body
    sources = [_part_text(part, MAX_HTML) for part, within in parts.html if within == number]
    if any(source.refusal for source in sources):
        return body
    twin = "\n".join(
        one.text for one, (_, within) in zip(plain, parts.plain, strict=True) if within == number
    )
    return msgspec.structs.replace(body, html="\n".join(source.text for source in sources), twin=twin)
