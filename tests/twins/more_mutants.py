"""More rules that hide something, broken on purpose: guesses, searches, what is told, copies, teams, faults, tables."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from twins.mutants import Mutant, always, for_all
from twins.tables import tables
from twins.teams import together
from twins.undoing import undoing
from twins.worlds import Effort

from dsl.backends.native import backend, cc, mind
from dsl.runtime import explain, state, told, wording
from dsl.runtime.information import determinize, log, observation, sealing, seat, view_order
from dsl.runtime.viewers import Team
from dsl.table import room, shown


def _to_teams(old: Any) -> Any:
    def made(words: Any, mask: int, viewer: Any) -> bool:
        return isinstance(viewer, Team) or old(words, mask, viewer)

    return made


def _in_c(*changes: tuple[str, str]) -> Any:
    """The searches in C with something else in their text."""

    def change(old: Any) -> Any:
        @cache
        def made(compiler: cc.Compiler) -> Any:
            text = mind.text()
            for one, other in changes:
                assert one in text
                text = text.replace(one, other)
            return mind.Minded(cc.load(cc.shared_object([text], compiler)))

        return made

    return change


def _every_ear(old: Any) -> Any:
    def made(self: Any, position: Any, viewer: Any, piece: int) -> int:
        players = range(1, self._machine.players + 1)
        found = old(self, position, viewer, piece)
        for player in players:
            found |= old(self, position, player, piece)
        return found

    return made


def _in_full(old: Any) -> Any:
    return lambda engine, viewer, error, ask: str(error)


def _all_ready(old: Any) -> Any:
    def made(self: Any, position: Any) -> Any:
        players = range(1, self._engine.machine.players + 1)
        return [each for each in players if each <= self.index], [each for each in players if each > self.index]

    return made


def _seen_by_all(old: Any) -> Any:
    def made(self: Any, seat: Any, *args: Any) -> Any:
        return old(self, type(seat)(seat._state, None), *args)

    return made


def _known_later(old: Any) -> Any:
    def made(self: Any, position: Any, part: Any) -> Any:
        return log.replace(old(self, position, part), known=-1)

    return made


def _counted(old: Any) -> Any:
    """Every seat's count goes on with every change."""

    def made(self: Any, seats: Any, begin: Any) -> None:
        before = dict(self.of)
        behind = self.behind
        old(self, seats, begin)
        for number, last in before.items() if behind else ():
            if self.of[number] is last:
                self.of[number] = shown.Shown(last.picture, last.count + 1, last.drawn)

    return made


MORE: Final = (
    Mutant("a guess keeps secret fields", determinize, "secrets", always(()), "guesses", effort=Effort(3, 3, 30, 3)),
    Mutant("a guess keeps what lies in a cup", determinize, "_unseen", always(()), "cups", "what his dice show"),
    Mutant("what others were told is in views", told.Told, "not_by", _every_ear, "hints", effort=Effort(8, 3, 4, 5)),
    Mutant("why not reads for all", explain, "Requirements", for_all(3), "bomb", "the bomb lies elsewhere 1"),
    Mutant(
        "pieces are listed by their numbers",
        view_order.Order,
        "of",
        lambda old: lambda self, found: found,
        "copies",
        "which of two copies is marked",
    ),
    Mutant("what is secret is read out", seat.Seat, "may_read", always(True), "secret", "what is secret in the rules"),
    Mutant("faults are told in full", seat, "told_fault", _in_full, "errors", "2 of his cards break a value"),
    Mutant("what a move changed is told to all", state.State, "effects", for_all(2), "three", "what is kept of three"),
    Mutant(
        "an old line is read as what is known now", log.Log, "_seen", _known_later, "three", "what is kept of three"
    ),
    Mutant("a team knows everything", wording.Words, "sees", _to_teams, "sides", way=together),
    Mutant(
        "what others learnt counts when something is taken back",
        observation,
        "learnt",
        always(True),
        "raids",
        way=undoing,
        effort=Effort(8, 6, 4, 3),
    ),
    Mutant("pages show every seat everything", room.Room, "pictured", _seen_by_all, "copies", way=tables),
    Mutant(
        "pages tell who is ready, whoever is asked",
        sealing.Sealing,
        "ready",
        _all_ready,
        "only_keys",
        way=tables,
        effort=Effort(6, 8, 4, 3),
    ),
    Mutant(
        "what others do unseen is counted on pages",
        shown.Pictures,
        "catch_up",
        _counted,
        "only_keys",
        way=tables,
        effort=Effort(6, 8, 4, 3),
    ),
    Mutant(
        "deals in C leave the true pieces",
        backend,
        "minded",
        _in_c(
            ("in_order(t, group, size);", ";"),
            ("last > 0; last--", "last > size; last--"),
            ("wander && i < 2 * n", "0 && wander && i < n"),
        ),
        "guesses",
        in_c=True,
    ),
    Mutant("searches in C keep secret fields", determinize, "secrets", always(()), "guesses", in_c=True),
    Mutant(
        "searches in C keep the true chance",
        backend,
        "minded",
        _in_c(
            ("S[KEY_LO] = (int64_t)(key & UINT32_MAX), S[KEY_HI] = (int64_t)(key >> 32);", ";"),
            ("S[KEY_LO] = (int64_t)number(chance, 0, UINT64_C(1) << 32);", ";"),
            ("S[KEY_HI] = (int64_t)number(chance, 1, UINT64_C(1) << 32);", ";"),
        ),
        "guesses",
        in_c=True,
    ),
)
