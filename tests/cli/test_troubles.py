"""What goes wrong at a moderator's desk, from the command line: solved in a command or two, told truly, and nothing secret shown."""

import json
from collections.abc import Callable
from email import message_from_bytes
from email.header import decode_header, make_header
from email.message import Message
from pathlib import Path

from tests import rhythm

from .conftest import Pbem

Refused = Callable[..., str]
START, LATER, AFTER = "2026-12-01T10:00:00Z", "2026-12-08T10:00:00Z", "2026-12-08T11:00:00Z"
PLAYERS = ("red=Anna <anna@example.org>", "blue=Bob <bob@example.org>", "green=Cy <cy@example.org>")
SHEET = "INFLUENCE J K M B T C F H P S"
WHY = ("--because", "so agreed")


def made(pbem: Pbem, *options: str, rules: str = "basic") -> str:
    """A game in set-up, whose sheets are asked for."""
    init = (
        "init",
        "--timezone",
        "Europe/Zurich",
        "--moderator",
        "gm@example.org",
        "--address",
        "judge@example.org",
    )
    assert pbem(*init).exit_code == 0
    seats = [word for player in PLAYERS for word in ("--player", player)]
    more = rhythm.words(dict(option.split("=", 1) for option in options))
    new = pbem("new", "g1", "--rules", rules, *seats, "--seed", "2b" * 16, "--now", START, *more)
    assert new.exit_code == 0, new.output
    return "g1"


def begun(pbem: Pbem, *options: str) -> str:
    """The same with all sheets in: the first Spring is open."""
    made(pbem, *options)
    for colour in ("red", "blue", "green"):
        assert pbem("order", "g1", colour, SHEET, "READY", "--now", START).exit_code == 0
    assert pbem("poll", "--now", START).exit_code == 0
    return "g1"


def resolved(pbem: Pbem, *options: str) -> str:
    """The first Spring is resolved: red's KGB Head has purged."""
    begun(pbem, *options)
    for line in ("DECLARE 10 KGB", "PURGE FM"):
        assert pbem("order", "g1", "red", line, "--now", START).exit_code == 0
    assert pbem("resolve", "g1", "--now", LATER).exit_code == 0
    return "g1"


def mails(address: str) -> list[Message]:
    """What he was sent, the oldest first."""
    sent = [message_from_bytes(path.read_bytes()) for path in sorted(Path("mail/out/new").iterdir())]
    return [mail for mail in sent if address in str(mail["To"])]


def text(mail: Message) -> str:
    part = next(one for one in mail.walk() if one.get_content_type() == "text/plain")
    payload = part.get_payload(decode=True)
    assert isinstance(payload, bytes)
    return " ".join(payload.decode().replace("\u00a0", " ").split())


def subject(mail: Message) -> str:
    return str(make_header(decode_header(str(mail["Subject"]))))


def position(pbem: Pbem) -> dict[str, object]:
    return dict(json.loads(pbem("show", "g1", "--json").stdout))


# --- an end for good ---


def test_an_abandoned_game_is_ended_and_everybody_reads_why(pbem: Pbem) -> None:
    begun(pbem)
    shown = pbem("end", "g1", *WHY, "--dry-run", "--now", LATER)
    assert shown.exit_code == 0, shown.output
    assert "g1 would be over, and nobody would have won" in shown.stdout
    assert "To Bob: [g1] 1951: the last report" in shown.stdout
    assert position(pbem)["status"] == "running"
    done = pbem("end", "g1", *WHY, "--yes", "--now", LATER)
    assert done.exit_code == 0, done.output
    assert position(pbem)["status"] == "over"
    pbem("poll", "--now", LATER)
    for address in ("anna@", "bob@", "cy@"):
        last = text(mails(address)[-1])
        assert "nobody wins: the moderator has ended it." in last
        assert "The moderator rules: “so agreed”." in last
        assert "The seed of the dice, opened" in last


def test_a_game_that_has_not_begun_is_ended_too(pbem: Pbem) -> None:
    made(pbem)
    assert pbem("end", "g1", *WHY, "--yes", "--now", START).exit_code == 0
    assert position(pbem)["status"] == "over"


def test_a_game_in_the_middle_of_a_phase_is_ended(pbem: Pbem) -> None:
    resolved(pbem)
    back = pbem("undo", "g1", "--to", "1951/purge", *WHY, "--yes", "--now", AFTER)
    assert back.exit_code == 0, back.output
    assert pbem("end", "g1", *WHY, "--private", "--yes", "--now", AFTER).exit_code == 0
    pbem("poll", "--now", AFTER)
    last = text(mails("bob@")[-1])
    assert "the moderator has ended it" in last
    assert "so agreed" not in last[: last.index("The seed of the dice, opened")]


