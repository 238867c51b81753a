"""Offices, groups and players that are no seat, each with its usual names."""

from collections.abc import Mapping

#: Slot codes (rules R0.1) with every usual name; the first is the one we print.
OFFICES: Mapping[str, tuple[str, ...]] = {
    "PC": (
        "Party Chief",
        "PC",
        "Chief",
        "Party Leader",
        "Party Boss",
        "Party Head",
        "Head of Party",
        "Chief of Party",
        "General Secretary",
        "First Secretary",
    ),
    "KGB": ("KGB Head", "KGB", "KGB Chief", "KGB Boss", "KGB Director", "Head of KGB", "Chief of KGB"),
    "FM": (
        "Foreign Minister",
        "FM",
        "Foreign",
        "Foreign Affairs",
        "Foreign Affairs Minister",
        "Minister of Foreign Affairs",
    ),
    "DM": (
        "Defense Minister",
        "Defence Minister",
        "DM",
        "Defense",
        "Defence",
        "Minister of Defense",
        "Minister of Defence",
    ),
    "IDE": (
        "Ideology Chief",
        "IDE",
        "Ideology",
        "Chief Ideologist",
        "Ideologist",
        "Chief of Ideology",
        "Ideology Minister",
    ),
    "IND": ("Industry Minister", "IND", "Industry", "Minister of Industry"),
    "ECO": ("Economy Minister", "ECO", "Economy", "Economics", "Economics Minister", "Minister of Economy"),
    "SPO": (
        "Sport Minister",
        "SPO",
        "Sport",
        "Sports",
        "Sports Minister",
        "Minister of Sport",
        "Minister of Sports",
    ),
}
CANDIDATES = tuple(f"C{n}" for n in range(1, 6))

GROUPS: Mapping[str, tuple[str, ...]] = {
    "mine": (
        "mine",
        "my own",
        "any of mine",
        "all of mine",
        "all mine",
        "my politicians",
        "my people",
        "one of mine",
    ),
    "anyone": ("anyone", "anybody", "any", "any politician", "someone", "somebody"),
    "actor": ("actor",),
}
#: Players that are no seat.
OTHERS: Mapping[str, tuple[str, ...]] = {
    "i": ("i",),
    "nobody": ("nobody", "no one", "noone", "no player", "none"),
    "anyone": ("anyone", "anybody", "any player", "someone", "somebody"),
}
