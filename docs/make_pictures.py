"""Draws the pictures of the documentation from what the program answers: `python docs/make_pictures.py`.

A conversation with the REPL is held, and what the screen shows is written as a drawing; a mistake is put into a file of
a game, and drawn as an editor shows it. So a picture cannot show what the program does not do.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Final

from rich.console import Console, Group
from rich.panel import Panel
from rich.style import Style
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from dsl.diagnostics import Bag, Diagnostic
from dsl.pipeline import check_sources
from dsl.reading.game import read_game
from dsl.repl.keyboard import COLOURS
from dsl.repl.output import Line, Output, folded
from dsl.repl.session import Session
from dsl.runtime.game import load

TARGET: Final = Path(__file__).parent / "pictures"
COLUMNS: Final = 92
_BLACK, _WHITE = (30, 32, 38), (214, 217, 222)
_COLOURS: Final = [
    (68, 71, 79),
    (235, 110, 110),
    (140, 200, 120),
    (228, 192, 110),
    (110, 170, 235),
    (200, 140, 220),
    (100, 200, 205),
    (200, 203, 209),
]
THEME: Final = TerminalTheme(_BLACK, _WHITE, _COLOURS, [(125, 130, 140), *_COLOURS[1:]])
FORMAT: Final = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
    <style>
    .{unique_id}-matrix {{
        font-family: "DejaVu Sans Mono", "Fira Code", Menlo, Consolas, monospace;
        font-size: {char_height}px;
        line-height: {line_height}px;
        font-variant-east-asian: full-width;
    }}
    .{unique_id}-title {{ font-size: 18px; font-family: sans-serif; }}
    {styles}
    </style>
    <defs>
    <clipPath id="{unique_id}-clip-terminal">
      <rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
    </clipPath>
    {lines}
    </defs>
    {chrome}
    <g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
    {backgrounds}
    <g class="{unique_id}-matrix" xml:space="preserve">
    {matrix}
    </g>
    </g>
</svg>
"""
"""As Rich draws it, without a font from another host."""


def _text(line: Line) -> Text:
    text = Text()
    for segment in line:
        text.append(segment.text, COLOURS[segment.style] or None)
    return text


def _shown(answer: Output) -> list[Text]:
    return [_text(row) for line in answer.lines for row in folded(line, COLUMNS)]


def _talk(game: str, seed: int, before: list[str], typed: list[str]) -> Group:
    """What the screen shows while some lines are typed; those before it are not shown."""
    session = Session(load(game), seed=seed)
    session.table.width = COLUMNS
    for line in before:
        session.line(line)
    rows: list[Text] = []
    for line in typed:
        rows += [Text.assemble((session.prompt(), "bold"), line), *_shown(session.line(line))]
    return Group(*rows)


def map_() -> Group:
    """A position of DOOM with its map."""
    return _talk("doom", 3, ["auto 60"], ["show"])


def why_not() -> Group:
    """Why something cannot be done, and where a number comes from."""
    return _talk("enclave", 3, ["auto 70"], ["why not stand on level 4", "why physical of A", "rules stand on level"])


def mistake() -> Group:
    """A file of a game in an editor, with a mistake in it that has just been typed."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.rules"
        path.write_text(LANTERNS, encoding="utf-8")
        bag = Bag()
        sources = read_game(path, bag)
        if not bag.has_errors:
            check_sources(sources, bag, players=2, options={}, scenarios=False)
        (found,) = bag.all()
        return Group(*_edited(LANTERNS, found))


LANTERNS: Final = """\
game "Lantern Market" for 2 players

enum Colour: red, gold, green

kind Lantern "lantern":
    colour: Colour
    cost: 0..6

card "Paper Lantern" is Lantern, 4 copies:
    colour red, cost 1
card "Glass Lantern" is Lantern, 3 copies:
    colour gren, cost 4

main:
    end game drawn
"""


def _edited(text: str, found: Diagnostic) -> list[Text | Panel]:
    """The lines of a file with their numbers, the mistake underlined, and below its line what the editor says."""
    span = found.span
    assert span is not None
    rows: list[Text | Panel] = []
    for number, written in enumerate(text.rstrip("\n").split("\n"), 1):
        row = Text.assemble((f"{number:>4}  ", "bright_black"), written)
        first = written.partition(" ")[0]
        if not written.startswith(" ") and first:
            row.stylize("bold magenta", 6, 6 + len(first.rstrip(":")))
        row.highlight_regex(r'"[^"]*"', "green")
        if number == span.line:
            begin = 6 + span.column - 1
            row.stylize(Style(color="red", underline=True), begin, begin + len(span.text))
        rows.append(row)
        if number == span.line:
            words = [Text(found.message, "bold"), Text(f"rulewright {found.code}", "bright_black")]
            if found.hint:
                words.insert(1, Text(found.hint, "cyan"))
            rows.append(Panel(Group(*words), width=64, border_style="red"))
    return rows


PICTURES: Final[dict[str, tuple[str, Callable[[], Group]]]] = {
    "map": ("rulewright play doom", map_),
    "why_not": ("rulewright play enclave", why_not),
    "mistake": ("game.rules", mistake),
}


def drawn(name: str) -> str:
    """A picture as SVG."""
    title, make = PICTURES[name]
    console = Console(record=True, width=COLUMNS, file=StringIO(), highlight=False, force_terminal=True)
    console.print(make())
    return console.export_svg(title=title, theme=THEME, code_format=FORMAT, unique_id=f"picture-{name}")


if __name__ == "__main__":
    for each in sys.argv[1:] or PICTURES:
        TARGET.mkdir(exist_ok=True)
        (TARGET / f"{each}.svg").write_text(drawn(each), encoding="utf-8")
