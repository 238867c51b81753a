"""`pbem rule`: the moderator's word as an event (E21).  It answers a card without code (HR-39), mends the position, or the course of things.

What may be ruled is in modules of their own: `corrections` (set), `ruled` (die, void, house, answer).  Here is what they share: one
transaction, the words, the mails, the preview.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

from pbem.config import Config
from pbem.deadlines import in_zone
from pbem.engine import view
from pbem.engine.codec import encode
from pbem.engine.events import MODERATOR, Fact, Player, Ruled
from pbem.engine.state import State
from pbem.report.brief import Rendered
from pbem.report.differences import differences
from pbem.report.naming import names_of
from pbem.report.prose import HELD, harmless, wrap
from pbem.report.ruled_told import said_of
from pbem.store.database import explained
from pbem.store.tables import CARD, OVER, UNDONE

from . import corrections, previews, questions, revealing
from .deskcodes import APPROVAL
from .errors import ServiceError
from .mailing import aware, queue
from .record import Record
from .resolving import carry_on
from .site import Site
from .start import record_of
from .undoing import book, said

log = logging.getLogger("pbem")


class Ruling(NamedTuple):
    """What a ruling changed, or would change."""

    text: str
    data: dict[str, Any]


class Bench(NamedTuple):
    """Where a ruling is made: the game in its transaction, the moderator's words, the clock."""

    record: Record
    config: Config
    words: str
    private: bool
    now: datetime
    dry_run: bool = False

    def ruled(self, facts: Sequence[Fact], told: bool = True) -> Ruled:
        """The ruling as it is written.  `told`: another event of this ruling holds the words."""
        public, private = book(self.words, self.private)
        return Ruled(public if told else "", tuple(facts), private)


class Deed(NamedTuple):
    """What was ruled.  `facts`: what was imposed; `said`: what to say of it beside what changes on the board."""

    facts: Sequence[Fact] = ()
    said: Sequence[str] = ()
    remarks: Sequence[str] = ()
    #: the position with nothing but these facts, if more has happened since
    after: State | None = None
    #: what comes then, where that is not looked at
    then: str = ""
    #: a session was resolved again for it: what came of that is seen only after it is done, by a moderator who plays
    again: bool = False


def judge(
    site: Site,
    game: str,
    because: str,
    now: datetime,
    deed: Callable[[Bench], Deed],
    dry_run: bool = False,
    private: bool = False,
) -> Ruling:
    """One ruling in one transaction, and what it does.  `dry_run`: all is done to be looked at, and undone.  Raises UsageError, ServiceError."""
    with explained(), site.engine.connect() as connection, connection.begin() as work:
        record, words = record_of(connection, game), said(because)
        bench = Bench(record, site.config, words, private, now, dry_run)
        before, first, blind = dict(record.views()), previews.last_mail(record), revealing.blind(record)
        done = deed(bench)
        record.flush()
        result = _result(bench, before, done, previews.since(record, first), blind and dry_run)
        if dry_run:
            work.rollback()
            log.info("game %s: looked at a ruling", game)
        return result


def rule(
    site: Site,
    game: str,
    texts: Sequence[str],
    because: str,
    now: datetime,
    dry_run: bool = False,
    private: bool = False,
) -> Ruling:
    """Impose what the texts say (E21), or nothing at all where only a question is to be settled; the players are told.

    A phase that waits for a ruling on a card goes on from there.  Raises UsageError, ServiceError.
    """
    return judge(site, game, because, now, partial(_set, texts=texts), dry_run, private)


def _set(bench: Bench, texts: Sequence[str]) -> Deed:
    record = bench.record
    playable(record)
    facts = corrections.facts_of(record.rules, record.state, record.lexicon, texts)
    asked = questions.waits_for(record) == CARD
    if not facts and not asked:
        raise ServiceError(
            f"Nothing would change in {record.row.name}, and no card waits for a ruling: nothing is ruled."
        )
    after = corrections.applied(record.state, facts)
    remarks = corrections.remarks(record.rules, record.lexicon, record.state, after)
    if asked and bench.dry_run:  # what comes of it then is not rolled for a look
        goes_on = f"Then the phase that stands open in {record.row.name} goes on, and the report is sent."
        return Deed(facts, (), remarks, after, goes_on)
    if asked:
        record.write([bench.ruled(facts)])
        carry_on(record, bench.config, bench.now)
    else:
        impose(bench, facts)
    return Deed(facts, (), remarks, after)


