"""PRAVDA, OBITUARY and SLOGAN (E15): lines of a player's list until a report prints them, then events of the journal.

So an undo gives them back like any other order, and nothing of them shows before it is printed.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sqlalchemy import select

from pbem.engine import board, view
from pbem.engine.events import (
    Died,
    Event,
    Name,
    NobodyWaved,
    PhaseClosed,
    PhaseOpened,
    Player,
    Printed,
    Rewound,
    Ruled,
    Waved,
)
from pbem.engine.state import State, evolve, fold
from pbem.orders.lines import Line, Named
from pbem.orders.papers import LONGEST_LINE, ONE_LINE
from pbem.orders.readings import Reading
from pbem.orders.standing import Standing
from pbem.report.brief import Answer, Unused
from pbem.report.naming import names_of, one_line
from pbem.store.tables import NAMED, OFF

from .record import MAIL, Record

#: Why the first of two in one letter is not taken.
ONE = "One of a kind is printed at a time, and a later line of this letter takes the place of this one."
#: Reply codes and addresses are nobody's business but their owner's.
_CODE = re.compile(r"\[?\b[0-9A-Za-z]{4}(?:-[0-9A-Za-z]{4}){3}\b\]?")
#: We print words between “ and ”: with such marks of his own a writer could end his, and go on in our name or another's.
_MARK = '[“”„‟"«»″〝〞〟＂]'
_OPENS = re.compile(rf"(?:(?<=[\s(\[])|^){_MARK}(?:(?=\S)|(?<=«))")
_MAILBOX = re.compile(r"[^\s<>\"]+@[^\s<>\",;]*[^\s<>\",;.]")


def masked(words: str) -> str:
    """What a player wants printed, without reply codes and addresses."""
    return _MAILBOX.sub("(address)", _CODE.sub("(code)", words))


def printable(words: str) -> str:
    """On one line, masked, no control characters, and quotation marks within ours are single ones."""
    return masked(re.sub(_MARK, "’", _OPENS.sub("‘", one_line(words, 4 * LONGEST_LINE))))


# --- the order comes ---


def take(
    record: Record,
    player: Player,
    line: Line,
    reading: Reading,
    orders: list[tuple[Line, tuple[str, ...]]],
) -> list[Answer]:
    """It joins the orders of its letter, where a later one of its kind takes its place; or why not."""
    if fault := refusal(record, player, line):
        return [Answer("rejected", reading.text.split("\n")[0], None, reading.notes, fault)]
    earlier = [one for one in orders if one[0].verb == line.verb]
    for one in earlier:
        orders.remove(one)
    orders.append((line, reading.notes))
    return [Answer("rejected", one.text, None, (), ONE) for one, _ in earlier]


def refusal(record: Record, player: Player, line: Line) -> str:
    """Why this cannot be printed, as a sentence; "" if it can."""
    word, words = line.verb.upper(), printable(line.words)
    if not words:
        return f"{word} needs your words behind the colon."
    if len(words) > LONGEST_LINE:
        return f"{word} takes one line of {LONGEST_LINE} characters; yours has {len(words)}."
    if record.row.press == OFF:
        return "The moderator has switched off messages between players in this game (press=off), and what is printed is one."
    if line.to == "anonymous" and record.row.press == NAMED:
        return (
            "The moderator allows no anonymous messages in this game (press=named). Leave ANONYMOUS out, and it is signed with your "
            "faction."
        )
    return _no_obituary(record, player, line) if line.verb == "obituary" else ""


def _no_obituary(record: Record, player: Player, line: Line) -> str:
    """Only the last controller of somebody whose death is in the last report, or has come about since."""
    name = names_of(record.rules, record.seats).of(_whom(line))
    if record.state.people[_whom(line)].place != board.WALL:
        return f"{name} is not dead."
    known = _told(record, player)
    for dead, phase, controller in _deaths(record):
        if dead != _whom(line):
            continue
        if phase not in known:
            return f"{name} died some time ago; an obituary is for the session in which somebody died and the one after it."
        if controller != player:
            return f"{name} was not yours when death came; the obituary is for whoever was in control then."
        return ""
    return f"{name} is not dead."


def _whom(line: Line) -> Name:
    (who,) = line.who
    assert isinstance(who, Named)
    return who.letter


def _told(record: Record, player: Player) -> set[str]:
    """The phases of his last report, and the one that stands open: `1953/health`."""
    query = select(MAIL.c.covers).where(
        MAIL.c.game == record.id, MAIL.c.player == player, MAIL.c.kind == "report"
    )
    last = record.connection.execute(query.order_by(MAIL.c.id.desc()).limit(1)).scalar() or ""
    return {*last.split(), f"{record.state.turn}/{record.state.phase}"}


def _deaths(record: Record) -> Iterator[tuple[Name, str, Player | None]]:
    """Who has died: in which phase, and who was in control."""
    state = State()
    for event in view.see(view.TABLE, record.story()):
        if isinstance(event, Died):
            yield event.politician, f"{state.turn}/{state.phase}", state.controller(event.politician)
        state = evolve(state, event)


# --- a report is written ---


class Parade(NamedTuple):
    """The parade that the next report tells of: who spoke for the Party Chief; `chief` "": there was none."""

    chief: Name
    player: Player | None


def publish(record: Record) -> bool:
    """Before a report: what waits for it is printed, or falls.  Was anything written?"""
    waiting = {player: [one for one in own if one.line.verb in ONE_LINE] for player, own in _lists(record)}
    if not any(waiting.values()) or not _goes_on(record):
        return False
    parade = _parade(record)
    for player, own in waiting.items():
        for one in own:
            if one.line.verb != "slogan" or parade is not None:
                _print(record, player, one, parade)
    return True


def _goes_on(record: Record) -> bool:
    """Is there more to tell since the last report than that something was taken back?"""
    kinds = Rewound | PhaseOpened | PhaseClosed | Ruled
    last = next((event for event in reversed(_untold(record)) if isinstance(event, kinds)), None)
    return not isinstance(last, Rewound)


def _untold(record: Record) -> list[Event]:
    """What was written since everybody's last report."""
    return record.events(after=_told_until(record))


