"""The moderator's desk by mail (E23)."""

from email.message import Message
from pathlib import Path

import pytest

from pbem.engine.events import Decreed
from pbem.service import deskmail, digest
from pbem.service.errors import UsageError

from .mailgame import MailGame, subject_of, text_of

GM = "gm@judge.example"


@pytest.fixture
def game(tmp_path: Path) -> MailGame:
    """Anna has asked the moderator something."""
    game = MailGame(tmp_path / "site", options={"approval": "on"})
    game.begin()
    game.write("red", "MODERATOR: may I call myself Stalin?")
    game.poll(1)
    return game


def _answer(game: MailGame, text: str, to: Message, sender: str = f"The GM <{GM}>", **headers: str) -> None:
    number = next(game.ids)
    lines = {
        "From": sender,
        "To": "judge@judge.example",
        "Subject": f"Re: {subject_of(to)}",
        "Message-ID": f"<gm-{number}@judge.example>",
        "In-Reply-To": str(to["Message-ID"]),
        **headers,
    }
    quoted = "\n".join(f"> {line}" for line in text_of(to).splitlines())
    head = "\n".join(f"{key}: {value}" for key, value in lines.items() if value)
    game.put(f"{head}\nContent-Type: text/plain; charset=utf-8\n\n{text}\n\n{quoted}\n".encode())


def _last(game: MailGame, words: str) -> Message:
    return [mail for mail in game.to(GM) if words in subject_of(mail)][-1]


def _state(game: MailGame) -> tuple[object, ...]:
    row = game.record().row
    return row.events, row.session, row.deadline, row.held, row.waits


def test_approve_by_mail_releases_what_waits_and_says_so_with_a_fresh_code(game: MailGame):
    asked = _last(game, "waits for you")
    _answer(game, "APPROVE\n\nPeter", asked)
    game.poll(1)
    assert game.record().row.session != "setup"
    done = _last(game, "done: APPROVE")
    assert "The resolution is released" in text_of(done)
    assert subject_of(done)[-20:] != subject_of(asked)[-20:]
    _answer(game, "HOLD because I am at the dacha\nuntil Monday", done)
    game.poll(1)
    assert game.record().row.held == "I am at the dacha until Monday"
    assert "at the dacha" in text_of(game.to("blue")[-1])


def test_a_code_counts_once_and_for_a_week(game: MailGame):
    asked, question = _last(game, "waits for you"), _last(game, "Words from")
    _answer(game, "HOLD", asked)
    game.poll(1)
    before = _state(game)
    _answer(game, "RESUME", asked)
    game.poll(1)
    assert _state(game) == before
    assert "was used already" in text_of(_last(game, "nothing was done"))
    _answer(game, "RESUME", question)
    game.poll(24 * 8)
    assert _state(game) == before
    assert "is older than 7 days" in text_of(_last(game, "nothing was done"))


def test_the_same_letter_twice_is_done_once_and_answered_once(game: MailGame):
    asked = _last(game, "waits for you")
    mails = len(game.to("red"))
    for _ in range(2):
        _answer(game, "TELL: hello", asked, **{"Message-ID": "<same@judge.example>"})
    game.poll(1)
    assert len(game.to("red")) == mails + 1
    assert not [mail for mail in game.to(GM) if "nothing was done" in subject_of(mail)]


def test_his_address_without_a_code_and_a_code_without_his_address_do_nothing(game: MailGame):
    asked, before = _last(game, "waits for you"), _state(game)
    _answer(game, "APPROVE", asked, sender="eve@elsewhere.example")
    _answer(game, "APPROVE", asked, sender="Anna <anna@players.example>")
    _answer(game, "APPROVE", asked, Subject="[test] approve", **{"In-Reply-To": "", "References": ""})
    game.poll(1)
    assert _state(game) == before
    assert "carried no code" in " ".join(text_of(_last(game, "nothing was done")).split())
    _answer(game, "APPROVE", _last(game, "nothing was done"))
    game.poll(1)
    assert game.record().row.session != "setup"


