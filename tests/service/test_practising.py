"""PRACTICE (E18): a private game against bots that goes on at each READY, from the invitation to its end."""

from datetime import timedelta
from random import Random

import pytest
from sqlalchemy import select

from pbem.archive.verify import verify
from pbem.bots import Bot
from pbem.cli import played_again
from pbem.engine.outlook import outlook
from pbem.engine.view import TABLE
from pbem.service import overview, practising
from pbem.service.record import GAME, MAIL, load
from pbem.store.database import transaction
from pbem.store.tables import OVER, RUNNING

from .mailgame import subject_of, text_of
from .seatmail import SeatMail


@pytest.fixture
def people(tmp_path):
    people = SeatMail(tmp_path / "site")
    people.invite("anna", "boris")
    people.poll()
    return people


def practice_of(people, who="anna"):
    """The newest practice game of this person, and the position."""
    with transaction(people.site.engine) as connection:
        query = select(GAME.c.name).where(GAME.c.practice != "").order_by(GAME.c.id.desc())
        for name in connection.execute(query).scalars():
            record = load(connection, name)
            if record.seat_rows[record.row.practice].address == people.address(who):
                record.views(), record.lists(), record.rules, record.settings
                return record
    return None


def play(people, who="anna", rules_seed="newcomer", most=90, waits=False):
    """A scripted newcomer answers every report with a bot's lines and READY, until it is over; how many letters he wrote.

    `waits`: he looks meanwhile whether there is an archive yet.
    """
    record = practice_of(people, who)
    bot = Bot(record.row.practice, Random(rules_seed))
    for letters in range(most):
        record = practice_of(people, who)
        if record.row.status == OVER:
            return letters
        me, session = record.row.practice, tuple(record.row.session.split())
        if session == ("setup",):
            lines = bot.sheet(record.views()[me], record.rules)
        else:
            asks = outlook(record.views()[TABLE], record.rules, session)
            lines = bot.orders(record.views()[me], record.rules, session, asks)
        assert not waits or not (people.folder / "games" / record.row.name).exists()
        people.write(who, "\n".join([*lines, "READY"]))
        people.poll(0.2)
    raise AssertionError("it does not end")


def test_a_newcomer_plays_a_whole_practice_game_by_mail_against_bots(people):
    people.write("anna", "PRACTICE")
    people.poll(0.1)
    record = practice_of(people)
    assert record.row.status == "setup"
    assert record.row.deadline is None
    assert record.row.name.startswith("practice-")
    first = people.last("anna")
    assert "This is practice" in first
    assert "| READY" in first
    assert people.address("anna") in str(people.to("anna")[-1]["To"])

    letters = play(people, waits=True)

    record = practice_of(people)
    assert record.row.status == OVER
    assert letters > 4
    assert "the last report" in people.last("anna")
    assert "All sheets are opened" in people.last("anna")
    assert {one.address for one in record.seat_rows.values()} == {people.address("anna"), ""}
    with transaction(people.site.engine) as connection:
        mails = connection.execute(
            select(MAIL.c.player, MAIL.c.recipient).where(MAIL.c.game == record.id)
        ).all()
    assert {mail.player for mail in mails} == {record.row.practice}
    assert {mail.recipient for mail in mails} == {people.address("anna")}
    folder = people.folder / "games" / record.row.name
    assert verify(folder).faults == []
    again = played_again.play(folder, True, lambda what, part: None)
    assert not again.wrong, again
    ordered = {player: seat.lines for player, seat in record.seat_rows.items()}
    assert all(ordered.values()), "the bots have ordered, too"


@pytest.mark.parametrize("rules", ["advanced", "swiss"])
def test_other_rules(people, rules):
    people.write("anna", f"Please practice {rules}")
    people.poll(0.1)
    assert practice_of(people).row.rules == rules
    assert play(people) > 4


def test_the_rules_of_the_invitation_are_what_he_practises(tmp_path):
    people = SeatMail(tmp_path / "site")
    people.invite("anna", rules="advanced")
    people.poll()
    people.said("anna", text="practice")
    assert practice_of(people).row.rules == "advanced"


def test_nothing_resolves_without_his_ready_and_it_waits_for_weeks(people):
    people.said("anna", text="PRACTICE")
    people.poll(24 * 20)
    assert practice_of(people).row.session == "setup"
    people.write("anna", "INFLUENCE B C D E F G H I J K")
    people.poll(1)
    people.poll(24 * 20)
    record = practice_of(people)
    assert (record.row.session, record.row.status) == ("setup", "setup")
    people.write("anna", "READY")
    people.poll(1)
    record = practice_of(people)
    assert record.row.status == RUNNING
    assert record.row.deadline is None
    number = len(people.to("anna"))
    people.poll(24 * 25)
    assert len(people.to("anna")) == number, "nobody is reminded"
    assert not people.to("gm@judge.example")


def test_a_month_of_silence_ends_it_with_one_mail(people):
    people.said("anna", text="PRACTICE")
    number = len(people.to("anna"))
    people.poll(24 * 31)
    assert practice_of(people).row.status == OVER
    assert len(people.to("anna")) == number + 1
    assert "not written for a month" in " ".join(people.last("anna").split())


def test_end_practice_ends_it_wherever_it_stands(people):
    people.said("anna", text="PRACTICE")
    people.write("anna", "INFLUENCE B C D E F G H I J K\nREADY")
    people.poll(1)
    people.write("anna", "END PRACTICE")
    people.poll(1)
    assert practice_of(people).row.status == OVER
    assert "You have ended your practice" in " ".join(people.last("anna").split())
    people.said(
        "anna",
        text="CONCEDE",
    )


