"""`manifest.sha256`: the hash of every file of an archive; `manifest.lines`: four digits for every line, its CRC.

The first proves each byte: `HEX  path`, sorted by path, and last `HEX  manifest.sha256` over the lines before it; `sha256sum -c` reads all but
that last one.  The second proves nothing; it says which line of a damaged file is the first wrong one (a CRC-16 misses no change within two bytes).
"""

import hashlib
import os
from binascii import crc_hqx
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

NAME, LINES = "manifest.sha256", "manifest.lines"
#: Written beside the public face while a game runs; it has a manifest of its own.
PRIVATE = "private"
#: Hexadecimal digits for a line.
DIGITS = 4
#: What has no lines.
BINARY = (".png",)


class Fault(NamedTuple):
    """Something that is wrong.  `file`: its path in the archive; `line`: from 1, 0 where there is none; `said`: what is wrong, a sentence."""

    file: str
    line: int
    said: str


def digest(data: bytes) -> str:
    """sha256 in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def line_sums(data: bytes) -> str:
    """The CRC of each line, one after the other."""
    return "".join([f"{crc_hqx(line, 0xFFFF):04x}" for line in data.split(b"\n")])


def sums_text(sums: Mapping[str, str]) -> str:
    """`manifest.lines`: path, two spaces, the digits."""
    return "".join(f"{sums[path]}  {path}\n" for path in sorted(sums))


def text(hashes: Mapping[str, str]) -> str:
    """`manifest.sha256` over these files: path -> hash."""
    lines = "".join(f"{hashes[path]}  {path}\n" for path in sorted(hashes))
    return f"{lines}{digest(lines.encode())}  {NAME}\n"


def read(folder: Path, name: str = NAME) -> dict[str, str]:
    """path -> hash (or line sums) as a manifest that can be read says; {} where there is none."""
    try:
        lines = (folder / name).read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return {}
    pairs = (line.partition("  ") for line in lines)
    return {path: value for value, _, path in pairs if path}


def sound(folder: Path) -> dict[str, str]:
    """The same, if its own last line says that nothing of it was changed; {} otherwise."""
    found = read(folder)
    own = found.pop(NAME, "")
    return found if text(found).endswith(f"{own}  {NAME}\n") and own else {}


def files(folder: Path) -> list[str]:
    """The paths of all files below, `private/` left out."""
    found: list[str] = []
    for home, folders, names in os.walk(folder):
        place = Path(home).relative_to(folder).as_posix()
        if place == ".":
            place, folders[:] = "", [name for name in folders if name != PRIVATE]
        found += [f"{place}/{name}" if place else name for name in names]
    return sorted(found)


def check(folder: Path) -> Iterator[Fault]:
    """Everything in the folder that is not as its manifest says, the manifest itself included."""
    there = set(files(folder))
    if NAME not in there:
        yield Fault(NAME, 0, "is missing: nothing proves the files")
        return
    actual = {path: digest((folder / path).read_bytes()) for path in sorted(there - {NAME})}
    if own := _own(folder, actual):
        yield own
        return
    hashes = read(folder)
    for path in sorted({*actual, *hashes} - {NAME}):
        if path not in actual:
            yield Fault(path, 0, "is missing")
        elif path not in hashes:
            yield Fault(path, 0, "is not in the manifest: it was added")
        elif actual[path] != hashes[path]:
            yield _changed(folder, path, actual.keys())


def _own(folder: Path, actual: Mapping[str, str]) -> Fault | None:
    """The first line of the manifest itself that cannot be right; None where its last line proves the others."""
    raw = (folder / NAME).read_bytes()
    lines = raw.split(b"\n")
    body = b"".join(line + b"\n" for line in lines[:-2])
    if len(lines) > 1 and not lines[-1] and lines[-2] == f"{digest(body)}  {NAME}".encode():
        return None
    written = text(actual).encode().split(b"\n")
    wrong = next(
        (at for at, (mine, line) in enumerate(zip(written, lines, strict=False), 1) if mine != line), 0
    )
    at = wrong or min(len(written), len(lines))
    return Fault(NAME, at, "is not what the files say, and the last line does not prove the others")


def _changed(folder: Path, path: str, there: Collection[str]) -> Fault:
    """Where a file is another one: its first line whose digits differ."""
    said = "is not the one that the manifest proves"
    if path.endswith(BINARY):
        return Fault(path, 0, said)
    if path == LINES:
        return Fault(LINES, _sums_line(folder, there), said)
    sums, now = read(folder, LINES).get(path, ""), line_sums((folder / path).read_bytes())
    return Fault(path, first_other(sums, now), said)


def first_other(sums: str, now: str) -> int:
    """The number of the first line that differs; 0 where the digits do not tell."""
    if not sums or sums == now:
        return 0
    same = 0
    while sums[same : same + DIGITS] == now[same : same + DIGITS]:
        same += DIGITS
    return same // DIGITS + 1


def _sums_line(folder: Path, there: Collection[str]) -> int:
    """The first line of `manifest.lines` that the files do not bear out."""
    plain = (path for path in there if path not in (NAME, LINES) and not path.endswith(BINARY))
    written = (
        sums_text({path: line_sums((folder / path).read_bytes()) for path in plain}).encode().split(b"\n")
    )
    lines = (folder / LINES).read_bytes().split(b"\n")
    pairs = enumerate(zip(written, lines, strict=False), 1)
    return next((at for at, (mine, line) in pairs if mine != line), min(len(written), len(lines)))
