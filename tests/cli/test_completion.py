"""What the Tab key offers: commands, options, games and players of the site, and files where nothing else is known."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.cli import completion

from .conftest import Pbem
from .test_where import NEW

ROOT = Path(__file__).parents[2]


@pytest.fixture
def site(pbem: Pbem, tmp_path: Path) -> Path:
    assert pbem("init").exit_code == 0
    assert pbem(*NEW, "--rules", "basic").exit_code == 0
    return tmp_path


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (["sh"], ["show"]),
        (["SH"], ["show"]),
        (["packs", ""], ["check", "list", "show"]),
        (["show", ""], ["g1"]),
        (["show", "x"], []),
        (["show", "g1", "--re"], ["--reveal"]),
        (["show", "g1", "--as", ""], ["blue", "green", "red"]),
        (["order", "g1", "r"], ["red"]),
        (["order", "nothing", ""], []),
        (["orders", "--json", "g1", "b"], ["blue"]),
        (["mail", "g"], ["g1"]),
        (["new", "x", "--rules", "sw"], ["swiss", "swiss-ah"]),
        (["help-orders", "PUR"], ["PURGE"]),
        (["help-orders", "pur"], ["PURGE"]),
        (["login", ""], ["both", "inbox", "outbox"]),
        (["read", ""], []),
        (["nonsense", ""], []),
        (["show", "g1", ""], []),
    ],
)
def test_what_is_offered(pbem: Pbem, site: Path, typed: list[str], offered: list[str]) -> None:
    result = pbem("completion", "words", "--", *typed)
    assert result.exit_code == 0, result.output
    assert result.stdout.split() == offered
    assert json.loads(pbem("completion", "words", "--json", "--", *typed).stdout) == offered


def test_the_site_that_was_typed(pbem: Pbem, site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = site / "else" / "where"
    other.mkdir(parents=True)
    monkeypatch.setenv("PBEM_SITE", str(other))
    assert pbem("completion", "words", "--", "show", "").stdout == ""
    assert pbem("completion", "words", "--", "show", "--site", str(site), "").stdout == "g1\n"


def test_every_option_is_offered(pbem: Pbem) -> None:
    said = pbem("completion", "words", "--", "poll", "--").stdout.split()
    assert said == ["--help", "--json", "--limit", "--now", "--site"]


def test_nothing_heavy_is_imported(site: Path) -> None:
    words = ["-X", "importtime", "-m", "pbem", "completion", "words", "--", "show", ""]
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=True, cwd=site)
    assert done.stdout == "g1\n"
    loaded = {line.rpartition("|")[2].strip().partition(".")[0] for line in done.stderr.splitlines()}
    assert loaded & {"sqlalchemy", "sqlmodel", "jinja2", "lark", "imapclient", "rich"} == set()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_scripts_are_sound(pbem: Pbem, tmp_path: Path, shell: str) -> None:
    script = pbem("completion", shell).stdout
    assert script == completion.SCRIPTS[completion.Shell(shell)]
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"no {shell} here")
    file = tmp_path / "script"
    file.write_text(script)
    assert subprocess.run([program, "-n", str(file)], check=False).returncode == 0


def test_bash_asks_the_program(pbem: Pbem, site: Path) -> None:
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("no bash here")
    program = site / "pbem"
    program.write_text(f'#!/bin/sh\nPYTHONPATH={ROOT} exec {sys.executable} -m pbem "$@"\n')
    program.chmod(0o755)
    ask = f'{completion.SCRIPTS[completion.Shell.BASH]}\nCOMP_WORDS=(pbem show ""); COMP_CWORD=2; _pbem ./pbem; echo "${{COMPREPLY[*]}}"'
    done = subprocess.run([bash, "-c", ask], capture_output=True, text=True, check=True, cwd=site)
    assert done.stdout == "g1\n"
