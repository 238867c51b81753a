"""IMAP servers as they are: tokens that run out, messages that vanish, answers nobody asked for, mailboxes that grow."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from pbem.mail.errors import MailError
from pbem.mail.imap import ImapInbox
from pbem.mail.urls import Server
from tests.mail.imapd import Imapd
from tests.mail.test_smtp import Given, certificate

__all__ = ["certificate"]
LETTER = b"From: anna@example.org\r\n\r\nREADY\r\n"
EXPIRED = b"Session invalidated - AccessTokenExpired"


@pytest.fixture
def server(certificate: Path) -> Iterator[Imapd]:
    daemon = Imapd(certificate)
    yield daemon
    daemon.stop()


def inbox(server: Imapd, certificate: Path, *tokens: str) -> ImapInbox:
    where = Server("imaps", "localhost", server.port, "judge@e.org", cafile=certificate)
    return ImapInbox(where, Given(*(tokens or ("GOOD",))), 5, 5)


def uids(
    server: Imapd, certificate: Path, known: Sequence[int] = (), mark: str = ""
) -> tuple[list[int], str]:
    """The UIDs of what is fetched, and the new mark."""
    with inbox(server, certificate) as box:
        prefix = f"imap:judge@e.org@localhost/INBOX:{server.validity}:"
        found = [
            int(d.key.removeprefix(prefix)) for d in box.fetch({f"{prefix}{uid}" for uid in known}, mark=mark)
        ]
        return found, box.mark


def searches(server: Imapd) -> list[str]:
    return [command for command in server.commands if "SEARCH" in command]


# --- tokens ---


def test_a_refused_token_is_renewed_once_and_the_servers_error_answered(
    server: Imapd, certificate: Path
) -> None:
    server.messages = {1: LETTER}
    with inbox(server, certificate, "OLD", "GOOD") as box:
        assert len(list(box.fetch())) == 1
    assert [word for word in server.commands if "Bearer" in word] == [
        "user=judge@e.org\1auth=Bearer OLD\1\1",
        "user=judge@e.org\1auth=Bearer GOOD\1\1",
    ]


def test_a_token_that_stays_refused_is_a_sentence_without_it(server: Imapd, certificate: Path) -> None:
    with (
        inbox(server, certificate, "OLD", "ODD", "GOOD") as box,
        pytest.raises(MailError, match="refuses the access token; run `pbem login outbox` again") as caught,
    ):
        list(box.fetch())
    assert server.connections == 2
    assert not {"OLD", "ODD"} & set(str(caught.value).split())


def test_a_session_cut_because_its_token_expired_goes_on_with_a_new_one(
    server: Imapd, certificate: Path
) -> None:
    server.messages = {uid: LETTER for uid in range(1, 151)}
    server.goodbye = EXPIRED
    with inbox(server, certificate, "GOOD", "GOOD") as box:
        found = [d.key.rpartition(":")[2] for d in box.fetch()]
    assert found == [str(uid) for uid in range(1, 151)]
    assert server.connections == 2


def test_but_only_once_a_poll(server: Imapd, certificate: Path) -> None:
    server.messages = {uid: LETTER for uid in range(1, 151)}
    server.goodbye = EXPIRED
    with inbox(server, certificate, "GOOD", "GOOD", "GOOD") as box:
        deliveries = box.fetch()
        assert len([next(deliveries) for _ in range(100)]) == 100
        server.goodbye = EXPIRED
        with pytest.raises(MailError, match="AccessTokenExpired"):
            list(deliveries)
    assert server.connections == 2


def test_any_other_goodbye_is_told_and_not_repeated(server: Imapd, certificate: Path) -> None:
    server.messages = {1: LETTER}
    server.goodbye = b"Server shutting down"
    with inbox(server, certificate) as box, pytest.raises(MailError, match="Server shutting down"):
        list(box.fetch())
    assert server.connections == 1


def test_a_mailbox_made_anew_meanwhile_is_left_for_the_next_poll(server: Imapd, certificate: Path) -> None:
    server.messages = {uid: LETTER for uid in range(1, 151)}
    server.goodbye = EXPIRED
    with inbox(server, certificate, "GOOD", "GOOD") as box:
        deliveries = box.fetch()
        server.validity = 7
        list(zip(range(100), deliveries, strict=False))
        box._drop()
        server.validity = 8
        with pytest.raises(MailError, match="made anew"):
            list(deliveries)


# --- odd answers ---


def test_what_nobody_asked_for_is_passed_over(server: Imapd, certificate: Path) -> None:
    server.messages = {1: LETTER, 2: LETTER}
    server.foreign = {99: b"From: x@y\r\n\r\nPURGE K\r\n"}
    assert uids(server, certificate)[0] == [1, 2]


def test_what_vanishes_before_its_text_is_fetched_is_looked_for_again(
    server: Imapd, certificate: Path
) -> None:
    server.messages = {uid: LETTER for uid in range(1, 4)}
    server.gone = {2}
    found, mark = uids(server, certificate)
    assert found == [1, 3]
    server.gone = set()
    assert uids(server, certificate, [1, 3], mark)[0] == [2]


def test_a_message_whose_size_the_server_does_not_know_is_read_up_to_the_limit(
    server: Imapd, certificate: Path
) -> None:
    server.messages = {1: LETTER}
    server.unsized = {1}
    with inbox(server, certificate) as box:
        (delivery,) = box.fetch()
    assert (delivery.raw, delivery.size) == (LETTER, len(LETTER))


def test_texts_are_only_peeked_at(server: Imapd, certificate: Path) -> None:
    server.messages = {1: LETTER}
    uids(server, certificate)
    texts = [command for command in server.commands if "BODY" in command]
    assert texts and all("BODY.PEEK[" in command for command in texts)
    assert not any("ENVELOPE" in command or "BODYSTRUCTURE" in command for command in server.commands)


# --- nothing grows with old mail ---


class Counting:
    """Knows everything, and how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def among(self, keys: Sequence[str]) -> set[str]:
        self.asked += len(keys)
        return set(keys)


