"""The secret of a game, as its row keeps it: hexadecimal, and everything derives from it (decision D26).

A game that is played again, from an archive or in a sandbox, knows only the seed of its dice, which is all that is ever opened: it is kept
as `dice:HEX`, and its reply codes and ids derive from that, so they are others.
"""

import hashlib
import secrets

from pbem.engine import dice

from .errors import UsageError

#: Before the seed of the dice, where no more is known.
DICE = "dice:"
SEED_BYTES = 16


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


def drawn(seed: str | None) -> tuple[str, str]:
    """The master secret, as the game's row keeps it, and a warning if it is too short to seal anything (decision D26)."""
    if seed is None:
        return secrets.token_hex(32), ""
    if seed.startswith(DICE):  # a game that is played again
        return seed, ""
    try:
        master = bytes.fromhex(seed)
    except ValueError as error:
        raise UsageError(f"--seed {seed!r}: write it in hexadecimal, two digits a byte.") from error
    if not master:
        raise UsageError("--seed: it is empty; write it in hexadecimal, at least 32 digits.")
    if len(master) < SEED_BYTES:
        return (
            master.hex(),
            "The seed has fewer than 128 bits: this game is not sealed, its dice could be guessed.",
        )
    return master.hex(), ""


def check_seed(seed: str | None) -> None:
    """Is it one that a game can begin with?  Raises UsageError."""
    drawn(seed)
