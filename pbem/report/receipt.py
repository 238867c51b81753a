"""What comes back for a letter (E11): the plan first, then what became of each line, the full list last."""

from collections.abc import Iterable, Sequence
from itertools import chain

from .boardtext import board_text, legend, tally
from .brief import Answer, Brief, LetterBrief, Rendered
from .cautions import cautions
from .lives import life
from .naming import Names, names_of, one_line
from .pages import Titled, filled, moment, my_zone, page, waited_for, when_due, which
from .plan import plan
from .prose import capital, count, echo, listed, wrap
from .report import scene_of, subject, told, warnings_text
from .sheet import draft_text, sheet_text

FOOTER = "No receipt within 15 minutes of sending: it did not arrive."


def render_receipt(brief: Brief, letters: Sequence[LetterBrief], extra: Sequence[Titled] = ()) -> Rendered:
    """One receipt for all letters of one poll.  `extra`: sections that were asked for (STATUS, HISTORY, HELP …)."""
    names = names_of(brief.rules, brief.seats)
    sections = [*_sections(brief, names, letters), *extra, *_closing(brief, names)]
    text = page(
        names,
        "receipt.txt.j2",
        opening=_opening(brief, letters),
        sections=[(title, lines) for title, lines in sections if lines],
        footer=wrap(FOOTER),
    )
    return Rendered(f"[{brief.game}] {which(brief)}: {_verdict(letters)}", text)


def _answers(letters: Iterable[LetterBrief], *kinds: str) -> list[Answer]:
    return [a for letter in letters if not letter.problem for a in letter.answers if a.kind in kinds]


def _verdict(letters: Sequence[LetterBrief]) -> str:
    """For the subject: what became of the lines, in numbers."""
    if all(letter.problem for letter in letters):
        return "nothing applied yet, please read"
    if not _answers(letters, "accepted", "rejected", "replaced") and _answers(letters, "served"):
        return "as you asked"
    taken, refused = len(_answers(letters, "accepted")), len(_answers(letters, "rejected"))
    parts = [count(taken, "order")] if taken or not refused else []
    return "receipt, " + listed(parts + ([f"{refused} rejected"] if refused else []))


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
    held = [a for a in letter.answers if a.kind in ("accepted", "replaced", "outranked")]
    if not held:
        return f"Nothing of this letter was applied: {why}."
    return (
        f"Nothing of this letter was applied: {why}. Below is how each line would be read now. An answer with the one word "
        f"YES on top, before the deadline, gives {'it' if len(held) == 1 else 'them'} exactly as shown; NO forgets "
        f"{'it' if len(held) == 1 else 'them'}."
    )


# --- what became of the lines ---


def _sections(brief: Brief, names: Names, letters: Sequence[LetterBrief]) -> list[Titled]:
    found: list[Titled] = [("As it would be read", _held(letter)) for letter in letters if letter.problem]
    found.append(("The plan as things stand", _plan(brief, names)))
    if brief.draft is not None:
        found.append(("Your sheet", draft_text(names, brief.rules, brief.view, brief.draft)))
    found.append(("Replaced", _struck(_answers(letters, "replaced", "outranked"))))
    found.append(("Rejected", _rejected(_answers(letters, "rejected"))))
    found.append(("Notes on how it was read", _notes(_answers(letters, "accepted", "served"))))
    found.append(("Ignored", _ignored(_answers(letters, "ignored"))))
    return found


def _held(letter: LetterBrief) -> list[str]:
    """Each line of a letter with a problem, as it would be read now."""
    lines: list[str] = []
    for answer in letter.answers:
        if answer.kind != "ignored":
            lines += echo(answer.text)
            said = answer.error if answer.kind == "rejected" else "; ".join(answer.notes)
            lines += (
                wrap(f"{'cannot be read: ' if answer.kind == 'rejected' else ''}{said}", "     ")
                if said
                else []
            )
    ignored = [a for a in letter.answers if a.kind == "ignored"]
    return lines + _ignored(ignored)


def _plan(brief: Brief, names: Names) -> list[str]:
    """Warnings, then every order in words; the list itself stands at the end."""
    if not brief.standing or brief.view.over:
        return []
    scene = scene_of(brief, names)
    lines = warnings_text(cautions(scene, brief.standing))
    for step in plan(scene, brief.standing):
        lines += wrap(f"{capital(step.meaning)} [{step.number}]", "* ", "  ")
    return lines


def _struck(answers: Sequence[Answer]) -> list[str]:
    lines: list[str] = []
    for answer in answers:
        lines += echo(answer.text, answer.number)
        why = "; ".join(answer.notes) or (
            "outranked for this turn" if answer.kind == "outranked" else "replaced by your newer line"
        )
        lines += wrap(f"{why}.", "     ")
    return lines


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
    return wrap(f"No orders, so left alone: {', '.join(f'“{one_line(a.text)}”' for a in answers)}.", "", "  ")


# --- the list and the deadline ---


def _closing(brief: Brief, names: Names) -> list[Titled]:
    due = f"{when_due(brief)} {waited_for(brief, names)}".strip()
    return [("In your list now", _list(brief, names)), ("Next", wrap(due))]


def _list(brief: Brief, names: Names) -> list[str]:
    """Every order with its number and its life; CANCEL takes the number."""
    if brief.view.over:
        return []
    if not brief.standing:
        return ["Your list is empty."] if brief.draft is None else []
    lines: list[str] = []
    for one, step in zip(brief.standing, plan(scene_of(brief, names), brief.standing), strict=True):
        lines += echo(f"{step.order} ({life(one, brief.view, brief.session)})", step.number)
    return lines


# --- sections that players ask for ---


def status_section(brief: Brief) -> Titled:
    """STATUS: the board, my sheet, the tally; only what I may see."""
    names = names_of(brief.rules, brief.seats)
    lines = [*board_text(names, brief.view), *legend(names, brief.view)]
    mine = sheet_text(names, brief.view, brief.me)
    lines += ["", "Your influence (secret):", *mine] if mine else []
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
    """HELP and RULES: text from elsewhere.  Whatever would read as an order gets its `| ` when the page is made."""
    lines = list(chain.from_iterable(wrap(line) if len(line) > 76 else [line] for line in text.split("\n")))
    return title, lines
