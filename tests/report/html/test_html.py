"""Our mails as HTML: what mail programs support, the same facts as in the text, nothing that could come back as an order."""

import re
from typing import Any

import pytest

from pbem.mail.letters import read_letter
from pbem.mail.marker import MARKER, is_marker
from pbem.orders.names import Lexicon
from pbem.orders.reader import read
from pbem.report.brief import FULL, SHORT, TEXT
from pbem.report.html.frame import framed
from pbem.report.html.plain import from_text
from pbem.report.naming import names_of
from pbem.report.prose import wrap
from pbem.report.report import render_report

from ..samples import SAMPLES
from .checking import faults
from .conftest import JUDGE, Sent
from .seeing import parted, sections, seen, words

KINDS = ("report", "receipt", "message", "invitation", "form", "moderator")


def kind(mail: Sent) -> str:
    """By its subject."""
    for name, sign in {
        "receipt": "receipt",
        "invitation": "an invitation",
        "message": "a message",
        "form": "your form",
    }.items():
        if sign in mail.subject:
            return name
    if "gm@" in mail.to:
        return "moderator"
    return "report" if re.search(r"your move|nothing asked|last report|set-up", mail.subject) else "other"


def test_every_kind_of_mail_was_played(mails: list[Sent]) -> None:
    assert set(KINDS) <= {kind(mail) for mail in mails}
    assert all(mail.html for mail in mails)
    assert any(mail.picture for mail in mails)


def test_mail_programs_can_show_every_mail(mails: list[Sent]) -> None:
    for mail in mails:
        wrong = faults(mail.html, JUDGE)
        assert not wrong, mail.subject


def test_mail_programs_can_show_every_sample() -> None:
    for name, made in SAMPLES.items():
        rendered = made()
        html = framed(rendered.html or from_text(rendered.text), rendered.subject, MARKER)
        wrong = faults(html, "judge@example.org")
        assert not wrong, name


def test_nothing_of_html_is_an_order(mails: list[Sent]) -> None:
    """As our own reader of formatted letters sees it, whole, line by line, and quoted."""
    for mail in mails:
        taken = orders(seen(mail.html), mail.lexicon)
        assert not taken, mail.subject


def orders(lines: list[str], lexicon: Any) -> list[str]:
    readings = [*read(lines, lexicon)]
    readings += [reading for line in lines for reading in read([line], lexicon)]
    return [r.text for r in readings if r.kind not in ("ignored", "comment")]


#: What HTML says beside the text: the title, and what pictures of letters and numbers need words for.
LABELS = frozenset("kremlin in this report".split())


def test_text_and_html_say_the_same(mails: list[Sent]) -> None:
    """Each word of the text stands in the HTML, in order and in its section; the HTML says nothing else."""
    for mail in mails:
        same(mail.text, mail.html, mail.subject)


def same(text: str, html: str, subject: str) -> None:
    lines = [line for line in seen(html) if not line.startswith(("Fill in my orders", "Answer YES"))]
    told = sections(text)
    shown = parted(lines, [title for title, _ in told[1:]])
    for (title, here), (_, there) in zip(told, shown, strict=True):
        if title == "The board":
            board(here, there, subject)
            continue
        mine, theirs = words(unmarked(here)), words(there)
        missing = not_in_order(mine, theirs)
        assert not missing, (subject, title, missing)
        if not title:
            allowed = LABELS | set(words(subject)) | set(words(" ".join(t for t, _ in told)))
            theirs = [word for word in theirs if word not in allowed]
        more = not_in_order(theirs, mine)
        assert not more, (subject, title, more)


def unmarked(text: str) -> str:
    """Without our line on top."""
    first, _, rest = text.partition("\n")
    return rest if is_marker(first) else text


def not_in_order(wanted: list[str], there: list[str]) -> list[str]:
    """Those of `wanted` that are not found one after the other."""
    at, missing = 0, []
    for word in wanted:
        try:
            at = there.index(word, at) + 1
        except ValueError:
            missing.append(word)
    return missing


ROW = re.compile(
    r"\| (?P<slot>[A-Z0-9]{0,3}) +(?P<letter>[A-Z]{1,2}) (?P<name>\S+) +(?P<age>\d+)(?:=(\d+)\+(\d+))?(?P<rest>.*)"
)
MARKS = {"+": "Sick", "++": "Ill", "?": "?", "C": "Sanatorium"}


