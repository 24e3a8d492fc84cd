"""A session: typed lines in, answers out. It has no terminal and prints nothing.

A line is, in this order: the number of a move, the whole text of a move, a command, the beginning of a move's text, the
things chosen in it, words of it.
Whatever goes wrong becomes words in the answer; the position is then what it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from dsl.diagnostics import RulesError, nearest, render_text
from dsl.repl import commands_ask, commands_file, commands_play
from dsl.repl.commands import Command, Refused
from dsl.repl.commands_play import present, waiting
from dsl.repl.output import Output
from dsl.repl.table import Table
from dsl.runtime.errors import GameError, MoveError, SaveError
from dsl.runtime.game import Game
from dsl.runtime.moves import Move, chosen_in, fold
from dsl.runtime.state import State

MOST_NAMED: Final = 6
"""How many moves are named where a line may mean several."""


class Session:
    """A game being played by typed lines. `reload` makes the game anew from its files."""

    def __init__(
        self,
        game: Game,
        players: int | None = None,
        seed: int = 0,
        *,
        state: State | None = None,
        reload: Callable[[], Game] | None = None,
    ) -> None:
        self.table = Table(game, game.start(players, seed) if state is None else state, reload)

    def begin(self) -> Output:
        """What to show before the first line is typed."""
        out = Output()
        table = self.table
        out.say((table.game.title, "title"), f": {len(table.seats)} players, seed {table.state.seed}.")
        out.say(
            "Type the number of an answer. rules tells how the game is played, help what can be typed.", style="dim"
        )
        self._guarded(_begin, out)
        return out

    def prompt(self) -> str:
        """The words before the cursor: who decides."""
        table = self.table
        if table.state.is_over:
            return "over> "
        return f"{table.letter(table.state.actor)}> " if table.mine else f"({table.letter(table.seat or 1)})> "

    def line(self, text: str) -> Output:
        """The answer to one typed line."""
        out = Output()
        typed = " ".join(text.split())
        self.table.interrupted = False
        self._guarded(lambda table, out: self._do(table, typed, out), out)
        if self.table.interrupted:
            out.say("Stopped; nothing was lost.", style="warn")
        return out

    def interrupt(self) -> None:
        """Ask whatever is going on to stop at the next decision."""
        self.table.interrupted = True

    def _guarded(self, do: Callable[[Table, Output], None], out: Output) -> None:
        """Do something; words instead of exceptions."""
        try:
            do(self.table, out)
        except Refused as refused:
            out.say(refused.words, style="bad")
        except (MoveError, SaveError) as error:
            out.say(str(error), style="bad")
        except GameError as error:
            out.say(f"The rules break here: {error}. The position is what it was.", style="bad")
        except RulesError as error:
            out.say("The rules have mistakes; everything stays as it was.", style="bad")
            out.say(render_text(error.diagnostics).rstrip("\n"))
        except OSError as error:
            out.say(f"{error.filename or 'the file'}: {error.strerror or error}", style="bad")
        except KeyboardInterrupt:
            out.say("Stopped.", style="warn")
        except Exception as error:
            out.say(f"This is a fault of the program, please report it: {type(error).__name__}: {error}", style="bad")

    def _do(self, table: Table, typed: str, out: Output) -> None:
        if not typed:
            present(table, out)
            return
        moves = {fold(move.text) for move in table.moves}
        if typed.isdecimal() or fold(typed) in moves:
            if not table.mine and table.state.actor:
                raise Refused(waiting(table))
            commands_play.do(table, typed, out)
            return
        numbers = typed.replace(",", " ").split()
        if table.taking and len(numbers) > 1 and all(each.isdecimal() and len(each) < 10 for each in numbers):
            commands_play.take(table, [int(each) for each in numbers], out)
            return
        word, _, rest = typed.partition(" ")
        command = find(word)
        if command is not None:
            command.run(table, rest, out)
        else:
            self._begins_move(table, typed, word, out)

    def _begins_move(self, table: Table, typed: str, word: str, out: Output) -> None:
        """A line that is no command: the beginning of a move, some words of it, what is chosen in it, or a slip."""
        if table.state.actor and not table.mine:
            raise Refused(f"{typed} is no command. {waiting(table)}")
        try:
            table.play(_meant(table.state, typed) or typed, out)
        except MoveError as error:
            near = nearest(word, names())
            if len(typed.split()) == 1 and near and not error.near:
                raise Refused(f"{typed} is no move and no command; meant {near[0]}? (help lists all)") from None
            if table.state.is_over:
                raise Refused(f"{typed} is no command, and the game is over (undo takes decisions back)") from None
            raise Refused(f"{error}" + ("" if error.near else " (help lists the commands, moves the moves)")) from None
        present(table, out)


def _meant(state: State, typed: str) -> Move | None:
    """The one move whose beginning, chosen things or words are those typed; None if none has them.

    `c3 d4` and `c3d4` are `step from c3 to d4`, `town rid` is `attack with Town Guard at Rider`; Refused, with the
    moves it may be, if there are several.
    """
    wanted = fold(typed)
    moves = state.moves()
    begins = [move for move in moves if fold(move.text).startswith(wanted)]
    if len(begins) == 1:
        return begins[0]
    words, position = state.engine.words, state.position
    chosen = [(move, fold(chosen_in(words, position, move.option))) for move in moves]
    found = [move for move, text in chosen if text and wanted in (text, text.replace(" ", ""))]
    for fits in (str.__eq__, _begins):
        found = found or [move for move in moves if _holds(fold(move.text).split(), wanted.split(), fits)]
    found = found or begins
    if len(found) > 1:
        shown = [f"{move.number} {move.text}" for move in found[:MOST_NAMED]]
        more = f" and {len(found) - MOST_NAMED} more (moves {typed})" if len(found) > MOST_NAMED else ""
        raise Refused(f"{typed} can be {len(found)} moves: {', '.join(shown)}{more}")
    return found[0] if found else None


def _holds(words: list[str], wanted: list[str], fits: Callable[[str, str], bool]) -> bool:
    """Whether a text has the wanted words, in their order."""
    rest = iter(words)
    return all(any(fits(word, each) for word in rest) for each in wanted)


def _begins(word: str, typed: str) -> bool:
    """Whether a word begins like what was typed; a single letter is too little, and numbers stand for themselves."""
    return word.startswith(typed) and len(typed) > 1 and not typed.isdecimal()


def find(word: str) -> Command | None:
    """The command of a name or alias."""
    wanted = fold(word)
    return next((each for each in COMMANDS if wanted == each.name or wanted in each.aliases), None)


def names() -> Iterator[str]:
    """The names of all commands."""
    return (command.name for command in COMMANDS)


def _begin(table: Table, out: Output) -> None:
    table.answer(out)
    present(table, out)


def _help(table: Table, rest: str, out: Output) -> None:
    """List the commands, or explain one."""
    if rest:
        command = find(rest.split()[0])
        if command is None:
            near = nearest(rest, names())
            raise Refused(f"there is no command {rest}" + (f"; meant {near[0]}?" if near else ": help lists them all"))
        out.say((command.usage, "name"))
        out.say(f"  {command.summary[0].upper()}{command.summary[1:]}.")
        for each in command.details.split("\n") if command.details else ():
            out.say(f"  {each}")
        if command.aliases:
            out.say((f"  Also: {', '.join(command.aliases)}", "dim"))
        return
    out.say("You are asked one question after the other. Type the number of an answer, or its text, some words of it,")
    out.say("or what is chosen in it (e2 e4); where several things are taken, their numbers: 1 3. An empty line shows")
    out.say("where you are.")
    out.say("To find your way: rules tells how the game is played, show NAME what a card does, show hand what you")
    out.say("hold, moves what can be done, why not MOVE what stands against it; undo takes back. bot B greedy gives B")
    out.say("to the program; seat A sits you down at A, so that what others hold is hidden. The commands:")
    widest = max(len(command.usage) for command in COMMANDS if len(command.usage) <= 26)
    for command in COMMANDS:
        if len(command.usage) > widest:
            out.say(("  " + command.usage, "name"))
            out.say(" " * (widest + 4) + command.summary)
        else:
            out.say(("  " + command.usage.ljust(widest + 2), "name"), command.summary)
    out.say("help COMMAND says more.", style="dim")


def _quit(table: Table, rest: str, out: Output) -> None:
    """End the session."""
    out.ended = True


COMMANDS: tuple[Command, ...] = (
    *commands_play.COMMANDS,
    *commands_ask.COMMANDS,
    *commands_file.COMMANDS,
    Command("help", "help [COMMAND]", "the commands, or one of them in detail", _help, aliases=("?", "h")),
    Command("quit", "quit", "leave; what was not saved is lost", _quit, aliases=("q", "exit", "bye")),
)
