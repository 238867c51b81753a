"""Old orders in what a letter quotes, put at every place of it: none may be executed, and none on top may be lost.

The numbers are a ratchet: they may fall, never rise.
"""

import re
import textwrap
from collections.abc import Iterator
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import compat32
from pathlib import Path

import pytest

from pbem.mail.cut import cut
from pbem.mail.letters import read_letter
from pbem.mail.normal import order_line, split_lines
from pbem.mail.screen import examine
from tests.mail.corpora import files, needs_corpora
from tests.mail.natural import LETTERS
from tests.mail.quotations import ADDRESS, JUDGE, SINGLE, TONGUES, WHO, Tongue

OLD, TOP = "PURGE Palavrian", "PURGE Badenuff"
REPORT = ["", "Dear Anna,", "the session of 1953 is open.", "Yours, the judge"]


def wrapped(text: str, width: int) -> str:
    return "\n".join(textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False))


def block(tongue: Tongue, order: str = "0123", who: str = JUDGE) -> list[str]:
    """The copied header of the answered mail; `order`: which of its fields, in which order."""
    values = (who, tongue.sent, "Anna", "Re: Turn 1")
    return [f"{tongue.labels[int(i)]}: {values[int(i)]}" for i in order]


def programs(tongue: Tongue) -> Iterator[tuple[str, str]]:
    """What mail programs write in that language above what they quote."""
    yield "Gmail", tongue.gmail
    yield "Gmail, 60 columns", wrapped(tongue.gmail, 60)
    yield "Gmail, 40 columns", wrapped(tongue.gmail, 40)
    yield "Gmail, before the address", tongue.gmail.replace(f"<{ADDRESS}>", f"<\n{ADDRESS}>")
    yield "Apple Mail", tongue.apple
    yield "Apple Mail, 45 columns", wrapped(tongue.apple, 45)
    yield "telephone", f"{tongue.phone}\n\n{tongue.apple}"
    yield "telephone alone", tongue.phone
    yield "Thunderbird", tongue.thunderbird
    yield "header", "\n".join(block(tongue, who=WHO))
    yield "header, names", "\n".join(block(tongue))
    yield "header, bold", "\n".join(f"*{line.replace(':', ':*', 1)}" for line in block(tongue))
    yield "header, rule above", "_" * 32 + "\n" + "\n".join(block(tongue))
    yield "header, no subject", "\n".join(block(tongue, "012"))
    yield "header, subject second", "\n".join(block(tongue, "0312"))
    yield "header, date first", "\n".join(block(tongue, "1023"))
    yield "header, blank lines", "\n\n".join(block(tongue))
    yield "header, one line", " ".join(block(tongue))
    yield "header, unseen signs", "\n".join(line.replace(": ", ":\u200e \u200e") for line in block(tongue))
    yield "original", f"-----{tongue.original}-----\n" + "\n".join(block(tongue))
    yield (
        "original, Samsung",
        f"-------- {tongue.original} --------\n" + "\n".join(block(tongue, "0123", WHO)),
    )
    yield "original alone", f"---------- {tongue.original} ----------"


def quotations() -> Iterator[tuple[str, str]]:
    for language, tongue in TONGUES.items():
        for program, text in programs(tongue):
            yield f"{program}, {language}", text
    yield from SINGLE.items()


def letters_with_an_old_order(opening: list[str], mark: str) -> Iterator[list[str]]:
    """An order on top, a quotation, and an old order below each of its lines: glued to them, between blank lines, indented."""
    quoted = [*opening, *(mark + line for line in REPORT)]
    for at in range(1, len(quoted) + 1):
        before, after = [TOP, *[""] * (at % 2), *quoted[:at]], quoted[at:]
        yield [*before, OLD, *after]
        yield [*before, "", OLD, "", *after]
        if at % 3 == 0:
            yield [*before, "   " + OLD, *after]
        if mark and at > len(opening):
            yield [*before, mark + OLD, *after]


