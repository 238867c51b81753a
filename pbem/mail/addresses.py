"""Who sent a message, read so strictly that there is never a second opinion.

The standard library finds *an* address in nearly anything and, for `victim@good.org <attacker@evil.net>`,
the wrong one (CVE-2023-27043).  Here a From field is one of the usual forms of one mailbox, or the message
has no sender.
"""

import re
from collections.abc import Iterable

from pbem.mail.headers import Headers

_ATOM = r"[^\s\x00-\x20\x7f\"(),.:;<>@\[\\\]]+"
_ADDRESS = rf"({_ATOM}(?:\.{_ATOM})*)@({_ATOM}(?:\.{_ATOM})*)"
_BARE = re.compile(rf"{_ADDRESS}(?:\s*\([^()\\<>@]*\))?")
_ANGLE = re.compile(rf"((?:\"(?:[^\"\\]|\\.)*\"|[^\"<>,;:@\\])*)<\s*{_ADDRESS}\s*>")
_TWICE = re.compile(rf"{_ADDRESS}\s*<\s*{_ADDRESS}\s*>")
LOOSE = re.compile(
    r"(?<![\w.!#$%&'*+/=?^`{|}~-])([\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})*)"
)

_DELIVERY_FIELDS = ("x-original-to", "delivered-to", "envelope-to", "x-envelope-to", "x-forwarded-to")
_TO_FIELDS = (*_DELIVERY_FIELDS, "to", "cc")
MAX_TO = 50
#: In a list of mailboxes: what is no address, however much it looks like one.
_WORDING = re.compile(r"\"(?:[^\"\\]|\\.)*(?:\"|\\?\Z)|\([^()]*\)")
_BETWEEN = re.compile(r"[,;]")


def domain_of(domain: str) -> str | None:
    """The domain in lower case and ASCII (IDNA), or None if it is none.

    Signs that IDNA would exchange for others (`ß` for `ss`, the Kelvin sign, full-width letters) make it none: programs differ
    about whose domain that is.
    """
    try:
        ascii_domain = domain.encode("idna").decode("ascii").lower()
        lower = domain.lower() if "\u212a" not in domain else ""
        same = domain.isascii() or ascii_domain.encode("ascii").decode("idna") == lower
        return ascii_domain if same else None
    except (UnicodeError, ValueError):
        return None


def fold(address: str) -> str:
    """For our own match: case counts for nothing in ASCII, every sign beyond it as it stands."""
    return address.lower() if address.isascii() else address


def same_mailbox(one: str, other: str) -> bool:
    """Our own match folds case; tags, dots and everything else count."""
    return fold(one.strip()) == fold(other.strip())


def untagged(address: str) -> str:
    """Without the tag behind a plus sign, folded: `judge+0123@example.org` is the judge's."""
    local, at, domain = address.rpartition("@")
    return fold(f"{local.partition('+')[0]}{at}{domain}")


def _joined(local: str, domain: str) -> str | None:
    ascii_domain = domain_of(domain)
    if ascii_domain is None or "=?" in local or "=?" in domain:  # encoded words are illegal in addresses
        return None
    return f"{local}@{ascii_domain}"


def parse_mailbox(value: str) -> str | None:
    """The address of a field that holds exactly one mailbox (RFC 5322, 3.4): the local part as it stands.

    `a@b`, `a@b (Name)`, `<a@b>`, `Name <a@b>`, `"Name" <a@b>`; and `a@b <a@b>`, which is illegal but
    common, if both are the same.  None for all else: lists, groups, odd comments, routes, address literals.
    """
    if found := _BARE.fullmatch(value):
        return _joined(found[1], found[2])
    if found := _ANGLE.fullmatch(value):
        return _joined(found[2], found[3])
    if (found := _TWICE.fullmatch(value)) and found.group(1, 2) == found.group(3, 4):
        return _joined(found[1], found[2])
    return None


def read_sender(headers: Headers) -> tuple[str | None, str]:
    """(address, "") or (None, why there is none).  Sender and Reply-To are not looked at: anyone may set
    them.
    """
    values = headers.all("from")
    if not values:
        return None, "the message names no sender"
    if len(values) > 1:
        return None, "the message has several From fields"
    address = parse_mailbox(values[0])
    if address is None:
        return None, "the From field is not exactly one plain address"
    return address, ""


def read_recipients(headers: Headers) -> tuple[str, ...]:
    """Where the message was delivered and addressed to, delivery fields first, without doubles.

    Read loosely: these addresses give no rights, they only carry a token or show that others read along.
    """
    values = [value for name in _TO_FIELDS for value in headers.all(name)]
    return _distinct(address for value in values for address in LOOSE.findall(value))


def read_delivered(headers: Headers) -> tuple[str, ...]:
    """The addresses by which mail servers say that they delivered it."""
    values = [value for name in _DELIVERY_FIELDS for value in headers.all(name)]
    return _distinct(address for value in values for address in LOOSE.findall(value))


def read_addressees(headers: Headers) -> tuple[str, ...]:
    """Who else got it: To and Cc alone, names and comments left out, so that nobody is taken for a reader for his name."""
    values = [_WORDING.sub(" ", value) for name in ("to", "cc") for value in headers.all(name)]
    parts = [part.rpartition("<")[2].partition(">")[0] for value in values for part in _BETWEEN.split(value)]
    return _distinct(address for part in parts for address in LOOSE.findall(part))


def _distinct(addresses: Iterable[str]) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for address in addresses:
        local, _, domain = address.rpartition("@")
        found.setdefault(f"{local}@{domain.lower()}")
    return tuple(found)[:MAX_TO]
