"""The conformance suite on a machine made by hand."""

from __future__ import annotations

from typing import cast

import pytest
from conformance import CHECKS, Check
from runtime.tiny import Tiny

from dsl.runtime.game import Game

TINY = Tiny()


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_conformance(check: Check, seed: int) -> None:
    check(cast(Game, TINY), 2, seed)
