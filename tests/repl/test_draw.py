"""Positions as they are drawn, from views made by hand."""

from __future__ import annotations

from pathlib import Path

from golden import golden

from dsl.repl.drawing import pieces, position
from dsl.repl.output import plain, width
from dsl.runtime.game import load
from dsl.runtime.information.views import BoardView, Fields, ItemView, PlayerView, SpaceView, View, ZoneView

DIMS = (("line", ("first", "second")), ("lane", ("left", "centre", "right")))
BACK = ItemView("face-down card", 0, "card", 0, False, (), ())


def piece(name: str, fields: Fields = (), *, owner: int = 0, on: tuple[ItemView, ...] = ()) -> ItemView:
    """A known piece with what is attached to it."""
    zones = (ZoneView("attached", "attached", "cards", owner, "on it", len(on), on),) if on else ()
    return ItemView(name, 1, "Unit", owner, True, fields, zones)


def zone(name: str, shape: str, items: tuple[ItemView, ...], *, count: int | None = -1, owner: int = 0) -> ZoneView:
    """A zone; `count` None where it is not public."""
    return ZoneView(name, name, shape, owner, f"in {name}", len(items) if count == -1 else count, items)


def field(owner: int, at: dict[tuple[int, int], ItemView]) -> BoardView:
    """A board of two lines and three lanes."""
    spaces: list[SpaceView] = []
    for where in ((row, column) for row in range(2) for column in range(3)):
        items = (at[where],) if where in at else ()
        spaces.append(SpaceView("space", 1, where, (), (zone("standing", "cards", items, owner=owner),)))
    return BoardView("battlefield", owner, DIMS, tuple(spaces))


def war(viewer: int | None = 1, *, over: bool = False) -> View:
    """A war game for two, seen by A."""
    pikeman = piece("Gate Pikeman", (("damage", "1"), ("exhausted", "yes")), owner=1, on=(piece("Mina"),))
    a = PlayerView(
        1,
        "Sanktuarium",
        (("fatigue", "3"),),
        (
            zone("hand", "cards", (piece("Sting"), piece("Sting"), piece("Rally")), owner=1),
            zone("deck", "stack", (BACK,) * 23, owner=1),
            zone("discard", "stack", (), owner=1),
        ),
        (field(1, {(0, 0): pikeman, (1, 2): piece("Field Medic of the Third Gate")}),),
    )
    b = PlayerView(
        2,
        "B",
        (("fatigue", "0"), ("gold", "4"), ("ready", "no")),
        (
            zone("hand", "cards", (BACK,) * 5, owner=2),
            zone("discard", "stack", (piece("Rally"), piece("Mina")), owner=2),
        ),
        (field(2, {(0, 1): piece("Carrier", owner=2), (1, 1): piece("Stolen Gun", owner=1)}),),
    )
    places = zone("locations", "row", (piece("Mill"), piece("Bridge", (("held_by", "B"),))))
    table = PlayerView(0, "", (("round", "2"), ("aggressor", "B")), (places, zone("bag", "bag", (), count=None)), ())
    moves = ("attack with Gate Pikeman at Carrier", "play Rally", "pass")
    asked, results = (0, (1, -1)) if over else (1, (0, 0))
    return View("The War", viewer, asked, "attack turn", () if over else moves, over, results, table, (a, b))


def text(view: View, paper: position.Paper) -> str:
    """A drawing as text."""
    return "".join(plain(each) + "\n" for each in position.position(view, paper))


def test_two_boards_face_each_other() -> None:
    """The other's board stands above, its first line at the own first line."""
    golden("goldens/draw_war.txt", text(war(), position.Paper(100)))


def test_plain_characters() -> None:
    """With `ascii` the drawing itself needs nothing beyond ASCII."""
    shown = text(war(), position.Paper(80, ascii=True))
    assert shown.isascii()
    golden("goldens/draw_war_ascii.txt", shown)


