"""What is asked of me, what silence does, and examples of how to answer (E17)."""

from collections.abc import Iterable, Sequence

from pbem.engine import board, growth
from pbem.engine.questions import Ask
from pbem.engine.rules import Rules
from pbem.engine.state import State

from . import as_ruled
from .naming import Names, following_turn
from .prose import count, listed

#: Question -> (its phase, what the actor may do).
DECISIONS: dict[str, tuple[str, str]] = {
    "cure": ("cure", "go to the Sanatorium or be at work"),
    "purge": ("purge", "purge"),
    "case": ("spy", "try or condemn"),
    "inquiry": ("spy", "investigate or close cases"),
    "nomination": ("funeral", "nominate the Party Chief"),
    "shift": ("replacement", "shift and swap"),
    "step": ("replacement", "promote and demote"),
    "promotion": ("replacement", "promote"),
    "release": ("rehabilitation", "release from Siberia"),
    "gain": ("parade", f"add up to {growth.POINTS} points of influence"),
    "draw": ("parade", "draw a card for each point that you do not add"),
    "change": ("", "choose the cards that you give as change"),
    "keep": ("", "choose the cards that you keep"),
}
#: What happens in a phase if I send nothing, where no house ruling says it (`as_ruled.silence`).
SILENCE: dict[str, str] = {
    "setup": "the game waits until every sheet is full; nobody draws one up for you",
    "purge": "no purge",
    "replacement": "you move nobody, and vacancies go by age",
    "rehabilitation": "you release nobody",
    "parade": "the Party Chief waves, or fails to, without you",
}


def distinct(asks: Iterable[Ask]) -> list[Ask]:
    """Each decision once: a Politician may be asked again and again in one phase."""
    seen: dict[tuple[str, str, str], Ask] = {}
    for ask in asks:
        target = ask.options[0].target if ask.action == "vote" and ask.options else ""
        seen.setdefault((ask.actor, ask.action, target), ask)
    return list(seen.values())


def decisions(names: Names, view: State, asks: Sequence[Ask]) -> str:
    """One sentence: `Strychnin may purge; Satin may investigate or close cases.`"""
    by_actor: dict[str, list[str]] = {}
    for ask in distinct(asks):
        by_actor.setdefault("" if ask.action == "support" else ask.actor, []).append(_may(names, ask))
    told = [
        f"{_short(names, view, actor) if actor else 'you'} may {', and '.join(dict.fromkeys(deeds))}"
        for actor, deeds in by_actor.items()
    ]
    if len(told) > 3:
        return _by_phase(names, asks)
    return "; ".join(told)


def _may(names: Names, ask: Ask) -> str:
    if ask.action == "vote":
        return f"vote on {names.of(ask.options[0].target)}"
    if ask.action == "support":
        return f"support somebody in the tie for {names.of(ask.actor)}"
    return DECISIONS.get(ask.action, ("", ask.action))[1]


def _short(names: Names, view: State, letter: str) -> str:
    place = view.people[letter].place
    return f"{names.of(letter)} ({place})" if place in board.SLOTS else names.of(letter)


def _by_phase(names: Names, asks: Sequence[Ask]) -> str:
    """Too many for one each: by what may be done."""
    deeds: dict[str, list[str]] = {}
    for ask in distinct(asks):
        himself = ask.action != "support" and ask.actor
        deeds.setdefault(_may(names, ask), []).append(names.of(ask.actor) if himself else "you")
    return "; ".join(f"{listed(list(dict.fromkeys(actors)))} may {deed}" for deed, actors in deeds.items())


def grows(rules: Rules | None, turn: int) -> bool:
    """R15.6: does influence grow at the end of this turn?"""
    return rules is not None and rules.after_parade is not None and turn in growth.TURNS


def silence(session: Sequence[str], view: State, rules: Rules | None = None, paused: str = "") -> str:
    """What sending nothing does, phase by phase; a funeral needs a vacancy.  `paused`: that of the first one, which stands open."""
    told = []
    for place, phase in enumerate(session):
        if paused and not place:
            told.append(paused)
        elif phase == "funeral" and view.holder("PC") is not None:
            if place:
                told.append(f"if the Party Chief is gone, {as_ruled.silence(phase, view)}")
        elif said := as_ruled.silence(phase, view) or SILENCE.get(phase, ""):
            told.append(said)
        if phase == "parade" and grows(rules, following_turn(view, session, phase)):
            told.append("you add no influence, and draw no card")
    return "; ".join(told)


