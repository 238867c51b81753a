"""Orders typed in HTML come out as clean lines, whatever the mail program made of them."""

import time

import pytest

from pbem.mail.html import html_text
from pbem.mail.letters import read_letter
from tests.mail.letter_samples import message

ONE, TWO = "PURGE Badenuff", "DECLARE 6 Palavrian"

STYLES = {
    "Gmail": f'<div dir="ltr">{ONE}<div>{TWO}</div></div>',
    "Gmail with an empty line": f'<div dir="ltr"><div>{ONE}</div><div><br></div><div>{TWO}</div></div>',
    "Outlook": f'<div class="WordSection1"><p class="MsoNormal">{ONE}<o:p></o:p></p><p class="MsoNormal">{TWO}<o:p></o:p></p></div>',
    "Outlook with non-breaking spaces": f"<p>{ONE.replace(' ', '&nbsp;')}</p><p>&nbsp;</p><p>{TWO.replace(' ', '&nbsp; ')}</p>",
    "Apple Mail": f'<html><body style="word-wrap: break-word;">{ONE}<div>{TWO}</div><div><br></div></body></html>',
    "breaks": f"{ONE}<br>{TWO}<br/>",
    "breaks and source lines": f"<body>\n  {ONE}<br>\n  {TWO}\n</body>",
    "wrapped source": f"<p>{ONE.replace(' ', chr(10))}</p>\n<p>{TWO.replace(' ', chr(10) + '   ')}</p>",
    "bullets": f"<ul><li>{ONE}</li><li>{TWO}</li></ul>",
    "numbers, with paragraphs": f"<ol><li><p>{ONE}</p></li><li><p>{TWO}</p></li></ol>",
    "table cells": "<table><tr><td>PURGE</td><td>Badenuff</td></tr><tr><td>DECLARE</td><td>6</td><td>Palavrian</td></tr></table>",
    "preformatted": f"<pre>{ONE}\n{TWO}\n</pre>",
    "kept breaks": f'<div style="white-space: pre-wrap">{ONE}\n{TWO}</div>',
    "split spans": "<div><span>PUR</span><span>GE</span> <b>Bade</b>nuff</div><div>DECL<wbr>ARE 6 Pala<span></span>vrian</div>",
    "headings and bold": f"<h2>{ONE}</h2><p><b>{TWO}</b></p>",
    "links": '<div>PURGE <a href="http://badenuff">Badenuff</a></div><div>DECLARE 6 <a href="x">Palavrian</a></div>',
    "definition list": f"<dl><dt>{ONE}</dt><dd>{TWO}</dd></dl>",
    "entities": "<p>PURGE&#32;Badenuff</p><p>DECLARE&nbsp;&#54;&#xA0;Palavrian</p>",
    "comments and conditional comments": f"<!--[if mso]><p>{TWO}</p><![endif]--><p>{ONE}</p><!-- x --><p>{TWO}</p>",
    "indented": f'<blockquote style="margin:0 0 0 40px;border:none;padding:0px"><div>{ONE}</div><div>{TWO}</div></blockquote>',
    "never closed": f"<div><p>{ONE}<p><font color=red>{TWO}",
}


@pytest.mark.parametrize("style", STYLES)
def test_two_orders_are_two_lines(style: str) -> None:
    letter = read_letter(message(STYLES[style], kind="text/html; charset=utf-8"))
    assert [line for line in letter.lines if line] == [ONE, TWO]


QUOTED = {
    "Gmail": '<div class="gmail_quote"><div class="gmail_attr">On … wrote:</div><blockquote class="gmail_quote">{}</blockquote></div>',
    "Apple": '<blockquote type="cite"><div>{}</div></blockquote>',
    "Outlook on the web": '<div id="appendonsend"></div><hr><div id="divRplyFwdMsg">From: x</div><div>{}</div>',
    "Outlook on the web, in Outlook": '<div id="x_divRplyFwdMsg">From: x</div><div>{}</div>',
    "Word": '<div><div style="border:none;border-top:solid #E1E1E1 1.0pt"><p>From: x</p></div></div><p>{}</p>',
    "Exchange on a telephone": '<div name="messageReplySection">{}</div>',
    "Thunderbird": '<div class="moz-cite-prefix">x wrote:</div><blockquote type="cite" cite="mid:x">{}</blockquote>',
    "Yahoo": '<div class="yahoo_quoted" id="yahoo_quoted_1">{}</div>',
    "Proton": '<div class="protonmail_quote">{}</div>',
    "Zimbra": '<div data-marker="__QUOTED_TEXT__">{}</div>',
    "a signature": '<div class="gmail_signature">{}</div>',
    "Apple's signature": '<div id="AppleMailSignature">{}</div>',
}


@pytest.mark.parametrize("program", QUOTED)
def test_what_a_program_marks_as_quoted_is_cut(program: str) -> None:
    letter = read_letter(message(f"<p>{ONE}</p>{QUOTED[program].format(TWO)}", kind="text/html"))
    assert letter.lines == (ONE,)
    assert TWO in letter.cut
    assert TWO not in letter.below


def test_orders_below_an_html_quotation_are_known_to_be_there() -> None:
    letter = read_letter(message(f'<blockquote type="cite">old</blockquote><p>{ONE}</p>', kind="text/html"))
    assert letter.lines == ()
    assert letter.below == (ONE,)


UNSEEN = [
    "<s>{}</s>",
    "<del>{}</del>",
    '<span style="text-decoration: line-through">{}</span>',
    '<div style="display:none">{}</div>',
    '<div style="font-size:0">{}</div>',
    '<div style="mso-hide:all">{}</div>',
    "<div hidden>{}</div>",
    "<style>{}</style>",
    "<script>{}</script>",
    "<title>{}</title>",
    "<textarea>{}</textarea>",
    "<template>{}</template>",
    "<noscript>{}</noscript>",
    "<!-- {} -->",
]


@pytest.mark.parametrize("source", UNSEEN)
def test_what_the_writer_did_not_see_is_no_order(source: str) -> None:
    letter = read_letter(message(f"<p>{ONE}</p>{source.format(TWO)}", kind="text/html"))
    assert letter.lines == (ONE,)
    assert bool(letter.defects) == ("<s>" in source or "del" in source or "line-through" in source)


def test_a_small_font_is_no_hidden_one() -> None:
    read = html_text(f'<p style="font-size:0.9em">{ONE}</p>')
    assert read is not None
    assert read.text == ONE


def test_paragraphs_of_press_keep_their_empty_line() -> None:
    read = html_text("<div>PRESS: one</div><div>two</div><div><br></div><div>READY</div>")
    assert read is not None
    assert read.text == "PRESS: one\ntwo\n\nREADY"


@pytest.mark.parametrize(
    "source", ["<div>" * 9_999, "<p>x" * 9_999, "<b>" * 9_999, "x" * 128 * 1024, "<table>" * 9_999]
)
def test_hostile_html_takes_no_second(source: str) -> None:
    started = time.process_time()
    html_text(source)
    assert time.process_time() - started < 1.5


@pytest.mark.parametrize("source", ["<div>" * 10_001, "x" * (128 * 1024 + 1)])
def test_too_much_html_is_refused(source: str) -> None:
    assert html_text(source) is None
    assert "plain text" in read_letter(message(source, kind="text/html")).refusal or len(source) > 128 * 1024
