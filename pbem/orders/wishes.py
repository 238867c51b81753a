"""What a line would choose, put to one of the engine's questions: candidates in the order of the line."""

from collections.abc import Iterator, Mapping

from pbem.engine import board
from pbem.engine.events import Choice
from pbem.engine.questions import Ask

from .conditions import Context, letters, meant
from .lines import Group, Line

Wishes = Iterator[tuple[int, Choice]]

#: The kinds of question (`Ask.action`), and the verbs that answer them.
VERBS_FOR: Mapping[str, frozenset[str]] = {
    "cure": frozenset(("cure", "work")),
    "purge": frozenset(("purge",)),
    "case": frozenset(("try", "condemn")),
    "inquiry": frozenset(("investigate", "close")),
    "vote": frozenset(("vote", "protect")),
    "nomination": frozenset(("nominate",)),
    "shift": frozenset(("shift", "swap", "move")),
    "step": frozenset(("promote", "demote", "move")),
    "promotion": frozenset(("promote", "move")),
    "release": frozenset(("release",)),
    "support": frozenset(("support",)),
    "gain": frozenset(("gain",)),
    "draw": frozenset(("draw",)),
    "change": frozenset(("keep cards",)),
    "keep": frozenset(("keep cards",)),
}
#: Questions to a player rather than to a Politician of his; PASS declines none of them.
PERSONAL = frozenset(("support", "gain", "draw", "change", "keep"))
#: Lines that name one Politician after another, each once.
LISTS: Mapping[str, str] = {
    "purge": "purge",
    "try": "trial",
    "condemn": "condemnation",
    "investigate": "investigation",
    "close": "closing",
    "nominate": "nomination",
    "release": "release",
}
#: "Each line serves one move" (phase 6).
MOVES = frozenset(("shift", "swap", "promote", "demote", "move"))
#: What PROTECT protects from (E8).
HARMFUL = frozenset(("purge", "trial", "condemnation", "investigation", "demotion"))


def spends(line: Line, entry: int) -> bool:
    """Does serving once use this entry up?  Votes, cures and nominations serve every time; so do MINE and ANYONE."""
    if line.verb in MOVES or line.verb in ("gain", "draw", "keep cards"):
        return True
    in_turn = line.verb in ("purge", "investigate", "close", "release")
    return in_turn and not isinstance(line.who[entry], Group)


def of(line: Line, question: Ask, at: Context, taken: set[int]) -> Wishes:
    """The choices that this line wants here, best first, with the entry (place in its list) that wants it.

    `taken`: the entries that have had their turn.
    """
    if question.action in PERSONAL:
        yield from ((0, choice) for choice in _personal(line, question, at, taken))
    elif line.verb in ("cure", "work"):
        if meant(line.who[0], question.actor, at):
            yield 0, Choice(line.verb)
    elif line.verb in ("vote", "protect"):
        yield from _votes(line, question, at)
    elif line.verb in MOVES:
        if not taken:
            yield from ((0, choice) for choice in _moves(line, question, at))
    else:
        for entry, who in enumerate(line.who):
            if entry not in taken:
                yield from ((entry, Choice(LISTS[line.verb], letter)) for letter in letters(who, at))


def _personal(line: Line, question: Ask, at: Context, taken: set[int]) -> Iterator[Choice]:
    """R13.1, R15.6, D12: SUPPORT, GAIN, DRAW and KEEP CARDS."""
    if line.verb == "support":
        if meant(line.who[0], question.actor, at):
            yield Choice("support", question.actor, line.players[0])
    elif line.verb == "keep cards":
        yield from _kept(line, question)
    elif not taken:  # what is left may be less than he wanted
        targets = letters(line.who[0], at) if line.who else ("",)
        yield from (
            Choice(line.verb, name, number=n) for name in targets for n in range(line.number or 0, 0, -1)
        )


def _kept(line: Line, question: Ask) -> Iterator[Choice]:
    """The choice that keeps most of the named cards; nothing where the line names none of them."""
    named = set(line.cards)
    sign = 1 if question.action == "keep" else -1
    scores = [sign * len(named & set(option.cards)) for option in question.options]
    if scores and max(scores) != min(scores):
        yield question.options[scores.index(max(scores))]


def _votes(line: Line, question: Ask, at: Context) -> Wishes:
    """VOTE serves every vote of its kind, or the one ON him; PROTECT votes innocent on him."""
    target = question.options[0].target
    vote = "innocent" if line.verb == "protect" else line.vote
    if vote is not None and (not line.who or any(meant(who, target, at) for who in line.who)):
        yield 0, Choice(vote, target)


def _moves(line: Line, question: Ask, at: Context) -> Iterator[Choice]:
    """R8.1, R8.2: without TO the first free slot in rank; MOVE does what fits."""
    for letter in letters(line.who[0], at):
        if line.verb == "swap":
            yield from (Choice("swap", letter, other=other) for other in letters(line.who[1], at))
        elif line.verb == "shift":
            yield Choice("shift", letter, line.to or "")
        else:
            yield from _fitting(line, letter, question, at)


def _fitting(line: Line, letter: str, question: Ask, at: Context) -> Iterator[Choice]:
    """PROMOTE, DEMOTE and MOVE: the options of this question that the line allows, in rank."""
    actions = {"promote": ("promotion",), "demote": ("demotion",)}.get(
        line.verb, ("shift", "swap", "promotion", "demotion")
    )
    direction = {"up": ("promotion",), "down": ("demotion",)}.get(line.to or "", actions)
    slot = line.to if line.to not in ("up", "down") else None
    holder = at.state.holder(slot) if slot else None
    options = [
        o for o in question.options if o.target == letter and o.action in actions and o.action in direction
    ]
    for option in sorted(options, key=lambda o: board.RANK.get(o.to, -1)):
        swaps = option.action == "swap" and holder is not None and option.other == holder.letter
        if swaps or (option.action != "swap" and slot in (None, option.to)):
            yield option