def playable(record: Record) -> None:
    """Raises ServiceError where nothing can be ruled about what is played."""
    if record.row.status == OVER:
        raise ServiceError(
            f"{record.row.name} is over; nothing can be ruled any more. `pbem undo {record.row.name}` goes back to before the end."
        )
    if record.row.session == "setup" and record.open_phase() is None:
        raise ServiceError(f"{record.row.name} has not begun; there is nothing to rule on yet.")


def no_card(record: Record) -> None:
    """Raises ServiceError while a card waits: only what it does may be ruled then."""
    if questions.waits_for(record) == CARD:
        questions.refuse(record)


def impose(bench: Bench, facts: Sequence[Fact], mails: bool = True) -> None:
    """Write the ruling where the game stands; everybody learns of it at once."""
    seen = dict(bench.record.views())
    event = bench.ruled(facts)
    bench.record.write([event])
    if mails:
        tell(bench, event, seen)
    bench.record.flush()


def tell(bench: Bench, event: Ruled, seen: Mapping[Player, State]) -> None:
    """A mail to each player: the moderator's words, and what they change for him."""
    for seat in bench.record.seats:
        face = event.seen_by(seat.colour)
        assert face is not None
        write = partial(_told, event=face, me=seat.colour, before=seen[seat.colour])
        queue(bench.record, bench.config, seat.colour, "notice", write, bench.now)


def _told(record: Record, event: Ruled, me: Player, before: State) -> Rendered:
    """`event`: his face of it."""
    names = names_of(record.rules, record.seats)
    changes = differences(names, before, record.views()[me])
    words = (
        f"The moderator rules: “{event.words.rstrip('.')}”." if event.words else "The moderator has ruled."
    )
    lines = [*wrap(words), ""]
    told = (*said_of(names, event.facts), *(f"{change}." for change in changes))
    lines += [line for one in told for line in wrap(one, "  ", "    ")]
    lines += ["", *wrap("Your orders stand as they are; look at them again if this touches them.")]
    return Rendered(f"[{record.row.name}] a ruling", "\n".join(harmless(lines, names.lexicon)))


# --- what is shown ---


def _result(
    bench: Bench, before: Mapping[Player, State], done: Deed, mails: Sequence[previews.Mail], covert: bool
) -> Ruling:
    """`covert`: it is only looked at, by a moderator who plays: even what ends the game tells him no secret yet."""
    record, dry_run = bench.record, bench.dry_run
    row, names = record.row, names_of(record.rules, record.seats)
    blind, hidden = covert or revealing.blind(record), covert and done.again
    viewer = view.TABLE if blind else MODERATOR
    after = done.after or record.state
    after = view.position(viewer, after) if blind else after
    changes = [change.replace(HELD, " ") for change in differences(names, before[viewer], after)]
    changes, mails = [] if hidden else changes, previews.covered(mails, hidden) if blind else mails
    text = [*done.said, *(f"{change}." for change in changes)] or ["Nothing changes on the table."]
    text += [f"Remark: {remark}" for remark in done.remarks]
    where = previews.UNSEEN if hidden else _where(record, bench.config.judge.timezone)
    text += [done.then] if done.then else ["", where, *previews.told(mails)]
    if blind:
        text += ["", "The game is moderated blind: what the mails say is not shown."]
    data = {
        "game": row.name,
        "changes": changes,
        "said": list(done.said),
        "remarks": list(done.remarks),
        "facts": [] if blind else [encode(fact).decode() for fact in done.facts],
        "mails": [mail._asdict() for mail in mails],
        "dry_run": dry_run,
        **({} if hidden else previews.standing(record)),
    }
    return Ruling("\n".join(text), data)


def _where(record: Record, zone: str) -> str:
    """How the game stands then."""
    row, deadline = record.row, aware(record.row.deadline)
    if questions.waits_for(record) == UNDONE:
        return f"The game waits where it was taken back to; `pbem resume {row.name}` lets it go on."
    if row.waits == APPROVAL:
        return f"The resolution still waits for you: `pbem approve {row.name}`."
    if row.held:
        again = " again" if questions.waits_for(record) == CARD else ""
        return f"The game is on hold{again}: {row.held}."
    if deadline is None:
        return "The game is over."
    return f"The next deadline is {in_zone(deadline, zone)}."
