"""The gate: a mail that would be another one if the others' secrets were others is not sent, and the game is held."""

import itertools
import json
import shutil
from collections.abc import Callable
from copy import copy
from email import message_from_bytes
from pathlib import Path

import pytest
from sqlalchemy import select

from pbem.engine.events import MODERATOR, Player
from pbem.report.brief import Rendered
from pbem.service import desk, reports
from pbem.service.otherrows import LETTER, LINE
from pbem.service.poll import poll
from pbem.service.record import MAIL, SEAT, Record
from pbem.service.site import Site
from pbem.store.database import transaction

from .mailgame import MailGame, text_of

Leak = Callable[[Record, Player], object]


def others(record: Record, me: Player) -> list[Player]:
    return [player for player in record.seat_rows if player != me]


def of_rows(table, *columns: str) -> Leak:
    """What stands in these columns of the others' rows."""

    def leak(record: Record, me: Player) -> object:
        owner = next(table.c[name] for name in ("player", "colour", "author") if name in table.c)
        wanted = [table.c[name] for name in columns]
        found = record.connection.execute(
            select(*wanted).where(table.c.game == record.id, owner != me).order_by(*wanted)
        )
        return [tuple(row) for row in found]

    return leak


def sheet_of(record: Record, player: Player) -> list[int]:
    return list((record.state.recorded[player] or {}).values())


#: Everything that a careless line of code could let into somebody's report.
LEAKS: dict[str, Leak] = {
    "a sheet": lambda record, me: [record.state.recorded[player] for player in others(record, me)],
    "one number of a sheet": lambda record, me: sheet_of(record, others(record, me)[0])[0],
    "whom a sheet names": lambda record, me: sorted(record.state.recorded[others(record, me)[0]] or {}),
    "the seed of the dice": lambda record, me: record.seed.hex(),
    "another player's reply code": lambda record, me: [record.token(player) for player in others(record, me)],
    "when others wrote": of_rows(LETTER, "received"),
    "how much others wrote to the byte": of_rows(LETTER, "size"),
    "who gave a salt": of_rows(SEAT, "salt"),
    "what became of others' lines": of_rows(LINE, "why"),
    "a hand": lambda record, me: [record.state.hands[player].cards for player in others(record, me)],
    "the top of the deck": lambda record, me: record.state.deck[0],  # type: ignore[index]
    "another player's view": lambda record, me: record.views()[others(record, me)[0]],
    "how much happened in secret": lambda record, me: record.row.events,
    "the facts as they are stored": lambda record, me: record.events(),
    "secret facts, not their order": lambda record, me: sorted(
        type(event).__name__ + str(event) for event in record.events()
    ),
    "standing orders": lambda record, me: [record.lists()[player] for player in others(record, me)],
    "how many orders": lambda record, me: sum(len(record.lists()[player]) for player in others(record, me)),
    "how much others were sent": lambda record, me: [
        record.seat_rows[player].mails for player in others(record, me)
    ],
    "how much others wrote": of_rows(SEAT, "letters", "lines"),
    "an address": of_rows(SEAT, "address"),
    "a time zone": lambda record, me: [seat.zone for seat in record.seats if seat.colour != me],
    "the subjects of letters": of_rows(LETTER, "subject"),
    "where letters came from": of_rows(LETTER, "sender"),
    "the subjects of mails": of_rows(MAIL, "subject"),
}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> MailGame:
    """An Advanced game, where there is everything to hide, with its first session about to be resolved."""
    game = MailGame(tmp_path_factory.mktemp("gate") / "site", rules="advanced", options={"bribes": "true"})
    game.begin()
    for colour in game.colours:
        game.write(colour, "VOTE INNOCENT IF TURN > 9\nHOLD KGB UP TO 9")
    game.poll(1)
    return game


def copied(game: MailGame, folder: Path, **judge: bool) -> MailGame:
    """The same game in another folder, with other settings of the judge."""
    game.site.engine.dispose()
    shutil.copytree(game.folder, folder)
    settings = 'digest = "off"\n' + "".join(
        f"{name} = {str(value).lower()}\n" for name, value in judge.items()
    )
    file = folder / "pbem.toml"
    file.write_text(file.read_text("utf-8").replace("[judge]\n", f"[judge]\n{settings}"), "utf-8")
    other = copy(game)
    other.folder, other.site, other.ids = folder, Site.open(folder), itertools.count(1000)
    return other


