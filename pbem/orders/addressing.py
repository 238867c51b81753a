"""To whom a message goes, in the words that people use: "tell blue: …", "anonymous message to all: …", "PRESS TO all anonymously: …".

`plain` turns such a head into the one form that the grammar knows: PRESS ANONYMOUS TO blue, green: text.  Only a head that
ends in a colon and names nobody but players is taken; prose never has both.
"""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from pbem.orders.names import Lexicon
from pbem.orders.opening import after_lead_ins
from pbem.orders.text import Atom, Clean, atoms, clean
from pbem.orders.words import COURTESY, JOINTS

_PRESS: tuple[tuple[str, ...], ...] = (("press", "message"), ("press", "release"), ("press",))
#: What may stand instead of PRESS where a player is named behind it; the longest is tried first.
_TELL: tuple[tuple[str, ...], ...] = tuple(
    sorted(
        (
            tuple(words.split())
            for words in "message|messages|msg|tell|say|write|mail|email|e - mail|note|letter|inform|my message".split(
                "|"
            )
        ),
        key=len,
        reverse=True,
    )
)
#: A line that may be the head of a message has one of these among its first words.
BEGINS = frozenset(word for words in (*_PRESS, *_TELL) for word in words if len(word) > 2) | {"send", "to"}
UNNAMED = frozenset(("anonymous", "anonymously", "unsigned", "anon"))
EVERYBODY: tuple[tuple[str, ...], ...] = tuple(
    tuple(words.split())
    for words in "all of you|all the others|all the players|all other players|all players|all others|everybody else|everyone else|"
    "the others|the other players|all|everybody|everyone".split("|")
)
MODERATOR: tuple[tuple[str, ...], ...] = (("the", "moderator"), ("moderator",), ("the", "gm"), ("gm",))
#: Put around names and words, and said to nobody.
_FRAME = frozenset(("(", ")", "-"))
#: No head is longer.
_LONGEST = 40


def plain(found: list[Atom], lexicon: Lexicon) -> list[Atom]:
    """The words of a line, a message's head in its plain form; any other line as it is."""
    words = [atom.word for atom in found[:_LONGEST]]
    if ":" not in words:
        return found
    begin = at = after_lead_ins(words, 0)
    while at < len(words) and words[at] in COURTESY:
        at += 1
    sending = words[at : at + 1] == ["send"]
    at += sending
    at += words[at : at + 1] in (["a"], ["an"])
    hidden = at < len(words) and words[at] in UNNAMED
    at += hidden
    begun = _spelled(words, at, _PRESS)
    told = begun or _spelled(words, at, _TELL)
    if not (told or sending or words[at : at + 1] == ["to"]) or ":" not in words[at + told :]:
        return found
    stop = words.index(":", at + told)
    hidden = hidden or not UNNAMED.isdisjoint(words[at + told : stop])
    named = _receivers(found[at + told : stop], lexicon)
    if named is None:
        if not begun and not _mistyped(words, at + told, stop, lexicon):
            return found
        named = [atom for atom in found[at + told : stop] if atom.word not in UNNAMED | _FRAME]
    elif not named and not begun:
        return found
    return [*_head(found[begin], hidden, named), *found[stop:]]


def _mistyped(words: Sequence[str], at: int, stop: int, lexicon: Lexicon) -> bool:
    """`tell Clra: …`: surely meant for a player, though nobody guesses for whom: the words must not go to others with those above them."""
    at += words[at : at + 1] == ["to"]
    return 0 < stop - at < 4 and lexicon.loose(words, at, ("seat",)) is not None


def talks(line: str, lexicon: Lexicon) -> bool:
    """Does a message begin in this line, be its head right or wrong?"""
    return [atom.word for atom in plain(atoms(clean(line).text[:200]), lexicon)][:1] == ["press"]


def misses(words: Sequence[str]) -> bool:
    """`tell Zaphod: …`: meant for somebody, and nobody in this game is called so."""
    return words[0] in BEGINS and words[0] not in ("press", "to") and ":" in words[2:6]


def for_nobody(said: Clean) -> bool:
    """`TO Zaphod: …`: what stands there is for somebody, though for no player of this game."""
    found = atoms(said.text[:200])
    words = [atom.word for atom in found]
    return words[:1] == ["to"] and ":" in words and _capitals(said, found[: words.index(":")])


def _head(first: Atom, hidden: bool, named: Sequence[Atom]) -> list[Atom]:
    """All at the place of its first word, so that errors still name the place of a name."""
    said = [replace(first, word="press")]
    if hidden:
        said.append(replace(first, word="anonymous"))
    if named and named[0].word != "to":
        said.append(replace(first, word="to"))
    return [*said, *named]


