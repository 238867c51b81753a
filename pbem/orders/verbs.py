"""The verbs of the order language, and the help that is made from their table.

The table itself stands in `verbtable.py`; reading (`words.py`), help and the player's page (`docs/orders.md`) use it, so
that they cannot drift apart.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from textwrap import wrap

from pbem.orders.advanced import ADVANCED
from pbem.orders.deskwords import DESK
from pbem.orders.verbtable import SWITCHES, TABLE, Verb

__all__ = [
    "ADVANCED",
    "DESK",
    "ECHO",
    "PHASES",
    "TABLE",
    "VERBS",
    "VERDICTS",
    "Verb",
    "help_text",
    "markdown",
    "not_here",
    "topic_verbs",
]

#: Every printed form and example begins with this (D3): the reader never takes such a line.
ECHO = "| "
WIDTH = 76

#: Headings of the help, in the order of the year.
PHASES: Mapping[str, str] = {
    "set-up": "Setting up",
    "any": "Showing influence, in any phase",
    "cure": "Phase 1, Cure",
    "purge": "Phase 2, Purge",
    "spy": "Phase 3, Spy Investigation",
    "funeral": "Phase 5, Funeral Commission",
    "replacement": "Phase 6, Replacement",
    "rehabilitation": "Phase 7, Rehabilitation",
    "session": "The session",
    "game": "Asking and talking",
    "own": "How you want your mails",
    "desk": "The game itself",
    **{
        switch: f"The Advanced Game: {what} (only with the option {switch})"
        for switch, what in SWITCHES.items()
    },
}

VERBS: Mapping[str, Verb] = {verb.name: verb for verb in (*TABLE, *DESK, *ADVANCED)}

#: `ACQUIT G` and its like: the vote that they stand for.
VERDICTS: Mapping[str, str] = {"acquit": "innocent", "convict": "guilty", "back": "yes", "oppose": "no"}

#: What holds for every order, in the words of the help.
GENERAL: Sequence[str] = (
    "One order a line, above the quoted text. Small letters, list marks and a full stop at the end do not matter; what "
    "follows a # is a comment; a line END closes the orders.",
    "A Politician is named by card letter, surname, full name or the first three letters or more of the surname. An "
    "office (PC KGB FM DM IDE IND ECO SPO, or its name) or a slot C1 to C5 means whoever sits there when the order is used. MINE is any "
    "Politician I control, ANYONE any at all, ACTOR whoever just announced something or votes.",
    "A player is named by colour, faction or name.",
    "A name in front says who is to act: 'KGB: PURGE K'. ALSO in front adds to my earlier orders instead of replacing.",
    "A second thought in the same letter, such as 'scrap that', is followed where it can mean one thing only; otherwise the receipt says what stands. An order of an older letter is withdrawn by its number.",
    "Behind any order about the game may stand WHEN an announcement, IF or UNLESS a condition, IN TURN n, EACH TURN.",
)
ANNOUNCEMENTS = (
    "PURGE OF pol, TRIAL OF pol, CONDEMNATION OF pol, INVESTIGATION OF pol, NOMINATION OF pol, PROMOTION OF pol, "
    "DEMOTION OF pol, SHIFT OF pol, RELEASE OF pol, each also with BY pol; VOTE [GUILTY|INNOCENT|YES|NO] BY pol [ON pol]; "
    "PASS BY pol; ANY ACTION BY pol; PARADE; START OF phase"
)
CONDITIONS = (
    "player CONTROLS pol, NOBODY CONTROLS pol, I CONTROL pol; pol IS office; pol AT WORK, AT SANATORIUM, IN SIBERIA, AMONG "
    "CANDIDATES, AMONG PEOPLE, DEAD, RETIRED; pol HEALTHY, SICK, ILL, SUSPECT; pol AGE < n; player DECLARED ON pol < n; "
    "TURN < n; player WAVES < n; INNOCENT VOTES < n; NO VOTES < n; with <= = >= > too, and NOT, AND, OR, parentheses"
)


def not_here(verb: Verb) -> str:
    """What to say in a game that lacks its option."""
    return f"{verb.word} is not for this game: it is played without {verb.lacking}."


def topic_verbs(topic: str) -> tuple[Verb, ...]:
    """The verb that a player means by the words behind HELP; by the first word of several (`SET`) all of them."""
    wanted = " ".join(topic.lower().strip(" .!?:").split())
    for verb in VERBS.values():
        if wanted == verb.name or wanted in (synonym.lower() for synonym in verb.synonyms):
            return (verb,)
    return tuple(verb for verb in VERBS.values() if wanted and verb.name.startswith(f"{wanted} "))


def help_text(topic: str | None = None, switches: Collection[str] | None = None) -> str:
    """The order language as text for a mail: all of it, or one order.  No line of it can be read back as an order.

    `switches`: the options of the game that it is for; without them every option's orders are told.
    """
    verbs = topic_verbs(topic) if topic else ()
    if verbs:
        return "\n".join("\n".join([*_alone(verb), ""]) for verb in verbs)
    unknown = [f"There is no order '{topic.strip()[:30]}'; these are the orders.", ""] if topic else []
    return "\n".join([*unknown, *_everything(switches)])


def _alone(verb: Verb) -> Iterator[str]:
    """One order, and which games have it."""
    yield from _entry(verb)
    if verb.switch:
        yield from _text(f"Only in games with the option {verb.switch}.")


def _everything(switches: Collection[str] | None) -> Iterator[str]:
    for number, paragraph in enumerate(GENERAL):
        yield from [""] if number else []
        yield from _text(paragraph)
    for phase, heading in PHASES.items():
        if switches is not None and phase in SWITCHES:
            if phase not in switches:
                continue
            heading = heading.partition(" (")[0]
        yield from ("", "", f"== {heading} ==")
        for verb in VERBS.values():
            if verb.phase == phase and verb.built:
                yield ""
                yield from _entry(verb)
    for heading, said in (("WHEN takes", ANNOUNCEMENTS), ("IF, UNLESS and WHILE take", CONDITIONS)):
        yield from ("", "", f"== {heading} ==", "")
        yield from (ECHO + line for line in wrap(said, WIDTH - 2))
    yield ""


def _entry(verb: Verb) -> Iterator[str]:
    if not verb.built:
        yield from _text(f"The order {verb.word} is not built yet.")
        return
    yield ECHO + verb.form
    yield from _text(verb.meaning)
    if verb.synonyms:
        yield from _text(f"(also: {', '.join(verb.synonyms)})")
    yield from (f"{ECHO}  {example}" for example in verb.examples)


def _text(words: str) -> list[str]:
    """Wrapped, behind a mark: no line of a sentence may begin like an order."""
    return [f"  : {line}" for line in wrap(words, WIDTH - 4)]


def markdown() -> str:
    """The tables of `docs/orders.md`."""
    parts = []
    for phase, heading in PHASES.items():
        rows = [_row(verb) for verb in VERBS.values() if verb.phase == phase and verb.built]
        parts.append(
            "\n".join(
                [f"### {heading}", "", "| order | what it does | for example |", "| --- | --- | --- |", *rows]
            )
        )
    return "\n\n".join(parts) + "\n"


def _row(verb: Verb) -> str:
    said = verb.meaning + (
        f" Also: {', '.join(f'`{synonym}`' for synonym in verb.synonyms)}." if verb.synonyms else ""
    )
    examples = "<br>".join(f"`{example}`" for example in verb.examples)
    form = verb.form.replace("|", "\\|")
    return f"| `{form}` | {said.replace('|', chr(92) + '|')} | {examples.replace('|', chr(92) + '|')} |"
