"""The chronicle: the events that a player may see, told so that they are a pleasure and the facts unmistakable (E15).

Order within an action: announcement, window, die, consequence.  The wording is chosen by game, year, kind and how often that kind
was told this year before (`voice.py`): public facts all, never anything secret.  `deeds_told.py`, `health_told.py`, `events_told.py`,
`readings_told.py`, `intrigue_told.py`, `bribes_told.py` and `papers_told.py` hold one function for each class of event.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from pbem.engine import board, events, view
from pbem.engine.events import Event, Name, PhaseOpened, Player
from pbem.engine.state import State, evolve

from .naming import Names, number_of, year
from .prose import capital, listed
from .voice import Voice

E = TypeVar("E", bound=Event)
Teller = Callable[["Narrator", Any], None]
TELLERS: dict[type[Event], Teller] = {}
#: Told by their neighbours, or not at all: they are how the engine keeps its books.
FOLDED: frozenset[type[Event]] = frozenset(
    (
        events.Finished,
        events.Answered,
        events.Claimed,
        events.BallotOpened,
        events.Underway,
        events.Barred,
        events.GrowthDone,
        events.Voided,
        events.DieRuled,
        events.TallyRuled,
    )
)
#: What stands between facts without belonging to them.
_PASSED_OVER = FOLDED | {events.Printed}
#: Headings of what belongs to no phase.
READERS, MEMOIRS = "From our readers", "Memoirs"
BESIDE = frozenset((READERS, MEMOIRS))


class Section(NamedTuple):
    """A phase: its heading and its paragraphs; `numbers`: of each the table's number of its first event, 0 if it has none (E22)."""

    heading: str
    paragraphs: list[str]
    turn: int
    numbers: list[int]

    def marked(self) -> "Section":
        """Each paragraph with its number at the end: `… [217]`."""
        marked = zip(self.paragraphs, self.numbers, strict=True)
        return self._replace(paragraphs=[f"{said} [{n}]" if n else said for said, n in marked])


def tells(kind: type[E]) -> Callable[[Callable[["Narrator", E], None]], Callable[["Narrator", E], None]]:
    """This function tells that kind of event."""

    def register(teller: Callable[["Narrator", E], None]) -> Callable[["Narrator", E], None]:
        TELLERS[kind] = teller
        return teller

    return register


def public(event: Event) -> bool:
    """Do all players see it, or a face of it?  Only such events may move the choice of words."""
    return event.seen_by(view.TABLE) is not None


