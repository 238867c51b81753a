"""What a player who takes a seat over is told (E24): all that his predecessor knew, and nothing else."""

from collections.abc import Sequence
from typing import NamedTuple

from pbem.engine.events import Player
from pbem.engine.state import State

from .brief import Brief, Rendered
from .naming import Names, names_of
from .pages import Titled, which
from .prose import count, echo, listed, wrap
from .report import letter, scene_of, sections


class Handover(NamedTuple):
    """`predecessor`: his name, "" where it is his own seat that comes back; `until`: the day with which it goes back, "" if it does not;
    `asleep`: orders with their numbers; `wins`: False where the seat cannot win any more (HR-33).
    """

    predecessor: str
    until: str
    asleep: Sequence[tuple[int, str]]
    wins: bool = True


def render_handover(brief: Brief, about: Handover) -> Rendered:
    """His first mail.  `brief`: with two years' chronicle as his predecessor read it."""
    names = names_of(brief.rules, brief.seats)
    scene = scene_of(brief, names)
    told: list[Titled] = [("Your seat", _welcome(brief, names, about))]
    told.append(("Orders of before, asleep", _asleep(about)))
    told.append(("You and the others", _rivals(brief, names)))
    told += sections(brief, names, scene)
    title = f"[{brief.game}] {which(brief)}: you play the {names.faction[brief.me]}"
    return letter(brief, names, scene, told, title, _in_short(brief, about))


def _in_short(brief: Brief, about: Handover) -> str:
    me = next(seat for seat in brief.seats if seat.colour == brief.me)
    whose = f"in the place of {about.predecessor}" if about.predecessor else "again"
    return f"You play the {me.faction} ({me.colour}) {whose}; below is all that is known there."


def _welcome(brief: Brief, names: Names, about: Handover) -> list[str]:
    me = next(seat for seat in brief.seats if seat.colour == brief.me)
    if about.predecessor:
        until = f" until the end of {about.until}; then it goes back by itself" if about.until else ""
        head = f"You play the {me.faction} ({me.colour}) in “{brief.game}”, in the place of {about.predecessor}{until}."
    else:
        head = f"The {me.faction} ({me.colour}) in “{brief.game}” are yours again."
    said = [
        head,
        "This mail tells you what was known there: the sheet, the cards, offers and promises, and what has happened in the last two years. What "
        "players wrote to each other in private is not handed over; whoever wants to take a talk up again may write to you.",
    ]
    if not about.wins:
        said.append("This seat cannot win any more, because it was conceded (HR-33).")
    lines: list[str] = []
    for paragraph in said:
        lines += [*([""] if lines else []), *wrap(paragraph)]
    return lines


def _asleep(about: Handover) -> list[str]:
    """They do nothing until he wakes them."""
    if not about.asleep:
        return []
    lines = wrap(
        f"{count(len(about.asleep), 'order')} stood in the list. They do nothing until you say so: the first line below wakes them all, the second only "
        "those with its numbers."
    )
    numbers = ", ".join(str(number) for number, _ in about.asleep[:2])
    lines += ["", *echo("KEEP ORDERS"), *echo(f"KEEP ORDERS {numbers}"), "", "They are:", ""]
    return [*lines, *(line for number, text in about.asleep for line in echo(text, number))]


def _rivals(brief: Brief, names: Names) -> list[str]:
    """How he stands with each: what binds them, and what each has on the board; what all can see beside his own secrets."""
    lines: list[str] = []
    for seat in brief.seats:
        if seat.colour != brief.me:
            lines += wrap(
                f"{names.player[seat.colour]}: {'; '.join(_rival(brief.view, names, brief.me, seat.colour))}.",
                "* ",
                "  ",
            )
    return lines if brief.draft is None else []


def _rival(view: State, names: Names, me: Player, other: Player) -> list[str]:
    waves = view.credited(other)
    his = [names.of(p.letter) for p in view.people.values() if view.controller(p.letter) == other]
    said = [
        count(waves, "wave") if waves else "no wave yet",
        f"controls {listed(his)}" if his else "controls nobody",
    ]
    rivals = [
        names.of(letter) for letter in view.people if view.shown(me, letter) and view.shown(other, letter)
    ]
    said += [f"you both have shown influence over {listed(rivals)}"] if rivals else []
    said += ["has conceded"] if other in view.conceded else []
    said += [f"{count(number, 'promise')} to you in force"] if (number := _bound(view, other, me)) else []
    said += [f"{count(number, 'promise')} of yours to keep"] if (number := _bound(view, me, other)) else []
    said += [f"{count(number, 'offer')} of his open"] if (number := _offers(view, other, me)) else []
    said += [f"{count(number, 'offer')} of yours open"] if (number := _offers(view, me, other)) else []
    return said


def _bound(view: State, who: Player, to: Player) -> int:
    """How many promises bind the one to the other, now or as soon as their phase opens."""
    waiting = sum(offer.accepted and (offer.receiver, offer.giver) == (who, to) for offer in view.offers)
    return waiting + sum((bond.player, bond.giver) == (who, to) for bond in view.bonds)


def _offers(view: State, giver: Player, receiver: Player) -> int:
    return sum(not one.accepted and (one.giver, one.receiver) == (giver, receiver) for one in view.offers)
