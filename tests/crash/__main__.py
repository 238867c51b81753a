"""`python -m tests.crash --smoke`: a poll killed at each of its moments, and a round by chance, on each database; prints the counts.

`--rounds N` or `--minutes M`: rounds by chance, from `--seed` on; a round that breaks a law ends it, and its seed plays it again.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pbem.mail.points import POINTS
from tests.crash.checks import Counts
from tests.crash.rounds import a_round, at_each_moment
from tests.crash.smtpd import Server
from tests.postgres.server import the_server


def main() -> int:
    options = _options()
    databases = options.database.split(",")
    if len(databases) == 1:
        return _on(databases[0], options)
    command = [sys.executable, "-m", "tests.crash", *sys.argv[1:], "--database"]
    started = [subprocess.Popen([*command, database]) for database in databases]
    return max([process.wait() for process in started])


def _on(database: str, options: argparse.Namespace) -> int:
    """Everything on one database; 0 if no law was broken."""
    if not _there(database):
        return 0
    start = time.monotonic()
    play = _smoke if options.smoke else _rounds
    place = tempfile.TemporaryDirectory(prefix="pbem-crash-", dir=_memory())
    with place as home, _server(Path(home), options.seed) as server:
        counts, status = play(Path(home), server, database, options)
    print(f"   {database}, {time.monotonic() - start:.0f} s: {told(counts)}", flush=True)
    return status


def _memory() -> str | None:
    """Processes die here, machines do not: a disk in memory, where there is one that is large enough."""
    place = Path("/dev/shm")
    if not place.is_dir() or not os.access(place, os.W_OK):
        return None
    return str(place) if os.statvfs(place).f_bavail * os.statvfs(place).f_frsize > 256 << 20 else None


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.crash", description=__doc__)
    parser.add_argument("--smoke", action="store_true")
    parser.add_argument("--rounds", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sessions", type=int, default=8)
    parser.add_argument("--database", default="sqlite,postgresql")
    return parser.parse_args()


def told(counts: Counts) -> str:
    """All counts in one line."""
    return ", ".join(f"{counts[name]} {name}" for name in sorted(counts) if counts[name])


def _there(database: str) -> bool:
    """Is all installed?  Where servers are required a lack is an error."""
    if shutil.which("openssl") is None:
        assert not os.environ.get("PBEM_REQUIRE_SERVERS"), "openssl is not installed"
        print(f"   {database}: left out, there is no openssl to make a certificate with")
        return False
    try:
        return database == "sqlite" or bool(the_server())
    except pytest.skip.Exception as skipped:
        print(f"   {database}: left out, {skipped.msg}")
        return False


@contextmanager
def _server(home: Path, seed: int) -> Iterator[Server]:
    server = Server(home / "smtp", seed)
    try:
        yield server
    finally:
        server.stop()


def _url(database: str) -> str:
    return "" if database == "sqlite" else the_server().fresh()


def _smoke(home: Path, server: Server, database: str, options: argparse.Namespace) -> tuple[Counts, int]:
    """Every named moment at least once, and a round."""
    counts, moments = Counts(), Counts()
    try:
        for moment, more in at_each_moment(home / "moments", server, _url(database), options.seed):
            counts += more
            moments[moment] += bool(moment)
        counts += a_round(home / "round", server, _url(database), options.seed, 3)
    except AssertionError as error:
        print(f"   {database}: {error}", file=sys.stderr)
        return counts, 1
    print(f"   {database}: killed at {', '.join(f'{moments[name]} × {name}' for name in POINTS)}")
    never = [name for name in POINTS if not moments[name]]
    if never:
        print(f"   {database}: never reached: {', '.join(never)}", file=sys.stderr)
    return counts, int(bool(never))


def _rounds(home: Path, server: Server, database: str, options: argparse.Namespace) -> tuple[Counts, int]:
    until, counts, seed = time.monotonic() + 60 * options.minutes, Counts(), options.seed
    while counts["rounds"] < options.rounds or time.monotonic() < until:
        try:
            counts += a_round(home / str(seed), server, _url(database), seed, options.sessions)
        except AssertionError as error:
            print(f"   {database}, seed {seed}: {error}", file=sys.stderr)
            return counts, 1
        seed += 1
    return counts, 0


if __name__ == "__main__":
    os.environ.pop("PBEM_DATABASE_URL", None)
    sys.exit(main())
