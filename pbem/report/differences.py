"""What is otherwise in a position: after a ruling, or in the preview of one."""

from collections.abc import Iterator

from pbem.engine.state import Politician, State, Wave

from .naming import HEALTH, Names, place, year


def differences(names: Names, before: State, after: State) -> Iterator[str]:
    """What is otherwise afterwards, as far as these two views of a position show it."""
    for letter, now in after.people.items():
        changed = list(_of_him(before.people[letter], now))
        if changed:
            yield f"{names.of(letter)}: {', '.join(changed)}"
    for letter in after.people:
        for player in after.seats:
            was, shown = before.shown(player, letter), after.shown(player, letter)
            if was != shown:
                yield f"{names.who(player)} has {shown} declared on {names.of(letter)} (was {was})"
            was, written = before.written(player, letter), after.written(player, letter)
            if was != written:
                yield f"{names.who(player)} has {written} recorded on {names.of(letter)} (was {was})"
    yield from _tally(names, before, after)
    yield from _hands(names, before, after)
    for player in after.seats:
        if (player in before.conceded) != (player in after.conceded):
            stays = "has given up" if player in after.conceded else "has not given up, and can win again"
            yield f"{names.who(player)} {stays}"
    if before.ballot is not None and after.ballot is None:
        yield f"The vote on {names.of(before.ballot.politician)} is over"


def _of_him(was: Politician, now: Politician) -> Iterator[str]:
    if was.place != now.place:
        yield f"{place(now.place)} (was {place(was.place)})"
    if was.stress != now.stress:
        yield f"{now.stress} SP, age {now.age} (was {was.stress} SP)"
    if was.crosses != now.crosses:
        yield f"{HEALTH[now.crosses]} (was {HEALTH[was.crosses]})"
    if was.suspicion != now.suspicion:
        yield f"{now.suspicion} “?” (was {was.suspicion})"
    if was.cure != now.cure:
        yield "at the Sanatorium" if now.cure else "no longer at the Sanatorium"


def _tally(names: Names, before: State, after: State) -> Iterator[str]:
    """R9.3: entries of the Tally Track that are others, new, or gone."""
    was, now = ({wave.turn: wave for wave in state.waves} for state in (before, after))
    for turn in sorted({*was, *now}):
        if was.get(turn) != now.get(turn):
            yield f"Tally Track {year(turn)}: {_wave(names, now.get(turn))} (was {_wave(names, was.get(turn))})"


def _wave(names: Names, wave: Wave | None) -> str:
    if wave is None:
        return "no parade yet"
    if wave.politician is None:
        return "nobody waved"
    return f"{names.of(wave.politician)} waved for {names.who(wave.player)}"


def _hands(names: Names, before: State, after: State) -> Iterator[str]:
    """R15.1: the cards where they are known, else how many."""
    for player, hand in after.hands.items():
        was = before.hands[player]
        if hand.cards is not None and hand.cards != was.cards:
            before_it = "" if was.cards is None else f" (was {names.cards(was.cards) or 'no card'})"
            yield f"{names.who(player)} holds {names.cards(hand.cards) or 'no card'}{before_it}"
        elif hand.count != was.count:
            cards = "card" if hand.count == 1 else "cards"
            yield f"{names.who(player)} holds {hand.count} {cards} (was {was.count})"
