"""The end of a poll that hangs: whatever it waits for, it is over after its limit, and the next poll does what is left."""

import faulthandler
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from pbem.cli.edge import REFUSED, complain

#: Seconds after which the end comes without words, should even those hang.
_GRACE = 5


@contextmanager
def limited(seconds: int | None, log: Path) -> Iterator[None]:
    """What is done in here ends the program with status 1 after so many seconds; `log` then says where it was.  None: it may last."""
    if seconds is None:
        yield
        return
    timer = threading.Timer(seconds, _over, (seconds, log))
    timer.daemon = True
    timer.start()
    faulthandler.dump_traceback_later(seconds + _GRACE, exit=True, file=sys.__stderr__ or sys.stderr)
    try:
        yield
    finally:
        timer.cancel()
        faulthandler.cancel_dump_traceback_later()


def _over(seconds: int, log: Path) -> None:
    """Nothing that could hang is asked any more: what was not committed is not done, and the system lets go of all locks."""
    with suppress(OSError), log.open("a", encoding="utf-8") as file:
        file.write(
            f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S} ERROR a poll hung and was ended after {seconds} seconds, here:\n"
        )
        file.flush()
        faulthandler.dump_traceback(file)
    complain(
        f"the poll hung and was ended after {seconds} seconds; {log} says where. The next poll does what is left."
    )
    with suppress(OSError):
        sys.stderr.flush()
    os._exit(REFUSED)
