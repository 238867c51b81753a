"""Words to terminals.  The parser says what can come next and only that is looked for.

This is a contextual lexer by words: a name is looked up where a name can stand, so the letters A and I, `purge` in its
three uses and a player called like a Politician give no trouble.
"""

from collections.abc import Container, Sequence
from typing import Any

import msgspec
from rapidfuzz.distance import OSA

from pbem.orders.errors import Unread, expected
from pbem.orders.names import OFFICES, Kind, Lexicon, Match, Target
from pbem.orders.opening import NEXT
from pbem.orders.quoting import QUOTED
from pbem.orders.text import Atom, Clean, short
from pbem.orders.tidying import joined
from pbem.orders.words import INDEX, RESERVED

_WHO: tuple[Kind, ...] = ("pol", "office", "group")
_PLAYER: tuple[Kind, ...] = ("seat", "player")
_NAMED: tuple[tuple[str, tuple[Kind, ...]], ...] = (
    ("WHO", _WHO),
    ("PLAYER", _PLAYER),
    ("SEAT", ("seat",)),
    ("SLOT", ("slot",)),
)
#: After these a word is a player: `I CONTROL`, `blue DECLARED`.
_PLAYS = frozenset(
    word
    for terminal in ("_CONTROLS", "_DECLARED", "_WAVES")
    for word, spellings in INDEX.items()
    if any(spelled[1] == terminal for spelled in spellings)
)
#: Words of more than three letters that stand alone, each with its terminal.
_KEYWORDS = tuple(
    (first, terminal)
    for first, spellings in INDEX.items()
    for spelled, terminal, _value in spellings
    if len(spelled) == 1 and len(first) > 3
)


class Token(msgspec.Struct, frozen=True):
    """A terminal with its value: a Who, a number, or a word."""

    terminal: str
    value: Any
    length: int


