"""The tables.  Rows never enter the engine; events and lines are JSON of `pbem.engine.codec` and `pbem.orders.lines`.

Instants are UTC without a zone, as every database keeps them alike.  Letters and mails keep their raw bytes for good: they are
what disputes are settled with.
"""

from pydantic import NaiveDatetime
from sqlalchemy import Column, Index, LargeBinary, Text, UniqueConstraint, text
from sqlmodel import Field, SQLModel

INVITING, SETUP, RUNNING, OVER = "inviting", "setup", "running", "over"
#: What players may send each other through the judge: anything, nothing without their names, nothing at all.
FREE, NAMED, OFF = "free", "named", "off"
#: Why a phase stands open in the middle.
CARD, PAUSE, UNDONE = "card", "pause", "undone"


class GameRow(SQLModel, table=True):
    """One game.  `events`: how many its journal holds, which is also the optimistic lock; `shown`: how many of them the table sees.

    `session`: the phases that the deadline resolves, joined by spaces, "setup" at first, "" when it is over; `pause`: what was announced
    while its first phase stands open for a ballot (E3), else "", `paused`: what it has stood open for already; `code`: what reply codes of now belong to.  `held`: the moderator's
    words while it is on hold.  `master`: hex; dice, tokens and ids derive from it (never shown).  `press`: FREE, NAMED or OFF.
    `settings`: JSON of `pbem.gamesettings.Settings`.  `opened`: when the reports of this session were written (E4).  `waits`: why it
    waits for the moderator though it is due ("approval", "silence"), else "".  `practice`: the colour of the one person in a game against bots (E18), else "";
    `archived`: how many events its archive holds; `chain`: the head of the chain of what the table has seen (decision D29).
    """

    __tablename__ = "game"
    __table_args__ = (
        Index("due", "status", "deadline"),
        Index(
            "unarchived",
            "id",
            sqlite_where=text("archived < events"),
            postgresql_where=text("archived < events"),
        ),
    )

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True)
    rules: str
    options: str = "{}"
    status: str = SETUP
    tempo: str
    schedule: str
    zone: str
    master: str
    salts: str = "{}"
    turn: int = 1
    session: str = "setup"
    deadline: NaiveDatetime | None = None
    held: str = ""
    events: int = 0
    head: str = ""
    created: NaiveDatetime
    reminders: int = 0
    press: str = FREE
    shown: int = 0
    pause: str = ""
    paused: str = ""
    code: str = ""
    settings: str = "{}"
    opened: NaiveDatetime | None = None
    waits: str = Field(default="", index=True)
    practice: str = ""
    archived: int = 0
    chain: str = ""


class SeatRow(SQLModel, table=True):
    """A player.  `place`: table order; `seen`: events that his reports have told; `mails`, `letters`, `lines`: how many he was sent, has written, has given; `draft`: his
    sheet and salt so far, JSON; `ready`: the session he is READY for.

    `heard`: when his last letter to this game was received; `away_from`, `away_until`: VACATION; `autopilot`: why a bot plays for him
    ("", vacation, silence, conceded); `misses`: deadlines missed in a row (E20); `missed`: JSON, the turns and sessions missed;
    `stand_in`: what `pbem replace --until` needs to give the seat back, JSON; `generation`: how often the seat has changed hands;
    `filled`: what the autopilot has ordered since his last report, JSON.

    `style`: how long his mails are, FULL, SHORT or TEXT (E27); `calendar`: he wants calendar files; `remind`: when he is reminded, as he wrote it
    ("" as the game does); `open_press`: his private press may stand in the archive (E25); `entered`: the deadline that his last calendar file
    said, None if it said that there is none, or he has had none."""

    __tablename__ = "seat"

    game: int = Field(primary_key=True, foreign_key="game.id")
    colour: str = Field(primary_key=True)
    place: int
    name: str
    address: str = Field(index=True)
    zone: str
    seen: int = 0
    mails: int = 0
    letters: int = 0
    lines: int = 0
    draft: str = "{}"
    salt: str = ""
    ready: str = Field(default="", index=True)
    heard: NaiveDatetime | None = None
    stand_in: str = ""
    away_from: NaiveDatetime | None = None
    away_until: NaiveDatetime | None = None
    autopilot: str = ""
    misses: int = 0
    missed: str = "[]"
    generation: int = 0
    filled: str = "[]"
    style: str = "full"
    calendar: bool = False
    remind: str = ""
    open_press: bool = False
    entered: NaiveDatetime | None = None


