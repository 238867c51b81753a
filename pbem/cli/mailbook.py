"""`pbem mail` and `pbem retry`: letters and mails, and what needs a hand."""

import re
import sys
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli import show
from pbem.cli.edge import Misuse
from pbem.cli.options import Json, Now, SiteDir, instant, the_site
from pbem.cli.program import MODERATOR, command

if TYPE_CHECKING:
    from pbem.service.mailbook import Book, Entry, Found
    from pbem.service.retrying import Retried
    from pbem.service.site import Site

COLUMNS = (
    "number",
    "way",
    "when",
    "from or to",
    "game",
    "player",
    "kind",
    "state",
    "tries",
    "again at",
    "reason",
    "command",
)


@command("mail", MODERATOR)
def mail(
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME|N|ACT",
            help="Only of this game; or one letter or mail, like L17 or M42; or release, answer or drop, and a number.",
        ),
    ] = None,
    number: Annotated[
        str | None, typer.Argument(metavar="N", help="Which letter or mail is released, answered or dropped.")
    ] = None,
    words: Annotated[str | None, typer.Argument(metavar="TEXT", help="The answer.")] = None,
    held: Annotated[
        bool,
        typer.Option(
            "--held",
            help="What needs a hand: letters put aside, mails that did not go out or wait, players whom mails do not reach.",
        ),
    ] = False,
    only_in: Annotated[bool, typer.Option("--in", help="Only what came in.")] = False,
    only_out: Annotated[bool, typer.Option("--out", help="Only what went out.")] = False,
    player: Annotated[
        str | None, typer.Option(metavar="P", help="Only from and to this player: a faction or a name.")
    ] = None,
    since: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="Only from then on: 2d, 36h, or a time like 2026-12-04T20:00."),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="All of it, not only the last 50.")] = False,
    reveal: Annotated[
        bool, typer.Option("--reveal", help="With a number: what it says, as it came or went; it is secret.")
    ] = False,
    because: Annotated[
        str,
        typer.Option(
            "--because",
            metavar="TEXT",
            help="With release: why a mail that the gate stopped goes out; all players read it.",
        ),
    ] = "",
    now: Now = None,
    json: Json = False,
    site: SiteDir = None,
) -> None:
    """List what came in and went out, or with --held what needs a hand; what letters say is not shown.

    pbem mail release N: read a letter again that was put aside, or send a mail that did not go out.  pbem mail answer N TEXT: write to
    who wrote that letter.  pbem mail drop N: forget it.
    """
    from pbem.service import heldbook, mailbook

    place, moment = the_site(site), instant(now)
    if number is not None:
        _act(place, what or "", number, words, because, moment, json)
        return
    if because:
        raise Misuse("--because belongs to pbem mail release N")
    which = None if what is None or mailbook.is_game(place, what) else mailbook.number_of(what)
    if which is not None:
        if held or only_in or only_out or player or since or everything:
            raise Misuse(f"with a number, like {what}, only --reveal and --json have a meaning")
        if reveal:
            mailbook.find(place, *which)
            mailbook.reveal(place, *which, moment)
        _one(mailbook.find(place, *which), reveal, json, place)
        return
    if reveal:
        raise Misuse("--reveal shows one letter or mail: say its number, like pbem mail L17 --reveal")
    if only_in and only_out:
        raise Misuse("choose --in or --out; without them both are shown")
    ways = (mailbook.IN,) if only_in else (mailbook.OUT,) if only_out else (mailbook.IN, mailbook.OUT)
    limit = None if everything else mailbook.LAST
    wanted = mailbook.Wanted(what, ways, player, _since(since, moment, place.config.judge.timezone), limit)
    found = heldbook.held(place, wanted, moment) if held else mailbook.book(place, wanted)
    _list(found, json, place, "Nothing needs a hand." if held else "There is no mail.")
    if held and not json and any(_not_there(entry) for entry in found.entries):
        print(WRONG_ADDRESS, file=sys.stderr)


def _act(
    place: "Site", what: str, number: str, words: str | None, because: str, moment: datetime, json: bool
) -> None:
    """Release, answer or drop one letter or mail."""
    from pbem.service import mailacts

    if what not in mailacts.ACTS:
        raise Misuse(f"with a number behind it there are release, answer and drop; {what!r} is none of them")
    if (words is not None) != (what == "answer"):
        raise Misuse('write pbem mail answer L17 "text"; release and drop take the number alone')
    if because and what != "release":
        raise Misuse("--because belongs to pbem mail release N")
    if what == "release":
        done = mailacts.release(place, number, because, moment)
        show.as_json(done) if json else _say(done)
    elif what == "answer":
        to = mailacts.answer(place, number, words or "", moment)
        show.as_json({"answered": number, "to": to}) if json else show.say(f"The next poll sends it to {to}.")
    else:
        gone = mailacts.drop(place, number, moment)
        show.as_json({"dropped": gone}) if json else show.say(
            f"{gone} is dropped; pbem mail {gone} still shows it."
        )


#: The way out where mails do not reach a player.
WRONG_ADDRESS = (
    'If the address of a player is wrong: pbem order GAME PLAYER "SET ADDRESS new@example.org" sends a mail there, and an answer '
    "from there makes it his."
)


