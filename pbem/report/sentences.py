"""The chronicle with what each event has of it: the same words beside an event as in the whole."""

from collections.abc import Sequence
from typing import Any

from pbem.engine.events import Event
from pbem.engine.state import State

from .chronicle import Narrator, Section, telling
from .naming import Names
from .voice import Voice


class _Attentive(Narrator):
    """Keeps, by number, the sentences that tell of one event alone."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.own: dict[int, str] = {}
        self.joint: set[int] = set()  # where what is told in one sentence begins
        self.single = False

    def _say(self, sentence: str) -> None:
        if self.number:
            before = self.own.get(self.number)
            self.own[self.number] = f"{before} {sentence}" if before else sentence
            if self.number != self.numbers[self.at] and not self.single:
                self.joint.add(self.number)
        super()._say(sentence)

    def flush(self) -> None:
        """A run of one is a sentence like any other."""
        self.single = len(self.gathered) == 1
        super().flush()
        self.single = False


def sentences(
    names: Names, before: State, story: Sequence[Event], numbers: Sequence[int], label: str
) -> tuple[list[Section], dict[int, str]]:
    """The table's chronicle as `chronicle` tells it, and the words of each event that has a sentence of its own, by its number.

    Of a run that is told in one sentence (votes, aging) no event has one.
    """
    narrator = telling(names, before, story, None, True, numbers, Voice(label), _Attentive)
    assert isinstance(narrator, _Attentive)
    sections = [section.marked() for section in narrator.tell() if section.paragraphs]
    return sections, {number: said for number, said in narrator.own.items() if number not in narrator.joint}
