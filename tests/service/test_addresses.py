"""Several addresses for one player: asked, confirmed by an answer, warned of, forgotten."""

from email import message_from_bytes

import pytest

from pbem.orders.reader import read

from .mailgame import MailGame, subject_of, text_of
from .spoofing import ANNA, BORIS, EVE, GM, JUDGE, Watched, code, copied, guarded, raw, rows

NEW, WORK = "anna@new.example", "anna@work.example"


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    game = MailGame(tmp_path_factory.mktemp("addresses") / "site")
    game.begin()
    return game


@pytest.fixture
def begun(base, tmp_path):
    return copied(base, tmp_path / "site")


def words(mail):
    return " ".join(text_of(mail).split())


def sent(game, recipient, kind=None):
    """What went to this address, oldest first."""
    found = [mail for mail in rows(game, "mail") if mail.recipient == recipient]
    return [message_from_bytes(mail.raw) for mail in found if kind in (None, mail.kind)]


def order(game, line, sender=ANNA, hours=1, **more):
    """A line from her with her present code."""
    game.put(raw(game, sender, line, **more))
    game.poll(hours)


def answer(game, address, sender=None, text="yes", hours=1, *headers):
    """The mail that asks is answered."""
    asks = sent(game, address, "confirm")[-1]
    game.put(raw(game, sender or address, text, *headers, subject=f"Re: {subject_of(asks)}"))
    game.poll(hours)


def named(game, line, address):
    order(game, line)
    answer(game, address)


def test_set_address_asks_the_new_one_and_its_answer_moves_the_mails_and_warns_the_old_one(begun):
    order(begun, f"SET ADDRESS {NEW}")
    assert "a mail went to anna@new.example" in words(sent(begun, ANNA)[-1]).lower()
    assert begun.record().seat_rows["red"].address == ANNA
    (asks,) = sent(begun, NEW)
    assert "is this the address of Anna (red)?" in subject_of(asks)
    assert "If you are not Anna (red), do not answer" in words(asks)
    for secret in ("Eatstumuch", code(begun, "red")):
        assert secret not in asks.as_string() + words(asks), "of the game its name and his"

    answer(begun, NEW)
    assert begun.record().seat_rows["red"].address == NEW
    assert "Your mails come here" in words(sent(begun, NEW)[-1])
    warning = sent(begun, ANNA)[-1]
    assert f"| FORGET ADDRESS {NEW}" in text_of(warning)
    assert "anna@new.example" in words(sent(begun, GM)[-1])

    order(begun, "PURGE Manjak", NEW)
    assert begun.orders("red") == ["PURGE Manjak"]
    assert "PURGE Manjak" in words(sent(begun, NEW)[-1])
    before = len(sent(begun, ANNA))
    order(begun, "PURGE Satin", ANNA)
    assert begun.orders("red") == ["PURGE Satin"], "from the old one he may still write"
    assert len(sent(begun, ANNA)) == before, "but its mails go to the new one"


def test_add_address_lets_him_write_from_there_and_mails_stay_where_they_go(begun):
    named(begun, f"ADD ADDRESS {WORK}", WORK)
    assert f"| FORGET ADDRESS {WORK}" in text_of(sent(begun, ANNA)[-1])
    assert "still go where they went" in words(sent(begun, WORK)[-1])
    before = len(sent(begun, WORK))
    order(begun, "PURGE Manjak", "Anna@WORK.example")
    assert begun.orders("red") == ["PURGE Manjak"]
    assert len(sent(begun, WORK)) == before
    assert "PURGE Manjak" in words(sent(begun, ANNA)[-1])


def test_what_comes_from_a_further_address_without_a_code_is_answered_to_the_first(begun):
    named(begun, f"ADD ADDRESS {WORK}", WORK)
    watched = Watched(begun)
    order(begun, "PURGE Manjak", WORK, subject="x")
    assert begun.orders("red") == []
    assert [mail.recipient for mail in watched.mails()] == [ANNA]


