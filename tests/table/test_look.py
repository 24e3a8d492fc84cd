"""The look of a game: what strangers' files may bring to everybody's browser, and what is refused with its place."""

from __future__ import annotations

import struct
from base64 import b64decode
from pathlib import Path

import pytest

pytest.importorskip("starlette")

from dsl.diagnostics import RulesError
from dsl.packages.artwork import Harmful, harmless
from dsl.runtime.game import load
from dsl.table.look import look_of
from dsl.table.opening import new_room
from dsl.table.orders import done
from dsl.table.picture import Data
from dsl.table.store import Store

RULES = """
game "Two Cards" for 2 players
kind Card
card "Ash" is Card
card "Elm" is Card, secret
kind Spot is Space:
    var stone: Player or none
the table has:
    board grid: Spot, 1 by 2
    zone deck: stack of Card, seen by nobody
main:
    move Card to deck
    choose n from 0..1 by player 1 as "go"
    end game drawn
"""
SHAPE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{}</svg>'
GOOD = SHAPE.format('<g fill="#fff"><circle cx="4" cy="4" r="3"/></g>')
MANIFEST = 'name = "cards"\nversion = "1.0.0"\nkind = "game"\nlook = "look.toml"\n'


def look(folder: Path, text: str, svg: str = GOOD) -> Data:
    (folder / "game.rules").write_text(RULES)
    (folder / "rulewright.toml").write_text(MANIFEST)
    (folder / "look.toml").write_text(text)
    (folder / "a.svg").write_text(svg)
    game = load(folder)
    return look_of(game, game.start(None, 1))


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ('[pictures]\nAsh = "a.svg"\n', 1, "a look has no `pictures`"),
        ('[images]\n\nAhs = "a.svg"\n', 3, "nothing in the game is called Ahs"),
        ('[images]\nElm = "a.svg"\n', 2, "a card that the rules keep secret"),
        ('[images]\n"Elm of B" = "a.svg"\n', 2, "a card that the rules keep secret"),
        ('[images]\nAsh = "b.svg"\n', 2, "there is no image b.svg"),
        ('[images]\nAsh = "../a.svg"\n', 2, "there is no image ../a.svg"),
        ('[images]\nAsh = "/etc/passwd"\n', 2, "there is no image /etc/passwd"),
        ('[images]\nAsh = "game.rules"\n', 2, "its name ends neither in .svg nor in .png"),
        ("[images]\nAsh = 3\n", 2, "`images.Ash` of the look"),
        ('[colours]\nA = "red"\n', 2, "'red' is no colour"),
        ('[colours]\nA = "#fff;}"\n', 2, "is no colour"),
        ('[colours]\npaper = "#ffffff"\n', 2, "a look has no colour `paper`"),
        ("[positions.gird]\na1 = [0, 0]\n", 1, "there is no board gird"),
        ("[positions.grid]\na1 = [0, 0]\nc1 = [1, 0]\n", 3, "grid has no space c1"),
        ("[positions.grid]\na1 = [0, 0]\n", 1, "it is not said where a2 of grid lies"),
        ("[positions.grid]\na1 = [0, inf]\n", 2, "`positions.grid.a1"),
        ("[images\n", 1, "the look cannot be read"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(tmp_path: Path, text: str, line: int, words: str) -> None:
    with pytest.raises(RulesError) as error:
        look(tmp_path, text)
    found = error.value.diagnostics[0]
    assert found.code == "E172" and words in found.message
    span = found.labels[0].span
    assert (span.file.name, span.line) == ("look.toml", line)


def test_a_look_and_what_pages_are_told_of_it(tmp_path: Path) -> None:
    text = '[images]\nAsh = "a.svg"\n"stone of A" = "a.svg"\n[colours]\nA = "#FF0000"\n'
    told = look(tmp_path, text + "[positions.grid]\na1 = [0, 0]\na2 = [2.5, 1]\n")
    assert set(told["images"]) == {"ash", "stone of a"} and told["colours"] == {"A": "#ff0000"}
    assert told["positions"] == {"grid": {"a1": [0, 0], "a2": [2.5, 1]}}
    room = new_room(Store(":memory:"), str(tmp_path))
    for seat in range(-1, 3):
        answer: Data = {}
        assert not done([room], room, seat, {"do": "look"}, answer) and answer["look"] == told
        assert "data:" not in str(room.told(seat)), "the picture of a seat knows nothing of the look"


def test_a_link_that_leads_outside_is_no_image(tmp_path: Path) -> None:
    (tmp_path / "cards").mkdir()
    (tmp_path / "outside.svg").write_text(GOOD)
    (tmp_path / "cards" / "b.svg").symlink_to(tmp_path / "outside.svg")
    with pytest.raises(RulesError, match=r"there is no image b\.svg"):
        look(tmp_path / "cards", '[images]\nAsh = "b.svg"\n')


def test_too_much_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="bytes"):
        look(tmp_path, '[images]\nAsh = "a.svg"\n', GOOD + " " * 64_000)


