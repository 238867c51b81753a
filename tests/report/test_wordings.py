"""E15: at least six wordings for every kind, none twice a year while there are enough, the same in every telling."""

import re
import string
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from pbem.engine import view
from pbem.engine.events import Diary, Event, PhaseOpened, Printed
from pbem.engine.state import State, fold
from pbem.engine.variants import rules_for
from pbem.orders.reader import read
from pbem.report.chronicle import Section, chronicle
from pbem.report.naming import Names, names_of
from pbem.report.prose import HELD, harmless, wrap
from pbem.report.voice import Voice
from pbem.report.wordings import WORDINGS
from pbem.report.year_so_far import wordings_used
from tests.fuzz.botgame import by_bots

from .played import Game, seats_of

WHISPERS = ("For your eyes only", "For the moderator alone")


def filled(text: str) -> str:
    """A wording with the kind of words that stand in it."""
    fields = {field for _, field, _, _ in string.Formatter().parse(text) if field}
    samples = {
        "actor": "KGB Head Strychnin (Anna)",
        "target": "Candidate Satin",
        "him": "Manjak",
        "victim": "Manjak",
        "player": "Anna",
        "points": "7",
        "list": "Manjak and Satin",
        "to": f"Candidate{HELD}C3",
        "die": "rolled 7, needed 5",
        "years": "2 years",
        "age": "71",
    }
    return text.format(**{field: samples.get(field, "Boris") for field in fields})


@pytest.mark.parametrize("key", sorted(WORDINGS))
def test_at_least_six_of_each_all_different(key: str) -> None:
    assert len(WORDINGS[key]) >= 6
    assert len({re.sub(r"\(.*?\)", "", text) for text in WORDINGS[key]}) == len(WORDINGS[key]), (
        "beside the facts"
    )


@pytest.mark.parametrize("key", sorted(WORDINGS))
def test_no_wording_begins_like_an_order_wherever_it_is_wrapped(key: str, games: Any) -> None:
    lexicon = names_of(games[0][0][0].rules, games[0][0][0].seats).lexicon
    for text in WORDINGS[key]:
        for line in [filled(text), *harmless(wrap(filled(text), "  "), lexicon)]:
            assert not line.lstrip().startswith("|"), (key, line)
            readings = read([line], lexicon)
            assert {one.kind for one in readings} <= {"ignored", "comment"}, (key, line)


@pytest.mark.parametrize("key", sorted(WORDINGS))
def test_every_wording_ends_like_a_sentence(key: str) -> None:
    for text in WORDINGS[key]:
        assert text.endswith((".", "”", "…")), text
        assert "  " not in text and text == text.strip()


def test_all_wordings_of_a_kind_come_before_one_comes_again() -> None:
    for key, choices in WORDINGS.items():
        voice = Voice("winter-5")
        voice.at(3)
        said = [voice.next(key) for _ in range(2 * len(choices))]
        assert sorted(said[: len(choices)]) == sorted(choices)
        assert said[len(choices) :] == said[: len(choices)]


def test_another_game_and_another_year_begin_elsewhere() -> None:
    def order(label: str, turn: int) -> tuple[str, ...]:
        voice = Voice(label)
        voice.at(turn)
        return tuple(voice.next("aged") for _ in range(8))

    games = Counter(order(f"game {n}", 1) for n in range(60))
    years = Counter(order("winter-5", turn) for turn in range(1, 12))
    assert len(games) > 30 and max(games.values()) < 6
    assert len(years) > 7


# --- whole games ---


class Counting(Voice):
    """Remembers every wording that was said, by year and kind."""

    def __init__(self, label: str) -> None:
        super().__init__(label)
        self.said: Counter[tuple[int, str, str]] = Counter()

    def next(self, key: str) -> str:
        found = super().next(key)
        self.said[self.turn or 0, key, found] += 1
        return found


@pytest.fixture(scope="module")
def bot_games() -> list[tuple[Names, list[Event]]]:
    """Whole games between bots: names and journal."""
    found = []
    for name in ("basic/4", "advanced/5", "swiss/4", "basic/6"):
        for seed in (1, 2):
            game = by_bots(seed, name)
            found.append((names_of(game.rules, seats_of(game.watch.state.seats)), list(game.watch.journal)))
    return found


def whole(names: Names, journal: list[Event], **how: Any) -> list[Section]:
    return chronicle(names, State(), list(view.see(view.TABLE, journal)), None, **how)


def test_none_comes_twice_a_year_while_there_are_enough(bot_games: Any, monkeypatch: Any) -> None:
    voices: list[Counting] = []

    def counting(label: str = "", used: Any = None) -> Voice:
        voices.append(Counting(label))
        return voices[-1]

    monkeypatch.setattr("pbem.report.chronicle.Voice", counting)
    for names, journal in bot_games:
        whole(names, journal, label="winter-5")
    kinds = 0
    for voice in voices:
        for turn, key in {(turn, key) for turn, key, _ in voice.said}:
            counts = [n for (t, k, _), n in voice.said.items() if (t, k) == (turn, key)]
            kinds += sum(counts) > 1
            if sum(counts) <= len(WORDINGS[key]):
                assert max(counts) == 1, (turn, key)
    assert kinds > 40, "something came several times a year"


