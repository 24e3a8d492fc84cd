"""Where pieces may lie, and what they keep there."""

from __future__ import annotations

from collections.abc import Iterable

from dsl.secrecy.eyes import knowers_of
from dsl.secrecy.labels import CLEAN, NOTHING_HIDDEN, Env, Hidden, Label, Labels, Place, Step, Symbol, Val
from dsl.semantics import model as m
from dsl.semantics.types import is_a, related
from dsl.semantics.walk import walk
from dsl.source import Span
from dsl.spoken import said
from dsl.struct import inner

_DEEPEST = 4  # so many things lie on each other


class Places:
    """The zones of a program.

    `slots` is what fields were given, `marked` which of them were changed of pieces that nobody saw, `boxed` what went
    to the box unseen; they grow while the rules are gone through.
    """

    def __init__(self, program: m.Program) -> None:
        self.program = program
        self.slots: dict[m.Field, Val] = {}
        self.given: dict[m.Local, Val] = {}
        self.marked: set[m.Field] = set()
        self.boxed: set[m.Kind] = set()
        self.changed = False
        self.reached = _reached(program)
        self.private = [zone for zone in program.zones if zone.private_count]

    def value(self, expr: m.Expr, env: Env) -> Val:
        """What is known of an expression."""
        raise NotImplementedError

    def is_piece(self, type_: m.Type) -> bool:
        """Whether values of a type are pieces (or sets of them)."""
        while isinstance(type_, m.Many):
            type_ = type_.of
        return isinstance(type_, m.Ref) and is_a(type_.kind, self.program.piece_kind)

    def kept(self, zone: Place, holder: Symbol | None, kind: m.Kind | None, span: Span, env: Env) -> frozenset[Hidden]:
        """What the pieces in a zone keep."""
        if zone is None:
            unseen = any(kind is None or related(kind, each) for each in self.boxed)
            return (
                frozenset([Hidden(None, steps=(Step(span, said("pieces in the box")),))]) if unseen else NOTHING_HIDDEN
            )
        if zone.seen == "all" or (zone, None) in env.opened or (holder is not None and (zone, holder) in env.opened):
            return NOTHING_HIDDEN
        return frozenset(
            [Hidden(zone, knowers_of(zone, holder), steps=(Step(span, said("pieces in {1}", name_of(zone))),))]
        )

    def anywhere(self, kind: m.Kind, span: Span, env: Env) -> frozenset[Hidden]:
        """What a piece of a kind keeps, wherever it may lie."""
        found = self.kept(None, None, kind, span, env)
        for zone, moved in self.reached.items():
            if zone.seen != "all" and any(related(kind, each) for each in moved):
                found |= self.kept(zone, None, kind, span, env)
        return found

    @staticmethod
    def asked(hidden: Iterable[Hidden], span: Span, words: str, piece: Symbol | None = None) -> Labels:
        """The labels of asking which piece it is."""
        place = span.file.name, span.start
        step = Step(span, words)
        return frozenset(
            Label(*place, each.zone, each.knowers, each.told, piece, (*each.steps, step)) for each in hidden
        )

    def this(self, holder: m.Card | m.Kind, env: Env, span: Span, *, acting: bool = False) -> Val:
        """What `this` is in a rule of a card or kind: known by name, and it lies in a zone in which the rule works."""
        kind = holder.kind if isinstance(holder, m.Card) else holder
        if not is_a(kind, self.program.piece_kind):
            return CLEAN
        found: frozenset[Hidden] = NOTHING_HIDDEN
        for zone in self.program.zones:
            works = zone.active or (acting and zone.playable)
            if (
                works
                and zone.seen not in ("all", "faces")
                and any(related(kind, each) for each in self.reached.get(zone, ()))
            ):
                found |= self.kept(zone, None, kind, span, env)
        return Val(hidden=found, named=True)

    @staticmethod
    def lies_open(subject: Val) -> bool:
        """Whether the piece is a thing on the table, whose tokens are seen whichever side is up."""
        return bool(subject.hidden) and all(
            each.zone is not None and each.zone.seen == "faces" for each in subject.hidden
        )

    @staticmethod
    def holder_by(zone: m.Zone, owner: Val) -> Symbol | None:
        """The player in whose area a zone of this owner lies."""
        if zone.holder is not None and zone.holder.name == "Player":
            return owner.symbol
        return owner.holder

    def mixed(self, zone: Place, kind: m.Kind, first: int, last: int) -> bool:
        """Whether a zone holds both pieces of these numbers and others: else the zone itself says which it is."""
        kinds = self.boxed if zone is None else self.reached.get(zone, set())
        low = [(max(each.first, kind.first), min(each.last, kind.last)) for each in kinds if related(each, kind)]
        inside = any(max(a, first) <= min(b, last) for a, b in low)
        return inside and any(a < first or last < b for a, b in low)

    def lies_on(self, zone: m.Zone, kind: m.Kind, depth: int) -> bool:
        """Whether what lies in a zone may lie, perhaps on something else, on a thing of this kind."""
        if zone.holder is None or depth > _DEEPEST:
            return False
        if related(zone.holder, kind):
            return True
        if is_a(zone.holder, self.program.piece_kind):
            around = [each for each, kinds in self.reached.items() if any(related(zone.holder, one) for one in kinds)]
            return any(self.lies_on(each, kind, depth + 1) for each in around)
        board = any(each.kind is zone.holder and each.holder is not None for each in self.program.boards)
        return kind is self.program.player_kind and board


