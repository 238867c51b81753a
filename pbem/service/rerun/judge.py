"""Who the judge is, as far as mails print it: noted at the beginning of a game, and whenever `pbem.toml` says it otherwise."""

import msgspec

from pbem.config import Config


class Judge(msgspec.Struct, frozen=True):
    """`length`: of his address, on which it depends how much fits into a link; `moderator`: is there one?"""

    name: str
    length: int
    zone: str
    subaddress: bool
    moderator: bool


def judge_of(config: Config) -> Judge:
    """As `pbem.toml` says it."""
    judge = config.judge
    return Judge(
        judge.name, len(judge.address), judge.timezone, bool(judge.subaddress), bool(judge.moderator)
    )


def text_of(config: Config) -> str:
    """The same as JSON."""
    return msgspec.json.encode(judge_of(config)).decode()


def read(text: str) -> Judge:
    """What `text_of` wrote.  Raises ValueError."""
    return msgspec.json.decode(text, type=Judge)
