"""The table's own numbering of events (decision D25): the only numbers by which players ever know them (E22).

Event number N of the table is the N-th that all may see, undone ones counted too.  Secret events have none.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import Connection, bindparam, func, select, update

from pbem.engine import codec, view
from pbem.engine.events import Event, Player
from pbem.engine.journal import in_force
from pbem.store.database import table
from pbem.store.tables import EventRow, GameRow

if TYPE_CHECKING:
    from .record import Record

EVENT, GAME = table(EventRow), table(GameRow)
_COUNTED = (
    update(EVENT)
    .where(EVENT.c.game == bindparam("game_"), EVENT.c.number == bindparam("number_"))
    .values(shown=bindparam("shown_"))
)


class Story(NamedTuple):
    """Events as one reader sees them; `numbers`: how the table counts each, 0 where it does not see it."""

    events: list[Event]
    numbers: list[int]


def numbers(record: "Record", events: Sequence[Event], after: int = 0) -> list[int]:
    """How the table counts each of these events of the journal, which begin behind event `after`; 0: not at all."""
    count = record.shown_at(after)
    if not count and record.row.events and not record.row.shown:
        return [0] * len(events)  # a game of an older release that has not gone on yet
    found = []
    for event in events:
        public = event.seen_by(view.TABLE) is not None
        count += public
        found.append(count if public else 0)
    return found


def seen(player: Player, counted: Iterable[tuple[Event, int]]) -> Story:
    """What `player` may read of events with their numbers."""
    story = Story([], [])
    for event, number in counted:
        face = event.seen_by(player)
        if face is not None:
            story.events.append(face)
            story.numbers.append(number)
    return story


def history(record: "Record", player: Player) -> Story:
    """All that is in force, as `player` may read it."""
    journal = record.events()
    counted = numbers(record, journal)
    return seen(player, [(journal[number - 1], counted[number - 1]) for number in in_force(journal)])


def event_of(record: "Record", shown: int) -> int | None:
    """The number in the journal of the event that the table counts as `shown`; None: there is none yet."""
    query = select(func.min(EVENT.c.number)).where(EVENT.c.game == record.id, EVENT.c.shown == shown)
    found: int | None = record.connection.execute(query).scalar_one_or_none()
    return found if shown > 0 else None


def count_old(connection: Connection, game: int) -> int:
    """A game of a release that did not count: number its events now; how many the table has seen.  Once a game, before it goes on."""
    query = select(EVENT.c.number, EVENT.c.data).where(EVENT.c.game == game).order_by(EVENT.c.number)
    shown, rows = 0, []
    for number, data in connection.execute(query):
        shown += codec.decode(data).seen_by(view.TABLE) is not None
        rows.append({"game_": game, "number_": number, "shown_": shown})
    if rows:
        connection.execute(_COUNTED, rows)
    connection.execute(update(GAME).where(GAME.c.id == game).values(shown=shown))
    return shown
