"""Cards and bribes by chance: mostly what is legal just then, now and then anything at all."""

from collections.abc import Iterator, Sequence

from pbem.engine import board
from pbem.engine import bribes as bribery
from pbem.engine.cards.places import ON
from pbem.engine.events import Bribe, Event, Name, OfferAccepted, OfferClosed, Play, Player, Promise
from pbem.engine.intrigue import fault
from pbem.engine.questions import Window
from pbem.engine.rules import Rules
from pbem.engine.run import Views
from pbem.engine.state import Hand, State
from tests.laws.lot import Lot

VOTES = ("guilty", "innocent", "yes", "no")
#: Windows that come seldom, and that some cards wait for.
RARE = ("start", "trial", "nomination", "vote")
MOST_TRIES = 4
#: All that can be promised.
PROMISES = (
    *(("purge", never) for never in (True,)),
    *((action, True) for action in ("trial", "condemnation", "investigation", "demotion", "shift")),
    *((action, False) for action in ("nomination", "promotion", "shift", "release", "vote")),
)


def plays(
    lot: Lot, rules: Rules, seats: Sequence[Player], question: Window, views: Views, share: int
) -> tuple[Play, ...]:
    """What is played in this round.  `share`: in how many of a hundred windows."""
    if lot(100) >= share * (1 + 2 * (question.announced.action in RARE)):
        return ()
    found: list[Play] = []
    for _ in range(1 + (lot(4) == 0) + (lot(12) == 0)):
        player = lot.of(seats)
        state = views(player)
        if lot(15) == 0:
            found.append(_nonsense(lot, rules, player, state))
        elif lot(25) == 0 and (held := _held(state, player)):
            found.append(Play(player, lot.of(held), discard=True, line=3))
        else:
            found += _legal(lot, rules, player, state, question)
    return tuple(found)


def _held(state: State, player: Player) -> tuple[int, ...]:
    return state.hands.get(player, Hand()).cards or ()


def _legal(lot: Lot, rules: Rules, player: Player, state: State, question: Window) -> list[Play]:
    """One card that may be played now, if some tries find one."""
    tried = [
        play for card in _held(state, player) for play in _tries(lot, rules, player, state, question, card)
    ]
    legal = [play for play in tried if not fault(rules, state, play, question.announced)]
    return [lot.of(legal)] if legal else []


def _tries(
    lot: Lot, rules: Rules, player: Player, state: State, question: Window, number: int
) -> Iterator[Play]:
    card = rules.deck[number]
    rivals = [seat for seat in state.seats if seat != player]
    announced = question.announced
    for _ in range(MOST_TRIES if card.on else 1):
        on: tuple[Name, ...] = ()
        who = card.on.rpartition("player, ")[2] if card.on.startswith("player") else card.on
        if who and who != "player":
            on = (_aim(lot, state, who, announced.target),)
        if card.kind == "blackmail":
            on = (announced.actor,)
        against = lot.of(rivals) if card.on.startswith("player") else None
        vote = lot.of(VOTES) if card.kind == "blackmail" and announced.action == "vote" else None
        yield Play(player, number, on, against, vote, line=lot(9) + 1)


def _aim(lot: Lot, state: State, who: str, target: Name | None) -> Name:
    """Often the one about whom something was announced, else whoever fits."""
    names = sorted(state.people)
    if target in state.people and lot(3) == 0:
        return target
    fits = [name for name in names if who in ON and ON[who](state.people[name])]
    return lot.of(fits or names)


def _nonsense(lot: Lot, rules: Rules, player: Player, state: State) -> Play:
    """Cards that he does not hold, or that there are not, on anybody, against anybody."""
    names, seats = sorted(state.people), state.seats
    return Play(
        player,
        lot(70),
        tuple(lot.of(names) for _ in range(lot(3))) if lot(4) else ("?",),
        lot.of((*seats, "nobody")) if lot(2) else None,
        lot.of(VOTES) if lot(3) == 0 else None,
        lot(6) == 0,
        lot(9),
        "nonsense",
    )


# --- bribes ----------------------------------------------------------------------------------------------------------


def promise(lot: Lot, state: State, phase: str, target: Name | None = None) -> Promise:
    """Mostly about this phase, often about what was just announced."""
    fitting = [p for p in PROMISES if p[0] == "vote" or bribery.PHASE_OF[p[0]] == phase]
    action, never = lot.of(fitting if fitting and lot(5) else PROMISES)
    members = [p.letter for p in state.politburo()]
    name = target if target and lot(2) else lot.of(members or sorted(state.people))
    if lot(6) == 0:
        name = lot.of(sorted(state.people))
    to = lot.of(("", *board.SLOTS)) if action in ("shift", "promotion") else ""
    vote = lot.of(VOTES[2:] if phase == "funeral" else VOTES[:2]) if action == "vote" else ""
    return Promise(action, name, to if not never else "", vote, never)


def bribes(lot: Lot, seats: Sequence[Player], question: Window, views: Views) -> tuple[Bribe, ...]:
    """An offer with a trigger that met an ACCEPT ANY."""
    giver, receiver = lot.of(seats), lot.of(seats)
    state = views(giver)
    free = state.playable(giver)
    if giver == receiver or not free:
        return ()
    cards = tuple(dict.fromkeys(lot.of(free) for _ in range(1 + lot(2))))
    if lot(15) == 0:
        cards = (lot(70),)
    change = _held(views(receiver), receiver)
    giving = (lot.of(change),) if change and lot(2) else ()
    if lot(8) == 0:
        return (Bribe(giver, receiver, cards, None, "peace", giving, 1, 1),)
    target = question.announced.target or question.announced.actor or None
    said = promise(lot, state, state.phase, target if target in state.people else None)
    return (Bribe(giver, receiver, cards, said, "", giving, 1, 1),)


def dealings(lot: Lot, state: State, coming: tuple[int, str]) -> Iterator[tuple[str, Event]]:
    """What is offered, accepted, refused and withdrawn before the phase `coming` opens; each step sees only the one before.

    The caller takes each event and sends the new position in.
    """
    for _ in range(lot(4)):
        event = _offer(lot, state, coming) if lot(2) else _answer(lot, state)
        if event is not None:
            state = yield event  # type: ignore[misc,assignment]


def _offer(lot: Lot, state: State, coming: tuple[int, str]) -> Event | None:
    giver, receiver = lot.of(state.seats), lot.of(state.seats)
    free = state.playable(giver)
    if giver == receiver or not free:
        return None
    cards = tuple(dict.fromkeys(lot.of(free) for _ in range(1 + lot(2))))
    turn, phase = coming
    if lot(3) == 0:  # a later phase of the session
        phase = lot.of(board.PHASES[board.PHASES.index(phase) :]) if phase in board.PHASES else phase
    said: Promise | str = promise(lot, state, phase) if lot(6) else "peace until spring"
    return bribery.offer(state, giver, receiver, cards, (turn, phase), said)


def _answer(lot: Lot, state: State) -> Event | None:
    waiting = [offer for offer in state.offers if not offer.accepted]
    if not waiting:
        return None
    offer = lot.of(waiting)
    names = (offer.giver, offer.receiver, offer.number, offer.own)
    match lot(6):
        case 0:
            return OfferClosed(*names, "refused")
        case 1:
            return OfferClosed(*names, "withdrawn")
        case _:
            held = _held(state, offer.receiver)
            return OfferAccepted(*names, (lot.of(held),) if held and lot(2) else ())
