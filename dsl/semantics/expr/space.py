"""Space: the directions a game declares, steps and lines from a space, runs, and what is reached step by step.

All directions of a game are values of one enum, `Direction`; a direction is a step in the coordinates of a board. A set
of directions has a name too. What depends on the board alone is worked out when the game is compiled (dsl/machine).
"""

from __future__ import annotations

from collections.abc import Iterable

from dsl.semantics import model
from dsl.semantics.expr.coercions import as_set, count, element, short, truth
from dsl.semantics.expr.constants import whole_number
from dsl.semantics.model import Const, EnumOf, Many, Ref, Type
from dsl.semantics.scopes import Scope, bad, is_bad
from dsl.semantics.types import SET_BITS, UNKNOWN, is_a, join, number, related, say
from dsl.semantics.walk import walk
from dsl.semantics.world import World
from dsl.source import Span
from dsl.spoken import marked, said
from dsl.syntax import tree

ENUM = "Direction"
_MOST = SET_BITS
MOST_STEPS = 60
_FARTHEST = 99  # steps of one direction along one coordinate


# ---- declarations ----------------------------------------------------------------------------------------------------


def declare_directions(world: World, items: Iterable[tree.DirectionsItem]) -> None:
    """Enter the directions and the sets of directions of a game."""
    found = list(items)
    if not found:
        return
    if not world.declare(tree.Name(found[0].name.span, ENUM), said("the enum of all directions")):
        return
    enum = model.Enum(ENUM, [], [], found[0].name.span)
    world.things.enums[ENUM] = world.directions.enum = enum
    world.usage.read.add(enum)
    named = [item for item in found if world.declare(item.name, said("a set of directions"))]
    for item in named:
        for name, vector in item.parts:
            if name is not None and vector is not None and world.declare(name, said("a direction")):
                _new(world, enum, name.text, vector, name.span)
                world.directions.named[name.text] = (len(enum.values) - 1,)
    waiting = {item.name.text: item for item in named}
    for item in named:
        _members(world, enum, item, waiting, ())


def _new(world: World, enum: model.Enum, name: str, vector: tuple[int, ...], span: Span) -> int:
    if not any(vector):
        world.error(
            "E106", span, said("a direction that goes nowhere is none"), said("at least one number must not be 0")
        )
    if any(abs(step) > _FARTHEST for step in vector):
        world.error("E106", span, said("a direction goes at most {1} along each coordinate", _FARTHEST))
    if len(enum.values) == _MOST:
        world.error("E106", span, said("the game has more than {1} directions; {2} are the most", _MOST, _MOST))
    enum.values.append(name)
    enum.labels.append(name)
    world.directions.vectors.append(vector)
    return len(enum.values) - 1


def _members(
    world: World,
    enum: model.Enum,
    item: tree.DirectionsItem,
    waiting: dict[str, tree.DirectionsItem],
    above: tuple[str, ...],
) -> tuple[int, ...]:
    """The directions of a set, each once, in the order in which they are written."""
    word = item.name.text
    if word in world.directions.named:
        return world.directions.named[word]
    found: dict[int, None] = {}
    for name, vector in item.parts:
        if name is None:
            assert vector is not None
            known = world.directions.vectors.index(vector) if vector in world.directions.vectors else None
            label = f"{word} {len(found) + 1}"
            found[_new(world, enum, label, vector, item.span) if known is None else known] = None
        elif name.text in world.directions.named:
            found.update(dict.fromkeys(world.directions.named[name.text]))
        elif name.text in (*above, word):
            world.error("E120", name.span, said("`{1}` is a part of itself", word))
        elif name.text in waiting:
            found.update(dict.fromkeys(_members(world, enum, waiting[name.text], waiting, (*above, word))))
        elif vector is None:
            world.unknown(name.span, name.text, marked("direction"), [*world.directions.named, *waiting])
    world.directions.named[word] = tuple(found)
    world.directions.sets.add(word)
    return tuple(found)


# ---- names -----------------------------------------------------------------------------------------------------------


def direction(world: World, span: Span, word: str) -> model.Expr:
    """A direction or a set of directions by its name."""
    assert world.directions.enum is not None
    type_ = EnumOf(world.directions.enum)
    parts = tuple(Const(span, type_, value) for value in world.directions.named[word])
    return model.UnionOf(span, Many(type_), parts) if word in world.directions.sets else parts[0]


