"""The native backend agrees with the others: on every position, option, log line, error and number of chance."""

from __future__ import annotations

import random
import threading
from pathlib import Path

import pytest
from backends.native_help import native, needs_compiler
from backends.test_differential import BUDGET, play
from breadth import many
from machines import Builder, Room, bin_, call, emit, if_, r, ret, set_
from randoms import from_seed
from shared import game

from dsl.backends.base import Chance, MachineFault, PlayError
from dsl.backends.native.backend import Native
from dsl.backends.python.backend import Python
from dsl.backends.reference.backend import Reference
from dsl.machine.ir import ops
from dsl.machine.ir.ops import ASKER, ASKING, STATUS, Const, Machine, Stmt
from dsl.play.bot import Dice
from dsl.reading.places import shipped_games
from dsl.runtime.chance import draw
from dsl.runtime.game import load

pytestmark = needs_compiler

CORPUS = Path(__file__).parents[1] / "corpus" / "good"
SAMPLE = ("bags", "dark_eden_settlement", "enclave_planning", "memory", "doom_movement", "pack", "links")
LARGE = {"dark_eden": many(80, 400), "dark_order": many(80, 200), "doom": many(60, 200)}
"""Games of which one is compared for so many decisions; `python tests/backends/test_native.py` compares more."""
GAMES = [name for name in shipped_games() if name not in LARGE]
DECISIONS = 60


def agree(machine: Machine, seeds: range, most: int = DECISIONS) -> int:
    """Play the same random games on the generated Python and as C, and compare everything; how many decisions."""
    python, other = Python(machine), native(machine)
    decisions = 0
    for seed in seeds:
        stories: tuple[list[object], list[object]] = [], []
        envs = [
            Chance(machine, draw, lambda _, template, args, story=story: story.append((template, args)))
            for story in stories
        ]
        S, N = python.new_position(seed), other.new_position(seed)
        choice = random.Random(seed)
        for _ in range(most):
            assert S == N
            errors = [_told(python, S, envs[0]), _told(other, N, envs[1])]
            assert errors[0] == errors[1]
            assert stories[0] == stories[1]
            if errors[0] is not None or S[STATUS] != ASKING:
                break
            assert S == N
            options = python.options(S)
            assert other.options(N) == options
            option = choice.choice(options)
            python.choose(S, option)
            other.choose(N, option)
            decisions += 1
    return decisions


def _told(backend: Python | Native, S: list[int], env: Chance) -> tuple[str, int] | None:
    try:
        backend.run(S, env)
    except PlayError as error:
        return error.code, error.site
    return None


@pytest.mark.wide
@pytest.mark.parametrize("number", range(many(4, 10)))
def test_random_machines(number: int, rotating: int) -> None:
    """Machines with every instruction in every place."""
    seed = 20 * number + rotating
    machine = from_seed(seed)
    reference, other = Reference(machine, BUDGET), native(machine, BUDGET)
    for key in range(4):
        assert play(machine, other, key) == play(machine, reference, key), f"seed {seed}, key {key}"


@pytest.mark.parametrize("name", GAMES)
def test_games(name: str) -> None:
    """The games that come along, for their lowest number of players."""
    assert agree(game(name).machine(), range(2)) > 2


@pytest.mark.wide
@pytest.mark.parametrize(("name", "decisions"), LARGE.items(), ids=LARGE)
def test_large_games(name: str, decisions: int) -> None:
    """The largest machines, far enough into a game for fights."""
    assert agree(game(name).machine(), range(1), decisions) > decisions // 2


@pytest.mark.parametrize("name", SAMPLE)
def test_corpus(name: str) -> None:
    """Rules files with cells, attachments, plans."""
    assert agree(load(CORPUS / f"{name}.rules").machine(), range(3))


# ---- rollouts, counts ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["connect_four", "kuhn_poker", "pig"])
def test_rollouts_can_be_played_again(name: str) -> None:
    """A game played out inside C is the game of the same dice on the generated Python."""
    machine = game(name).machine()
    python, other = Python(machine), native(machine)
    for seed in range(5):
        held = other.hold(other.new_position(seed))
        assert held is not None
        dice = [Dice(seed * 64 + player) for player in range(machine.players)]
        decisions, counts = held.roll([(each.seed, 0) for each in dice], range(machine.players), 50)
        S, env, made = python.new_position(seed), Chance(machine, draw), 0
        python.run(S, env)
        while S[STATUS] == ASKING and made < 50:
            options = python.options(S)
            python.choose(S, options[dice[S[ASKER] - 1].pick(len(options))])
            python.run(S, env)
            made += 1
        assert (decisions, counts) == (made, [each.count for each in dice])
        assert held.position() == S
        assert held.score() == python.score(S)


