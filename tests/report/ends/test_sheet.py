"""My own secrets, and where I stand against what the others have shown."""

import pytest

from pbem.engine import view
from pbem.engine.state import Stake, replace
from pbem.engine.variants import rules_for
from pbem.orders.reader import read
from pbem.report.naming import names_of
from pbem.report.plan import plan
from pbem.report.report import scene_of
from pbem.report.sheet import sheet_text, standing

from ..played import Game, seats_of
from ..positions import position

NAMES = names_of(rules_for("basic"), seats_of(("red", "blue", "green")))
STATE = position(P="siberia", E="wall", W="retired")


def row(me, name, state=STATE):
    lines = sheet_text(NAMES, view.position(me, state), me)
    at = next(n for n, line in enumerate(lines) if line.startswith(f"| {NAMES.of(name)} "))
    more = [line for line in lines[at + 1 :] if line.startswith("|   ")]
    return " ".join(f"{lines[at]} {more[0][1:] if more and lines[at + 1] == more[0] else ''}".split())


@pytest.mark.parametrize(
    ("me", "name", "said"),
    [
        ("red", "K", "| Boremtodev K KGB 10 6 4 Ben 3: yours by 3"),
        ("green", "G", "| Palavrian G DM 8 5 3 Anna 7: yours if you show 8"),
        ("green", "T", "| Strychnin T FM 7 - 7 Ben 8: out of reach"),
        ("green", "K", "| Boremtodev K KGB 6 - 6 Anna 6, Ben 3: out of reach"),
        ("green", "B", "| Schukrutoff B IDE 5 - 5 yours if you show 1"),
        ("green", "P", "| Manjak P Siberia 10 - 10 no influence is shown there"),
    ],
)
def test_recorded_shown_left_and_where_i_stand(me, name, said):
    assert row(me, name) == said


def test_a_tie_belongs_to_whoever_was_first_and_a_politician_for_good_to_nobody_else():
    level = replace(STATE, declared={"G": {"red": Stake(7, 3), "green": Stake(7, 4)}})
    assert standing(level, "red", "G") == "yours, being first"
    assert standing(level, "green", "G") == "yours if you show 8"
    shown = replace(level, recorded={**level.recorded, "green": {"G": 7}})
    assert standing(shown, "green", "G") == "out of reach, all is shown"
    good = replace(level, locked={"G": "red"})
    assert standing(good, "red", "G") == "yours for good"
    assert standing(good, "green", "G").startswith("out of reach for good")


@pytest.mark.parametrize("me", ["red", "blue", "green"])
def test_it_is_told_from_his_view_alone(me):
    """What the others recorded makes no difference."""
    sheets = {p: sheet if p == me else {"K": 10, "Z": 9} for p, sheet in STATE.recorded.items()}
    other = replace(STATE, recorded=sheets)
    assert (
        sheet_text(NAMES, STATE, me)
        == sheet_text(NAMES, other, me)
        == sheet_text(NAMES, view.position(me, STATE), me)
    )


@pytest.mark.parametrize("me", ["red", "blue", "green"])
def test_the_table_keeps_to_its_width_and_is_no_order(me):
    lines = sheet_text(NAMES, STATE, me, {**(STATE.recorded[me] or {}), "K": 10, "A": 12})
    assert all(len(line) <= 76 and line.startswith("| ") for line in lines)
    assert all(reading.kind in ("ignored", "comment") for reading in read(lines, NAMES.lexicon))


def test_what_is_of_no_more_use_stands_below():
    lines = sheet_text(NAMES, STATE, "green")
    blue = sheet_text(NAMES, STATE, "blue")
    assert any(line.startswith("| In all 55 on your sheet, 5 of it shown.") for line in lines)
    assert any("Of no more use: Krakemheds 3 (the Kremlin Wall)" in line for line in blue)


def test_protect_says_who_threatens_and_what_it_would_take():
    """The plan of PROTECT, from what its owner may see alone."""
    game = Game.at(STATE, rules_for("basic"))
    game.order("green", "PROTECT MINE")
    brief = game.brief("green", ("purge", "spy", "health"))
    step = plan(scene_of(brief, NAMES), brief.standing)[0]
    assert (
        "(as things stand KGB Head Boremtodev (Anna’s): your 6 cannot beat the 6 shown there" in step.meaning
    )
    assert "; Defense Minister Palavrian (Anna’s): 8 of your 8 would do)" in step.meaning