@pytest.mark.parametrize("word", ["CONCEDE", "I concede", "PROPOSE END"])
def test_giving_up_ends_practice_and_offers_no_seat_to_anybody(people, word):
    people.said("boris", text="STANDBY")
    people.said("anna", text="PRACTICE")
    people.write("anna", "INFLUENCE B C D E F G H I J K\nREADY")
    people.poll(1)
    mails = len(people.to("boris"))
    people.write("anna", word)
    people.poll(1)
    assert practice_of(people).row.status == OVER
    assert len(people.to("boris")) == mails


@pytest.mark.parametrize("word", ["EXTEND 24h", "VACATION UNTIL 24 Dec"])
def test_words_about_time_are_answered(people, word):
    people.said("anna", text="PRACTICE")
    people.write("anna", word)
    people.poll(1)
    assert "no deadline" in people.last("anna")


def test_one_at_a_time_and_three_a_month(people):
    people.said("anna", text="PRACTICE")
    invitation = people.to("anna")[0]
    people.write("anna", "PRACTICE", to=invitation)
    people.poll(0.1)
    assert "one at a time" in " ".join(people.last("anna").split())
    names = {practice_of(people).row.name}
    for _ in range(2):
        people.write("anna", "END PRACTICE", to=invitation)
        people.poll(0.1)
        people.write("anna", "PRACTICE", to=invitation)
        people.poll(0.1)
        names.add(practice_of(people).row.name)
    assert len(names) == 3
    people.write("anna", "END PRACTICE", to=invitation)
    people.poll(24)
    people.write("anna", "PRACTICE", to=invitation)
    people.poll(0.1)
    assert "no more are begun" in " ".join(people.last("anna").split())
    people.now += timedelta(days=31)
    people.write("anna", "PRACTICE", to=invitation)
    people.poll(0.1)
    assert practice_of(people).row.name not in names


def test_yes_and_practice_in_one_letter(people):
    people.said("anna", text="Yes, as Anna\n\nPRACTICE")
    assert people.says()["anna"] == "yes"
    assert practice_of(people) is not None
    assert any("Your YES has come" in text_of(mail) for mail in people.to("anna"))


def test_a_yes_in_practice_is_told_where_the_invitation_is_answered(people):
    people.write("anna", "PRACTICE")
    people.poll(0.1)
    people.write("anna", "YES")
    people.poll(0.1)
    said = " ".join(people.last("anna").split())
    assert "an invitation to a real one is answered by a letter to the invitation itself" in said


def test_unknown_rules_are_named(people):
    people.said("anna", text="PRACTICE chess")
    assert practice_of(people) is None
    assert "no rules named chess" in people.last("anna")


def test_nobody_begins_one_from_an_address_that_is_not_his(people):
    genuine = people.to("anna")[-1]
    people.write("Eve <eve@evil.example>", "PRACTICE", to=genuine)
    people.write("anna", "PRACTICE", fresh=True)
    people.write("anna", "PRACTICE", **{"Auto-Submitted": "auto-replied"})
    people.poll(1)
    assert practice_of(people) is None


def test_a_player_practises_beside_his_game(people):
    people.invite("clara", seats=None)
    people.poll()
    people.said("anna", "boris", "clara")
    people.start()
    people.write("anna", "PRACTICE")
    people.poll(0.1)
    assert practice_of(people) is not None
    receipts = [mail for mail in people.to("anna") if "The practice game" in " ".join(text_of(mail).split())]
    assert len(receipts) == 1
    assert subject_of(receipts[0]).startswith("[test]")
    people.write("anna", "END PRACTICE", to=receipts[0])
    people.poll(0.1)
    assert practice_of(people).row.status == OVER
    assert people.record().row.status == "setup", "the real game goes on"


def test_it_is_no_noise_at_the_desk(people):
    people.said("anna", text="PRACTICE")
    rows = overview.games(people.site, people.now)
    assert [row.name for row in rows] == ["test"]
    assert overview.practice(people.site) == 1
    assert not people.to("gm@judge.example")


def test_the_bots_names_are_free_of_his(people):
    people.invite("Matvei the Bot <matvei@people.example>", seats=None)
    people.poll()
    people.write("matvei@people.example", "PRACTICE")
    people.poll(0.1)
    record = practice_of(people, "matvei@people.example")
    names = [seat.name for seat in record.seat_rows.values()]
    assert len(set(names)) == practising.SEATS


def test_a_player_without_his_code_says_yes_first(people):
    people.invite("clara", seats=None)
    people.poll()
    people.said("anna", "boris", "clara")
    people.start()
    people.write("anna", "PRACTICE", fresh=True)
    people.poll(0.1)
    assert practice_of(people) is None
    people.write("anna", "YES")
    people.poll(0.1)
    assert practice_of(people) is not None


def test_after_the_end_of_a_game_its_players_practise_still(people):
    people.invite("clara", seats=None)
    people.poll()
    people.said("anna", "boris", "clara")
    people.start()
    for who, word in (("anna", "PROPOSE END"), ("boris", "AGREE END"), ("clara", "AGREE END")):
        people.write(who, word)
        people.poll(0.1)
    assert people.record().row.status == OVER
    people.write("anna", "PRACTICE advanced")
    people.poll(0.1)
    assert practice_of(people).row.rules == "advanced"


def test_a_stand_by_practises(people):
    people.said("boris", text="STANDBY")
    people.said("boris", text="practice")
    assert practice_of(people, "boris") is not None
    assert people.says()["boris"] == "standby"


def test_messages_are_refused(people):
    people.said("anna", text="PRACTICE advanced")
    people.write("anna", "PRESS TO all: anybody there?")
    people.poll(0.1)
    assert "1 message not sent" in people.last("anna")
    assert not any("bot" in str(mail["To"]).casefold() for mail in people.outgoing())
