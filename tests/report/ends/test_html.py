"""The end and the year's end as HTML: no line of it, as a reader makes it out, is an order; and it says what the text says."""

import pytest

from pbem.engine import events
from pbem.mail.html import html_text
from pbem.orders.reader import read
from pbem.report.brief import Once
from pbem.report.report import render_report

from ..botgames import GAMES, over


def lines_of(html):
    found = html_text(f"<html><body>{html}</body></html>")
    assert found is not None
    return found.text.split("\n")


@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_no_line_of_the_last_report_is_an_order(name, seed):
    game = over(name, seed)
    one = game.seats[0].colour
    texts = ("HOLD KGB UP TO 8", "PURGE Nikotin, PC", "PROTECT MINE", "TAKE PC WHEN PURGE OF MINE")
    lines = [
        Once(one, n, text, text.split()[0].lower(), 1 + n % 2, "purge", "dead", "")
        for n, text in enumerate(texts)
    ]
    rendered = render_report(game.brief(one, since=len(game.journal) - 40, lines=lines))
    assert "Hidden orders" in rendered.html
    assert rendered.picture.startswith(b"\x89PNG")
    for said in (lines_of(rendered.html), rendered.text.split("\n")):
        lexicon = game.names.lexicon
        for reading in (*read(said, lexicon), *(r for row in said for r in read([row], lexicon))):
            assert reading.kind in ("ignored", "comment"), reading


@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_the_html_of_the_last_report_is_short_enough_for_gmail(name, seed):
    game = over(name, seed)
    rendered = render_report(game.brief(game.seats[0].colour, since=len(game.journal) - 60))
    assert len(rendered.html.encode()) < 56_000


@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_a_year_s_figures_stand_in_text_and_html_alike(name, seed):
    game = over(name, seed)
    closed = [
        at
        for at, e in enumerate(game.journal, 1)
        if isinstance(e, events.PhaseClosed) and e.phase == "parade"
    ]
    rendered = render_report(game.brief(game.seats[1].colour, closed[0], closed[0] - 30))
    said = " ".join(" ".join(lines_of(rendered.html)).replace("|", " ").split())
    table = rendered.text.partition("1951 in figures ==\n")[2].partition("\n\n")[0]
    assert table
    for row in table.split("\n"):
        for word in row.removeprefix("|").split():
            assert word in said, row
