"""`pbem tell GAME [PLAYER] "text"`: words of the moderator to all or to one, as a mail and in the journal.  They may be an answer."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from pbem.config import Config
from pbem.engine.events import Decreed, Player
from pbem.mail.marker import MARKER
from pbem.report.brief import Rendered
from pbem.report.naming import names_of, one_line
from pbem.report.press_told import quoted
from pbem.report.prose import harmless, wrap
from pbem.store.database import transaction

from .errors import UsageError
from .mailing import queue
from .press import as_typed
from .record import Record
from .showing import seat_of
from .site import Site
from .start import record_of

#: So many characters fit into one message.
LONGEST = 4000
TELL, ANSWER = "tell", "answer"


def tell(site: Site, game: str, player: str | None, text: str, now: datetime) -> list[str]:
    """Mail these words to all players, or to one; returns the names of those who get them.  Raises UsageError."""
    with transaction(site.engine) as connection:
        record = record_of(connection, game)
        to = None if player is None else seat_of(record, player)
        said(record, site.config, to, text, now)
        record.flush()
        return [seat.name for seat in record.seats if to in (None, seat.colour)]


def said(
    record: Record,
    config: Config,
    to: Player | None,
    text: str,
    now: datetime,
    answers: str = "",
    act: str = TELL,
) -> None:
    """Write it down and queue the mails; the caller flushes.  `to` None: everybody; `answers`: the Message-ID (without brackets) of the
    letter that it answers.  Raises UsageError."""
    words = as_typed(text).strip()
    if not words:
        raise UsageError('There are no words to tell; write: pbem tell GAME [PLAYER] "text".')
    if len(words) > LONGEST:
        raise UsageError(
            f"A message may have {LONGEST} characters, and this one has {len(words)}; tell it in parts."
        )
    only: Sequence[Player] = () if to is None else (to,)
    record.write([Decreed(act, words, about=tuple(only), only=tuple(only))])
    for seat in record.seats:
        if to in (None, seat.colour):
            write = partial(_mail, words=words, alone=to is not None, act=act)
            queue(record, config, seat.colour, "notice", write, now, answers=answers, marker=MARKER)


def _mail(record: Record, words: str, alone: bool, act: str) -> Rendered:
    names = names_of(record.rules, record.seats)
    whom = "you alone" if alone else "all players"
    does = "answers you" if act == ANSWER and alone else f"writes to {whom}"
    lines = [
        *wrap(f"The moderator {does}:"),
        "",
        *quoted(words),
        "",
        *wrap("To answer him, write MODERATOR: and your words above the line on top of this mail."),
    ]
    subject = "an answer of the moderator" if act == ANSWER else "words of the moderator"
    return Rendered(f"[{one_line(record.row.name)}] {subject}", "\n".join(harmless(lines, names.lexicon)))
