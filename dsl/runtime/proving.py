"""All scenarios of a game: which players and options each wants, compiled once for each choice of them.

A rule can be left out of the game before its scenarios are played: if then all of them still pass, no scenario proves
it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterator
from contextlib import contextmanager

from dsl.diagnostics import Bag
from dsl.pipeline import check_sources, compile_game
from dsl.runtime.engine import Engine
from dsl.runtime.game import Game, make_backend
from dsl.runtime.scenario import Result, run_scenario
from dsl.semantics.model import Attachment, Need, Program, Scenario
from dsl.source import Span

Keep = Callable[[Scenario], bool]
_Key = tuple[int, str]


def run_scenarios(
    game: Game, keep: Keep | None = None, *, backend: str = "python", suspend: Collection[str] = ()
) -> list[Result]:
    """Play the scenarios of a game, in the order of its files: all, or those that `keep` picks.

    `suspend` names rules that are left out, each by its name or by the `file:line` it stands at: rules attached to
    something, and requirements. RulesError if the rules cannot be used with the options of a scenario.
    """
    engines: dict[_Key, Engine] = {}
    return [
        _run(_engine_of(game, scenario, engines, backend, suspend), scenario)
        for scenario in game.program().scenarios
        if keep is None or keep(scenario)
    ]


def _engine_of(
    game: Game, scenario: Scenario, engines: dict[_Key, Engine], backend: str, suspend: Collection[str]
) -> Engine:
    key = _key(game, scenario)
    if key not in engines:
        players = key[0]
        bag = Bag()
        options = {**game.chosen_values(), **scenario.options}
        program = check_sources(game.sources, bag, players=players, options=options)
        bag.raise_errors()
        assert program is not None
        program.scenarios = [own for own in program.scenarios if _key(game, own) == key]
        with suspended(program, suspend):
            machine = compile_game(program, scenarios=True)
        engines[key] = Engine(make_backend(backend, machine), program)
    return engines[key]


def _key(game: Game, scenario: Scenario) -> _Key:
    return scenario.players or game.players[0], repr(sorted(scenario.options.items()))


def _run(engine: Engine, scenario: Scenario) -> Result:
    assert engine.program is not None
    for index, own in enumerate(engine.program.scenarios):
        if own.span == scenario.span:
            return run_scenario(engine, own, engine.machine.scenarios[index])
    words = "with its options and players the game has no such scenario"
    return Result(scenario.title, scenario.proves, False, scenario.span, words)


@contextmanager
def suspended(program: Program, rules: Collection[str]) -> Generator[None]:
    """While it is open, the program lacks the rules named (see run_scenarios)."""
    changed: list[tuple[list[Attachment] | list[Need], list[Attachment] | list[Need]]] = []
    for owned in _rule_lists(program) if rules else ():
        kept = [rule for rule in owned if not _named(rule.name, rule.span, rules)]
        if len(kept) < len(owned):
            changed.append((owned, owned[:]))  # type: ignore[arg-type]  # a list is put back into itself
            owned[:] = kept  # type: ignore[assignment]  # as above
    try:
        yield
    finally:
        for owned, before in changed:
            owned[:] = before  # type: ignore[assignment]  # as above


def _named(name: str | None, span: Span, rules: Collection[str]) -> bool:
    return name in rules or f"{span.file.name}:{span.line}" in rules


def _rule_lists(program: Program) -> Iterator[list[Attachment] | list[Need]]:
    """Every list of rules and requirements that the machine is made from."""
    yield program.always
    for event in (*program.events, program.move_event, *(action.event for action in program.actions)):
        yield from (event.permissions, event.instead, event.before, event.after)
    for value in program.values:
        yield value.modifiers
    for procedure in program.procedures:
        yield from (procedure.start, procedure.end)
    for owner in (*program.defines, *program.actions):
        yield owner.needs
        for need in owner.needs:
            yield need.lifts
