"""Printing: JSON for programs, tables for people, and a progress bar where somebody watches."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, TypeVar

T = TypeVar("T")

#: Fewer things than this are done before a bar could be looked at.
MANY = 20
#: Lists longer than this many characters are only counted.
BRIEF = 100
#: The space that does not break a line.
HELD = "\u00a0"


def say(text: object) -> None:
    """Print it with plain spaces: reports hold words together with others, which nobody finds with `grep`."""
    print(_spaced(text))


def _spaced(text: object) -> str:
    return str(text).replace(HELD, " ")


def as_json(value: Any) -> None:
    """One line of JSON; named tuples and structs as objects, points in time in ISO 8601."""
    say(json.dumps(_plain(value), ensure_ascii=False))


def _plain(value: Any) -> Any:
    """What `json` can write."""
    fields = _fields(value)
    if fields:
        return {name: _plain(getattr(value, name)) for name in fields}
    if isinstance(value, Mapping):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(inner) for inner in value]
    if isinstance(value, datetime):
        return value.isoformat()
    return value if value is None or isinstance(value, str | int | float) else str(value)


def _fields(value: Any) -> tuple[str, ...]:
    """The names of the fields of a named tuple or a struct; none for anything else."""
    return tuple(getattr(value, "_fields", ()) or getattr(value, "__struct_fields__", ()))


def result(value: Any, as_data: bool) -> None:
    """What a service function gave: its `data` as JSON, or its `text`; or itself, where it has none of these."""
    if as_data:
        as_json(getattr(value, "data", value))
    elif value is not None:
        say(getattr(value, "text", value))


def told(value: Any, as_data: bool) -> None:
    """A chronicle: in a terminal its headings stand out, and long lines are broken at its width; piped it stays as it is."""
    if as_data or not sys.stdout.isatty():
        result(value, as_data)
        return
    import shutil
    from textwrap import fill

    from rich.console import Console

    width, console = min(100, shutil.get_terminal_size().columns), Console()
    for line in value.text.split("\n"):
        indent = line[: len(line) - len(line.lstrip())]
        broken = line if line.startswith("|") else fill(line, width, subsequent_indent=indent)
        heading = bool(line) and not indent and line[0].isdigit() and ": " in line
        console.print(
            _spaced(broken), style="bold" if heading else "", markup=False, highlight=False, soft_wrap=True
        )


def rows(values: Sequence[Any], as_data: bool, zone: str = "UTC") -> None:
    """Named tuples of one kind: a JSON list, or a table with their fields as columns and times as in `zone`."""
    if as_data or not values:
        as_json(list(values))
        return
    names = _fields(values[0])
    table(
        [name.replace("_", " ") for name in names],
        [[cell(getattr(value, name), zone) for name in names] for value in values],
    )


def cell(value: Any, zone: str) -> str:
    """How a value stands in a table; times as in `zone`."""
    if isinstance(value, datetime):
        from zoneinfo import ZoneInfo

        return f"{value.astimezone(ZoneInfo(zone)):%Y-%m-%d %H:%M}"
    return "" if value is None else str(value)


def brief(value: Any) -> str:
    """How many, and which if that is short: `2 (spring, autumn)`."""
    if isinstance(value, int | str):
        return str(value)
    words = ", ".join(map(str, value))
    return f"{len(value)} ({words})" if value and len(words) <= BRIEF else str(len(value))


def _plain_cell(column: str, cell: str) -> str:
    """No colour."""
    return ""


def table(
    columns: Sequence[str],
    rows: Iterable[Sequence[str]],
    headed: bool = False,
    tint: Callable[[str, str], str] = _plain_cell,
) -> None:
    """A table with a frame and a heading on a terminal; else columns divided by tabs, for `cut` and `grep`.

    `headed`: with a heading there, too; `tint`: the colour of a cell on a terminal, by its column and what stands in it.
    """
    if not sys.stdout.isatty():
        for row in (columns, *rows) if headed else rows:
            print("\t".join(" ".join(cell.split()) for cell in row))
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    framed, lines = Table(header_style="bold"), list(rows)
    filled = [at for at in range(len(columns)) if any(line[at] for line in lines)]
    for column in (columns[at] for at in filled):
        framed.add_column(column, no_wrap=column == "deadline", overflow="fold")
    for line in lines:
        cells = [(columns[at], _spaced(line[at])) for at in filled]
        framed.add_row(*(Text(cell, style=tint(column, cell)) for column, cell in cells))
    Console().print(framed)


@contextmanager
def course(first: str) -> Iterator[Callable[[str, float], None]]:
    """A bar for one long thing: to be called with what is done next and how much, from 0 to 1, is behind.

    Silent unless somebody watches.
    """
    if not sys.stderr.isatty():
        yield lambda doing, part: None
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn("{task.description:<44}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(escape(first), total=1.0)
        yield lambda doing, part: bar.update(task, description=escape(doing), completed=part)


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
