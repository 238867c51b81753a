"""The part of the builder for small words to the judge: addresses, HISTORY, VACATION."""

import re

from pbem.orders.errors import Unread
from pbem.orders.facts import Children
from pbem.orders.lines import Line

LONGEST = 320
#: `anna@example.org`, `to: Anna <anna@example.org>.`
_MAILBOX = re.compile(
    r"(?:(?:to|is|as)(?:[\s:=]+|(?=<)))?[\s:=]*(?:[^<>@]*<)?\s*(?:mailto:)?([^\s<>@,;:\"()]+@[^\s<>@,;:\"()]+)\s*>?[\s.!]*",
    re.IGNORECASE,
)


class TalkBuilder:
    """One method a rule of `grammar.lark`; see `build.Builder`."""

    def address(self, children: Children) -> list[Line]:
        """`SET ADDRESS Anna <anna@example.org>  # the new one`; whether mails can go there is not for us to say."""
        said = children[1].partition(" #")[0].strip()
        found = _MAILBOX.fullmatch(said) if len(said) <= LONGEST else None
        if found is None:
            raise Unread(f"{children[0].upper()} needs one address behind it and nothing else")
        return [Line(children[0], words=found[1].rstrip(".!"))]

    def history(self, children: Children) -> list[Line]:
        return [Line("history", number=children[1] if len(children) > 1 else None)]

    def vacation(self, children: Children) -> list[Line]:
        said = children[1].rstrip(" .!").split() or [""]
        autopilot = said[-1].lower() == "autopilot"
        date = " ".join(said[:-1] if autopilot else said)
        if not any(char.isdigit() for char in date):
            raise Unread("VACATION needs the day on which you are back: VACATION UNTIL 3 May")
        return [Line("vacation", words=date, to="autopilot" if autopilot else None)]
