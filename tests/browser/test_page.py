"""The page in a browser, wide and narrow: it winds to what the engine folds, by key, mouse and touch, and says nothing it should not."""

import pytest

from pbem.archive.page import render_page
from pbem.engine import board

from .conftest import NARROW, WIDE
from .films import BASIC, FOUR, LONG, cards_of, film_of, last_of, played, positions, taken_back

pytestmark = pytest.mark.servers
WIDTHS = (WIDE, NARROW)


# --- it opens --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("which", [LONG, BASIC])
def test_it_opens_under_a_second_and_fits(watch, width, which):
    text = render_page(played(*which))
    took = []
    for _ in range(3):  # whatever else the machine does
        here = watch(text, width).open()
        took.append(here.page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd"))
        assert here.event() > 0
        assert here.overflow() == 0
    assert min(took) < 1000


@pytest.mark.parametrize("width", [*WIDTHS, 320, 1000])
def test_nothing_is_wider_than_the_window_whatever_is_looked_at(watch, width):
    here = watch(render_page(played(*LONG)), width).open()
    for eyes in ("0", "2", "9"):
        for tab in ("story", "secrets", "charts", "ledger", "end"):
            here.page.click(f"#tab-{tab}")
            here.page.keyboard.press(eyes)
            for number in (3, 240, 900):
                here.go(number)
                assert here.overflow() == 0, (eyes, tab, number)


@pytest.mark.parametrize("width", WIDTHS)
def test_no_name_and_no_number_is_cut_off(watch, width):
    """Whole names on the cards of the board, whatever their width; whole faces in the table of dice."""
    here = watch(render_page(played(*LONG)), width).open()
    for number in (3, 240, 611, 900, 1262):
        here.go(number)
        cut = here.page.evaluate(
            """() => [...document.querySelectorAll('.slot .who')].filter(e => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1)
              .map(e => e.textContent)"""
        )
        assert cut == [], number
    here.page.click("#tab-ledger")
    high = here.page.evaluate(
        """() => [...document.querySelectorAll('.dice tbody td:nth-child(3), .dice tbody td:nth-child(4)')].filter(e => {
          const words = document.createRange(); words.selectNodeContents(e);
          return words.getClientRects().length && words.getBoundingClientRect().height > 1.6 * parseFloat(getComputedStyle(e).lineHeight); }).map(e => e.textContent)"""
    )
    assert high == []


def test_an_office_does_not_change_hands_while_players_outbid_each_other(watch):
    """In the chart a row has no stripes that last for a bid."""
    reel = played(*LONG)
    here = watch(render_page(reel), WIDE).open()
    here.page.click("#tab-charts")
    drawn = here.page.locator("#charts figure").first.locator("rect.run").count()
    film = film_of(render_page(reel))
    settled, changes, before = positions(reel), 0, {}
    frames = [frame["n"] for frame in film["frames"]]
    bids = [bool((frame.get("d") or {}).get("s")) for frame in film["frames"]]
    for at, number in enumerate(frames):
        if not at or (at + 1 < len(frames) and bids[at] and bids[at + 1]):
            continue
        state = settled[last_of(film, number)]
        now = {
            slot: (who.letter, state.controller(who.letter))
            for slot in board.POLITBURO
            if (who := state.holder(slot))
        }
        changes += sum(before.get(slot) != one for slot, one in now.items())
        before = now
    assert drawn == changes


def test_a_link_to_an_event_opens_there(watch):
    reel = played(*FOUR)
    here = watch(render_page(reel)).open("#217")
    film = film_of(render_page(reel))
    assert here.event() <= 217 <= last_of(film, here.event())
    assert here.page.locator("#chronicle p.now").count() == 1
    assert here.page.evaluate("location.hash") == f"#{here.event()}"


def test_without_scripts_the_chronicle_the_result_and_the_sheets_are_there(watch):
    here = watch(render_page(played(*FOUR)), NARROW, script=False).open()
    words = here.page.inner_text("body")
    assert "1953, phase 2: Purge Phase" in words
    assert "The struggle is over" in words
    assert "The sheets, opened" in words
    assert "in a browser that runs scripts" in words
    assert not here.page.locator(".bar").is_visible()
    assert here.page.evaluate("document.documentElement.scrollWidth") <= NARROW


# --- it winds --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("which", [LONG, FOUR, BASIC])
def test_the_board_is_what_the_engine_folds_forwards_and_backwards(watch, width, which):
    reel = played(*which)
    text = render_page(reel)
    film, here, states = film_of(text), watch(text, width).open(), positions(reel)
    end = film["frames"][-1]["n"]
    for number in (end, end // 2, end // 3, 40, 41, 42, 43, 44, end // 2 + 1, 100, 99, 98, 97, 2, end):
        shown = here.go(number)
        assert here.cards() == cards_of(states[last_of(film, shown)]), shown


@pytest.mark.slow
def test_every_single_step_of_a_game_leads_to_the_position_of_the_engine(watch):
    reel = played(*BASIC)
    text = render_page(reel)
    film, here, states = film_of(text), watch(text).open(), positions(reel)
    here.page.keyboard.press("Home")
    for frame in film["frames"]:
        assert here.event() == frame["n"]
        if frame["n"] % 7 == 0 or frame.get("d"):
            assert here.cards() == cards_of(states[frame.get("e", frame["n"])])
        here.page.keyboard.press("ArrowRight")


def test_keys_wind_by_events_and_phases_and_to_both_ends(watch):
    text = render_page(played(*FOUR))
    film, here = film_of(text), watch(text).open()
    numbers = [frame["n"] for frame in film["frames"]]
    opens = [frame["n"] for frame in film["frames"] if "t" in frame.get("d", {})]
    press = here.page.keyboard.press
    press("Home")
    assert here.event() == numbers[0]
    press("ArrowRight")
    press("ArrowRight")
    assert here.event() == numbers[2]
    press("ArrowLeft")
    assert here.event() == numbers[1]
    press("End")
    assert here.event() == numbers[-1]
    press("PageUp")
    assert here.event() == opens[-1]
    press("Shift+ArrowLeft")
    assert here.event() == opens[-2]
    press("PageDown")
    assert here.event() == opens[-1]


@pytest.mark.parametrize("width", WIDTHS)
def test_buttons_slider_years_and_paragraphs_wind_too(watch, width):
    text = render_page(played(*FOUR))
    film, here = film_of(text), watch(text, width).open("#100")
    numbers = [frame["n"] for frame in film["frames"]]
    at = numbers.index(here.event())
    here.page.click("#on")
    assert here.event() == numbers[at + 1]
    here.page.click("#back")
    assert here.event() == numbers[at]
    here.page.click("#phase-on")
    assert here.event() > numbers[at]
    here.page.evaluate(
        "v => { const s = document.getElementById('slider'); s.value = v; s.dispatchEvent(new Event('input')); }",
        300,
    )
    assert here.event() == numbers[300]
    here.page.click("#years button >> nth=2")
    assert "1953" in here.page.inner_text("#when")
    paragraph = here.page.locator("#chronicle p[data-n]").nth(40)
    paragraph.click(position={"x": 20, "y": 8})
    assert here.event() == int(paragraph.get_attribute("data-n"))
    assert "now" in paragraph.get_attribute("class")


def test_space_plays_and_stops(watch):
    here = watch(render_page(played(*BASIC))).open("#20")
    here.page.select_option("#speed", "10")
    here.page.evaluate("document.activeElement.blur()")
    before = here.event()
    here.page.keyboard.press(" ")
    assert here.page.get_attribute("#play", "aria-pressed") == "true"
    here.until(f"+document.body.dataset.event > {before + 4}")
    here.page.keyboard.press(" ")
    assert here.page.get_attribute("#play", "aria-pressed") == "false"
    stopped = here.event()
    here.page.wait_for_timeout(700)
    assert here.event() == stopped


def test_a_stroke_over_the_board_winds_on(watch):
    here = watch(render_page(played(*BASIC)), NARROW).open("#30")
    before = here.event()
    here.page.evaluate(
        """() => { const b = document.getElementById('board'), t = x => new Touch({identifier: 1, target: b, clientX: x, clientY: 300});
        b.dispatchEvent(new TouchEvent('touchstart', {touches: [t(300)], changedTouches: [t(300)], bubbles: true}));
        b.dispatchEvent(new TouchEvent('touchend', {touches: [], changedTouches: [t(120)], bubbles: true})); }"""
    )
    assert here.event() > before


def test_help_opens_by_key_and_closes(watch):
    here = watch(render_page(played(*BASIC))).open()
    here.page.keyboard.press("?")
    assert here.page.locator("#help").is_visible()
    before = here.event()
    here.page.keyboard.press("ArrowRight")
    assert here.event() == before, "keys rest while the help is open"
    here.page.keyboard.press("Escape")
    assert not here.page.locator("#help").is_visible()


def test_the_chronicle_is_searched(watch):
    here = watch(render_page(played(*FOUR))).open()
    here.page.keyboard.press("/")
    here.page.keyboard.type("Siberia")
    shown = here.page.locator("#chronicle p:visible").all_inner_texts()
    assert shown
    assert all("siberia" in text.lower() for text in shown)
    here.page.keyboard.press("Enter")
    first = here.page.locator("#chronicle p.now")
    assert "siberia" in first.inner_text().lower()
    here.page.keyboard.press("Escape")
    assert here.page.locator("#chronicle p:visible").count() > len(shown)


def test_what_was_taken_back_is_passed_over_unless_it_is_asked_for(watch):
    reel = taken_back(played(*FOUR), 200, 320)
    text = render_page(reel)
    film, here = film_of(text), watch(text).open()
    undone = [frame["n"] for frame in film["frames"] if frame.get("u")]
    back = next(frame["n"] for frame in film["frames"] if frame.get("b"))
    here.go(back)
    assert here.cards() == cards_of(positions(reel)[back])
    here.page.keyboard.press("ArrowLeft")
    assert here.event() < undone[0]
    struck = here.page.locator("#chronicle p.undone").first
    assert struck.locator("s").count() == 1
    here.page.check("#undone")
    here.go(undone[-1])
    assert here.event() == undone[-1]
    assert "taken back later" in here.page.inner_text("#number")
    assert here.cards() == cards_of(positions(reel)[last_of(film, undone[-1])])


def test_whoever_wants_no_motion_sees_none(watch):
    reel = played(*FOUR)
    text = render_page(reel)
    film = film_of(text)
    places = [at for at, frame in enumerate(film["frames"]) if frame["n"] > 60 and "Siberia" in frame["x"]]
    moving = []
    for motion in ("no-preference", "reduce"):
        here = watch(text)
        here.page.emulate_media(reduced_motion=motion)
        here.open(f"#{film['frames'][places[0] - 1]['n']}")
        here.page.wait_for_timeout(700)
        here.page.keyboard.press("ArrowRight")
        moving.append(here.page.evaluate("document.getAnimations().length"))
    assert moving[0] > 0
    assert moving[1] == 0


def test_a_card_that_is_played_is_laid_open(watch):
    reel = played(*FOUR)
    text = render_page(reel)
    frame = next(frame for frame in film_of(text)["frames"] if "i" in frame)
    here = watch(text).open(f"#{frame['n']}")
    assert reel.rules.deck[frame["i"]].name in here.page.inner_text("#now")
    assert reel.rules.deck[frame["i"]].text[:40] in here.page.inner_text("#now")
