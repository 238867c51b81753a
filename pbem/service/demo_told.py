"""What a demo tells of itself when it is over, and what its bots send ahead of their other orders."""

from pathlib import Path
from typing import Any, NamedTuple

from pbem.engine import board


class Demo(NamedTuple):
    """What was played: `winners` by name and colour, `mails` sent by the judge, `letters` by the bots."""

    game: str
    again: str
    winners: tuple[str, ...]
    ended_by: str
    years: int
    mails: int
    letters: int
    site: str
    archive: str

    @property
    def text(self) -> str:
        won = " and ".join(self.winners) or "nobody"
        return "\n".join(
            [
                f"{board.year(self.years)}: {won} won the game ({self.ended_by}), after {self.years} years.",
                f"{self.letters} letters were written, and {self.mails} mails answered them.",
                f"Every mail lies in {Path(self.site) / 'mail/out/new'}, the letters in {Path(self.site) / 'mail/in'}.",
                f"The archive, with a page to leaf through: {Path(self.archive) / 'index.html'}",
                f"The same game again: pbem demo {self.again}",
            ]
        )

    @property
    def data(self) -> dict[str, Any]:
        return self._asdict()


def is_offer(line: str) -> bool:
    """Sent on as soon as it comes."""
    return line.lower().startswith("offer ") and " when " not in line.lower()


def is_order(line: str) -> bool:
    """Neither an offer nor an answer to one."""
    first, _, rest = line.lower().partition(" ")
    return not is_offer(line) and (first not in ("accept", "refuse") or rest.startswith("any"))
