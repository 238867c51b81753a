"""The secret that says which player, game and phase a reply belongs to.

80 bits, written with Crockford's 32 signs (no I, L, O, U; read without regard to case, O as 0, I and L as
1).  It travels in three places, so that at least one comes back: the Reply-To address, the subject, the
Message-ID.
"""

import re
from collections.abc import Iterable
from typing import Protocol

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
TOKEN_BYTES = 10
_SIGNS = r"[0-9A-Za-z]"
_GROUPED = re.compile(rf"(?<![0-9A-Za-z-]){_SIGNS}{{4}}(?:-{_SIGNS}{{4}}){{3}}(?![0-9A-Za-z-])")
_BARE = re.compile(rf"{_SIGNS}{{16}}")
_MISREAD = str.maketrans("OIL", "011")
_ID_PREFIX = "pbem."


class Addressed(Protocol):
    """What a token is looked for in; `letters.Letter` is one."""

    @property
    def to(self) -> tuple[str, ...]: ...
    @property
    def subject(self) -> str: ...
    @property
    def in_reply_to(self) -> tuple[str, ...]: ...
    @property
    def references(self) -> tuple[str, ...]: ...


def make_token(raw: bytes) -> str:
    """The token of ten bytes (more are cut off): `0123-4567-89AB-CDEF`.  ValueError for fewer."""
    if len(raw) < TOKEN_BYTES:
        raise ValueError(f"a token needs {TOKEN_BYTES} bytes")
    number = int.from_bytes(raw[:TOKEN_BYTES])
    signs = "".join(ALPHABET[number >> shift & 31] for shift in range(75, -1, -5))
    return "-".join(signs[i : i + 4] for i in range(0, 16, 4))


def parse_token(text: str) -> str | None:
    """The token in its proper form, however it was written; None if it is none."""
    signs = text.replace("-", "").upper().translate(_MISREAD)
    if len(signs) != 16 or any(sign not in ALPHABET for sign in signs):
        return None
    return "-".join(signs[i : i + 4] for i in range(0, 16, 4))


def in_subject(token: str) -> str:
    """`[0123-4567-89AB-CDEF]`"""
    return f"[{token}]"


def in_address(token: str, judge: str) -> str:
    """`judge+0123456789abcdef@example.org`: lower case, because some servers make it so."""
    local, _, domain = judge.rpartition("@")
    return f"{local}+{token.replace('-', '').lower()}@{domain}"


def in_message_id(token: str, unique: str, domain: str) -> str:
    """`<pbem.0123456789abcdef.UNIQUE@example.org>`; `unique` tells the mails with one token apart."""
    return f"<{_ID_PREFIX}{token.replace('-', '').lower()}.{unique}@{domain}>"


def _of_address(address: str) -> str | None:
    local = address.rpartition("@")[0]
    tag = local.partition("+")[2]
    return parse_token(tag) if tag else None


def _of_message_id(message_id: str) -> str | None:
    if not message_id.startswith(_ID_PREFIX):
        return None
    signs = message_id[len(_ID_PREFIX) :].partition(".")[0]
    return parse_token(signs) if _BARE.fullmatch(signs) else None


def _candidates(letter: Addressed) -> Iterable[str | None]:
    yield from map(_of_address, letter.to)
    yield from map(parse_token, _GROUPED.findall(letter.subject))
    yield from map(_of_message_id, letter.in_reply_to)
    yield from map(_of_message_id, reversed(letter.references))


def find_tokens(letter: Addressed) -> tuple[str, ...]:
    """All tokens of a letter without doubles, the one that most likely counts (and is newest) first."""
    return tuple(dict.fromkeys(token for token in _candidates(letter) if token))
