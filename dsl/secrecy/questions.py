"""Statements that ask: that somebody is asked is seen by everybody, what he can answer by him alone."""

from __future__ import annotations

from dataclasses import replace

from dsl.secrecy.changes import Changes
from dsl.secrecy.facts import learn
from dsl.secrecy.labels import (
    CLEAN,
    NO_LABELS,
    Env,
    Labels,
    Step,
    Symbol,
    Val,
    carried,
)
from dsl.secrecy.units import Body
from dsl.semantics import model as m
from dsl.semantics.walk import walk
from dsl.source import Span
from dsl.spoken import said


class Questions(Changes):
    """Goes through what asks."""

    def asked(self, under: Labels, span: Span, player: Val, who: str) -> None:
        """Everybody sees that somebody is asked, unless it is a sealed answer."""
        if not self.in_sealed:
            self.see(under | player.taint, span, "asked", said("whether and when {1} is asked", who))

    def choose(self, stmt: m.ChooseMember | m.ChooseSeveral, env: Env, under: Labels, rest: Body) -> None:
        """A choice among members: which there are, he sees; that there are none, everybody sees."""
        player = self.evaluator.value(stmt.player, env)
        who = _words(stmt.player)
        self.asked(under, stmt.span, player, who)
        members, _ = self.evaluator.walked(stmt.over, env)
        words = self.evaluator.text(stmt.prompt, env)
        self.see(members.taint, stmt.span, "options", said("what {1} can choose", who), player.symbol)
        if not self.in_sealed:
            self.see(words, stmt.span, "prompt", said("the words of what {1} is asked", who))
        number = members.taint
        if isinstance(stmt, m.ChooseSeveral):
            for part in (stmt.low, stmt.high, stmt.start):
                number |= NO_LABELS if part is None else self.evaluator.value(part, env).taint
            if not self.in_sealed:
                self.see(number, stmt.span, "asked", said("how often {1} is asked", who))
        elif stmt.if_none and not self.in_sealed:
            self.see(number, stmt.span, "asked", said("whether {1} is asked: not if there is nothing to choose", who))
        decided = self.told(number, stmt.span)
        there = env.copy()
        there.values[stmt.local] = CLEAN
        none = frozenset(label.after(stmt.span, said("there is nothing to choose")) for label in decided)
        self.lines(stmt.if_none, there, under | none)
        value = replace(members, taint=decided if self.in_sealed else NO_LABELS, symbol=("local", stmt.local))
        env.values[stmt.local] = self.laid_open(value, rest, stmt.local)

    def choose_rule(self, event: m.Event, args: list[Val], env: Env, under: Labels) -> None:
        """A choice of what replaces an event: which rules hold is seen by it."""
        assert event.chooser is not None
        held = under
        for rule in event.instead:
            there = self.evaluator.for_rule(rule, args, env)
            held |= self.told(self.evaluator.in_force(rule, there), rule.span)
        self.asked(held, event.chooser.span, self.evaluator.value(event.chooser, env), _words(event.chooser))

    def choose_branch(self, stmt: m.ChooseBranch, env: Env, under: Labels) -> None:
        """A choice among written options."""
        player = self.evaluator.value(stmt.player, env)
        who = _words(stmt.player)
        self.asked(under, stmt.span, player, who)
        if not self.in_sealed:
            self.see(
                self.evaluator.text(stmt.prompt, env), stmt.span, "prompt", said("the words of what {1} is asked", who)
            )
        closed: Labels | None = NO_LABELS
        ends = [env.copy()]
        for words, condition, body in stmt.options:
            there = env.copy()
            if condition is None:
                closed = None
            else:
                labels = self.evaluator.value(condition, env).taint
                self.see(labels, condition.span, "options", said("what {1} can choose", who), player.symbol)
                closed = None if closed is None else closed | labels
                learn(there, self.evaluator.facts(condition, True), self.evaluator)
            self.see(
                self.evaluator.text(words, env), stmt.span, "options", said("what {1} can choose", who), player.symbol
            )
            self.lines(body, there, under)
            ends.append(there)
        if closed and not self.in_sealed:
            self.see(closed, stmt.span, "asked", said("whether {1} is asked: not if there is nothing to choose", who))
        env.take(ends)

    def offer(self, stmt: m.OfferWindow, env: Env, under: Labels) -> None:
        """A window is offered: that is seen; and if he must move, that he cannot is seen. In sealed choices nothing of
        it is, and the move is made later.
        """
        player = self.evaluator.value(stmt.player, env)
        who = _words(stmt.player)
        self.asked(under, stmt.span, player, who)
        if self.in_sealed:
            env.values[stmt.passed] = CLEAN
            return
        if stmt.prompt is not None:
            words = self.evaluator.text(stmt.prompt, env)
            self.see(words, stmt.span, "prompt", said("the words of what {1} is asked", who))
        forced = self.opened(stmt, env, under)
        if stmt.no_passing and not any(_unconditional(action) for action in stmt.window.actions):
            self.see(forced, stmt.span, "asked", said("whether {1} must pass", who))

    def opened(self, stmt: m.OfferWindow, env: Env, under: Labels) -> Labels:
        """A move of a window is made: what decides whether there is one."""
        player = self.evaluator.value(stmt.player, env)
        for rule in (*stmt.window.start, *stmt.window.end):
            self.enter_rule(rule, [], env, self.told(under, stmt.span))
        forced = NO_LABELS
        for action in stmt.window.actions:
            labels, _ = self.offering(action)
            asker = {("local", action.me): player.symbol} if player.symbol is not None else {}
            forced |= carried(labels, asker, Step(stmt.span, said("`{1}` is offered", stmt.window.name)))
            names = {player.symbol: ("local", action.me)} if player.symbol is not None else {}
            self.act(action, env, carried(self.told(under, stmt.span), names))
        env.values[stmt.passed] = CLEAN
        env.opened = frozenset()
        return forced

    def offering(self, action: m.Action) -> tuple[Labels, Env]:
        """What decides whether a move of an action is offered to who it calls `me`."""
        known = self._offers.get(action)
        if known is None:
            known = self._offers[action] = self.evaluator.offering(action, ("local", action.me), Env())
        return known

    def act(self, action: m.Action, env: Env, under: Labels) -> None:
        """Carry out an action: who makes the move sees what can be moved."""
        me: Symbol = ("local", action.me)
        labels, inside = self.offering(action)
        inside = inside.copy()
        self.see(labels, action.span, "options", said("whether `{1}` is offered", action.name), me)
        for param in action.params:
            inside.values[param] = self.laid_open(inside.of(param), action.effects, param)
        if action.this is not None:
            inside.values[action.this] = self.laid_open(inside.of(action.this), action.effects, action.this)
        self.enter(action.event, action.effects, inside.values, self.told(under, action.span), frozenset())

    def seal(self, stmt: m.SealedChoices, env: Env, under: Labels) -> None:
        """Choices that nobody else sees, and what follows when all are made."""
        members, inside = self.evaluator.walked(stmt.over, env)
        taint = members.taint
        if stmt.order is not None:
            taint |= self.evaluator.value(stmt.order, inside).taint
        self.see(under, stmt.span, "asked", said("whether a sealed choice is made"))
        before = self.in_sealed
        self.in_sealed = True
        self.lines(stmt.body, inside, self.told(taint, stmt.span))
        self.in_sealed = before
        for local, value in list(inside.values.items()):
            if local not in env.values:
                inside.values[local] = self.laid_open(value, stmt.then, local)
        for offer in (each for each in walk(stmt.body) if isinstance(each, m.OfferWindow)):
            legal = self.opened(offer, inside, under | self.told(taint, stmt.span))
            self.see(legal, offer.span, "log", said("whether a move that was chosen unseen can still be made"))
        self.lines(stmt.then, inside, under | self.told(taint, stmt.span))


def _words(player: m.Expr) -> str:
    """A player as the rules call him."""
    text = player.span.file.text[player.span.start : player.span.end]
    return text if text and "\n" not in text and len(text) < 40 else "somebody"


def _unconditional(action: m.Action) -> bool:
    """Whether a move asks for nothing: while it is offered, nobody has to pass."""
    if action.needs or action.afterwards or action.uses or action.event.permissions or action.holder is not None:
        return False
    pays = any(isinstance(stmt, m.PayFrom) for stmt in action.effects)
    return not pays and all(domain.where is None for domain in action.domains)
