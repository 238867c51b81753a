"""What would come of a session, shown before it is played (`pbem resolve --dry-run`, `pbem approve`), and letting it come.

Both are the same steps on the same orders, dice and codes; what is only shown is rolled back.
"""

import hashlib
import json
import logging
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import select

from pbem.config import Config
from pbem.deadlines import in_zone
from pbem.engine import codec, view
from pbem.engine.events import Decreed, Event, HouseRuled
from pbem.engine.state import State
from pbem.mail.compose import text_of
from pbem.mail.letters import read_letter
from pbem.report.chronicle import chronicle
from pbem.report.naming import names_of, one_line
from pbem.report.pages import filled
from pbem.report.prose import listed
from pbem.store.database import explained
from pbem.store.tables import OVER

from . import approval, previews, questions, revealing
from .codes import phases_in_words
from .deskcodes import APPROVAL
from .errors import ServiceError
from .mailing import aware
from .owners import LETTER
from .record import Record
from .resolving import resolve as resolve_session
from .showing import iso
from .site import Site
from .start import record_of
from .timing import missing_sheets
from .voices import Voices

log = logging.getLogger("pbem")

#: What a blind moderator does not see without --reveal.
SECRETS = "what would come of the orders, rejected lines and mails"


class Resolution(NamedTuple):
    """What a resolution did, or would do."""

    text: str
    data: dict[str, Any]


class Mail(NamedTuple):
    """A mail as it would go out."""

    player: str
    kind: str
    subject: str
    text: str

    def said(self) -> str:
        """All of it."""
        return f"To: {self.player} ({self.kind})\nSubject: {self.subject}\n\n{self.text.strip()}"


class Preview(NamedTuple):
    """What would come of it.  `mails`: none for who may not see them; `seen`: names exactly this outcome, for `release`."""

    text: str
    data: dict[str, Any]
    mails: tuple[Mail, ...]
    seen: str


class _Outcome(NamedTuple):
    """One resolution within a transaction: the position before, its facts, its mails."""

    record: Record
    before: State
    public: State
    story: list[Event]
    session: str
    mails: tuple[Mail, ...]
    silent: list[str]
    since: datetime | None

    @property
    def seen(self) -> str:
        """Everything that was decided in it: orders, dice, rulings.  No clock is in it."""
        return hashlib.sha256(b"\n".join(codec.encode(event) for event in self.story)).hexdigest()


def resolve(site: Site, game: str, now: datetime, dry_run: bool = False, reveal: bool = False) -> Resolution:
    """Resolve the open session now, whatever the deadline; with `dry_run` only show what would come of it.

    Raises UsageError, ServiceError.
    """
    if dry_run:
        revealing.require(site, game, "what would come of the orders", now, reveal)
    return _resolve(site, game, now, dry_run)


def release(site: Site, game: str, now: datetime, seen: str = "") -> Resolution:
    """Let a resolution come that waits for approval.  `seen`: of the `Preview` that was looked at; if something else would come by now,
    nothing is done.  Raises UsageError, ServiceError."""
    return _resolve(site, game, now, dry_run=False, seen=seen, waiting=True)


def _resolve(
    site: Site, game: str, now: datetime, dry_run: bool, seen: str = "", waiting: bool = False
) -> Resolution:
    with explained(), site.engine.connect() as connection, connection.begin() as work:
        record = record_of(connection, game)
        if waiting:
            must_wait(record)
        outcome = play(record, site.config, now, dry_run)
        if seen and seen != outcome.seen:
            raise ServiceError(
                f"Something has changed in {game} since you looked, and now something else would come; nothing was done. Look again: pbem "
                f"approve {game}"
            )
        result = _result(outcome)
        if dry_run:
            work.rollback()
            log.info("game %s: looked at what a resolution would bring", game)
        return result


def preview(site: Site, game: str, now: datetime, reveal: bool) -> Preview:
    """What waits for approval, to the last mail.  Nothing is written but that a blind moderator looked.  Raises UsageError, ServiceError."""
    open_ = revealing.look(site, game, SECRETS, now, reveal)
    with explained(), site.engine.connect() as connection, connection.begin() as work:
        record = record_of(connection, game)
        must_wait(record)
        rejected = list(_rejected(record))
        outcome = play(record, site.config, now)
        shown = _preview(outcome, rejected, site.config.judge.timezone, open_)
        work.rollback()
        log.info("game %s: looked at the resolution that waits", game)
        return shown


def play(record: Record, config: Config, now: datetime, dry_run: bool = False) -> _Outcome:
    """Resolve it within this transaction.  Raises ServiceError where it cannot be."""
    row, game = record.row, record.row.name
    if row.status == OVER:
        raise ServiceError(f"{game} is over; there is nothing to resolve.")
    questions.refuse(record)
    if row.held and not dry_run:
        raise ServiceError(f"{game} is on hold ({row.held}); `pbem resume {game}` first.")
    _can_begin(record, config.judge.timezone, now)
    views = record.views()
    before, public, events, session, since = (
        record.state,
        views[view.TABLE],
        row.events,
        row.session,
        row.deadline,
    )
    silent = [record.seat_rows[player].name for player in approval.unheard(record)]
    newest = previews.last_mail(record)
    if row.waits == APPROVAL:
        record.write([Decreed("approve")])
    if row.waits:
        record.change(waits="")
    resolve_session(record, config, now)
    return _Outcome(
        record, before, public, record.events(after=events), session, tuple(_mails(record, newest)), silent, aware(since)
    )  # fmt: skip


