"""Those who stand by, a seat that is offered to them, and who gets it (E20, E24)."""

import pytest

from pbem.service import autopilot, standby_list, standbys
from pbem.service.errors import UsageError
from pbem.service.record import load
from pbem.store.database import transaction

from .mailgame import EVERYBODY, MailGame, subject_of, text_of

ELENA, FRITZ = "Elena <elena@new.example>", "fritz@new.example"


@pytest.fixture
def game(tmp_path, monkeypatch):
    game = MailGame(tmp_path / "site", rules="advanced")
    game.begin()
    monkeypatch.setitem(EVERYBODY, "elena", ELENA)
    monkeypatch.setitem(EVERYBODY, "fritz", FRITZ)
    standby_list.ask(game.site, [ELENA], None, game.now)
    standby_list.ask(game.site, [FRITZ], "test", game.now)
    game.poll()
    game.write("elena", "YES as Elena, London")
    game.write("fritz", "gladly")
    game.poll(1)
    return game


def _said(game: MailGame, who: str, mail: int = -1) -> str:
    one = game.to(who)[mail]
    return " ".join(f"{subject_of(one)} {text_of(one)}".replace("\u00a0", " ").split())


def _with(game: MailGame, deed) -> None:
    with transaction(game.site.engine) as connection:
        record = load(connection, "test")
        deed(record)
        record.flush()


def _silent(game: MailGame, misses: int) -> None:
    """Clara has missed so often; a bot plays for her, and her seat is offered."""

    def deed(record) -> None:
        record.change_seat("green", misses=misses)
        autopilot.engage(record, game.site.config, "green", "silence", game.now)
        standbys.offer(record, game.site.config, "green", game.now)

    _with(game, deed)
    game.poll()


def test_only_who_was_asked_and_said_yes_is_on_the_list(game):
    listed = [(one.address, one.name, one.zone, one.game, one.says) for one in standby_list.all_of(game.site)]
    assert listed == [
        ("elena@new.example", "Elena", "Europe/London", "", "standby"), ("fritz@new.example", "", "", "test", "standby")
    ]  # fmt: skip
    with pytest.raises(UsageError, match="stands by already"):
        standby_list.ask(game.site, [ELENA], None, game.now)
    game.write("elena", "NO")
    game.poll(1)
    assert [one.says for one in standby_list.all_of(game.site)] == ["no", "standby"]
    game.write("fritz", "STANDBY", to=game.to("fritz")[0], From="Eve <eve@evil.example>")
    game.poll(1)
    assert len(standby_list.all_of(game.site)) == 2


def test_the_first_yes_takes_a_free_seat_and_the_others_hear_it(game):
    game.write("green", "CONCEDE")
    game.poll(1)
    for who in ("elena", "fritz"):
        assert "cannot win any more" in _said(game, who)
        assert "a seat is free" in _said(game, who)
    game.write("fritz", "yes, as Fritz")
    game.write("elena", "YES")
    game.poll(1)
    seat = game.record().seat_rows["green"]
    assert (seat.name, seat.address, seat.autopilot) == ("Fritz", "fritz@new.example", "")
    assert "You play the Red Army Militarists" in _said(game, "fritz")
    assert "This seat cannot win any more" in _said(game, "fritz")
    assert "is not free any more" in _said(game, "elena")
    assert "somebody else from now on" in _said(game, "green")
    assert "has taken the seat" in _said(game, "gm@judge.example")
    assert [one.says for one in standby_list.all_of(game.site)] == ["standby", "seated"]


def test_an_offer_tells_public_facts_alone(game):
    from .spoofing import copied

    game.write("green", "HOLD M UP TO 4")
    game.poll(1)
    game.write("green", "CONCEDE")
    game.poll(1)
    told = _said(game, "elena")
    assert "UP TO 4" not in told
    state = game.record().state
    assert not any(
        name.surname in told
        for letter, name in game.record().rules.cards.items()
        if letter in state.recorded["green"]
    )
    assert copied


def test_with_the_code_of_another_or_from_elsewhere_nobody_takes_it(game):
    game.write("green", "CONCEDE")
    game.poll(1)
    offer = game.to("elena")[-1]
    game.write("elena", "YES as Eve", to=offer, From="Eve <eve@evil.example>")
    game.write("elena", "YES as Eve", subject="YES")
    game.write("fritz", "YES as Eve", to=offer)
    game.poll(1)
    assert game.record().seat_rows["green"].name == "Clara"


def test_a_no_leaves_him_on_the_list_and_an_unclear_answer_is_asked_back(game):
    game.write("green", "CONCEDE")
    game.poll(1)
    game.write("fritz", "no, not now")
    game.write("elena", "hm")
    game.poll(1)
    assert "as before" in _said(game, "fritz")
    assert "I cannot tell" in _said(game, "elena")
    game.write("fritz", "YES after all")
    game.poll(1)
    assert game.record().seat_rows["green"].name == "Clara"


