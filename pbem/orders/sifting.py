"""What in a message to another player may have been meant for the judge (E14): "order or message?".

Whatever is sent cannot be called back, and whatever is carried out by mistake cannot either.  So a line that is nothing but an order
("PURGE Satin") is neither sent nor carried out until its writer has said which it is.  A sentence that only speaks of one ("I will purge
Satin", "let's vote no") is sent.  Where a letter has a line of the first kind, all that reads like orders is kept back with it.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pbem.orders.lines import Line
from pbem.orders.names import Lexicon
from pbem.orders.reader import read
from pbem.orders.readings import Reading
from pbem.orders.text import atoms, clean, unmarked

#: With these begins what people say to each other.
_SPEECH = frozenset(
    "i we i'll ill i'd id let's lets let can could would well hi hello hey dear please ok okay so thank thanks".split()
)
#: As an answer to a player they are words like any others.
_CHAT = frozenset(("ready", "not ready", "wait", "yes", "no", "pass"))
_TALK = frozenset(("press", "moderator"))


class Sifted(NamedTuple):
    """A message taken apart.

    `text`: what goes out; `back`: what is kept back, as written; `orders`: the lines that a YES gives (kept back or, where `back` is
    empty, sent as well); `faults`: kept back, and no order that can be read; `words`: sent, though alone they would tell the judge
    something; `talk`: messages of their own that stood in it.
    """

    text: str
    back: str = ""
    orders: tuple[Line, ...] = ()
    faults: tuple[Reading, ...] = ()
    words: tuple[Line, ...] = ()
    talk: tuple[Reading, ...] = ()


def message(line: Line, lexicon: Lexicon) -> Sifted:
    """The text of a PRESS.  Up to END PRESS all of it is meant; without one what stands on its first line."""
    if line.closed:
        return Sifted(line.words.strip())
    first, _, rest = line.words.strip().partition("\n")
    below = _sift(rest.split("\n"), lexicon, frozenset())
    gap = "\n\n" if rest[:1] == "\n" else "\n"
    return below._replace(text=f"{first}{gap}{below.text}".strip())


def answer(lines: Sequence[str], lexicon: Lexicon, over: bool = False) -> Sifted:
    """What stands above the quotation in an answer to a message.  `over`: the game is, so that nothing in it can be an order."""
    if not over:
        return _sift(lines, lexicon, _CHAT)
    talk = tuple(r for r in read(lines, lexicon) if any(line.verb in _TALK for line in r.lines))
    gone = _covered(talk)
    return Sifted(_joined(line for n, line in enumerate(lines, 1) if n not in gone), talk=talk)


def _sift(lines: Sequence[str], lexicon: Lexicon, chat: frozenset[str]) -> Sifted:
    readings = read(lines, lexicon)
    talk = tuple(r for r in readings if any(line.verb in _TALK for line in r.lines))
    orders = [r for r in readings if r.lines and r not in talk]
    words = [r for r in orders if all(_chats(line, chat) for line in r.lines)]
    bare = [r for r in orders if r not in words and not _spoken(r)]
    kept = [r for r in readings if (r in orders or r.kind == "rejected")] if bare else []
    gone = _covered(kept)
    taken = gone | _covered(talk) | {n for n, line in enumerate(lines, 1) if _quoted(line)}
    meant = kept or [r for r in orders if r not in words]
    return Sifted(
        _joined(line for n, line in enumerate(lines, 1) if n not in taken),
        _joined(line for n, line in enumerate(lines, 1) if n in gone),
        tuple(line for r in meant for line in r.lines),
        tuple(r for r in kept if not r.lines),
        () if bare else tuple(line for r in words for line in r.lines),
        talk,
    )


def _chats(line: Line, chat: frozenset[str]) -> bool:
    """`ok`, `no`; `I accept`, which names no offer."""
    bare = line.number is None and not (line.to or line.players or line.cards or line.promise)
    return line.verb in chat or (bool(chat) and line.verb in ("accept", "refuse") and bare)


def _spoken(reading: Reading) -> bool:
    """`I will purge Satin`: said to somebody."""
    words = [atom.word for atom in atoms(unmarked(clean(reading.text.split("\n")[0])).text[:80])]
    return len(words) > 1 and words[0] in _SPEECH


def _covered(readings: Sequence[Reading]) -> set[int]:
    """The numbers of the lines that these were read from."""
    return {r.number + more for r in readings for more in range(r.text.count("\n") + 1)}


def _quoted(line: str) -> bool:
    return line.lstrip()[:1] in ("|", ">")


def _joined(lines: Iterable[str]) -> str:
    """With single blank lines, and none at either end."""
    out: list[str] = []
    for line in lines:
        if line.strip() or (out and out[-1]):
            out.append(line.rstrip())
    return "\n".join(out).strip("\n")