def _receivers(head: Sequence[Atom], lexicon: Lexicon) -> list[Atom] | None:
    """The words that name players, or one word for all of them; None if there are others among them."""
    words = [atom.word for atom in head]
    found: list[Atom] = []
    at = 0
    while at < len(words):
        if words[at] in UNNAMED or words[at] in _FRAME or words[at] == "to" or words[at] in JOINTS:
            if words[at] in JOINTS and found:
                found.append(replace(head[at], word=","))
            at += 1
        elif length := _spelled(words, at, EVERYBODY):
            found.append(replace(head[at], word="all"))
            at += length
        elif length := _spelled(words, at, MODERATOR):
            found.append(replace(head[at], word="moderator"))
            at += length
        else:
            seat = lexicon.exact(words, at, ("seat",))
            if seat is None:
                return None
            found += head[at : at + seat.length]
            at += seat.length
    while found and found[-1].word == ",":
        found.pop()
    return found


def _spelled(words: Sequence[str], at: int, spellings: Sequence[tuple[str, ...]]) -> int:
    """How many words the first spelling has that stands here; 0 if none does."""
    return next((len(one) for one in spellings if tuple(words[at : at + len(one)]) == one), 0)


class Head(NamedTuple):
    """The first line of an answer to a message, where it says something to the judge.

    `to`: () the writer of that message, ("all",) everybody who has to do with it, else these players; `hidden`: True anonymous, False
    signed, None neither said; `rest`: what of the line is text; `error`: why nothing can be sent.
    """

    to: tuple[str, ...] = ()
    hidden: bool | None = None
    rest: str = ""
    error: str = ""


#: Puts my name to an answer where I have written unnamed before.
SIGNED = frozenset(("signed",))


def head(line: str, lexicon: Lexicon) -> Head:
    """Read `ANONYMOUS`, `TO ALL:`, `TO red, blue: text`, `ANONYMOUSLY TO ALL: text`; any other line is text."""
    said = clean(line)
    found = atoms(said.text[:200])
    words = [atom.word for atom in found]
    at = 1 if words[:1] in (["reply"], ["answer"]) else 0
    hidden: bool | None = None
    while at < len(words) and (words[at] in UNNAMED or words[at] in SIGNED or (words[at] in _FRAME and at)):
        hidden = hidden if words[at] in _FRAME else words[at] in UNNAMED
        at += 1
    at += words[at : at + 1] == [","]
    if words[at : at + 1] != ["to"]:
        whole = hidden is not None and (at >= len(words) or words[at] == ":")
        rest = _behind(said, found[at]) if whole and at < len(words) else ""
        return Head(hidden=hidden, rest=rest if whole else line)
    return _to(said, found, at, hidden, lexicon) or Head(hidden=hidden, rest=line)


def later_head(line: str, lexicon: Lexicon) -> Head | None:
    """In an answer `TO GREEN: …`, `TO Clra: …`, `ANONYMOUS: …` below other lines: a message of its own begins; None in every other line."""
    if ":" not in line:
        return None
    said = head(line, lexicon)
    return said if said.error or (said.rest != line and (said.to or said.hidden is not None)) else None


def _to(said: Clean, found: list[Atom], at: int, hidden: bool | None, lexicon: Lexicon) -> Head | None:
    """From `TO` on; None if nobody is named there."""
    words = [atom.word for atom in found]
    stop = words.index(":") if ":" in words else len(words)
    named = _receivers(found[at:stop], lexicon)
    if not named:
        near = None if named is None and stop == len(words) else _nearly(words, at + 1, stop, lexicon)
        if near is None and stop < len(words) and _capitals(said, found[at:stop]):
            near = f"There is no player {' '.join(words[at + 1 : stop])}."
        return Head(error=near) if near else None
    colours = _colours(named, lexicon)
    if "" in colours:
        return Head(error="That name fits several players; please write the colour.")
    hidden = hidden if UNNAMED.isdisjoint(words[at:stop]) else True
    return Head(colours, hidden, _behind(said, found[stop]) if stop < len(found) else "")


def _behind(said: Clean, colon: Atom) -> str:
    """As it was typed."""
    return said.written(colon.end, len(said.text)).strip()


def _capitals(said: Clean, head: Sequence[Atom]) -> bool:
    """`TO Zaphod`, `To Zaphod and Ford`: names; not `To be honest`."""
    names = [atom for atom in head[1:] if atom.word not in JOINTS and atom.word not in _FRAME]
    return 0 < len(names) < 6 and all(said.text[atom.start].isupper() for atom in names)


def _nearly(words: Sequence[str], at: int, stop: int, lexicon: Lexicon) -> str | None:
    """`TO bleu: …`: a message cannot be called back, so nobody is guessed."""
    near = lexicon.loose(words, at, ("seat",)) if stop - at < 4 and at < stop else None
    if near is None:
        return None
    return f"There is no player {' '.join(words[at:stop])}; did you mean {lexicon.show(near.targets[0])}?"


def _colours(named: Sequence[Atom], lexicon: Lexicon) -> tuple[str, ...]:
    """By colour; "" for a name that several bear."""
    words = [atom.word for atom in named if atom.word != ","]
    found: list[str] = []
    at = 0
    while at < len(words):
        seat = lexicon.exact(words, at, ("seat",))
        one = seat is not None and len(seat.targets) == 1
        found.append(words[at] if seat is None else seat.targets[0].value if one else "")
        at += seat.length if seat else 1
    return ("all",) if "all" in found else tuple(dict.fromkeys(found))
