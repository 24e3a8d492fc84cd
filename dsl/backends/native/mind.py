"""What searches among guesses, in C: a text that is the same for all machines, and so compiled once for all of them."""

from __future__ import annotations

from functools import cache
from typing import Final

from dsl.backends.guessing import (
    ALIKE,
    CASES,
    DEAL,
    DEAL_TABLES,
    DEALT,
    GAME,
    GAME_TABLES,
    MEMBER,
    SEARCH,
    SEATS,
    SEVERAL,
    TELLING,
    WINDOW,
    defines,
)
from dsl.backends.native import cc
from dsl.backends.native.bind import Minded
from dsl.backends.native.module import NAMES, common
from dsl.machine.ir import ops

TEXTS: Final = (
    "context.c",
    "chart.c",
    "seen.c",
    "sealed.c",
    "dealing.c",
    "told.c",
    "dealt.c",
    "guessed.c",
    "mind_shown.c",
)


def text() -> str:
    """The C text."""
    fixed = {"ASKING": ops.ASKING, "OVER": ops.OVER, "SEATS": SEATS, "CASES": CASES, "ALIKE": ALIKE, "TELLING": TELLING}
    fixed |= {"DEALT": DEALT, "BY_MEMBER": MEMBER, "BY_SEVERAL": SEVERAL, "BY_WINDOW": WINDOW}
    return "\n".join(
        [
            *(f"#include <{name}.h>" for name in ("setjmp", "stdint", "stdlib", "string")),
            *(f"#define {name} {at}" for at, name in enumerate(NAMES)),
            *(f"#define {name} {value}" for name, value in fixed.items()),
            *defines("m", GAME, GAME_TABLES),
            *defines("d", DEAL, DEAL_TABLES),
            *defines("g", SEARCH),
            *(common(name) for name in TEXTS),
            "",
        ]
    )


@cache
def minded(compiler: cc.Compiler) -> Minded:
    """What a compiler made of it; CompilerError if it cannot."""
    return Minded(cc.load(cc.shared_object([text()], compiler)))
