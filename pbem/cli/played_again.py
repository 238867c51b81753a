"""`pbem verify`, level 2: the game of an archive played again by the whole program, and what that showed, in words."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pbem.service.rerun.compare import Differences
    from pbem.service.rerun.texts import Mail

#: So many differences are shown.
MOST = 10
SKIPPED = (
    "not played again: another state of the program wrote it, or part of it (--level 2 does it all the same)"
)


class Again(NamedTuple):
    """`rows`: for the table: what, how many, result; `notes`: lines below it; `wrong`: what came out should have been the same, and was not;
    `program`: what was recorded of the program and is otherwise here: name, recorded, here; `short`: how far it proves the game, the end of a
    sentence, where that is not to its last event."""

    rows: list[tuple[str, str, str]]
    notes: list[str]
    wrong: bool
    program: list[tuple[str, str, str]]
    short: str = ""


#: As far as level 1 goes.
UNPLAYED = "is sound as far as its files prove it; it was not played again"


def play(archive: Path, anyway: bool, tell: Callable[[str, float], None]) -> Again:
    """Play it again, where this very program wrote the archive, or `anyway`: then differences are told, and are no fault."""
    from pbem.archive import fingerprint
    from pbem.archive.folder import Folder
    from pbem.service.errors import ServiceError
    from pbem.service.rerun.compare import compare
    from pbem.service.rerun.drawn import FILES
    from pbem.service.rerun.story import updated

    from .again import do

    about = Folder(archive).about
    other = fingerprint.differences(about.get("program", {}))
    notes = [
        f"  {name}: {_short(was) or 'not recorded'}, here {_short(now) or 'none'}" for name, was, now in other
    ]
    if notes:
        notes.insert(0, "The archive was written by another state of the program:")
    if before := updated(archive):
        notes.append(
            f"Until event {before} another state of the program went on with the game: it was updated."
        )
    if (other or before) and not anyway:
        return Again([("The whole game played again", "", SKIPPED)], notes, False, other, UNPLAYED)
    try:
        found = compare(archive, about, do, lambda part: tell("Playing the game again", part))
    except ServiceError as error:
        said = f"not checked: {error}"
        return Again([("The whole game played again", "", said)], notes, False, other, UNPLAYED)
    wrong = bool(found) and not other and not before and not found.excused
    bad = "WRONG" if wrong else "differs"
    told = [
        (
            "Events of the game played again",
            str(found.events),
            f"{bad}: {found.journal}" if found.journal else "ok",
        ),
        (
            "Mails of the game played again",
            str(found.compared),
            f"{bad}: {len(found.mails)} are others" if found.mails else "ok",
        ),
        (
            "Page, text record, game.toml and press made again",
            str(FILES),
            f"{bad}: {_places(found.drawn)}" if found.drawn else "ok",
        ),
    ]
    notes += [
        f"{_place(one)}: {one.was!r}; played again {one.now!r}"
        for one in (*found.mails[:MOST], *found.drawn[:MOST])
    ]
    taken = [*found.letters, *found.problems]
    if taken:
        told.insert(0, ("Letters and commands taken again", str(found.inputs), f"{bad}: {taken[0]}"))
    notes += taken[1:MOST]
    if found.not_rebuilt:
        first = found.not_rebuilt[0]
        notes.append(
            f"{len(found.not_rebuilt)} things are not in an archive as they were, so what follows from them may differ: {first.what}, {first.why}."
        )
    return Again(told, notes, wrong, other, "" if wrong or not found else _how_far(found))


def _how_far(found: "Differences") -> str:
    """What may be said of an archive that comes out otherwise, and is no forgery for all that anybody can tell."""
    if not found.excused:
        return "is sound as far as its files prove it; this state of the program tells the game otherwise, see above"
    return f"is sound up to event {found.until}; what comes behind it hangs on words that it holds back, and cannot be played again"


def _place(one: "Mail") -> str:
    """Where it is another: a line of its text, else what is said of it."""
    return f"{one.file}, {one.what}" if one.what else f"{one.file}, line {one.line}" if one.line else one.file


def _places(found: "Sequence[Mail]") -> str:
    """The files that are others, each once."""
    return ", ".join(dict.fromkeys(one.file for one in found))


def _short(text: str) -> str:
    """A hash is known by its first digits."""
    return text[:12] if len(text) == 64 else text