def kind_of(type_: m.Type) -> m.Kind | None:
    """The kind of what a value, or a member of a set, is."""
    while isinstance(type_, m.Many):
        type_ = type_.of
    return type_.kind if isinstance(type_, m.Ref | m.ZoneValue) else None


def _bodies(program: m.Program) -> list[object]:
    """The statements of all parts of a program."""
    procedures = [*program.procedures, *([program.main] if program.main is not None else [])]
    events = [*program.events, program.move_event, *(action.event for action in program.actions)]
    rules = [*program.always]
    rules += [rule for event in events for rule in (*event.instead, *event.before, *event.after)]
    rules += [rule for span in (*procedures, *program.windows) for rule in (*span.start, *span.end)]
    found: list[object] = [rule.body for rule in rules]
    found += [event.body for event in program.events]
    found += [action.effects for action in program.actions]
    found += [body for each in procedures for body in (each.body, *(variant[2] for variant in each.variants))]
    return [*found, *(delayed.body for delayed in program.delayed)]


def _reached(program: m.Program) -> dict[m.Zone, set[m.Kind]]:
    """Which kinds of pieces the rules move to which zones; all pieces begin in the box."""
    found: dict[m.Zone, set[m.Kind]] = {}
    for stmt in walk(_bodies(program)):
        if isinstance(stmt, m.MovePieces) and stmt.target is not None:
            kind = kind_of(stmt.what.type) or program.piece_kind
            for zone in program.zones:
                fits = [kind if is_a(kind, each) else each for each in zone.kinds if related(kind, each)]
                if fits and _may_be(stmt.target, zone):
                    found.setdefault(zone, set()).update(fits)
    return found


def _may_be(target: m.Expr, zone: m.Zone) -> bool:
    match target:
        case m.ZoneOf() | m.MembersOf(zone=m.Zone()):
            return target.zone is zone
        case m.Const():
            return False
        case m.Expr(type=m.Ref(kind=kind)) if kind.name != "Cell":
            return zone.holder is not None and related(kind, zone.holder)
        case m.Expr(type=m.Ref()):
            return zone.shape == "layout"
        case _:
            return True


def children(expr: m.Expr) -> list[m.Expr]:
    """The expressions right inside an expression."""
    found: list[m.Expr] = []
    todo: list[object] = [getattr(expr, name) for name in inner(type(expr))]
    while todo:
        part = todo.pop()
        if isinstance(part, m.Expr):
            found.append(part)
        elif isinstance(part, tuple):
            todo.extend(part)  # pyright: ignore[reportUnknownArgumentType]  # parts of structs are what they are
    return found


def name_of(zone: Place) -> str:
    """What a zone is called in the rules."""
    return said("the box") if zone is None else f"`{zone.name}`"
