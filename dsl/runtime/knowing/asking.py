"""The door: what a viewer may be told of a position. Whatever is told to a seat is asked here.

A question is a function of the machine with its arguments. Its answer is worked out on the true position, in which what
the viewer does not know is no number but what it may be (values.py, unknown.py). So positions that look the same to
him give the same answer, and where it would depend on what he cannot see, that it is hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import zip_longest
from weakref import WeakKeyDictionary

from dsl.backends.base import PlayError
from dsl.machine.ir.ops import FieldInfo, Shown
from dsl.runtime.engine import Engine
from dsl.runtime.knowing.run import WORK, Register, Run
from dsl.runtime.knowing.statements import Functions, Over
from dsl.runtime.knowing.unknown import Unknown, unknown_to
from dsl.runtime.knowing.values import Hidden, Known, Of, two, verdict
from dsl.runtime.secret_fields import is_secret
from dsl.runtime.wording import Viewer

_functions: WeakKeyDictionary[Engine, Functions] = WeakKeyDictionary()


class Asking:
    """A position with somebody who asks about it."""

    def __init__(self, engine: Engine, position: list[int], viewer: Viewer) -> None:
        self.engine = engine
        self.words = engine.words
        self.position = position
        self.viewer = viewer
        self.left = WORK
        """What is left of the work that an answer may take."""

    @cached_property
    def _unknown(self) -> Unknown | None:
        """What he does not know; None if that is nothing."""
        return unknown_to(self.words, self.position, self.viewer)

    @cached_property
    def _makes(self) -> Functions:
        found = _functions.get(self.engine)
        if found is None:
            found = _functions[self.engine] = Functions(self.engine.machine)
        return found

    def call(self, proc: int, args: Sequence[int], entities: Sequence[bool], shown: Shown | None = None) -> int | None:
        """The result of a function, or None if it depends on what the viewer cannot see; GameError if the rules break.

        entities: which arguments are entities. shown: how the result reads; a piece that the viewer does not know but
        sees to lie somewhere is an answer where pieces are.
        """
        unknown = self._unknown
        if unknown is None:
            return self._sure(proc, args)
        run = Run(unknown, self.left)
        try:
            found = self._makes.call(proc)(run, self._given(unknown, proc, args, entities))
        except Hidden:
            return None
        except Over:
            return 0
        except PlayError as error:
            raise self.engine.error(error, known=True) from None
        finally:
            self.left = run.left
        return self._told(found, shown)

    def _sure(self, proc: int, args: Sequence[int]) -> int:
        try:
            return self.engine.call(self.position, proc, args)
        except PlayError as error:
            raise self.engine.error(error, known=True) from None

    def emits(self, proc: int, args: Sequence[int], entities: Sequence[bool], wanted: Sequence[int]) -> bool | None:
        """Whether a function emits something that begins with some numbers, entities all that are pieces; None if that
        is hidden.
        """
        unknown = self._unknown
        if unknown is None:
            return any(_all_equal(option, wanted) for option in self.engine.emit(self.position, proc, args))
        emitted, whole = self._emitted(unknown, proc, args, entities)
        sorts = entities[len(args) : len(args) + len(wanted)]
        values = [unknown.entity(each) if sort else each for each, sort in zip(wanted, sorts, strict=True)]
        perhaps = not whole
        for option, certain in emitted:
            equal = _all_equal(option, values)
            if equal and certain:
                return True
            perhaps |= equal is not False
        return None if perhaps else False

    def emitted(self, proc: int, args: Sequence[int], entities: Sequence[bool]) -> tuple[list[tuple[int, ...]], bool]:
        """What a function certainly emits, of what the viewer knows; and whether that is all there can be."""
        unknown = self._unknown
        if unknown is None:
            return self.engine.emit(self.position, proc, args), True
        emitted, whole = self._emitted(unknown, proc, args, entities)
        found: list[tuple[int, ...]] = []
        for option, certain in emitted:
            numbers = tuple(each for each in option if isinstance(each, int))
            if certain and len(numbers) == len(option):
                found.append(numbers)
            else:
                whole = False
        return found, whole

    def field(self, field: FieldInfo, entity: int) -> int | None:
        """A field of an entity (0: of the table), or None if it depends on what the viewer cannot see."""
        unknown = self._unknown
        if is_secret(self.words, self.position, self.viewer, field, entity):
            return None
        if unknown is None or entity not in unknown.pieces:
            printed = not field.var
            return (
                self.engine.machine.tables[field.table][entity - field.first]
                if printed
                else self.position[field.base + entity]
            )
        lying = unknown.lying(entity)
        if not all(field.first <= each <= field.last for each in lying.vals):
            return None
        if field.var:
            return self._told(unknown.of_place(field.base, entity), field.shown)
        found = {self.engine.machine.tables[field.table][each - field.first] for each in lying.vals}
        return found.pop() if len(found) == 1 else None

    @staticmethod
    def _told(found: Known, shown: Shown | None) -> int | None:
        """An answer, if it is one."""
        if isinstance(found, Of) and found.is_piece and shown is not None and shown.what in ("entity", "words"):
            return found.var.slot
        return found if isinstance(found, int) else None

    def instances(self, first: int, last: int) -> list[int]:
        """The pieces of a range of which the viewer can say something: those that he knows, and those of which he sees
        where they lie and that they are of this range.
        """
        unknown = self._unknown
        if unknown is None:
            return [*range(first, last + 1)]
        known = [each for each in range(first, last + 1) if each not in unknown.pieces]
        return [
            *known,
            *(
                each
                for each in unknown.in_order
                if each in unknown.seen and all(first <= one <= last for one in unknown.lying(each).vals)
            ),
        ]

    def _emitted(
        self, unknown: Unknown, proc: int, args: Sequence[int], entities: Sequence[bool]
    ) -> tuple[list[tuple[tuple[Known, ...], bool]], bool]:
        """What is emitted, each with whether that is certain; and whether all of it is known."""
        run = Run(unknown, self.left)
        try:
            self._makes.call(proc)(run, self._given(unknown, proc, args, entities))
        except Hidden:
            return run.emitted, False
        except Over:
            pass
        except PlayError as error:
            raise self.engine.error(error, known=True) from None
        finally:
            self.left = run.left
        return run.emitted, True

    def _given(self, unknown: Unknown, proc: int, args: Sequence[int], entities: Sequence[bool]) -> list[Register]:
        """The arguments that a function takes, as the viewer knows them."""
        taken = args[: self.engine.machine.procs[proc].params]
        return [unknown.entity(each) if sort else each for each, sort in zip(taken, entities, strict=False)]


def _all_equal(option: Sequence[Known], values: Sequence[Known]) -> bool | None:
    """Whether what is emitted begins with some values; None if that is hidden."""
    found: bool | None = True
    for one, other in zip_longest(option[: len(values)], values, fillvalue=0):
        equal = verdict(two("=", one, other))
        if equal is False:
            return False
        found = found and equal
    return found