def named_step(scope: Scope, node: tree.Attribute, subject: model.Expr) -> model.Expr | None:
    """`north of s`, `diagonals of s`, and `d of s` for a local direction d; None if the name is no direction."""
    world, word = scope.world, node.name.text
    if world.directions.enum is None:
        return None
    if not is_space(world, subject.type):
        return _on_a_piece(scope, node, subject) if word in world.directions.named else None
    local = scope.local(word)
    if local is not None:
        if _of_directions(world, local.type):
            return _step(scope, node.span, subject, model.LocalRef(node.name.span, local.type, local))
        return None
    if word not in world.directions.named:
        return None
    return _step(scope, node.span, subject, direction(world, node.name.span, word))


def _on_a_piece(scope: Scope, node: tree.Attribute, subject: model.Expr) -> model.Expr | None:
    """E104 for `north of u` where u is a piece; None for what is neither piece nor space."""
    world, what = scope.world, short(node.subject.span)
    if not isinstance(subject.type, Ref) or not is_a(subject.type.kind, world.piece) or not world.things.boards:
        return None
    kind = world.things.boards[0].kind.name
    message = said("`{1} of` is asked of a space, but `{2}` is {3}", node.name.text, what, say(subject.type))
    hint = said("the space it stands on: `{1} of {2} of {3}`", node.name.text, kind, what)
    return scope.error("E104", node.span, message, hint)


def is_space(world: World, type_: Type) -> bool:
    """Whether something is a space."""
    return isinstance(type_, Ref) and is_a(type_.kind, world.space)


def _of_directions(world: World, type_: Type) -> bool:
    of = type_.of if isinstance(type_, Many) else type_
    return isinstance(of, EnumOf) and of.enum is world.directions.enum


# ---- steps and lines -------------------------------------------------------------------------------------------------


def step_from(scope: Scope, node: tree.StepFrom, _expected: Type | None) -> model.Expr:
    """`step from s along d`, `steps from s along D`."""
    start, along = start_of(scope, node.start), along_of(scope, node.along)
    if is_bad(start) or is_bad(along):
        return bad(node.span)
    if node.many:
        along = _as_directions(along)
    elif isinstance(along.type, Many):
        hint = said("write `steps from {1} along ...`, which is a set", short(node.start.span))
        message = said("`step from` goes in one direction, and `{1}` is a set of them", short(node.along.span))
        return scope.error("E104", node.along.span, message, hint)
    return _step(scope, node.span, start, along)


def _step(scope: Scope, span: Span, start: model.Expr, along: model.Expr) -> model.Expr:
    assert isinstance(start.type, Ref)
    if not _fits_a_board(scope, start, along):
        return bad(span)
    kind = start.type.kind
    return model.StepFrom(span, Many(Ref(kind)) if isinstance(along.type, Many) else Ref(kind, True), start, along)


def line_from(scope: Scope, node: tree.LineFrom, _expected: Type | None) -> model.Expr:
    """`line from s along D`."""
    start, along = start_of(scope, node.start), along_of(scope, node.along)
    if is_bad(start) or is_bad(along) or not _fits_a_board(scope, start, along):
        return bad(node.span)
    assert isinstance(start.type, Ref)
    return model.LineFrom(node.span, Many(Ref(start.type.kind)), start, _as_directions(along))


def _as_directions(along: model.Expr) -> model.Expr:
    return along if isinstance(along.type, Many) else model.UnionOf(along.span, Many(along.type), (along,))


def start_of(scope: Scope, node: tree.Expr) -> model.Expr:
    """What must be a space."""
    start = scope.expr(node)
    if is_bad(start) or is_space(scope.world, start.type):
        return start
    what = said("`{1}` is {2}", short(node.span), say(start.type))
    hint = None
    if isinstance(start.type, Ref) and is_a(start.type.kind, scope.world.piece):
        kinds = [board.kind.name for board in scope.world.things.boards]
        hint = said("the space it stands on is `{1} of {2}`", kinds[0], short(node.span)) if kinds else None
    return scope.error("E104", node.span, said("a space of a board is expected here, but {1}", what), hint)


def along_of(scope: Scope, node: tree.Expr) -> model.Expr:
    """What must be a direction or a set of them."""
    along = scope.expr(node)
    if is_bad(along) or _of_directions(scope.world, along.type):
        return along
    hint = said('directions are declared: `directions orthogonals: north (0, 1), ...`, or `use "squares"`')
    message = said(
        "a direction or a set of directions is expected here, but `{1}` is {2}", short(node.span), say(along.type)
    )
    return scope.error("E104", node.span, message, hint)


