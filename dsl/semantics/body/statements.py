"""Statements: blocks, calls, branches and loops. `changes` has those that change things, `decisions` those that ask."""

from __future__ import annotations

from dsl.diagnostics import nearest
from dsl.semantics import model
from dsl.semantics.body.changes import Stmts, cites
from dsl.semantics.cardinality import surely_nonempty
from dsl.semantics.expr.calls import call_arguments
from dsl.semantics.expr.coercions import count, domain, element, fit, in_full, player, short, truth
from dsl.semantics.expr.constants import whole_number
from dsl.semantics.expr.sets import bind_members
from dsl.semantics.expr.templates import optional
from dsl.semantics.model import Int, Ref, Type
from dsl.semantics.scopes import Scope, is_bad
from dsl.semantics.types import BOOL, UNKNOWN, Unknown, say
from dsl.semantics.walk import same
from dsl.semantics.world import member
from dsl.spoken import marked, said
from dsl.syntax import tree
from dsl.syntax.mistakes.foreign_words import MEANT
from dsl.syntax.vocabulary import STATEMENTS

_CHANGES = (tree.Assign, tree.Move, tree.Turn, tree.Shuffle, tree.Show, tree.Pay, tree.EndGame, tree.CallStmt)
_ASKS = (tree.Choose, tree.ChooseMany, tree.ChooseOne, tree.May, tree.Offer, tree.Sealed)
_AT_ONCE = (tree.CallStmt, tree.ForEach, tree.If, tree.Let, tree.Nothing)
_SEALED = (
    tree.Choose,
    tree.ChooseMany,
    tree.ChooseOne,
    tree.May,
    tree.Offer,
    tree.Let,
    tree.If,
    tree.ForEach,
    tree.ForCount,
    tree.Repeat,
    tree.Nothing,
)


def block(scope: Scope, node: tree.Block) -> tuple[model.Stmt, ...]:
    """The checked statements of a block."""
    found: Stmts = []
    for part in node.body:
        found += statement(scope, part)
    return tuple(found)


def statement(scope: Scope, node: tree.Stmt | tree.WhileItem) -> Stmts:
    """One checked statement; none, or several, where it stands for that."""
    if isinstance(node, tree.WhileItem):
        message = said("`while` puts a condition on rules and stands in a card, a kind or at the left margin")
        scope.error("E107", node.span, message, said("for a loop write `repeat until c at most n times`"))
        return []
    if not _allowed(scope, node):
        _bind_only(scope, node)
        return []
    return scope.world.hooks.statements[type(node)](scope, node)


def _bind_only(scope: Scope, node: tree.Stmt) -> None:
    """Let what follows a refused statement use its name: that is no second mistake."""
    if isinstance(node, tree.Choose | tree.ChooseMany):
        scope.bind(node.binder.name, UNKNOWN)
    elif isinstance(node, tree.Let | tree.Random):
        scope.bind(node.name, UNKNOWN)


def _allowed(scope: Scope, node: tree.Stmt) -> bool:
    """Whether a statement may stand here at all: E130, E140 or E107 if not."""
    if isinstance(node, _ASKS) and not scope.body.asks:
        hint = said("ask in a procedure, an action or a rule, and hand the answer on")
        scope.error("E140", node.span, said("nobody can be asked in {1}", scope.body.what), hint)
        return False
    if scope.limited == "at once" and not isinstance(node, _AT_ONCE):
        code = "E140" if isinstance(node, _ASKS) else "E130"
        scope.error(
            code, node.span, said("in `at once` only events happen"), said("make an event of it, and call that")
        )
        return False
    if scope.limited == "sealed" and not isinstance(node, _SEALED) and not _stays_inside(scope, node):
        code = "E130" if isinstance(node, _CHANGES) else "E107"
        scope.error(
            code, node.span, said("before `then`, sealed choices are only made"), said("put this under `then:`")
        )
        return False
    return True


