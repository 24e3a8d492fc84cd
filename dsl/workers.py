"""Processes that do parts of a long piece of work. Ctrl-C is heard by the one that began them, and ends them."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Generator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context


@contextmanager
def workers(count: int, prepare: Callable[..., None], *arguments: object) -> Generator[Executor]:
    """So many processes, each made ready by `prepare`. Who leaves with an exception, such as KeyboardInterrupt, does
    not wait for them: they are ended, and what they have not begun is dropped.
    """
    before = set(active_children())
    pool = ProcessPoolExecutor(count, get_context("spawn"), initializer=prepare, initargs=arguments)
    try:
        with _deaf():  # processes that are begun deaf to Ctrl-C remain so
            for _ in range(count):
                pool.submit(_nothing)
        yield pool
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in set(active_children()) - before:
            process.terminate()
        raise
    pool.shutdown()


@contextmanager
def _deaf() -> Generator[None]:
    """Within, Ctrl-C is heard by nobody; only the main thread can ask for that."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _nothing() -> None:
    """What each process is begun with."""
