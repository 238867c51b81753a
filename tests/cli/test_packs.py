"""`pbem packs`, `pbem new --pack`, and switches on the command line."""

import hashlib
import json
import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.engine import packs
from pbem.engine.packs.supplied import data_text

from .conftest import Pbem
from .test_site import NOW, PLAYERS

Refused = Callable[..., str]

FILES = ("politicians", "health", "intrigue", "historical", "revolution-deck")
SEATS = tuple(word for player in PLAYERS for word in ("--player", player))
SEED = ("--seed", "00112233445566778899aabbccddeeff", "--now", NOW)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """The data files as somebody may have copied them."""
    for name in FILES:
        (tmp_path / f"{name}.toml").write_text(data_text(name), "utf-8")
    return tmp_path


@pytest.fixture
def site(pbem: Pbem, files: Path) -> Path:
    assert pbem("init", "--timezone", "Europe/Zurich").exit_code == 0
    return files


def new(pbem: Pbem, *words: object, rules: str = "basic") -> str:
    result = pbem("new", "g1", "--rules", rules, *SEATS, *SEED, *map(str, words))
    assert result.exit_code == 0, result.output
    return result.stdout


def test_without_a_word_there_is_help(pbem: Pbem) -> None:
    result = pbem("packs")
    assert result.exit_code == 0
    assert "\n  check " in result.stdout
    assert "..." not in result.stdout.partition("\n")[2]


# --- check ---------------------------------------------------------------------------------------------------------


def test_check_passes_what_comes_with_the_program(pbem: Pbem, files: Path) -> None:
    result = pbem("packs", "check", *(f"{name}.toml" for name in FILES))
    assert result.exit_code == 0, result.output
    assert "ok      politicians.toml: politicians, 26 Politicians\n" in result.stdout
    assert "ok      health.toml: swiss-1986, a health chart\n" in result.stdout
    assert "ok      intrigue.toml: intrigue, 34 Intrigue cards\n" in result.stdout


def test_check_shows_every_fault_in_a_table(pbem: Pbem, files: Path) -> None:
    text = data_text("health").replace("53-57:5", "53-56:5").replace("89-95:15", "89-95:25")
    (files / "health.toml").write_text(text, "utf-8")
    result = pbem("packs", "check", "health.toml", "intrigue.toml")
    assert result.exit_code == 1
    line = text[: text.index("one  =")].count("\n") + 1
    missing = "age 57 is missing. Every age from 50 to 95 needs a number."
    assert f"health.toml\t{line}\tat_work.one\t{missing}\n" in result.stdout
    assert f'health.toml\t{line}\tat_work.one\t"89-95:25" has the number 25.' in result.stdout
    assert "faulty  health.toml: 2 faults\nok      intrigue.toml" in result.stdout


def test_check_as_json(pbem: Pbem, files: Path) -> None:
    (files / "bad.toml").write_text("[[politician]]\n", "utf-8")
    result = pbem("packs", "check", "intrigue.toml", "bad.toml", "--json")
    assert result.exit_code == 1
    good, bad = map(json.loads, result.stdout.splitlines())
    assert (good["ok"], good["name"], good["holds"]) == (True, "intrigue", {"intrigue": 34})
    assert good["sha256"] == hashlib.sha256(data_text("intrigue").encode()).hexdigest()
    assert (bad["file"], bad["ok"]) == ("bad.toml", False)
    fault = next(one for one in bad["faults"] if one["what"] == "letter is missing")
    assert fault == {
        "line": 1,
        "entry": "politician 1",
        "what": "letter is missing",
        "mend": 'Add a line like letter = "B"',
    }


def test_check_of_a_file_that_cannot_be_read(pbem: Pbem, files: Path) -> None:
    result = pbem("packs", "check", "nowhere.toml", "health.toml")
    assert result.exit_code == 2
    assert result.stderr == "pbem: nowhere.toml: the file cannot be read: No such file or directory\n"
    assert "ok      health.toml" in result.stdout


