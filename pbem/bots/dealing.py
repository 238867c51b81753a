"""What a bot does with offers, ties and growing influence (R13, R15.6, R15.7)."""

from collections.abc import Callable, Iterator, Sequence

from pbem.engine import board, support
from pbem.engine.events import Name, Player, Promise
from pbem.engine.questions import Ask
from pbem.engine.state import Hand, Offer, Politician

from . import cards
from .mind import WORTH, Mind

Naming = Callable[[Name], str]
#: In whose interest a promise to do something is: against his enemies, or for his own.
_AGAINST = frozenset(("purge", "trial", "condemnation", "investigation", "demotion"))
_HARMS = frozenset(("guilty", "no"))
#: More than this harm to my plans, and I refuse.
_DEAR = 3.0


def answers(mind: Mind) -> Iterator[str]:
    """Each open offer to me: accepted if what it asks costs little, else sent back."""
    for offer in mind.view.offers:
        if offer.receiver != mind.me or offer.accepted:
            continue
        if cost(mind, offer.promise) > _DEAR or not _can_change(mind, offer):
            yield f"REFUSE {offer.number}"
        elif len(cards.playable(mind)) >= mind.rules.hand_size:
            yield f"ACCEPT {offer.number} GIVING {_poorest(mind)}"
        else:
            yield f"ACCEPT {offer.number}"


def _can_change(mind: Mind, offer: Offer) -> bool:
    hand = mind.view.hands.get(mind.me, Hand())
    return hand.count + len(offer.cards) - mind.rules.hand_size <= len(cards.playable(mind))


def _poorest(mind: Mind) -> int:
    return min(cards.playable(mind), key=lambda number: cards.worth(mind, number))


def cost(mind: Mind, promise: Promise | None) -> float:
    """What keeping it would cost me."""
    if promise is None:
        return 0.0
    threat = mind.threat(mind.view.people[promise.target])
    if promise.never:
        return threat if promise.action in _AGAINST else -threat
    harms = promise.action in _AGAINST or promise.vote in _HARMS
    return -threat if harms else threat


def offers(mind: Mind, session: Sequence[str], name: Naming) -> Iterator[tuple[int, str]]:
    """A card for peace, where a rival could harm the best of mine; the card, and the line."""
    held = cards.playable(mind)
    own = mind.my_members()
    if len(held) < 2 or not own or not mind.likely(0.2 + mind.temper.thrift / 3):
        return
    card = _poorest(mind)
    for phase in session:
        for rival, asked in _threats(mind, phase, own[0], name):
            yield card, f"OFFER {card} TO {rival} FOR {asked}"
            return


def _threats(mind: Mind, phase: str, best: Politician, name: Naming) -> Iterator[tuple[Player, str]]:
    """Who could do something to him in this phase, or for him, and what I would have him promise."""
    him = name(best.letter)
    powers: dict[str, tuple[Sequence[str], str]] = {
        "purge": (board.PURGE_SUCCESSION, f"NO PURGE OF {him}"),
        "spy": (
            board.SPY_SUCCESSION,
            f"NO TRIAL OF {him}" if best.suspicion else f"NO INVESTIGATION OF {him}",
        ),
        "funeral": (mind.rules.funeral_succession, f"NOMINATE {him}"),
        "replacement": (("PC",), f"NO DEMOTION OF {him}" if best.place != "PC" else ""),
    }
    if phase not in powers or (phase == "funeral" and mind.view.holder("PC") is not None):
        return
    succession, asked = powers[phase]
    acting = mind.acting(succession)
    rival = mind.view.controller(acting.letter) if acting else None
    if acting is not None and rival not in (None, mind.me) and asked:
        yield str(rival), asked


def in_windows(mind: Mind, name: Naming) -> Iterator[str]:
    """An offer that waits for its announcement, and an ear for those of others."""
    held, own = cards.playable(mind), mind.my_members()
    suspects = [p for p in own if p.suspicion]
    rivals = [
        owner
        for member in mind.view.politburo()
        if (owner := mind.view.controller(member.letter)) not in (None, mind.me)
    ]
    if len(held) > 1 and suspects and rivals and mind.likely(0.4):
        him = name(suspects[0].letter)
        yield f"OFFER {_poorest(mind)} TO {rivals[0]} FOR VOTE INNOCENT ON {him} WHEN TRIAL OF {him}"
    if mind.likely(0.25):
        yield "ACCEPT ANY"


def supports(mind: Mind, name: Naming) -> Iterator[str]:
    """Where I am a third and others are or may be tied, I am for whoever does not lead the game."""
    leader = mind.leader()
    for person in mind.view.politburo():
        stakes = mind.view.declared.get(person.letter, {})
        if mind.me not in stakes or mind.mine(person.letter):
            continue
        tied = support.tied_for(mind.view, person.letter)
        rivals = [player for player in tied or stakes if player not in (mind.me, leader)]
        if rivals and (tied or mind.likely(0.3)):
            yield f"SUPPORT {rivals[0]} ON {name(person.letter)}"


def growing(mind: Mind, asks: Sequence[Ask], name: Naming) -> Iterator[str]:
    """GAIN on the most valuable; who holds few cards draws one."""
    gains = next((a for a in asks if a.player == mind.me and a.action == "gain"), None)
    drawing = mind.rules.hand_size and mind.view.hands.get(mind.me, Hand()).count < mind.rules.hand_size
    wish = mind.rng.randint(1, 2) if drawing and mind.likely(0.5) else 0
    targets = {choice.target for choice in gains.options} if gains else set()
    best = sorted(targets, key=lambda letter: _value(mind, letter), reverse=True)[:2]
    left = 2 - wish
    if left and best:
        if left == 2 and len(best) == 2 and mind.likely(0.3):
            yield f"GAIN 1 {name(best[0])}"
            yield f"GAIN 1 {name(best[1])}"
        else:
            yield f"GAIN {left} {name(best[0])}"
    if wish:
        yield f"DRAW {wish}"


def _value(mind: Mind, letter: Name) -> tuple[float, str]:
    """His office, whether he is mine or within reach, and how long he will last."""
    person = mind.view.people[letter]
    holder = mind.view.controller(letter)
    missing = mind.view.shown(holder, letter) - mind.view.shown(mind.me, letter) if holder else 0
    near = 4.0 if holder == mind.me else 2.0 if missing <= 1 else -float(missing)
    return WORTH.get(person.place, 0) + near - max(0, person.age - 75) / 3 - 3 * person.crosses, letter
