"""R1–R11: what must be true of the board, the sheets and the course of the game after every event."""

from collections.abc import Iterator, Mapping, Sequence

from pbem.engine import board, events, influence, readings, support
from pbem.engine.events import Event, Player
from pbem.engine.rules import Rules
from pbem.engine.state import Politician, State
from tests.invariants import cards
from tests.invariants.law import CHECKS, Broken, law, of

LEVY_OF_AGE = frozenset(
    ("purge", "trial", "condemnation", "investigation", "promotion", "demotion", "release")
)
AFTER_THE_END = (events.Retired, events.HouseRuled, events.PhaseClosed)
OFF_THE_BOARD = (board.WALL, board.RETIRED)


def check(before: State, event: Event, after: State, rules: Rules) -> None:
    """Everything that one event must leave in order."""
    if after.people is not before.people:
        _people(before, event, after)
    if after.declared is not before.declared or after.recorded is not before.recorded:
        _influence(before, event, after)
    if before.over:
        law(isinstance(event, AFTER_THE_END), "a finished game goes no further", event)
    law(after.turn <= board.LAST_TURN, "turn 11 is the last", event)
    if rules.deck:
        cards.check(before, event, after, rules)
    for own in CHECKS.get(type(event), ()):
        own(before, event, after, rules)


def _people(before: State, event: Event, after: State) -> None:
    """Nobody gets younger, appears or disappears; and if somebody moved, everybody is looked at."""
    people, old = after.people, before.people
    if not old:
        _places(event, after)
        return
    law(people.keys() == old.keys(), "no Politician appears or disappears", event)
    moved = after.slots is not before.slots
    for name, person in people.items():
        was = old[name]
        if person is not was:
            _person(person, event)
            _guest(before, was, person, event)
            law(person.stress >= was.stress, "SP never fall", event)
            law(person.printed == was.printed, "printed ages stay", event)
            moved = moved or person.place != was.place
    if moved:
        _places(event, after)


def _guest(before: State, was: Politician, person: Politician, event: Event) -> None:
    """R3.1; who leaves the Politburo keeps his Cure marker only where HR-6 is read so."""
    outside = person.cure and person.place not in board.POLITBURO
    kept = was.cure and (was.place == person.place or was.place not in board.POLITBURO)
    law(
        not outside or kept or readings.says(before, "HR-6", "stays"),
        "only members are at the Sanatorium",
        event,
    )


def _person(person: Politician, event: Event) -> None:
    law(person.place in board.RANK, "everybody is in a place that there is", event)
    law(0 <= person.crosses <= 3, "0 to 3 Red Crosses", event)
    law(0 <= person.fresh <= person.suspicion, 'a "?" of this year is a "?"', event)
    law(person.place != board.WALL or person.crosses == 3, "only the dead lie in the Wall", event)


def _places(event: Event, after: State) -> None:
    """R0.1: thirteen slots hold one at most, and the index of slots says who."""
    seated = {
        person.place: name for name, person in after.people.items() if person.place in board.PURGE_NUMBER
    }
    law(seated == after.slots, "slots and places agree, and no slot holds two", event)


def _influence(before: State, event: Event, after: State) -> None:
    """R2.1: declared is never more than recorded; recorded points go only to Siberia and with the retired."""
    for name, stakes in after.declared.items():
        if stakes is not before.declared.get(name):
            for player, stake in stakes.items():
                written = after.written(player, name)
                law(0 < stake.points <= written, f"{player} declared {stake.points} of {written}", event)
    for player, sheet in after.recorded.items():
        was = before.recorded.get(player)
        if sheet is was or sheet is None or was is None or isinstance(event, events.Ruled):
            continue
        lost = sum(was.values()) - sum(sheet.values())
        gone = 0
        if isinstance(event, events.InfluenceLost) and event.player == player:
            gone = event.points
        elif isinstance(event, events.Retired):
            gone = was.get(event.politician, 0)
        elif isinstance(event, events.InfluenceGrown) and event.player == player:
            gone = -event.points
        law(lost == gone, f"{player} lost {lost} recorded points, not {gone}", event)


def _in_office(state: State, name: str) -> bool:
    person = state.people[name]
    return person.place in board.POLITBURO and not person.cure


@of(events.InfluenceRecorded)
def _recorded(before: State, event: events.InfluenceRecorded, after: State, rules: Rules) -> None:
    law(event.sheet is not None and sum(event.sheet.values()) == sum(rules.sheet), "a full sheet", event)


