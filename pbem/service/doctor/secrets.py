"""Who may read what is secret: sheets and orders, letters, passwords, tokens, backups."""

import shlex
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

from pbem.config import SITE_FILE
from pbem.mail.urls import parse_url

from .findings import SCHEMES, Finding, Patient, fail, ok

#: What lies in a site and holds secrets, besides the database and the folders of mail.
NAMES = ("pbem.log*", "oauth-*.json", "secrets", "secrets.env", "*.tar.gz", "backup*/*", "pbem.db*")
MANY = 6


def permissions(patient: Patient) -> Iterator[Finding]:
    """Nobody else on this machine may read secrets, or write what the judge runs."""
    if not patient.folder.is_dir():
        return
    locked = not _mode(patient.folder) & (stat.S_IXOTH | stat.S_IROTH)
    toml = patient.folder / SITE_FILE
    writable = [one for one in (toml, patient.folder) if one.exists() and _mode(one) & stat.S_IWOTH]
    for one in writable:
        said = (
            f"everybody on this machine may write {one}, and so run commands as the judge (password_command)"
        )
        yield fail(said, f"Say `chmod o-w {shlex.quote(str(one))}`.")
    there = [one for one in _secret(patient) if one.exists()]
    open_ = [] if locked else [one for one in there if _mode(one) & (stat.S_IROTH | stat.S_IWOTH)]
    if open_:
        named = ", ".join(str(one.name) for one in open_[:MANY]) + (" …" if len(open_) > MANY else "")
        paths = " ".join(shlex.quote(str(one)) for one in open_[:MANY])
        yield fail(
            f"everybody on this machine may read {named}: secrets of the games are in there",
            f"Say `chmod -R go-rwx {paths}`.",
        )
    if not open_ and not writable:
        yield ok(f"{len(there)} files and folders with secrets, none open to others")


def _secret(patient: Patient) -> Iterable[Path]:
    found = [one for pattern in NAMES for one in sorted(patient.folder.glob(pattern))]
    if patient.file is not None:
        found += [patient.file.with_name(patient.file.name + end) for end in ("", "-wal", "-shm")]
    for box in ("inbox", "outbox") if patient.config else ():
        place = parse_url(getattr(patient.config, box).url, patient.folder, SCHEMES)
        if isinstance(place, Path):
            found += [place] if _behind(place) else []
    return dict.fromkeys(found)


def _behind(place: Path) -> bool:
    """Can anybody come so far?  A folder above that is closed keeps him out."""
    return place.exists() and not any(
        not _mode(above) & stat.S_IXOTH for above in place.resolve().parents if above != Path("/")
    )


def _mode(path: Path) -> int:
    return path.stat().st_mode
