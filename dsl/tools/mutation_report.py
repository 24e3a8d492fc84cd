"""What `coverage --mutate` says: what no scenario notices, by paragraphs of the rulebook, and how far it is."""

from __future__ import annotations

from dsl.diagnostics import many
from dsl.runtime.rule_switches import Rule
from dsl.tools.coverage import Coverage
from dsl.tools.mutation import Mutation
from dsl.tools.reply import say

_UNCITED = "no paragraph"
_MOST = 10


def show_mutation(mutation: Mutation, found: Coverage) -> None:
    """Write what leaving things out showed."""
    what = "changed inside rules, one by one" if mutation.which.deep else "left out in turn"
    sort = "changes" if mutation.which.deep else "rules"
    of = f" of {mutation.all}" if mutation.tried < mutation.all else ""
    share = f" ({100 * mutation.noticed / mutation.tried:.1f} %)" if mutation.which.deep and mutation.tried else ""
    say(f"  {what}: {mutation.tried}{of} {sort}; noticed: {mutation.noticed}{share}; {_time(mutation.seconds)}")
    if mutation.which.sample:
        say(f"  a sample of {mutation.which.sample}, drawn with seed {mutation.which.seed}")
    say(f"  they cite {len(mutation.ids.intersection(found.encoded))} of the {len(found.encoded)} encoded ids")
    if mutation.which.deep:
        say(f"  not noticed and explained: {len(mutation.explained)}; not explained: {len(mutation.survived)}")
    for cites, rules in _by_paragraph(mutation.survived):
        if mutation.which.deep:
            say(f"  {cites}:")
        for rule in rules:
            _show(rule, mutation)
    if mutation.failing:
        some = ", ".join(f"“{each}”" for each in mutation.failing[:_MOST]) + (" .." if mutation.failing[_MOST:] else "")
        say(f"  {many(len(mutation.failing), 'scenario')} cannot notice anything, failing with nothing changed: {some}")
    for each in mutation.stale:
        say(f"  stale: {each.place} fits nothing that goes unnoticed")


def _show(rule: Rule, mutation: Mutation) -> None:
    met = "" if rule.key not in mutation.unmet else "   (no scenario comes to it)"
    if rule.change:
        say(f"    {rule.place}  {rule.name} | {rule.change}{met}")
        return
    cites = f" ({', '.join(rule.cites)})" if rule.cites else ""
    verb = "comes to" if met else "misses"
    say(f"  no scenario {verb} {rule.name}{cites}, {rule.place}")


def _by_paragraph(rules: list[Rule]) -> list[tuple[str, list[Rule]]]:
    """Rules by what they cite, or if they cite nothing, by what the item cites that they stand in."""
    found: dict[str, list[Rule]] = {}
    for rule in rules:
        found.setdefault(", ".join(rule.cites or sorted(rule.around)) or _UNCITED, []).append(rule)
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
    return f"{minutes} min {rest:02} s" if minutes else f"{rest} s"
