"""`pbem games`: how all games stand, and what needs the moderator's hand, each with the command that mends it.

What needs a hand depends on nothing secret: who was heard, what was sent, what stands in the rows of games, seats, letters and mails.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, select

from pbem.deadlines import in_zone
from pbem.engine.board import year
from pbem.report.brief import NO_WORDS
from pbem.report.naming import one_line
from pbem.report.prose import count, listed
from pbem.store.database import transaction
from pbem.store.tables import CARD, INVITING, OVER, UNDONE

from . import plans, questions
from .deskcodes import APPROVAL
from .mailing import awaited, aware, naive
from .owners import LETTER
from .reach import Unreachable, unreachable
from .record import GAME, MAIL, Record
from .resolving import now_utc
from .site import Site
from .timing import missing_sheets

#: So long after its deadline a game that waits for nothing should have been resolved by a poll.
LATE = timedelta(hours=1)
#: Mails that did not arrive, or may not have.
LOST = ("failed", "expired", "unknown")
POISON, GATE = "poison", "held"


class Need(NamedTuple):
    """Something about a game.  `what`: one word for scripts and columns; `words`: a sentence without its full stop; `command`: what mends it;
    `hand`: it does not mend itself (else it is only good to know)."""

    what: str
    words: str
    command: str = ""
    hand: bool = True


class Named(NamedTuple):
    """A player by faction and by name."""

    player: str
    name: str


class GameRow(NamedTuple):
    """A line of `pbem games`.

    `awaited`: how many are not READY; `waits_for`: their names; `unreachable`: the names of those whom mails do not reach, in
    `unreachable_players` with their factions; `waits`: why it waits for the moderator though it is due.
    """

    name: str
    rules: str
    status: str
    year: int
    session: str
    deadline: datetime | None
    players: int
    awaited: int
    held: str
    waits_for: tuple[str, ...] = ()
    unreachable: tuple[str, ...] = ()
    unreachable_players: tuple[Named, ...] = ()
    waits: str = ""
    needs: tuple[Need, ...] = ()


class Stuck(NamedTuple):
    """How many letters and mails of a game, or of none, do not get on: put aside, held by the gate, not delivered."""

    letters: int = 0
    gate: int = 0
    mails: int = 0


def games(site: Site, now: datetime | None = None) -> list[GameRow]:
    """All games, the oldest first; then those that people are invited to.  Practice games need nobody's hand (`practice` counts them)."""
    now = now or now_utc()
    with transaction(site.engine) as connection:
        rows = connection.execute(select(GAME).where(GAME.c.practice == "").order_by(GAME.c.id)).all()
        lost, stuck = unreachable(connection), stuck_of(connection)
        zone = site.config.judge.timezone
        begun = [
            _game_row(
                Record(connection, row),
                [one for one in lost if one.game == row.id],
                stuck.get(row.id, Stuck()),
                zone,
                now,
            )
            for row in rows
        ]
        return begun + [_plan_row(connection, plan) for plan in plans.open_plans(connection)]


def practice(site: Site) -> int:
    """How many practice games run (E18)."""
    query = select(func.count()).select_from(GAME).where(GAME.c.practice != "", GAME.c.status != OVER)
    with transaction(site.engine) as connection:
        return int(connection.execute(query).scalar_one())


def _plan_row(connection: Connection, plan: plans.Plan) -> GameRow:
    """A game that has not begun: who has not answered, and whether it could."""
    people = plans.people(connection, plan)
    silent = tuple(one.name or one.address for one in people if one.state == plans.ASKED)
    yes = sum(one.state == plans.YES for one in people)
    full = yes >= plan.seats
    words = f"{yes} of {plan.seats} have said yes"
    need = Need(
        "start" if full else "invited", words, f"pbem {'start' if full else 'seats'} {plan.name}", full
    )
    return GameRow(
        plan.name, plan.terms["rules"], INVITING, year(1), "", None, plan.seats, len(silent), "", silent, needs=(need,)
    )  # fmt: skip


def _game_row(record: Record, lost: Sequence[Unreachable], stuck: Stuck, zone: str, now: datetime) -> GameRow:
    row = record.row
    waiting = [] if row.status == OVER else awaited(record)
    return GameRow(
        row.name,
        row.rules,
        "held" if row.held else row.status,
        year(row.turn),
        row.session,
        aware(row.deadline),
        len(record.seat_rows),
        len(waiting),
        row.held,
        tuple(record.seat_rows[player].name for player in waiting),
        tuple(record.seat_rows[one.player].name for one in lost),
        named(record, lost),
        row.waits,
        tuple(needs(record, lost, stuck, zone, now)),
    )


def named(record: Record, lost: Sequence[Unreachable]) -> tuple[Named, ...]:
    """Whom mails do not reach, by faction and name."""
    return tuple(Named(one.player, record.seat_rows[one.player].name) for one in lost)


