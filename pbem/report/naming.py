"""How a report names Politicians, offices, players and years."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from pbem.engine import board
from pbem.engine.events import Name, Player
from pbem.engine.rules import IntrigueCard, Rules
from pbem.engine.state import State
from pbem.orders.names import Lexicon

from .prose import HELD, listed

if TYPE_CHECKING:
    from .brief import Seat

HEALTH = ("healthy", "Sick +", "Ill ++", "dead")
CROSSES = ("", "+", "++", "+++")
AREAS = {
    board.PEOPLE: "the People",
    board.SIBERIA: "Siberia",
    board.WALL: "the Kremlin Wall",
    board.RETIRED: "retirement",
}
SESSIONS = {
    ("purge", "spy", "health"): "Spring",
    ("funeral", "replacement"): "Autumn",
    ("rehabilitation", "parade", "cure"): "Winter",
    ("rehabilitation", "parade"): "Winter",
    ("setup",): "Set-up",
    ("setup", "cure"): "Set-up",
}


class Names:
    """The names of one game; built once for each (`names_of`)."""

    def __init__(
        self,
        cards: Sequence[tuple[Name, str]],
        seats: Sequence["Seat"],
        deck: Mapping[int, IntrigueCard] | None = None,
        deck_name: str = "",
        elements: Sequence[tuple[Name, str, str]] = (),
    ) -> None:
        self.elements = {letter: (strength, weakness) for letter, strength, weakness in elements}
        self.deck, self.deck_name = dict(deck or {}), deck_name
        self.lexicon = Lexicon(dict(cards), {s.colour: (s.faction, s.name) for s in seats})
        self.full = dict(cards)
        self.surname = {letter: self.lexicon.name(letter) for letter in self.full}
        self.surname |= {k: v for k, v in self.full.items() if self.surname[k] == k}
        self.player = {s.colour: one_line(s.name) or s.colour.title() for s in seats}
        self.faction = {s.colour: one_line(s.faction) or s.colour.title() for s in seats}

    def of(self, letter: Name) -> str:
        """The surname; the full name where two share it."""
        return self.surname.get(letter, letter)

    def who(self, player: Player | None) -> str:
        """The name a player goes by; `nobody` where no one controls."""
        return "nobody" if player is None else self.player.get(player, player.title())

    def marks(self, player: Player) -> list[str]:
        """Colour and faction; the colour alone where players go by their factions."""
        return [mark for mark in (player, self.faction.get(player, "")) if mark not in ("", self.who(player))]

    def marked(self, player: Player) -> str:
        """`Anna (red, Old-line Communists)`; `Old-line Communists (red)` where players go by their factions."""
        return f"{self.who(player)} ({', '.join(self.marks(player))})"

    def signed(self, player: Player) -> str:
        """`Old-line Communists (Anna)`; without her name where players go by their factions."""
        faction = self.faction.get(player, player.title())
        return faction if faction == self.who(player) else f"{faction} ({self.who(player)})"

    def card(self, number: int) -> str:
        """`card 31, Olympic boycott`: an Intrigue card by number and name."""
        known = self.deck.get(number)
        return f"card{HELD}{number}" + (f", {one_line(known.name)}" if known else "")

    def cards(self, numbers: Iterable[int]) -> str:
        """`card 4, A cousin in Chicago, and card 31, Olympic boycott`."""
        said = [self.card(number) for number in numbers]
        return listed(said) if len(said) < 2 else f"{', '.join(said[:-1])}, and {said[-1]}"

    def text(self, number: int) -> str:
        """What is printed on a card; where it says `As card 31 …`, that one's text, too."""
        known = self.deck.get(number)
        if known is None:
            return ""
        said = one_line(known.text, 1000)
        like = re.match(r"As card (\d+)\b", said)
        other = self.deck.get(int(like[1])) if like else None
        if other is None or other.number == number:
            return said
        return f"{said} (Card{HELD}{other.number} says: {one_line(other.text, 1000)})"

    def coloured(self, words: str) -> str:
        """Words of the engine's, with the colours of players turned into their names."""
        return re.sub(r"\b[a-z]+\b", lambda match: self.player.get(match[0], match[0]), words)

    def titled(self, state: State, letter: Name) -> str:
        """`KGB Head Strychnin`, `Candidate Satin`, `Palavrian`."""
        place = state.people[letter].place if letter in state.people else ""
        title = board.OFFICES.get(place) or ("Candidate" if place in board.CANDIDATES else "")
        return f"{title} {self.of(letter)}" if title else self.of(letter)

    def acting(self, state: State, letter: Name, player: Player | None) -> str:
        """With whoever speaks for him: `KGB Head Strychnin (Anna)`."""
        return f"{self.titled(state, letter)} ({self.who(player) if player else 'nobody’s'})"


