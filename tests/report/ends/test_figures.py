"""The year in figures against an independent count of the events of whole games."""

import re
from collections import Counter
from itertools import groupby, pairwise

import pytest

from pbem.engine import board, events
from pbem.engine.state import State, evolve
from pbem.report.annals import Annals, annals_of, parades
from pbem.report.figures import in_office, year_text
from pbem.report.yearly import end_sections, year_sections

from ..botgames import GAMES, over


def counted(journal):
    """Year by year what happened, and every position; told apart by PhaseOpened alone."""
    years, turn, state = {}, 0, State()
    for event in journal:
        if isinstance(event, events.PhaseOpened) and event.phase != "setup":
            turn = event.turn
        state = evolve(state, event)
        here = years.setdefault(turn, {"events": [], "states": []})
        here["events"].append(event)
        here["states"].append(state)
    return years


def line(lines, title):
    """What stands behind a title, its lines joined; "" where it is not told."""
    rows = []
    for one in lines:
        if one.startswith("|   "):
            rows[-1] += " " + one.removeprefix("|").strip()
        else:
            rows.append(one.removeprefix("| "))
    return next((row.removeprefix(f"{title}: ")[:-1] for row in rows if row.startswith(f"{title}: ")), "")


@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_who_aged_and_who_went_where(name, seed):
    game = over(name, seed)
    theirs = counted(game.journal)
    for year in Annals(game.public).years:
        told, happened = year_text(game.names, year), theirs[year.turn]["events"]
        aged = Counter()
        for e in happened:
            if isinstance(e, events.Aged):
                aged[game.names.of(e.politician)] += e.years
        said = dict(one.rsplit(" ", 2)[:2] for one in line(told, "Aged by stress").split(", ") if one)
        assert {n: int(y) for n, y in said.items()} == {n: y for n, y in aged.items() if y}
        sent = [
            f"{game.names.of(e.politician)} ({e.how})"
            for e in happened
            if isinstance(e, events.SentToSiberia)
        ]
        assert line(told, "Sent to Siberia") == ", ".join(sent)
        died = {game.names.of(e.politician) for e in happened if isinstance(e, events.Died)}
        assert set(filter(None, re.split(", | and ", line(told, "Laid to rest in the Wall")))) == died


@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_purges_trials_and_waves(name, seed):
    game = over(name, seed)
    theirs = counted(game.journal)
    purges = 0
    for year in Annals(game.public).years:
        told, happened = year_text(game.names, year), theirs[year.turn]["events"]
        rolled = [e for e in happened if isinstance(e, events.PurgeRolled)]
        done = sum(e.die + e.modifier >= e.needed for e in rolled)
        purges += len(rolled)
        if rolled:
            attempts = f"{len(rolled)} attempt{'s' * (len(rolled) > 1)}"
            assert line(told, "Purges") == f"{attempts}, {done or 'none'} of them successful"
        verdicts = [e for e in happened if isinstance(e, (events.Acquitted, events.Convicted))]
        assert bool(verdicts) == bool(line(told, "Trials"))
        assert not verdicts or line(told, "Trials").startswith(f"{len(verdicts)}, ")
        wave = next((e for e in happened if isinstance(e, events.Waved)), None)
        who = game.names.of(wave.politician) if wave else "nobody"
        assert line(told, "Waved").startswith(who)
    assert purges


@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_who_sat_in_the_offices_and_who_controlled_them(name, seed):
    game = over(name, seed)
    theirs, seen = counted(game.journal), counted(game.public)
    for year in Annals(game.public).years:
        lines = year_text(game.names, year)
        at = [n for n, one in enumerate(lines) if one.split()[1:2] and one.split()[1] in board.POLITBURO]
        assert len(at) == len(board.POLITBURO)
        for slot, here, after in zip(board.POLITBURO, at, [*at[1:], at[-1] + 1], strict=True):
            sat = "".join(one[10:40].rstrip() + " " for one in lines[here:after]).strip()
            states = [s for s in theirs[year.turn]["states"]]
            held = [s.slots.get(slot, "") for s in states]
            wanted = {game.names.of(letter) if letter else "vacant" for letter in held}
            assert wanted <= set(sat.split(", ")), (slot, sat)
            if after == here + 1:
                ruled = set(lines[here][41:].split(", "))
                players = {
                    game.names.who(s.controller(s.slots[slot]))
                    for s in settled(seen[year.turn]["states"])
                    if slot in s.slots and s.slots[slot] not in s.contested
                }
                assert players <= ruled or lines[here + 1].startswith("|          "), (slot, ruled, players)


