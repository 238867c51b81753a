"""`pbem archive`: a game as a folder that needs neither site nor program to be read.

While a game runs only its public face is written openly; everything else lies in `private/`, which nobody but the owner of the
site may enter (decision D32).  No address and no reply code of a player stands in an archive (E25).
"""

import json
import os
import re
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import select

from pbem import __version__
from pbem.archive import history
from pbem.archive.page import Undone, render_page
from pbem.engine import dice, journal, view
from pbem.engine.events import MODERATOR, Player, Rewound
from pbem.engine.state import State, fold
from pbem.report.chronicle import chronicle
from pbem.report.naming import Names, names_of
from pbem.report.taken_back import back_to
from pbem.store.database import transaction
from pbem.store.tables import OVER

from . import press, pressbook, revealing
from .desk import mail_text
from .errors import ServiceError, UsageError
from .mailing import aware
from .packs import texts
from .record import EVENT, MAIL, Record, nonce
from .site import Site
from .start import record_of

#: What a blind moderator would find in `private/`.
SECRETS = "the secret history and all reports"
_TOKEN = re.compile(r"\[[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}\]")
_ADDRESS = re.compile(r"[^\s<>\"]+@[^\s<>\",;]*[^\s<>\",;.]")


def write(site: Site, game: str, out: Path | None, public: bool, now: datetime, reveal: bool = False) -> Path:
    """Write `games/NAME` (or `out`) and return the folder.  `public`: only what the table may see, whether over or not.

    Of a game that is moderated blind nothing else is written, unless `reveal`.  Raises UsageError, ServiceError.
    """
    with transaction(site.engine) as connection:
        record = record_of(connection, game)
        folder = out or site.path / "games" / game
        if folder.is_dir() and any(folder.iterdir()) and not (folder / "game.toml").is_file():
            raise UsageError(f"{folder} holds other files; name an empty or new folder for the archive.")
        if not public and not revealing.ask(record, site.config, SECRETS, now, reveal):
            raise ServiceError(
                f"{revealing.hidden(record, SECRETS)} --public writes what everybody may know."
            )
        record.flush()
        folder.mkdir(parents=True, exist_ok=True)
        opened = record.row.status == OVER and not public
        _write(folder / "game.toml", _about(record, opened, now))
        _history(record, folder / "history.jsonl", opened)
        _write(folder / "index.html", _page(record, opened))
        _packs(record, folder / "packs")
        if not public:
            home = folder if opened else _private(folder)
            _reports(record, home / "reports", opened)
            if opened:
                _messages(record, folder / "press.txt")
            else:
                _history(record, home / "history.jsonl", opened=True)
    return folder


def _write(path: Path, text: str) -> None:
    """All of a file, or the old one."""
    part = path.with_name(path.name + ".part")
    part.write_text(text, "utf-8")
    part.replace(path)


def _private(folder: Path) -> Path:
    home = folder / "private"
    home.mkdir(mode=0o700, exist_ok=True)
    os.chmod(home, 0o700)
    return home


def _about(record: Record, opened: bool, now: datetime) -> str:
    """game.toml: what was played, by whom, under which rules and packs."""
    row, state = record.row, record.state
    first = record.events(until=1)[0]
    lines, head = ([], "") if opened else history.public(record.events())
    deadline = aware(row.deadline)
    facts: list[tuple[str, Any]] = [
        ("name", row.name),
        ("rules", row.rules),
        ("status", row.status),
        ("year", 1950 + row.turn),
        ("begun", (aware(row.created) or now).isoformat()),
        ("deadline", deadline.isoformat() if deadline else ""),
        ("tempo", row.tempo),
        ("winners", list(state.winners)),
        ("ended_by", state.ended_by),
        ("events", row.events if opened else len(lines)),
        ("head", row.head if opened else head),
        ("commitment", dice.commitment(record.seed)),
        ("program", f"pbem {__version__}"),
    ]
    if opened:
        facts.append(("seed", record.seed.hex()))
    out = [f"{key} = {_toml(value)}" for key, value in facts]
    out += ["", "[options]", *(f"{key} = {_toml(value)}" for key, value in json.loads(row.options).items())]
    packs = getattr(first, "packs", {})
    out += ["", "[packs]", *(f"{_toml(key)} = {_toml(value)}" for key, value in packs.items())]
    out += ["", "[salts]", *(f"{key} = {_toml(value)}" for key, value in json.loads(row.salts).items())]
    for seat in record.seats:
        out += ["", "[[player]]", f"colour = {_toml(seat.colour)}", f"faction = {_toml(seat.faction)}"]
        out += [f"name = {_toml(seat.name)}"]
    return "\n".join(out) + "\n"


