"""Cards, ties, growth and bribes: their rules of `grammar.lark` to values.  `build.py` has the orders of the Basic Game."""

from typing import Any, NamedTuple

from pbem.orders import lines as ast
from pbem.orders.errors import Unread
from pbem.orders.facts import Children, FactBuilder, at, whos
from pbem.orders.lines import Line, Promise, Who
from pbem.orders.verbs import VERDICTS

NEVER = ("purge", "trial", "condemnation", "investigation", "demotion", "shift")
_WILL = ("nomination", "promotion", "shift", "release")
#: Verbs that can be promised -> the action.
_ACTIONS = {"nominate": "nomination", "promote": "promotion", "shift": "shift", "release": "release"}
KINDS = (
    "a promise is one of NO PURGE OF, NO TRIAL OF, NO CONDEMNATION OF, NO INVESTIGATION OF, NO DEMOTION OF, NO SHIFT OF, "
    "NOMINATE, PROMOTE, SHIFT, RELEASE and VOTE with a Politician, or words in quotation marks, which bind nobody"
)


class Cards(NamedTuple):
    """Card numbers in a line."""

    numbers: tuple[int, ...]


class Part(NamedTuple):
    """A part of PLAY or ACCEPT: the field of the Line that it fills, and how a player says it."""

    field: str
    value: Any
    said: str


class DealBuilder(FactBuilder):
    """The values of the rules under "cards and bribes"."""

    # -- cards -------------------------------------------------------------------------------------------------------

    def cards(self, children: Children) -> Cards:
        return Cards(tuple(dict.fromkeys(child for child in children if isinstance(child, int))))

    def aim(self, children: Children) -> Part:
        """`ON FM`; who writes `AGAINST FM` means the same."""
        return Part("who", whos(children), "ON")

    def against(self, children: Children) -> Part:
        return Part("players", (children[-1],), "AGAINST")

    def victim(self, children: Children) -> Part:
        return self.against(children)

    def as_vote(self, children: Children) -> Part:
        return Part("vote", children[-1], "AS")

    def play(self, children: Children) -> list[Line]:
        return [Line("play", cards=(children[1],), **_fields("PLAY", children))]

    def discard(self, children: Children) -> list[Line]:
        return [Line(children[0], cards=children[1].numbers)]

    def discard_all(self, children: Children) -> list[Line]:
        return [Line(children[0], to="all")]

    # -- ties and growth ---------------------------------------------------------------------------------------------

    def support(self, children: Children) -> list[Line]:
        return [Line("support", players=(children[1],), who=(_one(who, "a tie"),)) for who in children[-1]]

    def gain(self, children: Children) -> list[Line]:
        return [Line("gain", who=(_one(who, "influence"),), number=number) for who, number in children[-1]]

    def draw(self, children: Children) -> list[Line]:
        return [Line("draw", number=int(children[1]))]

    # -- bribes ------------------------------------------------------------------------------------------------------

    def offer(self, children: Children) -> list[Line]:
        cards = next(child for child in children if isinstance(child, Cards))
        seat = next(child for child in children[1:] if isinstance(child, str))
        asked = children[-1]
        bound: dict[str, Any] = {"promise" if isinstance(asked, Promise) else "words": asked}
        return [Line("offer", cards=cards.numbers, players=(seat,), **bound)]

    def offers(self, children: Children) -> tuple[int, ...]:
        return tuple(dict.fromkeys(child for child in children if isinstance(child, int)))

    def giver(self, children: Children) -> Part:
        return Part("players", (children[-1],), "FROM")

    def accept_part(self, children: Children) -> Part:
        return Part("promise", children[-1], "FOR")

    def change(self, children: Children) -> Part:
        return Part("cards", children[-1].numbers, "GIVING")

    def accept(self, children: Children) -> list[Line]:
        fields = _fields("ACCEPT", children)
        asked = fields.pop("promise", None)
        if isinstance(asked, str):
            raise Unread(
                "words in quotation marks bind nobody, so ACCEPT waits for none; please leave them out"
            )
        if children[1] == "all":
            return [_all_of_them(asked, fields)]
        if isinstance(children[1], str):
            return [Line("accept", to="any", promise=asked, **fields)]
        if asked is not None:
            raise Unread("an offer with a number says itself what it is for; FOR goes with ACCEPT ANY")
        if len(children[1]) > 1 and fields:
            raise Unread("FROM and GIVING go with one offer; please write a line for each")
        return [Line("accept", number=number, **fields) for number in children[1]]

    def accept_it(self, children: Children) -> list[Line]:
        """`accept the offer`: the only one there is."""
        fields = _fields("ACCEPT", children)
        if fields.pop("promise", None) is not None:
            raise Unread("an offer says itself what it is for; FOR goes with ACCEPT ANY")
        return [Line("accept", **fields)]

    def refuse(self, children: Children) -> list[Line]:
        return [Line("refuse", number=number) for number in children[1]]

    def refuse_it(self, children: Children) -> list[Line]:
        return [Line("refuse")]

    def refuse_all(self, children: Children) -> list[Line]:
        return [Line("refuse", to="all")]

    def take_back(self, children: Children) -> list[Line]:
        return [Line(children[0], number=number) for number in (children[1:] or [(None,)])[0]]

    def take_back_all(self, children: Children) -> list[Line]:
        return [Line(children[0], to="all")]

    # -- promises ----------------------------------------------------------------------------------------------------

    def bargain(self, children: Children) -> Promise | str:
        if len(children) > 1:
            raise Unread("an offer is for one promise; please make a second offer for the other")
        promise: Promise | str = children[0]
        return promise

    def never_do(self, children: Children) -> Promise:
        if children[1] not in NEVER:
            raise Unread(f'"no {children[1]}" cannot be promised: {KINDS}')
        return Promise(True, children[1], _one(children[-1], "a promise"))

    def will_do(self, children: Children) -> Promise:
        """`PROMOTION OF G TO DM`."""
        return _will(children[0], children[1], at(children, 2))

    def will(self, children: Children) -> Promise:
        return _will(_ACTIONS.get(children[0], children[0]), children[1])

    def will_move(self, children: Children) -> Promise:
        who, to = children[1]
        return _will(_ACTIONS.get(children[0], children[0]), who, to)

    def will_vote(self, children: Children) -> Promise:
        return Promise(False, "vote", _one(children[-1], "a promise"), vote=children[-2])

    def will_judge(self, children: Children) -> Promise:
        vote: Any = VERDICTS[children[0]]
        return Promise(False, "vote", _one(children[-1], "a promise"), vote=vote)


