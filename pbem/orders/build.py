"""From grammar rules to `Line`s: one method a rule of `grammar.lark`, called by the parser as it goes.

Children are values already: Who, int, str, conditions, `Mod`s and lists of Lines.
"""

from typing import Any, NamedTuple

from msgspec.structs import replace

from pbem.orders import lines as ast
from pbem.orders.deals import DealBuilder
from pbem.orders.errors import Unread
from pbem.orders.facts import WHO, Children, at, number_in, whos
from pbem.orders.lines import And, Condition, Line, Not, Who
from pbem.orders.talk import TalkBuilder, asked_for
from pbem.orders.verbs import VERBS, VERDICTS

TURNS = 11  # rules R11: no game is longer
LONGEST_SPAN = 30


class Mod(NamedTuple):
    """A WHEN, IF, … part: `kind` is if while when turn each actor also."""

    kind: str
    value: Any


class Ordered(NamedTuple):
    """One order as typed: its Lines (several for `CURE G, T`) and its parts, applied at the end."""

    lines: list[Line]
    mods: list[Mod]


class Parsed(NamedTuple):
    """What a sentence says: its orders, and what the player should be told about their reading."""

    lines: tuple[Line, ...]
    notes: tuple[str, ...]


class Builder(DealBuilder, TalkBuilder):
    """The values of the rules."""

    # -- a sentence --------------------------------------------------------------------------------------------------

    def start(self, children: Children) -> Parsed:
        return _finish(children[0], [])

    def led(self, children: Children) -> Parsed:
        """`IF I CONTROL KGB, PURGE K AND TRY T`: what stands in front holds for all of them."""
        return _finish(children[1], children[0])

    def bare_sheet(self, children: Children) -> Parsed:
        return Parsed((_sheet(children[0]),), ())

    def lead(self, children: Children) -> list[Mod]:
        return children

    def orders(self, children: Children) -> list[Ordered]:
        return [child for child in children if isinstance(child, Ordered)]

    unnamed = orders

    def order(self, children: Children) -> Ordered:
        mods: list[Mod] = []
        deeds: list[Line] = []
        for child in children:
            if isinstance(child, Mod):
                mods.append(child)
            elif child and isinstance(child[0], Mod):
                mods.extend(child)
            else:
                deeds = child
        return Ordered(deeds, mods)

    extra = order

    def prefix(self, children: Children) -> list[Mod]:
        return [Mod("also", True) if child == "also" else child for child in children]

    def actor(self, children: Children) -> Mod:
        """MINE is what an order without an actor says anyway."""
        who = children[0]
        if isinstance(who, ast.Group) and who.word != "mine":
            raise Unread(
                f"{who.word.upper()} cannot be told to act; please name a Politician or an office of yours"
            )
        return Mod("actor", None if isinstance(who, ast.Group) else who)

    agent = actor

    # -- deeds -------------------------------------------------------------------------------------------------------

    def names(self, children: Children) -> tuple[Who, ...]:
        return whos(children)

    def listed(self, children: Children) -> list[Line]:
        names = children[1] if isinstance(children[1], tuple) else whos(children)
        return [Line(children[0], who=names)]

    def each(self, children: Children) -> list[Line]:
        return [Line(children[0], who=(who,)) for who in children[1]]

    def rise(self, children: Children) -> tuple[Who, str | None]:
        return children[0], at(children, 1)

    shift = move = rise

    def rises(self, children: Children) -> list[Line]:
        moves = [child for child in children[1:] if isinstance(child, tuple)]
        return [Line(children[0], who=(who,), to=to) for who, to in moves]

    moves = rises

    def swap(self, children: Children) -> list[Line]:
        return [Line("swap", who=whos(children))]

    def amount(self, children: Children) -> int | None:
        return children[0] if isinstance(children[0], int) else None

    def total(self, children: Children) -> tuple[Who, int | None]:
        first, second = children
        return (first, second) if isinstance(first, WHO) else (second, first)

    def declare(self, children: Children) -> list[Line]:
        totals = [child for child in children if isinstance(child, tuple)]
        at_once = children[0] == "declare now" or "now" in (children[1], children[-1])
        verb = "declare now" if at_once else "declare"
        return [Line(verb, who=(who,), number=number) for who, number in totals]

    def limited(self, children: Children) -> list[tuple[Who, int | None]]:
        return [(who, children[1]) for who in children[0]]

    def claim(self, children: Children) -> list[Line]:
        """`HOLD KGB UP TO 8`, `HOLD 8 KGB`, `HOLD KGB 8, FM 6`, `HOLD KGB, FM`."""
        limit: int | None = None
        found: list[tuple[Who, int | None]] = []
        for child in children[1:]:
            if isinstance(child, list):
                found += child
            elif isinstance(child, tuple):
                found += [(who, limit) for who in child]
            elif isinstance(child, int):
                limit = child
        return [Line(children[0], who=(who,), number=number) for who, number in found]

    def vote(self, children: Children) -> list[Line]:
        ballot = next(
            child for child in children if child in ("guilty", "innocent", "yes", "no") and child is not None
        )
        names = next((child for child in children if isinstance(child, tuple)), None)
        return _votes(ballot, names)

    def vote_for(self, children: Children) -> list[Line]:
        return _votes(children[1], children[2])

    def verdict(self, children: Children) -> list[Line]:
        names = children[1] if len(children) > 1 else None
        if names is None and children[0] in ("back", "oppose"):
            raise Unread(
                f"{children[0].upper()} needs the name of the nominee, as in {children[0].upper()} Strychnin"
                + ("; to end your vacation write VACATION OFF" if children[0] == "back" else "")
            )
        return _votes(VERDICTS[children[0]], names)

    def pair(self, children: Children) -> tuple[Who, int]:
        return whos(children)[0], number_in(children)

    def pairs(self, children: Children) -> list[tuple[Who, int]]:
        return [child for child in children if isinstance(child, tuple)]

    def sheet(self, children: Children) -> list[Line]:
        return [_sheet(children[-1])]

    def ranking(self, children: Children) -> list[Line]:
        """E8: ten names without numbers are 10 down to 1; eleven begin with 10+ (D20)."""
        names = children[-1]
        if len(names) > 11:
            raise Unread(
                f"there are {len(names)} names, and without numbers I can give 10 down to 1 to ten of them, or to eleven "
                "10+ down to 1"
            )
        highest = max(10, len(names))
        return [_sheet([(who, highest - index) for index, who in enumerate(names)])]

    # -- parts -------------------------------------------------------------------------------------------------------

    def modifier(self, children: Children) -> Mod:
        kind, value = children
        return Mod("if", Not(value)) if kind == "unless" else Mod(kind, value)

    def in_turn(self, children: Children) -> Mod:
        if not 1 <= children[0] <= TURNS:
            raise Unread(f"a game has the turns 1 to {TURNS}, so IN TURN {children[0]} never comes")
        return Mod("turn", children[0])

    def each_turn(self, children: Children) -> Mod:
        return Mod("each", True)

    # -- talk --------------------------------------------------------------------------------------------------------

    def word(self, children: Children) -> list[Line]:
        return [Line(children[0])]

    def span(self, children: Children) -> tuple[int, ...]:
        """`CANCEL 1-10`."""
        first, last = children[0], children[-1]
        if not first <= last < first + LONGEST_SPAN:
            raise Unread(
                f"{first} to {last} is no run of orders that I can cancel; CANCEL ALL takes back the whole list"
            )
        return tuple(range(first, last + 1))

    def cancel(self, children: Children) -> list[Line]:
        numbers = (number for child in children if isinstance(child, tuple) for number in child)
        return [Line("cancel", numbers=tuple(numbers))]

    def words(self, children: Children) -> list[Line]:
        said = children[1] if len(children) > 1 else ""
        return [Line(children[0], words=asked_for(children[0], said))]

    def to(self, children: Children) -> tuple[str, ...]:
        seats = tuple(child for child in children if child != "and")
        return () if seats == ("all",) else tuple(dict.fromkeys(seats))

    def press(self, children: Children) -> list[Line]:
        hidden = "anonymous" if "anonymous" in children[1:2] else None
        players = next((child for child in children if isinstance(child, tuple)), ())
        if players == ("moderator",):
            if hidden:
                raise Unread("the moderator is told who writes to him; please leave ANONYMOUS out")
            return [Line("moderator", words=children[-1] if isinstance(children[-1], str) else "")]
        text = children[-1] if isinstance(children[-1], str) and len(children) > (2 if hidden else 1) else ""
        return [Line("press", players=players, words=text, to=hidden)]


