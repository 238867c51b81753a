"""`pbem rule` die, void, house, answer, tally and deck (E21): what happens, who is told, and what is refused."""

import pytest

from pbem.archive import history
from pbem.engine import readings
from pbem.engine.events import (
    Aged,
    Announced,
    Decreed,
    DieRuled,
    PurgeRolled,
    ReadingRuled,
    Rewound,
    Rolled,
    Ruled,
    SentToSiberia,
    Voided,
)
from pbem.engine.journal import effective
from pbem.service import archive, desk, ruled, ruled_dice, rulings, undoing
from pbem.service.desk import resolve as resolve_session
from pbem.service.errors import ServiceError, UsageError
from pbem.service.undoing import Manner

from .mailgame import MailGame, subject_of
from .test_undo import PURGES, purged
from .whims import lawful, of, rule, words

__all__ = ["purged"]


def force(game, kind):
    """Events of this kind that are in force."""
    return [event for event in effective(game.events()) if isinstance(event, kind)]


def done(game, told):
    game.poll()
    lawful(game)
    return told


def die(game, label, value, **more):
    return done(game, ruled_dice.die(game.site, "test", label, value, "the die was loaded", game.now, **more))


def void(game, number, **more):
    return done(game, ruled.void(game.site, "test", str(number), "it was not his", game.now, **more))


def house(game, which, reading, **more):
    return done(game, ruled.house(game.site, "test", which, reading, "so it is agreed", game.now, **more))


def answer(game, player, *lines, **more):
    return done(game, ruled.answer(game.site, "test", player, lines, "he phoned", game.now, **more))


# --- dice ---


@pytest.mark.parametrize("label", ["1951/purge Wasolin #0", "1951/purge purge Z #0", "1951/PURGE z"])
def test_e21_a_die_of_the_last_resolution_is_ruled_and_the_rest_stays(purged, label):
    health = {e.label: e.value for e in of(purged, Rolled) if "/health" in e.label}
    told = die(purged, label, "20")
    assert [e.victim for e in force(purged, PurgeRolled)] == ["H", "Z"]
    assert [e.politician for e in force(purged, SentToSiberia)] == ["H", "Z"]
    again = {e.label: e.value for e in force(purged, Rolled) if "/health" in e.label}
    assert again.items() <= health.items()
    assert "The die “purge Wasolin 1951” shows 20." in told.text
    for colour in purged.colours:
        reruns = [mail for mail in purged.to(colour) if "re-run" in subject_of(mail)]
        assert len(reruns) == 1
        said = words(reruns[0])
        assert "“the die was loaded”" in said
        assert "The die “purge Wasolin 1951” shows 20." in said
        assert "Wasolin: Siberia (was Sport Minister)" in said


def test_e21_a_die_is_rolled_anew_in_public(purged):
    die(purged, "1951/purge Wasolin #0", "reroll")
    assert "1951/purge purge Z #0 again 1" in [e.label for e in force(purged, Rolled)]
    die(purged, "1951/purge Wasolin #0", "reroll")
    assert "1951/purge purge Z #0 again 2" in [e.label for e in force(purged, Rolled)]


def test_e21_a_die_to_come_is_fixed(purged):
    purged.write("red", "PURGE IDE IN TURN 2")
    purged.poll(1)
    die(purged, "1952/purge Putschnik #0", "3")
    assert force(purged, DieRuled) == []
    assert of(purged, Ruled)[-1].facts == (DieRuled("1952/purge purge Y #0", 3),)
    assert "The die “purge Putschnik 1952” shows 3" in words(purged.to("green")[-1])
    for _ in range(4):
        purged.poll(120)
    rolled = [e for e in force(purged, Rolled) if e.label.startswith("1952/purge purge Y")]
    assert [(e.label, e.value) for e in rolled] == [("1952/purge purge Y #0 ruled", 3)]


def test_an_older_die_is_refused_with_the_two_commands_that_do_it(purged):
    purged.poll(120)
    with pytest.raises(
        ServiceError, match=r"pbem undo test --to 1951/purge --same-dice .*pbem rule test die"
    ):
        die(purged, "1951/purge Wasolin #0", "20")


@pytest.mark.parametrize(
    ("label", "value", "kind", "why"),
    [
        ("the die", "3", UsageError, "names no die"),
        ("1951/purge Wasolin", "21", UsageError, "1 to 20, or reroll"),
        ("1951/purge Zaphod", "3", UsageError, "no Politician zaphod"),
        ("1951/purge Mischif", "3", ServiceError, "No such die was rolled"),
        ("1953/purge Mischif", "reroll", ServiceError, "not been rolled yet"),
    ],
)
def test_dice_that_cannot_be_ruled(purged, label, value, kind, why):
    with pytest.raises(kind, match=why):
        die(purged, label, value)
    assert of(purged, Rewound) == []


# --- announced actions ---


def announced(game, target):
    return max(n for n, e in enumerate(game.events(), 1) if isinstance(e, Announced) and e.target == target)


