"""The table of verbs: canonical words, synonyms, forms, meanings, examples.  `verbs.py` is what others import.

To add a verb (the advanced game): a row here, a rule in `grammar.lark` for a new terminal, a builder in `build.py`, a
line in `canonical.py`.  Until then a row with `lacking` is recognised and rejected, so that nothing is silently lost; one
that is read but not yet served is marked `built=False`.
"""

import msgspec


class Verb(msgspec.Struct, frozen=True):
    """One order.

    `word` is canonical (upper case).  `terminal` is what the grammar calls it.  `firm`: a line that begins with it is
    always meant as an order; otherwise (D15) only if a name, office or number follows.  `alone`: it stands by itself.
    Not `built`: read, and sent back with a word of regret; neither help nor page offers it.
    """

    word: str
    terminal: str
    phase: str
    form: str
    meaning: str
    examples: tuple[str, ...]
    synonyms: tuple[str, ...] = ()
    firm: bool = True
    alone: bool = False
    lacking: str | None = None
    built: bool = True

    @property
    def name(self) -> str:
        """What `Line.verb` holds."""
        return self.word.lower()


def _v(word: str, terminal: str, phase: str, form: str, meaning: str, *examples: str, **rest: object) -> Verb:
    return msgspec.convert(
        {
            "word": word,
            "terminal": terminal,
            "phase": phase,
            "form": form,
            "meaning": meaning,
            "examples": examples,
            **rest,
        },
        Verb,
    )


_RISE_END = "Without TO: the first free slot in rank; TO takes C1 to C5 as well."

