"""Tellers of influence, the parade, rulings, and the beginning and end of a game (R1, R2, R9–R11)."""

import re

from pbem.engine import board
from pbem.engine.events import (
    Dealt,
    Died,
    GameEnded,
    GameStarted,
    HealthRolled,
    HouseRuled,
    InfluenceDeclared,
    InfluenceLost,
    InfluenceRecorded,
    InForce,
    NobodyWaved,
    ParadeRolled,
    PhaseClosed,
    PurgeRolled,
    ReadingRuled,
    Retired,
    Rolled,
    Ruled,
    SaltsPublished,
    TenPlus,
    TieBroken,
    TieOpened,
    TieResolved,
    Waved,
)
from pbem.engine.state import evolve
from pbem.engine.victory import AGREED, BY_MODERATOR, PRACTICE

from . import ladders
from .bribes_told import die_of_a_card
from .chronicle import RUNS, TELLERS, Narrator, public, tells
from .differences import differences
from .naming import one_line, place
from .prose import count, listed
from .readings_told import plain
from .ruled_told import said_of

#: By which rule a game ended, in words.
CLAUSES = {
    "R11.1": "with a third wave",
    "R11.2": "as the Party Chief’s controller after the tenth year",
    "R8.10": "as the Politburo could no longer be filled",
    "R16.1": "as one Politician has waved three times",
    "R17.5": "by influence recorded on a Party Chief who has waved three times",
    "R17.6": "by influence recorded on the last Party Chief",
    "HR-33": "as all others have given up",
}
#: The same where nobody wins.
NOBODY = {
    "R11.2": "ten years are over, and nobody controls a Party Chief",
    "R8.10": "the Politburo can no longer be filled, and nobody controls its highest member at work",
    "R16.1": "one Politician has waved three times, and nobody recorded influence there",
    "R17.5": "one Politician has waved three times, and no one recorded the most there",
    "R17.6": "the years are over, and no one recorded the most on the last Party Chief",
    "HR-33": "all have given up",
    AGREED: "all players have agreed to end it",
    BY_MODERATOR: "the moderator has ended it",
    PRACTICE: "practice is over",
}


#: What the players themselves end, though it is written down as a ruling is.
_BY_PLAYERS = frozenset(("HR-33", AGREED, PRACTICE))


@tells(GameStarted)
def _started(n: Narrator, e: GameStarted) -> None:
    n.section("1950, the beginning")
    players = listed(
        [
            f"{n.who(seat)} ({', '.join(n.names.marks(seat)[::-1])})"
            for seat in e.seats
            if seat in n.names.faction
        ]
    )
    n.open(
        f"The struggle begins between {players}. The dice are sealed, their seed as sha256:{e.commitment}; it is opened after the game."
    )


@tells(Dealt)
def _dealt(n: Narrator, e: Dealt) -> None:
    chief = next((letter for letter, card in e.cards.items() if card.place == "PC"), None)
    named = f"; {n.of(chief)} is Party Chief" if chief else ""
    n.open(f"The chairs are filled with {len(e.cards)} Politicians{named}.")


@tells(InfluenceRecorded)
def _recorded(n: Narrator, e: InfluenceRecorded) -> None:
    n.gather("sheets", "yours" if e.player == n.me else f"{n.who(e.player)}’s")


def _sheets(n: Narrator, players: list[str]) -> None:
    n.open(f"The sheets of secret influence are in: {listed(players)}.")


@tells(SaltsPublished)
def _salts(n: Narrator, e: SaltsPublished) -> None:
    words = [f"{n.who(player)} “{one_line(salt, 200)}”" for player, salt in e.salts.items()]
    n.open(f"These words of the players are mixed into the dice: {', '.join(words)}.")


# --- influence ---


