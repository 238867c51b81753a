"""A site with two games while everything goes wrong: a poll that is killed at each of its moments in turn, and whole rounds by chance."""

import re
from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from random import Random

from pbem.service import archive
from tests.crash.checks import Counts, check, first_difference, history
from tests.crash.house import House
from tests.crash.letters import Pen, Written
from tests.crash.smtpd import FAULTS, Server

#: How often polls may die before one is left in peace: after more, letters are put aside for poison.
MOST_DEATHS = 4
#: About as many moments as a poll has.
MOMENTS = 36
_SLOW = {"text silent": 0.2, "taken, silent": 0.2}  # each costs a time limit


def a_round(folder: Path, server: Server, database: str, seed: int, sessions: int) -> Counts:
    """One site from the invitations on.  Raises AssertionError where a law is broken."""
    rng = Random(f"crash/{seed}")
    pen = Pen(rng)
    house, twin = House(folder / "house", server, database, seed), House(folder / "twin", None, "", seed)
    counts = Counts(rounds=1)
    counts += _chaos(house, rng)
    twin.poll()
    twin.now = house.now
    late: list[Written] = []
    for _ in range(sessions):
        written = pen.everybody(house)
        if not written:
            break
        now, delayed = pen.mix(written)
        pen.put(house, [*late, *now])
        for one in [*late, *now]:
            twin.put(one.raw)
        late = delayed
        counts += _chaos(house, rng)
        _catch_up(twin, house)
        counts["sessions"] += 1
    counts += check(house, pen)
    difference = first_difference(history(house), history(twin))
    assert not difference, f"the undisturbed twin plays another game: {difference}"
    _public(house, pen, folder / "public")
    house.close()
    twin.close()
    return counts


def _public(house: House, pen: Pen, folder: Path) -> None:
    """What the table may see of a running game holds nobody's words to the judge."""
    secret = {one.canary.encode() for one in pen.sent.values() if one.canary}
    for name in house.tables:
        written = archive.write(house.site, name, folder / name, True, house.now)
        for path in [path for path in written.rglob("*") if path.is_file()]:
            told = secret.intersection(re.findall(rb"kanari[a-z]{12}", path.read_bytes().lower()))
            assert not told, f"{told} in {path.name} of the public archive"


def _chaos(house: House, rng: Random) -> Counts:
    """Polls that die at moments by chance, with a server that fails; then peace, and the deadline."""
    counts = Counts()
    assert house.server is not None
    for _ in range(rng.randint(1, MOST_DEATHS)):
        house.server.fail(_rates(rng))
        polled = house.forked(rng.randint(1, MOMENTS) if rng.random() < 0.85 else 0)
        counts["polls"] += 1
        counts["kills"] += polled.killed
        counts["moments"] += len(polled.passed)
        counts["failures"] += bool(polled.problems)
    house.server.fail({})
    house.poll()  # at the same time of day as the polls that died
    house.now += timedelta(hours=1)
    counts["polls"] += house.in_peace() + 1
    return counts


def _rates(rng: Random) -> dict[str, float]:
    """Two or three things go wrong rather often."""
    return {
        fault: rng.choice((0.1, 0.3)) * _SLOW.get(fault, 1) for fault in rng.sample(FAULTS, rng.randint(0, 3))
    }


def _catch_up(twin: House, house: House) -> None:
    """The twin polls once with the same letters; where a game still waits for somebody, its deadline passes for both."""
    before = _where(twin)
    assert twin.poll().problems == []
    twin.now = house.now
    if set(before.items()) & set(_where(twin).items()):
        twin.now = house.now = house.now + timedelta(hours=73)
        assert twin.poll().problems == []
        house.in_peace()
    twin.read_mail()


def _where(house: House) -> dict[str, tuple[int, str]]:
    """Which session each game waits in."""
    rows = house.rows("select name, turn, session from game where session <> ''")
    return {row["name"]: (row["turn"], row["session"]) for row in rows}


# --- each moment in turn ---


def at_each_moment(
    folder: Path, server: Server, database: str, seed: int = 1
) -> Iterator[tuple[str, Counts]]:
    """From several states of a site: one poll, killed at each moment that it passes, and killed once more while it recovers.

    Yields the name of each moment with the counts; whatever happened, the games are those of a poll that was not killed.
    """
    for name, house, pen in _states(folder, server, database, seed):
        whole = house.copy(folder / f"{name}-whole")
        polled = whole.forked()
        assert polled.problems is not None
        whole.in_peace()
        wanted = history(whole)
        yield from (("", counts) for counts in [Counts(states=1) + check(whole, pen)])
        rng = Random(f"moments/{seed}/{name}")
        for at, moment in _some_of(polled.passed):
            killed = house.copy(folder / f"{name}-{at}")
            assert killed.forked(at).killed
            more = killed.forked(rng.randint(1, len(polled.passed))).killed if at % 2 else False
            killed.poll()
            polls = killed.in_peace()
            counts = Counts(polls=2 + at % 2 + polls, kills=1 + more) + check(killed, pen)
            difference = first_difference(wanted, history(killed))
            assert not difference, f"killed at moment {at} ({moment}) of {name}: {difference}"
            killed.close()
            yield moment, counts
        whole.close()
        house.close()


def _some_of(passed: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Of each name the first moment and the last, with their numbers."""
    for at, moment in enumerate(passed, 1):
        if moment not in passed[: at - 1] or moment not in passed[at:]:
            yield at, moment


def _states(folder: Path, server: Server, database: str, seed: int) -> Iterator[tuple[str, House, Pen]]:
    """What a poll may find: the first letters; letters that come twice, late and in disorder, and mails that nobody took yet."""
    rng = Random(f"states/{seed}")
    house, pen = House(folder / "invited", server, database, seed), Pen(rng)
    house.in_peace()
    pen.put(house, pen.mix(pen.everybody(house))[0])
    yield "invited", house.copy(folder / "sheets"), pen
    later = house.copy(folder / "later")
    house.close()
    later.in_peace()
    later.now += timedelta(hours=73)  # whoever's sheet is late gets no second deadline
    later.in_peace()
    pen = pen.copy()
    now, late = pen.mix(pen.everybody(later))
    pen.put(later, now)
    server.fail({"RCPT 450": 1.0})
    later.forked()  # all is read and resolved, and nothing goes out
    later.forked(40)
    server.fail({})
    pen.put(later, [*late, *map(pen.again, now[:3])])
    later.now += timedelta(minutes=6)
    yield "in play", later, pen
