"""Writes the published cases as scenarios of the game, one file for each section.

python tests/oracles/diplomacy/make_scenarios.py            write them
python tests/oracles/diplomacy/make_scenarios.py --check    exit with 1 if they are not as they would be written
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
FOLDER: Final = HERE.parent.parent.parent / "games" / "modern" / "diplomacy" / "scenarios"
SEATS: Final = dict(zip("AEFGIRT", "ABCDEFG", strict=True))
HEAD: Final = (
    "# Published cases of {}, 6.{}: written by tests/oracles/diplomacy/make_scenarios.py from datc.txt there.\n"
)
MAP: Final = FOLDER.parent / "map.rules"


def cases() -> Iterator[tuple[str, list[str]]]:
    """The cases by name, with the lines of their units."""
    for block in re.split(r"^(?=6\.)", (HERE / "datc.txt").read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        name, *lines = block.splitlines()
        yield name, [line for line in lines if line and not line.startswith("ruling")]


def scenario(name: str, lines: list[str]) -> str:
    """One case: where units stand, what is written for each, and where each is afterwards."""
    rows = [line.replace("/", "_").split() for line in lines if line[0] != ">"]
    copies = {"A": 0, "F": 0}
    units = list[str]()
    for row in rows:
        copies[row[2]] += 1
        number = f" copy {copies[row[2]]}" if copies[row[2]] > 1 else ""
        units.append(('"Army"' if row[2] == "A" else '"Fleet"') + number)
    at = {row[3][:3]: unit for row, unit in zip(rows, units, strict=True)}
    given = [f"post {unit} at map[{row[3]}] for {SEATS[row[1]]}" for row, unit in zip(rows, units, strict=True)]
    expected = list[str]()
    for unit, (sign, _, sort, here, *order) in zip(units, rows, strict=True):
        given += [f"set {field} of {unit} to {value}" for field, value in written(order, at)]
        expected.append(f"expect {ends(unit, sign, sort, here, order)}")
    steps = ["run judgement", *expected]
    if retreats := [line.replace("/", "_").split()[1:] for line in lines if line[0] == ">"]:
        steps = ["run half_year beginning with judgement", *expected, *gone(retreats, at)]
    return (
        f'\nscenario "{name}":\n    given:\n'
        + "".join(f"        {line}\n" for line in given)
        + "".join(f"    {line}\n" for line in steps)
    )


def gone(retreats: list[list[str]], at: dict[str, str]) -> Iterator[str]:
    """What is asked of those who were driven out, armies first; what they answer, and where they are then."""
    names = dict[str, str](re.findall(r'(\w+) "([^"]*)"', MAP.read_text(encoding="utf-8")))
    expected = ["nobody is asked"]
    begun = ""
    for power, sort, here, *said in sorted(retreats, key=lambda row: row[1]):
        unit, seat = at[here[:3]], SEATS[power]
        if said == ["!"]:
            yield f'{seat} cannot "retreat"'
        elif said == ["x"]:
            yield f'{seat} does "disband"'
        elif begun != here:
            begun = here
            yield f'{seat} does "retreat"'
        if said[0] == "!" and len(said) > 1:
            yield f'{seat} cannot "{names[said[1]]}"'
        if said[0] == "-":
            yield f'{seat} does "{names[said[1]]}"'
        if said[-1] == "+":
            expected.append(f"expect {ends(unit, '+', sort, here, said[:2])}")
        if said[-1] == "x":
            expected.append(f"expect {unit} in box")
    yield from expected


def written(order: list[str], at: dict[str, str]) -> Iterator[tuple[str, str]]:
    """What an order sets: a field and what it becomes."""
    word = {"-": "go", "S": "help", "C": "carry", "H": ""}[order[0]]
    if word:
        yield "order", word
    if word == "go":
        yield "goal", f"map[{order[1]}]"
        if "via" in order:
            yield "by_sea", "yes"
    elif word:
        if order[1][:3] in at:
            yield "whom", at[order[1][:3]]
        if len(order) > 2:
            yield "goal", f"map[{order[3]}]"


def ends(unit: str, sign: str, sort: str, here: str, order: list[str]) -> str:
    """Where a unit is afterwards."""
    if sign == "x":
        return f"{unit} in leaving of map[{here}]"
    if sign == ".":
        return f"{unit} in standing of map[{here}]"
    if sort == "F" and "_" in order[1]:
        return f"{unit} in standing of map[{order[1]}]"
    return f"at of {unit} is map[{order[1][:3]}] and {unit} in standing of map"


def files() -> dict[Path, str]:
    """What each file holds."""
    found = dict[Path, str]()
    for name, lines in cases():
        path = FOLDER / f"datc_{name[2].lower()}.rules"
        found[path] = found.get(path, HEAD.format("retreats" if name[2] == "H" else "movement", name[2])) + scenario(
            name, lines
        )
    return found


def main() -> int:
    """Write the files, or say whether they are as they would be written."""
    if "--check" in sys.argv:
        return int(any(not path.exists() or path.read_text(encoding="utf-8") != text for path, text in files().items()))
    for path, text in files().items():
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
