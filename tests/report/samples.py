"""The mails that the golden files keep: one of each kind, from positions that show it well."""

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta

from pbem.engine import events
from pbem.engine.state import State, Wave
from pbem.engine.variants import rules_for
from pbem.orders.canonical import canonical
from pbem.report.brief import Answer, LetterBrief, Rendered, Unused
from pbem.report.naming import names_of
from pbem.report.receipt import render_receipt
from pbem.report.report import render_report
from pbem.report.sections import history_section, status_section

from .intrigues import INTRIGUES
from .played import NOW, Game
from .positions import SEATS, position

SPRING, AUTUMN = ("purge", "spy", "health"), ("funeral", "replacement")
WINTER = ("rehabilitation", "parade", "cure")


def at(state: State, rolls: Sequence[int] = (), rules: str = "basic") -> Game:
    return Game.at(state, rules_for(rules), rolls=rolls)


def setup_first() -> Rendered:
    game = Game.new(SEATS)
    return render_report(game.brief("red", ("setup",), draft={"Z": 10, "G": 9, "A": 3}, first=True))


def spring_plan() -> Rendered:
    """The middle of a game, with orders that carry warnings."""
    game = at(position(K="KGB sp26", A="PC sp4 +", B="IDE ?", G="DM sp2 + ? cure"))
    game.order(
        "red",
        "PURGE Strychnin, ECO, G WHILE KGB AGE < 95\nTRY G\nINVESTIGATE T, P\nVOTE GUILTY\nVOTE INNOCENT ON MINE\n"
        "HOLD K UP TO 8 EACH TURN\nHOLD G WHEN PURGE OF G\nDECLARE ALL T WHEN VOTE GUILTY BY FM IF blue CONTROLS FM\n"
        "PROTECT MINE UP TO 7\nPURGE IND IN TURN 5",
    )
    return render_report(
        game.brief("red", SPRING, unused=[Unused("HOLD KGB UP TO 6", "Ben was at 7, your limit was 6")])
    )


def trial() -> Rendered:
    """A purge that fails, a trial with a takeover at a vote, a death."""
    game = at(position(B="IDE ?", P="IND ?", A="PC sp9 ++"), rolls=[3, 1, 4, 18, 9, 2, 17, 12, 6])
    game.order("red", "PURGE P\nTRY P\nVOTE GUILTY")
    game.order("blue", "VOTE GUILTY\nTAKE KGB WHEN VOTE BY KGB")
    game.order("green", "VOTE INNOCENT ON MINE\nTAKE ECO WHEN TRIAL OF P\nDECLARE 5 P")
    game.play(SPRING)
    return render_report(game.brief("green", AUTUMN))


def acquittal() -> Rendered:
    game = at(position(B="IDE ?", P="IND ?"), rolls=[20, 11, 8, 15, 14, 13, 12, 10, 9, 9])
    game.order("red", "PURGE T\nCONDEMN C\nTRY P\nINVESTIGATE B\nCLOSE P")
    game.order("blue", "HOLD KGB UP TO 8 WHEN PURGE OF MINE")
    game.order("green", "VOTE INNOCENT")
    game.play(SPRING)
    return render_report(game.brief("red", AUTUMN))


def funeral() -> Rendered:
    game = at(position(phase="health", A="wall sp9", B="IDE sp3", D="siberia +"), rolls=[9])
    game.order("blue", "NOMINATE G, K\nVOTE YES\nPROMOTE N TO FM")
    game.order("red", "VOTE YES\nPROMOTE Z")
    game.order("green", "VOTE NO\nPROMOTE M")
    game.play(AUTUMN)
    return render_report(game.brief("blue", WINTER))


def winter() -> Rendered:
    game = at(
        position(phase="replacement", D="siberia +", A="PC sp3 ++", B="IDE + cure", G="DM sp26 +"), rolls=[14]
    )
    game.order("red", "RELEASE D WITH K\nDECLARE 5 A\nCURE G")
    game.play(WINTER)
    return render_report(game.brief("green", SPRING))


def over() -> Rendered:
    state = position(5, "rehabilitation", A="wall", G="PC sp1 +", Q="DM")
    state = events_before_the_end(state)
    game = at(state, rolls=[12])
    game.play(("parade",))
    return render_report(game.brief("green", ()))