def _stays_inside(scope: Scope, node: tree.Stmt) -> bool:
    """Whether a statement of sealed choices leaves a loop among them, or only changes a name that was made in them."""
    if isinstance(node, tree.Jump):
        return node.how != "leave" and scope.loop
    if not isinstance(node, tree.Assign) or not isinstance(node.target, tree.Ref):
        return False
    found, here = scope.find(node.target.name), scope
    while here.parent is not None and here.limited == "sealed":
        if here.names.get(node.target.name) is found:
            return True
        here = here.parent
    return False


# ---- calls -----------------------------------------------------------------------------------------------------------


def call(scope: Scope, node: tree.CallStmt) -> Stmts:
    """An event, a procedure, or an action by its name."""
    world, name = scope.world, node.name.text
    if name in world.play.procedures:
        if scope.limited == "at once":
            scope.error("E130", node.span, said("`{1}` is a procedure, and in `at once` only events happen", name))
            return []
        return _run(scope, node, world.play.procedures[name])
    if name in world.play.events:
        event = world.play.events[name]
        world.usage.read.add(event)
        args = call_arguments(scope, node, event.params, event.words)
        return [] if args is None else [model.Perform(node.span, cites(node), event, args)]
    sources = world.actions_named(name)
    if sources:
        return _act(scope, node, [source.action for source in sources])
    if name in world.taken:
        scope.error(
            "E104", node.name.span, said("`{1}` is {2} and cannot be called as a statement", name, world.taken[name][1])
        )
    else:
        known = [*world.play.events, *world.play.procedures, *(source.action.name for source in world.play.actions)]
        known_here = nearest(name, known)
        meant = MEANT.get(name) or next(iter(nearest(name, STATEMENTS)), None)
        rest = " ".join(node.span.text.split()[1:])
        if meant is not None and not known_here and rest:
            hint = said("write: {1} {2}", meant, rest)
            world.error("E101", node.name.span, said("there is no event, action or procedure `{1}`", name), hint)
        else:
            world.unknown(node.name.span, name, marked("event, action or procedure"), known)
    return []


def _run(scope: Scope, node: tree.CallStmt, procedure: model.Procedure) -> Stmts:
    world = scope.world
    world.usage.read.add(procedure)
    words = world.play.words.get(procedure, [])
    own = procedure.name in world.play.variant_items and len(node.args) == len(procedure.params) - 1
    this = scope.find("this") if own else None
    if isinstance(this, model.Local):  # a piece calls its own procedure: it is the first argument itself
        rest = call_arguments(scope, node, procedure.params[1:], words[1:])
        me = fit(scope, model.LocalRef(node.name.span, this.type, this), procedure.params[0].type, "`this`")
        return (
            [] if rest is None or is_bad(me) else [model.RunProcedure(node.span, cites(node), procedure, (me, *rest))]
        )
    if words and node.words and words[0] == "" and node.words[0] == "of":
        node = tree.CallStmt(node.span, node.cites, node.name, ("", *node.words[1:]), node.args)
    args = call_arguments(scope, node, procedure.params, words)
    return [] if args is None else [model.RunProcedure(node.span, cites(node), procedure, args)]


def _act(scope: Scope, node: tree.CallStmt, actions: list[model.Action]) -> Stmts:
    """The effects of an action, without its requirements."""
    action = actions[0]
    scope.world.usage.read.add(action)
    me = scope.find("me")
    if action.this is not None:
        hint = said("make a procedure of its effects, and call that in both places")
        scope.error("E105", node.span, said("`{1}` is an action of a piece and cannot be called", action.name), hint)
        return []
    if not isinstance(me, model.Local):
        hint = said("make a procedure of its effects, and call that in both places")
        scope.error(
            "E105", node.span, said("`{1}` is an action, and nobody acts in {2}", action.name, scope.body.what), hint
        )
        return []
    args = call_arguments(scope, node, action.params, action.event.words)
    acting = model.LocalRef(node.name.span, me.type, me)
    return [] if args is None else [model.Perform(node.span, cites(node), action.event, args, acting)]


