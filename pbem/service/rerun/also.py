"""What of a letter, besides its lines, decides what becomes of it: noted when it is read, so that it can be read again from an archive.

All of it stands in the receipt anyway, or says nothing of anybody: nothing here is an address, or what a mail program quoted.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

from sqlalchemy import select

from pbem.engine.events import Player
from pbem.mail.addresses import fold
from pbem.mail.letter import Letter
from pbem.report.naming import one_line

from .. import acts, copies, doubts, ourlines, taking
from ..archiving.masks import addresses
from ..copies import addresses_of
from ..owners import FOREIGN, Sorted
from ..record import TOKEN, Record

#: How `addresses` calls the address to which his mails go.
SEAT = "seat"
#: Parts of a letter that are kept as they are, where they say anything.
KEPT = ("odd", "refusal", "cut_why", "defects", "attached")


def own(record: Record, one: Sorted) -> frozenset[str]:
    """What below or in quotations is his own, and not of the mail that he answers."""
    letter = one.letter
    every = [line for line in (*letter.below, *letter.quoted, *letter.under_header) if line]
    return frozenset(ourlines.own_lines(record, one.player, letter, every))


def also(record: Record, one: Sorted, his: frozenset[str], lines: Sequence[str]) -> dict[str, Any]:
    """`poll`: the place of the round among the acts; `id`, `text`: what tells two letters apart or makes them one; `addresses`: which of
    his own stand in the lines; the rest as in `Letter`.

    `his`: what `own` found; `lines`: as an archive has them, but for its masks.
    """
    from ..reading import content  # it has this read

    letter = one.letter
    ids = {"id": _short(letter.message_id), "text": _short(content(letter))}
    found: dict[str, Any] = {"poll": acts.here(record), **ids}
    quotes = letter.quoted or [line for line in letter.below if line and line not in his]
    more = {name: getattr(letter, name) for name in KEPT}
    more |= {
        "subject": _subject(record, letter),
        "quoted": _quoted(record, quotes, his),
        "under_header": _quoted(record, letter.under_header, his),
        "copied": one.problem == copies.COPIED,
        "foreign": _others(record, one) if one.problem == FOREIGN else [],
        "unknown": bool(letter.tokens) and not one.signed,
        "addresses": _own_addresses(record, one.player, lines),
    }
    return found | {name: value for name, value in more.items() if value}


def _own_addresses(record: Record, player: Player, lines: Sequence[str]) -> list[str]:
    """Of each address in these lines which of his it is: "seat", or its place among those that he ever named; "" for another.

    An archive has none of them, and says of none whether it is one that stood there before.
    """
    named = [address for line in lines for address in addresses(line)]
    if not named:
        return []
    known = {fold(row.address): str(place) for place, row in enumerate(addresses_of(record, player))}
    known[fold(record.seat_rows[player].address)] = SEAT
    found = [known.get(fold(one), "") for one in named]
    return found if any(found) else []


def _others(record: Record, one: Sorted) -> list[str]:
    """The players whose reply codes it carried, besides his."""
    mine = (TOKEN.c.game == record.id) & (TOKEN.c.player != one.player)
    query = select(TOKEN.c.player).where(mine, TOKEN.c.token.in_(one.letter.tokens)).distinct()
    return sorted(record.connection.execute(query).scalars())


def _short(text: str) -> str:
    """Enough to tell letters apart."""
    from hashlib import sha256

    return sha256(text.encode("utf-8", "replace")).hexdigest()[:16]


def _subject(record: Record, letter: Letter) -> str:
    """As far as a receipt prints it: one that is ours is not."""
    subject = one_line(taking.REPLY_CODE.sub("", letter.subject).strip())
    return "" if f"[{record.row.name}]" in subject else subject


def _quoted(record: Record, lines: Sequence[str], his: frozenset[str]) -> list[str]:
    """Of what he quoted the lines that a receipt mentions; an empty one for all the rest."""
    if not lines:
        return []
    read = partial(taking.understood, record)
    return ["", *(line for line in lines if line in his and doubts.meant(line, read))]
