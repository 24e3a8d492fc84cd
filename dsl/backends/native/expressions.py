"""Expressions as C.

C does not say in which order operands are evaluated, so an expression becomes a text and, if need be, lines before it:
where two operands may fail or one may change what another reads, each goes into a temporary, in order. What may not be
evaluated at all (`and`, `or`, `if`) takes its lines into a branch of its own.

Nearly all numbers are known to fit 64 bits (see intervals.py). Where a sum or a product may not, it is written with the
functions of wide.c, so that it is as exact as in Python.

Identifiers: c context, S position; r<register>, x<n> temporaries; f, g, h<n> functions; t<n> tables that are asked with
any index, k<n> their numbers, z<n> others; w<n>, y<n> what is tried out; e<n>, n<n>, b<n> labels. The rest are
the names of runtime.c and its neighbours.
"""

from __future__ import annotations

from collections.abc import Callable

from dsl.backends.code_text import tall
from dsl.backends.native.source import CHANGES, FAILS, LONG, NONE, Source, number
from dsl.intervals import Range, within
from dsl.machine.ir import ops
from dsl.machine.ir.ops import Expr
from dsl.machine.ir.walk import own_reads, walk

COMPARES = {"=": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
SUMS = {"+": "+", "-": "-", "*": "*", "&": "&", "|": "|"}
WIDE = {"+": "plus", "-": "minus", "*": "times", "&": "both_bits", "|": "any_bits", "min": "lesser", "max": "greater"}
SETS = {"fringe": 0, "ground": 1, "outside": 2, "beside": 3, "neighbours": 4, "cluster": 5}
"""The numbers of sets in layouts.c."""
HEIGHT = 24
"""Most levels of an expression that is written in one go."""
LONGEST = 600
"""Most characters of a text before it goes into a temporary."""
ZERO = ops.Const(0)

Way = Callable[[Expr], str]


class Expressions:
    """Writes the expressions of one procedure; what must stand before them goes into `lines`."""

    def __init__(self, source: Source, proc: int) -> None:
        self.source = source
        self.proc = proc
        self.site = source.machine.procs[proc].site
        self.sizes = source.machine.procs[proc].sizes
        self.lines: list[str] = []
        self.temporaries = 0
        self.marks: dict[int, int] = {}
        """The lists that have marks (see marks.py), with their words."""
        self._inside = False
        self._tall: dict[int, str] = {}
        """What was cut out of the expression that is being written, as calls."""

    # ---- temporaries, order ---------------------------------------------------------------------------------------

    def fresh(self) -> str:
        """A temporary that nothing else uses."""
        self.temporaries += 1
        return f"x{self.temporaries}"

    def name(self, text: str, kind: str = "int64_t") -> str:
        """A temporary that holds what a text says."""
        if text.isalnum() and not text[0].isdigit():
            return text
        name = self.fresh()
        self.lines.append(f"{kind} {name} = {text};")
        return name

    def range(self, expr: Expr) -> Range:
        """Between which numbers an expression lies."""
        return self.source.range(self.proc, expr)

    def is_wide(self, expr: Expr) -> bool:
        """Whether an expression may be beyond 64 bits."""
        return not within(self.range(expr), LONG)

    def ordered(self, *parts: tuple[Expr, Way], apart: bool = False) -> list[str]:
        """Texts of operands that may stand in any order; apart: what can fail or change anything is done with."""
        able = [self._able(expr, way) for expr, way in parts]
        steady = [self.source.steady(expr) for expr, _ in parts]
        moving = sum(not each for each in steady) > 1
        strict = sum(each > NONE for each in able) > 1 or (CHANGES in able and moving)
        texts: list[str] = []
        for position, (expr, way) in enumerate(parts):
            text, made = self.aside(lambda expr=expr, way=way: way(expr))
            if made:
                for before in range(position):
                    if not steady[before]:
                        texts[before] = self.name(texts[before], self._kind(*parts[before]))
            self.lines += made
            if not steady[position] and (strict or (apart and able[position])):
                text = self.name(text, self._kind(expr, way))
            texts.append(text)
        return texts

    def _able(self, expr: Expr, way: Way) -> int:
        """What evaluating a part can do, and whether it is refused when it fits no register."""
        able = self.source.effect(expr)
        checked = way in (self.word, self.argument) and not isinstance(expr, ops.ListReg)
        return max(able, FAILS) if checked and not self.source.is_word(self.proc, expr) else able

    def _kind(self, expr: Expr, way: Way) -> str:
        return "wide" if way == self.wide else "int64_t"

    def aside(self, write: Callable[[], str]) -> tuple[str, list[str]]:
        """A text and the lines that belong before it, which are not written yet."""
        outside, self.lines = self.lines, []
        text = write()
        made, self.lines = self.lines, outside
        return text, made

    # ---- the ways to write an expression --------------------------------------------------------------------------

    def value(self, expr: Expr) -> str:
        """The number of an expression that fits 64 bits."""
        return self._whole(expr, lambda: self._value(expr))

    def number(self, expr: Expr) -> str:
        """The number of an expression; one beyond 64 bits becomes the nearest within."""
        return f"nearest({self.wide(expr)})" if self.is_wide(expr) else self.value(expr)

    def word(self, expr: Expr) -> str:
        """The number of an expression, which must fit a register."""
        if self.is_wide(expr):
            return f"narrow(c, {self.wide(expr)}, {self.site})"
        text = self.value(expr)
        return text if self.source.is_word(self.proc, expr) else f"word(c, {text}, {self.site})"

    def test(self, expr: Expr) -> str:
        """Whether an expression is true."""
        if self.is_wide(expr):
            return f"is_there({self.wide(expr)})"
        return self._whole(expr, lambda: self._test(expr))

    def wide(self, expr: Expr) -> str:
        """The number of an expression, however great."""
        if not self.is_wide(expr):
            return f"of_long({self.value(expr)})"
        return self._whole(expr, lambda: self._wide(expr))

    def argument(self, expr: Expr) -> str:
        """An argument of a call."""
        return self.list(expr.reg) if isinstance(expr, ops.ListReg) else self.word(expr)

    def list(self, reg: int) -> str:
        """A list register."""
        return f"r{reg}"

    def _whole(self, expr: Expr, write: Callable[[], str]) -> str:
        """Write an expression; what is too tall is cut from the bottom first, so nothing goes deep."""
        if id(expr) in self._tall:
            return self._tall[id(expr)]
        if not self._inside:
            self._inside = True
            for part in tall(expr, HEIGHT):
                self._tall[id(part)] = self._cut(part)
            text = write()
            self._inside = False
            self._tall.clear()
        else:
            text = write()
        return self.name(text) if len(text) > LONGEST and not self.is_wide(expr) else text

    def _cut(self, part: Expr) -> str:
        """A call of a new function that gives a part of an expression."""
        is_wide = self.is_wide(part)
        marks, self.marks = self.marks, {}  # a function of its own does not see them
        text, made = self.aside(lambda: self._wide(part) if is_wide else self._value(part))
        self.marks = marks
        used = sorted({reg for inner in walk(part) for reg in own_reads(inner)})
        name = self.source.helper()
        given = "".join(f", int64_t {'*' if self.sizes[reg] else ''}r{reg}" for reg in used)
        head = f"static {'wide' if is_wide else 'int64_t'} {name}(ctx *c, int64_t *S{given})"
        self.source.function(head, [*made, f"return {text};"])
        return f"{name}({', '.join(['c', 'S', *(self.list(reg) for reg in used)])})"

    # ---- values ---------------------------------------------------------------------------------------------------

    def _value(self, expr: Expr) -> str:
        match expr:
            case ops.Const():
                return number(expr.value)
            case ops.Reg():
                return f"r{expr.reg}"
            case ops.Load():
                return f"S[{self.slot(expr.base, expr.index)}]"
            case ops.Look():
                return self._look(expr)
            case ops.Bin():
                return self._binary(expr)
            case ops.Un():
                return self._unary(expr)
            case ops.If():
                return self._choice(expr, self.value, "int64_t")
            case ops.Call():
                return self.call(expr.proc, expr.args)
            case ops.Trial():
                args = self.ordered(*((arg, self.argument) for arg in expr.args))
                return f"y{expr.proc}({', '.join(['c', 'S', number(expr.over), *args])})"
            case ops.ZoneSize():
                return f"zone_size(S, {self.zone(expr.zone)})"
            case ops.ZoneItem():
                zone, index = self.ordered((expr.zone, self.zone), (expr.index, self.number))
                return f"{'zone_top' if expr.from_top else 'zone_item'}(S, {zone}, {index})"
            case ops.ListReg():
                return self.list(expr.reg)
            case _:
                return self._collected(expr)

    def _collected(
        self, expr: ops.ListSize | ops.ListItem | ops.ListHas | ops.CellPiece | ops.CellCount | ops.CellHas
    ) -> str:
        """What is asked of a list or a layout."""
        match expr:
            case ops.ListSize():
                return f"{self.list(expr.reg)}[0]"
            case ops.ListItem():
                return f"item({self.list(expr.reg)}, {self.number(expr.index)})"
            case ops.ListHas():
                return self._has(expr)
            case ops.CellPiece():
                return f"cell_piece(c, S, {self.number(expr.cell)})"
            case ops.CellCount():
                return f"cell_count(c, S, {SETS[expr.how]}, {self.number(expr.of)})"
            case ops.CellHas():
                of, item = self.ordered((expr.of, self.number), (expr.item, self._sought))
                return f"cell_has(c, S, {SETS[expr.how]}, {of}, {item})"

    def _has(self, expr: ops.ListHas) -> str:
        """Whether a list holds a number."""
        words = self.marks.get(expr.reg)
        if words is None:
            return f"has({self.list(expr.reg)}, {self._sought(expr.value)})"
        if within(self.range(expr.value), (0, 64 * words - 1)):
            return f"is_marked(u{expr.reg}, {self.value(expr.value)})"
        return f"may_be_marked(u{expr.reg}, {words}, {self._sought(expr.value)})"

    def _sought(self, expr: Expr) -> str:
        """A number that is looked for: what fits no register becomes one that no register holds."""
        if not self.is_wide(expr):
            return self.value(expr)
        name = self.name(self.wide(expr), "wide")
        return f"(fits({name}) ? low_part({name}) : INT64_MIN)"

    def slot(self, base: int, index: Expr, rules: bool = False) -> str:
        """The slot base + index, which is in the position."""
        known = self.source.in_rules if rules else self.source.in_data
        if known(self.proc, base, index):
            if isinstance(index, ops.Const):
                return str(base + index.value)
            text = self.value(index)
            return f"{text} + {base}" if base > 0 else f"{text} - {-base}" if base else text
        return f"slot(c, {base}, {self.number(index)}, {'HEADER' if rules else '0'})"

    def zone(self, expr: Expr) -> str:
        """A zone instance that exists."""
        text = self.number(expr)
        return text if within(self.range(expr), (0, self.source.zones - 1)) else f"zone(c, {text})"

    def piece(self, expr: Expr) -> str:
        """A piece that exists, or 0."""
        return f"piece(c, {self.number(expr)})"

    def _look(self, expr: ops.Look) -> str:
        table = self.source.machine.tables[expr.table]
        if isinstance(expr.index, ops.Const):
            return number(table[expr.index.value] if 0 <= expr.index.value < len(table) else 0)
        text = self.number(expr.index)
        if within(self.range(expr.index), (0, len(table) - 1)):
            return f"(int64_t)k{expr.table}[{text}]"
        return f"t{expr.table}({text})"

    def _unary(self, expr: ops.Un) -> str:
        if expr.fn == "not":
            return f"(int64_t)!{self.test(expr.operand)}"
        if self.is_wide(expr.operand):
            return f"low_part({self._wide(expr)})"
        text = self.value(expr.operand)
        if expr.fn == "neg":
            return f"(-{text})"
        return text if self.range(expr.operand)[0] >= 0 else f"magnitude({text})"

    def _binary(self, expr: ops.Bin) -> str:
        fn = expr.fn
        if fn in COMPARES or fn in ("and", "or"):
            return f"(int64_t){self._test(expr)}"
        if self.is_wide(expr.left) or self.is_wide(expr.right):
            return f"low_part({self._wide(expr)})"
        left, right = self.ordered((expr.left, self.value), (expr.right, self.value))
        if fn in SUMS:
            return f"({left} {SUMS[fn]} {right})"
        if fn in ("min", "max"):
            return f"{'least' if fn == 'min' else 'most'}({left}, {right})"
        return self._guarded(expr, left, right)

    def _guarded(self, expr: ops.Bin, left: str, right: str) -> str:
        """A division or a shift, which fail for some numbers."""
        fn = expr.fn
        known = expr.right.value if isinstance(expr.right, ops.Const) else 0
        if fn == "<<":
            return f"({left} << {right if self._shifts(expr.right) else f'bits(c, {right}, {self.site})'})"
        if known > 0 and self.range(expr.left)[0] >= 0:
            return f"({left} {'/' if fn == '//' else '%'} {right})"
        by = right if known else f"divisor(c, {right}, {self.site})"
        return f"{'quotient' if fn == '//' else 'remainder_of'}({left}, {by})"

    def _shifts(self, expr: Expr) -> bool:
        return within(self.range(expr), (0, 62))

    def _choice(self, expr: ops.If, way: Way, kind: str) -> str:
        test = self.test(expr.test)
        then, before_then = self.aside(lambda: way(expr.then))
        otherwise, before_otherwise = self.aside(lambda: way(expr.otherwise))
        if not before_then and not before_otherwise:
            return f"({test} ? {then} : {otherwise})"
        name = self.fresh()
        self.lines += [f"{kind} {name};", f"if ({test}) {{", *before_then, f"{name} = {then};", "} else {"]
        self.lines += [*before_otherwise, f"{name} = {otherwise};", "}"]
        return name

    # ---- truth ----------------------------------------------------------------------------------------------------

    def _test(self, expr: Expr) -> str:
        match expr:
            case ops.Un("not"):
                return f"!{self.test(expr.operand)}"
            case ops.Bin("and" | "or" as fn):
                return self._junction(fn, expr)
            case ops.Bin(fn) if fn in COMPARES:
                if self.is_wide(expr.left) or self.is_wide(expr.right):
                    left, right = self.ordered((expr.left, self.wide), (expr.right, self.wide))
                    return f"(ordering({left}, {right}) {COMPARES[fn]} 0)"
                left, right = self.ordered((expr.left, self.value), (expr.right, self.value))
                return f"({left} {COMPARES[fn]} {right})"
            case ops.If():
                return self._choice(expr, self.test, "int")
            case _:
                return f"({self._value(expr)} != 0)"

    def _junction(self, fn: str, expr: ops.Bin) -> str:
        left = self.test(expr.left)
        right, before = self.aside(lambda: self.test(expr.right))
        if not before:
            return f"({left} {'&&' if fn == 'and' else '||'} {right})"
        name = self.fresh()
        self.lines += [f"int {name} = {left};", f"if ({name if fn == 'and' else '!' + name}) {{", *before]
        self.lines += [f"{name} = {right};", "}"]
        return name

    # ---- great numbers --------------------------------------------------------------------------------------------

    def _wide(self, expr: Expr) -> str:
        match expr:
            case ops.Bin(fn):
                if fn == "<<":
                    left, right = self.ordered((expr.left, self.wide), (expr.right, self.number))
                    return f"shifted({left}, bits(c, {right}, {self.site}))"
                left, right = self.ordered((expr.left, self.wide), (expr.right, self.wide))
                if fn in ("//", "%"):
                    return f"parted(c, {left}, {right}, {int(fn == '//')}, {self.site})"
                return f"{WIDE[fn]}({left}, {right})"
            case ops.Un(fn):
                return f"{'negated' if fn == 'neg' else 'positive'}({self.wide(expr.operand)})"
            case ops.If():
                return self._choice(expr, self.wide, "wide")
            case _:
                return f"of_long({self._value(expr)})"

    # ---- calls ----------------------------------------------------------------------------------------------------

    def call(self, proc: int, args: tuple[Expr, ...]) -> str:
        """A call of a function."""
        texts = self.ordered(*((arg, self.argument) for arg in args))
        return f"{self.called(proc)}({', '.join(['c', 'S', *texts])})"

    def called(self, proc: int) -> str:
        """The name of a function that is called."""
        return f"f{proc}"
