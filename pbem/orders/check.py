"""Can this order ever be legal?  What is merely not legal now is kept, and the report says so (docs/orders.md)."""

from pbem.engine.events import Player
from pbem.engine.state import State

from .lines import Line, Named

BIDS = ("declare", "hold", "take", "protect")


def never(line: Line, player: Player, view: State, surname: dict[str, str]) -> str | None:
    """Why this line can never be legal, in one sentence for the player; None if it can.

    `view`: the position as he may see it, with his own sheet; `surname`: names by card letter.
    """
    if line.verb == "influence" and view.turn > 0:
        return "The sheets are closed: influence was recorded at set-up and cannot be changed now."
    if line.verb not in BIDS or line.number is None:
        return None
    if line.number < 1:
        return f"A declared total is at least 1, not {line.number}."
    sheet = view.recorded.get(player)
    if line.verb != "declare" or sheet is None:
        return None
    return _too_much(line, line.number, sheet, surname)


def _too_much(line: Line, number: int, sheet: dict[str, int], surname: dict[str, str]) -> str | None:
    """R2.1: never more than he recorded there; for an office, than he recorded anywhere."""
    who = line.who[0]
    if isinstance(who, Named):
        written = sheet.get(who.letter, 0)
        if number > written:
            return (
                f"You recorded {written or 'nothing'} on {surname.get(who.letter, who.letter)}, not {number}."
            )
        return None
    most = max(sheet.values(), default=0)
    return f"You recorded no more than {most} on anybody, not {number}." if number > most else None
