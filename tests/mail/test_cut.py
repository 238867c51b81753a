"""Where a reply ends: nothing quoted comes back as an order, nothing on top is lost."""

import re
import time
from pathlib import Path

import pytest

from pbem.mail.cut import cut
from pbem.mail.letters import read_letter
from pbem.mail.marker import MARKER
from pbem.mail.normal import order_line, split_lines
from tests.mail.corpora import CORPORA, files, needs_corpora

ORDER = "PURGE Badenuff"
OLD = "PURGE Palavrian"

QUOTES = {
    "quote marks": ("> said\n> " + OLD, "quote"),
    "bars, as we print them": ("| " + OLD, "quote"),
    "initials": ("KJ> said\nKJ> " + OLD, "quote"),
    "English": ("On Mon, Nov 30, 2026 at 9:00 AM Judge <judge@example.org> wrote:\n\n" + OLD, "attribution"),
    "Gmail, wrapped": (
        "On Mon, Nov 30, 2026 at 9:00 AM Kremlin Judge <\njudge@example.org> wrote:\n" + OLD,
        "attribution",
    ),
    "wrapped thrice": (
        "On Mon, Nov 30, 2026 at 9:00 AM\nKremlin Judge\n<judge@example.org>\nwrote:\n" + OLD,
        "attribution",
    ),
    "Apple": ("On 30 Nov 2026, at 09:00, Kremlin Judge <judge@example.org> wrote:\n" + OLD, "attribution"),
    "Thunderbird": ("On 30/11/2026 09:00, Kremlin Judge wrote:\n" + OLD, "attribution"),
    "no name": ("At 30/11/2026 08:32 PM, you wrote:\n" + OLD, "attribution"),
    "German": ("Am 30.11.2026 um 09:00 schrieb Kremlin Judge:\n" + OLD, "attribution"),
    "German, Gmail": (
        "Judge <judge@example.org> schrieb am Mo., 30. Nov. 2026,\n09:00:\n" + OLD,
        "attribution",
    ),
    "French": ("Le lun. 30 nov. 2026 à 09:00, Judge <judge@example.org> a\nécrit :\n" + OLD, "attribution"),
    "Spanish": (
        "El lun, 30 nov 2026 a las 9:00, Judge (<judge@example.org>)\nescribió:\n" + OLD,
        "attribution",
    ),
    "Italian": (
        "Il giorno lun 30 nov 2026 alle ore 09:00 Judge <j@e.org> ha\nscritto:\n" + OLD,
        "attribution",
    ),
    "Dutch": ("Op ma 30 nov. 2026 om 09:00 schreef Judge <judge@example.org>:\n" + OLD, "attribution"),
    "Portuguese": ("Em seg., 30 de nov. de 2026 às 09:00, Judge <j@e.org>\nescreveu:\n" + OLD, "attribution"),
    "Swedish": ("Den mån 30 nov. 2026 kl 09:00 skrev Judge <judge@example.org>:\n" + OLD, "attribution"),
    "Polish": ("pon., 30 lis 2026 o 09:00 Judge <judge@example.org> napisał(a):\n" + OLD, "attribution"),
    "Czech": ("po 30. 11. 2026 v 9:00 odesílatel Judge <judge@example.org> napsal:\n" + OLD, "attribution"),
    "Russian": ("пн, 30 нояб. 2026 г. в 09:00, Judge <judge@example.org>:\n" + OLD, "attribution"),
    "Finnish": ("ma 30. marrask. 2026 klo 9.00 Judge (judge@example.org) kirjoitti:\n" + OLD, "attribution"),
    "Turkish": (
        "Judge <judge@example.org>, 30 Kas 2026 Pzt, 09:00 tarihinde şunu yazdı:\n" + OLD,
        "attribution",
    ),
    "Chinese": ("Judge <judge@example.org> 于2026年11月30日周一 09:00写道：\n" + OLD, "attribution"),
    "Japanese": ("2026年11月30日(月) 9:00 Judge <judge@example.org>:\n" + OLD, "attribution"),
    "Yahoo": ("--- On Mon, 11/30/26, Judge <judge@example.org> wrote:\n" + OLD, "attribution"),
    "Zoho": ("---- On Mon, 30 Nov 2026 09:00:00 +0100 Judge<j@e.org> wrote ----\n" + OLD, "attribution"),
    "Outlook": (
        "From: Judge\nSent: Monday, 30 November 2026 09:00\nTo: Anna\nSubject: Turn 1\n\n" + OLD,
        "headers",
    ),
    "Outlook, bold": ("*From:* Judge\n*Sent:* Monday\n*To:* Anna\n*Subject:* Turn 1\n\n" + OLD, "headers"),
    "Outlook, German": ("Von: Judge\nGesendet: Montag\nAn: Anna\nBetreff: Turn 1\n\n" + OLD, "headers"),
    "Outlook, French": ("De : Judge\nEnvoyé : lundi\nÀ : Anna\nObjet : Turn 1\n\n" + OLD, "headers"),
    "Outlook, Swedish": (
        "Från: Judge\nSkickat: den 30 november\nTill: Anna\nÄmne: Turn 1\n\n" + OLD,
        "headers",
    ),
    "Windows Mail, invisible signs": (
        "From: Judge\nSent: \u200e30\u200e.\u200e11\nTo: Anna\nSubject: 1\n" + OLD,
        "headers",
    ),
    "a long subject": (
        "From: Judge\nDate: Monday\nSubject: a subject that\nruns over\nTo: Anna\n\n" + OLD,
        "headers",
    ),
    "a rule above": ("________________________________\nFrom: Judge\nSent: Monday\n" + OLD, "signature"),
    "original message": ("-----Original Message-----\n" + OLD, "original"),
    "original, German": ("-----Ursprüngliche Nachricht-----\n" + OLD, "original"),
    "original, bold": ("*-------- Mensaje original --------*\n" + OLD, "original"),
    "forwarded": ("---------- Forwarded message ---------\n" + OLD, "original"),
    "Apple forward": ("Begin forwarded message:\n" + OLD, "original"),
    "signature": ("-- \nAnna\n" + OLD, "signature"),
    "iPhone": ("Sent from my iPhone\n" + OLD, "signature"),
    "iPhone, German": ("Von meinem iPhone gesendet\n" + OLD, "signature"),
    "Android": ("Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.\n" + OLD, "signature"),
    "Outlook mobile": ("Get Outlook for iOS<https://aka.ms/x>\n" + OLD, "signature"),
    "END": ("end.\n" + OLD, "end"),
    "our marker": (MARKER + "\n" + OLD, "marker"),
    "our marker, translated": ("### Schreiben Sie Befehle über diese Zeile [Kremlin] ###\n" + OLD, "marker"),
    "our marker, in bold": (f"*{MARKER}*\n" + OLD, "marker"),
}


