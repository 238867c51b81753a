"""Tellers of offers and promises (R15.7), which only the two may read, and of ties and growing influence (R13, R15.6)."""

import re

from pbem.engine.events import (
    Bound,
    InfluenceGrown,
    Name,
    OfferAccepted,
    OfferClosed,
    Offered,
    PhaseClosed,
    Player,
    PromiseKept,
    Rolled,
    Supported,
    TenPlus,
    TieBroken,
    TieOpened,
    TieResolved,
)
from pbem.engine.state import Offer

from .bargains import about, price, promised
from .chronicle import RUNS, Narrator, tells
from .intrigue_told import me_or
from .prose import listed

# --- offers: between the sessions, and for the two alone ---


def between(n: Narrator) -> None:
    """Offers are made while the game waits; the story may begin with them."""
    if not n.sections:
        n.section("Since your last report")


def _offer_of(n: Narrator, e: OfferAccepted | OfferClosed | Offer, whose: bool = True) -> str:
    """`your offer 2 to Ben`, `Anna’s offer 1`.  `whose`: the other is not named beside it."""
    if n.me == e.giver:
        return f"your offer {e.own} to {n.who(e.receiver)}" if whose else f"your offer {e.own}"
    to = "" if n.me == e.receiver else f" to {n.who(e.receiver)}"
    return f"{n.who(e.giver)}’s offer {e.number}{to}"


@tells(Offered)
def _offered(n: Narrator, e: Offered) -> None:
    between(n)
    number = e.own if n.me == e.giver else e.number
    whom = f"{me_or(n, e.giver)} offered {me_or(n, e.receiver)}"
    what = f"{n.names.cards(e.cards)}, {price(n.names, e.promise, e.words)}, {about(e)} (offer {number})"
    n.whisper(f"{whom} {{}}", what)


@tells(OfferAccepted)
def _accepted(n: Narrator, e: OfferAccepted) -> None:
    between(n)
    giving = f", with {n.names.cards(e.giving)}, as change" if e.giving else ""
    n.whisper(f"{me_or(n, e.receiver)} accepted {{}}", f"{_offer_of(n, e, whose=False)}{giving}")


@tells(OfferClosed)
def _closed(n: Narrator, e: OfferClosed) -> None:
    """A struck one is told by its cards."""
    between(n)
    if e.why == "refused":
        n.whisper(f"{me_or(n, e.receiver)} refused {{}}", _offer_of(n, e, whose=False))
    elif e.why == "withdrawn":
        mine = n.me == e.giver
        what = _offer_of(n, e) if mine else f"offer {e.number}"
        n.whisper(f"{me_or(n, e.giver)} took back {{}}", what)
    elif e.why != "struck":
        n.whisper("nothing came of {}", f"{_offer_of(n, e)}, for {n.names.coloured(e.why)}")


def lapsed(n: Narrator, turn: int, phase: str) -> None:
    """E26: with the phase that they are about."""
    for offer in n.state.offers:
        if (offer.turn, offer.phase) == (turn, phase) and (
            n.me in (offer.giver, offer.receiver) or n.me is None
        ):
            n.whisper("{} lapsed", _offer_of(n, offer))


@tells(Bound)
def _bound(n: Narrator, e: Bound) -> None:
    said = promised(n.names, e.promise)
    n.whisper(f"{_is(n, e.player)} bound by a promise to {me_or(n, e.giver)} until the phase ends: “{said}”")


@tells(PromiseKept)
def _kept(n: Narrator, e: PromiseKept) -> None:
    said = promised(n.names, e.promise)
    n.whisper(f"{me_or(n, e.player)} kept the promise to {me_or(n, e.giver)}: “{said}”")


def _is(n: Narrator, player: Player) -> str:
    return "you are" if n.me == player else f"{n.who(player)} is"


# --- ties ---


def tenths(points: int, more: int) -> str:
    """R13.1: `6.3`, `6`."""
    whole, rest = divmod(10 * points + more, 10)
    return f"{whole}.{rest}" if rest else str(whole)


@tells(TieOpened)
def _opened(n: Narrator, e: TieOpened) -> None:
    """Decision D10: until the window is quiet nothing changes.  Of a count is spoken only where something is counted."""
    key = "tie opened" if _votes_follow(n, e.politician) else "tie open quiet"
    if e.holder is None:
        n.add(n.word(f"{key} free", him=n.titled(e.politician)))
    else:
        n.add(n.word(key, him=n.titled(e.politician), holder=n.who(e.holder)))


