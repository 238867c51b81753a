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


_AROUND = re.compile(
    r"^(?:(?:of|for|on|about|the|clause|chapter)\b[\s:]*|:\s*)+|(?:[\s,.!?]|\b(?:please|pls|thanks))+$", re.I
)
_CARD = re.compile(r"cards?[\s:]*(?:number|no|nr|#)?[\s.:#]*(\d+)", re.I)


def clause(said: str) -> str:
    """What is asked for behind RULES: `R4.2`, and `card 14` for `of card no. 14, please`."""
    wanted = _AROUND.sub("", said.strip()).strip()
    card = _CARD.fullmatch(wanted)
    return f"card {card[1]}" if card else wanted


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
        """By turn, or by the year that is printed; turn 0 is set-up."""
        return [Line("history", number=children[1] if len(children) > 1 else None)]

    def vacation(self, children: Children) -> list[Line]:
        said = children[1].rstrip(" .!").split() or [""]
        autopilot = said[-1].lower() == "autopilot"
        date = " ".join(said[:-1] if autopilot else said)
        if not any(char.isdigit() for char in date):
            raise Unread("VACATION needs the day on which you are back: VACATION UNTIL 3 May")
        return [Line("vacation", words=date, to="autopilot" if autopilot else None)]
