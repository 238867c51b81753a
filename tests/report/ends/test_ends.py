"""What is opened at the end, against the journal that it is told from."""

import re
from collections import Counter

import pytest

from pbem.engine import board, events
from pbem.engine.events.words import Diary
from pbem.engine.state import State, evolve, fold
from pbem.orders.reader import read
from pbem.report import ends, underhand
from pbem.report.annals import Annals
from pbem.report.brief import Once
from pbem.report.pictures.chosen import picture_of
from pbem.report.prose import harmless
from pbem.report.yearly import end_sections, year_sections

from ..botgames import GAMES, over


def joined(rows):
    """The words, as if each paragraph stood in one line."""
    return " ".join(row.lstrip("|* ").strip() for row in rows)


ALL = pytest.mark.parametrize(("name", "seed"), GAMES)


@ALL
def test_recorded_shown_and_left_are_what_the_journal_says(name, seed):
    game = over(name, seed)
    shown, state = Counter(), State()
    for event in game.journal:
        state = evolve(state, event)
        for letter, stakes in state.declared.items():
            for player, stake in stakes.items():
                shown[player, letter] = max(shown[player, letter], stake.points)
    annals = Annals(game.journal)
    assert annals.most_shown == dict(shown)
    text = joined(ends.sheets_text(game.names, annals, game.sheets)[2:])
    told = re.split(r"\b(" + "|".join(game.names.who(p) for p in state.seats) + "): ", text)[1:]
    assert told[::2] == [game.names.who(p) for p in state.seats]
    for player, cells in zip(state.seats, told[1::2], strict=True):
        first = game.sheets[player]
        letters = {*first, *(n for who, n in shown if who == player)}
        assert set(cells.strip().split(", ")) == {
            f"{game.names.of(n)} {first.get(n, 0)}/{shown[player, n] or '-'}/{state.written(player, n)}"
            for n in letters
        }


@ALL
def test_each_hidden_order_that_is_told_was_claimed_at_that_moment(name, seed):
    game = over(name, seed)
    annals = Annals(game.journal)
    text = joined(ends.orders_text(game.names, annals, ()))
    pattern = r"(?:In|At) the ([\w ]+) of (\d+) “(.+?)” of (\w+) (took|reached for) (\S+)(?: (?:from|against) \w+)? by showing (\d+)(?:, in vain)?\."
    told = re.findall(pattern, text)
    assert told
    claims, phase = set(), ("", "")
    for event in game.journal:
        if isinstance(event, events.PhaseOpened):
            phase = board.PHASE_NAMES[event.phase], str(board.year(event.turn))
        if isinstance(event, events.Claimed):
            for c in event.claims:
                who = game.names.who(c.player)
                claims.add((*phase, c.because, who, game.names.of(c.politician), str(c.points)))
    for phase, year, words, who, _, whom, points in told:
        assert (phase, year, words, who, whom, points) in claims


@ALL
def test_nobody_is_said_to_have_missed_a_chance_that_he_had_not(name, seed):
    game = over(name, seed)
    annals = Annals(game.journal)
    closed, state = [], State()
    for event in game.journal:
        state = evolve(state, event)
        if isinstance(event, events.PhaseClosed) and event.phase != "setup":
            closed.append(((event.turn, event.phase), state))
    moments = [when for when, _ in closed]
    found = ends.chances(annals)
    assert found
    for one in found:
        at = moments.index(one.begins)
        for _, there in closed[at : at + one.phases]:
            top = max((s.points for s in there.declared.get(one.letter, {}).values()), default=0)
            assert there.written(one.player, one.letter) > top
            assert there.controller(one.letter) == one.rival != one.player
            assert there.people[one.letter].place in board.POLITBURO
        assert all(there.controller(one.letter) != one.player for _, there in closed)


# --- every order that anybody had ---


def once(player, text, verb, why="", turn=1, phase="purge", state="dead", number=900):
    return Once(player, number, text, verb, turn, phase, state, why)


def told_of(*lines):
    game = over("basic/4", 3)
    rows = ends.orders_text(game.names, bare(game), lines)
    return joined(rows)


def bare(game):
    """The same years without any order that acted."""
    return Annals([e for e in game.journal if not isinstance(e, events.Claimed)])


@pytest.mark.parametrize(
    ("verb", "text", "why", "said"),
    [
        ("hold", "HOLD KGB UP TO 8", "nothing came up that it could serve", "and nobody came"),
        ("protect", "PROTECT Nikotin", "", "and nobody came"),
        ("hold", "HOLD KGB UP TO 6", "red was at 7, your limit was 6", "but Anna was at 7"),
        ("take", "TAKE PC", "red was at 9, and you recorded 8", "but Anna was at 9, and 8 was all there was"),
        ("declare", "DECLARE ALL PC WHEN PARADE", "nothing came up that it could serve", "and nothing came of it"),
        ("purge", "PURGE Nikotin", "you did not control the KGB Head, who held the power", "but the KGB Head listened to somebody else"),
        ("try", "TRY Nikotin IF TURN > 3", "its condition did not hold", "but its condition did not hold"),
        ("play", "PLAY 3 ON ACTOR WHEN PURGE OF MINE", "what it waits for was not announced", "and the moment never came"),
    ],
)  # fmt: skip
def test_an_order_that_lay_in_wait_in_vain_is_told(verb, text, why, said):
    him = over("basic/4", 3).seats[1]
    told = told_of(once(him.colour, text, verb, why))
    assert f"In the Purge Phase of 1951 {him.name} had ordered “{text}”, {said}." in told


