"""How an event came about: WHY and PROTEST by mail, `pbem explain` for the moderator (E22)."""

import re
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.engine.events import Announced, Decreed
from pbem.service import desk, explaining
from pbem.service.errors import ServiceError, UsageError

from .mailgame import MailGame, subject_of, text_of

ORDERS = "TAKE KGB UP TO 5\n> quoted\nPURGE PC, IND, ECO"


@pytest.fixture
def game(tmp_path: Path) -> MailGame:
    """A purge has been tried: event [23] announces it."""
    game = MailGame(tmp_path)
    game.begin()
    game.write("red", "Hello judge,\n\n- take KGB up to 5\n- purge PC, IND, ECO\nREADY")
    for colour in ("blue", "green"):
        game.write(colour, "READY")
    game.poll(30)
    return game


def announced(game: MailGame) -> tuple[int, int]:
    """The number of the purge in the journal, and as players count it."""
    journal = game.events()
    number = next(at for at, e in enumerate(journal, 1) if isinstance(e, Announced) and e.action == "purge")
    told = explaining.explain(game.site, "test", str(number), game.now).data["players_number"]
    return number, told


def last(game: MailGame, colour: str) -> str:
    return text_of(game.to(colour)[-1])


# --- numbers ---


def test_each_paragraph_of_a_report_ends_with_the_number_of_its_first_event(game: MailGame) -> None:
    _, shown = announced(game)
    report = last(game, "blue")
    chronicle = report[report.index("== 1951, phase 2") : report.index("== The board")]
    paragraphs = [
        " ".join(part.split())
        for part in chronicle.split("\n\n")
        if part.strip() and "==" not in part.split("\n")[-1]
    ]
    assert any(f"[{shown}]" in one for one in paragraphs)
    for one in paragraphs:
        assert re.search(r"\[\d+\]$", one) or "For your eyes only" in one, one
    numbers = [int(found) for found in re.findall(r"\[(\d+)\]", chronicle)]
    assert len(numbers) == len(set(numbers))


def test_history_has_the_numbers_of_the_reports(game: MailGame) -> None:
    numbers = re.findall(r"\[(\d+)\]", last(game, "blue").partition("== The board")[0])
    game.write("blue", "HISTORY 1951")
    game.poll(1)
    told = re.findall(r"\[(\d+)\]", last(game, "blue").partition("== In your list")[0])
    assert told
    assert set(numbers) <= set(told)


def test_a_game_of_an_older_release_is_counted_when_it_goes_on(game: MailGame) -> None:
    with game.site.engine.begin() as connection:
        before = connection.exec_driver_sql("select number, shown from event order by number").all()
        connection.exec_driver_sql("update event set shown = 0")
        connection.exec_driver_sql("update game set shown = 0")
    for colour in game.colours:
        game.write(colour, "READY")
    game.poll(30)
    with game.site.engine.begin() as connection:
        after = connection.exec_driver_sql("select number, shown from event order by number").all()
    assert after[: len(before)] == before
    assert game.record().row.shown == after[-1][1] > before[-1][1]


# --- WHY ---


def test_why_tells_the_writer_his_own_order_and_the_others_only_what_is_public(game: MailGame) -> None:
    _, shown = announced(game)
    for colour in ("red", "blue"):
        game.write(colour, f"why #{shown}?")
    game.poll(1)

    mine, other = last(game, "red"), last(game, "blue")
    assert f"== About event [{shown}] ==" in mine
    assert "Clause R4.1, A purge." in mine
    assert "| purge PC, IND, ECO" in mine
    assert "purge PC, IND, ECO" in mine.partition("As it stands in the letter:")[2]
    assert "sealed until the end" in mine
    assert "Clause R4.1, A purge." in other
    assert "It was Anna’s doing; the question, the answer and the order behind it are secret." in " ".join(
        other.split()
    )
    assert "PC, IND" not in other


def test_why_shows_no_number_of_the_journal(game: MailGame) -> None:
    number, shown = announced(game)
    assert number != shown
    game.write("red", f"WHY {shown}")
    game.poll(1)
    told = last(game, "red").partition("== Why")[2].partition("== In your list")[0]
    assert f"{number} [" not in told
    assert " of the journal" not in told


def test_why_of_a_number_that_does_not_exist_says_so(game: MailGame) -> None:
    game.write("red", "WHY 9999")
    game.poll(1)
    said = " ".join(last(game, "red").split())
    assert (
        f"There is no event [9999]: reports print these numbers in brackets, and so far the last one is [{game.record().row.shown}]."
        in said
    )


def test_why_is_answered_from_an_old_report_too(game: MailGame) -> None:
    _, shown = announced(game)
    old = game.to("blue")[1]
    game.write("blue", f"WHY {shown}", to=old)
    game.poll(1)
    assert f"== About event [{shown}] ==" in last(game, "blue")


