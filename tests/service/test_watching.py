"""WATCH (E27): anybody may read the public reports of a game that allows it, and is told nothing else."""

import pytest
from sqlalchemy import select

from pbem.engine import view
from pbem.report import watched
from pbem.service import watching, watchreports
from pbem.service.record import GAME, load
from pbem.store.database import transaction

from .mailgame import EVERYBODY, MailGame, subject_of, text_of

WATCHER = "Wanda <wanda@elsewhere.example>"
WANDA = "wanda@elsewhere.example"


class Theatre(MailGame):
    """A game that may be watched."""

    def __init__(self, folder, **more):
        super().__init__(folder, options={"watch": "on", **more.pop("options", {})}, **more)

    def letter(self, text, sender=WATCHER, answers=None, **headers):
        """From somebody who does not play."""
        number = next(self.ids)
        head = {
            "From": sender, "To": "judge@judge.example", "Message-ID": f"<w-{number}@elsewhere.example>",
            "Subject": f"Re: {subject_of(answers)}" if answers is not None else "hello",
            "In-Reply-To": str(answers["Message-ID"]) if answers is not None else "", **headers,
        }  # fmt: skip
        lines = "\n".join(f"{key}: {value}" for key, value in head.items() if value)
        self.put(f"{lines}\nContent-Type: text/plain; charset=utf-8\n\n{text}\n".encode())
        self.poll(0.1)

    def watches(self, sender=WATCHER, address=WANDA):
        """He asks, and answers YES."""
        self.letter("WATCH test", sender)
        self.letter("YES", sender, self.to(address)[-1])

    def wanda(self):
        return [f"{subject_of(mail)}\n{' '.join(text_of(mail).split())}" for mail in self.to(WANDA)]

    def play(self):
        """Everybody is ready."""
        for colour in self.colours:
            self.write(colour, "PASS\nREADY")
        self.poll(30)


@pytest.fixture(autouse=True)
def archived(monkeypatch):
    """Archives are written as the game goes on."""
    monkeypatch.setattr(MailGame, "ARCHIVED", True)


@pytest.fixture
def game(tmp_path):
    game = Theatre(tmp_path / "site")
    game.begin()
    return game


def test_who_asks_is_asked_back_and_then_gets_the_public_reports(game):
    game.letter("Please watch test")
    (asked,) = game.wanda()
    assert "do you want to watch?" in asked
    assert "1953" not in asked
    game.play()
    assert len(game.wanda()) == 1, "nothing before he has said YES"

    game.letter("yes", answers=game.to(WANDA)[-1])
    welcome = game.wanda()[-1]
    assert "[test] you watch" in welcome
    assert "Anna (red, Hardline Stalinists)" in welcome and "PC A Aparatschik" in welcome
    game.play()

    report = game.wanda()[-1]
    assert "the public report" in report
    told = text_of(game.to("red")[-1])
    for heading in [line for line in told.split("\n") if ", phase " in line]:
        assert heading.strip("= ") in report, "the chronicle is the players' own"
    for secret in ("Your influence", "READY", "orders, below", "Your sheet"):
        assert secret not in report
    assert all(mail["To"] == WANDA for mail in game.to(WANDA))


def test_one_thread_a_year_and_no_code_of_a_player(game):
    game.watches()
    game.play()
    game.play()
    mails = game.to(WANDA)
    asked, welcome, first, second = (str(mail["References"]).split()[0] for mail in mails)
    assert welcome == first, "1951"
    assert second not in (asked, first), "1952"
    codes = {str(mail["Reply-To"]) for colour in EVERYBODY for mail in game.to(colour)}
    assert str(mails[-1]["Reply-To"]) not in codes


def test_players_read_how_many_watch_and_never_who(game):
    game.watches()
    game.watches("Xaver <xaver@elsewhere.example>", "xaver@elsewhere.example")
    game.play()
    for colour in game.colours:
        text = " ".join(text_of(game.to(colour)[-1]).split())
        assert "2 people watch this game" in text
        assert "Wanda" not in text and "elsewhere" not in text
    game.play()
    assert "people watch" not in text_of(game.to("red")[-1]), "said once"
    game.letter("UNWATCH", answers=game.to(WANDA)[-1])
    game.play()
    assert "1 person watches this game" in " ".join(text_of(game.to("red")[-1]).split())


@pytest.mark.parametrize("words", ["UNWATCH", "unwatch test", "stop watching, please", "No, thank you"])
def test_it_ends_at_his_word(game, words):
    game.watches()
    game.letter(words, answers=game.to(WANDA)[-1])
    assert "you do not watch any more" in game.wanda()[-1]
    number = len(game.wanda())
    game.play()
    assert len(game.wanda()) == number
    game.letter("YES", answers=game.to(WANDA)[-1])
    assert "[test] you watch" in game.wanda()[-1], "and begins anew by YES"


def test_who_has_lost_the_code_is_sent_it_again_and_ends_it(game):
    game.watches()
    game.letter("UNWATCH test")
    (hint,) = game.wanda()[-1:]
    assert "To end watching, answer with this word: | UNWATCH" in hint
    assert "plays in no game" not in hint
    game.letter("UNWATCH", answers=game.to(WANDA)[-1])
    assert "you do not watch any more" in game.wanda()[-1]


def test_where_players_go_by_their_factions_no_faction_stands_twice(tmp_path):
    game = Theatre(tmp_path / "masked", options={"names": "factions"})
    game.begin()
    game.watches()
    game.write("red", "PRAVDA: The harvest is in.\nPRESS: hello")
    game.play()
    (welcome, report) = game.wanda()[1:]
    assert "They play: Hardline Stalinists (red); " in welcome
    assert "Players: Hardline Stalinists (red), " in report
    said = [*game.wanda(), *(" ".join(text_of(mail).split()) for mail in game.to("boris@players.example"))]
    for text in said:
        assert "Stalinists (Hardline" not in text
        assert "Stalinists (red, Hardline" not in text
    assert any("The harvest is in" in text for text in said)


