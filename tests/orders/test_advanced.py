"""The orders of the Advanced Game as they are read, and what can never be legal (R13, R15, D11-D13, D20)."""

import pytest

from pbem.engine.state import State
from pbem.orders.canonical import canonical
from pbem.orders.check import never
from pbem.orders.lines import Line, Named, Office, Promise
from pbem.orders.reader import Reading, read

from .names_of_the_game import BASIC, LEXICON

ALL = frozenset(("intrigue", "bribes", "ties", "growth"))
DECK = range(1, 35)


def one(text: str) -> Reading:
    (reading,) = read([text], LEXICON)
    return reading


def said(text: str) -> list[str]:
    return [canonical(line, LEXICON) for reading in read(text.split("\n"), LEXICON) for line in reading.lines]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("PLAY CARD 17 ON Patina", "PLAY 17 ON Patina"),
        ("PLAY #17", "PLAY 17"),
        ("play no 17", "PLAY 17"),
        ("USE 17 ON G", "PLAY 17 ON Palavrian"),
        ("play 17 patina", "PLAY 17 ON Patina"),
        ("PLAY 25 AGAINST blue ON G", "PLAY 25 ON Palavrian AGAINST blue"),
        ("play 26 on blue", "PLAY 26 AGAINST blue"),
        ("PLAY 1 AGAINST FM AS A NO", "PLAY 1 ON FM AS NO"),
        ("PLAY 9 ON G, T AND K", "PLAY 9 ON Palavrian, Strychnin, Boremtodev"),
        ("if blue controls FM, play 12 on FM", "PLAY 12 ON FM IF blue CONTROLS FM"),
        ("discard cards 4 and 30", "DISCARD 4, 30"),
        ("KEEP 4, 17, 31", "KEEP CARDS 4, 17, 31"),
        ("keep my cards 4 17", "KEEP CARDS 4, 17"),
        ("support Reform Expansionists for KGB", "SUPPORT blue ON KGB"),
        ("support bleu on G", "SUPPORT blue ON Palavrian"),
        ("GAIN 2 ON G", "GAIN 2 Palavrian"),
        ("gain G 2", "GAIN 2 Palavrian"),
        ("grow +2 on G", "GAIN 2 Palavrian"),
        ("DRAW 2 CARDS", "DRAW 2"),
        ("draw a card", "DRAW 1"),
        ("OFFER CARD 5 TO Dora FOR NO PURGE OF G", "OFFER 5 TO blue FOR NO PURGE OF Palavrian"),
        ("offer blue 5 and 8 for not purging g", "OFFER 5, 8 TO blue FOR NO PURGE OF Palavrian"),
        ("offer 5 to blue for no trial against G", "OFFER 5 TO blue FOR NO TRIAL OF Palavrian"),
        ("offer 5 to blue for promotion of G to DM", "OFFER 5 TO blue FOR PROMOTE Palavrian TO DM"),
        ("offer 5 to blue for nominating G", "OFFER 5 TO blue FOR NOMINATE Palavrian"),
        ("offer 5 to blue for acquit G", "OFFER 5 TO blue FOR VOTE INNOCENT ON Palavrian"),
        ("offer 5 to blue for voting no on G", "OFFER 5 TO blue FOR VOTE NO ON Palavrian"),
        ("offer 5 to blue for 'our peace'", 'OFFER 5 TO blue FOR "our peace"'),
        ("ACCEPT OFFER 1", "ACCEPT 1"),
        ("accept 1 and give 4", "ACCEPT 1 GIVING 4"),
        ("accept the offer from blue", "ACCEPT OFFER FROM blue"),
        ("ACCEPT ANY OFFER FROM blue FOR NO PURGE OF G", "ACCEPT ANY FROM blue FOR NO PURGE OF Palavrian"),
        ("REFUSE OFFER 2", "REFUSE 2"),
        ("decline all offers", "REFUSE ALL"),
        ("refuse the offer", "REFUSE OFFER"),
        ("CANCEL OFFER 1", "WITHDRAW OFFER 1"),
        ("TAKE BACK OFFER 1", "WITHDRAW OFFER 1"),
        ("take back my offer", "WITHDRAW OFFER"),
        ("WITHDRAW ALL OFFERS", "WITHDRAW OFFER ALL"),
        ("CANCEL ALL OFFERS", "WITHDRAW OFFER ALL"),
        ("withdraw offers", "WITHDRAW OFFER ALL"),
        ("take back all of my offers", "WITHDRAW OFFER ALL"),
    ],
)
def test_friendlier_forms_are_read(typed: str, meant: str) -> None:
    assert said(typed) == [meant]


