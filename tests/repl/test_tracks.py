"""Tracks as the session draws them, and what it says of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.repl.drawing import track_rows
from dsl.repl.output import plain
from dsl.repl.session import Session
from dsl.runtime.game import load
from dsl.runtime.information.track_state import TrackView

GAME = """\
game "Divers" for 2 players

each player has:
    var breath: 0..5 = 3
    track body "condition": -5..5 stops at ends, at most breath:
        critical "in danger": -5..-4
        last: -5
    track luck: 0..9

the table has:
    track noise: 0..60
    zone deck: cards of Boat
    board sea: Water, 2 by 2

kind Water is Space

kind Boat:
    track harm: 0..6 stops at ends:
        sunk: 5..6
card "Tub" is Boat

window turn "your turn"
action rest in turn:
    requires me.body is critical
    raise me.body by 1
    raise me.luck by 1
    raise noise by 1
action dive in turn: lower me.body by 4

main:
    move "Tub" to deck
    raise harm of "Tub" by 5
    repeat at most 9 times:
        for each p in players: offer turn to p
    end game drawn
"""


TRACK = TrackView(1, "body", "condition", -5, 5, 0, 3, (("in danger", -5, -4, (2, 1)), ("last", -5, -5, ())))


@pytest.fixture
def divers(tmp_path: Path) -> Session:
    """A session of divers."""
    path = tmp_path / "game.rules"
    path.write_text(GAME, encoding="utf-8")
    return Session(load(path))


def say(session: Session, *lines: str) -> list[str]:
    """The lines of the plain answer to the last of several lines."""
    answer = ""
    for each in lines:
        answer = session.line(each).plain()
    return [each.rstrip() for each in answer.split("\n")]


def test_a_position_shows_tracks_as_rows(divers: Session) -> None:
    """Marker, second marker and bands; nobody's track is left out because it stands at 0."""
    shown = say(divers, "dive", "show")
    assert "   noise  [●" + "·" * 60 + "] 0" in shown
    assert "   condition  [l●·······|··] -4, at most 3 (in danger)" in shown
    assert "   condition  [li···●···|··] 0, at most 3" in shown
    assert "   luck       [●·········] 0" in shown
    assert "B <-  breath 3" in shown and "A  breath 3" in shown


def test_the_letters_of_bands_are_explained_below(divers: Session) -> None:
    """Each once, however many players have the track; a band that narrower ones cover wholly has no letter."""
    assert "   i in danger, l last" in say(divers, "show")
    covered = TrackView(1, "body", "condition", 0, 5, 0, 3, (("worn", 1, 1, ()), ("tired", 1, 1, ())))
    assert track_rows.legend([covered]) == ["t tired"]


def test_a_board_by_itself_has_no_letters_of_tracks(divers: Session) -> None:
    """What stands in rows of tracks alone is not explained where no row is drawn."""
    assert not any("in danger" in each for each in say(divers, "show sea"))


def test_what_has_no_room_stays_a_number(divers: Session) -> None:
    """A narrow paper shows the number among the others, also where it is 0."""
    divers.table.width = 60
    assert "   noise 0" in say(divers, "show")
    shown = say(divers, "dive", "pass", "rest", "show")
    assert "   noise 1" in shown and not any("noise  [" in each for each in shown)
    assert any(each.startswith("   condition  [") for each in shown)


def test_without_line_characters(divers: Session) -> None:
    """The same row in plain letters."""
    divers.table.ascii = True
    assert "   condition  [li...O...|..] 0, at most 3" in say(divers, "show")


def test_show_lists_the_bands(divers: Session) -> None:
    """By its name or its words, of one player or of all."""
    wanted = [
        "condition of A, from -5 to 5",
        "   condition  [li···●···|··] 0, at most 3",
        "   in danger -5..-4, last -5",
    ]
    assert say(divers, "show body of A")[:3] == wanted
    assert say(divers, "show condition of A")[:3] == wanted
    assert "condition of B, from -5 to 5" in say(divers, "show body")
    assert say(divers, "show noise")[0] == "noise, from 0 to 60"
    assert [plain(each) for each in track_rows.told(TRACK, "A", 30, 3, True)] == [
        "condition of A 0, at most 3, from -5 to 5",
        "   in danger -5..-4 worth 2 1,",
        "   last -5",
    ]


def test_why_names_the_band_and_the_second_marker(divers: Session) -> None:
    """Where the marker stands, and what it is at most."""
    assert say(divers, "why body of A")[:2] == ["body of A = 0", "  at most: 3"]
    say(divers, "dive", "dive")
    assert say(divers, "why body of A")[0] == "body of A = -4, in danger"
    assert say(divers, "why noise")[0] == "noise = 0"


def test_a_requirement_of_a_band_explains_itself(divers: Session) -> None:
    """In the words of the rules."""
    assert say(divers, "why not rest")[0] == "rest: it needs this: body of A is critical"


def test_a_piece_shows_its_tracks(divers: Session) -> None:
    """Under the place where it lies."""
    shown = say(divers, "show Tub")
    assert shown[-4:-1] == ["harm, from 0 to 6", "    harm  [·····●s] 5 (sunk)", "    sunk 5..6"]
