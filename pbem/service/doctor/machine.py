"""Checks of the machine: versions, disk, log, language."""

import locale
import os
import platform
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from pbem import __version__
from pbem.store.tables import SCHEMA

from .findings import Finding, Patient, fail, ok, warn

LITTLE, VERY_LITTLE = 1 << 30, 100 << 20
FEW_FILES = 10_000
LONG_LOG = 20 << 20
#: So much of the end of a log is read.
_TAIL = 1 << 20
SQLITE = (3, 35, 0)
LOG = "pbem.log"


def versions(patient: Patient) -> Iterator[Finding]:
    """Of the program, Python and SQLite."""
    python = platform.python_version()
    said = f"pbem {__version__} (tables {SCHEMA}), Python {python}, SQLite {sqlite3.sqlite_version}, {platform.system()}"
    if sqlite3.sqlite_version_info < SQLITE:
        yield warn(
            said, "Take a newer Python: `make test PYTHON=/path/to/python3.12`; its SQLite is too old."
        )
    elif not (3, 11) <= sys.version_info[:2] <= (3, 13):
        yield warn(said, "Take Python 3.11, 3.12 or 3.13, with which pbem is tested: `make test PYTHON=…`.")
    else:
        yield ok(said)


def disk(patient: Patient) -> Iterator[Finding]:
    """There is room for letters, and for new files."""
    place = patient.folder if patient.folder.is_dir() else Path()
    for where in {place, patient.file.parent if patient.file else place}:
        if not where.is_dir():
            continue
        free, status = shutil.disk_usage(where).free, os.statvfs(where)
        remedy = f"Make room on the disk of {where} (`df -h {where}`, `du -sh {where}/*`)."
        if free < VERY_LITTLE:
            yield fail(f"only {free >> 20} MB are free at {where}", remedy)
        elif free < LITTLE:
            yield warn(f"{free >> 20} MB are free at {where}", remedy)
        elif status.f_files and status.f_favail < FEW_FILES:
            yield warn(
                f"only {status.f_favail} new files (inodes) fit at {where}",
                remedy.replace("df -h", "df -hi"),
            )
        else:
            yield ok(f"{free >> 30} GB are free at {where}")
        if not os.access(where, os.W_OK):
            yield fail(
                f"{where} cannot be written",
                f"Give it to the user who polls: `chown -R $(whoami) {where}` (as root).",
            )


def log(patient: Patient) -> Iterator[Finding]:
    """It is not too long, and nothing was written into it lately."""
    file = patient.folder / LOG
    if not file.exists():
        yield ok("there is none: nothing has gone wrong inside")
        return
    size = file.stat().st_size
    if size > LONG_LOG:
        move = f"`mv {file} {file}.1`"
        yield warn(f"{file} has {size >> 20} MB", f"Move it away, a new one is begun by itself: {move}.")
    lately = _errors(file, {(patient.now - timedelta(days=day)).date().isoformat() for day in (0, 1)})
    if lately:
        said = f"{lately} errors of the program stand in {file} since yesterday"
        yield warn(said, f"Look at them (`tail -n 50 {file}`); they are faults of pbem, please report them.")
    elif size <= LONG_LOG:
        yield ok(f"{size >> 10} KB, no errors since yesterday")


def _errors(file: Path, days: set[str]) -> int:
    with file.open("rb") as stream:
        stream.seek(max(0, file.stat().st_size - _TAIL))
        lines = stream.read().decode("utf-8", "replace").splitlines()
    return sum(line[:10] in days and " ERROR " in line[:40] for line in lines)


def language(patient: Patient) -> Iterator[Finding]:
    """Names of players and files are written as UTF-8."""
    used = locale.getpreferredencoding(False), sys.getfilesystemencoding()
    if any(name.lower().replace("-", "") != "utf8" for name in used):
        remedy = "Say `export LANG=C.UTF-8`, and write LANG=C.UTF-8 on a line of its own above the one in the crontab."
        yield warn(f"this machine writes {used[0]}, files {used[1]}", remedy)
    else:
        yield ok("UTF-8")
