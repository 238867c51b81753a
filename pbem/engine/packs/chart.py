"""A health chart of a pack (R6.1): which d20 roll does what at which age."""

import re
from collections.abc import Mapping
from itertools import pairwise

from ..rules import HealthChart, HealthRow
from .source import Source
from .words import nearest

YOUNGEST, OLDEST = 50, 95
TABLES = ("at_work", "sanatorium")
RESULTS = ("dead", "two", "one", "keep")
SIDES = 20
_PART = re.compile(r"(\d+)(?:[-–](\d+))?:(\d+)")
EXAMPLE = '"50-52:4 53-57:5 58-95:6"'

Column = dict[int, int]


def chart(source: Source, name: str) -> HealthChart | None:
    """Both tables, or None where there is no chart or a fault in it."""
    if not any(table in source.data for table in TABLES):
        return None
    before = len(source.faults)
    tables = [_table(source, table) for table in TABLES]
    return None if len(source.faults) > before else HealthChart(name, tables[0], tables[1])


def _table(source: Source, table: str) -> dict[int, HealthRow]:
    given = source.data.get(table)
    if given is None:
        mend = f"Add a table [{table}] with dead, two, one and keep"
        source.fault(None, table, f"the chart has no [{table}]", mend)
        return {}
    if not isinstance(given, dict):
        source.fault(
            source.line("", 0, table), table, f"{table} is no table", f"Write [{table}] above its rows"
        )
        return {}
    for key in given:
        if key not in RESULTS:
            near = nearest(key, RESULTS)
            mend = f"Did you mean {near}" if near else f"The results are {', '.join(RESULTS)}"
            source.fault(source.line(f"[{table}]", 0, key), f"{table}.{key}", "there is no such result", mend)
    columns = {result: _column(source, table, result, given) for result in RESULTS}
    ages = [age for age in range(YOUNGEST, OLDEST + 1) if all(age in column for column in columns.values())]
    _rising(source, table, columns, ages)
    return {age: HealthRow(**{result: column[age] for result, column in columns.items()}) for age in ages}


def _column(source: Source, table: str, result: str, given: Mapping[str, object]) -> Column:
    """ "50-68:0 69-82:1" -> a number for each age; every age once."""
    text, entry = given.get(result), f"{table}.{result}"
    line = source.line(f"[{table}]", 0, result)
    if not isinstance(text, str):
        what = "is missing" if text is None else "is not a text in quotation marks"
        source.fault(line, entry, f"the row {result} {what}", f"Write it like {result} = {EXAMPLE}")
        return {}
    column: Column = {}
    twice: set[int] = set()
    for part in text.split():
        for age, value in _part(source, line, entry, part):
            if age in column:
                twice.add(age)
            column.setdefault(age, value)
    if twice:
        mend = "Let each age stand in one part only"
        source.fault(line, entry, f"{_ages(twice)} twice", mend)
    missing = set(range(YOUNGEST, OLDEST + 1)) - set(column)
    if missing:
        mend = f"Every age from {YOUNGEST} to {OLDEST} needs a number"
        source.fault(line, entry, f"{_ages(missing)} missing", mend)
    return column


def _part(source: Source, line: int | None, entry: str, part: str) -> list[tuple[int, int]]:
    """One "50-68:0" as ages with their number."""
    match = _PART.fullmatch(part)
    if match is None:
        source.fault(
            line, entry, f'"{part}" cannot be read', 'Write ages, a colon and a number, like "50-68:0"'
        )
        return []
    first, last, value = int(match[1]), int(match[2] or match[1]), int(match[3])
    if first > last or first < YOUNGEST or last > OLDEST:
        what = f'"{part}" names ages that the chart does not have, or in the wrong order'
        source.fault(line, entry, what, f"Ages run from {YOUNGEST} to {OLDEST}, the lower one first")
        return []
    if value > SIDES:
        source.fault(line, entry, f'"{part}" has the number {value}', f"A roll lies between 0 and {SIDES}")
    return [(age, min(value, SIDES)) for age in range(first, last + 1)]


def _rising(source: Source, table: str, columns: Mapping[str, Column], ages: list[int]) -> None:
    """At each age dead ≤ two ≤ one ≤ keep; and with age no number falls."""
    for low, high in pairwise(RESULTS):
        wrong = {age for age in ages if columns[low][age] > columns[high][age]}
        if wrong:
            what = f"at age {min(wrong)} {high} is {columns[high][min(wrong)]}, less than {low} with {columns[low][min(wrong)]}"
            mend = "Each row gives the highest roll of its result: dead, two, one and keep must rise"
            source.fault(source.line(f"[{table}]", 0, high), f"{table}.{high}", what, mend)
    for result, column in columns.items():
        falls = [
            age for age in range(YOUNGEST + 1, OLDEST + 1) if column.get(age, 99) < column.get(age - 1, 0)
        ]
        for age in falls:
            what = f"at age {age} the number falls from {column[age - 1]} to {column[age]}"
            mend = "With age numbers rise or stay; look for a slip"
            source.fault(source.line(f"[{table}]", 0, result), f"{table}.{result}", what, mend)


def _ages(ages: set[int]) -> str:
    """ "age 57 is", "ages 57-60 and 72 are"."""
    runs: list[list[int]] = []
    for age in sorted(ages):
        if runs and age == runs[-1][-1] + 1:
            runs[-1].append(age)
        else:
            runs.append([age])
    said = [str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs]
    words = " and ".join(filter(None, (", ".join(said[:-1]), said[-1])))
    return f"ages {words} are" if len(ages) > 1 else f"age {words} is"
