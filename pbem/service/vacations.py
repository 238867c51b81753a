"""VACATION (issue 5, *Silence*): deadlines that fall into it move to the first regular time after it, or a bot plays meanwhile.

A stretch is an entry of the agenda from the moment when it is asked for: `vacation` until it begins, then `vacation over`, its key
"red 2027-05-03T00:00 2027-05-11T00:00 wait" (UTC; the last word `autopilot` where a bot plays).  So nobody looks at it in between.
How many days of a year have moved deadlines stands in `ToldRow`, a row for each stretch.
"""

from datetime import date, datetime, timedelta, tzinfo

from sqlalchemy import delete, insert, select

from pbem.config import Config
from pbem.deadlines import in_zone, the_zone
from pbem.engine.events import Player
from pbem.orders.days import Days, days
from pbem.orders.lines import Line
from pbem.report.prose import count
from pbem.store.database import table
from pbem.store.tables import OVER, ToldRow

from . import agenda, autopilot, told
from .deskverbs import Served
from .mailing import aware, naive, tell_moderator
from .record import Record
from .stretches import Stretch, days_of

TOLD = table(ToldRow)
COMING, RUNNING, USED = "vacation", "vacation over", "vacation"
WAIT, AUTOPILOT = "wait", "autopilot"
#: What is noted of a stretch that has moved the open deadline.
MOVED = "vacation moved"

UNREAD = (
    "Until when? That day was not understood, lies in the past, or is more than a year away. Write it like VACATION UNTIL 3 May, VACATION "
    "UNTIL next Friday, or VACATION FROM 3 May UNTIL 10 May; with AUTOPILOT at the end a bot plays for you meanwhile."
)


def stretches(record: Record, player: Player | None = None) -> list[Stretch]:
    """All that are known, running or to come, the first first; of one player or of all."""
    table_ = agenda.AGENDA
    query = select(table_.c.key).where(table_.c.game == record.id, table_.c.what.in_((COMING, RUNNING)))
    found = (Stretch.of(key) for key in record.connection.execute(query).scalars())
    return sorted(
        (one for one in found if player in (None, one.player)), key=lambda one: (one.begins, one.player)
    )


def not_before(record: Record, when: datetime) -> datetime:
    """The first moment from `when` on (UTC) at which nobody is away whom the game waits for; `when` itself if nobody is."""
    moment = naive(when)
    for one in sorted(stretches(record), key=lambda one: one.begins):
        if one.how == WAIT and one.begins <= moment < one.ends:
            moment = one.ends
    moved = aware(moment)
    assert moved is not None
    return moved if moment != naive(when) else when


# --- VACATION ---


def away(record: Record, config: Config, player: Player, line: Line, now: datetime) -> Served:
    """VACATION UNTIL a day, FROM one UNTIL another, AUTOPILOT."""
    zone = the_zone(record.seat_rows[player].zone)
    found = days(line.words, now.astimezone(zone).date())
    if found is None:
        return Served(error=UNREAD)
    how = AUTOPILOT if line.to == AUTOPILOT else WAIT
    if how == AUTOPILOT and record.row.session == "setup":
        return Served(error=NO_SHEET)
    _forget(record, player, now, found)
    stretch = _bounds(record, player, found, how, now)
    begun = stretch.begins <= naive(now)
    until = _last_day(record, stretch)
    if how == AUTOPILOT:
        put(record, config, stretch, now)
        when = "from now on" if begun else f"from {_day(record, player, stretch.begins)} on"
        return Served(
            f"a bot that sees only what you see plays for you {when}, until the end of {until}; orders of yours come first; VACATION OFF ends it"
        )
    granted = _granted(record, stretch)
    if granted is None:
        _ask_moderator(record, config, stretch, 0, now)
        return Served(error=NO_DAYS_LEFT.format(days=record.settings.vacation))
    put(record, config, granted, now)
    moved = _make_room(record, config, granted, now)
    words = [f"you are away until the end of {until}"]
    if granted.ends < stretch.ends:
        _ask_moderator(record, config, stretch, _length(record, granted), now)
        allowed = f"deadlines up to {_last_day(record, granted)} move, for {count(record.settings.vacation, 'day')} a year are settled; the moderator is asked about the rest"
        words.append(allowed)
    else:
        words.append("deadlines that fall into it move to the first regular one after it")
    if moved is not None:
        words.append(
            f"the next one is now {in_zone(moved, record.seat_rows[player].zone)}, and all are told that a player is away"
        )
    return Served("; ".join([*words, "VACATION OFF ends it"]))


