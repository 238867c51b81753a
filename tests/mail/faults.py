"""A reader that breaks when a letter says so, in the way it says: what `LetterReader` can be given to read with."""

import ctypes
import os
import resource
import signal
import socket
import sys
import time
from collections.abc import Callable

from msgspec.structs import replace

from pbem.mail.letters import Letter, read_letter

NAME, MEASURED = "tests.mail.faults:obey", "tests.mail.faults:measured"
SECRET = "PBEM_INBOX_PASSWORD"

_kept: list[bytes] = []


def obey(raw: bytes) -> Letter:
    """Read a letter as always; but if its first line is one of `DEEDS`, do that with the rest of it."""
    word, _, rest = raw.partition(b"\n")
    deed = DEEDS.get(word)
    return deed(rest) if deed else read_letter(raw)


def measured(raw: bytes) -> Letter:
    """The letter, with what reading it took as its `defects`: seconds of processor time, bytes of memory at most."""
    before, started = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
    letter = read_letter(raw)
    used = time.process_time() - started
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    return replace(letter, defects=(f"{used:.4f}", str(grown * (1 if sys.platform == "darwin" else 1024))))


def spin(rest: bytes) -> Letter:
    while True:
        pass


def sleep(rest: bytes) -> Letter:
    time.sleep(3600)
    return Letter()


def devour(rest: bytes) -> Letter:
    """So many megabytes, which nobody gives back."""
    _kept.append(bytes([1]) * (int(rest) << 20))
    return Letter(subject="devoured")


def crash(rest: bytes) -> Letter:
    ctypes.string_at(0)
    return Letter()


def leave(rest: bytes) -> Letter:
    os._exit(0)


def stumble(rest: bytes) -> Letter:
    raise ValueError("no letter")


def babble(rest: bytes) -> Letter:
    """Say something else to the one who asked."""
    connection = socket.socket(fileno=0)
    connection.sendall(rest)
    connection.detach()
    time.sleep(3600)
    return Letter()


def kill(rest: bytes) -> Letter:
    os.kill(os.getpid(), signal.SIGKILL)
    return Letter()


def who(rest: bytes) -> Letter:
    """The process that reads, and the nursery that it comes from."""
    return Letter(subject=f"{os.getpid()} {os.getppid()}")


def reach(rest: bytes) -> Letter:
    """Everything that this process can lay its hands on."""
    attempts: dict[str, Callable[[], object]] = {
        "a file": lambda: os.open(rest.strip(), os.O_RDONLY),
        "the network": socket.socket,
        "a pipe": os.pipe,
        "an open file": lambda: next(number for number in range(3, 1024) if _is_open(number)),
        "a password": lambda: os.environ[SECRET],
    }
    return Letter(lines=tuple(what for what, attempt in attempts.items() if _succeeds(attempt)))


def _succeeds(attempt: Callable[[], object]) -> bool:
    try:
        attempt()
    except (OSError, LookupError, StopIteration):
        return False
    return True


def _is_open(number: int) -> bool:
    return _succeeds(lambda: os.fstat(number))


DEEDS = {
    deed.__name__.encode(): deed
    for deed in (spin, sleep, devour, crash, leave, stumble, babble, kill, who, reach)
}
