"""No-limit hold'em beside OpenSpiel's `universal_poker`: each hand of our matches is one game of theirs.

Run as a script for the long run, with tests/ on the path: `python -m oracles.holdem 5000` plays so many hands. Theirs
is dealt what our deck holds, with the stacks that the hand begins with. At every decision of a hand: the same player is
asked, may fold or not, raise or not, and to the same amounts, one by one; at its end everybody has the same chips.
Theirs cuts odd chips into parts, so a third reckoning (pots.py) gives both what theirs must pay, to the last part, and
what ours must. Theirs lets a short raise open the betting, so ours is played by that reading. Two sorts of hands are
passed over, and counted: with a big blind that is not paid in full, which theirs does not have, and those after which a
hand without a decision follows, since their end cannot be read any more.
"""

from __future__ import annotations

import re
import sys
import time
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pyspiel
from oracles.cards import game, their_card, zone
from oracles.lockstep import Difference
from oracles.pots import shared, strength

from dsl.runtime.state import State

_OFTEN = {"fold": 2, "raise": 3}
_GAME = (
    "universal_poker(betting=nolimit,numPlayers={n},numRounds=4,blind={blinds},firstPlayer={first},numSuits=4,"
    "numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,stack={stacks},bettingAbstraction=fullgame)"
)


@dataclass
class Report:
    """What was compared."""

    hands: int = 0
    passed_over: int = 0
    decisions: int = 0
    amounts: int = 0
    showdowns: int = 0
    shared: int = 0
    side_pots: int = 0
    needless: int = 0
    matches: int = 0
    ends: int = 0
    by_players: dict[int, int] = field(default_factory=dict[int, int])


def _fields(state: State, player: int = 0) -> dict[str, str]:
    view = state.view(None)
    return dict((view.players[player - 1] if player else view.table).fields)


def _number(state: State, name: str, player: int = 0) -> int:
    return int(_fields(state, player).get(name, "0"))


