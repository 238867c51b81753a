"""Text and HTML of one letter: what mail programs make of the same words agrees, different words are told."""

import pytest

from pbem.cli.letters import reading
from pbem.mail.letters import Letter, read_letter
from tests.mail.letter_samples import message

ONE, TWO = "PURGE Badenuff", "DECLARE 6 Palavrian"
HEADER = "From: Judge\nSent: Monday, November 30, 2026 9:00 AM\nTo: Anna\nSubject: Turn 1\n\nold words"
LONG = "PURGE Manjak, Satin, Patina, Palavrian, Badenuff, Strychnin, Bungaloff WHILE KGB AGE < 75"


def letter(text: str, html: str, more: str = "") -> Letter:
    kind = 'multipart/alternative; boundary="b"'
    parts = f"--b\nContent-Type: text/plain; charset=utf-8\n\n{text}\n--b\nContent-Type: text/html; charset=utf-8\n\n{html}\n--b--\n"
    if not more:
        return read_letter(message(parts, kind=kind))
    footer = f"--c\nContent-Type: {kind}\n\n{parts}\n--c\nContent-Type: text/plain\n\n{more}\n--c--\n"
    return read_letter(message(footer, kind='multipart/mixed; boundary="c"'))


AGREE = {
    "Gmail": (
        "*PURGE* Badenuff\nsee the rules <https://example.org/rules>\n\n   1. DECLARE 6 Palavrian\n   2. READY\n\n"
        "On Mon, Nov 30, 2026 at 9:00 AM Judge <j@example.org> wrote:\n\n> old words\n",
        '<div dir="ltr"><b>PURGE</b> Badenuff<div>see <a href="https://example.org/rules">the rules</a></div><div><ol>'
        '<li>DECLARE 6 Palavrian</li><li>READY</li></ol></div></div><br><div class="gmail_quote"><div class="gmail_attr">On … wrote:'
        '</div><blockquote class="gmail_quote">old words</blockquote></div>',
    ),
    "Gmail, wrapped": (
        f"{LONG[:70]}\n{LONG[71:]}\n\nOn Mon, Nov 30, 2026 at 9:00 AM Judge <j@example.org> wrote:\n> old",
        f'<div dir="ltr">{LONG.replace("<", "&lt;")}</div><br><div class="gmail_quote">old</div>',
    ),
    "Gmail, picture": (
        "PURGE Badenuff\n[image: Anna.png]\n\n-- \nAnna\n",
        '<div>PURGE Badenuff</div><img alt="Anna.png" src="cid:1"><div>-- <br><div class="gmail_signature">Anna</div></div>',
    ),
    "Outlook": (
        f"PURGE Badenuff\n\nDECLARE 6 Palavrian<http://palavrian>\n\n[cid:image001.png@01DA.5E]\n\nAnna Example\nHead | ACME\n\n{HEADER}",
        '<div class="WordSection1"><p class="MsoNormal">PURGE Badenuff<o:p></o:p></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p>'
        '<p class="MsoNormal">DECLARE 6 <a href="http://palavrian">Palavrian</a><o:p></o:p></p><p><img src="cid:1"></p>'
        '<p class="MsoNormal">Anna Example<br>Head | ACME</p><div><div style="border:none;border-top:solid #E1E1E1 1.0pt">'
        "<p><b>From:</b> Judge</p></div></div><p>old words</p></div>",
    ),
    "Outlook, Word list": (
        "1.      PURGE Badenuff\n\n2.      READY\n",
        '<p class="MsoListParagraph" style="text-indent:-18.0pt;mso-list:l0 level1 lfo1"><![if !supportLists]><span style="mso-list:Ignore">1.'
        '<span>&nbsp;&nbsp; </span></span><![endif]>PURGE Badenuff</p><p class="MsoListParagraph" style="mso-list:l0"><span '
        'style="mso-list:Ignore">2.<span>&nbsp; </span></span>READY</p>',
    ),
    "Outlook on the web": (
        f"PURGE Badenuff\n\nAnna\n________________________________\n{HEADER}",
        '<div style="font-family:Calibri">PURGE Badenuff</div><div id="Signature"><p>Anna</p></div><div id="appendonsend"></div><hr>'
        '<div id="divRplyFwdMsg"><b>From:</b> Judge</div><div>old words</div>',
    ),
    "Outlook on a telephone": (
        f"PURGE Badenuff\n\nGet Outlook for iOS<https://aka.ms/o0ukef>\n________________________________\n{HEADER}",
        '<div>PURGE Badenuff</div><div id="ms-outlook-mobile-signature">Get <a href="https://aka.ms/o0ukef">Outlook for iOS</a></div><hr>',
    ),
    "Apple Mail": (
        "PURGE Badenuff\nDECLARE 6 Palavrian\n\n> On 30 Nov 2026, at 09:00, Judge <j@example.org> wrote:\n> \n> old words\n",
        '<html><body style="overflow-wrap: break-word;">PURGE Badenuff<div>DECLARE 6 Palavrian<br><div><br><blockquote type="cite">'
        "<div>On 30 Nov 2026, at 09:00, Judge &lt;j@example.org&gt; wrote:</div><br><div>old words</div></blockquote></div></div></body></html>",
    ),
    "iPhone": (
        "PURGE Badenuff\n\nSent from my iPhone\n\n> On 30 Nov 2026, at 09:00, Judge <j@example.org> wrote:\n> \n> old\n",
        '<html><body dir="auto">PURGE Badenuff<br><br><div dir="ltr">Sent from my iPhone</div><div dir="ltr"><br><blockquote type="cite">old'
        "</blockquote></div></body></html>",
    ),
    "Thunderbird": (
        "/PURGE/ *Badenuff*\n_READY_\n\n  * TRY G\n  * TRY K\n\nOn 30/11/2026 09:00, Judge wrote:\n> old words\n",
        '<p><i>PURGE</i> <b>Badenuff</b><br><u>READY</u></p><ul><li>TRY G</li><li>TRY K</li></ul><div class="moz-cite-prefix">On 30/11/2026 '
        '09:00, Judge wrote:<br></div><blockquote type="cite">old words</blockquote>',
    ),
    "Yahoo": (
        " PURGE Badenuff\nDECLARE 6 Palavrian\n    On Monday, November 30, 2026, 09:00:00 AM GMT+1, Judge <j@example.org> wrote:  \n \n old words  ",
        '<div class="yahoo-style-wrap"><div dir="ltr">PURGE Badenuff</div><div dir="ltr">DECLARE 6 Palavrian</div></div><div id="yahoo_quoted_1" '
        'class="yahoo_quoted">old words</div>',
    ),
    "Proton": (
        "PURGE Badenuff\n\nSent with [Proton Mail](https://proton.me/) secure email.\n\nOn Monday, November 30th, 2026 at 9:00 AM, Judge "
        "<j@example.org> wrote:\n\n> old\n",
        '<div style="font-family: Arial;">PURGE Badenuff<br></div><div class="protonmail_signature_block"><div>Sent with <a '
        'href="https://proton.me/">Proton Mail</a> secure email.</div></div><div class="protonmail_quote">old</div>',
    ),
    "a table": (
        "PURGE\tBadenuff\nTRY\tG\n",
        "<table><tr><td>PURGE</td><td>Badenuff</td></tr><tr><td>TRY</td><td>G</td></tr></table>",
    ),
    "signs": ('PRESS: it\'s "so" - well...\nREADY', "<p>PRESS:&nbsp;it’s “so” – well…</p><p>READY</p>"),
    "an address": (
        "PRESS: www.example.org <http://www.example.org>",
        '<p>PRESS: <a href="http://www.example.org">www.example.org</a></p>',
    ),
    "a heading": ("MY ORDERS\nPURGE BADENUFF", "<h2>My orders</h2><p>Purge Badenuff</p>"),
    "an emoji": ("READY 😀", '<p>READY <img alt="😀"></p>'),
    "no words in the HTML": ("READY", "<html><body><img src=x></body></html>"),
    "entities": ("PURGE K WHILE KGB AGE < 75", "<p>PURGE K WHILE KGB AGE &lt; 75</p>"),
}


