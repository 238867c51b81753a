"""From a player's view to a mail in the outbox.  One recipient a mail, bytes that never change."""

import hmac
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from sqlalchemy import select

from pbem.config import Config
from pbem.engine import dice, view
from pbem.engine.events import Event, OfferClosed, Offered, Player
from pbem.engine.outlook import outlook
from pbem.engine.phases.setup import sheet_faults
from pbem.engine.questions import Ask
from pbem.engine.state import State, fold, replace
from pbem.mail import tokens
from pbem.mail.compose import Draft, Mailbox, compose
from pbem.mail.marker import MARKER
from pbem.report.brief import Brief, Rendered, Unused
from pbem.report.report import render_report
from pbem.store.tables import OVER

from . import rescue
from .record import MAIL, Record

#: How an offer's mail is marked in the outbox, with its number, so that an answer to it is known for one.
OFFER = "offer/"

#: A new mail is due whatever clock the poll goes by.
AT_ONCE = datetime(2000, 1, 1)


def naive(instant: datetime) -> datetime:
    """UTC without a zone, as the database keeps it."""
    return instant.astimezone(UTC).replace(tzinfo=None)


def aware(instant: datetime | None) -> datetime | None:
    """The database's UTC with its zone."""
    return instant.replace(tzinfo=UTC) if instant is not None else None


def session_key(record: Record) -> str:
    """Names the session now open: turn and phases."""
    return f"{record.row.turn}/{record.row.session}"


def awaited(record: Record) -> list[Player]:
    """Who is not READY for the session now open (decision D14); with a sheet that is not full nobody is (HR-29)."""
    key = session_key(record)
    late = [colour for colour, seat in record.seat_rows.items() if seat.ready != key]
    if record.row.session != "setup":
        return late
    return [
        c for c in record.seat_rows if c in late or sheet_faults(record.rules, record.state, record.draft(c))
    ]


class Briefs:
    """What the mails of one game are written from; shared work is done once for all players."""

    def __init__(self, record: Record, config: Config, now: datetime) -> None:
        self.record, self.config, self.now = record, config, now
        stands = bool(record.row.held) and record.open_phase() is not None  # its session is half played
        session = tuple(record.row.session.split()) if not record.state.over and not stands else ()
        phases = () if session == ("setup",) else session
        self.session = session
        self.asks: tuple[Ask, ...] = (
            outlook(record.views()[view.TABLE], record.rules, phases) if phases else ()
        )
        self.awaited = awaited(record)

    def of(
        self, player: Player, story: Sequence[Event] = (), unused: Sequence[Unused] = (), first: bool = False
    ) -> Brief:
        """One player's brief; `story`: events as `see` lets him read them."""
        record, row = self.record, self.record.row
        over = row.status == OVER
        seen = record.views()[player]
        draft = record.draft(player) if row.session == "setup" else None
        if draft is not None:  # his sheet so far is what his orders are measured against
            seen = replace(seen, recorded={**seen.recorded, player: draft})
        return Brief(
            game=row.name,
            rules=record.rules,
            seats=record.seats,
            me=player,
            view=seen,
            story=story,
            session=self.session,
            asks=[ask for ask in self.asks if ask.player == player],
            standing=record.lists()[player],
            unused=unused,
            deadline=aware(row.deadline),
            judge=self.config.judge.address,
            now=self.now,
            draft=draft,
            awaited=self.awaited,
            commitment=dice.commitment(record.seed),
            seed=record.seed.hex() if over else "",
            first=first,
            held=row.held,
            sheets=self._sheets(player),
            waiting=() if story or first or over else self._waiting.get(player, ()),
        )

    @cached_property
    def _waiting(self) -> dict[Player, tuple[str, ...]]:
        """Lines that are held for a YES."""
        return rescue.waiting(self.record)

    def _sheets(self, player: Player) -> dict[Player, dict[str, int]]:
        """What was recorded at the beginning: his own; everybody's once the game is over."""
        record = self.record
        if record.row.session == "setup":
            return {}
        whose = list(record.seat_rows) if record.row.status == OVER else [player]
        return {one: record.draft(one) or record.state.recorded.get(one) or {} for one in whose}


def queue(
    record: Record,
    config: Config,
    player: Player,
    kind: str,
    rendered: Rendered,
    now: datetime,
    covers: str = "",
    answers: str = "",
) -> str:
    """Put one mail into the outbox, in the transaction of what it tells; returns its Message-ID.

    `kind`: report, receipt, notice; `covers`: the phases it tells of; `answers`: the Message-ID (without brackets) of the letter
    it answers.
    """
    seat, judge = record.seat_rows[player], config.judge
    token = record.token(player)
    domain = judge.address.rpartition("@")[2]
    unique = _secret(record, f"{player}/{kind}/{seat.mails}")
    root = f"<pbem-{_secret(record, f'thread {player} {record.row.turn}')}@{domain}>"
    message_id = tokens.in_message_id(token, unique, domain)
    draft = Draft(
        sender=Mailbox(judge.name, judge.address),
        to=Mailbox(seat.name, seat.address),
        subject=f"{_headed(record, rendered.subject)} {tokens.in_subject(token)}",
        date=now,
        message_id=message_id,
        text=f"{MARKER}\n\n{rendered.text.strip()}\n",
        reply_to=tokens.in_address(token, judge.address) if judge.subaddress else judge.address,
        in_reply_to=f"<{answers}>" if sound(answers) else None,
        references=[root, f"<{answers}>"] if sound(answers) else [root],
        unsubscribe=judge.address,
        answers=kind == "receipt",
    )
    values = {"turn": record.row.turn, "session": record.row.session, "covers": covers}
    _store(record, player, kind, seat.mails, seat.address, draft, now, values)
    record.change_seat(player, mails=seat.mails + 1)
    return message_id


