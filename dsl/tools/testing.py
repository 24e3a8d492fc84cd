"""The commands that prove: test and coverage."""

from __future__ import annotations

import sys
from argparse import Namespace

from dsl.runtime.game import Game, load
from dsl.runtime.proving import run_scenarios
from dsl.runtime.reading.tokens import fold
from dsl.runtime.scenario import Result
from dsl.tools.coverage import Coverage, cover
from dsl.tools.mutation import Mutation, Which, mutate
from dsl.tools.mutation_report import Progress, json_mutation, show_mutation
from dsl.tools.reply import AT_FAULT, INTERRUPTED, MISUSE, OK, Refusal, say, say_json

_MOST_MOVES = 20


def run_test(arguments: Namespace) -> int:
    """`test PATH`: play the scenarios of a game; a failed one is shown with where it stood."""
    game = load(arguments.path, arguments.modules, scenarios=True)
    words = fold(arguments.words or "")
    variants = game.variants()
    results = [each for game_ in variants for each in run_scenarios(game_, lambda one: words in fold(one.title))]
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
    of = f" with “{arguments.words}” in their titles" if words else ""
    say(f"{game.title}: {len(results) - len(failed)} of {len(results)} scenarios{of} passed")
    return AT_FAULT if failed else OK


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
    which = _which(arguments)
    game = load(arguments.path, arguments.modules, scenarios=True)
    found = cover(game)
    progress = Progress() if sys.stderr.isatty() else None
    mutation = mutate(game, arguments.path, arguments.processes, progress, which) if which else None
    ok = found.complete and (mutation is None or mutation.complete)
    if arguments.json:
        say_json("coverage", _json_coverage(game, found, mutation, ok))
    else:
        _show_coverage(game, found)
        if mutation is not None:
            show_mutation(mutation, found)
    if mutation is not None and mutation.interrupted:
        return INTERRUPTED
    return OK if ok else AT_FAULT


def _which(arguments: Namespace) -> Which | None:
    """What is to be left out or changed, if anything is."""
    if arguments.mutate is None:
        if arguments.sample or arguments.words:
            raise Refusal("--sample and -k say which changes of --mutate are tried", MISUSE)
        return None
    return Which(arguments.mutate == "deep", arguments.words or "", arguments.sample or 0, arguments.seed)


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
        body["mutation"] = json_mutation(mutation, found)
    return body


def _show_coverage(game: Game, found: Coverage) -> None:
    rules = len(found.encoded) + len(found.text_only) + len(found.missing)
    say(f"{game.title}: {rules} rules, {found.scenarios} scenarios")
    say(f"  encoded      {len(found.encoded):>4}   of them ruled {len(found.ruled)}")
    say(f"  exercised    {len(found.exercised):>4}")
    say(f"  text only    {len(found.text_only):>4}")
    say(f"  missing      {len(found.missing):>4}   {_ids(found.missing)}")
    say(f"  unexercised  {len(found.unexercised):>4}   {_ids(found.unexercised)}")
    for result in found.failed:
        say(f"  scenario fails: {result.title} ({result.place})")


def _ids(ids: list[str], most: int = 12) -> str:
    return ", ".join(ids[:most]) + (f" and {len(ids) - most} more" if len(ids) > most else "")
