"""The course of a game: phases and steps in the order in which they come, the windows that open there, and what opens
the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dsl.semantics import model as m
from dsl.semantics.walk import walk

_Opener = m.Action | m.Event | m.Attachment | m.Card


@dataclass(frozen=True, slots=True)
class Turn:
    """A phase, a step or a procedure that has some; without flow: moves that are made by themselves."""

    flow: m.Procedure | None
    windows: tuple[m.Window, ...]
    inner: tuple[Turn, ...] = ()


class Course:
    """What a game goes through. turns: its phases and steps, each where it comes first."""

    def __init__(self, program: m.Program) -> None:
        self._program = program
        self._seen: set[m.Procedure] = set()
        self._parted: dict[m.Procedure, bool] = {}
        main = program.main
        turn = self._of(main, None) if main is not None else Turn(None, ())
        alone = (Turn(None, turn.windows),) if turn.windows else ()
        self.turns: tuple[Turn, ...] = (*turn.inner, *alone)

    def _of(self, found: m.Procedure, flow: m.Procedure | None, looped: bool = False) -> Turn:
        self._seen.add(found)
        body = list(found.body)
        loops = [node for node in walk(body) if isinstance(node, m.RepeatStmt | m.ForCountStmt)]
        again = {id(node) for loop in loops for node in walk(list(loop.body))}
        windows: dict[m.Window, None] = {}
        inner: list[Turn] = []
        for node in walk(body):
            if isinstance(node, m.OfferWindow):
                windows[node.window] = None
            elif isinstance(node, m.RunProcedure) and node.procedure not in self._seen:
                turn = self._run(node.procedure, looped or id(node) in again)
                if turn.flow is None:
                    windows.update(dict.fromkeys(turn.windows))
                    inner += turn.inner
                else:
                    inner.append(turn)
        return Turn(flow, tuple(windows), tuple(inner))

    def _run(self, found: m.Procedure, looped: bool) -> Turn:
        """A procedure that is run: one with phases and steps is told by its name, what is in another without one."""
        named = found.word in ("phase", "step") or self._has_parts(found)
        turn = self._of(found, found if named else None, looped)
        if turn.flow is not None and not looped and not self._goes_round(found):
            return Turn(found, turn.windows)  # the parts of what is done once, before the game, are not told
        return turn

    def _inside(self, found: m.Procedure) -> Iterator[m.Procedure]:
        """A procedure and all that it runs."""
        todo, seen = [found], {found}
        while todo:
            each = todo.pop()
            yield each
            fresh = [node.procedure for node in walk(list(each.body)) if isinstance(node, m.RunProcedure)]
            todo += [one for one in fresh if one not in seen]
            seen.update(fresh)

    def _has_parts(self, found: m.Procedure) -> bool:
        if found not in self._parted:
            self._parted[found] = any(each.word in ("phase", "step") for each in self._inside(found) if each != found)
        return self._parted[found]

    def _goes_round(self, found: m.Procedure) -> bool:
        """Whether there are phases, steps or moves in something that is done again and again."""
        for each in self._inside(found):
            for loop in (node for node in walk(list(each.body)) if isinstance(node, m.RepeatStmt | m.ForCountStmt)):
                for node in walk(list(loop.body)):
                    if isinstance(node, m.OfferWindow):
                        return True
                    if isinstance(node, m.RunProcedure) and (
                        node.procedure.word != "procedure" or self._has_parts(node.procedure)
                    ):
                        return True
        return False

    def openers(self, window: m.Window) -> Sequence[_Opener]:
        """What opens a window beside the course: actions, events, rules and cards, through the procedures they run."""
        wanted: set[m.Procedure] = set()
        flows = self._program.procedures
        fresh = {each for each in flows if _opens(each.body, window, wanted)}
        while fresh - wanted:
            wanted |= fresh
            fresh = {each for each in flows if _opens(each.body, window, wanted)}
        found: list[_Opener] = [each for each in self._program.actions if _opens(each.effects, window, wanted)]
        found += [each for each in self._program.events if _opens(each.body, window, wanted)]
        events = [self._program.move_event, *self._program.events, *(each.event for each in self._program.actions)]
        rules = [rule for each in events for rule in (*each.before, *each.instead, *each.after)]
        found += [rule for rule in (*rules, *self._program.always) if _opens(rule.body, window, wanted)]
        return found


def _opens(body: Sequence[m.Stmt], window: m.Window, through: set[m.Procedure]) -> bool:
    for node in walk(list(body)):
        if isinstance(node, m.OfferWindow) and node.window is window:
            return True
        if isinstance(node, m.RunProcedure) and node.procedure in through:
            return True
    return False


def course(program: m.Program) -> Course:
    """The course of a game."""
    return Course(program)
