"""Games with everything that can happen in one beside orders: each comes out of its archive again, and its public face is sound while it runs."""

import json
from datetime import timedelta
from email.message import Message
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pbem.archive.verify import verify
from pbem.cli.commands import app
from pbem.service import archive
from pbem.service.site import Site
from pbem.store.database import transaction
from tests.service.mailgame import subject_of, text_of
from tests.service.seatmail import SeatMail

from .archived import again
from .desk import Desk

pytestmark = pytest.mark.slow


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    game = Desk(tmp_path / "site")
    game.begin()
    return game


def out_again(desk: Desk, held_back: bool = False) -> None:
    """Public as it stands, then ended, archived, and played again.  `held_back`: words between players are."""
    out = archive.write(desk.site, desk.name, desk.folder / "public", True, desk.now)
    assert verify(out).faults == []
    whole(desk.archived(), held_back)


def whole(home: Path, held_back: bool = False) -> None:
    assert verify(home).faults == []
    found = again(home)
    assert not found, "\n".join(map(str, found))
    assert held_back or not found.not_rebuilt, found.not_rebuilt


def sent_to(desk: Desk, address: str) -> Message:
    return [mail for mail in desk.outgoing() if address in str(mail["To"])][-1]


def test_further_addresses_confirmed_forgotten_and_moved(desk: Desk) -> None:
    """An archive has no address, and still it must know which of his a letter meant."""
    desk.write("blue", "ADD ADDRESS boris@work.example")
    desk.poll(1)
    desk.write("blue", "YES", to=sent_to(desk, "boris@work.example"), From="boris@work.example")
    desk.poll(1)
    desk.write("blue", "PURGE M", From="boris@work.example")
    desk.poll(1)
    desk.write("blue", "ADDRESSES\nFORGET ADDRESS boris@work.example")
    desk.write("green", "SET ADDRESS clara@new.example")
    desk.poll(1)
    desk.write("green", "YES", to=sent_to(desk, "clara@new.example"), From="clara@new.example")
    desk.poll(1)
    desk.write("green", "VOTE GUILTY", From="clara@new.example", to=sent_to(desk, "clara@new.example"))
    desk.poll(72)
    out_again(desk)


def test_how_players_want_their_mails(desk: Desk) -> None:
    for text in (
        "SET MAIL SHORT",
        "SET ZONE Asia/Tokyo",
        "SET REMIND 30h, 2h",
        "SET CALENDAR ON",
        "WHY 5\nHISTORY",
    ):
        desk.write("red", text)
        desk.poll(0.2)
    desk.write("blue", "SET MAIL TEXT")
    desk.write("green", "SET REMIND OFF\nFORM\nSTATUS\nORDERS")
    for _ in range(4):
        desk.poll(24)
    out_again(desk)


def test_papers_diaries_and_memoirs(desk: Desk) -> None:
    desk.write("red", "PRAVDA: The harvest was never in doubt.\nDIARY: I still have nine on Manjak.")
    desk.write("blue", "PRAVDA ANONYMOUS: Somebody has counted the spoons.\nSALT snow")
    desk.write("green", "SLOGAN: Forward, and mind the step!")
    desk.poll(1)
    for _ in range(4):
        desk.poll(73)
    desk.pbem("end", "test", "--because", "enough", "--yes")
    desk.poll(1)
    desk.write("green", "MEMOIRS: I was against it from the beginning.")
    desk.poll(24)
    desk.poll(24 * 15)
    out_again(desk)


def test_a_stand_in_with_a_note_for_the_moderator_alone(desk: Desk) -> None:
    words = ("--because", "Boris fell ill", "--private", "his doctor says so", "--until", "2026-12-20")
    desk.write("green", "CONCEDE")
    desk.poll(1)
    desk.write("green", "YES")
    desk.poll(72)
    desk.pbem("replace", "test", "blue", "Nina <nina@new.example>", *words)
    desk.poll(1)
    desk.write(
        "blue", "KEEP ORDERS\nVOTE GUILTY", to=sent_to(desk, "nina@new.example"), From="nina@new.example"
    )
    for _ in range(7):
        desk.poll(72)
    home = desk.archived()
    whole(home)
    written = b"".join(path.read_bytes() for path in home.rglob("*") if path.is_file())
    assert b"his doctor" not in written and b"Boris fell ill" in written


