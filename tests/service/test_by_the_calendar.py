"""Two years in eight zones: each deadline falls where a person with a calendar puts it (`tests.almanac`)."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random
from typing import NamedTuple

import pytest

from pbem import gamesettings
from pbem.orders.reader import read
from pbem.service import timing, vacations
from pbem.service.mailing import aware, naive
from pbem.service.record import Record, load
from tests.almanac import DAY, HOUR, MINUTE, Almanac
from tests.service.mailgame import MailGame

BEGINS, ENDS = datetime(2026, 12, 1, 12, tzinfo=UTC), datetime(2028, 12, 1, tzinfo=UTC)
ZONES = (
    "Europe/Zurich",
    "America/New_York",
    "Asia/Kolkata",
    "Australia/Lord_Howe",
    "Pacific/Auckland",
    "America/Santiago",
    "Africa/Casablanca",
    "UTC",
)
HOLIDAYS = ["2026-12-24", "2026-12-25", "2027-05-13", "2027-12-24", "2028-01-01", "2028-02-29"]


class Kind(NamedTuple):
    """A schedule as it is typed, as the almanac has it, and days off both ways."""

    deadline: str
    weekly: tuple[str, ...] = ()
    length: timedelta | None = None
    off: str = ""
    free: tuple[str | int, ...] = ()
    own: str = ""


KINDS = (
    Kind("Tue 20:00, Fri 20:00", ("2 20:00", "5 20:00")),
    Kind("Sat 23:30, Sun 02:30, Sun 02:15, Wed 00:00", ("6 23:30", "7 02:30", "7 02:15", "3 00:00")),
    Kind("Mon 20:00, Tue 20:00, Wed 20:00, Thu 20:00, Fri 20:00, Sat 20:00, Sun 20:00", tuple(f"{d} 20:00" for d in range(1, 8))),
    Kind("Tue 20:00, Fri 20:00", ("2 20:00", "5 20:00"), 72 * HOUR, own="purge=72h"),
    Kind("Tue 19:30, Sat 11:00", ("2 19:30", "6 11:00"), off=f"sun, {','.join(HOLIDAYS)}", free=(7, *HOLIDAYS)),
    Kind("72h", length=72 * HOUR),
    Kind("72h", length=72 * HOUR, off=f"sat, sun, {', '.join(HOLIDAYS)}", free=(6, 7, *HOLIDAYS)),
    Kind("1d12h", length=36 * HOUR, off="sun", free=(7,)),
    Kind("72h", length=120 * HOUR, own="purge=5d"),
    Kind("45m", length=45 * MINUTE, off="sat, sun", free=(6, 7)),
)  # fmt: skip


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> MailGame:
    game = MailGame(tmp_path_factory.mktemp("calendar") / "site")
    game.begin()
    return game


@pytest.fixture
def record(played: MailGame) -> Iterator[Record]:
    """The game, to be changed at will: nothing of it is kept."""
    with played.site.engine.connect() as connection, connection.begin() as work:
        found = load(connection, played.name)
        assert found is not None
        yield found
        work.rollback()


def settle(record: Record, zone: str, kind: Kind, **options: str) -> None:
    values = {"off": kind.off, "lengths": kind.own or "none", "reading": "15m", "vacation": "60", **options}
    settings = gamesettings.changed(gamesettings.DEFAULT, values)
    record.change(zone=zone, schedule=kind.deadline, settings=gamesettings.store(settings))
    record.__dict__["settings"] = settings


def says(played: MailGame, record: Record, colour: str, text: str, now: datetime) -> str:
    reading = next(one for one in read([text], record.lexicon) if one.lines)
    served = vacations.away(record, played.site.config, colour, reading.lines[0], now)
    return served.clause or served.error


def dense(kind: Kind) -> bool:
    return len(kind.weekly) > 5 or (kind.length is not None and kind.length < DAY)


def walked(
    record: Record, almanac: Almanac, kind: Kind, chance: Random
) -> Iterator[tuple[datetime, datetime]]:
    """Deadline after deadline: what the program says, and what the almanac does."""
    now = BEGINS
    while now < ENDS:
        deadline, by_deadline = aware(record.row.deadline), chance.random() < 0.7
        assert deadline is not None
        if by_deadline:
            now = deadline + timing.reading(record) + chance.randrange(200) * timedelta(seconds=1)
        else:  # all are READY
            now = max(now, deadline - chance.random() * HOUR * 20)
        since = deadline if by_deadline else now
        found = timing.deadline_after(record, now, ("purge", "spy", "health"))
        yield found, almanac.following(since, kind.length, by_deadline)
        if dense(kind) and chance.random() < 0.2:  # else that would be many
            found = almanac.open_from(found + 30 * DAY)
            now = found - DAY
        record.change(deadline=naive(found))


@pytest.mark.parametrize("kind", KINDS, ids=range(len(KINDS)))
def test_over_two_years_each_deadline_falls_where_a_person_with_a_calendar_puts_it(
    record: Record, kind: Kind
) -> None:
    at = KINDS.index(kind)
    for n in range(3):  # each kind in three zones, each zone with three or four kinds
        zone = ZONES[(at + n * 3) % len(ZONES)]
        settle(record, zone, kind)
        record.change(deadline=naive(BEGINS))
        almanac = Almanac(zone, kind.weekly, kind.free)
        for found, expected in walked(record, almanac, kind, Random(f"{zone} {at}")):
            assert found == expected, (zone, kind.deadline, record.row.deadline)


def someday(chance: Random) -> datetime:
    return BEGINS + timedelta(minutes=chance.randrange((ENDS - BEGINS) // MINUTE))


def send_away(
    played: MailGame, record: Record, almanac: Almanac, near: datetime, now: datetime, chance: Random
) -> None:
    """Two players, each in a zone of his own, say when they will be away; the almanac writes it down."""
    for colour in ("blue", "green"):
        zone = chance.choice(ZONES)
        record.change_seat(colour, zone=zone)
        first = near.date() + timedelta(days=chance.randrange(-2, 6))
        last = first + timedelta(days=chance.randrange(6))
        today = Almanac(zone).day(now)
        if first > today:
            says(played, record, colour, f"VACATION FROM {first} UNTIL {last}", now)
            almanac.away.append(Almanac(zone).spell(first.isoformat(), last.isoformat()))


@pytest.mark.parametrize("seed", range(60))
def test_nobody_who_is_away_meets_a_deadline(played: MailGame, record: Record, seed: int) -> None:
    chance = Random(seed)
    kind, zone = KINDS[chance.choice((0, 1, 3, 4, 5, 6, 8))], ZONES[seed % len(ZONES)]
    settle(record, zone, kind)
    now = someday(chance)
    record.change(deadline=naive(now + DAY), opened=naive(now), held="not now")
    almanac = Almanac(zone, kind.weekly, kind.free)
    send_away(played, record, almanac, now + 3 * DAY, now, chance)
    record.change(held="")
    found = timing.deadline_after(record, now, ("purge",))
    assert found == almanac.following(now, kind.length, by_deadline=False)
    assert timing.ballot_deadline(record, now) == almanac.ballot(now), "nor a ballot"
    deadline = found - DAY * chance.randrange(2)
    record.change(deadline=naive(deadline))
    lost = chance.random() * 30 * HOUR
    later = timing.regular(record, max(deadline + lost, timing.not_nearer(record, now)))
    assert later == almanac.after_loss(deadline, lost, now), "nor after lost time"


# --- how long somebody may be away ----------------------------------------------------------------------------------


def spells_of(record: Record) -> list[tuple[datetime, datetime]]:
    found = vacations.stretches(record, "green")
    return [(one.begins.replace(tzinfo=UTC), one.ends.replace(tzinfo=UTC)) for one in found]


@pytest.mark.parametrize(
    ("zone", "first", "last", "granted"),
    [
        ("Europe/Zurich", "2027-10-20", "2027-11-02", "2027-11-02"),  # fourteen days and an hour
        ("Europe/Zurich", "2027-10-20", "2027-11-20", "2027-11-02"),
        ("Europe/Zurich", "2028-03-15", "2028-04-20", "2028-03-28"),
        ("Europe/Zurich", "2028-03-10", "2028-04-20", "2028-03-23"),
        ("Pacific/Auckland", "2028-03-20", "2028-04-20", "2028-04-02"),
        ("America/New_York", "2027-11-01", "2027-11-30", "2027-11-14"),
        ("Australia/Lord_Howe", "2028-03-25", "2028-04-07", "2028-04-07"),
        ("Pacific/Auckland", "2027-12-25", "2028-01-12", "2028-01-12"),  # seven days and twelve
        ("Europe/Zurich", "2027-12-25", "2028-01-20", "2028-01-14"),  # seven days and fourteen
    ],
)
def test_fourteen_days_a_year_are_days_of_his_calendar(
    played: MailGame, record: Record, zone: str, first: str, last: str, granted: str
) -> None:
    settle(record, "Europe/Zurich", KINDS[0], vacation="14")
    record.change_seat("green", zone=zone)
    now = datetime(2027, 8, 1, tzinfo=UTC)
    answer = says(played, record, "green", f"VACATION FROM {first} UNTIL {last}", now)
    assert spells_of(record) == [Almanac(zone).spell(first, granted)]
    assert ("are settled" in answer) == (granted != last)


def test_the_first_of_january_is_of_the_new_year(played: MailGame, record: Record) -> None:
    settle(record, "Europe/Zurich", KINDS[0], vacation="14")
    now = datetime(2027, 6, 1, tzinfo=UTC)
    asked = [("2027-07-01", "2027-07-14"), ("2028-01-01", "2028-01-14")]
    for first, last in asked:
        says(played, record, "green", f"VACATION FROM {first} UNTIL {last}", now)
    assert spells_of(record) == [Almanac("Europe/Zurich").spell(*days) for days in asked]
