"""`pbem replay`: a game watched again in words, from its archive or its text record, up to any event."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from pbem.engine import board, view
from pbem.engine.board import PHASE_NAMES, year
from pbem.engine.events import MODERATOR, Event, GameStarted, PhaseClosed, Player, Rewound
from pbem.engine.journal import effective
from pbem.engine.packs import factions
from pbem.engine.rules import Rules
from pbem.engine.state import State, fold
from pbem.engine.variants import RULES_VERSION, UnknownRules, rules_for
from pbem.report.boardtext import board_text, tally
from pbem.report.brief import Seat
from pbem.report.chronicle import Section, chronicle
from pbem.report.naming import Names, names_of

from . import again, walk
from . import record as text_record
from .chain import Broken
from .folder import Folder, NotAnArchive

_NUMBER = re.compile(r"(\d{1,9})")
_PHASE = re.compile(r"(\d{4})\s*/\s*([a-z]+)", re.IGNORECASE)


class Unfit(ValueError):
    """There is no such event or player, or the game cannot be watched so: one sentence."""


class Game(NamedTuple):
    """A game to watch.  `journal`: undone events and all; `whole`: with what is secret; `opened`: it is over, and anybody may see that."""

    name: str
    rules: Rules
    seats: Sequence[Seat]
    journal: Sequence[Event]
    whole: bool
    opened: bool

    @property
    def names(self) -> Names:
        return names_of(self.rules, self.seats)


class Watched(NamedTuple):
    """`text`: for people; `data`: for programs; `sound`: False where the engine tells a phase otherwise by now."""

    text: str
    data: dict[str, Any]
    sound: bool = True


# --- what is watched ---


def load(path: Path) -> Game:
    """The game of a folder, or of a text record.  Raises NotAnArchive, Unfit."""
    if path.is_dir():
        return _of_folder(Folder(path))
    try:
        found = text_record.read(path.read_text("utf-8"))
    except UnicodeDecodeError:
        raise NotAnArchive(f"{path} is no text record: it is not UTF-8.") from None
    except text_record.Faulty as error:
        raise NotAnArchive(f"{path}, {error}.") from None
    return _of_record(path, found)


def _of_folder(folder: Folder) -> Game:
    try:
        journal = folder.journal
    except Broken as error:
        raise NotAnArchive(f"{folder.path}: history.jsonl, {error}.") from None
    whole = folder.whole is not None
    return Game(folder.name, folder.rules, folder.seats, journal, whole, folder.opened)


def _of_record(path: Path, found: text_record.Text) -> Game:
    """Names of players stand in the header; packs of its own lie in `packs/` beside it, if it has any."""
    started = found.events[0] if found.events else None
    if not isinstance(started, GameStarted):
        raise NotAnArchive(f"{path}: its first event does not begin a game.")
    beside = path.parent if (path.parent / "game.toml").is_file() else path.parent.parent
    try:
        rules = Folder(beside).rules
    except NotAnArchive:
        try:
            rules = rules_for(started.rules, started.options, seats=len(started.seats))
        except UnknownRules as error:
            raise NotAnArchive(f"{path}: {error}") from None
    named, given = factions(), found.players()
    seats = [
        Seat(colour, named[colour].name if colour in named else colour, given.get(colour, colour), "UTC")
        for colour in started.seats
    ]
    whole = found.header.get("face", "whole") == "whole"
    over = fold(effective(found.events)).over
    return Game(found.header.get("game", path.stem), rules, seats, found.events, whole, whole and over)


# --- up to where, and for whom ---


def number_of(game: Game, to: str | None) -> int:
    """The number of the last event to be shown: of "217"; of "#217" as players count; of "1953/purge" the end of that phase; None: of all.  Raises Unfit."""
    if to is None:
        return len(game.journal)
    words = to.strip().strip("[]#")
    if _NUMBER.fullmatch(words) and words != to.strip():
        return _as_counted(game, int(words))
    if _NUMBER.fullmatch(words):
        if not 1 <= int(words) <= len(game.journal):
            raise Unfit(f"There is no event {words} in {game.name}; it has {len(game.journal)}.")
        return int(words)
    found = _PHASE.fullmatch(words)
    if found is None or found[2].lower() not in ("setup", *board.PHASES):
        raise Unfit(
            f"{to!r} is no event: write its number, like 217, or “#217” as players count, or a phase, like 1953/purge."
        )
    wanted = int(found[1]), found[2].lower()
    there = [
        number
        for number, _, state, _ in walk.steps([*game.journal, *game.journal[-1:]])
        if number > 1 and (year(state.turn), state.phase) == wanted
    ]
    if not there:
        raise Unfit(f"{words} has not been played in {game.name}.")
    return max(there) - 1


def _as_counted(game: Game, shown: int) -> int:
    """The event that players know as [217].  Raises Unfit."""
    seen = [number for number, event in enumerate(game.journal, 1) if event.seen_by(view.TABLE) is not None]
    if not 1 <= shown <= len(seen):
        raise Unfit(f"Players know no event [{shown}] of {game.name}; the table has seen {len(seen)}.")
    return seen[shown - 1]


def viewer_of(game: Game, player: str | None) -> Player:
    """Whose eyes.  None: everybody's once all is open, else the table's.  Raises Unfit."""
    if player is None:
        return MODERATOR if game.opened else view.TABLE
    for seat in game.seats:
        if player.strip().casefold() in (seat.colour, seat.name.casefold(), seat.faction.casefold()):
            if game.whole:
                return seat.colour
            raise Unfit(f"What {seat.name} knew is not in this archive: it holds what the table saw.")
    known = ", ".join(f"{seat.colour} ({seat.name})" for seat in game.seats)
    raise Unfit(f"There is no player {player} in {game.name}; there are {known}.")


# --- the telling ---


def watch(game: Game, to: str | None = None, player: str | None = None, everything: bool = False) -> Watched:
    """The chronicle of what led to that event (the last phase, or `everything`), and the board.  Raises Unfit."""
    last, viewer = number_of(game, to), viewer_of(game, player)
    journal = game.journal[:last]
    sections, state = _told(game, journal, viewer, everything)
    checked = _checked(game)
    head = f"{game.name}, up to event {last} of {len(game.journal)}{_where(state)}"
    lines = [head, ""]
    for section in sections:
        lines += [section.heading, *(f"  {said}" for said in section.paragraphs), ""]
    lines += [*board_text(game.names, state), "", *tally(game.names, state)]
    lines += ["", checked.said] if checked.said else []
    return Watched("\n".join(lines), _data(game, last, viewer, sections, state, checked), checked.sound)


def _where(state: State) -> str:
    if state.over:
        return ": the game is over"
    return f": {PHASE_NAMES[state.phase]} of {year(state.turn)}" if state.phase in PHASE_NAMES else ""


def _told(
    game: Game, journal: Sequence[Event], viewer: Player, everything: bool
) -> tuple[list[Section], State]:
    """The sections, and the position behind them, as the reader may see both."""
    shown = list(view.see(viewer, journal)) if viewer != view.TABLE or game.whole else list(journal)
    story = effective(list(journal))
    faces = list(view.see(viewer, story)) if viewer != view.TABLE or game.whole else story
    numbers, count = [], 0
    for event in faces:
        count += event.seen_by(view.TABLE) is not None
        numbers.append(count if event.seen_by(view.TABLE) is not None else 0)
    me = viewer if viewer in [seat.colour for seat in game.seats] else None
    if any(isinstance(event, Rewound) for event in shown):
        numbers = []  # the table counts undone events, too, and they are not told here
    first = 0 if everything else _last_phase(faces)
    before = fold(faces[:first])
    sections = chronicle(game.names, before, faces[first:], me, True, numbers[first:])
    return sections, fold(faces[first:], before)


def _last_phase(story: Sequence[Event]) -> int:
    """Where the phase begins that the story ends in."""
    closed = [at for at, event in enumerate(story, 1) if isinstance(event, PhaseClosed) and at < len(story)]
    return closed[-1] if closed else 0


class _Check(NamedTuple):
    said: str = ""
    sound: bool = True


def _checked(game: Game) -> _Check:
    """Does the engine of today tell the same from the recorded answers and dice?"""
    started = game.journal[0]
    assert isinstance(started, GameStarted)
    version = started.packs.get("rules", f"version {RULES_VERSION}")
    if not game.whole:
        return _Check()
    if version != f"version {RULES_VERSION}":
        return _Check(
            f"It was played by {version} of the rules, this program has version {RULES_VERSION}: only folded, not played again."
        )
    found = list(again.phases(game.journal, game.rules, _no_die))
    wrong = next((one for one in found if one.said), None)
    if wrong is not None:
        return _Check(f"Played again by this program, event {wrong.number} {wrong.said}.", False)
    return _Check(
        f"{len(found)} phases were played again from their answers and dice: the engine tells the same."
    )


def _no_die(label: str, sides: int) -> int:
    """All dice are on the tape."""
    raise LookupError(f"no die {label} was written")


def _data(
    game: Game, last: int, viewer: Player, sections: Sequence[Section], state: State, checked: _Check
) -> dict[str, Any]:
    people = {
        letter: {
            "name": game.rules.cards[letter].surname if letter in game.rules.cards else letter,
            "place": one.place,
            "age": one.age,
            "crosses": one.crosses,
            "suspicion": one.suspicion,
            "cure": one.cure,
            "control": state.controller(letter),
            "declared": {player: stake.points for player, stake in state.declared.get(letter, {}).items()},
        }
        for letter, one in state.people.items()
    }
    return {
        "game": game.name,
        "to": last,
        "events": len(game.journal),
        "as": viewer,
        "year": year(state.turn),
        "phase": state.phase,
        "over": state.over,
        "winners": list(state.winners),
        "waves": [
            {"year": year(one.turn), "politician": one.politician, "player": one.player}
            for one in state.waves
        ],
        "chronicle": [{"heading": one.heading, "paragraphs": list(one.paragraphs)} for one in sections],
        "people": people,
        "check": checked.said,
        "sound": checked.sound,
    }
