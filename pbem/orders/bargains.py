"""Bribes as they are written: OFFER, ACCEPT, REFUSE and WITHDRAW OFFER act when the letter comes (R15.7, decision D11)."""

from collections.abc import Iterable, Mapping, Sequence

from pbem.engine import board, bribes
from pbem.engine.events import Event, OfferAccepted, OfferClosed, Player, Promise
from pbem.engine.state import Hand, Offer, State

from . import lines
from .bribes import resolved
from .conditions import Context, letters
from .lines import Group, Line
from .standing import phase_of

#: Orders, and what they would announce of whom they name; a promise never to do it speaks against them.
_ANNOUNCES: Mapping[str, tuple[str, ...]] = {
    "purge": ("purge",),
    "try": ("trial",),
    "condemn": ("condemnation",),
    "investigate": ("investigation",),
    "demote": ("demotion",),
    "shift": ("shift",),
    "swap": ("shift",),
    "move": ("shift", "demotion"),
}


class NoDeal(Exception):
    """It cannot be done; the text says why, in one sentence for the player."""


def deal(line: Line, player: Player, state: State, phases: Sequence[tuple[int, str]]) -> list[Event]:
    """What an immediate line about a bribe brings about.

    `state`: the whole position; `phases`: turn and name of the phases of the session that is awaited, in order.
    Raises NoDeal.
    """
    match line.verb:
        case "offer":
            return [_offer(line, player, state, phases)]
        case "accept":
            return (
                _all_accepted(line, player, state) if line.to == "all" else [_accepted(line, player, state)]
            )
        case "refuse":
            return _refused(line, player, state)
        case _:
            return _withdrawn(line, player, state)


def open_to(state: State, player: Player) -> list[Offer]:
    """The offers that wait for his answer, in order of number."""
    mine = [o for o in state.offers if o.receiver == player and not o.accepted]
    return sorted(mine, key=lambda offer: offer.number)


def given_by(state: State, player: Player) -> list[Offer]:
    """His own offers that nobody has accepted, in order of his numbers."""
    mine = [o for o in state.offers if o.giver == player and not o.accepted]
    return sorted(mine, key=lambda offer: offer.own)


def _refused(line: Line, player: Player, state: State) -> list[Event]:
    """REFUSE n, REFUSE ALL; a bare "no, thanks" is about the only one there is."""
    named = [o for o in open_to(state, player) if line.number in (None, o.number)]
    if not named:
        raise NoDeal(_none(line.number, "to you"))
    if len(named) > 1 and line.to != "all":
        raise NoDeal(SEVERAL)
    return [OfferClosed(o.giver, o.receiver, o.number, o.own, "refused") for o in named]


SEVERAL = "Several offers to you are open; please say which by its number."


def _none(number: int | None, whose: str) -> str:
    return f"There is no open offer {number} {whose}." if number else f"There is no open offer {whose}."


def _offer(line: Line, player: Player, state: State, phases: Sequence[tuple[int, str]]) -> Event:
    receiver = line.players[0]
    if receiver == player:
        raise NoDeal("You cannot make an offer to yourself.")
    hand, free = state.hands.get(player, Hand()), state.playable(player)
    for card in line.cards:
        if card in (hand.aside or ()):
            raise NoDeal(
                f"Card {card} lies aside until the next deadline, and cannot be offered before (HR-30); KEEP CARDS with its number "
                "keeps it."
            )
        if card not in (hand.cards or ()):
            raise NoDeal(f"You do not hold card {card}.")
        if card not in free:
            raise NoDeal(
                f"Card {card} is not yours to offer: it is offered already, or it was handed to you as blackmail."
            )
    if not phases:
        raise NoDeal("No phase is awaited that an offer could be about.")
    promise = promised(line.promise, player, state) if line.promise is not None else None
    if promise is not None:
        _in_time(promise, phases)
    return bribes.offer(state, player, receiver, line.cards, about(promise, phases), promise or line.words)


