"""Letters as the mail programs of telephones build them: parts, codings, quotations, signatures, in their users' languages.

Each program is a function from what was typed and what is answered to the bytes of a message.  The texts are ours; their shape is
that of the programs' letters (mail.md 1.1, 1.2).
"""

from collections.abc import Callable, Sequence
from email import policy
from email.message import EmailMessage, Message
from html import escape
from typing import Any, NamedTuple

from .phonewords import JUDGE, Words, gmail_wrote

_POLICY = policy.SMTP.clone(max_line_length=998)


class Typed(NamedTuple):
    """A letter before its program packs it.

    `text`: above the quotation; `below`: at the very end; `inline`: behind the first quoted line that holds the key; `quoted`: the
    text that is answered, none in a new mail; `subject`: that of the mail answered; `to`: who he is.
    """

    text: str
    quoted: Sequence[str]
    subject: str
    me: str
    words: Words
    below: str = ""
    inline: tuple[tuple[str, str], ...] = ()
    attach: str = ""
    signed: bool = True
    #: what the formatted part says instead
    formatted: str = ""

    def answered(self, mark: str = "> ") -> list[str]:
        """The quotation, each line behind `mark`, with what was typed between its lines."""
        lines: list[str] = []
        left = dict(self.inline)
        for line in self.quoted:
            lines.append(f"{mark}{line}".rstrip() if mark else line)
            for key in [key for key in left if key in line]:
                lines += ["", *left.pop(key).split("\n"), ""]
        assert not left, f"nothing quoted holds {left}"
        return [*lines, *(["", self.below] if self.below else [])]

    def html(self) -> str:
        return self.formatted or self.text


def _message(
    plain: str, html: str = "", coding: str = "quoted-printable", charset: str = "utf-8"
) -> EmailMessage:
    mail = EmailMessage(policy=_POLICY)
    if plain or not html:
        mail.set_content(plain, charset=charset, cte=coding)
    if html and plain:
        mail.add_alternative(html, subtype="html", charset=charset, cte=coding)
    elif html:
        mail.set_content(html, subtype="html", charset=charset, cte=coding)
    return mail


def _blocks(text: str, tag: str = "div") -> str:
    """Each line a block, an empty one with a break."""
    return "".join(f"<{tag}>{escape(line, quote=False) or '<br>'}</{tag}>" for line in text.split("\n"))


def _breaks(lines: Sequence[str]) -> str:
    return "<br>".join(escape(line, quote=False) for line in lines)


def _inner(typed: Typed) -> str:
    """The quotation as HTML; what was typed in it stands outside the quoting blocks."""
    parts: list[str] = []
    for line in typed.answered("\0"):
        ours = line.startswith("\0")
        text = escape(line.removeprefix("\0"), quote=False) or "<br>"
        parts.append(f"{text}<br>" if ours else f'</blockquote><div>{text}</div><blockquote type="cite">')
    return "".join(parts)


# --- the programs ---


def iphone(typed: Typed, device: str = "iPhone") -> EmailMessage:
    """Apple Mail on iOS, a reply without formats: one text part, signature above the quotation."""
    signature = ["", typed.words.phone.format(device)] if typed.signed else []
    quotation = ["", f"> {typed.words.wrote}", "> ", *typed.answered()] if typed.quoted else []
    return _message("\n".join([typed.text, *signature, *quotation]))


def watch(typed: Typed) -> EmailMessage:
    """Dictated to a watch."""
    return iphone(typed, "Apple Watch")


def ipad_formatted(typed: Typed) -> EmailMessage:
    """Apple Mail with both parts."""
    plain = iphone(typed, "iPad").get_content()
    signature = (
        f'<br id="lineBreakAtBeginningOfSignature"><div dir="ltr">{typed.words.phone.format("iPad")}</div>'
    )
    html = (
        '<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head><body dir="auto">'
        f'{_blocks(typed.html())}{signature}<div dir="ltr"><br><blockquote type="cite">{escape(typed.words.wrote)}<br><br></blockquote>'
        f'</div><blockquote type="cite"><div dir="ltr">{_inner(typed)}</div></blockquote></body></html>'
    )
    return _message(plain, html)


def gmail(typed: Typed) -> EmailMessage:
    """Gmail on Android: both parts, lines of the text part broken at 78, no signature."""
    wrote = gmail_wrote(typed.words)
    quotation = ["", wrote, "", *typed.answered()] if typed.quoted else []
    plain = "\n".join([*_folded(typed.text), *quotation])
    html = f'<div dir="auto">{_blocks(typed.html())}</div>'
    if typed.quoted:
        html += (
            f'<br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">{escape(wrote)}<br></div>'
            f'<blockquote class="gmail_quote" style="margin:0 0 0 .8ex;border-left:1px #ccc solid;padding-left:1ex">{_inner(typed)}'
            "</blockquote></div>"
        )
    return _message(plain, html, "quoted-printable" if plain.isascii() else "base64")