def test_vacations_a_bot_meanwhile_and_more_time(desk: Desk) -> None:
    desk.write("red", "VACATION FROM 5 Dec UNTIL 12 Dec")
    desk.write("blue", "VACATION UNTIL 2026-12-10 AUTOPILOT")
    desk.write("green", "EXTEND 24h")
    desk.poll(1)
    for _ in range(5):
        desk.poll(48)
    desk.write("blue", "I'm back")
    desk.poll(72)
    out_again(desk)


def test_another_tempo_and_a_pause(desk: Desk) -> None:
    desk.pbem("set", "test", "tempo=phase", "--because", "faster")
    desk.write("red", "PURGE M\nREADY")
    desk.poll(72)
    desk.pbem(
        "set", "test", "deadline=Tue 20:00, Fri 20:00", "off=sat, sun", "--now-too", "--because", "weekly"
    )
    desk.poll(72)
    desk.pbem("hold", "test")
    desk.poll(24)
    desk.pbem("resume", "test")
    desk.pbem("set", "test", "tempo=year", "--because", "slower")
    desk.poll(100)
    out_again(desk)


def test_rulings_of_each_kind_spoken_and_silent(desk: Desk) -> None:
    desk.write("red", "PURGE M\nPURGE N\nREADY")
    desk.pbem("rule", "test", "die", "1951/purge M #0", "20", "--because", "to show it", "--yes")
    desk.poll(1)
    desk.poll(72)
    desk.pbem("rule", "test", "set", "M sp=3", "--because", "hush", "--private", "--yes")
    desk.pbem("rule", "test", "set", "red K recorded=8", "--because", "hush", "--private", "--yes")
    desk.pbem("rule", "test", "house", "HR-9", "guilty", "--once", "--because", "so be it", "--yes")
    desk.poll(72)
    desk.pbem("undo", "test", "--drop-orders", "--because", "red was right", "--yes")
    desk.write("red", "PURGE N\nVOTE GUILTY")
    desk.poll(72)
    desk.pbem("undo", "test", "--to", "1951/cure", "--same-dice", "--private", "--because", "hush", "--yes")
    desk.poll(72)
    out_again(desk)


def test_cards_offers_and_words_that_are_open(tmp_path: Path) -> None:
    game = Desk(tmp_path / "site", rules="advanced", options={"bribes": "true"})
    game.begin()
    game.pbem("rule", "test", "set", "red hand=5,6,10", "--because", "a deal", "--yes")
    game.write("red", 'EACH TURN PURGE FM\nOFFER 5 TO blue FOR "peace until spring"\nSET PRESS OPEN')
    game.write("blue", "EACH TURN TRY DM\nEACH TURN VOTE GUILTY\nSET PRESS OPEN")
    game.poll(1)
    game.write("blue", "ACCEPT ALL")
    game.write("red", "PRESS TO blue: the samovar sings\nEND PRESS\nPURGE G")
    game.poll(1)
    game.write("green", "PRESS TO ALL: hello all\nEND PRESS")
    game.write("blue", "PRESS ANONYMOUS TO ALL: who am I\nEND PRESS")
    for _ in range(3):
        game.poll(73)
    out_again(game, held_back=True)


def test_somebody_watches(tmp_path: Path) -> None:
    game = Desk(tmp_path / "site", options={"watch": "on"})
    game.begin()
    eve = "From: eve@w.example\nTo: judge@judge.example\nSubject: {}\nMessage-ID: <{}@w.example>\n\n{}\n"
    game.put(eve.format("x", 1, "WATCH test").encode())
    game.poll(1)
    game.put(eve.format(subject_of(sent_to(game, "eve@w.example")), 2, "YES").encode())
    game.poll(1)
    game.poll(72)
    game.put(eve.format("x", 3, "UNWATCH test").encode())
    game.poll(72)
    out_again(game)


