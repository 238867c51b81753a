"""The case of one event: everything that `evidence` finds, in words (E22)."""

import json
from collections.abc import Iterator, Sequence
from functools import lru_cache

from sqlalchemy import select

from pbem.engine import board, events, view
from pbem.engine.events import Answered, Claimed, Event, Player
from pbem.mail.letters import read_letter
from pbem.orders.text import clean
from pbem.report import by_rule, told_alone
from pbem.report.explained import Case, Line, Question, Source, text
from pbem.report.naming import one_line, year
from pbem.report.prose import count, wrap
from pbem.rulebook import Clause, clauses

from . import numbering
from .evidence import Story, Told
from .mailing import aware
from .orderlists import LINE, decoded
from .owners import LETTER
from .record import Record

#: How an order came, by `LineRow.by`.
_BY = {
    "moderator": "the moderator, in his stead",
    "autopilot": "the autopilot, a bot that played for him",
    "form": "a form",
}


def why(record: Record, player: Player, shown: int) -> list[str]:
    """What a player may know of the event that the table counts as `shown`, or that there is none."""
    number = numbering.event_of(record, shown)
    return wrap(unknown(record, shown)) if number is None else text(case_of(Story(record, player, number)))


def unknown(record: Record, shown: int) -> str:
    """One sentence for a number that no event has."""
    last = f"so far the last one is [{record.row.shown}]" if record.row.shown else "there is none yet"
    return f"There is no event [{shown}]: reports print these numbers in brackets, and {last}."


def in_short(record: Record, number: int) -> list[str]:
    """What all may know of an event."""
    story = Story(record, view.TABLE, number)
    return [told_alone.alone(story.names, story.before, story.event, None)]


def case_of(story: Story) -> Case:
    """What is known of it."""
    rules = by_rule.clauses(story.event, story.before)
    known = {clause.number: clause for clause in _clauses(story.record)}
    quoted = [known[number] for number in rules if number in known]
    questions = list(_questions(story))
    return Case(
        head=_head(story),
        words=told_alone.alone(story.names, story.before, story.event, story.me),
        force=_force(story),
        rules=[(clause.number, clause.title, clause.text) for clause in quoted],
        standing=[
            told_alone.standing(story.names, story.before, letter)
            for letter in told_alone.concerned(story.before, story.event)
        ],
        questions=questions,
        follows="" if questions else _follows(story, quoted),
        around=[*(_line(one) for one in story.around()), *_windows(story)],
        dice=[f"“{die.label}” shows {die.value}: {die.check}." for die in story.dice] + _seal(story),
        house=list(_house(story, known)),
        later=[_line(one) for one in story.later()],
        zone=_zone(story),
    )


def _zone(story: Story) -> str:
    """Of the times: the reader's own."""
    return str(story.record.seat_rows[story.me].zone if story.me else story.record.row.zone)


def _clauses(record: Record) -> list[Clause]:
    options = json.loads(record.row.options)
    return clauses(record.row.rules, options, len(record.seat_rows), record.rules)


def _head(story: Story) -> str:
    shown = story.shown(story.number)
    state = story.before
    opened = story.event if isinstance(story.event, events.PhaseOpened) else None
    turn, phase = (opened.turn, opened.phase) if opened else (state.turn, state.phase)
    when = f"{year(turn)}, {board.PHASE_NAMES.get(phase, 'the beginning')}"
    if not story.full:
        return f"Event [{shown}]: {when}."
    told = f"players know it as [{shown}]" if shown else "no player may see it whole"
    return f"Event {story.number} of the journal ({told}): {when}."


def _force(story: Story) -> str:
    if story.is_in_force:
        return "" if not story.full else "It is in force."
    return "It is not in force any more: the game was taken back to before it. It stays written."


def _line(one: Told) -> Line:
    if one.number:
        number = f"{one.number} [{one.shown}]" if one.shown else str(one.number)
    else:
        number = f"[{one.shown}]" if one.shown else ""
    return Line(number, one.words, one.here)


def _windows(story: Story) -> Iterator[Line]:
    """Windows in which nothing was wished are not written; the moderator hears of them all the same."""
    rounds, empty = story.windows() if story.full else (0, 0)
    if rounds:
        yield Line(
            "",
            f"(Up to there the window was open in {count(rounds, 'round')}; in {empty} of them nobody wished anything.)",
        )


def _follows(story: Story, quoted: Sequence[Clause]) -> str:
    """For an event without an answer."""
    doer = story.doer()
    by = f"{quoted[0].number}" if quoted else "the rules"
    if not story.full and doer not in (None, story.viewer):
        return f"It was {story.names.who(doer)}’s doing; the question, the answer and the order behind it are secret."
    if not story.full and doer is None and _of_somebody(story.event):
        return f"Nobody controls him, so nobody was asked: {by} and R0.6 say what such a member does."
    return f"Nobody was asked: it follows from {by}."


