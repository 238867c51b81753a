"""Text as people see it: one kind of line end, of space, of dash, of quotation mark; nothing invisible.

`str.splitlines` would also split at form feeds and U+2028, so that one visible line could become two orders.
"""

import re
import unicodedata

_LINE_END = re.compile(r"\r\n|\r")
_OTHER_BREAKS = re.compile("[\t\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029]")
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1b\x1f\x7f]")
#: U+115F, U+1160, U+3164, U+FFA0, U+2800 are letters or signs to Unicode, and blank.
_DROPPED = {"Cf", "Cc", "Co", "Cs", "Cn"}
_SIGNS = str.maketrans(
    {
        **dict.fromkeys("‐‑‒–—―−﹘﹣－⸺⸻", "-"),
        **dict.fromkeys("‘’‚‛′ʼ`´", "'"),
        **dict.fromkeys("“”„‟″«»", '"'),
        **dict.fromkeys("\u115f\u1160\u3164\uffa0\u2800", " "),
        **dict.fromkeys("•‣◦∙·●▪■", "-"),
    }
)
_LINK = re.compile(r"(?<=[^\s<>])<(?:mailto:|https?://)[^<>\s]{1,400}>", re.IGNORECASE)
_EMPHASIS = re.compile(r"(\*{1,3}|_{1,3})(?=\S)(.*\S)\1")


def split_lines(text: str) -> list[str]:
    """Lines of `text`, split at CRLF, CR and LF only; other breaks become spaces, control characters
    vanish.
    """
    if "\r" in text:
        text = _LINE_END.sub("\n", text)
    text = _CONTROLS.sub("", _OTHER_BREAKS.sub(" ", text))
    return text.split("\n")


def visible(line: str) -> str:
    """The line in Unicode's compatibility form (NFKC) without invisible characters; plain dashes and
    quotes.
    """
    if line.isascii():
        return line
    line = unicodedata.normalize("NFKC", line.translate(_SIGNS)).translate(_SIGNS)
    return "".join(" " if c.isspace() else c for c in line if unicodedata.category(c) not in _DROPPED)


def order_line(line: str) -> str:
    """A visible line as the order reader gets it: single spaces, no link that a mail client hung on a word,
    no `*` or `_` round the whole line."""
    if "<" in line:
        line = _LINK.sub("", line)
    line = " ".join(line.split())
    if line[:1] in ("*", "_") and (found := _EMPHASIS.fullmatch(line)):
        return found[2]
    return line
