"""Letters are read in a process of their own: the same letters, and nothing that breaks there reaches us."""

import encodings
import os
import pkgutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pbem.mail.child import BROKEN, TOO_LONG, TOO_MUCH, LetterReader
from pbem.mail.errors import MailError
from pbem.mail.letters import read_letter
from pbem.mail.limits import MAX_MESSAGE
from tests.mail import faults
from tests.mail.corpora import files, needs_corpora
from tests.mail.letter_samples import message

ROOT = Path(__file__).parents[2]
GOOD = message("PURGE Badenuff\n")


@needs_corpora
def test_every_real_message_is_the_same_letter_there_and_here() -> None:
    with LetterReader() as reader:
        for path in files():
            raw = path.read_bytes()
            assert reader.read(raw) == read_letter(raw), path


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\n",
        b"\x00" * 1000,
        message("Bädenüff"),
        b"From: a@b.org\n\n" + b"x\n" * MAX_MESSAGE,
        b"From: a@b.org\n\n" + b"x\n" * 10 * MAX_MESSAGE,
    ],
    ids=len,
)
def test_no_bytes_at_all_and_too_many_of_them_are_letters_too(raw: bytes) -> None:
    with LetterReader() as reader:
        assert reader.read(raw) == read_letter(raw)


def test_every_label_of_a_character_set_is_understood_as_here_though_nothing_can_be_loaded_there() -> None:
    labels = [found.name for found in pkgutil.iter_modules(encodings.__path__)]
    labels += [
        *encodings.aliases.aliases,
        "x-unknown",
        "not.a.codec",
        "../../etc/passwd",
        "\u00e4",
        "a" * 200,
    ]
    with LetterReader() as reader:
        for label in labels:
            raw = message("Bädenüff", kind=f"text/plain; charset={label}")
            assert reader.read(raw) == read_letter(raw), label
            raw = message("", subject=f"=?{label}?q?B=C3=A4denuff?=", sender="a@bücher.example")
            assert reader.read(raw) == read_letter(raw), label


@pytest.mark.parametrize(
    ("deed", "why"),
    [
        (b"spin\n", TOO_LONG),
        (b"devour\n260", TOO_MUCH),
        (b"crash\n", BROKEN),
        (b"leave\n", BROKEN),
        (b"stumble\n", BROKEN),
        (b"kill\n", BROKEN),
        (b"babble\nnothing that anybody could understand", BROKEN),
        pytest.param(b"babble\n", TOO_LONG, marks=pytest.mark.slow),  # nothing comes of it
        (b"babble\nL\xff\xff\xff\xff", BROKEN),
        (b"babble\nL\x00\x00\x00\x03abc", BROKEN),
        (b"babble\nL\x00\x00\x00\x01\x80", ""),  # a letter in which nothing stands
    ],
    ids=str,
)
def test_what_breaks_the_reader_is_poison_and_the_next_letter_is_read(deed: bytes, why: str) -> None:
    with LetterReader(faults.NAME) as reader:
        assert reader.read(GOOD) == read_letter(GOOD)
        started = time.monotonic()
        assert reader.read(deed).poison == why
        assert time.monotonic() - started < 25
        if why:
            assert reader.read(GOOD) == read_letter(GOOD)


def test_a_reader_that_works_on_takes_no_more_than_two_seconds() -> None:
    before = os.times()
    with LetterReader(faults.NAME) as reader:
        reader.start()
        reader.read(b"spin\n")
    after = os.times()
    used = sum(after[2:4]) - sum(before[2:4])  # of processes that have ended
    assert 1.5 < used < 2.5  # the start of one is in it


def test_a_letter_is_not_blamed_for_what_an_earlier_one_has_left_behind() -> None:
    with LetterReader(faults.NAME) as reader:
        for _ in range(4):
            letter = reader.read(b"devour\n140")
            assert (letter.subject, letter.poison) == ("devoured", "")


