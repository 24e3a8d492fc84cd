"""Which of the moves on offer a text means: one place says how well each answers to it, and when it may be several.

A text is tried in ranks, the strictest first. Whole texts (up to FULL) are settled by the first rank that any move has.
Looser ones are settled by the first rank that one move alone has; if there is none, the text may be several moves,
and nobody guesses. Callers say how loosely they may be read: a scenario proves something, so it is read strictly.
"""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import Final

from dsl.machine.ir.ops import ASKER, DECISION, ActionInfo, DecisionInfo
from dsl.runtime.errors import MoveError
from dsl.runtime.moves import Handle, Move, Option, action_of, chosen_in, option_of, text_of
from dsl.runtime.reading import tokens
from dsl.runtime.reading.naming import Naming
from dsl.runtime.reading.numbers import ends, run_of
from dsl.runtime.reading.patterns import by_name, readings
from dsl.runtime.reading.tokens import fold
from dsl.runtime.reading.typed import May, no_word, word_move
from dsl.runtime.tongues.own import marked, numbered, said
from dsl.runtime.wording import Words

MOST_NAMED: Final = 6
"""How many moves are named where a text may mean several."""

SMALL: Final = marked("a an and at by for from in into my of on onto the to upon with")
"""Small words that people put between things, and that a move may lack."""

LONGEST_NEAR: Final = 200
"""How many letters of a text are compared with those of moves, to find the nearest."""


class Rank(IntEnum):
    """How well a move answers to a text; the lower the better."""

    EXACT = 0
    """It is the text of the move."""
    ALIKE = 1
    """The same but for case, marks and blanks."""
    NAMED = 2
    """The same with the name of the action in place of its label."""
    FULL = 3
    """It says more than it needs to, such as where the only Oak lies, or which copy is meant."""
    NUMBER = 4
    """It is the number of the move in the list."""
    BEGINS = 5
    """The move begins so."""
    CHOSEN = 6
    """It is what is chosen in the move, also without blanks: `c3 d4`, `c3d4`."""
    WORDS = 7
    """They are words of the move, in their order."""
    CUT = 8
    """The same, with words that are cut short."""
    LOOSE = 9
    """The same, but for small words of which the move has others, or none: `okopy on the mill`."""


PARTIAL: Final = frozenset({Rank.BEGINS, Rank.WORDS, Rank.CUT, Rank.LOOSE})
"""Ranks of texts that say only a part of a move: others that cannot be made may begin so too."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text means: the moves that answer to it, all equally well; rank is None if there are none."""

    text: str
    rank: Rank | None
    moves: tuple[Move, ...]

    @property
    def move(self) -> Move | None:
        """The one move that is meant, if it is one only."""
        return self.moves[0] if len(self.moves) == 1 else None


