"""The two Swiss games: in Avalon Hill's wording (R16) and the original (R17)."""

from collections.abc import Iterable
from dataclasses import replace

from .. import applied, board, influence, readings, victory
from ..events import Aged, Event, GameEnded, Name, Player
from ..rules import Closing, Reasons, Rules
from ..state import Politician, State
from .basic import lose_declared


def keep_declared(state: State, name: Name) -> Iterable[Event]:
    """R16.3: Siberia takes no IP, declared or recorded."""
    return ()


def _keep_all(state: State, name: Name) -> Iterable[Event]:
    """R17.8, HR-23: Siberia takes no recorded IP, and no declared ones."""
    if state.declared.get(name):
        loses = readings.says(state, "HR-23", "loses")
        yield applied.said(
            state, "HR-23", f"{name} {'loses' if loses else 'keeps'} the influence declared on him"
        )
        if loses:
            yield from lose_declared(state, name)
        yield from applied.used(state, "HR-23")


def _three_waves_ah(state: State) -> Iterable[Event]:
    """R16.1: the controller wins, unless others recorded as much or more; HR-28: without one the most recorded wins."""
    name = state.waves[-1].politician
    if name is None or not victory.thrice(state):
        return
    yield from victory.passed_over(state, name)
    player = victory.claimant(state, name)
    if player is None:
        yield applied.said(state, "HR-28", f"nobody controls {name}")
        nobody = readings.says(state, "HR-28", "nobody")
        yield GameEnded(() if nobody else victory.most_recorded(state, name), "R16.1")
        return
    own = state.written(player, name)
    others = [p for p in state.seats if p != player and p not in state.conceded]
    rivals = tuple(p for p in others if state.written(p, name) >= own)
    yield GameEnded(rivals or (player,), "R16.1")


def swiss_ah(rules: Rules) -> Rules:
    """R16."""
    return replace(rules, name="swiss-ah", aging_cap=1, exile=keep_declared, after_wave=_three_waves_ah)


def _aging(state: State, member: Politician) -> Reasons:
    """R17.1: the Party Chief, or poor health at work; suspicion does not age."""
    reasons = (("Party Chief", 1),) if member.place == "PC" else ()
    return reasons + ((("poor health at work", 1),) if member.crosses and not member.cure else ())


def _suspected_candidates(state: State) -> Iterable[Event]:
    """R17.2: at the end of phase 3 every suspected Candidate takes 1 SP."""
    for slot in board.CANDIDATES:
        candidate = state.holder(slot)
        if candidate is not None and candidate.suspicion:
            yield Aged(candidate.letter, 1, "suspicion")


def _closing(suspect: Politician) -> Closing:
    """R17.2: a "?" of an earlier year is free; HR-32: one of this year costs 1."""
    return Closing(0) if suspect.suspicion > suspect.fresh else Closing(1, "HR-32")


def _cannot_fill(state: State) -> Iterable[Event]:
    """R17.6: phase 6 cannot fill the Politburo: nobody wins."""
    if victory.outside_siberia(state) < victory.POLITBURO_SIZE:
        yield GameEnded((), "R17.6")


def winners_by_record(state: State, name: Name, tie: str) -> tuple[Player, ...]:
    """R17.5, HR-22: the most recorded; of a tie not its controller (or nobody); no IP from anyone: nobody."""
    most = victory.most_recorded(state, name)
    if len(most) < 2:
        return most
    if (readings.of(state, "HR-22") or tie) == "nobody":
        return ()
    return tuple(player for player in most if player != state.controller(name))


def swiss(rules: Rules, tie: str = "not_controller") -> Rules:
    """R17."""

    def crowned(state: State, name: Name, clause: str) -> Iterable[Event]:
        if len(victory.most_recorded(state, name)) > 1:
            yield applied.said(state, "HR-22", f"a tie of recorded influence on {name}")
        yield GameEnded(winners_by_record(state, name, tie), clause)

    def after_wave(state: State) -> Iterable[Event]:
        name = state.waves[-1].politician
        if name is not None and victory.thrice(state):
            yield from crowned(state, name, "R17.5")
        elif name is not None and state.turn == board.LAST_TURN - 1:
            yield from crowned(state, name, "R17.6")

    def after_funeral(state: State) -> Iterable[Event]:
        if state.turn < board.LAST_TURN:
            return
        chief = state.holder("PC")
        if chief is None:
            yield GameEnded((), "R17.6")
        else:
            yield from crowned(state, chief.letter, "R17.6")

    cards = {letter: card for letter, card in rules.cards.items() if letter not in "VX"}  # R17.8, HR-25
    return replace(
        rules,
        name="swiss",
        cards=cards,
        break_tie=influence.by_seat,
        aging=_aging,
        aging_cap=1,
        exile=_keep_all,
        accusable=lambda member: member.suspicion > member.fresh,
        trial_bars_condemnation=False,
        closing=_closing,
        after_spy=_suspected_candidates,
        funeral_succession=("FM", "IDE", "KGB", "ECO", "SPO", "DM"),
        nominee_votes=False,
        sponsor_levels={1: (2,), 2: (3,)},  # R17.9
        wave_needs={1: 8, 2: 15},
        after_wave=after_wave,
        after_funeral=after_funeral,
        after_replacement=_cannot_fill,
        after_retirement=lambda state, retired: (),
    )
