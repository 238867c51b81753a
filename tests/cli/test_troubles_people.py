"""Troubles of people at a moderator's desk, from the command line: a wrong name, a mail lost, a seat given up by mistake."""

import json
from pathlib import Path

import pytest

from .conftest import Pbem
from .test_troubles import AFTER, LATER, START, WHY, Refused, begun, mails, resolved, subject, text

# --- what is settled for one player ---


def test_a_player_who_telephones_has_his_mails_set_for_him(pbem: Pbem) -> None:
    begun(pbem)
    wishes = ("zone=America/New_York", "mail=short", "remind=12h", "calendar=on")
    done = pbem("set", "g1", "--player", "blue", *wishes, "--because", "he telephoned", "--now", START)
    assert done.exit_code == 0, done.output
    assert "For Bob (blue): your mails tell times in the zone America/New_York." in done.stdout
    assert "Bob is told, and nobody else." in done.stdout
    pbem("poll", "--now", START)
    told = text(mails("bob@")[-1])
    assert "The moderator has set for you, from now on:" in told
    assert "a reminder comes 12 hours before a deadline, if nothing has come from you." in told
    assert "His words: he telephoned" in told
    assert not any("has set for you" in text(mail) for who in ("anna@", "cy@") for mail in mails(who))
    shown = json.loads(pbem("set", "g1", "--player", "Bob", "--json").stdout)
    assert shown == {
        "name": "Bob", "mail": "short", "zone": "America/New_York", "remind": "12h", "calendar": "on",
    }  # fmt: skip
    pbem("deadline", "g1", "+24h", "--now", START)
    pbem("poll", "--now", START)
    assert "(New York)" in subject(mails("bob@")[-1])
    assert "(Zurich)" in subject(mails("anna@")[-1])


def test_what_is_set_for_one_player_is_in_nobody_elses_report(pbem: Pbem) -> None:
    begun(pbem)
    pbem("set", "g1", "--player", "blue", "mail=text", "--because", "an old computer", "--now", START)
    assert pbem("resolve", "g1", "--now", LATER).exit_code == 0
    pbem("poll", "--now", LATER)
    assert "an old computer" in text(mails("bob@")[-1])
    assert not any("old computer" in text(mail) for who in ("anna@", "cy@") for mail in mails(who))


def test_a_mistyped_name_is_put_right_and_all_are_told(pbem: Pbem) -> None:
    resolved(pbem)
    done = pbem("set", "g1", "--player", "red", "name=Hanna", "--because", "a slip", "--now", AFTER)
    assert done.exit_code == 0, done.output
    assert "Anna is called Hanna from now on." in done.stdout
    pbem("poll", "--now", AFTER)
    mine, others = mails("anna@")[-1], mails("cy@")[-1]
    assert str(mine["To"]) == "Hanna <anna@example.org>"
    assert "You are called Hanna in this game from now on, no longer Anna." in text(mine)
    said = "Anna, who plays the Hardline Stalinists (red), is called Hanna in this game from now on. It is the same player as before."
    assert said in text(others)
    assert pbem("order", "g1", "Hanna", "PASS", "--now", AFTER).exit_code == 0


def test_an_archive_with_a_new_name_and_a_new_zone_is_verified(pbem: Pbem) -> None:
    resolved(pbem)
    assert pbem("set", "g1", "--player", "red", "name=Hanna", "--now", AFTER).exit_code == 0
    changed = pbem("set", "g1", "--player", "blue", "mail=short", "zone=Asia/Tokyo", "--now", AFTER)
    assert changed.exit_code == 0, changed.output
    assert pbem("order", "g1", "blue", "PASS", "--now", AFTER).exit_code == 0
    assert pbem("end", "g1", *WHY, "--yes", "--now", AFTER).exit_code == 0
    pbem("poll", "--now", AFTER)
    assert pbem("archive", "g1", "--out", "out").exit_code == 0
    checked = pbem("verify", "out")
    assert checked.exit_code == 0, checked.output


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("zonne=x", "There is no setting 'zonne' of a player; did you mean zone?"),
        ("zone=newyork", "did you mean America/New_York?"),
        ("mail=tiny", "SHORT, FULL or TEXT"),
        ("press=open", "only he decides himself"),
        ("name=Cy", "There is a Cy in this game already"),
        ("name=", "write a name"),
        ("mail=full", "Nothing changes"),
    ],
)
def test_what_cannot_be_set_for_a_player_says_so(pbem: Pbem, typed: str, said: str) -> None:
    begun(pbem)
    refused = pbem("set", "g1", "--player", "blue", typed, "--now", START)
    assert refused.exit_code in (1, 2)
    assert said in refused.stderr
    assert refused.stderr.rstrip().endswith((".", "?"))
    assert not refused.stderr.rstrip().endswith("?.")


def test_all_settings_of_a_player_or_none(pbem: Pbem) -> None:
    begun(pbem)
    assert pbem("set", "g1", "--player", "blue", "mail=short", "zone=Nowhere", "--now", START).exit_code == 2
    assert "mail\tfull" in pbem("set", "g1", "--player", "blue").stdout


