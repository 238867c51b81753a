"""The form (E12): all that may be ordered, in a link that no program cuts, and harmless as long as nobody touches it."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from pbem.orders.names import Lexicon
from pbem.orders.reader import read
from pbem.report import asked
from pbem.report.brief import Brief, Reply
from pbem.report.form import MOST_URL, WIDTH, Form, form, form_text
from pbem.report.naming import Names, names_of
from pbem.report.report import scene_of

REPLY = Reply("judge+0123456789abcdef@judge.example", "[winter-5] orders [0123-4567-89AB-CDEF]")


def forms(games: Any) -> Iterator[tuple[Brief, Names, Form | None]]:
    for game in games:
        for _, briefs in game:
            for one in briefs:
                brief = one._replace(reply=REPLY)
                names = names_of(brief.rules, brief.seats)
                yield brief, names, form(brief, names, scene_of(brief, names))


def lexicon(brief: Brief, names: Names) -> Lexicon:
    """As the service reads letters to this game."""
    deck = {number: card.name for number, card in brief.rules.deck.items()}
    return Lexicon(names.lexicon.politicians, names.lexicon.seats, brief.rules.switches, deck)


def written(link: str) -> tuple[str, str, list[str]]:
    """What a mail program makes of it: address, subject, lines."""
    parts = urlsplit(link)
    query = parse_qs(parts.query, strict_parsing=True)
    return unquote(parts.path), query["subject"][0], query["body"][0].rstrip("\r\n").split("\r\n")


def test_every_line_is_an_order_without_its_mark_and_a_remark_with_it(games: Any) -> None:
    seen = 0
    for brief, names, found in forms(games):
        if found is None:
            assert brief.view.over
            continue
        known = lexicon(brief, names)
        for line in found.lines:
            assert [one.kind for one in read([line], known)] == ["comment"]
            assert len(line) <= WIDTH + 12, "no mail program breaks it"
            if line.startswith("# ") and brief.draft is None:
                assert [one.kind for one in read([line.removeprefix("# ")], known)] == ["order"], line
                seen += 1
            elif line.startswith("## "):
                assert {one.kind for one in read([line.removeprefix("#")], known)} == {"comment"}
                assert {one.kind for one in read([line.removeprefix("## ")], known)} <= {"ignored"}, line
    assert seen > 3000


def test_the_link_is_short_and_holds_whole_decisions_those_that_are_asked_first(games: Any) -> None:
    cut = 0
    for brief, _, found in forms(games):
        if found is None:
            continue
        assert len(found.link) <= MOST_URL
        assert found.link.isascii()
        assert found.link.startswith("mailto:")
        address, subject, lines = written(found.link)
        assert (address, subject) == REPLY
        if lines != list(found.lines):
            cut += 1
            assert lines[-1] == "# FORM"
            assert set(lines[:-2]) < set(found.lines)
        if brief.draft is None:
            assert "# PASS" in lines
            assert "# READY" in lines
    assert 0 < cut < 40


def test_every_decision_that_is_asked_can_be_taken_with_it(games: Any) -> None:
    """Each question has a line for each of its first options, whole lists included."""
    seen = 0
    for brief, names, found in forms(games):
        if found is None:
            continue
        for ask in asked.distinct(brief.asks):
            if ask.action in ("purge", "nomination"):
                wanted = {"purge": "PURGE", "nomination": "NOMINATE"}[ask.action]
                others = [o for o in ask.options if o.target != ask.actor]
                for option in others:
                    assert f"# {wanted} {names.of(option.target)}" in found.lines
                    seen += 1
            if ask.action == "cure":
                assert {f"# CURE {names.of(ask.actor)}", f"# WORK {names.of(ask.actor)}"} <= set(found.lines)
                seen += 1
    assert seen > 100


def test_as_text_it_is_spelled_out_and_never_read(games: Any) -> None:
    seen = 0
    for brief, names, found in forms(games):
        text = form_text(brief, names, scene_of(brief, names))
        assert bool(text) == (found is not None)
        if not text or found is None:
            continue
        assert f"| {REPLY.address}" in text
        assert f"| {REPLY.subject}" in text
        known = lexicon(brief, names)
        assert {one.kind for one in read(text, known)} <= {"ignored", "comment"}
        for line in text[5:]:
            if line.startswith("| ") and brief.draft is None:
                assert [one.kind for one in read([line.removeprefix("| ")], known)] == ["order"], line
                seen += 1
    assert seen > 1000


def test_single_links_are_for_pass_and_a_lone_question_with_two_answers(games: Any) -> None:
    lone = 0
    for brief, _, found in forms(games):
        if found is None:
            continue
        if brief.draft is not None:
            assert not found.singles
            continue
        said = [written(link)[2] for _, link in found.singles]
        assert said[-1] == ["PASS"]
        assert len(said) in (1, 3)
        lone += len(said) == 3
    assert lone


def test_without_an_address_there_is_no_link(games: Any) -> None:
    brief = games[0][2][1][0]._replace(reply=None)
    names = names_of(brief.rules, brief.seats)
    assert form(brief, names, scene_of(brief, names)) is None


@pytest.mark.parametrize("mark", ["# ", "#", "\\# ", " # ", "\uff03 ", "- # ", "\u2022 # "])
def test_what_programs_make_of_the_mark(games: Any, mark: str) -> None:
    brief = games[0][2][1][0]
    known = lexicon(brief, names_of(brief.rules, brief.seats))
    assert [one.kind for one in read([f"{mark}PURGE Satin"], known)] == ["comment"]