def test_the_end_is_taken_back_by_the_command_that_it_names(pbem: Pbem) -> None:
    begun(pbem)
    before = position(pbem)["session"]
    said = pbem("end", "g1", *WHY, "--yes", "--now", LATER).stdout
    number = said.partition("--to ")[2].split()[0]
    back = pbem("undo", "g1", "--to", number, *WHY, "--yes", "--now", AFTER)
    assert back.exit_code == 0, back.output
    assert "The game was over: the players have everybody's sheets" in back.stdout
    assert (position(pbem)["status"], position(pbem)["session"]) == ("running", before)


def test_what_cannot_be_ended_says_so(pbem: Pbem, refused: Refused) -> None:
    begun(pbem)
    assert "needs --because" in refused(2, "end", "g1", "--yes", "--now", LATER)
    assert "no terminal" in refused(2, "end", "g1", *WHY, "--now", LATER)
    assert "no game named g2" in refused(2, "end", "g2", *WHY, "--yes", "--now", LATER)
    assert pbem("end", "g1", *WHY, "--yes", "--now", LATER).exit_code == 0
    assert "is over already" in refused(1, "end", "g1", *WHY, "--yes", "--now", LATER)


# --- time ---


def test_a_moved_deadline_is_told_with_its_reason(pbem: Pbem) -> None:
    begun(pbem)
    assert pbem("deadline", "g1", "+24h", "--because", "Bob has asked", "--now", START).exit_code == 0
    pbem("poll", "--now", START)
    assert "The moderator has moved the deadline: “Bob has asked”." in text(mails("cy@")[-1])


def test_a_game_held_before_a_ballot_goes_on_with_the_time_of_a_ballot(pbem: Pbem) -> None:
    made(pbem, "pauses=purge", "ballot=24h", "intrigue=true")
    for colour in ("red", "blue", "green"):
        assert pbem("order", "g1", colour, SHEET, "READY", "--now", START).exit_code == 0
    pbem("poll", "--now", START)
    for line in ("DECLARE 10 KGB", "PURGE FM"):
        assert pbem("order", "g1", "red", line, "--now", START).exit_code == 0
    assert pbem("resolve", "g1", "--now", LATER).exit_code == 0
    assert "time to talk" in pbem("report", "g1", "blue", "--now", LATER).stdout
    assert pbem("hold", "g1", *WHY, "--now", AFTER).exit_code == 0
    resumed = json.loads(pbem("resume", "g1", "--now", "2026-12-10T10:00:00Z", "--json").stdout)
    assert resumed["deadline"] == "2026-12-11T10:00:00+00:00"


def test_nobody_is_reminded_hours_after_the_report(pbem: Pbem) -> None:
    made(pbem, "reminders=24h,3h")
    said = pbem("deadline", "g1", "2026-12-02T15:00", "--now", START)
    assert said.exit_code == 0, said.output
    pbem("poll", "--now", START)
    pbem("poll", "--now", "2026-12-01T14:30:00Z")
    assert not [mail for mail in mails("bob@") if "reminder" in subject(mail)]
    pbem("poll", "--now", "2026-12-02T11:30:00Z")
    assert len([mail for mail in mails("bob@") if "reminder" in subject(mail)]) == 1


def test_the_only_reminder_comes_however_soon(pbem: Pbem) -> None:
    made(pbem, "reminders=24h")
    assert pbem("deadline", "g1", "2026-12-02T15:00", "--now", START).exit_code == 0
    pbem("poll", "--now", "2026-12-01T14:30:00Z")
    assert len([mail for mail in mails("bob@") if "reminder" in subject(mail)]) == 1


def test_times_are_told_in_the_zone_of_the_site(pbem: Pbem) -> None:
    resolved(pbem)
    shown = pbem("undo", "g1", *WHY, "--dry-run", "--now", AFTER).stdout
    assert "UTC." not in shown.partition("These mails go out")[0]
    assert "(Zurich)." in shown.partition("These mails go out")[0]
    ruled = pbem("rule", "g1", "set", "Manjak sp=1", *WHY, "--dry-run", "--now", AFTER).stdout
    assert "(Zurich)." in ruled.partition("These mails go out")[0]


# --- rulings ---


def test_a_ruling_that_the_game_does_not_have_is_refused(pbem: Pbem, refused: Refused) -> None:
    begun(pbem)
    said = refused(2, "rule", "g1", "house", "HR-37", "none", *WHY, "--yes", "--now", LATER)
    assert "there is no clause HR-37 in the basic rules, only in advanced" in said


