"""Makes the fixtures of `stack.py` known here; other folders import them the same way."""

from tests.mailstack.stack import mail_servers, mail_stack

__all__ = ["mail_servers", "mail_stack"]
