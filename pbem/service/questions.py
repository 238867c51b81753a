"""A phase that stands open: a card without code was played, and the moderator has to rule on it (HR-39).

The journal holds the phase as far as it came.  The game is on hold, the moderator has the card's text, and a ruling lets the phase
go on from there, with the orders as they were at its deadline.
"""

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from sqlalchemy import insert

from pbem.config import Config
from pbem.engine.events import CardPlayed, Claimed, Event, Name
from pbem.engine.state import State
from pbem.report.brief import Rendered
from pbem.report.naming import HEALTH, Names, names_of, one_line, place
from pbem.report.notices_cards import card_question_notice
from pbem.report.prose import HELD, echo, harmless, listed, wrap
from pbem.store.tables import CARD, UNDONE

from .errors import ServiceError
from .mailing import queue, tell_moderator
from .record import QUESTION, OpenPhase, Record


def refuse(record: Record) -> None:
    """For what has to wait for the moderator while a phase stands open.  Raises ServiceError."""
    why, game = waits_for(record), record.row.name
    if why == CARD:
        raise ServiceError(
            f"{game} waits for your ruling: {record.row.held}. `{command(record)}` lets it go on."
        )
    if why == UNDONE:
        raise ServiceError(
            f"{game} is {record.row.held}; rule, or answer for a player with `pbem rule`; `pbem resume {game}` lets it go on."
        )


def waits_for(record: Record) -> str:
    """Why a phase stands open: CARD, PAUSE or UNDONE; "" if none does."""
    open_phase = record.open_phase()
    return "" if open_phase is None else open_phase.why


def command(record: Record, values: str = "") -> str:
    """What the moderator types."""
    return f"pbem rule {record.row.name} set {values}--because TEXT"


def keep(record: Record, open_phase: OpenPhase) -> None:
    """This phase stands open."""
    values = {"game": record.id, "opened": open_phase.opened, "rest": " ".join(open_phase.rest)}
    values["why"] = open_phase.why
    record.connection.execute(insert(QUESTION).values(**values))


def settle(record: Record) -> None:
    """It goes on, and so does the clock."""
    record.connection.execute(QUESTION.delete().where(QUESTION.c.game == record.id))
    record.change(held="")


def hold(record: Record, config: Config, now: datetime) -> None:
    """Stop the game at the question, and tell the moderator and the players."""
    played, said = _played(record.events(after=_opened(record)))
    said = "" if record.settings.blind else said  # a blind moderator reads no order
    names = names_of(record.rules, record.seats)
    card, who = record.rules.deck[played.card], names.who(played.player)
    words = f"{who} has played {names.card(played.card)}, and the moderator applies its text"
    record.change(held=words.replace(HELD, " "))
    me = next(seat for seat in record.seats if seat.colour == played.player)
    notice = card_question_notice(record.row.name, me, card, said, names.lexicon)
    subject = notice.subject.removeprefix(f"[{record.row.name}] ")
    tell_moderator(record, config, subject, "\n".join([notice.text, *_aim(record, played)]), now)
    for seat in record.seats:
        queue(record, config, seat.colour, "notice", partial(_players_notice, played=played), now)


def _opened(record: Record) -> int:
    open_phase = record.open_phase()
    assert open_phase is not None
    return open_phase.opened


def _played(written: Sequence[Event]) -> tuple[CardPlayed, str]:
    """The card that is asked about, and the words of the order that played it."""
    played = [event for event in written if isinstance(event, CardPlayed)][-1]
    plays = [play for event in written if isinstance(event, Claimed) for play in event.plays]
    said = [play.because for play in plays if (play.player, play.card) == (played.player, played.card)]
    return played, said[-1] if said else ""


def _aim(record: Record, played: CardPlayed) -> list[str]:
    """On whom it was played, how he stands, and what to type."""
    names, state = names_of(record.rules, record.seats), record.state
    aims = [_aimed(record, played, "It was played")] if played.on or played.against else []
    now = [line for name in played.on for line in wrap(f"{_stands(names, state, name)}.", "  ", "    ")]
    example = names.of(played.on[0]) if played.on else "Palavrian"
    return [
        *(aims or ["It names nobody."]),
        *(["", "As things stand:", *now] if now else []),
        "",
        *wrap(
            "What comes of it, with new values only; for each Politician or player words in quotation marks of their own, and none "
            "where nothing changes:"
        ),
        "",
        f'    pbem rule {record.row.name} set "{example} place=people sp=3 health=sick" --because "the card says so"',
    ]


def _aimed(record: Record, played: CardPlayed, said: str) -> str:
    """`It was played on Candidate Manjak, against Boris.`"""
    names, state = names_of(record.rules, record.seats), record.state
    on = [names.titled(state, name).replace(HELD, " ") for name in played.on]
    parts = [f"on {listed(on)}"] if on else []
    parts += [f"against {names.who(played.against)}"] if played.against else []
    return f"{said} {', '.join(parts)}." if parts else ""


def _stands(names: Names, state: State, letter: Name) -> str:
    """`Manjak: Candidate C1, 3 SP, age 58, healthy, 1 “?”`"""
    him = state.people[letter]
    at = ", at the Sanatorium" if him.cure else ""
    where = place(him.place).replace(HELD, " ")
    values = f"{him.stress} SP, age {him.age}, {HEALTH[him.crosses]}, {him.suspicion} “?”"
    return f"{names.of(letter)}: {where}{at}, {values}"


def _players_notice(record: Record, played: CardPlayed) -> Rendered:
    """To everybody: why there is no report yet."""
    names = names_of(record.rules, record.seats)
    who, card = names.who(played.player), names.card(played.card)
    said = (
        f"{who} has played {card}, whose text the moderator applies by hand. {_aimed(record, played, 'It was played')} The game is on "
        "hold until he has ruled; then it goes on from there with the orders that were in, and the report comes. Orders that you "
        "send meanwhile are not kept."
    )
    text = [*wrap(said), "", "The card says:", *echo(one_line(names.text(played.card), 1000))]
    return Rendered(f"[{record.row.name}] on hold for a card", "\n".join(harmless(text, names.lexicon)))
