"""Several addresses for one player: SET, ADD and FORGET ADDRESS (E27), each confirmed by an answer from the new one.

His mails go to one address, that of his seat; from the others he may write.  An address that was his seat's is warned when mails move
away from it and can undo that; so it cannot be forgotten at once by whoever moved them.

What is said to a player never depends on whose an address is that he names: that is checked in silence.
"""

import hmac
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from pbem.config import Config
from pbem.deadlines import in_zone
from pbem.engine import dice
from pbem.engine.events import Player
from pbem.mail.addresses import fold, same_mailbox, untagged
from pbem.mail.marker import MARKER
from pbem.mail.tokens import make_token
from pbem.orders.lines import Line
from pbem.orders.reader import Reading
from pbem.report import notices_mail
from pbem.report.brief import Answer, Rendered

from . import acts, claims, once_more
from .copies import ADDRESS, ALLOWED, addresses_of
from .mailing import naive, queue, tell_moderator
from .owners import Duty, stale
from .record import Record, load_id
from .sitemail import queue_site

VERBS = frozenset(("set address", "add address", "forget address", "addresses"))
_NAMING = frozenset(("set address", "add address"))
#: So many addresses a day may be asked to confirm: more would make us a nuisance to strangers.
MOST_ASKED = 5
#: So many days a mail that asks may be answered, and so long the address that a player had before cannot be forgotten.
DAYS = 7

#: States of an address that waits, as far as its player sees: `mute` is another's, and no mail went there.
OPEN = ("asked", "mute")

