"""From a player's view to a mail in the outbox.  One recipient a mail, bytes that never change."""

import hashlib
import hmac
import json
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cached_property, partial
from typing import Any

from sqlalchemy import update

from pbem.archive.history import said as chain_said
from pbem.config import Config
from pbem.engine import dice
from pbem.engine.events import Event, Offered, Player
from pbem.engine.phases.setup import sheet_faults
from pbem.engine.questions import Ask
from pbem.engine.state import replace
from pbem.mail import tokens, verp
from pbem.mail.compose import Draft, Mailbox
from pbem.mail.marker import ANSWER_MARKER, MARKER
from pbem.mail.points import point
from pbem.report.brief import Brief, Rendered, Reply, Unused
from pbem.report.notices_gate import GATE_HELD, GATE_NOTICE, GATE_TOLD
from pbem.report.prose import narrow
from pbem.store.tables import OVER

from . import acts, ballots, datebook, deskcodes, gate, keepsake, rescue
from .dressing import dressed
from .outrow import aware as aware
from .outrow import naive as naive
from .outrow import outbox_row as outbox_row
from .outrow import sound as sound
from .record import MAIL, Record

#: How an offer's mail is marked in the outbox, with its number, so that an answer to it is known for one.
OFFER = "offer/"


def offer_mark(offer: Offered) -> str:
    """How its mail is marked: numbers begin anew in each phase, so the one that it is about stands there, too."""
    return f"{OFFER}{offer.number}@{offer.turn}/{offer.phase}"


def session_key(record: Record) -> str:
    """Names the session now open: turn and phases."""
    return f"{record.row.turn}/{record.row.code}"


def awaited(record: Record) -> list[Player]:
    """Who is not READY for the session now open (decision D14); with a sheet that is not full nobody is (HR-29).
    Nobody waits for a seat that was given up (E24)."""
    key, given_up = session_key(record), "conceded"
    late = [c for c, seat in record.seat_rows.items() if seat.ready != key and seat.autopilot != given_up]
    if record.row.practice:  # nobody waits for bots
        late = [colour for colour in late if colour == record.row.practice]
    if record.row.session != "setup":
        return late
    return [
        c for c in record.seat_rows if c in late or sheet_faults(record.rules, record.state, record.draft(c))
    ]


class Briefs:
    """What the mails of one game are written from; shared work is done once for all players."""

    def __init__(self, record: Record, config: Config, now: datetime) -> None:
        self.record, self.config, self.now = record, config, now
        half_played = record.row.held and not record.row.pause and record.open_phase() is not None
        session = tuple(record.row.session.split()) if not record.state.over and not half_played else ()
        phases = () if session == ("setup",) else session
        self.session = session
        self.asks: tuple[Ask, ...] = ballots.asks(record, phases)
        self.pause = ballots.announced(record)
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
            commitment=record.commitment,
            seed=record.seed.hex() if over else "",
            first=first,
            held=row.held,
            played_for=json.loads(record.seat_rows[player].filled) if story else (),
            pause=self.pause,
            made_by=ballots.made_by(record, player),
            looked_at=row.waits == deskcodes.APPROVAL and _passed(row, self.now),
            sheets=self._sheets(player),
            waiting=() if story or first or over else self._waiting.get(player, ()),
            chain=chain_said(row.chain, row.shown),
            practice=bool(row.practice),
            reply=None if over else reply_of(record, self.config, player),
            style=record.seat_rows[player].style,
            keepsake=keepsake.file_name(row.name)
            if over and keepsake.goes_along(record, record.seat_rows[player].style)
            else "",
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


def reply_of(record: Record, config: Config, player: Player) -> Reply:
    """Where a new mail of his goes, and the subject under which it counts."""
    return reply_with(config, f"[{record.row.name}] orders", record.token(player))


def reply_with(config: Config, subject: str, token: str) -> Reply:
    """Where a new mail with this reply code goes."""
    judge = config.judge
    address = tokens.in_address(token, judge.address) if judge.subaddress else judge.address
    return Reply(address, f"{subject} {tokens.in_subject(token)}")


def _passed(row: Any, now: datetime) -> bool:
    """Has its deadline?"""
    return row.deadline is not None and row.deadline <= naive(now)


#: What a mail says: as it is, or how it is written from a record.
Text = Rendered | Callable[[Record], Rendered]


def queue(
    record: Record,
    config: Config,
    player: Player,
    kind: str,
    rendered: Text,
    now: datetime,
    covers: str = "",
    answers: str = "",
    token: str = "",
    marker: str = MARKER,
) -> str:
    """Put one mail into the outbox, in the transaction of what it tells; returns its Message-ID.

    `kind`: report, receipt, notice; `rendered`: its words, or a function that writes them from the record it is given: then the gate
    can write them again from another one; `covers`: the phases it tells of; `answers`: the Message-ID (without brackets) of the
    letter it answers; `token`: its own reply code instead of his one for the session now open; `marker`: the line above its text.
    """
    if record.row.practice not in ("", player):
        return ""  # a bot has no address (E18)

    def write(there: Record) -> None:
        text = rendered(there) if callable(rendered) else rendered
        _write(there, config, player, kind, text, now, covers, answers, token, marker)

    if config.judge.gate and record.row.status != OVER:  # then everything is told
        record.written.append(gate.remember(record, player, write))
        record.on_flush = partial(_guard, record, config, now)
    else:
        write(record)
    return str(record.outgoing[-1]["message_id"])


