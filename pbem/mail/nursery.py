"""The process in which letters are read: what runs on the far side of `child.LetterReader`.

It is started clean, with nothing of ours in its memory, its environment or its open files; it imports what reading needs,
and for each round of letters it forks a reader.  A reader can open nothing, so that even one whom a letter has taken over
reaches neither the database nor the network; it may use so much memory, and so much time for a letter (`limits.py`).  It ends
with its connection.  One that ends in any other way takes the nursery with it, whose exit status says why.

On systems without an account of a process's memory in /proc (macOS), memory is limited by the sizes in `limits.py` alone.
"""

import codecs
import importlib
import os
import pkgutil
import resource
import signal
import socket
import sys
from collections.abc import Callable

import msgspec

from pbem.mail import wire
from pbem.mail.letters import Letter, read_letter
from pbem.mail.limits import READ_MEMORY, READ_SECONDS, READ_WAIT

_TIMES_UP = (signal.SIGPROF, signal.SIGXCPU, signal.SIGALRM)
#: Standard input (the connection), output and errors; a reader gets no others.
_FILES = 3
#: So much longer than its parent waits may a reader live on a letter, if nobody is there to end it.
_ORPHAN = 5.0

#: Whatever reading imports only when it meets it; a reader could not load it any more.
_WARM_UP = (
    "From: =?utf-8?q?J=C3=BCrg?= =?iso-8859-1?b?TQ==?= <a@bücher.example>\n"
    "Content-Type: multipart/alternative; boundary=b\n\n"
    "--b\nContent-Type: text/plain; charset=x-unknown\nContent-Transfer-Encoding: quoted-printable\n\n=20\n"
    "--b\nContent-Type: text/html; charset=koi8-r\nContent-Transfer-Encoding: base64\n\nPHA+SGk8L3A+\n--b--\n"
).encode()


def main(read: str = "") -> None:
    """Fork readers until the connection, which is standard input, is closed.

    `read`: the function that reads a letter, as `module:name`; for tests.
    """
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    for number in _TIMES_UP:
        signal.signal(number, signal.SIG_DFL)  # who started us may have ignored it
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    function = _function(read)
    with socket.socket(fileno=0) as connection:
        while wire.receive(connection)[0] == wire.BEGIN:
            reader = os.fork()
            if reader == 0:
                _serve(connection, function)
            status = os.waitstatus_to_exitcode(os.waitpid(reader, 0)[1])
            if status != wire.DONE:
                os._exit(_why(status))


def _why(status: int) -> int:
    if -status in _TIMES_UP:
        return wire.TOO_LONG
    return wire.TOO_MUCH if status == wire.TOO_MUCH else wire.BROKEN


def _function(name: str) -> Callable[[bytes], Letter]:
    for codec in pkgutil.iter_modules(importlib.import_module("encodings").__path__):
        try:
            codecs.lookup(codec.name)
        except (LookupError, ImportError):  # one of other systems: nor shall it be looked for again
            sys.modules[f"encodings.{codec.name}"] = None  # type: ignore[assignment] # so Python's manual has it
    read_letter(_WARM_UP)
    if not name:
        return read_letter
    module, _, function = name.partition(":")
    found: Callable[[bytes], Letter] = getattr(importlib.import_module(module), function)
    return found


def _serve(connection: socket.socket, function: Callable[[bytes], Letter]) -> None:
    """Read letters until the round or the connection ends.  Does not return."""
    status = wire.BROKEN
    try:
        _confine()
        wire.send(connection, wire.BEGIN)
        while (frame := wire.receive(connection))[0] == wire.LETTER:
            _allow(READ_SECONDS, READ_WAIT + _ORPHAN)
            letter = function(frame[1])
            if letter.poison.endswith("(MemoryError)"):  # caught half-way: no state to go on from
                raise MemoryError
            answer = msgspec.msgpack.encode(letter)
            _allow(0, 0)
            wire.send(connection, wire.LETTER, answer)
        status = wire.DONE
    except MemoryError:
        status = wire.TOO_MUCH
    finally:
        os._exit(status)


def _confine() -> None:
    """No files, no processes, so much memory; for good, unless we run as root."""
    for limit, value in (
        (resource.RLIMIT_AS, size + READ_MEMORY if (size := _address_space()) else None),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_NPROC, 0),
        (resource.RLIMIT_NOFILE, _FILES),
    ):
        if value is not None:
            value = _at_most(limit, value)
            resource.setrlimit(limit, (value, value))


def _at_most(limit: int, value: int) -> int:
    """The value, or what whoever started us allows."""
    hard = resource.getrlimit(limit)[1]
    return value if hard == resource.RLIM_INFINITY else min(value, hard)


def _address_space() -> int:
    """Bytes of address space in use; 0 where the system does not tell."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[0]) * resource.getpagesize()
    except OSError:
        return 0


def _allow(seconds: float, wait: float) -> None:
    """So many seconds of processor time, and of the clock, from now on; then the system ends this process.  0: no limit.

    RLIMIT_CPU counts whole seconds; it is there for the case that something disarms the timer.
    """
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, wait)
    if seconds:
        used = resource.getrusage(resource.RUSAGE_SELF)
        soft = _at_most(resource.RLIMIT_CPU, int(used.ru_utime + used.ru_stime + seconds) + 2)
        resource.setrlimit(resource.RLIMIT_CPU, (soft, resource.getrlimit(resource.RLIMIT_CPU)[1]))
