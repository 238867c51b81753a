"""Who is silent, and what comes of it (E20): grace, stand-bys, autopilot; and too many at once, for which the moderator is asked.

A miss is a public question of this session that neither a letter since the report nor a standing order answers.  Whom nothing has been
heard of is the one secret on which it depends how long a game waits.
"""

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

from pbem.config import Config
from pbem.deadlines import parse_length, up_to_minute
from pbem.engine import board, view
from pbem.engine.events import Decreed, Player
from pbem.engine.questions import Ask
from pbem.orders.answers import OrderBook
from pbem.report.brief import Rendered, Seat
from pbem.report.notices_time import autopilot_notice, grace_notice, lasted, silent_notice
from pbem.report.prose import listed

from . import autopilot, told
from .mailing import Briefs, aware, naive, queue, tell_moderator
from .record import Record

#: `GameRow.waits` while the moderator is asked about the silent.
SILENCE = "silence"
#: If all of fewer than so many are silent, that is no sign of lost mails.
ALL_OF = 3


class Silent(NamedTuple):
    """`asked`: who had something to decide in this session and plays himself; `late`: those of them who missed it; `absent`: who
    missed it again while a bot plays for him."""

    asked: tuple[Player, ...]
    late: tuple[Player, ...]
    absent: tuple[Player, ...] = ()


# --- heard ---


def heard(
    record: Record, config: Config, player: Player, received: datetime, signed: bool, now: datetime
) -> None:
    """A letter of his has come.  `received`: UTC without a zone; `signed`: with his reply code; then a seat that was lost by silence is
    his again.  What bears none may be anybody's, and takes no reminder and no grace from him."""
    seat = record.seat_rows[player]
    if not signed:
        return
    if seat.heard is None or seat.heard < received:
        record.change_seat(player, heard=received)
    if seat.misses:
        record.change_seat(player, misses=0)
    if seat.autopilot == SILENCE:
        autopilot.heard(record, config, player, now)


def unheard(record: Record, player: Player) -> bool:
    """Has no letter of his come since this session was opened?"""
    last, opened = record.seat_rows[player].heard, record.row.opened
    return last is None or (opened is not None and last < opened)


def plays_himself(record: Record, player: Player, when: datetime) -> bool:
    """Is he neither away then nor played by a bot?"""
    return not record.seat_rows[player].autopilot and not _away(record, player, when)


def _away(record: Record, player: Player, when: datetime) -> bool:
    seat = record.seat_rows[player]
    since, until = aware(seat.away_from), aware(seat.away_until)
    return since is not None and until is not None and since <= when <= until


# --- at the deadline ---


def look(record: Record, config: Config, now: datetime) -> Silent:
    """Who misses the session now open."""
    asks: dict[Player, list[Ask]] = {}
    for ask in Briefs(record, config, now).asks:
        asks.setdefault(ask.player, []).append(ask)
    missing = [p for p in record.seat_rows if p in asks and unheard(record, p) and _open(record, asks[p])]
    playing = [p for p in record.seat_rows if p in asks and plays_himself(record, p, now)]
    absent = [p for p in missing if record.seat_rows[p].autopilot == SILENCE]
    return Silent(tuple(playing), tuple(p for p in missing if p in playing), tuple(absent))


def _open(record: Record, asks: Sequence[Ask]) -> bool:
    """Is one of his questions left that no standing order of his answers?  Conditions are looked at as the table could."""
    player = asks[0].player
    book = OrderBook({player: record.lists()[player]}, record.rules)
    table = record.views()[view.TABLE]
    seen = view.Views({player: view.position(player, table)})
    for ask in asks:
        reply = book.ask(ask, seen)
        if reply is None or reply.line is None:
            return True
    return False


def settle(record: Record, config: Config, now: datetime) -> bool:
    """Its deadline has passed: does the session resolve?  Else whoever has to be told is told, and it waits."""
    if record.row.waits == SILENCE:
        return False
    if (
        record.row.pause or record.row.waits
    ):  # a ballot within a session, or the moderator looks at it already
        return True
    found, settings = look(record, config, now), record.settings
    if too_many(settings.limit, found) or (settings.silence == "wait" and found.late):
        _ask_moderator(record, config, found, now)
        return False
    if settings.silence in ("ladder", "standby") and _grace(record, config, found.late, now):
        return False
    _count(record, config, found, now)
    return True


def too_many(limit: str, found: Silent) -> bool:
    """Are more of those who were asked silent than the game takes for chance?"""
    if limit == "off":
        return False
    if limit == "all":
        return len(found.asked) >= ALL_OF and len(found.late) == len(found.asked)
    return len(found.late) > int(limit)


