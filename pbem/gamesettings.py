"""What is settled for one game beside its rules: how long it waits, for whom, and who sees what.  Data, and no clock.

`pbem new --option k=v`, the house sheet of `pbem invite` and `pbem set GAME k=v` speak of the same keys; `[games]` may give others for the
whole site.  Lengths are text as `pbem.deadlines` reads it ("24h"), so that `pbem set` shows what was typed.
"""

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any

import msgspec

from pbem.calendars import off_text, parse_off, parse_waking
from pbem.deadlines import DeadlineError, length_text, parse_length
from pbem.engine.board import PHASES

PAUSES = ("trial", "nomination", "purge")
SILENCE = ("ladder", "defaults", "wait", "autopilot", "standby")
BULLETINS = ("off", "daily", "twice")
TALK = ("free", "judge", "none")
READY = ("complete", "said")


class SettingsError(ValueError):
    """A setting that does not exist or cannot be so: one sentence that says how it should be."""


class Settings(msgspec.Struct, frozen=True, omit_defaults=True):
    """One game's settings.

    `earliest`, `ballot_earliest`: nothing resolves sooner after the reports (E4); `ballot`: how long a ballot is talked about (E3);
    `pauses`: what stops a session; `ready`: whether a mail that leaves nothing open counts as READY ("complete"), or only the word ("said"); `reading`: from the deadline to the resolution (E6).  `reminders`: how long before the deadline;
    `grace`: after a first miss, once a year; `limit`: of those who were asked, how many may be silent before the moderator is asked
    ("all": asked only if all of at least three are; a number; "off"); `silence`: what becomes of who is silent; `misses`: how many until a stand-by
    takes over.  `off`: no deadline falls on these: "sat", "sun", dates, or ranges of dates, separated by commas; `lengths`: how long a session
    takes where it is not the usual time, by its first phase ("replacement=96h").  `waking`: hours of the game's zone; `recess`:
    days off as well, of `pbem recess`.
    `bulletins`: E5.  `approval`: resolutions wait for `pbem approve`.  `blind`: the moderator sees no secrets without `--reveal`.
    `disputes`: a PROTEST stops the next resolution for a day (E22).  `extensions`: how often a year each player may have a deadline
    moved by EXTEND without the moderator; `extension`: the longest one.  `talk`, `names` ("names" or "factions"), `published`: of the house sheet (E19).
    `vacation`: for so many days a year a player's VACATION moves deadlines.  `watch`: anybody may read its public reports (WATCH, E27).
    """

    earliest: str = "24h"
    ballot_earliest: str = "6h"
    ballot: str = "24h"
    pauses: tuple[str, ...] = PAUSES
    ready: str = "complete"
    reading: str = "15m"
    reminders: tuple[str, ...] = ("24h", "3h")
    grace: str = "12h"
    limit: str = "all"
    silence: str = "ladder"
    misses: int = 3
    off: str = ""
    lengths: tuple[tuple[str, str], ...] = ()
    waking: str = "08:00-22:00"
    recess: str = ""
    bulletins: str = "twice"
    approval: bool = False
    blind: bool = False
    disputes: bool = True
    extensions: int = 0
    extension: str = "48h"
    talk: str = "free"
    names: str = "names"
    published: str = "everything"
    vacation: int = 14
    watch: bool = False


DEFAULT = Settings()
KEYS = Settings.__struct_fields__


def stored(text: str) -> Settings:
    """The settings in a game's row."""
    return msgspec.json.decode(text or "{}", type=Settings, strict=False)


def store(settings: Settings) -> str:
    """As they stand in a game's row."""
    return msgspec.json.encode(settings).decode()


