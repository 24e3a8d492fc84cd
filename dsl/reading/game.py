"""Reading a whole game: its folder or file, its scenarios, the modules asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from dsl.diagnostics import Bag
from dsl.reading.drafts import Drafts
from dsl.reading.kept_trees import kept_trees
from dsl.reading.modules import with_modules
from dsl.reading.places import MAIN, grammar_text
from dsl.reading.reader import Reader
from dsl.reading.sources import Sources
from dsl.uncollected import uncollected

_SCENARIOS: Final = "scenarios"


@uncollected()
def read_game(
    path: str | Path,
    bag: Bag,
    *,
    scenarios: bool = True,
    modules: Iterable[str | Path] = (),
    drafts: Drafts | None = None,
    texts: Mapping[Path, bytes] | None = None,
) -> Sources:
    """Read a game: the folder that holds game.rules, or one file; `modules` are further files that are added to it.
    texts: what is in files that were read before.

    What cannot be read is a diagnostic in the bag and is missing from the result.
    """
    path = Path(path)
    main = path / MAIN if path.is_dir() else path
    kept = kept_trees(main, grammar_text()) if drafts is None else None
    sources = Sources(main.parent, proving=scenarios, drafts=drafts, kept=kept, texts=texts or {})
    reader = Reader(sources, bag, sources.base)
    reader.read(main.parent, main.name, None)
    if scenarios and main.name == MAIN and (main.parent / _SCENARIOS).is_dir():
        found = (main.parent / _SCENARIOS).rglob("*.rules")
        reader.into = sources.proofs
        for name in sorted(entry.relative_to(main.parent).as_posix() for entry in found):
            reader.read(main.parent, name, None)
    return with_modules(sources, bag, modules)
