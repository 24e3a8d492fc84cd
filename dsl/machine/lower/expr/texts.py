"""Texts with holes: templates of the machine and the values of their holes."""

from __future__ import annotations

from collections.abc import Callable

from dsl.machine.ir import ops
from dsl.machine.ir.ops import Expr, Shown
from dsl.machine.lower.builder import Code, NotLowered, Work
from dsl.machine.lower.expr.expressions import expr
from dsl.machine.lower.expr.sets import argument
from dsl.machine.lower.program.cardinality import most
from dsl.machine.lower.program.kinds import is_a
from dsl.semantics import model as m

MOST_SHOWN = 12
"""Members of a set that a text shows; it ends in "..." where there are more."""


def shown(program: m.Program, type_: m.Type) -> Shown:
    """How a value of a type reads."""
    match type_:
        case m.Bool():
            return Shown("bool")
        case m.EnumOf():
            return Shown("enum", program_enums(program).index(type_.enum), type_.or_none)
        case m.FlagSet():
            return Shown("flags", program_enums(program).index(type_.enum))
        case m.ThingSet():
            pieces = is_a(type_.kind, program.piece_kind)
            return Shown("pieces" if pieces else "things", type_.first, bits=type_.size)
        case m.Word():
            return Shown("word")
        case m.BagOf():
            return Shown("bag", program_enums(program).index(type_.enum), bits=type_.bits)
        case m.Ref():
            return Shown("entity")
        case m.ZoneValue():
            return Shown("zone")
        case m.Int(parts=parts) if parts > 1:
            return Shown("parts", parts)
        case _:
            return Shown("number")


def program_enums(program: m.Program) -> list[m.Enum]:
    """The enums of a program and those of its rulings, which no list of the program holds."""
    readings = [option.type.enum for option in program.options if isinstance(option.type, m.EnumOf)]
    return list(dict.fromkeys([*program.enums, *readings]))


def template(code: Code, text: m.Template | None) -> tuple[int, tuple[Expr, ...]]:
    """The number of a template and the values of its holes; -1 for no text."""
    if text is None:
        return -1, ()
    values: list[Expr] = []
    for part in text.parts:
        if isinstance(part, m.Expr):
            values.extend(_hole(code, part))
    return template_number(code.work, text), tuple(values)


def template_number(work: Work, text: m.Template) -> int:
    """The number of a template, without its holes."""
    parts = tuple(part if isinstance(part, str) else _shown(work, part) for part in text.parts)
    return work.templates.add(ops.TextTemplate(parts))


def words(work: Work, text: str) -> int:
    """The number of a text without holes."""
    return work.templates.add(ops.TextTemplate((text,)))


def _shown(work: Work, part: m.Expr) -> Shown:
    if isinstance(part, m.TextOf):
        return Shown("words")
    if isinstance(part.type, m.Many):
        return Shown("entities", min(MOST_SHOWN, most(work.program, part)))
    return shown(work.program, part.type)


def _hole(code: Code, part: m.Expr) -> list[Expr]:
    """The value of a hole; for a set as many numbers as it can have members, 0 for those it has not."""
    if not isinstance(part.type, m.Many):
        return [expr(code, part)]
    found = argument(code, part)
    return [_member(part, found, index) for index in range(_shown(code.work, part).index)]


def _member(part: m.Expr, found: Expr, index: int) -> Expr:
    if not isinstance(found, ops.ListReg):
        raise NotLowered(part.span, "this set cannot be shown")
    return ops.ListItem(found.reg, ops.Const(index))


def holes(work: Work, text: m.Template | None) -> list[Callable[[Code], Expr]]:
    """The values of the holes of a text one by one, each to be written into a function of its own."""
    found: list[Callable[[Code], Expr]] = []
    for part in text.parts if text is not None else ():
        if not isinstance(part, m.Expr):
            continue
        if not isinstance(part.type, m.Many):
            found.append(lambda code, part=part: expr(code, part))
            continue
        for index in range(_shown(work, part).index):
            found.append(lambda code, part=part, index=index: _member(part, argument(code, part), index))
    return found
