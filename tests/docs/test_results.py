"""Published reports of the lab are of the rules as they are now."""

from __future__ import annotations

from argparse import Namespace
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from dsl.lab.running import game_of
from dsl.lab.variant import rules_digest, variant_id
from dsl.reading.places import find_game
from dsl.runtime.game import load
from dsl.tools.arguments import Told
from dsl.tools.cli_lab import add_lab
from dsl.tools.lab import wanted_experiment

DOCS = Path(__file__).parents[2] / "docs"


def _script() -> ModuleType:
    spec = spec_from_file_location("make_reports", DOCS / "make_reports.py")
    assert spec is not None and spec.loader is not None
    made = module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


_MADE = _script()
EXPERIMENTS: dict[str, tuple[str, ...]] = _MADE.EXPERIMENTS
FOLDER: Path = _MADE.FOLDER


def ids(name: str) -> list[str]:
    """What the variants of a report are called, by the rules as they are."""
    parser = Told()
    add_lab(parser.add_subparsers())
    arguments: Namespace = parser.parse_args(["lab", "run", name, *EXPERIMENTS[name]])
    _, experiment = wanted_experiment(arguments)
    path = find_game(name)
    variants = experiment.variants(str(path), load(path).players[0])
    return [variant_id(each, rules_digest(game_of(each))) for each in variants]


@pytest.mark.long
@pytest.mark.parametrize("name", EXPERIMENTS)
def test_a_report_is_of_these_rules(name: str) -> None:
    """`python docs/make_reports.py NAME` plays its games again."""
    page = (FOLDER / f"{name}.html").read_text(encoding="utf-8")
    assert [each for each in ids(name) if each not in page] == []


def test_every_report_is_made_by_the_program() -> None:
    assert {path.stem for path in FOLDER.glob("*.html")} == set(EXPERIMENTS)
