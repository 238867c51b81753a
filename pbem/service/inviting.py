"""`pbem invite`, `pbem seats`, `pbem start` (E19): a game whose players say themselves that they play."""

import json
import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, insert, select

from pbem.config import Config
from pbem.engine.packs import factions
from pbem.engine.phases import setup
from pbem.mail.addresses import fold
from pbem.report import notices_invited as told
from pbem.report.brief import Rendered
from pbem.report.prose import listed
from pbem.store.database import transaction

from . import acts, plans, seatorder, timing, vacations
from .errors import ServiceError, UsageError
from .mailing import aware, naive, reply_with
from .plans import ASKED, INVITE, NO, SEATED, STANDBY, YES, Plan
from .record import GAME, Record, load
from .seating import NewSeat, parse_person, parse_seats, sound_name
from .site import Site
from .sitemail import queue_site
from .start import NewGame, begin, check_name, check_seed

#: Nobody invites a crowd; each of them gets a mail.
MOST_INVITED = 40


class Invited(NamedTuple):
    """What `pbem invite` did.  `asked`: to whom mails go; `again`: those of them who had one before; `told`: the invitation as it reads."""

    name: str
    asked: tuple[str, ...]
    again: tuple[str, ...]
    seats: int
    text: str


def invite(
    site: Site,
    name: str,
    addresses: Sequence[str],
    *,
    rules: str | None,
    seats: int | None,
    tempo: str | None,
    deadline: str | None,
    options: Mapping[str, str],
    packs: Sequence[Path],
    seed: str | None,
    now: datetime,
) -> Invited:
    """Invite people to a new game, or further people to one that has not begun yet.

    `addresses`: "Anna <anna@example.org>" or the address alone; the rest as `new_game` takes it.  Raises UsageError.
    """
    check_name(name)
    people = [parse_person(text, site.config.judge.address) for text in addresses]
    if not people:
        raise UsageError("Name at least one address that is invited.")
    with transaction(site.engine) as connection:
        plan = plans.find(connection, name)
        if plan is None or plan.state != plans.OPEN:
            plan = _new(connection, site, name, rules, seats, tempo, deadline, options, packs, seed, now)
        elif rules or seats or tempo or deadline or options or packs or seed:
            raise UsageError(
                f"People are invited to {name} already, and what is played is settled: name further addresses alone, or call it off "
                f"(`pbem invite {name} --call-off`) and begin anew."
            )
        return _ask(connection, site.config, plan, people, now)


def _new(
    connection: Connection,
    site: Site,
    name: str,
    rules: str | None,
    seats: int | None,
    tempo: str | None,
    deadline: str | None,
    options: Mapping[str, str],
    packs: Sequence[Path],
    seed: str | None,
    now: datetime,
) -> Plan:
    if rules is None or seats is None:
        raise UsageError(f"Nobody is invited to {name} yet: say what is played, with --rules and --seats.")
    if seats not in setup.PLAYERS:
        raise UsageError(f"KREMLIN is played by 3 to 6 players, not by {seats}: correct --seats.")
    if connection.execute(select(GAME.c.id).where(GAME.c.name == name)).first() is not None:
        raise UsageError(f"There is a game named {name} already; choose another name.")
    check_seed(seed)
    options = dict(options)
    if options.get("talk", "").casefold() == "none":
        options.setdefault("press", "off")
    terms = {
        "rules": rules,
        "tempo": tempo,
        "deadline": deadline,
        "options": options,
        "packs": [str(path.resolve()) for path in packs],
        "seed": seed or secrets.token_bytes(32).hex(),
    }
    plan = plans.make(connection, name, seats, terms, now)
    plan.settled(site.config)
    return plan