@pytest.mark.parametrize("name", QUOTES)
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_orders_on_top_are_kept_and_what_follows_is_cut(name: str, gap: str) -> None:
    quoted, why = QUOTES[name]
    done = cut(split_lines(f"{ORDER}\nDECLARE 6 G{gap}{quoted}\n"))
    assert [line for line in done.top if line] == [ORDER, "DECLARE 6 G"]
    assert done.why == why


KEPT = [
    "A: VOTE NO",
    "KGB: PURGE K",
    "FM: VOTE YES",
    "INFLUENCE G=10, K=9, A=8",
    "PURGE Manjak, Satin WHILE KGB AGE < 75",
    "PURGE K WHILE KGB AGE >= 75",
    "DECLARE 6 Palavrian WHEN VOTE BY FM IF blue CONTROLS FM",
    "PRESS TO red, blue: I wrote the minutes of 1953 at 10:30, you know",
    "MODERATOR: I am on holiday from 2026-12-01, 10:00",
    "VACATION UNTIL 2026-12-24",
    "# a comment",
    "- PURGE K",
    "* PURGE K",
    "1) PURGE K",
    "Hi, my orders for turn 1:",
    "Den Haag is nice",
    "On Palavrian I have no opinion",
    "To: everyone",
]


def test_nothing_that_players_write_is_taken_for_a_quotation() -> None:
    done = cut(KEPT)
    assert list(done.top) == KEPT


def test_an_order_for_a_and_a_header_block_are_told_apart() -> None:
    done = cut(split_lines("A: VOTE NO\nB: VOTE YES\n\nFrom: x\nSent: y\nTo: z\nSubject: s\n\nold"))
    assert done.top == ("A: VOTE NO", "B: VOTE YES", "")


def test_orders_below_a_quotation_are_handed_over() -> None:
    done = cut(
        split_lines(f"On Monday, 30.11.2026 9:00 Judge wrote:\n> report\n{ORDER}\n> more\nREADY\n-- \nAnna")
    )
    assert done.top == ()
    assert done.below == (ORDER, "READY", "Anna")


