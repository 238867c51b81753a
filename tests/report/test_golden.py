"""Whole mails as golden text files: their diff is what players will read.  `pytest tests/report --update-golden` renews them."""

from pathlib import Path

import pytest

from .samples import SAMPLES

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_golden(name: str, request: pytest.FixtureRequest) -> None:
    rendered = SAMPLES[name]()
    text = f"Subject: {rendered.subject}\n\n{rendered.text}"
    path = GOLDEN / f"{name}.txt"
    if request.config.getoption("--update-golden", default=False):
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8")


def test_no_golden_file_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(SAMPLES)
