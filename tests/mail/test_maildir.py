"""Maildir: nothing half-written, nothing doubled, nothing lost."""

import os
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.mail.errors import MailError
from pbem.mail.inbox import open_inbox
from pbem.mail.limits import MAX_MESSAGE
from pbem.mail.maildir import file_name
from pbem.mail.outbox import Outgoing, open_outbox
from pbem.mail.screen import examine
from tests.mail.letter_samples import message


def put(folder: Path, name: str, raw: bytes = b"From: a@b.org\n\nREADY\n", where: str = "new") -> Path:
    path = folder / where / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(raw)
    return path


def outgoing(number: int, raw: bytes = b"x\n") -> Outgoing:
    return Outgoing(f"report-{number:05}", "judge@e.org", "anna@e.org", raw)


def test_messages_come_by_file_name_with_key_time_and_size(tmp_path: Path) -> None:
    for name in ("2.x", "1.x", ".hidden"):
        os.utime(put(tmp_path / "in", name), (1_000_000, 1_000_000))
    put(tmp_path / "in", "0.x:2,", where="cur")
    with open_inbox("maildir:in", None, tmp_path) as inbox:
        found = list(inbox.fetch())
    assert [delivery.key for delivery in found] == ["maildir:0.x", "maildir:1.x", "maildir:2.x"]
    assert found[1].received == datetime.fromtimestamp(1_000_000, UTC)
    assert (found[1].raw, found[1].size) == (b"From: a@b.org\n\nREADY\n", 21)


def test_known_messages_are_passed_over_and_done_ones_get_the_seen_flag(tmp_path: Path) -> None:
    for name in ("1", "2", "3"):
        put(tmp_path, name)
    with open_inbox("maildir:.", None, tmp_path) as inbox:
        assert [d.key for d in inbox.fetch({"maildir:1"}, limit=1)] == ["maildir:2"]
        assert [d.key for d in inbox.fetch(lambda key: key == "maildir:2")] == ["maildir:1", "maildir:3"]
        inbox.done(["maildir:1", "maildir:2", "maildir:gone", "imap:x", "maildir:../../etc/passwd"])
        assert sorted(p.name for p in (tmp_path / "cur").iterdir()) == ["1:2,S", "2:2,S"]
        assert [d.key for d in inbox.fetch({"maildir:1", "maildir:2"})] == ["maildir:3"]
        assert "1 new, 2 read" in inbox.check()


