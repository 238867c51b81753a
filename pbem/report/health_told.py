"""Tellers of age, health and death (R3, R6, R10)."""

from pbem.engine.events import Aged, CameBack, Died, HealthRolled, Rolled, WentToSanatorium

from .chronicle import RUNS, Narrator, tells
from .naming import HEALTH
from .prose import count, listed


@tells(WentToSanatorium)
def _went(n: Narrator, e: WentToSanatorium) -> None:
    n.open(n.word("sanatorium", him=n.theirs(e.politician)))


@tells(CameBack)
def _came_back(n: Narrator, e: CameBack) -> None:
    key = f"back {e.why}" if e.why in ("order", "healthy", "uncontrolled", "card") else "back order"
    him = n.titled(e.politician) if e.why in ("uncontrolled", "card") else n.theirs(e.politician)
    (n.add if e.why == "card" else n.open)(n.word(key, him=him))


@tells(Aged)
def _aged(n: Narrator, e: Aged) -> None:
    age = n.state.people[e.politician].age + e.years
    if n.state.phase == "cure":
        n.gather("years", f"{n.of(e.politician)} {e.years:+d} to {age} ({e.reason})")
    else:
        n.add(n.word("aged", him=n.of(e.politician), years=count(e.years, "year"), age=age))


def _years(n: Narrator, items: list[str]) -> None:
    n.open(n.word("year takes", list=listed(items)))


@tells(HealthRolled)
def _health(n: Narrator, e: HealthRolled) -> None:
    """R6.1; the unchanged share a sentence, the dead have their own."""
    patient, now = n.state.people[e.politician], n.after().people[e.politician]
    die = f"{e.die}{e.modifier:+d}" if e.modifier else str(e.die)  # what cards add is shown
    if e.dead or now.crosses >= 3:
        n.die = (
            f"a roll of {die}"
            if e.dead or not e.change
            else f"a roll of {die} and {count(e.change, 'cross', 'crosses')} more"
        )
    elif e.change:
        key = {1: "sick", 2: "worse", -1: "better"}.get(e.change, "sick")
        before = f"{patient.age}, {'at the Sanatorium' if patient.cure else 'at work'}"
        n.add(
            n.word(
                f"health {key}",
                him=n.titled(e.politician),
                before=before,
                health=HEALTH[now.crosses],
                die=die,
            )
        )
    else:
        n.first_still = n.first_still or n.number
        n.still.append(f"{n.of(e.politician)} (rolled {die})")
    if not isinstance(n.coming(), HealthRolled | Rolled | Died) and n.still:
        _unchanged(n)


def _unchanged(n: Narrator) -> None:
    still, n.still = n.still, []
    here, n.number, n.first_still = n.number, n.first_still or n.number, 0
    n.open(n.word("health same", list=listed(still)))
    n.number = here


@tells(Died)
def _died(n: Narrator, e: Died) -> None:
    n.add(
        n.word(
            "died",
            him=n.titled(e.politician),
            age=n.state.people[e.politician].age,
            die=n.die or "a long illness",
        )
    )
    n.die = ""
    if n.still and not isinstance(n.coming(), Rolled):
        _unchanged(n)


RUNS |= {"years": _years}
