"""`pbem rule GAME set …`: the moderator's words as facts (E21), and what they change, in words.

"Palavrian place=DM sp=3 health=sick suspicion=0 cure=no" · "red Palavrian recorded=8 declared=4" · "red hand=4,17" · "tally 1953=Palavrian/red"
· "deck=4,17".
Only what is named changes, and what the rules tie to it: whoever goes to Siberia loses what was declared on him.
"""

import re
from collections.abc import Iterable, Sequence
from functools import partial
from typing import NamedTuple

from pbem.engine import board
from pbem.engine.events import (
    Aged,
    CameBack,
    Cleared,
    Died,
    Event,
    Fact,
    HealthChanged,
    InfluenceDeclared,
    InfluenceLost,
    InfluenceRecorded,
    Moved,
    Name,
    Player,
    Retired,
    SentToSiberia,
    Suspected,
    WentToSanatorium,
)
from pbem.engine.rules import Rules
from pbem.engine.state import State, evolve
from pbem.orders.names import Lexicon

from . import redealing, resetting
from .errors import ServiceError, UsageError

HEALTH = ("healthy", "sick", "ill")
MOST_MARKS = 3
HOW = "ruling"
_OF_HIM = ("place", "sp", "health", "suspicion", "cure")
_OF_BOTH = ("recorded", "declared")
_PLACES = {place.casefold(): place for place in (*board.SLOTS, *board.AREAS)} | {"dead": board.WALL}
EXAMPLE = 'like "Palavrian place=DM sp=3", "red Palavrian recorded=8 declared=4" or "red hand=4,17"'


class Wish(NamedTuple):
    """One text as it was read: a Politician's values, a player's on a Politician, or a player's hand."""

    player: Player | None
    name: Name | None
    values: dict[str, str]


def facts_of(rules: Rules, state: State, lexicon: Lexicon, texts: Sequence[str]) -> tuple[Fact, ...]:
    """What these texts impose.  Raises UsageError where one cannot be read, ServiceError where it cannot be."""
    decks = [text.strip() for text in texts if text.strip().casefold().startswith("deck")]
    tallies = [text.strip() for text in texts if text.strip().casefold().startswith("tally")]
    wishes = [read(text, lexicon) for text in texts if text.strip() not in (*decks, *tallies)]
    made = _Made(rules, state, lexicon)
    readers = resetting.Readers(partial(one_politician, lexicon), partial(one_player, lexicon))
    for text in tallies:
        for fact in resetting.tally(made.state, text, readers):
            made.tell(fact)
    made.places({w.name: w.values["place"] for w in wishes if w.name and "place" in w.values})
    for wish in wishes:
        if wish.name is not None and wish.player is None:
            made.politician(wish.name, wish.values)
        elif wish.name is not None and wish.player is not None:
            made.influence(wish.player, wish.name, wish.values)
    hands = {w.player: w.values["hand"] for w in wishes if w.player is not None and "hand" in w.values}
    first = [card for text in decks for card in resetting.deck(rules, made.state, text)]
    for fact in redealing.facts(rules, made.state, hands, first):
        made.tell(fact)
    return tuple(made.facts)


def read(text: str, lexicon: Lexicon) -> Wish:
    """Who it is about, and the values.  Raises UsageError."""
    tidy = re.sub(r"\s*([=,])\s*", r"\1", text.strip())
    words = [word.casefold() for word in tidy.split() if "=" not in word]
    values = dict(word.casefold().split("=", 1) for word in tidy.split() if "=" in word)
    player, left = _player(words, lexicon)
    name = _politician(left, lexicon, text) if left else None
    known = _OF_HIM if player is None else _OF_BOTH if name is not None else ("hand",)
    if not values or (player is None and name is None):
        raise UsageError(f"{text!r} sets nothing; write it {EXAMPLE}.")
    for key in values:
        if key not in known:
            raise UsageError(f"{text!r}: {key} cannot be set there, but {', '.join(known)}; {EXAMPLE}.")
    return Wish(player, name, values)


