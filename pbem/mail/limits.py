"""How much of a message we look at.

The numbers are far above what people write and far below what hurts the standard parser (nested parts
overflow its recursion, 100,000 parameters cost it minutes).  They are checked on raw bytes, before anything
is parsed.
"""

import re

MAX_MESSAGE = 1 << 20
MAX_HEADER_BLOCK = 64 << 10
MAX_HEADER = 8 << 10
MAX_PARTS = 50
MAX_DELIMITERS = 2_000
MAX_TEXT = 64 << 10
MAX_HTML = 128 << 10
MAX_HTML_TAGS = 10_000
MAX_LINES = 400
MAX_LINE = 4_000

#: Put first into what an inbox keeps of a message too big to fetch; the value is the true size.
OVERSIZE_HEADER = "X-Pbem-Oversize"

_BLANK_LINE = re.compile(rb"\r?\n\r?\n")
_NESTING = re.compile(rb"(?:boundary\s*=|content-type:\s*message/)", re.IGNORECASE)


def header_block(raw: bytes) -> bytes:
    """The bytes before the first empty line, at most `MAX_HEADER_BLOCK` and one of them."""
    found = _BLANK_LINE.search(raw, 0, MAX_HEADER_BLOCK + 1)
    return raw[: found.start()] if found else raw[: MAX_HEADER_BLOCK + 1]


def shortened(raw: bytes, size: int) -> bytes:
    """What is kept of a message of `size` bytes that is too big: its header, and a note on top that says
    so.
    """
    head = header_block(raw)[:MAX_HEADER_BLOCK]
    return f"{OVERSIZE_HEADER}: {size}\n".encode() + head.rstrip(b"\r\n") + b"\n\n"


def too_much(raw: bytes) -> str | None:
    """Why this message is not even parsed, as a sentence for its sender; None if it may be."""
    if len(raw) > MAX_MESSAGE:
        return f"the message is larger than {MAX_MESSAGE >> 10} KB"
    if len(raw) > MAX_HEADER_BLOCK and len(header_block(raw)) > MAX_HEADER_BLOCK:
        return "the header of the message is too long"
    # Without a line that starts with two hyphens there is no multipart, and nothing to count.
    if (b"\n--" in raw or b"essage/" in raw) and (
        len(_NESTING.findall(raw)) > MAX_PARTS or raw.count(b"\n--") > MAX_DELIMITERS
    ):
        return "the message has too many parts"
    return None
