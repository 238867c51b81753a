"""A receipt's words about lines that are held and wait for YES (E10), and about a READY that does not count because of them."""

from collections.abc import Sequence

from .brief import Answer, Brief, LetterBrief
from .naming import one_line
from .pages import Titled
from .prose import HELD, echo, wrap

#: Of a sheet without a READY.
FULL = f"your sheet is full: when you want nothing else in it, write{HELD}READY, and the game need not wait for you"
#: Of a mail that left nothing open (E4).
COMPLETE = f"you are READY, because nothing asked of you is open;{HELD}WAIT takes that back"
COMPLETE_SHEET = f"you are READY, because your sheet is full;{HELD}WAIT takes that back"


def said(served: Sequence[Answer], ready: str) -> list[str]:
    """What was done and answered; `ready`: how the words begin that READY counts, with which nobody is told to write it."""
    counts = any(answer.text.startswith(ready) for answer in served)
    return [answer.text for answer in served if not (counts and answer.text == FULL)]


def unready(answer: Answer) -> str:
    """Said first of all: the game might have gone on without the line that was not understood."""
    line = f"“{one_line(answer.text)}”"
    if "held" in answer.notes:
        return (
            f"You do not count as READY yet, because this line of your letter waits for your YES: {line}. Answer with YES or NO, and "
            "with the word READY in the line below it."
        )
    return (
        f"You do not count as READY yet, because this line of your letter was not understood, or cannot be done: {line}. "
        f"Why it was not stands below under “Rejected”. Mend it, or leave it out, and say{HELD}READY again in an answer to this mail."
    )


def problem(letter: LetterBrief, which: str = "") -> str:
    """Said first: nothing was applied, why, and how YES gives it (E10).  `which`: the letter, where a receipt is for several."""
    why = letter.problem.rstrip(". ")
    held = [a for a in letter.answers if a.kind == "held"]
    served = (
        ", but for what stands under “Carried out”" if any(a.kind == "served" for a in letter.answers) else ""
    )
    nothing = f"Nothing of {which or 'this letter'} was applied{served}: {why}."
    if not held:
        return nothing
    shown = (
        "Below is what each of them gives"
        if letter.other is not None
        else "Below is how each line would be read now"
    )
    return f"{nothing} {shown}. {_by_yes(held, letter.other is not None)}"


def _by_yes(held: Sequence[Answer], versions: bool = False) -> str:
    """What YES and NO do (E10)."""
    them = "it" if len(held) == 1 else "them"
    what = "the orders under A" if versions else f"{them} exactly as shown"
    return f"An answer to this mail with the one word YES above the quotation, before the deadline, gives {what}; NO forgets {them}."


def versions(texts: Sequence[str]) -> list[str]:
    """The orders of one version of a letter that came in two."""
    return [line for text in texts for line in echo(text)] or ["  no order"]


def asked(held: Sequence[Answer]) -> list[str]:
    """Lines of a letter that was taken for the rest: each with what is doubtful about it."""
    lines: list[str] = []
    for answer in held:
        lines += [*echo(answer.text), *(wrap(f"{'; '.join(answer.notes)}.", "     ") if answer.notes else [])]
    return [*lines, *wrap(_by_yes(held))] if held else []


def waiting(brief: Brief) -> list[Titled]:
    """E10: what an earlier receipt holds still; not told where this one holds something itself, for its YES is for that."""
    if not brief.waiting or brief.view.over:
        return []
    said = "Not in your list, but held for you: an answer with YES gives these lines, NO forgets them."
    return [("Held", [*(line for text in brief.waiting for line in echo(text)), *wrap(said)])]
