"""The plan of orders about cards, ties, growth and bribes, from what their player may see (R13, R15)."""

from collections.abc import Iterator
from itertools import islice, product

from pbem.engine import board, growth, support
from pbem.engine.cards.places import misplaced
from pbem.engine.events import Announced, Name, Play
from pbem.engine.intrigue import fault
from pbem.engine.rules import IntrigueCard
from pbem.engine.state import Hand
from pbem.orders import canonical as words
from pbem.orders.conditions import letters
from pbem.orders.lines import Group, Line
from pbem.orders.standing import growth_turn

from .cards_now import comes
from .forecast import opening
from .growth_planned import growing, no_growth
from .hand import usable
from .naming import year
from .planned import Told, where
from .prose import count, listed
from .scene import Scene

#: So many Politicians are tried for one card, as `pbem.orders.plays` does.
_MOST = 60

# --- cards ---


def play(scene: Scene, line: Line) -> Told:
    """PLAY: which card, on whom, when; and what the rules have against it now."""
    number = line.cards[0]
    card = scene.rules.deck.get(number)
    first = "" if line.when else " at the first window that allows it"
    if card is not None and card.kind == "blackmail":
        return Told(f"{_blackmail(scene, line)}{',' if first else ''}{first}", _blackmail_fault(scene, line))
    text = f"You play {scene.names.card(number)}{_aim(scene, line) or ','}{first}"
    text = text if first else text.rstrip(",")
    return Told(text, play_fault(scene, line, card))


def _aim(scene: Scene, line: Line) -> str:
    on = f" on {listed([scene.said(who) for who in line.who])}" if line.who else ""
    against = "".join(f" against {scene.names.who(player)}" for player in line.players)
    return f",{on}{against}" if on or against else ""


def _blackmail(scene: Scene, line: Line) -> str:
    """Cards 1 to 4."""
    whom = listed([scene.said(who) for who in line.who], "or") or "whoever has just announced something"
    does = f"the vote becomes “{line.vote}”" if line.vote else "what was announced is cancelled"
    return f"You hand {scene.names.card(line.cards[0])}, to whoever controls {whom}, and {does}"


def _blackmail_fault(scene: Scene, line: Line) -> str:
    held = hand_fault(scene, line.cards[0])
    if held or len(line.who) != 1 or isinstance(line.who[0], Group):
        return held
    letter = scene.one(line.who[0])
    if letter is None:
        return f"{scene.said(line.who[0])} is nobody"
    if scene.view.people[letter].place not in board.POLITBURO:
        return f"{scene.names.of(letter)} is {where(scene, letter)}, and only members are blackmailed"
    holder = scene.later.controller(letter)
    return "" if holder not in (None, scene.me) else f"{scene.held(letter)} is controlled by no other player"


def hand_fault(scene: Scene, number: int, discard: bool = False) -> str:
    """Is the card in his hand, and free?"""
    state, me = scene.view, scene.me
    spent = dict(state.hands.get(me, Hand()).spent)
    if number in spent and not discard:
        return f"card {number} was handed to you as blackmail and can only be discarded"
    turn = scene.turn if scene.session else state.turn
    at = opening(state, scene.session[0], turn) if scene.session else state
    return fault(scene.rules, at, Play(me, number, discard=True), Announced("", "start"))


def play_fault(scene: Scene, line: Line, card: IntrigueCard | None) -> str:
    """What speaks against it in every window of this session, as things stand; "" if nothing does in one of them."""
    held = hand_fault(scene, line.cards[0])
    if held or card is None:
        return held
    if scene.session and not comes(card, scene.session):
        return f"this session has no window for it ({usable(card)})"
    if any(isinstance(who, Group) and who.word == "actor" for who in line.who):
        return ""
    reasons = dict.fromkeys(_reasons(scene, line, card))
    if "" in reasons:
        return ""
    fitting = [why for why in reasons if not why.startswith("it is played in these windows")]
    return next(iter(fitting or reasons), "")


def _reasons(scene: Scene, line: Line, card: IntrigueCard) -> Iterator[str]:
    """Phase by phase and aim by aim."""
    against = line.players[0] if line.players else None
    for phase in scene.session:
        state = opening(scene.later, phase, scene.turn_of(phase))
        for on in _aims(scene, line):
            wish = Play(scene.me, card.number, on, against, line.vote)
            if card.when in ("trial", "nomination") or "trial" in card.when:
                yield misplaced(state, card.on, wish)  # the rest depends on the vote
            else:
                yield fault(scene.rules, state, wish, Announced("", "start", choice=phase))


def _aims(scene: Scene, line: Line) -> Iterator[tuple[Name, ...]]:
    meant = [letters(who, scene.context) for who in line.who]
    yield from islice(product(*meant), _MOST)
    if len(meant) > 1:
        yield from ((name,) for names in meant for name in names)
    if not all(meant):
        yield ()


