"""The text of an HTML body, line by line as its reader saw it.

What the reader did not see is left out (styles, hidden and struck-out text).  What a mail program marked as
quotation or signature comes out behind `> `, so that `cut.py` treats it like any other quotation.
"""

import re

import msgspec
from selectolax.lexbor import LexborHTMLParser, LexborNode

from pbem.mail.limits import MAX_HTML, MAX_HTML_TAGS


def _names(words: str) -> frozenset[str]:
    return frozenset(words.split())


_BLOCKS = _names(
    "address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form"
    " h1 h2 h3 h4 h5 h6 header hr html li main menu nav ol p pre section summary table tbody tfoot thead"
    " tr ul"
)
_CELLS = frozenset(("td", "th"))
_UNSEEN = _names(
    "script style title head template noscript textarea select option object iframe svg math audio video"
)
_STRUCK = frozenset(("s", "strike", "del"))
_HIDDEN = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d]*[1-9])|mso-hide\s*:\s*all",
    re.IGNORECASE,
)
_STRUCK_STYLE = re.compile(r"text-decoration[^;]*line-through", re.IGNORECASE)
_TOP_RULE = re.compile(
    r"border-top\s*:\s*(?!none)[^;]*\bsolid\b|border\s*:\s*none\s*;\s*border-top\s*:\s*solid", re.IGNORECASE
)
_KEEPS_BREAKS = re.compile(r"white-space\s*:\s*(?:pre|break-spaces)", re.IGNORECASE)
_QUOTE_CLASS = re.compile(
    r"gmail_quote|gmail_extra|gmail_attr|gmail_signature|moz-cite-prefix|moz-signature|moz-forward-container|protonmail_quote"
    r"|protonmail_signature_block|yahoo_quoted|yahoo-quoted|ymail_|tutanota_quote|zmail_extra|wordsection_quote|OutlookMessageHeader"
    r"|mail_android_quote|mb_quote|iCloudQuote|k9mail|freebirdFormsQuote|x_gmail_quote|hmquote",
    re.IGNORECASE,
)
_QUOTE_ID = re.compile(
    r"(?:x_)*(?:AppleMailSignature|ymail_android_signature|mail-editor-reference-message-container|yahoo_quoted.*|OLK_SRC_BODY_SECTION)",
    re.IGNORECASE,
)
#: From these on, everything is what was answered.
_LAST_ID = re.compile(
    r"(?:x_)*(?:divRplyFwdMsg|appendonsend|stopSpelling|Signature|ms-outlook-mobile-signature)", re.IGNORECASE
)
_LAST_NAME = re.compile(r"messageReplySection|quote", re.IGNORECASE)
#: How Gmail and Outlook indent: no quotation, though it uses the same element.
_INDENT = re.compile(r"border\s*:\s*(?:none|0)|margin\s*:[^;]*40px[^;]*;?\s*$", re.IGNORECASE)
_SPACES = re.compile(r"[ \t\n\r\f]+")


class HtmlText(msgspec.Struct, frozen=True):
    """`struck`: some text was struck out, and left out."""

    text: str
    struck: bool = False


class _Page:
    """Lines in the making, each with its quotation mark."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._line: list[str] = []
        self._prefix = ""
        self.rest_is_quoted = False
        self.struck = False

    def add(self, text: str, quoted: bool, keep_breaks: bool) -> None:
        if keep_breaks:
            first, *others = text.replace("\r\n", "\n").split("\n")
            self._put(first, quoted)
            for other in others:
                self.end_line()
                self._put(other, quoted)
        else:
            self._put(_SPACES.sub(" ", text), quoted)

    def _put(self, text: str, quoted: bool) -> None:
        if text and not (text == " " and not self._line):
            if not self._line:
                self._prefix = "> " if quoted or self.rest_is_quoted else ""
            self._line.append(text)

    def end_line(self) -> None:
        self.lines.append(self._prefix + "".join(self._line).strip(" ") if self._line else "")
        self._line = []
        self._prefix = ""

    def end_block(self) -> None:
        if self._line:
            self.end_line()


def html_text(source: str) -> HtmlText | None:
    """What stands in an HTML body; None if it is too large or too deeply nested to be read.

    (The parser cannot be interrupted and needs half a minute for 500 KB of nested tags, hence the limits.)
    """
    if len(source) > MAX_HTML or source.count("<") > MAX_HTML_TAGS:
        return None
    root = LexborHTMLParser(source).root
    page = _Page()
    if root is not None:
        _walk(root, page)
    page.end_block()
    return HtmlText("\n".join(page.lines), page.struck)


def _walk(root: LexborNode, page: _Page) -> None:
    """Depth first without recursion; an entry with None as node ends the block that was opened before it."""
    stack: list[tuple[LexborNode | None, bool, bool]] = [(root, False, False)]
    while stack:
        node, quoted, pre = stack.pop()
        if node is None:
            page.end_block()
            continue
        tag = node.tag or ""
        if tag == "-text":
            page.add(node.text_content or "", quoted, pre)
            continue
        if tag == "br":
            page.end_line()
            continue
        if not _visible(node, tag, page):
            continue
        quoted = quoted or _is_quote(node, tag, page)
        pre = pre or tag == "pre" or bool(_KEEPS_BREAKS.search(_attribute(node, "style")))
        if tag in _BLOCKS:
            page.end_block()
            stack.append((None, False, False))
        elif tag in _CELLS:
            page.add(" ", quoted, False)
        _push_children(node, stack, quoted, pre)


def _push_children(
    node: LexborNode, stack: list[tuple[LexborNode | None, bool, bool]], quoted: bool, pre: bool
) -> None:
    child = node.last_child
    while child is not None:
        stack.append((child, quoted, pre))
        child = child.prev


def _attribute(node: LexborNode, name: str) -> str:
    return node.attributes.get(name) or ""


def _visible(node: LexborNode, tag: str, page: _Page) -> bool:
    if tag in _UNSEEN or tag.startswith(("-", "!")):
        return False
    style = _attribute(node, "style")
    if tag in _STRUCK or _STRUCK_STYLE.search(style):
        page.struck = True
        return False
    return not ("hidden" in node.attributes or _HIDDEN.search(style))


def _is_quote(node: LexborNode, tag: str, page: _Page) -> bool:
    """Whether a mail program marked this element as quotation or signature; some mark only where it begins."""
    if tag == "blockquote" and not _INDENT.search(_attribute(node, "style")):
        return True
    if not node.attributes:
        return False
    if _LAST_ID.fullmatch(_attribute(node, "id")) or (
        tag == "div" and _LAST_NAME.fullmatch(_attribute(node, "name"))
    ):
        page.rest_is_quoted = True
    if tag == "div" and _TOP_RULE.search(_attribute(node, "style")):
        page.rest_is_quoted = True
    return bool(
        _QUOTE_CLASS.search(_attribute(node, "class"))
        or _QUOTE_ID.fullmatch(_attribute(node, "id"))
        or "data-marker" in node.attributes
    )
