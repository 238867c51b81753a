"""Set-up by mail: the influence sheet, and the salt."""

from pbem.engine.events import Player
from pbem.orders.lines import Line
from pbem.orders.reader import Reading
from pbem.report.brief import Answer

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


def salt(record: Record, player: Player, line: Line, reading: Reading) -> list[Answer]:
    """His share in the seed of the dice."""
    if record.row.session != "setup":
        return [Answer("rejected", reading.text, None, (), "The salts were closed with set-up.")]
    record.change_seat(player, salt=line.words[:200])
    return [Answer("served", "your salt is kept until set-up closes, and then published")]