@of(events.Announced)
def _announced(before: State, event: events.Announced, after: State, rules: Rules) -> None:
    """R0.5, R0.6, R10.2: who acts is active, his controller speaks, and at 96 he starts nothing that would age him."""
    if event.action != "growth":  # what was gained just now waits for the window
        _settled(before, event, rules)
    else:
        law(event.actor == "" and event.player in before.seats, "a player grows", event)
        return
    law(event.player == before.controller(event.actor), "the controller announces", event)
    if event.action in ("cure", "work"):
        law(before.people[event.actor].place in board.POLITBURO, "only members choose", event)
    elif event.action == "parade":
        law(
            before.slots.get("PC") == event.actor and _in_office(before, event.actor),
            "the Party Chief waves",
            event,
        )
    else:
        law(_in_office(before, event.actor), "nobody acts while inactive", event)
    if event.action in LEVY_OF_AGE:
        law(before.people[event.actor].age < board.RETIREMENT_AGE, "R10.2", event)


def _settled(before: State, event: Event, rules: Rules) -> None:
    """R2.2, R13: between windows nobody is tied for control without an order among them."""
    if rules.settle_late is not None:
        law(not list(support.open_ties(before)), "every tie is resolved when its window closes", event)
        return
    for name in before.declared:
        law(len(influence.first_at_top(before, name)) == 1, f"one controller of {name}", event)


@of(events.Acting)
def _acting(before: State, event: events.Acting, after: State, rules: Rules) -> None:
    law(_in_office(before, event.politician), "who holds a power is active", event)


@of(events.VoteFixed)
def _voted(before: State, event: events.VoteFixed, after: State, rules: Rules) -> None:
    law(event.vote is None or _in_office(before, event.voter), "who votes is active", event)
    law(before.ballot is not None and event.voter not in before.ballot.votes, "nobody votes twice", event)
    law(event.player == before.controller(event.voter), "the controller votes", event)


@of(events.PurgeRolled)
def _purged(before: State, event: events.PurgeRolled, after: State, rules: Rules) -> None:
    law(_in_office(before, event.purger) and before.acting == event.purger, "the acting member purges", event)
    law(event.needed == board.PURGE_NUMBER[before.people[event.victim].place], "R0.2", event)


@of(events.SentToSiberia)
def _exiled(before: State, event: events.SentToSiberia, after: State, rules: Rules) -> None:
    law(
        before.people[event.politician].place == event.origin != board.PEOPLE, "from a slot to Siberia", event
    )


@of(events.InfluenceDeclared)
def _declared(before: State, event: events.InfluenceDeclared, after: State, rules: Rules) -> None:
    legal = influence.may_declare(before, event.player, event.politician, event.points)
    law(legal, "only legal claims are declared", event)
    law(rules.may_hold(before, event.politician), "R1.3", event)


@of(events.Moved)
def _moved(before: State, event: events.Moved, after: State, rules: Rules) -> None:
    law(before.people[event.politician].place == event.origin, "he leaves the place where he is", event)
    law(event.to == board.PEOPLE or event.to not in before.slots, "into a vacancy", event)
    law(
        event.how in ("release", "card") if event.origin == board.SIBERIA else event.how != "release",
        "only a release or a card leads back from Siberia",
        event,
    )
    law(event.origin not in OFF_THE_BOARD, "nobody comes back from the Wall", event)
    if event.sponsor is not None:
        law(_in_office(before, event.sponsor), "nobody sponsors while inactive", event)


@of(events.Waved)
def _waved(before: State, event: events.Waved, after: State, rules: Rules) -> None:
    law(event.player == before.controller(event.politician), "a wave is the controller's", event)
    _tally(before, event, after, rules)


@of(events.NobodyWaved)
def _tally(before: State, event: events.Waved | events.NobodyWaved, after: State, rules: Rules) -> None:
    years = [wave.turn for wave in after.waves]
    law(event.turn == before.turn and years == list(range(1, before.turn + 1)), "one entry a year", event)


@of(events.PhaseOpened)
def _opened(before: State, event: events.PhaseOpened, after: State, rules: Rules) -> None:
    if event.turn == board.LAST_TURN:
        phase = board.PHASES.index(event.phase)
        law(phase <= board.PHASES.index("funeral"), "a game ends by the funeral of turn 11", event)


@of(events.PhaseClosed)
def _closed(before: State, event: events.PhaseClosed, after: State, rules: Rules) -> None:
    old = [
        p.letter
        for p in after.people.values()
        if p.age >= board.RETIREMENT_AGE and p.place not in OFF_THE_BOARD
    ]
    law(not old, f"R10.1: {old} should have retired", event)
    law(after.ballot is None or after.over, "no vote is left open", event)
    _locked(event, after, rules)
    law((event.turn, event.phase) == (before.turn, before.phase), "the open phase closes", event)


