"""Every command in docs/moderator.md can be typed as it stands: on a demo site each does its work, or says why there is nothing to do."""

import re
import shlex
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pbem.cli.commands import app

from .conftest import Pbem

DOCS = Path(__file__).parents[2] / "docs"
TEXT = (DOCS / "moderator.md").read_text("utf-8")
ONE = re.compile(r"`(pbem [^`]+)`")
BLOCK = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)
#: When the site of these tests is looked at.
NOW = "2026-12-05T10:00:00Z"
#: What has no --now: it depends on no time.
NO_NOW = {
    "rules",
    "read",
    "help-orders",
    "seats",
    "show",
    "report",
    "orders",
    "packs",
    "completion",
    "verify",
    "replay",
}
#: What a refusal is that only says that there is nothing of the kind at the moment.
NOTHING = (
    "waits for no approval", "does not wait", "no question", "no event", "there is no reading", "no such die", "nothing",
    "is not on hold", "not over", "no letter", "no mail", "cannot be void", "not an announced", "did not", "has none", "no die",
    "is no announcement", "was not rolled", "not been rolled", "already", "has no", "nobody", "no address", "is held by", "not answered", "there is none",
)  # fmt: skip


def spans(text: str) -> Iterator[str]:
    for found in ONE.findall(text):
        yield " ".join(found.split())
    for block in BLOCK.findall(text):
        yield from re.findall(r"^(pbem .*?)(?:\s+#.*)?$", block, re.MULTILINE)


def rows() -> list[tuple[str, str]]:
    """The table of troubles."""
    table = TEXT.partition("## What went wrong")[2].partition("\n\nA command")[0]
    return [
        (cells[0], cells[1])
        for line in table.splitlines()
        if line.startswith("| ") and "---" not in line and "what to type" not in line
        for cells in [[cell.strip() for cell in line.strip("| ").split(" | ")]]
    ]


def full(command: str) -> bool:
    """Is it one to be typed, and not the name of one?"""
    words = command.split()
    if "[" in command or " > " in command or words[-1] == "…":
        return False
    return len(words) > 2 or words[1] in ("games", "doctor", "poll", "retry", "backup", "mail")


COMMANDS = sorted({one for one in spans(TEXT) if full(one)})


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site with a game `first` some way on, an invitation `second`, a letter and mails."""
    folder = tmp_path_factory.mktemp("docs") / "site"
    call(folder, "init", str(folder), "--timezone", "Europe/Zurich", plain=True)
    seats = (
        "red=Anna <anna@example.org>",
        "blue=Boris <boris@example.org>",
        "green=Clara <clara@example.org>",
    )
    players = [word for seat in seats for word in ("--player", seat)]
    call(
        folder,
        "new",
        "first",
        "--rules",
        "basic",
        "--seed",
        "00" * 16,
        *players,
        "--now",
        "2026-12-01T10:00:00Z",
    )
    sheets = ("G K M B T C F H P S", "M B T C F H P S G K", "T C F H P S G K M B")
    for colour, sheet in zip(("red", "blue", "green"), sheets, strict=True):
        call(folder, "order", "first", colour, f"INFLUENCE {sheet}", "READY", "--now", "2026-12-01T11:00:00Z")
    call(folder, "poll", "--now", "2026-12-01T12:00:00Z")
    call(folder, "order", "first", "red", "PURGE Manjak", "--now", "2026-12-01T13:00:00Z")
    call(folder, "resolve", "first", "--now", "2026-12-04T10:00:00Z")
    players[5] = "green=Elena <elena@example.org>"
    call(folder, "new", "fourth", "--rules", "basic", *players, "--now", "2026-12-04T10:30:00Z")
    (folder / "mail/in/new/1").write_text(
        "From: x@elsewhere.example\nTo: judge@example.org\nSubject: Hi\n\nHello\n"
    )
    invited = ("Anna <anna@example.org>", "boris@example.org", "clara@example.org")
    call(
        folder,
        "invite",
        "second",
        "--rules",
        "basic",
        "--seats",
        "3",
        *invited,
        "--now",
        "2026-12-04T11:00:00Z",
    )
    call(folder, "poll", "--now", "2026-12-04T12:00:00Z")
    connection = sqlite3.connect(folder / "pbem.db")
    with connection:
        connection.execute(
            "UPDATE letter SET state = 'poison', reason = 'its reader died' WHERE sender = 'x@elsewhere.example'"
        )
    connection.close()
    return folder


def call(folder: Path, *words: str, plain: bool = False) -> str:
    site = [] if plain else ["--site", str(folder)]
    result = CliRunner().invoke(app, [*words, *site], prog_name="pbem")
    assert result.exit_code == 0, (words, result.output)
    return result.output


@pytest.fixture
def site(played: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(played, tmp_path / "site"))


def test_there_are_forty_troubles_each_solved_by_two_commands() -> None:
    assert len(rows()) >= 40
    for trouble, typed in rows():
        commands = [one for one in ONE.findall(typed) if full(one)]
        assert len(commands) <= 2 or "or" in typed, trouble
        assert commands or "nothing" in typed, trouble


@pytest.mark.parametrize("command", COMMANDS)
def test_it_can_be_typed(pbem: Pbem, site: Path, command: str) -> None:
    made = pbem("backup", "--site", site, "--out", site.parent / "b.tar.gz", "--now", NOW)
    assert made.exit_code == 0
    text = (
        command.replace("FILE.eml", str(site / "mail/in/cur/1:2,S"))
        .replace("…", "some words")
        .replace("GAME", "first")
    )
    text = text.replace("FILE", str(site.parent / "b.tar.gz")).replace(
        "--site DIR", f"--site {site.parent / 'twin'}"
    )
    text = text.replace("VALUES", '"Nestor sp=1"')
    words = shlex.split(text)[1:]
    words += [] if "--site" in words else ["--site", str(site)]
    words += [] if words[0] in NO_NOW or "--now" in words else ["--now", NOW]
    if words[0] in ("rule", "undo") and not {"--yes", "--dry-run"} & set(words):
        words.append("--dry-run")
    if words[0] == "approve" and not {"--yes", "--show"} & set(words):
        words.append("--show")
    result = pbem(*words)
    said = result.output
    assert "internal error" not in said, said
    assert "not built" not in said
    if result.exit_code and words[0] not in ("doctor", "poll"):
        assert any(word in said.casefold() for word in NOTHING), (words, said)