def test_check_tells_what_follows_from_a_pack(pbem: Pbem, files: Path) -> None:
    text = data_text("politicians").replace("Goferbrok", "Schkolnik")
    (files / "neighbours.toml").write_text(text, "utf-8")
    result = pbem("packs", "check", "neighbours.toml")
    assert result.exit_code == 0
    assert "Note: Schukrutoff and Schkolnik begin alike" in result.stdout


# --- list and show -------------------------------------------------------------------------------------------------


def test_list_names_what_comes_with_the_program(pbem: Pbem) -> None:
    rows = [line.split("\t") for line in pbem("packs", "list").stdout.splitlines()]
    assert [row[0] for row in rows] == list(packs.names())
    assert rows[3][:5] == ["intrigue", "intrigue", "1", "34", packs.supplied("intrigue").sha256[:12]]
    listed = json.loads(pbem("packs", "list", "--json").stdout)
    assert [one["name"] for one in listed] == list(packs.names())


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("historical", "AA\tVladimir Lenin\t80\tIDE\t"),
        ("swiss-1986", "\n50\t0\t1\t4\t13\t0\t0\t2\t6\n"),
        ("intrigue", "\n31 Olympic boycott (start:purge, first)\n   The first purge attempt"),
        ("revolution-deck", "\n61 Hero of Labour (any, lasting, on Politician on the board)\n"),
    ],
)
def test_show_prints_what_is_in_a_pack(pbem: Pbem, name: str, said: str) -> None:
    assert said in pbem("packs", "show", name).stdout
    assert json.loads(pbem("packs", "show", name, "--json").stdout)["name"] == name


def test_show_a_file(pbem: Pbem, files: Path) -> None:
    assert "26 Politicians" in pbem("packs", "show", "politicians.toml").stdout


def test_show_what_is_not_there(refused: Refused, files: Path) -> None:
    assert "there is no pack 'intrige', nor such a file; did you mean intrigue?" in refused(
        2, "packs", "show", "intrige"
    )
    (files / "bad.toml").write_text("x = 1", "utf-8")
    assert "bad.toml is no pack; `pbem packs check bad.toml` says why: line 1:" in refused(
        2, "packs", "show", "bad.toml"
    )


# --- games ---------------------------------------------------------------------------------------------------------


def test_a_game_records_its_packs_and_goes_on_without_their_files(pbem: Pbem, site: Path) -> None:
    text = (
        data_text("politicians").replace("Lech Schukrutoff", "Lech Kapustin").replace("Goferbrok", "Kaplan")
    )
    own = site / "mine.toml"
    own.write_text(f'[pack]\nname = "village"\nversion = "3"\n{text}', "utf-8")
    said = new(pbem, "--pack", own)
    assert "Note: village: Kapustin and Kaplan begin alike" in said
    raw = own.read_text("utf-8")
    own.unlink()
    assert "Kapustin" in pbem("report", "g1", "red").stdout
    assert pbem("poll", "--now", NOW).exit_code == 0
    assert pbem("archive", "g1").exit_code == 0
    folder = site / "games" / "g1"
    recorded = tomllib.loads((folder / "game.toml").read_text("utf-8"))["packs"]
    digest = hashlib.sha256(raw.encode()).hexdigest()
    assert recorded["village"] == f"version 3, sha256 {digest}"
    assert recorded["swiss-1986"] == packs.supplied("swiss-1986").mark
    assert recorded["rules"] == "version 1"
    assert set(recorded) == {"village", "swiss-1986", "rules"}
    assert (folder / "packs" / "village.toml").read_text("utf-8") == raw
    assert (folder / "packs" / "swiss-1986.toml").read_text("utf-8") == data_text("health")


