"""E3: a pause in which nobody writes changes nothing: the story is the one that it would have been without it, event for event."""

import pytest

from pbem.engine.events import Announced, Event, PhaseOpened
from pbem.service.record import load
from pbem.store.database import transaction
from tests.laws.mailgame import MailGame, TextGame

LONG = 16


def events(game: MailGame) -> list[Event]:
    with transaction(game.site.engine) as connection:
        record = load(connection, game.name)
        assert record is not None
        return record.events()


def played(
    folder, rules: str, seed: int, tempo: str, pauses: str, sessions: int = LONG
) -> tuple[MailGame, list[str]]:
    """A game in which everybody writes to the report of each session, and nobody in a pause; and what it paused for."""
    game = TextGame(folder, rules=rules, seats=4, seed=seed, tempo=tempo, options={"pauses": pauses})
    seen: list[str] = []
    for _ in range(sessions):
        if not game.session():
            break
        while pause := game.look().record.row.pause:
            seen.append(pause)
            game.now = game.look().record.row.deadline.replace(tzinfo=game.now.tzinfo)
            game.poll()
    return game, seen


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "tempo"), [("basic", "club"), ("advanced", "club"), ("swiss", "year"), ("advanced", "classic")]
)
@pytest.mark.parametrize("seed", [1, 2])
def test_nobody_writes_in_a_pause(tmp_path, rules, tempo, seed):
    plain, none = played(tmp_path / "plain", rules, seed, tempo, "none")
    paused, some = played(tmp_path / "paused", rules, seed, tempo, "trial,nomination,purge")

    assert none == []
    assert some
    assert events(paused) == events(plain)


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["basic", "advanced"])
def test_at_most_one_pause_of_a_kind_a_session_and_none_without_its_announcement(tmp_path, rules):
    game, seen = played(tmp_path, rules, 5, "year", "trial,nomination,purge", 8)

    announced = [
        e.action for e in events(game) if isinstance(e, Announced) and e.action in ("trial", "nomination")
    ]
    years = {e.turn for e in events(game) if isinstance(e, PhaseOpened)}
    for kind in ("trial", "nomination"):
        assert min(1, announced.count(kind)) <= seen.count(kind) <= min(announced.count(kind), len(years))
    assert ("purge" in seen) == (rules == "advanced")
