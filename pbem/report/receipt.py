"""What comes back for a letter (E11): the plan first, then what became of each line, the full list last."""

import re
from collections.abc import Iterable, Sequence

from pbem.orders.canonical import canonical

from . import held_told, press_told, recording, undone_told
from .brief import TEXT, Answer, Brief, LetterBrief, Rendered
from .cautions import cautions
from .html.page import receipt_html
from .lives import life
from .naming import Names, clause, names_of, one_line
from .pages import Titled, as_text, filled, made_safe, moment, my_zone, waited_for, when_due, which
from .plan import plan
from .prose import capital, count, echo, listed, wrap
from .report import scene_of, warnings_text
from .scene import Scene
from .sheet import draft_text

FOOTER = "No receipt within 15 minutes of sending: it did not arrive."


def render_receipt(brief: Brief, letters: Sequence[LetterBrief], extra: Sequence[Titled] = ()) -> Rendered:
    """One receipt for all letters of one poll.  `extra`: sections that were asked for (STATUS, HISTORY, HELP …)."""
    names = names_of(brief.rules, brief.seats)
    told = [*_sections(brief, scene_of(brief, names), letters), *extra, *_closing(brief, names, letters)]
    safe = made_safe(names, told, opening=_opening(brief, letters), footer=wrap(FOOTER))
    title, text = f"[{brief.game}] {which(brief)}: {_verdict(letters)}", as_text("receipt.txt.j2", safe)
    if brief.style == TEXT:
        return Rendered(title, text)
    opening, footer = safe.parts["opening"], safe.parts["footer"]
    html = receipt_html(names.lexicon, opening, safe.sections, footer)
    return Rendered(title, text, html)


def _answers(letters: Iterable[LetterBrief], *kinds: str) -> list[Answer]:
    return [a for letter in letters for a in letter.answers if a.kind in kinds]


def _verdict(letters: Sequence[LetterBrief]) -> str:
    """For the subject: what became of the lines, in numbers."""
    if _answers(letters, "unready"):
        return f"you are not READY yet, {listed(_counted(letters, 'rejected', 'held')) or 'please read'}"
    said = _answers(letters, *press_told.KINDS)
    talk, asked = press_told.verdict(said), press_told.asks(said)
    if said and all(letter.problem for letter in letters):
        held = len(_answers(letters, "held"))
        talk += [f"{count(held, 'order')} held for your YES"] if held else []
        return asked + (listed(talk) or "please read")
    if all(letter.problem for letter in letters):
        held = len(_answers(letters, "held"))
        done = bool(_answers(letters, "served"))
        if held:
            return f"{'receipt' if done else 'nothing applied yet'}, {count(held, 'order')} held for your YES"
        return "receipt, please read" if done else "nothing applied, please read"
    parts = talk + _counted(letters)
    if parts or asked:
        ready = any(a.text.startswith(READY) for a in _answers(letters, "served"))
        return (
            f"{asked or 'receipt, '}{listed(parts) or 'please read'}{', and you are READY' if ready else ''}"
        )
    served = _answers(letters, "served")
    if not served:
        return "receipt, no orders"
    return (
        "as you asked"
        if any(a.text.endswith(BELOW) for a in served)
        else f"receipt, {clause(served[0].text, 60)}"
    )


def _counted(letters: Sequence[LetterBrief], *kinds: str) -> list[str]:
    """`2 orders`, `1 line rejected`; of these kinds, or of all."""
    return [
        count(number, noun, plural)
        for kind, noun, plural in _COUNTED
        if (not kinds or kind in kinds) and (number := len(_answers(letters, kind)))
    ]


#: How the service says that READY counts.
READY = "you are READY"
#: What the subject counts, with the nouns for one and for several.
_COUNTED = (
    ("accepted", "order", ""),
    ("recorded", "number of your sheet", "numbers of your sheet"),
    ("cancelled", "order withdrawn", "orders withdrawn"),
    ("rejected", "line rejected", "lines rejected"),
    ("held", "order held for your YES", "orders held for your YES"),
)
#: How the words of a question that was answered end.
BELOW = ", below"


# --- the opening ---


