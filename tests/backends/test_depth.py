"""`at most N deep`: what calls itself goes so deep and no deeper, alike on every backend."""

from __future__ import annotations

from pathlib import Path

import pytest
from backends.native_help import needs_compiler

from dsl.runtime.errors import GameError
from dsl.runtime.game import Game, load
from dsl.runtime.state import State

RULES = """\
game "Deep" for 2 players
the table has:
    var n: 0..999
procedure down (k: 0..99) at most 20 deep:
    raise n by 1
    if k > 0: down k - 1
procedure ask_down (k: 0..99) at most 20 deep:
    raise n by 1
    if k = 0: offer pause to player 1
    if k > 0: ask_down k - 1
value depth (k: 0..99) at most 20 deep: 0..99 = (if k = 0 then 1 else depth(k - 1) + 1)
event fall (k: 0..99) at most 20 deep:
    raise n by 1
    if k > 0: fall k - 1
procedure outer (k: 0..99) at most 10 deep:
    if k > 0: outer k - 1
    else: inner 19
procedure inner (k: 0..99) at most 20 deep:
    raise n by 1
    if k > 0: inner k - 1
window turn
window pause
action run_down (k: 1..99) in turn: down k
action run_ask (k: 1..99) in turn: ask_down k
action run_value (k: 1..99) in turn: set n to depth(k)
action run_fall (k: 1..99) in turn: fall k
action run_outer (k: 1..99) in turn: outer k
action rest in pause: nothing
main:
    repeat at most 9 times: offer turn to player 1, no passing
"""


def make(state: State, text: str) -> None:
    """The move that has this text."""
    state.apply(next(move for move in state.moves() if move.text == text))


def counted(state: State) -> int:
    """What the table counts."""
    return state.position[next(field.base for field in state.engine.machine.names.fields if field.name == "n")]


@pytest.fixture(scope="module")
def deep(tmp_path_factory: pytest.TempPathFactory) -> Game:
    path: Path = tmp_path_factory.mktemp("deep") / "deep.rules"
    path.write_text(RULES, encoding="utf-8")
    return load(path)


@pytest.mark.parametrize("backend", ["python", "reference", pytest.param("native", marks=needs_compiler)])
@pytest.mark.parametrize("what", ["down", "ask", "value", "fall"])
def test_so_deep_and_no_deeper(deep: Game, backend: str, what: str) -> None:
    state = deep.start(2, 1, backend=backend)
    make(state, f"run {what} 19")
    assert counted(state) == 20
    if what == "ask":
        make(state, "rest")
    with pytest.raises(GameError, match=r"RUNAWAY: it goes on inside itself too deep"):
        make(state, f"run {what} 20")
    assert counted(state) == 20


@pytest.mark.parametrize("backend", ["python", "reference", pytest.param("native", marks=needs_compiler)])
def test_one_circle_inside_another_has_its_own_depth(deep: Game, backend: str) -> None:
    state = deep.start(2, 1, backend=backend)
    make(state, "run outer 9")
    assert counted(state) == 20
    with pytest.raises(GameError, match="RUNAWAY"):
        make(state, "run outer 10")
