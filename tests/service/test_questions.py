"""A card without code waits for the moderator (HR-39): the phase stands open, and a ruling lets it go on."""

import pytest

from pbem.engine.events import Announced, CardPlayed, PhaseClosed, PurgeRolled, Ruled, Withdrawn
from pbem.service import desk
from pbem.service.errors import ServiceError

from .mailgame import subject_of
from .whims import GM, hand, lawful, of, rule, whimsical, words


@pytest.fixture
def whims(tmp_path):
    """An Advanced game in which no card has a code; its first Spring waits."""
    return whimsical(tmp_path)


@pytest.fixture
def asked(whims):
    """Anna holds the KGB, purges, and plays a card in her own window; the deadline has passed."""
    card = hand(whims, "red")[0]
    whims.write("red", f"DECLARE 3 KGB\nPURGE Manjak, Eatstumuch\nPLAY {card} ON Manjak WHEN PURGE OF ANYONE")
    whims.poll(1)
    whims.poll(72)
    return whims


def test_hr_39_the_game_is_on_hold_and_the_moderator_gets_the_card_and_the_command(asked):
    record = asked.record()
    assert "moderator" in record.row.held
    assert record.row.session == "purge spy health"
    assert of(asked, PhaseClosed)[-1].phase == "cure", "the phase stands open"
    said = words(next(mail for mail in reversed(asked.to(GM)) if "a card waits" in subject_of(mail)))
    card = of(asked, CardPlayed)[0].card
    for what in (
        "Anna has played a card",
        f"Card {card}, Whim {card}",
        "Whatever the moderator likes",
        "It was played on Candidate Manjak",
        "As things stand: Manjak: Candidate C",
        "SP, age",
        "pbem rule test set",
        "--because",
    ):
        assert what in said
    for colour in asked.colours:
        assert subject_of(asked.to(colour)[-1]).startswith("[test] on hold for a card")
        assert "It was played on Candidate Manjak." in words(asked.to(colour)[-1])
        assert f"Anna has played card {card}, Whim {card}" in words(asked.to(colour)[-1])
    assert asked.poll(500).resolved == []


def test_a_ruling_lets_the_phase_go_on_and_then_its_session(asked):
    told = rule(asked, "Manjak sp=9 health=sick")
    assert "Manjak: 9 SP" in told.text
    record = asked.record()
    assert record.row.held == ""
    assert record.row.session in ("replacement", "funeral replacement")
    assert [one.phase for one in of(asked, PhaseClosed)] == ["setup", "cure", "purge", "spy", "health"] + (
        ["funeral"] if record.row.session == "replacement" else []
    )
    report = words(asked.to("green")[-1])
    assert "The moderator rules: “so it is written”." in report
    assert "1951, phase 2: Purge Phase" in report
    assert "1951, phase 4: Health Phase" in report
    lawful(asked)


def test_the_announcement_in_whose_window_it_came_is_made_anew(asked):
    """Its line is unused again: the moderator's word costs nobody his purge."""
    rule(asked, "Manjak suspicion=1")
    purges = [one.target for one in of(asked, Announced) if one.action == "purge"]
    assert purges[:2] == ["P", "P"]
    assert of(asked, PurgeRolled)[0].victim == "P"
    assert len(of(asked, CardPlayed)) == 1


def test_an_announcement_that_the_ruling_makes_illegal_is_passed_over(asked):
    rule(asked, "Manjak place=siberia")
    assert of(asked, PurgeRolled)[0].victim == "M", "the next of his list"
    assert of(asked, Withdrawn) == []


def test_a_ruling_without_values_settles_a_card_that_changes_nothing(asked):
    told = rule(asked)
    assert "Nothing changes on the table." in told.text
    assert asked.record().row.held == ""
    assert of(asked, Ruled) == [Ruled("so it is written")]


