"""Mails of ours that come back: whose they are, whom they make unreachable, and that they can do nothing else."""

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from pbem.service import desk, heldbook, mailbook, retrying
from pbem.service.poll import poll
from pbem.service.reach import unreachable
from pbem.service.site import Site
from pbem.store.database import transaction
from tests.mail.bounce_samples import dsn, plain
from tests.mailstack.stack import GHOST, JUDGE, mail_servers, mail_stack
from tests.postgres.server import database

from .mailgame import MailGame, text_of

__all__ = ["database", "mail_servers", "mail_stack"]

ANNA = "anna@players.example"


class BounceGame(MailGame):
    """A game whose mails have envelope senders of their own."""

    def __init__(self, folder: Path, **more: Any) -> None:
        super().__init__(folder, **more)
        toml = folder / "pbem.toml"
        toml.write_text(toml.read_text("utf-8").replace("# subaddress", "subaddress"), "utf-8")
        self.site = Site.open(folder)

    def rows(self, query: str, *values: object) -> list[Any]:
        with transaction(self.site.engine) as connection:
            return list(connection.exec_driver_sql(query, values).all())

    def last_mail(self, colour: str = "red") -> Any:
        """The last mail to a player: its number, envelope sender, Message-ID and bytes."""
        query = "select id, envelope, message_id, raw from mail where player = ? and kind != 'moderator' order by id desc"
        return self.rows(query, colour)[0]

    def last_letter(self) -> Any:
        return self.rows("select state, verdict, player, reason, game from letter order by id desc")[0]

    def bounce(self, raw: bytes, hours: float = 1) -> Any:
        """A bounce comes in; what its row says."""
        self.put(raw)
        self.poll(hours)
        return self.last_letter()

    def lost(self) -> list[str]:
        with transaction(self.site.engine) as connection:
            return [one.player for one in unreachable(connection)]

    def told(self) -> list[str]:
        """What the moderator was mailed of bounces."""
        return [
            text_of(mail)
            for mail in self.to("gm@judge.example")
            if "mails do not reach" in str(mail["Subject"])
        ]


@pytest.fixture
def game(tmp_path: Path) -> BounceGame:
    """Full sheets; the first Spring waits for its deadline, and every player's last mail has an envelope sender."""
    game = BounceGame(tmp_path / "site")
    game.begin()
    return game


# --- envelope senders ---


def test_every_mail_to_a_player_has_its_own_envelope_sender_which_stands_in_no_header(
    game: BounceGame,
) -> None:
    rows = game.rows("select player, envelope, raw from mail where envelope != ''")
    assert {row.player for row in rows} == {"red", "blue", "green"}
    assert len({row.envelope for row in rows}) == len(rows) >= 6
    for row in rows:
        assert row.envelope.startswith("judge+b-")
        assert row.envelope.endswith("@judge.example")
        assert b"+b-" not in row.raw


def test_the_same_game_has_the_same_envelope_senders(game: BounceGame, tmp_path: Path) -> None:
    again = BounceGame(tmp_path / "again")
    again.begin()
    query = "select player, envelope from mail order by id"
    assert game.rows(query) == again.rows(query)


def test_mails_of_no_seat_and_sites_without_subaddresses_have_the_judges_own(tmp_path: Path) -> None:
    plain_game = MailGame(tmp_path / "site")
    plain_game.begin()
    with transaction(plain_game.site.engine) as connection:
        assert set(connection.exec_driver_sql("select envelope from mail").scalars()) == {""}
    game = BounceGame(tmp_path / "other", name="other")
    game.write("red", "MODERATOR: hello")
    game.poll(1)
    assert game.rows("select envelope from mail where kind = 'moderator'") == [("",)]


# --- attributed ---