# --- examples ---


def examples(names: Names, view: State, asks: Sequence[Ask]) -> list[tuple[str, str]]:
    """Orders that would fit, with real names: (order, what it does).  Which ones depends on the options alone."""
    found: dict[str, str] = {}
    for ask in distinct(asks):
        for order, meaning in _example(names, view, ask):
            found.setdefault(order, meaning)
    return list(found.items())


def _example(names: Names, view: State, ask: Ask) -> list[tuple[str, str]]:
    actor = names.of(ask.actor)
    targets = [names.of(option.target) for option in ask.options if option.target]
    first = ask.options[0] if ask.options else None
    if first is None:
        return []
    match ask.action:
        case "cure":
            return [(f"CURE {actor}", "to the Sanatorium"), (f"WORK {actor}", "at work")]
        case "purge":
            some = _pick(view, ask, names)
            return [(f"PURGE {', '.join(some)}", "in this order, until one fails")]
        case "case":
            return _cases(names, ask)
        case "inquiry":
            return _inquiries(names, ask)
        case "vote":
            return [
                (f"VOTE {option.action.upper()} ON {targets[0]}", f"with {actor}")
                for option in ask.options[:2]
            ]
        case "nomination":
            return [(f"NOMINATE {', '.join(targets[:2])}", "in order of preference")]
        case "release":
            return [(f"RELEASE {targets[0]} WITH {actor}", "costs 5 years")]
        case "gain":
            return [(f"GAIN {first.number} {_own(names, view, ask)}", "recorded and shown at once")]
        case "draw":
            return [(f"DRAW {ask.options[-1].number}", "a card for each point not added")]
        case "support":
            return [(f"SUPPORT {first.to} ON {actor}", "a tenth of what you show there counts")]
        case "change" | "keep":
            return [(f"KEEP CARDS {', '.join(map(str, first.cards))}", "the others go first")]
        case _:
            return _moves(names, ask)


def _own(names: Names, view: State, ask: Ask) -> str:
    """One whom he controls already, if he can."""
    able = dict.fromkeys(option.target for option in ask.options)
    return names.of(next((n for n in able if view.controller(n) == ask.player), next(iter(able))))


def _pick(view: State, ask: Ask, names: Names) -> list[str]:
    """Two whom others control or nobody does, so that an example copied in haste does no harm to oneself."""
    others = [
        o.target for o in ask.options if o.target != ask.actor and view.controller(o.target) != ask.player
    ]
    return [names.of(letter) for letter in others[-2:]] or [names.of(ask.options[-1].target)]


def _cases(names: Names, ask: Ask) -> list[tuple[str, str]]:
    found = []
    for action, verb, meaning in (
        ("trial", "TRY", "a trial"),
        ("condemnation", "CONDEMN", "without a vote, for 2 years"),
    ):
        target = next((o.target for o in ask.options if o.action == action), None)
        if target:
            found.append((f"{verb} {names.of(target)}", meaning))
    return found


def _inquiries(names: Names, ask: Ask) -> list[tuple[str, str]]:
    found = []
    for action, verb, meaning in (
        ("investigation", "INVESTIGATE", 'a "?", for 1 year each'),
        ("closing", "CLOSE", 'one "?" less, for 1 year'),
    ):
        targets = [names.of(o.target) for o in ask.options if o.action == action and o.target != ask.actor]
        if targets:
            found.append((f"{verb} {targets[-1]}", meaning))
    return found


def _moves(names: Names, ask: Ask) -> list[tuple[str, str]]:
    """Phase 6: one of each kind."""
    found: dict[str, tuple[str, str]] = {}
    for option in ask.options:
        him = names.of(option.target)
        if option.action == "swap":
            found.setdefault("swap", (f"SWAP {him} WITH {names.of(option.other)}", "free"))
        elif option.action == "shift":
            found.setdefault("shift", (f"SHIFT {him} TO {option.to}", "free"))
        elif option.action in ("promotion", "demotion"):
            verb = "PROMOTE" if option.action == "promotion" else "DEMOTE"
            to = f" TO {option.to}" if option.to in board.SLOTS else ""
            found.setdefault(option.action, (f"{verb} {him}{to}", f"costs {names.of(ask.actor)} 1 year"))
    return list(found.values())


def sums(asks: Sequence[Ask]) -> str:
    """`3 decisions`."""
    return count(len(distinct(asks)), "decision")
