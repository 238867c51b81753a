"""`--update-golden`, also when these tests are run alone."""

from contextlib import suppress

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    with suppress(ValueError):  # tests/report has it, too
        parser.addoption("--update-golden", action="store_true", help="write the recorded reports afresh")
