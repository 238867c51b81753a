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
    "a Word list": '<p class="MsoListParagraph" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">1.<span>&nbsp; </span></span>'
    f'{ONE}</p><p class="MsoListParagraph" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·<span>&nbsp;</span></span>{TWO}</p>',
    "Outlook, empty paragraphs": f'<p class="MsoNormal">{ONE}<o:p></o:p></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p><p class="MsoNormal">{TWO}</p>',
    "Outlook on the web, copied": f'<div class="elementToProof" style="color: rgb(0, 0, 0);">{ONE}</div><div class="elementToProof"><br></div><div class="elementToProof">{TWO}</div>',
    "new Outlook": f'<div dir="auto" style="font-family: Aptos;">{ONE}</div><div dir="auto">{TWO}</div>',
    "Gmail on a telephone": f'<div dir="auto">{ONE}<div dir="auto">{TWO}</div></div>',
    "Yahoo": f'<div class="yahoo-style-wrap"><div dir="ltr" data-setdir="false">{ONE}</div><div dir="ltr">{TWO}</div></div>',
    "Proton": f'<div style="font-family: Arial; font-size: 14px;">{ONE}<br></div><div style="font-family: Arial;">{TWO}</div>',
    "Samsung": f'<html><head></head><body dir="auto"><div dir="auto">{ONE}</div><div dir="auto">{TWO}</div><div id="composer_signature" dir="auto">Sent from my Galaxy</div></body></html>',
    "a dark theme": f'<body style="background-color:#121212"><div style="color:#ffffff">{ONE}</div><div style="color:#fff">{TWO}</div></body>',
    "a coloured table": f'<table bgcolor="#000000"><tr><td><font color="white">{ONE}</font></td></tr><tr><td><font color="#ffffff">{TWO}</font></td></tr></table>',
    "bold and underlined words": "<p><b>PURGE</b> <u>Badenuff</u></p><p><i>DECLARE</i> <code>6</code> <em>Pala</em>vrian</p>",
    "autolinked by a telephone": '<div>PURGE <a href="x-apple-data-detectors://0" dir="ltr">Badenuff</a></div><div>DECLARE <a href="tel:6">6</a> Palavrian</div>',
    "a nested list": f"<ul><li>{ONE}<ul><li>{TWO}</li></ul></li></ul>",
    "a table in a cell": f"<table><tr><td><table><tr><td>{ONE}</td></tr></table></td></tr><tr><td>{TWO}</td></tr></table>",
    "zero width signs": f"<p>&#8203;PUR&shy;GE Bade&zwnj;nuff</p><p>&#xFEFF;{TWO}&zwj;</p>",
    "upper case": f"<HTML><BODY><DIV>{ONE}</DIV><DIV>{TWO}</DIV></BODY></HTML>",
    "Lotus Notes": f'<font size=2 face="sans-serif">{ONE}</font><br><font size=2 face="sans-serif">{TWO}</font><br>',
    "no tags but breaks": f"{ONE}<BR>{TWO}",
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
    "<!--[if mso]>{}<![endif]-->",
    "<!--[if gte mso 9]><xml><w:x>{}</w:x></xml><![endif]-->",
    '<div style="DISPLAY : None !important">{}</div>',
    '<div style="visibility:hidden">{}</div>',
    '<div style="opacity:0">{}</div>',
    '<div style="opacity: 0.0;">{}</div>',
    '<div style="max-height:0;overflow:hidden">{}</div>',
    '<div style="max-height:0px; max-width:0px; overflow:hidden;">{}</div>',
    '<div style="height:0;width:0;overflow:hidden">{}</div>',
    '<span style="font-size:0px">{}</span>',
    '<span style="font-size:1px">{}</span>',
    '<span style="font-size:0.01em">{}</span>',
    '<div style="position:absolute;left:-9999px">{}</div>',
    '<div style="position: fixed; top: -1000px">{}</div>',
    '<p style="text-indent:-9999px">{}</p>',
    '<p style="margin-left:-5000px">{}</p>',
    '<p style="color:#fff">{}</p>',
    '<p style="color:white">{}</p>',
    '<p style="color: rgb(255, 255, 255)">{}</p>',
    '<p><font color="#FFFFFF">{}</font></p>',
    '<div style="background:#000000">{}</div>',
    '<table bgcolor="#123456"><tr><td style="color:#123456">{}</td></tr></table>',
    '<p style="color:transparent">{}</p>',
    '<p style="color:rgba(0,0,0,0)">{}</p>',
    '<div style="clip:rect(0,0,0,0);position:absolute">{}</div>',
    '<div style="transform:scale(0)">{}</div>',
    '<style>.x1{{display:none}}</style><p class="y x1">{}</p>',
    '<style>p#z, .w {{ font-size: 0 }}</style><p id="z">{}</p>',
    "<select><option>{}</option></select>",
    "<dialog>{}</dialog>",
    "<details hidden><summary>{}</summary></details>",
    "<strike>{}</strike>",
    '<p style="text-decoration-line:line-through">{}</p>',
    '<p style="text-decoration: underline line-through red">{}</p>',
]


