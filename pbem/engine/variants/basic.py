"""The Basic Game (R0–R11): the policies every other variant starts from."""

from collections.abc import Iterable

from .. import board, influence, packs, readings, victory
from ..events import Event, InfluenceLost, Name
from ..phases import cure, funeral, health, parade, purge, rehabilitation, replacement, setup, spy
from ..rules import Closing, Reasons, Rules
from ..state import Politician, State

NESTOR = "A"


def not_nestor(state: State, name: Name) -> bool:
    """R1.3: Nestor may get none."""
    return name != NESTOR


def aging(state: State, member: Politician) -> Reasons:
    """R3.3: the Party Chief always; at work one a Red Cross; once for suspicion (HR-5)."""
    reasons = []
    if member.place == "PC":
        reasons.append(("Party Chief", 1))
    if member.crosses and not member.cure:
        reasons.append(("poor health at work", member.crosses))
    if member.suspicion:
        each = readings.says(state, "HR-5", "each-mark")
        reasons.append(("suspicion", member.suspicion if each else 1))
    return tuple(reasons)


def at_the_sanatorium(state: State, victim: Politician) -> int:
    """R4.2."""
    return 3 if victim.cure else 0


def lose_declared(state: State, name: Name) -> Iterable[Event]:
    """R2.4: declared IP come off the card and off the sheets."""
    for player, stake in state.declared.get(name, {}).items():
        yield InfluenceLost(player, name, stake.points)


def suspected(member: Politician) -> bool:
    """R5.1."""
    return member.suspicion > 0


def closing(suspect: Politician) -> Closing:
    """R5.5; HR-12: one of this year, too."""
    return Closing(1, "HR-12" if suspect.fresh else None)


def nothing(state: State) -> Iterable[Event]:
    """No rule here."""
    return ()


def basic() -> Rules:
    """The Basic Game as one value."""
    modules = (cure, purge, spy, health, funeral, replacement, rehabilitation, parade)
    return Rules(
        name="basic",
        cards=packs.politicians(),
        first_chief=NESTOR,
        chart=packs.health_chart(),
        sheet=tuple(range(10, 0, -1)),
        may_hold=not_nestor,
        phases={"setup": setup.play, **{name: m.play for name, m in zip(board.PHASES, modules, strict=True)}},
        break_tie=influence.by_dice,
        aging=aging,
        aging_cap=None,
        purge_modifiers=(at_the_sanatorium,),
        exile=lose_declared,
        accusable=suspected,
        trial_bars_condemnation=True,
        closing=closing,
        after_spy=nothing,
        funeral_succession=board.FUNERAL_SUCCESSION,
        nominee_votes=True,
        sponsor_levels={1: (2, 3), 2: (3,)},
        wave_needs={1: 7, 2: 14},
        after_wave=victory.third_wave,
        after_funeral=victory.time_is_up,
        after_replacement=nothing,
        after_retirement=victory.too_few,
        deal=setup.at_random,
        sheet_faults=setup.each_number_once,
        max_suspicion=1,
        deck={},
        deck_name="",
        hand_size=0,
        switches=frozenset(),
        ten_plus=False,
    )