def _votes(ballot: Any, names: tuple[Who, ...] | None) -> list[Line]:
    return [Line("vote", vote=ballot, who=(who,)) for who in names] if names else [Line("vote", vote=ballot)]


def _sheet(pairs: list[tuple[Who, int]]) -> Line:
    """One influence sheet, or a part of one (D24)."""
    given: dict[str, int] = {}
    for who, number in pairs:
        if not isinstance(who, ast.Named):
            raise Unread(
                "influence is recorded on a Politician himself, so please name him by letter or surname"
            )
        if who.letter in given:
            raise Unread(f"card {who.letter} stands twice in this sheet")
        given[who.letter] = number
    return Line("influence", sheet=tuple(given.items()))


def _finish(orders: list[Ordered], lead: list[Mod]) -> Parsed:
    found = tuple(_applied(line, [*lead, *order.mods]) for order in orders for line in order.lines)
    notes: tuple[str, ...] = ()
    if any(line.verb == "offer" for order in orders[:-1] for line in order.lines):
        raise Unread(
            "what stands behind a promise could be a second promise or an order; please put it on a line of its own, a second "
            "promise as a second offer"
        )
    last = [mod.kind for mod in orders[-1].mods if mod.kind in ("if", "when", "turn")]
    if (
        len(orders) > 1
        and last
        and not any(mod.kind in ("if", "when", "turn") for o in orders[:-1] for mod in o.mods)
    ):
        notes = ("the condition at the end goes with the last order of the line only",)
    return Parsed(found, notes)