class PackRow(SQLModel, table=True):
    """The text of a pack that a game is played with, as it was when the game began.  `own`: it did not come with the program."""

    __tablename__ = "pack"

    game: int = Field(primary_key=True, foreign_key="game.id")
    name: str = Field(primary_key=True)
    place: int
    sha256: str
    own: bool = False
    text: str = Field(sa_column=Column(Text, nullable=False))


class EventRow(SQLModel, table=True):
    """One event of a journal; two writers at once end in one IntegrityError.  `digest`: the chain up to here; `shown`: how many events the table has seen up
    to here, the number by which players know this one if they see it (E22, decision D25)."""

    __tablename__ = "event"

    game: int = Field(primary_key=True, foreign_key="game.id")
    number: int = Field(primary_key=True)
    turn: int
    phase: str
    data: str = Field(sa_column=Column(Text, nullable=False))
    digest: str
    shown: int = 0


class LineChangeRow(SQLModel, table=True):
    """What an order line was before it changed: for undo.  `event`: how many events the journal held at the change."""

    __tablename__ = "line_change"
    __table_args__ = (Index("changes_of", "game", "event"),)

    id: int | None = Field(default=None, primary_key=True)
    game: int
    player: str
    number: int
    event: int
    by: str = ""
    state: str
    why: str
    asleep: int
    overdue: bool


class SnapshotRow(SQLModel, table=True):
    """The position after event `number`, as `viewer` sees it: folded once, so that nothing is folded twice."""

    __tablename__ = "snapshot"

    game: int = Field(primary_key=True, foreign_key="game.id")
    viewer: str = Field(primary_key=True)
    number: int
    state: bytes = Field(sa_column=Column(LargeBinary, nullable=False))


class LineRow(SQLModel, table=True):
    """An order line.  `state`: standing, used, dead, replaced, cancelled, dropped (by an undo); `why`: what became of it, in words.

    `born`: how many events the journal held when it was given; `by`: who gave it, where not its player by letter: moderator, autopilot, form."""

    __tablename__ = "line"
    __table_args__ = (Index("standing", "game", "player", "state"),)

    game: int = Field(primary_key=True, foreign_key="game.id")
    player: str = Field(primary_key=True)
    number: int = Field(primary_key=True)
    letter: int | None = None
    data: str = Field(sa_column=Column(Text, nullable=False))
    asleep: int = 0
    overdue: bool = False
    state: str = "standing"
    why: str = ""
    given: NaiveDatetime
    born: int = 0
    by: str = ""


class LetterRow(SQLModel, table=True):
    """A received message, stored before it is understood.

    `raw_sha256`: of the bytes as they were fetched; `sha256`: of what it says, once it is read.  `state`: new, applied, answered, ignored, doubled, bounced (a mail of ours that came back), poison.  `number`: counts his letters
    to this game; `rejected`: which of its lines its receipt refused, JSON: [line, why]; `read`: its lines as they were read, JSON: what an archive
    holds of it (E25).  `raw` goes when the site has kept it long enough (`keep_raw_days`).
    """

    __tablename__ = "letter"
    __table_args__ = (
        Index("doubles", "game", "player", "message_id"),
        Index("letters_of", "game", "player", "number"),
    )

    id: int | None = Field(default=None, primary_key=True)
    key: str = Field(unique=True)
    received: NaiveDatetime
    size: int
    sha256: str
    raw_sha256: str = Field(default="", index=True)
    raw: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    state: str = Field(default="new", index=True)
    attempts: int = 0
    sender: str = ""
    subject: str = ""
    message_id: str = ""
    game: int | None = None
    player: str = ""
    number: int = 0
    verdict: str = ""
    reason: str = ""
    rejected: str = ""
    read: str = Field(default="", sa_column=Column(Text, nullable=False, default=""))


class RescueRow(SQLModel, table=True):
    """Lines that were held and wait for YES (E10).  `token`: the session in which YES counts; `receipt`: the Message-ID of
    the mail that offers it; `signed`: the letter carried his reply code; `lines`: JSON."""

    __tablename__ = "rescue"

    id: int | None = Field(default=None, primary_key=True)
    game: int = Field(index=True)
    player: str
    letter: int
    token: str
    lines: str = Field(sa_column=Column(Text, nullable=False))
    state: str = "open"
    receipt: str = ""
    signed: bool = True


