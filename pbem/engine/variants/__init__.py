"""Rules by name: presets, and switches over them."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from .. import packs as printed
from ..packs import Pack, Packs
from ..rules import Rules
from .basic import basic
from .bribes import bribes
from .by_age import by_age
from .free_allocation import free_allocation
from .growth import growth
from .intrigue import intrigue
from .nestor import nestor, three_player
from .revolution import mixed, suspicion_adds_up, with_politicians
from .strengths import strengths
from .swiss import swiss, swiss_ah
from .switches import PRESETS, SWITCHES, On, Switch, UnknownRules, marks, settled
from .ties import ties

__all__ = ["PRESETS", "RULES_VERSION", "SWITCHES", "Switch", "UnknownRules", "packs_of", "rules_for"]

#: Recorded with every game; raised when a game would go on otherwise than it began.
RULES_VERSION = "1"
#: What reports call the decks of the program.
_DECKS = {
    "house": ("house deck", (printed.HOUSE_DECK,)),
    "revolution": ("Revolution deck", (printed.REVOLUTION_DECK,)),
    "both": ("house and Revolution decks", (printed.HOUSE_DECK, printed.REVOLUTION_DECK)),
}


def rules_for(
    preset: str,
    options: Mapping[str, object] | None = None,
    *,
    seats: int | None = None,
    packs: Packs | None = None,
) -> Rules:
    """The rules of a preset with its switches.  Raises UnknownRules.

    `seats`: how many play; None is not known, and taken for four or more.  `packs`: what the game brings itself.
    """
    packs = packs or Packs()
    on = settled(preset, options, seats, packs)
    rules = _preset(_printed(packs), preset, on)
    for name, apply in _IN_ORDER:
        if name in _ALWAYS or on[name]:
            rules = apply(rules, on, packs)
    return replace(rules, switches=marks(on))


def packs_of(
    preset: str,
    options: Mapping[str, object] | None = None,
    *,
    seats: int | None = None,
    packs: Packs | None = None,
) -> tuple[Pack, ...]:
    """The packs that a game with these rules is played with.  Raises UnknownRules."""
    packs = packs or Packs()
    on = settled(preset, options, seats, packs)
    names = (
        [] if packs.with_kind("politicians") or on["revolution"] == "historical" else [printed.POLITICIANS]
    )
    names += [printed.HISTORICAL] if on["revolution"] in ("historical", "mixed") else []
    names += [] if packs.with_kind("health") else [str(on["chart"]) or printed.HEALTH]
    names += _DECKS[str(on["deck"])][1] if on["deck"] else ()
    return (*(packs.of(name) for name in names), *packs.own)


# --- in the order in which they are applied ----------------------------------------------------------------------


def _printed(packs: Packs) -> Rules:
    """The Basic Game with what comes with the program."""
    chart = packs.of(printed.HEALTH).chart
    assert chart is not None
    return replace(basic(), cards=packs.of(printed.POLITICIANS).politicians, chart=chart)


def _preset(rules: Rules, preset: str, on: On) -> Rules:
    if preset == "swiss":
        return swiss(rules, str(on["swiss_tie"]))
    return swiss_ah(rules) if preset == "swiss-ah" else replace(rules, name=preset)


def _own(rules: Rules, on: On, packs: Packs) -> Rules:
    """R15.4a: a pack's Politicians and its chart stand in for the printed ones."""
    for pack in packs.with_kind("politicians"):
        rules = with_politicians(rules, pack.politicians)
    return replace(rules, chart=next((p.chart for p in packs.own if p.chart), rules.chart))


def _revolution(rules: Rules, on: On, packs: Packs) -> Rules:
    """R18."""
    others = packs.of(printed.HISTORICAL).politicians
    if on["revolution"] == "historical":
        rules = with_politicians(rules, others)
    elif on["revolution"] == "mixed":
        rules = mixed(rules, others)
    return suspicion_adds_up(rules)


def _intrigue(rules: Rules, on: On, packs: Packs) -> Rules:
    """R15.1: with the deck that was chosen."""
    own = packs.with_kind("intrigue")
    name, files = (own[0].name, ()) if own else _DECKS[str(on["deck"])]
    decks = own or [packs.of(file) for file in files]
    cards = {number: card for deck in decks for number, card in deck.cards.items()}
    return replace(intrigue(rules, cards), deck_name=name)


def _plain(variant: Callable[[Rules], Rules]) -> Callable[[Rules, On, Packs], Rules]:
    return lambda rules, on, packs: variant(rules)


#: Who begins where is settled before the cards are chosen, and both before who may hold what.
_IN_ORDER: tuple[tuple[str, Callable[[Rules, On, Packs], Rules]], ...] = (
    ("packs", _own),
    ("by_age", _plain(by_age)),
    ("revolution", _revolution),
    ("three_player", _plain(three_player)),
    ("nestor", _plain(nestor)),
    ("free_allocation", _plain(free_allocation)),
    ("ties", _plain(ties)),
    ("strengths", _plain(strengths)),
    ("growth", _plain(growth)),
    ("intrigue", _intrigue),
    ("bribes", _plain(bribes)),
)
_ALWAYS = ("packs",)
