"""Everybody's lines while a phase is played for the game: it stops for ballots (E3), and a ruling loses nobody's order."""

from collections.abc import Mapping, Sequence

from pbem.engine.events import Announced, Answered, Event, Name, Player, Ruled, Withdrawn
from pbem.engine.questions import Ask, Heard, Window
from pbem.engine.rules import Rules
from pbem.engine.run import Reply, Views
from pbem.orders.answers import OrderBook
from pbem.orders.standing import Key, Standing

from .pausing import stops

#: Questions that come up within the window of an announcement: of a card without code, and at a tie.
WITHIN = ("card", "support")


class OpenBook(OrderBook):
    """`pauses`: announcements at which it waits.

    After a ruling the phase starts afresh (decision D28).  What had been announced then, and has not been done yet, is announced
    again where it is still legal, whatever its player has ordered since: everybody has read it.
    """

    def __init__(
        self,
        lists: Mapping[Player, Sequence[Standing]],
        rules: Rules,
        pauses: frozenset[str],
        born: Mapping[Key, int],
    ) -> None:
        super().__init__(lists, rules, born)
        self._pauses = pauses
        self._answers: dict[Name, Answered] = {}
        self._stands: dict[Name, Answered] = {}
        self._heard: Announced | None = None

    def ask(self, question: Ask, views: Views) -> Reply | None:
        """What stands announced, or what the lines say."""
        said = self._stands.get(question.actor)
        if said is not None and (said.player, said.action) == (question.player, question.action):
            del self._stands[question.actor]
            if said.choice in question.options:
                return Reply(said.choice, said.line, said.entry, said.because, said.barred)
        return super().ask(question, views)

    def window(self, question: Window, views: Views) -> Heard | None:
        """None: the session stops here (E3)."""
        return None if stops(question, self._pauses) else super().window(question, views)

    def told(self, event: Event, views: Views) -> None:
        if isinstance(event, Answered) and event.action not in WITHIN:
            self._answers[event.actor] = event
            self._stands.pop(event.actor, None)
        elif isinstance(event, Ruled) and isinstance(views.at, Window):
            if views.at.round == 1:  # of the lines that wait for such an announcement none has begun
                self._announcements += 1
            self._unmade(views.at.announced, views)
        elif isinstance(event, Ruled) and isinstance(views.at, Ask) and views.at.action in WITHIN:
            if self._heard is not None:
                self._unmade(self._heard, views)
        super().told(event, views)

    def passed(self, question: Window, views: Views) -> None:
        self._heard = question.announced
        super().passed(question, views)

    def _unmade(self, announced: Announced, views: Views) -> None:
        """This announcement is not made yet: its line is unused again."""
        said = self._answers.get(announced.actor)
        if said is not None and said.choice is not None and said.player == announced.player:
            self._stands[announced.actor] = said
        super().told(Withdrawn(announced.actor, announced.action), views)
        self._told -= 1  # it is not written