def test_mails_that_came_back_are_nobodys_letters(desk: Desk) -> None:
    """Twice: neither is the second of a number, and no word of what came back is published."""
    back = (
        "From: MAILER-DAEMON@mx.example\nTo: judge@judge.example\nSubject: Undelivered\nMessage-ID: <b{n}@mx.example>\n"
        "Return-Path: <>\nMIME-Version: 1.0\nContent-Type: multipart/report; report-type=delivery-status; boundary=X\n\n"
        "--X\nContent-Type: text/plain\n\nno such samovar\n--X\nContent-Type: message/delivery-status\n\n"
        "Reporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822; anna@players.example\nAction: failed\nStatus: 5.1.1\n"
        "--X\nContent-Type: text/rfc822-headers\n\nMessage-ID: {mail}\nTo: anna@players.example\n--X--\n"
    )
    for number in range(2):
        desk.put(back.format(n=number, mail=desk.to("red")[-1]["Message-ID"]).encode())
        desk.poll(72)
    desk.write("red", "PURGE M")
    desk.poll(72)
    home = desk.archived()
    whole(home)
    letters = (home / "letters.jsonl").read_text("utf-8")
    assert letters.count('"bounced"') == 2 and "samovar" not in letters


def test_words_of_the_moderator_behind_a_deadline_resolve_nothing(desk: Desk) -> None:
    """A command that is in no round must not become one."""
    desk.write("red", "MODERATOR: may I?")
    desk.poll(1)
    letter = json.loads(desk.pbem("mail", "--in", "--all", "--json"))[-1]["number"]
    desk.now += timedelta(hours=80)
    desk.pbem("mail", "answer", letter, "No, you may not.")
    desk.poll(1)
    out_again(desk, held_back=True)


def test_mails_released_dropped_and_tried_again(desk: Desk) -> None:
    with transaction(desk.site.engine) as connection:
        last = int(connection.exec_driver_sql("select max(id) from mail").scalar_one())
        for number, state in ((last, "held"), (last - 1, "failed"), (last - 2, "failed")):
            connection.exec_driver_sql(f"update mail set state='{state}', reason='x' where id={number}")
    desk.pbem("mail", "release", f"M{last}", "--because", "it tells nothing")
    desk.pbem("mail", "drop", f"M{last - 1}")
    desk.pbem("retry", f"M{last - 2}")
    desk.poll(72)
    out_again(desk)


def test_another_judge_in_the_middle_of_a_game(desk: Desk) -> None:
    file = desk.folder / "pbem.toml"
    was = file.read_text("utf-8")
    other = was.replace("Kremlin Judge", "Oracle").replace("judge@judge", "the.great.judge@judge")
    file.write_text(other.replace("Europe/Zurich", "America/New_York"), "utf-8")
    desk.site.engine.dispose()
    desk.site = Site.open(desk.folder)
    desk.write("red", "PURGE M\nREADY", To="the.great.judge@judge.example")
    desk.poll(1)
    desk.poll(72)
    desk.pbem("hold", "test")
    desk.poll(1)
    desk.pbem("resume", "test")
    assert [words[0] for words in desk.script()].count("@judge") == 1
    assert "@" not in next(words[1] for words in desk.script() if words[0] == "@judge")
    out_again(desk)


def test_invited_seated_silent_and_replaced_by_who_stands_by(tmp_path: Path) -> None:
    people = SeatMail(tmp_path / "site")
    people.invite("anna", "boris", "clara", "dmitri")
    people.poll()
    people.said("anna", text="YES as Anna, Europe/Zurich, away 20-24 Dec")
    people.said("boris", text="YES as Bobby, London")
    people.said("clara")
    people.said("dmitri", text="STANDBY")
    people.start(3)
    people.poll(1)
    for _ in range(9):
        people.write("anna", "HOLD KGB UP TO 3")
        people.poll(73)
        last = people.to("dmitri")[-1]
        if "seat" in subject_of(last) + text_of(last):
            people.write("dmitri", "YES")
        people.poll(1)
    where = ["--site", str(people.folder), "--now", people.now.isoformat()]
    ended = CliRunner().invoke(app, ["end", "test", "--because", "enough", "--yes", *where], prog_name="pbem")
    assert ended.exit_code == 0, ended.output
    people.poll(1)
    whole(archive.write(people.site, "test", tmp_path / "archived", False, people.now))