def settled(states):
    """Without those in which players are outbidding each other."""
    bid = [False, *(a.declared is not b.declared for a, b in pairwise(states)), False]
    return [state for n, state in enumerate(states) if not (bid[n] and bid[n + 1])]


@pytest.mark.parametrize(("name", "seed"), [*GAMES, ("advanced/6", 1)])
def test_who_is_outbid_at_once_controlled_nothing_in_between(name, seed):
    """Else a row may read `Carla, Fritz, Carla, Fritz, …`, a dozen times over."""
    game = over(name, seed)
    for year in Annals(game.public).years:
        rounds = groupby(year.steps, key=lambda step: isinstance(step.event, events.InfluenceDeclared))
        states = [state for bids, run in rounds for state in befores(run, bids)]
        for slot in board.POLITBURO:
            players = []
            for state in (year.opened, *states, year.closed):
                letter = state.slots.get(slot, "")
                if letter and letter not in state.contested:
                    players.append(state.controller(letter))
            assert in_office(year, slot)[1] == [player for player, _ in groupby(players)]


def befores(run, bids):
    """The positions before these steps; of a round of bids that before the first."""
    found = [step.before for step in run]
    return found[:1] if bids else found


@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_the_average_age(name, seed):
    game = over(name, seed)
    for year in Annals(game.public).years:
        ages = [p.printed + p.stress for p in year.closed.people.values() if p.place in board.POLITBURO]
        if ages:
            assert line(year_text(game.names, year), "Average age").startswith(
                f"{sum(ages) / len(ages):.1f} "
            )


@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_years_follow_each_other_without_a_gap(name, seed):
    game = over(name, seed)
    annals = Annals(game.journal)
    theirs = counted(game.journal)
    assert [one.turn for one in annals.years] == sorted(turn for turn in theirs if turn)
    for before, after in zip(annals.years, annals.years[1:], strict=False):
        assert before.closed == after.opened
    assert annals.last == theirs[annals.span]["states"][-1]
    steps = [step.event for one in annals.years for step in one.steps]
    assert steps == list(game.journal)[-len(steps) :]
    assert annals_of(game.journal) is annals_of(list(game.journal)), "folded once"


def test_figures_come_once_a_year_with_the_parade():
    game = over("basic/5", 1)
    me = game.seats[0].colour
    closed = [at for at, e in enumerate(game.journal, 1) if isinstance(e, events.PhaseClosed)]
    told = Counter()
    for since, until in zip([0, *closed], closed, strict=False):
        brief = game.brief(me, until, since)
        brief = brief if parades(brief.story) or brief.view.over else brief._replace(past=())
        told.update(title for title, _ in year_sections(brief, game.names))
    span = Annals(game.journal).span
    assert told == Counter(f"{board.year(turn)} in figures" for turn in range(1, span + 1))


@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_figures_tell_all_players_the_same(name, seed):
    game = over(name, seed)
    until = next(
        at
        for at, e in enumerate(game.journal, 1)
        if isinstance(e, events.PhaseClosed) and e.phase == "parade"
    )
    said = [year_sections(game.brief(seat.colour, until), game.names) for seat in game.seats]
    assert said[0]
    assert all(one == said[0] for one in said)
    assert not end_sections(game.brief(game.seats[0].colour, until), game.names)


@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_no_row_is_too_wide_and_tables_stand_behind_their_mark(name, seed):
    game = over(name, seed)
    brief = game.brief(game.seats[0].colour)
    sections = [*year_sections(brief, game.names), *end_sections(brief, game.names)]
    for title, lines in sections:
        assert all(len(one) <= 76 for one in lines), title
        if title.endswith("in figures"):
            assert all(one.startswith("| ") for one in lines)
