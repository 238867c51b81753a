"""Inline OpenPGP: the words of a clear-signed text without its armour (RFC 9580, section 7)."""

from collections.abc import Sequence

_SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
_SIGNATURE = "-----BEGIN PGP SIGNATURE-----"
_ENCRYPTED = "-----BEGIN PGP MESSAGE-----"


def unarmoured(lines: Sequence[str]) -> list[str]:
    """Without the armour's first line and its headers (`Hash: SHA512`), dashes unescaped up to the signature.

    The signature is not checked; it stays below, where it is cut off.
    """
    start = next((at for at, line in enumerate(lines) if line.strip() == _SIGNED), None)
    if start is None:
        return list(lines)
    out = list(lines[:start])
    body = start + 1
    while body < len(lines) and lines[body].strip():  # armour headers, up to an empty line
        if ":" not in lines[body]:
            break
        body += 1
    inside = True
    for line in lines[body:]:
        inside = inside and line.strip() != _SIGNATURE
        out.append(line[2:] if inside and line.startswith("- ") else line)
    return out


def is_encrypted(lines: Sequence[str]) -> bool:
    """Whether these lines begin with an encrypted text."""
    return any(line.strip() == _ENCRYPTED for line in lines[:1])
