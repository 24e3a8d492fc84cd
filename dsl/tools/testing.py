"""The commands that prove: test and coverage."""

from __future__ import annotations

import re
import sys
from argparse import Namespace
from collections.abc import Sequence

from dsl.diagnostics import nearest
from dsl.runtime.game import Game, load
from dsl.runtime.proving import run_scenarios
from dsl.runtime.reading.tokens import fold
from dsl.runtime.rule_switches import Rule
from dsl.runtime.scenario import Result
from dsl.tools.coverage import Coverage, Mutation, cover, mutate
from dsl.tools.reply import AT_FAULT, OK, Refusal, say, say_json

_MOST_MOVES = 20


def run_test(arguments: Namespace) -> int:
    """`test PATH`: play the scenarios of a game; a failed one is shown with where it stood."""
    game = load(arguments.path, arguments.modules, scenarios=True)
    variants = game.variants()
    wanted = _wanted(arguments.words, variants)
    results = [each for game_ in variants for each in run_scenarios(game_, lambda one: wanted <= _words(one.title))]
    failed = [result for result in results if not result.passed]
    if arguments.json:
        body = {
            "ok": not failed,
            "title": game.title,
            "passed": len(results) - len(failed),
            "failed": len(failed),
            "scenarios": [_json_result(result) for result in results],
        }
        say_json("test", body)
        return AT_FAULT if failed else OK
    for result in failed:
        show_failure(result)
    of = f" with “{arguments.words}” in their titles" if wanted else ""
    say(f"{game.title}: {len(results) - len(failed)} of {len(results)} scenarios{of} passed")
    return AT_FAULT if failed else OK


def _words(text: str) -> set[str]:
    """The words of a title, or those that are looked for: whole ones, in any order."""
    return set(re.findall(r"\w+", fold(text)))


def _wanted(text: str | None, variants: Sequence[Game]) -> set[str]:
    """The words that are looked for; Refusal, with the nearest ones, when no title has them."""
    if not text:
        return set()
    wanted = _words(text)
    titles = [_words(one.title) for each in variants for one in each.program().scenarios]
    if not wanted or not any(wanted <= title for title in titles):
        known = frozenset[str]().union(*titles)
        near = [found for word in sorted(wanted - known) for found in nearest(word, known)[:1]]
        hint = f"; did you mean {' '.join(near)}?" if near else ""
        raise Refusal(f"no scenario has “{text}” in its title{hint}", AT_FAULT)
    return wanted


def show_failure(result: Result) -> None:
    """Where a scenario failed, why, and what could have been done there."""
    say(f"FAILED: {result.title}")
    say(f"  {result.place}: {' '.join(result.span.text.split())[:200]}")
    say(f"  {result.message}")
    if result.asked:
        say(f"  waiting: {result.asked}")
        for text in result.moves[:_MOST_MOVES]:
            say(f"    {text}")
        if len(result.moves) > _MOST_MOVES:
            say(f"    and {len(result.moves) - _MOST_MOVES} more")
    say()


def run_coverage(arguments: Namespace) -> int:
    """`coverage PATH`: which rules of the rulebook are written down and proven; --mutate: which rules nobody misses."""
    game = load(arguments.path, arguments.modules, scenarios=True)
    found = cover(game)
    progress = _progress if sys.stderr.isatty() else None
    mutation = mutate(game, arguments.path, arguments.processes, progress) if arguments.mutate else None
    ok = found.complete and not (mutation and mutation.survived)
    if arguments.json:
        say_json("coverage", _json_coverage(game, found, mutation, ok))
    else:
        _show_coverage(game, found, mutation)
    return OK if ok else AT_FAULT


def _json_result(result: Result) -> dict[str, object]:
    return {
        "title": result.title,
        "proves": list(result.proves),
        "passed": result.passed,
        "file": result.span.file.name,
        "line": result.span.line,
        "message": result.message,
        "asked": result.asked,
        "moves": list(result.moves),
    }


def _json_coverage(game: Game, found: Coverage, mutation: Mutation | None, ok: bool) -> dict[str, object]:
    lists = {
        "encoded": found.encoded,
        "exercised": found.exercised,
        "text_only": list(found.text_only),
        "ruled": found.ruled,
        "missing": found.missing,
        "unexercised": found.unexercised,
    }
    body: dict[str, object] = {
        "ok": ok,
        "title": game.title,
        "rules": len(found.encoded) + len(found.text_only) + len(found.missing),
        "counts": {name: len(ids) for name, ids in lists.items()},
        **lists,
        "reasons": found.text_only,
        "places": {rule: [{"how": how, "place": place} for how, place in at] for rule, at in found.places.items()},
        "scenarios": found.scenarios,
        "failed": [result.title for result in found.failed],
    }
    if mutation is not None:
        body["mutation"] = {
            "tried": mutation.tried,
            "noticed": mutation.tried - len(mutation.survived),
            "survived": [_json_rule(rule, mutation) for rule in mutation.survived],
            "ids": len(mutation.ids.intersection(found.encoded)),
        }
    return body


def _json_rule(rule: Rule, mutation: Mutation) -> dict[str, object]:
    return {
        "name": rule.name,
        "place": rule.place,
        "cites": list(rule.cites),
        "met": rule.place not in mutation.unmet,
    }


def _show_coverage(game: Game, found: Coverage, mutation: Mutation | None) -> None:
    rules = len(found.encoded) + len(found.text_only) + len(found.missing)
    say(f"{game.title}: {rules} rules, {found.scenarios} scenarios")
    say(f"  encoded      {len(found.encoded):>4}   of them ruled {len(found.ruled)}")
    say(f"  exercised    {len(found.exercised):>4}")
    say(f"  text only    {len(found.text_only):>4}")
    say(f"  missing      {len(found.missing):>4}   {_ids(found.missing)}")
    say(f"  unexercised  {len(found.unexercised):>4}   {_ids(found.unexercised)}")
    for result in found.failed:
        say(f"  scenario fails: {result.title} ({result.place})")
    if mutation is None:
        return
    say(f"  left out in turn: {mutation.tried} rules; noticed: {mutation.tried - len(mutation.survived)}")
    say(f"  they cite {len(mutation.ids.intersection(found.encoded))} of the {len(found.encoded)} encoded ids")
    for rule in mutation.survived:
        cites = f" ({', '.join(rule.cites)})" if rule.cites else ""
        verb = "comes to" if rule.place in mutation.unmet else "misses"
        say(f"  no scenario {verb} {rule.name}{cites}, {rule.place}")


def _ids(ids: list[str], most: int = 12) -> str:
    return ", ".join(ids[:most]) + (f" and {len(ids) - most} more" if len(ids) > most else "")


def _progress(done: int, all_: int) -> None:
    sys.stderr.write(f"\r{done}/{all_} rules left out" + ("\n" if done == all_ else ""))
    sys.stderr.flush()
