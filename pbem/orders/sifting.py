"""What in a message to another player may have been meant for the judge (E14): "order or message?".

Whatever is sent cannot be called back, and whatever is carried out by mistake cannot either.  So a line that is nothing but an order
("PURGE Satin") is neither sent nor carried out until its writer has said which it is.  A sentence that only speaks of one ("I will purge
Satin", "let's vote no") is sent.  Where a letter has a line of the first kind, all that reads like orders is kept back with it.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pbem.orders import addressing
from pbem.orders.addressing import Head
from pbem.orders.formlines import of_form
from pbem.orders.lines import Line
from pbem.orders.names import Lexicon
from pbem.orders.reader import closes, read
from pbem.orders.readings import Reading
from pbem.orders.text import atoms, clean, unmarked

#: With these begins what people say to each other.
_SPEECH = frozenset(
    "i we i'll ill i'd id let's lets let can could would well hi hello hey dear please ok okay so thank thanks".split()
)
#: As an answer to a player they are words like any others.
_CHAT = frozenset(("ready", "not ready", "wait", "yes", "no", "pass"))
_TALK = frozenset(("press", "moderator"))
#: They speak of what is held, and are never held themselves.
_VERDICT = frozenset(("yes", "no"))


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


class Part(NamedTuple):
    """A stretch of an answer to a message.

    `kind`: "said" (to those whom `head` names), "press" (a PRESS or a word to the moderator), "below" (what follows END PRESS, sent to nobody);
    `lines`: its words, without a head; `whole`: as written; `closed`: END PRESS stands below it.
    """

    kind: str
    head: Head
    lines: tuple[str, ...]
    whole: tuple[str, ...]
    closed: bool = False


def message(line: Line, lexicon: Lexicon) -> Sifted:
    """The text of a PRESS.  Up to END PRESS all of it is meant; without one what stands on its first line."""
    return _meant(line.words.strip().split("\n"), lexicon, _VERDICT, line.closed)


def orders(text: str, lexicon: Lexicon) -> Sifted:
    """A message that is not sent: what in it, below its first line, may be an order."""
    return _sift(text.split("\n")[1:], lexicon, _VERDICT)


def astray(reading: Reading, lexicon: Lexicon) -> bool:
    """A message whose head names nobody of this game, so that it cannot be read."""
    return reading.kind == "rejected" and addressing.talks(reading.text.split("\n")[0], lexicon)


def parts(lines: Sequence[str], lexicon: Lexicon) -> list[Part]:
    """An answer cut where its writer turns to others, and at END PRESS: nothing goes to anybody for whom it is not."""
    found: list[Part] = []
    for line in lines:
        if not found and not line.strip():
            continue
        if found and closes(clean(line)):
            found[-1] = found[-1]._replace(closed=True)
            found.append(Part("below", Head(), (), ()))
        elif (begun := _begun(line, lexicon, first=not found)) is not None:
            found.append(begun)
        else:
            found[-1] = found[-1]._replace(lines=(*found[-1].lines, line), whole=(*found[-1].whole, line))
    return [part for part in found if part.kind != "below" or any(map(str.strip, part.lines))]


def _begun(line: str, lexicon: Lexicon, first: bool) -> Part | None:
    """The part that this line begins."""
    said = (
        None
        if _quoted(line)
        else addressing.head(line, lexicon)
        if first
        else addressing.later_head(line, lexicon)
    )
    if said is not None and (said.to or said.hidden is not None or said.error) and said.to != ("moderator",):
        return Part("said", said, (said.rest,), (line,))
    if not _quoted(line) and addressing.talks(line, lexicon):
        return Part("press", Head(), (line,), (line,))
    return Part("said", Head(), (line,), (line,)) if first else None


def answer(part: Part, lexicon: Lexicon, over: bool = False) -> Sifted:
    """One part of what stands above the quotation in an answer to a message.  `over`: the game is, so that nothing in it can be an order.

    END PRESS below it, or names in front of its first line, say that it is meant for the others.
    """
    if part.kind == "press":
        return _sift(_closed(part), lexicon, _VERDICT)
    if part.kind == "below":
        return _sift(part.lines, lexicon, _VERDICT)
    if over:
        talk = tuple(r for r in read(part.lines, lexicon) if any(line.verb in _TALK for line in r.lines))
        gone = _talked(talk, read(part.lines, lexicon), len(part.lines))
        return Sifted(_joined(line for n, line in enumerate(part.lines, 1) if n not in gone), talk=talk)
    if part.head.to or part.closed:
        return _meant(part.lines, lexicon, _CHAT, part.closed)
    return _sift(part.lines, lexicon, _CHAT)


def understood(part: Part, lexicon: Lexicon) -> Reading:
    """How the first line of a "press" part reads."""
    return read(_closed(part), lexicon)[0]


def _closed(part: Part) -> list[str]:
    """As it was written, to its end."""
    return [*part.whole, *(["END PRESS"] if part.closed else [])]


def _meant(lines: Sequence[str], lexicon: Lexicon, chat: frozenset[str], closed: bool) -> Sifted:
    """The first line is for the others, and with END PRESS the rest as well."""
    if closed:
        return Sifted(_joined(line for line in lines if not _quoted(line)))
    below = _sift(lines[1:], lexicon, chat)
    gap = "\n\n" if len(lines) > 1 and not lines[1].strip() else "\n"
    return below._replace(text=f"{lines[0]}{gap}{below.text}".strip())


def _sift(lines: Sequence[str], lexicon: Lexicon, chat: frozenset[str]) -> Sifted:
    readings = read(lines, lexicon)
    talk = tuple(r for r in readings if any(line.verb in _TALK for line in r.lines))
    orders = [r for r in readings if r.lines and r not in talk]
    words = [r for r in orders if all(_chats(line, chat) for line in r.lines)]
    bare = [r for r in orders if r not in words and not _spoken(r)]
    kept = [r for r in readings if (r in orders or r.kind == "rejected")] if bare else []
    gone = _covered(kept)
    foreign = {n for n, line in enumerate(lines, 1) if _quoted(line) or of_form(line, lexicon)}
    taken = gone | _talked(talk, readings, len(lines)) | foreign
    meant = kept or [r for r in orders if r not in words]
    return Sifted(
        _joined(line for n, line in enumerate(lines, 1) if n not in taken),
        _joined(line for n, line in enumerate(lines, 1) if n in gone),
        tuple(line for r in meant for line in r.lines if line.verb not in _VERDICT),
        tuple(r for r in kept if not r.lines),
        () if bare else tuple(line for r in words for line in r.lines),
        talk,
    )


def _chats(line: Line, chat: frozenset[str]) -> bool:
    """`ok`, `no`; `I accept`, which names no offer."""
    bare = line.number is None and not (line.to or line.players or line.cards or line.promise)
    return line.verb in chat or ("ready" in chat and line.verb in ("accept", "refuse") and bare)


def _spoken(reading: Reading) -> bool:
    """`I will purge Satin`: said to somebody."""
    words = [atom.word for atom in atoms(unmarked(clean(reading.text.split("\n")[0])).text[:80])]
    return len(words) > 1 and words[0] in _SPEECH


def _covered(readings: Sequence[Reading]) -> set[int]:
    """The numbers of the lines that these were read from."""
    return {r.number + more for r in readings for more in range(r.text.count("\n") + 1)}


def _talked(talk: Sequence[Reading], readings: Sequence[Reading], last: int) -> set[int]:
    """The numbers of the lines of messages, each up to what is read below it: the line that closes it is no part of its text."""
    own = [r for r in readings if not _quoted(r.text)]
    ends = [*(r.number for r in own[1:]), last + 1]
    return {
        n
        for r, end in zip(own, ends, strict=False)
        if r in talk
        for n in range(r.number, max(end, r.number + 1))
    }


def _quoted(line: str) -> bool:
    return line.lstrip()[:1] in ("|", ">")


def _joined(lines: Iterable[str]) -> str:
    """With single blank lines, and none at either end."""
    out: list[str] = []
    for line in lines:
        if line.strip() or (out and out[-1]):
            out.append(line.rstrip())
    return "\n".join(out).strip("\n")
