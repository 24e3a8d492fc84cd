"""Who may know what: the information states of games that are too large to go through, compared by pairs of games.

A random game is played in lockstep (see lockstep.py), and then once more with one outcome of chance changed: two cards
lie elsewhere, a die shows something else. As long as the same moves can be made, the two games look the same to a
player in ours exactly if they do in theirs; whoever sees more, or forgets, in one of them is found. Where theirs have
no information states, all that the player has observed since the beginning stands for them.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random

from oracles.lockstep import MOST_STEPS, Pair, Run

Seen = tuple[int, str, str]
"""Who is asked, and what that player knows in ours and in theirs."""


@dataclass(slots=True)
class _Tape:
    """Outcomes of chance, drawn or played again."""

    dice: Random
    drawn: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    at: int = 0

    def pick(self, n: int) -> list[int]:
        """The next outcome of n."""
        if self.at == len(self.drawn):
            self.drawn.append((n, self.dice.randrange(n)))
        outcome = self.drawn[self.at][1]
        self.at += 1
        return [outcome % n]

    def changed(self, dice: Random) -> _Tape:
        """The same with one outcome, of those that had a choice, changed."""
        drawn = list(self.drawn)
        at = dice.choice([at for at, (n, _) in enumerate(drawn) if n > 1])
        n, outcome = drawn[at]
        drawn[at] = n, (outcome + 1 + dice.randrange(n - 1)) % n
        return _Tape(self.dice, drawn)


def sample(pair: Pair, games: int, seed: int, changes: int = 8) -> tuple[Counter[tuple[bool, bool]], list[str]]:
    """Compare each of so many games with so many changed ones. How often two positions looked the same to the player
    who was asked in ours and in theirs; and where only one of them said so.
    """
    found, odd = Counter[tuple[bool, bool]](), list[str]()
    for number in range(games):
        dice = Random(f"{seed}/{number}")
        tape, moves = _Tape(dice), list[tuple[str, ...]]()
        first = _played(pair, tape, moves, dice)
        for _ in range(changes):
            second = _played(pair, tape.changed(dice), list(moves), None)
            for step, (one, other) in enumerate(zip(first, second, strict=False)):
                if one[0] != other[0]:
                    break
                same = one[1] == other[1], one[2] == other[2]
                found[same] += 1
                if same[0] != same[1]:
                    whose = "ours" if same[0] else "theirs"
                    odd.append(f"game {number}, step {step}, the same in {whose} only:\n{one}\n{other}")
    return found, odd


def _played(pair: Pair, tape: _Tape, moves: list[tuple[str, ...]], dice: Random | None) -> list[Seen]:
    """Play a game, at random with dice, else by moves for as long as they can be made; what was seen at decisions."""
    run, seen = Run(pair, "in pairs"), list[Seen]()
    node = run.begin(0, True)
    recalls = pair.theirs.get_type().provides_information_state_string
    observed: list[list[str]] = [[] for _ in range(pair.players)]
    for step in range(MOST_STEPS):
        (node,) = run.chance(node, tape.pick)
        steps = run.compare(node)
        if not steps:
            break
        player = node.theirs.current_player()
        ours = pair.information(node.ours, pair.seat(player))
        if not recalls:
            for number, views in enumerate(observed):
                views.append(node.theirs.observation_string(number))
        theirs = pair.their_information(node.theirs, player) if recalls else "\n".join(observed[player])
        seen.append((player, ours, theirs))
        texts = [each.ours for each in steps]
        if dice is not None:
            moves.append(texts[pair.pick(node.ours, texts, dice)])
        if step == len(moves) or moves[step] not in texts:
            break
        node = run.follow(node, steps[texts.index(moves[step])])
    return seen
