"""The text of a pack: its TOML, where in it an entry stands, and what is wrong with it."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from .words import nearest

#: Tables in lists in tables: no pack goes half as deep.
DEEPEST = 8


class Fault(NamedTuple):
    """One thing that is wrong: in which line (None: of no single line) and entry, and how to mend it."""

    line: int | None
    entry: str
    what: str
    mend: str

    def __str__(self) -> str:
        place = ", ".join(filter(None, (f"line {self.line}" if self.line else "", self.entry)))
        return f"{place}: {self.what}. {self.mend}." if place else f"{self.what}. {self.mend}."


class Source:
    """A pack while it is read; whoever reads a part of it adds to `faults` and `notes`."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.faults: list[Fault] = []
        self.notes: list[str] = []
        self.data: Mapping[str, Any] = {}
        try:
            found = tomllib.loads(text)
            if _deep(found):
                raise RecursionError
            self.data = found
        except RecursionError:
            mend = "A pack has tables with words and numbers in them, and nothing deeper; take it out"
            self.faults.append(Fault(None, "", "lists or tables stand within each other too deep", mend))
        except ValueError as error:  # not always a TOMLDecodeError: a number may be too long for Python
            self._no_toml(str(error))

    def _no_toml(self, error: str) -> None:
        said, _, place = error.partition(" (at ")
        line = re.match(r"line (\d+)", place)
        at = int(line[1]) if line else len(self._lines) if "end of document" in place else None
        mend = "The file is no TOML there: look for a missing quotation mark, = or bracket"
        self.faults.append(Fault(at, "", said.partition(";")[0], mend))

    @cached_property
    def _lines(self) -> list[str]:
        return self.text.splitlines()

    @cached_property
    def _headers(self) -> list[tuple[int, str]]:
        """Where tables begin: index of the line and the header as it is written, without blanks."""
        found = ((at, re.match(r"\s*(\[\[?[^\[\]]+\]\]?)", line)) for at, line in enumerate(self._lines))
        return [(at, re.sub(r"\s", "", match[1])) for at, match in found if match]

    def fault(self, line: int | None, entry: str, what: str, mend: str) -> None:
        """Note a fault."""
        self.faults.append(Fault(line, entry, what, mend))

    def line(self, header: str, number: int = 0, key: str = "") -> int | None:
        """The line of the `number`-th table with this header ("" for the top), or of a key in it."""
        starts = [at for at, found in self._headers if found == header] if header else [-1]
        if number >= len(starts):
            return None
        start = starts[number]
        end = next((at for at, _ in self._headers if at > start), len(self._lines))
        pattern = re.compile(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=")
        if key:
            for at in range(start + 1, end):
                if pattern.match(self._lines[at]):
                    return at + 1
        return start + 1 if header else None

    def entries(self, kind: str) -> "list[Entry]":
        """The `[[kind]]` tables."""
        found = self.data.get(kind, [])
        if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
            line = self.line(f"[{kind}]")
            self.fault(line, kind, f"[{kind}] is not a list of entries", f"Begin each entry with [[{kind}]]")
            return []
        return [Entry(self, kind, number, one) for number, one in enumerate(found)]


class Entry:
    """One `[[politician]]` or `[[card]]`; asks for its fields and notes what is wrong with them."""

    def __init__(self, source: Source, kind: str, number: int, data: Mapping[str, Any]) -> None:
        self.source, self.kind, self.number, self.data = source, kind, number, data
        self.label = f"{kind} {number + 1}"

    def at(self, key: str = "") -> int | None:
        """The line of a field, else of the entry."""
        header = f"[[{self.kind}]]"
        return self.source.line(header, self.number, key) or self.source.line(header, self.number)

    def fault(self, key: str, what: str, mend: str) -> None:
        """Something is wrong with a field."""
        self.source.fault(self.at(key), self.label, what, mend)

    def known(self, fields: Iterable[str]) -> None:
        """No other fields than these."""
        for key in self.data:
            if key not in fields:
                near = nearest(key, fields)
                mend = f"Did you mean {near}" if near else f"Known are {', '.join(fields)}; take it out"
                self.fault(key, f"there is no field {key}", mend)

    def text(self, key: str, needed: str = "") -> str:
        """A field with words; `needed`: how it should look, where it must be there."""
        value = self.data.get(key)
        if value is None and not needed:
            return ""
        if value is None:
            self.fault("", f"{key} is missing", f"Add a line like {needed}")
            return ""
        if not isinstance(value, str) or not value.strip():
            said = "is empty" if value == "" or isinstance(value, str) else f"is {_toml(value)}, not words"
            self.fault(
                key, f"{key} {said}", f"Write it in quotation marks{', like ' + needed if needed else ''}"
            )
            return ""
        return value.strip()

    def whole(self, key: str, least: int, most: int, example: str) -> int | None:
        """A field with a whole number from `least` to `most`."""
        value = self.data.get(key)
        if value is None:
            self.fault("", f"{key} is missing", f"Add a line like {example}")
        elif isinstance(value, bool) or not isinstance(value, int):
            self.fault(key, f"{key} is {_toml(value)}, not a whole number", f"Write it like {example}")
        elif not least <= value <= most:
            self.fault(key, f"{key} is {value}", f"It must lie between {least} and {most}")
        else:
            return value
        return None

    def flag(self, key: str) -> bool:
        """A field that is true or false, and false where it is left out."""
        value = self.data.get(key, False)
        if not isinstance(value, bool):
            self.fault(key, f"{key} is {_toml(value)}", "Write true or false, without quotation marks")
        return value is True


def _deep(data: object) -> bool:
    """Is there more in it than any pack needs?  Without recursion, which is what it guards from."""
    level = [data]
    for _ in range(DEEPEST):
        within = (
            one.values() if isinstance(one, dict) else one for one in level if isinstance(one, dict | list)
        )
        level = [inner for values in within for inner in values]
    return bool(level)


def _toml(value: object) -> str:
    """A value as it would be written in the file."""
    if isinstance(value, str):
        return f'"{value}"'
    return str(value).lower() if isinstance(value, bool) else str(value)
