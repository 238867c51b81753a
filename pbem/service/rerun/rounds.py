"""One round of a poll again, with letters that need no reading, and no mailbox on either side."""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy import func, select, update

from pbem.config import Config
from pbem.report.notices_mail import misused_code, unclear_sender, unproved_sender
from pbem.store.database import transaction

from .. import (
    acts,
    addresses,
    agenda,
    chores,
    deskcodes,
    mailacts,
    mailing,
    newcomers,
    replacing,
    telling,
    timing,
    watching,
)
from ..daily import first_today
from ..intake import Intake
from ..mailing import naive, queue
from ..poll import resolve_due
from ..record import MAIL, Record, load
from ..site import Site
from . import letters
from .scratch import address
from .story import Act

#: Before letters are given to their games; after that, before what is on the agenda; after all.
_BEFORE, _BETWEEN, _AFTER = range(3)


class _Intake(Intake):
    """Letters that were read before."""

    def _read_all(self, rows: Sequence[Any]) -> None:
        self._count([row.id for row in rows])
        for row in rows:
            self._read[row.id] = letters.read_again(row.raw)


def work(site: Site, game: str, words: Sequence[Act], at: datetime) -> list[str]:
    """The letters that were laid ready, and everything that is due at this time; `words`: what else came about in that round.

    Returns what went wrong.  Where no round was worked then, none is now.
    """
    if not any(one.word == acts.POLL for one in words):
        for when in (_BEFORE, _BETWEEN, _AFTER):
            _do(site, game, words, at, when)
        sent(site, at)
        return []
    problems: list[str] = []
    with acts.polled(at):
        if any(acts.UNSTEADY in one.argv for one in words):
            acts.resolves_nothing()
        _do(site, game, words, at, _BEFORE)
        intake = _Intake(site, at, problems)
        _, late = intake.work(set())
        _do(site, game, words, at, _BETWEEN)
        last = chores.do(site, at, problems)
        if not any(acts.UNSTEADY in one.argv or one.word == acts.UNSENT for one in words):
            list(resolve_due(site, at, problems, intake.behind))
        if late:
            intake.work(late)
        chores.finish(site, at, problems, last)
        _do(site, game, words, at, _AFTER)
    sent(site, at)
    return problems


def sent(site: Site, at: datetime) -> None:
    """No mail waits: whoever sends it has done so at once."""
    with transaction(site.engine) as connection:
        gone = update(MAIL).where(MAIL.c.state == "ready").values(state="sent", sent=naive(at))
        connection.execute(gone)


def _do(site: Site, game: str, words: Sequence[Act], at: datetime, when: int) -> None:
    for one in words:
        if one.word in _WORDS and _when(one) == when:
            with transaction(site.engine) as connection:
                record = load(connection, game)
                assert record is not None
                _WORDS[one.word](record, site.config, at, *one.argv[1:])
                record.flush()


def _when(one: Act) -> int:
    if one.word == acts.OUTAGE:
        return _AFTER if one.argv[-1] == "late" else _BEFORE
    if one.word == acts.STOPPED:
        return _AFTER
    return _BETWEEN if one.word in (acts.MAIL, acts.SEAT) else _BEFORE


def _outage(record: Record, config: Config, at: datetime, to: str, words: str, when: str) -> None:
    timing.move(record, config, datetime.fromisoformat(to), words, at, "outage")


def _by_mail(record: Record, config: Config, at: datetime, what: str, player: str, *said: str) -> None:
    """Onto the agenda, where his letter would have laid it."""
    about = {"player": player} if player else {}
    mine = deskcodes.DESK_TOKEN.c.game == record.id
    issued = record.connection.execute(select(func.count()).select_from(deskcodes.DESK_TOKEN).where(mine))
    code = deskcodes.issue(record, -1 - issued.scalar_one(), what, about, naive(at))  # no mail's number
    record.flush()
    deskcodes.use(record.connection, code, list(said), "", naive(at))
    agenda.put(record.connection, record.id, "desk", at, code)


def _seat(record: Record, config: Config, at: datetime, player: str, name: str, zone: str) -> None:
    newcomer = newcomers.Newcomer(name, address(f"{player}.{record.last}"), zone)
    replacing.hand_over(record, config, player, newcomer, at)


def _answer(record: Record, config: Config, at: datetime, player: str, text: str) -> None:
    telling.said(record, config, player, text, at, act=telling.ANSWER)


def _watched(record: Record, config: Config, at: datetime, number: str) -> None:
    watching.suppose(record, int(number))


def _misused(record: Record, config: Config, at: datetime, player: str) -> None:
    """Once a day, as `strangers` counts it: a letter of another player may call for it again."""
    first_today(record.connection, "", f"code of {player} in game {record.id}", at)
    queue(record, config, player, "notice", misused_code(record.row.name), at)


def _notice(
    told: Callable[..., Any], record: Record, config: Config, at: datetime, player: str, *why: str
) -> None:
    queue(record, config, player, "notice", told(record.row.name, *why), at)


def _release(record: Record, config: Config, at: datetime, words: str) -> None:
    mailacts.tell_of_release(record, config, words, "", at)


def _drop(record: Record, config: Config, at: datetime) -> None:
    mailacts.note_drop(record, "a mail")


def _stopped(record: Record, config: Config, at: datetime) -> None:
    mailing.stop(record, config, (), at)


def _confirmed(record: Record, config: Config, at: datetime, player: str, place: str) -> None:
    addresses.confirm_again(record, config, player, int(place), at)


_WORDS: dict[str, Callable[..., None]] = {
    acts.OUTAGE: _outage,
    acts.MAIL: _by_mail,
    acts.SEAT: _seat,
    acts.ANSWER: _answer,
    acts.WATCHED: _watched,
    acts.RELEASE: _release,
    acts.DROP: _drop,
    acts.STOPPED: _stopped,
    acts.CONFIRM: _confirmed,
    acts.MISUSED: _misused,
    acts.UNCLEAR: partial(_notice, unclear_sender),
    acts.UNPROVED: partial(_notice, unproved_sender),
}
