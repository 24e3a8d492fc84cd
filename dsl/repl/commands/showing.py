"""`show`: the position, or one player, zone, board, track, space or piece of it in full."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from dsl.diagnostics import nearest
from dsl.play.refused import Refused
from dsl.repl.commands.places import owned, places_seen, spaces_of
from dsl.repl.commands.registry import matching
from dsl.repl.drawing import card_faces, position, track_rows
from dsl.repl.output import Output
from dsl.repl.table import Table
from dsl.runtime.information.track_state import TrackView
from dsl.runtime.information.views import BoardView, View, ZoneView
from dsl.runtime.reading.tokens import fold, spoken
from dsl.runtime.tongues.own import said
from dsl.spoken import any_of

_DIGITS: Final = 9
"""Of the number of an answer."""


def show(table: Table, rest: str, out: Output) -> None:
    """Draw the position, a zone, board or track of it, or say everything about a piece."""
    here = table.here
    view = table.seen(here)
    if not rest:
        out.extend(position.position(view, table.paper_for(here, view)))
        return
    places = dict(places_seen(view, table))
    pieces = card_faces.titles(table)
    if fold(rest) not in map(fold, (*places, *pieces)) and _shows_other(rest, view, table, out):
        return
    found = (
        matching(rest, [*places, *pieces]) or matching(owned(*rest.split(" of ", 1)), places)
        if " of " in rest
        else matching(rest, [*places, *pieces])
    )
    if not found:
        _show_pack(rest, [*places, *pieces, *(space.name for space in spaces_of(view))], table, out)
        return
    for name in _shown(rest, found, places, view, table):
        _show_one(name, view, table, out)


def _shows_other(rest: str, view: View, table: Table, out: Output) -> bool:
    """Show a player, a space, or what is chosen in an answer of that number; False if a text is none of these."""
    wanted = fold(rest)
    players = {fold(name): player for player in view.players for name in (table.letter(player.number), player.name)}
    spaces = {fold(space.name): space for space in spaces_of(view)}
    if wanted in players:
        out.extend(position.held(players[wanted], view, table.paper_for(table.here, view)))
    elif wanted in spaces:
        out.extend(position.space(spaces[wanted], table.paper))
    elif rest.isdecimal() and len(rest) <= _DIGITS and 0 < int(rest) <= len(view.moves):
        _show_chosen(int(rest), view, table, out)
    else:
        return False
    return True


def _show_chosen(number: int, view: View, table: Table, out: Output) -> None:
    """Say everything about what is chosen in an answer: its pieces, or if there are none what else has a name."""
    texts, values, _ = table.here.parts(table.moves[number - 1])
    chosen = list(dict.fromkeys(texts[index] for index in values))
    known = {*map(fold, card_faces.titles(table))}
    named = [each for each in chosen if fold(each) in known]
    spaces = {fold(space.name): space for space in spaces_of(view)}
    for each in named:
        card_faces.tell(each, table, out)
    for each in () if named else chosen:
        if pack := card_faces.pack_of(each, table):
            card_faces.tell_pack(*pack, table, out)
        elif fold(each) in spaces:
            out.extend(position.space(spaces[fold(each)], table.paper))
    if not out.lines:
        text = view.moves[number - 1]
        raise Refused(
            said("in “{1}” nothing is chosen that could be shown; what if {2} tells what it does", text, number)
        )


def _show_pack(rest: str, known: Sequence[str], table: Table, out: Output) -> None:
    """Say what is in a pack, such as a deck that can be taken; Refused if there is none of that name."""
    if pack := card_faces.pack_of(rest, table):
        card_faces.tell_pack(*pack, table, out)
        return
    near = nearest(rest, known, 3)
    more = said("; meant {1}?", any_of(near)) if near else ""
    raise Refused(said("there is no zone, board, track, space or piece {1} to be seen from here{2}", rest, more))


def _named_so(found: Sequence[str], rest: str) -> list[str]:
    """Those that a text names exactly, or else as people write their names."""
    return [name for name in found if fold(name) == fold(rest)] or [
        name for name in found if fold(spoken(name)) == fold(rest)
    ]


def _shown(
    rest: str, found: Sequence[str], places: Mapping[str, tuple[str, object]], view: View, table: Table
) -> Sequence[str]:
    """Which of the things that a text can stand for are meant, those of who is asked first; Refused if they may be
    several.
    """
    exact = _named_so(found, rest)
    if len(found) == 1 or exact:
        return (exact or found)[:1]
    zones = [name for name in found if name in places]
    if everybodys := _of_everybody(rest, zones, places, view, table):
        return everybodys
    more = said(", and {1} more", len(found) - 6) if len(found) > 6 else ""
    named = ", ".join(map(spoken, found[:6]))
    raise Refused(said("{1} can be several things: {2}{3}", rest, named, more))


def _of_everybody(
    rest: str, zones: Sequence[str], places: Mapping[str, tuple[str, object]], view: View, table: Table
) -> Sequence[str]:
    """The zones that a text means of each player, as `show hand` does, once each; none if it means others."""
    whose = [(seat, who) for seat in table.seats for who in (table.name(seat), table.letter(seat))]
    held = {fold(owned(rest, who)): seat == view.asked for seat, who in whose}
    if not all(fold(name) in held for name in zones):
        return ()
    once = {id(places[name][1]): name for name in zones}  # by its label and by its name it is one
    return sorted(once.values(), key=lambda name: not held[fold(name)])


def _show_one(name: str, view: View, table: Table, out: Output) -> None:
    owner, shown = dict(places_seen(view, table)).get(name, ("", None))
    if isinstance(shown, BoardView):
        paper = table.paper_for(table.here, view)
        out.extend(
            [*position.board(shown, owner, paper, view.table.boards), *position.legend(replace(paper, tracks=()))]
        )
    elif isinstance(shown, ZoneView):
        card_faces.tell_zone(shown, owner, table, out)
    elif isinstance(shown, TrackView):
        out.extend(track_rows.told(shown, owner, table.width, 3, table.ascii))
    else:
        card_faces.tell(name, table, out)
