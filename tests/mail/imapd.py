"""A small IMAP server over TLS that can be odd in all the ways real ones are; the real ones are in tests/mailstack."""

import base64
import re
import socket
import ssl
import threading
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

DATE = '"30-Nov-2026 12:00:00 +0000"'


class Imapd:
    """`messages`: UID to bytes.  Knobs: `tokens` that log in; `goodbye`: said, and the line cut, at the next FETCH of texts, once;
    `foreign`: answered too; `gone`: vanish before their text is fetched; `unsized`: their size is not known; `commands`: what clients
    said."""

    def __init__(self, certificate: Path) -> None:
        self.messages: dict[int, bytes] = {}
        self.tokens = {"GOOD"}
        self.validity = 7
        self.goodbye = b""
        self.foreign: dict[int, bytes] = {}
        self.gone: set[int] = set()
        self.unsized: set[int] = set()
        self.commands: list[str] = []
        self.connections = 0
        self._tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        self._tls.load_cert_chain(certificate, certificate.with_suffix(".key"))
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def stop(self) -> None:
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                self.connections += 1
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with suppress(OSError), self._tls.wrap_socket(client, server_side=True) as line:
            stream = line.makefile("rwb")
            stream.write(b"* OK [CAPABILITY IMAP4rev1 AUTH=XOAUTH2] ready\r\n")
            stream.flush()
            while said := stream.readline():
                tag, _, command = said.decode().strip().partition(" ")
                self.commands.append(command)
                answer = self._answer(command, stream)
                stream.write(answer.replace(b"TAG", tag.encode()))
                stream.flush()
                if answer.startswith(b"* BYE"):
                    return

    def _answer(self, command: str, stream: BinaryIO) -> bytes:
        word = command.removeprefix("UID ").split()[0].upper()
        match word:
            case "AUTHENTICATE":
                return self._authenticate(stream)
            case "SELECT":
                return f"* {len(self.messages)} EXISTS\r\n* OK [UIDVALIDITY {self.validity}] x\r\nTAG OK [READ-WRITE] x\r\n".encode()
            case "SEARCH":
                return f"* SEARCH {' '.join(map(str, self._search(command)))}\r\nTAG OK x\r\n".encode()
            case "FETCH":
                return self._fetch(command)
            case "CAPABILITY":
                return b"* CAPABILITY IMAP4rev1 AUTH=XOAUTH2\r\nTAG OK x\r\n"
            case "LOGOUT":
                return b"* BYE x\r\nTAG OK x\r\n"
        return b"TAG OK x\r\n"

    def _authenticate(self, stream: BinaryIO) -> bytes:
        stream.write(b"+ \r\n")
        stream.flush()
        word = base64.b64decode(stream.readline()).decode()
        self.commands.append(word)
        if re.search(r"Bearer (\w+)", word)[1] in self.tokens:  # type: ignore[index]
            return b"TAG OK x\r\n"
        stream.write(b"+ " + base64.b64encode(b'{"status":"401"}') + b"\r\n")
        stream.flush()
        self.commands.append(stream.readline().decode().strip())
        return b"TAG NO AUTHENTICATE failed.\r\n"

    def _search(self, command: str) -> list[int]:
        """RFC 9051, 9: `n:*` includes the last message, however small its UID; without any it means nothing."""
        if "UID" not in command.removeprefix("UID "):
            return list(self.messages)
        assert self.messages, "BAD"
        first = int(re.search(r"(\d+):\*", command)[1])  # type: ignore[index]
        last = max(self.messages, default=0)
        return [uid for uid in self.messages if uid >= first or uid == last]

    def _fetch(self, command: str) -> bytes:
        wanted, what = command.split(" ", 3)[2:]
        uids = [uid for uid in self.messages if uid in _numbers(wanted)]
        if "BODY" not in what:
            lines = [
                f"* {uid} FETCH (UID {uid} INTERNALDATE {DATE}{self._size(uid)})\r\n".encode() for uid in uids
            ]
            return b"".join(lines) + b"TAG OK x\r\n"
        if self.goodbye:
            said, self.goodbye = self.goodbye, b""
            return b"* BYE " + said + b"\r\n"
        there = {uid: self.messages[uid] for uid in uids if uid not in self.gone} | self.foreign
        key = b"BODY[]<0>" if "<0" in what else b"BODY[]"
        texts = [
            b"* %d FETCH (UID %d %s {%d}\r\n%s)\r\n" % (uid, uid, key, len(raw), raw)
            for uid, raw in there.items()
        ]
        return b"".join(texts) + b"TAG OK x\r\n"

    def _size(self, uid: int) -> str:
        return "" if uid in self.unsized else f" RFC822.SIZE {len(self.messages[uid])}"


def _numbers(text: str) -> set[int]:
    found: set[int] = set()
    for part in text.split(","):
        first, _, last = part.partition(":")
        found |= set(range(int(first), int(last or first) + 1))
    return found
