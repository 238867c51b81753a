"""Text as people see it: one kind of line end, of space, of dash, of quotation mark; nothing invisible.

`str.splitlines` would also split at form feeds and U+2028, so that one visible line could become two orders.
"""

import re
import unicodedata

from pbem.mail.limits import MAX_LINE
from pbem.mail.signs import TURNING

_LINE_END = re.compile(r"\r\n|\r")
_OTHER_BREAKS = re.compile("[\t\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029]")
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1b\x1f\x7f]")
#: Letters, marks or signs to Unicode, and blank: Hangul fillers, Braille blank.
_BLANK = "\u115f\u1160\u3164\uffa0\u2800"
_DROPPED = frozenset(("Cf", "Cc", "Co", "Cs", "Cn"))
#: Marks that only choose how the sign before them is drawn, or are not drawn at all.
_SELECTORS = frozenset(
    "\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f" + "".join(map(chr, range(0xFE00, 0xFE10)))
)
_MORE_SELECTORS = range(0xE0100, 0xE01F0)
_SIGNS = str.maketrans(
    {
        **dict.fromkeys("‐‑‒–—―−﹘﹣－⸺⸻⁃", "-"),
        **dict.fromkeys("‘’‚‛′ʼ`´‹›", "'"),
        **dict.fromkeys("“”„‟″«»", '"'),
        **dict.fromkeys(_BLANK, " "),
        **dict.fromkeys("•‣◦∙·●▪■○□▫◾➢➤►▶✓✔☐☑", "-"),
    }
)
_LINK = re.compile(
    r"(?<=[^\s<>])<(?:mailto:|https?://|tel:|ftp://)[^<>\s]{1,2000}>|\[(?:cid|image|inline image)\s?:[^\[\]]{0,200}\]",
    re.IGNORECASE,
)
#: Figures in boxes and circles, one key of a telephone after the other; at the beginning of a line they number it.
_KEYCAPS = re.compile(
    "(?:[0-9]\ufe0f?\u20e3)+|\U0001f51f\ufe0f?|[\u2460-\u2473\u24f5-\u24fe\u2776-\u2793]\ufe0f?"
)
_EMPHASIS = re.compile(r"(\*{1,3}|_{1,3})(?=\S)(.*\S)\1")


def split_lines(text: str) -> list[str]:
    """Lines of `text`, split at CRLF, CR and LF only; other breaks become spaces, control characters
    vanish.
    """
    if "\r" in text:
        text = _LINE_END.sub("\n", text)
    text = _CONTROLS.sub("", _OTHER_BREAKS.sub(" ", text))
    return text.split("\n")


def visible(line: str, kept: frozenset[str] = frozenset()) -> str:
    """The line in Unicode's compatibility form (NFKC) without invisible characters but those `kept`; plain dashes and
    quotes.
    """
    if (
        line.isascii() or len(line) > MAX_LINE
    ):  # such a line is refused; ordering its marks would take seconds
        return line
    line = unicodedata.normalize("NFKC", _KEYCAPS.sub(_figures, line).translate(_SIGNS)).translate(_SIGNS)
    return "".join(" " if c.isspace() else c for c in line if c.isascii() or c in kept or _is_seen(c))


def _figures(found: re.Match[str]) -> str:
    """`1)` for a 1 in its box where it begins the line, else `1`."""
    if found[0][0].isascii():
        figures = "".join(sign for sign in found[0] if sign.isascii())
    elif found[0][0] == "\U0001f51f":
        figures = "10"
    else:
        figures = str(int(unicodedata.numeric(found[0][0])))
    return f"{figures}) " if not found.string[: found.start()].strip() else figures


def _is_seen(sign: str) -> bool:
    return (
        unicodedata.category(sign) not in _DROPPED
        and sign not in _SELECTORS
        and ord(sign) not in _MORE_SELECTORS
    )


def order_line(line: str) -> str:
    """A line as the order reader gets it: what is visible, single spaces, no link that a mail client hung on a word,
    no `*` or `_` round the whole line.

    Signs that turn the writing round stay in it: the order reader refuses such a line and names them.
    """
    line = visible(line, TURNING)
    if "<" in line or "[" in line:
        line = _LINK.sub("", line)
    line = " ".join(line.split())
    if line[:1] in ("*", "_") and (found := _EMPHASIS.fullmatch(line)):
        return found[2]
    return line


def typed_line(line: str) -> str:
    """A line as words to people get it: every sign as it was typed; single spaces, no link that a mail client hung on a word."""
    if "<" in line or "[" in line:
        line = _LINK.sub("", line)
    return " ".join(line.split())
