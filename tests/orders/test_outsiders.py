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


@pytest.mark.parametrize(
    ("typed", "rules"),
    [("PRACTICE advnaced", "advnaced"), ("practise advanced", "advanced"), ("PRACTICE swis", "swis")],
)
def test_a_player_asks_for_practice_and_mistypes_it(typed: str, rules: str) -> None:
    """What is no preset is refused with the list of them, not passed over."""
    (reading,) = read([typed], LEXICON)
    assert [(line.verb, line.words) for line in reading.lines] == [("practice", rules)]


@pytest.mark.parametrize("prose", ["practice makes perfect", "Practice tomorrow"])
def test_a_player_who_speaks_of_practice(prose: str) -> None:
    assert [one.kind for one in read([prose], LEXICON)] == ["ignored"]
