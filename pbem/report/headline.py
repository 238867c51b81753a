"""What happened, in one sentence (E17): the gravest facts of the story."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pbem.engine import board, events
from pbem.engine.events import Event, PhaseOpened, Player

from .events_told import ending
from .naming import Names, number_of
from .prose import HELD, capital, count, listed

#: So many kinds of facts are told, and so many names of a kind.
MOST, MOST_NAMES = 3, 4

#: Where there is nothing to tell: phases were played, or (the second) none was.
QUIET = (
    "The Party notes with satisfaction that nothing of importance happened.",
    "Nothing has happened since your last report.",
    "The newspapers report a record harvest, and nothing else.",
    "All is as it was, which has been the plan all along.",
    "The Politburo met, sat and rose; nothing of importance happened.",
    "Nothing happened, and it was approved unanimously.",
    "Today’s leading article is about tractors: nothing of importance happened.",
)

Fact = tuple[str, str]  # kind, name


def headline(names: Names, story: Sequence[Event], me: Player) -> str:
    """One sentence; graver kinds of facts first, names as it happened."""
    told: dict[str, list[str]] = {}
    phase = ""
    for event in story:
        if isinstance(event, PhaseOpened):
            phase = event.phase
        if isinstance(event, events.GameEnded):
            return ending(names.player, event.winners, event.clause, phase)
        if isinstance(event, events.Ruled):
            for fact in event.facts:
                if isinstance(fact, events.GameEnded):
                    return ending(names.player, fact.winners, fact.clause, phase)
        found = _FACTS.get(type(event))
        kind, name = found(names, event) if found else ("", "")
        if kind and name not in told.setdefault(kind, []):
            told[kind].append(name)
    for name in {name for kind in _GONE for name in told.get(kind, ())}:
        for kind in _STAYING:  # whoever is dead or gone is not told to be under suspicion as well
            if name in told.get(kind, ()):
                told[kind].remove(name)
    kinds = [kind for kind in _WORDS if told.get(kind)]
    if len(kinds) > 1 and kinds[-1] == "shown":
        kinds.pop()
    if kinds:
        said = [_said(kind, told[kind]) for kind in kinds[:MOST]]
        rest = ["more below"] if len(kinds) > MOST else []
        return f"{capital('; '.join([*said, *rest]))}."
    last = next((event for event in reversed(story) if isinstance(event, PhaseOpened)), None)
    if last is None:
        return QUIET[1]
    days = (QUIET[0], *QUIET[2:])
    return days[(last.turn * len(board.PHASES) + number_of(last.phase)) % len(days)]


def _said(kind: str, whom: list[str]) -> str:
    """`Manjak and Satin are in Siberia`."""
    one, several = _WORDS[kind]
    if kind == "played" and len(whom) > 1:
        whom = [card.partition(" (")[0] for card in whom]
    shown = (
        whom
        if len(whom) <= MOST_NAMES
        else [*whom[: MOST_NAMES - 1], count(len(whom) - MOST_NAMES + 1, "other")]
    )
    return (one if len(whom) == 1 else several).format(listed(shown))


#: Kind -> words for one and for several, gravest first.
_WORDS: Mapping[str, tuple[str, str]] = {
    "begun": ("a new game begins{}", "a new game begins{}"),
    "sheets": ("all sheets are in and play begins{}", "all sheets are in and play begins{}"),
    "ruled": ("the moderator has ruled{}", "the moderator has ruled{}"),
    "waved": ("{}", "{}"),
    "chief": ("{} is the new Party Chief", "{} were Party Chiefs"),
    "exiled": ("{} is in Siberia", "{} are in Siberia"),
    "dead": ("{} is dead", "{} are dead"),
    "retired": ("{} has retired", "{} have retired"),
    "unwaved": ("nobody waved at the parade{}", "nobody waved at the parades{}"),
    "for good": ("{} is held for good (10+)", "{} are held for good (10+)"),
    "blackmailed": ("{} was blackmailed", "{} were blackmailed"),
    "released": ("{} is back from Siberia", "{} are back from Siberia"),
    "acquitted": ("{} was acquitted", "{} were acquitted"),
    "spared": ("{} survived a purge", "{} survived purges"),
    "played": ("{} was played", "{} were played"),
    "suspected": ("{} is under suspicion", "{} are under suspicion"),
    "shown": ("{} has found new friends (influence shown)", "{} have found new friends (influence shown)"),
}
#: Who is out of the Politburo for good, or for long; and what is not worth telling of them any more.
_GONE = ("exiled", "dead", "retired")
_STAYING = ("acquitted", "spared", "suspected", "shown")


def _waved(names: Names, e: events.Waved) -> Fact:
    return "waved", f"{names.of(e.politician)} waved for {names.who(e.player)}"


def _moved(names: Names, e: events.Moved) -> Fact:
    kind = {"election": "chief", "release": "released"}.get(e.how, "")
    if e.how == "card" and e.origin == board.SIBERIA:
        kind = "released"
    return kind, names.of(e.politician)


def _purged(names: Names, e: events.PurgeRolled) -> Fact:
    return "" if e.succeeded else "spared", names.of(e.victim)


def _played(names: Names, e: events.CardPlayed) -> Fact:
    number, _, title = names.card(e.card).replace(HELD, " ").partition(", ")
    return "played", f"{number} ({title})" if title else number


def _blackmailed(names: Names, e: events.Blackmailed) -> Fact:
    return "blackmailed", names.who(e.victim)


def _sheets(names: Names, e: events.PhaseClosed) -> Fact:
    return "sheets" if e.phase == "setup" else "", ""


def _whom(kind: str) -> Callable[[Names, Any], Fact]:
    return lambda names, event: (kind, names.of(event.politician))


def _that(kind: str) -> Callable[[Names, Any], Fact]:
    return lambda names, event: (kind, "")


_FACTS: Mapping[type[Event], Callable[[Names, Any], Fact]] = {
    events.GameStarted: _that("begun"),
    events.PhaseClosed: _sheets,
    events.Ruled: _that("ruled"),
    events.Waved: _waved,
    events.Moved: _moved,
    events.SentToSiberia: _whom("exiled"),
    events.Died: _whom("dead"),
    events.NobodyWaved: _that("unwaved"),
    events.Retired: _whom("retired"),
    events.Acquitted: _whom("acquitted"),
    events.PurgeRolled: _purged,
    events.TenPlus: _whom("for good"),
    events.CardPlayed: _played,
    events.Blackmailed: _blackmailed,
    events.Suspected: _whom("suspected"),
    events.InfluenceDeclared: _whom("shown"),
}
