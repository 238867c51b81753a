"""What must never be: a phase that takes back announcement after announcement stops, and says so."""

from pathlib import Path

import pytest

from pbem import scenarios
from pbem.engine import run


def test_a_phase_that_never_ends_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    files = sorted((Path(__file__).parent / "scenarios").glob("R2.7-*.toml"))
    monkeypatch.setattr(run, "MOST_WITHDRAWN", 0)
    failures = [failure for path in files for failure in scenarios.play(scenarios.load(path)).failures]
    assert any("again and again" in failure for failure in failures)
