"""Commands that need no site: scenarios, reading a letter, rules, the order language."""

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbem.cli import show
from pbem.cli.edge import DONE, MISUSED, REFUSED, Misuse, complain, internal, site_of
from pbem.cli.options import Json, RulesName, SiteDir, Switches, pairs, the_site
from pbem.cli.program import TOOLS, command

if TYPE_CHECKING:
    from pbem.engine.state import State
    from pbem.rulebook import Clause


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
    game: Annotated[
        str | None,
        typer.Option(metavar="GAME", help="As this game plays them, and how its house rulings are read now."),
    ] = None,
    json: Json = False,
    site: SiteDir = None,
) -> None:
    """Print the rules as a game with these options plays them. A house ruling (HR-9) comes with its readings, each with the word that
    `pbem rule GAME house` takes."""
    from pbem import rulebook

    if game is not None:
        _rules_of(game, clause, json, site)
        return
    switches = {key: _switch(value) for key, value in pairs(option).items()}
    try:
        if clause:
            found = rulebook.find(clause, preset, switches, seats)
        else:
            found = rulebook.clauses(preset, switches, seats)
    except ValueError as error:
        meant = near(clause, _numbers(preset, switches, seats)) if clause else ""
        raise Misuse(f"{error}{f'; {meant}`pbem rules` prints all' if meant else ''}") from None
    if json:
        show.as_json([_clause_data(one) for one in found])
    else:
        show.say(rulebook.render(found).removesuffix("\n"))


def _rules_of(game: str, clause: str | None, json: bool, site: Path | None) -> None:
    """`pbem rules --game`: this game's own."""
    from pbem import rulebook
    from pbem.service.rulesheet import rules_of

    found = rules_of(the_site(site), game, clause)
    if json:
        show.as_json([_clause_data(one, found.state) for one in found.clauses])
    else:
        show.say(rulebook.render(found.clauses, state=found.state).removesuffix("\n"))


def _clause_data(clause: "Clause", state: "State | None" = None) -> dict[str, Any]:
    """A clause for programs; a house ruling with its readings."""
    from pbem.rulebook.readings import as_data

    data = clause._asdict()
    return {**data, "readings": list(as_data(clause.number, state))} if clause.house else data


def _switch(value: str) -> bool | str:
    """`true` and `false`, as people write them too; other values stay words."""
    return {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}.get(
        value.casefold(), value
    )


def _numbers(preset: str, switches: dict[str, bool | str], seats: int | None) -> list[str]:
    """Of the clauses of a game; none if there is no such game."""
    from pbem import rulebook

    try:
        return [one.number for one in rulebook.clauses(preset, switches, seats)]
    except ValueError:
        return []


def near(wanted: str, there: Iterable[str]) -> str:
    """ "did you mean PURGE? " where something there is written almost so; else ""."""
    named = {one.casefold(): one.upper() for one in there}
    found = get_close_matches(wanted.strip().casefold(), named, 1, 0.6)
    return f"did you mean {named[found[0]]}? " if found else ""


@command("help-orders", TOOLS)
def help_orders(
    word: Annotated[
        str | None, typer.Argument(metavar="ORDER", help="Only this order, for instance PURGE.")
    ] = None,
    json: Json = False,
    site: SiteDir = None,
) -> None:
    """Print the order language, as players get it by HELP."""
    from pbem.orders.verbs import help_text, topic_verbs

    if word and not topic_verbs(word):
        from pbem.orders.verbs import VERBS

        raise Misuse(f"there is no order {word!r}; {near(word, VERBS)}`pbem help-orders` lists all")
    text = help_text(word)
    if json:
        show.as_json({"text": text})
    else:
        show.say(text)
