"""Rules by name: presets, and switches over them."""

from collections.abc import Mapping

from ..rules import Rules
from .basic import basic
from .strengths import strengths
from .swiss import swiss, swiss_ah

PRESETS = ("basic", "advanced", "swiss", "swiss-ah")
#: Presets that can be played by mail; `advanced` waits for its cards, ties and bribes.
PLAYABLE = ("basic", "swiss", "swiss-ah")


#: How switches are typed on a command line.
TRUTH = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


class UnknownRules(ValueError):
    """No such preset or option; the text says which there are."""


def rules_for(preset: str, options: Mapping[str, object] | None = None) -> Rules:
    """The rules of a preset with its switches.  Raises UnknownRules."""
    given = {name: TRUTH.get(str(value).lower(), value) for name, value in (options or {}).items()}
    if preset not in PRESETS:
        raise UnknownRules(f"there are no rules named {preset!r}; choose one of {', '.join(PRESETS)}")
    tie = str(given.pop("swiss_tie", "not_controller"))
    if tie not in ("not_controller", "nobody"):
        raise UnknownRules(f"swiss_tie is not_controller or nobody, not {tie!r}")
    with_strengths = given.pop("strengths", preset == "advanced")
    if not isinstance(with_strengths, bool):
        raise UnknownRules(f"strengths is true or false, not {with_strengths!r}")
    unknown = sorted(name for name, value in given.items() if value)
    if unknown:
        raise UnknownRules(f"option not known or not built yet: {', '.join(unknown)}")
    rules = basic()
    if preset == "swiss":
        rules = swiss(rules, tie)
    elif preset == "swiss-ah":
        rules = swiss_ah(rules)
    return strengths(rules) if with_strengths else rules
