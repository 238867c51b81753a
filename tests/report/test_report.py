"""Reports: the first screen (E17), widths, subjects, lives (E13), plan and warnings (E9), speed (D39)."""

import gc
import re
import time
from typing import Any

import pytest

from pbem.engine import board, events
from pbem.engine.packs import factions
from pbem.engine.variants import rules_for
from pbem.orders import standing
from pbem.orders.reader import read
from pbem.orders.standing import Standing
from pbem.report import asked
from pbem.report.brief import TEXT, Answer, LetterBrief, Seat
from pbem.report.cautions import cautions
from pbem.report.lives import life
from pbem.report.naming import names_of, one_line
from pbem.report.pages import moment
from pbem.report.plan import plan
from pbem.report.receipt import render_receipt
from pbem.report.report import render_report, scene_of
from pbem.report.sections import history_section, status_section

from .played import DEADLINE, NOW, Game, seats_of
from .positions import position
from .samples import SAMPLES, at

SPRING = ("purge", "spy", "health")


def first_screen(text: str) -> str:
    return text.split("\n== ")[0]


def test_first_screen_is_short_and_says_what_is_wanted(games: Any) -> None:
    for game in games:
        for _, briefs in game:
            for brief in briefs:
                screen = first_screen(render_report(brief).text)
                assert len(screen) <= 720, (len(screen), screen)
                if not brief.view.over:
                    assert "Your silence means:" in screen and "Deadline: " in screen and "UTC" in screen


def test_a_usual_first_screen_has_600_characters() -> None:
    for name in ("spring_plan", "trial", "funeral", "winter", "over", "setup_first"):
        assert len(first_screen(SAMPLES[name]().text)) <= 600


def test_no_line_is_too_wide_and_nothing_technical_shows(games: Any) -> None:
    for game in games:
        for _, briefs in game[::2]:
            for brief in briefs:
                text = render_report(brief).text
                assert max(map(len, text.split("\n"))) <= 76
                assert not re.search(r"\bNone\b|Standing\(|Named\(|\{|\}|\u00a0| $", text, re.M)


def test_six_seats_and_long_names_fit() -> None:
    colours = tuple(factions())
    seats = tuple(s._replace(name="Wolfeschlegelsteinhausen " + s.name) for s in seats_of(colours))
    game = Game(rules_for("basic"), seats)
    from pbem.engine.phases import setup

    game.write(setup.begin(game.rules, colours, b"x" * 32, {}, {}))
    game.record_sheets()
    stakes = [events.InfluenceDeclared(c, "B", n, n) for n, c in enumerate(colours, 1)]
    game.write([events.PhaseOpened(1, "cure"), *stakes, events.PhaseClosed(1, "cure")])
    for colour in colours:
        text = render_report(game.brief(colour, SPRING)).text
        assert max(map(len, text.split("\n"))) <= 76
        for n, c in enumerate(colours, 1):
            assert re.search(rf"\b{c}\s+{n}\b|\b{c}\n\|\s+{n}\b", text)


def test_subjects_tell_no_result() -> None:
    subjects = {name: SAMPLES[name]().subject for name in SAMPLES}
    assert subjects["spring_plan"] == "[winter-5] 1953 Spring: your move by Fri 20:00"
    assert subjects["trial"] == "[winter-5] 1953 Autumn: nothing asked of you"
    assert subjects["over"] == "[winter-5] 1955: the last report"
    assert subjects["on_hold"] == "[winter-5] 1953 Spring: on hold"
    assert "wins" not in "".join(subjects.values())


def test_silence_is_explained_for_every_phase() -> None:
    game = at(position(A="wall"))
    brief = game.brief("red", ())
    waiting = [phase for phase in board.PHASES if phase != "health"]
    for phase in ("setup", *waiting):
        assert asked.silence((phase,), brief.view), phase