class QuestionRow(SQLModel, table=True):
    """A phase that stands open in the middle.

    `opened`: the number of its PhaseOpened in the journal; `rest`: the phases that the same deadline resolves after it.  `why`: CARD, until
    the moderator has ruled on a card without code (HR-39); PAUSE, until the deadline of a ballot (E3); UNDONE, until `pbem resume`.
    """

    __tablename__ = "question"

    game: int = Field(primary_key=True, foreign_key="game.id")
    opened: int
    rest: str = ""
    why: str = "card"


class TokenRow(SQLModel, table=True):
    """Who answers with this token, and to which session."""

    __tablename__ = "token"

    token: str = Field(primary_key=True)
    game: int = Field(index=True)
    player: str
    turn: int
    session: str


class MailRow(SQLModel, table=True):
    """A mail to send.  Its bytes never change; `state`: ready, sending, sent, unknown, failed, held (the gate stopped it), expired, dropped.

    `covers`: the phases that a report tells of, as "turn/phase" joined by spaces.  `recipient` is one address, `envelope` the one
    to which it bounces ("": the judge's own).  `picture`: the sha256 of the picture that is sent in it, where `raw` has its mark; `page`: the same of the
    page to watch the game again.  A mail to somebody who has no seat stands under game 0.
    """

    __tablename__ = "mail"
    __table_args__ = (
        UniqueConstraint("game", "player", "kind", "number"),
        Index("outbox", "state", "due"),
        Index("sent_when", "sent"),
        Index("mail_by_id", "message_id"),
        Index("mail_by_envelope", "envelope"),
    )

    id: int | None = Field(default=None, primary_key=True)
    game: int
    player: str
    kind: str
    number: int
    turn: int = 0
    session: str = ""
    covers: str = ""
    recipient: str
    subject: str
    message_id: str
    raw: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    state: str = "ready"
    attempts: int = 0
    created: NaiveDatetime
    due: NaiveDatetime
    sent: NaiveDatetime | None = None
    reason: str = ""
    envelope: str = ""
    picture: str = ""
    page: str = ""


class PictureRow(SQLModel, table=True):
    """A picture of public facts, drawn once and sent to many (decisions D30, D39), or the page of a finished game.  `png`: its bytes."""

    __tablename__ = "picture"

    sha256: str = Field(primary_key=True)
    game: int = Field(index=True)
    png: bytes = Field(sa_column=Column(LargeBinary, nullable=False))


class WatcherRow(SQLModel, table=True):
    """Who reads a game's public reports without playing (WATCH, E27).  `nonce`: his reply code; `state`: asked (whether he wrote it himself), on,
    off; `number`: reports he was sent; `seen`: events told."""

    __tablename__ = "watcher"

    game: int = Field(primary_key=True)
    address: str = Field(primary_key=True)
    nonce: str = Field(index=True)
    state: str = "asked"
    number: int = 0
    seen: int = 0
    since: NaiveDatetime


class ActRow(SQLModel, table=True):
    """A command of the moderator that changed a game, as it was typed: `pbem verify` gives it again.  `argv`: JSON; `events`: in the journal before it."""

    __tablename__ = "act"

    id: int | None = Field(default=None, primary_key=True)
    game: int = Field(index=True)
    at: NaiveDatetime
    events: int
    argv: str = Field(sa_column=Column(Text, nullable=False))


class AnsweredRow(SQLModel, table=True):
    """Which stranger was answered for which reason on which day: never twice."""

    __tablename__ = "answered"

    sender: str = Field(primary_key=True)
    reason: str = Field(primary_key=True)
    day: str = Field(primary_key=True)


class AddressRow(SQLModel, table=True):
    """A further address of a player, from which he may write as well (his mails go to the one in his seat).

    `state`: asked (a mail with `nonce` went there and waits for an answer), mute (so he was told, but it is another's), confirmed, former (confirmed too: his mails went there
    before), gone.  `address` is folded (`pbem.mail.addresses.fold`).  `move`: once it is confirmed, his mails go there.  `asked`: when it came into
    this state.
    """

    __tablename__ = "address"
    __table_args__ = (Index("by_address", "address"),)

    id: int | None = Field(default=None, primary_key=True)
    game: int = Field(index=True)
    player: str
    address: str
    state: str = "asked"
    nonce: str = Field(default="", index=True)
    move: bool = False
    asked: NaiveDatetime


