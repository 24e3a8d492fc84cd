"""Rules, actions and limits, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from dsl.saying.phrases import participle
from dsl.saying.sets import SETS
from dsl.saying.speech import PLAIN_SPEECH, Speech
from dsl.saying.statements import Said, Scene, command
from dsl.saying.values import VALUES, noun_where, told_truth
from dsl.saying.voice import Voice, listed
from dsl.semantics import model as m
from dsl.semantics.walk import walk
from dsl.source import Span

Target = m.Event | m.Value | m.Need | m.Procedure | m.Window | None


@dataclass(frozen=True, slots=True)
class Attached:
    """A rule with what it is attached to; an `always` rule to nothing."""

    rule: m.Attachment
    target: Target


def voice_of(program: m.Program, speech: Speech = PLAIN_SPEECH) -> Voice:
    """The voice of the rules of a game."""
    return Voice(program, {**VALUES, **SETS}, speech)


def attached(program: m.Program) -> Iterator[Attached]:
    """Every rule of a game with what it is attached to, those of lasting effects too; each once."""
    events = [program.move_event, *program.events, *(action.event for action in program.actions)]
    for event in events:
        for rule in (*event.permissions, *event.instead, *event.before, *event.after):
            yield Attached(rule, event)
    for value in program.values:
        yield from (Attached(rule, value) for rule in value.modifiers)
    for needs in (*(each.needs for each in program.actions), *(each.needs for each in program.defines)):
        for need in needs:
            yield from (Attached(rule, need) for rule in need.lifts)
    for flow in (*program.procedures, *program.windows):
        yield from (Attached(rule, flow) for rule in (*flow.start, *flow.end))
    yield from (Attached(rule, None) for rule in program.always)


@dataclass(slots=True)
class RuleSayer:
    """Says the rules of a program; `lasting` are those of lasting effects, by effect."""

    program: m.Program
    lasting: Mapping[m.Lasting, Sequence[Attached]]
    speech: Speech = PLAIN_SPEECH

    def scene(self, voice: Voice) -> Scene:
        """Where statements are said."""
        return Scene(voice, self._of_lasting)

    def _of_lasting(self, voice: Voice, lasting: m.Lasting) -> Iterator[Said]:
        for each in self.lasting.get(lasting, ()):
            yield self.rule(each, voice)

    def rule(self, found: Attached, voice: Voice | None = None) -> Said:
        """A rule, with what it does below."""
        rule, target = found.rule, found.target
        voice = voice or voice_of(self.program, self.speech)
        if rule.this is not None:
            voice = replace(voice, this=rule.this)
        tests, voice, said = _told_params(rule, voice)
        words, voice = self._head(rule, target, voice, said)
        if rule.binder is not None:
            voice = voice.naming(rule.binder.local)
        if tests:
            told = listed(voice, [voice.tell(each) for each in tests])
            words = (
                voice.phrase("always", test=told)
                if rule.position == "always" and rule.binder is None
                else (voice.phrase("if_after", rule=words, test=told))
            )
        below = self.scene(voice).said(rule.body)
        return Said(words, rule.span, below, rule.cites)

    def _head(self, rule: m.Attachment, target: Target, voice: Voice, said: list[str]) -> tuple[str, Voice]:
        """The words of a rule before its condition."""
        if rule.position == "always":
            if rule.binder is None:
                return voice.phrase("always_so"), voice
            noun = voice.article(noun_where(voice, rule.binder))
            return voice.phrase("always_for", over=noun), voice
        if isinstance(target, m.Event):
            if rule.position in ("cannot", "never", "must"):
                key = "must" if rule.position == "must" else "cannot"
                return voice.phrase(key, event=command(voice, target, said)), voice
            return voice.phrase(rule.position, event=happening(voice, target, said)), voice
        if isinstance(target, m.Value):
            return _modified(voice, rule, target, said), voice
        if isinstance(target, m.Need):
            return voice.phrase("lifts", need=voice.name(target.name or "")), voice
        return voice.phrase(rule.position, anchor=voice.label(target)), voice

    def action(self, action: m.Action, whole: bool = True) -> Said:
        """An action: where it can be done, what must hold, what it costs and does; whole: with what its kind adds."""
        own = None if whole else block_of(action.span)
        voice = voice_of(self.program, self.speech)
        voice = replace(voice, me=frozenset((action.me,)), this=action.this)
        below: list[Said] = []
        title = title_of_action(voice, action)
        for param, domain in zip(action.params, action.domains, strict=True):
            below.append(self._chosen(voice, param, domain))
            voice = voice.naming(param)
        for need in action.needs:
            if _inside(need.span, own):
                below.append(self.need(need, voice))
        for need in action.afterwards:
            below.append(Said(voice.phrase("afterwards", test=voice.tell(need.condition)), need.span, (), need.cites))
        for limit, _ in action.uses if whole else ():
            below.append(self.limit(limit))
        effects = [each for each in action.effects if _inside(each.span, own)]
        below += self.scene(voice).said(effects)
        if action.windows:
            names = listed(voice, [voice.label(each) for each in action.windows], "or")
            title = voice.phrase("in_window", windows=names, title=title)
        return Said(title, action.span, tuple(below), action.cites)

    def _chosen(self, voice: Voice, param: m.Local, domain: m.Filter) -> Said:
        what = noun_where(voice, domain)
        return Said(voice.phrase("choose", who=voice.phrase("you"), what=voice.article(what)), domain.span)

    def need(self, need: m.Need, voice: Voice) -> Said:
        """What must hold."""
        test = voice.tell(need.condition)
        if need.words is None:
            return Said(voice.phrase("needs", test=test), need.span, (), need.cites)
        words = self.scene(voice).template(need.words)
        return Said(voice.phrase("needs_words", test=test, words=words), need.span, (), need.cites)

    def limit(self, limit: m.Limit) -> Said:
        """How often something can be done."""
        voice = replace(voice_of(self.program, self.speech), me=frozenset((limit.me,)), this=limit.this)
        amount = voice.tell(limit.amount)
        words = voice.phrase("limit_game", amount=amount)
        if limit.per is not None:
            words = voice.phrase("limit", amount=amount, per=voice.label(limit.per))
        if limit.each is not None:
            words = voice.phrase("limit_each", limit=words, each=voice.kind(limit.each))
        return Said(words, limit.span, (), limit.cites)

    def event(self, event: m.Event) -> Said:
        """What an event does."""
        voice = voice_of(self.program, self.speech)
        for param in event.params:
            voice = voice.naming(param)
        head = command(voice, event, [voice.article(voice.noun(param)) for param in event.params])
        return Said(head, event.span, self.scene(voice).said(event.body), event.cites)

    def procedure(self, found: m.Procedure) -> Said:
        """What is done in a phase, step or procedure."""
        voice = voice_of(self.program, self.speech)
        for param in found.params:
            voice = voice.naming(param)
        return Said(voice.label(found), found.span, self.scene(voice).said(found.body), found.cites)

    def variant(self, found: m.Procedure, this: m.Local, body: Sequence[m.Stmt]) -> Said:
        """What a card does in a procedure of its own."""
        voice = replace(voice_of(self.program, self.speech), this=this)
        players = [each for each in found.params if isinstance(each.type, m.Ref) and each.type.kind.name == "Player"]
        voice = replace(voice, me=frozenset(players[:1]))
        return Said("", body[0].span if body else found.span, self.scene(voice).said(body), found.cites)


def title_of_action(voice: Voice, action: m.Action, mark: str = "{}") -> str:
    """What an action is called, with the sorts of its parameters, each in `mark`."""
    names = {each: mark.format(voice.noun(each)) for each in action.params}
    title = [names.get(part, "") if isinstance(part, m.Local) else part for part in action.title]
    numbers = {each: at + 3 for at, each in enumerate(action.params)}  # behind who does it and what it stands on
    key = "".join(part if isinstance(part, str) else f"{{{numbers.get(part, 2)}}}" for part in action.title)
    return voice.speech.arranged(key, ("", "", *names.values()), "".join(title)).strip(": ")


def happening(voice: Voice, event: m.Event, said: Sequence[str]) -> str:
    """What happens: `that unit is wounded by 2`, `a card goes to your hand`."""
    if event.name == "move" and event.span is None:
        if len(said) > 2 and said[2]:
            return voice.phrase("moves_from", what=said[0], where=said[1], start=said[2])
        return voice.phrase("moves", what=said[0], where=said[1])
    first = event.words[0] if event.words else ""
    if not said or first or not voice.speech.plain:
        return command(voice, event, said)
    verb, _, more = voice.name(event.name).partition(" ")
    verb = f"{participle(verb)} {more}".strip()
    rest = " ".join(
        f"{voice.name(event.words[at])} {said[at]}".strip() for at in range(1, len(said)) if at < len(event.words)
    )
    if not rest:
        return voice.phrase("passive", subject=said[0], verb=verb)
    return voice.phrase("passive_with", subject=said[0], verb=verb, rest=rest)


def _told_params(rule: m.Attachment, voice: Voice) -> tuple[list[m.Expr], Voice, list[str]]:
    """The conditions of a rule without those that only name a parameter; what the parameters are called at first."""
    tests: list[m.Expr] = []
    known: dict[m.Local, str] = {}
    for test in conjuncts(rule.when):
        found = _naming(test, rule.params)
        if found is None or found[0] in known:
            tests.append(test)
        else:
            known[found[0]] = voice.tell(found[1])
    said: list[str] = []
    for param in rule.params:
        said.append(known.get(param) or voice.article(voice.noun(param)))
        voice = voice.naming(param, known.get(param))
    return tests, voice, said


def conjuncts(test: m.Expr | None) -> Iterator[m.Expr]:
    """The conditions that must all hold."""
    if isinstance(test, m.Op) and test.op == "and":
        for each in test.args:
            yield from conjuncts(each)
    elif test is not None:
        yield test


def _naming(test: m.Expr, params: Sequence[m.Local]) -> tuple[m.Local, m.Expr] | None:
    """The parameter that a condition says to be one thing, and that thing."""
    if not isinstance(test, m.Op) or test.op != "=":
        return None
    for one, other in (test.args, test.args[::-1]):
        speaks = any(isinstance(node, m.LocalRef) and node.local in params for node in walk(other))
        if isinstance(one, m.LocalRef) and one.local in params and not speaks:
            return one.local, other
    return None


def _modified(voice: Voice, rule: m.Attachment, value: m.Value, said: Sequence[str]) -> str:
    """What a rule makes of a value."""
    what = voice.possessed(voice.name(value.name), listed(voice, list(said))) if said else voice.name(value.name)
    if rule.amount is None:
        return what
    if isinstance(value.type, m.Bool) and isinstance(rule.amount, m.Const) and said:
        rest = f" ({', '.join(said[1:])})" if said[1:] else ""
        return told_truth(voice, said[0], f"{voice.name(value.name)}{rest}", bool(rule.amount.value))
    if rule.change in ("times", "divided") and isinstance(rule.amount, m.Const) and rule.amount.value == 2:
        return voice.phrase("doubled" if rule.change == "times" else "halved", what=what)
    keys = {"times": "times_change", "least": "least_change", "most": "most_change"}
    amount = voice.tell(rule.amount)
    key = keys.get(rule.change, rule.change)
    if key in ("plus", "minus") and amount.startswith("-"):
        key, amount = ("minus" if key == "plus" else "plus"), amount[1:]
    return voice.phrase(key, what=what, amount=amount)


def block_of(span: Span) -> Span:
    """The line in which something stands, with all that is indented below it."""
    text = span.file.text
    start = text.rfind("\n", 0, span.start) + 1
    end = text.find("\n", span.start)
    end = len(text) if end < 0 else end
    line = text[start:end]
    deep = len(line) - len(line.lstrip())
    while end < len(text):
        following = text.find("\n", end + 1)
        following = len(text) if following < 0 else following
        row = text[end + 1 : following]
        if row.strip() and len(row) - len(row.lstrip()) <= deep:
            break
        end = following
    return span.file.span(start, end)


def _inside(span: Span, own: Span | None) -> bool:
    """Whether something stands in a block."""
    return own is None or (span.file == own.file and own.start <= span.start < own.end)