class Hand:
    """One hand of ours beside one game of theirs, from the blinds on."""

    def __init__(self, state: State, report: Report) -> None:
        self.ours, self.report = state, report
        seats = range(1, len(state.view(None).players) + 1)
        self.number = _number(state, "hand_number")
        self.stacks = {p: _number(state, "chips", p) + _number(state, "bet", p) for p in seats}
        names = {player.name: number for number, player in enumerate(state.view(None).players, 1)}
        table = _fields(state)
        button, big = names[table["button"]], names[table["last_big"]]
        after = [(button + i - 1) % len(seats) + 1 for i in range(1, len(seats) + 1)]
        self.order = [p for p in after if self.stacks[p]]
        """Our players, in their order: from the left of the button on."""
        blind, n = int(table["blind"]), len(self.order)
        posted = [(big, blind), (self.order[-1] if n == 2 else self.order[0], blind // 2)]
        self.compared = self.stacks[big] >= blind
        due = {p: min(amount, self.stacks[p]) for p, amount in posted}
        self.cards = [their_card(item.name) for p in self.order for item in zone(state, "hand", p).items]
        self.cards += [their_card(item.name) for item in reversed(zone(state, "deck").items[-5:])]
        if self.compared:
            text = _GAME.format(
                n=n,
                blinds=" ".join(str(due.get(p, 0)) for p in self.order),
                first="2 1 1 1" if n == 2 else "3 1 1 1",
                stacks=" ".join(str(self.stacks[p]) for p in self.order),
            )
            self.theirs: Any = pyspiel.load_game(text).new_initial_state()
        self.dealt = 0
        self.folded: set[int] = set()
        report.hands += self.compared
        report.passed_over += not self.compared
        report.by_players[n] = report.by_players.get(n, 0) + self.compared

    def play(self, dice: Random) -> None:
        """Play it to its end in both."""
        while self._going():
            if self.compared:
                self._deal()
            self._decide(dice)
        if self.compared:
            self._finish()

    def _going(self) -> bool:
        return not self.ours.is_over and _number(self.ours, "hand_number") == self.number

    def _deal(self) -> None:
        """Deal; and check for a player whom theirs asks although nobody else has chips left."""
        while not self.theirs.is_terminal():
            if self.theirs.is_chance_node():
                self.theirs.apply_action(self.cards[self.dealt])
                self.dealt += 1
            elif self.theirs.legal_actions() == [1] and not (self._going() and self._asks_him()):
                self.theirs.apply_action(1)
                self.report.needless += 1
            else:
                return

    def _asks_him(self) -> bool:
        return self.ours.actor == self.order[self.theirs.current_player()]

    def _decide(self, dice: Random) -> None:
        ours = self.ours
        texts = [move.text for move in ours.moves()]
        taken = dice.choices(texts, [_OFTEN.get(text, 9) for text in texts])[0]
        base = _number(ours, "paid", ours.actor)
        legal = self._legal() if self.compared else []
        if self.compared:
            self.report.decisions += 1
            self._same("who is asked", ours.actor, self.order[self.theirs.current_player()])
            self._same("fold", "fold" in texts, 0 in legal)
            self._same("raise", "raise" in texts, legal[-1] > 1)
            self._same("check or call", len({"check", "call"} & {*texts}), int(1 in legal))
        ours.apply(taken)
        action = ("fold", taken).index(taken)
        if taken == "raise":
            amounts = [option[0] + base for option in ours.options()]
            if self.compared:
                self.report.amounts += len(amounts)
                self._same("amounts", amounts, [each for each in legal if each > 1])
            action = dice.choice(
                (amounts[0], dice.choice(amounts[:40]), dice.choice(amounts[:40]), dice.choice(amounts))
            )
            action = amounts[-1] if dice.random() < 0.15 else action
            ours.apply(str(action - base))
        if self.compared:
            if action == 0:
                self.folded.add(self.theirs.current_player())
            self.theirs.apply_action(action)

    def _legal(self) -> list[int]:
        if self.theirs.is_terminal():
            self._same("the hand", "goes on", "is over")
        return list(self.theirs.legal_actions())

    def _finish(self) -> None:
        """Deal what is missing, and compare what everybody has."""
        self._deal()
        self._same("over", True, self.theirs.is_terminal())
        if _number(self.ours, "hand_number") != self.number + (not self.ours.is_over):
            self.report.hands -= 1  # a hand in which the blinds were all that anybody had has gone by since
            self.report.passed_over += 1
            self.report.by_players[len(self.order)] -= 1
            return
        ours = [_number(self.ours, "chips", p) + _number(self.ours, "bet", p) - self.stacks[p] for p in self.order]
        theirs = list(self.theirs.returns())
        self._same("chips in all", sum(ours), 0)
        spent = [int(each) for each in re.findall(r"P\d+: (\d+)", str(self.theirs).rpartition("Spent:")[2])]
        board = self.cards[2 * len(self.order) :]
        hands = [strength([*self.cards[2 * n : 2 * n + 2], *board]) for n in range(len(self.order))]
        parts, whole = shared(spent, self.folded, hands)
        self._same("parts of pots", [float(each - paid) for each, paid in zip(parts, spent, strict=True)], theirs)
        self._same("results", ours, [each - paid for each, paid in zip(whole, spent, strict=True)])
        self.report.shared += parts != whole
        self.report.showdowns += self.dealt == len(self.cards)
        self.report.side_pots += self.dealt == len(self.cards) and len({each for each in theirs if each < 0}) > 1

    def _same(self, what: str, ours: object, theirs: object) -> None:
        if ours != theirs:
            raise Difference(f"{what}: ours {ours}, theirs {theirs}\n{self.theirs}\n{self.ours.log()}")


def compare(hands: int, seed: int, players: tuple[int, ...] = (2, 3, 4, 5, 6), stack: int = 400) -> Report:
    """Random matches until so many hands have been compared."""
    report, dice = Report(), Random(seed)
    while report.hands < hands:
        number = players[report.matches % len(players)]
        rules = game("holdem", stack=stack, first_blind=5, hands_a_level=6, hands=40, short_raise="opens")
        state = rules.start(number, seed=dice.randrange(1 << 32))
        report.matches += 1
        while not state.is_over:
            Hand(state, report).play(dice)
        report.ends += 1
        if sum(_number(state, "chips", p) for p in range(1, number + 1)) != number * stack:
            raise Difference("chips were made or lost")
    return report


if __name__ == "__main__":
    began = time.perf_counter()
    print(compare(int(sys.argv[1]), 1))
    print(f"{time.perf_counter() - began:.0f} s")
