"""The whole program: importing a module of commands enters them into `app`, in the order of the help."""

from pbem.cli import site, logins, games, resolving, timing, rulings, people, mailbook, archive, tools, packs  # noqa: F401, I001
from pbem.cli.program import app

__all__ = ["app"]
