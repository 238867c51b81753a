"""Letters from telephones, whole, through the whole service (experience.md "Proofs"): none ends without a useful answer.

Each entry of `phones/*.toml`: the program that sends it, what was typed, where, in answer to what; and what must come of it.  What every
receipt must do is checked for every letter (`useful`).
"""

import re
import shutil
import tomllib
from collections.abc import Iterator
from email.message import Message
from pathlib import Path
from typing import Any

import pytest

from pbem.mail.marker import is_marker
from pbem.orders.canonical import canonical
from pbem.orders.reader import read
from pbem.service import farewells
from pbem.service.site import Site

from . import phonemail, phonewords
from .mailgame import EVERYBODY, MailGame, subject_of, text_of

FOLDER = Path(__file__).with_name("phones")
ENTRIES: list[dict[str, Any]] = [
    entry
    for file in sorted(FOLDER.glob("*.toml"))
    for entry in tomllib.loads(file.read_text("utf-8"))["mail"]
]
REPLIES = {"de": "AW: ", "it": "R: ", "nl": "Antw: ", "fr": "RE : "}
#: What a subject says came of the letter.
OUTCOME = re.compile(
    r"order|number|READY|held|rejected|nothing applied|as you asked|withdrawn|receipt, .+|message|sent",
    re.IGNORECASE,
)
#: What stands within the first 400 characters: what was understood, or what to do.
AT_ONCE = (
    "The plan as things stand",
    "Carried out ==",
    "Nothing of this letter",
    "No order was found",
    "You do not count as READY",
    "for your YES",
    "Not done:",
    "Your sheet so far",
    "Withdrawn ==",
    "Messages ==",
    "Order or message?",
)
SHOWN: list[tuple[str, str, str, str]] = []


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> dict[str, MailGame]:
    """A game in set-up, and one whose first Spring waits; each entry plays on a copy."""
    setup = MailGame(tmp_path_factory.mktemp("setup") / "site")
    begun = MailGame(tmp_path_factory.mktemp("begun") / "site")
    begun.begin()
    for game in (setup, begun):
        game.site.engine.dispose()
    return {"setup": setup, "begun": begun}


def copied(game: MailGame, folder: Path) -> MailGame:
    shutil.copytree(game.folder, folder)
    copy = MailGame.__new__(MailGame)
    copy.__dict__.update(game.__dict__, folder=folder, site=Site.open(folder))
    return copy


def squeezed(text: str) -> str:
    return " ".join(text.replace("|", " ").split()).casefold()


class Post:
    """Puts letters of one player into the inbox, and looks at each receipt."""

    me = "red"

    def __init__(self, game: MailGame) -> None:
        self.game, self.receipt = game, Message()

    def send(self, entry: dict[str, Any]) -> None:
        if "wait" in entry:
            self.game.poll(entry["wait"])
        if "blue" in entry:
            self.game.write("blue", entry["blue"])
            self.game.poll(0.5)
        typed, headers = self._typed(entry)
        before = {colour: len(self.game.to(colour)) for colour in self.game.colours}
        self.game.put(phonemail.letter(entry["client"], typed, headers))
        self.game.poll(0.5)
        new = {colour: self.game.to(colour)[count:] for colour, count in before.items()}
        own = [mail for mail in new.pop(self.me) if mail["Auto-Submitted"] == "auto-replied"]
        assert len(own) == 1, "one receipt"
        assert entry.get("reaches") or not any(new.values()), "nobody else is told"
        self.receipt = own[0]
        self.useful(entry, typed)

    def _answered(self, entry: dict[str, Any]) -> Message | None:
        mails, what = self.game.to(self.me), entry.get("answers", "report")
        if what == "nothing":
            return None
        reports = [mail for mail in mails if mail["Auto-Submitted"] != "auto-replied"]
        found = {
            "receipt": mails[-1:],
            "report": reports[-1:],
            "old report": reports[:1],
            "offered": mails[-2:-1],
            "press": [mail for mail in mails if " message from " in subject_of(mail)][-1:],
        }
        return found[what][0]

    def _typed(self, entry: dict[str, Any]) -> tuple[phonemail.Typed, dict[str, Any]]:
        mail, lang = self._answered(entry), entry.get("lang", "en")
        subject = " ".join(subject_of(mail).split()) if mail is not None else entry.get("subject_typed", "")
        number = next(self.game.ids)
        ours = str(mail["Message-ID"]) if mail is not None else ""
        headers = {
            "From": entry.get("sender", EVERYBODY[self.me]),
            "To": str(mail["Reply-To"] or mail["From"]) if mail is not None else phonemail.JUDGE,
            "Subject": f"{entry.get('re', REPLIES.get(lang, 'Re: '))}{subject}"
            if mail is not None
            else subject,
            "Message-ID": f"<{number}.phone@players.example>",
            "In-Reply-To": "" if entry.get("unthreaded") else ours,
            "References": self._thread(mail) if mail is not None and not entry.get("unthreaded") else "",
            "Date": "Tue, 01 Dec 2026 13:00:00 +0100",
        }
        inline = tuple(entry.get("inline", {}).items())
        typed = phonemail.Typed(
            entry["typed"].strip("\n"),
            phonemail.text_lines(mail) if mail is not None else (),
            subject,
            EVERYBODY[self.me],
            phonewords.LANGUAGES[lang],
            entry.get("below", "").strip("\n"),
            inline,
            entry.get("attach", ""),
            entry.get("signed", True),
            entry.get("formatted", ""),
        )
        return typed, headers

    def _thread(self, mail: Message) -> str:
        return " ".join(f"{mail['References'] or ''} {mail['Message-ID']}".split())

    # -- what every receipt does ---------------------------------------------------------------------------------------

    def useful(self, entry: dict[str, Any], typed: phonemail.Typed) -> None:
        """The outcome in the subject and at once in the text; every line named; what to do; nothing of it an order."""
        subject, text = " ".join(subject_of(self.receipt).split()), text_of(self.receipt)
        SHOWN.append((entry.get("name", ""), entry["client"], " / ".join(typed.text.split("\n")), subject))
        assert OUTCOME.search(subject.split(":")[-1]), subject
        said = "\n".join(line for line in text.split("\n") if not is_marker(line)).strip()
        assert any(words in said[:400] for words in AT_ONCE), said[:400]
        for line in self._unnamed(typed, said):
            assert line in entry.get("unnamed", ()), f"vanished: {line}\n{text}"
        lexicon = self.game.record().lexicon
        assert [one.text for one in read(text.split("\n"), lexicon) if one.kind in ("order", "held")] == []
        assert str(self.receipt["To"]).count("@") == 1

    def _unnamed(self, typed: phonemail.Typed, said: str) -> Iterator[str]:
        """Lines that are neither quoted nor told by their meaning."""
        record, told = self.game.record(), squeezed(said)
        lines = [
            *typed.text.split("\n"),
            *typed.below.split("\n"),
            *(one for _, text in typed.inline for one in text.split("\n")),
        ]
        for line in filter(None, map(str.strip, lines)):
            readings = read([line], record.lexicon)
            if line.startswith("#") or not list(farewells.told(readings, record.seat_rows[self.me].name)):
                if all(one.kind in ("ignored", "comment") for one in readings):
                    continue
            meant = [canonical(one, record.lexicon) for reading in readings for one in reading.lines]
            message = squeezed(line.partition(":")[2])  # of a message its words
            if (
                squeezed(line)[:40] in told
                or (message and message in told)
                or (meant and all(_told(words, told) for words in meant))
            ):
                continue
            yield line


