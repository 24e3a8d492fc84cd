"""Drawing again what a player does not know: another position that looks the same to him.

Bots that must not cheat search positions drawn again, `what if` tries a move on one, and the tests of secrecy compare
what two such positions show. Drawn again is all that the player does not know:

* **hidden pieces** change places with each other where the zones admit their kinds. What lies on the table stays there:
  the place keeps its face, its tokens and who knows it; only the piece under them is another. What points at a hidden
  piece (a field, a name of a procedure that waits, a lasting rule) points at a place: at the piece that lies there now,
  which is one of the same kind. The host of an attachment stays where it is, and so does a piece at which something
  points of which it is not known that it always names things.
* **fields that are hidden** hold any of their values. Fields of pieces that lie unseen hold any of those that chance or
  a sealed answer writes there, if one does (a die in a cup); in the box they are as at the beginning;
* **answers given unseen** that are not opened yet are chosen once more: see sealed_answers.py.
* **chance** goes on by another key, so that no die shows what it will show.

The deal depends on the key and on what the player can see, and on nothing else where the unknown lies in places of one
owner or of equal ones. Where pieces of several owners lie unknown in places that not all of them may enter, equal keys
can give different deals in positions that look the same to him; every deal still looks the same to him as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Final

from dsl.backends.guessing import DEALT
from dsl.machine.ir.ops import KEY_HI, KEY_LO, FieldInfo
from dsl.runtime import pieces
from dsl.runtime.chance import draw, mix
from dsl.runtime.engine import Engine
from dsl.runtime.information.dealing import STREAM, Deal
from dsl.runtime.information.dealing_told import without_what_others_were_told
from dsl.runtime.information.sealed_answers import SealedAnswers
from dsl.runtime.secret_fields import may_hold, secrets, seen_state
from dsl.runtime.viewers import Viewer
from dsl.typed_words import number_of

_CHANCE: Final = STREAM + 1
_ANSWERS: Final = STREAM + 2
_HALF: Final = 1 << 32


def determinize(engine: Engine, position: Sequence[int], player: Viewer, key: int) -> list[int]:
    """A position that the player (0: a spectator) cannot tell from this one, dealt by a key of 64 bits."""
    return Dealer(engine, position, player).deal(key)


class Dealer:
    """Deals what a player does not know of one position as often as it is asked to."""

    def __init__(self, engine: Engine, position: Sequence[int], player: Viewer) -> None:
        there = list(position)
        without_what_others_were_told(engine, there, player)
        self.answers = SealedAnswers(engine, there, player)
        """The answers that are given unseen just now."""
        self._bare = self.answers.without(there)
        values = dict(_unseen(engine, there, player))
        values |= {secret: may_hold(secret[1]) for secret in secrets(engine.words, there, player)}
        self._secrets = sorted(values.items(), key=_Looks(engine, there, player))
        for (slot, _), can in self._secrets:
            self._bare[slot] = can[0]
        self.ready = Deal(engine, self._bare, player)
        """What is dealt, ready to be dealt by a key."""
        self._words = [number_of(word) for word in engine.machine.names.words] or [0]

    @property
    def secrets(self) -> list[tuple[int, Sequence[int]]]:
        """The slots of hidden fields in the order in which they are drawn, and the numbers that are drawn from."""
        return [(slot, self._drawn_from(field, numbers)) for (slot, field), numbers in self._secrets]

    def _drawn_from(self, field: FieldInfo, numbers: Sequence[int]) -> Sequence[int]:
        return self._words if field.shown.what == "word" and len(numbers) > 1 else numbers

    def deal(self, key: int) -> list[int]:
        """See `determinize`."""
        found = self._drawn(key)
        found[KEY_LO], found[KEY_HI] = draw(key, _CHANCE, 0, _HALF), draw(key, _CHANCE, 1, _HALF)
        return found

    def _drawn(self, key: int) -> list[int]:
        """Pieces and answers drawn again."""
        drawn = count(1)

        def pick(n: int) -> int:
            return draw(key, _ANSWERS, next(drawn), n)

        for slot, can in self.secrets:
            self._bare[slot] = self.ready.position[slot] = can[pick(len(can))]
        deal = key
        for _ in range(DEALT if self.answers.flow is not None else 1):
            found = self.answers.again(self.ready.fresh(deal).done(), pick)
            if found is not None:
                return found
            deal = mix(deal)
        return self.answers.again(self._bare[:], pick) or self._bare[:]


def _unseen(
    engine: Engine, position: list[int], player: Viewer
) -> Iterator[tuple[tuple[int, FieldInfo], Sequence[int]]]:
    """Where what chance drew or somebody answered unseen can lie on pieces that the player does not see, and which
    values that can be.
    """
    words, first, beginning = engine.words, engine.machine.first_piece, engine.beginning
    for field in words.names.fields:
        if not field.var or field.base not in engine.unseen_values or field.shown.what == "entity":
            continue
        for piece in range(max(first, field.first), field.last + 1):
            place = words.place_of(position, piece)
            if not place.lies_open and not words.knows(position, player, piece):
                slot = field.base + piece
                low, high = engine.unseen_values[field.base] if place.instance else (beginning[slot], beginning[slot])
                yield (slot, field), range(low, high + 1)


class _Looks:
    """Where a hidden field stands, as the player can tell: values are drawn in this order, and not in the order of the
    numbers of pieces, of which copies that look the same have others in a position that looks the same.
    """

    def __init__(self, engine: Engine, position: list[int], player: Viewer) -> None:
        self.words, self.machine = engine.words, engine.machine
        self.position, self.player = position, player

    def __call__(self, secret: tuple[tuple[int, FieldInfo], object]) -> tuple[int, int, int, str, list[int]]:
        slot, field = secret[0]
        entity = slot - field.base
        if not self.words.is_piece(entity):
            return field.base, 0, entity, "", []
        zone = self.position[self.machine.layout.place + entity]
        ordered = bool(zone) and self.machine.tables[self.machine.zone_ordered][zone]
        index = pieces.members(self.words, self.position, zone).index(entity) if ordered else 0
        if not self.words.knows(self.position, self.player, entity):
            return field.base, zone, index, "", []
        looks = seen_state(self.words, self.position, self.player, entity, knowing=False)
        return field.base, zone, index, self.words.title(entity), looks
