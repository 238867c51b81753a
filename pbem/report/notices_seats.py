"""Mails about seats: one that is free, one that changes hands, a player who has conceded, an end that all agree to (E24)."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from pbem.deadlines import in_zone
from pbem.report.brief import Rendered, Seat
from pbem.report.prose import echo, wrap


def _text(*paragraphs: str) -> str:
    lines: list[str] = []
    for paragraph in paragraphs:
        lines += [*([""] if lines else []), *wrap(paragraph)] if paragraph else []
    return "\n".join(lines)


# --- the list of those who stand by ---


def may_stand_by(game: str, moderator: str) -> Rendered:
    """To somebody whom the moderator would like to have on the list.  `game`: "" for any."""
    of = f"the game “{game}”" if game else "games"
    lines = wrap(
        f"KREMLIN is played here by e-mail, and the moderator asks whether you would stand by for {of}: if a player leaves, you would be asked "
        "whether you take his seat over. Until then nothing is asked of you."
    )
    lines += [
        "",
        *wrap("Answer this mail, with one of these on top of it:"),
        "",
        *echo("YES"),
        *echo("YES as Anna, Europe/Zurich"),
        *echo("NO"),
    ]
    lines += ["", *wrap(f"Questions go to the moderator, {moderator}.")] if moderator else []
    return Rendered(f"{f'[{game}] ' if game else ''}would you stand by?", "\n".join(lines))


def on_the_list(game: str, stands_by: bool) -> Rendered:
    """What an answer to that has done."""
    of = f"for “{game}”" if game else "for any game here"
    if not stands_by:
        return Rendered(
            "you do not stand by", _text(f"You do not stand by {of}; no seat of it is offered to you.")
        )
    said = f"You stand by {of}. If a seat falls free, you are asked whether you take it; until then nothing is asked of you."
    return Rendered("you stand by", _text(said, "To be taken off the list, answer with NO."))


class Free(NamedTuple):
    """A seat that is offered: public facts only.

    `standing`: sentences on how it stands; `when`: in which year and phases the game is; `wins`: False where it cannot win any more
    (HR-33); `reserve`: it falls free only if its player stays silent.
    """

    game: str
    faction: str
    played: str
    when: str
    standing: Sequence[str]
    deadline: datetime | None
    zone: str
    wins: bool
    reserve: bool


def seat_free(about: Free) -> Rendered:
    """To each of the stand-by list."""
    head = (
        f"in “{about.game}” a player is silent, and a bot plays for him. If he stays silent, the seat of the {about.faction} goes to the first of "
        "those who stand by and say YES."
        if about.reserve
        else f"in “{about.game}” the seat of the {about.faction} is free. It goes to the first of those who stand by and say YES."
    )
    lines = wrap(f"You stand by, and {head}")
    due = f" The deadline is {in_zone(about.deadline, about.zone)}." if about.deadline is not None else ""
    lines += ["", *wrap(about.played.replace("You play", "Played is", 1)), "", *wrap(f"{about.when}{due}")]
    for said in about.standing:
        lines += wrap(said, "* ", "  ")
    if not about.wins:
        lines += [
            "",
            *wrap(
                "This seat cannot win any more, for its player has conceded (HR-33); it can still spoil it for the others."
            ),
        ]
    lines += [
        "",
        *wrap(
            "Whoever takes it gets all that its player knew, and at least two days before anything is decided."
        ),
    ]
    lines += [
        "",
        *wrap("Answer this mail, with one of these on top of it:"),
        "",
        *echo("YES"),
        *echo(f"YES as Anna, {about.zone}"),
        *echo("NO"),
    ]
    return Rendered(f"[{about.game}] a seat {'may fall' if about.reserve else 'is'} free", "\n".join(lines))


def next_in_line(game: str, faction: str) -> Rendered:
    """A YES to a seat that is not free yet."""
    said = f"Your YES has come: if the player of the {faction} stays silent past the next deadline, the seat is yours, and everything about it comes by mail."
    return Rendered(
        f"[{game}] you are next", _text(said, "If he writes before, it stays his; then you hear that, too.")
    )


def coming(game: str, faction: str) -> Rendered:
    """A YES that takes the seat."""
    return Rendered(
        f"[{game}] the seat is yours",
        _text(
            f"Your YES has come: you play the {faction} from now on. All about it comes in a mail of its own."
        ),
    )


def too_late(game: str, faction: str) -> Rendered:
    """A YES to a seat that is not to be had any more."""
    return Rendered(
        f"[{game}] the seat is not free any more",
        _text(
            f"The seat of the {faction} is not free any more: somebody was faster, or its player is back.",
            "You stand by as before.",
        ),
    )


def yes_or_no(game: str, faction: str) -> Rendered:
    """An answer that says neither."""
    lines = wrap(
        f"Your answer has come, but I cannot tell whether you take the seat of the {faction}. Please answer once more, with YES or NO on top."
    )
    return Rendered(f"[{game}] yes or no?", "\n".join(lines))


def not_read(game: str, why: str) -> Rendered:
    """The answer could not be used at all.  `why`: a sentence."""
    return Rendered(
        f"[{game}] your answer was not used",
        _text(f"Your answer was not used. {why}", "Nothing has changed; please answer once more."),
    )


def not_this_time(game: str) -> Rendered:
    """A NO to it."""
    return Rendered(
        f"[{game}] not this time",
        _text("Your NO has come; you stand by as before, for another time."),
    )


def seat_not_free(game: str, faction: str, back: bool) -> Rendered:
    """To those who were asked and have not answered, or were next.  `back`: its player is."""
    why = "its player has written again" if back else "somebody else has taken it"
    return Rendered(
        f"[{game}] the seat is not free any more",
        _text(f"The seat of the {faction} is not free any more: {why}. You stand by as before."),
    )


# --- a seat that changes hands ---


def new_player(
    game: str, me: Seat, seat: str, name: str, words: str, until: str, moved: datetime | None
) -> Rendered:
    """To the others.  `until`: the day with which the seat goes back, "" if it does not; `moved`: the new deadline, if it has moved."""
    for_now = f" until the end of {until}" if until else " from now on"
    lines = wrap(f"The seat of {seat} is played by {name}{for_now}.{f' {words}' if words else ''}")
    if moved is not None:
        lines += [
            "",
            *wrap(
                f"So that there is time to find the way into it, the deadline is now {in_zone(moved, me.zone)}."
            ),
        ]
    return Rendered(f"{game}: a new player", "\n".join(lines))


def settled_for_you(game: str, own: Sequence[str], words: str) -> Rendered:
    """To a player whose own settings the moderator has changed.  `own`: clauses that say what holds from now on."""
    lines = wrap("The moderator has set for you, from now on:")
    for clause in own:
        lines += ["", *wrap(f"{clause}.", "  ")]
    lines += ["", *wrap(f"His words: {words}")] if words else []
    lines += ["", *wrap("An order of yours that begins with SET changes it; STATUS shows all of it.")]
    return Rendered(f"{game}: what the moderator has set for you", "\n".join(lines))


def new_name(game: str, seat: Seat, old: str, words: str, mine: bool) -> Rendered:
    """To everybody: the player of this seat is called otherwise.  `mine`: to himself."""
    is_called = "You are" if mine else f"{old}, who plays the {seat.faction} ({seat.colour}), is"
    said = f"{is_called} called {seat.name} in this game from now on{f', no longer {old}' if mine else ''}. It is the same player as before."
    return Rendered(f"{game}: a new name", _text(said, f"The moderator's words: {words}" if words else ""))


def farewell(game: str, faction: str, words: str, stand_in: str, until: str) -> Rendered:
    """To the player who had the seat.  `stand_in`, `until`: who plays, and to which day, if it comes back to him."""
    if until:
        return Rendered(
            f"[{game}] {stand_in} plays for you",
            _text(
                f"{stand_in} plays the {faction} in your place until the end of {until}. Then the seat comes back to you by itself, with all that was done, in a mail to this address.",
                f"The moderator's words: {words}" if words else "",
                "Until then letters from here are not read as orders.",
            ),
        )
    return Rendered(
        f"[{game}] your seat has a new player",
        _text(
            f"The {faction} are played by somebody else from now on. Thank you for having played.",
            f"The moderator's words: {words}" if words else "",
            "You get no more mails of this game, and letters from here are not read as orders any more. If that is a mistake, write to the moderator.",
        ),
    )


# --- giving up ---


def conceded(game: str, name: str, wins: str) -> Rendered:
    """To the others.  `wins`: who has won by it, "" if the game goes on."""
    if wins:
        ends = (
            f"{name} has conceded, and so have all others: {wins} wins. The last report comes with this mail."
        )
        return Rendered(f"{game}: {name} has conceded", _text(ends))
    said = (
        f"{name} has conceded: what was declared stays on the table, but this seat cannot win any more (HR-33). A bot plays it, until somebody "
        "of the stand-by list takes it over."
    )
    return Rendered(f"{game}: {name} has conceded", _text(said))


def leaves_before(game: str, name: str) -> Rendered:
    """To the others: CONCEDE before the game has begun."""
    said = f"{name} leaves before the game has begun. The seat is offered to those who stand by."
    return Rendered(f"{game}: {name} leaves", _text(said))


def stays_after_all(game: str, name: str) -> Rendered:
    """To the others: he takes his CONCEDE of set-up back."""
    said = f"{name} stays after all. The seat is no longer offered to anybody."
    return Rendered(f"{game}: {name} stays", _text(said))


def end_proposed(game: str, me: Seat, name: str, deadline: datetime | None) -> Rendered:
    """To the others: somebody proposes to end without a winner."""
    lines = wrap(
        f"{name} proposes to end the game now, without a winner. It ends if all players agree; whoever says nothing does not."
    )
    ends = f", {in_zone(deadline, me.zone)}" if deadline is not None else ""
    lines += ["", *wrap(f"The proposal lapses with the deadline{ends}. To agree, answer with:")]
    lines += ["", *echo("AGREE END")]
    return Rendered(f"{game}: an end without a winner?", "\n".join(lines))
