"""Awards: each is reached, each has its fact, ties are shared."""

from collections import Counter

import pytest

from pbem.engine import events
from pbem.engine.events.words import Diary
from pbem.engine.state import State, evolve
from pbem.report.annals import Annals
from pbem.report.awards import AWARDS, awards, awards_text
from pbem.report.brief import Once

from ..botgames import GAMES, over

ALL = pytest.mark.parametrize(("name", "seed"), GAMES)
#: Of the people who write and order, which the bots' games have none of.
WRITTEN = {"Night Watchman, First Class", "Lenin Prize for Prose, not to be published"}


def of(game, journal=None, lines=(), sheets=None):
    found = awards(
        game.names, Annals(journal or game.journal), lines, game.sheets if sheets is None else sheets
    )
    return dict(found)


def once(player, text, verb="hold", state="dead", number=1):
    return Once(player, number, text, verb, 1, "purge", state, "")


def test_every_award_is_earned_in_some_game_or_by_writing():
    earned = {title for name, seed in GAMES for title in of(over(name, seed))}
    assert earned | WRITTEN == {title for title, _ in AWARDS}
    game = over(*GAMES[0])
    him = game.seats[0].colour
    written = of(game, [*game.journal, Diary(him, "so it goes")], [once(him, "HOLD KGB")])
    assert written.keys() >= WRITTEN


def test_there_are_at_least_twelve_kinds_and_a_whole_game_earns_most_of_them():
    assert len(AWARDS) == len({title for title, _ in AWARDS}) >= 12
    assert max(len(of(over(name, seed))) for name, seed in GAMES) >= 12


@ALL
def test_each_has_winners_that_play_and_a_fact(name, seed):
    game = over(name, seed)
    known = {*game.names.player.values(), *game.names.surname.values()}
    for title, award in of(game).items():
        assert award.winners, title
        assert set(award.winners) <= known or title == "The Empty Chair", title
        assert len(award.fact) > 20, title
        assert award.fact.endswith("."), title


@ALL
def test_they_are_the_same_whenever_they_are_counted(name, seed):
    game = over(name, seed)
    text = awards_text(game.names, Annals(game.journal), (), game.sheets)
    assert text == awards_text(
        game.names, Annals(list(game.journal)), (), dict(reversed(game.sheets.items()))
    )


def counted(game):
    """By an eye of its own: who was purged by whom, who waved, who lived through what."""
    state, counts = (
        State(),
        {key: Counter() for key in ("train", "bolt", "forger", "wrist", "hero", "overtime")},
    )
    purger = None
    for e in game.journal:
        match e:
            case events.PurgeRolled(by, victim, die, modifier, needed):
                holder = state.controller(by)
                purger = holder if die + modifier >= needed else None
                if die + modifier < needed:
                    counts["forger"][victim] += 1
                    counts["bolt"].update([holder] if holder else [])
            case events.SentToSiberia(_, "purge", _):
                counts["train"].update([purger] if purger else [])
            case events.Waved(_, politician, _):
                counts["wrist"][politician] += 1
            case events.WentToSanatorium(politician):
                counts["hero"][politician] += 1
            case events.Aged(politician, years, _):
                counts["overtime"][politician] += years
        state = evolve(state, e)
    return counts


@ALL
def test_the_facts_are_those_of_the_journal(name, seed):
    game = over(name, seed)
    counts, earned = counted(game), of(game)
    titles = {
        "train": ("Order of the Long Train", game.names.who, 1),
        "bolt": ("The Bent Revolver", game.names.who, 2),
        "forger": ("The Golden Forger", game.names.of, 2),
        "wrist": ("The Tireless Wrist", game.names.of, 2),
        "hero": ("Hero of the Sanatorium", game.names.of, 1),
        "overtime": ("Hero of Labour", game.names.of, 3),
    }
    for key, (title, naming, least) in titles.items():
        top = max(counts[key].values(), default=0)
        if top < least:
            assert title not in earned
            continue
        winners = {naming(one) for one, number in counts[key].items() if number == top}
        assert set(earned[title].winners) == winners, title
        said = {1: "once", 2: "twice"}.get(top, str(top))
        assert str(top) in earned[title].fact or said in earned[title].fact, title


@ALL
def test_the_best_kept_secret_was_never_shown(name, seed):
    game = over(name, seed)
    award = of(game)["Best Kept Secret"]
    shown = {
        (e.player, e.politician)
        for e in game.journal
        if isinstance(e, events.InfluenceDeclared | events.InfluenceGrown)
    }
    kept = {
        (player, letter): points
        for player, sheet in game.sheets.items()
        for letter, points in sheet.items()
        if (player, letter) not in shown
    }
    top = max(kept.values())
    assert award.fact.startswith(f"{top} on ")
    assert set(award.winners) == {game.names.who(p) for (p, _), points in kept.items() if points == top}


def test_ties_are_shared():
    game = over(*GAMES[0])
    one, other = game.seats[0], game.seats[2]
    same = [Diary(one.colour, "we are all tired"), Diary(other.colour, "she is not wrong")]
    award = of(game, [*game.journal, *same])["Lenin Prize for Prose, not to be published"]
    assert list(award.winners) == [one.name, other.name]
    more = of(game, [*game.journal, *same, Diary(other.colour, "again")])
    assert list(more["Lenin Prize for Prose, not to be published"].winners) == [other.name]


def test_the_watchman_is_whoever_gave_the_same_order_most_often_in_vain():
    game = over(*GAMES[0])
    one, other = game.seats[0], game.seats[1]
    lines = [
        *(once(one.colour, "HOLD KGB", number=n) for n in range(2)),
        *(once(other.colour, "PROTECT MINE", "protect", number=n) for n in range(3)),
        *(once(one.colour, "HOLD PC", state="used", number=n) for n in range(5, 10)),
    ]
    award = of(game, lines=lines)["Night Watchman, First Class"]
    assert (list(award.winners), award.fact) == ([other.name], "Ordered “PROTECT MINE” 3 times. Nobody came.")


def test_none_without_a_fact():
    game = over(*GAMES[0])
    at = next(
        n for n, e in enumerate(game.journal) if isinstance(e, events.PhaseOpened) and e.phase == "cure"
    )
    short = [*game.journal[: at + 1], events.PhaseClosed(1, "cure"), events.GameEnded((), "agreed")]
    assert set(of(game, short, sheets={})) <= {"The Empty Chair"}
    assert awards_text(game.names, Annals(short), (), {}) == []
