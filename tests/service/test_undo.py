"""`pbem undo` in a game by mail: orders, dice, codes, mails (decision D27)."""

import pytest

from pbem.engine.events import Announced, GameEnded, InfluenceRecorded, Rewound, Rolled, Ruled, SentToSiberia
from pbem.service import desk, undoing
from pbem.service.errors import ServiceError, UsageError
from pbem.service.record import load
from pbem.service.undoing import Manner
from pbem.store.database import transaction

from .mailgame import MailGame, subject_of
from .whims import lawful, of, words

PURGES = "DECLARE 2 KGB\nPURGE FM\nPURGE SPO"


@pytest.fixture
def purged(tmp_path):
    """The first Spring is resolved: Talksalott has purged the Foreign Minister, and failed with the Sport Minister."""
    game = MailGame(tmp_path / "site")
    game.begin()
    game.write("red", PURGES)
    game.poll(1)
    game.poll(73)
    assert [e.politician for e in of(game, SentToSiberia)] == ["H"]
    return game


def undo(game, to="last", dry_run=False, because="a slip of the pen", **manner):
    told = undoing.undo(game.site, game.name, to, because, game.now, Manner(**manner), dry_run)
    if not dry_run:
        game.poll()
        lawful(game)
    return told


def test_the_session_is_open_again_with_its_orders_and_everybody_is_told(purged):
    old = purged.to("red")[-1]
    undo(purged)
    record = purged.record()
    assert (record.row.turn, record.row.session) == (1, "purge spy health")
    assert record.row.deadline.replace(tzinfo=purged.now.tzinfo) > purged.now
    assert record.state.people["H"].place == "FM"
    assert purged.orders("red") == ["DECLARE 2 KGB", "PURGE FM", "PURGE SPO"]
    for colour in purged.colours:
        mail = purged.to(colour)[-1]
        assert "re-run" in subject_of(mail)
        said = words(mail)
        assert "back to the beginning of the Purge Phase of 1951: “a slip of the pen”" in said
        assert "Shootemdedsky: Foreign Minister (was Siberia)" in said
        assert ("stand again: | DECLARE 2 KGB | PURGE FM | PURGE SPO" in said) == (colour == "red")
    purged.write("red", "PURGE IDE", to=old)
    purged.poll(1)
    assert "PURGE IDE" not in " ".join(purged.orders("red")), (
        "an answer to the old report is none to the new one"
    )


def test_d27_the_same_orders_get_their_dice_again(purged):
    values = {e.label: e.value for e in of(purged, Rolled)}
    undo(purged)
    start = len(purged.events())
    purged.poll(120)
    rolled = {
        e.label: e.value for e in purged.events()[start:] if isinstance(e, Rolled) and " purge " in e.label
    }
    assert rolled == {label: value for label, value in values.items() if " purge " in label}


def test_d27_another_order_gets_a_new_die(purged):
    values = {e.label: e.value for e in of(purged, Rolled)}
    undo(purged)
    purged.write("red", "PURGE Shootemdedsky")
    purged.poll(1)
    purged.write("blue", "HOLD PC UP TO 1")
    purged.poll(1)
    start = len(purged.events())
    purged.poll(120)
    rolled = {e.label: e.value for e in purged.events()[start:] if isinstance(e, Rolled)}
    assert "1951/purge purge H #0 again 1" in rolled, "by another order: it is new"
    health = [label for label in rolled if "/health" in label and label.removesuffix(" again 1") in values]
    assert health
    assert all(label.endswith(" again 1") for label in health), "nobody asked for them: they are new"
    lawful(purged)


@pytest.mark.parametrize(("dice", "again"), [("same", False), ("new", True)])
def test_dice_by_choice(purged, dice, again):
    seen = {e.label for e in of(purged, Rolled)}
    undo(purged, dice=dice)
    start = len(purged.events())
    purged.poll(120)
    labels = [e.label for e in purged.events()[start:] if isinstance(e, Rolled)]
    known = [label for label in labels if label.removesuffix(" again 1") in seen]
    assert known
    assert {label.endswith(" again 1") for label in known} == {again}


def test_orders_given_since_are_kept_or_dropped(purged):
    purged.write("red", "PROMOTE Goferbrok TO FM")
    purged.poll(1)
    preview = undo(purged, dry_run=True, drop=True)
    assert "no longer stands: PROMOTE Goferbrok TO FM" in preview.text
    undo(purged)
    assert "PROMOTE Goferbrok TO FM" in purged.orders("red")
    assert "stay in your list: | PROMOTE Goferbrok TO FM" in words(purged.to("red")[-1])
    undo(purged, str(len(purged.events()) - 1), drop=True)  # the undo of the undo, and without it
    undo(purged, drop=True)
    assert purged.orders("red") == ["DECLARE 2 KGB", "PURGE FM", "PURGE SPO"]


