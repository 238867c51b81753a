"""Which games lie in `games/`, and how each is played again: the same seed gives the same folder to the byte."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from pbem.archive import shelf
from pbem.service.demo import Tell, play

HOME = Path(__file__).parents[2] / "games"
#: So big may one be.
LARGEST = 3_000_000


class Sample(NamedTuple):
    """`seed`: of `pbem demo`, hexadecimal."""

    name: str
    rules: str
    seats: int
    seed: str


SAMPLES = (
    Sample("first-snow", "basic", 3, "61"),
    Sample("long-winter", "advanced", 3, "01"),
    Sample("foehn", "swiss", 3, "01"),
    Sample("north-face", "swiss-ah", 3, "01"),
)


def made(sample: Sample, site: Path, progress: Tell | None = None) -> Path:
    """Play it in a new site; its archive."""
    done = play(site, sample.rules, sample.seats, sample.seed, progress, name=sample.name)
    return Path(done.archive)


def keep(sample: Sample, archive: Path) -> Path:
    """Into `games/`, in the place of the one before."""
    home = HOME / sample.name
    if home.exists():
        shutil.rmtree(home)
    return Path(shutil.copytree(archive, home))


def index() -> Path:
    """The page over all of them."""
    return shelf.write(HOME)


def files(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Path and bytes of everything in it."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield path.relative_to(folder).as_posix(), path.read_bytes()