@pytest.mark.parametrize("mark", ["", "> "])
def test_no_order_planted_into_the_quotations_of_many_programs_and_languages_comes_through(mark: str) -> None:
    planted, through, lost = 0, [], []
    for name, opening in quotations():
        for lines in letters_with_an_old_order(opening.split("\n"), mark):
            top = [order_line(line) for line in cut(lines).top]
            planted += 1
            through += [name] * (OLD in top)
            lost += [name] * (TOP not in top)
    print(f"planted {planted}, came through {len(through)}, orders on top lost {len(lost)}")
    assert planted > 9_000
    assert set(through) == set()
    assert lost == []


def test_nothing_below_a_copied_header_is_taken_for_the_players_own() -> None:
    for language, tongue in TONGUES.items():
        for program, opening in programs(tongue):
            if program.startswith(("header", "original")):
                done = cut(f"{TOP}\n\n{opening}\n\n{OLD}".split("\n"))
                assert done.under_header == (OLD,), (language, program)
                assert done.below == (), (language, program)


@pytest.mark.parametrize("text", LETTERS)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_no_line_that_players_write_is_taken_for_the_beginning_of_a_quotation(text: str, end: str) -> None:
    done = cut(split_lines(text.replace("\n", end)))
    assert "\n".join(done.top) == text
    assert done.why == ""


@pytest.mark.parametrize("text", LETTERS)
def test_what_players_write_is_kept_above_every_kind_of_quotation(text: str) -> None:
    for name, opening in list(quotations())[LETTERS.index(text) % 11 :: 11]:
        top = cut(f"{text}\n\n{opening}\n\n{OLD}".split("\n")).top
        assert "\n".join(top).strip() == text, name


# --- real replies ---


def reply_lines(path: Path) -> tuple[list[str], set[str]]:
    """(lines of a real reply, those that its author wrote)"""
    lines = path.read_text(errors="replace").replace("\r\n", "\n").split("\n")
    own = path.parents[1] / "trimmed" / path.name
    return lines, set(map(str.strip, own.read_text(errors="replace").split("\n"))) if own.exists() else set()


@needs_corpora
@pytest.mark.parametrize("form", ["{old}", "\n{old}\n", "   {old}", "{mark}{old}", "{old}\r"])
def test_no_order_planted_into_real_replies_comes_through(form: str) -> None:
    planted, through, lost = 0, [], []
    for path in files("email_reply_trimmer/emails"):
        lines, own = reply_lines(path)
        for at in [i for i, line in enumerate(lines) if line.strip() and line.strip() not in own]:
            mark = (re.match(r"(?:[>|] ?)+", lines[at]) or [""])[0]
            text = "\n".join([TOP, *lines[: at + 1], form.format(old=OLD, mark=mark), *lines[at + 1 :]])
            top = [order_line(line) for line in cut(split_lines(text)).top]
            planted += 1
            through += [(path.name, at)] * (OLD in top)
            lost += [path.name] * (top[0] != TOP)
    print(f"planted {planted}, came through {len(through)}: {through}")
    assert planted > 800
    assert through == []
    assert lost == []


def written(kind: str, text: str) -> bytes:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "a@b.org", ADDRESS, "Re: Turn 1"
    message.set_content(text, subtype=kind, cte="base64")
    return message.as_bytes()


def executed(raw: bytes) -> tuple[str, ...]:
    """What `pbem read` takes for orders."""
    verdict = examine(raw, ADDRESS, {OLD, TOP}.__contains__)
    return verdict.lines if verdict.verdict == "orders" else ()


