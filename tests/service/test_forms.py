"""One click to order (E12): what the link of a mail writes is sent as a new mail, with some `#` taken away, and counts."""

import html
import itertools
import random
import re
from email.message import Message
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from pbem.mail.compose import html_of
from pbem.mail.letters import read_letter
from pbem.service.site import Site

from .mailgame import EVERYBODY, MailGame, subject_of, text_of
from .test_pauses import on_trial


def links(mail: Message) -> list[str]:
    """The links that write a mail."""
    return [html.unescape(one) for one in re.findall(r'href="(mailto:[^"]+)"', html_of(mail.as_bytes()))]


def lines_of(link: str) -> list[str]:
    return parse_qs(urlsplit(link).query)["body"][0].split("\r\n")


def send(game: MailGame, colour: str, link: str, lines: list[str], **headers: str) -> None:
    """As a mail program does it: a new mail, no answer."""
    parts = urlsplit(link)
    head = {
        "From": EVERYBODY[colour],
        "To": unquote(parts.path),
        "Subject": parse_qs(parts.query)["subject"][0],
        "Message-ID": f"<{next(game.ids)}.form@players.example>",
        "Date": "Tue, 01 Dec 2026 12:00:00 +0000",
        "Content-Type": "text/plain; charset=utf-8",
        **headers,
    }
    game.put("\n".join([*(f"{key}: {value}" for key, value in head.items()), "", *lines]).encode())


def test_the_sheet_is_filled_in_and_taken(game: MailGame) -> None:
    for colour in game.colours:
        link = links(game.to(colour)[-1])[0]
        names = iter("B C D E F G H I J K".split())
        lines = [
            line.removeprefix("# ") + next(names) if line.startswith("# ") else line
            for line in lines_of(link)
        ]
        send(game, colour, link, [*lines, "READY"])
    game.poll(1)
    assert game.record().row.session != "setup"
    assert "Ignored" not in text_of(game.to("red")[-2])


@pytest.mark.parametrize("rules", ["basic", "advanced"])
def test_in_a_whole_game_whatever_the_form_offers_is_taken(tmp_path: Path, rules: str) -> None:
    """A few lines of each form lose their mark; no receipt rejects or ignores anything, and the others' marks are read over."""
    game, rng = MailGame(tmp_path, rules=rules), random.Random(rules)
    game.begin()
    given = 0
    for _ in range(12):
        if game.record().row.status == "over":
            break
        before = {colour: len(game.to(colour)) for colour in game.colours}
        for colour in game.colours:
            report = [mail for mail in game.to(colour) if "receipt" not in subject_of(mail) and links(mail)][
                -1
            ]
            link = links(report)[0]
            lines = lines_of(link)
            wanted = [
                at
                for at, line in enumerate(lines)
                if line.startswith("# ") and line[2:] not in ("FORM", "WAIT")
            ]
            for at in rng.sample(wanted, min(4, len(wanted))):
                lines[at] = lines[at].removeprefix("# ")
            marks = rng.choice(["# ", "#", "\\# "])
            lines = [re.sub(r"^# ", marks.replace("\\", r"\\"), line) for line in lines]
            send(game, colour, link, lines)
        game.poll(0.5)
        for colour in game.colours:
            said = [
                mail for mail in game.to(colour)[before[colour] :] if mail["Auto-Submitted"] == "auto-replied"
            ]
            text = text_of(said[0])
            assert "receipt" in subject_of(said[0]), text
            assert "== Ignored" not in text, text
            refused = text.partition("== Rejected")[2].partition("\n== ")[0]
            assert not refused, text
            given += text.partition("== In your list now")[2].partition("\n== ")[0].count("\n| ")
        game.poll(72)
    assert given > 40


def test_a_form_as_it_came_changes_nothing_and_says_why(game: MailGame) -> None:
    game.begin()
    link = links(game.to("red")[-1])[0]
    send(game, "red", link, lines_of(link))
    game.poll(0.5)
    receipt = " ".join(text_of(game.to("red")[-1]).split())
    assert "Every line of this letter has a # in front" in receipt
    assert "Ignored" not in receipt
    assert not game.orders("red")


