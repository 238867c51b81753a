"""Colours, letters and small pieces of our mails: inline styles, which mail programs keep, and class names for the dark.

Every colour that stands inline can be read on paper and after a forced inversion; the classes say what it becomes where a program
asks for dark colours itself (`frame.STYLE`).  Nothing is told by colour alone.
"""

import html
import re
from functools import cache, lru_cache

from pbem.engine.packs import politicians
from pbem.orders.names import Lexicon

from ..prose import harmless

PAGE, PAPER, CARD, INK, SOFT = "#e9e2d3", "#fffdf7", "#ffffff", "#26211e", "#6b6158"
FLAG, RULE, QUIET, FRESH = "#96161a", "#d0c4ae", "#f3ecdc", "#ffe7a0"
#: Factions; white letters can be read on each.
FACTION = {
    "red": "#bc262a",
    "green": "#22703a",
    "yellow": "#8a6200",
    "blue": "#2256a4",
    "brown": "#744628",
    "black": "#343236",
}
NOBODY = "#7a7064"
SANS = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
SERIF = "Georgia,serif"
MONO = "Menlo,Consolas,monospace"
TABLE = '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"'
#: `ks` is in the style sheet of each mail: where that is lost, what is muted is only no longer so.
BAR = '<span class="ks">|</span>&nbsp;'

_TAG = re.compile(r"<[^>]+>")
_NUMBER = re.compile(r" \[(\d+)\]$")
_CODE = re.compile(r"`([^`\n]+)`")
_ENDLESS = re.compile(r"[\w@.:/?=%+-]{34,}")
_DIGITS = re.compile(r"\d+")
_RUN = re.compile(" {2,}")


def escaped(text: str) -> str:
    """Safe between tags and in attributes."""
    return html.escape(text, quote=True)


def inline(text: str) -> str:
    """A paragraph's words: escaped, commands in backticks as code, the number of an event at its end muted."""
    said = broken(escaped(text))
    found = _NUMBER.search(said)
    if found:
        said = f"{said[: found.start()]} {soft(f'[{found[1]}]')}"
    return _CODE.sub(rf'<code style="font-family:{MONO};font-size:14px;">\1</code>', said)


def soft(words: str) -> str:
    """Muted; `words` are HTML."""
    return f'<span class="ks">{words}</span>'


def kept(text: str) -> str:
    """Escaped, runs of spaces as wide as they were."""
    said = _RUN.sub(lambda run: "\u00a0" * (len(run[0]) - 1) + " ", text)
    return broken(escaped(said).replace("\u00a0", "&nbsp;"))


def broken(said: str) -> str:
    """Words that are wider than a phone, such as hashes and addresses, may be parted anywhere."""
    return (
        _ENDLESS.sub(r'<span style="word-break:break-all;">\g<0></span>', said)
        if _ENDLESS.search(said)
        else said
    )


def colour_of(player: str | None) -> str:
    """The colour of a faction; of nobody a grey."""
    return NOBODY if player is None else FACTION.get(player, SOFT)


def chip(words: str, player: str | None, bold: bool = False) -> str:
    """`words` (plain) on the colour of a faction."""
    weight = "font-weight:bold;" if bold else ""
    return f'<span class="kh" style="padding:0 7px;background-color:{colour_of(player)};color:#ffffff;{weight}">{escaped(words)}</span>'


def fresh(words: str) -> str:
    """What has changed, in words on yellow."""
    return f'<span class="kn" style="background-color:{FRESH};color:{INK};">{escaped(words)}</span>'


def words_of(piece: str) -> str:
    """What a reader sees of one line of HTML."""
    return html.unescape(_TAG.sub("", piece))


@cache
def box() -> Lexicon:
    """The names of the box, for what is written for no game."""
    return Lexicon({letter: card.name for letter, card in politicians().items()}, {})


def is_order(line: str, lexicon: Lexicon) -> bool:
    """Would it be read as one if it came back?  Which number it is makes no difference to that, so few lines need to be read."""
    return _is_order(_DIGITS.sub("5", line.strip()), lexicon)


def safe(piece: str, lexicon: Lexicon) -> str:
    """A line of HTML, behind a visible `|` where its words would be read as an order (D3): people call themselves what they like."""
    return BAR + piece if is_order(words_of(piece), lexicon) else piece


@lru_cache(maxsize=8192)
def _is_order(line: str, lexicon: Lexicon) -> bool:
    return harmless((line,), lexicon)[0] != line


def heading(level: int, words: str, anchor: str = "") -> str:
    """h1 to h3, by its place and not by its size."""
    mark = f' id="{anchor}"' if anchor else ""
    size, above = {1: (24, 0), 2: (20, 22), 3: (16, 14)}[level]
    rule = f"border-bottom:2px solid {FLAG};padding:0 0 4px;" if level == 2 else ""
    return (
        f'<h{level}{mark} class="kf" style="margin:{above}px 0 8px;{rule}font-family:{SERIF};font-size:{size}px;line-height:1.25;'
        f'color:{FLAG};">{BAR if is_order(words, box()) else ""}{escaped(words)}</h{level}>'
    )


def paragraph(piece: str, size: int = 16, below: int = 12, left: int = 0) -> str:
    """`piece`: HTML; `left`: how far in.  Letters of 16 pixels are what all is written in."""
    inner = f"padding:0 0 0 {left}px;" if left else ""
    letters = f"font-size:{size}px;" if size != 16 else ""
    return f'<p style="margin:0 0 {below}px;{inner}{letters}">{piece}</p>'
