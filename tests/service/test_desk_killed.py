"""A process that dies while the moderator rules, undoes, approves or lets go on, at his terminal or by mail: done again, all is as if nothing had happened."""

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

import pytest
from sqlalchemy import event

from pbem.engine.events import Announced, Decreed, Event
from pbem.mail import points
from pbem.service import desk, releasing, ruled, undoing
from pbem.service.poll import poll
from pbem.service.record import load
from pbem.service.site import Site
from pbem.service.undoing import Manner
from pbem.store.database import transaction

from .mailgame import MailGame, TextGame, subject_of
from .test_killed import _copied
from .test_pauses import on_trial
from .test_timing import spring

GM = "gm@judge.example"
LASTING = {
    "game": "select turn, session, deadline, events, head, status, held, pause, paused, code, waits, settings, opened from game",
    "events": "select number, data, digest, shown from event order by number",
    "lines": "select player, number, data, state, why, born from line order by player, number",
    "changes": "select player, number, event, state, why from line_change order by player, number, event, state",
    "question": "select * from question",
    "mails": "select game, player, kind, number, recipient, message_id, state, raw from mail order by game, player, kind, number",
    "seats": "select colour, seen, mails, letters, lines, ready, misses, missed, autopilot from seat order by colour",
    "snapshots": "select viewer, number, state from snapshot order by viewer",
    "agenda": "select game, what, key, due from agenda order by game, what, key",
    "letters": "select sender, state, verdict from letter order by received, id",
}
Rows = dict[str, list[tuple[object, ...]]]
Deed = Callable[[Site], object]


class About(NamedTuple):
    """A game in which something is about to be done, when, and what.  `by_poll`: it is done again by the next poll in any case."""

    game: MailGame
    deed: Deed
    by_poll: bool = False


def everything(folder: Path) -> Rows:
    """All that lasts."""
    site = Site.open(folder)
    with site.engine.begin() as database:
        found = {name: [tuple(row) for row in database.exec_driver_sql(sql)] for name, sql in LASTING.items()}
    site.engine.dispose()
    return found


