"""A player's own cards, his offers and his promises: secret from everybody else (R15.1, R15.7)."""

from collections.abc import Iterator, Sequence

from pbem.engine import board
from pbem.engine.events import Player
from pbem.engine.rules import IntrigueCard, Rules
from pbem.engine.state import Hand, Offer, State
from pbem.orders.standing import Standing
from pbem.orders.verbs import ECHO

from .bargains import about, price, promised
from .naming import Names, one_line, year
from .prose import HELD, echo, wrap

_INDENT = ECHO + "     "


def hand_text(
    names: Names, rules: Rules, state: State, me: Player, standing: Sequence[Standing] = ()
) -> list[str]:
    """Each card: number, name, when and on whom it is played, its text, and whether it is free."""
    hand = state.hands.get(me)
    if hand is None or hand.cards is None or not rules.deck:
        return []
    lines: list[str] = []
    for number in hand.cards:
        lines += _card(names, number, _marks(names, state, me, hand, number))
    for number in hand.aside or ():
        lines += _card(names, number, ["lies aside until the next deadline (HR-30)"])
    if not lines:
        return ["You hold no cards."]
    return lines + (_surplus(rules, hand, standing) if hand.aside else [])


def _card(names: Names, number: int, marks: list[str]) -> list[str]:
    """`|  17 Alibi (any window; on a Politician on the board)`, and the text below it."""
    known = names.deck.get(number)
    name = one_line(known.name) if known else ""
    where = f" ({usable(known)})" if known else ""
    lines = wrap(
        f"{name}{where}{'; ' if marks else ''}{'; '.join(marks)}", f"{ECHO}{number:>3}  ", _INDENT, 74
    )
    return lines + wrap(names.text(number), _INDENT, _INDENT, 74)


def usable(card: IntrigueCard) -> str:
    """When and on whom: `the start of the Purge Phase, before a die or vote`."""
    when = _windows(card.when)
    who = card.on.replace("player, ", "a player and a ") if card.on.startswith("player") else card.on
    if card.on == "player":
        return f"{when}; against a player"
    return f"{when}; {'against' if card.on.startswith('player') else 'on a'} {who}" if who else when


def _windows(when: str) -> str:
    """`any window`, `start of the Funeral Commission or of the Replacement Phase, before any die or vote`."""
    parts = [part.strip() for part in when.split(" or ")]
    starts = [board.PHASE_NAMES.get(p[6:], p[6:]) for p in parts if p.startswith("start:")]
    told = [f"start of the {' or of the '.join(starts)}, before any die or vote"] if starts else []
    told += [_WINDOWS.get(p) or f"the {board.PHASE_NAMES.get(p, p)}" for p in parts if p[:6] != "start:"]
    return " or ".join(told)


_WINDOWS = {
    "any": "any window",
    "trial": "a trial, from its announcement to the last vote",
    "nomination": "a nomination, from its announcement to the last vote",
}


def _marks(names: Names, state: State, me: Player, hand: Hand, number: int) -> list[str]:
    """Spent, offered: why it cannot be played."""
    marks = []
    turn = dict(hand.spent).get(number)
    if turn is not None:
        marks.append(f"spent, for it was handed to you: it can only be discarded, from {year(turn + 1)} on")
    for offer in state.offers:
        if offer.giver == me and number in offer.cards:
            marks.append(f"offered to {names.who(offer.receiver)} (your offer {offer.own})")
    return marks


def _surplus(rules: Rules, hand: Hand, standing: Sequence[Standing]) -> list[str]:
    """HR-30, E26: which ones stay; a KEEP CARDS that chose what lies aside is used up by it."""
    said = f"You may hold {rules.hand_size}. At the next deadline you choose again which ones you keep, and the rest goes under the deck"
    chosen = next((one.number for one in standing if one.line.verb == "keep cards"), None)
    if chosen is not None:
        return ["", *wrap(f"{said}: order{HELD}{chosen} of your list chooses.")]
    keep = ", ".join(str(number) for number in (hand.cards or ())[: rules.hand_size])
    none = "No KEEP CARDS stands in your list now (one that chose before is used up), and without it the newest goes."
    return ["", *wrap(f"{said}. {none} To choose, for example:"), *echo(f"KEEP CARDS {keep}")]


# --- offers ---


def offers_text(names: Names, state: State, me: Player) -> list[str]:
    """Open offers to me with the lines that answer them, then my own with the line that takes them back."""
    lines: list[str] = []
    for offer in state.offers:
        lines += _to_me(names, offer) if offer.receiver == me else _mine(names, offer)
    return lines


def _to_me(names: Names, offer: Offer) -> list[str]:
    giver = names.who(offer.giver)
    what = f"{names.cards(offer.cards)}, {price(names, offer.promise, offer.words)}, {about(offer)}"
    if offer.accepted:
        giving = f", giving {names.cards(offer.giving)}" if offer.giving else ""
        return wrap(f"{giver}’s offer {offer.number} to you, accepted{giving}: {what}.", "* ", "  ")
    lines = wrap(f"{giver}’s offer {offer.number} to you: {what}. Silence refuses.", "* ", "  ")
    for number in offer.cards:
        lines += wrap(f"{number}: {names.text(number)}", _INDENT, _INDENT + "  ", 74)
    return [*lines, *echo(f"ACCEPT {offer.number}"), *echo(f"REFUSE {offer.number}")]


def _mine(names: Names, offer: Offer) -> list[str]:
    what = f"{names.cards(offer.cards)}, {price(names, offer.promise, offer.words)}, {about(offer)}"
    state = "accepted" if offer.accepted else "not answered yet"
    lines = wrap(f"Your offer {offer.own} to {names.who(offer.receiver)}, {state}: {what}.", "* ", "  ")
    return lines if offer.accepted else [*lines, *echo(f"WITHDRAW OFFER {offer.own}")]


def open_to(state: State, me: Player) -> list[Offer]:
    """Offers that wait for his answer."""
    return [offer for offer in state.offers if offer.receiver == me and not offer.accepted]


def promises_text(names: Names, state: State, me: Player) -> list[str]:
    """R15.7: what binds now, and what will once its phase opens."""
    return [line for said in _promises(names, state, me) for line in wrap(said, "* ", "  ")]


def _promises(names: Names, state: State, me: Player) -> Iterator[str]:
    for bond in state.bonds:
        said = promised(names, bond.promise)
        if bond.player == me:
            yield f"You are bound to {names.who(bond.giver)} until the phase ends: “{said}”."
        else:
            yield f"{names.who(bond.player)} is bound to you until the phase ends: “{said}”."
    for offer in state.offers:
        if offer.accepted and offer.promise is not None:
            said = f"“{promised(names, offer.promise)}”, {about(offer)}, as soon as that phase opens"
            if offer.receiver == me:
                yield f"You will be bound to {names.who(offer.giver)}: {said}."
            else:
                yield f"{names.who(offer.receiver)} will be bound to you: {said}."