def test_a_mistyped_politician_is_guessed_at(pbem: Pbem, refused: Refused) -> None:
    begun(pbem)
    said = refused(2, "rule", "g1", "set", "Palavriann sp=1", *WHY, "--yes", "--now", LATER)
    assert "did you mean Palavrian" in said


def test_who_loses_cards_reads_which(pbem: Pbem) -> None:
    begun(pbem, "intrigue=true")
    held = json.loads(pbem("show", "g1", "--reveal", "--json").stdout)["position"]["hands"]["red"]["cards"]
    assert len(held) == 3
    shown = pbem("rule", "g1", "set", f"red hand={held[0]}", *WHY, "--dry-run", "--now", LATER).stdout
    mine, _, others = shown.partition("To Bob:")
    assert f"(was card {held[0]}, " in " ".join(mine.split())
    assert "Anna holds 1 card (was 3)." in others


def test_a_die_is_named_as_the_players_read_it(pbem: Pbem, refused: Refused) -> None:
    resolved(pbem)
    explained = pbem("explain", "g1", "1951/health", "--now", AFTER).stdout
    label = explained.partition("The die “")[2].partition("”")[0]
    shown = pbem("rule", "g1", "die", label, "12", *WHY, "--dry-run", "--now", AFTER)
    assert shown.exit_code == 0, shown.output
    assert f"The die “{label}” shows 12." in shown.stdout
    coming = pbem("rule", "g1", "die", "health Manjak 1953", "12", *WHY, "--dry-run", "--now", AFTER)
    assert "The die “health Manjak 1953” shows 12." in coming.stdout
    assert "names no die" in refused(2, "rule", "g1", "die", "health", "12", *WHY, "--now", AFTER)


def test_an_order_that_says_nothing_is_refused(pbem: Pbem) -> None:
    begun(pbem)
    said = pbem("order", "g1", "red", "TRYY B", "--now", START)
    assert said.exit_code == 1
    assert "nothing was changed" in said.stdout


# --- a moderator who plays ---


def test_a_blind_archive_holds_no_secrets(pbem: Pbem, refused: Refused) -> None:
    begun(pbem, "blind=on")
    assert "is moderated blind" in refused(1, "archive", "g1", "--now", LATER)
    assert not Path("games/g1/private").exists()
    assert pbem("archive", "g1", "--public", "--now", LATER).exit_code == 0
    assert not Path("games/g1/private").exists()
    assert pbem("archive", "g1", "--reveal", "--now", LATER).exit_code == 0
    assert Path("games/g1/private").exists()
    pbem("poll", "--now", LATER)
    assert any("the moderator has looked at the secret history" in text(mail) for mail in mails("bob@"))


def test_a_blind_preview_hides_what_new_dice_would_bring(pbem: Pbem) -> None:
    resolved(pbem, "blind=on")
    label = next(
        line.split("“")[1].split("”")[0]
        for line in pbem("explain", "g1", "1951/health", "--now", AFTER).stdout.splitlines()
        if "The die" in line
    )
    for words in (
        ("rule", "g1", "die", label, "reroll", *WHY),
        ("undo", "g1", "--again", "--new-dice", *WHY),
    ):
        shown = pbem(*words, "--dry-run", "--now", AFTER)
        assert shown.exit_code == 0, shown.output
        assert "what comes of it is shown when it is done" in shown.stdout
        assert "(was" not in shown.stdout
        data = json.loads(pbem(*words, "--dry-run", "--json", "--now", AFTER).stdout)
        assert data["changes"] == []
        assert "over" not in data
        assert not any(mail["lines"] or "1951" in mail["subject"] for mail in data["mails"])


def test_a_blind_preview_of_the_end_opens_no_sheet(pbem: Pbem) -> None:
    begun(pbem, "blind=on")
    shown = pbem("end", "g1", *WHY, "--dry-run", "--now", LATER).stdout
    assert "what the mails say is not shown" in shown
    assert "seed of the dice" not in shown


def test_a_blind_moderator_voids_only_what_is_released(pbem: Pbem, refused: Refused) -> None:
    begun(pbem, "blind=on")
    assert pbem("set", "g1", "approval=on", *WHY, "--now", START).exit_code == 0
    for line in ("DECLARE 10 KGB", "PURGE FM"):
        assert pbem("order", "g1", "red", line, "--now", START).exit_code == 0
    pbem("poll", "--now", LATER)
    said = refused(1, "rule", "g1", "void", "999", *WHY, "--dry-run", "--now", LATER)
    assert "Release it first" in said
    assert "purge by" not in said


# --- who sits where ---