def _fits_a_board(scope: Scope, start: model.Expr, along: model.Expr) -> bool:
    """Whether some board of such spaces has as many coordinates as the directions that are written here."""
    world = scope.world
    assert isinstance(start.type, Ref)
    kind = start.type.kind
    sizes = {board.coordinates for board in world.things.boards if related(board.kind, kind)}
    for part in walk(along):
        if isinstance(part, Const) and _of_directions(world, part.type):
            size = len(world.directions.vectors[part.value])
            if size not in sizes:
                message = said(
                    "`{1}` is a step in {2} coordinates, and no board of {3} has {4}",
                    short(part.span),
                    size,
                    kind.name,
                    size,
                )
                world.error("E105", part.span, message)
                return False
    return True


def longest_run(scope: Scope, node: tree.LongestRun, _expected: Type | None) -> model.Expr:
    """`longest run of x through s along D where c`."""
    through = start_of(scope, node.through)
    along = None if node.along is None else along_of(scope, node.along)
    inner = scope.child()
    local = inner.bind(node.name, Ref(through.type.kind) if isinstance(through.type, Ref) else UNKNOWN)
    where = truth(inner, node.where, said("what follows `where`"))
    if is_bad(through) or is_bad(where) or (along is not None and is_bad(along)):
        return bad(node.span)
    assert isinstance(through.type, Ref)
    if along is not None:
        along = _fixed_directions(scope, through, along)
        if is_bad(along):
            return bad(node.span)
    sizes = [
        size
        for board in scope.world.things.boards
        for _, size, _ in board.dims
        if related(board.kind, through.type.kind)
    ]
    return model.LongestRun(node.span, number(0, max(sizes, default=0)), local, through, along, where)


def _fixed_directions(scope: Scope, start: model.Expr, along: model.Expr) -> model.Expr:
    """Directions that fit a board of the start and do not depend on the position."""
    if not _fits_a_board(scope, start, along):
        return bad(along.span)
    along = _as_directions(along)
    if any(not isinstance(part, model.UnionOf | Const) for part in walk(along) if isinstance(part, model.Expr)):
        message = said("a run goes along directions that are known beforehand: their name, or `(north, east)`")
        return scope.error("E104", along.span, message)
    return along


def longest_way(scope: Scope, node: tree.LongestWay, _expected: Type | None) -> model.Expr:
    """`longest trail of c in START through d in NEXT within 15 worth e while c`."""
    inner = scope.child()
    start = _one_or_many(scope, scope.expr(node.start))
    of = element(start)
    if not is_bad(start) and not isinstance(of, Ref):
        start = scope.error(
            "E104", node.start.span, said("a way leads over pieces, spaces or players, not {1}", say(start.type))
        )
    kind = of.kind if isinstance(of, Ref) else None
    local = inner.bind(node.name, UNKNOWN if kind is None else Ref(kind))
    through = _one_or_many(scope, inner.expr(node.through))
    if kind is not None and not is_bad(through) and not _leads_on(kind, through):
        message = said(
            "from {1} a step leads to {2}: the start must be of the same sort", say(start.type), say(through.type)
        )
        hint = said("say to which {1} it leads: `(each t in {2} where ...)`", kind.name, kind.name)
        return scope.error("E104", node.through.span, message, hint)
    goes_on = None if node.condition is None else truth(inner, node.condition, said("what follows `while`"))
    beyond, worth = _worth(inner, node, local)
    most = whole_number(scope.world, node.within)
    if most is None or _any_bad(start, through, goes_on, worth) or kind is None:
        return bad(node.span)
    if not 1 <= most <= MOST_STEPS:
        hint = said("the search takes longer with every step: say how long such a way can be")
        return scope.error(
            "E106", node.within.span, said("a way has from 1 to {1} steps, not {2}", MOST_STEPS, most), hint
        )
    high = 1 if worth is None else worth.type.high if isinstance(worth.type, model.Int) else 0
    type_ = number(0, most * max(0, high))
    return model.LongestWay(node.span, type_, node.form, local, start, through, most, goes_on, beyond, worth)


def _leads_on(kind: model.Kind, through: model.Expr) -> bool:
    """Whether a step leads to such things as a way begins with."""
    joined = element(through)
    return isinstance(joined, Ref) and is_a(joined.kind, kind)


