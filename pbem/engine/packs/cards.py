"""`[[card]]` entries of a pack: Intrigue cards (R15.1, R15.4a)."""

from .. import board
from ..rules import IntrigueCard
from .source import Entry, Source
from .words import nearest

LEAST = 3 * 6 + 1  # R15.1: three for each of six, and one to draw
HIGHEST = 999
FIELDS = ("number", "name", "text", "when", "on", "kind", "lasting", "known", "printed", "like")
KINDS = ("blackmail", "first")
WINDOWS = ("any", "trial", "nomination", *(f"start:{phase}" for phase in board.PHASES), *board.PHASES)
#: What a player names with a card; "" where he names nothing.
ON = (
    "member",
    "member at the Sanatorium",
    "Sick or Ill member at work",
    "member aged 70 or more",
    "member of the first or second level",
    "Politician on the board",
    "Politician in Siberia",
    "player",
    "player, Politician",
)


def cards(source: Source, effects: dict[int, IntrigueCard]) -> dict[int, IntrigueCard]:
    """By number.  `effects`: the cards of ours that `like` can name."""
    entries = source.entries("card")
    found = [card for entry in entries if (card := _card(entry, effects)) is not None]
    numbers: dict[object, Entry] = {}
    for entry in entries:
        number = entry.data.get("number")
        if isinstance(number, int) and numbers.setdefault(number, entry) is not entry:
            said = f"number {number} stands on {numbers[number].label} too"
            entry.fault("number", said, "Give each card a number of its own")
    if 0 < len(entries) < LEAST:
        what = f"{len(entries)} Intrigue cards are too few: three for each of six players and one to draw are {LEAST}"
        source.fault(None, "cards", what, f"Add {LEAST - len(entries)} more")
    if effects and (plain := [card.number for card in found if not card.code]):
        said = f"card{'s' if len(plain) > 1 else ''} {', '.join(map(str, plain))}"
        source.notes.append(
            f"the moderator applies by hand, as the game names none of ours with like: {said}"
        )
    return {card.number: card for card in sorted(found, key=lambda card: card.number)}


def _card(entry: Entry, effects: dict[int, IntrigueCard]) -> IntrigueCard | None:
    number, name = entry.data.get("number"), entry.data.get("name")
    said = [f"card {number}" if number is not None else entry.label, f"({name})" if name else ""]
    entry.label = " ".join(filter(None, said))
    before = len(entry.source.faults)
    entry.known(FIELDS)
    number = entry.whole("number", 1, HIGHEST, "number = 35")
    name = entry.text("name", 'name = "Doctor\'s orders"')
    text = entry.text("text", 'text = "He goes to the Sanatorium at once."')
    when = _one_of(entry, "when", entry.text("when", 'when = "any"'))
    on = _one_of(entry, "on", entry.text("on"))
    kind = _one_of(entry, "kind", entry.text("kind"))
    lasting = entry.flag("lasting")
    marks = {mark: entry.flag(mark) for mark in ("known", "printed")}
    _fits(entry, when, on, kind, lasting)
    code = _like(entry, effects)
    if len(entry.source.faults) > before or number is None:
        return None
    return IntrigueCard(
        number, name, text, when, on, kind, lasting, code=code or (0 if effects else number), **marks
    )


_KNOWN = {"when": WINDOWS, "on": ON, "kind": KINDS}


def _one_of(entry: Entry, key: str, value: str) -> str:
    """A known word; `when` may name several with " or " between them."""
    known = _KNOWN[key]
    for word in value.split(" or ") if key == "when" else filter(None, (value,)):
        if word and word.strip() not in known:
            near = nearest(word.strip(), known)
            mend = f"Did you mean {near}" if near else f"Known are {'; '.join(known)}"
            entry.fault(key, f'{key} is "{word.strip()}", which is not known', mend)
    return value


def _fits(entry: Entry, when: str, on: str, kind: str, lasting: bool) -> None:
    """What a kind of card asks of its other fields."""
    if kind == "blackmail" and on != "member":
        entry.fault(
            "on", "a blackmail card is played on a member who has just announced", 'Write on = "member"'
        )
    if kind == "first" and when != "start:purge":
        what = "a card about the first purge attempt is played at the start of a Purge Phase"
        entry.fault("when", what, 'Write when = "start:purge"')
    if lasting and not on.startswith(("Politician on", "member")):
        what = "a lasting card lies on a Politician"
        entry.fault("on", what, 'Write on = "Politician on the board", or take lasting out')


def _like(entry: Entry, effects: dict[int, IntrigueCard]) -> int:
    """`like`: the card of ours whose effect it has."""
    if "like" not in entry.data:
        return 0
    number = entry.whole("like", 1, HIGHEST, "like = 8")
    if number is None:
        return 0
    ours = effects.get(number)
    if ours is None:
        entry.fault(
            "like", f"no card of ours has the number {number}", "`pbem packs show` lists them by deck"
        )
        return 0
    wanted, given = (ours.kind, ours.on, ours.lasting), [entry.data.get(k, "") for k in ("kind", "on")]
    if (given[0], given[1], entry.data.get("lasting", False)) != wanted:
        what = f"card {number} of ours ({ours.name}) has kind, on or lasting otherwise"
        entry.fault("like", what, f"Write {_wanted(ours)}, or take like out")
        return 0
    return ours.code


def _wanted(ours: IntrigueCard) -> str:
    """The fields that a card like this one of ours must have."""
    said = [
        f'{key} = "{value}"' if value else f"no {key}"
        for key, value in (("kind", ours.kind), ("on", ours.on))
    ]
    return ", ".join([*said, "lasting = true" if ours.lasting else "no lasting"])
