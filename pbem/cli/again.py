"""A command of the moderator once more, from an archive: in this process, as it was typed, at the time of then."""

import os
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from datetime import datetime
from pathlib import Path


def do(argv: Sequence[str], site: Path, now: datetime) -> int:
    """Do it in this site; its exit status.  What it prints is nobody's business."""
    from pbem.cli.commands import app

    where = ["--site", str(site), "--now", now.isoformat()]
    head, rest = _split(argv)
    with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
        try:
            app(args=[*head, *where, *rest], prog_name="pbem")
        except SystemExit as end:
            return int(end.code or 0) if isinstance(end.code, int | None) else 1
    return 0


def _split(argv: Sequence[str]) -> tuple[list[str], list[str]]:
    """Before and from `--` on: behind it nothing is an option."""
    at = argv.index("--") if "--" in argv else len(argv)
    return list(argv[:at]), list(argv[at:])
