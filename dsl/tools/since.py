"""What has changed since an older version of a game: cards printed otherwise, paragraphs that mean another thing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from dsl.printing.faces import Face
from dsl.reading.meaning import of_game
from dsl.runtime.game import Game
from dsl.sharing.differences import Difference, differences
from dsl.spoken import said


def changed_faces(old: Sequence[Face], new: Sequence[Face]) -> tuple[list[Face], list[str]]:
    """The faces that are new or others now, and what has changed in words."""
    before = {face.digest: face for face in old}
    now = {face.digest: face for face in new}
    titles = {face.title for face in old}
    changed = [face for face in new if face.digest not in before]
    more = [face for face in new if face.digest in before and face.copies > before[face.digest].copies]
    words = [
        *(f"{face.title}: {said('printed otherwise') if face.title in titles else said('new')}" for face in changed),
        *(said("{1}: {2} copies, before {3}", face.title, face.copies, before[face.digest].copies) for face in more),
        *_gone(old, now, {face.title for face in new}),
    ]
    added = [replace(face, copies=face.copies - before[face.digest].copies) for face in more]
    return [*changed, *added], words


def _gone(old: Sequence[Face], now: dict[str, Face], titles: set[str]) -> Iterator[str]:
    for face in old:
        if face.digest not in now and face.title not in titles:
            yield said("{1}: gone", face.title)
        elif face.digest in now and now[face.digest].copies < face.copies:
            yield said("{1}: {2} copies, before {3}", face.title, now[face.digest].copies, face.copies)


def changed_paragraphs(old: Game, new: Game) -> list[str]:
    """The paragraphs of which something that cites them means something else now, with what that is and where it
    stands, in the order of their numbers; behind them what changed and cites none. Cards are told by their faces.
    """
    told: dict[tuple[str, ...], list[str]] = {}
    for each in differences(of_game(old.sources), of_game(new.sources)):
        if each.sort not in ("card", "cards", "scenario"):
            told.setdefault(tuple(sorted(each.cites, key=_numbered)), []).append(_words(each))
    cited = sorted(filter(None, told), key=lambda cites: [_numbered(each) for each in cites])
    return [*(f"{', '.join(cites)}: {'; '.join(told[cites])}" for cites in cited), *told.get((), ())]


def _words(each: Difference) -> str:
    numbers = ", ".join(f"{name} {before} → {now}" for name, before, now in each.numbers)
    how = {"added": said("new"), "gone": said("gone"), "changed": said("says something else")}[each.how]
    return f"{each.key} ({each.where}) {how}{f', {numbers}' if numbers else ''}"


def _numbered(cite: str) -> list[tuple[int, str]]:
    """A paragraph's id so that 2 stands before 10."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in cite.replace("-", ".").split(".")]