def test_deadline_in_his_zone_and_utc() -> None:
    assert moment(DEADLINE, "Europe/Zurich") == "Fri 5 Mar 20:00 (Europe/Zurich; 19:00 UTC)"
    assert moment(DEADLINE, "Asia/Kolkata") == "Sat 6 Mar 00:30 (Asia/Kolkata; Fri 19:00 UTC)"
    assert moment(DEADLINE, "UTC") == "Fri 5 Mar 19:00 UTC"
    assert moment(DEADLINE, "Nowhere/At_All") == "Fri 5 Mar 19:00 UTC"


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_the_same_brief_gives_the_same_mail(name: str) -> None:
    assert SAMPLES[name]() == SAMPLES[name]()


# --- lives (E13) ---


def one(text: str, **more: Any) -> Standing:
    names = names_of(rules_for("basic"), seats_of(("red", "blue", "green")))
    (reading,) = read([text], names.lexicon)
    return Standing(1, reading.lines[0], **more)


@pytest.mark.parametrize(
    ("text", "closed", "session", "said"),
    [
        ("PURGE G", "cure", SPRING, "until the Purge Phase of 1953"),
        ("PURGE G", "health", ("funeral", "replacement"), "until the Purge Phase of 1954"),
        ("PURGE G", "parade", ("cure",), "until the Purge Phase of 1954"),
        ("PURGE G", "purge", ("purge", "spy"), "until the Purge Phase of 1953"),
        ("CURE G", "replacement", ("rehabilitation", "parade", "cure"), "until the Cure Phase of 1954"),
        ("NOMINATE G", "cure", SPRING, "until the Funeral Commission of 1953"),
        ("VOTE GUILTY", "cure", SPRING, "until the Spy Investigation Phase of 1953"),
        ("HOLD G", "cure", SPRING, "until the parade of 1953"),
        ("HOLD G", "setup", ("cure",), "until the parade of 1951"),
        ("HOLD G", "parade", ("cure",), "until the parade of 1954"),
        ("HOLD G", "replacement", ("rehabilitation", "parade", "cure"), "until the parade of 1953, and through the Cure Phase of 1954, which the same deadline resolves"),
        ("HOLD G", "replacement", ("rehabilitation", "parade"), "until the parade of 1953"),
        ("HOLD G EACH TURN", "cure", SPRING, "every year until you cancel it"),
        ("HOLD G IN TURN 5", "cure", SPRING, "in 1955, until its parade"),
        ("PURGE G IN TURN 5", "cure", SPRING, "until the Purge Phase of 1955"),
        ("DECLARE 5 G", "cure", SPRING, "once, at the next window"),
        ("DECLARE 5 G WHEN PURGE OF G", "cure", SPRING, "until the parade of 1953"),
        ("PASS", "cure", SPRING, "for this session only"),
    ],
)  # fmt: skip
def test_e13_how_long_a_line_lives(text: str, closed: str, session: tuple[str, ...], said: str) -> None:
    view = position(0 if closed == "setup" else 3, closed)
    assert life(one(text), view, session).replace("\u00a0", " ") == said


@pytest.mark.parametrize(
    "text", ["PURGE G", "HOLD G", "VOTE NO", "CURE G", "DECLARE 5 G WHEN PARADE", "RELEASE G", "PASS"]
)
@pytest.mark.parametrize("start", [0, 3, 5])
def test_e13_the_words_agree_with_the_list(text: str, start: int) -> None:
    """Play sessions until `after_phase` drops the line: it dies with the phase that was promised."""
    sessions = [
        ("purge", "spy", "health"),
        ("funeral", "replacement"),
        ("rehabilitation", "parade", "cure"),
    ] * 3
    sessions = [*([("cure",)] if start == 0 else []), *sessions[{0: 0, 3: 1, 5: 2}[start] :]]
    closed = {0: "setup", 3: "health", 5: "replacement"}[start]
    turn = 0 if start == 0 else 3
    promised = life(one(text), position(turn, closed), sessions[0]).replace("\u00a0", " ")
    living, last, turn = [one(text)], "", max(turn, 1)
    for session in sessions:
        for place, phase in enumerate(session):
            if living:
                turn += phase == "cure" and bool(last)
                living, _ = standing.after_phase(living, (), turn, phase, place == len(session) - 1)
                name = {"funeral": "Funeral Commission", "parade": "parade"}.get(
                    phase, board.PHASE_NAMES[phase]
                )
                last = f"the {name} of {board.year(turn)}"
    if standing.phase_of(one(text).line) is None and "parade" not in sessions[0]:
        last = f"the parade of {board.year(max(1, 3 if start else 1))}"  # which sessions there will be is not known yet
    assert last in promised or promised == "for this session only"


