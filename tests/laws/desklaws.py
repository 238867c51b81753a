"""What must be true of a game by mail at every moment, whatever its moderator has done."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from pbem.archive.history import chained, leaf
from pbem.engine import codec, dice, run, view
from pbem.engine.events import DieRuled, Event, PhaseClosed, PhaseOpened, Rewound, Rolled, Ruled
from pbem.engine.journal import effective, in_force
from pbem.engine.questions import Ask, Heard, Window
from pbem.engine.state import fold
from pbem.service.record import EVENT, MAIL, Record, load, nonce
from pbem.service.replaying import replay
from pbem.store.database import transaction
from pbem.store.tables import PAUSE
from tests.laws.mailgame import MailGame

LINE_STATES = {"standing", "used", "dead", "replaced", "cancelled", "dropped", "asleep"}


class Silence:
    """Answers nothing: a phase stops where its journal does."""

    def ask(self, question: Ask, views: run.Views) -> run.Reply | None:
        return None

    def window(self, question: Window, views: run.Views) -> Heard | None:
        return None

    def told(self, event: Event, views: run.Views) -> None:
        """It keeps no count."""

    def passed(self, question: Window, views: run.Views) -> None:
        """It keeps no count."""


def lawful(game: MailGame) -> list[Event]:
    """All that can be asked at any moment; returns the journal."""
    with transaction(game.site.engine) as connection:
        record = load(connection, game.name)
        assert record is not None
        journal = record.events()
        story = effective(journal)
        _views(record, journal, story)
        _chain(record, journal)
        _mails(record)
        _lines(record)
        _open_phase(record, story)
        return journal


def _views(record: Record, journal: Sequence[Event], story: Sequence[Event]) -> None:
    """What is stored is what is in force, as each may see it, and the table's own numbers lead to the same."""
    for viewer, stored in record.views().items():
        assert stored == fold(view.see(viewer, story)), viewer
        assert stored == view.position(viewer, record.state), viewer
    faces = list(view.see(view.TABLE, journal))
    assert record.row.shown == len(faces)
    assert effective(faces) == list(view.see(view.TABLE, story))


def _chain(record: Record, journal: Sequence[Event]) -> None:
    key, head = dice.derive(record.master, "nonce"), ""
    rows = record.connection.execute(EVENT.select().where(EVENT.c.game == record.id).order_by(EVENT.c.number))
    for number, (event, row) in enumerate(zip(journal, rows.all(), strict=True), 1):
        head = chained(head, leaf(event, codec.encode(event), nonce(key, number)))
        assert (row.number, row.digest) == (number, head)
    assert (record.row.events, record.row.head) == (len(journal), head)


def _mails(record: Record) -> None:
    """None was stopped by the gate, each has a name of its own, and nothing is said twice at once."""
    rows = record.connection.execute(MAIL.select()).all()
    held = [(row.player, row.subject, row.reason) for row in rows if row.state == "held"]
    assert not held, held
    assert len({row.message_id for row in rows}) == len(rows)
    said = Counter((row.recipient, row.subject, row.created, _said(row.raw)) for row in rows)
    twice = [one for one, times in said.items() if times > 1]
    assert not twice, twice[0]


def _said(raw: bytes) -> bytes:
    """Without what makes each mail another one in any case."""
    _head, _, body = raw.partition(b"\n\n")
    return re.sub(rb"\b[A-Z2-9]{4}(-[A-Z2-9]{4})+\b", b"", body)


def _lines(record: Record) -> None:
    """Each line is in one of its states; the lists are those that stand."""
    rows = record.connection.exec_driver_sql(
        f"select player, number, state, why, born from line where game = {record.id}"
    ).all()
    for row in rows:
        assert row.state in LINE_STATES, row
        assert row.born <= record.row.events, row
        assert row.state in ("standing", "used", "replaced", "cancelled") or row.why, row
        assert row.number <= record.seat_rows[row.player].lines, row
    standing = {(row.player, row.number) for row in rows if row.state == "standing"}
    assert standing == {(player, one.number) for player, own in record.lists().items() for one in own}


def _open_phase(record: Record, story: Sequence[Event]) -> None:
    """An open phase replays, and stops at a question; only a pause lets the clock run."""
    open_phase = record.open_phase()
    assert bool(record.row.pause) == (open_phase is not None and open_phase.why == PAUSE)
    if open_phase is None:
        assert not story or not isinstance(story[-1], PhaseOpened)
        return
    opened = len(record.story(until=open_phase.opened))
    assert isinstance(story[opened - 1], PhaseOpened)
    assert record.row.session.split() == [record.state.phase, *open_phase.rest]
    result = replayed(record, story[:opened], story[opened:])
    assert result.events == []
    assert result.question is not None


def replayed(record: Record, before: Sequence[Event], written: Sequence[Event]) -> run.Result:
    """The phase that has just been opened, along what is written of it.  Raises Diverged."""
    base = fold(before)
    bases = {player: fold(view.see(player, before)) for player in base.seats}
    return run.advance(base, bases, written, record.rules, Silence(), record.dice())


def retold(game: MailGame) -> Counter[str]:
    """The rules tell every story that was ever in force again, event for event, and each die from the seed; counts of both."""
    with transaction(game.site.engine) as connection:
        record = load(connection, game.name)
        assert record is not None
        journal, counts = record.events(), Counter[str]()
        known: set[tuple[int, ...]] = set()
        rewound = [number for number, event in enumerate(journal, 1) if isinstance(event, Rewound)]
        for end in [*(number - 1 for number in rewound), len(journal)]:
            numbers = in_force(journal[:end])
            story = [journal[number - 1] for number in numbers]
            for opened, closed in _phases(story):
                if (phase := tuple(numbers[opened:closed])) not in known:
                    known.add(phase)
                    counts += _retold(record, story[:opened], story[opened:closed])
        return counts


def _retold(record: Record, before: Sequence[Event], written: Sequence[Event]) -> Counter[str]:
    """One phase."""
    result = replayed(record, before, written)
    assert result.events == []
    assert (result.question is None) == any(isinstance(event, PhaseClosed) for event in written[-1:])
    counts = Counter(phases=1)
    sides = replay(record, fold(before), written).sides
    for at, event in enumerate(written):
        if isinstance(event, Rolled):
            _die(record, event, sides, [*before, *written[:at]])
            counts["dice"] += 1
    return counts


def _phases(story: Sequence[Event]) -> Iterable[tuple[int, int]]:
    """Where each begins, its opening left out, and where it ends."""
    opened = 0
    for at, event in enumerate(story, 1):
        if isinstance(event, PhaseOpened):
            opened = at
        elif isinstance(event, PhaseClosed):
            if opened:
                yield opened, at
            opened = 0
    if opened:
        yield opened, len(story)


def _die(record: Record, event: Rolled, sides: dict[str, int], before: Sequence[Event]) -> None:
    label = next(
        one for one in sorted(sides, key=len, reverse=True) if f"{event.label} ".startswith(f"{one} ")
    )
    if event.label == f"{label} ruled":
        facts = [fact for one in before if isinstance(one, Ruled) for fact in one.facts]
        faces = [fact.value for fact in facts if isinstance(fact, DieRuled) and fact.label == label]
        assert faces[-1] == event.value, event
    else:
        assert record.dice()(event.label, sides[label]) == event.value, event
