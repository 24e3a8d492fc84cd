"""Read what has no mistake in it: Lark's own tables and words, run through in one loop.

Lark looks for each token through five calls and counts lines, which nobody here asks for; this loop does the same
steps in half the time. It gives the tree that Lark gives, with its extents (`builders.extent`), or None where it meets
anything that is not as it should be: then Lark reads the text again and says what is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, Final, cast

from lark import Lark, Token, Tree

from dsl.syntax.builders.extent import plain_makers
from dsl.syntax.vocabulary import RESERVED

OPENING: Final = frozenset(["LPAR", "LSQB", "LBRACE"])
CLOSING: Final = frozenset(["RPAR", "RSQB", "RBRACE"])
_NOWHERE: Final = -1
"""Where a part without a word of its own stands, such as the end of a block."""

Match = Callable[[str, int], "re.Match[str] | None"]
Reduce = tuple[int, Callable[[list[Any]], Any] | None, str]
"""How many values a rule takes, what makes one of them (None: it takes one and leaves it as it is), and its name."""
Table = dict[int, dict[str, int | Reduce]]
Passed = dict[tuple[int, int, str], int]
"""Where rules that leave their one value as it is lead: from the state below it, the state, and the next token."""


class _Words:
    """The words that may come in some states: Lark's patterns, and what it makes of a name that is a word there."""

    def __init__(self, lexer: Any) -> None:
        scanner = lexer.scanner  # of Lark, built when it is first needed
        self.patterns: list[Match] = [each.match for each in scanner._mres]
        self.ignored: frozenset[str] = lexer.ignore_types
        self._callbacks: dict[str, Any] = lexer.callback
        self._types: dict[tuple[str, str], str] = {}

    def first(self, text: str, at: int) -> re.Match[str] | None:
        """The word that begins here."""
        for match in self.patterns:
            found = match(text, at)
            if found is not None:
                return found
        return None

    def type_of(self, kind: str, value: str) -> str:
        """What a text is here: a name, or the word of the language that is written like it."""
        if kind not in self._callbacks:
            return kind
        found = self._types.get((kind, value))
        if found is None:
            found = self._types[kind, value] = self._callbacks[kind](Token(kind, value)).type
        return found


class QuickParser:
    """Runs the tables of a parser."""

    def __init__(self, parser: Lark) -> None:
        inner = cast(Any, parser).parser
        self._lexers: dict[int, Any] = inner.lexer.lexer.lexers
        self._words: dict[int, _Words] = {}
        self._by_lexer: dict[int, _Words] = {}
        table = inner.parser.parser.parse_table
        self._starts: dict[str, int] = table.start_states
        self._ends: dict[str, int] = table.end_states
        makers = plain_makers(parser)
        reduces: dict[Any, Reduce] = {}
        self._states: Table = {}
        self._passed: Passed = {}
        for state, row in table.states.items():
            entries = self._states[state] = cast("dict[str, int | Reduce]", {})
            for name, (_, what) in row.items():
                if not isinstance(what, int) and what not in reduces:
                    reduces[what] = _reduce(what, makers[what])
                entries[str(name)] = what if isinstance(what, int) else reduces[what]

    def parse(self, text: str, start: str) -> Tree[Token] | None:
        """The tree of a text, or None if there is something wrong with it."""
        return _Run(self._states, self._passed, self._starts[start], self._ends[start]).read(text, self._words_of)

    def _words_of(self, state: int) -> _Words:
        found = self._words.get(state)
        if found is None:
            lexer = self._lexers[state]
            found = self._by_lexer.get(id(lexer)) or _Words(lexer)
            self._by_lexer[id(lexer)] = self._words[state] = found
        return found


