"""Reading letters where they can do no harm: in a process of its own, with little time and memory (mail.md, 1.7; decision D38).

A nursery (`nursery.py`) is started when the first letter of this process comes, which takes a seventh of a second, and kept; it
forks a fresh reader for each round of letters, which takes 2 ms.  The nursery starts as a new program, not as a copy of ours: it
has none of our open files (the database, the lock, connections), nothing of our memory and no password in its environment.

Where processes cannot be forked (Windows), letters are read in our own process, and only the sizes in `limits.py` hold.
"""

import atexit
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

import pbem
from pbem.mail import wire
from pbem.mail.errors import MailError
from pbem.mail.letter import Letter
from pbem.mail.limits import MAX_MESSAGE, READ_WAIT, shortened

TOO_LONG = "reading it took too long"
TOO_MUCH = "reading it took too much memory"
BROKEN = "reading it ended the reader"
_WHY = {wire.TOO_LONG: TOO_LONG, wire.TOO_MUCH: TOO_MUCH}

#: Seconds within which a nursery, even on a busy machine, must be there; and within which one that fails must be gone.
_START, _GONE = 60.0, 5.0
_PROGRAM = "import sys; sys.path[:] = sys.argv[2:]; from pbem.mail.nursery import main; main(sys.argv[1])"
#: What of the environment a Python may need to start at all.
_ENVIRONMENT = ("LANG", "LC_ALL", "LC_CTYPE", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
_CAN_FORK = hasattr(os, "fork") and bool(sys.executable)

_decoder = msgspec.msgpack.Decoder(Letter)


class LetterReader:
    """Reads letters one after the other; a context manager, one for each poll.

    Nothing is started before the first letter.  `function`: what reads a letter, as `module:name`; for tests of its dying.
    """

    def __init__(self, function: str = "") -> None:
        self._function = function
        self._nursery: _Nursery | None = None
        self._read = 0  # letters that the present reader has read

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        nursery, self._nursery = self._nursery, None
        if nursery is None:
            return
        with suppress(OSError):
            if kind is None and not self._function and len(_idle) < _MOST_IDLE:
                nursery.end()
                _idle.append(nursery)
                return
        nursery.kill()

    def start(self) -> None:
        """Have a reader ready, so that its lack is no letter's fault.  MailError if no process can be started."""
        while _CAN_FORK and self._nursery is None:
            kept = None if self._function else _kept()
            nursery = kept or _started(self._function)
            try:
                nursery.begin()
                self._nursery, self._read = nursery, 0
            except (OSError, ValueError) as error:
                nursery.kill()
                if kept is None:  # or else it has died since its last round
                    raise MailError(f"no letter can be read: the reader does not start ({error})") from None

    def read(self, raw: bytes) -> Letter:
        """The letter in these bytes.  What breaks the reader, or takes too long or too much, has `poison`.

        Raises MailError if there is no reader; nothing else.
        """
        self.start()
        if len(raw) > MAX_MESSAGE:  # it would be refused, whatever else it says
            raw = shortened(raw, len(raw))
        letter, others = self._try(raw), self._read
        if letter.poison in (TOO_MUCH, BROKEN) and others:  # an earlier letter may be to blame
            self.start()
            letter = self._try(raw)
        return letter

    def _try(self, raw: bytes) -> Letter:
        if self._nursery is None:
            from pbem.mail.letters import read_letter  # else only the nursery needs all that

            return read_letter(raw)
        try:
            letter = _decoder.decode(self._nursery.ask(raw))
            self._read += 1
            return letter
        except TimeoutError:
            why = TOO_LONG
        except OSError:
            why = self._nursery.why()
        except (msgspec.MsgspecError, ValueError):
            why = BROKEN
        self._nursery.kill()
        self._nursery = None
        return Letter(poison=why)


class _Nursery:
    """The process at the other end.  OSError if it is not there, ValueError if it says what it should not."""

    def __init__(self, function: str) -> None:
        self._connection, its = socket.socketpair()
        path = [os.path.abspath(entry) for entry in (*sys.path, str(Path(pbem.__file__).parents[1]))]
        with its:
            self._process = subprocess.Popen(  # noqa: S603 - our own program
                [sys.executable, "-I", "-S", "-c", _PROGRAM, function, *path],
                stdin=its.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd="/",
                env={name: os.environ[name] for name in _ENVIRONMENT if name in os.environ},
                start_new_session=True,  # what is typed at the terminal is not for it
            )

    def begin(self) -> None:
        """A fresh reader."""
        self._say(wire.BEGIN, b"", _START)

    def ask(self, raw: bytes) -> bytes:
        """What its reader makes of a letter."""
        return self._say(wire.LETTER, raw, READ_WAIT)

    def end(self) -> None:
        """The reader may go."""
        wire.send(self._connection, wire.END)

    def _say(self, kind: bytes, data: bytes, seconds: float) -> bytes:
        until = time.monotonic() + seconds
        self._connection.settimeout(seconds)
        wire.send(self._connection, kind, data)
        answer, found = wire.receive(self._connection, until)
        if answer == wire.END:
            raise ConnectionError("it has ended")
        if answer != kind:
            raise ValueError(answer)
        return found

    def why(self) -> str:
        """Why its reader ended."""
        with suppress(subprocess.TimeoutExpired):
            return _WHY.get(self._process.wait(_GONE), BROKEN)
        return BROKEN

    def kill(self) -> None:
        """It and its reader."""
        self._connection.close()
        if self._process.returncode is None:
            with suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()

    def forget(self) -> None:
        """In a copy of our process: it is not ours."""
        self._connection.close()
        self._process.returncode = 0


def _kept() -> _Nursery | None:
    with suppress(IndexError):
        return _idle.pop()
    return None


def _started(function: str) -> _Nursery:
    try:
        return _Nursery(function)
    except OSError as error:
        raise MailError(f"no letter can be read: no process can be started ({error.strerror})") from None


#: Nurseries between two rounds.
_idle: list[_Nursery] = []
_MOST_IDLE = 2


def _leave() -> None:
    while _idle:
        _idle.pop().kill()


def _forget() -> None:
    while _idle:
        _idle.pop().forget()


atexit.register(_leave)
if _CAN_FORK:
    os.register_at_fork(after_in_child=_forget)
