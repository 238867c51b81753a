"""My own secrets: what I recorded, have shown and have left, Politician by Politician, and where I stand there against the others."""

from collections.abc import Mapping
from itertools import zip_longest

from pbem.engine import board
from pbem.engine.events import Name, Player
from pbem.engine.influence import takes_influence
from pbem.engine.rules import Rules
from pbem.engine.state import State
from pbem.orders.verbs import ECHO

from . import recording
from .naming import HEALTH, Names, place
from .prose import TABLE_WIDTH, wrap


def sheet_text(names: Names, state: State, me: Player, first: Mapping[Name, int] | None = None) -> list[str]:
    """Highest first.  What is lost or of no use any more (R2.3, R2.4, R10.1) stands at the end.

    `first`: the sheet as it was recorded.
    """
    sheet = state.recorded.get(me)
    if sheet is None or not (sheet or first):
        return []
    live = sorted((n for n, points in sheet.items() if points), key=lambda n: (-sheet[n], n))
    gone = [n for n in live if state.people[n].place in (board.WALL, board.RETIRED)]
    lines = [_HEAD] if sheet else []
    lines += [line for n in live if n not in gone for line in _row(names, state, me, n, sheet[n])]
    if live:
        shown = sum(state.shown(me, n) for n in live)
        all_of_it = sum(sheet[n] for n in live)
        lines += wrap(f"In all {all_of_it} on your sheet, {shown} of it shown.", ECHO, ECHO + "  ")
    if gone:
        dead = ", ".join(f"{names.of(n)} {sheet[n]} ({place(state.people[n].place)})" for n in gone)
        lines += wrap(f"Of no more use: {dead}", ECHO, ECHO + "  ")
    lost = [(n, points - sheet.get(n, 0)) for n, points in (first or {}).items() if points > sheet.get(n, 0)]
    if lost:
        told = ", ".join(
            f"{names.of(n)} {points} ({_lost(state, n)})" for n, points in sorted(lost, key=lambda x: -x[1])
        )
        lines += wrap(f"Lost for good: {told}", ECHO, ECHO + "  ")
    return lines


def _lost(state: State, name: Name) -> str:
    """How it was lost: with a retirement (R10.1), by a card (R13.4), else shown on one sent to Siberia (R2.4)."""
    if state.people[name].place == board.RETIRED:
        return "retired"
    return "by a card, or sent to Siberia" if state.hands else "sent to Siberia"


def opened(names: Names, state: State, sheets: Mapping[Player, Mapping[Name, int]]) -> list[str]:
    """After the end: what everybody had recorded, the highest first."""
    lines: list[str] = []
    for player in state.seats:
        order = sorted((sheets.get(player) or {}).items(), key=lambda one: (-one[1], one[0]))
        if order:
            lines += wrap(
                f"{names.who(player)}: {', '.join(f'{names.of(n)} {points}' for n, points in order)}",
                ECHO,
                ECHO + "  ",
            )
    return lines


_HEAD = f"{ECHO}{'Politician':<16} {'where':<7} rec.  shown  left  others, and where you stand"


def _row(names: Names, state: State, me: Player, name: Name, points: int) -> list[str]:
    """Recorded, shown, left to show; the others' totals there, and what follows from them."""
    shown = state.shown(me, name)
    where = _WHERE.get(state.people[name].place, state.people[name].place)
    begin = f"{ECHO}{names.of(name)[:13]:<13} {name:<2} {where:<7} {points:>4}  {shown or '-':>5}  {points - shown:>4}  "
    said = f"{_rivals(names, state, me, name)}{standing(state, me, name)}"
    if len(begin) + len(said) <= TABLE_WIDTH:
        return [begin + said]
    return wrap(said, begin, ECHO + " " * (len(begin) - len(ECHO)), TABLE_WIDTH)


_WHERE = {board.PEOPLE: "People", board.SIBERIA: "Siberia"}
#: So many of the others are named.
_NAMED = 2


def _rivals(names: Names, state: State, me: Player, name: Name) -> str:
    """`Ben 5, Eve 3: `, the highest first."""
    stakes = state.declared.get(name, {})
    others = sorted((p for p in stakes if p != me), key=lambda p: (-stakes[p].points, state.seats.index(p)))
    told = [f"{names.who(p)} {stakes[p].points}" for p in others[:_NAMED]]
    told += [f"{len(others) - _NAMED} more"] if len(others) > _NAMED else []
    return f"{', '.join(told)}: " if told else ""


def standing(state: State, me: Player, name: Name) -> str:
    """Where I stand on him against what the others have shown: `yours by 3`, `yours if you show 6`, `out of reach`."""
    written, shown = state.written(me, name), state.shown(me, name)
    holder = state.controller(name)
    if name in state.locked:
        return "yours for good" if state.locked[name] == me else "out of reach for good (10+)"
    if not takes_influence(state, name):
        return "no influence is shown there"
    top = max((s.points for p, s in state.declared.get(name, {}).items() if p != me), default=0)
    if holder == me:
        return f"yours by {shown - top}" if shown > top else "yours, being first"
    if written > top:
        return f"yours if you show {top + 1}"
    return "out of reach" if shown < written else "out of reach, all is shown"


def draft_text(names: Names, rules: Rules, state: State, draft: Mapping[Name, int]) -> list[str]:
    """R1.3, HR-29: the sheet so far, and what it still lacks."""
    from pbem.engine.phases.setup import sheet_faults

    faults = sheet_faults(rules, state, draft)
    order = sorted(draft.items(), key=lambda one: (-one[1], one[0]))
    given = [f"{recording.points(rules, points):>4}  {names.of(n):<16}" for n, points in order]
    half = (len(given) + 1) // 2
    rows = [
        f"{ECHO}{left}{right}".rstrip()
        for left, right in zip_longest(given[:half], given[half:], fillvalue="")
    ]
    so_far = [] if rows else ["Your sheet is still empty."]
    state_of_it = (
        f"Not yet right, so READY does not count yet: {'; '.join(faults)}."
        if faults
        else "It is full; you may change it until play begins."
    )
    return [*rows, *so_far, *wrap(state_of_it, "", "  ")]


def roll_call(names: Names, state: State, rules: Rules) -> list[str]:
    """Set-up: every Politician with letter, age and place, as the board shows them."""
    order = sorted(state.people.values(), key=lambda p: (board.RANK[p.place], p.letter))
    lines = [f"{ECHO}   {'Politician':<24} age  place"]
    for who in order:
        where = board.OFFICES.get(who.place) or place(who.place)
        note = "" if rules.may_hold(state, who.letter) else recording.barred(rules)
        sick = f", {HEALTH[who.crosses]}" if who.crosses else ""
        lines.append(f"{ECHO}{who.letter:<3}{names.full[who.letter]:<24} {who.age:>3}  {where}{sick}{note}")
    return lines
