"""Pictures: public, the same everywhere, small, quick, and readable."""

import io
import time
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from pbem.engine import board, view
from pbem.engine.events import PhaseClosed
from pbem.engine.otherwise import OtherWorld
from pbem.engine.state import fold
from pbem.engine.variants import rules_for
from pbem.report.naming import names_of
from pbem.report.pictures import Picture, canvas
from pbem.report.pictures import board as board_drawn
from pbem.report.pictures.board import board_picture
from pbem.report.pictures.chosen import _pictures, picture_of
from pbem.report.pictures.facts import board_facts
from pbem.report.pictures.years import end_picture, year_picture

from ..botgames import GAMES, over
from ..played import seats_of
from ..positions import position

GOLDEN = Path(__file__).parent / "golden"
MOST = 45_000
NAMES = names_of(rules_for("basic"), seats_of(("red", "blue", "green")))
BEFORE = position(3, "cure")
AFTER = position(
    3,
    "purge",
    K="KGB sp6",
    A="PC sp9 ++",
    G="DM sp2 + ? cure",
    B="IDE ?",
    T="FM sp3",
    P="siberia +",
    N="IND",
    V="wall",
    R="C1 ? +",
    Z="ECO",
)


def the_board() -> Picture:
    return board_picture(NAMES, AFTER, BEFORE)


def the_year() -> Picture:
    game = over("basic/5", 1)
    return year_picture(game.names, game.rules, game.public, "winter-5", 4)


def the_end() -> Picture:
    game = over("advanced/5", 2)
    return end_picture(game.names, game.rules, game.public, "winter-5", game.sheets)


DRAWN = {"board": the_board, "year": the_year, "end": the_end}


def opened(picture: Picture) -> Image.Image:
    return Image.open(io.BytesIO(picture.png))


def afresh() -> None:
    """Nothing that was drawn before is kept."""
    board_drawn._drawn.cache_clear()
    _pictures.clear()


@pytest.mark.parametrize("name", sorted(DRAWN))
def test_d30_golden_pictures_are_the_same_to_the_pixel(name, request):
    here, path = opened(DRAWN[name]()).convert("RGB"), GOLDEN / f"{name}.png"
    if request.config.getoption("--update-golden", default=False):
        path.write_bytes(DRAWN[name]().png)
    there = Image.open(path).convert("RGB")
    assert here.size == there.size
    assert ImageChops.difference(here, there).getbbox() is None


@pytest.mark.parametrize("name", sorted(DRAWN))
def test_a_picture_drawn_again_has_the_same_bytes(name):
    first = DRAWN[name]()
    afresh()
    assert DRAWN[name]() == first


@pytest.mark.parametrize("name", sorted(DRAWN))
def test_a_picture_is_small_and_as_wide_as_a_phone_needs(name):
    picture = DRAWN[name]()
    image = opened(picture)
    assert (image.mode, image.width) == ("P", canvas.WIDTH)
    assert len(picture.png) <= MOST


@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_every_picture_of_a_whole_game_is_small(name, seed):
    game = over(name, seed)
    closed = [at for at, e in enumerate(game.journal, 1) if isinstance(e, PhaseClosed)]
    for since, until in pairwise(closed):
        brief = game.brief(game.seats[0].colour, until, since)
        picture = picture_of(brief, game.names)
        assert picture is not None
        assert len(picture.png) <= MOST
    last = picture_of(game.brief(game.seats[0].colour), game.names)
    assert last is not None
    assert len(last.png) <= MOST


# --- public facts only ---


