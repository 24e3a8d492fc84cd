"""Flows in both backends: decisions, calls, frames, chance, ends of the game."""

from __future__ import annotations

import pytest
from machines import Builder, Make, Room, bin_, call, emit, if_, r, set_

from dsl.backends.base import Backend, Chance, MachineFault, PlayError
from dsl.machine.ir import ops
from dsl.machine.ir.ops import ASKER, ASKING, DECISION, DEPTH, FP, OVER, REASON, RET, RUNNING, STATUS, Const, Machine
from dsl.runtime.chance import draw


class Game:
    """A running game and its log."""

    def __init__(self, backend: Backend, key: int = 5, flow: int | None = None) -> None:
        self.backend = backend
        self.log: list[tuple[int, tuple[int, ...]]] = []
        self.env = Chance(backend.machine, draw, lambda _, template, args: self.log.append((template, args)))
        self.S = backend.new_position(key, flow)

    def run(self, *answers: int) -> list[tuple[int, ...]]:
        """Run to a decision; answer each with a number; the options of the last one, none when the game is over."""
        self.backend.run(self.S, self.env)
        for answer in answers:
            assert self.S[STATUS] == ASKING
            self.backend.choose(self.S, (answer,))
            assert self.S[STATUS] == RUNNING
            self.backend.run(self.S, self.env)
        return self.backend.options(self.S) if self.S[STATUS] == ASKING else []


def numbers(b: Builder) -> int:
    """A decision between the numbers up to that of a register 0 of the flow."""
    return b.decision(b.function(1, [ops.ForRange(1, Const(1), r(0), 1, (emit(r(1)),))], (0, 0)), (0,))


def test_asking(make: Make) -> None:
    """A decision says who is asked and what; the answer goes to its registers, those left over become 0."""
    b = Builder(rooms=(Room("row", 3),))
    row = b.at["row"]
    decision = numbers(b)
    stores = [ops.Store(row, Const(n), r(n), -99, 99, "error", 0) for n in range(3)]
    main = b.flow(
        0,
        [
            ([set_(0, 3), set_(2, 8)], ops.Decide(decision, Const(2), (1, 2), 1)),
            ([*stores, set_(0, 2)], ops.Decide(decision, r(1), (0,), 2)),
            ([ops.Store(row, Const(0), r(0), -99, 99, "error", 0)], ops.ReturnFlow(Const(0))),
        ],
        (0, 0, 0),
    )
    game = Game(make(b.machine(main)))
    assert game.run() == [(1,), (2,), (3,)]
    assert (game.S[ASKER], game.S[DECISION]) == (2, decision)
    game.backend.choose(game.S, (2,))
    assert (game.S[ASKER], game.S[STATUS]) == (0, RUNNING)
    assert game.run() == [(1,), (2,)]
    assert game.S[row : row + 3] == [3, 2, 0]
    assert game.S[ASKER] == 2
    assert game.run(1) == []
    assert game.S[row] == 1
    assert (game.S[STATUS], game.S[FP], len(game.S)) == (OVER, 0, game.backend.machine.layout.stack)
    assert game.backend.score(game.S) == (0, 0)


def test_frames_keep_what_is_needed(make: Make) -> None:
    """At a decision, registers that nothing can read any more are 0: equal play, equal positions."""
    b = Builder()
    decision = numbers(b)
    main = b.flow(
        0,
        [
            ([set_(0, 2), set_(1, 77), ops.ListAdd(2, Const(5), False)], ops.Decide(decision, Const(1), (3,), 1)),
            ([set_(1, r(3)), ops.ListAdd(2, r(3), False)], ops.Decide(decision, Const(1), (), 2)),
            ([set_(1, ops.ListSize(2))], ops.ReturnFlow(bin_("+", r(1), ops.ListItem(2, Const(1))))),
        ],
        (0, 0, 3, 0),
    )
    game = Game(make(b.machine(main)))
    game.run()
    frame = game.S[FP]
    assert game.S[frame:] == [main, 0, 0, 2, 0, 1, 5, 0, 0, 0]
    game.run(2)
    assert game.S[frame:] == [main, 1, 0, 2, 0, 2, 5, 2, 0, 0]
    game.run(0)
    assert game.S[RET] == 4


