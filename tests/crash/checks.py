"""What must be true however polls died: asked from the database and from what the mail server really got."""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from email.message import Message
from email.parser import BytesParser
from email.policy import compat32
from typing import Any

from pbem.mail.compose import filled
from tests.crash.house import MODERATOR, House
from tests.crash.letters import Pen, condition
from tests.crash.smtpd import Taken

Counts = Counter[str]


def check(house: House, pen: Pen) -> Counts:
    """All the laws; the counts of what was there to be broken."""
    letters = {row["key"]: row for row in house.rows("select * from letter")}
    mails = house.rows(
        "select mail.*, game.name as game_name from mail left join game on game.id = mail.game"
    )
    seats = house.rows("select seat.*, game.name as game_name from seat join game on game.id = seat.game")
    taken = house.mails()
    counts = Counts(letters=len(letters), mails=len(mails), copies=len(taken) - len(mails))
    counts += _effects(house, pen, letters)
    _arrived(mails, taken, {row["sha256"]: row["png"] for row in house.rows("select * from picture")})
    _at_the_right_door(mails, seats)
    opened = [Opened(one) for one in taken]
    counts += _answered(pen, letters, opened)
    counts += _secrets(pen, opened)
    _untouched(house)
    return counts


class Opened:
    """A mail as its reader sees it."""

    def __init__(self, taken: Taken) -> None:
        self.taken, self.recipient = taken, taken.recipient
        self.mail: Message = BytesParser(policy=compat32).parsebytes(taken.raw)
        parts = [
            part.get_payload(decode=True)
            for part in self.mail.walk()
            if part.get_content_type() == "text/plain"
        ]
        text = b"\n".join(part for part in parts if isinstance(part, bytes)).decode()
        #: without the breaks that come from the width of a page
        self.text = " ".join(re.sub(r"\n\|?\s+", " ", text).split())
        self.everything = (self.text + taken.raw.decode("utf-8", "replace")).lower()
        self.receipt = self.mail["Auto-Submitted"] == "auto-replied"


def _effects(house: House, pen: Pen, letters: Mapping[str, Mapping[str, Any]]) -> Counts:
    """Each letter that was put there was accepted once, and what was accepted has had its effect once."""
    counts = Counts()
    assert set(letters) == set(pen.sent), "every letter is stored, and none twice"
    lines = [row["data"] for row in house.rows("select data from line")]
    applied: Counter[int] = Counter()
    same: Counter[tuple[str, str, bytes]] = Counter()
    for key, row in letters.items():
        one = pen.sent[key]
        counts[row["state"]] += 1
        assert bytes(row["raw"]) == one.raw, f"{key} was changed"
        assert row["state"] in ({"ignored"} if one.automatic else {"applied", "answered", "doubled"}), (
            key,
            row["state"],
            row["reason"],
        )
        if row["state"] == "applied":
            applied[one.number] += 1
            same[one.game, one.player, one.raw] += 1
    assert not same or max(same.values()) == 1, "a letter that came twice was applied twice"
    for number in {one.number for one in pen.sent.values()} - {0}:
        found = sum(_numbered(data, number) for data in lines)
        assert found == applied[number], (
            f"letter {number} has {found} effects, and was applied {applied[number]} times"
        )
        counts["effects"] += found
    return counts


def _numbered(data: str, number: int) -> bool:
    high, low = (int(digits) for digits in re.findall(r"\d+", condition(number)))
    return bool(re.search(rf"\b{high}\b.*\b{low}\b", data))


def _arrived(mails: list[Mapping[str, Any]], taken: list[Taken], pictures: Mapping[str, bytes]) -> None:
    """At least once, always with the same bytes, and nothing that nobody queued."""
    copies = defaultdict(list)
    for one in taken:
        found = re.search(rb"^Message-ID: (\S+)", one.raw, re.M)
        assert found
        copies[found[1].decode()].append(one)
    assert len({row["message_id"] for row in mails}) == len(mails), "two mails have one Message-ID"
    assert set(copies) <= {row["message_id"] for row in mails}, "a mail came that nobody queued"
    for row in mails:
        assert row["state"] == "sent", (row["kind"], row["state"], row["reason"])
        came = copies[row["message_id"]]
        assert came, f"a {row['kind']} to {row['player']} never arrived"
        shown = pictures.get(row["picture"])
        sent = bytes(row["raw"]) if shown is None else filled(bytes(row["raw"]), bytes(shown))
        wanted = sent.replace(b"\r\n", b"\n").rstrip(b"\n")
        for one in came:
            assert one.raw.replace(b"\r\n", b"\n").rstrip(b"\n") == wanted, "other bytes came"
            assert one.recipient == row["recipient"], "it came to another person"