#: The first words of what each page quotes.
PAGES = {
    "OLK_SRC_BODY_SECTION.html": "<span>From",
    "gmail.html": "On Thu, Jun",
    "hotmail.html": "Date: Thu",
    "mail_ru.html": "Thu, 26 Jun",
    "ms_outlook_2003.html": "From:",
    "ms_outlook_2007.html": "From:",
    "ms_outlook_2010.html": "From:",
    "reply-separated-by-hr.html": "<hr>",
    "thunderbird.html": "On 26.06",
    "windows_mail.html": "От:",
    "yandex_ru.html": "26.06.2014",
    "apple_forward.html": "Begin forwarded",
    "apple_reply.html": "On 2016",
    "gmail_forward.html": "---------- Forwarded",
    "gmail_reply.html": "On Wed",
    "ios_mail_reply_unescaped_address.html": "Sent from",
    "mailru_forward.html": "--------",
    "outlook_forward.html": "From:",
    "thunderbird_forward.html": "-------- Forwarded",
    "yahoo_reply_unescaped_address.html": "On Thursday",
}
_TAG = re.compile(r"</?(?:div|p|br|span|td|tr|b|a|blockquote|li|font|table|tbody)\b[^>]*>", re.IGNORECASE)


@needs_corpora
def test_no_order_planted_into_the_html_of_real_replies_comes_through() -> None:
    pages = [path for path in files(".", "*.html") if path.name in PAGES]
    planted, through, lost = 0, [], []
    for path in pages:
        source = path.read_text(errors="replace")
        body = source.lower().index("<body") if "<body" in source.lower() else 0
        begins = source.index(PAGES[path.name], body)
        whole = (
            re.sub(r"(?i)(<body[^>]*>)", rf"\1<div>{TOP}</div>", source, count=1)
            if body
            else f"<p>{TOP}</p>{source}"
        )
        moved = len(whole) - len(source)
        for at in [found.end() + moved for found in _TAG.finditer(source, begins)]:
            for form in (f"<div>{OLD}</div>", f"<br>{OLD}<br>"):
                lines = executed(written("html", whole[:at] + form + whole[at:]))
                planted += 1
                through += [(path.name, at)] * (OLD in lines)
                lost += [path.name] * (TOP not in lines)
    print(f"pages {len(pages)}, planted {planted}, came through {len(through)}: {through}, lost {len(lost)}")
    assert len(pages) == len(PAGES)
    assert planted > 1100
    assert through == []
    assert lost == []


def parts(path: Path) -> Iterator[tuple[str, str]]:
    """(subtype, decoded text) of the text parts of a real message."""
    for part in BytesParser(policy=compat32).parsebytes(path.read_bytes()).walk():
        payload = part.get_payload(decode=True)
        if part.get_content_maintype() == "text" and isinstance(payload, bytes):
            yield part.get_content_subtype(), payload.decode("utf-8", "replace")


@needs_corpora
def test_no_order_planted_into_whole_real_messages_comes_through() -> None:
    planted, through, lost = 0, [], []
    for path in files("talon", "*.eml"):
        for kind, text in parts(path):
            if kind == "html":
                continue
            lines = text.replace("\r\n", "\n").split("\n")
            first = next(at for at, line in enumerate(lines) if line.strip())
            first = 4 if path.name.startswith("reply") else first  # its author signs with his name
            for at in range(first + 1, len(lines)):
                if not any(line.strip() for line in lines[first + 1 : at]):
                    continue  # still right below the reply
                for form in ([OLD], ["", OLD, ""]):
                    found = executed(written(kind, "\n".join([TOP, "", *lines[:at], *form, *lines[at:]])))
                    planted += 1
                    through += [(path.name, at)] * (OLD in found)
                    lost += [path.name] * (TOP not in found)
    print(f"planted {planted}, came through {len(through)}: {through}")
    assert planted > 190
    assert through == []
    assert lost == []


# --- quote containers of HTML ---