def test_orders_that_tell_nothing_are_counted():
    him = over("basic/4", 3).seats[1].colour
    dull = [
        once(him, "CURE Nikotin", "cure", "its Politician was not asked", number=1),
        once(him, "HOLD KGB", "hold", "used", state="used", number=2),
        once(him, "WORK Nikotin", "work", "", state="replaced", number=3),
        once(him, "PRAVDA: glory", "pravda", "", state="used", number=4),
    ]
    told = told_of(once(him, "HOLD PC", "hold"), *dull)
    assert "There were 4 orders in all; the other 3 tell nothing more." in told
    assert "PRAVDA" not in told


def test_the_same_order_given_every_year_is_told_once():
    him = over("basic/4", 3).seats[1].colour
    told = told_of(*(once(him, "HOLD PC", "hold", turn=turn, number=turn) for turn in (1, 2, 3)))
    assert told.count("HOLD PC") == 1


def test_one_player_does_not_fill_a_whole_year():
    game = over("basic/4", 3)
    one, other = game.seats[1], game.seats[2]
    lines = [once(one.colour, f"HOLD {n}", "hold", number=k) for k, n in enumerate("ABCDEFGH")]
    told = told_of(*lines, once(other.colour, "HOLD KGB", "hold"))
    assert told.count(f"{one.name} had ordered") == 3
    assert f"{other.name} had ordered" in told


# --- words ---


def with_diary(game, *entries):
    """The same journal with these entries in it: after the first purge of its year."""
    journal = list(game.journal)
    at = next(
        n
        for n, e in enumerate(journal)
        if isinstance(e, events.PhaseClosed) and (e.turn, e.phase) == (2, "purge")
    )
    journal[at:at] = [Diary(player, text) for player, text in entries]
    return journal


def test_diaries_stand_at_the_moment_at_which_they_were_written():
    game = over("basic/4", 3)
    one, other = game.seats[0], game.seats[2]
    journal = with_diary(game, (one.colour, "Nobody suspects me."), (other.colour, "PURGE them all"))
    rows = ends.diaries_text(game.names, Annals(journal))
    text = " ".join(row.removeprefix("|").strip() for row in rows)
    assert text == (
        f"In the Purge Phase of 1952 {one.name} wrote: “Nobody suspects me.” "
        f"In the Purge Phase of 1952 {other.name} wrote: “PURGE them all”"
    )
    brief = game.brief(one.colour, opened=journal)
    assert "The diaries" in dict(end_sections(brief, game.names))


@ALL
def test_no_line_of_the_end_is_an_order(name, seed):
    game = over(name, seed)
    one = game.seats[0].colour
    lines = [
        once(one, text, "hold")
        for text in ("HOLD KGB UP TO 8", "PURGE Nikotin THEN TRY PC", "INFLUENCE A B C")
    ]
    brief = game.brief(one, opened=with_diary(game, (one, "PURGE PC\nHOLD KGB UP TO 9")), lines=lines)
    for title, told in [*end_sections(brief, game.names), *year_sections(brief, game.names)]:
        safe = harmless(told, game.names.lexicon)
        for reading in (
            *read(safe, game.names.lexicon),
            *(r for row in safe for r in read([row], game.names.lexicon)),
        ):
            assert reading.kind in ("ignored", "comment"), (title, reading)


def test_nothing_is_opened_before_the_end():
    game = over("advanced/5", 2)
    for until in (200, 400, 600):
        brief = game.brief(game.seats[0].colour, until)
        assert not brief.view.over
        assert end_sections(brief, game.names) == []
    over_but_sealed = game.brief(game.seats[0].colour, opened=())
    assert end_sections(over_but_sealed, game.names) == []
    assert fold(game.journal).over


@pytest.mark.parametrize("phases", [0, 1, 2])
def test_a_game_that_ends_before_it_has_begun_is_told_without_years(phases):
    game = over("basic/4", 3)
    opened = [n for n, e in enumerate(game.journal) if isinstance(e, events.PhaseOpened)]
    at = opened[0] if not phases else opened[phases - 1] + 1
    short = game._replace(journal=(*game.journal[:at], events.GameEnded((), "agreed")))
    brief = short.brief(short.seats[0].colour)
    assert brief.view.over
    sections = [*year_sections(brief, short.names), *end_sections(brief, short.names)]
    assert bool(sections) == (phases > 0)
    assert (picture_of(brief, short.names) is not None) == (phases > 0)


def test_every_bribe_that_was_struck_is_told_with_its_cards_and_its_promise():
    game = over("advanced/5", 2)
    text = joined(underhand.deals_text(game.names, Annals(game.journal)))
    struck, offered = [], {}
    for event in game.journal:
        if isinstance(event, events.Offered):
            offered[event.giver, event.receiver, event.number, event.own] = event
        if isinstance(event, events.OfferClosed) and event.why == "struck":
            struck.append(offered[event.giver, event.receiver, event.number, event.own])
    assert len(struck) >= 5
    for offer in struck:
        who = f"{game.names.who(offer.giver)} gave {game.names.who(offer.receiver)} "
        cards = " and ".join(f"card {n}" for n in offer.cards[:1])
        assert f"{who}{cards}" in text
        assert offer.promise is None or game.names.of(offer.promise.target) in text
    closed = [e for e in game.journal if isinstance(e, events.OfferClosed) and e.why != "struck"]
    assert f"{len(closed)} offer" in text
    assert " was allowed to read what " in text


def test_without_bribes_there_is_nothing_under_the_table():
    game = over("basic/4", 3)
    assert underhand.deals_text(game.names, Annals(game.journal)) == []
