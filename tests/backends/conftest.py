"""Both backends, for tests that hold for each of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from machines import Make

from dsl.backends.base import Backend
from dsl.backends.python.backend import Python
from dsl.backends.reference.backend import Reference
from dsl.machine.ir.ops import Machine


@pytest.fixture(params=[Reference, Python], ids=["reference", "python"])
def make(request: pytest.FixtureRequest) -> Make:
    """Makes a backend of a machine (and a budget)."""
    backend: Callable[..., Backend] = request.param

    def made(machine: Machine, *budget: int) -> Backend:
        return backend(machine, *budget)

    return made
