"""E3: a session stops at an announced ballot; everybody is told, has time of his own, and the vote goes by what he says then."""

import pytest

from pbem.engine.events import (
    Announced,
    CardsHanded,
    InfluenceRecorded,
    PhaseClosed,
    PurgeRolled,
    Ruled,
    VoteFixed,
    Withdrawn,
)
from pbem.service import desk
from pbem.service.record import OpenPhase, load
from pbem.store.database import transaction
from pbem.store.tables import PAUSE

from .mailgame import MailGame, subject_of, text_of
from .test_cards import deal

WITH = {"pauses": "trial,nomination,purge"}


def body(mail):
    return " ".join(text_of(mail).split())


def of(game, kind):
    return [event for event in game.events() if isinstance(event, kind)]


def open_phase(game) -> OpenPhase | None:
    with transaction(game.site.engine) as connection:
        record = load(connection, game.name)
        assert record is not None
        return record.open_phase()


def ruled(game, *facts):
    """The moderator has imposed this."""
    with transaction(game.site.engine) as connection:
        record = load(connection, game.name)
        assert record is not None
        record.write([Ruled("for this test", facts)])
        record.flush()


def suspected(folder, rules="basic", **options):
    """The Defense Minister is Anna's, and in 1951 he has put the Party Chief under suspicion; the Spring of 1952 waits.

    Boris has recorded 7 on him, and 3 on the Industry Minister.
    """
    game = MailGame(folder, rules=rules, options={**WITH, **options})
    game.begin()
    state = game.record().state
    dm = state.slots["DM"]
    for colour, points in (("red", 6), ("blue", 7)):
        ruled(game, InfluenceRecorded(colour, {**(state.recorded[colour] or {}), dm: points}))
    game.write("red", "DECLARE 5 DM\nINVESTIGATE PC")
    game.poll(1)
    for _ in range(6):
        game.poll(72)
        row = game.record().row
        if row.turn == 2 and "spy" in row.session:
            return game
    raise AssertionError("there is no second Spring")


def on_trial(folder, letter="TRY PC", **options):
    game = suspected(folder, **options)
    game.write("red", letter)
    game.poll(1)
    game.poll(72)
    assert game.record().row.pause == "trial"
    return game


@pytest.fixture
def trial(tmp_path):
    """The Party Chief is on trial, and the session has stopped there."""
    return on_trial(tmp_path / "site")


def test_the_session_stops_and_everybody_has_what_happened_and_a_day(trial):
    record, stands = trial.record(), open_phase(trial)
    assert stands is not None
    assert (stands.why, stands.rest) == (PAUSE, ("health",))
    assert (record.row.session, record.row.held) == ("spy health", "")
    accused = record.rules.cards[of(trial, Announced)[-1].target].surname
    for colour in trial.colours:
        mail, said = trial.to(colour)[-1], body(trial.to(colour)[-1])
        assert subject_of(mail).startswith("[test] 1952 Trial")
        assert f"has announced the trial of Party Chief {accused}; before the Politburo votes" in said
        assert "Your silence means: your accused votes innocent, your others abstain" in said
        assert "2 votes of innocent acquit" in said
    assert "Asked of you" in body(trial.to("red")[-1])
    assert "nothing is asked of you: you control nobody who votes" in body(trial.to("green")[-1])
    assert not of(trial, VoteFixed)
    hours = (record.row.deadline - trial.now.replace(tzinfo=None)).total_seconds() / 3600
    assert 24 <= hours < 36


def test_a_vote_given_in_the_pause_counts_and_then_nothing_waits_any_more(trial):
    ind = trial.record().state.slots["IND"]
    trial.write("blue", "DECLARE 3 IND\nVOTE GUILTY ON PC")
    trial.poll(1)
    assert "[test] 1952 Trial" in subject_of(trial.to("blue")[-1])
    before = len(trial.to("red"))
    trial.poll(40)
    assert {vote.voter: vote.vote for vote in of(trial, VoteFixed)}[ind] == "guilty"
    assert "health" in [one.phase for one in of(trial, PhaseClosed)][-2:]
    assert trial.record().row.pause == ""
    assert len(trial.to("red")) == before + 1, "one report of the rest"


def test_nothing_is_told_twice_and_nothing_is_left_out(trial):
    trial.poll(40)
    pause, final = [text_of(mail) for mail in trial.to("green")[-2:]]
    assert "phase 2: Purge Phase ==" in pause
    assert "phase 2: Purge Phase ==" not in final
    assert "phase 3: Spy Investigation Phase ==" in pause
    assert "phase 3: Spy Investigation Phase ==" in final
    assert "phase 4: Health Phase ==" in final


def test_whoever_takes_the_accuser_in_the_pause_undoes_the_announcement(trial):
    trial.write("blue", "TAKE DM")
    trial.poll(1)
    trial.poll(40)
    assert of(trial, Withdrawn)[-1].action == "trial"
    assert not of(trial, VoteFixed)


def test_ready_of_all_ends_the_pause_but_not_before_its_earliest(tmp_path):
    game = on_trial(tmp_path, ballot_earliest="6h")
    for colour in game.colours:
        game.write(colour, "READY")
    game.poll(1)
    game.poll(4)
    assert game.record().row.pause == "trial"
    game.poll(2)
    assert game.record().row.pause == ""
    assert of(game, VoteFixed)


