"""The laws of the mails: the same in gives the same out, nothing is lost or doubled, and nobody's secrets move a byte."""

import os
import signal
from collections.abc import Callable
from datetime import timedelta
from email.parser import BytesParser
from email.policy import compat32
from pathlib import Path

import pytest
from sqlalchemy import event

from pbem.bots import message, open_mail
from pbem.engine.events import Player
from pbem.mail.letters import read_letter
from pbem.mail.maildir import MaildirInbox, MaildirOutbox
from pbem.orders.reader import read
from pbem.service import demo
from pbem.service.poll import poll
from pbem.service.site import Site
from tests.laws.mailgame import MailGame
from tests.postgres.server import database

__all__ = ["database"]

HIDDEN = "green"
RULES = ("basic", "advanced", "swiss", "swiss-ah")


@pytest.mark.parametrize("rules", RULES)
def test_the_same_messages_in_give_the_same_mails_out(tmp_path: Path, rules: str) -> None:
    """Two sites, one seed: every mail of a whole game with all its mishaps is the same to the byte."""
    boxes = []
    for name in ("one", "other"):
        played = demo.play(tmp_path / name, rules, 3, "two sites")
        boxes.append({p.name: p.read_bytes() for p in (tmp_path / name / "mail/out/new").iterdir()})

    assert boxes[0] == boxes[1]
    assert len(boxes[0]) == played.mails


@pytest.mark.parametrize("rules", ["basic", "advanced"])
def test_whatever_we_sent_is_no_order_when_it_comes_back(tmp_path: Path, rules: str) -> None:
    """Raw, quoted, forwarded or typed off: of every report and receipt of a game no line is taken for an order."""
    demo.play(tmp_path, rules, 4, "echo")
    lexicon = _demo_lexicon(tmp_path)
    taken = []
    for path in sorted((tmp_path / "mail/out/new").iterdir()):
        raw = path.read_bytes()
        to, mail, _ = open_mail(raw)
        assert read_letter(raw).auto or not read_letter(raw).lines, "our own mail is known by its header"
        quoted = "\n".join(f"> {line}" for line in mail.text.splitlines())
        for text in (mail.text, quoted, f"see below\n\n{mail.text}", f"On Monday judge wrote:\n{quoted}"):
            letter = read_letter(message(to, mail, text, "<back@home.example>", demo.START))
            for lines in (letter.lines, letter.below, tuple(text.splitlines())):
                taken += [r.text for r in read(lines, lexicon) if r.kind == "order"]

    assert taken == []


def _demo_lexicon(folder: Path):  # type: ignore[no-untyped-def]
    from pbem.service.record import load
    from pbem.store.database import transaction

    with transaction(Site.open(folder).engine) as connection:
        record = load(connection, "demo")
        assert record is not None
        return record.lexicon


# --- what a rival hides ------------------------------------------------------------------------------------------------


def hiding(sheet: str, lines: list[str]) -> Callable[[Player, list[str]], list[str]]:
    """The others write what they write; he hands in this sheet, declares nothing, and writes these lines."""

    def rewritten(player: Player, own: list[str]) -> list[str]:
        if player != HIDDEN:  # card 25 would let them look at his sheet
            return [line for line in own if not line.upper().startswith(("PLAY 25", "PLAY 52"))]
        if any("INFLUENCE" in line.upper() or line[-1:].isdigit() for line in own[:1]):
            return [sheet, "READY"]
        return [*lines, "READY"]

    return rewritten


QUIET = hiding("INFLUENCE B C D E F G H I J K", ["VOTE INNOCENT IF TURN > 11"])
BUSY_SHEET = "INFLUENCE Z Y W U T S R Q P O"
BUSY_LINES = [
    "PURGE G IF TURN > 11",
    "HOLD KGB UP TO 9 IF TURN > 11",
    "DECLARE 9 Y WHEN PARADE IF TURN > 11",
    "# nothing",
    "SLOGAN: nobody will ever read this, for I control nobody",
    "DIARY: I have nine on Y,",
    "and nobody knows it.",
    "END DIARY",
]


#: What a player of the Advanced Game may hide, too.
IDLE_CARDS = [
    *(f"PLAY {number} ON KGB IF TURN > 11" for number in range(1, 35)),
    "KEEP CARDS 1, 2, 3",
    "SUPPORT red ON Z IF TURN > 11",
    "ACCEPT ANY IF TURN > 11",
]


@pytest.mark.parametrize(("rules", "seats", "cards"), [("basic", 3, []), ("advanced", 4, IDLE_CARDS)])
def test_what_one_player_hides_moves_no_byte_of_the_others_mails(
    tmp_path: Path, rules: str, seats: int, cards: list[str]
) -> None:
    """Another sheet, other unused orders, more letters even: everybody else's mails are the same."""
    one, other = (MailGame(tmp_path / name, rules, seats) for name in ("one", "other"))
    busy = hiding(BUSY_SHEET, [*BUSY_LINES, *cards])
    for _ in range(14):
        look = one.look()
        if not look.session:
            break
        own = {player: one.lines(look, player) for player in one.names}
        for game, rewriting in ((one, QUIET), (other, busy)):
            for player, lines in own.items():
                game.drop(game.letter(player, rewriting(player, list(lines))))
            game.now += timedelta(hours=30)
            game.poll()

        if not one.look().session:
            break  # the game is over, and the last report opens all sheets
        assert _of_others(one) == _of_others(other)
    assert one.outbox() != other.outbox()  # his own receipts tell of his own orders


def _of_others(game: MailGame) -> dict[str, bytes]:
    his = f"To: {game.names[HIDDEN]} ".encode()
    return {name: raw for name, raw in game.outbox().items() if his not in raw.split(b"\n\n")[0]}


