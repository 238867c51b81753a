"""What a player asks for by mail: STATUS, HISTORY, WHY, RULES, HELP; with only what he may see."""

import json
from collections.abc import Sequence

from pbem.engine.events import Player
from pbem.orders.lines import Line
from pbem.orders.verbs import help_text
from pbem.report.game_played import game_played
from pbem.report.sections import history_section, orders_section, status_section, words_section
from pbem.rulebook import clauses, find, render

from . import cases, numbering, personal
from .mailing import Briefs
from .record import Record

#: A heading and its lines.
Titled = tuple[str, Sequence[str]]


def sections(record: Record, briefs: Briefs, player: Player, line: Line) -> list[Titled]:
    """The answer to one question, to stand in his receipt."""
    match line.verb:
        case "help":
            return [
                words_section("How orders are written", help_text(line.words or None, record.rules.switches))
            ]
        case "rules":
            return [words_section("The rules of this game", _rules(record, line.words))]
        case "history":
            story = numbering.history(record, player)
            brief = briefs.of(player, story.events)._replace(numbers=story.numbers)
            return list(history_section(brief, line.number))
        case "why":
            return [(f"About event [{line.number}]", cases.why(record, player, line.number or 0))]
        case "status":
            return [status_section(briefs.of(player)), personal.told(record, player)]
        case _:  # every receipt lists the orders; here are the offers and promises that go with them
            return list(orders_section(briefs.of(player)))


def _rules(record: Record, wanted: str) -> str:
    game = record.row.rules, json.loads(record.row.options), len(record.seat_rows), record.rules
    played = game_played(record.rules, len(record.seat_rows))
    if not wanted:
        return f"{played}\n\n{render(clauses(*game), state=record.state, desk=False)}"
    # where there are cards, a bare number may be a chapter or a card: whichever there is
    names = [f"R{wanted}", f"card {wanted}"] if wanted.isdigit() and record.rules.deck else [wanted]
    found, errors = [], []
    for name in names:
        try:
            found += find(name, *game)
        except ValueError as error:
            errors.append(f"{error}.")
    return f"{played}\n\n{render(found, state=record.state, desk=False)}" if found else " ".join(errors)
