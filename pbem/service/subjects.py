"""Orders that somebody wrote into the subject of his letter: nothing there is ever done, and he is told."""

import re
from functools import partial

from msgspec.structs import replace

from . import doubts, taking
from .owners import Sorted
from .record import Record

UNREAD = "an order in the subject was not read; orders count only in the letter itself"
#: What mail programs set before the subject of an answer.
_ANSWERS = re.compile(r"(?:\s*[A-Za-z]{1,4}(?:\[\d+\])?\s?:)+\s*")
_LONGEST = 200


def looked_at(record: Record, one: Sorted) -> Sorted:
    """The letter, with a word about its subject if that would be an order; in an answer to a player's message it never is."""
    if one.press is not None or UNREAD in one.letter.defects:
        return one
    said = taking.REPLY_CODE.sub("", one.letter.subject).partition(f"[{record.row.name}]")[0][:_LONGEST]
    bare = _ANSWERS.sub("", said).strip()
    if not bare or not doubts.meant(bare, partial(taking.understood, record)):
        return one
    return one._replace(letter=replace(one.letter, defects=(*one.letter.defects, UNREAD)))