# --- plan and warnings (E9, E11) ---


def warned(lines: str, **marks: str) -> str:
    game = at(position(**marks))
    game.order("red", lines)
    brief = game.brief("red", SPRING)
    return " ".join(cautions(scene_of(brief, names_of(brief.rules, brief.seats)), brief.standing))


def planned(lines: str, session: tuple[str, ...] = SPRING, **marks: str) -> list[str]:
    game = at(position(**marks))
    game.order("red", lines)
    brief = game.brief("red", session)
    return [
        step.meaning for step in plan(scene_of(brief, names_of(brief.rules, brief.seats)), brief.standing)
    ]


def test_e11_the_plan_of_a_purge() -> None:
    assert planned("PURGE Strychnin, ECO") == [
        "Boremtodev tries Strychnin (needs 14), then ECO Karrienko (10), and stops at the first failure "
        "(1 year a success, 3 a failure: Boremtodev, now 65, could become 69)."
    ]
    assert "Satin (passed over: the People)" in planned("PURGE Satin")[0]
    assert (
        "Strychnin (needs 14, with +3 at the Sanatorium on the die)"
        in planned("PURGE Strychnin", T="FM + cure")[0]
    )


@pytest.mark.parametrize("line", [
    "TRY B", "CONDEMN R", "INVESTIGATE P, T", "CLOSE B", "VOTE INNOCENT ON MINE", "NOMINATE T, P", "CURE K", "WORK K",
    "SHIFT T TO DM", "SWAP P WITH N", "PROMOTE R TO ECO", "DEMOTE P", "MOVE P UP", "RELEASE D WITH K", "DECLARE ALL K",
    "HOLD KGB UP TO 8", "TAKE T", "PROTECT MINE", "PASS", "PURGE ANYONE", "VOTE NO ON KGB UNLESS I CONTROL PC",
    "DECLARE 6 G WHEN VOTE BY FM IF blue CONTROLS FM", "HOLD MINE", "TAKE ACTOR WHEN PURGE OF MINE", "KGB: PURGE IND EACH TURN",
])  # fmt: skip
def test_every_order_has_a_meaning(line: str) -> None:
    (said,) = planned(line, ("cure", *SPRING), A="wall", B="IDE ? +")
    assert said.endswith(".") and "None" not in said and len(said) > 20
    assert not said.startswith("It waits")


