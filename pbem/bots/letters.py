"""A bot's letter as a mail program would send it: greeting, orders, signature, and the report quoted below."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from email.parser import BytesParser
from email.policy import compat32
from email.utils import format_datetime, parseaddr
from random import Random
from zoneinfo import ZoneInfo

import msgspec

GREETINGS = ("", "", "", "Hi,", "Dear judge,", "Comrades!", "Hello, my orders:", "Here we go:")
FAREWELLS = ("", "", "Cheers", "Regards, and mind the bear", "Long live the five-year plan")
STYLES = ("gmail", "outlook", "plain", "apple", "none")
MOST_QUOTED = 60
_DEADLINE = re.compile(r"Deadline: \w{3} (\d{1,2}) (\w{3}) (\d\d):(\d\d) \(([\w/+-]+)")
_NOTICE = re.compile(r"\boffer\b")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_PARSER = BytesParser(policy=compat32)


class Answered(msgspec.Struct, frozen=True):
    """The mail that a letter answers."""

    message_id: str
    subject: str
    text: str
    judge: str


def mail_text(
    lines: Sequence[str], answered: Answered, rng: Random, style: str, name: str, when: datetime
) -> str:
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
        *(
            [f"In-Reply-To: {answered.message_id}", f"References: {answered.message_id}"]
            if answered.message_id
            else []
        ),
        *more,
        "MIME-Version: 1.0",
        'Content-Type: text/plain; charset="utf-8"',
        "Content-Transfer-Encoding: 8bit",
    ]
    return ("\n".join([*head, "", text])).encode()


def open_mail(raw: bytes) -> tuple[str, Answered, bool]:
    """A mail of the judge as its reader sees it: to whom, what he may answer, and whether it is a receipt."""
    parsed = _PARSER.parsebytes(raw)
    plain = next((part for part in parsed.walk() if part.get_content_type() == "text/plain"), parsed)
    body = plain.get_payload(decode=True)
    text = body.decode("utf-8", "replace") if isinstance(body, bytes) else ""
    subject = " ".join(parsed["Subject"].split())
    mail = Answered(parsed["Message-ID"].strip(), subject, text, parsed["Reply-To"] or "")
    return parseaddr(parsed["To"])[1], mail, parsed["Auto-Submitted"] == "auto-replied"


def is_notice(mail: Answered) -> bool:
    """Of an offer made, answered or taken back: it asks for an answer of its own, and is no report."""
    return bool(_NOTICE.search(mail.subject))


def deadline_in(text: str, now: datetime) -> datetime | None:
    """The deadline that a report states, as its reader would take it; None if it states none."""
    found = _DEADLINE.search(" ".join(text.split()))
    if found is None:
        return None
    day, month, hour, minute, zone = found.groups()
    for year in (now.year, now.year + 1):
        clock = int(day), int(hour), int(minute)
        moment = datetime(year, _MONTHS.index(month) + 1, *clock, tzinfo=ZoneInfo(zone))
        if moment > now - timedelta(days=1):
            return moment.astimezone(UTC)
    return None


def mistyped(line: str, rng: Random) -> str:
    """A slip of the finger, or a word too few."""
    words = line.split()
    if rng.random() < 0.4:
        return " ".join(words[:1])
    at = rng.randrange(len(words))
    word = words[at]
    swapped = word[:1] + word[2:3] + word[1:2] + word[3:]
    words[at] = word[1:] if len(word) > 3 and rng.random() < 0.5 else swapped
    return " ".join(words)