@pytest.mark.parametrize(
    "sender", [EVE, BORIS, ANNA, f"anna+x@{NEW.partition('@')[2]}", "Anna <anna@new.example.evil.example>"]
)
def test_only_the_very_address_that_was_asked_can_confirm(begun, sender):
    order(begun, f"SET ADDRESS {NEW}")
    answer(begun, NEW, sender)
    assert begun.record().seat_rows["red"].address == ANNA
    assert rows(begun, "address")[0].state == "asked"


def test_an_answer_without_the_nonce_or_by_a_machine_confirms_nothing(begun):
    order(begun, f"SET ADDRESS {NEW}")
    begun.put(raw(begun, NEW, "yes", subject="is this your address?"))
    begun.put(raw(begun, NEW, "yes"))
    begun.poll(1)
    answer(begun, NEW, None, "away", 1, "Auto-Submitted: auto-replied")
    assert begun.record().seat_rows["red"].address == ANNA
    answer(begun, NEW)
    assert begun.record().seat_rows["red"].address == NEW


def test_the_nonce_counts_once_and_for_a_week(begun):
    order(begun, f"ADD ADDRESS {NEW}")
    watched = Watched(begun)
    answer(begun, NEW, hours=7 * 24 + 2)
    assert [mail.recipient for mail in watched.mails() if mail.kind == "stranger"] == [NEW]
    assert "more than 7 days" in words(sent(begun, NEW)[-1])
    answer(begun, NEW)
    assert rows(begun, "address")[0].state == "gone"
    named(begun, f"ADD ADDRESS {NEW}", NEW)
    order(begun, f"FORGET ADDRESS {NEW}")
    answer(begun, NEW)
    assert [row.state for row in rows(begun, "address")] == ["gone", "gone"]


@pytest.mark.parametrize("verb", ["SET", "ADD"])
def test_an_address_that_is_confirmed_is_told_so_when_it_answers_again(begun, verb):
    named(begun, f"{verb} ADDRESS {NEW}", NEW)
    answer(begun, NEW)
    assert "confirmed already" in subject_of(sent(begun, NEW)[-1])
    assert "a reply code that nobody has" not in words(sent(begun, NEW)[-1])
    before = len(sent(begun, NEW))
    answer(begun, NEW)
    assert len(sent(begun, NEW)) == before, "once a day"


def test_the_mail_that_asks_says_where_mails_will_go(begun):
    order(begun, f"SET ADDRESS {NEW}")
    assert "the mails of that game come here" in words(sent(begun, NEW)[-1])
    order(begun, f"ADD ADDRESS {WORK}")
    assert "come here" not in words(sent(begun, WORK)[-1])


def test_the_answer_twice_in_one_poll_tells_it_once(begun):
    order(begun, f"SET ADDRESS {NEW}")
    asks = sent(begun, NEW)[-1]
    watched = Watched(begun)
    letter = raw(begun, NEW, "yes", subject=f"Re: {subject_of(asks)}")
    watched.put([letter, letter])
    begun.poll(1)
    assert sorted(mail.recipient for mail in watched.mails()) == sorted([NEW, ANNA, GM])


def test_forget_address_ends_it(begun):
    named(begun, f"ADD ADDRESS {WORK}", WORK)
    order(begun, f"FORGET ADDRESS {WORK}")
    watched = Watched(begun)
    order(begun, "PURGE Manjak", WORK)
    assert begun.orders("red") == []
    assert {mail.recipient for mail in watched.mails()} == {WORK, ANNA}
    assert "plays in no game" in words(sent(begun, WORK)[-1])


