"""Printing: JSON for programs, tables for people, and a progress bar where somebody watches."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

T = TypeVar("T")

#: Fewer things than this are done before a bar could be looked at.
MANY = 20
#: Lists longer than this many characters are only counted.
BRIEF = 100


def as_json(value: Any) -> None:
    """One line of JSON.  Structs, times and paths are written as msgspec and `str` do."""
    import msgspec

    print(json.dumps(msgspec.to_builtins(value, enc_hook=str, str_keys=True), ensure_ascii=False))


def result(value: Any, as_data: bool) -> None:
    """What a service function gave: its `data` as JSON, or its `text`; or itself, where it has none of these."""
    if as_data:
        as_json(getattr(value, "data", value))
    elif value is not None:
        print(getattr(value, "text", value))


def rows(values: Sequence[Any], as_data: bool) -> None:
    """Structs of one kind: a JSON list, or a table with their fields as columns."""
    if as_data:
        as_json(values)
        return
    names = getattr(values[0], "__struct_fields__", None) or getattr(values[0], "_fields", None) or ("",)
    cells = [[getattr(value, name) if name else value for name in names] for value in values]
    table([name.replace("_", " ") for name in names], cells)


def brief(value: Any) -> str:
    """How many, and which if that is short: `2 (spring, autumn)`."""
    if isinstance(value, int | str):
        return str(value)
    words = ", ".join(map(str, value))
    return f"{len(value)} ({words})" if value and len(words) <= BRIEF else str(len(value))


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


@contextmanager
def status(first: str) -> Iterator[Callable[[str], None]]:
    """A line that says what is being done; to be called with what is done next.  Silent unless somebody watches."""
    if not sys.stderr.isatty():
        yield lambda doing: None
        return
    from rich.console import Console
    from rich.markup import escape

    with Console(stderr=True).status(escape(first)) as spinner:
        yield lambda doing: spinner.update(escape(doing))


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
