"""What people without a seat write: PRACTICE and WATCH, among other things."""

import pytest

from pbem.orders.outsiders import Wish, wishes
from pbem.orders.reader import read

from .names_of_the_game import LEXICON


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("PRACTICE", Wish("practice")),
        ("practice, please", Wish("practice")),
        ("Practise advanced", Wish("practice", "advanced")),
        ("*practice swiss-ah*", Wish("practice", "swiss-ah")),
        ("I'd like to practice", Wish("practice")),
        ("PRACTICE game", Wish("practice")),
        ("end practice", Wish("end practice")),
        ("WATCH autumn-27", Wish("watch", "autumn-27")),
        ("please watch the game autumn27.", Wish("watch", "autumn27")),
        ("Hi, watch: autumn27", Wish("watch", "autumn27")),
        ("unwatch autumn27", Wish("unwatch", "autumn27")),
        ("stop watching autumn27", Wish("unwatch", "autumn27")),
    ],
)
def test_what_people_type(typed: str, meant: Wish) -> None:
    assert wishes([typed]) == ((meant,), ())


@pytest.mark.parametrize(
    "talk",
    [
        "practice makes perfect",
        "Practicing law in Zurich",
        "watch out for me",
        "I watch a lot of films",
        "watching",
        "yes please, as Anna",
        "unwatch",
        "end of practice",
    ],
)
def test_what_is_only_talk(talk: str) -> None:
    assert wishes([talk]) == ((), (talk,))


def test_what_is_left_is_read_as_an_answer() -> None:
    assert wishes(["YES as Anna", "PRACTICE", "practice"]) == ((Wish("practice"),), ("YES as Anna",))


def test_set_calendar_on_takes_no_order_below_it_along() -> None:
    found = read(["SET CALENDAR ON", "PURGE G", "- DIARY: well", "- END DIARY", "- READY"], LEXICON)
    assert [line.verb for reading in found for line in reading.lines] == [
        "set calendar",
        "purge",
        "diary",
        "ready",
    ]