def test_who_lost_his_mails_to_a_thief_gets_them_back_from_the_warning(begun):
    named(begun, f"SET ADDRESS {EVE}", EVE)
    order(begun, f"FORGET ADDRESS {ANNA}", EVE)
    said = words(sent(begun, EVE)[-1])
    zone = begun.record().seat_rows["red"].zone.rpartition("/")[2]
    assert "stays yours for 7 days, until " in said
    assert f" ({zone}): somebody else might have moved them" in said, "in his own zone"
    named(begun, "SET ADDRESS eve2@evil.example", "eve2@evil.example")

    warning = next(mail for mail in sent(begun, ANNA) if "go to another address" in subject_of(mail))
    begun.put(raw(begun, ANNA, "FORGET ADDRESS eve2@evil.example", subject=f"Re: {subject_of(warning)}"))
    begun.poll(1)
    assert begun.record().seat_rows["red"].address == ANNA, (
        "where they went at first, not where the thief had them before"
    )
    order(begun, f"FORGET ADDRESS {EVE}")
    begun.put(raw(begun, EVE, "PURGE Manjak"))
    begun.put(raw(begun, "eve2@evil.example", "PURGE Manjak"))
    begun.poll(1)
    assert begun.orders("red") == []


def test_a_code_of_an_earlier_session_is_good_enough_to_undo_it(begun):
    named(begun, f"SET ADDRESS {EVE}", EVE)
    warning = sent(begun, ANNA)[-1]
    begun.poll(73)
    begun.put(raw(begun, ANNA, f"FORGET ADDRESS {EVE}\nPURGE Manjak", subject=f"Re: {subject_of(warning)}"))
    begun.poll(1)
    assert begun.record().seat_rows["red"].address == ANNA
    assert begun.orders("red") == []


def test_addresses_lists_them(begun):
    named(begun, f"ADD ADDRESS {WORK}", WORK)
    order(begun, f"SET ADDRESS {NEW}")
    order(begun, "ADDRESSES")
    said = words(sent(begun, ANNA)[-1]).lower()
    assert f"your mails go to {ANNA}; you may also write from {WORK}; not confirmed yet: {NEW}" in said


def test_set_address_to_one_that_is_confirmed_needs_no_second_answer(begun):
    named(begun, f"ADD ADDRESS {WORK}", WORK)
    order(begun, f"SET ADDRESS {WORK}")
    assert begun.record().seat_rows["red"].address == WORK
    assert len(sent(begun, WORK, "confirm")) == 1
    assert "go to another address" in subject_of(sent(begun, ANNA)[-1])


@pytest.mark.parametrize("address", [BORIS, "BORIS@Players.example", GM])
@pytest.mark.parametrize("verb", ["SET", "ADD"])
def test_an_address_of_somebody_else_is_answered_like_any_other_but_no_mail_goes_there(begun, verb, address):
    watched = Watched(begun)
    order(begun, f"{verb} ADDRESS {address}")
    assert [mail.recipient for mail in watched.mails()] == [ANNA]
    said = words(sent(begun, ANNA)[-1])
    order(begun, f"{verb} ADDRESS {NEW}", hours=0)
    assert said.lower().replace(address.lower(), NEW) == words(sent(begun, ANNA)[-1]).lower()
    order(begun, "ADDRESSES")
    assert f"not confirmed yet: {address.lower()}, {NEW}" in words(sent(begun, ANNA)[-1]).lower()


def test_every_naming_counts_whosever_the_address_is(begun):
    order(
        begun,
        "\n".join(f"ADD ADDRESS {one}" for one in (BORIS, GM, "a@x.example", "clara@players.example", NEW)),
    )
    order(begun, f"ADD ADDRESS {WORK}")
    assert "No more than 5 addresses a day" in words(sent(begun, ANNA)[-1])
    assert sent(begun, WORK) == []


@pytest.mark.parametrize("address", [JUDGE, "judge+x@judge.example"])
def test_the_judges_own_address_is_refused_openly(begun, address):
    watched = Watched(begun)
    order(begun, f"SET ADDRESS {address}")
    assert [mail.recipient for mail in watched.mails()] == [ANNA]
    assert "the judge's own address" in words(sent(begun, ANNA)[-1]).replace("’", "'")


def claim(game, address):
    """Boris names it as his."""
    game.put(raw(game, BORIS, f"ADD ADDRESS {address}", subject=f"[{code(game, 'blue')}]"))
    game.poll(1)


