"""From words back to things: which pieces, players, places and values a text may mean for a viewer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import Final
from weakref import WeakKeyDictionary

from dsl.machine.ir.ops import Shown
from dsl.runtime import pieces
from dsl.runtime.knowing.unknown import unknown_to
from dsl.runtime.reading.tokens import fold
from dsl.runtime.wording import Viewer, Words
from dsl.typed_words import as_word

LONGEST: Final = 200
"""How many letters of a text are read: no move is longer, and texts can be cut in many ways."""

_COPY: Final = re.compile(r"(copy |#)\d+")
_NUMBER: Final = re.compile(r" #\d+$")
_ZONE: Final = re.compile(r" \([^()]*\)$")
"""Which of several zones of a space it is; whoever names a piece there need not say it."""
_HELD: Final = re.compile(r"(?:([0-9]{1,9})\s+)?(\S.*)")


class Naming:
    """What texts mean in one position for one viewer. A piece the viewer does not know answers to its back only."""

    def __init__(self, words: Words, position: Sequence[int], viewer: Viewer) -> None:
        self.words = words
        self.position = position
        self.viewer = viewer
        self._found: dict[str, list[int]] = {}

    def entities(self, text: str) -> list[int]:
        """The entities a text names: by title, by title and place, by title and copy. Those that the viewer knows come
        by their numbers, the others by what he sees of them.
        """
        wanted = fold(text)
        if wanted == "none":
            return [0]
        cell = self.words.cell_named(wanted)
        return self._named(_NUMBER.sub("", wanted)) if cell is None else [cell]

    def _named(self, wanted: str) -> list[int]:
        """The entities of a folded name."""
        found = self._found.get(wanted)
        if found is None:
            titled = _titled(self.words)
            known = {
                entity
                for title in _beginnings(wanted)
                for entity in titled.get(title, ())
                if entity not in self._strange and wanted in self._names(entity)
            }
            found = self._found[wanted] = [*sorted(known), *self._backs(wanted)]
        return found

    def begun(self, text: str) -> list[int]:
        """What a text may mean that has the beginnings of words of a title, such as `phys` or `grey ph`: the entities
        of the titles that the viewer knows, by title.
        """
        wanted = fold(text).split()
        return [
            entity
            for title, entities in _titled(self.words).items()
            if wanted and all(any(word.startswith(each) for word in title.split()) for each in wanted)
            for entity in entities
            if entity not in self._strange
        ]

    @cached_property
    def _strange(self) -> frozenset[int]:
        """The pieces that the viewer does not know."""
        return frozenset(self.words.strange(self.position, self.viewer))

    def _backs(self, wanted: str) -> list[int]:
        """The pieces that the viewer does not know and calls so, by what he sees of them."""
        called: dict[int, str] = {}
        for piece in self._strange:
            place = self.words.place_of(self.position, piece).instance
            if place not in called:  # all that lie there are called the same
                called[place] = fold(self.words.entity(self.position, self.viewer, piece))
        places = {place for place, name in called.items() if name == wanted}
        unknown = unknown_to(self.words, self.position, self.viewer) if places else None
        if unknown is None:
            return []
        return [each for each in unknown.in_order if self.words.place_of(self.position, each).instance in places]

    def different(self, entities: Sequence[int]) -> list[int]:
        """The same without those that differ from another one in nothing that the viewer sees."""
        if len(entities) < 2:
            return [*entities]
        referred = pieces.referred_to(self.words, self.position)
        found: list[int] = []
        for entity in entities:
            if entity in self._strange:
                place = self.words.place_of(self.position, entity)
                alike = not place.lies_open and any(
                    each in self._strange and self.words.place_of(self.position, each) == place for each in found
                )
            else:
                alike = self.words.is_piece(entity) and any(
                    pieces.interchangeable(self.words, self.position, each, entity, referred, self.viewer)
                    for each in found
                    if self.words.is_piece(each) and each not in self._strange
                )
            if not alike:
                found.append(entity)
        return found

    def values(self, shown: Shown, text: str) -> list[int]:
        """The values of a sort that a text names."""
        if shown.what == "entity":
            return self.entities(text)
        if shown.what == "number":
            return [int(text)] if re.fullmatch(r"-?[0-9]{1,9}", text.strip()) else []
        if shown.what == "word":
            return [number] if (number := as_word(text)) else []
        if shown.what == "bag":
            return self._bags(shown, text)
        if shown.what == "bool":
            most = 2
        elif shown.what == "enum":
            most = len(self.words.names.enums[shown.index][1]) + 1
        else:
            most = len(self.words.places) if shown.what == "zone" else 0
        wanted = fold(text)
        return [value for value in range(most) if fold(self.words.plain(shown, value)) == wanted]

    def _bags(self, shown: Shown, text: str) -> list[int]:
        """The bag that a text such as "2 wood, water" or "nothing" names, if it names one."""
        wanted, found = fold(text.strip().removeprefix("{").removesuffix("}")), 0
        places = {fold(word): place for place, (word, _) in enumerate(self.words.counts(shown, 0))}
        for part in wanted.split(",") if wanted not in ("", "nothing", fold(self.words.own.nothing)) else ():
            held = _HELD.fullmatch(part.strip())
            place = places.pop(held[2], None) if held is not None else None
            if held is None or place is None or int(held[1] or 1) >= 1 << shown.bits:
                return []
            found += int(held[1] or 1) << shown.bits * place
        return [found]

    @cached_property
    def _titles(self) -> list[str]:
        """The titles of everything in the game, but for secret cards that the viewer has not met."""
        found = {entity.title for entity in self.words.names.entities if entity.title}
        for card in self.words.secret:
            copies = range(card.first, card.last + 1)
            if not any(self.words.knows(self.position, self.viewer, copy) for copy in copies):
                found.discard(card.title)
        return sorted(found)

    def spelt(self, name: str) -> str:
        """The title that a folded text begins with, as it is printed."""
        return max((title for title in self._titles if f"{name} ".startswith(f"{fold(title)} ")), key=len, default=name)

    def is_title(self, words: str) -> bool:
        """Whether a folded text is the title of some piece of the game, with or without a place or copy behind it."""
        titles = set(map(fold, self._titles))
        places = {fold(place.words) for place in self.words.places}
        behind = (words.removeprefix(f"{title} ") for title in titles if words.startswith(f"{title} "))
        return words in titles or any(rest in places or _COPY.fullmatch(rest) for rest in behind)

    def is_thing(self, words: str) -> bool:
        """Whether a folded text is what a piece or a space is called."""
        if self.is_title(words) or self.words.cell_named(words) is not None:
            return True
        return any(self.words.is_space(entity) for entity in _titled(self.words).get(words, ()))

    def is_answer(self, text: str) -> bool:
        """Whether a text could answer some question of the game: a written option, a pass, a piece, a value."""
        wanted = fold(text)
        names, decisions = self.words.names, self.words.machine.decisions
        for words in sorted({fold(words) for decision in decisions for words in decision.edits}):
            wanted = wanted.removeprefix(f"{words} ")
        written = [decision.pass_words for decision in decisions]
        written += [label for _, labels in names.enums for label in labels]
        written += [self.words.player(player) for player in range(1, self.words.machine.players + 1)]
        own = (self.words.own("done"), self.words.own.yes, self.words.own.no, self.words.own.none)
        written += ["done", "yes", "no", "none", *own]
        if wanted.removeprefix("-").isdecimal() or wanted in map(fold, written):
            return True
        branches = {branch for decision in decisions for branch in decision.branches}
        return self.is_thing(wanted) or any(reads_like(names.templates[branch].parts, wanted) for branch in branches)

    def is_wording(self, text: str) -> bool:
        """Whether a text names nothing and is an answer written out: an option without holes, a pass, yes or no."""
        if self.is_thing(wanted := fold(text)):
            return False
        decisions = self.words.machine.decisions
        passes = [decision.pass_words for decision in decisions]
        if wanted in ("yes", "no") or wanted in map(fold, (*passes, self.words.own.yes, self.words.own.no)):
            return True
        branches = {branch for decision in decisions for branch in decision.branches}
        options = (self.words.names.templates[branch].parts for branch in branches)
        return any(isinstance(parts[0], str) and fold(parts[0]) == wanted for parts in options if len(parts) == 1)

    def _names(self, entity: int) -> set[str]:
        """The folded names of an entity that the viewer knows."""
        words = self.words
        title = fold(words.title(entity))
        names = {title}
        if words.is_piece(entity):
            where = fold(words.where(self.position, self.viewer, entity))
            names.update((f"{title} {where}", f"{title} {_ZONE.sub('', where)}"))
            names.add(f"{title} copy {words.info(entity).copy}")
        elif words.is_space(entity) and words.info(entity).title:
            names.add(fold(words.info(entity).title))
        return names


_all_titled: WeakKeyDictionary[Words, dict[str, list[int]]] = WeakKeyDictionary()


def _titled(words: Words) -> dict[str, list[int]]:
    """The entities of each folded title; spaces by both of theirs. Worked out once for a game."""
    found = _all_titled.get(words)
    if found is None:
        found = _all_titled[words] = {}
        for entity in range(1, words.machine.entity_count + 1):
            titles = {fold(words.title(entity))}
            if words.is_space(entity) and words.info(entity).title:
                titles.add(fold(words.info(entity).title))
            for title in titles:
                found.setdefault(title, []).append(entity)
    return found


def _beginnings(text: str) -> list[str]:
    """A folded text, cut behind any of its words."""
    return [text[:end] for end, letter in enumerate(text) if letter == " "] + [text]


def reads_like(parts: Sequence[object], text: str) -> bool:
    """Whether a folded text is the words of an option, with something in each of its holes."""
    words = [re.escape(fold(f"x{part}x")[1:-1]) if isinstance(part, str) else ".+" for part in parts]
    fixed = any(isinstance(part, str) and part.strip() for part in parts)
    return fixed and re.fullmatch("".join(words), text) is not None
