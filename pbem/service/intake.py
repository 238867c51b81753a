"""New letters: counted, read, sorted, and given to their games.

A try is counted and committed before a letter is read, so that one which kills the program is put aside after `TRIES` of them.
"""

import logging
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, bindparam, select, update

from pbem.engine.events import Player
from pbem.mail.child import LetterReader
from pbem.mail.errors import MailError
from pbem.mail.letter import Letter
from pbem.mail.points import point
from pbem.store.database import DatabaseTrouble, transaction
from pbem.store.tables import RUNNING, SETUP

from . import bounces, owners, reading, strangers, unsubscribing, vouching
from .errors import Told
from .mailing import naive, tell_moderator
from .owners import LETTER
from .record import GAME, load_id
from .site import Site
from .sitemail import tell_the_moderator, told_at

log = logging.getLogger("pbem")

GAMES_AT_ONCE = 10
#: A letter on which the reader dies so often is put aside.
TRIES = 3
#: So many letters of one player to a game are worked on in one poll, in the order received; the others wait for the next.
MOST_AT_ONCE = 20
#: One on which whole polls died so often is not even read any more.
HOPELESS = 2 * TRIES

_NEW = select(LETTER).where(LETTER.c.state == "new").order_by(LETTER.c.received, LETTER.c.id)
#: By index.
_OVER = select(GAME.c.id, GAME.c.deadline).where(
    GAME.c.status.in_((SETUP, RUNNING)), GAME.c.held == "", GAME.c.deadline <= bindparam("now_")
)
#: Those of them that wait for nobody: whatever comes after the deadline is for the next session.
_CLOSED = _OVER.where(GAME.c.waits == "")


class Intake:
    """The letters of one poll; each is read once, though it may be put off until its game is resolved."""

    def __init__(self, site: Site, now: datetime, problems: list[str]) -> None:
        self.site, self.now, self.problems = site, now, problems
        self._read: dict[int, Letter] = {}
        self._unreadable: set[int] = set()
        self._refused = False  # a player's letter, because the own mail server does not vouch for it
        self._worked: Counter[tuple[int, Player]] = Counter()
        self._waiting: set[int] = set()
        #: Games of which letters wait that came in time: they are not resolved before those are read.
        self.behind: set[int] = set()

    def work(self, late: set[int]) -> tuple[int, set[int]]:
        """All new letters, one transaction for each player of a game: receipts queued, and ids of those that came too late.

        `late`: what an earlier pass found too late and put off until its game was resolved.
        """
        with transaction(self.site.engine) as connection:
            rows = [row for row in _new_letters(connection) if row.id not in self._waiting]
        if not rows:
            return 0, set()
        receipts, put_off = 0, set()
        for some in _portions(rows):
            done, kept = self._portion(some, late)
            receipts += done
            put_off |= kept
        if self._refused and (said := vouching.problem(self.site.config, self._read.values())):
            self.problems.append(Told(said))
        self._refused = False
        return receipts, put_off

    def _portion(self, rows: Sequence[Any], late: set[int]) -> tuple[int, set[int]]:
        letters = self._letters(rows)
        with transaction(self.site.engine) as connection:
            ours, others, duties = owners.sort(connection, self.site.config, letters, late)
            bounces.settle(connection, self.site.config, letters, others, self.now)
            strangers.settle(connection, self.site.config, others, duties, self.now)
            self._refused |= any(duty.kind == "unproved" for duty in duties)
            too_late = _too_late(connection, ours, self.now)
            put_off = set() if late else too_late
            put_off = self._enough(connection, ours, put_off)
            if late:  # their game is not resolved yet: the inbox is read on for a while (E6)
                self._leave(connection, [one for one in ours if one.row.id in too_late])
            ours = [one for one in ours if one.row.id not in self._waiting]
        groups = reading.by_game([one for one in ours if one.row.id not in put_off])
        chunks = [groups[start : start + GAMES_AT_ONCE] for start in range(0, len(groups), GAMES_AT_ONCE)]
        return sum(_apply(self.site, chunk, self.now, self.problems) for chunk in chunks), put_off

    def _enough(self, connection: Connection, ours: Sequence[owners.Sorted], late: set[int]) -> set[int]:
        """Leaves what is more than `MOST_AT_ONCE` of a player's as it was, untried, for the next poll; which late ones are left.

        What came after the deadline of a game that still has older letters to be read waits as well.
        """
        wait = []
        for one in ours:
            if one.row.id in late:
                continue
            self._worked[one.game, one.player] += 1
            if self._worked[one.game, one.player] > MOST_AT_ONCE:
                wait.append(one)
        self.behind |= {one.game for one in wait}
        wait += [one for one in ours if one.row.id in late and one.game in self.behind]
        self._leave(connection, wait)
        return late - self._waiting

    def _leave(self, connection: Connection, wait: Sequence[owners.Sorted]) -> None:
        """As they were, untried, for the next poll."""
        for one in wait:
            untried = update(LETTER).where(LETTER.c.id == one.row.id).values(attempts=one.row.attempts)
            connection.execute(untried)
        self._waiting |= {one.row.id for one in wait}

    def _letters(self, rows: Sequence[Any]) -> list[tuple[Any, Letter]]:
        """Each row with its letter, but for those on which the reader died, or polls did again and again."""
        fresh = [row for row in rows if row.id not in self._read and row.id not in self._unreadable]
        if fresh:
            try:
                self._read_all(fresh)
            except MailError as error:  # no fault of the letters': they wait
                self.problems.append(str(error))
            point("parsed")
        return [(row, self._read[row.id]) for row in rows if row.id in self._read]

    def _read_all(self, rows: Sequence[Any]) -> None:
        """Raises MailError if there is no process to read them."""
        with LetterReader() as reader:
            reader.start()
            self._count([row.id for row in rows])
            for row in rows:
                self._take(reader, row)

    def _take(self, reader: LetterReader, row: Any) -> None:
        if row.attempts >= HOPELESS:
            self._put_aside(row, f"{row.attempts} polls died while they worked on it")
            return
        letter = reader.read(row.raw)
        if not letter.poison:
            self._read[row.id] = unsubscribing.heard(letter)
            return
        self._unreadable.add(row.id)
        if row.attempts + 1 >= TRIES:
            self._put_aside(row, letter.poison)
        else:
            said = f"Letter {row.id} could not be read ({letter.poison}); the next poll tries again."
            self.problems.append(Told(said))

    def _put_aside(self, row: Any, why: str) -> None:
        """It is kept as it is, never looked at again, and the moderator is told."""
        words = (
            f"A message that came at {told_at(row.received, self.site.config)} cannot be read and was put aside: {why}. It was tried "
            f"{max(row.attempts, TRIES)} times. Nobody was answered. It is L{row.id} of `pbem mail`; the mailbox still has it."
        )
        with transaction(self.site.engine) as connection:
            poison = update(LETTER).where(LETTER.c.id == row.id).values(state="poison", reason=why)
            connection.execute(poison)
            tell_the_moderator(connection, self.site.config, "A message was put aside", words, self.now)
        self.problems.append(Told(words))

    def _count(self, ids: Sequence[int]) -> None:
        """One more try for each of these."""
        with transaction(self.site.engine) as connection:
            tried = update(LETTER).where(LETTER.c.id.in_(ids)).values(attempts=LETTER.c.attempts + 1)
            connection.execute(tried)
        point("counted")


