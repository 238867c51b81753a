"""Starting a game: seats, the deal, and everybody's first report."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, insert, select

from pbem import gamesettings
from pbem.calendars import Calendar, check, next_regular, parse_off
from pbem.config import Config
from pbem.deadlines import DeadlineError, Schedule, parse_schedule
from pbem.engine import dice
from pbem.engine.packs import Pack, Packs, factions
from pbem.engine.phases import setup
from pbem.engine.rules import Rules
from pbem.engine.variants import RULES_VERSION, UnknownRules, packs_of, rules_for
from pbem.mail.addresses import same_mailbox
from pbem.rulebook.played import dropped, played
from pbem.rulebook.played import switches as on
from pbem.store.database import table, transaction
from pbem.store.tables import FREE, NAMED, OFF, SETUP, PlanRow
from pbem.tempo import TEMPOS, expected, tempo_named

from . import packs as stored
from . import timing
from .errors import UsageError
from .mailing import naive
from .record import GAME, SEAT, Record, load
from .reports import report_all
from .rerun.begun import begun_with
from .seating import NewSeat, parse_seats
from .secret import check_seed as check_seed
from .secret import drawn, seed_of
from .site import Site

PLAN = table(PlanRow)
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
PLAYS = (
    "Your own address is that of a player, so the game is moderated blind: its secrets are shown with --reveal only, and then all players "
    "are told so. With --option blind=off they are shown."
)
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
    pauses_expected: int = 0


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
    check_name(name)
    seats = parse_seats(players, site.config.judge.timezone, site.config.judge.address)
    terms = settle(site.config, rules, len(seats), deadline, tempo, options, packs)
    with transaction(site.engine) as connection:
        return begin(connection, site.config, name, terms, seats, seed, now)


def check_name(name: str) -> None:
    """Can a game be named so?  Raises UsageError."""
    if not NAME.fullmatch(name):
        raise UsageError(
            f"{name!r} cannot name a game: letters, digits, - and _ only, beginning with a letter or digit."
        )


class Terms(NamedTuple):
    """What a game is to be played by, found sound for this number of seats."""

    rules: str
    switches: Mapping[str, str]
    tempo: str
    press: str
    settings: gamesettings.Settings
    schedule: Schedule
    own: Packs
    used: Sequence[Pack]
    game_rules: Rules
    chosen: tuple[str, ...] = ()  # the settings that were said


def settle(
    config: Config,
    rules: str,
    seats: int,
    deadline: str | None,
    tempo: str | None,
    options: Mapping[str, str],
    packs: Sequence[Path] = (),
) -> Terms:
    """Can a game be played so?  Raises UsageError."""
    switches, settled = gamesettings.split(options)
    tempo = tempo or switches.pop("tempo", None) or config.games.tempo
    press = _press(switches.pop("press", "") or config.games.press)
    try:
        tempo = tempo_named(tempo).name
        usual = gamesettings.changed(gamesettings.DEFAULT, config.games.options)
        settings = gamesettings.changed(usual, settled)
        schedule = parse_schedule(
            deadline or config.games.deadline or TEMPOS[tempo].deadline, config.judge.timezone
        )
        check(schedule, parse_off(settings.off))
        own = stored.given(packs)
        game_rules = rules_for(rules, switches, seats=seats, packs=own)
        used = packs_of(rules, switches, seats=seats, packs=own)
    except (DeadlineError, UnknownRules, ValueError) as error:  # SettingsError is one
        raise UsageError(_sentence(str(error))) from error
    return Terms(rules, switches, tempo, press, settings, schedule, own, used, game_rules, tuple(settled))


def begin(
    connection: Connection,
    config: Config,
    name: str,
    terms: Terms,
    seats: Sequence[NewSeat],
    seed: str | None,
    now: datetime,
    enter: Callable[[Record], None] | None = None,
) -> NewGame:
    """Deal, and queue each player's set-up report.  `enter`: what else is known of the players before.  Raises UsageError."""
    master, warning = drawn(seed)
    terms, note = _seen_by_a_player(config, terms, seats)
    if terms.settings.names == "factions":
        seats = [seat._replace(name=factions()[seat.colour].name) for seat in seats]
    try:
        events = setup.begin(
            terms.game_rules,
            [seat.colour for seat in seats],
            seed_of(master),
            terms.switches,
            stored.recorded(terms.used, RULES_VERSION),
        )
    except ValueError as error:
        raise UsageError(_sentence(str(error))) from error
    row = _game_row(name, terms, master, config.judge.timezone, now)
    _is_free(connection, name, row["master"])
    number = connection.execute(insert(GAME).values(**row)).inserted_primary_key[0]  # type: ignore[index]
    connection.execute(insert(SEAT), [_seat_row(number, place, seat) for place, seat in enumerate(seats)])
    stored.keep(connection, number, terms.used, terms.own)
    record = load(connection, name)
    assert record is not None
    record.write(events)
    record.flush()
    begun_with(record, config, terms, now)
    if enter is not None:
        enter(record)
    timing.schedule(record, now)
    report_all(record, config, now, first=True)
    record.flush()
    begun = _begun(
        name, terms, master, (record.row.deadline or naive(now)).replace(tzinfo=UTC), len(seats), warning
    )
    return begun._replace(notes=(*begun.notes, *note))


