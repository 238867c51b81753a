"""The plan of what waits to be printed (E15): where it will stand, and under which name."""

from pbem.engine import board
from pbem.orders.lines import Line, Named

from .naming import one_line, year
from .planned import Told
from .scene import Scene

_LONGEST = 320


def pravda(scene: Scene, line: Line) -> Told:
    """PRAVDA: in the next report."""
    name = "unsigned" if line.to == "anonymous" else f"signed {scene.names.faction[scene.me]}"
    return Told(f"It will stand in the next report, {name}: “{one_line(line.words, _LONGEST).rstrip('.')}”")


def obituary(scene: Scene, line: Line) -> Told:
    """OBITUARY: in the next report."""
    (who,) = line.who
    name = scene.names.of(who.letter) if isinstance(who, Named) else "somebody"
    said = one_line(line.words, _LONGEST).rstrip(".")
    return Told(
        f"The next report will print it, signed {scene.names.faction[scene.me]}, in memory of {name}: “{said}”"
    )


def slogan(scene: Scene, line: Line) -> Told:
    """SLOGAN: over the parade, if he speaks for the Party Chief then."""
    turn = parade_turn(scene)
    said = f"It will hang over the parade of {year(turn)} if the Party Chief is yours then: “{one_line(line.words, _LONGEST).rstrip('.')}”"
    chief = scene.view.slots.get("PC")
    if chief is None:
        return Told(said, "there is no Party Chief")
    if scene.view.controller(chief) != scene.me:
        return Told(said, f"{scene.names.of(chief)} is not yours")
    return Told(said)


def parade_turn(scene: Scene) -> int:
    """The turn of the parade that comes next."""
    view = scene.view
    over = view.phase == board.PHASES[-1] and bool(view.waves) and view.waves[-1].turn == view.turn
    return max(1, view.turn + over)
