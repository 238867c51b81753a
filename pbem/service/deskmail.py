"""The moderator's desk by mail (E23): APPROVE, HOLD because, RESUME, EXTEND 24h, TELL player: text, and answers to players' words.

Only from his registered address, and with a one-use code; both must be right (`owners`).  The code is used up and what he wrote is
laid on the agenda in one transaction; another one does it, within the same poll, and queues the answer with a fresh code.
"""

import json
import re
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from pbem.config import Config
from pbem.deadlines import in_zone
from pbem.report.brief import Rendered
from pbem.report.naming import one_line
from pbem.report.prose import wrap
from pbem.store.tables import OVER

from . import acts, agenda, desk, deskcodes, releasing, telling
from .daily import first_today
from .errors import ServiceError, UsageError
from .mailing import aware, naive, tell_moderator
from .record import GAME, Record, load_id
from .showing import seat_of
from .sitemail import queue_site
from .sorting import Duty

#: On the agenda: a letter of his is to be done; its key is the code.
DESK = "desk"
#: So many mails a day say that a code does not count any more.
MOST_REFUSED = 5


class Act(NamedTuple):
    """One thing to do.  `said`: as he wrote it; `words`: what belongs to it; `player`: to whom, "" to all."""

    verb: str
    said: str
    words: str = ""
    player: str = ""


_SHAPES = (
    ("approve", re.compile(r"approve[.!]?", re.IGNORECASE)),
    ("resume", re.compile(r"resume[.!]?", re.IGNORECASE)),
    (
        "extend",
        re.compile(r"extend\s+(?:by\s+)?\+?(?P<words>\d{1,4}\s*[hd])(?:ours?|ays?)?[.!]?", re.IGNORECASE),
    ),
    (
        "hold",
        re.compile(r"hold(?:\s*[.!]?|(?:\s*[:,]\s*|\s+)(?:because\b[:,]?\s*)?(?P<words>.+))", re.IGNORECASE),
    ),
    ("tell", re.compile(r"tell(?:\s+(?P<player>[^:]+?))?\s*:\s*(?P<words>.*)", re.IGNORECASE)),
)
#: In an answer to a player's words prose may begin like a command: there it must stand so.
_STRICT = re.compile(r"(APPROVE|RESUME|HOLD|HOLD because .+|EXTEND \d{1,4}\s*[hd]|TELL( [^:]{1,60})?:.*)\s*")


# --- a letter has come ---


def heard(connection: Connection, config: Config, duty: Duty, now: datetime) -> dict[str, Any]:
    """What is to be written to its row.  Nothing is done yet."""
    if not duty.why:
        return _without_code(connection, config, duty, now)
    row = deskcodes.found(connection, [duty.why])[duty.why]
    if _came_before(row, duty):
        return {"state": "doubled", "reason": "the same letter came before"}
    if not deskcodes.good(row, duty.row.received):
        return _not_good(connection, config, duty, row, now)
    said = [duty.letter.refusal] if duty.letter.refusal else list(duty.letter.lines)
    deskcodes.use(connection, row.token, said, duty.letter.message_id[:200], naive(now))
    agenda.put(connection, row.game, DESK, now, row.token)
    return {"state": "applied", "game": row.game, "player": "moderator", "verdict": DESK}


def _came_before(row: Any, duty: Duty) -> bool:
    message_id = duty.letter.message_id[:200]
    return bool(message_id) and json.loads(row.about).get("letter") == message_id


def _not_good(connection: Connection, config: Config, duty: Duty, row: Any, now: datetime) -> dict[str, Any]:
    why = "was used already" if row.used is not None else f"is older than {deskcodes.LIFE.days} days"
    if first_today(connection, "", f"a code of the moderator in game {row.game}", now, MOST_REFUSED):
        record = load_id(connection, row.game)
        text = wrap(
            f"The code of your mail {why}; each counts once. Nothing was done. This mail has a fresh one: please answer it."
        )
        tell_moderator(record, config, "nothing was done", "\n".join(text), now)
        record.flush()
    return {"reason": f"its code {why}", "game": row.game, "player": "moderator"}


def _without_code(connection: Connection, config: Config, duty: Duty, now: datetime) -> dict[str, Any]:
    """Whoever wrote it, the answer goes to the moderator's own address; once a day."""
    reason = {"reason": "from the moderator's address, without a code that counts"}
    if not first_today(connection, "", "the moderator without a code", now):
        return reason
    subject = duty.letter.subject.casefold()
    rows = connection.execute(select(GAME.c.id, GAME.c.name).where(GAME.c.status != OVER)).all()
    named = [row.id for row in rows if f"[{row.name.casefold()}]" in subject]
    said = "A mail from your address carried no code of yours, so nothing was done (if you did not write it, somebody used your address)."
    if len(named) == 1:
        record = load_id(connection, named[0])
        text = "\n".join(wrap(f"{said} This mail has a code: please answer it."))
        tell_moderator(record, config, "nothing was done", text, now)
        record.flush()
    else:
        more = "Every mail to you about a game has one; please answer such a mail, or use the command line."
        text = "\n".join(wrap(f"{said} {more}"))
        queue_site(
            connection, config, config.judge.moderator, "moderator", Rendered("Nothing was done", text), now
        )
    return reason


