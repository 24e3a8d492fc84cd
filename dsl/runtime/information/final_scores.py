"""How the players stand at the end: by the results, and by whatever else the rules count when a game ends.

A game that ends by a tie-break, or because somebody has won at once, gives results that say who has won and not how
many points there were. The other endings of the rules say what is counted (`end game scored by NAME`): that is told as
well, as far as the viewer may know it.
"""

from __future__ import annotations

from collections.abc import Sequence
from weakref import WeakKeyDictionary

from dsl.backends.base import PlayError
from dsl.machine.ir import ops, walk
from dsl.runtime.engine import Engine
from dsl.runtime.errors import GameError
from dsl.runtime.knowing.asking import Asking
from dsl.runtime.wording import Viewer

_scored: WeakKeyDictionary[Engine, tuple[int, ...]] = WeakKeyDictionary()


def final_scores(engine: Engine, position: list[int], viewer: Viewer) -> list[int]:
    """The points of each player at the end; empty where the rules count none, or where the viewer cannot know them."""
    results = engine.backend.score(position)
    if any(abs(each) > 1 for each in results):
        return list(results)
    proc = points_by(engine, position, viewer)
    return _called(engine, position, viewer, proc) if proc is not None else []


def points_by(engine: Engine, position: list[int], viewer: Viewer) -> int | None:
    """The function that counts the points in a position: at the end the one that gave the results, else the first by
    which some ending counts more than who comes first, as tie-breaks do; None where there is none, or where the viewer
    cannot know it.
    """
    counted = {proc: _called(engine, position, viewer, proc) for proc in _counted(engine)}
    told = [proc for proc, found in counted.items() if any(abs(each) > 1 for each in found)]
    if engine.is_over(position):
        results = list(engine.backend.score(position))
        told.sort(key=lambda proc: counted[proc] != results)
    return told[0] if told else None


def standing(engine: Engine, position: list[int], viewer: Viewer, by: int | None = None) -> list[int]:
    """How far each player has come: the points that a function counts (`points_by`), else what the rules say that
    programs aim at; empty where there is neither, or where the viewer cannot know it.
    """
    machine = engine.machine
    if by is not None:
        return _called(engine, position, viewer, by)
    aims = [_called(engine, position, viewer, machine.values[value].proc, weight) for value, weight in machine.aims]
    return [sum(each) for each in zip(*aims, strict=True)] if aims and all(aims) else []


def _counted(engine: Engine) -> Sequence[int]:
    """The functions that some ending of the game counts by."""
    found = _scored.get(engine)
    if found is None:
        nodes = (node for proc in engine.machine.procs for node in walk.nodes(proc))
        scores = {node.score for node in nodes if isinstance(node, ops.Finish) and node.how == "scored"}
        found = _scored[engine] = tuple(sorted(scores))
    return found


def _called(engine: Engine, position: list[int], viewer: Viewer, proc: int, weight: int = 1) -> list[int]:
    """A function of each player, so many times; empty if it cannot be worked out, or depends on what the viewer cannot
    see.
    """
    players = range(1, engine.machine.players + 1)
    try:
        if viewer is None:
            return [weight * engine.backend.call(position, proc, [player]) for player in players]
        asking = Asking(engine, position, viewer)
        found = [asking.call(proc, [player], [True]) for player in players]
    except (PlayError, GameError):
        return []
    return [] if None in found else [weight * each for each in found if each is not None]