NOT_HERE = "That is the judge's own address."
OLD = "Your letter answers an older report, and another address is named only in an answer to one of this session; please send this line so."
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

    `problem`: why the other lines of its letter are not applied.  A reply code of an earlier session is good enough to forget one: who
    lost his mails to somebody else has no other.  To name one it is not (decision D4).
    """
    desk = _Desk(record, config, player, now)
    try:
        if problem and not stale(problem):
            raise Refused(AT_ONCE)
        if problem and line.verb in _NAMING:
            raise Refused(OLD)
        return Answer("served", _done(desk, line))
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
    places = [one.id for one in addresses_of(record, row.player)]
    acts.also(record, [acts.CONFIRM, row.player, str(places.index(row.id))], now)
    _Desk(record, config, row.player, now).confirmed(row, duty.letter.message_id)
    record.flush()
    return True


def confirm_again(record: Record, config: Config, player: Player, place: int, now: datetime) -> None:
    """The same, of the address of this place among his, when a game is played again.  Raises IndexError."""
    _Desk(record, config, player, now).confirmed(addresses_of(record, player)[place], "")


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
        if asked := [row.address for row in self.rows(*OPEN) if not self._old(row)]:
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
        if untagged(address) == untagged(self.config.judge.address):
            raise Refused(NOT_HERE)
        self._name(address, move)
        then = "your mails go there" if move else "you may write from there"
        return f"a mail went to {address}; answer it from there within {DAYS} days, and {then}"

    def _name(self, address: str, move: bool) -> None:
        """It counts, and is told, as if a mail went there; none does where it is another's."""
        if self._count(ADDRESS.c.nonce != "", self._today()) >= MOST_ASKED:
            raise Refused(
                f"No more than {MOST_ASKED} addresses a day are asked to confirm; please try again tomorrow."
            )
        for row in self.rows(*OPEN):
            if row.address == fold(address):
                _change(self.connection, row.id, state="gone")
        if self._is_anothers(address):
            self._write_down(address, "mute", move)
        else:
            nonce = self._write_down(address, "asked", move)
            seat = self.record.seat_rows[self.player]
            text = notices_mail.confirm_address(self.game, DAYS, move, f"{seat.name} ({self.player})")
            queue_site(self.connection, self.config, address, "confirm", text, self.now, token=nonce)

    def _is_anothers(self, address: str) -> bool:
        moderator = self.config.judge.moderator
        return fold(address) == fold(moderator) or claims.taken(self.record, self.player, address)

    def _write_down(self, address: str, state: str, move: bool) -> str:
        """Returns the code by which an answer is known."""
        number = self._count()
        key = dice.derive(self.record.master, "address")
        nonce = make_token(
            hmac.digest(key, f"{self.player}/{number}/{self.now.isoformat()}".encode(), "sha256")
        )
        values = {"game": self.record.id, "player": self.player, "address": fold(address), "state": state}
        asked = {"nonce": nonce, "move": move, "asked": naive(self.now)}
        self.connection.execute(insert(ADDRESS).values(**values, **asked))
        return nonce

    def confirmed(self, row: Any, message_id: str) -> None:
        """It was answered from there."""
        if self._is_anothers(row.address) or same_mailbox(row.address, self.seat):  # meanwhile
            _change(self.connection, row.id, state="gone")
            return
        _change(self.connection, row.id, state="confirmed", asked=naive(self.now))
        claims.take_from_others(self.record, self.config, self.player, row.address, self.now)
        if row.move:
            self._move(row)
            welcome = notices_mail.welcome_mails(self.game)
            queue(self.record, self.config, self.player, "notice", welcome, self.now, answers=message_id)
        else:
            added = notices_mail.address_added(self.game, row.address)
            queue(self.record, self.config, self.player, "notice", added, self.now)
            self._warn(self._lately(), added)
            self._tell(row.address, notices_mail.welcome_letters(self.game), answers=message_id)

    def _move(self, row: Any) -> None:
        """His mails go there; where they went before he may still write, and is told how to undo it."""
        old, before = self.seat, self._lately()
        _change(self.connection, row.id, state="gone")
        values = {"game": self.record.id, "player": self.player, "address": fold(old), "state": "former"}
        more = {"nonce": "", "move": False, "asked": naive(self.now)}
        self.connection.execute(insert(ADDRESS).values(**values, **more))
        self.record.change_seat(self.player, address=row.address)
        warning = notices_mail.mails_moved(self.game, old, row.address)
        self._warn(dict.fromkeys([old, *before]), warning)
        self._tell_moderator(f"now go to {row.address}; before they went to {old}.")
        once_more.last_report(self.record, self.config, self.player, old, self.now)

    def _lately(self) -> list[str]:
        """Where his mails went in the last days: whoever was robbed of them reads there what the thief does next."""
        found = (row.address for row in self.rows("former") if not self._old(row))
        return [address for address in found if not same_mailbox(address, self.seat)]

    def _warn(self, whom: Iterable[str], text: Rendered) -> None:
        """With a code, so that the line in it can be sent back."""
        text = text._replace(text=f"{MARKER}\n\n{text.text}")
        for address in whom:
            self._tell(address, text, token=self.record.token(self.player))

    # -- FORGET ------------------------------------------------------------------------------------------------------

    def forget(self, address: str) -> str:
        """He no longer writes from there; if it is his seat's, his mails go back where they went at first."""
        if same_mailbox(address, self.seat):
            return self._go_back(address)
        former = self.rows("former")
        row = next((row for row in self.rows(*OPEN, *ALLOWED) if row.address == address), None)
        if row is None:
            raise Refused("That is none of your addresses.")
        if former and row.id == former[0].id and not self._old(row):
            until = (row.asked + timedelta(days=DAYS)).replace(tzinfo=UTC)
            zone = self.record.seat_rows[self.player].zone
            raise Refused(
                f"Your mails went to {row.address} before, so it stays yours for {DAYS} days, until {in_zone(until, zone)}: "
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
        for row in self._since(former):
            _change(self.connection, row.id, state="gone")
        self.record.change_seat(self.player, address=back.address)
        told = f"They go to {back.address} again."
        self._tell(address, notices_mail.forgotten(self.game, told))
        self._tell_moderator(f"go to {back.address} again; {address} is forgotten.")
        once_more.last_report(self.record, self.config, self.player, address, self.now)
        return f"your mails go to {back.address} again, and {address} is no longer an address of yours"

    def _since(self, former: list[Any]) -> list[Any]:
        """What was asked, confirmed or given up since the first move of his mails, and all that still waits: it may be a thief's."""
        if not former:
            return []
        later = [row for row in self.rows("confirmed") if row.asked >= former[0].asked]
        return [*former[1:], *later, *self.rows(*OPEN)]

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
    from email_validator import EmailNotValidError, validate_email  # large, and seldom needed

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