def test_e21_a_voided_action_was_never_announced_and_the_rest_goes_on(purged):
    number = announced(purged, "Z")
    void(purged, number)
    assert [e.victim for e in force(purged, PurgeRolled)] == ["H"]
    assert [e.reason for e in force(purged, Aged) if e.politician == "J"] == ["purge"]
    assert of(purged, Ruled)[-1].facts == (Voided(1, "purge", "J", "purge", "Z"),)
    for colour in purged.colours:
        said = words(purged.to(colour)[-1])
        assert "re-run" in subject_of(purged.to(colour)[-1])
        assert "In the Purge Phase of 1951 Talksalott may not purge Wasolin." in said
        assert "Talksalott: 1 SP, age 67 (was 4 SP)" in said


def test_the_next_order_takes_the_place_of_a_voided_one(purged):
    void(purged, announced(purged, "H"))
    assert [e.victim for e in force(purged, PurgeRolled)] == ["Z"]


def test_what_is_no_announcement_or_too_old_is_not_voided(purged):
    with pytest.raises(ServiceError, match=r"the last that can are \d+ \(purge by J\)"):
        void(purged, 2)
    with pytest.raises(UsageError, match="no number"):
        void(purged, "last")
    number = announced(purged, "Z")
    purged.poll(120)
    with pytest.raises(ServiceError, match="older than the last resolution"):
        void(purged, number)


# --- house rulings ---


def test_e21_a_house_ruling_is_read_otherwise(purged):
    word = next(
        one.word
        for one in readings.KNOWN["HR-9"]
        if one.word and not one.by and one != readings.KNOWN["HR-9"][0]
    )
    house(purged, "hr9", word)
    assert readings.of(purged.record().state, "HR-9") == word
    assert of(purged, Ruled)[-1].facts == (ReadingRuled("HR-9", word),)
    assert readings.find("HR-9", word).sentence.split()[0] in words(purged.to("blue")[-1])
    with pytest.raises(ServiceError, match="is read so already"):
        house(purged, "HR-9", word)
    house(purged, "HR-9", "house")
    assert readings.of(purged.record().state, "HR-9") == ""


@pytest.mark.parametrize(("which", "reading"), [("HR-999", "yes"), ("HR-9", "nonsense")])
def test_readings_that_there_are_not(purged, which, reading):
    with pytest.raises(UsageError):
        house(purged, which, reading)


# --- answers ---


def test_e21_an_answer_in_a_players_stead_is_his_order_and_nobody_elses_business(purged):
    before = {colour: len(purged.to(colour)) for colour in purged.colours}
    answer(purged, "red", "PROMOTE Goferbrok TO FM")
    assert purged.orders("red") == ["PROMOTE Goferbrok TO FM"]
    assert [len(purged.to(colour)) - before[colour] for colour in purged.colours] == [1, 0, 0]
    assert "he phoned" in words(purged.to("red")[-1])
    decree = of(purged, Decreed)[-1]
    assert (decree.act, decree.only) == ("answer", ("red",))
    assert decree.seen_by("blue") is None
    purged.poll(120)
    for colour in ("blue", "green"):
        assert "phoned" not in words(purged.to(colour)[-1])


def test_an_answer_where_the_game_was_taken_back_to(purged):
    undoing.undo(
        purged.site, "test", str(announced(purged, "Z") - 2), "wrong man", purged.now, Manner(dice="same")
    )
    purged.poll()
    answer(purged, "red", "CANCEL 3", "PURGE Mischif")
    assert purged.record().row.held, "it stays where it is"
    desk.resume(purged.site, "test", purged.now)
    purged.poll()
    lawful(purged)
    assert [e.victim for e in force(purged, PurgeRolled)] == ["H", "I"]


def test_an_answer_that_is_no_order_is_refused(purged):
    with pytest.raises(UsageError, match="was not taken"):
        answer(purged, "red", "PURGE Zaphod")
    assert of(purged, Decreed) == []


# --- private words, previews, tally and deck ---


def test_private_words_stand_in_the_moderators_book_alone(purged, tmp_path):
    rulings.rule(purged.site, "test", ["Palavrian sp=3"], "Boris lied", purged.now, private=True)
    void(purged, announced(purged, "Z"), private=True)
    for colour in purged.colours:
        for mail in purged.to(colour):
            assert "Boris lied" not in words(mail)
            assert "it was not his" not in words(mail)
        assert any("The moderator has ruled" in words(mail) for mail in purged.to(colour))
    assert [e.private for e in of(purged, Ruled)] == ["Boris lied", "it was not his"]
    folder = archive.write(purged.site, "test", tmp_path / "out", False, purged.now)
    for path in folder.rglob("*"):
        if path.is_file():
            assert b"Boris lied" not in path.read_bytes(), path
    lines = (folder / "private" / "history.jsonl").read_text("utf-8").splitlines()
    assert len(list(history.check(lines))) == len(purged.events())