def stuck_of(connection: Connection) -> Mapping[int, Stuck]:
    """By game; 0: what belongs to none."""
    found: dict[int, dict[str, int]] = {}
    poison = select(LETTER.c.game, func.count()).where(LETTER.c.state == POISON).group_by(LETTER.c.game)
    for game, number in connection.execute(poison):
        found.setdefault(game or 0, {})["letters"] = number
    states = (GATE, *LOST)
    mails = select(MAIL.c.game, MAIL.c.state, func.count()).where(MAIL.c.state.in_(states))
    for game, state, number in connection.execute(mails.group_by(MAIL.c.game, MAIL.c.state)):
        kind = "gate" if state == GATE else "mails"
        there = found.setdefault(game, {})
        there[kind] = there.get(kind, 0) + number
    return {game: Stuck(**numbers) for game, numbers in found.items()}


def needs(
    record: Record, lost: Sequence[Unreachable], stuck: Stuck, zone: str, now: datetime
) -> Iterator[Need]:
    """What needs a hand in this game, the most urgent first; then what is good to know."""
    name = record.row.name
    yield from of_mail(stuck, name)
    if record.row.status == OVER:
        return
    yield from _stands(record, zone, now)
    for one in lost:
        who = f"{one_line(record.seat_rows[one.player].name)} ({one.player})"
        mend = f'pbem order {name} {one.player} "SET ADDRESS new@example.org"'
        yield Need("unreachable", f"mails do not reach {who}", mend)
    yield from _seats(record, zone, now)


def of_mail(stuck: Stuck, game: str = "") -> Iterator[Need]:
    """Letters and mails that do not get on."""
    held = f"pbem mail {f'{game} ' if game else ''}--held"
    if stuck.gate:
        yield Need("gate", f"the gate holds {count(stuck.gate, 'mail')}", held)
    if stuck.letters:
        yield Need("letters", f"{count(stuck.letters, 'letter')} put aside unread", held)
    if stuck.mails:
        yield Need("mails", f"{count(stuck.mails, 'mail')} did not go out, or may not have arrived", held)


def _stands(record: Record, zone: str, now: datetime) -> Iterator[Need]:
    """Why it does not go on."""
    row, name = record.row, record.row.name
    open_phase = record.open_phase()
    passed = row.deadline is not None and row.deadline <= naive(now)
    if open_phase is not None and open_phase.why == CARD:
        yield Need("card", "a card waits for your ruling", questions.command(record))
    elif open_phase is not None and open_phase.why == UNDONE:
        yield Need("held", "it stands where you took it back to", f"pbem resume {name}")
    elif row.held:
        why = "" if row.held == NO_WORDS else f": {one_line(row.held, 60)}"
        yield Need("held", f"on hold{why}", f"pbem resume {name}")
    elif row.waits == APPROVAL and passed:
        yield Need(
            "approval", f"a resolution waits for you since {_at(row.deadline, zone)}", f"pbem approve {name}"
        )
    elif row.waits and passed:
        yield Need(row.waits, f"it waits for you: {row.waits}", f"pbem resolve {name}")
    elif row.deadline is not None and row.deadline + LATE < naive(now):
        yield Need(
            "late", f"its deadline passed {_at(row.deadline, zone)}, and no poll resolved it", "pbem poll"
        )
    if row.session == "setup" and row.reminders and (missing := missing_sheets(record)):
        names = listed([one_line(record.seat_rows[player].name) for player in missing])
        yield Need("sheets", f"the sheets of {names} are missing", f"pbem replace {name} {missing[0]}")


def _at(moment: datetime | None, zone: str) -> str:
    return said_at(aware(moment), zone)


def said_at(instant: datetime | None, zone: str) -> str:
    """A point in time by the clock of the site, in words; "" for none."""
    return in_zone(instant, zone) if instant is not None else ""


def _seats(record: Record, zone: str, now: datetime) -> Iterator[Need]:
    """Seats without a player; and what is good to know of the others."""
    name, most = record.row.name, record.settings.misses
    for player, seat in record.seat_rows.items():
        who = f"{one_line(seat.name)} ({player})"
        empty = seat.autopilot == "conceded" or (seat.autopilot == "silence" and seat.misses >= most)
        if empty:
            yield Need(
                "seat",
                f"the seat of {who} has no player ({seat.autopilot})",
                f"pbem replace {name} {player} ADDRESS",
            )
        elif seat.autopilot:
            yield Need("autopilot", f"a bot plays for {who} ({seat.autopilot})", hand=False)
        if seat.misses:
            yield Need("misses", f"{who} has missed {count(seat.misses, 'deadline')} in a row", hand=False)
        yield from _away(seat, who, zone, now)


def _away(seat: Any, who: str, zone: str, now: datetime) -> Iterator[Need]:
    began = seat.away_from is None or seat.away_from <= naive(now)
    if seat.away_until is not None and seat.away_until > naive(now) and began:
        yield Need("away", f"{who} is away until {_at(seat.away_until, zone)}", hand=False)
