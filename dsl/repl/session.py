"""A session: typed lines in, answers out. It has no terminal and prints nothing.

A line is, in this order: the number of a move, the whole text of a move, a command, the beginning of a move's text, the
things chosen in it, words of it.
Whatever goes wrong becomes words in the answer; the position is then what it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dsl.diagnostics import RulesError, nearest
from dsl.play.refused import Refused
from dsl.play.solve import Unsolved
from dsl.repl.commands import asking, ending, files, playing, several
from dsl.repl.commands.playing import present, waiting
from dsl.repl.commands.registry import Command, players_and_seed
from dsl.repl.drawing.grid import words_of, wrapped
from dsl.repl.output import Output, line
from dsl.repl.table import Table
from dsl.runtime.errors import GameError, MoveError, SaveError
from dsl.runtime.game import Game
from dsl.runtime.reading.offer import MOST_NAMED, Rank
from dsl.runtime.reading.tokens import fold
from dsl.runtime.state import State
from dsl.runtime.tongues.own import Own, is_key, key, keyed, marked, said, speaking
from dsl.runtime.viewers import players_at
from dsl.typed_words import QUOTES


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
        self.changed: Callable[[], bool] | None = None
        """Whether the rules were saved since this was asked last; then they are read again. None: nobody looks."""

    @property
    def own(self) -> Own:
        """The program's words in the language of the game that is played."""
        return self.table.state.engine.words.own

    def begin(self) -> Output:
        """What to show before the first line is typed."""
        with speaking(self.own):
            return self._begun()

    def _begun(self) -> Output:
        out = Output()
        table = self.table
        out.say((table.game_title, "title"), players_and_seed(table, table.state.seed))
        out.say(
            said("Type the number of an answer. rules tells how the game is played, help what can be typed."),
            style="dim",
        )
        self._guarded(_begin, out)
        return out

    def prompt(self) -> str:
        """The words before the cursor: who decides."""
        table = self.table
        if table.state.is_over:
            return self.own("over> ")
        seats = " ".join(map(table.letter, sorted(players_at(table.seat))))
        return f"{table.letter(table.state.actor)}> " if table.mine else f"({seats or 'A'})> "

    def line(self, text: str) -> Output:
        """The answer to one typed line."""
        with speaking(self.own):
            return self._answer(text)

    def _answer(self, text: str) -> Output:
        out = Output()
        typed = " ".join(text.split())
        self.table.interrupted = False
        warned = self.table.warned
        self._guarded(lambda table, out: self._do(table, typed, out), out)
        if warned:
            self.table.warned = False
        if self.table.interrupted:
            out.say(said("Stopped; nothing was lost."), style="warn")
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
            told = self.table.here.fault(error)
            out.say(said("The rules break here: {1}. The position is what it was.", told), style="bad")
        except Unsolved as error:
            out.say(error.words, style="bad")
        except RulesError as error:
            out.say(said("The rules have mistakes; everything stays as it was."), style="bad")
            texts = (file.span.file.text for file in self.table.game.sources.files)
            out.say(self.table.here.mistakes(texts, error).rstrip("\n"))
        except OSError as error:
            name = error.filename or said("the file")
            out.say(f"{name}: {error.strerror or error}", style="bad")
        except KeyboardInterrupt:
            out.say(said("Stopped."), style="warn")
        except Exception as error:
            out.say(
                said("This is a fault of the program, please report it: {1}: {2}", type(error).__name__, error),
                style="bad",
            )

    def _do(self, table: Table, typed: str, out: Output) -> None:
        if not typed:
            present(table, out, whole=True)
            return
        if _is_answer(table, typed):
            if not table.mine and table.state.actor:
                raise Refused(waiting(table))
            playing.do(table, typed, out)
            return
        numbers = typed.replace(",", " ").split()
        if table.taking and len(numbers) > 1 and all(each.isdecimal() and len(each) < 10 for each in numbers):
            several.take(table, [int(each) for each in numbers], out)
            return
        word, _, rest = typed.partition(" ")
        command = find(word)
        if command is None:
            self._begins_move(table, typed, word, out)
            return
        try:
            command.run(table, rest, out)
        except Refused:
            if not _may_be_move(table, typed, command):
                raise
            self._begins_move(table, typed, word, out)

    def _begins_move(self, table: Table, typed: str, word: str, out: Output) -> None:
        """A line that is no command: the beginning of a move, some words of it, what is chosen in it, or a slip."""
        near = nearest(word, names()) if " " not in typed else []
        if table.state.actor and not table.mine:
            raise Refused(
                said("{1} is no command{2} {3}", typed, said("; meant {1}?", near[0]) if near else ".", waiting(table))
            )
        try:
            table.play(typed, out)
        except MoveError as error:
            if several.by_amounts(table, typed, out):
                return
            _refuse_numbers(table, typed)
            if error.several:
                raise Refused(
                    said("{1} (moves {2} lists them)", error, typed) if error.several > MOST_NAMED else str(error)
                ) from None
            if near and not error.near:
                raise Refused(
                    said("{1} is no move and no command; meant {2}? (help lists all)", typed, near[0])
                ) from None
            if table.state.is_over:
                raise Refused(
                    said("{1} is no command, and the game is over (undo takes decisions back)", typed)
                ) from None
            raise Refused(
                f"{error}" + ("" if error.near else said(" (help lists the commands, moves the moves)"))
            ) from None
        present(table, out)


