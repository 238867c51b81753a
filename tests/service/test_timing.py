"""Deadlines of running games: reading time, READY and `earliest`, reminders, grace, silence, extensions, recess, settings."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pbem.deadlines import in_zone
from pbem.engine.events import Decreed
from pbem.service import desk, misses, tuning
from pbem.service.errors import ServiceError, UsageError
from pbem.service.mailing import aware
from pbem.service.poll import poll
from tests.service.mailgame import SHEETS, MailGame, subject_of, text_of


def deadline(game: MailGame) -> datetime:
    found = aware(game.record().row.deadline)
    assert found is not None
    return found


def to(game: MailGame, moment: datetime) -> MailGame:
    """The clock is there, and a poll runs."""
    game.poll((moment - game.now) / timedelta(hours=1))
    return game


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)


def table(folder: Path, **options: str) -> MailGame:
    """A game that has begun; its first Spring waits."""
    game = MailGame(folder / "site", options=options)
    game.begin()
    return game


SHEETS_OF_RULERS = {
    "red": "J K G B C D E F L M",
    "blue": "I N O P Q R S T U V",
    "green": "H W X Y Z V U T S R",
}


def spring(folder: Path, **options: str) -> MailGame:
    """The Spring of 1952 has just begun: red and blue are asked something, green is not."""
    game = MailGame(folder / "site", options=options)
    for colour, names in SHEETS_OF_RULERS.items():
        game.write(colour, f"INFLUENCE {names}\nREADY")
    game.poll(1)
    for colour, names in SHEETS_OF_RULERS.items():
        game.write(colour, f"DECLARE ALL {names[0]}\nREADY")
    game.poll(1)
    for _ in range(2):
        all_ready(game)
        game.poll(1)
    assert game.record().row.session == "purge spy health"
    assert asked(game) == ["red", "blue"]
    return game


def subjects(game: MailGame, colour: str, part: str) -> list[str]:
    return [subject_of(mail) for mail in game.to(colour) if part in subject_of(mail)]


def decreed(game: MailGame, act: str) -> list[Decreed]:
    return [event for event in game.events() if isinstance(event, Decreed) and event.act == act]


def asked(game: MailGame) -> list[str]:
    """Who would miss the session if he stayed silent."""
    return list(misses.look(game.record(), game.site.config, game.now).asked)


def seat(game: MailGame, colour: str):
    return game.record().seat_rows[colour]


# --- reading time (E6) ----------------------------------------------------------------------------------------------


def test_e6_a_game_resolves_a_quarter_of_an_hour_after_its_deadline(tmp_path: Path) -> None:
    game = table(tmp_path, reading="15m")
    first, session = deadline(game), game.record().row.code
    to(game, first)
    to(game, first + timedelta(minutes=14))
    assert game.record().row.code == session
    to(game, first + timedelta(minutes=15))
    assert game.record().row.code != session
    assert deadline(game) == first + timedelta(hours=72), "reading time moves no deadline"


def test_e6_of_a_quick_game_reading_takes_a_sixteenth(tmp_path: Path) -> None:
    game = MailGame(tmp_path / "site", deadline="2h", options={"reading": "15m"})
    game.begin()
    first, session = deadline(game), game.record().row.code
    to(game, first + timedelta(minutes=7))
    assert game.record().row.code == session
    to(game, first + timedelta(minutes=8))
    assert game.record().row.code != session


def test_e6_what_comes_after_the_deadline_does_not_count_though_it_is_read_before_the_resolution(
    tmp_path: Path,
) -> None:
    game = table(tmp_path, reading="15m")
    first, report = deadline(game), game.to("red")[-1]
    game.write("red", "HOLD Palavrian")
    to(game, first)
    kept = game.orders("red")
    assert kept
    game.write("red", "CANCEL ALL\nHOLD Satin", to=report)
    to(game, first + timedelta(minutes=5))
    to(game, first + timedelta(minutes=10))
    assert game.orders("red") == kept, "it waits until its session is resolved"
    to(game, first + timedelta(minutes=15))
    game.poll()
    assert not any("Satin" in order for order in game.orders("red"))
    late = [text_of(mail) for mail in game.to("red") if "Satin" in text_of(mail)]
    assert late, "he is told that it came too late"


def test_e6_nothing_resolves_in_a_round_in_which_the_inbox_could_not_be_read(tmp_path: Path) -> None:
    game = table(tmp_path)
    first, session = deadline(game), game.record().row.code
    shut, away = game.folder / "mail" / "in", game.folder / "mail" / "in away"
    shut.rename(away)
    shut.write_text("no folder")
    game.now = first + timedelta(minutes=1)
    result = poll(game.site, game.now)
    assert result.problems
    assert game.record().row.code == session
    shut.unlink()
    away.rename(shut)
    to(game, first + timedelta(minutes=2))
    assert game.record().row.code != session, "so short a trouble moves no deadline"


# --- not too early (E4) ---------------------------------------------------------------------------------------------


def all_ready(game: MailGame) -> None:
    for colour in game.colours:
        game.write(colour, "READY")


def test_e4_with_all_ready_it_still_resolves_only_a_day_after_the_reports(tmp_path: Path) -> None:
    game = table(tmp_path, earliest="24h")
    opened, session = game.now, game.record().row.code
    all_ready(game)
    to(game, opened + timedelta(hours=1))
    to(game, opened + timedelta(hours=23))
    assert game.record().row.code == session
    to(game, opened + timedelta(hours=24))
    assert game.record().row.code != session


def test_e4_is_never_more_than_a_third_of_the_time_between_deadlines(tmp_path: Path) -> None:
    game = MailGame(tmp_path / "site", deadline="30h", options={"earliest": "24h"})
    game.begin()
    opened, session = game.now, game.record().row.code
    all_ready(game)
    to(game, opened + timedelta(hours=9))
    assert game.record().row.code == session
    to(game, opened + timedelta(hours=10))
    assert game.record().row.code != session


def test_e4_sheets_are_not_waited_for(tmp_path: Path) -> None:
    game = MailGame(tmp_path / "site", options={"earliest": "24h"})
    game.begin()
    assert game.record().row.session != "setup"


# --- reminders (E20) ------------------------------------------------------------------------------------------------


def reminders(game: MailGame) -> dict[str, int]:
    return {colour: len(subjects(game, colour, "reminder")) for colour in game.colours}


def test_e20_reminders_go_to_the_unheard_once_each(tmp_path: Path) -> None:
    game = spring(tmp_path, reminders="24h,3h")
    first, who = deadline(game), asked(game)
    heard, *silent = who
    game.write(heard, "STATUS")
    to(game, first - timedelta(hours=25))
    assert set(reminders(game).values()) == {0}
    for hours, count in ((24, 1), (23, 1), (4, 1), (3, 2), (2, 2), (1, 2)):
        to(game, first - timedelta(hours=hours))
        assert reminders(game) == {c: count if c in silent else 0 for c in game.colours}
    text = text_of(next(mail for mail in game.to(silent[0]) if "reminder" in subject_of(mail)))
    assert in_zone(first, "Europe/Zurich") in " ".join(text.split())
    assert "You are asked:" in text
    assert "If you send nothing:" in text


def test_e20_of_reminders_that_are_due_at_once_only_the_last_is_sent(tmp_path: Path) -> None:
    game = spring(tmp_path, reminders="24h,3h")
    to(game, deadline(game) - timedelta(hours=1))
    assert set(reminders(game).values()) <= {0, 1}
    assert sum(reminders(game).values()) == len(asked(game))


def test_e20_no_reminder_comes_after_the_deadline_or_while_the_game_is_on_hold(tmp_path: Path) -> None:
    game = spring(tmp_path, reminders="24h,3h")
    desk.hold(game.site, "test", "a while", game.now)
    to(game, deadline(game) - timedelta(hours=1))
    assert not any(reminders(game).values())


def test_e20_a_deadline_that_moves_takes_its_reminders_along(tmp_path: Path) -> None:
    game = spring(tmp_path, reminders="3h")
    first = deadline(game)
    desk.deadline(game.site, "test", "+48h", game.now)
    to(game, first - timedelta(hours=2))
    assert not any(reminders(game).values())
    to(game, first + timedelta(hours=46))
    assert sum(reminders(game).values()) == len(asked(game))
    desk.deadline(game.site, "test", "+1h", game.now)
    to(game, first + timedelta(hours=47))
    assert sum(reminders(game).values()) == len(asked(game)), "an hour more is no new deadline"
    desk.deadline(game.site, "test", "+24h", game.now)
    to(game, first + timedelta(hours=71))
    assert sum(reminders(game).values()) == 2 * len(asked(game))


# --- silence (E20) --------------------------------------------------------------------------------------------------


def test_e20_a_first_miss_is_waited_for_twelve_hours_once_a_year(tmp_path: Path) -> None:
    game = spring(tmp_path, silence="ladder", grace="12h")
    first, session = deadline(game), game.record().row.code
    heard, *late = asked(game)
    game.write(heard, "STATUS")
    to(game, first)
    assert game.record().row.code == session
    assert deadline(game) == first + timedelta(hours=12)
    assert [set(event.about) for event in decreed(game, "grace")] == [set(late)]
    names = [sat.name for sat in game.record().seats if sat.colour in late]
    for colour in game.colours:
        told = [mail for mail in game.to(colour) if "we wait for" in subject_of(mail)]
        assert len(told) == 1
        assert all(name in text_of(told[0]) for name in names)
    to(game, first + timedelta(hours=12))
    assert game.record().row.code != session
    assert {c: seat(game, c).misses for c in game.colours} == {c: int(c in late) for c in game.colours}


def test_e20_who_answers_in_time_has_missed_nothing(tmp_path: Path) -> None:
    game = spring(tmp_path, silence="ladder", grace="12h")
    first = deadline(game)
    to(game, first)
    for colour in game.colours:
        game.write(colour, "PASS")
    to(game, first + timedelta(hours=12))
    assert {seat(game, colour).misses for colour in game.colours} == {0}
    assert {seat(game, colour).missed for colour in game.colours} == {"[]"}


def test_e20_a_standing_order_answers(tmp_path: Path) -> None:
    game = spring(tmp_path, silence="ladder", grace="12h")
    for colour in game.colours:
        game.write(colour, "EACH TURN PASS")
    to(game, deadline(game))  # heard: nobody has missed it
    session = game.record().row.code
    late = misses.look(game.record(), game.site.config, game.now).late
    to(game, deadline(game))
    assert late == ()
    assert game.record().row.code != session


def test_e20_the_second_miss_in_a_row_is_played_by_a_bot_until_he_writes(tmp_path: Path) -> None:
    game = spring(tmp_path, silence="ladder", grace="0h")
    for _ in range(8):
        found = asked(game)
        to(game, deadline(game))
        if any(seat(game, colour).autopilot for colour in found):
            break
    gone = [colour for colour in game.colours if seat(game, colour).autopilot]
    assert gone
    assert all(seat(game, colour).misses == 2 for colour in gone)
    assert all(subjects(game, colour, "the program plays for you") for colour in gone)
    game.write(gone[0], "STATUS")
    game.poll(0.1)
    assert (seat(game, gone[0]).autopilot, seat(game, gone[0]).misses) == ("", 0)


def test_e20_counts_begin_anew_with_any_letter(tmp_path: Path) -> None:
    game = spring(tmp_path, silence="ladder", grace="0h")
    missed = asked(game)
    to(game, deadline(game))
    assert {seat(game, colour).misses for colour in missed} == {1}
    game.write(missed[0], "STATUS")
    game.poll(0.1)
    assert seat(game, missed[0]).misses == 0
    assert seat(game, missed[0]).missed != "[]", "what was missed stays on record"


@pytest.fixture
def quiet(tmp_path: Path) -> MailGame:
    """All are silent at the deadline."""
    game = spring(tmp_path, limit="0", reminders="none")
    return to(game, deadline(game))


def test_more_silent_players_than_the_limit_and_the_moderator_is_asked_once(quiet: MailGame) -> None:
    session = quiet.record().row.code
    assert quiet.record().row.waits == "silence"
    asked_for = [mail for mail in quiet.to("gm@judge.example") if "too many are silent" in subject_of(mail)]
    assert len(asked_for) == 1
    assert "pbem resolve test" in text_of(asked_for[0])
    assert "pbem deadline test +24h" in text_of(asked_for[0])
    quiet.poll(1)
    quiet.poll(24)
    assert quiet.record().row.code == session
    assert len([m for m in quiet.to("gm@judge.example") if "too many" in subject_of(m)]) == 1
    assert all(len(subjects(quiet, colour, "the game waits")) == 1 for colour in quiet.colours)


def test_while_the_game_waits_for_the_moderator_letters_count(quiet: MailGame) -> None:
    quiet.write("red", "HOLD Palavrian")
    quiet.poll(1)
    assert quiet.orders("red")


def test_with_a_new_deadline_it_goes_on(quiet: MailGame) -> None:
    session = quiet.record().row.code
    desk.deadline(quiet.site, "test", "+24h", quiet.now)
    assert quiet.record().row.waits == ""
    for colour in quiet.colours:
        quiet.write(colour, "PASS")
    quiet.poll(1)
    to(quiet, deadline(quiet))
    assert quiet.record().row.code != session


def test_the_moderator_resolves_what_waits(quiet: MailGame) -> None:
    session = quiet.record().row.code
    desk.resolve(quiet.site, "test", quiet.now, False)
    assert (quiet.record().row.code != session, quiet.record().row.waits) == (True, "")


def test_all_of_two_who_were_asked_are_no_sign_of_lost_mails(tmp_path: Path) -> None:
    game = spring(tmp_path, limit="all")
    session = game.record().row.code
    to(game, deadline(game))
    assert (game.record().row.waits, game.record().row.code != session) == ("", True)


@pytest.mark.parametrize(
    ("limit", "late", "waits"),
    [
        ("all", 3, True),
        ("all", 2, False),
        ("2", 2, False),
        ("2", 3, True),
        ("0", 1, True),
        ("0", 0, False),
        ("off", 3, False),
    ],
)
def test_the_limit_of_silent_players(limit: str, late: int, waits: bool) -> None:
    everybody = ("red", "blue", "green")
    assert misses.too_many(limit, misses.Silent(everybody, everybody[:late])) is waits


# --- EXTEND ---------------------------------------------------------------------------------------------------------


def test_extend_asks_the_moderator_with_the_command_to_type(tmp_path: Path) -> None:
    game = table(tmp_path)
    first = deadline(game)
    game.write("red", "EXTEND 36h")
    game.poll(1)
    assert deadline(game) == first
    said = text_of(
        [mail for mail in game.to("gm@judge.example") if "asks for more time" in subject_of(mail)][-1]
    )
    assert "pbem deadline test +36h" in said
    game.write("red", "EXTEND 48h")
    game.poll(1)
    assert len([m for m in game.to("gm@judge.example") if "asks for more time" in subject_of(m)]) == 1


def test_extend_moves_the_deadline_by_itself_so_often_a_year_and_nobody_learns_who_asked(
    tmp_path: Path,
) -> None:
    game = table(tmp_path, extensions="1", extension="48h")
    first = deadline(game)
    game.write("red", "EXTEND 2 days")
    game.poll(1)
    assert deadline(game) == first + timedelta(hours=48)
    told = [
        text_of([m for m in game.to(c) if "deadline is now" in subject_of(m)][-1]) for c in ("blue", "green")
    ]
    assert all("A player has asked for more time" in text for text in told)
    assert not any("Anna" in text or "Red" in text for text in told)
    to(game, deadline(game))
    second = deadline(game)
    game.write("red", "EXTEND 24h")
    game.poll(1)
    assert deadline(game) == second, "his one of this year is used"


def test_a_longer_extension_than_the_game_gives_goes_to_the_moderator(tmp_path: Path) -> None:
    game = table(tmp_path, extensions="3", extension="24h")
    first = deadline(game)
    game.write("red", "EXTEND 3 days")
    game.poll(1)
    assert deadline(game) == first
    assert [m for m in game.to("gm@judge.example") if "asks for more time" in subject_of(m)]


# --- pbem set, recess -----------------------------------------------------------------------------------------------


def test_what_is_set_is_told_truthfully_and_the_open_deadline_stays(tmp_path: Path) -> None:
    game = table(tmp_path)
    first = deadline(game)
    done = tuning.tune(
        game.site, "test", {"deadline": "Tue 20:00, Fri 20:00", "earliest": "12h"}, "as agreed", game.now
    )
    assert [one.key for one in done.changes] == ["deadline", "earliest"]
    assert (deadline(game), done.moved) == (first, False)
    game.poll()
    text = text_of(game.to("blue")[-1])
    assert "deadline is now Tue 20:00, Fri 20:00 (was 72h)" in " ".join(text.split())
    assert "His words: as agreed" in text
    assert "The deadline stays: Friday 4 December 2026, 14:00 (Zurich)." in text
    to(game, first)
    assert deadline(game) == at("2026-12-08T20:00+01:00")
    assert [event.words for event in decreed(game, "set")] == [
        "deadline is Tue 20:00, Fri 20:00 (was 72h); earliest is 12h (was 0m). as agreed"
    ]


def test_now_too_sets_the_open_deadline_anew(tmp_path: Path) -> None:
    game = table(tmp_path)
    done = tuning.tune(game.site, "test", {"deadline": "48h"}, "quicker", game.now, now_too=True)
    assert (done.moved, deadline(game)) == (True, game.now + timedelta(hours=48))


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"earliest": "soon"}, "no length of time"),
        ({"earlyest": "3h"}, "did you mean earliest"),
        ({"off": "funday"}, "is no day"),
        ({"deadline": "Sat 20:00", "off": "sat"}, "fall on days off"),
        ({"zone": "Europe/Zurig"}, "no time zone"),
        ({"tempo": "slow"}, "here is no tempo"),
        ({"press": "loud"}, "write one of"),
        ({"lengths": "holiday=3d"}, "there is no phase"),
    ],
)
def test_what_cannot_be_set_is_told_and_changes_nothing(
    tmp_path: Path, values: dict[str, str], said: str
) -> None:
    game = table(tmp_path)
    before = tuning.settings(game.site, "test")
    with pytest.raises(UsageError, match=said):
        tuning.tune(game.site, "test", values, "why not", game.now)
    assert tuning.settings(game.site, "test") == before
    assert not decreed(game, "set")


def test_to_set_needs_a_reason_and_a_change(tmp_path: Path) -> None:
    game = table(tmp_path)
    with pytest.raises(UsageError, match="--because"):
        tuning.tune(game.site, "test", {"earliest": "3h"}, " ", game.now)
    with pytest.raises(ServiceError, match="Nothing changes"):
        tuning.tune(game.site, "test", {"earliest": "0h"}, "so it is", game.now)


def test_no_deadline_falls_into_a_recess(tmp_path: Path) -> None:
    game = table(tmp_path)
    done = tuning.recess(game.site, "test", "2026-12-04", "2026-12-06", "the dacha", game.now)
    assert (done.moved, deadline(game)) == (True, at("2026-12-07T14:00+01:00"))
    game.poll()
    text = text_of(game.to("red")[-1])
    assert "from Friday 4 December 2026 to Sunday 6 December 2026" in " ".join(text.split())
    assert "It is now" in text or "is now: Monday 7 December 2026, 14:00" in text
    to(game, at("2026-12-07T13:59+01:00"))
    session = game.record().row.code
    to(game, at("2026-12-07T14:00+01:00"))
    assert game.record().row.code != session
    tuning.recess(game.site, "test", "2026-12-09", "2026-12-20", "", game.now)
    assert deadline(game) == at("2026-12-21T14:00+01:00")


@pytest.mark.parametrize(
    ("first", "last"), [("2026-12-06", "2026-12-04"), ("friday", "sunday"), ("2026-11-01", "2026-11-05")]
)
def test_a_recess_that_cannot_be_is_refused(tmp_path: Path, first: str, last: str) -> None:
    game = table(tmp_path)
    with pytest.raises(UsageError):
        tuning.recess(game.site, "test", first, last, "", game.now)


def test_lengths_are_by_the_first_phase_of_a_session(tmp_path: Path) -> None:
    game = table(tmp_path, lengths="replacement=96h,cure=24h")
    found: dict[str, timedelta] = {}
    for _ in range(3):
        before = deadline(game)
        to(game, before)
        found[game.record().row.session.split()[0]] = deadline(game) - before
    expected = {"replacement": 96, "cure": 24, "purge": 72}
    assert found == {phase: timedelta(hours=expected[phase]) for phase in found}
    assert len(found) == 3


def test_a_deadline_on_a_day_off_is_remarked(tmp_path: Path) -> None:
    game = table(tmp_path, off="sat, sun")
    desk.deadline(game.site, "test", "2026-12-05T20:00", game.now)
    assert "is on a day off" in tuning.remark_on(game.site, "test")


def test_sheets_is_what_the_unheard_are_reminded_of_in_set_up(tmp_path: Path) -> None:
    game = MailGame(tmp_path / "site", options={"reminders": "3h"})
    game.write("red", SHEETS["red"])
    to(game, deadline(game) - timedelta(hours=3))
    assert reminders(game) == {"red": 0, "blue": 1, "green": 1}
