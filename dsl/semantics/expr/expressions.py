"""Expressions: names, literals, logic, applications. The modules beside this one hold the rest.

A name means, in this order: a local, a value of the enum that is expected here, something the game declares, and a
value of the only enum that has it. The table at the end says which function checks which form.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dsl.semantics import model
from dsl.semantics.expr import arithmetic, attributes, comparisons, corners, layouts, sets, space
from dsl.semantics.expr.calls import arguments
from dsl.semantics.expr.coercions import alike, all_values, player, raised, short, truth
from dsl.semantics.expr.constants import card_copy, player_id, word_number
from dsl.semantics.expr.fits import fits_in
from dsl.semantics.expr.unknown_names import unknown_name
from dsl.semantics.model import BagOf, Const, EnumOf, FlagSet, Int, Many, Op, Ref, Type, ZoneValue
from dsl.semantics.scopes import Scope, bad, is_bad
from dsl.semantics.types import BOOL, Unknown, join, say
from dsl.source import Span
from dsl.spoken import marked, said
from dsl.syntax import tree

# ---- names -----------------------------------------------------------------------------------------------------------


def name(scope: Scope, node: tree.Ref, expected: Type | None) -> model.Expr:
    """A bare name."""
    found = scope.find(node.name)
    if isinstance(found, model.Local):
        return attributes.narrowed(scope, node, model.LocalRef(node.span, found.type, found))
    if found is not None:
        return found
    enum = _enum_of(expected)
    if enum is not None and node.name in enum.values:
        return Const(node.span, EnumOf(enum), enum.values.index(node.name))
    known = _builtin(scope, node) or _declared(scope, node)
    if known is not None:
        return known
    enums = scope.world.enums_with(node.name)
    if len(enums) == 1:
        scope.world.usage.read.add(enums[0])
        return Const(node.span, EnumOf(enums[0]), enums[0].values.index(node.name))
    if enums:
        ways = ", ".join(f"{enum.name}.{node.name}" for enum in enums)
        return scope.error(
            "E104", node.span, said("`{1}` is a value of several enums; write one of {2}", node.name, ways)
        )
    if isinstance(expected, model.Word):
        hint = said('a word stands in quotes: "{1}"', node.name)
        return scope.error("E101", node.span, said("there is no name `{1}`", node.name), hint)
    return unknown_name(scope, node, enum)


def _enum_of(type_: Type | None) -> model.Enum | None:
    if isinstance(type_, Many):
        type_ = type_.of
    return type_.enum if isinstance(type_, EnumOf | FlagSet | BagOf) else None


def _builtin(scope: Scope, node: tree.Ref) -> model.Expr | None:
    world = scope.world
    if node.name == "players":
        return model.KindMembers(node.span, Many(Ref(world.player)), world.player)
    if node.name == "box":
        return Const(node.span, ZoneValue(world.piece), 0)
    if node.name in ("over", "drawn"):
        return model.GameFact(node.span, BOOL, node.name)
    if node.name == "winner":
        return model.GameFact(node.span, Ref(world.player, True), node.name)
    if node.name == "passed":
        body = scope.body
        if body.passed is None:
            body.passed = model.Local("passed", BOOL, None)
        body.passed_at = body.passed_at or node.span
        scope.note(body.passed)
        return model.LocalRef(node.span, BOOL, body.passed)
    return None


def _declared(scope: Scope, node: tree.Ref) -> model.Expr | None:
    """Something the game declares, used without arguments."""
    world, word = scope.world, node.name
    if word in world.choices.options:
        return _option(scope, node, world.choices.options[word])
    if word in world.things.table_fields:
        field = world.things.table_fields[word]
        world.usage.read.add(field)
        return attributes.narrowed(scope, node, model.FieldOf(node.span, field.type, field, None))
    if word in world.things.table_zones:
        return attributes.zone_of_table(scope, node.span, world.things.table_zones[word])
    if word in world.things.table_boards:
        board = world.things.table_boards[word]
        return model.BoardSpaces(node.span, Many(Ref(board.kind)), board, None)
    if word in world.things.kinds:
        kind = world.things.kinds[word]
        if world.things.cells is not None and kind is world.things.cells.kind:
            return layouts.forbid_all(scope, node.span)
        return model.KindMembers(node.span, Many(Ref(kind)), kind)
    if word in world.things.enums:
        world.usage.read.add(world.things.enums[word])
        return all_values(node.span, world.things.enums[word])
    if word in world.directions.named:
        return space.direction(world, node.span, word)
    if word in world.play.values or word in world.play.defines:
        return _applied(scope, tree.Apply(node.span, tree.Name(node.span, word), ()))
    return _not_a_value(scope, node.span, word)


def _option(scope: Scope, node: tree.Ref, option: model.Option) -> model.Expr:
    scope.world.usage.read.add(option)
    if isinstance(option.value, list):
        hint = said("write `{1} of p`", option.name)
        return scope.error("E104", node.span, said("the option `{1}` is different for each player", option.name), hint)
    scope.world.choices.changeable.add(node.span)
    type_ = Int(option.value, option.value) if isinstance(option.type, Int) else option.type
    return Const(node.span, type_, option.value)


def _not_a_value(scope: Scope, span: Span, word: str) -> model.Expr | None:
    """E130 for a name that changes the position; None for a name that is not known at all."""
    world = scope.world
    if word in world.play.events or word in world.play.procedures or word == "move" or world.actions_named(word):
        what = world.taken[word][1] if word in world.taken else said("an action")
        message = said("`{1}` is {2}: it changes the position, and only conditions and values stand here", word, what)
        return scope.error("E130", span, message)
    if word in world.lost.broken:
        return bad(span)
    if word in world.taken:
        return scope.error("E104", span, said("`{1}` is {2} and has no value", word, world.taken[word][1]))
    return None


# ---- plain values ----------------------------------------------------------------------------------------------------


def whole(_scope: Scope, node: tree.Number, _expected: Type | None) -> model.Expr:
    """A written number."""
    return Const(node.span, Int(node.value, node.value), node.value)


def literal(scope: Scope, node: tree.Literal, expected: Type | None) -> model.Expr:
    """`yes`, `no`, `none`."""
    if node.word != "none":
        return Const(node.span, BOOL, int(node.word == "yes"))
    if isinstance(expected, model.Word):
        return Const(node.span, expected, 0)
    if isinstance(expected, Ref):
        return Const(node.span, Ref(expected.kind, True), 0)
    if isinstance(expected, EnumOf):
        return Const(node.span, EnumOf(expected.enum, True), 0)
    if expected is None:
        return scope.error("E104", node.span, said("what `none` stands for cannot be seen here"))
    return (
        bad(node.span)
        if isinstance(expected, Unknown)
        else scope.error("E104", node.span, said("{1} is never none", say(expected)))
    )


def card(scope: Scope, node: tree.CardRef, expected: Type | None) -> model.Expr:
    """`"Ada"`, `"Ada" copy 2`; a word where one is wanted."""
    if isinstance(expected, model.Word) and node.copy is None:
        number = word_number(scope.world, node.span, node.title)
        return bad(node.span) if number is None else Const(node.span, expected, number)
    found = card_copy(scope.world, node)
    return bad(node.span) if found is None else Const(node.span, Ref(found[0].kind), found[1])


def player_number(scope: Scope, node: tree.PlayerRef, _expected: Type | None) -> model.Expr:
    """`player 1`; a player beyond those of this game is none."""
    entity = player_id(scope.world, node.span, node.number)
    if entity is None:
        return bad(node.span)
    return Const(node.span, Ref(scope.world.player), entity if entity <= scope.world.setup.players else 0)


# ---- operators -------------------------------------------------------------------------------------------------------


def binary(scope: Scope, node: tree.Binary, _expected: Type | None) -> model.Expr:
    """Arithmetic, logic, comparisons."""
    if node.op in ("and", "or"):
        return _logic(scope, node)
    if node.op in ("in", "not in"):
        return comparisons.is_in(scope, node)
    if node.op in ("+", "-", "*", "/", "mod"):
        return arithmetic.calculated(scope, node)
    return comparisons.compare(scope, node)


def _logic(scope: Scope, node: tree.Binary) -> model.Expr:
    """`and`, `or`: the right side knows what the left one said."""
    left = truth(scope, node.left, said("what stands beside `{1}`", node.op))
    inner = scope.knowing(node.left, node.op == "and")
    right = truth(inner, node.right, said("what stands beside `{1}`", node.op))
    if is_bad(left) or is_bad(right):
        return bad(node.span)
    return Op(node.span, BOOL, node.op, (left, right))


def unary(scope: Scope, node: tree.Unary, _expected: Type | None) -> model.Expr:
    """`not x`, `-x`."""
    if node.op == "not":
        inner = truth(scope, node.operand, said("what follows `not`"))
        return inner if is_bad(inner) else Op(node.span, BOOL, "not", (inner,))
    return arithmetic.negative(scope, node)


def conditional(scope: Scope, node: tree.Conditional, expected: Type | None) -> model.Expr:
    """`(if c then a else b)`."""
    test = truth(scope, node.condition)
    yes, no = scope.knowing(node.condition), scope.knowing(node.condition, False)
    if expected is None and _says_less(scope, node.then, node.otherwise):
        otherwise = no.expr(node.otherwise)
        then = yes.expr(node.then, _members(otherwise.type))
    else:
        then = yes.expr(node.then, expected)
        otherwise = no.expr(node.otherwise, expected or _members(then.type))
    if is_bad(test) or is_bad(then) or is_bad(otherwise):
        return bad(node.span)
    if isinstance(then.type, ZoneValue) != isinstance(otherwise.type, ZoneValue):
        then, otherwise = (_set_if_zone(part) for part in (then, otherwise))
    then, otherwise = alike(then, otherwise)
    type_ = join(then.type, otherwise.type)
    if type_ is None:
        found = said(
            "`{1}` is {2} and `{3}` is {4}",
            short(then.span),
            say(then.type),
            short(otherwise.span),
            say(otherwise.type),
        )
        return scope.error("E104", node.span, said("both answers must be of one type, but {1}", found))
    if isinstance(type_, EnumOf) and type_.or_none:
        then, otherwise = (_raise_if_plain(part, type_) for part in (then, otherwise))
    return model.IfExpr(node.span, type_, test, then, otherwise)


def _says_less(scope: Scope, one: tree.Expr, other: tree.Expr) -> bool:
    """Whether what `one` means must be seen from the other answer."""
    empty = (isinstance(one, tree.SetOf) and not one.parts) or isinstance(one, tree.Literal)
    return comparisons.is_weak(scope, one) and (empty or not comparisons.is_weak(scope, other))


def _members(type_: Type) -> Type:
    """What `{}` means beside a zone: no pieces."""
    return Many(Ref(type_.kind)) if isinstance(type_, ZoneValue) else type_


def _set_if_zone(expr: model.Expr) -> model.Expr:
    if isinstance(expr.type, ZoneValue):
        return model.MembersOf(expr.span, Many(Ref(expr.type.kind)), expr, None, None)
    return expr


def _raise_if_plain(expr: model.Expr, type_: EnumOf) -> model.Expr:
    return raised(expr, type_) if isinstance(expr.type, EnumOf) and not expr.type.or_none else expr


def can(scope: Scope, node: tree.Can, _expected: Type | None) -> model.Expr:
    """`p can attack`: of several actions of the name, or all of a window, at least one."""
    who = player(scope, node.player, said("who can act"))
    sources = scope.world.actions_named(node.action.text)
    window = scope.world.play.windows.get(node.action.text)
    if window is not None and not sources:
        sources = [source for source in scope.world.play.actions if window in source.action.windows]
        if not sources:
            return who if is_bad(who) else Const(node.span, BOOL, 0)
    if not sources:
        names = [*(source.action.name for source in scope.world.play.actions), *scope.world.play.windows]
        scope.world.unknown(node.action.span, node.action.text, marked("action"), names)
        return bad(node.span)
    if is_bad(who):
        return who
    found: model.Expr | None = None
    for source in sources:
        scope.world.usage.read.add(source.action)
        asked = model.CanAct(node.span, BOOL, who, source.action)
        found = asked if found is None else Op(node.span, BOOL, "or", (found, asked))
    assert found is not None
    return found


# ---- applications ----------------------------------------------------------------------------------------------------


def apply(scope: Scope, node: tree.Apply, _expected: Type | None) -> model.Expr:
    """`near(a, b)`, `a reaches b`, `min(a, b)`."""
    word = node.name.text
    if word in ("min", "max", "abs"):
        return arithmetic.measure(scope, node)
    if word in ("down", "up") and word not in scope.world.taken:
        return arithmetic.rounded(scope, node)
    if word in scope.world.play.defines or word in scope.world.play.values:
        return _applied(scope, node)
    wrong = _not_a_value(scope, node.name.span, word)
    if wrong is not None:
        return wrong
    known = [*scope.world.play.defines, *scope.world.play.values, "min", "max", "abs"]
    scope.world.unknown(node.name.span, word, marked("definition"), known)
    return bad(node.span)


def _applied(scope: Scope, node: tree.Apply) -> model.Expr:
    world, word = scope.world, node.name.text
    found = world.play.values.get(word) or world.play.defines[word]
    world.usage.read.add(found)
    args = arguments(scope, node.span, found.name, found.params, node.args)
    if args is None:
        return bad(node.span)
    if isinstance(found, model.Value):
        return model.ValueOf(node.span, found.type, found, args, False)
    return attributes.call_define(scope, node.span, found, args)


EXPRESSIONS: Final[dict[type[tree.Expr], Callable[..., model.Expr]]] = {
    tree.Ref: name,
    tree.Number: whole,
    tree.Literal: literal,
    tree.CardRef: card,
    tree.PlayerRef: player_number,
    tree.Attribute: attributes.attribute,
    tree.At: attributes.at,
    tree.Apply: apply,
    tree.Binary: binary,
    tree.Unary: unary,
    tree.Conditional: conditional,
    tree.Can: can,
    tree.FitsIn: fits_in,
    tree.Range: sets.in_range,
    tree.Union: sets.union,
    tree.SetOf: sets.set_of,
    tree.WordsSuchAs: sets.words_such_as,
    tree.Quantified: sets.quantified,
    tree.StepFrom: space.step_from,
    tree.EdgeFrom: corners.edge_from,
    tree.CrossedFrom: corners.crossed_from,
    tree.LineFrom: space.line_from,
    tree.LongestRun: space.longest_run,
    tree.LongestWay: space.longest_way,
    tree.EndOf: sets.end_of,
    tree.SizeOf: sets.size_of,
}
