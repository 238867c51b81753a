"""The text of an HTML body, line by line as its reader saw it.

What the reader did not see is left out (styles, hidden and struck-out text).  What a mail program marked as
quotation or signature comes out behind `> `, so that `cut.py` treats it like any other quotation.
"""

import re
from typing import NamedTuple

import msgspec
from selectolax.lexbor import LexborHTMLParser, LexborNode

from pbem.mail.limits import MAX_HTML, MAX_HTML_TAGS
from pbem.mail.signs import STRUCK
from pbem.mail.styles import INK, PAPER, PLAIN, Style, colour, hiding, read_style


def _names(words: str) -> frozenset[str]:
    return frozenset(words.split())


BLOCKS = _names(
    "address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form"
    " h1 h2 h3 h4 h5 h6 header html li main menu nav ol p pre section summary table tbody tfoot thead"
    " tr ul includetail"
)
_CELLS = frozenset(("td", "th"))
_UNSEEN = _names(
    "script style title head template noscript textarea select option object iframe svg math audio video"
    " datalist dialog xml meta link map canvas noframes"
)
_STRUCK_TAGS = frozenset(("s", "strike", "del"))
_QUOTE_CLASS = re.compile(
    r"gmail_quote|gmail_extra|gmail_attr|gmail_signature|gmail_default_quote|moz-cite-prefix|moz-signature|moz-forward-container"
    r"|moz-email-headers|protonmail_quote|protonmail_signature_block|yahoo_quoted|yahoo-quoted|yahoo-signature|ymail_|tutanota_quote"
    r"|zmail_extra|wordsection_quote|OutlookMessageHeader|mail_android_quote|mb_quote|mb_sig|iCloudQuote|k9mail|freebirdFormsQuote"
    r"|hmquote|mailru-blockquote|mail-quote-collapse|sh-quoted|sh-signature|front-blockquote|front-signature|airmail_on|bloop_sign"
    r"|airmail_ext_on|freshdesk_quote|missive_quote|hey_quote|zendesk_quote|intercom_quote|spark_quote|nylas-quote|mailbird|postbox|__pbConv"
    r"|ms-outlook-mobile-reference-message|ms-outlook-mobile-signature|reply-quote|reply_quote|quoted-text|quotedtext|mail_quote|email_quote"
    r"|replyheader|reply-header|canary-quote|edison-quote|newton-quote|x_quote|horde_quote|fm_quote|WordSection1_quote|elided-text|adL\b"
    r"|zimbra_quote|rcmQuote|em_quote|quoteHeader|quote_header|gmx_quote|qt\b|BlackBerry|message-quote|thread-quote|original-message",
    re.IGNORECASE,
)
_QUOTE_ID = re.compile(
    r"(?:x_)*(?:AppleMailSignature|lineBreakAtBeginningOfSignature|ymail_android_signature|.{0,40}yahoo_quoted.*|OLK_SRC_BODY_SECTION"
    r"|isReplyContent|qt|mailru_reply|composer_signature|reply-intro|_rc_sig|bloop_sign.*|mb_signature|spicy-signature|sign)",
    re.IGNORECASE,
)
#: From these on, everything is what was answered.
_LAST_ID = re.compile(
    r"(?:x_)*(?:divRplyFwdMsg|appendonsend|stopSpelling|Signature|ms-outlook-mobile-signature|zwchr|mail-editor-reference-message-container"
    r"|ms-outlook-mobile-body-separator-line|divNeteaseMailCard|origbody|_origmsg_|reply-divider|hotmailreply|EC_.*hr.*)",
    re.IGNORECASE,
)
_LAST_NAME = re.compile(r"messageReplySection|messageSignatureSection|sparrow", re.IGNORECASE)
#: web.de and GMX: all of the quotation is inside, and what follows is the writer's own.
_QUOTE_NAME = re.compile(r"quote|quoted-content", re.IGNORECASE)
#: How Gmail and Outlook indent: no quotation, though it uses the same element.
_INDENT = re.compile(r"border\s*:\s*(?:none|0)|margin\s*:[^;]*40px[^;]*;?\s*$", re.IGNORECASE)
_SPACES = re.compile(r"[ \t\n\r\f]+")
#: What stands for a line drawn across the page.
_RULE = "-" * 10


class HtmlText(msgspec.Struct, frozen=True):
    """`struck`: some text was struck out, and left out; `unseen`: some could not be seen, and was left out."""

    text: str
    struck: bool = False
    unseen: bool = False


class _State(NamedTuple):
    """What an element hands down to those inside it."""

    quoted: bool = False
    pre: bool = False
    color: str = INK
    paper: str = PAPER
    struck: bool = False


class _Page:
    """Lines in the making, each with its quotation mark."""

    def __init__(self, keep_struck: bool, top_only: bool) -> None:
        self.lines: list[str] = []
        self._line: list[str] = []
        self._prefix = ""
        self._struck_here = False
        self.keep_struck = keep_struck
        self.top_only = top_only
        self.done = False
        self.rest_is_quoted = False
        self.struck = False
        self.unseen = False
        self.hidden: frozenset[str] = frozenset()

    def add(self, text: str, state: _State) -> None:
        """Text of one node; what was struck out leaves a sign in its line."""
        if state.color in (state.paper, "transparent") and text.strip():
            self.unseen = self.unseen or not (state.quoted or self.rest_is_quoted)
        elif state.struck and not self.keep_struck:
            if text.strip():
                self._struck_here = True
                self.struck = self.struck or not (state.quoted or self.rest_is_quoted)
        elif state.pre:
            first, *others = text.replace("\r\n", "\n").split("\n")
            self._put(first, state.quoted)
            for other in others:
                self.end_line()
                self._put(other, state.quoted)
        else:
            self._put(_SPACES.sub(" ", text), state.quoted)

    def _put(self, text: str, quoted: bool) -> None:
        if text and not (text == " " and not self._line):
            if not self._line:
                self._prefix = "> " if quoted or self.rest_is_quoted else ""
            self._line.append(text)

    def end_line(self) -> None:
        """Close the line; one of which all was struck out is not there."""
        line = "".join(self._line).strip(" ")
        struck, self._struck_here = self._struck_here, False
        if line or not struck:
            mark = STRUCK if struck and line else ""
            self.lines.append(self._prefix + line + mark if line else "")
            self.done = self.done or (self.top_only and bool(line and self._prefix))
        self._line = []
        self._prefix = ""

    def end_block(self) -> None:
        """Close the line if anything stands in it."""
        if self._line or self._struck_here:
            self.end_line()

    def rule(self) -> None:
        """A line across the page."""
        self.end_block()
        self.lines.append(_RULE)


