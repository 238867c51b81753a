"""The words of pictures, for whoever does not see them."""

from collections.abc import Mapping

from pbem.engine.events import Name, Player
from pbem.engine.state import State

from ..annals import Annals
from ..naming import HEALTH, Names, year


def age_said(names: Names, state: State, letter: Name) -> str:
    """`Nestor 89 (Ill)`."""
    who = state.people[letter]
    return f"{names.of(letter)} {who.age}" + (f" ({HEALTH[who.crosses].split()[0]})" if who.crosses else "")


def reign_said(names: Names, annals: Annals, slot: str) -> str:
    """`Anna, from 1952 nobody, from 1953 Ben`: who controlled this office, a change a year at most told with its year."""
    said: list[str] = []
    for one in annals.reigns(slot):
        who = names.who(one.player) if one.letter else "vacant"
        if not said or said[-1].rpartition(" ")[2] != who:
            said.append(who if not said else f"{year(int(one.since) + 1)} {who}")
    return ", ".join(said)


def waves_said(names: Names, state: State) -> str:
    """`Waves: 1951 nobody, 1952 Nestor for Anna.`"""
    told = []
    for wave in state.waves:
        who = names.of(wave.politician) if wave.politician else "nobody"
        told.append(f"{year(wave.turn)} {who}" + (f" for {names.who(wave.player)}" if wave.player else ""))
    return f"Waves: {', '.join(told)}." if told else "Nobody has waved yet."


def sheets_said(names: Names, state: State, sheets: Mapping[Player, Mapping[Name, int]] | None) -> str:
    """What was recorded, player by player."""
    told = ""
    for player in state.seats:
        if sheets and player in sheets:
            order = sorted(sheets[player].items(), key=lambda one: (-one[1], one[0]))
            told += f" {names.who(player)} had recorded {', '.join(f'{names.of(n)} {p}' for n, p in order)}."
    return told
