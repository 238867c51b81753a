"""A bot: from a view to order lines, as a person would type them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random

from pbem.engine import board, growth
from pbem.engine.events import Name, Player
from pbem.engine.questions import Ask
from pbem.engine.rules import Rules
from pbem.engine.state import State

from . import cards, dealing
from .mind import OLD, Mind, Temper, amounts, wanted_sheet

Lines = Iterator[str]


class Bot:
    """One player through a whole game."""

    def __init__(self, player: Player, rng: Random) -> None:
        self.player, self.rng = player, rng
        self.temper = Temper(rng)
        self._naming = rng.choice(("surname", "surname", "letter", "full"))
        self._shouts = rng.random() < 0.5

    def sheet(self, view: State, rules: Rules) -> list[str]:
        """R1.3, R1.5, R12.1: what he records, on one line or on ten."""
        numbers = amounts(rules, self.rng)
        names = wanted_sheet(view, rules, self.rng, len(numbers))
        pairs = list(zip(names, numbers, strict=True))
        match self.rng.randrange(4):
            case 0:
                return ["INFLUENCE " + ", ".join(f"{name}={number}" for name, number in pairs)]
            case 1:
                return [f"{rules.cards[name].surname} {number}" for name, number in pairs]
            case 2 if numbers == rules.sheet and len(numbers) == 10:
                return ["influence " + " ".join(names)]
            case _:
                return [f"INFLUENCE {rules.cards[name].name} {number}" for name, number in pairs]

    def orders(
        self, view: State, rules: Rules, session: Sequence[str], asks: Sequence[Ask] = ()
    ) -> list[str]:
        """His order lines for a session.  `asks`: what it would ask him as things stand."""
        mind = Mind(self.player, view, rules, self.temper, self.rng)
        pen = _Pen(mind, self._naming)
        lines: list[str] = []
        for phase in session:
            own = [
                ask for ask in asks if ask.player == self.player and ask.action in _ASKED_IN.get(phase, ())
            ]
            lines += _PHASES[phase](pen, own)
        lines += _standing(pen)
        lines += _advanced(pen, session, asks)
        return self._typed(lines)

    def answers(self, view: State, rules: Rules) -> list[str]:
        """What he says to the offers that have come since he wrote."""
        return self._typed(dealing.answers(Mind(self.player, view, rules, self.temper, self.rng)))

    def _typed(self, lines: Iterable[str]) -> list[str]:
        lines = list(dict.fromkeys(lines))
        return lines if self._shouts else [line if _typed_as_is(line) else line.lower() for line in lines]


def _typed_as_is(line: str) -> bool:
    return "Mc" in line or "=" in line


class _Pen:
    """Names Politicians as this bot does."""

    def __init__(self, mind: Mind, naming: str) -> None:
        self.mind, self.naming = mind, naming

    def name(self, letter: Name) -> str:
        card = self.mind.rules.cards[letter]
        return {"letter": letter, "full": card.name}.get(self.naming, card.surname)

    def names(self, letters: Sequence[Name]) -> str:
        return ", ".join(map(self.name, letters))

    def bid(self, letter: Name, eager: float, office: str = "") -> Lines:
        """Take him now, or hold him to a limit; the thrifty keep something back."""
        mind, needed = self.mind, self.mind.reach(letter)
        recorded = mind.recorded(letter)
        if not recorded or not mind.likely(eager):
            return
        who = office if office and mind.likely(0.3) else self.name(letter)
        limit = recorded if mind.likely(eager) else max(needed or 1, recorded - round(4 * mind.temper.thrift))
        if needed is not None and mind.likely(0.3):
            yield f"DECLARE {limit} {who}"
        elif needed is not None and mind.likely(0.4):
            yield f"TAKE {who} UP TO {limit}"
        elif mind.likely(0.5):
            yield f"HOLD {who} UP TO {limit}"
        else:
            yield f"HOLD {who}" + (f" IF TURN < {min(11, mind.view.turn + 2)}" if mind.likely(0.2) else "")


_ASKED_IN = {
    "cure": ("cure",),
    "purge": ("purge",),
    "spy": ("case", "inquiry", "vote"),
    "funeral": ("nomination", "vote"),
    "replacement": ("shift", "step", "promotion"),
    "rehabilitation": ("release",),
}


def _standing(pen: _Pen) -> Lines:
    """What helps at any time: guard the best of mine."""
    mind = pen.mind
    members = mind.my_members()
    if members and mind.likely(0.35):
        yield f"PROTECT {pen.name(members[0].letter)}" + (" UP TO 6" if mind.likely(0.5) else "")
    if mind.view.active("KGB") and mind.likely(0.1):
        yield "HOLD KGB UP TO 4 EACH TURN"


def _advanced(pen: _Pen, session: Sequence[str], asks: Sequence[Ask]) -> Lines:
    """R13, R15: cards, bribes, support, growth, as far as the game has them."""
    mind, on = pen.mind, pen.mind.rules.switches
    spared: list[int] = []
    if "bribes" in on:
        yield from dealing.answers(mind)
        for card, line in dealing.offers(mind, session, pen.name):
            spared.append(card)
            yield line
        yield from dealing.in_windows(mind, pen.name)
    if mind.rules.deck:
        yield from cards.plays(mind, session, pen.name, spared)
        yield from cards.keeping(mind)
    if "ties" in on:
        yield from dealing.supports(mind, pen.name)
    if "growth" in on and "parade" in session and mind.view.turn in growth.TURNS:
        yield from dealing.growing(mind, asks, pen.name)


def _cure(pen: _Pen, asks: Sequence[Ask]) -> Lines:
    """R3.1: the ill go; a sick Party Chief stays for the parade if he is not too bad."""
    mind = pen.mind
    for ask in asks:
        person = mind.view.people[ask.actor]
        stays = person.place == "PC" and (
            person.crosses == 1 or mind.view.credited(mind.me) == 2 or mind.likely(0.6)
        )
        verb = "WORK" if stays or mind.likely(0.1) else "CURE"
        yield f"{verb} {pen.name(ask.actor)}"
    for person in mind.view.politburo():
        if person.crosses and mind.reach(person.letter) and mind.likely(0.2):
            yield from pen.bid(person.letter, 0.3)
            yield f"CURE {pen.name(person.letter)}"


def _purge(pen: _Pen, asks: Sequence[Ask]) -> Lines:
    """R4: those in my way, as long as my man can bear it."""
    mind = pen.mind
    purger = mind.acting(board.PURGE_SUCCESSION)
    if purger is None or purger.age >= OLD:
        return
    controls = mind.mine(purger.letter) or bool(asks)
    if not controls and mind.reach(purger.letter) and mind.likely(mind.temper.aggression):
        yield from pen.bid(purger.letter, 0.8, purger.place)
        controls = True
    chief = mind.view.holder("PC")
    if not controls:
        return
    places = ("KGB", "FM", "DM", *board.SLOTS[4:])
    victims = [p.letter for p in mind.enemies(places, 2.5) if p.letter != purger.letter][
        : mind.rng.randint(1, 3)
    ]
    if (
        chief
        and chief.letter != purger.letter
        and mind.threat(chief) > 9
        and mind.likely(mind.temper.aggression)
    ):
        yield f"PURGE {pen.name(chief.letter)}"
    if victims and mind.likely(0.4 + mind.temper.aggression / 2):
        limit = min(95, max(purger.age + 3, 80))
        tail = f" WHILE {purger.place} AGE < {limit}" if mind.likely(0.6) else ""
        yield f"PURGE {pen.names(victims)}{tail}"


def _spy(pen: _Pen, asks: Sequence[Ask]) -> Lines:
    """R5: suspects in my way are tried; the Party Chief, if not mine, becomes one; then how mine vote."""
    mind = pen.mind
    spy = mind.acting(board.SPY_SUCCESSION)
    if spy and not mind.mine(spy.letter) and mind.reach(spy.letter) and mind.likely(mind.temper.aggression):
        yield from pen.bid(spy.letter, 0.7, spy.place)
    if spy and (mind.mine(spy.letter) or mind.reach(spy.letter) or asks) and spy.age < OLD:
        enemies = mind.enemies(board.POLITBURO, 1.0)
        yield from (f"TRY {pen.name(p.letter)}" for p in enemies[:4] if p.suspicion)
        candidates = mind.enemies(board.CANDIDATES, 2.5)
        if candidates and mind.likely(mind.temper.aggression / 2):
            yield f"CONDEMN {pen.name(candidates[0].letter)} UNLESS {spy.place} AGE > 84"
        suspects = [p.letter for p in enemies if not p.suspicion and p.place in board.POLITBURO[:4]][:2]
        if suspects:
            yield f"INVESTIGATE {pen.names(suspects)}"
        own = [p.letter for p in mind.my_members() if p.suspicion][:1]
        if own:
            yield f"CLOSE {pen.names(own)}"
    yield "VOTE INNOCENT ON MINE" if mind.likely(0.7) else "ACQUIT MINE"
    for person in mind.enemies(board.POLITBURO, 3.0)[:3]:
        yield f"VOTE GUILTY ON {pen.name(person.letter)}"
    leader = mind.leader()
    if leader and mind.likely(0.5):
        yield f"VOTE GUILTY IF {leader} CONTROLS PC"


def _health(pen: _Pen, asks: Sequence[Ask]) -> Lines:
    """Nobody decides anything there."""
    return iter(())


def _funeral(pen: _Pen, asks: Sequence[Ask]) -> Lines:
    """R7: my best man for the post; yes to mine, no to the leader's."""
    mind = pen.mind
    if mind.view.holder("PC") is not None:
        return
    nominator = mind.acting(mind.rules.funeral_succession)
    if nominator and not mind.mine(nominator.letter) and mind.reach(nominator.letter):
        yield from pen.bid(nominator.letter, 0.6, nominator.place)
    liked = [p.letter for p in mind.heirs() if nominator is None or p.letter != nominator.letter]
    if liked:
        yield f"NOMINATE {pen.names(liked[:4])}"
        yield from pen.bid(liked[0], 0.5)
    yield "VOTE YES ON MINE"
    for person in mind.enemies(board.POLITBURO[1:], 5.0)[:3]:
        if mind.theirs(person.letter):
            yield f"VOTE NO ON {pen.name(person.letter)}"


