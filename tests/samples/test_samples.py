"""The sample games are sound, small, of all presets, and come out of this program again to the byte."""

import json
import tomllib
from pathlib import Path
from typing import Any, NoReturn

import pytest

from pbem.archive import fingerprint
from pbem.archive.verify import verify
from pbem.engine.variants import PRESETS
from pbem.service import acts

from ..rerun.archived import again
from .catalogue import HOME, LARGEST, SAMPLES, Sample, files, made

EVERY = pytest.mark.parametrize("sample", SAMPLES, ids=lambda one: one.name)


#: The manifests follow from the files; all but these is compared.
MANIFESTS = ("manifest.lines", "manifest.sha256")


def about(sample: Sample) -> dict[str, Any]:
    path = HOME / sample.name / "game.toml"
    if not path.is_file():
        pytest.fail(f"games/{sample.name} is missing: python -m tests.samples --update")
    return tomllib.loads(path.read_text("utf-8"))


def others(sample: Sample, said: object) -> NoReturn:
    """Something comes out otherwise: is the program to blame, or were the samples forgotten?  Bytes are promised on one Python (D30)."""
    names = [name for name, _, _ in fingerprint.differences(about(sample)["program"])]
    if below := sorted({"python", *fingerprint.LIBRARIES}.intersection(names)):
        pytest.skip(f"on another {', '.join(below)} it need not be the same to the byte: {said}")
    why = "games/ is of another state of the program: make samples" if names else "the same program wrote it"
    pytest.fail(f"{why}\n{sample.name}: {said}")


def plain(name: str, data: bytes) -> object:
    """What a file says, but for the fingerprint of the program that wrote it and the chain that holds it."""
    if name == "game.toml":
        said = tomllib.loads(data.decode())
        del said["program"], said["heads"]["acts"]
        return said
    if name == "acts.jsonl":
        entries = [json.loads(line) for line in data.decode().splitlines()]
        return [(one["at"], one["events"], _unmarked(one["argv"])) for one in entries]
    return data


def _unmarked(argv: list[str]) -> list[str]:
    return argv[:1] if argv[0] == acts.PROGRAM else argv


def test_there_is_one_of_each_preset():
    assert {one.rules for one in SAMPLES} == set(PRESETS)
    assert {path.parent.name for path in HOME.glob("*/game.toml")} == {one.name for one in SAMPLES}


@EVERY
def test_it_is_sound_over_and_small(sample: Sample):
    found = verify(HOME / sample.name)
    assert found.opened and not found.faults, found.faults
    assert all(row.checked for row in found.rows if not row.key.startswith("private")), found.rows
    assert sum(len(data) for _, data in files(HOME / sample.name)) < LARGEST


@EVERY
def test_nothing_in_it_is_the_address_of_anybody(sample: Sample):
    for name, data in files(HOME / sample.name):
        assert b"@" + sample.name.encode() not in data, name


@pytest.mark.slow
@EVERY
def test_it_comes_out_of_its_letters_again(sample: Sample):
    found = again(HOME / sample.name)
    if found:
        others(sample, found)
    assert found.events > 1 and found.compared > 1
    assert not found.not_rebuilt


@pytest.mark.slow
@EVERY
def test_played_afresh_with_its_seed_it_is_the_same_folder(sample: Sample, tmp_path: Path):
    fresh = dict(files(made(sample, tmp_path / "site")))
    kept = dict(files(HOME / sample.name))
    names = sorted({*fresh, *kept} - set(MANIFESTS))
    changed = [
        name
        for name in names
        if name not in fresh or name not in kept or plain(name, fresh[name]) != plain(name, kept[name])
    ]
    if changed:
        others(sample, changed)
    assert set(MANIFESTS) <= fresh.keys() & kept.keys()


def test_forgotten_samples_fail_and_say_what_to_do(monkeypatch: pytest.MonkeyPatch):
    sample, said = SAMPLES[0], about(SAMPLES[0])["program"]
    monkeypatch.setattr(fingerprint, "here", lambda: {**said, "fingerprint templates": "another"})
    with pytest.raises(
        pytest.fail.Exception, match="games/ is of another state of the program: make samples"
    ):
        others(sample, ["record.txt"])
    monkeypatch.setattr(fingerprint, "here", lambda: dict(said))
    with pytest.raises(pytest.fail.Exception, match="the same program wrote it"):
        others(sample, ["record.txt"])
    monkeypatch.setattr(fingerprint, "here", lambda: {**said, "python": "3.99"})
    with pytest.raises(pytest.skip.Exception, match="another python"):
        others(sample, ["record.txt"])


def test_the_page_over_all_of_them_links_each():
    page = (HOME / "index.html").read_text("utf-8")
    for sample in SAMPLES:
        assert f'href="{sample.name}/index.html"' in page
