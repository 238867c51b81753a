"""An OFFER with WHEN and an ACCEPT ANY: do they meet?  (R15.7, D11)"""

from pbem.engine.events import Player
from pbem.engine.events import Promise as Bond

from .conditions import Context, letters
from .lines import Line, Promise


def resolved(said: Promise | None, at: Context) -> Bond | None:
    """The promise with its Politician by card letter; None where there is none, or his office is vacant."""
    names = letters(said.who, at) if said is not None else ()
    if said is None or not names:
        return None
    return Bond(said.action, names[0], said.to or "", said.vote or "", said.never)


def meets(accepting: Line, giver: Player, promise: Bond | None, at: Context) -> bool:
    """Does this ACCEPT ANY take what is offered?  With FOR it takes that promise only."""
    if accepting.to != "any" or accepting.players not in ((), (giver,)):
        return False
    return accepting.promise is None or (promise is not None and resolved(accepting.promise, at) == promise)
