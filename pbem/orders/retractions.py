"""The words with which somebody takes an order back, and what he may call it (`corrections.py` hears them)."""

from collections.abc import Mapping

_WITHDRAW = (
    "scrap|scratch|strike|forget|forget about|ignore|disregard|delete|drop|cancel|withdraw|undo|remove|recall|revoke|"
    "take back|skip|i take back|please cancel|please forget"
)
_OBJECTS = (
    "that|it|this|above|that one|this one|last|last one|last order|last line|that order|that line|previous|previous one|"
    "previous order|previous line|order above|line above|my last order"
)
_STRONG = (
    "no wait|no , wait|no . wait|wait no|wait , no|oh wait no|no no|no , no|no hang on|no hold on|oh no wait|no sorry|no , sorry|"
    "never mind|nevermind|never mind that|take that back|take it back|i take that back|i take it back|belay that|"
    "no don't|no , don't|no dont|no , dont|no do not|no , do not"
)
_WEAK = (
    "actually|actually no|rather|or rather|better|sorry|oops|ups|correction|i meant|i mean|sorry i meant|sorry , i meant|"
    "on second thought|on second thoughts|on reflection|make that|make it|changed my mind|i changed my mind|"
    "i have changed my mind|i've changed my mind|i changed my mind about that"
)
#: As they were: only with something above that they can correct.
_CAUTIOUS = "wait|oh wait|hold on|hang on|oh"
AFTER = frozenset({",", "-", ":", ".", "->", ";"})
UNDONE = frozenset({"don't", "dont", "not", "do", "that", "sorry", "it", "please", "after", "all"})
OWN = frozenset({"my", "that", "this", "a", "any"})
BEFORE_CARDS = frozenset({"card", "cards", "no", "nr", "number", "my", "and", ",", "#"})

#: What a deed is called -> the kinds of decision (`second.decision`).
DEEDS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("purge", "purges", "purging"), ("purge",)),
    **dict.fromkeys(
        ("trial", "trials", "try", "trying", "condemnation", "condemn", "condemning"), ("trial",)
    ),
    **dict.fromkeys(("investigation", "investigate", "investigating"), ("investigate",)),
    **dict.fromkeys(("closing", "close"), ("close",)),
    **dict.fromkeys(("nomination", "nominate", "nominating"), ("nominate",)),
    **dict.fromkeys(("vote", "votes", "voting"), ("vote in trials", "vote in nominations")),
    **dict.fromkeys(
        ("promotion", "promote", "promoting", "demotion", "demote", "shift", "swap", "move"), ("replacement",)
    ),
    **dict.fromkeys(("release", "rehabilitation", "releasing"), ("release",)),
    **dict.fromkeys(
        ("hold", "holding", "take", "taking", "declare", "declaration", "protect", "protection"),
        ("influence",),
    ),
    **dict.fromkeys(("cure", "curing", "work"), ("cure",)),
    **dict.fromkeys(("card", "cards", "play", "playing", "discard", "discarding"), ("card",)),
    **dict.fromkeys(("support", "supporting"), ("support",)),
    **dict.fromkeys(("gain", "growth", "draw", "drawing"), ("growth",)),
    **dict.fromkeys(("offer", "offering"), ("offer",)),
    **dict.fromkeys(("acceptance", "refusal"), ("answer",)),
}


def _phrases() -> dict[tuple[str, ...], str]:
    withdrawals = [f"{verb} {what}" for verb in _WITHDRAW.split("|") for what in _OBJECTS.split("|")]
    by_force = {"cautious": _CAUTIOUS.split("|"), "weak": _WEAK.split("|"), "strong": _STRONG.split("|")}
    by_force["scrap"] = withdrawals
    return {tuple(text.split()): force for force, texts in by_force.items() for text in texts}


PHRASES = _phrases()
#: first word -> how many words the phrases have that begin so, the longest first.
LENGTHS = {
    first: sorted({len(phrase) for phrase in PHRASES if phrase[0] == first}, reverse=True)
    for first in {phrase[0] for phrase in PHRASES}
}
#: Words with which a correction inside a sentence can begin.
BEGINS = frozenset(LENGTHS)
NEGATIONS = frozenset(
    tuple(words.split())
    for words in (
        "don't|dont|do not|i don't want to|i dont want to|i do not want to|i don't want|i dont want|i won't|i wont|i will not|"
        "i no longer want to|please don't|please dont|never"
    ).split("|")
)
VERBS = {tuple(verb.split()) for verb in _WITHDRAW.split("|")} | {("no",)} | NEGATIONS
#: Verbs behind which "card 32" is an order to discard, not one taken back.
THROWING = frozenset({("drop",), ("delete",), ("remove",), ("scrap",), ("scratch",), ("strike",)})
OVER = frozenset("after all instead again anymore any more then now please yet . !".split())
ANYTHING = frozenset({"anything", "nothing", "any", "it", "them", "him", "her", "that", "anybody", "anyone"})
