"""A real SMTP server in a process of its own, which fails as told and writes down every mail that it took.

`python -m tests.crash.smtpd FOLDER SEED`: the port is in FOLDER/port, each mail taken is a line of FOLDER/taken, and FOLDER/faults
holds as JSON how often (0 to 1) each of `FAULTS` happens.
"""

import asyncio
import base64
import json
import os
import ssl
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from aiosmtpd.smtp import SMTP

#: What goes wrong, in the order of a mail's way.  The mail was taken in the last two only.
FAULTS = (
    "no greeting",  # cut at once
    "MAIL 452",
    "RCPT 450",
    "RCPT cut",
    "text 451",  # refused after the final dot
    "text lost",  # cut after the final dot, and the mail is lost
    "text silent",  # never an answer, and the mail is lost
    "taken, cut",  # cut after the final dot, and the mail is delivered
    "taken, silent",
)
HOUR = 3600


class Taken(NamedTuple):
    """A mail that the server has taken, whatever it answered."""

    sender: str
    recipient: str
    raw: bytes


class Server:
    """The server's process, seen from the tests."""

    def __init__(self, folder: Path, seed: int = 1) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.cafile = _certificate(folder)
        self.fail({})
        command = [sys.executable, "-m", "tests.crash.smtpd", str(folder), str(seed)]
        self.process = subprocess.Popen(command, cwd=Path(__file__).parents[2])
        until = time.monotonic() + 20
        while not (folder / "port").exists():
            assert time.monotonic() < until and self.process.poll() is None, "the SMTP server does not start"
            time.sleep(0.02)
        self.port = int((folder / "port").read_text())

    def url(self) -> str:
        return f"smtps://localhost:{self.port}?cafile={self.cafile}"

    def fail(self, rates: dict[str, float]) -> None:
        """From the next command on."""
        assert set(rates) <= set(FAULTS)
        new = self.folder / "faults.new"
        new.write_text(json.dumps(rates))
        new.rename(self.folder / "faults")

    def taken(self, after: int = 0) -> list[Taken]:
        """All mails taken so far, but for the first ones."""
        file = self.folder / "taken"
        lines = file.read_text().splitlines() if file.exists() else []
        rows = (json.loads(line) for line in lines[after:])
        return [Taken(sender, to, base64.b64decode(raw)) for sender, to, raw in rows]

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


def _certificate(folder: Path) -> Path:
    """Self-signed, for localhost, with its key in the same file.  FileNotFoundError where there is no openssl."""
    path = folder / "cert.pem"
    what = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 9 -subj /CN=localhost".split()
    names = ["-addext", "subjectAltName=DNS:localhost", "-keyout", str(folder / "key.pem"), "-out", str(path)]
    subprocess.run(["openssl", *what, *names], check=True, capture_output=True)
    return path


# --- the process ---


class _Failing(SMTP):
    """aiosmtpd, with faults at the steps of RFC 5321."""

    def __init__(self, folder: Path, rng: Random) -> None:
        super().__init__(self, hostname="localhost", enable_SMTPUTF8=False, timeout=HOUR)
        self._folder, self._rng = folder, rng

    def _now(self, *faults: str) -> str:
        """Which of these happens now, if any."""
        rates: dict[str, float] = json.loads((self._folder / "faults").read_text())
        chance = self._rng.random()
        for fault in faults:
            chance -= rates.get(fault, 0)
            if chance < 0:
                return fault
        return ""

    def connection_made(self, transport: Any) -> None:
        if self._now("no greeting"):
            transport.abort()
            return
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        if self.transport is not None:
            super().connection_lost(error)

    def _cut(self) -> str:
        self.transport.abort()
        return "421 cut"

    async def handle_MAIL(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        if self._now("MAIL 452"):
            return "452 4.3.1 the disk is full"
        envelope.mail_from = address
        return "250 ok"

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        match self._now("RCPT 450", "RCPT cut"):
            case "RCPT 450":
                return "450 4.2.0 greylisted"
            case "RCPT cut":
                return self._cut()
        envelope.rcpt_tos.append(address)
        return "250 ok"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        fault = self._now(*FAULTS[4:])
        if fault == "text 451":
            return "451 4.3.0 try again"
        if not fault.startswith("text"):
            for recipient in envelope.rcpt_tos:  # more than one would be seen, too
                self._take(envelope, recipient)
        if fault.endswith("silent"):
            await asyncio.sleep(HOUR)
        return self._cut() if fault else "250 queued"

    def _take(self, envelope: Any, recipient: str) -> None:
        row = [envelope.mail_from, recipient, base64.b64encode(envelope.original_content).decode()]
        file = os.open(self._folder / "taken", os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        os.write(file, json.dumps(row).encode() + b"\n")
        os.close(file)


async def _serve(folder: Path, seed: int) -> None:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(folder / "cert.pem", folder / "key.pem")
    rng = Random(seed)
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda loop, context: None)  # cut connections are what it is for
    server = await loop.create_server(lambda: _Failing(folder, rng), "127.0.0.1", 0, ssl=context)
    (folder / "port.new").write_text(str(server.sockets[0].getsockname()[1]))
    (folder / "port.new").rename(folder / "port")
    parent = os.getppid()
    while os.getppid() == parent:  # nobody needs it any longer than the tests
        await asyncio.sleep(1)


if __name__ == "__main__":
    asyncio.run(_serve(Path(sys.argv[1]), int(sys.argv[2])))
