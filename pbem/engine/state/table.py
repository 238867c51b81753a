"""What the facts of the table do to the position (R1–R11)."""

from typing import Any

from .. import board, events, readings
from .core import fold, off_the_game, on, place, put, settled, vote_on, vote_over, without, without_vote_cards
from .position import Ballot, Politician, Stake, State, Wave, replace


@on(events.GameStarted)
def _started(state: State, event: events.GameStarted) -> State:
    return replace(state, seats=event.seats, recorded=dict.fromkeys(event.seats))


@on(events.Dealt)
def _dealt(state: State, event: events.Dealt) -> State:
    people = {
        name: Politician(name, c.printed, c.place, crosses=c.crosses) for name, c in event.cards.items()
    }
    slots = {c.place: name for name, c in event.cards.items() if c.place not in board.AREAS}
    return replace(state, people=people, slots=slots)


@on(events.InfluenceRecorded)
def _recorded(state: State, event: events.InfluenceRecorded) -> State:
    return replace(state, recorded={**state.recorded, event.player: event.sheet})


@on(events.PhaseOpened)
def _opened(state: State, event: events.PhaseOpened) -> State:
    if event.turn != state.turn:
        state = _new_turn(state)
    if state.force:
        state = replace(state, force=tuple(effect for effect in state.force if effect.until == "turn"))
    fresh = {**_FRESH, "after_deadline": event.deadline}
    return replace(state, turn=event.turn, phase=event.phase, **fresh)


#: The fields that serve the open phase.
_FRESH: dict[str, Any] = {
    "dice": {},
    "acting": None,
    "tried": (),
    "closed": frozenset(),
    "ballot": None,
    "defeats": (),
    "steps": frozenset(),
    "finished": frozenset(),
    "attempted": (),
    "grown": (),
    "gained": 0,
    "start_card": 0,
    "underway": False,
    "cancelled": "",
    "changed_vote": "",
    "barred": frozenset(),
}


def _new_turn(state: State) -> State:
    """A "?" of this year becomes one of an earlier year (R17.2); what cards did to a turn is over."""
    people = {n: replace(p, fresh=0) if p.fresh else p for n, p in state.people.items()}
    return replace(state, people=people, acquitted=frozenset(), force=())


@on(events.PhaseClosed)
def _closed(state: State, event: events.PhaseClosed) -> State:
    """R15.7: promises end with the phase, and so do the offers about it (E26)."""
    if not state.offers and not state.bonds:
        return state
    about = (event.turn, event.phase)
    offers = tuple(offer for offer in state.offers if (offer.turn, offer.phase) != about)
    return replace(state, offers=offers, bonds=())


@on(events.Announced)
def _announced(state: State, event: events.Announced) -> State:
    """What cards did to the announcement before does not touch this one."""
    return replace(state, cancelled="", changed_vote="") if state.cancelled or state.changed_vote else state


@on(events.Withdrawn)
def _withdrawn(state: State, event: events.Withdrawn) -> State:
    """A vote that was only announced takes its cards with it."""
    return without_vote_cards(state) if event.action in ("trial", "nomination") else state


@on(events.Acting)
def _acting(state: State, event: events.Acting) -> State:
    return replace(state, acting=event.politician)


@on(events.Finished)
def _finished(state: State, event: events.Finished) -> State:
    return replace(state, finished=state.finished | {event.actor})


@on(events.Rolled)
def _rolled(state: State, event: events.Rolled) -> State:
    purpose = event.label.rpartition(" #")[0]
    return replace(state, dice={**state.dice, purpose: state.dice.get(purpose, 0) + 1})


@on(events.InfluenceDeclared)
def _declared(state: State, event: events.InfluenceDeclared) -> State:
    state = settled(state, event.politician)
    stakes = {**state.declared.get(event.politician, {}), event.player: Stake(event.points, event.round)}
    return replace(
        state, declared={**state.declared, event.politician: stakes}, round=max(event.round, state.round)
    )


@on(events.TieBroken)
def _tie_broken(state: State, event: events.TieBroken) -> State:
    stakes = dict(state.declared[event.politician])
    stakes[event.first] = replace(stakes[event.first], rank=0)
    for other in event.others:
        stakes[other] = replace(stakes[other], rank=1)
    return replace(state, declared={**state.declared, event.politician: stakes})


@on(events.InfluenceLost)
def _lost(state: State, event: events.InfluenceLost) -> State:
    stakes = dict(state.declared.get(event.politician, {}))
    held = stakes.pop(event.player, None)
    if held is not None and held.points > event.points:  # R13.4: the others were there before him
        state = replace(state, round=state.round + 1)
        stakes[event.player] = Stake(held.points - event.points, state.round)
    declared = without(state.declared, event.politician) | ({event.politician: stakes} if stakes else {})
    sheet = state.recorded.get(event.player)
    if sheet is None:
        return replace(state, declared=declared)
    left = {**sheet, event.politician: sheet.get(event.politician, 0) - event.points}
    return replace(state, declared=declared, recorded={**state.recorded, event.player: left})


@on(events.WentToSanatorium)
def _went(state: State, event: events.WentToSanatorium) -> State:
    return put(state, replace(state.people[event.politician], cure=True))


@on(events.CameBack)
def _came_back(state: State, event: events.CameBack) -> State:
    return put(state, replace(state.people[event.politician], cure=False))


@on(events.PurgeRolled)
def _purge_rolled(state: State, event: events.PurgeRolled) -> State:
    return replace(state, attempted=(*state.attempted, event.purger))


@on(events.Aged)
def _aged(state: State, event: events.Aged) -> State:
    politician = state.people[event.politician]
    return put(state, replace(politician, stress=politician.stress + event.years))