@pytest.mark.parametrize("source", UNSEEN)
def test_what_the_writer_did_not_see_is_no_order(source: str) -> None:
    letter = read_letter(message(f"<p>{ONE}</p>{source.format(TWO)}", kind="text/html"))
    assert letter.lines == (ONE,)
    struck = any(word in source for word in ("<s>", "del>", "strike>", "line-through"))
    assert ("struck-out text was left out" in letter.defects) == struck


def test_what_nobody_could_see_is_mentioned() -> None:
    letter = read_letter(message(f'<p>{ONE}</p><p style="color:#fff">{TWO}</p>', kind="text/html"))
    assert letter.defects == ("text that nobody could see was left out",)
    letter = read_letter(
        message(f'<p>{ONE}</p><div style="display:none"><p>{TWO}</p></div>', kind="text/html")
    )
    assert letter.defects == ("text that nobody could see was left out",)
    quoted = f'<p>{ONE}</p><blockquote><div style="display:none">{TWO}</div></blockquote>'
    assert read_letter(message(quoted, kind="text/html")).defects == ()


def test_a_line_of_which_a_part_is_struck_out_is_told() -> None:
    letter = read_letter(message(f"<p>{ONE}</p><p>TRY <s>Satin</s> Patina</p>", kind="text/html"))
    assert letter.lines == (ONE, "", "TRY Patina") or letter.lines == (ONE, "TRY Patina")
    assert letter.odd == ((len(letter.lines) - 1, "a part of it was struck out"),)


SEEN = [
    '<p style="font-size:0.9em">{}</p>',
    '<p style="font-size:small">{}</p>',
    '<p style="font-size: 8.0pt">{}</p>',
    '<p style="opacity:0.5">{}</p>',
    '<p style="overflow:hidden;height:auto">{}</p>',
    '<p style="color:#fefefe;background:#000">{}</p>',
    '<p style="text-indent:-18.0pt;margin-left:36pt">{}</p>',
    '<p style="line-height:0">{}</p>',
    '<p style="display:inline-block;max-height:100%">{}</p>',
    '<p style="margin:0;padding:0;font-size:12px">{}</p>',
    '<style>@media (max-width:1px) {{ p {{ display:none }} .m {{ display:none }} }}</style><p class="m">{}</p>',
    '<style>.a .b {{display:none}}</style><p class="b">{}</p>',
    '<div style="border:1px solid #ccc">{}</div>',
    '<div style="border-bottom:solid 1px">{}</div>',
    '<div class="gmail_default" style="font-family:arial">{}</div>',
    '<div id="divtagdefaultwrapper">{}</div>',
    '<div class="moz-text-html">{}</div>',
    '<blockquote style="margin:0 0 0 40px;border:none;padding:0px">{}</blockquote>',
    "<details open><summary>{}</summary></details>",
]


@pytest.mark.parametrize("source", SEEN)
def test_what_is_seen_is_read(source: str) -> None:
    letter = read_letter(message(source.format(ONE), kind="text/html"))
    assert letter.lines == (ONE,)
    assert letter.defects == ()


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