def _ask(
    connection: Connection, config: Config, plan: Plan, people: Sequence[tuple[str, str]], now: datetime
) -> Invited:
    """One mail to each; who said yes or no already is not asked again."""
    about = plans.described(config, plan)
    known = {fold(row.address): row for row in plans.people(connection, plan)}
    if len(known) + len(people) > MOST_INVITED:
        raise UsageError(f"No more than {MOST_INVITED} people are invited to one game.")
    asked: list[str] = []
    again: list[str] = []
    for name, address in dict.fromkeys(people):
        row = known.get(fold(address))
        if row is not None and row.state != ASKED:
            raise UsageError(
                f"{address} has said {row.state} already; `pbem seats {plan.name}` shows who said what."
            )
        token = plans.code(bytes.fromhex(plan.seed), f"{plan.id}/{plan.name}/{fold(address)}")
        if row is None:
            values = {
                "game": 0,
                "plan": plan.id,
                "address": address,
                "name": name,
                "zone": "",
                "state": ASKED,
            }
            values |= {"nonce": token, "answer": "{}", "asked": naive(now)}
            connection.execute(insert(INVITE).values(**values))
        else:
            again.append(address)
        asked.append(address)
        mail = told.invitation(about, name, reply_with(config, f"[{plan.name}] my answer", token))
        queue_site(connection, config, address, "invitation", mail, now, token=token)
    return Invited(plan.name, tuple(asked), tuple(again), plan.seats, told.invitation(about, "").text)


def call_off(site: Site, name: str, because: str, now: datetime) -> int:
    """Nothing comes of the game; all who have not said no are told.  How many; raises ServiceError."""
    with transaction(site.engine) as connection:
        plan = plans.open_plan(connection, name)
        plans.change(connection, plan, state=plans.OFF)
        concerned = [row for row in plans.people(connection, plan) if row.state in (YES, STANDBY, ASKED)]
        for row in concerned:
            _mail(connection, site.config, row, told.called_off(name, because.strip()), now)
        return len(concerned)


def _mail(connection: Connection, config: Config, row: Any, text: Rendered, now: datetime) -> None:
    queue_site(connection, config, row.address, "invitation", text, now, token=row.nonce)


# --- who said what ---


class SeatRow(NamedTuple):
    """One line of `pbem seats`.  `says`: asked, yes, no, standby, seated; `away`: days, as he said them."""

    address: str
    name: str
    says: str
    zone: str
    colour: str
    away: str
    answered: datetime | None


class Seats(NamedTuple):
    """`state`: open, started, off; `wanted`: how many seats the game has."""

    name: str
    state: str
    wanted: int
    people: list[SeatRow]


def seats(site: Site, name: str) -> Seats:
    """Who said what to an invitation.  Raises ServiceError."""
    with transaction(site.engine) as connection:
        plan = plans.find(connection, name)
        if plan is None:
            raise ServiceError(f"Nobody was invited to a game named {name}; `pbem invite` invites people.")
        rows = [_shown(row) for row in plans.people(connection, plan)]
        return Seats(name, plan.state, plan.seats, rows)


def _shown(row: Any) -> SeatRow:
    said = json.loads(row.answer)
    away = "; ".join(vacations.in_words(*pair) for pair in said.get("away", []))
    return SeatRow(
        row.address, row.name, row.state, row.zone, said.get("colour", ""), away, aware(row.answered)
    )


# --- the start ---


def start(site: Site, name: str, seats: int | None, now: datetime, order: Sequence[str] = ()) -> NewGame:
    """Those who said yes are seated, in the order of their answers, and the game begins; the rest stands by.

    `seats`: another number than was invited for; `order`: who is seated, in table order, by names, colours or addresses.  Raises
    ServiceError where too few have said yes, or where the rules need an order and none is given (R17.7).
    """
    with transaction(site.engine) as connection:
        plan = plans.open_plan(connection, name)
        wanted = seats or plan.seats
        if wanted not in setup.PLAYERS:
            raise UsageError(f"KREMLIN is played by 3 to 6 players, not by {wanted}: correct --seats.")
        rows = plans.people(connection, plan)
        willing = [row for row in rows if row.state == YES]
        if len(willing) < wanted:
            raise ServiceError(_too_few(plan, rows, willing, wanted))
        terms = plan.settled(site.config, wanted)
        seated = seatorder.ordered(willing, wanted, order, terms.game_rules, plan.name)
        players = _seated(seated, site.config.judge, terms.settings.names == "factions")
        plans.change(connection, plan, state=plans.STARTED)
        enter = partial(_enter, config=site.config, rows=seated, players=players, now=now)
        game = begin(connection, site.config, name, terms, players, plan.seed, now, enter)
        record = load(connection, name)
        assert record is not None
        plans.change(connection, plan, game=record.id)
        others = [row for row in rows if row not in seated]
        _tell_others(connection, site.config, record, others, [seat.name for seat in players], now)
        record.flush()
        return game