def _replacement(pen: _Pen, asks: Sequence[Ask]) -> Lines:
    """R8: my own upwards."""
    mind = pen.mind
    chief = mind.view.active("PC")
    if chief and not mind.mine(chief.letter):
        yield from pen.bid(chief.letter, 0.5, "PC")
    if chief and (mind.mine(chief.letter) or mind.reach(chief.letter)):
        for person in mind.liked(("DM", "KGB"))[:1]:
            if mind.view.holder("FM") is None:
                yield f"SHIFT {pen.name(person.letter)} TO FM"
            elif mind.likely(0.3) and not mind.mine(mind.view.slots["FM"]):
                yield f"SWAP {pen.name(person.letter)} WITH FM"
        for person in mind.liked(board.SECOND_LEVEL)[:2]:
            yield f"PROMOTE {pen.name(person.letter)}" + (" TO KGB" if mind.likely(0.3) else "")
    rising = [*mind.liked(board.CANDIDATES)[:2], *mind.liked_people()[:2]]
    sponsors = [p for p in mind.my_members() if p.age < OLD]
    if sponsors:
        yield from (f"PROMOTE {pen.name(person.letter)}" for person in rising)


def _rehabilitation(pen: _Pen, asks: Sequence[Ask]) -> Lines:
    """R9.1: dear ones come back, if somebody young enough pays."""
    mind = pen.mind
    payers = [mind.view.people[ask.actor] for ask in asks]
    payers = [p for p in payers if p.age < OLD - 6 and p.place != "PC"]
    exiles = mind.exiles()
    if payers and exiles and mind.likely(mind.temper.mercy):
        yield f"{payers[-1].place}: RELEASE {pen.name(exiles[0].letter)}"


def _parade(pen: _Pen, asks: Sequence[Ask]) -> Lines:
    """R9.2: whoever controls the Party Chief now gets the wave."""
    mind = pen.mind
    chief = mind.view.holder("PC")
    if chief is None or not mind.recorded(chief.letter):
        return
    if mind.mine(chief.letter) or mind.likely(0.8):
        yield "HOLD PC" if mind.likely(0.5) else f"HOLD {pen.name(chief.letter)} UP TO ALL"
    else:
        yield f"DECLARE ALL {pen.name(chief.letter)} WHEN PARADE"


_PHASES: dict[str, Callable[[_Pen, Sequence[Ask]], Lines]] = {
    "cure": _cure,
    "purge": _purge,
    "spy": _spy,
    "health": _health,
    "funeral": _funeral,
    "replacement": _replacement,
    "rehabilitation": _rehabilitation,
    "parade": _parade,
}