def _of_somebody(event: Event) -> bool:
    return isinstance(event, events.Announced | events.VoteFixed)


def _seal(story: Story) -> list[str]:
    if not story.dice:
        return []
    sealed = f"The seed was sealed before the first die, as sha256:{story.record.commitment}."
    if story.full and story.record.row.salts not in ("", "{}"):
        sealed += " The players’ own words (SALT) are mixed in."
    return [sealed]


def _house(story: Story, known: dict[str, Clause]) -> Iterator[str]:
    """The readings that the program used."""
    for ruling in story.house():
        clause = known.get(ruling.ruling)
        words = clause.text if clause else ""
        reading = (
            f" Read here otherwise than the house does: {ruling.reading}."
            if getattr(ruling, "reading", "")
            else ""
        )
        yield f"{ruling.ruling}{f', {clause.title}' if clause else ''}: {story.names.coloured(ruling.about)}.{reading} {words}".strip()


# --- questions and their answers ---


def _questions(story: Story) -> Iterator[Question]:
    """What led to it: one decision, or what was wished in the window."""
    number = story.answer()
    face = story.face(number) if number is not None else None
    if number is None or face is None:
        return
    state = story.state_before(number)
    if isinstance(face, Answered):
        asked = told_alone.asked_of(story.names, state, face.player, face.actor, face.action)
        source = _source(story, face.player, face.line, face.because)
        yield Question(asked, _options(story, number), _answer(story, face), source, face.barred)
    elif isinstance(face, Claimed):
        yield from _claims(story, face)


def _options(story: Story, number: int) -> list[str]:
    """Everything that was legal."""
    question = story.options(number) if story.full else None
    if question is None:
        return []
    options = [told_alone.chosen(story.names, option) for option in question.options]
    return [*options, *(["nothing"] if question.optional else [])]


def _answer(story: Story, answered: Answered) -> str:
    said = told_alone.chosen(story.names, answered.choice)
    return said if answered.line is not None else f"{said}; no order served, so what silence means was done"


def _claims(story: Story, claimed: Claimed) -> Iterator[Question]:
    """Of those who wished what the event is about; where it is the window itself, of all."""
    event, names = story.event, story.names
    for claim in claimed.claims:
        about = claim.player, claim.politician
        if isinstance(event, events.InfluenceDeclared) and about != (event.player, event.politician):
            continue
        said = f"{claim.points} on {names.of(claim.politician)}"
        asked = f"the window was open to everybody, and {names.who(claim.player)} showed influence"
        yield Question(asked, (), said, _source(story, claim.player, claim.line, claim.because))
    for play in claimed.plays:
        if isinstance(event, events.CardPlayed) and (play.player, play.card) != (event.player, event.card):
            continue
        if not isinstance(event, events.InfluenceDeclared):
            asked = f"the window was open to everybody, and {names.who(play.player)} used a card"
            yield Question(
                asked, (), names.card(play.card), _source(story, play.player, play.line, play.because)
            )


def _source(story: Story, player: Player, line: int | None, because: str) -> Source | None:
    """The order, and how it came."""
    if line is None:
        return None
    record = story.record
    mine = [LINE.c.game == record.id, LINE.c.player == player, LINE.c.number == line]
    row = record.connection.execute(select(LINE).where(*mine)).first()
    if row is None:
        return Source(line, because, by="an order that is not kept any more")
    order = decoded(row.data)
    words = because or record.say(order)
    if row.by or row.letter is None:
        return Source(line, words, by=_BY.get(row.by, row.by) or _BY["moderator"], typed=order.text)
    letter = record.connection.execute(select(LETTER).where(LETTER.c.id == row.letter)).one()
    if not story.full:
        return Source(line, words, "", "your letter", aware(letter.received), 0, order.text)
    at, typed = _in_letter(letter.raw, letter.read, order.text)
    named = f"letter L{letter.id} of {one_line(record.seat_rows[player].name)}"
    return Source(line, words, "", named, aware(letter.received), at, typed)


def _noted(read: str) -> list[str]:
    """The lines of a letter from `LetterRow.read`; [] where nothing was noted."""
    return list(json.loads(read)["lines"]) if read else []


@lru_cache(maxsize=16)
def _in_letter(raw: bytes, read: str, words: str) -> tuple[int, str]:
    """Which line of a letter said it, counted from 1 without what it quotes, and as it stands there; 0 where it is not found.

    `read`: what was noted of it, for when its bytes are kept no more.
    """
    wanted = " ".join(words.split()).casefold()
    if not wanted:
        return 0, words
    for number, line in enumerate(read_letter(raw).lines if raw else _noted(read), 1):
        if wanted in " ".join(clean(line).text.split()).casefold():
            return number, line
    return 0, words
