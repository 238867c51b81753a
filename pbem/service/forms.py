"""FORM: a mail with all that he can order now as lines to fill in (E12)."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import partial

from pbem.config import Config
from pbem.engine.events import Player
from pbem.orders.lines import Line
from pbem.report.brief import Answer, Rendered
from pbem.report.notices_form import form_notice

from .deskverbs import Served
from .mailing import Briefs, queue
from .record import Record

ALL_MARKED = "Every line of this letter has a # in front, and such a line is not read: take the # away in front of what you want, and send it again."
#: What the receipt says.
COMES = "your form comes in a mail of its own"


def promise(record: Record, config: Config, player: Player, line: Line, now: datetime) -> Served:
    """It is sent once all of his letters are read, for they may change it."""
    return Served(COMES)


def wanted(answers: Iterable[Answer]) -> bool:
    """Has he asked for it?"""
    return any(one.kind == "served" and one.text == COMES for one in answers)


def send(record: Record, config: Config, player: Player, now: datetime) -> None:
    """The mail."""
    write = partial(_written, player=player, config=config, now=now)
    queue(record, config, player, "notice", write, now)


def untouched(lines: Sequence[str]) -> tuple[str, ...]:
    """What to say of a letter in which every line still has its `#`."""
    said = [line.strip() for line in lines if line.strip()]
    return (ALL_MARKED,) if said and all(line.startswith(("#", "\\#")) for line in said) else ()


def _written(record: Record, player: Player, config: Config, now: datetime) -> Rendered:
    return form_notice(Briefs(record, config, now).of(player))
