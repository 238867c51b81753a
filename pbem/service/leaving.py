"""CONCEDE (HR-33), and an end without a winner to which all agree (E24).

The letter only says it; the game itself is ended in a chore of the same poll, after all letters.
"""

from datetime import datetime
from functools import partial

from sqlalchemy import delete, select

from pbem.config import Config
from pbem.engine import victory
from pbem.engine.events import Conceded, Decreed, GameEnded, Player, Ruled
from pbem.orders.lines import Line
from pbem.report import notices_seats as notices
from pbem.report.brief import Rendered
from pbem.store.tables import OVER, SETUP

from . import agenda, autopilot, standbys, told
from .deskverbs import Served
from .mailing import aware, queue, session_key
from .record import Record
from .reports import report_all

#: (Chore.)  Its keys say why it ends.
ENDS = "game ends"
BY_CONCESSION, BY_AGREEMENT = "conceded", "agreed"
#: What is noted of who agrees to end.
AGREES = "agrees to end"
#: The clause of `GameEnded`.
AGREED = victory.AGREED

DONE = (
    "you have conceded: what you have declared stays on the table, but your seat cannot win any more (HR-33); a bot plays it until somebody takes "
    "it over; if that was a mistake, tell the moderator at once (a line that begins with MODERATOR and a colon): he can take it back"
)
LEAVES = (
    "you leave before the game has begun; your seat is offered to those who stand by, and is yours until one of them takes it; if that was a "
    "mistake, a line of your sheet, or READY, keeps it"
)
STAYS = "you stay: your seat is yours, and is offered to nobody any more"
#: What is noted of who leaves in set-up.
LEFT = "leaves"


def concede(record: Record, config: Config, player: Player, line: Line, now: datetime) -> Served:
    """CONCEDE: at once, and all are told."""
    if record.row.status == OVER or record.state.over:
        return Served(error="The game is over; there is nothing to concede.")
    if record.row.status == SETUP:
        return _leave(record, config, player, now)
    if player in record.state.conceded:
        return Served("you have conceded already")
    record.write([Conceded(player)])
    autopilot.engage(record, config, player, autopilot.CONCEDED, now)
    ends = bool(victory.after_concession(record.state))
    if ends:
        agenda.put(record.connection, record.id, ENDS, now, BY_CONCESSION)
    else:
        standbys.offer(record, config, player, now)
    _tell(record, config, partial(_conceded, player=player, ends=ends), now, but=player)
    return Served(DONE)


def _leave(record: Record, config: Config, player: Player, now: datetime) -> Served:
    """Before the game has begun nothing is lost: the seat goes to a stand-by as it is."""
    name = record.seat_rows[player].name
    if told.once(record.connection, record.id, player, LEFT, "setup", now):
        record.write(
            [Decreed("leaves", f"{name} ({player}) leaves before the game has begun.", about=(player,))]
        )
        standbys.offer(record, config, player, now)
        _tell(record, config, partial(_left, player=player), now, but=player)
    return Served(LEAVES)


def stays(record: Record, config: Config, player: Player, now: datetime) -> str:
    """Who wanted to leave in set-up and then fills in his sheet, or says READY, keeps his seat; the clause that says so, or ""."""
    mine = told.TOLD.c.game == record.id, told.TOLD.c.player == player, told.TOLD.c.what == LEFT
    if record.row.status != SETUP or not record.connection.execute(delete(told.TOLD).where(*mine)).rowcount:
        return ""
    words = f"{record.seat_rows[player].name} ({player}) stays after all."
    record.write([Decreed("leaves", words, about=(player,))])
    standbys.withdraw(record, config, player, now)
    _tell(record, config, partial(_stays, player=player), now, but=player)
    return STAYS


def stand_by(record: Record, config: Config, player: Player, line: Line, now: datetime) -> Served:
    """STANDBY from somebody who plays."""
    return Served(error="You play in this game, so you cannot stand by for it. CONCEDE gives your seat up.")


# --- an end to which all agree ---


