"""Where mails do not get through, or letters are not let in: what the moderator is told, what helps, and what the poll says."""

from collections.abc import Iterator
from datetime import timedelta
from email import message_from_bytes
from pathlib import Path
from typing import Any

import pytest

from pbem.mail.authres import bears_name
from pbem.service import desk, heldbook, mailbook, retrying, undelivered
from pbem.service.errors import ServiceError
from pbem.service.poll import PollResult, poll
from pbem.store.database import transaction
from tests.mail.bounce_samples import dsn

from .mailgame import MailGame, subject_of, text_of
from .spoofing import ANNA, GM, copied, guarded, raw, rows

NEW, MX = "anna@new.example", "mx.judge.example"


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> MailGame:
    game = MailGame(tmp_path_factory.mktemp("wayout") / "site")
    game.begin()
    return game


@pytest.fixture
def game(base: MailGame, tmp_path: Path) -> Iterator[MailGame]:
    """Play has begun; the last report of each was sent."""
    twin = copied(base, tmp_path / "site")
    yield twin
    twin.site.engine.dispose()


def change(game: MailGame, sql: str, *values: object) -> None:
    with transaction(game.site.engine) as connection:
        connection.exec_driver_sql(sql, values)


def reports(game: MailGame) -> list[Any]:
    return [row for row in rows(game, "mail") if row.kind == "report" and row.player == "red"]


def words(row: Any) -> str:
    return " ".join(text_of(message_from_bytes(row.raw)).split())


def bounced(game: MailGame) -> Any:
    """Anna's last report comes back; its row."""
    last = reports(game)[-1]
    game.put(dsn("judge@judge.example", returned=f"Message-ID: {last.message_id}"))
    game.poll(1)
    return last


def moved(game: MailGame) -> None:
    """As docs/moderator.md says: the moderator enters the line, and she answers the mail that goes to the new address."""
    entered = desk.enter(game.site, "test", "red", [f"SET ADDRESS {NEW}"], game.now)
    assert entered.rejected == 0
    game.poll(1)
    asks = next(row for row in rows(game, "mail") if row.recipient == NEW and row.kind == "confirm")
    subject = subject_of(message_from_bytes(asks.raw))
    game.put(raw(game, NEW, "yes", subject=f"Re: {subject}"))
    game.poll(1)


def round_(game: MailGame, hours: float = 1) -> PollResult:
    game.now += timedelta(hours=hours)
    return poll(game.site, game.now)


# --- a wrong address ---


def test_the_way_out_stands_in_what_the_moderator_reads(game: MailGame) -> None:
    bounced(game)
    told = [row for row in rows(game, "mail") if row.recipient == GM][-1]
    assert '`pbem order test red "SET ADDRESS new@example.org"`' in words(told)
    assert 'SET ADDRESS new@example.org"`' in undelivered.ADVICE


@pytest.mark.parametrize("how", ["came back", "failed", "expired"])
def test_the_last_report_goes_to_the_new_address_at_once_if_the_old_one_had_it_not(
    game: MailGame, how: str
) -> None:
    last = reports(game)[-1]
    if how == "came back":
        bounced(game)
    else:
        change(game, "update mail set state = ? where id = ?", how, last.id)
    moved(game)
    *_, again = reports(game)
    assert (again.recipient, again.state, again.covers) == (NEW, "sent", last.covers)
    assert again.message_id != last.message_id
    assert f"was sent to {ANNA} and did not arrive there" in words(again)
    old = text_of(message_from_bytes(last.raw)).partition("###\n\n")[2]
    assert old.strip() in text_of(message_from_bytes(again.raw))
    assert next(row for row in rows(game, "mail") if row.id == last.id).raw == last.raw
    assert "once more" in desk.report(game.site, "test", "red", None, None)

    game.put(raw(game, NEW, "PURGE Manjak", subject=f"Re: {subject_of(message_from_bytes(again.raw))}"))
    game.poll(1)
    assert game.orders("red") == ["PURGE Manjak"]


def test_who_had_his_report_gets_it_once(game: MailGame) -> None:
    before = len(reports(game))
    moved(game)
    assert len(reports(game)) == before


# --- pbem retry ---


def test_a_mail_to_where_his_mails_no_longer_go_is_not_sent_again(game: MailGame) -> None:
    last = bounced(game)
    moved(game)
    said = rf"M{last.id} is not sent again: it was addressed to {ANNA}.* goes to {NEW}; `pbem report test red` shows"
    with pytest.raises(ServiceError, match=said):
        retrying.retry(game.site, [f"M{last.id}"])
    change(game, "update mail set state = 'held' where id = ?", last.id)
    with pytest.raises(ServiceError, match="is not sent again"):
        retrying.retry(game.site, [f"M{last.id}"], release=True)