def _in_time(promise: Promise, phases: Sequence[tuple[int, str]]) -> None:
    """Its phase must be resolved by the deadline that is awaited: else the card would be given for nothing.  Raises NoDeal."""
    wanted = bribes.phase_of(promise)
    if wanted in (phase for _, phase in phases):
        return
    turn, last = phases[-1]
    late = last in board.PHASES and board.PHASES.index(wanted) < board.PHASES.index(last)
    year = board.year(turn + late)
    raise NoDeal(
        f"Such a promise belongs to the {board.PHASE_NAMES[wanted]}, which this deadline does not resolve, so it could be neither "
        f"kept nor broken; please offer it again when your report asks for the {board.PHASE_NAMES[wanted]} of {year}. Words in "
        "quotation marks can be offered at any time; they bind nobody."
    )


def about(promise: Promise | None, phases: Sequence[tuple[int, str]]) -> tuple[int, str]:
    """The phase that an offer is about: the one where its promise can be kept, else the first."""
    wanted = bribes.phase_of(promise) if promise is not None else None
    return next((phase for phase in phases if phase[1] == wanted), phases[0])


def promised(promise: lines.Promise, player: Player, state: State) -> Promise:
    """The promise with its office resolved to whoever sits there now.  Raises NoDeal."""
    found = resolved(promise, Context(player, state))
    if found is None:
        raise NoDeal("The promise names nobody: that office is vacant.")
    return found


def _accepted(line: Line, player: Player, state: State) -> Event:
    """Decision D12: cards named as change that he does not hold then are passed over, and the default takes their place."""
    offer = _find(state, line, player)
    if offer.accepted:
        raise NoDeal(f"You have accepted offer {offer.number} already.")
    return OfferAccepted(offer.giver, offer.receiver, offer.number, offer.own, line.cards)


def _all_accepted(line: Line, player: Player, state: State) -> list[Event]:
    """ACCEPT ALL: every open offer to him, in order of number."""
    found = [o for o in open_to(state, player) if line.players in ((), (o.giver,))]
    if not found:
        raise NoDeal(_none(None, "to you"))
    if line.cards and len(found) > 1:
        raise NoDeal("What is given as change goes with one offer; please write a line for each.")
    one = [Line("accept", number=offer.number, cards=line.cards) for offer in found]
    return [_accepted(each, player, state) for each in one]


def _find(state: State, line: Line, player: Player) -> Offer:
    """The offer that he means, by its number, by whose it is, or because there is only one."""
    mine = [o for o in state.offers if o.receiver == player and line.players in ((), (o.giver,))]
    found = [offer for offer in mine if line.number in (None, offer.number)]
    waiting = [offer for offer in found if not offer.accepted]
    if line.number is None and waiting:
        found = waiting
    if not found:
        raise NoDeal(_none(line.number, f"from {line.players[0]} to you" if line.players else "to you"))
    if len(found) > 1:
        raise NoDeal(SEVERAL)
    return found[0]


def _withdrawn(line: Line, player: Player, state: State) -> list[Event]:
    """E26: until it was accepted; without a number the only one that is open, or with ALL every one."""
    mine = [offer for offer in state.offers if offer.giver == player and line.number in (None, offer.own)]
    waiting = given_by(state, player)
    found = [offer for offer in mine if offer in waiting]
    if not found and mine and line.number is not None:
        raise NoDeal(f"Your offer {mine[0].own} has been accepted; it can no longer be withdrawn.")
    if not found:
        raise NoDeal(_none(line.number, "of yours"))
    if len(found) > 1 and line.to != "all":
        raise NoDeal(
            "Several offers of yours are open; please say which by its number. WITHDRAW ALL OFFERS takes back every one."
        )
    return [OfferClosed(o.giver, o.receiver, o.number, o.own, "withdrawn") for o in found]


# -- orders against promises -----------------------------------------------------------------------------------------


def breaks(line: Line, promise: Promise, at: Context) -> bool:
    """Would this order do what the promise forbids, or something else than what it asks for?"""
    named = [letter for who in line.who if not isinstance(who, Group) for letter in letters(who, at)]
    if promise.action == "vote":
        same = phase_of(line) == bribes.phase_of(promise)
        return (
            line.verb == "vote"
            and same
            and line.vote != promise.vote
            and (not line.who or promise.target in named)
        )
    if promise.never:
        deeds: Iterable[str] = _ANNOUNCES.get(line.verb, ()) if line.to != "up" else ()
        return promise.action in deeds and promise.target in named
    return promise.action == "nomination" and line.verb == "nominate" and promise.target not in named[:1]
