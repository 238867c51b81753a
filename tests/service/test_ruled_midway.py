"""A ruling in the middle of a phase: what stands announced is made all the same, and what was done is not done again."""

import pytest

from pbem.engine.events import Announced, Ruled, Suspected, Voided, VoteFixed
from pbem.engine.journal import effective
from pbem.service import desk, ruled, rulings, undoing

from .mailgame import MailGame
from .test_pauses import of, on_trial, open_phase, suspected
from .test_pauses import ruled as imposed
from .whims import lawful


@pytest.fixture
def trial(tmp_path):
    """The Party Chief is on trial, and the session has stopped there."""
    return on_trial(tmp_path / "site")


def rule(game: MailGame) -> None:
    rulings.rule(game.site, game.name, ["Manjak sp=2"], "so it is written", game.now)


@pytest.mark.parametrize("letter", ["", "CANCEL ALL", "INVESTIGATE FM\nCONDEMN C1", "PASS"])
@pytest.mark.parametrize("how", ["facts", "reading", "nothing"])
def test_a_trial_stands_whatever_is_ruled_in_its_pause_and_whatever_its_player_orders(trial, letter, how):
    if letter:
        trial.write("red", letter)
        trial.poll(1)
    if how == "facts":
        rule(trial)
    elif how == "reading":
        ruled.house(trial.site, "test", "HR-9", "guilty", "so it is read", trial.now, once=True)
    else:
        imposed(trial)
    trial.poll()
    lawful(trial)
    assert open_phase(trial)
    trial.poll(40)
    lawful(trial)
    assert of(trial, VoteFixed), "there was a vote"
    accused = {one.target for one in of(trial, Announced) if one.action == "trial"}
    assert len(accused) == 1
    assert trial.orders("red") == []


def test_what_may_not_be_announced_any_more_is_not_made(trial):
    said = [one for one in of(trial, Announced) if one.action == "trial"][-1]
    imposed(trial, Voided(2, "spy", said.actor, "trial", said.target))
    trial.poll(40)
    assert not of(trial, VoteFixed)


def test_the_pause_is_not_held_a_second_time(trial):
    rule(trial)
    trial.poll(40)
    assert trial.record().row.pause == ""


def test_an_investigation_is_not_made_again_after_a_ruling(tmp_path):
    game = suspected(tmp_path / "site")
    game.write("red", "INVESTIGATE IDE, FM")
    game.poll(1)
    before = len(game.events())
    game.poll(73)
    marked = [one.politician for one in game.events()[before:] if isinstance(one, Suspected)]
    assert len(marked) == 2
    to = next(at for at, one in enumerate(game.events(), 1) if at > before and isinstance(one, Suspected)) + 1
    undoing.undo(game.site, "test", str(to), "a slip", game.now)
    rule(game)
    desk.resume(game.site, "test", game.now)
    game.poll(1)
    lawful(game)
    story = effective(game.events())
    assert any(isinstance(one, Ruled) and one.words == "so it is written" for one in story)
    assert [one.politician for one in story if isinstance(one, Suspected)][-2:] == marked
    assert [one.politician for one in story if isinstance(one, Suspected)].count(marked[0]) == 1