class Sentence:
    """One sentence of a line, ready for the parser."""

    def __init__(self, line: Clean, words: Sequence[Atom], lexicon: Lexicon, plain: bool = False) -> None:
        """`plain`: the sentence ends in free text, whose words must stay as they are."""
        self.line = line
        self.lexicon = lexicon
        self.atoms = list(words) if plain else joined(words, lexicon)
        self.words = [atom.word for atom in self.atoms]
        self.notes: list[str] = []
        #: names that fit one best and others, too (E10): what to ask
        self.doubts: list[str] = []
        self.text_end = len(line.text) if plain else words[-1].end if words else 0

    def typed(self, at: int, length: int = 1) -> str:
        """As it stands in the line, for echoes."""
        if at >= len(self.atoms):
            return ""
        return short(
            self.line.text[self.atoms[at].start : self.atoms[min(at + length, len(self.atoms)) - 1].end]
        )

    def token(self, at: int, accepts: Container[str]) -> Token:
        """The terminal at word `at` among those that the parser can use; raises Unread."""
        word = self.words[at]
        if word == NEXT:
            if "_NEXT" in accepts:
                return Token("_NEXT", "", 1)
            raise self.unexpected(at, accepts)
        if word == QUOTED and "QUOTED" in accepts:
            words = self.line.written(self.atoms[at].start, self.atoms[at].end)
            return Token("QUOTED", " ".join(words.split()), 1)
        if "TEXT" in accepts and word not in _BEFORE_TEXT:
            return self._text(at)
        for spelled, terminal, value in INDEX.get(word, ()):
            if terminal in accepts and (
                len(spelled) == 1 or tuple(self.words[at : at + len(spelled)]) == spelled
            ):
                if not (terminal == "PLACE" and value == "candidates" and self._numbered(at + len(spelled))):
                    return Token(terminal, int(value) if terminal == "INT" else value, len(spelled))
        if "YEAR" in accepts and len(word) == 4 and word.isdigit():
            return Token("YEAR", _turn(word, at), 1)
        if "NUMBER" in accepts and word.isdigit():
            return Token("NUMBER", event_number(word, at), 1)
        if "INT" in accepts and word.rstrip("+").isdigit():
            return Token("INT", self._number(at, word), 1)
        named = self._name(at, accepts)
        if named is not None:
            return named
        if "TEXT" in accepts:  # "PRESS: to be or not to be"
            return self._text(at)
        raise self.unexpected(at, accepts)

    def _numbered(self, at: int) -> bool:
        """`CANDIDATE 3` is a slot, `CANDIDATE` a place."""
        return at < len(self.words) and self.words[at].isdigit()

    def _number(self, at: int, word: str) -> int:
        if word.endswith("+"):
            if word != "10+":
                raise Unread(f'"{short(word)}" is no number that I know; write it without the plus', at)
            return 11
        if len(word) > 3:
            raise Unread(f'the number "{short(word, 12)}" is too large', at)
        return int(word)

    def _text(self, at: int) -> Token:
        start = self.atoms[at].start
        if at and self.words[at - 1] == ":":  # a quotation mark is no word, and yet the first sign of a text
            behind = self.line.text[self.atoms[at - 1].end : start]
            start -= len(
                behind.lstrip("*_~").lstrip()
            )  # the colon may close what is bold, a sign behind a space opens it
        return Token("TEXT", self.line.written(start, self.text_end), len(self.atoms) - at)

    # -- names -------------------------------------------------------------------------------------------------------

    def _name(self, at: int, accepts: Container[str]) -> Token | None:
        wanted = [(terminal, kinds) for terminal, kinds in _NAMED if terminal in accepts]
        if not wanted:
            return None
        found = [
            (terminal, match)
            for terminal, kinds in wanted
            if (match := self.lexicon.exact(self.words, at, kinds))
        ]
        if len(found) == 2:
            found = [self._player_or_politician(at, found)]
        if not found and self.words[at] not in RESERVED:
            found = [
                (terminal, match)
                for terminal, kinds in wanted
                if (match := self.lexicon.loose(self.words, at, kinds))
            ]
        if not found:
            if not self._looks_like_name(at, accepts):
                return None
            raise self._unknown(at, [kind for _terminal, kinds in wanted for kind in kinds])
        terminal, match = found[0]
        return self._resolved(at, terminal, match)

    def _player_or_politician(self, at: int, found: list[tuple[str, Match]]) -> tuple[str, Match]:
        """`I CONTROL G` is me, `I AGE < 70` the card; the next word tells."""
        by_terminal = dict(found)
        player = by_terminal.get("PLAYER")
        if (
            player is not None
            and at + player.length < len(self.words)
            and self.words[at + player.length] in _PLAYS
        ):
            return "PLAYER", player
        return found[0]

    def _resolved(self, at: int, terminal: str, match: Match) -> Token:
        if match.nearest:
            self.doubts.append(self._doubt(at, match))
        elif len(match.targets) > 1:
            typed = self.typed(at, match.length)
            names = [_long(self.lexicon, target) for target in match.targets[:5]]
            raise Unread(
                f'"{typed}" fits {", ".join(names[:-1])} and {names[-1]}; please write which one you mean', at
            )
        target = match.targets[0]
        if match.note and not match.nearest:
            self.notes.append(f"read {self.typed(at, match.length)} as {self.lexicon.told(target)}")
        value: Any = target.who() if terminal == "WHO" else target.value
        return Token(terminal, value, match.length)

    def _doubt(self, at: int, match: Match) -> str:
        best, *others = (_long(self.lexicon, target) for target in match.targets[:4])
        return f'"{self.typed(at, match.length)}" is most like {best}, but it may be {" or ".join(others)} as well'

    def _looks_like_name(self, at: int, accepts: Container[str]) -> bool:
        """Where a sentence could as well end or go on, an unknown word is not blamed for being no name."""
        word = self.words[at]
        return (
            word[:1].isalpha() and word not in RESERVED and "$END" not in accepts and "BALLOT" not in accepts
        )

    def _unknown(self, at: int, kinds: list[Kind]) -> Unread:
        typed = self.typed(at)
        what = (
            "a faction or player"
            if set(kinds) <= {"seat", "player"}
            else "an office"
            if kinds == ["slot"]
            else None
        )
        if what is None and self.lexicon.exact(self.words, at, ("seat",)):
            return Unread(f'"{typed}" is a faction, and here I need a Politician or an office', at)
        what = what or "a Politician or an office of this game"
        near = self.lexicon.suggestions(self.words[at], kinds)
        hint = f"; did you mean {' or '.join(near)}?" if near else f"; {_write(kinds)}"
        return Unread(f'"{typed}" is not the name of {what}{hint}', at)

    # -- errors ------------------------------------------------------------------------------------------------------

    def unexpected(self, at: int, accepts: Container[str]) -> Unread:
        """The word `at` cannot stand there."""
        word, before = self.words[at], self.typed(at - 1) if at else ""
        if word == NEXT:
            word, before = "and", before
        special = _SPECIAL.get(word)
        if special:
            return Unread(special.format(sign=_SIGNS.get(self.typed(at)[:1], "sign")), at)
        wanted = expected(accepts if isinstance(accepts, dict) else ())
        after = f" after {before}" if before else ""
        meant = self._keyword(word, accepts)
        if meant:
            return Unread(f'I do not understand "{self.typed(at)}"{after}; did you mean {meant.upper()}?', at)
        if wanted and "$END" not in accepts:
            return Unread(f'I do not understand "{self.typed(at)}"{after}: here I expect {wanted}', at)
        return Unread(f'I do not understand "{self.typed(at)}"{after}', at)

    def _keyword(self, word: str, accepts: Container[str]) -> str | None:
        """`whlie`: a small word with a slip of the finger."""
        if not 4 <= len(word) <= 14:
            return None
        slips = 1 if len(word) < 6 else 2
        return next(
            (
                first
                for first, terminal in _KEYWORDS
                if terminal in accepts and OSA.distance(word, first, score_cutoff=slips) <= slips
            ),
            None,
        )

    def unfinished(self, accepts: Container[str]) -> Unread:
        """The line ends too early."""
        wanted = expected(accepts if isinstance(accepts, dict) else ())
        last = self.typed(len(self.atoms) - 1)
        return Unread(
            f"something is missing after {last}" + (f": {wanted}" if wanted else ""), len(self.atoms)
        )


