"""Commands about who plays."""

from pbem.cli.program import MODERATOR, not_built

not_built("replace", MODERATOR, "Give a seat to another player.")
