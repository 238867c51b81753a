"""Games that people are invited to before they begin (E19), and the list of those who stand by: rows, and how they are found."""

import hmac
import json
import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, insert, or_, select, update

from pbem.config import Config
from pbem.engine import dice
from pbem.mail.tokens import make_token
from pbem.report.game_played import game_played
from pbem.report.house_sheet import house_sheet, rhythm
from pbem.report.notices_invited import Invitation
from pbem.store.database import table
from pbem.store.tables import InviteRow, SeatOfferRow
from pbem.tempo import Expected, expected

from .errors import ServiceError, UsageError
from .mailing import naive
from .start import PLAN, Terms, settle

INVITE, OFFER = table(InviteRow), table(SeatOfferRow)

#: States of an invitation.
ASKED, YES, NO, STANDBY, SEATED, GONE = "asked", "yes", "no", "standby", "seated", "gone"
OPEN, STARTED, OFF = "open", "started", "off"


class Plan(NamedTuple):
    """A game before it begins.  `terms`: as they were typed; `seed`: the master secret, hex."""

    id: int
    name: str
    seats: int
    terms: Mapping[str, Any]
    state: str

    @property
    def seed(self) -> str:
        return str(self.terms["seed"])

    def settled(self, config: Config, seats: int | None = None) -> Terms:
        """What the game will be played by.  Raises UsageError, if a pack has gone."""
        said = self.terms
        packs = [Path(path) for path in said["packs"]]
        return settle(
            config,
            said["rules"],
            seats or self.seats,
            said["deadline"],
            said["tempo"],
            said["options"],
            packs,
        )


def find(connection: Connection, name: str) -> Plan | None:
    """The newest plan of that name, whatever has become of it."""
    row = connection.execute(select(PLAN).where(PLAN.c.name == name)).first()
    return None if row is None else _plan(row)


def plan_of(connection: Connection, number: int) -> Plan:
    """By its number, which must exist."""
    return _plan(connection.execute(select(PLAN).where(PLAN.c.id == number)).one())


def open_plans(connection: Connection) -> list[Plan]:
    """The games that have not begun."""
    return [
        _plan(row) for row in connection.execute(select(PLAN).where(PLAN.c.state == OPEN).order_by(PLAN.c.id))
    ]


def open_plan(connection: Connection, name: str) -> Plan:
    """Raises ServiceError where nobody is invited to a game of this name."""
    plan = find(connection, name)
    if plan is None:
        raise ServiceError(f"Nobody is invited to a game named {name}; `pbem invite` invites people.")
    if plan.state != OPEN:
        how = "has begun already" if plan.state == STARTED else "was called off"
        raise ServiceError(f"The game {name} {how}.")
    return plan


def _plan(row: Any) -> Plan:
    return Plan(row.id, row.name, row.seats, json.loads(row.terms), row.state)


def make(connection: Connection, name: str, seats: int, terms: Mapping[str, Any], now: datetime) -> Plan:
    """A new one; an older one of that name that was called off gives way.  Raises UsageError for a name that is taken."""
    old = find(connection, name)
    if old is not None and old.state != OFF:
        raise UsageError(f"There is a game named {name} already; choose another name.")
    if old is not None:
        connection.execute(
            update(PLAN).where(PLAN.c.id == old.id).values(name=f"{name} ({old.id}, called off)")
        )
    values = {"name": name, "seats": seats, "terms": json.dumps(terms), "state": OPEN, "made": naive(now)}
    connection.execute(insert(PLAN).values(**values))
    found = find(connection, name)
    assert found is not None
    return found


def change(connection: Connection, plan: Plan, **values: Any) -> None:
    """Change its row."""
    connection.execute(update(PLAN).where(PLAN.c.id == plan.id).values(**values))


# --- people ---


def people(connection: Connection, plan: Plan) -> Sequence[Any]:
    """Everybody who was invited, those who said yes first, in the order of their answers."""
    rows = connection.execute(select(INVITE).where(INVITE.c.plan == plan.id).order_by(INVITE.c.id)).all()
    order = (YES, SEATED, STANDBY, ASKED, NO, GONE)
    return sorted(rows, key=lambda row: (order.index(row.state), row.answered or row.asked, row.id))


def standing_by(connection: Connection, game: int, name: str = "") -> Sequence[Any]:
    """Who stands by for this game, those of the game itself first, then in the order of their answers."""
    rows = connection.execute(
        select(INVITE).where(
            INVITE.c.state == STANDBY, or_(INVITE.c.game == game, (INVITE.c.game == 0) & (INVITE.c.plan == 0))
        )
    ).all()
    ordered = sorted(rows, key=lambda row: (row.game != game, row.answered or row.asked, row.id))
    unique: dict[str, Any] = {}
    for row in ordered:
        unique.setdefault(row.address.casefold(), row)
    return list(unique.values())


def code(secret: bytes, about: str) -> str:
    """The reply code of an invitation or of a seat that is offered."""
    return make_token(hmac.digest(dice.derive(secret, "invitation"), about.encode(), "sha256"))


def say(connection: Connection, number: int, **values: Any) -> None:
    """Change the row of somebody who was invited."""
    connection.execute(update(INVITE).where(INVITE.c.id == number).values(**values))


def close_offers(connection: Connection, game: int, player: str) -> list[Any]:
    """This seat is not to be had any more; the invitations of those who were asked and wait."""
    where = OFFER.c.game == game, OFFER.c.player == player, OFFER.c.state.in_(("open", "ready", "taken"))
    asked = connection.execute(select(OFFER.c.invite, OFFER.c.state).where(*where)).all()
    connection.execute(update(OFFER).where(*where).values(state="closed"))
    waiting = [row.invite for row in asked]
    return list(connection.execute(select(INVITE).where(INVITE.c.id.in_(waiting))).all()) if waiting else []


def site_secret(connection: Connection) -> bytes:
    """What codes of those who stand by for any game derive from; drawn once for the site."""
    from . import notes

    known = notes.read(connection, "standby secret")
    if not known:
        known = secrets.token_hex(32)
        notes.write(connection, "standby secret", known)
    return bytes.fromhex(known)


def described(config: Config, plan: Plan) -> Invitation:
    """What its invitation tells.  Raises UsageError."""
    terms = plan.settled(config)
    judge = config.judge
    length = expected(terms.tempo, terms.schedule, terms.rules, terms.game_rules.switches)
    return Invitation(
        plan.name,
        plan.seats,
        game_played(terms.game_rules, plan.seats),
        rhythm(terms.tempo, terms.schedule.text, judge.timezone, length),
        house_sheet(terms.settings, terms.press),
        judge.moderator,
        judge.address,
        judge.timezone,
        length.deadlines,
        length.weeks,
        mails(length),
        [card.surname for letter, card in terms.game_rules.cards.items() if letter in "GOP"]
        or ("Satin", "Palavrian", "Manjak"),
    )


def mails(length: Expected) -> int:
    """How many a player gets, to the next ten: a report and a receipt for each deadline and each pause, the sheets and the end."""
    return -(-2 * (length.deadlines + length.pauses + 1) // 10) * 10