def test_calls(make: Make) -> None:
    """Flows call flows; numbers and lists are copied into the new frame; the result comes back."""
    b = Builder(rooms=(Room("row", 1, -9999, 9999),))
    decision = numbers(b)
    inner = b.flow(
        2,
        [
            ([ops.ListAdd(1, Const(9), False)], ops.Decide(decision, Const(1), (2,), 1)),
            ([], ops.ReturnFlow(bin_("+", bin_("*", r(2), 100), bin_("+", bin_("*", r(0), 10), ops.ListSize(1))))),
        ],
        (0, 3, 0),
    )
    main = b.flow(
        0,
        [
            ([set_(0, 4), ops.ListAdd(1, Const(8), False)], ops.CallFlow(inner, (Const(3), ops.ListReg(1)), 0, 1)),
            ([], ops.CallFlow(inner, (r(0), ops.ListReg(1)), None, 2)),
            (
                [ops.Store(b.at["row"], Const(0), bin_("+", r(0), ops.ListSize(1)), -9999, 9999, "error", 0)],
                ops.ReturnFlow(Const(6)),
            ),
        ],
        (0, 2),
    )
    game = Game(make(b.machine(main)))
    assert len(game.run()) == 3
    assert len(game.run(2)) == 232
    assert game.run(5) == []
    assert game.S[b.at["row"]] == 233
    assert game.S[RET] == 6


def test_ways(make: Make) -> None:
    """Jumps, branches, switches and ways back, through blocks that ask and blocks that do not."""
    b = Builder(rooms=(Room("row", 1, -9999, 9999),))
    decision = numbers(b)
    mark = ops.Store(
        b.at["row"], Const(0), bin_("+", bin_("*", ops.Load(b.at["row"], Const(0)), 10), r(1)), -9999, 9999, "stops", 0
    )
    cases = tuple((n * 2, n * 2 + 1, n % 3 + 3) for n in range(12))
    main = b.flow(
        0,
        [
            ([set_(0, 30), set_(1, 0)], ops.Jump(1)),
            ([], ops.Decide(decision, Const(1), (0,), 2)),
            ([], ops.Switch(r(0), cases, 6)),
            ([set_(1, 3), mark], ops.Jump(5)),
            ([set_(1, 4), mark], ops.Branch(bin_(">", r(0), 9), 1, 5)),
            ([set_(1, 5), mark, set_(0, 30)], ops.Jump(1)),
            ([set_(1, 6), mark], ops.Branch(bin_(">", r(0), 25), 7, 7)),
            ([], ops.ReturnFlow(Const(0))),
        ],
        (0, 0),
    )
    machine = b.machine(main)
    for answers, expected in (((0, 99), 356), ((2, 4, 99), 4556), ((14, 99), 46), ((99,), 6)):
        game = Game(make(machine))
        assert game.run(*answers) == []
        assert game.S[b.at["row"]] == expected


def test_recursive_flows(make: Make) -> None:
    """Nesting of recursive flows is counted, in the position; too deep is the error RUNAWAY."""
    b = Builder(stack=2000)
    decision = numbers(b)
    inner = b.reserve()
    b.flow(
        1,
        [
            ([], ops.Branch(r(0), 1, 2)),
            ([], ops.CallFlow(inner, (bin_("-", r(0), 1),), 0, 2)),
            ([], ops.Decide(decision, Const(1), (), 3)),
            ([], ops.ReturnFlow(bin_("+", r(0), 1))),
        ],
        recursive=True,
        proc=inner,
    )
    for depth in (15, 16):
        main = b.flow(0, [([], ops.CallFlow(inner, (Const(depth),), 0, 1)), ([], ops.ReturnFlow(r(0)))], (0,))
        game = Game(make(b.machine(main)))
        if depth == 15:
            game.backend.run(game.S, game.env)
            assert game.S[DEPTH] == 16
            for _ in range(16):
                game.backend.choose(game.S, ())
                game.backend.run(game.S, game.env)
            assert (game.S[RET], game.S[DEPTH]) == (16, 0)
        else:
            with pytest.raises(PlayError) as caught:
                game.run()
            assert (caught.value.code, caught.value.site) == ("RUNAWAY", inner)


