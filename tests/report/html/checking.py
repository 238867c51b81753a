"""What mail programs support, as a list of our own: tags, attributes, properties; and what a mail of ours must never hold."""

import re
from html.parser import HTMLParser
from urllib.parse import unquote

from pbem.report.html.frame import STYLE

#: Gmail clips at 102 kB; pictures stand beside the HTML.
MOST_BYTES = 52_000
LEAST_FONT = 14.0
VOID = frozenset(("meta", "br", "img"))
COMMON = frozenset(("style", "class"))
TABLE = frozenset(("role", "width", "cellpadding", "cellspacing", "border"))
CELL = frozenset(("width", "height", "align", "valign", "colspan", "scope", "aria-label"))
TAGS: dict[str, frozenset[str]] = {
    "html": frozenset(("lang",)),
    "head": frozenset(),
    "meta": frozenset(("charset", "name", "content")),
    "title": frozenset(),
    "style": frozenset(),
    "body": COMMON,
    "table": COMMON | TABLE,
    "tr": COMMON | {"valign"},
    "td": COMMON | CELL,
    "th": COMMON | CELL,
    "h1": COMMON | {"id"},
    "h2": COMMON | {"id"},
    "h3": COMMON | {"id"},
    "p": COMMON,
    "div": COMMON,
    "span": COMMON | {"aria-label"},
    "b": COMMON,
    "code": COMMON,
    "br": frozenset(),
    "a": COMMON | {"href"},
    "img": COMMON | {"src", "alt", "width"},
}
PROPERTIES = frozenset(
    "margin padding border border-top border-left border-bottom border-radius border-collapse background-color color font-family"
    " font-size font-weight line-height letter-spacing text-align text-decoration text-indent vertical-align width max-width height display"
    " word-break white-space".split()
)
DISPLAYS = frozenset(("inline-block",))
_DECLARED = re.compile(r"([a-z-]+):([^;]+);")
_COLOUR = re.compile(r"#[0-9a-f]{6}")


class Mail(HTMLParser):
    """Goes through a document; `faults`: what is wrong with it, in words."""

    def __init__(self, judge: str) -> None:
        super().__init__(convert_charrefs=True)
        self.judge = judge
        self.faults: list[str] = []
        self.stack: list[str] = []
        self.tables: list[dict[str, bool]] = []
        self.levels: list[int] = []
        self.anchors: set[str] = set()
        self.jumps: set[str] = set()
        self.meta: dict[str, str] = {}
        self.texts: dict[str, str] = {}

    def fault(self, said: str) -> None:
        self.faults.append(f"line {self.getpos()[0]}: {said}")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = TAGS.get(tag)
        if known is None:
            return self.fault(f"<{tag}>")
        values = {name: value or "" for name, value in attrs}
        for name in values.keys() - known:
            self.fault(f"{name} of <{tag}>")
        if len(values) < len(attrs):
            self.fault(f"an attribute of <{tag}> twice")
        self._styled(values.get("style", ""))
        self._placed(tag, values)
        if tag not in VOID:
            self.stack.append(tag)
        return None

    def _placed(self, tag: str, values: dict[str, str]) -> None:
        if tag == "table":
            self.tables.append({"presentation": values.get("role") == "presentation", "th": False})
        if tag in ("td", "th", "tr") and (not self.tables or "table" not in self.stack):
            self.fault(f"<{tag}> outside of a table")
        if tag == "th":
            self.tables[-1]["th"] = True
            if values.get("scope") not in ("col", "row"):
                self.fault("a heading of nothing")
        if tag in ("h1", "h2", "h3"):
            self.levels.append(int(tag[1]))
        if tag == "p" and "p" in self.stack:
            self.fault("a paragraph in a paragraph")
        if "id" in values:
            if values["id"] in self.anchors:
                self.fault("an id twice")
            self.anchors.add(values["id"])
        if tag == "a":
            self._link(values.get("href", ""))
        if tag == "img":
            if values.get("src") != "cid:picture":
                self.fault(f"a picture from {values.get('src')}")
            if len(values.get("alt", "")) < 40:
                self.fault("a picture without words")
        if tag == "meta":
            self.meta[values.get("name", "charset")] = values.get("content", values.get("charset", ""))
        if tag == "html" and values.get("lang") != "en":
            self.fault("no language")

    def _link(self, href: str) -> None:
        if href.startswith("#"):
            self.jumps.add(href[1:])
            return
        to = unquote(href.removeprefix("mailto:").partition("?")[0])
        user, _, domain = self.judge.partition("@")
        if not href.startswith("mailto:") or not re.fullmatch(rf"{user}(\+[0-9a-z]{{16}})?@{domain}", to):
            self.fault(f"a link to {href[:60]}")
        if len(href) > 1900:
            self.fault(f"a link of {len(href)} characters")

    def _styled(self, style: str) -> None:
        if style and "".join(f"{name}:{value};" for name, value in _DECLARED.findall(style)) != style:
            self.fault(f"style {style}")
        for name, value in _DECLARED.findall(style):
            if name not in PROPERTIES or "url(" in value or "!" in value:
                self.fault(f"{name}:{value}")
            if name == "display" and value not in DISPLAYS:
                self.fault(f"display:{value}")
            if name == "white-space" and value != "nowrap":
                self.fault(f"white-space:{value}")
            if name == "font-size" and float(value.removesuffix("px")) < LEAST_FONT:
                self.fault(f"letters of {value}")
            if name in ("color", "background-color") and not _COLOUR.fullmatch(value):
                self.fault(f"{name}:{value}")

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return self.fault(f"</{tag}>")
        if not self.stack or self.stack[-1] != tag:
            return self.fault(f"</{tag}> within {self.stack[-3:]}")
        self.stack.pop()
        if tag == "table":
            table = self.tables.pop()
            if table["presentation"] == table["th"]:
                self.fault("a table that is neither for the eye nor has headings")
        return None

    def handle_data(self, data: str) -> None:
        here = self.stack[-1] if self.stack else ""
        if here in ("title", "style"):
            self.texts[here] = self.texts.get(here, "") + data
        elif data.strip() and here in ("table", "tr", "html", "head", ""):
            self.fault(f"words between tags: {data.strip()[:30]}")

    def handle_comment(self, data: str) -> None:
        self.fault("a comment")


def faults(html: str, judge: str) -> list[str]:
    """What is wrong with this document."""
    mail = Mail(judge)
    mail.feed(html)
    mail.close()
    found = mail.faults
    if mail.stack:
        found.append(f"never closed: {mail.stack}")
    if len(html.encode()) > MOST_BYTES:
        found.append(f"{len(html.encode())} bytes")
    if not html.startswith("<!doctype html>"):
        found.append("no doctype")
    if mail.levels[:1] != [1] or mail.levels.count(1) != 1:
        found.append(f"headings {mail.levels}")
    if any(after > before + 1 for before, after in zip(mail.levels, mail.levels[1:], strict=False)):
        found.append(f"a level of headings is left out: {mail.levels}")
    if mail.jumps - mail.anchors:
        found.append(f"jumps to nowhere: {mail.jumps - mail.anchors}")
    wanted = {
        "charset": "utf-8",
        "viewport": "width=device-width,initial-scale=1",
        "color-scheme": "light dark",
    }
    if wanted.items() - mail.meta.items():
        found.append(f"meta {mail.meta}")
    if not mail.texts.get("title") or mail.texts.get("style") != STYLE:
        found.append("title or style sheet")
    return found
