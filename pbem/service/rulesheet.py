"""The rules as one game plays them, for the moderator: with the readings of house rulings that are in force there."""

import json
from typing import NamedTuple

from pbem.engine.state import State
from pbem.rulebook import Clause, clauses, find
from pbem.store.database import transaction

from .errors import UsageError
from .site import Site
from .start import record_of


class RuleSheet(NamedTuple):
    """Clauses, and the position that says how house rulings are read now."""

    clauses: list[Clause]
    state: State


def rules_of(site: Site, game: str, clause: str | None) -> RuleSheet:
    """All rules of this game, or one clause, chapter or ruling.  Raises UsageError: no such game or clause."""
    with transaction(site.engine) as connection:
        record = record_of(connection, game)
        terms = record.row.rules, json.loads(record.row.options), len(record.seat_rows), record.rules
        try:
            found = find(clause, *terms) if clause else clauses(*terms)
        except ValueError as error:
            raise UsageError(f"{error}.") from error
        return RuleSheet(found, record.state)