def tells(scope: Scope, node: tree.Tells) -> Stmts:
    """`tells "words": effects`: they mean what they would mean without it, and it is kept what they tell."""
    scope.world.rules.tellings.append(model.Telling(node.words.value, node.span))
    return list(block(scope, node.body))


# ---- steering --------------------------------------------------------------------------------------------------------


def jump(scope: Scope, node: tree.Jump) -> Stmts:
    """`stop`, `skip`, `leave`."""
    test = truth(scope, node.condition) if node.condition is not None else None
    if node.how != "leave" and not scope.loop:
        scope.error("E107", node.span, said("`{1}` leaves a loop, and there is none round it", node.how))
        return []
    if test is not None and is_bad(test):
        return []
    if node.condition is not None:  # what follows is reached only where it does not hold
        scope.learn(node.condition, holds=False)
        scope.settled()
    return [model.JumpOut(node.span, cites(node), node.how, test)]


def nothing(_scope: Scope, node: tree.Nothing) -> Stmts:
    """`nothing`."""
    return [model.Skip(node.span, cites(node))]


def unimplemented(_scope: Scope, node: tree.Unimplemented) -> Stmts:
    """`unimplemented "..."`."""
    return [model.Missing(node.span, cites(node), node.text.value)]


def branch(scope: Scope, node: tree.If) -> Stmts:
    """`if`, `else if`, `else`."""
    branches: list[tuple[model.Expr, tuple[model.Stmt, ...]]] = []
    outside = scope
    for condition, body in node.branches:
        test = truth(outside, condition)
        branches.append((test, block(outside.inside(condition), body)))
        outside = outside.inside(condition, False)
    otherwise = block(outside.child(), node.otherwise) if node.otherwise is not None else ()
    if any(is_bad(test) for test, _ in branches):
        return []
    return [model.IfStmt(node.span, cites(node), tuple(branches), otherwise)]


def for_each(scope: Scope, node: tree.ForEach) -> Stmts:
    """`for each u in SET`."""
    inner, over = bind_members(scope, node.binder)
    inner.settled()
    order = count(inner, node.order, said("what the order goes by")) if node.order is not None else None
    inner.loop = True
    body = block(inner.child(), node.body)
    return [model.ForEachStmt(node.span, cites(node), over, order, node.down, body)]


def for_count(scope: Scope, node: tree.ForCount) -> Stmts:
    """`for i from a to b`."""
    first, last = (
        count(scope, node.first, said("where the count begins")),
        count(scope, node.last, said("where the count ends")),
    )
    type_: Type = first.type
    if isinstance(first.type, Int) and isinstance(last.type, Int):
        ends = (first.type, last.type)
        type_ = Int(min(end.low for end in ends), max(end.high for end in ends))
    inner = scope.child()
    local = inner.bind(node.name, type_)
    inner.loop = True
    body = block(inner.child(), node.body)
    if is_bad(first) or is_bad(last):
        return []
    return [model.ForCountStmt(node.span, cites(node), local, first, last, node.down, body)]


def repeat(scope: Scope, node: tree.Repeat) -> Stmts:
    """`repeat until c at most n times`."""
    until = truth(scope, node.until) if node.until is not None else None
    inner = scope.child()
    inner.loop = True
    body = block(inner, node.body)
    if node.at_most is None:
        hint = said("write: repeat until ... at most 100 times")
        scope.error("E110", node.span, said("this may be repeated for ever"), hint)
        return []
    most = whole_number(scope.world, node.at_most)
    if most is None:
        return []
    if most < 1:
        scope.error("E106", node.at_most.span, said("a repeat of at most {1} times does nothing", most))
        return []
    return [model.RepeatStmt(node.span, cites(node), until, most, body)]


