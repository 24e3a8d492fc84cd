"""Our Hanabi beside OpenSpiel's: moves, deals and results, and at every decision what each player sees and was told.

What a player sees is compared as text: theirs is made here from our view of that player alone, so that it holds all
that theirs holds, and nothing that ours does not show.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from oracles.lockstep import Difference, Pair

from dsl import load
from dsl.runtime.information.views import ItemView, View, ZoneView
from dsl.runtime.moves import Move
from dsl.runtime.state import State

MODERN = Path(__file__).parents[2] / "games" / "modern"
COLOURS = ("red", "yellow", "green", "white", "blue")
LETTERS = "RYGWB"
RANKS = "12345"


class Hanabi(Pair):
    """Theirs deal one card at a time, to each player in turn, and name cards by colour and rank."""

    def __init__(self, players: int) -> None:
        super().__init__(load(MODERN / "hanabi"), f"hanabi(players={players})", players)
        self.wild: bool | None = None
        self.seen = 0
        """How many views were compared."""

    def action(self, ours: State, theirs: Any, move: Move) -> int | str | tuple[int | str, ...]:
        words = move.text.split()
        if words[0] != "hint":
            place = int(words[-1].removeprefix("#")) if words[-1].startswith("#") else 1
            return f"({words[0].capitalize()} {place - 1})"
        what, player = words[1], ord(words[3]) - ord("A")
        ahead = (player - (ours.actor - 1)) % self.players
        told = f"color {LETTERS[COLOURS.index(what)]}" if what in COLOURS else f"rank {what}"
        return f"(Reveal player +{ahead} {told})"

    def nature(self, ours: State, theirs: Any) -> int:
        dealt = _hands(str(theirs))
        size = 5 if self.players < 4 else 4
        held = [zone(ours.view(None), player + 1) for player in range(self.players)]
        if not any(step.player >= 0 for step in theirs.full_history()):
            player = len([hand for hand in dealt if len(hand) == size])
            card = held[player].items[len(dealt[player]) if player < len(dealt) else 0]
        else:
            player = [step.player for step in theirs.full_history() if step.player >= 0][-1]
            card = held[player].items[-1]
        wanted = f"(Deal {_name(card.name)})"
        return next(a for a, _ in theirs.chance_outcomes() if theirs.action_to_string(a) == wanted)

    def pick(self, ours: State, choices: Sequence[tuple[str, ...]], dice: Random) -> int:
        """Any move in every third game; in the others mostly none that burns a fuse, so that the deck runs out."""
        if self.wild is None or not ours.played:
            self.wild = dice.randrange(3) == 0
        if self.wild or dice.randrange(12) == 0:
            return dice.randrange(len(choices))
        view = ours.view(None)
        fireworks = [item.name for item in zone(view, 0, "fireworks").items]
        good: list[int] = []
        for number, (text,) in enumerate(choices):
            if text.startswith("play"):
                place = int(text.partition("#")[2] or 1)
                colour, rank = zone(view, ours.actor).items[place - 1].name.split()
                if sum(name.startswith(colour) for name in fireworks) != int(rank) - 1:
                    continue
                good += [number] * 5
            good.append(number)
        return dice.choice(good) if good else dice.randrange(len(choices))

    def offered(self, ours: State, theirs: Any) -> Sequence[Move]:
        for player in range(self.players):
            mine, yours = self.told(ours.view(player + 1), player), theirs.observation_string(player)
            if mine != _plausible(yours):
                raise Difference(f"player {player} sees\n{mine}\nand theirs\n{_plausible(yours)}")
            self.seen += 1
        return ours.moves()

    def told(self, view: View, player: int) -> str:
        """Their observation of a player, made from our view of him."""
        fields = dict(view.table.fields)
        fireworks = zone(view, 0, "fireworks").items
        heights = [sum(item.name.startswith(colour) for item in fireworks) for colour in COLOURS]
        hands: list[str] = []
        for ahead in range(self.players):
            hand = zone(view, (player + ahead) % self.players + 1)
            hands += ["-----"] if ahead else []
            hands += ["Cur player"] if view.asked == (player + ahead) % self.players + 1 else []
            hands += [_card(item) for item in hand.items]
        lines = [
            f"Life tokens: {fields.get('fuses', 3)}",
            f"Info tokens: {fields.get('hints', 8)}",
            "Fireworks: " + "".join(f"{letter}{height} " for letter, height in zip(LETTERS, heights, strict=True)),
            "Hands:",
            *hands,
            f"Deck size: {zone(view, 0, 'deck').count}",
            "Discards: " + " ".join(sorted(_name(item.name) for item in zone(view, 0, "discards").items)),
        ]
        return "\n".join(line.rstrip() for line in lines)


def zone(view: View, player: int, name: str = "hand") -> ZoneView:
    """A zone of a player or of the table."""
    return next(each for each in (view.players[player - 1] if player else view.table).zones if each.name == name)


def _hands(text: str) -> list[list[str]]:
    """The hands in their text of a position."""
    told = text.split("Hands:\n")[1].split("Deck size")[0].removesuffix("-----\n")
    return [[line for line in hand.splitlines() if "||" in line] for hand in told.split("-----\n")] if told else [[]]


def _name(title: str) -> str:
    colour, rank = title.split()
    return LETTERS[COLOURS.index(colour)] + rank


def _card(item: ItemView) -> str:
    """A card, and what its owner was told it may be."""
    told = dict(item.fields).get("told", "")
    colours, ranks = _left(told, "colour", COLOURS), _left(told, "rank", RANKS)
    letters = "".join(LETTERS[COLOURS.index(colour)] for colour in colours)
    return f"{_name(item.name) if item.known else 'XX'} || {letters}{''.join(ranks)}"


def _left(told: str, part: str, values: Sequence[str]) -> list[str]:
    """What our words about a part leave of its values."""
    found = re.search(rf"{part} (not )?([^,]+)", told)
    if found is None:
        return list(values)
    named = found[2].split(" or ")
    return [value for value in values if (value in named) != bool(found[1])]


def _plausible(text: str) -> str:
    """Their text with what a card may be, without what was said of it; discards in an order of their own."""
    lines = [re.sub(r"\|\| ..\|", "|| ", line).rstrip() for line in text.splitlines()]
    at = next(number for number, line in enumerate(lines) if line.startswith("Discards:"))
    lines[at] = ("Discards: " + " ".join(sorted(lines[at].split()[1:]))).rstrip()
    return "\n".join(lines)
