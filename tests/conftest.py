"""Which tests run when, and with which seed.

`pytest` runs all but those marked `long`; `-m quick` those of the language, the machine and the runtime that take no
time; `-m long` the long ones, whose seed RULEWRIGHT_SEED says, and at full length those that are `wide`.
"""

from __future__ import annotations

import inspect
import os
import signal
from pathlib import Path

import pytest
from breadth import lengthen
from hypothesis import HealthCheck, settings
from roomy import roomy

os.environ["RULEWRIGHT_KEEP"] = "no"  # every test reads, checks and compiles; those of what is kept say so

# how long making an example takes says how busy the machine is, and nothing of the code
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")

TESTS = Path(__file__).parent
QUICK = ("syntax", "semantics", "machine", "runtime")
"""The folders whose tests are quick, but for those marked `slow` or `long`."""
TRY_MUCH = ("format", "naming", "parse", "parse_table", "reading", "redeal", "robust")
"""Files in them that try so much that they are not quick: all rules files that come along, games of every size."""


def _seed() -> int:
    return int(os.environ.get("RULEWRIGHT_SEED", "1"))


@pytest.fixture(scope="session")
def rotating() -> int:
    """The seed of the long tests: another one in every run of `.ci/run`, which prints it."""
    return _seed()


def _is_long(config: pytest.Config) -> bool:
    return str(config.getoption("-m")) == "long"


def pytest_configure(config: pytest.Config) -> None:
    """In the long run everything is tried. Ctrl-C reaches what tests start, also where a shell let it be ignored."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if _is_long(config):
        lengthen()


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist looks
def pytest_cmdline_main(config: pytest.Config) -> None:
    """The quick tests run in two processes, unless `-n` says otherwise."""
    if hasattr(config, "workerinput"):  # such a process has none of its own
        return
    if config.getoption("-m") == "quick" and getattr(config.option, "numprocesses", 0) is None:
        config.option.numprocesses = 2


def pytest_report_header(config: pytest.Config) -> list[str]:
    """Says how to repeat a long run."""
    return [f"RULEWRIGHT_SEED={_seed()}"] if _is_long(config) else []


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Folders without quick tests are not even read when only those are asked for."""
    if config.getoption("-m") != "quick" or collection_path.parent != TESTS or not collection_path.is_dir():
        return None
    return True if collection_path.name not in QUICK else None


@pytest.hookimpl(tryfirst=True)  # instead of pytest's own, which does the same without room
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool:
    """Every test begins with room for its calls."""
    names = inspect.signature(pyfuncitem.obj).parameters
    wanted = {name: value for name, value in pyfuncitem.funcargs.items() if name in names}
    roomy(lambda: pyfuncitem.obj(**wanted))
    return True


@pytest.hookimpl(tryfirst=True)  # before the marks decide
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Marks the quick tests, by their folders; and what is wide as long in the long run."""
    for item in items:
        if _is_long(config) and item.get_closest_marker("wide"):
            item.add_marker(pytest.mark.long)
        folder = item.path.relative_to(TESTS).parts[0] if item.path.is_relative_to(TESTS) else ""
        if item.path.stem.removeprefix("test_") in TRY_MUCH:
            continue
        if folder in QUICK and not any(item.get_closest_marker(mark) for mark in ("slow", "long")):
            item.add_marker(pytest.mark.quick)
