"""The letters and commands of a game for its archive: what was read in them, never as they came in (E25)."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from sqlalchemy import bindparam, select

from .. import acts as script
from ..mailing import aware
from ..owners import LETTER
from ..record import Record
from . import as_read
from .masks import argument, masked
from .withheld import WORDS, Talk

_COLUMNS = ("id", "player", "number", "received", "state", "reason", "read")
_LETTERS = (
    select(*(LETTER.c[name] for name in _COLUMNS))
    .where(LETTER.c.game == bindparam("game_"), LETTER.c.player != "")
    .order_by(LETTER.c.received, LETTER.c.id)
)
_RAW = select(LETTER.c.raw).where(LETTER.c.id == bindparam("letter_"))
#: What is said of every letter besides its lines; and what of few.
_ALWAYS, _SOMETIMES = ("answers", "by"), ("to", "also")
#: Further lines, which may be words for other people.
_BESIDE = ("below", "other")


#: Commands whose --private has words of its own; with all others it says that the reason is private.
NOTED = ("replace",)
#: Instead of those words.
KEPT = "(withheld)"


class _Read(NamedTuple):
    """What `as_read.again` needs of a row."""

    read: str
    raw: bytes


def letters(record: Record, talk: Talk) -> list[dict[str, Any]]:
    """Every letter of a player, in the order received, as an entry of letters.jsonl."""
    return [entry for _, entry in with_ids(record, talk)]


def with_ids(record: Record, talk: Talk) -> list[tuple[int, dict[str, Any]]]:
    """The same, each with the number of its row."""
    rows = record.connection.execute(_LETTERS, {"game_": record.id}).all()
    return [(row.id, _letter(record, talk, row)) for row in rows]


def _letter(record: Record, talk: Talk, row: Any) -> dict[str, Any]:
    raw = b"" if row.read else record.connection.execute(_RAW, {"letter_": row.id}).scalar_one()
    read = as_read.again(record, _Read(row.read, raw))
    lines = list(read["lines"]) if row.number else []  # without one it is no player's own
    private = [at for at in read.get("talk", ()) if at <= len(lines)]
    beside = as_read.tells_beside(record, read)  # what stood there went to nobody
    hidden = beside or (bool(private) and talk.hides(row.player, row.received))
    for at in private if hidden else ():
        lines[at - 1] = WORDS
    received = aware(row.received)
    assert received is not None
    entry: dict[str, Any] = {
        "player": row.player,
        "n": row.number,
        "received": received.isoformat(),
        "verdict": row.state,
        "reason": masked(row.reason),
        "lines": [masked(line) for line in lines],
    }
    entry |= {name: read.get(name, "") for name in _ALWAYS}
    entry |= {name: _masked(read[name]) for name in _SOMETIMES if read.get(name)}
    if hidden:
        if "also" in entry:
            entry["also"] = {name: said for name, said in entry["also"].items() if name not in as_read.QUOTES}
        return entry | {"withheld": "words to others"}
    return entry | {name: _masked(read[name]) for name in _BESIDE if read.get(name)}


def _masked(value: Any) -> Any:
    """A value of JSON, every text in it masked."""
    if isinstance(value, str):
        return masked(value)
    if isinstance(value, dict):
        return {name: _masked(one) for name, one in value.items()}
    return [_masked(one) for one in value] if isinstance(value, list | tuple) else value


def acts(record: Record) -> list[dict[str, Any]]:
    """Every command of the moderator and every round, as an entry of acts.jsonl."""
    master = record.row.master
    return [
        {"at": at.isoformat(), "events": events, "argv": [argument(word, master) for word in _open(argv)]}
        for at, events, argv in script.of(record)
    ]


def _open(argv: Sequence[str]) -> Iterator[str]:
    """Without the words that the moderator keeps to himself: of a ruling its reason, of a replacement a note beside it."""
    option = "--private" if argv[0] in NOTED else "--because"
    kept, behind = any(word.partition("=")[0] == "--private" for word in argv), False
    for word in argv:
        if kept and behind:
            yield KEPT
        elif kept and word.startswith(f"{option}="):
            yield f"{option}={KEPT}"
        else:
            yield word
        behind = word == option