NO_SHEET = "Nobody but you can draw up your sheet, so no bot can play before the game has begun; VACATION UNTIL a day without AUTOPILOT moves the deadline."
NO_DAYS_LEFT = (
    "Your vacations of this year have moved deadlines for {days} days already, and no more are settled in this game. The moderator is asked; "
    "meanwhile VACATION UNTIL a day, with AUTOPILOT at the end, lets a bot play for you."
)


def back(record: Record, config: Config, player: Player, line: Line, now: datetime) -> Served:
    """VACATION OFF."""
    if not stretches(record, player) and record.seat_rows[player].autopilot != AUTOPILOTED:
        return Served("you are not on vacation")
    _forget(record, player, now)
    over(record, config, now, player)
    stays = (
        "; a deadline that was moved stays where it is, and the days that it waits for you count as used"
        if record.row.deadline is not None
        else ""
    )
    return Served(f"your vacation is over{stays}")


#: Why a bot plays (`SeatRow.autopilot`).
AUTOPILOTED = "vacation"


def put(record: Record, config: Config, stretch: Stretch, now: datetime) -> None:
    """It is known from now on; no deadline moves and nobody is told."""
    begins = aware(stretch.begins)
    assert begins is not None
    if stretch.how == WAIT:
        values = {
            "game": record.id,
            "player": stretch.player,
            "what": USED,
            "key": stretch.key,
            "at": naive(now),
        }
        record.connection.execute(insert(TOLD).values(**values))
    if begins <= now:
        begin(record, config, now, stretch.key)
    else:
        agenda.put(record.connection, record.id, COMING, begins, stretch.key)


def begin(record: Record, config: Config, now: datetime, key: str) -> None:
    """(Chore.)  It begins; if nobody looked until it was over, it does nothing any more."""
    stretch = Stretch.of(key)
    ends = aware(stretch.ends)
    assert ends is not None
    if record.row.status == OVER or ends <= now:
        return
    record.change_seat(stretch.player, away_from=stretch.begins, away_until=stretch.ends)
    agenda.put(record.connection, record.id, RUNNING, ends, key)
    if stretch.how == AUTOPILOT:
        autopilot.engage(record, config, stretch.player, AUTOPILOTED, now)


def end(record: Record, config: Config, now: datetime, key: str) -> None:
    """(Chore.)  It is over; where the next one follows at once, he stays away."""
    player = Stretch.of(key).player
    nexts = [one for one in stretches(record, player) if one.begins <= naive(now) < one.ends]
    if not nexts:
        over(record, config, now, player)
        return
    record.change_seat(player, away_from=nexts[0].begins, away_until=nexts[0].ends)
    if nexts[0].how == WAIT:
        _alone_again(record, config, now, player)


def over(record: Record, config: Config, now: datetime, player: Player) -> None:
    """He is back: nothing is waited for on his account, and no bot plays."""
    record.change_seat(player, away_from=None, away_until=None)
    _alone_again(record, config, now, player)


def _alone_again(record: Record, config: Config, now: datetime, player: Player) -> None:
    if record.seat_rows[player].autopilot == AUTOPILOTED:
        autopilot.release(record, config, player, now)


def forget_all(record: Record, player: Player, now: datetime) -> None:
    """The seat changes hands: the vacations of who had it are nobody's."""
    _forget(record, player, now)
    record.connection.execute(
        delete(TOLD).where(TOLD.c.game == record.id, TOLD.c.player == player, TOLD.c.what == USED)
    )
    record.change_seat(player, away_from=None, away_until=None)


def note(record: Record, config: Config, player: Player, first: str, last: str, now: datetime) -> None:
    """He said when he answered the invitation; ISO dates, `first` "" from now on.  Beyond the days that are settled it does nothing."""
    asked = Days(date.fromisoformat(first) if first else None, date.fromisoformat(last))
    stretch = _bounds(record, player, asked, WAIT, now)
    if stretch.ends > naive(now) and (granted := _granted(record, stretch)) is not None:
        put(record, config, granted, now)


# --- how long ---


def _bounds(record: Record, player: Player, found: Days, how: str, now: datetime) -> Stretch:
    """In his zone, from midnight to midnight."""
    zone = the_zone(record.seat_rows[player].zone)
    begins = naive(now).replace(microsecond=0)
    if found.first is not None:
        begins = max(_midnight(found.first, zone), begins)
    return Stretch(player, begins, _midnight(found.last + timedelta(days=1), zone), how)


def _midnight(day: date, zone: tzinfo) -> datetime:
    """With which this day begins; UTC without a zone."""
    return naive(datetime(day.year, day.month, day.day, tzinfo=zone))


