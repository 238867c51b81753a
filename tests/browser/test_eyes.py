"""The page in a browser: whose eyes, every die, hostile names, and whether everybody can read it; and the shelf."""

import pytest

from pbem.archive import shelf
from pbem.archive.page import render_page

from .conftest import NARROW, WIDE
from .films import BASIC, FOUR, LONG, film_of, last_of, played, positions, running

pytestmark = pytest.mark.servers
WIDTHS = (WIDE, NARROW)


# --- whose eyes ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", WIDTHS)
def test_each_pair_of_eyes_sees_its_own_sheet_and_hand_as_they_were(watch, width):
    reel = played(*FOUR)
    text = render_page(reel)
    film, here, states = film_of(text), watch(text, width).open(), positions(reel)
    here.page.click("#tab-secrets")
    assert here.page.locator("#secrets .sheet").count() == 0
    for number in (film["frames"][-1]["n"] // 2, 60):
        state = states[last_of(film, here.go(number))]
        for seat, player in enumerate(reel.seats):
            here.page.keyboard.press(str(seat + 1))
            assert here.page.locator("#secrets .sheet").count() == 1
            rows = here.page.locator("#secrets .sheet tbody tr").all()
            seen = {
                row.get_attribute("data-letter"): [
                    cell if cell != "–" else "0" for cell in row.locator("td").all_inner_texts()
                ]
                for row in rows
            }
            sheet = {name: points for name, points in state.recorded[player.colour].items() if points}
            assert {name: int(cells[0]) for name, cells in seen.items()} == sheet
            assert {name: int(cells[1]) for name, cells in seen.items()} == {
                name: state.shown(player.colour, name) for name in sheet
            }
            hand = [int(card) for card in here.page.locator("#secrets .hand li b").all_inner_texts()]
            assert hand == list(state.hands[player.colour].cards)
    here.page.keyboard.press("9")
    assert here.page.locator("#secrets .sheet").count() == len(reel.seats)
    here.page.keyboard.press("0")
    assert here.page.locator("#secrets .sheet").count() == 0
    assert here.page.locator("#board .pip.secret").count() == 0


def test_while_the_game_runs_only_the_eyes_of_the_table_are_open(watch):
    here = watch(render_page(running(played(*FOUR), 400))).open()
    for key in ("1", "9"):
        here.page.keyboard.press(key)
        assert here.page.input_value("#eyes") == "table"
    assert here.page.locator("#eyes option:not([disabled])").count() == 1
    here.page.click("#tab-secrets")
    assert "sealed until the end" in here.page.inner_text("#secrets")
    here.page.click("#tab-ledger")
    assert "sealed until the end" in here.page.inner_text("#ledger")
    assert here.page.locator("#ledger tr.right, #ledger tr.wrong").count() == 0


# --- dice ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("which", [LONG, FOUR, BASIC])
def test_each_die_is_computed_again_in_the_page(watch, which):
    reel = played(*which)
    text = render_page(reel)
    here = watch(text).open()
    here.page.click("#tab-ledger")
    dice = [die for frame in film_of(text)["frames"] for die in frame.get("k", ())]
    assert here.page.locator("#ledger tr.right").count() == len(dice) > 30
    assert here.page.locator("#ledger tr.wrong, #ledger li.wrong").count() == 0
    assert f"All {len(dice)} dice" in here.page.inner_text("#ledger .summary")
    assert here.page.locator("#ledger li.right").count() == (2 if reel.rules.deck else 1)


def test_a_wrong_die_and_a_wrong_seal_show_a_cross(watch):
    reel = played(*FOUR)
    text = render_page(reel)
    die = next(die for frame in film_of(text)["frames"] for die in frame.get("k", ()))
    planted = text.replace(f'["{die[0]}",{die[1]}]', f'["{die[0]}",{die[1] % 20 + 1}]', 1)
    planted = planted.replace(f'"commitment":"{reel.commitment}"', f'"commitment":"{"0" * 64}"')
    assert planted != text
    here = watch(planted).open()
    here.page.click("#tab-ledger")
    assert here.page.locator("#ledger tr.wrong").count() == 1
    assert die[0] in here.page.inner_text("#ledger tr.wrong")
    assert here.page.locator("#ledger li.wrong").count() == 1
    here.page.click("#ledger tr.wrong a")
    assert here.page.get_attribute("#rolls .die", "data-verdict") == "wrong"


# --- hostile and weak ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", WIDTHS)
def test_hostile_names_do_nothing(watch, width):
    reel = played(*FOUR)
    names = (
        "</script><script>window.hacked=1</script>",
        "\"><img src=x onerror='window.hacked=1'>",
        "\u202eанна\u2028{{ 7*7 }}",
        "x" * 60,
    )
    seats = tuple(seat._replace(name=name) for seat, name in zip(reel.seats, names, strict=True))
    here = watch(render_page(reel._replace(seats=seats, name="<svg onload=alert(1)>")), width).open("#300")
    here.page.keyboard.press("9")
    for tab in ("story", "secrets", "charts", "ledger", "end"):
        here.page.click(f"#tab-{tab}")
        assert here.overflow() == 0, tab
    assert here.page.evaluate("window.hacked") is None
    assert here.page.locator("img").count() == 0
    assert here.page.locator(".player b").first.inner_text().startswith("</script>")


def test_everything_that_can_be_used_has_a_name(watch):
    here = watch(render_page(played(*FOUR))).open()
    nameless = here.page.evaluate(
        """() => [...document.querySelectorAll('button, select, input, [role=img], [role=tabpanel]')].filter(e =>
          !(e.getAttribute('aria-label') || e.getAttribute('aria-labelledby') || e.textContent.trim() || (e.labels && [...e.labels].some(l => l.textContent.trim())))).map(e => e.outerHTML)"""
    )
    assert nameless == []
    assert here.page.get_attribute("#say", "aria-live") == "polite"
    assert here.page.locator("[role=tab][aria-selected=true]").count() == 1
    here.page.focus("#tab-story")
    here.page.keyboard.press("ArrowRight")
    assert here.page.get_attribute("#tab-secrets", "aria-selected") == "true"


#: The text of each visible element against what lies behind it: ratios under 4.5 (WCAG AA).
FAINT = """() => {
  const parse = c => { const m = c.match(/[\\d.]+/g).map(Number); return m.length < 4 ? [...m.slice(0, 3), 1] : m; };
  const over = (top, under) => top.slice(0, 3).map((v, i) => v * top[3] + under[i] * (1 - top[3]));
  const light = c => { const l = c.map(v => { v /= 255; return v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4; }); return .2126 * l[0] + .7152 * l[1] + .0722 * l[2]; };
  const found = {};
  for (const e of document.querySelectorAll('body *')) {
    if (e.closest('svg, option, .sr') || !e.checkVisibility() || ![...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim())) continue;
    const chain = []; let fade = 1;
    for (let n = e; n; n = n.parentElement) { chain.push(parse(getComputedStyle(n).backgroundColor)); fade *= +getComputedStyle(n).opacity; }
    let back = [255, 255, 255]; for (const c of chain.reverse()) back = over(c, back);
    const ink = parse(getComputedStyle(e).color), text = over([...ink.slice(0, 3), ink[3] * fade], back);
    const a = light(text), b = light(back), ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    if (ratio < 4.5) found[e.tagName + '.' + e.className + ' in ' + (e.parentElement.className || e.parentElement.id)] = ratio.toFixed(2);
  }
  return found;
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_text_can_be_read(watch, scheme):
    here = watch(render_page(played(*LONG)), WIDE, scheme).open("#900")
    here.page.keyboard.press("9")
    for tab in ("story", "secrets", "charts", "ledger", "end"):
        here.page.click(f"#tab-{tab}")
        assert here.page.evaluate(FAINT) == {}, tab


# --- the shelf -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", WIDTHS)
def test_the_shelf_is_sorted_by_a_click(watch, width):
    players = [shelf.Player("red", "Anna", True, True), shelf.Player("blue", "<i>Boris</i>", False, True)]
    games = [
        shelf.Game(name, f"{name}/index.html", rules, True, "1951–1955", length, players, "Anna won", "R11.1", begun)
        for name, rules, length, begun in (("bear", "swiss", 5, "2026-03-01"), ("zebra", "basic", 11, "2026-02-01"), ("ant", "advanced", 2, "2026-01-01"))
    ]  # fmt: skip
    here = watch(shelf.render_shelf(games), width).open()
    assert here.overflow() == 0
    assert here.page.locator(".games tbody th").all_inner_texts() == ["bear", "zebra", "ant"]
    if width == WIDE:
        here.page.click(".games thead button >> text=Game")
        assert here.page.locator(".games tbody th").all_inner_texts() == ["ant", "bear", "zebra"]
        here.page.click(".games thead button >> text=Years")
        assert here.page.locator(".games tbody th").all_inner_texts() == ["ant", "bear", "zebra"]
        here.page.click(".games thead button >> text=Years")
        assert here.page.locator(".games tbody th").all_inner_texts() == ["zebra", "bear", "ant"]
    assert here.page.evaluate("document.querySelectorAll('i').length") == 0
