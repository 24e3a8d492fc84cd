"""An editor that speaks with the language server over pipes, in another process, as real ones do."""

from __future__ import annotations

import asyncio
import sys

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

WAIT = 120


class Editor:
    """A client that keeps what it is told about each document."""

    def __init__(self) -> None:
        self.client = LanguageClient("test", "1")
        self.told: asyncio.Queue[lsp.PublishDiagnosticsParams] = asyncio.Queue()

        @self.client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def told(params: lsp.PublishDiagnosticsParams) -> None:
            self.told.put_nowait(params)

    async def __aenter__(self) -> Editor:
        await self.client.start_io(sys.executable, "-m", "dsl.tools.cli", "lsp")
        asked = lsp.InitializeParams(capabilities=lsp.ClientCapabilities())
        self.able = (await self.client.initialize_async(asked)).capabilities
        self.client.initialized(lsp.InitializedParams())
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.client.shutdown_async(None)
        self.client.exit(None)
        running = self.client._server
        assert running is not None
        assert await asyncio.wait_for(running.wait(), WAIT) == 0, "who was told to end has done nothing wrong"
        await self.client.stop()

    def open(self, uri: str, text: str) -> None:
        """Open a document."""
        document = lsp.TextDocumentItem(uri, "rules", 1, text)
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(document))

    def change(self, uri: str, text: str, version: int = 2) -> None:
        """Give a document another text."""
        whole = lsp.TextDocumentContentChangeWholeDocument(text)
        document = lsp.VersionedTextDocumentIdentifier(version, uri)
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [whole]))

    async def about(self, uri: str) -> list[lsp.Diagnostic]:
        """What is told next about a document."""
        return list((await self.next(uri)).diagnostics)

    async def next(self, uri: str) -> lsp.PublishDiagnosticsParams:
        """The same, with the version that it is about."""
        while True:
            params = await asyncio.wait_for(self.told.get(), WAIT)
            if params.uri == uri:
                return params
