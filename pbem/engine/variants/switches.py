"""Switches over a preset: their names and values, what is on where nothing is said, and what does not go together."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from .. import packs as printed
from ..packs import Packs

PRESETS = ("basic", "advanced", "swiss", "swiss-ah")
#: How true and false are typed on a command line.
TRUTH = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}

On = Mapping[str, bool | str]


class UnknownRules(ValueError):
    """No such preset or option, or options that do not go together; the text says what there is, or how to mend it."""


class Switch(NamedTuple):
    """`values`: the words it takes; without them it is true or false.  `off`: may a switch with words be false?"""

    name: str
    about: str
    values: tuple[str, ...] = ()
    off: bool = False


SWITCHES = {
    switch.name: switch
    for switch in (
        Switch("ties", "ties are broken by support (R13)"),
        Switch("strengths", "strengths and weaknesses (R14)"),
        Switch("intrigue", "Intrigue cards (R15)"),
        Switch("bribes", "Intrigue cards for promises (R15.7)"),
        Switch("growth", "growing influence (R15.6)"),
        Switch("by_age", "the cards take their slots by age (R1.4)"),
        Switch("free_allocation", "influence in any amounts (R1.5)"),
        Switch("three_player", "the game for three (R12.1)"),
        Switch("nestor", "influence on the first Party Chief, too (R12.2)"),
        Switch("revolution", "the Revolution (R18)", ("contemporary", "historical", "mixed"), off=True),
        Switch("deck", "which Intrigue cards (R15.4a, R18.1)", ("house", "revolution", "both")),
        Switch("swiss_tie", "who wins a tie of recorded influence (HR-22)", ("not_controller", "nobody")),
        Switch("chart", "which health chart (R6.1)", (printed.HEALTH,)),
    )
}
#: What `advanced` is, apart from R12.
ADVANCED = ("ties", "strengths", "intrigue", "growth")


class Wish(NamedTuple):
    """What is asked for: what was `said`, and with it what is `on`."""

    preset: str
    said: On
    on: On
    seats: int | None
    packs: Packs


def settled(preset: str, options: Mapping[str, object] | None, seats: int | None, packs: Packs) -> On:
    """Every switch with its value, False or "" where it is off.  Raises UnknownRules."""
    if preset not in PRESETS:
        near = printed.meant(preset, PRESETS)
        raise UnknownRules(f"there are no rules named {preset!r}; choose one of {', '.join(PRESETS)}{near}")
    said = {name: _value(name, value) for name, value in (options or {}).items()}
    wish = Wish(preset, said, _with_defaults(preset, said, seats, packs), seats, packs)
    for bad, why in CONFLICTS:
        if bad(wish):
            raise UnknownRules(why(wish) if callable(why) else why)
    return wish.on


def marks(on: On) -> frozenset[str]:
    """What is on as words: "ties", "deck=both"; a Revolution of any kind is "revolution", too."""
    words = {name if value is True else f"{name}={value}" for name, value in on.items() if value}
    return frozenset(words | ({"revolution"} if on["revolution"] else set()))


def _value(name: str, value: object) -> bool | str:
    """The value of a switch, as it was typed or as a scenario has it."""
    switch = SWITCHES.get(name)
    if switch is None:
        known = ", ".join(SWITCHES)
        raise UnknownRules(
            f"there is no option {name!r}{printed.meant(name, SWITCHES)}; the options are {known}"
        )
    word = str(value).strip().lower()
    if switch.values:
        if switch.off and TRUTH.get(word) is False:
            return False
        if word not in switch.values:
            kinds = " or ".join(filter(None, (", ".join(switch.values[:-1]), switch.values[-1])))
            raise UnknownRules(f"{name} is {kinds}, not {value!r}{printed.meant(word, switch.values)}")
        return word
    if word not in TRUTH:
        raise UnknownRules(f"{name} is true or false, not {value!r}")
    return TRUTH[word]


def _with_defaults(preset: str, said: On, seats: int | None, packs: Packs) -> dict[str, bool | str]:
    """What was said, and for the rest what the preset says (decision D20 for R12)."""
    advanced = preset == "advanced"
    on: dict[str, bool | str] = {name: advanced for name in ADVANCED}
    on |= {
        "by_age": False,
        "free_allocation": False,
        "revolution": False,
        "three_player": advanced and seats == 3,
    }
    on |= {"chart": "", "swiss_tie": "not_controller" if preset == "swiss" else ""}
    on |= said
    on.setdefault("bribes", advanced and bool(on["intrigue"]))
    on.setdefault("nestor", advanced and seats != 3 and not on["three_player"])
    own = bool(packs.with_kind("intrigue"))
    on.setdefault("deck", "" if own or not on["intrigue"] else "both" if on["revolution"] else "house")
    return on


def _two(kind: str) -> tuple[Callable[[Wish], bool], Callable[[Wish], str]]:
    """Two packs of one kind."""

    def why(wish: Wish) -> str:
        names = " and ".join(pack.name for pack in wish.packs.with_kind(kind))
        return f"the packs {names} both bring {kind}; a game takes one"

    return lambda wish: len(wish.packs.with_kind(kind)) > 1, why


def _idle(wish: Wish) -> bool:
    """Cards alone, and nobody who could hold them."""
    return not wish.on["intrigue"] and any(list(pack.holds) == ["intrigue"] for pack in wish.packs.own)


#: What does not go together, and what to do about it; the first that fits is said.
CONFLICTS: tuple[tuple[Callable[[Wish], object], str | Callable[[Wish], str]], ...] = (
    (
        lambda wish: wish.said.get("bribes") and not wish.on["intrigue"],
        "bribes needs intrigue: what is given are Intrigue cards; say intrigue=true, too",
    ),
    (
        lambda wish: "deck" in wish.said and not wish.on["intrigue"],
        "deck needs intrigue: without it there are no Intrigue cards; say intrigue=true, too",
    ),
    (
        lambda wish: wish.on["three_player"] and wish.seats not in (3, None),
        lambda wish: f"three_player needs exactly three players, not {wish.seats}",
    ),
    (
        lambda wish: wish.on["nestor"] and wish.seats == 3,
        lambda wish: (
            "nestor needs four players or more; with three nobody puts influence on him "
            f"{'before the end of turn 3' if wish.on['growth'] else 'at any time, as it does not grow in this game'} (R12.1)"
        ),
    ),
    (
        lambda wish: wish.on["nestor"] and wish.on["three_player"],
        "nestor and three_player exclude each other: the one is for four players or more (R12)",
    ),
    (
        lambda wish: wish.on["revolution"] and wish.preset == "swiss",
        "revolution does not go with the rules swiss, which have 24 Politicians of their own (R17.8); swiss-ah takes it",
    ),
    (
        lambda wish: "swiss_tie" in wish.said and wish.preset != "swiss",
        "swiss_tie is only for the rules swiss: nowhere else does a tie of recorded influence end the game",
    ),
    (
        lambda wish: wish.on["revolution"] in ("historical", "mixed") and wish.packs.with_kind("politicians"),
        lambda wish: (
            f"revolution={wish.on['revolution']} brings its own Politicians, and so does a pack; leave one out"
        ),
    ),
    (
        lambda wish: "deck" in wish.said and wish.packs.with_kind("intrigue"),
        "deck chooses among the decks of the program, but a pack brings its own Intrigue cards; leave one out",
    ),
    (
        lambda wish: "chart" in wish.said and wish.packs.with_kind("health"),
        "chart chooses among the charts of the program, but a pack brings its own health chart; leave one out",
    ),
    (
        _idle,
        "a pack brings Intrigue cards only, and this game is played without them; say intrigue=true, too",
    ),
    *(_two(kind) for kind in ("politicians", "health", "intrigue")),
)
