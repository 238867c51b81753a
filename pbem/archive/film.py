"""A game as a film: frame by frame what happened, what changed on the table, and what was secret behind it.

A frame is a fact that everybody saw, with the book-keeping that follows it; a die stands in one frame with what it decides.  Its
number is the table's (decision D25), also where secrets are told.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pbem.engine import events, view
from pbem.engine.events import Event, Player, Rewound
from pbem.engine.journal import in_force
from pbem.engine.rules import Rules
from pbem.engine.state import State, evolve
from pbem.report.brief import Once, Seat
from pbem.report.naming import Names
from pbem.report.told_alone import alone, concerned

from .film_position import delta


class Ordered(NamedTuple):
    """An order line: whose, how many events the journal held when it was given, its words, and what became of it ("" if unknown)."""

    player: Player
    born: int
    text: str
    fate: str = ""


class Reel(NamedTuple):
    """What a film is made from.

    `journal`: undone events and all; the table's faces, or all of it where `opened` says that nothing is hidden any more.  `seed`: hex, ""
    while it is sealed; `salts`: the players' words in the dice.  `orders`: for an opened game, in order; `lines`: the same with their ends, for
    the awards.
    """

    name: str
    rules: Rules
    seats: Sequence[Seat]
    journal: Sequence[Event]
    opened: bool = False
    commitment: str = ""
    seed: str = ""
    salts: Mapping[Player, str] = {}
    orders: Sequence[Ordered] = ()
    program: str = ""
    lines: Sequence[Once] = ()


#: No frames of their own: they change nothing that is drawn, or say what their neighbours say.
_FOLLOW = (
    events.Finished,
    events.Underway,
    events.GrowthDone,
    events.Barred,
    events.PhaseClosed,
    events.BallotOpened,
)
#: What a die decides.
_DECIDED = (events.PurgeRolled, events.HealthRolled, events.ParadeRolled)
#: What the chronicle puts before what only some may know.
_WHISPER = "For the moderator alone: "
_BY_JUDGE = (events.Ruled, events.HouseRuled, events.Decreed, events.Rewound, events.ReadingUsed)
#: Secret facts of before: they led to the next frame.
_LEADING = (events.Answered, events.Claimed)
_KINDS: dict[type[Event], str] = {
    events.Answered: "answer",
    events.Claimed: "wish",
    events.Offered: "offer",
    events.OfferAccepted: "offer",
    events.OfferClosed: "offer",
    events.Bound: "offer",
    events.PromiseKept: "offer",
    events.Watched: "watched",
    events.Diary: "diary",
    events.Decreed: "judge",
    events.HouseRuled: "judge",
}


def frames(reel: Reel, names: Names, own: Mapping[int, str]) -> list[dict[str, Any]]:
    """The film.  `own`: sentences of the chronicle that are about one event, by its number; others are told anew.  Keys of a frame, left out where there is nothing to say:

    `n`: its number, `e`: the last that it covers; `x`: what happened, in a sentence; `v`: whom it is about; `d`: what changed
    (`film_position`); `k`: dice as [label, face]; `i`: the Intrigue card that is played; `r`: the judge's doing; `u`: undone later; `b`: an undo; `z`: secrets as
    [seats that knew, kind, words, what became of it].
    """
    return _Cutter(reel, names, own).cut()


class _Cutter:
    """One reading of a journal."""

    def __init__(self, reel: Reel, names: Names, own: Mapping[int, str]) -> None:
        self.reel, self.names, self.own = reel, names, own
        self.state = self.base = State()
        self.done: list[dict[str, Any]] = []
        self.frame: dict[str, Any] | None = None
        self.die_waits = False
        self.leading: list[list[Any]] = []
        self.seats = {seat.colour: at for at, seat in enumerate(reel.seats)}
        self.wanted = {event.to for event in reel.journal if isinstance(event, Rewound)}
        self.force = set(in_force(reel.journal)) if self.wanted else None
        self.kept: dict[int, State] = {0: State()}
        self.orders = list(reel.orders) if reel.opened else []

    def cut(self) -> list[dict[str, Any]]:
        shown = 0
        for number, event in enumerate(self.reel.journal, 1):
            self._given(number - 1)
            face = event.seen_by(view.TABLE)
            if face is not None:
                shown += 1
                self._shown(number, shown, event, face)
            if self.reel.opened:
                self._secret(event, face)
            self._evolve(number, event)
        self._given(len(self.reel.journal))
        self._close()
        return self.done

    def _evolve(self, number: int, event: Event) -> None:
        if isinstance(event, Rewound):
            self.state = self.kept[event.to]
        self.state = evolve(self.state, event)
        if number in self.wanted:
            self.kept[number] = self.state

    # --- what everybody sees ---

    def _shown(self, number: int, shown: int, event: Event, face: Event) -> None:
        if self.frame is not None and isinstance(face, _FOLLOW):
            self.frame["e"] = shown
        elif self.frame is not None and self.die_waits and isinstance(face, _DECIDED):
            self.frame |= {"n": shown, "e": shown}
            self._tell(face)
            self.die_waits = False
        else:
            self._close()
            self.frame = {"n": shown, "e": shown}
            if self.leading:
                self.frame["z"], self.leading = self.leading, []
            self._tell(face)
            self._mark(number, face)
        rolled = list(_dice(face))
        if rolled and self.frame is not None:
            self.frame.setdefault("k", []).extend([die.label, die.value] for die in rolled)

    def _tell(self, face: Event) -> None:
        assert self.frame is not None
        self.frame["x"] = self._words(self.frame["n"], face)
        about = concerned(self.state, face)
        if about:
            self.frame["v"] = "".join(about) if all(len(name) == 1 for name in about) else about

    def _words(self, number: int, face: Event) -> str:
        return self.own.get(number) or _decided(self.names, face) or alone(self.names, self.state, face, None)

    def _mark(self, number: int, face: Event) -> None:
        assert self.frame is not None
        self.die_waits = isinstance(face, events.Rolled)
        if isinstance(face, events.CardPlayed):
            self.frame["i"] = face.card
        if isinstance(face, _BY_JUDGE):
            self.frame["r"] = 1
        if isinstance(face, Rewound):
            self.frame["b"] = 1
        if self.force is not None and number not in self.force:
            self.frame["u"] = 1

    def _close(self) -> None:
        frame = self.frame
        if frame is None:
            return
        changed = delta(self.base, self.state)
        if changed:
            frame["d"] = changed
        if frame["e"] == frame["n"]:
            del frame["e"]
        self.base = self.state
        self.done.append(frame)
        self.frame = None

    # --- what not everybody saw ---

    def _secret(self, event: Event, face: Event | None) -> None:
        """Who saw more than the table, and what."""
        if face is event or isinstance(event, events.InfluenceRecorded):
            return  # everybody saw it; the page draws the sheets themselves
        if isinstance(event, events.Answered) and event.choice is None and event.line is None:
            return  # he had ordered nothing, and nothing happened
        told: dict[str, list[int]] = {}
        for colour, seat in self.seats.items():
            own = event.seen_by(colour)
            if own is not None and own != face:
                told.setdefault(self._in_words(own), []).append(seat)
        kind = _KINDS.get(type(event), "cards")
        entries = [[seats, kind, words] for words, seats in told.items()]
        if isinstance(event, _LEADING) or self.frame is None:
            self.leading += entries
        elif entries:
            self.frame.setdefault("z", []).extend(entries)

    def _in_words(self, own: Event) -> str:
        """What somebody saw of it; a diary in its own words."""
        if isinstance(own, events.Diary):
            return own.text
        words = alone(self.names, self.state, own, None).rpartition(_WHISPER)[2]
        return words[:1].upper() + words[1:]

    def _given(self, number: int) -> None:
        """The orders that were given when the journal held so many events."""
        while self.orders and self.orders[0].born <= number:
            order = self.orders.pop(0)
            entry = [[self.seats.get(order.player, -1)], "order", order.text, order.fate]
            if self.frame is None:
                self.leading.append(entry)
            else:
                self.frame.setdefault("z", []).append(entry)


def _decided(names: Names, face: Event) -> str:
    """What a die decided; "" where the chronicle says it better."""
    match face:
        case events.PurgeRolled(die=die, modifier=modifier, needed=needed):
            total = f"{die}{f' {modifier:+d}, which makes {die + modifier}' if modifier else ''}"
            return f"The die shows {total}; {needed} is needed. The purge {'succeeds' if face.succeeded else 'fails'}."
        case events.ParadeRolled(die=die, needed=needed):
            return f"The die shows {die}; {needed} is needed. {'He stands.' if die >= needed else 'He does not last the parade.'}"
        case events.HealthRolled(politician, die, change, dead, modifier):
            total = f"{die}{f' {modifier:+d}, which makes {die + modifier}' if modifier else ''}"
            return f"{names.of(politician)} rolls {total}: {'it is the end' if dead else _crosses(change)}."
    return ""


def _crosses(change: int) -> str:
    """`one Red Cross more`."""
    if not change:
        return "nothing changes"
    many = "one Red Cross" if abs(change) == 1 else f"{abs(change)} Red Crosses"
    return f"{many} {'more' if change > 0 else 'less'}"


def _dice(face: Event) -> Iterator[events.Rolled]:
    """The dice in it: itself, or those of a bulletin or a ruling."""
    if isinstance(face, events.Rolled):
        yield face
    elif isinstance(face, events.Bulletin | events.Ruled):
        yield from (fact for fact in face.facts if isinstance(fact, events.Rolled))
