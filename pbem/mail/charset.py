"""Bytes to text by the name of a character set, from a list of the harmless ones.

Python's own list of codecs is no list of character sets: `unicode_escape` would turn one line into two,
`utf-7` hides what is plain to see.  Order words are ASCII, so a wrong set harms names only; an unknown one
is reported.
"""

import codecs
import re

import msgspec

#: Sets that are read as larger ones, since senders label so: `iso-8859-1` is windows-1252, `gb2312` is GB 18030.
_LARGER = {
    "iso8859-1": "cp1252",
    "latin-1": "cp1252",
    "ascii": "utf-8",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "tis-620": "cp874",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "euc_kr": "cp949",
    "shift_jis": "cp932",
}
#: Names that Python does not know.
_ALIASES = {
    "iso-8859-8-i": "iso-8859-8",
    "iso-8859-6-i": "iso-8859-6",
    "utf8mb4": "utf-8",
    "x-gbk": "gbk",
    "x-sjis": "cp932",
}
_ALLOWED = re.compile(
    r"utf-8|ascii|iso8859-\d+|cp125\d|koi8-[ru]|iso2022_jp(?:_\d|_ext)?|shift_jis|cp932|euc_jp|euc_kr|cp949"
    r"|gb2312|gbk|gb18030|big5(?:hkscs)?|mac-roman|cp437|cp850|cp866|tis-620|cp874"
)
_PLAIN = re.compile(rb"[\t\n\r\x20-\x7e]*\Z")


class Decoded(msgspec.Struct, frozen=True):
    """`guessed`: empty, or what was done because the label could not be followed; `unknown`: no such set."""

    text: str
    guessed: str = ""
    unknown: str = ""


def _codec(label: str) -> str | None:
    """Python's name of an allowed set (`_LARGER`); None if not
    allowed.
    """
    try:
        label = label.strip("'\" \t").lower() or "utf-8"
        name = codecs.lookup(_ALIASES.get(label, label)).name
    except (LookupError, ValueError, UnicodeError):
        return None
    return _LARGER.get(name, name) if _ALLOWED.fullmatch(name) else None


def decode(raw: bytes, label: str = "") -> Decoded:
    """Text of `raw`; never raises.

    Bytes that contradict their label are tried as UTF-8 and else read as windows-1252, and `guessed` says
    so.  An unknown label is no matter where all bytes are plain ASCII.
    """
    codec = _codec(label)
    if codec is None and _PLAIN.match(raw):
        return Decoded(raw.decode("ascii"))
    for name in (codec, "utf-8"):
        if name is None:
            continue
        try:
            text = raw.decode(name)
        except (UnicodeError, ValueError):
            continue
        return Decoded(text, "" if name == codec else f"read as {name}, not {label}", "" if codec else label)
    return Decoded(
        raw.decode("cp1252", "replace"),
        f"read as windows-1252, not {label or 'utf-8'}",
        "" if codec else label,
    )