def test_the_archive_tells_what_was_taken_back_and_the_table_can_fold_it(purged, tmp_path):
    undoing.undo(purged.site, "test", "last", "a slip", purged.now, Manner(again=True))
    purged.poll()
    folder = archive.write(purged.site, "test", tmp_path / "out", True, purged.now)
    assert "a slip" in (folder / "index.html").read_text("utf-8")
    assert "== taken back to event " in (folder / "record.txt").read_text("utf-8")
    told = list(history.check((folder / "history.jsonl").read_text("utf-8").splitlines()))
    exiled = [event.politician for event in effective(told) if isinstance(event, SentToSiberia)]
    assert exiled == ["H"]


def test_a_preview_shows_the_mails_and_changes_nothing(purged):
    before = purged.events(), len(purged.outgoing())
    told = rule(purged, "Palavrian sp=3", because="the minutes", dry_run=True)
    assert "Palavrian: 3 SP, age 72 (was 0 SP)." in told.text
    assert "To Anna: [test] a ruling" in told.text
    assert "The moderator rules: “the minutes”." in told.text
    preview = die(purged, "1951/purge Wasolin #0", "20", dry_run=True)
    assert "+   Wasolin: Siberia" in preview.text.replace("+ |", "+ ") or "Wasolin: Siberia" in preview.text
    assert (purged.events(), len(purged.outgoing())) == before


def test_e21_the_tally_track_is_set(tmp_path):
    game = MailGame(tmp_path / "site")
    game.begin()
    for _ in range(3):
        game.poll(120)
    assert game.record().state.waves
    rule(game, "tally 1951=Palavrian/red")
    wave = game.record().state.waves[0]
    assert (wave.politician, wave.player) == ("G", "red")
    assert "Tally Track 1951: Palavrian waved for Anna" in words(game.to("green")[-1])
    rule(game, "tally 1951=nobody")
    assert game.record().state.waves[0].politician is None
    lawful(game)
    with pytest.raises(ServiceError, match="no entry for 1958"):
        rule(game, "tally 1958=nobody")


def test_e21_the_deck_is_set_and_each_card_is_in_one_place(tmp_path):
    game = MailGame(tmp_path / "site", rules="advanced")
    game.begin()
    state = game.record().state
    top, held = state.deck[5], state.hands["red"].cards[0]
    rule(game, f"deck={top}")
    after = game.record().state
    assert after.deck[0] == top
    assert sorted(after.deck) == sorted(state.deck)
    assert after.hands == state.hands
    for colour in game.colours:
        assert f"card {top}" not in words(game.to(colour)[-1])
    with pytest.raises(ServiceError, match="not in the deck"):
        rule(game, f"deck={held}")
    lawful(game)
    assert PURGES


def test_with_approval_waiting_an_action_of_the_preview_is_voided(tmp_path):
    game = MailGame(tmp_path / "site", options={"approval": "on"})
    game.begin()
    resolve_session(game.site, "test", game.now, dry_run=False)
    game.poll()
    game.write("red", PURGES)
    game.poll(1)
    game.poll(80)
    assert game.record().row.waits == "approval"
    mails = len(game.outgoing())
    number = next(n for n in range(1, 200) if _voidable(game, n))
    void(game, number)
    assert of(game, Ruled)[-1].facts[0].action == "purge"
    assert len([m for m in game.outgoing()[mails:] if "ruling" in subject_of(m)]) == 0


def _voidable(game, number):
    try:
        ruled.void(game.site, "test", str(number), "not his", game.now, dry_run=True)
    except ServiceError:
        return False
    return True


# --- rulings that go with what is taken back ---


def test_a_ruling_that_an_undo_takes_back_is_named_before_and_after(purged):
    rule(purged, "Palavrian sp=3")
    number = len(purged.events())
    while not isinstance(purged.events()[number - 1], Ruled):
        number -= 1
    lost = f"The ruling of event {number} (“"
    told = undoing.undo(purged.site, "test", "last", "a slip", purged.now, Manner(), True)
    assert lost in told.text
    assert any(warning.startswith(lost) for warning in told.data["warnings"])
    assert f"Remark: {lost}" in die(purged, "1951/purge Wasolin #0", "20", dry_run=True).text
    (announced,) = (
        at
        for at, e in enumerate(purged.events(), 1)
        if isinstance(e, Announced) and (e.action, e.target) == ("purge", "H")
    )
    assert f"Remark: {lost}" in void(purged, announced, dry_run=True).text


def test_a_second_die_of_a_session_leaves_the_first_as_it_was_ruled(purged):
    die(purged, "1951/purge Wasolin #0", "20")
    told = die(purged, "1951/purge H #0", "20")
    assert "is undone with it" not in told.text
    assert [(e.label, e.value) for e in force(purged, Rolled) if "/purge purge" in e.label] == [
        ("1951/purge purge H #0 ruled", 20),
        ("1951/purge purge Z #0 ruled", 20),
    ]
