"""People who play in no game, players of finished ones, and what a poll and `pbem read` say of the same message."""

from datetime import timedelta
from email import message_from_bytes

import pytest

from pbem.cli.letters import reading
from pbem.mail.auto import DOUBTFUL
from pbem.mail.letters import read_letter
from pbem.service import owners
from pbem.service.fetching import LETTER
from pbem.service.poll import poll
from pbem.service.start import new_game
from pbem.store.database import transaction
from tests.mail.corpora import files, needs_corpora
from tests.rhythm import plainly

from .mailgame import MailGame, subject_of, text_of
from .spoofing import ANNA, EVE, JUDGE, Watched, code, copied, raw, rows


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    game = MailGame(tmp_path_factory.mktemp("strangers") / "site")
    game.begin()
    return game


@pytest.fixture
def begun(base, tmp_path):
    return copied(base, tmp_path / "site")


def test_thirty_strangers_are_answered_a_day_and_no_more(begun):
    watched = Watched(begun)
    watched.put(raw(begun, f"eve{n}@evil.example", subject="x") for n in range(40))
    begun.poll(1)
    assert len(watched.mails()) == 30
    watched.put([raw(begun, "last@evil.example", subject="x")])
    begun.poll(1)
    assert len(watched.mails()) == 30
    assert "30 strangers" in rows(begun, "letter")[-1].reason
    watched.put([raw(begun, "last@evil.example", subject="x")])
    begun.poll(24)
    assert [mail.recipient for mail in watched.mails()[30:]] == ["last@evil.example"]


def test_a_strangers_answer_is_an_automatic_one_in_his_thread_and_tells_nothing(begun):
    begun.put(raw(begun, f"Eve <{EVE}>", subject="hello", message_id="<hello@evil.example>"))
    begun.poll(1)
    mail = message_from_bytes(rows(begun, "mail")[-1].raw)
    assert mail["To"] == EVE
    assert mail["In-Reply-To"] == "<hello@evil.example>"
    assert mail["Auto-Submitted"] == "auto-replied"
    assert mail["X-Auto-Response-Suppress"] == "All"
    assert "test" not in text_of(mail) and "hello" not in text_of(mail) + subject_of(mail)
    assert len(text_of(mail)) < 600


def test_capitals_make_no_second_stranger(begun):
    watched = Watched(begun)
    watched.put(
        raw(begun, sender, subject="x") for sender in (EVE, "EVE@Evil.example", "Eve <eve@EVIL.example>")
    )
    begun.poll(1)
    assert len(watched.mails()) == 1


def test_who_plays_in_a_finished_game_only_is_told_that_it_is_over(begun):
    with transaction(begun.site.engine) as connection:
        connection.exec_driver_sql("update game set status = 'over'")
    begun.put(raw(begun, subject="hello"))
    begun.poll(1)
    assert "The game is over" in " ".join(text_of(begun.to("red")[-1]).split())


def test_a_letter_goes_to_the_game_whose_code_or_name_it_bears(begun):
    players = [f"red=Anna <{ANNA}>", "blue=Gleb <gleb@x.example>", "green=Ivan <ivan@x.example>"]
    new_game(begun.site, "second", rules="basic", options=plainly(), players=players, deadline="72h", tempo="club",
             seed="3c" * 16, now=begun.now)  # fmt: skip
    begun.poll(1)
    theirs = next(mail for mail in begun.outgoing() if mail["To"] == "Gleb <gleb@x.example>")
    stolen = subject_of(theirs).rpartition("[")[2].rstrip("]")
    for subject, game in (("hello", 1), ("Re: [SECOND] hello", 2), (f"[{stolen}]", 2)):
        begun.put(raw(begun, subject=subject))
        begun.poll(1)
        assert rows(begun, "letter")[-1].game == game, subject
        assert rows(begun, "letter")[-1].verdict == "unsigned"


def test_a_postmaster_may_play(begun):
    """What only looks like a bounce is none where a reply code proves its writer."""
    with transaction(begun.site.engine) as connection:
        connection.exec_driver_sql(
            "update seat set address = 'postmaster@players.example' where colour = 'red'"
        )
    begun.put(raw(begun, "postmaster@players.example"))
    begun.put(raw(begun, "postmaster@players.example", subject="x"))
    begun.poll(1)
    assert begun.orders("red") == ["PURGE Manjak"]
    assert [row.state for row in rows(begun, "letter")[-2:]] == ["applied", "ignored"]


# --- one place decides ---


def put_all(game):
    """Every real message there is, as it stands; how many."""
    count = 0
    for path in files():
        raw_mail = path.read_bytes()
        if len(raw_mail) <= 1 << 20:
            game.put(raw_mail)
            count += 1
    return count


@needs_corpora
@pytest.mark.slow
def test_a_poll_and_pbem_read_agree_about_every_real_message(begun):
    """Of strangers' mail: what nobody is answered for, what cannot be read, and what is for its lines to decide."""
    known = len(rows(begun, "letter"))
    assert put_all(begun) > 500
    for hours in range(4):  # poison is tried three times
        poll(begun.site, begun.now + timedelta(hours=hours))
    fresh = rows(begun, "letter")[known:]
    for row in fresh:
        letter = read_letter(row.raw)
        said = reading(letter, JUDGE)
        if row.state in ("bounced", "doubled"):
            assert said["verdict"] in ("bounce", "automatic") or row.state == "doubled"
        elif said["verdict"] == "poison":
            assert row.state == "poison"
        elif said["verdict"] in ("automatic", "bounce") or said["from"] is None:
            assert (row.state, row.reason) == ("ignored", said["reason"]), row.id
        else:
            assert row.reason.startswith("unknown sender"), row.id
    mails = [mail for mail in rows(begun, "mail") if mail.kind == "stranger"]
    assert 0 < len(mails) <= 30


@needs_corpora
@pytest.mark.slow
def test_of_a_players_mail_they_agree_as_well(begun):
    """The same messages with Anna's address and code: applied, answered or left alone as `pbem read` says."""
    mine = code(begun, "red").encode()
    with transaction(begun.site.engine) as connection:
        row = connection.execute(LETTER.select()).first()
        for path in files():
            head, gap, body = path.read_bytes().replace(b"\r\n", b"\n").partition(b"\n\n")
            lines = head.split(b"\n")
            kept, skip = [], False
            for line in lines:
                skip = (
                    line[:1] in b" \t" and skip
                    if line[:1] in (b" ", b"\t")
                    else line.lower().startswith((b"from:", b"from ", b"subject:", b"to:", b"cc:"))
                )
                if not skip:
                    kept.append(line)
            letter = read_letter(
                b"\n".join([b"From: " + ANNA.encode(), b"Subject: Re: [" + mine + b"]", *kept]) + gap + body
            )
            said = reading(letter, JUDGE)
            found = owners.sort(connection, begun.site.config, [(row, letter)], set())
            if said["verdict"] in ("automatic", "bounce", "poison"):
                expected = letter.bounce in DOUBTFUL and not letter.auto
                assert bool(found.ours) == expected, path
                continue
            assert said["from"] == ANNA, path
            (one,) = found.ours
            if letter.refusal:
                assert letter.refusal in one.problem
                assert said["verdict"] == "refused"
            elif one.problem == owners.EMPTY:
                assert said["verdict"] == "empty", path
            elif one.problem == owners.BELOW:
                assert said["verdict"] in ("refused", "empty"), path
            else:
                assert one.problem == "", (path, one.problem)
                assert said["verdict"] in ("orders", "empty", "refused"), path