def _told_until(record: Record) -> int:
    return max(int(seat.seen) for seat in record.seat_rows.values())


def _lists(record: Record) -> list[tuple[Player, Sequence[Standing]]]:
    return [(player, tuple(own)) for player, own in record.lists().items()]


def _print(record: Record, player: Player, one: Standing, parade: Parade | None) -> None:
    line = one.line
    if why := _falls(record, player, line, parade):
        record.end_lines(player, [one.number], "dead", why)
        record.unused.setdefault(player, []).append(Unused(record.words(one), why))
        return
    about = (
        _whom(line) if line.verb == "obituary" else parade.chief if line.verb == "slogan" and parade else ""
    )
    signed = "" if line.to == "anonymous" else player
    # the event first: an undo to before it gives the line back
    record.write([Printed(line.verb, signed, about, printable(line.words))])
    record.end_lines(player, [one.number], "used")


def _falls(record: Record, player: Player, line: Line, parade: Parade | None) -> str:
    """Why it is not printed after all: a clause."""
    if record.row.press == OFF:
        return "the moderator has switched off messages between players"
    if line.to == "anonymous" and record.row.press == NAMED:
        return "the moderator no longer allows anonymous messages"
    if line.verb == "obituary" and record.state.people[_whom(line)].place != board.WALL:
        return "there was no death to mourn after all"
    if line.verb == "slogan" and parade is not None and parade.player != player:
        return (
            "you did not control the Party Chief at the parade"
            if parade.chief
            else "there was no Party Chief at the parade"
        )
    return ""


def _parade(record: Record) -> Parade | None:
    """The last one that nobody has been told of yet; None: there is none."""
    told, fresh = _told_until(record), _untold(record)
    ends = (Waved, NobodyWaved, Rewound)
    at = max((at for at, event in enumerate(fresh) if isinstance(event, ends)), default=None)
    if at is None or isinstance(fresh[at], Rewound):
        return None
    before: list[Event] = record.story(until=told + at)
    state = fold(view.see(view.TABLE, before))
    chief = state.holder("PC")
    return Parade(chief.letter, state.controller(chief.letter)) if chief else Parade("", None)
