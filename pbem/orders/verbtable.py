"""The table of verbs: canonical words, synonyms, forms, meanings, examples.  `verbs.py` is what others import.

To add a verb: a row here (one of the Advanced Game in `advanced.py`, one about the game itself in `deskwords.py`), a rule in `grammar.lark` for a new terminal, a
builder in `build.py`, a line in `canonical.py`.  One that is read but not yet served is marked `built=False`.
"""

from collections.abc import Mapping

import msgspec


class Verb(msgspec.Struct, frozen=True):
    """One order.

    `word` is canonical (upper case).  `terminal` is what the grammar calls it.  `firm`: a line that begins with it is
    always meant as an order; otherwise (D15) only if a name, office or number follows.  `alone`: it stands by itself.
    `switch`: the option of the game that it needs; a game without it sends it back.  Not `built`: read, and sent back with a word of regret; neither help nor page offers it.
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
    switch: str | None = None
    built: bool = True

    @property
    def name(self) -> str:
        """What `Line.verb` holds."""
        return self.word.lower()

    @property
    def lacking(self) -> str:
        """What a game that sends it back is played without."""
        return SWITCHES.get(self.switch or "", "")


#: Options of a game -> what is missing where they are off.
SWITCHES: Mapping[str, str] = {
    "intrigue": "Intrigue cards",
    "bribes": "bribes",
    "ties": "support in ties",
    "growth": "growing influence",
}


def row(
    word: str, terminal: str, phase: str, form: str, meaning: str, *examples: str, **rest: object
) -> Verb:
    """One entry of a table."""
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
_ADDRESS_END = "A mail goes to it first, and counts once it is answered from there."

TABLE: tuple[Verb, ...] = (
    row(
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
    row(
        "SALT",
        "SALT",
        "set-up",
        "SALT any words",
        "My share in the seed of the dice.",
        "SALT snow on Red Square",
        firm=False,
    ),
    row(
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
    row(
        "HOLD",
        "CLAIM",
        "any",
        "HOLD pol [UP TO n|ALL]",
        "To the end of the turn: whenever I do not control him and can by declaring at most n, declare the least that does.",
        "HOLD KGB UP TO 8 EACH TURN",
        "HOLD Manjak",
        firm=False,
    ),
    row(
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
    row(
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
    row("CURE", "EACH", "cure", "CURE pol", "Go to, or stay at, the Sanatorium.", "CURE Palavrian"),
    row("WORK", "EACH", "cure", "WORK pol", "Stay at, or come back to, work.", "WORK KGB", firm=False),
    row(
        "PURGE",
        "LISTED",
        "purge",
        "PURGE pol {, pol} [WHILE condition]",
        "Attempt them in this order until one fails or the condition does; whoever cannot be purged is passed over.",
        "PURGE Manjak, Satin WHILE KGB AGE < 75",
        "KGB: PURGE K",
        "purge Manjak then Satin",
    ),
    row("TRY", "EACH", "spy", "TRY pol", "Put a Politburo member on trial.", "TRY Satin", firm=False),
    row(
        "CONDEMN",
        "EACH",
        "spy",
        "CONDEMN pol",
        "Send a Candidate to Siberia without a trial.",
        "CONDEMN Nikotin",
    ),
    row(
        "INVESTIGATE",
        "LISTED",
        "spy",
        "INVESTIGATE pol {, pol}",
        "Put a ? on each, in this order.",
        "INVESTIGATE K, T, W",
    ),
    row(
        "CLOSE",
        "LISTED",
        "spy",
        "CLOSE pol {, pol}",
        "Take the ? off each, in this order.",
        "CLOSE G",
        firm=False,
    ),
    row(
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
    row(
        "ACQUIT",
        "VERDICT",
        "spy",
        "ACQUIT [pol]",
        "The same as VOTE INNOCENT ON pol.",
        "ACQUIT Palavrian",
    ),
    row("CONVICT", "VERDICT", "spy", "CONVICT [pol]", "The same as VOTE GUILTY ON pol.", "CONVICT Satin"),
    row(
        "NOMINATE",
        "NOMINATE",
        "funeral",
        "NOMINATE pol {, pol}",
        "For Party Chief, in order of preference.",
        "NOMINATE T, O",
    ),
    row(
        "BACK", "VERDICT", "funeral", "BACK pol", "The same as VOTE YES ON pol.", "BACK Strychnin", firm=False
    ),
    row("OPPOSE", "VERDICT", "funeral", "OPPOSE pol", "The same as VOTE NO ON pol.", "OPPOSE FM"),
    row(
        "SHIFT",
        "SHIFT",
        "replacement",
        "SHIFT pol TO office",
        "Move him to a vacancy of his own level.",
        "SHIFT Palavrian TO DM",
    ),
    row(
        "SWAP",
        "SWAP",
        "replacement",
        "SWAP pol WITH pol",
        "Exchange two of one level.",
        "SWAP G WITH T",
        synonyms=["EXCHANGE"],
    ),
    row(
        "PROMOTE",
        "RISE",
        "replacement",
        "PROMOTE pol [TO office]",
        f"One level up. {_RISE_END}",
        "PROMOTE Bungaloff TO FM",
        "PROMOTE Z",
    ),
    row(
        "DEMOTE",
        "RISE",
        "replacement",
        "DEMOTE pol [TO office]",
        f"One level down. {_RISE_END}",
        "DEMOTE Putschnik",
    ),
    row(
        "MOVE",
        "MOVE",
        "replacement",
        "MOVE pol TO office|UP|DOWN",
        "Shift, swap, promote or demote him, as fits.",
        "MOVE Palavrian TO KGB",
        "MOVE Z UP",
        firm=False,
    ),
    row(
        "RELEASE",
        "LISTED",
        "rehabilitation",
        "RELEASE pol {, pol} [WITH pol]",
        "Bring them back from Siberia; WITH names who is to do it.",
        "RELEASE Niewitko",
        "RELEASE G WITH SPO",
        synonyms=["REHABILITATE"],
    ),
    row(
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
    row(
        "NOT READY",
        "WORD",
        "session",
        "NOT READY",
        "I take my READY back.",
        "NOT READY",
        synonyms=[
            "UNREADY",
            "CANCEL READY",
            "WITHDRAW READY",
            "I AM NOT READY",
            "I'M NOT READY",
            "NOT READY YET",
            "NOT YET READY",
        ],
        firm=False,
        alone=True,
    ),
    row(
        "WAIT",
        "WORD",
        "session",
        "WAIT",
        "This letter does not make me READY by itself.",
        "WAIT",
        firm=False,
        alone=True,
    ),
    row(
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
    row(
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
    row(
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
    row(
        "NO",
        "WORD",
        "session",
        "NO",
        "Forget the orders that the judge holds for me.",
        "NO",
        firm=False,
        alone=True,
    ),
    row(
        "PRESS",
        "PRESS",
        "game",
        "PRESS [ANONYMOUS] [TO player {, player}]: text",
        "A message to them, or to all, up to a line END PRESS or the end of the letter. So please write orders above it, not below. "
        "'tell blue: ...' and 'message to all: ...' will do, too.",
        "PRESS TO blue, green: The Foreign Minister looks tired.",
        "PRESS ANONYMOUS TO all: Somebody ought to do something.",
        "tell blue: I can promote whom you like.",
        firm=False,
    ),
    row(
        "MODERATOR",
        "MODERATOR",
        "game",
        "MODERATOR: text",
        "A word to the moderator, up to an empty line.",
        "MODERATOR: I am on a train until Friday.",
        synonyms=["GM"],
        firm=False,
    ),
    row(
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
    row("STATUS", "WORD", "game", "STATUS", "Mail me the position.", "STATUS", firm=False, alone=True),
    row(
        "FORM",
        "WORD",
        "game",
        "FORM",
        "Mail me all my decisions as lines to fill in.",
        "FORM",
        synonyms=["MY FORM", "THE FORM", "SEND FORM", "SEND ME THE FORM"],
        firm=False,
        alone=True,
    ),
    row(
        "HISTORY",
        "HISTORY",
        "game",
        "HISTORY [turn|year]",
        "Mail me what has happened, in all or in one year.",
        "HISTORY",
        "HISTORY 3",
        "HISTORY 1953",
        firm=False,
    ),
    row(
        "RULES",
        "RULES",
        "game",
        "RULES [clause|card n]",
        "Mail me the rules as we play them; with a number only that clause, or what is printed on that Intrigue card.",
        "RULES R4.2",
        "RULES card 14",
        firm=False,
    ),
    row(
        "HELP",
        "HELP",
        "game",
        "HELP [order]",
        "Mail me this page, or one order of it.",
        "HELP",
        "HELP PURGE",
        firm=False,
    ),
    row(
        "SET ADDRESS",
        "ADDRESS",
        "game",
        "SET ADDRESS address",
        f"Send my mails there from now on. {_ADDRESS_END} From the old one I may still write.",
        "SET ADDRESS anna@example.org",
        synonyms=["CHANGE ADDRESS", "SET MY ADDRESS", "CHANGE MY ADDRESS", "CHANGE MY ADDRESS TO"],
        firm=False,
    ),
    row(
        "ADD ADDRESS",
        "ADDRESS",
        "game",
        "ADD ADDRESS address",
        f"Let me write from there, too. {_ADDRESS_END}",
        "ADD ADDRESS anna@work.example",
        synonyms=["ADD MY ADDRESS"],
        firm=False,
    ),
    row(
        "FORGET ADDRESS",
        "ADDRESS",
        "game",
        "FORGET ADDRESS address",
        "Take no more letters from there; if my mails went there, they go where they went before.",
        "FORGET ADDRESS anna@work.example",
        synonyms=["REMOVE ADDRESS", "DELETE ADDRESS", "DROP ADDRESS"],
        firm=False,
    ),
    row(
        "ADDRESSES",
        "WORD",
        "game",
        "ADDRESSES",
        "Tell me my addresses.",
        "ADDRESSES",
        synonyms=["MY ADDRESSES", "LIST ADDRESSES", "SHOW ADDRESSES"],
        firm=False,
        alone=True,
    ),
)
