"""What `coverage --mutate` says: what no scenario notices, by paragraphs of the rulebook, and how far it is."""

from __future__ import annotations

from dsl.runtime.rule_switches import Rule
from dsl.runtime.tongues.own import numbered, said
from dsl.tools.coverage import Coverage
from dsl.tools.mutation import Mutation
from dsl.tools.reply import say

_MOST = 10


def show_mutation(mutation: Mutation, found: Coverage) -> None:
    """Write what leaving things out showed."""
    of = said(" of {1}", mutation.all) if mutation.tried < mutation.all else ""
    share = f" ({100 * mutation.noticed / mutation.tried:.1f} %)" if mutation.which.deep and mutation.tried else ""
    given = mutation.tried, of, mutation.noticed, share, _time(mutation.seconds)
    if mutation.which.deep:
        say(f"  {said('changed inside rules, one by one: {1}{2} changes; noticed: {3}{4}; {5}', *given)}")
    else:
        say(f"  {said('left out in turn: {1}{2} rules; noticed: {3}{4}; {5}', *given)}")
    if mutation.which.sample:
        say(f"  {said('a sample of {1}, drawn with seed {2}', mutation.which.sample, mutation.which.seed)}")
    cited = len(mutation.ids.intersection(found.encoded))
    say(f"  {said('they cite {1} of the {2} encoded ids', cited, len(found.encoded))}")
    if mutation.which.deep:
        counts = len(mutation.explained), len(mutation.survived)
        say(f"  {said('not noticed and explained: {1}; not explained: {2}', *counts)}")
    for cites, rules in _by_paragraph(mutation.survived):
        if mutation.which.deep:
            say(f"  {cites or said('no paragraph')}:")
        for rule in rules:
            _show(rule, mutation)
    if mutation.failing:
        some = ", ".join(f"“{each}”" for each in mutation.failing[:_MOST]) + (" .." if mutation.failing[_MOST:] else "")
        words = numbered(
            len(mutation.failing),
            "{1} scenario cannot notice anything, failing with nothing changed: {2}",
            "{1} scenarios cannot notice anything, failing with nothing changed: {2}",
            len(mutation.failing),
            some,
        )
        say(f"  {words}")
    for each in mutation.stale:
        say(f"  {said('stale: {1} fits nothing that goes unnoticed', each.place)}")


def _show(rule: Rule, mutation: Mutation) -> None:
    is_met = rule.key not in mutation.unmet
    if rule.change:
        met = "" if is_met else f"   {said('(no scenario comes to it)')}"
        say(f"    {rule.place}  {rule.name} | {rule.change}{met}")
        return
    cites = f" ({', '.join(rule.cites)})" if rule.cites else ""
    named = f"{rule.name}{cites}, {rule.place}"
    say(f"  {said('no scenario misses {1}', named) if is_met else said('no scenario comes to {1}', named)}")


def _by_paragraph(rules: list[Rule]) -> list[tuple[str, list[Rule]]]:
    """Rules by what they cite, or if they cite nothing, by what the item cites that they stand in."""
    found: dict[str, list[Rule]] = {}
    for rule in rules:
        found.setdefault(", ".join(rule.cites or sorted(rule.around)), []).append(rule)
    return list(found.items())


def json_mutation(mutation: Mutation, found: Coverage) -> dict[str, object]:
    """The same as plain data: see docs/reference/json.md."""
    return {
        "deep": mutation.which.deep,
        "all": mutation.all,
        "tried": mutation.tried,
        "noticed": mutation.noticed,
        "survived": [_json_rule(rule, mutation) for rule in mutation.survived],
        "explained": [{**_json_rule(rule, mutation), "because": why} for rule, why in mutation.explained],
        "stale": [each.place for each in mutation.stale],
        "failing": mutation.failing,
        "ids": len(mutation.ids.intersection(found.encoded)),
        "interrupted": mutation.interrupted,
        "seconds": round(mutation.seconds, 1),
    }


def _json_rule(rule: Rule, mutation: Mutation) -> dict[str, object]:
    return {
        "name": rule.name,
        "place": rule.place,
        "cites": list(rule.cites),
        "met": rule.key not in mutation.unmet,
        "change": rule.change,
        "item": rule.item,
    }


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return said("{1} min {2} s", minutes, f"{rest:02}") if minutes else f"{rest} s"
