"""Messages by chance: trees of parts that are right, odd or broken, with all codings, character sets and kinds of text."""

import base64
import quopri
from typing import NamedTuple

from hypothesis import strategies as st

#: Stands only where it is quoted.
MARK = "ZQXJ"

HEADS = st.sampled_from(
    [
        "From: Anna <anna@players.example>",
        "From: anna@players.example",
        'From: "a\\"b" <anna@players.example>',
        "From: =?utf-8?q?J=C3=BCrg?= <a@b\u00fccher.example>",
        "From: a@b.example, c@d.example",
        "From: victim@good.example <attacker@evil.example>",
        "From:",
        "To: judge+0123456789abcdef@judge.example",
        "To: undisclosed-recipients:;",
        "Cc: " + "a@b.example, " * 40,
        "Subject: Re: [test] Report [0123-4567-89AB-CDEF]",
        "Subject: =?utf-8?b?/////w==?= =?x?q?=00=0A?= =?utf-8?q?",
        "Subject: Automatic reply: x",
        "Subject: \udce4\udcff",
        "Message-ID: <[x@microsoft.example]>",
        "In-Reply-To: <pbem.0123456789abcdef.1@judge.example>",
        "References: <a@b> <c@d\n e> <<f@g>>",
        "Date: Mon, 30 Nov 99999 99:99:99 +9999",
        "Auto-Submitted: no",
        "Auto-Submitted: auto-replied; x=y",
        "Return-Path: <>",
        "Return-Path: <judge+b-0123456789abcdef@judge.example>",
        "Precedence: list",
        "X-Auto-Response-Suppress: All",
        "X-Failed-Recipients: anna@players.example",
        "Authentication-Results: mx.example; dmarc=pass header.from=players.example",
        "List-Unsubscribe: <mailto:x@y>",
        "Content-Transfer-Encoding: base64",
        "Content-Type: text/plain; charset=utf-8; format=flowed; delsp=yes",
        "Content-Type: multipart/report; report-type=delivery-status; boundary=b",
        "MIME-Version: 1.0 (a (comment",
        "\u00e4: \u00f6",
        " folded out of nowhere",
        ":",
        "From anna Mon Nov 30",
        "X-Pbem-Judge: 1",
    ]
)
ORDERS = st.sampled_from(
    ["PURGE Manjak", "READY", "DECLARE 6 Palavrian", "HOLD B", "PRESS: so", "YES", "1. VOTE NO", "# note"]
)
BREAKS = st.sampled_from(
    [
        "On Mon, Nov 30, 2026 at 9:00 AM Judge <judge@judge.example> wrote:",
        "Am 30.11.2026 um 10:00 schrieb Judge:",
        "-----Original Message-----",
        "________________________________",
        "From: Judge <judge@judge.example>",
        "Sent: Monday, 30 November 2026 09:00",
        "Subject: Report",
        "-- ",
        "--",
        "END",
        "Sent from my iPhone",
        "### please write above this line ###",
        "-----BEGIN PGP SIGNED MESSAGE-----",
        "Hash: SHA256",
        "-----BEGIN PGP SIGNATURE-----",
        "- -- x",
        "begin 666 x",
        "",
        " ",
        "<a",
        "*PURGE Satin*",
        "K<http://k.example> [image: x]",
    ]
)
ODD = st.text(
    st.sampled_from(
        "abc XYZ019<>&;:=\"'*_-|#@()[]{}\t\0\x0b\x0c\x1b\x85\xa0\xad\u0301\u0130\u115f\u200b\u200e\u202e\u2028\u2066\ufeff\uf0f0\ufdfa\U000e0041\U0001f600"
    )
    | st.characters(exclude_categories=["Cs"]),
    max_size=40,
)
LINES = ORDERS | BREAKS | ODD
TEXTS = st.builds(
    lambda lines, end: end.join(lines),
    st.lists(LINES, max_size=12),
    st.sampled_from(["\n", "\n", "\r\n", "\r", "\n\n", " \n", "\x85"]),
)
TAGS = st.sampled_from(
    "<p> </p> <div> </div> <br> <blockquote> </blockquote> <b> </b> <s> </s> <ul><li> </li></ul> <table><tr><td> </td></tr></table> <pre> </pre>"
    " <style> </style> <script> </script> <!-- --> <![CDATA[ ]]> <svg> </svg> <template> </template> <p/ < <a &lt; &#10; &#xD800; &nbsp; &".split(
        " "
    )
) | st.sampled_from(
    [
        '<div class="gmail_quote">',
        '<div id="appendonsend">',
        '<div name="quote">',
        '<div style="border:none;border-top:solid #E1E1E1 1.0pt">',
        '<p style="display:none">',
        "<span hidden>",
        '<a href="http://x">',
        '<p style="text-decoration:line-through">',
        "<!--[if mso]>",
        "<p class='",
    ]
)
PAGES = st.lists(TAGS | LINES, max_size=25).map(" ".join)
CHARSETS = st.sampled_from(
    [
        "utf-8",
        "us-ascii",
        "iso-8859-1",
        "windows-1252",
        "koi8-r",
        "shift_jis",
        "iso-2022-jp",
        "gb18030",
        "utf-16",
        "utf-7",
        "unicode_escape",
    ]
    + [
        "punycode",
        "idna",
        "ansi",
        "x-unknown",
        "",
        '"',
        "_iso-2022-jp$ESC",
        "cp037",
        "base64",
        "../x",
        "\u00e4",
    ]
)
CODINGS = st.sampled_from(
    [
        "7bit",
        "8bit",
        "quoted-printable",
        "base64",
        "BASE64 ; x",
        "x-uuencode",
        "binary",
        "",
        "\udce4",
        "7-bit",
    ]
)


