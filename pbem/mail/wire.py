"""What `child.py` and `nursery.py` say to each other over their connection: frames of a kind and some bytes."""

import socket
import struct
import time

#: Kinds of frames: a round begins; a letter, or what was read in it; the round ends, or the connection did.
BEGIN, LETTER, END = b"B", b"L", b"E"
NONSENSE = b"?"
#: Exit statuses: of a reader whose round has ended; of the nursery, why its reader has ended otherwise.
DONE, TOO_LONG, TOO_MUCH, BROKEN = 70, 71, 72, 73

_HEAD = struct.Struct(">cI")
#: A letter has at most 1 MB, and what is read in it is less.
_MOST = 4 << 20


def send(connection: socket.socket, kind: bytes, data: bytes = b"") -> None:
    """One frame.  Raises OSError."""
    connection.sendall(_HEAD.pack(kind, len(data)) + data)


def receive(connection: socket.socket, until: float | None = None) -> tuple[bytes, bytes]:
    """(kind, bytes) of the next frame; (END, nothing) if the connection was closed, (NONSENSE, nothing) if that is no frame.

    `until`: by `time.monotonic`, when it must be here; raises TimeoutError.
    """
    kind, size = _HEAD.unpack(_bytes(connection, _HEAD.size, until).ljust(_HEAD.size, END))
    if kind not in (BEGIN, LETTER) or size > _MOST:
        return (END if kind == END else NONSENSE), b""
    data = _bytes(connection, size, until)
    return (kind, data) if len(data) == size else (END, b"")


def _bytes(connection: socket.socket, size: int, until: float | None) -> bytes:
    """So many bytes, or fewer if the connection ends."""
    parts = bytearray()
    while len(parts) < size:
        if until is not None:
            connection.settimeout(max(0.001, until - time.monotonic()))
        part = connection.recv(size - len(parts))
        if not part:
            break
        parts += part
    return bytes(parts)
