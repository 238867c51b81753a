"""Words that the game keeps (E15, E16): PRAVDA, OBITUARY and SLOGAN of one line, DIARY and MEMOIRS of many.

The first three stand in the list of orders until they are printed; the others are written down as soon as the letter comes.
"""

from pbem.orders.errors import Unread
from pbem.orders.facts import Children
from pbem.orders.lines import Line, Named

#: Printed in the chronicle: a line each.
ONE_LINE = ("pravda", "obituary", "slogan")
#: Kept for the end: down to a line END DIARY, END MEMOIRS, or the end of the letter.
KEPT = ("diary", "memoirs")
#: What runs on below its first line.
MESSAGES = frozenset(("press", "moderator", "protest", *ONE_LINE, *KEPT))
#: Signs of a printed line; of an entry of a diary.
LONGEST_LINE, LONGEST_ENTRY = 300, 2000
#: A line of a letter that is shorter was ended by its writer, a longer one perhaps by the mail program.
FULL_LINE = 50


class PaperBuilder:
    """The values of the rules of `grammar.lark` about them; see `build.Builder`."""

    def paper(self, children: Children) -> list[Line]:
        """`PRAVDA: text`, `SLOGAN: text`."""
        return [Line(children[0], words="".join(children[1:]).strip())]

    def unsigned(self, children: Children) -> list[Line]:
        """`PRAVDA ANONYMOUS: text`."""
        if children[0] == "slogan":
            raise Unread("a slogan bears no name anyway; please leave ANONYMOUS out")
        return [Line(children[0], words="".join(children[2:]).strip(), to="anonymous")]

    def obituary(self, children: Children) -> list[Line]:
        """`OBITUARY Nestor: text`."""
        if not isinstance(children[1], Named):
            raise Unread("an obituary is for one Politician; please name him by letter or surname")
        return [Line("obituary", who=(children[1],), words="".join(children[2:]).strip())]
