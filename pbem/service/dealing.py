"""Bribes by mail (R15.7, decision D11): OFFER, ACCEPT, REFUSE and WITHDRAW OFFER act when the letter comes.

What they bring about is written between two phases, in order of receipt; giver and receiver are told at once (`offers_told`),
nobody else ever.
"""

from collections.abc import Iterator, Sequence

from sqlalchemy import select

from pbem.engine import run
from pbem.engine.events import Offered, Player
from pbem.engine.state import replace
from pbem.orders.bargains import NoDeal, deal, given_by, open_to
from pbem.orders.lines import Line
from pbem.report.bargains import done, openly
from pbem.report.change import changes, kept_by
from pbem.report.naming import names_of
from pbem.report.prose import HELD

from .mailing import OFFER
from .record import MAIL, Record

#: So many offers of one player go out in a session, all receivers together: each sends a mail to somebody else.
MOST_OFFERS = 12
#: Decision D2: the same offer in another letter within so many minutes is the same offer.
ONE_OFFER = 10


def strike(record: Record, player: Player, line: Line) -> list[str]:
    """Do what a line about an offer says; what that was, as clauses for the receipt.  Raises NoDeal.

    Giver and receiver read of it when `offers_told.tell` is called, after the last letter.
    """
    if record.row.session == "setup":
        raise NoDeal("Offers can be made once the game has begun.")
    if line.verb == "offer":
        _few(record, player)
    before = record.state
    try:
        events = deal(line, player, before, list(awaited_phases(record)))
    except NoDeal as error:
        raise NoDeal(f"{error}{_which(record, player, line)}") from error
    record.write(events)
    record.dealt += [(before, event) for event in events]
    keep = kept_by(record.lists()[player])
    going = changes(record.rules, record.views()[player], player, keep)
    return done(names_of(record.rules, record.seats), events, player, before.offers, going)


def _few(record: Record, player: Player) -> None:
    """Each offer sends a mail to somebody else.  Raises NoDeal."""
    made = [e for e in record.since_phase() if isinstance(e, Offered) and e.giver == player]
    if len(made) >= MOST_OFFERS:
        raise NoDeal(
            f"You have made {MOST_OFFERS} offers in this session, taken back and refused ones among them, and no more go out "
            "before its deadline."
        )


def twice(line: Line) -> str:
    """Decision D2: what the receipt says where the same letter came a moment before."""
    if line.verb == "offer":
        return "the same offer came a moment ago; it stands once"
    return "the same letter came a moment ago, and what it says of offers is done once"


def stand(record: Record, player: Player) -> str:
    """That offers of his stand, which CANCEL ALL leaves alone, and what takes them back; "" where none does."""
    mine = given_by(record.state, player)
    if not mine:
        return ""
    names = names_of(record.rules, record.seats)
    told = "; ".join(openly(names, offer, player) for offer in mine)
    return f"CANCEL ALL leaves your offers alone, and these are open: {told}. WITHDRAW{HELD}ALL{HELD}OFFERS takes back every one"


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
    """The number of the offer whose mail is answered; None too where that mail told of several."""
    ids = [f"<{name}>" for name in replied]
    query = select(MAIL.c.message_id, MAIL.c.covers).where(
        MAIL.c.game == record.id, MAIL.c.player == player, MAIL.c.message_id.in_(ids)
    )
    told = {row.message_id: row.covers for row in record.connection.execute(query)}
    marks = [told[name].split() for name in ids if told.get(name, "").startswith(OFFER)]
    return int(marks[0][0].removeprefix(OFFER).partition("@")[0]) if marks and len(marks[0]) == 1 else None


def _which(record: Record, player: Player, line: Line) -> str:
    """What is open, with the lines that answer it, where one was not found."""
    names, state = names_of(record.rules, record.seats), record.state
    if line.verb in ("accept", "refuse"):
        told = [openly(names, offer, player) for offer in open_to(state, player)]
    elif line.verb == "withdraw offer":
        told = [openly(names, offer, player) for offer in given_by(state, player)]
    else:
        told = []
    return f" Open now: {'; '.join(told)}." if told else ""


def awaited_phases(record: Record) -> Iterator[tuple[int, str]]:
    """Turn and name of each phase that the next deadline resolves; the first of them may stand open for a ballot (E3)."""
    state, session = record.state, record.row.session.split()
    if record.row.pause:
        yield state.turn, session.pop(0)
    for phase in session:
        opened = run.following(state)
        if opened is None or opened.phase != phase:
            return
        yield opened.turn, opened.phase
        state = replace(state, turn=opened.turn, phase=opened.phase)


__all__ = ["NoDeal", "aimed", "awaited_phases", "offer_of", "stand", "strike", "twice"]