def _grace(record: Record, config: Config, late: Sequence[Player], now: datetime) -> bool:
    """A first miss is waited for once a year of the game; True: it is, now."""
    length, year = parse_length(record.settings.grace), str(board.year(record.row.turn))
    fresh = [p for p in late if record.seat_rows[p].misses == 0]
    if not length:
        return False
    waited = [p for p in fresh if told.once(record.connection, record.id, p, "grace", year, now)]
    if not waited:
        return False
    from . import timing

    deadline = aware(record.row.deadline) or now
    moved = timing.calendar_of(record).next_on(up_to_minute(max(deadline + length, now + length / 2)))
    names, longer = listed([seat.name for seat in _seats(record, waited)]), moved - deadline
    record.write([Decreed("grace", f"The judge waits {lasted(longer)} for {names}.", about=tuple(waited))])
    record.change(deadline=naive(moved))
    timing.schedule(record, now)
    for seat in record.seats:
        write = partial(_grace_written, player=seat.colour, late=waited, longer=longer, new=moved)
        queue(record, config, seat.colour, "notice", write, now)
    return True


def _count(record: Record, config: Config, found: Silent, now: datetime) -> None:
    """Each miss once; who has missed none begins anew."""
    session = f"{record.row.turn}/{record.row.code}"
    for player in dict.fromkeys((*found.asked, *found.absent)):
        seat = record.seat_rows[player]
        if player not in found.late and player not in found.absent:
            if seat.misses:
                record.change_seat(player, misses=0)
        elif told.once(record.connection, record.id, player, "miss", session, now):
            missed = json.dumps([*json.loads(seat.missed), session])
            record.change_seat(player, misses=seat.misses + 1, missed=missed)
            _climb(record, config, player, now)


def take_back(record: Record, turn: int, phase: str) -> None:
    """Undo: sessions from there on come again, and nobody has missed them yet."""
    here = turn, _place(phase)
    for player, seat in record.seat_rows.items():
        missed = [one.partition("/") for one in json.loads(seat.missed)]
        kept = ["/".join((on, code)) for on, _, code in missed if (int(on), _place(code.split()[0])) < here]
        if gone := len(missed) - len(kept):
            record.change_seat(player, missed=json.dumps(kept), misses=max(0, seat.misses - gone))


def _place(phase: str) -> int:
    """Where it stands in its year; set-up comes before all."""
    return board.PHASES.index(phase) if phase in board.PHASES else -1


def _climb(record: Record, config: Config, player: Player, now: datetime) -> None:
    """The next rung of the ladder."""
    from . import standbys

    misses, how = record.seat_rows[player].misses, record.settings.silence
    last = max(1, record.settings.misses)
    if how in ("ladder", "standby") and misses >= last:
        if standbys.replace_from_list(record, config, player, now):
            return
    if how == "autopilot" or (how == "ladder" and misses >= min(2, last)):
        _autopilot(record, config, player, how == "ladder", now)


def _autopilot(record: Record, config: Config, player: Player, offer: bool, now: datetime) -> None:
    from . import standbys

    if record.row.session == "setup" or record.seat_rows[player].autopilot:
        return
    autopilot.engage(record, config, player, SILENCE, now)
    offered = bool(offer and standbys.offer(record, config, player, now))
    for seat in record.seats:
        write = partial(_autopilot_written, player=seat.colour, late=player, offered=offered)
        queue(record, config, seat.colour, "notice", write, now)


# --- too many ---


def _ask_moderator(record: Record, config: Config, found: Silent, now: datetime) -> None:
    """The game waits; the moderator and the players are told once."""
    record.change(waits=SILENCE)
    late, game = _seats(record, found.late), record.row.name
    people = listed([f"{seat.name} ({seat.faction})" for seat in late])
    words = (
        f"The deadline has passed, and nothing has come from {people}: {len(found.late)} of the {len(found.asked)} who were asked. "
        "Perhaps mails are lost; look at your mail server first. The game waits, and the players know it.\n\n"
        f"`pbem deadline {game} +24h` gives them more time; `pbem resolve {game}` goes on without them. "
        f"`pbem set {game} limit=off --because TEXT` asks you no more."
    )
    tell_moderator(record, config, "waits for you: too many are silent", words, now)
    names = listed([seat.name for seat in late])
    record.write([Decreed("waits", f"The game waits for the moderator: nothing has come from {names}.")])
    alone = record.settings.silence == "wait"
    for seat in record.seats:
        write = partial(_silent_written, player=seat.colour, late=found.late, alone=alone)
        queue(record, config, seat.colour, "notice", write, now)


# --- mails ---


def _seats(record: Record, players: Sequence[Player]) -> list[Seat]:
    return [seat for seat in record.seats if seat.colour in players]


def _grace_written(
    record: Record, player: Player, late: Sequence[Player], longer: timedelta, new: datetime
) -> Rendered:
    (me,) = _seats(record, [player])
    return grace_notice(record.row.name, me, _seats(record, late), longer, new)


def _silent_written(record: Record, player: Player, late: Sequence[Player], alone: bool) -> Rendered:
    (me,) = _seats(record, [player])
    return silent_notice(record.row.name, me, _seats(record, late), alone)


def _autopilot_written(record: Record, player: Player, late: Player, offered: bool) -> Rendered:
    (me,), (other,) = _seats(record, [player]), _seats(record, [late])
    return autopilot_notice(record.row.name, me, other, record.seat_rows[late].misses, offered)