def _folded(text: str) -> list[str]:
    lines: list[str] = []
    for line in text.split("\n"):
        while len(line) > 78 and " " in line[:78]:
            at = line.rindex(" ", 0, 78)
            lines.append(line[:at])
            line = line[at + 1 :]
        lines.append(line)
    return lines


def outlook(typed: Typed, system: str = "iOS", charset: str = "utf-8") -> EmailMessage:
    """Outlook for telephones: a header block, and the mail below it without any mark."""
    sender, sent, to, subject = typed.words.fields
    block = [
        f"{sender}: Kremlin Judge <{JUDGE}>",
        f"{sent}: {typed.words.outlook_date}",
        f"{to}: {typed.me}",
        f"{subject}: {typed.subject}",
    ]
    signature = typed.words.outlook.format(system)
    rule = "_" * 32
    quotation = [rule, *block, "", *typed.answered("")] if typed.quoted else []
    plain = "\n".join([typed.text, "", f"{signature}<https://aka.ms/o0ukef>", *quotation])
    html = (
        f'<html><body><div dir="ltr" style="font-family: Aptos, sans-serif;">{_blocks(typed.html())}</div>'
        f'<div id="ms-outlook-mobile-signature">{_blocks(signature)}</div>'
    )
    if typed.quoted:
        html += (
            '<div id="mail-editor-reference-message-container"><hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg" '
            f'dir="ltr"><font face="Calibri, sans-serif">{_breaks(block)}</font><div> </div></div>{_blocks(chr(10).join(typed.answered("")))}'
            "</div>"
        )
    return _message(plain, f"{html}</body></html>", charset=charset)


def outlook_android(typed: Typed) -> EmailMessage:
    """Through an Exchange server that prefers Windows' letters."""
    return outlook(typed, "Android", "windows-1252" if _fits(typed, "windows-1252") else "utf-8")


def _fits(typed: Typed, charset: str) -> bool:
    try:
        "\n".join([typed.text, typed.words.outlook_date, *typed.quoted]).encode(charset)
    except UnicodeEncodeError:
        return False
    return True


def samsung(typed: Typed) -> EmailMessage:
    """Samsung's program: base64, its own rule, header fields with Date, text without marks."""
    sender, _, to, subject = typed.words.fields
    block = [
        f"-------- {typed.words.original} --------",
        f"{sender}: Kremlin Judge <{JUDGE}> ",
        f"{'Datum' if sender == 'Von' else 'Date'}: 01/12/2026  13:00  (GMT+01:00) ",
        f"{to}: {typed.me} ",
        f"{subject}: {typed.subject} ",
    ]
    quotation = [*block, "", *typed.answered("")] if typed.quoted else []
    plain = "\n".join([typed.text, "", "", typed.words.galaxy, *quotation])
    html = (
        f'<html><body><div dir="auto">{_blocks(typed.html())}</div><div id="composer_signature" dir="auto"><div style="font-size:12px">'
        f'{typed.words.galaxy}</div></div><div align="left" dir="auto">{_blocks(chr(10).join(quotation))}</div></body></html>'
    )
    return _message(plain, html, "base64")


def k9(typed: Typed) -> EmailMessage:
    """K-9, now Thunderbird for Android: text only, flowed, a real signature."""
    signature = ["", "-- ", "Sent from my Android device with K-9 Mail. Please excuse my brevity."]
    wrote = f"On 1 December 2026 13:00:00 CET, Kremlin Judge <{JUDGE}> wrote:"
    quotation = ["", wrote, *typed.answered(">")] if typed.quoted else []
    flowed = [line for text in typed.text.split("\n") for line in _flowed(text)]
    mail = _message("\n".join([*flowed, *(signature if typed.signed else []), *quotation]))
    mail.replace_header("Content-Type", 'text/plain; charset="utf-8"; format=flowed')
    return mail


def _flowed(line: str) -> list[str]:
    folded = _folded(line)
    return [*(f"{part} " for part in folded[:-1]), folded[-1]]


