"""Merits of players."""

from collections import Counter

from pbem.engine.events import (
    CardPlayed,
    Died,
    InfluenceDeclared,
    Name,
    OfferClosed,
    Player,
    PurgeRolled,
    Retired,
    SentToSiberia,
    VoteFixed,
)
from pbem.engine.events.words import Diary

from .merits import Award, Record, most, times
from .naming import one_line, year
from .prose import count, listed

# --- of players ---


def train(r: Record) -> Award | None:
    """Most victims of purges."""
    sent = Counter[Player]()
    for one in r.annals.years:
        purger = ""
        for _, before, event in one.steps:
            if isinstance(event, PurgeRolled):
                purger = event.purger if event.succeeded else ""
            elif isinstance(event, SentToSiberia) and event.how == "purge" and purger:
                holder = before.controller(purger)
                sent.update([holder] if holder else [])
                purger = ""
    who, number = most(sent)
    return Award(r.players(who), f"{count(number, 'comrade')} put on the train by purge.") if who else None


def bolt(r: Record) -> Award | None:
    """Most purges that failed."""
    failed = Counter[Player]()
    for _, before, e in r.of(PurgeRolled):
        holder = before.controller(e.purger)
        if holder and not e.succeeded:
            failed[holder] += 1
    who, number = most(failed, 2)
    return (
        Award(r.players(who), f"{number} purges ordered, and every victim sends his regards.")
        if who
        else None
    )


def long_shot(r: Record) -> Award | None:
    """The least likely purge that succeeded; at odds of 1 in 2 or worse."""
    best: dict[Player, tuple[int, str]] = {}
    for turn, before, e in r.of(PurgeRolled):
        holder, wanted = before.controller(e.purger), e.needed - e.modifier
        if e.succeeded and holder and wanted > 11 and wanted > best.get(holder, (0, ""))[0]:
            best[holder] = wanted, f"{r.names.of(e.victim)} in {year(turn)}"
    who, wanted = most({player: one[0] for player, one in best.items()})
    told = listed(list(dict.fromkeys(best[p][1] for p in r.annals.last.seats if p in who)))
    return Award(r.players(who), f"Needed {wanted} or more on the die, and got it: {told}.") if who else None


def open_hand(r: Record) -> Award | None:
    """Most influence that went with the dead and the retired without ever having been shown."""
    lost, named = Counter[Player](), dict[Player, list[str]]()
    gone = [(at, e.politician) for _, at, e in r.of(Died)] + [
        (at, e.politician) for _, at, e in r.of(Retired)
    ]
    for before, letter in gone:
        for player in before.seats:
            unseen = before.written(player, letter) - before.shown(player, letter)
            if unseen > 0:
                lost[player] += unseen
                named.setdefault(player, []).append(f"{unseen} on {r.names.of(letter)}")
    who, number = most(lost, 3)
    told = "; ".join(dict.fromkeys(listed(named[p][:4]) for p in r.annals.last.seats if p in who))
    return Award(r.players(who), f"{number} points taken to the grave unseen: {told}.") if who else None


def secret(r: Record) -> Award | None:
    """The highest number recorded of which not one point was ever shown."""
    shown = r.annals.most_shown
    kept: dict[Player, tuple[int, Name]] = {}
    for player, sheet in r.sheets.items():
        for letter, points in sheet.items():
            if (player, letter) not in shown and points > kept.get(player, (0, ""))[0]:
                kept[player] = points, letter
    who, number = most({player: points for player, (points, _) in kept.items()}, 3)
    told = listed(list(dict.fromkeys(r.names.of(kept[p][1]) for p in r.annals.last.seats if p in who)))
    return Award(r.players(who), f"{number} on {told}, of whom nobody was ever told.") if who else None


def patient(r: Record) -> Award | None:
    """Who waited longest before showing any influence."""
    first: dict[Player, int] = {}
    for turn, _, e in r.of(InfluenceDeclared):
        first.setdefault(e.player, turn)
    first = {p: first.get(p, r.annals.span + 1) for p in r.annals.last.seats}
    if len(set(first.values())) < 2:
        return None
    who, turn = most(first, 2)
    when = (
        f"Showed nothing before {year(turn)}."
        if turn <= r.annals.span
        else "Never showed any influence at all."
    )
    return Award(r.players(who), when)


def eminence(r: Record) -> Award | None:
    """Most chairs, phase by phase, of those who did not win."""
    held = Counter[Player]()
    total = 0
    for phase in r.annals.phases:
        for p in phase.closed.politburo():
            total += 1
            holder = phase.closed.controller(p.letter)
            held.update([holder] if holder else [])
    losing = {p: n for p, n in held.items() if p not in r.annals.last.winners}
    who, number = most(losing)
    end = "somebody else won" if r.annals.last.winners else "nobody won"
    share = round(100 * number / total) if total else 0
    return (
        Award(r.players(who), f"Held {share} % of all chairs over the years, and {end}.")
        if share >= 5
        else None
    )


def _voted(r: Record, vote: str) -> tuple[list[Player], int]:
    votes = Counter(e.player for _, _, e in r.of(VoteFixed) if e.vote == vote and e.player)
    return most({player: number for player, number in votes.items() if player}, 2)


def hanging(r: Record) -> Award | None:
    """Most votes of guilty."""
    who, number = _voted(r, "guilty")
    return Award(r.players(who), f"Voted guilty {times(number)}, and slept well.") if who else None


def mercy(r: Record) -> Award | None:
    """Most votes of innocent."""
    who, number = _voted(r, "innocent")
    return Award(r.players(who), f"Voted innocent {times(number)}. This has been noted.") if who else None


def watchman(r: Record) -> Award | None:
    """The order that was given most often, or lived longest, and never found anybody to act on."""
    given = Counter(
        (one.player, one.text) for one in r.lines if one.verb in ("hold", "protect") and one.state != "used"
    )
    if not given:
        return None
    keys, number = most(given)
    player, text = min(keys, key=lambda key: (r.annals.last.seats.index(key[0]), key[1]))
    again = f" {times(number)}" if number > 1 else ""
    return Award(r.players([player]), f"Ordered “{one_line(text, 120)}”{again}. Nobody came.")


def diarist(r: Record) -> Award | None:
    """Most words in the diary."""
    words = Counter[Player]()
    for _, _, e in r.of(Diary):
        words[e.player] += len(e.text.split())
    who, number = most(words)
    return Award(r.players(who), f"{count(number, 'word')} that nobody was meant to read.") if who else None


def palm(r: Record) -> Award | None:
    """Most bribes that were struck."""
    struck = Counter(e.receiver for _, _, e in r.of(OfferClosed) if e.why == "struck")
    who, number = most(struck)
    return (
        Award(r.players(who), f"Accepted {count(number, 'gift')}, strictly out of politeness.")
        if who
        else None
    )


def sharper(r: Record) -> Award | None:
    """Most Intrigue cards played."""
    who, number = most(Counter(e.player for _, _, e in r.of(CardPlayed)), 2)
    return Award(r.players(who), f"{number} cards played. The sleeves are being examined.") if who else None
