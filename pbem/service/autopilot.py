"""A bot plays for who is away, silent or gone, from nothing but his view.

Its orders are lines of his list marked `autopilot`, given just before a session resolves and only where he has given none himself.
Chance is a function of the seed of the dice, the seat and the session: what a dry run shows is what will be.
"""

import hmac
import json
from collections.abc import Mapping
from datetime import datetime
from random import Random

from sqlalchemy import select

from pbem.bots import Bot
from pbem.config import Config
from pbem.engine import dice
from pbem.engine.events import Decreed, Player
from pbem.orders.check import never
from pbem.orders.lines import Line
from pbem.orders.reader import read
from pbem.orders.standing import Standing, listed
from pbem.store.tables import OVER, RUNNING

from . import ballots
from .limits import given_way, room_for
from .mailing import naive
from .orderlists import LINE
from .record import Record

BY = "autopilot"
VACATION, SILENCE, CONCEDED = "vacation", "silence", "conceded"
#: What PASS of the player's own leaves to the bot.
_BESIDE_PASS = frozenset(("vote", "hold", "protect"))


def fill(record: Record, config: Config, now: datetime) -> None:
    """Before a session is resolved, or goes on after a pause: orders for the seats on autopilot."""
    for player, seat in record.seat_rows.items():
        if seat.autopilot == CONCEDED and player not in record.state.conceded:  # an undo has taken it back
            record.change_seat(player, autopilot="")
        if seat.autopilot and record.row.status == RUNNING:
            _fill(record, player, now)


def _fill(record: Record, player: Player, now: datetime) -> None:
    _drop(record, player)
    turn, own = record.row.turn, {one.number: one for one in record.lists()[player]}
    lines: list[Line] = []
    for line in _wanted(record, player):
        if not any(given_way([line], own, turn)) and not _declined(line, own):
            lines.append(line)
    added = record.add_lines(player, room_for(lines, own, turn), None, naive(now), by=BY)
    told = [*json.loads(record.seat_rows[player].filled), *(record.words(one) for one in added)]
    record.change_seat(player, filled=json.dumps(list(dict.fromkeys(told)), ensure_ascii=False))


def _declined(line: Line, own: Mapping[int, Standing]) -> bool:
    """His own PASS."""
    passed = any(one.line.verb == "pass" and one.line.actor is None for one in own.values())
    return passed and line.verb not in _BESIDE_PASS


def _wanted(record: Record, player: Player) -> list[Line]:
    """What a bot with this view would order; offers and answers to them are left to people."""
    session = tuple(record.row.session.split())
    view, rules = record.views()[player], record.rules
    bot = Bot(player, chance(record, player, "temper"))
    bot.rng = chance(record, player, f"{record.row.turn}/{record.row.session}/{record.row.pause}")
    asks = [ask for ask in ballots.asks(record, session) if ask.player == player]
    said = bot.orders(view, rules, session, asks)
    surnames = {letter: card.surname for letter, card in rules.cards.items()}
    known = [one.line for one in record.lists()[player]]
    found = [
        line for reading in read(said, record.lexicon) if reading.kind == "order" for line in reading.lines
    ]
    return [
        line
        for line in found
        if listed(line)
        and not never(line, player, view, surnames, rules.switches, rules.deck, [*known, *found])
    ]


def chance(record: Record, player: Player, about: str) -> Random:
    """What this bot does by chance in this: of the seed of the dice, so that it does the same when an archive is played again."""
    key = dice.derive(record.seed, "autopilot")
    return Random(hmac.digest(key, f"{player}/{about}".encode(), "sha256"))  # noqa: S311 - a bot's mood


def _drop(record: Record, player: Player) -> None:
    """What the bot ordered before and still stands."""
    where = LINE.c.game == record.id, LINE.c.player == player, LINE.c.by == BY, LINE.c.state == "standing"
    numbers = record.connection.execute(select(LINE.c.number).where(*where)).scalars().all()
    record.end_lines(player, numbers, "replaced")


# --- on and off ---


def engage(record: Record, config: Config, player: Player, why: str, now: datetime) -> None:
    """From now on a bot plays for him.  `why`: VACATION (he alone is told), SILENCE, CONCEDED.  No mail is sent: the caller has more to say.

    Before the game has begun nobody plays for anybody (HR-29).
    """
    row, seat = record.row, record.seat_rows[player]
    if row.status != RUNNING or seat.autopilot == why or seat.autopilot == CONCEDED:
        return
    record.change_seat(player, autopilot=why)
    name = _name(record, player)
    words = {
        VACATION: f"A bot plays for {name} while he is away.",
        SILENCE: f"A bot plays for {name}, who has been silent, until he writes.",
        CONCEDED: f"A bot plays for {name}, who has conceded.",
    }[why]
    only = (player,) if why == VACATION else ()
    record.write([Decreed("autopilot", words, about=(player,), only=only)])


def release(record: Record, config: Config, player: Player, now: datetime) -> None:
    """He plays himself again; what the bot has ordered no longer stands."""
    why = record.seat_rows[player].autopilot
    if not why:
        return
    _drop(record, player)
    record.change_seat(player, autopilot="")
    if record.row.status != OVER:
        only = (player,) if why == VACATION else ()
        words = f"{_name(record, player)} plays himself again; the bot has stopped."
        record.write([Decreed("autopilot", words, about=(player,), only=only)])


def heard(record: Record, config: Config, player: Player, now: datetime) -> bool:
    """A letter of his has come: if the bot plays because he was silent, it stops, and his seat is no longer offered.  Did it?"""
    if record.seat_rows[player].autopilot != SILENCE:
        return False
    from . import standbys

    release(record, config, player, now)
    standbys.withdraw(record, config, player, now)
    return True


def _name(record: Record, player: Player) -> str:
    seat = record.seat_rows[player]
    return f"{seat.name} ({player})"
