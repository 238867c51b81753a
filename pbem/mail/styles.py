"""What an HTML style does to the words under it: whether a reader sees them, and whether they are struck out.

Of CSS only what hides text in real mail (mail.md 1.3): no layout, no cascade but for colours, and of style sheets the
plain selectors.
"""

import re
from functools import lru_cache

import msgspec

_NAMED = {
    "white": "#ffffff",
    "snow": "#fffafa",
    "black": "#000000",
    "red": "#ff0000",
    "blue": "#0000ff",
    "green": "#008000",
    "yellow": "#ffff00",
    "gray": "#808080",
    "grey": "#808080",
    "silver": "#c0c0c0",
    "navy": "#000080",
    "transparent": "transparent",
}
_HEX = re.compile(r"#([0-9a-f]{6}|[0-9a-f]{3})\b")
_RGB = re.compile(
    r"rgba?\(\s*(\d{1,3})\s*[, ]\s*(\d{1,3})\s*[, ]\s*(\d{1,3})\s*(?:[,/]\s*([\d.]{1,6})%?\s*)?\)"
)
_WORD = re.compile(r"[a-z]+")
_DECLARATION = re.compile(r"([a-z-]{2,40})\s*:\s*([^;]{0,300})")
_NUMBER = re.compile(r"\s*(-?\d{0,6}(?:\.\d{0,6})?)\s*(px|pt|em|rem|ex|ch|%|in|cm|mm|vw|vh)?\b")
_NOTHING = re.compile(r"0(?:\.0*)?\s*(?:[a-z%]{0,3})\s*(?:!important)?\s*")
_CLIPPED = re.compile(
    r"rect\(\s*[01](?:px)?[ ,]+[01](?:px)?|inset\(\s*(?:50|100)%|scale[xy]?\(\s*0\s*[,)]|opacity\(\s*0|opacity\s*=\s*0\b"
)
_RULE = re.compile(r"\b(?:solid|double|dashed|dotted)\b")
_SHEET_RULE = re.compile(r"([^{}@]{1,300})\{([^{}]{1,1000})\}")
_AT_RULE = re.compile(
    r"@[^{};]{0,200}\{(?:[^{}]{0,300}\{[^{}]{0,1000}\}){0,50}[^{}]{0,300}\}|@[^{};]{0,300};"
)
_SELECTOR = re.compile(r"\s*(?:[a-z0-9]{0,12})([.#][\w-]{1,80})\s*", re.IGNORECASE)
#: A font under this many pixels cannot be read; measures relative to the text around it in hundredths.
_READABLE = 2.0
#: So far outside the page nothing is seen.
_FAR = -400.0

#: Colours where nobody sets any.
PAPER, INK = "#ffffff", "#000000"


class Style(msgspec.Struct, frozen=True):
    """`color`, `background`: as `#rrggbb`, or empty where the style sets none."""

    hidden: bool = False
    struck: bool = False
    keeps_breaks: bool = False
    rule_above: bool = False
    rule_left: bool = False
    list_mark: bool = False
    color: str = ""
    background: str = ""


PLAIN = Style()


@lru_cache(maxsize=2048)
def read_style(source: str) -> Style:
    """What a `style` attribute says; what is not understood is passed over."""
    if not source:
        return PLAIN
    found = {name: value.strip() for name, value in _DECLARATION.findall(source[:4000].lower())}
    return Style(
        hidden=_is_hidden(found),
        struck="line-through" in found.get("text-decoration", "") + found.get("text-decoration-line", ""),
        keeps_breaks=found.get("white-space", "").startswith(("pre", "break-spaces")),
        rule_above=_has_rule(_border(found, "top", 0)),
        rule_left=_has_rule(_border(found, "left", 3)),
        list_mark="ignore" in found.get("mso-list", ""),
        color=colour(found.get("color", "")),
        background=colour(found.get("background-color", "") or found.get("background", "")),
    )


def _border(style: dict[str, str], side: str, place: int) -> str:
    """Of one side, from its own properties or as one of four in `border-style: solid none none`."""
    own = style.get(f"border-{side}", "") or style.get(f"border-{side}-style", "")
    four = style.get("border-style", "").split()
    if own or len(set(four)) < 2:  # a box all round is no rule
        return own
    return {2: four * 2, 3: [*four, four[1]]}.get(len(four), four)[place]


def _has_rule(border: str) -> bool:
    return bool(_RULE.search(border)) and not border.startswith(("none", "0", "medium none"))


def _is_hidden(style: dict[str, str]) -> bool:
    if style.get("display", "").startswith("none") or style.get("visibility", "").startswith(
        ("hidden", "collapse")
    ):
        return True
    if style.get("mso-hide", "").startswith("all") or _unreadable(style.get("font-size", "")):
        return True
    if _NOTHING.fullmatch(style.get("opacity", "1")) or style.get("color", "").startswith("transparent"):
        return True
    if any(_CLIPPED.search(style.get(name, "")) for name in ("clip", "clip-path", "transform", "filter")):
        return True
    return _is_shut(style) or _is_outside(style)


def _is_shut(style: dict[str, str]) -> bool:
    """A box without height or width that shows nothing beyond its edges."""
    return style.get("overflow", "").startswith(("hidden", "clip")) and any(
        _NOTHING.fullmatch(style.get(name, "x")) for name in ("height", "max-height", "width", "max-width")
    )


def _is_outside(style: dict[str, str]) -> bool:
    placed = style.get("position", "").startswith(("absolute", "fixed", "relative"))
    sides = ("left", "top", "right", "bottom") if placed else ()
    return any(
        _number(style.get(name, ""))[0] <= _FAR
        for name in (*sides, "text-indent", "margin-left", "margin-top")
    )


def _unreadable(size: str) -> bool:
    if not size:
        return False
    number, unit = _number(size)
    if not size[0].isdigit() and size[0] != ".":
        return False
    return number < {"%": 10.0, "em": 0.1, "rem": 0.1, "ex": 0.1, "in": 0.02, "cm": 0.05, "mm": 0.5}.get(
        unit, _READABLE
    )


def _number(value: str) -> tuple[float, str]:
    found = _NUMBER.match(value)
    if found is None or found[1] in ("", "-", ".", "-."):
        return 0.0, ""
    return float(found[1]), found[2] or ""


@lru_cache(maxsize=512)
def colour(value: str) -> str:
    """`#rrggbb` for what stands in a colour or background property; empty if no colour is known in it."""
    if not value:
        return ""
    value = value.lower()
    if found := _HEX.search(value):
        digits = found[1]
        return "#" + (digits if len(digits) == 6 else "".join(2 * digit for digit in digits))
    if found := _RGB.search(value):
        if found[4] is not None and float(found[4].strip(".") or 0) == 0:
            return "transparent"
        return "#" + "".join(f"{min(int(found[i]), 255):02x}" for i in (1, 2, 3))
    return next((_NAMED[word] for word in _WORD.findall(value) if word in _NAMED), "")


def hiding(sheet: str) -> frozenset[str]:
    """Classes (`.x`) and ids (`#x`) that a style sheet hides from every reader; rules under `@media` are not for all."""
    hidden: set[str] = set()
    for selectors, declarations in _SHEET_RULE.findall(_AT_RULE.sub(" ", sheet[:20_000])):
        if read_style(declarations).hidden:
            hidden.update(found[1] for part in selectors.split(",") if (found := _SELECTOR.fullmatch(part)))
    return frozenset(hidden)
