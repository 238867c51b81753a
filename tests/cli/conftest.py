"""`pbem` called in this process, by its arguments."""

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from pbem.cli.commands import app

Pbem = Callable[..., Result]


@pytest.fixture
def pbem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Pbem:
    """`pbem("games", "--json")` in an empty folder that is no site."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PBEM_SITE", raising=False)
    monkeypatch.delenv("PBEM_DEBUG", raising=False)
    return lambda *words: CliRunner().invoke(app, [str(word) for word in words], prog_name="pbem")


@pytest.fixture
def refused(pbem: Pbem) -> Callable[..., str]:
    """Call `pbem`, which must refuse with this status; its one line on standard error."""

    def call(status: int, *words: str) -> str:
        result = pbem(*words)
        assert result.exit_code == status, result.output
        assert result.stderr.startswith("pbem: ")
        assert result.stderr.count("\n") == 1
        assert "Traceback" not in result.output
        return result.stderr

    return call