def test_two_cards_are_two_questions(whims):
    one, two, _ = hand(whims, "red")
    whims.write("red", f"PLAY {one} ON PC WHEN START OF PURGE\nPLAY {two} ON PC WHEN START OF SPY")
    whims.poll(1)
    whims.poll(72)
    assert f"card {one}" in whims.record().row.held
    assert "on hold again" in rule(whims, "PC sp=4".replace("PC", "Aparatschik")).text
    assert f"card {two}" in whims.record().row.held
    assert len([mail for mail in whims.to(GM) if "a card waits" in subject_of(mail)]) == 2
    rule(whims, "Aparatschik sp=5")
    assert whims.record().row.held == ""
    assert whims.record().state.people["A"].stress >= 5
    lawful(whims)


def test_a_card_in_a_phase_that_waits_for_nobody_stops_the_game_too(whims):
    """The Funeral Commission has nobody to elect, and resolves at once; its start window opens all the same."""
    card = hand(whims, "red")[0]
    whims.write("red", f"PLAY {card} ON Manjak WHEN START OF FUNERAL")
    whims.poll(1)
    whims.poll(72)
    state = whims.record().state
    if state.holder("PC") is not None:
        assert state.phase == "funeral"
        assert whims.record().row.held
        rule(whims)
    assert whims.record().row.session == "replacement"
    assert not whims.record().row.held


def test_the_surplus_of_orders_is_as_it_was_at_the_deadline(asked):
    """Letters that come meanwhile are answered; nothing of them is kept."""
    asked.write("blue", "PURGE Manjak\nREADY\nSTATUS\nMODERATOR: be quick", to=asked.to("blue")[0])
    asked.write("red", 'VOTE GUILTY\nOFFER 1 TO blue FOR "x"\nYES\nSTATUS\nMODERATOR: be kind')
    asked.poll(1)
    said = words(asked.to("red")[-1])
    assert "a card waits for the moderator" in said
    assert said.count("It is not kept; please send it again") == 3
    assert "The Tally Track" in said or "No parade" in said
    assert "be kind" in words(asked.to(GM)[-1])
    assert not any("VOTE GUILTY" in line for line in asked.orders("red"))
    assert asked.record().state.offers == ()


def test_who_were_all_ready_do_not_read_that_a_deadline_has_passed(whims):
    card = hand(whims, "red")[0]
    whims.write("red", f"PLAY {card} ON Manjak\nREADY")
    for colour in ("blue", "green"):
        whims.write(colour, "READY")
    whims.poll(1)
    assert whims.record().row.held
    whims.write("blue", "VOTE GUILTY")
    whims.poll(1)
    said = words(whims.to("blue")[-1])
    assert "The orders for this session are being carried out already" in said
    assert "deadline has passed" not in said


def test_what_has_to_wait_for_the_ruling_says_so(asked):
    for refused in (
        lambda: desk.resume(asked.site, "test", asked.now),
        lambda: desk.resolve(asked.site, "test", asked.now, False),
        lambda: desk.resolve(asked.site, "test", asked.now, True),
        lambda: desk.enter(asked.site, "test", "red", ["PURGE Manjak"], asked.now),
    ):
        with pytest.raises(ServiceError, match="waits for your ruling: Anna has played card"):
            refused()


def test_a_dry_run_changes_nothing_and_rolls_no_die(asked):
    before = asked.record().row
    told = rule(asked, "Manjak place=siberia", dry_run=True)
    assert told.text.startswith("Manjak: Siberia (was Candidate C1).")
    assert asked.record().row == before
    assert "rolled" not in told.text


def test_resolve_by_hand_says_that_it_is_on_hold(whims):
    card = hand(whims, "red")[0]
    whims.write("red", f"PLAY {card} ON Manjak")
    whims.poll(1)
    told = desk.resolve(whims.site, "test", whims.now, dry_run=False)
    assert "on hold until `pbem rule test set" in told.text
    assert told.data["held"]
