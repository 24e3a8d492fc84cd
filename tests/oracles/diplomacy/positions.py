"""Random positions with random orders, crowded so that they meet: the game beside the second telling.

python -m oracles.diplomacy.positions 2000 --seed 7    from the folder `tests`: play so many, tell those that differ
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from oracles.diplomacy.make_scenarios import cases, scenario
from oracles.diplomacy.second import MAP, Case, Unit, ways

from dsl.runtime.game import load
from dsl.runtime.proving import run_scenarios

LAND, WATER = ways()
SEA: Final = {one for one, _ in WATER if "_" not in one} - {one for one, _ in LAND}
PLACES: Final = sorted({one for one, _ in LAND | WATER})
NEAR: Final = {
    place: sorted({other[:3] for one, other in LAND | WATER if one[:3] == place}) for place in {p[:3] for p in PLACES}
}
STRAITS: Final = ("eng", "nth", "lon", "bel", "wal", "bre", "pic", "edi", "yor", "hol", "nwy", "iri", "mao", "nwg")
BATCH: Final = 250


class Draw:
    """One position: some units close together, and an order for each."""

    def __init__(self, chance: random.Random, most: int, straits: bool) -> None:
        self.chance = chance
        around = list(STRAITS) if straits else self._around(chance.choice(sorted(NEAR)), chance.randint(6, 14))
        homes = chance.sample(around, min(len(around), chance.randint(3, most)))
        powers = chance.sample("AEFGIRT", chance.randint(2, 4))
        self.units = [self._unit(home, chance.choice(powers)) for home in homes]
        self.orders = {at: self._order(power, sort, at) for power, sort, at in self.units}

    @classmethod
    def altered(cls, chance: random.Random, lines: Sequence[str]) -> Draw:
        """A published case, with units taken away or put beside, and some orders written anew."""
        self = cls.__new__(cls)
        self.chance = chance
        rows = [line.replace("/", "_").split(maxsplit=4) for line in lines]
        rows = [row for row in rows if chance.random() < 0.93] or rows
        self.units = [(power, sort, at) for _, power, sort, at, _ in rows]
        self.orders = {at: order for _, _, _, at, order in rows}
        for _ in range(chance.randint(0, 2)):
            home = chance.choice(NEAR[chance.choice(self.units)[2][:3]])
            if home not in {at[:3] for _, _, at in self.units}:
                self.units.append(self._unit(home, chance.choice("AEFGIRT")))
                power, sort, at = self.units[-1]
                self.orders[at] = self._help(power, sort, at) or self._order(power, sort, at)
        for power, sort, at in self.units:
            if chance.random() < 0.12:
                self.orders[at] = self._help(power, sort, at) or self._order(power, sort, at)
        return self

    def _around(self, place: str, size: int) -> list[str]:
        found = [place]
        for here in found:
            found += [other for other in NEAR[here] if other not in found]
            if len(found) >= size:
                break
        return found[:size]

    def _unit(self, home: str, power: str) -> tuple[str, str, str]:
        """A unit where it can stand: fleets at sea, armies inland, either on a coast."""
        nodes = [one for one in PLACES if one[:3] == home and any(one == at for at, _ in WATER)]
        army = not nodes or (home not in SEA and self.chance.random() < 0.6)
        return power, "A" if army else "F", home if army else self.chance.choice(nodes)

    def _order(self, power: str, sort: str, at: str) -> str:
        """Mostly a move, to where others go as well."""
        if self.chance.random() < 0.25:
            return "H"
        ends = [to for one, to in (LAND if sort == "A" else WATER) if one == at]
        others = [each[2][:3] for each in self.units if each[2] != at]
        if sort == "A" and self.chance.random() < 0.35:
            ends = [place for place in (*NEAR, *others, *others) if place not in SEA and place != at]
            close = [place for place in ends if place in others or set(NEAR[place]) & set(NEAR[at]) & SEA]
            ends = close or ends
        taken = [to for to in ends if to[:3] in others]
        return f"- {self.chance.choice(sorted(taken if taken and self.chance.random() < 0.7 else ends))}"

    def help(self) -> Draw:
        """Some moves are given up for supports and convoys of others' moves."""
        for power, sort, at in self.units:
            if self.chance.random() < (0.75 if at in SEA else 0.5):
                self.orders[at] = self._help(power, sort, at) or self.orders[at]
        return self

    def lines(self) -> list[str]:
        """The position as the cases are written."""
        rows = [f"? {power} {sort} {at} {self.orders[at]}".replace("_", "/") for power, sort, at in self.units]
        return [
            f"{row} via" if " A " in row and " - " in row and "via" not in row and self.chance.random() < 0.15 else row
            for row in rows
        ]

    def _help(self, power: str, sort: str, at: str) -> str:
        others = [each for each in self.units if each[2] != at]
        moving = [each for each in others if self.orders[each[2]].startswith("-") and each[1] == "A"]
        if at in SEA and moving and self.chance.random() < 0.7:
            _, _, there = self.chance.choice(moving)
            return f"C {there[:3]} {self.orders[there][:5]}"
        reach = {to[:3] for one, to in (LAND if sort == "A" else WATER) if one == at}
        close = [each for each in others if self._aim(each[2]) in reach]
        if not close:
            return ""
        _, _, there = self.chance.choice(close)
        order = self.orders[there]
        return f"S {there[:3]} {order[:5]}" if order.startswith("-") else f"S {there[:3]}"

    def _aim(self, at: str) -> str:
        order = self.orders[at]
        return order[2:5] if order.startswith("-") else at[:3]


