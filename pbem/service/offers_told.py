"""The mails about offers (R15.7): to the receiver of one made or taken back, to the giver of one answered; one mail a poll."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import partial

from msgspec.structs import replace

from pbem.config import Config
from pbem.engine.events import Event, OfferAccepted, OfferClosed, Offered, Player
from pbem.engine.rules import IntrigueCard
from pbem.engine.state import State
from pbem.report.bargains import change_for, promised
from pbem.report.brief import Rendered, Seat
from pbem.report.change import cheapest, kept_by
from pbem.report.naming import names_of, one_line
from pbem.report.notices_cards import OfferFate, offer_answer_notice, offer_notice
from pbem.report.prose import listed

from .mailing import aware, offer_mark, queue
from .record import Record

#: Between two notices of one mail.
RULE = f"\n{'-' * 72}\n\n"


def tell(record: Record, config: Config, now: datetime) -> None:
    """What was dealt since the last time, as one mail for each player who did not do it himself."""
    dealt, record.dealt = record.dealt, []
    made: dict[Player, list[Event]] = {}
    for who, _, event in _notices(record, dealt):
        made.setdefault(who, []).append(event)
    for who, mine in made.items():
        covers = " ".join(offer_mark(event) for event in mine if isinstance(event, Offered))
        queue(record, config, who, "notice", partial(_written, who=who, dealt=dealt), now, covers=covers)


def _written(record: Record, who: Player, dealt: Sequence[tuple[State, Event]]) -> Rendered:
    """His mail."""
    there = [record.again(before, event) for before, event in dealt]
    return _together(record, [(text, event) for one, text, event in _notices(record, there) if one == who])


def _notices(
    record: Record, dealt: Sequence[tuple[State, Event]]
) -> Iterator[tuple[Player, Rendered, Event]]:
    """An offer that is no longer open is not told to its receiver: he answered it himself, or could not."""
    new = {(e.giver, e.own) for _, e in dealt if isinstance(e, Offered)}
    waiting = {(o.giver, o.own) for o in record.state.offers if not o.accepted}
    for before, event in dealt:
        match event:
            case Offered():
                if (event.giver, event.own) in waiting:
                    yield event.receiver, _offered(record, event), event
            case OfferAccepted():
                yield event.giver, _answered(record, before, event, "accepted"), event
            case OfferClosed(why="refused"):
                yield event.giver, _answered(record, before, event, "refused"), event
            case OfferClosed(why="withdrawn"):
                if (event.giver, event.own) not in new:
                    yield event.receiver, _answered(record, before, event, "withdrawn", mine=False), event


def _together(record: Record, notices: list[tuple[Rendered, Event]]) -> Rendered:
    """Several as one mail."""
    if len(notices) == 1:
        return notices[0][0]
    events = [event for _, event in notices]
    if all(isinstance(event, Offered) for event in events):
        givers = dict.fromkeys(event.giver for event in events if isinstance(event, Offered))
        subject = (
            f"{len(events)} offers from {listed([one_line(_seat(record, giver).name) for giver in givers])}"
        )
    else:
        subject = f"news of {len(events)} offers"
    return Rendered(
        f"[{record.row.name}] {subject}", RULE.join(f"{one.text.strip()}\n" for one, _ in notices)
    )


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
        lexicon=names_of(record.rules, record.seats).lexicon,
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
        lexicon=names_of(record.rules, record.seats).lexicon,
    )


def _seat(record: Record, player: Player) -> Seat:
    return next(seat for seat in record.seats if seat.colour == player)


def _cards(record: Record, numbers: tuple[int, ...]) -> list[IntrigueCard]:
    """With all that is printed on them, where one refers to another."""
    names = names_of(record.rules, record.seats)
    return [replace(record.rules.deck[number], text=names.text(number)) for number in numbers]