def test_pass_is_one_click(game: MailGame) -> None:
    game.begin()
    link = links(game.to("red")[-1])[-1]
    assert lines_of(link)[0] == "PASS"
    send(game, "red", link, lines_of(link))
    game.poll(0.5)
    assert "you are READY" in subject_of(game.to("red")[-1])


def test_the_form_by_mail_holds_every_line_and_its_own_link(game: MailGame) -> None:
    game.begin()
    game.write("red", "form please\nFORM")
    game.poll(0.5)
    receipt, mail = game.to("red")[-2:]
    assert "your form by Fri 14:00" in subject_of(mail)
    assert "Your form comes in a mail of its own." in text_of(receipt)
    lines = [line for line in text_of(mail).split("\n") if line.startswith("#") and "[kremlin]" not in line]
    link = links(mail)[0]
    assert lines == [line for line in lines_of(link) if line]
    assert not read_letter(mail.as_bytes()).lines, "nothing of it counts when it is quoted"
    send(game, "red", link, ["TAKE KGB", *lines])
    game.poll(0.5)
    assert game.orders("red") == ["TAKE KGB"]


def test_one_form_a_letter_and_with_an_old_code_that_of_now(game: MailGame) -> None:
    game.begin()
    old = game.to("red")[-1]
    game.poll(73)
    before = len(game.to("red"))
    game.write("red", "FORM\nFORM", to=old)
    game.poll(0.5)
    new = game.to("red")[before:]
    assert [("form" in subject_of(mail)) for mail in new] == [False, True]
    assert "1951 Replacement Phase" in subject_of(new[1])


def test_reminders_carry_it(tmp_path: Path) -> None:
    game = MailGame(tmp_path, options={"reminders": "24h,3h"})
    game.poll(70)
    reminder = game.to("red")[-1]
    assert "reminder" in subject_of(reminder)
    assert lines_of(links(reminder)[0])[0].startswith("## ")
    assert "== Your form ==" in text_of(reminder)
    assert "\n| [test] orders [" in text_of(reminder)


def test_with_subaddresses_it_goes_to_his_own(tmp_path: Path) -> None:
    game = MailGame(tmp_path)
    toml = tmp_path / "pbem.toml"
    toml.write_text(toml.read_text("utf-8").replace("[judge]", '[judge]\nsubaddress = "+"', 1), "utf-8")
    game.site = Site.open(tmp_path)
    game.begin()
    link = links(game.to("red")[-1])[0]
    assert re.fullmatch(r"judge\+[0-9a-z]{16}@judge\.example", unquote(urlsplit(link).path))
    send(game, "red", link, ["READY"], Subject="my orders")
    game.poll(0.5)
    assert "you are READY" in subject_of(game.to("red")[-1])


def test_his_code_in_somebody_elses_new_mail_is_nobodys(game: MailGame) -> None:
    game.begin()
    link = links(game.to("red")[-1])[0]
    send(game, "blue", link, ["READY"])
    game.poll(0.5)
    assert game.record().seat_rows["red"].ready != "1/purge spy health"
    assert "READY" not in subject_of(game.to("red")[-1])


def test_while_a_ballot_is_talked_about_the_votes_stand_in_it(tmp_path: Path) -> None:
    """Each who votes has both answers in his form, and as links of their own."""
    paused, seen = on_trial(tmp_path / "site"), 0
    for colour in paused.colours:
        mail = paused.to(colour)[-1]
        found = links(mail)
        votes = [
            line
            for line in lines_of(found[0])
            if line.startswith("# VOTE") and " ON " in line and "MINE" not in line
        ]
        if not votes:
            continue
        seen += 1
        assert len(votes) % 2 == 0
        singles = list(itertools.chain.from_iterable(lines_of(one)[:1] for one in found[1:]))
        assert singles[-1] == "PASS"
        if len(votes) == 2:
            assert set(singles[:-1]) <= {vote.removeprefix("# ") for vote in votes}
    assert seen
