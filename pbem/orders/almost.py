"""Lines that are no orders and look much like one: rejected, with the line that was probably meant."""

from collections.abc import Callable, Sequence
from difflib import get_close_matches

from pbem.orders.idioms_growth import share
from pbem.orders.names import Lexicon
from pbem.orders.opening import after_lead_ins, verb_at
from pbem.orders.personal import SETTINGS
from pbem.orders.phrases import card, person, seat
from pbem.orders.words import JOINTS

_AIMED = frozenset({"on", "against", "when", "if"})
_DONE = frozenset({"ready", "done", "fertig"})
_PLAYING = frozenset({"play", "discard", "keep cards"})
_SKIPPED = frozenset({"my", "the", "a", "an", "card", "cards", "intrigue"})
_LONGEST = 25
_SHORT = 4
_PROSE = frozenset(
    "a an the up out off in on aside for to it that this them all things sail fire back down forth about".split()
)


def order(words: Sequence[str], lexicon: Lexicon) -> tuple[str, int] | None:
    """What to say, and the word where the trouble is."""
    if "?" in words or len(words) > _LONGEST:
        return None
    for almost in _ALMOST:
        said = almost(words, lexicon)
        if said is not None:
            return said, 0
    return None


def _card(words: Sequence[str], lexicon: Lexicon) -> str | None:
    """`card 13 on bungaloff`, `key to the archive against ben`: no verb."""
    if not lexicon.has("intrigue"):
        return None
    sure = words[0] in ("card", "cards") or ((fit := lexicon.deck.find(words, 0)) is not None and fit.sure)
    found = card(words, 0, lexicon) if sure else None
    if found is None or words[found[1] : found[1] + 1] == [] or words[found[1]] not in _AIMED:
        return None
    length = person(words, found[1] + 1, lexicon) or seat(words, found[1] + 1, lexicon)
    if not length and words[0] not in ("card", "cards") and words[found[1] + 1 : found[1] + 2] != ["whoever"]:
        return None
    aim = (
        f" {words[found[1]].upper()} {' '.join(words[found[1] + 1 : found[1] + 1 + length]).title()}"
        if length
        else ""
    )
    return f"No order stands in front of the card; to play it write PLAY {found[0]}{aim}."


def _unknown_card(words: Sequence[str], lexicon: Lexicon) -> str | None:
    """`play the olympic card`: which ones fit, or that none does."""
    verb = verb_at(words, after_lead_ins(words, 0))
    if verb is None or verb[0].name not in _PLAYING or not lexicon.deck.cards:
        return None
    at = after_lead_ins(words, 0) + verb[1]
    while at < len(words) and words[at] in _SKIPPED:
        at += 1
    found = lexicon.deck.find(words, at)
    if found is not None and len(found.numbers) > 1:
        fitting = [lexicon.deck.show(number) for number in found.numbers[:5]]
        return (
            f"This name fits the cards {', '.join(fitting[:-1])} and {fitting[-1]}; please write the number."
        )
    if found is None and words[-1] not in ("card", "cards") and "card" not in words[at : at + 5]:
        return None
    if found is None and not any(word.isdigit() for word in words):
        return f"No card of this game has that name; please write its number, as in {verb[0].word} 17."
    return None


def _blackmail(words: Sequence[str], lexicon: Lexicon) -> str | None:
    """`blackmail yellow with card 3`."""
    at = after_lead_ins(words, 0)
    about = any(
        word.isdigit() or word in ("with", "when", "if") or seat((word,), 0, lexicon) for word in words
    )
    if words[at : at + 1] != ["blackmail"] or not about or not lexicon.has("intrigue"):
        return None
    number = next((word for word in words[at:] if word.isdigit()), "n")
    found = [card(words, place + 1, lexicon) for place, word in enumerate(words) if word == "with"]
    number = found[0][0] if found and found[0] else number
    return (
        f"Blackmail is on the Politician who acts or votes, not on a player; write for example PLAY {number} ON FM WHEN "
        "PROMOTION BY FM."
    )


def _sanatorium(words: Sequence[str], lexicon: Lexicon) -> str | None:
    """`wasolin to the sanatorium`."""
    at = int(words[0] == "send")
    length = person(words, at, lexicon) or int(words[at : at + 1] == ["him"])
    if length and list(words[at + length : at + length + 2]) == ["to", "sanatorium"]:
        return f"To send somebody to the Sanatorium write CURE {' '.join(words[at : at + length]).title()}."
    return None


def _more(words: Sequence[str], lexicon: Lexicon) -> str | None:
    """`2 more on wasolin`, where it could be a declaration or growth."""
    add = int(words[0] == "add")
    found = share(words, add, lexicon)
    if found is None or not (add or found[2]) or lexicon.growing:
        return None
    count, _on, *name = (words[piece] if isinstance(piece, int) else piece for piece in found[0])
    him = " ".join(name).title()
    grown = (
        f"; at the end of turns 3, 6 and 9 points are added by GAIN {count} {him}"
        if lexicon.has("growth")
        else ""
    )
    return f"To show more influence write DECLARE with the new total, as in DECLARE 6 {him}{grown}."


def _ready(words: Sequence[str], lexicon: Lexicon) -> str | None:
    """`ready but also i want to play 17`."""
    at = after_lead_ins(words, 0)
    at += words[at : at + 1] in (["im"], ["i'm"])
    if words[at : at + 1] and words[at] in _DONE and words[at + 1 : at + 2] and words[at + 1] in JOINTS:
        return "This was not taken for READY; please write READY on a line of its own, and one order a line."
    return None


def _setting(words: Sequence[str], lexicon: Lexicon) -> str | None:
    """`SET everything`, `set calender on`; not `Set an example to the others`."""
    at = after_lead_ins(words, 0)
    what = words[at + 1 : at + 2]
    if words[at : at + 1] != ["set"] or len(words) > at + _SHORT or (what and what[0] in _PROSE):
        return None
    known = [verb.word for verb in SETTINGS]
    near = get_close_matches(f"SET {what[0].upper()}", known, 1, 0.8) if what else []
    told = (
        f"did you mean {near[0]}?"
        if near
        else f"there is {', '.join(known)} and SET ADDRESS; HELP tells of each."
    )
    return f"There is nothing of this name to set; {told}"


_ALMOST: tuple[Callable[[Sequence[str], Lexicon], str | None], ...] = (
    _card,
    _unknown_card,
    _blackmail,
    _sanatorium,
    _more,
    _ready,
    _setting,
)
