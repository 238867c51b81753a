"""The orders of a seat that changes hands (E24): they sleep until whoever takes it over says KEEP ORDERS."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select

from pbem.config import Config
from pbem.engine.events import Player
from pbem.orders.lines import Line
from pbem.orders.standing import Standing
from pbem.report.prose import count

from .deskverbs import Served
from .limits import given_way, lacks, room_for
from .orderlists import LINE, read_line
from .record import Record

#: `LineRow.state` until then.
ASLEEP = "asleep"
WHY = "the seat has changed hands"


def put_to_sleep(record: Record, player: Player) -> None:
    """All that stand; what slept already sleeps on."""
    record.end_lines(player, [one.number for one in record.lists()[player]], ASLEEP, WHY)


def asleep(record: Record, player: Player) -> list[Standing]:
    """In their order."""
    where = LINE.c.game == record.id, LINE.c.player == player, LINE.c.state == ASLEEP
    rows = record.connection.execute(select(LINE).where(*where).order_by(LINE.c.number))
    return [Standing(row.number, read_line(row.data), row.asleep, row.overdue) for row in rows]


def keep(record: Record, config: Config, player: Player, line: Line, now: datetime) -> Served:
    """KEEP ORDERS, or some of them by their numbers; what he has ordered himself since comes first (E7)."""
    known = {one.number: one for one in asleep(record, player)}
    if not known:
        return Served(error="No orders are asleep: there were none, or they are awake already.")
    if lacking := sorted(set(line.numbers) - set(known)):
        return Served(
            error=f"{lacks(lacking).replace('of yours ', 'that is asleep ').replace('orders that is', 'orders that are')}"
        )
    wanted = [one for number, one in known.items() if number in (line.numbers or known)]
    own = record.lists()[player]
    outdone, _ = given_way([one.line for one in own], {one.number: one for one in wanted}, record.row.turn)
    woken = [one for one in wanted if one.number not in outdone]
    room = len(room_for([one.line for one in woken], {one.number: one for one in own}, record.row.turn))
    record.wake(player, woken[:room])
    return Served(_told(woken[:room], outdone, len(woken) - room, len(known) - len(wanted)))


def _told(woken: Sequence[Standing], outdone: Sequence[int], left: int, asleep_still: int) -> str:
    said = [
        f"{count(len(woken), 'order')} of before {'is' if len(woken) == 1 else 'are'} awake and in your list"
    ]
    if outdone:
        said.append(f"{count(len(outdone), 'order')} gave way to what you have ordered yourself")
    if left:
        said.append(f"{count(left, 'order')} found no room in it")
    if asleep_still:
        said.append(f"{count(asleep_still, 'order')} {'sleeps' if asleep_still == 1 else 'sleep'} on")
    return "; ".join(said)
