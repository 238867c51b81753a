"""What a moderator may rule, by chance: facts that are possible as things stand."""

from collections.abc import Callable

from pbem.engine import board, events, readings
from pbem.engine.events import Fact
from pbem.engine.state import Hand, State
from tests.laws.lot import Lot

Facts = tuple[Fact, ...]


def imposed(state: State, lot: Lot) -> Facts:
    """One thing, to one Politician or one player; or a house ruling is read otherwise."""
    if lot(4) == 0:
        return _about_readings(lot)
    if state.hands and lot(3) == 0:
        return _about_cards(state, lot)
    return _about_him(state, lot)


def _about_him(state: State, lot: Lot) -> Facts:
    living = sorted(p.letter for p in state.people.values() if p.place not in (board.WALL, board.RETIRED))
    name = lot.of(living)
    person = state.people[name]
    place, vacant = person.place, [slot for slot in board.SLOTS if slot not in state.slots]
    ruled: list[Facts] = [
        (),
        (events.Aged(name, 2, "ruling"),),
        (events.Suspected(name),),
        (events.Moved(name, place, board.PEOPLE, "ruling"),),
        (events.HealthRolled(name, 1, 0, True), events.Died(name, place)),
        (events.Retired(name, place),),
    ]
    if vacant:
        ruled.append((events.Moved(name, place, lot.of(vacant), "ruling"),))
    if place in board.SLOTS:
        ruled.append((events.SentToSiberia(name, "purge", place),))
    if place in board.POLITBURO:
        ruled += _about_a_member(state, name, lot)
    if person.suspicion:
        ruled.append((events.Cleared(name),))
    return lot.of(ruled)


def _about_a_member(state: State, name: str, lot: Lot) -> list[Facts]:
    cure: Facts = (
        (events.CameBack(name, "ruling"),) if state.people[name].cure else (events.WentToSanatorium(name),)
    )
    other = lot.of([p.letter for p in state.politburo()])
    return [cure, (events.Swapped(name, other, name),)] if other != name else [cure]


def _about_readings(lot: Lot) -> Facts:
    """One of those that the engine plays, for once or from now on; or the house's own again."""
    ruling = lot.of(sorted(readings.KNOWN))
    words = [reading.word for reading in readings.KNOWN[ruling] if not reading.by]
    word = readings.find(ruling, lot.of([*words, readings.HOUSE])).word
    return (events.ReadingRuled(ruling, word, bool(word) and lot(2) == 0),)


def _about_cards(state: State, lot: Lot) -> Facts:
    """Cards drawn, discarded, handed on; a cross more or less; nothing that the rest of the table could not bear."""
    player = lot.of(state.seats)
    hand = state.hands.get(player, Hand())
    free = state.playable(player)
    kinds: list[Callable[[], Facts]] = [lambda: (events.InForce("epidemic", "phase"),)]
    if hand.count < 3 and state.deck:
        top = state.deck[:1]
        kinds.append(lambda: (events.CardsDrawn(player, 1, top),))
    if free:
        kinds.append(lambda: (events.CardsDiscarded(player, 1, (free[0],)),))
        poor = [seat for seat in state.seats if seat != player and state.hands[seat].count < 3]
        if poor:
            kinds.append(lambda: (events.CardsHanded(player, poor[0], 1, "ruling", (free[0],)),))
    hale = [p.letter for p in state.politburo() if p.crosses < 2]
    if hale:
        kinds.append(lambda: (events.HealthChanged(hale[0], 1),))
    return lot.of(kinds)()
