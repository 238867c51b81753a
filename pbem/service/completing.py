"""E4: a mail that leaves nothing open of what was asked of its writer counts as READY, unless it says WAIT.

What is asked follows from public facts (`ballots.asks`); whether it is answered, from his own list alone.
"""

from collections.abc import Sequence

from pbem.engine.events import Player
from pbem.engine.phases.setup import sheet_faults
from pbem.engine.questions import Ask
from pbem.orders import wishes
from pbem.orders.bargains import open_to
from pbem.orders.conditions import Context, meant
from pbem.orders.papers import ONE_LINE
from pbem.orders.standing import Standing, alive
from pbem.report import held_told
from pbem.report.brief import Answer

from . import ballots
from .mailing import session_key
from .record import Record


def unanswered(record: Record, player: Player, asks: Sequence[Ask]) -> list[Ask]:
    """Which of these questions no line in his list speaks to.  Questions to others are left out."""
    own, view = record.lists()[player], record.views()[player]
    turns = record.row.turn, record.row.turn + 1  # a session may reach over the year's end
    awake = [one for one in own if any(alive(one, turn) for turn in turns)]
    mine = [ask for ask in asks if ask.player == player]
    return [
        ask for ask in mine if not any(_speaks(one, ask, Context(player, view, ask.actor)) for one in awake)
    ]


def _speaks(one: Standing, ask: Ask, at: Context) -> bool:
    """Is this line about that question?  Its conditions are his own business."""
    line = one.line
    if line.actor is not None and not meant(line.actor, ask.actor, at):
        return False
    if line.verb == "pass":
        return ask.optional and ask.action not in ("vote", "cure") and ask.action not in wishes.PERSONAL
    if line.verb not in wishes.VERBS_FOR.get(ask.action, ()):
        return False
    return line.verb == "protect" or any(True for _ in wishes.of(line, ask, at, set()))


def settle(
    record: Record, player: Player, ready: bool | None, answers: Sequence[Answer], unclear: Sequence[Answer]
) -> list[Answer]:
    """What the letter does to his READY; what his receipt says of it.

    `ready`: what he said of it himself (None: nothing); `unclear`: what was not understood: with it READY does not count, for the game
    may resolve at once.
    """
    if ready is None:
        return [] if unclear else _by_itself(record, player, answers)
    counts = ready and not unclear
    record.change_seat(player, ready=session_key(record) if counts else "")
    if ready and unclear:
        waits = "rejected" if unclear[0].kind == "rejected" else "held"
        return [Answer("unready", unclear[0].text, None, (waits,))]
    return [Answer("served", "you are READY for this deadline" if counts else "you are not READY")]


def _by_itself(record: Record, player: Player, answers: Sequence[Answer]) -> list[Answer]:
    """Without the word: READY if the letter gave orders (in set-up, numbers of the sheet) and nothing is left open."""
    if record.seat_rows[player].ready == session_key(record):
        return []
    setup, alone = record.row.session == "setup", record.settings.ready == "complete"
    if not any(
        answer.kind == ("recorded" if setup else "accepted") and not _printed(record, player, answer)
        for answer in answers
    ):
        return []
    if setup and sheet_faults(record.rules, record.state, record.draft(player)):
        return []
    if not setup and (not alone or _open(record, player)):
        return []
    if not alone:
        return [Answer("served", held_told.FULL)]
    record.change_seat(player, ready=session_key(record))
    return [Answer("served", held_told.COMPLETE_SHEET if setup else held_told.COMPLETE)]


def _printed(record: Record, player: Player, answer: Answer) -> bool:
    """Is it only words for the next report, which decide nothing?"""
    own = record.lists()[player]
    return any(one.number == answer.number and one.line.verb in ONE_LINE for one in own)


def _open(record: Record, player: Player) -> bool:
    """Is anything open that was asked of him: a question, an offer?"""
    if open_to(record.views()[player], player):
        return True
    return bool(unanswered(record, player, ballots.asks(record, record.row.session.split())))