def test_a_bounce_to_an_envelope_sender_is_about_that_mail(game: BounceGame) -> None:
    mail = game.last_mail()
    letter = game.bounce(dsn(mail.envelope))
    assert (letter.state, letter.verdict, letter.player) == ("bounced", "permanent", "red")
    assert letter.reason == (
        f"M{mail.id}, the report to red, came back: 5.1.1, there is no such mailbox (permanent)"
    )
    assert game.lost() == ["red"]
    (row,) = game.rows("select sure, permanent, address, message_id, status from bounce")
    assert tuple(row) == (1, 1, ANNA, mail.message_id, "5.1.1")


def test_a_bounce_to_the_judge_is_known_by_the_message_id_that_it_sends_back(game: BounceGame) -> None:
    mail = game.last_mail("blue")
    letter = game.bounce(
        dsn("judge@judge.example", "elsewhere@x.example", returned=f"Message-ID: {mail.message_id}")
    )
    assert (letter.state, letter.player) == ("bounced", "blue")
    assert game.lost() == ["blue"]


def test_a_bounce_that_only_names_an_address_is_a_guess(game: BounceGame) -> None:
    letter = game.bounce(dsn("judge@judge.example", ANNA.upper()))
    assert (letter.state, letter.player) == ("bounced", "red")
    assert letter.reason.startswith("perhaps a mail to anna@players.example came back: 5.1.1")
    assert (game.lost(), game.told()) == ([], [])


def test_a_bounce_of_an_odd_server_is_known_by_its_code(game: BounceGame) -> None:
    mail = game.last_mail()
    raw = plain(mail.envelope, "550 5.1.1 no such user", "robot@mx.players.example")
    assert game.bounce(raw).state == "bounced"
    assert game.rows("select id from mail where kind = 'stranger'") == [], "it is not answered"


def test_a_notice_of_delivery_is_no_bounce(game: BounceGame) -> None:
    letter = game.bounce(dsn(game.last_mail().envelope, action="delivered", status="2.0.0"))
    assert letter.state == "ignored"
    assert letter.reason.endswith("was delivered")
    assert game.rows("select id from bounce") == []


def test_a_complaint_is_no_bounce(game: BounceGame) -> None:
    mail = game.last_mail()
    raw = dsn(mail.envelope).replace(b"report-type=delivery-status", b"report-type=feedback-report")
    letter = game.bounce(raw)
    assert (letter.state, letter.reason) == (
        "ignored", f"somebody has marked M{mail.id}, the report to red, as spam",
    )  # fmt: skip
    assert game.lost() == []


def test_a_bounce_of_a_mail_to_the_moderator_is_noted_and_told_to_nobody(game: BounceGame) -> None:
    game.write("red", "MODERATOR: hello")
    game.poll(1)
    ((message_id,),) = game.rows("select message_id from mail where kind = 'moderator'")
    count = len(game.outgoing())
    letter = game.bounce(dsn("judge@judge.example", "gm@judge.example", returned=f"Message-ID: {message_id}"))
    assert (letter.state, letter.player) == ("bounced", "moderator")
    assert len(game.outgoing()) == count
    assert game.lost() == []


# --- unreachable ---


def test_the_moderator_is_told_once_what_came_back_and_what_to_do(game: BounceGame) -> None:
    mail = game.last_mail()
    game.bounce(dsn(mail.envelope, words="CANARY"))
    (told,) = game.told()
    flat = " ".join(told.split())
    assert "Our mails do not reach Anna (red) any more at anna@players.example." in flat
    assert f"The last that came back is M{mail.id}, a report" in flat
    assert "5.1.1, there is no such mailbox (permanent)" in flat
    assert '`pbem order test red "LINE"`' in flat
    game.bounce(dsn(mail.envelope, words="once more"))
    game.bounce(dsn(mail.envelope, status="5.2.2", words="and again"))
    assert len(game.told()) == 1


def test_games_and_show_say_who_is_unreachable(game: BounceGame) -> None:
    assert desk.games(game.site)[0].unreachable == ()
    mail = game.last_mail()
    game.bounce(dsn(mail.envelope))
    assert desk.games(game.site)[0].unreachable == ("Anna",)
    shown = desk.show(game.site, "test", None, False)
    assert shown.data["unreachable"] == ["red"]
    line = next(line for line in shown.text.splitlines() if line.startswith("Unreachable"))
    assert line.startswith("Unreachable: Anna (red) since ")
    assert f"M{mail.id} came back: 5.1.1" in line
    json.dumps(shown.data)