@tells(InfluenceDeclared)
def _declared(n: Narrator, e: InfluenceDeclared) -> None:
    """All that was shown on one Politician in one round is told together, and a run of such rounds as one."""
    if n.run != "shown" and (found := ladders.ladder(n.story, n.at)) is not None:
        n.told.update(found.places)
        ladders.tell(n, e.politician, found)
        return
    coming = n.coming()
    n.gather("shown", f"{n.who(e.player)} {e.points}")
    if isinstance(coming, InfluenceDeclared) and (coming.round, coming.politician) == (e.round, e.politician):
        return
    shown = n.taken()
    if len(shown) == 1:
        _alone(n, e)
    else:
        _together(n, e, listed(shown))


def _together(n: Narrator, e: InfluenceDeclared, shown: str) -> None:
    tied = _ends_in_a_tie(n, e)
    end = "a tie" if tied else f"{n.who(n.after().controller(e.politician))} has control"
    n.add(n.word("together", shown=shown, him=n.titled(e.politician), end=end))


def _ends_in_a_tie(n: Narrator, e: InfluenceDeclared) -> bool:
    """Does this round end in a tie that the dice (R2.2, and 10+ with R13) or support (R13) are to settle?

    What only the reader sees in between says nothing of it.
    """
    for event in n.story[n.at + 1 :]:
        if isinstance(event, TieOpened | TieBroken) and event.politician == e.politician:
            return True
        if isinstance(event, InfluenceDeclared):
            if event.politician == e.politician and event.round != e.round:
                return False
        elif public(event) and not isinstance(event, _WHILE_TIED):
            return False
    return False


#: What comes between showing and the dice of a tie.
_WHILE_TIED = (TieOpened, TieBroken, TenPlus, HouseRuled, Rolled)


def _alone(n: Narrator, e: InfluenceDeclared) -> None:
    before, after = n.state.controller(e.politician), n.after()
    holder = after.controller(e.politician)
    fields = {"player": n.who(e.player), "points": e.points, "him": n.titled(e.politician)}
    if not n.sure:
        n.add(n.word("shows", **fields))
        return
    if _ends_in_a_tie(n, e):
        n.add(n.word("open still", **fields, holder=n.who(before)))
    elif holder != e.player and holder is not None:
        most = after.shown(holder, e.politician)
        if most == e.points:
            key = "level open" if _settled_later(n, e.politician) else "level"
            n.add(n.word(key, **fields, holder=n.who(holder)))
        else:
            n.add(n.word("misses", **fields, holder=n.who(holder), most=most))
    elif before == e.player:
        n.add(n.word("keeps", **fields))
    elif before is None:
        n.add(n.word("takes free", **fields))
    else:
        n.add(n.word("takes", **fields, before=n.who(before)))


def _settled_later(n: Narrator, name: str) -> bool:
    """R13: does support settle this tie before anybody shows more there?"""
    for event in n.story[n.at + 1 :]:
        if isinstance(event, InfluenceDeclared | TieResolved) and event.politician == name:
            return isinstance(event, TieResolved)
        if isinstance(event, PhaseClosed):
            return False
    return False


@tells(TieBroken)
def _tie(n: Narrator, e: TieBroken) -> None:
    others = listed([n.who(other) for other in e.others])
    n.add(n.word("tie broken", him=n.of(e.politician), player=n.who(e.first), others=others))


@tells(InfluenceLost)
def _lost(n: Narrator, e: InfluenceLost) -> None:
    coming = n.coming()
    if n.state.people[e.politician].place in board.ON_BOARD:  # by a card (R13.4), not with him
        points = f"{e.points} of {n.who(e.player)}"
        n.add(n.word("lost by card", victim=n.of(e.politician), points=points))
        return
    n.gather("lost", f"{n.who(e.player)} {e.points}")
    if not (isinstance(coming, InfluenceLost) and coming.politician == e.politician):
        n.add(n.word("lost", victim=n.of(e.politician), points=listed(n.taken())))


# --- dice ---


