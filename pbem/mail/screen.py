"""What is to be done with a letter: a chain of rules, the first that has an opinion decides.

The rules look at the letter alone.  Whether sender and token belong together, and whether the letter came
before, are questions for whoever keeps the players; he asks `sift` first, so that `pbem read` and a poll
cannot be of two minds.
"""

from collections.abc import Callable
from typing import Literal

import msgspec

from pbem.mail.addresses import untagged
from pbem.mail.auto import DOUBTFUL
from pbem.mail.letter import Letter

Action = Literal["orders", "empty", "automatic", "bounce", "refused", "poison"]


class Verdict(msgspec.Struct, frozen=True):
    """What `pbem read --json` prints, but for the name of the file (interface.md).

    `lines`: candidate order lines, only with the verdict `orders`; `ignored`: lines that are no orders;
    `cut`: text.
    """

    sender: str | None = msgspec.field(name="from")
    verdict: Action
    reason: str
    lines: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    cut: str = ""


class Screening(msgspec.Struct, frozen=True):
    """What the rules are given: the letter, the judge's own address, the lines sorted."""

    letter: Letter
    judge: str | None
    orders: tuple[str, ...]
    ignored: tuple[str, ...]
    below: tuple[str, ...]


Rule = Callable[[Screening], tuple[Action, str] | None]


def _unreadable(case: Screening) -> tuple[Action, str] | None:
    return ("poison", case.letter.poison) if case.letter.poison else None


def _bounce(case: Screening) -> tuple[Action, str] | None:
    return ("bounce", case.letter.bounce) if case.letter.bounce else None


def _own(case: Screening) -> tuple[Action, str] | None:
    sender = case.letter.sender
    if sender and case.judge and untagged(sender) == untagged(case.judge):
        return "automatic", "it comes from the judge's own address"
    return None


def _machine(case: Screening) -> tuple[Action, str] | None:
    return ("automatic", case.letter.auto) if case.letter.auto else None


def _nobody(case: Screening) -> tuple[Action, str] | None:
    return ("refused", case.letter.sender_reason) if case.letter.sender is None else None


def _refusal(case: Screening) -> tuple[Action, str] | None:
    return ("refused", case.letter.refusal) if case.letter.refusal else None


def _below(case: Screening) -> tuple[Action, str] | None:
    if case.below and not case.orders:
        return (
            "refused",
            "what looks like orders stands below the quotation or signature; please send it again on top",
        )
    return None


def _content(case: Screening) -> tuple[Action, str] | None:
    if case.orders:
        return "orders", ""
    if case.ignored or case.letter.cut:
        return "empty", "no line of it is an order" if case.ignored else "no text is left above the quotation"
    return "empty", f"there is no text in it{'; attached files are not read' * case.letter.attached}"


#: Poison first, then mail that must not be answered at all, then what a person is told.
OUTSIDE: tuple[Rule, ...] = (_unreadable, _bounce, _own, _machine, _nobody, _refusal)
#: And what its lines say.
CHAIN: tuple[Rule, ...] = (*OUTSIDE, _below, _content)


def sift(letter: Letter, judge_address: str | None, doubtful: bool = True) -> tuple[Action, str] | None:
    """What is to be done with a letter whatever its lines say, and why; None if that is for its lines to decide.

    Not `doubtful`: it proves by a reply code to be a player's, so that what only looks like a bounce is none (`auto.DOUBTFUL`).
    """
    if not doubtful and letter.bounce in DOUBTFUL:
        letter = msgspec.structs.replace(letter, bounce="")
    case = Screening(letter, judge_address, (), (), ())
    return next((found for rule in OUTSIDE if (found := rule(case))), None)


def screen(
    letter: Letter, judge_address: str | None = None, is_order: Callable[[str], bool] | None = None
) -> Verdict:
    """Pass a letter through the chain.

    `is_order` tells order lines from others; without it every line may be one.
    """
    written = tuple(line for line in letter.lines if line)
    below = tuple(line for line in letter.below if line)
    orders = tuple(filter(is_order, written)) if is_order else written
    ignored = tuple(line for line in written if not is_order(line)) if is_order else ()
    case = Screening(
        letter, judge_address, orders, ignored, tuple(filter(is_order, below)) if is_order else below
    )
    action, reason = next(found for rule in CHAIN if (found := rule(case)))
    return Verdict(letter.sender, action, reason, orders if action == "orders" else (), ignored, letter.cut)


def examine(
    raw: bytes, judge_address: str | None = None, is_order: Callable[[str], bool] | None = None
) -> Verdict:
    """Read and judge a raw message; never raises (but for what `is_order` raises)."""
    from pbem.mail.letters import read_letter  # a poll without letters needs none of it

    return screen(read_letter(raw), judge_address, is_order)
