"""`pbem set` and `pbem recess`: what is settled for a game changes while it runs, and everybody is told truthfully."""

from collections.abc import Mapping
from datetime import date, datetime
from difflib import get_close_matches
from functools import partial
from typing import NamedTuple

from pbem import gamesettings
from pbem.calendars import DaysOff, check, off_text, parse_off, skipped, wall_time
from pbem.config import Config
from pbem.deadlines import MONTHS, WEEKDAYS, DeadlineError, in_zone, parse_schedule, the_zone
from pbem.engine.events import Decreed, Player
from pbem.engine.variants.switches import SWITCHES
from pbem.gamesettings import SettingsError
from pbem.report.brief import Rendered
from pbem.report.notices_time import Change, recess_notice, settings_notice
from pbem.store.database import transaction
from pbem.store.tables import FREE, NAMED, OFF, OVER
from pbem.tempo import tempo_named

from . import timing
from .errors import ServiceError, UsageError
from .mailing import aware, naive, queue
from .record import Record
from .site import Site
from .start import record_of

#: What can be set beside `gamesettings`: the columns of the game's row in which it stands.
COLUMNS = {"tempo": "tempo", "deadline": "schedule", "press": "press", "zone": "zone"}
#: What cannot change: the rules of a game that has begun.
_RULES = "the rules of a game that has begun stay as they are; `pbem end` ends it, and `pbem new` begins another with a name of its own"
#: What people look for here, and what is to be said of it.
_ELSEWHERE: Mapping[str, str] = {
    "name": "a game keeps its name, which stands in each of its mails; a player's is set with --player",
    **dict.fromkeys(("mail", "remind", "calendar"), "is a player's own; say whose, with --player"),
}
#: What each is about, for `pbem set GAME` and for the players.
ABOUT: Mapping[str, str] = {
    "tempo": "which phases share a deadline, from the next session on",
    "deadline": "when deadlines are",
    "press": "messages between players",
    "zone": "the time zone of deadlines and days off",
    "earliest": "nothing resolves sooner after the reports, though all are READY",
    "ballot_earliest": "the same in a pause for a ballot",
    "ballot": "how long a ballot is talked about",
    "pauses": "announcements at which a session stops for talk",
    "ready": "a mail that leaves nothing open counts as READY (complete), or only the word does (said)",
    "reading": "from the deadline to the resolution",
    "reminders": "so long before the deadline, to whom nothing was heard of",
    "grace": "how long a first missed deadline is waited for, once a year",
    "limit": "if more of those who were asked are silent, the game waits for the moderator",
    "silence": "what becomes of who is silent",
    "misses": "how many missed deadlines in a row until somebody else takes over",
    "off": "days on which no deadline falls",
    "recess": "days on which no deadline falls, by `pbem recess`",
    "lengths": "sessions that take another time, by their first phase",
    "waking": "hours of the day that count where people need time",
    "bulletins": "how often declarations with NOW become public",
    "approval": "resolutions wait for the moderator",
    "blind": "the moderator sees no secrets unless he reveals them, which all are told",
    "disputes": "a PROTEST stops the next resolution for a day",
    "extensions": "how often a year each player may have a deadline moved by EXTEND",
    "extension": "by how much at most",
    "vacation": "so many days a year each player may be waited for",
    "watch": "anybody may read its public reports, by WATCH and its name (on, off)",
    "talk": "what players may say to each other outside the judge",
    "names": "whether reports name people or factions only",
    "published": "what is published when the game is over",
}


class Tuned(NamedTuple):
    """`changes`: key, value before, value now; `deadline`: the open one; `moved`: whether it was set anew; `note`: what to look at."""

    game: str
    changes: tuple[Change, ...]
    deadline: datetime | None
    moved: bool
    note: str = ""


class Setting(NamedTuple):
    """One line of `pbem set GAME`."""

    setting: str
    value: str
    about: str


def settings(site: Site, game: str) -> list[Setting]:
    """How everything stands.  Raises UsageError."""
    with transaction(site.engine) as connection:
        record = record_of(connection, game)
        return [Setting(key, value, ABOUT.get(key, "")) for key, value in _values(record).items()]