def test_the_swiss_game_asks_for_the_order_of_ages(pbem: Pbem, refused: Refused) -> None:
    pbem("init", "--timezone", "UTC", "--address", "judge@example.org")
    people = [one.partition("=")[2] for one in PLAYERS]
    assert pbem("invite", "g1", "--rules", "swiss", "--seats", "3", *people, "--now", START).exit_code == 0
    pbem("poll", "--now", START)
    for address in ("anna@example.org", "bob@example.org", "cy@example.org"):
        asked = mails(address)[-1]
        answer = f"From: {address}\nTo: judge@example.org\nSubject: Re: {subject(asked)}\nMessage-ID: <{address}>\n\nYES\n"
        Path("mail/in/new", address).write_text(answer)
    pbem("poll", "--now", START)
    said = refused(1, "start", "g1", "--now", START)
    assert "R17.7" in said
    assert 'pbem start g1 --order "' in said
    assert "names somebody twice" in refused(2, "start", "g1", "--order", "Cy, cy, Bob", "--now", START)
    assert "names 2 for 3 seats" in refused(2, "start", "g1", "--order", "Cy, Bob", "--now", START)
    assert "nobody of that name" in refused(2, "start", "g1", "--order", "Cy, Bob, Eve", "--now", START)
    assert pbem("start", "g1", "--order", "Cy, anna@example.org, Bob", "--now", START).exit_code == 0
    assert "Waits for: Cy (red), Anna " in pbem("show", "g1").stdout


def test_an_answer_from_the_telephone_may_end_with_a_command(pbem: Pbem) -> None:
    begun(pbem)
    asked = mails("anna@")[-1]
    letter("anna@example.org", asked, "MODERATOR: may I have a day more?")
    pbem("poll", "--now", START)
    before = position(pbem)["deadline"]
    letter("gm@example.org", mails("gm@")[-1], "Yes, you have it.", "", "EXTEND 24h")
    pbem("poll", "--now", "2026-12-01T11:00:00Z")
    words = [text(mail) for mail in mails("anna@") if "an answer of the moderator" in subject(mail)]
    assert len(words) == 1
    assert "| Yes, you have it." in words[0]
    assert "EXTEND" not in words[0]
    assert position(pbem)["deadline"] != before
    assert "done: your answer, EXTEND 24h" in subject(mails("gm@")[-1])


def letter(address: str, asked: Message, *lines: str) -> None:
    """An answer to that mail."""
    head = f"From: {address}\nTo: judge@example.org\nSubject: Re: {subject(asked)}\nMessage-ID: <{abs(hash(lines))}@example.org>\n"
    Path("mail/in/new", f"{address}.{abs(hash(lines))}").write_text(f"{head}\n" + "\n".join(lines) + "\n")


def test_a_mistyped_setting_is_guessed_at(pbem: Pbem, refused: Refused) -> None:
    begun(pbem)
    said = refused(2, "set", "g1", "tempp=phase", *WHY, "--now", START)
    assert said == "pbem: There is no setting 'tempp'; did you mean tempo?\n"
    assert "pbem: grace=foo: " in refused(2, "set", "g1", "grace=foo", *WHY, "--now", START)


def test_an_undo_is_taken_back_by_the_command_that_it_names(pbem: Pbem) -> None:
    resolved(pbem)
    stood = position(pbem)
    done = pbem("undo", "g1", *WHY, "--yes", "--now", AFTER).stdout
    assert position(pbem)["session"] != stood["session"]
    number = done.partition("`pbem undo g1 --to ")[2].split()[0]
    back = pbem("undo", "g1", "--to", number, *WHY, "--yes", "--now", AFTER)
    assert back.exit_code == 0, back.output
    assert position(pbem)["session"] == stood["session"]
    assert board(position(pbem)) == board(stood)


def board(shown: dict[str, object]) -> object:
    where = shown["position"]
    assert isinstance(where, dict)
    return where["people"], where["declared"]


def test_whatever_was_looked_at_before_it_was_decided_stands_in_the_log(pbem: Pbem) -> None:
    """Decision D27: who sees dice before he rules must not be able to say that he did not."""
    resolved(pbem)
    for words in (
        ("undo", "g1", *WHY),
        ("rule", "g1", "set", "Manjak sp=3", *WHY),
        ("resolve", "g1"),
    ):
        before = Path("pbem.log").read_text("utf-8") if Path("pbem.log").exists() else ""
        assert pbem(*words, "--dry-run", "--now", AFTER).exit_code == 0
        said = Path("pbem.log").read_text("utf-8").removeprefix(before)
        assert said.count("game g1: looked at") == 1, words
