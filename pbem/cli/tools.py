"""Commands that need no site: scenarios, reading a letter, rules, the order language."""

from pathlib import Path
from typing import Annotated, Any

import typer

from pbem.cli import show
from pbem.cli.edge import DONE, MISUSED, REFUSED, Misuse, complain, internal, site_of
from pbem.cli.options import Json, RulesName, SiteDir, Switches, pairs
from pbem.cli.program import TOOLS, command


@command("adjudicate", TOOLS)
def adjudicate(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="Scenario files (TOML).")],
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
        print(
            f"{len(files)} scenario{'s' if len(files) != 1 else ''}: {len(files) - failed} ok, {failed} failed"
        )
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


@command("read", TOOLS)
def read(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE.eml", help="Raw messages, as mail servers keep them.")
    ],
    json: Json = False,
    site: SiteDir = None,
) -> None:
    """Say what the judge reads in raw messages: sender, verdict, order lines, what was cut and why.

    Needs no site; with --site, mail from that site's judge counts as his own.
    """
    from pbem.cli import letters
    from pbem.mail.child import LetterReader

    judge = _judge(site)
    status = DONE
    with LetterReader() as reader:
        for file in show.progress(files, "Letters"):
            try:
                found = letters.reading(reader.read(file.read_bytes()), judge)
            except OSError as error:
                status, reason = MISUSED, f"the file cannot be read: {error.strerror}"
                found = letters.unreadable(reason)
                if not json:
                    complain(f"{file}: {reason}")
                    continue
            if json:
                show.as_json({"file": str(file)} | found)
            else:
                _say_letter(str(file), found)
    raise typer.Exit(status)


def _judge(site: Path | None) -> str | None:
    """The address of the judge whose site was named."""
    if site is None:
        return None
    from pbem.config import load

    return load(site).judge.address


def _say_letter(file: str, found: dict[str, Any]) -> None:
    print(f"{file}: {found['verdict']}{', ' if found['reason'] else ''}{found['reason']}")
    print(f"  from     {found['from'] or 'nobody who can be named'}")
    for heading in ("lines", "ignored"):
        for line in found[heading]:
            print(f"  {heading:<8} {line}")
    cut = found["cut"].splitlines()
    if cut:
        print(f"  cut      {len(cut)} line{'s' if len(cut) != 1 else ''}, from: {cut[0].strip()}")


@command("rules", TOOLS)
def rules(
    clause: Annotated[
        str | None,
        typer.Argument(metavar="CLAUSE", help="Only this chapter, clause or house ruling: R4, R4.2, HR-9."),
    ] = None,
    preset: RulesName = "basic",
    option: Switches = None,
    seats: Annotated[
        int | None, typer.Option(metavar="N", min=3, max=6, help="For so many players; three play otherwise.")
    ] = None,
    json: Json = False,
    site: SiteDir = None,
) -> None:
    """Print the rules as a game with these options plays them."""
    from pbem import rulebook

    switches = {key: _switch(value) for key, value in pairs(option).items()}
    try:
        if clause:
            found = rulebook.find(clause, preset, switches, seats)
        else:
            found = rulebook.clauses(preset, switches, seats)
    except ValueError as error:
        raise Misuse(str(error)) from None
    if json:
        show.as_json([one._asdict() for one in found])
    else:
        show.say(rulebook.render(found).removesuffix("\n"))


def _switch(value: str) -> bool | str:
    """`true` and `false`, as people write them too; other values stay words."""
    return {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}.get(
        value.casefold(), value
    )


@command("help-orders", TOOLS)
def help_orders(
    word: Annotated[
        str | None, typer.Argument(metavar="ORDER", help="Only this order, for instance PURGE.")
    ] = None,
    json: Json = False,
    site: SiteDir = None,
) -> None:
    """Print the order language, as players get it by HELP."""
    from pbem.orders.verbs import help_text, topic_verb

    if word and topic_verb(word) is None:
        raise Misuse(f"there is no order {word!r}; `pbem help-orders` lists all")
    text = help_text(word)
    if json:
        show.as_json({"text": text})
    else:
        show.say(text)
