"""A mail program's button "unsubscribe" writes to the address in our List-Unsubscribe (RFC 2369): nobody plays by it, so it is a
word to the moderator, whatever text the program put into the mail."""

import re

from msgspec.structs import replace

from pbem.mail.letter import Letter

#: The subject that we ask for, perhaps with a reply code.
_SUBJECT = re.compile(r"\s*unsubscribe\s*(?:[0-9A-Za-z]{4}(?:-[0-9A-Za-z]{4}){3})?\s*", re.IGNORECASE)
WORDS = "MODERATOR: I have pressed unsubscribe: I want no more mails of this game."


def heard(letter: Letter) -> Letter:
    """The letter; one that only unsubscribes as these words to the moderator."""
    if not _SUBJECT.fullmatch(letter.subject):
        return letter
    return replace(letter, lines=(WORDS,), below=(), other_lines=(), odd=())
