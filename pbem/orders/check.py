"""Can this order ever be legal?  What is merely not legal now is kept, and the report says so (docs/orders.md)."""

from collections.abc import Collection, Iterable

from pbem.engine.events import Player
from pbem.engine.state import State

from .lines import Line, Named
from .verbs import VERBS, not_here

BIDS = ("declare", "hold", "take", "protect")
#: R15.1: so many cards in a hand; R15.6: so many points at a time.
HAND, GROWTH = 3, 2


def never(
    line: Line,
    player: Player,
    view: State,
    surname: dict[str, str],
    switches: Collection[str] = frozenset(),
    deck: Collection[int] = frozenset(),
    others: Iterable[Line] = (),
) -> str | None:
    """Why this line can never be legal, in one sentence for the player; None if it can.

    `view`: the position as he may see it, with his own sheet; `surname`: names by card letter; `switches`: the options of the
    game that are on; `deck`: all its cards (empty: any number will do); `others`: the lines of the same letter and of his list.
    """
    verb = VERBS.get(line.verb)
    if verb is not None and verb.switch is not None:
        if verb.switch not in switches:
            return not_here(verb)
        return _dealt(line, player, switches, deck)
    if line.verb == "influence" and view.turn > 0:
        return _closed(line, surname, switches)
    if line.verb not in BIDS or line.number is None:
        return None
    if line.number < 1:
        return f"A declared total is at least 1, not {line.number}."
    sheet = view.recorded.get(player)
    if line.verb != "declare" or sheet is None:
        return None
    return _too_much(line, line.number, sheet, surname, _growing(line, others) if "growth" in switches else 0)


def _closed(line: Line, surname: dict[str, str], switches: Collection[str]) -> str:
    """A sheet after set-up: what he may have meant."""
    said = ", ".join(f"{number} {surname.get(letter, letter)}" for letter, number in line.sheet[:GROWTH])
    meant = f"to show influence, write DECLARE {said}"
    if "growth" in switches and sum(number for _, number in line.sheet) <= GROWTH:
        meant += f"; to add points at the end of turns 3, 6 and 9, GAIN {said}"
    return f"The sheets are closed: influence was recorded at set-up and cannot be changed now; {meant}."


def _growing(line: Line, others: Iterable[Line]) -> int:
    """What GAIN lines on the same Politician will add (D13)."""
    gains = (one.number or 0 for one in others if one.verb == "gain" and one.who == line.who)
    return min(GROWTH, sum(gains))


def _too_much(
    line: Line, number: int, sheet: dict[str, int], surname: dict[str, str], more: int
) -> str | None:
    """R2.1: never more than he recorded there; for an office, than he recorded anywhere.  `more`: what a GAIN adds."""
    who = line.who[0]
    if isinstance(who, Named):
        written = sheet.get(who.letter, 0)
        if number > written + more:
            grown = f", and GAIN adds {more}" if more else ""
            return f"You recorded {written or 'nothing'} on {surname.get(who.letter, who.letter)}{grown}, not {number}."
        return None
    most = max(sheet.values(), default=0)
    return f"You recorded no more than {most} on anybody, not {number}." if number > most + more else None


def _dealt(line: Line, player: Player, switches: Collection[str], deck: Collection[int]) -> str | None:
    """R13, R15: cards, support, growth and bribes."""
    unknown = sorted(set(line.cards) - set(deck)) if deck else []
    if unknown:
        return f"There is no card {unknown[0]} in this game's deck."
    if len(line.cards) > HAND:
        return f"A hand has no more than {HAND} cards, and you name {len(line.cards)}."
    if line.verb in ("gain", "draw"):
        return _growth(line, switches)
    if line.verb == "offer" and player in line.players:
        return "You cannot make an offer to yourself."
    if line.verb == "accept" and player in line.players:
        return "You cannot accept an offer from yourself."
    if line.verb in ("accept", "refuse", "withdraw offer") and line.number == 0:
        return "Offers are numbered from 1."
    return None


def _growth(line: Line, switches: Collection[str]) -> str | None:
    if line.verb == "draw" and "intrigue" not in switches:
        return "This game is played without Intrigue cards, so there is nothing to draw."
    if not 1 <= (line.number or 0) <= GROWTH:
        what = "Influence grows by 1 or 2 points" if line.verb == "gain" else "One or 2 cards can be drawn"
        return (
            f"{what} at a time, not by {line.number}."
            if line.verb == "gain"
            else f"{what} at a time, not {line.number}."
        )
    return None
