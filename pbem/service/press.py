"""PRESS (E14): messages between players, each receiver a mail of his own.

Nothing of the author's letter is in it but his words.  What a receiver gets depends on nothing but those words, on who else gets them,
and on how many messages he has had himself: an anonymous one is the same to the byte, whoever wrote it (decision D25).
"""

import hmac
import unicodedata
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import func, insert, select

from pbem.config import Config
from pbem.engine import dice
from pbem.engine.events import Player
from pbem.mail.marker import ANSWER_MARKER
from pbem.mail.tokens import make_token
from pbem.orders.lines import Line
from pbem.report import press_told
from pbem.report.brief import Answer, Rendered, Seat
from pbem.report.naming import names_of, one_line
from pbem.store.database import table
from pbem.store.tables import NAMED, OFF, OVER, PressRow, PressTokenRow

from .mailing import naive, queue
from .record import MAIL, Record

PRESS, PRESS_TOKEN = table(PressRow), table(PressTokenRow)

#: How a receipt that tells of messages is marked in the outbox: it does not go into an archive (E25).
MARK = "press"
#: And one that lists what an earlier letter said, as it waits for a YES.
HELD = "press-held"
#: A message may have so many characters.
LONGEST = 4000
#: So many mails go out for one player's messages in 24 hours; a message to four players is four.
MOST_MAILS = 40
#: Decision D2: the same words to the same players within so many minutes are one message.
ONE_PRESS = timedelta(minutes=10)
#: After the end of a game messages are carried for so long.
AFTERWARDS = timedelta(days=14)


#: Unseen themselves, they make one sign of several: of emoji, and in Persian and Indian writing.
_JOINERS = frozenset("\u200c\u200d")


class Unsent(Exception):
    """A message does not go out; the words say why."""


class Message(NamedTuple):
    """What is to be sent.  `to`: in table order; `answers`: the id of the message that it answers; `to_in_words`: to whom it goes, in words
    that its author may read; `note`: what he should know."""

    to: tuple[Player, ...]
    hidden: bool
    text: str
    to_in_words: str
    answers: int | None = None
    what: str = "message"
    note: str = ""


def message(record: Record, player: Player, line: Line, text: str) -> Message:
    """A PRESS line as a message.  Raises Unsent where nobody would get it."""
    others = tuple(colour for colour in record.seat_rows if colour != player)
    to = tuple(colour for colour in others if colour in line.players) if line.players else others
    if not to:
        raise Unsent("That is you; a message goes to other players.")
    hidden = line.to == "anonymous"
    left = _seats(record, [colour for colour in others if colour not in to])
    note = (
        f"Who knows for whom it was can count: it is from you or from {one_line(left[0].name)}."
        if len(left) == 1
        else ""
    )
    return Message(to, hidden, text, in_words(record, to), note=note if hidden else "")


def send(
    record: Record, config: Config, player: Player, it: Message, given: datetime, now: datetime
) -> Answer:
    """Queue the mails of one message, in this transaction; what its author reads of it.  `given`: when his letter came.  Raises Unsent."""
    text = as_typed(it.text).strip()
    _allowed(record, it, text, now)
    if _sent_already(record, player, it, text, given):
        return press_told.sent(it.what, it.to_in_words, text, it.hidden, again=True)
    _few(record, player, len(it.to), given)
    mine = select(func.count()).select_from(PRESS).where(PRESS.c.game == record.id, PRESS.c.author == player)
    values = {
        "game": record.id,
        "author": player,
        "number": int(record.connection.execute(mine).scalar_one()) + 1,
        "anonymous": it.hidden,
        "receivers": " ".join(it.to),
        "text": text,
        "sent": naive(given),
        "turn": record.row.turn,
        "session": record.row.session,
        "answers": it.answers,
    }
    number = record.connection.execute(insert(PRESS).values(**values)).inserted_primary_key[0]  # type: ignore[index]
    for receiver in it.to:
        token = _new_token(record, receiver, number)
        write = partial(_mail, number=number, receiver=receiver)
        queue(record, config, receiver, "press", write, now, token=token, marker=ANSWER_MARKER)
    told = press_told.sent(it.what, it.to_in_words, text, it.hidden)
    return told._replace(notes=(it.note,)) if it.note else told


def as_typed(text: str) -> str:
    """Every sign that can be seen, as it was typed; without what cannot be seen, or turns the direction of others."""
    return "".join(_shown(char) for char in text)


def _shown(char: str) -> str:
    category = unicodedata.category(char)
    if char == "\n" or char in _JOINERS:
        return char
    return (
        " " if category in ("Cc", "Zl", "Zp", "Zs") else "" if category in ("Cf", "Cs", "Co", "Cn") else char
    )


def unsent(text: str, error: Unsent | str) -> Answer:
    """Nothing went out, and why: for the receipt."""
    return Answer(press_told.UNSENT, text, None, (), str(error))


def mark(answers: Iterable[Answer]) -> str:
    """How a receipt with these answers is marked: "" if it tells of no message."""
    return MARK if any(answer.kind in press_told.KINDS for answer in answers) else ""


