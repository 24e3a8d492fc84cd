"""Faces set in type: PDF sheets to cut out, pictures of single cards, a sheet for virtual tables. Set by Typst.

The template `sheet.typ` lies beside this module; what it is given is plain data, so that no text of a game is read as a
command of the typesetter.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from io import BytesIO
from pathlib import Path
from typing import Any, Final, Literal, cast

from dsl.diagnostics import Diagnostic, Label, RulesError
from dsl.printing.aids import Aid
from dsl.printing.faces import Face, Grid, Strip
from dsl.printing.layout import Sheet, sheet
from dsl.printing.layouts import Layouts
from dsl.printing.tokens import Token
from dsl.runtime.tongues.own import said, words_now
from dsl.source import Span

Backs = Literal["none", "duplex", "fold"]
_TEMPLATE: Final = Path(__file__).with_name("sheet.typ")
_ACROSS: Final = 10
_DOWN: Final = 7
_PIXELS: Final = 4096
"""What virtual tabletops take: a sheet of so many cells, so many pixels."""
_POINTS: Final = 72 / 25.4
_INK: Final = "#274060"
_GREY: Final = "#4a5568"
_HUES: Final = ("#274060", "#8c2f39", "#2f6b3c", "#7a5600", "#5b3a82", "#1a666f", "#6b4a2f", "#3f4a7a")
"""Colours that white words can be read on."""
_MEN: Final = (
    ("#fdf6e3", "#333333"), ("#333333", "#ffffff"), ("#8fb8de", "#1d3557"), ("#e9a3a3", "#5c1a1a"),
    ("#b9d8a8", "#234b12"), ("#e8cf7a", "#5a4300"),
)  # fmt: skip
"""The colours of what belongs to a player, and of the signs on it."""


@dataclass(frozen=True, slots=True)
class Style:
    """How it is printed: paper, size of cards, bleed in mm, backs, ink."""

    paper: str = "a4"
    size: str = "poker"
    bleed: float = 0.0
    backs: Backs = "none"
    low_ink: bool = False
    mono: bool = False
    lines: bool = False


@dataclass(frozen=True, slots=True)
class Job:
    """What is to be printed."""

    title: str
    faces: Sequence[Face] = ()
    grids: Sequence[Grid] = ()
    strips: Sequence[Strip] = ()
    tokens: Sequence[Token] = ()
    aid: Aid | None = None
    changes: Sequence[str] = ()
    style: Style = field(default_factory=Style)
    layouts: Layouts = field(default_factory=Layouts)


def pdf(job: Job) -> bytes:
    """The sheets of a job as PDF, with TrimBox and BleedBox. RulesError (E162) for texts that do not fit their card."""
    place = sheet(job.style.paper, job.style.size, job.style.bleed)
    cards = [face for face in job.faces for _ in range(face.copies)]
    with _folder(_data(job, cards, place), job.layouts) as folder:
        import typst

        _refuse_overflow(typst.query(folder / "sheet.typ", "<overflow>", root=folder), cards)
        made = typst.compile(folder / "sheet.typ", root=folder, format="pdf")
    return _boxed(made, place)


def joined(made: Sequence[bytes]) -> bytes:
    """Several PDFs as one, each page with its own boxes."""
    from pypdf import PdfReader, PdfWriter

    if len(made) == 1:
        return made[0]
    writer = PdfWriter(clone_from=PdfReader(BytesIO(made[0])))
    for each in made[1:]:
        for page in PdfReader(BytesIO(each)).pages:
            writer.add_page(page)
    out = BytesIO()
    writer.write(out)
    return out.getvalue()


def pictures(job: Job, dpi: int = 300) -> list[tuple[str, bytes]]:
    """A PNG of each face, by the title of its card. RulesError (E162) for texts that do not fit."""
    import typst

    style = job.style
    width, height = sheet("a4", style.size, 0).card
    place = Sheet((width, height), (width, height), 0, 1, 1)
    data = _data(Job(job.title, job.faces, style=style, layouts=job.layouts), job.faces, place)
    with _folder(data, job.layouts) as folder:
        _refuse_overflow(typst.query(folder / "sheet.typ", "<overflow>", root=folder), job.faces)
        made = typst.compile(folder / "sheet.typ", root=folder, format="png", ppi=dpi)
    pages = made if isinstance(made, list) else [made]
    return [(face.title, cast(bytes, page)) for face, page in zip(job.faces, pages, strict=False)]


def tabletop(job: Job) -> list[bytes]:
    """Sheets for virtual tabletops, as PNG: ten by seven cells, the back of the cards in the last one, at most 4096
    pixels wide and high. RulesError (E162) for texts that do not fit.
    """
    import typst

    width, height = sheet("a4", job.style.size, 0).card
    place = Sheet((_ACROSS * width, _DOWN * height), (width, height), 0, _ACROSS, _DOWN)
    cards = [face for face in job.faces for _ in range(face.copies)]
    most = _ACROSS * _DOWN - 1
    data = _data(
        Job(job.title, cards, style=replace(job.style, backs="none", lines=False), layouts=job.layouts), cards, place
    )
    numbered = [_plain(face, number, job.layouts) for number, face in enumerate(cards)]
    groups = [numbered[at : at + most] for at in range(0, len(numbered), most)]
    data["sheets"] = [[*group, *[None] * (most - len(group)), {**group[0], "turned": True}] for group in groups]
    dpi = int(min(300, *(_PIXELS * 25.4 / side for side in place.paper)))
    with _folder(data, job.layouts) as folder:
        _refuse_overflow(typst.query(folder / "sheet.typ", "<overflow>", root=folder), cards)
        made = typst.compile(folder / "sheet.typ", root=folder, format="png", ppi=dpi)
    return [cast(bytes, page) for page in (made if isinstance(made, list) else [made])]


def _data(job: Job, cards: Sequence[Face], place: Sheet) -> dict[str, Any]:
    style = job.style
    numbered = [_plain(face, number, job.layouts) for number, face in enumerate(cards)]
    capacity = place.capacity
    return {
        "title": job.title,
        "lang": words_now().language or "en",
        "words": {"stand_in": said("stand-in"), "tracks": said("tracks"), "tokens": said("tokens")},
        "paper": place.paper,
        "card": place.card,
        "bleed": place.bleed,
        "columns": place.columns,
        "rows": place.rows,
        "backs": style.backs,
        "low_ink": style.low_ink,
        "mono": style.mono,
        "lines": style.lines,
        "ink": _INK,
        "tint": "#f4f1ea",
        "sheets": [numbered[at : at + capacity] for at in range(0, len(numbered), capacity)],
        "grids": [
            {"title": grid.title, "rows": grid.rows, "halves": grid.halves, "holds": grid.holds} for grid in job.grids
        ],
        "strips": [
            {"title": strip.title, "low": strip.low, "high": strip.high, "bands": strip.bands} for strip in job.strips
        ],
        "tokens": [_token(each) for each in job.tokens for _ in range(each.count)],
        "aid": None if job.aid is None else {"title": job.aid.title, "parts": _parts(job.aid)},
        "changes": list(job.changes),
    }


def _parts(aid: Aid) -> list[Any]:
    """The headings of an aid with their lines."""
    return [
        [
            heading,
            [{"strong": each.strong, "words": each.words, "deep": each.deep, "note": each.note} for each in lines],
        ]
        for heading, lines in aid.parts
    ]


def _token(token: Token) -> dict[str, Any]:
    light, dark = _MEN[(token.player - 1) % len(_MEN)] if token.player else ("#ffffff", "#222222")
    return {"sign": token.sign, "words": token.words, "fill": light, "ink": dark}


def _plain(face: Face, number: int, layouts: Layouts) -> dict[str, Any]:
    return {
        "title": face.title,
        "gloss": face.gloss,
        "back": face.back,
        "kind": face.kind,
        "kinds": face.kinds,
        "art": layouts.picture((face.title, *face.known_as)),
        "values": face.values,
        "names": face.names,
        "marks": face.marks,
        "text": face.text,
        "stand_in": face.stand_in,
        "number": str(number + 1),
        "hue": _HUES[(face.suit - 1) % len(_HUES)] if face.suit else _GREY,
    }


def _refuse_overflow(found: str | bytes, cards: Sequence[Face]) -> None:
    """RulesError with the line of each card whose words do not fit."""
    numbers = {int(each["value"]["number"]) - 1 for each in json.loads(found)}
    faces = dict.fromkeys(cards[number].span for number in sorted(numbers))
    if not faces:
        return
    titles = {face.span: face.title for face in cards}
    hint = "shorten its text, or give its kind a larger size: --size KIND=tarot"
    words = {span: f"what is printed on “{titles[span]}” does not fit" for span in faces}
    raise RulesError([Diagnostic("E162", "error", words[span], (Label(_head(span)),), hint=hint) for span in faces])


def _head(span: Span) -> Span:
    """The first line of an item."""
    text = span.text.split("\n", 1)[0]
    return span.file.span(span.start, span.start + len(text))


@contextmanager
def _folder(data: dict[str, Any], layouts: Layouts) -> Generator[Path]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "data.json").write_text(json.dumps(data), encoding="utf-8")
        layouts.put(folder)
        (folder / "sheet.typ").write_text(layouts.header() + _TEMPLATE.read_text(encoding="utf-8"), encoding="utf-8")
        yield folder


def _boxed(made: bytes, place: Sheet) -> bytes:
    """The PDF with the boxes that print shops look at: what is cut off at the outermost cards, and their bleed."""
    from pypdf import PdfReader, PdfWriter
    from pypdf.generic import RectangleObject

    writer = PdfWriter(clone_from=PdfReader(BytesIO(made)))
    wide = place.columns * (place.card[0] + 2 * place.bleed)
    high = place.rows * (place.card[1] + 2 * place.bleed)
    left, bottom = (place.paper[0] - wide) / 2, (place.paper[1] - high) / 2
    for page in writer.pages:
        page.bleedbox = RectangleObject(tuple(_POINTS * each for each in (left, bottom, left + wide, bottom + high)))
        inner = (left + place.bleed, bottom + place.bleed, left + wide - place.bleed, bottom + high - place.bleed)
        page.trimbox = RectangleObject(tuple(_POINTS * each for each in inner))
    out = BytesIO()
    writer.write(out)
    return out.getvalue()