def _all_of_them(asked: Promise | None, fields: dict[str, Any]) -> Line:
    """`ACCEPT ALL`: every offer that is open now."""
    if asked is not None:
        raise Unread("ACCEPT ALL takes the offers that are open now; FOR goes with ACCEPT ANY")
    if "cards" in fields:
        raise Unread("GIVING goes with one offer; please write a line for each")
    return Line("accept", to="all", **fields)


def _fields(verb: str, children: Children) -> dict[str, Any]:
    """What the parts say, each at most once."""
    fields: dict[str, Any] = {}
    for part in (child for child in children if isinstance(child, Part)):
        if part.field in fields:
            raise Unread(f"{verb} takes only one {part.said}; please write two lines")
        fields[part.field] = part.value
    return fields


def _one(who: Who, what: str) -> Who:
    if isinstance(who, ast.Group):
        raise Unread(f"{what} is about one Politician, so please name him or his office")
    return who


def _will(action: Any, who: Who, to: str | None = None) -> Promise:
    if action not in _WILL:
        raise Unread(f'"{action}" cannot be promised: {KINDS}')
    if action == "shift" and to is None:
        raise Unread("a promise to shift him needs the office, as in SHIFT G TO DM")
    return Promise(False, action, _one(who, "a promise"), to=to if action in ("promotion", "shift") else None)
