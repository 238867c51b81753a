"""The verbs of the Advanced Game (rules R13, R15), each with the option of the game that it needs."""

from pbem.orders.verbtable import Verb, row

__all__ = ["ADVANCED"]

_PROMISES = (
    "A promise is one of NO PURGE OF pol, NO TRIAL OF, NO CONDEMNATION OF, NO INVESTIGATION OF, NO DEMOTION OF, NO SHIFT OF, "
    "NOMINATE pol, PROMOTE pol [TO office], SHIFT pol TO office, RELEASE pol, VOTE v ON pol; the judge holds him to it until the "
    "phase ends."
)


def _cards(word: str, terminal: str, form: str, meaning: str, *examples: str, **rest: object) -> Verb:
    return row(
        word, terminal, "intrigue", form, meaning, *examples, switch="intrigue", **{"firm": False, **rest}
    )


def _bribes(word: str, terminal: str, form: str, meaning: str, *examples: str, **rest: object) -> Verb:
    return row(word, terminal, "bribes", form, meaning, *examples, switch="bribes", **{"firm": False, **rest})


ADVANCED: tuple[Verb, ...] = (
    _cards(
        "PLAY",
        "PLAY",
        "PLAY n [ON pol {, pol}] [AGAINST player] [AS GUILTY|INNOCENT|YES|NO]",
        "Play Intrigue card n, by number or name, at the first window that allows it, to the end of the turn; with WHEN at that announcement. "
        "A blackmailed voter states what stands behind AS.",
        "PLAY 17 ON Patina WHEN TRIAL OF Patina",
        "PLAY 26 AGAINST blue",
        "PLAY 25 AGAINST blue ON KGB",
        "PLAY 1 ON FM AS INNOCENT WHEN VOTE GUILTY BY FM",
        "use card 9 on G",
        "blackmail FM with card 1 when he tries to promote somebody",
        synonyms=["USE"],
    ),
    _cards(
        "DISCARD",
        "DISCARD",
        "DISCARD n {, n}|ALL",
        "Put cards of my hand away at the next window that allows it, to the end of the turn. ALL: whatever I hold then.",
        "DISCARD 4",
        "DISCARD 4, 30",
        "discard everything",
        synonyms=["THROW AWAY", "DROP"],
    ),
    _cards(
        "KEEP CARDS",
        "KEEP",
        "KEEP CARDS n {, n}",
        "Whenever cards of mine must go (a fourth one drawn, change for a bribe), the others go first. It stands until it is used.",
        "KEEP CARDS 4, 17, 31",
        "keep 4 and 17",
        synonyms=["KEEP CARD", "KEEP MY CARDS", "KEEP"],
    ),
    row(
        "SUPPORT",
        "SUPPORT",
        "ties",
        "SUPPORT player ON pol",
        "To the end of the turn: where he is tied with others for control of that Politician, one tenth of what I declared "
        "there counts for him.",
        "SUPPORT blue ON KGB",
        "support Reform Expansionists on Palavrian",
        switch="ties",
        firm=False,
    ),
    row(
        "GAIN",
        "GAIN",
        "growth",
        "GAIN n pol {, n pol}",
        "At the end of turns 3, 6 and 9: add 1 or 2 influence points, two in all, recorded and declared at once.",
        "GAIN 2 Palavrian",
        "GAIN 1 ON G, 1 ON K",
        synonyms=["GROW"],
        switch="growth",
        firm=False,
    ),
    row(
        "DRAW",
        "DRAW",
        "growth",
        "DRAW n",
        "At the end of turns 3, 6 and 9: draw n cards, one for each of the two points that I do not add.",
        "DRAW 2",
        "draw a card",
        switch="growth",
        firm=False,
    ),
    _bribes(
        "OFFER",
        "OFFER",
        "OFFER n {, n} TO player FOR promise",
        "Cards of mine for a promise, mailed on at once; with WHEN made at that announcement to whoever has an ACCEPT ANY. "
        + _PROMISES
        + " Other words in quotation marks are passed on and bind nobody.",
        "OFFER 5 TO blue FOR NO PURGE OF Palavrian",
        "OFFER 5, 8 TO Dora FOR VOTE INNOCENT ON G WHEN TRIAL OF G",
        'OFFER 5 TO blue FOR "peace until spring"',
    ),
    _bribes(
        "ACCEPT",
        "ACCEPT",
        "ACCEPT [n|ALL|ANY] [FROM player] [FOR promise] [GIVING n {, n}]",
        "Take offer n, or the only one, or with ALL every offer that is open; GIVING names the cards that I give in change if I "
        "hold too many. With ANY, and FOR if you like, it stands to the end of the turn and meets an OFFER with WHEN.",
        "ACCEPT 1",
        "ACCEPT 1 GIVING 4",
        "accept it and give him card 4 back",
        "ACCEPT ALL",
        "ACCEPT ANY FROM blue FOR NO PURGE OF Palavrian",
        synonyms=["AGREE TO"],
    ),
    _bribes(
        "REFUSE",
        "REFUSE",
        "REFUSE [n|ALL]",
        "Send offer n back, or the only one, or all of them. Silence refuses, too.",
        "REFUSE 2",
        "REFUSE ALL",
        "no thanks",
        synonyms=["DECLINE", "REJECT", "TURN DOWN"],
    ),
    _bribes(
        "WITHDRAW OFFER",
        "TAKEBACK",
        "WITHDRAW OFFER n|ALL",
        "Take my own offer n back, or all of them, as long as nobody has accepted it.",
        "WITHDRAW OFFER 1",
        "CANCEL OFFER 1",
        "WITHDRAW ALL OFFERS",
        synonyms=[
            "WITHDRAW OFFERS",
            "WITHDRAW MY OFFER",
            "CANCEL OFFER",
            "CANCEL MY OFFER",
            "TAKE BACK OFFER",
            "TAKE BACK MY OFFER",
        ],
        firm=True,
    ),
)
