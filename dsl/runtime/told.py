"""What was told of pieces: a part of what they are, kept in the position for whoever was told (see `tell`).

For a viewer a piece has a mask of the sorts of pieces that it is known not to be: what all were told at once, with what
he was told, or those who sit with him. Somebody who knows a piece needs none of it, but sees what all were told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from weakref import WeakKeyDictionary, proxy

from dsl.machine.ir.ops import FieldInfo
from dsl.runtime.told_columns import told_bases
from dsl.runtime.tongues.own import said
from dsl.runtime.viewers import Viewer, players_at
from dsl.runtime.wording import Words

BITS = 32
_MOST_VALUES = 64
_MOST_NAMES = 12


@dataclass(frozen=True, slots=True)
class Part:
    """A printed field by which sorts differ: for each sort its value, and how that reads."""

    name: str
    values: tuple[int, ...]
    texts: dict[int, str]


class Told:
    """What was told in the positions of one game."""

    def __init__(self, words: Words) -> None:
        machine = words.machine
        self._machine = machine
        self._words = machine.layout.told_words
        self._sorts = machine.tables[machine.sorts] if machine.sorts >= 0 else ()
        self._first = machine.first_piece
        self._vocabulary = proxy(words)  # which holds this, in a way: what is told is kept as long as it is
        self._said: dict[int, str] = {}

    @property
    def ever(self) -> bool:
        """Whether the rules tell anything of any piece."""
        return self._words > 0

    def sort(self, piece: int) -> int:
        """The bit of a piece in a mask, as a number; 0 for one that nothing is told of."""
        found = self._sorts[piece - self._first]
        return 1 << (found - 1) if found else 0

    def openly(self, position: Sequence[int], piece: int) -> int:
        """The sorts that all were told a piece is not."""
        return self._mask(position, 0, piece)

    def not_by(self, position: Sequence[int], viewer: Viewer, piece: int) -> int:
        """The sorts that a viewer was told a piece is not."""
        if not self._words:
            return 0
        found = self._mask(position, 0, piece)
        for player in players_at(viewer):
            found |= self._mask(position, player, piece)
        return found

    def _mask(self, position: Sequence[int], player: int, piece: int) -> int:
        found = 0
        for word, base in enumerate(told_bases(self._machine, player)):
            found |= position[base + piece] << word * BITS
        return found

    def words(self, position: Sequence[int], viewer: Viewer, piece: int) -> str:
        """What a viewer was told of a piece: "colour red, rank not 1". Nothing of a piece that everybody knows; of one
        that he knows what all were told.
        """
        if not self._words:
            return ""
        known = self._vocabulary.knows(position, viewer, piece)
        if known and self._vocabulary.knows(position, 0, piece):
            return ""
        mask = self.openly(position, piece) if known else self.not_by(position, viewer, piece)
        return self.say(mask) if mask else ""

    def say(self, mask: int) -> str:
        """A mask in words."""
        found = self._said.get(mask)
        if found is None:
            found = self._said[mask] = self._parts_of(mask) or self._named(mask)
        return found

    @cached_property
    def _examples(self) -> list[int]:
        """The first piece of each sort."""
        return [self._first + self._sorts.index(sort) for sort in range(1, max(self._sorts, default=0) + 1)]

    @cached_property
    def _parts(self) -> list[Part]:
        """The printed fields by which all sorts can be told apart."""
        words, found = self._vocabulary, list[Part]()
        for field in words.names.fields:
            if not field.var and all(field.first <= piece <= field.last for piece in self._examples):
                part = self._part(field)
                if 1 < len(part.texts) <= _MOST_VALUES:
                    found.append(part)
        return found

    def _part(self, field: FieldInfo) -> Part:
        table = self._vocabulary.machine.tables[field.table]
        values = tuple(table[piece - field.first] for piece in self._examples)
        name = field.name.replace("_", " ")
        texts = {value: self._vocabulary.in_print(field.shown, value) for value in sorted(set(values))}
        return Part(name, values, texts)

    def _parts_of(self, mask: int) -> str:
        """A mask as what is said of each printed field; nothing where that says less."""
        allowed = [at for at in range(len(self._examples)) if not mask >> at & 1]
        left = [{part.values[at] for at in allowed} for part in self._parts]
        product = [at for at in range(len(self._examples)) if self._agrees(at, left)]
        if product != allowed:
            return ""
        return ", ".join(filter(None, (_told_of(part, kept) for part, kept in zip(self._parts, left, strict=True))))

    def _agrees(self, sort: int, left: Sequence[set[int]]) -> bool:
        return all(part.values[sort] in values for part, values in zip(self._parts, left, strict=True))

    def _kind_of(self, mask: int) -> str:
        """The kind of which a mask leaves all, and nothing else; an empty text if that is none."""
        kinds = [self._vocabulary.info(piece).kind for piece in self._examples]
        left = {kind for at, kind in enumerate(kinds) if not mask >> at & 1}
        whole = all((kind in left) != bool(mask >> at & 1) for at, kind in enumerate(kinds))
        return left.pop().lower() if len(left) == 1 and whole else ""

    def _named(self, mask: int) -> str:
        """A mask as the kind that a piece is of, the names of what it may be, or of what it is not."""
        kind = self._kind_of(mask)
        if kind:
            return kind
        titles = [self._vocabulary.title(piece) for piece in self._examples]
        secret = {card.title for card in self._vocabulary.secret}
        titles = [said("something else") if title in secret else title for title in titles]
        may = dict.fromkeys(title for at, title in enumerate(titles) if not mask >> at & 1)
        not_ = dict.fromkeys(title for at, title in enumerate(titles) if mask >> at & 1 and title not in may)
        if not_ and len(not_) < len(may):
            return said("not {1}", said(" or ").join(not_))
        more = len(may) - _MOST_NAMES
        return said(" or ").join([*may][:_MOST_NAMES]) + (said(" or one of {1} others", more) if more > 0 else "")


def _told_of(part: Part, left: set[int]) -> str:
    """What of a printed field is left, in words; nothing where that is all."""
    kept = [text for value, text in part.texts.items() if value in left]
    gone = [text for value, text in part.texts.items() if value not in left]
    if not gone:
        return ""
    either = said(" or ")
    return f"{part.name} {either.join(kept) if len(kept) <= len(gone) else said('not {1}', either.join(gone))}"


_told: WeakKeyDictionary[Words, Told] = WeakKeyDictionary()


def told_of(words: Words) -> Told:
    """What was told, for the positions of a game."""
    found = _told.get(words)
    if found is None:
        found = _told[words] = Told(words)
    return found