def test_to_name_an_address_that_another_player_has_takes_nothing_from_him_and_tells_nothing(begun):
    """Who knows where a rival writes from could else cut him off, and would learn that it is his."""
    named(begun, f"ADD ADDRESS {NEW}", NEW)
    watched = Watched(begun)
    claim(begun, NEW)
    claim(begun, WORK)
    assert sorted((mail.recipient, mail.kind) for mail in watched.mails()) == [
        (NEW, "confirm"), (WORK, "confirm"), (BORIS, "receipt"), (BORIS, "receipt"),
    ]  # fmt: skip
    theirs, free = (words(mail).replace(WORK, NEW) for mail in sent(begun, BORIS, "receipt")[-2:])
    assert f"mail went to {NEW}" in theirs
    assert theirs.partition("Carried out")[2] == free.partition("Carried out")[2] != ""
    order(begun, "PURGE Manjak", NEW)
    assert begun.orders("red") == ["PURGE Manjak"]


def test_whoever_reads_the_mail_at_an_address_says_whose_it_is(begun):
    """It was Boris who took the mail that asked for Anna for his own; now he names it himself."""
    named(begun, f"ADD ADDRESS {NEW}", NEW)
    claim(begun, NEW)
    watched = Watched(begun)
    answer(begun, NEW)
    told = {mail.recipient: words(message_from_bytes(mail.raw)) for mail in watched.mails()}
    assert "no longer counts as an address of yours" in told[ANNA]
    assert "Boris" not in told[ANNA]
    assert "Boris (blue)" in told[GM] and "Anna (red)" in told[GM]
    assert [(row.player, row.state) for row in rows(begun, "address")] == [
        ("red", "gone"),
        ("blue", "confirmed"),
    ]
    begun.put(raw(begun, NEW, "PURGE Satin", subject=f"[{code(begun, 'blue')}]"))
    begun.poll(1)
    assert (begun.orders("red"), begun.orders("blue")) == ([], ["PURGE Satin"])


@pytest.mark.parametrize("subject", ["blue", "no code"])
def test_orders_from_an_address_that_another_player_has_confirmed_for_him_are_never_read_to_him(
    begun, subject
):
    """Boris took the mail that asked for his own, and writes from there."""
    named(begun, f"ADD ADDRESS {NEW}", NEW)
    watched = Watched(begun)
    text = "PURGE Manjak\nPRESS TO green: secret-plan"
    begun.put(
        raw(
            begun,
            NEW,
            text,
            subject=f"secret-plan [{code(begun, 'blue')}]" if subject == "blue" else "secret-plan",
        )
    )
    begun.poll(1)
    for mail in watched.mails():
        assert "secret-plan" not in words(message_from_bytes(mail.raw)) and "Manjak" not in words(
            message_from_bytes(mail.raw)
        )
    begun.put(raw(begun, ANNA, "YES", f"In-Reply-To: {sent(begun, ANNA)[-1]['Message-ID']}"))
    begun.poll(1)
    assert begun.orders("red") == []


def test_the_undoing_of_a_move_drops_what_the_thief_has_asked_and_confirmed_since(begun):
    named(begun, f"SET ADDRESS {EVE}", EVE)
    for number, reply in ((2, True), (3, False)):
        order(begun, f"ADD ADDRESS eve{number}@evil.example", EVE)
        if reply:
            answer(begun, f"eve{number}@evil.example")
    assert "| FORGET ADDRESS eve2@evil.example" in text_of(sent(begun, ANNA, "address")[-1]), (
        "told there, too"
    )
    begun.put(raw(begun, ANNA, f"FORGET ADDRESS {EVE}"))
    begun.poll(1)
    answer(begun, "eve3@evil.example")
    for sender in (EVE, "eve2@evil.example", "eve3@evil.example"):
        begun.put(raw(begun, sender, "PURGE Manjak"))
    begun.poll(1)
    assert begun.orders("red") == []
    assert begun.record().seat_rows["red"].address == ANNA


