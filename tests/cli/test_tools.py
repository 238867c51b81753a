"""Commands that need no site: adjudicate, read, rules, help-orders."""

import json
import os
import pty
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem import scenarios

from .conftest import Pbem

Refused = Callable[..., str]

HOLDS = """
title = "A purge that succeeds"
rules = "basic"
seats = ["red", "blue", "green"]
[position]
turn = 2
phase = "purge"
[position.slots]
PC = "A sick"
KGB = "T"
FM = "G"
[influence]
red = { T = 10 }
[declared]
T = ["red 6"]
[orders]
red = "PURGE G"
[dice]
rolls = [14]
[expect]
rolls_used = 1
[expect.place]
Palavrian = "siberia"
"""
FAILS = HOLDS.replace('= "siberia"', '= "wall"')


@pytest.fixture
def scenario(tmp_path: Path) -> Callable[[str, str], str]:
    def write(name: str, text: str) -> str:
        (tmp_path / name).write_text(text, "utf-8")
        return name

    return write


def objects(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


# --- adjudicate -------------------------------------------------------------------------------------------------------


def test_a_scenario_that_holds(pbem: Pbem, scenario: Callable[[str, str], str]) -> None:
    file = scenario("a.toml", HOLDS)
    result = pbem("adjudicate", file)
    assert result.exit_code == 0
    assert result.stdout == "ok      a.toml  A purge that succeeds\n1 scenario: 1 ok, 0 failed\n"
    assert result.stderr == ""


def test_one_that_does_not_prints_expected_and_got(pbem: Pbem, scenario: Callable[[str, str], str]) -> None:
    result = pbem("adjudicate", scenario("a.toml", HOLDS), scenario("b.toml", FAILS))
    assert result.exit_code == 1
    _, failed, failure, count = result.stdout.splitlines()
    assert failed == "failed  b.toml  A purge that succeeds"
    assert "expected 'wall'" in failure
    assert "got 'siberia'" in failure
    assert count == "2 scenarios: 1 ok, 1 failed"


@pytest.mark.parametrize(
    "text", ["title = ", HOLDS.replace("[position]", "[postion]"), HOLDS.replace('"purge"', '"lunch"')]
)
def test_what_is_no_scenario(pbem: Pbem, scenario: Callable[[str, str], str], text: str) -> None:
    result = pbem(
        "adjudicate", scenario("a.toml", HOLDS), scenario("b.toml", text), scenario("c.toml", FAILS)
    )
    assert result.exit_code == 2
    assert result.stderr.startswith("pbem: b.toml is not a scenario: ")
    assert result.stderr.count("\n") == 1
    assert result.stdout.endswith("3 scenarios: 1 ok, 2 failed\n")


def test_a_file_that_is_not_there(refused: Refused) -> None:
    assert "nix.toml is not a scenario" in refused(2, "adjudicate", "nix.toml")


def test_json_is_one_object_a_line(pbem: Pbem, scenario: Callable[[str, str], str]) -> None:
    files = [scenario("a.toml", HOLDS), scenario("b.toml", FAILS), scenario("c.toml", "x = 1")]
    result = pbem("adjudicate", "--json", *files)
    assert result.exit_code == 2
    assert result.stderr == ""
    holds, fails, malformed = objects(result.stdout)
    assert list(holds) == ["file", "title", "ok", "failures", "outcome"]
    assert (holds["file"], holds["ok"], holds["failures"]) == ("a.toml", True, [])
    assert holds["outcome"]["place"]["G"] == "siberia"  # type: ignore[index]
    assert (fails["ok"], len(fails["failures"])) == (False, 1)  # type: ignore[arg-type]
    assert list(malformed) == ["file", "ok", "error"]
    assert malformed["ok"] is False


def test_a_scenario_that_breaks_the_engine_does_not_stop_the_others(
    pbem: Pbem, scenario: Callable[[str, str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = scenarios.play

    def play(given: scenarios.Scenario) -> scenarios.Verdict:
        if given.title == "broken":
            raise ZeroDivisionError("ouch")
        return whole(given)

    monkeypatch.setattr(scenarios, "play", play)
    broken = scenario("a.toml", HOLDS.replace("A purge that succeeds", "broken"))
    result = pbem("adjudicate", "--json", broken, scenario("b.toml", HOLDS))
    assert result.exit_code == 1
    first, second = objects(result.stdout)
    assert (first["ok"], second["ok"]) == (False, True)
    assert "internal error (ZeroDivisionError: ouch)" in first["failures"][0]  # type: ignore[index]


def test_many_files_on_a_terminal_have_a_bar(scenario: Callable[[str, str], str], tmp_path: Path) -> None:
    """The bar goes to the terminal, the results to where they are sent."""
    files = [scenario(f"{number}.toml", HOLDS) for number in range(25)]
    terminal, other_end = pty.openpty()
    env = os.environ | {"TERM": "xterm", "COLUMNS": "80"}
    done = subprocess.run(
        [sys.executable, "-m", "pbem", "adjudicate", *files],
        stdout=subprocess.PIPE,
        stderr=other_end,
        text=True,
        cwd=tmp_path,
        env=env,
        check=True,
    )
    os.close(other_end)
    shown = os.read(terminal, 100_000).decode(errors="replace")
    os.close(terminal)
    assert "Scenarios" in shown
    assert done.stdout.endswith("25 scenarios: 25 ok, 0 failed\n")
    assert len(done.stdout.splitlines()) == 26


# --- read -------------------------------------------------------------------------------------------------------------

LETTER = """\
From: Anna <Anna@Example.org>
To: judge@example.org
Subject: Re: Kremlin
Message-ID: <1@example.org>

Hello everybody
PURGE Palavrian
# HOLD G
DECLARE lots Palavrian
PRESS TO ALL:
we love you
END PRESS

On Monday, the judge wrote:
> VOTE GUILTY
"""


@pytest.fixture
def letter(tmp_path: Path) -> str:
    (tmp_path / "a.eml").write_text(LETTER, "utf-8")
    return "a.eml"


def test_a_letter_as_the_judge_reads_it(pbem: Pbem, letter: str) -> None:
    result = pbem("read", "--json", letter)
    assert result.exit_code == 0
    (found,) = objects(result.stdout)
    assert list(found) == ["file", "from", "verdict", "reason", "lines", "ignored", "cut"]
    assert (found["file"], found["from"], found["verdict"]) == ("a.eml", "Anna@example.org", "orders")
    lines, ignored = found["lines"], found["ignored"]
    assert isinstance(lines, list)
    assert isinstance(ignored, list)
    assert lines[:2] == [
        "PURGE Palavrian",
        "DECLARE lots Palavrian",
    ]  # a mistaken order is one that was meant
    assert "we love you" in lines
    assert "Hello everybody" in ignored
    assert "# HOLD G" not in lines + ignored
    assert "VOTE GUILTY" in str(found["cut"])


def test_a_letter_for_people(pbem: Pbem, letter: str) -> None:
    said = pbem("read", letter).stdout
    assert said.startswith("a.eml: orders\n  from     Anna@example.org\n  lines    PURGE Palavrian\n")
    assert "  ignored  Hello everybody\n" in said
    assert said.endswith("  cut      2 lines, from: On Monday, the judge wrote:\n")


def test_lines_only_with_orders(pbem: Pbem, tmp_path: Path) -> None:
    (tmp_path / "a.eml").write_text(
        LETTER.replace("Subject:", "Auto-Submitted: auto-replied\nSubject:"), "utf-8"
    )
    (found,) = objects(pbem("read", "--json", "a.eml").stdout)
    assert (found["verdict"], found["lines"]) == ("automatic", [])


def test_rubbish_is_a_verdict_not_an_error(pbem: Pbem, tmp_path: Path) -> None:
    (tmp_path / "a.eml").write_bytes(bytes(range(256)) * 40)
    result = pbem("read", "--json", "a.eml")
    assert result.exit_code == 0
    (found,) = objects(result.stdout)
    assert found["lines"] == []


def test_a_letter_that_is_not_there(pbem: Pbem, refused: Refused, letter: str) -> None:
    assert "nix.eml: the file cannot be read" in refused(2, "read", "nix.eml")
    result = pbem("read", "--json", "nix.eml", letter)
    assert result.exit_code == 2
    missing, found = objects(result.stdout)
    assert list(missing) == list(found)
    assert (missing["verdict"], found["verdict"]) == ("poison", "orders")


def test_with_a_site_its_judges_own_mail_is_known(pbem: Pbem, letter: str, tmp_path: Path) -> None:
    (tmp_path / "pbem.toml").write_text(
        '[judge]\naddress = "anna@example.org"\nmoderator = "gm@example.org"\ntimezone = "UTC"\n', "utf-8"
    )
    assert objects(pbem("read", "--json", letter).stdout)[0]["verdict"] == "orders"
    assert objects(pbem("read", "--json", letter, "--site", ".").stdout)[0]["verdict"] == "automatic"


# --- rules and orders -------------------------------------------------------------------------------------------------


def test_the_rules(pbem: Pbem) -> None:
    everything = pbem("rules").stdout
    one = pbem("rules", "r4.2").stdout
    assert "R4.2" in one
    assert len(one) < len(everything) / 10
    assert pbem("rules", "--rules", "swiss").stdout != everything
    assert json.loads(pbem("rules", "R4.2", "--json").stdout)[0]["number"] == "R4.2"


@pytest.mark.parametrize(
    "words", [["R99"], ["lunch"], ["--rules", "chess"], ["--option", "fun=true"], ["--option", "swiss_tie=x"]]
)
def test_rules_that_are_not_there(refused: Refused, words: list[str]) -> None:
    refused(2, "rules", *words)


def test_the_order_language(pbem: Pbem, refused: Refused) -> None:
    everything = pbem("help-orders").stdout
    assert "PURGE pol" in everything
    assert pbem("help-orders", "purge").stdout.splitlines()[0].startswith("| PURGE")
    assert json.loads(pbem("help-orders", "--json").stdout)["text"] == everything.removesuffix("\n")
    assert "there is no order 'DANCE'" in refused(2, "help-orders", "DANCE")
