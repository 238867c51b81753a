"""`pbem invite`, `seats`, `start`, `standby` and `replace` by their arguments."""

import json
from email import message_from_bytes
from pathlib import Path

import pytest

from tests import rhythm

NOW = "2026-12-01T12:00:00Z"


class Desk:
    """A site, and letters that come to it."""

    def __init__(self, pbem, folder: Path) -> None:
        self._pbem, self.folder, self.letters = pbem, folder, 0
        assert pbem("init", folder).exit_code == 0

    def __call__(self, *words: str, now: str = NOW) -> str:
        timed = words[0] in ("invite", "start", "standby", "replace", "poll")
        result = self._pbem(*words, "--site", self.folder, *(["--now", now] if timed else []))
        assert result.exit_code == 0, result.output
        return result.stdout

    def json(self, *words: str):
        return json.loads(self(*words, "--json"))

    def answer(self, address: str, text: str) -> None:
        mails = [
            message_from_bytes(path.read_bytes()) for path in sorted((self.folder / "mail/out/new").iterdir())
        ]
        mine = [mail for mail in mails if address in str(mail["To"])]
        self.letters += 1
        head = f"From: {address}\nTo: judge@example.org\nSubject: Re: {' '.join(mine[-1]['Subject'].split())}\nMessage-ID: <l{self.letters}@x.example>"
        (self.folder / "mail/in/new" / f"l{self.letters}").write_text(f"{head}\n\n{text}\n")
        self("poll")


@pytest.fixture
def desk(pbem, tmp_path):
    return Desk(pbem, tmp_path / "site")


def _invite(desk: Desk) -> str:
    people = ["Anna <anna@x.example>", "boris@x.example", "clara@x.example", "dmitri@x.example"]
    said = desk("invite", "spring", "--rules", "basic", "--seats", "3", *rhythm.words(), *people)
    desk("poll")
    return said


def test_from_invitation_to_replacement(desk, refused):
    said = _invite(desk)
    assert "invites 4 people to spring, for 3 seats" in said
    assert "The house sheet" in said
    desk.answer("anna@x.example", "Yes, as Anna, away 3-10 Feb")
    desk.answer("boris@x.example", "no")
    seats = desk("seats", "spring")
    assert "Anna\tanna@x.example\tyes" in seats
    assert "1 of 3 have said yes." in seats
    assert "1 of 3 have said yes (Anna)" in refused(1, "start", "spring", "--site", desk.folder)
    desk.answer("clara@x.example", "YES")
    desk.answer("dmitri@x.example", "YES")
    assert "`pbem start spring` begins the game" in desk("seats", "spring")
    data = desk.json("seats", "spring")
    assert [one["says"] for one in data["people"]] == ["yes", "yes", "yes", "no"]
    assert data["people"][0]["answered"].endswith("+00:00")
    assert "has begun" in desk("start", "spring")
    assert "spring has begun" in desk("seats", "spring")
    assert desk.json("games")[0]["players"] == 3
    desk("standby", "Elena <elena@x.example>", "--game", "spring")
    desk("poll")
    desk.answer("elena@x.example", "yes")
    assert "Elena\telena@x.example\tstands by" in desk("standby", "--game", "spring")
    assert desk.json("standby")[0]["says"] == "standby"
    told = desk(
        "replace",
        "spring",
        "red",
        "Fritz <fritz@x.example>",
        "--until",
        "20 Dec",
        "--because",
        "Anna is ill.",
    )
    assert (
        "Fritz <fritz@x.example> plays red in spring in the place of Anna until the end of Sunday 20 December 2026"
        in told
    )
    assert desk.json("replace", "spring", "red", "Gerda <gerda@x.example>")["name"] == "Gerda"


def test_what_is_wrong_is_one_clear_sentence(desk, refused):
    site = ("--site", desk.folder)
    assert "--rules and --seats" in refused(2, "invite", "spring", "a@x.example", *site)
    assert "at least one address" in refused(2, "invite", "spring", "--rules", "basic", "--seats", "3", *site)
    assert "3 to 6" in refused(
        2, "invite", "spring", "--rules", "basic", "--seats", "2", "a@x.example", *site
    )
    assert "pbem invite" in refused(1, "start", "spring", *site)
    assert "pbem invite" in refused(1, "seats", "spring", *site)
    assert "no game named spring" in refused(2, "replace", "spring", "red", "a@x.example", *site)
    assert "stands alone" in refused(2, "invite", "spring", "--call-off", "a@x.example", *site)
    _invite(desk)
    assert "settled" in refused(2, "invite", "spring", "--rules", "basic", "e@x.example", *site)
    assert "4 people" in desk("invite", "spring", "--call-off", "--because", "no time")
    assert "called off" in refused(1, "start", "spring", *site)


def test_nobody_stands_by(desk):
    assert "Nobody stands by" in desk("standby")
    assert desk.json("standby") == []


def test_open_invitations_stand_among_the_games_and_say_when_they_can_start(desk):
    _invite(desk)
    (row,) = desk.json("games")
    assert (row["name"], row["status"], row["players"], row["awaited"]) == ("spring", "inviting", 3, 4)
    assert [(need["what"], need["hand"]) for need in row["needs"]] == [("invited", False)]
    for address in ("anna@x.example", "boris@x.example", "clara@x.example"):
        desk.answer(address, "YES")
    (row,) = desk.json("games")
    assert row["waits_for"] == ["dmitri@x.example"]
    assert [(need["command"], need["hand"]) for need in row["needs"]] == [("pbem start spring", True)]
    desk("start", "spring")
    assert [row["status"] for row in desk.json("games")] == ["setup"]