def events_before_the_end(state: State) -> State:
    """Red has waved twice."""
    waves = (Wave(1, "A", "red"), Wave(2, None, None), Wave(3, "K", "red"), Wave(4, "T", "blue"))
    return state.__class__(**{f: getattr(state, f) for f in state.__struct_fields__} | {"waves": waves})


def on_hold() -> Rendered:
    game = at(position())
    held = "PURGE Satin was disputed; I look at it tonight."
    return render_report(game.brief("blue", SPRING, held=held, awaited=None))


def ruling() -> Rendered:
    game = at(position(phase="purge"))
    facts = (events.Aged("K", 2, "ruling"), events.Suspected("T"))
    game.write(
        [
            events.PhaseOpened(3, "spy"),
            events.Ruled("The die fell off the table.", facts),
            events.PhaseClosed(3, "spy"),
        ]
    )
    return render_report(game.brief("blue", ("replacement",), deadline=None))


def receipt() -> Rendered:
    """Two letters of one poll."""
    game = at(position(B="IDE ?", G="DM ?"))
    game.order("red", "PURGE Strychnin, Satin\nTRY B\nVOTE GUILTY\nHOLD G WHEN PURGE OF G\nDECLARE 8 KGB")
    brief = game.brief("red", SPRING)
    names = names_of(brief.rules, brief.seats)
    mine = {one.number: canonical(one.line, names.lexicon) for one in brief.standing}
    first = LetterBrief(
        NOW - timedelta(minutes=4),
        "Re: [winter-5] 1953 Spring",
        [
            Answer("accepted", mine[1], 1, ("read Strichnin as Strychnin",)),
            Answer("ignored", "Hi, my orders:"),
        ],
    )
    second = LetterBrief(
        NOW,
        "changed my mind",
        [
            Answer("replaced", "TRY Palavrian", 7),
            *(Answer("accepted", mine[n], n) for n in (2, 3, 4, 5)),
            Answer("outranked", "HOLD KGB UP TO 8 EACH TURN", 6),
            Answer("rejected", "DECLARE 12 Palavrian", error="You recorded 9 on Palavrian, not 12."),
            Answer(
                "rejected",
                "PURGE Stain",
                error='"Stain" is not the name of a Politician of this game; did you mean Satin?',
            ),
            Answer("ignored", "Purge is such an ugly word."),
            Answer("ignored", "Cheers, Anna"),
        ],
    )
    return render_receipt(brief, [first, second])


def receipt_problem() -> Rendered:
    """An old report was answered (E10)."""
    game = at(position(phase="purge"))
    brief = game.brief("blue", ("spy", "health"))
    answers = [
        Answer("held", "VOTE GUILTY ON Palavrian", notes=("for the Spy Investigation Phase of 1953",)),
        Answer("held", "HOLD FM UP TO 9"),
        Answer("rejected", "PURGE", error="Something is missing after PURGE: a Politician or an office."),
        Answer("ignored", "Sorry for the delay!"),
    ]
    problem = "it answers your report of the Cure Phase, and the Purge Phase has been resolved since"
    return render_receipt(brief, [LetterBrief(NOW, "Re: [winter-5] 1953", answers, problem)])


def receipt_setup() -> Rendered:
    game = Game.new(SEATS)
    draft = dict(zip("BCDEFGHI", range(10, 2, -1), strict=True))
    brief = game.brief("green", ("setup",), draft=draft)
    answers = [
        Answer("recorded", "Schukrutoff 10"),
        Answer("recorded", "Goferbrok 9"),
        Answer("served", "you are READY for this deadline"),
        Answer("served", "STATUS, below"),
        Answer("ignored", "is it my turn?"),
    ]
    return render_receipt(brief, [LetterBrief(NOW, "my sheet", answers)], [status_section(brief)])


def receipt_history() -> Rendered:
    game = at(position(phase="rehabilitation"), rolls=[7])
    game.play(("parade",))
    brief = game.brief("red", ("cure",))
    asked = LetterBrief(NOW, "", [Answer("served", "HISTORY, below")])
    return render_receipt(brief, [asked], history_section(brief, 3))


SAMPLES: Mapping[str, Callable[[], Rendered]] = {
    **INTRIGUES,
    **{
        made.__name__: made
        for made in (
            setup_first,
            spring_plan,
            trial,
            acquittal,
            funeral,
            winter,
            over,
            on_hold,
            ruling,
            receipt,
            receipt_problem,
            receipt_setup,
            receipt_history,
        )
    },
}
