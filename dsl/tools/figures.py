"""The commands that measure: sim, bench and perft."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from time import perf_counter
from typing import Final

from dsl.play.bots import make_bot
from dsl.play.simulate import TASTE, Plan, Played, Report, Tally, game_seed, plays, report
from dsl.runtime.backends import make_backend
from dsl.runtime.engine import Engine
from dsl.runtime.errors import GameError, MoveError
from dsl.runtime.game import Game, load
from dsl.runtime.moves import Option, option_of, text_of
from dsl.runtime.proving import no_scenario, scenario_state
from dsl.runtime.state import State
from dsl.runtime.tongues.own import marked, numbered, said
from dsl.spoken import all_of
from dsl.tools.bench import Bench, bench
from dsl.tools.playing import chosen, player_count
from dsl.tools.progress import PARTIAL, Work
from dsl.tools.reply import AT_FAULT, MISUSE, OK, Refusal, say, say_json, table

AT_ONCE: Final = 3
"""Decisions that are counted in one go, where a backend can: between them Ctrl-C is heard."""


def run_sim(arguments: Namespace) -> int:
    """`sim PATH`: play many games and count how they end and who wins. The answer depends on the arguments alone."""
    options = chosen(arguments.option)
    game = load(arguments.path, arguments.modules, options)
    plan = Plan(
        arguments.path,
        player_count(game, arguments.players),
        arguments.seed,
        arguments.bot,
        options,
        tuple(arguments.modules),
        arguments.backend,
        tuple(arguments.first),
        arguments.stay,
    )
    try:
        for words in plan.bots:
            make_bot(words, 0)
    except ValueError as error:
        raise Refusal(str(error), MISUSE) from None
    if len(plan.bots) > plan.players:
        bots = numbered(len(plan.bots), "{1} bot", "{1} bots")
        game_for = numbered(plan.players, "a game for {1} player", "a game for {1} players")
        raise Refusal(said("{1} cannot all sit in {2}", bots, game_for), MISUSE)
    _try_first(game, plan)
    played: list[Played] = []
    with Work(marked("games"), arguments.n) as work:
        for each in plays(game, plan, arguments.n, arguments.processes):
            played.append(each)
            work.done(len(played))
    found = report(plan, played)
    ok = not (found.faults or found.unfinished or work.stopped)
    if arguments.json:
        told = {"ok": ok, "title": game.title, "partial": work.stopped, **_json_report(plan, found)}
        say_json("sim", {**told, "seconds": found.seconds} if arguments.times else told)
    else:
        if work.stopped:
            given = f"{arguments.n:,}", said(PARTIAL), f"{len(played):,}"
            say(numbered(arguments.n, "{2}, {3} of {1} game played", "{2}, {3} of {1} games played", *given))
        _show_report(game.title, plan, found)
        if arguments.times:
            say(table([(words, said("{1} s a decision", f"{each:.4f}")) for words, each in found.seconds.items()]))
    return work.code(OK if ok else AT_FAULT)


def _try_first(game: Game, plan: Plan) -> None:
    """Refuse first moves that cannot be made."""
    if not plan.first:
        return
    state = game.start(plan.players, game_seed(plan.seed, 0), backend="python")
    try:
        for text in plan.first:
            state.apply(text)
    except (MoveError, GameError) as error:
        raise Refusal(said("--first: {1}", error), MISUSE) from None


def run_bench(arguments: Namespace) -> int:
    """`bench PATH`: the backends play the same games; times of copying, undoing, checking and compiling."""
    options = chosen(arguments.option)
    game = load(arguments.path, arguments.modules, options)
    players = player_count(game, arguments.players)
    found = Bench()
    try:
        with Work(marked("decisions of a game")) as work:
            bench(arguments.path, players, options, arguments.seconds, tuple(arguments.modules), work.done, found)
    except GameError as error:
        raise Refusal(str(error)) from None
    if arguments.json:
        told = {"ok": not work.stopped, "title": game.title, "partial": work.stopped, "players": players}
        say_json("bench", {**told, **_json_bench(found)})
        return work.code(OK)
    if work.stopped:
        say(said("{1}: what was not measured is missing or 0", said(PARTIAL)))
    seats = numbered(players, "{1} player", "{1} players")
    say(said("{1}, {2}, random games, one core", game.title, seats))
    rows = [(name, f"{rate:,.0f}", said("decisions a second")) for name, rate in found.rates.items()]
    rows.append((said("ratio"), f"{found.ratio:.1f}", said("python to reference, same games in the same run")))
    rows.append(("State", f"{found.api_rate:,.0f}", said("decisions a second through dsl.State (python)")))
    rows.append((said("position"), f"{found.state_bytes:,}", said("bytes at most (4 a number)")))
    rows += [(said(name), f"{seconds * 1e6:.1f}", "µs") for name, seconds in found.micro.items()]
    rows += [(said(name), f"{seconds * 1e3:.0f}", "ms") for name, seconds in found.times.items()]
    games = numbered(found.games, "{1} game", "{1} games")
    rows.append((said("game"), f"{found.mean_decisions:.1f}", said("decisions on average ({1})", games)))
    say(table(rows))
    return work.code(OK)


def run_perft(arguments: Namespace) -> int:
    """`perft PATH DEPTH`: how many ways there are to make DEPTH decisions, chance going on as the seed says."""
    options = chosen(arguments.option)
    game = load(arguments.path, arguments.modules, options, scenarios=arguments.scenario is not None)
    begun = perf_counter()
    counts: list[int] = []
    divided: dict[str, int] = {}
    hear = None if arguments.json else _tell_depth
    try:
        state = _first(game, arguments)
        with Work(marked("first moves")) as work:
            state = _deepen(state, arguments, counts, work, hear)
            if arguments.divide and arguments.depth:
                divided = divide(state, arguments.depth)
    except GameError as error:
        raise Refusal(str(error)) from None
    if arguments.json:
        told = {"depth": arguments.depth, "counts": counts, "divide": divided}
        say_json("perft", {"ok": not work.stopped, "title": game.title, "partial": work.stopped, **told})
        return work.code(OK)
    for text, count in divided.items():
        say(f"    {text}: {count:,}")
    if work.stopped:
        more = "" if divided else said(", while depth {1} was counted", len(counts))
        say(f"  {said(PARTIAL)}{more}")
    say(f"  {perf_counter() - begun:.1f} s")
    return work.code(OK)


def _first(game: Game, arguments: Namespace) -> State:
    """The position to count from."""
    if arguments.scenario is None:
        state = game.start(player_count(game, arguments.players), arguments.seed)
    else:
        found = scenario_state(game, arguments.scenario)
        if found is None:
            raise Refusal(no_scenario(game, arguments.scenario), MISUSE)
        state = found
    return state if arguments.backend in ("auto", "python") else moved(state, arguments.backend)


def _deepen(
    state: State, arguments: Namespace, counts: list[int], work: Work, hear: Callable[[Work, int, int], None] | None
) -> State:
    """Count every depth up to the one asked for; the position, on the backend that counted the last one."""
    for depth in range(arguments.depth + 1):
        last = perf_counter()
        counts.append(perft(state, depth, work))
        if hear is not None:
            hear(work, depth, counts[-1])
        if arguments.backend == "auto" and perf_counter() - last > TASTE and depth < arguments.depth:
            state = moved(state, "auto")  # each depth takes many times as long as the one before
    return state


def _tell_depth(work: Work, depth: int, count: int) -> None:
    work.say(f"  {said('depth {1}: {2}', depth, f'{count:,}')}")


def perft(state: State, depth: int, work: Work | None = None) -> int:
    """The number of sequences of `depth` decisions from here; a game that ends earlier has none.

    What can be answered is counted as the machine knows it: copies of one card are several answers. `work` is told how
    many of the first answers are done.
    """
    if depth == 0:
        return 1
    counted = state.leaves(depth) if 1 < depth <= AT_ONCE else None
    if counted is not None:
        return counted
    options = state.options()
    if depth == 1:
        return len(options)
    if work is not None:
        work.again(said("first moves, depth {1}", depth), len(options))
    found = 0
    for number, option in enumerate(options, 1):
        found += perft(_after(state, option), depth - 1)
        if work is not None:
            work.done(number)
    return found


def moved(state: State, backend: str) -> State:
    """The same position on another backend, without its history."""
    engine = Engine(make_backend(backend, state.engine.machine), state.engine.program, state.engine.options)
    return State(engine, state.position[:], seed=state.seed, from_beginning=False, run=False)


def divide(state: State, depth: int) -> dict[str, int]:
    """The count for each first move, by its text; copies that make one move are added up."""
    texts = {option_of(move): move.text for move in state.moves()}
    found: dict[str, int] = {}
    for option in state.options():
        text = texts.get(option) or text_of(state.engine.words, state.position, option)
        found[text] = found.get(text, 0) + perft(_after(state, option), depth - 1)
    return found


def _after(state: State, option: Option) -> State:
    twin = state.clone(history=False)
    twin.play_option(option)
    return twin


def _json_report(plan: Plan, found: Report) -> dict[str, object]:
    lengths = sorted(found.decisions)
    return {
        "players": plan.players,
        "seed": plan.seed,
        "bot": plan.bot,
        "games": found.games,
        "finished": found.finished,
        "drawn": found.drawn,
        "shared": found.shared,
        "reasons": dict(sorted(found.reasons.items(), key=lambda item: (-item[1], item[0]))),
        "bots": [{"bot": words, **_json_tally(tally)} for words, tally in found.bots.items()],
        "seats": [{"seat": chr(ord("A") + index), **_json_tally(tally)} for index, tally in enumerate(found.seats)],
        "sides": {
            name: {value: _json_tally(tally) for value, tally in sorted(values.items())}
            for name, values in sorted(found.sides.items())
        },
        "decisions": {
            "mean": round(sum(lengths) / len(lengths), 3) if lengths else None,
            "least": lengths[0] if lengths else None,
            "median": lengths[len(lengths) // 2] if lengths else None,
            "most": lengths[-1] if lengths else None,
        },
        "faults": [{"seed": seed, "words": words} for seed, words in found.faults],
        "unfinished": found.unfinished,
    }


def _json_tally(tally: Tally) -> dict[str, object]:
    low, high = tally.interval
    return {
        "games": tally.games,
        "wins": round(tally.wins, 3),
        "share": round(tally.share, 4),
        "low": round(low, 4),
        "high": round(high, 4),
    }


def _show_report(title: str, plan: Plan, found: Report) -> None:
    games, players = numbered(found.games, "{1} game", "{1} games"), numbered(plan.players, "{1} player", "{1} players")
    bots = all_of(plan.bots)
    say(said("{1}: {2}, {3}, {4}, seed {5}", title, games, players, bots, plan.seed))
    lengths, ends = found.decisions, ""
    if lengths:
        given = f"{sum(lengths) / len(lengths):.1f}", f"{min(lengths):,}", f"{max(lengths):,}"
        ends = said(", {1} decisions on average ({2} to {3})", *given)
    shared = said(", won by several {1}", found.shared) if found.shared else ""
    say(f"  {said('finished {1}, drawn {2}', found.finished, found.drawn)}{shared}{ends}")
    for words, count in sorted(found.reasons.items(), key=lambda item: (-item[1], item[0])):
        say(f"  {count:>6}  {words or said('(no words)')}")
    rows = [(words, *_cells(tally)) for words, tally in found.bots.items()]
    rows += [(said("seat {1}", chr(ord("A") + index)), *_cells(tally)) for index, tally in enumerate(found.seats)]
    for name, values in sorted(found.sides.items()):
        rows += [(f"{name} {value}", *_cells(tally)) for value, tally in sorted(values.items())]
    say(table(rows))
    for seed, words in found.faults[:5]:
        say(f"  {said('the rules break in the game with the seed {1}: {2}', seed, words)}")
    for seed in found.unfinished[:5]:
        say(f"  {said('no end of the game with the seed {1}', seed)}")


def _cells(tally: Tally) -> tuple[str, ...]:
    low, high = tally.interval
    interval = said("95 %: {1} to {2}", f"{low:.1%}", f"{high:.1%}")
    return numbered(tally.games, "{1} game", "{1} games"), said("won {1}", f"{tally.share:.1%}"), interval


def _json_bench(found: Bench) -> dict[str, object]:
    return {
        "games": found.games,
        "mean_decisions": round(found.mean_decisions, 2),
        "decisions_per_second": {name: round(rate, 1) for name, rate in found.rates.items()},
        "ratio": round(found.ratio, 2),
        "state_decisions_per_second": round(found.api_rate, 1),
        "state_bytes": found.state_bytes,
        "microseconds": {name: round(seconds * 1e6, 2) for name, seconds in found.micro.items()},
        "seconds": {name: round(seconds, 4) for name, seconds in found.times.items()},
    }
