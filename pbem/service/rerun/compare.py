"""Level 2 of `pbem verify`: is what comes out when the game is played again what stands in the archive?

The journal is compared event by event, to the byte of its JSON (nonces aside: they derive from a secret that is never opened); mails by
their masked text, to the byte, and by the hash of their formatted part.  A masked address may have had another length, so in paragraphs
that hold one only the words count, not where their lines break.
"""

import tempfile
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from pbem.engine import codec
from pbem.engine.events import Event
from pbem.report.pictures.pixels import same
from pbem.store.database import DatabaseTrouble, transaction

from .. import album
from ..archiving import mails
from ..archiving.withheld import Talk
from ..press import HELD, MARK
from ..record import Record, load
from ..site import Site
from . import inputs
from . import play as playing
from . import story as stories
from .drawn import drawn
from .play import Do, Tell
from .scratch import scratch
from .story import Story, held_back
from .texts import Mail, first_line

#: What makes orders of lines that were held.
_AGREED = ("YES", "CONFIRM")
#: Not the same where words of others are held back, or proved by the text (level 1): number, name and hashes.
_NUMBERS = ("number", "before", "n", "file", "sha256", "head")
#: Of a whole mail.
MISSING, NEW = "it is not written when played again", "it is new"


class Missed(NamedTuple):
    """What could not be rebuilt from the archive, and why.  `harmless`: nothing else follows from it; `place`: among the acts, of the round
    in which it came."""

    what: str
    why: str
    harmless: bool = False
    place: int = 0


class Differences(NamedTuple):
    """`journal`: the first event that is another, "" if none is; `letters`: which of them, and of the commands, were taken otherwise; `problems`: what
    went wrong on the way; `events`, `compared`, `inputs`: how many events, mails, letters and commands were compared; `drawn`: where page, text record or game.toml made again
    are others; `until`: behind this event the archive lacks something that matters, -1 if it does not; `early`: something is another before that."""

    journal: str
    letters: tuple[str, ...]
    mails: tuple[Mail, ...]
    not_rebuilt: tuple[Missed, ...]
    problems: tuple[str, ...]
    events: int = 0
    compared: int = 0
    drawn: tuple[Mail, ...] = ()
    until: int = -1
    early: bool = False
    inputs: int = 0

    def __bool__(self) -> bool:
        """Is anything another?"""
        return bool(self.journal or self.letters or self.mails or self.problems or self.drawn)

    @property
    def excused(self) -> bool:
        """May it be another, because something that matters could not be rebuilt, and all that differs comes behind it?"""
        return self.until >= 0 and not self.early


def compare(folder: Path, about: Mapping[str, Any], do: Do, progress: Tell | None = None) -> Differences:
    """Play the game of this archive again and compare.  `about`: its game.toml; `do`: does commands of the moderator.

    Raises ServiceError where it cannot be played again.
    """
    try:
        story = stories.read(folder, about)
    except stories.Damaged as error:
        return Differences("", (), (), (), (str(error),))
    with tempfile.TemporaryDirectory(prefix="pbem-verify-") as home:
        site = scratch(Path(home), story.began)
        try:
            problems = _played(site, story, do, progress)
            with transaction(site.engine) as connection:
                record = load(connection, story.name)
                if record is None:
                    return Differences("", (), (), (), tuple(problems))
                other = tuple(drawn(folder, about, record, site.config))
                return _compared(story, record, problems)._replace(drawn=other)
        finally:
            site.engine.dispose()


def _played(site: Site, story: Story, do: Do, progress: Tell | None) -> list[str]:
    """What went wrong.  Whoever forges letters and commands may lead the program anywhere: that is no fault of the program's."""
    try:
        return playing.play(site, story, do, progress)
    except DatabaseTrouble:
        raise
    except Exception as error:
        return [
            f"playing it again fails: {type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"
        ]


def _compared(story: Story, record: Record, problems: Sequence[str]) -> Differences:
    (found, compared), missed = _mails(story, record), not_rebuilt(story)
    at, journal = first_event(story.events, record.events())
    taken = tuple(inputs.other_inputs(story, record))
    since = min((one.place for one in missed if not one.harmless), default=-1)
    act = story.acts[since] if since >= 0 else None
    early = act is not None and (
        0 < at <= act.events
        or any(one.place < since for one in taken)
        or any(datetime.fromisoformat(one.at) < act.at for one in found if one.at)
    )
    return Differences(
        journal,
        tuple(one.said for one in taken),
        tuple(found),
        tuple(missed),
        tuple(problems),
        len(story.events),
        compared,
        until=act.events if act is not None else -1,
        early=early,
        inputs=len(story.letters) + len(story.acts),
    )


# --- the journal ---


def first_event(was: Sequence[Event], now: Sequence[Event]) -> tuple[int, str]:
    """The first event that is another, its number and in words; 0 and "" if all are the same."""
    for number, (old, new) in enumerate(zip(was, now, strict=False), 1):
        before, after = codec.encode(old), codec.encode(_told(new))
        if before != after:
            said = f"event {number} is {before.decode()}, and played again it is {after.decode()}"
            return number, said
    if len(was) != len(now):
        said = f"the journal has {len(was)} events, and played again {len(now)}"
        return min(len(was), len(now)) + 1, said
    return 0, ""