def propose(record: Record, config: Config, player: Player, line: Line, now: datetime) -> Served:
    """PROPOSE END: all are told; it lapses with the session."""
    if record.row.status == OVER or record.state.over:
        return Served(error="The game is over already.")
    if _agreed(record):
        return agree(record, config, player, line, now)
    told.once(record.connection, record.id, player, AGREES, session_key(record), now)
    name = record.seat_rows[player].name
    record.write(
        [
            Decreed(
                "propose end",
                f"{name} ({player}) proposes to end the game without a winner.",
                about=(player,),
            )
        ]
    )
    _tell(record, config, partial(_proposed, player=player), now, but=player)
    _settle(record, now)
    return Served(
        "you propose to end the game without a winner; the others are told; it ends if all of them agree before the deadline"
    )


def agree(record: Record, config: Config, player: Player, line: Line, now: datetime) -> Served:
    """AGREE END."""
    if record.row.status == OVER or record.state.over:
        return Served(error="The game is over already.")
    if not _agreed(record):
        return Served(
            error="Nobody has proposed to end the game since the last report. PROPOSE END proposes it."
        )
    told.once(record.connection, record.id, player, AGREES, session_key(record), now)
    if _settle(record, now):
        return Served("you agree to end the game without a winner, and so do all others: it ends")
    return Served(
        "you agree to end the game without a winner; it ends as soon as all others agree, before the deadline"
    )


def _agreed(record: Record) -> set[Player]:
    """Who agrees for the session now open."""
    mine = told.TOLD.c.game == record.id, told.TOLD.c.what == AGREES, told.TOLD.c.key == session_key(record)
    return set(record.connection.execute(select(told.TOLD.c.player).where(*mine)).scalars())


def _settle(record: Record, now: datetime) -> bool:
    """Do all agree who still play?  Then it ends with this poll."""
    playing = {player for player, seat in record.seat_rows.items() if seat.autopilot != autopilot.CONCEDED}
    if not playing <= _agreed(record):
        return False
    agenda.put(record.connection, record.id, ENDS, now, BY_AGREEMENT)
    return True


def finish(record: Record, config: Config, now: datetime, key: str) -> None:
    """(Chore.)  The game ends, and everybody gets his last report."""
    if record.row.status == OVER or record.state.over:
        return
    facts, words = _ending(record, key)
    if not facts:
        return
    end(record, config, Ruled(words, facts), now)


def end(record: Record, config: Config, ruled: Ruled, now: datetime) -> None:
    """The game ends by this, wherever it stands."""
    from . import resolving

    record.write([ruled])
    record.change(held="", waits="")
    if record.open_phase() is not None:
        resolving.carry_on(record, config, now)
        return
    resolving.go_on(record, now)
    record.flush()
    report_all(record, config, now)


def _ending(record: Record, key: str) -> tuple[tuple[GameEnded, ...], str]:
    if key == BY_AGREEMENT:
        return (GameEnded((), AGREED),), "All players have agreed to end the game without a winner (E24)."
    return victory.after_concession(record.state), "All others have conceded (HR-33)."


# --- mails ---


def _tell(
    record: Record, config: Config, write: "partial[Rendered]", now: datetime, but: Player = ""
) -> None:
    for seat in record.seats:
        if seat.colour != but:
            queue(
                record, config, seat.colour, "notice", partial(_written, write=write, reader=seat.colour), now
            )


def _written(record: Record, write: "partial[Rendered]", reader: Player) -> Rendered:
    return write(record, reader=reader)


def _conceded(record: Record, reader: Player, player: Player, ends: bool) -> Rendered:
    names = {seat.colour: seat.name for seat in record.seats}
    left = [name for colour, name in names.items() if colour not in record.state.conceded]
    return notices.conceded(record.row.name, names[player], left[0] if ends and left else "")


def _left(record: Record, reader: Player, player: Player) -> Rendered:
    return notices.leaves_before(record.row.name, record.seat_rows[player].name)


def _stays(record: Record, reader: Player, player: Player) -> Rendered:
    return notices.stays_after_all(record.row.name, record.seat_rows[player].name)


def _proposed(record: Record, reader: Player, player: Player) -> Rendered:
    me = next(seat for seat in record.seats if seat.colour == reader)
    name = record.seat_rows[player].name
    deadline = None if record.row.held else aware(record.row.deadline)
    return notices.end_proposed(record.row.name, me, name, deadline)
