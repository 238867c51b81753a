"""Constructed stories of the Advanced Game: every kind of event of cards, bribes, ties and growth."""

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from pbem.engine import events
from pbem.engine.state import Hand, Stake, State, replace
from pbem.engine.variants import rules_for
from pbem.engine.view import position as view_of
from pbem.engine.view import see
from pbem.orders.bargains import deal
from pbem.orders.canonical import canonical
from pbem.orders.reader import read
from pbem.report.bargains import done
from pbem.report.brief import Answer, LetterBrief, Rendered
from pbem.report.chronicle import chronicle
from pbem.report.naming import names_of
from pbem.report.notices_cards import offer_notice
from pbem.report.pages import filled, page
from pbem.report.receipt import render_receipt
from pbem.report.report import render_report
from pbem.report.sections import status_section

from .played import DEADLINE, NOW, Game
from .positions import SEATS, position

SPRING, AUTUMN = ("purge", "spy", "health"), ("funeral", "replacement")
WINTER = ("rehabilitation", "parade", "cure")
#: Who holds what when a story begins.
HANDS: Mapping[str, tuple[int, ...]] = {"red": (5, 14, 31), "blue": (1, 12, 17), "green": (23, 25, 26)}


def dealt(state: State, hands: Mapping[str, Sequence[int]] = HANDS) -> State:
    """With these hands, and the rest as the deck."""
    held = {number for cards in hands.values() for number in cards}
    deck = tuple(number for number in rules_for("advanced", seats=3).deck if number not in held)
    covered = {player: Hand(tuple(cards), len(cards)) for player, cards in hands.items()}
    return replace(state, hands=covered, deck=deck, deck_size=len(deck))


def table(state: State, rolls: Sequence[int] = ()) -> Game:
    return Game.at(state, rules_for("advanced", seats=3), rolls=rolls)


def offer(game: Game, player: str, text: str, phases: Sequence[tuple[int, str]]) -> list[events.Event]:
    """An OFFER, ACCEPT, REFUSE or WITHDRAW OFFER line, done as when the letter comes."""
    names = names_of(game.rules, game.seats)
    (reading,) = read([text], names.lexicon)
    told = deal(reading.lines[0], player, game.state, phases)
    game.write(told)
    return told


def spring() -> Game:
    """A bribe with change, a card that is first, blackmail, cards of all kinds, a trial without verdict, a death."""
    marks = {"B": "IDE ?", "P": "IND ?", "A": "PC sp4 +", "G": "DM sp1 ++ cure"}
    game = table(dealt(position(**marks)), rolls=[16, 4, 17, 8, 3, 12, 6, 2, 11, 14, 5, 9, 13, 10, 7, 15])
    phases = [(3, phase) for phase in SPRING]
    offer(game, "red", "OFFER 5 TO blue FOR NO TRIAL OF Palavrian", phases)
    offer(game, "green", 'OFFER 25 TO red FOR "peace until spring"', phases)
    offer(game, "red", "REFUSE 1", phases)
    offer(game, "green", "OFFER 25 TO blue FOR NO PURGE OF IND", phases)
    offer(game, "blue", "ACCEPT 2 GIVING 12", phases)
    game.order("red", "PLAY 31\nPLAY 14 ON K\nPURGE SPO, T, P\nDECLARE 6 P WHEN TRIAL OF P")
    game.order("blue", "PLAY 1 ON ACTOR WHEN PURGE OF FM\nPLAY 25 AGAINST red ON K\nTRY P WITH DM")
    game.order(
        "green",
        "PLAY 23 ON K\nPLAY 26 AGAINST blue\nPLAY 12 ON T WHEN START OF SPY\nPLAY 17 ON P WHEN TRIAL OF P\nTRY P",
    )
    game.play(SPRING)
    return game


def winter_game() -> Game:
    """A tie that is settled by support, influence that grows, "10+", and cards that are drawn."""
    hands = {"red": (5, 14, 31), "blue": (1, 12), "green": (23, 25, 26)}
    state = dealt(position(phase="replacement", A="PC sp3"), hands)
    declared = {**state.declared, "K": {"red": Stake(6, 1), "blue": Stake(3, 1), "green": Stake(3, 2)}}
    game = table(replace(state, declared=declared))
    game.order("red", "GAIN 2 K\nPLAY 14 ON G")
    game.order("blue", "DECLARE 6 K\nDECLARE 9 P WHEN PARADE\nDRAW 2\nSUPPORT green ON G")
    game.order("green", "DRAW 2\nKEEP CARDS 25, 26\nDECLARE 10 P\nGAIN 1 P\nSUPPORT blue ON K")
    return game


