"""The command that prints."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from dsl.diagnostics import nearest
from dsl.durable import write_whole
from dsl.printing.aids import aid
from dsl.printing.faces import Face, faces, grids, strips
from dsl.printing.layout import SIZES, sheet
from dsl.printing.layouts import Layouts, read
from dsl.printing.sheets import Job, Style, joined, pdf, pictures, tabletop
from dsl.printing.tokens import tokens
from dsl.reading.places import find_game
from dsl.runtime.game import Game, load
from dsl.runtime.tongues.own import speaking
from dsl.spoken import numbered, said
from dsl.tools.reply import MISUSE, OK, Refusal, say
from dsl.tools.since import changed_faces, changed_paragraphs
from dsl.tools.translating import speak
from dsl.tools.watching import watch

WHAT: Final = ("cards", "boards", "tracks", "tokens", "aid")
_MISSING: Final = "printing needs further libraries: pip install 'rulewright[print]'"


def run_print(arguments: Namespace) -> int:
    """`print GAME [WHAT]`: sheets to cut out, as PDF; with --png pictures of single cards."""
    try:
        import pypdf  # noqa: F401  # pyright: ignore[reportUnusedImport]  # only asked whether they are there
        import typst  # noqa: F401  # pyright: ignore[reportUnusedImport]
    except ImportError:
        raise Refusal(_MISSING) from None
    for each in arguments.what:
        if each not in WHAT:
            raise Refusal(said("{1} cannot be printed; there are {2}", each, ", ".join(WHAT)), MISUSE)
    if arguments.watch:
        watch(lambda: _watched(arguments))
        return OK
    return _print(arguments)


def _watched(arguments: Namespace) -> list[Path]:
    """Print once more; the files to look at for changes."""
    _print(arguments)
    root = find_game(arguments.path)
    folder = root if root.is_dir() else root.parent
    return [path for path in folder.rglob("*") if path.suffix in (".rules", ".csv", ".typ")]


def _print(arguments: Namespace) -> int:
    """What is printed of the game as it is now."""
    game = speak(load(arguments.path, arguments.modules), arguments.lang)
    found = faces(game, arguments.players)
    layouts = _layouts(game, found)
    try:
        with speaking(game.engine(arguments.players or game.players[-1]).words.own):
            return _printed(arguments, game, found, layouts)
    except RuntimeError as error:
        if not layouts.sources:
            raise
        names = ", ".join(f"layouts/{kind}.typ" for kind in layouts.sources)
        raise Refusal(f"{names}: {str(error).splitlines()[0]}") from None


def _printed(arguments: Namespace, game: Game, found: list[Face], layouts: Layouts) -> int:
    """Print what was asked for."""
    sizes = _sizes(arguments.size, found)
    style = Style(
        arguments.paper, "poker", arguments.bleed, arguments.backs, arguments.low_ink, arguments.mono, arguments.lines
    )
    changes: list[str] = []
    if arguments.bleed < 0:
        raise Refusal(said("--bleed: a length is not below 0"), MISUSE)
    try:
        for size in {_size_of(face, sizes) for face in found}:
            sheet(style.paper, size, style.bleed)
    except ValueError as error:
        raise Refusal(str(error), MISUSE) from None
    if arguments.since is not None:
        old = speak(load(arguments.since), arguments.lang)
        found, changes = changed_faces(faces(old, arguments.players), found)
        changes += changed_paragraphs(old, game)
        if not changes:
            say(said("The same in print and in meaning."))
            return OK
        if not found:
            return _only_told(arguments, Job(game.title, (), changes=changes, style=style))
    if arguments.tabletop is not None:
        return _tabletop(Job(game.title, found, style=style, layouts=layouts), sizes, Path(arguments.tabletop))
    if arguments.png is not None:
        return _pictures(Job(game.title, found, style=style, layouts=layouts), sizes, Path(arguments.png))
    return _sheets(arguments, game, Job(game.title, found, changes=changes, style=style, layouts=layouts), sizes)


def _only_told(arguments: Namespace, job: Job) -> int:
    """The sheet that lists what has changed, where no card did."""
    _write(arguments, [(f"{_name(arguments)}-changes.pdf", job, said("a list of what has changed"))])
    return OK


def _name(arguments: Namespace) -> str:
    """What files are called."""
    return Path(arguments.path).stem if Path(arguments.path).exists() else arguments.path.partition("@")[0]


def _layouts(game: Game, found: Sequence[Face]) -> Layouts:
    """The layouts of one's own; Refusal for one of a kind that no card is of."""
    layouts = read(game.sources.root)
    kinds = {kind for face in found for kind in face.kinds}
    for kind in layouts.sources:
        if kind not in kinds:
            near = nearest(kind, kinds)
            meant = said("; meant {1}.typ?", near[0]) if near else ""
            raise Refusal(said("layouts/{1}.typ: no card is of the kind {2}{3}", kind, kind, meant), MISUSE)
    return layouts


