"""What happened, line by line, and what each viewer may read of it.

A line keeps its numbers and, for every piece named in it, who knew the piece at that moment and where it lay. So an
old line reads later as it read then: nobody learns from the log who a card was that he could not see. A piece that
was moved or turned in the same step, and which a viewer knows when the step is done, was seen by him as it came: he
reads its name.

What a player does among pieces that only he looks at is his own: in the line of a move, a piece that lies in a hand or
in a deck is told to those who look into it by the rules, and to nobody who only happens to know that it is among them.
So is the order in which pieces are put. Both are told to all where the rules say `openly`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from dsl.machine.ir.ops import ASKER, DECISION, FP, MOVE_LOST, MOVE_MADE, DecisionInfo, Shown
from dsl.runtime import pieces
from dsl.runtime.agreeing import counted
from dsl.runtime.moves import Option, action_of, answer_segments, segments_of
from dsl.runtime.tongues.tongue import Inflected
from dsl.runtime.viewers import sits
from dsl.runtime.wording import Segment, Viewer, Words

MOST_SAID: Final = 1_000
"""Lines that the rules write in one step, of which no more are kept."""
MOST_KEPT: Final = 200_000
"""Lines of a game; when there are so many, what the rules say is only counted."""
_COUNT: Final = -2
"""The template of a line that counts those that are not kept."""


@dataclass(frozen=True, slots=True)
class Named:
    """A piece as it was when it was named: its number, who may read its name, the zone it lay in, its face, its place
    in the order of the zone (-1: there is none), who knew it. placed: others of that name lie in sight, so its
    place is told as well. form: the form of its name that a translated text wants.
    """

    entity: int
    known: int
    zone: int
    face: int
    spot: int = -1
    told: bool = False
    before: int = 0
    placed: bool = False
    form: str = ""


Part = str | Named


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line: its parts, the template it was made from (-1: a move), the move it came from (-1: the start).

    `secret_of` is the player whose sealed answer this is, or whose order (0: none); others do not see the line.
    `site` is the place of the description it came from, as an index of Names.sites (-1: unknown).
    """

    parts: tuple[Part, ...]
    template: int
    move: int
    secret_of: int = 0
    site: int = -1

    @property
    def is_move(self) -> bool:
        """Whether the line is a move that was made, not something the rules said."""
        return self.template == -1


