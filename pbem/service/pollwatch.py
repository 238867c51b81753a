"""How the polls themselves do: when they ran, whether the last ones died, and what of their trouble the moderator hears by mail.

One mail a day for each kind of trouble, and one when it is over.  What is told by a mail of its own anyway is `Told` (errors.py); that the outbox
takes nothing cannot be mailed at all: `undelivered` waits for it to come back, `pbem doctor` and the status of the poll say it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection

from pbem.store.database import DatabaseTrouble, transaction

from . import notes
from .daily import first_today
from .errors import Told
from .site import Site
from .sitemail import tell_the_moderator, told_at

RAN, AT_WORK, TROUBLE = "polls", "poll at work", "poll trouble"
#: So many polls are remembered: enough to see how regular they are.
KEPT = 24
#: So many must die one after the other before anybody is told: one that dies is simply done again.
DEATHS = 3
#: What passes by itself and is nobody's fault.
_PASSING = "changed by somebody else"
_ODD = re.compile(r"[\d\s]+")
_KIND = 120


class AtWork(msgspec.Struct, frozen=True):
    """A poll that has not ended: since when, and how many before it died in a row."""

    since: datetime
    died: int = 0


class Trouble(msgspec.Struct, frozen=True):
    """One kind of trouble: since when and when last, in which words, and whether a mail told it."""

    since: datetime
    last: datetime
    words: str
    told: bool = False


class Course(NamedTuple):
    """What the polls of a site left behind.  `ran`: when the last ones began, the oldest first."""

    ran: tuple[datetime, ...]
    at_work: AtWork | None
    trouble: Mapping[str, Trouble]


def course(connection: Connection) -> Course:
    """What the polls of this site left behind."""
    at_work = notes.read(connection, AT_WORK)
    return Course(
        msgspec.json.decode(notes.read(connection, RAN) or "[]", type=tuple[datetime, ...]),
        msgspec.json.decode(at_work, type=AtWork) if at_work else None,
        _trouble(connection),
    )


@contextmanager
def watched(site: Site, now: datetime) -> Iterator[None]:
    """A round of a poll: one that ends is written down as such, one that does not is seen by the next."""
    _begin(site, now)
    try:
        yield
    except DatabaseTrouble:
        raise  # nothing can be written now; the poll says it
    except Exception as error:
        words = f"A poll broke off with an error of the program ({type(error).__name__}); pbem.log says more."
        with suppress(DatabaseTrouble):
            _end(site, now, words)
        raise
    except BaseException:  # its owner stopped it
        with suppress(DatabaseTrouble):
            _end(site, now, "")
        raise
    _end(site, now, "")


def _begin(site: Site, now: datetime) -> None:
    with transaction(site.engine) as connection:
        before = course(connection).at_work
        died = before.died + 1 if before else 0
        notes.write(connection, AT_WORK, _json(AtWork(now.astimezone(UTC), died)))
        if before and died >= DEATHS:
            words = (
                f"{died} polls in a row did not come to their end: killed because they took too long (`--limit`, systemd, timeout), "
                f"or with their machine; the last one began at {told_at(before.since, site.config)}. pbem.log says where one was that reached its --limit."
            )
            _remember(connection, site, {kind_of(words): words}, now)


def _end(site: Site, now: datetime, failed: str) -> None:
    with transaction(site.engine) as connection:
        notes.write(connection, AT_WORK, "")
        if failed:
            _remember(connection, site, {kind_of(failed): failed}, now)
            return
        ran = (*course(connection).ran, now.astimezone(UTC))[-KEPT:]
        notes.write(connection, RAN, _json(ran))


def tell(site: Site, now: datetime, problems: Sequence[str]) -> None:
    """Before the mails of this round go out: one about what is new of its problems, and about what is over."""
    found = {kind_of(one): str(one) for one in problems if not isinstance(one, Told) and _PASSING not in one}
    with transaction(site.engine) as connection:
        before = _trouble(connection)
        if not found and not before:
            return
        _remember(connection, site, found, now)
        over = {kind: one for kind, one in before.items() if kind not in found and one.last < now}
        left = {kind: one for kind, one in _trouble(connection).items() if kind not in over}
        notes.write(connection, TROUBLE, _json(left) if left else "")
        if told := [one for one in over.values() if one.told]:
            lines = [f"* Since {told_at(one.since, site.config)}: {one.words}" for one in told]
            rest = "\n\nStill so:\n" + "\n".join(f"* {one.words}" for one in left.values()) if left else ""
            text = "This is over:\n\n" + "\n".join(lines) + rest
            tell_the_moderator(connection, site.config, "The polls work again", text, now)


def _remember(connection: Connection, site: Site, found: Mapping[str, str], now: datetime) -> None:
    """Add these kinds of trouble to the note; the ones that were not told today are told."""
    known, new = _trouble(connection), []
    for kind, words in found.items():
        told = known[kind].told if kind in known else False
        if first_today(connection, "", f"poll: {kind}", now):
            told = True
            new.append(words)
        since = known[kind].since if kind in known else now.astimezone(UTC)
        known[kind] = Trouble(since, now.astimezone(UTC), words, told)
    notes.write(connection, TROUBLE, _json(known) if known else "")
    if new:
        text = ADVICE.format(lines="\n".join(f"* {words}" for words in new), site=site.path.absolute())
        tell_the_moderator(connection, site.config, "Something is wrong with the polls", text, now)


ADVICE = (
    "A poll of this site has trouble:\n\n{lines}\n\nThe next polls try again by themselves. `pbem doctor --site {site}` looks into everything and says "
    "how to mend what it finds. Each kind of trouble is told once a day, and once when it is over."
)


def kind_of(words: str) -> str:
    """The same for the same trouble at another time: without numbers."""
    return _ODD.sub(" ", words).strip()[:_KIND]


def _trouble(connection: Connection) -> dict[str, Trouble]:
    return msgspec.json.decode(notes.read(connection, TROUBLE) or "{}", type=dict[str, Trouble])


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


__all__ = ["AtWork", "Course", "Trouble", "course", "kind_of", "tell", "watched"]
