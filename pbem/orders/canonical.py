"""An order in full words, as the receipt lists it.  Law: reading it again gives the same Line (but for `.text`)."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from pbem.orders.lines import (
    Age,
    And,
    Condition,
    Controls,
    Declared,
    Group,
    Health,
    Line,
    Named,
    Not,
    Office,
    Or,
    Promise,
    Sits,
    Trigger,
    Turn,
    Votes,
    Waves,
    Who,
)
from pbem.orders.names import Lexicon
from pbem.orders.personal import SETTINGS, as_written

_PLACES = {
    "work": "AT WORK",
    "sanatorium": "AT SANATORIUM",
    "siberia": "IN SIBERIA",
    "candidates": "AMONG CANDIDATES",
    "people": "AMONG PEOPLE",
    "wall": "DEAD",
    "retired": "RETIRED",
    "politburo": "IN POLITBURO",
}


@lru_cache(maxsize=2048)
def canonical(line: Line, lexicon: Lexicon) -> str:
    """`KGB: PURGE Palavrian, Satin WHILE KGB AGE < 75`.  A mail says the same line several times."""
    parts = [
        "ALSO" if line.also else "",
        f"{who(line.actor, lexicon)}:" if line.actor else "",
        _deed(line, lexicon),
        f"WHILE {condition(line.during, lexicon)}" if line.during else "",
        f"WHEN {trigger(line.when, lexicon)}" if line.when else "",
        _only_if(line.condition, lexicon) if line.condition else "",
        f"IN TURN {line.turn}" if line.turn is not None else "",
        "EACH TURN" if line.each_turn else "",
    ]
    return " ".join(filter(None, parts))


def who(said: Who, lexicon: Lexicon) -> str:
    """`Palavrian`, `KGB`, `MINE`."""
    match said:
        case Named(letter):
            return lexicon.name(letter)
        case Office(slot):
            return slot
        case Group(word):
            return word.upper()


def _names(line: Line, lexicon: Lexicon) -> str:
    return ", ".join(who(one, lexicon) for one in line.who)


# -- deeds -----------------------------------------------------------------------------------------------------------------


def _deed(line: Line, lexicon: Lexicon) -> str:
    said = _DEEDS.get(line.verb, _plain)
    return said(line, lexicon)


def _plain(line: Line, lexicon: Lexicon) -> str:
    """`PURGE Manjak, Satin`, `READY`."""
    return f"{line.verb.upper()} {_names(line, lexicon)}".rstrip()


def _declare(line: Line, lexicon: Lexicon) -> str:
    """DECLARE and DECLARE NOW."""
    return f"{line.verb.upper()} {'ALL' if line.number is None else line.number} {_names(line, lexicon)}"


def _claim(line: Line, lexicon: Lexicon) -> str:
    limit = "" if line.number is None else f" UP TO {line.number}"
    return _plain(line, lexicon) + limit


def _vote(line: Line, lexicon: Lexicon) -> str:
    on = f" ON {_names(line, lexicon)}" if line.who else ""
    return f"VOTE {(line.vote or '').upper()}{on}"


def _move(line: Line, lexicon: Lexicon) -> str:
    if line.to in ("up", "down"):
        return f"{_plain(line, lexicon)} {line.to.upper()}"
    return _plain(line, lexicon) + (f" TO {line.to}" if line.to else "")


def _swap(line: Line, lexicon: Lexicon) -> str:
    return "SWAP " + " WITH ".join(who(one, lexicon) for one in line.who)


def _influence(line: Line, lexicon: Lexicon) -> str:
    return "INFLUENCE " + ", ".join(f"{lexicon.name(letter)} {number}" for letter, number in line.sheet)


def _cancel(line: Line, lexicon: Lexicon) -> str:
    return "CANCEL " + (", ".join(map(str, line.numbers)) or "ALL")


def _history(line: Line, lexicon: Lexicon) -> str:
    return "HISTORY" if line.number is None else f"HISTORY {line.number}"


def _words(line: Line, lexicon: Lexicon) -> str:
    return f"{line.verb.upper()} {line.words}".rstrip()


def _moderator(line: Line, lexicon: Lexicon) -> str:
    return f"MODERATOR: {line.words}".rstrip()


def _press(line: Line, lexicon: Lexicon) -> str:
    hidden = " ANONYMOUS" if line.to == "anonymous" else ""
    to = f" TO {', '.join(line.players)}" if line.players else ""
    end = "\nEND PRESS" if line.closed else ""
    return f"PRESS{hidden}{to}: {line.words}".rstrip() + end


def _paper(line: Line, lexicon: Lexicon) -> str:
    """PRAVDA and SLOGAN; OBITUARY."""
    hidden = " ANONYMOUS" if line.to == "anonymous" else ""
    whom = f" {_names(line, lexicon)}" if line.who else ""
    return f"{line.verb.upper()}{hidden}{whom}: {line.words}"


def _kept(line: Line, lexicon: Lexicon) -> str:
    return f"{line.verb.upper()}: {line.words}".rstrip()


def _vacation(line: Line, lexicon: Lexicon) -> str:
    until = "" if line.words.lower().startswith(("from ", "for ")) else "UNTIL "
    return f"VACATION {until}{line.words}" + (" AUTOPILOT" if line.to == "autopilot" else "")


def _extend(line: Line, lexicon: Lexicon) -> str:
    return "EXTEND" if line.number is None else f"EXTEND {line.number}h"


def _keep_orders(line: Line, lexicon: Lexicon) -> str:
    return f"KEEP ORDERS {', '.join(map(str, line.numbers))}".rstrip()


def _why(line: Line, lexicon: Lexicon) -> str:
    return f"WHY {line.number}"


def _protest(line: Line, lexicon: Lexicon) -> str:
    return f"PROTEST {line.number}: {line.words}".rstrip()


def _play(line: Line, lexicon: Lexicon) -> str:
    parts = [f"PLAY {_cards(line)}"]
    parts += [f"ON {_names(line, lexicon)}"] if line.who else []
    parts += [f"AGAINST {player}" for player in line.players]
    return " ".join([*parts, *([f"AS {line.vote.upper()}"] if line.vote else [])])


def _counted(line: Line, lexicon: Lexicon) -> str:
    """DISCARD and KEEP CARDS; REFUSE and WITHDRAW OFFER; DRAW."""
    missing = "ALL" if line.to == "all" else "OFFER" if line.verb == "refuse" else ""
    return f"{line.verb.upper()} {_cards(line) or (missing if line.number is None else line.number)}".rstrip()


def _cards(line: Line) -> str:
    return ", ".join(map(str, line.cards))


def _support(line: Line, lexicon: Lexicon) -> str:
    return f"SUPPORT {line.players[0]} ON {_names(line, lexicon)}"


def _gain(line: Line, lexicon: Lexicon) -> str:
    return f"GAIN {line.number} {_names(line, lexicon)}"


def _offer(line: Line, lexicon: Lexicon) -> str:
    asked = promise(line.promise, lexicon) if line.promise else f'"{line.words}"'
    return f"OFFER {_cards(line)} TO {line.players[0]} FOR {asked}"


def _accept(line: Line, lexicon: Lexicon) -> str:
    which = line.to.upper() if line.to else "OFFER" if line.number is None else line.number
    parts = [f"ACCEPT {which}"]
    parts += [f"FROM {player}" for player in line.players]
    parts += [f"FOR {promise(line.promise, lexicon)}"] if line.promise else []
    return " ".join([*parts, *([f"GIVING {_cards(line)}"] if line.cards else [])])


def promise(said: Promise, lexicon: Lexicon) -> str:
    """`NO PURGE OF Palavrian`, `PROMOTE Palavrian TO DM`, `VOTE NO ON KGB`."""
    name = who(said.who, lexicon)
    if said.never:
        return f"NO {said.action.upper()} OF {name}"
    if said.action == "vote":
        return f"VOTE {(said.vote or '').upper()} ON {name}"
    return f"{_PROMISED[said.action]} {name}" + (f" TO {said.to}" if said.to else "")


_PROMISED = {"nomination": "NOMINATE", "promotion": "PROMOTE", "shift": "SHIFT", "release": "RELEASE"}

_DEEDS: Mapping[str, Callable[[Line, Lexicon], str]] = {
    **dict.fromkeys(("declare", "declare now"), _declare),
    **dict.fromkeys(("hold", "take", "protect"), _claim),
    "vote": _vote,
    **dict.fromkeys(("promote", "demote", "shift", "move"), _move),
    "swap": _swap,
    "influence": _influence,
    "cancel": _cancel,
    "history": _history,
    **dict.fromkeys(("salt", "help", "rules", "practice", "watch", "unwatch"), _words),
    **dict.fromkeys(("set address", "add address", "forget address"), _words),
    "moderator": _moderator,
    "press": _press,
    **dict.fromkeys(("pravda", "slogan", "obituary"), _paper),
    **dict.fromkeys(("diary", "memoirs"), _kept),
    "vacation": _vacation,
    **{verb.name: as_written for verb in SETTINGS},
    "extend": _extend,
    "keep orders": _keep_orders,
    "why": _why,
    "protest": _protest,
    "play": _play,
    **dict.fromkeys(("discard", "keep cards", "refuse", "withdraw offer", "draw"), _counted),
    "support": _support,
    "gain": _gain,
    "offer": _offer,
    "accept": _accept,
}


# -- parts -----------------------------------------------------------------------------------------------------------------


def trigger(said: Trigger, lexicon: Lexicon) -> str:
    """`PURGE OF Palavrian BY KGB`, `VOTE GUILTY BY FM ON Satin`."""
    return " ".join(_trigger(said, lexicon))


def _trigger(said: Trigger, lexicon: Lexicon) -> Iterator[str]:
    yield {"any": "ANY ACTION", "start": f"START OF {(said.phase or '').upper()}"}.get(
        said.kind, said.kind.upper()
    )
    if said.vote:
        yield said.vote.upper()
    for word, one in (("OF", said.of), ("BY", said.by), ("ON", said.on)):
        if one is not None:
            yield f"{word} {who(one, lexicon)}"


def _only_if(said: Condition, lexicon: Lexicon) -> str:
    if isinstance(said, Not):
        return f"UNLESS {condition(said.part, lexicon)}"
    return f"IF {condition(said, lexicon)}"


def condition(said: Condition, lexicon: Lexicon) -> str:
    """In words."""
    match said:
        case And(parts):
            return " AND ".join(_inner(part, lexicon) for part in parts)
        case Or(parts):
            return " OR ".join(_inner(part, lexicon) for part in parts)
        case Not(part):
            return f"NOT {_inner(part, lexicon)}"
        case _:
            return _fact(said, lexicon)


def _inner(said: Condition, lexicon: Lexicon) -> str:
    """AND and OR inside each other always get their parentheses: a player must not need to know which binds closer."""
    words = condition(said, lexicon)
    return f"({words})" if isinstance(said, And | Or) else words


def _fact(said: Condition, lexicon: Lexicon) -> str:
    match said:
        case Controls(player, one):
            return f"{_player(player)} {'CONTROL' if player == 'i' else 'CONTROLS'} {who(one, lexicon)}"
        case Sits(one, place):
            return f"{who(one, lexicon)} {_PLACES.get(place, f'IS {place}')}"
        case Health(one, state):
            return f"{who(one, lexicon)} {state.upper()}"
        case Age(one, op, number):
            return f"{who(one, lexicon)} AGE {op} {number}"
        case Declared(player, one, op, number):
            return f"{_player(player)} DECLARED ON {who(one, lexicon)} {op} {number}"
        case Turn(op, number):
            return f"TURN {op} {number}"
        case Waves(player, op, number):
            return f"{_player(player)} WAVES {op} {number}"
        case Votes(vote, op, number):
            return f"{vote.upper()} VOTES {op} {number}"
        case _:
            raise TypeError(f"{said!r} is no fact")


def _player(player: str) -> str:
    return player.upper() if player in ("i", "nobody", "anyone") else player