HOSTILE = {
    "script": SHAPE.format("<script>alert(1)</script>"),
    "script of another case": SHAPE.format("<SCRIPT>alert(1)</SCRIPT>"),
    "event": SHAPE.format('<path d="M0 0" onload="alert(1)"/>'),
    "event of the root": '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    "style": SHAPE.format("<style>@import 'http://evil.example/'</style>"),
    "style of an element": SHAPE.format('<path style="fill:url(http://evil.example/)"/>'),
    "address in a colour": SHAPE.format('<path fill="url(http://evil.example/a.svg#b)"/>'),
    "address behind an own one": SHAPE.format('<path fill="url(#a) url(//evil.example)"/>'),
    "escaped address": SHAPE.format('<path fill="\\75rl(//evil.example)"/>'),
    "page inside": SHAPE.format('<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>'),
    "html element": SHAPE.format('<img xmlns="http://www.w3.org/1999/xhtml" src="x"/>'),
    "image": SHAPE.format('<image href="http://evil.example/a.png"/>'),
    "use": SHAPE.format('<use href="#a"/>'),
    "link": SHAPE.format('<a href="javascript:alert(1)"><path d="M0 0"/></a>'),
    "animation": SHAPE.format('<set attributeName="href" to="javascript:alert(1)"/>'),
    "reference of another name": SHAPE.format('<path xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="//evil"/>'),
    "entities": '<!DOCTYPE svg [<!ENTITY a "aaaa">]>' + SHAPE.format("<title>&a;</title>"),
    "no svg": "<html><body/></html>",
    "no namespace": "<svg><path/></svg>",
    "no xml": "<svg",
    "too deep": SHAPE.format("<g>" * 6_000 + "</g>" * 6_000),
    "too many": SHAPE.format("<g/>" * 3_000),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_an_svg_that_does_more_than_to_draw_is_refused(what: str) -> None:
    with pytest.raises(Harmful):
        harmless("a.svg", HOSTILE[what].encode())


def test_another_encoding_hides_nothing() -> None:
    for encoding in ("utf-16", "utf-32"):
        with pytest.raises(Harmful):
            harmless("a.svg", HOSTILE["script"].encode(encoding))
    with pytest.raises(Harmful):
        harmless("a.svg", b'<?xml version="1.0" encoding="utf-7"?>+ADw-script/+AD4-')


def test_what_is_shown_is_written_anew() -> None:
    """Comments, instructions and declarations of the file are gone."""
    text = '<?xml version="1.0"?><?xml-stylesheet href="//evil.example"?><!-- evil -->' + GOOD
    kept = b64decode(harmless("a.svg", text.encode()).partition(",")[2]).decode()
    assert "evil" not in kept and "stylesheet" not in kept and "circle" in kept


def test_a_png_is_one_and_not_too_wide() -> None:
    head = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + b"IHDR"
    assert harmless("a.png", head + struct.pack(">II", 9, 9) + bytes(20)).startswith("data:image/png;base64,")
    for data in (GOOD.encode(), head, head + struct.pack(">II", 60_000, 60_000) + bytes(20), b"<svg onload=x>"):
        with pytest.raises(Harmful):
            harmless("a.png", data)


def test_the_men_of_chess_are_drawn() -> None:
    room = new_room(Store(":memory:"), "chess")
    assert len(room.look["images"]) == 12
    assert new_room(Store(":memory:"), "tic_tac_toe").look == {}


def test_each_of_eight_seats_has_a_colour_of_its_own() -> None:
    """Diplomacy has seven; who sits farther on shares the colour of what belongs to nobody."""
    folder = Path(look_of.__code__.co_filename).parent / "static"
    css = "".join((folder / name).read_text(encoding="utf-8") for name in ("board.css", "table.css"))
    for seat in range(1, 9):
        for words in (f"--p{seat}: #", f".token.p{seat} ", f".edge.p{seat} ", f".chip.p{seat},"):
            assert words in css, words
