"""What a player settles for himself by mail (SET, E27), and what it changes."""

from datetime import UTC, datetime, timedelta
from email.message import Message
from pathlib import Path
from typing import Any

import pytest
from icalendar import Calendar

from pbem.mail.compose import html_of
from pbem.service import desk, gate
from pbem.service.mailing import naive
from pbem.service.record import load
from pbem.service.replacing import replace
from pbem.store.database import transaction

from .mailgame import MailGame, subject_of, text_of


def flat(mail: Message) -> str:
    return " ".join(text_of(mail).split())


def ask(game: MailGame, text: str, **more: Any) -> str:
    """A letter of Anna's, and its receipt."""
    before = len(game.to("red"))
    game.write("red", text, **more)
    game.poll(0.1)
    (receipt,) = [m for m in game.to("red")[before:] if m["Auto-Submitted"] == "auto-replied"]
    return flat(receipt)


def seat(game: MailGame, colour: str = "red") -> Any:
    return game.record().seat_rows[colour]


# --- each of them ---


def test_each_setting_is_answered_with_what_holds_now(begun: MailGame) -> None:
    said = ask(
        begun,
        "SET MAIL: short please\nset zone new york\nSET REMIND 12h and 1h\nSET PRESS OPEN\nset calendar on",
    )
    assert "From now on your reports are short; an answer with STATUS brings the board" in said
    assert "Received: Tue 1 Dec 08:06 (America/New_York; 13:06 UTC)" in said, "at once"
    assert "From now on your mails tell times in the zone America/New_York." in said
    assert "From now on a reminder comes 12 hours and 1 hour before a deadline" in said
    assert "From now on messages between you and some players only may stand in the archive" in said
    assert "From now on a calendar file comes with each deadline of yours" in said
    row = seat(begun)
    assert (row.style, row.zone, row.remind, row.open_press, row.calendar) == (
        "short",
        "America/New_York",
        "12h, 1h",
        True,
        True,
    )
    said = ask(begun, "SET MAIL FULL\nSET REMIND ON\nSET PRESS CLOSED\nSET CALENDAR OFF")
    row = seat(begun)
    assert (row.style, row.remind, row.open_press, row.calendar) == ("full", "", False, False)
    assert "no message between you and some players only stands in the archive" in said
    assert "no calendar files come" in said
    assert not begun.orders("red"), "nothing of it is an order"


def test_what_cannot_be_meant_is_refused_in_a_sentence(begun: MailGame) -> None:
    said = ask(begun, "SET ZONE Europe/Zurch\nSET MAIL tiny\nSET REMIND 40 days\nSET CALENDAR perhaps")
    assert "did you mean Europe/Zurich" in said
    assert "SET MAIL needs SHORT, FULL or TEXT behind it, and “tiny” is none of them." in said
    assert "between 15 minutes and 14 days before a deadline" in said
    assert "SET CALENDAR needs ON or OFF behind it" in said
    assert (seat(begun).zone, seat(begun).style) == ("Europe/Zurich", "full")


def test_status_tells_all_settings(begun: MailGame) -> None:
    said = ask(begun, "SET MAIL TEXT\nSTATUS").partition("== Your settings ==")[2]
    for words in ("plain text alone", "Europe/Zurich", "no calendar files come", "| SET REMIND 24h, 3h"):
        assert words.casefold() in said.casefold()


def test_a_code_of_an_earlier_session_will_do(begun: MailGame) -> None:
    old = begun.to("red")[-1]
    begun.poll(73)
    said = ask(begun, "SET MAIL SHORT\nPURGE Satin", to=old)
    assert "your reports are short" in said
    assert seat(begun).style == "short"
    assert "PURGE Satin" in said, "which is held"
    assert not begun.orders("red")


def test_without_a_code_it_waits_for_yes(begun: MailGame) -> None:
    ask(begun, "SET MAIL SHORT", subject="hello")
    assert seat(begun).style == "full"
    ask(begun, "YES")
    assert seat(begun).style == "short"


def test_text_alone_has_no_other_part(begun: MailGame) -> None:
    ask(begun, "SET MAIL TEXT")
    begun.poll(73)
    report = begun.to("red")[-1]
    assert not report.is_multipart()
    assert "== The board ==" in text_of(report)
    assert begun.to("blue")[-1].is_multipart()
    assert html_of(begun.to("blue")[-1].as_bytes()).startswith("<!")


