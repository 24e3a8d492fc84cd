"""Lockstep: one of our games and a game of OpenSpiel, played side by side and compared at every decision.

    class Noughts(Pair):
        def action(self, ours, theirs, move):
            row, column = map(int, move.text.split()[1:])
            return 3 * (row - 1) + column - 1

    pair = Noughts(load("tic_tac_toe"), "tic_tac_toe")
    exhaust(pair, merge=True)          # every position
    play(pair, games=2_000, seed=1)    # random games

At every position of both games: the same player is asked; our moves and their legal actions are in one-to-one
correspondence; the game is over in both or in neither, with the same returns; and, if `Pair.hidden` says so, whenever
two histories are one information state to the asked player in our game, they are one in theirs, and the reverse. With
`exhaust` each history is also reached by chance with the same probability in both games. Anything else raises
`Difference`, which names the game, the seed, the history and both sides.

What a pair can say, by overriding methods of `Pair`:

* `action`: their action (number or text) of one of our moves, or **a tuple of them** where one decision of ours is
  several of theirs (from, then to). All moves of a position have to give all the paths that their game allows.
* `moves`: the other way round, where one action of theirs is **several decisions of ours**: our texts for an action.
  If it is overridden, `action` is not used. What it returns may be a different number of decisions for each action.
* `nature`: their outcome at one of their chance nodes, read from our position, where chance has already spoken (our
  shuffled deck knows the card that they deal now). None: any; it has no counterpart yet.
* `foresee`: the outcome (from 0) at one of our chance nodes, where theirs have spoken first. None: any.
* `settle`: make forced steps that the other game does not ask for (a pass that is no decision there).
* `offered`: which of our moves are compared, where theirs are known to lack some.
* `pick`: which move random games take, to bring them where random moves hardly ever lead.
* `seat`, `returns`, `information`, `their_information`, `same`: how seats, results, information states and positions
  are compared.

Our chance is drawn first, then `nature` answers theirs. A deck shuffled by us and dealt card by card by them needs
`nature` only; dice thrown in both at once too: it reads from our position what was thrown.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

import pyspiel

from dsl.runtime.game import Game
from dsl.runtime.information.view_text import lines
from dsl.runtime.moves import Move
from dsl.runtime.reading.tokens import fold
from dsl.runtime.state import State

MOST_STEPS = 20_000
"""Decisions and outcomes after which a game is said not to end."""

_SAME = 1e-9

Theirs = Any
"""A state of OpenSpiel, or something with the same methods."""


class Difference(AssertionError):
    """The two games are not the same game."""


class Pair:
    """Two games that are said to be one; see the module for what can be overridden."""

    hidden = False
    """Whether information states are compared."""

    def __init__(self, game: Game, theirs: Any, players: int | None = None) -> None:
        """`theirs`: the name of a game of OpenSpiel with its parameters, or a game that was loaded."""
        self.game = game
        self.theirs = pyspiel.load_game(theirs) if isinstance(theirs, str) else theirs
        self.players = players if players is not None else game.players[0]

    def action(self, ours: State, theirs: Theirs, move: Move) -> int | str | tuple[int | str, ...]:
        """Their action, or actions, of our move; a text is compared without regard to case and spaces."""
        return move.text

    def moves(self, ours: State, theirs: Theirs, action: int) -> Sequence[str]:
        """The texts of our moves that are one action of theirs."""
        raise NotImplementedError

    def nature(self, ours: State, theirs: Theirs) -> int | None:
        """Their outcome at their chance node; None: any."""
        raise NotImplementedError("their game has a chance node: Pair.nature has to say what our position makes of it")

    def foresee(self, ours: State, theirs: Theirs) -> int | None:
        """Our outcome at our chance node, from 0; None: any."""
        return None

    def settle(self, ours: State, theirs: Theirs) -> None:
        """Make the steps that only one of the games asks for, in place."""

    def offered(self, ours: State, theirs: Theirs) -> Sequence[Move]:
        """Our moves that are compared. A pair that leaves some out says which, and why theirs have them not."""
        return ours.moves()

    def pick(self, ours: State, choices: Sequence[tuple[str, ...]], dice: Random) -> int:
        """Which of the choices a random game takes, as the texts of our moves: any, each equally likely."""
        return dice.randrange(len(choices))

    def seat(self, player: int) -> int:
        """Our number of a player of theirs."""
        return player + 1

    def returns(self, ours: State) -> list[float]:
        """Our results in their money."""
        return [float(result) for result in ours.returns()]

    def information(self, ours: State, player: int) -> str:
        """Our information state of a player of ours."""
        return ours.information_state(player)

    def their_information(self, theirs: Theirs, player: int) -> str:
        """Their information state of a player of theirs."""
        return theirs.information_state_string(player)

    def same(self, ours: State, theirs: Theirs) -> Hashable:
        """Equal for positions that go on alike, for `exhaust(merge=True)`."""
        return "\n".join(lines(ours.view())), str(theirs)


@dataclass(slots=True)
class Report:
    """What was compared: games played, decisions, ends, and the information states of each player."""

    games: int = 0
    decisions: int = 0
    ends: int = 0
    information: list[int] = field(default_factory=list[int])
    histories: int = 0
    """Histories of theirs that were reached, decisions and ends; counted by `exhaust` without merging."""


def play(pair: Pair, games: int, seed: int, *, first: int = 0) -> Report:
    """Compare random games, the numbers `first` to `first + games - 1` of a seed."""
    run = Run(pair, f"seed {seed}")
    explicit = type(pair).foresee is not Pair.foresee
    for number in range(first, first + games):
        dice = Random(f"{seed}/{number}")
        run.where = f"seed {seed}, game {number}: play(pair, 1, {seed}, first={number})"
        node = run.begin(dice.randrange(1 << 32), explicit)
        one_of = partial(_one_of, dice)
        for _ in range(MOST_STEPS):
            (node,) = run.chance(node, one_of)
            steps = run.compare(node)
            if not steps:
                break
            step = steps[pair.pick(node.ours, [step.ours for step in steps], dice)]
            node = run.follow(node, step)
        else:
            raise run.differ(node, f"there is no end after {MOST_STEPS} steps")
    return run.report(games)


def exhaust(pair: Pair, *, merge: bool = False) -> Report:
    """Compare every history; with `merge` every position once (no information states, no probabilities)."""
    assert not (merge and pair.hidden), "positions of a game with hidden information must not be merged"
    run = Run(pair, "exhaustive")
    met: set[Hashable] = set()
    pending = [run.begin(0, True)]
    while pending:
        for node in run.chance(pending.pop(), range):
            if merge:
                known = pair.same(node.ours, node.theirs)
                if known in met:
                    continue
                met.add(known)
            else:
                run.reach(node)
            pending.extend(run.follow(node.split(pair.hidden), step) for step in reversed(run.compare(node)))
    run.check_reach()
    return run.report(1)


@dataclass(slots=True)
class _Node:
    """A position of both games, and how it was reached."""

    ours: State
    theirs: Theirs
    trail: tuple[str, ...] = ()
    likely: float = 1.0  # how probable all choices of chance were together
    ours_likely: float = 1.0
    theirs_likely: float = 1.0

    def split(self, history: bool) -> _Node:
        return _Node(
            self.ours.clone(history=history),
            self.theirs.clone(),
            self.trail,
            self.likely,
            self.ours_likely,
            self.theirs_likely,
        )


@dataclass(frozen=True, slots=True)
class _Step:
    """A decision in both games: the texts of our moves and the numbers of their actions."""

    ours: tuple[str, ...]
    theirs: tuple[int, ...]


class Run:
    """One comparison."""

    def __init__(self, pair: Pair, where: str) -> None:
        self.pair = pair
        self.where = where
        self.decisions = self.ends = 0
        self._ours_lead = type(pair).moves is Pair.moves
        self._ours_seen: list[dict[str, tuple[str, tuple[str, ...]]]] = [{} for _ in range(pair.players)]
        self._theirs_seen: list[dict[str, tuple[str, tuple[str, ...]]]] = [{} for _ in range(pair.players)]
        self._reached: tuple[dict[Hashable, float], ...] = ({}, {})
        self._expected: tuple[dict[Hashable, tuple[float, _Node]], ...] = ({}, {})

    def begin(self, seed: int, explicit: bool) -> _Node:
        """The start of both games."""
        ours = self.pair.game.start(self.pair.players, seed, explicit_chance=explicit)
        return _Node(ours, self.pair.theirs.new_initial_state())

    def report(self, games: int) -> Report:
        """What was compared."""
        sets = [len(seen) for seen in self._ours_seen] if self.pair.hidden else []
        return Report(games, self.decisions, self.ends, sets, len(self._expected[1]))

    # ---- chance ----

    def chance(self, node: _Node, pick: Callable[[int], Sequence[int]]) -> Iterator[_Node]:
        """The nodes to which chance leads, by those of n outcomes that `pick` takes."""
        pair = self.pair
        while True:
            pair.settle(node.ours, node.theirs)
            if node.ours.is_chance:
                n = len(node.ours.chance_outcomes())
                forced = pair.foresee(node.ours, node.theirs)
                node.ours_likely /= n
                if forced is None:
                    node.likely /= n
                outcomes = pick(n) if forced is None else [forced]
                for number, outcome in enumerate(outcomes, 1):
                    twin = node if number == len(outcomes) else node.split(pair.hidden)
                    twin.ours.apply_outcome(outcome)
                    twin.trail = (*node.trail, f"[ours {outcome}]")
                    if twin is node:
                        break
                    yield from self.chance(twin, pick)
            elif node.theirs.is_chance_node():
                offered = node.theirs.chance_outcomes()
                forced = pair.nature(node.ours, node.theirs)
                if forced is not None and forced not in dict(offered):
                    raise self.differ(node, f"their outcome of chance would be {forced}, they have {offered}")
                chosen = [offered[i] for i in pick(len(offered))] if forced is None else [(forced, 1.0)]
                for number, (outcome, share) in enumerate(chosen, 1):
                    twin = node if number == len(chosen) else node.split(pair.hidden)
                    twin.trail = (*node.trail, f"[theirs {node.theirs.action_to_string(outcome)}]")
                    twin.theirs_likely *= dict(offered)[outcome]
                    if forced is None:
                        twin.likely *= share
                    twin.theirs.apply_action(outcome)
                    if twin is node:
                        break
                    yield from self.chance(twin, pick)
            else:
                yield node
                return

    def reach(self, node: _Node) -> None:
        """Count how a position was reached by chance."""
        keys = tuple(part for part in node.trail if not part.startswith("[theirs ")), tuple(node.theirs.history())
        for number, (key, own) in enumerate(zip(keys, (node.ours_likely, node.theirs_likely), strict=True)):
            self._reached[number][key] = self._reached[number].get(key, 0.0) + node.likely
            self._expected[number][key] = own, node

    def check_reach(self) -> None:
        """Every history has to be as probable as each of the games says by itself."""
        for number, whose in enumerate(("ours", "theirs")):
            for key, (own, node) in self._expected[number].items():
                found = self._reached[number][key]
                if abs(found - own) > _SAME:
                    raise self.differ(
                        node, f"chance leads here with probability {found:.9f} in both together, {own:.9f} in {whose}"
                    )

    # ---- comparing ----

    def compare(self, node: _Node) -> list[_Step]:
        """Everything that has to be the same at a node; the decisions that can be made in both games."""
        ours, theirs, pair = node.ours, node.theirs, self.pair
        if ours.is_over != theirs.is_terminal():
            raise self.differ(node, "only one of the games is over", *self._sides(node))
        if ours.is_over:
            self.ends += 1
            one, other = pair.returns(ours), list(theirs.returns())
            if len(one) != len(other) or any(abs(a - b) > _SAME for a, b in zip(one, other, strict=True)):
                raise self.differ(node, "the returns differ", str(one), str(other))
            return []
        self.decisions += 1
        player = theirs.current_player()
        if player < 0 or ours.actor != pair.seat(player):
            raise self.differ(node, "another player is asked", *self._sides(node))
        if pair.hidden:
            self._compare_information(node, player)
        if self._ours_lead:
            steps = [_Step((move.text,), self._path(node, move)) for move in pair.offered(ours, theirs)]
            self._check_tree(node, [step.theirs for step in steps], (), lambda path: self._their_choices(node, path))
        else:
            steps = [_Step(tuple(pair.moves(ours, theirs, action)), (action,)) for action in theirs.legal_actions()]
            self._check_tree(node, [step.ours for step in steps], (), lambda path: self._our_choices(node, path))
        return steps

    def follow(self, node: _Node, step: _Step) -> _Node:
        """Make a decision in both games, in place."""
        for text in step.ours:
            node.ours.apply(next(move for move in node.ours.moves() if move.text == text))
        for action in step.theirs:
            node.theirs.apply_action(action)
        node.trail = (*node.trail, *step.ours)
        return node

    def _path(self, node: _Node, move: Move) -> tuple[int, ...]:
        """Their actions for our move."""
        meant = self.pair.action(node.ours, node.theirs, move)
        path: list[int] = []
        for part in meant if isinstance(meant, tuple) else (meant,):
            path.append(part if isinstance(part, int) else self._read(node, tuple(path), part))
        return tuple(path)

    def _read(self, node: _Node, before: tuple[int, ...], text: str) -> int:
        theirs = self._after(node, before)
        player = theirs.current_player()
        named = {action: theirs.action_to_string(player, action) for action in theirs.legal_actions()}
        found = [action for action, name in named.items() if _bare(name) == _bare(text)]
        if len(found) != 1:
            raise self.differ(node, f"our move {text!r} is none of theirs", *self._sides(node, theirs))
        return found[0]

    def _after(self, node: _Node, path: tuple[int, ...]) -> Theirs:
        theirs = node.theirs.clone()
        for action in path:
            theirs.apply_action(action)
        return theirs

    def _their_choices(self, node: _Node, path: tuple[int, ...]) -> list[int]:
        theirs = self._after(node, path) if path else node.theirs
        if theirs.is_terminal() or theirs.current_player() != node.theirs.current_player():
            raise self.differ(node, f"our moves go on where their player is no longer asked, after {path}")
        return theirs.legal_actions()

    def _our_choices(self, node: _Node, path: tuple[str, ...]) -> list[str]:
        ours = node.ours
        if path:
            ours = ours.clone(history=False)
            for text in path:
                ours.apply(next(move for move in ours.moves() if move.text == text))
        if ours.actor != node.ours.actor:
            raise self.differ(node, f"their action goes on where our player is no longer asked, after {path}")
        return [move.text for move in ours.moves()]

    def _check_tree(
        self,
        node: _Node,
        paths: Sequence[tuple[Any, ...]],
        before: tuple[Any, ...],
        choices: Callable[[tuple[Any, ...]], Sequence[Any]],
    ) -> None:
        """The paths have to be all that can be chosen, each once: at every fork exactly what the game offers there."""
        groups: dict[Any, list[tuple[Any, ...]]] = {}
        for path in paths:
            if len(path) == len(before):
                raise self.differ(node, f"two moves of one game are one of the other, {path}", *self._sides(node))
            groups.setdefault(path[len(before)], []).append(path)
        offered = choices(before)
        missing, extra = sorted(set(offered) - set(groups)), sorted(set(groups) - set(offered))
        if missing or extra or len(set(offered)) != len(offered):
            said, whose = ("ours", "theirs") if self._ours_lead else ("theirs", "ours")
            notes = [f"after {before}"] if before else []
            notes += [f"only in {whose}: {self._shown(node, before, missing)}"] if missing else []
            notes += [f"only in {said}: {self._shown(node, before, extra)}"] if extra else []
            raise self.differ(node, "the moves differ; " + "; ".join(notes), *self._sides(node))
        for choice, group in groups.items():
            if len(group) > 1 or len(group[0]) > len(before) + 1:
                self._check_tree(node, group, (*before, choice), choices)

    def _shown(self, node: _Node, before: tuple[Any, ...], choices: Sequence[Any]) -> list[str]:
        if not self._ours_lead:
            return [str(choice) for choice in choices]
        theirs = self._after(node, before)
        legal = set(theirs.legal_actions())
        player = theirs.current_player()
        return [f"{choice} {theirs.action_to_string(player, choice) if choice in legal else ''}" for choice in choices]

    def _compare_information(self, node: _Node, player: int) -> None:
        """What is one information state in one game has to be one in the other."""
        ours = self.pair.information(node.ours, self.pair.seat(player))
        theirs = self.pair.their_information(node.theirs, player)
        for one, other, seen, whose in (
            (ours, theirs, self._ours_seen[player], "ours"),
            (theirs, ours, self._theirs_seen[player], "theirs"),
        ):
            before = seen.setdefault(one, (other, node.trail))
            if before[0] != other:
                said = f"two histories are one information state of player {player} in {whose} only"
                past = f"the other history: {' / '.join(before[1])}"
                raise self.differ(
                    node, f"{said}\n  {past}\n  in one: {one!r}\n  in two: {before[0]!r}\n  and: {other!r}"
                )

    # ---- telling ----

    def _sides(self, node: _Node, theirs: Theirs = None) -> tuple[str, str]:
        """What each game offers."""
        ours, theirs = node.ours, node.theirs if theirs is None else theirs
        mine = f"over {ours.returns()}" if ours.is_over else f"{ours.actor} of {[move.text for move in ours.moves()]}"
        if theirs.is_terminal():
            return mine, f"over {list(theirs.returns())}"
        player = theirs.current_player()
        names = [f"{action} {theirs.action_to_string(player, action)}" for action in theirs.legal_actions()]
        return mine, f"{player} of {names}"

    def differ(self, node: _Node, what: str, ours: str = "", theirs: str = "") -> Difference:
        """The failure, with all that is needed to find it again."""
        told = [
            f"{self.pair.game.title} and {self.pair.theirs}: {what}",
            f"  {self.where}, step {len(node.trail)}",
            f"  history: {' / '.join(node.trail) or '(the start)'}",
            f"  their history: {list(node.theirs.history())}",
        ]
        told += [f"  ours:   {ours}", f"  theirs: {theirs}"] if ours or theirs else []
        return Difference("\n".join(told))


def _one_of(dice: Random, n: int) -> list[int]:
    """One of n outcomes."""
    return [dice.randrange(n)]


def _bare(text: str) -> str:
    """A text as it is compared: without case and spaces."""
    return fold(text).replace(" ", "")
