"""Play a game through the real service, and write it down: how it began, who wrote what, and what everybody was told.

A folder holds `game.toml`, `letters.txt` (the order lines, by batch and player) and `reports.txt`: all mails of the judge but receipts,
in which each paragraph stands once, under the names of those who got it; (#7 again) is paragraph (#7) word for word.
"""

import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta
from difflib import SequenceMatcher
from pathlib import Path
from typing import NamedTuple

from pbem.bots import open_mail
from pbem.engine.events import Event, Player
from pbem.service.demo_told import is_offer, is_order
from pbem.service.record import load
from pbem.store.database import transaction
from tests.laws.mailgame import Look, MailGame

HOME = Path(__file__).parent
HOURS = 30
MOST_BATCHES = 150
Batch = tuple[str, dict[Player, list[str]]]
#: What a player writes to a session.
Writer = Callable[["Played", Look, Player], list[str]]


class Beginning(NamedTuple):
    """What `game.toml` says."""

    title: str
    rules: str
    seats: int
    seed: int
    options: dict[str, str]

    @classmethod
    def read(cls, folder: Path) -> "Beginning":
        said = tomllib.loads((folder / "game.toml").read_text("utf-8"))
        return cls(said["title"], said["rules"], said["seats"], said["seed"], said.get("options", {}))

    def text(self, clause: str, winners: Sequence[Player]) -> str:
        rows = [
            f'title = "{self.title}"',
            f'rules = "{self.rules}"',
            f"seats = {self.seats}",
            f"seed = {self.seed}",
            f'ended_by = "{clause}"',
            f"winners = {list(winners)}".replace("'", '"'),
        ]
        if self.options:
            rows += ["", "[options]", *(f'{name} = "{value}"' for name, value in self.options.items())]
        return "\n".join(rows) + "\n"


class Played(MailGame):
    """A game whose mails are kept."""

    def __init__(self, folder: Path, beginning: Beginning) -> None:
        self.told: list[dict[Player, list[str]]] = []
        self.batches: list[Batch] = []
        self.fresh: dict[Player, list[str]] = {}
        super().__init__(
            folder, beginning.rules, beginning.seats, beginning.seed, options=dict(beginning.options)
        )
        self.told.append(self.fresh)

    def take(self, raw: bytes) -> None:
        super().take(raw)
        to, mail, receipt = open_mail(raw)
        colour = next((c for c, name in self.names.items() if to == f"{name.lower()}@example.org"), None)
        if colour is not None and not receipt:
            self.fresh.setdefault(colour, []).append(f"Subject: {mail.subject}\n\n{mail.text}")

    def send(self, batch: Batch, hours: int = HOURS) -> None:
        """One letter each, then the judge works."""
        self.batches.append(batch)
        self.fresh = {}
        for player, lines in batch[1].items():
            if lines:
                self.drop(self.letter(player, lines))
        self.now += timedelta(hours=hours)
        self.poll()
        self.told.append(self.fresh)

    def journal(self) -> list[Event]:
        with transaction(self.site.engine) as connection:
            record = load(connection, "test")
            assert record is not None
            return list(record.events())

    # --- writing ---

    def play(self, writer: Writer) -> None:
        """To the end."""
        for _ in range(MOST_BATCHES):
            look = self.look()
            if not look.session:
                return
            self._session(look, writer)
        raise AssertionError("the game does not end")

    def _session(self, look: Look, writer: Writer) -> None:
        """Offers are sent ahead, so that the others can answer them."""
        title = f"{1950 + look.record.row.turn} {' '.join(look.session)}"
        written = {player: writer(self, look, player) for player in self.names}
        ahead = {player: list(filter(is_offer, lines)) for player, lines in written.items()}
        if any(ahead.values()):
            self.send((f"{title}, ahead", ahead), 2)
            now = self.look()
            for player, lines in written.items():
                answers = self.bots[player].answers(now.views[player], now.record.rules)
                written[player] = [*answers, *filter(is_order, lines)]
        self.send((title, written))


# --- on paper ------------------------------------------------------------------------------------------------------


def letters_text(batches: Iterable[Batch]) -> str:
    rows: list[str] = []
    for title, letters in batches:
        rows += [f"== {title}"]
        rows += [f"{player}: {line}" for player, lines in letters.items() for line in lines]
        rows += [""]
    return "\n".join(rows)


def read_letters(text: str) -> list[Batch]:
    batches: list[Batch] = []
    for line in text.splitlines():
        if line.startswith("== "):
            batches.append((line[3:], {}))
        elif line:
            player, _, order = line.partition(": ")
            batches[-1][1].setdefault(player, []).append(order)
    return batches


def reports_text(game: Played) -> str:
    """All that was mailed, batch by batch.  Long paragraphs that come again have a number, and are named by it."""
    parts: list[tuple[str, list[Block]]] = []
    for number, told in enumerate(game.told):
        title = game.batches[number - 1][0] if number else "the invitation"
        parts.append((title, _merged(told, list(game.names))))
    seen = Counter(text for _, blocks in parts for text, _ in blocks if len(text) >= LONG)
    numbers = dict.fromkeys((text for text, times in seen.items() if times > 1), 0)
    rows: list[str] = []
    for title, blocks in parts:
        rows += [f"{'=' * 20} after {title}", "", *_written(blocks, len(game.names), numbers)]
    return "\n".join(rows)


Block = tuple[str, tuple[Player, ...]]


#: Shorter paragraphs are written out again.
LONG = 60


def _merged(told: dict[Player, list[str]], seats: Sequence[Player]) -> list[Block]:
    """Each paragraph once, with those who got it."""
    merged: list[Block] = []
    for player in seats:
        own = [part for mail in told.get(player, ()) for part in mail.split("\n\n")]
        merged = _with(merged, player, own)
    return merged


def _written(blocks: Sequence[Block], seats: int, numbers: dict[str, int]) -> list[str]:
    """A line of names stands where the readers change."""
    rows: list[str] = []
    last: tuple[Player, ...] = ()
    for text, to in blocks:
        if to != last:
            rows += [f"[{'all' if len(to) == seats else ', '.join(to)}]", ""]
            last = to
        rows += [_again(text, numbers), ""]
    return rows


def _again(text: str, numbers: dict[str, int]) -> str:
    """With its number, or the number alone where it has stood before."""
    if text not in numbers:
        return text
    if numbers[text]:
        return f"(#{numbers[text]} again)"
    numbers[text] = max(numbers.values()) + 1
    return f"(#{numbers[text]})\n{text}"


def _with(merged: list[Block], player: Player, own: list[str]) -> list[Block]:
    """One more reader."""
    found: list[Block] = []
    matcher = SequenceMatcher(None, [text for text, _ in merged], own, autojunk=False)
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind == "equal":
            found += [(text, (*to, player)) for text, to in merged[a:b]]
            continue
        found += merged[a:b]
        found += [(text, (player,)) for text in own[c:d]]
    return found


def written(game: Played, beginning: Beginning) -> dict[str, str]:
    """The files of its folder."""
    state = game.look().record.state
    return {
        "game.toml": beginning.text(state.ended_by, state.winners),
        "letters.txt": letters_text(game.batches),
        "reports.txt": reports_text(game),
    }


def replayed(folder: Path, site: Path) -> dict[str, str]:
    """The game of a folder once more, from its letters."""
    beginning = Beginning.read(folder)
    game = Played(site, beginning)
    for batch in read_letters((folder / "letters.txt").read_text("utf-8")):
        game.send(batch, 2 if batch[0].endswith(", ahead") else HOURS)
    return written(game, beginning)