def test_the_stack_has_an_end(make: Make) -> None:
    """A frame that does not fit is the error RUNAWAY, at the flow that was called."""
    b = Builder(stack=20)
    inner = b.flow(0, [([], ops.ReturnFlow(Const(0)))], (9, 0, 0))
    with_list = b.flow(1, [([], ops.ReturnFlow(Const(0)))], (9, 0, 0))
    for proc, args in ((inner, ()), (with_list, (ops.ListReg(1),))):
        main = b.flow(0, [([], ops.CallFlow(proc, args, None, 1)), ([], ops.ReturnFlow(Const(0)))], (0, 9))
        game = Game(make(b.machine(main)))
        with pytest.raises(PlayError) as caught:
            game.run()
        assert (caught.value.code, caught.value.site) == ("RUNAWAY", proc)


def ending(make: Make, how: str, who: int, score: bool = False, template: int = 0) -> Game:
    """A game that ends in a function called from a flow that was called."""
    b = Builder(players=3, rooms=(Room("row", 3),))
    points = b.function(1, [ops.Return(bin_("-", bin_("*", r(0), 10), 15))])
    end = b.function(0, [ops.Finish(how, Const(who), points if score else 0, template, (Const(who), Const(4)))])
    late = ops.Store(b.at["row"], Const(0), Const(1), 0, 9, "error", 0)
    inner = b.flow(0, [([if_(1, [ops.Do(end, (), None)]), late], ops.ReturnFlow(Const(0)))])
    main = b.flow(0, [([], ops.CallFlow(inner, (), None, 1)), ([late], ops.ReturnFlow(Const(0)))], ())
    game = Game(make(b.machine(main)))
    assert game.run() == []
    assert game.S[b.at["row"]] == 0
    return game


@pytest.mark.parametrize(
    ("how", "who", "expected"),
    [
        *(("won", 2, (-1, 1, -1)), ("lost", 2, (1, -1, 1)), ("drawn", 0, (0, 0, 0)), ("scored", 0, (-5, 5, 15))),
        *(("won", 0, (-1, -1, -1)), ("lost", 0, (1, 1, 1))),
    ],
)
def test_ends_of_the_game(make: Make, how: str, who: int, expected: tuple[int, ...]) -> None:
    """A game ends wherever it is, with a result for everybody, a reason, and an empty stack."""
    game = ending(make, how, who, how == "scored")
    assert game.backend.score(game.S) == expected
    assert (game.S[STATUS], game.S[REASON], game.S[FP], game.S[DEPTH]) == (OVER, 1, 0, 0)
    assert len(game.S) == game.backend.machine.layout.stack
    assert game.log == [(0, (who, 4))]


def test_an_end_without_words(make: Make) -> None:
    """The template -1 is no template."""
    game = ending(make, "drawn", 0, template=-1)
    assert (game.S[REASON], game.log) == (0, [])


