"""Expressions as Python text.

Every expression is written in one of two ways: for its value, or for its truth (`a < b` instead of `1 if a < b else
0`). Text carries how tightly it binds, so that brackets stand only where they are needed, and how deep it is: what
grows too deep for CPython's parser is cut out into a helper function. Small functions are written into their callers: a
parameter that is used more than once is bound where it is first evaluated (`x1 := ...`).

Identifiers: S position; r<register>, x<n> temporaries; e1 surroundings, m1 append of the options, p1 base of the frame,
b1 block; f, g, h<n> functions; t<n> tables, k<n> tables of rows; c<n> helpers of support.py; n0 the meter; z0 slots of
the sizes of zones, z1 slots of their first members. Nothing else.
"""

from __future__ import annotations

from dsl.backends.code_text import (
    AND,
    ATOM,
    BITOR,
    COMPARE,
    COMPARES,
    COND,
    NOT,
    NOT_COMPARE,
    OR,
    SIGN,
    SUM,
    SUMS,
    Text,
    between,
    bit,
    bracket,
    choice,
    join,
    levels,
    number,
)
from dsl.backends.python.context import Binding, Context
from dsl.backends.python.support import HELPERS
from dsl.intervals import within
from dsl.machine.ir import ops
from dsl.machine.ir.analysis.intervals import WORD
from dsl.machine.ir.analysis.purity import total
from dsl.machine.ir.ops import Expr


