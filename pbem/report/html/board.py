"""The Politburo drawn as on the printed board: a card for each Politician, level by level; what has changed says so.

Public facts alone: the same for all players, so it is drawn once for a position.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from pbem.engine import board
from pbem.engine.events import Name, Player
from pbem.engine.state import Politician, State

from ..boardtext import SHOWN_PEOPLE, legend
from ..cardtable import public_cards
from ..naming import HEALTH, Names
from . import paint
from .paint import INK, RULE, chip, colour_of, escaped, fresh, heading, paragraph, safe, soft

#: How wide a card of each level may become; where the page is narrow they stand below each other.
_LEVELS = (
    ("Party Chief", ("PC",), 340),
    ("First level", board.FIRST_LEVEL, 226),
    ("Second level", board.SECOND_LEVEL, 169),
    ("Candidates", board.CANDIDATES, 226),
)
_PEOPLE = 169
_AREAS = ((board.SIBERIA, "Siberia"), (board.WALL, "Kremlin Wall"), (board.RETIRED, "Retired"))

Shares = tuple[tuple[Player, int], ...]


class Card(NamedTuple):
    """One Politician.  `shares`: influence shown, of whoever controls him first if `held`; `was`: the same at the last report, None where
    there is nothing to compare with; `red`: Intrigue cards that lie on him.
    """

    who: Politician
    shares: Shares
    held: bool
    locked: bool
    red: tuple[int, ...]
    was: "Card | None" = None


class _Facts(NamedTuple):
    """All that the board shows."""

    cards: tuple[Card, ...]
    slots: tuple[tuple[str, Name], ...]
    left: tuple[tuple[str, str], ...]
    told: tuple[str, ...]


def board_html(names: Names, state: State, before: State | None) -> str:
    """The whole board.  `before`: the position at the last report; without it nothing is marked as changed."""
    known = before if before is not None and before.people and before.phase != "setup" else None
    cards = tuple(_card(state, known, who) for who in state.people.values())
    left = tuple(_left(names, state, known)) if known is not None else ()
    told = tuple(dict.fromkeys(_unwrapped(public_cards(names, state))))
    return _board(names, _Facts(cards, tuple(state.slots.items()), left, told)) + _legend(
        names, tuple(_unwrapped(legend(names, state))), state.seats
    )


def _left(names: Names, state: State, before: State) -> Iterator[tuple[str, str]]:
    """Chairs that have become vacant, and of whom."""
    for slot in board.SLOTS:
        old = before.holder(slot)
        if old is not None and state.holder(slot) is None:
            yield slot, names.of(old.letter)


def _unwrapped(lines: Sequence[str]) -> list[str]:
    """Paragraphs, without what they stand behind."""
    return [str(getattr(line, "home", (line,))[0]) for line in lines]


def _card(state: State, before: State | None, who: Politician) -> Card:
    old = before.people.get(who.letter) if before is not None else None
    was = _card(before, None, old) if before is not None and old is not None else None
    stakes = state.declared.get(who.letter) or {}
    holder = state.controller(who.letter)
    order = sorted(stakes, key=lambda p: (p != holder, -stakes[p].points, state.seats.index(p)))
    shares = tuple((player, stakes[player].points) for player in order)
    return Card(
        who,
        shares,
        holder is not None,
        who.letter in state.locked,
        tuple(state.lasting.get(who.letter, ())),
        was,
    )


@lru_cache(maxsize=64)
def _board(names: Names, facts: _Facts) -> str:
    sitting = dict(facts.slots)
    cards = {card.who.letter: card for card in facts.cards}
    pieces = []
    for title, slots, width in _LEVELS:
        drawn = [
            _drawn(names, cards[sitting[slot]], slot, width)
            if slot in sitting
            else _vacant(slot, dict(facts.left).get(slot, ""), width)
            for slot in slots
        ]
        pieces.append(heading(3, title) + _side_by_side(drawn))
    pieces.append(_people(names, facts.cards))
    pieces += [_area(names, facts.cards, area, title) for area, title in _AREAS]
    pieces += [paragraph(safe(escaped(said), names.lexicon), 15, 6) for said in facts.told]
    return "".join(pieces)


def _side_by_side(cards: Sequence[str]) -> str:
    return f'<div style="text-align:center;">{"".join(cards)}</div>'


# --- a card ---


@lru_cache(maxsize=2048)
def _drawn(names: Names, card: Card, slot: str, width: int) -> str:
    """Office and monogram; name; age; marks; who shows influence; beside each what has changed."""
    changes = _changes(names, card)
    lines = [_office(slot)]
    lines += [f"{_disc(card)} <b>{escaped(names.of(card.who.letter))}</b>{changes.get('place', '')}"]
    lines += [_age(card) + changes.get("age", "")]
    marks = _marks(card) + changes.get("marks", "")
    lines += [marks.strip()] if marks else []
    lines += _shown(names, card)
    lines += [changes["held"].strip()] if "held" in changes else []
    lines += [f"{escaped(names.card(number))} lies here" for number in card.red]
    inner = "".join(f'<p style="margin:0;">{safe(line, names.lexicon)}</p>' for line in lines)
    return _boxed(inner, width, colour_of(_holder(card)), paint.FLAG if changes else RULE)


def _disc(card: Card) -> str:
    """His monogram is his letter, by which orders know him."""
    letter = escaped(card.who.letter)
    return (
        f'<span aria-label="card {letter}" style="display:inline-block;margin:1px 2px 1px 0;width:28px;line-height:28px;border-radius:14px;'
        f'background-color:{colour_of(_holder(card))};color:#ffffff;font-weight:bold;text-align:center;">{letter}</span>'
    )


def _boxed(inner: str, width: int, side: str, edge: str, style: str = "solid") -> str:
    """A card that stands beside others where there is room."""
    return (
        f'<div class="kw" style="display:inline-block;width:100%;max-width:{width}px;vertical-align:top;">'
        '<table role="presentation" width="100%" cellpadding="0" cellspacing="3" border="0"><tr><td class="kc" height="112" valign="top" '
        f'style="padding:6px 9px;background-color:{paint.CARD};color:{INK};border:1px {style} {edge};border-top:5px solid {side};'
        f'border-radius:6px;text-align:left;font-size:15px;">{inner}</td></tr></table></div>'
    )


def _office(slot: str) -> str:
    """The code by which orders know it, in front; not `C1 Candidate`, which would be a number for card C."""
    if not slot:
        return soft("the People")
    if slot in board.CANDIDATES:
        return f"{soft('Candidate')} <b>{slot}</b>"
    return f"<b>{slot}</b> {soft(board.OFFICES[slot].removeprefix(f'{slot} '))}"


def _vacant(slot: str, old: str, width: int) -> str:
    said = f'<p style="margin:8px 0 0;font-size:16px;">{soft("(vacant)")}{_new(f"new: was {old}’s") if old else ""}</p>'
    return _boxed(
        f'<p style="margin:0;font-size:14px;">{_office(slot)}</p>{said}', width, RULE, RULE, "dashed"
    )


def _holder(card: Card) -> Player | None:
    return card.shares[0][0] if card.held else None


def _age(card: Card) -> str:
    who = card.who
    return f"age <b>{who.age}</b>" + (f" = {who.printed} + {who.stress}" if who.stress else "")


def _marks(card: Card) -> str:
    """Crosses, suspicion, Cure, each in a word."""
    who, told = card.who, []
    if who.crosses:
        told.append(f'<b class="kf" style="color:{paint.FLAG};">{HEALTH[min(3, who.crosses)]}</b>')
    if who.suspicion:
        told.append(f"<b>{'?' * who.suspicion}</b> suspected")
    if who.cure:
        told.append("<b>C</b> Sanatorium")
    return ", ".join(told)


def _chips(names: Names, card: Card) -> list[str]:
    return [
        chip(f"{names.who(player)} {points}", player, card.held and not at)
        for at, (player, points) in enumerate(card.shares)
    ]


def _shown(names: Names, card: Card) -> list[str]:
    """Who controls him with how much, and what the others show."""
    chips = _chips(names, card)
    if not chips:
        return [soft("no influence shown")]
    if not card.held:
        return [f"{soft('nobody’s:')} {''.join(chips)}"]
    said = [f"{soft('control for good:' if card.locked else 'control:')} {chips[0]}"]
    return said + ([f"{soft('also:')} {''.join(chips[1:])}"] if len(chips) > 1 else [])


def _new(words: str) -> str:
    return " " + fresh(words.replace("\u00a0", " "))


def _changes(names: Names, card: Card) -> dict[str, str]:
    """What has changed since the last report, in words, by what it is about."""
    was, told = card.was, dict[str, str]()
    if was is None:
        return told
    here, there = card.who, was.who
    if there.place != here.place:
        told["place"] = _new("new here")
    if there.age != here.age:
        told["age"] = _new(f"was {there.age}")
    if marks := _marks_changed(here, there):
        told["marks"] = _new(marks)
    if _holder(was) != _holder(card):
        old = _holder(was)
        told["held"] = _new(f"new: was {names.who(old)}’s" if old else "new: was nobody’s")
    elif was.shares != card.shares or was.locked != card.locked:
        told["held"] = _new("new: shown influence has changed")
    return told


def _marks_changed(here: Politician, there: Politician) -> str:
    told = [f"was {HEALTH[min(3, there.crosses)]}"] if there.crosses != here.crosses else []
    if there.suspicion != here.suspicion:
        told.append("new ?" if here.suspicion > there.suspicion else "no longer suspected")
    if there.cure != here.cure:
        told.append("new C" if here.cure else "back from the Sanatorium")
    return ", ".join(told)


# --- below the board ---


def _people(names: Names, cards: Sequence[Card]) -> str:
    """R1.2: the four oldest as cards, the rest in short."""
    people = sorted(
        (c for c in cards if c.who.place == board.PEOPLE),
        key=lambda c: (-c.who.age, -c.who.printed, c.who.letter),
    )
    shown = [_drawn(names, card, "", _PEOPLE) for card in people[:SHOWN_PEOPLE]]
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
    return paragraph(f"<b>{title}:</b> {', '.join(_short(names, card) for card in cards)}", 15, 6)


def _short(names: Names, card: Card) -> str:
    """`Palavrian (G 72 Sick +: Anna 3)`."""
    who = card.who
    marks = "" if who.place == board.WALL else _short_marks(who)
    marks += "".join(f", card {number}" for number in card.red)
    shown = f": {' '.join(_chips(names, card))}" if card.shares else ""
    good = " for good" if card.locked else ""
    moved = card.was is not None and card.was.who.place != who.place
    told = f"{escaped(names.of(who.letter))} ({escaped(who.letter)} {who.age}{marks}{shown}{good})"
    return told + (_new("new here") if moved else "")


def _short_marks(who: Politician) -> str:
    parts = [HEALTH[min(3, who.crosses)]] if who.crosses else []
    parts += ["?" * who.suspicion] if who.suspicion else []
    parts += ["C"] if who.cure else []
    return "".join(f" {part}" for part in parts)


@lru_cache(maxsize=64)
def _legend(names: Names, told: tuple[str, ...], seats: tuple[Player, ...]) -> str:
    players = "".join(
        f'<p style="margin:0 0 4px;font-size:15px;">{safe(chip(names.who(p), p, True) + f" {p}, {escaped(names.faction.get(p, p))}", names.lexicon)}</p>'
        for p in seats
    )
    signs = "".join(paragraph(soft(escaped(said)), 14, 6) for said in told[-1:])
    return heading(3, "Players") + players + signs


__all__ = ["board_html"]
