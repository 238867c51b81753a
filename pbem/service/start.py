"""Starting a game: seats, the deal, and everybody's first report."""

import json
import re
import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, insert, select

from pbem import gamesettings
from pbem.deadlines import DeadlineError, next_deadline, parse_schedule
from pbem.engine import dice
from pbem.engine.phases import setup
from pbem.engine.variants import RULES_VERSION, UnknownRules, packs_of, rules_for
from pbem.rulebook.played import dropped, played
from pbem.rulebook.played import switches as on
from pbem.store.database import transaction
from pbem.store.tables import FREE, NAMED, OFF, SETUP
from pbem.tempo import TEMPOS, expected, tempo_named

from . import packs as stored
from .errors import UsageError
from .mailing import naive
from .record import GAME, SEAT, Record, load
from .reports import report_all
from .seating import NewSeat, parse_seats
from .site import Site

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
SEED_BYTES = 16
#: Messages between players through the judge: with or without a name, with one only, none.
PRESS_OPTIONS = (FREE, NAMED, OFF)


class NewGame(NamedTuple):
    """`warning`: what the moderator should know; `mails`: how many were queued; `packs`: notes on the packs it brings.

    `rules`: what is played, in words, and its `switches`; `notes`: what is otherwise than one might think; `between`: of ten games one has
    fewer deadlines than the first number, one more than the second.
    """

    name: str
    commitment: str
    deadline: datetime
    deadlines_expected: int
    weeks_expected: int
    mails: int
    warning: str = ""
    packs: tuple[str, ...] = ()
    rules: str = ""
    switches: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    between: tuple[int, int] = (0, 0)


def new_game(
    site: Site,
    name: str,
    *,
    rules: str,
    players: Sequence[str],
    deadline: str | None,
    tempo: str | None,
    options: Mapping[str, str],
    seed: str | None,
    now: datetime,
    packs: Sequence[Path] = (),
) -> NewGame:
    """Start a game and queue each player's set-up report.

    `players`: "red=Anna <anna@example.org>", in table order; `deadline`: a schedule as `parse_schedule` reads it; `seed`: hex, which
    fixes dice, shuffles and reply tokens (default: drawn by the operating system); `packs`: files, kept with the game.  Raises UsageError.
    """
    if not NAME.fullmatch(name):
        raise UsageError(
            f"{name!r} cannot name a game: letters, digits, - and _ only, beginning with a letter or digit."
        )
    zone = site.config.judge.timezone
    switches, settled = gamesettings.split(options)
    tempo = tempo or switches.pop("tempo", None) or site.config.games.tempo
    press = _press(switches.pop("press", "") or site.config.games.press)
    seats = parse_seats(players, zone, site.config.judge.address)
    try:
        tempo = tempo_named(tempo).name
        settings = gamesettings.changed(gamesettings.DEFAULT, settled)
        schedule = parse_schedule(deadline or site.config.games.deadline or TEMPOS[tempo].deadline, zone)
        own = stored.given(packs)
        game_rules = rules_for(rules, switches, seats=len(seats), packs=own)
        used = packs_of(rules, switches, seats=len(seats), packs=own)
        master, warning = _master(seed)
        events = setup.begin(
            game_rules,
            [seat.colour for seat in seats],
            dice.derive(master, "dice"),
            switches,
            stored.recorded(used, RULES_VERSION),
        )
    except (DeadlineError, UnknownRules, ValueError) as error:  # SettingsError is one
        raise UsageError(_sentence(str(error))) from error
    first = next_deadline(schedule, now, timedelta() if schedule.length else timedelta(hours=24))
    row = {
        "name": name,
        "rules": rules,
        "options": json.dumps(switches),
        "status": SETUP,
        "tempo": tempo,
        "schedule": schedule.text,
        "zone": zone,
        "master": master.hex(),
        "salts": "{}",
        "turn": 1,
        "session": "setup",
        "deadline": naive(first),
        "held": "",
        "events": 0,
        "head": "",
        "created": naive(now),
        "reminders": 0,
        "press": press,
        "shown": 0,
        "pause": "",
        "code": "setup",
        "settings": gamesettings.store(settings),
        "opened": naive(now),
        "waits": "",
    }
    with transaction(site.engine) as connection:
        if connection.execute(select(GAME.c.id).where(GAME.c.name == name)).first() is not None:
            raise UsageError(f"There is a game named {name} already; choose another name.")
        if other := connection.execute(select(GAME.c.name).where(GAME.c.master == master.hex())).scalar():
            raise UsageError(
                f"--seed: the game {other} of this site has this seed already, and its reply codes with it; take another."
            )
        number = connection.execute(insert(GAME).values(**row)).inserted_primary_key[0]  # type: ignore[index]
        connection.execute(insert(SEAT), [_seat_row(number, place, seat) for place, seat in enumerate(seats)])
        stored.keep(connection, number, used, own)
        record = load(connection, name)
        assert record is not None
        record.write(events)
        record.flush()
        report_all(record, site.config, now, first=True)
        record.flush()
    length = expected(tempo, schedule, rules, game_rules.switches)
    of_packs = tuple(f"{pack.name}: {note}" for pack in own.own for note in pack.notes)
    commitment = dice.commitment(dice.derive(master, "dice"))
    told = played(rules, game_rules, own), on(game_rules), dropped(rules, switches, len(seats), own)
    return NewGame(
        name,
        commitment,
        first,
        length.deadlines,
        length.weeks,
        len(seats),
        warning,
        of_packs,
        *told,
        between=length.between,
    )


def _press(value: str) -> str:
    """Raises UsageError."""
    if value.strip().lower() not in PRESS_OPTIONS:
        raise UsageError(f"press={value}: the option press is one of {', '.join(PRESS_OPTIONS)}.")
    return value.strip().lower()


def _seat_row(game: int, place: int, seat: NewSeat) -> dict[str, object]:
    zeros = dict.fromkeys(("seen", "mails", "letters", "lines"), 0)
    texts = {"draft": "{}", "salt": "", "ready": "", "stand_in": "", "autopilot": "", "missed": "[]"}
    return {"game": game, "place": place, **seat._asdict(), **zeros, "misses": 0, **texts}


def _master(seed: str | None) -> tuple[bytes, str]:
    """The master secret, and a warning if it is too short to seal anything (decision D26)."""
    if seed is None:
        return secrets.token_bytes(32), ""
    try:
        master = bytes.fromhex(seed)
    except ValueError as error:
        raise UsageError(f"--seed {seed!r}: write it in hexadecimal, two digits a byte.") from error
    if not master:
        raise UsageError("--seed: it is empty; write it in hexadecimal, at least 32 digits.")
    if len(master) < SEED_BYTES:
        return master, "The seed has fewer than 128 bits: this game is not sealed, its dice could be guessed."
    return master, ""


def check_seed(seed: str | None) -> None:
    """Is it one that a game can begin with?  Raises UsageError."""
    _master(seed)


def _sentence(text: str) -> str:
    text = text.strip().split("\n")[0]
    return f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith((".", "!", "?")) else ".")


def record_of(connection: Connection, name: str) -> Record:
    """The game of this name.  Raises UsageError."""
    record = load(connection, name)
    if record is None:
        raise UsageError(f"There is no game named {name}; `pbem games` lists them.")
    return record