def test_several_things_in_one_line_are_several_orders() -> None:
    assert said("GAIN 1 G, 1 K") == ["GAIN 1 Palavrian", "GAIN 1 Boremtodev"]
    assert said("support blue on G and K") == ["SUPPORT blue ON Palavrian", "SUPPORT blue ON Boremtodev"]
    assert said("accept 1 and 2") == ["ACCEPT 1", "ACCEPT 2"]
    assert said("play 17 on G and purge K") == ["PLAY 17 ON Palavrian", "PURGE Boremtodev"]


def test_words_in_quotation_marks_are_passed_on_as_they_are() -> None:
    words = "peace, and then purge Manjak. No wait: vote no # please?"
    (line,) = one(f"OFFER 5 TO blue FOR “{words}” WHEN PURGE OF G").lines
    assert (line.words, line.promise) == (words, None)
    assert line.when is not None


def test_the_fields_are_those_of_the_contract() -> None:
    (line,) = one("OFFER 5, 8 TO blue FOR SHIFT PC TO DM").lines
    promise = Promise(False, "shift", Office("PC"), to="DM")
    assert (line.cards, line.players, line.promise) == ((5, 8), ("blue",), promise)
    (line,) = one("PLAY 25 AGAINST blue ON G AS NO").lines
    assert (line.cards, line.who, line.players, line.vote) == ((25,), (Named("G"),), ("blue",), "no")
    (line,) = one("ACCEPT ANY FROM blue FOR NO PURGE OF G GIVING 4").lines
    assert (line.number, line.to, line.players, line.cards) == (None, "any", ("blue",), (4,))
    assert line.promise == Promise(True, "purge", Named("G"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("OFFER 5 TO blue FOR NO PURGE OF G AND NO TRIAL OF G", "second offer"),
        ("OFFER 5 TO blue FOR NO PURGE OF G, K", "second offer"),
        ("OFFER 5 TO blue FOR NOMINATE G AND PROMOTE K", "second offer"),
        ("OFFER 5 TO blue FOR NO NOMINATION OF G", "cannot be promised"),
        ("OFFER 5 TO blue FOR PURGE G", "cannot be promised"),
        ("OFFER 5 TO blue FOR peace", "quotation marks"),
        ("OFFER 5 TO blue FOR NO PURGE OF MINE", "one Politician"),
        ("OFFER 5 TO blue FOR NO PURGE OF G IF TURN < 3", "needs a WHEN"),
        ("OFFER 5 TO purple FOR NO PURGE OF G", "purple"),
        ("OFFER 5 TO blue", "missing"),
        ("ACCEPT 1 WHEN PURGE OF G", "as soon as your letter comes"),
        ("REFUSE 1 EACH TURN", "as soon as your letter comes"),
        ("ACCEPT 1 FOR NO PURGE OF G", "ACCEPT ANY"),
        ('ACCEPT ANY FOR "peace"', "bind nobody"),
        ("ACCEPT 1, 2 GIVING 4", "a line for each"),
        ("PLAY 17 ON G ON K", "only one ON"),
        ("KGB: PLAY 31", "your own order"),
        ("SUPPORT blue", "missing"),
        ("SUPPORT blue ON MINE", "one Politician"),
        ("suport blue on G", "did you mean SUPPORT?"),
        ("DISCARD", "a number"),
        ("PLAY 17 WHILE TURN < 3", "WHILE goes with PURGE only"),
    ],
)
def test_a_rejection_says_why(text: str, words: str) -> None:
    reading = one(text)
    assert reading.kind == "rejected"
    assert words in (reading.error or "")


@pytest.mark.parametrize(
    "text",
    [
        "Play it again",
        "Use your head",
        "Keep calm",
        "keep it up",
        "Support our troops",
        "Gain ground",
        "Draw a line under it",
        "Draw your own conclusions",
        "Offer help",
        "Accept my apologies",
        "accept any blame",
        "Refuse to answer",
        "Decline and fall",
        "Reject everything else they say",
    ],
)
def test_prose_is_ignored(text: str) -> None:
    assert one(text).kind == "ignored"


