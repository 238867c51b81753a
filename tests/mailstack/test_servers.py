"""Inbox and outbox against a real Postfix and Dovecot, over TLS and with passwords."""

import base64
import hmac
import json
import re
import ssl
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest
from imapclient import IMAPClient

from pbem.mail.compose import Draft, Mailbox, compose
from pbem.mail.errors import MailError
from pbem.mail.imap import ImapInbox
from pbem.mail.inbox import open_inbox
from pbem.mail.letters import read_letter
from pbem.mail.limits import MAX_MESSAGE
from pbem.mail.oauth import KeptTokens
from pbem.mail.outbox import Outgoing, open_outbox
from pbem.mail.screen import examine
from pbem.mail.tokens import in_address, in_message_id, in_subject, make_token
from pbem.mail.urls import Server
from pbem.report.brief import Rendered
from pbem.service import logins
from pbem.service.poll import poll
from pbem.service.site import Site
from pbem.service.sitemail import queue_site
from pbem.service.start import new_game
from pbem.store.database import transaction
from tests.mail.microsoft import CLIENT, Microsoft
from tests.mail.test_smtp import Given
from tests.mailstack.proxy import CuttingProxy
from tests.mailstack.stack import GHOST, JUDGE, PASSWORDS, Stack
from tests.rhythm import plainly

pytestmark = pytest.mark.servers
ALICE = "alice@players.test"
TOKEN = make_token(b"0123456789")
NOWHERE = Path()


def report(text: str = "Report\n.\nFrom the Politburo: ä\n") -> bytes:
    return compose(
        Draft(
            sender=Mailbox("Kremlin Judge", JUDGE),
            to=Mailbox("Älice", ALICE),
            subject=f"Turn 1 {in_subject(TOKEN)}",
            date=datetime(2026, 11, 30, tzinfo=UTC),
            message_id=in_message_id(TOKEN, "r1", "kremlin.test"),
            text=text,
            reply_to=in_address(TOKEN, JUDGE),
        )
    )


def order(number: int) -> bytes:
    return f"From: {ALICE}\nTo: {JUDGE}\nMessage-ID: <{number}@players.test>\n\nPURGE K\n".encode()


@pytest.mark.parametrize("implicit", [True, False], ids=["implicit TLS", "STARTTLS"])
def test_a_report_goes_out_and_the_reply_comes_in(mail_stack: Stack, implicit: bool) -> None:
    url = mail_stack.outbox_url(implicit=implicit)
    with open_outbox(url, PASSWORDS[JUDGE], NOWHERE) as outbox:
        assert outbox.send(Outgoing("1", JUDGE, ALICE, report())).state == "sent"
    mail_stack.wait_for(ALICE, 1)
    with open_inbox(mail_stack.inbox_url(ALICE, implicit), PASSWORDS[ALICE], NOWHERE) as mailbox:
        (got,) = mailbox.fetch()
    assert got.raw.endswith(report().partition(b"\n\n")[2].replace(b"\n", b"\r\n"))
    letter = read_letter(got.raw)
    assert (letter.sender, letter.tokens, letter.message_id) == (
        JUDGE,
        (TOKEN,),
        f"{in_message_id(TOKEN, 'r1', 'kremlin.test')}"[1:-1],
    )
    mail_stack.deliver(b"From: alice@players.test\nSubject: Re\n\nPURGE K\n", in_address(TOKEN, JUDGE))
    mail_stack.wait_for(JUDGE, 1)
    with open_inbox(mail_stack.inbox_url(implicit=implicit), PASSWORDS[JUDGE], NOWHERE) as mailbox:
        (reply,) = mailbox.fetch()
    assert read_letter(reply.raw).tokens == (TOKEN,)  # by Delivered-To alone
    assert examine(reply.raw, JUDGE).lines == ("PURGE K",)
    assert abs(datetime.now(UTC) - reply.received) < timedelta(minutes=2)
    assert reply.received.tzinfo is UTC