def random(scope: Scope, node: tree.Random) -> Stmts:
    """`random k from SET on stream`."""
    over = domain(scope, node.domain)
    local = scope.bind(node.name, element(over))
    stream = node.stream.text if node.stream else "chance"
    if stream not in scope.world.play.streams:
        scope.world.play.streams.append(stream)
    if is_bad(over):
        return []
    binder = tree.Binder(node.span, node.name, None, node.domain, None)
    if not nonempty(scope, binder, over):
        hint = said("put it under `if {1}:`", _some_member(node.domain))
        scope.error("E220", node.span, said("there may be nothing in `{1}` to pick", short(node.domain.span)), hint)
    return [model.DrawChance(node.span, cites(node), local, over, stream)]


def end_game(scope: Scope, node: tree.EndGame) -> Stmts:
    """`end game won by p`, `lost by p`, `drawn`, `scored by value`."""
    who = player(scope, node.who, said("who has {1} the game", node.how)) if node.who is not None else None
    because = optional(scope, node.because)
    score = None
    if node.score is not None:
        score = _score(scope, node.score)
        if score is None:
            return []
    if who is not None and is_bad(who):
        return []
    return [model.FinishGame(node.span, cites(node), node.how, who, score, because)]


def _score(scope: Scope, name: tree.Name) -> model.Define | model.Value | model.Field | None:
    """What players are ranked by: a number of each player."""
    world = scope.world
    found = world.play.values.get(name.text) or world.play.defines.get(name.text) or member(world.player, name.text)
    if found is None:
        known = [*world.player.fields, *world.play.values, *world.play.defines]
        world.unknown(name.span, name.text, marked("field or value of players"), known)
        return None
    world.usage.read.add(found)
    type_: Type = BOOL
    if isinstance(found, model.Field):
        type_ = found.type
    elif isinstance(found, model.Value | model.Define) and [param.type for param in found.params] == [
        Ref(world.player)
    ]:
        type_ = found.type if isinstance(found, model.Value) else world.infer(found)
    if isinstance(found, model.Zone | model.Board) or not isinstance(type_, Int | Unknown):
        scope.error("E104", name.span, said("players are ranked by a number each has, and `{1}` is none", name.text))
        return None
    if isinstance(type_, Int) and type_.parts > 1:
        hint = said("define a whole number from it: `down({1} of p)`", name.text)
        scope.error(
            "E104",
            name.span,
            said("players are ranked by whole numbers, but `{1}` is {2}", name.text, say(type_)),
            hint,
        )
        return None
    return found


def misplaced(scope: Scope, node: tree.Requires | tree.Provided) -> Stmts:
    """`requires` or `provided afterwards` outside an action's own lines."""
    truth(scope, node.condition)
    hint = said("elsewhere write `if c:`")
    if isinstance(node, tree.Provided):
        message = said("`provided afterwards` stands in an action, and not inside another statement")
        scope.error("E107", node.span, message)
        return []
    scope.error("E107", node.span, said("`requires` stands at the beginning of an action or in a definition"), hint)
    return []


def _some_member(domain: tree.Expr) -> str:
    """The condition that a set has a member, as it is written."""
    if isinstance(domain, tree.Quantified):
        return f"some {in_full(domain.binder.span)}"
    written = in_full(domain.span)
    simple = isinstance(domain, tree.Ref | tree.Attribute | tree.Apply)
    return f"size of {written} > 0" if simple else f"size of ({written}) > 0"


def nonempty(scope: Scope, binder: tree.Binder, over: model.Expr) -> bool:
    """Whether a set certainly has a member here: by what it is, or because a condition said so."""
    if surely_nonempty(over):
        return True
    sets, inner = [binder], binder.domain
    if isinstance(inner, tree.Quantified) and inner.form == "each" and binder.where is None and binder.kind is None:
        sets.append(inner.binder)  # `x from each c in SET where c` has a member if `some c in SET where c`
    return any(_says(known, asked) for known in scope.known_nonempty() for asked in sets)


def _says(known: tree.Binder, asked: tree.Binder) -> bool:
    """Whether of a set with a member follows that the other has one."""
    whole = asked.where is None and asked.kind is None
    return same(known, asked) or (whole and same(known.domain, asked.domain))
