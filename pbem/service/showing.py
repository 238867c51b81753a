"""`pbem show`: a game's position as the table, one player or the moderator sees it."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import msgspec

from pbem.deadlines import in_zone
from pbem.engine import view
from pbem.engine.board import PHASE_NAMES, year
from pbem.engine.events import MODERATOR, Player
from pbem.engine.state import Hand, Offer, State, replace
from pbem.report.bargains import price
from pbem.report.boardtext import board_text, tally
from pbem.report.brief import NO_WORDS
from pbem.report.naming import Names, names_of, one_line
from pbem.report.prose import capital
from pbem.rulebook.played import played, switches
from pbem.store.database import transaction
from pbem.store.tables import CARD, NAMED, OFF, OVER

from . import overview, questions, revealing
from .errors import UsageError
from .mailing import awaited, aware
from .reach import Unreachable, unreachable
from .record import Record
from .resolving import now_utc
from .site import Site
from .start import record_of

#: What `pbem show` says of messages, where not everything is allowed.
_PRESS = {NAMED: "named only", OFF: "none"}


class Position(NamedTuple):
    """`text`: the board as a person reads it; `data`: the same for scripts."""

    text: str
    data: dict[str, Any]


def seat_of(record: Record, player: str | None) -> Player:
    """A player by colour, faction or name.  Raises UsageError."""
    meant = " ".join((player or "").split()).casefold()
    for seat in record.seats:
        names = (seat.colour, seat.faction, seat.name)
        if meant in (" ".join(name.split()).casefold() for name in names):
            return seat.colour
    known = ", ".join(f"{seat.colour} ({seat.name})" for seat in record.seats)
    raise UsageError(f"There is no player {player} in {record.row.name}; there are {known}.")


def show(site: Site, game: str, viewer: str | None, reveal: bool, now: datetime | None = None) -> Position:
    """The position: as the table shows it, as one player sees it, or with everything revealed; in a blind game one player's view
    needs `reveal` as well.  Raises UsageError, ServiceError."""
    moment = now or now_utc()
    with transaction(site.engine) as connection:
        record = record_of(connection, game)
        if viewer is not None:
            _as_player(record, site, seat_of(record, viewer), moment, reveal)
            reveal = False
        elif reveal:
            revealing.ask(record, site.config, "all sheets and hands of the position", moment, True)
        record.flush()
        who = MODERATOR if reveal else view.TABLE if viewer is None else seat_of(record, viewer)
        state = record.views()[who]
        if record.row.session == "setup" and who != view.TABLE:  # the sheets so far
            seen = list(record.seat_rows) if who == MODERATOR else [who]
            state = replace(
                state, recorded={**state.recorded, **{player: record.draft(player) for player in seen}}
            )
        names = names_of(record.rules, record.seats)
        lost = unreachable(connection, record.id)
        text = [*_head(record, lost, site.config.judge.timezone, moment), "", *board_text(names, state), ""]
        text += [*tally(names, state), *_sheets(record, state), *_cards(names, state), *_offers(names, state)]
        return Position("\n".join(text), _as_data(record, lost, state))


def _as_player(record: Record, site: Site, player: Player, now: datetime, reveal: bool) -> None:
    """May his view be shown?  Raises UsageError, ServiceError."""
    if reveal and not revealing.blind(record):
        raise UsageError("Choose --as or --reveal: with --reveal everything is shown.")
    what = f"secrets of {one_line(record.seat_rows[player].name)}"
    revealing.must(record, site.config, what, now, reveal, player)


def _head(record: Record, lost: Sequence[Unreachable], zone: str, now: datetime) -> Iterator[str]:
    """Where the game stands, as `pbem games` has it, and what is played."""
    row = record.row
    phases = ", ".join(PHASE_NAMES.get(phase, phase) for phase in row.session.split())
    yield f"{row.name}: {', '.join(filter(None, (row.status, str(year(row.turn)), phases)))}"
    if row.held:
        yield "On hold." if row.held == NO_WORDS else f"On hold: {row.held}"
    open_phase = record.open_phase()
    if open_phase is not None and open_phase.why == CARD:
        yield f"It goes on with: {questions.command(record, 'VALUES ')}"
    deadline = aware(row.deadline)
    if row.status != OVER and deadline is not None:
        late = [f"{record.seat_rows[colour].name} ({colour})" for colour in awaited(record)]
        yield f"Deadline: {in_zone(deadline, zone)}"
        yield f"Waits for: {', '.join(late) or 'nobody'}"
    for need in overview.needs(record, (), overview.Stuck(), zone, now):
        if need.what not in ("held", "card"):
            yield f"{capital(need.words)}{f': {need.command}' if need.command else ''}"
    for one in lost:
        name = record.seat_rows[one.player].name
        yield f"Unreachable: {name} ({one.player}) since {in_zone(one.since, zone)}; {one.why}"
    yield f"Rules: {played(row.rules, record.rules, record.packs)}"
    if row.press in _PRESS:
        yield f"Messages between players: {_PRESS[row.press]}"


def _sheets(record: Record, state: State) -> Iterator[str]:
    """What is written on the sheets that this viewer may see."""
    for player, sheet in state.recorded.items():
        if sheet:
            written = sorted(sheet.items(), key=lambda item: (-item[1], item[0]))
            shown = ", ".join(f"{record.rules.cards[n].surname} {points}" for n, points in written if points)
            yield from ("", f"Recorded by {player}: {shown}")


def _cards(names: Names, state: State) -> Iterator[str]:
    """R15.1: the hands that this viewer may see, and the order of the deck; their counts stand under the board."""
    known = {player: hand for player, hand in state.hands.items() if hand.cards is not None}
    if known:
        yield ""
    for player, hand in known.items():
        yield f"Hand of {player}: {_hand(names, hand)}"
    if state.deck:
        yield f"Deck, from the top: {', '.join(map(str, state.deck))}"


def _hand(names: Names, hand: Hand) -> str:
    spent = dict(hand.spent)
    held = [f"{names.card(card)}{' (spent)' if card in spent else ''}" for card in hand.cards or ()]
    aside = f"; aside: {names.cards(hand.aside)}" if hand.aside else ""
    return ("; ".join(held) or "no card") + aside


def _offers(names: Names, state: State) -> Iterator[str]:
    """Open offers that this viewer knows of; each side counts its own."""
    if state.offers:
        yield ""
    for offer in state.offers:
        yield f"{_counted(offer)}: {names.cards(offer.cards)} {price(names, offer.promise, offer.words)}{', accepted' if offer.accepted else ''}"


def _counted(offer: Offer) -> str:
    own = f" {offer.own}" if offer.own else ""
    number = f" (his number {offer.number})" if offer.number else ""
    return f"Offer{own} of {offer.giver} to {offer.receiver}{number}"


def _as_data(record: Record, lost: Sequence[Unreachable], state: State) -> dict[str, Any]:
    row = record.row
    data: Mapping[str, Any] = msgspec.to_builtins(state, order="deterministic")
    facts = {"game": row.name, "rules": row.rules, "status": row.status, "session": row.session}
    late = [] if row.status == OVER else awaited(record)
    where = {"year": year(row.turn), "waits_for": late, "switches": list(switches(record.rules))}
    where["unreachable"] = [one.player for one in lost]
    where["unreachable_players"] = overview.named(record, lost)
    where["waits"] = row.waits
    return {**facts, "deadline": iso(row.deadline), "held": row.held, **where, "position": data}


def iso(moment: datetime | None) -> str | None:
    """For scripts."""
    instant = aware(moment)
    return instant.isoformat() if instant else None