@pytest.mark.parametrize(("lines", "session", "marks", "said"), [
    ("TRY B", SPRING, {}, "Cannot act as things stand: Schukrutoff bears no “?”, and nobody is tried without one."),
    ("TRY Z", SPRING, {}, "Wasolin is one of the People, and only members of the Politburo are tried"),
    ("CONDEMN T", SPRING, {}, "Strychnin is Foreign Minister, and only Candidates are condemned"),
    ("INVESTIGATE B", SPRING, {"B": "IDE ?"}, "Schukrutoff bears a “?” already and gets no second one (HR-10)"),
    ("CLOSE T", SPRING, {}, "Strychnin bears no “?”"),
    ("PURGE Satin", SPRING, {}, "Satin is one of the People and cannot be purged"),
    ("NOMINATE Z", ("funeral",), {"A": "wall", "T": "DM", "G": "FM"},
     "Wasolin may not be named, only Boremtodev or Strychnin; the oldest of them, Boremtodev, would be named instead"),
    ("NOMINATE Z, T", ("funeral",), {"A": "wall", "T": "DM", "G": "FM"}, "Palavrian nominates Wasolin (not now: may not be), else Strychnin"),
    ("VOTE NO", ("funeral",), {"A": "wall", "T": "DM", "G": "FM"}, "but Palavrian, who would nominate, counts as yes in any case"),
    ("G: VOTE NO", ("funeral",), {"A": "wall", "T": "DM", "G": "FM"}, "Palavrian would nominate, and counts as yes"),
    ("CURE B", ("cure",), {"B": "IDE ++"}, "Schukrutoff is nobody’s, and 1 of your 7 would do"),
    ("CURE Z", ("cure",), {}, "only members of the Politburo are asked"),
    ("RELEASE T", ("rehabilitation",), {}, "Strychnin is Foreign Minister, not in Siberia"),
    ("PROMOTE R", ("replacement",), {}, "no chair one level up from Nikotin (a Candidate (C1)) is vacant"),
    ("SHIFT T TO DM", ("replacement",), {}, "only Party Chief Aparatschik (nobody’s) may shift, and you recorded nothing there"),
    ("DECLARE 4 K", SPRING, {}, "you show 6 there already"),
    ("DECLARE 2 D", SPRING, {}, "you recorded nothing on Niewitko"),
    ("DECLARE 8 T", SPRING, {}, "but Ben keeps control with 8"),
    ("DECLARE 3 B", SPRING, {}, "which takes control from nobody"),
    ("HOLD T UP TO 4", SPRING, {}, "Ben shows 8 on Strychnin, and your limit is 4"),
    ("TAKE T", SPRING, {}, "Ben shows 8 on Strychnin, and you recorded 8"),
])  # fmt: skip
def test_the_plan_is_true_as_things_stand(
    lines: str, session: tuple[str, ...], marks: dict[str, str], said: str
) -> None:
    assert said in planned(lines, session, **marks)[-1]


def test_the_plan_counts_my_own_influence_first() -> None:
    told = planned("DECLARE 1 B\nPURGE T", K="IDE", B="KGB")
    assert told[1].replace("\u00a0", " ").startswith("Schukrutoff (yours by order 1) tries Strychnin")
    assert (
        "only KGB Head Schukrutoff (nobody’s) may purge, and 1 of your 7 would do"
        in planned("PURGE T", K="IDE", B="KGB")[0]
    )


def test_of_two_votes_the_first_that_fits_is_warned_of() -> None:
    assert "serves Boremtodev’s vote, too, so 2 is never used" in warned(
        "VOTE INNOCENT ON B\nK: VOTE GUILTY ON B", B="IDE ?"
    )
    assert "never used" not in warned("K: VOTE GUILTY ON B\nVOTE INNOCENT ON B", B="IDE ?")
    assert "never used" not in warned("VOTE INNOCENT ON T\nK: VOTE GUILTY ON B", B="IDE ?")


def test_every_example_is_an_order_without_its_mark(games: Any) -> None:
    """Deleting `| ` makes it valid: of everybody's example in every report of whole games, and in the first mail."""
    seen = 0
    for game in games:
        for _, briefs in game:
            for brief in briefs:
                text = render_report(brief).text
                lexicon = names_of(brief.rules, brief.seats).lexicon
                begin = "== Your form ==" if brief.draft is None else "\nFor example, without"
                part = re.search(rf"({begin})(.*?)\n(==|Answers go)", text, re.S)
                assert part or brief.view.over, text
                for line in re.findall(r"^\| (.+)$", part[2], re.M) if part else ():
                    readings = read([line], lexicon)
                    assert [r.kind for r in readings] == ["order"], (line, readings)
                    assert part and (brief.draft is not None) == (
                        readings[0].lines[0].verb in ("influence", "salt")
                    )
                    seen += 1
    assert seen > 500