def split(options: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Options of a new game in two: switches over the rules (and whatever is no setting), and settings."""
    switches = {key: value for key, value in options.items() if key not in KEYS}
    return switches, {key: value for key, value in options.items() if key in KEYS}


def changed(settings: Settings, values: Mapping[str, str]) -> Settings:
    """With these settings as they are typed.  Raises SettingsError."""
    return msgspec.structs.replace(settings, **{key: _read(key, value) for key, value in values.items()})


def said(settings: Settings) -> dict[str, str]:
    """Every setting as it would be typed."""
    return {key: _typed(getattr(settings, key)) for key in KEYS}


def _typed(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, tuple):
        return ",".join("=".join(one) if isinstance(one, tuple) else one for one in value) or "none"
    return str(value) or "none"


def _read(key: str, text: str) -> Any:
    text = " ".join(text.split())
    if key not in KEYS:
        near = get_close_matches(key, KEYS, 1, 0.6)
        mend = f"did you mean {near[0]}?" if near else f"there are {', '.join(KEYS)}"
        raise SettingsError(f"there is no setting {key!r}; {mend}")
    return _READERS.get(key, _one_line)(key, text)


def _one_line(key: str, text: str) -> str:
    return text


def _switch(key: str, text: str) -> bool:
    words = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}
    if text.casefold() not in words:
        raise SettingsError(f"{key}={text}: write on or off")
    return words[text.casefold()]


def _number(key: str, text: str) -> int:
    if not text.isdecimal() or int(text) > 99:
        raise SettingsError(f"{key}={text}: write a number from 0 to 99")
    return int(text)


def _one_of(choice: tuple[str, ...]) -> Callable[[str, str], str]:
    def read(key: str, text: str) -> str:
        if text.casefold() not in choice:
            raise SettingsError(f"{key}={text}: write one of {', '.join(choice)}")
        return text.casefold()

    return read


def _some_of(choice: tuple[str, ...]) -> Callable[[str, str], tuple[str, ...]]:
    def read(key: str, text: str) -> tuple[str, ...]:
        words = (
            [] if text.casefold() in ("none", "off", "") else [w.strip().casefold() for w in text.split(",")]
        )
        wrong = [word for word in words if word not in choice]
        if wrong:
            raise SettingsError(f"{key}={text}: write some of {', '.join(choice)}, or none")
        return tuple(word for word in choice if word in words)

    return read


def _list(key: str, text: str) -> tuple[str, ...]:
    return () if text.casefold() in ("none", "off", "") else tuple(word.strip() for word in text.split(","))


def _pairs(key: str, text: str) -> tuple[tuple[str, str], ...]:
    parts = [word.partition("=") for word in _list(key, text)]
    if not all(name.strip() and value.strip() for name, _, value in parts):
        raise SettingsError(f"{key}={text}: write it like {key}=replacement=96h,purge=48h")
    return tuple((name.strip().casefold(), value.strip()) for name, _, value in parts)


def _length(key: str, text: str) -> str:
    try:
        return length_text(parse_length(text))
    except DeadlineError as error:
        raise SettingsError(f"{key}={text}: {error}") from error


def _some_lengths(key: str, text: str) -> tuple[str, ...]:
    """The longest first; nothing is said at the deadline itself."""
    lengths = {parse_length(_length(key, word)) for word in _list(key, text)}
    return tuple(length_text(one) for one in sorted(lengths, reverse=True) if one)


def _lengths_of(key: str, text: str) -> tuple[tuple[str, str], ...]:
    """By the first phase of a session."""
    pairs = _pairs(key, text)
    for phase, length in pairs:
        if phase not in PHASES:
            raise SettingsError(f"{key}={text}: there is no phase {phase!r}; there are {', '.join(PHASES)}")
        if not parse_length(_length(key, length)):
            raise SettingsError(f"{key}={text}: {phase} must take some time; write it like {phase}=96h")
    return tuple((phase, _length(key, length)) for phase, length in dict(pairs).items())


def _limit(key: str, text: str) -> str:
    if text.casefold() not in ("all", "off") and not text.isdecimal():
        raise SettingsError(f"{key}={text}: write all, off, or how many may be silent")
    return text.casefold()


def _off(key: str, text: str) -> str:
    try:
        return off_text(parse_off(text))
    except DeadlineError as error:
        raise SettingsError(f"{key}={text}: {error}") from error


def _waking(key: str, text: str) -> str:
    try:
        parse_waking(text)
    except DeadlineError as error:
        raise SettingsError(f"{key}={text}: {error}") from error
    return text


_READERS: dict[str, Callable[[str, str], Any]] = {
    "pauses": _some_of(PAUSES),
    "reminders": _some_lengths,
    **dict.fromkeys(("earliest", "ballot_earliest", "ballot", "reading", "grace", "extension"), _length),
    "limit": _limit,
    "off": _off,
    "recess": _off,
    "waking": _waking,
    "silence": _one_of(SILENCE),
    "misses": _number,
    "lengths": _lengths_of,
    "bulletins": _one_of(BULLETINS),
    "ready": _one_of(READY),
    "approval": _switch,
    "blind": _switch,
    "disputes": _switch,
    "extensions": _number,
    "talk": _one_of(TALK),
    "names": _one_of(("names", "factions")),
    "vacation": _number,
    "watch": _switch,
}
