"""Second thoughts in one letter: what is unmistakable is done, what is not is rejected and said; nothing goes by unsaid."""

import pytest

from pbem.orders.canonical import canonical
from pbem.orders.reader import Reading, read

from .names_of_the_game import LEXICON


def letter(text: str) -> list[Reading]:
    return read(text.split("\n"), LEXICON)


def standing(text: str) -> list[str]:
    return [canonical(line, LEXICON) for reading in letter(text) for line in reading.lines]


@pytest.mark.parametrize(
    ("text", "stands"),
    [
        ("purge manjak\nno wait, purge satin instead", ["PURGE Satin"]),
        ("purge manjak\nNo wait. Purge Satin instead.", ["PURGE Satin"]),
        ("purge manjak, no wait, purge satin", ["PURGE Satin"]),
        ("purge manjak\nno wait,\npurge satin instead", ["PURGE Satin"]),
        ("purge manjak\npurge satin instead of manjak", ["PURGE Satin"]),
        ("purge manjak\ninstead of manjak purge satin", ["PURGE Satin"]),
        ("purge manjak\nactually, purge satin", ["PURGE Satin"]),
        ("purge manjak\nwait, purge satin", ["PURGE Satin"]),
        ("purge manjak\nno wait, try satin instead", ["TRY Satin"]),
        (
            "promote palavrian to dm\nno wait - promote karrienko to dm instead of palavrian",
            ["PROMOTE Karrienko TO DM"],
        ),
        (
            "shift G to fm\npromote z to dm\nno wait, promote w to dm",
            ["SHIFT Palavrian TO FM", "PROMOTE Bungaloff TO DM"],
        ),
        ("purge manjak and then try satin\nno wait, purge G instead", ["TRY Satin", "PURGE Palavrian"]),
        ("declare 6 G\nno wait, declare 7 G", ["DECLARE 7 Palavrian"]),
        ("cure g\nno wait, work g", ["WORK Palavrian"]),
        ("vote yes\nno wait vote no", ["VOTE NO"]),
        ("purge manjak\nscrap that", []),
        ("purge manjak\nnever mind", []),
        ("purge manjak. no wait, dont", []),
        ("purge manjak\nScrap that. Purge satin.", ["PURGE Satin"]),
        ("purge manjak\nhold kgb to 8\nforget the purge", ["HOLD KGB UP TO 8"]),
        ("hold dm to 5\ncancel the hold on dm", []),
        ("try satin\npurge manjak\nforget manjak", ["TRY Satin"]),
    ],
)
def test_an_unmistakable_correction_is_followed_and_the_old_line_says_that_it_does_not_stand(
    text: str, stands: list[str]
) -> None:
    assert standing(text) == stands
    assert any("not stand: you took it back in line" in (reading.error or "") for reading in letter(text))


@pytest.mark.parametrize(
    ("text", "stands"),
    [
        ("purge manjak\npurge satin\nno wait, purge G instead", ["PURGE Manjak", "PURGE Satin"]),
        ("hold kgb\npurge manjak\nno wait, try satin instead", ["HOLD KGB", "PURGE Manjak"]),
        ("purge manjak, satin\nforget the purge of satin", ["PURGE Manjak, Satin"]),
        ("purge manjak\nsorry i meant satin", ["PURGE Manjak"]),
        ("purge manjak\nno wait, that was last year", ["PURGE Manjak"]),
        ("purge manjak\nI changed my mind", ["PURGE Manjak"]),
        ("purge manjak\nno wait, purge Zaphod instead", ["PURGE Manjak"]),
        ("try satin\nforget manjak", ["TRY Satin"]),
    ],
)
def test_a_doubtful_correction_is_rejected_and_says_what_stands(text: str, stands: list[str]) -> None:
    assert standing(text) == stands
    readings = letter(text)
    assert readings[-1].kind == "rejected"
    assert "stand" in (readings[-1].error or "")
    assert all(one in (readings[-1].error or "") for one in stands)
    assert any("may have been meant to take it back" in note for one in readings for note in one.notes)


@pytest.mark.parametrize(
    "text", ["purge manjak. Actually if blue has FM", "purge manjak\nno wait, if blue has FM"]
)
def test_an_order_never_runs_without_what_may_be_its_condition(text: str) -> None:
    assert standing(text) == []
    assert {reading.kind for reading in letter(text)} == {"rejected"}


@pytest.mark.parametrize(
    "text",
    [
        "cancel the hold on dm",
        "cancel my vote",
        "scrap that",
        "no wait",
        "no purge after all",
        "hold kgb instead of fm",
    ],
)
def test_what_stands_in_an_older_letter_is_taken_back_by_its_number(text: str) -> None:
    (reading,) = letter(text)
    assert reading.kind == "rejected"
    assert "CANCEL 3" in (reading.error or "")


@pytest.mark.parametrize(
    "text",
    [
        "Never mind the typos",
        "Hold on a second",
        "Not that I mind",
        "I mean Palavrian is great",
        "sorry a bit late",
        "Sorry, no",
        "actually yes",
        "no wait, that was last year",
        "I changed my mind about the party",
        "wait, I am not sure",
        "Drop the ball",
    ],
)
def test_talk_stays_talk(text: str) -> None:
    assert [reading.kind for reading in letter(text)] == ["ignored"]


@pytest.mark.parametrize(
    ("text", "stands"),
    [
        ("purge satin instead of manjak", ["PURGE Satin"]),  # a later letter replaces anyway (E7)
        ("no wait, purge satin", ["PURGE Satin"]),
        ("vote no, wait", ["VOTE NO", "WAIT"]),
        ("wait, purge satin", ["WAIT", "PURGE Satin"]),
        ("MODERATOR: no wait, purge satin instead", ["MODERATOR: no wait, purge satin instead"]),
    ],
)
def test_without_an_order_above_a_line_is_what_it_says(text: str, stands: list[str]) -> None:
    assert standing(text) == stands


def test_nothing_of_the_working_state_comes_out() -> None:
    assert all(
        reading.heard is None for reading in letter("purge G\nno wait, purge T\nno wait, nothing like that")
    )