def positions(count: int, seed: int, most: int = 10) -> Iterator[list[str]]:
    """So many positions, with what the second telling says of each; those on which it gives nothing are left out."""
    chance = random.Random(seed)
    published = [[line for line in lines if line[0] != ">"] for _, lines in cases()]
    for number in range(count):
        if number % 3:
            draw = Draw(chance, most, straits=number % 3 == 1).help()
        else:
            draw = Draw.altered(chance, chance.choice(published))
        lines = draw.lines()
        case = Case(lines)
        try:
            signs = case.result()
        except ValueError:
            continue
        yield [sign + line[1:] for sign, line in zip(signs, lines, strict=True)]


def differing(found: Sequence[list[str]], backend: str) -> list[tuple[str, list[str]]]:
    """What the game tells otherwise, and the lines of that position."""
    with tempfile.TemporaryDirectory() as folder:
        game = Path(folder, "diplomacy")
        shutil.copytree(MAP.parent, game, ignore=shutil.ignore_patterns("scenarios"))
        (game / "scenarios").mkdir()
        text = "".join(scenario(f"position {number}", lines) for number, lines in enumerate(found))
        (game / "scenarios" / "random.rules").write_text(text, encoding="utf-8")
        results = run_scenarios(load(game, scenarios=True), backend=backend)
    assert len(results) == len(found)
    return [(str(result.message), found[int(result.title.split()[1])]) for result in results if not result.passed]


def sorts(lines: Sequence[str]) -> Counter[str]:
    """What is in a position: signs and orders, and armies that sail."""
    case = Case([f"? {line[2:]}" for line in lines])
    found = Counter(line[0] for line in lines) + Counter(line.split()[4] for line in lines)

    def sails(unit: Unit) -> bool:
        return unit.convoyed

    found["sails"] = sum(map(sails, case.moves))
    outcomes = case.outcomes()
    found["several outcomes"] = len(outcomes) > 1
    found["no outcome"] = not outcomes
    return found


def main() -> int:
    """Play them, and tell what differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--most", type=int, default=10)
    parser.add_argument("--backend", default="python")
    asked = parser.parse_args()
    found = list(positions(asked.count, asked.seed, asked.most))
    differ = [
        each for start in range(0, len(found), BATCH) for each in differing(found[start : start + BATCH], asked.backend)
    ]
    for message, lines in differ:
        print(message, *lines, "", sep="\n")
    whole = sum((sorts(lines) for lines in found), Counter[str]())
    print(f"{len(found)} positions of {asked.count}, {len(differ)} differ; {dict(whole)}")
    return int(bool(differ))


if __name__ == "__main__":
    sys.exit(main())