def _opening(brief: Brief, letters: Sequence[LetterBrief]) -> list[str]:
    said = [held_told.unready(a) for a in _answers(letters, "unready")]
    said.append(_received(brief, letters))
    several = len(letters) > 1
    which = {at: _which(brief, letter) if several else "" for at, letter in enumerate(letters)}
    said += [held_told.problem(letter, which[at]) for at, letter in enumerate(letters) if letter.problem]
    taken = [letter for letter in letters if not letter.problem]
    said += [_nothing(letter, which[at]) for at, letter in enumerate(letters) if not letter.problem]
    said.append(_not_taken(taken))
    said.append(" ".join(dict.fromkeys(note for letter in letters for note in letter.notes)))
    return filled(said)


def _received(brief: Brief, letters: Sequence[LetterBrief]) -> str:
    told = [f"{moment(letter.received, my_zone(brief))}{_about(brief, letter)}" for letter in letters]
    return f"Received: {'; '.join(told)}."


def _which(brief: Brief, letter: LetterBrief) -> str:
    """`the letter of Tue 3 Mar, 17:48, “my orders”`, where several share the receipt."""
    return f"the letter of {moment(letter.received, my_zone(brief))}{_about(brief, letter)}"


def _about(brief: Brief, letter: LetterBrief) -> str:
    """Its subject, unless that is only ours."""
    ours = f"[{brief.game}]" in letter.subject
    return f", “{one_line(letter.subject)}”" if letter.subject.strip() and not ours else ""


def _nothing(letter: LetterBrief, which: str) -> str:
    """Said at once where no line of a letter was an order: what to do."""
    if any(answer.kind != "ignored" for answer in letter.answers):
        return ""
    said = [f"“{one_line(answer.text, 60)}”" for answer in letter.answers[:2]]
    heard = f": {' and '.join(said)}{' and more' if len(letter.answers) > 2 else ''}" if said else ""
    return (
        f"No order was found in {which or 'this letter'}, so nothing was changed{heard}. An order is a short line in English that begins with what "
        "is to be done, as in the examples of your report. One line with the word HELP brings the list of them, PASS or OK says that "
        "you want nothing now."
    )


def _not_taken(letters: Sequence[LetterBrief]) -> str:
    """Of letters that were taken: which lines were not, or not yet."""
    rejected, held = _answers(letters, "rejected"), _answers(letters, "held")
    parts = []
    if held and not _answers(letters, "unready"):
        parts.append(f"{_lines(held)} for your YES, as shown below.")
    if rejected and not _answers(letters, "unready"):
        some = ", ".join(f"“{one_line(answer.text, 60)}”" for answer in rejected[:2])
        more = f" and {len(rejected) - 2} more" if len(rejected) > 2 else ""
        parts.append(f"Not done: {some}{more}. Why not stands below under “Rejected”.")
    return " ".join(parts)


def _lines(answers: Sequence[Answer]) -> str:
    return "One line waits" if len(answers) == 1 else f"{len(answers)} lines wait"


# --- what became of the lines ---


def _sections(brief: Brief, scene: Scene, letters: Sequence[LetterBrief]) -> list[Titled]:
    """What was carried out, and what is planned, first; `_read` letters are those of which anything was applied."""
    names = scene.names
    taken = [letter for letter in letters if not letter.problem]
    found: list[Titled] = [
        (_as_read(brief, letters, letter), _held(letter)) for letter in letters if letter.problem
    ]
    talk = _answers(letters, *press_told.KINDS)
    found += [("Order or message?", press_told.question(talk)), ("Messages", press_told.section(talk))]
    found.append(("Carried out", _done(brief, letters)))
    found.append(("Held for your YES", held_told.asked(_answers(taken, "held"))))
    found.append(("The plan as things stand", _plan(brief, scene)))
    if brief.draft is not None:
        found.append(("Your sheet so far", draft_text(names, brief.rules, brief.view, brief.draft)))
    found.append(("Replaced", _struck(_answers(taken, "replaced", "outranked"))))
    found.append(("Withdrawn", _struck(_answers(taken, "cancelled"))))
    found.append(("Rejected", undone_told.rejected(_answers(taken, "rejected"))))
    found.append(("Notes on how it was read", _notes(_answers(taken, "accepted", "recorded", "served"))))
    found.append(("Ignored", undone_told.ignored(_answers(taken, "ignored"))))
    found.append(("To ask something", _how_to_ask(brief, letters)))
    return found


