"""PLAY, DISCARD and OFFER with WHEN: the cards that each player plays or hands over in a round of a window (R15)."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from pbem.engine.bribes import phase_of
from pbem.engine.events import (
    Announced,
    Bribe,
    CardPlayed,
    CardsDiscarded,
    CardsHanded,
    Claimed,
    Event,
    Name,
    Play,
    Player,
)
from pbem.engine.intrigue import fault
from pbem.engine.questions import Window
from pbem.engine.rules import Rules
from pbem.engine.run import Views
from pbem.engine.state import State

from . import bribes
from .conditions import Context, fires, holds, letters
from .lines import Line
from .standing import Key, Standing, alive

#: So many Politicians are tried for one card; MINE and ANYONE can mean many.
_MOST = 60
_HANDED = frozenset(("bribe", "blackmail"))


def _cards(line: Line, at: Context) -> tuple[int, ...]:
    """Those that it names; DISCARD ALL means what he holds when the window opens."""
    if line.to != "all":
        return line.cards
    hand = at.state.hands.get(at.player)
    return (hand.cards or ()) if hand is not None else ()


class Plays:
    """The card lines of all players, and what has become of them."""

    def __init__(
        self, lists: Mapping[Player, Sequence[Standing]], notes: dict[Key, str], rules: Rules | None
    ) -> None:
        self._lists: dict[Player, list[Standing]] = {}
        self._offers: dict[Player, list[Standing]] = {}
        self._takers: dict[Player, list[Standing]] = {}
        if rules is not None:
            for kept, verbs in (
                (self._lists, ("play", "discard")),
                (self._offers, ("offer",)),
                (self._takers, ("accept",)),
            ):
                for player, own in lists.items():
                    if fitting := [s for s in own if s.line.verb in verbs]:
                        kept[player] = fitting
        self._rules, self._notes = rules, notes
        #: lines -> the cards of theirs that have been played, discarded or handed over
        self._done: dict[Key, set[int]] = {}
        #: lines that have had their say about the announcement of this window
        self._tried: set[Key] = set()
        #: player and card -> the line that wished it, and the ACCEPT ANY that would take it
        self._wished: dict[tuple[Player, int], Key] = {}
        self._taking: dict[tuple[Player, int], Key] = {}

    @property
    def spent(self) -> set[Key]:
        """Lines whose cards are gone."""
        both = (*self._lists.items(), *self._offers.items())
        cards = {(player, one.number): set(one.line.cards) for player, own in both for one in own}
        return {key for key, gone in self._done.items() if gone >= cards.get(key, set())}

    def open(self) -> None:
        """A new window: every line may speak about what was announced."""
        self._tried.clear()

    # -- what happened -----------------------------------------------------------------------------------------------

    def told(self, event: Event) -> None:
        """A line has done its work when its card has left the hand, not when it was wished (D8)."""
        if isinstance(event, Claimed):
            self._claimed(event)
        elif isinstance(event, CardPlayed):
            self._gone(event.player, (event.card,))
        elif isinstance(event, CardsDiscarded):
            self._gone(event.player, event.cards or ())
        elif isinstance(event, CardsHanded) and event.why in _HANDED:
            self._gone(event.giver, event.cards or ())

    def _claimed(self, event: Claimed) -> None:
        self._wished.clear()
        self._taking.clear()
        for play in event.plays:
            if play.line is not None:
                self._tried.add((play.player, play.line))
                self._wished[play.player, play.card] = play.player, play.line
        for bribe in event.bribes:
            if bribe.line is not None:
                self._tried.add((bribe.giver, bribe.line))
                for card in bribe.cards:
                    self._wished.setdefault((bribe.giver, card), (bribe.giver, bribe.line))
            if bribe.accepted is not None:
                for card in bribe.cards:
                    self._taking[bribe.giver, card] = bribe.receiver, bribe.accepted

    def _gone(self, player: Player, cards: Sequence[int]) -> None:
        for card in cards:
            key = self._wished.pop((player, card), None)
            if key is not None:
                self._done.setdefault(key, set()).add(card)
                self._notes[key] = "used"
            taker = self._taking.pop((player, card), None)
            if taker is not None:
                self._notes[taker] = "used"

    # -- cards -------------------------------------------------------------------------------------------------------

    def plays(self, question: Window, views: Views) -> tuple[Play, ...]:
        """Everybody's cards for this round; each card once, by the first line that wants it."""
        found: dict[tuple[Player, int], Play] = {}
        for player, own in self._lists.items():
            for standing in own:
                for play in self._wanted(standing, player, question.announced, views(player)):
                    found.setdefault((player, play.card), play)
        return tuple(found.values())

    def _speaks(self, standing: Standing, at: Context, announced: Announced) -> bool:
        """Is it this line's time: alive, not yet tried here, its trigger and condition met?"""
        key, line = (at.player, standing.number), standing.line
        if not alive(standing, at.state.turn) or key in self._tried:
            return False
        if line.when is not None and not fires(line.when, announced, at):
            return False
        if holds(line.condition, at):
            return True
        self._notes.setdefault(key, "its condition did not hold")
        return False

    def _wanted(
        self, standing: Standing, player: Player, announced: Announced, state: State
    ) -> Iterator[Play]:
        at = Context(player, state, announced.actor or None)
        if not self._speaks(standing, at, announced):
            return
        if standing.line.to == "all" and (player, standing.number) in self._done:
            return  # what he has drawn since was not meant
        for card in _cards(standing.line, at):
            if card not in self._done.get((player, standing.number), ()):
                play = self._legal(standing, card, at, announced)
                if play is not None:
                    yield play

    def _legal(self, standing: Standing, card: int, at: Context, announced: Announced) -> Play | None:
        """The first way to play it that the rules allow now; else the reason is noted."""
        assert self._rules is not None
        line, why = standing.line, ""
        against = line.players[0] if line.players else None
        for on in self._aims(standing, card, at):
            play = Play(
                at.player,
                card,
                on,
                against,
                line.vote,
                line.verb == "discard",
                standing.number,
                line.text,
            )
            wrong = fault(self._rules, at.state, play, announced)
            if not wrong:
                return play
            why = why or wrong
        self._notes[at.player, standing.number] = why.replace("do not hold", "did not hold")
        return None

    def _aims(self, standing: Standing, card: int, at: Context) -> Iterator[tuple[Name, ...]]:
        """All of ON together, then one after the other; blackmail without ON is for whoever has just announced something."""
        assert self._rules is not None
        line = standing.line
        known = self._rules.deck.get(card)
        if not line.who:
            yield (at.actor,) if at.actor and known and known.kind == "blackmail" and not line.vote else ()
            return
        meant = [letters(who, at) for who in line.who]
        for number, on in enumerate(product(*meant)):
            if number == _MOST:
                break
            yield on
        if len(meant) > 1:
            yield from ((name,) for names in meant for name in names)
        if not all(meant):
            yield ()

    # -- bribes ------------------------------------------------------------------------------------------------------

    def bribes(self, question: Window, views: Views) -> tuple[Bribe, ...]:
        """Offers whose trigger fires now and that somebody stands ready to accept (D11)."""
        announced = question.announced
        return tuple(
            bribe
            for player, own in self._offers.items()
            for standing in own
            if (bribe := self._struck(standing, player, announced, views)) is not None
        )

    def _struck(self, standing: Standing, player: Player, announced: Announced, views: Views) -> Bribe | None:
        line, key = standing.line, (player, standing.number)
        at = Context(player, views(player), announced.actor or None)
        if key in self.spent or not self._speaks(standing, at, announced):
            return None
        missing = [card for card in line.cards if card not in at.state.playable(player)]
        if missing:
            self._notes[key] = f"you did not hold card {missing[0]}, or it was not free"
            return None
        receiver = line.players[0]
        promise = bribes.resolved(line.promise, at)
        if line.promise is not None and promise is None:
            self._notes[key] = "the office of its promise was vacant"
            return None
        if promise is not None and phase_of(promise) != at.state.phase:
            self._notes[key] = "its promise is about another phase"
            return None
        self._notes[key] = "it was made, and not accepted"
        there = Context(receiver, views(receiver), announced.actor or None)
        for taker in self._takers.get(receiver, ()):
            if bribes.meets(taker.line, player, promise, there) and self._speaks(taker, there, announced):
                return Bribe(
                    player,
                    receiver,
                    line.cards,
                    promise,
                    line.words,
                    taker.line.cards,
                    standing.number,
                    taker.number,
                )
        return None
