"""Makes the rulebooks that the documentation shows, as pages, from the rules. MkDocs loads it as a hook."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path
from typing import Any, Final

from dsl.tools.cli import main as rulewright

BOOKS: Final = ("chess", "dark_order", "dark_eden", "doom", "enclave", "siege")


_SERVED: Final[list[str]] = []
"""What MkDocs was told to do, if that was to show the pages while they are written: then no books are made."""


def on_startup(command: str, dirty: bool) -> None:
    """Before anything is read."""
    _SERVED.extend([command] if command == "serve" else [])


def on_post_build(config: Any) -> None:
    """After the pages stand: each book in a folder of its own below `books/`."""
    for name in () if _SERVED else BOOKS:
        with contextlib.redirect_stdout(io.StringIO()) as said, contextlib.redirect_stderr(said):
            failed = rulewright(["book", name, "--pages", "-o", str(Path(config["site_dir"]) / "books" / name)])
        if failed:
            raise RuntimeError(f"the rulebook of {name} cannot be made: {said.getvalue()}")