def test_unsubscribe_ends_it(game):
    game.watches()
    subject = "unsubscribe " + game.to(WANDA)[-1]["List-Unsubscribe"].partition("unsubscribe%20")[2].rstrip(
        ">"
    )
    game.letter("This message was automatically generated", Subject=subject)
    number = len(game.wanda())
    game.play()
    assert len(game.wanda()) == number


def test_his_orders_are_answered_with_one_sentence_and_do_nothing(game):
    game.watches()
    before = game.events()
    game.letter("PURGE Manjak\nREADY\nTO ALL: hello", answers=game.to(WANDA)[-1])
    assert watched.NOT_A_PLAYER.format(game="test") in game.wanda()[-1]
    assert game.events() == before
    number = len(game.wanda())
    game.letter("PURGE Manjak", answers=game.to(WANDA)[-1])
    assert len(game.wanda()) == number, "once a day"
    assert all(not game.orders(colour) for colour in game.colours)


def test_a_game_that_does_not_allow_it_and_one_that_is_not_there_are_told_alike(tmp_path):
    game = MailGame(tmp_path / "site")
    theatre = Theatre.letter
    theatre(game, "WATCH test")
    theatre(game, "WATCH nonsense", "Xaver <xaver@elsewhere.example>")
    texts = [text_of(game.to(address)[-1]) for address in (WANDA, "xaver@elsewhere.example")]
    assert texts[0].replace("“test”", "“nonsense”").split() == texts[1].split()
    assert "house sheet" in texts[0]


def test_nobody_watches_who_did_not_ask_himself(game):
    game.letter("WATCH test", **{"Auto-Submitted": "auto-replied"})
    assert game.wanda() == []
    game.letter("WATCH test", **{"Return-Path": "<somebody@evil.example>"})
    game.letter("WATCH test")
    asked = game.to(WANDA)[-1]
    game.letter("YES", "Eve <eve@evil.example>", asked)
    game.play()
    assert len(game.wanda()) == 1
    assert not any("public report" in subject_of(mail) for mail in game.to("eve@evil.example"))


def test_asking_again_and_again_is_answered_once_a_day(game):
    for _ in range(4):
        game.letter("WATCH test")
    assert len(game.wanda()) == 1


def test_so_many_and_no_more(game, monkeypatch):
    monkeypatch.setattr(watching, "MOST", 1)
    game.watches()
    game.letter("WATCH test", "Xaver <xaver@elsewhere.example>")
    assert "and no more may" in text_of(game.to("xaver@elsewhere.example")[-1])


def test_a_player_needs_no_seat_in_the_stalls_but_may_watch_elsewhere(game):
    game.write("red", "WATCH test")
    game.poll(0.1)
    assert "your own reports tell more" in " ".join(text_of(game.to("red")[-1]).split())
    game.write("red", "WATCH nonsense")
    game.poll(0.1)
    assert "no game “nonsense” here that may be watched" in " ".join(text_of(game.to("red")[-1]).split())
    with transaction(game.site.engine) as connection:
        assert not connection.execute(select(watching.WATCHER)).all()


def test_the_end_is_told_and_is_the_last(game):
    game.watches()
    for colour in game.colours:
        game.write(colour, "PROPOSE END" if colour == "red" else "AGREE END")
        game.poll(0.1)
    with transaction(game.site.engine) as connection:
        assert connection.execute(select(GAME.c.status)).scalar() == "over"
    assert "the last report" in game.wanda()[-1]
    assert "The struggle is over" in game.wanda()[-1]
    for sheet in ("All sheets", "recorded on"):
        assert sheet not in game.wanda()[-1]


def test_the_gate_stops_a_public_report_that_tells_too_much(game, monkeypatch):
    game.watches()
    honest = watched.headline

    def talkative(names, story, me):
        return f"{honest(names, story, me)} {peeked[0]().state.recorded}"

    from pbem.service import watchreports

    peeked = []
    written = watchreports.brief
    monkeypatch.setattr(
        watchreports,
        "brief",
        lambda record, *rest: peeked.insert(0, lambda: record) or written(record, *rest),
    )
    monkeypatch.setattr(watched, "headline", talkative)
    number = len(game.wanda())
    for colour in game.colours:
        game.write(colour, "PASS\nREADY")
    game.poll(30)
    assert len(game.wanda()) == number
    assert game.record().row.held


def test_an_archive_of_a_watched_game_is_played_again_to_the_byte(game):
    """`pbem verify`: how many watched is part of the script; who, is not."""
    from pbem.archive.verify import verify
    from pbem.cli import played_again

    game.watches()
    game.play()
    for colour in game.colours:
        game.write(colour, "PROPOSE END" if colour == "red" else "AGREE END")
        game.poll(0.1)
    folder = game.folder / "games" / "test"
    assert verify(folder).faults == []
    again = played_again.play(folder, True, lambda what, part: None)
    assert not again.wrong, again
    written = b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())
    assert b"wanda" not in written.lower()
    assert b"@watched" in written


def test_it_is_written_from_what_lies_on_the_table_alone(game):
    """Whatever it may print some day: no player's view is at hand."""
    game.watches()
    game.play()
    with transaction(game.site.engine) as connection:
        here = load(connection, "test")
        found = watchreports.brief(here, game.site.config, game.now, (), 0)
        assert found.view == here.views()[view.TABLE] != here.views()["red"]
    assert (found.me, found.asks, found.standing, found.draft) == (view.TABLE, (), (), None)
    assert not found.view.recorded.get("red")
