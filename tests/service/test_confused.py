"""Players who are confused, and their mail programs: every mail they get tells the truth, and what to do next."""

from datetime import date
from pathlib import Path

import pytest

from pbem.engine.events import Announced, Decreed, PurgeRolled
from pbem.orders.invited import answer
from pbem.service import desk, undoing

from .mailgame import MailGame, subject_of, text_of
from .seatmail import SeatMail
from .test_timing import spring

TODAY = date(2027, 4, 1)


def said(game: MailGame, colour: str, back: int = 1) -> str:
    mail = game.to(colour)[-back]
    return f"{subject_of(mail)} | {' '.join(text_of(mail).split())}"


# --- answers to an invitation ---


@pytest.mark.parametrize(
    "text",
    [
        "I'd love to, but I can't",
        "I'd love to.\nBut I can't.",
        "yes... no sorry, I can't after all",
        "No, wait, yes",
        "Sorry, YES",
        "no\nwait, yes",
        "Yes and no",
        "Standby? No.",
        "no standby",
        "yes, not standby",
        "Not sure yet",
        "Yes, but unfortunately I can't",
    ],
)
def test_whoever_takes_it_back_in_the_same_breath_is_asked_and_not_seated(text: str) -> None:
    assert answer(text.split("\n"), {}, TODAY).says == ""


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Changed my mind, I'm in", "yes"),
        ("On second thought no", "no"),
        ("I accept the invitation", "yes"),
        ("Would love to!", "yes"),
        ("Yes, can't wait!", "yes"),
        ("No problem, I'll be there", "yes"),
        ("yes, but not before June", "yes"),
        ("YES\nUnfortunately I am away 3-10 May", "yes"),
        ("I'm afraid I can't", "no"),
        ("I don't want to play", "no"),
        ("Thanks but no thanks", "no"),
        ("Yes but only as standby", "standby"),
        ("Not as a player, but I'd stand by", "standby"),
        ("Dear Judge,\nYes.\nBest,\nAnna", "yes"),
    ],
)
def test_free_words_are_understood(text: str, says: str) -> None:
    found = answer(text.split("\n"), {}, TODAY)
    assert (found.says, found.odd) == (says, ())


def test_names_zones_and_days_as_people_write_them() -> None:
    found = answer(["Yes, I'm Anna from Zurich"], {}, TODAY)
    assert (found.name, found.zone) == ("Anna", "Europe/Zurich")
    assert answer(["YES as Anna (Europe/Zürich)"], {}, TODAY)[1:3] == ("Anna", "Europe/Zurich")
    assert answer(["YES, but call me Комрад"], {}, TODAY).name == "Комрад"
    away = answer(["YES, away 3 May - 10 May and 1-5 June"], {}, TODAY).away
    assert [(str(one.first), str(one.last)) for one in away] == [
        ("2027-05-03", "2027-05-10"),
        ("2027-06-01", "2027-06-05"),
    ]


@pytest.mark.parametrize("zone", ["CET", "GMT+1", "eastern time", "zone Mars/Olympus"])
def test_a_zone_that_is_not_known_is_said_and_not_passed_over(zone: str) -> None:
    (odd,) = answer([f"YES, {zone}"], {}, TODAY).odd
    assert "no time zone that I know" in odd and "Europe/Zurich" in odd


def test_who_answers_an_invitation_from_another_address_reads_from_where_to_answer(tmp_path: Path) -> None:
    people = SeatMail(tmp_path / "site")
    people.invite("anna", "boris", "clara")
    people.poll()
    people.write("other@people.example", "YES as Anna", to=people.to("anna")[-1])
    people.poll(0.1)
    assert people.says()["anna"] != "yes"
    assert "to an invitation, from the address that was invited" in " ".join(
        people.last("other@people.example").split()
    )


# --- CONCEDE by mistake, before the game has begun ---


def leaving(folder: Path) -> SeatMail:
    people = SeatMail(folder / "site")
    people.invite("anna", "boris", "clara", "dmitri")
    people.poll()
    people.said("anna", "boris", "clara")
    people.said("dmitri", text="standby")
    people.start()
    people.said("clara", text="I resign")
    return people


def test_a_concede_of_set_up_is_taken_back_by_a_sheet(tmp_path: Path) -> None:
    people = leaving(tmp_path)
    assert "a line of your sheet, or READY, keeps it" in " ".join(people.last("clara").split())
    assert "a seat is free" in people.last("dmitri")
    offer = people.to("dmitri")[-1]
    people.said("clara", text="INFLUENCE B 10, C 9")
    assert "You stay: your seat is yours" in people.last("clara")
    assert "is not free any more" in people.last("dmitri")
    assert "stays after all" in people.last("anna")
    people.write("dmitri", "YES", to=offer)
    people.poll(0.1)
    assert "clara@people.example" in " ".join(people.names().values())
    people.said("clara", text="I resign")
    assert "a seat is free" in people.last("dmitri"), "it can be meant the second time"
    people.write("dmitri", "YES")
    people.poll(0.1)
    assert "dmitri@people.example" in " ".join(people.names().values())
    assert "You stay" not in people.last("dmitri")