def test_fetching_changes_nothing_and_done_sets_seen(mail_stack: Stack) -> None:
    for number in range(3):
        mail_stack.deliver(order(number), JUDGE)
    mail_stack.wait_for(JUDGE, 3)
    url, password = mail_stack.inbox_url(), PASSWORDS[JUDGE]
    with open_inbox(url, password, NOWHERE) as inbox:
        first = list(inbox.fetch())
        assert [d.key for d in inbox.fetch()] == [d.key for d in first]
    assert len({d.key for d in first}) == 3
    assert all(
        d.key.startswith("imap:judge@kremlin.test@localhost/INBOX:") and d.size == len(d.raw) for d in first
    )
    with open_inbox(url, password, NOWHERE) as inbox:
        assert [d.key for d in inbox.fetch({first[0].key}, limit=1)] == [first[1].key]
        inbox.done([first[0].key, first[2].key, "imap:other:1:2", "maildir:x"])
        assert list(inbox.fetch(lambda _: True)) == []
        assert "3 messages in INBOX" in inbox.check()
    names = [path.name for path in (mail_stack.folder / "mail/kremlin.test/judge/Maildir/cur").iterdir()]
    assert sorted(name.partition(":2,")[2] for name in names) == ["", "S", "S"]


def test_a_mailbox_made_anew_has_other_keys(mail_stack: Stack) -> None:
    url = mail_stack.inbox_url().replace("INBOX", "Box")
    context = ssl.create_default_context(cafile=str(mail_stack.cafile))
    keys: set[str] = set()
    with IMAPClient("localhost", mail_stack.imaps, ssl_context=context) as client:
        client.login(JUDGE, PASSWORDS[JUDGE])
        for _ in range(2):
            client.create_folder("Box")
            client.append("Box", order(1))
            with open_inbox(url, PASSWORDS[JUDGE], NOWHERE) as inbox:
                (delivery,) = inbox.fetch(keys)
                keys.add(delivery.key)
                inbox.done(keys)
            client.delete_folder("Box")
    assert len({key.rpartition(":")[0] for key in keys}) == 2


def test_a_hundred_and_fifty_messages_come_in_order(mail_stack: Stack) -> None:
    mails = [Outgoing(str(i), JUDGE, JUDGE, order(i)) for i in range(150)]
    with open_outbox(mail_stack.outbox_url(), PASSWORDS[JUDGE], NOWHERE) as outbox:
        assert {outcome.state for _, outcome in outbox.send_all(mails)} == {"sent"}
    mail_stack.wait_for(JUDGE, 150, seconds=60)
    with open_inbox(mail_stack.inbox_url(), PASSWORDS[JUDGE], NOWHERE) as inbox:
        found = list(inbox.fetch())
        uids = [int(d.key.rpartition(":")[2]) for d in found]
    assert uids == sorted(uids)
    assert len({read_letter(d.raw).message_id for d in found}) == 150


