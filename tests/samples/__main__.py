"""`python -m tests.samples`: what lies in `games/`; `--update [NAME …]`: play all of them, or these, anew."""

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from pbem.cli.again import do
from pbem.service.rerun.compare import compare

from .catalogue import HOME, LARGEST, SAMPLES, Sample, files, index, keep, made


def main(words: Sequence[str] | None = None) -> int:
    """0: all is well."""
    parser = argparse.ArgumentParser(prog="python -m tests.samples", description=__doc__)
    parser.add_argument("--update", action="store_true", help="play them anew")
    parser.add_argument("names", nargs="*", metavar="NAME", help="these only")
    asked = parser.parse_args(words)
    known = {one.name for one in SAMPLES}
    if unknown := set(asked.names) - known:
        parser.error(f"there is no sample {', '.join(sorted(unknown))}, but {', '.join(sorted(known))}")
    chosen = [one for one in SAMPLES if not asked.names or one.name in asked.names]
    fine = [_update(one) if asked.update else _look(one) for one in chosen]
    if asked.update:
        print(f"The page over all of them is {index()}.")
    return 0 if all(fine) else 1


def _update(sample: Sample) -> bool:
    print(f"{sample.name}: {sample.rules}, {sample.seats} players ...", end=" ", flush=True)
    with tempfile.TemporaryDirectory(prefix="pbem-sample-") as folder:
        home = keep(sample, made(sample, Path(folder) / "site"))
    again = compare(home, _about(home), do)
    print(_said(home), "" if not again else f"Played again it differs: {again}")
    return not again


def _look(sample: Sample) -> bool:
    home = HOME / sample.name
    there = (home / "game.toml").is_file()
    print(f"{sample.name}: {_said(home) if there else 'is not there; --update plays it'}")
    return there


def _about(home: Path) -> dict[str, object]:
    import tomllib

    return tomllib.loads((home / "game.toml").read_text("utf-8"))


def _said(home: Path) -> str:
    about = _about(home)
    size = sum(len(data) for _, data in files(home))
    too_big = f", MORE THAN {LARGEST // 1_000_000} MB" if size > LARGEST else ""
    winners = about["winners"]
    won = ", ".join(winners) if isinstance(winners, list) and winners else "nobody"
    return (
        f"{about['year']}, {won} ({about['ended_by']}), {about['events']} events, {size // 1000} kB{too_big}."
    )


if __name__ == "__main__":
    sys.exit(main())