def board(text: str, html: str, subject: str) -> None:
    """Whatever a row of the text says of a Politician stands on his card."""
    rows = [found for line in text.split("\n") if (found := ROW.match(line))]
    assert len(rows) > 5, subject
    players = dict((c, n) for n, c in re.findall(r"(\S+) \((\w+), ", text.replace("\n", " ")))
    at = 0
    lines = html.split("\n")
    for row in rows:
        here = next(
            (n for n in range(at, len(lines)) if lines[n].startswith(f"{row['letter']} {row['name']}")), None
        )
        assert here is not None, (subject, row[0])
        at = here + 1
        end = next(
            (
                n
                for n in range(at, len(lines))
                if lines[n].split()[:1] and re.fullmatch(r"[A-Z]{1,2}", lines[n].split()[0])
            ),
            len(lines),
        )
        card = "\n".join(lines[here:end])
        assert row["age"] in card
        assert not row[5] or f"= {row[5]} + {row[6]}" in card
        for mark in re.findall(r"(?<!\S)(\+\+|\+|\?|C)(?!\S)", row["rest"][:9]):
            assert MARKS[mark] in card, (subject, row[0], card)
        for colour, points in re.findall(r"\b(?!card )([a-z]+) (\d+)", row["rest"]):
            assert f"{players[colour]} {points}" in card, (subject, row[0], card)
    told = set(words(html))
    for line in text.split("\n"):
        if re.match(r"\| (More of|Siberia|Kremlin|Retired|  \S)", line):
            wanted = [players.get(word, word) for word in words(line)]
            assert set(words(" ".join(wanted))) <= told, (subject, line)


def test_the_board_says_what_has_changed(mails: list[Sent]) -> None:
    reports = [mail for mail in mails if kind(mail) == "report" and "The board" in mail.text]
    told = "\n".join("\n".join(seen(mail.html)) for mail in reports)
    for said in (r"age \d+ = \d+ \+ \d+ was \d+", "new here", "control: .* 1?\\d", "new: was nobody’s"):
        assert re.search(said, told), said


def test_a_picture_is_told_in_words(mails: list[Sent]) -> None:
    with_picture = [mail for mail in mails if mail.picture]
    assert len(with_picture) > 10
    for mail in mails:
        assert ("cid:picture" in mail.html) == bool(mail.picture), mail.subject


def test_one_click_writes_to_the_judge(mails: list[Sent]) -> None:
    asked = [mail for mail in mails if kind(mail) == "report" and "your move" in mail.subject]
    assert asked
    for mail in asked:
        code = mail.subject.rpartition("[")[2].rstrip("]")
        link = re.search(r'href="(mailto:[^"]+)"', mail.html)
        assert link and code in link[1], mail.subject
        assert "Fill in my orders" in mail.html


@pytest.mark.parametrize("quoted", ["gmail", "outlook", "bare"])
def test_what_quotes_our_html_is_cut(mails: list[Sent], quoted: str) -> None:
    """Only what was written above the quotation is read; where nothing marks it, our own line does."""
    for mail in mails:
        fragment = mail.html.partition("<body")[2].partition(">")[2].partition("</body>")[0]
        if not any(is_marker(line) for line in seen(mail.html)[:1]):
            continue
        text = above(QUOTED[quoted].format(mail=fragment))
        assert text == ["PURGE Satin", "VOTE GUILTY"], (mail.subject, text)


QUOTED = {
    "gmail": '<div dir="ltr"><div>PURGE Satin</div><div>VOTE GUILTY</div></div><br><div class="gmail_quote"><div dir="ltr" '
    'class="gmail_attr">On Tue, 1 Dec 2026 at 13:00, Judge &lt;judge@judge.example&gt; wrote:<br></div>'
    '<blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">{mail}</blockquote></div>',
    "outlook": '<div><p class="MsoNormal">PURGE Satin</p><p class="MsoNormal">VOTE GUILTY</p><div style="border:none;border-top:solid #E1E1E1 '
    '1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal"><b>From:</b> Judge<br><b>Sent:</b> Tuesday<br><b>To:</b> Anna<br><b>Subject:</b> '
    "Spring</p></div>{mail}</div>",
    "bare": "<div>PURGE Satin</div><div>VOTE GUILTY</div>{mail}",
}


def above(html: str) -> list[str]:
    """What is read of a letter that holds nothing else."""
    head = "From: Anna <anna@players.example>\nTo: judge@judge.example\nSubject: Re: spring\nContent-Type: text/html; charset=utf-8\n\n"
    letter = read_letter(f"{head}<html><body>{html}</body></html>\n".encode())
    assert not letter.poison and not letter.refusal
    return [line for line in letter.lines if line.strip()]


def test_the_same_brief_gives_the_same_html(games: Any) -> None:
    """Whatever was written before it: nothing depends on what is kept."""
    from pbem.report.html import blocks, board, page, plain  # noqa: F401

    board._boards.clear()
    briefs = [brief for game in games for _, those in game[2:9:3] for brief in those[:2]]
    once = [render_report(brief) for brief in briefs]
    for module in (board, page, plain):
        for thing in vars(module).values():
            if hasattr(thing, "cache_clear"):
                thing.cache_clear()
    board._boards.clear()
    again = [render_report(brief) for brief in reversed(briefs)][::-1]
    assert [one.html for one in once] == [one.html for one in again]


def test_whole_games_as_html(games: Any) -> None:
    """Every report: sound, small, harmless, and the same facts."""
    for game in games:
        for _, briefs in game[::3]:
            brief = briefs[0]._replace(standing=briefs[0].standing[:24])
            rendered = render_report(brief)
            html = framed(rendered.html, rendered.subject, MARKER)
            wrong = faults(html, "judge@example.org")
            assert not wrong, rendered.subject
            taken = orders(seen(html), names_of(brief.rules, brief.seats).lexicon)
            assert not taken, rendered.subject
            same(f"{MARKER}\n\n{rendered.text}", html, rendered.subject)


