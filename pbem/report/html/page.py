"""A report as HTML, from the very sections of its text: the first screen as a card, the board drawn, all else as `plain` has it."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from pbem.orders.names import Lexicon

from ..pages import Titled
from ..prose import runs
from .blocks import PARAGRAPH, blocks
from .paint import FLAG, INK, QUIET, SERIF, TABLE, escaped, heading, paragraph, safe, soft
from .plain import LONG, labelled, lean, said, told

#: So many sections are named at the beginning of a long mail.
_FEW = 3
_PHASE = re.compile(r"\d{4}, phase \d")
_HERE = "In this report:"


class Shown(NamedTuple):
    """A picture that the mail carries, in words; `top`: it goes below the first screen, not to the end."""

    alt: str
    top: bool = False


def report_html(
    lexicon: Lexicon,
    first: Sequence[str],
    sections: Sequence[Titled],
    footer: Sequence[str],
    links: Sequence[tuple[str, str]] = (),
    drawn: Mapping[str, str] | None = None,
    picture: Shown | None = None,
) -> str:
    """What stands within the frame.

    `first`, `sections`, `footer`: lines as the text has them; `links`: label and URL of what one click does, the form first; `drawn`:
    HTML in place of the lines of these sections.
    """
    pieces = [_first_screen(tuple(first), runs(first), tuple(links), lexicon)]
    pieces += [_picture(picture.alt)] if picture and picture.top else []
    named = [(title, f"k{at}") for at, (title, _) in enumerate(sections, 1)]
    if len(named) > _FEW:
        pieces.append(_contents(_main(named), lexicon))
    drawn = drawn or {}
    for (title, anchor), (_, lines) in zip(named, sections, strict=True):
        if title in drawn:
            pieces.append(heading(2, title, anchor) + drawn[title])
        else:
            pieces.append(_section(title, tuple(lines), runs(lines), lexicon, anchor))
    pieces += [_picture(picture.alt)] if picture and not picture.top else []
    whole = "".join([*pieces, _footer(tuple(footer), runs(footer), lexicon)])
    return whole if len(whole) < LONG else lean(whole)


def receipt_html(
    lexicon: Lexicon,
    opening: Sequence[str],
    sections: Sequence[Titled],
    footer: Sequence[str],
) -> str:
    """A receipt within the frame."""
    pieces = [told(blocks(opening, runs(opening)), lexicon)]
    pieces += [
        _section(title, tuple(lines), runs(lines), lexicon, f"k{at}")
        for at, (title, lines) in enumerate(sections, 1)
    ]
    whole = "".join([*pieces, _footer(tuple(footer), runs(footer), lexicon)])
    return whole if len(whole) < LONG else lean(whole)


@lru_cache(maxsize=1024)
def _section(
    title: str, lines: tuple[str, ...], known: tuple[int, ...], lexicon: Lexicon, anchor: str
) -> str:
    return heading(2, title, anchor) + told(blocks(lines, known), lexicon)


@lru_cache(maxsize=512)
def _first_screen(
    lines: tuple[str, ...], known: tuple[int, ...], links: tuple[tuple[str, str], ...], lexicon: Lexicon
) -> str:
    """What happened, large; what is asked and what silence does; the deadline with what one click does in a box."""
    pieces: list[str] = []
    due = ""
    for at, block in enumerate(blocks(lines, known)):
        if block.kind != PARAGRAPH:
            pieces.append(told([block], lexicon))
            continue
        words = said(block, lexicon)
        if not at:
            pieces.append(
                f'<p style="margin:0 0 14px;font-family:{SERIF};font-size:19px;line-height:1.4;">{words}</p>'
            )
        elif block.text.startswith("Deadline:"):
            due = labelled(words)
        else:
            pieces.append(paragraph(labelled(words)))
    return "".join(pieces) + _box(due, links)


def buttons(links: Sequence[tuple[str, str]]) -> str:
    """What one click does, in a box; the first is meant before the others."""
    return _box("", links)


def _box(due: str, links: Sequence[tuple[str, str]]) -> str:
    if not due and not links:
        return ""
    buttons = " ".join(_button(label, url, not at) for at, (label, url) in enumerate(links))
    inner = paragraph(due, 16, 10 if links else 0) if due else ""
    return (
        f'{TABLE} style="margin:4px 0 16px;"><tr><td class="ke" style="padding:12px 14px;background-color:{QUIET};color:{INK};'
        f'border-left:5px solid {FLAG};">{inner}{buttons}</td></tr></table>'
    )


def _button(label: str, url: str, main: bool) -> str:
    """A link as large as a thumb."""
    look = f"background-color:{FLAG};color:#ffffff;" if main else "background-color:#5a5248;color:#ffffff;"
    return (
        f'<a href="{escaped(url)}" style="display:inline-block;margin:2px 8px 4px 0;padding:11px 18px;border-radius:6px;{look}'
        f'font-size:16px;line-height:22px;font-weight:bold;text-decoration:none;">{escaped(label)}</a>'
    )


def _main(named: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Without the later phases of the chronicle, which stand below each other."""
    phases = [one for one in named if _PHASE.match(one[0])]
    return tuple(one for one in named if one not in phases[1:])


@lru_cache(maxsize=512)
def _contents(named: tuple[tuple[str, str], ...], lexicon: Lexicon) -> str:
    """Where what is, for thumbs."""
    links = " · ".join(
        f'<a href="#{anchor}" class="kf" style="color:{FLAG};text-decoration:underline;">{escaped(title)}</a>'
        for title, anchor in named
    )
    return paragraph(safe(f"{soft(_HERE)} {links}", lexicon), 15, 4)


@lru_cache(maxsize=64)
def _picture(alt: str) -> str:
    """All that it shows stands in its other text as well."""
    return (
        f'<p style="margin:16px 0;text-align:center;"><img src="cid:picture" width="640" alt="{escaped(alt)}" style="display:inline-block;'
        f'width:100%;max-width:640px;height:auto;border:0;font-size:14px;line-height:1.4;"></p>'
    )


@lru_cache(maxsize=256)
def _footer(lines: tuple[str, ...], known: tuple[int, ...], lexicon: Lexicon) -> str:
    pieces = "".join(paragraph(soft(said(block, lexicon)), 14, 4) for block in blocks(lines, known))
    return f'{TABLE} style="margin:22px 0 0;"><tr><td class="kt" style="padding:10px 0 0;border-top:1px solid {FLAG};">{pieces}</td></tr></table>'
