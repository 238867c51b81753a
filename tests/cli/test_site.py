"""Commands about a site and its games, from `init` on; what they mean is tested with the service."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection

from pbem.service.site import Site
from pbem.store.database import DatabaseTrouble, transaction

from .conftest import Pbem

Refused = Callable[..., str]

NOW = "2026-12-01T10:00:00Z"
PLAYERS = ("red=Anna <anna@example.org>", "blue=Bob <bob@example.org>", "green=Cy <cy@example.org>")
NEW = ("new", "g1", "--rules", "basic", *(word for player in PLAYERS for word in ("--player", player)))
SHEET = "INFLUENCE G K M B T C F H P S"


@pytest.fixture
def site(pbem: Pbem, tmp_path: Path) -> Path:
    """A new site in the current folder."""
    assert pbem("init", "--timezone", "Europe/Zurich").exit_code == 0
    return tmp_path


@pytest.fixture
def game(pbem: Pbem, site: Path) -> str:
    """A game that has just begun."""
    result = pbem(*NEW, "--seed", "00112233445566778899aabbccddeeff", "--now", NOW)
    assert result.exit_code == 0, result.output
    return "g1"


# --- a site -----------------------------------------------------------------------------------------------------------


def test_init_makes_a_site_that_works_at_once(pbem: Pbem, tmp_path: Path) -> None:
    result = pbem("init", "sub/site", "--address", "j@x.org", "--moderator", "g@x.org", "--timezone", "UTC")
    assert result.exit_code == 0, result.output
    site = tmp_path / "sub" / "site"
    assert 'address = "j@x.org"' in (site / "pbem.toml").read_text("utf-8")
    assert (site / "mail" / "in" / "new").is_dir()
    assert pbem("poll", "--site", site, "--now", NOW).exit_code == 0
    assert json.loads(pbem("games", "--json", "--site", site).stdout) == []


def test_init_never_overwrites(site: Path, refused: Refused) -> None:
    assert "exists already" in refused(2, "init")


def test_init_leaves_no_file_that_does_not_work(refused: Refused, tmp_path: Path) -> None:
    assert "[judge] timezone" in refused(2, "init", "--timezone", "Mars/Olympus")
    assert not (tmp_path / "pbem.toml").exists()


def test_a_site_is_found_from_below_and_by_the_environment(
    pbem: Pbem, site: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(site / "mail" / "in")
    assert pbem("games").exit_code == 0
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    assert pbem("games").exit_code == 2
    monkeypatch.setenv("PBEM_SITE", str(site))
    assert pbem("games").exit_code == 0


def test_a_round(pbem: Pbem, game: str, site: Path) -> None:
    result = pbem("poll", "--now", NOW)
    assert result.exit_code == 0
    assert result.stdout == "letters: 0, receipts: 0, resolved: 0, sent: 3, waiting: 0\n"
    assert len(list((site / "mail" / "out" / "new").iterdir())) == 3
    again = json.loads(pbem("poll", "--now", NOW, "--json").stdout)
    assert again == {
        "letters": 0,
        "receipts": 0,
        "resolved": [],
        "sent": 0,
        "waiting": 0,
        "problems": [],
        "waits": "",
    }


def test_a_round_with_a_problem_is_status_1(pbem: Pbem, game: str, site: Path) -> None:
    file = site / "pbem.toml"
    file.write_text(
        file.read_text("utf-8").replace("maildir:mail/in", "imap://me@127.0.0.1:1/INBOX"), "utf-8"
    )
    result = pbem("poll", "--now", NOW)
    assert result.exit_code == 1
    assert result.stderr.startswith("pbem: ")
    assert "Traceback" not in result.stderr


def test_run_says_what_it_does_until_it_is_stopped(
    pbem: Pbem, site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pbem.service import poll

    def rounds(place: object) -> Iterator[poll.PollResult]:
        yield poll.PollResult(2, 1, ["g1 1951/purge"], 3, 0, ["Something is odd."])
        raise KeyboardInterrupt

    monkeypatch.setattr(poll, "run", rounds)
    result = pbem("run")
    assert result.exit_code == 0
    assert result.stdout == (
        f"Judging {site}; Ctrl-C ends it.\n"
        "letters: 2, receipts: 1, resolved: 1 (g1 1951/purge), sent: 3, waiting: 0\nStopped.\n"
    )
    assert result.stderr == "pbem: Something is odd.\n"


# --- games ------------------------------------------------------------------------------------------------------------


def test_new_says_what_to_expect(pbem: Pbem, site: Path) -> None:
    said = pbem(*NEW, "--now", NOW).stdout
    assert "First deadline: Friday 4 December 2026, 20:00 (Zurich)." in said
    assert (
        "Expect about 22 deadlines and 11 weeks, if nobody is early; games differ, most have between" in said
    )
    assert re.search("Commitment to the dice: [0-9a-f]{64}$", said, re.MULTILINE)


def test_new_as_json_with_a_length(pbem: Pbem, site: Path) -> None:
    result = pbem(*NEW, "--now", NOW, "--deadline", "72h", "--tempo", "phase", "--json")
    new = json.loads(result.stdout)
    assert (new["name"], new["deadline"], new["mails"]) == ("g1", "2026-12-04T10:00:00+00:00", 3)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--deadline", "8pm"], "'8pm' is no deadline"),
        (["--tempo", "clubb"], "did you mean club?"),
        (["--rules", "chess"], "chess"),
        (["--option", "fun=true"], "fun"),
        (["--seed", "xyz"], "seed"),
        (["--player", "pink=Eve <eve@example.org>"], "pink"),
        (["--player", "yellow"], "yellow"),
        (["--player", "red=Eve <eve@example.org>"], "red"),
    ],
)
def test_a_game_that_cannot_be(site: Path, refused: Refused, more: list[str], said: str) -> None:
    assert said in refused(2, *NEW, "--now", NOW, *more)


def test_names_are_given_once(game: str, refused: Refused, pbem: Pbem) -> None:
    assert pbem(*NEW, "--now", NOW).exit_code in (1, 2)


def test_the_list_of_games(pbem: Pbem, game: str) -> None:
    assert pbem("games").stdout.startswith("g1\tbasic\t")
    assert "\t2026-12-04 20:00\t" in pbem("games").stdout
    (row,) = json.loads(pbem("games", "--json").stdout)
    assert (row["name"], row["deadline"]) == ("g1", "2026-12-04T19:00:00+00:00")


def test_no_games_yet(pbem: Pbem, site: Path) -> None:
    assert "no games yet" in pbem("games").stdout


def test_the_position(pbem: Pbem, game: str) -> None:
    assert "KGB" in pbem("show", game).stdout
    assert json.loads(pbem("show", game, "--json").stdout)["game"] == "g1"


def test_a_sheet_is_shown_to_its_writer_alone(pbem: Pbem, game: str) -> None:
    receipt = pbem("order", game, "red", SHEET, "--now", NOW)
    assert receipt.exit_code == 0
    assert "10 numbers" in receipt.stdout
    assert "10 Palavrian" in " ".join(receipt.stdout.split())
    assert "receipt" in json.loads(pbem("order", game, "Anna", "READY", "--now", NOW, "--json").stdout)
    assert "Recorded by red" not in pbem("show", game).stdout
    assert "Recorded by red" not in pbem("show", game, "--as", "blue").stdout


def test_the_report_of_a_player(pbem: Pbem, game: str) -> None:
    text = pbem("report", game, "red").stdout
    assert text.startswith("Subject: [g1]")
    assert json.loads(pbem("report", game, "Anna", "--json").stdout)["text"] + "\n" == text


def test_no_orders_wait(pbem: Pbem, game: str) -> None:
    assert pbem("orders", game).stdout == "No orders wait.\n"
    assert json.loads(pbem("orders", game, "red", "--json").stdout) == []


# --- the moderator ----------------------------------------------------------------------------------------------------


def test_a_deadline_is_moved(pbem: Pbem, game: str) -> None:
    said = pbem("deadline", game, "+48h", "--now", NOW).stdout
    assert said == "The deadline of g1 is now Sunday 6 December 2026, 20:00 (Zurich).\n"
    moved = json.loads(pbem("deadline", game, "2026-12-07T08:00", "--now", NOW, "--json").stdout)
    assert moved == {"game": "g1", "deadline": "2026-12-07T07:00:00+00:00"}


def test_hold_and_resume(pbem: Pbem, game: str, refused: Refused) -> None:
    assert "g1 is on hold" in pbem("hold", game, "--because", "Easter", "--now", NOW).stdout
    assert "Easter" in pbem("games").stdout
    assert "Easter" in refused(1, "hold", game)
    assert "The deadline of g1 is now" in pbem("resume", game, "--now", NOW).stdout
    refused(1, "resume", game)


def test_resolve(pbem: Pbem, game: str, refused: Refused) -> None:
    for more in (("--dry-run",), ()):
        said = refused(1, "resolve", game, "--now", NOW, *more)
        assert (
            "cannot begin: the sheets of Anna, Bob and Cy are missing or not full. Nothing was changed, and nobody"
            in said
        )
        assert "At Friday 4 December 2026, 20:00 (Zurich) everybody is reminded" in said
    for player in ("red", "blue", "green"):
        assert pbem("order", game, player, SHEET, "--now", NOW).exit_code == 0
    assert "not full" not in pbem("resolve", game, "--dry-run", "--now", NOW).output
    before = pbem("show", game).stdout
    tried = pbem("resolve", game, "--dry-run", "--now", NOW)
    assert tried.exit_code == 0, tried.output
    assert pbem("show", game).stdout == before
    assert json.loads(pbem("resolve", game, "--json", "--now", NOW).stdout)["game"] == "g1"


@pytest.mark.parametrize(
    "words",
    [
        ["show", "g2"],
        ["show", "g1", "--as", "pink"],
        ["report", "g1", "pink"],
        ["orders", "g1", "pink"],
        ["order", "g1", "pink", "READY"],
        ["deadline", "g1", "soon"],
        ["deadline", "g1", "2020-01-01T10:00"],
        ["hold", "g2"],
    ],
)
def test_what_is_not_there(game: str, refused: Refused, words: list[str]) -> None:
    refused(2, *words)


def test_an_archive_is_written_where_it_is_wanted(pbem: Pbem, game: str, site: Path) -> None:
    result = pbem("archive", game, "--out", "here", "--now", NOW)
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("The archive of g1 is in ")
    assert any((site / "here").rglob("game.toml"))


# --- what cannot be used ---


@pytest.mark.parametrize("words", [("--timezone", "Mars/Olympus"), ("--address", "nobody")])
def test_a_refused_init_leaves_nothing_behind(
    refused: Refused, tmp_path: Path, words: tuple[str, str]
) -> None:
    refused(2, "init", "sub/site", *words)
    assert list(tmp_path.iterdir()) == []


def test_an_init_without_its_database_leaves_what_was_there(
    refused: Refused, pbem: Pbem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "there" / "mail").mkdir(parents=True)
    (tmp_path / "there" / "notes.txt").write_text("mine")
    monkeypatch.setenv("PBEM_DATABASE_URL", "sqlite:////nowhere/at/all.db")
    refused(1, "init", "there")
    refused(1, "init", "new/site")
    assert sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*")) == [
        "there", "there/mail", "there/notes.txt",
    ]  # fmt: skip
    monkeypatch.delenv("PBEM_DATABASE_URL")
    assert pbem("init", "there").exit_code == 0


def test_an_empty_database_is_refused_as_a_missing_one(site: Path, refused: Refused) -> None:
    for file in site.glob("pbem.db*"):
        file.unlink()
    (site / "pbem.db").touch()
    assert "pbem.db is empty: restore it" in refused(2, "games")
    (site / "pbem.db").unlink()
    assert "pbem.db is missing: restore it" in refused(2, "games")


def _write_in_vain(connection: Connection) -> None:
    connection.exec_driver_sql("pragma query_only = on")
    connection.exec_driver_sql("delete from note")


def test_a_database_that_cannot_be_written_is_called_so(site: Path) -> None:
    said = r"^The database is read-only \(attempt to write a readonly database\): .*writable. Nothing is half done.$"
    with pytest.raises(DatabaseTrouble, match=said), transaction(Site.open(site).engine) as connection:
        _write_in_vain(connection)


def test_a_moderator_in_a_hurry_mails_nobody_and_moves_no_deadline(pbem: Pbem, game: str, site: Path) -> None:
    def told() -> list[str]:
        return pbem("mail", "--out").stdout.splitlines()

    before = told(), pbem("games").stdout
    for _ in range(3):
        assert pbem("resolve", game, "--now", NOW).exit_code == 1
    assert (told(), pbem("games").stdout) == before
    late = pbem("resolve", game, "--now", "2027-01-01T00:00:00Z")
    assert "With the next poll everybody is reminded" in late.stderr
    assert pbem("poll", "--now", "2027-01-01T00:00:00Z").exit_code == 0
    assert [line.split("\t")[6] for line in told()[-4:]].count("reminder") == 3


def test_a_slip_in_the_name_of_a_game_is_answered_with_the_game_that_is_meant(
    game: str, refused: Refused
) -> None:
    assert "There is no game named G1 (did you mean g1?)" in refused(2, "show", "G1")
    assert "did you mean" not in refused(2, "show", "winter")
