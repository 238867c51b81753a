"""What a demo tells of itself when it is over, and what its bots send ahead of their other orders."""

from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from pbem.bots import Answered, words
from pbem.engine import board
from pbem.engine.events import Player

from .record import Record


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


class Got(NamedTuple):
    """A mail that a bot found in his mailbox."""

    player: Player
    mail: Answered
    receipt: bool


def is_offer(line: str) -> bool:
    """Sent on as soon as it comes."""
    return line.lower().startswith("offer ") and " when " not in line.lower()


def is_order(line: str) -> bool:
    """Neither an offer nor an answer to one."""
    first, _, rest = line.lower().partition(" ")
    return not is_offer(line) and (first not in ("accept", "refuse") or rest.startswith("any"))


def said_besides(record: Record, player: Player, seed: str) -> list[str]:
    """His words for the paper and the diary.  Chance of its own: it changes no order."""
    if record.row.session == "setup" or record.row.pause:
        return []
    chief = record.state.holder("PC")
    leads = chief is not None and record.views()[player].controller(chief.letter) == player
    return words.said(_mood(seed, player, f"{record.row.turn}/{record.row.session}"), leads)


def memoirs(player: Player, seed: str) -> str:
    """What he writes when the game is over."""
    return words.memoirs(_mood(seed, player, "end"))


def _mood(seed: str, player: Player, about: str) -> Random:
    return Random(f"{seed}/words/{player}/{about}")  # noqa: S311 - a game of bots


def doing(record: Record) -> str:
    """What is being played, in words."""
    phases = record.row.session.split()
    if phases == ["setup"]:
        return "The bots record their influence"
    return f"{board.year(record.row.turn)}: {', '.join(board.PHASE_NAMES[phase] for phase in phases)}"