def _as_read(brief: Brief, letters: Sequence[LetterBrief], letter: LetterBrief) -> str:
    """The heading; with the letter where there are several."""
    return "As it would be read" + (f": {_which(brief, letter)}" if len(letters) > 1 else "")


#: So many numbers of a sheet are said by themselves.
FEW = 3


def _done(brief: Brief, letters: Sequence[LetterBrief]) -> list[str]:
    """READY, SALT, words to the moderator, YES and NO; numbers of the sheet."""
    said = [_served(text) for text in held_told.said(_answers(letters, "served"), READY)]
    taken = [letter for letter in letters if not letter.problem]
    numbers = [recording.as_written(brief.rules, a.text) for a in _answers(taken, "recorded")]
    if numbers:  # many stand once, in the sheet below
        told = ", ".join(numbers) if len(numbers) <= FEW else f"{len(numbers)} numbers, as you see below"
        said.append(f"On your sheet now: {told}")
    return [line for words in dict.fromkeys(said) for line in wrap(f"{words.rstrip('.')}.", "* ", "  ")]


def _served(text: str) -> str:
    """A clause of the service's as a sentence that is no order: `STATUS, below`, `YES: the orders … are given now`."""
    said = re.sub(r"^(YES|NO): ", "", text)
    return f"You asked for {said}" if said.endswith(BELOW) else capital(said)


def _how_to_ask(brief: Brief, letters: Sequence[LetterBrief]) -> list[str]:
    """Where no line was an order, or words were questions: what answers them."""
    ignored = _answers(letters, "ignored")
    nothing = all(a.kind == "ignored" for letter in letters for a in letter.answers)
    questions = (
        a.text.rstrip().endswith("?") or any(n.startswith("a question") for n in a.notes) for a in ignored
    )
    if not nothing and not any(questions):
        return []
    cards = " (what a card does: RULES card 14)" if brief.rules.deck else ""
    return wrap(
        "No person reads these lines. A line with one word is answered by mail: HELP (or HELP and an order’s name), STATUS for "
        f"the board, ORDERS, HISTORY and a year, RULES and a clause such as R4{cards}. What begins with MODERATOR and a colon "
        "reaches a person. Whose turn it is, and who holds which power, stands in your last report."
    )


def _held(letter: LetterBrief) -> list[str]:
    """Each line of a letter with a problem, as it would be read now."""
    lines: list[str] = []
    if letter.other is not None:
        lines += [
            "A, the plain text:",
            *held_told.versions([a.text for a in letter.answers if a.kind == "held"]),
        ]
        lines += ["B, the formatted text:", *held_told.versions(letter.other)]
    shown, left = undone_told.fewer(letter.answers)
    for answer in shown:
        if answer.kind in ("ignored", "served", *press_told.KINDS) or (
            answer.kind == "held" and letter.other is not None
        ):
            continue
        said = answer.error if answer.kind == "rejected" else "; ".join(answer.notes)
        lines += [*echo(answer.text), *(wrap(said, "     ") if said else [])]
    lines += undone_told.more(left, "rejected")
    return lines + undone_told.ignored(_answers([letter], "ignored"))


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


def _notes(answers: Sequence[Answer]) -> list[str]:
    lines: list[str] = []
    for answer in answers:
        if answer.notes:
            lines += [*echo(answer.text), *wrap(f"{'; '.join(answer.notes)}.", "     ")]
    return lines


# --- the list and the deadline ---


def _closing(brief: Brief, names: Names, letters: Sequence[LetterBrief]) -> list[Titled]:
    due = f"{when_due(brief)} {waited_for(brief, names)}".strip()
    held = [] if _answers(letters, "held", press_told.ASKED, press_told.SPOKEN) else held_told.waiting(brief)
    return [("In your list now", _list(brief, names)), *held, ("Next", wrap(due))]


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
