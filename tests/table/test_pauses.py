"""Garbage that lives long: it is thrown away where nobody waits, and at last in any case."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import weakref

import pytest

from dsl.table.pauses import Traffic, due, swept


def test_when_it_is_time() -> None:
    assert not due(3, 300, 60)
    assert due(20, 300, 2) and due(3, 2_000, 2)
    assert not due(20, 2_000, 0.1)
    assert due(2_000, 0, 0) and due(0, 100_000, 0)


class Circle:
    """Something that only holds itself."""

    def __init__(self) -> None:
        self.own = self


def test_what_has_lived_long_is_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """What closed connections leave behind was kept for ever once it was no longer looked at."""
    monkeypatch.setattr("dsl.table.pauses._WAIT", 0.01)

    async def run() -> None:
        task = asyncio.create_task(swept(Traffic(last=-60.0, gone=20)))
        await asyncio.sleep(0)
        circles = [Circle() for _ in range(80_000)]
        last = weakref.ref(circles[-1])
        gc.freeze()
        circles.clear()
        assert last() is not None
        for _ in range(500):
            await asyncio.sleep(0.01)
            if last() is None:
                break
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        assert last() is None

    try:
        asyncio.run(run())
    finally:
        gc.unfreeze()
