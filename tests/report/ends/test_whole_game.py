"""A whole game through the real service: the year's figures and picture with each parade, everything opened with the last report."""

import re
from email import message_from_bytes
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from sqlalchemy import select

from pbem.engine import board, codec, events
from pbem.mail.compose import text_of
from pbem.service.orderlists import LINE
from pbem.service.record import EVENT, MAIL
from pbem.store.database import table, transaction
from pbem.store.tables import PictureRow
from tests.playthroughs.playing import HOME, HOURS, Beginning, Played, read_letters

pytestmark = pytest.mark.slow
PICTURE = table(PictureRow)


@cache
def played():
    """Every report with its picture, the order lines, the journal."""
    folder = HOME / "R11.1-the-third-wave"
    with TemporaryDirectory() as where:
        game = Played(Path(where), Beginning.read(folder))
        for batch in read_letters((folder / "letters.txt").read_text("utf-8")):
            game.send(batch, 2 if batch[0].endswith(", ahead") else HOURS)
        with transaction(game.site.engine) as connection:
            reports = connection.execute(
                select(MAIL).where(MAIL.c.kind == "report").order_by(MAIL.c.id)
            ).all()
            lines = connection.execute(select(LINE)).all()
            journal = connection.execute(select(EVENT.c.data).order_by(EVENT.c.number)).scalars().all()
            pictures = dict(connection.execute(select(PICTURE.c.sha256, PICTURE.c.png)).all())
        return reports, lines, [codec.decode(data) for data in journal], pictures, dict(game.names)


def texts():
    reports, *_ = played()
    return [(row, text_of(row.raw)) for row in reports]


def test_figures_come_with_each_parade_and_to_all_players_alike():
    _, _, journal, _, names = played()
    span = max(e.turn for e in journal if isinstance(e, events.PhaseOpened))
    for turn in range(1, span + 1):
        told = [
            text.partition(f"== {board.year(turn)} in figures ==")[2].partition("\n\n")[0]
            for _, text in texts()
            if f"== {board.year(turn)} in figures ==" in text
        ]
        assert len(told) == len(names), turn
        assert len(set(told)) == 1


def test_every_player_is_sent_the_same_picture():
    reports, _, _, pictures, names = played()
    by_time = {}
    for row in reports:
        if row.picture:
            by_time.setdefault(row.created, []).append(row.picture)
    assert len(by_time) >= 6
    for sent in by_time.values():
        assert len(sent) == len(names)
        assert len(set(sent)) == 1
        assert pictures[sent[0]].startswith(b"\x89PNG")


def test_nothing_of_the_end_stands_in_an_earlier_report():
    names = played()[-1]
    *earlier, _ = [texts()[n : n + len(names)] for n in range(0, len(texts()), len(names))]
    for told in earlier:
        for _, text in told:
            assert "Hidden orders" not in text
            assert "All sheets are opened" not in text
            assert "== Awards ==" not in text


def test_the_last_report_opens_everything():
    _, lines, _, _, names = played()
    for row, text in texts()[-len(names) :]:
        assert "the last report" in row.subject
        for title in (
            "Awards",
            "All sheets are opened",
            "Hidden orders",
            "Who could have, and never did",
            "Memoirs",
        ):
            assert f"== {title} ==" in text
        found = re.search(r"There were (\d+) orders in all; the other (\d+)", text)
        assert found is not None
        assert int(found[1]) == len(lines)
        idle = [re.sub(r"[|\s]+", " ", one) for one in re.findall(r"had ordered “([^”]+)”", text)]
        assert idle
        assert len(set(re.findall(r"(?:had ordered )?“", text))) == 2, (
            "those that acted, and those that did not"
        )


def test_an_order_that_is_said_to_have_waited_in_vain_never_acted():
    _, lines, journal, _, _ = played()
    acted = {(c.player, c.line) for e in journal if isinstance(e, events.Claimed) for c in e.claims}
    idle = {
        (row.player, row.number): row.why for row in lines if row.state == "dead" and "was at" not in row.why
    }
    assert idle
    assert not idle.keys() & acted, {key: idle[key] for key in idle.keys() & acted}


def test_the_html_shows_the_picture_with_its_words():
    row, _ = texts()[-1]
    html = next(part for part in message_from_bytes(row.raw).walk() if part.get_content_type() == "text/html")
    said = (html.get_payload(decode=True) or b"").decode()
    assert 'src="cid:picture"' in said
    assert "had recorded" in said
