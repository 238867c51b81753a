"""Cheats at the desk: forged words of the moderator, stopping the game for ever, another's seat, what the clock might betray."""

from datetime import timedelta
from pathlib import Path

import pytest

from pbem.engine.board import ON_BOARD
from pbem.engine.events import Decreed
from pbem.service import replacing, tuning

from .mailgame import EVERYBODY, MailGame, subject_of, text_of
from .test_timing import asked, deadline, spring, to

GM = "gm@judge.example"


def said(game: MailGame, who: str) -> str:
    mail = game.to(who)[-1]
    return f"{subject_of(mail)} | {' '.join(text_of(mail).split())}"


def post(game: MailGame, sender: str, subject: str, text: str, number: int) -> None:
    head = f"From: {sender}\nTo: judge@judge.example\nSubject: {subject}\nMessage-ID: <forged-{number}@x.example>"
    game.put(f"{head}\nDate: Tue, 01 Dec 2026 12:00:00 +0000\n\n{text}\n".encode())


# --- the moderator's words ---


def test_neither_his_address_nor_his_code_alone_is_the_moderator(tmp_path: Path) -> None:
    game = spring(tmp_path)
    due = deadline(game)
    game.write("red", "MODERATOR: hello")
    game.poll(0.1)
    code = subject_of(game.to(GM)[-1])
    acts = "HOLD because I say so\nEXTEND 48h\nTELL: the game is over"
    post(game, GM, "test", acts, 1)  # his address, without a code
    post(game, EVERYBODY["blue"], f"Re: {code}", acts, 2)  # the code, from another address
    post(game, "stranger@x.example", f"Re: {code}", acts, 3)
    game.poll(0.1)
    assert (game.record().row.held, deadline(game)) == ("", due)
    post(game, GM, f"Re: {code}", "EXTEND 2h", 4)
    game.poll(0.1)
    moved = deadline(game)
    assert moved > due
    post(game, GM, f"Re: {code}", "EXTEND 2h\nHOLD because it is used", 5)
    game.poll(0.1)
    assert (game.record().row.held, deadline(game)) == ("", moved)
    assert "used already" in said(game, GM)
    for colour in game.colours:
        assert not any("I say so" in text_of(mail) for mail in game.to(colour) if "hold" in subject_of(mail))


# --- stopping the game ---


def test_vacation_and_vacation_off_by_turns_do_not_stop_the_game_for_ever(tmp_path: Path) -> None:
    game = spring(tmp_path)
    first = deadline(game)
    latest = first
    for _ in range(12):
        end = game.now + timedelta(days=13)
        game.write("red", f"VACATION UNTIL {end.day} {end:%B} {end.year}")
        game.poll(0.1)
        game.write("red", "VACATION OFF")
        game.poll(0.1)
        latest = max(latest, deadline(game))
        code = game.record().row.code
        to(game, deadline(game) - timedelta(days=1))
        if game.record().row.code != code:
            break
    assert latest - first < timedelta(days=20), "so many days a year are settled, and no more"


def test_who_comes_back_before_a_deadline_has_waited_for_him_has_his_days_again(tmp_path: Path) -> None:
    game = spring(tmp_path)
    for _ in range(3):
        start, end = game.now + timedelta(days=20), game.now + timedelta(days=32)
        game.write("red", f"VACATION FROM {start.day} {start:%B} UNTIL {end.day} {end:%B}")
        game.poll(0.1)
        assert "no more are settled" not in said(game, "red")
        game.write("red", "VACATION OFF")
        game.poll(0.1)


def test_one_player_stops_one_resolution_a_year_by_protest_and_asks_once_a_session_for_time(
    tmp_path: Path,
) -> None:
    game = spring(tmp_path)
    game.write("red", "PROTEST 1: a\n\nPROTEST 2: b\n\nPROTEST 3: c")
    game.poll(0.1)
    stops = [e for e in game.events() if isinstance(e, Decreed) and "Nothing is resolved" in e.words]
    assert len(stops) == 1
    asks = len(game.to(GM))
    for _ in range(3):
        game.write("red", "EXTEND 24h")
        game.poll(0.1)
    assert len(game.to(GM)) == asks + 1


# --- what the clock gives away or takes ---


def test_a_forged_letter_without_a_code_takes_nobodys_grace(tmp_path: Path) -> None:
    game = spring(tmp_path, silence="ladder", grace="12h")
    first, (one, other) = deadline(game), asked(game)
    game.write(one, "STATUS")
    post(game, EVERYBODY[other], "test", "hello\nPASS", 1)
    game.poll(0.1)
    to(game, first)
    assert deadline(game) == first + timedelta(hours=12), "nothing has come from him that bears his code"
    (grace,) = [e for e in game.events() if isinstance(e, Decreed) and e.act == "grace"]
    assert grace.about == (other,)


# --- another's seat ---


def test_the_leaver_acts_no_more_by_any_of_his_codes(tmp_path: Path) -> None:
    game = spring(tmp_path)
    codes = game.to("blue")
    game.write("blue", "VOTE GUILTY\nDECLARE NOW 1 J")
    game.poll(0.1)
    replacing.replace(
        game.site,
        "test",
        "blue",
        "Zoe <zoe@players.example>",
        now=game.now,
        because="he is gone",
        name=None,
        zone=None,
        until=None,
        private="",
        silent=False,
    )
    game.poll(0.1)
    before = len(game.events()), game.orders("blue"), len(game.to("zoe@players.example"))
    for number, mail in enumerate((codes[0], codes[-1], game.to("blue")[-1])):
        for text in ("CONCEDE", "CANCEL ALL\nREADY", "KEEP ORDERS", "PRESS TO red: I am still here", "YES"):
            game.write("blue", text, to=mail, message_id=f"<late-{number}-{abs(hash(text))}@players.example>")
    game.poll(0.1)
    assert (len(game.events()), game.orders("blue"), len(game.to("zoe@players.example"))) == before
    assert not any("still here" in text_of(mail) for mail in game.to("red"))


@pytest.mark.parametrize(
    "act", ["CONCEDE", "AGREE END", "KEEP ORDERS", "DECLARE NOW 1 J", "PROTEST 1: x", "VACATION UNTIL 10 Dec"]
)
def test_nothing_about_the_game_is_done_without_a_code(tmp_path: Path, act: str) -> None:
    game = spring(tmp_path)
    desk_events = len(game.events())
    due = deadline(game)
    post(game, EVERYBODY["blue"], "my orders", act, 1)
    game.poll(0.1)
    assert (len(game.events()), deadline(game)) == (desk_events, due)
    assert game.record().seat_rows["blue"].autopilot == ""


def test_no_bulletin_comes_between_a_resolution_that_waits_and_its_release(tmp_path: Path) -> None:
    """What the moderator has looked at is what will be."""
    game = spring(tmp_path, bulletins="twice")
    tuning.tune(game.site, "test", {"approval": "on"}, "to look at each", game.now)
    to(game, deadline(game) - timedelta(minutes=30))
    record = game.record()
    name, points = next(
        (letter, number)
        for letter, number in sorted((record.state.recorded["green"] or {}).items())
        if record.state.shown("green", letter) < number and record.state.people[letter].place in ON_BOARD
    )
    game.write("green", f"DECLARE NOW {points} {name}")
    game.poll(0.1)
    to(game, deadline(game) + timedelta(minutes=30))
    assert game.record().row.waits == "approval"
    before = len(game.events())
    for _ in range(3):
        game.poll(12)
    assert len(game.events()) == before
    assert any(line.startswith("DECLARE NOW") for line in game.orders("green"))