@pytest.mark.parametrize("program", AGREE)
def test_what_programs_make_of_the_same_words_agrees(program: str) -> None:
    found = letter(*AGREE[program])
    assert found.other_lines == ()
    assert found.odd == ()
    assert any(found.lines)
    assert not any("old" in line for line in found.lines)


DIFFER = {
    "another order": ("READY", "<p>CONCEDE</p>", ("CONCEDE",)),
    "one more in the HTML": ("READY", "<p>READY</p><p>CONCEDE</p>", ("READY", "CONCEDE")),
    "one more in the text": ("READY\nCONCEDE", "<p>READY</p>", ("READY",)),
    "another number": ("DECLARE 6 K", "<p>DECLARE 7 K</p>", ("DECLARE 7 K",)),
    "another sign": (
        "PURGE K WHILE KGB AGE < 75",
        "<p>PURGE K WHILE KGB AGE &gt; 75</p>",
        ("PURGE K WHILE KGB AGE > 75",),
    ),
    "a note": ("PURGE K", "<p># PURGE K</p>", ("# PURGE K",)),
    "only a hint": ("This is a message in HTML format.", "<p>PURGE K</p>", ("PURGE K",)),
    "nobody sees the HTML": ("PURGE K", '<p style="color:#fff">PURGE K</p>', ("",)),
}


