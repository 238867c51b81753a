"""Raw bytes to a `Letter`: who wrote it, which token it carries, and the lines that may be orders.

Reading never raises, whatever the bytes; what cannot be used carries its reason.  The order of work is:
limits on raw bytes, header, body, clean lines, cut.  Nothing here knows a game, a player or an order.
"""

from collections.abc import Sequence
from email.parser import BytesParser
from email.policy import compat32

import msgspec

from pbem.mail import limits, tokens, verp
from pbem.mail.addresses import read_addressees, read_delivered, read_recipients, read_sender
from pbem.mail.agree import Agreement, agreement
from pbem.mail.armour import is_encrypted, unarmoured
from pbem.mail.authres import TRACED
from pbem.mail.auto import automatic, bounced
from pbem.mail.bounces import read_returned
from pbem.mail.cut import Cut, cut
from pbem.mail.headers import Headers
from pbem.mail.letter import Letter as Letter
from pbem.mail.normal import order_line, split_lines, typed_line
from pbem.mail.signs import oddity
from pbem.mail.text import Body, left_out, read_body

#: Lines as long as this may have been broken by the sender's mail program.
_MAYBE_WRAPPED = 60

_PARSER = BytesParser(policy=compat32)


def read_letter(raw: bytes) -> Letter:
    """Read a message.  Never raises: what breaks the parser is a letter with `poison`, what is too much one
    with `refusal`.
    """
    try:
        refusal = limits.too_much(raw)
        message = _PARSER.parsebytes(limits.shortened(raw, 0) if refusal else raw, headersonly=bool(refusal))
        headers = Headers(message.raw_items())
        if limits.OVERSIZE_HEADER.lower() in headers:
            refusal = refusal or limits.TOO_LARGE
        body = Body(refusal=refusal) if refusal else read_body(message)
        letter = _letter(headers, body)
        if letter.bounce or verp.envelopes(letter.to):
            letter = msgspec.structs.replace(letter, returned=read_returned(message, headers, raw))
        return letter
    except Exception as error:
        return Letter(poison=f"the message could not be read ({type(error).__name__})")


def _letter(headers: Headers, body: Body) -> Letter:
    sender, sender_reason = read_sender(headers)
    words, refusal = _cut_text(body)
    lines, odd = _clean(words.done.top)
    letter = Letter(
        sender=sender,
        sender_reason=sender_reason,
        return_path=headers.get("return-path").strip("<> "),
        to=read_recipients(headers),
        delivered=read_delivered(headers),
        addressees=read_addressees(headers),
        auth=headers.trace(TRACED),
        subject=headers.text("subject"),
        message_id=next(iter(headers.ids("message-id")), ""),
        in_reply_to=headers.ids("in-reply-to"),
        references=headers.ids("references"),
        date=headers.get("date"),
        lines=lines,
        cut="\n".join(words.done.rest).strip("\n"),
        cut_why=words.done.why,
        below=_clean(words.done.below)[0],
        under_header=_clean(words.done.under_header)[0],
        quoted=_clean(words.done.quoted)[0],
        other_lines=_clean(words.other)[0] if any(words.other) else words.other,
        odd=odd,
        typed=_typed(words.done.top, lines),
        auto=automatic(headers, sender),
        bounce=bounced(headers, sender),
        refusal=refusal,
        defects=tuple(dict.fromkeys(body.defects + left_out(words.struck, words.unseen))),
        attached=body.attached,
    )
    return msgspec.structs.replace(letter, tokens=tokens.find_tokens(letter))


def _cut_text(body: Body) -> tuple[Agreement, str]:
    """(the cut text, why the letter must be refused or an empty string)"""
    if body.refusal:
        return Agreement(Cut(())), body.refusal
    done = cut(unarmoured(split_lines(body.text)))
    if is_encrypted(done.rest):
        return Agreement(Cut((), done.rest)), "the text is encrypted; please send it as plain text"
    if len(done.top) > limits.MAX_LINES or any(len(line) > limits.MAX_LINE for line in done.top):
        return Agreement(
            Cut((), done.top + done.rest, why=done.why)
        ), "the text has too many or too long lines"
    if not body.html:
        return Agreement(done), ""
    return _beside_html(done, body), ""


def _beside_html(done: Cut, body: Body) -> Agreement:
    """The reading that text and HTML share.  What stands in the text alone, behind it (a mailing list's words), stays."""
    if body.twin == body.text:
        return agreement(done, body.html, any(len(line) >= _MAYBE_WRAPPED for line in done.top))
    found = agreement(cut(unarmoured(split_lines(body.twin))), body.html, wrapped=False)
    return found._replace(done=done)


def _typed(top: Sequence[str], lines: Sequence[str]) -> tuple[tuple[int, str], ...]:
    """What in these lines of the letter was typed with other signs."""
    if all(raw.isascii() for raw in top):
        return ()
    found: list[tuple[int, str]] = []
    at = 0
    for raw in top[: limits.MAX_LINES]:
        while at < len(lines) and not lines[at]:
            at += 1
        if at < len(lines) and order_line(raw) == lines[at]:
            if not raw.isascii() and len(raw) <= limits.MAX_LINE:
                found.append((at, typed_line(raw)))
            at += 1
    return tuple(found)


def _clean(lines: Sequence[str]) -> tuple[tuple[str, ...], tuple[tuple[int, str], ...]]:
    """(order lines without blank ones at either end, and never two of those in a row; what is odd about them)"""
    out: list[str] = []
    odd: list[tuple[int, str]] = []
    for raw in lines[: limits.MAX_LINES]:
        line = order_line(raw)
        if line or (out and out[-1]):
            out.append(line)
            if line and (why := oddity(raw)):
                odd.append((len(out) - 1, why))
    if out and not out[-1]:
        out.pop()
    return tuple(out), tuple(odd)