def _told(event: Event) -> Event:
    """Words that the moderator kept to himself are in no archive."""
    from msgspec.structs import replace

    return replace(event, private="") if getattr(event, "private", "") else event


# --- mails ---


def _mails(story: Story, record: Record) -> tuple[list[Mail], int]:
    again = mails.of(record, Talk(record), {})
    was, now = _by_player(story.mails), _by_player(again.entries)
    found: list[Mail] = []
    half_read = _receipts_of_hidden(story)
    for player, old in was.items():
        new = now.get(player, [])
        for before, after in zip(old, new, strict=False):
            if before["kind"] == "receipt" and (player, str(before["created"])) in half_read:
                before = {**before, "file": "", "withheld": ""}
            if _shows_the_same(story.folder, before, after, record):
                after = {**after, "picture": before["picture"]}
            found += _mail(story.folder, before, after, again.texts.get(str(after["file"]), ""))
        found += [_whole(one, str(one["subject"]), "", MISSING) for one in old[len(new) :]]
        found += [_whole(one, "", str(one["subject"]), NEW) for one in new[len(old) :]]
    for player in now.keys() - was.keys():
        found += [_whole(one, "", str(one["subject"]), NEW) for one in now[player]]
    return found, sum(map(len, was.values()))


def _shows_the_same(folder: Path, was: Mapping[str, Any], new: Mapping[str, Any], record: Record) -> bool:
    """Is only the picture's name another, and not what is seen?"""
    one, other = str(was.get("picture", "")), str(new.get("picture", ""))
    path = folder / "pictures" / f"{one}.png"
    if one == other or not (one and other and path.is_file()):
        return False
    return same(path.read_bytes(), album.pngs(record.connection, [other]).get(other, b""))


def _receipts_of_hidden(story: Story) -> set[tuple[str, str]]:
    """Whose receipt of which time answers a letter of which the archive holds words back: it tells of them."""
    return {
        (str(one["player"]), story.acts[one["also"]["poll"]].at.isoformat())
        for one in story.letters
        if one.get("withheld") and 0 <= one.get("also", {}).get("poll", -1) < len(story.acts)
    }


def _by_player(entries: Sequence[Mapping[str, Any]]) -> dict[str, list[Mapping[str, Any]]]:
    """In their order; what an archive holds back of messages between players is not sent again at all."""
    found: dict[str, list[Mapping[str, Any]]] = {}
    for one in entries:
        if not held_back(one):
            found.setdefault(str(one["player"]), []).append(one)
    return found


def _name(entry: Mapping[str, Any]) -> str:
    """Its file; of words that an archive holds back, what the file would be."""
    return str(entry["file"] or mails.path(str(entry["player"]), int(entry["n"]), str(entry["kind"])))


def _mail(folder: Path, was: Mapping[str, Any], new: Mapping[str, Any], text: str) -> list[Mail]:
    """At most one difference of a mail: the first line of its text, else what its entry says of it."""
    path = folder / str(was["file"])
    if was["file"] and path.is_file() and (line := first_line(path.read_bytes().decode(), text)):
        return [Mail(_name(was), *line, at=str(was["created"]))]
    for what in _said_of(was, new):
        before, after = str(was.get(what, "")), str(new.get(what, ""))
        if before != after:
            return [_whole(was, before, after, what)]
    return []


def _said_of(was: Mapping[str, Any], new: Mapping[str, Any]) -> Sequence[str]:
    """What must be the same of a mail.  Of a receipt of words that are held back little is; whatever else is held back was so now, too."""
    if was["file"]:
        return [name for name in dict.fromkeys((*was, *new)) if name not in _NUMBERS]
    if was.get("withheld") and new["covers"] != MARK and was["covers"] != HELD:
        return ("kind", "created", "subject", "withheld")
    return ("kind", "created")


def _whole(entry: Mapping[str, Any], was: str, now: str, what: str) -> Mail:
    """`what` of it is another."""
    return Mail(_name(entry), 0, was, now, what, str(entry["created"]))


# --- what an archive does not have ---


def not_rebuilt(story: Story) -> list[Missed]:
    """Letters whose lines an archive holds back, or that were read by a release that noted less."""
    found: list[Missed] = []
    for one in story.letters:
        who, place = f"letter {one.get('n')} of {one['player']}", one.get("also", {}).get("poll", 0)
        if not inputs.is_read(one):
            continue
        if "also" not in one:
            found.append(Missed(who, "it was read by an older release, which noted less of it"))
        elif one.get("withheld") and _agreed_to(one, story.letters):
            said = "its words to others are held back, and a YES may have made orders of some"
            found.append(Missed(who, said, place=place))
        elif one.get("withheld"):
            found.append(
                Missed(who, "its words to others are held back, and so its receipt is another", True)
            )
    return found


def _agreed_to(one: Mapping[str, Any], letters: Sequence[Mapping[str, Any]]) -> bool:
    """Did its writer say YES later?  Then lines of it were carried out that the archive does not have (E10)."""
    later = (
        two for two in letters if two["player"] == one["player"] and (two.get("n") or 0) > (one.get("n") or 0)
    )
    return any(line.strip().upper() in _AGREED for two in later for line in two["lines"])
