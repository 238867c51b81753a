"""A bot's letter as a mail program would send it: greeting, orders, signature, and the report quoted below."""

from collections.abc import Sequence
from datetime import datetime
from email.utils import format_datetime
from random import Random

import msgspec

GREETINGS = ("", "", "", "Hi,", "Dear judge,", "Comrades!", "Hello, my orders:", "Here we go:")
FAREWELLS = ("", "", "Cheers", "Regards, and mind the bear", "Long live the five-year plan")
STYLES = ("gmail", "outlook", "plain", "apple", "none")
MOST_QUOTED = 60


class Answered(msgspec.Struct, frozen=True):
    """The mail that a letter answers."""

    message_id: str
    subject: str
    text: str
    judge: str


def mail_text(lines: Sequence[str], answered: Answered, rng: Random, style: str, name: str, when: datetime) -> str:
    """The text of a letter.  `style`: one of STYLES, how the report is quoted; orders stand on top."""
    greeting, farewell = rng.choice(GREETINGS), rng.choice(FAREWELLS)
    bullet = "- " if rng.random() < 0.15 else ""
    body = [greeting, "", *(bullet + line for line in lines), "", farewell]
    while body and not body[0]:
        body.pop(0)
    signature = ["-- ", name, *(["sent from a samovar"] if rng.random() < 0.3 else [])]
    parts = [*body, "", *signature, ""] if rng.random() < 0.7 else [*body, ""]
    return "\n".join([*parts, *_quotation(answered, style, when)]) + "\n"


def _quotation(answered: Answered, style: str, when: datetime) -> list[str]:
    """Nobody quotes a whole report; its beginning is enough to be told apart from orders."""
    lines = answered.text.splitlines()[:MOST_QUOTED]
    marked = [f"> {line}".rstrip() for line in lines]
    day = f"{when:%a, %d %b %Y at %H:%M}"
    match style:
        case "gmail":
            return [f"On {day}, Kremlin Judge <{answered.judge}> wrote:", "", *marked]
        case "apple":
            return [f"> On {day}, Kremlin Judge <{answered.judge}> wrote:", ">", *marked]
        case "outlook":
            head = ["-----Original Message-----", f"From: Kremlin Judge <{answered.judge}>", f"Sent: {day}"]
            return [*head, f"Subject: {answered.subject}", "", *lines]
        case "plain":
            return marked
        case _:
            return []


def message(sender: str, answered: Answered, text: str, message_id: str, when: datetime, *more: str) -> bytes:
    """The letter's bytes: a reply, with the code of the mail that it answers in subject and references."""
    head = [
        f"From: {sender}",
        f"To: {answered.judge}",
        f"Subject: Re: {answered.subject}",
        f"Date: {format_datetime(when)}",
        f"Message-ID: {message_id}",
        *([f"In-Reply-To: {answered.message_id}", f"References: {answered.message_id}"] if answered.message_id else []),
        *more,
        "MIME-Version: 1.0",
        'Content-Type: text/plain; charset="utf-8"',
        "Content-Transfer-Encoding: 8bit",
    ]
    return ("\n".join([*head, "", text])).encode()
