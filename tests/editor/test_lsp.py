"""The language server, spoken with as an editor does: over pipes, in another process."""

from __future__ import annotations

import asyncio
from pathlib import Path

from lsp_client import Editor
from lsprotocol import types as lsp

from dsl.editor.colours import SORTS

GAME = 'game "Foxes" for 2 players\nenum Colour: red, grey\n\nmain:\n    end game drawn\n'
WRONG = GAME + "define hue = rde of Colour\n" + "define best: Colour = rde\n"


def test_an_editor_is_told_of_mistakes_and_of_their_mending(tmp_path: Path) -> None:
    path = tmp_path / "game.rules"
    path.write_text(GAME, encoding="utf-8")
    uri = path.resolve().as_uri()

    async def speak() -> None:
        async with Editor() as editor:
            editor.open(uri, GAME + "enum Hue: dark, ligth\noption hue: Hue = light\n")
            wrong = await editor.about(uri)
            assert [(each.code, each.range.start.line) for each in wrong] == [("E101", 6)]
            context = lsp.CodeActionContext(wrong)
            asked = lsp.CodeActionParams(lsp.TextDocumentIdentifier(uri), wrong[0].range, context)
            repairs = await editor.client.text_document_code_action_async(asked)
            assert repairs is not None and [each.title for each in repairs] == ["write ligth"]
            editor.change(uri, GAME)
            assert await editor.about(uri) == []

    asyncio.run(speak())


def test_an_editor_is_answered(tmp_path: Path) -> None:
    path = tmp_path / "game.rules"
    path.write_text(GAME, encoding="utf-8")
    uri = path.resolve().as_uri()
    document = lsp.TextDocumentIdentifier(uri)
    text = GAME + 'enum  Hue:  dark\nevent yell (h: Hue):\n    nothing\nrule x: after yell h: say "🦊 {h}"; yell h\n'
    place = lsp.Position(5, 7)

    async def speak() -> None:
        async with Editor() as editor:
            client = editor.client
            editor.open(uri, text)
            await editor.about(uri)
            hover = await client.text_document_hover_async(lsp.HoverParams(document, place))
            assert hover is not None and isinstance(hover.contents, lsp.MarkupContent)
            assert "**enum** Hue" in hover.contents.value
            behind_fox = lsp.Position(8, text.split("\n")[8].index("; yell") + 4)  # a fox is two units of UTF-16
            found = await client.text_document_definition_async(lsp.DefinitionParams(document, behind_fox))
            assert isinstance(found, list) and [each.range.start.line for each in found] == [6]  # pyright: ignore[reportAttributeAccessIssue]
            places = await client.text_document_references_async(
                lsp.ReferenceParams(lsp.ReferenceContext(True), document, place)
            )
            assert places is not None and [each.range.start.line for each in places] == [5, 6]
            shown = await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(document))
            assert shown is not None and [each.name for each in shown] == [
                "Foxes",
                "Colour",
                "main",
                "Hue",
                "yell",
                "x",
            ]
            offered = await client.text_document_completion_async(lsp.CompletionParams(document, lsp.Position(9, 0)))
            assert isinstance(offered, list) and {"enum", "event"} <= {each.label for each in offered}
            words = await client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(document))
            assert words is not None and list(words.data[:5]) == [0, 0, 4, SORTS.index("keyword"), 0]
            options = lsp.FormattingOptions(4, True)
            edits = await client.text_document_formatting_async(lsp.DocumentFormattingParams(document, options))
            assert edits is not None and len(edits) == 1 and "enum Hue: dark\n" in edits[0].new_text

    asyncio.run(speak())
