"""What the parts of a program read, write and ask: the analysis that lowering rests on.

A token stands for a piece of the position: a field, a zone (who lies in any instance of it), a limit, a lasting effect,
or OVER.

* `reads(e)`     tokens that an expression may depend on, through definitions, values and their modifiers;
* `writes(u)`    tokens that running a unit may change, through everything it calls;
* `asks(s)`      whether a statement may have to ask somebody, so that it must be lowered to blocks of a flow;
* `settling(w)`  the always-rules that may have to run after a change of the tokens w.

A unit is a procedure, a window (an offer of it), an event (with its hooks, for an action its effects) or a rule. In
doubt a token is included.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

from dsl.machine.lower.program.kinds import holding, is_a, live_of, related
from dsl.machine.lower.program.nullability import Presence, procedures
from dsl.semantics import model as m
from dsl.semantics.walk import drawn_from, walk

Token = m.Field | m.Zone | m.Limit | m.Lasting | m.Memory | str
Tokens = frozenset[Token]
Unit = m.Procedure | m.Window | m.Event | m.Attachment

OVER: Final = "over"
_CHOICES = m.ChooseMember | m.ChooseSeveral | m.ChooseBranch | m.OfferWindow | m.SealedChoices


@dataclass(slots=True)
class Scan:
    """What a unit does by itself: tokens it writes, units it calls, whether it asks."""

    writes: set[Token] = field(default_factory=set[Token])
    calls: dict[Unit, None] = field(default_factory=dict[Unit, None])
    asks: bool = False


class Facts:
    """The answers for one program."""

    def __init__(self, program: m.Program) -> None:
        self.program = program
        self.presence = Presence(program)
        self.action_of = {action.event: action for action in program.actions}
        self._reads: dict[int, tuple[object, Tokens]] = {}
        self._clock: Tokens = frozenset([program.clock.now, program.clock.since] if program.clock else [])
        self._open: set[object] = set()
        self._scans: dict[Unit, Scan] = {}
        self._asking: set[Unit] = set()
        self._settling: dict[Tokens, tuple[m.Attachment, ...]] = {}
        self._always = {rule: self.rule_reads(rule) for rule in program.always}
        self._find_asking()

    # ---- reading ----------------------------------------------------------------------------------------------------

    def reads(self, node: object) -> Tokens:
        """What an expression (or several in a tuple) may depend on."""
        known = self._reads.get(id(node))
        if known is not None:
            return known[1]
        found: set[Token] = set()
        for part in walk(node):
            found.update(self._read(part))
        result = frozenset(found)
        if not self._open:  # inside a circle the answer is not complete
            self._reads[id(node)] = (node, result)
        return result

    def _read(self, node: object) -> Iterable[Token]:
        match node:
            case m.FieldOf():
                return (node.field,) if node.field.var else ()
            case m.ZoneOf():
                return (node.zone,)
            case m.MembersOf():
                return (node.zone,) if node.zone else ()
            case m.LocalRef(type=m.ZoneValue(kind=kind)) | m.Const(type=m.ZoneValue(kind=kind)):
                return holding(self.program, kind)
            case m.CallDefine():
                return self._once(node.define, lambda: self._define_reads(node.define))
            case m.ValueOf():
                modifiers = () if node.printed else tuple(node.value.modifiers)
                return self._once(node.value, lambda: self._value_reads(node.value, modifiers))
            case m.CanAct():
                return self._once(node.action, lambda: self.action_reads(node.action))
            case m.AssignField(field=m.Field(track=m.Track(limit=m.Expr() as limit))):
                return self.reads(limit)
            case m.GameFact():
                return (OVER,)
            case m.Repetitions():
                return {node.memory} | self.reads(tuple(node.memory.parts))
            case m.UsesLeft():
                return {node.limit} | self.reads(node.limit.amount)
            case _:
                return self._attached(node)

    def _attached(self, node: object) -> Iterable[Token]:
        """What decides what is laid beside, or hangs from, what."""
        match node:
            case m.CellsOf() | m.OccupantOf():
                layouts = [zone for zone in self.program.zones if zone.shape == "layout"]
                return [*layouts, *([self.program.cells.field] if self.program.cells is not None else [])]
            case m.FitsIn():  # also what hangs from what
                pieces = self.program.piece_kind
                return [zone for zone in self.program.zones if zone.holder is not None and is_a(zone.holder, pieces)]
            case m.HostOf() | m.HolderOf():
                return [zone for zone in self.program.zones if zone.holder is not None]
            case _:
                return ()

    def _once(self, thing: object, ask: Callable[[], Iterable[Token]]) -> Iterable[Token]:
        if thing in self._open:
            return ()
        self._open.add(thing)
        found = ask()
        self._open.discard(thing)
        return found

    def _define_reads(self, define: m.Define) -> Tokens:
        found = self.reads(define.body)
        for need in define.needs:
            found |= self.need_reads(need)
        return found

    def _value_reads(self, value: m.Value, modifiers: tuple[m.Attachment, ...]) -> Tokens:
        found = self.reads(value.base)
        for rule in modifiers:
            found |= self.rule_reads(rule) | self.reads(rule.amount)
        return found | self._clock if value.by_age else found

    def need_reads(self, need: m.Need) -> Tokens:
        """What a requirement depends on, with what lifts it."""
        return self.reads(need.condition).union(*(self.rule_reads(rule) for rule in need.lifts))

    def action_reads(self, action: m.Action) -> Tokens:
        """What decides whether a move of an action is offered."""
        found = self.reads(tuple(action.domains)) | self._life(action.holder, acting=True)
        for need in (*action.needs, *action.afterwards):
            found |= self.need_reads(need)
        if action.afterwards:
            found |= self._trial_reads(action)
        for rule in action.event.permissions:
            found |= self.rule_reads(rule)
        for limit, key in action.uses:
            found |= {limit} | self.reads((limit.amount, key))
        for node in walk(action.effects):
            if isinstance(node, m.PayFrom):
                found |= {node.field} | self.reads((node.amount, node.subject, node.part))
        return found

    def _trial_reads(self, action: m.Action) -> Tokens:
        """What the outcome of an action may depend on: everything that its effects and what they call may read."""
        units = self.reached(Scan(calls={action.event: None}))
        found: Tokens = frozenset()
        for unit in units:
            for body in self.bodies_of(unit):
                found |= self.reads(body)
        return found

    def rule_reads(self, rule: m.Attachment) -> Tokens:
        """What decides whether a rule holds."""
        found = self.reads((rule.when, rule.binder)) | self._life(rule.holder)
        for other in rule.silenced:
            found |= self.rule_reads(other) if other is not rule else frozenset()
        return found

    def _life(self, holder: m.Card | m.Kind | m.Lasting | None, *, acting: bool = False) -> Tokens:
        """What decides whether a holder's rules are in force; acting: whether it has its actions."""
        if holder is None:
            return frozenset()
        if isinstance(holder, m.Lasting):
            return frozenset({holder})
        kind = holder.kind if isinstance(holder, m.Card) else holder
        if not is_a(kind, self.program.piece_kind):
            return frozenset()
        active = (zone for zone in holding(self.program, kind) if zone.active or (acting and zone.playable))
        return frozenset([*active, self.program.piece_kind.fields["face_up"]]) | self.live_reads(kind)

    def live_reads(self, kind: m.Kind) -> Tokens:
        """What `live when` asks of the entities of a kind, and as what they act."""
        found: Tokens = frozenset() if kind.acts is None else frozenset([kind.acts])
        for other in self.program.kinds:
            live = live_of(other) if related(other, kind) else None
            if live is not None:
                found |= self.reads(live.condition)
        return found

    # ---- writing and asking -----------------------------------------------------------------------------------------

    def scan(self, unit: Unit) -> Scan:
        """What a unit does by itself."""
        found = self._scans.get(unit)
        if found is None:
            found = self._scans[unit] = Scan()
            for body in self.bodies_of(unit):
                self.scan_body(body, found)
            if isinstance(unit, m.Procedure | m.Window):
                self._scan_span(unit, found)
            elif isinstance(unit, m.Event):
                found.asks |= unit.asks
                found.calls.update(dict.fromkeys((*unit.instead, *unit.before, *unit.after)))
                uses = self.action_of[unit].uses if unit in self.action_of else []
                found.writes.update(limit for limit, _ in uses)
        return found

    def bodies_of(self, unit: Unit) -> list[tuple[m.Stmt, ...]]:
        """What runs as a unit, without the rules attached to it."""
        if isinstance(unit, m.Procedure):
            return [unit.body, *(body for _, _, body in unit.variants)]
        if isinstance(unit, m.Window):
            return []
        if isinstance(unit, m.Event) and unit in self.action_of:
            return [self.action_of[unit].effects]
        return [unit.body]

    def _scan_span(self, unit: m.Procedure | m.Window, found: Scan) -> None:
        if isinstance(unit, m.Window):
            found.asks = True
            found.calls.update(dict.fromkeys(action.event for action in unit.actions))
        found.calls.update(dict.fromkeys((*unit.start, *unit.end)))
        found.writes.update(lasting for lasting in self.program.lastings if lasting.anchor is unit)
        found.writes.update(limit for limit in self.program.limits if limit.per is unit)
        for delayed in self.program.delayed:
            if delayed.anchor is unit:
                self.scan_body(delayed.body, found)

    def scan_body(self, body: object, found: Scan) -> Scan:
        """Add what statements do by themselves."""
        for node in walk(body):
            if isinstance(node, _CHOICES):
                found.asks = True
            match node:
                case m.Perform():
                    found.calls[node.event] = None
                case m.RunProcedure():
                    found.calls[node.procedure] = None
                case m.OfferWindow():
                    found.calls[node.window] = None
                case m.MovePieces():
                    found.writes |= self.moved(node)
                    found.calls.update((rule, None) for rule in self._move_rules() if self.may_concern(rule, node))
                case _:
                    found.writes.update(self._written(node))
        return found

    def _written(self, node: object) -> Iterable[Token]:
        """What a statement that calls nothing changes by itself."""
        match node:
            case m.AssignField() | m.PayFrom():
                return (node.field,)
            case m.TurnPieces():
                return (self.program.piece_kind.fields["face_up"],)
            case m.ShuffleZone():
                return self.reads(node.zone)
            case m.FinishGame():
                return (OVER,)
            case m.StartLasting():
                return (node.lasting, *self._clock)
            case m.CountUse():
                return (node.limit,)
            case m.Remember():
                return (node.memory,)
            case _:
                return ()

    def _move_rules(self) -> list[m.Attachment]:
        event = self.program.move_event
        return [*event.instead, *event.before, *event.after]

    def moved(self, stmt: m.MovePieces) -> Tokens:
        """The zones whose contents a `move` may change."""
        kind = moved_kind(stmt, self.program)
        found: set[Token] = set()
        source = drawn_from(stmt.what)
        if isinstance(source, m.ZoneOf):
            found.add(source.zone)
        else:
            found.update(holding(self.program, kind))
        if isinstance(stmt.target, m.ZoneOf):
            found.add(stmt.target.zone)
        elif stmt.target is not None and isinstance(stmt.target.type, m.Ref):  # a cell
            found.update(zone for zone in holding(self.program, kind) if zone.shape == "layout")
        elif stmt.target is not None and not isinstance(stmt.target, m.Const):
            found.update(holding(self.program, kind))
        if self.program.cells is not None:
            found.add(self.program.cells.field)
        if stmt.face is not None:
            found.add(self.program.piece_kind.fields["face_up"])
        return frozenset(found) | self._clock

    def reached(self, scan: Scan) -> dict[Unit, None]:
        """Every unit that running something may run."""
        found: dict[Unit, None] = dict(scan.calls)
        pending = list(found)
        while pending:
            for unit in self.scan(pending.pop()).calls:
                if unit not in found:
                    found[unit] = None
                    pending.append(unit)
        return found

    def writes(self, scan: Scan) -> Tokens:
        """What running something may change, through everything it calls."""
        return frozenset(scan.writes).union(*(self.scan(unit).writes for unit in self.reached(scan)))

    def written_by(self, *stmts: m.Stmt) -> Tokens:
        """What statements may change."""
        return self.writes(self.scan_body(stmts, Scan()))

    # ---- always-rules -----------------------------------------------------------------------------------------------

    def settling(self, writes: Tokens) -> tuple[m.Attachment, ...]:
        """The always-rules that may have to run after a change, and those that these may make necessary."""
        known = self._settling.get(writes)
        if known is not None:
            return known
        asked, found = writes, set[m.Attachment]()
        again = True
        while again:
            new = {rule for rule, reads in self._always.items() if rule not in found and reads & writes}
            again = bool(new)
            found |= new
            writes = writes.union(*(self.writes(self.scan(rule)) for rule in new))
        result = self._settling[asked] = tuple(rule for rule in self.program.always if rule in found)
        return result

    # ---- asking -----------------------------------------------------------------------------------------------------

    def _find_asking(self) -> None:
        program = self.program
        units: list[Unit] = [*procedures(program), *program.windows, *program.events, *self.action_of, *program.always]
        units += [unit for root in units for unit in self.reached(self.scan(root))]
        units = list(dict.fromkeys(units))
        again = True
        while again:
            again = False
            for unit in units:
                if unit not in self._asking and self._scan_asks(self.scan(unit), frozenset(self.scan(unit).writes)):
                    self._asking.add(unit)
                    again = True

    def _scan_asks(self, scan: Scan, changed: Tokens) -> bool:
        if scan.asks or any(unit in self._asking for unit in scan.calls):
            return True
        return any(rule in self._asking for rule in self.settling(changed)) if changed and self._always else False

    def unit_asks(self, unit: Unit) -> bool:
        """Whether running a unit may ask somebody: then it is a flow."""
        return unit in self._asking

    def rules_ask(self, rules: Iterable[m.Attachment]) -> bool:
        """Whether one of the rules may ask somebody."""
        return any(rule in self._asking for rule in rules)

    def rules_ask_to_move(self, hooks: Iterable[m.Attachment], changed: Tokens) -> bool:
        """Whether a move that these rules are attached to may ask somebody."""
        return self.rules_ask(hooks) or self.rules_ask(self.settling(changed))

    def may_concern(self, rule: m.Attachment, stmt: m.MovePieces) -> bool:
        """Whether a rule on `move` may concern a statement: whether its condition leaves room for such a piece."""
        kind = moved_kind(stmt, self.program)
        low, high = kind.first, kind.last
        for part in conjuncts(rule.when):
            match part:
                case m.IsKind(item=m.LocalRef(local=local)) if rule.params and local is rule.params[0]:
                    low, high = max(low, part.first), min(high, part.last)
                case m.Op(op="=", args=(m.LocalRef(local=a), m.LocalRef(local=b))):
                    if rule.params and {a, b} == {rule.params[0], rule.this}:
                        assert isinstance(rule.holder, m.Card | m.Kind)
                        low, high = max(low, rule.holder.reach[0]), min(high, rule.holder.reach[1])
                case _:
                    pass
        return low <= high

    def asks(self, stmts: object, quiet: bool) -> bool:
        """Whether statements may ask somebody. quiet: always-rules wait, so they do not count."""
        scan = self.scan_body(stmts, Scan())
        return self._scan_asks(scan, frozenset() if quiet else frozenset(scan.writes))


def moved_kind(stmt: m.MovePieces, program: m.Program) -> m.Kind:
    """The kind of what a `move` moves."""
    type_ = stmt.what.type.of if isinstance(stmt.what.type, m.Many) else stmt.what.type
    return type_.kind if isinstance(type_, m.Ref | m.ZoneValue) else program.piece_kind


def conjuncts(when: m.Expr | None) -> list[m.Expr]:
    """A condition as the parts that must all hold."""
    if isinstance(when, m.Op) and when.op == "and":
        return [part for arg in when.args for part in conjuncts(arg)]
    return [] if when is None else [when]
