from pathlib import Path

import pytest

from pbem.service.demo import play


@pytest.fixture(scope="session")
def short(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The archive of a short game of three bots; nobody changes it."""
    site = tmp_path_factory.mktemp("short") / "site"
    return Path(play(site, "basic", 3, "61").archive)