def test_short_reports_are_short(begun: MailGame) -> None:
    ask(begun, "SET MAIL SHORT")
    begun.poll(73)
    mine, others = text_of(begun.to("red")[-1]), text_of(begun.to("blue")[-1])
    assert "== The board ==" not in mine
    assert "== The board ==" in others
    assert len(mine) < len(others) * 0.7
    assert "== Your form ==" in mine


def test_whoever_takes_the_seat_over_begins_afresh(begun: MailGame) -> None:
    ask(begun, "SET MAIL TEXT\nSET PRESS OPEN\nSET CALENDAR ON\nSET REMIND OFF")
    replace(
        begun.site, "test", "red", "nina@players.example", name="Nina", zone=None, until=None, because="", private="",
        silent=True, now=begun.now,
    )  # fmt: skip
    row = seat(begun)
    assert (row.style, row.open_press, row.calendar, row.remind, row.entered) == (
        "full",
        False,
        False,
        "",
        None,
    )


# --- reminders ---


def reminded(game: MailGame) -> dict[str, int]:
    return {c: sum("reminder, your move" in subject_of(mail) for mail in game.to(c)) for c in game.colours}


def test_each_is_reminded_when_he_wants_it(tmp_path: Path) -> None:
    game = MailGame(tmp_path, options={"reminders": "24h,3h"})
    game.write("red", "SET REMIND 30h, 1h")
    game.write("blue", "SET REMIND OFF")
    game.poll(0.1)
    with transaction(game.site.engine) as connection:  # as if these letters had come in an earlier session
        connection.exec_driver_sql("update seat set heard = null")
    deadline = game.record().row.deadline.replace(tzinfo=UTC)
    before = reminded(game)
    expected = {31: (0, 0), 29: (1, 0), 23: (1, 1), 2: (1, 2), 0.5: (2, 2)}
    for hours, (red, green) in expected.items():
        game.now = deadline - timedelta(hours=hours)
        game.poll()
        now = reminded(game)
        assert {c: now[c] - before[c] for c in now} == {"red": red, "blue": 0, "green": green}, hours


def test_a_wish_counts_for_the_deadline_that_is_open(tmp_path: Path) -> None:
    game = MailGame(tmp_path, options={"reminders": "24h"})
    game.write("red", "SET REMIND 2h")
    game.poll(50)
    assert reminded(game) == {"red": 0, "blue": 1, "green": 1}
    game.poll(20.5)
    assert reminded(game)["red"] == 0, "he was heard of"


# --- the calendar ---


def files(game: MailGame, colour: str = "red") -> list[tuple[str, Any, Any]]:
    """Of each calendar file that he was sent: the method that its part and itself say, and its event."""
    found = []
    for mail in game.to(colour):
        for part in mail.walk():
            if part.get_content_type() == "text/calendar":
                assert part.get_content_disposition() == "attachment"
                assert part.get_filename() == "deadline.ics"
                body = part.get_payload(decode=True)
                assert isinstance(body, bytes)
                calendar = Calendar.from_ical(body)
                assert str(part.get_param("method")) == calendar["method"]
                (event,) = calendar.walk("VEVENT")
                found.append((str(calendar["method"]), event, mail))
    return found


def deadline(game: MailGame) -> datetime:
    found = game.record().row.deadline
    assert found is not None
    return found.replace(tzinfo=UTC)


def test_no_file_comes_unasked(begun: MailGame) -> None:
    begun.poll(73)
    assert not any(files(begun, colour) for colour in begun.colours)


def test_the_entry_moves_with_the_deadline(begun: MailGame) -> None:
    ask(begun, "SET CALENDAR ON")
    first = files(begun)
    assert [method for method, _, _ in first] == ["PUBLISH"], "with the receipt"
    event = first[0][1]
    assert event.decoded("dtstart") == deadline(begun)
    assert str(event["summary"]) == "[test] your move"
    assert not event.walk("VALARM")
    desk.deadline(begun.site, "test", "+24h", begun.now)
    begun.poll()
    begun.poll(100)
    ask(begun, "READY")
    found = files(begun)
    assert [method for method, _, _ in found] == ["PUBLISH"] * 3, "with the notice, and with the report"
    assert len({str(event["uid"]) for _, event, _ in found}) == 1
    numbers = [int(event["sequence"]) for _, event, _ in found]
    assert numbers == sorted(set(numbers))
    assert found[1][1].decoded("dtstart") == first[0][1].decoded("dtstart") + timedelta(hours=24)
    assert found[2][1].decoded("dtstart") == deadline(begun)
    assert all(event.decoded("dtend") > event.decoded("dtstart") for _, event, _ in found)
    assert "red" not in str(found[0][1]["uid"])


