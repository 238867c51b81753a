"""R8: phase 6, the Replacement Phase."""

from collections.abc import Iterable, Sequence
from functools import partial

from .. import board, readings
from ..age import oldest, rulings_of
from ..events import Aged, Choice, Finished, Name, Swapped
from ..questions import Step
from ..state import Politician, State
from ..table import Options, Table, announcement

STEP_SP = 1


def play(table: Table) -> Step[None]:
    """R8.1–R8.7: the Party Chief, progress by age, the first level, progress, the second level, progress."""
    yield from table.start()
    yield from _party_chief(table)
    yield from _progress(table, board.FIRST_LEVEL, (board.SECOND_LEVEL, board.CANDIDATES))  # R8.3
    for slot in board.FIRST_LEVEL:  # R8.4
        yield from _sponsor(table, slot)
    yield from _progress(table, board.SECOND_LEVEL, (board.CANDIDATES,))  # R8.5
    for slot in board.SECOND_LEVEL:  # R8.6
        yield from _sponsor(table, slot)
    yield from _progress(table, board.CANDIDATES, ())  # R8.7


def _sponsoring(table: Table, slot: str) -> Politician | None:
    """Active, controlled, and not finished yet; an uncontrolled one is passed over without a window (R0.6)."""
    sponsor = table.state.active(slot)
    if sponsor is None or sponsor.letter in table.state.finished:
        return None
    return sponsor if table.state.controller(sponsor.letter) is not None else None


def _party_chief(table: Table) -> Step[None]:
    """R8.1: first he may shift, then (R8.2) promote and demote; who takes him before the first step may still shift."""
    shifting = True
    while chief := _sponsoring(table, "PC"):
        name, choice, player = chief.letter, None, table.state.controller(chief.letter)
        shifts, steps = _shifts(table, name), step_options(table, name)
        if not shifts and not steps:
            return
        if shifting and shifts:
            choice = yield from table.ask(name, "shift", (shifts, ()))
        if choice is None and steps:
            shifting = False
            choice = yield from table.ask(name, "step", (steps, ()))
        stage = _either_stage if choice is None else _shift_stage if choice in shifts else _step_stage
        legal = partial(stage, table, name)
        if not (yield from table.announce(announcement(name, choice, player), legal)):
            shifting = True
        elif choice is None:
            yield Finished(name)
        else:
            yield from _carry_out(table, name, choice)


def _shifts(table: Table, chief: Name) -> tuple[Choice, ...]:
    """R8.1: all shifts come before the first step; R15.7: none takes the slot that a promised promotion needs."""
    if table.state.steps:
        return ()
    player = table.state.controller(chief)
    promised = [
        b.promise for b in table.state.bonds if b.player == player and b.promise.action == "promotion"
    ]
    taken = {promise.to for promise in promised if not promise.never}
    moved = {promise.target for promise in promised if not promise.never}
    return tuple(
        c for c in shift_options(table, chief) if c.to not in taken - {""} and not {c.target, c.other} & moved
    )


def _shift_stage(table: Table, chief: Name) -> Options:
    return _shifts(table, chief), ()


def _either_stage(table: Table, chief: Name) -> Options:
    return _shifts(table, chief) + step_options(table, chief), ()


def _step_stage(table: Table, chief: Name) -> Options:
    return step_options(table, chief), ()


def _sponsor(table: Table, slot: str) -> Step[None]:
    """R8.4, R8.6: promotions into vacancies below him, until he says he is finished."""
    while sponsor := _sponsoring(table, slot):
        name = sponsor.letter
        promotions = partial(_promotions, table, name)
        proposal = yield from table.propose(name, "promotion", promotions)
        if not proposal.stands:
            continue
        if proposal.choice is None:
            yield Finished(name)
            return
        yield from _carry_out(table, name, proposal.choice)