TABLE: tuple[Verb, ...] = (
    _v(
        "INFLUENCE",
        "INFLUENCE",
        "set-up",
        "INFLUENCE pol n {, pol n}",
        "Record n influence points on him. Ten names without numbers get 10 down to 1; a bare line 'Palavrian 10' will do. "
        "A number given again is taken from whoever had it, and the receipt says so.",
        "INFLUENCE Palavrian 10",
        "INFLUENCE G=10, K=9, M=8",
        "INFLUENCE G K M B T C F H P S",
        "G10 K9 M8",
        "Palavrian 10",
    ),
    _v(
        "SALT",
        "SALT",
        "set-up",
        "SALT any words",
        "My share in the seed of the dice.",
        "SALT snow on Red Square",
        firm=False,
    ),
    _v(
        "DECLARE",
        "DECLARE",
        "any",
        "DECLARE n|ALL pol",
        "Raise my declared influence on him to n.",
        "DECLARE 6 Palavrian",
        "DECLARE ALL ON G",
        "declare palavrian 6",
        "DECLARE 6 Palavrian WHEN VOTE BY FM IF blue CONTROLS FM",
        synonyms=["DECLARES"],
    ),
    _v(
        "HOLD",
        "CLAIM",
        "any",
        "HOLD pol [UP TO n|ALL]",
        "To the end of the turn: whenever I do not control him and can by declaring at most n, declare the least that does.",
        "HOLD KGB UP TO 8 EACH TURN",
        "HOLD Manjak",
        firm=False,
    ),
    _v(
        "TAKE",
        "CLAIM",
        "any",
        "TAKE pol [UP TO n|ALL]",
        "Once: declare the least that gives me control of him.",
        "TAKE FM UP TO 7",
        "TAKE ACTOR WHEN PURGE OF MINE",
        synonyms=["GRAB", "SEIZE"],
        firm=False,
    ),
    _v(
        "PROTECT",
        "CLAIM",
        "any",
        "PROTECT pol|MINE [UP TO n]",
        "Take whoever announces a purge, trial, condemnation, investigation or demotion of him and decline that action; "
        "vote innocent on him.",
        "PROTECT Palavrian UP TO 8",
        "PROTECT MINE",
        synonyms=["SHIELD"],
    ),
    _v("CURE", "EACH", "cure", "CURE pol", "Go to, or stay at, the Sanatorium.", "CURE Palavrian"),
    _v("WORK", "EACH", "cure", "WORK pol", "Stay at, or come back to, work.", "WORK KGB", firm=False),
    _v(
        "PURGE",
        "LISTED",
        "purge",
        "PURGE pol {, pol} [WHILE condition]",
        "Attempt them in this order until one fails or the condition does; whoever cannot be purged is passed over.",
        "PURGE Manjak, Satin WHILE KGB AGE < 75",
        "KGB: PURGE K",
        "purge Manjak then Satin",
    ),
    _v("TRY", "EACH", "spy", "TRY pol", "Put a Politburo member on trial.", "TRY Satin", firm=False),
    _v(
        "CONDEMN",
        "EACH",
        "spy",
        "CONDEMN pol",
        "Send a Candidate to Siberia without a trial.",
        "CONDEMN Nikotin",
    ),
    _v(
        "INVESTIGATE",
        "LISTED",
        "spy",
        "INVESTIGATE pol {, pol}",
        "Put a ? on each, in this order.",
        "INVESTIGATE K, T, W",
    ),
    _v(
        "CLOSE",
        "LISTED",
        "spy",
        "CLOSE pol {, pol}",
        "Take the ? off each, in this order.",
        "CLOSE G",
        firm=False,
    ),
    _v(
        "VOTE",
        "VOTE",
        "spy",
        "VOTE GUILTY|INNOCENT|YES|NO [ON pol]",
        "GUILTY or INNOCENT in trials, YES or NO in nominations; without ON in every vote of the phase.",
        "VOTE INNOCENT ON MINE",
        "VOTE GUILTY",
        "Strychnin: VOTE NO",
        synonyms=["VOTES"],
    ),
    _v(
        "ACQUIT",
        "VERDICT",
        "spy",
        "ACQUIT [pol]",
        "The same as VOTE INNOCENT ON pol.",
        "ACQUIT Palavrian",
    ),
    _v("CONVICT", "VERDICT", "spy", "CONVICT [pol]", "The same as VOTE GUILTY ON pol.", "CONVICT Satin"),
    _v(
        "NOMINATE",
        "NOMINATE",
        "funeral",
        "NOMINATE pol {, pol}",
        "For Party Chief, in order of preference.",
        "NOMINATE T, O",
    ),
    _v(
        "BACK", "VERDICT", "funeral", "BACK pol", "The same as VOTE YES ON pol.", "BACK Strychnin", firm=False
    ),
    _v("OPPOSE", "VERDICT", "funeral", "OPPOSE pol", "The same as VOTE NO ON pol.", "OPPOSE FM"),
    _v(
        "SHIFT",
        "SHIFT",
        "replacement",
        "SHIFT pol TO office",
        "Move him to a vacancy of his own level.",
        "SHIFT Palavrian TO DM",
    ),
    _v(
        "SWAP",
        "SWAP",
        "replacement",
        "SWAP pol WITH pol",
        "Exchange two of one level.",
        "SWAP G WITH T",
        synonyms=["EXCHANGE"],
    ),
    _v(
        "PROMOTE",
        "RISE",
        "replacement",
        "PROMOTE pol [TO office]",
        f"One level up. {_RISE_END}",
        "PROMOTE Bungaloff TO FM",
        "PROMOTE Z",
    ),
    _v(
        "DEMOTE",
        "RISE",
        "replacement",
        "DEMOTE pol [TO office]",
        f"One level down. {_RISE_END}",
        "DEMOTE Putschnik",
    ),
    _v(
        "MOVE",
        "MOVE",
        "replacement",
        "MOVE pol TO office|UP|DOWN",
        "Shift, swap, promote or demote him, as fits.",
        "MOVE Palavrian TO KGB",
        "MOVE Z UP",
        firm=False,
    ),
    _v(
        "RELEASE",
        "LISTED",
        "rehabilitation",
        "RELEASE pol {, pol} [WITH pol]",
        "Bring them back from Siberia; WITH names who is to do it.",
        "RELEASE Niewitko",
        "RELEASE G WITH SPO",
        synonyms=["REHABILITATE"],
    ),
    _v(
        "READY",
        "WORD",
        "session",
        "READY",
        "For my part the phase may be resolved now.",
        "READY",
        "OK",
        synonyms=[
            "OK",
            "OKAY",
            "DONE",
            "I AM READY",
            "I'M READY",
            "IM READY",
            "ALL DONE",
            "I AM DONE",
            "I'M DONE",
        ],
        firm=False,
        alone=True,
    ),
    _v(
        "NOT READY",
        "WORD",
        "session",
        "NOT READY",
        "I take my READY back.",
        "NOT READY",
        synonyms=["UNREADY", "I AM NOT READY", "I'M NOT READY", "NOT READY YET", "NOT YET READY"],
        firm=False,
        alone=True,
    ),
    _v(
        "WAIT",
        "WORD",
        "session",
        "WAIT",
        "This letter does not make me READY by itself.",
        "WAIT",
        firm=False,
        alone=True,
    ),
    _v(
        "PASS",
        "WORD",
        "session",
        "PASS",
        "My Politicians decline everything in this session; HOLD and votes stay; counts as READY.",
        "PASS",
        "nothing",
        synonyms=[
            "NOTHING",
            "NO ORDERS",
            "NO ORDER",
            "SKIP",
            "I PASS",
            "NO ACTION",
            "NO ACTIONS",
            "NO MOVES",
        ],
        firm=False,
        alone=True,
    ),
    _v(
        "CANCEL",
        "CANCEL",
        "session",
        "CANCEL n {, n}|ALL",
        "Withdraw orders by their numbers in my list, which every receipt shows.",
        "CANCEL 3",
        "CANCEL 1-4",
        "CANCEL ALL",
        synonyms=["WITHDRAW"],
    ),
    _v(
        "YES",
        "WORD",
        "session",
        "YES",
        "Run the orders that the judge holds for me.",
        "YES",
        synonyms=["CONFIRM", "CONFIRMED", "I CONFIRM"],
        firm=False,
        alone=True,
    ),
    _v(
        "NO",
        "WORD",
        "session",
        "NO",
        "Forget the orders that the judge holds for me.",
        "NO",
        firm=False,
        alone=True,
    ),
    _v(
        "PRESS",
        "PRESS",
        "game",
        "PRESS [ANONYMOUS] [TO player {, player}]: text",
        "A message to them, or to all, up to a line END PRESS or the end of the letter.",
        "PRESS TO blue, green: The Foreign Minister looks tired.",
        firm=False,
        built=False,
    ),
    _v(
        "MODERATOR",
        "MODERATOR",
        "game",
        "MODERATOR: text",
        "A word to the moderator, up to an empty line.",
        "MODERATOR: I am on a train until Friday.",
        synonyms=["GM"],
        firm=False,
    ),
    _v(
        "ORDERS",
        "WORD",
        "game",
        "ORDERS",
        "Mail me my list.",
        "ORDERS",
        synonyms=["LIST ORDERS", "LIST MY ORDERS"],
        firm=False,
        alone=True,
    ),
    _v("STATUS", "WORD", "game", "STATUS", "Mail me the position.", "STATUS", firm=False, alone=True),
    _v(
        "FORM",
        "WORD",
        "game",
        "FORM",
        "Mail me all my decisions as lines to fill in.",
        "FORM",
        firm=False,
        alone=True,
        built=False,
    ),
    _v(
        "HISTORY",
        "HISTORY",
        "game",
        "HISTORY [turn]",
        "Mail me what has happened.",
        "HISTORY",
        "HISTORY 3",
        firm=False,
    ),
    _v(
        "RULES",
        "RULES",
        "game",
        "RULES [clause]",
        "Mail me the rules as we play them.",
        "RULES R4.2",
        firm=False,
    ),
    _v(
        "HELP",
        "HELP",
        "game",
        "HELP [order]",
        "Mail me this page, or one order of it.",
        "HELP",
        "HELP PURGE",
        firm=False,
    ),
    _v(
        "VACATION",
        "VACATION",
        "game",
        "VACATION UNTIL date [AUTOPILOT]",
        "I am away until then.",
        "VACATION UNTIL 3 May",
        "VACATION UNTIL 2027-05-03 AUTOPILOT",
        synonyms=["HOLIDAY"],
        firm=False,
        built=False,
    ),
    _v(
        "CONCEDE",
        "WORD",
        "game",
        "CONCEDE",
        "I give up my seat.",
        "CONCEDE",
        synonyms=["I CONCEDE"],
        firm=False,
        alone=True,
        built=False,
    ),
)

#: Known, but not played here: verb -> what the game is played without.
ADVANCED: tuple[Verb, ...] = tuple(
    Verb(
        word, "ADVANCED", "advanced", word, f"Needs {lacking}.", (), firm=False, lacking=lacking, built=False
    )
    for word, lacking in (
        ("PLAY", "Intrigue cards"),
        ("DISCARD", "Intrigue cards"),
        ("KEEP CARDS", "Intrigue cards"),
        ("SUPPORT", "support in ties"),
        ("GAIN", "growing influence"),
        ("DRAW", "growing influence"),
        ("OFFER", "bribes"),
        ("ACCEPT", "bribes"),
        ("REFUSE", "bribes"),
    )
)