class Expressions(Context):
    """Writes the expressions of one procedure."""

    # ---- values ---------------------------------------------------------------------------------------------------

    def _value(self, expr: Expr) -> Text:
        match expr:
            case ops.Const():
                return number(expr.value)
            case ops.Reg():
                return self.register(expr.reg)
            case ops.Load():
                return self.slot(expr.base, expr.index)
            case ops.Look():
                return self._look(expr)
            case ops.Bin():
                return self._binary(expr)
            case ops.Un():
                return self._unary(expr)
            case ops.If():
                return choice(self.test(expr.test), self._unsure(expr.then), self._unsure(expr.otherwise))
            case ops.Call():
                return self.call(expr.proc, expr.args)
            case ops.Trial():
                return self._trial(expr)
            case ops.ZoneSize():
                return self._zone_size(expr)
            case ops.ZoneItem():
                return self._zone_item(expr)
            case ops.ListReg():
                return self.register(expr.reg)
            case _:
                return self._collected(expr)

    def _collected(
        self, expr: ops.ListSize | ops.ListItem | ops.ListHas | ops.CellPiece | ops.CellCount | ops.CellHas
    ) -> Text:
        """What is asked of a list or a layout."""
        match expr:
            case ops.ListSize():
                return Text(f"len({self.name(expr.reg)})", ATOM, 1)
            case ops.ListItem():
                members = self.name(expr.reg)
                return self._item(members, expr.index, f"len({members})", False)
            case ops.ListHas():
                return bit(self._test(expr, True))
            case ops.CellPiece():
                return self._helped("cell_piece", expr.cell)
            case ops.CellCount():
                of = self.value(expr.of)
                return Text(f"len({HELPERS['cell_list']}(S, {expr.how!r}, {of.text}))", ATOM, of.depth + 2)
            case ops.CellHas():
                of, item = self.value(expr.of), self.value(expr.item)
                call = f"{HELPERS['cell_has']}(S, {expr.how!r}, {of.text}, {item.text})"
                return Text(call, ATOM, max(of.depth, item.depth) + 1)

    def _helped(self, helper: str, *args: Expr) -> Text:
        """A call of a helper that reads the position."""
        texts = [self.value(arg) for arg in args]
        call = f"{HELPERS[helper]}({', '.join(['S', *(text.text for text in texts)])})"
        return Text(call, ATOM, 1 + max(text.depth for text in texts))

    def slot(self, base: int, index: Expr) -> Text:
        """S[base + index]."""
        text = self.offset(base, index)
        return Text(f"S[{text.text}]", ATOM, text.depth + 1)

    def offset(self, base: int, index: Expr) -> Text:
        """base + index."""
        while True:
            match index:
                case ops.Const(value):
                    return Text(str(base + value))
                case ops.Bin("+", rest, ops.Const(value)) | ops.Bin("+", ops.Const(value), rest):
                    base, index = base + value, rest
                case ops.Bin("-", rest, ops.Const(value)):
                    base, index = base - value, rest
                case _:
                    break
        text = self.value(index)
        if not base:
            return text
        return join(text, "+" if base > 0 else "-", Text(str(abs(base))), SUM)

    def _look(self, expr: ops.Look) -> Text:
        size = len(self.source.machine.tables[expr.table])
        low, high = self.range(expr.index)
        if isinstance(expr.index, ops.Const):
            return number(self.source.machine.tables[expr.table][low] if 0 <= low < size else 0)
        if low >= 0 and high < size:
            text = self.offset(0, expr.index)
            return Text(f"t{expr.table}[{text.text}]", ATOM, text.depth + 1)
        return self._item(f"t{expr.table}", expr.index, str(size), high < size)

    def _item(self, row: str, index: Expr, size: str, below: bool) -> Text:
        """row[index], or 0 outside. below: the index is known to be less than the size."""
        first, name = self.atom(index)
        low, _ = self.range(index)
        if low >= 0:
            inside = f"{first} < {size}"
        else:
            inside = f"{first} >= 0" if below else f"0 <= {first} < {size}"
        return Text(f"{row}[{name}] if {inside} else 0", COND, 3 + levels(first))

    def _unary(self, expr: ops.Un) -> Text:
        if expr.fn == "not":
            return bit(self.test(expr.operand, False))
        text = self.value(expr.operand)
        if expr.fn == "neg":
            return Text(f"-{bracket(text, ATOM)}", SIGN, text.depth + 1)
        return text if self.range(expr.operand)[0] >= 0 else Text(f"abs({text.text})", ATOM, text.depth + 1)

    def _binary(self, expr: ops.Bin) -> Text:
        fn = expr.fn
        if fn in COMPARES or fn in ("and", "or"):
            return bit(self._test(expr, True))
        if fn in ("min", "max"):
            left, left_name = self.atom(expr.left)
            right, right_name = self.atom(expr.right)
            test = f"{left} {'<=' if fn == 'min' else '>='} {right}"
            return Text(f"{left_name} if {test} else {right_name}", COND, 3 + levels(test))
        left, right = self.value(expr.left), self.value(expr.right)
        if fn == "<<" and not within(self.range(expr.right), (0, 62)):
            return Text(f"c2({left.text}, {right.text})", ATOM, 1 + max(left.depth, right.depth))
        if fn in ("+", "-") and right.text == "0":
            return left
        if fn == "+" and left.text == "0":
            return right
        return join(left, fn, right, SUMS[fn])

    # ---- truth ----------------------------------------------------------------------------------------------------

    def _test(self, expr: Expr, wanted: bool) -> Text:
        match expr:
            case ops.Un("not"):
                return self.test(expr.operand, not wanted)
            case ops.Bin("and" | "or"):
                return self._junction(expr, wanted)
            case ops.Bin(fn) if fn in COMPARES:
                return self._compare(expr, wanted)
            case ops.ListHas():
                sign = "in" if wanted else "not in"
                return join(self.value(expr.value), sign, self.register(expr.reg), COMPARE)
            case ops.If():
                if isinstance(expr.then, ops.Const) and isinstance(expr.otherwise, ops.Const):
                    yes, no = bool(expr.then.value), bool(expr.otherwise.value)
                    if yes != no:
                        return self._test(expr.test, yes == wanted)
                test = self.test(expr.test)
                return choice(test, self._unsure(expr.then, wanted), self._unsure(expr.otherwise, wanted))
            case _:
                inlined = self._inlined(expr.proc, expr.args, wanted) if isinstance(expr, ops.Call) else None
                if inlined is not None:
                    return inlined
                text = self._value(expr)
                return text if wanted else Text(f"not {bracket(text, NOT)}", NOT, text.depth + 1)

    def _compare(self, expr: ops.Bin, wanted: bool) -> Text:
        fn = expr.fn if wanted else NOT_COMPARE[expr.fn]
        if fn in ("=", "!="):
            for side, other in ((expr.left, expr.right), (expr.right, expr.left)):
                if side == ops.Const(0):
                    return self._test(other, fn == "!=")
        return join(self.value(expr.left), COMPARES[fn], self.value(expr.right), COMPARE)

    def _junction(self, expr: ops.Bin, wanted: bool) -> Text:
        both = (expr.fn == "and") == wanted
        if expr.fn == "and" and wanted:
            found = between(expr.left, expr.right)
            if found is not None:
                item, low, high = found
                text = self.value(item)
                return Text(f"{low} <= {bracket(text, BITOR)} <= {high}", COMPARE, text.depth + 1)
        left = self.test(expr.left, wanted)
        right = self._unsure(expr.right, wanted)
        return join(left, "and" if both else "or", right, AND if both else OR)

    # ---- calls ----------------------------------------------------------------------------------------------------

    def call(self, proc: int, args: tuple[Expr, ...]) -> Text:
        """A call, or what the function says."""
        inlined = self._inlined(proc, args, None)
        if inlined is not None:
            return inlined
        given = [*self.source.extra(proc), *(self.argument(arg) for arg in args)]
        text = f"f{proc}({', '.join(given)})"
        return Text(text, ATOM, 1 + levels(text))

    def _trial(self, expr: ops.Trial) -> Text:
        """A call on a copy of the position, with nobody listening; through a helper if the game may end in it."""
        facts, args = self.source.facts, [self.argument(arg) for arg in expr.args]
        given = ["S[:]", *(["e0"] if expr.proc in facts.asks_env else []), *args]
        text = f"f{expr.proc}({', '.join(given)})"
        if expr.proc in facts.ends:
            text = f"{HELPERS['trial']}(f{expr.proc}, {expr.over}, {', '.join(given)})"
        return Text(text, ATOM, 1 + levels(text))

    def _inlined(self, proc: int, args: tuple[Expr, ...], wanted: bool | None) -> Text | None:
        """What a function says, in place of a call: for its value, or for whether it is true."""
        formula = self.source.formula(proc)
        if formula is None:
            return None
        if not all(isinstance(arg, ops.ListReg) or (total(arg) and within(self.range(arg), WORD)) for arg in args):
            return None
        uses = self.source.uses(proc)
        env: dict[int, Binding] = {}
        for reg, arg in enumerate(args):
            if isinstance(arg, ops.ListReg | ops.Reg):
                env[reg] = self.env.get(arg.reg) or Binding(arg, {}, self.proc, "")
            else:
                again = uses.count(reg) > 1 and not isinstance(arg, ops.Const)
                env[reg] = Binding(arg, self.env, self.proc, self.fresh() if again else "")
        outside = self.env, self.proc
        self.env, self.proc = env, proc
        text = self._value(formula) if wanted is None else self._test(formula, wanted)
        self.env, self.proc = outside
        return text

    # ---- zones ----------------------------------------------------------------------------------------------------

    def zone(self, expr: Expr) -> tuple[str, str]:
        """(the slot of a zone's size, the test that it is no box or nothing): the test is to be evaluated first."""
        if isinstance(expr, ops.Const):
            bases = self.source.machine.tables[self.source.machine.zone_base]
            return str(bases[expr.value]), "" if expr.value else "0"
        if self.range(expr)[0] > 0:
            return f"z0[{self.value(expr).text}]", ""
        first, name = self.atom(expr)
        return f"z0[{name}]", first

    def _zone_size(self, expr: ops.ZoneSize) -> Text:
        if expr.zone == ops.Const(0):
            return Text("0")
        base, test = self.zone(expr.zone)
        size = Text(f"S[{base}]", ATOM, 2 + levels(base))
        return size if not test else choice(Text(test, ATOM, 1 + levels(test)), size, Text("0"))

    def _zone_item(self, expr: ops.ZoneItem) -> Text:
        if isinstance(expr.index, ops.Const) and self.range(expr.zone)[0] > 0:
            index = expr.index.value
            if isinstance(expr.zone, ops.Const):
                base = self.source.machine.tables[self.source.machine.zone_base][expr.zone.value]
                linked = base >= self.source.machine.layout.chain
                if expr.from_top and index >= 0 and not linked:
                    more = f"S[{base}] > {index}" if index else f"S[{base}]"
                    return Text(f"S[{base - index} + S[{base}]] if {more} else 0", COND, 4)
                room = self.source.machine.tables[self.source.machine.zone_cap][expr.zone.value]
                if not expr.from_top and not (linked and index > 0):  # the room behind the members is 0
                    return Text(f"S[{base + 1 + index}]" if 0 <= index < room else "0")
            elif 0 <= index < self.source.least_room and not expr.from_top:
                base, _ = self.zone(expr.zone)
                return Text(f"S[{base} + {index + 1}]", ATOM, 2 + levels(base))
        zone, index = self.value(expr.zone), self.value(expr.index)
        helper = "c4" if expr.from_top else "c3"
        return Text(f"{helper}(S, {zone.text}, {index.text})", ATOM, 1 + max(zone.depth, index.depth))