def yahoo(typed: Typed) -> EmailMessage:
    """Yahoo's program: the quoted text begins in the line of its attribution and bears no marks."""
    wrote = f"  On Tue, Dec 1, 2026 at 1:00 PM, Kremlin Judge<{JUDGE}> wrote:   "
    quoted = typed.answered("") if typed.quoted else []
    quotation = [" ", f"{wrote}{quoted[0]}", *quoted[1:]] if quoted else []
    plain = "\n".join([typed.text, "", "Sent from Yahoo Mail on Android ", *quotation])
    html = (
        f'{_blocks(typed.html())}<br><div id="ymail_android_signature">Sent from Yahoo Mail on Android</div>'
    )
    if quoted:
        html += (
            f'<blockquote style="margin: 0 0 20px 0;"><div>On Tue, Dec 1, 2026 at 1:00 PM, Kremlin Judge</div><div class="yahoo_quoted">'
            f"{_blocks(chr(10).join(quoted))}</div></blockquote>"
        )
    return _message(plain, html)


def proton(typed: Typed) -> EmailMessage:
    """Proton Mail for telephones."""
    quotation = [
        "",
        "-------- Original Message --------",
        f"On Tuesday, 12/01/26 at 13:00 Kremlin Judge <{JUDGE}> wrote:",
        "",
        *typed.answered(),
    ]
    plain = "\n".join([typed.text, "", "Sent from Proton Mail Android", *(quotation if typed.quoted else [])])
    html = (
        f'{_blocks(typed.html())}<div class="protonmail_signature_block">Sent from Proton Mail Android</div><div class="protonmail_quote">'
        f"-------- Original Message --------<br>{_inner(typed)}</div>"
    )
    return _message(plain, html, "base64")


def gmx(typed: Typed) -> EmailMessage:
    """The program of a German free mail service, HTML part included."""
    wrote = f"Am 01.12.26, 13:00 schrieb Kremlin Judge <{JUDGE}>:"
    quotation = ["", wrote, *typed.answered()] if typed.quoted else []
    signature = "Diese Nachricht wurde von meinem Android Mobiltelefon mit GMX Mail gesendet."
    plain = "\n".join([typed.text, "-- ", signature, *quotation])
    html = f"<html><body>{_blocks(typed.html())}-- <br>{signature}<blockquote>{escape(wrote)}<br>{_inner(typed)}</blockquote></body></html>"
    return _message(plain, html)


def html_only(typed: Typed) -> EmailMessage:
    """A maker's own program that sends no text part at all."""
    html = (
        f'<html><body><p dir="ltr">{_breaks(typed.html().split(chr(10)))}</p><div style="border-top:solid #E1E1E1 1.0pt">'
        f"<b>From:</b> Kremlin Judge<br><b>Date:</b> 1 Dec 2026<br><b>To:</b> me<br><b>Subject:</b> {escape(typed.subject)}<br></div>"
        f"<blockquote>{_inner(typed)}</blockquote></body></html>"
    )
    return _message("", html, "base64")


def forwarded(typed: Typed) -> EmailMessage:
    """Passed on with a word, to the judge himself."""
    block = [
        "---------- Forwarded message ---------",
        f"From: Kremlin Judge <{JUDGE}>",
        "Date: Tue, 1 Dec 2026, 13:00",
        f"Subject: {typed.subject}",
        f"To: {typed.me}",
    ]
    plain = "\n".join([typed.text, "", *block, "", "", *typed.answered("")])
    html = f'<div dir="auto">{_blocks(typed.html())}<div class="gmail_quote">{_blocks(chr(10).join([*block, *typed.answered("")]))}</div></div>'
    return _message(plain, html)


PROGRAMS: dict[str, Callable[[Typed], EmailMessage]] = {
    "iphone": iphone,
    "watch": watch,
    "ipad": ipad_formatted,
    "gmail": gmail,
    "outlook-ios": outlook,
    "outlook-android": outlook_android,
    "samsung": samsung,
    "k9": k9,
    "yahoo": yahoo,
    "proton": proton,
    "gmx": gmx,
    "html-only": html_only,
    "forwarded": forwarded,
}
_FILES = {
    "photo": ("image", "jpeg", "IMG_0417.jpeg"),
    "voice": ("audio", "x-m4a", "New Recording 7.m4a"),
}


def letter(program: str, typed: Typed, headers: dict[str, Any]) -> bytes:
    """The whole message."""
    mail = PROGRAMS[program](typed)
    if typed.attach:
        kind, subtype, name = _FILES[typed.attach]
        mail.add_attachment(b"\xff\xd8\xff\xe0 not looked at", maintype=kind, subtype=subtype, filename=name)
    for name, value in headers.items():
        if value:
            mail[name] = value
    return mail.as_bytes()


def text_lines(mail: Message) -> list[str]:
    """What a program quotes of one of our mails."""
    part = next(one for one in mail.walk() if one.get_content_type() == "text/plain")
    body = part.get_payload(decode=True)
    assert isinstance(body, bytes)
    return body.decode("utf-8").rstrip("\n").split("\n")
