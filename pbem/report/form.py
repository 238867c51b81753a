"""One form for all decisions (E12)."""

from typing import NamedTuple

from .brief import Brief
from .naming import Names
from .scene import Scene


class Form(NamedTuple):
    """`lines`: every decision as a line behind `# `; `link`: a mailto URL that writes a mail with them; `singles`: label and link of PASS and of a lone yes or no."""

    lines: tuple[str, ...]
    link: str
    singles: tuple[tuple[str, str], ...] = ()


def form(brief: Brief, names: Names, scene: Scene) -> Form | None:
    """His form for the session now open; None where nothing can be ordered."""
    return None
