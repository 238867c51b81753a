"""Mails about an invitation (E19): the invitation itself with its house sheet, what was understood of an answer, how it ends."""

from collections.abc import Sequence
from typing import NamedTuple

from pbem.report.brief import Rendered, Reply
from pbem.report.form import mailto
from pbem.report.html.page import buttons
from pbem.report.html.plain import from_text
from pbem.report.prose import count, echo, listed, wrap


class Invitation(NamedTuple):
    """What an invitation tells of the game.

    `played`: its rules in a sentence or two; `rhythm`: the tempo and its deadlines; `house`: the house sheet, a sentence each;
    `moderator`: the address to which questions go; `zone`: the game's, IANA.  `deadlines`, `weeks`: how long to expect it; `mails`: how many a
    player gets; `names`: Politicians of it, for examples.
    """

    game: str
    seats: int
    played: str
    rhythm: Sequence[str]
    house: Sequence[str]
    moderator: str
    judge: str
    zone: str
    deadlines: int = 0
    weeks: int = 0
    mails: int = 0
    names: Sequence[str] = ("Satin", "Palavrian", "Manjak")


WHAT = (
    "The leaders of an old empire grow old, and you steer some of them in secret. You lead a faction and write down influence on ten "
    "Politicians that nobody sees; whoever shows the most on one moves him. They purge, try, cure and promote each other. You win if "
    "yours waves from the tribune at the October Parade in three years."
)
TURN = (
    "A report by mail says what has happened and what is asked of you. You answer it with a few lines in plain words, and a receipt says how they "
    "were read:"
)
COSTS = "About {deadlines} in {weeks}, two or three a week at most; ten minutes each, on a phone if you like; about {mails} to you, receipts and all."
PRACTICE = "Never played? PRACTICE, before you decide or after: a game of your own against bots, at once and at your pace."


def invitation(about: Invitation, name: str, reply: Reply | None = None) -> Rendered:
    """The game on one phone page (E18), then what is played by whom and how.  `name`: how the moderator calls him, "" if he has said nothing;
    `reply`: where a new mail of his goes, for what one click answers.
    """
    first, more = _first_page(about, name), _more_pages(about)
    html = ""
    if reply is not None:
        clicks = buttons([(label, mailto(reply, [word])) for label, word in CLICKS])
        html = f"{from_text(chr(10).join(first))}{clicks}{from_text(chr(10).join(more))}"
    text = "\n".join([*first, *more])
    return Rendered(f"[{about.game}] an invitation to KREMLIN by e-mail", text, html)


#: Buttons of the invitation, and what they write.
CLICKS = (("Answer YES", "YES"), ("Answer NO", "NO"), ("PRACTICE first", "PRACTICE"))


def _more_pages(about: Invitation) -> list[str]:
    lines = ["", "== How to answer ==", *_how_to_answer(about)]
    lines += ["", "== What is played, and how fast =="]
    lines += _paragraphs([about.played, *about.rhythm])
    lines += ["", "== The house sheet =="]
    for said in about.house:
        lines += wrap(said, "* ", "  ")
    if about.moderator:
        lines += ["", *wrap(f"Questions go to the moderator, {about.moderator}.")]
    return lines


def _first_page(about: Invitation, name: str) -> list[str]:
    """What it is, what one does, how long: within 25 lines of 60 characters."""
    lines = wrap(f"Comrade{f' {name}' if name else ''},")
    lines += [
        "",
        *wrap(f"you are invited to KREMLIN by e-mail: “{about.game}”, for {count(about.seats, 'player')}."),
    ]
    lines += ["", *wrap(WHAT), "", *wrap(TURN), ""]
    lines += _samples(about)
    if about.deadlines:
        deadlines, weeks = count(about.deadlines, "deadline"), count(about.weeks, "week")
        said = COSTS.format(deadlines=deadlines, weeks=weeks, mails=count(about.mails, "mail"))
        lines += [
            "",
            *wrap(
                said
                if about.weeks * 3 >= about.deadlines
                else said.replace(", two or three a week at most", "")
            ),
        ]
    lines += ["", *wrap("Write one of these on top of your answer:"), ""]
    return [*lines, *echo("YES"), *echo("PRACTICE"), *echo("NO")]


def _samples(about: Invitation) -> list[str]:
    """Three orders as they are written."""
    one, two, three = about.names[:3]
    orders = [*echo(f"PURGE {one}"), *echo(f"HOLD {two} UP TO 6"), *echo(f"VOTE GUILTY ON {three}")]
    said = (
        "That is: your man at the secret police sends the first to Siberia, if the die allows; should another take the second from you, you show "
        "up to six points to keep him; and at a trial of the third your people say guilty."
    )
    return [*orders, "", *wrap(said)]


def _how_to_answer(about: Invitation) -> list[str]:
    lines = [*echo(f"YES as Anna, {about.zone}, away 3-10 May"), *echo("STANDBY"), ""]
    lines += wrap(
        f"YES alone is enough. With it you may say how you want to be called, your time zone ({about.zone} unless you say so), which days "
        "you are away, and a colour. STANDBY: you would take a seat over later if somebody leaves. You can change your mind by another "
        "answer until the game begins. Each answer is confirmed; if no confirmation comes within a day, mail does not pass between us."
    )
    return [*lines, "", *wrap(PRACTICE)]


def _paragraphs(texts: Sequence[str]) -> list[str]:
    lines: list[str] = []
    for text in texts:
        lines += [*([""] if lines else []), *wrap(text)]
    return lines


class Understood(NamedTuple):
    """What an answer means for him.  `says`: yes, no, standby, ""; `away`: in words; `odd`: sentences about what was not understood;
    `colour`: the one he asks for."""

    says: str
    name: str = ""
    zone: str = ""
    colour: str = ""
    away: Sequence[str] = ()
    odd: Sequence[str] = ()