class Counting:
    """Knows everything, and how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def among(self, keys: Sequence[str]) -> set[str]:
        self.asked += len(keys)
        return set(keys)


def asked(folder: Path, mark: str) -> tuple[int, str]:
    """How many files a poll looks up that finds nothing new, and its mark."""
    known = Counting()
    with open_inbox(f"maildir:{folder}", None, folder) as inbox:
        assert list(inbox.fetch(known, mark=mark)) == []
        return known.asked, inbox.mark


def test_a_poll_does_not_look_at_old_letters_again(tmp_path: Path) -> None:
    for number in range(50):
        put(tmp_path, f"old{number}:2,S", where="cur")
    put(tmp_path, "new1")
    mark = ""
    with open_inbox("maildir:.", None, tmp_path) as inbox:
        (new,) = inbox.fetch(lambda key: "old" in key, mark=mark)
        inbox.done([new.key])
        mark = inbox.mark
    assert asked(tmp_path, mark) == (0, mark)
    assert asked(tmp_path, "")[0] == 51


def test_a_letter_that_a_mail_program_has_opened_is_found(tmp_path: Path) -> None:
    put(tmp_path, "old:2,S", where="cur")
    mark = asked(tmp_path, "")[1]
    assert asked(tmp_path, mark)[0] == 0
    time.sleep(0.02)  # longer than a tick of the file system's clock
    put(tmp_path, "opened:2,S", where="cur")
    with open_inbox("maildir:.", None, tmp_path) as inbox:
        assert [d.key for d in inbox.fetch({"maildir:old"}, mark=mark)] == ["maildir:opened"]


def test_and_also_if_it_is_opened_while_a_poll_is_at_work(tmp_path: Path) -> None:
    put(tmp_path, "1")
    with open_inbox("maildir:.", None, tmp_path) as inbox:
        (first,) = inbox.fetch()
        time.sleep(0.02)
        put(tmp_path, "opened:2,S", where="cur")
        inbox.done([first.key])
        mark = inbox.mark
    assert asked(tmp_path, mark)[0] == 2


def test_every_hour_all_of_it_is_looked_at(tmp_path: Path) -> None:
    put(tmp_path, "old:2,S", where="cur")
    mark = asked(tmp_path, "")[1]
    assert asked(tmp_path, mark.replace('"hour":"', '"hour":"not '))[0] == 1


def test_what_cannot_be_read_or_vanishes_is_left(tmp_path: Path) -> None:
    put(tmp_path, "1")
    (tmp_path / "new" / "2").mkdir()
    (tmp_path / "new" / "3").symlink_to("nowhere")
    put(tmp_path, "4")
    with open_inbox("maildir:.", None, tmp_path) as inbox:
        deliveries = inbox.fetch()
        assert next(deliveries).key == "maildir:1"
        (tmp_path / "new" / "4").unlink()
        assert list(deliveries) == []


def test_a_message_too_large_comes_as_its_header_and_is_refused(tmp_path: Path) -> None:
    put(tmp_path, "1", message("x\n" * MAX_MESSAGE))
    with open_inbox("maildir:.", None, tmp_path) as inbox:
        (delivery,) = inbox.fetch()
    assert delivery.size > MAX_MESSAGE > len(delivery.raw)
    verdict = examine(delivery.raw)
    assert (verdict.sender, verdict.verdict) == ("anna@example.org", "refused")
    assert "too large" in verdict.reason


def test_mails_are_files_and_the_same_mail_is_the_same_file(tmp_path: Path) -> None:
    with open_outbox("maildir:out", None, tmp_path) as outbox:
        assert outbox.send(outgoing(1)).state == "sent"
        assert [(id_, o.state) for id_, o in outbox.send_all([outgoing(1, b"y\n"), outgoing(2)])] == [
            ("report-00001", "sent"),
            ("report-00002", "sent"),
        ]
    assert {p.name: p.read_bytes() for p in (tmp_path / "out" / "new").iterdir()} == {
        "report-00001": b"y\n",
        "report-00002": b"x\n",
    }
    assert not list((tmp_path / "out" / "tmp").iterdir())


def test_a_full_or_broken_folder_is_a_retry(tmp_path: Path) -> None:
    with open_outbox("maildir:out", None, tmp_path) as outbox:
        (tmp_path / "out" / "tmp").rmdir()
        outcome = outbox.send(outgoing(1))
    assert outcome.state == "retry"
    assert "cannot be written" in outcome.reason


@pytest.mark.parametrize("count", [1, 50])
def test_mails_appear_only_when_they_are_on_disk(
    tmp_path: Path, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pbem.mail.maildir._sync_filesystem", full)
    monkeypatch.setattr("os.fsync", full)
    with open_outbox("maildir:out", None, tmp_path) as outbox:
        outcomes = [outcome for _, outcome in outbox.send_all(map(outgoing, range(count)))]
    assert {outcome.state for outcome in outcomes} == {"retry"}
    assert "No space left" in outcomes[0].reason
    assert not list((tmp_path / "out" / "new").iterdir())


def test_file_names_are_safe_and_different() -> None:
    assert file_name("game-1_T3=purge+red@x") == "game-1_T3=purge+red@x"
    odd = ["../x", "a/b", "a:b", "a b", ".x", "", "x" * 121, "a_b", "<pbem.1@x>", "é"]
    names = [file_name(id_) for id_ in odd]
    assert len(set(names)) == len(odd)
    assert all("/" not in name and ":" not in name and not name.startswith(".") for name in names)


def test_a_folder_that_cannot_be_made_is_one_clear_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(MailError, match="cannot be made"), open_inbox("maildir:file/in", None, tmp_path):
        pass


@pytest.mark.parametrize(
    "url",
    [
        "",
        "maildir:",
        "pop3://a@b",
        "imaps://",
        "imap://host",
        "imaps://a:secret@host/INBOX",
        "imaps://a@host:x",
        "imaps://a@host?x=1",
    ],
)
def test_a_bad_url_is_one_clear_sentence_without_password(url: str, tmp_path: Path) -> None:
    with pytest.raises(MailError, match=r"mail url|names no user") as caught:
        open_inbox(url, None, tmp_path)
    assert "secret" not in str(caught.value)


def test_two_thousand_mails_a_second(tmp_path: Path) -> None:
    raw = b"line of a report\n" * 250
    started = time.perf_counter()
    with open_outbox("maildir:out", None, tmp_path) as outbox:
        assert (
            sum(
                outcome.state == "sent"
                for _, outcome in outbox.send_all(outgoing(i, raw) for i in range(500))
            )
            == 500
        )
    assert time.perf_counter() - started < 2  # bench/ measures; here only that nothing is quadratic
