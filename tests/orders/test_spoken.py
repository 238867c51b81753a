"""Orders of the Advanced Game as people speak them, and the remarks that must never become orders (D15)."""

import pytest

from pbem.orders.canonical import canonical
from pbem.orders.names import Lexicon
from pbem.orders.reader import Reading, read
from pbem.orders.verbs import VERBS

from .names_of_the_game import ADVANCED, BASIC, GROWING


def letter(text: str, lexicon: Lexicon = ADVANCED) -> list[Reading]:
    return read(text.split("\n"), lexicon)


def said(text: str, lexicon: Lexicon = ADVANCED) -> list[str]:
    return [canonical(line, lexicon) for reading in letter(text, lexicon) for line in reading.lines]


def error(text: str, lexicon: Lexicon = ADVANCED) -> str:
    (reading,) = letter(text, lexicon)
    assert (reading.kind, reading.lines) == ("rejected", ())
    return reading.error or ""


# -- cards -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("play card no. 13 on bungaloff", "PLAY 13 ON Bungaloff"),
        ("play no. 17 on patina", "PLAY 17 ON Patina"),
        ("play card nr. 14 on patina", "PLAY 14 ON Patina"),
        ("play card no. 3 on FM when promotion of anyone", "PLAY 3 ON FM WHEN PROMOTION OF ANYONE"),
        ("play heart trouble on satin", "PLAY 11 ON Satin"),
        ("play hart trouble on satin", "PLAY 11 ON Satin"),
        ("use Doctor's orders on Zenjarplan", "PLAY 8 ON Zenjarplan"),
        ("use doctors orders on Zenjarplan pls", "PLAY 8 ON Zenjarplan"),
        ("play the back to the people card on wasolin", "PLAY 13 ON Wasolin"),
        ("Play the anonymous letter on wasolin pls", "PLAY 16 ON Wasolin"),
        ("play my sanatorium closed card", "PLAY 7"),
        ("play the boycott card", "PLAY 31"),
        ("use the boycott card (31) now", "PLAY 31"),
        ("play the olympic boycott", "PLAY 31"),
        ("play taste for vodka on wasolin", "PLAY 15 ON Wasolin"),
        ("play key to the archive against blue", "PLAY 26 AGAINST blue"),
        ("discard the alibi and heart trouble", "DISCARD 17, 11"),
        ("drop card 32", "DISCARD 32"),
        ("play 31 now!", "PLAY 31"),
        ("Ok play card 11 on satin as soon as possible", "PLAY 11 ON Satin"),
        ("play 13 on bungaloff first", "PLAY 13 ON Bungaloff"),
        ("keep #3 and 17 for now", "KEEP CARDS 3, 17"),
        ("discard everything", "DISCARD ALL"),
        ("discard all my cards", "DISCARD ALL"),
        ("blackmail FM with card 3", "PLAY 3 ON FM"),
        ("blackmail wasolin with the forged war record", "PLAY 3 ON Wasolin"),
        ("blackmail FM with 3 when he promotes", "PLAY 3 ON FM WHEN PROMOTION BY FM"),
        (
            "blackmail the kgb head with card 3 when he tries to try G",
            "PLAY 3 ON KGB WHEN TRIAL OF Palavrian BY KGB",
        ),
        ("play 17 on bungaloff if he is put on trial", "PLAY 17 ON Bungaloff WHEN TRIAL OF Bungaloff"),
        ("use my alibi on bungaloff if he is put on trial", "PLAY 17 ON Bungaloff WHEN TRIAL OF Bungaloff"),
        ("play 16 on Wasolin if Dora controls him", "PLAY 16 ON Wasolin IF blue CONTROLS Wasolin"),
        ("send wasolin to the sanatorium", "CURE Wasolin"),
    ],
)
def test_cards_are_spoken_of_as_people_do(typed: str, meant: str) -> None:
    assert said(typed) == [meant]


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("card 13 on bungaloff pls", "write PLAY 13 ON Bungaloff"),
        ("Doctors orders on Zenjarplan pls", "write PLAY 8 ON Zenjarplan"),
        ("key to the archive against Dora pls", "write PLAY 26 AGAINST Dora"),
        ("hostile press on whoever gets nominated", "write PLAY 21"),
        ("play the olympic card", "31 (Olympic boycott) and 32 (Olympic win)"),
        ("play my secret weapon card", "No card of this game has that name"),
        ("blackmail yellow with card 3", "on the Politician who acts or votes"),
        ("wasolin to the sanatorium", "write CURE Wasolin"),
        ("play 31 in the purge phase", "WHEN START OF PURGE"),
        ("play 33 and 14 on patina", "a PLAY line for each card"),
        ("play 17 on him", "please write the name"),
        ("ready but also i want to play 17", "READY on a line of its own"),
        ("declare 2 on wasolin and support Dora on him", "please write the name"),
        ("nominate G and use card 21 soon", "one order a line"),
    ],
)
def test_what_is_nearly_an_order_is_sent_back_with_the_right_one(typed: str, words: str) -> None:
    assert words in error(typed)