def test_it_goes_while_the_game_is_on_hold_and_comes_back(begun: MailGame) -> None:
    ask(begun, "SET CALENDAR ON")
    desk.hold(begun.site, "test", "a pause", begun.now)
    begun.poll()
    method, event, mail = files(begun)[-1]
    assert (method, str(event["status"])) == ("CANCEL", "CANCELLED")
    assert "on hold" in subject_of(mail)
    desk.resume(begun.site, "test", begun.now)
    begun.poll()
    assert [method for method, _, _ in files(begun)] == ["PUBLISH", "CANCEL", "PUBLISH"]
    assert len({str(event["uid"]) for _, event, _ in files(begun)}) == 1


def test_off_takes_it_out(begun: MailGame) -> None:
    ask(begun, "SET CALENDAR ON")
    ask(begun, "SET CALENDAR OFF")
    assert [method for method, _, _ in files(begun)] == ["PUBLISH", "CANCEL"]
    begun.poll(73)
    assert len(files(begun)) == 2


def test_two_players_have_two_entries_and_it_says_nothing_of_the_game(begun: MailGame) -> None:
    for colour in ("red", "blue"):
        begun.write(colour, "SET CALENDAR ON\nTAKE KGB\nPURGE Manjak")
    begun.poll(73)
    mine, others = files(begun), files(begun, "blue")
    assert mine[0][1]["uid"] != others[0][1]["uid"]
    for _, event, _ in (*mine, *others):
        said = event.to_ical().decode().replace("\r\n ", "")
        names = [card.surname for card in begun.record().rules.cards.values()]
        assert not [name for name in names if name in said]
        assert set(event) == {
            *(
                "UID",
                "SEQUENCE",
                "DTSTAMP",
                "DTSTART",
                "DTEND",
                "SUMMARY",
                "DESCRIPTION",
                "STATUS",
                "TRANSP",
                "ORGANIZER",
            )
        }


def test_the_gate_reads_calendars_too(begun: MailGame, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that others' secrets change stops the mail; as it is, nothing does."""
    ask(begun, "SET CALENDAR ON")
    begun.poll(73)
    assert not begun.record().row.held
    from pbem.service import datebook

    monkeypatch.setattr(
        datebook, "_uid", lambda record, config, player: f"{record.seat_rows['blue'].mails}@judge.example"
    )
    begun.now += timedelta(hours=73)
    from pbem.service.poll import poll

    poll(begun.site, begun.now)
    assert begun.record().row.held
    assert "picture" in gate.ALIKE


def test_what_was_entered_is_what_he_was_told(begun: MailGame) -> None:
    ask(begun, "SET CALENDAR ON")
    assert seat(begun).entered == naive(deadline(begun))
    with transaction(begun.site.engine) as connection:
        record = load(connection, "test")
        assert record is not None
        assert record.seat_rows["blue"].entered is None


# --- and nobody else's business ---


@pytest.mark.parametrize(
    "settled",
    [
        "SET MAIL SHORT",
        "SET ZONE Asia/Kolkata",
        "SET REMIND 20m",
        "SET REMIND OFF",
        "SET CALENDAR ON",
        "SET PRESS OPEN",
        "FORM",
    ],
)
def test_what_one_settles_changes_no_mail_of_the_others(tmp_path: Path, settled: str) -> None:
    """Two games of one seed: in one of them Anna settles something, in the other she asks for help."""
    mails = []
    for name, line in (("one", settled), ("two", "HELP READY")):
        game = MailGame(tmp_path / name, options={"reminders": "24h,3h"})
        game.begin()
        game.write("red", line)
        game.poll(1)
        for hours in (46, 22, 3, 30, 20, 22):
            game.poll(hours)
        desk.hold(game.site, "test", "a pause", game.now)
        game.poll()
        mails.append(
            [mail.as_bytes() for colour in ("blue", "green", "gm@judge.example") for mail in game.to(colour)]
        )
    assert mails[0] == mails[1]
    assert len(mails[0]) >= 8