def test_a_game_goes_on_with_the_data_it_began_with_when_the_program_has_other(
    pbem: Pbem, site: Path
) -> None:
    new(pbem)
    older = data_text("politicians").replace("Schukrutoff", "Oldfashionedoff")
    from pbem.service.site import Site
    from pbem.service.start import record_of
    from pbem.store.database import transaction

    with transaction(Site.open(site).engine) as connection:
        digest = hashlib.sha256(older.encode()).hexdigest()
        values = (older, digest, "politicians")
        connection.exec_driver_sql("update pack set text = ?, sha256 = ? where name = ?", values)
        assert record_of(connection, "g1").rules.cards["B"].surname == "Oldfashionedoff"


def test_a_faulty_pack_is_refused_and_no_game_begins(pbem: Pbem, site: Path, refused: Refused) -> None:
    (site / "bad.toml").write_text(data_text("politicians").replace("= 75", "= 175").replace("= 74", "= 174"))
    said = refused(2, "new", "g1", "--rules", "basic", *SEATS, "--pack", "bad.toml")
    assert "bad.toml is no pack: line " in said
    assert "age is 175. It must lie between 40 and 95 (`pbem packs check` shows 1 more)." in said
    assert "nowhere.toml: No such file" in refused(
        2, "new", "g1", "--rules", "basic", *SEATS, "--pack", "nowhere.toml"
    )
    assert json.loads(pbem("games", "--json").stdout) == []


def test_two_packs_of_one_name_are_refused(site: Path, refused: Refused) -> None:
    head = '[pack]\nname = "mine"\n'
    (site / "x.toml").write_text(head + data_text("politicians"), "utf-8")
    (site / "y.toml").write_text(
        'name = "mine"\n' + data_text("health").partition('"swiss-1986"')[2], "utf-8"
    )
    said = refused(2, "new", "g1", "--rules", "basic", *SEATS, "--pack", "x.toml", "--pack", "y.toml")
    assert "Two packs of this game are named mine: give yours another name under [pack]." in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--option", "bribe=true"), "There is no option 'bribe'; did you mean bribes?"),
        (("--option", "three_player=true", "--player", "brown=D <d@example.org>"), "needs exactly three players, not 4"),
        (("--option", "nestor=true"), "Nestor needs four players or more"),
        (("--option", "bribes=true"), "Bribes needs intrigue"),
    ],
)  # fmt: skip
def test_switches_that_cannot_be_are_refused(
    site: Path, refused: Refused, words: tuple[str, ...], said: str
) -> None:
    assert said in refused(2, "new", "g1", "--rules", "basic", *SEATS, *words)


def test_a_game_with_all_52_knows_only_those_that_were_drawn(pbem: Pbem, site: Path) -> None:
    new(pbem, "--option", "revolution=mixed")
    assert "Aparatschik" in pbem("report", "g1", "red").stdout
    from pbem.service.site import Site
    from pbem.service.start import record_of
    from pbem.store.database import transaction

    with transaction(Site.open(site).engine) as connection:
        record = record_of(connection, "g1")
        assert len(record.rules.cards) == 52
        assert record.lexicon.politicians.keys() == record.state.people.keys()
        assert len(record.state.people) == 26


def test_r1_5_the_same_number_may_go_to_several(pbem: Pbem, site: Path) -> None:
    new(pbem, "--option", "free_allocation=true")
    result = pbem("order", "g1", "red", "INFLUENCE G=20, K=20, M=15", "--now", NOW)
    assert result.exit_code == 0, result.output
    from pbem.service.site import Site
    from pbem.service.start import record_of
    from pbem.store.database import transaction

    with transaction(Site.open(site).engine) as connection:
        assert record_of(connection, "g1").draft("red") == {"G": 20, "K": 20, "M": 15}


def test_a_site_from_before_packs_gets_their_table(pbem: Pbem, site: Path) -> None:
    new(pbem)
    from pbem.service.site import Site

    with Site.open(site).engine.begin() as connection:
        for newer in ("pack", "question", "schema_version"):
            connection.exec_driver_sql(f"drop table if exists {newer}")
    assert "Aparatschik" in pbem("report", "g1", "red").stdout
    assert pbem("poll", "--now", NOW).exit_code == 0