def discard(scene: Scene, line: Line) -> Told:
    """DISCARD."""
    faults = [why for number in line.cards if (why := hand_fault(scene, number, discard=True))]
    when = "" if line.when else " at the next window"
    return Told(f"You discard {scene.names.cards(line.cards)}, face down{when}", "; ".join(faults))


def keep(scene: Scene, line: Line) -> Told:
    """KEEP CARDS (D12)."""
    hand = scene.view.hands.get(scene.me, Hand())
    held = (*(hand.cards or ()), *(hand.aside or ()))
    missing = [f"card {number}" for number in line.cards if number not in held]
    fault_ = f"you do not hold {listed(missing, 'or')}" if len(missing) == len(line.cards) else ""
    stay = "stays if it can" if len(line.cards) == 1 else "stay if they can"
    return Told(f"Whenever cards of yours must go, {scene.names.cards(line.cards)}, {stay}", fault_)


# --- ties and growth ---


def supporting(scene: Scene, line: Line) -> Told:
    """SUPPORT: a tenth of what he shows there counts."""
    letter, whom = scene.one(line.who[0]), scene.names.who(line.players[0])
    him = scene.said(line.who[0])
    if letter is None:
        return Told(f"In a tie for control of {him} you support {whom}", f"{him} is nobody")
    mine = scene.later.shown(scene.me, letter)
    text = (
        f"In a tie for control of {him} you support {whom} with a tenth of what you show there (now {mine})"
    )
    faults = [] if mine or scene.view.enforced(support.PARTY_LINE) else ["you show nothing there"]
    if line.players[0] == scene.me:
        faults.append("nobody supports himself")
    elif not scene.later.shown(line.players[0], letter):
        faults.append(f"{whom} shows nothing there")
    return Told(text, "; ".join(faults))


def gain(scene: Scene, line: Line) -> Told:
    """GAIN: at the end of the turns in which influence grows."""
    letter, him = scene.one(line.who[0]), scene.said(line.who[0])
    when = growth_turn(max(scene.turn, line.turn or 0))
    text = f"At the end of {year(when) if when else 'a later year'} your influence on {him} grows by {line.number}"
    if letter is None:
        return Told(text, f"{him} is nobody")
    shown, written = scene.later.shown(scene.me, letter), scene.later.written(scene.me, letter)
    more = line.number or 0
    text += (
        f", recorded and shown at once (now {shown} of {written}, then {shown + more} of {written + more})"
    )
    return Told(text, no_growth(scene, letter, when))


def draw(scene: Scene, line: Line) -> Told:
    """DRAW: for points that are not added."""
    when = growth_turn(max(scene.turn, line.turn or 0))
    wanted, comes = line.number or 0, growing(scene, scene.standing).drawn.get(line, line.number or 0)
    text = f"At the end of {year(when) if when else 'a later year'} you draw {count(comes or wanted, 'card')} for points not added"
    if when is None:
        return Told(text, "no cards are drawn any more")
    if not comes:
        return Told(text, f"of the {growth.POINTS} points and cards in all none is left for it")
    return Told(text if comes == wanted else f"{text}, not {wanted}")


# --- bribes ---


def offer(scene: Scene, line: Line) -> Told:
    """OFFER with WHEN, which meets a standing ACCEPT ANY."""
    whom = scene.names.who(line.players[0])
    said = (
        f"the promise “{words.promise(line.promise, scene.names.lexicon)}”"
        if line.promise
        else f"the words “{line.words}”, which bind nobody"
    )
    text = (
        f"You offer {scene.names.cards(line.cards)}, to {whom} for {said}; it is taken there and then by a standing ACCEPT ANY, "
        "or not at all"
    )
    free = scene.view.playable(scene.me)
    missing = [f"card {number}" for number in line.cards if number not in free]
    return Told(
        text,
        f"{listed(missing)} {'is' if len(missing) == 1 else 'are'} not in your hand, or not free"
        if missing
        else "",
    )


def accept(scene: Scene, line: Line) -> Told:
    """ACCEPT ANY."""
    giver = f" from {scene.names.who(line.players[0])}" if line.players else ""
    said = f" for “{words.promise(line.promise, scene.names.lexicon)}”" if line.promise else ""
    giving = f", giving {scene.names.cards(line.cards)}, as change if you must" if line.cards else ""
    text = f"Your word is given to whatever offer with WHEN comes{giver}{said} in a session{giving}"
    held = scene.view.hands.get(scene.me, Hand()).cards or ()
    missing = [f"card {number}" for number in line.cards if number not in held]
    return Told(text, f"you do not hold {listed(missing, 'or')}" if missing else "")