def _worth(scope: Scope, node: tree.LongestWay, here: model.Local) -> tuple[model.Local, model.Expr | None]:
    """The name of what a step leads to, and what the step is worth."""
    inner = scope.child()
    beyond = model.Local("", here.type, node.span) if node.beyond is None else inner.bind(node.beyond, here.type)
    if node.worth is not None:
        return beyond, count(inner, node.worth, said("what a step is worth"))
    if node.beyond is not None:
        message = said("`{1}` has a name here, and nothing speaks of it", node.beyond.text)
        scope.error(
            "E105",
            node.beyond.span,
            message,
            said("say behind `within` what a step to it counts: worth length(.., ..)"),
        )
        return beyond, bad(node.span)
    return beyond, None


# ---- walks that are cut ----------------------------------------------------------------------------------------------


def walked(scope: Scope, inner: Scope, binder: tree.Binder) -> tuple[model.Expr, model.Local | None]:
    """The set of a binder with `while`, `until` or `reached from`, and its name, which is bound in the inner scope."""
    if isinstance(binder.domain, tree.Reached):
        return _reached(scope, inner, binder, binder.domain)
    line = as_set(scope, scope.expr(binder.domain))
    local = inner.bind(binder.name, element(line))
    cut = binder.cut
    assert cut is not None
    condition = truth(inner, cut.condition, said("what follows `{1}`", cut.how))
    before = None if cut.before is None else truth(inner, cut.before, said("what follows `before`"))
    if is_bad(line) or is_bad(condition) or (before is not None and is_bad(before)):
        return bad(binder.span), local
    if not isinstance(line, model.LineFrom):
        what = short(binder.domain.span)
        message = said("only a line can be walked `{1}` something holds, and `{2}` is none", cut.how, what)
        hint = said("a line is `line from s along north`; of other sets say `where`")
        return scope.error("E104", cut.span, message, hint), local
    if cut.how == "while":
        inner.learn(cut.condition)
    return model.Cut(binder.span, line.type, local, line, cut.how, condition, before), local


def _reached(
    scope: Scope, inner: Scope, binder: tree.Binder, node: tree.Reached
) -> tuple[model.Expr, model.Local | None]:
    start = _one_or_many(scope, scope.expr(node.start))
    if is_bad(start):
        return start, inner.bind(binder.name, UNKNOWN)
    of = element(start)
    if not isinstance(of, Ref):
        message = said("pieces, spaces and players are reached step by step, not {1}", say(start.type))
        return scope.error("E104", node.start.span, message), inner.bind(binder.name, UNKNOWN)
    local = inner.bind(binder.name, Ref(of.kind))
    through = _one_or_many(scope, inner.expr(node.through))
    cut = binder.cut
    condition = None if cut is None else truth(inner, cut.condition, said("what follows `{1}`", cut.how))
    if _any_bad(through, condition):
        return bad(binder.span), local
    joined = join(of, element(through))
    if not isinstance(joined, Ref) or joined.kind is not of.kind:
        message = said(
            "from {1} a step leads to {2}: the start must be of the same sort", say(start.type), say(through.type)
        )
        return scope.error("E104", node.through.span, message), local
    if cut is not None:
        if not _goes_on_while(scope, cut):
            return bad(binder.span), local
        inner.learn(cut.condition)
    within = None if node.within is None else count(scope, node.within, said("how far it goes"))
    price = None if node.price is None else count(inner, node.price, said("what a step costs"))
    if _any_bad(within, price):
        return bad(binder.span), local
    return model.Reached(binder.span, Many(Ref(of.kind)), local, start, through, condition, within, price), local


def _any_bad(*parts: model.Expr | None) -> bool:
    return any(part is not None and is_bad(part) for part in parts)


def _goes_on_while(scope: Scope, cut: tree.Cut) -> bool:
    if cut.how != "until" and cut.before is None:
        return True
    word = "until" if cut.how == "until" else "before"
    scope.error("E104", cut.span, said("`{1}` is for lines; what is reached goes on `while` something holds", word))
    return False


def _one_or_many(scope: Scope, expr: model.Expr) -> model.Expr:
    """A set; of one piece, space or player, the set that holds it."""
    if isinstance(expr.type, Ref):
        return model.UnionOf(expr.span, Many(Ref(expr.type.kind)), (expr,))
    return as_set(scope, expr)