@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_all_players_get_the_same_picture_and_in_another_world_too(name, seed):
    game = over(name, seed)
    parade = next(
        at for at, e in enumerate(game.journal, 1) if isinstance(e, PhaseClosed) and e.phase == "parade"
    )
    purge = next(
        at for at, e in enumerate(game.journal, 1) if isinstance(e, PhaseClosed) and e.phase == "purge"
    )
    for since, until in ((purge - 20, purge), (purge, parade)):
        pictures = set()
        for seat in game.seats:
            pictures.add(picture_of(game.brief(seat.colour, until, since), game.names))
            world = OtherWorld(seat.colour, list(game.rules.deck))
            there = game._replace(journal=tuple(map(world.event, game.journal)))
            if seat == game.seats[0]:
                assert there.journal != game.journal
            afresh()
            pictures.add(picture_of(there.brief(seat.colour, until, since), game.names))
        assert len(pictures) == 1


def test_the_board_is_drawn_from_what_the_table_sees():
    assert (
        len({board_picture(NAMES, view.position(p, AFTER), None).png for p in (*AFTER.seats, view.TABLE)})
        == 1
    )


def test_sheets_are_shown_only_once_they_are_opened():
    game = over("basic/4", 3)
    mine = game.seats[0].colour
    closed = picture_of(game.brief(mine, opened=(), sheets={mine: game.sheets[mine]}), game.names)
    shown = picture_of(game.brief(mine), game.names)
    assert closed is not None
    assert shown is not None
    assert "had recorded" not in closed.alt
    assert "what each player had recorded" in shown.alt
    assert opened(shown).height > opened(closed).height


# --- which one ---


def test_the_year_s_picture_comes_with_its_parade_and_the_end_s_with_the_end():
    game = over("basic/5", 1)
    me = game.seats[0].colour
    closed = [at for at, e in enumerate(game.journal, 1) if isinstance(e, PhaseClosed)]
    alts = {}
    for since, until in pairwise(closed):
        last = game.journal[until - 1]
        assert isinstance(last, PhaseClosed)
        brief = game.brief(me, until, since)
        brief = brief if last.phase == "parade" else brief._replace(past=())
        picture = picture_of(brief, game.names)
        assert picture is not None
        alts[last.turn, last.phase] = picture.alt
    assert alts[2, "parade"].startswith("winter-5: 1952 in a picture.")
    assert alts[2, "health"].startswith("The Politburo, 1952, Health Phase: PC ")
    end = picture_of(game.brief(me), game.names)
    assert end is not None
    assert end.alt.startswith("winter-5: ")
    assert "has won." in end.alt
    assert picture_of(game.brief(me, 3, draft={}), game.names) is None
    assert picture_of(game.brief(me, 1), game.names) is None, "nobody is there yet"


def test_a_year_s_picture_that_comes_with_the_cure_of_the_next_tells_of_the_year_alone():
    game = over("basic/5", 1)
    me = game.seats[0].colour
    ends = {(e.turn, e.phase): at for at, e in enumerate(game.journal, 1) if isinstance(e, PhaseClosed)}
    alone = picture_of(game.brief(me, ends[2, "parade"], ends[2, "replacement"]), game.names)
    later = picture_of(game.brief(me, ends[3, "cure"], ends[2, "replacement"]), game.names)
    assert alone == later


# --- what is on it ---


def test_the_alt_text_names_everybody_with_his_office():
    alt = the_board().alt
    for slot in board.SLOTS:
        who = AFTER.holder(slot)
        if who is not None:
            assert f"{slot} {NAMES.of(who.letter)}" in alt
        else:
            assert f"{slot} vacant" in alt
    assert "Changed since the last report: " in alt


@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_an_alt_text_is_a_sentence_or_two(name, seed):
    """Whoever has pictures read to him hears what is there, and not the whole mail again."""
    game = over(name, seed)
    me = game.seats[0].colour
    closed = [at for at, e in enumerate(game.journal, 1) if isinstance(e, PhaseClosed)]
    for since, until in [*pairwise(closed[-4:]), (0, len(game.journal))]:
        picture = picture_of(game.brief(me, until, since), game.names)
        assert picture is not None
        assert 40 < len(picture.alt) < 400


