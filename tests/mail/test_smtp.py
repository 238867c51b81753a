"""What became of a mail: sent, not sent, or perhaps sent, at every step at which a server may fail."""

import asyncio
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
            "EHLO": "250-localhost\r\n250 AUTH PLAIN LOGIN",
            "AUTH": "235 ok",
            "DATA": "354 go on",
            "QUIT": "221 bye",
        }
        going = await self._answer(writer, "GREETING", "220 localhost")
        while going and (line := (await reader.readline()).decode().strip()):
            self.commands.append(line)
            verb = line.split()[0].upper()
            going = await self._answer(writer, verb, usual.get(verb, "250 ok"))
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
        ("MAIL", "550 never", "failed"),
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


def test_a_server_that_is_away_is_asked_twice_and_the_rest_waits() -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
    with SmtpOutbox(Server("smtps", "localhost", port), None, FAST) as box:
        outcomes = [outcome for _, outcome in box.send_all(map(mail, range(50)))]
    assert {outcome.state for outcome in outcomes} == {"retry"}
    assert "check host and port" in outcomes[-1].reason


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
