"""Invitations (E19): who is asked, who says what, who is seated, and who hears of it."""

import pytest

from pbem.service import inviting
from pbem.service.errors import ServiceError, UsageError

from .mailgame import subject_of, text_of
from .seatmail import SeatMail


@pytest.fixture
def people(tmp_path):
    people = SeatMail(tmp_path / "site")
    people.invite("anna", "boris", "clara", "dmitri", "elena")
    people.poll()
    return people


def test_the_invitation_tells_what_is_played_how_fast_and_by_which_house_rules(tmp_path):
    people = SeatMail(tmp_path / "site")
    options = {"talk": "none", "blind": "on", "names": "factions", "published": "only the winner"}
    people.invite("anna", options=options, rules="advanced")
    people.poll()
    text = " ".join(people.last("anna").split())
    for said in (
        "Comrade Anna", "for 3 players", "| YES as Anna, Europe/Zurich", "Advanced Game", "Tempo “club”", "Expect about", "72h after each report",
        "There is no talk about the game", "Nobody learns who plays which faction", "he looks, everybody is told",
        "What is published at the end: only the winner", "gm@judge.example",
    ):  # fmt: skip
        assert said in text


def test_who_says_yes_in_time_plays_in_the_order_of_the_answers(people):
    people.said("clara", text="Yes, as Clara, London, red please")
    people.said("boris", text="yes")
    people.said("dmitri", text="STANDBY")
    people.said("elena", text="yes as Elena")
    people.said("anna", text="yes as Anna")
    assert people.says() == {
        "clara": "yes",
        "boris": "yes",
        "elena": "yes",
        "anna": "yes",
        "dmitri": "standby",
    }
    people.start()
    assert people.names() == {
        "red": "Clara <clara@people.example>",
        "green": "boris <boris@people.example>",
        "yellow": "Elena <elena@people.example>",
    }
    assert people.record().seat_rows["red"].zone == "Europe/London"
    assert "set-up: your move" in people.last("clara")
    assert "More people have said yes than there are seats" in " ".join(people.last("anna").split())
    assert "You stand by" in people.last("dmitri")
    assert people.says() == {
        "clara": "seated",
        "boris": "seated",
        "elena": "seated",
        "anna": "standby",
        "dmitri": "standby",
    }


def test_changes_of_mind_count_until_the_start_and_who_answered_first_is_reckoned_by_his_last_yes(people):
    people.said("anna", "boris", "clara", "dmitri")
    people.said("anna", text="no")
    assert "Your NO has come" in people.last("anna")
    people.said("anna", text="yes as Anna II")
    people.said("boris", text="yes as Boris the Great")  # still the same yes
    people.start()
    assert [name.partition(" <")[0] for name in people.names().values()] == [
        "Boris the Great",
        "Clara",
        "dmitri",
    ]


def test_each_answer_is_confirmed_with_what_was_understood(people):
    people.said("clara", text="Yes, as Clara, London, away 3-10 Dec")
    said = people.last("clara")
    assert "Your YES has come" in said
    assert "Europe/London" in said
    assert "from Thursday 3 December 2026 to Thursday 10 December 2026" in said
    people.said("anna", text="maybe")
    assert "I cannot tell" in people.last("anna")
    assert people.says()["anna"] == "asked"
    people.said("boris", text="yes as KGB")
    assert "means something else in orders" in " ".join(people.last("boris").split())


def test_a_forged_yes_seats_nobody(people):
    genuine = people.to("anna")[-1]
    people.write("Eve <eve@evil.example>", "YES as Eve", to=genuine)  # with the code, from elsewhere
    people.write("anna", "YES as Eve", fresh=True)  # from the address, without the code
    people.write("boris", "YES as Eve", to=genuine)  # an invited address, with another's code
    people.write("anna", "YES as Eve", **{"Auto-Submitted": "auto-replied"})
    people.write("anna", "YES as Eve", Cc="friend@elsewhere.example")
    people.poll(1)
    assert set(people.says().values()) == {"asked"}
    assert "plays in no game here" in people.last("eve@evil.example")
    assert any("does not carry the code" in " ".join(text_of(mail).split()) for mail in people.to("anna"))
    assert any("went to other people" in " ".join(text_of(mail).split()) for mail in people.to("anna"))
    assert "Eve" not in people.last("anna")


def test_a_letter_that_the_own_server_does_not_vouch_for_is_no_answer(people):
    from tests.service.spoofing import guarded

    guarded(people, "mx.judge.example")
    people.said("anna")
    assert people.says()["anna"] == "asked"
    people.write(
        "anna", "YES", **{"Authentication-Results": "mx.judge.example; dmarc=pass header.from=people.example"}
    )
    people.poll(1)
    assert people.says()["anna"] == "yes"