def test_without_numbers_such_mails_are_left_alone_and_all_others_go(game: MailGame) -> None:
    mine, others = reports(game)[-1], next(row for row in rows(game, "mail") if row.player == "blue")
    moved(game)
    change(game, "update mail set state = 'failed' where id in (?, ?)", mine.id, others.id)
    done = retrying.retry(game.site, [])
    assert done.mails == (f"M{others.id}",)
    assert [one["number"] for one in done.left] == [f"M{mine.id}"]
    assert NEW in done.left[0]["why"]


def test_a_mail_to_a_moderator_who_has_another_address_by_now_is_not_sent_again(game: MailGame) -> None:
    game.write("red", "MODERATOR: hello")
    game.poll(1)
    row = [row for row in rows(game, "mail") if row.kind == "moderator"][-1]
    change(game, "update mail set state = 'failed', recipient = 'old@judge.example' where id = ?", row.id)
    with pytest.raises(ServiceError, match=f"addressed to old@judge.example; your mails go to {GM} now"):
        retrying.retry(game.site, [f"M{row.id}"])


# --- [inbox] authserv ---


def vouched(name: str, result: str = "pass") -> str:
    return f"Authentication-Results: {name}; dmarc={result} header.from=players.example"


def test_a_wrong_authserv_is_told_to_the_moderator_once_a_day_and_by_each_poll(game: MailGame) -> None:
    guarded(game, "mx.other.example")
    for hours, count in ((1, 1), (1, 1), (24, 2)):
        game.put(raw(game, ANNA, "PURGE Manjak", vouched(MX)))
        (said,) = round_(game, hours).problems
        assert "no letter of this poll bears the name mx.other.example" in said
        told = [words(row) for row in rows(game, "mail") if "was not read" in words(row)]
        assert len(told) == count
        assert 'authserv = "mx.other.example"' in told[-1]
        assert "Manjak" not in told[-1]


def test_where_the_server_speaks_of_other_letters_its_name_is_right(game: MailGame) -> None:
    guarded(game, MX)
    game.put(raw(game, ANNA, "PURGE Manjak"))
    game.put(raw(game, "boris@players.example", "hello", vouched(MX)))
    assert round_(game).problems == []
    game.put(raw(game, ANNA, "PURGE Manjak", vouched(MX, "fail")))
    assert round_(game).problems == []
    assert [row.recipient for row in rows(game, "mail") if "was not read" in words(row)] == [GM]


def test_a_name_is_borne_whatever_is_said_under_it() -> None:
    assert bears_name([("authentication-results", f"{MX}; dmarc=fail")], MX)
    assert not bears_name([("authentication-results", "mx.evil.example; dmarc=pass")], MX)
    assert not bears_name([], MX)


# --- what the poll says ---


def test_a_mail_that_the_gate_holds_is_said_by_its_poll_and_seen_in_the_list_of_games(
    game: MailGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pbem.service import gate

    real = gate._differs
    monkeypatch.setattr(
        gate, "_differs", lambda *words: "line 3" if words[2].mail["kind"] == "receipt" else real(*words)
    )
    game.put(raw(game, ANNA, "PURGE Manjak"))
    (said,) = round_(game).problems
    assert said.startswith("1 mail is held by the gate (M")
    assert said.endswith("`pbem mail --held` says more.")
    assert round_(game).problems == []
    (row,) = desk.games(game.site)
    assert (row.status, row.held) == ("held", "the judge stopped a mail that might have told too much")
    assert f"On hold: {row.held}" in desk.show(game.site, "test", None, False).text


def test_mails_that_are_given_up_are_said(game: MailGame) -> None:
    change(
        game,
        "update mail set state = 'ready', attempts = 9, due = '2027-06-01 00:00:00.000000' where kind = 'report'",
    )
    count = sum(row.kind == "report" for row in rows(game, "mail"))
    change(game, "update game set held = 'Christmas'")
    (said,) = round_(game, 24 * 20).problems
    assert said.startswith(f"{count} mails could not be sent in time and were given up (M1, M2, M3, ")
    assert ", M" in said
    assert "…" in said
    assert round_(game).problems == []


def test_while_the_outbox_is_away_the_book_says_since_when_and_why(game: MailGame) -> None:
    began = game.now
    undelivered.away(game.site, "the server is \x1bdown", began)
    undelivered.away(game.site, "the server is gone", began + timedelta(hours=2))
    (entry,) = heldbook.held(game.site, mailbook.Wanted(), game.now).entries
    assert (entry.kind, entry.state, entry.when) == ("outbox", "away", began)
    assert entry.reason == "the server is gone; 1 mail waits"  # the one to the moderator
    assert heldbook.held(game.site, mailbook.Wanted(game="test"), game.now).entries == []
    undelivered.back(game.site)
    assert heldbook.held(game.site, mailbook.Wanted(), game.now).entries == []
