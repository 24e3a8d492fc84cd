"""Coverage: which rules of the rulebook's ledger are written down, and which of them a scenario proves.

Each rule of the ledger has one fate:

* encoded    cited where something is written in the language; *ruled* ones are cited by a ruling as well
* text_only  declared to say nothing that a program could do, with the reason
* missing    neither, or only cited by `unimplemented`

and of the encoded ones

* exercised    a scenario that passes says it proves them
* unexercised  none does

Whether a scenario proves anything is another question: see mutation.py.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from dsl.runtime.game import Game
from dsl.runtime.proving import run_scenarios
from dsl.runtime.scenario import Result


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


def cover(game: Game) -> Coverage:
    """Play all scenarios and look up every rule of the ledger; without a ledger, every id that is cited."""
    variants = game.variants()
    results = [result for variant in variants for result in run_scenarios(variant)]
    proven = {each for result in results if result.passed for each in result.proves}
    found = Coverage(scenarios=len(results), failed=[result for result in results if not result.passed])
    by_id: dict[str, dict[str, str]] = {}
    citations = {(each.span, each.id, each.how): each for variant in variants for each in variant.program().citations}
    for citation in citations.values():
        by_id.setdefault(citation.id, {}).setdefault(citation.how, citation.words)
        place = f"{citation.span.file.name}:{citation.span.line}"
        found.places.setdefault(citation.id, []).append((citation.how, place))
    ledger = game.sources.ledger
    for rule in [entry.id for entry in ledger.rules] if ledger is not None else list(by_id):
        _place(found, rule, by_id.get(rule, {}), rule in proven)
    return found


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
