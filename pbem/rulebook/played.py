"""Which rules a game is played by, in one line: for the moderator, who may have mistyped a switch."""

from collections.abc import Mapping

from pbem.engine.packs import Packs
from pbem.engine.rules import Rules
from pbem.engine.variants import SWITCHES, UnknownRules, rules_for


def switches(rules: Rules) -> tuple[str, ...]:
    """What is on, as it is typed behind --option, in the order of the list of switches."""
    on = [mark for mark in rules.switches if mark not in SWITCHES or not SWITCHES[mark].values]
    order = list(SWITCHES)
    return tuple(sorted(on, key=lambda mark: order.index(mark.partition("=")[0])))


def played(preset: str, rules: Rules, packs: Packs) -> str:
    """ "advanced, with ties, strengths, intrigue, deck=house; packs: mydeck"."""
    on, own = ", ".join(switches(rules)), ", ".join(pack.name for pack in packs.own)
    said = f"{preset}, with {on}" if on else f"{preset}, with all switches off"
    return f"{said}; packs: {own}" if own else said


def dropped(preset: str, options: Mapping[str, object], seats: int | None, packs: Packs) -> tuple[str, ...]:
    """What is off only because of what was said of something else, in a sentence each."""
    try:
        usual = set(switches(rules_for(preset, {}, seats=seats, packs=packs)))
    except UnknownRules:  # a pack that would need the switches
        return ()
    rules = rules_for(preset, options, seats=seats, packs=packs)
    gone = [name for name in SWITCHES if name in usual - rules.switches and name not in options]
    off = [name for name in options if name in usual - rules.switches]
    because = f", as {' and '.join(f'{name}=false' for name in off)}" if off else ""
    return tuple(f"{name} is off, too{because}." for name in gone)