def test_the_deadline_is_no_single_players(pbem: Pbem, refused: Refused) -> None:
    begun(pbem)
    assert "--now-too" in refused(2, "set", "g1", "--player", "blue", "mail=short", "--now-too")


# --- a seat given up by mistake ---


def test_a_concession_by_mistake_is_taken_back_and_all_read_it(pbem: Pbem) -> None:
    begun(pbem)
    pbem("order", "g1", "blue", "DECLARE 3 KGB", "--now", START)
    assert pbem("order", "g1", "red", "CONCEDE", "--now", START).exit_code == 0
    pbem("poll", "--now", START)
    asked = text(mails("gm@")[0])
    assert "`pbem undo g1 --to concession --because TEXT` takes it back" in asked
    back = pbem("undo", "g1", "--to", "concession", "--because", "Anna slipped", "--yes", "--now", LATER)
    assert back.exit_code == 0, back.output
    assert "has no player" not in pbem("show", "g1", "--now", LATER).stdout
    assert "DECLARE 3 KGB" in pbem("orders", "g1", "blue").stdout
    pbem("poll", "--now", LATER)
    for address in ("anna@", "bob@", "cy@"):
        told = text(mails(address)[-1])
        assert "“Anna slipped”" in told
        assert "The position is as you knew it" not in told
        assert "Anna has not given up, and can win again" in told


def test_what_was_not_conceded_is_not_taken_back(pbem: Pbem, refused: Refused) -> None:
    begun(pbem)
    said = refused(1, "undo", "g1", "--to", "concession", *WHY, "--yes", "--now", START)
    assert "Nobody has conceded" in said


# --- what cannot be set, and where it is done instead ---


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("ties=true", "ties is a switch over the rules"),
        ("intrigue=true", "`pbem end` ends it, and `pbem new` begins another"),
        ("name=second", "A game keeps its name"),
        ("mail=short", "with --player"),
    ],
)
def test_a_forgotten_switch_and_a_wrong_name_are_answered(
    pbem: Pbem, refused: Refused, typed: str, said: str
) -> None:
    begun(pbem)
    assert said in refused(2, "set", "g1", typed, *WHY, "--now", START)


# --- a deadline that comes too late ---


@pytest.mark.parametrize(
    ("change", "told"),
    [("-24h", "Thursday 3 December 2026, 20:00"), ("Mon 9:30", "Monday 7 December 2026, 09:30")],
)
def test_a_deadline_is_earlier_or_on_the_next_such_day(pbem: Pbem, change: str, told: str) -> None:
    begun(pbem)
    done = pbem("deadline", "g1", change, *WHY, "--now", START)
    assert done.exit_code == 0, done.output
    assert f"The deadline of g1 is now {told} (Zurich)." in done.stdout
    pbem("poll", "--now", START)
    assert f"It is now: {told} (Zurich)." in text(mails("bob@")[-1])


def test_a_mistyped_option_is_still_none(pbem: Pbem, refused: Refused) -> None:
    begun(pbem)
    assert "No such option" in refused(2, "deadline", "g1", "-x24")


# --- a mail that its reader has lost ---


def test_a_lost_mail_goes_once_more_byte_for_byte(pbem: Pbem, refused: Refused) -> None:
    begun(pbem)
    listed = json.loads(pbem("mail", "g1", "--player", "Bob", "--out", "--json").stdout)
    number = next(one["number"] for one in reversed(listed) if one["kind"] == "report")
    assert f"pbem retry {number} --lost" in refused(1, "retry", number)
    (first,) = [mail for mail in mails("bob@") if "1951 Spring" in subject(mail)][-1:]
    for path in Path("mail/out/new").iterdir():  # his mail program has lost all of it
        path.unlink()
    done = pbem("retry", number, "--lost", "--now", START)
    assert done.exit_code == 0, done.output
    assert f"The next poll sends 1 ({number}) with the same text and Message-ID." in done.stdout
    pbem("poll", "--now", START)
    (again,) = mails("bob@")
    assert again.as_bytes() == first.as_bytes()
    assert not mails("anna@")


def test_what_was_lost_is_named(pbem: Pbem, refused: Refused) -> None:
    begun(pbem)
    assert "by their numbers" in refused(2, "retry", "--lost")
    assert "is a letter" in refused(2, "retry", "L1", "--lost")


def test_nobody_waits_for_a_seat_that_was_given_up(pbem: Pbem) -> None:
    begun(pbem)
    assert pbem("order", "g1", "red", "CONCEDE", "--now", START).exit_code == 0
    pbem("order", "g1", "blue", "READY", "--now", START)
    receipt = pbem("order", "g1", "green", "WAIT", "--now", START).stdout
    assert "Not ready yet: you." in " ".join(receipt.split())
    assert "Waits for: Cy (green)\n" in pbem("show", "g1", "--now", START).stdout
    pbem("order", "g1", "green", "READY", "--now", START)
    assert "resolved: 1 (g1)" in pbem("poll", "--now", "2026-12-03T10:00:00Z").stdout
