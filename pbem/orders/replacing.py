"""Which of my older orders a later letter replaces (E7, D6): a changed mind replaces, it does not add.

- PURGE; TRY and CONDEMN together; INVESTIGATE; CLOSE; NOMINATE; phase 6 as a whole: one decision each, whoever acts.
- VOTE on the same Politician, or without ON; trials and nominations apart.  RELEASE.  In both each of my Politicians
  decides for himself, so `Satin: VOTE NO` leaves `Strychnin: VOTE YES` alone, and `VOTE NO` replaces both.
- CURE and WORK of the same Politician.
- DECLARE, HOLD, TAKE, PROTECT: verb, actor, Politician, trigger and conditions; the number is not part of it.
- PLAY: card, trigger and conditions; DISCARD: the cards; KEEP CARDS and DRAW: one each; SUPPORT, GAIN: the Politician.
- OFFER with WHEN: receiver, promise and trigger; ACCEPT ANY: giver and promise.
- PRAVDA, SLOGAN, OBITUARY: one each.
- An order IN another TURN is another decision.
- PASS replaces every older order to act; an order to act replaces an older PASS.

Within one letter all lines stay.  `ALSO` adds.  An EACH TURN line is outranked by an order for one turn, not replaced.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from pbem.orders.lines import Line
from pbem.orders.papers import ONE_LINE

T = TypeVar("T")
Key = tuple[object, ...]

_ONE_DECISION = {
    "purge": "purge",
    "try": "trial",
    "condemn": "trial",
    "investigate": "investigate",
    "close": "close",
    "nominate": "nominate",
    **dict.fromkeys(("shift", "swap", "promote", "demote", "move"), "replacement"),
    "release": "release",
}
_EACH_FOR_HIMSELF = frozenset({"vote", "release"})
_INFLUENCE = frozenset({"declare", "hold", "take", "protect"})
_DEALS = frozenset({"play", "discard", "support", "gain", "offer", "accept", "refuse"})
#: What PASS declines: everything but influence and votes (E8).
_ACTS = frozenset({*_ONE_DECISION, "cure", "work"})


def key(line: Line, now: int | None = None) -> Key:
    """The decision that a line is about.  `now`: the current turn, so that IN TURN now is this turn."""
    return (*_decision(line), None if line.turn == now else line.turn)


def _decision(line: Line) -> Key:
    if line.verb in _ONE_DECISION:
        return (_ONE_DECISION[line.verb],)
    if line.verb in ("cure", "work"):
        return ("cure", line.who)
    if line.verb == "vote":
        return ("vote", "trial" if line.vote in ("guilty", "innocent") else "nomination", line.who)
    if line.verb in _INFLUENCE:
        return (line.verb, line.actor, line.who, line.when, line.condition)
    if line.verb == "influence":
        return ("influence", line.sheet)
    if line.verb in ("salt", "pass", "vacation", "keep cards", "draw", *ONE_LINE):
        return (line.verb,)
    if line.verb in _DEALS:
        return _dealt(line)
    return (line.verb, line.who, line.number, line.players, line.words, line.numbers)


def _dealt(line: Line) -> Key:
    """Cards, ties, growth and bribes."""
    if line.verb == "play":
        return ("play", line.cards, line.when, line.condition)
    if line.verb == "discard":
        return ("discard", line.to, frozenset(line.cards))
    if line.verb in ("support", "gain"):
        return (line.verb, line.who)
    if line.verb == "offer":
        deal = ("offer", line.players, line.promise or line.words, line.when)
        return deal if line.when is not None else (*deal, line.cards)
    if line.to == "any":
        return ("accept any", line.players, line.promise)
    return ("answer to an offer", line.number)


def same_decision(new: Line, old: Line, now: int | None = None) -> bool:
    """Is `new` a changed mind about what `old` said?"""
    if "pass" in (new.verb, old.verb) and new.verb != old.verb:
        other = old if new.verb == "pass" else new
        return other.verb in _ACTS and other.turn in (None, now)
    if key(new, now) != key(old, now):
        return False
    return new.verb not in _EACH_FOR_HIMSELF or new.actor is None or new.actor == old.actor


def outranks(new: Line, old: Line, now: int | None = None) -> bool:
    """Does the one-turn order `new` go before the older EACH TURN order `old` in turn `now`?

    Useful again when an IN TURN order comes due: the EACH TURN line is still there then.
    """
    return old.each_turn and not new.each_turn and not new.also and same_decision(new, old, now)


def merge(
    standing: Sequence[T], new: Sequence[T], line_of: Callable[[T], Line], now: int | None = None
) -> tuple[list[T], list[T], list[T]]:
    """The standing orders after a later letter: (kept, replaced, outranked).

    `kept` holds what stays of `standing`, in order, the `outranked` among it; the whole list is then `kept + new`.
    """
    kept: list[T] = []
    replaced: list[T] = []
    outranked: list[T] = []
    letter = [line for line in map(line_of, new) if not line.also]
    for item in standing:
        old = line_of(item)
        rivals = [line for line in letter if same_decision(line, old, now)]
        if any(not old.each_turn or line.each_turn for line in rivals):
            replaced.append(item)
            continue
        kept.append(item)
        if rivals:
            outranked.append(item)
    return kept, replaced, outranked
