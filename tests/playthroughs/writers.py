"""Who plays the recorded games: bots, people who never give an order, and people who purge whomever they can."""

from random import Random

from pbem.engine import board
from pbem.engine.events import Player
from tests.laws.mailgame import Look
from tests.playthroughs.playing import Played


def bots(game: Played, look: Look, player: Player) -> list[str]:
    """As in the demo."""
    return game.lines(look, player)


def quiet(game: Played, look: Look, player: Player) -> list[str]:
    """A sheet, and then nothing but READY: nobody controls anybody."""
    return game.lines(look, player) if look.session == ("setup",) else ["READY"]


def alike(game: Played, look: Look, player: Player) -> list[str]:
    """Quiet, and all with nearly the same sheet: ties of what is recorded."""
    if look.session != ("setup",):
        return ["READY"]
    rules, people = look.record.rules, look.views[player].people.values()
    able = [p for p in people if rules.may_hold(look.views[player], p.letter)]
    liked = sorted(able, key=lambda p: (board.RANK[p.place], p.letter))[: len(rules.sheet)]
    return [
        "INFLUENCE " + ", ".join(f"{p.letter}={n}" for p, n in zip(liked, rules.sheet, strict=False)),
        "READY",
    ]


def late(game: Played, look: Look, player: Player) -> list[str]:
    """Alike and quiet to the eleventh year; then the first of them takes the Party Chief."""
    if look.session == ("setup",):
        return alike(game, look, player)
    last = look.record.row.turn == board.LAST_TURN and player == next(iter(game.names))
    return ["HOLD PC", "READY"] if last else ["READY"]


def held(game: Played, look: Look, player: Player) -> list[str]:
    """Alike; the first of them holds the Party Chief, so that the others are tied with a controller."""
    if look.session == ("setup",):
        return alike(game, look, player)
    return ["HOLD PC", "READY"] if player == next(iter(game.names)) else ["READY"]


def turnover(game: Played, look: Look, player: Player) -> list[str]:
    """Nobody waves a third time: whoever has waved twice is purged; in 1960 somebody young is to have the post."""
    if look.session == ("setup",):
        return game.lines(look, player)
    view = look.views[player]
    chief = view.slots.get("PC")
    waves = sum(wave.politician == chief for wave in view.waves)
    if waves < 2 and look.record.row.turn < board.LAST_TURN - 1:
        return ["READY"]
    young = [p.letter for p in sorted(view.politburo(), key=lambda p: (p.crosses, p.age)) if p.place != "PC"]
    deeds = ["HOLD KGB", "PURGE PC", "HOLD DM", "INVESTIGATE PC", "TRY PC", "VOTE GUILTY"]
    return [*deeds, "HOLD FM", f"NOMINATE {', '.join(young)}", "READY"]


def axe(game: Played, look: Look, player: Player) -> list[str]:
    """Whoever can purge, condemn or try does so, and nobody comes back."""
    if look.session == ("setup",):
        return game.lines(look, player)
    rng = Random(f"{player}/{look.closed}/{game.seed}")
    view = look.views[player]
    own = [p.letter for p in view.politburo() if view.controller(p.letter) == player]
    victims = [view.slots[slot] for slot in reversed(board.SLOTS) if slot in view.slots]
    spared = own[: rng.randint(0, 2)]
    victims = [name for name in victims if name not in spared]
    powers = [view.slots[slot] for slot in ("KGB", "IDE", "DM", "FM") if slot in view.slots]
    lines = [f"HOLD {name}" for name in powers if view.written(player, name)]
    lines += [f"PURGE {', '.join(victims[:6])}"] if victims else []
    lines += [f"CONDEMN {name}" for name in victims if view.people[name].place in board.CANDIDATES][:1]
    lines += [f"TRY {name}" for name in victims if view.people[name].suspicion][:2]
    return [*lines, "VOTE GUILTY", "READY"]


WRITERS = {
    "bots": bots,
    "quiet": quiet,
    "alike": alike,
    "late": late,
    "held": held,
    "turnover": turnover,
    "axe": axe,
}
