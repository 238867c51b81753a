"""A process that dies while a session stops for a ballot, while a letter is read in the pause, while a bulletin comes out, or while it goes on."""

from datetime import timedelta

import pytest

from pbem.service.poll import poll
from pbem.service.site import Site

from .test_killed import _copied, _everything, _in_a_child
from .test_pauses import on_trial, suspected


def _about_to(tmp_path, step):
    """A game in which the next poll does it, and when that is."""
    if step == "it stops":
        game = suspected(tmp_path / "site", bulletins="twice")
        game.write("red", "TRY PC")
        game.poll(1)
        return game, game.now + timedelta(hours=72)
    game = on_trial(tmp_path / "site", bulletins="twice")
    game.write("blue", "DECLARE 7 DM NOW" if step == "a bulletin" else "DECLARE 3 IND\nVOTE GUILTY ON PC")
    if step == "a letter":
        return game, game.now + timedelta(hours=1)
    game.poll(1)
    return game, game.now + timedelta(hours=16 if step == "a bulletin" else 40)


@pytest.mark.slow
@pytest.mark.parametrize("step", ["it stops", "a letter", "a bulletin", "it goes on"])
def test_killed_anywhere_and_repeated_the_game_is_the_same(tmp_path, step):
    game, now = _about_to(tmp_path, step)
    game.site.engine.dispose()

    def deed(site):
        poll(site, now)

    steps = _in_a_child(_copied(game.folder, tmp_path / "whole"), deed, 0)
    assert steps
    wanted = _everything(tmp_path / "whole")
    assert bool(wanted["question"]) == (step != "it goes on")
    for at in range(1, steps + 1):
        folder = _copied(game.folder, tmp_path / f"killed{at}")
        assert _in_a_child(folder, deed, at) is None
        site = Site.open(folder)
        deed(site)
        site.engine.dispose()
        assert _everything(folder) == wanted, f"killed at {at} of {steps}"
