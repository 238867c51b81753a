"""A begun game from which as many copies as wanted are made, and letters of every kind for it."""

import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from pbem.service.site import Site
from pbem.store.database import transaction

from .mailgame import MailGame

ANNA, BORIS, EVE = "anna@players.example", "boris@players.example", "eve@evil.example"
JUDGE, GM = "judge@judge.example", "gm@judge.example"
#: Stands in every forged letter; no mail to somebody who has proved nothing may hold it.
CANARY = "canary-in-the-mine"


def copied(game: MailGame, folder: Path) -> MailGame:
    """The same game at another place."""
    shutil.copytree(game.folder, folder)
    twin = MailGame.__new__(MailGame)
    twin.__dict__.update(game.__dict__)
    twin.folder, twin.site = folder, Site.open(folder)
    return twin


def guarded(game: MailGame, authserv: str) -> MailGame:
    """Its own mail server is to vouch for every sender."""
    config = game.site.config
    game.site.config = replace(config, inbox=replace(config.inbox, authserv=authserv))
    return game


def code(game: MailGame, colour: str, mail: int = -1) -> str:
    """The reply code of a mail of his that is no press, as it stands in the subject."""
    mine = [row.subject for row in rows(game, "mail") if row.player == colour and row.kind != "press"]
    return str(mine[mail]).rpartition("[")[2].rstrip("]")


def raw(
    game: MailGame,
    sender: str | None = f"Anna <{ANNA}>",
    text: str = f"PURGE Manjak\n{CANARY}",
    *headers: str,
    subject: str | None = None,
    to: str = JUDGE,
    message_id: str | None = None,
) -> bytes:
    """A letter with Anna's present code in its subject, unless another subject is given; `headers` are whole lines put first."""
    number = next(game.ids)
    if subject is None:
        subject = f"Re: {CANARY} [{code(game, 'red')}]"
    lines = [
        *headers,
        *([f"From: {sender}"] if sender is not None else []),
        f"To: {to}",
        f"Subject: {subject}",
        *([f"Message-ID: {message_id or f'<spoof-{number}@x.example>'}"] if message_id != "" else []),
        "Date: Tue, 01 Dec 2026 12:00:00 +0000",
        "Content-Type: text/plain; charset=utf-8",
    ]
    return ("\n".join([*lines, "", text]) + "\n").encode("utf-8", "surrogateescape")


def rows(game: MailGame, table: str) -> list[Any]:
    """A whole table, oldest first."""
    with transaction(game.site.engine) as connection:
        return list(connection.exec_driver_sql(f"select * from {table} order by id"))


class Watched:
    """What a poll sends from now on."""

    def __init__(self, game: MailGame) -> None:
        self.game, self.before = game, len(rows(game, "mail"))

    def put(self, letters: Iterable[bytes]) -> None:
        for letter in letters:
            self.game.put(letter)

    def mails(self) -> list[Any]:
        return rows(self.game, "mail")[self.before :]