def test_where_nothing_is_asked_the_report_still_teaches() -> None:
    game = at(position(K="IDE", B="KGB"))
    text = render_report(game.brief("red", SPRING, asks=[])).text
    assert "the purge lies with KGB Head Schukrutoff (nobody’s)" in " ".join(first_screen(text).split())
    assert "| TAKE Schukrutoff               # takes him, for the purge" in text
    assert "* In the Purge Phase: KGB Head Schukrutoff (nobody’s) may purge; 1 of" in text


def test_the_last_report_opens_all_sheets(games: Any) -> None:
    for game in games:
        played, briefs = game[-1]
        for brief in briefs:
            assert brief.view.over
            text = " ".join(render_report(brief).text.split())
            assert "All sheets are opened" in text
            for seat in played.seats:
                assert f"| {seat.name}: " in text


def test_lost_influence_is_not_forgotten() -> None:
    game = at(position(G="retired", B="siberia"))
    game.state.recorded["red"].pop("G")  # type: ignore[union-attr]
    text = render_report(game.brief("red", SPRING, sheets={"red": {"G": 9, "K": 10}})).text
    assert "| Lost for good: Palavrian 9 (retired)" in text


def test_e9_an_order_that_brings_mine_to_96() -> None:
    assert "Boremtodev is 93 and could reach 96 by order 1 (up to 3)" in warned("PURGE ECO", K="KGB sp28")
    assert "could reach" not in warned("PURGE ECO", K="KGB sp27")


def test_e9_an_order_against_mine() -> None:
    assert "Order 1 purges Defense Minister Palavrian, who is yours." in warned("PURGE G")
    assert "puts on trial Defense Minister Palavrian, who is yours" in warned("TRY DM")
    assert "anybody, yours included" in warned("PURGE ANYONE")
    assert not warned("PURGE T")


def test_e9_a_bare_vote_guilty() -> None:
    assert "falls on your own Palavrian" in warned("VOTE GUILTY", G="DM ?")
    assert not warned("VOTE GUILTY")
    assert not warned("VOTE INNOCENT ON MINE\nVOTE GUILTY", G="DM ?")
    assert not warned("PROTECT MINE\nVOTE GUILTY", G="DM ?")
    assert "so 2 is never used" in warned("VOTE GUILTY\nVOTE INNOCENT ON MINE")


def test_e9_a_hold_that_cannot_save_asks_for_protect() -> None:
    assert "Was PROTECT Palavrian meant?" in warned("HOLD G WHEN PURGE OF G")
    assert "Was PROTECT KGB meant?" in warned("HOLD KGB WHEN TRIAL OF KGB")
    assert not warned("HOLD G WHEN PURGE OF T")
    assert not warned("HOLD G WHEN VOTE BY G")


# --- receipts (E10, E11) ---


def test_e11_the_plan_comes_first_and_the_list_last() -> None:
    text = SAMPLES["receipt"]().text
    order = [
        "!! Take care",
        "* Boremtodev tries",
        "== Replaced",
        "== Rejected",
        "== Ignored",
        "== In your list now",
        "Deadline:",
    ]
    places = [text.index(part) for part in order]
    assert places == sorted(places)
    assert text.rstrip().endswith("No receipt within 15 minutes of sending: it did not arrive.")


def test_e10_a_held_letter_says_so_first() -> None:
    text = SAMPLES["receipt_problem"]().text
    assert (
        text.index("Nothing of this letter was applied")
        < text.index("| VOTE GUILTY")
        < text.index("In your list now")
    )
    assert "the one word YES above the quotation" in " ".join(text.split())