def _seen_by_a_player(
    config: Config, terms: Terms, seats: Sequence[NewSeat]
) -> tuple[Terms, tuple[str, ...]]:
    """A moderator who plays sees no secrets, unless he has said `blind=off`; and what he is told of that."""
    moderator = config.judge.moderator
    plays = bool(moderator) and any(same_mailbox(seat.address, moderator) for seat in seats)
    if not plays or "blind" in terms.chosen:
        return terms, ()
    return terms._replace(settings=msgspec.structs.replace(terms.settings, blind=True)), (PLAYS,)


def _game_row(name: str, terms: Terms, master: str, zone: str, now: datetime) -> dict[str, Any]:
    schedule = terms.schedule
    days = parse_off(terms.settings.off)
    first = next_regular(schedule, Calendar(zone, days), now, timedelta(hours=0 if schedule.length else 24))
    return {
        "name": name,
        "rules": terms.rules,
        "options": json.dumps(terms.switches),
        "status": SETUP,
        "tempo": terms.tempo,
        "schedule": schedule.text,
        "zone": zone,
        "master": master,
        "salts": "{}",
        "turn": 1,
        "session": "setup",
        "deadline": naive(first),
        "held": "",
        "events": 0,
        "head": "",
        "created": naive(now),
        "reminders": 0,
        "press": terms.press,
        "shown": 0,
        "pause": "",
        "paused": "",
        "code": "setup",
        "settings": gamesettings.store(terms.settings),
        "opened": naive(now),
        "waits": "",
    }


def _is_free(connection: Connection, name: str, master: str) -> None:
    """Raises UsageError where another game, or one that people are invited to, has this name or seed."""
    if connection.execute(select(GAME.c.id).where(GAME.c.name == name)).first() is not None:
        raise UsageError(f"There is a game named {name} already; choose another name.")
    if other := connection.execute(select(GAME.c.name).where(GAME.c.master == master)).scalar():
        raise UsageError(
            f"--seed: the game {other} of this site has this seed already, and its reply codes with it; take another."
        )
    invited = select(PLAN.c.id).where(PLAN.c.name == name, PLAN.c.state == "open")
    if connection.execute(invited).first() is not None:
        raise UsageError(f"People are invited to a game named {name}: `pbem start {name}` begins it.")


def _begun(name: str, terms: Terms, master: str, first: datetime, seats: int, warning: str) -> NewGame:
    own, game_rules = terms.own, terms.game_rules
    length = expected(terms.tempo, terms.schedule, terms.rules, game_rules.switches)
    of_packs = tuple(f"{pack.name}: {note}" for pack in own.own for note in pack.notes)
    commitment = dice.commitment(seed_of(master))
    dropped_ones = dropped(terms.rules, terms.switches, seats, own)
    told = played(terms.rules, game_rules, own), on(game_rules), dropped_ones
    return NewGame(
        name,
        commitment,
        first,
        length.deadlines,
        length.weeks,
        seats,
        warning,
        of_packs,
        *told,
        between=length.between,
        pauses_expected=length.pauses if terms.settings.pauses else 0,
    )


def _press(value: str) -> str:
    """Raises UsageError."""
    if value.strip().lower() not in PRESS_OPTIONS:
        raise UsageError(f"press={value}: the option press is one of {', '.join(PRESS_OPTIONS)}.")
    return value.strip().lower()


def _seat_row(game: int, place: int, seat: NewSeat) -> dict[str, object]:
    zeros = dict.fromkeys(("seen", "mails", "letters", "lines"), 0)
    texts = {
        "draft": "{}",
        "salt": "",
        "ready": "",
        "stand_in": "",
        "autopilot": "",
        "missed": "[]",
        "filled": "[]",
    }
    return {"game": game, "place": place, **seat._asdict(), **zeros, "misses": 0, "generation": 0, **texts}


def _sentence(text: str) -> str:
    text = text.strip().split("\n")[0]
    return f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith((".", "!", "?")) else ".")


def record_of(connection: Connection, name: str) -> Record:
    """The game of this name.  Raises UsageError."""
    record = load(connection, name)
    if record is None:
        raise UsageError(f"There is no game named {name}{_meant(connection, name)}; `pbem games` lists them.")
    return record


def _meant(connection: Connection, name: str) -> str:
    names = {one.casefold(): one for one in connection.execute(select(GAME.c.name)).scalars()}
    near = get_close_matches(name.casefold(), names, 1)
    return f" (did you mean {names[near[0]]}?)" if near else ""
