"""Rulings about dice (E21): fixed for when they come, or the last resolution is played again with them."""

import re
from datetime import datetime
from functools import partial

from pbem.engine import board
from pbem.engine.events import DieRuled, Rolled
from pbem.engine.journal import in_force
from pbem.engine.reseen import base
from pbem.orders.names import Lexicon
from pbem.report.naming import names_of
from pbem.report.ruled_told import said_of

from . import undoing, undopoint
from .corrections import one_player, one_politician
from .errors import ServiceError, UsageError
from .record import Record
from .rulings import Bench, Deed, Ruling, impose, judge, no_card, playable
from .site import Site
from .undoing import Manner

REROLL = "reroll"
SIDES = 20
_DIE = re.compile(r"(\d+)\s*/\s*(\w+)\s+(.+?)(?:\s*#\s*(\d+))?")
#: What a die may be for, besides a Politician's purge, health or parade.
_PURPOSES = (
    "first to play",
    "tie",
    "purge",
    "hunting accident",
    "assassination",
    "faction for",
    "amount for",
    "card of",
)


def die(
    site: Site,
    game: str,
    label: str,
    value: str,
    because: str,
    now: datetime,
    dry_run: bool = False,
    private: bool = False,
) -> Ruling:
    """Fix a die, or have it rolled anew; one of the last resolution takes the game back to before it.  Raises UsageError, ServiceError."""
    return judge(site, game, because, now, partial(_die, text=label, value=value), dry_run, private)


def _die(bench: Bench, text: str, value: str) -> Deed:
    record = bench.record
    label, face = label_of(record.lexicon, text), _face(value)
    journal = record.events()
    rolled = [
        n for n in in_force(journal) if isinstance(e := journal[n - 1], Rolled) and base(e.label) == label
    ]
    fact = DieRuled(label, face)
    names = names_of(record.rules, record.seats)
    said = tuple(said_of(names, [fact]))
    if not rolled:
        playable(record)
        no_card(record)
        _to_come(record, label, face)
        impose(bench, (fact,))
        return Deed((fact,), said)
    start = undopoint.before_last(journal)
    if rolled[-1] < start:
        _too_old(record, label, value, bench.words)
    point = undopoint.at(record, journal, start)
    renew = label if face is None else ""
    manner = Manner(private=bench.private)
    facts = [] if face is None else [bench.ruled((fact,), told=False)]
    undoing.again(record, bench.config, point, bench.words, bench.now, manner, facts, renew)
    return Deed(
        (fact,),
        (*said, "The last session is resolved again with the same orders; all other dice keep their values."),
    )


def label_of(lexicon: Lexicon, text: str) -> str:
    """`1954/purge Palavrian #0` as the journal has it: `1954/purge purge G #0`.  Raises UsageError."""
    found = _DIE.fullmatch(text.strip())
    if found is None or found[2].casefold() not in board.PHASES:
        raise UsageError(
            f'{text!r} names no die; write it like "1954/purge Palavrian #0", as the journal does.'
        )
    year, phase, about, number = int(found[1]), found[2].casefold(), found[3], found[4] or "0"
    first, last = board.year(1), board.year(board.LAST_TURN)
    if not first <= year <= last:
        raise UsageError(f"{text!r}: the years of a game are {first} to {last}.")
    return f"{year}/{phase} {_purpose(lexicon, phase, about)} #{int(number)}"


def _purpose(lexicon: Lexicon, phase: str, about: str) -> str:
    """What the die is for, with letters for names.  Raises UsageError."""
    words = about.casefold()
    kind = next((one for one in _PURPOSES if words.startswith(f"{one} ")), "")
    rest = about[len(kind) :].split()
    if kind in ("first to play", "card of"):
        return f"{kind} {one_player(lexicon, ' '.join(rest))}"
    if kind == "tie":
        return f"tie {one_politician(lexicon, ' '.join(rest[:-1]))} {one_player(lexicon, rest[-1])}"
    name = one_politician(lexicon, " ".join(rest))
    if kind:
        return f"{kind} {name}"
    return f"purge {name}" if phase == "purge" else name


def _face(value: str) -> int | None:
    """None: it is rolled anew.  Raises UsageError."""
    if value.strip().casefold() == REROLL:
        return None
    if not value.strip().isdecimal() or not 0 < int(value) <= SIDES:
        raise UsageError(f"{value!r} is no face of a die; it is a number from 1 to {SIDES}, or {REROLL}.")
    return int(value)


def _to_come(record: Record, label: str, face: int | None) -> None:
    """Raises ServiceError for a die that was never rolled, and never will be."""
    year, phase = label.partition(" ")[0].split("/")
    here = (
        record.state.turn,
        board.PHASES.index(record.state.phase) if record.state.phase in board.PHASES else -1,
    )
    there = int(year) - board.year(0), board.PHASES.index(phase)
    if there < here or (there == here and record.open_phase() is None):
        raise ServiceError(f"No such die was rolled in {record.row.name}: {label}.")
    if face is None:
        raise ServiceError(f"{label} has not been rolled yet; give the number that it is to show.")


def _too_old(record: Record, label: str, value: str, words: str) -> None:
    """Raises ServiceError with the two commands that do it."""
    game, phase = record.row.name, label.partition(" ")[0]
    raise ServiceError(
        f"{label} was rolled before the last resolution. Take the game back first: `pbem undo {game} --to {phase} --same-dice --because "
        f'"{words}"`, then `pbem rule {game} die "{label}" {value} --because "{words}"`.'
    )
