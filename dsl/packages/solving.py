"""Which versions of packages go together, found by resolvelib."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

from packaging.specifiers import SpecifierSet
from packaging.version import Version
from resolvelib import AbstractProvider, BaseReporter, ResolutionImpossible, ResolutionTooDeep, Resolver
from resolvelib.structs import RequirementInformation

from dsl.diagnostics import Diagnostic, RulesError, nearest
from dsl.packages.manifest import Manifest, specifiers
from dsl.spoken import said

_ROUNDS: Final = 10_000


@dataclass(frozen=True, slots=True)
class Wanted:
    """A package that must be there, in some range of versions; by whom it is wanted, empty for the user."""

    name: str
    range: SpecifierSet
    by: str = ""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A version of a package that can be had; `origin` says where from, and means something to the caller only."""

    manifest: Manifest
    origin: Any

    @property
    def version(self) -> Version:
        """Its version."""
        return self.manifest.parsed


class _Provider(AbstractProvider[Wanted, Candidate, str]):
    def __init__(self, candidates: Mapping[str, Sequence[Candidate]], language: Version) -> None:
        self.candidates = candidates
        self.language = language

    def identify(self, requirement_or_candidate: Wanted | Candidate) -> str:
        one = requirement_or_candidate
        return one.name if isinstance(one, Wanted) else one.manifest.name

    def get_preference(self, identifier: str, *args: Any, **kwargs: Any) -> int:
        return len(self.candidates.get(identifier, ()))

    def find_matches(
        self, identifier: str, requirements: Mapping[str, Iterator[Wanted]], incompatibilities: Mapping[str, Any]
    ) -> Iterable[Candidate]:
        wanted = list(requirements[identifier])
        barred = {candidate.version for candidate in incompatibilities[identifier]}
        return [
            each
            for each in self.candidates.get(identifier, ())
            if each.version not in barred
            and all(one.range.contains(each.version, prereleases=True) for one in wanted)
            and specifiers(each.manifest.language).contains(self.language, prereleases=True)
        ]

    def is_satisfied_by(self, requirement: Wanted, candidate: Candidate) -> bool:
        return requirement.range.contains(candidate.version, prereleases=True)

    def get_dependencies(self, candidate: Candidate) -> Iterable[Wanted]:
        manifest = candidate.manifest
        return [Wanted(name, wide, str(manifest)) for name, wide in manifest.required.items()]


def solve(
    wanted: Sequence[Wanted], candidates: Mapping[str, Sequence[Candidate]], language: str
) -> dict[str, Candidate]:
    """One version of every package that is wanted, directly or by another: of each the first candidate that will do.

    Candidates are given in the order of preference. RulesError (E019) with everything that is in the way if there is
    no such choice, or if packages in it are known not to go together.
    """
    resolver: Resolver[Wanted, Candidate, str] = Resolver(_Provider(candidates, Version(language)), BaseReporter())
    try:
        found = dict(resolver.resolve(wanted, max_rounds=_ROUNDS).mapping)
    except ResolutionImpossible as error:  # pyright: ignore[reportUnknownVariableType]  # generic in its arguments
        causes = cast(Iterable[RequirementInformation[Wanted, Candidate]], error.causes)  # pyright: ignore[reportUnknownMemberType]
        barred = _sorted({cause.requirement for cause in causes})
        raise RulesError([_cause(each, candidates, language) for each in barred]) from None
    except ResolutionTooDeep:
        words = said("no versions of these packages were found that go together, and the search was given up")
        raise RulesError([Diagnostic("E019", "error", words, hint=said("ask for versions: NAME@1.2"))]) from None
    clashes = [
        Diagnostic("E019", "error", said("{1} says that it does not go with {2}", one.manifest, found[other].manifest))
        for one in found.values()
        for other, wide in one.manifest.clashes.items()
        if other in found and specifiers(wide).contains(found[other].version, prereleases=True)
    ]
    if clashes:
        raise RulesError(clashes)
    return found


def _sorted(causes: Iterable[Wanted]) -> list[Wanted]:
    return sorted(causes, key=lambda each: (each.name, each.by, str(each.range)))


def _cause(wanted: Wanted, candidates: Mapping[str, Sequence[Candidate]], language: str) -> Diagnostic:
    there = candidates.get(wanted.name, ())
    whom = said("{1} needs", wanted.by) if wanted.by else said("you ask for")
    what = f"{wanted.name} {wanted.range}".strip()
    if not there:
        near = nearest(wanted.name, candidates)
        words = said("{1} {2}, and there is no package {3}", whom, what, wanted.name)
        return Diagnostic("E019", "error", words, hint=said("meant {1}?", near[0]) if near else None)
    old = [each for each in there if not specifiers(each.manifest.language).contains(language, prereleases=True)]
    versions = ", ".join(dict.fromkeys(str(each.version) for each in there))
    words = said("{1} {2}, and there is {3}", whom, what, versions)
    hint = None
    if old:
        hint = said("{1} is for Rulewright {2}, and this is {3}", old[0].manifest, old[0].manifest.language, language)
    return Diagnostic("E019", "error", words, hint=hint)
