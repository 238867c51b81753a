"""Raw bytes to a `Letter`: who wrote it, which token it carries, and the lines that may be orders.

Reading never raises, whatever the bytes; what cannot be used carries its reason.  The order of work is:
limits on raw bytes, header, body, clean lines, cut.  Nothing here knows a game, a player or an order.
"""

from email.parser import BytesParser
from email.policy import compat32

import msgspec

from pbem.mail import limits, tokens
from pbem.mail.addresses import read_recipients, read_sender
from pbem.mail.auto import automatic, bounced
from pbem.mail.cut import Cut, cut
from pbem.mail.headers import Headers
from pbem.mail.html import html_text
from pbem.mail.normal import order_line, split_lines
from pbem.mail.text import Body, read_body

#: Lines as long as this may have been broken by the sender's mail program.
_MAYBE_WRAPPED = 60

_PARSER = BytesParser(policy=compat32)


class Letter(msgspec.Struct, frozen=True):
    """A received message as far as it concerns us.  Message-IDs stand without their angle brackets."""

    sender: str | None = None  # local part as written, domain in lower case
    sender_reason: str = ""  # why there is no sender
    to: tuple[str, ...] = ()  # where it was delivered and addressed to (To and Cc)
    subject: str = ""
    message_id: str = ""
    in_reply_to: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    date: str = ""  # the Date field, as it stands: a claim of the sender
    tokens: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()  # candidate order lines; empty strings are blank lines between them
    cut: str = ""  # what was cut off, as it was
    cut_why: str = ""  # quote, marker, original, headers, attribution, signature, end
    below: tuple[str, ...] = ()  # lines of the cut-off part that are no quotation
    auto: str = ""  # why no person wrote it
    bounce: str = ""  # why it is a bounce
    refusal: str = ""  # why it cannot be read though a person may have written it, to be told to him
    poison: str = ""  # why reading broke down
    defects: tuple[str, ...] = ()


def read_letter(raw: bytes) -> Letter:
    """Read a message.  Never raises: what breaks the parser is a letter with `poison`, what is too much one
    with `refusal`.
    """
    try:
        refusal = limits.too_much(raw)
        message = _PARSER.parsebytes(limits.shortened(raw, len(raw)) if refusal else raw)
        headers = Headers(message.raw_items())
        if limits.OVERSIZE_HEADER.lower() in headers:
            refusal = "the message is too large"
        body = Body(refusal=refusal) if refusal else read_body(message)
        return _letter(headers, body)
    except Exception as error:
        return Letter(poison=f"the message could not be read ({type(error).__name__})")


def _letter(headers: Headers, body: Body) -> Letter:
    sender, sender_reason = read_sender(headers)
    lines, refusal = _cut_text(body)
    letter = Letter(
        sender=sender,
        sender_reason=sender_reason,
        to=read_recipients(headers),
        subject=headers.text("subject"),
        message_id=next(iter(headers.ids("message-id")), ""),
        in_reply_to=headers.ids("in-reply-to"),
        references=headers.ids("references"),
        date=headers.get("date"),
        lines=_clean(lines.top),
        cut="\n".join(lines.rest).strip("\n"),
        cut_why=lines.why,
        below=_clean(lines.below),
        auto=automatic(headers, sender),
        bounce=bounced(headers, sender),
        refusal=refusal,
        defects=body.defects,
    )
    return msgspec.structs.replace(letter, tokens=tokens.find_tokens(letter))


def _cut_text(body: Body) -> tuple[Cut, str]:
    """(the cut text, why the letter must be refused or an empty string)"""
    if body.refusal:
        return Cut((), (), ()), body.refusal
    done = cut(split_lines(body.text))
    if body.html and any(len(line) >= _MAYBE_WRAPPED for line in done.top):
        done = _unwrapped(done, body.html)
    if len(done.top) > limits.MAX_LINES or any(len(line) > limits.MAX_LINE for line in done.top):
        return Cut((), done.top + done.rest, (), done.why), "the text has too many or too long lines"
    return done, ""


def _unwrapped(done: Cut, source: str) -> Cut:
    """Gmail breaks long lines of the text part at 78 columns, but not those of the HTML part.

    If both say the same word for word, the lines are taken from there; if they do not, the text part counts.
    """
    read = html_text(source)
    if read is None:
        return done
    other = cut(split_lines(read.text))
    same = " ".join(other.top).split() == " ".join(done.top).split()
    return msgspec.structs.replace(done, top=other.top) if same else done


def _clean(lines: tuple[str, ...]) -> tuple[str, ...]:
    """Order lines without blank ones at either end, and never two of those in a row."""
    out: list[str] = []
    for line in map(order_line, lines[: limits.MAX_LINES]):
        if line or (out and out[-1]):
            out.append(line)
    if out and not out[-1]:
        out.pop()
    return tuple(out)