def test_six_questions_a_letter_and_no_more(game: MailGame) -> None:
    game.write("blue", "\n".join(f"WHY {number}" for number in range(1, 12)))
    game.poll(1)
    assert last(game, "blue").count("== About event [") == 6
    assert "No more than 6 questions" in " ".join(last(game, "blue").split())


# --- PROTEST ---


def test_a_protest_goes_to_the_moderator_and_stops_the_game_for_a_day(game: MailGame) -> None:
    number, shown = announced(game)
    game.now = game.record().row.deadline.replace(tzinfo=game.now.tzinfo) - timedelta(hours=5)
    game.write("blue", f"PROTEST {shown}: Anna did not control him.\nPlease look at the window.\n\nREADY")
    game.poll()

    assert game.record().row.deadline == (game.now + timedelta(hours=24)).replace(tzinfo=None)
    (mail,) = [m for m in game.outgoing() if "gm@" in str(m["To"]) and "protests" in subject_of(m)]
    told = text_of(mail)
    assert "Anna did not control him.\n    Please look at the window." in told
    for command in (
        f"pbem explain test {number}",
        "pbem rule test",
        f"pbem undo test --to {number - 1}",
        "pbem resume test",
    ):
        assert command in told
    receipt = " ".join(last(game, "blue").split())
    assert f"Your protest against [{shown}] goes to the moderator" in receipt
    for colour in ("red", "green"):
        notice = " ".join(last(game, colour).split())
        assert (
            f"Event [{shown}] is disputed; the moderator looks at it. Nothing is resolved for 24 hours."
            in notice
        )
        assert "Boris" not in notice
        assert "control" not in notice
    for colour in ("red", "green"):
        game.write(colour, "READY")
    turn = game.record().row.session
    game.poll(20)
    assert game.record().row.session == turn, "all are READY, and still it waits"
    game.poll(5)
    assert game.record().row.session != turn


def test_the_words_of_a_protest_are_nobodys_but_the_moderators(game: MailGame) -> None:
    _, shown = announced(game)
    game.write("blue", f"PROTEST {shown}: a very secret reason")
    game.poll()
    secret, public = [e for e in game.events() if isinstance(e, Decreed) and e.act == "protest"]
    assert "Boris (blue)" in secret.private
    assert "a very secret reason" in secret.private
    assert all(secret.seen_by(viewer) is None for viewer in ("red", "blue", "green", "table"))
    assert public.words.startswith(f"Event [{shown}] is disputed")
    for colour in game.colours:
        assert not any("very secret reason" in text_of(mail) for mail in game.to(colour) if colour != "blue")


def test_the_stop_comes_once_a_year_and_only_where_the_game_allows_it(tmp_path: Path, game: MailGame) -> None:
    _, shown = announced(game)
    game.write("blue", f"PROTEST {shown}: one")
    game.poll(1)
    mails = len(game.to("red"))
    game.write("blue", f"PROTEST {shown + 1}: two")
    deadline = game.record().row.deadline
    game.poll(1)
    assert game.record().row.deadline == deadline
    assert len(game.to("red")) == mails, "the next report tells it"
    assert "The game goes on meanwhile" in " ".join(last(game, "blue").split())

    other = MailGame(tmp_path / "other", options={"disputes": "off"})
    other.begin()
    deadline = other.record().row.deadline
    other.write("blue", "PROTEST 1: no")
    other.poll(1)
    assert other.record().row.deadline == deadline
    assert any("protests" in subject_of(mail) for mail in other.outgoing())


def test_a_protest_from_an_old_report_counts_and_one_without_a_code_does_not(game: MailGame) -> None:
    _, shown = announced(game)
    game.write("blue", f"PROTEST {shown}: from an old mail", to=game.to("blue")[1])
    game.write("green", f"PROTEST {shown}: from nowhere", subject="hello")
    game.poll(1)
    private = [e.private for e in game.events() if isinstance(e, Decreed) and e.private]
    assert private == [f"Boris (blue) protests against [{shown}]: from an old mail"]


def test_what_is_not_stopped_is_told_in_the_next_report(game: MailGame) -> None:
    _, shown = announced(game)
    game.write("blue", f"PROTEST {shown}: one")
    game.poll(1)
    game.write("blue", f"PROTEST {shown + 2}: two")
    game.poll(1)
    for colour in game.colours:
        game.write(colour, "READY")
    game.poll(30)
    report = " ".join(text_of(game.to("red")[-1]).split())
    assert f"Event [{shown + 2}] is disputed; the moderator looks at it. [" in report


