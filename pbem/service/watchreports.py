"""What watchers are mailed (E27), and what players read of them: queued in the transaction of the players' own reports.

It is written from the table's view alone.  The gate writes it again in the other world of the table, in which everybody's secrets are different.
"""

import hmac
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import select, update

from pbem.config import Config
from pbem.engine import dice, view
from pbem.engine.events import Decreed, Event, Rewound
from pbem.engine.journal import effective
from pbem.engine.state import State, fold
from pbem.report import watched
from pbem.report.annals import parades
from pbem.report.brief import Brief, Rendered, Rerun
from pbem.report.notices_gate import GATE_HELD
from pbem.store.tables import OVER

from . import acts, gate, notes, numbering
from .mailing import aware, naive, tell_moderator
from .record import Record
from .sitemail import queue_site
from .voices import Voices
from .watching import KIND, OFF, ON, WATCHER, counted, mine_of

#: The act of a `Decreed` that says how many watch.
WATCHED = "watched"


def announce(record: Record) -> None:
    """Before reports are written: how many watch, if that has changed since it was said last."""
    note = f"watchers of {record.id}"
    number, said = counted(record.connection, record.id), int(notes.read(record.connection, note) or 0)
    if number == said or record.row.status == OVER:
        return
    notes.write(record.connection, note, str(number))
    acts.also(record, [acts.WATCHED, str(number)])
    record.write([Decreed(WATCHED, watched.how_many(number))])
    record.flush()


def welcome(record: Record, config: Config, row: Any, now: datetime) -> None:
    """To somebody who watches from now on: how things stand."""
    text = watched.begins(brief(record, config, now, (), None))
    queue_site(
        record.connection,
        config,
        row.address,
        KIND,
        text,
        now,
        token=row.nonce,
        thread=thread(record, config),
    )


def report(record: Record, config: Config, now: datetime) -> None:
    """After the players' reports were written, in their transaction: one to each who watches."""
    mine = (
        WATCHER.c.game == record.id,
        WATCHER.c.state == ON,
        WATCHER.c.nonce != "",
    )  # nobody is only supposed
    rows = record.connection.execute(select(WATCHER).where(*mine).order_by(WATCHER.c.address)).all()
    if not rows:
        return
    record.flush()  # the gate looks at the players' mails first
    if record.row.held == GATE_HELD:
        return
    for seen in sorted({row.seen for row in rows}):
        text = _gated(record, config, now, seen)
        if text is None:
            return
        for row in rows:
            if row.seen == seen:
                _send(record, config, row, text, now)


def _send(record: Record, config: Config, row: Any, text: Rendered, now: datetime) -> None:
    year = thread(record, config)
    queue_site(record.connection, config, row.address, KIND, text, now, token=row.nonce, thread=year)
    values: dict[str, Any] = {"seen": record.row.events, "number": row.number + 1}
    if record.row.status == OVER:
        values["state"] = OFF
    record.connection.execute(update(WATCHER).where(*mine_of(row)).values(**values))


def thread(record: Record, config: Config) -> str:
    """One for each game and year."""
    key, said = dice.derive(record.master, "id"), f"thread watch {record.row.turn}"
    domain = config.judge.address.rpartition("@")[2]
    return f"<pbem-{hmac.digest(key, said.encode(), 'sha256').hex()[:20]}@{domain}>"


def _gated(record: Record, config: Config, now: datetime, seen: int) -> Rendered | None:
    """The public report since event `seen`; None if the gate found that it depends on anybody's secrets (then the game is on hold)."""
    here: list[Rendered] = []

    def write(there: Record) -> None:
        since = seen + gate.BEFORE if isinstance(there, gate.OtherRecord) else seen  # other numbers there
        here.append(watched.render_watched(brief(there, config, now, _story(there, since), since)))
        there.outgoing.append(_probe(record, here[-1]))

    probe = gate.remember(record, view.TABLE, write)
    record.outgoing.remove(dict(probe.mail))
    if config.judge.gate and record.row.status != OVER:
        alarms = gate.check(record, [probe], naive(now))
        if alarms:
            record.change(held=GATE_HELD)
            words = f"The public report to those who watch: {alarms[0].where} depends on secrets. It was not sent."
            tell_moderator(record, config, "on hold: the gate stopped a mail", words, now)
            return None
    return here[0]


def _probe(record: Record, text: Rendered) -> dict[str, Any]:
    """The report as the gate compares it."""
    said = f"{text.subject}\n{text.text}\n{text.html}\n{text.calendar}".encode() + text.picture
    values: dict[str, Any] = dict.fromkeys(gate.ALIKE, "")
    return values | {"game": record.id, "player": view.TABLE, "kind": KIND, "number": 0, "raw": said}


def _story(record: Record, seen: int) -> Sequence[tuple[Event, int]]:
    """What the table has seen since then, each with its number; after an undo only what came of it."""
    fresh = record.events(after=seen)
    counted = numbering.numbers(record, fresh, seen)
    undone = max((at for at, event in enumerate(fresh) if isinstance(event, Rewound)), default=0)
    pairs = list(zip(fresh[undone:], counted[undone:], strict=True))
    found = numbering.seen(view.TABLE, pairs)
    return list(zip(found.events, found.numbers, strict=True))


def brief(
    record: Record, config: Config, now: datetime, story: Sequence[tuple[Event, int]], seen: int | None
) -> Brief:
    """The table's brief.  `seen`: where its story begins."""
    row = record.row
    found = Brief(
        game=row.name,
        rules=record.rules,
        seats=record.seats,
        me=view.TABLE,
        view=record.views()[view.TABLE],
        story=[event for event, _ in story],
        numbers=[number for _, number in story],
        session=() if row.status == OVER else tuple(row.session.split()),
        asks=(),
        standing=(),
        unused=(),
        deadline=aware(row.deadline),
        judge=config.judge.address,
        now=now,
        held=row.held,
    )
    return found if seen is None else _since(record, found, seen)


def _since(record: Record, found: Brief, seen: int) -> Brief:
    """With how it stood when the story begins, and the whole story where a year or the game has ended."""
    past, fresh = record.events(until=seen), record.events(after=seen)
    found, begins = found._replace(before=_table(past)), seen
    if found.story and isinstance(found.story[0], Rewound):
        undone = max(at for at, event in enumerate(fresh) if isinstance(event, Rewound)) + 1
        found, begins = found._replace(rerun=Rerun(_table([*past, *fresh[:undone]]))), seen + undone
    found = found._replace(used=Voices().used(record, begins))
    if parades(found.story) or found.view.over:
        found = found._replace(past=list(view.see(view.TABLE, effective([*past, *fresh]))))
    return found


def _table(journal: Sequence[Event]) -> State:
    """What lies on the table after these."""
    return fold(view.see(view.TABLE, effective(journal)))
