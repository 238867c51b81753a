"""How the polls do: trouble is mailed once a day for each kind and once when it is over, and a poll that dies is seen by the next."""

from datetime import timedelta
from typing import Any

import pytest

from pbem.mail import points
from pbem.service import pollwatch
from pbem.service.poll import PollResult, poll
from pbem.store.database import transaction

from .mailgame import MailGame, subject_of, text_of

MODERATOR = "gm@judge.example"


def polled(game: MailGame, minutes: float = 5) -> PollResult:
    game.now += timedelta(minutes=minutes)
    return poll(game.site, game.now)


def told(game: MailGame) -> list[str]:
    return [subject_of(mail) for mail in game.to(MODERATOR) if "polls" in subject_of(mail)]


def course(game: MailGame) -> pollwatch.Course:
    with transaction(game.site.engine) as connection:
        return pollwatch.course(connection)


@pytest.fixture
def blind(game: MailGame) -> Any:
    """Take the inbox away, and give it back."""
    box = game.folder / "mail" / "in"

    def take(away: bool) -> None:
        if away:
            box.rename(box.with_name("gone"))
            box.touch()
        else:
            box.unlink()
            box.with_name("gone").rename(box)

    return take


def test_trouble_is_told_once_a_day_and_when_it_is_over(game: MailGame, blind: Any) -> None:
    blind(True)
    for _ in range(4):
        assert polled(game).problems
    assert told(game) == ["Something is wrong with the polls"]
    assert "mail folder" in text_of(game.to(MODERATOR)[-1])
    assert f"pbem doctor --site {game.folder}" in " ".join(text_of(game.to(MODERATOR)[-1]).split())
    assert [one.told for one in course(game).trouble.values()] == [True]
    polled(game, 24 * 60)
    assert told(game) == ["Something is wrong with the polls"] * 2
    blind(False)
    assert polled(game).problems == []
    assert polled(game).problems == []
    assert told(game)[2:] == ["The polls work again"]
    assert course(game).trouble == {}


def test_what_comes_back_within_a_day_is_not_told_again(game: MailGame, blind: Any) -> None:
    for _ in range(3):
        blind(True)
        polled(game)
        blind(False)
        polled(game)
    assert told(game) == ["Something is wrong with the polls", "The polls work again"]


def die(game: MailGame) -> None:
    """A poll that is killed in the middle."""

    def listen(name: str) -> None:
        raise SystemExit  # what a kill leaves undone is left undone below

    before = pollwatch._end
    pollwatch._end = lambda *_: None  # type: ignore[assignment]  # a killed process writes nothing any more
    points.listen(listen)
    try:
        with pytest.raises(SystemExit):
            polled(game)
    finally:
        points.listen(None)
        pollwatch._end = before


def test_a_poll_that_died_is_simply_done_again_but_not_for_ever(game: MailGame) -> None:
    die(game)
    polled(game)
    assert told(game) == []
    for _ in range(pollwatch.DEATHS):
        die(game)
    at_work = course(game).at_work
    assert at_work is not None
    assert at_work.died == pollwatch.DEATHS - 1
    polled(game)
    assert told(game) == ["Something is wrong with the polls"]
    assert "3 polls in a row did not come to their end" in text_of(game.to(MODERATOR)[-1])
    assert course(game).at_work is None


def test_an_error_of_the_program_is_told_by_the_next_poll(
    game: MailGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(name: str) -> None:
        raise RuntimeError("ouch: a secret")

    points.listen(broken)
    try:
        with pytest.raises(RuntimeError):
            polled(game)
    finally:
        points.listen(None)
    assert course(game).at_work is None
    polled(game)
    assert told(game)[0] == "Something is wrong with the polls"
    mail = next(mail for mail in game.to(MODERATOR) if "wrong" in subject_of(mail))
    assert "RuntimeError" in text_of(mail)
    assert "a secret" not in text_of(mail)


def test_when_polls_ran_is_remembered(game: MailGame) -> None:
    for _ in range(pollwatch.KEPT + 3):
        polled(game)
    ran = course(game).ran
    assert len(ran) == pollwatch.KEPT
    assert ran[-1] == game.now
    assert ran[-1] - ran[-2] == timedelta(minutes=5)
