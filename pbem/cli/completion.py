"""`pbem completion`: what a shell offers at the Tab key, names of games and players included.

It is asked while somebody types, so it reads the names from the database without anything heavy, and is silent where something is wrong.
"""

import os
import sqlite3
import tomllib
from collections.abc import Iterable, Sequence
from contextlib import closing, suppress
from enum import EnumType, StrEnum
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

import typer

from pbem.cli import show
from pbem.cli.options import Json, SiteDir
from pbem.cli.program import TOOLS, app, command


class Shell(StrEnum):
    """Whose script; `words` is what the scripts ask."""

    BASH = "bash"
    ZSH = "zsh"
    FISH = "fish"
    WORDS = "words"


SCRIPTS = {
    Shell.BASH: """\
# For bash: put `eval "$(pbem completion bash)"` into ~/.bashrc
_pbem() {
  local IFS=$'\\n'
  COMPREPLY=( $("$1" completion words -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null) )
}
complete -o default -o bashdefault -F _pbem pbem
""",
    Shell.ZSH: """\
# For zsh: put `eval "$(pbem completion zsh)"` into ~/.zshrc, after compinit
_pbem() {
  local -a found
  found=("${(@f)$("$words[1]" completion words -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found" ]]; then compadd -- $found; else _files; fi
}
compdef _pbem pbem
""",
    Shell.FISH: """\
# For fish: pbem completion fish > ~/.config/fish/completions/pbem.fish
function __pbem_words
  set -l words (commandline -opc) (commandline -ct)
  $words[1] completion words -- $words[2..-1] 2>/dev/null
end
complete -c pbem -a '(__pbem_words)'
""",
}


@command("completion", TOOLS)
def completion(
    shell: Annotated[Shell, typer.Argument(help="bash, zsh or fish; words is what the scripts ask.")],
    typed: Annotated[
        list[str] | None,
        typer.Argument(metavar="WORD", help="With words: what was typed behind pbem, the last one in part."),
    ] = None,
    json: Json = False,
    site: SiteDir = None,
) -> None:
    """Print a script for your shell that completes commands, options, games and players at the Tab key.

    bash: eval "$(pbem completion bash)" in ~/.bashrc.
    """
    if shell is Shell.WORDS:
        found = offered(typed or [""], site)
        if json:
            show.as_json(found)
        elif found:
            print("\n".join(found))
    elif json:
        show.as_json({"shell": shell.value, "script": SCRIPTS[shell]})
    else:
        print(SCRIPTS[shell], end="")


def offered(words: Sequence[str], site: Path | None = None) -> list[str]:
    """What may stand in place of the last word; nothing where the shell's own files are better."""
    from typer.main import get_command

    *before, part = words
    node: Any = get_command(app)
    while before and hasattr(node, "commands"):
        node = node.commands.get(before.pop(0))
    if node is None:
        return []
    if hasattr(node, "commands"):
        found: Iterable[str] = (name for name, one in node.commands.items() if not one.hidden)
        return _fitting(found if not part.startswith("-") else _options(node), part)
    values, site = _values(node, before), _named(node, before) or site
    option = _option(node, before[-1]) if before else None
    if option is not None and not getattr(option, "is_flag", False):
        return _fitting(_choice(option, values, site), part)
    if part.startswith("-"):
        return _fitting(_options(node), part)
    places = [one for one in node.params if one.param_type_name == "argument"]
    if not places:
        return _fitting(_options(node), part)
    place = places[min(len(values), len(places) - 1)]
    return (
        _fitting(_choice(place, values, site), part) if len(values) < len(places) or place.nargs == -1 else []
    )


def _fitting(found: Iterable[str], part: str) -> list[str]:
    return sorted({word for word in found if word.casefold().startswith(part.casefold())})


def _options(node: Any) -> list[str]:
    return ["--help", *(name for one in node.params for name in one.opts if name.startswith("--"))]


def _option(node: Any, word: str) -> Any:
    return next((one for one in node.params if word.startswith("-") and word in one.opts), None)


def _values(node: Any, words: Sequence[str]) -> list[str]:
    """The words that are neither options nor their values."""
    found, skip = [], False
    for word in words:
        option = _option(node, word)
        if not skip and not word.startswith("-"):
            found.append(word)
        skip = option is not None and not getattr(option, "is_flag", False)
    return found


def _named(node: Any, words: Sequence[str]) -> Path | None:
    """The site that was typed."""
    return next((Path(site) for option, site in pairwise(words) if option == "--site"), None)


def _choice(parameter: Any, values: Sequence[str], site: Path | None) -> Iterable[str]:
    """What a parameter may be, as far as that is known here."""
    kind = parameter.type_descriptor.annotation
    if isinstance(kind, EnumType):
        members: dict[str, Any] = dict(kind.__members__)
        return [str(one.value) for one in members.values()]
    if (parameter.metavar or "").partition("|")[0] == "GAME":
        return names(site)
    match parameter.name:
        case "player" | "viewer":
            return names(site, values[0] if values else "")
        case "rules" | "preset":
            return ("basic", "advanced", "swiss", "swiss-ah")
        case "tempo":
            from pbem import tempo

            return tuple(tempo.TEMPOS)
        case "word":
            from pbem.orders.verbs import VERBS

            return [one.word for one in VERBS.values()]
    return ()


def names(site: Path | None, game: str | None = None) -> list[str]:
    """The games of the site, or the factions of one; nothing where they cannot be read at once."""
    from pbem.config import ENV_DATABASE, SITE_FILE, find_site

    with suppress(Exception):  # nobody who presses Tab wants to read of trouble
        folder = find_site(site, os.environ)
        settings = tomllib.loads((folder / SITE_FILE).read_text("utf-8"))
        database = settings.get("database", {})
        elsewhere = "" if database.get("apart") else os.environ.get(ENV_DATABASE)
        url = elsewhere or database.get("url", "sqlite:///pbem.db")
        if game is None:
            return _asked(folder, url, "SELECT name FROM game", "")
        query = "SELECT seat.colour FROM seat JOIN game ON game.id = seat.game WHERE game.name = "
        return _asked(folder, url, query, game)
    return []


def _asked(folder: Path, url: str, query: str, name: str) -> list[str]:
    if url.startswith("sqlite:///"):
        file = (folder / url.removeprefix("sqlite:///")).resolve()
        with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True, timeout=1)) as connection:
            rows = connection.execute(query + "?", (name,)) if name else connection.execute(query)
            return [str(row[0]) for row in rows]
    from sqlalchemy import create_engine, text

    with create_engine(url, connect_args={"connect_timeout": 2}).connect() as connected:
        found = (
            connected.execute(text(query + ":name"), {"name": name})
            if name
            else connected.execute(text(query))
        )
        return [str(row[0]) for row in found]
