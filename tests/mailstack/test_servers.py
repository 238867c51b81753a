"""Inbox and outbox against a real Postfix and Dovecot, over TLS and with passwords."""

import ssl
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from imapclient import IMAPClient

from pbem.mail.compose import Draft, Mailbox, compose
from pbem.mail.errors import MailError
from pbem.mail.imap import ImapInbox
from pbem.mail.inbox import open_inbox
from pbem.mail.letters import read_letter
from pbem.mail.limits import MAX_MESSAGE
from pbem.mail.outbox import Outgoing, open_outbox
from pbem.mail.screen import examine
from pbem.mail.tokens import in_address, in_message_id, in_subject, make_token
from pbem.mail.urls import Server
from tests.mailstack.proxy import CuttingProxy
from tests.mailstack.stack import GHOST, JUDGE, PASSWORDS, Stack

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
