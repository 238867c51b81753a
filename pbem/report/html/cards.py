"""One Politician as a card of the board, or in a few words below it; beside each fact what has changed."""

from functools import lru_cache
from typing import NamedTuple

from pbem.engine import board
from pbem.engine.events import Player
from pbem.engine.state import Politician, State

from ..naming import HEALTH, Names
from . import paint
from .paint import RULE, chip, colour_of, escaped, fresh, safe, soft

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


def card_of(state: State, before: State | None, who: Politician) -> Card:
    """What his card shows.  `before`: the position at the last report."""
    old = before.people.get(who.letter) if before is not None else None
    was = card_of(before, None, old) if before is not None and old is not None else None
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


@lru_cache(maxsize=2048)
def drawn(names: Names, card: Card, slot: str, width: int) -> str:
    """Office; monogram and name; age; marks; who shows influence; beside each what has changed.  `slot`: "" among the People."""
    changes = _changes(names, card)
    lines = [_office(slot)]
    lines += [f"{_disc(card)} <b>{escaped(names.of(card.who.letter))}</b>{changes.get('place', '')}"]
    lines += [_age(card) + changes.get("age", "")]
    marks = _marks(card) + changes.get("marks", "")
    lines += [marks.strip()] if marks else []
    lines += _shown(names, card)
    lines += [changes["held"].strip()] if "held" in changes else []
    lines += [f"{escaped(names.card(number))} lies here" for number in card.red]
    inner = "<br>".join(safe(line, names.lexicon) for line in lines)
    return _boxed(inner, width, colour_of(_holder(card)), bool(changes))


def _disc(card: Card) -> str:
    """His monogram is his letter, by which orders know him."""
    letter = escaped(card.who.letter)
    return (
        f'<span class="kd" aria-label="card {letter}" style="padding:0 6px;background-color:{colour_of(_holder(card))};color:#ffffff;'
        f'font-weight:bold;">{letter}</span>'
    )


def _boxed(inner: str, width: int, side: str, changed: bool = False, style: str = "solid") -> str:
    """A card that stands beside others where there is room."""
    mark, edge = ("kc kx", paint.FLAG) if changed else ("kc", RULE)
    return (
        f'<div class="kw" style="display:inline-block;width:100%;max-width:{width}px;vertical-align:top;">'
        f'<table role="presentation" width="100%" cellspacing="3"><tr><td class="{mark}" height="112" valign="top" align="left" '
        f'style="padding:6px 9px;background-color:{paint.CARD};border:1px {style} {edge};border-top:5px solid {side};'
        f'border-radius:6px;">{inner}</td></tr></table></div>'
    )


def _office(slot: str) -> str:
    """The code by which orders know it, in front; not `C1 Candidate`, which would be a number for card C."""
    if not slot:
        return soft("the People")
    if slot in board.CANDIDATES:
        return f"{soft('Candidate')} <b>{slot}</b>"
    return f"<b>{slot}</b> {soft(board.OFFICES[slot].removeprefix(f'{slot} '))}"


def vacant(slot: str, old: str, width: int) -> str:
    """An empty chair; `old`: who sat there at the last report, ""."""
    said = f"{soft('(vacant)')}{_new(f'new: was {old}’s') if old else ''}"
    return _boxed(f"{_office(slot)}<br>{said}", width, RULE, style="dashed")


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
        told.append("Sanatorium <b>C</b>")
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
        return [f"{soft('nobody’s:')} {' '.join(chips)}"]
    said = [f"{soft('control for good:' if card.locked else 'control:')} {chips[0]}"]
    return said + ([f"{soft('also:')} {' '.join(chips[1:])}"] if len(chips) > 1 else [])


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


def in_short(names: Names, card: Card) -> str:
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
