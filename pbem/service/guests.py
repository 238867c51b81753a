"""Letters of people who have no seat: answers to an invitation (E19), to a seat that is offered to a stand-by (E24), to a public report (E27).

As with players, the code alone is nothing: it counts from the address to which it was sent, and where the receiving server vouches for
it.  Who writes from there without it is told how to answer.
"""

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import Connection, func, select

from pbem.mail.addresses import fold, same_mailbox
from pbem.mail.letter import Letter
from pbem.report import notices_invited, watched
from pbem.report.brief import Rendered
from pbem.store.database import table
from pbem.store.tables import WatcherRow

from .copies import COPIED, Copies
from .plans import ASKED, INVITE, OFFER, YES, plan_of
from .record import GAME
from .watching import ON

WATCHER = table(WatcherRow)

#: So many answers of one guest a day are answered.
MOST_ANSWERS = 8


class Guest(NamedTuple):
    """Whose letter it is: the number of his invitation; `offer`: the code of the seat that it answers, "" for the invitation itself.

    `invite` 0: he watches a game (E27), and `offer` is his code.
    """

    invite: int
    address: str
    offer: str = ""

    @property
    def kind(self) -> str:
        """What its duty is called."""
        return "guest" if self.invite else "watcher"


class Guests:
    """Who has these codes; looked up once for all letters of a poll."""

    def __init__(self, connection: Connection, codes: Iterable[str]) -> None:
        wanted = set(codes)
        self._known: dict[str, Guest] = {}
        if not wanted:
            return
        for row in connection.execute(select(INVITE).where(INVITE.c.nonce.in_(wanted))):
            self._known[row.nonce] = Guest(row.id, row.address)
        offers = select(OFFER.c.token, INVITE.c.id, INVITE.c.address).join(
            INVITE, INVITE.c.id == OFFER.c.invite
        )
        for row in connection.execute(offers.where(OFFER.c.token.in_(wanted))):
            self._known[row.token] = Guest(row.id, row.address, row.token)
        for row in connection.execute(select(WATCHER).where(WATCHER.c.nonce.in_(wanted))):
            self._known[row.nonce] = Guest(0, row.address, row.nonce)

    def of(self, letter: Letter) -> Guest | None:
        """Whose answer this is: code and address."""
        known = (self._known[token] for token in letter.tokens if token in self._known)
        return next((one for one in known if same_mailbox(one.address, letter.sender or "")), None)


def unfit(letter: Letter, copies: Copies) -> str:
    """Why no word of this answer may be used, as a sentence; "" if it may."""
    if letter.refusal:
        return f"It cannot be read: {letter.refusal}."
    others = copies.problem(0, "", letter)
    return COPIED.partition(" Nothing")[0] if others else ""


def hint(connection: Connection, sender: str) -> tuple[Rendered, str] | None:
    """What somebody is told who was invited, or watches, and writes without the code, and the code to answer with; None: he was not."""
    query = select(INVITE.c.plan).where(
        func.lower(INVITE.c.address) == fold(sender).lower(),
        INVITE.c.state.in_((ASKED, YES)),
        INVITE.c.plan > 0,
    )
    for number in connection.execute(query.order_by(INVITE.c.id.desc())).scalars():
        plan = plan_of(connection, number)
        if plan.state == "open":
            return notices_invited.without_code(plan.name), ""
    return _of_watcher(connection, sender)


def _of_watcher(connection: Connection, sender: str) -> tuple[Rendered, str] | None:
    """He watches: how to end that, with a code that lets his answer count."""
    mine = WATCHER.c.address == fold(sender), WATCHER.c.state == ON
    query = select(WATCHER.c.nonce, GAME.c.name).join(GAME, GAME.c.id == WATCHER.c.game).where(*mine)
    row = connection.execute(query.order_by(WATCHER.c.game.desc())).first()
    return None if row is None else (watched.not_a_player(row.name), row.nonce)
