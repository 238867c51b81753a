"""Real games, played by mail, and every mail that they sent: text, HTML, and by which names it is read."""

from email.message import Message
from pathlib import Path
from typing import NamedTuple

import pytest

from pbem.orders.names import Lexicon
from pbem.service.inviting import invite
from tests.service.mailgame import EVERYBODY, MailGame, subject_of

JUDGE = "judge@judge.example"
ASKED = "STATUS\nHELP PURGE\nRULES R4\nHISTORY\nORDERS\nFORM"
TALK = "PRESS TO ALL: Comrades, PURGE Satin. I vote guilty.\n\nDECLARE 5 KGB\nblah blah\nPURGE Stain\nVOTE GUILTY"
MORE = "HOLD FM UP TO 6\nPROTECT MINE\nMODERATOR: is that allowed?\nPRAVDA: The harvest was excellent.\nDIARY: I trust nobody."


class Sent(NamedTuple):
    """A mail as its reader gets it."""

    to: str
    subject: str
    text: str
    html: str
    lexicon: Lexicon
    picture: bytes = b""


def parts(mail: Message) -> dict[str, bytes]:
    """What is in it, by type."""
    found: dict[str, bytes] = {}
    for part in mail.walk():
        body = part.get_payload(decode=True)
        if isinstance(body, bytes):
            found[part.get_content_type()] = body
    return found


def sent(game: MailGame) -> list[Sent]:
    """Everything that went out, in order."""
    lexicon = game.record().lexicon
    mails = []
    for mail in game.outgoing():
        found = parts(mail)
        text, html = found["text/plain"].decode(), found.get("text/html", b"").decode()
        mails.append(
            Sent(str(mail["To"]), subject_of(mail), text, html, lexicon, found.get("image/png", b""))
        )
    return mails


def play(folder: Path, rules: str, hours: float = 50, **options: object) -> MailGame:
    """A game with talk, questions, faults and silence."""
    game = MailGame(folder, rules=rules, seats=3, seed="5e" * 32, **options)
    fixed = {"tempo": "club", "deadline": None, "options": {}, "packs": (), "seed": None, "now": game.now}
    invite(game.site, "later", ["guest@players.example"], rules=rules, seats=3, **fixed)  # type: ignore[arg-type]
    game.poll()
    game.begin()
    for lines in (ASKED, TALK, MORE):
        game.write("red", lines)
        game.poll(1)
    for colour in game.colours:
        game.write(colour, "HOLD KGB\nTAKE PC\nTAKE DM\nPURGE IND, ECO\nTRY SPO\nNOMINATE FM\nVOTE YES")
    for turn in range(9):
        game.poll(hours)
        if not turn % 3 and game.record().row.session:
            game.write(
                "blue", "TAKE KGB\nDECLARE ALL FM\nPURGE SPO, IND\nINVESTIGATE IDE\nVOTE GUILTY\nTAKE DM"
            )
            game.write("green", "SET MAIL SHORT\nTRY IND\nTAKE DM\nPROMOTE C1\nNOMINATE FM\nVOTE YES")
            game.poll(1)
    return game


@pytest.fixture(scope="session")
def mails(tmp_path_factory: pytest.TempPathFactory) -> list[Sent]:
    """Of a basic and of an advanced game."""
    found = []
    for rules in ("basic", "advanced"):
        found += sent(play(tmp_path_factory.mktemp(rules), rules))
    return found


__all__ = ["EVERYBODY", "Sent", "mails", "play", "sent"]