def _votes_follow(n: Narrator, name: Name) -> bool:
    """R13.1: does anybody support one of the tied there, or decide by card 20, before the tie is settled?"""
    for event in n.story[n.at + 1 :]:
        if isinstance(event, Supported | TieResolved) and event.politician == name:
            return isinstance(event, Supported)
        if isinstance(event, PhaseClosed):
            return False
    return False


@tells(Supported)
def _supported(n: Narrator, e: Supported) -> None:
    """Whoever decides by the party line (card 20) supports with nothing."""
    n.support[e.supports] = n.support.get(e.supports, 0) + e.tenths
    if e.tenths:
        n.gather("supports", f"{n.who(e.player)} supports {n.who(e.supports)} (+{tenths(0, e.tenths)})")
    else:
        n.decided = True
        n.gather(
            "supports",
            f"{n.who(e.player)}, who speaks for the Ideology Chief, decides for {n.who(e.supports)}",
        )


def _supports(n: Narrator, items: list[str]) -> None:
    n.add(n.word("supports", list=listed(items)))


@tells(TieResolved)
def _resolved(n: Narrator, e: TieResolved) -> None:
    """R13.2, with the arithmetic: 6.3 for Ben to 6 for Anna."""
    n.flush()
    points = n.state.shown(e.winner, e.politician)
    sums = {player: 10 * points + n.support.get(player, 0) for player in e.tied}
    order = sorted(e.tied, key=lambda player: (-sums[player], player != e.winner))
    said = " to ".join(f"{tenths(0, sums[player])} for {n.who(player)}" for player in order)
    him = n.titled(e.politician)
    key = "tie resolved" if n.support else "tie settled"
    n.add(n.word(key, him=him, sums=said, winner=n.who(e.winner), how=_how(n, e, sums)))
    n.support, n.decided = {}, False


def _how(n: Narrator, e: TieResolved, sums: dict[Player, int]) -> str:
    if n.decided:
        return " by the party line"
    if sum(total == max(sums.values()) for total in sums.values()) == 1:
        return ""
    return " by the dice" if isinstance(n.past(), Rolled | TieBroken) else ", having been there first"


@tells(TenPlus)
def _ten_plus(n: Narrator, e: TenPlus) -> None:
    n.add(n.word("ten plus", player=n.who(e.player), him=n.titled(e.politician)))


# --- growth ---


@tells(InfluenceGrown)
def _grown(n: Narrator, e: InfluenceGrown) -> None:
    n.grew = True
    before, after = n.state.controller(e.politician), n.after()
    holder = after.controller(e.politician)
    if holder == e.player:
        control = "in control as before" if before == holder else f"and takes over from {n.who(before)}"
        control = "and takes control" if before is None else control
    else:
        control = f"{n.who(holder)} keeps control"
    n.open(
        n.word(
            "grows",
            player=n.who(e.player),
            him=n.titled(e.politician),
            points=e.points,
            total=after.shown(e.player, e.politician),
            control=control,
        )
    )


def grew_nothing(n: Narrator, player: Player) -> None:
    """R15.6: his turn is over, and he has neither placed nor drawn anything."""
    if not n.grew:
        n.open(n.word("grew nothing", player=n.who(player)))
    n.grew = False


#: Dice that cards ask for, by the words of their labels.
_DICE = {
    r"first to play (\S+)": "{player} rolls {value} for the first word.",
    r"faction for (\S+)": "To find the faction that loses influence on {him}, a die is rolled: it shows {value}.",
    r"amount for (\S+)": "To find how much, a die is rolled: it shows {value}.",
    r"card of (\S+)": "A die chooses the card in the hand of {player}: it shows {value}.",
    r"assassination (\S+)": "The assassin of {him} rolls {value}.",
    r"hunting accident (\S+)": "At the hunt of {him} the die shows {value}.",
}


def die_of_a_card(n: Narrator, purpose: str, value: int) -> str:
    """In words; "" for any other die."""
    for pattern, words in _DICE.items():
        found = re.fullmatch(pattern, purpose)
        if found:
            return words.format(player=n.who(found[1]), him=n.of(found[1]), value=value)
    return ""


RUNS |= {"supports": _supports}
