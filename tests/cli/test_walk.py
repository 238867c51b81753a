"""All commands, one after the other: each is documented, has --json, and prints JSON there."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from pbem.cli.commands import app

from .conftest import Pbem
from .test_where import NEW, NOW

ROOT = Path(__file__).parents[2]
#: What `--json` is tried with; in `site` below. What is left out needs a network or never ends.
CALLS: dict[str, list[str]] = {
    "init": ["other"],
    "demo": ["--site", "demo", "--seats", "3", "--seed", "01"],
    "new": ["g2", "--rules", "basic", *NEW[2:8]],
    "poll": ["--now", NOW],
    "doctor": ["--no-mail"],
    "backup": [],
    "restore": ["b.tar.gz", "--site", "twin"],
    "games": [],
    "show": ["g1"],
    "report": ["g1", "red"],
    "orders": ["g1"],
    "order": ["g1", "red", "PASS", "--now", NOW],
    "resolve": ["g1", "--dry-run", "--now", NOW],
    "approve": ["g1", "--show", "--now", NOW],
    "deadline": ["g1", "+24h", "--now", NOW],
    "hold": ["g1", "--now", NOW],
    "resume": ["g1", "--now", NOW],
    "recess": ["g1", "2026-12-24", "2026-12-31", "--now", NOW],
    "set": ["g1"],
    "rule": ["g1", "set", "Manjak sp=1", "--because", "x", "--dry-run", "--now", NOW],
    "undo": ["g1", "--because", "x", "--dry-run", "--now", NOW],
    "end": ["g1", "--because", "x", "--dry-run", "--now", NOW],
    "explain": ["g1", "2", "--now", NOW],
    "invite": ["g3", "--rules", "basic", "--seats", "3", "x@example.org", "--now", NOW],
    "seats": ["g3"],
    "start": ["g3"],
    "standby": [],
    "replace": ["g1", "red", "Elena <elena@example.org>", "--now", NOW],
    "tell": ["g1", "Hello", "--now", NOW],
    "mail": [],
    "retry": [],
    "archive": ["g1", "--now", NOW],
    "record": ["g1", "--now", NOW],
    "branch": ["g1", "elsewhere", "--now", NOW],
    "verify": ["g1"],
    "replay": ["g1"],
    "adjudicate": [str(next((ROOT / "tests" / "scenarios").glob("R4*.toml")))],
    "read": ["letter.eml"],
    "rules": ["R4.2"],
    "help-orders": ["PURGE"],
    "completion": ["bash"],
}
#: Refused at this moment of the game, in one line.
REFUSED = {"approve", "start", "undo", "rule", "resolve"}
WITHOUT = {"login", "run", "packs"}


def commands() -> dict[str, Any]:
    return dict(getattr(get_command(app), "commands"))  # noqa: B009 - typer's group class is not public


def test_every_command_is_walked() -> None:
    assert set(CALLS) | WITHOUT == set(commands())


@pytest.mark.parametrize("name", sorted(set(commands()) - {"packs"}))
def test_it_takes_json(name: str) -> None:
    assert "json" in {parameter.name for parameter in commands()[name].params}


@pytest.mark.parametrize("name", sorted(commands()))
def test_it_is_documented(name: str) -> None:
    texts = [(ROOT / "README.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "docs" / "providers").glob("*.md")]
    assert any(f"pbem {name}" in text.read_text("utf-8") for text in texts)


@pytest.fixture
def site(pbem: Pbem, tmp_path: Path) -> Path:
    assert pbem("init", "--timezone", "Europe/Zurich").exit_code == 0
    assert pbem(*NEW, "--rules", "basic").exit_code == 0
    assert pbem("poll", "--now", NOW).exit_code == 0
    assert pbem("backup", "--out", "b.tar.gz").exit_code == 0
    (tmp_path / "letter.eml").write_text("From: x@example.org\n\nPURGE K\n")
    return tmp_path


@pytest.mark.parametrize("name", sorted(CALLS))
def test_its_json_can_be_read(pbem: Pbem, site: Path, name: str) -> None:
    if name in ("seats", "start"):
        assert pbem("invite", *CALLS["invite"]).exit_code == 0
    if name == "resume":
        assert pbem("hold", "g1", "--now", NOW).exit_code == 0
    result = pbem(name, *CALLS[name], "--json")
    if result.exit_code and name in REFUSED:
        assert (result.stdout, result.stderr.count("\n")) == ("", 1)
        assert "internal error" not in result.stderr
        return
    assert result.exit_code == 0, result.output
    for line in result.stdout.splitlines():
        json.loads(line)
    assert result.stdout
