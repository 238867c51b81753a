"""Level 2 of `pbem verify`: what went in, against what was noted of it when it went in once more.

A letter read again is noted again, and so is each command that changed something; what an archive says of them besides must be the same.  Nobody
can add a command, or a word to a letter, that did nothing.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from sqlalchemy import select

from ..archiving import letters
from ..archiving.withheld import Talk
from ..owners import LETTER
from ..record import Record
from .story import Story

#: What two letters that are one have in common, and in which round it was read: none of it follows from the letter.
_BY_ITSELF = ("id", "text", "poll")


def is_read(letter: Mapping[str, Any]) -> bool:
    """Is it a player's own letter to the judge?  What else is about a mail of his bears no number: it came back, or a new address answered it."""
    return bool(letter["n"])


class Input(NamedTuple):
    """What went in otherwise, in words.  `place`: among the acts, from 0."""

    place: int
    said: str


def other_inputs(story: Story, record: Record) -> Iterator[Input]:
    """In the order of the letters, then of the acts."""
    yield from _letters(story, record)
    yield from _acts(story, record)


# --- letters ---


def _letters(story: Story, record: Record) -> Iterator[Input]:
    query = select(LETTER.c.id, LETTER.c.key)
    keys = {row.id: row.key for row in record.connection.execute(query)}
    again = {keys[number]: entry for number, entry in letters.with_ids(record, Talk(record))}
    for place, one in enumerate(story.letters):
        new = again.get(f"again:{place}")
        if one.get("withheld") or not is_read(one):
            continue
        if said := _other({**one, "to": _renumbered(story, one)}, new):
            yield Input(int(one.get("also", {}).get("poll", 0)), said)


def _renumbered(story: Story, one: Mapping[str, Any]) -> str:
    """The mail that was answered, as it is numbered now: words of others that the archive holds back are not sent again."""
    kind, _, number = str(one.get("to", "")).rpartition(" ")
    return f"{kind} {int(number) - story.withheld(str(one['player']), until=int(number))}" if kind else ""


def _other(one: Mapping[str, Any], new: Mapping[str, Any] | None) -> str:
    """The first thing that is said otherwise of a letter; "" if nothing is."""
    name = f"letter {one.get('n')} of {one['player']}"
    if new is None:
        return f"{name}: it came in no round that was worked"
    for key in dict.fromkeys((*new, *one)):
        was, now = _plain(one.get(key, "")), _plain(new.get(key, ""))
        if key not in ("number", "before") and was != now:
            return f"{name}: {key} {was!r}, and read again {now!r}"
    return ""


def _plain(value: Any) -> Any:
    """Without what stands for itself."""
    if isinstance(value, dict):
        return {name: one for name, one in value.items() if name not in _BY_ITSELF}
    return value


# --- rounds and commands ---


def _acts(story: Story, record: Record) -> Iterator[Input]:
    """Each command changed something at its time.  A round may have told the moderator alone, and how many events were there before it is
    looked at when it is worked (`play`).
    """
    left = Counter((one["at"], tuple(one["argv"])) for one in letters.acts(record))
    for place, one in enumerate(story.acts):
        if one.word.startswith("@"):
            continue
        if not left[mine := (one.at.isoformat(), one.argv)]:
            yield Input(
                place, f"line {place + 1} of acts.jsonl: pbem {' '.join(one.argv)} changed nothing there"
            )
            return
        left[mine] -= 1
