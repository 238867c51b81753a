"""Everything that can be read in a mail or a file of ours by whoever takes it apart: headers, parts, markup, links, calendars, pictures."""

import html
import re
from collections.abc import Iterator
from email.header import decode_header, make_header
from email.message import Message
from email.parser import BytesParser
from email.policy import compat32
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, unquote_plus


class _Everything(HTMLParser):
    """Words, attributes (hidden ones too), comments, declarations."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self.links: list[str] = []

    def handle_data(self, data: str) -> None:
        self.found.append(data)

    def handle_comment(self, data: str) -> None:
        self.found.append(data)

    def handle_decl(self, decl: str) -> None:
        self.found.append(decl)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            self.found.append(f"{name}={value}")
            if name in ("href", "src", "action") and value:
                self.links.append(value)


def parsed(raw: bytes) -> Message:
    return BytesParser(policy=compat32).parsebytes(raw)


def parts(raw: bytes) -> Iterator[tuple[str, bytes]]:
    """Type and decoded content of each part."""
    for part in parsed(raw).walk():
        payload = part.get_payload(decode=True)
        if isinstance(payload, bytes):
            yield part.get_content_type(), payload


def html_of(raw: bytes) -> str:
    """The HTML part, "" if there is none."""
    return next((payload.decode("utf-8") for kind, payload in parts(raw) if kind == "text/html"), "")


def links(raw: bytes) -> list[str]:
    """The targets of all links of a mail."""
    reader = _Everything()
    reader.feed(html_of(raw))
    return reader.links


def of_markup(text: str) -> Iterator[str]:
    """A page or the HTML of a mail, as it stands and taken apart."""
    reader = _Everything()
    reader.feed(text)
    reader.close()
    yield from (text, html.unescape(text), "".join(reader.found))
    for one in reader.found:
        yield from (unquote(one), unquote_plus(unquote(one)))


def of_mail(raw: bytes) -> str:
    """All of it in one piece, each part in every form in which it can be read."""
    found = [raw.decode("ascii")]
    message = parsed(raw)
    for name, value in message.items():
        said = str(make_header(decode_header(" ".join(str(value).split()))))
        found += [f"{name}: {said}", unquote(said)]
    for kind, payload in parts(raw):
        if kind.startswith("image/"):
            found.append(payload.decode("latin-1"))
            continue
        text = payload.decode("utf-8")
        found += [text, re.sub(r"\r?\n[ \t]", "", text), " ".join(text.split())]
        if kind == "text/html":
            found += of_markup(text)
    return "\n".join(found).casefold()


def of_file(path: Path) -> str:
    """The same of a file of an archive."""
    raw = path.read_bytes()
    if path.suffix == ".png":
        return raw.decode("latin-1").casefold()
    text = raw.decode("utf-8")
    found = [
        text,
        " ".join(text.split()),
        text.encode().decode("unicode_escape", "replace") if "\\u" in text else "",
    ]
    if path.suffix == ".html":
        found += of_markup(text)
    return "\n".join(found).casefold()
