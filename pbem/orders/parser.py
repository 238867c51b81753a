"""The parser: Lark's LALR tables for `grammar.lark`, driven word by word so that each state says what it can use.

Built once, when first needed (about a tenth of a second).
"""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

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


class Tables:
    """What the grammar compiles to.

    `states`: state -> terminal or rule -> (action, argument).  `settled`: states with nothing to decide, whose one
    reduction can be made before the next word is looked at, so that every state left knows exactly what may follow.
    """

    def __init__(self, grammar: str) -> None:
        lark = Lark(grammar, parser="lalr", lexer=_NoLexer, transformer=Builder())
        conf: Any = lark.parse_interactive("").parser_state.parse_conf
        self.states: Mapping[int, Mapping[str, tuple[Any, Any]]] = conf.states
        self.callbacks: Mapping[Any, Any] = conf.callbacks
        self.first: int = conf.start_state
        self.last: int = conf.end_state
        self.settled = {
            state: rule for state in self.states if (rule := self._only_reduction(state)) is not None
        }

    def _only_reduction(self, state: int) -> Any:
        moves = list(self.states[state].values())
        rules = {id(argument): argument for action, argument in moves if action is not Shift}
        if len(rules) != 1 or any(action is Shift for action, _argument in moves):
            return None
        rule = next(iter(rules.values()))
        return None if rule.origin.name == "start" else rule


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

    def accepts(self) -> Mapping[str, tuple[Any, Any]]:
        """The terminals that can come next."""
        while (rule := self.table.settled.get(self.states[-1])) is not None:
            self._reduce(rule)
        return self.table.states[self.states[-1]]

    def push(self, terminal: str, value: Any) -> bool:
        """Take a terminal; False if it cannot stand here after all."""
        while True:
            move = self.table.states[self.states[-1]].get(terminal)
            if move is None:
                return False
            action, argument = move
            if action is Shift:
                self.states.append(argument)
                self.values.append(value)
                return True
            self._reduce(argument)
            if terminal == END and self.states[-1] == self.table.last:
                return True

    def _reduce(self, rule: Any) -> None:
        size = len(rule.expansion)
        children = self.values[len(self.values) - size :]
        del self.values[len(self.values) - size :]
        del self.states[len(self.states) - size :]
        self.values.append(self.table.callbacks[rule](children))
        self.states.append(self.table.states[self.states[-1]][rule.origin.name][1])


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
