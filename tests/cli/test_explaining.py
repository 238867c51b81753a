"""`pbem explain`: an event, or the events of a phase, for people and for programs."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import Pbem
from .test_rule import NOW, game

__all__ = ["game"]

Refused = Callable[..., str]
LATER = "2026-12-20T10:00:00Z"


@pytest.fixture
def played(pbem: Pbem, game: str, tmp_path: Path) -> str:
    """The first session is over."""
    for colour in ("red", "blue", "green"):
        assert pbem("order", game, colour, "PURGE Manjak", "READY", "--now", NOW).exit_code == 0
    assert pbem("resolve", game, "--now", LATER).exit_code == 0
    return game


def test_a_phase_is_a_table_and_each_of_its_events_is_explained(pbem: Pbem, played: str) -> None:
    listed = pbem("explain", played, "1951/health", "--now", LATER)
    assert listed.exit_code == 0, listed.output
    number, players, words = listed.stdout.splitlines()[1].split("\t")
    assert words.startswith("The die “health ")
    told = pbem("explain", played, number, "--now", LATER)
    assert told.exit_code == 0, told.output
    assert told.stdout.startswith(
        f"Event {number} of the journal (players know it as [{players}]): 1951, Health Phase."
    )
    assert "label and seed give" in told.stdout
    his = pbem("explain", played, f"#{players}", "--player", "red", "--now", LATER)
    assert his.stdout.startswith(f"Event [{players}]: 1951, Health Phase.")
    assert "sealed until the end" in his.stdout


def test_json_is_for_programs(pbem: Pbem, played: str) -> None:
    listed = json.loads(pbem("explain", played, "1951/health", "--json", "--now", LATER).stdout)
    told = json.loads(pbem("explain", played, str(listed[1]["event"]), "--json", "--now", LATER).stdout)
    assert told["players_number"] == listed[1]["players"]
    assert told["kind"] == "Rolled"
    assert told["fact"]["event"] == "Rolled"
    his = json.loads(
        pbem("explain", played, str(listed[1]["players"]), "--player", "red", "--json", "--now", LATER).stdout
    )
    assert (his["event"], his["fact"]) == (None, None)


def test_what_there_is_not_is_one_sentence(pbem: Pbem, played: str, refused: Refused) -> None:
    assert "There is no event 9999" in refused(2, "explain", played, "9999", "--now", LATER)
    assert "is no event" in refused(2, "explain", played, "lunch", "--now", LATER)
    assert "has not been played" in refused(1, "explain", played, "1959/purge", "--now", LATER)
    assert "There is no player" in refused(2, "explain", played, "3", "--player", "pink", "--now", LATER)