def _headed(record: Record, subject: str) -> str:
    """Every mail of a game has its name in brackets in front: `[test] on hold`."""
    head = f"[{record.row.name}]"
    return subject if subject.startswith(head) else f"{head} {subject.removeprefix(f'{record.row.name}: ')}"


def tell_moderator(record: Record, config: Config, subject: str, text: str, now: datetime) -> None:
    """A mail to the moderator; without an address for him nothing is sent."""
    judge = config.judge
    if not judge.moderator:
        return
    number = record.count("moderator")
    domain = judge.address.rpartition("@")[2]
    draft = Draft(
        sender=Mailbox(judge.name, judge.address),
        to=Mailbox("", judge.moderator),
        subject=f"[{record.row.name}] {subject}",
        date=now,
        message_id=f"<pbem-{_secret(record, f'moderator/{number}')}@{domain}>",
        text=text.strip() + "\n",
        reply_to=judge.address,
    )
    _store(record, "moderator", "moderator", number, judge.moderator, draft, now, {"turn": record.row.turn})


def _store(
    record: Record,
    player: str,
    kind: str,
    number: int,
    recipient: str,
    draft: Draft,
    now: datetime,
    more: dict[str, Any],
) -> None:
    moment = naive(now)
    values = {
        "game": record.id,
        "player": player,
        "kind": kind,
        "number": number,
        "turn": 0,
        "session": "",
        "covers": "",
        "recipient": recipient,
        "subject": draft.subject,
        "message_id": draft.message_id,
        "raw": compose(draft),
        "state": "ready",
        "attempts": 0,
        "created": moment,
        "due": AT_ONCE,
        "reason": "",
        "envelope": "",
    }
    record.outgoing.append({**values, **more})


def _secret(record: Record, text: str) -> str:
    """Ids tell nothing: no counter of the game reaches a player (decision D25)."""
    return hmac.digest(dice.derive(record.master, "id"), text.encode(), "sha256").hex()[:20]


def sound(message_id: str) -> bool:
    """May this foreign Message-ID stand in a header of ours?"""
    return (
        0 < len(message_id) < 200
        and message_id.isascii()
        and message_id.isprintable()
        and not set("<> ") & set(message_id)
    )


def report_all(record: Record, config: Config, now: datetime, first: bool = False) -> None:
    """Everybody's report of what happened since his last one."""
    briefs = Briefs(record, config, now)
    oldest = min(seat.seen for seat in record.seat_rows.values())
    events = record.events(after=oldest)
    never = _never_mailed(record, events)
    past = None if oldest == record.base_events else record.events(until=oldest)
    for player in list(record.seat_rows):
        seen = record.seat_rows[player].seen
        fresh = events[seen - oldest :]
        story = list(view.see(player, [event for event in fresh if event not in never]))
        before = _before(record, player, past, events[: seen - oldest])
        brief = briefs.of(player, story, record.unused.get(player, ()), first)._replace(before=before)
        queue(record, config, player, "report", render_report(brief), now, covers=_covers(fresh))
        record.change_seat(player, seen=record.row.events)


def _never_mailed(record: Record, events: Sequence[Event]) -> list[Event]:
    """Offers that were taken back before their receiver had a mail about them: that they were made is not told as well."""
    gone = {(e.giver, e.own) for e in events if isinstance(e, OfferClosed) and e.why == "withdrawn"}
    made = [e for e in events if isinstance(e, Offered) and (e.giver, e.own) in gone]
    if not made:
        return []
    query = select(MAIL.c.player, MAIL.c.covers).where(MAIL.c.game == record.id, MAIL.c.kind == "notice")
    mailed = {(row.player, mark) for row in record.connection.execute(query) for mark in row.covers.split()}
    return [event for event in made if (event.receiver, f"{OFFER}{event.number}") not in mailed]


def _before(record: Record, player: Player, past: Sequence[Event] | None, told: Sequence[Event]) -> State:
    """His position at his last report: where this transaction began, unless offers or a ruling were written since (`past`)."""
    if past is None:
        return record.base_views[player]
    return fold(view.see(player, [*past, *told]))


def _covers(events: Iterable[Event]) -> str:
    from pbem.engine.events import PhaseOpened

    return " ".join(f"{event.turn}/{event.phase}" for event in events if isinstance(event, PhaseOpened))