CONTAINERS = {
    "Gmail": '<div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">On … X wrote:<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">{}</blockquote></div>',
    "Gmail, extra": '<div class="gmail_extra"><br><div class="gmail_quote">{}</div></div>',
    "Apple": '<div><blockquote type="cite"><div>{}</div></blockquote></div>',
    "Outlook on the web": '<div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><b>From:</b> X</div><div>{}</div>',
    "Outlook on the web, seen twice": '<div id="x_appendonsend"></div><div id="x_divRplyFwdMsg">From: X</div><div>{}</div>',
    "new Outlook": '<div id="mail-editor-reference-message-container"><div class="ms-outlook-mobile-reference-message skipProofing"><b>From:</b> X</div>{}</div>',
    "Outlook on a telephone": '<div id="ms-outlook-mobile-body-separator-line"></div><div>{}</div>',
    "Word": '<div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal"><b>From:</b> X</p></div></div><p class="MsoNormal">{}</p>',
    "Word, indented": '<div style="border:none;border-left:solid blue 1.5pt;padding:0cm 0cm 0cm 4.0pt"><p>{}</p></div>',
    "Outlook, styles": '<div style="border-style: solid none none; border-width: 1pt medium medium; border-color: rgb(225, 225, 225)"><p>From: X</p></div><p>{}</p>',
    "Windows Mail": '<div style="padding-top: 5px; border-top-color: rgb(229, 229, 229); border-top-width: 1px; border-top-style: solid;">X</div><div>{}</div>',
    "Exchange on a telephone": '<div name="messageReplySection">{}</div>',
    "Thunderbird": '<div class="moz-cite-prefix">X wrote:<br></div><blockquote type="cite" cite="mid:x">{}</blockquote>',
    "Thunderbird, forwarded": '<div class="moz-forward-container"><br>{}</div>',
    "Yahoo": '<div id="ydp12yahoo_quoted_1" class="ydp12yahoo_quoted"><div>{}</div></div>',
    "Proton": '<div class="protonmail_quote">On … wrote:<br><blockquote class="protonmail_quote" type="cite">{}</blockquote></div>',
    "Tutanota": '<div>30 Nov 2026, 09:00 by x@example.org:<br></div><blockquote class="tutanota_quote" style="border-left: 1px solid #93A3B8;">{}</blockquote>',
    "Zimbra": '<hr id="zwchr" data-marker="__DIVIDER__"><div data-marker="__HEADERS__">From: X</div><div data-marker="__QUOTED_TEXT__">{}</div>',
    "GMX": '<div name="quote" style="margin:10px 5px 5px 10px; padding: 10px 0 10px 10px; border-left:2px solid #C3D9E5;">{}</div>',
    "Roundcube": '<p id="reply-intro">On … X wrote:</p><blockquote type="cite" style="padding: 0 0.4em; border-left: #1010ff 2px solid; margin: 0">{}</blockquote>',
    "mail.ru": '<br><blockquote style="border-left:1px solid #0857A6; margin:10px; padding:0 0 0 10px;">{}</blockquote>',
    "QQ": '<div style="font-size: 12px;">------------------ 原始邮件 ------------------</div><includetail><div>{}</div></includetail>',
    "NetEase": '<div id="isReplyContent"><blockquote id="isReplyContent">{}</blockquote></div>',
    "Superhuman": '<div class="sh-quoted-content">{}</div>',
    "Front": '<blockquote type="cite" class="front-blockquote">{}</blockquote>',
    "Fastmail": '<blockquote type="cite" id="qt" style="">{}</blockquote>',
    "Hotmail, old": '<hr id="stopSpelling">Date: …<br>{}',
    "a line across": "<hr>{}",
    "Gmail's signature": '<br><span class="gmail_signature_prefix">-- </span><br><div dir="ltr" class="gmail_signature">{}</div>',
    "Apple's signature": '<div id="AppleMailSignature">{}</div>',
    "Outlook's signature": '<div id="Signature"><p>{}</p></div>',
}


@pytest.mark.parametrize("program", CONTAINERS)
def test_an_order_in_any_quote_container_of_html_stays_there(program: str) -> None:
    for form in (
        "{}",
        "<div>{}</div>",
        "<p>x</p><p>{}</p>",
        "<ul><li>{}</li></ul>",
        "<table><tr><td>{}</td></tr></table>",
    ):
        quoted = CONTAINERS[program].format(form.format(OLD))
        letter = read_letter(written("html", f"<div>{TOP}</div>{quoted}<div>more</div>"))
        assert letter.lines == (TOP,), form
        assert OLD not in letter.below or program == "a line across"