def _write(
    record: Record,
    config: Config,
    player: Player,
    kind: str,
    rendered: Rendered,
    now: datetime,
    covers: str,
    answers: str,
    token: str,
    marker: str,
) -> None:
    """Compose it and lay it ready."""
    seat, judge = record.seat_rows[player], config.judge
    token = token or record.token(player)
    domain = judge.address.rpartition("@")[2]
    unique = _secret(record, f"{player}/{kind}/{seat.mails}")
    root = f"<pbem-{_secret(record, f'thread {player} {record.row.turn}')}@{domain}>"
    message_id = tokens.in_message_id(token, unique, domain)
    subject = _headed(record, rendered.subject)
    html = dressed(rendered, subject, marker, seat.style)
    page, page_name = keepsake.page(record, config, now, seat.style) if kind == "report" else ("", "")
    draft = Draft(
        sender=Mailbox(judge.name, judge.address),
        to=Mailbox(seat.name, seat.address),
        subject=f"{subject} {tokens.in_subject(token)}",
        date=now,
        message_id=message_id,
        text=f"{marker}\n\n{rendered.text.strip()}\n",
        html=html,
        picture=_shown(record, rendered) if html is not None else "",
        calendar=datebook.entry(record, config, player, kind, now),
        page=page,
        page_name=page_name,
        reply_to=tokens.in_address(token, judge.address) if judge.subaddress else judge.address,
        in_reply_to=f"<{answers}>" if sound(answers) else None,
        references=[root, f"<{answers}>"] if sound(answers) else [root],
        unsubscribe=judge.address,
        code=token,
        answers=kind == "receipt",
    )
    values = {"turn": record.row.turn, "session": record.row.session, "covers": covers}
    if judge.subaddress:
        secret = hmac.digest(
            dice.derive(record.master, "envelope"), f"{player}/{kind}/{seat.mails}".encode(), "sha256"
        )
        values["envelope"] = verp.address(secret, judge.address)
    row = outbox_row(record.id, player, kind, seat.mails, seat.address, draft, now, **values)
    record.outgoing.append(row)
    record.change_seat(player, mails=seat.mails + 1)


def _shown(record: Record, rendered: Rendered) -> str:
    """The sha256 of its picture, which is kept with the mail; "" if it has none."""
    if not rendered.picture:
        return ""
    name = hashlib.sha256(rendered.picture).hexdigest()
    record.pictures[name] = rendered.picture
    return name


def _guard(record: Record, config: Config, now: datetime) -> None:
    """Every mail that was just stored passes the gate, or is held, and the game with it."""
    written, record.written = record.written, []
    if not written:
        return
    alarms = gate.check(record, written, naive(now))
    point("gated")
    if not alarms:
        return
    for mail, where in alarms:
        mine = [MAIL.c[name] == mail[name] for name in ("game", "player", "kind", "number")]
        why = f"the gate: {where} depends on others' secrets"
        record.connection.execute(update(MAIL).where(*mine).values(state="held", reason=why))
    if record.row.held != GATE_HELD:  # once: more words would tell how often somebody writes
        stop(record, config, alarms, now)


def stop(record: Record, config: Config, alarms: Sequence[gate.Alarm], now: datetime) -> None:
    """The game is on hold, and everybody is told."""
    acts.also(record, [acts.STOPPED], now)
    record.change(held=GATE_HELD)
    told = "\n".join(f"* the {mail['kind']} to {mail['player']}: {where}" for mail, where in alarms)
    tell_moderator(record, config, "on hold: the gate stopped a mail", GATE_TOLD.format(told=told), now)
    for seat in record.seats:
        queue(record, config, seat.colour, "notice", Rendered("on hold", narrow(GATE_NOTICE)), now)
    record.flush()


def _headed(record: Record, subject: str) -> str:
    """Every mail of a game has its name in brackets in front: `[test] on hold`."""
    head = f"[{record.row.name}]"
    return subject if subject.startswith(head) else f"{head} {subject.removeprefix(f'{record.row.name}: ')}"


def tell_moderator(
    record: Record, config: Config, subject: str, text: str, now: datetime, what: str = "game", **about: str
) -> None:
    """A mail to the moderator with a one-use code (E23); without an address for him nothing is sent.

    `what`, `about`: what it is about, and so what an answer to it may do (`deskcodes`).
    """
    judge = config.judge
    if not judge.moderator:
        return
    number = record.count("moderator")
    domain = judge.address.rpartition("@")[2]
    token = deskcodes.issue(record, number, what, about, naive(now))
    subject = f"[{record.row.name}] {subject}"
    said = "\n".join([narrow(text.strip()), "", *deskcodes.footer(record, what, about)])
    draft = Draft(
        sender=Mailbox(judge.name, judge.address),
        to=Mailbox("", judge.moderator),
        subject=f"{subject} {tokens.in_subject(token)}",
        date=now,
        message_id=tokens.in_message_id(token, _secret(record, f"moderator/{number}"), domain),
        text=f"{ANSWER_MARKER}\n\n{said}\n",
        html=dressed(Rendered(subject, said), subject, ANSWER_MARKER),
        reply_to=tokens.in_address(token, judge.address) if judge.subaddress else judge.address,
    )
    row = outbox_row(
        record.id, "moderator", "moderator", number, judge.moderator, draft, now, turn=record.row.turn
    )
    record.outgoing.append(row)


def _secret(record: Record, text: str) -> str:
    """Ids tell nothing: no counter of the game reaches a player (decision D25)."""
    return hmac.digest(dice.derive(record.master, "id"), text.encode(), "sha256").hex()[:20]
