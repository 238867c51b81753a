"""What pbem.toml settles for every game, and for the moderator: `[games] options`, `[judge] digest`."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import Pbem
from .test_where import NEW, NOW

Refused = Callable[..., str]


@pytest.fixture
def write(pbem: Pbem, tmp_path: Path) -> Callable[[str, str], None]:
    """Put a line behind the head of a table."""
    assert pbem("init", "--timezone", "Europe/Zurich").exit_code == 0

    def do(table: str, line: str) -> None:
        toml = tmp_path / "pbem.toml"
        text = toml.read_text("utf-8").splitlines()
        place = next(number for number, one in enumerate(text) if one.startswith(f"[{table}]"))
        toml.write_text("\n".join([*text[: place + 1], line, *text[place + 1 :], ""]), "utf-8")

    return do


def test_options_hold_for_new_games(pbem: Pbem, write: Callable[[str, str], None]) -> None:
    write("games", 'options = { grace = "24h", off = "sat, sun" }')
    assert pbem(*NEW, "--rules", "basic", "--option", "grace=6h").exit_code == 0
    settled = json.loads(pbem("set", "g1", "--json").stdout)
    assert (settled["grace"], settled["off"]) == ("6h", "sat, sun")


@pytest.mark.parametrize(
    ("table", "line", "said"),
    [
        (
            "games",
            'options = { grase = "24h" }',
            "[games] options: there is no setting 'grase'; did you mean grace?",
        ),
        ("games", 'options = { approval = "perhaps" }', "[games] options: approval=perhaps: write on or off"),
        ("judge", 'digest = "8 o\'clock"', "[judge] digest: write an hour like"),
    ],
)
def test_what_cannot_be_is_said(
    refused: Refused, write: Callable[[str, str], None], table: str, line: str, said: str
) -> None:
    write(table, line)
    assert said in refused(2, "games")


@pytest.mark.parametrize(("digest", "hours"), [("08:00", [8]), ("19:30", [19]), ("off", [])])
def test_the_digest_comes_when_it_is_wanted(
    pbem: Pbem, write: Callable[[str, str], None], tmp_path: Path, digest: str, hours: list[int]
) -> None:
    write("judge", f'digest = "{digest}"')
    assert pbem(*NEW, "--rules", "basic").exit_code == 0
    assert pbem("poll", "--now", NOW).exit_code == 0
    assert pbem("hold", "g1", "--because", "Easter", "--now", NOW).exit_code == 0
    assert pbem("poll", "--now", "2026-12-01T23:45+01:00").exit_code == 0
    out, came = tmp_path / "mail/out/new", []
    for hour in range(24):
        before = {path.name for path in out.iterdir()}
        assert pbem("poll", "--now", f"2026-12-02T{hour:02}:45+01:00").exit_code == 0
        new = [path.read_text() for path in out.iterdir() if path.name not in before]
        came += [hour for text in new if "To: gm@example.org" in text and "a hand" in text]
    assert came == hours