def html_text(source: str, keep_struck: bool = False, top_only: bool = False) -> HtmlText | None:
    """What stands in an HTML body; None if it is too large or too deeply nested to be read.

    (The parser cannot be interrupted and needs half a minute for 500 KB of nested tags, hence the limits.)
    `keep_struck`: as a mail program reads it that knows nothing of struck-out text.  `top_only`: no further than the
    first quoted line.
    """
    if len(source) > MAX_HTML or source.count("<") > MAX_HTML_TAGS:
        return None
    root = LexborHTMLParser(source).root
    page = _Page(keep_struck, top_only)
    if root is not None:
        if "<style" in source or "<STYLE" in source:
            page.hidden = hiding("\n".join(node.text() for node in root.css("style")))
        _walk(root, page)
    page.end_block()
    return HtmlText("\n".join(page.lines), page.struck, page.unseen)


def _walk(root: LexborNode, page: _Page) -> None:
    """Depth first without recursion; an entry with None as node ends the block that was opened before it."""
    stack: list[tuple[LexborNode | None, _State]] = [(root, _State())]
    while stack and not page.done:
        node, state = stack.pop()
        if node is None:
            page.end_block()
            continue
        tag = node.tag or ""
        if tag == "-text":
            page.add(node.text_content or "", state)
        elif tag == "br":
            page.end_line()
        elif tag not in _UNSEEN and not tag.startswith(("-", "!")):
            _enter(node, tag, state, page, stack)


def _enter(
    node: LexborNode, tag: str, state: _State, page: _Page, stack: list[tuple[LexborNode | None, _State]]
) -> None:
    """What an element does, and its children onto the stack."""
    attributes = node.attributes
    style = read_style(attributes.get("style") or "") if attributes else PLAIN
    if _is_hidden(attributes, style, page):
        shown = not (state.quoted or page.rest_is_quoted)
        page.unseen = page.unseen or (shown and bool(node.text().strip()))
        return
    if attributes and _ends_reply(tag, attributes, style):
        page.end_block()
        page.rest_is_quoted = True
    if tag == "hr":
        page.rule()
        return
    if tag in BLOCKS:
        page.end_block()
        stack.append((None, state))
    elif tag in _CELLS:
        page.add(" ", state._replace(color=INK, paper=PAPER, struck=False, pre=False))
    if style.list_mark:
        return
    _push_children(node, stack, _inner(tag, attributes, style, state))


def _inner(tag: str, attributes: dict[str, str | None], style: Style, state: _State) -> _State:
    """What holds for those inside."""
    if not attributes and tag not in ("blockquote", "pre", *_STRUCK_TAGS):
        return state
    return _State(
        state.quoted or _is_quote(tag, attributes, style),
        state.pre or tag == "pre" or style.keeps_breaks,
        style.color or colour(attributes.get("color") or "") or state.color,
        style.background or colour(attributes.get("bgcolor") or "") or state.paper,
        state.struck or style.struck or tag in _STRUCK_TAGS,
    )


def _push_children(node: LexborNode, stack: list[tuple[LexborNode | None, _State]], state: _State) -> None:
    child = node.last_child
    while child is not None:
        stack.append((child, state))
        child = child.prev


def _is_hidden(attributes: dict[str, str | None], style: Style, page: _Page) -> bool:
    if style.hidden or "hidden" in attributes:
        return True
    if not page.hidden or not attributes:
        return False
    names = {f".{name}" for name in (attributes.get("class") or "").split()} | {
        f"#{attributes.get('id') or ''}"
    }
    return not page.hidden.isdisjoint(names)


def _ends_reply(tag: str, attributes: dict[str, str | None], style: Style) -> bool:
    """Some programs mark only where the answered mail begins, and Word draws a line there."""
    if _LAST_ID.fullmatch(attributes.get("id") or ""):
        return True
    if tag in ("div", "blockquote") and _LAST_NAME.fullmatch(attributes.get("name") or ""):
        return True
    if "data-marker" in attributes and tag == "hr":
        return True
    return tag == "div" and style.rule_above


def _is_quote(tag: str, attributes: dict[str, str | None], style: Style) -> bool:
    """Whether a mail program marked this element as quotation or signature."""
    if tag == "blockquote" and (style.rule_left or not _INDENT.search(attributes.get("style") or "")):
        return True
    if not attributes:
        return False
    return bool(
        _QUOTE_CLASS.search(attributes.get("class") or "")
        or _QUOTE_ID.fullmatch(attributes.get("id") or "")
        or "data-marker" in attributes
        or (tag == "div" and _QUOTE_NAME.fullmatch(attributes.get("name") or ""))
        or (tag == "div" and style.rule_left)
    )
