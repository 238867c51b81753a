"""A seat that is offered to those who stand by, and the YES that takes it (E20, E24).

A seat of somebody who is merely silent goes to the first YES when he has missed once more (`replace_from_list`), one that is free at once.
It changes hands in a chore of its own, after all letters of the poll: a letter of its player that came in time still counts.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, insert, select, update

from pbem.config import Config
from pbem.engine import view
from pbem.engine.board import PHASE_NAMES, year
from pbem.engine.events import Player
from pbem.engine.packs import factions
from pbem.mail.addresses import fold
from pbem.report import notices_seats as told
from pbem.report.brief import Rendered
from pbem.report.game_played import game_played
from pbem.report.naming import names_of
from pbem.report.prose import listed
from pbem.store.tables import OVER, SETUP

from . import acts, agenda, plans, timing
from . import told as told_once
from .errors import UsageError
from .mailing import aware, naive, tell_moderator
from .plans import INVITE, OFFER
from .record import Record, load_id
from .sitemail import queue_site
from .sorting import Duty

#: (Chore.)
TAKE = "take seat"
#: States of an offer.
OPEN, READY, TAKEN, CLOSED = "open", "ready", "taken", "closed"


# --- a seat is offered ---


def offer(record: Record, config: Config, player: Player, now: datetime, quiet: bool = False) -> int:
    """Ask everybody on the list, once; how many have it before them now.  0: nobody, and the moderator is told, if not `quiet`."""
    record.flush()
    asked = [
        row for row in plans.standing_by(record.connection, record.id) if not _plays(record, row.address)
    ]
    generation = record.seat_rows[player].generation
    known = {row.invite: row for row in _offers(record, player)}
    about = _described(record, config, player)
    for row in asked:
        if row.id in known:
            continue
        token = plans.code(record.master, f"seat/{player}/{generation}/{row.id}/{now.isoformat()}")
        values = {
            "token": token,
            "game": record.id,
            "player": player,
            "invite": row.id,
            "generation": generation,
        }
        record.connection.execute(insert(OFFER).values(**values, state=OPEN, made=naive(now)))
        queue_site(record.connection, config, row.address, "seat", told.seat_free(about), now, token=token)
    if not asked and not quiet:
        _nobody(record, config, player, now)
    return len(asked)


def _offers(record: Record, player: Player) -> Sequence[Any]:
    """Of the seat as it is now, the oldest answer first."""
    where = OFFER.c.game == record.id, OFFER.c.player == player, OFFER.c.state != CLOSED
    return record.connection.execute(select(OFFER).where(*where).order_by(OFFER.c.made, OFFER.c.token)).all()


def _plays(record: Record, address: str) -> bool:
    return any(fold(seat.address) == fold(address) for seat in record.seat_rows.values())


def _nobody(record: Record, config: Config, player: Player, now: datetime) -> None:
    seat, game = record.seat_rows[player], record.row.name
    why = {"conceded": "has conceded", "silence": "is silent"}.get(seat.autopilot, "does not play")
    words = (
        f"{seat.name} ({player}) {why}, and nobody stands by for {game}.\n\n"
        f"`pbem standby --game {game} ADDRESS` asks somebody whether he would; `pbem replace {game} {player} ADDRESS` gives him the seat at once."
    )
    if seat.autopilot == "conceded":
        words += f" If it was a mistake, `pbem undo {game} --to concession --because TEXT` takes it back."
    tell_moderator(record, config, f"nobody stands by for the seat of {seat.name}", words, now)


def at_once(record: Record, player: Player) -> bool:
    """Does the first YES take the seat now, or only when its player has missed once more?"""
    seat = record.seat_rows[player]
    return bool(seat.autopilot != "silence" or seat.misses >= max(1, record.settings.misses))


def free(record: Record, one: Any) -> bool:
    """Is the seat of this offer still to be had?  Its player may have come back, or an undo may have brought him back."""
    seat, player = record.seat_rows[one.player], one.player
    if seat.generation != one.generation:
        return False
    if record.row.status == SETUP:
        left = told_once.at(record.connection, record.id, player, "leaves", "setup") is not None
        return left or player in timing.missing_sheets(record)
    given_up = player in record.state.conceded or seat.autopilot == "silence"
    return bool(given_up or seat.misses >= max(1, record.settings.misses))


def _described(record: Record, config: Config, player: Player) -> told.Free:
    """Public facts only: what the table sees."""
    row, table = record.row, record.views()[view.TABLE]
    names = names_of(record.rules, record.seats)
    first = row.session.split()[0] if row.session else ""
    when = (
        "The game has not begun; the sheet is still to be drawn up."
        if row.status == SETUP
        else (f"The year is {year(row.turn)}, and the game waits for the {PHASE_NAMES.get(first, first)}.")
    )
    his = [names.of(p.letter) for p in table.people.values() if table.controller(p.letter) == player]
    waves = [
        f"{record.seat_rows[one].name} {table.credited(one)}" for one in table.seats if table.credited(one)
    ]
    standing = (
        []
        if row.status == SETUP
        else [
            f"The seat controls {listed(his)}." if his else "The seat controls nobody at the moment.",
            f"Waves so far: {', '.join(waves) or 'none'}.",
        ]
    )
    deadline = aware(row.deadline)
    return told.Free(
        row.name, factions()[player].name, game_played(record.rules, len(record.seat_rows)), when, standing, deadline,
        row.zone, player not in table.conceded, not at_once(record, player),
    )  # fmt: skip


# --- their answers ---


def answered(
    connection: Connection, config: Config, row: Any, token: str, duty: Duty, now: datetime
) -> dict[str, Any]:
    """A letter that answers the offer of a seat; `row`: of him who wrote it.  What is written to the letter's row."""
    from . import invited

    one = connection.execute(select(OFFER).where(OFFER.c.token == token)).one()
    record = load_id(connection, one.game)
    game, faction = record.row.name, factions()[one.player].name
    found = invited.read(config, row, duty.letter, now)
    says = "" if duty.why else found.says
    if duty.why:
        text = told.not_read(game, duty.why)
    elif says == "":
        text = told.yes_or_no(game, faction)
    elif says == "no":
        _change(connection, token, CLOSED if one.state == OPEN or one.state == READY else one.state)
        text = told.not_this_time(game) if one.state != TAKEN else told.coming(game, faction)
    else:
        plans.say(connection, row.id, name=found.name or row.name, zone=found.zone or row.zone)
        text = _yes(connection, record, one, faction, now)
    queue_site(
        connection, config, row.address, "seat", text, now, answers=duty.letter.message_id, token=token
    )
    return {
        "state": "applied",
        "verdict": "invitation",
        "reason": f"{says.upper() or 'unclear'} to the seat of {one.player} in {game}",
    }


