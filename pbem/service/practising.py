"""PRACTICE (E18): a private game of one person against bots, which goes on at each READY of his and waits for him as long as he likes.

It is a game like any other, with `GameRow.practice` his colour: the bots have no addresses and are sent nothing (`mailing.queue`), nobody waits for
them (`mailing.awaited`), and what they order is found as for any seat on autopilot.  It has no deadline (`timing.schedule`).
"""

import hmac
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, select

from pbem.bots.mind import amounts, wanted_sheet
from pbem.config import Config
from pbem.engine import dice
from pbem.engine.events import GameEnded, Player, Ruled
from pbem.engine.packs import factions
from pbem.engine.variants import PRESETS
from pbem.engine.victory import PRACTICE
from pbem.mail.addresses import fold
from pbem.orders.lines import Line
from pbem.report.prose import listed
from pbem.store.tables import OVER

from . import agenda, autopilot, leaving, plans
from .deskverbs import Served
from .mailing import aware, naive
from .record import GAME, SEAT, Record, load
from .seating import NewSeat, sound_name
from .start import begin, settle

#: Why a bot plays (`SeatRow.autopilot`) where nobody else ever did.
BOT = "practice"
SEATS = 4
RULES = "basic"
#: So many in so many days from one address.
MOST, MONTH = 3, timedelta(days=30)
#: Who has not written for so long does not practise any more.
PATIENCE = timedelta(days=30)
#: (Chores.)  The end of one: why is the key.
SILENT, ENDS = "practice silent", "practice ends"
ASKED, SILENCE = "asked", "silence"
NAMES = ("Agafya the Bot", "Matvei the Bot", "Zinaida the Bot")
#: Nothing waits for a clock or for a person who is not there.
OPTIONS: Mapping[str, str] = {
    "earliest": "0m",
    "ballot_earliest": "0m",
    "reading": "0m",
    "reminders": "none",
    "bulletins": "off",
    "approval": "off",
    "pauses": "none",
    "ready": "said",
    "silence": "wait",
    "limit": "off",
    "disputes": "off",
    "press": "off",
    "watch": "off",
    "off": "none",
    "lengths": "none",
    "names": "names",
}
_RUNS = (
    "“{name}” runs already, and one at a time is enough: please answer its last report. END PRACTICE ends it."
)
_TOO_MANY = f"You have begun {MOST} practice games in the last {MONTH.days} days, and no more are begun from your address for now."
_UNKNOWN = "There are no rules named {preset}; PRACTICE alone plays the Basic Game, and there are {known}."
NONE = "You have no practice game that runs; PRACTICE begins one."
#: Words that make no sense against bots, and what is said instead.
_NEEDLESS: Mapping[str, str] = {
    **dict.fromkeys(
        ("extend", "vacation", "vacation off"),
        "This is practice: it has no deadline, and waits for you as long as you like.",
    ),
    "standby": "This is practice: its other seats are played by bots.",
}
_GIVING_UP = frozenset(("concede", "propose end", "agree end"))


class Begun(NamedTuple):
    """`name`: of the game that has begun, or ""; then `refusal` says why none has."""

    name: str = ""
    refusal: str = ""


def start(
    connection: Connection, config: Config, address: str, name: str, zone: str, preset: str, now: datetime
) -> Begun:
    """A practice game for this person, whose address must be proved to be his; the set-up report goes there with this poll.

    `preset`: "" for the Basic Game; `zone`: IANA.
    """
    preset = preset.casefold().strip(" .!") or RULES
    if preset not in PRESETS:
        return Begun(refusal=_UNKNOWN.format(preset=preset[:20], known=listed(list(PRESETS))))
    mine = _of(connection, address)
    running = next((row for row in mine if row.status != OVER), None)
    if running is not None:
        return Begun(refusal=_RUNS.format(name=running.name))
    if sum(row.created > naive(now) - MONTH for row in mine) >= MOST:
        return Begun(refusal=_TOO_MANY)
    secret = _secret(connection, f"{fold(address)}/{len(mine)}")
    game = _free_name(connection, secret)
    terms = settle(config, preset, SEATS, "72h", "club", OPTIONS)
    seats = _seats(address, name, zone or config.judge.timezone)
    begin(connection, config, game, terms, seats, secret.hex(), now, fill_in)
    record = load(connection, game)
    assert record is not None
    agenda.put(connection, record.id, SILENT, now + PATIENCE)
    return Begun(game)


def _of(connection: Connection, address: str) -> Sequence[Any]:
    """The practice games of this address, the oldest first: their rows."""
    query = (
        select(GAME.c.id, GAME.c.name, GAME.c.status, GAME.c.created)
        .join(SEAT, SEAT.c.game == GAME.c.id)
        .where(GAME.c.practice == SEAT.c.colour, func.lower(SEAT.c.address) == fold(address))
    )
    return connection.execute(query.order_by(GAME.c.id)).all()