def in_a_child(folder: Path, deed: Deed, at: int = 0) -> list[str] | None:
    """Do it in a process that is killed at its moment number `at`: a named point of a poll, a commit or a begin.

    None if it was killed; else the names of all moments that it passed.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        passed: list[str] = []

        def moment(name: str) -> None:
            passed.append(name)
            if len(passed) == at:
                os.kill(os.getpid(), signal.SIGKILL)

        try:
            site = Site.open(folder)
            points.listen(moment)
            event.listen(site.engine, "commit", lambda *_: moment("commit"))
            event.listen(site.engine, "begin", lambda *_: moment("begin"))
            deed(site)
            os.write(writing, "\n".join([*passed, "done"]).encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        told = pipe.read().split("\n")
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return None
    assert told[-1] == "done", "the deed itself failed"
    return told[:-1]


def some_of(passed: Sequence[str]) -> Iterator[int]:
    """Of each name the first two moments and the last."""
    for at, name in enumerate(passed, 1):
        if passed[: at - 1].count(name) < 2 or name not in passed[at:]:
            yield at


def journal(folder: Path) -> list[Event]:
    """The whole journal of a site that nobody has open."""
    site = Site.open(folder)
    with transaction(site.engine) as connection:
        record = load(connection, "test")
        assert record is not None
        return record.events()


# --- what is about to be done ---


def waiting(folder: Path) -> MailGame:
    """A Spring in which Anna purges waits for approval."""
    game = TextGame(folder, options={"approval": "on"})
    game.begin()
    game.now += timedelta(hours=1)
    releasing.release(game.site, "test", game.now)
    game.poll()
    game.write("red", "DECLARE 2 KGB\nPURGE FM\nPURGE SPO\nREADY")
    game.write("blue", "READY")
    game.write("green", "READY")
    game.poll(1)
    assert game.record().row.waits
    return game


def approved(folder: Path) -> About:
    game = waiting(folder)
    return About(game, lambda site: releasing.release(site, "test", game.now))


def approved_by_mail(folder: Path) -> About:
    game = waiting(folder)
    asked = [mail for mail in game.to(GM) if "waits for you" in subject_of(mail)][-1]
    head = f"From: The GM <{GM}>\nTo: judge@judge.example\nSubject: Re: {' '.join(subject_of(asked).split())}\nMessage-ID: <yes@judge.example>"
    game.put(f"{head}\nIn-Reply-To: {asked['Message-ID']}\n\nAPPROVE\n".encode())
    return About(game, lambda site: poll(site, game.now), by_poll=True)


def reminded(folder: Path) -> About:
    game = spring(folder, reminders="24h")
    game.now += timedelta(hours=49)
    return About(game, lambda site: poll(site, game.now), by_poll=True)


def taken_back(folder: Path) -> About:
    game = waiting(folder)
    releasing.release(game.site, "test", game.now)
    game.poll(1)
    return About(
        game, lambda site: undoing.undo(site, "test", "last", "a slip", game.now, Manner(again=True))
    )


def announced(game: MailGame) -> str:
    """The number of the last announcement."""
    return str(max(at for at, event in enumerate(game.events(), 1) if isinstance(event, Announced)))


def to_the_middle(folder: Path) -> About:
    game = on_trial(folder)
    game.write("blue", "DECLARE 3 IND\nVOTE GUILTY ON PC")
    game.poll(1)
    to = announced(game)
    game.poll(40)
    return About(game, lambda site: undoing.undo(site, "test", to, "a slip", game.now))


def let_go_on(folder: Path) -> About:
    about = to_the_middle(folder)
    about.deed(about.game.site)
    about.game.poll()
    assert about.game.record().row.held
    return About(about.game, lambda site: desk.resume(site, "test", about.game.now))


def voided(folder: Path) -> About:
    game = on_trial(folder)
    game.write("blue", "DECLARE 3 IND\nVOTE GUILTY ON PC")
    game.poll(1)
    to = announced(game)
    return About(game, lambda site: ruled.void(site, "test", to, "not so", game.now))


def answered(folder: Path) -> About:
    game = on_trial(folder)
    return About(
        game,
        lambda site: ruled.answer(site, "test", "blue", ["VOTE GUILTY ON PC"], "he telephoned", game.now),
    )


def read_otherwise(folder: Path) -> About:
    game = on_trial(folder)
    return About(
        game, lambda site: ruled.house(site, "test", "HR-9", "guilty", "so be it", game.now, once=True)
    )


CASES: dict[str, Callable[[Path], About]] = {
    one.__name__: one
    for one in (
        approved,
        approved_by_mail,
        reminded,
        taken_back,
        to_the_middle,
        let_go_on,
        voided,
        answered,
        read_otherwise,
    )
}


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_killed_anywhere_and_done_again_the_game_is_the_same(tmp_path: Path, case: str) -> None:
    game, deed, by_poll = CASES[case](tmp_path / "site")
    game.site.engine.dispose()
    before = everything(game.folder)

    def afterwards(folder: Path) -> Rows:
        site = Site.open(folder)
        assert poll(site, game.now).problems == []
        site.engine.dispose()
        return everything(folder)

    whole = _copied(game.folder, tmp_path / "whole")
    passed = in_a_child(whole, deed)
    assert passed
    wanted = afterwards(whole)
    assert wanted["mails"] != before["mails"]
    for at in some_of(passed):
        folder = _copied(game.folder, tmp_path / f"killed{at}")
        assert in_a_child(folder, deed, at) is None
        if not by_poll and everything(folder) == before:  # else it was done when the kill came
            site = Site.open(folder)
            deed(site)
            site.engine.dispose()
        assert afterwards(folder) == wanted, f"killed at {at} of {len(passed)}, {passed[at - 1]}"


def test_what_is_killed_is_really_killed(tmp_path: Path) -> None:
    game, deed, _ = answered(tmp_path / "site")
    game.site.engine.dispose()
    folder = _copied(game.folder, tmp_path / "killed")
    assert in_a_child(folder, deed, 1) is None
    assert everything(folder) == everything(game.folder)
    assert in_a_child(folder, deed)
    acts = [one.act for one in journal(folder) if isinstance(one, Decreed)]
    assert acts[-1:] == ["answer"]
