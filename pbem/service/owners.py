"""Who wrote a letter, to which game, and why it may not be applied: by reply code and registered or confirmed address.

What the letter alone says is decided by the chain of `pbem.mail.screen`, which `pbem read` uses too.  Letters that belong to nobody
are settled in `strangers.py`.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import Connection, func, select

from pbem.config import Config
from pbem.engine.events import Player
from pbem.mail.addresses import fold, same_mailbox
from pbem.mail.authres import unproved
from pbem.mail.letter import Letter
from pbem.mail.screen import sift
from pbem.store.database import table
from pbem.store.tables import OVER, LetterRow, PressTokenRow

from . import deskcodes, guests
from .codes import codes_of, phases_in_words, place
from .copies import ADDRESS, ALLOWED, Copies, silenced
from .record import GAME, SEAT, TOKEN
from .sorting import Duty as Duty
from .sorting import Sorted as Sorted
from .sorting import Sorting as Sorting

LETTER, PRESS_TOKEN = table(LetterRow), table(PressTokenRow)

#: So many letters a day without a reply code are answered to one player.
MOST_UNSIGNED = 3

_OLDER = "It answers an older report; since then "
TOO_OLD = _OLDER + "{old} has been resolved, and the game waits for {new}."
SAME_PHASE = _OLDER + "the game has gone on within {new}, and there is a newer report."
TAKEN_BACK = _OLDER + "the game has been taken back, and it waits for {new}."
UNSIGNED = "It carries no reply code; please always answer a mail from the judge."
UNKNOWN = "It carries a reply code that nobody has; please answer a mail from the judge."
FOREIGN = "It carries somebody else's reply code; please answer a mail that came to you."
BELOW = "Your orders stood between or below quoted text; please write them above the quotation."
LATE = "It came after the deadline."
EMPTY = "There was no text above the quoted mail."


def sort(
    connection: Connection, config: Config, letters: Sequence[tuple[Any, Letter]], late: set[int]
) -> Sorting:
    """Whose letters these are.

    `letters`: each row with what was read in it; `late`: ids of letters that came after the deadline that has just been resolved.
    """
    owners = _Owners(connection, config, [letter for _, letter in letters], late)
    found = Sorting([], {}, owners.duties)
    for row, letter in letters:
        sifted = sift(letter, config.judge.address, doubtful=not owners.signed(letter))
        if sifted is not None and not (sifted[0] == "refused" and letter.sender):
            if sifted[0] == "refused":  # whoever wrote it, it may be the player whose code it carries
                owners.tell("unclear", row, letter, sifted[1])
            state = "poison" if sifted[0] == "poison" else "ignored"
            found.others[row.id] = {**facts(letter), "state": state, "reason": sifted[1]}
            continue
        owned = owners.of(row, letter)
        if isinstance(owned, Sorted):
            found.ours.append(owned)
        else:
            found.others[row.id] = {**facts(letter), "state": "ignored", "reason": owned}
    return found


def facts(letter: Letter) -> dict[str, str]:
    """What of a letter its row shows to the moderator."""
    return {
        "sender": letter.sender or "",
        "subject": letter.subject[:200],
        "message_id": letter.message_id[:200],
    }


class _Owners:
    """Finds the players behind letters; what all letters share is looked up once."""

    def __init__(
        self, connection: Connection, config: Config, letters: Sequence[Letter], late: set[int]
    ) -> None:
        self._connection, self._config, self._late = connection, config, late
        self.duties: list[Duty] = []
        self._unsigned: dict[tuple[int, Player], int] = {}
        self._seats: dict[str, list[Any]] = {}
        self._copies = Copies(connection, config.judge.address, config.judge.moderator)
        codes = {token for letter in letters for token in letter.tokens}
        self._tokens = {row.token: row for row in connection.execute(codes_of(TOKEN, codes))}
        others = codes - self._tokens.keys()
        self._press = (
            {row.token: row for row in connection.execute(codes_of(PRESS_TOKEN, others))} if others else {}
        )
        self._desk = deskcodes.found(connection, others)
        asked = select(ADDRESS).where(ADDRESS.c.nonce.in_(others))
        self._asked = {row.nonce: row for row in connection.execute(asked)} if others else {}
        self._guests = guests.Guests(connection, others)
        senders = {fold(letter.sender) for letter in letters if letter.sender}
        self._further: dict[str, set[tuple[int, Player]]] = {}
        further = select(ADDRESS).where(ADDRESS.c.address.in_(senders), ADDRESS.c.state.in_(ALLOWED))
        for row in connection.execute(further):
            self._further.setdefault(row.address, set()).add((row.game, row.player))

    def signed(self, letter: Letter) -> bool:
        """Does it come from a player with a reply code of his?"""
        if self._code(letter) is not None or self._guests.of(letter) is not None:
            return True
        return self._moderates(letter) and self._desk_code(letter) != ""

    def of(self, row: Any, letter: Letter) -> Sorted | str:
        """By reply code and address; without a code by the address alone, and then nothing is applied.  A string: why nobody's."""
        if asked := self._confirms(row, letter):
            return asked
        code = self._code(letter)
        if code is None and (guest := self._guests.of(letter)):
            return self._guest(row, letter, guest)
        seat = code or self._seat(letter)
        if self._moderates(letter) and (self._desk_code(letter) or seat is None):
            return self._at_the_desk(row, letter)
        if seat is None:
            coded = self.tell("misused", row, letter)
            self.duties.append(Duty(row, letter, "stranger", why="with a code" if coded else ""))
            return "unknown sender"
        if why := self._unproved(letter):
            self.duties.append(Duty(row, letter, "unproved", seat.game, seat.player, why))
            return f"not applied: {why}"
        if problem := self._copies.problem(seat.game, seat.player, letter):
            letter = silenced(letter)
        if self._foreign(
            letter
        ):  # its owner may have written it, from an address that is this player's only by mistake
            return self._unsigned_one(row, silenced(letter), seat, FOREIGN)
        if code is None:
            sure = same_mailbox(seat.address, letter.sender or "")  # of his further ones one may be another's
            return self._unsigned_one(row, letter if sure else silenced(letter), seat, problem)
        press = code.press if code.token in self._press else None
        problem = problem or self._problem(code, row, letter, press)
        return Sorted(row, letter, seat.game, seat.player, problem, press=press)

    def _guest(self, row: Any, letter: Letter, guest: guests.Guest) -> str:
        """Of somebody who has no seat; `invited` or `asides` know what becomes of it."""
        if why := self._unproved(letter):
            return f"not applied: {why}"
        unfit = guests.unfit(letter, self._copies)
        self.duties.append(Duty(row, letter, guest.kind, 0, guest.offer, unfit, guest.invite))
        return "a guest's answer"

    # -- the moderator -----------------------------------------------------------------------------------------------

    def _moderates(self, letter: Letter) -> bool:
        """Does it come from the moderator's registered address?"""
        moderator = self._config.judge.moderator
        return bool(moderator) and same_mailbox(moderator, letter.sender or "")

    def _desk_code(self, letter: Letter) -> str:
        """The first of its codes, if that is the moderator's; a moderator who plays writes with other codes, too."""
        known = [t for t in letter.tokens if t in self._desk or t in self._tokens or t in self._press]
        return known[0] if known and known[0] in self._desk else ""

    def _at_the_desk(self, row: Any, letter: Letter) -> str:
        """E23: what he may do by mail, `deskmail` knows."""
        if why := self._unproved(letter):
            return f"not applied: {why}"
        code = self._desk_code(letter)
        game = self._desk[code].game if code else 0
        self.duties.append(Duty(row, letter, "desk", game, why=code))
        return "from the moderator"

    # -- codes -------------------------------------------------------------------------------------------------------

    def _code(self, letter: Letter) -> Any:
        """The first of the letter's codes that belongs to its writer: the one that most likely counts stands first."""
        for token in letter.tokens:
            found = self._tokens.get(token) or self._press.get(token)
            if found is not None and self._is_his(found, letter.sender or ""):
                return found
        return None

    def _is_his(self, found: Any, sender: str) -> bool:
        further = self._further.get(fold(sender), ())
        return same_mailbox(found.address, sender) or (found.game, found.player) in further

    def _foreign(self, letter: Letter) -> list[tuple[int, Player]]:
        """The other players whose codes it carries, perhaps beside one of his own."""
        found = [self._tokens.get(token) or self._press.get(token) for token in letter.tokens]
        sender = letter.sender or ""
        others = (
            (one.game, one.player) for one in found if one is not None and not self._is_his(one, sender)
        )
        return list(dict.fromkeys(others))

    def tell(self, kind: str, row: Any, letter: Letter, why: str = "") -> bool:
        """Players whose codes it carries are to know; was there one?"""
        owners = self._foreign(letter)
        self.duties += [Duty(row, letter, kind, game, player, why) for game, player in owners]
        return bool(owners)

    def _confirms(self, row: Any, letter: Letter) -> str:
        """An answer from the very address to which a mail went that asks for it."""
        asked = next((self._asked[token] for token in letter.tokens if token in self._asked), None)
        if asked is None or not same_mailbox(asked.address, letter.sender or ""):
            return ""
        if why := self._unproved(letter):
            return f"not confirmed: {why}"
        if asked.state != "asked":
            return self._confirmed(row, letter, asked)
        self.duties.append(Duty(row, letter, "confirm", asked.game, asked.player, asked=asked.id))
        return "it confirms an address"

    def _confirmed(self, row: Any, letter: Letter, asked: Any) -> str:
        """That mail is answered once more: is the address his by now?"""
        seat = self._seat(letter)
        if seat is None or (seat.game, seat.player) != (asked.game, asked.player):
            return ""
        self.duties.append(Duty(row, letter, "confirmed", asked.game, asked.player, asked=asked.id))
        return "it confirms an address that is confirmed already"

    # -- addresses ---------------------------------------------------------------------------------------------------

    def _seat(self, letter: Letter) -> Any:
        """His seat by address alone: where he plays; of several the one whose name or code the letter bears."""
        sender = fold(letter.sender or "")
        if sender not in self._seats:
            self._seats[sender] = self._seats_of(sender)
        seats = self._seats[sender]
        playing = [seat for seat in seats if seat.status != OVER] or seats[-1:]
        coded = {self._tokens[token].game for token in letter.tokens if token in self._tokens}
        subject = letter.subject.casefold()
        named = [
            seat for seat in playing if seat.game in coded or f"[{seat.game_name.casefold()}]" in subject
        ]
        return next(iter([*named, *playing]), None)

    def _seats_of(self, sender: str) -> list[Any]:
        query = (
            select(
                SEAT.c.game,
                SEAT.c.colour.label("player"),
                SEAT.c.address,
                GAME.c.status,
                GAME.c.name.label("game_name"),
            )
            .join(GAME, GAME.c.id == SEAT.c.game)
            .order_by(SEAT.c.game)
        )
        found = list(self._connection.execute(query.where(func.lower(SEAT.c.address) == sender)))
        for game, player in self._further.get(sender, ()):
            found += self._connection.execute(query.where(SEAT.c.game == game, SEAT.c.colour == player))
        return found

    def _unproved(self, letter: Letter) -> str:
        """Why the receiving server does not vouch for the sender; "" if it does, or need not."""
        authserv = self._config.inbox.authserv
        domain = (letter.sender or "").rpartition("@")[2]
        return unproved(letter.auth, authserv, domain) if authserv else ""

    # -- problems ----------------------------------------------------------------------------------------------------

    def _unsigned_one(self, row: Any, letter: Letter, seat: Any, problem: str) -> Sorted | str:
        self.tell("misused", row, letter)
        why = UNKNOWN if letter.tokens else UNSIGNED
        if not self._may_answer(seat, row):
            return f"no reply code; {MOST_UNSIGNED} such letters a day are answered"
        problem = problem or _refused(letter) or why
        return Sorted(row, letter, seat.game, seat.player, problem, signed=False)

    def _may_answer(self, seat: Any, row: Any) -> bool:
        """Letters without a code may be forged: so many a day are answered, and no more."""
        key = seat.game, seat.player
        if key not in self._unsigned:
            query = (
                select(func.count())
                .select_from(LETTER)
                .where(
                    LETTER.c.game == seat.game,
                    LETTER.c.player == seat.player,
                    LETTER.c.verdict == "unsigned",
                    LETTER.c.received > row.received - timedelta(days=1),
                )
            )
            self._unsigned[key] = int(self._connection.execute(query).scalar_one())
        self._unsigned[key] += 1
        return self._unsigned[key] <= MOST_UNSIGNED

    def _problem(self, code: Any, row: Any, letter: Letter, press: int | None) -> str:
        """Why a letter with this code cannot be applied now; "" if it can.  An answer to press has no session."""
        if letter.refusal:
            return _refused(letter)
        if press is not None:
            return ""
        if (code.turn, code.session) != (code.now_turn, code.now_session):
            return LATE if row.id in self._late else _too_old(code)
        if not any(letter.lines):
            return BELOW if any(letter.below) else EMPTY
        return ""


def _too_old(code: Any) -> str:
    """What has become of the session whose mail is answered: it has been resolved, stands at a ballot (E3), or was undone."""
    old, new = phases_in_words(code.session, code.turn), phases_in_words(code.now_session, code.now_turn)
    then, now = place(code.session, code.turn), place(code.now_session, code.now_turn)
    words = SAME_PHASE if then == now else TAKEN_BACK if now < then else TOO_OLD
    return words.format(old=old, new=new)


def _refused(letter: Letter) -> str:
    """With what to do, unless the reason says it already."""
    if not letter.refusal:
        return ""
    advice = "" if "please" in letter.refusal else " Please send plain text."
    return f"It cannot be read: {letter.refusal}.{advice}"


def stale(problem: str) -> bool:
    """Is that all there is against a letter: it carries his reply code, but of an earlier session?"""
    return problem == LATE or problem.startswith(_OLDER)
