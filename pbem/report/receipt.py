"""What comes back for a letter (E11): the plan first, then what became of each line, the full list last."""

import re
from collections.abc import Iterable, Sequence

from pbem.orders.canonical import canonical

from .boardtext import board_text, legend, tally
from .brief import Answer, Brief, LetterBrief, Rendered
from .cautions import cautions
from .lives import life
from .naming import Names, names_of, one_line
from .pages import Titled, filled, moment, my_zone, page, waited_for, when_due, which
from .plan import plan
from .prose import TABLE_WIDTH, capital, count, echo, listed, wrap
from .report import scene_of, secrets, subject, told, warnings_text
from .scene import Scene
from .sheet import draft_text, sheet_text

FOOTER = "No receipt within 15 minutes of sending: it did not arrive."


def render_receipt(brief: Brief, letters: Sequence[LetterBrief], extra: Sequence[Titled] = ()) -> Rendered:
    """One receipt for all letters of one poll.  `extra`: sections that were asked for (STATUS, HISTORY, HELP …)."""
    names = names_of(brief.rules, brief.seats)
    text = page(
        names,
        "receipt.txt.j2",
        sections=[*_sections(brief, scene_of(brief, names), letters), *extra, *_closing(brief, names)],
        opening=_opening(brief, letters),
        footer=wrap(FOOTER),
    )
    return Rendered(f"[{brief.game}] {which(brief)}: {_verdict(letters)}", text)


def _answers(letters: Iterable[LetterBrief], *kinds: str) -> list[Answer]:
    return [a for letter in letters for a in letter.answers if a.kind in kinds]


def _verdict(letters: Sequence[LetterBrief]) -> str:
    """For the subject: what became of the lines, in numbers."""
    if all(letter.problem for letter in letters):
        held = len(_answers(letters, "held"))
        return (
            f"nothing applied yet, {count(held, 'order')} held for your YES"
            if held
            else "nothing applied, please read"
        )
    parts = [
        count(number, noun, plural)
        for kind, noun, plural in _COUNTED
        if (number := len(_answers(letters, kind)))
    ]
    if parts:
        return f"receipt, {listed(parts)}"
    served = _answers(letters, "served")
    if not served:
        return "receipt, no orders"
    return (
        "as you asked"
        if any(a.text.endswith(BELOW) for a in served)
        else f"receipt, {one_line(served[0].text, 60)}"
    )


#: What the subject counts, with the nouns for one and for several.
_COUNTED = (
    ("accepted", "order", ""),
    ("recorded", "number of your sheet", "numbers of your sheet"),
    ("cancelled", "order withdrawn", "orders withdrawn"),
    ("rejected", "line rejected", "lines rejected"),
    ("held", "order held", "orders held"),
)
#: How the words of a question that was answered end.
BELOW = ", below"


# --- the opening ---


def _opening(brief: Brief, letters: Sequence[LetterBrief]) -> list[str]:
    said = [_received(brief, letters)]
    said += [_problem(letter) for letter in letters if letter.problem]
    return filled(said)


def _received(brief: Brief, letters: Sequence[LetterBrief]) -> str:
    told = [f"{moment(letter.received, my_zone(brief))}{_about(letter)}" for letter in letters]
    return f"Received: {'; '.join(told)}."


def _about(letter: LetterBrief) -> str:
    return f", “{one_line(letter.subject)}”" if letter.subject.strip() else ""


def _problem(letter: LetterBrief) -> str:
    """Said first: nothing was applied, why, and how YES gives it (E10)."""
    why = letter.problem.rstrip(". ")
    held = [a for a in letter.answers if a.kind == "held"]
    if not held:
        return f"Nothing of this letter was applied: {why}."
    them = "it" if len(held) == 1 else "them"
    return (
        f"Nothing of this letter was applied: {why}. Below is how each line would be read now. An answer to this mail with the "
        f"one word YES above the quotation, before the deadline, gives {them} exactly as shown; NO forgets {them}."
    )


# --- what became of the lines ---


