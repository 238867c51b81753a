"""One event in a sentence of its own, without its neighbours: for the list of a phase and for disputes (E22)."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from pbem.engine import board, events
from pbem.engine.events import Choice, Event, Name, Player
from pbem.engine.state import State

from .chronicle import chronicle
from .decreed_told import in_words
from .differences import differences
from .naming import HEALTH, Names, one_line, place, year
from .prose import count, listed
from .taken_back import die

#: What is asked for, by `Ask.action`.
ASKED: Mapping[str, str] = {
    "cure": "where he is to be cured or to work",
    "purge": "whom he purges",
    "case": "whom he tries or condemns",
    "inquiry": "whom he investigates or whose case he closes",
    "vote": "how he votes",
    "nomination": "whom he nominates",
    "shift": "whom he shifts or swaps",
    "step": "whom he promotes or demotes",
    "promotion": "whom he promotes",
    "release": "whom he brings back",
    "support": "whom to support in the tie",
    "gain": "where influence grows",
    "draw": "how many cards to draw",
    "change": "which cards to give in change",
    "keep": "which cards to keep",
    "card": "what the card does",
}


def alone(names: Names, state: State, event: Event, me: Player | None) -> str:
    """What happened.  `state`: the position before it, as `me` saw it (None: the whole of it)."""
    own = _OWN.get(type(event))
    if own is not None:
        return own(names, state, event)
    told = [said for section in chronicle(names, state, [event], me) for said in section.paragraphs]
    return " ".join(told) if told else _plain(names, event)


def covered(event: Event) -> Event:
    """The same without the words of a diary, which are sealed until the end."""
    return msgspec.structs.replace(event, text="(sealed)") if isinstance(event, events.Diary) else event


def concerned(state: State, event: object) -> list[Name]:
    """The Politicians whom it names, in its order."""
    return [name for name in dict.fromkeys(_named(event)) if name in state.people]


def _named(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from _named(one)
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            if name not in ("player", "players", "words", "because", "label", "phase", "private", "about"):
                yield from _named(getattr(value, name))


def standing(names: Names, state: State, letter: Name) -> str:
    """One Politician in short: `KGB Head Strychnin: age 71 (3 SP), Sick +, 1 “?”; Anna 6, Boris 4 declared; Anna controls him`."""
    him = state.people[letter]
    parts = [f"age {him.age} ({him.stress} SP)", HEALTH[him.crosses]]
    parts += ["at the Sanatorium"] if him.cure else []
    parts += [f"{him.suspicion} “?”"] if him.suspicion else []
    where = "" if him.place in board.SLOTS else f" ({place(him.place)})"
    shown = [(seat, state.shown(seat, letter)) for seat in state.seats]
    declared = [f"{names.who(seat)} {points}" for seat, points in shown if points]
    holder = state.controller(letter)
    control = f"{names.who(holder)} controls him" if holder else "nobody controls him"
    told = f"declared {listed(declared)}; {control}" if declared else control
    return f"{names.titled(state, letter)}{where}: {', '.join(parts)}; {told}."


def chosen(names: Names, choice: Choice | None) -> str:
    """One option of a question: `purge Palavrian`, `shift Manjak to DM`; None: nothing."""
    if choice is None:
        return "nothing"
    parts = [choice.action]
    parts += [names.of(choice.target)] if choice.target else []
    parts += [f"with {names.of(choice.other)}"] if choice.other else []
    parts += [f"to {names.player.get(choice.to, choice.to)}"] if choice.to else []
    parts += [str(choice.number)] if choice.number else []
    parts += [names.cards(choice.cards)] if choice.cards else []
    return " ".join(parts)


def asked_of(names: Names, state: State, player: Player, actor: Name, action: str) -> str:
    """`Anna is asked for KGB Head Strychnin: whom he purges`."""
    who = "The moderator" if player == events.MODERATOR else names.who(player)
    whom = f" for {names.titled(state, actor)}" if actor in state.people else ""
    return f"{who} is asked{whom}: {ASKED.get(action, action)}"


# --- what the chronicle does not tell by itself ---


def _opened(names: Names, state: State, e: events.PhaseOpened) -> str:
    return f"The phase begins: {year(e.turn)}, {board.PHASE_NAMES.get(e.phase, e.phase)}."


def _closed(names: Names, state: State, e: events.PhaseClosed) -> str:
    return f"The phase is over: {year(e.turn)}, {board.PHASE_NAMES.get(e.phase, e.phase)}."


def _answered(names: Names, state: State, e: events.Answered) -> str:
    because = f" (order {e.line}: {one_line(e.because, 200)})" if e.line is not None else ""
    return (
        f"{asked_of(names, state, e.player, e.actor, e.action)}; answer: {chosen(names, e.choice)}{because}."
    )


def _claimed(names: Names, state: State, e: events.Claimed) -> str:
    said = [
        f"{names.who(c.player)} {c.points} on {names.of(c.politician)}{_order(c.line, c.because)}"
        for c in e.claims
    ]
    said += [
        f"{names.who(p.player)} {'lays off' if p.discard else 'plays'} {names.card(p.card)}{_order(p.line, p.because)}"
        for p in e.plays
    ]
    said += [f"{names.who(b.giver)} offers {names.who(b.receiver)} a bribe" for b in e.bribes]
    return f"In the window is wished: {listed(said)}."


def _order(line: int | None, because: str) -> str:
    return f" (order {line}: {one_line(because, 200)})" if line is not None else ""


def _rolled(names: Names, state: State, e: events.Rolled) -> str:
    return f"The die “{die(e.label, names)}” shows {e.value}."


def _finished(names: Names, state: State, e: events.Finished) -> str:
    return f"{names.titled(state, e.actor)} is done with his part of the phase."


def _ballot(names: Names, state: State, e: events.BallotOpened) -> str:
    return f"The vote on {names.titled(state, e.politician)} is opened ({e.matter})."


def _ruled(names: Names, state: State, e: events.Ruled) -> str:
    from pbem.engine.state import evolve

    changed = "; ".join(differences(names, state, evolve(state, e)))
    more = "; ".join(filter(None, (_fact(names, fact) for fact in e.facts)))
    said = "; ".join(filter(None, (changed, more)))
    words = f"The moderator has ruled: “{one_line(e.words, 600)}”" if e.words else "The moderator has ruled"
    return f"{words}{f' ({said})' if said else ''}."


def _fact(names: Names, fact: Any) -> str:
    match fact:
        case events.Voided(turn=turn, phase=phase, actor=actor, action=action):
            return f"void: {action} by {names.of(actor)} in {year(turn)}, {phase}"
        case events.DieRuled(label=label, value=value):
            return (
                f"the die “{die(label, names)}” {f'shows {value}' if value is not None else 'is rolled anew'}"
            )
        case events.ReadingRuled(ruling=ruling, reading=reading, once=once):
            return f"{ruling} is read {reading or 'as the house reads it'}{' once' if once else ''}"
    return ""


def _decreed(names: Names, state: State, e: events.Decreed) -> str:
    said = "The moderator has released the resolution." if e.act == "approve" else in_words(e)
    words = " ".join(filter(None, (said, f"(For the moderator alone: {e.private})" if e.private else "")))
    return one_line(words, 2000) or f"The moderator: {e.act}."


def _rewound(names: Names, state: State, e: events.Rewound) -> str:
    back = f"{year(e.turn)}, {board.PHASE_NAMES.get(e.phase, e.phase)}"
    words = f": “{one_line(e.words, 600)}”" if e.words else ""
    dice = f" {count(len(e.seen), 'die', 'dice')} seen before may be rolled anew." if e.seen else ""
    return f"The game was taken back to {back}{words}.{dice}"


def _conceded(names: Names, state: State, e: events.Conceded) -> str:
    return f"{names.who(e.player)} gives up his seat and cannot win any more."


def _diary(names: Names, state: State, e: events.Diary) -> str:
    """Its words are sealed until the end, from the moderator as well."""
    return f"{names.who(e.player)} writes into a diary, which is sealed until the game is over."


def _purge_rolled(names: Names, state: State, e: events.PurgeRolled) -> str:
    done = "it succeeds" if e.succeeded else "it fails"
    return f"The purge of {names.of(e.victim)} by {names.of(e.purger)}: {_shown(e.die, e.modifier)}, needed {e.needed}; {done}."


def _health_rolled(names: Names, state: State, e: events.HealthRolled) -> str:
    more = f"{count(abs(e.change), 'cross', 'crosses')} {'more' if e.change > 0 else 'less'}"
    came = "he dies at once" if e.dead else more if e.change else "no cross more"
    return f"The health of {names.of(e.politician)}: {_shown(e.die, e.modifier)}; {came}."


def _parade_rolled(names: Names, state: State, e: events.ParadeRolled) -> str:
    return f"The parade of {names.of(e.politician)}: rolled {e.die}, needed {e.needed}."


def _shown(value: int, modifier: int) -> str:
    """`rolled 11 and 2 more`"""
    if not modifier:
        return f"rolled {value}"
    return f"rolled {value} and {abs(modifier)} {'more' if modifier > 0 else 'less'}"


def _plain(names: Names, event: Event) -> str:
    """For an event that nothing else tells: its name and its fields."""
    fields = [
        f"{name} {names.of(value) if isinstance(value, str) else value}"
        for name in event.__struct_fields__
        if (value := getattr(event, name)) not in ("", None, ())
    ]
    return f"{type(event).__name__}{': ' if fields else ''}{', '.join(fields)}."


_OWN: Mapping[type[Event], Callable[..., str]] = {
    events.PhaseOpened: _opened,
    events.PhaseClosed: _closed,
    events.Answered: _answered,
    events.Claimed: _claimed,
    events.Rolled: _rolled,
    events.PurgeRolled: _purge_rolled,
    events.HealthRolled: _health_rolled,
    events.ParadeRolled: _parade_rolled,
    events.Finished: _finished,
    events.BallotOpened: _ballot,
    events.Ruled: _ruled,
    events.Decreed: _decreed,
    events.Rewound: _rewound,
    events.Conceded: _conceded,
    events.Diary: _diary,
}
