"""Tellers of announcements, votes, and what becomes of Politicians through the deeds of others (R4, R5, R7–R9)."""

from pbem.engine.events import (
    Acquitted,
    Acting,
    Announced,
    Bulletin,
    CameBack,
    Cleared,
    Convicted,
    Event,
    Moved,
    NominationDefeated,
    PhaseClosed,
    PurgeRolled,
    SentToSiberia,
    Suspected,
    Swapped,
    VoteFixed,
    WentToSanatorium,
    Withdrawn,
)

from .bribes_told import grew_nothing, lapsed
from .chronicle import RUNS, Narrator, tells
from .naming import HEALTH, place
from .odds import purge_odds
from .prose import HELD, listed

#: Announcement -> the fact that follows at once where no window came between; it tells the announcement, too.
_SELF_TOLD: dict[str, type[Event]] = {
    "promotion": Moved,
    "demotion": Moved,
    "shift": Moved,
    "swap": Swapped,
    "release": Moved,
    "vote": VoteFixed,
}


@tells(Acting)
def _acting(n: Narrator, e: Acting) -> None:
    """Where the acting member speaks at once, the announcement names him well enough."""
    if not isinstance(n.coming(), Announced):
        n.open(
            n.word("acting", actor=n.names.acting(n.state, e.politician, n.state.controller(e.politician)))
        )


@tells(Announced)
def _announced(n: Narrator, e: Announced) -> None:
    coming = n.coming()
    told = _SELF_TOLD.get(e.action)
    if told is not None and type(coming) is told:
        if e.action != "vote":
            n.flush()
            n.fresh = True
        return
    _ANNOUNCERS.get(e.action, _deed)(n, e)


def _deed(n: Narrator, e: Announced) -> None:
    """Purge, trial, condemnation, investigation, closing, nomination, and steps that somebody answered in the window."""
    victim = e.target or e.actor
    n.open(
        n.word(
            f"announce {e.action}",
            actor=n.names.acting(n.state, e.actor, e.player),
            target=n.titled(victim),
            other=n.titled(e.other) if e.other else "",
            to=place(e.to) if e.to else "",
            needed=purge_odds(n.names, n.state, n.state.people[victim]) if e.action == "purge" else "",
        )
    )


def _doctor(n: Narrator, e: Announced) -> None:
    """R3.1: told by what it changes, unless it changes nothing or a window comes between."""
    coming, cure = n.coming(), n.state.people[e.actor].cure
    goes = e.action == "cure" and not cure
    if isinstance(coming, WentToSanatorium | CameBack):
        return
    if isinstance(coming, Withdrawn) or goes or (e.action == "work" and cure):
        says = "the Sanatorium" if e.action == "cure" else "work"
        n.open(n.word("chooses", him=n.names.acting(n.state, e.actor, e.player), says=says))
    else:
        key = "stays cured" if cure else "stays working"
        health = HEALTH[n.state.people[e.actor].crosses]
        n.open(n.word(key, him=n.names.acting(n.state, e.actor, e.player), health=health))


def _vote(n: Narrator, e: Announced) -> None:
    """A vote that somebody answered in its window."""
    said = f"says “{e.choice}”" if e.choice else "keeps silent"
    n.add(f"At the vote {n.names.acting(n.state, e.actor, e.player)} {said}.")


def _pass(n: Narrator, e: Announced) -> None:
    actor = n.names.acting(n.state, e.actor, e.player)
    if n.state.phase in ("replacement", "rehabilitation"):
        n.gather("passes", actor)
    else:
        n.open(n.word("pass", actor=actor))


def _parade(n: Narrator, e: Announced) -> None:
    chief = n.state.people[e.actor]
    n.open(
        n.word(
            "announce parade",
            him=n.titled(e.actor),
            age=chief.age,
            health=HEALTH[chief.crosses],
            player=n.who(e.player),
        )
    )


def _growth(n: Narrator, e: Announced) -> None:
    """R15.6: what he placed and drew is told already."""
    grew_nothing(n, e.player or "")


_ANNOUNCERS = {
    "cure": _doctor,
    "work": _doctor,
    "vote": _vote,
    "pass": _pass,
    "parade": _parade,
    "growth": _growth,
}


@tells(Withdrawn)
def _withdrawn(n: Narrator, e: Withdrawn) -> None:
    """R2.7, or by a card, a promise or the rules; what blackmail has stopped is told already."""
    spoiled, n.spoiled = n.spoiled == e.actor and e.why == "card", ""
    if not spoiled:
        n.add(n.word(f"withdrawn {e.why}".rstrip(), him=n.titled(e.actor)))


