"""Going through the statements: what a secret decides, on its way to what somebody sees.

Each part of the rules (a procedure, an event, a rule, the effects of an action) is gone through with what all its
callers may give it, until nothing new comes of it; then once more, and now what is seen is written down.
"""

from __future__ import annotations

from dataclasses import replace

from dsl.secrecy.facts import learn
from dsl.secrecy.labels import (
    NO_LABELS,
    Env,
    Labels,
)
from dsl.secrecy.questions import Questions
from dsl.secrecy.units import Body, Jumps, Unit
from dsl.semantics import model as m
from dsl.spoken import said


class Flow(Questions):
    """Goes through a program."""

    def go(self, unit: Unit) -> None:
        """Go through one part."""
        env = Env(dict(unit.values), unit.opened or frozenset())
        under = unit.under
        self.jumps = Jumps()
        self.in_sealed = False
        key = unit.key
        if isinstance(key, m.Event):
            under = self.event_hooks(key, env, under)
        elif isinstance(key, m.Procedure | m.Window):
            for rule in (*key.start, *key.end):
                self.enter_rule(rule, [], env, under)
        elif isinstance(key, m.Attachment) and key.binder is not None:
            members, env = self.evaluator.walked(key.binder, env)
            under |= self.told(members.taint, key.span)
        self.lines(unit.body, env, under)

    def event_hooks(self, event: m.Event, env: Env, under: Labels) -> Labels:
        """Enter the rules of an event; the labels under which its effect happens."""
        args = [env.of(param) for param in event.params]
        effect = under
        for rule in event.permissions if event not in self.action_of else ():
            there = self.evaluator.for_rule(rule, args, env)
            effect |= self.told(self.evaluator.in_force(rule, there), rule.span)
        if event.asks:
            self.choose_rule(event, args, env, effect)
        for rule in event.instead:
            effect |= self.enter_rule(rule, args, env, effect)
        for rule in (*event.before, *event.after):
            self.enter_rule(rule, args, env, effect)
        return effect

    def lines(self, stmts: Body, env: Env, under: Labels) -> None:
        """Go through lines one after the other; a jump decides whether the later ones are come to."""
        for local, value in env.values.items():
            if value.hidden and not value.named:
                env.values[local] = self.laid_open(value, stmts, local)
        for index, stmt in enumerate(stmts):
            here = under | self.jumps.loop | self.jumps.whole
            self.line(stmt, env, here, stmts[index + 1 :])

    def line(self, stmt: m.Stmt, env: Env, under: Labels, rest: Body) -> None:
        """Go through one line. rest: what follows it."""
        match stmt:
            case m.LetLocal():
                self.let(stmt, env, under, rest)
            case m.AssignField() | m.PayFrom():
                self.assign(stmt, env, under)
            case m.MovePieces():
                self.move(stmt, env, under)
            case m.TurnPieces() | m.ShowPieces():
                self.show(stmt, env, under)
            case m.TellFact():
                self.tell(stmt, env, under)
            case m.SayText():
                words = self.evaluator.text(stmt.template, env)
                self.see(under | words, stmt.span, "log", said("a line of the log"))
            case m.Perform() | m.RunProcedure():
                self.perform(stmt, env, under)
            case m.JumpOut():
                self.jump(stmt, env, under)
            case m.FinishGame():
                self.finish(stmt, env, under)
            case m.IfStmt():
                self.branch(stmt, env, under)
            case m.ForEachStmt() | m.ForCountStmt() | m.RepeatStmt():
                self.loop(stmt, env, under)
            case m.AtOnceStmt():
                self.lines(stmt.body, env, under)
            case _:
                self.later(stmt, env, under, rest)

    def later(self, stmt: m.Stmt, env: Env, under: Labels, rest: Body) -> None:
        """The statements that ask, and those whose effect comes later."""
        match stmt:
            case m.ChooseMember() | m.ChooseSeveral():
                self.choose(stmt, env, under, rest)
            case m.ChooseBranch():
                self.choose_branch(stmt, env, under)
            case m.OfferWindow():
                self.offer(stmt, env, under)
            case m.SealedChoices():
                self.seal(stmt, env, under)
            case m.DrawChance():
                domain = self.evaluator.value(stmt.domain, env)
                value = replace(domain, symbol=("local", stmt.local))
                env.values[stmt.local] = self.laid_open(value, rest, stmt.local)
            case m.StartLasting():
                self.keep(stmt.lasting, (), stmt.lasting.captured, env, under)
            case m.Later():
                self.keep(stmt.later, stmt.later.body, stmt.later.captured, env, under)
            case m.CountUse():
                taint = NO_LABELS if stmt.key is None else self.evaluator.value(stmt.key, env).taint
                self.see(under | taint, stmt.span, "count", said("a use of `{1}`", stmt.limit.name))
            case _:
                pass

    def keep(self, key: object, body: Body, captured: list[m.Local], env: Env, under: Labels) -> None:
        """What is remembered for later: names as they are now."""
        before = self.units.get(key)
        state = None if before is None else (dict(before.values), before.under)
        self.enter(key, body, {local: env.of(local) for local in captured}, under, frozenset())
        if isinstance(key, m.Lasting) and state != (self.units[key].values, self.units[key].under):
            self.evaluator.changed = True

    def jump(self, stmt: m.JumpOut, env: Env, under: Labels) -> None:
        """leave, skip and stop: what follows is come to only if they do not happen."""
        labels = under
        if stmt.condition is not None:
            labels |= self.told(self.evaluator.value(stmt.condition, env).taint, stmt.span)
            learn(env, self.evaluator.facts(stmt.condition, False), self.evaluator)
        after = frozenset(label.after(stmt.span, said("whether it goes on behind `{1}`", stmt.how)) for label in labels)
        if stmt.how == "leave":
            self.jumps.whole |= after
        else:
            self.jumps.loop |= after

    def branch(self, stmt: m.IfStmt, env: Env, under: Labels) -> None:
        """if .. else if .. else."""
        ends: list[Env] = []
        for condition, body in stmt.branches:
            labels = self.told(self.evaluator.value(condition, env).taint, condition.span)
            under |= frozenset(label.after(condition.span, said("what is carried out")) for label in labels)
            there = env.copy()
            learn(there, self.evaluator.facts(condition, True), self.evaluator)
            learn(env, self.evaluator.facts(condition, False), self.evaluator)
            self.lines(body, there, under)
            if not _leaves(body):
                ends.append(there)
        self.lines(stmt.otherwise, env, under)
        if not _leaves(stmt.otherwise):
            ends.append(env.copy())
        if ends:
            env.take(ends)

    def loop(self, stmt: m.ForEachStmt | m.ForCountStmt | m.RepeatStmt, env: Env, under: Labels) -> None:
        """Loops; a jump in them decides of the later turns, too."""
        labels, inside = self._header(stmt, env)
        under |= frozenset(
            label.after(stmt.span, said("how often, and for what")) for label in self.told(labels, stmt.span)
        )
        outer = self.jumps.loop
        self.jumps.loop = NO_LABELS
        there = inside
        for _ in range(2):
            there = inside.copy()
            self.lines(stmt.body, there, under)
            inside.opened &= there.opened
        self.jumps.loop = outer
        env.opened &= there.opened
        for local in env.values:
            env.values[local] = env.of(local).join(there.of(local))

    def _header(self, stmt: m.ForEachStmt | m.ForCountStmt | m.RepeatStmt, env: Env) -> tuple[Labels, Env]:
        if isinstance(stmt, m.ForEachStmt):
            members, inside = self.evaluator.walked(stmt.over, env)
            labels = members.taint
            if stmt.order is not None:
                labels |= self.evaluator.value(stmt.order, inside).taint
            local = stmt.over.local
            inside.values[local] = self.laid_open(inside.of(local), stmt.body, local)
            return labels, inside
        if isinstance(stmt, m.ForCountStmt):
            labels = self.evaluator.value(stmt.first, env).taint | self.evaluator.value(stmt.last, env).taint
            return labels, env.copy()
        return NO_LABELS if stmt.until is None else self.evaluator.value(stmt.until, env).taint, env.copy()


def _leaves(body: Body) -> bool:
    """Whether what follows is never come to from the end of these lines."""
    last = body[-1] if body else None
    return isinstance(last, m.FinishGame) or (isinstance(last, m.JumpOut) and last.condition is None)