class BounceRow(SQLModel, table=True):
    """A mail of ours came back.  `sure`: its envelope address or Message-ID proves that it is the mail `message_id` to this player;
    else it only names his `address`.  `permanent`: no server tries again; `status`: the code of RFC 3463, as far as it has one;
    `letter`: the bounce itself."""

    __tablename__ = "bounce"

    id: int | None = Field(default=None, primary_key=True)
    game: int = Field(index=True)
    player: str
    address: str
    received: NaiveDatetime
    permanent: bool
    sure: bool
    message_id: str = ""
    status: str = ""
    letter: int = 0


class PressRow(SQLModel, table=True):
    """A message between players.  `receivers`: colours joined by spaces, in table order; `number`: the author's, counted by himself;
    `answers`: the press that it answers."""

    __tablename__ = "press"
    __table_args__ = (UniqueConstraint("game", "author", "number"),)

    id: int | None = Field(default=None, primary_key=True)
    game: int
    author: str
    number: int
    anonymous: bool = False
    receivers: str
    text: str = Field(sa_column=Column(Text, nullable=False))
    sent: NaiveDatetime
    turn: int
    session: str
    answers: int | None = None


class PressTokenRow(SQLModel, table=True):
    """What is written in answer to this mail goes to the author of that press."""

    __tablename__ = "press_token"

    token: str = Field(primary_key=True)
    press: int
    game: int
    player: str


class InviteRow(SQLModel, table=True):
    """Somebody asked to play (E19), or waiting to (STANDBY).  `plan`: the game he was invited to, before it begins; `game`: its number
    once it has begun; both 0: any game of the site.

    `state`: asked, yes, no, standby, seated, gone; `nonce`: the reply code of his invitation; `answer`: what he said, JSON.
    """

    __tablename__ = "invite"
    __table_args__ = (Index("invited", "address"),)

    id: int | None = Field(default=None, primary_key=True)
    game: int = Field(index=True)
    plan: int = Field(default=0, index=True)
    address: str
    name: str = ""
    zone: str = ""
    state: str = "asked"
    nonce: str = Field(default="", index=True)
    answer: str = "{}"
    asked: NaiveDatetime
    answered: NaiveDatetime | None = None


class PlanRow(SQLModel, table=True):
    """A game that people are invited to.  `terms`: what `pbem start` needs, JSON; `state`: open, started, off; `game`: its number then."""

    __tablename__ = "plan"

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True)
    seats: int
    terms: str = Field(sa_column=Column(Text, nullable=False))
    state: str = Field(default="open", index=True)
    made: NaiveDatetime
    game: int = 0


class SeatOfferRow(SQLModel, table=True):
    """A seat that was offered to somebody of the stand-by list: his YES with this `token` takes it.  `state`: open, taken, closed."""

    __tablename__ = "seat_offer"

    token: str = Field(primary_key=True)
    game: int = Field(index=True)
    player: str
    invite: int
    generation: int
    state: str = "open"
    made: NaiveDatetime


class DeskTokenRow(SQLModel, table=True):
    """A one-use reply code of the moderator (E23).  `what`: what his mail was about, and so what its answer may do; JSON in `about`."""

    __tablename__ = "desk_token"

    token: str = Field(primary_key=True)
    game: int = Field(index=True)
    what: str
    about: str = "{}"
    made: NaiveDatetime
    used: NaiveDatetime | None = None


class ToldRow(SQLModel, table=True):
    """What was told or counted once and must not be again: a reminder of a deadline, a grace of a year, a failure, a dispute.

    `what`: for instance "reminder 24h"; `key`: of which session, year or day.
    """

    __tablename__ = "told"

    game: int = Field(primary_key=True)
    player: str = Field(primary_key=True)
    what: str = Field(primary_key=True)
    key: str = Field(primary_key=True)
    at: NaiveDatetime


class AgendaRow(SQLModel, table=True):
    """What is to be done at a certain time (`pbem.service.agenda`)."""

    __tablename__ = "agenda"

    game: int = Field(primary_key=True)
    what: str = Field(primary_key=True)
    key: str = Field(primary_key=True)
    due: NaiveDatetime = Field(index=True)


class NoteRow(SQLModel, table=True):
    """What one poll leaves for the next: how far a mailbox is read, since when the outbox is away."""

    __tablename__ = "note"

    name: str = Field(primary_key=True)
    value: str = Field(sa_column=Column(Text, nullable=False))


class SchemaRow(SQLModel, table=True):
    """Which tables and columns this database has: `SCHEMA` of the program that made or changed it last."""

    __tablename__ = "schema_version"

    version: int = Field(primary_key=True)


#: Raised by one whenever a table or column is added.
SCHEMA = 9