def _secret(connection: Connection, about: str) -> bytes:
    """What its dice, codes and name derive from: the site's own secret, so that a poll that is done again begins the same game."""
    key = dice.derive(plans.site_secret(connection), "practice")
    return hmac.digest(key, about.encode(), "sha256")


def _free_name(connection: Connection, secret: bytes) -> str:
    """`practice-1a2b`: no count of anything."""
    letters = hmac.digest(dice.derive(secret, "name"), b"", "sha256").hex()
    for length in range(4, 20):
        name = f"practice-{letters[:length]}"
        if connection.execute(select(GAME.c.id).where(GAME.c.name == name)).first() is None:
            return name
    raise AssertionError("so many names are never taken")


def _seats(address: str, name: str, zone: str) -> list[NewSeat]:
    """His, and those of the bots, who have no addresses."""
    colours = list(factions())[:SEATS]
    wanted = " ".join(name.split()) or address.partition("@")[0]
    taken = {one.casefold() for one in NAMES}
    his = wanted if not sound_name(wanted, colours[0]) and wanted.casefold() not in taken else "Comrade"
    bots = [NewSeat(colour, bot, "", zone) for colour, bot in zip(colours[1:], NAMES, strict=False)]
    return [NewSeat(colours[0], his, address, zone), *bots]


def fill_in(record: Record) -> None:
    """Whose practice it is; and the bots hand in their sheets."""
    me = next(colour for colour, seat in record.seat_rows.items() if seat.address)
    record.change(practice=me)
    for player in record.seat_rows:
        if player == me:
            continue
        rng = autopilot.chance(record, player, "sheet")
        numbers = amounts(record.rules, rng)
        names = wanted_sheet(record.views()[player], record.rules, rng, len(numbers))
        record.change_draft(player, dict(zip(names, numbers, strict=True)))
        record.change_seat(player, autopilot=BOT)
    record.flush()


# --- words of players ---


def practise(record: Record, config: Config, player: Player, line: Line, now: datetime) -> Served:
    """PRACTICE in a player's letter."""
    seat = record.seat_rows[player]
    begun = start(record.connection, config, seat.address, seat.name, seat.zone, line.words, now)
    return Served(begun_clause(begun.name)) if begun.name else Served(error=begun.refusal)


def begun_clause(name: str) -> str:
    """What a receipt says of a practice game that has begun."""
    return f"the practice game {name} begins; its first report comes in a mail of its own"


def finished(record: Record, config: Config, player: Player, line: Line, now: datetime) -> Served:
    """END PRACTICE in a player's letter: this game, if it is one, or the one that he has running."""
    name = end_of(record.connection, record.seat_rows[player].address, now)
    return Served(f"{name} ends; its last report opens everything") if name else Served(error=NONE)


def end_of(connection: Connection, address: str, now: datetime) -> str:
    """His practice game ends with this poll: its name, or "" if none runs."""
    running = next((row for row in _of(connection, address) if row.status != OVER), None)
    if running is None:
        return ""
    agenda.put(connection, running.id, ENDS, now, ASKED)
    return str(running.name)


def instead(record: Record, config: Config, player: Player, line: Line, now: datetime) -> Served | None:
    """What a word about the game itself does in practice, where it is not what it does elsewhere."""
    if not record.row.practice:
        return None
    if line.verb in _GIVING_UP:
        return finished(record, config, player, line, now)
    said = _NEEDLESS.get(line.verb)
    return Served(error=said) if said else None


# --- chores ---


def silent(record: Record, config: Config, now: datetime, key: str) -> None:
    """(Chore.)  Has he written in the last month?  If not, it ends, with one mail."""
    seat = record.seat_rows.get(record.row.practice)
    if seat is None or record.row.status == OVER:
        return
    last = aware(max(filter(None, (seat.heard, record.row.created))))
    assert last is not None
    if last + PATIENCE > now:
        agenda.put(record.connection, record.id, SILENT, last + PATIENCE)
    else:
        finish(record, config, now, SILENCE)


def finish(record: Record, config: Config, now: datetime, key: str) -> None:
    """(Chore.)  It ends wherever it stands; the last report says so and opens everything."""
    if record.row.status == OVER or record.state.over:
        return
    why = (
        "You have ended your practice."
        if key == ASKED
        else "You have not written for a month; practice ends."
    )
    agenda.drop(record.connection, record.id, SILENT)
    leaving.end(record, config, Ruled(why, (GameEnded((), PRACTICE),)), now)


__all__ = ["Begun", "end_of", "finish", "finished", "instead", "practise", "silent", "start"]