def must_wait(record: Record) -> None:
    """Raises ServiceError if nothing waits for approval."""
    row, game = record.row, record.row.name
    if row.status == OVER:
        raise ServiceError(f"{game} is over; there is nothing to approve.")
    if row.waits != APPROVAL:
        how = (
            "its resolutions do not wait for you (approval=off)"
            if not record.settings.approval
            else "the deadline has not passed"
        )
        raise ServiceError(
            f"Nothing of {game} waits for approval: {how}. `pbem resolve {game}` resolves it now."
        )


def _can_begin(record: Record, zone: str, now: datetime) -> None:
    """Raises ServiceError while sheets are missing: no hand can begin a game without them (HR-29), and reminders have their time."""
    missing = missing_sheets(record) if record.row.session == "setup" else []
    if missing:
        names = listed([record.seat_rows[player].name for player in missing])
        at, game = aware(record.row.deadline), record.row.name
        when = f"At {in_zone(at, zone)}" if at is not None and at > now else "With the next poll"
        raise ServiceError(
            f"{game} cannot begin: the sheets of {names} are missing or not full. Nothing was changed, and nobody was told. {when} "
            f"everybody is reminded, and the deadline moves on; `pbem deadline {game} +48h` moves it now."
        )


def _mails(record: Record, newest: int) -> Iterator[Mail]:
    for row in previews.rows(record, newest):
        yield Mail(row.player, row.kind, read_letter(row.raw).subject, text_of(row.raw))


class Rejected(NamedTuple):
    """A line that a receipt refused.  `letter`: "L17"."""

    player: str
    letter: str
    line: str
    why: str


def _rejected(record: Record) -> Iterator[Rejected]:
    """Of the letters of this session, as their receipts said it."""
    query = select(LETTER.c.id, LETTER.c.player, LETTER.c.rejected).where(
        LETTER.c.game == record.id, LETTER.c.rejected > ""
    )
    if record.row.opened is not None:
        query = query.where(LETTER.c.received >= record.row.opened)
    for row in record.connection.execute(query.order_by(LETTER.c.id)):
        for line, why in json.loads(row.rejected):
            yield Rejected(row.player, f"L{row.id}", line, why)


# --- in words ---


def _story(outcome: _Outcome) -> list[str]:
    """What happened; a blind moderator reads what is public."""
    record = outcome.record
    names, story, before = names_of(record.rules, record.seats), outcome.story, outcome.before
    if revealing.blind(record):
        story, before = list(view.see(view.TABLE, story)), outcome.public
    text: list[str] = []
    used = Voices().used(record, record.base_events)
    for section in chronicle(names, before, story, None, used=used, label=record.row.name):
        text += ["", section.heading, *filled(section.paragraphs, "  ")]
    if record.open_phase() is not None and record.row.held:
        text += ["", f"{record.row.held}: {record.row.name} is on hold until `{questions.command(record)}`."]
    return text


def _rulings(story: Sequence[Event]) -> list[str]:
    return sorted({event.ruling for event in story if isinstance(event, HouseRuled)})


def _result(outcome: _Outcome) -> Resolution:
    return Resolution("\n".join(_story(outcome)).strip(), _data(outcome))


def _data(outcome: _Outcome) -> dict[str, Any]:
    record, state = outcome.record, outcome.record.state
    return {
        "game": record.row.name,
        "session": outcome.session,
        "next": record.row.session or "over",
        "deadline": iso(record.row.deadline),
        "held": record.row.held,
        "rulings": _rulings(outcome.story),
        "over": state.over,
        "winners": list(state.winners),
    }


def _preview(outcome: _Outcome, rejected: Sequence[Rejected], zone: str, open_: bool) -> Preview:
    record = outcome.record
    since = f" since {in_zone(outcome.since, zone)}" if outcome.since else ""
    turn = outcome.before.turn or record.row.turn
    text = [f"{record.row.name}: the resolution of {phases_in_words(outcome.session, turn)} waits{since}."]
    text.append(
        f"Not heard since the last reports: {listed(outcome.silent)}."
        if outcome.silent
        else "Everybody has been heard since the last reports."
    )
    mails = outcome.mails if open_ else ()
    facts = {"game": record.row.name, "session": outcome.session, "waits_since": outcome.since}
    data: dict[str, Any] = {**facts, "silent": outcome.silent, "mail_count": len(outcome.mails)}
    if not open_:
        text += ["", f"{len(outcome.mails)} mails would go out.", revealing.hidden(record, SECRETS)]
        return Preview("\n".join(text), data, (), outcome.seen)
    text += _of_lines(outcome, rejected)
    text += ["", "What would happen:", *_story(outcome), "", f"Mails that would go out ({len(mails)}):"]
    text += [f"  {mail.kind} to {mail.player}: {mail.subject}" for mail in mails]
    data |= {
        **_data(outcome),
        "rejected": rejected,
        "story": "\n".join(_story(outcome)).strip(),
        "mails": mails,
    }
    return Preview("\n".join(text), data, mails, outcome.seen)


def _of_lines(outcome: _Outcome, rejected: Sequence[Rejected]) -> Iterator[str]:
    rulings = _rulings(outcome.story)
    if rulings:
        yield f"House rulings applied: {', '.join(rulings)} (`pbem rules {rulings[0]}` says what it is)."
    if not rejected:
        yield "No line was rejected."
        return
    yield "Rejected lines:"
    for one in rejected:
        yield f"  {one.player}, {one.letter}: “{one_line(one.line, 100)}”: {one.why}"
