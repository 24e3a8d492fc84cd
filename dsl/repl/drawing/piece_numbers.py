"""The numbers that pieces count for, in the cells of boards: `a2 l3*`, and a line that says what the letters mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from dsl.repl.output import Line, line
from dsl.runtime.information.drawn_values import Number
from dsl.runtime.tongues.own import said

CHANGED: Final = "*"
HIDDEN: Final = "?"
"""What stands behind a number that may be another one, by what the viewer does not see; and what such a number is."""
Numbers = Mapping[int, Sequence[Number]]
"""The numbers of pieces."""


def told(piece: int, numbers: Numbers) -> Line:
    """The numbers of a piece in a cell; one that is not what is printed, or may be another one, stands out."""
    shorts = _shorts(numbers)
    words: list[str | tuple[str, str]] = []
    for number in numbers.get(piece, ()):
        sign = HIDDEN if number.now == HIDDEN else CHANGED if number.now != number.printed else ""
        now = number.printed if sign == HIDDEN else number.now
        words.append((f" {shorts[number.name]}{now}{sign}", "number" if sign else ""))
    return line(*words)


def legend(numbers: Numbers) -> list[str]:
    """What the letters before the numbers mean, and the signs behind them."""
    told = [f"{short} {name.replace('_', ' ')}" for name, short in _shorts(numbers).items()]
    shown = [number for each in numbers.values() for number in each]
    if any(number.now not in (number.printed, HIDDEN) for number in shown):
        told.append(said("{1} not as printed", CHANGED))
    if any(number.now == HIDDEN for number in shown):
        told.append(said("{1} may be changed by what is hidden", HIDDEN))
    return told


def _shorts(numbers: Numbers) -> dict[str, str]:
    """The beginnings of the names of numbers, as short as they can be told apart."""
    names = list(dict.fromkeys(number.name for each in numbers.values() for number in each))
    shorts: dict[str, str] = {}
    for name in names:
        others = [each for each in names if each != name]
        lengths = range(1, len(name))
        shorts[name] = next((name[:n] for n in lengths if not any(o.startswith(name[:n]) for o in others)), name)
    return shorts
