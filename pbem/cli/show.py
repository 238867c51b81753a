"""Printing: JSON for programs, tables for people, and a progress bar where somebody watches."""

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

T = TypeVar("T")

#: Fewer things than this are done before a bar could be looked at.
MANY = 20


def as_json(value: Any) -> None:
    """One line of JSON.  Structs, times and paths are written as msgspec and `str` do."""
    import msgspec

    print(json.dumps(msgspec.to_builtins(value, enc_hook=str, str_keys=True), ensure_ascii=False))


def table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """A table with a frame on a terminal; else columns divided by tabs, without a heading, for `cut` and `grep`."""
    cells = [["" if cell is None else str(cell) for cell in row] for row in rows]
    if not sys.stdout.isatty():
        for row in cells:
            print("\t".join(" ".join(cell.split()) for cell in row))
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    framed = Table(*columns, header_style="bold")
    for row in cells:
        framed.add_row(*map(Text, row))
    Console().print(framed)


def progress(items: Sequence[T], doing: str) -> Iterator[T]:
    """The items one by one, with a bar on the terminal if there are many and somebody watches."""
    if len(items) < MANY or not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=True, redirect_stdout=sys.stdout.isatty()) as bar:
        yield from bar.track(items, description=doing)
