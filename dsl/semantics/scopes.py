"""Scopes: which names mean what at a place, and what is already known there.

A scope belongs to a `Body`: one procedure, action, event, rule or definition, which says who `me` and `this` are and
whether players may be asked. Scopes nest: blocks, quantifiers, and the conditions that hold inside them. A condition
teaches a scope two things: that a name is of a narrower kind (`u is Unit and ...`), and that a set has members.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from dsl.semantics import model
from dsl.semantics.types import UNKNOWN, Unknown
from dsl.semantics.world import World
from dsl.source import Span
from dsl.spoken import said
from dsl.syntax import tree

Path = tuple[str, ...]


@dataclass(eq=False, slots=True)
class Body:
    """What is known of the whole body being checked. what: in words, such as `an event`.

    asks: players may be asked. settable: the parameters that `set` may change (in a `before` rule). passed: the local
    of the last offer, passed_at: where it is used; offers: whether there is an offer at all. bound: the first of the
    locals of each name, wherever it is known.
    """

    what: str
    asks: bool = False
    settable: list[model.Local] = field(default_factory=list[model.Local])
    passed: model.Local | None = None
    passed_at: Span | None = None
    offers: bool = False
    bound: dict[str, model.Local] = field(default_factory=dict[str, model.Local])


class Scope:
    """The names in force at a place."""

    __slots__ = (
        "asker",
        "body",
        "captured",
        "limited",
        "loop",
        "names",
        "narrowed",
        "nonempty",
        "parent",
        "typed",
        "world",
    )

    def __init__(self, world: World, body: Body, parent: Scope | None = None) -> None:
        self.world = world
        self.body = body
        self.parent = parent
        self.names: dict[str, model.Local | model.Expr] = {}
        self.narrowed: dict[Path, model.Type] = {}
        self.nonempty: list[tree.Binder] = []
        self.captured: list[model.Local] | None = None
        outer = parent if parent is not None and parent.body is body else None
        self.loop: bool = outer.loop if outer else False
        self.limited: str = outer.limited if outer else ""  # `sealed` or `at once`: only some statements stand here
        self.asker: model.Local | None = outer.asker if outer else None
        self.typed = False  # whether what is written here next is what somebody chooses from, who may type a word

    # ---- building ----------------------------------------------------------------------------------------------------

    def child(self) -> Scope:
        """A scope inside this one."""
        return Scope(self.world, self.body, self)

    def knowing(self, condition: tree.Expr | None, holds: bool = True) -> Scope:
        """A scope inside this one where the condition holds (or does not)."""
        inner = self.child()
        if condition is not None:
            inner.learn(condition, holds)
        return inner

    def inside(self, condition: tree.Expr | None, holds: bool = True) -> Scope:
        """A scope for statements that run because the condition held: fields may change meanwhile, names do not."""
        return self.knowing(condition, holds).settled()

    def settled(self) -> Scope:
        """The scope itself, without what it knew of fields: statements follow, which may change them."""
        self.narrowed = {path: type_ for path, type_ in self.narrowed.items() if len(path) == 1}
        return self

    def bind(self, name: tree.Name, type_: model.Type, capacity: int = 0) -> model.Local:
        """A new local; E103 if the name was bound in this very block."""
        before = self.names.get(name.text)
        if isinstance(before, model.Local):
            self.world.twice(name.span, name.text, before.span, said("a local name"))
        elif name.text in ("me", "this", "passed", "over", "box", "players"):
            self.world.error(
                "E103", name.span, said("`{1}` is a word of the language and cannot name anything else", name.text)
            )
        else:
            self.world.sayable(name, said("anything else"))
        local = model.Local(name.text, type_, name.span, capacity)
        self.names[name.text] = local
        self.body.bound.setdefault(name.text, local)
        return local

    def give(self, *locals_: model.Local | None) -> Scope:
        """Bind locals that exist already under their own names."""
        for local in locals_:
            if local is not None:
                self.names[local.name] = local
        return self

    # ---- look-ups ----------------------------------------------------------------------------------------------------

    def find(self, name: str) -> model.Local | model.Expr | None:
        """What a name is bound to, noting those that a lasting rule or delayed effect takes along."""
        scope: Scope | None = self
        keepers: list[list[model.Local]] = []
        while scope is not None:
            found = scope.names.get(name)
            if found is not None:
                if isinstance(found, model.Local):
                    for keeper in keepers:
                        if found not in keeper:
                            keeper.append(found)
                return found
            if scope.captured is not None:
                keepers.append(scope.captured)
            scope = scope.parent
        return None

    def note(self, local: model.Local) -> None:
        """Let the lasting rule or delayed effect that this scope stands in take a local along."""
        scope: Scope | None = self
        while scope is not None and scope.body is self.body:
            if scope.captured is not None and local not in scope.captured:
                scope.captured.append(local)
            scope = scope.parent

    def local(self, name: str) -> model.Local | None:
        """The local of that name."""
        found = self.find(name)
        return found if isinstance(found, model.Local) else None

    def local_names(self) -> set[str]:
        """All names bound here."""
        return {name for scope in self._outward() for name in scope.names}

    def narrow(self, node: tree.Expr) -> model.Type | None:
        """The narrower type that conditions gave to a name or a field of it."""
        path = path_of(node)
        scope: Scope | None = self if path else None
        while scope is not None:
            if path in scope.narrowed:
                return scope.narrowed[path]
            if path[0] in scope.names:
                return None
            scope = scope.parent
        return None

    def known_nonempty(self) -> list[tree.Binder]:
        """The sets that have members here, as conditions said it."""
        return [known for scope in self._outward() for known in scope.nonempty]

    def _outward(self) -> Iterator[Scope]:
        """This scope and those round it."""
        scope: Scope | None = self
        while scope is not None:
            yield scope
            scope = scope.parent

    # ---- learning from conditions ------------------------------------------------------------------------------------

    def learn(self, node: tree.Expr, holds: bool = True) -> None:
        """Take note of what follows when the condition holds (or does not)."""
        if isinstance(node, tree.Unary) and node.op == "not":
            self.learn(node.operand, not holds)
        elif isinstance(node, tree.Binary):
            self._learn_binary(node, holds)
        elif isinstance(node, tree.Quantified) and node.form == "some" and holds:
            self.nonempty.append(node.binder)

    def _learn_binary(self, node: tree.Binary, holds: bool) -> None:
        if node.op == ("and" if holds else "or"):
            self.learn(node.left, holds)
            self.learn(node.right, holds)
        elif node.op == ("is" if holds else "is not"):
            kind = self._kind_named(node.right)
            if kind is not None:
                self._narrow(node.left, model.Ref(kind))
        elif node.op == ("is not" if holds else "is") and isinstance(node.right, tree.Literal):
            if node.right.word == "none":
                self._narrow(node.left, UNKNOWN)  # stands for: the same type, but not none
        elif holds and isinstance(node.right, tree.Number) and _is_above_zero(node.op, node.right.value):
            self._learn_counted(node.left)

    def _narrow(self, node: tree.Expr, type_: model.Type) -> None:
        path = path_of(node)
        local = self.local(path[0]) if path else None
        if path and not (local is not None and local.changes):
            self.narrowed[path] = type_

    def _learn_counted(self, counted: tree.Expr) -> None:
        if isinstance(counted, tree.Quantified) and counted.form == "number":
            self.nonempty.append(counted.binder)
        elif isinstance(counted, tree.SizeOf):
            anonymous = tree.Name(counted.span, "it")
            self.nonempty.append(tree.Binder(counted.span, anonymous, None, counted.set, None))

    def _kind_named(self, node: tree.Expr) -> model.Kind | None:
        if isinstance(node, tree.Ref) and self.find(node.name) is None:
            return self.world.things.kinds.get(node.name)
        if isinstance(node, tree.CardRef) and node.title in self.world.things.cards:
            return self.world.things.cards[node.title].card.kind
        return None

    # ---- expressions -------------------------------------------------------------------------------------------------

    def expr(self, node: tree.Expr, expected: model.Type | None = None) -> model.Expr:
        """The checked expression; its type may be Unknown when a mistake was reported."""
        return self.world.hooks.expressions[type(node)](self, node, expected)

    def error(self, code: str, span: Span, message: str, hint: str | None = None) -> model.Expr:
        """Report a mistake; the answer stands for what cannot be known."""
        self.world.error(code, span, message, hint)
        return bad(span)


def _is_above_zero(op: str, number: int) -> bool:
    """Whether what is compared so with a number, and is never negative, is at least 1."""
    return (op == ">" and number >= 0) or (op == ">=" and number > 0) or (op == "!=" and number == 0)


def bad(span: Span) -> model.Expr:
    """What stands in the checked program where a mistake was reported."""
    return model.Const(span, UNKNOWN, 0)


def is_bad(expr: model.Expr) -> bool:
    """Whether a mistake was reported in it already."""
    type_ = expr.type
    return isinstance(type_, Unknown) or (isinstance(type_, model.Many) and isinstance(type_.of, Unknown))


def path_of(node: tree.Expr) -> Path:
    """A name, or a field of one, as a path; empty for anything else."""
    if isinstance(node, tree.Ref):
        return (node.name,)
    if isinstance(node, tree.Attribute) and not node.printed:
        below = path_of(node.subject)
        return (*below, node.name.text) if below else ()
    return ()
