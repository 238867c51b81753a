"""The register of `docs/rulings.md` as a table: every house ruling with its readings, the house's own first."""

from collections.abc import Mapping
from typing import NamedTuple


class Reading(NamedTuple):
    """One way to read a house ruling: the word to type, and a sentence that says what holds then.

    `aspect`: where a ruling decides several things, which of them; `by`: the engine cannot read it so, and this is what the moderator
    does instead.
    """

    word: str
    sentence: str
    aspect: str = ""
    by: str = ""


R = Reading
_ANOTHER_GAME = "That is settled before the game: `pbem new` without the variant, or with a pack of your own."

KNOWN: Mapping[str, tuple[Reading, ...]] = {
    "HR-1": (
        R("next-cure", "He comes back when his turn comes in the next Cure Phase."),
        R("stays", "He stays until he is healthy, or somebody takes him."),
        R("at-once", "He comes back as soon as nobody controls him."),
    ),
    "HR-2": (
        R("free", "From 1 to all 55 on each."),
        R("ten-at-most", "From 1 to 10 on each."),
        R("halves", "Halves, too.", by="Points are whole numbers in the program; agree on whole ones."),
    ),
    "HR-3": (
        R("control", "Only a tie for control is rolled, at once and for good."),
        R("every-tie", "Every tie is rolled at once and for good, below the top as well."),
        R(
            "each-time",
            "The dice are rolled anew each time control is asked for.",
            by="Have the die rolled anew when it matters: `pbem rule GAME die`, with its label and `reroll`.",
        ),
    ),
    "HR-4": (
        R("board", "Influence is declared on Politicians on the board only."),
        R("siberia", "Influence may be declared in Siberia, too."),
    ),
    "HR-5": (
        R("one-year", "A member ages once for suspicion, however many “?” he bears."),
        R("each-mark", "A member ages once for each “?”."),
    ),
    "HR-6": (
        R("politburo", "A Cure marker stays inside the Politburo, and goes with demotion and Siberia."),
        R("stays", "A Cure marker always stays."),
        R("goes", "A Cure marker goes with every move."),
    ),
    "HR-7": (
        R("allowed", "He may purge himself."),
        R("forbidden", "He may not purge himself."),
    ),
    "HR-8": (
        R("over", "The phase is over."),
        R("next", "The next in succession goes on."),
    ),
    "HR-9": (
        R("abstain", "Members without an order abstain.", "members"),
        R("guilty", "Members without an order vote guilty.", "members"),
        R("innocent", "Members without an order vote innocent.", "members"),
        R("for-himself", "An accused without an order votes innocent.", "accused"),
        R("as-others", "An accused without an order does as all others do.", "accused"),
        R("all-votes", "All votes are taken.", "end"),
        R("stop-when-decided", "The vote stops as soon as enough are innocent.", "end"),
    ),
    "HR-10": (
        R("one", "Whoever bears a “?” is not investigated again."),
        R("more", "Whoever bears a “?” may get more of them."),
    ),
    "HR-11": (
        R("allowed", "He may investigate himself."),
        R("forbidden", "He may not investigate himself."),
    ),
    "HR-12": (
        R("any-order", "Investigations and closings come in any order.", "order"),
        R("investigations-first", "After the first closing nobody is investigated.", "order"),
        R("this-year-too", "A “?” of this year may be closed.", "year"),
        R("not-this-year", "A “?” of this year may not be closed.", "year"),
    ),
    "HR-13": (
        R("next", "The next in succession does what is left."),
        R("nobody", "Nobody investigates or closes cases in this year."),
    ),
    "HR-14": (
        R("yes", "Members without an order vote yes."),
        R("no", "Members without an order vote no."),
        R("abstain", "Members without an order abstain."),
    ),
    "HR-15": (
        R("oldest", "The oldest of the highest occupied level follows."),
        R("vacant", "The post stays vacant until the next year."),
        R("recalled", "The first of the succession who is at the Sanatorium comes back, and nominates."),
    ),
    "HR-16": (
        R("forced", "He becomes Party Chief, and retires at the end of the phase."),
        R("vacant", "He does not, and the post stays vacant until the next year."),
    ),
    "HR-17": (
        R("letter", "The earlier card letter is older."),
        R(
            "die",
            "A die tells.",
            by="Roll it before the eyes of all, and set the places right: `pbem rule GAME set`.",
        ),
        R("agree", "The controllers agree.", by="Ask them, and set the places right: `pbem rule GAME set`."),
    ),
    "HR-18": (
        R("nobody", "Nobody wins."),
        R("next-down", "The controller of the highest-ranking active member who is controlled wins."),
    ),
    "HR-19": (
        R("anywhere", "He retires wherever he is."),
        R("politburo", "He retires only from the Politburo."),
    ),
    "HR-20": (
        R("nobody", "Nobody wins."),
        R("highest", "The controller of the highest-ranking active member wins."),
    ),
    "HR-21": (
        R("cannot", "The Industry Minister cannot nominate."),
        R("nominates", "The Industry Minister nominates when nobody else can."),
    ),
    "HR-22": (
        R("as-agreed", "What the option swiss_tie of the game says."),
        R("not-controller", "All of the tie win but his controller."),
        R("nobody", "Nobody wins."),
    ),
    "HR-23": (
        R("keeps", "Siberia takes no declared influence."),
        R("loses", "Siberia takes the declared influence."),
    ),
    "HR-24": (
        R("drawn", "26 drawn from the 52."),
        R("all", "All 52 play.", by=_ANOTHER_GAME),
        R("half-and-half", "13 of each play.", by=_ANOTHER_GAME),
    ),
    "HR-25": (
        R("fewer-people", "All slots are filled, and the People are fewer."),
        R(
            "fewer-candidates",
            "Slots of Candidates stay empty.",
            by="Set them back among the People: `pbem rule GAME set`.",
        ),
    ),
    "HR-26": (
        R("retire-first", "Retirements come before the count."),
        R("count-first", "The count comes before the retirements."),
    ),
    "HR-27": (
        R("stays", "Whoever has no order stays where he is."),
        R("at-work", "Whoever has no order is at work."),
    ),
    "HR-28": (
        R("most-recorded", "Those who recorded most on him win."),
        R("nobody", "Nobody wins."),
    ),
    "HR-29": (
        R("not-at-all", "The game does not begin without the sheet."),
        R(
            "at-random",
            "The judge makes a sheet up.",
            by="The program makes none up: find another player (`pbem replace`).",
        ),
    ),
    "HR-30": (
        R("aside", "The surplus lies aside until the next deadline."),
        R("at-once", "The newest cards go at once."),
        R(
            "wait",
            "The game waits until he has chosen.",
            by="Ask him before the deadline; he orders KEEP CARDS.",
        ),
    ),
    "HR-31": (
        R("both", "A trial and a condemnation in one year."),
        R("one", "One of the two a year."),
    ),
    "HR-32": (
        R("one-year", "A “?” of this year is closed at the cost of the Basic Game."),
        R("free", "A “?” of this year is closed for nothing, too."),
        R("not-this-year", "A “?” of this year may not be closed."),
    ),
    "HR-33": (
        R("stays", "His declared influence stays."),
        R(
            "taken-off",
            "His influence is taken off.",
            by="Take it off when he gives up: `pbem rule GAME set`.",
        ),
    ),
    "HR-34": (
        R("all-free", "66 points, all of them free."),
        R("ten-plus-besides", "55 points, and one “10+” besides.", by=_ANOTHER_GAME),
        R("apart", "The two variants exclude each other.", by=_ANOTHER_GAME),
    ),
    "HR-35": (
        R("not-possible", "The blackmail is not possible."),
        R("himself", "The nominator becomes Party Chief himself."),
        R(
            "next-level",
            "He nominates from the next level; if there is nobody, he becomes Party Chief himself.",
        ),
    ),
    "HR-36": (
        R("spent", "It is spent when it has been accepted."),
        R("alive", "It can be played by whoever accepted it."),
        R("not-offered", "It may not be given: such an offer comes to nothing."),
    ),
    "HR-37": (
        R("free", "The attempt is free as long as the office is empty."),
        R("none", "There is no attempt as long as the office is empty."),
    ),
    "HR-38": (
        R("used-up", "It was the trial of this year, and he was not acquitted."),
        R("another", "Another trial may be called."),
        R("acquitted", "It was the trial of this year, and he counts as acquitted."),
    ),
    "HR-39": (
        R("moderator", "The game waits, and the moderator carries out what its text says."),
        R("nothing", "The card is played, and does nothing."),
        R("not-playable", "The card cannot be played."),
    ),
}

#: For how long a reading holds that is ruled for one case: a phase, "phase" for any.  Others: until it is applied.
CASES: Mapping[str, str] = {
    "HR-4": "phase",
    "HR-5": "cure",
    "HR-7": "purge",
    "HR-9": "spy",
    "HR-10": "spy",
    "HR-11": "spy",
    "HR-12": "spy",
    "HR-14": "funeral",
    "HR-27": "cure",
    "HR-31": "spy",
    "HR-32": "spy",
    "HR-35": "funeral",
    "HR-36": "phase",
    "HR-37": "purge",
    "HR-39": "phase",
}