def answered(game: str, found: Understood) -> Rendered:
    """The receipt of an answer before the game begins."""
    match found.says:
        case "yes":
            head, subject = f"Your YES has come: you play in “{game}”, if enough others do.", "you play"
        case "no":
            head, subject = (
                f"Your NO has come: you do not play in “{game}”. Thank you for the answer.",
                "you do not play",
            )
        case "standby":
            head = f"You stand by for “{game}”: if a seat falls free, you are asked whether you take it. Nothing is asked of you now."
            subject = "you stand by"
        case _:
            return _unclear(game)
    lines = wrap(head)
    if found.says == "yes":
        lines += ["", *_particulars(found)]
    for said in found.odd:
        lines += ["", *wrap(said)]
    again = "If anything of this is wrong, answer again, with everything in one mail: the last answer before the game begins counts."
    lines += [
        "",
        *wrap(
            again
            if found.says != "no"
            else "Should you think better of it before the game begins, answer with YES."
        ),
    ]
    if found.says == "yes":
        said = "You hear from me again when the game begins, or when nothing comes of it. Until then you can try the game against bots: answer with"
        lines += ["", *wrap(said), "", *echo("PRACTICE")]
    return Rendered(f"[{game}] {subject}", "\n".join(lines))


def _particulars(found: Understood) -> list[str]:
    lines = [f"  Name:      {found.name}", f"  Time zone: {found.zone}"]
    lines += [f"  Colour:    {found.colour}, if nobody asked for it before you"] if found.colour else []
    lines += [f"  Away:      {'; '.join(found.away)}"] if found.away else []
    return lines


def _unclear(game: str) -> Rendered:
    lines = wrap(
        "Your answer has come, but I cannot tell whether it means yes or no, so nothing has changed."
    )
    lines += [
        "",
        *wrap("Please answer once more, with one of these on top, above whatever your mail program quotes:"),
    ]
    lines += ["", *echo("YES"), *echo("YES as Anna, away 3-10 May"), *echo("STANDBY"), *echo("NO")]
    return Rendered(f"[{game}] yes or no?", "\n".join(lines))


def not_read(game: str, why: str) -> Rendered:
    """The answer could not be used at all.  `why`: a sentence."""
    lines = [
        *wrap(f"Your answer about “{game}” was not used. {why}"),
        "",
        *wrap("Nothing has changed; please answer once more."),
    ]
    return Rendered(f"[{game}] your answer was not used", "\n".join(lines))


def without_code(game: str) -> Rendered:
    """Somebody who was invited writes a new mail instead of an answer."""
    lines = wrap(
        f"A letter from your address has come, and you are invited to “{game}”. It was not read: it does not carry the code of your invitation, "
        "and without it anybody could write in your name."
    )
    lines += [
        "",
        *wrap(
            f"Please answer the mail with the subject “[{game}] an invitation to KREMLIN by e-mail”; its code stands in the subject."
        ),
    ]
    lines += ["", *wrap("However often you write, this is said once a day.")]
    return Rendered(f"[{game}] please answer the invitation itself", "\n".join(lines))


# --- how it ends ---


def begins(game: str, players: Sequence[str], stands_by: bool) -> Rendered:
    """To somebody who was invited and has no seat.  `stands_by`: he is on the list."""
    lines = wrap(f"The game “{game}” has begun, with {listed(players)}.")
    if stands_by:
        lines += [
            "",
            *wrap(
                "You stand by: if a seat falls free, you are asked whether you take it. To be left in peace, answer with NO."
            ),
        ]
    else:
        lines += [
            "",
            *wrap(
                "You are not in it, and get no more mails of it. To stand by for a seat that falls free, answer with STANDBY."
            ),
        ]
    return Rendered(f"[{game}] has begun", "\n".join(lines))


def too_many(game: str, players: Sequence[str], seats: int) -> Rendered:
    """To somebody who said YES when all seats were taken."""
    lines = wrap(
        f"The game “{game}” has begun, with {listed(players)}. More people have said yes than there are seats ({seats}); they went to those who "
        "answered first."
    )
    lines += [
        "",
        *wrap(
            "You stand by instead: if a seat falls free, you are asked first. To be left in peace, answer with NO."
        ),
    ]
    return Rendered(f"[{game}] has begun, and you stand by", "\n".join(lines))


def called_off(game: str, words: str) -> Rendered:
    """Nothing comes of the game."""
    lines = wrap(
        f"Nothing comes of the game “{game}”: the moderator has called it off.{f' His words: {words}' if words else ''}"
    )
    return Rendered(f"[{game}] is called off", "\n".join([*lines, "", "Thank you for your answer."]))


def after_the_start(game: str, state: str, says: str) -> Rendered:
    """An answer to the invitation when the game is under way.  `state`: what he is now."""
    if state == "seated":
        said = "You play in it: please answer your last report. Whoever wants to leave writes CONCEDE there, or asks the moderator."
    elif state == "standby":
        said = "You stand by: if a seat falls free, you are asked whether you take it."
    else:
        said = "You are not in it, and get no more mails of it. STANDBY in answer to this mail puts you on the list for a seat that falls free."
    head = f"The game “{game}” has begun already."
    return Rendered(f"[{game}] has begun already", "\n".join([*wrap(head), "", *wrap(said)]))


def off_already(game: str) -> Rendered:
    """An answer to the invitation when it was called off."""
    return Rendered(
        f"[{game}] is called off",
        "\n".join(wrap(f"Nothing comes of the game “{game}”; thank you for your answer.")),
    )
