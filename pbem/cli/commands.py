"""The whole program: importing a module of commands enters them into `app`, in the order of the help."""

from pbem.cli import site, operations, logins, games, resolving, timing, rulings, explaining  # noqa: F401, I001
from pbem.cli import people, telling, mailbook, archive, branching, tools, packs, completion  # noqa: F401
from pbem.cli.program import app

__all__ = ["app"]
