"""Builders of rules (what is attached to something else) and of scenarios."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, cast

from dsl.source import Span
from dsl.syntax import tree as t
from dsl.syntax.builders.shared import Builder, all_of, cites_of, note, only, packed, pairs_of, parts_of
from dsl.syntax.builders.statements import Cites, call

# ---- rules -----------------------------------------------------------------------------------------------------------


def _rule(
    span: Span,
    position: str,
    pattern: t.Pattern | None = None,
    when: t.Expr | None = None,
    body: t.Block | None = None,
    *,
    cites: Cites = (),
    binder: t.Binder | None = None,
    words: t.Text | None = None,
) -> t.RuleItem:
    cites = body.cites if body else cites
    return t.RuleItem(span, cites, None, position, pattern, binder, when, body, words, "", None, None)


def _hook(position: str) -> Builder:
    def build(span: Span, pattern: t.Pattern | t.Name, when: t.Expr | None, body: t.Block) -> t.RuleItem:
        if isinstance(pattern, t.Name):
            pattern = t.Pattern(pattern.span, pattern, (), ())
        return _rule(span, position, pattern, when, body)

    return build


def _always(span: Span, when: t.Expr, body: t.Block) -> t.RuleItem:
    return _rule(span, "always", None, when, body)


def _always_each(span: Span, binder: t.Binder, body: t.Block) -> t.RuleItem:
    return _rule(span, "always", None, None, body, binder=binder)


def _permission(
    span: Span, strength: str, pattern: t.Pattern, when: t.Expr | None, words: t.Text | None, cites: Cites
) -> t.RuleItem:
    return _rule(span, strength, pattern, when, cites=cites, words=words)


def _lifts(
    span: Span, name: t.Name, args: tuple[tuple[str, t.Name], ...] | None, when: t.Expr | None, cites: Cites
) -> t.RuleItem:
    end = args[-1][1].span if args else name.span
    return _rule(span, "lifts", _pattern(name.span.to(end), name, args), when, cites=cites)


def _silences(
    span: Span, every: str | None, name: t.Name, whose: t.Name | t.Text | None, when: t.Expr | None, cites: Cites
) -> t.RuleItem:
    rule = _rule(span, "silences", t.Pattern(name.span, name, (), ()), when, cites=cites)
    return replace(rule, every=every is not None, whose=whose)


def _modify(
    span: Span,
    value: t.Name,
    of: tuple[t.Name, ...] | None,
    change: tuple[str, t.Expr],
    layer: t.Name | None,
    when: t.Expr | None,
    cites: Cites,
) -> t.RuleItem:
    names = of or ()
    words = ("of", *("," for _ in names[1:])) if names else ()
    pattern = t.Pattern(value.span.to(names[-1].span if names else value.span), value, words, names)
    how, amount = change
    return replace(_rule(span, "modify", pattern, when, cites=cites), change=how, amount=amount, layer=layer)


def _modified(_span: Span, *names: t.Name) -> tuple[t.Name, ...]:
    return names


def _change(how: str) -> Builder:
    def build(_span: Span, amount: t.Expr) -> tuple[str, t.Expr]:
        return how, amount

    return build


def _pattern_arg(_span: Span, *parts: str | t.Name | None) -> tuple[str, t.Name]:
    """A name with the word before it; a comma leaves no child, no word leaves None."""
    name = parts[-1]
    assert isinstance(name, t.Name)
    word = "," if len(parts) == 1 else parts[0]
    return word if isinstance(word, str) else "", name


def _words_arg(_span: Span, word: str | None, name: t.Name) -> tuple[str, t.Name]:
    return word or "", name


def _pattern(span: Span, name: t.Name, args: tuple[tuple[str, t.Name], ...] | None = None) -> t.Pattern:
    return t.Pattern(span, name, tuple(word for word, _ in args or ()), tuple(binder for _, binder in args or ()))


def _rule_item(span: Span, name: t.Name | None, rule: t.RuleItem) -> t.RuleItem:
    return replace(rule, span=span, name=name)


def _while(span: Span, condition: t.Expr, cites: Cites, *rules: t.Item) -> t.WhileItem:
    return t.WhileItem(span, cites, condition, rules)


# ---- scenarios -------------------------------------------------------------------------------------------------------


def _run(span: Span, name: t.Name, args: tuple[tuple[str, t.Expr], ...], first: t.Name | None) -> tuple[str, object]:
    return "run", (call(span, name, args), first)


Option = tuple[t.Name, t.Name | None, t.Expr]  # of a scenario: its name, whose it is, its value


def _step(how: str) -> Builder:
    def build(span: Span, *parts: object) -> t.Step:
        players = all_of(t.Name, parts)
        expressions = all_of(t.Expr, parts)
        numbers = tuple(part.value for part in expressions if isinstance(part, t.Number)) if how == "chance" else ()
        condition = expressions[0] if how in ("expect", "order") else None
        player = players[0] if players else None
        return t.Step(span, how, player, all_of(t.Text, parts), None, condition, numbers, cites_of(parts))

    return build


def _cannot_do(span: Span, player: t.Name, move: t.Text, because: t.Text | None, cites: Cites) -> t.Step:
    return t.Step(span, "cannot", player, (move,), because, None, (), cites)


def _scenario(span: Span, title: t.Text, cites: Cites | None, *parts: object) -> t.ScenarioItem:
    said = pairs_of(span, parts)
    players, seed, given, run, options = (said.get(key) for key in ("players", "seed", "given", "run", "with"))
    assert isinstance(given, t.Block | None)
    called, first = cast("tuple[t.CallStmt, t.Name | None]", run) if isinstance(run, tuple) else (None, None)
    count = players.value if isinstance(players, t.Number) else None
    chosen = cast(tuple[Option | t.Name | t.PrintedHere, ...], parts_of(options))
    with_ = tuple(option for option in chosen if isinstance(option, tuple))
    modules = all_of(t.Name, chosen)
    steps = all_of(t.Step, parts)
    return t.ScenarioItem(
        span,
        cites or (),
        title,
        with_,
        modules,
        count,
        given,
        called,
        steps,
        _steps_before(parts, "given"),
        _steps_before(parts, "run"),
        run is True,
        all_of(t.PrintedHere, chosen),
        first,
        seed.value if isinstance(seed, t.Number) else None,
    )


def _steps_before(parts: tuple[object, ...], name: str) -> int | None:
    """How many steps stand before a part of a scenario; None without such a part."""
    before = 0
    for part in parts:
        if parts_of(part)[:1] == (name,):
            return before
        before += isinstance(part, t.Step)
    return None


def _with(_span: Span, *options: Option | t.Name) -> tuple[str, tuple[Option | t.Name, ...]]:
    return "with", options


def _with_option(_span: Span, name: t.Name, player: t.Name | None, value: t.Expr) -> Option:
    return name, player, value


def _with_printed(span: Span, _word: str, name: t.Name, card: t.Text, value: t.Expr) -> t.PrintedHere:
    return t.PrintedHere(span, name, card, value)


RULES_AND_SCENARIOS: Final[dict[str, Builder]] = {
    "rule_item": _rule_item,
    "before_rule": _hook("before"),
    "after_rule": _hook("after"),
    "instead_rule": _hook("instead"),
    "always_rule": _always,
    "always_each_rule": _always_each,
    "start_rule": _hook("start"),
    "end_rule": _hook("end"),
    "permission_rule": _permission,
    "strength": only,
    "lifts_rule": _lifts,
    "silences_rule": _silences,
    "silenced_of": only,
    "modify": _modify,
    "modified": _modified,
    "change_plus": _change("+"),
    "change_minus": _change("-"),
    "change_times": _change("times"),
    "change_divided": _change("divided by"),
    "change_set": _change("to"),
    "change_least": _change("at least"),
    "change_most": _change("at most"),
    "when": only,
    "pattern": _pattern,
    "pattern_args": packed,
    "pattern_arg": _pattern_arg,
    "words_arg": _words_arg,
    "while_rules": _while,
    "scenario": _scenario,
    "scenario_with": _with,
    "with_option": _with_option,
    "with_module": only,
    "with_printed": _with_printed,
    "scenario_players": note("players"),
    "scenario_seed": note("seed"),
    "given": note("given"),
    "run": _run,
    "run_nothing": note("run"),
    "does": _step("does"),
    "can_do": _step("can"),
    "cannot_do": _cannot_do,
    "expect": _step("expect"),
    "said": _step("said"),
    "ordered": _step("order"),
    "chance": _step("chance"),
    "sees": _step("sees"),
    "not_sees": _step("not_sees"),
    "reads": _step("reads"),
    "not_reads": _step("not_reads"),
    "tries": _step("asks"),
    "is_asked": _step("asks"),
    "nobody_asked": _step("nobody"),
}
