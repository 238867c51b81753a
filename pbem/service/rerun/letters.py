"""A letter again, from its line in an archive: its words, the code that it carried, the mail that it answered."""

import json
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
from sqlalchemy import insert, select

from pbem.engine.events import Player
from pbem.mail.letter import Letter

from ..copies import ADDRESS, ALLOWED, addresses_of
from ..owners import LETTER, PRESS_TOKEN
from ..record import MAIL, TOKEN, Record
from .also import KEPT, SEAT
from .scratch import address
from .story import Story, held_back

MASKED = "(address)"
#: A code that nobody has.
NOBODYS = "0000-0000-0000-0000"
_PRESS = re.compile(r"press (\d+)")
_OLD = re.compile(r"(\d+)/(.*)")
_decoder, _encoder = msgspec.json.Decoder(Letter), msgspec.json.Encoder()


def read_again(raw: bytes) -> Letter:
    """What `lay` put into the row: nothing is left to be read of it."""
    return _decoder.decode(raw)


def lay(record: Record, judge: str, story: Story, number: int) -> None:
    """The letter of this place in the archive into the table of letters, as if it had just come."""
    entry = story.letters[number]
    raw = _encoder.encode(letter(record, judge, story, number))
    received = datetime.fromisoformat(entry["received"]).astimezone(UTC).replace(tzinfo=None)
    texts = dict.fromkeys(("sender", "subject", "message_id", "player", "verdict", "reason", "sha256"), "")
    row = {"key": f"again:{number}", "received": received, "size": len(raw), "raw": raw, "state": "new"}
    values = row | texts | {"attempts": 0, "number": 0, "raw_sha256": f"again:{number}", "read": ""}
    record.connection.execute(insert(LETTER).values(**values))


def letter(record: Record, judge: str, story: Story, number: int) -> Letter:
    """As the reader of mails gave it then."""
    entry = story.letters[number]
    player, also = str(entry["player"]), entry.get("also", {})
    whole = unmasked(entry, f"letter{number}")
    other = ("somebody.else@elsewhere.example",) if also.get("copied") else ()
    values: dict[str, Any] = {name: unmasked(also, "")[name] for name in KEPT if name in also}
    values |= {
        "sender": _sender(record, player, str(entry.get("by", ""))),
        "to": (judge,),
        "addressees": (judge, *other),
        "subject": also.get("subject") or f"Re: [{record.row.name}]",
        "message_id": f"{also.get('id', number)}@again",
        "in_reply_to": _answered(record, story, player, str(entry.get("to", ""))),
        "tokens": _codes(record, story, player, str(entry.get("answers", "")), also),
        "lines": _lines(record, player, entry["lines"], also.get("addresses", ()), f"letter{number}"),
        "below": whole.get("below", ()),
        "other_lines": whole.get("other", ()),
        "quoted": also.get("quoted", ()),
        "under_header": also.get("under_header", ()),
        "cut": also.get("text", ""),
    }
    return msgspec.convert(values, Letter)


def unmasked(found: Any, whose: str) -> Any:
    """With an address of nobody wherever one was masked."""
    made_up = address(whose or "somebody")
    return json.loads(json.dumps(found, ensure_ascii=False).replace(MASKED, made_up))


def _lines(
    record: Record, player: Player, lines: Sequence[str], which: Sequence[str], whose: str
) -> list[str]:
    """With his own address wherever it was masked, or else one of nobody.  `which`: as `also` says it."""
    known = {str(place): row.address for place, row in enumerate(addresses_of(record, player))}
    known[SEAT] = record.seat_rows[player].address
    places = iter(which)

    def named(found: re.Match[str]) -> str:
        return str(known.get(next(places, ""), address(whose)))

    return [re.sub(re.escape(MASKED), named, line) for line in lines]


def _sender(record: Record, player: Player, by: str) -> str:
    """His registered address, or the one that he has besides."""
    mine = (ADDRESS.c.game == record.id) & (ADDRESS.c.player == player) & ADDRESS.c.state.in_(ALLOWED)
    found = record.connection.execute(select(ADDRESS.c.address).where(mine)).scalar() if by else None
    return str(found or record.seat_rows[player].address)


def _answered(record: Record, story: Story, player: Player, to: str) -> tuple[str, ...]:
    """The Message-ID of the mail that he answered."""
    kind, _, number = to.rpartition(" ")
    if not kind:
        return ()
    mine = (MAIL.c.game == record.id) & (MAIL.c.player == player)
    again = int(number) - story.withheld(player, until=int(number))
    query = select(MAIL.c.message_id).where(mine, MAIL.c.kind == kind, MAIL.c.number == again)
    found = record.connection.execute(query).scalar()
    return (found.strip("<>"),) if found else ()


def _codes(
    record: Record, story: Story, player: Player, answers: str, also: Mapping[str, Any]
) -> tuple[str, ...]:
    """What it carried, as `as_read` says it: the code of now, an old one, one of a message of another player, or none."""
    if also.get("foreign"):
        return tuple(record.token(one) for one in also["foreign"])
    if answers == "-":
        return (NOBODYS,) if also.get("unknown") else ()
    if found := _PRESS.fullmatch(answers):
        return (_press(record, story, player, int(found[1])),)
    if found := _OLD.fullmatch(answers):
        mine = (TOKEN.c.game == record.id) & (TOKEN.c.player == player)
        where = mine & (TOKEN.c.turn == int(found[1])) & (TOKEN.c.session == found[2])
        old = record.connection.execute(select(TOKEN.c.token).where(where)).scalar()
        return (str(old or NOBODYS),)
    return (record.token(player),)


def _press(record: Record, story: Story, player: Player, place: int) -> str:
    """The code of a message that he was sent; of one that the archive holds back his own, for his words are held back, too."""
    got = [one for one in story.mails if one["player"] == player and one["kind"] == "press"]
    if place > len(got) or held_back(got[place - 1]):
        return record.token(player)
    mine = (PRESS_TOKEN.c.game == record.id) & (PRESS_TOKEN.c.player == player)
    codes = select(PRESS_TOKEN.c.token).where(mine).order_by(PRESS_TOKEN.c.press)
    before = sum(map(held_back, got[: place - 1]))
    code = record.connection.execute(codes.offset(place - 1 - before).limit(1)).scalar()
    return str(code or NOBODYS)
