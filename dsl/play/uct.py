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
from dsl.backends.searches import Bounds, Search
from dsl.machine.ir import ops, walk
from dsl.play.bot import ROLLOUT, Dice, Guesses, Rolls, Stakes, rolls_of
from dsl.play.few import worth_trying
from dsl.play.inside import Budget, grown_inside
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
    proved to be as good. seconds: it stops when they are over; 0 for as long as it takes. inside: whether the backend
    searches by itself where it can.
    """

    dice: Dice
    iterations: int
    seconds: float = 0.0
    inside: bool = True
    name: str = "uct"

    def choose(self, state: State) -> Option:
        """One of the options of the player who is asked."""
        options = state.options()
        if len(options) == 1:
            return options[0]
        budget, view = Budget(self.iterations, self.seconds), outlook(state)
        rolls = rolls_of(self.dice, view.players)
        after = searched(state, budget, rolls, view, inside=self.inside)
        return _best(after, state.actor, view) if after else options[self.dice.pick(len(options))]


def searched(state: State, budget: Budget, rolls: Rolls, view: Outlook, *, inside: bool = True) -> dict[Option, _Node]:
    """What is known of the options that were tried, in the order of the rules. inside: whether the backend is to search
    by itself, if it can; where positions are guessed, the games are the same.
    """
    provable, top = _what_is_provable(state.engine)
    certain, root = provable and view.judge is None, _Node()
    if inside and certain and _searched_inside(state, root, budget, rolls, view):
        return _in_order(state, root)
    guesses = view.look_round(state, rolls, budget.about)
    hides = not provable and any(names_hidden(state, option) for option in worth_trying(state))
    if inside and not provable and _guessed_inside(state, root, guesses, budget, rolls, view, hides=hides):
        return _in_order(state, root)
    view.measure(state.actor, guesses, rolls.seats)
    search = _Search(view, rolls, Bounds(budget.about, view.exploration), top if provable else None, top)
    search.grow(root, state, budget, None if certain else guesses, offered(state) if hides else None)
    return _in_order(state, root)


def _in_order(state: State, root: _Node) -> dict[Option, _Node]:
    return {option: root.after[option] for option in worth_trying(state) if option in root.after}


def _searched_inside(state: State, root: _Node, budget: Budget, rolls: Rolls, view: Outlook) -> bool:
    """Search in the backend, tree and all, if it can: `root` is told what was tried."""
    held = state.held()
    if held is None:
        return False
    _, top = _what_is_provable(state.engine)
    seeds = [each.seed for each in rolls.seats]
    tree = held.tree(Search(seeds, view.exploration, top == 1, _WIDE, ROLLOUT, budget.about))
    try:
        tree.grow(budget.games, _FREE * budget.games, budget.until)
    except PlayError as error:
        raise state.engine.error(error) from None
    view.stakes.highest = tree.highest
    for each in tree.tried():
        root.after[each.option] = _Node(visits=each.visits, got=[*each.got], proved=each.proved)
    return True


def _guessed_inside(
    state: State, root: _Node, guesses: Guesses, budget: Budget, rolls: Rolls, view: Outlook, *, hides: bool
) -> bool:
    """The same where positions are guessed."""
    tree = grown_inside(state, view, guesses, rolls, budget, _FREE * budget.games, sets=False, hides=hides)
    if tree is None:
        return False
    real = {*offered(state).values()} if hides else None
    for option, each in zip(worth_trying(state), tree.known(), strict=True):
        if each.visits and (real is None or option in real):
            root.after[option] = _Node(visits=each.visits, got=[*each.got])
    return True


@dataclass(slots=True)
class _Search:
    """Games along a tree. provable: the highest result, where positions can be proved."""

    view: Outlook
    rolls: Rolls
    bounds: Bounds
    provable: float | None
    top: float

    def grow(
        self,
        root: _Node,
        state: State,
        budget: Budget,
        guesses: Guesses | None,
        real: Mapping[Sight, Option] | None,
    ) -> None:
        """Play games until they are enough, or the position is proved. guesses: None where nothing is to be guessed."""
        played = tries = 0
        while budget.lasts(played) and tries < _FREE * budget.games and not root.proved:
            tries += 1
            path = [root]
            try:
                ahead = state.clone(history=False) if guesses is None else self.view.next(guesses)
                played += self.play(path, ahead, real)
            except GameError:
                if guesses is None:
                    raise
                _forget(path)

    def play(self, path: list[_Node], ahead: State, real: Mapping[Sight, Option] | None) -> bool:
        """One game from a guess, along the tree below the one node of a path; whether it was played out."""
        view = self.view
        if real is None or self._begin(path, ahead, real):
            self._descend(path, ahead)
        got = view.end(path[-1].proved) if path[-1].proved else view.after(ahead, self.rolls.seats)
        played = not path[-1].proved
        _learn(path, got, view.stakes, self.top)
        return played

    def _begin(self, path: list[_Node], ahead: State, real: Mapping[Sight, Option]) -> bool:
        """The first step where options name pieces that the player does not know: whatever the piece is in this guess,
        it is the answer that looks the same to him. Whether the tree goes on from there.
        """
        there = offered(ahead)
        meant = {option: there[sight] for sight, option in real.items() if sight in there}
        if not meant:
            return False
        option, is_new = self._step(path[0], [*meant], ahead.actor)
        path.append(path[0].after[option])
        ahead.play_option(meant[option])
        return not (is_new and len(meant) > 1)

    def _descend(self, path: list[_Node], ahead: State) -> None:
        """Follow the best option at each decision, down to the first that was never tried though there were others, or
        is proved; the nodes on the way are added to the path.
        """
        top = self.provable
        while not ahead.is_over and not path[-1].proved:
            node, options, asker = path[-1], worth_trying(ahead), ahead.actor
            if not node.options:
                node.asker, node.options = asker, len(ahead.options())
                if top is not None and len(options) <= _WIDE:
                    _look(node, ahead, options)
                    if node.settle(self.view.stakes, top):
                        return
            option, is_new = self._step(node, options, asker)
            path.append(node.after[option])
            ahead.play_option(option)
            if is_new and len(options) > 1:
                break
        if top is not None and ahead.is_over:
            path[-1].proved = ahead.returns()

    def _step(self, node: _Node, options: Sequence[Option], asker: int) -> tuple[Option, bool]:
        """The option to go on with, and whether it was never tried: such options come first."""
        fresh = [option for option in options if option not in node.after]
        for option in options:
            if option in node.after:
                node.after[option].offered += 1
        if not fresh:
            return max(options, key=lambda option: self._bound(node.after[option], asker)), False
        option = fresh[self.rolls.picks.pick(len(fresh))]
        node.after[option] = _Node(offered=1)
        return option, True

    def _bound(self, node: _Node, asker: int) -> float:
        """How promising an option is to whoever is asked: what it brought, and more the less it was tried."""
        if node.proved:
            return self.view.stakes.worth(node.proved)[asker - 1]
        return node.mean(asker) + self.bounds.bonus(node.offered, node.visits)


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


def _best(after: Mapping[Option, _Node], asker: int, view: Outlook) -> Option:
    """The option tried most, of equals the better one, or one that is proved and no worse than that one looks."""
    proved = {option: view.stakes.worth(node.proved)[asker - 1] for option, node in after.items() if node.proved}
    tried = {option: (node.visits, node.mean(asker)) for option, node in after.items() if not node.proved}
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
