"""A second telling of movement: every outcome is tried, and the one that follows from itself is the result.

It knows nothing of the language. Ways come from the map of the game, expected results from `datc.txt`. Where no outcome
follows from itself, or several do that are no circle, armies that are convoyed are stopped, as few as will do
(Szykman's ruling). The work doubles with every move: it is for cases, not for whole positions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from pathlib import Path

HERE = Path(__file__).parent
MAP = HERE.parent.parent.parent / "games" / "modern" / "diplomacy" / "map.rules"
Ways = set[tuple[str, str]]


@dataclass(eq=False)
class Unit:
    """A unit with its order: `H`, `-`, `S` or `C`; to: where it, or what it helps, goes; of: whom it helps."""

    expected: str
    power: str
    army: bool
    at: str
    order: str = "H"
    to: str = ""
    of: str = ""
    via: bool = False
    convoyed: bool = False
    helps: bool = False

    @property
    def home(self) -> str:
        """The province, whatever the coast."""
        return self.at[:3]

    @property
    def goal(self) -> str:
        """The province that it, or what it helps, goes to."""
        return self.to[:3]


Outcome = dict[Unit, bool]


def ways() -> tuple[Ways, Ways]:
    """Over land and over water, both ways each."""
    land, water = (set[tuple[str, str]]() for _ in range(2))
    text = MAP.read_text(encoding="utf-8")
    for found, block in (
        (land, text.split("links land")[1].split("links water")[0]),
        (water, text.split("links water")[1]),
    ):
        for one, other in re.findall(r"(\w+) - (\w+)", block):
            found |= {(one, other), (other, one)}
    return land, water


def cases() -> Iterator[tuple[str, list[str]]]:
    """The cases by name, with the lines of their units."""
    name, lines = "", list[str]()
    for line in [*(HERE / "datc.txt").read_text(encoding="utf-8").splitlines(), "6."]:
        if line.startswith("6."):
            if name:
                yield name, lines
            name, lines = line, []
        elif name and line and not line.startswith(("ruling", ">")):
            lines.append(line)


class Case:
    """The units of a case, with what is wrong with their orders settled."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.land, self.water = ways()
        self.sea = {one for one, _ in self.water if "_" not in one} - {one for one, _ in self.land}
        self.units = [self._read(line) for line in lines]
        self.at = {unit.home: unit for unit in self.units}
        for unit in self.units:
            self._settle_move(unit)
        for unit in self.units:
            unit.helps = unit.order == "S" and self._may_help(unit)
        self.moves = [unit for unit in self.units if unit.order == "-"]

    @staticmethod
    def _read(line: str) -> Unit:
        expected, power, sort, at, *order = line.replace("/", "_").split()
        unit = Unit(expected, power, sort == "A", at, order[0])
        if unit.order == "-":
            unit.to, unit.via = order[1], order[2:] == ["via"]
        elif unit.order in "SC":
            unit.of, unit.to = order[1][:3], order[3] if len(order) > 2 else ""
        return unit

    def _settle_move(self, unit: Unit) -> None:
        """Find the coast or the convoy of a move; one that cannot be is a hold."""
        if unit.order != "-":
            return
        if unit.army:
            unit.to = unit.goal
        coasts = [to for at, to in self.water if at == unit.at and to[:3] == unit.to and "_" in to]
        if not unit.army and len(coasts) == 1:
            unit.to = coasts[0]
        direct = (unit.at, unit.to) in (self.land if unit.army else self.water)
        fleets = [each for each in self.units if not each.army]
        can = unit.army and unit.goal not in (unit.home, *self.sea) and self._led(unit, fleets)
        unit.convoyed = can and (unit.via or not direct)
        if not (direct or unit.convoyed):
            unit.order = "H"

    def _led(self, unit: Unit, fleets: Sequence[Unit]) -> bool:
        """Whether a chain of these fleets leads from where an army stands to where it goes."""
        seen = set[str]()
        waiting = [each.at for each in fleets if each.at in self.sea and self._touches(each.at, unit.home)]
        while waiting:
            at = waiting.pop()
            if self._touches(at, unit.goal):
                return True
            seen.add(at)
            waiting += [each.at for each in fleets if (at, each.at) in self.water and each.at in self.sea - seen]
        return False

    def _touches(self, at: str, province: str) -> bool:
        return any(one == at and other[:3] == province for one, other in self.water)

    def _may_help(self, unit: Unit) -> bool:
        """Whether a support is good: of somebody else, who does what is said, where one could go."""
        helped = self.at.get(unit.of)
        where = unit.goal or unit.of
        near = (unit.at, where) in self.land if unit.army else self._touches(unit.at, where)
        if helped is None or helped is unit or not near:
            return False
        if not unit.to:
            return helped.order != "-"
        same = unit.goal == helped.goal and ("_" not in unit.to or unit.to == helped.to or helped.army)
        return helped.order == "-" and same

    # ---- what follows from an outcome ----

    def out(self, unit: Unit, goes: Outcome) -> bool:
        """Whether a unit is dislodged."""
        stays = unit.order != "-" or not goes[unit]
        return stays and any(goes[each] and each.goal == unit.home for each in self.moves if each is not unit)

    def _leads(self, goes: Outcome, stopped: frozenset[Unit]) -> Callable[[Unit], bool]:
        def leads(unit: Unit) -> bool:
            fleets = [
                each
                for each in self.units
                if each.order == "C" and each.of == unit.home and each.goal == unit.goal and not self.out(each, goes)
            ]
            return not unit.convoyed or (unit not in stopped and self._led(unit, fleets))

        return leads

    def _cut(self, unit: Unit, goes: Outcome, leads: Callable[[Unit], bool]) -> bool:
        """Whether a support is cut: by an attack from elsewhere than where it goes, or by being dislodged."""
        attacks = [each for each in self.moves if each.goal == unit.home and each.power != unit.power and leads(each)]
        return self.out(unit, goes) or any(each.home != unit.goal for each in attacks)

    def _facing(self, unit: Unit) -> Unit | None:
        """Who comes towards a unit, if neither is convoyed."""
        other = self.at.get(unit.goal)
        if other is None or other.order != "-" or other.goal != unit.home or unit.convoyed or other.convoyed:
            return None
        return other

    def follows(self, goes: Outcome, stopped: frozenset[Unit]) -> bool:
        """Whether an outcome follows from itself."""
        leads = self._leads(goes, stopped)
        helpers = [each for each in self.units if each.helps and not self._cut(each, goes, leads)]
        return all(goes[unit] == (leads(unit) and self._wins(unit, goes, leads, helpers)) for unit in self.moves)

    def _wins(self, unit: Unit, goes: Outcome, leads: Callable[[Unit], bool], helpers: Sequence[Unit]) -> bool:
        def strength(each: Unit) -> int:
            return 1 + sum(helper.of == each.home for helper in helpers)

        there, facing = self.at.get(unit.goal), self._facing(unit)
        attack, defence = strength(unit), 0
        leaves = there is not None and there.order == "-" and goes[there] and facing is None
        if there is not None and not leaves:
            against = [each for each in helpers if each.of == unit.home and each.power == there.power]
            attack = 0 if there.power == unit.power else attack - len(against)
            defence = strength(there) if there.order != "-" or facing is not None else 1
        rivals = [each for each in self.moves if each is not unit and each.goal == unit.goal and leads(each)]
        return attack > max([defence, *(0 if self._beaten(each, goes) else strength(each) for each in rivals)])

    def _beaten(self, unit: Unit, goes: Outcome) -> bool:
        facing = self._facing(unit)
        return facing is not None and goes[facing]

    # ---- the result ----

    def result(self) -> str:
        """A sign for each unit: + it moves, . it stays, x it is dislodged."""
        goes = self._outcome()
        return "".join("+" if goes.get(unit) else "x" if self.out(unit, goes) else "." for unit in self.units)

    def _outcome(self) -> Outcome:
        convoyed = [unit for unit in self.moves if unit.convoyed]
        for count in range(len(convoyed) + 1):
            found = [each for each in map(frozenset, combinations(convoyed, count)) if self._only(each) is not None]
            if found:
                goes = self._only(frozenset[Unit]().union(*found)) or self._only(found[0])
                assert goes is not None
                return goes
        raise ValueError("no outcome follows from itself")

    def outcomes(self, stopped: frozenset[Unit] = frozenset()) -> list[Outcome]:
        """All outcomes that follow from themselves."""
        tried = (dict(zip(self.moves, goes, strict=True)) for goes in product((True, False), repeat=len(self.moves)))
        return [goes for goes in tried if self.follows(goes, stopped)]

    def _only(self, stopped: frozenset[Unit]) -> Outcome | None:
        """The one outcome that follows from itself; of two of which one is a circle that moves, that one."""
        found = self.outcomes(stopped)
        if len(found) == 2 and all(found[0][unit] for unit in self.moves if found[1][unit]):
            return found[0]
        return found[0] if len(found) == 1 else None
