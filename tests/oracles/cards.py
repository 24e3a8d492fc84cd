"""The pairs of our card and dice games with OpenSpiel's: how moves, chance and results correspond."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import pyspiel
from oracles.lockstep import Pair

from dsl import load
from dsl.runtime.game import Game
from dsl.runtime.information.views import ZoneView
from dsl.runtime.moves import Move
from dsl.runtime.state import State

CLASSICS = Path(__file__).parents[2] / "games" / "classics"


def game(name: str, **options: Any) -> Game:
    """One of our games, with options."""
    return load(CLASSICS / name, options=options)


def zone(state: State, name: str, player: int = 0) -> ZoneView:
    """A zone of the table, or of a player, as somebody sees it who sees everything."""
    view = state.view(None)
    zones = view.players[player - 1].zones if player else view.table.zones
    return next(zone for zone in zones if zone.name == name)


def titles(state: State, name: str, player: int = 0) -> list[str]:
    """What lies in a zone, by title."""
    return [item.name for item in zone(state, name, player).items]


def field(state: State, name: str, player: int = 0) -> str:
    """A field of the table or of a player, as it is shown; an empty text for its default."""
    view = state.view(None)
    return dict((view.players[player - 1] if player else view.table).fields).get(name, "")


class Pig(Pair):
    """The log says what our die showed."""

    def __init__(self) -> None:
        super().__init__(game("pig"), "pig")

    def action(self, ours: State, theirs: Any, move: Move) -> int:
        return ("roll", "hold").index(move.text)

    def nature(self, ours: State, theirs: Any) -> int:
        return int(ours.log()[-1].rstrip(".").split()[-1]) - 1


class Poker(Pair):
    """Theirs deal one card to each player and then the card for both, by its number in our order."""

    hidden = True
    actions: ClassVar[dict[str, int]]
    cards: ClassVar[Sequence[str]]

    def action(self, ours: State, theirs: Any, move: Move) -> int:
        return self.actions[move.text]

    def nature(self, ours: State, theirs: Any) -> int:
        dealt = len(_chance(theirs))
        place = ("hand", dealt + 1) if dealt < 2 else ("board", 0)
        return self.cards.index(titles(ours, *place)[0])


class Kuhn(Poker):
    """Their pass and bet stand for two moves of ours each."""

    actions: ClassVar = {"check": 0, "fold": 0, "bet": 1, "call": 1}
    cards = ("jack", "queen", "king")

    def __init__(self) -> None:
        super().__init__(game("kuhn_poker"), "kuhn_poker")


class Leduc(Poker):
    """Fold, call and raise."""

    actions: ClassVar = {"fold": 0, "check": 1, "call": 1, "bet": 2, "raise": 2}
    cards = ("J♥", "J♠", "Q♥", "Q♠", "K♥", "K♠")

    def __init__(self) -> None:
        super().__init__(game("leduc_poker"), "leduc_poker")


class LiarsDice(Pair):
    """Bids are numbered by quantity, then face; the call of liar is last. Theirs sort the dice of a player, so with
    several dice one information state of theirs is several of ours.
    """

    def __init__(self, dice: int = 1) -> None:
        super().__init__(game("liars_dice", dice_each=dice), f"liars_dice(numdice={dice})", 2)
        self.dice = dice
        self.hidden = dice == 1

    def action(self, ours: State, theirs: Any, move: Move) -> int:
        if move.text == "liar":
            return 6 * self.dice * self.players
        _, quantity, _, face = move.text.split()
        return 6 * (int(quantity) - 1) + int(face) - 1

    def nature(self, ours: State, theirs: Any) -> int:
        player, die = divmod(len(theirs.history()), self.dice)
        return int(dict(zone(ours, "cup", player + 1).items[die].fields)["face"]) - 1


class CrazyEights(Pair):
    """Theirs turn another card up if the first one is an eight, ours the first card that is none."""

    def __init__(self, players: int = 5) -> None:
        theirs = f"crazy_eights(players={players})"
        super().__init__(game("crazy_eights"), theirs, players)

    def action(self, ours: State, theirs: Any, move: Move) -> int:
        if move.text in ("draw", "pass"):
            return 52 + ("draw", "pass").index(move.text)
        return 54 + SIGNS.index(move.text) if move.text in SIGNS else their_card(move.text.removeprefix("play "))

    def nature(self, ours: State, theirs: Any) -> int:
        dealt = _chance(theirs)
        if not dealt:
            return 52 + (ours.actor - 2) % self.players
        asked = (dealt[0] - 52 + len(dealt)) % self.players
        in_all = self.players * (7 if self.players == 2 else 5)
        if len(dealt) == 1 + in_all:
            return their_card(titles(ours, "pile")[0])
        player = asked + 1 if len(dealt) <= in_all else ours.actor
        hand = [their_card(title) for title in titles(ours, "hand", player)]
        return next(card for card in hand if card not in dealt[1:])

    def returns(self, ours: State) -> list[float]:
        """Ours count the pips of a card, theirs its number in the pack and two."""
        hands = [[their_card(title) for title in titles(ours, "hand", 1 + p)] for p in range(self.players)]
        pips = [-sum(50 if c // 4 == 6 else min(10, (c // 4 + 1) % 13 + 1) for c in hand) for hand in hands]
        assert list(ours.returns()) == pips, "our own score of the hands"
        return [-float(sum(50 if c // 4 == 6 else 10 if c // 4 > 8 else c + 2 for c in hand)) for hand in hands]


class Hearts(Pair):
    """Theirs deal a card to each player in turn; our log says which way cards are passed."""

    def __init__(self) -> None:
        super().__init__(game("hearts"), "hearts")

    def action(self, ours: State, theirs: Any, move: Move) -> int:
        return their_card(move.text.split()[1])

    def nature(self, ours: State, theirs: Any) -> int:
        dealt = len(_chance(theirs))
        if not dealt:
            return ["nobody.", "left.", "across.", "right."].index(ours.log()[0].split()[-1])
        return their_card(titles(ours, "hand", (dealt - 1) % 4 + 1)[(dealt - 1) // 4])

    def returns(self, ours: State) -> list[float]:
        return [26.0 + result for result in ours.returns()]


class Euchre(Pair):
    """Theirs choose the dealer, deal a card to each player in turn from the dealer on, and turn one up."""

    actions: ClassVar = {"pass": 24, "alone": 29, "with a partner": 30}

    def __init__(self, stick: bool = True) -> None:
        theirs = f"euchre(stick_the_dealer={stick})"
        super().__init__(game("euchre", stick_the_dealer=stick), theirs)

    def action(self, ours: State, theirs: Any, move: Move) -> int:
        if move.text in self.actions:
            return self.actions[move.text]
        if move.text == "order up":
            return 25 + SIGNS.index(titles(ours, "upcard")[0][-1])
        if move.text.startswith("name "):
            return 25 + SIGNS.index(move.text[-1])
        return their_card(move.text.split()[-1]) - 28

    def nature(self, ours: State, theirs: Any) -> int:
        dealt = _chance(theirs)
        if not dealt:
            return "ABCD".index(field(ours, "dealer")[-1])
        if len(dealt) == 21:
            return their_card(titles(ours, "upcard")[0]) - 28
        player, number = (dealt[0] + len(dealt) - 1) % 4, (len(dealt) - 1) // 4
        return their_card(titles(ours, "hand", player + 1)[number]) - 28

    def pick(self, ours: State, choices: Sequence[tuple[str, ...]], dice: Random) -> int:
        """Mostly a pass where one is offered, so that the second round and its end are reached."""
        texts = [words[0] for words in choices]
        return texts.index("pass") if "pass" in texts and dice.randrange(8) else dice.randrange(len(texts))


class Bridge(Pair):
    """Theirs deal a card to each player in turn, from the first on, and name the pairs by the dealer.

    Auctions are of all lengths, since the deal says how often players pass. In two games of three one side throws its
    tricks away, since slams are not made at random.
    """

    calls: ClassVar = {"pass": 52, "double": 53, "redouble": 54}

    def __init__(self, board: int = 1, vulnerable: str = "as_board") -> None:
        ours = game("bridge", board=board, vulnerable=vulnerable)
        number = (board - 1 + (board - 1) // 4) % 4
        pairs = [number % 2 == 1, number > 1]
        if vulnerable != "as_board":
            pairs = [vulnerable in (pair, "everybody") for pair in ("north_south", "east_west")]
        dealer = (board - 1) % 4
        theirs = pyspiel.load_game(
            "bridge",
            {
                "use_double_dummy_result": False,
                "dealer": dealer,
                "dealer_vul": pairs[dealer % 2],
                "non_dealer_vul": pairs[1 - dealer % 2],
            },
        )
        super().__init__(ours, theirs)
        self.style, self.quiet = 0, 0.5

    def action(self, ours: State, theirs: Any, move: Move) -> int:
        if move.text in self.calls:
            return self.calls[move.text]
        words = move.text.split()
        if words[0] == "bid":
            return 50 + 5 * int(words[1]) + ("♣", "♦", "♥", "♠", "NT").index(words[2])
        return their_card(words[1])

    def nature(self, ours: State, theirs: Any) -> int:
        dealt = len(_chance(theirs))
        hand = [their_card(title) for title in titles(ours, "hand", dealt % 4 + 1)]
        if not dealt:
            number = sum(hand)
            self.style, self.quiet = number % 3, (0.3, 0.6, 0.75, 0.85)[number // 3 % 4]
        return hand[dealt // 4]

    def pick(self, ours: State, choices: Sequence[tuple[str, ...]], dice: Random) -> int:
        texts = [words[0] for words in choices]
        bids = sum(text.startswith("bid") for text in texts)
        if texts[0].startswith("play") and self.style:
            declarers = "AC" if field(ours, "declarer")[-1] in "AC" else "BD"
            wins = ("ABCD"[ours.actor - 1] in declarers) == (self.style == 1)
            ranks = [their_card(text.split()[1]) // 4 for text in texts]
            return ranks.index(max(ranks) if wins else min(ranks))
        if "pass" not in texts or dice.randrange(16) == 0:
            return dice.randrange(len(texts))
        if dice.random() < self.quiet:
            return dice.randrange(bids, len(texts))
        return dice.choice([*range(min(bids, 6)), *range(bids, len(texts))])


class Goulash(Bridge):
    """Bridge with a deck that was hardly shuffled: long suits, so that slams are made."""

    def foresee(self, ours: State, theirs: Any) -> int | None:
        return None if len(ours.chance_outcomes()) % 5 == 0 else 0


class GinRummy(Pair):
    """Their cards are numbered by suits, spades first, with the ace low; their melds as `_their_meld` says.

    One deviation: theirs let a run that lies on the table grow by two cards at each end and no further, ours as far as
    the cards go. So what would be the third is not compared, and not played.
    """

    def __init__(self) -> None:
        super().__init__(game("gin_rummy"), "gin_rummy")

    def action(self, ours: State, theirs: Any, move: Move) -> int:
        plain = {"take": 52, "draw": 53, "pass": 54, "done": 54, "knock": 55}
        if move.text in plain:
            return plain[move.text]
        words = move.text.split()
        return 56 + _their_meld(words[1:]) if words[0] == "lay" and words[1] != "off" else _gin_card(words[-1])

    def nature(self, ours: State, theirs: Any) -> int:
        dealt = _chance(theirs)
        if len(dealt) < 20:
            return _gin_card(titles(ours, "hand", len(dealt) // 10 + 1)[len(dealt) % 10])
        if len(dealt) == 20:
            return _gin_card(titles(ours, "pile")[-1])
        return next(card for card in map(_gin_card, titles(ours, "hand", ours.actor)) if card not in dealt)

    def offered(self, ours: State, theirs: Any) -> list[Move]:
        moves = list(ours.moves())
        if not any(move.text.startswith("lay off") for move in moves):
            return moves
        laid = re.findall(r"(?:[A2-9TJQK][scdh]){3,}", str(theirs).partition("Layed melds:")[2].partition("\n")[0])
        runs = [sorted(_gin_sign(meld[at : at + 2]) for at in range(0, len(meld), 2)) for meld in laid]
        runs = [run for run in runs if run[1] == run[0] + 1]

        def is_third(card: int) -> bool:
            near = [run for run in runs if run[0] // 13 == card // 13]
            far = all(card < run[0] - 2 or card > run[-1] + 2 for run in near)
            return bool(near) and far and card not in theirs.legal_actions()

        return [move for move in moves if move.text == "done" or not is_third(_gin_card(move.text.split()[-1]))]

    def pick(self, ours: State, choices: Sequence[tuple[str, ...]], dice: Random) -> int:
        """Three times in four what leads to melds: cards are kept that go with others, and one knocks if one can."""
        texts = [words[0] for words in choices]
        if dice.randrange(4) == 0:
            return dice.randrange(len(texts))
        if "knock" in texts:
            return texts.index("knock")
        held = [_gin_card(title) for title in titles(ours, "hand", ours.actor)]
        if "take" in texts:
            return texts.index("take" if _friends(_gin_card(titles(ours, "pile")[-1]), held) > 1 else texts[-1])
        if texts[0].startswith("discard"):
            return min(range(len(texts)), key=lambda at: _friends(_gin_card(texts[at].split()[-1]), held))
        return dice.randrange(len(texts))


def _gin_sign(sign: str) -> int:
    """The number of a card as they write it."""
    return "scdh".index(sign[1]) * 13 + "A23456789TJQK".index(sign[0])


def _friends(card: int, held: Sequence[int]) -> int:
    """How many of the cards held go with a card: of its rank, or next to it or next but one in its suit."""
    near = (other for other in held if other // 13 == card // 13 and 0 < abs(other - card) < 3)
    return sum(1 for _ in near) + sum(other % 13 == card % 13 and other != card for other in held)


def _gin_card(title: str) -> int:
    return "♠♣♦♥".index(title[-1]) * 13 + "A23456789TJQK".index(title[:-1].replace("10", "T"))


def _their_meld(words: list[str]) -> int:
    """Sets by rank, five of each: without one of the suits, or whole; then runs by length, suit and lowest card."""
    if len(words) == 4:  # 5 ♠ from 3
        length, suit = int(words[0]), "♠♣♦♥".index(words[1])
        return 65 + {3: 0, 4: 44, 5: 84}[length] + suit * (14 - length) + _gin_card(f"{words[3]}♠")
    rank = _gin_card(f"{(words[1] if words[0] == 'four' else words[0]).rstrip('s')}♠")
    return 5 * rank + (4 if words[0] == "four" else "♠♣♦♥".index(words[2]))


RANKS, SIGNS = "23456789TJQKA", "♣♦♥♠"


def their_card(title: str) -> int:
    """The number of a card of ours in the games of theirs that count by rank, then suit."""
    return RANKS.index(title[:-1].replace("10", "T")) * 4 + SIGNS.index(title[-1])


def _history(theirs: Any) -> list[tuple[int, int]]:
    """Their moves with the player of each; chance is -1."""
    return [(item.player, item.action) for item in theirs.full_history()]


def _chance(theirs: Any) -> list[int]:
    """What chance has given in their game."""
    return [action for player, action in _history(theirs) if player == -1]