def test_without_the_deck_names_are_words() -> None:
    bare = Lexicon(ADVANCED.politicians, ADVANCED.seats)
    assert [reading.kind for reading in read(["play heart trouble on satin"], bare)] == ["ignored"]


# -- bribes ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("i accept 3 and give card 19 back", "ACCEPT 3 GIVING 19"),
        ("accept 1 and give card 13 back", "ACCEPT 1 GIVING 13"),
        ("accept offer 1 from Dora giving him card 13", "ACCEPT 1 FROM blue GIVING 13"),
        ("I accept doras offer and give him card 13 back", "ACCEPT OFFER FROM blue GIVING 13"),
        ("I accept Dora's offer", "ACCEPT OFFER FROM blue"),
        ("ok i accept his offer", "ACCEPT OFFER"),
        ("ok i accept", "ACCEPT OFFER"),
        ("accept", "ACCEPT OFFER"),
        ("accept it", "ACCEPT OFFER"),
        ("yes, i accept", "ACCEPT OFFER"),
        ("accept it and give him my man in orbit", "ACCEPT OFFER GIVING 34"),
        ("ok accept 1 and thanks!", "ACCEPT 1"),
        ("accept all", "ACCEPT ALL"),
        ("accept both", "ACCEPT ALL"),
        ("accept all offers from blue", "ACCEPT ALL FROM blue"),
        ("accept anything from Dora", "ACCEPT ANY FROM blue"),
        ("no thanks", "REFUSE OFFER"),
        ("No, thank you!", "REFUSE OFFER"),
        ("no thank you, refuse it", "REFUSE OFFER"),
        ("refuse", "REFUSE OFFER"),
        ("refuse it", "REFUSE OFFER"),
        ("refuse all", "REFUSE ALL"),
        ("no", "NO"),
        (
            "id like to offer Dora my card 34 if she doesnt purge Manjak",
            "OFFER 34 TO blue FOR NO PURGE OF Manjak",
        ),
        ("offer card #7 to Dora if no purge of bungaloff", "OFFER 7 TO blue FOR NO PURGE OF Bungaloff"),
        ("give Dora card 31 if she doesn't purge satin", "OFFER 31 TO blue FOR NO PURGE OF Satin"),
        ("offer 7 to Dora if Dora does not try satin", "OFFER 7 TO blue FOR NO TRIAL OF Satin"),
        ("give Dora the alibi if she votes guilty on satin", "OFFER 17 TO blue FOR VOTE GUILTY ON Satin"),
    ],
)
def test_bribes_are_spoken_of_as_people_do(typed: str, meant: str) -> None:
    assert said(typed) == [meant]


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("offer 8 to Dora for support on purgemoff", 'FOR "your words"'),
        ("offer 5 to Dora if she likes", "FOR NO PURGE OF Manjak"),
        ("ACCEPT ALL FOR NO PURGE OF G", "ACCEPT ANY"),
        ("ACCEPT ALL GIVING 4", "a line for each"),
        ("purge manjak back", "BACK needs the name"),
    ],
)
def test_a_bribe_that_cannot_be_read_says_how(typed: str, words: str) -> None:
    assert words in error(typed)


