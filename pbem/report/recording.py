"""Set-up: what sheet is wanted (R1.3, R1.5, R12), and how it is written."""

from pbem.engine.phases.setup import TEN_PLUS
from pbem.engine.rules import Rules
from pbem.engine.state import State
from pbem.engine.variants.nestor import BARRED_UNTIL

from .naming import Names, year
from .prose import echo, example, wrap

FREE = "free_allocation"
_TEN_PLUS = 11  # R12.1: what "10+" counts


def points(rules: Rules, number: int) -> str:
    """R12.1: eleven is written `10+` where it is on the sheet."""
    return TEN_PLUS if number == _TEN_PLUS and number in rules.sheet else str(number)


def as_written(rules: Rules, said: str) -> str:
    """`Manjak 11` as `Manjak 10+` in such a game; other words as they are."""
    him, _, number = said.rpartition(" ")
    return f"{him} {points(rules, int(number))}" if him and number.isdecimal() else said


def in_short(rules: Rules) -> str:
    """For the first screen."""
    if FREE in rules.switches:
        return f"your secret sheet of influence, {sum(rules.sheet)} points in any amounts"
    return (
        f"your secret sheet of influence, {_range(rules)} points on {len(rules.sheet)} different Politicians"
    )


def _range(rules: Rules) -> str:
    """`10 to 1`, `10+ and 10 to 1`."""
    plain = [number for number in rules.sheet if points(rules, number) == str(number)]
    extra = "10+ and " if len(plain) < len(rules.sheet) else ""
    return f"{extra}{max(plain)} to {min(plain)}"


def in_full(names: Names, rules: Rules) -> str:
    """For the first report."""
    if FREE in rules.switches:
        how = f"{sum(rules.sheet)} points in all, on as many Politicians as you like, 1 at least on each of them"
    else:
        how = f"{_range(rules)}, each number once, on {len(rules.sheet)} different Politicians"
    return (
        f"First record your influence: {how}. Nobody will see it, and what you declare later can never be more."
        f"{_good(rules)}{_chief(names, rules)} A line that begins with SALT and goes on with any words of yours is your share "
        "in the seed of the dice."
    )


def _good(rules: Rules) -> str:
    """R15.6, "10+"."""
    if not rules.ten_plus:
        return ""
    counts = " “10+” counts as 11." if _TEN_PLUS in rules.sheet else ""
    return f"{counts} Whoever is the first to show 11 on a Politician has that one for good, unless Siberia comes between."


def _chief(names: Names, rules: Rules) -> str:
    """R12: who may have influence on the first Party Chief."""
    chief = names.of(rules.first_chief)
    if "three_player" in rules.switches:
        if "growth" not in rules.switches:
            return f" Nobody ever puts influence on {chief}."
        return (
            f" Nobody puts influence on {chief} before the end of turn {BARRED_UNTIL} ({year(BARRED_UNTIL)})."
        )
    return f" {chief} takes influence like all the others." if "nestor" in rules.switches else ""


def barred(rules: Rules) -> str:
    """What the roll call says of one who takes none."""
    if {"three_player", "growth"} <= rules.switches:
        return "  (none at first)"
    return "  (takes no influence)"


def examples(names: Names, rules: Rules, view: State) -> list[str]:
    """R1.3 in one line; the names are those of the board, from the bottom up, so that nobody copies a good plan."""
    able = [letter for letter in sorted(view.people) if rules.may_hold(view, letter)]
    mine = able[-len(rules.sheet) :]
    most, least = points(rules, max(rules.sheet)), min(rules.sheet)
    numbers = (20, 15) if FREE in rules.switches else sorted(rules.sheet, reverse=True)
    first = ", ".join(f"{names.of(n)} {points(rules, p)}" for n, p in zip(mine[:2], numbers, strict=False))
    return [
        "",
        *wrap(f"For example, without the “|” (here {mine[0]} would get {most}, and {mine[-1]} {least}):"),
        example(f"INFLUENCE {' '.join(mine)}", "card letters, the highest first"),
        example(f"INFLUENCE {first}", "or by name"),
        *echo("SALT any words you like"),
    ]
