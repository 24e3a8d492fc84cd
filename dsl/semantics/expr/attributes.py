"""`attack of u`, `u.attack`, `hand of p`, `Field of u`, `p.battlefield[first, left]`: what is asked of one thing.

One word may mean several things, so they are looked for in this order: a kind (`Field of u`), `holder`, a value that
rules may modify, a definition, then what the thing has: fields, zones and boards.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from dsl.diagnostics import nearest
from dsl.semantics import model
from dsl.semantics.expr import bags, layouts
from dsl.semantics.expr.coercions import count, fit, in_front, lowered, narrowing, short
from dsl.semantics.expr.coordinates import indices_of, space_names
from dsl.semantics.expr.corners import none_of, touching
from dsl.semantics.expr.links import linked
from dsl.semantics.expr.memory import repetitions
from dsl.semantics.expr.sets import may_have_order, nth_of
from dsl.semantics.expr.space import named_step
from dsl.semantics.expr.tracks import number_on
from dsl.semantics.expr.uses_left import WORD, uses_left
from dsl.semantics.model import EnumOf, Many, Ref, ZoneValue
from dsl.semantics.scopes import Scope, bad, is_bad
from dsl.semantics.types import BOOL, UNKNOWN, Unknown, common_kind, is_a, related, say
from dsl.semantics.world import member, member_names
from dsl.source import Span
from dsl.spoken import all_of, numbered, one_of, said
from dsl.syntax import tree
from dsl.syntax.mistakes import library_names
from dsl.syntax.mistakes.foreign_words import COUNTS
from dsl.typed_words import LENGTHS, LONGEST

_WHOSE: Final = re.compile(r"\b[^\W\d]\w* of $")

_ASKED = {"repetitions": repetitions, WORD: uses_left}
"""What is asked of a memory or a limit, which are no values."""


def attribute(scope: Scope, node: tree.Attribute, _expected: model.Type | None) -> model.Expr:
    """`name of subject`."""
    named = _enum_value(scope, node)
    if named is not None:
        return named
    asked = _ASKED.get(node.name.text)
    answer = asked(scope, node.span, node.subject) if asked is not None else None
    if answer is not None:
        return answer
    subject = scope.expr(node.subject)
    if is_bad(subject):
        return subject
    found = _printed(scope, node, subject) if node.printed else _plain(scope, node, subject)
    return narrowed(scope, node, found)


def narrowed(scope: Scope, node: tree.Expr, expr: model.Expr) -> model.Expr:
    """The expression with the type that conditions gave it."""
    type_ = scope.narrow(node)
    if type_ is None:
        return expr
    have = expr.type
    if isinstance(type_, Unknown):
        if isinstance(have, EnumOf) and have.or_none:
            return lowered(expr, EnumOf(have.enum))
        return expr
    if isinstance(have, Ref) and isinstance(type_, Ref) and is_a(type_.kind, have.kind):
        return replace(expr, type=Ref(type_.kind, have.or_none))
    return expr


def _enum_value(scope: Scope, node: tree.Attribute) -> model.Expr | None:
    """`Line.first`: a value of an enum by its full name."""
    subject = node.subject
    if not isinstance(subject, tree.Ref) or scope.find(subject.name) is not None:
        return None
    enum = scope.world.things.enums.get(subject.name)
    if enum is None:
        return None
    scope.world.usage.read.add(enum)
    if node.name.text in enum.values:
        return model.Const(node.span, EnumOf(enum), enum.values.index(node.name.text))
    scope.world.unknown(node.name.span, node.name.text, said("value of {1}", enum.name), enum.values)
    return bad(node.span)


def _beside(scope: Scope, node: tree.Attribute, subject: model.Expr) -> model.Expr | None:
    """What touches a space, unless spaces of its kind have something else of that name."""
    own = isinstance(subject.type, Ref) and member(subject.type.kind, node.name.text) is not None
    return None if own else linked(scope, node, subject) or touching(scope, node, subject)


def _plain(scope: Scope, node: tree.Attribute, subject: model.Expr) -> model.Expr:
    name = node.name.text
    if name == "holder":
        return _holder(scope, node.span, subject)
    if name in scope.world.things.kinds:
        return _host(scope, node, subject, scope.world.things.kinds[name])
    number = number_on(scope, node, subject)
    if number is not None:
        return number
    applied = _applied(scope, node, subject) or named_step(scope, node, subject) or _beside(scope, node, subject)
    if applied is not None:
        return applied
    if isinstance(subject.type, EnumOf) and name == "place":
        return _place(node.span, subject, subject.type)
    if isinstance(subject.type, model.Word) and name == "length":
        lengths = model.Const(node.span, model.Int(LENGTHS, LENGTHS), LENGTHS)
        return model.Op(node.span, model.Int(0, LONGEST), "mod", (subject, lengths))
    about = layouts.asked(scope, node, subject)
    if about is not None:
        return about
    if isinstance(subject.type, Many):
        return _of_set(scope, node, subject, subject.type)
    if isinstance(subject.type, Ref):
        return _member(scope, node, subject, subject.type)
    return _no_such(scope, node, subject)


# ---- values and definitions ------------------------------------------------------------------------------------------


def _applied(scope: Scope, node: tree.Attribute, subject: model.Expr) -> model.Expr | None:
    """A value or definition of one parameter applied to the subject, where its parameter allows that."""
    world, name = scope.world, node.name.text
    value = world.play.values.get(name)
    if value is not None and len(value.params) == 1 and _concerns(subject.type, value.params[0].type):
        world.usage.read.add(value)
        arg = fit(scope, subject, value.params[0].type, said("the subject of the value `{1}`", name))
        return bad(node.span) if is_bad(arg) else model.ValueOf(node.span, value.type, value, (arg,), False)
    define = world.play.defines.get(name)
    if define is not None and len(define.params) == 1 and not _has_member(subject.type, name):
        if name == "place" and isinstance(subject.type, EnumOf) and not _concerns(subject.type, define.params[0].type):
            return None
        world.usage.read.add(define)
        arg = fit(scope, subject, define.params[0].type, said("what `{1} of` is applied to", name))
        return bad(node.span) if is_bad(arg) else call_define(scope, node.span, define, (arg,))
    return None


def call_define(scope: Scope, span: Span, define: model.Define, args: tuple[model.Expr, ...]) -> model.Expr:
    """A definition applied to checked arguments."""
    type_ = scope.world.infer(define)
    return model.CallDefine(span, type_, define, args)


def _concerns(have: model.Type, want: model.Type) -> bool:
    if isinstance(want, Unknown):  # which has been told
        return True
    if isinstance(have, Ref) and isinstance(want, Ref):
        return related(have.kind, want.kind)
    return not isinstance(have, Many | ZoneValue | Ref) and type(have) is type(want)


def _has_member(type_: model.Type, name: str) -> bool:
    return isinstance(type_, Ref) and member(type_.kind, name) is not None


# ---- hosts and holders -----------------------------------------------------------------------------------------------


def _owner_of_zone(scope: Scope, span: Span, zone: model.Expr) -> model.Expr:
    return model.ZoneOwner(span, Ref(scope.world.piece, True), zone)


def _holder(scope: Scope, span: Span, subject: model.Expr) -> model.Expr:
    type_ = Ref(scope.world.player, True)
    if isinstance(subject.type, ZoneValue):
        subject = _owner_of_zone(scope, span, subject)
    if isinstance(subject.type, Ref):
        return model.HolderOf(span, type_, subject)
    return scope.error("E104", span, said("only a piece, a space or a zone has a holder, not {1}", say(subject.type)))


def _host(scope: Scope, node: tree.Attribute, subject: model.Expr, kind: model.Kind) -> model.Expr:
    world, type_ = scope.world, Ref(kind, True)
    if world.things.cells is not None and kind is world.things.cells.kind:
        what = short(subject.span)
        return scope.error(
            "E104", node.span, said("the cell where a piece lies is `cell of {1}`, in small letters", what)
        )
    if kind is world.player:
        return _holder(scope, node.span, subject)
    if isinstance(subject.type, ZoneValue):
        owner = model.ZoneOwner(node.span, type_, subject)
        test = model.IsKind(node.span, BOOL, owner, kind.first, kind.last)
        return model.IfExpr(node.span, type_, test, owner, model.HostOf(node.span, type_, kind, owner))
    if isinstance(subject.type, Ref) and related(subject.type.kind, world.piece):
        return model.HostOf(node.span, type_, kind, subject)
    found = said("`{1}` is {2}", short(subject.span), say(subject.type))
    return scope.error("E104", node.span, said("`{1} of` asks where a piece lies, but {2}", kind.name, found))


def _place(span: Span, subject: model.Expr, type_: EnumOf) -> model.Expr:
    """`place of jack`: the place of a value in its enum, from 1; that of none is 0."""
    whole = model.Int(0 if type_.or_none else 1, len(type_.enum.values))
    if isinstance(subject, model.Const):
        place = subject.value + (not type_.or_none)
        return model.Const(span, model.Int(place, place), place)
    stored = replace(subject, type=model.Int(0, len(type_.enum.values) - (not type_.or_none)))
    return stored if type_.or_none else model.Op(span, whole, "+", (stored, model.Const(span, model.Int(1, 1), 1)))


# ---- what a thing has ------------------------------------------------------------------------------------------------


def _member(scope: Scope, node: tree.Attribute, subject: model.Expr, type_: Ref) -> model.Expr:
    found = member(type_.kind, node.name.text)
    if isinstance(found, model.Field):
        scope.world.usage.read.add(found)
        return model.FieldOf(node.span, found.type, found, subject)
    if isinstance(found, model.Zone):
        scope.world.usage.read.add(found)
        return model.ZoneOf(node.span, ZoneValue(_contents(scope, found)), found, subject)
    if isinstance(found, model.Board):
        return model.BoardSpaces(node.span, Many(Ref(found.kind)), found, subject)
    return _no_such(scope, node, subject)


def _contents(scope: Scope, zone: model.Zone) -> model.Kind:
    return common_kind(zone.kinds) or scope.world.piece


def zone_of_table(scope: Scope, span: Span, zone: model.Zone) -> model.Expr:
    """A zone of the table."""
    scope.world.usage.read.add(zone)
    return model.ZoneOf(span, ZoneValue(_contents(scope, zone)), zone, None)


def _of_set(scope: Scope, node: tree.Attribute, subject: model.Expr, type_: Many) -> model.Expr:
    """`standing of p.battlefield`: the members of the zones of all members."""
    zone = member(type_.of.kind, node.name.text) if isinstance(type_.of, Ref) else None
    if isinstance(zone, model.Zone):
        scope.world.usage.read.add(zone)
        return model.MembersOf(node.span, Many(Ref(_contents(scope, zone))), None, zone, subject)
    name, what = node.name.text, short(subject.span)
    if zone is None and name not in (*scope.world.play.values, *scope.world.play.defines):
        return _no_such(scope, node, subject)
    hint = said("say what to do with them: `sum of {1} of x for x in {2}`, `some x in {3} where ...`", name, what, what)
    return scope.error("E104", node.span, said("`{1}` is a set, and `{2} of` asks one thing", what, name), hint)


def _printed(scope: Scope, node: tree.Attribute, subject: model.Expr) -> model.Expr:
    """`printed speed of u`: what the card says, or a value without its modifiers."""
    name = node.name.text
    found = member(subject.type.kind, name) if isinstance(subject.type, Ref) else None
    if isinstance(found, model.Field):
        scope.world.usage.read.add(found)
        return model.FieldOf(node.span, found.type, found, subject)
    applied = _applied(scope, node, subject) if name in scope.world.play.values else None
    if isinstance(applied, model.ValueOf):
        return model.ValueOf(node.span, applied.type, applied.value, applied.args, True)
    return applied if applied is not None else _no_such(scope, node, subject)


def _no_such(scope: Scope, node: tree.Attribute, subject: model.Expr) -> model.Expr:
    """Nothing of that name: E104 if narrower kinds have it, else E101 with the nearest name."""
    world, name, type_ = scope.world, node.name.text, subject.type
    inner = type_.of if isinstance(type_, Many) else type_
    if not isinstance(inner, Ref):
        return _has_no_members(scope, node, subject)
    if name == "text" and isinstance(type_, Ref) and is_a(inner.kind, world.piece):
        message = said("the text of `{1}` is for players, and rules cannot ask it", short(subject.span))
        hint = said('it stands in the words that they read: `say "{text of {1}}"`', short(subject.span))
        return scope.error("E104", node.span, message, hint)
    below = [kind for kind in world.below(inner.kind) if name in (*kind.fields, *kind.zones, *kind.boards)]
    if below:
        kinds, what = all_of(kind.name for kind in below), short(subject.span)
        hint = narrowing(what, below[0])
        message = said("not every {1} has `{2}`, only {3}", inner.kind.name, name, kinds)
        return scope.error("E104", node.name.span, message, hint)
    known = [*member_names(inner.kind), *world.play.values, *world.play.defines, *world.things.kinds, "holder"]
    what = f"`{name}`" if name not in world.taken else said("`{1}` (it is {2})", name, world.taken[name][1])
    _unknown_member(scope, node.name, what, inner.kind, known, _of_another(scope, node))
    return bad(node.span)


def _has_no_members(scope: Scope, node: tree.Attribute, subject: model.Expr) -> model.Expr:
    """A bag, a zone, a number: nothing is asked of it by a name."""
    world, name, type_ = scope.world, node.name.text, subject.type
    if isinstance(type_, model.BagOf) and name in type_.enum.values:
        hint = said("how many there are: `{1}[{2}]`", in_front(subject.span), name)
        message = said("`{1}` is {2}, and `{3}` is what it counts", short(subject.span), say(type_), name)
        return scope.error("E104", node.span, message, hint)
    hint = None
    if isinstance(type_, ZoneValue) and name not in world.play.defines and name not in world.play.values:
        hint = said("write `{1} of x` for one piece x of the zone", name)
        if name in COUNTS:
            hint = said("how many there are: `size of {1}`", short(subject.span))
    return scope.error(
        "E104", node.span, said("`{1}` is {2}, which has no `{3}`", short(subject.span), say(type_), name), hint
    )


def _of_another(scope: Scope, node: tree.Attribute) -> str | None:
    """`holder of this.coins` asks for the coins of this: what to write where those of the holder are meant."""
    file, start, end = node.span.file, node.span.start, node.span.end
    begun = file.line_starts[node.span.line - 1]
    whose = _WHOSE.search(file.text[begun:start])
    dotted = node.subject.span.end < node.name.span.start
    if (
        whose is None
        or not dotted
        or not any(node.name.text in member_names(kind) for kind in scope.world.things.kinds.values())
    ):
        return None
    line, at, behind = file.line(node.span.line).partition("#")[0], whose.start(), end - begun
    subject = line[at : node.subject.span.end - begun]
    return said("write: {1}", f"{line[:at]}({subject}).{node.name.text}{line[behind:]}".strip())


def _unknown_member(
    scope: Scope, name: tree.Name, what: str, kind: model.Kind, known: Iterable[str], other: str | None = None
) -> None:
    if scope.world.is_lost(name.text):
        return
    near = nearest(name.text, known)
    hint = said("did you mean `{1}`?", near[0]) if near else None
    hint = other or hint or none_of(scope.world, kind, name.text) or library_names.hint("member", name.text)
    message = said("{1} has no {2}", one_of(kind.name), what)
    scope.world.error("E101", name.span, message, hint)


# ---- boards ----------------------------------------------------------------------------------------------------------


def at(scope: Scope, node: tree.At, _expected: model.Type | None) -> model.Expr:
    """`p.battlefield[first, left]`."""
    if isinstance(node.subject, tree.Ref) and node.subject.name in scope.world.things.enums:
        return scope.error("E104", node.span, said("`{1}` is an enum, and only a board has spaces", node.subject.name))
    spaces = scope.expr(node.subject)
    if is_bad(spaces):
        return spaces
    if isinstance(spaces.type, model.BagOf):
        return bags.count_in(scope, node, spaces)
    if layouts.is_layout(scope.world, spaces):
        return layouts.at(scope, node, spaces)
    if isinstance(spaces, model.BoardSpaces):
        return _space_at(scope, node, spaces)
    if isinstance(spaces.type, model.ZoneValue) and (len(node.indices) == 1 or may_have_order(scope.world, spaces)):
        return nth_of(scope, node, spaces)
    found = said("`{1}` is {2}", short(node.subject.span), say(spaces.type))
    hint = None
    if isinstance(spaces.type, Ref | EnumOf | model.KeptSet):
        hint = said(
            "what a bag or a row holds is asked of it: `p.stock[wood]`, or `(stock of p)[wood]`, `(row of p)[2]`"
        )
    return scope.error("E104", node.span, said("only a board has spaces to pick by coordinates, but {1}", found), hint)


def _space_at(scope: Scope, node: tree.At, spaces: model.BoardSpaces) -> model.Expr:
    board = spaces.board
    if len(node.indices) == 1 and isinstance(node.indices[0], tree.CardRef):
        return _named(scope, node.span, spaces, node.indices[0])
    if len(node.indices) != len(board.dims):
        names = ", ".join(name for name, _, _ in board.dims)
        message = said(
            "the board `{1}` has {2} ({3}), not {4}",
            board.name,
            numbered(len(board.dims), "{1} coordinate", "{1} coordinates"),
            names,
            len(node.indices),
        )
        return scope.error("E105", node.span, message)
    indices: list[model.Expr] = []
    for (name, _, _), index in zip(board.dims, node.indices, strict=True):
        field = member(board.kind, name)
        type_ = field.type if isinstance(field, model.Field) else UNKNOWN
        if isinstance(type_, model.Int):
            indices.append(count(scope, index, said("the coordinate `{1}`", name)))
        else:
            indices.append(fit(scope, scope.expr(index, type_), type_, said("the coordinate `{1}`", name)))
    if any(is_bad(index) for index in indices):
        return bad(node.span)
    return model.SpaceAt(node.span, Ref(board.kind, True), board, spaces.subject, tuple(indices))


def _named(scope: Scope, span: Span, spaces: model.BoardSpaces, text: tree.CardRef) -> model.Expr:
    """`grid["a2"]`: a space by what players call it."""
    board = spaces.board
    numbers = indices_of(board, text.title)
    if numbers is None:
        names = space_names(board)
        hint = said('its spaces are "{1}" to "{2}"', names[0], names[-1]) if names else None
        return scope.error("E102", text.span, said('the board `{1}` has no space "{2}"', board.name, text.title), hint)
    types = [
        field.type if isinstance(field := member(board.kind, name), model.Field) else UNKNOWN
        for name, _, _ in board.dims
    ]
    indices = tuple(model.Const(text.span, type_, number) for type_, number in zip(types, numbers, strict=True))
    return model.SpaceAt(span, Ref(board.kind, True), board, spaces.subject, indices)
