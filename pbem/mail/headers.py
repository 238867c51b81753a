"""The header of a message as it was sent, without the standard library's interpretation of it.

`email.policy.default` raises on real Message-IDs and needs gigabytes for a hostile subject (CPython
gh-105802, gh-136063), so values are taken raw and read by the few short patterns below.
"""

import base64
import binascii
import quopri
import re
from collections.abc import Collection, Iterable

from pbem.mail.charset import decode
from pbem.mail.limits import MAX_HEADER

_WORD = re.compile(r"=\?([^?\s*]{1,40})(?:\*[^?\s]{0,20})?\?([bBqQ])\?([^?\s]*)\?=")
_BETWEEN = re.compile(r"(\?=)\s+(?==\?[^?\s]{1,60}\?[bBqQ]\?)")
_ID = re.compile(r"<([^<>\s\x00-\x1f\x7f]{1,500})>")  # PostgreSQL stores no NUL
#: So many hops and verdicts are looked at; no mail passes through more servers.
MAX_TRACE = 60


def clean(value: str) -> str:
    """Unfold (RFC 5322, 2.2.3); raw 8-bit bytes, which the parser keeps as surrogates, become text."""
    if not value.isascii():
        value = decode(value.encode("ascii", "surrogateescape")).text if _has_raw_bytes(value) else value
    return " ".join(value.split())


def _has_raw_bytes(value: str) -> bool:
    return any("\udc80" <= c <= "\udcff" for c in value)


def _word_bytes(coding: str, data: str) -> bytes:
    raw = data.encode("utf-8", "replace")
    if coding in "qQ":
        return quopri.decodestring(raw, header=True)
    try:
        return base64.b64decode(raw + b"=" * (-len(raw) % 4))
    except (binascii.Error, ValueError):
        return raw


def decode_words(value: str) -> str:
    """Text of a header value with encoded words (RFC 2047); never raises.

    Adjoining words of one character set are joined as bytes first: senders split characters between them.
    """
    if "=?" not in value:
        return value
    parts: list[tuple[str, bytes]] = []  # (character set, bytes); plain text is put down as utf-8
    last = 0
    value = _BETWEEN.sub(r"\1", value)
    for found in _WORD.finditer(value):
        if found.start() > last:
            parts.append(("utf-8", value[last : found.start()].encode("utf-8", "replace")))
        charset, data = found[1].lower(), _word_bytes(found[2], found[3])
        if parts and found.start() == last and parts[-1][0] == charset:
            data = parts.pop()[1] + data
        parts.append((charset, data))
        last = found.end()
    parts.append(("utf-8", value[last:].encode("utf-8", "replace")))
    return "".join(decode(data, charset).text for charset, data in parts)


class Headers:
    """All header fields, by lower-case name, in order; values unfolded."""

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        self._fields: dict[str, list[str]] = {}
        self._pairs = [(name.lower(), value) for name, value in pairs]
        for name, value in self._pairs:
            self._fields.setdefault(name, []).append(value)

    def __contains__(self, name: str) -> bool:
        return name in self._fields

    def names(self) -> Iterable[str]:
        return self._fields

    def all(self, name: str) -> list[str]:
        """Every value of that field, each cut to `MAX_HEADER` characters."""
        return [clean(str(value)[:MAX_HEADER]) for value in self._fields.get(name, ())]

    def get(self, name: str) -> str:
        """The first value, or an empty string."""
        values = self._fields.get(name)
        return clean(str(values[0])[:MAX_HEADER]) if values else ""

    def trace(self, names: Collection[str]) -> tuple[tuple[str, str], ...]:
        """The top-most fields of these names with their values, in order.

        What is too long ends in a comment that never ends, so that nobody takes it for the whole.
        """
        found = [(name, str(value)) for name, value in self._pairs if name in names][:MAX_TRACE]
        return tuple(
            (n, clean(v) if len(v) <= MAX_HEADER else f"{clean(v[:MAX_HEADER])} (") for n, v in found
        )

    def text(self, name: str) -> str:
        """The first value, encoded words decoded, control characters made spaces."""
        return " ".join("".join(c if c.isprintable() else " " for c in decode_words(self.get(name))).split())

    def ids(self, name: str) -> tuple[str, ...]:
        """Message-IDs in that field without their angle brackets, in order; the last `MAX_HEADER`
        characters count.
        """
        values = self._fields.get(name, ())
        return tuple(found for value in values for found in _ID.findall(clean(str(value)[-MAX_HEADER:])))