@of(events.InfluenceDeclared, events.InfluenceGrown)
def _free(
    before: State, event: events.InfluenceDeclared | events.InfluenceGrown, after: State, rules: Rules
) -> None:
    law(event.politician not in before.locked, 'nobody declares where a "10+" lies', event)


@of(events.TenPlus)
def _ten_plus(before: State, event: events.TenPlus, after: State, rules: Rules) -> None:
    law(before.shown(event.player, event.politician) >= influence.TEN_PLUS, "R15.6: eleven at least", event)
    law(before.recorded == after.recorded, "what the others recorded stays on their sheets", event)
    _locked(event, after, rules)


def _locked(event: Event, after: State, rules: Rules) -> None:
    """R15.6: one has him for good."""
    law(not after.locked or rules.ten_plus, '"10+" is a rule of growth and of three players', event)
    for name, player in after.locked.items():
        law(set(after.declared.get(name, {})) <= {player}, f"only {player} has IP on {name}", event)
        law(after.people[name].place in board.ON_BOARD, f"{name} is on the board", event)


@of(events.Announced, events.PhaseClosed)
def _ten_plus_is_seen(before: State, event: Event, after: State, rules: Rules) -> None:
    """R15.6: no total of eleven goes unnoticed; only where Siberia takes no IP (R16.3) somebody may come back with them."""
    if rules.ten_plus and not rules.name.startswith("swiss"):
        for name, stakes in after.declared.items():
            most = max((stake.points for stake in stakes.values()), default=0)
            law(most < influence.TEN_PLUS or name in after.locked, f"{most} on {name} lock him", event)


@of(events.Suspected, events.Announced)
def _suspicion(before: State, event: events.Suspected | events.Announced, after: State, rules: Rules) -> None:
    """HR-10, R18.3: by investigations one bears no more than the rules allow; in the Revolution never more than three."""
    if isinstance(event, events.Announced):
        if event.action == "investigation" and event.target is not None:
            borne = before.people[event.target].suspicion
            more = rules.max_suspicion == 1 and readings.says(before, "HR-10", "more")
            law(borne < rules.max_suspicion or more, f"{event.target} bears {borne} already", event)
    elif rules.max_suspicion > 1:
        law(after.people[event.politician].suspicion <= rules.max_suspicion, "three are the most", event)


@of(events.InfluenceGrown)
def _grown(before: State, event: events.InfluenceGrown, after: State, rules: Rules) -> None:
    """R15.6: two in all, recorded and declared alike."""
    name, player = event.politician, event.player
    law(after.gained <= 2 and before.turn in (3, 6, 9) and before.phase == "parade", "two, in time", event)
    law(after.written(player, name) - before.written(player, name) == event.points, "recorded", event)
    law(after.shown(player, name) - before.shown(player, name) == event.points, "declared", event)
    law(rules.may_hold(before, name) and before.people[name].place in board.ON_BOARD, "R12, R2.3", event)
    law(player not in before.grown, "once each", event)


def conserved(state: State, journal: Sequence[Event], rules: Rules) -> None:
    """R2.4, R10.1: what each player recorded is still on his sheet but for what the journal says he lost."""
    full = sum(rules.sheet)
    left: dict[Player, int] = {p: sum((sheet or {}).values()) for p, sheet in state.recorded.items()}
    sheets: dict[Player, Mapping[str, int]] = {}
    for event in flat(journal):
        if isinstance(event, events.InfluenceRecorded):
            sheets[event.player] = dict(event.sheet or {})
        elif isinstance(event, events.InfluenceLost):
            sheet = dict(sheets[event.player])
            sheet[event.politician] -= event.points
            sheets[event.player] = sheet
            left[event.player] += event.points
        elif isinstance(event, events.InfluenceGrown):
            sheet = dict(sheets[event.player])
            sheet[event.politician] = sheet.get(event.politician, 0) + event.points
            sheets[event.player] = sheet
            left[event.player] -= event.points
        elif isinstance(event, events.Retired):
            for player, sheet in sheets.items():
                left[player] += sheet.get(event.politician, 0)
    for player, number in left.items():
        if number != full:
            raise Broken(f"{player} recorded {number} points in all, not {full}")


def flat(journal: Sequence[Event]) -> Iterator[Event]:
    """With what the moderator imposed as if it had happened by itself."""
    for event in journal:
        if isinstance(event, events.Ruled):
            yield from event.facts
        else:
            yield event