def test_nothing_a_player_wrote_disappears() -> None:
    game = at(position())
    brief = game.brief("red", SPRING)
    kinds = (
        *(
            "accepted",
            "recorded",
            "replaced",
            "outranked",
            "cancelled",
            "held",
            "served",
            "rejected",
            "ignored",
        ),
    )
    answers = [
        Answer(kind, f"words number {n}", n, (f"note {n}",), f"error {n}") for n, kind in enumerate(kinds)
    ]
    text = render_receipt(brief, [LetterBrief(NOW, "", answers)]).text
    for n in range(1, len(kinds)):  # what was accepted stands in the list, which is the brief's
        assert f"ords number {n}" in text, kinds[n]
    text = render_receipt(brief, [LetterBrief(NOW, "", answers, "it was too late")]).text
    assert "YES" in text
    for n in range(len(kinds)):
        assert f"ords number {n}" in text, kinds[n]


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ([Answer("served", "you are READY for this deadline")], "receipt, you are READY for this deadline"),
        ([Answer("recorded", "Satin 9"), Answer("recorded", "Manjak 8")], "receipt, 2 numbers of your sheet"),
        ([Answer("cancelled", "PURGE G", 3)], "receipt, 1 order withdrawn"),
        ([Answer("served", "STATUS, below")], "as you asked"),
        ([Answer("ignored", "who controls the KGB?")], "receipt, no orders"),
    ],
)
def test_the_subject_says_what_was_done(answers: list[Answer], said: str) -> None:
    brief = at(position()).brief("red", SPRING)
    rendered = render_receipt(brief, [LetterBrief(NOW, "", answers)])
    assert rendered.subject.endswith(f": {said}")
    assert ("To ask something" in rendered.text) == (answers[0].kind == "ignored")


def test_what_is_held_is_offered_in_every_receipt() -> None:
    brief = at(position()).brief("red", SPRING, waiting=("PURGE Satin",))
    text = render_receipt(
        brief, [LetterBrief(NOW, "", [Answer("served", "you are READY for this deadline")])]
    ).text
    assert "| PURGE Satin" in text and "YES gives these lines, NO forgets them" in " ".join(text.split())


def test_a_short_sheet_is_never_ready() -> None:
    game = Game.new(("red", "blue", "green"))
    brief = game.brief("red", ("setup",), draft={"B": 10}, awaited=())
    text = " ".join(render_receipt(brief, [LetterBrief(NOW, "", [])]).text.split())
    assert "Not ready yet: you (your sheet is not full)." in text and "Everybody is ready" not in text


def test_status_and_history() -> None:
    game = at(position(phase="rehabilitation"), rolls=[7])
    game.play(("parade",))
    brief = game.brief("red", ("cure",))
    title, lines = status_section(brief)
    assert title == "The position, 1954 Cure Phase" and any("KGB K Boremtodev" in line for line in lines)
    assert history_section(brief, 3)[0][0].startswith("1953")
    assert history_section(brief, 9)[0][1] == ["No such turn has been played."]


def test_a_name_is_one_line() -> None:
    assert one_line("a\n\nb\x00c") == "a b c"
    assert len(one_line("x" * 200)) == 60


def test_without_seats_names_fall_back_to_colours() -> None:
    names = names_of(rules_for("basic"), (Seat("red", "", "", "UTC"),))
    assert names.who("red") == "Red" and names.who(None) == "nobody"


# --- speed ---


def test_d39_three_milliseconds_a_report(games: Any) -> None:
    """The best of five rounds over a whole game of four; generous, for machines that do other things meanwhile.

    Processor time, and without collecting the garbage of all the other tests.
    """
    best = 9.0
    gc.collect()
    gc.disable()
    try:
        for _ in range(5):
            begun, number = time.process_time(), 0
            for _, briefs in games[1]:
                for brief in briefs:
                    render_report(brief._replace(style=TEXT))  # with HTML and picture: `bench`
                    number += 1
            best = min(best, (time.process_time() - begun) / number)
    finally:
        gc.enable()
    assert best < 0.003, f"{best * 1000:.2f} ms"