def _sections(brief: Brief, scene: Scene, letters: Sequence[LetterBrief]) -> list[Titled]:
    """Done and planned first; `_read` letters are those of which anything was applied."""
    names = scene.names
    taken = [letter for letter in letters if not letter.problem]
    found: list[Titled] = [("As it would be read", _held(letter)) for letter in letters if letter.problem]
    found.append(("Done", _done(taken)))
    found.append(("The plan as things stand", _plan(brief, scene)))
    if brief.draft is not None:
        found.append(("Your sheet so far", draft_text(names, brief.rules, brief.view, brief.draft)))
    found.append(("Replaced", _struck(_answers(taken, "replaced", "outranked"))))
    found.append(("Withdrawn", _struck(_answers(taken, "cancelled"))))
    found.append(("Rejected", _rejected(_answers(taken, "rejected"))))
    found.append(("Notes on how it was read", _notes(_answers(taken, "accepted", "recorded", "served"))))
    found.append(("Ignored", _ignored(_answers(taken, "ignored"))))
    found.append(("To ask something", _how_to_ask(letters)))
    return found


def _done(letters: Sequence[LetterBrief]) -> list[str]:
    """READY, SALT, words to the moderator, YES and NO; numbers of the sheet."""
    said = [_served(a.text) for a in _answers(letters, "served")]
    numbers = [a.text for a in _answers(letters, "recorded")]
    if numbers:
        said.append(f"On your sheet now: {', '.join(numbers)}")
    held = [a.text for a in _answers(letters, "held")]
    if held:
        said.append(f"Waiting for your YES or NO: {'; '.join(held)}")
    return [line for words in dict.fromkeys(said) for line in wrap(f"{words.rstrip('.')}.", "* ", "  ")]


def _served(text: str) -> str:
    """A clause of the service's as a sentence that is no order: `STATUS, below`, `YES: the orders … are given now`."""
    said = re.sub(r"^(YES|NO): ", "", text)
    return f"You asked for {said}" if said.endswith(BELOW) else capital(said)


def _how_to_ask(letters: Sequence[LetterBrief]) -> list[str]:
    """Where no line was an order, or words were questions: what answers them."""
    ignored = _answers(letters, "ignored")
    nothing = all(a.kind == "ignored" for letter in letters for a in letter.answers)
    if not nothing and not any(a.text.rstrip().endswith("?") for a in ignored):
        return []
    return wrap(
        "No person reads these lines. A line with one word is answered by mail: HELP (or HELP and an order’s name), STATUS for "
        "the board, ORDERS, HISTORY and a year, RULES and a clause such as R4. What begins with MODERATOR and a colon "
        "reaches a person. Whose turn it is, and who holds which power, stands in your last report."
    )


def _held(letter: LetterBrief) -> list[str]:
    """Each line of a letter with a problem, as it would be read now."""
    lines: list[str] = []
    for answer in letter.answers:
        if answer.kind == "ignored":
            continue
        if answer.kind == "served":
            lines += wrap(f"{_served(answer.text)}.", "", "  ")
            continue
        said = answer.error if answer.kind == "rejected" else "; ".join(answer.notes)
        lines += [*echo(answer.text), *(wrap(said, "     ") if said else [])]
    ignored = [a for a in letter.answers if a.kind == "ignored"]
    return lines + _ignored(ignored)


def _plan(brief: Brief, scene: Scene) -> list[str]:
    """Warnings, then every order in words; the list itself stands at the end."""
    if not brief.standing or brief.view.over:
        return []
    lines = warnings_text(cautions(scene, brief.standing))
    for step in plan(scene, brief.standing):
        lines += wrap(f"{capital(step.meaning)} [{step.number}]", "* ", "  ")
    return lines


def _struck(answers: Sequence[Answer]) -> list[str]:
    lines: list[str] = []
    for answer in answers:
        lines += echo(answer.text, answer.number)
        why = "; ".join(answer.notes) or _STRUCK[answer.kind]
        lines += wrap(f"{why}.", "     ")
    return lines


_STRUCK = {
    "outranked": "outranked for this turn",
    "replaced": "replaced by your newer line",
    "cancelled": "no longer in your list",
}


def _rejected(answers: Sequence[Answer]) -> list[str]:
    """Each with the sentence of the reader; the others are not harmed by it."""
    lines: list[str] = []
    for answer in answers:
        lines += [*echo(answer.text), *wrap(" ".join((answer.error, *answer.notes)), "     ")]
    return lines


