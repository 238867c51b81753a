"""An envelope sender of its own for each mail (VERP): what comes back tells by its address which mail it was.

`judge+b-0123456789abcdef@example.org`.  The signs are a secret of whoever sends; those who get the mail see them, nobody else does.
They stand in the envelope only, never in a header that we write.
"""

import re
from collections.abc import Iterable

from pbem.mail import tokens

SIGNS = 16
#: RFC 5321, 4.5.3.1.1: a longer local part may be refused.
LONGEST = 64
_TAG = re.compile(rf"\+b-([0-9a-z]{{{SIGNS}}})@")


def signs(secret: bytes) -> str:
    """16 signs (80 bits) in lower case, because some servers make them so.  ValueError for fewer than ten bytes."""
    return tokens.make_token(secret).replace("-", "").lower()


def address(secret: bytes, judge: str) -> str:
    """The envelope sender of one mail; "" where the judge's own address is too long for it."""
    return _joined(signs(secret), judge)


def _joined(tag: str, judge: str) -> str:
    local, _, domain = judge.rpartition("@")
    name = f"{local}+b-{tag}"
    return f"{name}@{domain}" if len(name) <= LONGEST else ""


def envelopes(addresses: Iterable[str], judge: str = "") -> tuple[str, ...]:
    """Those that may be envelope senders of ours: as they stand, and as they are written for this judge."""
    found: dict[str, None] = {}
    for one in addresses:
        if tag := _TAG.search(one.lower()):
            found.setdefault(one)
            if judge and (ours := _joined(tag[1], judge)):
                found.setdefault(ours)
    return tuple(found)
