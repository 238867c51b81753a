"""An archive, played again; and the same after somebody who knows all the hashes has forged it."""

import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pbem.archive import chain, manifest
from pbem.archive.verify import verify
from pbem.cli.again import do
from pbem.service.rerun.compare import Differences, compare

Entry = dict[str, Any]


def again(folder: Path) -> Differences:
    """What differs when the game of this archive is played again."""
    return compare(folder, tomllib.loads((folder / "game.toml").read_text("utf-8")), do)


def same(folder: Path) -> Differences:
    """Nothing does; what was compared."""
    found = again(folder)
    assert not found, found
    assert found.events > 1 and found.compared > 1
    return found


def forge(folder: Path, name: str, change: Callable[[list[Entry]], None]) -> None:
    """Change entries of letters.jsonl, mails.jsonl or acts.jsonl, and make every hash right again."""
    path = folder / f"{name}.jsonl"
    entries = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    for one in entries:
        del one["number"], one["before"]
    change(entries)
    lines, head = chain.link(entries)
    path.write_text("\n".join(lines) + "\n", "utf-8")
    _head(folder, name, head)
    sealed(folder)


def forge_report(folder: Path, file: str, old: str, new: str) -> None:
    """Other words in a mail; its hash in mails.jsonl fits."""
    path = folder / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    digest = manifest.digest(path.read_bytes())

    def fit(mails: list[Entry]) -> None:
        next(one for one in mails if one["file"] == file)["sha256"] = digest

    forge(folder, "mails", fit)


def _head(folder: Path, name: str, head: str) -> None:
    """Of a chain, as game.toml names it."""
    path = folder / "game.toml"
    text = path.read_text("utf-8")
    known = tomllib.loads(text).get("heads", {}).get(name)
    if known:
        path.write_text(text.replace(known, head), "utf-8")


def sealed(folder: Path) -> None:
    """The manifests are right again, and level 1 finds nothing."""
    files = sorted(
        p for p in folder.rglob("*") if p.is_file() and p.name not in (manifest.NAME, manifest.LINES)
    )
    names = {path: path.relative_to(folder).as_posix() for path in files}
    sums = {
        names[path]: manifest.line_sums(path.read_bytes())
        for path in files
        if path.suffix not in manifest.BINARY
    }
    (folder / manifest.LINES).write_text(manifest.sums_text(sums), "utf-8")
    whole = {names[path]: manifest.digest(path.read_bytes()) for path in files}
    whole[manifest.LINES] = manifest.digest((folder / manifest.LINES).read_bytes())
    (folder / manifest.NAME).write_text(manifest.text(whole), "utf-8")
    faults = verify(folder).faults
    assert not faults, faults
