"""What a ruling sets that belongs to no Politician and no hand: the Tally Track and the deck (E21).

"tally 1953=Palavrian/red" · "tally 1953=nobody" · "deck=4,17" (these lie on top, in this order).
"""

import re
from collections.abc import Callable
from typing import NamedTuple

from pbem.engine import board
from pbem.engine.events import Fact, Name, Player, TallyRuled
from pbem.engine.rules import Rules
from pbem.engine.state import State

from .errors import ServiceError, UsageError

_TALLY = re.compile(r"tally\s+(\d{4})=([^/=]+)(?:/([^/=]+))?", re.IGNORECASE)


class Readers(NamedTuple):
    """How names are read: a Politician's letter, a player's colour; each raises UsageError."""

    politician: Callable[[str], Name]
    player: Callable[[str], Player]


def tally(state: State, text: str, read: Readers) -> list[Fact]:
    """What the text imposes on the Tally Track.  Raises UsageError, ServiceError."""
    found = _TALLY.fullmatch(text)
    if found is None:
        raise UsageError(f'{text!r} sets nothing; write "tally 1953=Palavrian/red" or "tally 1953=nobody".')
    return _tally(state, int(found[1]), found[2].strip(), (found[3] or "").strip(), read)


def _tally(state: State, year: int, who: str, whose: str, read: Readers) -> list[Fact]:
    entry = next((wave for wave in state.waves if board.year(wave.turn) == year), None)
    if entry is None:
        raise ServiceError(
            f"The Tally Track has no entry for {year}; there are entries up to the last parade."
        )
    if who.casefold() == "nobody":
        fact = TallyRuled(entry.turn)
    else:
        nobody = whose.casefold() in ("", "nobody")
        fact = TallyRuled(entry.turn, read.politician(who), None if nobody else read.player(whose))
    same = (entry.politician, entry.player) == (fact.politician, fact.player)
    return [] if same else [fact]


def deck(rules: Rules, state: State, text: str) -> list[int]:
    """The cards that are to lie on top of the deck; [] where they do already.  Raises UsageError, ServiceError."""
    if not rules.deck:
        raise ServiceError("This game is played without Intrigue cards.")
    words = [word for word in re.split(r"[,\s]+", text.partition("=")[2]) if word]
    if not words or not all(word.isdecimal() and int(word) in rules.deck for word in words):
        raise UsageError(f"{text} should name cards of this game by number, like deck=4,17.")
    top, now = [int(word) for word in words], list(state.deck or ())
    if len(set(top)) < len(top):
        raise ServiceError("Each card is in the deck once.")
    if away := [card for card in top if card not in now]:
        raise ServiceError(
            f"Card {away[0]} is not in the deck: it is in a hand, lies on a Politician, or was played."
        )
    return [] if now[: len(top)] == top else top
