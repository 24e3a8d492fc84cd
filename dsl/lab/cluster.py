"""Playing on a Dask cluster: the same games as here, whoever plays them and in whatever order.

The scheduler gives the work of a worker that is lost to another one, so a piece may be played twice; the store takes it
once. Dask runs what it is sent: see docs/design/threats.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Final

from dsl.lab.parcel import Foreign, packed
from dsl.lab.running import Hands, game_of
from dsl.lab.store import Chunk
from dsl.lab.variant import Variant

_SECONDS: Final = 10
"""For which a scheduler is waited for."""
_MISSING: Final = "a cluster needs further libraries: pip install 'rulewright[cluster]'"


@contextmanager
def cluster(address: str, tell: Callable[[str], None]) -> Generator[Callable[[Variant], Any]]:
    """The workers of the scheduler at an address, to be given to `Bench.run`; `tell` is told what users should know of
    them. Foreign, with words, if there is none, or its workers would not play the same games.
    """
    try:
        distributed: Any = import_module("distributed")
        far: Any = import_module("dsl.lab.far")
    except ImportError:
        raise Foreign(_MISSING) from None
    try:
        client = distributed.Client(address, timeout=_SECONDS, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise Foreign(f"nobody answers as a scheduler at {address}: {str(error) or type(error).__name__}") from None
    with client:
        threads = _threads(client)
        if not threads:
            raise Foreign(f"the scheduler at {address} has no workers; start some: dask worker {address}")
        _look(client, far, tell)
        users: Counter[str] = Counter()  # two variants that mean the same are sent once

        @contextmanager
        def hands(variant: Variant) -> Generator[Hands]:
            parcel = packed(game_of(variant), variant)
            if not users[parcel.key]:
                _send(client, far.Rules(parcel), parcel.key)
            users[parcel.key] += 1
            executor = client.get_executor(pure=False)

            def submit(first: int, count: int) -> Future[Chunk]:
                return executor.submit(far.play, parcel.key, first, count)

            try:
                yield Hands(submit, lambda: max(1, _threads(client)))
                executor.shutdown()
            except (distributed.KilledWorker, CancelledError, OSError) as error:
                executor.shutdown(wait=False)
                words = f"the cluster was lost ({type(error).__name__}); the same command goes on with what is kept"
                raise Foreign(words) from None
            except BaseException:
                executor.shutdown(wait=False)
                raise
            users[parcel.key] -= 1
            if not users[parcel.key]:
                client.unregister_worker_plugin(parcel.key)

        yield hands


def _threads(client: Any) -> int:
    return sum(client.nthreads().values())


def _look(client: Any, far: Any, tell: Callable[[str], None]) -> None:
    """Say which workers there are that play slowly. Foreign if Rulewright is not installed on one."""
    found: dict[str, object] = client.run(far.compiles, on_error="return")
    lacking = [address for address, answer in found.items() if isinstance(answer, BaseException)]
    if lacking:
        raise Foreign(f"Rulewright is not installed, or is another version, on {_some(lacking)}")
    slow = [address for address, answer in found.items() if not answer]
    if slow:
        tell(f"without a C compiler, and so slowly, play {_some(slow)}")


def _send(client: Any, rules: Any, key: str) -> None:
    """Send the rules to all workers. Foreign if one of them cannot play the same games."""
    try:
        client.register_plugin(rules, name=key)
    except Exception as error:  # whatever went wrong over there
        told = str(error) if isinstance(error, Foreign) else f"{type(error).__name__}: {error}"
        raise Foreign(f"a worker cannot play these games: {told}") from None


def _some(addresses: Iterable[str]) -> str:
    names = sorted(addresses)
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