@pytest.mark.parametrize(
    "name", ["PURGE G", "Satin", "I", "END", "Palavrian 10", '<b>Bold</b> & "quoted"', "x" * 200]
)
def test_people_call_themselves_what_they_like(games: Any, name: str) -> None:
    from pbem.report.brief import Seat

    for _, briefs in games[0][1:8:2]:
        brief = briefs[0]
        seats = (Seat("red", name, name, "UTC"), *brief.seats[1:])
        odd = brief._replace(seats=seats, held="PURGE Satin. TRY G!\n\nREADY <script>")
        rendered = render_report(odd)
        html = framed(rendered.html, rendered.subject, MARKER)
        wrong = faults(html, "judge@example.org")
        assert not wrong
        taken = orders(seen(html), names_of(odd.rules, odd.seats).lexicon)
        assert not taken


def test_a_very_long_list_of_orders_is_not_clipped(games: Any) -> None:
    """Gmail cuts off after 102 kB."""
    longest = max(
        (brief for game in games for _, briefs in game for brief in briefs), key=lambda b: len(b.standing)
    )
    assert len(longest.standing) > 60
    assert len(render_report(longest).html.encode()) < 52_000


def test_short_and_text_alone(games: Any) -> None:
    """SET MAIL (E27): SHORT leaves out what STATUS brings, in text and HTML; TEXT is written without HTML and picture."""
    for game in games[:5]:
        for _, briefs in game[2:-1:5]:
            full, short, text = (
                render_report(briefs[0]._replace(style=style)) for style in (FULL, SHORT, TEXT)
            )
            titles = [title for title, _ in sections(short.text)]
            assert "The board" not in titles
            assert "The board" in [title for title, _ in sections(full.text)]
            assert set(titles) <= {title for title, _ in sections(full.text)}
            assert ("In your list of orders" in titles) == bool(briefs[0].standing)
            assert "STATUS brings the board" in " ".join(short.text.split())
            assert full.text.partition("==")[0] == short.text.partition("==")[0]
            assert not short.picture and "cid:picture" not in short.html
            same(f"{MARKER}\n\n{short.text}", framed(short.html, short.subject, MARKER), short.subject)
            assert (text.text, text.html, text.picture) == (full.text, "", b"")


def test_the_head_of_the_chain_is_in_the_footer(games: Any) -> None:
    brief = games[0][3][1][0]._replace(chain="0123456789ab after [217]")
    rendered = render_report(brief)
    for said in (rendered.text, rendered.html):
        assert "Chain: 0123456789ab after [217]." in said


def test_a_heading_that_would_be_an_order_is_none() -> None:
    """DONE is READY; a number may stand in front of an order, but no number and a comma."""
    html = framed(
        from_text("Received.\n\n== Done ==\n* Nothing at all.\n"), "[x] 1951 Purge Phase: on hold", MARKER
    )
    assert not orders(seen(html), Lexicon({}, {}))
    shown = "\n".join(seen(html)).replace("\u00a0", " ")
    assert "| Done" in shown and "\n1951, Purge Phase: on hold\n" in shown


def test_a_cell_that_was_wrapped_is_one_cell_again() -> None:
    """Columns are those of the headings, whatever spaces stand below each other within words."""
    rows = (
        "| Office  who sat there                  who controlled it",
        "| PC      Wasolin                        Boris",
        "| ECO     Eatstumuch, vacant, Badenuff,  nobody, Anna,",
        "|         Talksalott                     Zinaida",
    )
    html = from_text("\n".join(rows))
    assert "<td>Eatstumuch, vacant, Badenuff, Talksalott</td><td>nobody, Anna, Zinaida</td>" in html
    assert html.count("<tr") == 3


def test_no_heading_of_ours_needs_a_mark(mails: list[Sent]) -> None:
    for mail in mails:
        titles = re.findall(r"<h[123][^>]*>(.*?)</h[123]>", mail.html)
        assert titles and not any("|" in title for title in titles), mail.subject


def test_paragraphs_are_joined_and_tables_are_tables() -> None:
    """What was filled to 72 columns flows again; columns become cells."""
    text = "\n".join(
        [
            *wrap(
                "This is a paragraph of so many words that it fills more than one line of a mail, whatever they are about."
            ),
            "",
            *wrap(
                "A point that is long enough for two lines of a mail, too, if it goes on like that.",
                "* ",
                "  ",
            ),
            "| Politician    age  place",
            "| Manjak         60  KGB",
            "| Satin          61  the People",
        ]
    )
    html = from_text(text)
    assert "fills more than one line of a mail, whatever they are about.</p>" in html
    assert "two lines of a mail, too, if it goes on like that.</p>" in html
    assert html.count("<th ") == 3 and html.count("<tr") == 3
