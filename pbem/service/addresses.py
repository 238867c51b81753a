"""Several addresses for one player: SET, ADD and FORGET ADDRESS (E27), each confirmed by an answer from the new one.

His mails go to one address, that of his seat; from the others he may write.  An address that was his seat's is warned when mails move
away from it and can undo that; so it cannot be forgotten at once by whoever moved them.
"""

import hmac
from datetime import datetime, timedelta
from typing import Any

from email_validator import EmailNotValidError, validate_email
from sqlalchemy import Connection, func, insert, select, update

from pbem.config import Config
from pbem.engine import dice
from pbem.engine.events import Player
from pbem.mail.addresses import fold, same_mailbox, untagged
from pbem.mail.marker import MARKER
from pbem.mail.tokens import make_token
from pbem.orders.lines import Line
from pbem.orders.reader import Reading
from pbem.report import notices_mail
from pbem.report.brief import Answer, Rendered

from .copies import ADDRESS, ALLOWED
from .mailing import naive, queue, tell_moderator
from .owners import Duty, stale
from .record import SEAT, Record, load_id
from .sitemail import queue_site

VERBS = frozenset(("set address", "add address", "forget address", "addresses"))
#: So many addresses a day may be asked to confirm: more would make us a nuisance to strangers.
MOST_ASKED = 5
#: So many days a mail that asks may be answered, and so long the address that a player had before cannot be forgotten.
DAYS = 7

NOT_HERE = "That address cannot be used in this game."
AT_ONCE = "Addresses are changed only on top of an answer to a mail of the judge; please send this line so."


class Refused(Exception):
    """Why it is not done, as a sentence."""


def answer(
    record: Record,
    config: Config,
    player: Player,
    line: Line,
    reading: Reading,
    now: datetime,
    problem: str = "",
) -> Answer:
    """One line about addresses, done at once.

    `problem`: why the other lines of its letter are not applied.  A reply code of an earlier session is good enough: who lost his mails
    to somebody else has no other.
    """
    try:
        if problem and not stale(problem):
            raise Refused(AT_ONCE)
        return Answer("served", _done(_Desk(record, config, player, now), line))
    except Refused as error:
        return Answer("rejected", reading.text, None, reading.notes, str(error))


def _done(desk: "_Desk", line: Line) -> str:
    """What was done, as a clause.  Raises Refused."""
    match line.verb:
        case "addresses":
            return desk.listed()
        case "forget address":
            return desk.forget(fold(line.words))
        case _:
            return desk.name(_sound(line.words), line.verb == "set address")


def confirm(connection: Connection, config: Config, duty: Duty, now: datetime) -> bool:
    """An answer from the very address that was asked; False if it came too late.  Both addresses are told."""
    row = connection.execute(select(ADDRESS).where(ADDRESS.c.id == duty.asked)).one()
    if row.state != "asked":  # two answers in one poll
        return True
    if row.asked < naive(now) - timedelta(days=DAYS):
        text = notices_mail.too_late_to_confirm(DAYS)
        _change(connection, row.id, state="gone")
        queue_site(connection, config, row.address, "stranger", text, now, answers=duty.letter.message_id)
        return False
    record = load_id(connection, row.game)
    _Desk(record, config, row.player, now).confirmed(row, duty.letter.message_id)
    record.flush()
    return True


