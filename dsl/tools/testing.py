"""The commands that prove: test and coverage."""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Sequence

from dsl.diagnostics import nearest
from dsl.runtime.game import Game, load
from dsl.runtime.proving import Proving
from dsl.runtime.reading.tokens import fold
from dsl.runtime.scenario import Result
from dsl.runtime.tongues.own import marked, numbered, said
from dsl.semantics.model import Scenario
from dsl.tools.coverage import Coverage, cover
from dsl.tools.mutation import Mutation, Which, mutate
from dsl.tools.mutation_report import json_mutation, show_mutation
from dsl.tools.progress import PARTIAL, Work
from dsl.tools.reply import AT_FAULT, MISUSE, OK, Refusal, say, say_json

_MOST_MOVES = 20


def run_test(arguments: Namespace) -> int:
    """`test PATH`: play the scenarios of a game; one that fails is shown at once, with where it stood."""
    game = load(arguments.path, arguments.modules, scenarios=True)
    variants = game.variants()
    wanted = _wanted(arguments.words, variants)
    provings = [Proving(variant, lambda one: wanted <= _words(one.title)) for variant in variants]
    found: list[tuple[Scenario, Result]] = []
    count = sum(len(proving.scenarios) for proving in provings)
    with Work(marked("scenarios"), count) as work:
        for proving in provings:
            for each in proving.going():
                found.append(each)
                if not arguments.json:
                    _tell(each[1], work)
                work.done(len(found))
    results = [result for proving in provings for result in proving.in_order(found)]
    failed = sum(not result.passed for result in results)
    code = work.code(AT_FAULT if failed else OK)
    if arguments.json:
        body = {
            "ok": code == OK,
            "title": game.title,
            "partial": work.stopped,
            "passed": len(results) - failed,
            "failed": failed,
            "scenarios": [_json_result(result) for result in results],
        }
        say_json("test", body)
        return code
    if work.stopped:
        given = f"{count:,}", said(PARTIAL), f"{len(results):,}"
        say(numbered(count, "{2}, {3} of {1} scenario played", "{2}, {3} of {1} scenarios played", *given))
    say(_passed(game.title, len(results), failed, arguments.words))
    return code


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
        hint = said("; did you mean {1}?", " ".join(near)) if near else ""
        raise Refusal(said("no scenario has “{1}” in its title{2}", text, hint), AT_FAULT)
    return wanted


def _passed(title: str, count: int, failed: int, words: str | None) -> str:
    """How many scenarios passed, of those that were asked for."""
    given = f"{count:,}", title, count - failed, words
    if not words:
        return numbered(count, "{2}: {3} of {1} scenario passed", "{2}: {3} of {1} scenarios passed", *given)
    return numbered(
        count,
        "{2}: {3} of {1} scenario with “{4}” in its title passed",
        "{2}: {3} of {1} scenarios with “{4}” in their titles passed",
        *given,
    )


def _tell(result: Result, work: Work) -> None:
    """If a scenario failed: where, why, and what could have been done there."""
    if result.passed:
        return
    say = work.say
    say(said("FAILED: {1}", result.title))
    say(f"  {result.place}: {' '.join(result.span.text.split())[:200]}")
    say(f"  {result.message}")
    if result.asked:
        say(f"  {said('waiting: {1}', result.asked)}")
        for text in result.moves[:_MOST_MOVES]:
            say(f"    {text}")
        if len(result.moves) > _MOST_MOVES:
            say(f"    {said('and {1} more', len(result.moves) - _MOST_MOVES)}")
    say()


def run_coverage(arguments: Namespace) -> int:
    """`coverage PATH`: which rules of the rulebook are written down and proven; --mutate: which rules nobody misses."""
    which = _which(arguments)
    game = load(arguments.path, arguments.modules, scenarios=True)
    found = Coverage()
    mutation = Mutation(which) if which is not None else None
    with Work(marked("scenarios")) as work:
        cover(game, found, work)
        if mutation is not None:
            mutate(game, arguments.path, arguments.processes, found=mutation, work=work)
    ok = found.complete and (mutation is None or mutation.complete) and not work.stopped
    if arguments.json:
        say_json("coverage", {**_json_coverage(game, found, mutation, ok), "partial": work.stopped})
    else:
        if work.stopped:
            say(f"{said(PARTIAL)}, {work.line()}")
        _show_coverage(game, found)
        if mutation is not None:
            show_mutation(mutation, found)
    return work.code(OK if ok else AT_FAULT)


def _which(arguments: Namespace) -> Which | None:
    """What is to be left out or changed, if anything is."""
    if arguments.mutate is None:
        if arguments.sample or arguments.words:
            raise Refusal(said("--sample and -k say which changes of --mutate are tried"), MISUSE)
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
    rules = numbered(len(found.encoded) + len(found.text_only) + len(found.missing), "{1} rule", "{1} rules")
    say(f"{game.title}: {rules}, {numbered(found.scenarios, '{1} scenario', '{1} scenarios')}")
    rows = (
        (said("encoded"), len(found.encoded), said("of them ruled {1}", len(found.ruled))),
        (said("exercised"), len(found.exercised), ""),
        (said("text only"), len(found.text_only), ""),
        (said("missing"), len(found.missing), _ids(found.missing)),
        (said("unexercised"), len(found.unexercised), _ids(found.unexercised)),
    )
    width = max(12, *(len(name) for name, *_ in rows))
    for name, count, more in rows:
        say(f"  {name:<{width}} {count:>4}{f'   {more}' if more else ''}")
    for result in found.failed:
        say(f"  {said('scenario fails: {1} ({2})', result.title, result.place)}")


def _ids(ids: list[str], most: int = 12) -> str:
    some = ", ".join(ids[:most])
    return said("{1} and {2} more", some, len(ids) - most) if len(ids) > most else some