def _toml(value: Any) -> str:
    """JSON's strings, numbers and lists are TOML's."""
    return json.dumps(value, ensure_ascii=False)


def _history(record: Record, path: Path, opened: bool) -> None:
    if not opened:
        _write(path, "\n".join(history.public(record.events())[0]) + "\n")
        return
    key = dice.derive(record.master, "nonce")
    query = select(EVENT.c.number, EVENT.c.data, EVENT.c.digest).where(EVENT.c.game == record.id)
    before, lines = "", []
    for row in record.connection.execute(query.order_by(EVENT.c.number)):
        lines.append(history.line(row.number, row.data.encode(), nonce(key, row.number), before))
        before = row.digest
    _write(path, "\n".join(lines) + "\n")


def _packs(record: Record, folder: Path) -> None:
    """The text of every pack that is played with: game.toml has their hashes."""
    for name, text in texts(record.connection, record.id).items():
        folder.mkdir(exist_ok=True)
        _write(folder / f"{name}.toml", text)


def _reports(record: Record, folder: Path, opened: bool) -> None:
    """Every mail that was sent, a text file each, by player; addresses and reply codes are masked.

    `opened`: anybody may read them, so those that hold words between players are left out (E25).
    """
    query = select(MAIL).where(MAIL.c.game == record.id, MAIL.c.player != "moderator").order_by(MAIL.c.id)
    for row in record.connection.execute(query):
        if opened and (row.kind == "press" or row.covers == press.MARK):
            continue
        home = folder / row.player
        home.mkdir(parents=True, exist_ok=True)
        first, _, body = mail_text(row.raw).partition("\n")
        text = _ADDRESS.sub("(address)", _TOKEN.sub("", f"{first}\n{body}"))
        _write(home / f"{row.number:03d}-{row.kind}.txt", text)


def _messages(record: Record, path: Path) -> None:
    """What players said to everybody through the judge; unnamed words stay unnamed, private ones are in no archive (E25)."""
    said = [_ADDRESS.sub("(address)", _TOKEN.sub("", text)) for text in pressbook.public(record)]
    if said:
        _write(path, "\n\n".join(said) + "\n")


def _page(record: Record, opened: bool) -> str:
    """index.html: the game to watch again, by phase."""
    viewer = MODERATOR if opened else view.TABLE
    story = list(view.see(viewer, record.story()))
    names = names_of(record.rules, record.seats)
    sections = chronicle(names, State(), story, None)
    return render_page(record, names, sections, story, opened, _undone(record, names, viewer))


def _undone(record: Record, names: Names, viewer: Player) -> list[Undone]:
    """What was taken back, told on its own: nothing is erased."""
    events, found = record.events(), []
    for number, parts in journal.undone(events):
        rewound = events[number - 1]
        assert isinstance(rewound, Rewound)
        before = fold(view.see(viewer, journal.effective(events[: rewound.to])))
        told = chronicle(names, before, list(view.see(viewer, [events[part - 1] for part in parts])), None)
        paragraphs = [f"{section.heading}: {said}" for section in told for said in section.paragraphs]
        found.append(Undone(f"{back_to(rewound, before)}", rewound.words, paragraphs))
    return found
