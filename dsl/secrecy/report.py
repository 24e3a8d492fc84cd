"""What is found, put together: for each secret that decides what others see, the way from the secret to the eye."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from dsl.diagnostics import Diagnostic, Label
from dsl.secrecy.eyes import owner_sees
from dsl.secrecy.flow import Flow
from dsl.secrecy.labels import Step
from dsl.secrecy.units import Finding
from dsl.semantics import model as m
from dsl.source import Span
from dsl.spoken import said

_FEW: Final = 3


@dataclass(frozen=True, slots=True)
class Leak:
    """A secret that decides what somebody sees: where it is asked for, its way, and what is seen, the nearest first.

    zone: where the piece lies that nobody, or not everybody, knows (None: in the box), or (is_field) the field that
    not everybody sees.
    told: what the rules call it, if they tell it.
    """

    zone: str | None
    owner: bool
    steps: tuple[Step, ...]
    eyes: tuple[Finding, ...]
    told: str | None
    is_field: bool = False
    some: bool = False
    """Whether some see it, and its owner perhaps not."""

    @property
    def source(self) -> Span:
        """Where the secret is asked for."""
        return self.steps[0].span


@dataclass(frozen=True, slots=True)
class Secrets:
    """The answer for one program: what is not explained, what is told, and each `tells` that tells nothing."""

    unexplained: tuple[Leak, ...]
    told: tuple[Leak, ...]
    idle: tuple[m.Telling, ...]


def secrets_of(program: m.Program) -> Secrets:
    """Every place of a program where something hidden decides what others see."""
    findings = Flow(program).run()
    open_ = _leaks(program, [each for each in findings if each.label.told < 0])
    told = _leaks(program, [each for each in findings if each.label.told >= 0])
    used = {each.label.told for each in findings}
    idle = tuple(each for number, each in enumerate(program.tellings) if number not in used)
    return Secrets(open_, told, idle)


def _leaks(program: m.Program, findings: list[Finding]) -> tuple[Leak, ...]:
    """Findings of one zone and one decision together: the secret, with all that is seen of it."""
    groups: dict[tuple[Any, ...], list[Finding]] = {}
    for each in findings:
        last = each.label.steps[-1].span
        zone = each.label.zone.name if each.label.zone is not None else ""
        groups.setdefault((zone, each.label.told, last.file.name, last.start), []).append(each)
    found: list[Leak] = []
    for group in groups.values():
        group.sort(key=lambda each: (len(each.label.steps), each.eye.file.name, each.eye.start, each.words))
        label = group[0].label
        eyes: dict[tuple[str, int, str], Finding] = {}
        for each in group:
            eyes.setdefault((each.eye.file.name, each.eye.start, each.words), each)
        words = program.tellings[label.told].words if label.told >= 0 else None
        zone = None if label.zone is None else label.zone.name
        is_field = isinstance(label.zone, m.Field)
        seen = "nobody" if label.zone is None else label.zone.seen
        owner = owner_sees(label.zone) if isinstance(label.zone, m.Zone) else seen != "nobody"
        found.append(
            Leak(zone, owner, label.steps, tuple(eyes.values()), words, is_field, seen == "some" and not owner)
        )
    return tuple(
        sorted(found, key=lambda leak: (leak.eyes[0].eye.file.name, leak.eyes[0].eye.start, leak.source.start))
    )


def diagnostics(secrets: Secrets) -> list[Diagnostic]:
    """What is found as warnings: W307 for what is not explained, W308 for each `tells` that explains nothing."""
    found = [_warning(leak) for leak in secrets.unexplained]
    for each in secrets.idle:
        message = said("nothing hidden decides here what others see, so `tells` explains nothing")
        found.append(Diagnostic("W308", "warning", message, (Label(_head(each.span)),), (), said("leave `tells` away")))
    return found


def _warning(leak: Leak) -> Diagnostic:
    first = leak.eyes[0]
    whose = (
        said("its owner alone knows") if leak.owner else said("only some know") if leak.some else said("nobody knows")
    )
    where = said("the box") if leak.zone is None else f"`{leak.zone}`"
    more = said(", and {1} more things", len(leak.eyes) - 1) if len(leak.eyes) > 1 else ""
    what = where if leak.is_field else said("what lies in {1}", where)
    message = said("{1}, which depends on what {2}: {3}{4}", first.words, whose, what, more)
    labels = [Label(_head(first.eye), said("this is seen"))]
    labels += [Label(_head(step.span), step.words) for step in leak.steps]
    labels += [Label(_head(each.eye), said("{1}, too", each.words)) for each in leak.eyes[1:_FEW]]
    hint = said('where the rules want it told, say so round it: tells "what is told":')
    return Diagnostic("W307", "warning", message, tuple(labels), (), hint)


def _head(span: Span) -> Span:
    """The first line of a place."""
    end = span.file.text.find("\n", span.start, span.end)
    return span if end < 0 else span.file.span(span.start, end)


def as_json(leak: Leak) -> dict[str, object]:
    """One secret for `--json`."""
    return {
        "zone": leak.zone,
        "known_to": "owner" if leak.owner else "some" if leak.some else "nobody",
        "told": leak.told,
        "steps": [_place(step.span, step.words) for step in leak.steps],
        "eyes": [{**_place(each.eye, each.words), "sort": each.kind} for each in leak.eyes],
    }


def _place(span: Span, words: str) -> dict[str, object]:
    return {"file": span.file.name, "line": span.line, "column": span.column, "words": words}
