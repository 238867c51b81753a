"""A socket proxy that cuts the connection: after so many bytes from the server, or when the client says
some words.
"""

import socket
import threading
from contextlib import suppress
from typing import Self


class CuttingProxy:
    """Forwards one port of localhost; once `armed`, breaks each connection at its point.

    `after`: bytes from the server that still pass; `at`: the client's bytes that are the last to pass.
    """

    def __init__(self, target: int, after: int | None = None, at: bytes | None = None) -> None:
        self._target = target
        self._after = after
        self._at = at
        self.armed = True
        self.cuts = 0
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
                server = socket.create_connection(("127.0.0.1", self._target))
                threading.Thread(
                    target=self._pump, args=(server, client, self._after, None), daemon=True
                ).start()
                threading.Thread(
                    target=self._pump, args=(client, server, None, self._at), daemon=True
                ).start()

    def _pump(self, source: socket.socket, sink: socket.socket, after: int | None, at: bytes | None) -> None:
        passed = 0
        seen = b""
        with suppress(OSError):
            while data := source.recv(4096):
                seen = (seen + data)[-8192:]
                if self.armed and after is not None and passed + len(data) > after:
                    sink.sendall(data[: after - passed])
                    self.cuts += 1
                    break
                sink.sendall(data)
                passed += len(data)
                if self.armed and at is not None and at in seen:
                    self.cuts += 1
                    break
        for end in (source, sink):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
