"""The verbs about the game itself: time, seats, disputes.  They are served as soon as a letter comes, and never join the list."""

from pbem.orders.verbtable import Verb, row

__all__ = ["DESK"]


def _desk(word: str, terminal: str, form: str, meaning: str, *examples: str, **rest: object) -> Verb:
    return row(word, terminal, "desk", form, meaning, *examples, **{"firm": False, **rest})


DESK: tuple[Verb, ...] = (
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
)
