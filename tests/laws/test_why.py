"""WHY tells of an event what its reader may know, and nothing of what others hide (E22)."""

from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import select

from pbem.engine import events, view
from pbem.engine.events import MODERATOR
from pbem.report.brief import Rendered
from pbem.service import cases, numbering
from pbem.service.evidence import Story
from pbem.service.mailing import queue
from pbem.service.record import MAIL, Record, load
from pbem.store.database import transaction
from tests.laws.mailgame import MailGame


def _why(record: Record, player: str, shown: int) -> Rendered:
    return Rendered("why", "\n".join(cases.why(record, player, shown)))


@pytest.mark.parametrize(("rules", "seats"), [("basic", 3), ("advanced", 4)])
def test_whatever_others_hide_moves_no_byte_of_why(tmp_path: Path, rules: str, seats: int) -> None:
    """Every event of some years, explained to every player: the gate writes each again from another world, and holds none back."""
    game = MailGame(tmp_path, rules, seats)
    for _ in range(4):
        game.session()

    with transaction(game.site.engine) as connection:
        record = load(connection, game.name)
        assert record is not None
        told = range(1, record.row.shown + 1)
        for shown in told:
            for player in record.seat_rows:
                write = partial(_why, player=player, shown=shown)
                queue(record, game.site.config, player, "notice", write, game.now)
        record.flush()
        states = list(
            connection.execute(select(MAIL.c.state).where(MAIL.c.subject.contains("] why ["))).scalars()
        )
        assert len(states) == len(told) * seats > 100
        assert "held" not in states
        connection.rollback()


def test_every_event_can_be_explained_to_the_moderator_and_its_dice_are_right(tmp_path: Path) -> None:
    game = MailGame(tmp_path, "advanced", 4, seed=2)
    for _ in range(6):
        game.session()

    with transaction(game.site.engine) as connection:
        record = load(connection, game.name)
        assert record is not None
        journal = record.events()
        asked = checked = 0
        for number, event in enumerate(journal, 1):
            case = cases.case_of(Story(record, MODERATOR, number))
            assert case.words and "  " not in case.words, event
            assert case.questions or case.follows
            assert not any("NOT the same" in said for said in case.dice), (event, case.dice)
            checked += len(case.dice)
            if isinstance(event, events.Answered) and event.player != MODERATOR:
                asked += 1
                (question,) = case.questions
                assert question.answer.split("; no order")[0] in question.options
                assert (question.source is None) == (event.line is None)
        assert asked > 2
        assert checked > 20


def test_players_count_the_events_that_the_table_sees(tmp_path: Path) -> None:
    """Secret events have no number, and a number leads to its event and to no other."""
    game = MailGame(tmp_path, "advanced", 4, seed=3)
    for _ in range(3):
        game.session()

    with transaction(game.site.engine) as connection:
        record = load(connection, game.name)
        assert record is not None
        journal = record.events()
        counted = numbering.numbers(record, journal)
        seen = [event for event in journal if event.seen_by(view.TABLE) is not None]
        assert [number for number in counted if number] == list(range(1, len(seen) + 1))
        for place, number in enumerate(counted, 1):
            assert bool(number) == (journal[place - 1].seen_by(view.TABLE) is not None)
            assert not number or numbering.event_of(record, number) == place
        assert len(seen) == record.row.shown < record.row.events
