"""The language server through a real client, over pipes: each thing an editor asks for, and how long it waits."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from lsp_client import Editor
from lsprotocol import types as lsp

GAME = """\
game "Foxes" for 2 players
ledger "ledger.yaml"
include "cards.rules"
option bites: 1..5 = 3 "how often a fox may bite"
enum Colour: red, grey
kind Fox:
    colour: Colour
    var wounds: 0..9
    var mood: Colour = red
each player has:
    zone den: cards of Fox
window turn "your turn"
# Foxes bleed.
event wound (u: Fox) by (n: 0..9):                            @FX-1.1
    raise u.wounds by n
    if u.wounds > bites:
        say "{u} with {wounds of u} wounds"
action bite (u: Fox in den of me) in turn:
    requires calm: u.mood = red else "it is cross"
    wound u by 1
    set u.mood to grey
phase hunt:
    move Fox to den of player 1
    offer turn to player 1
main:
    hunt
    end game drawn
"""
CARDS = 'card "Grey Fox" is Fox:\n    colour grey\ncard "Red Fox" is Fox:\n    colour red\n'
LEDGER = "rules:\n- id: FX-1.1\n  where: Blood\n  rule: A bite hurts.\n- id: GX-1.1\n  where: Other\n  rule: Else.\n"
SCENARIO = """\
scenario "a bite" proves @FX-1.1:
    run hunt
    A does "bite Grey Fox"
    expect wounds of "Grey Fox" = 1
