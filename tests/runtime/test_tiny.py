"""The conformance suite on a machine made by hand."""

from __future__ import annotations

from typing import cast

import pytest
from breadth import many
from conformance import CHECKS, FULL, Walk
from runtime.tiny import Tiny

from dsl.runtime.game import Game

TINY = Tiny()


@pytest.mark.wide
@pytest.mark.parametrize("seed", range(many(2, 6)))
def test_conformance(seed: int, rotating: int) -> None:
    walk = Walk(cast(Game, TINY), 2, rotating + seed, FULL)
    for check in CHECKS:
        check(walk)
