"""What became of a mail: sent, not sent, or perhaps sent, at every step at which a server may fail."""

import asyncio
import base64
import socket
import ssl
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.mail.errors import MailError
from pbem.mail.outbox import Outcome, Outgoing, open_outbox
from pbem.mail.smtp import SmtpOutbox, Timeouts
from pbem.mail.urls import Server

FAST = Timeouts(connect=2, command=1, data=1)
RAW = b"From: judge@e.org\nTo: anna@e.org\n\n.dot\nFrom me\nlast line"


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A self-signed certificate for localhost with its key, in one file."""
    path = tmp_path_factory.mktemp("tls") / "cert.pem"
    key = path.with_suffix(".key")
    command = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost".split()
    names = ["-addext", "subjectAltName=DNS:localhost", "-keyout", str(key), "-out", str(path)]
    try:
        subprocess.run([*command, *names], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no openssl to make a certificate with")
    return path


class Scripted:
    """An SMTP server over TLS that follows a script: command -> reply, "drop", or "stall"."""

    def __init__(self, certificate: Path) -> None:
        self.script: dict[str, str] = {}
        self.mails: list[bytes] = []
        self.commands: list[str] = []
        self.connections = 0
        self.most = 1000  # mails a connection; then it is cut
        self._tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        self._tls.load_cert_chain(certificate, certificate.with_suffix(".key"))
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._server = asyncio.run_coroutine_threadsafe(self._start(), self._loop).result(5)
        self.port: int = self._server.sockets[0].getsockname()[1]

    async def _start(self) -> asyncio.Server:
        return await asyncio.start_server(self._serve, "127.0.0.1", 0, ssl=self._tls)

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)

    async def _answer(self, writer: asyncio.StreamWriter, step: str, usual: str) -> bool:
        reply = self.script.get(step, usual)
        if reply == "stall":
            await asyncio.sleep(30)
        if reply in ("drop", "stall"):
            writer.transport.abort()
            return False
        writer.write(reply.encode() + b"\r\n")
        await writer.drain()
        return True

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        usual = {
            "EHLO": "250-localhost\r\n250 AUTH PLAIN LOGIN XOAUTH2",
            "AUTH": "235 ok",
            "DATA": "354 go on",
            "QUIT": "221 bye",
        }
        left = self.most
        going = await self._answer(writer, "GREETING", "220 localhost")
        while going and (line := (await reader.readline()).decode().strip()):
            self.commands.append(line)
            verb = line.split()[0].upper()
            left -= verb == "MAIL"
            if left < 0:
                writer.transport.abort()
                return
            going = await self._answer(writer, verb, usual.get(verb, "250 ok"))
            if going and verb == "AUTH" and self.script.get("AUTH", "").startswith("334"):
                self.commands.append((await reader.readline()).decode().strip())
                going = await self._answer(writer, "AUTH AGAIN", "535 5.7.8 not accepted")
            if going and verb == "DATA" and "DATA" not in self.script:
                raw = await reader.readuntil(b"\r\n.\r\n")
                going = await self._answer(writer, "DOT", "250 queued")
                if self.script.get("DOT", "250").startswith("250"):
                    self.mails.append(raw)
            going = going and verb != "QUIT"
        writer.close()


@pytest.fixture
def server(certificate: Path) -> Iterator[Scripted]:
    scripted = Scripted(certificate)
    yield scripted
    scripted.stop()


def outbox(server: Scripted, certificate: Path, user: str | None = None, password: str = "pw") -> SmtpOutbox:
    return SmtpOutbox(Server("smtps", "localhost", server.port, user, cafile=certificate), password, FAST)


def mail(number: int = 1, recipient: str = "anna@e.org") -> Outgoing:
    return Outgoing(str(number), "judge@e.org", recipient, RAW)


def test_a_mail_is_sent_with_one_recipient_dots_and_line_ends_as_they_should_be(
    server: Scripted, certificate: Path
) -> None:
    with outbox(server, certificate, "judge") as box:
        assert box.send(mail()) == Outcome("sent")
    assert server.mails == [
        b"From: judge@e.org\r\nTo: anna@e.org\r\n\r\n..dot\r\nFrom me\r\nlast line\r\n.\r\n"
    ]
    assert [command for command in server.commands if command.startswith("RCPT")] == ["RCPT TO:<anna@e.org>"]


def test_a_batch_goes_over_one_connection(server: Scripted, certificate: Path) -> None:
    with outbox(server, certificate) as box:
        assert [(id_, o.state) for id_, o in box.send_all(map(mail, range(20)))] == [
            (str(i), "sent") for i in range(20)
        ]
    assert (server.connections, len(server.mails)) == (1, 20)


@pytest.mark.parametrize(
    ("step", "reply", "state"),
    [
        ("MAIL", "451 later", "retry"),
        ("MAIL", "550 5.7.60 not your address", "retry"),
        ("MAIL", "552 5.3.4 message size exceeds fixed limit", "failed"),
        ("MAIL", "421 closing", "retry"),
        ("MAIL", "drop", "retry"),
        ("MAIL", "stall", "retry"),
        ("RCPT", "450 greylisted", "retry"),
        ("RCPT", "421 closing", "retry"),
        ("RCPT", "550 no such user", "failed"),
        ("RCPT", "drop", "retry"),
        ("RCPT", "stall", "retry"),
        ("DATA", "451 later", "retry"),
        ("DATA", "554 spam", "failed"),
        ("DATA", "drop", "unknown"),
        ("DOT", "451 later", "retry"),
        ("DOT", "554 spam", "failed"),
        ("DOT", "drop", "unknown"),
        ("DOT", "stall", "unknown"),
        ("QUIT", "drop", "sent"),
        ("QUIT", "stall", "sent"),
        ("GREETING", "drop", "retry"),
        ("GREETING", "554 go away", "retry"),
        ("EHLO", "drop", "retry"),
        ("AUTH", "535 wrong", "retry"),
    ],
)
def test_outcome_at_each_step(server: Scripted, certificate: Path, step: str, reply: str, state: str) -> None:
    server.script[step] = reply
    with outbox(server, certificate, "judge") as box:
        outcome = box.send(mail())
    assert outcome.state == state
    assert bool(outcome.reason) == (state != "sent")
    assert len(server.mails) == (state == "sent")


@pytest.mark.parametrize("reply", ["550 no", "450 later", "drop", "421 closing"])
def test_after_a_failure_the_next_mail_is_sent(server: Scripted, certificate: Path, reply: str) -> None:
    server.script["RCPT"] = reply
    with outbox(server, certificate) as box:
        assert box.send(mail(1)).state != "sent"
        del server.script["RCPT"]
        assert box.send(mail(2)).state == "sent"


def test_a_server_that_is_away_is_asked_once_and_the_rest_waits() -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
    with SmtpOutbox(Server("smtps", "localhost", port), None, FAST) as box:
        outcomes = [outcome for _, outcome in box.send_all(map(mail, range(50)))]
    assert {(outcome.state, outcome.stop, outcome.tried) for outcome in outcomes} == {("retry", True, False)}
    assert "check host and port" in outcomes[-1].reason


@pytest.mark.parametrize(
    ("step", "reply", "seen"),
    [
        ("GREETING", "421 4.7.0 too busy", 0),
        ("GREETING", "554 go away", 0),
        ("AUTH", "454 4.7.0 Too many login attempts, please try again later.", 0),
        ("AUTH", "535 5.7.139 SmtpClientAuthentication is disabled for the Tenant", 0),
        ("MAIL", "550 5.7.60 not allowed to send as this sender", 1),
        ("MAIL", "452 4.3.1 disk full", 1),
        ("RCPT", "421 4.3.2 closing", 1),
        ("RCPT", "451 4.7.0 Too many messages, slow down", 1),
        ("DOT", "432 4.3.2 Concurrent connections limit exceeded", 1),
        ("DOT", "550 5.4.5 Daily user sending limit exceeded.", 1),
        ("DOT", "450 4.2.1 this user receives mail at a rate limit", 1),
        ("DOT", "554 5.2.0 SubmissionQuotaExceededException", 1),
    ],
)
def test_what_is_not_the_mails_fault_stops_the_round(
    server: Scripted, certificate: Path, step: str, reply: str, seen: int
) -> None:
    server.script[step] = reply
    with outbox(server, certificate, "judge") as box:
        outcomes = [outcome for _, outcome in box.send_all(map(mail, range(5)))]
    assert [outcome.state for outcome in outcomes] == ["retry"] * 5
    assert sum(outcome.tried for outcome in outcomes) == seen
    assert all(outcome.stop and reply[:3] in outcome.reason for outcome in outcomes)
    assert sum(command.startswith("MAIL") for command in server.commands) == seen


@pytest.mark.parametrize(
    ("step", "reply", "state"),
    [
        ("RCPT", "450 4.2.0 greylisted, please try again later", "retry"),
        ("RCPT", "452 4.2.2 mailbox over quota", "retry"),
        ("RCPT", "552 5.2.2 mailbox full, quota exceeded", "failed"),
        ("DOT", "552 5.3.4 message size exceeds fixed maximum message size", "failed"),
        ("DOT", "554 5.7.1 spam", "failed"),
    ],
)
def test_what_is_the_mails_own_fault_does_not(
    server: Scripted, certificate: Path, step: str, reply: str, state: str
) -> None:
    server.script[step] = reply
    with outbox(server, certificate) as box:
        outcomes = [outcome for _, outcome in box.send_all(map(mail, range(3)))]
    assert [(outcome.state, outcome.stop, outcome.tried) for outcome in outcomes] == [
        (state, False, True)
    ] * 3


def test_a_server_that_takes_only_some_mails_a_connection_gets_the_others_over_a_new_one(
    server: Scripted, certificate: Path
) -> None:
    server.most = 3
    with outbox(server, certificate) as box:
        assert {outcome.state for _, outcome in box.send_all(map(mail, range(10)))} == {"sent"}
    assert (server.connections, len(server.mails)) == (4, 10)


def test_three_connections_that_break_in_a_row_are_enough(server: Scripted, certificate: Path) -> None:
    server.script["RCPT"] = "drop"
    with outbox(server, certificate) as box:
        outcomes = [outcome for _, outcome in box.send_all(map(mail, range(9)))]
    assert [outcome.tried for outcome in outcomes] == [True] * 3 + [False] * 6
    assert server.connections == 3


@pytest.mark.parametrize(
    "raw", [b"Subject: \xe4\n\nx\n", b"Subject: x\n\n" + b"x" * 999 + b"\n", b"x\n\n\0\n"]
)
def test_bytes_that_a_server_might_change_are_never_sent(
    server: Scripted, certificate: Path, raw: bytes
) -> None:
    with outbox(server, certificate) as box:
        outcome = box.send(Outgoing("1", "judge@e.org", "anna@e.org", raw))
    assert outcome.state == "failed"
    assert server.connections == 0


# --- access tokens ---


class Given:
    """Tokens that somebody gives, the next one when one is refused."""

    advice = "run `pbem login outbox` again"

    def __init__(self, *tokens: str) -> None:
        self.left = list(tokens)

    def token(self, afresh: bool = False) -> str:
        if afresh:
            self.left.pop(0)
        return self.left[0]


def by_token(server: Scripted, certificate: Path, *tokens: str) -> SmtpOutbox:
    where = Server("smtps", "localhost", server.port, "judge@e.org", cafile=certificate)
    return SmtpOutbox(where, Given(*tokens), FAST)


def test_a_token_is_shown_as_google_and_microsoft_want_it(server: Scripted, certificate: Path) -> None:
    with by_token(server, certificate, "TOKEN") as box:
        assert box.send(mail()) == Outcome("sent")
    (auth,) = [command for command in server.commands if command.startswith("AUTH")]
    assert base64.b64decode(auth.split()[2]) == b"user=judge@e.org\1auth=Bearer TOKEN\1\1"


def test_a_refused_token_is_renewed_once(server: Scripted, certificate: Path) -> None:
    challenge = base64.b64encode(b'{"status":"400","schemes":"Bearer"}').decode()
    server.script["AUTH"] = f"334 {challenge}"
    with by_token(server, certificate, "OLD", "NEW", "NEVER") as box:
        outcome = box.send(mail())
    assert (outcome.state, outcome.stop, outcome.tried) == ("retry", True, False)
    assert "run `pbem login outbox`" in outcome.reason
    assert not any(word in outcome.reason for word in ("OLD", "NEW", challenge))
    shown = [
        base64.b64decode(command.split()[2]) for command in server.commands if command.startswith("AUTH")
    ]
    assert [b"OLD" in word for word in shown] == [True, False]
    assert len(shown) == 2
    assert server.commands.count("") == 2  # the answer to the server's error


def test_a_server_without_xoauth2_is_told_no_token(server: Scripted, certificate: Path) -> None:
    server.script["EHLO"] = "250-localhost\r\n250 AUTH PLAIN"
    with by_token(server, certificate, "TOKEN") as box:
        outcome = box.send(mail())
    assert "use a password" in outcome.reason
    assert not any(command.startswith("AUTH") for command in server.commands)


@pytest.mark.parametrize(
    "address",
    ["", "anna", "a@b.org\r\nDATA", "a@b.org> NOTIFY=x", "a b@c.org", "änna@b.org", "a@b.org,c@d.org"],
)
def test_no_address_can_carry_a_command(server: Scripted, certificate: Path, address: str) -> None:
    with outbox(server, certificate) as box:
        assert box.send(mail(1, address)).state == "failed"
    assert server.commands == []


def test_a_certificate_of_nobody_is_refused(server: Scripted) -> None:
    with (
        SmtpOutbox(Server("smtps", "localhost", server.port), None, FAST) as box,
        pytest.raises(MailError, match="cafile"),
    ):
        box.check()


def test_check_says_where_and_as_whom(server: Scripted, certificate: Path) -> None:
    with outbox(server, certificate, "judge") as box:
        assert box.check() == f"smtps://judge@localhost:{server.port}: connected, logged in as judge"
    server.script["AUTH"] = "535 wrong"
    with outbox(server, certificate, "judge") as box, pytest.raises(MailError, match="PBEM_OUTBOX_PASSWORD"):
        box.check()


def test_starttls_is_required(tmp_path: Path) -> None:
    aiosmtpd = pytest.importorskip("aiosmtpd.controller")
    handler = pytest.importorskip("aiosmtpd.handlers").Sink()
    controller = aiosmtpd.Controller(handler, hostname="127.0.0.1", port=0, server_hostname="localhost")
    controller.port = _free_port()
    controller.start()
    try:
        with open_outbox(f"smtp://judge@127.0.0.1:{controller.port}", "pw", tmp_path) as box:
            outcome = box.send(mail())
    finally:
        controller.stop()
    assert outcome.state == "retry"
    assert "STARTTLS" in outcome.reason


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
