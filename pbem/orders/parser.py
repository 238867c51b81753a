"""The parser: Lark's LALR tables for `grammar.lark`, driven word by word so that each state says what it can use.

Built once, when first needed (about a tenth of a second).
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from lark import Lark
from lark.lexer import Lexer
from lark.parsers.lalr_analysis import Shift

from pbem.orders.build import Builder, Parsed
from pbem.orders.scanner import Sentence

END = "$END"


class _NoLexer(Lexer):
    """Words come from `Sentence.token`; Lark needs to scan nothing."""

    __future_interface__ = 2

    def __init__(self, lexer_conf: Any) -> None:
        pass

    def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[Any]:
        return iter(())


class Reduction(NamedTuple):
    """So many values become one of this name, which `make` makes of them."""

    size: int
    name: str
    make: Callable[[list[Any]], Any]


class Tables:
    """What the grammar compiles to.

    `states`: state -> terminal or rule -> the next state, or what to reduce before.  `settled`: states with nothing to decide, whose one
    reduction can be made before the next word is looked at, so that every state left knows exactly what may follow.
    """

    def __init__(self, grammar: str) -> None:
        lark = Lark(grammar, parser="lalr", lexer=_NoLexer, transformer=Builder())
        conf: Any = lark.parse_interactive("").parser_state.parse_conf
        made = {
            rule: Reduction(len(rule.expansion), str(rule.origin.name), make)
            for rule, make in conf.callbacks.items()
        }
        self.states: Mapping[int, Mapping[str, int | Reduction]] = {
            state: {str(name): to if action is Shift else made[to] for name, (action, to) in moves.items()}
            for state, moves in conf.states.items()
        }
        self.first: int = conf.start_state
        self.last: int = conf.end_state
        self.settled = {
            state: only for state in self.states if (only := self._only_reduction(state)) is not None
        }

    def _only_reduction(self, state: int) -> Reduction | None:
        moves = list(self.states[state].values())
        found = {id(move): move for move in moves if isinstance(move, Reduction)}
        if len(found) != 1 or any(not isinstance(move, Reduction) for move in moves):
            return None
        only = next(iter(found.values()))
        return None if only.name == "start" else only


@cache
def tables() -> Tables:
    """The compiled grammar, built at the first call."""
    return Tables(files("pbem.orders").joinpath("grammar.lark").read_text(encoding="utf-8"))


class _Stack:
    """States and values of one parse."""

    def __init__(self, table: Tables) -> None:
        self.table = table
        self.states: list[int] = [table.first]
        self.values: list[Any] = []

    def accepts(self) -> Mapping[str, int | Reduction]:
        """The terminals that can come next."""
        while (only := self.table.settled.get(self.states[-1])) is not None:
            self._reduce(only)
        return self.table.states[self.states[-1]]

    def push(self, terminal: str, value: Any) -> bool:
        """Take a terminal; False if it cannot stand here after all."""
        while True:
            move = self.table.states[self.states[-1]].get(terminal)
            if move is None:
                return False
            if not isinstance(move, Reduction):
                self.states.append(move)
                self.values.append(value)
                return True
            self._reduce(move)
            if terminal == END and self.states[-1] == self.table.last:
                return True

    def _reduce(self, rule: Reduction) -> None:
        size, name, make = rule
        if size:
            children = self.values[-size:]
            del self.values[-size:]
            del self.states[-size:]
        else:
            children = []
        self.values.append(make(children))
        after = self.table.states[self.states[-1]][name]
        assert isinstance(after, int)
        self.states.append(after)


def parse(sentence: Sentence) -> Parsed:
    """The Lines of a sentence; raises Unread."""
    stack, at = _Stack(tables()), 0
    words = sentence.words
    while at < len(words):
        accepts = stack.accepts()
        token = sentence.token(at, accepts)
        if not stack.push(token.terminal, token.value):
            raise sentence.unexpected(at, accepts)
        at += token.length
    accepts = stack.accepts()
    if not stack.push(END, None):
        raise sentence.unfinished(accepts)
    parsed: Parsed = stack.values[-1]
    return Parsed(parsed.lines, (*sentence.notes, *parsed.notes))
