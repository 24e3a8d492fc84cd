"""Tracks as rows of spaces: the marker, where it can be raised to now, and the first letters of bands.

    body     [cc···●··|··s] 0, at most 2
    breath   [·········●··············] 9

A track for which the paper is too narrow stays a number among the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from dsl.repl.drawing.grid import wrapped
from dsl.repl.output import Line, Segment, line, width
from dsl.runtime.information.track_state import TrackView
from dsl.runtime.tongues.own import said

_LEAST_WORDS: Final = 20
"""Columns that are kept for the words behind a row of spaces."""


def drawn(tracks: Iterable[TrackView], columns: int, indent: int) -> list[TrackView]:
    """Those of the tracks for which there is room."""
    tracks = list(tracks)
    room = columns - indent - _longest(tracks) - _LEAST_WORDS
    return [track for track in tracks if track.high - track.low < room]


def rows(tracks: Sequence[TrackView], indent: int, plain: bool) -> list[Line]:
    """A line for each track, all rows of spaces in one column."""
    longest = _longest(tracks)
    return [_row(track, indent, longest, plain) for track in tracks]


def legend(tracks: Iterable[TrackView]) -> list[str]:
    """What the letters in the rows of spaces mean, for bands that have a space of their own."""
    said: dict[str, None] = {}
    for track in tracks:
        for label, low, high, _ in track.bands:
            initial = label[:1].lower()
            if any(_letter(track, number) == initial for number in range(low, high + 1)):
                said[f"{initial} {label}"] = None
    return list(said)


def told(track: TrackView, owner: str, columns: int, indent: int, plain: bool) -> list[Line]:
    """Everything there is to say about a track: its row, and where each band lies."""
    of = said(" of {1}", owner) if owner else ""
    row = rows(drawn([track], columns, indent), indent, plain)
    words = () if row else _words(track)
    out = [
        line((f"{track.label}{of}", "name"), *words, (said(", from {1} to {2}", track.low, track.high), "dim")),
        *row,
    ]
    bands = [line(_band(*band)) for band in track.bands]
    return [*out, *wrapped(bands, columns, first=line(" " * indent), indent=indent, between=", ")]


def _band(label: str, low: int, high: int, worth: Sequence[int]) -> str:
    where = f"{label} {low}..{high}" if low < high else f"{label} {low}"
    numbers = dict.fromkeys(worth) if len(set(worth)) == 1 else worth
    return said("{1} worth {2}", where, " ".join(map(str, numbers))) if worth else where


def _longest(tracks: Iterable[TrackView]) -> int:
    return max((width(line(track.label)) for track in tracks), default=0)


def _row(track: TrackView, indent: int, longest: int, plain: bool) -> Line:
    gap = " " * (longest - width(line(track.label)) + 2)
    out: list[str | tuple[str, str] | Segment] = [" " * indent, (track.label, "name"), gap, ("[", "dim")]
    for number in range(track.low, track.high + 1):
        here = number == track.at
        space = _letter(track, number) or ("." if plain else "·")
        marker = ("O" if plain else "●", "number")
        out.append(marker if here else (space, "dim"))
        if number == track.limit and number < track.high:
            out.append(("|", "warn"))
    return line(*out, ("]", "dim"), *_words(track))


def _letter(track: TrackView, number: int) -> str:
    """The first letter of the narrowest band that a space lies in."""
    bands = [(high - low, label) for label, low, high, _ in track.bands if low <= number <= high]
    return min(bands)[1][:1].lower() if bands else ""


def _words(track: TrackView) -> list[str | tuple[str, str]]:
    out: list[str | tuple[str, str]] = [f" {track.at}"]
    if track.limit is None:
        out.append((said(", at most ?"), "dim"))
    elif track.limit < track.high:
        out.append((said(", at most {1}", track.limit), "dim"))
    if track.standing:
        out.append((f" ({', '.join(track.standing)})", "warn"))
    return out