def test_rules_know_how_many_play(pbem: Pbem) -> None:
    result = pbem("rules", "--rules", "advanced", "--seats", "3", "R1.3")
    assert result.exit_code == 0, result.output
    assert pbem("rules", "--rules", "advanced", "R1.3").stdout != result.stdout


# --- what is no pack, and names ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"a=" + b"[" * 4000 + b"]" * 4000, "the line has 8002 characters"),
        (b"a=" + b"[\n" * 5000 + b"]\n" * 5000, "lists or tables stand within each other too deep"),
        (b"[" + b"a." * 2000 + b"a]\nx = 1", "lists or tables stand within each other too deep"),
        (b"number = " + b"9" * 4900, "Exceeds the limit"),
        (b"\xff\xfea\x00", "a letter there is not in UTF-8"),
        (b"", "the file holds nothing"),
        (b"\x00\x01\x02", "The file is no TOML there"),
        (b"#" * 1_000_001, "the file is too long for a pack"),
    ],
)
def test_what_is_no_pack_at_all_is_a_fault(
    pbem: Pbem, site: Path, refused: Refused, content: bytes, said: str
) -> None:
    (site / "x.toml").write_bytes(content)
    result = pbem("packs", "check", "x.toml")
    assert (result.exit_code, result.stderr) == (1, "")
    assert re.search(said, result.stdout)
    assert re.search(said, refused(2, "new", "g1", "--rules", "basic", *SEATS, "--pack", "x.toml"))
    assert not (site / "pbem.log").exists() or (site / "pbem.log").read_text("utf-8") == ""


def test_what_is_no_file(pbem: Pbem, site: Path, refused: Refused) -> None:
    (site / "folder").mkdir()
    (site / "loop.toml").symlink_to("loop.toml")
    for name, said in (("folder", "Is a directory"), ("loop.toml", "symbolic links")):
        assert said in refused(2, "packs", "check", name)
        assert said in refused(2, "new", "g1", "--rules", "basic", *SEATS, "--pack", name)
        refused(2, "packs", "show", name)


def test_fifty_megabytes_are_not_read(pbem: Pbem, files: Path) -> None:
    with (files / "big.toml").open("wb") as file:
        file.truncate(50_000_000)
    assert "the file is too long for a pack" in pbem("packs", "check", "big.toml").stdout


def test_a_supplied_pack_is_a_template(pbem: Pbem, files: Path) -> None:
    text = pbem("packs", "show", "swiss-1986", "--toml").stdout
    assert text == data_text("health")
    (files / "copy.toml").write_text(text + "# typed in by Anna\n", "utf-8")
    assert pbem("packs", "check", "copy.toml").exit_code == 0
    altered = text.replace("89-95:15", "89-95:14")
    assert altered != text
    (files / "board.toml").write_text(altered, "utf-8")
    result = pbem("packs", "check", "board.toml")
    assert result.exit_code == 1
    assert "the name swiss-1986 is that of a chart of the program, which differs" in result.stdout
    assert 'Write another name at the top, like name = "my-swiss-1986".' in result.stdout
    (files / "board.toml").write_text(altered.replace('"swiss-1986"', '"my-swiss-1986"'), "utf-8")
    assert "ok      board.toml: my-swiss-1986, a health chart" in pbem("packs", "check", "board.toml").stdout


def test_any_own_pack_under_the_name_of_ours_is_a_fault(pbem: Pbem, files: Path) -> None:
    text = data_text("politicians").replace("= 75", "= 76")
    (files / "mine.toml").write_text('[pack]\nname = "politicians"\n' + text, "utf-8")
    result = pbem("packs", "check", "mine.toml")
    assert result.exit_code == 1
    assert "mine.toml\t2\tpack\tthe name politicians is that of a pack of the program" in result.stdout


def test_show_has_headings(pbem: Pbem) -> None:
    assert "letter\tname\tage\tstrength\tweakness\n" in pbem("packs", "show", "politicians").stdout
    assert "age\twork dead\twork two\t" in pbem("packs", "show", "swiss-1986").stdout
