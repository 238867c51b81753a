"""Commands about packs: Politicians, health charts and Intrigue cards as data."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbem.cli import show
from pbem.cli.edge import DONE, MISUSED, REFUSED, Command, Misuse, Program, complain
from pbem.cli.options import Json, SiteDir
from pbem.cli.program import TOOLS, app

if TYPE_CHECKING:
    from pbem.engine.packs import Pack

#: So much of a hash tells packs apart.
SHORT = 12

group = typer.Typer(
    help="Look at packs and check your own: Politicians, a health chart or Intrigue cards in a file.",
    cls=Program,
    rich_markup_mode=None,
    invoke_without_command=True,
)
app.add_typer(group, name="packs", rich_help_panel=TOOLS)


@group.callback()
def _start(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


@group.command("check", cls=Command)
def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="Packs (TOML).")],
    json: Json = False,
    site: SiteDir = None,
) -> None:
    """Read packs and say everything that is wrong with them, each with line and mend.

    Status 0: all are packs. 1: there are faults. 2: a file cannot be read.
    """
    worst, rows, found = DONE, list[list[str]](), list[dict[str, Any]]()
    for file in files:
        result, status = _checked(file)
        worst = max(worst, status)
        found.append(result)
        if "error" in result:
            complain(f"{file}: {result['error']}")
        rows += _rows(result)
    if json:
        for result in found:
            show.as_json(result)
    elif rows:
        show.table(["file", "line", "entry", "what is wrong, and how to mend it"], rows)
    if not json:
        for result in found:
            _say(result)
    raise typer.Exit(worst)


def _checked(file: Path) -> tuple[dict[str, Any], int]:
    """What `--json` prints of one file, and its exit status."""
    from pbem.engine.packs import Faulty
    from pbem.service import packs as service

    try:
        pack = service.read(file)
    except Faulty as error:
        return {
            "file": str(file),
            "ok": False,
            "faults": [fault._asdict() for fault in error.faults],
        }, REFUSED
    except OSError as error:
        return {
            "file": str(file),
            "ok": False,
            "error": f"the file cannot be read: {error.strerror}",
        }, MISUSED
    return {"file": str(file), "ok": True, **_about(pack), "faults": [], "notes": list(pack.notes)}, DONE


def _rows(result: dict[str, Any]) -> list[list[str]]:
    return [
        [result["file"], str(fault["line"] or ""), fault["entry"], f"{fault['what']}. {fault['mend']}."]
        for fault in result.get("faults", ())
    ]


def _say(result: dict[str, Any]) -> None:
    """The last line for a file."""
    if result["ok"]:
        print(f"ok      {result['file']}: {result['name']}, {_holds(result)}")
        for note in result["notes"]:
            print(f"        Note: {note}.")
    elif "faults" in result:
        count = len(result["faults"])
        print(f"faulty  {result['file']}: {count} fault{'s' if count != 1 else ''}")


def _about(pack: "Pack") -> dict[str, Any]:
    return {"name": pack.name, "version": pack.version, "holds": pack.holds, "sha256": pack.sha256}


def _holds(about: dict[str, Any]) -> str:
    """ "26 Politicians, a health chart, 34 Intrigue cards"."""
    words = {"politicians": "{} Politicians", "health": "a health chart", "intrigue": "{} Intrigue cards"}
    return ", ".join(words[kind].format(count) for kind, count in about["holds"].items())


@group.command("list", cls=Command)
def listed(json: Json = False, site: SiteDir = None) -> None:
    """List the packs that come with the program."""
    from pbem.engine import packs as engine

    supplied = [engine.supplied(name) for name in engine.names()]
    if json:
        show.as_json([_about(pack) | {"about": engine.ABOUT[pack.name]} for pack in supplied])
        return
    rows = []
    for pack in supplied:
        kinds, counts = ", ".join(pack.holds), ", ".join(map(str, pack.holds.values()))
        rows.append([pack.name, kinds, pack.version, counts, pack.sha256[:SHORT], engine.ABOUT[pack.name]])
    show.table(["name", "kind", "version", "entries", "sha256", "what it is"], rows)


@group.command("show", cls=Command)
def shown(
    pack: Annotated[
        str, typer.Argument(metavar="PACK", help="A name as `pbem packs list` has it, or a file.")
    ],
    toml: Annotated[
        bool, typer.Option("--toml", help="The file as it is: a template for one of your own.")
    ] = False,
    json: Json = False,
    site: SiteDir = None,
) -> None:
    """Print what is in a pack."""
    if toml and json:
        raise Misuse("choose --toml or --json")
    found = _named(pack)
    if toml:
        print(found.text, end="" if found.text.endswith("\n") else "\n")
        return
    if json:
        chart = found.chart
        show.as_json(
            _about(found)
            | {
                "politicians": list(found.politicians.values()),
                "cards": list(found.cards.values()),
                "chart": chart,
            }
        )
        return
    print(f"{found.name}, version {found.version}: {_holds(_about(found))}")
    print(f"sha256 {found.sha256}")
    if found.politicians:
        rows = [[p.letter, p.name, str(p.age), p.strength, p.weakness] for p in found.politicians.values()]
        show.table(["letter", "name", "age", "strength", "weakness"], rows, headed=True)
    for card in found.cards.values():
        marks = [card.kind, "lasting" if card.lasting else "", f"on {card.on}" if card.on else ""]
        print(f"\n{card.number} {card.name} ({', '.join(filter(None, (card.when, *marks)))})\n   {card.text}")
    if found.chart:
        _print_chart(found)


def _print_chart(pack: "Pack") -> None:
    """Both tables side by side, a line for each age."""
    assert pack.chart is not None
    results = ("dead", "two", "one", "keep")
    rows = []
    for age in pack.chart.at_work:
        here = [pack.chart.at_work[age], pack.chart.sanatorium[age]]
        rows.append([str(age), *(str(getattr(row, result)) for row in here for result in results)])
    heads = [f"{place} {result}" for place in ("work", "san.") for result in results]
    show.table(["age", *heads], rows, headed=True)


def _named(pack: str) -> "Pack":
    """The pack of the program with this name, or the one in a file.  Misuse if it is neither."""
    from pbem.engine import packs as engine
    from pbem.engine.packs import Faulty
    from pbem.service import packs as service

    if pack in engine.names():
        return engine.supplied(pack)
    if not Path(pack).exists():
        near = engine.meant(pack, engine.names())
        raise Misuse(
            f"there is no pack {pack!r}, nor such a file{near}; `pbem packs list` lists what there is"
        )
    try:
        return service.read(Path(pack))
    except Faulty as error:
        raise Misuse(f"{pack} is no pack; `pbem packs check {pack}` says why: {error.faults[0]}") from None