def test_accept_all_and_any_are_two_things() -> None:
    ((every,), (standing,)) = (letter(text)[0].lines for text in ("ACCEPT ALL", "ACCEPT ANY"))
    assert (every.to, standing.to) == ("all", "any")
    (bare,) = letter("accept")[0].lines
    assert (bare.to, bare.number) == (None, None)


def test_in_a_game_without_bribes_no_thanks_is_no() -> None:
    assert said("no thanks", BASIC) == ["NO"]


# -- growth ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("gain: 2 more on wasolin", ["GAIN 2 Wasolin"]),
        ("2 points for manjak pls", ["GAIN 2 Manjak"]),
        ("2 more for wasolin pls", ["GAIN 2 Wasolin"]),
        ("add 2 points to wasolin", ["GAIN 2 Wasolin"]),
        ("2 more on goferbrok and draw a card", ["GAIN 2 Goferbrok", "DRAW 1"]),
        ("1 more on wasolin and 1 card", ["GAIN 1 Wasolin", "DRAW 1"]),
        ("1 point on wasolin and draw 1", ["GAIN 1 Wasolin", "DRAW 1"]),
        ("add 1 to purgemoff and draw a card", ["GAIN 1 Purgemoff", "DRAW 1"]),
        ("gain 1 on wasolin and one card pls", ["GAIN 1 Wasolin", "DRAW 1"]),
        ("gain 2 points on manjak and draw a card at the end of the year", ["GAIN 2 Manjak", "DRAW 1"]),
        ("I'd like to get 2 cards instead of points", ["DRAW 2"]),
        ("2 cards instead of points", ["DRAW 2"]),
        ("take 2 cards", ["DRAW 2"]),
    ],
)
def test_growth_is_spoken_of_as_people_do(typed: str, meant: list[str]) -> None:
    assert said(typed, GROWING) == meant


def test_points_are_a_sheet_before_they_can_be_anything_else() -> None:
    assert said("2 points for manjak") == ["INFLUENCE Manjak 2"]
    assert said("10 points for manjak", GROWING) == ["INFLUENCE Manjak 10"]
    assert said("1 on manjak, 1 on wasolin", GROWING) == ["INFLUENCE Manjak 1, Wasolin 1"]


@pytest.mark.parametrize("typed", ["2 more on wasolin", "add 2 points to wasolin"])
def test_more_influence_in_another_year_is_declared(typed: str) -> None:
    assert "DECLARE 6 Wasolin" in error(typed) and "GAIN 2 Wasolin" in error(typed)


# -- second thoughts -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "stands"),
    [
        ("discard 7, 3\noops no keep them, discard nothing", []),
        ("discard 7\ndont discard anything", []),
        ("play 16 on G\ndiscard 7\ndon't discard anything", ["PLAY 16 ON Palavrian"]),
        ("play 16 on G\nplay 17 on K\nno wait, i dont want to play 16 anymore", ["PLAY 17 ON Boremtodev"]),
        ("play 16 on G\ncancel play 16", []),
        ("cure bungaloff\nno wait dont cure bungaloff", []),
        ("purge manjak\ndon't purge manjak", []),
    ],
)
def test_retractions_within_a_letter_are_followed(text: str, stands: list[str]) -> None:
    assert said(text) == stands


@pytest.mark.parametrize(
    "text",
    [
        "oops no keep them, discard nothing",
        "dont discard anything",
        "no wait dont cure bungaloff",
        "i dont want to play 16 anymore",
        "cancel play 16",
    ],
)
def test_a_retraction_of_an_older_letter_asks_for_its_number(text: str) -> None:
    assert "CANCEL 3" in error(text)


def test_a_doubtful_retraction_leaves_the_orders_and_says_so() -> None:
    assert said("discard 7, 3\ndont discard 3") == ["DISCARD 7, 3"]
    assert letter("discard 7, 3\ndont discard 3")[-1].kind == "rejected"


# -- remarks and other languages -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["ready. good luck all", "Ready. And good luck all!", "im ready. have fun"])
def test_good_wishes_behind_ready_are_a_remark(text: str) -> None:
    assert said(text) == ["READY"]
    assert [reading.kind for reading in letter(text)] == ["order", "ignored"]


