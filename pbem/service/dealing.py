"""Bribes by mail (R15.7, decision D11): OFFER, ACCEPT, REFUSE and WITHDRAW OFFER act when the letter comes.

What they bring about is written between two phases, in order of receipt; giver and receiver are told at once, nobody else ever.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime

from sqlalchemy import select

from pbem.config import Config
from pbem.engine import run
from pbem.engine.events import Event, OfferAccepted, OfferClosed, Offered, Player
from pbem.engine.rules import IntrigueCard
from pbem.engine.state import State, replace
from pbem.orders.bargains import NoDeal, deal, open_to
from pbem.orders.lines import Line
from pbem.report.bargains import change_for, done, openly, promised
from pbem.report.brief import Rendered, Seat
from pbem.report.change import changes, cheapest, kept_by
from pbem.report.naming import names_of
from pbem.report.notices_cards import OfferFate, offer_answer_notice, offer_notice

from .mailing import aware, queue
from .record import MAIL, Record

#: How an offer's mail is marked in the outbox, so that an answer to it is known for one.
_MARK = "offer/"


def strike(record: Record, config: Config, player: Player, line: Line, now: datetime) -> list[str]:
    """Do what a line about an offer says; what that was, as clauses for the receipt.  Raises NoDeal."""
    if record.row.session == "setup":
        raise NoDeal("Offers can be made once the game has begun.")
    before = record.state
    try:
        events = deal(line, player, before, list(awaited_phases(record)))
    except NoDeal as error:
        raise NoDeal(f"{error}{_which(record, player, line)}") from error
    record.write(events)
    for event in events:
        told = _notice(record, before, event)
        if told is not None:
            covers = f"{_MARK}{event.number}" if isinstance(event, Offered) else ""
            queue(record, config, told[0], "notice", told[1], now, covers=covers)
    keep = kept_by(record.lists()[player])
    going = changes(record.rules, record.views()[player], player, keep)
    return done(names_of(record.rules, record.seats), events, player, before.offers, going)


def aimed(record: Record, player: Player, line: Line, replied: Sequence[str]) -> Line:
    """ACCEPT and REFUSE without a number, in an answer to the mail of an offer, mean that one.

    `replied`: the Message-IDs that the letter answers, the nearest first.
    """
    bare = line.verb in ("accept", "refuse") and line.number is None and not line.to and not line.players
    if not bare or not replied:
        return line
    number = offer_of(record, player, replied)
    return line if number is None else replace(line, number=number)


def offer_of(record: Record, player: Player, replied: Sequence[str]) -> int | None:
    """The number of the offer whose mail is answered."""
    ids = [f"<{name}>" for name in replied]
    query = select(MAIL.c.message_id, MAIL.c.covers).where(
        MAIL.c.game == record.id, MAIL.c.player == player, MAIL.c.message_id.in_(ids)
    )
    told = {row.message_id: row.covers for row in record.connection.execute(query)}
    marks = [told[name] for name in ids if told.get(name, "").startswith(_MARK)]
    return int(marks[0].removeprefix(_MARK)) if marks else None


def _which(record: Record, player: Player, line: Line) -> str:
    """What is open, with the lines that answer it, where one was not found."""
    names, state = names_of(record.rules, record.seats), record.state
    if line.verb in ("accept", "refuse"):
        told = [openly(names, offer, player) for offer in open_to(state, player)]
    elif line.verb == "withdraw offer":
        told = [openly(names, o, player) for o in state.offers if o.giver == player and not o.accepted]
    else:
        told = []
    return f" Open now: {'; '.join(told)}." if told else ""


def awaited_phases(record: Record) -> Iterator[tuple[int, str]]:
    """Turn and name of each phase that the next deadline resolves."""
    state = record.state
    for phase in record.row.session.split():
        opened = run.following(state)
        if opened is None or opened.phase != phase:
            return
        yield opened.turn, opened.phase
        state = replace(state, turn=opened.turn, phase=opened.phase)


def _notice(record: Record, before: State, event: Event) -> tuple[Player, Rendered] | None:
    """Who is told of it, and how: the receiver of an offer made or taken back, the giver of one answered."""
    match event:
        case Offered():
            return event.receiver, _offered(record, event)
        case OfferAccepted():
            return event.giver, _answered(record, before, event, "accepted")
        case OfferClosed(why="refused"):
            return event.giver, _answered(record, before, event, "refused")
        case OfferClosed(why="withdrawn"):
            return event.receiver, _answered(record, before, event, "withdrawn", mine=False)
        case _:
            return None


def _offered(record: Record, event: Offered) -> Rendered:
    view = record.views()[event.receiver]
    return offer_notice(
        record.row.name,
        _seat(record, event.receiver),
        _seat(record, event.giver),
        event.number,
        _cards(record, event.cards),
        promised(names_of(record.rules, record.seats), event.promise) if event.promise is not None else "",
        event.words,
        phase=event.phase,
        turn=event.turn,
        deadline=aware(record.row.deadline),
        change=change_for(record.rules, view, event.receiver, len(event.cards)),
        held=cheapest(record.rules, view, event.receiver, kept_by(record.lists()[event.receiver])),
        lexicon=record.lexicon,
    )


def _answered(
    record: Record,
    before: State,
    event: OfferAccepted | OfferClosed,
    what: OfferFate,
    mine: bool = True,
) -> Rendered:
    giver, receiver = _seat(record, event.giver), _seat(record, event.receiver)
    me, other, number = (giver, receiver, event.own) if mine else (receiver, giver, event.number)
    offer = next(o for o in before.offers if o.receiver == event.receiver and o.number == event.number)
    return offer_answer_notice(
        record.row.name,
        me,
        other,
        number,
        _cards(record, offer.cards),
        what,
        mine=mine,
        lexicon=record.lexicon,
    )


def _seat(record: Record, player: Player) -> Seat:
    return next(seat for seat in record.seats if seat.colour == player)


def _cards(record: Record, numbers: tuple[int, ...]) -> list[IntrigueCard]:
    return [record.rules.deck[number] for number in numbers]


__all__ = ["NoDeal", "aimed", "awaited_phases", "offer_of", "strike"]
