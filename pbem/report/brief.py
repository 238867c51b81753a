"""What a report or receipt is written from: one player's view, and nothing that he may not see."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from pbem.engine.events import Announced, Event, Name, Player
from pbem.engine.questions import Ask
from pbem.engine.rules import Rules
from pbem.engine.state import State
from pbem.orders.standing import Standing

#: What stands for the moderator's words while the game is on hold, where he gave none.
NO_WORDS = "on hold"


class Seat(NamedTuple):
    """A player as the others know him.  `zone`: IANA name of his time zone."""

    colour: Player
    faction: str
    name: str
    zone: str


class Unused(NamedTuple):
    """A line of mine that has died without effect, and why (E13)."""

    text: str
    why: str


class Once(NamedTuple):
    """An order that somebody had, for after the end.

    `turn`, `phase`: when it ended; `state` and `why` as in `LineRow`; `verb`: what it was about.
    """

    player: Player
    number: int
    text: str
    verb: str
    turn: int
    phase: str
    state: str
    why: str


#: A heading, and orders.
Told = tuple[str, Sequence[str]]


class Rerun(NamedTuple):
    """The report follows an undo, which its story begins with.

    `after`: the position that the game was taken back to, as the reader sees it; `said`: what became of his orders: a heading, and the orders.
    """

    after: State
    said: Sequence[Told] = ()


class Reply(NamedTuple):
    """Where an answer to this mail goes: the address, and the subject with its reply code."""

    address: str
    subject: str


#: How long somebody's mails are (SET MAIL, E27).
FULL, SHORT, TEXT = "full", "short", "text"


class Brief(NamedTuple):
    """Everything for one player's mail.

    `view`: the position as he sees it now; `story`: the events since his last report, as `see` lets him read them (PhaseOpened …
    PhaseClosed, perhaps several phases); `session`: the phases that the next deadline resolves, () when the game is over or
    waits for nobody; `asks`: what he would be asked there as things stand; `standing`: his list in order, `drafts`: his sheet so
    far during set-up (None later); `awaited`: who is not READY yet, where the game shows it (None: it does not);
    `commitment`: sha256 of the dice seed, for the first report; `seed`: hex, once the game is over.
    `before`: the position where `story` begins, his view of it or the table's; without it the chronicle is told from what can be
    concluded backwards, and says less about who took over from whom.
    `sheets`: what was recorded at the beginning, of him alone; of all once the game is over; `waiting`: his lines that are held
    and wait for YES.  `rerun`: where an undo led here; `before` is then what was
    undone.
    """

    game: str
    rules: Rules
    seats: Sequence[Seat]
    me: Player
    view: State
    story: Sequence[Event]
    session: tuple[str, ...]
    asks: Sequence[Ask]
    standing: Sequence[Standing]
    unused: Sequence[Unused]
    deadline: datetime | None
    judge: str
    now: datetime
    draft: dict[str, int] | None = None
    awaited: Sequence[Player] | None = None
    commitment: str = ""
    seed: str = ""
    first: bool = False
    sheets: Mapping[Player, Mapping[Name, int]] = {}
    waiting: Sequence[str] = ()
    held: str = ""  # the moderator's words while the game is on hold
    looked_at: bool = False  # the deadline has passed, and the moderator looks at the resolution
    before: State | None = None
    played_for: Sequence[str] = ()  # what a bot has ordered for him since his last report
    pause: Announced | None = None  # what was announced, where the phase stands open for a ballot
    made_by: int | None = None  # the number of my order that announced it
    rerun: Rerun | None = None
    numbers: Sequence[int] = ()  # how the table counts each event of `story`; 0: not at all (E22)
    reply: Reply | None = None  # for links that write a mail
    style: str = FULL
    used: Mapping[str, int] = {}  # how often each kind of wording was used this year before `story` (E15)
    past: Sequence[Event] = ()  # the whole public story in force, where a year or the game has ended
    keepsake: str = ""  # the file that goes along with his last report: the game to watch again (E17)
    opened: Sequence[Event] = ()  # the whole story, secrets and all, once the game is over
    lines: Sequence[Once] = ()  # every order that anybody ever had, once the game is over
    practice: bool = False  # the others are bots, and it waits for him alone (E18)
    chain: str = ""  # the head of the chain of what the table has seen, for the footer (D29): "0123456789ab after [217]"


class Answer(NamedTuple):
    """What became of one line of a letter.

    `kind`: accepted (a standing order now, `number` as CANCEL wants it), recorded (a number of the influence sheet), replaced and
    outranked (older orders that gave way, `number` theirs), cancelled, held (waits for YES), served (done or answered: `text` says
    what, as a clause beginning in lower case), rejected (`error` says why), ignored.
    """

    kind: str
    text: str
    number: int | None = None
    notes: tuple[str, ...] = ()
    error: str = ""


class LetterBrief(NamedTuple):
    """One letter of the receipt: when the server received it, how its lines were read, and what was cut off.

    `problem`: why nothing of it was applied (an old report answered, orders below the quotation …), in one sentence; `other`: where
    that is because its formatted version gives other orders than its plain text, those orders; `notes`: sentences about words that
    were left out or guessed.
    """

    received: datetime
    subject: str
    answers: Sequence[Answer]
    problem: str = ""
    other: Sequence[str] | None = None
    notes: tuple[str, ...] = ()


class Rendered(NamedTuple):
    """A mail's subject (without its reply code) and its text.

    `html`: the same for those who see it formatted: what stands within <body>, without frame; "": made from the text.  `picture`: a PNG of
    public facts that `html` shows as `cid:picture`.  `calendar`: an .ics file.
    """

    subject: str
    text: str
    html: str = ""
    picture: bytes = b""
    calendar: str = ""
