"""Short mails about mail itself: who may write from where, what could not be taken, to people who play in no game.

What goes to an address that has proved nothing tells nothing of any game but the name of one that somebody typed it into.
"""

from pbem.report.brief import Rendered
from pbem.report.prose import echo, wrap


def _text(*paragraphs: str) -> list[str]:
    lines: list[str] = []
    for paragraph in paragraphs:
        lines += ["", *wrap(paragraph)] if lines else wrap(paragraph)
    return lines


def unknown_sender() -> Rendered:
    """To somebody who plays nowhere here, whatever he sent: not even whether his reply code is somebody's."""
    lines = _text(
        "This address plays in no game here, so your letter was not read.",
        "If you do play, please write from the address to which your reports come, in answer to the last of them; to an invitation, "
        "from the address that was invited. Whoever runs your game can help.",
        "However often you write, this is said once a day.",
    )
    return Rendered("This address plays in no game here", "\n".join(lines))


def misused_code(game: str) -> Rendered:
    """Somebody else used this player's code."""
    lines = _text(
        "A letter with your reply code came from an address that is not yours.",
        "Nothing in it was applied. If it was you, write from the address that this mail reached, or name your other address to "
        "me first (the help tells how, under ADD ADDRESS). If you did not write, somebody else has seen one of your mails: tell "
        "the moderator.",
    )
    return Rendered(f"{game}: a letter that was not from your address", "\n".join(lines))


def unclear_sender(game: str, why: str) -> Rendered:
    """A letter with this player's code has no plain From field."""
    lines = _text(
        f"A letter with your reply code came, but who wrote it cannot be told: {why}. Nothing in it was read or applied.",
        "If it was you, please write from the address that this mail reached, and let your mail program name it alone as the sender. "
        "If you did not write, somebody else has seen one of your mails: tell the moderator.",
    )
    return Rendered(f"{game}: a letter whose sender cannot be told", "\n".join(lines))


def unproved_sender(game: str, why: str) -> Rendered:
    """[inbox] authserv: the own mail server does not vouch for a letter that bears this player's address."""
    lines = _text(
        f"A letter came that bears your address, but {why}. Nothing in it was read or applied.",
        "If you did not write it, you need do nothing: somebody uses your address, and he did not get in.",
        "If it was you, please send it through the mail service of your address itself, not through another one or a program of "
        "your own. Whoever runs that service knows how its mail is signed (DKIM, SPF, DMARC); until then the moderator can enter "
        "orders for you.",
        "However often that happens, this is said once a day.",
    )
    return Rendered(f"{game}: a letter that may not be yours", "\n".join(lines))


def came_twice(game: str, first: str, again: str) -> Rendered:
    """The same letter, by one name and word for word, was delivered once more.  `first`, `again`: when the copies came."""
    lines = _text(
        f"Your letter of {first} came twice{'' if first == again else f', the second time {again}'}. It counts once: what the first receipt says of it stands, and the second copy did nothing.",
        "You need do nothing. To change an order, please write a new letter.",
    )
    return Rendered(f"{game}: a letter that came twice", "\n".join(lines))


# --- addresses ---


def confirm_address(game: str, days: int, move: bool, player: str) -> Rendered:
    """To an address that `player` (his name and colour) named as his.  `move`: his mails are to come here.

    He who reads it may be another player of the game, who waits for such a mail himself; so it says first whose it is.
    """
    then = (
        "the mails of that game come here, and you may write from here" if move else "you may write from here"
    )
    lines = _text(
        f"{player}, who plays in the game “{game}” here, has named this address as his own.",
        f"If you are not {player}, do not answer, even if you play in the same game and have named this address yourself: your letters "
        "would be taken for those of the other. Nothing more will come.",
        f"If you are, answer this mail from this address within {days} days, with any words. Then {then}.",
    )
    return Rendered(f"[{game}] is this the address of {player}?", "\n".join(lines))


def address_lost(game: str, address: str) -> Rendered:
    """To the player who had it confirmed before, where his mails go; nothing of who has it now."""
    lines = _text(
        f"{address} no longer counts as an address of yours: somebody answered from there that it is somebody else's. Letters from there "
        "are not read as yours any more.",
        "Please write from the address that this mail reached. If the other one is yours, tell the moderator, who knows of it.",
    )
    return Rendered(f"{game}: an address that is no longer yours", "\n".join(lines))


def already_confirmed(game: str) -> Rendered:
    """The mail that asked is answered once more."""
    lines = _text(
        "This address is confirmed already. You need do nothing more, and nothing else in your letter was read.",
        "For your orders please answer the last mail of the game.",
    )
    return Rendered(f"[{game}] this address is confirmed already", "\n".join(lines))


def too_late_to_confirm(days: int) -> Rendered:
    """The answer to that mail came too late."""
    lines = _text(
        f"Your answer came more than {days} days after the mail that it answers, so this address was not confirmed.",
        "Please ask anew from the address to which your reports come.",
    )
    return Rendered("This address was not confirmed", "\n".join(lines))


def address_added(game: str, address: str) -> Rendered:
    """To the player, where his mails go: he may write from there as well."""
    lines = _text(
        f"From now on you may also write from {address}. Your mails still come here.",
        "If that was not you, answer this mail with the line below on top, and tell the moderator.",
    )
    lines += ["", *echo(f"FORGET ADDRESS {address}")]
    return Rendered(f"{game}: you may now write from a second address", "\n".join(lines))


def welcome_mails(game: str) -> Rendered:
    """To the address that was confirmed: his mails come there from now on."""
    lines = _text(
        "This address is confirmed. Your mails come here from now on, and you may answer them from here.",
        "Nothing else in your answer was read.",
    )
    return Rendered(f"{game}: your mails come here from now on", "\n".join(lines))


def report_again(game: str, old: str, written: str, report: str) -> Rendered:
    """His last report, which did not reach the address `old`; `written`: when it was."""
    lines = _text(
        f"Your last report was sent to {old} and did not arrive there, so here it is again. It was written on {written}, and "
        "nothing that came later stands in it; the moderator can send you earlier ones.",
        "You may answer this mail with your orders.",
    )
    return Rendered(f"{game}: your last report once more", "\n".join([*lines, "", report]))


def welcome_letters(game: str) -> Rendered:
    """To the address that was confirmed: he may write from there, and his mails go where they went."""
    lines = _text(
        "This address is confirmed, and you may write your orders from here. Your mails still go where they went before.",
        "A letter from here needs your reply code in its subject. It stands in brackets in the subject of each of your mails.",
        "Nothing else in your answer was read.",
    )
    return Rendered(f"[{game}] this address is confirmed", "\n".join(lines))


def mails_moved(game: str, old: str, new: str) -> Rendered:
    """To the address that a player had before: how it is undone."""
    lines = _text(
        f"Your mails of the game “{game}” go to {new} from now on. You may still write from here.",
        "If that was you, you need do nothing. If it was not, answer this mail from this address with the line below on top, and "
        f"tell the moderator. Then they come to {old} again, and nobody writes from the other one.",
    )
    lines += ["", *echo(f"FORGET ADDRESS {new}")]
    return Rendered(f"[{game}] your mails go to another address now", "\n".join(lines))


def forgotten(game: str, back: str) -> Rendered:
    """To an address that had become a player's, and is his no more."""
    lines = _text(
        f"Mails of the game “{game}” no longer come here, and letters from here no longer count. {back}"
    )
    return Rendered(f"[{game}] this address is forgotten", "\n".join(lines))