def test_a_protest_needs_words_and_an_event(game: MailGame) -> None:
    game.write("blue", "PROTEST 23\n\nPROTEST 9999: what?")
    game.poll(1)
    said = " ".join(last(game, "blue").split())
    assert "PROTEST 23 needs your words behind a colon" in said
    assert "There is no event [9999]" in said
    assert not any(isinstance(event, Decreed) for event in game.events())


# --- pbem explain ---


def test_explain_names_question_options_letter_and_line_and_checks_the_die(game: MailGame) -> None:
    number, shown = announced(game)
    told = explaining.explain(game.site, "test", str(number), game.now)
    (question,) = told.data["questions"]
    assert question["asked"] == "Anna is asked for KGB Head Talksalott: whom he purges"
    assert "purge Aparatschik" in question["options"]
    assert question["options"][-1] == "nothing"
    assert (question["answer"], question["order"]) == ("purge Aparatschik", 2)
    assert (question["line"], question["typed"]) == (4, "- purge PC, IND, ECO")
    assert re.fullmatch(r"letter L\d+ of Anna", question["letter"])
    assert any("label and seed give" in said and said.endswith("right.") for said in told.data["dice"])
    assert "It is in force." in told.text
    assert explaining.explain(game.site, "test", f"#{shown}", game.now).text == told.text


def test_what_follows_from_the_rules_alone_says_so(game: MailGame) -> None:
    listed = explaining.phase(game.site, "test", "1951/health", game.now)
    rolled = next(one for one in listed if one.players and "rolled" in one.what)
    told = explaining.explain(game.site, "test", str(rolled.event), game.now)
    assert told.data["questions"] == []
    assert told.data["follows"] == "Nobody was asked: it follows from R6.1."


def test_a_phase_is_listed_with_both_numbers_and_a_player_sees_his_own(game: MailGame) -> None:
    whole = explaining.phase(game.site, "test", "1951/purge", game.now)
    assert any("Anna is asked" in one.what and one.players is None for one in whole)
    his = explaining.phase(game.site, "test", "1951/purge", game.now, player="blue")
    assert not any("Anna is asked" in one.what for one in his)
    assert all(one.event is None for one in his)
    assert {one.players for one in his if one.players} == {one.players for one in whole if one.players}


def test_no_event_of_a_phase_is_told_by_the_name_of_its_class(game: MailGame) -> None:
    told = [
        one.what
        for phase in ("purge", "health")
        for one in explaining.phase(game.site, "test", f"1951/{phase}", game.now)
    ]
    assert any(
        re.match(r"The purge of \w+ by \w+: rolled \d+, needed \d+; it (succeeds|fails)", one) for one in told
    )
    assert not [one for one in told if re.match(r"[A-Z][a-z]+[A-Z]", one)]


def test_what_the_moderator_did_without_words_is_told_in_a_sentence(game: MailGame) -> None:
    desk.hold(game.site, "test", "", game.now)
    number = len(game.events())
    assert (
        "The moderator stopped the clock."
        in explaining.explain(game.site, "test", str(number), game.now).text
    )


@pytest.mark.parametrize(
    ("event", "words"),
    [
        ("0", "There is no event 0"),
        ("999", "its journal holds"),
        ("#999", "Players know no event 999"),
        ("lunch", "is no event"),
        ("1951/lunch", "is no phase"),
    ],
)
def test_what_there_is_not_is_refused_in_a_sentence(game: MailGame, event: str, words: str) -> None:
    look = explaining.phase if explaining.is_phase(event) else explaining.explain
    with pytest.raises(UsageError, match=words):
        look(game.site, "test", event, game.now)


def test_a_phase_that_was_never_played_is_refused(game: MailGame) -> None:
    with pytest.raises(ServiceError, match="has not been played"):
        explaining.phase(game.site, "test", "1958/purge", game.now)


def test_in_a_blind_game_the_orders_behind_it_need_reveal(tmp_path: Path) -> None:
    game = MailGame(tmp_path, options={"blind": "on"})
    game.begin()
    game.write("red", "TAKE KGB UP TO 5\nPURGE PC\nREADY")
    for colour in ("blue", "green"):
        game.write(colour, "READY")
    game.poll(30)
    journal = game.events()
    number = next(at for at, e in enumerate(journal, 1) if isinstance(e, Announced) and e.action == "purge")
    told = explaining.explain(game.site, "test", str(number), game.now)
    assert told.data["questions"] == []
    assert "--reveal" in told.text
    with pytest.raises(ServiceError, match="--reveal"):
        explaining.explain(game.site, "test", "1", game.now, player="red")
    shown = explaining.explain(game.site, "test", str(number), game.now, reveal=True)
    assert shown.data["questions"]
    assert any(isinstance(e, Decreed) and e.act == "reveal" for e in game.events())
