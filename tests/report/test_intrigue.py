"""Cards, bribes, ties and growth in the mails (R13, R15): what each may read, and nothing besides."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.engine import cards as coded
from pbem.engine import events, view
from pbem.engine.events import Event, Player
from pbem.engine.state import Hand, State, fold, replace
from pbem.orders.names import Lexicon
from pbem.orders.reader import read
from pbem.orders.verbs import ECHO
from pbem.report import notices_cards, pages, prose
from pbem.report.brief import Brief, Seat
from pbem.report.cards_now import examples, growth_order
from pbem.report.cautions import cautions
from pbem.report.chronicle import chronicle
from pbem.report.forces import in_force
from pbem.report.lives import life
from pbem.report.naming import Names, names_of
from pbem.report.report import render_report, scene_of, subject

from .intrigues import (
    AUTUMN,
    INTRIGUES,
    SPRING,
    WINTER,
    dealt,
    odds,
    offer,
    spring,
    table,
    unknown,
    winter_game,
)
from .played import Game
from .positions import SEATS, position

# --- secrecy ---


def numbers_in(event: Event) -> Iterator[int]:
    """Cards that an event, or a face of it, names."""
    yield from getattr(event, "cards", None) or ()
    yield from getattr(event, "giving", ())
    number = getattr(event, "card", None)
    if number:
        yield number
    if isinstance(event, events.Claimed):
        yield from (play.card for play in event.plays)
        yield from (card for bribe in event.bribes for card in bribe.cards)


def known(viewer: Player, game: Game) -> set[int]:
    """All cards that this viewer may have heard of."""
    start = view.position(viewer, game.base or State())
    found = {number for event in view.see(viewer, game.journal) for number in _plain(event)}
    for state in (start, fold(view.see(viewer, game.journal), start)):
        mine = state.hands.get(viewer, Hand())
        found |= {*(mine.cards or ()), *(mine.aside or ())}
        found |= {card for lying in state.lasting.values() for card in lying}
    return found


def _plain(event: Event) -> Iterator[int]:
    if not isinstance(event, events.Dealt):
        yield from numbers_in(event)


def without_orders(text: str) -> str:
    """A mail without what its reader wrote himself."""
    return re.sub(r"== (In your list of orders|Not used) ==.*?(?=\n== |\nAnswers go)", "", text, flags=re.S)


def test_no_report_names_a_card_that_its_reader_may_not_know(games: Any) -> None:
    seen = 0
    for played in games:
        game: Game = played[-1][0]
        if not game.rules.deck:
            continue
        for _, briefs in played[:-1]:
            for brief in briefs:
                text = " ".join(without_orders(render_report(brief).text).split())
                for number in set(game.rules.deck) - known(brief.me, game):
                    assert game.rules.deck[number].name not in text, (brief.me, number)
                    seen += 1
    assert seen > 1000


@pytest.mark.parametrize("viewer", SEATS)
def test_nobody_reads_the_cards_and_offers_of_others(viewer: Player) -> None:
    game = spring()
    text = " ".join(without_orders(render_report(game.brief(viewer, AUTUMN)).text).split())
    for number in set(game.rules.deck) - known(viewer, game):
        assert game.rules.deck[number].name not in text
    assert ("peace until spring" in text) == (viewer in ("red", "green"))
    assert ("NO TRIAL OF Palavrian" in text) == (viewer in ("red", "blue"))
    assert ("NO PURGE OF Manjak" in text) == (viewer in ("blue", "green"))
    assert ("Compromising photographs" in text) == (viewer in ("red", "blue"))


def test_all_read_the_same_public_words() -> None:
    texts = set()
    for viewer in (*SEATS, "table"):
        lines = INTRIGUES_OF[viewer]().split("\n\n")
        texts.add("\n".join(p for p in lines if "For your eyes" not in p and p.strip()))
    assert len(texts) == 1


def _paragraphs(viewer: str) -> str:
    state, story = odds()
    game = unknown()
    faces = list(view.see(viewer, story))
    me = viewer if viewer in SEATS else None
    told = chronicle(names_of(game.rules, game.seats), view.position(viewer, state), faces, me)
    return "\n\n".join(p for s in told for p in s.paragraphs)


INTRIGUES_OF = {viewer: (lambda viewer=viewer: _paragraphs(viewer)) for viewer in (*SEATS, "table")}


def test_the_table_reads_no_secret_and_the_moderator_all() -> None:
    table_reads, all_of_it = _paragraphs("table"), _paragraphs(events.MODERATOR)
    assert (
        "eyes only" not in table_reads
        and "Compromising" not in table_reads
        and "recorded 8" not in table_reads
    )
    assert "For the moderator alone" in all_of_it
    assert "Ben blackmailed Anna with card\u00a01, Compromising photographs" in all_of_it
    assert "Anna learned that Carla has recorded 8 on Manjak" in all_of_it
    assert "Anna is bound by a promise to Carla" in all_of_it


# --- the law, and widths ---


@pytest.mark.parametrize("name", sorted(INTRIGUES))
def test_d3_no_line_is_an_order_and_none_is_too_wide(name: str) -> None:
    text = INTRIGUES[name]().text
    lexicon = names_of(unknown().rules, unknown().seats).lexicon
    lines = text.split("\n")
    readings = [*read(lines, lexicon), *(r for line in lines for r in read([line], lexicon))]
    assert not [r for r in readings if r.kind not in ("ignored", "comment")]
    assert max(map(len, lines)) <= 76
    assert not re.search(r"\bNone\b|\{\}|\u00a0| $|,,|\.\.", text, re.M)


def test_d3_our_own_sentences_are_never_masked(monkeypatch: pytest.MonkeyPatch) -> None:
    masked: list[str] = []

    def watched(lines: Any, lexicon: Any) -> list[str]:
        out = prose.harmless(lines, lexicon)
        masked.extend(line for line in out if line.startswith(ECHO) and line not in set(lines))
        return out

    monkeypatch.setattr(pages, "harmless", watched)
    monkeypatch.setattr(notices_cards, "harmless", watched)
    for made in INTRIGUES.values():
        made()
    assert not masked


@pytest.mark.parametrize("made", ["before", "spring"])
def test_every_example_is_an_order(made: str) -> None:
    game = (
        winter_game() if made == "before" else table(dealt(position(P="IND ?", G="DM + cure", D="siberia")))
    )
    session = WINTER if made == "before" else (*SPRING, *AUTUMN)
    for player in SEATS:
        brief = game.brief(player, session)
        lexicon = names_of(brief.rules, brief.seats).lexicon
        for order, _ in examples(scene(brief)):
            (reading,) = read([order], lexicon)
            assert reading.kind == "order", (order, reading.error)
            if reading.lines[0].verb == "play":
                assert reading.lines[0].cards[0] in (brief.view.hands[player].cards or ())


def scene(brief: Brief) -> Any:
    return scene_of(brief, names_of(brief.rules, brief.seats))


def test_all_cards_have_an_example_or_nobody_to_be_played_on() -> None:
    """In a session of all phases, in a position that has somebody of every kind."""
    state = position(P="IND ?", G="DM + cure", K="KGB +", D="siberia", A="PC sp3 + cure", N="ECO sp12 ++")
    declared = {**state.declared, "N": state.declared["T"]}
    missing = []
    for number in unknown().rules.deck:
        game = table(dealt(replace(state, declared=declared), {"red": (number,), "blue": (), "green": ()}))
        if number in game.rules.deck:
            orders = [
                o for o, _ in examples(scene(game.brief("red", (*SPRING, *AUTUMN)))) if o.startswith("PLAY")
            ]
            missing += [] if orders else [number]
    assert not missing


# --- what is in force, and on the board ---


def test_whatever_a_card_puts_in_force_has_words() -> None:
    """Every code that the cards of the engine use."""
    names, state = names_of(unknown().rules, unknown().seats), position()
    folder = Path(coded.__file__).parent
    used = {
        found
        for path in folder.glob("*.py")
        for found in re.findall(r"InForce\((\w+)", path.read_text("utf-8"))
    }
    modules = [getattr(coded, path.stem, None) for path in folder.glob("*.py")]
    values = {getattr(module, name) for module in modules for name in used if hasattr(module, name)}
    assert len(values) >= 8
    for code in values:
        said = in_force(names, state, events.InForce(str(code), "phase", "SPO"))
        assert "in force is" not in said and said.startswith("Until the phase ends "), code


def test_the_board_shows_cards_and_locks() -> None:
    game = winter_game()
    game.play(WINTER)
    text = render_report(game.brief("red", SPRING)).text
    assert "| Cards in hand: Anna 2, Ben 3 (and 1 aside), Carla 3 (and 1 aside)." in text
    assert "green 11 for good" in text and "red 7, green 5; card 14" in text
    assert "In the deck (house deck): 23 cards." in text


def test_a_surplus_card_lies_aside_with_the_line_that_chooses() -> None:
    game = winter_game()
    game.play(WINTER)
    text = render_report(game.brief("green", SPRING)).text
    assert "lies aside until the\n|      next deadline (HR-30)" in text
    assert "| KEEP CARDS 23, 25, 26" in text


# --- what is asked, promised, offered ---


def test_an_offer_is_asked_on_the_first_screen() -> None:
    game = table(dealt(position()))
    offer(game, "blue", "OFFER 12 TO green FOR NO TRIAL OF T", [(3, phase) for phase in SPRING])
    brief = game.brief("green", SPRING, asks=[])
    first = render_report(brief).text.split("\n== ")[0]
    assert "Yes or no to offer 1 of Ben, below." in first
    assert subject(brief).partition(": ")[2].startswith("your move")
    assert "| ACCEPT 1\n| REFUSE 1" in render_report(brief).text
    assert "| WITHDRAW OFFER 1" in render_report(game.brief("blue", SPRING)).text
    other = render_report(game.brief("red", SPRING)).text
    assert "Assassination" not in other and "NO TRIAL OF" not in other.partition("== Your form")[0]


def test_r15_6_the_order_of_growth() -> None:
    """From the left of whoever controls the highest-ranking active member; nobody does: the first seat begins."""
    assert growth_order(position()) == ["red", "blue", "green"]
    assert growth_order(position(A="people")) == ["blue", "green", "red"]
    assert growth_order(position(A="people", K="KGB cure")) == ["green", "red", "blue"]


def test_d13_a_declare_beside_a_gain_waits() -> None:
    game = table(dealt(position()))
    game.order("red", "GAIN 2 K\nDECLARE 11 K\nDECLARE 7 K")
    brief = game.brief("red", SPRING)
    said = [
        life(one, brief.view, brief.session, brief.standing).replace("\u00a0", " ") for one in brief.standing
    ]
    assert said[0] == "until influence grows at the end of 1953"
    assert said[1] == "once, at the next window, or when influence has grown at the end of 1953"


def warned(lines: str, **more: Any) -> str:
    game = table(dealt(position(G="DM + cure")))
    offer(game, "red", "OFFER 5 TO blue FOR NO TRIAL OF T", [(3, phase) for phase in SPRING])
    game.order("red", lines)
    brief = game.brief("red", SPRING)
    return " ".join(cautions(scene(brief), brief.standing))


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("PLAY 9 ON K", "You do not hold card\u00a09, Kremlin physician (order 1)"),
        ("PLAY 14 ON K\nDISCARD 14", "Orders 1 and 2 are about one and the same card"),
        ("DISCARD 5", "offered to Ben (your offer 1)"),
        ("PLAY 11 ON K", "Order 1 plays card\u00a011, Heart trouble, on KGB Head Boremtodev, who is yours"),
        ("GAIN 2 K\nDRAW 1", "Orders 1 and 2 ask for 3 points and cards together"),
        ("DRAW 2", "With 2 cards more you would hold 5"),
        ("OFFER 14 TO green FOR NO PURGE OF K WHEN PURGE OF K", "unless Carla has a standing ACCEPT ANY"),
    ],
)
def test_e9_warnings_about_cards(lines: str, said: str) -> None:
    assert said in warned(lines)


def test_e9_no_warning_without_need() -> None:
    assert not warned("PLAY 14 ON K\nGAIN 1 K\nSUPPORT blue ON P")


# --- notices ---


def seat(name: str) -> Seat:
    return Seat("blue", "Reform", name, "UTC")


@pytest.mark.parametrize("name", ["PURGE Satin", "ACCEPT 1", "Ben", "Wolfeschlegelsteinhausen " * 4])
def test_notices_are_harmless_whatever_somebody_calls_himself(name: str) -> None:
    game = table(dealt(position()))
    lexicon: Lexicon = names_of(game.rules, game.seats).lexicon
    deck = game.rules.deck
    mails = [
        notices_cards.offer_notice(
            "g",
            seat("Anna"),
            seat(name),
            2,
            [deck[31]],
            "",
            f"{name}. TRY G!",
            phase="spy",
            turn=3,
            deadline=None,
            lexicon=lexicon,
        ),
        notices_cards.offer_answer_notice(
            "g", seat("Anna"), seat(name), 1, [deck[5], deck[9]], "accepted", lexicon=lexicon
        ),
        notices_cards.offer_answer_notice(
            "g", seat("Anna"), seat(name), 1, [deck[5]], "withdrawn", mine=False, lexicon=lexicon
        ),
        notices_cards.card_question_notice("g", seat(name), deck[9], "PLAY 9 ON G", lexicon),
    ]
    for mail in mails:
        for line in mail.text.split("\n"):
            assert all(r.kind in ("ignored", "comment") for r in read([line], lexicon)), line
        assert max(map(len, mail.text.split("\n"))) <= 76
    assert "bind nobody" in " ".join(mails[0].text.split()) or name != "Ben"


def test_names_know_the_cards() -> None:
    names: Names = names_of(unknown().rules, unknown().seats)
    assert names.card(31).replace("\u00a0", " ") == "card 31, Olympic boycott"
    assert names.text(2).startswith("As card 1. (Card\u00a01 says: Hand this to")
    assert names.card(500).replace("\u00a0", " ") == "card 500"