def planted(path: Path) -> tuple[int, list[int], bool]:
    """(quoted positions, those where a planted order came through, whether an order on top was lost)"""
    lines = path.read_text(errors="replace").replace("\r\n", "\n").split("\n")
    wanted_file = path.parents[1] / "trimmed" / path.name
    wanted = (
        set(map(str.strip, wanted_file.read_text(errors="replace").split("\n")))
        if wanted_file.exists()
        else set()
    )
    quoted = [i for i, line in enumerate(lines) if line.strip() and line.strip() not in wanted]
    wrong = []
    for i in quoted:
        mark = (re.match(r"(?:[>|] ?)+", lines[i]) or [""])[0]
        done = cut([*lines[: i + 1], mark + OLD, *lines[i + 1 :]])
        if OLD in map(order_line, done.top):
            wrong.append(i)
    return len(quoted), wrong, ORDER not in cut([ORDER, *lines]).top


@needs_corpora
def test_at_most_one_in_150_orders_planted_into_real_replies_comes_through() -> None:
    results = [planted(path) for path in files("email_reply_trimmer/emails")]
    positions = sum(count for count, _, _ in results)
    assert positions > 500
    assert sum(len(wrong) for _, wrong, _ in results) <= positions / 150
    assert not any(lost for _, _, lost in results)


@needs_corpora
def test_no_order_planted_below_a_header_block_of_real_outlook_mail_comes_through() -> None:
    for path in files("email_reply_trimmer/emails", "email_headers_*"):
        assert planted(path)[1] == [], path.name


@needs_corpora
def test_orders_on_top_of_real_html_replies_are_kept_and_their_quotations_cut() -> None:
    for path in [*files("talon", "*.html"), *files("quotequail", "*_reply*.html")]:
        source = path.read_text(errors="replace")
        body = (
            source.replace("<body", f"<body><div>{ORDER}</div><div", 1)
            if "<body" in source
            else f"<div>{ORDER}</div>{source}"
        )
        letter = read_letter(f"From: a@b.org\nContent-Type: text/html; charset=utf-8\n\n{body}".encode())
        assert letter.lines[0] == ORDER, path.name
        assert letter.cut_why, path.name


@pytest.mark.parametrize(
    "text",
    ["On " * 20_000, "\n" * 60_000, "x" * 60_000, ": " * 30_000, "<a@b " * 12_000, "From: x\n" * 8_000],
)
def test_hostile_text_is_cut_in_no_time(text: str) -> None:
    started = time.process_time()
    cut(split_lines(text))
    cut(split_lines("On Mon 2026 <\n" + text))
    cut(split_lines("\n".join(text[i : i + 150] + "a" for i in range(0, len(text), 150))))
    assert time.process_time() - started < 2


def test_the_corpora_are_looked_for_beside_the_project() -> None:
    assert CORPORA.parts[-2:] == ("shared", "corpora")


@pytest.mark.parametrize(
    "lines",
    [
        "On Mon, Nov 30, 2026 at 4:02 PM Kremlin Judge <judge@example.org>|wrote:",
        "On Mon, Nov 30, 2026 at 4:02 PM Kremlin Judge <|judge@example.org> wrote:",
        "El lun, 30 nov 2026 a las 16:02, Kremlin Judge (<judge@example.org>)|escribió:",
        "pon., 30 lis 2026 o 16:02 Kremlin Judge <judge@example.org>|napisał(a):",
        "Le lun. 30 nov. 2026 à 16:02, Kremlin Judge <judge@example.org> a|écrit :",
        "Am Mo., 30. Nov. 2026 um 16:02 Uhr schrieb Kremlin Judge|<judge@example.org>:",
        "Il giorno lun 30 nov 2026 alle ore 16:02 Kremlin Judge <|judge@example.org> ha scritto:",
    ],
)
@pytest.mark.parametrize("above", ["", "Sent from my iPhone||"])
def test_all_lines_of_a_broken_attribution_belong_to_it(lines: str, above: str) -> None:
    done = cut(f"READY||{above}{lines}||> quoted||PURGE K".split("|"))
    assert done.top[0] == "READY"
    assert (done.below, done.under_header, done.quoted) == (("PURGE K",), (), ("quoted",))


def test_an_order_right_below_an_attribution_is_no_part_of_it() -> None:
    done = cut(
        "READY\nOn Mon, Nov 30, 2026 at 4:02 PM Judge <judge@example.org> wrote:\nPURGE K\n> quoted".split(
            "\n"
        )
    )
    assert done.below == ("PURGE K",)