@pytest.mark.parametrize(
    "text", ["ready. if he is not tried", "Ready. But wait for Dora", "OK. I will think about it"]
)
def test_more_than_wishes_is_asked_about(text: str) -> None:
    assert said(text) == []


@pytest.mark.parametrize("text", ["Karte 17 auf Bungaloff spielen", "fertig", "play 17 auf Bungaloff"])
def test_another_language_is_told_that_orders_are_english(text: str) -> None:
    readings = letter(f"{text}\n{text}")
    hints = [str((one.error, one.notes)).lower().count("orders are read in english") for one in readings]
    assert hints == [1, 0]
    assert said(text) == []


def test_a_list_below_any_heading_is_a_sheet() -> None:
    names = "wasolin 10 purgemoff 9 bungaloff 8 zenjarplan 7 goferbrok 6 putschnik 5 nogoodnik 4 patina 3 mischif 2 doberman 1"
    assert said(f"my guys: {names}") == said(f"INFLUENCE {names}") != []


@pytest.mark.parametrize(
    "text",
    [
        "Play the game",
        "Use force",
        "Keep order in the house",
        "I accept that he is dead",
        "I accept the promotion",
        "Refuse all you like, he said",
        "I refuse to believe it",
        "no, thanks to you we lost",
        "2 more beers for me",
        "1 more thing on my mind",
        "Two points for honesty",
        "Add 2 spoons of sugar",
        "I have 2 cards instead of a wife",
        "I'd like to have 2 cards in my hand",
        "Take 2 aspirin",
        "Don't try this at home",
        "dont play with fire",
        "Never close the door",
        "There is nothing to play for",
        "give me 5 cards",
        "Give Dora my regards",
        "give her a card for her birthday",
        "send Wasolin my regards",
        "Blackmail is bad",
        "card games are fun",
        "Alibi or not, he did it",
        "Heart trouble runs in the family",
        "Drop the ball",
        "drop me 3 lines",
        "discard all hope",
        "discard everything you know",
        "my guys: all dead",
        "thoughts: Manjak is 9 and Satin is 8",
        "what do my cards do?",
        "when do i get my new card",
        "who has what card?",
        "trade 7 for 15 with Dora?",
        "pls tell me what card 14 does",
        "how do i see what my cards do",
        "what offers do i have",
        "if he says no then offer it to Dora",
        "give my points on satin",
    ],
)
def test_remarks_stay_remarks(text: str) -> None:
    for lexicon in (ADVANCED, GROWING):
        assert [reading.kind for reading in letter(text, lexicon)] == ["ignored"]


_TAILS = (
    "back",
    "oppose",
    "too",
    "again",
    "as always",
    "anyway",
    "and back",
    "back, thanks",
    "hold",
    "with love",
    "ok",
    "ready",
)


@pytest.mark.parametrize("tail", _TAILS)
def test_no_word_behind_an_order_makes_an_order_nobody_meant(tail: str) -> None:
    """An order with something more behind it is that order, or is sent back; it never is another one beside it."""
    for verb in VERBS.values():
        for example in verb.examples:
            if verb.terminal in ("SALT", "MODERATOR", "PRESS", "HELP", "RULES", "VACATION") or not verb.built:
                continue
            plain = [line.verb for reading in letter(example) for line in reading.lines]
            more = [line.verb for reading in letter(f"{example} {tail}") for line in reading.lines]
            assert more in ([], plain), f"{example} {tail}"


# -- words in quotation marks ------------------------------------------------------------------------------------------------


def test_quoted_words_that_a_mail_program_has_broken_hold_no_order() -> None:
    text = 'OFFER 3 TO blue FOR "I promise that in the spring I will\nPURGE Manjak"\nPURGE G'
    first, second = letter(text)
    assert [line.verb for line in first.lines] == ["offer"]
    assert first.lines[0].words == "I promise that in the spring I will PURGE Manjak"
    assert [line.verb for line in second.lines] == ["purge"]


def test_a_quotation_that_never_closes_takes_no_order_with_it() -> None:
    first, second = letter('OFFER 3 TO blue FOR "peace\nPURGE G')
    assert first.kind == "rejected"
    assert [line.verb for line in second.lines] == ["purge"]