def test_ready_of_before_the_pause_is_not_ready_for_it(tmp_path):
    game = suspected(tmp_path)
    for colour in game.colours:
        game.write(colour, "TRY PC\nREADY")
    game.poll(1)
    assert game.record().row.pause == "trial"
    assert not any(seat.ready for seat in game.record().seat_rows.values())
    game.poll(1)
    assert game.record().row.pause == "trial"


def test_an_answer_to_the_report_of_before_waits_for_yes(trial):
    old = [mail for mail in trial.to("blue") if "Trial" not in subject_of(mail)][-1]
    trial.write("blue", "VOTE INNOCENT ON PC", to=old)
    trial.poll(1)
    assert trial.orders("blue") == []
    assert "YES" in body(trial.to("blue")[-1])
    trial.write("blue", "YES")
    trial.poll(1)
    assert len(trial.orders("blue")) == 1


@pytest.mark.parametrize(
    ("letter", "why"), [("CANCEL ALL", "stands"), ("INVESTIGATE FM\nCONDEMN C1", "stands")]
)
def test_an_order_that_made_the_announcement_and_is_taken_back_is_told_so(trial, letter, why):
    assert "This order has announced the trial, and that stands" in body(trial.to("red")[-1])
    trial.write("red", letter)
    trial.poll(1)
    assert f"what it announced {why}" in body(trial.to("red")[-1])
    trial.poll(40)
    assert len([one for one in of(trial, Announced) if one.action == "trial"]) == 1
    assert of(trial, VoteFixed), "what was announced stands"


def test_a_line_of_windows_that_had_its_window_no_longer_stands_in_the_pause(tmp_path):
    game = on_trial(tmp_path, "DECLARE 6 DM\nTRY PC\nVOTE GUILTY ON PC")
    assert [one.split()[0] for one in game.orders("red")] == ["TRY", "VOTE"]
    assert (
        "DECLARE"
        not in body(game.to("red")[-1]).partition("In your list of orders")[2].partition("Your form")[0]
    )


def test_without_the_setting_nothing_stops(tmp_path):
    game = suspected(tmp_path, pauses="nomination,purge")
    game.write("red", "TRY PC")
    game.poll(1)
    game.poll(72)
    assert of(game, VoteFixed)
    assert game.record().row.pause == ""


def test_the_moderator_can_hold_and_enter_orders_and_resume_within_a_pause(trial):
    desk.hold(trial.site, trial.name, "a word with the Party", trial.now)
    trial.write("blue", "VOTE INNOCENT ON PC")
    trial.poll(1)
    assert len(trial.orders("blue")) == 1, "letters are read as usual"
    desk.enter(trial.site, trial.name, "green", ["VOTE INNOCENT ON PC"], trial.now)
    trial.poll(30)
    trial.poll(20)
    assert trial.record().row.pause == "trial"
    desk.resume(trial.site, trial.name, trial.now)
    trial.poll(1)
    assert trial.record().row.pause == "trial"
    for _ in range(6):
        trial.poll(20)
    assert of(trial, VoteFixed)


# --- cards ---


@pytest.fixture
def purge(tmp_path):
    """An Advanced game that stands open at its first announced purge, Anna's of Manjak."""
    game = MailGame(tmp_path / "site", rules="advanced", options=WITH)
    game.begin()
    deal(game, red="5,6,10", blue="30,31,32", green="20,21,22")
    game.write("red", "DECLARE 3 KGB\nPURGE Manjak, Eatstumuch")
    game.poll(1)
    game.poll(72)
    assert game.record().row.pause == "purge"
    return game


def test_the_first_purge_of_a_session_stops_where_there_are_cards_and_the_second_does_not(purge):
    assert subject_of(purge.to("green")[-1]).startswith("[test] 1951 Purge")
    assert "succeeds from a die of" in body(purge.to("green")[-1])
    purge.poll(40)
    assert of(purge, PurgeRolled)
    assert purge.record().row.pause == ""


def test_r15_7_an_offer_made_and_accepted_in_a_pause_binds_the_phase_that_is_open(purge):
    """The cards change hands when the phase goes on; the promise never to purge Eatstumuch stops the second purge."""
    purge.write("blue", "OFFER 30 TO red FOR NO PURGE OF Eatstumuch")
    purge.poll(1)
    number = 1
    purge.write("red", f"ACCEPT {number} GIVING 5")
    purge.poll(1)
    assert purge.record().state.offers[0].phase == "purge"
    purge.poll(40)
    assert [(e.giver, e.receiver) for e in of(purge, CardsHanded)] == [("blue", "red"), ("red", "blue")]
    assert purge.record().state.offers == ()
    targets = [
        purge.record().rules.cards[e.target].surname for e in of(purge, Announced) if e.action == "purge"
    ]
    assert targets == ["Manjak"]


def test_an_offer_that_nobody_has_answered_lapses_with_the_phase(purge):
    purge.write("blue", "OFFER 30 TO red FOR NO PURGE OF Eatstumuch")
    purge.poll(1)
    purge.poll(40)
    assert not of(purge, CardsHanded)
    assert purge.record().state.offers == ()
