"""The Politburo drawn as on the printed board: a card for each Politician, level by level; what has changed says so.

Public facts alone: the same for all players, so it is drawn once for a position.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pbem.engine import board
from pbem.engine.events import Name, Player
from pbem.engine.state import State

from ..boardtext import SHOWN_PEOPLE, legend
from ..cardtable import public_cards
from ..naming import Names
from .cards import Card, card_of, drawn, in_short, vacant
from .paint import chip, escaped, heading, paragraph, safe, soft

#: How wide a card of each level may become; where the page is narrow they stand below each other.
_LEVELS = (
    ("Party Chief", ("PC",), 340),
    ("First level", board.FIRST_LEVEL, 220),
    ("Second level", board.SECOND_LEVEL, 165),
    ("Candidates", board.CANDIDATES, 220),
)
_PEOPLE = 165
_AREAS = ((board.SIBERIA, "Siberia"), (board.WALL, "Kremlin Wall"), (board.RETIRED, "Retired"))


class _Facts(NamedTuple):
    """All that the board shows."""

    cards: tuple[Card, ...]
    slots: tuple[tuple[str, Name], ...]
    left: tuple[tuple[str, str], ...]
    told: tuple[str, ...]


def board_html(names: Names, state: State, before: State | None) -> str:
    """The whole board.  `before`: the position at the last report; without it nothing is marked as changed."""
    known = before if before is not None and before.people and before.phase != "setup" else None
    key = (names, _shown_by(state), _shown_by(known) if known is not None else None)
    found = _boards.get(key)
    if found is None:
        if len(_boards) >= _KEPT:
            _boards.clear()
        found = _boards[key] = _all(names, state, known)
    return found


#: Drawn for all players of a phase, and for the gate.
_KEPT = 64
_boards: dict[object, str] = {}


def _shown_by(state: State) -> tuple[object, ...]:
    """Whatever of a position the board shows."""
    stakes = tuple((name, tuple(those.items())) for name, those in state.declared.items())
    hands = tuple((player, hand.count, hand.lying) for player, hand in state.hands.items())
    cards = (hands, state.deck_size, tuple(state.lasting.items()), tuple(state.locked.items()), state.force)
    return tuple(state.people.values()), stakes, tuple(state.victors.items()), cards, state.seats


def _all(names: Names, state: State, before: State | None) -> str:
    cards = tuple(card_of(state, before, who) for who in state.people.values())
    left = tuple(_left(names, state, before)) if before is not None else ()
    told = tuple(dict.fromkeys(_unwrapped(public_cards(names, state))))
    facts = _Facts(cards, tuple(state.slots.items()), left, told)
    return _board(names, facts) + _legend(names, tuple(_unwrapped(legend(names, state))), state.seats)


def _left(names: Names, state: State, before: State) -> Iterator[tuple[str, str]]:
    """Chairs that have become vacant, and of whom."""
    for slot in board.SLOTS:
        old = before.holder(slot)
        if old is not None and state.holder(slot) is None:
            yield slot, names.of(old.letter)


def _unwrapped(lines: Sequence[str]) -> list[str]:
    """Paragraphs, without what they stand behind."""
    return [str(getattr(line, "home", (line,))[0]) for line in lines]


def _board(names: Names, facts: _Facts) -> str:
    sitting = dict(facts.slots)
    cards = {card.who.letter: card for card in facts.cards}
    pieces = []
    for title, slots, width in _LEVELS:
        row = [
            drawn(names, cards[sitting[slot]], slot, width)
            if slot in sitting
            else vacant(slot, dict(facts.left).get(slot, ""), width)
            for slot in slots
        ]
        pieces.append(heading(3, title) + _side_by_side(row))
    pieces.append(_people(names, facts.cards))
    pieces += [_area(names, facts.cards, area, title) for area, title in _AREAS]
    pieces += [paragraph(safe(escaped(said), names.lexicon), 15, 6) for said in facts.told]
    return "".join(pieces)


def _side_by_side(cards: Sequence[str]) -> str:
    return f'<div style="text-align:center;font-size:15px;line-height:1.45;">{"".join(cards)}</div>'


# --- below the board ---


def _people(names: Names, cards: Sequence[Card]) -> str:
    """R1.2: the four oldest as cards, the rest in short."""
    people = sorted(
        (c for c in cards if c.who.place == board.PEOPLE),
        key=lambda c: (-c.who.age, -c.who.printed, c.who.letter),
    )
    shown = [drawn(names, card, "", _PEOPLE) for card in people[:SHOWN_PEOPLE]]
    return (
        heading(3, "The People")
        + _side_by_side(shown)
        + _list(names, "More of the People", people[SHOWN_PEOPLE:])
    )


def _area(names: Names, cards: Sequence[Card], area: str, title: str) -> str:
    return _list(names, title, [card for card in cards if card.who.place == area])


def _list(names: Names, title: str, cards: Sequence[Card]) -> str:
    if not cards:
        return ""
    return paragraph(f"<b>{title}:</b> {', '.join(in_short(names, card) for card in cards)}", 15, 6)


def _legend(names: Names, told: tuple[str, ...], seats: tuple[Player, ...]) -> str:
    marks = {p: escaped(", ".join(names.marks(p))) for p in seats}
    players = "".join(
        f'<p style="margin:0 0 4px;font-size:15px;">{safe(f"{chip(names.who(p), p, True)} {marks[p]}", names.lexicon)}</p>'
        for p in seats
    )
    signs = "".join(paragraph(soft(escaped(said)), 14, 6) for said in told[-1:])
    return heading(3, "Players") + players + signs
