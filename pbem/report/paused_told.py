"""A phase that stands open for a ballot (E3) in words: what was announced, who votes, what silence does."""

from collections.abc import Mapping

from pbem.engine import board
from pbem.engine.board import POLITBURO
from pbem.engine.events import Announced
from pbem.engine.state import State

from . import as_ruled
from .naming import Names
from .prose import listed
from .scene import Scene

#: What sending nothing does in the phase that is open, where no house ruling says it (`as_ruled.paused`).
SILENCE: Mapping[str, str] = {
    "purge": "nothing comes between the announcement and the die but what stands in your list",
}
_SAID = {
    "trial": "{actor} has announced the trial of {target}",
    "nomination": "{actor} has nominated {target} for Party Chief",
    "purge": "{actor} has announced the purge of {target}",
}
#: What the session waits for.
_WAITS = {
    "trial": "before the Politburo votes, there is time to talk",
    "nomination": "before the Politburo votes, there is time to talk",
    "purge": "before the die is thrown, there is time to talk",
}


def announcement(names: Names, view: State, said: Announced) -> str:
    """`KGB Head Strychnin (Anna) has announced the trial of Palavrian; before …, there is time to talk.`"""
    actor = names.acting(view, said.actor, said.player)
    target = names.titled(view, said.target) if said.target is not None else "somebody"
    return f"{_SAID[said.action].format(actor=actor, target=target)}; {_WAITS[said.action]}."


def silence(view: State, said: Announced) -> str:
    """What sending nothing does in the phase that is open."""
    return as_ruled.paused(said.action, view) or SILENCE[said.action]


def in_short(scene: Scene, said: Announced) -> str:
    """For the first screen, where nothing is asked of me: why not."""
    if said.action == "purge":
        return f"the die decides about {scene.names.of(said.target)}" if said.target is not None else ""
    return "you control nobody who votes"


def in_full(scene: Scene, said: Announced) -> str:
    """What is decided first, by whom, and what would stop it."""
    falls = f"Whoever takes {scene.names.of(said.actor)} from {scene.names.who(said.player)} now undoes the announcement"
    if said.player is None:
        falls = f"Whoever takes {scene.names.of(said.actor)} now undoes the announcement"
    if said.action == "purge" and said.target is not None:
        number = board.PURGE_NUMBER[scene.view.people[said.target].place]
        return f"The purge of {scene.names.titled(scene.view, said.target)} succeeds from a die of {number}, with what is added to it. {falls}."
    return f"{_votes(scene, said)} {falls}."


def _votes(scene: Scene, said: Announced) -> str:
    """Who votes, in voting order, and whose they are now."""
    voters = [p.letter for p in map(scene.view.active, POLITBURO) if p is not None]
    told = listed([scene.held(letter) for letter in voters])
    need = (
        f"{scene.rules.acquitting(scene.view)} votes of innocent acquit"
        if said.action == "trial"
        else f"{scene.rules.defeating(scene.view)} votes of no defeat the nomination"
    )
    return f"The vote goes in this order: {told}. {need}."


def made(said: Announced) -> str:
    """Of the order that made the announcement, in a list."""
    return (
        f"This order has announced the {said.action}, and that stands; what is left of it serves after that"
    )
