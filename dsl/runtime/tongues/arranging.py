"""Templates in another language: their holes in the order, the form and the number that it wants."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from dsl.machine.ir.ops import Shown, TextTemplate
from dsl.runtime.tongues.spoken import SAID, is_said, with_holes
from dsl.runtime.tongues.tongue import Inflected, Tongue, parts_of

Segment = str | tuple[Shown, int]
AGREEING: Final = re.compile(r"\((?:[^()|]*\||(?=s\)))[^()|]+\)")
"""Words of a rules file that agree with the number before them: `token(s)`, `(city|cities)`."""


class Arranged:
    """The translated templates of a machine, by their numbers."""

    def __init__(self, templates: Sequence[TextTemplate], tongue: Tongue) -> None:
        self._tongue = tongue
        self._forms: Mapping[int, list[list[str | tuple[int, Shown]]]] = {
            number: [parts_of(text, _holes(template)) for text in texts]
            for number, template in enumerate(templates)
            if is_said(template) and (texts := tongue.texts(SAID, with_holes(template.parts)))
        }
        self._counted = {number: counting_hole(templates[number].parts) for number in self._forms}

    def segments(self, template: int, holes: Sequence[Sequence[Segment]]) -> list[Segment] | None:
        """A template with what fills its holes; None if it is not translated."""
        forms = self._forms.get(template)
        if forms is None:
            return None
        by = self._counted[template]
        filled = holes[by][0] if by is not None else "other"
        which = 0 if isinstance(filled, str) else min(self._tongue.plural(filled[1]), len(forms) - 1)
        found: list[Segment] = []
        for part in forms[which]:
            if isinstance(part, str):
                found.append(part)
            else:
                found += [_inflected(each, part[1]) for each in holes[part[0]]]
        return found


def counting_hole(parts: Sequence[str | Shown]) -> int | None:
    """The hole with the number that words behind it agree with; None if no words do."""
    hole, counted = -1, None
    for part in parts:
        if not isinstance(part, str):
            hole += 1
            counted = hole if part.what == "number" else counted
        elif counted is not None and AGREEING.search(part):
            return counted
    return None


def _holes(template: TextTemplate) -> list[Shown]:
    return [part for part in template.parts if not isinstance(part, str)]


def _inflected(segment: Segment, how: Shown) -> Segment:
    """What fills a hole, in the form that the text wants; of a set each member."""
    if isinstance(segment, str) or not isinstance(how, Inflected):
        return segment
    shown, value = segment
    return Inflected(shown.what, shown.index, shown.or_none, shown.bits, how.form), value
