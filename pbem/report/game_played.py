"""Which game this is: preset, switches, deck and packs, in a sentence or two."""

from pbem.engine.rules import Rules
from pbem.engine.variants import UnknownRules, rules_for

from .naming import deck_named
from .prose import capital, count, listed

_PRESETS = {
    "basic": "the Basic Game",
    "advanced": "the Advanced Game",
    "swiss": "the Swiss game",
    "swiss-ah": "the Swiss game in Avalon Hill’s wording",
}
#: In the order in which they are told; what is on.
_ON = {
    "ties": "support in ties",
    "strengths": "strengths and weaknesses",
    "intrigue": "Intrigue cards",
    "bribes": "bribes",
    "growth": "growing influence",
    "by_age": "slots by age",
    "free_allocation": "influence in any amounts",
    "three_player": "the game for three",
    "nestor": "influence on the first Party Chief as on all others",
    "revolution": "the Revolution",
}


def game_played(rules: Rules, seats: int | None = None) -> str:
    """`You play the Advanced Game: support in ties, Intrigue cards (the house deck, 34 cards); without bribes.`"""
    on = [_worded(rules, name) for name in _ON if name in rules.switches]
    on += ["nobody wins a tie of recorded influence"] if "swiss_tie=nobody" in rules.switches else []
    usual = _usual(rules, seats)
    off = [words for name, words in _ON.items() if name in usual and name not in rules.switches]
    said = f"You play {_PRESETS.get(rules.name, f'the rules {rules.name}')}"
    said += f": {listed(on)}" if on else ""
    said += f"{';' if on else ','} without {listed(off, 'or')}" if off else ""
    own = _own(rules)
    return f"{said}." + (f" {capital(own)}." if own else "")


def _worded(rules: Rules, name: str) -> str:
    if name == "intrigue":
        return f"{_ON[name]} ({deck_named(rules.deck_name)}, {count(len(rules.deck), 'card')})"
    kind = next((s.partition("=")[2] for s in rules.switches if s.startswith(f"{name}=")), "")
    return f"{_ON[name]} ({kind})" if kind else _ON[name]


def _usual(rules: Rules, seats: int | None) -> frozenset[str]:
    """What this preset brings where nothing is said."""
    try:
        return rules_for(rules.name, {}, seats=seats).switches
    except UnknownRules:
        return frozenset()


def _own(rules: Rules) -> str:
    """Politicians and a health chart that a pack brings."""
    try:
        kind = next((s.partition("=")[2] for s in rules.switches if s.startswith("revolution=")), "")
        printed = rules_for(rules.name, {"revolution": kind} if kind else {})
    except UnknownRules:
        return ""
    politicians = "the Politicians" if dict(printed.cards) != dict(rules.cards) else ""
    chart = f"the health chart “{rules.chart.name}”" if printed.chart != rules.chart else ""
    verb = "come" if politicians else "comes"
    own = [*filter(None, (politicians, chart))]
    return f"{listed(own)} {verb} from a pack of this game" if own else ""