def _yes(connection: Connection, record: Record, one: Any, faction: str, now: datetime) -> Rendered:
    game = record.row.name
    if one.state == TAKEN:
        return told.coming(game, faction)
    others = [other for other in _offers(record, one.player) if other.token != one.token]
    first = not any(other.state in (READY, TAKEN) for other in others)
    gone = one.state == CLOSED or not free(record, one)
    if gone or record.row.status == OVER or not first:
        return told.too_late(game, faction)
    if not at_once(record, one.player):
        _change(connection, one.token, READY)
        return told.next_in_line(game, faction)
    _change(connection, one.token, TAKEN)
    agenda.put(connection, record.id, TAKE, now, one.token)
    return told.coming(game, faction)


def _change(connection: Connection, token: str, state: str) -> None:
    connection.execute(update(OFFER).where(OFFER.c.token == token).values(state=state))


# --- taken ---


def take(record: Record, config: Config, now: datetime, key: str) -> None:
    """(Chore.)  The seat changes hands, if nothing has come between."""
    from . import newcomers, replacing

    connection = record.connection
    one = connection.execute(select(OFFER).where(OFFER.c.token == key)).first()
    if one is None or one.state != TAKEN or record.row.status == OVER or not free(record, one):
        return
    row = connection.execute(select(INVITE).where(INVITE.c.id == one.invite)).one()
    _change(connection, key, CLOSED)
    try:
        wanted = newcomers.Newcomer(row.name, row.address, row.zone or record.row.zone, row.id)
        newcomer = newcomers.checked(record, one.player, wanted)
    except UsageError as error:
        tell_moderator(record, config, "a stand-by could not take a seat", str(error), now)
        return
    others = plans.close_offers(connection, record.id, one.player)
    acts.also(record, [acts.SEAT, one.player, newcomer.name, newcomer.zone])
    replacing.hand_over(record, config, one.player, newcomer, now)
    _not_free(record, config, others, one.player, False, now)
    words = f"{newcomer.name} <{newcomer.address}> of the stand-by list plays {one.player} from now on."
    tell_moderator(record, config, f"{newcomer.name} has taken the seat of {one.player}", words, now)


def replace_from_list(record: Record, config: Config, player: Player, now: datetime) -> bool:
    """The last miss: who has said YES takes the seat with the next round of the poll; else the first who says it now.

    True: somebody takes it.
    """
    ready = next((one for one in _offers(record, player) if one.state in (READY, TAKEN)), None)
    if ready is not None:
        if ready.state == READY:
            _change(record.connection, ready.token, TAKEN)
            agenda.put(record.connection, record.id, TAKE, now, ready.token)
        return True
    offer(record, config, player, now)
    return False


def withdraw(record: Record, config: Config, player: Player, now: datetime) -> None:
    """Its player has written: the seat is his again, and those who were asked hear it."""
    asked = plans.close_offers(record.connection, record.id, player)
    _not_free(record, config, asked, player, True, now)


def _not_free(
    record: Record, config: Config, asked: Sequence[Any], player: Player, back: bool, now: datetime
) -> None:
    text = told.seat_not_free(record.row.name, factions()[player].name, back)
    for row in asked:
        queue_site(record.connection, config, row.address, "seat", text, now, token=row.nonce)
