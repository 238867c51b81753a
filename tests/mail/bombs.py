"""Messages made to hurt whoever reads them (mail.md, 1.7), each with what the judge is to say of it.

All of them order READY where a person would read it, if they say anything; so `orders` means that it is understood in spite
of the rest, and any other verdict that nothing is done.
"""

import base64
import gzip
import io
import random
import zipfile
import zlib
from collections.abc import Callable
from typing import NamedTuple

ME = "From: Anna <anna@players.example>\nTo: judge@judge.example\n"
TEXT = "Content-Type: text/plain; charset=utf-8\n"
HTML = "Content-Type: text/html; charset=utf-8\n"


class Bomb(NamedTuple):
    """`verdicts`: of `mail.screen`, any of these."""

    verdicts: str
    make: Callable[[], str | bytes]

    def raw(self) -> bytes:
        made = self.make()
        return made if isinstance(made, bytes) else made.encode("utf-8", "surrogateescape")


def letter(*head: str, text: str = "READY\n", kind: str = TEXT) -> str:
    """A letter of hers with these further lines in its header."""
    return ME + "".join(line + "\n" for line in head) + kind + "\n" + text


def html(body: str) -> str:
    return letter(text=body, kind=HTML)


def parts(*some: str, boundary: str = "b", kind: str = "mixed", head: str = "") -> str:
    body = "".join(f"--{boundary}\n{part}\n" for part in some)
    return f'{ME}{head}Content-Type: multipart/{kind}; boundary="{boundary}"\n\n{body}--{boundary}--\n'


def coded(coding: str, body: str | bytes, kind: str = TEXT) -> bytes:
    raw = body if isinstance(body, bytes) else body.encode()
    return f"{ME}{kind}Content-Transfer-Encoding: {coding}\n\n".encode() + raw


def nested(depth: int, inner: str = "READY\n") -> str:
    opening = "".join(f'Content-Type: multipart/mixed; boundary="{n}"\n\n--{n}\n' for n in range(depth))
    return ME + opening + TEXT + "\n" + inner + "".join(f"\n--{n}--" for n in reversed(range(depth)))


def fonts() -> str:
    """Formats that are all open and all differ: an HTML parser compares each new one with all of them."""
    return "".join(f"<font size={number}>" for number in range(7_000))