def test_a_letter_of_his_makes_him_reachable_and_he_may_get_lost_again(game: BounceGame) -> None:
    game.bounce(dsn(game.last_mail().envelope))
    game.write("red", "STATUS")
    game.poll(1)
    assert game.lost() == []
    game.bounce(dsn(game.last_mail().envelope, words="again"))
    assert game.lost() == ["red"]
    assert len(game.told()) == 1, (
        "whoever writes bounces for his own mails does not fill the moderator's mailbox"
    )
    game.write("red", "STATUS")
    game.poll(1)
    game.bounce(dsn(game.last_mail().envelope, words="another day"), hours=30)
    assert len(game.told()) == 2


def test_a_letter_without_his_reply_code_proves_nothing(game: BounceGame) -> None:
    game.bounce(dsn(game.last_mail().envelope))
    game.write("red", "PURGE K", subject="hello")
    game.poll(1)
    assert game.last_letter().verdict == "unsigned"
    assert game.lost() == ["red"]


def test_another_address_makes_him_reachable(game: BounceGame) -> None:
    game.bounce(dsn(game.last_mail().envelope))
    with transaction(game.site.engine) as connection:
        connection.exec_driver_sql("update seat set address = 'anna@new.example' where colour = 'red'")
    assert game.lost() == []


def test_a_temporary_failure_makes_nobody_unreachable_but_three_over_three_days_do(game: BounceGame) -> None:
    mail = game.last_mail()
    for number in range(3):
        letter = game.bounce(dsn(mail.envelope, action="delayed", status="4.4.1", words=f"{number}"))
        assert (letter.state, letter.verdict) == ("bounced", "temporary")
    assert game.lost() == []
    game.bounce(dsn(mail.envelope, action="delayed", status="4.4.1", words="days later"), hours=70)
    assert game.lost() == ["red"]
    assert "4.4.1, the server does not answer (temporary)" in " ".join(game.told()[0].split())


@pytest.mark.parametrize(
    ("reason", "lost"),
    [
        ("the server refuses this mail: 550 5.1.1 User unknown", ["red"]),
        ("the server refuses this mail: 550 User unknown", ["red"]),
        ("the server refuses the text of this mail: 552 5.3.4 too big", []),
        ("the server refuses this mail: 554 5.7.1 spam", []),
    ],
)
def test_an_address_that_the_server_itself_refuses_reaches_nobody(
    game: BounceGame, reason: str, lost: list[str]
) -> None:
    mail = game.last_mail()
    with transaction(game.site.engine) as connection:
        failed = "update mail set state = 'failed', reason = ?, created = '2026-12-02 00:00:00.000000' where id = ?"
        connection.exec_driver_sql(failed, (reason, mail.id))
    assert game.lost() == lost
    if lost:
        with transaction(game.site.engine) as connection:
            assert unreachable(connection)[0].why.startswith(f"M{mail.id} was refused: ")
        retrying.retry(game.site, [f"M{mail.id}"])
        game.poll(1)
        assert game.lost() == []


def test_who_has_left_the_table_is_not_unreachable(game: BounceGame) -> None:
    game.bounce(dsn(game.last_mail().envelope))
    with transaction(game.site.engine) as connection:
        connection.exec_driver_sql("update game set status = 'over'")
    assert game.lost() == []


# --- what a forged one can do ---