def tune(
    site: Site, game: str, values: Mapping[str, str], because: str, now: datetime, now_too: bool = False
) -> Tuned:
    """Change some.  They hold at once; the open deadline stays as it is, unless `now_too`.  Raises UsageError, ServiceError."""
    if not because.strip():
        raise UsageError("Say why, with --because TEXT: all players are told what changes, and why.")
    with transaction(site.engine) as connection:
        record = _open_game(record_of(connection, game))
        before = _values(record)
        _change(record, values)
        after = _values(record)
        changes = tuple(Change(key, before[key], after[key]) for key in after if before[key] != after[key])
        if not changes:
            raise ServiceError(f"Nothing changes: {game} is set so already.")
        old, new = aware(record.row.deadline), _deadline_anew(record, now) if now_too else None
        moved = new is not None and new != old
        if moved and new is not None:
            record.change(deadline=naive(new))
        waits = record.row.waits
        timing.schedule(record, now)
        record.change(waits="" if moved else waits)
        words = " ".join(because.split())
        said = "; ".join(f"{one.key} is {one.after} (was {one.before})" for one in changes)
        record.write([Decreed("set", f"{said}. {words}")])
        about = tuple(ABOUT.get(one.key, "") for one in changes)
        for seat in record.seats:
            write = partial(
                _tuned, player=seat.colour, changes=changes, about=about, words=words, moved=moved
            )
            queue(record, site.config, seat.colour, "notice", write, now)
        record.flush()
        deadline = aware(record.row.deadline)
        return Tuned(game, changes, deadline, moved, remark(record, deadline))


def _open_game(record: Record) -> Record:
    if record.row.status == OVER:
        raise ServiceError(f"{record.row.name} is over; nothing can be set any more.")
    return record


def _values(record: Record) -> dict[str, str]:
    columns = {key: getattr(record.row, column) for key, column in COLUMNS.items()}
    return {**columns, **gamesettings.said(record.settings)}


def _change(record: Record, values: Mapping[str, str]) -> None:
    """All of them, or none.  Raises UsageError."""
    try:
        columns = {COLUMNS[key]: _column(key, value) for key, value in values.items() if key in COLUMNS}
        rest = {key: value for key, value in values.items() if key not in COLUMNS}
        for key in rest:
            if said := _ELSEWHERE.get(key):
                raise SettingsError(said if key == "name" else f"{key} {said}")
            if key in SWITCHES or key in record.rules.switches:
                raise SettingsError(f"{key} is a switch over the rules, and {_RULES}")
            if key not in gamesettings.KEYS and (near := get_close_matches(key, COLUMNS, 1, 0.6)):
                raise SettingsError(f"there is no setting {key!r}; did you mean {near[0]}?")
        changed = gamesettings.changed(record.settings, rest)
        zone = columns.get("zone", record.row.zone)
        schedule = parse_schedule(columns.get("schedule", record.row.schedule), zone)
        check(schedule, parse_off(changed.off))
    except (DeadlineError, SettingsError) as error:
        text = str(error)
        named = text.replace("=", " ").partition(" ")[0] in values  # a key stays as it is typed
        whole = text if named else f"{text[:1].upper()}{text[1:]}"
        raise UsageError(whole if whole.endswith("?") else f"{whole}.") from error
    if "schedule" in columns:
        columns["schedule"] = schedule.text
    record.change(**columns, settings=gamesettings.store(changed))
    record.__dict__["settings"] = changed


def _column(key: str, value: str) -> str:
    if key == "tempo":
        return tempo_named(value).name
    if key == "zone":
        the_zone(value)
    elif key == "press" and value.casefold() not in (FREE, NAMED, OFF):
        raise SettingsError(f"press={value}: write one of {', '.join((FREE, NAMED, OFF))}")
    return value.casefold() if key == "press" else value


