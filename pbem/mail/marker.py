"""Our own line at the top of every mail: orders go above it, nothing at or below it counts.

The name in brackets survives translation by a mail client, quotation and new line breaks; the words alone
are known too.  The line begins with `#`, so it is a comment to the order reader.
"""

import re

MARKER = "### Write your orders above this line [kremlin] ###"

_MARKER = re.compile(r"\[\s*kremlin\s*\]\s*#|#.*\[\s*kremlin\s*\]|orders above this line", re.IGNORECASE)


def is_marker(line: str) -> bool:
    """Whether our marker stands in that line, quoted, indented, in bold, or translated."""
    return _MARKER.search(line) is not None
