"""One whole game (experience.md, "Proofs"): five players, silence in year 3, a dispute in year 4, a new player in year 5, an outage in year 6.

All of it by letters, hourly polls and typed commands, on the settings that a new game has.  Then Anna's mails are read in order.
"""

import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.engine.events import Decreed, Rolled, Ruled
from pbem.engine.journal import effective
from pbem.engine.state import fold
from pbem.service.record import Record
from pbem.store.tables import OVER

from .playing import NAME, Player, Table, letterbox

NUMBER = re.compile(r"\[(\d+)\]")


def year(number: int) -> Callable[[Record], bool]:
    """Has this year begun?"""

    def begun(record: Record) -> bool:
        return record.row.status == OVER or (record.row.turn >= number and record.row.session != "setup")

    return begun


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Table:
    table = Table(tmp_path_factory.mktemp("played") / "site", "d")
    table.play_until(year(3))
    _silence(table, table.players["green"])
    table.play_until(year(4))
    table.players["green"].silent = False
    table.write(table.players["green"], ["STATUS"], table.last(table.players["green"]))
    _dispute(table, table.players["yellow"])
    table.play_until(year(5))
    _replaced(table)
    table.play_until(year(6))
    _outage(table)
    table.play_until(lambda record: record.row.status == OVER, days=200)
    table.pbem("archive", NAME)
    return table


def _silence(table: Table, player: Player) -> None:
    """He writes no more."""
    player.silent = True
    table.marks["silent"] = table.now


def _dispute(table: Table, player: Player) -> None:
    """He protests against a line of his last report; the moderator looks, and rules."""
    report = next(text for _, _, text in reversed(player.mails) if NUMBER.search(text))
    number = NUMBER.findall(report)[0]
    table.write(player, [f"PROTEST {number}: this cannot have been so"], table.last(player))
    table.hour()
    table.marks["disputed"] = table.now
    subject, text = table.moderator[-1][1:]
    assert "explain" in text, (subject, text)
    assert "this cannot have been so" in text
    explained = table.pbem("explain", NAME, f"#{number}")
    assert "R" in explained
    name = next(p.letter for p in table.record().state.politburo())
    table.pbem(
        "rule", NAME, "set", f"{name} suspicion=0 sp=1", "--because", "the file was a forgery", "--yes"
    )
    table.hour()


def _replaced(table: Table) -> None:
    """Elena leaves, Nina comes."""
    table.marks["replaced"] = table.now
    gone = table.players.pop("brown")
    table.gone = gone
    nina = Player("brown", "Nina", table.seed)
    table.players["brown"] = nina
    table.pbem("replace", NAME, "brown", f"Nina <{nina.address}>", "--because", "Elena has moved away")
    table.hour()


def _outage(table: Table) -> None:
    """For two days nothing runs, over a deadline."""
    deadline = table.record().row.deadline
    assert deadline is not None
    while table.now.replace(tzinfo=None) < deadline - timedelta(hours=6):
        assert table.hour().problems == []
        deadline = table.record().row.deadline
    table.marks["outage"] = table.now
    table.hour(48)
    table.marks["back"] = table.now


def test_the_silent_one_is_reminded_waited_for_and_welcomed_back(played: Table) -> None:
    since, until = played.marks["silent"], played.marks["disputed"]
    clara = [
        (when, subject, text) for when, subject, text in played.players["green"].mails if since < when < until
    ]
    assert sum("reminder" in subject.casefold() for _, subject, _ in clara) >= 2
    others = "\n".join(text for when, _, text in played.players["red"].mails if since < when < until)
    assert "Clara" in others
    acts = [event.act for event in played.journal() if isinstance(event, Decreed)]
    assert "grace" in acts


def test_a_dispute_is_told_without_a_name_and_the_ruling_with_its_words(played: Table) -> None:
    anna = "\n".join(text for _, _, text in played.players["red"].mails)
    assert "the file was a forgery" in anna
    disputed = [text for when, _, text in played.players["red"].mails if when == played.marks["disputed"]]
    assert any("disputed" in text for text in disputed)
    assert not any("Dmitri protests" in text or "this cannot have been so" in text for text in disputed)


def test_the_new_player_has_the_seat_and_the_old_code_is_dead(played: Table) -> None:
    assert played.record().seat_rows["brown"].name == "Nina"
    assert any("Nina" in text for _, _, text in played.players["red"].mails)
    assert played.gone is not None
    late = [when for when, _, _ in played.gone.mails if when > played.marks["replaced"] + timedelta(hours=2)]
    assert late == []


def test_the_outage_is_told_once_and_the_deadline_moved(played: Table) -> None:
    for player in ("red", "blue", "green", "yellow"):
        told = [text for when, _, text in played.players[player].mails if when == played.marks["back"]]
        assert sum("was not at work" in text for text in told) == 1, told


def test_the_journal_is_the_game_and_every_die_is_what_the_seed_says(played: Table) -> None:
    record = played.record()
    events = played.journal()
    assert fold(effective(events)) == record.state
    assert any(isinstance(event, Ruled) for event in events)
    roll = record.dice()
    for event in events:
        if isinstance(event, Rolled) and not event.label.endswith(" ruled"):
            assert event.value == roll(event.label, 20)


def test_no_mail_came_twice_and_none_was_held(played: Table) -> None:
    sent = played.sent()
    assert len({message_id for message_id, _ in sent}) == len(sent)
    assert {state for _, state in sent} == {"sent"}


def test_annas_mails_in_order(played: Table, tmp_path: Path) -> None:
    """Written down for whoever wants to read them; every deadline is later than the mail that tells it."""
    (tmp_path / "anna.txt").write_text(letterbox(played.players["red"].mails), "utf-8")
    assert len(played.players["red"].mails) > 40
