"""How many mails the judge sends each player in a year of the game, before press (experience.md, "Proofs")."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from sqlalchemy import func, select

from bench.measure import Row
from pbem.engine.questions import Ask
from pbem.service import ballots
from pbem.service.record import MAIL
from pbem.store.database import transaction
from pbem.tempo import MEASURED, TEMPOS
from tests.laws.mailgame import Look, MailGame

#: The promise is about `club`; the others are told, and kept from growing.
MOST = {"club": 12, "phase": 40, "classic": 20, "year": 10, "live": 40}
YEARS, SEATS = 3, 5
#: As a game is when nobody touches its settings.
USUAL = {
    "pauses": "trial,nomination,purge",
    "earliest": "24h",
    "ballot_earliest": "6h",
    "reading": "15m",
    "ready": "complete",
    "reminders": "24h,3h",
    "bulletins": "twice",
}
_IN_A_PAUSE = ("vote", "declare", "hold", "take", "protect", "play")


class _Game(MailGame):
    """Everybody answers each report once, and each ballot of which he is asked something; the judge works every six hours."""

    def play(self) -> float:
        """Mails a player and year, the set-up left out."""
        self.session()
        self._until_it_moves("setup")
        begun = self.sent()
        while (look := self.look()).session and look.record.row.turn <= YEARS:
            row = look.record.row
            for player in self.names:
                if lines := self._words(look, player):
                    self.drop(self.letter(player, lines))
            self._until_it_moves(row.code, row.turn)
        years = min(YEARS, self.look().record.state.turn)
        return (self.sent() - begun) / SEATS / years

    def _words(self, look: Look, player: str) -> list[str]:
        lines = self.lines(look, player)[:-1]  # without READY
        if not look.record.row.pause:
            return lines
        wanted = [line for line in lines if line.casefold().startswith(_IN_A_PAUSE)]
        return wanted if any(ask.player == player for ask in self.asked()) else []

    def asked(self) -> tuple[Ask, ...]:
        record = self.look().record
        with transaction(self.site.engine) as connection:
            record.connection = connection
            return ballots.asks(record, record.row.session.split())

    def _until_it_moves(self, code: str, turn: int = 1) -> None:
        for _ in range(200):
            self.now += timedelta(hours=6)
            self.poll()
            row = self.look().record.row
            if (row.turn, row.code) != (turn, code):
                return

    def sent(self) -> int:
        """Mails to players so far, press left out."""
        query = (
            select(func.count())
            .select_from(MAIL)
            .where(MAIL.c.player.in_(self.names), MAIL.c.kind != "press")
        )
        with transaction(self.site.engine) as connection:
            return int(connection.execute(query).scalar_one())


def mails_a_year(folder: Path, light: bool) -> Iterator[Row]:
    """`club` stays under 12 mails a player and year before press, pauses and receipts among them."""
    for tempo in ("club",) if light else TEMPOS:
        for rules in ("basic",) if light else ("basic", "advanced"):
            home = folder / f"mails-{tempo}-{rules}"
            game = _Game(home, rules=rules, seats=SEATS, seed=7, tempo=tempo, options=USUAL)
            length = MEASURED[tempo][rules]
            what = f"{tempo}, {rules}: {length.usual} deadlines; mails"
            yield Row(what, MOST[tempo], game.play(), "a year", most=True)
