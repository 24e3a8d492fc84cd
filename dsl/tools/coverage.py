"""Coverage: which rules of the rulebook's ledger are written down, and which of them a scenario proves.

Each rule of the ledger has one fate:

* encoded    cited where something is written in the language; *ruled* ones are cited by a ruling as well
* text_only  declared to say nothing that a program could do, with the reason
* missing    neither, or only cited by `unimplemented`

and of the encoded ones

* exercised    a scenario that passes says it proves them
* unexercised  none does

Whether a scenario proves anything is asked by mutation (dsl/tools/mutation.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from dsl.runtime.game import Game
from dsl.runtime.proving import Proving
from dsl.runtime.scenario import Result
from dsl.semantics.model import Scenario
from dsl.tools.progress import Work


@dataclass(slots=True)
class Coverage:
    """The fates of all rules, ids in the order of the ledger. `places`: where each id is cited, how and by what."""

    encoded: list[str] = field(default_factory=list[str])
    exercised: list[str] = field(default_factory=list[str])
    text_only: dict[str, str] = field(default_factory=dict[str, str])
    ruled: list[str] = field(default_factory=list[str])
    missing: list[str] = field(default_factory=list[str])
    unexercised: list[str] = field(default_factory=list[str])
    places: dict[str, list[tuple[str, str]]] = field(default_factory=dict[str, list[tuple[str, str]]])
    failed: list[Result] = field(default_factory=list[Result])
    scenarios: int = 0

    @property
    def complete(self) -> bool:
        """Whether nothing is left to do: every rule is exercised or text only, and every scenario passes."""
        return not (self.missing or self.unexercised or self.failed)


def cover(game: Game, found: Coverage | None = None, work: Work | None = None) -> Coverage:
    """Play all scenarios and look up every rule of the ledger; without a ledger, every id that is cited.

    Ctrl-C is passed on when what is known by then is in `found`.
    """
    found, work = found or Coverage(), work or Work("scenarios")
    variants = game.variants()
    provings = [Proving(variant) for variant in variants]
    work.again("scenarios", sum(len(proving.scenarios) for proving in provings))
    played: list[tuple[Scenario, Result]] = []
    try:
        for each in (each for proving in provings for each in proving.going()):
            played.append(each)
            work.done(len(played))
    finally:
        results = [result for proving in provings for result in proving.in_order(played)]
        _judge(game, variants, results, found)
    return found


def _judge(game: Game, variants: Sequence[Game], results: Sequence[Result], found: Coverage) -> None:
    """What results of scenarios say about the rules."""
    proven = {each for result in results if result.passed for each in result.proves}
    found.scenarios, found.failed = len(results), [result for result in results if not result.passed]
    by_id: dict[str, dict[str, str]] = {}
    citations = {(each.span, each.id, each.how): each for variant in variants for each in variant.program().citations}
    for citation in citations.values():
        by_id.setdefault(citation.id, {}).setdefault(citation.how, citation.words)
        place = f"{citation.span.file.name}:{citation.span.line}"
        found.places.setdefault(citation.id, []).append((citation.how, place))
    ledger = game.sources.ledger
    for rule in [entry.id for entry in ledger.rules] if ledger is not None else list(by_id):
        _place(found, rule, by_id.get(rule, {}), rule in proven)


def _place(found: Coverage, rule: str, how: dict[str, str], proven: bool) -> None:
    if "ruling" in how:
        found.ruled.append(rule)
    if "encoded" in how or "ruling" in how:
        found.encoded.append(rule)
        (found.exercised if proven else found.unexercised).append(rule)
    elif "text_only" in how:
        found.text_only[rule] = how["text_only"]
    else:
        found.missing.append(rule)
