"""Time that was lost, and clocks that leap (E6, D36): deadlines move only where nobody could have been heard, or reports came late.

Lost is a deadline over which the inbox was tried and could not be read; over which polls that were regular did not run, where nobody else
notes when a letter came (a Maildir, a simulated clock; an IMAP server does); and part of the time of a session whose reports went out late.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from itertools import pairwise

from sqlalchemy import Connection, func, select
from sqlalchemy.exc import IntegrityError

from pbem.report.notices_time import lasted
from pbem.store.database import transaction
from pbem.store.tables import RUNNING, SETUP

from . import acts, notes, pollwatch, timing, told
from .mailing import aware, naive
from .record import GAME, MAIL, load_id
from .site import Site
from .sitemail import told_at
from .undelivered import AWAY

#: Since when the inbox could not be read.
UNREAD = "inbox away since"
#: A shorter trouble than this costs nobody anything: the inbox is read later than the deadline anyway.
SHORT = timedelta(minutes=15)
#: So many polls must have been regular before one is missed, and then for so long, and so many times the longest interval.
KNOWN, GAP, TIMES = 10, timedelta(hours=1), 3
#: Reports are late after so long.
LATE = timedelta(hours=1)
#: A clock that is so far behind the last poll was put back; regular polls after so long a gap have perhaps been put forth.
BACK, FORTH = timedelta(minutes=5), timedelta(days=1)

SILENT_POLLS = "The judge was not at work for {length}, and the deadline lay within that time, so it moves."
SHUT = "The judge's mailbox could not be reached for {length}, and the deadline lay within that time, so it moves."
LATE_REPORTS = "Your reports went out {length} late, so the deadline moves."


def look(site: Site, now: datetime, simulated: bool, read: bool, problems: list[str]) -> bool:
    """After the inbox was looked at, before letters are read: deadlines that fell into lost time move.

    `read`: the inbox was read to its end.  Returns whether games may resolve in this round.
    """
    said = partial(told_at, config=site.config)
    with transaction(site.engine) as connection:
        ran = pollwatch.course(connection).ran
        noted = since = _instant(notes.read(connection, UNREAD))
    words = SHUT
    last = ran[-1] if ran else None
    behind = last is not None and now < last - BACK
    if behind:
        assert last is not None
        problems.append(
            f"The clock says {said(now)}, but the last poll was at {said(last)}: it was put back by {lasted(last - now)}. "
            "This round resolves nothing; the next one does."
        )
    elif last is not None and (gap := _missed(ran, now)):
        if gap > FORTH:
            problems.append(
                f"No poll ran for {lasted(gap)}, or the clock was put forth: it says {said(now)}, and the last poll was at {said(last)}."
            )
        if since is None and (simulated or site.config.inbox.url.startswith("maildir:")):
            since, words = last, SILENT_POLLS
    if read and since is not None and now - since >= SHORT:
        _lost(site, since, now, words, problems)
    _note(site, noted, since or _away_since(last, now), read)
    return read and not behind


def _missed(ran: Sequence[datetime], now: datetime) -> timedelta | None:
    """How long no poll ran though they were regular; None: nothing is amiss."""
    steps = [(later - earlier).total_seconds() for earlier, later in pairwise(ran) if later > earlier][
        -KNOWN:
    ]
    gap = now - ran[-1]
    regular = len(steps) >= KNOWN and gap > GAP and gap.total_seconds() > TIMES * max(steps)
    return gap if regular else None


def _away_since(last: datetime | None, now: datetime) -> datetime:
    """An inbox that could not be read just now: the last poll that read it, as far as that is not long ago."""
    return last if last is not None and timedelta() <= now - last <= GAP else now


def _note(site: Site, noted: datetime | None, since: datetime, read: bool) -> None:
    """Since when the inbox is away.  Written only when that changes."""
    if read == (noted is None):
        return
    with transaction(site.engine) as connection:
        notes.write(connection, UNREAD, "" if read else since.isoformat())


def _lost(site: Site, start: datetime, end: datetime, words: str, problems: list[str]) -> None:
    """Every open deadline in this time moves by so much at least, on to a regular hour; each in a transaction of its own."""
    query = select(GAME.c.id).where(
        GAME.c.status.in_((SETUP, RUNNING)),
        GAME.c.deadline > naive(start),
        GAME.c.deadline <= naive(end),
        GAME.c.held == "",
        GAME.c.waits == "",
    )
    with transaction(site.engine) as connection:
        games = list(connection.execute(query).scalars())
    for game in games:
        try:
            with transaction(site.engine) as connection:
                _move(connection, site, game, end - start, end, words)
        except IntegrityError:
            problems.append("A game was changed by somebody else meanwhile; the next poll looks again.")


def _move(
    connection: Connection, site: Site, game: int, length: timedelta, now: datetime, words: str
) -> None:
    """E6: by at least the lost time, on to the next regular hour, never nearer than twelve waking hours."""
    record = load_id(connection, game)
    deadline = aware(record.row.deadline)
    assert deadline is not None
    to = timing.regular(record, max(deadline + length, timing.not_nearer(record, now)))
    said = words.format(length=lasted(length))
    acts.also(record, [acts.OUTAGE, to.isoformat(), said, "late" if words is LATE_REPORTS else "early"])
    timing.move(record, site.config, to, said, now, "outage")
    record.flush()


# --- reports that went out late ---


def outbox_away(site: Site) -> bool:
    """Could no mail go out, as far as the last poll knew?"""
    with transaction(site.engine) as connection:
        return bool(notes.read(connection, AWAY))


def late_reports(site: Site, now: datetime, away: bool, problems: list[str]) -> bool:
    """After this round has sent mails: sessions whose reports were so late get the time back.  `away`: the outbox was.  True: some did."""
    moment = naive(now)
    query = (
        select(MAIL.c.game, func.max(MAIL.c.created).label("created"))
        .where(MAIL.c.sent == moment, MAIL.c.kind == "report", MAIL.c.created < moment - LATE)
        .group_by(MAIL.c.game)
    )
    moved = False
    with transaction(site.engine) as connection:
        late = list(connection.execute(query))
    for row in late:
        try:
            with transaction(site.engine) as connection:
                moved |= _late(connection, site, row.game, row.created, now, away)
        except IntegrityError:
            problems.append("A game was changed by somebody else meanwhile; the next poll looks again.")
    return moved


def _late(
    connection: Connection, site: Site, game: int, created: datetime, now: datetime, away: bool
) -> bool:
    """Once for a session; if nothing else was wrong, only where it has no time left."""
    record = load_id(connection, game)
    row = record.row
    if row.deadline is None or row.held or row.waits or (row.opened is not None and created < row.opened):
        return False
    if not away and row.deadline > naive(now):
        return False
    if not told.once(connection, game, "", "late reports", f"{row.turn}/{row.code}", now):
        return False
    _move(connection, site, game, naive(now) - created, now, LATE_REPORTS)
    return True


def _instant(text: str) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
