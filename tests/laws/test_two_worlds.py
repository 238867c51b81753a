"""Two worlds that differ only in what P may not see: P's events must be the same, to the byte."""

from collections.abc import Sequence
from random import Random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.engine import codec, view
from pbem.engine.events import Claim, Event, GameEnded, Player, Watched
from pbem.engine.questions import Ask, Heard, Window
from pbem.engine.rules import Rules
from pbem.engine.run import Answers, Reply, Result, Views
from pbem.engine.state import State, replace
from pbem.orders import lines as said
from pbem.orders.answers import OrderBook
from pbem.orders.lines import Line, Named
from pbem.orders.standing import Standing
from tests.laws.phases import TABLES, Phase, by_chance, by_orders

NEVER = said.Turn("=", 12)
seeds = st.tuples(st.integers(1, 12), st.sampled_from(TABLES))
phases = seeds.map(lambda drawn: by_chance(*drawn)).flatmap(st.sampled_from)
ordered_phases = seeds.map(lambda drawn: by_orders(*drawn)).flatmap(st.sampled_from)


class Recorder:
    """Remembers what an answerer said, in the order in which he was asked."""

    def __init__(self, answers: Answers) -> None:
        self.answers = answers
        self.said: list[Reply | Heard] = []

    def ask(self, question: Ask, views: Views) -> Reply | None:
        reply = self.answers.ask(question, views)
        assert reply is not None
        self.said.append(reply)
        return reply

    def window(self, question: Window, views: Views) -> Heard | None:
        heard = self.answers.window(question, views)
        assert heard is not None
        self.said.append(heard)
        return heard

    def told(self, event: Event, views: Views) -> None:
        self.answers.told(event, views)

    def passed(self, question: Window, views: Views) -> None:
        self.answers.passed(question, views)


class Otherwise:
    """The same deeds, but the rival's words, line numbers and vain wishes are different."""

    def __init__(self, before: Sequence[Reply | Heard], rival: Player, rng: Random) -> None:
        self.before, self.rival, self.rng = iter(before), rival, rng

    def ask(self, question: Ask, views: Views) -> Reply:
        reply = next(self.before)
        assert isinstance(reply, Reply)
        if question.player != self.rival:
            return reply
        barred = self.rng.choice(((), ("HR-10",), ("HR-10", "HR-4")))
        return reply._replace(line=self.rng.randint(1, 99), because="in other words", barred=barred)

    def window(self, question: Window, views: Views) -> Heard:
        heard = next(self.before)
        assert isinstance(heard, Heard)
        kept = [
            msgspec.structs.replace(c, because="so", line=9) if c.player == self.rival else c
            for c in heard.claims
        ]
        if self.rng.random() < 0.3:  # more than there is on anybody's sheet: nothing comes of it
            kept.insert(0, Claim(self.rival, self.rng.choice("ABCDEFG"), 56, 7, "a vain wish"))
        plays = [
            msgspec.structs.replace(p, because="so", line=9) if p.player == self.rival else p
            for p in heard.plays
        ]
        return Heard(tuple(kept), tuple(plays), heard.bribes)

    def told(self, event: Event, views: Views) -> None:
        """He keeps no count."""

    def passed(self, question: Window, views: Views) -> None:
        """He keeps no count."""


def hidden_otherwise(state: State, rival: Player, kept: set[str], rng: Random) -> State:
    """The rival's undeclared points lie elsewhere, or nowhere; those on `kept` stay."""
    sheet = dict(state.recorded[rival] or {})
    others = [name for name in state.people if name not in sheet and name not in kept]
    rng.shuffle(others)
    for name, points in list(sheet.items()):
        if name in kept:
            continue
        shown = state.shown(rival, name)
        sheet[name] = shown + rng.randint(0, 3)
        if not shown and others:
            del sheet[name]
            sheet[others.pop()] = points
    return replace(state, recorded={**state.recorded, rival: sheet})


def seen(viewer: Player, events: Sequence[Event]) -> list[bytes]:
    return [codec.encode(event) for event in view.see(viewer, events)]


