"""Signs that nobody sees or that look like others: what is harmless goes, what may deceive is told with its code point."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.letters import read_letter
from pbem.mail.normal import order_line, split_lines, visible
from pbem.mail.signs import TURNING, alike, disguise, oddity
from tests.mail.letter_samples import message

UNSEEN = {
    "zero width space": "\u200b",
    "zero width joiner": "\u200d",
    "word joiner": "\u2060",
    "soft hyphen": "\u00ad",
    "byte order mark": "\ufeff",
    "left-to-right mark": "\u200e",
    "right-to-left mark": "\u200f",
    "Arabic letter mark": "\u061c",
    "variation selector": "\ufe0f",
    "supplementary variation selector": "\U000e0101",
    "grapheme joiner": "\u034f",
    "tag": "\U000e0041",
    "private use": "\ue000",
    "unassigned": "\u0378",
    "Mongolian vowel separator": "\u180e",
    "invisible times": "\u2062",
    "null": "\x00",
    "delete": "\x7f",
}


@pytest.mark.parametrize("name", UNSEEN)
def test_a_sign_that_nobody_sees_is_not_there(name: str) -> None:
    sign = UNSEEN[name]
    letter = read_letter(message(f"{sign}PUR{sign}GE Bade{sign}nuff{sign}\n"))
    assert letter.lines == ("PURGE Badenuff",)
    assert letter.odd == ()


BLANK = [
    "\u00a0",
    "\u2003",
    "\u2009",
    "\u202f",
    "\u205f",
    "\u3000",
    "\u3164",
    "\u115f",
    "\u1160",
    "\uffa0",
    "\u2800",
    "\t",
]


@pytest.mark.parametrize("sign", BLANK)
def test_every_blank_is_a_space(sign: str) -> None:
    assert read_letter(message(f"PURGE{sign}{sign}Badenuff")).lines == ("PURGE Badenuff",)


@pytest.mark.parametrize("sign", "‐‑‒–—―−－﹣")
def test_every_dash_is_a_hyphen(sign: str) -> None:
    assert order_line(f"{sign} PURGE K") == "- PURGE K"


@pytest.mark.parametrize("sign", "‘’‚‛′ʼ")
def test_every_apostrophe_is_one(sign: str) -> None:
    assert order_line(f"it{sign}s") == "it's"


@pytest.mark.parametrize("pair", ["“”", "„“", "«»", "″″", "＂＂"])
def test_every_quotation_mark_is_one(pair: str) -> None:
    assert order_line(f"OFFER 3 TO red FOR {pair[0]}peace{pair[1]}") == 'OFFER 3 TO red FOR "peace"'


@pytest.mark.parametrize("mark", "•‣◦●▪■►➢✓☐·")
def test_every_bullet_is_a_hyphen(mark: str) -> None:
    assert order_line(f"{mark} PURGE K") == "- PURGE K"


@pytest.mark.parametrize("text", ["ＰＵＲＧＥ Ｋ", "𝐏𝐔𝐑𝐆𝐄 𝐊", "𝙿𝚄𝚁𝙶𝙴 𝙺", "ⓅⓊⓇⒼⒺ Ⓚ"])
def test_letters_in_another_dress_are_letters(text: str) -> None:
    letter = read_letter(message(text))
    assert letter.lines == ("PURGE K",)
    assert letter.odd == ()


@pytest.mark.parametrize("sign", sorted(TURNING))
def test_a_line_that_turns_the_writing_round_is_told_by_its_code_point(sign: str) -> None:
    letter = read_letter(message(f"READY\nPURGE {sign}nosredna\nSTATUS"))
    assert letter.odd == ((1, f"it holds the sign U+{ord(sign):04X}, which turns writing round"),)
    assert sign in letter.lines[1], "so that the order reader refuses it wherever it is read"


@pytest.mark.parametrize(
    ("line", "letter", "code"),
    [
        ("РURGE Badenuff", "Р", "0420"),
        ("PURGE Bаdenuff", "а", "0430"),
        ("PURGE Βadenuff", "Β", "0392"),
        ("PURGE Badenuﬀо", "о", "043E"),
        ("VOTE ΝO", "Ν", "039D"),
        ("DECLARE 6 Pаlаvriаn", "а", "0430"),
        ("PURGE Кadenuff", "К", "041A"),
        ("PURGE Вadenuff", "В", "0412"),
        ("Ꭺnna: VOTE NO", "Ꭺ", "13AA"),
    ],
)
def test_letters_of_two_alphabets_in_one_word_are_told(line: str, letter: str, code: str) -> None:
    (found,) = read_letter(message(f"READY\n\n{line}")).odd
    assert found[0] == 2
    assert f'"{letter}" (U+{code})' in found[1]


@pytest.mark.parametrize(
    "line",
    [
        "PURGE Badenuff",
        "PRESS: Привет, товарищ",
        "PRESS: Bädenüff, Łódź, İstanbul, naïve Ærøskøbing, e\u0301te\u0301",
        "PRESS: Καλημέρα",
        "PRESS: 今日はTシャツを買いました、OKです",
        "PRESS: 한국어와 漢字",
        "PRESS: שלום",
        "PRESS: مرحبا",
        "PRESS: µ Ω Å ª º ½",
        "PRESS: Москва and Moscow",
        "PRESS: 😀👍🏽 ❤️ 🇨🇭",
    ],
)
def test_words_of_one_alphabet_are_nothing_odd(line: str) -> None:
    assert read_letter(message(line)).odd == ()


def test_the_numbers_of_odd_lines_are_those_of_the_lines_given() -> None:
    letter = read_letter(message("\n\n\nHi\n\n\n\nPURGE \u202eK\n\nVОTE NO\n\n> old"))
    assert [letter.lines[at] for at, _ in letter.odd] == ["PURGE \u202eK", "VОTE NO"]


@pytest.mark.parametrize("sign", "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029")
def test_one_line_stays_one_line(sign: str) -> None:
    assert split_lines(f"# no{sign}PURGE K") == ["# no PURGE K"]
    assert read_letter(message(f"# no{sign}PURGE K")).lines == ("# no PURGE K",)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\r\r\n"])
def test_every_line_end_is_one(end: str) -> None:
    lines = read_letter(message(f"PURGE K{end}READY{end}")).lines
    assert [line for line in lines if line] == ["PURGE K", "READY"]


@given(st.text(max_size=60))
def test_what_is_visible_stays_so(text: str) -> None:
    once = visible(text)
    assert visible(once) == once
    assert not any(unicodedata.category(c) in ("Cf", "Co", "Cn") for c in once if not c.isascii())


@given(st.text(max_size=60))
def test_looking_for_odd_signs_never_raises(text: str) -> None:
    assert oddity(text) == "" or not text.isascii()


def test_a_letter_that_looks_latin_is_told_by_its_place_and_name() -> None:
    clause = 'in its word "РURGE" the first letter, the Cyrillic "Р" (U+0420), is of another alphabet, though it looks like the Latin P'
    assert oddity("РURGE K") == disguise("РURGE K") == clause
    assert 'the third letter, the Greek "Ο" (U+039F)' in oddity("CLΟSE K")
    assert alike("РURGE ТАКЕ CLΟSE") == "PURGE TAKE CLOSE"


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("1\ufe0f\u20e3 PURGE K", "1) PURGE K"),
        ("1\u20e30\u20e3PURGE K", "10) PURGE K"),
        ("\U0001f51f PURGE K", "10) PURGE K"),
        ("② PURGE K", "2) PURGE K"),
        ("DECLARE 5\ufe0f\u20e3 K", "DECLARE 5 K"),
    ],
)
def test_a_figure_in_a_box_or_circle_is_that_figure(typed: str, read: str) -> None:
    assert order_line(typed) == read
