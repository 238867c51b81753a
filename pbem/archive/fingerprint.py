"""Which program it was: hashes over its sources by group, and the versions of what it stands on (decision D29).

Where they are the same, the same letters give the same journal and the same mails to the byte.
"""

import hashlib
import sys
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from pbem import __version__

HOME = Path(__file__).parents[1]
#: Group -> folders and files below `pbem/` whose sources make it up; what is named in no other group is "program".
GROUPS: Mapping[str, tuple[str, ...]] = {
    "engine": ("engine",),
    "reader": ("orders", "mail"),
    "templates": ("report", "templates", "rulebook"),
    "packs": ("engine/data",),
}
REST = "program"
LIBRARIES = ("lark", "jinja2", "msgspec", "tzdata")
_SOURCES = frozenset((".py", ".lark", ".toml", ".j2", ".ttf", ".css", ".js"))


@lru_cache(maxsize=1)
def fingerprints() -> dict[str, str]:
    """Group -> sha256 over its sources, in the order of their paths."""
    hashes = {name: hashlib.sha256() for name in (*GROUPS, REST)}
    for path in sorted(path for path in HOME.rglob("*") if path.suffix in _SOURCES):
        name = path.relative_to(HOME).as_posix()
        data = path.read_bytes().replace(b"\r\n", b"\n")
        for group in _groups(name):
            hashes[group].update(f"{name}\n{len(data)}\n".encode() + data)
    return {name: one.hexdigest() for name, one in hashes.items()}


def _groups(name: str) -> Iterator[str]:
    """Packs are apart from the engine: a game has its own."""
    if name.startswith("engine/data/"):
        yield "packs"
        return
    found = [group for group, parts in GROUPS.items() if any(name.startswith(f"{part}/") for part in parts)]
    yield from found or [REST]


@lru_cache(maxsize=1)
def versions() -> dict[str, str]:
    """What is named in `game.toml` under [program]: pbem, Python's minor version, libraries."""
    found = {"pbem": __version__, "python": f"{sys.version_info[0]}.{sys.version_info[1]}"}
    return found | {name: _version(name) for name in LIBRARIES}


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""  # the system's own time zones, for instance


def here() -> dict[str, str]:
    """Everything that is compared, of this program."""
    return {**versions(), **{f"fingerprint {name}": value for name, value in fingerprints().items()}}


@lru_cache(maxsize=1)
def mark() -> str:
    """All of it in a few signs."""
    said = "\n".join(f"{name} {value}" for name, value in sorted(here().items()))
    return hashlib.sha256(said.encode()).hexdigest()[:16]


def differences(recorded: Mapping[str, object]) -> list[tuple[str, str, str]]:
    """What an archive's [program] says otherwise than this program: name, recorded, here."""
    return [
        (name, str(recorded.get(name, "")), now) for name, now in here().items() if recorded.get(name) != now
    ]