class _Desk:
    """The addresses of one player."""

    def __init__(self, record: Record, config: Config, player: Player, now: datetime) -> None:
        self.record, self.config, self.player, self.now = record, config, player, now
        self.connection, self.game = record.connection, record.row.name

    @property
    def seat(self) -> str:
        """Where his mails go."""
        address: str = self.record.seat_rows[self.player].address
        return address

    def rows(self, *states: str) -> list[Any]:
        """His further addresses in one of these states, oldest first."""
        mine = (ADDRESS.c.game == self.record.id) & (ADDRESS.c.player == self.player)
        query = select(ADDRESS).where(mine, ADDRESS.c.state.in_(states)).order_by(ADDRESS.c.id)
        return list(self.connection.execute(query))

    def listed(self) -> str:
        """ADDRESSES."""
        said = [f"your mails go to {self.seat}"]
        if allowed := [row.address for row in self.rows(*ALLOWED)]:
            said.append(f"you may also write from {', '.join(allowed)}")
        if asked := [row.address for row in self.rows("asked") if not self._old(row)]:
            said.append(f"not confirmed yet: {', '.join(asked)}")
        return "; ".join(said)

    # -- SET and ADD -------------------------------------------------------------------------------------------------

    def name(self, address: str, move: bool) -> str:
        """A mail goes to the address that he names, unless it is his already."""
        if same_mailbox(address, self.seat):
            return f"your mails go to {address} already"
        his = next((row for row in self.rows(*ALLOWED) if row.address == fold(address)), None)
        if his is not None:
            if not move:
                return f"you may write from {address} already"
            if self._count(ADDRESS.c.nonce == "", self._today()) >= MOST_ASKED:
                raise Refused("Your mails were moved often enough today; please try again tomorrow.")
            self._move(his)
            return f"your mails go to {address} from now on"
        self._refuse_foreign(address)
        self._ask(address, move)
        then = "your mails go there" if move else "you may write from there"
        return f"a mail went to {address}; answer it from there within {DAYS} days, and {then}"

    def _refuse_foreign(self, address: str) -> None:
        """Whose it is is not told."""
        judge = self.config.judge
        seats = select(SEAT.c.colour, SEAT.c.address).where(SEAT.c.game == self.record.id)
        further = select(ADDRESS.c.player, ADDRESS.c.address)
        further = further.where(ADDRESS.c.game == self.record.id, ADDRESS.c.state.in_(ALLOWED))
        known = [*self.connection.execute(seats), *self.connection.execute(further)]
        theirs = {fold(other) for player, other in known if player != self.player}
        if fold(address) in theirs | {fold(judge.moderator)} or untagged(address) == untagged(judge.address):
            raise Refused(NOT_HERE)

    def _ask(self, address: str, move: bool) -> None:
        if self._count(ADDRESS.c.nonce != "", self._today()) >= MOST_ASKED:
            raise Refused(
                f"No more than {MOST_ASKED} addresses a day are asked to confirm; please try again tomorrow."
            )
        for row in self.rows("asked"):
            if row.address == fold(address):
                _change(self.connection, row.id, state="gone")
        number = self._count()
        key = dice.derive(self.record.master, "address")
        nonce = make_token(
            hmac.digest(key, f"{self.player}/{number}/{self.now.isoformat()}".encode(), "sha256")
        )
        values = {"game": self.record.id, "player": self.player, "address": fold(address), "state": "asked"}
        asked = {"nonce": nonce, "move": move, "asked": naive(self.now)}
        self.connection.execute(insert(ADDRESS).values(**values, **asked))
        text = notices_mail.confirm_address(self.game, DAYS)
        queue_site(self.connection, self.config, address, "confirm", text, self.now, token=nonce)

    def confirmed(self, row: Any, message_id: str) -> None:
        """It was answered from there."""
        try:
            self._refuse_foreign(row.address)
        except Refused:  # it became somebody else's meanwhile
            _change(self.connection, row.id, state="gone")
            return
        if same_mailbox(row.address, self.seat):
            _change(self.connection, row.id, state="gone")
            return
        _change(self.connection, row.id, state="confirmed", asked=naive(self.now))
        if row.move:
            self._move(row)
            welcome = notices_mail.welcome_mails(self.game)
            queue(self.record, self.config, self.player, "notice", welcome, self.now, answers=message_id)
        else:
            added = notices_mail.address_added(self.game, row.address)
            queue(self.record, self.config, self.player, "notice", added, self.now)
            self._tell(row.address, notices_mail.welcome_letters(self.game), answers=message_id)

    def _move(self, row: Any) -> None:
        """His mails go there; where they went before he may still write, and is told how to undo it."""
        old = self.seat
        _change(self.connection, row.id, state="gone")
        values = {"game": self.record.id, "player": self.player, "address": fold(old), "state": "former"}
        more = {"nonce": "", "move": False, "asked": naive(self.now)}
        self.connection.execute(insert(ADDRESS).values(**values, **more))
        self.record.change_seat(self.player, address=row.address)
        warning = notices_mail.mails_moved(self.game, old, row.address)
        warning = warning._replace(text=f"{MARKER}\n\n{warning.text}")
        self._tell(old, warning, token=self.record.token(self.player))
        self._tell_moderator(f"now go to {row.address}; before they went to {old}.")

    # -- FORGET ------------------------------------------------------------------------------------------------------

    def forget(self, address: str) -> str:
        """He no longer writes from there; if it is his seat's, his mails go back where they went at first."""
        if same_mailbox(address, self.seat):
            return self._go_back(address)
        former = self.rows("former")
        row = next((row for row in self.rows("asked", *ALLOWED) if row.address == address), None)
        if row is None:
            raise Refused("That is none of your addresses.")
        if former and row.id == former[0].id and not self._old(row):
            until = row.asked + timedelta(days=DAYS)
            raise Refused(
                f"Your mails went to {row.address} before, so it stays yours for {DAYS} days, until {until:%Y-%m-%d %H:%M} UTC: "
                "somebody else might have moved them."
            )
        _change(self.connection, row.id, state="gone")
        return f"{address} is no longer an address of yours"

    def _go_back(self, address: str) -> str:
        former, confirmed = self.rows("former"), self.rows("confirmed")
        back = next(iter([*former, *confirmed]), None)
        if back is None:
            raise Refused("That is your only address. Please name another first, with SET ADDRESS in front.")
        _change(self.connection, back.id, state="gone")
        for row in former[1:]:
            _change(self.connection, row.id, state="confirmed")
        self.record.change_seat(self.player, address=back.address)
        told = f"They go to {back.address} again."
        self._tell(address, notices_mail.forgotten(self.game, told))
        self._tell_moderator(f"go to {back.address} again; {address} is forgotten.")
        return f"your mails go to {back.address} again, and {address} is no longer an address of yours"

    # -- small things ------------------------------------------------------------------------------------------------

    def _old(self, row: Any) -> bool:
        old: bool = row.asked < naive(self.now) - timedelta(days=DAYS)
        return old

    def _today(self) -> Any:
        return ADDRESS.c.asked > naive(self.now) - timedelta(days=1)

    def _count(self, *where: Any) -> int:
        """How many addresses he has named, or had before."""
        mine = ADDRESS.c.game == self.record.id, ADDRESS.c.player == self.player
        query = select(func.count()).select_from(ADDRESS).where(*mine, *where)
        return int(self.connection.execute(query).scalar_one())

    def _tell(self, address: str, text: Rendered, answers: str = "", token: str = "") -> None:
        queue_site(self.connection, self.config, address, "address", text, self.now, answers, token)

    def _tell_moderator(self, words: str) -> None:
        seat = self.record.seat_rows[self.player]
        subject = f"another address for {seat.name}"
        words = f"The mails of {seat.name} ({self.player}) {words}"
        tell_moderator(self.record, self.config, subject, words, self.now)


def _sound(typed: str) -> str:
    """The address in its usual form.  Raises Refused."""
    try:
        address = validate_email(typed, check_deliverability=False, test_environment=True).normalized
    except EmailNotValidError as error:
        raise Refused(f"That is no address that mails can go to. {str(error).split(chr(10))[0]}") from error
    if not address.isascii():
        raise Refused(
            "Addresses with letters beyond ASCII cannot be mailed to everywhere; please use another."
        )
    return address


def _change(connection: Connection, number: int, **values: Any) -> None:
    connection.execute(update(ADDRESS).where(ADDRESS.c.id == number).values(**values))
