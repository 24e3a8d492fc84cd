"""How strong bots are, and whether what looks like the game is the players: figures that change along a ladder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, cast

from dsl.backends.batches import ENDED
from dsl.backends.counting import COUNTED
from dsl.lab.figures import Figures
from dsl.lab.store import Store
from dsl.lab.wording import capital, party
from dsl.play.simulate import wins
from dsl.spoken import said

MOST: Final = 2000
"""Games of a variant by which bots are rated."""


@dataclass(frozen=True, slots=True)
class Ladder:
    """ratings: for each bot its rating, with the ends of a 95 % interval, and its games. warnings: in words. balance:
    for each seat and side its share of the wins, with its interval, when each of several bots plays all seats. luck:
    the share of the result that is chance alone when a bot plays all seats, with its standard error.
    """

    ratings: list[tuple[str, float, float, float, int]]
    warnings: list[str]
    balance: dict[str, list[tuple[str, float, float, float]]] = field(
        default_factory=dict[str, list[tuple[str, float, float, float]]]
    )
    luck: list[tuple[str, float, float]] = field(default_factory=list[tuple[str, float, float]])

    def words(self) -> Iterator[str]:
        """What must be known first."""
        yield from self.warnings
        if self.balance and not self.warnings:
            yield said("Nobody is surely ahead with some of these players and surely behind with others.")

    def rows(self) -> list[tuple[str, ...]]:
        """The same as a table, a bot a line: its rating, who wins when it plays all seats, how much is then chance."""
        heads = ("", said("rating"), *map(party, self.balance), *([said("chance alone")] if self.luck else []))
        ratings = {
            bot: _between(f"{rating:.1f}", f"{low:.1f}", f"{high:.1f}") for bot, rating, low, high, _ in self.ratings
        }
        chance = {bot: f"{share:.0%} ± {2 * error:.0%}" for bot, share, error in self.luck}
        along = [
            {bot: _between(f"{share:.0%}", f"{low:.0%}", f"{high:.0%}") for bot, share, low, high in rows}
            for rows in self.balance.values()
        ]
        columns = [ratings, *along, *([chance] if self.luck else [])]
        bots = dict.fromkeys([*(row[0] for rows in self.balance.values() for row in rows), *ratings])
        return [heads, *((bot, *(column.get(bot, "") for column in columns)) for bot in bots)]


def _between(number: str, low: str, high: str) -> str:
    return said("{1} ({2} to {3})", number, low, high)


def ladder_of(store: Store, found: Sequence[Figures]) -> Ladder | None:
    """Ratings from all games in which different bots met; None if there are none, and nothing to warn of."""
    ratings = _ratings(store, found)
    warnings = changed_signs(found)
    balance = _balance(found)
    return Ladder(ratings, warnings, balance, _luck(found)) if ratings or warnings or balance else None


def _luck(found: Sequence[Figures]) -> list[tuple[str, float, float]]:
    """How much is chance alone, by who plays; of the rules that were played by the most bots."""
    groups = [group for group in _alike(found).values() if len(group) > 1]
    if not groups:
        return []
    told = [(each.variant.bots[0], each.luck) for each in max(groups, key=len)]
    return [(bot, float(luck["chance"]), float(luck["error"])) for bot, luck in told if luck is not None]


def _balance(found: Sequence[Figures]) -> dict[str, list[tuple[str, float, float, float]]]:
    """The shares of seats and sides by who plays; of the rules that were played by the most bots."""
    groups = [group for group in _alike(found).values() if len(group) > 1]
    if not groups:
        return {}
    rows: dict[str, list[tuple[str, float, float, float]]] = {}
    for each in max(groups, key=len):
        for name, share in each.parties().items():
            rows.setdefault(name, []).append((each.variant.bots[0], share.share, *share.interval))
    return rows


def changed_signs(found: Sequence[Figures]) -> list[str]:
    """Where seats or sides are surely ahead with some players and surely behind with others, in words."""
    return [words for group in _alike(found).values() for words in _changed(group)]


def _alike(found: Sequence[Figures]) -> dict[str, list[Figures]]:
    """Variants in which one bot plays all seats, by what they have in common but for who it is."""
    groups: dict[str, list[Figures]] = {}
    for each in found:
        variant = each.variant
        if len(set(variant.bots)) == 1 and each.ended and not variant.forbidden:
            about = f"{variant.players} {sorted(variant.options.items())} {sorted(variant.modules)}"
            groups.setdefault(about, []).append(each)
    return groups


def _changed(group: Sequence[Figures]) -> Iterator[str]:
    """The same of variants that differ in their bots only."""
    named = [(each.variant.bots[0], _shares(each)) for each in group]
    for name in dict.fromkeys(name for _, shares in named for name in shares):
        ahead = [bot for bot, shares in named if shares.get(name, 0) > 0]
        behind = [bot for bot, shares in named if shares.get(name, 0) < 0]
        if ahead and behind:
            yield said(
                "{1} is ahead when {2} plays and behind when {3} plays: this measures the players, not the game.",
                capital(party(name)),
                ahead[0],
                behind[0],
            )


def _shares(found: Figures) -> dict[str, int]:
    """What stands out: 1 for surely ahead, -1 for surely behind."""
    return {
        name: (1 if share.share > (share.even or 0) else -1)
        for name, share in found.parties().items()
        if share.stands_out
    }


def _ratings(store: Store, found: Sequence[Figures]) -> list[tuple[str, float, float, float, int]]:
    from openskill.models import PlackettLuce

    model = cast(Any, PlackettLuce())
    ratings: dict[str, Any] = {}
    games: dict[str, int] = {}
    for each in found:
        variant = each.variant
        if len(set(variant.bots)) == 1 or variant.forbidden:
            continue
        for number, results in results_of(store, each):
            seated = variant.seated(number)
            if len(set(seated)) < len(seated):
                continue  # several seats of one bot: nobody can say whose result it was
            teams = [[ratings.setdefault(bot, model.rating(name=bot))] for bot in seated]
            rated = model.rate(teams, scores=[float(share) for share in wins(results)])
            for bot, team in zip(seated, rated, strict=True):
                ratings[bot] = team[0]
                games[bot] = games.get(bot, 0) + 1
    rows = [
        (bot, each.mu, each.mu - 2 * each.sigma, each.mu + 2 * each.sigma, games[bot]) for bot, each in ratings.items()
    ]
    return sorted(rows, key=lambda row: -row[1])


def results_of(store: Store, found: Figures, most: int | None = MOST) -> list[tuple[int, tuple[int, ...]]]:
    """The numbers of games that ended, the first `most` of them, with the result of each player."""
    rows: list[tuple[int, tuple[int, ...]]] = []
    for chunk in store.chunks(found.name):
        results = zip(*chunk.columns[COUNTED : COUNTED + found.variant.players], strict=True)
        ended = zip(range(chunk.first, chunk.first + chunk.count), chunk.columns[0], results, strict=True)
        rows += [(number, each) for number, how, each in ended if how == ENDED]
        if most is not None and len(rows) >= most:
            break
    return rows[:most]
