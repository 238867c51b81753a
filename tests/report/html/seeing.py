"""What a reader sees of a mail's HTML, and of its text: words in order, section by section."""

import re

from pbem.mail.html import html_text
from pbem.mail.marker import is_marker

_WORD = re.compile(r"[^\W_]+")


def seen(html: str) -> list[str]:
    """Its lines, as our own reader of formatted letters sees them."""
    found = html_text(html)
    assert found is not None and not found.struck and not found.unseen
    return [line for line in found.text.split("\n") if line.strip()]


def words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def sections(text: str) -> list[tuple[str, str]]:
    """Title and words of each section of a text mail; "" is what stands above the first."""
    parts = re.split(r"^== (.+) ==$", text, flags=re.MULTILINE)
    return [("", parts[0]), *zip(parts[1::2], parts[2::2], strict=True)]


def parted(lines: list[str], titles: list[str]) -> list[tuple[str, str]]:
    """The same of the lines of its HTML, from below marker and title on."""
    found: list[tuple[str, list[str]]] = [("", [])]
    coming = list(titles)
    for line in lines[is_marker(lines[0]) :]:
        if coming and line.removeprefix("|").strip() == coming[0]:
            found.append((coming.pop(0), []))
        else:
            found[-1][1].append(line)
    assert not coming, f"sections are missing: {coming}"
    return [(title, "\n".join(said)) for title, said in found]
