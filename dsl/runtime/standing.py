"""A position and what there is in it: who is asked, what can be answered, which answer a text means.

The position is a list of numbers, or what a backend holds in a form of its own, which is faster to play on and fetched
as a list when somebody asks for it. So is one that was come back to, which is kept by what changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from dsl.backends.base import PlayError
from dsl.backends.held import Held
from dsl.machine.ir.ops import KEY_HI, KEY_LO, RUNNING, STATUS
from dsl.runtime.engine import Engine
from dsl.runtime.errors import MoveError
from dsl.runtime.history import Pending
from dsl.runtime.kept import Kept
from dsl.runtime.moves import Handle, Move, Option, copies_of, moves_of, option_of
from dsl.runtime.nature import Nature
from dsl.runtime.reading.offer import Offer, Rank, Reading
from dsl.runtime.reading.typed import May, may_type, word_chosen
from dsl.runtime.tongues.own import said
from dsl.runtime.wording import Viewer


class Standing:
    """A position of a game, without a past. A position that waits for chance asks nobody."""

    def __init__(self, engine: Engine, position: list[int]) -> None:
        """What stands in `position`, which it owns."""
        self.engine = engine
        self._list: list[int] | None = position
        self._held: Held | None = None
        self._kept: Kept | None = None  # the same position, for coming back to it
        self._quiet = Nature(engine.machine)
        self._pending: Pending | None = None
        self._options: list[Option] | None = None
        self._moves: list[Move] | None = None

    # ---- where it is ----

    @property
    def _position(self) -> list[int]:
        """The position as a list; what a backend holds in a form of its own is fetched when it is asked for."""
        if self._list is None:
            source = self._kept if self._held is None else self._held
            assert source is not None
            self._list = source.position()
        return self._list

    @_position.setter
    def _position(self, position: list[int]) -> None:
        self._list, self._held, self._kept = position, None, None

    def _keep(self) -> Kept:
        """The position as it is kept for coming back to it."""
        if self._kept is None:
            self._kept = Kept(self._position)
        return self._kept

    def _come_back(self, kept: Kept) -> None:
        """Let the position be one that was kept; it is fetched when it is asked for."""
        self._list, self._held, self._kept = None, None, kept

    def _hold(self) -> Held | None:
        """The position in the backend's own form, if it has one."""
        if self._held is None:
            self._held = self.engine.backend.hold(self._position)
        return self._held

    def held(self) -> Held | None:
        """The position in the form that the backend plays on fastest; None if it has none, or chance has to decide."""
        return self._hold() if self._pending is None else None

    # ---- what there is ----

    @property
    def position(self) -> list[int]:
        """The numbers of the position (see machine/ir/ops.py). To be read, not written."""
        return self._position

    @property
    def actor(self) -> int:
        """The player who is asked, from 1; 0 when the game is over or chance has to decide."""
        if self._pending:
            return 0
        return self.engine.asker(self._position) if self._held is None else self._held.asker

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        over = self.engine.is_over(self._position) if self._held is None else self._held.is_over
        return over and self._pending is None

    def returns(self) -> list[int]:
        """The result of each player: 1 won, -1 lost, 0 drawn, or the points of a scored game; all 0 before the end."""
        return list(self.engine.backend.score(self._position) if self._held is None else self._held.score())

    def prompt(self, viewer: Viewer = None) -> str:
        """The words of the question that is asked."""
        return "" if self._pending else self.engine.prompt(self._position, viewer)

    def options(self) -> list[Option]:
        """All answers as the machine counts them, in the order of the rules."""
        if self._options is None:
            if self.actor == 0:
                return []
            held = self._hold()
            try:
                self._options = self.engine.backend.options(self._position) if held is None else held.options()
            except PlayError as error:
                raise self.engine.error(error) from None
        return self._options

    def moves(self) -> list[Move]:
        """The moves of the player who is asked, with unique texts; copies that differ in nothing count once."""
        if self._moves is None:
            self._moves = moves_of(self.engine.words, self._position, self.options()) if self.actor else []
        return self._moves

    def key(self) -> str:
        """A fingerprint of the position: equal for equal positions, whatever chance has given so far."""
        pending = self._pending
        own = self.engine.key(self._position)
        return own if pending is None else f"{own}/{pending.option}/{pending.outcomes}"

    # ---- which move is meant ----

    @property
    def offer(self) -> Offer:
        """The moves of the player who is asked, as texts name them."""
        return Offer(self.engine.words, self._position, self.moves(), self.options(), self.may_type)

    @property
    def may_type(self) -> May | None:
        """Whether a word, by its number, can be chosen here; None where the answer is no word that is typed."""
        return may_type(self.engine, self._position) if self.actor else None

    def read(self, text: str, loosest: Rank = Rank.LOOSE) -> Reading:
        """Which of the moves a text means, one or several, read no more loosely than that; see reading/offer.py.

        A game in another language is understood in that of its rules as well.
        """
        if not self.actor:
            return Reading(text, None, ())
        found = self.offer.read(text, loosest)
        return found if found.moves or self.engine.tongue is None else self._read_in_source(text, loosest)

    def _read_in_source(self, text: str, loosest: Rank) -> Reading:
        words, options = self.engine.in_source.words, self.options()
        found = Offer(words, self._position, moves_of(words, self._position, options), options).read(text, loosest)
        return Reading(text, found.rank, tuple(self.the_move(option_of(move)) for move in found.moves))

    def the_move(self, move: Move | str | int | Option, loosest: Rank = Rank.LOOSE) -> Move:
        """The move that is meant by itself, its text, its index or its option; MoveError if it is none or several."""
        if self.actor == 0:
            raise MoveError(said("the game is over") if self.is_over else said("nobody is asked here"))
        if isinstance(move, Move):
            move = option_of(move)
        if isinstance(move, str):
            found = self.read(move, loosest) if self.engine.tongue is not None else None
            return found.move if found and found.move else self.offer.the_one(move, loosest)
        if isinstance(move, int):
            if not 0 <= move < len(self.moves()):
                raise MoveError(f"there is no move with the index {move}: there are {len(self.moves())}")
            return self.moves()[move]
        for known in self.moves():
            if option_of(known) == move:
                return known
            if move in copies_of(known):
                return replace(known, handle=Handle(move))
        may = self.may_type
        word = word_chosen(move, may) if may is not None else None
        if word is None:
            raise MoveError(f"{move} is not among the options here")
        return word

    def option(self, move: Move | str | int) -> Option:
        """The answer that a move is, as the machine counts it: numbers of the position, which no seat is to see."""
        return option_of(self.the_move(move))

    def shown(self, option: Option) -> Move:
        """The move that people make when they choose an option: of copies that differ in nothing the one whose text
        they read, so that the text leads to the same position.
        """
        return next((each for each in self.moves() if option in copies_of(each)), None) or self.the_move(option)

    # ---- chance that has to decide ----

    @property
    def is_chance(self) -> bool:
        """Whether the state is a chance node."""
        return self._pending is not None

    @property
    def pending(self) -> Pending | None:
        """The step that waits for chance, with the outcomes it has; None if none does."""
        return self._pending

    def chance_outcomes(self) -> list[tuple[int, Fraction]]:
        """The outcomes at a chance node, from 0, with their probabilities; none elsewhere."""
        n = self._pending.n if self._pending else 0
        return [(outcome, Fraction(1, n)) for outcome in range(n)]

    # ---- playing on without keeping anything ----

    def _choose(self, option: Option) -> None:
        """Answer with an option, unchecked, and go on to the next decision."""
        held = self._hold()
        self._kept = None
        try:
            if held is not None:
                self._list = None
                held.choose(option)
            else:
                position = self._position
                self.engine.backend.choose(position, option)
                self.engine.backend.run(position, self._quiet)
        except PlayError as error:
            raise self.engine.error(error) from None

    def go_on(self) -> None:
        """Play on to a decision from a position in which nobody has been asked yet, keeping nothing; else nothing."""
        if self._position[STATUS] != RUNNING:
            return
        try:
            self.engine.backend.run(self._position, self._quiet)
        except PlayError as error:
            raise self.engine.error(error) from None
        finally:
            self._position = self._position  # what was found out about it before holds no longer

    def _roll(self, dice: Sequence[tuple[int, int]], whose: Sequence[int], limit: int) -> tuple[int, list[int]] | None:
        """Play on at random in the backend; None if it cannot, and then nothing has happened. See `Course.roll`."""
        held = self._hold() if self._pending is None else None
        if held is None:
            return None
        self._list = self._kept = None
        try:
            return held.roll(dice, whose, limit)
        except PlayError as error:
            raise self.engine.error(error) from None

    def leaves(self, depth: int) -> int | None:
        """How many sequences of `depth` decisions there are from here, counted in the backend; None if it cannot."""
        held = self._hold() if self._pending is None else None
        try:
            return None if held is None else held.leaves(depth)
        except PlayError as error:
            raise self.engine.error(error) from None

    def number(self, proc: int, args: Sequence[int]) -> int:
        """The result of a function of the machine that changes nothing, such as a value of a player; PlayError as of a
        backend.
        """
        if self._held is not None:
            return self._held.call(proc, args)
        return self.engine.call(self._position, proc, args)

    def _rekey(self, key: int) -> None:
        """Let chance go on by another key of 64 bits."""
        if self._held is None or self._list is not None:
            self._position[KEY_LO], self._position[KEY_HI] = key & 0xFFFFFFFF, key >> 32
        if self._held is not None:
            self._held.rekey(key)
        self._kept = None