@lru_cache(maxsize=64)
def _names(
    cards: tuple[tuple[Name, str], ...],
    seats: tuple["Seat", ...],
    deck: tuple[IntrigueCard, ...],
    deck_name: str,
    elements: tuple[tuple[Name, str, str], ...],
) -> Names:
    return Names(cards, seats, {card.number: card for card in deck}, deck_name, elements)


def names_of(rules: Rules, seats: Sequence["Seat"]) -> Names:
    """The names of a game, from its cards, its deck and its seats."""
    cards = tuple((letter, card.name) for letter, card in rules.cards.items())
    strong = rules.cards.items() if "strengths" in rules.switches else ()
    elements = tuple((letter, card.strength or "", card.weakness or "") for letter, card in strong)
    return _names(cards, tuple(seats), tuple(rules.deck.values()), rules.deck_name, elements)


def one_line(words: str, limit: int = 60) -> str:
    """What somebody typed, made safe for a sentence: one line, limited, no control characters."""
    said = " ".join("".join(c if c.isprintable() else " " for c in words).split())
    return said if len(said) <= limit else said[: limit - 1].rstrip() + "…"


_CLAUSES = re.compile(r"[,;:.](?= )| (?=[(“–—])")


def clause(words: str, limit: int = 60) -> str:
    """For a subject: `words` as far as a clause ends within `limit` signs; where none does, as far as a word does, with `…`."""
    said = one_line(words, 10 * limit)
    if len(said) <= limit:
        return said
    ends = [found.start() for found in _CLAUSES.finditer(said[: limit + 1])]
    if ends:
        return said[: ends[-1]].rstrip(" ,;:.")
    return said[:limit].rpartition(" ")[0].rstrip(" ,;:.") + "…"


#: What the decks of the program are called; others are called as their packs.
DECKS = frozenset(("house deck", "Revolution deck", "house and Revolution decks"))


def deck_named(name: str) -> str:
    """`the house deck`, `the deck “mydeck”`."""
    return f"the {name}" if name in DECKS else f"the deck “{one_line(name)}”"


def place(where: str) -> str:
    """`the KGB`-like words for a slot or area: `KGB Head`, `Candidate C3`, `the People`."""
    return board.OFFICES.get(where) or AREAS.get(where) or f"Candidate{HELD}{where}"


def number_of(phase: str) -> int:
    """The number on the board; 0 for set-up."""
    return board.PHASES.index(phase) + 1 if phase in board.PHASES else 0


def year(turn: int) -> str:
    """1951 for turn 1; set-up is before all years."""
    return str(board.year(turn)) if turn else "set-up"


def following_turn(view: State, session: Sequence[str], phase: str) -> int:
    """In which turn this phase is played next.  The position's own phase is over unless the session begins with it."""
    if phase == "setup" or view.phase == "setup":
        return 0 if phase == "setup" else 1
    open_now = bool(session) and session[0] == view.phase
    here, there = number_of(view.phase), number_of(phase)
    return view.turn if there > here or (there == here and open_now) else view.turn + 1


def session_name(session: tuple[str, ...]) -> str:
    """The session's name where it has one, else its phases."""
    if session in SESSIONS:
        return SESSIONS[session]
    names = [board.PHASE_NAMES[phase].removesuffix(" Phase") for phase in session]
    if not names:
        return ""
    return board.PHASE_NAMES[session[0]] if len(names) == 1 else f"{names[0]} to {names[-1]}"
