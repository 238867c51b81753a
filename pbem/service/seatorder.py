"""In which order those who said yes sit at the table: by their answers, or as the moderator says; the Swiss game wants their ages (R17.7)."""

from collections.abc import Sequence
from typing import Any

from pbem.engine import influence
from pbem.engine.rules import Rules
from pbem.report.prose import listed

from .errors import ServiceError, UsageError


def ordered(willing: Sequence[Any], wanted: int, order: Sequence[str], rules: Rules, game: str) -> list[Any]:
    """Who is seated, in table order.  `willing`: the rows of those who said yes, in the order of their answers; `order`: their names or
    addresses.  Raises UsageError where it does not fit, ServiceError where the rules need one."""
    if not order:
        seated = list(willing[:wanted])
        if rules.break_tie is influence.by_seat and len(seated) > 1:
            names = ", ".join(_called(row) for row in seated)
            raise ServiceError(
                f"{game} cannot begin yet: under these rules the older player wins a tie, and the seats are given by age (R17.7). Say them, the "
                f'oldest first: pbem start {game} --order "{names}"'
            )
        return seated
    seated = [_one(willing, word) for word in order]
    if len({row.id for row in seated}) != len(seated):
        raise UsageError("--order names somebody twice.")
    if len(seated) != wanted:
        raise UsageError(
            f"--order names {len(seated)} for {wanted} seats: name each who is to play once; {_there_are(willing)}."
        )
    return seated


def _one(willing: Sequence[Any], word: str) -> Any:
    """By the name he chose, his address, or what stands before its @."""
    typed = " ".join(word.split()).casefold()
    found = [
        row
        for row in willing
        if typed
        in ((row.name or "").casefold(), row.address.casefold(), row.address.partition("@")[0].casefold())
    ]
    if len(found) != 1:
        wrong = "nobody of that name has said yes" if not found else "that may be several; give the address"
        raise UsageError(f"--order: {word.strip()!r}: {wrong}; {_there_are(willing)}.")
    return found[0]


def _there_are(willing: Sequence[Any]) -> str:
    return f"there are {listed([_called(row) for row in willing])}"


def _called(row: Any) -> str:
    return str(row.name or row.address)