#: No game has so many events.
_MOST_EVENTS = 999_999


def event_number(word: str, at: int) -> int:
    """The number of an event as the reports print it; raises Unread."""
    if len(word) > 6 or not 1 <= int(word) <= _MOST_EVENTS:
        raise Unread(f'no event has the number "{short(word, 12)}"; reports print theirs in brackets', at)
    return int(word)


#: R11: turn 1 is the year 1951, and no game goes on behind turn 11; what happened in 1950 is the beginning.
_BEGINNING, _LAST = 1950, 1961


def _turn(year: str, at: int) -> int:
    """A year as the reports print it, as a turn."""
    if not _BEGINNING <= int(year) <= _LAST:
        raise Unread(f"a game has the years {_BEGINNING + 1} to {_LAST}, and never {year}", at)
    return int(year) - _BEGINNING


_SIGNS = {".": "full stop", ";": "semicolon", "!": "exclamation mark"}
#: Signs and words that may stand before free text and are no part of it.
_BEFORE_TEXT = frozenset({":", "until", "till", "til", "to"})
_SPECIAL = {
    "?": "a question mark makes a question of it; please send it again without, if it is meant",
    ".": "I cannot read what follows the {sign}; please put it on a line of its own",
    "now": "NOW goes with DECLARE only: what is ordered without WHEN is done in its next window; please leave it out",
    "abstain": "nobody votes to abstain: a Politician without a VOTE order abstains by himself",
}


def _long(lexicon: Lexicon, target: Target) -> str:
    """A candidate in full: `Boris Badenuff (X)`."""
    if target.kind == "pol":
        return f"{lexicon.politicians[target.value]} ({target.value})"
    return OFFICES[target.value][0] if target.value in OFFICES else lexicon.told(target)


def _write(kinds: Sequence[Kind]) -> str:
    if set(kinds) <= {"seat", "player"}:
        return "a colour, a faction's name or a player's name will do"
    if "slot" in kinds:
        return "PC KGB FM DM IDE IND ECO SPO or C1 to C5 will do"
    return "a card letter, a surname or an office such as KGB will do"
