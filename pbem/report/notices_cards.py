"""Mails about offers and cards (R15.7, decision D11): they take names and texts, and know no database."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from pbem.engine.rules import IntrigueCard
from pbem.orders.names import Lexicon
from pbem.orders.verbs import ECHO

from .brief import Rendered, Seat
from .hand import usable
from .lives import phase_in
from .naming import one_line
from .pages import filled, moment
from .prose import HELD, count, echo, harmless, listed, wrap

OfferFate = Literal["accepted", "refused", "withdrawn", "lapsed"]


def offer_notice(
    game: str,
    me: Seat,
    giver: Seat,
    number: int,
    cards: Sequence[IntrigueCard],
    promise: str,
    words: str = "",
    *,
    phase: str,
    turn: int,
    deadline: datetime | None,
    change: int = 0,
    held: Sequence[int] = (),
    lexicon: Lexicon | None = None,
) -> Rendered:
    """To the receiver of an offer.

    `number`: as it counts for him; `promise`: in order words (`bargains.promised`), "" where only `words` were said, which bind
    nobody; `phase`, `turn`: what the offer is about, and with which it lapses; `change`: how many cards he would give back for a
    full hand (`bargains.change_for`), `held`: from which of his (`State.playable`).  `lexicon`: of the game, so that no line reads
    as an order (D3), whatever somebody calls himself.
    """
    him = one_line(giver.name)
    asked = f"the promise “{promise}”" if promise else f"the words “{one_line(words, 300)}”"
    lines = [*wrap(f"{him} offers you {count(len(cards), 'card')} for {asked}.", "", "  "), ""]
    for card in cards:
        lines += _card(card)
    lines += ["", *filled(_meaning(him, bool(promise), len(cards), change, phase, turn)), ""]
    if deadline is not None:
        lines += [*wrap(f"Deadline: {moment(deadline, me.zone)}.", "", "  "), ""]
    lines += wrap("Answer with one of these lines, without the “|”, above the quotation of this mail:")
    giving = ", ".join(map(str, held[:change]))
    lines.append(f"{ECHO}ACCEPT {number}")
    if giving:
        lines.append(f"{ECHO}ACCEPT {number} GIVING {giving}   # or whatever you would rather give back")
    lines.append(f"{ECHO}REFUSE {number}")
    return Rendered(f"[{game}] an offer from {him}", _text(lines, lexicon))


def _card(card: IntrigueCard) -> list[str]:
    """Number, name and full text, behind the mark: packs are written by people."""
    return [
        *echo(f"Card {card.number}, {one_line(card.name)} ({usable(card)})"),
        *wrap(one_line(card.text, 1000), f"{ECHO}     ", f"{ECHO}     "),
    ]


def _meaning(him: str, binds: bool, cards: int, change: int, phase: str, turn: int) -> list[str]:
    """What accepting would mean, and what silence does."""
    when = phase_in(phase, turn)
    bound = (
        "From then on the judge holds you to the promise until that phase ends."
        if binds
        else "The words bind nobody, neither you nor the giver."
    )
    them = "the card" if cards == 1 else "the cards"
    said = [f"If you accept, you get {them} when {when} opens. {bound}"]
    if change:
        said.append(
            f"Your hand would be too full, so you give {count(change, 'card')} of your choice back as change; unless you "
            "name what you give, it is the lowest number that is no blackmail."
        )
    said.append(
        f"Until you accept, {him} can take the offer back. Silence refuses: it lapses when {when} ends, and {them} "
        f"{'goes' if cards == 1 else 'go'} back."
    )
    return said


def offer_answer_notice(
    game: str,
    me: Seat,
    other: Seat,
    number: int,
    cards: Sequence[IntrigueCard],
    what: OfferFate,
    *,
    mine: bool = True,
    why: str = "",
    lexicon: Lexicon | None = None,
) -> Rendered:
    """What became of an offer.  `mine`: I gave it, and `number` is my own count; else it was made to me.

    `why`: more words, as `OfferClosed` has them with colours turned into names (`Names.coloured`); `lexicon` as in `offer_notice`.
    """
    him = one_line(other.name)
    told = listed([f"card{HELD}{card.number}, {one_line(card.name)}" for card in cards], "and")
    whose = f"Your offer {number} to {him}" if mine else f"{him}’s offer {number} to you"
    end = {
        "accepted": "has been accepted. The cards change hands when the phase opens that it is about, and the promise "
        "binds from then on until that phase ends",
        "refused": "has been refused",
        "withdrawn": "has been taken back",
        "lapsed": "has lapsed",
    }[what]
    back = " You can play the cards again, or offer them elsewhere." if mine and what != "accepted" else ""
    more = f": {one_line(why, 300).rstrip('.')}" if why else ""
    lines = wrap(f"{whose} ({told}) {end}{more}.{back}", "", "  ")
    whose = f"your offer {number} to {him}" if mine else f"{him}’s offer {number} to you"
    return Rendered(f"[{game}] {whose}", _text(lines, lexicon))


def card_question_notice(
    game: str, player: Seat, card: IntrigueCard, said: str = "", lexicon: Lexicon | None = None
) -> Rendered:
    """To the moderator: a card without code was played (HR-39), and its text is his to apply.  `said`: the order line."""
    lines = [
        *wrap(f"{one_line(player.name)} has played a card that the program cannot carry out:", "", "  "),
        "",
        *_card(card),
        *([*wrap("The order was:"), *echo(one_line(said, 300))] if said else []),
        "",
        *filled(
            [
                "The game waits for you. What the text says is yours to apply: a ruling states it to all, with the facts "
                "that it brings about, and the phase then goes on from there.",
            ]
        ),
    ]
    return Rendered(f"[{game}] a card waits for your ruling: {one_line(card.name)}", _text(lines, lexicon))


def _text(lines: Sequence[str], lexicon: Lexicon | None) -> str:
    safe = harmless(lines, lexicon) if lexicon is not None else lines
    return "\n".join(line.replace(HELD, " ").rstrip() for line in safe) + "\n"
