"""The part of the builder for small words to the judge: addresses, HISTORY, and the words about the game itself."""

import re

from pbem.orders.errors import Unread
from pbem.orders.facts import Children
from pbem.orders.lines import Line
from pbem.orders.papers import PaperBuilder
from pbem.orders.personal import SettingBuilder

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


_POLITE = re.compile(
    r"^(?:the |a )?(?:game )?(?:of |called |named |with |by )?|(?:[\s,.!?]|\b(?:please|pls|thanks|thank you|game|rules))+$",
    re.I,
)


def named(said: str) -> str:
    """What is named behind PRACTICE or WATCH: `autumn-27` for `the game autumn-27, please`."""
    return _POLITE.sub("", said.strip()).strip(" \"'“”")


def asked_for(verb: str, said: str) -> str:
    """What stands behind such a word, without what is only polite."""
    if verb in ("practice", "watch", "unwatch"):
        return named(said)
    return clause(said) if verb == "rules" else said.rstrip(" .!?") if verb == "help" else said


_AUTO = re.compile(r"\bauto-?pilot\b", re.I)
_AUTOPILOT = re.compile(
    r"[(\s,]*\b(?:(?:with|on|and|by)\s+)?auto-?pilot\b[)\s]*|[\s,]*\b(?:please|pls|thanks|thank you)\b", re.I
)
_DAY = re.compile(r"\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|weeks?|days?)\b", re.I)
#: Four weeks.
MOST_HOURS = 672


class TalkBuilder(PaperBuilder, SettingBuilder):
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
        """`VACATION UNTIL 3 May`, `HOLIDAY from 3 May to 10 May, autopilot please  # Crete`; the date is read when it is served."""
        said = children[1].partition(" #")[0].strip(" .,!:;")
        date = " ".join(_AUTOPILOT.sub(" ", said).strip(" .,!:;").split())
        if not any(char.isdigit() for char in date) and not _DAY.search(date):
            raise Unread("VACATION needs the day on which you are back: VACATION UNTIL 3 May")
        return [Line("vacation", words=date, to="autopilot" if _AUTO.search(said) else None)]

    def lapse(self, children: Children) -> int:
        """`24h`, `2 days`, `a day`; a number alone counts hours."""
        hours = int(children[-1])
        return hours if len(children) == 1 else int(children[0]) * hours

    def extend(self, children: Children) -> list[Line]:
        hours = children[1] if len(children) > 1 else None
        if hours is not None and not 1 <= hours <= MOST_HOURS:
            raise Unread("a deadline is moved by an hour at least and by four weeks at most")
        return [Line("extend", number=hours)]

    def keep_orders(self, children: Children) -> list[Line]:
        numbers = (number for child in children if isinstance(child, tuple) for number in child)
        return [Line("keep orders", numbers=tuple(dict.fromkeys(numbers)))]

    def why(self, children: Children) -> list[Line]:
        return [Line("why", number=one) for one in children if isinstance(one, int)]

    def protest(self, children: Children) -> list[Line]:
        """What follows below its first line is joined to it by the reader."""
        said = children[2].lstrip("-: ") if len(children) > 2 else ""
        return [Line("protest", number=children[1], words=said)]