def test_states_play_the_same_games() -> None:
    """A State on the native backend: moves, undo, copies, playouts, texts."""
    game = load("connect_four")
    engine = game.engine(backend="native")
    assert isinstance(engine.backend, Native)
    states = [game.start(seed=3, backend=backend) for backend in ("python", "native")]
    for step in (3, 3, 0):
        texts = [state.apply(state.moves()[step]).text for state in states]
        assert texts[0] == texts[1]
    python, other = states
    assert python.position == other.position and python.log() == other.log()
    twins = [state.clone(history=False) for state in states]
    for twin in twins:
        twin.play_option(twin.options()[1])
    assert twins[0].position == twins[1].position and twins[0].key() == twins[1].key()
    assert twins[1].clone(history=False).options() == twins[0].options()
    assert other.undo() and other.redo() and other.position == python.position
    for state in states:
        state.play_option(state.options()[0])
    assert python.position == other.position
    assert [move.text for move in python.moves()] == [move.text for move in other.moves()]
    assert python.record() == other.record()
    rolled = other.roll([(7, 0)], [0, 0], 100)
    assert rolled is not None and other.is_over and python.roll([(7, 0)], [0, 0], 100) is None
    dice = Dice(7)
    while not python.is_over:
        python.play_option(python.options()[dice.pick(len(python.options()))])
    assert (python.position, [dice.count]) == (other.position, rolled[1])


def test_leaves() -> None:
    """Positions counted inside C: the numbers that are known from elsewhere."""
    state = load("tic_tac_toe").start(backend="native")
    assert [state.leaves(depth) for depth in range(6)] == [1, 9, 72, 504, 3024, 15120]
    state = load("connect_four").start(backend="native")
    assert [state.leaves(depth) for depth in range(6)] == [1, 7, 49, 343, 2401, 16807]
    assert load("connect_four").start().leaves(3) is None


def test_threads() -> None:
    """Every thread has contexts of its own."""
    machine = load("connect_four").machine()
    backend = native(machine)
    found: dict[int, list[tuple[int, ...]]] = {}

    def work(thread: int) -> None:
        for seed in range(200):
            held = backend.hold(backend.new_position(seed))
            assert held is not None
            held.roll([(seed, 0)], [0, 0], 100)
            found.setdefault(thread, []).append(tuple(held.position()))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 3 and found[0] == found[1] == found[2]


# ---- numbers ---------------------------------------------------------------------------------------------------------


def results(machine: Machine, proc: int, args: tuple[int, ...]) -> tuple[object, object]:
    """What a function gives on both backends, or the error it raises."""
    found: list[object] = []
    for backend in (Reference(machine), native(machine)):
        try:
            found.append(backend.call(backend.new_position(0), proc, args))
        except PlayError as error:
            found.append((error.code, error.site))
    return found[0], found[1]


def test_great_numbers() -> None:
    """What leaves 64 bits on the way is as exact as anywhere."""
    a, b = r(0), r(1)
    cube = bin_("*", bin_("*", a, a), bin_("*", a, b))
    trees = [
        *(bin_("//", cube, b), bin_("%", cube, 1_000_003), bin_("//", cube, bin_("*", a, a)), bin_("%", b, cube)),
        *(bin_("-", cube, bin_("-", cube, 5)), bin_("<", cube, bin_("+", cube, 1)), bin_("=", cube, cube)),
        *(bin_("min", cube, 7), bin_("max", cube, -7), ops.Un("abs", cube), ops.Un("neg", cube), ops.Un("not", cube)),
        *(bin_("&", cube, 255), bin_("|", cube, 1), bin_("//", bin_("<<", cube, 30), bin_("<<", a, 30))),
        *(ops.If(cube, Const(3), cube), bin_("and", cube, 1), ops.Look(6, cube), ops.Look(6, bin_("-", cube, cube))),
    ]
    builder = Builder(rooms=(Room("row", 5),))
    builder.table(7, 8, 9)
    procs = [builder.function(2, [ret(tree)]) for tree in trees]
    machine = builder.machine()
    other = native(machine)
    assert "of_long" in other.source
    reference = Reference(machine)
    S = reference.new_position(0)
    for proc, tree in zip(procs, trees, strict=True):
        for args in ((2**31, -(2**31) + 1), (-(2**32), 2**32), (3, 5), (0, 7), (2**32, 0), (-1, -1)):
            found: list[object] = []
            for backend in (reference, other):
                try:
                    found.append(backend.call(S[:], proc, args))
                except PlayError as error:
                    found.append((error.code, error.site))
            assert found[0] == found[1], (tree, args)


