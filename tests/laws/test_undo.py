"""Undo keeps the laws: nothing is erased, the views are what is in force, dice and orders come as promised (D27)."""

from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from pbem.engine import view
from pbem.engine.events import (
    Announced,
    Answered,
    CardPlayed,
    Choice,
    Claimed,
    Decreed,
    Event,
    PhaseOpened,
    Play,
    Rewound,
    Rolled,
    Seen,
)
from pbem.engine.journal import effective, in_force
from pbem.engine.reseen import NOBODY, asker, full, generation, kept, seen
from pbem.engine.state import State, fold, replace
from pbem.service import desk, undoing
from pbem.service.errors import ServiceError
from pbem.service.record import Record, load
from pbem.service.undoing import Manner
from pbem.store.database import transaction
from tests.laws.mailgame import MailGame

DESK = (Rewound, Decreed)


def looked(game: MailGame) -> tuple[Record, list[Event], str]:
    """The game now: its record, its whole journal, and why a phase stands open."""
    with transaction(game.site.engine) as connection:
        record = load(connection, game.name)
        assert record is not None
        record.views(), record.lists(), record.seat_rows
        open_phase = record.open_phase()
        return record, record.events(), open_phase.why if open_phase is not None else ""


def lawful(game: MailGame) -> tuple[list[Event], str]:
    """What is stored is what is in force, for everybody; the table's own numbers lead to the same; no mail was stopped."""
    record, journal, why = looked(game)
    story = effective(journal)
    for viewer, stored in record.views().items():
        assert stored == fold(view.see(viewer, story)), viewer
        assert stored == view.position(viewer, record.state), viewer
    faces = list(view.see(view.TABLE, journal))
    assert effective(faces) == list(view.see(view.TABLE, story))
    with transaction(game.site.engine) as connection:
        assert connection.exec_driver_sql("select count(*) from mail where state = 'held'").scalar() == 0
    return journal, why


def undone(game: MailGame, to: str, manner: Manner = Manner()) -> int:  # noqa: B008
    """Undo, and the number that it went to."""
    done = undoing.undo(game.site, game.name, to, "by the law", game.now, manner)
    game.read_mail()
    return int(done.data["to"])


def since(journal: list[Event], to: int, after: int = 0) -> list[Event]:
    """What is in force after event `to`, without what the desk did."""
    numbers = [number for number in in_force(journal) if number > max(to, after)]
    return [journal[number - 1] for number in numbers if not isinstance(journal[number - 1], DESK)]


@pytest.fixture(scope="module", params=[("basic", 2), ("advanced", 5)], ids=["basic", "advanced"])
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> MailGame:
    rules, seed = request.param
    game = MailGame(tmp_path_factory.mktemp("undo") / "site", rules, 3, seed)
    for _ in range(5):
        game.session()
    return game


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_back_to_anywhere_and_on_again(played: MailGame, tmp_path: Path, seed: int) -> None:
    game, rng = played.copy(tmp_path / "site"), Random(seed)
    for _ in range(6):
        journal, why = lawful(game)
        manner = Manner(rng.random() < 0.3, rng.choice(["asked", "same", "new"]), rng.random() < 0.3, True)
        try:
            if why and rng.random() < 0.6:
                desk.resume(game.site, game.name, game.now)
                game.read_mail()
            else:
                undone(game, rng.choice(["last", str(rng.randint(1, len(journal)))]), manner)
        except ServiceError:
            continue
        assert looked(game)[1][: len(journal)] == journal, "nothing is erased"
        game.now += timedelta(hours=1)
    lawful(game)


def test_the_same_orders_and_dice_tell_the_same_story(played: MailGame, tmp_path: Path) -> None:
    """At once, or at the next deadline; after an undo, and after the undo of it."""
    game = played.copy(tmp_path / "site")
    first = looked(game)[1]
    to = undone(game, "last", Manner(again=True))
    journal, _ = lawful(game)
    assert since(journal, to, len(first)) == since(first, to)
    assert undone(game, "last", Manner(dice="same")) >= to
    game.now += timedelta(hours=80)
    game.poll()
    again, _ = lawful(game)
    assert since(again, to, len(journal)) == since(first, to)
    back = undone(game, str(len(first)))  # the undo of all that: as it was before the first undo
    journal, _ = lawful(game)
    assert back == len(first)
    assert since(journal, to) == since(first, to)


