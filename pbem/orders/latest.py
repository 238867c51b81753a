"""What a letter says twice of one thing that its writer settles (SET, E27)."""

from collections.abc import Sequence

from msgspec.structs import replace

from pbem.orders.personal import SETTINGS
from pbem.orders.readings import Reading

_SETTLING = frozenset(verb.name for verb in SETTINGS)


def last_of_each(readings: Sequence[Reading]) -> list[Reading]:
    """What a letter says of one thing in several lines holds as the last of them says it; the others are passed over."""
    known = [{line.verb for line in one.lines if line.verb in _SETTLING} for one in readings]
    last = {verb: at for at, verbs in enumerate(known) for verb in verbs}
    return [
        one
        if not verbs or len(one.lines) > 1 or all(last[verb] == at for verb in verbs)
        else replace(one, kind="ignored", lines=(), notes=("a later line of the same letter says it anew",))
        for at, (one, verbs) in enumerate(zip(readings, known, strict=True))
    ]