def test_second_thoughts_are_followed() -> None:
    assert said("play 17 on G\nactually play 18 on G") == ["PLAY 18 ON Palavrian"]
    assert said("accept 1\nno wait, refuse 1") == ["REFUSE 1"]
    assert said("gain 2 G\nscrap that") == []
    assert said("offer 5 to blue for no purge of G\nforget the offer") == []


# -- games without ---------------------------------------------------------------------------------------------------------

VERBS = [
    ("PLAY 17 ON Patina", "Intrigue cards"),
    ("DISCARD 4", "Intrigue cards"),
    ("KEEP CARDS 4, 17", "Intrigue cards"),
    ("SUPPORT red ON G", "support in ties"),
    ("GAIN 2 G", "growing influence"),
    ("DRAW 1", "growing influence"),
    ("OFFER 4 TO red FOR NO PURGE OF G", "bribes"),
    ("ACCEPT 1", "bribes"),
    ("REFUSE 2", "bribes"),
    ("WITHDRAW OFFER 1", "bribes"),
]


@pytest.mark.parametrize(("text", "lacking"), VERBS)
def test_a_game_without_sends_them_back(text: str, lacking: str) -> None:
    (line,) = one(text).lines
    assert lacking in (never(line, "blue", State(), {}) or "")
    assert never(line, "blue", State(), {}, ALL, DECK) is None
    (reading,) = read([text], BASIC)
    assert (reading.kind, f"without {lacking}" in (reading.error or "")) == ("rejected", True)


def test_a_game_without_sends_back_what_cannot_be_read_too() -> None:
    (reading,) = read(["OFFER 4 TO red FOR x"], BASIC)
    assert "without bribes" in (reading.error or "")


# -- what can never be legal -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("PLAY 99", "no card 99"),
        ("KEEP CARDS 0, 4", "no card 0"),
        ("DISCARD 1, 2, 3, 4", "no more than 3"),
        ("GAIN 3 G", "1 or 2 points"),
        ("GAIN 0 G", "1 or 2 points"),
        ("DRAW 3", "2 cards"),
        ("OFFER 5 TO red FOR NO PURGE OF G", "to yourself"),
        ("ACCEPT ANY FROM red", "from yourself"),
        ("REFUSE 0", "from 1"),
        ("DECLARE 9 G", "You recorded 6"),
    ],
)
def test_what_can_never_be_legal_is_rejected(text: str, words: str) -> None:
    (line,) = one(text).lines
    state = State(turn=1, recorded={"red": {"G": 6}})
    assert words in (never(line, "red", state, {}, ALL, DECK) or "")


@pytest.mark.parametrize("text", ["PLAY 17", "DISCARD 4", "KEEP 4", "SUPPORT red ON G", "GAIN 2 G", "DRAW 2"])
def test_what_is_only_not_legal_now_is_kept(text: str) -> None:
    """D12: a card that is not held now, too."""
    (line,) = one(text).lines
    assert never(line, "red", State(turn=1), {}, ALL, DECK) is None


def test_cards_are_drawn_only_where_there_are_any() -> None:
    (line,) = one("DRAW 1").lines
    assert "nothing to draw" in (never(line, "red", State(), {}, {"growth"}) or "")


@pytest.mark.parametrize(
    ("gains", "growth", "fine"),
    [
        (["GAIN 2 G"], True, True),
        (["GAIN 1 G", "GAIN 1 G"], True, True),
        (["GAIN 1 G"], True, False),
        (["GAIN 2 K"], True, False),
        (["GAIN 2 G"], False, False),
    ],
)
def test_a_declare_above_what_is_recorded_needs_its_gain(gains: list[str], growth: bool, fine: bool) -> None:
    """D13."""
    others: list[Line] = [line for text in gains for line in one(text).lines]
    (line,) = one("DECLARE 8 G").lines
    state = State(turn=1, recorded={"red": {"G": 6}})
    switches = ALL if growth else ALL - {"growth"}
    assert (never(line, "red", state, {}, switches, DECK, others) is None) == fine
