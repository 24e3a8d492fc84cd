"""The language server: what `dsl.editor` knows, in the words of the Language Server Protocol. pygls speaks it.

Mistakes are told at once for what changed, and for the whole game when another thread has checked it. All that is said
goes out in the thread that listens.
"""

from __future__ import annotations

import asyncio
import threading
from argparse import Namespace
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import dsl
from dsl.editor import answers, colours
from dsl.editor.checker import Checker
from dsl.editor.checking import Verdict
from dsl.editor.completing import completions, inside_text, is_move
from dsl.editor.lenses import TEST, hints, lenses
from dsl.editor.overview import folds, highlights, signature, symbols
from dsl.editor.project import Project, game_of
from dsl.editor.renaming import Unnamable, renamable, renamed
from dsl.editor.trials import moves_at, played, scenario_at
from dsl.play.extras import needed
from dsl.reading.places import grammar_text
from dsl.syntax import tree as t
from dsl.syntax.format import format_text
from dsl.syntax.parse import parser_of
from dsl.tools.reply import AT_FAULT, OK, Refusal

try:
    needed("pygls", "lsp")
except ImportError as error:
    raise Refusal(str(error)) from None

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer

from dsl.tools.lsp_words import (
    code_lens,
    completion,
    diagnostic,
    locations,
    path_of,
    position_of,
    proposed,
    range_of,
    symbol,
    symbol_kind,
    uri_of,
)


def run_lsp(arguments: Namespace) -> int:
    """`lsp`: speak with an editor over standard input and output until it has enough."""
    del arguments
    server = Server()
    server.speaking.start_io()
    return OK if server.ended else AT_FAULT


