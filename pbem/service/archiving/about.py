"""`game.toml`: what was played, by whom, under which rules, settings and packs, and by which program."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from pbem import gamesettings
from pbem.archive import fingerprint
from pbem.config import Config
from pbem.engine import dice
from pbem.engine.board import year
from pbem.engine.events import GameStarted
from pbem.report.brief import Seat

from ..mailing import aware
from ..record import Record


def game_toml(
    record: Record,
    config: Config,
    started: GameStarted,
    opened: bool,
    head: str,
    heads: Mapping[str, str],
    now: datetime,
    told: Mapping[str, Any] | None = None,
) -> str:
    """The text.  `opened`: the game is over and nothing is hidden; `head`: of the history; `heads`: of letters, mails and acts; `told`: judge and
    program as an archive tells them already.
    """
    row, state = record.row, record.state
    facts: dict[str, Any] = {
        "name": row.name,
        "rules": row.rules,
        "status": row.status,
        "year": year(row.turn),
        "begun": (aware(row.created) or now).isoformat(),
        "deadline": deadline.isoformat() if (deadline := aware(row.deadline)) else "",
        "tempo": row.tempo,
        "schedule": row.schedule,
        "zone": row.zone,
        "press": row.press,
        "winners": list(state.winners),
        "ended_by": state.ended_by,
        "events": row.events if opened else row.shown,
        "head": head,
        "table_head": row.chain,
        "commitment": dice.commitment(record.seed),
    }
    if row.practice:
        facts["practice"] = True  # nobody else's game: not on the shelf
    if opened:
        facts["seed"] = record.seed.hex()
    tables: dict[str, Mapping[str, Any]] = {
        "": facts,
        "options": json.loads(row.options),
        "packs": started.packs,
        "salts": json.loads(row.salts),
        "settings": gamesettings.said(record.settings),
        "judge": {"name": config.judge.name, "zone": config.judge.timezone},
        "program": fingerprint.here(),
        **{name: told[name] for name in ("judge", "program") if told and isinstance(told.get(name), dict)},
        **({"heads": heads} if heads else {}),
    }
    out = [line for title, table in tables.items() for line in _table(title, table)]
    for seat in seats_of(record):
        out += ["", "[[player]]", *_lines(_player(seat, opened))]
    return "\n".join(out) + "\n"


def seats_of(record: Record) -> list[Seat]:
    """The players as the game shows them: where it plays by factions, no names (E25)."""
    hidden = record.settings.names == "factions"
    return [seat._replace(name=seat.faction) if hidden else seat for seat in record.seats]


def _player(seat: Seat, opened: bool) -> dict[str, Any]:
    facts = {"colour": seat.colour, "faction": seat.faction, "name": seat.name}
    return {**facts, "zone": seat.zone} if opened else facts


def _table(title: str, table: Mapping[str, Any]) -> list[str]:
    return [*(["", f"[{title}]"] if title else []), *_lines(table)]


def _lines(table: Mapping[str, Any]) -> list[str]:
    return [f"{_key(key)} = {_toml(value)}" for key, value in table.items()]


def _key(key: str) -> str:
    return key if key.replace("_", "").replace("-", "").isalnum() and key.isascii() else _toml(key)


def _toml(value: Any) -> str:
    """JSON's strings, numbers and lists are TOML's, but for one sign that stands as it is."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
