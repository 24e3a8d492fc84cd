"""What the first question at a table needs, made while somebody reads the first screen.

`why` asks a machine that is compiled only for explanations, which takes longer than an answer should. A thread makes it
behind the first prompt; whoever asks sooner waits for it as long as if it had been made then.
"""

from __future__ import annotations

import threading
from importlib import import_module

from dsl.repl.table import Table


def get_ready(table: Table) -> threading.Thread:
    """Begin to make what explanations need; the thread ends by itself, and with the program."""
    engine = table.here.engine

    def make() -> None:
        _ = engine.lexicon
        _ = engine.explaining.machine
        import_module("dsl.runtime.storage.records")  # brings pydantic along; `save` and `record` need it

    thread = threading.Thread(target=make, name="ready", daemon=True)
    thread.start()
    return thread
