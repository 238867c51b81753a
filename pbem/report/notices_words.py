"""The mail with everybody's memoirs, two weeks after the end (E16)."""

from collections.abc import Mapping, Sequence

from pbem.engine.events import Player
from pbem.engine.rules import Rules

from .brief import Rendered, Seat
from .naming import names_of
from .prose import harmless, wrap


def memoirs_mail(
    game: str, me: Seat, seats: Sequence[Seat], rules: Rules, written: Mapping[Player, str]
) -> Rendered:
    """Each player's, in the order of seats; `written`: the words of those who wrote any."""
    names = names_of(rules, seats)
    lines = wrap(
        f"Hello {names.who(me.colour)}. Two weeks have passed since the end of {game}, and this is how it really was."
    )
    for player, words in written.items():
        lines += ["", f"{names.signed(player)}:", ""]
        for paragraph in words.split("\n"):
            lines += wrap(paragraph, "  ") if paragraph.strip() else [""]
    silent = [names.who(seat.colour) for seat in seats if seat.colour not in written]
    if silent:
        lines += ["", *wrap(f"No comment from {' or '.join(silent)}.")]
    return Rendered(f"[{game}] Memoirs", "\n".join(harmless(lines, names.lexicon)))