def _sheets(arguments: Namespace, game: Game, whole: Job, sizes: dict[str, str]) -> int:
    """Write one PDF for each size of cards, and one for all else."""
    found, style, changes = whole.faces, whole.style, whole.changes
    what = set(arguments.what or (["cards"] if changes else WHAT))
    name = _name(arguments)
    made: list[tuple[str, Job, str]] = []
    for size in SIZES if "cards" in what else ():
        own = [face for face in found if _size_of(face, sizes) == size]
        if own:
            job = replace(whole, faces=own, changes=changes if not made else (), style=replace(style, size=size))
            made.append((f"{name}-{size}.pdf", job, _card_count(own)))
    job = _table(game, what, style, arguments.players)
    parts = _parts(job)
    if parts:
        made.append((f"{name}-table.pdf", job, ", ".join(parts)))
    _write(arguments, made)
    return OK


def _table(game: Game, what: set[str], style: Style, players: int | None) -> Job:
    """Everything but cards."""
    return Job(
        game.title,
        grids=grids(game, players) if "boards" in what else (),
        strips=strips(game, players) if "tracks" in what else (),
        tokens=tokens(game, players) if "tokens" in what else (),
        aid=aid(game) if "aid" in what else None,
        style=style,
    )


def _parts(job: Job) -> list[str]:
    """What a job prints beside cards, in words."""
    return [
        *([numbered(len(job.grids), "{1} board", "{1} boards")] if job.grids else []),
        *([numbered(len(job.strips), "{1} track", "{1} tracks")] if job.strips else []),
        *([numbered(count, "{1} token", "{1} tokens")] if (count := sum(each.count for each in job.tokens)) else []),
        *([said("a player aid")] if job.aid is not None and job.aid.parts else []),
    ]


def _write(arguments: Namespace, made: Sequence[tuple[str, Job, str]]) -> None:
    """Write sheets: each under its name into a folder, or all of them as the one PDF that was asked for."""
    if not made:
        say(said("There is nothing of this to print."))
        return
    place = Path(arguments.output or ".")
    if place.suffix.lower() != ".pdf" or place.is_dir():
        place.mkdir(parents=True, exist_ok=True)
        for name, job, words in made:
            write_whole(place / name, pdf(job))
            say(f"{place / name}: {words}")
        return
    place.parent.mkdir(parents=True, exist_ok=True)
    write_whole(place, joined([pdf(job) for _, job, _ in made]))
    say(f"{place}: {', '.join(words for _, _, words in made)}")


def _pictures(whole: Job, sizes: dict[str, str], folder: Path) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for size in SIZES:
        own = [face for face in whole.faces if _size_of(face, sizes) == size]
        if not own:
            continue
        job = replace(whole, faces=own, style=replace(whole.style, size=size))
        for number, (title, data) in enumerate(pictures(job), 1):
            name = "".join(letter if letter.isalnum() else "_" for letter in title).strip("_")[:60]
            write_whole(folder / f"{size}-{number:03}-{name}.png", data)
            count += 1
    say(f"{folder}: {numbered(count, '{1} picture', '{1} pictures')}")
    return OK


def _tabletop(whole: Job, sizes: dict[str, str], folder: Path) -> int:
    """Sheets for virtual tabletops: of each size of cards, cards of one back together."""
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for size in SIZES:
        for back in dict.fromkeys(face.back for face in whole.faces):
            own = [face for face in whole.faces if _size_of(face, sizes) == size and face.back == back]
            made = tabletop(replace(whole, faces=own, style=replace(whole.style, size=size))) if own else []
            for number, data in enumerate(made, 1):
                name = "".join(letter if letter.isalnum() else "_" for letter in back)
                write_whole(folder / f"{size}-{name}-{number}.png", data)
                count += 1
    say(said("{1}: {2} of 10 by 7 cards", folder, numbered(count, "{1} sheet", "{1} sheets")))
    return OK


def _sizes(orders: Sequence[str], found: Sequence[Face]) -> dict[str, str]:
    """The sizes that were asked for, by kind; of all cards under the empty name. Refusal for what is none."""
    kinds = {kind for face in found for kind in face.kinds}
    sizes: dict[str, str] = {}
    for order in orders:
        kind, sign, size = order.rpartition("=")
        if size not in SIZES:
            raise Refusal(
                said("--size {1}: there is no size {2}; there are {3}", order, size, ", ".join(SIZES)), MISUSE
            )
        if sign and kind not in kinds:
            near = nearest(kind, kinds)
            meant = said("; meant {1}?", near[0]) if near else ""
            raise Refusal(said("--size {1}: no card is of the kind {2}{3}", order, kind, meant), MISUSE)
        sizes[kind] = size
    return sizes


def _size_of(face: Face, sizes: dict[str, str]) -> str:
    """The size of a card: of the nearest of its kinds that has one."""
    return next((sizes[kind] for kind in face.kinds if kind in sizes), sizes.get("", "poker"))


def _card_count(faces: Sequence[Face]) -> str:
    return numbered(sum(face.copies for face in faces), "{1} card", "{1} cards")
