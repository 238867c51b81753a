"""The chronicle: complete, public in its choices, pleasant to read (E15)."""

import re
import string
from typing import Any

import pytest

from pbem.engine import events, view
from pbem.engine.codec import KINDS
from pbem.engine.events import Event
from pbem.engine.state import State, fold
from pbem.report import decreed_told, deeds_told, events_told, health_told, papers_told  # noqa: F401
from pbem.report.backwards import rewound
from pbem.report.chronicle import FOLDED, TELLERS, Narrator, chronicle, public
from pbem.report.naming import names_of
from pbem.report.wordings import WORDINGS

from .played import Game


def test_every_kind_of_event_is_told_or_folded() -> None:
    kinds = set(KINDS.values())
    assert kinds == set(TELLERS) | FOLDED
    assert not set(TELLERS) & FOLDED


def test_at_least_three_wordings_each() -> None:
    for key, choices in WORDINGS.items():
        assert len(choices) >= 3 and len(set(choices)) == len(choices), key


def test_the_wordings_of_a_kind_tell_the_same_facts() -> None:
    """Each wording of a kind has the fields of all the others, but for how a name is dressed."""
    for key, choices in WORDINGS.items():
        fields = [{field for _, field, _, _ in string.Formatter().parse(text) if field} for text in choices]
        assert all(f == fields[0] for f in fields), (key, fields)


def test_nobody_is_he_or_she() -> None:
    for choices in WORDINGS.values():
        for text in choices:
            assert not re.search(
                r"\b(he|she|his|her|him|himself|herself)\b", text.replace("{him}", ""), re.I
            ), text


def told(game: Game, viewer: str) -> str:
    names = names_of(game.rules, game.seats)
    story = list(view.see(viewer, game.journal))
    return "\n".join(p for s in chronicle(names, State(), story, viewer) for p in s.paragraphs)


def test_all_players_read_the_same_public_words(games: Any) -> None:
    """Nothing secret moves the choice of words; what is for one reader alone stands apart."""
    for played in games:
        game = played[-1][0]
        texts = set()
        for seat in game.seats:
            text = told(game, seat.colour).replace("yours", game.seats[0].name)
            lines = [
                line for line in text.split("\n") if not line.startswith(("For your eyes", "The sheets"))
            ]
            texts.add("\n".join(lines))
        assert len(texts) == 1


def test_no_none_and_no_letters(games: Any) -> None:
    """Nothing technical reaches a player: no None, no card letters, no empty brackets."""
    for played in games:
        for seat in played[-1][0].seats[:2]:
            text = told(played[-1][0], seat.colour)
            assert not re.search(r"None|\bnull\b|\(\)|  |[{}]|\b[B-HJ-Z]\b", text), re.search(
                r".{30}(None|\bnull\b|\(\)|  |[{}]|\b[B-HJ-Z]\b).{30}", text
            )


def test_every_die_is_shown(games: Any) -> None:
    for played in games:
        game = played[-1][0]
        text = told(game, game.seats[0].colour)
        dice = [e for e in game.journal if isinstance(e, events.Rolled)]
        shown = re.findall(r"rolled (\d+)|roll of (\d+)|rolls (\d+)|shows (\d+)\.", text)
        assert len(shown) >= len(dice)


def test_a_run_of_one_kind_is_never_worded_twice_the_same(games: Any) -> None:
    """Within a phase the wordings go round."""
    names = names_of(games[0][0][0].rules, games[0][0][0].seats)
    narrator = Narrator(names, State(), [], None)
    said = [narrator.word("suspected", him="Satin", marks="?") for _ in range(3)]
    assert len(set(said)) == 3


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_each_event_can_be_told_alone(games: Any, kind: str) -> None:
    """In a story that begins anywhere, an event of any kind makes a sentence and no error."""
    for played in games:
        game: Game = played[-1][0]
        names = names_of(game.rules, game.seats)
        state = State()
        for event in game.journal[:400]:
            if type(event).__name__ == kind:
                sections = chronicle(names, state, [event])
                assert all(p for s in sections for p in s.paragraphs)
                break
            state = fold([event], state)


def test_a_story_told_backwards_begins_where_it_began(games: Any) -> None:
    """`rewound` finds places, ages and waves again."""
    for played in games:
        game: Game = played[-1][0]
        half = len(game.journal) // 2
        start = fold(game.journal[:half])
        found = rewound(fold(game.journal), game.journal[half:])
        assert found.slots == start.slots
        assert {n: (p.place, p.age) for n, p in found.people.items()} == {
            n: (p.place, p.age) for n, p in start.people.items()
        }
        assert found.waves == start.waves


def test_a_rulings_facts_are_told(games: Any) -> None:
    game: Game = games[0][-1][0]
    names = names_of(game.rules, game.seats)
    state = fold(game.journal[:2])
    who = state.slots["KGB"]
    ruled: Event = events.Ruled(
        "A scribe’s slip. Purge G!", (events.Aged(who, 2, "ruling"), events.Suspected(who))
    )
    text = " ".join(p for s in chronicle(names, state, [ruled]) for p in s.paragraphs)
    assert text.startswith("The moderator rules: “A scribe’s slip. Purge G!”.")
    assert "2 SP, age 52" in text and "1 “?”" in text


def test_private_notes_do_not_move_the_words() -> None:
    assert not public(events.HouseRuled("HR-9", "no order", "red"))
    assert public(events.HouseRuled("HR-3", "a tie"))
    assert not public(events.Answered("red", "G", "purge", None))
