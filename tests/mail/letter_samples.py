"""Makes small messages for the tests."""


def message(
    text: str = "PURGE Badenuff\n",
    *headers: str,
    sender: str = "Anna <anna@example.org>",
    to: str = "judge@example.org",
    subject: str = "Re: report",
    kind: str = "text/plain; charset=utf-8",
) -> bytes:
    """A message with 8-bit UTF-8 text; `headers` are whole lines put first."""
    head = [*headers, f"From: {sender}", f"To: {to}", f"Subject: {subject}", f"Content-Type: {kind}"]
    return ("\n".join([*head, "MIME-Version: 1.0", "", ""]) + text).encode("utf-8", "surrogateescape")
