"""Players for demos and tests: they see only a view, and write order lines as people do.

A bot is deterministic from its `random.Random`.  What it knows: the position as its player may see it, the rules, and what the
session will ask as things stand (`pbem.engine.outlook`).
"""

from .bot import Bot
from .letters import STYLES, Answered, deadline_in, is_notice, mail_text, message, mistyped, open_mail

__all__ = [
    "STYLES",
    "Answered",
    "Bot",
    "deadline_in",
    "is_notice",
    "mail_text",
    "message",
    "mistyped",
    "open_mail",
]
