"""The secret of a game, as its row keeps it: hexadecimal, and everything derives from it (decision D26).

A game that is played again, from an archive or in a sandbox, knows only the seed of its dice, which is all that is ever opened: it is kept
as `dice:HEX`, and its reply codes and ids derive from that, so they are others.
"""

import hashlib

from pbem.engine import dice

#: Before the seed of the dice, where no more is known.
DICE = "dice:"


def master_of(text: str) -> bytes:
    """What codes and ids derive from.  Raises ValueError where it is not hexadecimal."""
    if text.startswith(DICE):
        seed = bytes.fromhex(text.removeprefix(DICE))
        return hashlib.sha256(b"pbem, with no more than the dice of " + seed).digest()
    return bytes.fromhex(text)


def seed_of(text: str) -> bytes:
    """The seed of the dice.  Raises ValueError where it is not hexadecimal."""
    if text.startswith(DICE):
        return bytes.fromhex(text.removeprefix(DICE))
    return dice.derive(master_of(text), "dice")
