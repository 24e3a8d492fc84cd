"""What a seat is told where the rules are at fault: where they break in play, and mistakes in their texts.

Which rule broke, and what would have been beyond its bounds, follows from everything that lies in the position; a line
that is quoted may be one of a card that the rules keep secret, and a hint may name such a card. So who sits at a seat
of a game that hides something reads that there is a fault, and no more; who sees everything, or hosts a table, reads
all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from dsl.diagnostics import RulesError
from dsl.machine.ir.ops import Machine
from dsl.runtime.engine import Engine
from dsl.runtime.errors import GameError
from dsl.runtime.tongues.own import marked, numbered, said
from dsl.runtime.viewers import Viewer

ASK_ALL: Final = marked("seat all, and the same again, says where")
ASK_HOST: Final = marked("the host reads where")
_KEPT: Final = re.compile(r"\bsecret\b|^\s*pack\b", re.MULTILINE)


def hides(machine: Machine) -> bool:
    """Whether a game may keep anything from a player: a zone, a field, or choices that are made unseen."""
    if any(zone.seen != "all" or zone.private_count for zone in machine.names.zones):
        return True
    if any(field.seen != "all" for field in machine.names.fields):
        return True
    return any(decision.sealed for decision in machine.decisions)


def told_fault(engine: Engine, viewer: Viewer, error: GameError, ask: str) -> str:
    """What a viewer is told where the rules break, in play or in an answer to him. ask: whom to ask where that was."""
    if viewer is None or error.known or not (hides(engine.machine) or engine.words.secret):
        return str(error)
    return said("where they do may tell what is hidden here; {1}", said(ask))


def told_mistakes(engine: Engine, viewer: Viewer, texts: Iterable[str], error: RulesError, ask: str) -> str:
    """What a viewer is told of mistakes in the rules. texts: those of the game that is played."""
    if viewer is None:
        return str(error)
    found = (label.span.file.text for each in error.diagnostics for label in each.labels)
    if not engine.words.secret and not any(map(_KEPT.search, {*texts, *found})):
        return str(error)
    return numbered(
        len(error.diagnostics),
        "{1} mistake, which may name cards that are kept secret; {2}",
        "{1} mistakes, which may name cards that are kept secret; {2}",
        f"{len(error.diagnostics):,}",
        said(ask),
    )