def odds() -> tuple[State, list[events.Event]]:
    """What the stories above do not come to: kept and broken promises, cards without code, a trial that a card ends …"""
    promise = events.Promise("trial", "P", never=True)
    vote = events.Promise("vote", "P", vote="innocent")
    bribe = ("green", "red", 1, 1)
    story: list[events.Event] = [
        events.Offered(*bribe, (25,), 3, "spy", vote),
        events.Offered("red", "blue", 1, 2, (5, 14), 3, "spy", None, "a quiet {summer}"),
        events.OfferClosed("red", "blue", 1, 2, "withdrawn"),
        events.OfferAccepted(*bribe),
        events.PhaseOpened(3, "spy", True),
        events.CardsTakenUp("blue", 1, (13,)),
        events.CardsDiscarded("blue", 1, (13,)),
        events.OfferClosed(*bribe, "struck"),
        events.CardsHanded("green", "red", 1, "bribe", (25,)),
        events.Bound("red", "green", vote),
        events.Bound("red", "green", promise),
        events.InfluenceDeclared("red", "T", 8, 9),
        events.InfluenceDeclared("green", "N", 2, 9),
        events.InfluenceDeclared("blue", "N", 2, 9),
        events.TieOpened("N", None),
        events.Supported("red", "N", "blue", 0),
        events.TieResolved("N", "blue", ("blue", "green")),
        events.Acting("G", "spy"),
        events.Announced("G", "trial", "P", player="red"),
        events.Withdrawn("G", "trial", "promise"),
        events.Announced("G", "trial", "B", player="red"),
        events.InForce("show trial", "vote"),
        events.CardPlayed("blue", 99, ("B",), "red"),
        events.HouseRuled("HR-39", "card 99 has no code; the moderator applies its text"),
        events.Ruled("He is ill.", (events.HealthChanged("B", 1), events.InForce("party line", "turn"))),
        events.BallotOpened("trial", "B"),
        events.Announced("K", "vote", "B", choice="guilty", player="red"),
        events.CardsHanded("blue", "red", 1, "blackmail", (1,)),
        events.CardSpent("red", "blue", 1),
        events.CardsHanded("red", "blue", 1, "change", (5,)),
        events.Blackmailed("blue", "red", "K", "vote", "innocent", 1),
        events.VoteFixed("K", "innocent", "red"),
        events.CardPlayed("blue", 17, ("B",)),
        events.HouseRuled("HR-38", "the trial of B ends, and it was the trial of this year"),
        events.Absolved("B"),
        events.PromiseKept("red", "green", vote),
        events.CardPlayed("green", 23, ("P",)),
        events.Rolled("1953/spy faction for P #0", 6),
        events.Rolled("1953/spy amount for P #0", 2),
        events.InfluenceLost("green", "P", 2),
        events.CardPlayed("green", 12, ("T",)),
        events.Rolled("1953/spy assassination T #0", 18),
        events.Died("T", "FM"),
        events.Watched("red", "green", "P", 8),
        events.CardPlayed("red", 16, ("P",)),
        events.Suspected("P"),
        events.TrialDropped("P"),
        events.Announced("G", "condemnation", "C", player="red"),
        events.Withdrawn("G", "condemnation", "illegal"),
        events.PhaseClosed(3, "spy"),
    ]
    state = dealt(
        position(phase="purge", B="IDE ?", P="IND ?"),
        {"red": (5, 14, 16), "blue": (1, 17), "green": (25, 23, 12)},
    )
    hands = {**state.hands, "blue": replace(state.hands["blue"], aside=(13,), lying=1)}
    return replace(state, hands=hands), story


def unknown() -> Game:
    """The same table with a card that the program does not know."""
    game = table(odds()[0])
    deck = dict(game.rules.deck)
    deck[99] = replace(deck[9], number=99, name="A cold", text="He catches a cold. See to it.", code=0)
    return Game.at(odds()[0], dataclasses.replace(game.rules, deck=deck))


# --- what is rendered of them ---


def chronicled(state: State, game: Game, story: Sequence[events.Event], viewer: str) -> Rendered:
    """The chronicle alone, as this viewer reads it."""
    faces = list(see(viewer, story))
    me = viewer if viewer in SEATS else None
    sections = chronicle(names_of(game.rules, game.seats), view_of(viewer, state), faces, me)
    return page_of(game, [(s.heading, filled(s.paragraphs, "  ")) for s in sections])


