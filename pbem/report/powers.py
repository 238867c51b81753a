"""What this deadline decides, who holds each power, and what a word of mine could change: for every report, most of all the first."""

from collections.abc import Iterator

from pbem.engine import board
from pbem.engine.events import Name
from pbem.engine.influence import takes_influence

from . import asked, cards_now, paused_told
from .forecast import opening, top
from .prose import listed, wrap
from .scene import Scene

POWER = {
    "purge": "may purge",
    "spy": "may try, condemn and investigate",
    "funeral": "nominates the next Party Chief",
    "parade": "waves for whoever controls the Party Chief",
}
#: How the account of a phase begins; never with the verb of an order.
IN = {
    phase: f"In the {name}" if "Phase" in name else f"At the {name}"
    for phase, name in board.PHASE_NAMES.items()
}


def holder_of(scene: Scene, phase: str) -> Name | None:
    """The one member in whom the power of a phase lies; None where there is none, or where it lies in many."""
    if phase == "parade":
        chief = scene.view.active("PC")
        return chief.letter if chief else None
    if phase not in POWER or (phase == "funeral" and scene.view.holder("PC") is not None):
        return None
    return next((d.actor for d in scene.decisions(phase)), None)


def in_reach(scene: Scene, name: Name) -> bool:
    """Would what he recorded there make this one his?"""
    open_ = takes_influence(scene.view, name) and name not in scene.view.locked
    return open_ and not scene.mine(name) and top(scene.later, name) < scene.later.written(scene.me, name)


def in_short(scene: Scene) -> str:
    """For the first screen, where nothing is asked of me: who decides instead."""
    told = []
    for phase in scene.session:
        holder = holder_of(scene, phase)
        if holder is not None:
            deed = {
                "purge": "the purge",
                "spy": "the trial",
                "funeral": "the nomination",
                "parade": "the wave",
            }[phase]
            told.append(f"{deed} lies with {scene.held(holder)}")
    return listed(told)


def in_full(scene: Scene) -> list[str]:
    """Phase by phase: who decides, and what it would take to decide instead."""
    lines: list[str] = []
    for place, phase in enumerate(scene.session):
        said = " ".join(_phase(scene, phase))
        if scene.pause is not None and not place:
            said = paused_told.in_full(scene, scene.pause)
        if said:
            lines += wrap(f"{IN[phase]}: {said}", "* ", "  ")
    for said in cards_now.in_full(scene):
        lines += wrap(said, "* ", "  ")
    return lines


def _phase(scene: Scene, phase: str) -> Iterator[str]:
    state = scene.later
    holder = holder_of(scene, phase)
    if holder is not None:
        yield f"{scene.held(holder)} {POWER[phase]}{_reach(scene, holder)}."
    elif phase in ("purge", "spy"):
        yield "nobody at work holds the power."
    match phase:
        case "cure":
            yield _sick(scene)
        case "spy":
            suspects = [
                p for p in opening(state, phase, scene.turn_of(phase)).politburo() if scene.rules.accusable(p)
            ]
            names = listed([scene.names.of(p.letter) for p in suspects], "or")
            yield (
                f"A trial is possible of {names}."
                if suspects
                else "Nobody can be tried, for nobody bears a “?” yet."
            )
        case "health":
            yield "the dice decide, member by member."
        case "funeral":
            yield (
                ""
                if state.holder("PC") is None
                else "there is a Party Chief, so it only counts if that changes."
            )
        case "replacement":
            yield _vacancies(scene)
        case "rehabilitation":
            yield _siberia(scene)
        case "parade" if asked.grows(scene.rules, scene.turn_of(phase)):
            yield cards_now.growth(scene)
        case _:
            pass


def _reach(scene: Scene, name: Name) -> str:
    return "" if scene.mine(name) else f"; {scene.need(name)}"


def _sick(scene: Scene) -> str:
    sick = [scene.held(d.actor) for d in scene.decisions("cure")]
    if not sick:
        return "all members are healthy, so nobody is asked."
    return f"Sanatorium or work, for {listed(sick)}."


def _vacancies(scene: Scene) -> str:
    """R8: what is vacant; the Party Chief first, then the ministers."""
    state = scene.later
    vacant = state.vacant(board.SLOTS)
    said = (
        f"vacant {'is' if len(vacant) == 1 else 'are'} {listed(vacant)}."
        if vacant
        else "no chair is vacant yet."
    )
    chief = state.active("PC")
    if chief is not None:
        said += f" {scene.held(chief.letter)} shifts, promotes and demotes{_reach(scene, chief.letter)}."
    ministers = dict.fromkeys(d.actor for d in scene.decisions("replacement") if d.action == "promotion")
    mine = [scene.names.of(n) for n in ministers if scene.mine(n)]
    return said + (
        f" Then the ministers promote; of them {listed(mine)} {'is' if len(mine) == 1 else 'are'} yours."
        if mine
        else ""
    )


def _siberia(scene: Scene) -> str:
    there = [scene.names.of(p.letter) for p in scene.later.at(board.SIBERIA)]
    return f"every member at work may bring back {listed(there, 'or')}." if there else "Siberia is empty."
