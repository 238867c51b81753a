"""E9 for promises and for KEEP CARDS: orders that stand against each other."""

from collections.abc import Iterator, Sequence

from pbem.engine import bribes
from pbem.engine.events import Promise
from pbem.engine.state import Hand
from pbem.orders.bargains import breaks
from pbem.orders.standing import Standing, phase_of

from .bargains import promised
from .prose import HELD, listed
from .scene import Scene


def broken(scene: Scene, standing: Sequence[Standing]) -> Iterator[str]:
    """R15.7: orders against a promise that he has given, or is asked for."""
    for promise, turn, said in _promises(scene):
        for one in standing:
            if breaks(one.line, promise, scene.context) and _meets(scene, one, promise, turn):
                yield f"Order{HELD}{one.number} goes against {said}"


def _meets(scene: Scene, one: Standing, promise: Promise, turn: int) -> bool:
    """Do both come to the same phase of the same year?"""
    phase = phase_of(one.line)
    if phase is None or phase != bribes.phase_of(promise):
        return False
    return turn == (one.line.turn or scene.turn_of(phase))


def _promises(scene: Scene) -> Iterator[tuple[Promise, int, str]]:
    """What binds him, will bind him, or is asked of him; the turn of it, and the words that end the warning."""
    names = scene.names
    for bond in scene.view.bonds:
        if bond.player == scene.me:
            said = f"your promise to {names.who(bond.giver)}, “{promised(names, bond.promise)}”"
            yield bond.promise, scene.view.turn, f"{said}: the judge will not let it happen."
    for offer in scene.view.offers:
        if offer.receiver != scene.me or offer.promise is None:
            continue
        giver, said = names.who(offer.giver), promised(names, offer.promise)
        if offer.accepted:
            words = f"your promise to {giver}, “{said}”: the judge will not let it happen."
        else:
            words = f"what {giver} asks for with offer{HELD}{offer.number}, “{said}”: if you accept, it will not happen."
        yield offer.promise, offer.turn, words


def kept(scene: Scene, standing: Sequence[Standing]) -> Iterator[str]:
    """KEEP CARDS of what is not there, or of what another line gives away."""
    hand = scene.view.hands.get(scene.me, Hand())
    held = (*(hand.cards or ()), *(hand.aside or ()))
    gone = [one for one in standing if one.line.verb == "discard"]
    for one in standing:
        if one.line.verb != "keep cards":
            continue
        missing = [number for number in one.line.cards if number not in held]
        if missing:
            yield _missing(scene, one, missing)
        for other in gone:
            both = sorted(set(one.line.cards) & set(other.line.cards))
            if both:
                yield (
                    f"Order{HELD}{one.number} keeps {scene.names.cards(both)}, and order{HELD}{other.number} lays it off all the "
                    "same: keeping counts only where cards have to go."
                )


def _missing(scene: Scene, one: Standing, missing: Sequence[int]) -> str:
    numbers = listed([str(number) for number in missing], "or")
    said = f"Order{HELD}{one.number} would keep {numbers}, but you do not hold {'it' if len(missing) == 1 else 'them'}"
    if len(missing) < len(one.line.cards):
        return f"{said}."
    them = "it" if len(missing) == 1 else "them"
    return f"{said}; until you get {them} the order does nothing, and you can take it back by its number."
