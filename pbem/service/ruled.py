"""Rulings about the course of things (E21): announced actions, readings of house rulings, an answer in a player's stead."""

import json
from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import partial

from pbem import rulebook
from pbem.engine import bonds, readings
from pbem.engine.events import (
    Announced,
    Answered,
    Decreed,
    Event,
    PhaseOpened,
    Player,
    ReadingRuled,
    Voided,
)
from pbem.engine.journal import in_force
from pbem.orders.reader import read
from pbem.report.brief import LetterBrief, Rendered
from pbem.report.naming import names_of
from pbem.report.receipt import render_receipt
from pbem.report.ruled_told import ACTIONS, said_of
from pbem.store.tables import OVER

from . import lines, offers_told, press, rescue, revealing, takingback, undoing, undopoint
from .errors import ServiceError, UsageError
from .mailing import Briefs, queue
from .press_answers import NO_LETTER
from .record import Record, load_id
from .resolving import resolve
from .rulings import Bench, Deed, Ruling, impose, judge, no_card, playable
from .showing import seat_of
from .site import Site
from .undoing import Manner

APPROVAL = "approval"


# --- an announced action ---


def void(
    site: Site,
    game: str,
    event: str,
    because: str,
    now: datetime,
    dry_run: bool = False,
    private: bool = False,
) -> Ruling:
    """An announced action of the last resolution was never announced, and what it led to is played otherwise.  Raises UsageError, ServiceError."""
    return judge(site, game, because, now, partial(_void, number=event), dry_run, private)


def _void(bench: Bench, number: str) -> Deed:
    record = bench.record
    no_card(record)
    if not number.isdecimal():
        raise UsageError(f"{number!r} is no number of an event; `pbem explain` shows them.")
    if record.row.waits == APPROVAL:
        playable(record)
        if revealing.blind(record):
            raise ServiceError(
                f"{record.row.name} is moderated blind, so what waits for `pbem approve` is not shown, nor can a part of it be voided. "
                "Release it first, then void the event by its number."
            )
        fact = _voided(_coming(bench), int(number), record)[1]
        impose(bench, (fact,), mails=False)
        return Deed((fact,), tuple(said_of(names_of(record.rules, record.seats), [fact])))
    journal = record.events()
    numbers = in_force(journal)
    to, fact = _voided([(n, journal[n - 1]) for n in numbers], int(number), record)
    if int(number) < undopoint.before_last(journal):
        raise ServiceError(
            f"Event {number} is older than the last resolution. `pbem undo {record.row.name} --to {to} --because TEXT` takes the game back to "
            f"just before it; there its player can be answered for, with `pbem rule {record.row.name} answer`."
        )
    point = undopoint.at(record, journal, to)
    ruled, lost = bench.ruled((fact,), told=False), takingback.rulings_lost(record, point)
    undoing.again(record, bench.config, point, bench.words, bench.now, Manner(private=bench.private), [ruled])
    said = tuple(said_of(names_of(record.rules, record.seats), [fact]))
    return Deed(
        (fact,), (*said, "The phase goes on from there with the same orders and dice."), lost, again=True
    )


def _coming(bench: Bench) -> list[tuple[int, Event]]:
    """The events of the resolution that waits for approval, with the numbers that they would have."""
    record = bench.record
    work = record.connection.begin_nested()
    try:
        there = load_id(record.connection, record.id)
        resolve(there, bench.config, bench.now)
        return list(enumerate(there.events(after=record.row.events), record.row.events + 1))
    finally:
        work.rollback()


def _voided(story: Sequence[tuple[int, Event]], number: int, record: Record) -> tuple[int, Voided]:
    """The number of the last event before the answer that made the announcement, and the fact.  Raises ServiceError."""
    found = [place for place, (own, _) in enumerate(story) if own == number]
    event = story[found[0]][1] if found else None
    if not isinstance(event, Announced) or event.action not in ACTIONS:
        raise ServiceError(
            f"Event {number} of {record.row.name} announces no action that can be voided: {_announcements(story)}."
        )
    for place in reversed(range(found[0])):
        answer = story[place][1]
        if _is_answer(answer, event):
            turn, phase = _when(record, story, number)
            before = story[place - 1][0] if place else 0
            return before, Voided(turn, phase, event.actor, event.action, event.target or "")
    raise ServiceError(f"Event {number} followed from no order, and cannot be voided.")


def _is_answer(answer: Event, said: Announced) -> bool:
    return (
        isinstance(answer, Answered)
        and (answer.player, answer.actor) == (said.player, said.actor)
        and answer.choice == bonds.choice_of(said)
    )


