"""The language server: what `dsl.editor` knows, in the words of the Language Server Protocol. pygls speaks it.

Mistakes are told at once for what changed, and for the whole game when another thread has checked it. All that is said
goes out in the thread that listens.
"""

from __future__ import annotations

import asyncio
import threading
from argparse import Namespace
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlparse

import dsl
from dsl.diagnostics import Diagnostic
from dsl.editor import answers, colours
from dsl.editor.checker import Checker
from dsl.editor.checking import Verdict
from dsl.editor.names import Declared
from dsl.editor.project import Project, game_of
from dsl.play.extras import needed
from dsl.reading.places import grammar_text
from dsl.source import SourceFile, Span
from dsl.syntax.format import format_text
from dsl.syntax.parse import parser_of
from dsl.tools.reply import AT_FAULT, OK, Refusal

try:
    needed("pygls", "lsp")
except ImportError as error:
    raise Refusal(str(error)) from None

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

_KINDS: Final = {
    "game": lsp.SymbolKind.File,
    "card": lsp.SymbolKind.Object,
    "scenario": lsp.SymbolKind.Boolean,
    "action": lsp.SymbolKind.Method,
    "define": lsp.SymbolKind.Function,
    "event": lsp.SymbolKind.Event,
    "value": lsp.SymbolKind.Function,
    "enum": lsp.SymbolKind.Enum,
    "kind": lsp.SymbolKind.Class,
    "zone": lsp.SymbolKind.Array,
    "board": lsp.SymbolKind.Array,
    "window": lsp.SymbolKind.Interface,
    "module": lsp.SymbolKind.Module,
    "option": lsp.SymbolKind.Constant,
    "ruling": lsp.SymbolKind.Constant,
    "field": lsp.SymbolKind.Field,
    "printed": lsp.SymbolKind.Property,
    "track": lsp.SymbolKind.Field,
}


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
            now = version, [_diagnostic(each, found.game.paths) for each in told]
            if self.said.get(path, (None, [])) != now:
                self.said[path] = now
                self.speaking.text_document_publish_diagnostics(
                    lsp.PublishDiagnosticsParams(uri_of(path), now[1], version)
                )

    def _features(self) -> None:
        triggers = lsp.CompletionOptions(trigger_characters=["@", '"', "."])
        repairs = lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix])
        self._answer(lsp.SHUTDOWN, self._shut_down)
        self._answer(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES, self._changed_on_disk)
        self._answer(lsp.TEXT_DOCUMENT_DID_OPEN, self._opened)
        self._answer(lsp.TEXT_DOCUMENT_DID_CHANGE, self._edited)
        self._answer(lsp.TEXT_DOCUMENT_DID_CLOSE, self._closed)
        self._answer(lsp.TEXT_DOCUMENT_HOVER, self._hover)
        self._answer(lsp.TEXT_DOCUMENT_DEFINITION, self._definition)
        self._answer(lsp.TEXT_DOCUMENT_REFERENCES, self._references)
        self._answer(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL, self._outline)
        self._answer(lsp.TEXT_DOCUMENT_FORMATTING, self._format)
        self._answer(lsp.TEXT_DOCUMENT_COMPLETION, self._complete, triggers)
        self._answer(lsp.TEXT_DOCUMENT_CODE_ACTION, self._repair, repairs)
        legend = lsp.SemanticTokensLegend(token_types=list(colours.SORTS), token_modifiers=[])
        self._answer(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, self._coloured, legend)

    def _answer(self, asked: str, answer: Callable[[Any], object], options: object = None) -> None:
        """What is done when the editor asks something; pygls notes things on the function, so it cannot be a method."""

        def answered(params: Any) -> object:
            return answer(params)

        self.speaking.feature(asked, options)(answered)

    def _shut_down(self, _: object) -> None:
        self.ended = True

    def _changed_on_disk(self, asked: lsp.DidChangeWatchedFilesParams) -> None:
        games = {game_of(path_of(each.uri)) for each in asked.changes} & set(self.games)
        for game in sorted(games):
            with self.lock:
                self.games[game].look_again()
            self.checker.ask(self.games[game])

    def _opened(self, asked: lsp.DidOpenTextDocumentParams) -> None:
        self.changed(asked.text_document.uri, asked.text_document.text, asked.text_document.version)

    def _edited(self, asked: lsp.DidChangeTextDocumentParams) -> None:
        uri = asked.text_document.uri
        self.changed(uri, self.speaking.workspace.get_text_document(uri).source, asked.text_document.version)

    def _closed(self, asked: lsp.DidCloseTextDocumentParams) -> None:
        self.changed(asked.text_document.uri, None)

    def _asked(self, uri: str, place: lsp.Position) -> tuple[Project, Path, int]:
        project, path = self.project(uri)
        return project, path, project.text(path).offset_utf16(place.line, place.character)

    def _hover(self, asked: lsp.HoverParams) -> lsp.Hover | None:
        with self.lock:
            found = answers.hover(*self._asked(asked.text_document.uri, asked.position))
        if found is None:
            return None
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, found[0]), _range(found[1]))

    def _definition(self, asked: lsp.DefinitionParams) -> list[lsp.Location]:
        with self.lock:
            return _locations(answers.definition(*self._asked(asked.text_document.uri, asked.position)))

    def _references(self, asked: lsp.ReferenceParams) -> list[lsp.Location]:
        with self.lock:
            return _locations(answers.references(*self._asked(asked.text_document.uri, asked.position)))

    def _complete(self, asked: lsp.CompletionParams) -> list[lsp.CompletionItem]:
        with self.lock:
            found = answers.completions(*self._asked(asked.text_document.uri, asked.position))
        return [
            lsp.CompletionItem(each.text, kind=_completion_kind(each.sort), detail=each.sort, documentation=each.more)
            for each in found
        ]

    def _outline(self, asked: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        project, path = self.project(asked.text_document.uri)
        with self.lock:
            return [_symbol(each) for each in answers.outline(project, path)]

    def _coloured(self, asked: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
        project, path = self.project(asked.text_document.uri)
        with self.lock:
            found = colours.coloured(project.text(path), parser_of(grammar_text()), project.names)
        return lsp.SemanticTokens(data=colours.encoded(found))

    def _format(self, asked: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        project, path = self.project(asked.text_document.uri)
        file = project.text(path)
        formatted = format_text(file.text)
        return [] if formatted == file.text else [lsp.TextEdit(_range(file.span(0, len(file.text))), formatted)]

    def _repair(self, asked: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        """What was proposed in the messages that the editor shows at a place: they carry it along."""
        found: list[lsp.CodeAction] = []
        for told in asked.context.diagnostics:
            for title, text in _proposed(told):
                edit = lsp.WorkspaceEdit(changes={asked.text_document.uri: [lsp.TextEdit(told.range, text)]})
                found.append(lsp.CodeAction(title, lsp.CodeActionKind.QuickFix, [told], edit=edit))
        return found


def path_of(uri: str) -> Path:
    """The file that a URI means; a document without a file is one of its own name in no folder."""
    parsed = urlparse(uri)
    return Path(unquote(parsed.path or parsed.netloc)).resolve()


def uri_of(path: Path) -> str:
    """The URI of a file."""
    return path.resolve().as_uri()


def _range(span: Span) -> lsp.Range:
    line, unit, end_line, end_unit = span.utf16()
    return lsp.Range(lsp.Position(line, unit), lsp.Position(end_line, end_unit))


def _locations(places: Iterable[tuple[Path, Span]]) -> list[lsp.Location]:
    return [lsp.Location(uri_of(path), _range(span)) for path, span in places]


def _diagnostic(told: Diagnostic, paths: Mapping[str, Path]) -> lsp.Diagnostic:
    """A message with its hint, its further places, and what it proposes to write."""
    span = told.span or SourceFile("", "").span(0, 0)
    words = told.message + (f"\n{told.labels[0].words}" if told.labels and told.labels[0].words else "")
    words += f"\nhint: {told.hint}" if told.hint else ""
    words += f"\nrulebook: {', '.join(told.cites)}" if told.cites else ""
    further = [
        lsp.DiagnosticRelatedInformation(
            lsp.Location(uri_of(paths[each.span.file.name]), _range(each.span)), each.words
        )
        for each in told.labels[1:]
        if each.span.file.name in paths
    ]
    severity = lsp.DiagnosticSeverity.Error if told.severity == "error" else lsp.DiagnosticSeverity.Warning
    proposed = [[each.title, each.text] for each in answers.repairs(told)]
    return lsp.Diagnostic(
        _range(span), words, severity, told.code, source="rulewright", related_information=further, data=proposed
    )


def _proposed(told: lsp.Diagnostic) -> list[tuple[str, str]]:
    data = told.data
    if not isinstance(data, list):
        return []
    pairs: list[object] = list(data)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
    return [(str(each[0]), str(each[1])) for each in pairs if isinstance(each, list | tuple) and len(each) == 2]  # pyright: ignore[reportUnknownArgumentType]


def _symbol(found: Declared) -> lsp.DocumentSymbol:
    kind = _KINDS.get(found.sort.partition(" ")[0], lsp.SymbolKind.Function)
    parts = [_symbol(each) for each in found.parts]
    return lsp.DocumentSymbol(found.name, kind, _range(found.whole), _range(found.at), found.sort, children=parts)


def _completion_kind(sort: str) -> lsp.CompletionItemKind:
    if sort == "word":
        return lsp.CompletionItemKind.Keyword
    kind = _KINDS.get(sort.partition(" ")[0])
    name = kind.name if kind is not None else ""
    return lsp.CompletionItemKind.__members__.get(name, lsp.CompletionItemKind.Value)
