"""Commands that touch files or break rules: save, load, record, reload, manual."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from dsl.diagnostics import printable
from dsl.durable import append_whole, write_whole
from dsl.play.by_hand import edit
from dsl.play.refused import Refused
from dsl.play.scenario_text import scenario_text
from dsl.repl.commands.playing import present
from dsl.repl.commands.registry import Command, file_path
from dsl.repl.output import Output
from dsl.repl.table import Table
from dsl.runtime.errors import GameError, MoveError
from dsl.runtime.game import Game
from dsl.runtime.information import view_text
from dsl.runtime.state import State
from dsl.runtime.tongues.own import is_key, key, marked, said

if TYPE_CHECKING:
    from dsl.runtime.storage.records import Record

SAVE = ".save"
RULES = ".rules"
TEXT = ".txt"
SEEN = marked("What is seen:")


def save(table: Table, rest: str, out: Output) -> None:
    """Write the position and its history to a file, or, after `view`, what this seat sees."""
    first, _, named = rest.partition(" ")
    if is_key(first, "view") and named.strip():
        _save_view(table, named.strip(), out)
        return
    path = file_path(rest, SAVE)
    if path.exists() and not _is_save(path):
        raise Refused(said("{1} exists and is no save of this program: choose another name", path))
    table.game.save(table.state, path)
    table.kept()
    out.say(said("Saved to {1}. load {1} brings you back here.", path))
    if table.seat is not None:
        out.say(
            said(
                "Whoever opens the file can read everything in it: every move, what everybody holds, the chance to"
                " come. save view FILE writes only what you see."
            ),
            style="warn",
        )


def _save_view(table: Table, name: str, out: Output) -> None:
    """Write what this seat sees, and what it has read, as a text."""
    path = file_path(name, TEXT)
    if path.suffix != TEXT:
        raise Refused(said("what is seen is written to a text, in a file that ends in {1}", TEXT))
    if path.exists() and not path.read_bytes().startswith((SEEN.encode(), said(SEEN).encode())):
        raise Refused(said("{1} exists and is no such text: choose another name", path))
    here = table.here
    who = said("seen from {1}", table.sitting) if table.seat is not None else said("seen by who sees everything")
    written = [f"{said(SEEN)} {table.game.title}, {who}", "", *view_text.lines(here.view()), "", *table.log()]
    write_whole(path, ("\n".join(map(printable, written)) + "\n").encode())
    out.say(said("Written to {1}: what is seen from here, and the log as it reads here.", path))


def load(table: Table, rest: str, out: Output) -> None:
    """Go on from a saved position."""
    path = file_path(rest, SAVE)
    if not path.is_file():
        raise Refused(said("there is no file {1}", path))
    table.take(table.game, table.game.restore(path))
    out.say(said("Loaded {1}.", path))
    table.answer(out)
    present(table, out, whole=True)


def record(table: Table, rest: str, out: Output) -> None:
    """Write what was played as a scenario of the language."""
    if not rest and table.seat is not None:  # before it is asked what there is: others may have chosen unseen
        raise Refused(said("what others did is hidden from your seat: name a file to write to, or type seat all first"))
    text = scenario_text(table.game, table.state)
    if not rest:
        for each in text.rstrip("\n").split("\n"):
            out.say(each)
        return
    path = file_path(rest, RULES)
    if path.suffix != RULES:
        raise Refused(said("scenarios lie in files that end in {1}", RULES))
    begun = path.exists() and path.stat().st_size > 0
    append_whole(path, (("\n" if begun else "") + text).encode())
    table.kept()
    added = marked("Added to {1}. Give it a title, and expect what must be so at the end.")
    written = marked("Written to {1}. Give it a title, and expect what must be so at the end.")
    out.say(said(added if begun else written, path))
    if table.seat is not None:
        out.say(said("Whoever opens the file can read every move in it, those that were hidden too."), style="warn")


def reload(table: Table, rest: str, out: Output) -> None:
    """Read the rules again and make the same decisions with them; after a failure everything is as it was."""
    if rest and not is_key(rest, "part"):
        raise Refused(said("say reload, or reload part"))
    if table.reload is None:
        raise Refused(said("this game was not read from files"))
    if not table.state.from_beginning:
        raise Refused(
            said("what was changed by hand cannot be made again with new rules: undo the change first, or begin anew")
        )
    made = table.game.record(table.state)
    try:
        game = table.reload()
    except OSError as error:
        if table.seat is None:
            raise
        raise Refused(said("the rules cannot be read: {1}", error.strerror or said("a file is gone"))) from None
    state, error = _again(game, made, told=table.seat is None)
    if error and not is_key(rest, "part"):
        raise Refused(
            said("The rules are sound, but {1}. Nothing was changed; reload part goes as far as it can.", error)
        )
    table.take(game, state)
    words = said("The rules were read again, and all decisions made again with them.")
    if table.seat is None:
        count = len(state.played), len(made.moves)
        words = said("The rules were read again, and {1} of {2} decisions made again with them.", *count)
    elif error:  # others may have decided unseen
        words = said(
            "The rules were read again, and as many of the decisions as are still possible made again with them."
        )
    out.say(words, style="good")
    if error:
        out.say(said("It ends here because {1}.", error), style="warn")
    present(table, out)


def _again(game: Game, made: Record, *, told: bool) -> tuple[State, str]:
    """A record played with other rules, as far as it goes, and words for what stopped it; `told`: with the move."""
    from dsl.runtime.storage.replay import begin  # brings pydantic along, which takes a while to load

    state = begin(game.engine(made.players), made.seed, made.start_chance)
    for number, move in enumerate(made.moves, 1):
        try:
            state.apply_with(move.text, move.chance)
        except (MoveError, GameError) as error:
            if not told:
                return state, said("a decision cannot be made any more (seat all, and reload says which it is)")
            return state, said("decision {1}, “{2}”, cannot be made: {3}", number, move.text, error)
    return state, ""


def manual(table: Table, rest: str, out: Output) -> None:
    """Change the position by hand, whatever the rules say."""
    if table.seat is not None:
        raise Refused(said("what is changed by hand, and every refusal, tells of what is hidden: seat all first"))
    if not rest:
        raise Refused(
            said(
                "write: manual set FIELD of PIECE to N, or: manual move PIECE to ZONE (rules tells how the game is"
                " played)"
            )
        )
    change = edit(table.state, rest)
    table.change(change.position, change.told(table.state.engine.words))
    table.tell(out)
    present(table, out)


def _is_save(path: Path) -> bool:
    """Whether a file looks like one that `save` wrote."""
    with path.open("rb") as stream:
        return b'"rulewright save"' in stream.read(200)


COMMANDS = (
    Command(
        key("save"),
        marked("save FILE | save view FILE"),
        marked("write the game to a file, or only what is seen from here"),
        save,
        marked(
            "save FILE keeps everything, so that load FILE goes on: whoever opens the file can read what is hidden.\n"
            "save view FILE writes what this seat sees, and its log, as a text."
        ),
    ),
    Command(key("load"), marked("load FILE"), marked("go on with a saved game"), load),
    Command(
        key("record"),
        marked("record [FILE]"),
        marked("write what was played as a scenario (to the end of FILE, or here)"),
        record,
        marked("record scenarios/fights.rules adds a scenario that makes the same moves. rulewright test plays it."),
    ),
    Command(
        key("reload"),
        marked("reload [part]"),
        marked("read the changed rules again and go on at the same position"),
        reload,
        marked(
            "The decisions made so far are made again with the new rules. If the rules have mistakes, or a decision\n"
            "is no longer possible, everything stays as it was; reload part makes as many decisions as it can."
        ),
    ),
    Command(
        key("manual"),
        marked("manual set FIELD of PIECE to N | manual move PIECE to ZONE"),
        marked("change the position by hand, whatever the rules say"),
        manual,
        marked(
            "manual set damage of Town Guard to 2; manual set gold of A to 9; manual move Ada to hand of B.\n"
            "The log says so, undo takes it back, and the game can no longer be saved or recorded."
        ),
    ),
)