@dataclass(slots=True)
class Log:
    """All lines of a game so far, as far as they are kept. `move` is the number of the move that is being carried out.

    Of what the rules say in one step the first MOST_SAID lines are kept, and in the whole game MOST_KEPT; the others
    are counted. Moves are always kept.
    """

    words: Words
    lines: list[LogLine] = field(default_factory=list[LogLine])
    move: int = -1
    _said: int = 0
    _left_out: int = 0

    def begin(self, move: int) -> None:
        """A step begins: a move by its number, or (-1) the start."""
        self.move, self._said, self._left_out = move, 0, 0

    def say(self, position: Sequence[int], template: int, args: Sequence[int]) -> None:
        """Add a line that the rules write."""
        self._said += 1
        if self._said > MOST_SAID or len(self.lines) >= MOST_KEPT:
            self._left_out += 1
            return
        if template in (MOVE_MADE, MOVE_LOST):
            self.lines.append(self._carried_out(position, template, args))
            return
        self.lines.append(
            LogLine(tuple(self._parts(position, self.words.segments(template, args))), template, self.move)
        )

    def _carried_out(self, position: Sequence[int], template: int, args: Sequence[int]) -> LogLine:
        """A move that was chosen unseen and is made now, or cannot be made any more; the parts as in `Log` of ops."""
        asker, number, *option = args
        decision = self.words.machine.decisions[number]
        parts: list[Part] = [f"{self.words.player(asker)}: "]
        said = answer_segments(self.words, [*position], decision, asker, tuple(option))
        parts += self._move_parts(position, said, decision, asker)
        if template == MOVE_LOST:
            parts.append(f" ({self.words.own('no longer possible')})")
        action = self.words.machine.actions[option[0] - 1] if option[0] else None
        return LogLine(tuple(parts), template, self.move, site=action.site if action is not None else decision.site)

    def _move_parts(
        self, position: Sequence[int], said: Sequence[Segment], decision: DecisionInfo, asker: int
    ) -> list[Part]:
        """The words of a move, for those who may know what is named in it."""
        parts = self._parts(position, said)
        if not decision.openly:
            parts = [part if isinstance(part, str) else self._own(position, part, asker) for part in parts]
        return [part if isinstance(part, str) else self._told_apart(position, part) for part in parts]

    def made(self, position: list[int], option: Option, prompt: int, args: Sequence[int]) -> None:
        """Add the line of a move that is about to be made: "A: play Oak", "B: Ash (which card?)"."""
        decision = self.words.machine.decisions[position[DECISION]]
        asker = position[ASKER]
        parts: list[Part] = [f"{self.words.player(asker)}: "]
        said = segments_of(self.words, position, option)
        if decision.kind != "window" and prompt >= 0:
            said = [*said, " (", *self.words.segments(prompt, args), ")"]
        parts += self._move_parts(position, said, decision, asker)
        action = action_of(self.words, decision, option)
        site = action.site if action is not None else decision.site
        secret = asker if self._is_own(position, decision) else 0
        self.lines.append(LogLine(tuple(parts), -1, self.move, secret, site))

    def settle(self, position: Sequence[int], first: int) -> None:
        """Look once more at the lines from `first` on, written in the step that led to the position, and say how many
        more there were.
        """
        if self._left_out:
            more = self.words.own.numbered(
                self._left_out, "({1} more line here, not kept)", "({1} more lines here, not kept)"
            )
            self.lines.append(LogLine((more,), _COUNT, self.move))
        for number in range(first, len(self.lines)):
            line = self.lines[number]
            parts = tuple(part if isinstance(part, str) else self._seen(position, part) for part in line.parts)
            if parts != line.parts:
                self.lines[number] = replace(line, parts=parts)

    def visible(self, viewer: Viewer) -> list[LogLine]:
        """The lines a viewer may read: all but the sealed answers of others, whose very number is a secret."""
        return [line for line in self.lines if self.is_visible(line, viewer)]

    def is_visible(self, line: LogLine, viewer: Viewer) -> bool:
        """Whether a viewer may read a line."""
        return not line.secret_of or sits(viewer, line.secret_of)

    def read(self, line: LogLine, viewer: Viewer, *, placed: bool = False) -> str:
        """A visible line as the viewer may read it; `placed`: with the place of every piece as it was then."""
        read = [part if isinstance(part, str) else self._named(part, viewer, placed) for part in line.parts]
        return "".join(counted(read))

    def _named(self, part: Named, viewer: Viewer, placed: bool) -> str:
        if not self.words.is_piece(part.entity):
            return self.words.title(part.entity)
        place = self.words.places[part.zone]
        spot = f" ({part.spot + 1})" if placed and place.lies_open and part.spot >= 0 else ""
        if self.words.sees(part.known, viewer):
            if part.told:
                return self.words.printed(part.entity)
            title = self.words.formed(self.words.title(part.entity), part.form)
            return f"{title} {place.words}{spot}" if placed or part.placed else title
        return f"{self.words.formed(self.words.unknown(place), part.form)}{spot}"

    def _parts(self, position: Sequence[int], segments: Sequence[Segment]) -> list[Part]:
        return [part if isinstance(part, str) else self._part(position, part[0], part[1]) for part in segments]

    def _part(self, position: Sequence[int], shown: Shown, value: int) -> Part:
        form = shown.form if isinstance(shown, Inflected) else ""
        if shown.what not in ("entity", "words"):
            return self.words.plain(shown, value)
        if not self.words.is_piece(value):
            return self.words.formed(self.words.title(value), form) if shown.what == "entity" else ""
        layout = self.words.machine.layout
        known, zone, face = (position[base + value] for base in (layout.known, layout.place, layout.face))
        info = self.words.places[zone].info
        spot = pieces.place_index(self.words, position, value) if info is not None and info.ordered else -1
        return Named(value, known, zone, face, spot, shown.what == "words", known, form=form)

    def _is_own(self, position: list[int], decision: DecisionInfo) -> bool:
        """Whether others read nothing of the answer: it is sealed, an order, or one of several steps among pieces that
        they do not see, whose very number tells which they are.
        """
        if decision.sealed or decision.openly or decision.kind not in ("several", "arrange"):
            return decision.sealed
        if decision.kind == "arrange":
            return True
        found = self.words.frames.register(position, position[position[FP]], decision.args[0])
        members = [piece for piece in found if self.words.is_piece(piece)] if isinstance(found, list) else []
        return not all(self.words.place_of(position, piece).lies_open for piece in members)

    def _own(self, position: Sequence[int], part: Named, asker: int) -> Named:
        """A piece in a move, for those who see it where it lies."""
        place = self.words.places[part.zone]
        if place.lies_open or place.info is None:
            return part
        mask = 1 << (asker - 1)
        if place.info.seen == "owner":
            host = place.host if self.words.is_piece(place.host) else 0
            owner = position[self.words.machine.layout.owner + host] if host else place.owner
            mask |= 1 << (owner - 1) if owner else 0
        return replace(part, known=part.known & mask)

    def _told_apart(self, position: Sequence[int], part: Named) -> Named:
        """A piece in a move with its place, if all see it lie there and another one of that name elsewhere."""
        words = self.words
        if not words.is_piece(part.entity) or not self._in_sight(position, part.entity):
            return part
        here = words.places[part.zone].words
        others = (each for each in words.copies(part.entity) if each != part.entity and self._in_sight(position, each))
        apart = any(words.place_of(position, each).words != here for each in others)
        return replace(part, placed=True) if apart else part

    def _in_sight(self, position: Sequence[int], piece: int) -> bool:
        """Whether everybody sees a piece lie where it lies, and knows which it is."""
        place = self.words.place_of(position, piece)
        return place.lies_open and not self.words.is_piece(place.host) and self.words.knows(position, 0, piece)

    def _seen(self, position: Sequence[int], part: Named) -> Named:
        layout = self.words.machine.layout
        known = position[layout.known + part.entity]
        now = position[layout.place + part.entity], position[layout.face + part.entity]
        if now == (part.zone, part.face):
            known &= ~part.before
        return replace(part, known=part.known | known)
