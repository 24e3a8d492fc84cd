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
from dsl.runtime.reading.tokens import fold
from dsl.runtime.state import State

if TYPE_CHECKING:
    from dsl.runtime.storage.records import Record

SAVE = ".save"
RULES = ".rules"
TEXT = ".txt"
SEEN = "What is seen:"


def save(table: Table, rest: str, out: Output) -> None:
    """Write the position and its history to a file, or, after `view`, what this seat sees."""
    first, _, named = rest.partition(" ")
    if fold(first) == "view" and named.strip():
        _save_view(table, named.strip(), out)
        return
    path = file_path(rest, SAVE)
    if path.exists() and not _is_save(path):
        raise Refused(f"{path} exists and is no save of this program: choose another name")
    table.game.save(table.state, path)
    table.kept()
    out.say(f"Saved to {path}. load {path} brings you back here.")
    if table.seat is not None:
        out.say(
            "Whoever opens the file can read everything in it: every move, what everybody holds, the chance to come."
            " save view FILE writes only what you see.",
            style="warn",
        )


def _save_view(table: Table, name: str, out: Output) -> None:
    """Write what this seat sees, and what it has read, as a text."""
    path = file_path(name, TEXT)
    if path.suffix != TEXT:
        raise Refused(f"what is seen is written to a text, in a file that ends in {TEXT}")
    if path.exists() and not path.read_bytes().startswith(SEEN.encode()):
        raise Refused(f"{path} exists and is no such text: choose another name")
    here = table.here
    who = f"seen from {table.sitting}" if table.seat is not None else "seen by who sees everything"
    written = [f"{SEEN} {table.game.title}, {who}", "", *view_text.lines(here.view()), "", *table.log()]
    write_whole(path, ("\n".join(map(printable, written)) + "\n").encode())
    out.say(f"Written to {path}: what is seen from here, and the log as it reads here.")


def load(table: Table, rest: str, out: Output) -> None:
    """Go on from a saved position."""
    path = file_path(rest, SAVE)
    if not path.is_file():
        raise Refused(f"there is no file {path}")
    table.take(table.game, table.game.restore(path))
    out.say(f"Loaded {path}.")
    table.answer(out)
    present(table, out, whole=True)


def record(table: Table, rest: str, out: Output) -> None:
    """Write what was played as a scenario of the language."""
    text = scenario_text(table.game, table.state)
    if not rest:
        if table.seat is not None:
            raise Refused("what others did is hidden from your seat: name a file to write to, or type seat all first")
        for each in text.rstrip("\n").split("\n"):
            out.say(each)
        return
    path = file_path(rest, RULES)
    if path.suffix != RULES:
        raise Refused(f"scenarios lie in files that end in {RULES}")
    begun = path.exists() and path.stat().st_size > 0
    append_whole(path, (("\n" if begun else "") + text).encode())
    table.kept()
    out.say(f"{'Added to' if begun else 'Written to'} {path}. Give it a title, and expect what must be so at the end.")
    if table.seat is not None:
        out.say("Whoever opens the file can read every move in it, those that were hidden too.", style="warn")


def reload(table: Table, rest: str, out: Output) -> None:
    """Read the rules again and make the same decisions with them; after a failure everything is as it was."""
    if fold(rest) not in ("", "part"):
        raise Refused("say reload, or reload part")
    if table.reload is None:
        raise Refused("this game was not read from files")
    if not table.state.from_beginning:
        raise Refused(
            "what was changed by hand cannot be made again with new rules: undo the change first, or begin anew"
        )
    made = table.game.record(table.state)
    try:
        game = table.reload()
    except OSError as error:
        if table.seat is None:
            raise
        raise Refused(f"the rules cannot be read: {error.strerror or 'a file is gone'}") from None
    state, error = _again(game, made, told=table.seat is None)
    if error and fold(rest) != "part":
        raise Refused(f"The rules are sound, but {error}. Nothing was changed; reload part goes as far as it can.")
    table.take(game, state)
    count: object = f"{len(state.played)} of {len(made.moves)}"
    if table.seat is not None:  # others may have decided unseen
        count = "as many of the" if error else "all"
    more = " as are still possible" if error and table.seat is not None else ""
    out.say(f"The rules were read again, and {count} decisions{more} made again with them.", style="good")
    if error:
        out.say(f"It ends here because {error}.", style="warn")
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
                return state, "a decision cannot be made any more (seat all, and reload says which it is)"
            return state, f"decision {number}, “{move.text}”, cannot be made: {error}"
    return state, ""


def manual(table: Table, rest: str, out: Output) -> None:
    """Change the position by hand, whatever the rules say."""
    if table.seat is not None:
        raise Refused("what is changed by hand, and every refusal, tells of what is hidden: seat all first")
    if not rest:
        raise Refused(
            "write: manual set FIELD of PIECE to N, or: manual move PIECE to ZONE (rules tells how the game is played)"
        )
    table.change(*edit(table.state, rest))
    table.tell(out)
    present(table, out)


def _is_save(path: Path) -> bool:
    """Whether a file looks like one that `save` wrote."""
    with path.open("rb") as stream:
        return b'"rulewright save"' in stream.read(200)


COMMANDS = (
    Command(
        "save",
        "save FILE | save view FILE",
        "write the game to a file, or only what is seen from here",
        save,
        "save FILE keeps everything, so that load FILE goes on: whoever opens the file can read what is hidden.\n"
        "save view FILE writes what this seat sees, and its log, as a text.",
    ),
    Command("load", "load FILE", "go on with a saved game", load),
    Command(
        "record",
        "record [FILE]",
        "write what was played as a scenario (to the end of FILE, or here)",
        record,
        "record scenarios/fights.rules adds a scenario that makes the same moves. rulewright test plays it.",
    ),
    Command(
        "reload",
        "reload [part]",
        "read the changed rules again and go on at the same position",
        reload,
        "The decisions made so far are made again with the new rules. If the rules have mistakes, or a decision\n"
        "is no longer possible, everything stays as it was; reload part makes as many decisions as it can.",
    ),
    Command(
        "manual",
        "manual set FIELD of PIECE to N | manual move PIECE to ZONE",
        "change the position by hand, whatever the rules say",
        manual,
        "manual set damage of Town Guard to 2; manual set gold of A to 9; manual move Ada to hand of B.\n"
        "The log says so, undo takes it back, and the game can no longer be saved or recorded.",
    ),
)
