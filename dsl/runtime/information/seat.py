"""A seat: the one door through which people look at a position.

Whoever plays at a screen asks a seat, and gets what may be known there: views, moves, the log, reasons, what a move
would lead to. `viewer` says who sits there: a player, several together, a spectator (0), somebody who sees everything
(None). Nothing here hands out the position.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b

from dsl.diagnostics import RulesError
from dsl.machine.ir.ops import DECISION, FP, FieldInfo, Shown, Site
from dsl.runtime import pieces
from dsl.runtime.engine import Engine
from dsl.runtime.errors import GameError, MoveError
from dsl.runtime.explain import Explanation
from dsl.runtime.information import view_text
from dsl.runtime.information.drawn_values import Number, With, noted, numbers_of, shown_by_zones
from dsl.runtime.information.effects import Effect, effects
from dsl.runtime.information.faults import ASK_ALL, told_fault, told_mistakes
from dsl.runtime.information.final_scores import final_scores, points_by, standing
from dsl.runtime.information.prices import charges, price, usual_prices
from dsl.runtime.information.sealing import Sealing
from dsl.runtime.information.taking import TAKEN, Taking, takes_of, taking_of
from dsl.runtime.information.track_state import TrackView, tracks_of
from dsl.runtime.information.view_changes import field_words
from dsl.runtime.information.view_order import cell_of
from dsl.runtime.information.views import View
from dsl.runtime.knowing.asking import Asking
from dsl.runtime.moves import Move, Option, action_of, chosen_in, option_of, segments_of
from dsl.runtime.reading.offer import Rank, Reading
from dsl.runtime.reasons import Reason
from dsl.runtime.secret_fields import secrets
from dsl.runtime.state import State
from dsl.runtime.tongues.own import said
from dsl.runtime.viewers import sits
from dsl.runtime.wording import Viewer
from dsl.semantics.model import Card

Spot = tuple[str, tuple[int, int] | int | None]
"""The words of a zone, and where in it: a cell, or the place of a piece that is not known."""


class Seat:
    """What may be known of a state by whoever sits there."""

    def __init__(self, state: State, viewer: Viewer) -> None:
        self._state = state
        self.viewer = viewer

    def turned(self, viewer: Viewer) -> Seat:
        """What another one sees: a spectator sees no more than anybody, all others only who sees everything may ask
        for. PermissionError if this seat may not.
        """
        if self.viewer is not None and viewer not in (self.viewer, 0) and not self._is_one(viewer):
            raise PermissionError
        return Seat(self._state, viewer)

    def _is_one(self, viewer: Viewer) -> bool:
        return isinstance(viewer, int) and viewer > 0 and sits(self.viewer, viewer)

    @property
    def engine(self) -> Engine:
        """The game that is played: its words, its rules, nothing of the position."""
        return self._state.engine

    def fault(self, error: GameError, ask: str = ASK_ALL) -> str:
        """What is told here where the rules break. ask: whom to ask for more."""
        return told_fault(self.engine, self.viewer, error, ask)

    def mistakes(self, texts: Iterable[str], error: RulesError, ask: str = ASK_ALL) -> str:
        """What is told here of mistakes in rules that are read again. texts: those of the game that is played."""
        return told_mistakes(self.engine, self.viewer, texts, error, ask)

    # ---- what is seen ----

    @property
    def actor(self) -> int:
        """The player who is asked; 0 when the game is over, chance has to decide, or others choose unseen."""
        return 0 if self.is_unseen else self._state.actor

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._state.is_over

    @property
    def mine(self) -> bool:
        """Whether whoever sits here may answer the question that waits."""
        return self._state.actor != 0 and sits(self.viewer, self._state.actor)

    @property
    def is_unseen(self) -> bool:
        """Whether others choose unseen just now, of which nothing is told here."""
        return self.engine.is_unseen(self._state.position, self.viewer)

    @property
    def ready(self) -> tuple[list[int], list[int]] | None:
        """The players who have made their sealed choices, and those who are still making theirs; None where none are
        made, or the rules do not make public who is asked.
        """
        question = self.engine.question(self._state.position)
        if question is None or question.seal is None:
            return None
        return Sealing(self.engine, self._state.position, question.seal).ready(self._state.position)

    @property
    def _asked(self) -> Viewer:
        """For whom a move is worded: who sees everything reads it as the one who is asked."""
        return self._state.actor if self.viewer is None else self.viewer

    def view(self) -> View:
        """The position."""
        return self._state.view(self.viewer)

    def with_values(self, seen: View, before: With | None = None) -> View:
        """A view with the values that its zones tell of their pieces; before: what `shown_by_zones` keeps in it."""
        return shown_by_zones(self.engine, self._state.position, seen, before)

    def numbers(self, pieces: Iterable[int]) -> dict[int, tuple[Number, ...]]:
        """The numbers that pieces count for now."""
        return numbers_of(self.engine, self._state.position, self.viewer, pieces)

    def tracks(self, entities: Iterable[int]) -> list[TrackView]:
        """The tracks of players, pieces or the table (0)."""
        return tracks_of(self.engine, self._state.position, self.viewer, entities)

    def knows(self, piece: int) -> bool:
        """Whether it is known here which piece that is."""
        return self.engine.words.knows(self._state.position, self.viewer, piece)

    def may_read(self, card: Card) -> bool:
        """Whether a card is none that the rules keep secret, or somebody here knows a copy of it."""
        return not card.secret or any(map(self.knows, range(card.first, card.last + 1)))

    def unmet(self) -> list[Card]:
        """The cards that the rules keep secret and of which nobody here knows a copy."""
        program = self.engine.program
        return [card for card in program.cards if not self.may_read(card)] if program is not None else []

    def printed(self, field: FieldInfo, piece: int) -> str:
        """What is printed in a field of a piece: of another piece its name, wherever that lies."""
        return self.engine.words.in_print(field.shown, self.engine.machine.tables[field.table][piece - field.first])

    # ---- the question ----

    @property
    def kind(self) -> str:
        """The kind of the question that waits, where it is put to whoever sits here."""
        question = self.engine.question(self._state.position) if self.mine else None
        return question.kind if question is not None else ""

    @property
    def takes(self) -> int:
        """How many more things can be taken of several; 0 if all of them can."""
        question = self.engine.question(self._state.position) if self.mine else None
        return takes_of(self.engine, self._state.position, question) if question is not None else 0

    def offered_actions(self) -> Sequence[int]:
        """The numbers of the actions that the question offers, where it is put to whoever sits here."""
        question = self.engine.question(self._state.position) if self.mine else None
        return question.actions if question is not None else ()

    def action_of(self, move: Move) -> int:
        """The number of the action that a move of such a question is."""
        return option_of(move)[0] - 1

    @property
    def asks(self) -> Site | None:
        """The rule that asks the question, where it is put to whoever sits here."""
        question = self.engine.question(self._state.position) if self.mine else None
        return self.engine.site(question.site) if question is not None else None

    def prompt(self) -> str:
        """The words of the question."""
        return self._state.prompt(self._asked)

    def moves(self) -> Sequence[Move]:
        """The moves that can be made here now."""
        return self._state.moves() if self.mine else ()

    def taken(self) -> list[str]:
        """What was taken so far in answer to the question, where things are taken one after the other and it is put to
        whoever sits here: in the order in which they were taken.
        """
        if self.kind not in ("several", "arrange"):
            return []
        words, position = self.engine.words, self._state.position
        question = self.engine.machine.decisions[position[DECISION]]
        found = words.frames.register(position, position[position[FP]], question.args[TAKEN])
        held = found if isinstance(found, list) else []
        return [words.read(position, self._asked, [(question.shown, each)]) for each in held]

    @property
    def taking(self) -> Taking | None:
        """How things are taken, where they are taken one after the other and it is put to whoever sits here."""
        return taking_of(self.engine, self._state.position, self.moves()) if self.mine else None

    def spots(self, move: Move) -> list[Spot]:
        """Where the things that are chosen in a move lie as far as they are pieces in play: the words of their zones,
        as a view has them, and their cells in a layout. Of a piece that is not known here its place in its zone is
        said, if that has an order: it is all that tells which it is.
        """
        segments = segments_of(self.engine.words, self._state.position, option_of(move))
        return [self._spot(*part) for part in segments if not isinstance(part, str)]

    def _spot(self, shown: Shown, value: int) -> Spot:
        words, position = self.engine.words, self._state.position
        place = words.place_of(position, value) if shown.what == "entity" and words.is_piece(value) else None
        if place is None or place.info is None:
            return "", None
        if self.knows(value):
            return place.words, cell_of(self.engine, position, value)
        return (place.words, pieces.place_index(words, position, value)) if place.info.ordered else ("", None)

    def has(self, option: Option) -> bool:
        """Whether an option can be chosen here now."""
        return self.mine and option in self._state.options()

    @property
    def types(self) -> bool:
        """Whether whoever sits here is asked for a word that is typed."""
        return self.mine and self._state.may_type is not None

    def read(self, text: str, loosest: Rank = Rank.LOOSE) -> Reading:
        """Which of the moves a text means."""
        return self._state.read(text, loosest) if self.mine else Reading(text, None, ())

    def the_move(self, text: str) -> Move:
        """The one move that a text means; MoveError if it is none or several, or another one is asked."""
        if not self.mine:
            raise MoveError(said("you are not asked now"))
        return self._state.the_move(text)

    def spellings(self) -> list[str]:
        """The other ways to write a move in full."""
        return self._state.offer.spellings() if self.mine else []

    def parts(self, move: Move) -> tuple[list[str], list[int], str]:
        """A move in parts: their texts, without what tells it from others (`Move.marks`), which of them are things
        chosen, and these alone.
        """
        words, position = self.engine.words, self._state.position
        segments = segments_of(words, position, option_of(move))
        texts = [words.read(position, self._state.actor, [segment]) for segment in segments]
        values = [index for index, segment in enumerate(segments) if not isinstance(segment, str)]
        return texts, values, chosen_in(words, position, option_of(move))

    def notes(self, moves: Sequence[Move]) -> list[tuple[str, str]]:
        """What is worth knowing of each move: what it costs, or what stands on the things in it. What most moves of an
        action cost without a `pay`, as steps do, stands beside the others only: for them it comes second.
        """
        asking = Asking(self.engine, self._state.position, self._asked)
        stands: dict[object, str] = {}
        options = [option_of(move) for move in moves]
        found = [self._note(asking, option, stands) for option in options]
        actions = self.engine.machine.actions if self.kind == "window" else ()
        asks = {number for number, action in enumerate(actions, 1) if charges(action)}
        usual = usual_prices(
            [(option[0], note) for option, note in zip(options, found, strict=True) if option[0] in asks]
        )
        return [
            ("", note) if usual.get(option[0]) == note else (note, "")
            for option, note in zip(options, found, strict=True)
        ]

    def _note(self, asking: Asking, option: Option, stands: dict[object, str]) -> str:
        """In a window what the move asks of the piece that is used, else of the thing that is chosen last. stands: what
        stands on the pieces that were asked for before.
        """
        words, position = self.engine.words, self._state.position
        action = action_of(words, self.engine.machine.decisions[position[DECISION]], option)
        told = price(asking, action, option) if action is not None else ""
        if told:
            return told
        parts = [part for part in segments_of(words, position, option) if not isinstance(part, str)]
        chosen = [each for shown, each in parts[-1:] if shown.what == "entity"]
        used = option[1:2] if action is not None and action.thises is not None else ()
        only = action.asks if action is not None else None
        for piece in (*used, *chosen):
            if (piece, only) not in stands:
                stands[piece, only] = noted(asking, piece, only)
            if stands[piece, only]:
                return stands[piece, only]
        return ""

    def take(self, move: Move) -> None:
        """Make a move; only a copy to try things on is played at by a seat."""
        self._state.apply(move)

    # ---- what is asked ----

    @property
    def forced(self) -> Move | None:
        """The answer to the question that waits here, if there is only one."""
        moves = self.moves()
        return moves[0] if len(moves) == 1 else None

    @property
    def is_public(self) -> bool:
        """Whether everybody who looks on knows as much of the position as there is to know: then all see that somebody
        had no choice. Else a quick answer would tell what was in a hand.
        """
        engine, position = self.engine, self._state.position
        question = engine.question(position)
        if question is None or question.sealed:
            return False
        if question.kind == "branch" and len(question.branches) == 1:
            return True
        words = engine.words
        return not any(secrets(words, position, 0)) and all(
            words.knows(position, 0, piece)
            for piece in range(engine.machine.first_piece, engine.machine.entity_count + 1)
        )

    def steps(self) -> list[tuple[int, bool, str]]:
        """The lines of the log that may be read here, each with the number of its move (-1: the start), and whether it
        is the move itself.
        """
        return self._state.steps(self.viewer)

    def effects(self, move: int, first: int | None = None) -> list[Effect]:
        """What a move, by its number, changed in what may be known here, or what all from `first` to it did."""
        return self._state.effects(move, self.viewer, first)

    def changed_from(self, before: View) -> list[Effect]:
        """What is otherwise here than in a view from the same seat."""
        return effects(before, self.view(), field_words(self.engine))

    def log(self) -> list[str]:
        """What happened."""
        return self._state.log(self.viewer)

    def ending(self) -> str:
        """Why the game ended, in the words of the rules; empty before the end."""
        return self._state.ending(self.viewer)

    def scores(self) -> list[int]:
        """How many points each player has at the end; empty before it, and where the rules count none."""
        return final_scores(self.engine, self._state.position, self.viewer) if self.is_over else []

    def points_by(self) -> int | None:
        """The function that counts the points here, for `standing` at other moments of the game; None for none."""
        return points_by(self.engine, self._state.position, self.viewer)

    def standing(self, by: int | None = None) -> list[int]:
        """How far each player has come, where the rules count that and it can be known here; else empty."""
        return standing(self.engine, self._state.position, self.viewer, by)

    def because(self, number: int) -> Reason:
        """Where a line of the log comes from."""
        return self._state.because(number, self.viewer)

    def why(self, text: str) -> Reason:
        """Where a number comes from."""
        return self._state.why(text, self.viewer)

    def explain(self, text: str) -> Explanation:
        """Why a move is possible or not."""
        return self._state.explain(text, self.viewer)

    def imagined(self) -> Seat:
        """The same seat at a copy to try things on: one of the positions that look like this one from here. Which of
        them depends on what the seat has seen, and not on how things are.
        """
        if self.viewer is None:
            return Seat(self._state.clone(history=False), None)
        seen = "\n".join([*view_text.lines(self.view()), *self.log()])
        key = int.from_bytes(blake2b(seen.encode(), digest_size=8).digest(), "little")
        return Seat(self._state.determinize(self.viewer, key), self.viewer)

    def tried(self, move: Move) -> Seat:
        """What a move could lead to: this seat as it would look on then.

        It is the move of that number there: which piece it takes may be unknown to the player himself.
        """
        found = self.imagined()
        found.take(found._state.moves()[move.number - 1] if move.number else move)
        return found
