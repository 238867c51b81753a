"""Set-up by mail: the influence sheet, and the salt."""

from collections.abc import Sequence

from pbem.engine.events import Player
from pbem.engine.phases.setup import sheet_faults
from pbem.orders.lines import Line
from pbem.orders.reader import Reading
from pbem.report import held_told
from pbem.report.brief import Answer

from .mailing import session_key
from .record import Record


def influence(record: Record, player: Player, line: Line, reading: Reading) -> list[Answer]:
    """R1.3, decision D24: a number given anew is taken away from whoever had it."""
    sheet = record.draft(player)
    once = "free_allocation" not in record.rules.switches  # R1.5
    answers: list[Answer] = []
    for letter, number in line.sheet:
        surname = record.rules.cards[letter].surname
        if not record.rules.may_hold(record.state, letter):
            error = f"{surname} may get no influence."
            answers.append(Answer("rejected", reading.text, None, reading.notes, error))
            continue
        sheet = {who: n for who, n in sheet.items() if who != letter and not (once and n == number)}
        if number:
            sheet[letter] = number
        answers.append(Answer("recorded", f"{surname} {number}", None, reading.notes))
    record.change_draft(player, sheet)
    return answers


def full(record: Record, player: Player, answers: Sequence[Answer]) -> list[Answer]:
    """Who has just filled his sheet and did not say READY is told of that word."""
    filled = record.row.session == "setup" and any(answer.kind == "recorded" for answer in answers)
    if not filled or record.seat_rows[player].ready == session_key(record):
        return []
    faults = sheet_faults(record.rules, record.state, record.draft(player))
    return [] if faults else [Answer("served", held_told.FULL)]


def salt(record: Record, player: Player, line: Line, reading: Reading) -> list[Answer]:
    """His share in the seed of the dice."""
    if record.row.session != "setup":
        return [Answer("rejected", reading.text, None, (), "The salts were closed with set-up.")]
    record.change_seat(player, salt=line.words[:200])
    return [Answer("served", "your salt is kept until set-up closes, and then published")]
