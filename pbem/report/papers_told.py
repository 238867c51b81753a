"""Tellers of the players' own words (E15, E16): letters to the paper, obituaries, the banner over the parade, memoirs, diaries."""

from pbem.engine.events import Diary, PhaseOpened, Printed

from .bribes_told import between
from .chronicle import MEMOIRS, READERS, Narrator, tells
from .naming import one_line
from .prose import count

#: No printed line is longer, no memoirs are.
_LONGEST, _LONGEST_MEMOIRS = 320, 2100


@tells(Printed)
def _printed(n: Narrator, e: Printed) -> None:
    if e.kind == "memoirs":
        said = f"{_signed(n, e)}: “{one_line(e.text, _LONGEST_MEMOIRS)}”"
    else:
        said = n.word(_key(e), **_fields(n, e))
    n.flush()
    n.section(MEMOIRS if e.kind == "memoirs" else READERS, n.state.turn)
    n.beside = True
    n.open(said)
    n.beside = False
    n.fresh = True


def _key(e: Printed) -> str:
    if e.kind in ("obituary", "slogan"):
        return e.kind
    return "pravda" if e.player else "pravda unsigned"


def _fields(n: Narrator, e: Printed) -> dict[str, str]:
    return {"text": one_line(e.text, _LONGEST), "faction": _signed(n, e), "him": n.of(e.politician)}


def _signed(n: Narrator, e: Printed) -> str:
    """`the Hardline Stalinists (Anna)`"""
    return n.names.signed(e.player) if e.player else ""


def banner(n: Narrator) -> None:
    """A parade begins: the slogan that is written down behind it hangs over it."""
    for at in range(n.at + 1, len(n.story)):
        event = n.story[at]
        if isinstance(event, PhaseOpened) and event.phase == "parade":
            return
        if isinstance(event, Printed) and event.kind == "slogan":
            here, n.number = n.number, n.numbers[at] if n.numbers else 0
            n.told.add(at)
            n.open(n.word("slogan", **_fields(n, event)))
            n.fresh = True
            n.number = here
            return


@tells(Diary)
def _diary(n: Narrator, e: Diary) -> None:
    """Only its writer is told, and not its words, for a seat may change hands; the moderator is told nothing."""
    if n.me == e.player:
        between(n)
        n.whisper("your diary has taken an entry of {}", count(len(e.text), "character"))
