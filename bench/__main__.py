"""`python -m bench`: every measured promise, what is reached, and how that compares with plain Python on this machine.

Figures are per CPU second, children included.  `--smoke`: once over lightly, and only a third of each promise is asked for.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from bench import measure
from bench.measure import Row
from bench.promises import PROMISES

MERCY = 3.0


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="quickly, for make check")
    parser.add_argument("--only", default="", help="only promises whose function has this in its name")
    options = parser.parse_args()
    mercy = MERCY if options.smoke else 1.0
    kept = True
    with tempfile.TemporaryDirectory(prefix="pbem-bench-") as home:
        baselines = {
            "loop": measure.loop(),
            "json": measure.json_encode(),
            "sqlite": measure.sqlite_insert(Path(home)),
        }
        print(
            f"Baselines: plain loop {baselines['loop']:.1f} M rounds/s, json.dumps {baselines['json']:.0f} k/s, "
            f"raw SQLite inserts {baselines['sqlite']:.0f} k/s."
        )
        print(f"{'promise':48}{'promised':>16}{'reached':>18}{'to baseline':>20}  ")
        for promise in PROMISES:
            if options.only not in promise.__name__:
                continue
            for row in promise(Path(home), options.smoke):
                kept = _show(row, baselines, mercy) and kept
    print(
        "A letter of the bench: four order lines, about 3 kB with its quotation, text only; reports are text, HTML and a picture."
    )
    print(
        "The gate writes every mail a second time before it goes out (decision D31); its rows say what that costs."
    )
    return 0 if kept else 1


def _show(row: Row, baselines: dict[str, float], mercy: float) -> bool:
    kept = row.kept(mercy)
    promised = f"{'<=' if row.most else '>='} {row.promised:g} {row.unit}"
    reached = f"{row.reached:.3g} {row.unit}" if row.reached < 100 else f"{row.reached:.0f} {row.unit}"
    ratio = f"{row.reached / baselines[row.baseline]:.2f} a {_UNITS[row.baseline]}" if not row.most else "-"
    print(f"{row.what:48}{promised:>16}{reached:>18}{ratio:>20}  {'ok' if kept else 'MISSED'}", flush=True)
    return kept


_UNITS = {"loop": "M rounds", "json": "k dumps", "sqlite": "k inserts"}

if __name__ == "__main__":
    sys.exit(main())
