"""What an archive says instead of addresses and codes (E25): nothing that reaches a person or speaks for him."""

import re
from collections.abc import Iterator
from urllib.parse import unquote

ADDRESS = "(address)"
_FOUR = "[0-9A-Za-z]{4}"
#: A reply code, as it stands in a subject and in a link to a new mail.
_CODE = re.compile(rf"(?<![0-9A-Za-z-]){_FOUR}-{_FOUR}-{_FOUR}-{_FOUR}(?![0-9A-Za-z-])")
#: In a link it stands behind `%5B`.
_LINKED = re.compile(rf"%5[Bb]{_FOUR}-{_FOUR}-{_FOUR}-{_FOUR}%5[Dd]")
_AT = re.compile("@|%40")
_LEFT = re.compile(r"[^\s<>\"'()\[\]|,;:=?&]*\Z")
_RIGHT = re.compile(r"[^\s<>\"'()\[\]|,;:?&%]*[^\s<>\"'()\[\]|,;:?&%.]")
_LONG = re.compile(r"(?<![0-9A-Fa-f])[0-9A-Fa-f]{32,}(?![0-9A-Fa-f])")
#: No address has a longer part before its sign.
_LONGEST = 320


def masked(text: str) -> str:
    """Without reply codes and addresses."""
    if "-" in text:
        text = _LINKED.sub("", text) if "%5" in text else text
        text = _CODE.sub("\0", text).replace("[\0]", "").replace("\0", "")
    return _without_addresses(text) if "@" in text or "%40" in text else text


def _without_addresses(text: str) -> str:
    """Each sign of an address with what stands before and behind it; looked for from the sign, which is rare."""
    parts, done = list[str](), 0
    for start, end in _addresses(text):
        parts += [text[done:start], ADDRESS]
        done = end
    return "".join([*parts, text[done:]])


def addresses(text: str) -> list[str]:
    """Those that are masked, in their order."""
    return [text[start:end] for start, end in _addresses(text)]


def _addresses(text: str) -> Iterator[tuple[int, int]]:
    done = 0
    for sign in _AT.finditer(text):
        start = max(done, sign.start() - _LONGEST)
        left, right = _LEFT.search(text[start : sign.start()]), _RIGHT.match(text, sign.end())
        if sign.start() < done or left is None or not left[0] or right is None:
            continue
        done = right.end()
        yield start + left.start(), done


def argument(text: str, master: str) -> str:
    """A word of a command: without addresses, codes, and what a game's secrets are derived from."""
    return _LONG.sub(
        lambda found: "(key)" if found[0].casefold() in master.casefold() else found[0], masked(text)
    )


def leaks(text: str) -> bool:
    """Is there an address or a code in it, perhaps written for a link?  For tests."""
    plain = unquote(text)
    return masked(plain) != plain