@on(events.SentToSiberia)
def _exiled(state: State, event: events.SentToSiberia) -> State:
    exiled = state.people[event.politician]
    cleared = replace(exiled, suspicion=0, fresh=0, cure=exiled.cure and _keeps_cure(state, below=True))
    tried = (*state.tried, event.how) if event.how != "purge" else state.tried
    return off_the_game(place(replace(state, tried=tried), cleared, board.SIBERIA), event.politician)


@on(events.BallotOpened)
def _ballot(state: State, event: events.BallotOpened) -> State:
    return replace(state, ballot=Ballot(event.matter, event.politician, {}))


@on(events.VoteFixed)
def _voted(state: State, event: events.VoteFixed) -> State:
    ballot = state.ballot or Ballot("", "", {})
    return replace(state, ballot=replace(ballot, votes={**ballot.votes, event.voter: event.vote}))


@on(events.Acquitted)
def _acquitted(state: State, event: events.Acquitted) -> State:
    name = event.politician
    freed = replace(state.people[name], suspicion=0, fresh=0)
    state = replace(state, acquitted=state.acquitted | {name}, tried=(*state.tried, "trial"))
    return put(vote_over(state), freed)


@on(events.Convicted)
def _convicted(state: State, event: events.Convicted) -> State:
    return vote_over(state)


@on(events.Suspected)
def _suspected(state: State, event: events.Suspected) -> State:
    suspect = state.people[event.politician]
    return put(state, replace(suspect, suspicion=suspect.suspicion + 1, fresh=suspect.fresh + 1))


@on(events.Cleared)
def _cleared(state: State, event: events.Cleared) -> State:
    """The oldest "?" goes first."""
    suspect = state.people[event.politician]
    left = suspect.suspicion - 1
    state = replace(state, closed=state.closed | {event.politician})
    return put(state, replace(suspect, suspicion=left, fresh=min(suspect.fresh, left)))


@on(events.HealthRolled)
def _health(state: State, event: events.HealthRolled) -> State:
    patient = state.people[event.politician]
    crosses = 3 if event.dead else min(3, max(0, patient.crosses + event.change))
    return put(state, replace(patient, crosses=crosses))


@on(events.Died)
def _died(state: State, event: events.Died) -> State:
    """R6.1: all markers go; what is recorded on him stays on the sheets (R2.3)."""
    name = event.politician
    buried = replace(state.people[name], crosses=3, suspicion=0, fresh=0, cure=False)
    state = off_the_game(place(state, buried, board.WALL), name)
    if vote_on(state, name):
        state = vote_over(state)
    return replace(state, declared=without(state.declared, name))


@on(events.NominationDefeated)
def _defeated(state: State, event: events.NominationDefeated) -> State:
    return replace(vote_over(state), defeats=(*state.defeats, (event.nominee, event.noes)))


@on(events.Moved)
def _moved(state: State, event: events.Moved) -> State:
    mover = state.people[event.politician]
    if mover.cure and not _keeps_cure(state, below=board.level(event.to) > 2):
        mover = replace(mover, cure=False)
    if event.how in ("promotion", "demotion") and event.sponsor is not None:
        state = replace(state, steps=state.steps | {(event.sponsor, event.politician)})
    if event.how == "election":
        state = vote_over(state)
    return place(state, mover, event.to)


def _keeps_cure(state: State, below: bool) -> bool:
    """HR-6: who leaves the Politburo loses his Cure marker.  `below`: he does."""
    reading = readings.of(state, "HR-6")
    return reading == "stays" if reading else not below


@on(events.Swapped)
def _swapped(state: State, event: events.Swapped) -> State:
    one, two = state.people[event.politician], state.people[event.other]
    if (one.cure or two.cure) and not _keeps_cure(state, below=False):
        one, two = replace(one, cure=False), replace(two, cure=False)
    people = {
        **state.people,
        one.letter: replace(one, place=two.place),
        two.letter: replace(two, place=one.place),
    }
    return replace(state, people=people, slots={**state.slots, one.place: two.letter, two.place: one.letter})


@on(events.Waved)
def _waved(state: State, event: events.Waved) -> State:
    return replace(state, waves=(*state.waves, Wave(event.turn, event.politician, event.player)))


@on(events.NobodyWaved)
def _nobody(state: State, event: events.NobodyWaved) -> State:
    return replace(state, waves=(*state.waves, Wave(event.turn, None, None)))


@on(events.Retired)
def _retired(state: State, event: events.Retired) -> State:
    """R10.1: markers and IP go, recorded ones too."""
    name = event.politician
    gone = replace(state.people[name], suspicion=0, fresh=0, cure=False)
    state = off_the_game(place(state, gone, board.RETIRED), name)
    sheets = {
        player: sheet if sheet is None else {who: n for who, n in sheet.items() if who != name}
        for player, sheet in state.recorded.items()
    }
    return replace(state, declared=without(state.declared, name), recorded=sheets)


@on(events.GameEnded)
def _ended(state: State, event: events.GameEnded) -> State:
    return replace(state, over=True, winners=event.winners, ended_by=event.clause)


@on(events.Ruled)
def _ruled(state: State, event: events.Ruled) -> State:
    """Who left the Politburo is not voted on any longer; nor is a Party Chief elected where there is one."""
    state = fold(event.facts, state)
    ballot = state.ballot
    if ballot is None:
        return state
    gone = state.people[ballot.politician].place not in board.POLITBURO
    elected = ballot.matter == "nomination" and "PC" in state.slots
    return replace(state, ballot=None) if gone or elected else state