def test_a_poll_asks_only_for_the_newest_messages(server: Imapd, certificate: Path) -> None:
    server.messages = {uid: b"" for uid in range(1, 5001)}
    counts = []
    mark = ""
    for _ in range(2):
        known = Counting()
        with inbox(server, certificate) as box:
            assert list(box.fetch(known, mark=mark)) == []
            mark = box.mark
        counts.append(known.asked)
    assert counts == [5000, 200]
    assert searches(server)[1].endswith("UID 4801:*")


def test_new_ones_and_late_ones_are_found(server: Imapd, certificate: Path) -> None:
    server.messages = {uid: LETTER for uid in range(1, 301) if uid != 290}
    known, mark = uids(server, certificate)
    server.messages[290] = LETTER  # shown late
    server.messages[301] = LETTER
    found, mark = uids(server, certificate, known, mark)
    assert sorted(found) == [290, 301]
    assert uids(server, certificate, [*known, 290, 301], mark)[0] == []


def test_the_last_message_which_a_server_names_in_any_case_is_not_taken_for_new(
    server: Imapd, certificate: Path
) -> None:
    server.messages = {uid: LETTER for uid in range(1, 401)}
    mark = uids(server, certificate)[1]
    server.messages = {uid: LETTER for uid in range(1, 11)}  # the others were moved away
    found, after = uids(server, certificate, (), mark)
    assert found == []
    assert after == mark
    server.messages = {}
    assert uids(server, certificate, (), mark) == ([], mark)


@pytest.mark.parametrize("change", ["validity", "day", "nonsense"])
def test_all_of_it_is_looked_at_again_in_a_new_mailbox_and_on_a_new_day(
    server: Imapd, certificate: Path, change: str
) -> None:
    server.messages = {uid: LETTER for uid in range(1, 401)}
    mark = uids(server, certificate)[1]
    if change == "validity":
        server.validity = 8
    else:
        mark = mark.replace('"day":"', '"day":"not ') if change == "day" else "{"
    assert len(uids(server, certificate, (), mark)[0]) == 400


def test_a_visit_that_took_only_some_leaves_no_mark(server: Imapd, certificate: Path) -> None:
    server.messages = {uid: LETTER for uid in range(1, 401)}
    with inbox(server, certificate) as box:
        assert len(list(box.fetch(limit=5))) == 5
        assert box.mark == ""
