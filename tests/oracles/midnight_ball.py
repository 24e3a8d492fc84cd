"""Midnight Ball beside a second telling of its rules, written for this comparison alone: no other program has the game.

The referee below is dealt what our game was dealt. At every decision of random games it names who is asked and every
move, and it knows the end and the results; all sixteen masks are always somewhere.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from random import Random

from oracles.cards import game, titles

from dsl.runtime.game import Game
from dsl.runtime.state import State

RANK = {
    "Gossip": 1, "Spy": 2, "Duellist": 3, "Chaperone": 4, "Footman": 5, "Masked Prince": 6, "Countess": 7, "Princess": 8
}  # fmt: skip
COPIES = {"Gossip": 5, "Spy": 2, "Duellist": 2, "Chaperone": 2, "Footman": 2}
VERBS = {
    "Gossip": "ask",
    "Spy": "peep at",
    "Duellist": "challenge",
    "Footman": "undress",
    "Masked Prince": "dance with",
}
ALONE = {"Chaperone": "veil", "Countess": "leave early", "Princess": "reveal yourself"}


class Referee:
    """The rules a second time. Players are numbers from 0."""

    def __init__(self, hands: list[list[str]], deck: list[str], aside: list[str]) -> None:
        """As dealt, player 0 having drawn for the first turn; `deck` is drawn from its end."""
        self.hands, self.deck, self.aside = hands, deck, aside
        self.out, self.veiled = [False] * len(hands), [False] * len(hands)
        self.played: list[list[str]] = [[] for _ in hands]
        self.turn, self.over = 0, False

    def others(self) -> list[int]:
        """Whom the player can choose."""
        return [q for q in range(len(self.hands)) if q != self.turn and not self.out[q] and not self.veiled[q]]

    def moves(self) -> set[str]:
        """What the player can do, in the words of our game."""
        hand, found = self.hands[self.turn], set[str]()
        for mask in hand:
            if "Countess" in hand and mask in ("Footman", "Masked Prince"):
                continue
            if mask in ALONE:
                found.add(f"{mask}: {ALONE[mask]}")
                continue
            guests = self.others() + ([self.turn] if mask == "Footman" else [])
            if not guests:
                found.add(f"{mask}: without effect")
            for q in guests:
                ranks = range(2, 9) if mask == "Gossip" else [None]
                found |= {f"{mask}: {VERBS[mask]} {'ABCD'[q]}" + (f" for {n}" if n else "") for n in ranks}
        return found

    def throw_out(self, player: int) -> None:
        """A player is out; the mask in hand is laid open."""
        self.out[player] = True
        self.played[player] += self.hands[player]
        self.hands[player] = []

    def play(self, text: str) -> None:
        """Make a move and go on to the next decision."""
        me, (mask, _, rest) = self.turn, text.partition(": ")
        self.hands[me].remove(mask)
        self.played[me].append(mask)
        words = rest.removesuffix(" early").split()
        other = next(("ABCD".index(word) for word in words if word in "ABCD"), me)
        if mask == "Princess":
            self.throw_out(me)
        elif mask == "Chaperone":
            self.veiled[me] = True
        elif rest != "without effect" and mask == "Gossip":
            if RANK[self.hands[other][0]] == int(words[-1]):
                self.throw_out(other)
        elif rest != "without effect" and mask == "Duellist":
            mine, theirs = RANK[self.hands[me][0]], RANK[self.hands[other][0]]
            if mine != theirs:
                self.throw_out(me if mine < theirs else other)
        elif mask == "Footman":
            lost = self.hands[other].pop()
            self.played[other].append(lost)
            if lost == "Princess":
                self.throw_out(other)
            else:
                self.hands[other].append((self.deck or self.aside).pop())
        elif rest != "without effect" and mask == "Masked Prince":
            self.hands[me], self.hands[other] = self.hands[other], self.hands[me]
        self.over = self.out.count(False) == 1 or not self.deck
        if not self.over:
            while True:
                self.turn = (self.turn + 1) % len(self.hands)
                if not self.out[self.turn]:
                    break
            self.veiled[self.turn] = False
            self.hands[self.turn].append(self.deck.pop())

    def winners(self) -> list[int]:
        """Who has won: whoever is left, or the noblest mask, or of equals who has played more."""
        left = [player for player, out in enumerate(self.out) if not out]
        if len(left) == 1:
            return left
        worth = {p: (RANK[self.hands[p][0]], sum(RANK[mask] for mask in self.played[p])) for p in left}
        return [p for p in left if worth[p] == max(worth.values())]

    def everything(self) -> Counter[str]:
        """All masks, wherever they are."""
        return Counter([*self.deck, *self.aside, *(mask for row in self.hands + self.played for mask in row)])


def compare(ours: Game, players: int, seed: int) -> int:
    """One random game; how many decisions were compared."""
    dice, state = Random(seed), ours.start(players, seed)
    seats = range(1, players + 1)
    hands = [titles(state, "hand", seat) for seat in seats]
    referee = Referee(hands, titles(state, "cloakroom"), titles(state, "aside"))
    decisions = 0
    while not state.is_over:
        assert not referee.over and state.actor == referee.turn + 1, f"seed {seed}: {state.log()}"
        _compare_places(state, referee, seed)
        moves = {move.text: move for move in state.moves()}
        found = {_plain(text) for text in moves}
        assert found == referee.moves(), f"seed {seed}, {decisions}: {found ^ referee.moves()}"
        text = dice.choice(sorted(moves))
        state.apply(moves[text])
        referee.play(_plain(text))
        decisions += 1
    assert referee.over, f"seed {seed}: ours alone is over"
    winners = referee.winners()
    won = [seat - 1 for seat in seats if state.returns()[seat - 1] > 0]
    assert won == winners[:1], f"seed {seed}: {won} have won, not {winners}"
    return decisions


def _compare_places(state: State, referee: Referee, seed: int) -> None:
    """The same masks in the same places, and all of them somewhere."""
    for player, (hand, played) in enumerate(zip(referee.hands, referee.played, strict=True), 1):
        assert sorted(titles(state, "hand", player)) == sorted(hand), f"seed {seed}: the hand of {player}"
        assert titles(state, "worn", player) == played, f"seed {seed}: what {player} has played"
    assert titles(state, "cloakroom") == referee.deck and titles(state, "aside") == referee.aside, f"seed {seed}"
    assert referee.everything() == Counter({mask: COPIES.get(mask, 1) for mask in RANK})


def main(games: int) -> None:
    """So many games for each number of players."""
    ours = game("midnight_ball")
    for players in (2, 3, 4):
        counts = [compare(ours, players, seed) for seed in range(games)]
        print(f"{players} players: {games} games, {sum(counts)} decisions, 0 differences", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))


def _plain(text: str) -> str:
    """A move without the number of the copy, of which others know something else."""
    return re.sub(r" #\d+", "", text)