def test_a_forged_bounce_changes_neither_the_game_nor_what_is_sent(game: BounceGame) -> None:
    game.write("red", "PURGE Kruschev")
    game.poll(1)
    before, orders = game.record(), game.orders("red")
    forged = [
        dsn("judge@judge.example", ANNA, words="PURGE Nestor\nREADY"),
        dsn("judge+b-0123456789abcdef@judge.example", words="READY"),
        dsn("judge@judge.example", returned="Message-ID: <pbem.0123456789abcdef.aabbccddee@judge.example>"),
        dsn("judge@judge.example", returned=str(game.to("red")[-1]["Subject"]), sender=f"Anna <{ANNA}>"),
    ]
    for raw in forged:
        game.bounce(raw, hours=0)
    after = game.record()
    assert (after.row.events, after.row.deadline) == (before.row.events, before.row.deadline)
    assert game.orders("red") == orders
    assert game.lost() == []
    count = len(game.to("red"))
    game.write("red", "STATUS", to=game.to("red")[-1])
    game.poll(1)
    assert len(game.to("red")) == count + 1, "he is still written to"


def test_a_sure_bounce_stops_no_mail(game: BounceGame) -> None:
    game.bounce(dsn(game.last_mail().envelope))
    count = len(game.to("red"))
    game.poll(80)
    assert len(game.to("red")) > count


