"""DIARY and MEMOIRS (E16): written into the journal as soon as they come, read by all when the game is over."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial

from sqlalchemy import func, select

from pbem.config import Config
from pbem.deadlines import in_zone
from pbem.engine.events import Diary, Player, Printed
from pbem.orders.lines import Line
from pbem.orders.papers import KEPT, LONGEST_ENTRY
from pbem.orders.readings import Reading
from pbem.report.brief import Answer, Rendered
from pbem.report.notices_words import memoirs_mail
from pbem.store.tables import OVER

from . import agenda
from .daily import first_today
from .deskverbs import Served
from .mailing import aware, queue
from .papers import masked
from .record import MAIL, Record

#: What `chores` knows it by.
CHORE = "memoirs"
#: So long memoirs are taken after the end.
WINDOW = timedelta(days=14)
#: So many entries of one player a day.
MOST_ENTRIES = 12
FULL = f"Your diary has taken {MOST_ENTRIES} entries today, and takes no more; please go on tomorrow."
TOO_EARLY = "MEMOIRS are for afterwards: once the game is over they are taken for two weeks. Until then there is DIARY."
TOO_LATE = "MEMOIRS were taken for two weeks after the end; they have been sent to everybody."
CLOSED = "The game is over, and so is the diary; for two weeks after the end there are MEMOIRS."


def entry(words: str) -> str:
    """As it is kept: its lines without control characters, masked."""
    lines = ("".join(c if c.isprintable() else " " for c in line).rstrip() for line in words.split("\n"))
    return masked("\n".join(lines).strip())


def diary(record: Record, config: Config, player: Player, line: Line, now: datetime) -> Served:
    """An entry; nobody else learns even that there is one."""
    if record.row.status == OVER:
        return Served(error=CLOSED)
    words = entry(line.words)
    if fault := _fault("DIARY", words):
        return Served(error=fault)
    mine = f"diary of {player} in game {record.id}"
    if not first_today(record.connection, "", mine, now, MOST_ENTRIES):
        return Served(error=FULL)
    record.write([Diary(player, words)])
    said = f"your diary has taken {len(words)} characters, and is sealed until the game is over; then all read it"
    return Served(said)


def memoirs(record: Record, config: Config, player: Player, line: Line, now: datetime) -> Served:
    """After the end: public at once; mailed to all when the two weeks are over."""
    until = closes(record)
    if until is None:
        return Served(error=TOO_EARLY)
    if now >= until:
        return Served(error=TOO_LATE)
    words = entry(line.words)
    if fault := _fault("MEMOIRS", words):
        return Served(error=fault)
    again = player in written(record)
    record.write([Printed("memoirs", player, text=words)])
    agenda.put(record.connection, record.id, CHORE, until)
    when = in_zone(until, record.seat_rows[player].zone)
    instead = ", in place of the earlier ones" if again else ""
    said = f"your memoirs are kept{instead}: they stand in the archive, and go to all players on {when}"
    return Served(said)


def _fault(verb: str, words: str) -> str:
    if not words:
        return f"{verb} needs your words behind the colon."
    if len(words) > LONGEST_ENTRY:
        return f"{verb} takes {LONGEST_ENTRY:,} characters at a time; yours has {len(words):,}."
    return ""


def after_the_end(
    record: Record, config: Config, player: Player, readings: Sequence[Reading], now: datetime
) -> tuple[Answer, ...]:
    """What becomes of these lines of a letter to a game that is over."""
    answers = []
    for reading in readings:
        for line in reading.lines:
            if line.verb in KEPT:
                serve = memoirs if line.verb == "memoirs" else diary
                served = serve(record, config, player, line, now)
                kind = "rejected" if served.error else "served"
                text = reading.text.split("\n")[0] if served.error else served.clause
                answers.append(Answer(kind, text, None, reading.notes, served.error))
    return tuple(answers)


def closes(record: Record) -> datetime | None:
    """When no more memoirs are taken; None: the game is not over.  The last reports were written at its end."""
    if record.row.status != OVER:
        return None
    query = select(func.max(MAIL.c.created)).where(MAIL.c.game == record.id, MAIL.c.kind == "report")
    end = aware(record.connection.execute(query).scalar())
    return None if end is None else end + WINDOW


def written(record: Record) -> Mapping[Player, str]:
    """The memoirs that count, by player in the order of seats."""
    found = {
        event.player: event.text
        for event in record.story()
        if isinstance(event, Printed) and event.kind == "memoirs"
    }
    return {player: found[player] for player in record.seat_rows if player in found}


def send(record: Record, config: Config, now: datetime, key: str) -> None:
    """The two weeks are over: one mail to each player."""
    until = closes(record)
    if until is None or not written(record):
        return
    if now < until:  # an undo has moved the end
        agenda.put(record.connection, record.id, CHORE, until)
        return
    for player in record.seat_rows:
        queue(record, config, player, "notice", partial(_mail, player=player), now)


def _mail(record: Record, player: Player) -> Rendered:
    me = next(seat for seat in record.seats if seat.colour == player)
    return memoirs_mail(record.row.name, me, record.seats, record.rules, written(record))