def _deadline_anew(record: Record, now: datetime) -> datetime | None:
    """The open deadline as it would be set now."""
    if record.row.deadline is None:
        return None
    if record.row.pause:
        return timing.ballot_deadline(record, now)
    phases = () if record.row.session == "setup" else tuple(record.row.session.split())
    return timing.deadline_after(record, now, phases)


def remark(record: Record, deadline: datetime | None) -> str:
    """What the moderator should know of a deadline: that it is on a day off."""
    if deadline is None or not timing.calendar_of(record).is_off(deadline):
        return ""
    return f"The deadline, {in_zone(deadline, record.row.zone)}, is on a day off."


def remark_on(site: Site, game: str, typed: str = "") -> str:
    """The same of the open deadline of this game; and where it was `typed` as a time that the clocks leap over, that it is a later one."""
    with transaction(site.engine) as connection:
        record = record_of(connection, game)
        said = remark(record, aware(record.row.deadline))
        wall = wall_time(typed)
        if wall is None or not skipped(wall.date(), wall.time(), record.row.zone):
            return said
        leap = f"Summer time begins that night in {record.row.zone}, and no clock shows {wall:%H:%M}: an hour later is meant."
        return f"{leap} {said}".strip()


def _tuned(
    record: Record,
    player: Player,
    changes: tuple[Change, ...],
    about: tuple[str, ...],
    words: str,
    moved: bool,
) -> Rendered:
    me = next(seat for seat in record.seats if seat.colour == player)
    deadline = aware(record.row.deadline)
    return settings_notice(
        record.row.name, me, list(zip(changes, about, strict=True)), words, deadline, moved
    )


# --- recess ---


class Recess(NamedTuple):
    """`first` and `last` day; `deadline`: the open one, and whether it `moved`."""

    game: str
    first: date
    last: date
    deadline: datetime | None
    moved: bool


def recess(site: Site, game: str, first: str, last: str, because: str, now: datetime) -> Recess:
    """No deadline falls on these days; one that would moves on.  Raises UsageError, ServiceError."""
    with transaction(site.engine) as connection:
        record = _open_game(record_of(connection, game))
        begins, ends = _days(first, last)
        today = now.astimezone(the_zone(record.row.zone)).date()
        if ends < today:
            raise UsageError(f"The recess would be over already: today is {today}.")
        known = parse_off(record.settings.recess)
        spans = [span for span in known.spans if span[1] >= today]
        text = off_text(DaysOff(known.weekdays, tuple(sorted({*spans, (begins, ends)}))))
        _change(record, {"recess": text})
        return _rest(record, site.config, begins, ends, " ".join(because.split()), now)


def _days(first: str, last: str) -> tuple[date, date]:
    try:
        ((begins, ends),) = parse_off(f"{first.strip()}..{last.strip()}").spans
    except (DeadlineError, ValueError) as error:
        said = f"{first} {last} are no two days for a recess; write them like 2026-12-24 2027-01-02, the first and the last day off."
        raise UsageError(said) from error
    return begins, ends


def _rest(record: Record, config: Config, begins: date, ends: date, because: str, now: datetime) -> Recess:
    old = aware(record.row.deadline)
    new = old
    zone = the_zone(record.row.zone)
    if old is not None and old > now and begins <= old.astimezone(zone).date() <= ends:
        new = timing.regular(record, old)
        record.change(deadline=naive(new))
        timing.schedule(record, now)
    days = f"from {_day(begins)} to {_day(ends)}"
    record.write([Decreed("recess", f"The game rests {days}. {because}".strip())])
    for seat in record.seats:
        write = partial(_rests, player=seat.colour, days=days, words=because, old=old)
        queue(record, config, seat.colour, "notice", write, now)
    record.flush()
    return Recess(record.row.name, begins, ends, new, new != old)


def _day(day: date) -> str:
    return f"{WEEKDAYS[day.weekday()]} {day.day} {MONTHS[day.month - 1]} {day.year}"


def _rests(record: Record, player: Player, days: str, words: str, old: datetime | None) -> Rendered:
    me = next(seat for seat in record.seats if seat.colour == player)
    return recess_notice(record.row.name, me, days, words, old, aware(record.row.deadline))
