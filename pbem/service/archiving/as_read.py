"""A letter as it was read: what is kept of it once its bytes are gone, and what an archive holds of it (E25)."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import bindparam, func, select

from pbem.mail.addresses import same_mailbox
from pbem.mail.letter import Letter
from pbem.mail.letters import read_letter
from pbem.orders.reader import Reading
from pbem.store.database import table
from pbem.store.tables import PressTokenRow

from .. import ourlines, taking
from ..owners import Sorted, stale
from ..record import TOKEN, Record
from ..rerun.also import also, own

PRESS_TOKEN = table(PressTokenRow)
#: What goes to people word for word; an archive has it only where all agreed.
TALK = frozenset(("press", "moderator"))
#: Parts of `also` that hold lines of his.
QUOTES = ("quoted", "under_header")
#: How `answers` says that a letter carried no code of his.
NO_CODE = "-"
_OLD_CODE = select(TOKEN.c.token, TOKEN.c.turn, TOKEN.c.session).where(
    TOKEN.c.game == bindparam("game_"),
    TOKEN.c.player == bindparam("player_"),
    TOKEN.c.token.in_(bindparam("tokens_", expanding=True)),
)


def noted(record: Record, one: Sorted) -> str:
    """JSON for `LetterRow.read`: `lines` as they were read, `talk` (numbers of those that may be words to other people), and where they
    say something: `answers` (a session of his own code that is over, "press 3", or "-": no code), `to` (the mail of ours that was
    answered), `by` (another address of his), `below` (lines below a quotation that may be his own), `other` (the formatted version).
    """
    letter, his = one.letter, own(record, one)
    lines = taking.as_worded(record, one)
    found: dict[str, Any] = {"lines": lines}
    if talk := _talk(record, one):
        found["talk"] = talk
    more = {
        "answers": _answers(record, one),
        "to": _to(record, one),
        "by": "" if _registered(record, one) else "another address",
        "below": [line for line in letter.below if line in his],
        "other": letter.other_lines,
    }
    found |= {name: value for name, value in more.items() if value}
    found["also"] = also(record, one, his, lines)
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"))


def again(record: Record, row: Any) -> dict[str, Any]:
    """What `noted` wrote of a letter; of one that an older release read, what can be read from its bytes now."""
    if row.read:
        kept: dict[str, Any] = json.loads(row.read)
        return kept
    if not row.raw:
        return {"lines": []}
    letter = read_letter(row.raw)
    return {"lines": letter.lines, "talk": talk_of(taking.understood(record, letter.lines), letter.lines)}


def noted_late(record: Record, row: Any) -> str:
    """For `LetterRow.read`, before the bytes of a letter go that an older release read."""
    kept: str = row.read
    return kept or json.dumps(again(record, row), ensure_ascii=False, separators=(",", ":"))


def talk_of(readings: Sequence[Reading], lines: Sequence[str]) -> list[int]:
    """The numbers, from 1, of lines that go to people word for word: in a letter with a message all that is no order.

    Where a message ends and prose begins is for its reader to say, and not to be guessed when words are withheld.
    """
    if not any(line.verb in TALK for one in readings for line in one.lines):
        return []
    orders = [one for one in readings if one.lines and not any(line.verb in TALK for line in one.lines)]
    plain = {one.number + more for one in orders for more in range(one.text.count("\n") + 1)}
    return [at for at, line in enumerate(lines, 1) if line.strip() and at not in plain]


def tells_beside(record: Record, read: Mapping[str, Any]) -> bool:
    """Are there words for other people besides his lines: below a quotation or in it, or in the formatted version?"""
    also = read.get("also", {})
    said = [read.get("below"), read.get("other"), *(also.get(name) for name in QUOTES)]
    found = [[line for line in lines if line] for lines in said if lines and any(lines)]
    if found and str(read.get("answers", "")).startswith("press "):
        return True  # below a message of another player all may be an answer to it
    return any(
        line.verb in TALK for lines in found for one in taking.understood(record, lines) for line in one.lines
    )


def _talk(record: Record, one: Sorted) -> list[int]:
    """Of an answer to another player, all."""
    if one.press is not None:
        return list(range(1, len(one.letter.lines) + 1))
    return talk_of(taking.understood(record, one.letter.lines), one.letter.lines)


def _answers(record: Record, one: Sorted) -> str:
    """Which code it carried; "": the one of the session now open."""
    if one.press is not None:
        mine = (PRESS_TOKEN.c.game == record.id) & (PRESS_TOKEN.c.player == one.player)
        up_to = select(func.count()).select_from(PRESS_TOKEN).where(mine, PRESS_TOKEN.c.press <= one.press)
        return f"press {record.connection.execute(up_to).scalar_one()}"
    if not one.signed:
        return NO_CODE
    if not stale(one.problem):
        return ""
    where = {"game_": record.id, "player_": one.player, "tokens_": list(one.letter.tokens)}
    old = {row.token: row for row in record.connection.execute(_OLD_CODE, where)}
    first = next((old[token] for token in one.letter.tokens if token in old), None)
    return f"{first.turn}/{first.session}" if first else ""


def _to(record: Record, one: Sorted) -> str:
    """The mail that it answers, as `receipt 12`."""
    letter: Letter = one.letter
    ids = [f"<{name}>" for name in (*letter.in_reply_to, *reversed(letter.references))]
    if not ids:
        return ""
    found = ourlines.answered(record, one.player, letter)
    ours = {row.message_id: f"{row.kind} {row.number}" for row in found}
    return next((ours[name] for name in ids if name in ours), "")


def _registered(record: Record, one: Sorted) -> bool:
    return same_mailbox(record.seat_rows[one.player].address, one.letter.sender or "")