# --- doing it ---


def do(record: Record, config: Config, now: datetime, token: str) -> None:
    """What a letter of the moderator says, and the mail that tells him what was done."""
    row = deskcodes.found(record.connection, [token])[token]
    about = json.loads(row.about)
    done: list[str] = []
    try:
        asked = read(about["said"], row.what, str(about.get("player", "")))
        for act in asked:
            done.append(_DO[act.verb](record, config, act, now))
            if len(done) == 1:  # what refuses it all has done nothing
                acts.also(record, [acts.MAIL, row.what, str(about.get("player", "")), *about["said"]])
        subject = f"done: {', '.join(act.said for act in asked)}"
    except ServiceError as error:
        before = "Of what you wrote this was done:" if done else "Nothing was done."
        done = [str(error), before, *done]
        subject = "not done" if len(done) == 2 else "only partly done"
    text = "\n\n".join("\n".join(wrap(said)) for said in done)
    tell_moderator(record, config, one_line(subject, 60), text, now)


def read(lines: Sequence[str], what: str, player: str) -> list[Act]:
    """What a letter asks for.  To a player's question everything is the answer up to the first command in capitals on a line of its own.

    Raises UsageError where a line is no command: then nothing of it is done.
    """
    given = [line.strip() for line in lines]
    first = next((at for at, line in enumerate(given) if line), len(given))
    given = given[first:]
    if not given:
        raise UsageError("There was nothing above the quoted mail; please write above it.")
    question = what == deskcodes.QUESTION and bool(player)
    if not question:
        return _commands(given, strict=False)
    first = next((at for at, line in enumerate(given) if _act(line, strict=True)), len(given))
    words = "\n".join(given[:first]).strip()
    answer = [Act("answer", "your answer", words, player)] if words else []
    return [*answer, *_commands(given[first:], strict=True)]


def _commands(given: Sequence[str], strict: bool) -> list[Act]:
    told: list[Act] = []
    for at, line in enumerate(given):
        act = _act(line, strict)
        if act is not None and act.verb == "tell":
            text = "\n".join([act.words, *given[at + 1 :]]).strip()
            return [*told, act._replace(words=text)]
        if act is not None:
            told.append(act)
        elif line and told and told[-1].verb == "hold" and given[at - 1]:  # his words went on
            told[-1] = told[-1]._replace(words=f"{told[-1].words} {line}".strip())
        elif line and told and not given[at - 1]:
            break  # what stands after a blank line is no command: a name, a greeting
        elif line:
            raise UsageError(
                f"“{one_line(line, 60)}” is no command. There are APPROVE, HOLD because, RESUME, EXTEND 24h, TELL: text and TELL player: text, each "
                "on a line of its own."
            )
    return told


def _act(line: str, strict: bool) -> Act | None:
    """The command on this line."""
    if strict and not _STRICT.fullmatch(line):
        return None
    for verb, shape in _SHAPES:
        if found := shape.fullmatch(line):
            parts = found.groupdict()
            words, player = (parts.get("words") or "").strip(), (parts.get("player") or "").strip()
            return Act(verb, f"{verb.upper()} {words}" if verb == "extend" else verb.upper(), words, player)
    return None


def _approve(record: Record, config: Config, act: Act, now: datetime) -> str:
    releasing.must_wait(record)
    releasing.play(record, config, now)
    at = aware(record.row.deadline)
    next_one = f" The next deadline is {in_zone(at, config.judge.timezone)}." if at is not None else ""
    return f"The resolution is released, and its reports go out.{next_one}"


def _hold(record: Record, config: Config, act: Act, now: datetime) -> str:
    desk.hold_now(record, config, act.words, now)
    return "The game is on hold, and all players are told."


def _resume(record: Record, config: Config, act: Act, now: datetime) -> str:
    moved = desk.resume_now(record, config, now)
    at = f"; the deadline is {in_zone(moved, config.judge.timezone)}" if moved is not None else ""
    return f"The game goes on, and all players are told{at}."


def _extend(record: Record, config: Config, act: Act, now: datetime) -> str:
    if record.row.status == OVER:
        raise ServiceError(f"{record.row.name} is over.")
    moved = desk.move_deadline(record, config, f"+{act.words.replace(' ', '')}", now)
    return f"The deadline is now {in_zone(moved, config.judge.timezone)}, and all players are told."


def _tell(record: Record, config: Config, act: Act, now: datetime) -> str:
    to = seat_of(record, act.player) if act.player and act.player.casefold() != "all" else None
    telling.said(record, config, to, act.words, now)
    return f"Your words go to {one_line(record.seat_rows[to].name) if to else 'all players'}."


def _answer(record: Record, config: Config, act: Act, now: datetime) -> str:
    telling.said(record, config, act.player, act.words, now, act=telling.ANSWER)
    return f"Your answer goes to {one_line(record.seat_rows[act.player].name)}."


_DO: dict[str, Callable[[Record, Config, Act, datetime], str]] = {
    "approve": _approve,
    "hold": _hold,
    "resume": _resume,
    "extend": _extend,
    "tell": _tell,
    "answer": _answer,
}
