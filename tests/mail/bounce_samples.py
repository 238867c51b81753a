"""Bounces as mail servers write them, for a mail of ours."""

from zlib import crc32


def dsn(
    to: str,
    recipient: str = "anna@players.example",
    *,
    action: str = "failed",
    status: str = "5.1.1",
    returned: str = "",
    sender: str = "MAILER-DAEMON@mx.players.example (Mail Delivery System)",
    words: str = "This is the mail system at host mx.players.example.",
) -> bytes:
    """A delivery report as RFC 3464 wants it, sent to the envelope sender `to`; `returned`: header lines of the mail that comes back."""
    return f"""Return-Path: <>
Delivered-To: {to}
From: {sender}
Subject: Undelivered Mail Returned to Sender
To: {to}
Auto-Submitted: auto-replied
Message-ID: <bounce-{crc32(f"{to} {action} {status} {words}".encode())}@mx.players.example>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="AA"

--AA
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

{words}

--AA
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.players.example

Final-Recipient: rfc822; {recipient}
Original-Recipient: rfc822;{recipient}
Action: {action}
Status: {status}
Diagnostic-Code: smtp; 550 {status} <{recipient}>: told so

--AA
Content-Type: text/rfc822-headers

{returned}

--AA--
""".encode()


def plain(to: str, text: str, sender: str = "MAILER-DAEMON@mx.players.example", *headers: str) -> bytes:
    """A bounce in free words."""
    head = [
        *headers,
        f"From: {sender}",
        f"To: {to}",
        "Subject: From the mail system",
        "Message-ID: <plain@mx>",
    ]
    return ("\n".join(head) + f"\nContent-Type: text/plain\n\n{text}\n").encode()
