"""What a bot does with its Intrigue cards: a rule of thumb for each, by the card whose effect it has (`IntrigueCard.code`)."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from pbem.engine import board
from pbem.engine.cards.places import ON
from pbem.engine.events import Name
from pbem.engine.state import Hand, Politician

from .mind import Mind

#: Picks on whom, the best first.
Aim = Callable[[Mind], list[Politician]]


def mine(mind: Mind) -> list[Politician]:
    """My own members, the highest first."""
    return mind.my_members()


def enemy(mind: Mind) -> list[Politician]:
    """Members in my way, the worst first."""
    return mind.enemies(board.POLITBURO, 3.0)


def sick(mind: Mind) -> list[Politician]:
    """Mine in poor health and at work, the Party Chief last: he has to wave."""
    return sorted((p for p in mine(mind) if p.crosses and not p.cure), key=lambda p: p.place == "PC")


def away(mind: Mind) -> list[Politician]:
    """Mine at the Sanatorium."""
    return [p for p in mine(mind) if p.cure]


def enemy_away(mind: Mind) -> list[Politician]:
    """Those in my way who are at the Sanatorium."""
    return [p for p in enemy(mind) if p.cure]


def suspect(mind: Mind) -> list[Politician]:
    """Mine under suspicion."""
    return [p for p in mine(mind) if p.suspicion]


def enemy_suspect(mind: Mind) -> list[Politician]:
    """Those in my way who are under suspicion."""
    return [p for p in enemy(mind) if p.suspicion]


def exile(mind: Mind) -> list[Politician]:
    """Dear ones in Siberia."""
    return mind.exiles()


def rising(mind: Mind) -> list[Politician]:
    """Dear ones among the People."""
    return mind.liked_people()


def contested(mind: Mind) -> list[Politician]:
    """Whom somebody else holds and whom I could have if he lost some points."""
    return [p for p in enemy(mind) if mind.recorded(p.letter)] or enemy(mind)


def anybody(mind: Mind) -> list[Politician]:
    """The Party Chief, or whoever stands highest."""
    return mind.view.politburo()[:1]


def holding(slot: str, my_own: bool) -> Aim:
    """Whoever sits there, if he is mine or if he is in my way; only to decide whether to play."""

    def aim(mind: Mind) -> list[Politician]:
        person = mind.view.holder(slot)
        liked = person is not None and mind.mine(person.letter) == my_own
        return [person] if person is not None and liked and (my_own or mind.threat(person) > 2) else []

    return aim


class Thumb(NamedTuple):
    """`aim`: on whom, or because of whom (`named` False) it is played; `when`: the announcement to wait for, {} being his name;
    `eager`: how readily, from 0 to 1.
    """

    aim: Aim
    when: str = ""
    eager: float = 0.6
    named: bool = True


_BLACKMAIL = Thumb(mine, "PURGE OF {}", 0.9, False)
THUMBS: dict[int, Thumb] = {
    1: _BLACKMAIL,
    2: Thumb(mine, "TRIAL OF {}", 0.9, False),
    3: Thumb(mine, "DEMOTION OF {}", 0.9, False),
    4: _BLACKMAIL,
    5: Thumb(enemy_away, "START OF HEALTH"),
    6: Thumb(away, "START OF PARADE"),
    7: Thumb(enemy_away, "START OF HEALTH", 0.5, False),
    8: Thumb(sick, "START OF HEALTH", 0.7),
    9: Thumb(sick, "", 0.8),
    10: Thumb(enemy, "START OF HEALTH", 0.4, False),
    11: Thumb(enemy),
    12: Thumb(enemy, "", 0.8),
    13: Thumb(enemy, "", 0.7),
    14: Thumb(mine),
    15: Thumb(enemy),
    16: Thumb(enemy, "", 0.7),
    17: Thumb(mine, "TRIAL OF {}", 0.9),
    18: Thumb(enemy_suspect, "TRIAL OF {}", 0.8, False),
    19: Thumb(suspect, "TRIAL OF {}", 0.9, False),
    20: Thumb(holding("IDE", True), "", 0.5, False),
    21: Thumb(enemy, "NOMINATION OF {}", 0.8, False),
    22: Thumb(mine),
    23: Thumb(contested, "", 0.5),
    24: Thumb(enemy, "", 0.7),
    25: Thumb(anybody, "", 0.5),
    26: Thumb(anybody, "", 0.6, False),
    27: Thumb(exile, "", 0.8),
    **{
        code: Thumb(holding(slot, False), "START OF PURGE", 0.7, False)
        for code, slot in {28: "IND", 29: "ECO", 30: "DM", 31: "SPO", 64: "FM"}.items()
    },
    **{
        code: Thumb(holding(slot, True), "PURGE OF {}", 0.9, False)
        for code, slot in {32: "SPO", 33: "ECO", 34: "IND"}.items()
    },
    41: Thumb(sick, "START OF HEALTH", 0.8),
    42: Thumb(enemy),
    43: Thumb(enemy),
    44: Thumb(away, "", 0.7),
    45: Thumb(away),
    46: Thumb(enemy_suspect),
    47: Thumb(enemy, "START OF SPY", 0.4, False),
    48: Thumb(enemy, "", 0.7),
    49: Thumb(suspect, "", 0.6, False),
    50: Thumb(contested),
    51: Thumb(contested),
    52: Thumb(anybody),
    53: Thumb(enemy, "", 0.4, False),
    54: Thumb(anybody, "", 0.6, False),
    55: Thumb(anybody, "", 0.3, False),
    56: Thumb(enemy, "", 0.7),
    57: Thumb(rising, "", 0.6),
    58: Thumb(enemy, "TRIAL OF MINE", 0.7),
    59: Thumb(mine, "NOMINATION OF {}", 0.8, False),
    60: Thumb(mine, "TRIAL OF {}", 0.9, False),
    61: Thumb(mine),
    62: Thumb(enemy),
    63: Thumb(mine, "START OF PURGE", 0.4, False),
    65: Thumb(sick, "START OF HEALTH", 0.5, False),
    66: Thumb(exile, "", 0.6),
}


def playable(mind: Mind) -> tuple[int, ...]:
    """What he may play or offer."""
    return mind.view.playable(mind.me)


def worth(mind: Mind, number: int) -> tuple[float, int]:
    """How dear a card is to him: what is played readily is kept."""
    thumb = THUMBS.get(mind.rules.deck[number].code)
    return (thumb.eager if thumb else 0.5), -number


#: In which phase an announcement is made.
_PHASE_OF = {
    "PURGE": "purge",
    "TRIAL": "spy",
    "DEMOTION": "replacement",
    "NOMINATION": "funeral",
    **{f"START OF {phase.upper()}": phase for phase in board.PHASES},
}


def _comes(thumb: Thumb, session: Sequence[str]) -> bool:
    """Can its announcement be made in this session?"""
    if not thumb.when:
        return True
    kind = thumb.when if thumb.when.startswith("START") else thumb.when.partition(" ")[0]
    return _PHASE_OF[kind] in session


def plays(
    mind: Mind, session: Sequence[str], name: Callable[[Name], str], spared: Sequence[int] = ()
) -> Iterator[str]:
    """PLAY lines for what he holds.  `spared`: cards that he has other plans for."""
    aimed: set[Name] = set()
    for number in playable(mind):
        if number in spared or number not in mind.rules.deck:
            continue
        thumb = THUMBS.get(mind.rules.deck[number].code)
        line = _play(mind, thumb, number, name, aimed) if thumb and _comes(thumb, session) else ""
        if line:
            yield line
    hand = mind.view.hands.get(mind.me, Hand())
    old = [card for card, turn in hand.spent if turn < mind.view.turn]
    if old:
        yield f"DISCARD {old[0]}"


def _play(mind: Mind, thumb: Thumb, number: int, name: Callable[[Name], str], aimed: set[Name]) -> str:
    """One line, or "" if he keeps the card; one card a Politician, if he can help it."""
    card = mind.rules.deck[number]
    fits = ON.get(card.on) if thumb.named else None
    targets = [p for p in thumb.aim(mind) if fits is None or fits(p)]
    targets.sort(key=lambda p: p.letter in aimed)
    if not targets or not mind.likely(thumb.eager if thumb.when else thumb.eager * mind.temper.aggression):
        return ""
    him = targets[0].letter
    aimed.add(him)
    line = f"PLAY {number}"
    if thumb.named and card.on != "player":
        line += f" ON {name(him)}"
    if card.on.startswith("player"):
        line += f" AGAINST {_against(mind, him)}"
    return line + (f" WHEN {thumb.when.format(name(him))}" if thumb.when else "")


def _against(mind: Mind, him: Name) -> str:
    """Whoever holds him, else the leader, else whoever holds most cards."""
    owner = mind.view.controller(him)
    if owner not in (None, mind.me):
        return str(owner)
    rivals = [seat for seat in mind.view.seats if seat != mind.me]
    return mind.leader() or max(rivals, key=lambda seat: mind.view.hands.get(seat, Hand()).count)


def keeping(mind: Mind) -> Iterator[str]:
    """D12: the three dearest, where some may have to go."""
    hand = mind.view.hands.get(mind.me, Hand())
    held = sorted((*(hand.cards or ()), *(hand.aside or ())), key=lambda n: worth(mind, n), reverse=True)
    if held and (hand.lying or len(held) >= mind.rules.hand_size):
        yield f"KEEP CARDS {', '.join(map(str, held[: mind.rules.hand_size]))}"