"""


class Game:
    """A game that is open in an editor."""

    def __init__(self, folder: Path, editor: Editor) -> None:
        self.folder = folder
        self.editor = editor

    def uri(self, name: str = "game.rules") -> str:
        """The document of a file."""
        return (self.folder / name).resolve().as_uri()

    def document(self, name: str = "game.rules") -> lsp.TextDocumentIdentifier:
        """The same, as requests have it."""
        return lsp.TextDocumentIdentifier(self.uri(name))

    @staticmethod
    def place(words: str, after: int = 0, text: str = GAME) -> lsp.Position:
        """Where some words begin, or so many letters on."""
        at = text.index(words) + after
        return lsp.Position(text.count("\n", 0, at), at - text.rfind("\n", 0, at) - 1)

    async def offered(self, text: str, name: str = "game.rules") -> dict[str, lsp.CompletionItem]:
        """What can be written at the end of a text."""
        self.editor.change(self.uri(name), text)
        end = lsp.Position(text.count("\n"), len(text) - text.rfind("\n") - 1)
        found = await self.editor.client.text_document_completion_async(lsp.CompletionParams(self.document(name), end))
        assert isinstance(found, list)
        return {each.label: each for each in found}


def spoken(folder: Path, speak: Callable[[Game], Awaitable[None]]) -> None:
    """Speak about the game, which has no mistakes."""
    (folder / "scenarios").mkdir()
    for name, text in (
        ("game.rules", GAME),
        ("cards.rules", CARDS),
        ("ledger.yaml", LEDGER),
        ("scenarios/bite.rules", SCENARIO),
    ):
        (folder / name).write_text(text, encoding="utf-8")

    async def run() -> None:
        async with Editor() as editor:
            game = Game(folder, editor)
            editor.open(game.uri(), GAME)
            assert await editor.about(game.uri()) == []
            await speak(game)

    asyncio.run(run())


def after(edit: lsp.WorkspaceEdit | None, folder: Path) -> dict[str, str]:
    """The texts of files after an edit, by name."""
    assert edit is not None and edit.changes is not None
    texts: dict[str, str] = {}
    for path in folder.rglob("*.rules"):
        lines = path.read_text(encoding="utf-8").split("\n")
        edits = edit.changes.get(path.resolve().as_uri(), [])
        for each in sorted(edits, key=lambda each: (each.range.start.line, each.range.start.character), reverse=True):
            assert each.range.start.line == each.range.end.line
            line = lines[each.range.start.line]
            new = line[: each.range.start.character] + each.new_text + line[each.range.end.character :]
            lines[each.range.start.line] = new
        texts[path.relative_to(folder).as_posix()] = "\n".join(lines)
    return texts


def test_rename_changes_all_files_and_nothing_else(tmp_path: Path) -> None:
    """A field, an action, a card and a local name; what is no name of the game is refused."""

    async def speak(game: Game) -> None:
        async def renamed(words: str, beyond: int, new: str) -> dict[str, str]:
            asked = lsp.RenameParams(game.document(), game.place(words, beyond), new)
            return after(await game.editor.client.text_document_rename_async(asked), tmp_path)

        found = await renamed("wounds: 0", 0, "hurts")
        assert found["game.rules"] == GAME.replace("var wounds", "var hurts").replace("u.wounds", "u.hurts").replace(
            "{wounds of", "{hurts of"
        )
        assert found["scenarios/bite.rules"] == SCENARIO.replace("wounds of", "hurts of")
        found = await renamed("bite (u", 0, "snap")
        assert found["scenarios/bite.rules"] == SCENARIO.replace('"bite Grey', '"snap Grey')
        found = await renamed("u.wounds by", 0, "fox")
        assert "event wound (fox: Fox)" in found["game.rules"] and "{fox} with {wounds of fox}" in found["game.rules"]
        assert "action bite (u: Fox" in found["game.rules"]
        with pytest.raises(Exception, match="name of something else"):
            await renamed("wounds: 0", 0, "bites")
        cards = lsp.TextDocumentIdentifier(game.uri("cards.rules"))
        asked = lsp.RenameParams(cards, lsp.Position(0, 8), "Old Fox")
        found = after(await game.editor.client.text_document_rename_async(asked), tmp_path)
        assert found["scenarios/bite.rules"] == SCENARIO.replace("Grey Fox", "Old Fox")
        assert found["cards.rules"] == CARDS.replace("Grey Fox", "Old Fox")
        place = lsp.PrepareRenameParams(game.document(), lsp.Position(0, 1))
        assert await game.editor.client.text_document_prepare_rename_async(place) is None

    spoken(tmp_path, speak)


@pytest.mark.long
def test_a_file_from_above(tmp_path: Path) -> None:
    """Symbols of the game, highlights, folding, signatures, lenses, hints."""

    async def speak(game: Game) -> None:
        client = game.editor.client
        found = await client.workspace_symbol_async(lsp.WorkspaceSymbolParams("gryfox"))
        assert found is not None and [each.name for each in found] == ["Grey Fox"]
        asked = lsp.DocumentHighlightParams(game.document(), game.place("{u} with", 1))
        lights = await client.text_document_document_highlight_async(asked)
        assert lights is not None and [each.range.start.line for each in lights] == [13, 14, 15, 16, 16]
        blocks = await client.text_document_folding_range_async(lsp.FoldingRangeParams(game.document()))
        assert blocks is not None
        assert {(13, 16), (15, 16), (21, 23)} <= {(each.start_line, each.end_line) for each in blocks}
        asked = lsp.SignatureHelpParams(game.document(), game.place("wound u by 1", 11))
        told = await client.text_document_signature_help_async(asked)
        assert told is not None and told.signatures[0].label == "wound (u: Fox) by (n: 0..9)"
        assert (told.active_parameter, told.signatures[0].documentation) == (1, "Foxes bleed.")
        lenses = await client.text_document_code_lens_async(lsp.CodeLensParams(game.document()))
        assert lenses is not None
        assert [each.command.title for each in lenses if each.command] == ["proved by 1 scenario"]
        lenses = await client.text_document_code_lens_async(lsp.CodeLensParams(game.document("scenarios/bite.rules")))
        assert lenses is not None
        titles = {each.command.title: each.command for each in lenses if each.command}
        assert list(titles) == ["run this scenario", "play from here", "covers 1 place"]
        run = titles["run this scenario"]
        passed = await client.workspace_execute_command_async(lsp.ExecuteCommandParams(run.command, run.arguments))
        assert passed is True
        whole = lsp.Range(lsp.Position(0, 0), lsp.Position(30, 0))
        hints = await client.text_document_inlay_hint_async(lsp.InlayHintParams(game.document(), whole))
        assert hints is not None and [(each.position.line, each.label) for each in hints] == [(15, " = 3")]

    spoken(tmp_path, speak)


@pytest.mark.long
def test_completion_knows_the_place(tmp_path: Path) -> None:
    """Values, fields, windows, ids, moves, cards, names in braces, constructs: each where it goes."""

    async def speak(game: Game) -> None:
        head = GAME + "event calm (u: Fox):\n    "
        assert list(await game.offered(head + "set u.mood to gr")) == ["red", "grey"]
        assert list(await game.offered(head + "raise u.")) == ["colour", "wounds", "mood"]
        assert list(await game.offered(GAME + "action rest in tu")) == ["turn"]
        ids = await game.offered(GAME + "rule calm: after wound u by n:    @")
        assert [each.sort_text for each in ids.values()] == ["0FX-00001.00001", "1GX-00001.00001"]
        ids = await game.offered(GAME + "rule calm: after wound u by n:    @G")
        edit = ids["GX-1.1"].text_edit
        assert isinstance(edit, lsp.TextEdit) and edit.range.end.character - edit.range.start.character == 1
        cards = await game.offered(head + "wound ")
        assert cards['"Grey Fox"'].sort_text == '0"Grey Fox"' and "u" in cards
        assert {"u", "wounds"} <= set(await game.offered(head + 'say "{'))
        assert list(await game.offered(head + 'wound "')) == ["Grey Fox", "Red Fox"]
        snippet = (await game.offered(head + "if"))["if"]
        assert snippet.insert_text_format == lsp.InsertTextFormat.Snippet
        game.editor.open(game.uri("scenarios/bite.rules"), SCENARIO)
        game.editor.change(game.uri(), GAME)
        begun = SCENARIO[: SCENARIO.index("bite Grey")]
        moves = await game.offered(begun, "scenarios/bite.rules")
        assert list(moves) == ["bite Grey Fox", "bite Red Fox", "pass"]

    spoken(tmp_path, speak)


def test_results_carry_the_version_and_files_on_disk_are_seen(tmp_path: Path) -> None:
    """What is told is told about the text that the editor has now."""

    async def speak(game: Game) -> None:
        game.editor.change(game.uri(), GAME.replace("set u.mood", "set u.moo"), 7)
        params = await game.editor.next(game.uri())
        assert params.version == 7 and [each.code for each in params.diagnostics] == ["E101"]
        game.editor.change(game.uri(), GAME, 8)
        assert (await game.editor.next(game.uri())).version == 8
        (tmp_path / "cards.rules").write_text(CARDS.replace("colour red", "colour rde"), encoding="utf-8")
        change = lsp.FileEvent(game.uri("cards.rules"), lsp.FileChangeType.Changed)
        game.editor.client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams([change]))
        assert [each.code for each in await game.editor.about(game.uri("cards.rules"))] == ["E101"]

    spoken(tmp_path, speak)


@pytest.mark.long
def test_how_long_an_answer_takes_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No bar: a machine may be busy. The largest game is measured in the long run, below."""

    async def speak(game: Game) -> None:
        taken: list[float] = []
        for number in range(10, 20):
            begun = time.perf_counter()
            game.editor.change(game.uri(), GAME.replace("u.mood", "u.moo" + "d" * (number % 2)), number)
            while (await game.editor.next(game.uri())).version != number:
                pass
            taken.append(time.perf_counter() - begun)
        with capsys.disabled():
            print(
                f"\n{'a small game':>16}: {sorted(taken)[5] * 1000:.0f} ms from a key press to what is wrong (median)"
            )

    spoken(tmp_path, speak)


@pytest.mark.long
@pytest.mark.parametrize("name", ["doom", "siege", "dark_eden", "enclave", "dark_order"])
def test_how_long_an_answer_takes_in_a_large_game(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A word of the longest file, letter by letter."""
    from dsl.reading.places import shipped_games

    folder = shipped_games()[name]
    path = max(folder.rglob("*.rules"), key=lambda path: path.stat().st_size)
    text, uri = path.read_text(encoding="utf-8"), path.resolve().as_uri()
    at = text.index("\n", len(text) // 2)

    async def run() -> None:
        async with Editor() as editor:
            editor.open(uri, text)
            await editor.about(uri)
            taken: list[float] = []
            for number in range(2, 12):
                await asyncio.sleep(0.05)
                begun = time.perf_counter()
                editor.change(uri, text[:at] + "x" * number + text[at:], number)
                while (await editor.next(uri)).version != number:
                    pass
                taken.append(time.perf_counter() - begun)
            with capsys.disabled():
                told = f"{sorted(taken)[5] * 1000:.0f} ms (median), {max(taken) * 1000:.0f} ms (most)"
                print(f"\n{name:>16}: {told}, {path.name}")

    asyncio.run(run())
