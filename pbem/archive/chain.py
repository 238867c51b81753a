"""Lines that are chained: each bears its number and the hash of what stands before it, so that none can be changed, dropped or moved.

`before` of a line is sha256(`before` of the line above + newline + leaf of the line above), "" in the first one; the leaf is the JSON
of the line above without its `number` and `before`.  In a history it is the event, or its seal (`history`).
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any


class Broken(ValueError):
    """A line does not fit its chain.  `line`: which, from 1; the text says what is wrong with it, in one sentence."""

    def __init__(self, line: int, said: str) -> None:
        super().__init__(f"line {line} {said}")
        self.line, self.said = line, said


def chained(head: str, leaf: bytes) -> str:
    """The next hash of the chain: of the one before and the leaf."""
    return hashlib.sha256(head.encode() + b"\n" + leaf).hexdigest()


def compact(fields: Any) -> str:
    """JSON as every file of an archive has it: no spaces, letters as they are."""
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def link(entries: Iterable[Mapping[str, Any]], number: int = 0, head: str = "") -> tuple[list[str], str]:
    """These entries as chained lines, and the head of the chain.  `number`, `head`: of the lines before them."""
    lines = []
    for entry in entries:
        number += 1
        leaf = compact(entry)
        lines.append(f'{{"number":{number},"before":"{head}",{leaf[1:]}')
        head = chained(head, leaf.encode())
    return lines, head


def leaf_of(text: str) -> bytes:
    """The leaf of a line that `link` wrote."""
    entry = json.loads(text)
    del entry["number"], entry["before"]
    return compact(entry).encode()


def check(lines: Sequence[str], head: str | None = None) -> Iterator[dict[str, Any]]:
    """The entries of chained lines, as far as they fit.  `head`: what the chain should lead to, where that is known.  Raises Broken."""
    known = ""
    for number, text in enumerate(lines, 1):
        entry = parsed(number, text)
        leaf = compact({name: value for name, value in entry.items() if name not in ("number", "before")})
        if f'{{"number":{number},"before":"{entry["before"]}",{leaf[1:]}' != text:
            raise Broken(number, "is not written as the program writes it")
        follow(lines, number, entry, known, lambda at: leaf_of(lines[at - 1]))
        known = chained(known, leaf.encode())
        yield entry
    ended(lines, known, head)


def parsed(number: int, text: str) -> dict[str, Any]:
    """A line as JSON, with its number and the hash of the chain before it.  Raises Broken."""
    try:
        entry = json.loads(text)
    except ValueError:
        raise Broken(number, "is not JSON") from None
    if not isinstance(entry, dict) or not isinstance(entry.get("before"), str):
        raise Broken(number, "has no hash of what stands before it")
    if entry.get("number") != number or isinstance(entry["number"], bool):
        raise Broken(number, f"has the number {entry.get('number')}: a line was added, dropped or moved here")
    return entry


def follow(lines: Sequence[str], number: int, entry: Mapping[str, Any], known: str, leaf: Any) -> None:
    """Does this line follow the one before?  If not, the next line's hash tells which of the two is wrong.  Raises Broken."""
    if entry["before"] == known:
        return
    if number == 1:
        raise Broken(1, "should begin the chain, and names a hash before it")
    if number < len(lines):
        try:
            following, mine = parsed(number + 1, lines[number])["before"], leaf(number)
        except (ValueError, KeyError):
            following, mine = "", b""
        if following == chained(known, mine):
            raise Broken(number, "names another hash than that of the lines before it")
    raise Broken(number - 1, f"is not the one that was chained: line {number} names another hash")


def ended(lines: Sequence[str], known: str, head: str | None) -> None:
    """Does the chain end where it should?  Raises Broken."""
    if head is not None and known != head:
        raise Broken(
            max(1, len(lines)), "is not the last one that was chained, or lines behind it are missing"
        )
