"""Short mails that are neither report nor receipt."""

from collections.abc import Sequence
from datetime import datetime

from pbem.deadlines import in_zone
from pbem.report.brief import Rendered, Seat
from pbem.report.prose import wrap


def setup_notice(
    game: str, me: Seat, missing: Sequence[Seat], faults: Sequence[str], deadline: datetime
) -> Rendered:
    """HR-29: somebody's sheet is not full; the game begins when all are.  `faults`: what is wrong with my own sheet."""
    names = ", ".join(seat.name for seat in missing)
    lines = wrap(f"The game has not begun: we are waiting for the influence sheet of {names}.")
    if faults:
        lines += ["", *wrap(f"Your own sheet is not full yet: {'; '.join(faults)}.")]
        lines += ["", "No sheet is ever drawn up by the machine."]
    else:
        lines += ["", "Your own sheet is full, and you need not do anything."]
    lines += ["", *wrap(f"New deadline: {in_zone(deadline, me.zone)}.")]
    subject = (
        f"{game}: your sheet by {in_zone(deadline, me.zone)}" if faults else f"{game}: the game begins later"
    )
    return Rendered(subject, "\n".join(lines))


def hold_notice(game: str, words: str) -> Rendered:
    """The moderator stopped the clock."""
    lines = wrap("The moderator has put the game on hold: no deadline passes until he resumes it.")
    lines += ["", *wrap(f"His words: {words}")] if words else []
    return Rendered(f"{game}: on hold", "\n".join([*lines, "", "Orders are still read."]))


def resume_notice(game: str, me: Seat, deadline: datetime | None, closed: bool = False) -> Rendered:
    """The clock runs again.  None: practice has no deadline; `closed`: it has passed, and the moderator looks at the resolution."""
    lines = ["The game goes on."]
    if deadline is not None:
        lines += ["", f"The deadline is {in_zone(deadline, me.zone)}."]
    if closed:
        lines += [
            "",
            *wrap(
                "The deadline has passed; the report comes when the moderator has released the resolution."
            ),
        ]
    return Rendered(f"{game}: goes on", "\n".join(lines))
