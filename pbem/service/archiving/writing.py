"""The files of an archive, from a game's rows: its public face, and everything else."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import select

from pbem import __version__
from pbem.archive import chain, history
from pbem.archive import record as text_record
from pbem.archive.film import Ordered, Reel
from pbem.archive.page import render_page
from pbem.config import Config
from pbem.engine import codec, dice, view
from pbem.engine.events import Event, GameStarted
from pbem.report.naming import Names, names_of
from pbem.store.tables import OVER

from .. import album, pressbook, unveiling
from ..orderlists import LINE, decoded
from ..packs import texts
from ..record import EVENT, Record, nonce
from . import letters, mails
from .about import game_toml, seats_of
from .home import Home
from .masks import masked
from .withheld import Talk

HISTORY, RECORD = "history.jsonl", "record.txt"
EVERYTHING = "everything"


def is_open(record: Record) -> bool:
    """Is it over, and may everything be published (E19)?"""
    said: str = record.settings.published
    return record.row.status == OVER and said.strip().casefold().startswith(EVERYTHING)


class Writing:
    """One game as it stands now; rows that several files need are read once."""

    def __init__(self, record: Record, config: Config, now: datetime) -> None:
        self.record, self.config, self.now = record, config, now
        query = select(EVENT.c.number, EVENT.c.data, EVENT.c.digest).where(EVENT.c.game == record.id)
        self.rows = record.connection.execute(query.order_by(EVENT.c.number)).all()
        self.journal = [codec.decode(row.data) for row in self.rows]
        self.seats = seats_of(record)
        self.names: Names = names_of(record.rules, self.seats)

    # --- what the table sees ---

    def face(self, home: Home) -> None:
        """The public face: what everybody may know while the game runs."""
        faces = list(view.see(view.TABLE, self.journal))
        lines, head = self._public(home.text(HISTORY), faces)
        home.put(HISTORY, "\n".join(lines) + "\n")
        home.put(RECORD, self._record(home.text(RECORD), faces, head, "table"))
        self._common(home, faces, False, head, {})
        home.close()

    def _public(self, old: str, faces: Sequence[Event]) -> tuple[list[str], str]:
        """The lines of the public history, and the head of their chain; what an earlier archive has is not made again."""
        lines, head = old.removesuffix("\n").split("\n") if old else [], ""
        if 0 < len(lines) <= len(faces):
            head = chain.chained(json.loads(lines[-1])["before"], codec.encode(faces[len(lines) - 1]))
            for number, face in enumerate(faces[len(lines) :], len(lines) + 1):
                data = codec.encode(face)
                lines.append(history.public_line(number, data, head))
                head = chain.chained(head, data)
            if head == self.record.table_head():
                return lines, head
        return history.public(self.journal)

    # --- the rest ---

    def rest(self, home: Home, opened: bool, before: Home | None = None) -> None:
        """Everything, secrets and all: into `private/` while the game runs, else into the folder itself.

        `before`: where it lay while the game ran.
        """
        record, talk = self.record, Talk(self.record)
        home.put(HISTORY, "\n".join(self._whole(home.text(HISTORY))) + "\n")
        told = [_told(event) for event in self.journal]
        home.put(RECORD, self._record(home.text(RECORD), told, record.row.head, "whole"))
        found = mails.of(record, talk, _known(home, before))
        for path, text in found.texts.items():
            home.put(path, text)
        for path in found.kept:
            home.keep(path)
        for name, png in album.pngs(record.connection, found.pictures).items():
            if not home.keep(f"pictures/{name}.png", len(png)):
                home.put(f"pictures/{name}.png", png)
        files = {
            "letters": letters.letters(record, talk),
            "mails": found.entries,
            "acts": letters.acts(record),
        }
        heads = {}
        for name, entries in files.items():
            lines, heads[name] = chain.link(entries)
            home.put(f"{name}.jsonl", "".join(f"{line}\n" for line in lines))
        if opened:
            said = "\n\n".join(masked(text) for text in pressbook.public(record))
            if said:
                home.put("press.txt", f"{said}\n")
            self._common(home, told, True, record.row.head, heads)
        home.close()

    def _whole(self, old: str) -> list[str]:
        key = dice.derive(self.record.master, "nonce")
        lines = old.removesuffix("\n").split("\n") if old else []
        if not lines or len(lines) > len(self.rows) or not self._goes_on(lines, key):
            lines = []
        before = self.rows[len(lines) - 1].digest if lines else ""
        for row in self.rows[len(lines) :]:
            lines.append(history.line(row.number, row.data.encode(), nonce(key, row.number), before))
            before = row.digest
        return lines

    def _goes_on(self, lines: Sequence[str], key: bytes) -> bool:
        """Is the last line what the journal has there?  (A site that was restored may have gone on otherwise.)"""
        row, before = self.rows[len(lines) - 1], self.rows[len(lines) - 2].digest if len(lines) > 1 else ""
        return lines[-1] == history.line(row.number, row.data.encode(), nonce(key, row.number), before)

    # --- both ---

    def _common(
        self, home: Home, journal: Sequence[Event], opened: bool, head: str, heads: Mapping[str, str]
    ) -> None:
        started = journal[0]
        assert isinstance(started, GameStarted)
        for name, text in texts(self.record.connection, self.record.id).items():
            home.put(f"packs/{name}.toml", text)
        home.put("index.html", render_page(self._reel(journal, opened)))
        home.put("game.toml", game_toml(self.record, self.config, started, opened, head, heads, self.now))

    def page(self) -> str:
        """index.html by itself, of a game that is over and open."""
        return render_page(self._reel([_told(event) for event in self.journal], True))

    def text_record(self, whole: bool) -> str:
        """record.txt by itself: the whole game, or what the table sees."""
        if whole:
            told = [_told(event) for event in self.journal]
            return self._record("", told, self.record.row.head, "whole")
        faces = list(view.see(view.TABLE, self.journal))
        return self._record("", faces, self.record.table_head(), "table")

    def _record(self, old: str, journal: Sequence[Event], head: str, face: str) -> str:
        kept = text_record.blocks(old) if f"\nface: {face}\n" in old else {}
        row = self.record.row
        values = {"game": row.name, "rules": row.rules, "face": face, "events": len(journal), "head": head}
        players = {seat.colour: seat.name for seat in self.seats}
        lines = [
            *text_record.header({**values, "players": players}),
            *text_record.body(journal, self.names, kept, row.name),
        ]
        return "\n".join(lines).rstrip("\n") + "\n"

    def _reel(self, journal: Sequence[Event], opened: bool) -> Reel:
        record = self.record
        return Reel(
            record.row.name,
            record.rules,
            self.seats,
            journal,
            opened,
            record.commitment,
            record.seed.hex() if opened else "",
            json.loads(record.row.salts),
            tuple(self._orders()) if opened else (),
            f"pbem {__version__}",
            unveiling.all_lines(record) if opened else (),
        )

    def _orders(self) -> Iterator[Ordered]:
        """Every order line that was given, in the order of the journal."""
        query = (
            select(LINE)
            .where(LINE.c.game == self.record.id)
            .order_by(LINE.c.born, LINE.c.player, LINE.c.number)
        )
        for row in self.record.connection.execute(query):
            fate = row.why or ("" if row.state == "standing" else row.state)
            yield Ordered(row.player, row.born, masked(self.record.say(decoded(row.data))), fate)


def _told(event: Event) -> Event:
    """Without words that the moderator keeps to himself."""
    return msgspec.structs.replace(event, private="") if getattr(event, "private", "") else event


def _known(home: Home, before: Home | None) -> mails.Known:
    """The mails of an earlier archive of which the files still stand; or lie where they were while the game ran."""
    found: mails.Known = {}
    for entry in _entries(home):
        if not entry["file"] or home.has(entry["file"]):
            found[entry["player"], entry["n"]] = entry, ""
    for entry in _entries(before) if before is not None else ():
        text = before.text(entry["file"]) if before is not None and entry["file"] else ""
        if text or not entry["file"]:
            found.setdefault((entry["player"], entry["n"]), (entry, text))
    return found


def _entries(home: Home) -> Iterator[dict[str, Any]]:
    """What mails.jsonl there says."""
    for line in filter(None, home.text("mails.jsonl").split("\n")):
        entry = json.loads(line)
        del entry["number"], entry["before"]
        yield entry
