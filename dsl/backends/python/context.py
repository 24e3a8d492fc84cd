"""What an expression is written in: registers, what the parameters of inlined functions stand for, temporaries; and how
text that is too tall for CPython's parser is cut out into functions of its own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from dsl.backends.code_text import ATOM, NOT, Text, tall
from dsl.backends.python.source import Source
from dsl.intervals import Range, within
from dsl.machine.ir import ops
from dsl.machine.ir.analysis.intervals import WORD
from dsl.machine.ir.ops import Expr
from dsl.machine.ir.walk import own_reads, walk

DEEPEST = 24
"""Levels of one expression in the text before it is cut."""


@dataclass(slots=True)
class Binding:
    """What a parameter of an inlined function stands for: an expression of its caller, written where it is evaluated.

    temporary: the name it is bound to when it is first evaluated, if it is read more than once.
    """

    expr: Expr
    env: dict[int, Binding]
    proc: int
    temporary: str


class Context:
    """What the expressions of one procedure are written in."""

    def __init__(self, source: Source, proc: int) -> None:
        self.source = source
        self.proc = proc
        self.env: dict[int, Binding] = {}
        self.bound: set[str] = set()
        self.temporaries = 0
        about = source.machine.procs[proc]
        self.scope = ["S", "e1"] if about.flow else source.extra(proc)
        """What stands in scope besides registers and temporaries."""
        self._inside = False
        self._tall: dict[int, Text] = {}
        """What was cut out of the expression that is being written."""

    def fresh(self) -> str:
        """A temporary that nothing else uses."""
        self.temporaries += 1
        return f"x{self.temporaries}"

    def range(self, expr: Expr) -> Range:
        """Between which numbers an expression lies."""
        return self.source.ranges.of(self.proc, expr)

    # ---- the two ways ---------------------------------------------------------------------------------------------

    def value(self, expr: Expr) -> Text:
        """An expression for its number."""
        if not self._inside:
            return self._whole(expr, None)
        if not self.env and id(expr) in self._tall:
            return self._tall[id(expr)]
        before = set(self.bound)
        return self._cut(self._value(expr), expr, before)

    def test(self, expr: Expr, wanted: bool = True) -> Text:
        """An expression for whether it is true (or false, if that is wanted)."""
        if not self._inside:
            return self._whole(expr, wanted)
        if not self.env and id(expr) in self._tall:
            text = self._tall[id(expr)]
            return text if wanted else Text(f"not {text.text}", NOT, 2)
        before = set(self.bound)
        return self._cut(self._test(expr, wanted), expr, before)

    def _whole(self, expr: Expr, wanted: bool | None) -> Text:
        """An expression that is no part of another; what is too tall is cut from the bottom, so nothing goes deep."""
        self._inside = True
        if not self.env:
            for part in tall(expr, DEEPEST):
                self._tall[id(part)] = self._helper(self._value(part), part, set())
        text = self.value(expr) if wanted is None else self.test(expr, wanted)
        self._inside = False
        self._tall.clear()
        return text

    def word(self, expr: Expr) -> Text:
        """The number of an expression, which must fit a register."""
        text = self.value(expr)
        return text if within(self.range(expr), WORD) else Text(f"c1({text.text})", ATOM, text.depth + 1)

    def atom(self, expr: Expr) -> tuple[str, str]:
        """(text where it is first evaluated, text from then on): for an operand that is written more than once."""
        text = self.value(expr)
        if re.fullmatch(r"-?\w+", text.text):
            return text.text, text.text
        name = self.fresh()
        return f"({name} := {text.text})", name

    def argument(self, expr: Expr) -> str:
        """An argument of a call."""
        return self.name(expr.reg) if isinstance(expr, ops.ListReg) else self.word(expr).text

    def name(self, reg: int) -> str:
        """What a register is called."""
        return self.register(reg).text

    def register(self, reg: int) -> Text:
        """A register where it is read."""
        binding = self.env.get(reg)
        if binding is None:
            return Text(f"r{reg}")
        if binding.temporary in self.bound:
            return Text(binding.temporary)
        outside = self.env, self.proc
        self.env, self.proc = binding.env, binding.proc
        text = self.value(binding.expr)
        self.env, self.proc = outside
        if not binding.temporary:
            return text
        self.bound.add(binding.temporary)
        return Text(f"({binding.temporary} := {text.text})", ATOM, text.depth + 1)

    def _cut(self, text: Text, expr: Expr, before: set[str]) -> Text:
        """Move text that is too deep into a function of its own; what it bound is not bound out here."""
        if text.depth < DEEPEST:
            return text
        self.bound = before
        return self._helper(text, expr, before)

    def _helper(self, text: Text, expr: Expr, bound: set[str]) -> Text:
        """The call of a new function that returns what the text of an expression says."""
        names = [*self.scope, *self._free(expr, bound)]
        helper = self.source.helper(names, [f"return {text.text}"])
        return Text(f"{helper}({', '.join(names)})", ATOM, 1)

    def _free(self, expr: Expr, bound: set[str]) -> dict[str, None]:
        """The registers, and the temporaries that are bound already, which the text of an expression may name."""
        found: dict[str, None] = {}
        for reg in (reg for part in walk(expr) for reg in own_reads(part)):
            binding = self.env.get(reg)
            if binding is None:
                found[f"r{reg}"] = None
            elif binding.temporary in bound:
                found[binding.temporary] = None
            else:
                env, self.env = self.env, binding.env
                found |= self._free(binding.expr, bound)
                self.env = env
        return found

    def _unsure(self, expr: Expr, wanted: bool | None = None) -> Text:
        """An operand that may not be evaluated: what it binds is not bound for others."""
        before = set(self.bound)
        text = self.value(expr) if wanted is None else self.test(expr, wanted)
        self.bound = before
        return text

    # ---- for each sort of expression --------------------------------------------------------------------------------

    def _value(self, expr: Expr) -> Text:
        """The text of an expression for its number; `value` cuts it where it is too tall."""
        raise NotImplementedError

    def _test(self, expr: Expr, wanted: bool) -> Text:
        """The text of an expression for whether it is true; `test` cuts it where it is too tall."""
        raise NotImplementedError
