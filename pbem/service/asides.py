"""PRACTICE and WATCH in letters of people who have no seat: those who were invited, who watch already, and strangers."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from msgspec.structs import replace
from sqlalchemy import Connection, select

from pbem.config import Config
from pbem.mail.addresses import fold
from pbem.mail.letter import Letter
from pbem.orders.outsiders import Wish, wishes
from pbem.report import notices_practice, watched
from pbem.report.brief import Rendered

from . import plans, practising, unsubscribing, watching
from .daily import first_today, told_today
from .owners import Duty
from .sitemail import queue_site

#: So many letters a day of one watcher are answered, and so many strangers who ask to watch.
MOST_WORDS, MOST_STRANGERS = 8, 30
_REASON = "asks to watch"
_YES = frozenset(("yes", "yes please", "y", "ok", "ja", "confirm"))


def of_guest(
    connection: Connection, config: Config, row: Any, letter: Letter, now: datetime
) -> tuple[Letter, str]:
    """What somebody who was invited asks for beside his answer; the letter without it, and what was done ("": nothing).

    `row`: his invitation, whose code the letter carries.
    """
    if unsubscribing.WORDS in letter.lines:
        return replace(letter, lines=("NO",)), ""
    found, rest = wishes(letter.lines)
    if not found:
        return letter, ""
    for wish in found:
        if text := _done(connection, config, row, wish, now):
            queue_site(
                connection,
                config,
                row.address,
                "invitation",
                text,
                now,
                answers=letter.message_id,
                token=row.nonce,
            )
    return replace(letter, lines=rest), ", ".join(wish.verb.upper() for wish in found)


def _done(connection: Connection, config: Config, row: Any, wish: Wish, now: datetime) -> Rendered | None:
    """One wish; what he is told, if no mail of another kind tells it."""
    if wish.verb == "practice":
        preset = wish.words or _invited_to(connection, row)
        begun = practising.start(connection, config, row.address, row.name, row.zone, preset, now)
        return None if begun.name else notices_practice.refused(begun.refusal)
    if wish.verb == "end practice":
        ended = practising.end_of(connection, row.address, now)
        return None if ended else notices_practice.refused(practising.NONE)
    do = watching.begin if wish.verb == "watch" else watching.end
    done = do(connection, config, wish.words, row.address, now)
    return watched.refused(done.error) if done.error else None


def _invited_to(connection: Connection, row: Any) -> str:
    """The rules of the game that he was invited to, "" if that is none."""
    return str(plans.plan_of(connection, row.plan).terms["rules"]) if row.plan else ""


# --- strangers ---


def of_stranger(connection: Connection, config: Config, letter: Letter, now: datetime) -> str:
    """A stranger who asks to watch a game is asked back, once a day; what was done, "" where he asks for nothing of the kind."""
    sender = fold(letter.sender or "")
    wish = next((one for one in wishes(letter.lines)[0] if one.verb == "watch"), None)
    if wish is None:
        return ""
    if told_today(connection, _REASON, now) >= MOST_STRANGERS:
        return f"it asks to watch; not answered: {MOST_STRANGERS} strangers were today"
    if not first_today(connection, sender, _REASON, now):
        return "it asks to watch; not answered: he was told today"
    text, code = watching.ask(connection, config, wish.words, sender, now)
    queue_site(connection, config, sender, watching.KIND, text, now, answers=letter.message_id, token=code)
    return "it asks to watch; asked back" if code else "it asks to watch what cannot be watched; answered"


# --- watchers ---


def of_watcher(connection: Connection, config: Config, duty: Duty, now: datetime) -> dict[str, Any]:
    """A letter with the code of somebody who was asked whether he wants to watch, or does."""
    row = connection.execute(select(watching.WATCHER).where(watching.WATCHER.c.nonce == duty.player)).one()
    if duty.why:
        return {"reason": f"somebody who watches; not read: {duty.why}"}
    if not first_today(connection, row.address, "words of a watcher", now, MOST_WORDS):
        return {"reason": f"somebody who watches; {MOST_WORDS} letters a day are read"}
    said = _said(duty.letter.lines)
    name = watching.game_name(connection, row.game)
    applied = {"state": "applied", "verdict": "watch"}
    if said == "unwatch":
        watching.end(connection, config, name, row.address, now)
        return {**applied, "reason": f"UNWATCH {name}"}
    if said == "yes" and row.state != watching.ON:
        done = watching.begin(connection, config, name, row.address, now)
        if done.error:
            _tell(connection, config, row, watched.refused(done.error), duty, now)
        return {**applied, "reason": f"WATCH {name}"}
    if row.state == watching.ON and first_today(connection, row.address, "no player", now):
        _tell(connection, config, row, watched.not_a_player(name), duty, now)
    return {**applied, "reason": f"words of somebody who watches {name}; he is no player"}


def _said(lines: Sequence[str]) -> str:
    """yes, unwatch, or ""."""
    if unsubscribing.WORDS in lines:
        return "unwatch"
    for line in lines:
        word = " ".join(line.casefold().strip(" .,!*_\"'|>").split())
        first = word.partition(" ")[0].strip(".,!")
        if first in ("unwatch", "no", "stop", "unsubscribe") or word.startswith("stop watching"):
            return "unwatch"
        if word in _YES or first == "watch":
            return "yes"
    return ""


def _tell(
    connection: Connection, config: Config, row: Any, text: Rendered, duty: Duty, now: datetime
) -> None:
    queue_site(
        connection,
        config,
        row.address,
        watching.KIND,
        text,
        now,
        answers=duty.letter.message_id,
        token=row.nonce,
    )