def test_his_server_must_vouch_for_him_where_it_does_for_players(game: MailGame):
    config = game.folder / "pbem.toml"
    text = config.read_text("utf-8")
    config.write_text(text.replace("# authserv = ", "authserv = "), "utf-8")
    game.site = type(game.site).open(game.folder)
    before = _state(game)
    _answer(game, "APPROVE", _last(game, "waits for you"))
    game.poll(1)
    assert _state(game) == before


def test_an_answer_to_a_players_words_goes_to_that_player_alone(game: MailGame):
    boris, clara = len(game.to("blue")), len(game.to("green"))
    _answer(game, "Hold your horses.\nCall yourself what you like.", _last(game, "Words from"))
    game.poll(1)
    said = text_of(game.to("red")[-1])
    assert "The moderator answers you" in said
    assert "| Hold your horses." in said
    assert (len(game.to("blue")), len(game.to("green"))) == (boris, clara)
    told = [event for event in game.events() if isinstance(event, Decreed) and event.act == "answer"]
    assert [event.only for event in told] == [("red",)]
    assert game.record().row.held == ""


def test_tell_by_mail_to_one_and_to_all(game: MailGame):
    _answer(game, "TELL Boris: the rest\nis silence", _last(game, "waits for you"))
    game.poll(1)
    assert "| the rest\n| is silence" in text_of(game.to("blue")[-1])
    _answer(game, "EXTEND 24h\nTELL: more time", _last(game, "done: TELL"))
    old = game.record().row.deadline
    game.poll(1)
    assert (game.record().row.deadline - old).days == 1
    assert "| more time" in text_of(game.to("green")[-1])


def test_what_is_no_command_does_nothing_at_all(game: MailGame):
    before = _state(game)
    _answer(game, "APPROVE\nno, wait, rather not", _last(game, "waits for you"))
    game.poll(1)
    assert _state(game) == before
    assert "is no command" in " ".join(text_of(_last(game, "not done")).split())


def test_what_cannot_be_done_is_told(game: MailGame):
    _answer(game, "RESUME", _last(game, "waits for you"))
    game.poll(1)
    assert "test is not on hold" in text_of(_last(game, "not done"))


@pytest.mark.parametrize(
    ("lines", "verbs"),
    [
        (["approve"], ["approve"]),
        (["Hold: a storm"], ["hold"]),
        (["extend by 2 days"], ["extend"]),
        (["RESUME.", "", "Greetings", "Peter"], ["resume"]),
        (["TELL Anna: x"], ["tell"]),
    ],
)
def test_commands_as_people_write_them(lines: list[str], verbs: list[str]):
    assert [act.verb for act in deskmail.read(lines, "game", "")] == verbs


@pytest.mark.parametrize("lines", [["please approve"], [""], ["EXTEND"], ["hello", "APPROVE"]])
def test_what_is_none(lines: list[str]):
    with pytest.raises(UsageError):
        deskmail.read(lines, "game", "")


# --- the digest ---


def test_one_digest_a_morning_and_only_if_something_needs_a_hand(game: MailGame):
    def digests() -> list[Message]:
        return [mail for mail in game.to(GM) if "a hand" in subject_of(mail)]

    game.poll(24)
    assert len(digests()) == 1
    said = text_of(digests()[0])
    assert "pbem approve test" in said
    assert "UTC" not in said
    game.poll(1)
    assert len(digests()) == 1
    game.poll(24)
    assert len(digests()) == 2
    _answer(game, "APPROVE", _last(game, "waits for you"))
    game.poll(1)
    game.poll(24)
    assert len(digests()) == 2


def test_it_comes_at_eight_by_the_clock_of_the_site_also_when_clocks_change(game: MailGame):
    from datetime import UTC, datetime

    config = game.site.config
    due = [
        digest.next_one(config, datetime(2027, 3, day, 12, tzinfo=UTC)).astimezone(UTC) for day in (26, 27)
    ]
    assert [moment.hour for moment in due] == [7, 6]
