"""How the application of a table is served."""

from __future__ import annotations

import uvicorn
from starlette.applications import Starlette

from dsl.table.server import MOST_BYTES


def server_of(app: Starlette) -> uvicorn.Server:
    """A server that says nothing of those who come. Messages are not packed: pages get what has changed, a few hundred
    bytes; packing them took a tenth of the time and 30 kB for each page.
    """
    return uvicorn.Server(
        uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            ws_max_size=MOST_BYTES,
            ws_per_message_deflate=False,
            server_header=False,
        )
    )
