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


class Body(msgspec.Struct, frozen=True):
    """The text of a message; `refusal`: why it cannot be used, as a sentence for its sender; `defects`:
    what was odd; `html`: the source of an HTML part beside the text.
    """

    text: str = ""
    refusal: str = ""
    defects: tuple[str, ...] = ()
    html: str = ""


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


def _text_parts(message: "Message[str, str]") -> tuple[list["Message[str, str]"], list["Message[str, str]"]]:
    """(plain parts, HTML parts) in order; attachments, attached messages and the signature of a signed text
    left out.
    """
    plain: list[Message[str, str]] = []
    html: list[Message[str, str]] = []
    waiting: list[Message[str, str]] = [message]
    for _ in range(4 * MAX_PARTS):
        if not waiting:
            break
        part = waiting.pop()
        kind = content_type(part)[0]
        payload = _payload(part)
        if isinstance(payload, list):
            if kind.startswith("multipart/"):
                children = payload[:1] if kind == "multipart/signed" else payload
                waiting.extend(child for child in reversed(children) if isinstance(child, Message))
        elif not _is_attachment(part):
            if kind == "text/plain" or (kind.startswith("multipart/") and part is message):
                plain.append(part)
            elif kind == "text/html":
                html.append(part)
    return plain, html


def _payload(part: "Message[str, str]") -> object:
    """The parts or the undecoded text of a part.  `get_payload` would decode 8-bit text by whatever codec
    the label names, after a search through the parameters that takes quadratic time.
    """
    return vars(part)["_payload"]


def _decoded(part: "Message[str, str]") -> bytes:
    """The bytes of a part without its transfer coding (RFC 2045, 6); broken base64 as far as it goes."""
    payload = _payload(part)
    if not isinstance(payload, str):
        return b""
    raw = payload.encode("utf-8" if payload.isascii() else "ascii", "surrogateescape")
    coding = str(part.get("content-transfer-encoding") or "").partition(";")[0].strip().lower()
    if coding == "quoted-printable":
        return binascii.a2b_qp(raw)
    if coding == "base64":
        signs = _NOT_BASE64.sub(b"", raw.partition(b"=")[0])
        return binascii.a2b_base64(signs[: len(signs) - (len(signs) % 4 == 1)] + b"==")
    return raw


def _part_text(part: "Message[str, str]", limit: int) -> Body:
    raw = _decoded(part)
    if len(raw) > limit:
        return Body(refusal=f"the text is longer than {limit >> 10} KB")
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
        return Body(refusal="the HTML text is too large to be read; please send plain text")
    defects = (*source.defects, "struck-out text was left out") if read.struck else source.defects
    return Body(read.text, defects=defects)


def _combined(bodies: list[Body]) -> Body:
    refusal = next((body.refusal for body in bodies if body.refusal), "")
    defects = tuple(defect for body in bodies for defect in body.defects)
    return Body("\n".join(body.text for body in bodies), refusal, defects)


def read_body(message: "Message[str, str]") -> Body:
    """The text/plain parts of a parsed message, or what its HTML parts say if those are blank.

    May raise what the library raises on malformed parts; `letters.read_letter` catches it.
    """
    kind = content_type(message)[0]
    if kind in ("application/pkcs7-mime", "application/x-pkcs7-mime") or kind == "multipart/encrypted":
        return Body(
            refusal="the message is encrypted or hides its text in a signature; please send plain text"
        )
    plain, html = _text_parts(message)
    body = _combined([_part_text(part, MAX_TEXT) for part in plain])
    if body.refusal or not html:
        return body
    sources = [_part_text(part, MAX_HTML) for part in html]
    if body.text.strip():
        return msgspec.structs.replace(body, html=sources[0].text)
    return _combined([source if source.refusal else _from_html(source) for source in sources])
