"""What a game that stands open for a ballot (E3) waits for: the announcement, whose order made it, and what is asked of whom."""

from collections.abc import Sequence
from typing import TypeVar

from pbem.engine import view
from pbem.engine.events import Announced, Answered, Event, Player
from pbem.engine.journal import effective
from pbem.engine.outlook import outlook
from pbem.engine.questions import Ask
from pbem.orders.standing import Standing
from pbem.report.brief import Answer

from .record import Record

E = TypeVar("E", bound=Event)
#: The vote that an announcement leads to.
_BALLOT_OF = {"guilty": "trial", "innocent": "trial", "yes": "nomination", "no": "nomination"}
#: Of an order that is taken back after it has made the announcement at which the phase stands open.
STANDS = "what it announced stands; it will do nothing more"


def announced(record: Record) -> Announced | None:
    """At what the phase stands open; None where it does not pause."""
    return _last(record, Announced) if record.row.pause else None


def made_by(record: Record, player: Player) -> int | None:
    """The number of this player's order that made the announcement at which the phase stands open; None: it was no order of his."""
    said = announced(record)
    answer = _last(record, Answered) if said is not None and said.player == player else None
    if said is None or answer is None or (answer.player, answer.actor) != (player, said.actor):
        return None
    return answer.line


def struck(record: Record, player: Player, kind: str, gone: Sequence[Standing]) -> list[Answer]:
    """What a receipt says of orders that gave way, or were withdrawn.  `kind` as in `Answer`."""
    maker = made_by(record, player)
    said = {one.number: (STANDS,) if one.number == maker else () for one in gone}
    return [Answer(kind, record.words(one), one.number, said[one.number]) for one in gone]


def kinds(record: Record) -> frozenset[str]:
    """Announcements that would still stop the session that is open; purges only where there are Intrigue cards."""
    wanted = set(record.settings.pauses) - set(record.row.paused.split())
    return frozenset(wanted if record.rules.intrigue is not None else wanted - {"purge"})


def asks(record: Record, phases: Sequence[str]) -> tuple[Ask, ...]:
    """What these phases of the session ask of all players as things stand; votes only where their ballot has been announced, or will not
    be waited for.
    """
    if not phases:
        return ()
    found = outlook(record.views()[view.TABLE], record.rules, phases, announced(record))
    later = kinds(record)
    return tuple(ask for ask in found if not (ask.action == "vote" and _ballot(ask) in later))


def _ballot(ask: Ask) -> str:
    return _BALLOT_OF.get(ask.options[0].action, "") if ask.options else ""


def _last(record: Record, kind: type[E]) -> E | None:
    """The last such event of the open phase; after an undo it may lie further back."""
    for story in (record.since_phase, lambda: effective(record.events())):
        found = [event for event in story() if isinstance(event, kind)]
        if found:
            return found[-1]
    return None