@tells(Rolled)
def _rolled(n: Narrator, e: Rolled) -> None:
    """Most dice are shown with what they did; those of ties are shown here."""
    if isinstance(n.coming(), PurgeRolled | HealthRolled | ParadeRolled):
        return
    purpose = e.label.rpartition(" #")[0].partition(" ")[2]
    if isinstance(n.coming(), Died) and purpose.startswith("assassination"):
        n.die = f"an assassination with a roll of {e.value}"
        return
    if said := die_of_a_card(n, purpose, e.value):
        n.add(said)
        return
    tie = re.fullmatch(r"tie \S+ (\S+)", purpose)
    about = plain(n, purpose or e.label)
    n.add(f"{n.who(tie[1])} rolls {e.value}." if tie else f"The die for {about} shows {e.value}.")


@tells(ParadeRolled)
def _parade_rolled(n: Narrator, e: ParadeRolled) -> None:
    n.die = f"rolled {e.die}, needed {e.needed}"


@tells(Waved)
def _waved(n: Narrator, e: Waved) -> None:
    die, n.die = n.die or "healthy, no roll needed", ""
    if e.player is None:
        n.add(n.word("wave for nobody", him=n.of(e.politician), die=die))
    else:
        waves = count(n.state.credited(e.player) + 1, "wave")
        n.add(n.word("wave", him=n.of(e.politician), die=die, player=n.who(e.player), waves=waves))


@tells(NobodyWaved)
def _nobody(n: Narrator, e: NobodyWaved) -> None:
    if e.why == "failed" and n.die:
        die, needed = (part.split()[1] for part in n.die.split(", "))
        n.add(n.word("no wave failed", him=n.of(e.politician or ""), die=die, needed=needed))
    elif e.why == "sanatorium":
        n.open(n.word("no wave sanatorium", him=n.titled(e.politician or "")))
    elif e.why == "vacant":
        n.open(n.word("no wave vacant"))
    else:
        n.add("No wave this year.")
    n.die = ""


@tells(Retired)
def _retired(n: Narrator, e: Retired) -> None:
    n.open(
        n.word(
            "retired",
            him=n.titled(e.politician),
            age=n.state.people[e.politician].age,
            origin=place(e.origin),
        )
    )


@tells(GameEnded)
def _ended(n: Narrator, e: GameEnded) -> None:
    n.open(ending(n.names.player, e.winners, e.clause, n.state.phase))


def ending(players: dict[str, str], winners: tuple[str, ...], clause: str, phase: str) -> str:
    """Who won, and by which rule.  `phase`: R17.6 ends a game in more than one."""
    key = "R8.10" if phase == "replacement" and clause.startswith("R") else clause
    cited = "" if clause in (AGREED, BY_MODERATOR, PRACTICE) else f" ({clause})"
    if not winners:
        how = NOBODY.get(key, "by the rules nobody has won")
        return f"The struggle is over, and nobody wins: {how}{cited}."
    names = listed([players.get(winner, winner) for winner in winners])
    how = CLAUSES.get(key, "by the rules")
    return f"The struggle is over: {names} {'wins' if len(winners) == 1 else 'win'}, {how}{cited}."


# --- rulings ---


@tells(Ruled)
def _ruled(n: Narrator, e: Ruled) -> None:
    """R2 and the design: a ruling is an event; behind the moderator's words stands what is otherwise now."""
    words = one_line(e.words, 600).rstrip(".")
    if any(isinstance(fact, GameEnded) and fact.clause in _BY_PLAYERS for fact in e.facts):
        n.open(f"{words}.")
    else:
        n.open(f"The moderator rules: “{words}”." if words else "The moderator has ruled.")
    for sentence in said_of(n.names, (fact for fact in e.facts if not isinstance(fact, ReadingRuled))):
        n.add(sentence)
    for change in differences(n.names, n.state, evolve(n.state, e)):
        n.add(f"{change}.")
    for fact in e.facts:
        if isinstance(fact, GameEnded | InForce | ReadingRuled):
            TELLERS[type(fact)](n, fact)
    n.flush()


RUNS |= {"sheets": _sheets}
