"""What the words of a game need of its checked rules, as plain data: so it is played before these are read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dsl.runtime.backs import backs_of, label_of

if TYPE_CHECKING:
    from dsl.semantics.model import Program  # a game is played without it


@dataclass(frozen=True, slots=True)
class SecretCard:
    """A card that the rules keep from who has not met it, and its copies."""

    title: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class About:
    """What words need of the rules. By the first instance of each zone: backs, the kind that it belongs to (holders),
    the pieces that fit in (fits), and which are active. labels: of kinds, by name. told: the titles of cards with a
    text; secret: the cards that are kept secret. directions: the steps on boards.
    """

    backs: tuple[tuple[int, str], ...] = ()
    holders: tuple[tuple[int, str], ...] = ()
    fits: tuple[tuple[int, tuple[tuple[int, int], ...]], ...] = ()
    active: tuple[int, ...] = ()
    labels: tuple[tuple[str, str], ...] = ()
    told: tuple[str, ...] = ()
    secret: tuple[SecretCard, ...] = ()
    directions: tuple[tuple[int, ...], ...] = ()


def about(program: Program) -> About:
    """What words need of a checked program."""
    zones = program.zones
    return About(
        tuple(backs_of(program).items()),
        tuple((zone.first, zone.holder.name) for zone in zones if zone.holder is not None),
        tuple((zone.first, tuple((kind.first, kind.last) for kind in zone.kinds)) for zone in zones),
        tuple(zone.first for zone in zones if zone.active),
        tuple((kind.name, label_of(kind)) for kind in program.kinds),
        tuple(dict.fromkeys(card.title for card in program.cards if card.text)),
        tuple(SecretCard(card.title, card.first, card.last) for card in program.cards if card.secret),
        tuple(tuple(step) for step in program.directions),
    )
