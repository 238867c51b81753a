"""Checks of the polls: do they run, how regularly, what starts them, and is one hanging."""

import fcntl
import os
import shutil
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from statistics import median

from sqlalchemy import select

from pbem.service import pollwatch
from pbem.store.database import table, transaction
from pbem.store.tables import OVER, GameRow

from .findings import Finding, Patient, fail, ok, warn

GAME = table(GameRow)
LONG = timedelta(minutes=20)
#: A poll that was missed this many times is no chance.
MISSED = 4
_SECONDS = 10
_UNITS = (Path(".config/systemd/user"), Path("/etc/systemd/system"), Path("/etc/cron.d"))


def _course(patient: Patient) -> pollwatch.Course | None:
    if patient.engine is None:
        return None
    with transaction(patient.engine) as connection:
        return pollwatch.course(connection)


def _running(patient: Patient) -> int:
    if patient.engine is None:
        return 0
    with transaction(patient.engine) as connection:
        return len(connection.execute(select(GAME.c.id).where(GAME.c.status != OVER)).all())


def lock(patient: Patient) -> Iterator[Finding]:
    """Is a poll at work, and since when?"""
    path = patient.folder / "pbem.lock"
    course = _course(patient)
    begun = course.at_work if course else None
    if not _held(path):
        yield ok("no poll is at work")
        if begun and begun.died:
            yield warn(
                f"{begun.died + 1} polls in a row did not come to their end",
                f"See where: `pbem poll --limit 300 {patient.site}` writes the place into pbem.log.",
            )
        return
    since = f" since {begun.since:%Y-%m-%d %H:%M} UTC" if begun else ""
    if begun and patient.now - begun.since > LONG:
        remedy = (
            f"End it (`fuser -k {path}`), and let every poll have `--limit 600`: it is simply done again."
        )
        yield fail(f"a poll hangs{since}", remedy)
    else:
        yield ok(f"a poll is at work{since}")


def _held(path: Path) -> bool:
    """Does another process hold the lock?"""
    if not path.exists():
        return False
    with path.open("r") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            return True
    return False


def regular(patient: Patient) -> Iterator[Finding]:
    """When the last poll ran, and how regularly they do."""
    course = _course(patient)
    if course is None:
        return
    remedy = (
        f"Let cron or systemd poll (docs/operating.md, Polling), or once by hand: `pbem poll {patient.site}`."
    )
    if not course.ran:
        yield warn("no poll has ever run", remedy)
        return
    last = course.ran[-1]
    away = patient.now - last
    usual = _usual(course.ran)
    said = f"the last poll ran {_length(away)} ago" + (f", usually every {_length(usual)}" if usual else "")
    late = away > max(MISSED * (usual or timedelta()), LONG)
    games = _running(patient)
    if late and games:
        yield fail(said, remedy)
    elif late:
        yield warn(f"{said}; no game is running", remedy)
    elif away >= timedelta():
        yield ok(said)


def _usual(ran: tuple[datetime, ...]) -> timedelta | None:
    """The time between two polls, as it mostly is; None if there are too few to say."""
    steps = [(later - earlier).total_seconds() for earlier, later in pairwise(ran)]
    return timedelta(seconds=median(steps)) if len(steps) >= MISSED - 1 else None


def _length(time: timedelta) -> str:
    minutes = round(abs(time.total_seconds()) / 60)
    if minutes < 1:
        return f"{time.total_seconds():.0f} seconds"
    if minutes < 120:
        return f"{minutes} minute{'s' if minutes != 1 else ''}"
    return f"{minutes // 60} hours" if minutes < 72 * 60 else f"{minutes // 1440} days"


def trouble(patient: Patient) -> Iterator[Finding]:
    """What the last polls could not do."""
    course = _course(patient)
    if course is None:
        return
    for one in course.trouble.values():
        told = "" if one.told else " (not mailed)"
        yield fail(
            f"since {one.since:%Y-%m-%d %H:%M} UTC{told}: {one.words}",
            f"Mend it, then `pbem poll {patient.site}`.",
        )
    if not course.trouble:
        yield ok("the last poll had none")


def timer(patient: Patient) -> Iterator[Finding]:
    """Does the crontab, or a systemd timer, name this site?"""
    found = [where for where, text in _places() if _names(text, patient.folder)]
    if found:
        yield ok(f"named in {', '.join(found)}")
        return
    course = _course(patient)
    usual = _usual(course.ran) if course else None
    if course and usual and patient.now - course.ran[-1] < max(MISSED * usual, LONG):
        yield ok("neither crontab nor systemd of this user names it, but something polls regularly")
        return
    remedy = "Take a line of cron/crontab (`crontab -e`), or cron/pbem.service and pbem.timer (docs/operating.md, Polling)."
    yield warn("neither the crontab nor a systemd unit of this user names this site", remedy)


def _places() -> Iterator[tuple[str, str]]:
    """What may start polls, with its text."""
    if shutil.which("crontab"):
        done = subprocess.run(
            ["crontab", "-l"],  # noqa: S607 - the user's own
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            stdin=subprocess.DEVNULL,
            timeout=_SECONDS,
            check=False,
        )
        yield "the crontab", done.stdout.decode("utf-8", "replace")
    for folder in _UNITS:
        place = Path.home() / folder
        for file in (
            sorted(place.glob("*")) if place.is_dir() and folder.name == "cron.d" else _services(place)
        ):
            try:
                yield str(file), file.read_text("utf-8", "replace")
            except OSError:
                continue
    table_ = Path("/etc/crontab")
    if os.access(table_, os.R_OK):
        yield str(table_), table_.read_text("utf-8", "replace")


def _services(place: Path) -> list[Path]:
    found = [*place.glob("*.service"), *place.glob("*.service.d/*.conf")] if place.is_dir() else []
    return sorted(found)


def _names(text: str, site: Path) -> bool:
    """Is the site named in a line that is no note?  `$HOME` and `%h` are this user's."""
    home, here = str(Path.home()), str(site.resolve())
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    whole = "\n".join(lines).replace('"', "").replace("'", "")
    for word in ("$HOME", "${HOME}", "%h", "~"):
        whole = whole.replace(word, home)
    words = {word.rstrip("/") for line in whole.splitlines() for word in line.replace("=", " ").split()}
    return "pbem" in whole and here in words


def clock(patient: Patient) -> Iterator[Finding]:
    """Time does not run backwards: no poll was in the future."""
    course = _course(patient)
    if course is None or not course.ran:
        return
    ahead = max(course.ran) - patient.now
    if ahead > timedelta(minutes=2):
        said = f"a poll has run at {max(course.ran):%Y-%m-%d %H:%M} UTC, which is {_length(ahead)} from now"
        yield warn(
            said,
            "Set the clock (`timedatectl set-ntp true`); if polls were played with --now, wait or start a new site.",
        )
    else:
        yield ok(f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC; no poll has run after it")