def test_no_line_is_too_wide() -> None:
    """Whatever the width, the drawing keeps to it."""
    for columns in (60, 80, 120):
        assert all(width(each) <= columns for each in position.position(war(), position.Paper(columns)))


def test_the_end_of_a_game() -> None:
    """When it is over, it says who won and asks nothing."""
    shown = text(war(over=True), position.Paper(80))
    assert "The game is over: Sanktuarium wins" in shown
    assert "is asked" not in shown


def test_piles_on_spaces_are_counted() -> None:
    """On a space too a stack, or a zone that nobody sees, is one line; a row is told piece by piece."""
    cards = (piece("Mill"), piece("Bridge"))
    zones = (zone("open", "row", cards), zone("pile", "stack", cards), zone("hidden", "cards", cards))
    board = BoardView("decks", 0, (("place", ("1",)),), (SpaceView("s", 1, (0,), (), zones),))
    drawn = position.board(board, "", position.Paper(80, closed=frozenset({"hidden"})))
    shown = "".join(plain(each) + "\n" for each in drawn)
    assert "Mill" in shown
    assert "pile (2), top Bridge" in shown
    assert "hidden (2)" in shown
    assert shown.count("Mill") == 1


def test_a_board_of_the_table_marks_owners() -> None:
    """On a shared board each piece carries the letter of its owner."""
    spaces = tuple(
        SpaceView("s", 1, (row, column), (), (zone("at", "cards", (piece("Pawn", owner=1 + row),)),))
        for row in range(2)
        for column in range(2)
    )
    board = BoardView("board", 0, (("row", ("1", "2")), ("column", ("a", "b"))), spaces)
    players = tuple(PlayerView(number, "AB"[number - 1], (), (), ()) for number in (1, 2))
    view = View("Chess", None, 1, "", ("move Pawn",), False, (0, 0), PlayerView(0, "", (), (), (board,)), players)
    shown = text(view, position.Paper(80))
    assert shown.count("Pawn [A]") == 2
    assert shown.count("Pawn [B]") == 2


GARDEN = """\
game "Garden" for 2 players
kind Plot is Space:
    var owner_of_it: Player or none
the table has:
    board lawn: Plot by column: 1..3 as letters, row: 1..2
window turn
action dig (s: Plot in lawn) in turn: set s.owner_of_it to me
main:
    for each p in players: offer turn to p
"""


def test_a_board_with_letters_is_drawn_upwards(tmp_path: Path) -> None:
    """Letters run to the right, numbers upwards; the value of the only field says enough."""
    (tmp_path / "game.rules").write_text(GARDEN, encoding="utf-8")
    state = load(tmp_path).start()
    state.apply("dig c1")
    (board,) = state.view().table.boards
    assert [words for _, words in board.dims] == [("2", "1"), ("a", "b", "c")]
    shown = [plain(each) for each in position.board(board, "", position.Paper(80, ascii=True))]
    assert shown[1].split() == ["a", "b", "c"]
    assert [row.split() for row in shown if "|" in row] == [
        ["2", "|", ".", "|", ".", "|", ".", "|"],
        ["1", "|", ".", "|", ".", "|", "A", "|"],
    ]


def test_what_others_answer_is_not_asked_aloud() -> None:
    """Who is not asked sees that somebody decides, and not what about."""
    view = war()
    hidden = View(view.title, 2, 1, "attack turn", (), False, (0, 0), view.table, view.players)
    shown = text(hidden, position.Paper(80))
    assert "Sanktuarium is asked\n" in shown
    assert "attack turn" not in shown


def test_what_lies_on_a_piece_is_counted() -> None:
    """Things that look the same stand there once, with their number; a known piece that lies face down says so."""
    fort = piece("Fort", on=(BACK, BACK, piece("Mina")))
    assert plain(pieces.item(fort)) == "Fort + 2 face-down card + Mina"
    hidden = ItemView("Fort", 1, "Unit", 1, False, (("damage", "1"),), ())
    assert plain(pieces.item(hidden, 1)) == "Fort (face down, damage 1)"
