"""The sample games are sound, small, of all presets, and come out of this program again to the byte."""

import tomllib
from pathlib import Path

import pytest

from pbem.archive import fingerprint
from pbem.archive.verify import verify
from pbem.engine.variants import PRESETS

from ..rerun.archived import same
from .catalogue import HOME, LARGEST, SAMPLES, Sample, files, made

EVERY = pytest.mark.parametrize("sample", SAMPLES, ids=lambda one: one.name)


def about(sample: Sample) -> dict[str, object]:
    path = HOME / sample.name / "game.toml"
    if not path.is_file():
        pytest.fail(f"games/{sample.name} is missing: python -m tests.samples --update")
    return tomllib.loads(path.read_text("utf-8"))


def of_this_program(sample: Sample) -> None:
    """Only where the archive is of this very state of the program every byte must be the same (decision D29)."""
    if other := fingerprint.differences(about(sample)["program"]):  # type: ignore[arg-type]
        names = ", ".join(name for name, _, _ in other)
        pytest.skip(f"written by another state of the program: {names}")


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
    of_this_program(sample)
    found = same(HOME / sample.name)
    assert not found.not_rebuilt


@pytest.mark.slow
@EVERY
def test_played_afresh_with_its_seed_it_is_the_same_folder(sample: Sample, tmp_path: Path):
    of_this_program(sample)
    fresh = dict(files(made(sample, tmp_path / "site")))
    kept = dict(files(HOME / sample.name))
    assert sorted(fresh) == sorted(kept)
    assert [name for name in kept if kept[name] != fresh[name]] == []


def test_the_page_over_all_of_them_links_each():
    page = (HOME / "index.html").read_text("utf-8")
    for sample in SAMPLES:
        assert f'href="{sample.name}/index.html"' in page