def _when(record: Record, story: Sequence[tuple[int, Event]], number: int) -> tuple[int, str]:
    opened = [event for own, event in story if own < number and isinstance(event, PhaseOpened)]
    return (opened[-1].turn, opened[-1].phase) if opened else (record.state.turn, record.state.phase)


def _announcements(story: Sequence[tuple[int, Event]]) -> str:
    """The last ones that can be."""
    last = list(_voidable(story))[-6:]
    return f"the last that can are {', '.join(last)}" if last else "there is none"


def _voidable(story: Sequence[tuple[int, Event]]) -> Iterator[str]:
    for number, event in story:
        if isinstance(event, Announced) and event.action in ACTIONS:
            yield f"{number} ({event.action} by {event.actor})"


# --- a house ruling ---


def house(
    site: Site,
    game: str,
    ruling: str,
    reading: str,
    because: str,
    now: datetime,
    once: bool = False,
    dry_run: bool = False,
    private: bool = False,
) -> Ruling:
    """A house ruling is read otherwise, once or from now on.  Raises UsageError, ServiceError."""
    deed = partial(_house, ruling=ruling, reading=reading, once=once)
    return judge(site, game, because, now, deed, dry_run, private)


def _house(bench: Bench, ruling: str, reading: str, once: bool) -> Deed:
    record = bench.record
    if record.row.status == OVER:
        playable(record)
    no_card(record)
    try:
        which = readings.ruling(ruling)
        fact = ReadingRuled(which, readings.find(which, reading).word, once)
        _in_the_game(record, which)
    except ValueError as error:
        raise UsageError(str(error)) from error
    if readings.of(record.state, which) == fact.reading and not once:
        raise ServiceError(f"{which} is read so already in {record.row.name}: nothing is ruled.")
    if not fact.reading:
        fact = ReadingRuled(which, "", False)
    impose(bench, (fact,))
    return Deed((fact,), tuple(said_of(names_of(record.rules, record.seats), [fact])))


def _in_the_game(record: Record, which: str) -> None:
    """Raises ValueError for a ruling about what these rules do not have."""
    rulebook.find(which, record.row.rules, json.loads(record.row.options), len(record.seats), record.rules)


# --- an answer ---


def answer(
    site: Site,
    game: str,
    player: str,
    line: Sequence[str],
    because: str,
    now: datetime,
    dry_run: bool = False,
    private: bool = False,
) -> Ruling:
    """A line in a player's stead, as if he had mailed it; he gets the receipt.  Raises UsageError, ServiceError."""
    return judge(site, game, because, now, partial(_answer, player=player, typed=line), dry_run, private)


def _answer(bench: Bench, player: str, typed: Sequence[str]) -> Deed:
    record, now = bench.record, bench.now
    who = seat_of(record, player)
    if record.row.status == OVER:
        raise ServiceError(f"{record.row.name} is over; nothing can be ordered any more.")
    no_card(record)
    said = read([press.as_typed(one) for one in typed], record.lexicon)
    with record.given_by("moderator"):
        done = lines.apply(record, bench.config, who, said, None, now, now)
    if wrong := [one for one in done.answers if one.kind == "rejected"]:
        raise UsageError(f"{wrong[0].text!r} was not taken: {wrong[0].error}")
    public, private = undoing.book(bench.words, bench.private)
    quoted = "; ".join(typed)
    record.write(
        [
            Decreed(
                "answer",
                f"The moderator answers for {who}: {quoted}. {public}".strip(),
                private,
                (who,),
                (who,),
            )
        ]
    )
    offers_told.tell(record, bench.config, now)
    _receipt(bench, who, done)
    shown = (f"{record.seat_rows[who].name}: {one.text}" for one in done.answers if one.kind != "ignored")
    return Deed((), tuple(dict.fromkeys(shown)))


def _receipt(bench: Bench, who: Player, done: lines.Done) -> None:
    """Why, and how it was read."""
    record = bench.record
    why = f"for this reason: {bench.words}" if not bench.private else "as a ruling"
    letter = LetterBrief(bench.now, f"entered by the moderator {why}", done.answers)

    def write(there: Record) -> Rendered:
        return render_receipt(Briefs(there, bench.config, bench.now).of(who), [letter], done.sections)

    sent = queue(record, bench.config, who, "receipt", write, bench.now, press.mark(done.answers))
    rescue.bind(record, [NO_LETTER], sent.strip("<>"))
