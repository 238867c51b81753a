"""The plan in words: what each of my standing orders would do as things stand in my view (E9, E11).

My own lines that show influence at once come first; then it counts who holds each power, and what the rules let him do with it.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from pbem.orders import canonical as words
from pbem.orders.lines import Line, Not
from pbem.orders.standing import Standing, alive

from . import bids_planned as bids
from . import cards_planned as cards
from . import deeds_planned as deeds
from . import papers_planned as papers
from .naming import year
from .paused_told import made
from .planned import Told
from .scene import Scene


class Step(NamedTuple):
    """An order in words.  `number`: in my list."""

    number: int
    order: str
    meaning: str


def plan(scene: Scene, standing: Iterable[Standing]) -> list[Step]:
    """Each order in the list's order."""
    return [
        Step(one.number, words.canonical(one.line, scene.names.lexicon), meaning(scene, one))
        for one in standing
    ]


def meaning(scene: Scene, one: Standing) -> str:
    """What it would do, for whom, and what it costs; with its conditions, and what it lacks now."""
    line = one.line
    if scene.pause is not None and one.number == scene.made_by:
        return f"{made(scene.pause)}."
    told = _TOLD[line.verb](scene, line)
    said = f"{told.text}{_conditions(scene, line)}"
    if not alive(one, scene.turn):
        return f"Not before {year(max(line.turn or 0, one.asleep + 1))}: {_small(said)}."
    if told.obstacle:
        return f"Cannot act as things stand: {told.obstacle}. When it can: {_small(said)}."
    return f"{said}."


#: Words with which a sentence of the plan may begin that are no names.
_PLAIN = frozenset(("Whenever", "Whoever", "Once,", "Once", "Your", "You", "Every", "If", "In", "At"))


def _small(said: str) -> str:
    """Behind a colon; a name keeps its capital letter."""
    plain = said.split(" ", 1)[0] in _PLAIN
    return said[0].lower() + said[1:] if plain else said


def _conditions(scene: Scene, line: Line) -> str:
    """The WHEN, IF and WHILE parts as they stand, for they are exact and short."""
    lexicon = scene.names.lexicon
    parts = [f"once it comes to “{words.trigger(line.when, lexicon)}”"] if line.when else []
    if line.condition is not None:
        negated = isinstance(line.condition, Not)
        inner = line.condition.part if isinstance(line.condition, Not) else line.condition
        parts.append(f"{'unless' if negated else 'if'} “{words.condition(inner, lexicon)}”")
    if line.during is not None:
        parts.append(f"as long as “{words.condition(line.during, lexicon)}”")
    return f", {', '.join(parts)}" if parts else ""


_TOLD: Mapping[str, Callable[[Scene, Line], Told]] = {
    "purge": deeds.purge_,
    "try": deeds.trial,
    "condemn": deeds.condemn,
    "investigate": deeds.investigate,
    "close": deeds.close,
    "nominate": deeds.nominate,
    "cure": deeds.cure,
    "work": deeds.cure,
    "swap": deeds.move,
    **dict.fromkeys(("shift", "promote", "demote", "move"), deeds.move),
    "release": deeds.release,
    "vote": bids.vote,
    **dict.fromkeys(("declare", "declare now"), bids.declare),
    "hold": bids.hold,
    "take": bids.take,
    "protect": bids.protect,
    "pass": bids.passing,
    "play": cards.play,
    "discard": cards.discard,
    "keep cards": cards.keep,
    "support": cards.supporting,
    "gain": cards.gain,
    "draw": cards.draw,
    "offer": cards.offer,
    "accept": cards.accept,
    "pravda": papers.pravda,
    "obituary": papers.obituary,
    "slogan": papers.slogan,
}
