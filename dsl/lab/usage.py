"""How often each rule was used in games of a variant, and which rules and paragraphs never were: coverage by play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from time import perf_counter
from typing import Final

from dsl.lab.arena import Arena
from dsl.runtime.game import Game
from dsl.runtime.rule_switches import item_around
from dsl.runtime.uses import Use, uses_of
from dsl.semantics.model import Citation, Program

GAMES: Final = 200
"""Games that are played for it."""
LEAST: Final = 5
"""Games that are played whatever they take."""
BUDGET: Final = 6.0
"""Seconds after which no more are played."""
PATIENCE: Final = 30.0
"""Seconds after which no more are played, however few there were."""
_COUNTS: Final = ("encoded", "ruling")


@dataclass(frozen=True, slots=True)
class Used:
    """A rule: of which sort, what it is called, where it stands, what it cites; how often it was used, and in how many
    games.
    """

    sort: str
    name: str
    where: str
    cites: tuple[str, ...]
    times: int
    games: int


@dataclass(frozen=True, slots=True)
class Usage:
    """games: how many were played for it; never: the paragraphs of which no rule was used in any; used: how many
    paragraphs had one; uncounted: how many stand on nothing that is ever done, such as what is printed on a card.
    """

    games: int
    rules: tuple[Used, ...]
    never: tuple[str, ...]
    used: int
    uncounted: int

    def plain(self) -> dict[str, object]:
        """As plain data."""
        return asdict(self)


def usage_of(game: Game, arena: Arena, games: int = GAMES, budget: float = BUDGET) -> Usage:
    """Play the first games of a variant once more, with a counter beside each rule. What is only asked in a trial, as
    `provided afterwards` is, is not counted.
    """
    players = arena.variant.players
    counting = game.with_uses()
    engine = counting.engine(players, "python")  # compiling it as C takes longer than these games
    uses = uses_of(engine.machine)
    times, among, played, begun = [0] * len(uses), [0] * len(uses), 0, perf_counter()
    for number in range(games):
        state = arena.in_python(number, counting)
        if state is None:
            continue
        played += 1
        for at, use in enumerate(uses):
            times[at] += state.position[use.slot]
            among[at] += state.position[use.slot] > 0
        spent = perf_counter() - begun
        if spent > PATIENCE or (played >= LEAST and spent > budget):
            break
    rules = tuple(
        Used(use.sort, use.name, use.place, use.cites, *counts) for use, *counts in zip(uses, times, among, strict=True)
    )
    return Usage(played, rules, *_paragraphs(counting.program(players), uses, among))


def _paragraphs(program: Program, uses: Sequence[Use], among: Sequence[int]) -> tuple[tuple[str, ...], int, int]:
    """The paragraphs that were never used; how many were, and how many stand on nothing that is counted."""
    by_file: dict[str, list[tuple[int, int]]] = {}
    for at, use in enumerate(uses):
        file, _, line = use.place.rpartition(":")
        by_file.setdefault(file, []).append((int(line), at))
    found: dict[str, set[int]] = {}
    for each in program.citations:
        if each.how in _COUNTS:
            found.setdefault(each.id, set()).update(_beside(each, uses, by_file))
    games = {id_: max((among[at] for at in places), default=None) for id_, places in found.items()}
    never = tuple(id_ for id_, most in games.items() if most == 0)
    return never, sum(bool(most) for most in games.values()), sum(most is None for most in games.values())


def _beside(citation: Citation, uses: Sequence[Use], by_file: dict[str, list[tuple[int, int]]]) -> list[int]:
    """What counts for a citation: the rules that cite the paragraph themselves, else all in the item that does."""
    span = citation.span
    begin, end = item_around(span)
    first, last = (1 + span.file.text.count("\n", 0, place) for place in (begin, end))
    inside = [at for line, at in by_file.get(span.file.name, ()) if first <= line < max(last, first + 1)]
    return [at for at in inside if citation.id in uses[at].cites] or inside