def zipped(text: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("orders.txt", text)
    return file.getvalue()


def noise(size: int) -> bytes:
    return random.Random(1).randbytes(size)


#: One megabyte but for the header.
MOST = (1 << 20) - 2000
K64 = 60_000
READY = TEXT + "\nREADY\n"

HEADERS = {
    "280 KB of encoded words in the subject": Bomb(
        "refused", lambda: letter("Subject: " + "=?utf-8?q?a?= " * 20_000)
    ),
    "60 KB of encoded words in the subject": Bomb(
        "orders", lambda: letter("Subject: " + "=?utf-8?b?YQ==?= " * 3_500)
    ),
    "encoded words that never end": Bomb("orders", lambda: letter("Subject: " + "=?utf-8?q?" * 6_000)),
    "encoded words of question marks": Bomb("orders", lambda: letter("Subject: " + "=?" * 30_000)),
    "encoded words of a thousand sets": Bomb(
        "orders", lambda: letter("Subject: " + "".join(f"=?x{n}?q?=FF?= " for n in range(3_000)))
    ),
    "an encoded word of 50 KB": Bomb("orders", lambda: letter(f"Subject: =?utf-8?b?{'QUJD' * 12_000}?=")),
    "an encoded word of line ends": Bomb(
        "orders", lambda: letter("Subject: =?utf-8?q?=0D=0ABcc:_x@y.example=0D=0A?=")
    ),
    "20,000 quotes in From": Bomb("refused", lambda: letter().replace("Anna", '"' * 20_000)),
    "60,000 backslashes in From": Bomb("refused", lambda: letter().replace("Anna", '"' + "\\" * K64)),
    "1,000 brackets in From": Bomb("orders", lambda: letter().replace("Anna", "(" * 1_000)),
    "60,000 brackets in From": Bomb("refused", lambda: letter().replace("Anna", "(" * K64)),
    "60,000 angles in From": Bomb("refused", lambda: letter().replace("Anna", "<" * K64)),
    "60,000 dots in From": Bomb("refused", lambda: letter().replace("anna@", "a." * 30_000 + "@")),
    "a domain of 30,000 labels in From": Bomb(
        "refused", lambda: letter().replace("players.example", "a." * 30_000 + "b")
    ),
    "a domain of odd letters in From": Bomb(
        "refused", lambda: letter().replace("players", "ß\u0130" * 3_000)
    ),
    "60,000 At signs in From": Bomb("refused", lambda: letter().replace("anna@", "@" * K64)),
    "two authors": Bomb("refused", lambda: letter("From: boris@players.example")),
    "fifty thousand addresses": Bomb("refused", lambda: letter("To: " + "a@b.example, " * 50_000)),
    "four thousand addresses": Bomb(
        "orders", lambda: letter("Cc: " + "".join(f"a{n}@b.example," for n in range(3_500)))
    ),
    "To of At signs": Bomb("orders", lambda: letter("Cc: " + "@" * K64)),
    "To of letters": Bomb("orders", lambda: letter("Cc: " + "a" * K64)),
    "To of dots": Bomb("orders", lambda: letter("Cc: a@" + "a." * 30_000)),
    "100,000 parameters": Bomb(
        "refused", lambda: letter(kind="Content-Type: text/plain" + "; a=b" * 100_000 + "\n")
    ),
    "10,000 parameters": Bomb(
        "refused", lambda: letter(kind="Content-Type: text/plain" + "; a=b" * 10_000 + "\n")
    ),
    "10,000 parameters of RFC 2231": Bomb(
        "refused",
        lambda: letter(
            kind="Content-Type: text/plain" + "".join(f"; a*{n}*=%41" for n in range(4_000)) + "\n"
        ),
    ),
    "a parameter of quotes": Bomb(
        "refused", lambda: letter(kind='Content-Type: text/plain; a="' + '\\"' * 30_000 + "\n")
    ),
    "a file name of RFC 2231": Bomb(
        "orders", lambda: letter("Content-Disposition: inline; filename*=" + "x'" * 20_000 + "%41" * 5_000)
    ),
    "References of 60 KB": Bomb("orders", lambda: letter("References: " + "<a@b.example> " * 4_200)),
    "References that never close": Bomb("orders", lambda: letter("References: " + "<" * K64)),
    "References without angles": Bomb("orders", lambda: letter("References: " + "a@b " * 15_000)),
    "empty Message-ID": Bomb("orders", lambda: letter("Message-ID: <>")),
    "a Message-ID in brackets": Bomb("orders", lambda: letter("Message-ID: <[x@microsoft.example]>")),
    "a Message-ID of 60 KB": Bomb("orders", lambda: letter(f"Message-ID: <{'a' * K64}@b>")),
    "half a Message-ID": Bomb("orders", lambda: letter("Message-ID: <a@")),
    "a Message-ID in a Message-ID": Bomb("orders", lambda: letter("Message-ID: <<a@b>>")),
    "a date of 99999999999": Bomb(
        "orders", lambda: letter("Date: Mon, 30 Nov 99999999999 10:00:00 +9999999999")
    ),
    "a date of 60 KB": Bomb("orders", lambda: letter("Date: " + "1 Jan " * 10_000)),
    "a date of digits": Bomb("orders", lambda: letter("Date: " + "9" * K64)),
    "5,000 fields": Bomb("orders", lambda: letter(*(f"X{n}: y" for n in range(5_000)))),
    "20,000 equal fields": Bomb("orders", lambda: letter(*["Y:z"] * 15_000)),
    "a field folded 10,000 times": Bomb("orders", lambda: letter("X: y" + "\n z" * 10_000)),
    "a field folded with nothing": Bomb("orders", lambda: letter("Subject: y" + "\n " * 15_000)),
    "a header of spaces": Bomb("orders", lambda: letter("Subject:" + " " * K64)),
    "Received of 60 KB": Bomb("orders", lambda: letter("Received: " + "from a by b; " * 4_500)),
    "Authentication-Results of brackets": Bomb(
        "orders", lambda: letter("Authentication-Results: x; dmarc=" + "(" * K64)
    ),
    "Authentication-Results of semicolons": Bomb(
        "orders", lambda: letter("Authentication-Results: x" + ";" * K64)
    ),
    "Return-Path of angles": Bomb("orders bounce", lambda: letter("Return-Path: " + "<>" * 30_000)),
    "Auto-Submitted of 60 KB": Bomb("automatic", lambda: letter("Auto-Submitted: " + "auto " * 12_000)),
    "a report of semicolons": Bomb(
        "automatic bounce", lambda: letter(kind="Content-Type: multipart/report" + "; a=b" * 12_000 + "\n")
    ),
    "a header without end": Bomb("refused", lambda: "X: y\n" * 200_000),
    "a header of colons": Bomb("orders", lambda: ":\n" * 10_000 + letter()),
    "mbox": Bomb("orders", lambda: "From anna Mon Nov 30 10:00:00 2026\n" + letter()),
    "mbox lines only": Bomb("refused", lambda: "From anna Mon Nov 30 10:00:00 2026\n" * 20_000),
}

TREES = {
    "200,000 tiny parts": Bomb("refused", lambda: parts(*["\nx"] * 170_000)),
    "49 parts": Bomb("orders", lambda: parts(READY, *["\n# x"] * 48)),
    "2,000 parts of HTML": Bomb("orders refused empty", lambda: parts(*[HTML + "\n<p>READY"] * 1_990)),
    "1,900 parts of attachments": Bomb(
        "refused orders", lambda: parts(READY, *["Content-Disposition: attachment\n\nx"] * 1_900)
    ),
    "3,000 multiparts deep": Bomb("refused", lambda: nested(3_000)),
    "49 multiparts deep": Bomb("orders", lambda: nested(49)),
    "3,000 messages deep": Bomb(
        "refused", lambda: ME + "Content-Type: message/rfc822\n\n" * 3_000 + "READY\n"
    ),
    "49 messages deep": Bomb("empty", lambda: ME + "Content-Type: message/rfc822\n\n" * 49 + "READY\n"),
    "3,000 messages deep, folded": Bomb(
        "refused empty", lambda: ME + "Content-Type:\n message/rfc822\n\n" * 3_000 + "READY\n"
    ),
    "3,000 messages deep, with a comment": Bomb(
        "refused empty", lambda: ME + "Content-Type:\t \t message/rfc822\n\n" * 3_000 + "READY\n"
    ),
    "3,000 digests deep": Bomb(
        "refused empty",
        lambda: (
            ME + "".join(f"Content-Type: multipart/digest; boundary={n}\n\n--{n}\n\n" for n in range(3_000))
        ),
    ),
    "a thousand times one boundary": Bomb(
        "refused", lambda: ME + "Content-Type: multipart/mixed; boundary=b\n\n--b\n" * 1_000 + "READY\n"
    ),
    "boundaries that begin alike": Bomb(
        "orders refused",
        lambda: (
            ME
            + "".join(
                f"Content-Type: multipart/mixed; boundary={'b' * (n + 1)}\n\n--{'b' * (n + 1)}\n"
                for n in range(48)
            )
            + READY
        ),
    ),
    "a boundary of 60 KB": Bomb("orders refused", lambda: parts(READY, boundary="b" * K64)),
    "a boundary of stars": Bomb("orders", lambda: parts(READY, boundary=".*" * 30)),
    "an empty boundary": Bomb("orders refused empty", lambda: parts(READY, boundary="")),
    "no boundary": Bomb(
        "refused empty orders", lambda: letter(kind="Content-Type: multipart/mixed\n", text="--b\n\nREADY\n")
    ),
    "a boundary that never comes": Bomb(
        "refused empty orders", lambda: letter(kind="Content-Type: multipart/mixed; boundary=never\n")
    ),
    "two boundaries": Bomb(
        "refused empty orders",
        lambda: letter(
            kind="Content-Type: multipart/mixed; boundary=a; boundary=b\n",
            text="--a\n\nREADY\n--b\n\nCONCEDE\n",
        ),
    ),
    "2,000 multiparts deep by RFC 2231": Bomb(
        "refused", lambda: nested(1_990).replace("boundary=", "boundary*0=")
    ),
    "2,000 multiparts deep in capitals": Bomb(
        "refused", lambda: nested(1_990).replace("boundary", "BOUNDARY")
    ),
    "2,000 multiparts deep with line ends of old": Bomb("refused", lambda: nested(1_990).replace("\n", "\r")),
    "3,000 messages deep in capitals": Bomb(
        "refused", lambda: ME + "CONTENT-TYPE: MESSAGE/RFC822\n\n" * 3_000
    ),
    "49 multiparts deep, 900,000 lines": Bomb("refused", lambda: nested(49, "\n" * 900_000)),
    "25 multiparts in 25 messages, 400,000 lines": Bomb(
        "refused",
        lambda: (
            ME
            + "".join(
                f"Content-Type: message/rfc822\n\nContent-Type: multipart/mixed; boundary={n}\n\n--{n}\n"
                for n in range(24)
            )
            + "x\n" * 400_000
        ),
    ),
    "a delivery report of 190,000 paragraphs": Bomb(
        "bounce",
        lambda: parts(
            "Content-Type: message/delivery-status\n\n" + "a:b\n\n" * 190_000,
            kind="report; report-type=delivery-status",
        ),
    ),
    "parameters within parts": Bomb(
        "refused",
        lambda: (
            ME
            + "".join(
                f"Content-Type: multipart/mixed{'; a=b' * 3_500}; boundary={n}\n\n--{n}\n" for n in range(49)
            )
            + READY
        ),
    ),
    "a quoted parameter of semicolons": Bomb(
        "refused",
        lambda: letter(
            kind='Content-Type: multipart/mixed; a="' + ";" * 60_000 + "; boundary=b\n", text="--b\n" + READY
        ),
    ),
    "a quoted parameter of semicolons in a part": Bomb(
        "refused",
        lambda: parts('Content-Type: multipart/mixed; a="' + ";" * 900_000 + "; boundary=c\n\n--c\n" + READY),
    ),
    "a folded type": Bomb(
        "refused",
        lambda: parts("Content-Type: text/plain" + ";\r\n a=b" * 3_000 + "\n\nREADY\n"),
    ),
    "a folded type that is not too long": Bomb(
        "orders",
        lambda: parts("Content-Type: text/plain" + ";\r\n a=b" * 300 + "\n\nREADY\n"),
    ),
    "message/partial": Bomb(
        "refused empty", lambda: letter(kind='Content-Type: message/partial; id="x"; number=1; total=2\n')
    ),
    "message/external-body": Bomb(
        "refused empty",
        lambda: letter(
            kind='Content-Type: message/external-body; access-type=URL; URL="file:///etc/passwd"\n'
        ),
    ),
    "a bounce with 10,000 recipients": Bomb(
        "bounce",
        lambda: parts(
            "Content-Type: message/delivery-status\n\n" + "Final-Recipient: rfc822;a@b.example\n\n" * 10_000,
            kind='report; report-type="delivery-status"',
        ),
    ),
    "a bounce with 100,000 parameters in a part": Bomb(
        "bounce",
        lambda: parts(
            "Content-Type: text/plain" + "; a=b" * 100_000 + "\nContent-Transfer-Encoding: 8bit\n\nä\n",
            kind='report; report-type="delivery-status"',
        ),
    ),
    "a bounce with quotes in a part": Bomb(
        "bounce",
        lambda: parts(
            'Content-Type: text/plain; a="' + "\\" * 500_000 + "\nContent-Transfer-Encoding: 8bit\n\nä\n",
            kind='report; report-type="delivery-status"',
        ),
    ),
    "100,000 parameters in a part": Bomb(
        "refused", lambda: parts("Content-Type: text/plain" + "; a=b" * 100_000 + "\n\nREADY\nä\n")
    ),
    "a part with 100,000 fields": Bomb("orders refused", lambda: parts("X: y\n" * 100_000 + READY)),
    "a part with a field of 900 KB": Bomb("orders", lambda: parts("X: " + "y" * 900_000 + "\n" + READY)),
    "a part with a field folded 300,000 times": Bomb(
        "orders", lambda: parts("X: y" + "\n z" * 300_000 + "\n" + READY)
    ),
    "alternatives by the hundred": Bomb("orders refused", lambda: parts(*[READY] * 500, kind="alternative")),
}

CODINGS = {
    "a megabyte of base64 without a line end": Bomb(
        "refused", lambda: coded("base64", base64.b64encode(b"READY\n" * 130_000)[:MOST])
    ),
    "base64 of nothing but padding": Bomb("empty", lambda: coded("base64", "=" * MOST)),
    "base64 of nothing but signs that are none": Bomb("empty", lambda: coded("base64", "-_" * (MOST // 2))),
    "base64 one sign a line": Bomb(
        "refused", lambda: coded("base64", "UkVBRFkK"[0] + "\nA" * (MOST // 2 - 1))
    ),
    "base64 in base64": Bomb(
        "empty", lambda: coded("base64", base64.b64encode(base64.b64encode(base64.b64encode(b"READY\n"))))
    ),
    "quoted-printable of equal signs": Bomb("refused empty", lambda: coded("quoted-printable", "=" * MOST)),
    "quoted-printable that joins 300,000 lines": Bomb(
        "refused", lambda: coded("quoted-printable", "x=\n" * 300_000)
    ),
    "quoted-printable of spaces": Bomb(
        "refused empty", lambda: coded("quoted-printable", " \n" * (MOST // 2))
    ),
    "quoted-printable of line ends": Bomb(
        "orders", lambda: coded("quoted-printable", "# x=0D=0AREADY=0D=0A")
    ),
    "uuencode": Bomb("empty refused", lambda: coded("x-uuencode", "begin 666 x\n" + "M" * MOST)),
    "yenc": Bomb("empty refused orders", lambda: coded("x-yenc", "=ybegin line=128\n" + "\xff" * 300_000)),
    "an unknown coding": Bomb("refused", lambda: coded("x-" + "y" * 5_000, "READY\n")),
    "NUL bytes": Bomb("refused empty", lambda: coded("8bit", b"\0" * MOST)),
    "NUL bytes in the header": Bomb("orders refused", lambda: letter("Subject: " + "\0" * 60_000)),
    "NUL bytes between the letters": Bomb(
        "orders", lambda: coded("8bit", b"\0".join(b"READY"[n : n + 1] for n in range(5)))
    ),
    "lone surrogates": Bomb("empty orders", lambda: coded("8bit", b"\xed\xa0\x80READY\xed\xb0\x80\n" * 300)),
    "overlong UTF-8": Bomb("empty orders refused", lambda: coded("8bit", b"\xc0\x8aREADY\xc0\x8a")),
    "UTF-16": Bomb(
        "refused",
        lambda: coded("8bit", "READY\n".encode("utf-16"), "Content-Type: text/plain; charset=utf-16\n"),
    ),
    "UTF-16 that calls itself UTF-8": Bomb(
        "orders empty refused", lambda: coded("8bit", "READY\n".encode("utf-16"))
    ),
    "UTF-7": Bomb(
        "refused empty",
        lambda: coded("8bit", b"+AFIARQBBAEQAWQ-\n\xe4", "Content-Type: text/plain; charset=utf-7\n"),
    ),
    "HZ": Bomb(
        "refused empty",
        lambda: coded("8bit", b"~{" * 20_000 + b"\xe4", "Content-Type: text/plain; charset=hz\n"),
    ),
    "ISO-2022 of escapes": Bomb(
        "empty refused",
        lambda: coded("8bit", b"\x1b$B" * 20_000, "Content-Type: text/plain; charset=iso-2022-jp\n"),
    ),
    "a character set with escapes": Bomb(
        "orders refused", lambda: letter(kind="Content-Type: text/plain; charset=_iso-2022-jp$ESC\x1b\n")
    ),
    "a character set of 60 KB": Bomb(
        "orders refused", lambda: letter(kind=f"Content-Type: text/plain; charset={'x' * K64}\n")
    ),
    "a character set that is a path": Bomb(
        "refused",
        lambda: letter(kind="Content-Type: text/plain; charset=../../../../etc/passwd\n", text="READY ä\n"),
    ),
    "unicode_escape": Bomb(
        "orders",
        lambda: letter(
            kind="Content-Type: text/plain; charset=unicode_escape\n", text="# \\x0aCONCEDE\nREADY\n"
        ),
    ),
    "gzip": Bomb("refused empty orders", lambda: coded("8bit", gzip.compress(bytes(50 << 20)))),
    "gzip with its own field": Bomb(
        "refused empty orders", lambda: b"Content-Encoding: gzip\n" + coded("8bit", gzip.compress(b"READY\n"))
    ),
    "a zip as text": Bomb(
        "refused empty orders", lambda: coded("base64", base64.encodebytes(zipped(bytes(50 << 20))))
    ),
    "deflated S/MIME": Bomb(
        "refused",
        lambda: coded(
            "base64",
            base64.encodebytes(zlib.compress(bytes(50 << 20))),
            "Content-Type: application/pkcs7-mime; smime-type=compressed-data; name=smime.p7z\n",
        ),
    ),
    "TNEF": Bomb(
        "empty refused",
        lambda: coded(
            "base64",
            base64.encodebytes(b"\x78\x9f\x3e\x22" + noise(300_000)),
            "Content-Type: application/ms-tnef\n",
        ),
    ),
    "an invitation": Bomb(
        "empty refused",
        lambda: letter(
            kind="Content-Type: text/calendar; method=REPLY\n",
            text="BEGIN:VCALENDAR\n" + "X:READY\n" * 30_000,
        ),
    ),
    "nothing but noise": Bomb("refused", lambda: noise(MOST)),
    "noise as text": Bomb("refused empty orders", lambda: coded("8bit", noise(60_000))),
    "noise as text without a line end": Bomb(
        "refused empty orders", lambda: coded("8bit", noise(60_000).replace(b"\n", b" ").replace(b"\r", b" "))
    ),
    "flowed for ever": Bomb(
        "refused", lambda: letter(kind="Content-Type: text/plain; format=flowed\n", text="x \n" * 20_000)
    ),
    "flowed quotes": Bomb(
        "orders empty",
        lambda: letter(kind="Content-Type: text/plain; format=flowed\n", text="READY\n" + ">" * 60_000),
    ),
    "a quarter of a million marks over one letter": Bomb(
        "refused empty", lambda: letter(text="a" + "\u0301" * 30_000)
    ),
    "one sign that becomes eighteen": Bomb("empty refused", lambda: letter(text="\ufdfa" * 20_000)),
    "marks in the wrong order": Bomb(
        "empty refused", lambda: letter(text="a" + "\u0315\u0300\u05ae" * 10_000)
    ),
}


def _lines(*some: str) -> dict[str, Bomb]:
    """The same signs again and again: in one line of a megabyte, and in as many lines as will do."""
    found = {}
    for one in some:
        found |= {
            f"a megabyte of {one!r}": Bomb(
                "refused", lambda one=one: letter(text=one * (MOST // len(one.encode())))
            ),
            f"155 lines of 400 {one!r}": Bomb(
                "empty orders refused",
                lambda one=one: letter(text="READY\n" + ((one * 400)[:395].replace("\n", " ") + "\n") * 155),
            ),
        }
    return found


TEXTS = _lines(
    "x",
    ">",
    "> ",
    "On ",
    "<",
    "&",
    "\n",
    " \n",
    " ",
    "-",
    "_ ",
    "*",
    "\t",
    "On 1 Jan 2026, a <a@b.example> ",
    ":",
) | _lines(
    "wrote:",
    "From: ",
    "From: a\nSent: b\n",
    "le ",
    "2026-11-30 ",
    "10:00 ",
    "\u200b",
    "a@b <",
    '"',
    "ä",
    "1.",
    "= ",
    "# ",
    "http://a<http://a> ",
    "||",
)

PAGES = {
    "9,999 tags nested": Bomb("orders refused empty", lambda: html("<div>" * 9_990 + "READY")),
    "20,000 tags nested": Bomb("refused", lambda: html("<div>" * 20_000 + "READY")),
    "9,999 tables nested": Bomb("orders refused empty", lambda: html("<table><tr><td>" * 3_300 + "READY")),
    "9,999 bold letters": Bomb("orders refused empty", lambda: html("READY" + "<b>" * 9_900)),
    "9,999 links that never close": Bomb(
        "orders refused empty", lambda: html("READY" + "<a href=x>" * 9_900)
    ),
    "misnested formatting": Bomb("orders refused empty", lambda: html("READY" + "<p><b><i></p>" * 3_000)),
    "misnested tables": Bomb("orders refused empty", lambda: html("READY" + "<table><b>x" * 4_900)),
    "marks in the wrong order in HTML": Bomb("refused", lambda: html("a" + "\u0315\u0300\u05ae" * 21_000)),
    "open paragraphs": Bomb("orders refused empty", lambda: html("READY" + "<p>x" * 9_900)),
    "9,999 quotations nested": Bomb("orders refused empty", lambda: html("READY" + "<blockquote>" * 9_900)),
    "9,999 lists nested": Bomb("orders refused empty", lambda: html("READY" + "<ul><li>" * 4_950)),
    "10,000 attributes": Bomb(
        "orders", lambda: html("<p " + " ".join(f"a{n}=b" for n in range(10_000)) + ">READY</p>")
    ),
    "an attribute of 100 KB": Bomb("orders", lambda: html(f'<p class="{"gmail_" * 16_000}">READY</p>')),
    "a style of 100 KB": Bomb("orders", lambda: html(f'<p style="{"border-top:" * 9_000}">READY</p>')),
    "a style of spaces": Bomb("orders", lambda: html(f'<p style="display{" " * 100_000}">READY</p>')),
    "a style of text-decoration": Bomb(
        "orders", lambda: html(f'<p style="{"text-decoration" * 8_000}">READY</p>')
    ),
    "a style of font sizes": Bomb(
        "orders refused empty", lambda: html(f'<p style="{"font-size:0." * 9_000}">READY</p>')
    ),
    "a style of margins": Bomb(
        "orders", lambda: html(f'<blockquote style="{"margin:" * 9_000} 40px 40px">READY</blockquote>')
    ),
    "1,000 styles of 100 signs": Bomb(
        "orders",
        lambda: html("".join(f'<b style="{"border-top : " * 8}">x</b>' for _ in range(900)) + "<br>READY"),
    ),
    "huge entities": Bomb("orders refused empty", lambda: html("READY<br>" + "&#9999999999;" * 9_000)),
    "entities without end": Bomb("orders refused empty", lambda: html("READY<br>" + "&" + "amp" * 40_000)),
    "entities that grow": Bomb("orders refused empty", lambda: html("READY<br>" + "&NotEqualTilde;" * 8_000)),
    "an entity that is an end of line": Bomb(
        "orders refused empty", lambda: html("# x&#10;CONCEDE<br>READY")
    ),
    "an entity that is a surrogate": Bomb(
        "orders", lambda: html("READY<br># &#xD800;&#xDFFF;&#0;&#x85;&#x2028;")
    ),
    "a million laughs": Bomb(
        "orders refused empty",
        lambda: html(
            "<!DOCTYPE x [<!ENTITY a 'lol'>"
            + "".join(f"<!ENTITY {n} '&a;&a;&a;'>" for n in "bcdefg")
            + "]><p>READY</p>&g;"
        ),
    ),
    "CSS": Bomb("orders refused empty", lambda: html("<style>" + "a{" * 50_000 + "</style><p>READY</p>")),
    "a comment without end": Bomb("orders refused empty", lambda: html("<p>READY</p><!--" + "-" * 120_000)),
    "comments by the thousand": Bomb("orders refused empty", lambda: html("<p>READY</p>" + "<!-->" * 9_900)),
    "CDATA": Bomb("orders refused empty", lambda: html("<svg>" + "<![CDATA[" * 9_900 + "</svg><p>READY</p>")),
    "a script": Bomb(
        "orders refused empty", lambda: html("<script>" + "<!--<script>" * 4_000 + "</script><p>READY</p>")
    ),
    "templates": Bomb("orders refused empty", lambda: html("<p>READY</p>" + "<template>" * 9_900)),
    "selects": Bomb("orders refused empty", lambda: html("<p>READY</p>" + "<select><option>" * 4_900)),
    "frames": Bomb("refused empty orders", lambda: html("<p>READY</p>" + "<frameset>" * 9_900)),
    "MathML": Bomb("refused empty orders", lambda: html("<p>READY</p>" + "<math><mi><p>" * 3_300)),
    "NUL bytes in HTML": Bomb("refused empty orders", lambda: html("<p>READY</p>" + "<\0" * 9_900)),
    "one word in 60,000 pieces": Bomb("refused empty orders", lambda: html("<wbr>x" * 9_900 + "<br>READY")),
    "9,900 line breaks": Bomb("refused orders", lambda: html("<p>READY</p>" + "<br>" * 9_900)),
    "a hundred pages": Bomb(
        "refused empty orders",
        lambda: parts(*[HTML + "\n" + "<div>" * 100 + "READY"] * 400, kind="alternative"),
    ),
    "seven pages of 128 KB": Bomb(
        "refused empty orders", lambda: parts(*[HTML + "\n" + ("<div>" * 9_000) + "x" * 80_000 + "READY"] * 7)
    ),
    "8,000 fonts": Bomb("refused empty orders", lambda: html(fonts() + "READY")),
    "seven pages of 8,000 fonts": Bomb("refused", lambda: parts(*[HTML + "\n" + fonts() + "READY"] * 7)),
    "pages beside a text": Bomb(
        "orders",
        lambda: parts(TEXT + "\nREADY\n" + "x" * 70 + "\n", *[HTML + "\n" + "<div>" * 9_990 + "READY"] * 20),
    ),
}

BOMBS: dict[str, Bomb] = {**HEADERS, **TREES, **CODINGS, **TEXTS, **PAGES}
