"""Cards, ties, growth and bribes: what the reader may do in the coming session, with examples (R13, R15)."""

from collections.abc import Iterator, Mapping

from pbem.engine import board
from pbem.engine.cards.places import ON
from pbem.engine.events import Name, Player
from pbem.engine.rules import IntrigueCard
from pbem.engine.state import Hand, State

from .naming import one_line
from .prose import listed
from .scene import Scene

Example = tuple[str, str]
#: Cards that are good for whom they are played on, by their codes; the others do him harm.
HELPS = frozenset((8, 9, 14, 17, 22, 27, 41, 44, 45, 57, 61, 66))
#: What blackmail can wait for in a session, by phase; the first that comes.
_AGAINST: Mapping[str, str] = {
    "purge": "PURGE OF MINE",
    "spy": "TRIAL OF MINE",
    "funeral": "VOTE NO BY ANYONE",
    "replacement": "DEMOTION OF MINE",
}
_VOTE = {"funeral": " AS YES"}


def free_cards(scene: Scene) -> list[IntrigueCard]:
    """Of his hand, those that he could play: neither offered nor spent."""
    deck = scene.rules.deck
    return [deck[number] for number in scene.view.playable(scene.me) if number in deck]


def comes(card: IntrigueCard, session: tuple[str, ...]) -> bool:
    """Will there be a window for it in this session?"""
    return any(_comes(part.strip(), session) for part in card.when.split(" or "))


def _comes(when: str, session: tuple[str, ...]) -> bool:
    phase = {"trial": "spy", "nomination": "funeral"}.get(when, when.removeprefix("start:"))
    return when == "any" or phase in session


# --- what this deadline decides ---


def in_full(scene: Scene) -> Iterator[str]:
    """One sentence each on cards, ties and offers."""
    cards = free_cards(scene)
    if cards and scene.session:
        now = [str(card.number) for card in cards if comes(card, scene.session)]
        later = [str(card.number) for card in cards if not comes(card, scene.session)]
        can = f"{listed(now)} can be played in this session" if now else ""
        cannot = f"{listed(later, 'or')} cannot{'' if now else ' be played in this session'}" if later else ""
        yield f"Of your cards {', '.join(filter(None, (can, cannot)))}."
    if "ties" in scene.rules.switches:
        yield from _ties(scene)
    if "bribes" in scene.rules.switches and cards and scene.session:
        yield (
            "A card of yours can be offered to another player for a promise; the offer is mailed on at once, and who accepts is "
            "held to it until that phase ends."
        )


def supportable(scene: Scene) -> list[tuple[Name, int, tuple[Player, ...]]]:
    """Where two others could be tied and he shows something: Politician, his points, the two with most."""
    found, state = [], scene.view
    for name in sorted(state.declared):
        stakes = state.declared[name]
        mine = state.shown(scene.me, name)
        others = sorted((p for p in stakes if p != scene.me), key=lambda p: -stakes[p].points)
        if mine and len(others) > 1 and stakes[others[1]].points >= mine and name not in state.locked:
            found.append((name, mine, tuple(others[:2])))
    return found


def _ties(scene: Scene) -> Iterator[str]:
    """R13.1."""
    for name, mine, others in supportable(scene)[:2]:
        two = listed([scene.names.who(player) for player in others])
        yield (
            f"If {two} come to be tied for {scene.names.of(name)}, your {mine} there can support one of them: a tenth of it "
            "counts."
        )


def growth_order(state: State) -> list[Player]:
    """R15.6: clockwise from the left of the controller of the highest-ranking active member."""
    highest = next(filter(None, map(state.active, board.POLITBURO)), None)
    leader = state.controller(highest.letter) if highest else None
    first = 0 if leader is None else state.seats.index(leader) + 1
    return [*state.seats[first:], *state.seats[:first]]


