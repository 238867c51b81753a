"""What a read order line says: the words of `docs/orders.md` as frozen values.

A line never executes.  It is a player's wish, which waits for the engine's questions; `answers.py` joins the two.
Politicians are named by card letter, offices by their code (`PC`, `KGB` …), players by faction colour.
"""

from typing import Literal

import msgspec

Comparison = Literal["<", "<=", "=", ">=", ">"]


class Named(msgspec.Struct, frozen=True, tag="named"):
    """One Politician, by card letter."""

    letter: str


class Office(msgspec.Struct, frozen=True, tag="office"):
    """Whoever sits in this slot when the order is used."""

    slot: str


class Group(msgspec.Struct, frozen=True, tag="group"):
    """`mine`: any Politician I control; `anyone`: any at all; `actor`: who just announced or votes (E8)."""

    word: Literal["mine", "anyone", "actor"]


Who = Named | Office | Group


Ballot = Literal["guilty", "innocent", "yes", "no"]


class Trigger(msgspec.Struct, frozen=True):
    """An announcement to wait for.

    `kind` is the announced action; `of` its target; `by` its actor; `vote` and `on` narrow a vote; `phase` goes with `start`.
    `VOTE BY FM` is kind="vote", by=Office("FM"); `START OF PURGE` is kind="start", phase="purge"; `ANY ACTION BY G` is kind="any".
    """

    kind: Literal[
        "purge",
        "trial",
        "condemnation",
        "investigation",
        "nomination",
        "promotion",
        "demotion",
        "shift",
        "release",
        "vote",
        "pass",
        "any",
        "parade",
        "start",
    ]
    of: Who | None = None
    by: Who | None = None
    vote: Ballot | None = None
    on: Who | None = None
    phase: str | None = None


class Controls(msgspec.Struct, frozen=True, tag="controls"):
    """`player` is a colour, "nobody", "i", or "anyone" (any player at all)."""

    player: str
    who: Who


class Sits(msgspec.Struct, frozen=True, tag="sits"):
    """`place`: a slot code, or work sanatorium siberia candidates people wall retired politburo."""

    who: Who
    place: str


class Health(msgspec.Struct, frozen=True, tag="health"):
    """`pol SICK`; `state` as in rules R0.4."""

    who: Who
    state: Literal["healthy", "sick", "ill", "suspect"]


class Age(msgspec.Struct, frozen=True, tag="age"):
    """`pol AGE < n`."""

    who: Who
    op: Comparison
    number: int


class Declared(msgspec.Struct, frozen=True, tag="declared"):
    """What `player` (a colour, "i", "nobody" or "anyone") shows on him."""

    player: str
    who: Who
    op: Comparison
    number: int


class Turn(msgspec.Struct, frozen=True, tag="turn"):
    """`TURN < n`."""

    op: Comparison
    number: int


class Waves(msgspec.Struct, frozen=True, tag="waves"):
    """`player WAVES < n`; `player` as in Controls."""

    player: str
    op: Comparison
    number: int


class Votes(msgspec.Struct, frozen=True, tag="votes"):
    """Votes fixed so far in the vote that is going on: `innocent` or `no` (D5)."""

    vote: Literal["innocent", "no"]
    op: Comparison
    number: int


class Not(msgspec.Struct, frozen=True, tag="not"):
    """`NOT part`, `UNLESS part`."""

    part: "Condition"


class And(msgspec.Struct, frozen=True, tag="and"):
    """All of two or more parts."""

    parts: tuple["Condition", ...]


class Or(msgspec.Struct, frozen=True, tag="or"):
    """At least one of two or more parts."""

    parts: tuple["Condition", ...]


Condition = Controls | Sits | Health | Age | Declared | Turn | Waves | Votes | Not | And | Or


class Promise(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the receiver of an OFFER is to promise (R15.7, D11).

    `never`: he does not do it; `NO PURGE OF G` is never=True, action="purge", `SHIFT G TO DM` action="shift", to="DM".
    """

    never: bool
    action: Literal[
        "purge",
        "trial",
        "condemnation",
        "investigation",
        "demotion",
        "shift",
        "nomination",
        "promotion",
        "release",
        "vote",
    ]
    who: Who
    to: str | None = None
    vote: Ballot | None = None


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """One order as it was understood.

    `verb` is the canonical word in lower case, one of `verbs.VERBS`; synonyms are resolved by the reader (`ACQUIT G` is
    verb="vote", vote="innocent", who=(Named("G"),)).  Which fields a verb uses:

    ============  ==========================================================================================
    declare       who (1), number (None: ALL)
    hold take     who (1), number (None: no limit but what is recorded)
    protect       who (1), number
    cure work     who (1)
    purge         who (1+), during (the WHILE condition)
    try condemn   who (1)
    investigate   who (1+)
    close         who (1+)
    vote          vote, who (0 or 1: the ON)
    nominate      who (1+)
    shift         who (1), to;  swap  who (2);  promote demote  who (1), to (None: first free slot)
    move          who (1), to (a slot, "up" or "down")
    release       who (1+)
    influence     sheet
    cancel        numbers (empty: ALL)
    salt moderator press   words;   press also players (empty: all), to ("anonymous" or None), closed (END PRESS stood below it), and
                  vote: "no" marks what is held and stood in a message ("order or message?")
    declare now   who (1), number (None: ALL)
    vacation      words (what stands behind UNTIL as typed, or "from … until …"), to ("autopilot" or None);  vacation off
    extend        number (hours; None: not said);  keep orders  numbers (empty: all)
    why           number (an event's, as reports print it);  protest  number, words
    set address   words (the address), and so add address, forget address;  set mail, zone, remind, calendar, press  words
    pravda slogan obituary  words, pravda also to ("anonymous" or None), obituary who (1);  diary memoirs  words
    history       number (a turn or None);  rules help practice watch unwatch  words;  end practice
    play          cards (1), who (0+: the ON), players (0 or 1: the AGAINST), vote (the AS)
    discard       cards (1+), or to="all" (what he holds then);  keep cards  cards (1+)
    support       players (1), who (1)
    gain          number, who (1);  draw  number
    offer         cards (1+), players (1), promise or words (what stood in quotation marks)
    accept        number (None: the only offer there is, or the one that he answers), to="all" (every offer that is open
                  now), or to="any" and promise (the FOR) or None; players (0 or 1: the FROM), cards (the GIVING)
    refuse        number (None: the only one, or the one that he answers), or to="all";  withdraw offer  number (None: the only one),
                  or to="all"
    ============  ==========================================================================================
    """

    verb: str
    text: str = ""  # as the player typed it, cleaned
    actor: Who | None = None  # "KGB: PURGE K", "RELEASE G WITH SPO"
    who: tuple[Who, ...] = ()
    number: int | None = None
    to: str | None = None
    vote: Ballot | None = None
    during: Condition | None = None
    when: Trigger | None = None
    condition: Condition | None = None  # IF and UNLESS together
    turn: int | None = None  # IN TURN n
    each_turn: bool = False
    also: bool = False
    sheet: tuple[tuple[str, int], ...] = ()
    numbers: tuple[int, ...] = ()
    players: tuple[str, ...] = ()
    words: str = ""
    cards: tuple[int, ...] = ()
    promise: Promise | None = None
    closed: bool = False
