"""What was read of a message (`letters.read_letter`): for those who work on letters and read none themselves."""

import msgspec

from pbem.mail.bounces import Returned


class Letter(msgspec.Struct, frozen=True):
    """A received message as far as it concerns us.  Message-IDs stand without their angle brackets."""

    sender: str | None = None  # local part as written, domain in lower case
    sender_reason: str = ""  # why there is no sender
    return_path: str = ""  # where it says that it bounces to; "" if it says nothing
    to: tuple[str, ...] = ()  # where it was delivered and addressed to (To and Cc)
    delivered: tuple[str, ...] = ()  # where mail servers say that they delivered it
    addressees: tuple[str, ...] = ()  # To and Cc alone
    auth: tuple[tuple[str, str], ...] = ()  # Received and Authentication-Results, from the top (`authres`)
    subject: str = ""
    message_id: str = ""
    in_reply_to: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    date: str = ""  # the Date field, as it stands: a claim of the sender
    tokens: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()  # candidate order lines; empty strings are blank lines between them
    cut: str = ""  # what was cut off, as it was
    cut_why: str = ""  # quote, marker, original, headers, attribution, signature, end
    below: tuple[str, ...] = ()  # lines of the cut-off part that are no quotation, and may be his own
    under_header: tuple[str, ...] = ()  # such lines below the copied header of another mail: never his own
    quoted: tuple[str, ...] = ()  # lines that are marked as quotation, without their marks: never taken
    other_lines: tuple[str, ...] = ()  # the HTML's top if it says something else; ("",): nothing
    odd: tuple[tuple[int, str], ...] = ()  # (index into `lines`, a clause: why it is no order)
    typed: tuple[
        tuple[int, str], ...
    ] = ()  # (index into `lines`, the line with its signs as they were typed), where it differs
    auto: str = ""  # why no person wrote it
    bounce: str = ""  # why it is a bounce
    returned: Returned | None = (
        None  # what it says as one, if it is one or came to an envelope sender of ours
    )
    refusal: str = ""  # why it cannot be read though a person may have written it, to be told to him
    poison: str = ""  # why reading broke down
    defects: tuple[str, ...] = ()  # what was left out or guessed, as clauses
    attached: bool = False  # files came with it, pictures or recordings
