"""What `dsl.editor` knows, in the words of the Language Server Protocol."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlparse

from lsprotocol import types as lsp

from dsl.diagnostics import Diagnostic
from dsl.editor import answers
from dsl.editor.completing import Offered
from dsl.editor.lenses import SHOW, Lens
from dsl.editor.names import Declared
from dsl.source import SourceFile, Span

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


def path_of(uri: str) -> Path:
    """The file that a URI means; a document without a file is one of its own name in no folder."""
    parsed = urlparse(uri)
    return Path(unquote(parsed.path or parsed.netloc)).resolve()


def uri_of(path: Path) -> str:
    """The URI of a file."""
    return path.resolve().as_uri()


def range_of(span: Span) -> lsp.Range:
    """Where something stands, in lines and units of UTF-16 from 0."""
    line, unit, end_line, end_unit = span.utf16()
    return lsp.Range(lsp.Position(line, unit), lsp.Position(end_line, end_unit))


def position_of(file: SourceFile, offset: int) -> lsp.Position:
    """A place of a file."""
    return range_of(file.span(offset, offset)).start


def locations(places: Iterable[tuple[Path, Span]]) -> list[lsp.Location]:
    """Places in files."""
    return [lsp.Location(uri_of(path), range_of(span)) for path, span in places]


def diagnostic(told: Diagnostic, paths: Mapping[str, Path]) -> lsp.Diagnostic:
    """A message with its hint, its further places, and what it proposes to write."""
    span = told.span or SourceFile("", "").span(0, 0)
    words = told.message + (f"\n{told.labels[0].words}" if told.labels and told.labels[0].words else "")
    words += f"\nhint: {told.hint}" if told.hint else ""
    words += f"\nrulebook: {', '.join(told.cites)}" if told.cites else ""
    further = [
        lsp.DiagnosticRelatedInformation(
            lsp.Location(uri_of(paths[each.span.file.name]), range_of(each.span)), each.words
        )
        for each in told.labels[1:]
        if each.span.file.name in paths
    ]
    severity = lsp.DiagnosticSeverity.Error if told.severity == "error" else lsp.DiagnosticSeverity.Warning
    proposed = [[each.title, each.text] for each in answers.repairs(told)]
    return lsp.Diagnostic(
        range_of(span), words, severity, told.code, source="rulewright", related_information=further, data=proposed
    )


def proposed(told: lsp.Diagnostic) -> list[tuple[str, str]]:
    """What a message proposes, which it carries along: its title and what is written."""
    data = told.data
    if not isinstance(data, list):
        return []
    pairs: list[object] = list(data)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
    return [(str(each[0]), str(each[1])) for each in pairs if isinstance(each, list | tuple) and len(each) == 2]  # pyright: ignore[reportUnknownArgumentType]


def symbol(found: Declared) -> lsp.DocumentSymbol:
    """What a file declares, with what is declared inside it."""
    parts = [symbol(each) for each in found.parts]
    return lsp.DocumentSymbol(
        found.name, symbol_kind(found.sort), range_of(found.whole), range_of(found.at), found.sort, children=parts
    )


def symbol_kind(sort: str) -> lsp.SymbolKind:
    """The sign that editors put before a name."""
    return _KINDS.get(sort.partition(" ")[0], lsp.SymbolKind.Function)


def completion(each: Offered) -> lsp.CompletionItem:
    """Something to go on with."""
    made = lsp.CompletionItem(
        each.text,
        kind=_completion_kind(each.sort),
        detail=each.sort,
        sort_text=str(each.rank) + re.sub(r"\d+", lambda found: found[0].zfill(5), each.text),  # 8.9 before 8.10
        documentation=lsp.MarkupContent(lsp.MarkupKind.Markdown, each.more) if each.more else None,
    )
    if each.snippet:
        made.insert_text_format = lsp.InsertTextFormat.Snippet
        made.insert_text_mode = lsp.InsertTextMode.AdjustIndentation
    if each.at is not None:
        made.text_edit = lsp.TextEdit(range_of(each.at), each.snippet or each.text)
        made.filter_text = each.text
    return made


def _completion_kind(sort: str) -> lsp.CompletionItemKind:
    if sort == "word":
        return lsp.CompletionItemKind.Keyword
    if sort == "local name":
        return lsp.CompletionItemKind.Variable
    kind = _KINDS.get(sort.partition(" ")[0])
    name = kind.name if kind is not None else ""
    return lsp.CompletionItemKind.__members__.get(name, lsp.CompletionItemKind.Value)


def code_lens(uri: str, each: Lens) -> lsp.CodeLens:
    """Words between lines, and the command behind them: with the document and a title, or with places."""
    where = range_of(each.at)
    arguments: list[object] = [uri, each.scenario]
    if each.command == SHOW:
        arguments = [
            uri,
            {"line": where.start.line, "character": where.start.character},
            [
                {"uri": place.uri, "range": {"start": _plain(place.range.start), "end": _plain(place.range.end)}}
                for place in locations(each.places)
            ],
        ]
    return lsp.CodeLens(where, lsp.Command(each.title, each.command, arguments=arguments))


def _plain(place: lsp.Position) -> dict[str, int]:
    return {"line": place.line, "character": place.character}
