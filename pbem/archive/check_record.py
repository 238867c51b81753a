"""Level 1 of `pbem verify`: the text record says what the history says."""

import msgspec

from . import record as text_record
from .checks import Found
from .folder import Folder
from .manifest import Fault

FILE = "record.txt"


def record(folder: Folder) -> Found:
    """It reads back to the same events, but for words that the moderator keeps to himself."""
    home = folder.whole or folder.path
    file = FILE if home == folder.path else f"private/{FILE}"
    try:
        found = text_record.read((home / FILE).read_text("utf-8"))
    except FileNotFoundError:
        return Found(0, [Fault(file, 0, "is missing")])
    except (text_record.Faulty, UnicodeDecodeError) as error:
        return Found(0, [Fault(file, getattr(error, "line", 0), getattr(error, "said", "is not UTF-8"))])
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