def test_a_message_too_large_comes_as_its_header(mail_stack: Stack) -> None:
    mail_stack.deliver(order(1) + b"x" * 70 + b"\n" + b"line of a large text\n" * (MAX_MESSAGE // 20), JUDGE)
    mail_stack.wait_for(JUDGE, 1)
    with open_inbox(mail_stack.inbox_url(), PASSWORDS[JUDGE], NOWHERE) as inbox:
        (big,) = inbox.fetch()
    assert big.size > MAX_MESSAGE > 10_000 > len(big.raw)
    verdict = examine(big.raw)
    assert (verdict.verdict, verdict.sender) == ("refused", ALICE)


@pytest.mark.parametrize("implicit", [True, False])
def test_a_wrong_password_is_said_in_a_sentence(mail_stack: Stack, implicit: bool) -> None:
    with open_inbox(mail_stack.inbox_url(implicit=implicit), "wrong", NOWHERE) as inbox:
        with pytest.raises(MailError, match="PBEM_INBOX_PASSWORD") as caught:
            list(inbox.fetch())
        inbox.done(["imap:x"])  # cosmetic, so never an error
    assert "wrong" not in str(caught.value)
    with open_outbox(mail_stack.outbox_url(implicit=implicit), "wrong", NOWHERE) as outbox:
        outcome = outbox.send(Outgoing("1", JUDGE, ALICE, report()))
        assert outcome.state == "retry"
        assert "PBEM_OUTBOX_PASSWORD" in outcome.reason


def test_a_certificate_nobody_vouches_for_is_refused(mail_stack: Stack) -> None:
    def bare(url: str) -> str:
        return url.partition("?")[0]

    for implicit in (True, False):
        with (
            open_inbox(bare(mail_stack.inbox_url(implicit=implicit)), "x", NOWHERE) as inbox,
            pytest.raises(MailError, match="cafile"),
        ):
            inbox.check()
        with (
            open_outbox(bare(mail_stack.outbox_url(implicit=implicit)), "x", NOWHERE) as outbox,
            pytest.raises(MailError, match="cafile"),
        ):
            outbox.check()


def test_a_wrong_host_name_is_refused(mail_stack: Stack) -> None:
    server = Server("imaps", "127.0.0.3", mail_stack.imaps, JUDGE, cafile=mail_stack.cafile)
    with ImapInbox(server, "x") as inbox, pytest.raises(MailError, match=r"certificate|nothing listens"):
        inbox.check()


@pytest.mark.parametrize("port", ["imap", "smtps", "closed"])
def test_a_wrong_port_is_said_in_a_sentence(mail_stack: Stack, port: str) -> None:
    number = mail_stack.base + 1 if port == "closed" else getattr(mail_stack, port)
    server = Server("imaps", "localhost", number, JUDGE, cafile=mail_stack.cafile)
    with (
        ImapInbox(server, "x", connect_seconds=3, read_seconds=3) as inbox,
        pytest.raises(MailError, match="check") as caught,
    ):
        inbox.check()
    assert str(number) in str(caught.value)


def test_a_mailbox_that_is_not_there(mail_stack: Stack) -> None:
    url = mail_stack.inbox_url().replace("INBOX", "Nowhere")
    with open_inbox(url, PASSWORDS[JUDGE], NOWHERE) as inbox, pytest.raises(MailError, match="Nowhere"):
        inbox.check()


def test_an_address_that_does_not_exist_fails_and_a_ghost_bounces(mail_stack: Stack) -> None:
    with open_outbox(mail_stack.outbox_url(), PASSWORDS[JUDGE], NOWHERE) as outbox:
        states = [
            outcome.state
            for _, outcome in outbox.send_all(
                [
                    Outgoing("1", JUDGE, "nobody@players.test", report()),
                    Outgoing("2", JUDGE, GHOST, report()),
                    Outgoing("3", JUDGE, ALICE, report()),
                ]
            )
        ]
    assert states == ["failed", "sent", "sent"]
    mail_stack.wait_for(ALICE, 1)
    mail_stack.wait_for(JUDGE, 1)
    with open_inbox(mail_stack.inbox_url(), PASSWORDS[JUDGE], NOWHERE) as inbox:
        (bounce,) = inbox.fetch()
    verdict = examine(bounce.raw, JUDGE)
    assert (verdict.verdict, verdict.lines) == ("bounce", ())


def test_a_connection_cut_while_fetching_is_an_error_and_the_next_poll_gets_all(mail_stack: Stack) -> None:
    for number in range(3):
        mail_stack.deliver(order(number) + b"x" * 60_000, JUDGE)
    mail_stack.wait_for(JUDGE, 3)
    for after in (0, 100, 3_000, 8_000, 40_000, 150_000):
        with CuttingProxy(mail_stack.imaps, after=after) as proxy:
            server = Server("imaps", "localhost", proxy.port, JUDGE, cafile=mail_stack.cafile)
            with ImapInbox(server, PASSWORDS[JUDGE], 5, 5) as inbox:
                with pytest.raises(MailError, match="could not be read"):
                    list(inbox.fetch())
                assert proxy.cuts == 1
                proxy.armed = False
                assert len(list(inbox.fetch())) == 3


def test_wherever_the_connection_is_cut_while_sending_the_outcome_is_true(mail_stack: Stack) -> None:
    """At most those mails arrive that are `sent` or `unknown`, and all that are `sent`."""
    states = {}
    for after in range(0, 3_000, 60):
        with CuttingProxy(mail_stack.smtps, after=after) as proxy:
            url = f"smtps://judge%40kremlin.test@localhost:{proxy.port}?cafile={mail_stack.cafile}"
            with open_outbox(url, PASSWORDS[JUDGE], NOWHERE) as outbox:
                states[after] = outbox.send(
                    Outgoing("1", JUDGE, ALICE, f"Message-ID: <{after}@k>\n\n".encode())
                ).state
    assert {"retry", "unknown", "sent"} == set(states.values())
    certain = [after for after, state in states.items() if state == "sent"]
    mail_stack.wait_for(ALICE, len(certain))
    time.sleep(1)
    arrived = [int(read_letter(raw).message_id.partition("@")[0]) for raw in mail_stack.mailbox(ALICE)]
    assert len(arrived) == len(set(arrived))
    assert set(certain) <= set(arrived) <= {after for after, state in states.items() if state != "retry"}


# --- access tokens ---


def access_token(user: str = JUDGE, minutes: float = 60) -> str:
    """What the servers' identity provider would sign (RFC 7519, HS256)."""
    now = int(time.time())
    claims = {
        "iss": "https://idp.test/",
        "sub": user,
        "email": user,
        "iat": now - 7200,
        "exp": now + int(minutes * 60),
    }
    parts = [json.dumps(part).encode() for part in ({"alg": "HS256", "typ": "JWT"}, claims)]
    signed = b".".join(base64.urlsafe_b64encode(part).rstrip(b"=") for part in parts)
    signature = hmac.digest(b"test-signing-secret-test-signing-secret", signed, "sha256")
    return (signed + b"." + base64.urlsafe_b64encode(signature).rstrip(b"=")).decode()


@pytest.mark.parametrize("implicit", [True, False], ids=["implicit TLS", "STARTTLS"])
def test_an_access_token_serves_for_sending_and_for_fetching(mail_stack: Stack, implicit: bool) -> None:
    with open_outbox(mail_stack.outbox_url(implicit=implicit), Given(access_token()), NOWHERE) as outbox:
        assert outbox.send(Outgoing("1", JUDGE, JUDGE, report())).state == "sent"
    mail_stack.wait_for(JUDGE, 1)
    with open_inbox(mail_stack.inbox_url(implicit=implicit), Given(access_token()), NOWHERE) as inbox:
        assert len(list(inbox.fetch())) == 1
        assert "1 messages in INBOX" in inbox.check()


def test_an_expired_token_is_renewed_and_one_that_stays_expired_is_told(mail_stack: Stack) -> None:
    old, older = access_token(minutes=-5), access_token(minutes=-6)
    with open_outbox(mail_stack.outbox_url(), Given(old, access_token()), NOWHERE) as outbox:
        assert outbox.send(Outgoing("1", JUDGE, JUDGE, report())).state == "sent"
    mail_stack.wait_for(JUDGE, 1)
    with open_inbox(mail_stack.inbox_url(), Given(old, access_token()), NOWHERE) as inbox:
        assert len(list(inbox.fetch())) == 1
    with (
        open_inbox(mail_stack.inbox_url(), Given(older, old, access_token()), NOWHERE) as inbox,
        pytest.raises(MailError, match="refuses the access token; run `pbem login outbox` again") as caught,
    ):
        list(inbox.fetch())
    with open_outbox(mail_stack.outbox_url(), Given(older, old, access_token()), NOWHERE) as outbox:
        outcome = outbox.send(Outgoing("1", JUDGE, JUDGE, report()))
    assert (outcome.state, outcome.stop, outcome.tried) == ("retry", True, False)
    for said in (str(caught.value), outcome.reason):
        assert old not in said
        assert older not in said


def test_a_token_of_somebody_else_opens_no_mailbox(mail_stack: Stack) -> None:
    with (
        open_inbox(mail_stack.inbox_url(), Given(access_token(ALICE), access_token(ALICE)), NOWHERE) as inbox,
        pytest.raises(MailError, match="refuses the access token"),
    ):
        inbox.check()


def test_a_poll_after_a_login_fetches_and_sends_and_renews_what_expires(
    mail_stack: Stack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("msal")
    site = Site.create(tmp_path / "s", name="Judge", address=JUDGE, moderator=ALICE, zone="UTC")
    toml = tmp_path / "s" / "pbem.toml"
    text = toml.read_text()
    for box, url in (
        ("maildir:mail/in", mail_stack.inbox_url()),
        ("maildir:mail/out", mail_stack.outbox_url()),
    ):
        more = f'url = "{url}"\nlogin = "xoauth2"\noauth_client = "{CLIENT}"'
        text = text.replace(f'url = "{box}"', more)
    toml.write_text(text)
    site = Site.open(tmp_path / "s")
    with Microsoft() as microsoft:
        monkeypatch.setattr(logins, "KeptTokens", partial(KeptTokens, http=microsoft))
        microsoft.make = access_token
        assert logins.login(site.config, site.path, "both", lambda _: None)
        with transaction(site.engine) as connection:
            queue_site(connection, site.config, ALICE, "report", Rendered("Mail", "text"), datetime.now(UTC))
        mail_stack.deliver(order(1), JUDGE)
        mail_stack.wait_for(JUDGE, 1)
        first = poll(site)
        assert (first.letters, first.problems) == (1, [])
        assert first.sent >= 1
        mail_stack.wait_for(ALICE, 1)
        microsoft.make = partial(access_token, minutes=-5)  # a token that the servers do not take any more
        assert logins.login(site.config, site.path, "both", lambda _: None)
        microsoft.make = access_token
        count = microsoft.count
        assert poll(site).problems == []
        assert microsoft.count == count + 1
        assert poll(site).problems == []
        assert microsoft.count == count + 1
        microsoft.error = {"error": "invalid_grant", "error_description": "AADSTS700082: expired"}
        (tmp_path / "s" / f"oauth-{JUDGE}.json").unlink()
        assert "pbem login inbox" in poll(site).problems[0]
    log = (tmp_path / "s" / "pbem.log").read_text()
    assert "Bearer" not in log and "eyJ" not in log


# --- the folder for spam ---


def test_players_letters_in_the_spam_folder_are_told_once_and_stay_as_they_are(
    mail_stack: Stack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBEM_INBOX_PASSWORD", PASSWORDS[JUDGE])
    values = {"name": "Judge", "address": JUDGE, "moderator": "gm@players.test"}
    site = Site.create(tmp_path / "site", **values, zone="UTC")
    toml = tmp_path / "site" / "pbem.toml"
    url = f'url = "{mail_stack.inbox_url()}"\njunk = "Rejected"'
    toml.write_text(toml.read_text().replace('url = "maildir:mail/in"', url))
    site = Site.open(tmp_path / "site")
    now = datetime.now(UTC)
    players = [f"red=Alice <{ALICE}>", "blue=Boris <boris@players.test>", "green=Clara <clara@players.test>"]
    more = {"rules": "basic", "options": plainly(), "seed": "5c" * 16, "now": now}
    new_game(site, "spam", players=players, deadline="72h", tempo="club", **more)

    def told() -> list[str]:
        mails = [path.read_text() for path in sorted((tmp_path / "site/mail/out/new").iterdir())]
        return [mail for mail in mails if "Subject: Letters in the spam folder" in mail]

    context = ssl.create_default_context(cafile=str(mail_stack.cafile))
    with IMAPClient("localhost", mail_stack.imaps, ssl_context=context) as client:
        client.login(JUDGE, PASSWORDS[JUDGE])
        for raw in (
            order(1),
            order(2),
            b"From: spam@spam.test\n\nbuy\n",
            b"From: alice@players.test, x@y.test\n\nx\n",
        ):
            client.append("Rejected", raw)
        assert poll(site, now).problems == []
        (first,) = told()
        assert f"* 2 from {ALICE}" in first
        assert "spam.test" not in first
        poll(site, now + timedelta(hours=1))
        poll(site, now + timedelta(days=1))
        assert len(told()) == 1
        client.append("Rejected", order(3))
        poll(site, now + timedelta(days=2))
        assert f"* 1 from {ALICE}" in told()[1]
        client.select_folder("Rejected")
        assert client.search(["SEEN"]) == []
    toml.write_text(toml.read_text().replace('"Rejected"', '"Nowhere"'))
    result = poll(Site.open(tmp_path / "site"), now + timedelta(days=3))
    assert ["folder Nowhere could not be looked at" in problem for problem in result.problems] == [True]


# --- what the way does to a mail ---


def relaxed(body: bytes) -> bytes:
    """A body as DKIM hashes it (RFC 6376, 3.4.4)."""
    lines = [
        re.sub(rb"[ \t]+", b" ", line).rstrip(b" ") for line in body.replace(b"\r\n", b"\n").split(b"\n")
    ]
    while lines and not lines[-1]:
        lines.pop()
    return b"".join(line + b"\r\n" for line in lines)


def simple(body: bytes) -> bytes:
    """The same, strictly (3.4.3): not a byte may differ but empty lines at the end."""
    return body.replace(b"\r\n", b"\n").rstrip(b"\n").replace(b"\n", b"\r\n") + b"\r\n"


@pytest.mark.parametrize("hashed", [simple, relaxed])
def test_no_byte_of_a_body_changes_on_the_way(mail_stack: Stack, hashed: Callable[[bytes], bytes]) -> None:
    odd = (
        "ends in space \nFrom the Politburo\n.\n..\n\ttab\t\n"
        + "é" * 200
        + "\n"
        + "x" * 2000
        + "\n= =20 --\n-- \n\n\n"
    )
    raw = compose(
        Draft(
            sender=Mailbox("Kremlin Judge", JUDGE),
            to=Mailbox("Älice, the Łast", ALICE),
            subject=f"Überraschung im Politbüro: {'sehr ' * 20}lang {in_subject(TOKEN)}",
            date=datetime(2026, 11, 30, tzinfo=UTC),
            message_id=in_message_id(TOKEN, "r1", "kremlin.test"),
            text=odd,
            html=f"<pre>{odd}</pre>",
            references=[f"<{number}.{'x' * 40}@kremlin.test>" for number in range(5)],
            reply_to=in_address(TOKEN, JUDGE),
            unsubscribe=JUDGE,
        )
    )
    with open_outbox(mail_stack.outbox_url(), PASSWORDS[JUDGE], NOWHERE) as outbox:
        assert outbox.send(Outgoing("1", JUDGE, ALICE, raw)).state == "sent"
    (arrived,) = mail_stack.wait_for(ALICE, 1)
    head, _, body = arrived.replace(b"\r\n", b"\n").partition(b"\n\n")
    sent_head, _, sent_body = raw.partition(b"\n\n")
    assert hashed(body) == hashed(sent_body)
    assert head.endswith(sent_head), "what the way adds stands above our headers, which are as they were"
