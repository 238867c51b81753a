"""What a poll does besides letters, resolutions and mails: reminders, bulletins, the digest, seats that go back.

Each is an entry of `agenda`, done in a transaction of its own, by a function `(record, config, now, key)`; of the site itself (game 0) by a
function `(site, connection, now, key)`.
"""

import logging
from collections.abc import Callable, Sequence
from datetime import datetime
from importlib import import_module
from typing import Any

from sqlalchemy.exc import IntegrityError

from pbem.store.database import DatabaseTrouble, transaction

from . import acts, agenda, digest
from .record import load_id
from .site import Site

log = logging.getLogger("pbem")

#: What is done for an entry of this name: `module:function` of this package.
CHORES: dict[str, str] = {
    "bulletin": "bulletins:publish",
    "desk": "deskmail:do",
    "digest": "digest:send",
    "practice ends": "practising:finish",
    "practice silent": "practising:silent",
    "memoirs": "diaries:send",
    "raw letters": "archiving.forgetting:forget",
    "reminder": "reminders:remind",
    "game ends": "leaving:finish",
    "seat back": "replacing:give_back",
    "take seat": "standbys:take",
    "vacation": "vacations:begin",
    "vacation over": "vacations:end",
}


#: What changes nothing that anybody is told, or could see.
_OF_THE_SITE = frozenset(("raw letters",))
#: What looks back on the round comes after the games that it resolves.
_LAST = frozenset(("digest",))


def do(site: Site, now: datetime, problems: list[str]) -> list[agenda.Entry]:
    """Everything that is due, each once; what fails stays on the list and is told.  Returns what is to be done last, by `finish`."""
    with transaction(site.engine) as connection:
        digest.plan(connection, site.config, now)
        entries = agenda.due(connection, now)
    finish(site, now, problems, [entry for entry in entries if entry.what not in _LAST])
    return [entry for entry in entries if entry.what in _LAST]


def finish(site: Site, now: datetime, problems: list[str], entries: Sequence[agenda.Entry]) -> None:
    """Do these."""
    for entry in entries:
        try:
            with transaction(site.engine) as connection:
                agenda.drop(connection, entry.game, entry.what, entry.key)
                if entry.what not in CHORES:
                    continue
                _do(site, connection, entry, now)
        except IntegrityError:
            problems.append("A game was changed by somebody else meanwhile; the next poll looks again.")
        except DatabaseTrouble:
            raise
        except Exception as error:
            log.exception("chore %s of game %s", entry.what, entry.game)
            problems.append(f"{entry.what} failed ({type(error).__name__}); pbem.log says more.")


def _do(site: Site, connection: Any, entry: agenda.Entry, now: datetime) -> None:
    module, _, name = CHORES[entry.what].partition(":")
    work: Callable[..., None] = getattr(import_module(f".{module}", __package__), name)
    if not entry.game:
        work(site, connection, now, entry.key)
        return
    record = load_id(connection, entry.game)
    if entry.what not in _OF_THE_SITE:
        acts.note(record)  # that it was done at all: nobody may have been told
    work(record, site.config, now, entry.key)
    record.flush()
