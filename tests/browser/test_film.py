"""Films and shelves by themselves: no browser is needed for these."""

import json
import re
from pathlib import Path

import pytest

from pbem.archive import film_story, shelf
from pbem.archive.film import Ordered, Reel, frames
from pbem.archive.page import embedded, render_page
from pbem.engine import events
from pbem.engine.events import Announced, Answered, Choice, Decreed, Diary, Ruled
from pbem.report.naming import names_of

from .films import BASIC, FOUR, LONG, film_of, played, running, secretly, taken_back

SECRET = "CANARY-7f3a"


def story(reel: Reel) -> film_story.Story:
    return film_story.story(names_of(reel.rules, reel.seats), film_story.faces(reel.journal), reel.name)


def film(reel: Reel) -> list[dict[str, object]]:
    return frames(reel, names_of(reel.rules, reel.seats), story(reel).own)


@pytest.mark.parametrize("which", [LONG, FOUR, BASIC])
def test_each_public_event_has_its_frame_and_none_is_counted_twice(which):
    reel = played(*which)
    at = 0
    for frame in film(reel):
        assert at < frame["n"] <= frame.get("e", frame["n"])
        at = frame.get("e", frame["n"])
    assert at == len(film_story.faces(reel.journal))


def test_a_frame_and_its_paragraph_bear_the_same_number():
    reel = played(*FOUR)
    numbers = {frame["n"] for frame in film(reel)} | {frame.get("e") for frame in film(reel)}
    covered = {n for frame in film(reel) for n in range(frame["n"] - 1, frame.get("e", frame["n"]) + 1)}
    told = [told for part in story(reel).parts for told in part.told]
    assert numbers
    assert len(told) > 60
    assert all(one.number in covered for one in told if one.number)


def test_beside_an_event_stands_what_the_chronicle_says_of_it():
    reel = played(*FOUR)
    chronicle = " ".join(told.words for part in story(reel).parts for told in part.told)
    own = story(reel).own
    assert len(own) > 150
    assert all(words in chronicle for words in own.values())
    shown = {frame["n"]: frame["x"] for frame in film(reel)}
    exiled = [n for n, event in enumerate(film_story.faces(reel.journal), 1) if isinstance(event, events.SentToSiberia)]  # fmt: skip
    assert exiled
    assert all(shown[n] == own[n] for n in exiled)


def test_a_die_stands_with_what_it_decides():
    rolled = [frame for frame in film(played(*FOUR)) if "k" in frame]
    assert len(rolled) > 60
    health = [frame for frame in rolled if "/health " in frame["k"][0][0]]
    assert health
    assert all(re.search(r"\brolled|\brolls", frame["x"]) for frame in health)


def test_the_page_of_a_running_game_holds_no_secret():
    reel = played(*FOUR)
    told = (
        Diary(reel.seats[0].colour, SECRET),
        Decreed("tell", words=SECRET, only=(reel.seats[1].colour,)),
        Decreed("hold", words="Patience.", private=SECRET),
        Ruled("Patience.", private=SECRET),
        Answered(reel.seats[0].colour, "A", "purge", Choice("purge", "G"), 3, because=SECRET),
    )
    page = render_page(running(secretly(reel, *told), 300))
    assert SECRET not in page
    assert reel.seed not in page
    shown = film_of(page)
    assert not shown["opened"]
    assert shown["seed"] == ""
    assert shown["salts"] == {}
    assert shown["shuffled"] == []
    for frame in shown["frames"]:
        assert "z" not in frame
        assert not {"r", "c"} & set(frame.get("d", {}))


def test_words_that_the_moderator_keeps_are_in_no_page():
    told = (Decreed("hold", words="Patience.", private=SECRET), Ruled("Patience.", private=SECRET))
    assert SECRET not in render_page(secretly(played(*BASIC), *told))


def test_diary_and_orders_stand_at_the_moment_at_which_they_were_written():
    reel = played(*FOUR)
    colour = reel.seats[2].colour
    order = Ordered(colour, 100, "PURGE Palavrian", "there was no trial")
    opened = secretly(reel, Diary(colour, SECRET), orders=(order,), at=100)
    found = [(frame["n"], one) for frame in film(opened) for one in frame.get("z", ()) if one[1] in ("diary", "order")]  # fmt: skip
    before = sum(event.seen_by("table") is not None for event in reel.journal[:100])
    assert {kind for _, (_, kind, *_) in found} == {"diary", "order"}
    for number, (seats, _, *words) in found:
        assert seats == [2]
        assert number <= before
        assert number > before - 12
        assert SECRET in words[0] or words == ["PURGE Palavrian", "there was no trial"]


