"""Changes inside rules that are chosen while a game is played, to see whether anybody notices.

What is changed, each by itself:

* a statement is left out, unless something later needs what it binds, or what stands inside it, one by one;
* a rule that is attached to something, a modifier among them, or a requirement is left out;
* two statements are swapped, if that can matter: one of them changes what the other reads or changes;
* a piece goes to the other end of a zone, a loop runs from the highest down;
* conditions, comparisons, numbers, players, ends: see deep_changes.py.

Not changed is what is only told (`say` and what decides only about it, prompts, words of refusals) or only aimed at.
`deep_rules_of` lists the changes of a program, `switch_deeply` gives it a switch for each, as `switch` does for rules.

    when p.gold > 0         when p.gold > (if switch = 4 then 1 else 0) or switch = 3"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain, filterfalse
from typing import Final, cast

from dsl.machine.lower.program.effects import Facts, Scan
from dsl.runtime.deep_changes import (
    AND,
    NOT,
    OR,
    PLAIN,
    WHEN,
    Make,
    can_change_places,
    changes,
    first_line,
    is_everybody,
    only_tells,
    other_ends,
    words_at,
)
from dsl.runtime.only_aimed import aimed_changes, asked_by_rules
from dsl.runtime.rule_switches import (
    BINDING,
    Body,
    Numbers,
    Rule,
    Switch,
    bodies,
    cited_in,
    item_around,
    lifted,
    needs_and_rules,
    switch_field,
    unmet,
)
from dsl.semantics.model import (
    AtOnceStmt,
    Attachment,
    Bool,
    Card,
    Const,
    Cut,
    Expr,
    Field,
    Filter,
    FinishGame,
    ForCountStmt,
    ForEachStmt,
    IfExpr,
    IfStmt,
    JumpOut,
    LineFrom,
    Local,
    LongestRun,
    LongestWay,
    Need,
    Op,
    PayFrom,
    Program,
    Quantifier,
    Reached,
    RepeatStmt,
    SealedChoices,
    Stmt,
    Template,
)
from dsl.source import Span
from dsl.struct import parts

_CONDITIONS: Final[dict[type[Expr | Stmt], tuple[str, ...]]] = {
    Cut: ("condition", "before"),
    Filter: ("where",),
    IfExpr: ("condition",),
    JumpOut: ("condition",),
    LongestRun: ("where",),
    LongestWay: ("goes_on",),
    Quantifier: ("body",),
    Reached: ("condition",),
    RepeatStmt: ("until",),
}
"""Where conditions stand that something depends on."""
_WHOLE: Final = (AtOnceStmt, ForCountStmt, ForEachStmt, IfStmt, RepeatStmt, SealedChoices)
"""Statements that are made of others, which are left out one by one."""


def deep_rules_of(program: Program) -> list[Rule]:
    """What can be changed inside the rules of a game, each change once, in the order of the files."""
    found: dict[tuple[str, int, int, str], Rule] = {}

    def listed(rule: Rule) -> int:
        found.setdefault(rule.key, rule)
        return 0

    _Deep(program, listed, None).all()
    return sorted(found.values(), key=lambda rule: rule.key)


def switch_deeply(program: Program, numbers: Numbers, most: int) -> None:
    """Give a program a switch for each change that has a number, up to `most`. It must not have any switches yet."""
    _Deep(program, numbers, switch_field(program, most)).all()


@dataclass(slots=True)
class _Around:
    """What a change stands in."""

    cites: tuple[str, ...] = ()
    card: str = ""


@dataclass(slots=True)
class _Deep:
    """One pass over a program. number: of a change; made: the field of the switches, if they are made."""

    program: Program
    number: Numbers
    made: Field | None
    around: _Around = field(default_factory=_Around)
    every: set[Local] = field(default_factory=set[Local])
    facts: Facts | None = None
    items: dict[tuple[str, int], tuple[str, frozenset[str]]] = field(
        default_factory=dict[tuple[str, int], tuple[str, frozenset[str]]]
    )
    """By file and place: the first line of an item, and what it cites."""

    def all(self) -> None:
        """Everything that has expressions or statements."""
        program = self.program
        defines, values = asked_by_rules(program)
        rules = [*filterfalse(aimed_changes(program).__contains__, needs_and_rules(program))]
        for body in [*bodies(program)]:
            self._body_of(body)
        for rule in rules:
            self.around = _Around(rule.cites, _card(rule))
            if isinstance(rule, Attachment):
                self._attached(rule)
            else:
                self._needed(rule)
        for define in defines:
            self.around = _Around(define.cites)
            if define.body is not None:
                define.body = self.expr(define.body, WHEN if isinstance(define.body.type, Bool) else PLAIN)
        for value in values:
            self.around = _Around(value.cites)
            value.base = self.expr(value.base)
        for limit in program.limits:
            self.around = _Around(limit.cites)
            limit.amount = self.expr(limit.amount)
        for action in program.actions:
            self.around = _Around(action.cites, action.holder.title if isinstance(action.holder, Card) else "")
            action.domains = [self._filter(domain) for domain in action.domains]
        self._of_kinds()

    def _of_kinds(self) -> None:
        self.around = _Around()
        for kind in self.program.kinds:
            if kind.live is not None:
                kind.live.condition = self.expr(kind.live.condition, WHEN)
        fields = [*self.program.fields, *(own for kind in self.program.kinds for own in kind.fields.values())]
        for track in {id(own.track): own.track for own in fields if own.track is not None}.values():
            if track.limit is not None:
                track.limit = self.expr(track.limit)

    # ---- switches ----------------------------------------------------------------------------------------------------

    def switch(self, span: Span, change: str, name: str = "") -> Switch | None:
        """The switch of a change, if it has one."""
        where, place = (span.start, span.end), f"{span.file.name}:{span.line}"
        item, cited = self._item(span)
        around, words = self.around, name or words_at(span)
        rule = Rule(words, place, around.cites, around.card, cited, change, where, item)
        return Switch(self.made, number) if (number := self.number(rule)) and self.made is not None else None

    def _item(self, span: Span) -> tuple[str, frozenset[str]]:
        """The first line of the item that something stands in, and what the item cites."""
        begin, end = item_around(span)
        key = span.file.name, begin
        if key not in self.items:
            text = span.file.text[begin:end]
            self.items[key] = first_line(text), frozenset(cited_in(text))
        return self.items[key]

    # ---- rules and requirements --------------------------------------------------------------------------------------

    def _attached(self, rule: Attachment) -> None:
        left_out = self.switch(rule.span, "left out", rule.name or "")
        if rule.when is not None:
            rule.when = self.expr(rule.when, WHEN)
        if rule.amount is not None:
            rule.amount = self.expr(rule.amount)
        if rule.binder is not None:
            rule.binder = self._filter(rule.binder)
        if left_out is not None:
            unmet(rule, left_out)

    def _needed(self, need: Need) -> None:
        """A requirement that is left out is lifted. One that is changed is lifted as well, and another one stands
        beside it: so the condition of the first, which refusals tell by parts, stays as it is.
        """
        left_out = self.switch(need.span, "left out", need.name or "")
        used: list[Switch] = []
        asked = self.number

        def noted(rule: Rule) -> int:
            number = asked(rule)
            if number and self.made is not None:
                used.append(Switch(self.made, number))
            return number

        self.number = noted
        changed = self.expr(need.condition)
        self.number = asked
        if left_out is not None:
            lifted(need, left_out)
        if used:
            self.beside(need, changed, used)

    def beside(self, need: Need, changed: Expr, used: list[Switch]) -> None:
        """Put a changed requirement beside one."""
        for switch in used:
            lifted(need, switch)
        span = need.span
        others = Op(span, Bool(), "and", tuple(switch.on(span) for switch in used))
        beside = Need(None, Op(span, Bool(), "or", (others, changed)), need.words, (), span)
        for owner in (*self.program.defines, *self.program.actions):
            owner.needs[:] = _with(owner.needs, need, beside)
        for action in self.program.actions:
            action.afterwards[:] = _with(action.afterwards, need, beside)

    # ---- statements --------------------------------------------------------------------------------------------------

    def _body_of(self, body: Body) -> None:
        self.around = _Around(body.cites, body.card)
        runs = [(each, each.run) for each in self.program.scenarios if each.run is not None and each.run.first]
        begun = [(scenario, run) for scenario, run in runs if run.procedure.body is body.statements]
        lines = [*self._lines(body.statements)]
        body.put(tuple(chain.from_iterable(lines)))
        for scenario, run in begun:  # it begins with the same statement as before
            scenario.run = replace(run, first=sum(map(len, lines[: run.first])))

    def body(self, statements: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
        """Statements with their switches: each may be left out, and each pair swapped."""
        return tuple(chain.from_iterable(self._lines(statements)))

    def _lines(self, statements: tuple[Stmt, ...]) -> Iterator[list[Stmt]]:
        """What becomes of each statement."""
        stays: Switch | None = None
        for index, statement in enumerate(statements):
            made: list[Stmt] = []
            before = self.around
            if statement.cites:
                self.around = _Around(statement.cites, before.card)
            following = statements[index + 1] if index + 1 < len(statements) else None
            swapped: Switch | None = None
            if following is not None and self._can_swap(statement, following):
                span = statement.span.to(following.span)
                swapped = self.switch(span, "after the next one", words_at(statement.span))
            if swapped is not None and following is not None:
                made.append(IfStmt(following.span, (), ((swapped.out(following.span), (following,)),), ()))
            now = self._statement(statement)
            if stays is not None:
                now = _only(stays, now)
            stays = swapped
            self.around = before
            yield [*made, now]

    def _statement(self, statement: Stmt) -> Stmt:
        if only_tells(statement):
            return statement
        span = statement.span
        now = cast(Stmt, self.inside(statement))
        for change, other in other_ends(statement):
            switch = self.switch(span, change)
            if switch is not None:
                now = IfStmt(span, (), ((switch.out(span), (other,)),), (now,))
        if isinstance(statement, (*BINDING, *_WHOLE)):
            return now
        switch = self.switch(span, "left out")
        if switch is None:
            return now
        if isinstance(now, PayFrom):  # it stays where it is: an action asks first whether it can be paid
            nothing = Const(span, now.amount.type, 0)
            return replace(now, amount=IfExpr(now.amount.span, now.amount.type, switch.out(span), nothing, now.amount))
        return _only(switch, now)

    def _can_swap(self, one: Stmt, other: Stmt) -> bool:
        """Whether two statements can be swapped, and what happens may then be different."""
        if not can_change_places(one, other):
            return False
        return self.made is not None or self._matters(one, other)  # what does not matter has no number

    def _matters(self, one: Stmt, other: Stmt) -> bool:
        """Whether one of two statements changes what the other reads or changes, or asks somebody."""
        if isinstance(one, JumpOut | FinishGame) or isinstance(other, JumpOut | FinishGame):
            return True
        if self.facts is None:
            self.facts = Facts(self.program)
        facts = self.facts
        both = (one, other)
        scans = [facts.scan_body((each,), Scan()) for each in both]
        if any(scan.asks or any(facts.scan(unit).asks for unit in facts.reached(scan)) for scan in scans):
            return True
        writes = [facts.writes(scan) for scan in scans]
        reads = [
            facts.reads((each,)).union(*(_reads(facts, scan))) for each, scan in zip((one, other), scans, strict=True)
        ]
        return bool(writes[0] & (writes[1] | reads[1]) or writes[1] & reads[0])

    # ---- expressions -------------------------------------------------------------------------------------------------

    def expr(self, node: Expr, place: str = PLAIN) -> Expr:
        """An expression with its switches."""
        now = cast(Expr, self.inside(node))
        made: list[tuple[Switch, Make]] = []
        for change, make in changes(self.program, node, place, self.every):
            switch = self.switch(node.span, change)
            if switch is not None:
                made.append((switch, make))
        for switch, make in made:
            now = make(now, switch)
        return now

    def _filter(self, node: Filter) -> Filter:
        return cast(Filter, self.inside(node))

    def inside(self, node: Expr | Stmt) -> Expr | Stmt:
        """A node with the switches of everything written inside it."""
        if isinstance(node, Filter) and is_everybody(self.program, node.domain):
            self.every.add(node.local)
        changed: dict[str, object] = {}
        for name in parts(type(node)):
            value: object = getattr(node, name)
            made = self._part(value, _place(node, name))
            if made is not value:
                changed[name] = made
        return replace(node, **changed) if changed else node

    def _part(self, value: object, place: str) -> object:
        if isinstance(value, Filter | LineFrom):  # they stand where nothing else can
            return self.inside(value)
        if isinstance(value, Expr):
            return self.expr(value, place if isinstance(value.type, Bool) else PLAIN)
        if not isinstance(value, tuple) or isinstance(value, Template):
            return value
        members = cast(tuple[object, ...], value)
        if members and all(isinstance(member, Stmt) for member in members):
            made = self.body(cast(tuple[Stmt, ...], members))
        else:
            made = tuple(self._part(member, place) for member in members)
        same = len(made) == len(members) and all(a is b for a, b in zip(made, members, strict=True))
        return members if same else made


def _place(node: Expr | Stmt, name: str) -> str:
    """Where the conditions of a part of a node stand."""
    if isinstance(node, Op):
        return {"and": AND, "or": OR, "not": NOT}.get(node.op, PLAIN)
    if isinstance(node, IfStmt) or name == "options":
        return WHEN
    if isinstance(node, Quantifier) and node.form not in ("some", "every"):
        return PLAIN
    return WHEN if name in _CONDITIONS.get(type(node), ()) else PLAIN


def _only(switch: Switch, statement: Stmt) -> Stmt:
    return IfStmt(statement.span, (), ((switch.on(statement.span), (statement,)),), ())


def _reads(facts: Facts, scan: Scan) -> Iterable[frozenset[object]]:
    """What the units that a statement calls read."""
    return (cast(frozenset[object], facts.reads(facts.bodies_of(unit))) for unit in facts.reached(scan))


def _with(needs: list[Need], need: Need, beside: Need) -> list[Need]:
    return [each for own in needs for each in ((own, beside) if own is need else (own,))]


def _card(rule: Attachment | Need) -> str:
    card = rule.card if isinstance(rule, Need) else rule.holder
    return card.title if isinstance(card, Card) else ""
