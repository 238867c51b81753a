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
#: Lines times boundaries; paragraphs of a delivery report.
MAX_COMPARED, MAX_PARAGRAPHS = 5_000_000, 20_000
MAX_TEXT = 64 << 10
MAX_HTML = 128 << 10
MAX_HTML_TAGS = 10_000
MAX_LINES = 400
MAX_LINE = 4_000
#: Of a line that may open a quotation no more is looked at; bounds the time of the patterns.
LONGEST = 400

#: What reading one letter may take: seconds of processor time (mail.md, 1.7 promises 2, the end of the reader included), bytes
#: of memory, and seconds of the clock, for a machine that has other work.
READ_SECONDS = 1.8
READ_MEMORY = 250 << 20
READ_WAIT = 10.0

#: Put first into what an inbox keeps of a message too big to fetch; the value is the true size.
OVERSIZE_HEADER = "X-Pbem-Oversize"
TOO_LARGE = f"the message is too large, more than {MAX_MESSAGE >> 10} KB"

_BLANK_LINE = re.compile(rb"\r?\n\r?\n")
#: RFC 2231 writes `boundary*0=` as well.
_NESTING = re.compile(rb"boundary[\s*0-9]*=|content-type:\s*message/")
#: A Content-Type, folded or not, that is longer than anybody's: the parser takes quadratic time for its parameters.
_LONG_TYPE = re.compile(rb"\ncontent-type:(?:[^\n]|\n[ \t]){%d}" % MAX_HEADER)


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
        return TOO_LARGE
    if len(raw) > MAX_HEADER_BLOCK and len(header_block(raw)) > MAX_HEADER_BLOCK:
        return "the header of the message is too long"
    return _too_intricate(raw)


def _too_intricate(raw: bytes) -> str | None:
    """What the parser is slow with though it is short: it is recursive, compares every line with the boundaries of all the
    parts it is in, and makes a message of each paragraph of a delivery report.
    """
    low = b"\n" + raw.lower().replace(b"\r\n", b"\n").replace(
        b"\r", b"\n"
    )  # for the parser these are line ends, too
    if _LONG_TYPE.search(low):
        return "the header of the message is too long"
    depth = low.count(b"boundary") + low.count(
        b"message/"
    )  # none in most letters, which is cheaper than the pattern
    depth = len(_NESTING.findall(low)) if depth else 0
    if depth > MAX_PARTS or depth * low.count(b"\n") > MAX_COMPARED or low.count(b"\n--") > MAX_DELIMITERS:
        return "the message has too many parts"
    if b"/delivery-status" in low and low.count(b"\n\n") > MAX_PARAGRAPHS:
        return "the message has too many parts"
    return None