def test_too_few_have_said_yes(people):
    people.said("anna", "boris")
    with pytest.raises(
        ServiceError, match=r"2 of 3 have said yes.*Anna and boris.*clara@.*have not answered"
    ):
        inviting.start(people.site, "test", None, people.now)
    people.said("clara", "dmitri")
    assert people.start(4).name == "test"
    assert list(people.names()) == ["red", "green", "yellow", "blue"]


def test_the_days_on_which_somebody_is_away_move_the_first_deadline(people):
    people.said("anna", text="yes, away 3-10 Dec")
    people.said("boris", "clara")
    people.start()
    record = people.record()
    assert record.row.deadline.isoformat() >= "2026-12-10T23:00"
    assert "11 Dec" in text_of(people.to("boris")[-1])


def test_people_are_added_and_asked_again_but_nobody_who_has_answered(people):
    people.said("anna")
    assert people.invite("new@people.example", "boris", seats=None).again == ("boris@people.example",)
    people.poll(1)
    assert len(people.to("boris")) == 2
    assert len(people.to("new@people.example")) == 1
    with pytest.raises(UsageError, match="has said yes already"):
        people.invite("anna", seats=None)
    with pytest.raises(UsageError, match="settled"):
        people.invite("anna", seats=4)


def test_when_it_is_called_off_all_hear_it_and_the_name_is_free(people):
    people.said("anna")
    people.said("boris", text="no")
    assert inviting.call_off(people.site, "test", "too few of us", people.now) == 4
    people.poll(1)
    assert "too few of us" in people.last("anna")
    assert "Your NO" in people.last("boris")
    people.said("anna", text="yes")
    assert "Nothing comes of the game" in people.last("anna")
    with pytest.raises(ServiceError, match="called off"):
        inviting.start(people.site, "test", None, people.now)
    people.invite("clara")
    assert people.says() == {"clara": "asked"}


def test_an_answer_after_the_start(people):
    people.said("anna", "boris", "clara")
    people.start()
    people.said("dmitri", text="yes")
    assert "You stand by" in people.last("dmitri")
    people.write("anna", "PURGE Manjak", to=people.to("anna")[0])
    people.poll(1)
    assert "please answer your last report" in people.last("anna")
    people.said("dmitri", text="no")
    assert people.says()["dmitri"] == "no"


def test_what_is_wrong_is_said_before_anybody_is_written_to(tmp_path):
    people = SeatMail(tmp_path / "site")
    for wrong, said in (
        ({"rules": "chess"}, "chess"), ({"seats": 9}, "3 to 6"), ({"options": {"tiez": "true"}}, "tiez"), ({"deadline": "soon"}, "soon"),
        ({"tempo": "fast"}, "fast"), ({"seed": "xyz"}, "hexadecimal"), ({"rules": None}, "--rules"),
    ):  # fmt: skip
        with pytest.raises(UsageError, match=said):
            people.invite("anna", **wrong)
    with pytest.raises(UsageError, match="own address"):
        people.invite("judge@judge.example")
    with pytest.raises(UsageError, match="write"):
        people.invite("not an address")
    people.poll()
    assert people.outgoing() == []


def test_two_of_one_name_and_names_that_mean_something_else(people):
    people.said("anna", text="yes as Ivan")
    people.said("boris", text="yes as Ivan")
    people.said("clara", text="yes as Judge")
    people.start()
    assert [name.partition(" <")[0] for name in people.names().values()] == ["Ivan", "Ivan 2", "Clara"]


def test_factions_only(tmp_path):
    people = SeatMail(tmp_path / "site")
    people.invite("anna", "boris", "clara", options={"names": "factions"})
    people.poll()
    people.said("anna", "boris", "clara", text="yes as Anna")
    people.start()
    assert all("Anna" not in text_of(mail) for mail in people.to("boris") if "set-up" in subject_of(mail))


def test_a_game_of_that_name_is_not_begun_beside_it(people):
    from pbem.service.start import new_game
    from tests.rhythm import plainly

    players = ["red=a@x.example", "blue=b@x.example", "green=c@x.example"]
    with pytest.raises(UsageError, match="pbem start test"):
        new_game(
            people.site, "test", rules="basic", players=players, deadline=None, tempo=None, options=plainly(), seed=None, now=people.now
        )  # fmt: skip


def test_the_game_stands_on_one_phone_page(people):
    """E18: what it is, what one does, three orders, how long, how many mails, and what to answer: 25 lines of 60 characters, or little more."""
    from textwrap import wrap

    text = text_of(people.to("anna")[0]).partition("\n== How to answer ==\n")[0]
    joined = [" ".join(part.split()) if "|" not in part else part for part in text.strip().split("\n\n")]
    lines = [line for part in joined for whole in part.split("\n") for line in wrap(whole, 60)]
    assert len(lines) <= 27
    for said in (
        "October Parade",
        "| PURGE ",
        "| HOLD ",
        "| VOTE GUILTY ON ",
        "deadlines in",
        "mails to you",
        "| YES",
        "| PRACTICE",
        "| NO",
    ):
        assert said in text