def _player(words: Sequence[str], lexicon: Lexicon) -> tuple[Player | None, Sequence[str]]:
    seat = lexicon.exact(words, 0, ("seat",))
    if seat is None or len(seat.targets) != 1:
        return None, words
    return seat.targets[0].value, words[seat.length :]


def one_player(lexicon: Lexicon, text: str) -> Player:
    """By colour, faction or name.  Raises UsageError."""
    found, left = _player(text.casefold().split(), lexicon)
    if found is None or left:
        raise UsageError(f"There is no player {text!r} in this game.")
    return found


def one_politician(lexicon: Lexicon, text: str) -> Name:
    """By card letter or surname.  Raises UsageError."""
    return _politician(text.casefold().split(), lexicon, text)


def _politician(words: Sequence[str], lexicon: Lexicon, text: str) -> Name:
    found = lexicon.exact(words, 0, ("pol",)) or lexicon.loose(words, 0, ("pol",))
    if found is None or found.length != len(words) or found.note:
        near = lexicon.suggestions(" ".join(words), ("pol",))
        meant = f"; did you mean {' or '.join(near)}?" if near else "."
        raise UsageError(f"{text!r}: there is no Politician {' '.join(words)} in this game{meant}")
    if len(found.targets) > 1:
        several = ", ".join(lexicon.show(target) for target in found.targets)
        raise UsageError(f"{text!r}: {' '.join(words)} may be {several}.")
    return found.targets[0].value


class _Made:
    """The facts so far, and the position that they lead to."""

    def __init__(self, rules: Rules, state: State, lexicon: Lexicon) -> None:
        self.rules, self.state, self.lexicon = rules, state, lexicon
        self.facts: list[Fact] = []

    def tell(self, fact: Fact) -> None:
        self.facts.append(fact)
        self.state = evolve(self.state, fact)

    def places(self, wanted: dict[Name, str]) -> None:
        """Who goes where, all at once: two may change places.  Raises UsageError, ServiceError."""
        for word in wanted.values():
            if word not in _PLACES:
                known = ", ".join(dict.fromkeys(_PLACES.values()))
                raise UsageError(f"There is no place {word!r}; there are {known}.")
        for name, word in wanted.items():
            there = self.state.slots.get(_PLACES[word])
            if there not in (None, name) and wanted.get(there or "", word) == word:
                who = self.lexicon.name(there or "")
                raise ServiceError(
                    f"{_PLACES[word]} is held by {who}; say where he goes, too: {who} place=people."
                )
        taken = [_PLACES[word] for word in wanted.values() if _PLACES[word] in board.SLOTS]
        if len(set(taken)) < len(taken):
            raise ServiceError("Two Politicians cannot sit in one slot.")
        for name, word in wanted.items():
            self._place(name, _PLACES[word])

    def _place(self, name: Name, to: str) -> None:
        origin = self.state.people[name].place
        if origin == to:
            return
        if to == board.SIBERIA:
            lost = [event for event in self.rules.exile(self.state, name) if isinstance(event, InfluenceLost)]
            self.tell(SentToSiberia(name, HOW, origin))
            for fact in lost:
                self.tell(fact)
        elif to == board.WALL:
            self.tell(Died(name, origin))
        elif to == board.RETIRED:
            self.tell(Retired(name, origin))
        else:
            self.tell(Moved(name, origin, to, HOW))

    def politician(self, name: Name, values: dict[str, str]) -> None:
        """His markers.  Raises UsageError, ServiceError."""
        him = self.lexicon.name(name)
        if more := _number(values, "sp", him, self.state.people[name].stress):
            self.tell(Aged(name, more, HOW))
        self._health(name, him, values.get("health"))
        marks = _number(values, "suspicion", him, self.state.people[name].suspicion, MOST_MARKS)
        for _ in range(abs(marks)):
            self.tell(Suspected(name) if marks > 0 else Cleared(name))
        self._cure(name, him, values.get("cure"))

    def _health(self, name: Name, him: str, word: str | None) -> None:
        person = self.state.people[name]
        if word is None:
            if person.place != board.WALL and person.crosses >= len(HEALTH):
                raise ServiceError(f"{him} was dead; say his health, too: healthy, sick or ill.")
            return
        if word not in HEALTH:
            raise UsageError(f"{him}: health is {', '.join(HEALTH)}; the dead have place=wall.")
        if person.place == board.WALL:
            raise ServiceError(f"{him} is dead, and keeps no health; name a place for him, too.")
        if change := HEALTH.index(word) - person.crosses:
            self.tell(HealthChanged(name, change))

    def _cure(self, name: Name, him: str, word: str | None) -> None:
        if word is None:
            return
        if word not in ("yes", "no"):
            raise UsageError(f"{him}: cure is yes or no.")
        person = self.state.people[name]
        if word == "yes" and person.place not in board.POLITBURO:
            raise ServiceError(f"{him} is no member of the Politburo, and cannot be at the Sanatorium.")
        if (word == "yes") != person.cure:
            self.tell(WentToSanatorium(name) if word == "yes" else CameBack(name, HOW))

    def influence(self, player: Player, name: Name, values: dict[str, str]) -> None:
        """What a player has recorded and declared on a Politician.  Raises UsageError, ServiceError."""
        where = f"{player} on {self.lexicon.name(name)}"
        shown, written = self.state.shown(player, name), self.state.written(player, name)
        recorded = written + _number(values, "recorded", where, written)
        declared = shown + _number(values, "declared", where, shown)
        if declared > recorded:
            raise ServiceError(f"{where}: {declared} declared is more than the {recorded} recorded.")
        if recorded > written and not self.rules.may_hold(self.state, name):
            raise ServiceError(f"{where}: no influence may be recorded on him.")
        if declared > shown and self.state.people[name].place not in board.ON_BOARD:
            raise ServiceError(f"{where}: he is not on the board, where alone influence can be declared.")
        if self.state.locked.get(name, player) != player and declared > shown:
            raise ServiceError(f"{where}: {self.state.locked[name]} holds him with 10+.")
        if declared == 0 and shown:
            self.tell(InfluenceLost(player, name, shown))
        elif declared != shown:
            self.tell(InfluenceDeclared(player, name, declared, self.state.round + 1))
        if self.state.written(player, name) != recorded:
            sheet = {**(self.state.recorded.get(player) or {}), name: recorded}
            self.tell(InfluenceRecorded(player, sheet))


