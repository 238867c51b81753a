"""A whole game of each preset, by real mail between bots, comes out of its archive again to the byte: events, mails, pictures."""

from pathlib import Path

import pytest

from pbem.service.demo import play

from .archived import same


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "seats"), [("advanced", 3), ("swiss", 3), ("swiss-ah", 3)])
def test_a_whole_game(tmp_path: Path, rules: str, seats: int):
    done = play(tmp_path / "site", rules, seats, "05")
    found = same(Path(done.archive))
    assert not found.not_rebuilt
    assert found.compared == done.mails
