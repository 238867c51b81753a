"""Positions in the middle of a game, from which reports are written."""

from pbem.engine.state import Politician, Stake, State, Wave
from pbem.engine.variants import rules_for

SEATS = ("red", "blue", "green")


def position(turn: int = 3, phase: str = "cure", rules: str = "basic", **marks: str) -> State:
    """A middle game: `marks` are changes by card letter, like `G="DM sp3 ++ ? cure"`."""
    cards = rules_for(rules).cards
    letters = list(cards)
    order = "AKTGBPNMRCDEF"
    slots = ("PC", "KGB", "FM", "DM", "IDE", "IND", "ECO", "SPO", "C1", "C2", "C3", "C4", "C5")
    places = dict(zip(order, slots, strict=True))
    people = {
        letter: _politician(letter, cards[letter].age, places.get(letter, "people"), "") for letter in letters
    }
    for letter, text in marks.items():
        place, _, rest = text.partition(" ")
        people[letter] = _politician(letter, cards[letter].age, place, rest)
    held = {p.place: p.letter for p in people.values() if p.place in slots}
    sheets = {
        "red": dict(zip("KGTBMNRPWZ", range(10, 0, -1), strict=True)),
        "blue": dict(zip("TPKNGCDEUV", range(10, 0, -1), strict=True)),
        "green": dict(zip("PMGTKBRFLO", range(10, 0, -1), strict=True)),
    }
    declared = {
        "K": {"red": Stake(6, 1), "blue": Stake(3, 1)},
        "T": {"blue": Stake(8, 2)},
        "G": {"red": Stake(7, 3), "green": Stake(5, 4)},
        "P": {"green": Stake(4, 5)},
    }
    declared = {n: s for n, s in declared.items() if people[n].place not in ("wall", "siberia", "retired")}
    return State(SEATS, turn, phase, people, held, declared, sheets, 5, _waves(turn))  # type: ignore[arg-type]


def _politician(letter: str, printed: int, place: str, text: str) -> Politician:
    words = text.split()
    stress = sum(int(word[2:]) for word in words if word.startswith("sp"))
    crosses = 3 if place == "wall" else max((len(w) for w in words if set(w) == {"+"}), default=0)
    suspicion = sum(len(w) for w in words if set(w) == {"?"})
    return Politician(letter, printed, place, stress, crosses, suspicion, 0, "cure" in words)


def _waves(turn: int) -> tuple[Wave, ...]:
    return (Wave(1, None, None), Wave(2, "A", "red"))[: max(0, turn - 1)]
