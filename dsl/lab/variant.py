"""What is played: one choice of rules, players, options and bots. Its games are the same wherever they are played."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256
from typing import Final

from dsl.lab.wording import named
from dsl.pipeline import OptionValue
from dsl.reading.meaning import digest_of, of_game
from dsl.runtime.game import Game
from dsl.spoken import all_of, numbered, said

LIMIT: Final = 100_000
"""Decisions after which a game is cut off, unless something else is said."""
_SHORT: Final = 12


@dataclass(frozen=True, slots=True)
class Variant:
    """One cell of an experiment. path: where the game is read from; bots sit in turn, and each game moves them on by
    one seat unless they `stay`. forbidden: what the seats of `whose` (numbers from 1) take only where there is nothing
    else. seed: of the whole run; game i of every variant has the same seed.
    """

    path: str
    players: int
    options: Mapping[str, OptionValue] = field(default_factory=dict[str, OptionValue])
    modules: tuple[str, ...] = ()
    bots: tuple[str, ...] = ("random",)
    seed: int = 0
    stay: bool = False
    forbidden: tuple[str, ...] = ()
    whose: tuple[int, ...] = ()
    limit: int = LIMIT
    measures: tuple[str, ...] = ()
    """Fields and values that are asked of every game at its end."""
    printed: Mapping[str, int] = field(default_factory=dict[str, int])
    """Numbers that are printed on cards otherwise than in the rules: by `TITLE.FIELD`."""

    def seated(self, number: int) -> list[str]:
        """Who sits on each seat in a game."""
        moved = 0 if self.stay else number
        return [self.bots[(seat + moved) % len(self.bots)] for seat in range(self.players)]

    @property
    def is_random(self) -> bool:
        """Whether everybody plays at random."""
        return set(self.bots) == {"random"}

    @property
    def label(self) -> str:
        """What tells it from others, for people."""
        parts = [numbered(self.players, "{1} player", "{1} players")]
        parts += [*(f"{named(name)} = {value}" for name, value in sorted(self.options.items()))]
        parts += [f"{name} = {value}" for name, value in sorted(self.printed.items())]
        parts += [*(said("with {1}", named(name)) for name in self.modules), all_of(dict.fromkeys(self.bots))]
        if self.forbidden:
            seats = all_of(chr(64 + seat) for seat in self.whose)
            parts.append(said("{1} without {2}", seats, all_of(self.forbidden)))
        return " · ".join(parts)

    def fields(self) -> dict[str, object]:
        """Everything as plain data."""
        return asdict(self)

    @classmethod
    def of(cls, fields: Mapping[str, object]) -> Variant:
        """What `fields` gave."""
        made = cls(**fields)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]  # it gave them
        return replace(
            made,
            modules=tuple(made.modules),
            bots=tuple(made.bots),
            forbidden=tuple(made.forbidden),
            whose=tuple(made.whose),
            measures=tuple(made.measures),
        )


def rules_digest(game: Game) -> str:
    """A fingerprint of what the rules of a game mean: comments and layout count for nothing."""
    return digest_of(of_game(game.sources))


def variant_id(variant: Variant, digest: str) -> str:
    """What a variant is called in a store: it holds the meaning of the rules, and not where they lie."""
    fields = {**variant.fields(), "path": "", "modules": sorted(variant.modules), "rules": digest}
    if not variant.printed:
        del fields["printed"]
    if variant.is_random:
        fields["bots"], fields["stay"] = ("random",), False
    text = json.dumps(fields, sort_keys=True, default=str)
    return sha256(text.encode()).hexdigest()[:_SHORT]