def encoded(text: str, charset: str, coding: str) -> bytes:
    """As the labels say, where they say something; else as UTF-8."""
    try:
        raw = text.encode(charset.strip('"') or "utf-8")
    except (LookupError, UnicodeError, ValueError):
        raw = text.encode("utf-8", "replace")
    word = coding.strip().lower()
    if word.startswith("base64"):
        return base64.encodebytes(raw)
    return quopri.encodestring(raw) if word == "quoted-printable" else raw


def leaf(kind: str, text: str, charset: str, coding: str, more: list[str], right: bool) -> bytes:
    """A part; one that is not `right` is not coded as it says."""
    head = [f"Content-Type: {kind}; charset={charset}", f"Content-Transfer-Encoding: {coding}", *more]
    body = encoded(text, charset, coding) if right else text.encode("utf-8", "surrogatepass")
    return _joined(head) + body


def branch(kind: str, boundary: str, parts: list[bytes], closed: bool, preamble: str) -> bytes:
    head = _joined([f'Content-Type: {kind}; boundary="{boundary}"'])
    line = b"--" + boundary.encode() + b"\n"
    body = preamble.encode("utf-8", "replace") + b"\n" + b"".join(line + part + b"\n" for part in parts)
    return head + body + (line[:-1] + b"--\n" if closed else b"")


def _joined(head: list[str]) -> bytes:
    return "\n".join([*head, "", ""]).encode("utf-8", "surrogateescape")


