"""Record all games of the catalogue, or those named: `python -m tests.playthroughs [FOLDER …]`."""

import sys
import tempfile
from pathlib import Path

from tests.playthroughs.catalogue import CATALOGUE, Entry
from tests.playthroughs.playing import HOME, Beginning, Played, written
from tests.playthroughs.writers import WRITERS


def record(entry: Entry) -> None:
    beginning = Beginning(entry.title, entry.rules, entry.seats, entry.seed, dict(entry.options))
    with tempfile.TemporaryDirectory() as site:
        game = Played(Path(site) / "site", beginning)
        game.play(WRITERS[entry.writer])
        files = written(game, beginning)
    folder = HOME / entry.folder
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    print(f"{entry.folder}: {sum(map(len, files.values())) // 1000} kB")


if __name__ == "__main__":
    for entry in CATALOGUE:
        if len(sys.argv) == 1 or entry.folder in sys.argv[1:]:
            record(entry)
