"""What he may order, decision by decision: each with its heading, the order lines that are legal now, and examples with their meaning."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pbem.engine import board
from pbem.engine.events import Choice
from pbem.engine.questions import Ask
from pbem.engine.state import State

from . import asked, cards_now, hand, powers, recording
from .brief import Brief
from .naming import Names
from .prose import listed
from .scene import Scene

#: So many lines of one kind are shown; whoever wants another name writes it.
MOST = 16
#: So many Politicians that he could take over, and so many lines of what each could do then.
_MOST_TAKEN, _MOST_THEN = 6, 14
_VERBS = {
    "purge": "PURGE",
    "trial": "TRY",
    "condemnation": "CONDEMN",
    "investigation": "INVESTIGATE",
    "closing": "CLOSE",
    "nomination": "NOMINATE",
    "release": "RELEASE",
    "promotion": "PROMOTE",
    "demotion": "DEMOTE",
}
#: What a takeover is for.
_PRIZE = {"purge": "purge", "spy": "trials", "funeral": "nomination", "parade": "wave"}
_BALLOTS = {"guilty": "spy", "innocent": "spy", "yes": "funeral", "no": "funeral"}


class Group(NamedTuple):
    """One decision.  `heading`: whose it is, no order itself; `orders`: each line alone; `examples`: some with what they do; `asked`: it is asked
    of him now, not only possible.
    """

    heading: str
    orders: tuple[str, ...]
    examples: tuple[tuple[str, str], ...] = ()
    asked: bool = True


def groups(brief: Brief, names: Names, scene: Scene) -> list[Group]:
    """What is asked of him first, phase by phase; then offers, and what he may do at any time.  Empty where nothing can be ordered."""
    if brief.view.over or not brief.session:
        return []
    if brief.draft is not None:
        return [_sheet(brief, names)]
    found = [*_decisions(brief, names), *_offers(brief, names), *_cards(brief, scene)]
    found += [_influence(scene), _votes(brief, scene), *_once_taken(scene)]
    return _once([group for group in found if group.orders])


def _once(found: Sequence[Group]) -> list[Group]:
    """A line stands under the first decision that it serves."""
    seen: set[str] = set()
    kept = []
    for group in found:
        orders = tuple(order for order in group.orders if order not in seen)
        seen.update(orders)
        if orders:
            kept.append(group._replace(orders=orders[:MOST]))
    return kept


# --- set-up ---


def _sheet(brief: Brief, names: Names) -> Group:
    """R1.3: a line for each number; the names are his to write."""
    rules, draft = brief.rules, brief.draft or {}
    numbers = sorted(rules.sheet, reverse=True)
    if recording.FREE in rules.switches:
        orders = tuple(f"INFLUENCE {names.of(letter)} {n}" for letter, n in draft.items())
        orders += ("INFLUENCE ",) * max(0, 5 - len(draft))
    else:
        known = {number: names.of(letter) for letter, number in draft.items()}
        orders = tuple(f"INFLUENCE {recording.points(rules, n)} ON {known.get(n, '')}" for n in numbers)
    heading = f"{recording.in_short(rules)}; write a name behind each number"
    return Group(heading, orders, ())


# --- what is asked ---


def _decisions(brief: Brief, names: Names) -> Iterator[Group]:
    """One for each kind of question, and for each vote."""
    together: dict[tuple[str, str, str], list[Ask]] = {}
    for ask in asked.distinct(brief.asks):
        if ask.options:
            together.setdefault(_kind(ask), []).append(ask)
    for (phase, _, _), asks in together.items():
        said = asked.decisions(names, brief.view, asks)
        orders = dict.fromkeys(order for ask in asks for order in _orders(names, brief.view, ask))
        examples = tuple(asked.examples(names, brief.view, asks))
        yield Group(f"{powers.IN[phase]}: {said}" if phase in powers.IN else said, tuple(orders), examples)


def _kind(ask: Ask) -> tuple[str, str, str]:
    """Phase, question, and what it is about."""
    if ask.action == "vote":
        first = ask.options[0]
        return _BALLOTS.get(first.action, "spy"), ask.action, first.target
    phase = asked.DECISIONS.get(ask.action, ("", ""))[0]
    return phase, ask.action, ask.actor if ask.action == "support" else ""


def _orders(names: Names, view: State, ask: Ask) -> Iterator[str]:
    """Each legal option as a line; those that hit himself last."""
    actor = names.of(ask.actor)
    match ask.action:
        case "cure":
            yield from (f"{option.action.upper()} {actor}" for option in ask.options)
        case "vote":
            yield from (
                f"VOTE {option.action.upper()} ON {names.of(option.target)}" for option in ask.options
            )
        case "shift" | "step" | "promotion":
            yield from _moves(names, ask)
        case "gain":
            able = [n for n in dict.fromkeys(option.target for option in ask.options) if _near(view, ask, n)]
            most = max(option.number for option in ask.options)
            yield from (f"GAIN {most} {names.of(n)}" for n in able)
        case "draw":
            yield from (f"DRAW {option.number}" for option in reversed(ask.options) if option.number)
        case "support":
            yield from (f"SUPPORT {option.to} ON {actor}" for option in ask.options)
        case "change" | "keep":
            yield from (
                f"KEEP CARDS {', '.join(map(str, option.cards))}" for option in ask.options if option.cards
            )
        case _:
            yield from (
                f"{_VERBS[o.action]} {names.of(o.target)}" for o in _sorted(view, ask) if o.action in _VERBS
            )


def _near(view: State, ask: Ask, name: str) -> bool:
    """Somebody on whom he has recorded something, or who is on the board: the others can be named all the same."""
    return bool(view.written(ask.player, name)) or view.people[name].place in board.POLITBURO


def _sorted(view: State, ask: Ask) -> list[Choice]:
    """By kind; the others' and nobody's before his own, but for what helps."""
    kinds = list(dict.fromkeys(option.action for option in ask.options))

    def place(option: Choice) -> tuple[int, bool]:
        own = view.controller(option.target) == ask.player
        return kinds.index(option.action), own != (option.action in ("closing", "nomination", "release"))

    others = [o for o in ask.options if o.target != ask.actor or o.action == "closing"]
    return sorted(others or ask.options, key=place)


def _moves(names: Names, ask: Ask) -> Iterator[str]:
    """R8: TO is written only where there is one office for him; without it he gets the first free one."""
    slots: dict[tuple[str, str], list[str]] = {}
    pairs: set[frozenset[str]] = set()
    for option in ask.options:
        him = names.of(option.target)
        if option.action == "swap":
            if (pair := frozenset((option.target, option.other))) not in pairs:
                pairs.add(pair)
                yield f"SWAP {him} WITH {names.of(option.other)}"
        elif option.action == "shift":
            yield f"SHIFT {him} TO {option.to}"
        elif option.action in _VERBS:
            slots.setdefault((_VERBS[option.action], him), []).append(option.to)
    for (verb, him), there in slots.items():
        offices = [slot for slot in there if slot in board.SLOTS]
        yield f"{verb} {him} TO {offices[0]}" if len(there) == 1 and offices else f"{verb} {him}"


# --- what else he may do ---


def _offers(brief: Brief, names: Names) -> Iterator[Group]:
    for offer in hand.open_to(brief.view, brief.me):
        number = offer.number
        yield Group(
            f"Offer {number} of {names.who(offer.giver)}",
            (f"ACCEPT {number}", f"REFUSE {number}"),
            (
                (f"ACCEPT {number}", "binds you until that phase ends"),
                (f"REFUSE {number}", "so does silence"),
            ),
        )


def _cards(brief: Brief, scene: Scene) -> Iterator[Group]:
    """Intrigue cards, a tie, an offer of his own: one line each, with names that would do."""
    found = tuple(cards_now.examples(scene))
    if found:
        yield Group(
            "Cards, ties and offers, with names that would do", tuple(o for o, _ in found), found, False
        )


def _influence(scene: Scene) -> Group:
    """Whoever holds a power of this session and is in reach; a guard for those who are his."""
    found: dict[str, str] = {}
    for phase in scene.session:
        holder = powers.holder_of(scene, phase)
        if holder is not None and powers.in_reach(scene, holder):
            found.setdefault(f"TAKE {scene.names.of(holder)}", f"takes him, for the {_PRIZE[phase]}")
    members = [p for p in map(scene.later.holder, board.POLITBURO) if p is not None]
    for one in members:
        if len(found) < _MOST_TAKEN and powers.in_reach(scene, one.letter):
            found.setdefault(f"TAKE {scene.names.of(one.letter)}", "takes him")
    own = [p.letter for p in members if scene.mine(p.letter)]
    if own:
        found["PROTECT MINE"] = "takes over whoever moves against yours"
    found |= {f"HOLD {scene.names.of(letter)}": "keeps him" for letter in own}
    return Group("At any time: show influence", tuple(found), tuple(found.items()), False)


def _once_taken(scene: Scene) -> Iterator[Group]:
    """What he could do with a power that one of these takeovers would bring him, or an order of his list."""
    for phase in scene.session:
        holder = powers.holder_of(scene, phase)
        if holder is None or phase == "parade":
            continue
        coming = scene.mine(holder) and scene.view.controller(holder) != scene.me  # by a line in his list
        if not coming and not powers.in_reach(scene, holder):
            continue
        asks = [d.asked() for d in scene.decisions(phase) if d.actor == holder and d.options]
        orders = dict.fromkeys(order for ask in asks for order in _orders(scene.names, scene.view, ask))
        once = "who is yours by your orders" if coming else "once he is yours"
        heading = f"{powers.IN[phase]}, with {scene.names.of(holder)}{',' if coming else ''} {once}"
        yield Group(heading, tuple(orders)[:_MOST_THEN], (), False)


def _votes(brief: Brief, scene: Scene) -> Group:
    """Of votes that may come in this session."""
    members = [p for p in map(scene.later.active, board.POLITBURO) if p is not None and scene.mine(p.letter)]
    found: dict[str, str] = {}
    if members and "spy" in brief.session:
        found["VOTE INNOCENT ON MINE"] = "if one of yours is tried"
        found |= {"VOTE GUILTY": "in every trial", "VOTE INNOCENT": "in every trial"}
    if members and "funeral" in brief.session:
        found |= {"VOTE NO": "against every nominee", "VOTE YES": "for every nominee"}
    who = listed([scene.names.of(p.letter) for p in members])
    return Group(f"If it comes to a vote, with {who}", tuple(found), tuple(found.items()), False)
