"""Whatever breaks between us and a real Dovecot or Postfix, at every step of the protocol: one sentence, in time; the next poll
finishes everything: each letter once, each mail at least once, with its own Message-ID.
"""

import re
import ssl
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from imapclient import IMAPClient, SocketTimeout

from pbem.mail import points
from pbem.mail.smtp import Timeouts
from pbem.service.poll import PollResult, poll
from pbem.service.site import Site
from tests.crash.letters import condition
from tests.laws.mailgame import MailGame
from tests.laws.test_mails import asked
from tests.mailstack.faults import KINDS, Fault, StepProxy
from tests.mailstack.stack import JUDGE, PASSWORDS, Stack

pytestmark = pytest.mark.servers
#: Seconds until a server that says nothing is given up, and in which every poll ends.
LIMIT, ENDS = 0.25, 8.0


@pytest.fixture(autouse=True)
def short_limits(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nobody waits minutes for a server that says nothing."""
    monkeypatch.setenv("PBEM_INBOX_PASSWORD", PASSWORDS[JUDGE])
    monkeypatch.setenv("PBEM_OUTBOX_PASSWORD", PASSWORDS[JUDGE])
    open_inbox, open_outbox = Site.inbox, Site.outbox

    def inbox(site: Site) -> object:
        box = open_inbox(site)
        box._timeout = SocketTimeout(1.0, LIMIT)  # type: ignore[attr-defined]
        return box

    def outbox(site: Site) -> object:
        box = open_outbox(site)
        box._timeouts = Timeouts(connect=1.0, command=LIMIT, data=LIMIT)  # type: ignore[attr-defined]
        return box

    monkeypatch.setattr(Site, "inbox", inbox)
    monkeypatch.setattr(Site, "outbox", outbox)
    yield
    points.listen(None)


class Game(MailGame):
    """Played by Dovecot or to Postfix, through the proxy or straight; the other box is a Maildir."""

    def __init__(self, folder: Path, stack: Stack, box: str) -> None:
        super().__init__(folder)
        self.session()
        self.stack, self.box, self.count = stack, box, 0
        self._text = (folder / "pbem.toml").read_text("utf-8")
        self.last: dict[str, int] = {}
        names = {name.lower(): colour for colour, name in self.names.items()}
        with self.site.engine.begin() as connection:  # Anna's mailbox is Alice's, and so on
            for name, address in (("anna", "alice"), ("boris", "boris"), ("clara", "clara")):
                statement = (
                    f"update seat set address = '{address}@players.test' where colour = '{names[name]}'"
                )
                connection.exec_driver_sql(statement)

    def through(self, port: int | None, implicit: bool = True) -> None:
        """From now on by this port."""
        stack = self.stack
        if self.box == "in":
            old, url = "maildir:mail/in", stack.inbox_url(implicit=implicit)
            real = stack.imaps if implicit else stack.imap
        else:
            old, url = "maildir:mail/out", stack.outbox_url(implicit=implicit)
            real = stack.smtps if implicit else stack.submission
        url = url.replace(f":{real}", f":{port or real}")
        (self.folder / "pbem.toml").write_text(self._text.replace(old, url), "utf-8")
        self.site.engine.dispose()
        self.site = Site.open(self.folder)

    def order(self, player: str = "red") -> tuple[int, bytes]:
        """A letter with an order that can be counted."""
        self.count += 1
        raw = self.letter(
            player, [f"HOLD KGB UP TO 1 IF {condition(self.count)}"], number=f"fault.{self.count}"
        )
        name = {"red": "anna", "green": "boris", "yellow": "clara"}.get(player, "anna")
        address = {"anna": "alice", "boris": "boris", "clara": "clara"}[name]
        return self.count, raw.replace(f"{name}@example.org".encode(), f"{address}@players.test".encode())

    def timed(self) -> PollResult:
        """A poll within its time limits."""
        start = time.monotonic()
        self.now += timedelta(minutes=10)
        result = poll(self.site, self.now)
        assert time.monotonic() - start < ENDS
        assert len(result.problems) <= 1
        assert all("\n" not in problem and "Traceback" not in problem for problem in result.problems)
        return result

    def effects(self) -> Counter[int]:
        """How often each order was given."""
        data = [str(row) for row in asked(self, "select data from line")]
        found: Counter[int] = Counter()
        for number in range(1, self.count + 1):
            high, low = re.findall(r"\d+", condition(number))
            found[number] = sum(bool(re.search(rf"\b{high}\b.*\b{low}\b", one)) for one in data)
        return found

    def settled(self) -> None:
        """Every order was given once, and every mail is sent."""
        assert self.effects() == Counter(range(1, self.count + 1))
        assert asked(self, "select count(*) from letter where state = 'new'") == [(0,)]


@contextmanager
def mailbox(stack: Stack) -> Iterator[IMAPClient]:
    """The judge's, as another program sees it."""
    context = ssl.create_default_context(cafile=str(stack.cafile))
    with IMAPClient("localhost", stack.imaps, ssl_context=context) as client:
        client.login(JUDGE, PASSWORDS[JUDGE])
        client.select_folder("INBOX")
        yield client


def faults(steps: list[str], halves: tuple[str, ...]) -> list[Fault]:
    """All of them: at each step that a healthy poll passed."""
    first = [Fault(step, "before", kind) for step in ("connect", "hello") for kind in KINDS]
    named = list(dict.fromkeys(steps))
    places = [
        (step, place)
        for step in named
        for place in ("before", "after")
        if step != "greeting" and "plain" not in step
    ]
    places += [(step, "before") for step in named if step == "greeting" or "plain" in step]
    places += [(step, "within") for step in halves]
    return first + [Fault(step, place, kind) for step, place in places for kind in KINDS]


@pytest.mark.parametrize("implicit", [True, False], ids=["implicit TLS", "STARTTLS"])
def test_wherever_imap_breaks_each_letter_counts_once(
    mail_stack: Stack, tmp_path: Path, implicit: bool
) -> None:
    game = Game(tmp_path / "site", mail_stack, "in")
    with StepProxy(mail_stack, "imap", implicit) as proxy, mailbox(mail_stack) as box:
        game.through(proxy.port, implicit)
        box.append("INBOX", game.order()[1])
        assert game.timed().letters == 1
        tried = faults(proxy.steps, ("FETCH bodies", "FETCH sizes", "SEARCH"))
        if not implicit:  # the rest is the same
            tried = [
                one for one in tried if "plain" in one.step or one.step in ("greeting", "hello", "LOGIN")
            ]
        else:
            assert {"LOGIN", "SELECT", "SEARCH", "FETCH sizes", "FETCH bodies", "STORE", "LOGOUT"} <= set(
                proxy.steps
            )
        for fault in tried:
            box.append("INBOX", game.order()[1])
            proxy.fault, broke = fault, proxy.broke
            result = game.timed()
            assert proxy.broke == broke + 1, f"{fault} was never reached"
            if fault.step not in ("STORE", "LOGOUT"):  # the letters are safe by then
                assert len(result.problems) == 1, f"{fault}: {result}"
                assert game.timed().problems == [], fault
        game.timed()
        game.settled()
        flags = box.get_flags(box.search("ALL"))
        assert len(flags) == game.count, "nothing is deleted"
    print(
        f"IMAP, {'implicit TLS' if implicit else 'STARTTLS'}: {len(tried)} faults, {game.count} letters, {game.count} effects"
    )


@pytest.mark.parametrize("implicit", [True, False], ids=["implicit TLS", "STARTTLS"])
def test_wherever_smtp_breaks_each_mail_arrives(mail_stack: Stack, tmp_path: Path, implicit: bool) -> None:
    game = Game(tmp_path / "site", mail_stack, "out")
    with StepProxy(mail_stack, "smtp", implicit) as proxy:
        game.through(proxy.port, implicit)
        game.drop(game.order()[1])
        assert game.timed().sent == 1
        tried = faults(proxy.steps, ("text", "EHLO"))
        if not implicit:
            tried = [one for one in tried if "plain" in one.step or one.step in ("greeting", "hello", "EHLO")]
        else:
            assert {"greeting", "EHLO", "AUTH", "MAIL", "RCPT", "DATA", "text", "QUIT"} <= set(proxy.steps)
        for fault in tried:
            game.drop(game.order()[1])
            proxy.fault, broke = fault, proxy.broke
            result = game.timed()
            assert proxy.broke == broke + 1, f"{fault} was never reached"
            if (fault.step, fault.place) in (
                ("MAIL", "before"),
                ("RCPT", "after"),
                ("text", "after"),
                ("connect", "before"),
            ):
                assert result.sent + result.waiting >= 1, fault
            for _ in range(3):  # its back-off is over after ten minutes
                if not game.timed().waiting:
                    break
        game.settled()
    rows = asked(
        game,
        "select message_id, recipient, state from mail where state <> 'sent' or recipient like '%players%'",
    )
    assert {str(row[2]) for row in rows} == {"sent"}  # type: ignore[index]
    wanted = {str(row[0]) for row in rows if "players.test" in str(row[1])}  # type: ignore[index]
    copies = arrived(mail_stack, wanted)
    extra = sum(copies.values()) - len(wanted)
    print(
        f"SMTP, {'implicit TLS' if implicit else 'STARTTLS'}: {len(tried)} faults, {len(wanted)} mails, {extra} extra copies"
    )


def arrived(stack: Stack, wanted: set[str]) -> Counter[str]:
    """Message-IDs in Alice's mailbox, once all that are wanted are there."""
    end = time.monotonic() + 20
    while True:
        raws = stack.mailbox("alice@players.test")
        found = [re.search(rb"^Message-ID: (\S+)", raw, re.M) for raw in raws]
        copies = Counter(one[1].decode() for one in found if one)
        if wanted <= set(copies):
            assert set(copies) == wanted
            return copies
        assert time.monotonic() < end, f"{len(wanted - set(copies))} mails never arrived"
        time.sleep(0.1)


# --- what other programs do to the mailbox meanwhile ---


def meddling(moment: str, deed: Callable[[], object]) -> None:
    """Do it once, when the poll is at that moment."""

    def at(name: str) -> None:
        if name == moment:
            points.listen(None)
            deed()

    points.listen(at)


def test_a_mailbox_made_anew_and_messages_put_there_again_count_once(
    mail_stack: Stack, tmp_path: Path
) -> None:
    """UIDVALIDITY changes; the same message is there twice; a third copy comes later."""
    game = Game(tmp_path / "site", mail_stack, "in")
    game.through(None)
    first, second = game.order()[1], game.order()[1]
    with mailbox(mail_stack) as box:
        for raw in (first, second, second):
            box.append("INBOX", raw)
        assert game.timed().letters == 3
    game.settled()
    mail_stack.reset()
    with mailbox(mail_stack) as box:
        for raw in (first, second):
            box.append("INBOX", raw)
        assert game.timed().problems == []
        box.append("INBOX", first)
        box.append("INBOX", game.order()[1])
        assert game.timed().problems == []
    game.settled()


@pytest.mark.parametrize("moment", ["connected", "fetched", "stored", "marked"])
@pytest.mark.parametrize("deed", ["expunged", "moved", "flagged", "more"])
def test_another_program_in_the_mailbox(mail_stack: Stack, tmp_path: Path, moment: str, deed: str) -> None:
    """Between two steps of ours it takes letters away, moves them and back, sets flags, or a new one comes."""
    game = Game(tmp_path / "site", mail_stack, "in")
    game.through(None)
    with mailbox(mail_stack) as box:
        for _ in range(3):
            box.append("INBOX", game.order()[1])
        uids = box.search("ALL")

        def done() -> None:
            match deed:
                case "expunged":
                    box.delete_messages(uids[:1])
                    box.expunge(uids[:1])
                case "moved":
                    box.move(uids[:2], "Processed")
                case "flagged":
                    box.add_flags(uids, ["\\Flagged", "\\Answered"])
                case "more":
                    box.append("INBOX", game.order()[1])

        meddling(moment, done)
        assert game.timed().problems == []
        if deed == "moved":  # the owner moves them back: they have new numbers
            box.select_folder("Processed")
            box.move(box.search("ALL"), "INBOX")
        assert game.timed().problems == []
        gone = deed == "expunged" and moment == "connected"  # nobody ever saw it
        effects = game.effects()
        assert [effects[number] for number in range(1, game.count + 1)] == [
            0 if gone else 1,
            *[1] * (game.count - 1),
        ]
        assert game.timed().letters == 0