def cuts(journal: list[Event]) -> Iterator[int]:
    """Where reports are written: between phases, every third one."""
    opened = [at for at, event in enumerate(journal) if isinstance(event, PhaseOpened)]
    yield from opened[2::3]


def begins(story: list[Event]) -> int:
    """Where its last year begins."""
    turn, year = 0, 0
    for at, event in enumerate(story):
        if isinstance(event, PhaseOpened) and event.turn > max(turn, 1):
            turn, year = event.turn, at
    return year


def test_reports_put_together_tell_the_same_words_as_the_whole_story(bot_games: Any) -> None:
    for names, journal in bot_games:
        story = list(view.see(view.TABLE, journal))
        told = []
        places = [0, *cuts(story), len(story)]
        for start, end in pairwise(places):
            before = fold(story[:start])
            year = begins(story[:start])
            used = wordings_used(names, fold(story[:year]), story[year:start]) if start else {}
            told += chronicle(names, before, story[start:end], None, used=used, label="winter-5")
        parts = [(s.heading, p) for s in told for p in s.paragraphs]
        assert parts == [
            (s.heading, p) for s in whole(names, journal, label="winter-5") for p in s.paragraphs
        ]


def public(sections: list[Section]) -> list[str]:
    return [p for s in sections for p in s.paragraphs if not p.startswith(WHISPERS)]


def test_two_players_read_the_same_words_whatever_one_of_them_keeps_secret(bot_games: Any) -> None:
    """A diary, and every other secret, moves nothing."""
    for names, journal in bot_games:
        middle = len(journal) // 2
        secret = [*journal[:middle], Diary("red", "I know everything."), *journal[middle:]]
        ours = chronicle(names, State(), list(view.see("red", secret)), "red", label="winter-5")
        theirs = chronicle(names, State(), list(view.see("nobody", journal)), "nobody", label="winter-5")
        assert _but_sheets(public(ours)) == _but_sheets(public(theirs))


def _but_sheets(paragraphs: list[str]) -> list[str]:
    return [p for p in paragraphs if not p.startswith("The sheets")]


# --- the players' own words ---


def parade_of(game: Game) -> int:
    return next(
        at
        for at, event in enumerate(game.journal)
        if isinstance(event, PhaseOpened) and event.phase == "parade"
    )


def test_a_slogan_hangs_over_its_parade_and_the_paper_has_a_heading_of_its_own(games: Any) -> None:
    game: Game = games[0][-1][0]
    names = names_of(game.rules, game.seats)
    at = parade_of(game)
    closed = (
        next(n for n in range(at, len(game.journal)) if type(game.journal[n]).__name__ == "PhaseClosed") + 1
    )
    words = [
        Printed("slogan", "red", text="Onward!"),
        Printed("pravda", "blue", text="PURGE Manjak"),
        Printed("pravda", text="psst"),
    ]
    story = [*game.journal[:closed], *words, *game.journal[closed:]]
    told = chronicle(names, State(), story, None, label="winter-5")
    parade = next(n for n, s in enumerate(told) if "Parade Phase" in s.heading)
    assert "“Onward!”" in told[parade].paragraphs[0]
    assert "“Onward!”" not in "".join(told[parade].paragraphs[1:])
    readers = told[parade + 1]
    assert readers.heading == "From our readers"
    assert "Reform Expansionists (Ben)" in readers.paragraphs[0] and "“PURGE Manjak”" in readers.paragraphs[0]
    assert "Ben" not in readers.paragraphs[1] and "“psst”" in readers.paragraphs[1]
    assert told[parade + 2].heading != "From our readers"
    plain = chronicle(names, State(), game.journal, None, label="winter-5")
    kept = [(s.heading, p) for s in told for p in s.paragraphs if not re.search("Onward|Manjak”|psst", p)]
    assert kept == [(s.heading, p) for s in plain for p in s.paragraphs], "nothing else is told otherwise"


def test_a_diary_is_told_to_its_writer_alone(games: Any) -> None:
    game: Game = games[0][-1][0]
    names = names_of(game.rules, game.seats)
    entry = Diary("red", "Nine on Manjak.")
    state = fold(game.journal)
    (section,) = chronicle(names, state, [entry], "red")
    assert section.paragraphs == ["For your eyes only: your diary has taken an entry of 15 characters."]
    for viewer in ("blue", None):
        assert chronicle(names, state, [entry], viewer) == []
    assert entry.seen_by("blue") is None and entry.seen_by(view.TABLE) is None


def test_no_wording_names_a_card_or_a_politician() -> None:
    """Whoever reads a card's name in the chronicle must be right to think that it was played."""
    names: set[str] = set()
    for preset, options in (("advanced", {"revolution": "mixed"}), ("basic", {})):
        rules = rules_for(preset, options, seats=4)
        names |= {card.name.casefold() for card in rules.deck.values()}
        names |= {card.surname.casefold() for card in rules.cards.values()}
    for choices in WORDINGS.values():
        for text in choices:
            assert not [name for name in names if re.search(rf"\b{re.escape(name)}\b", text.casefold())], text
