"""Short mails about time: deadlines that move, reminders, whom the game waits for."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from pbem.deadlines import in_zone
from pbem.report import asked
from pbem.report.brief import Brief, Rendered, Seat
from pbem.report.naming import names_of
from pbem.report.notices_form import with_form
from pbem.report.prose import capital, listed, wrap


def lasted(length: timedelta) -> str:
    """`5 hours and 20 minutes`, `3 days`; what is less than a minute is one."""
    minutes = max(1, round(length / timedelta(minutes=1)))
    days, rest = divmod(minutes, 24 * 60)
    hours, minutes = divmod(rest, 60)
    parts = [(days, "day"), (hours, "hour"), (0 if days else minutes, "minute")]
    return listed([f"{count} {word}{'' if count == 1 else 's'}" for count, word in parts if count])


def moved_notice(game: str, me: Seat, words: str, old: datetime | None, new: datetime) -> Rendered:
    """The deadline has moved.  `words`: why, in whole sentences."""
    was = [f"The deadline was: {in_zone(old, me.zone)}."] if old is not None else []
    lines = [
        *wrap(words),
        "",
        *was,
        f"It is now: {in_zone(new, me.zone)}.",
        "",
        "Orders that are in stay in.",
    ]
    return Rendered(f"{game}: the deadline is now {in_zone(new, me.zone)}", "\n".join(lines))


def disputed_notice(game: str, me: Seat, words: str, deadline: datetime | None) -> Rendered:
    """E22: an event is disputed, and the deadline stands; None: it has passed.  `words`: which, in whole sentences."""
    stands = ["", f"The deadline stays: {in_zone(deadline, me.zone)}."] if deadline is not None else []
    return Rendered(f"{game}: an event is disputed", "\n".join([*wrap(words), *stands]))


def reminder_notice(brief: Brief) -> Rendered:
    """E20: nothing has been heard of him; what he is asked, what silence does, and until when."""
    assert brief.deadline is not None
    me = next(seat for seat in brief.seats if seat.colour == brief.me)
    names = names_of(brief.rules, brief.seats)
    until = in_zone(brief.deadline, me.zone)
    lines = wrap(f"Nothing has come from you since the last report, and the deadline is {until}.")
    if brief.draft is not None:
        lines += ["", *wrap("Your influence sheet is missing. The game cannot begin without it.")]
    else:
        lines += ["", *wrap(f"You are asked: {asked.decisions(names, brief.view, brief.asks)}.")]
        if nothing := asked.silence(brief.session, brief.view, brief.rules):
            lines += ["", *wrap(f"If you send nothing: {nothing}.")]
        lines += ["", "PASS, alone in an answer to this mail, says that you want none of it."]
    return with_form(brief, names, f"{brief.game}: reminder, your move by {until}", lines)


def grace_notice(game: str, me: Seat, late: Sequence[Seat], length: timedelta, new: datetime) -> Rendered:
    """E20: a first miss, once a year."""
    mine = me in late
    who = listed([seat.name for seat in late])
    said = f"The deadline has passed, and nothing has come from {who}: we wait for {who} another {lasted(length)}, this once in a year."
    lines = [*wrap(said), "", f"The deadline is now: {in_zone(new, me.zone)}."]
    if mine:
        lines += [
            "",
            *wrap("That is you. Any answer with orders, or PASS, will do; without one the game goes on."),
        ]
    subject = f"{game}: we wait for {'you' if mine else who}"
    return Rendered(subject, "\n".join(lines))


def silent_notice(game: str, me: Seat, late: Sequence[Seat], alone: bool) -> Rendered:
    """So many are silent that the game waits for the moderator.  `alone`: the game waits for anybody who is."""
    who = listed([seat.name for seat in late])
    why = (
        f"Nothing has come from {who}."
        if alone
        else f"The deadline has passed, and nothing has come from {who}; perhaps mails are lost on their way."
    )
    lines = wrap(
        f"{why} The game waits until the moderator has looked into it. Nothing is lost: orders are still read."
    )
    if me in late:
        lines += ["", *wrap("If you have written, please write again, and tell the moderator.")]
    return Rendered(f"{game}: the game waits", "\n".join(lines))


def autopilot_notice(game: str, me: Seat, late: Seat, misses: int, offered: bool) -> Rendered:
    """E20: who has missed deadlines in a row; a bot plays for him."""
    times = "a deadline" if misses == 1 else f"{misses} deadlines in a row"
    seat = "; the seat is offered to people who stand by" if offered else ""
    if me == late:
        said = f"You have missed {times}. The program plays for you now{seat}. Any answer to this mail takes your seat back."
        return Rendered(f"{game}: the program plays for you", "\n".join(wrap(said)))
    said = f"{late.name} has missed {times}. The program plays that seat for now{seat}. Any letter from its player takes it back."
    return Rendered(f"{game}: the program plays for {late.name}", "\n".join(wrap(capital(said))))


class Change(NamedTuple):
    """A setting, and its value before and now."""

    key: str
    before: str
    after: str


def settings_notice(
    game: str,
    me: Seat,
    changes: Sequence[tuple[Change, str]],
    words: str,
    deadline: datetime | None,
    moved: bool,
) -> Rendered:
    """What the moderator has changed about the game, with what each is about, and why."""
    lines = wrap("The moderator has changed how this game is run:")
    for change, about in changes:
        said = f"{change.key} is now {change.after} (was {change.before}){f': {about}' if about else ''}."
        lines += ["", *wrap(said, "  ")]
    lines += ["", *wrap(f"His words: {words}")]
    if deadline is not None:
        stands = "The deadline is now" if moved else "The deadline stays:"
        lines += ["", *wrap(f"{stands} {in_zone(deadline, me.zone)}.")]
    return Rendered(f"{game}: what the moderator has changed", "\n".join(lines))


def recess_notice(
    game: str, me: Seat, days: str, words: str, old: datetime | None, new: datetime | None
) -> Rendered:
    """No deadline falls on these days."""
    lines = wrap(f"The game rests {days}, both days included: no deadline falls on any of them.")
    lines += ["", *wrap(f"The moderator's words: {words}")] if words else []
    if old is not None and new is not None:
        if old != new:
            lines += ["", f"The deadline was: {in_zone(old, me.zone)}."]
        lines += ["", f"The deadline {'is now' if old != new else 'stays'}: {in_zone(new, me.zone)}."]
    return Rendered(f"{game}: a recess {days}", "\n".join([*lines, "", "Orders are still read."]))
