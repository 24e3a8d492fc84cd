"""UCT: Monte Carlo tree search over decisions, with proofs where a game allows them.

The tree is one of decisions, not of positions. Where chance or hidden cards differ from game to game, an option is
judged among the games in which it could be taken. Where nothing is drawn and nothing hidden, a node is one position,
and what is known of it for certain is kept (as in the MCTS-Solver of Winands, Björnsson and Saito, 2008): an end is
proved; so is a position in which the player who is asked can reach a proved win, or all of whose options are proved.
A proved position is not searched any more, and its worth counts for what it is, not as the average of what was tried.
When a position is met for the second time, its options are looked through for those that end the game.

Games that go on for hundreds of decisions are not played to their end but judged at a horizon (play/outlook.py), and
each search of them makes do with fewer guesses than games. What leaves no choice is passed by: a step into the tree is
one that chooses.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final
from weakref import WeakKeyDictionary

from dsl.backends.base import PlayError
from dsl.backends.searches import Search
from dsl.machine.ir import ops, walk
from dsl.play.bot import ROLLOUT, Dice, Stakes
from dsl.play.few import worth_trying
from dsl.play.outline import is_certain
from dsl.play.outlook import Outlook, outlook
from dsl.play.sights import Sight, names_hidden, offered
from dsl.runtime.engine import Engine
from dsl.runtime.errors import GameError
from dsl.runtime.moves import Option
from dsl.runtime.state import State

_WIDE: Final = 64
"""Positions with more options than that are not looked through for ends."""
_FREE: Final = 4
"""What leads to a proof is not played out and does not count as a game; up to so many times the games that do."""


@dataclass(slots=True)
class _Node:
    """The games that went on with one option: how many, how often it could be taken, what each player got in all."""

    visits: int = 0
    offered: int = 0
    got: list[float] = field(default_factory=list[float])
    after: dict[Option, _Node] = field(default_factory=dict[Option, "_Node"])
    asker: int = 0  # who is asked then, and among how many options; known when the node is met again
    options: int = 0
    proved: Sequence[int] | None = None  # the results to which good play leads from here, once they are known

    def mean(self, player: int) -> float:
        """What a player got on average."""
        return self.got[player - 1] / self.visits

    def settle(self, stakes: Stakes, top: float) -> bool:
        """Prove this node by what is proved of its options, if that is enough. Nobody gets more than `top`."""
        known = [child.proved for child in self.after.values() if child.proved]
        if known:
            best = max(known, key=lambda results: stakes.worth(results)[self.asker - 1])
            if len(known) == self.options or best[self.asker - 1] >= top:
                self.proved = best
        return self.proved is not None


@dataclass(slots=True)
class UctBot:
    """Plays `iterations` games from here, each on another guess, and takes the option it tried most, or one that is
    proved to be as good.
    """

    dice: Dice
    iterations: int
    name: str = "uct"

    def choose(self, state: State) -> Option:
        """One of the options of the player who is asked."""
        options = state.options()
        if len(options) == 1:
            return options[0]
        root, view = _Node(), outlook(state)
        if not self._search_inside(state, root, view):
            self._search(state, root, view)
        return _best(root, state.actor, view) if root.after else options[self.dice.pick(len(options))]

    def _search_inside(self, state: State, root: _Node, view: Outlook) -> bool:
        """The same search in the backend, tree and all, if it can: `root` is told what was tried."""
        provable, top = _what_is_provable(state.engine)
        held = state.held() if provable and view.judge is None else None
        if held is None:
            return False
        seeds = [self.dice.pick(1 << 32) | self.dice.pick(1 << 32) << 32 for _ in range(view.players)]
        tree = held.tree(Search(seeds, view.exploration, top == 1, _WIDE, ROLLOUT, self.iterations))
        try:
            tree.grow(self.iterations, _FREE * self.iterations)
        except PlayError as error:
            raise state.engine.error(error) from None
        view.stakes.highest = tree.highest
        for each in tree.tried():
            root.after[each.option] = _Node(visits=each.visits, got=[*each.got], proved=each.proved)
        return True

    def _search(self, state: State, root: _Node, view: Outlook) -> None:
        """Play games from here until they are enough, or the position is proved; the tree below `root` keeps them."""
        provable, top = _what_is_provable(state.engine)
        guesses = view.look_round(state, self.dice, self.iterations)
        hides = not provable and any(names_hidden(state, option) for option in worth_trying(state))
        real = offered(state) if hides else None
        played = tries = 0
        while played < self.iterations and tries < _FREE * self.iterations and not root.proved:
            ahead = state.clone(history=False) if provable and view.judge is None else view.next(guesses)
            path, tries = [root], tries + 1
            try:
                if real is None or self._begin(path, ahead, view, real):
                    self._descend(path, ahead, view, top if provable else None)
                got = view.end(path[-1].proved) if path[-1].proved else view.after(ahead, self.dice)
            except GameError:
                if provable:
                    raise
                _forget(path)
                continue
            played += not path[-1].proved
            _learn(path, got, view.stakes, top)

    def _begin(self, path: list[_Node], ahead: State, view: Outlook, real: Mapping[Sight, Option]) -> bool:
        """The first step where options name pieces that the player does not know: whatever the piece is in this guess,
        it is the answer that looks the same to him. Whether the tree goes on from there.
        """
        there = offered(ahead)
        meant = {option: there[sight] for sight, option in real.items() if sight in there}
        if not meant:
            return False
        option, is_new = self._step(path[0], [*meant], ahead.actor, view)
        path.append(path[0].after[option])
        ahead.play_option(meant[option])
        return not (is_new and len(meant) > 1)

    def _descend(self, path: list[_Node], ahead: State, view: Outlook, top: float | None) -> None:
        """Follow the best option at each decision, down to the first that was never tried though there were others, or
        is proved; the nodes on the way are added to the path. With `top`, the highest result, ends are proved.
        """
        while not ahead.is_over and not path[-1].proved:
            node, options, asker = path[-1], worth_trying(ahead), ahead.actor
            if not node.options:
                node.asker, node.options = asker, len(ahead.options())
                if top is not None and len(options) <= _WIDE:
                    _look(node, ahead, options)
                    if node.settle(view.stakes, top):
                        return
            option, is_new = self._step(node, options, asker, view)
            path.append(node.after[option])
            ahead.play_option(option)
            if is_new and len(options) > 1:
                break
        if top is not None and ahead.is_over:
            path[-1].proved = ahead.returns()

    def _step(self, node: _Node, options: Sequence[Option], asker: int, view: Outlook) -> tuple[Option, bool]:
        """The option to go on with, and whether it was never tried: such options come first."""
        fresh = [option for option in options if option not in node.after]
        for option in options:
            if option in node.after:
                node.after[option].offered += 1
        if not fresh:
            return max(options, key=lambda option: _bound(node.after[option], asker, view)), False
        option = fresh[self.dice.pick(len(fresh))]
        node.after[option] = _Node(offered=1)
        return option, True


def _learn(path: Sequence[_Node], got: Sequence[float], stakes: Stakes, top: float) -> None:
    """Count a game on all nodes it went through; what it has proved is carried up as far as it goes."""
    for node in path:
        node.visits += 1
        node.got = [a + b for a, b in zip(node.got, got, strict=True)] if node.got else [*got]
    for node in path[-2::-1]:
        if not path[-1].proved or not node.settle(stakes, top):
            break


def _forget(path: Sequence[_Node]) -> None:
    """Take the nodes that no game has gone through out of the tree: in this one the rules broke, so what was guessed
    cannot be. (What lies in a pile may be known from how it was made, which nobody but the rules knows.)
    """
    for above, node in pairwise(path):
        if not node.visits:
            above.after = {option: child for option, child in above.after.items() if child is not node}


def _look(node: _Node, here: State, options: Sequence[Option]) -> None:
    """Prove the options that end the game at once."""
    for option in options:
        ahead = here.clone(history=False)
        ahead.play_option(option)
        if ahead.is_over:
            node.after[option] = _Node(proved=ahead.returns())


def _bound(node: _Node, asker: int, view: Outlook) -> float:
    """How promising an option is to whoever is asked: what it brought, and more the less it was tried."""
    if node.proved:
        return view.stakes.worth(node.proved)[asker - 1]
    return node.mean(asker) + view.exploration * math.sqrt(math.log(node.offered + 1) / node.visits)


def _best(root: _Node, asker: int, view: Outlook) -> Option:
    """The option tried most, of equals the better one, or one that is proved and no worse than that one looks."""
    proved = {option: view.stakes.worth(node.proved)[asker - 1] for option, node in root.after.items() if node.proved}
    tried = {option: (node.visits, node.mean(asker)) for option, node in root.after.items() if not node.proved}
    sure = max(proved, key=lambda option: proved[option]) if proved else None
    likely = max(tried, key=lambda option: tried[option]) if tried else None
    if likely is None or (sure is not None and proved[sure] >= tried[likely][1]):
        assert sure is not None
        return sure
    return likely


_provable: WeakKeyDictionary[Engine, tuple[bool, float]] = WeakKeyDictionary()


def _what_is_provable(engine: Engine) -> tuple[bool, float]:
    """Whether positions can be proved (there are one or two players, and every decision leads to one position), and
    the result that nobody can surpass.
    """
    if engine not in _provable:
        machine = engine.machine
        nodes = (node for proc in machine.procs for node in walk.nodes(proc))
        scored = any(isinstance(node, ops.Finish) and node.how == "scored" for node in nodes)
        _provable[engine] = machine.players <= 2 and is_certain(machine), math.inf if scored else 1.0
    return _provable[engine]