def _granted(record: Record, stretch: Stretch) -> Stretch | None:
    """As much of it as his year still has; None: nothing.  A day counts once, however often it was asked for."""
    query = select(TOLD.c.key).where(
        TOLD.c.game == record.id, TOLD.c.player == stretch.player, TOLD.c.what == USED
    )
    zone = the_zone(record.seat_rows[stretch.player].zone)
    known = (Stretch.of(key) for key in record.connection.execute(query).scalars())
    used = {day for one in known for day in days_of(one, zone)}
    for at, day in enumerate(days_of(stretch, zone)):
        if day not in used and sum(one.year == day.year for one in used) >= record.settings.vacation:
            return stretch._replace(ends=_midnight(day, zone)) if at else None
        used.add(day)
    return stretch


def _forget(record: Record, player: Player, now: datetime, clashing: Days | None = None) -> None:
    """Drop his stretches, or those that clash with another; days that are not used up are his again."""
    zone = the_zone(record.seat_rows[player].zone)
    for one in stretches(record, player):
        first, last = _date(one.begins, zone), _date(one.ends - timedelta(seconds=1), zone)
        if clashing is not None and not (
            (clashing.first or _date(naive(now), zone)) <= last and first <= clashing.last
        ):
            continue
        for what in (COMING, RUNNING):
            agenda.drop(record.connection, record.id, what, one.key)
        where = TOLD.c.game == record.id, TOLD.c.player == player, TOLD.c.what == USED, TOLD.c.key == one.key
        known = record.connection.execute(select(TOLD.c.key).where(*where)).first() is not None
        record.connection.execute(delete(TOLD).where(*where))
        waited = _waited_for(record, one)
        if known and (waited or one.begins < naive(now) - timedelta(hours=1)):
            had = one if waited else one._replace(ends=naive(now))
            values = {"game": record.id, "player": player, "what": USED, "key": had.key, "at": naive(now)}
            record.connection.execute(insert(TOLD).values(**values))


def _waited_for(record: Record, stretch: Stretch) -> bool:
    """Does the open deadline lie behind it on its account?  Then its days are used, or else VACATION and VACATION OFF by turns would stop
    the game for ever."""
    row, mine = record.row, (TOLD.c.game == record.id, TOLD.c.key == stretch.key, TOLD.c.what == MOVED)
    if row.deadline is None or row.deadline < stretch.ends:
        return False
    moved = record.connection.execute(select(TOLD.c.key).where(*mine)).first() is not None
    return moved or (row.opened is not None and stretch.begins <= row.opened < stretch.ends)


def _date(moment: datetime, zone: object) -> date:
    known = aware(moment)
    assert known is not None
    return known.astimezone(zone).date()  # type: ignore[arg-type]


# --- what it does to the open deadline ---


def _make_room(record: Record, config: Config, stretch: Stretch, now: datetime) -> datetime | None:
    """The open deadline, if it falls into it, moves to the first regular one after it."""
    deadline = record.row.deadline
    if deadline is None or record.row.held or not stretch.begins <= deadline < stretch.ends:
        return None
    from . import timing

    old = aware(deadline)
    assert old is not None
    moved = timing.regular(record, not_before(record, old))
    timing.move(record, config, moved, "A player is away, and the game waits for him.", now)
    told.once(record.connection, record.id, stretch.player, MOVED, stretch.key, now)
    return moved


def _ask_moderator(record: Record, config: Config, stretch: Stretch, granted: int, now: datetime) -> None:
    seat, game = record.seat_rows[stretch.player], record.row.name
    asked = count(_length(record, stretch), "day")
    words = (
        f"{seat.name} ({stretch.player}) asks for a vacation of {asked}, until the end of {_last_day(record, stretch)}; "
        f"{count(record.settings.vacation, 'day')} a year are settled, and {granted or 'none'} of these {'moves' if granted == 1 else 'move'} deadlines.\n\n"
        f"If the game is to wait for the rest: `pbem set {game} vacation=40 --because WHY`, and he asks again; or `pbem recess {game} FROM TO`."
    )
    tell_moderator(record, config, f"{seat.name} asks for a longer vacation", words, now)


def _length(record: Record, stretch: Stretch) -> int:
    return len(days_of(stretch, the_zone(record.seat_rows[stretch.player].zone)))


def _last_day(record: Record, stretch: Stretch) -> str:
    return _day(record, stretch.player, stretch.ends - timedelta(seconds=1))


def _day(record: Record, player: Player, moment: datetime) -> str:
    return said(_date(moment, the_zone(record.seat_rows[player].zone)))


def said(day: date) -> str:
    """ "Monday 3 May 2027" """
    return f"{day:%A} {day.day} {day:%B} {day.year}"


def in_words(first: str, last: str) -> str:
    """Two ISO dates: "from Monday 3 May 2027 to Monday 10 May 2027"; "until …" where the first is ""."""
    ends = said(date.fromisoformat(last))
    return f"from {said(date.fromisoformat(first))} to {ends}" if first else f"until {ends}"