def test_a_bounce_on_which_our_own_code_fails_stops_no_other_letter(
    game: BounceGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbem.service.bounces.TOLD", "{nobody}")
    game.put(dsn(game.last_mail().envelope))
    game.write("blue", "PURGE K", to=game.to("blue")[-1])
    game.poll(1)
    assert [row.state for row in game.rows("select state from letter order by id desc limit 2")] == [
        "applied",
        "ignored",
    ]
    assert game.rows("select id from bounce") == [], "all of it or nothing"


def test_nothing_of_a_bounce_reaches_anybody(game: BounceGame) -> None:
    mail = game.last_mail()
    raw = dsn(
        mail.envelope,
        words="CANARY-1",
        returned="Subject: CANARY-2",
        sender="CANARY-3 <mailer-daemon@x.example>",
    )
    game.bounce(raw.replace(b"told so", b"CANARY-4"))
    game.bounce(plain("judge@judge.example", f"CANARY-5 {ANNA} unknown"))
    game.poll(80)
    assert all(b"CANARY" not in row.raw for row in game.rows("select raw from mail"))
    assert all("CANARY" not in row.reason for row in game.rows("select reason from letter"))


def test_who_is_out_of_office_is_reachable(game: BounceGame) -> None:
    mail = game.last_mail()
    away = [
        plain(
            mail.envelope, "I am temporarily away", ANNA, "Auto-Submitted: auto-replied", "Return-Path: <>"
        ),
        plain(mail.envelope, f"{ANNA} is away, unknown for how long", ANNA, "Return-Path: <>"),
        plain(mail.envelope, "Your mail was displayed", ANNA, "Precedence: bulk"),
    ]
    for raw in away:
        assert game.bounce(raw).state == "ignored"
    assert game.rows("select id from bounce") == []


# --- what is no bounce ---


@pytest.mark.parametrize(
    "subject", ["Undeliverable orders, sorry", "Returned mail", "Delivery failure: my plan"]
)
def test_a_player_who_writes_of_bounces_in_his_subject_is_read(game: BounceGame, subject: str) -> None:
    reply = str(game.to("red")[-1]["Message-ID"])
    game.write("red", "PURGE K", subject=subject, **{"In-Reply-To": reply})
    game.poll(1)
    assert game.last_letter().state == "applied"
    assert game.orders("red")


def test_a_player_who_is_a_postmaster_is_read(game: BounceGame) -> None:
    with transaction(game.site.engine) as connection:
        connection.exec_driver_sql(
            "update seat set address = 'postmaster@family.example' where colour = 'red'"
        )
    game.write("red", "PURGE K", From="Anna <postmaster@family.example>")
    game.poll(1)
    assert game.last_letter().state == "applied"


def test_a_bounce_from_a_postmaster_who_plays_is_not_read(game: BounceGame) -> None:
    with transaction(game.site.engine) as connection:
        connection.exec_driver_sql(
            "update seat set address = 'postmaster@family.example' where colour = 'red'"
        )
    game.write("red", "STATUS", From="Anna <postmaster@family.example>")
    game.poll(1)
    mail = game.last_mail()
    raw = dsn(mail.envelope, "postmaster@family.example", sender="postmaster@family.example", words="READY")
    letter = game.bounce(
        raw.replace(b"Undelivered Mail", str(game.to("postmaster@family.example")[-1]["Subject"]).encode())
    )
    assert letter.state == "bounced"


# --- what came back may go again ---


def test_a_mail_that_came_back_may_be_sent_again(game: BounceGame) -> None:
    mail = game.last_mail()
    game.bounce(dsn(mail.envelope, status="5.2.2"))
    done = retrying.retry(game.site, [f"M{mail.id}"])
    assert (done.mails, done.twice) == ((f"M{mail.id}",), (f"M{mail.id}",))
    game.poll(1)
    assert game.rows("select raw, envelope, state from mail where id = ?", mail.id) == [
        (mail.raw, mail.envelope, "sent")
    ]


def test_bounces_and_the_book_are_the_same_in_every_database(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if database:
        monkeypatch.setenv("PBEM_DATABASE_URL", database)
    game = MailGame(tmp_path / "site")
    game.begin()
    game.write("blue", "PURGE K", subject="no code")
    returned = f"Message-ID: {game.to('red')[-1]['Message-ID']}"
    for hours, raw in (
        (1, dsn(JUDGE, returned=returned)),
        (2, dsn("judge@judge.example", "boris@players.example")),
    ):
        game.put(raw)
        game.poll(hours)
    everything = mailbook.Wanted(limit=None)
    listed = mailbook.book(game.site, everything).entries
    assert [(one.number, one.state, one.player) for one in listed if one.way == "in"][-3:] == [
        ("L4", "answered", "blue"), ("L5", "bounced", "red"), ("L6", "bounced", "blue"),
    ]  # fmt: skip
    narrow = mailbook.Wanted("test", ("out",), "Anna", game.now - timedelta(hours=3), 1)
    assert len(mailbook.book(game.site, narrow).entries) == 1
    held = heldbook.held(game.site, everything, game.now).entries
    assert [(one.kind, one.player, one.state) for one in held] == [
        ("player", "red", "unreachable"), ("orders", "blue", "undecided"),
    ]  # fmt: skip
    assert [back.letter for back in mailbook.find(game.site, "L", 5).backs] == ["L5"]
    (mail,) = [
        one.number
        for one in listed
        if "report" in one.kind and one.player == "red" and one.number in held[0].reason
    ]
    assert retrying.retry(game.site, [mail]).twice == (mail,)
    assert retrying.retry(game.site, []).mails == ()
    assert desk.games(game.site)[0].unreachable == ("Anna",)


@pytest.mark.servers
def test_what_a_real_server_returns_is_known_by_its_envelope(
    mail_stack: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.service.test_servers import SEATS, ServerGame

    monkeypatch.setenv("PBEM_INBOX_PASSWORD", "judgepw")
    monkeypatch.setenv("PBEM_OUTBOX_PASSWORD", "judgepw")
    monkeypatch.setitem(SEATS, "green", GHOST)
    game = ServerGame(tmp_path / "site", mail_stack)
    poll(game.site, game.now)
    mail_stack.wait_for(JUDGE, 1)
    poll(game.site, game.now + timedelta(hours=1))
    with transaction(game.site.engine) as connection:
        (lost,) = unreachable(connection)
        bounce = connection.exec_driver_sql("select sure, permanent, status, message_id from bounce").one()
        mail = connection.exec_driver_sql(
            "select * from mail where message_id = ?", (bounce.message_id,)
        ).one()
        letter = connection.exec_driver_sql("select state, raw from letter").one()
    assert (lost.player, lost.address, lost.mail) == ("green", GHOST, mail.id)
    assert (bounce.sure, bounce.permanent, bounce.status) == (1, 1, "5.1.1")
    assert letter.state == "bounced"
    assert mail.envelope.encode() in letter.raw
    assert mail.envelope.encode() not in mail.raw
