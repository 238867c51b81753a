"""Level 1 of `pbem verify`: the events make a game, phase after phase, and the game is the one that game.toml and the mails speak of."""

import json
from collections.abc import Iterator, Sequence

from pbem.engine import board, codec, run, view
from pbem.engine.events import Event, GameStarted, PhaseClosed, PhaseOpened
from pbem.engine.journal import position
from pbem.engine.state import State
from pbem.engine.variants import RULES_VERSION

from . import again, fingerprint, history, walk
from .chain import chained
from .checks import Found
from .folder import Folder, NotAnArchive
from .manifest import Fault

FILE = "history.jsonl"


def fold(folder: Folder) -> Found:
    """Event after event without an error, and after each the laws of the board hold."""
    journal, file = folder.journal, file_of(folder)
    number = 0
    try:
        for number, event, state, _ in walk.steps(journal):
            if said := _law(event, state):
                return Found(len(journal), [Fault(file, number, said)])
    except Exception as error:
        # whatever the position cannot take in, the line is wrong and not the program
        return Found(
            len(journal), [Fault(file, number, f"cannot happen here ({type(error).__name__}: {error})")]
        )
    final = position(journal)
    if said := _laws(final):
        return Found(len(journal), [Fault(file, len(journal), said)])
    return Found(len(journal))


def file_of(folder: Folder) -> str:
    """Where the events lie that are looked at."""
    return f"private/{FILE}" if folder.whole != folder.path and folder.private else FILE


def _law(event: Event, before: State) -> str:
    """What must be true before an event; "" if it is."""
    if isinstance(event, GameStarted):
        return "begins the game a second time" if before.seats else ""
    if isinstance(event, PhaseOpened):
        if event.phase == "setup" and before.seats and before.phase not in board.PHASES:
            return ""
        following = run.following(before)
        if following is None or (following.turn, following.phase) != (event.turn, event.phase):
            return f"opens {event.turn}/{event.phase}, and that is not the next phase"
        return _laws(before)
    if isinstance(event, PhaseClosed) and (event.turn, event.phase) != (before.turn, before.phase):
        return f"closes {event.turn}/{event.phase}, which is not open"
    return ""


def _laws(state: State) -> str:
    """What must be true of a board: one Politician a slot, nobody declared above what he has recorded, no more than three crosses."""
    seated: dict[str, str] = {}
    for name, person in state.people.items():
        if person.place in board.PURGE_NUMBER and seated.setdefault(person.place, name) != name:
            return f"leaves {seated[person.place]} and {name} in one slot"
        if person.place not in board.RANK or not 0 <= person.crosses <= 3:
            return f"leaves {name} in {person.place} with {person.crosses} crosses"
    for name, stakes in state.declared.items():
        for player, stake in stakes.items():
            if state.recorded.get(player) is not None and stake.points > state.written(player, name):
                return f"leaves {player} with {stake.points} declared on {name}, and fewer recorded"
    return ""


def phases(folder: Folder) -> Found:
    """Every closed phase in force, played again by this program from what was answered and rolled: it must tell the same."""
    if not folder.opened:
        return Found(
            0,
            (),
            "of a running game only what the table saw can be followed" if folder.private is None else "",
        )
    started = folder.journal[0]
    assert isinstance(started, GameStarted)
    version, mine = started.packs.get("rules", ""), f"version {RULES_VERSION}"
    if version != mine:
        return Found(0, (), f"it was played by {version} of the rules, this program has {mine}")
    try:
        found = list(again.phases(folder.journal, folder.rules, folder.roll()))
    except NotAnArchive as error:
        return Found(0, (), str(error))
    wrong = [Fault(FILE, one.number, one.said) for one in found if one.said]
    engine = fingerprint.here()["fingerprint engine"]
    if wrong and folder.about.get("program", {}).get("fingerprint engine") != engine:
        return Found(
            len(found),
            (),
            f"line {wrong[0].line} {wrong[0].said}; but the archive was written by another state of the engine",
        )
    return Found(len(found), wrong[:1])


def result(folder: Folder) -> Found:
    """Winners, the rule that ended it, players and rules."""
    about, state, wrong = folder.about, position(folder.journal), []
    started = folder.journal[0]
    assert isinstance(started, GameStarted)
    seats = [seat.colour for seat in folder.seats]
    facts = {
        "winners": list(state.winners),
        "ended_by": state.ended_by,
        "rules": started.rules,
        "options": started.options,
        "table_head": _table_head(folder.journal),
    }
    for key, fact in facts.items():
        if about.get(key) != fact:
            wrong.append(Fault("game.toml", 0, f"says {key} = {about.get(key)!r}, and the history {fact!r}"))
    if tuple(seats) != started.seats:
        wrong.append(
            Fault("game.toml", 0, f"names the players {seats}, and the history {list(started.seats)}")
        )
    if (about.get("status") == "over") != state.over:
        wrong.append(
            Fault(
                "game.toml",
                0,
                f"says status = {about.get('status')!r}, and by the history the game is {'' if state.over else 'not '}over",
            )
        )
    return Found(len(facts) + 2, wrong)


def _table_head(journal: Sequence[Event]) -> str:
    return history.public_head(journal)


def heads(folder: Folder) -> Found:
    """Each head that a mail prints is one of the chain of what the table had seen by then (decision D29)."""
    home = folder.whole
    if home is None:
        return Found(0)
    known = list(_heads(folder.journal))
    checked = 0
    for number, line in enumerate(folder.lines("mails", home), 1):
        printed = json.loads(line).get("head", "") if line else ""
        if not printed:
            continue
        checked += 1
        digits, _, place = printed.partition(" after ")
        at = int(place.strip("[]"))
        if at > len(known) or not known[at - 1].startswith(digits):
            said = f"prints the head {printed}, which the history does not have"
            return Found(checked, [Fault("mails.jsonl", number, said)])
    return Found(checked)


def _heads(journal: Sequence[Event]) -> Iterator[str]:
    head = ""
    for face in view.see(view.TABLE, journal):
        head = chained(head, codec.encode(face))
        yield head
