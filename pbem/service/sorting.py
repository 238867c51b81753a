"""What the sorting of letters finds (`owners`): letters of players, all others, and what those call for."""

from typing import Any, NamedTuple

from pbem.engine.events import Player
from pbem.mail.letter import Letter


class Sorted(NamedTuple):
    """A letter that belongs to a player of a game.

    `problem`: why nothing of it may be applied now; `signed`: it carries his reply code; `press`: it answers this press.
    """

    row: Any
    letter: Letter
    game: int
    player: Player
    problem: str
    signed: bool = True
    press: int | None = None


class Duty(NamedTuple):
    """What a letter calls for besides what its player gets for it.

    `kind`: guest (somebody who was invited, or offered a seat, with the code `player`), watcher (somebody with the code `player` of a game that he watches), stranger (its sender plays nowhere; `why`: it carries somebody's code), unproved (the receiving server does not vouch for him, `why`), misused (it
    carried the code of this player, who is to know it), unclear (so did this one, and who wrote it cannot be told), confirm, confirmed (it answers the mail to the address `asked`, for the first time or again), desk (the moderator wrote it,
    with the one-use code `why` of that game; "": without one).
    """

    row: Any
    letter: Letter
    kind: str
    game: int = 0
    player: Player = ""
    why: str = ""
    asked: int = 0


class Sorting(NamedTuple):
    """Letters of players; what is to be written to the rows of all others, by id; and the duties."""

    ours: list[Sorted]
    others: dict[int, dict[str, Any]]
    duties: list[Duty]
