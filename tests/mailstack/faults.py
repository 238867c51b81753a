"""A proxy that knows the words: it stands between us and a real server, ends TLS itself, and breaks the connection at a step.

A step is a command (`SELECT`, `FETCH bodies`, `RCPT`), the text of a mail (`text`), or what comes before all commands (`connect`,
`hello`, `greeting`).  At a command it breaks `before` the server hears it, or `after`, in place of the answer, or `within` the
answer (`within` a text: the server has half of it).  It breaks once, then all is well.
"""

import socket
import ssl
import struct
import threading
from contextlib import suppress
from typing import NamedTuple, Self

from tests.mailstack.stack import Stack

KINDS = ("drop", "reset", "stall")
#: Nothing lasts longer than the time limits of the tests.
PATIENCE = 20.0


class Fault(NamedTuple):
    """Where and how it breaks."""

    step: str
    place: str
    kind: str

    def __str__(self) -> str:
        return f"{self.kind} {self.place} {self.step}"


class _Broken(Exception):
    pass


class Line:
    """One side of a conversation, line by line."""

    def __init__(self, side: socket.socket) -> None:
        self.side, self._held = side, b""

    def line(self) -> bytes:
        """With its end; empty when the other one has gone."""
        while b"\n" not in self._held:
            data = self.side.recv(65536)
            if not data:
                return b""
            self._held += data
        line, _, self._held = self._held.partition(b"\n")
        return line + b"\n"

    def exactly(self, count: int) -> bytes:
        while len(self._held) < count:
            data = self.side.recv(65536)
            if not data:
                raise _Broken
            self._held += data
        data, self._held = self._held[:count], self._held[count:]
        return data


class StepProxy:
    """On a port of localhost; `steps` are those that were passed in the last connection."""

    def __init__(self, stack: Stack, protocol: str, implicit: bool = True) -> None:
        self._stack, self._imap, self._implicit = stack, protocol == "imap", implicit
        self._target = stack.imaps if self._imap else stack.smtps
        certs = stack.folder / "certs"
        self._server_side = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        self._server_side.load_cert_chain(certs / "server.pem", certs / "server.key")
        self._client_side = ssl.create_default_context(cafile=str(stack.cafile))
        self.fault: Fault | None = None
        self.broke = 0
        self.steps: list[str] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    # --- breaking ---

    def _at(self, step: str, place: str, client: socket.socket) -> None:
        """Break here, if this is where."""
        if self.fault is None or (self.fault.step, self.fault.place) != (step, place):
            return
        kind, self.fault = self.fault.kind, None
        self.broke += 1
        if kind == "stall":
            client.settimeout(PATIENCE)
            with suppress(OSError):
                while client.recv(65536):
                    pass
        elif kind == "reset":
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        raise _Broken

    def _serve(self, client: socket.socket) -> None:
        self.steps = []
        raw = client
        server: socket.socket | None = None
        try:
            client.settimeout(PATIENCE)
            self._at("connect", "before", client)
            if not self._implicit:
                self._upgraded(client)
            self._at("hello", "before", client)
            client = self._server_side.wrap_socket(client, server_side=True)
            server = socket.create_connection(("127.0.0.1", self._target), timeout=PATIENCE)
            server = self._client_side.wrap_socket(server, server_hostname="localhost")
            self._converse(Line(client), Line(server))
        except (_Broken, OSError):
            pass
        finally:
            for end in (client, raw, server):
                if end is not None:
                    with suppress(OSError):
                        end.close()

    # --- conversations ---

    def _upgraded(self, client: socket.socket) -> None:
        """The plain words before STARTTLS are ours: the server is always spoken to in TLS."""
        line = Line(client)
        self._at("greeting", "before", client)
        client.sendall(b"* OK proxy\r\n" if self._imap else b"220 proxy\r\n")
        while words := line.line():
            tag = words.split()[0]
            verb = words.split()[1 if self._imap else 0].decode().upper()
            self._pass(f"plain {verb}")
            self._at(f"plain {verb}", "before", client)
            if verb == "STARTTLS":
                client.sendall(tag + b" OK go on\r\n" if self._imap else b"220 go on\r\n")
                return
            if self._imap:
                client.sendall(b"* CAPABILITY IMAP4rev1 STARTTLS\r\n" + tag + b" OK done\r\n")
            else:
                client.sendall(b"250-proxy\r\n250 STARTTLS\r\n")
        raise _Broken

    def _converse(self, client: Line, server: Line) -> None:
        greeting = self._answer(server, b"*")
        if self._implicit:
            self._pass("greeting")
            self._at("greeting", "before", client.side)
            client.side.sendall(greeting)
        while words := client.line():
            step = self._step(words)
            self._pass(step)
            self._at(step, "before", client.side)
            server.side.sendall(words)
            answer = self._answer(server, words.split()[0])
            self._reply(step, answer, client)
            if step == "DATA" and answer.startswith(b"354"):
                self._text(client, server)

    def _text(self, client: Line, server: Line) -> None:
        """Of a mail, up to the dot."""
        text = b""
        while not text.endswith(b"\r\n.\r\n"):
            line = client.line()
            if not line:
                raise _Broken
            text += line
        self._pass("text")
        self._at("text", "before", client.side)
        if self.fault is not None and (self.fault.step, self.fault.place) == ("text", "within"):
            server.side.sendall(text[: len(text) // 2])
            self._at("text", "within", client.side)
        server.side.sendall(text)
        self._reply("text", self._answer(server, b""), client)

    def _reply(self, step: str, answer: bytes, client: Line) -> None:
        self._at(step, "after", client.side)
        if (
            self.fault is not None
            and step != "text"
            and (self.fault.step, self.fault.place) == (step, "within")
        ):
            client.side.sendall(answer[: len(answer) // 2])
            self._at(step, "within", client.side)
        client.side.sendall(answer)

    def _pass(self, step: str) -> None:
        self.steps.append(step)

    def _step(self, words: bytes) -> str:
        parts = words.decode("latin-1").upper().split()
        if not self._imap:
            return parts[0]
        verb = parts[2] if parts[1] == "UID" else parts[1]
        if verb == "FETCH":
            return "FETCH bodies" if "BODY" in words.decode("latin-1").upper() else "FETCH sizes"
        return verb

    def _answer(self, server: Line, tag: bytes) -> bytes:
        """All of it: to the line with the tag, or the last one with this code."""
        answer = b""
        while True:
            line = server.line()
            if not line:
                raise _Broken
            answer += line
            if not self._imap:
                if line[3:4] != b"-":
                    return answer
                continue
            while line.rstrip().endswith(b"}") and b"{" in line:
                answer += server.exactly(int(line.rstrip()[line.rstrip().rindex(b"{") + 1 : -1]))
                line = server.line()
                answer += line
            if line.startswith(tag):
                return answer