def _carry_out(table: Table, sponsor: Name, choice: Choice) -> Step[None]:
    """R8.1 free, R8.2 one SP."""
    if choice.action == "swap":
        yield from _swap(table, sponsor, choice)
        return
    yield from table.move(choice.target, choice.to, choice.action, sponsor)
    if choice.action != "shift":
        yield Aged(sponsor, STEP_SP, choice.action)


def _swap(table: Table, sponsor: Name, choice: Choice) -> Step[None]:
    """R8.1; HR-6, where it is read "goes": guests of the Sanatorium come back."""
    pair = (choice.target, choice.other)
    guests = [name for name in pair if table.state.people[name].cure]
    if readings.says(table.state, "HR-6", "goes"):
        for name in guests:
            yield from table.marked(name, inside=True)
    yield Swapped(choice.target, choice.other, sponsor)
    if guests:
        yield from table.used("HR-6")


def shift_options(table: Table, chief: Name) -> tuple[Choice, ...]:
    """R8.1: members within their own level, into vacancies or by exchange."""
    state, options = table.state, []
    for slots in (board.FIRST_LEVEL, board.SECOND_LEVEL):
        members = [state.slots[slot] for slot in slots if slot in state.slots]
        options += [Choice("shift", name, to) for name in members for to in state.vacant(slots)]
        options += [Choice("swap", one, other=two) for one in members for two in members if one != two]
    return tuple(options)


def step_options(table: Table, chief: Name) -> tuple[Choice, ...]:
    """R8.2: one step up or down into a vacancy, each Politician once, not himself; R10.2: nothing from 96 on."""
    if not table.may_age(chief):
        return ()
    options: list[Choice] = []
    for politician in table.state.people.values():
        rank = board.RANK[politician.place]
        if rank > board.RANK[board.PEOPLE] or politician.place == "PC" or politician.letter == chief:
            continue
        if (chief, politician.letter) in table.state.steps:
            continue
        own = board.level(politician.place)
        options += _steps_to(table.state, politician, "promotion", own - 1)
        options += _steps_to(table.state, politician, "demotion", own + 1)
    return tuple(options)


def promotion_options(table: Table, sponsor: Name) -> tuple[Choice, ...]:
    """R8.4, R8.6: upwards only, into the levels that he fills; one level a Politician and sponsor."""
    if not table.may_age(sponsor):
        return ()
    options: list[Choice] = []
    for to in table.rules.sponsor_levels[board.level(table.state.people[sponsor].place)]:
        for politician in table.state.people.values():
            at_hand = board.RANK[politician.place] <= board.RANK[board.PEOPLE]
            if at_hand and board.level(politician.place) == to + 1:
                if (sponsor, politician.letter) not in table.state.steps:
                    options += _steps_to(table.state, politician, "promotion", to)
    return tuple(options)


def _promotions(table: Table, sponsor: Name) -> Options:
    return promotion_options(table, sponsor), ()


def _steps_to(state: State, politician: Politician, action: str, rank: int) -> list[Choice]:
    """His steps into the vacancies of a level; among the People there is always room."""
    if rank in (0, 5):
        return []
    if rank == board.level(board.PEOPLE):
        return [Choice(action, politician.letter, board.PEOPLE)]
    return [Choice(action, politician.letter, slot) for slot in state.vacant(board.slots_of(rank))]


def _progress(table: Table, slots: Iterable[str], sources: Sequence[Sequence[str]]) -> Step[None]:
    """R8.3, R8.5, R8.7: each vacancy in succession goes to the oldest of the next level that has anybody; no SP."""
    for slot in slots:
        if slot in table.state.slots:
            continue
        for source in (*sources, None):
            below = _members(table.state, source)
            if below:
                yield from table.facts(rulings_of(below))
                yield from table.move(oldest(below).letter, slot, "age")
                break


def _members(state: State, slots: Sequence[str] | None) -> list[Politician]:
    """Who sits in these slots; None: the People."""
    if slots is None:
        return state.at(board.PEOPLE)
    return [state.people[state.slots[slot]] for slot in slots if slot in state.slots]