def _not_there(entry: "Entry") -> bool:
    return entry.state in ("failed", "expired", "unreachable") and entry.player not in ("", "moderator")


_LENGTH = re.compile(r"(\d{1,5})([wdh])", re.IGNORECASE)
_HOURS = {"h": 1, "d": 24, "w": 7 * 24}


def _since(text: str | None, now: datetime, zone: str) -> datetime | None:
    """A time (in `zone` if it names none), or a length before now.  Misuse if it is neither."""
    from zoneinfo import ZoneInfo

    if text is None:
        return None
    try:
        if length := _LENGTH.fullmatch(text.strip()):
            return now - timedelta(hours=int(length[1]) * _HOURS[length[2].lower()])
        given = datetime.fromisoformat(text.strip())
    except (ValueError, OverflowError):
        raise Misuse(f"{text!r} is no time; write 2d, 36h, or a time like 2026-12-04T20:00") from None
    return given if given.tzinfo else given.replace(tzinfo=ZoneInfo(zone))


def _list(found: "Book", json: bool, place: "Site", nothing: str) -> None:
    if json:
        show.as_json([entry.data() for entry in found.entries])
    elif not found.entries:
        print(nothing)
    else:
        zone = place.config.judge.timezone
        show.table(COLUMNS, [_cells(entry, zone) for entry in found.entries])
    if found.older:
        print(f"{found.older} older ones are not shown; --all shows them.", file=sys.stderr)


def _cells(entry: "Entry", zone: str) -> list[str]:
    other = (
        entry.sender if entry.way == "in" else entry.recipient
    )  # the judge is the one or the other of each
    tries = str(entry.tries) if entry.tries > 1 or entry.next else ""
    return [
        entry.number, entry.way, show.cell(entry.when, zone), other, entry.game, entry.player, entry.kind,
        entry.state, tries, show.cell(entry.next, zone), entry.reason, entry.command,
    ]  # fmt: skip


def _one(found: "Found", reveal: bool, json: bool, place: "Site") -> None:
    """One letter or mail: the facts, and what it says only if that was asked for."""
    if json:
        text = {"raw": found.raw.decode("utf-8", "replace")} if reveal else {}
        show.as_json({**found.entry.data(), "size": found.size, "bounces": list(found.backs), **text})
        return
    if reveal and not found.raw:
        raise Misuse(
            f"{found.entry.number} is kept no more as it came in: its game has been over for longer than [archive] keep_raw_days."
        )
    if reveal:
        _reveal(found.raw)
        return
    zone = place.config.judge.timezone
    for name, value in zip(COLUMNS, _cells(found.entry, zone), strict=True):
        if value:
            show.say(f"{name}: {value}")
    show.say(f"size: {found.size} bytes")
    for back in found.backs:
        kind = f"{back.status} {'permanent' if back.permanent else 'not permanent'}".strip()
        show.say(
            f"came back: {show.cell(back.when, zone)}, {kind}, {'' if back.sure else 'perhaps, '}{back.letter}"
        )


def _reveal(raw: bytes) -> None:
    """Byte by byte into a file or a pipe; on a terminal nothing of it may steer that."""
    if not sys.stdout.isatty():
        sys.stdout.flush()
        sys.stdout.buffer.write(raw)
        sys.stdout.buffer.flush()
        return
    text = raw.decode("utf-8", "replace").replace("\r\n", "\n")
    print("".join(c if c.isprintable() or c in "\n\t" else "\N{REPLACEMENT CHARACTER}" for c in text))


@command("retry", MODERATOR)
def retry(
    numbers: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="N", help="Mails and letters, like M42 and L17; without, everything that failed."
        ),
    ] = None,
    release: Annotated[
        bool, typer.Option("--release", help="Send mails that the gate holds: your decision.")
    ] = False,
    because: Annotated[
        str, typer.Option("--because", metavar="TEXT", help="With --release: why; all players read it.")
    ] = "",
    lost: Annotated[
        bool, typer.Option("--lost", help="Send mails once more that were sent: their reader has lost them.")
    ] = False,
    now: Now = None,
    json: Json = False,
    site: SiteDir = None,
) -> None:
    """Send again what could not be sent, and read again letters that were put aside; the next poll does it."""
    from pbem.service import retrying

    if because and not release:
        raise Misuse("--because belongs to --release")
    done = retrying.retry(the_site(site), numbers or (), release, because, instant(now), lost)
    if json:
        show.as_json(done)
    else:
        _say(done)


def _say(done: "Retried") -> None:
    if done.mails:
        print(f"The next poll sends {show.brief(done.mails)} with the same text and Message-ID.")
    if done.released:
        print(f"Released: {show.brief(done.released)}.")
    if done.twice:
        print(f"May arrive a second time: {show.brief(done.twice)}.")
    if done.letters:
        print(f"The next poll reads {show.brief(done.letters)} again.")
    if not done.mails and not done.letters:
        print("Nothing failed, so nothing is tried again.")
    for one in done.left:
        print(f"Left alone: {one['number']}: {one['why']}.")
