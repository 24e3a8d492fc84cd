"""`tell`: somebody learns a part of what a piece is.

What can be told is what is printed on it, since only that is the piece's own for as long as it is played with: a
printed field, of which sort it is, and what follows from these.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dsl.semantics import model
from dsl.semantics.body.changes import Stmts, cites
from dsl.semantics.expr.coercions import as_set, element, short, truth
from dsl.semantics.model import Many, Ref, ZoneValue
from dsl.semantics.scopes import Scope, is_bad
from dsl.semantics.types import related, say
from dsl.semantics.walk import walk
from dsl.spoken import all_of, marked, said
from dsl.syntax import tree

_HINT: Final = marked("for example: tell p colour of c, or: tell p that c.rank > 3")


def tell(scope: Scope, node: tree.Tell) -> Stmts:
    """`tell p colour of c`, `tell p that TEST`, `tell p whether TEST`."""
    who = _hearers(scope, node.who)
    fact = truth(scope, node.what, said("what is told")) if node.how != "value" else scope.expr(node.what)
    if is_bad(who) or is_bad(fact):
        return []
    subject = _subject(scope, node, fact)
    if subject is None:
        return []
    if isinstance(fact.type, Many | ZoneValue) or isinstance(fact, model.LocalRef):
        hint = said("to show all of it, write: show {1} to {2}", short(node.what.span), short(node.who.span))
        scope.error("E104", node.what.span, said("this is no part of what a piece is"), hint)
        return []
    for bad in _beyond(fact, subject, set()):
        words = said(
            "only what is printed on `{1}` can be told of it, and `{2}` asks for more", subject.name, short(bad.span)
        )
        scope.error("E104", bad.span, words, said(_HINT))
        return []
    assert isinstance(subject.type, Ref)
    scope.world.rules.told_kinds.append(subject.type.kind)
    return [model.TellFact(node.span, cites(node), who, subject, fact, node.how)]


def _hearers(scope: Scope, node: tree.Expr) -> model.Expr:
    """A player, or a set of players."""
    expr = scope.expr(node, Ref(scope.world.player))
    if isinstance(expr.type, ZoneValue | Many):
        expr = as_set(scope, expr)
    if is_bad(expr):
        return expr
    type_ = element(expr) if isinstance(expr.type, Many) else expr.type
    if isinstance(type_, Ref) and type_.kind is scope.world.player:
        return expr
    words = said("who is told must be a player or players, but `{1}` is {2}", short(node.span), say(expr.type))
    return scope.error("E104", node.span, words, said(_HINT))


def _subject(scope: Scope, node: tree.Tell, fact: model.Expr) -> model.Local | None:
    """The one piece with a name that a fact is about; None after a mistake."""
    inner = {each.local for each in walk(fact) if isinstance(each, model.Filter)}
    found = dict.fromkeys(
        each.local
        for each in walk(fact)
        if isinstance(each, model.LocalRef)
        and each.local not in inner
        and isinstance(each.type, Ref)
        and related(each.type.kind, scope.world.piece)
    )
    if len(found) == 1:
        return next(iter(found))
    if found:
        names = all_of(f"`{local.name}`" for local in found)
        words = said("this is about {1}; what is told is about one piece", names)
        hint = said("give the part of the other one a name before: let x be colour of {1}", [*found][-1].name)
    else:
        words = said("this is about no piece that has a name")
        hint = said("give the piece a name before: let c be top of deck; ") + said(_HINT)
    scope.error("E104", node.what.span, words, hint)
    return None


def _beyond(fact: model.Expr, subject: model.Local, open_: set[model.Define]) -> Iterator[model.Expr]:
    """The places where an expression asks for more of a piece than is printed on it."""
    for node in walk(fact):
        match node:
            case model.FieldOf(subject=model.LocalRef(local=local), field=field) if local is subject and field.var:
                yield node
            case model.LocalRef(local=local) if local is subject and not _is_printed(fact, node, open_):
                yield node
            case _:
                pass


def _is_printed(fact: model.Expr, name: model.LocalRef, open_: set[model.Define]) -> bool:
    """Whether the name of a piece stands where only what is printed on it matters."""
    for node in walk(fact):
        match node:
            case model.FieldOf(subject=subject) | model.IsKind(item=subject) if subject is name:
                return True
            case model.CallDefine(define=define) if any(arg is name for arg in node.args):
                return _is_printed_in(define, [n for n, arg in enumerate(node.args) if arg is name], open_)
            case _:
                pass
    return False


def _is_printed_in(define: model.Define, places: list[int], open_: set[model.Define]) -> bool:
    """The same of the parameters of a definition."""
    if define.body is None or define in open_:
        return False
    params = [define.params[place] for place in places]
    return not any(True for param in params for _ in _beyond(define.body, param, open_ | {define}))