@pytest.mark.parametrize("case", DIFFER)
def test_different_words_are_told(case: str) -> None:
    text, html, other = DIFFER[case]
    found = letter(text, html)
    assert found.lines == tuple(text.split("\n"))
    assert found.other_lines == other


def test_of_two_readings_the_one_that_takes_more_for_quoted_counts() -> None:
    """A quotation that only the HTML marks, and one that only the text does."""
    found = letter(
        "READY\n\nso sprach der Richter\nPURGE K\n",
        "<p>READY</p><blockquote>so sprach der Richter<br>PURGE K</blockquote>",
    )
    assert (found.lines, found.other_lines) == (("READY",), ())
    assert found.below == ()
    found = letter(
        "READY\n\nso sprach er\nPURGE K\n", "<p>READY</p><blockquote>so sprach er</blockquote><p>PURGE K</p>"
    )
    assert (found.lines, found.below) == (("READY",), ("PURGE K",))
    found = letter("READY\n\n> PURGE K\n", "<p>READY</p><p>PURGE K</p>")
    assert (found.lines, found.other_lines) == (("READY",), ())
    found = letter("PURGE K", "<blockquote>PURGE K</blockquote>")
    assert (found.lines, found.below) == ((), ())


def test_a_signature_that_only_the_html_marks_is_no_word_below_the_quotation() -> None:
    found = letter(*AGREE["Outlook on the web"])
    assert (found.lines, found.below) == (("PURGE Badenuff",), ())


def test_what_is_struck_out_in_the_html_is_left_out_of_the_text() -> None:
    found = letter(
        "PURGE K\nREADY\nTRY A B", "<p><s>PURGE K</s></p><p>READY</p><p>TRY <strike>A</strike> B</p>"
    )
    assert found.lines == ("READY", "TRY B")
    assert found.odd == ((1, "a part of it was struck out"),)
    assert found.other_lines == ()
    assert "struck-out text was left out" in found.defects
    assert letter("PURGE K", "<p><s>PURGE K</s></p>").lines == ()


def test_the_words_of_a_mailing_list_below_the_text_are_no_difference() -> None:
    found = letter("PURGE K", "<p>PURGE K</p>", "_______________\nKremlin mailing list")
    assert (found.lines, found.other_lines) == (("PURGE K",), ())
    assert letter("PURGE K", "<p>PURGE G</p>", "____\nlist").other_lines == ("PURGE G",)


def test_lines_that_a_program_broke_are_taken_from_the_html_whole() -> None:
    assert letter(*AGREE["Gmail, wrapped"]).lines == (LONG,)


def judged(text: str, html: str = "") -> dict[str, object]:
    raw = letter(text, html) if html else read_letter(message(text))
    return reading(raw, None)


def test_pbem_read_asks_where_the_two_give_different_orders() -> None:
    assert judged("PURGE K", "<p>PURGE G</p>")["verdict"] == "refused"
    assert judged("PURGE K", "<p>PURGE G</p>")["lines"] == []
    assert judged("Hello,\nPURGE K", "<p>Dear judge,</p><p>PURGE K</p>")["lines"] == ["PURGE K"]
    assert judged("PURGE K", '<p style="font-size:0">PURGE K</p>')["verdict"] == "refused"


def test_pbem_read_answers_what_stands_below_a_copied_header() -> None:
    found = judged(f"{HEADER}\n{ONE}\n")
    assert (found["verdict"], found["lines"]) == ("refused", [])
    assert "header of another mail" in str(found["reason"])
    found = judged(f"{TWO}\n\n{HEADER}\n{ONE}\n")
    assert (found["verdict"], found["lines"]) == ("orders", [TWO])