@pytest.mark.parametrize("what", LEAKS)
def test_whatever_finds_its_way_into_a_report_is_caught(
    played: MailGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    game, report = copied(played, tmp_path / "site"), reports._Told.report

    def careless(self: reports._Told, player: Player, first: bool) -> Rendered:
        written = report(self, player, first)
        if player != "green":
            return written
        return written._replace(text=f"{written.text}\nBy the way: {LEAKS[what](self.record, player)}")

    monkeypatch.setattr(reports._Told, "report", careless)
    before = {mail["Message-ID"] for mail in game.to("green")}
    told = len(game.to("gm@judge.example"))
    poll(game.site, game.now.replace(year=game.now.year + 1))

    sent = [text_of(mail) for mail in game.to("green") if mail["Message-ID"] not in before]
    assert not any("By the way" in text for text in sent)
    assert len(sent) == 1
    assert "put the game on hold" in " ".join(sent[0].split())
    assert [row.player for row in held(game)] == ["green"]
    moderators = [text_of(mail) for mail in game.to("gm@judge.example")[told:]]
    assert len(moderators) == 1
    assert "green" in moderators[0]
    assert "By the way" not in moderators[0]
    others_sent = [mail for mail in game.to("red") if mail["Message-ID"] not in before]
    assert any("Received" not in text_of(mail) for mail in others_sent), "the others get their reports"
    assert game.record().row.held


def held(game: MailGame):
    with transaction(game.site.engine) as connection:
        return connection.execute(select(MAIL).where(MAIL.c.state == "held")).all()


def test_a_mail_whose_letterhead_tells_too_much_is_held_and_nothing_goes_round_for_ever(
    played: MailGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then even the notice that the game is on hold cannot be sent; the moderator's can."""
    from pbem.service import mailing

    game, headed = copied(played, tmp_path / "site"), mailing._headed
    monkeypatch.setattr(
        mailing, "_headed", lambda record, subject: f"{headed(record, subject)} {record.row.events}"
    )
    before = len(game.to("green"))
    for hours in (1, 2, 3):
        game.write("green", "STATUS")
        poll(game.site, game.now.replace(hour=hours))

    assert len(game.to("green")) == before
    assert game.record().row.held
    assert len([mail for mail in game.to("gm@judge.example") if "on hold" in str(mail["Subject"])]) == 1
    assert {row.kind for row in held(game)} == {"receipt", "notice"}


def test_a_second_alarm_is_told_to_nobody(
    played: MailGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else everybody could count how often somebody writes."""
    from pbem.service import receipts

    game = copied(played, tmp_path / "site")
    written = receipts.Receipt._written

    def careless(self: receipts.Receipt, record: Record, briefs: object) -> Rendered:
        text = written(self, record, briefs)  # type: ignore[arg-type]
        return text._replace(text=f"{text.text}\n{record.row.events}")

    monkeypatch.setattr(receipts.Receipt, "_written", careless)
    game.write("green", "STATUS")
    poll(game.site, game.now)
    told = len(game.to("red")), len(game.to("gm@judge.example"))
    for _ in range(3):
        game.write("green", "STATUS")
        poll(game.site, game.now)

    assert (len(game.to("red")), len(game.to("gm@judge.example"))) == told
    assert len(held(game)) == 4


def test_an_offer_taken_back_before_it_was_told_raises_no_alarm(tmp_path: Path) -> None:
    """Whatever mails its receiver has had meanwhile; what another offer's mail says of number 1 counts for nothing."""
    game = MailGame(tmp_path / "site", rules="advanced", options={"bribes": "true"})
    game.begin()
    card = game.record().state.hands["red"].cards[0]  # type: ignore[index]
    game.write("red", f'OFFER {card} TO green FOR "be nice"')
    game.poll(1)
    game.write(
        "red", "WITHDRAW ALL OFFERS\n" + "\n".join(f"PRESS TO green: {n}\nEND PRESS" for n in range(8))
    )
    game.poll(1)
    game.poll(80)

    assert held(game) == []
    assert not game.record().row.held


def test_an_honest_game_passes(played: MailGame, tmp_path: Path) -> None:
    game = copied(played, tmp_path / "site")
    poll(game.site, game.now.replace(year=game.now.year + 1))

    assert held(game) == []
    assert game.record().row.held == ""
    assert len(game.to("green")) > 2


def test_the_other_world_is_gone_when_the_gate_closes(played: MailGame, tmp_path: Path) -> None:
    """Nothing of it is left in any table."""
    one, other = copied(played, tmp_path / "one"), copied(played, tmp_path / "other", gate=False)
    for game in (one, other):
        game.write("red", "CURE G\nSTATUS\nYES")
        game.poll(1)
        poll(game.site, game.now.replace(year=game.now.year + 1))

    assert _rows(one) == _rows(other)


def _rows(game: MailGame) -> dict[str, list[tuple[object, ...]]]:
    tables = (
        "game",
        "seat",
        "event",
        "snapshot",
        "line",
        "letter",
        "rescue",
        "mail",
        "token",
        "press",
        "address",
    )
    with transaction(game.site.engine) as connection:
        return {
            name: [tuple(row) for row in connection.exec_driver_sql(f"select * from {name} order by 1, 2, 3")]
            for name in tables
        }


def test_what_the_moderator_is_shown_has_no_need_of_the_gate(played: MailGame, tmp_path: Path) -> None:
    game = copied(played, tmp_path / "site")
    shown = desk.resolve(game.site, "test", game.now, dry_run=True)

    assert "Purge Phase" in shown.text
    assert held(game) == []
    assert json.dumps(shown.data)


def test_every_secret_of_a_game_is_another_one_there(played: MailGame, tmp_path: Path) -> None:
    """The other world really differs: or the gate would prove nothing."""
    from pbem.engine.otherwise import OtherWorld

    record = played.record()
    world = OtherWorld("green", list(record.rules.deck))
    there = world.state(MODERATOR, record.state)
    for player in ("red", "blue"):
        assert there.recorded[player] != record.state.recorded[player]
        assert there.hands[player].cards != record.state.hands[player].cards
    assert there.recorded["green"] == record.state.recorded["green"]
    assert there.hands["green"] == record.state.hands["green"]
    assert there.deck != record.state.deck
    secret = [event for event in played.events() if event.seen_by("green") != event]
    assert len(secret) >= 5
    assert [type(e).__name__ for e in secret if world.event(e) == e] == []
    assert all(world.event(e).seen_by("green") == e.seen_by("green") for e in secret)


def test_no_mail_is_signed_for_two(played: MailGame) -> None:
    for mail in played.outgoing():
        assert message_from_bytes(bytes(mail))["To"].count("@") == 1