class Offer:
    """The moves of the player who is asked, to be named by texts."""

    def __init__(
        self,
        words: Words,
        position: list[int],
        moves: Sequence[Move],
        options: Collection[Option],
        may: May | None = None,
    ) -> None:
        """`options` are all answers: those too that another move stands for. may: where a word is asked for, whether
        one can be chosen.
        """
        self.may = may
        self.words = words
        self.position = position
        self.moves = moves
        self.options = options

    def read(self, text: str, loosest: Rank = Rank.LOOSE) -> Reading:
        """What a text means, read no more loosely than that."""
        if self.may is not None:
            word = word_move(text, self.may)
            listed = [move for move in self.moves if word is not None and option_of(move) == option_of(word)]
            return Reading(text, None if word is None else Rank.EXACT, () if word is None else (*listed, word)[:1])
        several: Reading | None = None
        for rank in Rank:
            if rank > loosest:
                break
            found = self._at(rank, text)
            if len(found) == 1 or (found and rank <= Rank.FULL):
                return Reading(text, rank, found)
            if found and several is None:
                several = Reading(text, rank, found)
        return several or Reading(text, None, ())

    def the_one(self, text: str, loosest: Rank = Rank.LOOSE) -> Move:
        """The move a text means; MoveError, with what else it may be or the nearest moves, if it is not one."""
        reading = self.read(text, loosest)
        if reading.move is not None:
            return reading.move
        if reading.moves:
            raise MoveError(several(reading), several=len(reading.moves))
        if self.may is not None:
            wrong = no_word(text)
            raise MoveError(wrong or said("“{1}” cannot be chosen here", text), said=bool(wrong))
        typed = fold(text)
        if beyond := self.no_such_number(text):
            raise MoveError(beyond, said=True)
        run = run_of([move.text for move in self.moves])
        if run and typed.removeprefix("-").isdecimal():
            raise MoveError(said("{1} cannot be chosen: a number {2} can", typed, ends(run)), said=True)
        near = difflib.get_close_matches(typed[:LONGEST_NEAR], self._folded, 3, 0.5)
        nearest = tuple(self.moves[self._folded.index(form)].text for form in near)
        raise MoveError(said("“{1}” is not a move here", text), nearest)

    def no_such_number(self, text: str) -> str:
        """What is said of a text that would be the number of a move and is none; empty for other texts."""
        typed = fold(text)
        if not self._is_number(typed) or 1 <= int(typed) <= len(self.moves):
            return ""
        return numbered(
            len(self.moves),
            "there is no move {1}: there are {2}",
            "there is no move {1}: there are {2}",
            int(typed),
            len(self.moves),
        )

    def spellings(self) -> list[str]:
        """The other ways to write one move in full: by the name of its action, and by what is chosen in it."""
        found = [each for pair in zip(self._named, self._chosen, strict=True) for each in pair if each]
        times = Counter(fold(each) for each in found)
        return [each for each in found if times[fold(each)] == 1]

    # ---- what the moves are called ----

    @cached_property
    def _decision(self) -> DecisionInfo:
        return self.words.machine.decisions[self.position[DECISION]]

    @cached_property
    def _folded(self) -> list[str]:
        return [fold(move.text) for move in self.moves]

    @cached_property
    def _actions(self) -> list[ActionInfo | None]:
        return [action_of(self.words, self._decision, option_of(move)) for move in self.moves]

    @cached_property
    def _named(self) -> list[str]:
        """The moves with the names of their actions; empty where that is no other text."""
        return [
            by_name(action, move.text) if action is not None else ""
            for move, action in zip(self.moves, self._actions, strict=True)
        ]

    @cached_property
    def _chosen(self) -> list[str]:
        return [chosen_in(self.words, self.position, option_of(move)) for move in self.moves]

    @cached_property
    def _forms(self) -> list[tuple[str, ...]]:
        """Every move as it is compared: by its text, and by the name of its action."""
        named = [fold(name) for name in self._named]
        return [(form, name) if name else (form,) for form, name in zip(self._folded, named, strict=True)]

    @cached_property
    def _tokens(self) -> list[list[list[str]]]:
        return [[tokens.tokens(form) for form in forms] for forms in self._forms]

    # ---- ranks ----

    def _at(self, rank: Rank, text: str) -> tuple[Move, ...]:
        """The moves that answer to a text at a rank."""
        typed = fold(text)
        if rank is Rank.EXACT:
            return tuple(move for move in self.moves if move.text == text)[:1]
        if not typed:
            return ()
        if rank is Rank.FULL:
            return self._full(text)
        if rank is Rank.NUMBER:
            number = int(typed) if self._is_number(typed) else 0
            return (self.moves[number - 1],) if 1 <= number <= len(self.moves) else ()
        return tuple(move for index, move in enumerate(self.moves) if self._answers(rank, index, typed))

    def _answers(self, rank: Rank, index: int, typed: str) -> bool:
        """Whether one move answers to a folded text, for the ranks that compare words."""
        forms = self._forms[index]
        if rank is Rank.ALIKE:
            return forms[0] == typed
        if rank is Rank.NAMED:
            return typed.replace("_", " ") in forms[1:]
        if rank is Rank.BEGINS:
            spaced = typed.replace("_", " ")
            return tokens.begins(forms[0], typed) or any(tokens.begins(form, spaced) for form in forms[1:])
        if rank is Rank.CHOSEN:
            chosen = fold(self._chosen[index])
            return bool(chosen) and typed in (chosen, chosen.replace(" ", ""))
        wanted = tokens.tokens(typed)
        loosely = tokens.tokens(typed.replace("_", " "))
        if rank is Rank.LOOSE:
            wanted, loosely = tokens.without(wanted, small_words()), tokens.without(loosely, small_words())
        own, *named = self._tokens[index]
        cut = rank >= Rank.CUT
        return tokens.has_words(own, wanted, cut=cut) or any(
            tokens.has_words(words, loosely, cut=cut) for words in named
        )

    def _is_number(self, typed: str) -> bool:
        """Whether a text stands for the number of a move: not where the answers are numbers themselves."""
        return typed.isdecimal() and len(typed) < 10 and not any(form.isdecimal() for form in self._folded)

    def _full(self, text: str) -> tuple[Move, ...]:
        """The moves a text names with more words than it needs."""
        found = [option for option in self._options_named(text) if option in self.options]
        shown = tuple(move for move in self.moves if option_of(move) in found)
        return shown or tuple(
            Move(text_of(self.words, self.position, option), Handle(option), 0) for option in found[:1]
        )

    def _options_named(self, text: str) -> list[Option]:
        """The options that a text would mean in this decision, whether there are such ones or not."""
        decision = self._decision
        naming = Naming(self.words, self.position, self.position[ASKER])
        if decision.kind == "window":
            actions = self.words.machine.actions
            return [
                (number + 1, *values)
                for number in decision.actions
                for values in readings(naming, actions[number], text)
            ]
        if decision.kind == "member":
            return [(value,) for value in naming.values(decision.shown, text)]
        if decision.kind not in ("several", "arrange"):
            return []
        wanted = fold(text)
        take, back = (f"{fold(words)} " for words in decision.edits)
        edit, thing = (2, wanted.removeprefix(back)) if wanted.startswith(back) else (0, wanted.removeprefix(take))
        return [(edit, value) for value in naming.values(decision.shown, thing)]


def small_words() -> list[str]:
    """The small words of the language that is spoken, and of the rules; not those of one letter, which names a seat."""
    return [word for word in (*SMALL.split(), *said(SMALL).split()) if len(word) > 1]


def several(reading: Reading) -> str:
    """What is said of a text that may be several moves: which ones, with their numbers."""
    shown = [f"{move.number} {move.text}" for move in reading.moves[:MOST_NAMED]]
    left = len(reading.moves) - MOST_NAMED
    more = said(" and {1} more", left) if left > 0 else ""
    return numbered(
        len(reading.moves),
        "“{1}” can be {2} moves: {3}{4}",
        "“{1}” can be {2} moves: {3}{4}",
        reading.text,
        len(reading.moves),
        ", ".join(shown),
        more,
    )
