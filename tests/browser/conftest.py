"""A browser for all tests of a module, and a watcher for each page: what it says to the console, and what it asks of the network."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update "
    "--disable-sync --disable-dev-shm-usage"
).split()
WIDE, NARROW = 1400, 360


def lacking(reason: str) -> None:
    """Skip; where servers are required, fail."""
    if os.environ.get("PBEM_REQUIRE_SERVERS", "0") not in ("", "0"):
        pytest.fail(f"a browser is required (PBEM_REQUIRE_SERVERS=1), but {reason}", pytrace=False)
    pytest.skip(f"no browser: {reason}")


@pytest.fixture(
    scope="module"
)  # while it is open its event loop runs: tests elsewhere that send mail could not have one
def browser() -> Iterator[Any]:
    named = os.environ.get("PBEM_CHROMIUM", "")
    found = named or next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium"))), "")
    if not found:
        lacking("neither chromium-headless-shell nor chromium is installed (Debian has both)")
    api = pytest.importorskip("playwright.sync_api")
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield browser
        browser.close()


class Watched:
    """A page that is watched."""

    def __init__(
        self, browser: Any, path: Path, width: int, scheme: str = "light", script: bool = True
    ) -> None:
        self.path, self.said, self.asked = path, [], []
        self.context = browser.new_context(
            viewport={"width": width, "height": 900 if width > 640 else 780},
            color_scheme=scheme,
            java_script_enabled=script,
            has_touch=width < 640,
        )
        self.page = self.context.new_page()
        self.page.on("console", lambda said: self.said.append(f"{said.type}: {said.text}"))
        self.page.on("pageerror", lambda error: self.said.append(f"error: {error}"))
        self.page.route("**/*", self._route)

    def _route(self, route: Any) -> None:
        if route.request.url.partition("#")[0] == self.path.as_uri():
            route.continue_()
        else:
            self.asked.append(route.request.url)
            route.abort()

    def open(self, hash: str = "") -> "Watched":
        self.page.goto(self.path.as_uri() + hash)
        return self

    def event(self) -> int:
        return int(self.page.evaluate("document.body.dataset.event"))

    def go(self, number: int) -> int:
        """To an event, as a link does; the frame that shows it."""
        self.page.evaluate("n => { location.hash = '#' + n; }", number)
        self.until("location.hash === '#' + document.body.dataset.event")
        return self.event()

    def until(self, condition: str) -> None:
        """Wait for it.  (Playwright's own way to wait is eval, which the page's policy forbids.)"""
        for _ in range(200):
            if self.page.evaluate(condition):
                return
            self.page.wait_for_timeout(25)
        raise AssertionError(f"in vain: {condition}")

    def cards(self) -> dict[str, Any]:
        """The board as it is drawn."""
        found = self.page.evaluate(
            """() => [...document.querySelectorAll('#board .card')].map(c => {
              const home = c.closest('.slot') ? c.closest('.slot').dataset.slot : [...c.closest('.area').classList].filter(x => x !== 'area' && x !== 'empty')[0];
              return [c.dataset.letter, home, c.dataset.place, +c.dataset.age, +c.dataset.crosses, +c.dataset.suspicion, +c.dataset.cure, c.dataset.control, c.dataset.shown,
                +c.querySelector('.age b').textContent, c.querySelectorAll('.cross').length, c.querySelectorAll('.doubt').length];
            })"""
        )
        cards = {}
        for letter, home, place, age, crosses, suspicion, cure, control, shown, *drawn in found:
            assert home == place, f"{letter} lies on {home}"
            assert drawn == [age, crosses, suspicion], f"{letter} is drawn as {drawn}"
            points = {
                player: int(many) for player, many in (one.split(":") for one in shown.split()) if player
            }
            cards[letter] = (place, age, crosses, suspicion, bool(cure), control, points)
        return cards

    def overflow(self) -> int:
        """How many pixels the page is wider than the window."""
        return int(
            self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        )

    def close(self) -> None:
        self.context.close()
        assert self.said == [], "the console is silent"
        assert self.asked == [], "nothing is asked of any network"


@pytest.fixture
def watch(browser: Any, tmp_path: Path) -> Iterator[Any]:
    """watch(text, width, …) -> a Watched page, not opened yet; after the test each is found to have been silent."""
    made: list[Watched] = []

    def make(text: str, width: int = WIDE, scheme: str = "light", script: bool = True) -> Watched:
        path = tmp_path / f"page{len(made)}.html"
        path.write_text(text, "utf-8")
        made.append(Watched(browser, path, width, scheme, script))
        return made[-1]

    yield make
    for one in made:
        one.close()