KINDS = st.sampled_from(
    [
        "text/plain",
        "text/plain; format=flowed",
        "TEXT/PLAIN; Format=Flowed; DelSp=Yes",
        "text/plain; x*0*=%41",
        "text",
        "text/calendar",
        ";;",
    ]
    + [
        "message/delivery-status",
        "application/pgp-signature",
        "message/rfc822",
        "message/partial; id=x",
        "text/rfc822-headers",
    ]
)
LEAVES = st.builds(
    leaf, KINDS, TEXTS, CHARSETS, CODINGS, st.lists(HEADS, max_size=2), st.booleans()
) | st.builds(
    leaf, st.just("text/html"), PAGES, CHARSETS, CODINGS, st.lists(HEADS, max_size=1), st.booleans()
)
BRANCHES = st.sampled_from(
    [
        f"multipart/{kind}"
        for kind in ("mixed", "alternative", "related", "signed", "report", "digest", "encrypted", "x")
    ]
)
TREES = st.recursive(
    LEAVES | st.binary(max_size=200),
    lambda inner: st.builds(
        branch,
        BRANCHES,
        st.sampled_from(["b", "b", "bb", "c", "", "=_x.y"]),
        st.lists(inner, max_size=4),
        st.booleans(),
        ODD,
    ),
    max_leaves=8,
)
MESSAGES = st.builds(lambda heads, tree: _joined(heads)[:-1] + tree, st.lists(HEADS, max_size=6), TREES)


# --- what is quoted -----------------------------------------------------------------------------------------------------


class Plain(NamedTuple):
    """How a text with quotations is sent."""

    charset: str
    coding: str
    flowed: str


WAYS = st.builds(
    Plain,
    st.sampled_from(["utf-8", "iso-8859-1", "windows-1252", "us-ascii"]),
    st.sampled_from(["8bit", "quoted-printable", "base64"]),
    st.sampled_from(["", "; format=flowed", "; format=flowed; delsp=yes"]),
)
QUOTED = st.builds(
    lambda sign, before, order: f"{sign}{before}{order} {MARK}",
    st.sampled_from([">", "> ", ">> ", "> > ", ">\t", ">\u200b", ">\xa0"]),
    st.sampled_from(["", "x ", "PRESS: ", "-- ", "On Mon <a@b.example> wrote: "]),
    ORDERS,
)
_FIRM = st.text(st.sampled_from("abc XYZ09,.:-"), max_size=30)


def _text(lines: list[str], way: Plain) -> bytes:
    return leaf(f"text/plain{way.flowed}", "\n".join(lines) + "\n", way.charset, way.coding, [], True)


def _page(blocks: list[tuple[str, str]], way: Plain) -> bytes:
    page = "".join(
        before + words + after
        for (before, after), words in ((block[0].split("|"), block[1]) for block in blocks)
    )
    return leaf("text/html", page, way.charset, way.coding, [], True)


QUOTED_TEXT = st.builds(_text, st.lists(QUOTED | ORDERS | BREAKS | _FIRM, min_size=1, max_size=12), WAYS)
QUOTED_PAGE = st.builds(
    _page,
    st.lists(
        st.tuples(
            st.sampled_from(
                [
                    "<blockquote>|</blockquote>",
                    "<blockquote type=cite><div><p>|</p></div></blockquote>",
                    '<div class="gmail_quote">|</div>',
                    "<div class=gmail_quote><blockquote><b>|</b></blockquote></div>",
                    "<pre>&gt; |</pre>",
                    "<p>&gt; |</p>",
                    '<div class="moz-cite-prefix">|</div>',
                    "<p hidden>|</p>",
                    '<p style="display: none">|</p>',
                ]
            ),
            ORDERS.map(lambda order: f"{order} {MARK}"),
        )
        | st.tuples(
            st.sampled_from(["<p>|</p>", "<div>|<br></div>", "<ul><li>|</li></ul>", "<b>|</b>", "|<br>"]),
            ORDERS | _FIRM,
        ),
        min_size=1,
        max_size=8,
    ),
    WAYS,
)
QUOTING = st.builds(
    lambda tree: b"From: Anna <anna@players.example>\n" + tree,
    st.recursive(
        QUOTED_TEXT | QUOTED_PAGE,
        lambda inner: st.builds(
            branch,
            st.sampled_from(
                ["multipart/mixed", "multipart/alternative", "multipart/related", "multipart/signed"]
            ),
            st.uuids().map(lambda found: f"b{found.hex}"),
            st.lists(inner, min_size=1, max_size=3),
            st.booleans(),
            st.just(""),
        ),
        max_leaves=5,
    ),
)
