"""Undo, as it is told: where the game was taken back to, what is otherwise now, which orders stand again, and which dice were seen."""

import re
from collections.abc import Sequence

from pbem.engine import board
from pbem.engine.events import Rewound
from pbem.engine.state import State

from .brief import Brief, Told
from .chronicle import Narrator, tells
from .differences import differences
from .naming import Names, one_line, year
from .prose import capital, count, echo, wrap

#: So many dice are named, and so many things that are otherwise.
MOST_DICE = 12
LONGEST = 600


def rewound(brief: Brief) -> Rewound:
    """The undo that his story begins with."""
    first = brief.story[0]
    assert isinstance(first, Rewound)
    return first


def where(turn: int, phase: str, middle: bool = False) -> str:
    """`the Purge Phase of 1953`, `set-up`."""
    if phase == "setup":
        return "set-up"
    return f"the {'middle' if middle else 'beginning'} of the {board.PHASE_NAMES[phase]} of {year(turn)}"


def back_to(event: Rewound, after: State) -> str:
    """Where it leads.  `after`: the position there, which shows whether the phase has begun."""
    middle = (after.turn, after.phase) == (event.turn, event.phase) and event.phase != "setup"
    return where(event.turn, event.phase, middle)


def in_short(brief: Brief, instead: str) -> str:
    """The first sentences of a re-run.  `instead`: what has happened since the undo, in one sentence."""
    assert brief.rerun is not None
    event = rewound(brief)
    said = f"This is a re-run: the moderator has taken the game back to {back_to(event, brief.rerun.after)}"
    happened = f" What happened instead: {instead}" if instead else ""
    return f"{said}{_words(event.words)} What you have read of it before no longer counts.{happened}"


def _words(words: str) -> str:
    """`: “a fat-fingered order”.`"""
    return f": “{one_line(words, LONGEST).rstrip('.')}”." if words else "."


def in_full(brief: Brief, names: Names) -> list[str]:
    """What is otherwise than he had read, his orders, the dice."""
    assert brief.rerun is not None
    assert brief.before is not None
    event = rewound(brief)
    changes = list(differences(names, brief.before, brief.view))
    lines = [] if changes else wrap("The position is as you knew it.")
    if changes:
        lines = wrap("Otherwise than you had read:")
        lines += [line for change in changes for line in wrap(f"{change}.", "* ", "  ")]
    for heading, own in brief.rerun.said:
        lines += ["", *wrap(heading), *(line for order in own for line in echo(order))]
    return [*lines, "", *wrap(dice(event, names))]


def dice(event: Rewound, names: Names) -> str:
    """Decision D27: what becomes of the dice that were seen."""
    if not event.seen:
        return "All dice keep their values."
    labels = [die(one.label, names) for one in event.seen]
    named = labels[:MOST_DICE]
    more = [f"{len(labels) - MOST_DICE} more"] if len(labels) > MOST_DICE else []
    return (
        f"Of the undone part {count(len(labels), 'die', 'dice')} {'has' if len(labels) == 1 else 'have'} been seen ({'; '.join([*named, *more])}). "
        "Each is rolled anew in public, unless the very same order asks for it again: then it shows the same as before."
    )


def die(label: str, names: Names) -> str:
    """A die by its label: `purge Palavrian 1953`, with its number where there are several."""
    head, _, rest = label.partition(" ")
    purpose, _, number = rest.rpartition(" #")
    phase = head.partition("/")[2]
    said = re.sub(r"\b[A-Z]\b|\b[a-z]+\b", lambda found: _named(names, found[0]), purpose)
    said = (
        said
        if " " in purpose
        else f"{board.PHASE_NAMES.get(phase, phase).removesuffix(' Phase').lower()} {said}"
    )
    times, _, again = number.partition(" again ")
    tail = (f", no. {int(times) + 1}" if times.isdecimal() and int(times) else "") + (
        f", roll {int(again) + 1}" if again.isdecimal() else ""
    )
    return f"{said} {head.partition('/')[0]}{tail}"


def _named(names: Names, word: str) -> str:
    """A card letter as a surname, a colour as a player."""
    if len(word) == 1 and word in names.full:
        return names.of(word)
    return names.who(word) if word in names.player else word


@tells(Rewound)
def _rewound(n: Narrator, e: Rewound) -> None:
    """Nothing is erased: the story says that it goes on from an earlier place."""
    n.open(capital(f"the moderator takes the game back to {back_to(e, n.state)}{_words(e.words)}"))


def orders(
    again: Sequence[str], dropped: Sequence[str], kept: Sequence[str], rerun: bool = False
) -> list[Told]:
    """What became of his own orders.  `rerun`: they have been resolved again already."""
    told: list[Told] = [
        (f"These orders of yours {'were resolved again' if rerun else 'stand again'}:", again),
        ("These orders, which you have given since, no longer stand:", dropped),
        (f"These orders, which you have given since, {'wait' if rerun else 'stay'} in your list:", kept),
    ]
    return [(heading, lines) for heading, lines in told if lines]
