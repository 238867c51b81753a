"""Who sent a message, read so strictly that there is never a second opinion.

The standard library finds *an* address in nearly anything and, for `victim@good.org <attacker@evil.net>`,
the wrong one (CVE-2023-27043).  Here a From field is one of the usual forms of one mailbox, or the message
has no sender.
"""

import re

from pbem.mail.headers import Headers

_ATOM = r"[^\s\x00-\x20\x7f\"(),.:;<>@\[\\\]]+"
_ADDRESS = rf"({_ATOM}(?:\.{_ATOM})*)@({_ATOM}(?:\.{_ATOM})*)"
_BARE = re.compile(rf"{_ADDRESS}(?:\s*\([^()\\<>@]*\))?")
_ANGLE = re.compile(rf"((?:\"(?:[^\"\\]|\\.)*\"|[^\"<>,;:@\\])*)<\s*{_ADDRESS}\s*>")
_TWICE = re.compile(rf"{_ADDRESS}\s*<\s*{_ADDRESS}\s*>")
_LOOSE = re.compile(
    r"(?<![\w.!#$%&'*+/=?^`{|}~-])([\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})*)"
)

_TO_FIELDS = ("x-original-to", "delivered-to", "envelope-to", "x-envelope-to", "x-forwarded-to", "to", "cc")
MAX_TO = 50


def domain_of(domain: str) -> str | None:
    """The domain in lower case and ASCII (IDNA), or None if it is none."""
    try:
        return domain.encode("idna").decode("ascii").lower()
    except (UnicodeError, ValueError):
        return None


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
    found: dict[str, None] = {}
    for name in _TO_FIELDS:
        for value in headers.all(name):
            for address in _LOOSE.findall(value):
                local, _, domain = address.rpartition("@")
                found.setdefault(f"{local}@{domain.lower()}")
    return tuple(found)[:MAX_TO]