def test_an_undo_takes_the_position_back_and_erases_nothing():
    reel = taken_back(played(*FOUR), 200, 320)
    told = film(reel)
    undone = [frame for frame in told if frame.get("u")]
    back = next(frame for frame in told if frame.get("b"))
    assert len(undone) > 30
    assert undone[-1]["n"] < back["n"]
    page = render_page(reel)
    assert page.count('class="undone"') > 5
    assert "a slip of the pen" in page


def test_names_and_words_cannot_leave_the_json():
    hostile = "</script><!--<script>]]>& \u2028 'x' \"y\""
    text = str(embedded({"name": hostile}))
    assert not re.search(r"[<>&\u2028\u2029]", text)
    assert json.loads(text) == {"name": hostile}


@pytest.mark.parametrize("which", [LONG, FOUR, BASIC])
def test_a_page_stays_small(which):
    assert len(render_page(played(*which)).encode()) < 1_500_000


def test_the_longest_game_is_a_long_one():
    reel = played(*LONG)
    last = [event for event in reel.journal if isinstance(event, events.PhaseOpened)][-1]
    assert last.turn >= 10
    assert len(reel.seats) == 6
    assert sum(isinstance(event, Announced) for event in reel.journal) > 150


# --- the shelf -------------------------------------------------------------------------------------------------------


def archive(home: Path, name: str, **values: object) -> None:
    facts = {"name": name, "rules": "basic", "status": "over", "year": 1955, "begun": "2026-05-01T09:00:00+00:00", "winners": ["red"], "ended_by": "R11.1"}  # fmt: skip
    facts |= values
    players = [("red", "Hardline Stalinists", "Anna"), ("blue", "Reform Expansionists", "Boris <b>")]
    lines = [f"{key} = {json.dumps(value)}" for key, value in facts.items()]
    for colour, faction, who in players:
        lines += ["", "[[player]]", f'colour = "{colour}"', f'faction = "{faction}"', f"name = {json.dumps(who)}"]  # fmt: skip
    (home / name).mkdir()
    (home / name / "game.toml").write_text("\n".join(lines), "utf-8")


def test_the_shelf_counts_games_that_are_over_and_links_all(tmp_path):
    archive(tmp_path, "one")
    archive(tmp_path, "two", winners=["blue"], rules="swiss", begun="2026-06-01T09:00:00+00:00")
    archive(tmp_path, "three", status="running", winners=[], ended_by="")
    archive(tmp_path, "mine", practice=True)
    archive(tmp_path, "broken")
    (tmp_path / "broken" / "game.toml").write_text("no toml", "utf-8")
    (tmp_path / "private").mkdir()
    page = shelf.write(tmp_path).read_text("utf-8")
    assert [game.name for game in shelf.read(tmp_path)] == ["two", "one", "three"]
    assert [link for link in re.findall(r'href="([^"]+)"', page)] == ["two/index.html", "one/index.html", "three/index.html"]  # fmt: skip
    assert "3 games, 2 over; 1 going on" in page
    assert "Anna won, with a third wave" in page
    assert "with a third wave (1)" in page
    assert "Boris &lt;b&gt;" in page
    assert "<b>" not in page
    rows = re.findall(r'<tr><th scope="row">(\w+)[^<]*</th>((?:<td[^>]*>\d+</td>)+)', page)
    assert {name: re.findall(r">(\d+)<", cells) for name, cells in rows}["Anna"] == ["2", "1", "50", "1", "15"]  # fmt: skip


def test_a_game_that_shows_factions_alone_counts_for_nobody_by_name(tmp_path):
    archive(tmp_path, "one")
    text = (tmp_path / "one" / "game.toml").read_text("utf-8")
    (tmp_path / "one" / "game.toml").write_text(text.replace('"Anna"', '"Hardline Stalinists"'), "utf-8")
    standings = shelf.render_shelf(shelf.read(tmp_path)).partition("<h2>Players</h2>")[2]
    assert "Boris" in standings
    assert "Hardline" not in standings.partition("<h2>Rules</h2>")[0]