def _at_the_right_door(mails: list[Mapping[str, Any]], seats: list[Mapping[str, Any]]) -> None:
    doors = {(seat["game"], seat["colour"]): seat["address"] for seat in seats}
    for row in mails:
        door = doors.get((row["game"], row["player"]), MODERATOR)
        mail = BytesParser(policy=compat32).parsebytes(bytes(row["raw"]))
        assert row["recipient"] == door and door in str(mail["To"]), f"at another door than {door}"
        assert str(mail["To"]).count("@") == 1 and mail["Cc"] is None and mail["Bcc"] is None, "to several"


def _answered(pen: Pen, letters: Mapping[str, Mapping[str, Any]], opened: list[Opened]) -> Counts:
    """Whoever wrote something got a receipt for it; who is away got none."""
    counts = Counts()
    receipts: dict[str, list[Opened]] = defaultdict(list)
    for one in opened:
        if one.receipt:
            receipts[one.recipient].append(one)
    counts["receipts"] = len({str(one.mail["Message-ID"]) for many in receipts.values() for one in many})
    answers = {str(one.mail["In-Reply-To"]) for one in opened}
    for key, written in pen.sent.items():
        if written.automatic:
            name = re.search(rb"^Message-ID: (\S+)", written.raw, re.M)
            assert name and name[1].decode() not in answers, "automatic mail was answered"
        elif written.number and letters[key]["state"] != "doubled":
            told = [one for one in receipts[written.address] if condition(written.number) in one.text]
            assert told, (
                f"letter {written.number} of {written.player} ({letters[key]['state']}) has no receipt"
            )
    return counts


def _secrets(pen: Pen, opened: list[Opened]) -> Counts:
    """What one wrote to the judge is in nobody else's mail."""
    theirs: dict[str, set[str]] = defaultdict(set)
    for one in pen.sent.values():
        if one.canary:
            theirs[one.canary].add(one.address)
    found: Counter[str] = Counter()
    for mail in opened:
        for canary in re.findall(r"kanari[a-z]{12}", mail.everything):
            assert canary not in theirs or mail.recipient in theirs[canary], (
                f"{mail.recipient} reads {canary}"
            )
            found[canary] += canary in theirs
    assert not pen.sent or found, "canaries are heard in the receipts of their owners"
    return Counts(canaries=len(theirs))


def _untouched(house: House) -> None:
    """No letter is gone, none has changed; they are marked as read at most."""
    box = house.folder / "mail/in"
    there = {
        p.name.partition(":2,")[0]: p.read_bytes() for part in ("new", "cur") for p in (box / part).iterdir()
    }
    assert there == house.dropped, "the inbox was changed"


def history(house: House) -> dict[str, list[tuple[Any, ...]]]:
    """What the players' game is made of: journals with their hashes, and every order line with what became of it."""
    queries = {
        "events": "select game, number, data, digest from event order by game, number",
        "lines": "select game, player, number, data, state, why from line order by game, player, number",
        "games": "select name, turn, session, events, head, status, held from game order by name",
    }
    return {name: [tuple(row.values()) for row in house.rows(query)] for name, query in queries.items()}


def first_difference(one: dict[str, list[Any]], other: dict[str, list[Any]]) -> str:
    """For the message of a test."""
    for name in one:
        for left, right in zip(one[name], other[name], strict=False):
            if left != right:
                return f"{name}: {left} is not {right}"
        if len(one[name]) != len(other[name]):
            return f"{name}: {len(one[name])} is not {len(other[name])} rows"
    return ""