@tells(PurgeRolled)
def _purge_rolled(n: Narrator, e: PurgeRolled) -> None:
    """Success is told by the departure, which names the die."""
    die = f"{e.die}{e.modifier:+d}" if e.modifier else str(e.die)
    if e.succeeded:
        n.die = f"rolled {die}, needed {e.needed}"
    else:
        n.add(n.word("purge failed", victim=n.of(e.victim), die=die, needed=e.needed))


@tells(SentToSiberia)
def _siberia(n: Narrator, e: SentToSiberia) -> None:
    key = f"siberia {e.how}" if e.how in ("trial", "condemnation") else "siberia purge"
    n.add(n.word(key, victim=n.of(e.politician), die=n.die or "purged"))
    n.die = ""


@tells(Suspected)
def _suspected(n: Narrator, e: Suspected) -> None:
    n.add(n.word("suspected", him=n.of(e.politician), marks=_marks(n, e.politician)))


@tells(Cleared)
def _cleared(n: Narrator, e: Cleared) -> None:
    n.add(n.word("cleared", him=n.of(e.politician), marks=_marks(n, e.politician)))


def _marks(n: Narrator, letter: str) -> str:
    """Every "?" that he bears afterwards."""
    marks = n.after().people[letter].suspicion
    return " ".join("?" * marks) if marks else "none left"


# --- votes ---


@tells(VoteFixed)
def _voted(n: Narrator, e: VoteFixed) -> None:
    """By office code: eight of them share a sentence."""
    slot = n.state.people[e.voter].place
    n.gather(
        "votes",
        f"{slot}{HELD}{n.of(e.voter)} ({n.who(e.player) if e.player else 'nobody’s'}) {e.vote or 'abstains'}",
    )


def _votes(n: Narrator, votes: list[str]) -> None:
    n.add(n.word("ballot", list=", ".join(votes)))


def _passes(n: Narrator, actors: list[str]) -> None:
    n.open(n.word("passes", list=listed(actors)))


@tells(Acquitted)
def _acquitted(n: Narrator, e: Acquitted) -> None:
    n.add(n.word("acquitted", him=n.titled(e.politician), votes=e.innocent))


@tells(Convicted)
def _convicted(n: Narrator, e: Convicted) -> None:
    n.add(n.word("convicted", him=n.titled(e.politician), votes=e.innocent))


@tells(NominationDefeated)
def _defeated(n: Narrator, e: NominationDefeated) -> None:
    n.add(n.word("defeated", him=n.titled(e.nominee), noes=listed([n.of(voter) for voter in e.noes])))


# --- moves ---


@tells(Moved)
def _moved(n: Narrator, e: Moved) -> None:
    him, origin, to = n.of(e.politician), place(e.origin), place(e.to)
    if e.how == "age":
        n.gather("seniority", f"{him} ({n.state.people[e.politician].age}) from {origin} to {to}")
    elif e.how == "election":
        n.add(n.word("elected", him=him, origin=origin))
    else:
        sponsor = n.theirs(e.sponsor) if e.sponsor else "nobody in particular"
        n.add(n.word(f"moved {e.how}", him=him, origin=origin, to=to, sponsor=sponsor))


def _seniority(n: Narrator, items: list[str]) -> None:
    n.open(n.word("moved age", list=", ".join(items)))


@tells(Swapped)
def _swapped(n: Narrator, e: Swapped) -> None:
    here, there = n.state.people[e.politician].place, n.state.people[e.other].place
    n.add(n.word("swapped", him=n.of(e.politician), other=n.of(e.other), to=place(there), origin=place(here)))


@tells(PhaseClosed)
def _closed(n: Narrator, e: PhaseClosed) -> None:
    """A phase in which nothing was said says so."""
    n.flush()
    lapsed(n, e.turn, e.phase)
    if n.sections and not n.sections[-1].paragraphs:
        n.open(n.word(f"quiet {e.phase}" if e.phase in _QUIET else "nobody acts"))


#: Phases in which it is no wonder that nothing happened.
_QUIET = frozenset(("cure", "funeral", "rehabilitation", "replacement", "setup"))

RUNS |= {"votes": _votes, "passes": _passes, "seniority": _seniority}


@tells(Bulletin)
def _bulletin(n: Narrator, e: Bulletin) -> None:
    """E5: what was shown between the phases, told as in a window."""
    told = Narrator(n.names, n.state, e.facts, n.me, n.sure, voice=n.voice).tell()
    said = [paragraph for section in told for paragraph in section.paragraphs]
    n.open(f"In the bulletin: {' '.join(said)}")
    n.fresh = True