def _applied(line: Line, mods: list[Mod]) -> Line:
    """The line with its WHEN, IF, … parts; several IF are joined by AND."""
    _must_be_bare(line, {mod.kind for mod in mods} - {"also"})
    given: dict[str, Any] = {}
    conditions: list[Condition] = []
    for kind, value in mods:
        if kind == "if":
            conditions.append(value)
            continue
        if kind == "while" and line.verb != "purge":
            raise Unread(f"WHILE goes with PURGE only; for {line.verb.upper()} write IF")
        field = _FIELDS[kind]
        if field in given and kind in ("when", "while", "turn", "actor"):
            raise Unread(f"an order takes only one {_SAID[kind]}; please write two lines")
        given[field] = value
    if conditions:
        given["condition"] = conditions[0] if len(conditions) == 1 else And(tuple(conditions))
    return replace(line, **given) if given else line


def _must_be_bare(line: Line, kinds: set[str]) -> None:
    """What is done as soon as the letter comes waits for nothing; cards, ties and influence are the player's own."""
    if "actor" in kinds and VERBS[line.verb].switch:
        raise Unread(f"{line.verb.upper()} is your own order, so no Politician can be told to carry it out")
    if line.verb == "offer" and kinds and "when" not in kinds:
        raise Unread("an offer goes out as soon as your letter comes; to be made later it needs a WHEN")
    if line.verb == "declare now" and kinds:
        raise Unread("what is declared NOW waits for nothing; please leave NOW out, or what stands with it")
    if line.verb in _AT_ONCE and line.to != "any" and kinds:
        raise Unread(
            f"{line.verb.upper()} counts as soon as your letter comes, so nothing can stand with it; for later there is ACCEPT ANY"
        )


_AT_ONCE = frozenset({"accept", "refuse", "withdraw offer"})
_FIELDS = {
    "while": "during",
    "when": "when",
    "turn": "turn",
    "each": "each_turn",
    "actor": "actor",
    "also": "also",
}
_SAID = {"while": "WHILE", "when": "WHEN", "turn": "IN TURN", "actor": "actor"}