def _notes(answers: Sequence[Answer]) -> list[str]:
    lines: list[str] = []
    for answer in answers:
        if answer.notes:
            lines += [*echo(answer.text), *wrap(f"{'; '.join(answer.notes)}.", "     ")]
    return lines


def _ignored(answers: Sequence[Answer]) -> list[str]:
    """All in one line: they are no orders, but nothing disappears unmentioned."""
    if not answers:
        return []
    told = wrap(f"No orders, so left alone: {', '.join(f'“{one_line(a.text)}”' for a in answers)}.", "", "  ")
    for note in dict.fromkeys(n for a in answers for n in a.notes if not n.startswith("a question")):
        told += wrap(note, "  ", "  ")
    return told


# --- the list and the deadline ---


def _closing(brief: Brief, names: Names) -> list[Titled]:
    due = f"{when_due(brief)} {waited_for(brief, names)}".strip()
    return [("In your list now", _list(brief, names)), *_waiting(brief), ("Next", wrap(due))]


def _waiting(brief: Brief) -> list[Titled]:
    """E10: what is still held, whichever letter it came with."""
    if not brief.waiting or brief.view.over:
        return []
    said = "Not in your list, but held for you: an answer with YES gives these lines, NO forgets them."
    return [("Held", [*(line for text in brief.waiting for line in echo(text)), *wrap(said)])]


def _list(brief: Brief, names: Names) -> list[str]:
    """Every order with its number and its life; CANCEL takes the number."""
    if brief.view.over:
        return []
    if not brief.standing:
        return ["Your list is empty."] if brief.draft is None else []
    lines: list[str] = []
    for one in brief.standing:
        lives = life(one, brief.view, brief.session, brief.standing)
        lines += echo(f"{canonical(one.line, names.lexicon)} ({lives})", one.number)
    return lines


# --- sections that players ask for ---


def status_section(brief: Brief) -> Titled:
    """STATUS: the board, my sheet, the tally; only what I may see."""
    names = names_of(brief.rules, brief.seats)
    lines = [*board_text(names, brief.view), *legend(names, brief.view)]
    mine = sheet_text(names, brief.view, brief.me, brief.sheets.get(brief.me))
    lines += ["", "Your influence (secret):", *mine] if mine else []
    for title, own in secrets(brief, names):
        lines += ["", f"{title}:", *own] if own else []
    return f"The position, {subject(brief).partition('] ')[2].partition(':')[0]}", [
        *lines,
        "",
        *tally(names, brief.view),
    ]


def history_section(brief: Brief, turn: int | None = None) -> list[Titled]:
    """HISTORY: `brief.story` as the chronicle tells it, of one turn or of all."""
    names = names_of(brief.rules, brief.seats)
    wanted = [s for s in told(brief, names) if turn is None or s.turn == turn]
    if not wanted:
        return [("Of that nothing is written", ["No such turn has been played."])]
    return [(s.heading, filled(s.paragraphs, "  ")) for s in wanted]


def orders_section(brief: Brief) -> Titled:
    """ORDERS: the list with its plan."""
    names = names_of(brief.rules, brief.seats)
    return "The orders you asked for", _list(brief, names) or ["Your list is empty."]


def words_section(title: str, text: str) -> Titled:
    """HELP and RULES: text from elsewhere, its paragraphs filled.  Whatever would read as an order gets its `| `."""
    lines: list[str] = []
    paragraph: list[str] = []
    for line in [*text.split("\n"), ""]:
        indent = len(line) - len(line.lstrip())
        runs_on = indent > 2 and line.strip()[:1] not in "|:*#"
        if paragraph and not (runs_on and indent == _indent(paragraph[0])):
            lines += wrap(" ".join(map(str.strip, paragraph)), " " * _indent(paragraph[0]))
            paragraph = []
        if runs_on:
            paragraph.append(line)
        elif _CLAUSE.match(line):  # `R4` alone would be a number for card R
            lines.append(f"Clause {line}")
        elif set(line.strip()) != {"="}:
            lines += wrap(line) if len(line) > TABLE_WIDTH else [line]
    return title, lines[:-1]


_CLAUSE = re.compile(r"(R\d|HR-)")


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