def test_again_resolves_the_same_orders_at_once_and_spares_those_given_since(purged):
    purged.write("red", "PROMOTE Goferbrok TO FM")
    purged.poll(1)
    reports = len([m for m in purged.to("red") if "re-run" in subject_of(m)])
    undo(purged, again=True)
    assert purged.record().row.session == "replacement"
    assert [e.politician for e in of(purged, SentToSiberia)] == ["H", "H"]
    assert purged.orders("red") == ["PROMOTE Goferbrok TO FM"]
    assert len([m for m in purged.to("red") if "re-run" in subject_of(m)]) == reports + 1
    said = words(purged.to("red")[-1])
    assert "were resolved again: | DECLARE 2 KGB | PURGE FM | PURGE SPO" in said
    assert "All dice keep their values" in said
    assert "The position is as you knew it" in said


def test_in_the_middle_of_a_phase_it_waits_for_resume(purged):
    number = next(n for n, e in enumerate(purged.events(), 1) if isinstance(e, Announced) and e.target == "Z")
    undo(purged, str(number), dice="same")
    record = purged.record()
    assert record.row.held.startswith("taken back to the middle of the Purge Phase of 1951")
    assert "on hold" in subject_of(purged.to("red")[-1])
    purged.poll(300)
    assert purged.record().row.held, "no deadline passes"
    desk.resume(purged.site, "test", purged.now)
    purged.poll()
    assert purged.record().row.session == "replacement"
    assert "This is a re-run" not in words(purged.to("red")[-1])
    lawful(purged)


def test_back_into_set_up_and_on_again(purged):
    undo(purged, "setup")
    record = purged.record()
    assert (record.row.status, record.row.session) == ("setup", "setup")
    assert (
        all(sheet is None or sheet == {} for sheet in record.state.recorded.values())
        or not record.state.recorded
    )
    assert len(record.draft("red")) == 10
    purged.poll(200)
    assert len(of(purged, InfluenceRecorded)) == 6
    assert purged.record().row.status == "running"
    lawful(purged)


def test_a_preview_does_nothing(purged):
    before = (purged.events(), len(purged.outgoing()), purged.orders("red"))
    told = undo(purged, dry_run=True)
    assert (purged.events(), len(purged.outgoing()), purged.orders("red")) == before
    for said in (
        "would go back to the beginning of the Purge Phase of 1951",
        "Orders of Anna:",
        "To Boris: ",
        "purge Wasolin 1951",
    ):
        assert said in told.text, said


def test_private_words_reach_no_player(purged):
    undo(purged, private=True, because="red cheated")
    assert of(purged, Rewound)[0].private == "red cheated"
    for colour in purged.colours:
        assert "cheated" not in words(purged.to(colour)[-1])


@pytest.mark.parametrize(
    ("to", "kind", "why"),
    [
        ("9999", UsageError, "There is no event 9999"),
        ("tomorrow", UsageError, "is no place in a game"),
        ("1951/lunch", UsageError, "no phase 'lunch'"),
        ("1999/purge", UsageError, "1951 to 1961"),
        ("1955/purge", ServiceError, "has not been played"),
    ],
)
def test_where_one_cannot_go_is_said(purged, to, kind, why):
    with pytest.raises(kind, match=why):
        undo(purged, to)


def test_nothing_to_undo_is_said(tmp_path):
    game = MailGame(tmp_path / "site")
    with pytest.raises(ServiceError, match="Nothing has been resolved"):
        undo(game)


def test_an_undo_when_the_game_is_over_makes_it_run_again_and_warns(purged):
    with transaction(purged.site.engine) as connection:
        record = load(connection, "test")
        record.write([Ruled("the end", (GameEnded(("red",), "E24"),))])
        record.change(status="over", session="", code="", pause="", deadline=None)
        record.flush()
    told = undo(purged, str(len(purged.events()) - 1), dry_run=True)
    assert "Take care: The game was over: the players have everybody's sheets" in told.text
    undo(purged, str(len(purged.events()) - 1))
    record = purged.record()
    assert (record.row.status, record.state.over, record.row.session) == ("running", False, "replacement")
    assert "re-run" in subject_of(purged.to("blue")[-1])
    purged.poll(150)
    assert purged.record().row.session != "replacement"
    lawful(purged)


def test_a_line_replaced_since_stays_replaced_unless_the_orders_of_then_are_resolved_again(purged):
    undo(purged)
    purged.write("red", "PURGE Mischif")
    purged.poll(1)
    assert "PURGE Mischif" in purged.orders("red")
    undo(
        purged,
        str(next(n for n, e in enumerate(purged.events(), 1) if isinstance(e, Rewound)) - 1),
        dry_run=True,
    )
    assert "PURGE Mischif" in purged.orders("red")


def test_in_a_blind_game_the_preview_tells_no_orders(tmp_path):
    game = MailGame(tmp_path / "site", options={"blind": "on"})
    game.begin()
    game.write("red", PURGES)
    game.poll(1)
    game.poll(73)
    told = undo(game, dry_run=True)
    assert "PURGE SPO" not in told.text
    assert "moderated blind" in told.text
    assert "PURGE SPO" not in str(told.data)
