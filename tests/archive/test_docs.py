"""docs/archive.md and docs/record.md say what is so."""

import re
import subprocess
import sys
from pathlib import Path

from pbem.archive import record

DOCS = Path(__file__).parents[2] / "docs"
SCRIPT = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


def script() -> str:
    found = SCRIPT.findall((DOCS / "archive.md").read_text("utf-8"))
    assert len(found) == 1
    return str(found[0])


def run(folder: Path, code: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", "-c", code, str(folder)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_twenty_lines_without_our_program_check_all_dice_of_a_real_archive(folder):
    code = script()
    assert len([line for line in code.splitlines() if line.strip()]) <= 20
    assert "pbem" not in code
    done = run(folder, code)
    assert done.returncode == 0, done.stderr
    dice = (folder / "history.jsonl").read_text("utf-8").count('"event":"Rolled"')
    assert done.stdout.splitlines()[0] == f"{dice} dice, 0 wrong"


def test_they_find_a_die_that_was_changed_and_a_seed_that_was_not_promised(folder):
    history = folder / "history.jsonl"
    text = history.read_text("utf-8")
    label, value = re.findall(r'"Rolled","label":"([^"]+)","value":(\d+)', text)[-1]
    history.write_text(
        text.replace(f'"{label}","value":{value}', f'"{label}","value":{int(value) % 20 + 1}'), "utf-8"
    )
    done = run(folder, script())
    assert done.returncode == 1
    assert "1 wrong" in done.stdout and label in done.stdout
    about = folder / "game.toml"
    about.write_text(re.sub(r'seed = "..', 'seed = "00', about.read_text("utf-8")), "utf-8")
    assert "not the seed that was promised" in run(folder, script()).stderr


def test_every_file_of_an_archive_is_described(folder):
    text = (DOCS / "archive.md").read_text("utf-8")
    for path in folder.iterdir():
        assert f"| `{path.name}{'/' if path.is_dir() else ''}` |" in text, path.name


def test_the_grammar_names_the_version_that_is_written():
    assert record.FIRST in (DOCS / "record.md").read_text("utf-8")
