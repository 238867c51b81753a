"""After the end: every order that anybody ever had (E16), for the last report."""

from sqlalchemy import func, select

from pbem.engine.events import Player
from pbem.report.brief import Once

from .fates import USED
from .orderlists import CHANGE, LINE, read_line
from .record import EVENT, Record


def all_lines(record: Record) -> tuple[Once, ...]:
    """In the order in which they were given; those that an undo has dropped are not among them."""
    query = select(LINE).where(LINE.c.game == record.id, LINE.c.state != "dropped")
    last, moments = _last_changes(record), _moments(record)
    found = []
    for row in record.connection.execute(query.order_by(LINE.c.born, LINE.c.player, LINE.c.number)):
        changed = 0 if row.state == "standing" else last.get((row.player, row.number), 0)
        turn, phase = moments.get(changed) or (record.state.turn, record.state.phase)
        line = read_line(row.data)
        state, why = row.state, row.why
        if state == "standing":  # what has become of it so far
            why = record.fate(row.player, row.number)
            state = "used" if why == USED else state
        found.append(Once(row.player, row.number, record.say(line), line.verb, turn, phase, state, why))
    return tuple(found)


def _last_changes(record: Record) -> dict[tuple[Player, int], int]:
    """How many events the journal held when each line became what it is."""
    query = select(CHANGE.c.player, CHANGE.c.number, func.max(CHANGE.c.event).label("event"))
    query = query.where(CHANGE.c.game == record.id).group_by(CHANGE.c.player, CHANGE.c.number)
    return {(row.player, row.number): int(row.event) for row in record.connection.execute(query)}


def _moments(record: Record) -> dict[int, tuple[int, str]]:
    """In which turn and phase each event was written."""
    query = select(EVENT.c.number, EVENT.c.turn, EVENT.c.phase).where(EVENT.c.game == record.id)
    return {row.number: (row.turn, row.phase) for row in record.connection.execute(query)}