def test_a_seat_of_somebody_silent_waits_for_his_last_miss(game):
    _silent(game, 2)
    assert "If he stays silent" in _said(game, "elena")
    game.write("elena", "YES")
    game.write("fritz", "YES")
    game.poll(1)
    assert "if the player of the Red Army Militarists stays silent past the next deadline" in _said(
        game, "elena"
    )
    assert "is not free any more" in _said(game, "fritz")
    assert game.record().seat_rows["green"].name == "Clara"

    def last(record) -> None:
        record.change_seat("green", misses=3)
        assert standbys.replace_from_list(record, game.site.config, "green", game.now)

    _with(game, last)
    game.poll()
    assert game.record().seat_rows["green"].name == "Elena"


def test_a_letter_before_that_takes_the_seat_back(game):
    _silent(game, 2)
    game.write("elena", "YES")
    game.poll(1)
    game.write("green", "READY")
    game.poll(1)
    assert game.record().seat_rows["green"].autopilot == ""
    assert "its player has written again" in _said(game, "elena")
    game.write("elena", "YES")
    game.poll(1)
    assert game.record().seat_rows["green"].name == "Clara"


def test_a_letter_that_comes_with_the_yes_counts_still(game):
    """Whoever had the seat when the letters of a poll were looked at has it until they are read."""
    _silent(game, 3)
    game.write("elena", "YES")
    game.write("green", "HOLD A")
    game.poll(1)
    assert game.record().seat_rows["green"].name == "Clara"
    assert game.orders("green") == ["HOLD Aparatschik"]


def test_nobody_stands_by(tmp_path):
    game = MailGame(tmp_path / "site")
    game.begin()
    game.write("green", "CONCEDE")
    game.poll(1)
    assert "nobody stands by" in _said(game, "gm@judge.example")
    assert "pbem replace test green ADDRESS" in _said(game, "gm@judge.example")


def test_who_plays_already_is_not_asked(game):
    standby_list.ask(game.site, ["anna@players.example"], None, game.now)
    game.poll()
    invitation = game.to("red")[-1]
    game.write("red", "YES", to=invitation)
    game.poll(1)
    game.write("green", "CONCEDE")
    game.poll(1)
    assert not any("a seat is free" in subject_of(mail) for mail in game.to("red"))


def test_whoever_hands_in_no_sheet_is_asked_twice_and_then_his_seat_is_offered(tmp_path, monkeypatch):
    """HR-29."""
    monkeypatch.setitem(EVERYBODY, "elena", ELENA)
    game = MailGame(tmp_path / "site")
    standby_list.ask(game.site, [ELENA], "test", game.now)
    for colour in ("red", "blue"):
        game.write(colour, "INFLUENCE B C D E F G H I J K")
    game.poll(1)
    game.write("elena", "YES")
    game.poll(1)
    for _ in range(2):
        game.poll(73)
        assert not any("a seat is free" in subject_of(mail) for mail in game.to("elena"))
    game.poll(73)
    assert "a seat is free" in _said(game, "elena")
    moderators = [_said(game, "gm@judge.example", at) for at in range(len(game.to("gm@judge.example")))]
    assert any("Those who stand by were asked" in said for said in moderators)
    game.write("elena", "YES")
    game.poll(1)
    assert game.record().seat_rows["green"].name == "Elena"
    game.write("elena", "INFLUENCE L M N O P Q R S T U")
    game.poll(49)
    assert game.record().row.status != "setup" or "full" in _said(game, "elena")


def test_a_sheet_that_comes_before_the_yes_keeps_the_seat(tmp_path, monkeypatch):
    monkeypatch.setitem(EVERYBODY, "elena", ELENA)
    game = MailGame(tmp_path / "site")
    standby_list.ask(game.site, [ELENA], "test", game.now)
    game.write("red", "INFLUENCE B C D E F G H I J K")
    game.poll(1)
    game.write("elena", "YES")
    game.poll(1)
    for _ in range(3):
        game.poll(73)
    offers = [mail for mail in game.to("elena") if "a seat is free" in subject_of(mail)]
    assert len(offers) == 2  # those of blue and green
    green = next(mail for mail in offers if "Red Army Militarists" in " ".join(text_of(mail).split()))
    game.write("green", "INFLUENCE L M N O P Q R S T U")
    game.poll(1)
    game.write("elena", "YES", to=green)
    game.poll(1)
    assert game.record().seat_rows["green"].name == "Clara"
    assert "not free any more" in _said(game, "elena")