def test_every_cut_of_a_session_resumes_to_the_same_story(played: MailGame, tmp_path: Path) -> None:
    """In the middle of a phase, too: `pbem resume` goes on with the orders of then."""
    game = played.copy(tmp_path / "site")
    first = looked(game)[1]
    start = undone(game, "last", Manner(again=True))
    for number in Random(7).sample(range(start + 2, len(first)), 4):
        try:
            to = undone(game, str(number), Manner(dice="same"))
        except ServiceError:
            continue
        if looked(game)[2]:
            desk.resume(game.site, game.name, game.now)
        else:
            game.now += timedelta(hours=80)
            game.poll()
        game.read_mail()
        journal, _ = lawful(game)
        told, was = (
            [
                event for event in since(story, to) if not isinstance(event, PhaseOpened)
            ]  # a new deadline may lie there
            for story in (journal, first)
        )
        length = min(len(told), len(was))
        assert told[:length] == was[:length]
        undone(game, str(len(first)))
        game.now += timedelta(hours=1)


# --- decision D27, one die at a time --------------------------------------------------------------------------------

DIE = "1953/purge purge K #0"
ORDERED = [
    Answered("red", "B", "purge", Choice("purge", "K"), 3, because="PURGE K"),
    Announced("B", "purge", "K", player="red"),
]
ROLLED = Rolled(DIE, 7)


def test_d27_a_purge_is_asked_for_by_the_order_that_announced_it() -> None:
    assert asker(DIE, ORDERED) == ("red", "PURGE K")
    assert asker("1953/health K #0", ORDERED) == NOBODY
    assert asker("1953/purge tie K red #0", ORDERED) == NOBODY


def test_d27_a_die_of_a_card_is_asked_for_by_the_order_that_played_it() -> None:
    played = [
        Claimed(plays=(Play("blue", 12, ("K",), because="PLAY 12 ON K"),)),
        CardPlayed("blue", 12, ("K",)),
    ]
    assert asker("1953/purge assassination K #0", [*ORDERED, *played]) == ("blue", "PLAY 12 ON K")
    assert asker(DIE, [*ORDERED, *played]) == ("red", "PURGE K")


@pytest.mark.parametrize(
    ("words", "label"), [("PURGE K", DIE), ("PURGE KGB", full(DIE, 1)), ("PURGE 2", full(DIE, 2))]
)
def test_d27_the_same_order_gets_the_same_die_another_one_the_next(words: str, label: str) -> None:
    state = replace(State(), reseen={DIE: ("red", "PURGE K"), full(DIE, 1): ("red", "PURGE KGB")})
    answer = Answered("red", "B", "purge", Choice("purge", "K"), 3, because=words)
    assert generation(state, DIE, lambda: [answer, ORDERED[1]]) == label


def test_d27_what_nobody_ordered_is_always_new() -> None:
    health = "1953/health K #0"
    state = replace(State(), reseen={health: NOBODY})
    assert generation(state, health, lambda: ORDERED) == full(health, 1)


def test_d27_all_that_was_rolled_was_seen_in_undone_parts_too() -> None:
    journal = [*ORDERED, ROLLED, Rewound(0, 3, "purge", ""), *ORDERED, Rolled(full(DIE, 1), 9)]
    assert {one.label for one in seen(journal, 0)} == {DIE, full(DIE, 1)}
    assert seen(journal, 0)[0] == Seen(DIE, "red", "PURGE K")
    assert seen(journal, 0, renew=True) == (Seen(DIE), Seen(full(DIE, 1)))
    assert kept(journal, 0) == (Seen(DIE),)
    assert seen(journal, len(journal)) == ()


def test_a_players_face_of_an_undo_holds_no_number_of_the_journal_and_no_order() -> None:
    event = Rewound(117, 3, "purge", "so", "in confidence", (Seen(DIE, "red", "PURGE K"),), 60)
    for viewer in ("red", "blue", view.TABLE):
        face = event.seen_by(viewer)
        assert face == Rewound(60, 3, "purge", "so", "", (Seen(DIE),), 60)
