"""Reply codes as the tables know them, and the sessions that they belong to."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import select

from .record import GAME, SEAT


def codes_of(codes: Any, tokens: Iterable[str]) -> Any:
    """Rows of a table of codes with their seats and how far their games are."""
    return (
        select(codes, SEAT.c.address, GAME.c.turn.label("now_turn"), GAME.c.code.label("now_session"))
        .join(SEAT, (SEAT.c.game == codes.c.game) & (SEAT.c.colour == codes.c.player))
        .join(GAME, GAME.c.id == codes.c.game)
        .where(codes.c.token.in_(set(tokens)))
    )


def phases_in_words(session: str, turn: int) -> str:
    """ "purge spy" -> "the Purge Phase of 1953" (the first one tells enough)."""
    from pbem.engine.board import PHASE_NAMES, year

    first = session.split()[0] if session else ""
    if first == "setup" or first not in PHASE_NAMES:
        return "set-up" if first else "the game"
    return f"the {PHASE_NAMES[first]} of {year(turn)}"


def place(session: str, turn: int) -> tuple[int, int]:
    """Where a session begins, in the order in which a game is played; what is over comes last."""
    from pbem.engine.board import PHASES

    first = session.split()[0] if session else ""
    if first == "setup":
        return (0, 0)
    return (turn, PHASES.index(first)) if first in PHASES else (turn, len(PHASES))