def growth(scene: Scene) -> str:
    """For the phase in which influence grows."""
    order = listed(
        ["you" if player == scene.me else scene.names.who(player) for player in growth_order(scene.later)]
    )
    cards = ", or draw a card for each point not added" if scene.rules.hand_size else ""
    return (
        f"After the parade influence grows: each may add up to 2 points, recorded and shown at once{cards}; as things "
        f"stand the order is {order}."
    )


# --- examples ---


def examples(scene: Scene) -> Iterator[Example]:
    """One line for each card that could be played; one for a tie; one for an offer."""
    cards = free_cards(scene)
    for card in cards:
        if comes(card, scene.session) and (order := _play(scene, card)):
            yield order, one_line(card.name)
    if "ties" in scene.rules.switches:
        for name, mine, others in supportable(scene)[:1]:
            yield (
                f"SUPPORT {others[0]} ON {scene.names.of(name)}",
                f"in a tie there, {mine / 10:g} more for that side",
            )
    if "bribes" in scene.rules.switches and cards:
        yield from _offer(scene, cards[-1])


def _play(scene: Scene, card: IntrigueCard) -> str:
    """`PLAY 17 ON Palavrian`; "" where nobody is there to play it on."""
    head = f"PLAY {card.number}"
    if card.kind == "blackmail":
        phase = next((phase for phase in scene.session if phase in _AGAINST), "")
        return f"{head} ON ACTOR{_VOTE.get(phase, '')} WHEN {_AGAINST[phase]}" if phase else ""
    aim = ""
    if card.on.startswith("player"):
        other = _opponent(scene)
        aim = f" AGAINST {other}"
        if "," in card.on:
            him = _strongest(scene, other)
            return f"{head}{aim} ON {scene.names.of(him)}" if him else ""
    elif card.on:
        who = _fitting(scene, card)
        if who is None:
            return ""
        aim = f" ON {scene.names.of(who)}"
    when = {"trial": " WHEN TRIAL OF ANYONE", "nomination": " WHEN NOMINATION OF ANYONE"}.get(card.when, "")
    return f"{head}{aim}{when}"


def _fitting(scene: Scene, card: IntrigueCard) -> Name | None:
    """One of his where it helps, one of the others' where it hurts."""
    test, state = ON.get(card.on), scene.later
    able = sorted(
        (p for p in state.people.values() if test is None or test(p)), key=lambda p: board.RANK[p.place]
    )
    own = [p.letter for p in able if scene.mine(p.letter)]
    free = [p.letter for p in able if state.controller(p.letter) is None]
    others = [p.letter for p in able if p.letter not in (*own, *free)]
    return next(iter((own if card.code in HELPS else others) or free), None)


def _opponent(scene: Scene) -> Player:
    """Who holds the most cards; the first seat of those."""
    state = scene.view
    others = [player for player in state.seats if player != scene.me]
    return max(others, key=lambda player: state.hands.get(player, Hand()).count)


def _strongest(scene: Scene, player: Player) -> Name | None:
    """Where this one shows the most."""
    shown = {name: stakes[player].points for name, stakes in scene.view.declared.items() if player in stakes}
    return max(shown, key=lambda name: shown[name], default=None)


def _offer(scene: Scene, card: IntrigueCard) -> Iterator[Example]:
    """To whoever holds a power of this session, that mine be left alone."""
    mine = [name for name in scene.view.declared if scene.mine(name)]
    members = [name for name in mine if scene.later.people[name].place in board.POLITBURO]
    if not members:
        return
    him = scene.names.of(members[0])
    for phase, promise in (
        ("purge", "NO PURGE OF"),
        ("spy", "NO TRIAL OF"),
        ("replacement", "NO DEMOTION OF"),
    ):
        holder = next((d.player for d in scene.decisions(phase)), None) if phase in scene.session else None
        if holder is not None and holder != scene.me:
            yield f"OFFER {card.number} TO {holder} FOR {promise} {him}", "mailed on at once"
            return
