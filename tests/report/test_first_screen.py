"""E17: what stands on a telephone before anybody scrolls, and in the list of mails before anybody opens one."""

import re
from typing import Any

from pbem.report.brief import FULL, SHORT, TEXT, Brief, Reply
from pbem.report.report import render_report, subject

REPLY = Reply("judge+0123456789abcdef@judge.example", "[winter-5] orders [0123-4567-89AB-CDEF]")
LONGEST = 600
#: Game, year, session, what is wanted and when; there is no room for a result.
SUBJECT = re.compile(
    r"\[winter-5\] (?:19\d\d(?: (?:Spring|Autumn|Winter|Trial|Nomination|Purge|[A-Z]\w+(?: \w+)* Phase|[A-Z]\w+(?: \w+)*))?|set-up)"
    r"(?:, re-run)?: (?:your move(?: by \w{3} \d\d:\d\d)?|nothing asked of you|the last report|on hold)"
)


def all_briefs(games: Any) -> list[Brief]:
    return [one._replace(reply=REPLY) for game in games for _, briefs in game for one in briefs]


def first_screen(text: str) -> str:
    """From below the marker to the first heading."""
    return text.partition("\n== ")[0].strip()


def test_it_has_600_characters_in_every_report_of_whole_games(games: Any) -> None:
    seen = 0
    for brief in all_briefs(games):
        screen = first_screen(render_report(brief).text)
        assert len(screen) <= LONGEST, screen
        seen += 1
    assert seen > 500


def test_it_says_what_is_asked_what_silence_does_where_the_form_is_and_when(games: Any) -> None:
    for brief in all_briefs(games):
        screen = " ".join(first_screen(render_report(brief).text).split())
        if brief.view.over:
            continue
        if brief.asks:
            assert "Asked of you: " in screen
        assert "Your silence means: " in screen
        assert "“Your form”" in screen
        assert re.search(r"Deadline: (Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d", screen)


def test_it_is_the_same_however_long_his_mails_are(games: Any) -> None:
    for brief in all_briefs(games)[::9]:
        screens = {
            first_screen(render_report(brief._replace(style=style)).text) for style in (FULL, SHORT, TEXT)
        }
        assert len(screens) == 1


def test_no_subject_tells_a_result(games: Any) -> None:
    """Whoever watches a series must not read its end in his inbox."""
    for brief in all_briefs(games):
        said = subject(brief)
        assert SUBJECT.fullmatch(said), said
        names = [card.name.rpartition(" ")[2] for card in brief.rules.cards.values()]
        assert not [name for name in (*names, *(seat.name for seat in brief.seats)) if name in said]