# --- a pause ---


def purged(folder: Path) -> MailGame:
    """A purge of two, at the first of which the session has stopped."""
    game = MailGame(folder / "site", rules="advanced", options={"pauses": "purge"})
    game.begin()
    for _ in range(8):
        if "purge" in game.record().row.session:
            break
        game.poll(72)
    record = game.record()
    kgb = record.state.slots["KGB"]
    owner, points = next(
        (colour, sheet[kgb])
        for colour in game.colours
        if (sheet := record.state.recorded[colour] or {}).get(kgb)
    )
    game.write(owner, f"DECLARE {points} KGB\nPURGE C1, C2")
    game.poll(1)
    game.poll(72)
    assert game.record().row.pause == "purge"
    return game


def test_the_rest_of_a_purge_list_stands_through_the_pause_at_its_first(tmp_path: Path) -> None:
    game = purged(tmp_path)
    owner = next(e.player for e in reversed(game.events()) if isinstance(e, Announced))
    assert any(line.startswith("PURGE") for line in game.orders(owner))
    first, second = (game.record().state.slots[chair] for chair in ("C1", "C2"))
    game.poll(40)
    named = [e.target for e in game.events() if isinstance(e, Announced) and e.action == "purge"]
    rolled = [e for e in game.events() if isinstance(e, PurgeRolled)]
    assert named[0] == first
    assert second in named or not rolled[0].success


def test_an_answer_to_the_report_before_the_pause_reads_that_nothing_was_resolved(tmp_path: Path) -> None:
    game = purged(tmp_path)
    for colour in game.colours:
        old = next(mail for mail in game.to(colour) if "1951 Spring:" in subject_of(mail))
        game.write(colour, "READY\nVACATION OFF", to=old)
    game.poll(0.5)
    for colour in game.colours:
        told = said(game, colour)
        assert "the game has gone on within the Purge Phase of 1951, and there is a newer report" in told
        assert "has been resolved" not in told
        done = told.partition("== Carried out ==")[2]
        assert "not on vacation" in done, "what was done is not shown as what would be done"


def test_an_answer_to_the_report_before_an_undo_reads_that_the_game_was_taken_back(tmp_path: Path) -> None:
    game = MailGame(tmp_path / "site")
    game.begin()
    game.poll(72)
    game.poll(72)
    old, session = game.to("red")[-1], game.record().row.session
    undoing.undo(game.site, "test", None, "a mistake", game.now)
    assert game.record().row.session != session
    game.poll(0.1)
    game.write("red", "READY", to=old)
    game.poll(0.1)
    assert "the game has been taken back, and it waits for" in said(game, "red")


# --- on hold, and after the deadline ---


def test_no_mail_of_a_held_game_speaks_of_a_deadline_that_does_not_run(tmp_path: Path) -> None:
    game = spring(tmp_path, bulletins="twice")
    desk.hold(game.site, "test", "a dispute", game.now)
    game.poll(0.1)
    before = {colour: len(game.to(colour)) for colour in game.colours}
    game.write("red", "EXTEND\nPROTEST 1: bad\n\nPROPOSE END")
    game.write("blue", "DECLARE NOW 1 J")
    game.poll(0.1)
    for colour in game.colours:
        for mail in game.to(colour)[before[colour] :]:
            told = " ".join(text_of(mail).split())
            assert "The deadline stays" not in told and "until he does, it stands" not in told
            assert "lapses with the deadline," not in told
            assert "in the bulletin of" not in told
    assert "The game is on hold, so no deadline runs" in said(game, "red")
    assert "The game is on hold meanwhile" in said(game, "red")


def test_a_protest_on_hold_does_not_use_up_the_stop_of_the_year(tmp_path: Path) -> None:
    game = spring(tmp_path)
    desk.hold(game.site, "test", "a dispute", game.now)
    game.write("red", "PROTEST 1: bad")
    game.poll(0.1)
    desk.resume(game.site, "test", game.now)
    game.write("red", "PROTEST 2: bad")
    game.poll(0.1)
    assert "Nothing is resolved for 24 hours" in " ".join(
        e.words for e in game.events() if isinstance(e, Decreed)
    )


# --- words for the desk that are none ---


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("VACATION", "It needs the day on which you are back"),
        ("autopilot until 3 May", "VACATION UNTIL a day, with AUTOPILOT behind it"),
        ("undo concede", "the moderator can take that back"),
        ("CANCEL CONCEDE", "A CONCEDE is taken back by the moderator"),
        ("I agree to a draw, but only if Anna apologizes", "write AGREE END and nothing else"),
        ("WHY", "WHY takes the number of a line"),
        ("PROTEST: no number", "PROTEST n: text"),
    ],
)
def test_each_is_told_the_next_right_thing_to_write(tmp_path: Path, text: str, hint: str) -> None:
    game = MailGame(tmp_path / "site")
    game.begin()
    game.write("red", text)
    game.poll(0.1)
    assert hint in said(game, "red")
    assert "red" not in game.record().state.conceded
