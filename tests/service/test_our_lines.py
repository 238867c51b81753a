"""What of a letter's quotation is ours (`service.ourlines`): looked for in the letters of a page before the page is taken apart."""

import pytest

from pbem.mail.compose import html_of
from pbem.service import ourlines

from .mailgame import EVERYBODY

HIS = (
    "Anna",
    "I never wrote that I would hold Satin",
    "hold Satin up to 4, comrades, and vote innocent",
    "and 7",
)


def pages(game, colour: str) -> list[tuple[str, bytes]]:
    """What he was sent so far that has a formatted version, as the database keeps it."""
    address = EVERYBODY[colour].partition("<")[2].strip(">").encode()
    files = sorted((game.folder / "mail" / "out" / "new").iterdir(), key=lambda path: path.name)
    mails = [path.read_bytes() for path in files]
    return [("", raw) for raw in mails if address in raw and html_of(raw)]


@pytest.fixture
def sent(begun):
    for colour in begun.colours:
        begun.write(colour, "HOLD Satin UP TO 4\nPURGE Manjak, Nikotin\nVOTE INNOCENT ON Satin\ntomorrow <b>")
        begun.poll(0.1)
    begun.poll(48)
    return [mail for colour in begun.colours for mail in pages(begun, colour)]


def test_each_line_and_passage_of_a_page_is_looked_for_in_it(sent):
    assert len(sent) > 4
    for mail in sent:
        mails = (mail,)
        lines = [ourlines._words(line) for line in ourlines._drawn(mail[1]).split("\n")]
        whole = " ".join(filter(None, lines))
        passages = [whole[at : at + 47] for at in range(0, len(whole) - 47, 13)]
        missed = [said for said in (*lines, *passages) if not ourlines._may_be_drawn(said, mails)]
        assert not missed


def test_his_own_words_are_not_and_the_page_is_not_taken_apart(sent):
    for mail in sent:
        assert not any(ourlines._may_be_drawn(ourlines._words(line), (mail,)) for line in HIS)