def _number(values: dict[str, str], key: str, whose: str, now: int, most: int = 99) -> int:
    """How much more than now; 0 where nothing is said.  Raises UsageError."""
    if key not in values:
        return 0
    if not values[key].isdecimal() or int(values[key]) > most:
        raise UsageError(f"{whose}: {key}={values[key]} is no number from 0 to {most}.")
    return int(values[key]) - now


def remarks(rules: Rules, lexicon: Lexicon, before: State, after: State) -> list[str]:
    """What the moderator may not have thought of, and what he has set is allowed all the same."""
    told = []
    for name, person in after.people.items():
        was, him = before.people[name], lexicon.name(name)
        if person.suspicion > max(rules.max_suspicion, was.suspicion):
            most = f"investigations leave at most {rules.max_suspicion} on anybody"
            told.append(
                f"{him} bears {person.suspicion} “?”: in this game {most}, and only cards bring more."
            )
        retired = person.place in (board.WALL, board.RETIRED)
        if person.age >= board.RETIREMENT_AGE and person != was and not retired:
            told.append(f"{him} is {person.age}: he retires at the end of the phase (R10.1).")
    for player in after.seats:
        had, has = (sum((state.recorded.get(player) or {}).values()) for state in (before, after))
        if has > max(had, sum(rules.sheet)):
            told.append(
                f"{player} has {has} points recorded now, and {had} before: that is more than a sheet gives."
            )
    return told


def applied(state: State, facts: Iterable[Event]) -> State:
    """The position after these facts."""
    for fact in facts:
        state = evolve(state, fact)
    return state
