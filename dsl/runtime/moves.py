"""Moves and their texts: what a player may answer now, in words that are unique and can be typed back.

A move reads by what the asked player sees. A piece is called by its title; only where two moves would read the same
is more said, and only behind the pieces in which they differ ("attack with Guard at A first left at Rider", "Guard
#2"; see `apart`). Copies of one card that lie in one pile and differ in nothing make one move, not two.

The order of the list tells nothing either. Moves stand in the order in which the rules found them, but as soon as a
piece unknown to the player is among them, the unknown ones go last, and those of one pile in an order made from the
position itself: counting them off cannot show which card has the lowest number.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

from dsl.machine.ir.ops import ASKER, DECISION, ActionInfo, DecisionInfo, Shown
from dsl.runtime import pieces
from dsl.runtime.apart import Apart
from dsl.runtime.chance import mix
from dsl.runtime.secret_fields import seen_state
from dsl.runtime.wording import ENTITY, Segment, Viewer, Words

Option = tuple[int, ...]


class Handle:
    """An answer as the position has it, to be handed back and not to be read: it holds the numbers of pieces, by which
    copies and pieces that nobody knows could be told apart. Whoever holds the position opens it (`option_of`).
    """

    __slots__ = ("_copies", "_option")

    def __init__(self, option: Option, copies: tuple[Option, ...] = ()) -> None:
        """copies: the options of copies that differ in nothing, for which it stands."""
        self._option = option
        self._copies = copies

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Handle) and other._option == self._option

    def __hash__(self) -> int:
        return hash(self._option)

    def __repr__(self) -> str:
        return "<an answer>"


@dataclass(frozen=True, slots=True)
class Move:
    """One answer: its text, what stands for it in the position, its number in the list (from 1), the action if it is
    one. marks: what is said behind each of its parts, to tell it from others.
    """

    text: str
    handle: Handle
    number: int
    action: str | None = None
    marks: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.text


def option_of(move: Move) -> Option:
    """The numbers that the machine wants: for whoever holds the position, never for a seat."""
    return move.handle._option  # pyright: ignore[reportPrivateUsage]


def copies_of(move: Move) -> tuple[Option, ...]:
    """The options of copies that differ in nothing, for which a move stands as well."""
    return move.handle._copies  # pyright: ignore[reportPrivateUsage]


def moves_of(words: Words, position: list[int], options: Sequence[Option]) -> list[Move]:
    """The moves of the player who is asked, in the order to show them."""
    decision = words.machine.decisions[position[DECISION]]
    asker = position[ASKER]
    ordered = _Order(words, position, asker, decision).sorted(options)
    segments = [segments_of(words, position, option) for option in ordered]
    reader = _Texts(words, position, asker, segments)
    texts = reader.unique()
    copies: dict[int, list[int]] = {}
    for index, stands in reader.stands.items():
        while stands in reader.stands:
            stands = reader.stands[stands]
        copies.setdefault(stands, []).append(index)
    found: list[Move] = []
    for index, text in enumerate(texts):
        if text is not None:
            alike = sorted((index, *copies[index]), key=reader.unfamiliar) if index in copies else [index]
            option, *also = (ordered[each] for each in alike)
            action = action_of(words, decision, option)
            name, marks = action.name if action else None, reader.marks.get(index, ())
            found.append(Move(text, Handle(option, tuple(also)), len(found) + 1, name, marks))
    return found


def text_of(words: Words, position: list[int], option: Option) -> str:
    """An option as its player reads it, without regard to other options that may read the same."""
    return words.read(position, position[ASKER], segments_of(words, position, option))


def chosen_in(words: Words, position: list[int], option: Option) -> str:
    """What is chosen in an option, without the words round it: `c3 d4` of `step from c3 to d4`."""
    chosen = [segment for segment in segments_of(words, position, option) if not isinstance(segment, str)]
    return " ".join(words.read(position, position[ASKER], [segment]) for segment in chosen)


def action_of(words: Words, decision: DecisionInfo, option: Option) -> ActionInfo | None:
    """The action that an option of a window is; None for a pass and for other decisions."""
    if decision.kind != "window" or not option or option[0] == 0:
        return None
    return words.machine.actions[option[0] - 1]


def segments_of(words: Words, position: list[int], option: Option) -> list[Segment]:
    """An option of the decision asked in a position, as texts and values in turn."""
    return answer_segments(words, position, words.machine.decisions[position[DECISION]], position[ASKER], option)


def answer_segments(
    words: Words, position: list[int], decision: DecisionInfo, asker: int, option: Option
) -> list[Segment]:
    """What somebody answers, or has answered, as texts and values in turn."""
    first = option[0] if option else 0
    if decision.kind == "branch":
        registers = decision.branch_args[first] if decision.branch_args else ()
        return words.segments(decision.branches[first], words.registers(position, registers))
    if decision.kind in ("several", "arrange"):
        chosen = option[1] if len(option) > 1 else 0
        return [words.own("done")] if first == 1 else [f"{decision.edits[first // 2]} ", (decision.shown, chosen)]
    if decision.kind == "member":
        return [(decision.shown, first)]
    action = action_of(words, decision, option)
    if action is None:
        return [decision.pass_words or words.own("pass")]
    return title_of(action, (asker, *option[1:]))


def numbers_of(words: Words, decision: DecisionInfo, option: Option) -> list[Shown | None]:
    """What each number of an option is; None for one that is no value but says which answer it is."""
    shown: list[Shown | None] = [None] * len(option)
    if decision.kind == "member":
        shown[0] = decision.shown
    elif decision.kind in ("several", "arrange") and len(option) > 1:
        shown[1] = decision.shown
    action = action_of(words, decision, option)
    if action is not None:
        values = [Shown("entity"), *(kind for _, kind, _ in action.params)]
        shown[1:] = [*values, *shown[1 + len(values) :]][: len(option) - 1]
    return shown


def title_of(action: ActionInfo, values: Sequence[int]) -> list[Segment]:
    """The title of an action as texts and values; `values` are me, this and the parameters."""
    return [
        part if isinstance(part, str) else (part[1], values[part[0]] if part[0] < len(values) else 0)
        for part in action.title
    ]


class _Order:
    """The order of the options of one decision."""

    def __init__(self, words: Words, position: list[int], asker: int, decision: DecisionInfo) -> None:
        self.words = words
        self.position = position
        self.asker = asker
        self.decision = decision
        self._salt: int | None = None

    def sorted(self, options: Sequence[Option]) -> list[Option]:
        """The options as they came if all pieces in them are known, else in an order that tells nothing."""
        hidden = [self._hidden(option) for option in options]
        if not any(map(any, hidden)):
            return self._as_seen(options)
        ranks: list[dict[int, int]] = []
        for option, unknown in zip(options, hidden, strict=True):
            ranks.extend({} for _ in range(len(option) - len(ranks)))
            for rank, value, masked in zip(ranks, option, unknown, strict=False):
                if not masked:
                    rank.setdefault(value, len(rank))
        keys = {
            option: [
                self._pile(value) if masked else (0, 0, rank[value])
                for rank, value, masked in zip(ranks, option, unknown, strict=False)
            ]
            for option, unknown in zip(options, hidden, strict=True)
        }
        return sorted(options, key=keys.__getitem__)

    def _as_seen(self, options: Sequence[Option]) -> list[Option]:
        """Options that differ only in which of several copies they name, in the order of where these lie and how: the
        order of their numbers would tell one copy from another for good.
        """
        groups: dict[tuple[object, ...], list[int]] = {}
        for index, option in enumerate(options):
            groups.setdefault(tuple(self._card(value) for value in self._named(option)), []).append(index)
        found = list(options)
        for group in (each for each in groups.values() if len(each) > 1):
            ordered = sorted(group, key=lambda index: [self._spot(value) for value in self._named(options[index])])
            for place, index in zip(group, ordered, strict=True):
                found[place] = options[index]
        return found

    def _named(self, option: Option) -> list[tuple[int, bool]]:
        """The numbers of an option, and whether each is a piece."""
        shown = numbers_of(self.words, self.decision, option)
        return [
            (value, what is not None and what.what == "entity" and self.words.is_piece(value))
            for what, value in zip(shown, option, strict=True)
        ]

    def _card(self, named: tuple[int, bool]) -> object:
        info = self.words.info(named[0]) if named[1] else None
        return named[0] if info is None else (info.kind, info.title)

    def _spot(self, named: tuple[int, bool]) -> tuple[object, ...]:
        """Where a piece lies, and how."""
        value, is_piece = named
        if not is_piece:
            return (value,)
        place = self.words.place_of(self.position, value)
        ordered = place.info is not None and place.info.ordered
        index = pieces.place_index(self.words, self.position, value) if ordered else 0
        return (place.instance, index, seen_state(self.words, self.position, self.asker, value, knowing=False))

    def _pile(self, piece: int) -> tuple[int, int, int]:
        place = self.words.place_of(self.position, piece)
        if place.info is not None and place.info.ordered:
            index = pieces.place_index(self.words, self.position, piece)
            return (1, place.instance, -index if place.info.shape == "stack" else index)
        return (1, place.instance, mix(self._secret() ^ piece))

    def _hidden(self, option: Option) -> list[bool]:
        """For each number of an option whether it is a piece that the asked player does not know."""
        words, position, asker = self.words, self.position, self.asker
        shown = numbers_of(words, self.decision, option)
        return [
            what is not None and what.what == "entity" and not words.knows(position, asker, value)
            for what, value in zip(shown, option, strict=True)
        ]

    def _secret(self) -> int:
        if self._salt is None:
            digest = blake2b(array("q", self.position).tobytes(), digest_size=8).digest()
            self._salt = int.from_bytes(digest, "little")
        return self._salt


class _Texts:
    """Unique texts for the options of one decision."""

    def __init__(self, words: Words, position: Sequence[int], viewer: Viewer, options: list[list[Segment]]) -> None:
        self.words = words
        self.position = position
        self.viewer = viewer
        self.options = options
        self._referred: set[int] | None = None
        self.stands: dict[int, int] = {}
        """For each option without a text the one that stands for it."""
        self.marks: dict[int, tuple[str, ...]] = {}
        """For options that would read as others what is said behind each part."""
        self._apart = Apart(words, position, viewer)

    def unique(self) -> list[str | None]:
        """A text for each option, None for one that another stands for."""
        texts: list[str | None] = [self.words.read(self.position, self.viewer, option) for option in self.options]
        for group in _alike(texts):
            kept = self._without_copies(group, texts)
            if len(kept) > 1:
                marks = self._marks(kept)
                for index in kept:
                    self.marks[index] = self._of(index, marks)
                    texts[index] = self._marked(index)
        taken = set(texts)
        for group in _alike(texts):
            numbers = iter(range(2, 2 + len(taken) + len(texts)))
            for index in self._without_copies(group, texts)[1:]:
                texts[index] = next(text for n in numbers if (text := f"{texts[index]} #{n}") not in taken)
        return texts

    def _without_copies(self, group: list[int], texts: list[str | None]) -> list[int]:
        kept: list[int] = []
        for index in group:
            alike = (other for other in kept if self._interchangeable(self.options[index], self.options[other]))
            stands = next(alike, None)
            if stands is None:
                kept.append(index)
            else:
                texts[index], self.stands[index] = None, stands
        return kept

    def unfamiliar(self, index: int) -> int:
        """Fewer for an option that names pieces which more of the others know.

        Of copies, the one that others have seen is played first: nobody at a table can tell that it is another one,
        and whoever saw it does not learn that there is a second.
        """
        known = self.words.machine.layout.known
        named = (part[1] for part in self.options[index] if not isinstance(part, str) and self._known_piece(part))
        return -sum(self.position[known + piece].bit_count() for piece in named)

    def _marks(self, group: list[int]) -> dict[int, dict[int, str]]:
        """What is said behind the pieces in which the options of a group differ, for each part that names some."""
        named: dict[int, list[int]] = {}
        for index in group:
            for number, part in enumerate(self.options[index]):
                if not isinstance(part, str) and self._known_piece(part):
                    named.setdefault(number, []).append(part[1])
        return {number: self._apart.marks(self._unlike(found)) for number, found in named.items()}

    def _unlike(self, found: Sequence[int]) -> list[int]:
        """Each piece once, without those that differ from another one in nothing."""
        kept: list[int] = []
        for piece in dict.fromkeys(found):
            if not any(self._copies((ENTITY, piece), (ENTITY, other)) for other in kept):
                kept.append(piece)
        return kept

    def _of(self, index: int, marks: dict[int, dict[int, str]]) -> tuple[str, ...]:
        """What is said behind each part of an option."""
        return tuple(
            "" if isinstance(part, str) else marks.get(number, {}).get(part[1], "")
            for number, part in enumerate(self.options[index])
        )

    def _marked(self, index: int) -> str:
        pairs = zip(self.options[index], self.marks[index], strict=True)
        return "".join(f"{self.words.read(self.position, self.viewer, [part])}{mark}" for part, mark in pairs)

    def _known_piece(self, part: tuple[Shown, int]) -> bool:
        shown, value = part
        known = shown.what == "entity" and self.words.is_piece(value)
        return known and self.words.knows(self.position, self.viewer, value)

    def _interchangeable(self, one: list[Segment], other: list[Segment]) -> bool:
        if len(one) != len(other):
            return False
        for a, b in zip(one, other, strict=True):
            if a != b and (isinstance(a, str) or isinstance(b, str) or not self._copies(a, b)):
                return False
        return True

    def _copies(self, a: tuple[Shown, int], b: tuple[Shown, int]) -> bool:
        """Whether two pieces differ in nothing but their number: same card, same pile, same state, nothing points at
        them.
        """
        if not self._known_piece(a) or not self._known_piece(b):
            return False
        return pieces.interchangeable(self.words, self.position, a[1], b[1], self._referred_to(), self.viewer)

    def _referred_to(self) -> set[int]:
        if self._referred is None:
            self._referred = pieces.referred_to(self.words, self.position, asked=False)
        return self._referred


def _alike(texts: Sequence[str | None]) -> list[list[int]]:
    """The groups of indices with the same text, of two and more."""
    groups: dict[str, list[int]] = {}
    for index, text in enumerate(texts):
        if text is not None:
            groups.setdefault(text, []).append(index)
    return [group for group in groups.values() if len(group) > 1]
