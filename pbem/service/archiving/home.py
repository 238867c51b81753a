"""A folder with a manifest: written so that a file is the old one or the new one, and only where it changes."""

import os
import shutil
from pathlib import Path

from pbem.archive import manifest
from pbem.archive.manifest import LINES, NAME, PRIVATE

#: What is written here and nowhere else: it goes where it is not written any more.
OWN = (
    "game.toml",
    "history.jsonl",
    "letters.jsonl",
    "mails.jsonl",
    "acts.jsonl",
    "record.txt",
    "press.txt",
    "index.html",
    LINES,
)
OWN_FOLDERS = ("packs", "reports", "pictures")
#: What of it holds secrets as long as the game runs.
SECRET = ("letters.jsonl", "mails.jsonl", "acts.jsonl", "press.txt", "reports", "pictures")
PART = ".part"


class Home:
    """`folder`: where; `fresh`: nothing that lies there is trusted, all is written anew."""

    def __init__(self, folder: Path, fresh: bool = False) -> None:
        self.folder = folder
        self.old = {} if fresh else manifest.sound(folder)
        self._old_sums = manifest.read(folder, LINES) if self.old else {}
        self.hashes: dict[str, str] = {}
        self._sums: dict[str, str] = {}

    def text(self, path: str) -> str:
        """What stands in a file, if it is as the manifest says; "" otherwise."""
        if path not in self.old:
            return ""
        try:
            data = (self.folder / path).read_bytes()
        except OSError:
            return ""
        return data.decode("utf-8") if manifest.digest(data) == self.old[path] else ""

    def put(self, path: str, data: str | bytes) -> None:
        """This is what the file holds from now on."""
        raw = data.encode("utf-8") if isinstance(data, str) else data
        digest = manifest.digest(raw)
        if self.old.get(path) == digest and self.keep(path, len(raw)):
            return
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        replace(file, raw)
        self.hashes[path] = digest
        if not path.endswith(manifest.BINARY):
            self._sums[path] = manifest.line_sums(raw)

    def has(self, path: str) -> bool:
        """Is the file there, and in the manifest?  (Its bytes are not looked at.)"""
        return path in self.old and (self.folder / path).is_file()

    def keep(self, path: str, size: int = -1) -> bool:
        """Let a file stand as it is; False if it is not there as the manifest says (its bytes are not looked at)."""
        try:
            found = os.stat(self.folder / path).st_size
        except OSError:
            return False
        if path not in self.old or size not in (-1, found):
            return False
        self.hashes[path] = self.old[path]
        if path in self._old_sums:
            self._sums[path] = self._old_sums[path]
        return True

    def close(self) -> None:
        """What is no longer of it goes, and the manifest says what there is."""
        for path in manifest.files(self.folder):
            if path not in self.hashes and _is_own(path):
                (self.folder / path).unlink()
        self.put(LINES, manifest.sums_text({**self._sums}))
        text = manifest.text(self.hashes).encode()
        if not (self.folder / NAME).is_file() or (self.folder / NAME).read_bytes() != text:
            replace(self.folder / NAME, text)


def replace(path: Path, data: bytes) -> None:
    """All of a file, or the old one."""
    part = path.with_name(path.name + PART)
    part.write_bytes(data)
    part.replace(path)


def _is_own(path: str) -> bool:
    name = path.removesuffix(PART)
    return name in OWN or name == NAME or path.partition("/")[0] in OWN_FOLDERS


def private(folder: Path) -> Path:
    """The folder that nobody but the owner of the site may enter (decision D32)."""
    home = folder / PRIVATE
    home.mkdir(mode=0o700, exist_ok=True)
    os.chmod(home, 0o700)
    return home


def cover(folder: Path) -> None:
    """Nothing that is secret while a game runs lies open: first of all, whatever an earlier archive of this game has left."""
    for name in SECRET:
        path = folder / name
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)


def open_up(folder: Path) -> None:
    """All of it lies in the folder itself: what was private goes."""
    shutil.rmtree(folder / PRIVATE, ignore_errors=True)