def test_what_has_changed_is_marked_and_nothing_else():
    fresh = {one.slot: one.fresh for one in board_facts(NAMES, AFTER, BEFORE).seats}
    assert fresh["PC"] == {"age", "marks"}
    assert fresh["KGB"] == {"age"}
    assert fresh["IDE"] == {"marks"}
    assert "who" in fresh["IND"]
    assert not fresh["C2"]
    assert not any(one.fresh for one in board_facts(NAMES, AFTER, AFTER).seats)
    assert not any(one.fresh for one in board_facts(NAMES, AFTER).seats)
    yellow = {
        colour for _, colour in opened(board_picture(NAMES, AFTER, AFTER)).convert("RGB").getcolors(10**6)
    }
    assert canvas.FRESH in yellow, "in the legend"
    assert canvas.FRESH not in {
        c for _, c in opened(board_picture(NAMES, AFTER, None)).convert("RGB").getcolors(10**6)
    }


def test_a_controller_s_colour_and_name_stand_on_his_card():
    colours = {c for _, c in opened(the_board()).convert("RGB").getcolors(10**6)}
    assert canvas.FACTION["red"] in colours
    assert canvas.FACTION["blue"] in colours
    assert canvas.FACTION["yellow"] not in colours


@pytest.mark.parametrize("name", ["Wolfeschlegelsteinhausenbergerdorff", "X", "Ян Ковальский", "東京"])
def test_any_name_fits(name):
    seats = tuple(seat._replace(name=name) for seat in seats_of(AFTER.seats))
    names = names_of(rules_for("basic"), seats)
    picture = board_picture(names, AFTER, BEFORE)
    assert opened(picture).size == opened(the_board()).size
    words, size = canvas.fit(name, 60, 20, bold=True)
    assert canvas.length(words, size, True) <= 60


def test_labels_are_pushed_apart_and_stay_inside():
    places = canvas.apart([50, 51, 52, 200, 299], 20, 40, 290)
    assert all(b - a >= 20 for a, b in pairwise(places))
    assert places[0] >= 40
    assert places[-1] <= 290


def _light(colour):
    parts = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def _contrast(one, other):
    light, dark = sorted((_light(one), _light(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_letters_can_be_read_on_their_ground():
    for dark in (*canvas.FACTION.values(), canvas.FLAG):
        assert _contrast(canvas.WHITE, dark) >= 4.5, dark
    for ink in (canvas.INK, canvas.SOFT, canvas.FLAG):
        assert _contrast(ink, canvas.PAPER) >= 4.5, ink
    assert _contrast(canvas.INK, canvas.NOBODY) >= 4.5
    assert _contrast(canvas.INK, canvas.FRESH) >= 4.5


@pytest.mark.parametrize("bold", [False, True])
def test_the_letters_are_bundled(bold):
    missing = bytes(canvas.font(20, bold).getmask("\uffff"))
    for sign in "AZaz09ÄÖÜéßŁłŽžАЯая–—’“”…†●▲▼→?+":
        assert bytes(canvas.font(20, bold).getmask(sign)) != missing, sign


@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_every_name_of_a_game_is_drawn_with_letters_that_are_there(name, seed):
    missing = bytes(canvas.font(20, True).getmask("\uffff"))
    signs = {sign for full in over(name, seed).names.full.values() for sign in full} - {" "}
    assert all(bytes(canvas.font(20, True).getmask(sign)) != missing for sign in signs)


def test_the_board_is_drawn_quickly():
    """A generous bound: it takes 7 ms, and is drawn once for all players."""
    the_board()
    best = 1.0
    for _ in range(5):
        board_drawn._drawn.cache_clear()
        began = time.perf_counter()
        the_board()
        best = min(best, time.perf_counter() - began)
    assert best < 0.06
    began = time.perf_counter()
    the_board()
    assert time.perf_counter() - began < 0.01, "kept"


def test_the_board_of_every_phase_is_another_only_if_its_facts_are():
    game = over("basic/4", 3)
    state = fold(game.journal)
    facts = board_facts(game.names, state)
    assert facts == board_facts(game.names, view.position(view.TABLE, state))
