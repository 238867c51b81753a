"""The one error that this package raises."""


class MailError(Exception):
    """Mail could not be fetched or sent: one sentence that says what, where, and how to mend it.

    Never holds a password, nor any text of a mail.
    """