class _Run:
    """One parse: the stacks of states, of values, and of where each value begins and ends."""

    def __init__(self, table: Table, passed: Passed, start: int, end: int) -> None:
        self._table = table
        self._passed = passed
        self._end = end
        self._states = [start]
        self._values: list[Any] = []
        self._firsts: list[int] = []
        self._lasts: list[int] = []
        self._indents = [0]
        self._opened = 0
        self._before = ""
        """The last character of the token before, if nothing stands between."""

    def read(self, text: str, words_of: Callable[[int], _Words]) -> Tree[Token] | None:
        """The tree of a text; words_of: the words that may come in a state."""
        at, size = 0, len(text)
        states = self._states
        while at < size:
            if text[at] == " ":
                self._before, at = "", at + 1
                continue
            words = words_of(states[-1])
            found = words.first(text, at)
            if found is None:
                return None
            begin, at = at, found.end()
            kind = cast(str, found.lastgroup)
            if kind in words.ignored:
                self._before = ""
            elif not self._take(words.type_of(kind, found[0]), found[0], begin, at):
                return None
        if not self._layout(0) or not self._feed("$END", None, _NOWHERE, _NOWHERE):
            return None
        made = self._values[-1]
        return made if made.__class__ is Tree else None

    def _take(self, kind: str, value: str, begin: int, end: int) -> bool:
        """Take a word, and what the end of a line means for blocks; False if there is something wrong with it."""
        before, self._before = self._before, value[-1]
        if (before and glued(before, value)) or (kind == "NAME" and value in RESERVED):
            return False
        token = _token(kind, value, begin, end)
        if kind == "_NL":
            if self._opened:
                return True
            return self._feed(kind, token, _NOWHERE, _NOWHERE) and self._layout(len(value) - value.rindex("\n") - 1)
        if kind in OPENING:
            self._opened += 1
        elif kind in CLOSING:
            self._opened -= 1
        return self._feed(kind, token, begin, end)

    def _layout(self, depth: int) -> bool:
        """Begin and end blocks, for the next line stands so deep."""
        indents = self._indents
        if depth > indents[-1]:
            indents.append(depth)
            return self._feed("_INDENT", _LAYOUT_TOKEN, _NOWHERE, _NOWHERE)
        while depth < indents[-1]:
            indents.pop()
            if not self._feed("_DEDENT", _LAYOUT_TOKEN, _NOWHERE, _NOWHERE):
                return False
        return True

    def _feed(self, kind: str, token: Token | None, begin: int, end: int) -> bool:
        """Take a token, after everything that it brings to an end; False if it cannot stand here."""
        table, states = self._table, self._states
        while True:
            step: Any = table[states[-1]].get(kind)
            if step is None:
                return False
            if step.__class__ is int:
                self._put(step, token, begin, end)
                return True
            if step[1] is None:
                states[-1] = self._pass(states[-2], states[-1], kind)
            else:
                self._make(*step)
            if token is None and states[-1] == self._end:
                return True

    def _make(self, size: int, make: Callable[[list[Any]], Any], name: str) -> None:
        """Make one value of the last ones, as a rule has it."""
        values, firsts, lasts = self._values, self._firsts, self._lasts
        held: list[Any] = []
        first = last = _NOWHERE
        if size:
            held = values[-size:]
            first, last = firsts[-size], lasts[-1]
            if first < 0 or last < 0:
                first, last = _known(firsts[-size:]), _known(reversed(lasts[-size:]))
            del self._states[-size:], values[-size:], firsts[-size:], lasts[-size:]
        made: Any = make(held)
        kind = made.__class__
        if kind is Tree:
            if first >= 0 and "extent" not in made.__dict__:
                made.__dict__["extent"] = first, last
        elif kind is Token:
            first, last = made.start_pos, made.end_pos
        self._put(cast(int, self._table[self._states[-1]][name]), made, first, last)

    def _put(self, state: int, value: object, first: int, last: int) -> None:
        self._states.append(state)
        self._values.append(value)
        self._firsts.append(first)
        self._lasts.append(last)

    def _pass(self, below: int, state: int, kind: str) -> int:
        """The state behind a rule that leaves its one value as it is, and behind all that follow it."""
        found = self._passed.get((below, state, kind))
        if found is None:
            found = cast(int, self._table[below][cast(Reduce, self._table[state][kind])[2]])
            after = self._table[found].get(kind)
            if found != self._end and isinstance(after, tuple) and after[1] is None:
                found = self._pass(below, found, kind)
            self._passed[below, state, kind] = found
        return found


def _reduce(rule: Any, make: Callable[[list[Any]], Any]) -> Reduce:
    size = len(rule.expansion)
    value: Any = Tree("", cast(Any, []))
    return size, None if size == 1 and make([value]) is value else make, str(rule.origin.name)


def _known(places: Iterable[int]) -> int:
    return next((each for each in places if each >= 0), _NOWHERE)


def _token(kind: str, value: str, begin: int, end: int) -> Token:
    made = _new(Token, value)
    made.type = kind
    made.value = value
    made.start_pos = begin
    made.end_pos = end
    return made


_new = str.__new__
_LAYOUT_TOKEN: Final = Token("_DEDENT", "", 0, 1, 1, 1, 1, 0)


def glued(before: str, value: str) -> bool:
    """Whether two words or numbers follow each other without a space, as in `2copies`."""
    return (before == "_" or before.isalnum()) and (value[0] == "_" or value[0].isalnum())