def page_of(game: Game, sections: Sequence[tuple[str, Sequence[str]]]) -> Rendered:
    names = names_of(game.rules, game.seats)
    return Rendered("a chronicle", page(names, "receipt.txt.j2", sections, opening=[], footer=[]))


def spring_of(viewer: str) -> Rendered:
    game = spring()
    if viewer == "table":
        return chronicled(game.base or State(), game, game.journal, viewer)
    return render_report(game.brief(viewer, AUTUMN))


def odds_of(viewer: str) -> Rendered:
    state, story = odds()
    return chronicled(state, unknown(), story, viewer)


def before_growth() -> Rendered:
    return render_report(winter_game().brief("green", WINTER))


def after_growth(viewer: str = "blue") -> Rendered:
    game = winter_game()
    game.play(WINTER)
    return render_report(game.brief(viewer, SPRING))


def advanced_setup() -> Rendered:
    game = Game.new(SEATS, "advanced")
    return render_report(game.brief("red", ("setup",), draft={"Z": 11, "G": 9}, first=True))


def free_setup() -> Rendered:
    game = Game.new((*SEATS, "black"), "advanced", free_allocation=True)
    return render_report(game.brief("red", ("setup",), draft={"Z": 30, "A": 24}, first=True))


def plan_of_cards() -> tuple[Game, list[str]]:
    """Orders of every kind about cards, with what speaks against them; offers both ways."""
    game = table(dealt(position(P="IND ?", G="DM + cure")))
    phases = [(3, phase) for phase in SPRING]
    names = names_of(game.rules, game.seats)
    said = done(names, offer(game, "red", "OFFER 5 TO blue FOR NO TRIAL OF G", phases), "red")
    offer(game, "blue", "OFFER 12, 17 TO red FOR VOTE INNOCENT ON G", phases)
    offer(game, "green", 'OFFER 23 TO red FOR "a friend in need"', phases)
    said += done(names, offer(game, "red", "ACCEPT 1 GIVING 14", phases), "red")
    said += done(names, offer(game, "red", "REFUSE 2", phases), "red")
    game.order("red", PLANNED)
    return game, said


PLANNED = """\
PLAY 31
PLAY 5 ON G
PLAY 9 ON K
PLAY 14 ON G WHEN START OF SPY
PLAY 11 ON G
PLAY 14 ON D IN TURN 4
DISCARD 5, 14
KEEP CARDS 4, 31
SUPPORT blue ON P
GAIN 2 K
DRAW 2
DECLARE 11 K
OFFER 31 TO blue FOR NO PURGE OF G WHEN PURGE OF G
ACCEPT ANY FROM green FOR VOTE NO ON K GIVING 14
PLAY 1 ON FM AS INNOCENT WHEN VOTE GUILTY BY FM
PLAY 26 AGAINST blue IN TURN 5"""


def receipt_offers() -> Rendered:
    game, said = plan_of_cards()
    brief = game.brief("red", SPRING)
    names = names_of(brief.rules, brief.seats)
    answers = [Answer("served", text) for text in said]
    answers += [Answer("accepted", canonical(one.line, names.lexicon), one.number) for one in brief.standing]
    return render_receipt(brief, [LetterBrief(NOW, "my offers", answers)], [status_section(brief)])


def mail_of_an_offer() -> Rendered:
    game, _ = plan_of_cards()
    cards = [game.rules.deck[n] for n in (12, 31)]
    red, blue = game.seats[0], game.seats[1]
    lexicon = names_of(game.rules, game.seats).lexicon
    more = {
        "phase": "purge",
        "turn": 3,
        "deadline": DEADLINE,
        "change": 2,
        "held": (14, 5, 31),
        "lexicon": lexicon,
    }
    return offer_notice("winter-5", red, blue, 1, cards, "NO PURGE OF Palavrian", **more)  # type: ignore[arg-type]


INTRIGUES: Mapping[str, Callable[[], Rendered]] = {
    **{f"intrigue_{viewer}": partial(spring_of, viewer) for viewer in ("red", "blue", "table")},
    **{f"odds_{viewer}": partial(odds_of, viewer) for viewer in ("red", "blue", "table")},
    "growth_before": before_growth,
    "growth_after": after_growth,
    "setup_advanced": advanced_setup,
    "setup_free": free_setup,
    "receipt_offers": receipt_offers,
    "offer_mail": mail_of_an_offer,
}
