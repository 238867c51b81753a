"""The buttons of an invitation write a new mail that counts as an answer (E12, E19)."""

import re
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import pytest

from pbem.service.inviting import invite

from .mailgame import MailGame, subject_of

GUEST = "guest@players.example"


def clicks(mail: object) -> dict[str, tuple[str, str]]:
    """Label of each button -> subject and body of what it writes."""
    html = next(p for p in mail.walk() if p.get_content_type() == "text/html").get_payload(decode=True)  # type: ignore[attr-defined]
    found = {}
    for href, label in re.findall(r'<a href="mailto:([^"]+)"[^>]*>([^<]+)</a>', html.decode()):
        written = re.search(r"subject=([^&]*)&body=(.*)", unescape(href))
        assert written
        found[label] = (unquote(written[1]), unquote(written[2]))
    return found


@pytest.mark.parametrize(
    ("label", "says"),
    [("Answer YES", "you play"), ("Answer NO", "you do not"), ("PRACTICE first", "practice")],
)
def test_a_button_of_the_invitation_answers_it(tmp_path: Path, label: str, says: str) -> None:
    game = MailGame(tmp_path)
    invite(game.site, "later", [GUEST], rules="basic", seats=3, tempo="club", deadline=None, options={}, packs=(), seed=None, now=game.now)  # fmt: skip
    game.poll()
    subject, body = clicks(game.to(GUEST)[-1])[label]
    head = f"From: {GUEST}\nTo: judge@judge.example\nSubject: {subject}\nMessage-ID: <one@players.example>"
    game.put(f"{head}\nDate: Tue, 01 Dec 2026 12:00:00 +0000\n\n{body}\n".encode())
    game.poll(1)
    mail = game.to(GUEST)[-1]
    assert says in f"{subject_of(mail)} {mail.as_string()}".casefold(), mail.as_string()