class Server:
    """Games by their folders, and the answers to what an editor asks."""

    def __init__(self) -> None:
        self.speaking = LanguageServer(
            "rulewright", dsl.__version__, text_document_sync_kind=lsp.TextDocumentSyncKind.Incremental
        )
        self.ended = False
        """Whether the editor has said that it is going to leave."""
        self.games: dict[Path, Project] = {}
        self.said: dict[Path, tuple[int | None, list[lsp.Diagnostic]]] = {}
        self.lock = threading.RLock()
        self.checker = Checker(self.lock, self._found)
        self.loop: asyncio.AbstractEventLoop | None = None
        self._features()

    def project(self, uri: str) -> tuple[Project, Path]:
        """The game that a document belongs to, and the document's path."""
        path = path_of(uri)
        with self.lock:
            game = game_of(path)
            if game not in self.games:
                self.games[game] = Project(game)
            return self.games[game], path

    def changed(self, uri: str, text: str | None, version: int | None = None) -> None:
        """A document has another text now; None if it is what the file says again. It is checked at once."""
        project, path = self.project(uri)
        self.loop = asyncio.get_running_loop()
        with self.lock:
            project.change(path, text, version)
        self.checker.ask(project)

    def _found(self, project: Project, found: Verdict) -> None:
        """Something was found out, in another thread."""
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self._tell, project, found)

    def _tell(self, project: Project, found: Verdict) -> None:
        """Tell the editor what is wrong in each file, unless it has changed since, or was told the same before."""
        if found.game.stamp != project.stamp:
            return
        by_path = found.by_path()
        for path in self.said:
            if path not in by_path and game_of(path) == project.path:
                by_path[path] = []
        for path, told in by_path.items():
            version = found.game.versions.get(path)
            now = version, [diagnostic(each, found.game.paths) for each in told]
            if self.said.get(path, (None, [])) != now:
                self.said[path] = now
                self.speaking.text_document_publish_diagnostics(
                    lsp.PublishDiagnosticsParams(uri_of(path), now[1], version)
                )

    def _features(self) -> None:
        answer = self._answer
        answer(lsp.SHUTDOWN, self._shut_down)
        answer(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES, self._changed_on_disk)
        answer(lsp.TEXT_DOCUMENT_DID_OPEN, self._opened)
        answer(lsp.TEXT_DOCUMENT_DID_CHANGE, self._edited)
        answer(lsp.TEXT_DOCUMENT_DID_CLOSE, self._closed)
        answer(lsp.TEXT_DOCUMENT_HOVER, self._hover)
        answer(lsp.TEXT_DOCUMENT_DEFINITION, self._definition)
        answer(lsp.TEXT_DOCUMENT_REFERENCES, self._references)
        answer(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, self._highlight)
        answer(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL, self._outline)
        answer(lsp.WORKSPACE_SYMBOL, self._symbols)
        answer(lsp.TEXT_DOCUMENT_FOLDING_RANGE, self._folds)
        answer(lsp.TEXT_DOCUMENT_FORMATTING, self._format)
        self._answer_later(
            lsp.TEXT_DOCUMENT_COMPLETION, self._complete, lsp.CompletionOptions(trigger_characters=["@", '"', ".", "{"])
        )
        answer(
            lsp.TEXT_DOCUMENT_SIGNATURE_HELP,
            self._signature,
            lsp.SignatureHelpOptions(trigger_characters=[" "], retrigger_characters=[" ", ","]),
        )
        repairs = lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix])
        answer(lsp.TEXT_DOCUMENT_CODE_ACTION, self._repair, repairs)
        answer(lsp.TEXT_DOCUMENT_RENAME, self._rename, lsp.RenameOptions(prepare_provider=True))
        answer(lsp.TEXT_DOCUMENT_PREPARE_RENAME, self._renamable)
        answer(lsp.TEXT_DOCUMENT_CODE_LENS, self._lenses)
        answer(lsp.TEXT_DOCUMENT_INLAY_HINT, self._hints)
        legend = lsp.SemanticTokensLegend(token_types=list(colours.SORTS), token_modifiers=[])
        answer(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, self._coloured, legend)

        async def tested(uri: str, title: str) -> bool:
            return await self._tested(uri, title)

        self.speaking.command(TEST)(tested)

    def _answer(self, asked: str, answer: Callable[[Any], object], options: object = None) -> None:
        """What is done when the editor asks something; pygls notes things on the function, so it cannot be a method."""

        def answered(params: Any) -> object:
            with self.lock:
                return answer(params)

        self.speaking.feature(asked, options)(answered)

    def _answer_later(self, asked: str, answer: Callable[[Any], Awaitable[object]], options: object = None) -> None:
        """The same for what may take a while; others are answered meanwhile."""

        async def answered(params: Any) -> object:
            return await answer(params)

        self.speaking.feature(asked, options)(answered)

    # ---- what the editor tells ---------------------------------------------------------------------------------------

    def _shut_down(self, _: object) -> None:
        self.ended = True

    def _changed_on_disk(self, asked: lsp.DidChangeWatchedFilesParams) -> None:
        for game in sorted({game_of(path_of(each.uri)) for each in asked.changes} & set(self.games)):
            self.games[game].look_again()
            self.checker.ask(self.games[game])

    def _opened(self, asked: lsp.DidOpenTextDocumentParams) -> None:
        self.changed(asked.text_document.uri, asked.text_document.text, asked.text_document.version)

    def _edited(self, asked: lsp.DidChangeTextDocumentParams) -> None:
        uri = asked.text_document.uri
        self.changed(uri, self.speaking.workspace.get_text_document(uri).source, asked.text_document.version)

    def _closed(self, asked: lsp.DidCloseTextDocumentParams) -> None:
        self.changed(asked.text_document.uri, None)

    # ---- what it asks ------------------------------------------------------------------------------------------------

    def _asked(self, uri: str, place: lsp.Position) -> tuple[Project, Path, int]:
        project, path = self.project(uri)
        return project, path, project.text(path).offset_utf16(place.line, place.character)

    def _hover(self, asked: lsp.HoverParams) -> lsp.Hover | None:
        found = answers.hover(*self._asked(asked.text_document.uri, asked.position))
        if found is None:
            return None
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, found[0]), range_of(found[1]))

    def _definition(self, asked: lsp.DefinitionParams) -> list[lsp.Location]:
        return locations(answers.definition(*self._asked(asked.text_document.uri, asked.position)))

    def _references(self, asked: lsp.ReferenceParams) -> list[lsp.Location]:
        return locations(answers.references(*self._asked(asked.text_document.uri, asked.position)))

    def _highlight(self, asked: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
        found = highlights(*self._asked(asked.text_document.uri, asked.position))
        return [lsp.DocumentHighlight(range_of(each)) for each in found]

    async def _complete(self, asked: lsp.CompletionParams) -> list[lsp.CompletionItem]:
        with self.lock:
            here = self._asked(asked.text_document.uri, asked.position)
            found = completions(*here)
            scenario = scenario_at(*here) if is_move(*here) else None
            sources = here[0].sources
        if scenario is None:
            return [completion(each) for each in found]
        loop = asyncio.get_running_loop()
        moves = await loop.run_in_executor(None, moves_at, sources, scenario, asked.position.line + 1)
        with self.lock:
            at = range_of(inside_text(*here))
        return [
            lsp.CompletionItem(
                move,
                kind=lsp.CompletionItemKind.Event,
                detail="move",
                filter_text=move,
                text_edit=lsp.TextEdit(at, move),
            )
            for move in moves
        ] or [completion(each) for each in found]

    def _signature(self, asked: lsp.SignatureHelpParams) -> lsp.SignatureHelp | None:
        found = signature(*self._asked(asked.text_document.uri, asked.position))
        if found is None:
            return None
        params = [lsp.ParameterInformation(place) for place in found.params]
        told = lsp.SignatureInformation(found.signature, found.more or None, params)
        return lsp.SignatureHelp([told], 0, found.active)

    def _outline(self, asked: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        project, path = self.project(asked.text_document.uri)
        return [symbol(each) for each in answers.outline(project, path)]

    def _symbols(self, asked: lsp.WorkspaceSymbolParams) -> list[lsp.WorkspaceSymbol]:
        return [
            lsp.WorkspaceSymbol(
                lsp.Location(uri_of(project.paths[each.at.file.name]), range_of(each.at)),
                each.name,
                symbol_kind(each.sort),
                container_name=each.sort,
            )
            for project in self.games.values()
            for each in symbols(project, asked.query)
        ]

    def _folds(self, asked: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        return [lsp.FoldingRange(first - 1, last - 1) for first, last in folds(*self.project(asked.text_document.uri))]

    def _coloured(self, asked: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
        project, path = self.project(asked.text_document.uri)
        found = colours.coloured(project.text(path), parser_of(grammar_text()), project.names)
        return lsp.SemanticTokens(data=colours.encoded(found))

    def _format(self, asked: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        project, path = self.project(asked.text_document.uri)
        file = project.text(path)
        formatted = format_text(file.text)
        return [] if formatted == file.text else [lsp.TextEdit(range_of(file.span(0, len(file.text))), formatted)]

    def _repair(self, asked: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        """What was proposed in the messages that the editor shows at a place: they carry it along."""
        found: list[lsp.CodeAction] = []
        for told in asked.context.diagnostics:
            for title, text in proposed(told):
                edit = lsp.WorkspaceEdit(changes={asked.text_document.uri: [lsp.TextEdit(told.range, text)]})
                found.append(lsp.CodeAction(title, lsp.CodeActionKind.QuickFix, [told], edit=edit))
        return found

    def _renamable(self, asked: lsp.PrepareRenameParams) -> lsp.Range | None:
        try:
            return range_of(renamable(*self._asked(asked.text_document.uri, asked.position)))
        except Unnamable:
            return None

    def _rename(self, asked: lsp.RenameParams) -> lsp.WorkspaceEdit:
        try:
            found = renamed(*self._asked(asked.text_document.uri, asked.position), asked.new_name)
        except Unnamable as refused:
            raise JsonRpcInvalidParams(str(refused)) from None
        changes: dict[str, list[lsp.TextEdit]] = {}
        for path, span, text in found:
            changes.setdefault(uri_of(path), []).append(lsp.TextEdit(range_of(span), text))
        return lsp.WorkspaceEdit(changes=changes)

    def _lenses(self, asked: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        uri = asked.text_document.uri
        return [code_lens(uri, each) for each in lenses(*self.project(uri))]

    def _hints(self, asked: lsp.InlayHintParams) -> list[lsp.InlayHint]:
        project, path = self.project(asked.text_document.uri)
        found = hints(project, path, asked.range.start.line + 1, asked.range.end.line + 1)
        return [lsp.InlayHint(position_of(project.text(path), offset), words) for offset, words in found]

    async def _tested(self, uri: str, title: str) -> bool:
        """Play a scenario and say how it went; whether it passed."""
        with self.lock:
            project, path = self.project(uri)
            name = project.name(path)
            items = [] if name is None else [project.kept[name].item(read) for read in project.kept[name].reads]
            sources = project.sources
        scenario = next(
            (each for each in items if isinstance(each, t.ScenarioItem) and each.title.value == title), None
        )
        if scenario is None:
            return False
        result = await asyncio.get_running_loop().run_in_executor(None, played, sources, scenario)
        passed = result is not None and result.passed
        words = (
            "passed" if passed else "the rules have mistakes" if result is None else f"{result.place}: {result.message}"
        )
        sort = lsp.MessageType.Info if passed else lsp.MessageType.Error
        self.speaking.window_show_message(lsp.ShowMessageParams(sort, f"{title}: {words}"))
        return passed
