"""The verbs about the game itself: time, seats, disputes.  They are served as soon as a letter comes, and never join the list."""

from pbem.orders.personal import SETTINGS
from pbem.orders.verbtable import Verb, row

__all__ = ["DESK"]


def _desk(word: str, terminal: str, form: str, meaning: str, *examples: str, **rest: object) -> Verb:
    return row(word, terminal, "desk", form, meaning, *examples, **{"firm": False, **rest})


DESK: tuple[Verb, ...] = (
    *SETTINGS,
    _desk(
        "DECLARE NOW",
        "DECLARE",
        "DECLARE NOW n|ALL pol",
        "As DECLARE, but not at the deadline: it becomes public in the next bulletin, if the game has bulletins. NOW may stand "
        "behind the name as well.",
        "DECLARE NOW 6 Palavrian",
        "DECLARE 6 Palavrian NOW",
        firm=True,
    ),
    _desk(
        "EXTEND",
        "EXTEND",
        "EXTEND [n HOURS|DAYS]",
        "Please move this deadline by so much; without a number by a day.",
        "EXTEND",
        "EXTEND 24h",
        "EXTEND 2 days",
        synonyms=[
            "EXTEND DEADLINE",
            "EXTEND THE DEADLINE",
            "EXTENSION",
            "REQUEST EXTENSION",
            "MORE TIME",
            "I NEED MORE TIME",
            "NEED MORE TIME",
        ],
    ),
    _desk(
        "VACATION",
        "VACATION",
        "VACATION [FROM date] UNTIL date [AUTOPILOT]",
        "I am away until then, and the game waits for me, or with AUTOPILOT goes on with a bot at my seat.",
        "VACATION UNTIL 3 May",
        "VACATION UNTIL 2027-05-03 AUTOPILOT",
        "VACATION FROM 3 May UNTIL 10 May",
        synonyms=[
            "HOLIDAY",
            "HOLIDAYS",
            "ON VACATION",
            "ON HOLIDAY",
            "AWAY",
            *(
                f"{who} {where}"
                for who in ("I AM", "I'M", "IM")
                for where in ("AWAY", "ON VACATION", "ON HOLIDAY")
            ),
        ],
    ),
    _desk(
        "VACATION OFF",
        "WORD",
        "VACATION OFF",
        "I am back, earlier than I said.",
        "VACATION OFF",
        "I'm back",
        synonyms=["HOLIDAY OFF", "VACATION OVER", "I AM BACK", "I'M BACK", "IM BACK", "BACK FROM VACATION"],
        alone=True,
    ),
    _desk(
        "CONCEDE",
        "WORD",
        "CONCEDE",
        "I give up my seat: I cannot win any more, and somebody else may take it over.",
        "CONCEDE",
        synonyms=["I CONCEDE", "RESIGN", "I RESIGN", "CONCEDE THE GAME"],
        alone=True,
    ),
    _desk(
        "PROPOSE END",
        "WORD",
        "PROPOSE END",
        "Let the game end without a winner, if all seats agree.",
        "PROPOSE END",
        synonyms=[
            "PROPOSE THE END",
            "PROPOSE TO END",
            "PROPOSE TO END THE GAME",
            "PROPOSE A DRAW",
            "PROPOSE DRAW",
        ],
        alone=True,
    ),
    _desk(
        "AGREE END",
        "WORD",
        "AGREE END",
        "I agree that it ends without a winner.",
        "AGREE END",
        synonyms=[
            "AGREE TO END",
            "AGREE TO THE END",
            "AGREE TO END THE GAME",
            "AGREE TO A DRAW",
            "ACCEPT END",
            "ACCEPT THE END",
        ],
        alone=True,
    ),
    _desk(
        "KEEP ORDERS",
        "KEEPORDERS",
        "KEEP ORDERS [n {, n}]",
        "I have taken over a seat: wake the orders of the one before me, all of them or those with these numbers. KEEP alone will "
        "do, and KEEP 1, 3 where no Intrigue cards are played.",
        "KEEP ORDERS",
        "KEEP",
        "KEEP ORDERS 1, 3",
        synonyms=["KEEP ORDER", "KEEP MY ORDERS", "KEEP THE ORDERS", "KEEP THEM", "KEEP ALL"],
    ),
    _desk(
        "STANDBY",
        "WORD",
        "STANDBY",
        "An answer to an invitation: I would take over a seat that falls empty.",
        "STANDBY",
        synonyms=["STAND-BY"],
        alone=True,
    ),
    _desk(
        "PRACTICE",
        "HELP",
        "PRACTICE [rules]",
        "Begin a private game of mine against bots, which goes on at each READY of mine: basic, unless I name other rules.",
        "PRACTICE",
        "PRACTICE advanced",
        synonyms=["PRACTISE"],
    ),
    _desk(
        "END PRACTICE",
        "WORD",
        "END PRACTICE",
        "My practice game is over.",
        "END PRACTICE",
        synonyms=["STOP PRACTICE", "END PRACTISE", "STOP PRACTISE"],
        alone=True,
    ),
    _desk(
        "WATCH",
        "HELP",
        "WATCH game",
        "Mail me the public reports of another game, if that game may be watched. Anybody may write this, from any address.",
        "WATCH autumn27",
    ),
    _desk(
        "UNWATCH",
        "HELP",
        "UNWATCH game",
        "No more reports of that game.",
        "UNWATCH autumn27",
        synonyms=["STOP WATCHING"],
    ),
    _desk(
        "WHY",
        "WHY",
        "WHY n {, n}",
        "Mail me what I may know of event n: the rule, who was asked and answered, the dice. Reports print its number in brackets.",
        "WHY 217",
        "WHY #217",
        "explain 217",
        synonyms=["EXPLAIN"],
    ),
    _desk(
        "PROTEST",
        "PROTEST",
        "PROTEST n: text",
        "Event n is wrong: my words, up to an empty line, go to the moderator alone. All learn that it is disputed, not by whom.",
        "PROTEST 217: he was at the Sanatorium and could not vote.",
    ),
    _desk(
        "PRAVDA",
        "PAPER",
        "PRAVDA [ANONYMOUS]: text",
        "A letter to the paper, one line of at most 300 characters: it stands in everybody's next report, signed with my faction. Until "
        "then a later PRAVDA takes its place.",
        "PRAVDA: The harvest was never in doubt.",
        "PRAVDA ANONYMOUS: Somebody has counted the spoons.",
        synonyms=["LETTER TO PRAVDA"],
    ),
    _desk(
        "SLOGAN",
        "PAPER",
        "SLOGAN: text",
        "A banner over the parade of this year, one line: it hangs there if the Party Chief is mine at the parade.",
        "SLOGAN: Forward, and mind the step!",
    ),
    _desk(
        "OBITUARY",
        "OBITUARY",
        "OBITUARY pol: text",
        "One line on a Politician who has just died and was mine until then, for everybody's next report.",
        "OBITUARY Nestor: He never finished a sentence, least of all his own.",
    ),
    _desk(
        "DIARY",
        "MEMO",
        "DIARY: text",
        "Into my diary, up to a line END DIARY or the end of the letter, at most 2,000 characters. Nobody reads it before the end of the "
        "game; then all do, at the moment at which it was written.",
        "DIARY: I still have nine on Manjak, and nobody has asked.",
        synonyms=["DEAR DIARY"],
    ),
    _desk(
        "MEMOIRS",
        "MEMO",
        "MEMOIRS: text",
        "After the end, for two weeks: how it really was, up to a line END MEMOIRS or the end of the letter, at most 2,000 characters, for "
        "all players and the archive. A later one takes its place.",
        "MEMOIRS: I was against it from the beginning.",
    ),
)