def _portions(rows: Sequence[Any]) -> list[Sequence[Any]]:
    """All at once; those with which several polls have died go one by one, so that only the one to blame is put aside."""
    if any(row.attempts >= TRIES for row in rows):
        return [[row] for row in rows]
    return [rows]


def _apply(site: Site, groups: Sequence[Sequence[owners.Sorted]], now: datetime, problems: list[str]) -> int:
    """The letters of some games in one transaction, which is a commit saved; all of their effects, or none.

    If that fails, each game is tried by itself, then each letter, so that one broken letter stops no other.
    """
    try:
        with transaction(site.engine) as connection:
            done = sum(reading.apply(connection, site.config, group, now) for group in groups)
            point("applied")
        point("settled")
        return done
    except DatabaseTrouble:
        raise  # no fault of the letters'
    except Exception:
        smaller = [[group] for group in groups] if len(groups) > 1 else [[[one]] for one in groups[0]]
        if len(smaller) > 1:
            return sum(_apply(site, part, now, problems) for part in smaller)
        log.exception("letter %s", groups[0][0].row.id)
        problems.append(Told(_failed(site, groups[0][0], now)))
        return 0


def _failed(site: Site, one: owners.Sorted, now: datetime) -> str:
    """A letter that cannot be worked on is tried again by the next polls; then it is put aside, and the moderator is told."""
    tries = one.row.attempts + 1
    if tries < TRIES:
        return f"Letter {one.row.id} could not be worked on; the next poll tries again."
    with transaction(site.engine) as connection:
        state = {"state": "poison", "reason": f"working on it failed {TRIES} times"}
        connection.execute(update(LETTER).where(LETTER.c.id == one.row.id).values(**state))
        record = load_id(connection, one.game)
        name = record.seat_rows[one.player].name
        words = f"A letter of {name} ({one.player}), L{one.row.id}, made the program fail {TRIES} times and was put aside; he has no receipt of it. "
        words += f"`pbem mail L{one.row.id} --reveal` shows it; after an update of the program `pbem mail release L{one.row.id}` reads it again."
        tell_moderator(record, site.config, "a letter was put aside", words, now)
        record.flush()
        return words


def _new_letters(connection: Connection) -> Sequence[Any]:
    """In the order received."""
    return connection.execute(_NEW).all()


def _too_late(connection: Connection, ours: Sequence[owners.Sorted], now: datetime) -> set[int]:
    """Letters that came after their own game's deadline, which is due and not resolved yet."""
    over = {row.id: row.deadline for row in connection.execute(_CLOSED, {"now_": naive(now)})}
    return {one.row.id for one in ours if one.game in over and one.row.received > over[one.game]}


def due(connection: Connection, now: datetime) -> dict[int, datetime]:
    """The games whose deadline has passed, and when it was."""
    return {row.id: row.deadline for row in connection.execute(_OVER, {"now_": naive(now)})}