def test_order_of_evaluation() -> None:
    """Operands are evaluated from left to right: which error comes first, and what a call has changed."""
    builder = Builder(rooms=(Room("cup", 2, 0, 9),))
    cup = builder.at["cup"]
    fill = builder.function(
        1, [ops.Store(cup, Const(0), bin_("+", ops.Load(cup, Const(0)), r(0)), 0, 9, "error", 60), ret(r(0))]
    )
    divide = builder.function(1, [ret(bin_("//", 1, r(0)))])
    there = ops.Load(cup, Const(0))
    bodies: list[list[Stmt]] = [
        [ret(bin_("+", bin_("*", there, 100), bin_("+", bin_("*", call(fill, 2), 10), there)))],
        [ret(bin_("-", call(fill, 3), there))],
        [ret(bin_("+", call(divide, 0), call(fill, 50)))],
        [ret(bin_("+", call(fill, 50), call(divide, 0)))],
        [ret(bin_("and", there, call(divide, 0)))],
        [set_(1, bin_("or", call(fill, 1), call(divide, 0))), ret(bin_("+", bin_("*", r(1), 10), there))],
        [ret(ops.If(there, call(divide, 0), bin_("+", call(fill, 4), there)))],
        [ops.Store(cup, bin_("-", call(fill, 1), 1), bin_("+", there, 5), 0, 9, "error", 61), ret(there)],
        [if_(bin_("=", call(fill, 1), there), [ret(1)]), ret(2)],
    ]
    procs = [builder.function(0, body, (0, 0)) for body in bodies]
    machine = builder.machine()
    for proc in procs:
        expected, found = results(machine, proc, ())
        assert expected == found


def test_loops_keep_what_they_began_with() -> None:
    """Changing the counter, the list or the zone inside a loop changes nothing about its turns."""
    builder = Builder()
    body: list[Stmt] = [
        *(ops.ListAdd(1, Const(value), False) for value in (4, 5, 6)),
        ops.ForList(0, 1, (ops.ListClear(1), ops.ListAdd(1, bin_("+", r(0), 1), False))),
        ops.ForRange(0, Const(1), ops.ListItem(1, Const(0)), 1, (set_(0, 100), set_(2, bin_("+", r(2), r(0))))),
        ops.ForRange(0, Const(2**63 - 2), Const(2**63 - 1), 1, (set_(2, bin_("+", r(2), 1)),)),
        ret(r(2)),
    ]
    proc = builder.function(0, body, (0, 3, 0))
    expected, found = results(builder.machine(), proc, ())
    assert expected == found == 702


def test_what_is_handed_in_from_outside_is_checked() -> None:
    """A position or an argument that no machine can have is run by the reference, with the same answer."""
    game = load("connect_four")
    machine = game.machine()
    backend = native(machine)
    env = Chance(machine, draw)
    S = backend.new_position(1)
    backend.run(S, env)
    with pytest.raises(MachineFault):
        held = backend.hold(S)
        assert held is not None
        held.choose((10**9,))
    for slot in range(machine.layout.results + 2, machine.layout.stack + 3):
        broken = S[:]
        broken[slot] = 10**9
        assert backend.hold(broken) is None
    assert backend.hold(S[:-1]) is None and backend.hold([*S, 0]) is None
    broken = S[:]
    broken[ops.FP] -= 1
    assert backend.hold(broken) is None
    broken[ops.FP] = 2**70
    assert backend.hold(broken) is None


def test_a_question_draws_nothing() -> None:
    """Chance in a function that is only asked is a fault; what an exception outside is, comes out again."""
    builder = Builder()
    proc = builder.function(1, [ops.Chance(0, Const(6), 0, 1), ret(r(0))])
    machine = builder.machine()
    backend = native(machine)
    S = backend.new_position(5)
    with pytest.raises(MachineFault):
        backend.call(S, proc, (0,))

    class Broken(Exception):
        pass

    def broken(*_: object) -> int:
        raise Broken

    with pytest.raises(Broken):
        backend.call(S, proc, (0,), Chance(machine, broken))
    assert backend.call(S, proc, (0,), Chance(machine, draw)) == draw(5, 0, 0, 6)


def test_many_options_find_room() -> None:
    """Room for options grows as they come."""
    builder = Builder()
    options = builder.function(0, [ops.ForRange(0, Const(1), Const(5000), 1, (emit(r(0), 7),))], (0,))
    machine = builder.machine()
    backend = native(machine)
    assert backend.emit(backend.new_position(0), options, ()) == [(value, 7) for value in range(1, 5001)]


def main() -> None:
    """The long run, with the games that take long to compile."""
    for name in (*LARGE, *GAMES):
        print(name, agree(game(name).machine(), range(5), 200), "decisions agree", flush=True)


if __name__ == "__main__":
    main()


def test_yes_and_no_of_python_are_numbers(tmp_path: Path) -> None:
    """An option chosen with False is the number 0 in what is compiled."""
    rules = 'game "Odd" for 1 players\n\noption open: yes/no = yes\n\nthe table has:\n    var n: 0..9\n\n'
    rules += "window turn\n\naction wait in turn:\n    if n = 0 and open: set n to 1\n    set n to 2\n\n"
    rules += "main:\n    offer turn to player 1, no passing\n    end game drawn\n"
    (tmp_path / "game.rules").write_text(rules, encoding="utf-8")
    game = load(tmp_path / "game.rules", options={"open": False}, backend="native")
    assert [move.text for move in game.start(1, 1).moves()] == ["wait"]