def test_a_reader_reaches_no_file_no_network_and_no_secret(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv(faults.SECRET, "swordfish")
    secret = tmp_path / "pbem.db"
    secret.write_text("seed")
    with secret.open() as database, LetterReader(faults.NAME) as reader:
        os.set_inheritable(database.fileno(), True)
        assert faults.reach(bytes(secret)).lines == tuple(
            ("a file", "the network", "a pipe", "an open file", "a password")
        )
        assert reader.read(b"reach\n" + bytes(secret)).lines == ()


def test_each_round_has_a_reader_of_its_own_from_one_nursery() -> None:
    pids = set()
    nurseries = set()
    for _ in range(3):
        with LetterReader() as reader:
            reader.read(GOOD)
            nurseries.add(reader._nursery._process.pid)
            pids |= set(_children(reader._nursery._process.pid))
    assert (len(nurseries), len(pids)) == (1, 3)


def test_a_nursery_that_has_died_meanwhile_is_replaced() -> None:
    with LetterReader() as reader:
        reader.read(GOOD)
        nursery = reader._nursery._process.pid
    os.killpg(nursery, signal.SIGKILL)
    with LetterReader() as reader:
        assert reader.read(GOOD) == read_letter(GOOD)


def test_a_copy_of_our_process_has_readers_of_its_own() -> None:
    with LetterReader() as reader:
        reader.read(GOOD)
    copy = os.fork()
    if copy == 0:
        status = 1
        try:
            with LetterReader() as reader:
                status = 0 if reader.read(GOOD) == read_letter(GOOD) else 2
        finally:
            os._exit(status)
    with LetterReader() as reader:
        for _ in range(50):
            assert reader.read(GOOD) == read_letter(GOOD)
    assert os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1]) == 0


def test_without_letters_nothing_is_started() -> None:
    program = (
        "import os\nfrom pbem.mail.child import LetterReader\n"
        "with LetterReader():\n    pass\n"
        "try:\n    os.waitpid(-1, os.WNOHANG)\nexcept ChildProcessError:\n    print('no children')"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout == "no children\n"


@pytest.mark.parametrize("then", ["time.sleep(3600)", "reader.read(b'spin\\n')"])
def test_readers_die_with_their_parent(then: str) -> None:
    """Killed between two letters, and while one is read."""
    program = (
        "import time\nfrom pbem.mail.child import LetterReader\n"
        f"with LetterReader({faults.NAME!r}) as reader:\n"
        f"    print(reader.read(b'who\\n').subject, flush=True)\n    {then}\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as parent:
        pids = [int(word) for word in parent.stdout.readline().split()]
        assert len(pids) == 2 and all(map(_lives, pids))
        parent.kill()
    until = time.monotonic() + 30
    while any(map(_lives, pids)) and time.monotonic() < until:
        time.sleep(0.05)
    assert not any(map(_lives, pids))


def test_if_no_process_can_be_started_that_is_told_and_no_letter_is_to_blame(monkeypatch) -> None:
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    with LetterReader(faults.NAME) as reader, pytest.raises(MailError, match="no process can be started"):
        reader.read(GOOD)


def test_a_nursery_that_cannot_begin_is_told_in_the_same_way() -> None:
    with LetterReader("no.such.module:at_all") as reader, pytest.raises(MailError, match="does not start"):
        reader.read(GOOD)


def test_a_letter_in_another_process_costs_us_a_tenth_of_a_millisecond() -> None:
    with LetterReader() as reader:
        reader.read(GOOD)
        best = min(_cost(reader) for _ in range(5))
    assert best < 0.0005


def _cost(reader: LetterReader) -> float:
    started = time.process_time()
    for _ in range(100):
        reader.read(GOOD)
    return (time.process_time() - started) / 100


def _children(pid: int) -> list[int]:
    told = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True).stdout
    return [int(line.split()[0]) for line in told.splitlines() if int(line.split()[1]) == pid]


def _lives(pid: int) -> bool:
    """Whether it is there and not only waiting to be buried."""
    told = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True).stdout
    return bool(told.strip()) and not told.strip().startswith("Z")
