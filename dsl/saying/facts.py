"""What a card does, as facts that can be compared with its printed text: numbers, sides, times, conditions, things.

`own` facts stand on the card; `deep` ones also in what it calls, in its kinds, and in rules of the game that ask for a
value printed on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from dsl.saying.effects import Effects, Held
from dsl.saying.parts import Part, body_of, called_by, parts_of, printed_on
from dsl.saying.rules import Attached, Target, block_of
from dsl.saying.voice import field_label, label_of, words_of
from dsl.semantics import model as m
from dsl.semantics.walk import walk
from dsl.semantics.world import spoken

_DEPTH = 3  # how far calls are followed
_SELDOM = 4  # parts of the rules that ask for a number: more of them, and it is no number of one card
_OTHERS = frozenset(("opponent", "opponents", "enemy", "enemies", "hostile", "rival", "foe", "theirs"))


@dataclass(slots=True)
class Facts:
    """What a piece of rules does.

    numbers: all that it names; amounts: those of changes, with their sign (0: unknown); compared: operators by number;
    positions: of its rules; times: names of windows; anchors: names of what ends its effects; words: what it names.
    changed: values and fields that it changes; results: what values come to by changes; ways: how they are changed.
    others: it speaks of opponents; foreign: of things that may be somebody else's.
    """

    numbers: set[int] = field(default_factory=set[int])
    amounts: set[tuple[int, int]] = field(default_factory=set["tuple[int, int]"])
    compared: dict[int, set[str]] = field(default_factory=dict[int, set[str]])
    positions: set[str] = field(default_factory=set[str])
    times: set[str] = field(default_factory=set[str])
    anchors: set[str] = field(default_factory=set[str])
    words: set[str] = field(default_factory=set[str])
    changed: set[str] = field(default_factory=set[str])
    kinds: set[m.Kind] = field(default_factory=set[m.Kind])
    values: set[str] = field(default_factory=set[str])
    results: set[int] = field(default_factory=set[int])
    ways: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    mine: bool = False
    others: bool = False
    foreign: bool = False
    several: bool = False
    forbids: bool = False
    chooses: bool = False
    negated: set[str] = field(default_factory=set[str])
    stated: set[str] = field(default_factory=set[str])


class Gatherer:
    """Collects the facts of the cards of a program."""

    def __init__(self, effects: Effects) -> None:
        self.effects = effects
        self.program = effects.program
        self.units = [Part(tuple(walk(nodes)), nodes) for nodes in parts_of(effects)]

    def own(self, card: m.Card) -> Facts:
        """What stands on a card itself, and the numbers printed on it."""
        facts = Facts()
        self._held(self.effects.on(card), facts)
        self._printed(card, facts)
        return facts

    def near(self, card: m.Card) -> Facts:
        """The same with what it calls, a step far, and the rules that ask for what is printed on it or done by it."""
        return self._widely(card, (card,), 1)

    def deep(self, card: m.Card) -> Facts:
        """The same with what its kinds do, and what is called by that."""
        kinds = [card.kind]
        while kinds[-1].parent is not None:
            kinds.append(kinds[-1].parent)
        return self._widely(card, (card, *kinds), _DEPTH)

    def _widely(self, card: m.Card, holders: Sequence[m.Card | m.Kind], depth: int) -> Facts:
        facts = Facts()
        calls: list[object] = []
        for holder in holders:
            self._held(self.effects.on(holder), facts, calls, whole=depth > 1)
        self._asked_for(card, facts, calls)
        self._elsewhere(card, facts, calls)
        self._printed(card, facts)
        self._follow(calls, facts, depth)
        return facts

    def _held(self, held: Held, facts: Facts, calls: list[object] | None = None, whole: bool = False) -> None:
        for each in held.rules:
            self._rule(each, facts, calls)
        for action in held.actions:
            block = block_of(action.span)
            facts.times.update(label_of(window) for window in action.windows)
            facts.words.add(words_of(action.name))
            inside = [each for each in action.effects if block.start <= each.span.start < block.end]
            inside = list(action.effects) if whole else inside
            needs = [need.condition for need in action.needs if block.start <= need.span.start < block.end]
            facts.chooses = facts.chooses or bool(action.params)
            self._code([*needs, *action.domains, *inside], facts, calls)
        for procedure, _, body in held.bodies:
            facts.times.add(label_of(procedure))
            self._code(body, facts, calls)

    def _rule(self, each: Attached, facts: Facts, calls: list[object] | None) -> None:
        rule, target = each.rule, each.target
        facts.positions.add(rule.position)
        facts.forbids = facts.forbids or rule.position in ("cannot", "never")
        _attached_to(rule, target, facts)
        if isinstance(target, m.Value):
            facts.changed.add(spoken(target.name))
            self._modified(rule, target, facts)
            if rule.layer:
                facts.times.add(spoken(rule.layer))
        parts = [rule.when, *rule.body, rule.amount, rule.binder]
        unbound = any(not _bound(rule, param) for param in rule.params)
        facts.several = facts.several or rule.binder is not None or unbound
        self._code([part for part in parts if part is not None], facts, calls)
        if isinstance(target, m.Event) and calls is not None:
            calls.append(target)

    def _modified(self, rule: m.Attachment, value: m.Value, facts: Facts) -> None:
        """What a change of a value comes to, if its base is a number."""
        facts.ways.setdefault(spoken(value.name), set()).add(rule.change)
        if not isinstance(rule.amount, m.Const):
            return
        parts = rule.amount.type.parts if isinstance(rule.amount.type, m.Int) else 1
        amount, sign = rule.amount.value // parts, {"plus": 1, "minus": -1}.get(rule.change, 0)
        facts.amounts.add((abs(amount), (1 if amount >= 0 else -1) * sign))
        bases = {node.value for node in walk(value.base) if isinstance(node, m.Const) and isinstance(node.type, m.Int)}
        facts.results |= {base + sign * amount for base in bases if sign}

    def _code(self, nodes: Iterable[object], facts: Facts, calls: list[object] | None) -> None:
        for node in walk(list(nodes)):
            self._node(node, facts)
            if isinstance(node, m.StartLasting):
                facts.anchors.update((label_of(node.lasting.anchor), spoken(node.lasting.anchor.name)))
                for each in self.effects.lasting.get(node.lasting, ()):
                    self._rule(each, facts, calls)
            elif isinstance(node, m.Later):
                facts.anchors.update((label_of(node.later.anchor), spoken(node.later.anchor.name)))
                self._code(node.later.body, facts, calls)
            if calls is not None:
                calls += called_by(node)

    def _node(self, node: object, facts: Facts) -> None:
        match node:
            case m.Const():
                self._constant(node, facts)
            case m.Op(op=op, args=args):
                self._operator(op, args, facts)
            case m.AssignField():
                self._assigned(node, facts)
            case m.Filter():
                self._filter(node, facts)
            case m.IsKind():
                facts.kinds.update(k for k in self.program.kinds if (k.first, k.last) == (node.first, node.last))
            case m.Perform():
                self._named(node.event.name, facts)
                self._given(node, facts)
            case _:
                self._names(node, facts)
                _whose(node, facts)
                _how_many(node, facts)

    def _names(self, node: object, facts: Facts) -> None:
        """What a node calls by name."""
        match node:
            case m.FieldOf(field=found):
                facts.words.update((field_label(found), spoken(found.name)))
                if isinstance(found.type, m.Bool):
                    facts.stated.add(spoken(found.name))
            case m.ZoneOf(zone=zone) | m.MembersOf(zone=m.Zone() as zone):
                facts.words.update((label_of(zone), spoken(zone.name)))
            case m.CallDefine(define=named) | m.ValueOf(value=named):
                self._named(named.name, facts)
            case m.RunProcedure(procedure=procedure):
                self._named(procedure.name, facts)
                facts.words.add(label_of(procedure))
            case _:
                pass

    def _filter(self, node: m.Filter, facts: Facts) -> None:
        type_ = node.local.type
        if node.kind is not None:
            facts.kinds.add(node.kind)
        if isinstance(type_, m.Ref):
            facts.kinds.add(type_.kind)

    def _constant(self, node: m.Const, facts: Facts) -> None:
        if isinstance(node.type, m.Int):
            facts.numbers.add(abs(node.value) // node.type.parts)
        elif isinstance(node.type, m.EnumOf):
            at = node.value - 1 if node.type.or_none else node.value
            if 0 <= at < len(node.type.enum.values):
                facts.values.update((spoken(node.type.enum.values[at]), node.type.enum.labels[at]))
        elif isinstance(node.type, m.BagOf):
            type_ = node.type
            for at, label in enumerate(type_.enum.labels):
                count = node.value >> type_.bits * at & (1 << type_.bits) - 1
                if count:
                    facts.numbers.add(count)
                    facts.values.update((spoken(type_.enum.values[at]), label))
        elif isinstance(node.type, m.Ref):
            facts.words.update(card.title for card in self.program.cards if card.first <= node.value <= card.last)

    def _operator(self, op: str, args: Sequence[m.Expr], facts: Facts) -> None:
        if op in ("<", "<=", ">", ">=") and isinstance(args[1], m.Const) and isinstance(args[1].type, m.Int):
            facts.compared.setdefault(args[1].value // args[1].type.parts, set()).add(op)
        players = all(_is_player(each.type) and not isinstance(each, m.Const) for each in args)
        if (op == "!=" and players) or (op == "not" and isinstance(args[0], m.Op) and _same_player(args[0])):
            facts.others = True
        if op == "not":
            facts.forbids = True
            facts.stated.difference_update(_property(args[0]))
            facts.negated.update(_property(args[0]))
        if op == "!=":
            facts.forbids = True

    def _given(self, node: m.Perform, facts: Facts) -> None:
        """Numbers that an event is given and changes something by."""
        for param, arg in zip(node.event.params, node.args, strict=False):
            if not isinstance(arg, m.Const) or not isinstance(arg.type, m.Int):
                continue
            for each in walk(node.event.body):
                if isinstance(each, m.AssignField) and _speaks(each.value, param):
                    facts.amounts.add((arg.value, {"raise": 1, "lower": -1}.get(each.how, 0)))
                    facts.changed.add(field_label(each.field))

    def _assigned(self, node: m.AssignField, facts: Facts) -> None:
        facts.changed.update((field_label(node.field), spoken(node.field.name)))
        facts.words.update((field_label(node.field), spoken(node.field.name)))
        sign = {"raise": 1, "lower": -1, "set": 0}[node.how]
        if isinstance(node.value, m.Const) and isinstance(node.value.type, m.Int):
            facts.amounts.add((node.value.value, sign))

    def _named(self, name: str, facts: Facts) -> None:
        facts.words.add(spoken(name))
        if _OTHERS & set(name.lower().split("_")):
            facts.others = True

    def _printed(self, card: m.Card, facts: Facts) -> None:
        for name, found, number in printed_on(card):
            facts.words.add(name)
            if isinstance(found.type, m.Int):
                facts.numbers.add(abs(number))
            elif isinstance(found.type, m.EnumOf):
                at = number - 1 if found.type.or_none else number
                if 0 <= at < len(found.type.enum.values):
                    facts.values.update((spoken(found.type.enum.values[at]), found.type.enum.labels[at]))
            elif isinstance(found.type, m.BagOf):
                for at in range(len(found.type.enum.values)):
                    facts.numbers.add(number >> found.type.bits * at & (1 << found.type.bits) - 1)

    def _asked_for(self, card: m.Card, facts: Facts, calls: list[object]) -> None:
        """Rules of the game that ask for a value of an enum that is printed on a card."""
        printed = {
            (found.type.enum.name, number - 1 if found.type.or_none else number)
            for _, found, number in printed_on(card)
            if isinstance(found.type, m.EnumOf)
        }
        for each in self.effects.on(None).rules:
            nodes = [node for node in (each.rule.when, each.rule.binder) if node is not None]
            for node in walk(nodes):
                if isinstance(node, m.Const) and isinstance(node.type, m.EnumOf):
                    at = node.value - 1 if node.type.or_none else node.value
                    if (node.type.enum.name, at) in printed:
                        self._rule(each, facts, calls)
                        break

    def _elsewhere(self, card: m.Card, facts: Facts, calls: list[object]) -> None:
        """Parts of the rules that name the card, or ask for a field that hardly anything but the card changes."""
        for found in self._changed_by(card):
            asking = [unit for unit in self.units if unit.reads(found)]
            for unit in asking if len(asking) <= _SELDOM else ():
                self._code(unit.nodes, facts, calls)
        for kind in self._brought_by(card):
            speaking = [unit for unit in self.units if unit.speaks_of(kind)]
            for unit in speaking if len(speaking) <= _SELDOM else ():
                self._code(unit.nodes, facts, calls)
        for unit in self.units:
            if unit.names(card):
                self._code(unit.nodes, facts, calls)

    def _brought_by(self, card: m.Card) -> set[m.Kind]:
        """The kinds whose members a card brings into play: their rules say what the card does."""
        return {node.kind for node in self._done_by(card) if isinstance(node, m.KindMembers)}

    def _done_by(self, card: m.Card) -> list[object]:
        held = self.effects.on(card)
        return list(walk([*(each.effects for each in held.actions), *(list(body) for _, _, body in held.bodies)]))

    def _changed_by(self, card: m.Card) -> set[m.Field]:
        """The fields that a card changes, itself or by the events that it calls."""
        own = self._done_by(card)
        own += [node for call in own if isinstance(call, m.Perform) for node in walk(call.event.body)]
        return {node.field for node in own if isinstance(node, m.AssignField)}

    def _follow(self, calls: list[object], facts: Facts, depth: int) -> None:
        """Go into what is called, a few steps far."""
        seen: set[int] = set()
        for _ in range(depth):
            found, calls = calls, []
            for each in found:
                if id(each) not in seen:
                    seen.add(id(each))
                    self._code(body_of(each), facts, calls)


def _attached_to(rule: m.Attachment, target: Target, facts: Facts) -> None:
    """What the place of a rule says: when it is, and what it is about."""
    if isinstance(target, m.Procedure | m.Window):
        facts.times.add(f"{rule.position} of {label_of(target)}")
        if rule.position == "end":
            facts.anchors.update((label_of(target), spoken(target.name)))
    elif target is not None:
        facts.words.add(spoken(target.name or ""))


def _whose(node: object, facts: Facts) -> None:
    """Whose things a node speaks of."""
    match node:
        case m.FieldOf(field=m.Field(name="owner"), subject=item) | m.HolderOf(item=item):
            facts.mine = True
            facts.foreign = facts.foreign or not _is_this(item)
        case m.LocalRef(local=local):
            facts.mine = facts.mine or local.name in ("me", "us") or _is_player(local.type)
        case _:
            pass


def _how_many(node: object, facts: Facts) -> None:
    """Whether a node speaks of several things, or of chosen ones."""
    match node:
        case m.Quantifier(body=m.FieldOf(field=found)) if not found.var and isinstance(found.type, m.Int):
            facts.numbers.update(found.printed)
            facts.several = True
        case m.ForEachStmt() | m.Quantifier() | m.KindMembers():
            facts.several = True
        case m.ChooseMember() | m.ChooseSeveral() | m.ChooseBranch():
            facts.chooses = True
            facts.several = facts.several or isinstance(node, m.ChooseSeveral)
        case m.MovePieces(what=what) | m.ShowPieces(what=what) | m.TurnPieces(what=what):
            facts.several = facts.several or isinstance(what.type, m.Many)
        case _:
            pass


def _speaks(expr: m.Expr, local: m.Local) -> bool:
    return any(isinstance(node, m.LocalRef) and node.local is local for node in walk(expr))


def _is_this(expr: m.Expr | None) -> bool:
    return isinstance(expr, m.LocalRef) and expr.local.name == "this"


def _is_player(type_: m.Type) -> bool:
    return isinstance(type_, m.Ref) and type_.kind.name == "Player"


def _same_player(op: m.Op) -> bool:
    return op.op == "=" and all(_is_player(each.type) for each in op.args)


def _property(expr: m.Expr) -> Iterator[str]:
    if isinstance(expr, m.FieldOf):
        yield spoken(expr.field.name)


def _bound(rule: m.Attachment, param: m.Local) -> bool:
    """Whether a rule says of a parameter that it is one thing."""
    if rule.when is None:
        return False
    for node in walk(rule.when):
        if isinstance(node, m.Op) and node.op == "=":
            for one in node.args:
                if isinstance(one, m.LocalRef) and one.local is param:
                    return True
    return False
