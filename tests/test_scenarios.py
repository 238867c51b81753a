"""Every scenario must come out as it says (docs/scenarios.md)."""

from pathlib import Path

import pytest

from pbem import scenarios

OURS = Path(__file__).parent / "scenarios"
#: A collection beside the repository, where there is one.
OTHERS = Path(__file__).parents[2] / "shared" / "scenarios"


def failures(path: Path) -> list[str]:
    """What the scenario expected and did not get."""
    return scenarios.play(scenarios.load(path)).failures


@pytest.mark.parametrize("path", sorted(OURS.glob("*.toml")), ids=lambda path: path.stem)
def test_scenario(path: Path) -> None:
    assert failures(path) == []


def test_there_are_scenarios() -> None:
    assert len(list(OURS.glob("*.toml"))) > 200


@pytest.mark.skipif(not OTHERS.is_dir(), reason="no second collection of scenarios beside the repository")
def test_scenarios_of_the_second_collection() -> None:
    wrong = {path.name: found for path in sorted(OTHERS.glob("*.toml")) if (found := failures(path))}
    assert wrong == {}
