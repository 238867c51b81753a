"""The Typer program that the commands enter themselves into, under the heading where people look for them."""

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import typer

from pbem import __version__
from pbem.cli.edge import Command, Program

SITE, GAMES, MODERATOR, ARCHIVE, TOOLS = (
    "A site: set up and run",
    "Games",
    "The moderator's hand",
    "Archives",
    "Without a site",
)

app = typer.Typer(
    cls=Program,
    help="Play KREMLIN, the board game of Politburo intrigue, by e-mail.",
    epilog="Status: 0 done, 1 a check failed or something was refused, 2 bad usage or bad input.",
    rich_markup_mode=None,
    add_completion=False,
    pretty_exceptions_enable=False,
    invoke_without_command=True,
)
F = TypeVar("F", bound=Callable[..., Any])


def _version(asked: bool) -> None:
    if asked:
        print(f"pbem {__version__}")
        raise typer.Exit


@app.callback()
def _start(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


def command(name: str, heading: str) -> Callable[[F], F]:
    """Enter a function as the command `name`; its docstring is the help."""

    return app.command(name, cls=Command, rich_help_panel=heading)
