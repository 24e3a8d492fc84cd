"""Why a move is possible or not.

An explanation is data: requirements with their words, whether they are met, the numbers of both sides, and the place
in the rules. It is made for a viewer. A piece the viewer does not know answers to its back only, and everything is
worked out from what he knows (knowing/asking.py): a requirement that depends on more says only that it depends on
hidden things.

A text is read as it is where moves are made (reading/offer.py): first as a move on offer, then as an action with
things that it cannot be done with now, then as the beginning of moves.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from dsl.machine.ir.ops import DECISION, ActionInfo, Site
from dsl.runtime.beginnings import Beginnings, Begun
from dsl.runtime.engine import Engine
from dsl.runtime.errors import MoveError
from dsl.runtime.moves import Move, Option, option_of
from dsl.runtime.reading.naming import Naming
from dsl.runtime.reading.offer import PARTIAL, Offer, Rank, Reading
from dsl.runtime.reading.patterns import Values, loose_readings, readings, unseen
from dsl.runtime.reading.tokens import fold
from dsl.runtime.reading.typed import may_type, no_word
from dsl.runtime.requirements import Requirement, Requirements, needed, padded
from dsl.runtime.strange import NAMED, Strange
from dsl.runtime.viewers import Team, sits
from dsl.runtime.wording import Viewer
from dsl.spoken import any_of, numbered, said

SHOWN: Final = 3  # moves that can be made instead
NEAREST: Final = 4
"""How many of the moves that begin like a text are told."""

TAKING: Final = 3
"""How many arguments a choice of several has that is no plan; the last one says how many are still needed."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a move can or cannot be made. changes: the nearest moves that can be, and how many more there are; needed: a
    number that would do.

    begun: where the text is only the beginning of moves, those of them that cannot be made, the nearest first.
    others: where several actions read like the text and each may be meant, why the others of them cannot be done.
    """

    text: str
    legal: bool
    summary: str
    requirements: tuple[Requirement, ...] = ()
    changes: tuple[str, ...] = ()
    needed: str = ""
    site: Site | None = None
    begun: tuple[Explanation, ...] = ()
    others: tuple[Explanation, ...] = ()
    more: int = 0

    @property
    def failed(self) -> tuple[Requirement, ...]:
        """The requirements that are not met."""
        return tuple(requirement for requirement in self.requirements if requirement.met is False)

    @property
    def makes(self) -> bool:
        """Whether who types the text makes a move: it is one, or begins several of which one alone is possible."""
        return self.legal or (bool(self.begun) and len(self.changes) == 1)


def why_not(
    engine: Engine,
    position: list[int],
    text: str,
    moves: Sequence[Move],
    options: Collection[Option],
    viewer: Viewer,
    loosest: Rank = Rank.LOOSE,
) -> Explanation:
    """Why the viewer can or cannot make the move of a text now; `moves` and `options` are those of the player who is
    asked. `loosest`: how loosely the text may be read.
    """
    asker = engine.asker(position)
    player = asker if viewer in (None, 0) or sits(viewer, asker) else _one_of(viewer)
    if engine.is_over(position) or not player:
        return Explanation(
            text, False, said("the game is over") if engine.is_over(position) else said("nobody is asked now")
        )
    if engine.is_unseen(position, viewer):  # even which question that is would tell what was answered before
        return Explanation(text, False, said("choices are being made unseen"))
    mine = sits(viewer, asker)
    may = may_type(engine, position) if mine else None
    offer = Offer(engine.words, position, moves if mine else (), options if mine else (), may)
    return _Answer(engine, Requirements(engine, position, player, viewer), offer, loosest).to(text)


def _one_of(viewer: Viewer) -> int:
    """The player who would make the move, where none of those who look on is asked."""
    return min(viewer.players) if isinstance(viewer, Team) else viewer or 0


class _Answer:
    """The answer to one question of why a move cannot be made."""

    def __init__(self, engine: Engine, asked: Requirements, offer: Offer, loosest: Rank) -> None:
        self.engine = engine
        self.asked = asked
        self.offer = offer
        self.loosest = loosest
        self.moves = offer.moves
        self.naming = Naming(engine.words, asked.position, asked.viewer)
        self.strange = Strange(engine, asked, self.naming, offer.moves)

    def to(self, text: str) -> Explanation:
        """The answer for what the text means most likely: the order of these attempts is what a text is read as."""
        reading = self.offer.read(text, self.loosest) if self.moves else Reading(text, None, ())
        if reading.move is not None and reading.rank not in PARTIAL:
            return self._allowed(reading.move)
        if self.offer.may is not None:
            words = no_word(text) or self._refusal(text, False) or said("“{1}” cannot be chosen here", text)
            return Explanation(text, False, words, (Requirement("answer", False, words),))
        # where moves are asked for, `take Oak` is one of them, and no answer to what asks for several things
        likely = (self._unseen, self._no_answer) if self.asked.is_window else (self._no_answer, self._unseen)
        for attempt in (self._whole, self._partly, self._loosely, *likely, self._begun, self._stranger):
            found = attempt(text, reading)
            if found is not None:
                return found
        near = [move.text for move in self.moves if fold(move.text).startswith(fold(text)[:8])][:3]
        words = self.strange.called_otherwise(text) or self.strange.no_such(text)
        return Explanation(text, False, words, changes=tuple(near))

    def _whole(self, text: str, reading: Reading) -> Explanation | None:
        """An action that the text reads like as a whole, and that cannot be done with what is named.

        Where moves on offer begin like the text, an action that is not about such things is not meant: `mark B` is
        meant to go on, not to mark player B.
        """
        if reading.rank is not None and reading.rank <= Rank.FULL:
            return None
        found = self._readings(text)
        if not found or (reading.moves and self.asked.strangers(*found[0][:2])):
            return None
        return self._refused(found)

    def _partly(self, text: str, reading: Reading) -> Explanation | None:
        """Moves on offer that begin so, and others that cannot be made."""
        return self._begun(text, reading) if reading.moves else None

    def _loosely(self, text: str, reading: Reading) -> Explanation | None:
        """An action and things, or things alone, that make no move on offer."""
        found = self._loose_readings(text) if self.loosest > Rank.FULL else []
        return self._refused(found) if found else None

    def _allowed(self, move: Move) -> Explanation:
        """A move that can be made, with all that it requires if it is an action."""
        question = self.engine.question(self.asked.position)
        option = option_of(move)
        number = option[0] - 1 if option else -1
        if question is None or number not in question.actions:
            return _possible(move.text)
        action = self.engine.machine.actions[number]
        asked = self.asked.of(action, padded(action, option[1:]))
        return replace(_possible(move.text), requirements=tuple(asked), site=self.engine.site(action.site))

    # ---- actions that are named ----

    def _readings(self, text: str) -> list[tuple[ActionInfo, Values, list[Requirement]]]:
        """The actions that a text reads like as a whole."""
        actions = [action for _, action in self.asked.actions]
        return self._likeliest((action, values) for action in actions for values in readings(self.naming, action, text))

    def _loose_readings(self, text: str) -> list[tuple[ActionInfo, Values, list[Requirement]]]:
        """The actions that a text names with things; things alone stand only for an action that is asked for, and that
        is about such things.
        """
        question = self.engine.question(self.asked.position)
        asked = question.actions if question is not None else ()
        return self._likeliest(
            (action, values)
            for number, action in self.asked.actions
            for values in loose_readings(self.naming, action, text, alone=number in asked)
            if number not in asked or self._is_about(action, values, text)
        )

    def _is_about(self, action: ActionInfo, values: Values, text: str) -> bool:
        """Whether an action is about things like these, or the text says more than their names."""
        if not self.asked.strangers(action, values):
            return True
        return any(values == each for each in loose_readings(self.naming, action, text, alone=False))

    def _likeliest(
        self, named: Iterable[tuple[ActionInfo, Values]]
    ) -> list[tuple[ActionInfo, Values, list[Requirement]]]:
        """Of each action the likeliest reading, with its requirements.

        Actions may share their words. One whose pieces are of another sort, or cannot be chosen, or which is not done
        now, is not meant where another one is closer.
        """
        best: dict[int, tuple[tuple[bool, int, int], ActionInfo, Values, list[Requirement]]] = {}
        for action, values in named:
            requirements = self.asked.of(action, values)
            unmet = [requirement.name for requirement in requirements if requirement.met is not True]
            apart = {"window", *(name for name, _, _ in action.params)}
            strange = self.asked.strangers(action, values) + sum(name in apart for name in unmet)
            # the piece named may have no such action at all; and what is hidden speaks for no reading
            rank = ("offered" in unmet, strange, len(unmet))
            if id(action) not in best or rank < best[id(action)][0]:
                best[id(action)] = (rank, action, values, requirements)
        found = sorted(best.values(), key=lambda each: each[0])
        return [(action, values, asked) for rank, action, values, asked in found if rank[:2] == found[0][0][:2]]

    def _refused(self, found: Sequence[tuple[ActionInfo, Values, list[Requirement]]]) -> Explanation:
        """Why none of these actions can be done with what was named."""
        first, *others = [self._refused_action(*reading) for reading in found[:NEAREST]]
        return replace(first, others=tuple(others))

    def _refused_action(self, action: ActionInfo, values: Values, requirements: Sequence[Requirement]) -> Explanation:
        """Why one action cannot be done with what a text names."""
        failed = [requirement for requirement in requirements if requirement.met is False]
        hidden = [requirement for requirement in requirements if requirement.met is None]
        first = next(iter((*failed, *hidden)), None)
        summary = first.words if first is not None else self._demanded()
        near = self._changes(action, values)
        return Explanation(
            self.asked.read(action, values),
            False,
            summary,
            tuple(requirements),
            near[:SHOWN],
            needed(first),
            self.engine.site(action.site),
            more=len(near[SHOWN:]),
        )

    def _demanded(self) -> str:
        """Nothing stands against a move, and it is not on offer: something else is demanded."""
        if wanted := self._must():
            return wanted
        texts = [move.text for move in self.moves]
        if not 0 < len(texts) <= NAMED:
            return said("something else must be done first")
        return said("only this can be done now: {1}", any_of(texts))

    def _must(self) -> str:
        """Why one of the moves on offer has to be made, in the words of a `must`; empty if none has any."""
        actions, told = self.engine.machine.actions, dict[str, None]()
        for option in map(option_of, self.moves):
            if self.asked.is_window and option[0]:
                action = actions[option[0] - 1]
                told.update(dict.fromkeys(self.asked.demanded(action, padded(action, option[1:]))))
        return "; ".join([*told][:NAMED])

    def _changes(self, action: ActionInfo, values: Values) -> tuple[str, ...]:
        """The legal moves of the same action that differ in one thing only."""
        if self.moves:
            number = self.engine.machine.actions.index(action) + 1
            options = ((option_of(move), move.text) for move in self.moves)
            legal = {option[1:]: words for option, words in options if option[0] == number}
        else:
            found = self.asked.legal(action)
            legal = {other: self.asked.read(action, other) for other in found}
        near = [text for other, text in legal.items() if sum(a != b for a, b in zip(other, values, strict=False)) == 1]
        return tuple(dict.fromkeys(near))

    # ---- beginnings ----

    def _begun(self, text: str, reading: Reading) -> Explanation | None:
        """A text that is only the beginning, or some words, of moves; None if no action reads so."""
        begun = Beginnings(self.engine, self.asked, self.moves).of(text, reading.moves)
        if not begun.possible and not begun.refused and not begun.empty:
            return None
        refused = begun.refused
        if self.loosest > Rank.FULL and len(begun.possible) + len(refused) == 1:  # it can only be this
            if begun.possible:
                return _possible(begun.possible[0])
            return self._refused_action(refused[0].action, refused[0].values, refused[0].requirements)
        told = tuple(_short(each, self.engine.site(each.action.site)) for each in refused)
        nearest = told[:NEAREST]
        if not begun.possible and not refused:
            return Explanation(text, False, begun.empty[0].words, tuple(begun.empty))
        if begun.possible:
            summary = numbered(
                len(begun.possible),
                "{1} of the moves with these words can be made now",
                "{1} of the moves with these words can be made now",
                len(begun.possible),
            )
        else:
            shared = [each for each in nearest[0].requirements if all(each in other.requirements for other in told)]
            summary = shared[0].words if shared else said("none of the moves with these words can be made now")
        possible, more = tuple(begun.possible[:NEAREST]), len(begun.possible[NEAREST:])
        return Explanation(text, False, summary, changes=possible, begun=nearest, more=more)

    # ---- what is no move of any action ----

    def _no_answer(self, text: str, reading: Reading) -> Explanation | None:
        """Why a text that answers some question does not answer this one."""
        if not self.naming.is_answer(text):
            return None
        if self.asked.is_window and self.naming.is_thing(fold(text)) and (found := self._begun(text, reading)):
            return found  # a card or a space: what could be done with it
        prompt = self.engine.prompt(self.asked.position, self.asked.viewer)
        beyond = self.offer.no_such_number(text) if self.moves and self.loosest >= Rank.NUMBER else ""
        words = beyond or self._refusal(text, _is_done(text)) or self._not_yet(text) or self._must()
        words = (
            words
            or self._barred(text)
            or self.strange.hidden(text)
            or said("“{1}” is no answer to “{2}”", text, prompt)
        )
        answer = Requirement("answer", False, words)
        turn = self.asked.turn()
        summary = words if turn.met else turn.words
        near = tuple(move.text for move in self.moves[:SHOWN])
        return Explanation(text, False, summary, (turn, answer), near, more=len(self.moves[SHOWN:]))

    def _not_yet(self, text: str) -> str:
        """How many things are still to be taken, if that is why somebody is not done."""
        question = self.engine.question(self.asked.position)
        if not _is_done(text) or question is None or question.kind != "several" or not self.moves:
            return ""
        *_, wanted = self.engine.words.registers(self.asked.position, question.args)
        return said("{1} more must be taken first", wanted) if wanted > 0 and len(question.args) == TAKING else ""

    def _barred(self, text: str) -> str:
        """Why nobody may pass here, if the text is to pass."""
        if self.moves and self._passes(text):
            return said("“{1}” is possible only when nothing else is", text)
        return ""

    def _passes(self, text: str) -> bool:
        decision = self.engine.machine.decisions[self.asked.position[DECISION]]
        passing = decision.pass_words or self.engine.words.own("pass")
        return decision.kind == "window" and fold(text) == fold(passing)

    def _refusal(self, text: str, done: bool) -> str:
        """Why the plan cannot be done yet, or why a thing cannot be chosen; empty if the rules give no words."""
        if not self.moves:
            return ""
        position = self.asked.position
        decision = self.engine.machine.decisions[position[DECISION]]
        words, args = decision.refusal, decision.refusal_args
        if decision.kind == "window":
            words = words if self._passes(text) else -1
        elif not done and self.offer.may is None and self.naming.is_wording(text):
            return ""  # an answer to another question, and nothing that could be chosen in any; a typed word could be
        elif decision.kind == "several" and not done:
            words, args = decision.other, decision.other_args
        elif done == (decision.kind == "member"):
            return ""
        if words < 0:
            return ""
        registers = self.engine.words.registers(position, args)
        return self.engine.words.text(position, self.asked.viewer, words, registers)

    def _unseen(self, text: str, reading: Reading) -> Explanation | None:
        """A move with a piece of the game that lies where the viewer does not see it, if anywhere."""
        for _, action in self.asked.actions:
            for name in unseen(self.naming, action, text)[:1]:
                site = self.engine.site(action.site)
                known = Requirement(
                    "known", False, said("{1} is nowhere to be seen", self.naming.spelt(name)), site=site
                )
                asked = (self.asked.turn(), self.asked.window(action), known)
                return Explanation(text, False, known.words, asked, site=site)
        return None

    def _stranger(self, text: str, reading: Reading) -> Explanation | None:
        """The beginning of an action with a thing that it is not about, or that is not seen, and no more."""
        named = self.strange.thing_behind(fold(text))
        if not named or not fold(text).endswith(fold(named)) or self.strange.called_otherwise(text):
            return None
        words = self.strange.of_thing(named)
        return Explanation(text, False, words, (self.asked.turn(), Requirement("known", False, words)))


def with_reason(error: MoveError, text: str, told: Explanation) -> MoveError:
    """What is told of a text that is no move: why, if it is one that the game knows."""
    if told.legal or not (told.requirements or (told.begun and not told.changes)):
        return error
    near = () if told.requirements else error.near
    if told.summary[1:].startswith(text) and not told.summary[0].isalnum():  # it says itself what is none
        return MoveError(told.summary, near, said=True)
    return MoveError(said("“{1}” is not a move here: {2}", text, told.summary), near, said=True)


def _is_done(text: str) -> bool:
    return fold(text) in ("done", fold(said("done")))


def _possible(text: str) -> Explanation:
    return Explanation(text, True, said("this move can be made now"))


def _short(begun: Begun, site: Site | None) -> Explanation:
    """Why one of many moves cannot be made: only what stands against it."""
    first = begun.failed[0]
    return Explanation(begun.text, False, first.words, begun.failed, needed=needed(first), site=site)
