"""Dice that anyone can check once the seed is opened (decision D26)."""

import hashlib
import hmac
from collections.abc import Callable, Iterable, Mapping, Sequence

#: label and sides -> a face from 1 to sides
Dice = Callable[[str, int], int]


def derive(master: bytes, purpose: str) -> bytes:
    """A key for one purpose ("dice", "token", "nonce"); none of them tells of another or of the master."""
    return hmac.digest(master, f"pbem {purpose}".encode(), "sha256")


def commitment(seed: bytes) -> str:
    """Published before the first roll; the seed itself is published after the game."""
    return hashlib.sha256(seed).hexdigest()


def salted(seed: bytes, salts: Mapping[str, str]) -> bytes:
    """The seed of all dice after set-up: nobody, the house included, could know it beforehand.

    Without salts it is the seed itself.
    """
    if not salts:
        return seed
    words = "\n".join(f"{player}: {salts[player]}" for player in sorted(salts))
    return hmac.digest(seed, words.encode(), "sha256")


def sealed(seed: bytes) -> Dice:
    """A die is a function of the sealed seed and its own label, never of a counter.

    >>> sealed(b"seed")("1951/purge G #0", 20)
    18
    """

    def roll(label: str, sides: int) -> int:
        limit = 2**32 - 2**32 % sides  # reject the ragged end, so that every face is equally likely
        for attempt in range(256):
            digest = hmac.digest(seed, f"{label}|d{sides}|{attempt}".encode(), "sha256")
            number = int.from_bytes(digest[:4], "big")
            if number < limit:
                return number % sides + 1
        raise AssertionError("256 rejections in a row")

    return roll


def shuffled(seed: bytes, label: str, cards: Sequence[str]) -> list[str]:
    """A sealed shuffle (Fisher–Yates), one die a card."""
    roll, deck = sealed(seed), list(cards)
    for last in range(len(deck) - 1, 0, -1):
        other = roll(f"{label} #{last}", last + 1) - 1
        deck[last], deck[other] = deck[other], deck[last]
    return deck


class OutOfDice(Exception):
    """A scenario gives fewer dice than the rules need."""


def scripted(values: Iterable[int]) -> Dice:
    """Dice for scenarios and tests: these faces, in this order.  Raises OutOfDice when they are used up."""
    faces = iter(values)

    def roll(label: str, sides: int) -> int:
        for face in faces:
            return face
        raise OutOfDice(f"no die is left for {label}")

    return roll