#: What is told by its verb.
_DONE = ("MODERATOR:", "HELP", "RULES", "HISTORY", "YES", "NO", "PRESS:", "PRESS")


def _told(words: str, text: str) -> bool:
    """An order in its own words, or what became of it: a number of the sheet, a question answered."""
    verb, _, rest = words.partition(" ")
    if verb == "ALSO":
        return _told(rest, text)
    if verb == "CANCEL":
        return "withdrawn" in text
    if verb == "INFLUENCE":
        return all(squeezed(pair) in text for pair in rest.split(", "))
    return squeezed(words) in text or ((not rest or verb in _DONE) and verb.strip(":").casefold() in text)


@pytest.mark.parametrize("entry", ENTRIES, ids=[entry["name"] for entry in ENTRIES])
def test_a_letter_from_a_telephone_does_what_its_writer_meant(
    prepared: dict[str, MailGame], tmp_path: Path, entry: dict[str, Any]
) -> None:
    game = copied(prepared["setup" if entry.get("setup") else "begun"], tmp_path / "site")
    post = Post(game)
    for one in (entry, *entry.get("then", ())):
        post.send(one)
    last = entry.get("then", [entry])[-1]
    said = " ".join(text_of(post.receipt).split())

    assert game.orders("red") == entry.get("orders", [])
    assert bool(game.record().seat_rows["red"].ready) == entry.get("ready", False)
    for name, number in entry.get("sheet", {}).items():
        assert game.record().draft("red")[name] == number
    for words in entry.get("says", ()):
        assert words in said, said
    assert entry.get("subject", "") in subject_of(post.receipt)
    if moderator := entry.get("moderator"):
        assert moderator in text_of(game.to("gm@judge.example")[-1])
    if reaches := last.get("reaches"):
        assert reaches in text_of(game.to(last.get("whom", "blue"))[-1])


def test_a_letter_from_a_wrong_account_does_nothing_and_its_owner_is_told(
    prepared: dict[str, MailGame], tmp_path: Path
) -> None:
    game = copied(prepared["begun"], tmp_path / "site")
    post, before = Post(game), len(game.to("red"))
    typed, headers = post._typed(
        {"client": "iphone", "typed": "purge manjak", "sender": "Anna <anna.privat@mail.example>"}
    )
    game.put(phonemail.letter("iphone", typed, headers))
    game.poll(0.5)
    assert game.orders("red") == []
    assert ["not from your address" in subject_of(mail) for mail in game.to("red")[before:]] == [True]
    answers = [mail for mail in game.outgoing() if "anna.privat@mail.example" in str(mail["To"])]
    assert len(answers) == 1
    assert "PURGE" not in text_of(answers[0]).upper()


def test_there_are_sixty_of_them_and_they_come_from_all_the_programs() -> None:
    """With -s: the table."""
    for name, client, typed, subject in SHOWN:
        print(f"{client:16}{typed[:58]:60}{subject.rpartition(': ')[2].rpartition(' [')[0]:52}{name}")
    letters = sum(1 + len(entry.get("then", ())) for entry in ENTRIES)
    print(f"{len(ENTRIES)} entries, {letters} letters")
    assert len(ENTRIES) >= 60
    assert {entry["client"] for entry in ENTRIES} == set(phonemail.PROGRAMS)
