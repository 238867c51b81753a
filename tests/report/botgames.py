"""Whole games of bots, played once for all tests that look at them from the end."""

from functools import lru_cache
from typing import NamedTuple

from pbem.engine import view
from pbem.engine.events import Event, InfluenceRecorded, Player
from pbem.engine.rules import Rules
from pbem.report.brief import Brief, Seat
from pbem.report.naming import Names, names_of
from tests.fuzz.games import by_bots

from .played import NOW, seats_of

#: Short and long ones, with cards and without; in each some award is earned that the others have not.
GAMES = (("basic/4", 3), ("basic/5", 1), ("advanced/5", 2), ("swiss/4", 3), ("advanced/3", 5))


class Over(NamedTuple):
    """A game that is over."""

    rules: Rules
    seats: tuple[Seat, ...]
    names: Names
    journal: tuple[Event, ...]

    @property
    def public(self) -> list[Event]:
        return list(view.see(view.TABLE, self.journal))

    @property
    def sheets(self) -> dict[Player, dict[str, int]]:
        return {e.player: dict(e.sheet) for e in self.journal if isinstance(e, InfluenceRecorded) and e.sheet}

    def brief(self, me: Player, until: int | None = None, since: int = 0, **more: object) -> Brief:
        """His brief of the events from `since` to `until`."""
        from pbem.engine.state import fold

        journal = self.journal[:until]
        seen = fold(view.see(me, journal))
        given = dict(
            game="winter-5",
            rules=self.rules,
            seats=self.seats,
            me=me,
            view=seen,
            story=list(view.see(me, journal[since:])),
            session=(),
            asks=(),
            standing=(),
            unused=(),
            deadline=None,
            judge="judge@example.org",
            now=NOW,
            before=fold(view.see(me, journal[:since])),
            past=list(view.see(view.TABLE, journal)),
            opened=journal if seen.over else (),
            sheets=self.sheets if seen.over else {me: self.sheets.get(me, {})},
        )
        return Brief(**{**given, **more})  # type: ignore[arg-type]


@lru_cache(maxsize=8)
def over(name: str, seed: int) -> Over:
    """This game, played to its end."""
    game = by_bots(seed, name)
    seats = seats_of(game.watch.state.seats)
    return Over(game.rules, seats, names_of(game.rules, seats), tuple(game.watch.journal))