def test_with_a_code_of_an_earlier_session_no_address_is_named(begun):
    """Decision D4; an old code may long be somebody else's, and From can be forged."""
    old = code(begun, "red")
    begun.poll(80)
    order(begun, "SET ADDRESS x@evil.example\nADD ADDRESS y@evil.example", ANNA, subject=f"[{old}]")
    assert sent(begun, "x@evil.example") == sent(begun, "y@evil.example") == []
    assert "in an answer to one of this session" in words(sent(begun, ANNA)[-1])


@pytest.mark.parametrize(
    "line",
    ["SET ADDRESS nonsense@", "SET ADDRESS a@b", "ADD ADDRESS änna@new.example", "SET ADDRESS", "ADD ADDRESS a@b.example c@d.example",
     "ADD ADDRESS a@[192.0.2.1]", "FORGET ADDRESS nobody@x.example", f"FORGET ADDRESS {ANNA}"],
)  # fmt: skip
def test_what_cannot_be_done_is_sent_back_and_nobody_else_gets_a_mail(begun, line):
    watched = Watched(begun)
    order(begun, line)
    assert [mail.recipient for mail in watched.mails()] == [ANNA]
    assert "Rejected" in text_of(sent(begun, ANNA)[-1])
    assert rows(begun, "address") == []


def test_five_addresses_a_day_are_asked_and_no_more(begun):
    order(begun, "\n".join(f"ADD ADDRESS a{n}@x.example" for n in range(8)))
    assert len([mail for mail in rows(begun, "mail") if mail.kind == "confirm"]) == 5
    assert "No more than 5 addresses a day" in words(sent(begun, ANNA)[-1])
    order(begun, "ADD ADDRESS b@x.example")
    assert sent(begun, "b@x.example") == []
    order(begun, "ADD ADDRESS b@x.example", hours=25)
    assert len(sent(begun, "b@x.example")) == 1


@pytest.mark.parametrize(
    ("text", "more"),
    [
        (f"SET ADDRESS {EVE}", {"subject": "no code"}),
        (f"> old text\nSET ADDRESS {EVE}", {}),
        (f"SET ADDRESS {EVE}", {"to": f"{JUDGE}, {BORIS}"}),
    ],
)
def test_no_address_is_changed_by_a_letter_that_is_not_applied(begun, text, more):
    order(begun, text, **more)
    assert rows(begun, "address") == []
    begun.put(raw(begun, ANNA, "YES", f"In-Reply-To: {sent(begun, ANNA)[-1]['Message-ID']}"))
    begun.poll(1)
    assert rows(begun, "address") == [], "nor by a YES to it"


def test_a_confirmation_must_be_proved_where_senders_must(begun):
    order(begun, f"SET ADDRESS {NEW}")
    guarded(begun, "mx.judge.example")
    answer(begun, NEW)
    assert begun.record().seat_rows["red"].address == ANNA
    answer(
        begun,
        NEW,
        None,
        "yes",
        1,
        "Authentication-Results: mx.judge.example; dmarc=pass header.from=new.example",
    )
    assert begun.record().seat_rows["red"].address == NEW


def test_no_line_of_these_mails_can_be_read_as_an_order(begun):
    named(begun, f"ADD ADDRESS {WORK}", WORK)
    named(begun, f"SET ADDRESS {NEW}", NEW)
    order(begun, f"FORGET ADDRESS {NEW}", NEW)
    lexicon = begun.record().lexicon
    told = [mail for mail in rows(begun, "mail") if mail.kind in ("confirm", "address", "notice", "stranger")]
    assert len(told) >= 6
    for mail in told:
        lines = text_of(message_from_bytes(mail.raw)).split("\n")
        assert {reading.kind for reading in read(lines, lexicon)} <= {"ignored", "comment"}, lines


def test_the_receipt_counts_an_address_as_no_order_and_the_other_lines_stand(begun):
    order(begun, f"PURGE Manjak\nADD ADDRESS {WORK}\nVOTE NO")
    assert begun.orders("red") == ["PURGE Manjak", "VOTE NO"]
