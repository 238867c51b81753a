"""Commands that need no site: scenarios, reading a letter, rules, the order language."""

from pathlib import Path
from typing import Annotated, Any

import typer

from pbem.cli import show
from pbem.cli.edge import DONE, MISUSED, REFUSED, complain, internal, site_of
from pbem.cli.options import Json, RulesName, SiteDir, Switches, pairs
from pbem.cli.program import TOOLS, app, command


@command("adjudicate", TOOLS)
def adjudicate(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Scenario files (TOML).")],
    json: Json = False,
    site: SiteDir = None,
) -> None:
    """Play scenario files and say whether what they expect came true.

    Status 0: all expectations hold. 1: some do not, each is printed. 2: a file is not a scenario.
    """
    worst = failed = 0
    for file in show.progress(files, "Scenarios"):
        result, status = _adjudged(file, site)
        worst, failed = max(worst, status), failed + (status != DONE)
        show.as_json(result) if json else _say(result)
    if not json:
        print(f"{len(files)} scenario{'s' if len(files) != 1 else ''}: {len(files) - failed} ok, {failed} failed")
    raise typer.Exit(worst)


def _adjudged(file: Path, site: Path | None) -> tuple[dict[str, Any], int]:
    """What `--json` prints of one file (interface.md), and its exit status."""
    from pbem import scenarios

    try:
        verdict = scenarios.play(scenarios.load(file))
    except scenarios.Malformed as error:
        return {"file": str(file), "ok": False, "error": str(error)}, MISUSED
    except Exception as error:  # one broken scenario must not keep the others from being played
        fault = internal(error, site_of(site))
        return {"file": str(file), "title": "", "ok": False, "failures": [fault], "outcome": {}}, REFUSED
    ok = not verdict.failures
    result = {"file": str(file), "title": verdict.title, "ok": ok, "failures": verdict.failures}
    return result | {"outcome": verdict.outcome}, DONE if ok else REFUSED


def _say(result: dict[str, Any]) -> None:
    """One line for a file, and one for each failure; that a file is no scenario goes to standard error."""
    if "error" in result:
        complain(f"{result['file']} is not a scenario: {result['error']}")
        return
    print(f"{'ok    ' if result['ok'] else 'failed'}  {result['file']}  {result['title']}")
    for failure in result["failures"]:
        print(f"        {failure}")
