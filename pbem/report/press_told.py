"""Messages between players in words: the mail that brings one, and what its writer reads of it in his receipt (E14).

Of the writer's letter nothing is in it but the words he meant for the others.  An unnamed one reads the same, whoever wrote it.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pbem.orders.names import Lexicon
from pbem.orders.verbs import ECHO

from .brief import Answer, Rendered, Seat
from .naming import one_line
from .prose import HELD, capital, count, echo, harmless, listed, wrap

#: The kinds of `Answer` that are told here: gone out; not gone out; kept back, order or message?; gone out, though it reads like an order.
SENT, UNSENT, ASKED, SPOKEN = "sent", "unsent", "asked", "spoken"
KINDS = frozenset((SENT, UNSENT, ASKED, SPOKEN))
NOBODY = "an anonymous player"
EMPTY = "There were no words above the quoted message, so nothing was sent to anybody. Please write your answer above it."
BELOW = "These words stand between or below quoted lines, from where nothing is sent. Please write them above the quotation."


class Letterhead(NamedTuple):
    """What a message's mail tells besides its words.

    `author`: None where he is not named; `others`: who else got it, None for everybody; `unnamed_too`: among them the writer of the
    unnamed message that it answers; `answers`: what of mine it answers, "" nothing; `mine_hidden`: I wrote that unnamed;
    `may_hide`: the game allows unnamed messages.
    """

    game: str
    author: Seat | None
    others: Sequence[Seat] | None
    unnamed_too: bool = False
    answers: str = ""
    mine_hidden: bool = False
    may_hide: bool = True


def press_mail(said: Letterhead, text: str, lexicon: Lexicon) -> Rendered:
    """The mail to one receiver."""
    who = one_line(said.author.name) if said.author else NOBODY
    what = "an answer" if said.answers else "a message"
    lines = [*wrap(f"{_author(said)} {_does(said)}:"), "", *quoted(text), "", *_how_to_answer(said)]
    return Rendered(f"[{said.game}] {what} from {who}", "\n".join(harmless(lines, lexicon)))


def quoted(text: str) -> list[str]:
    """Each line behind `| `, long ones broken: whatever stands there is no order when it comes back (D3)."""
    lines: list[str] = []
    for line in text.split("\n"):
        lines += wrap(line, ECHO, ECHO) if line.strip() else [ECHO.rstrip()]
    return [str(line) for line in lines]


def seat_named(seat: Seat) -> str:
    """`Anna (red, Old-line Communists)`; `Old-line Communists (red)` where players go by their factions."""
    name, faction = one_line(seat.name), one_line(seat.faction)
    return f"{name} ({seat.colour})" if name == faction else f"{name} ({seat.colour}, {faction})"


def _author(said: Letterhead) -> str:
    return seat_named(said.author) if said.author else capital(NOBODY)


def _does(said: Letterhead) -> str:
    """`writes to you and Clara`, `answers your message; everybody got the answer`"""
    others = _others(said)
    if not said.answers:
        return "writes to everybody" if said.others is None else f"writes to {listed(['you', *others])}"
    copies = "everybody" if said.others is None else listed(others)
    return f"answers {said.answers}" + (f", and sends the answer to {copies}, too" if copies else "")


def _others(said: Letterhead) -> list[str]:
    names = [one_line(seat.name) for seat in said.others or ()]
    return [*names, *(["the anonymous player"] if said.unnamed_too else [])]


def _how_to_answer(said: Letterhead) -> Iterator[str]:
    """To whom an answer goes, and by what first lines it goes elsewhere, or without a name."""
    if said.author:
        goes = f"What you write above this goes to {one_line(said.author.name)} alone."
    else:
        goes = "What you write above this goes to its writer alone, and you do not learn who that is."
    others = "everybody" if said.others is None else listed(_others(said))
    if others:
        goes += f" With a first line “TO{HELD}ALL:” it goes to {others}, too."
    yield from wrap(goes)
    yield ""
    if said.mine_hidden:
        named = "Nobody has been told that you wrote the first message, and your answer carries no name either, unless its first line is “SIGNED:”."
    elif said.may_hide:
        named = "It carries your name, unless its first line is “ANONYMOUS:”."
    else:
        named = "It carries your name."
    yield from wrap(
        f"{named} Nothing in it is carried out: what is meant for the judge goes into an answer to a report or receipt."
    )


# --- the receipt ---

#: Where a line stood that was kept back.
IN = "in what you wrote to {to}"
ASTRAY = "in a message that was not sent"
UNDER_END = f"below the line END{HELD}PRESS"
#: How it is sent all the same.
BY_NAME = "write it again with “{head}:” in front of it"
BY_END = f"write that answer once more, with the line “END{HELD}PRESS” below it"
#: Why words are sent to nobody.
AFTER_END = f"It stands below the line END{HELD}PRESS, where your message ended."
AFTER_TALK = "It stands below a message of its own, so it is not clear for whom it is. Please send it again."


def receivers(named: Sequence[Seat] | None, unnamed: bool = False) -> str:
    """`everybody`, `Boris and Clara`, `the anonymous player`."""
    if named is None:
        return "everybody"
    return listed([*(["the anonymous player"] if unnamed else []), *(one_line(seat.name) for seat in named)])


def sent(what: str, to: str, text: str, hidden: bool, again: bool = False) -> Answer:
    """A message has gone out.  `again`: the same one went a moment ago, and once is enough."""
    gone = "had gone out a moment ago; it went once" if again else f"goes to {to}"
    unnamed = ", without your name" if hidden else ""
    return Answer(SENT, f"your {what} “{one_line(text, 40)}” {gone}{'' if again else unnamed}")


def section(answers: Sequence[Answer]) -> list[str]:
    """What became of the messages in a letter; of what was not sent every word is told back."""
    lines: list[str] = []
    for answer in answers:
        if answer.kind == SENT:
            lines += wrap(f"{capital(answer.text)}.", "* ", "  ")
            for note in answer.notes:
                lines += wrap(note, "  ", "  ")
        elif answer.kind == UNSENT:
            said = quoted(answer.text.strip()) if answer.text.strip() else []
            lines += [*wrap("* Not sent:"), *said, *wrap(answer.error, "     ")]
    return lines


def question(answers: Sequence[Answer]) -> list[str]:
    """Order or message?  Each with what YES and NO do (E10)."""
    back = [answer for answer in answers if answer.kind == ASKED]
    spoken = [answer for answer in answers if answer.kind == SPOKEN]
    lines = _kept_back(back) if back else []
    if spoken:
        lines += [""] if lines else []
        lines += wrap("This was sent with your message, and nothing of it is carried out:")
        lines += _echoed(spoken)
        lines += wrap(
            "If you mean it as an order, too, answer this mail with the one word YES before the deadline."
        )
    return lines


def _kept_back(back: Sequence[Answer]) -> list[str]:
    """`Answer.notes`: where the line stood, and how it is sent all the same."""
    where = listed(list(dict.fromkeys(answer.notes[0] for answer in back)))
    again = list(dict.fromkeys(note for answer in back for note in answer.notes[1:]))
    one = len(back) == 1
    stood, it, was = (
        ("This line stood", "it", "It was") if one else ("These lines stood", "them", "They were")
    )
    lines = wrap(
        f"{stood} {where}, and {'reads like an order' if one else 'read like orders'}. {was} neither sent nor carried out, because a "
        "message cannot be called back:"
    )
    lines += _echoed(back)
    lines += wrap(
        f"An answer to this mail with the one word YES gives {it} as {'an order' if one else 'orders'}, before the deadline. NO forgets "
        f"{it}, and so do you by saying nothing; either way nobody else reads {it}. To send {it} as a message, {' or '.join(again)}."
    )
    return lines


def _echoed(answers: Sequence[Answer]) -> Iterator[str]:
    for answer in answers:
        yield from echo(one_line(answer.text, 300))
        if answer.error:
            yield from wrap(f"(As an order it cannot be read: {answer.error})", "     ")


def verdict(answers: Sequence[Answer]) -> list[str]:
    """For the subject of a receipt: what became of messages, in numbers."""
    told = [(SENT, "message sent", "messages sent"), (UNSENT, "message not sent", "messages not sent")]
    numbers = [(sum(a.kind == kind for a in answers), one, many) for kind, one, many in told]
    return [count(number, one, many) for number, one, many in numbers if number]


def asks(answers: Sequence[Answer]) -> str:
    """In front of that subject, where his answer is needed."""
    return "order or message? " if any(answer.kind == ASKED for answer in answers) else ""
