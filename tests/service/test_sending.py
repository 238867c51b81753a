"""The outbox: at least once, the same bytes, in order, not too fast; and the moderator hears once of what does not go out."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from pbem.mail import points
from pbem.report.brief import Rendered
from pbem.service import sending
from pbem.service.poll import poll
from pbem.service.site import Site
from pbem.service.sitemail import queue_site
from pbem.store.database import transaction
from tests.mail.test_smtp import Scripted, certificate

from .mailgame import MailGame, text_of

__all__ = ["certificate"]
NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)
GM = "gm@judge.example"


class Post:
    """A site whose outbox is a scripted SMTP server."""

    def __init__(self, folder: Path, server: Scripted, certificate: Path, settings: str = "") -> None:
        self.server, self.now = server, NOW
        self.site = Site.create(folder, name="Judge", address="judge@judge.example", moderator=GM, zone="UTC")
        url = f"smtps://localhost:{server.port}?cafile={certificate}"
        toml = folder / "pbem.toml"
        text = toml.read_text().replace('url = "maildir:mail/out"', f'url = "{url}"\n{settings}')
        toml.write_text(text)
        self.site = Site.open(folder)

    def write(self, *recipients: str, kind: str = "report") -> None:
        with transaction(self.site.engine) as connection:
            for number, recipient in enumerate(recipients):
                text = Rendered(f"Mail {number}", f"The secret of {recipient}.")
                queue_site(connection, self.site.config, recipient, kind, text, self.now)

    def send(self, **later: float) -> sending.Sending:
        self.now += timedelta(**later)
        self.problems: list[str] = []
        return sending.send(self.site, self.now, self.problems)

    def rows(self, what: str = "state", kind: str = "") -> list[Any]:
        only = f"where kind = '{kind}'" if kind else "where kind != 'moderator'"
        with transaction(self.site.engine) as connection:
            return list(connection.exec_driver_sql(f"select {what} from mail {only} order by id").scalars())

    def set(self, change: str) -> None:
        with transaction(self.site.engine) as connection:
            connection.exec_driver_sql(f"update mail set {change}")

    def told(self) -> list[tuple[str, str]]:
        """Subject and text of all mails to the moderator."""
        mails = [message_from_bytes(raw) for raw in self.rows("raw", "moderator")]
        return [(str(mail["Subject"]), text_of(mail)) for mail in mails]

    def taken(self) -> list[str]:
        """Who was sent something, in order."""
        return [str(message_from_bytes(raw)["To"]) for raw in self.server.mails]


@pytest.fixture
def server(certificate: Path) -> Iterator[Scripted]:
    scripted = Scripted(certificate)
    yield scripted
    scripted.stop()


@pytest.fixture
def post(tmp_path: Path, server: Scripted, certificate: Path) -> Post:
    return Post(tmp_path / "site", server, certificate)


def test_mails_go_out_in_the_order_in_which_they_were_written(post: Post) -> None:
    names = [f"p{number}@x.org" for number in range(20)]
    post.write(*names)
    assert post.send() == sending.Sending(20)
    assert post.taken() == names
    assert post.server.connections == 1
    assert post.send() == sending.Sending(0)
    assert len(post.server.mails) == 20


def test_one_recipient_a_mail(post: Post) -> None:
    post.write("anna@x.org", "boris@x.org")
    post.send()
    rcpt = [command for command in post.server.commands if command.startswith("RCPT")]
    assert rcpt == ["RCPT TO:<anna@x.org>", "RCPT TO:<boris@x.org>"]
    assert [b"secret of boris" in raw for raw in post.server.mails] == [False, True]


# --- a poll that dies ---


class Killed(BaseException):
    pass


def die(post: Post, at: str, after: int = 0) -> None:
    """Send, and be killed at this moment (the first one, or a later one)."""
    left = [after]

    def listen(name: str) -> None:
        if name == at:
            left[0] -= 1
            if left[0] < 0:
                raise Killed

    points.listen(listen)
    try:
        with pytest.raises(Killed):
            post.send()
    finally:
        points.listen(None)


@pytest.mark.parametrize("at", ["sending", "handing", "handed", "sent"])
@pytest.mark.parametrize("after", [0, 3])
def test_after_a_kill_at_most_one_mail_is_doubled_and_none_is_lost(post: Post, at: str, after: int) -> None:
    names = [f"p{number}@x.org" for number in range(6)]
    post.write(*names)
    die(post, at, after)
    before = list(post.server.mails)
    post.send()
    taken = post.taken()
    assert sorted(set(taken)) == names
    assert len(taken) == 6 + (at == "handed")
    assert len(set(post.server.mails)) == 6, "a second copy is the same to the byte"
    assert len(before) == after + (at in ("handed", "sent"))
    assert set(post.rows()) == {"sent"}


def test_a_secret_that_counts_once_is_not_sent_twice(post: Post) -> None:
    post.write("anna@x.org", kind="confirm")
    die(post, "handed")
    post.send()
    assert post.rows() == ["unknown"]
    assert post.taken() == ["anna@x.org", GM]
    ((subject, text),) = post.told()
    assert subject == "A mail may not have arrived"
    assert "a confirmation to anna@x.org" in text
    assert "secret" not in text


def test_a_live_attempt_without_an_answer_is_repeated_but_for_such_a_secret(post: Post) -> None:
    post.write("anna@x.org")
    post.write("boris@x.org", kind="confirm")
    post.server.script["DOT"] = "drop"
    post.send()
    assert post.rows() == ["ready", "unknown"]
    del post.server.script["DOT"]
    post.send(minutes=2)
    assert post.rows() == ["sent", "unknown"]
    assert [subject for subject, _ in post.told()] == ["A mail may not have arrived"]


def test_a_mail_with_which_polls_die_again_and_again_is_put_off(post: Post) -> None:
    post.write("anna@x.org")
    for _ in range(3):
        die(post, "handing")
    assert post.send() == sending.Sending(0)
    assert post.send(minutes=31) == sending.Sending(1)


def test_only_what_is_ready_is_sent(post: Post) -> None:
    post.write("anna@x.org")
    for state in ("held", "failed", "unknown", "expired", "sent"):
        post.set(f"state = '{state}'")
        assert post.send() == sending.Sending(0)
    assert post.server.connections == 0


# --- what does not go out ---


def test_pauses_grow_and_after_the_fifth_failure_the_moderator_hears_of_it_once(post: Post) -> None:
    post.write("anna@x.org")
    post.server.script["RCPT"] = "450 greylisted"
    pauses = []
    for _ in range(8):
        due = datetime.fromisoformat(post.rows("due")[0])
        post.now = max(post.now, due.replace(tzinfo=UTC))
        post.send()
        after = datetime.fromisoformat(post.rows("due")[0]).replace(tzinfo=UTC)
        pauses.append((after - post.now).total_seconds() / 60)
    assert pauses == [1, 5, 30, 120, 360, 360, 360, 360]
    post.server.script = {}
    ((subject, text),) = post.told()
    assert "5 times" in subject
    assert "greylisted" in text
    assert "secret" not in text


def test_a_refusal_for_good_is_told_once_and_stops_nobody_else(post: Post) -> None:
    post.write("nobody@x.org", "boris@x.org")
    post.server.script["RCPT"] = "550 5.1.1 no such user"
    assert (post.send().sent, post.rows()) == (0, ["failed", "failed"])
    told = post.told()
    assert [subject for subject, _ in told] == ["A mail cannot be sent"] * 2
    assert "nobody@x.org" in told[0][1]
    assert "no such user" in told[0][1]
    del post.server.script["RCPT"]
    post.send(days=30)
    assert post.taken() == [GM] * 2
    assert post.told() == told


def test_the_moderators_own_mail_that_fails_is_told_by_the_poll_and_not_to_him(post: Post) -> None:
    post.write(GM, kind="moderator")
    post.server.script["RCPT"] = "550 no such user"
    post.send()
    assert post.rows("state", "moderator") == ["failed"]
    assert "moderator cannot be sent" in post.problems[0]
    post.send(minutes=5)
    assert len(post.told()) == 1


@pytest.mark.parametrize(
    ("kind", "tried", "days", "state"),
    [
        ("receipt", 0, 4, "expired"),
        ("confirm", 1, 4, "expired"),
        ("receipt", 1, 2, "sent"),
        ("report", 1, 13, "sent"),
        ("report", 1, 15, "expired"),
        ("press", 1, 15, "expired"),
        ("report", 0, 100, "sent"),  # nobody polled for so long
    ],
)
def test_each_kind_has_its_time(post: Post, kind: str, tried: int, days: int, state: str) -> None:
    post.write("anna@x.org", kind=kind)
    post.set(f"attempts = {tried}")
    post.send(days=days)
    assert post.rows() == [state]
    assert [subject for subject, _ in post.told()] == ["A mail could not be sent in time"] * (
        state == "expired"
    )


def test_what_is_given_up_together_is_told_in_one_mail(post: Post) -> None:
    post.write("anna@x.org", "boris@x.org", kind="receipt")
    post.send(days=4)
    ((subject, text),) = post.told()
    assert subject == "2 mails could not be sent in time"
    assert "anna@x.org" in text
    assert "boris@x.org" in text


# --- an outbox that is away ---


def test_an_outbox_that_is_away_costs_no_mail_an_attempt_and_is_told_after_an_hour_once(post: Post) -> None:
    post.write("anna@x.org", "boris@x.org")
    post.server.script["GREETING"] = "421 4.7.0 too busy"
    for minutes in (0, 20, 20, 25, 25, 600):
        result = post.send(minutes=minutes)
        assert "421" in result.waits
        assert len(post.problems) == 1
    assert post.rows("attempts") == [0, 0]
    ((subject, text),) = post.told()
    assert "outbox" in subject
    assert "421" in text
    post.server.script = {}
    assert post.send(minutes=5).sent == 3
    post.server.script["GREETING"] = "421 4.7.0 too busy"
    post.write("anna@x.org", kind="notice")
    post.send(minutes=5)
    assert len(post.told()) == 1  # a new outage, and a short one so far


def test_a_server_that_wants_a_pause_gets_it_and_one_attempt_is_counted(post: Post) -> None:
    post.write(*(f"p{number}@x.org" for number in range(5)))
    post.server.script["RCPT"] = "432 4.3.2 Concurrent connections limit exceeded"
    post.send()
    assert post.rows("attempts") == [1, 0, 0, 0, 0]
    assert sum(command.startswith("MAIL") for command in post.server.commands) == 1
    del post.server.script["RCPT"]
    post.send(minutes=2)
    assert post.taken() == [f"p{number}@x.org" for number in range(5)]


def test_a_password_command_that_fails_stops_no_game(post: Post) -> None:
    toml = post.site.path / "pbem.toml"
    toml.write_text(
        toml.read_text()
        .replace("cafile", "cafile", 1)
        .replace("\n[games]", '\npassword_command = "false"\n[games]')
    )
    post.site = Site.open(post.site.path)
    post.write("anna@x.org")
    result = poll(post.site, post.now)
    assert (result.sent, result.waiting) == (0, 1)
    assert "password_command" in result.problems[0]


# --- not too fast ---


def test_no_more_a_minute_and_a_day_than_the_provider_allows(
    tmp_path: Path, server: Scripted, certificate: Path
) -> None:
    post = Post(tmp_path / "site", server, certificate, "per_minute = 3\nper_day = 5")
    post.write(*(f"p{number}@x.org" for number in range(8)))
    assert post.send() == sending.Sending(3, "[outbox] per_minute = 3 is used up")
    assert post.send(seconds=30) == sending.Sending(0, "[outbox] per_minute = 3 is used up")
    assert post.send(seconds=31) == sending.Sending(2, "[outbox] per_day = 5 is used up")
    assert post.send(hours=23) == sending.Sending(0, "[outbox] per_day = 5 is used up")
    assert post.send(hours=1) == sending.Sending(3)
    assert post.rows("attempts") == [1] * 8
    assert post.problems == []
    assert post.taken() == [f"p{number}@x.org" for number in range(8)]


def test_the_poll_says_how_many_wait_and_why(tmp_path: Path, server: Scripted, certificate: Path) -> None:
    post = Post(tmp_path / "site", server, certificate, "per_minute = 3")
    post.write(*(f"p{number}@x.org" for number in range(8)))
    result = poll(post.site, post.now)
    assert (result.sent, result.waiting, result.problems) == (3, 5, [])
    assert result.waits == "[outbox] per_minute = 3 is used up"


# --- nothing of a mail in the log ---


def test_the_log_holds_nothing_of_a_mail(post: Post) -> None:
    post.write("anna@x.org")
    post.server.script["DOT"] = "554 spam"
    post.send()
    log = post.site.path / "pbem.log"
    assert "secret" not in log.read_text()
    assert "anna" not in log.read_text()


# --- unsubscribing ---


def test_who_presses_unsubscribe_is_heard_by_the_moderator_and_nothing_is_played(game: MailGame) -> None:
    wanted = str(game.to("red")[-1]["List-Unsubscribe"]).strip("\n <>").partition("?subject=")[2]
    game.write("red", "This message was automatically generated.\nREADY\n", subject=unquote(wanted))
    game.poll(0.1)
    (told,) = [mail for mail in game.to("gm@judge.example") if "Words from Anna" in str(mail["Subject"])]
    assert "no more mails of this game" in text_of(told)
    receipt = text_of(game.to("red")[-1])
    assert "Your words go to the moderator" in receipt
    assert "READY" not in receipt.partition("== Your sheet")[0]