def differ_only_for(rival: Player, phase: Phase, one: Result, other: Result) -> bool:
    """Everybody else's events and views are the same."""
    for viewer in (*phase.base.seats, view.TABLE):
        if viewer != rival:
            assert seen(viewer, one.events) == seen(viewer, other.events), viewer
            assert view.position(viewer, one.state) == view.position(viewer, other.state), viewer
    return True


@settings(max_examples=200, deadline=None)
@given(phases, st.randoms(use_true_random=False))
def test_what_a_rival_hides_shows_nowhere(phase: Phase, rng: Random) -> None:
    rival = rng.choice(phase.base.seats)
    recorder = Recorder(phase.answerer())
    here = phase.resumed([], recorder)
    if phase.rules.name.startswith("swiss") and any(isinstance(event, GameEnded) for event in here.events):
        return  # R16.1, R17.5: there the sheets decide who wins
    named = {
        c.politician
        for heard in recorder.said
        if isinstance(heard, Heard)
        for c in heard.claims
        if c.player == rival
    }
    named |= {e.politician for e in here.events if isinstance(e, Watched) and e.other == rival}
    there = phase._replace(base=hidden_otherwise(phase.base, rival, named, rng))

    result = there.resumed([], Otherwise(recorder.said, rival, rng))

    assert differ_only_for(rival, phase, here, result)


def idle_lines(rng: Random, first: int, rules: Rules) -> list[Standing]:
    """Orders that come to nothing, of every sort; support that nobody asks for."""
    name = Named(rng.choice("BCDEFGHIJK"))
    idle = [
        Line("purge", who=(name,), condition=NEVER),
        Line("vote", vote="guilty", turn=12),
        Line("declare", who=(name,), number=1, condition=said.Not(said.Turn("<", 12))),
        Line("hold", who=(name,), number=9, when=said.Trigger("parade"), condition=NEVER),
        Line("release", who=(name,), when=said.Trigger("start", phase="setup"), turn=12),
    ]
    if rules.deck:
        later = said.Trigger("start", phase="setup")
        idle += [
            Line("play", cards=(rng.randint(1, 34),), who=(name,), condition=NEVER),
            Line("play", cards=(99,), when=later),
            Line("support", players=("nobody",), who=(name,)),
            Line("offer", cards=(99,), players=("blue",), words="peace", when=later),
            Line("gain", number=2, who=(name,), turn=12),
        ]
    return [Standing(first + number, line) for number, line in enumerate(rng.sample(idle, 3))]


@settings(max_examples=200, deadline=None)
@given(ordered_phases, st.randoms(use_true_random=False))
def test_unused_orders_show_nowhere(phase: Phase, rng: Random) -> None:
    rival = rng.choice(phase.base.seats)
    here_book, book = phase.answerer(), phase.answerer()
    assert isinstance(here_book, OrderBook)
    assert isinstance(book, OrderBook)
    own = book.lists[rival]
    there_book = OrderBook(
        {**book.lists, rival: (*own, *idle_lines(rng, 9000, phase.rules))},
        phase.rules if phase.rules.deck else None,
    )

    here, there = phase.resumed([], here_book), phase.resumed([], there_book)

    assert differ_only_for(rival, phase, here, there)
    for player in phase.base.seats:
        if player != rival:  # what his report will say of his own lines
            assert here_book.spent(player) == there_book.spent(player)
            assert {k: v for k, v in here_book.notes.items() if k[0] == player} == {
                k: v for k, v in there_book.notes.items() if k[0] == player
            }


@settings(max_examples=200, deadline=None)
@given(ordered_phases, st.randoms(use_true_random=False))
def test_a_sheet_that_changes_nothing_public_changes_nothing_for_others(phase: Phase, rng: Random) -> None:
    rival = rng.choice(phase.base.seats)
    there = phase._replace(base=hidden_otherwise(phase.base, rival, set(), rng))

    one, other = phase.resumed([]), there.resumed([])

    if seen(view.TABLE, one.events) == seen(view.TABLE, other.events):
        assert differ_only_for(rival, phase, one, other)