def in_words(record: Record, to: Sequence[Player]) -> str:
    """`everybody`, `Boris and Clara`."""
    everybody = len(to) == len(record.seat_rows) - 1
    return press_told.receivers(None if everybody else _seats(record, to))


def kept(record: Record, number: int) -> Any:
    """One message, as it is stored."""
    return record.connection.execute(
        select(PRESS).where(PRESS.c.id == number, PRESS.c.game == record.id)
    ).one()


def _seats(record: Record, players: Sequence[Player]) -> list[Seat]:
    return [seat for seat in record.seats if seat.colour in players]


# --- may it go out? ---


def _allowed(record: Record, it: Message, text: str, now: datetime) -> None:
    if record.row.press == OFF:
        raise Unsent("The moderator has switched messages between players off in this game (press=off).")
    if it.hidden and record.row.press == NAMED:
        raise Unsent(
            "The moderator allows no anonymous messages in this game (press=named). Leave ANONYMOUS out, and it goes out with your name."
        )
    if not text:
        raise Unsent("There are no words in it.")
    if len(text) > LONGEST:
        raise Unsent(
            f"A message may have {LONGEST} characters, and this one has {len(text)}; please send it in parts."
        )
    if record.row.status == OVER and not _just_over(record, now):
        raise Unsent(
            f"The game has been over for more than {AFTERWARDS.days} days; please write by your own mail."
        )


def _just_over(record: Record, now: datetime) -> bool:
    """The last report is the end of the game."""
    last = select(func.max(MAIL.c.created)).where(MAIL.c.game == record.id, MAIL.c.kind == "report")
    ended = record.connection.execute(last).scalar_one()
    return ended is None or naive(now) <= ended + AFTERWARDS


def _sent_already(record: Record, player: Player, it: Message, text: str, given: datetime) -> bool:
    same = (PRESS.c.game == record.id, PRESS.c.author == player, PRESS.c.receivers == " ".join(it.to))
    moment = naive(given)
    query = select(PRESS.c.text, PRESS.c.anonymous, PRESS.c.answers).where(
        *same, PRESS.c.sent.between(moment - ONE_PRESS, moment + ONE_PRESS)
    )
    return (text, it.hidden, it.answers) in {tuple(row) for row in record.connection.execute(query)}


def _few(record: Record, player: Player, more: int, given: datetime) -> None:
    """Each message is a mail to every receiver.  Raises Unsent."""
    since = naive(given) - timedelta(days=1)
    query = select(PRESS.c.receivers).where(
        PRESS.c.game == record.id, PRESS.c.author == player, PRESS.c.sent > since
    )
    caused = sum(len(row.receivers.split()) for row in record.connection.execute(query))
    if caused + more > MOST_MAILS:
        raise Unsent(
            f"Your messages of the last 24 hours were {caused} mails already, this one would be {more} more, and {MOST_MAILS} is the limit. "
            "Please send it again later."
        )


# --- the mail ---


def _new_token(record: Record, receiver: Player, press: int) -> str:
    """What is written in answer to his mail goes to the author of that message.  It depends on his own count of messages alone."""
    had = select(func.count()).select_from(PRESS_TOKEN)
    count = record.connection.execute(
        had.where(PRESS_TOKEN.c.game == record.id, PRESS_TOKEN.c.player == receiver)
    )
    key, text = dice.derive(record.master, "press"), f"{receiver}/{count.scalar_one()}"
    token = make_token(hmac.digest(key, text.encode(), "sha256"))
    values = {"token": token, "press": press, "game": record.id, "player": receiver}
    record.connection.execute(insert(PRESS_TOKEN).values(**values))
    return token


def _mail(record: Record, number: int, receiver: Player) -> Rendered:
    """Written from what is stored, so that the gate can write it again."""
    row = kept(record, number)
    names = names_of(record.rules, record.seats)
    return press_told.press_mail(_letterhead(record, row, receiver), row.text, names.lexicon)


def _letterhead(record: Record, row: Any, me: Player) -> press_told.Letterhead:
    """Who writes to whom, as `me` may know it.  The author's colour is not looked at where he is not named."""
    to = row.receivers.split()
    everybody = len(to) == len(record.seat_rows) - 1
    first = kept(record, row.answers) if row.answers is not None else None
    unnamed = [p for p in to if first is not None and first.anonymous and p not in first.receivers.split()]
    return press_told.Letterhead(
        game=record.row.name,
        author=None if row.anonymous else next(s for s in record.seats if s.colour == row.author),
        others=None if everybody else _seats(record, [p for p in to if p != me and p not in unnamed]),
        unnamed_too=bool([p for p in unnamed if p != me]) and not everybody,
        answers=_answered(first, me),
        mine_hidden=me in unnamed,
        may_hide=record.row.press not in (NAMED, OFF),
    )


def _answered(first: Any, me: Player) -> str:
    """What is answered, from where the reader stands."""
    if first is None:
        return ""
    if first.anonymous:
        return "an anonymous message" if me in first.receivers.split() else "your anonymous message"
    return "your message" if first.author == me else "a message that you got, too"