class Narrator:
    """One telling.  `state`: the position before the event being told; tellers `open` a paragraph or `add` to it.

    `sure`: it is the true position, not one concluded backwards; `numbers`: how the table counts each event of the story (0: not).
    """

    def __init__(
        self,
        names: Names,
        state: State,
        story: Sequence[Event],
        me: Player | None,
        sure: bool = True,
        numbers: Sequence[int] = (),
        voice: Voice | None = None,
    ) -> None:
        self.names, self.state, self.me, self.sure = names, state, me, sure
        self.voice = voice or Voice()
        self.voice.at(state.turn)
        self.story, self.numbers = story, numbers
        self.at = 0
        self.number = 0  # of what is being said
        self.first = 0  # of the run that is being gathered
        self.sections: list[Section] = []
        self.fresh = True  # the next sentence opens a paragraph
        self.beside = False  # what is told does not belong to a phase
        self.die = ""  # shown with its consequence
        self.run = ""  # like events in a row, told in one sentence: votes, aging, the unchanged
        self.gathered: list[str] = []
        self.later: list[str] = []  # house rulings, told after the next sentence
        self.still: list[str] = []  # who rolled for his health and is as before; told after the others
        self.first_still = 0  # the number of the first of them
        self.ruled: set[str] = set()  # house rulings that this phase has told already
        self.private: dict[str, list[str]] = {}  # told at the end of the phase: sentence -> of whom
        self.spoiled = ""  # whose announcement blackmail has just stopped, and was told to have stopped
        self.support: dict[
            Player, int
        ] = {}  # of the tie that is being settled, in tenths; who decides it by a card
        self.decided = False
        self.told: set[int] = set()  # places in the story that were told together with an earlier one
        self.grew = False  # somebody has added influence or drawn cards in his turn to grow

    # --- the story ---

    def tell(self) -> list[Section]:
        """Every event, each with the position before it."""
        for at, event in enumerate(self.story):
            self.at, self.number = at, self._numbered(at)
            teller = TELLERS.get(type(event))
            if teller is not None and at not in self.told:
                teller(self, event)
            self.state = evolve(self.state, event)
        self._whisper()
        return self.sections

    def _numbered(self, at: int) -> int:
        return self.numbers[at] if self.numbers else 0

    def coming(self, ahead: int = 1) -> Event | None:
        """The next event that all can see, or the one after."""
        for event in self.story[self.at + 1 :]:
            if type(event) not in _PASSED_OVER and public(event):
                ahead -= 1
                if not ahead:
                    return event
        return None

    def past(self) -> Event | None:
        """The last event before this one that all can see."""
        before = reversed(self.story[: self.at])
        return next((e for e in before if type(e) not in _PASSED_OVER and public(e)), None)

    def after(self) -> State:
        """The position after the event being told."""
        return evolve(self.state, self.story[self.at])

    # --- sentences ---

    def word(self, key: str, **fields: object) -> str:
        """The next wording of this kind."""
        return capital(self.voice.next(key).format_map(fields))

    def section(self, heading: str, turn: int = 0) -> None:
        self._whisper()
        if not self.sections or self.sections[-1].heading != heading:
            self.sections.append(Section(heading, [], turn, []))
        self.fresh = True

    def open(self, sentence: str) -> None:
        """A new paragraph begins with this sentence."""
        self.flush()
        self.fresh = True
        self._say(sentence)

    def add(self, sentence: str) -> None:
        """One more sentence of the paragraph."""
        self.flush()
        self._say(sentence)

    def _say(self, sentence: str) -> None:
        if not self.sections or (self.sections[-1].heading in BESIDE and not self.beside):
            turn = self.state.turn
            self.sections.append(Section(_heading(turn, self.state.phase), [], turn, []))
            self.fresh = True
        sentence = " ".join((sentence, *dict.fromkeys(self.later)))
        self.later = []
        paragraphs, numbers = self.sections[-1].paragraphs, self.sections[-1].numbers
        if self.fresh or not paragraphs:
            paragraphs.append(sentence)
            numbers.append(self.number)
        else:
            paragraphs[-1] += " " + sentence
            numbers[-1] = numbers[-1] or self.number
        self.fresh = False

    def gather(self, run: str, item: str) -> None:
        """One of a run of like events, to be told in one sentence when the run ends."""
        if self.run != run:
            self.flush()
            self.run, self.first = run, 0
        self.first = self.first or self.number
        self.gathered.append(item)

    def taken(self) -> list[str]:
        """The run is over, and the teller says it himself."""
        items, self.run, self.gathered = self.gathered, "", []
        self.number = self.first or self.number
        return items

    def flush(self) -> None:
        """The run is over: say it."""
        if self.run:
            run, here = self.run, self.number
            RUNS[run](self, self.taken())
            self.number = here

    def ruling(self, sentence: str) -> None:
        """A house ruling is announced before the fact that it is about, and told right after it."""
        self.later.append(sentence)

    def _whisper(self) -> None:
        """What only the reader may know of this phase: it never moves the public words."""
        self.flush()
        self.ruled = set()
        if self.later:
            self._say(self.later.pop())
        here, self.number = self.number, 0
        if self.private:
            notes = [
                said.replace("{}", listed(list(dict.fromkeys(whom)))) for said, whom in self.private.items()
            ]
            self.private = {}
            self.fresh = True
            eyes = "For your eyes only" if self.me is not None else "For the moderator alone"
            self._say(f"{eyes}: {'; '.join(notes)}.")
        self.number = here

    def whisper(self, sentence: str, *of: str) -> None:
        """What only the reader may know; sentences of one kind are told together, `{}` being of whom or what."""
        self.private.setdefault(sentence, []).extend(of)

    # --- names ---

    def titled(self, letter: Name) -> str:
        return self.names.titled(self.state, letter)

    def of(self, letter: Name) -> str:
        return self.names.of(letter)

    def who(self, player: Player | None) -> str:
        return self.names.who(player)

    def theirs(self, letter: Name) -> str:
        """With office and whoever controls him now."""
        return self.names.acting(self.state, letter, self.state.controller(letter))


#: How a run of like events is told.
RUNS: dict[str, Callable[[Narrator, list[str]], None]] = {}


def _heading(turn: int, phase: str) -> str:
    """`1953, phase 2: Purge Phase`."""
    number = number_of(phase)
    name = board.PHASE_NAMES.get(phase, phase)
    return f"{year(turn)}, phase {number}: {name}" if number else f"{board.FIRST_YEAR - 1}, {name}"


@tells(PhaseOpened)
def _opened(n: Narrator, e: PhaseOpened) -> None:
    n.voice.at(e.turn)
    n.section(_heading(e.turn, e.phase), e.turn)
    if e.phase == "parade":
        from .papers_told import banner

        banner(n)


def chronicle(
    names: Names,
    before: State,
    story: Sequence[Event],
    me: Player | None = None,
    sure: bool = True,
    numbers: Sequence[int] = (),
    used: Mapping[str, int] = {},
    label: str = "",
) -> list[Section]:
    """The story by phases.  `before`: the position where it begins, as the reader or the table saw it; `numbers`: as `Narrator`'s.

    `used`: how often each kind of wording was used in the year in which it begins (`year_so_far`); `label`: the name of the game.
    """
    told = telling(names, before, story, me, sure, numbers, Voice(label, used)).tell()
    return [section.marked() for section in told if section.paragraphs]


def telling(
    names: Names,
    before: State,
    story: Sequence[Event],
    me: Player | None,
    sure: bool,
    numbers: Sequence[int],
    voice: Voice,
    kind: type[Narrator] = Narrator,
) -> Narrator:
    """A telling that has not begun; all tellers are there.  `kind`: who narrates."""
    from . import (  # noqa: F401  (they register)
        bribes_told,
        decreed_told,
        deeds_told,
        events_told,
        health_told,
        intrigue_told,
        papers_told,
        readings_told,
        taken_back,
    )

    return kind(names, before, story, me, sure, numbers, voice)