def _refuse_numbers(table: Table, typed: str) -> None:
    """Refuse several numbers where one answer is asked for."""
    numbers = typed.replace(",", " ").split()
    if table.mine and len(numbers) > 1 and all(each.isdecimal() for each in numbers):
        raise Refused(said("here one answer is given at a time: {1} first", numbers[0])) from None


def find(word: str) -> Command | None:
    """The command of a name or alias."""
    wanted = fold(word)
    return next((each for each in COMMANDS if is_key(wanted, each.name) or wanted in each.aliases), None)


def _is_answer(table: Table, typed: str) -> bool:
    """Whether a line is an answer as it stands. Any line would be a word: in quotes it is one even where a command is
    called so.
    """
    if table.here.types:
        return typed[0] in QUOTES or find(typed.partition(" ")[0]) is None
    return typed.isdecimal() or bool(table.here.read(typed, Rank.ALIKE).moves)


def _may_be_move(table: Table, typed: str, command: Command) -> bool:
    """Whether a line that begins with another word for a command, and is none, is read as a move: `look around` may be
    one, and `look` is another word for show.
    """
    word, _, rest = typed.partition(" ")
    return bool(rest) and not is_key(word, command.name) and table.mine and bool(table.here.read(typed).moves)


def names() -> Iterator[str]:
    """The names of all commands."""
    return iter(dict.fromkeys(word for command in COMMANDS for word in (keyed(command.name), command.name)))


def _begin(table: Table, out: Output) -> None:
    table.answer(out)
    present(table, out)


_WAYS = (
    marked(
        "You are asked one question after the other. Type the number of an answer, or its text, some words"
        " of it, or what"
        " is chosen in it (e2 e4); where several things are taken, their numbers: 1 3. An empty line shows"
        " where you are."
    ),
    marked(
        "To find your way: rules tells how the game is played, rules 2 the rule behind answer 2, show NAME (or show 2)"
        " what a card does, show hand what you hold, moves"
        " what can be done, why not MOVE what stands against it; undo takes back. bot B greedy gives B to the program;"
        " seat A sits you down at A, so that what others hold is hidden. The commands:"
    ),
)
_BROAD = 70
"""From how many columns on commands stand beside what they do."""


def _help(table: Table, rest: str, out: Output) -> None:
    """List the commands, or explain one."""
    if rest:
        command = find(rest.split()[0])
        if command is None:
            near = nearest(rest, names())
            raise Refused(
                said("there is no command {1}", rest)
                + (said("; meant {1}?", near[0]) if near else said(": help lists them all"))
            )
        summary = said(command.summary)
        out.say((said(command.usage), "name"))
        out.say(f"  {summary[0].upper()}{summary[1:]}.")
        for each in said(command.details).split("\n") if command.details else ():
            out.say(f"  {each}")
        if command.aliases:
            out.say((said("  Also: {1}", ", ".join(command.aliases)), "dim"))
        return
    for text in _WAYS:
        out.extend(wrapped(words_of(said(text)), table.width))
    widest = max(len(each) for each in map(said, (command.usage for command in COMMANDS)) if len(each) <= 26)
    for command in COMMANDS:
        typed = said(command.usage)
        usage = "  " + typed.ljust(widest + 2)
        if len(typed) > widest or table.width < _BROAD:
            out.say(("  " + typed, "name"))
            usage = " " * (len(usage) if table.width >= _BROAD else 6)
        out.extend(
            wrapped(words_of(said(command.summary)), table.width, first=line((usage, "name")), indent=len(usage))
        )
    out.say(said("help COMMAND says more."), style="dim")


COMMANDS: tuple[Command, ...] = (
    *playing.COMMANDS,
    *asking.COMMANDS,
    *files.COMMANDS,
    *ending.COMMANDS,
    Command(
        key("help"),
        marked("help [COMMAND]"),
        marked("the commands, or one of them in detail"),
        _help,
        aliases=("?", "h"),
    ),
)
