"""Our own line at the top of every mail: orders go above it, nothing at or below it counts.

The name in brackets survives translation by a mail client, quotation and new line breaks; the words alone
are known too, in many languages.  The line begins with `#`, so it is a comment to the order reader.
"""

import re

from pbem.mail.footers import ABOVE_HINTS, ABOVE_THIS_LINE

MARKER = "### Write your orders above this line [kremlin] ###"
#: Above a message of another player: what is written there is no order.
ANSWER_MARKER = "### Write your answer above this line [kremlin] ###"

_MARKER = re.compile(
    rf"\[\s*kremlin\s*\]\s*#|#.*\[\s*kremlin\s*\]|orders above this|{ABOVE_THIS_LINE}", re.IGNORECASE
)


def is_marker(line: str) -> bool:
    """Whether our marker stands in that line, quoted, indented, in bold, or translated."""
    if "#" not in line:
        low = line.lower()
        if not any(hint in low for hint in ABOVE_HINTS):
            return False
    return _MARKER.search(line) is not None