def _too_few(plan: Plan, rows: Sequence[Any], willing: Sequence[Any], wanted: int) -> str:
    said = f"{len(willing)} of {wanted} have said yes" + (
        f" ({listed([row.name or row.address for row in willing])})" if willing else ""
    )
    silent = [row.address for row in rows if row.state == ASKED]
    waits = f"; {listed(silent)} {'has' if len(silent) == 1 else 'have'} not answered" if silent else ""
    least = min(setup.PLAYERS)
    fewer = (
        f" `pbem start {plan.name} --seats {len(willing)}` begins with those."
        if len(willing) >= least
        else ""
    )
    return (
        f"{plan.name} cannot begin: {said}{waits}. `pbem invite {plan.name} ADDRESS` asks more people.{fewer}"
    )


def _seated(rows: Sequence[Any], judge: Any, factions_only: bool) -> list[NewSeat]:
    """Seats in the order of the answers; colours as they were asked for, the others in table order."""
    free = [colour for colour in factions()]
    wishes = [json.loads(row.answer).get("colour", "") for row in rows]
    given: dict[int, str] = {}
    for place, wish in enumerate(wishes):
        if wish in free:
            free.remove(wish)
            given[place] = wish
    texts, names = [], set[str]()
    for place, row in enumerate(rows):
        colour = given.get(place) or free.pop(0)
        name = factions()[colour].name if factions_only else _name(row, colour, names)
        names.add(name.casefold())
        texts.append(f"{colour}={name} <{row.address}> {row.zone or judge.timezone}")
    return parse_seats(texts, judge.timezone, judge.address)


def _name(row: Any, colour: str, taken: set[str]) -> str:
    """The name he chose; where it means something else, or is another's, one near it."""
    local = row.address.partition("@")[0]
    wanted = next(
        (name for name in (row.name, local) if name and not sound_name(name, colour)), f"Player {colour}"
    )
    names = [wanted, *(f"{wanted} {number}" for number in range(2, 8))]
    return next(name for name in names if name.casefold() not in taken)


def _enter(
    record: Record, config: Config, rows: Sequence[Any], players: Sequence[NewSeat], now: datetime
) -> None:
    for row, seat in zip(rows, players, strict=True):
        plans.say(record.connection, row.id, state=SEATED, game=record.id)
        for first, last in json.loads(row.answer).get("away", []):
            acts.also(record, [acts.AWAY, seat.colour, str(first), str(last)], now)
            vacations.note(record, config, seat.colour, first, last, now)
    deadline = aware(record.row.deadline)
    assert deadline is not None
    if (back := vacations.not_before(record, deadline)) > deadline:
        record.change(deadline=naive(timing.regular(record, back)))


def _tell_others(
    connection: Connection,
    config: Config,
    record: Record,
    others: Sequence[Any],
    names: list[str],
    now: datetime,
) -> None:
    """Who said yes too late stands by; who stands by hears it; who never answered, too."""
    for row in others:
        plans.say(connection, row.id, game=record.id, state=STANDBY if row.state == YES else row.state)
        if row.state == YES:
            text = told.too_many(record.row.name, names, len(names))
        elif row.state != NO:
            text = told.begins(record.row.name, names, row.state == STANDBY)
        else:
            continue
        _mail(connection, config, row, text, now)
