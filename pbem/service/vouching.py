"""[inbox] authserv, where it may be wrong: then no letter counts, and only the moderator can mend it."""

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import Connection

from pbem.config import Config
from pbem.mail.authres import bears_name
from pbem.mail.letter import Letter

from .daily import first_today
from .owners import Duty
from .sitemail import tell_the_moderator

_LOOK = (
    "Authentication-Results in the header of a letter that surely came from one of them (`pbem mail L17 --reveal`), beginning with the "
    "topmost: the word behind the colon is the name of your server, if authserv is to be right"
)
TOLD = (
    "A letter from {sender}, an address of {player}, was not read (L{number} of `pbem mail`): {why}.\n\n"
    "Either somebody else used that address, and nothing is to be done; or {player} sends through a service that does not sign for "
    'that address; or [inbox] authserv = "{authserv}" in pbem.toml is not the name of your mail server, and then no letter of any '
    "player counts. Look at {look}. A letter that was refused has to be sent again.\n\n"
    "However many letters are refused, this is said once a day."
)
NOBODY = (
    "[inbox] authserv: no letter of this poll bears the name {authserv}, and letters of players were refused for it. Is that the name "
    "with which your mail server's Authentication-Results begin? docs/operating.md, Mail servers, says how to find it."
)


def tell(connection: Connection, config: Config, duty: Duty, now: datetime) -> None:
    """A letter with a player's address was refused: the moderator hears of it, once a day for the whole site."""
    if not first_today(connection, "", "the moderator of letters that are not vouched for", now):
        return
    words = TOLD.format(
        sender=duty.letter.sender, player=duty.player, number=duty.row.id, why=duty.why,
        authserv=config.inbox.authserv, look=_LOOK,
    )  # fmt: skip
    tell_the_moderator(connection, config, "A letter of a player was refused", words, now)


def problem(config: Config, letters: Iterable[Letter]) -> str:
    """What the poll says if none of its letters, of which some were refused, bears the name of the server at all; else ""."""
    authserv = config.inbox.authserv
    if any(bears_name(letter.auth, authserv) for letter in letters):
        return ""
    return NOBODY.format(authserv=authserv)
