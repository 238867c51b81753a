"""`pbem approve`, `tell`, `games` and what a blind moderator sees, by their arguments."""

import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.service import releasing
from tests.service.mailgame import MailGame, text_of

from .conftest import Pbem

Refused = Callable[..., str]


class Desk:
    """A game whose resolution waits."""

    def __init__(self, folder: Path, call: Pbem, **options: str) -> None:
        self.game, self.folder, self._call = (
            MailGame(folder, options={"approval": "on", **options}),
            folder,
            call,
        )
        self.game.begin()
        self.game.now += timedelta(hours=1)
        releasing.release(self.game.site, "test", self.game.now)
        self.game.write("red", "PURGE Manjak")
        self.game.poll(1)
        self.game.poll(72)

    def words(self, *words: str) -> list[str]:
        return [*words, "--site", str(self.folder), "--now", self.game.now.isoformat()]

    def pbem(self, *words: str) -> str:
        result = self._call(*self.words(*words))
        assert result.exit_code == 0, result.output
        return result.stdout


@pytest.fixture
def waiting(pbem: Pbem, tmp_path: Path) -> Desk:
    return Desk(tmp_path / "site", pbem)


def test_it_is_shown_and_released_by_yes(waiting: Desk):
    shown = waiting.pbem("approve", "test", "--show")
    assert "Not heard since the last reports: Boris and Clara." in shown
    assert "Mails that would go out (3):" in shown
    assert "Your silence means" not in shown
    assert "Your silence means" in waiting.pbem("approve", "test", "--show", "--mails")
    data = json.loads(waiting.pbem("approve", "test", "--show", "--json"))
    assert [mail["player"] for mail in data["mails"]] == ["red", "blue", "green"]
    assert waiting.game.record().row.waits == "approval"
    assert "Released" in waiting.pbem("approve", "test", "--yes")
    assert waiting.game.record().row.waits == ""


def test_without_a_terminal_it_does_not_ask_and_releases(waiting: Desk, refused: Refused):
    assert "Released" in waiting.pbem("approve", "test")
    assert waiting.game.record().row.waits == ""
    assert "Nothing of test waits for approval" in refused(1, *waiting.words("approve", "test", "--yes"))


def test_games_say_what_needs_a_hand_and_the_command(waiting: Desk):
    (row,) = json.loads(waiting.pbem("games", "--json"))
    assert [need["what"] for need in row["needs"] if need["hand"]] == ["approval"]
    assert row["needs"][0]["command"] == "pbem approve test"
    assert row["waits"] == "approval"
    assert row["unreachable"] == row["unreachable_players"] == []
    assert "approval" in waiting.pbem("games").split("\t")
    assert "\x1b" not in waiting.pbem("games")
    assert "pbem approve test" in waiting.pbem("show", "test")


def test_tell_all_or_one(waiting: Desk, refused: Refused):
    assert "Anna, Boris, Clara" in waiting.pbem("tell", "test", "Hello all")
    assert "Boris" in waiting.pbem("tell", "test", "Boris", "Only you")
    waiting.game.poll()
    assert "| Only you" in text_of(waiting.game.to("blue")[-1])
    assert "| Hello all" in text_of(waiting.game.to("green")[-1])
    assert "There are no words" in refused(2, *waiting.words("tell", "test", " "))
    assert "There is no player" in refused(2, *waiting.words("tell", "test", "Zaphod", "x"))
    assert "quotation marks" in refused(2, *waiting.words("tell", "test", "red", "two", "words"))


def test_a_blind_moderator_needs_reveal(pbem: Pbem, tmp_path: Path, refused: Refused):
    desk = Desk(tmp_path / "site", pbem, blind="on")
    for words in (("orders", "test"), ("report", "test", "red"), ("show", "test", "--as", "red")):
        assert "With --reveal they are" in refused(1, *desk.words(*words))
        assert desk.pbem(*words, "--reveal")
    assert "Manjak" not in desk.pbem("approve", "test", "--show")
    assert "Manjak" not in desk.pbem("order", "test", "red", "PASS")
    desk.game.poll()
    assert (
        len([mail for mail in desk.game.to("blue") if "the moderator has looked" in str(mail["Subject"])])
        == 3
    )


def test_in_an_open_game_as_and_reveal_exclude_each_other(waiting: Desk, refused: Refused):
    assert "Choose --as or --reveal" in refused(2, *waiting.words("show", "test", "--as", "red", "--reveal"))


# --- pbem mail release, answer, drop ---


def _change(desk: Desk, sql: str) -> None:
    with desk.game.site.engine.begin() as connection:
        connection.exec_driver_sql(sql)


def test_what_the_gate_stopped_goes_out_with_a_reason_that_all_read(waiting: Desk, refused: Refused):
    _change(waiting, "update mail set state = 'held', reason = 'the gate: line 3' where id = 1")
    (row,) = [one for one in json.loads(waiting.pbem("mail", "--held", "--json")) if one["number"] == "M1"]
    assert row["command"] == "pbem mail release M1 --because TEXT"
    assert "say why it may go" in refused(2, *waiting.words("mail", "release", "M1"))
    assert "say why it may go" in refused(2, *waiting.words("retry", "M1", "--release"))
    assert "Released: 1 (M1)" in waiting.pbem("mail", "release", "M1", "--because", "it is harmless")
    waiting.game.poll()
    assert "| it is harmless" in text_of(waiting.game.to("green")[-1])


def test_a_letter_put_aside_is_read_again_answered_or_dropped(waiting: Desk, refused: Refused):
    _change(waiting, "update letter set state = 'poison' where id in (1, 2)")
    rows = json.loads(waiting.pbem("mail", "--held", "--json"))
    assert [row["command"] for row in rows if row["state"] == "poison"] == [
        "pbem mail release L1",
        "pbem mail release L2",
    ]
    assert "goes to Anna" in waiting.pbem("mail", "answer", "L1", "please write plain text").replace(
        "sends it", "goes"
    )
    waiting.pbem("mail", "drop", "L2")
    assert not [
        row for row in json.loads(waiting.pbem("mail", "--held", "--json")) if row["state"] == "poison"
    ]
    waiting.game.poll()
    assert "| please write plain text" in text_of(waiting.game.to("red")[-1])
    assert "only letters that were put aside" in refused(1, *waiting.words("mail", "drop", "L2"))
    assert "there are release, answer and drop" in refused(2, *waiting.words("mail", "forget", "L2"))
    assert "is no number" in refused(2, *waiting.words("mail", "drop", "seventeen"))


def test_a_mail_that_failed_is_dropped(waiting: Desk, refused: Refused):
    _change(waiting, "update mail set state = 'failed', reason = 'no such mailbox' where id = 2")
    waiting.pbem("mail", "drop", "M2")
    assert not [row for row in json.loads(waiting.pbem("mail", "--held", "--json")) if row["number"] == "M2"]
    assert "only mails that did not go out" in refused(1, *waiting.words("mail", "drop", "M1"))
