"""A whole game again, in a scratch site: begun as it was begun, then letters, rounds and commands in their order."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection

from pbem.deadlines import parse_schedule
from pbem.engine.variants import packs_of, rules_for
from pbem.store.database import transaction

from .. import acts, packs, practising, vacations
from ..record import Record, load
from ..seating import NewSeat
from ..secret import DICE
from ..site import Site
from ..start import Terms, begin
from . import judge, letters, rounds
from .begun import Begun, Seated
from .scratch import address, settle
from .story import Act, Story

#: The status of a command that is no longer one; a refused order is 1 and was so then.
MISUSED = 2
#: Done by a command that is none of a game's own: in no round, even at the time of one.
_APART = (acts.ANSWER, acts.RELEASE, acts.DROP)
#: Does a command of the moderator: words, the site's folder, the time it goes by; its exit status.
Do = Callable[[Sequence[str], Path, datetime], int]
#: told which part (0 to 1) of the script is behind
Tell = Callable[[float], None]


class Step(NamedTuple):
    """A part of the script: a round with what came about in it and the letters that were read in it, or a command."""

    at: datetime
    words: tuple[Act, ...]
    letters: tuple[int, ...] = ()

    @property
    def command(self) -> bool:
        return not self.words[0].word.startswith("@")


def play(site: Site, story: Story, do: Do, progress: Tell | None = None) -> list[str]:
    """Everything; what went wrong on the way, a sentence each."""
    opening = 1 + sum(one.word == acts.AWAY for one in story.acts)
    _begin(site, story, story.acts[1:opening])
    steps, problems, astray = list(script(story, opening)), list[str](), ""
    for done, step in enumerate(steps, 1):
        astray = astray or _counted(site, story, step.words[0])
        problems += _step(site, story, step, do)
        if progress is not None:
            progress(done / len(steps))
    return [astray, *problems] if astray else problems


def script(story: Story, opening: int) -> Iterator[Step]:
    """The acts behind the opening, those of one round together, each with its letters (by their place in the file)."""
    read_in: dict[int, list[int]] = {}
    for place, one in enumerate(story.letters):
        read_in.setdefault(int(one.get("also", {}).get("poll", -1)), []).append(place)
    words, mine, polled = list[Act](), list[int](), False
    for place, act in enumerate(story.acts[opening:], opening):
        if act.word == acts.PROGRAM:
            continue
        of_ours = act.word.startswith("@")
        again = (act.word == acts.POLL and polled) or act.word in _APART or act.word == acts.JUDGE
        if words and (again or not of_ours or act.at != words[0].at):
            yield Step(words[0].at, tuple(words), tuple(mine))
            words, mine, polled = [], [], False
        if not of_ours:
            yield Step(act.at, (act,))
            continue
        words.append(act)
        mine += read_in.get(place, [])
        polled |= act.word == acts.POLL
        if act.word in _APART:
            yield Step(act.at, tuple(words), tuple(mine))
            words, mine, polled = [], [], False
    if words:
        yield Step(words[0].at, tuple(words), tuple(mine))


def _step(site: Site, story: Story, step: Step, do: Do) -> list[str]:
    for one in step.words:
        if one.word == acts.JUDGE:
            settle(site, judge.read(one.argv[1]))
    if step.command:
        argv = letters.unmasked(list(step.words[0].argv), f"somebody{len(step.words[0].argv)}")
        status = do(argv, site.path, step.at)
        rounds.sent(site, step.at)
        return [f"pbem {' '.join(argv)} is not understood"] if status == MISUSED else []
    if step.letters:
        with transaction(site.engine) as connection:
            record = _load(connection, story.name)
            for place in step.letters:
                letters.lay(record, site.config.judge.address, story, place)
    return rounds.work(site, story.name, step.words, step.at)


def _counted(site: Site, story: Story, act: Act) -> str:
    """Are there as many events before it as it says?  "" if there are."""
    with transaction(site.engine) as connection:
        there = int(_load(connection, story.name).row.events)
    if act.events == there:
        return ""
    return f"line {story.acts.index(act) + 1} of acts.jsonl speaks of {act.events} events before it, and played again there are {there}"


# --- the beginning ---


def _begin(site: Site, story: Story, away: Sequence[Act]) -> None:
    began, at = story.began, story.acts[0].at

    def enter(record: Record) -> None:
        if began.practice:
            practising.fill_in(record)
        for one in away:
            player, first, last = one.argv[1:]
            vacations.note(record, site.config, player, first, last, at)

    with transaction(site.engine) as connection:
        seats = [
            NewSeat(
                one.colour,
                one.name,
                _address(site, began, one),
                one.zone,
            )
            for one in began.seats
        ]
        terms = terms_of(began, story.folder)
        begin(connection, site.config, story.name, terms, seats, f"{DICE}{story.seed}", at, enter)
    rounds.sent(site, at)


def _address(site: Site, began: Begun, one: Seated) -> str:
    """Any of the scratch site's; bots have none (E18)."""
    if began.practice not in ("", one.colour):
        return ""
    return site.config.judge.moderator if one.moderates else address(one.colour)


def terms_of(began: Begun, folder: Path) -> Terms:
    """What it was played by; packs of its own lie beside it.  Raises UsageError."""
    own = packs.given(folder / "packs" / f"{name}.toml" for name in began.own)
    seats = len(began.seats)
    return Terms(
        began.rules,
        began.switches,
        began.tempo,
        began.press,
        began.settings,
        parse_schedule(began.schedule, began.judge.zone),
        own,
        packs_of(began.rules, began.switches, seats=seats, packs=own),
        rules_for(began.rules, began.switches, seats=seats, packs=own),
        ("blind",),  # as it was settled then
    )


def _load(connection: Connection, name: str) -> Record:
    found = load(connection, name)
    assert found is not None
    return found
