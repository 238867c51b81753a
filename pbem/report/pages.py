"""The templates, compiled once, and what every mail shares: deadline, footer, paragraphs."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from functools import cache, lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from pbem.engine.phases.setup import sheet_faults

from .brief import NO_WORDS, Brief
from .naming import Names, one_line, session_name, year
from .naming import following_turn as turn_of
from .prose import HELD, harmless, wrap

DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")

Titled = tuple[str, Sequence[str]]


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("pbem", "templates"),
        autoescape=False,  # noqa: S701  (plain text)
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
    )


@cache
def template(name: str) -> Template:
    """A compiled template of `pbem/templates`."""
    return _environment().get_template(name)


class Safe(NamedTuple):
    """The lines of a mail, none of which could come back as an order (D3): its named parts, and its sections that are not empty."""

    sections: tuple[Titled, ...]
    parts: Mapping[str, Sequence[str]]


def made_safe(names: Names, sections: Iterable[Titled] = (), **parts: Sequence[str]) -> Safe:
    """Before they are written as text or as HTML."""
    told = tuple((title, harmless(lines, names.lexicon)) for title, lines in sections if lines)
    return Safe(told, {key: harmless(lines, names.lexicon) for key, lines in parts.items()})


def page(names: Names, name: str, sections: Iterable[Titled] = (), **parts: Sequence[str]) -> str:
    """The rendered text."""
    return as_text(name, made_safe(names, sections, **parts))


def as_text(name: str, safe: Safe) -> str:
    """By this template; blank lines single."""
    lines: list[str] = []
    rendered = template(name).render(safe.parts, sections=safe.sections)
    for line in rendered.replace(HELD, " ").split("\n"):
        line = line.rstrip()
        if line or (lines and lines[-1]):
            lines.append(line)
    return "\n".join(lines).strip("\n") + "\n"


# --- time ---


@lru_cache(maxsize=256)
def zone(name: str) -> tzinfo:
    """His zone; UTC where the name says nothing."""
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, KeyError):
        return UTC


def moment(when: datetime, where: str) -> str:
    """`Fri 4 Dec 20:00 (Europe/Zurich; 19:00 UTC)`, with the day where UTC has another."""
    here, utc = when.astimezone(zone(where)), when.astimezone(UTC)
    other = "" if here.date() == utc.date() else f"{DAYS[utc.weekday()]} "
    local = f"{DAYS[here.weekday()]} {here.day} {MONTHS[here.month - 1]} {here:%H:%M}"
    return (
        f"{local} UTC"
        if here.utcoffset() == utc.utcoffset()
        else f"{local} ({where}; {other}{utc:%H:%M} UTC)"
    )


def brief_moment(when: datetime, where: str) -> str:
    """`Fri 20:00`, for subjects."""
    here = when.astimezone(zone(where))
    return f"{DAYS[here.weekday()]} {here:%H:%M}"


def my_zone(brief: Brief) -> str:
    """The time zone of the player whose mail this is."""
    return next((seat.zone for seat in brief.seats if seat.colour == brief.me), "UTC")


# --- what every mail says ---


#: What a session stands open for, in subjects.
PAUSES = {"trial": "Trial", "nomination": "Nomination", "purge": "Purge"}


def when_due(brief: Brief) -> str:
    """The next deadline, or why there is none."""
    if brief.view.over:
        return "The game is over; nothing is due."
    if brief.held:
        why = "" if brief.held == NO_WORDS else f" (the moderator: “{one_line(brief.held, 400)}”)"
        return f"The game is on hold{why}; no deadline runs until it goes on."
    if brief.looked_at:
        return "The deadline has passed; the resolution is being looked at."
    if brief.practice and brief.awaited is not None and brief.me not in brief.awaited:
        return "This is practice: you are READY, so it goes on at once."
    if brief.practice:
        return "This is practice: there is no deadline. It goes on as soon as you write READY, on a line of its own."
    if brief.deadline is None:
        return "No deadline is set."
    return f"Deadline: {moment(brief.deadline, my_zone(brief))}."


def which(brief: Brief) -> str:
    """`1953 Spring`: year and session that are now awaited; `1953 Trial` while it stands open for one."""
    if brief.view.over or not brief.session:
        return year(brief.view.turn) if brief.view.turn else "set-up"
    turn = turn_of(brief.view, brief.session, brief.session[0])
    name = PAUSES[brief.pause.action] if brief.pause is not None else session_name(brief.session)
    return f"{year(turn)} {name}" if turn else name.lower()


def waited_for(brief: Brief, names: Names) -> str:
    """Who is not READY, where the game shows it; an unfinished sheet is never ready (HR-29)."""
    if brief.awaited is None or brief.view.over or not brief.session or brief.looked_at:
        return ""
    short = brief.draft is not None and bool(sheet_faults(brief.rules, brief.view, brief.draft))
    if not brief.awaited and not short:
        return "Everybody is ready."
    you = ["you (your sheet is not full)"] if short else ["you"] if brief.me in brief.awaited else []
    others = [names.who(player) for player in brief.awaited if player != brief.me]
    return f"Not ready yet: {', '.join([*you, *others])}."


def filled(paragraphs: Iterable[str], indent: str = "", hanging: str | None = None) -> list[str]:
    """Paragraphs as lines, a blank line between."""
    lines: list[str] = []
    for paragraph in paragraphs:
        if paragraph:
            lines += [*([""] if lines else []), *wrap(paragraph, indent, hanging)]
    return lines
