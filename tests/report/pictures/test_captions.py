"""The line of satire under the picture of a year: always a fact of that year, another kind each year."""

import re
from itertools import pairwise

import pytest

from pbem.engine.events import Aged, Died, NobodyWaved, SentToSiberia, Waved
from pbem.report.annals import Annals
from pbem.report.captions import caption

from ..botgames import GAMES, over


def told(game):
    """Each year and its line."""
    span = Annals(game.public).span
    for turn in range(1, span + 1):
        annals = Annals(game.public, turn)
        yield annals.years[-1], caption(game.names, annals)


@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_a_caption_is_true(name, seed):
    game = over(name, seed)
    for year, said in told(game):
        nobody, waved = [*year.of(NobodyWaved)], [*year.of(Waved)]
        if "balcony was empty" in said or "meant to wave" in said:
            assert nobody
            assert ("meant" in said) == (nobody[0][1].why == "failed")
        if " waved" in said:
            assert any(game.names.of(e.politician) in said for _, e in waved)
        aged = re.search(r"aged (\d+) year", said)
        if aged:
            assert int(aged[1]) == sum(e.years for _, e in year.of(Aged))
        mean = re.search(r"Average age of the Politburo: (\d+)", said)
        if mean:
            ages = [p.age for p in year.closed.politburo()]
            assert int(mean[1]) == sum(ages) // len(ages)
        if "forestry" in said or "suitcase" in said:
            assert [game.names.of(e.politician) for _, e in year.of(SentToSiberia)] == [
                said.split(" has ")[0]
            ]
        if "is resting" in said:
            assert [game.names.of(e.politician) for _, e in year.of(Died)] == [said.split(" is ")[0]]


def test_there_are_many_kinds_and_two_years_running_never_say_the_same():
    lines = [[said for _, said in told(over(name, seed))] for name, seed in GAMES]
    assert all(one != other for mine in lines for one, other in pairwise(mine))
    words = {re.sub(r"[A-Z]\w+|\d+|one|two|three", "*", said) for mine in lines for said in mine}
    assert len(words) >= 8
