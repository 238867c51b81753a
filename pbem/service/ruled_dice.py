"""Rulings about dice (E21): fixed for when they come, or the last resolution is played again with them."""

import re
from collections.abc import Sequence
from datetime import datetime
from functools import partial

from pbem.engine import board
from pbem.engine.events import DieRuled, Event, Rolled
from pbem.engine.journal import in_force
from pbem.engine.reseen import base
from pbem.orders.names import Lexicon
from pbem.report.naming import Names, names_of
from pbem.report.prose import HELD
from pbem.report.ruled_told import said_of
from pbem.report.taken_back import die as told

from . import takingback, undoing, undopoint
from .corrections import one_player, one_politician
from .errors import ServiceError, UsageError
from .record import Record
from .rulings import Bench, Deed, Ruling, impose, judge, no_card, playable
from .site import Site
from .undoing import Manner

REROLL = "reroll"
SIDES = 20
#: As the players read it: "health Krakemheds 1951, no. 2, roll 2".
_TOLD = re.compile(r"(\w+)\s+(.+?)\s+(\d{4})(?:,\s*no\.\s*(\d+))?")
_AGAIN = re.compile(r",\s*roll\s+\d+$")
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
    journal, names = record.events(), names_of(record.rules, record.seats)
    label, face = _rolled_as(journal, names, text) or label_of(record.lexicon, text), _face(value)
    rolled = [
        n for n in in_force(journal) if isinstance(e := journal[n - 1], Rolled) and base(e.label) == label
    ]
    fact = DieRuled(label, face)
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
    lost, renew = takingback.rulings_lost(record, point), label if face is None else ""
    manner = Manner(private=bench.private)
    facts = [] if face is None else [bench.ruled((fact,), told=False)]
    undoing.again(record, bench.config, point, bench.words, bench.now, manner, facts, renew)
    return Deed(
        (fact,),
        (*said, "The last session is resolved again with the same orders; all other dice keep their values."),
        lost,
        again=True,
    )


def _rolled_as(journal: Sequence[Event], names: Names, text: str) -> str:
    """A die that was rolled, by what reports and `pbem explain` call it: `health Krakemheds 1951`; "" if there is none."""
    typed = _AGAIN.sub("", text.strip(' “”"')).casefold()
    labels = dict.fromkeys(base(event.label) for event in journal if isinstance(event, Rolled))
    called = (label for label in labels if told(label, names).replace(HELD, " ").casefold() == typed)
    return next(called, "")


def label_of(lexicon: Lexicon, text: str) -> str:
    """`1954/purge Palavrian #0` or `purge Palavrian 1954` as the journal has it: `1954/purge purge G #0`.  Raises UsageError."""
    called = _TOLD.fullmatch(_AGAIN.sub("", text.strip(' “”"')))
    if called and called[1].casefold() in board.PHASES:
        text = f"{called[3]}/{called[1]} {called[2]} #{int(called[4] or 1) - 1}"
    found = _DIE.fullmatch(text.strip())
    if found is None or found[2].casefold() not in board.PHASES:
        raise UsageError(
            f'{text!r} names no die; write it like "1954/purge Palavrian #0", or "purge Palavrian 1954" as the reports do.'
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
