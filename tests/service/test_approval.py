"""Resolutions that wait for the moderator (issue 5, decision D33)."""

from datetime import timedelta
from pathlib import Path

import pytest

from pbem.service import desk, releasing
from pbem.service.errors import ServiceError

from .mailgame import MailGame, subject_of, text_of

GM = "gm@judge.example"


@pytest.fixture
def game(tmp_path: Path) -> MailGame:
    """Set-up is released; the purge of 1951 is open."""
    game = MailGame(tmp_path / "site", options={"approval": "on"})
    game.begin()
    game.now += timedelta(hours=1)
    releasing.release(game.site, "test", game.now)
    game.poll()
    return game


def _plain(text: str) -> str:
    return " ".join(text.split())


def _waiting(game: MailGame) -> None:
    """All are READY, and the resolution waits."""
    game.write("red", "PURGE Manjak\nPURGE Xyzzyplugh\nREADY")
    game.poll(1)
    game.write("red", "READY")
    game.write("blue", "PASS\nREADY")
    game.write("green", "READY")
    game.poll(1)


def _lasting(game: MailGame) -> tuple[object, ...]:
    record = game.record()
    return record.row.events, record.row.head, record.row.session, record.state


def test_set_up_waits_as_well_and_the_moderator_is_told_once(tmp_path: Path):
    game = MailGame(tmp_path / "site", options={"approval": "on"})
    before = _lasting(game)
    game.begin()
    game.poll(1)
    game.poll(1)
    assert _lasting(game) == before
    (told,) = [mail for mail in game.to(GM) if "waits for you" in subject_of(mail)]
    assert "pbem approve test" in text_of(told)
    assert "APPROVE" in text_of(told)


def test_missing_sheets_are_reminded_of_without_the_moderator(tmp_path: Path):
    game = MailGame(tmp_path / "site", options={"approval": "on"})
    game.poll(80)
    assert "sheet" in subject_of(game.to("red")[-1])
    assert game.record().row.waits == ""


def test_nothing_is_written_or_sent_until_it_is_released_and_then_exactly_what_was_shown(game: MailGame):
    before, mails = _lasting(game), len(game.outgoing())
    _waiting(game)
    assert _lasting(game)[:3] == before[:3]
    assert not [mail for mail in game.outgoing()[mails:] if "your move by" in subject_of(mail)]
    shown = releasing.preview(game.site, "test", game.now, reveal=False)
    again = releasing.preview(game.site, "test", game.now, reveal=False)
    assert shown == again
    assert _lasting(game)[:3] == before[:3]
    assert "Rejected lines:" in shown.text
    assert "Xyzzyplugh" in shown.text
    sent = len(game.outgoing())
    done = releasing.release(game.site, "test", game.now, shown.seen)
    assert done.text in shown.text
    game.poll()
    out = [(_plain(subject_of(mail)), text_of(mail).strip()) for mail in game.outgoing()[sent:]]
    assert sorted(out) == sorted((_plain(mail.subject), mail.text.strip()) for mail in shown.mails)
    assert game.record().row.waits == ""


def test_silent_players_are_named(game: MailGame):
    game.write("red", "PASS")
    game.poll(1)
    game.poll(72)
    shown = releasing.preview(game.site, "test", game.now, reveal=False)
    assert shown.data["silent"] == ["Boris", "Clara"]
    told = text_of(next(mail for mail in game.to(GM)[::-1] if "waits for you" in subject_of(mail)))
    assert "nothing has been heard of Boris and Clara" in " ".join(told.split())


def test_players_read_that_it_is_looked_at_and_late_letters_change_nothing(game: MailGame):
    _waiting(game)
    seen = releasing.preview(game.site, "test", game.now, reveal=False).seen
    orders = game.orders("blue")
    game.write("blue", "STATUS\nPURGE Palavrian\nNOT READY")
    game.poll(2)
    said = " ".join(text_of(game.to("blue")[-1]).split())
    assert "the moderator looks at the resolution" in said
    assert "It is not kept; please send it again in answer to your next report." in said
    assert "The deadline has passed; the resolution is being looked at." in said
    assert "The position" in said
    assert game.orders("blue") == orders
    assert releasing.preview(game.site, "test", game.now, reveal=False).seen == seen


def test_what_came_in_time_counts_though_it_is_read_later(game: MailGame):
    game.poll(73)
    assert game.record().row.waits == "approval"
    game.write("blue", "PURGE Palavrian")
    with game.site.engine.begin() as connection:
        connection.exec_driver_sql("update game set deadline = '2027-01-01 00:00:00'")
    game.poll(1)
    assert game.orders("blue") == ["PURGE Palavrian"]


def test_if_something_else_would_come_by_now_nothing_is_released(game: MailGame):
    _waiting(game)
    shown = releasing.preview(game.site, "test", game.now, reveal=False)
    desk.enter(game.site, "test", "green", ["DECLARE 5 K"], game.now)
    before = _lasting(game)
    with pytest.raises(ServiceError, match="Something has changed"):
        releasing.release(game.site, "test", game.now, shown.seen)
    assert _lasting(game)[:3] == before[:3]


def test_a_moved_deadline_opens_the_orders_again_and_he_is_told_anew(game: MailGame):
    game.poll(73)
    desk.deadline(game.site, "test", "+48h", game.now)
    game.write("blue", "PURGE Palavrian")
    game.poll(1)
    assert game.orders("blue") == ["PURGE Palavrian"]
    with pytest.raises(ServiceError, match="the deadline has not passed"):
        releasing.release(game.site, "test", game.now)
    game.poll(48)
    told = [mail for mail in game.to(GM) if "waits for you" in subject_of(mail)]
    assert len(told) == 3  # set-up, and twice this one


def test_resolve_by_hand_releases_and_without_approval_there_is_nothing_to_approve(
    game: MailGame, tmp_path: Path
):
    _waiting(game)
    desk.resolve(game.site, "test", game.now, False)
    assert game.record().row.session != "purge spy"
    assert game.record().row.waits == ""
    other = MailGame(tmp_path / "other")
    with pytest.raises(ServiceError, match="approval=off"):
        releasing.release(other.site, "test", other.now)


def test_switched_off_it_goes_on_by_itself(game: MailGame):
    _waiting(game)
    with game.site.engine.begin() as connection:
        connection.exec_driver_sql(
            "update game set settings = replace(settings, '\"approval\":true', '\"approval\":false')"
        )
    events = game.record().row.events
    assert game.poll(1).resolved == ["test"]
    assert game.record().row.events > events
