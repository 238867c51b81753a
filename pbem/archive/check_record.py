"""Level 1 of `pbem verify`: the text record says what the history says."""

import msgspec

from . import record as text_record
from .checks import Found
from .folder import ABOUT, Folder
from .manifest import Fault

FILE = "record.txt"


def record(folder: Folder) -> Found:
    """It reads back to the same events, but for words that the moderator keeps to himself."""
    home = folder.whole or folder.path
    file = FILE if home == folder.path else f"private/{FILE}"
    try:
        found = text_record.read((home / FILE).read_bytes().decode())
    except FileNotFoundError:
        return Found(0, [Fault(file, 0, "is missing")])
    except (text_record.Faulty, UnicodeDecodeError) as error:
        return Found(0, [Fault(file, getattr(error, "line", 0), getattr(error, "said", "is not UTF-8"))])
    if said := _header(folder, found):
        return Found(len(found.events), [Fault(file, 0, said)])
    for event, mine, line in zip(folder.journal, found.events, found.lines, strict=False):
        told = msgspec.structs.replace(event, private="") if getattr(event, "private", "") else event
        if told != mine:
            return Found(len(found.events), [Fault(file, line, "is another event than the history has")])
    if len(found.events) != len(folder.journal):
        return Found(
            len(found.events),
            [Fault(file, 0, f"has {len(found.events)} events, the history {len(folder.journal)}")],
        )
    return Found(len(found.events))


def _header(folder: Folder, found: text_record.Text) -> str:
    """What its header says otherwise than game.toml; "" if nothing.  A record that was mailed may have lost lines of it."""
    players = {seat.colour: seat.name for seat in folder.seats}
    if "players" in found.header and found.players() != players:
        return f"names other players than {ABOUT}"
    for key in ("rules", "game"):
        name = "name" if key == "game" else key
        said = text_record.word(folder.about.get(name))
        if found.header.get(key, said) != said:
            return f"speaks of {key} {found.header[key]}, and {ABOUT} of {said}"
    return ""