def test_chance(make: Make) -> None:
    """Draws come from the key, the stream and the counter; a new run of the same position draws the same."""
    b = Builder(streams=3, rooms=(Room("row", 1, -9999, 9999),))
    roll = b.function(0, [ops.Chance(0, Const(6), 2, 8), ops.Return(r(0))], (0,))
    main = b.flow(
        0,
        [
            (
                [
                    ops.Chance(0, Const(6), 2, 8),
                    set_(1, call(roll)),
                    ops.Chance(2, Const(100), 0, 8),
                    ops.Log(0, (r(0), r(1), r(2))),
                ],
                ops.ReturnFlow(Const(0)),
            )
        ],
        (0, 0, 0),
    )
    key = (1 << 63) + 12345
    game = Game(make(b.machine(main)), key)
    game.run()
    assert game.log == [(0, (draw(key, 2, 0, 6), draw(key, 2, 1, 6), draw(key, 0, 0, 100)))]
    counters = game.backend.machine.layout.counters
    assert game.S[counters : counters + 3] == [1, 0, 2]


@pytest.mark.parametrize("n", [0, -3])
def test_chance_of_nothing(make: Make, n: int) -> None:
    """There must be something to draw from."""
    b = Builder()
    main = b.flow(0, [([ops.Chance(0, bin_("+", r(0), n), 0, 31)], ops.ReturnFlow(Const(0)))], (0,))
    with pytest.raises(PlayError) as caught:
        Game(make(b.machine(main))).run()
    assert (caught.value.code, caught.value.site) == ("BOUND", 31)


def test_stuck(make: Make) -> None:
    """A decision without options is an error at the decision."""
    b = Builder()
    decision = numbers(b)
    main = b.flow(0, [([], ops.Decide(decision, Const(1), (), 0))], (0,))
    with pytest.raises(PlayError) as caught:
        Game(make(b.machine(main))).run()
    assert (caught.value.code, caught.value.site) == ("STUCK", 50)


def test_flows_that_never_ask(make: Make) -> None:
    """A way back without a decision is counted."""
    b = Builder()
    main = b.flow(0, [([set_(0, 1)], ops.Jump(1)), ([], ops.Branch(r(0), 1, 2)), ([], ops.ReturnFlow(Const(0)))], (0,))
    empty = b.flow(0, [([], ops.ReturnFlow(Const(0)))])
    calling = b.flow(0, [([], ops.CallFlow(empty, (), None, 0))])
    for flow in (main, calling):
        with pytest.raises(PlayError) as caught:
            Game(make(b.machine(main), 1000), flow=flow).run()
        assert (caught.value.code, caught.value.site) == ("RUNAWAY", flow)


def test_entering(make: Make) -> None:
    """Another flow can be made the one to run; what was on the stack is dropped."""
    b = Builder()
    decision = numbers(b)
    main = b.flow(0, [([set_(0, 2)], ops.Decide(decision, Const(1), (), 0))], (0,))
    other = b.flow(0, [([set_(0, 4)], ops.Decide(decision, Const(2), (), 0))], (0,))
    wrong = b.flow(1, [([], ops.ReturnFlow(Const(0)))])
    machine = b.machine(main)
    game = Game(make(machine))
    assert len(game.run()) == 2
    size = len(game.S)
    game.backend.enter(game.S, other)
    assert (len(game.run()), len(game.S), game.S[ASKER]) == (4, size, 2)
    with pytest.raises(MachineFault):
        game.backend.enter(game.S, wrong)
    with pytest.raises(MachineFault):
        game.backend.enter(game.S, machine.start)


def test_asking_what_is_not_asked(make: Make) -> None:
    """Without a decision there are no options and no answers."""
    game = Game(make(Builder().machine()))
    with pytest.raises(MachineFault):
        game.backend.options(game.S)
    with pytest.raises(MachineFault):
        game.backend.choose(game.S, (1,))


def test_keys(make: Make) -> None:
    """A key is a 64-bit number, kept in two halves."""
    machine: Machine = Builder().machine()
    backend = make(machine)
    assert backend.new_position((1 << 64) - 1)[6:8] == [0xFFFFFFFF, 0xFFFFFFFF]
    for key in (-1, 1 << 64):
        with pytest.raises(ValueError, match="64-bit"):
            backend.new_position(key)