# --- a poll that dies ----------------------------------------------------------------------------------------------------


class Dying:
    """Kills the process at the n-th of all the moments at which a poll has done something that lasts."""

    def __init__(self, at: int) -> None:
        self.at, self.count = at, 0

    def step(self, *_: object, **__: object) -> None:
        self.count += 1
        if self.count == self.at:
            os.kill(os.getpid(), signal.SIGKILL)

    def watch(self, site: Site) -> None:
        """Before each commit, at the beginning of each next transaction, after each file written or moved."""
        event.listen(site.engine, "commit", self.step)
        event.listen(site.engine, "begin", self.step)
        for kind, name in ((MaildirOutbox, "_write"), (MaildirInbox, "done")):
            setattr(kind, name, self._after(getattr(kind, name)))

    def _after(self, method: Callable[..., object]) -> Callable[..., object]:
        def wrapped(*args: object, **more: object) -> object:
            result = method(*args, **more)
            self.step()
            return result

        return wrapped


def polled_in_a_child(game: MailGame, at: int) -> int | None:
    """A poll that is killed at step `at`.  None if it was; else how many steps there were."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            dying = Dying(at)
            site = Site.open(game.folder)
            dying.watch(site)
            poll(site, game.now)
            os.write(writing, str(dying.count).encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        told = pipe.read()
    _, status = os.waitpid(child, 0)
    return None if os.WIFSIGNALED(status) else int(told)


def outcome(game: MailGame) -> dict[str, list[object]]:
    """All that a poll leaves behind, but for how often something had to be tried."""
    queries = {
        "game": "select turn, session, deadline, events, head, status from game",
        "events": "select number, data, digest from event order by number",
        "lines": "select player, number, data, state, why from line order by player, number",
        "letters": "select key, state, reason, player, number from letter order by key",
        "mails": "select player, kind, number, message_id, state, raw from mail order by player, kind, number",
        "seats": "select colour, seen, mails, letters, lines, draft, ready from seat order by colour",
    }
    found: dict[str, list[object]] = {name: asked(game, query) for name, query in queries.items()}
    found["inbox"] = [(part, sorted(os.listdir(game.folder / "mail/in" / part))) for part in ("new", "cur")]
    # a transaction that was undone leaves a gap in the numbers of mails: the names of the files may differ on PostgreSQL
    return {**found, "outbox": sorted(game.outbox().values())}


def asked(game: MailGame, query: str) -> list[object]:
    """The rows of a query."""
    with game.site.engine.begin() as connection:
        rows: list[object] = [tuple(row) for row in connection.exec_driver_sql(query)]
    game.site.engine.dispose()  # the database is copied next
    return rows


@pytest.mark.parametrize(
    ("sessions", "database"),
    [(0, "sqlite"), (2, "sqlite"), pytest.param(2, "postgresql", marks=pytest.mark.servers)],
    indirect=["database"],
)
def test_a_poll_killed_anywhere_and_repeated_loses_and_doubles_nothing(
    tmp_path: Path, sessions: int, database: str
) -> None:
    """`kill -9` at every commit, file and begin of one poll that fetches, reads, resolves and sends."""
    base = MailGame(tmp_path / "base", database=database)
    for _ in range(sessions):
        base.session()
    base.everybody_writes()
    base.now += timedelta(hours=30)
    whole = base.copy(tmp_path / "whole")
    steps = polled_in_a_child(whole, 0)
    assert steps is not None
    wanted = outcome(whole)

    for at in range(1, steps + 1):
        game = base.copy(tmp_path / f"killed{at}")
        assert polled_in_a_child(game, at) is None, at
        result = poll(game.site, game.now)
        assert result.problems == []
        assert outcome(game) == wanted, f"killed at step {at} of {steps}"


@pytest.mark.parametrize("at", [3, 9])
def test_a_poll_killed_twice_is_no_worse(tmp_path: Path, at: int, database: str) -> None:
    base = MailGame(tmp_path / "base", database=database)
    base.everybody_writes()
    base.now += timedelta(hours=30)
    whole = base.copy(tmp_path / "whole")
    poll(whole.site, whole.now)
    game = base.copy(tmp_path / "killed")

    polled_in_a_child(game, at)
    polled_in_a_child(game, at + 1)
    poll(game.site, game.now)

    assert outcome(game) == outcome(whole)


def test_a_second_poll_does_nothing(tmp_path: Path, database: str) -> None:
    game = MailGame(tmp_path, database=database)
    game.session()
    before = outcome(game)

    result = poll(game.site, game.now)

    assert (result.letters, result.receipts, result.resolved, result.sent) == (0, 0, [], 0)
    assert outcome(game) == before


def test_a_letter_that_comes_again_is_done_once(tmp_path: Path, database: str) -> None:
    """Decision D2: the same Message-ID and content, whether in one poll or in the next."""
    game = MailGame(tmp_path, database=database)
    game.session()
    raw = game.letter("red", ["HOLD KGB UP TO 3"], number="twice")
    game.drop(raw)
    game.drop(raw)
    game.poll()
    receipts = len(game.outbox())
    game.drop(raw)
    game.poll()

    lines = asked(game, "select data from line where player = 'red'")
    assert ["KGB" in str(line) for line in lines].count(True) == 1
    assert len(game.outbox()) == receipts


def test_our_mails_are_one_recipient_each_and_parse(tmp_path: Path) -> None:
    game = MailGame(tmp_path)
    game.session()
    for raw in game.outbox().values():
        parsed = BytesParser(policy=compat32).parsebytes(raw)
        assert parsed["To"].count("@") == 1
        assert parsed["Cc"] is None
        assert not parsed.defects
