"""The command line: which commands there are, what they take, and what becomes of what goes wrong.

Every command is imported only when it is called, so that `rulewright check` starts fast. A command returns its exit
code: 0 done, 1 the input is at fault, 2 called in a wrong way; 70 means a fault of this program.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import warnings
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from importlib import import_module
from itertools import pairwise
from typing import Any

import dsl
from dsl.diagnostics import Diagnostic, Lessened, RulesError, render_json
from dsl.keeping.folder import allow, finish
from dsl.spoken import said
from dsl.tools.arguments import (
    Commands,
    Told,
    Top,
    backend,
    command_parser,
    json_too,
    modules,
    options,
    players,
    positive,
    unknown_words,
    whole,
)
from dsl.tools.cli_lab import add_lab
from dsl.tools.cli_sharing import add_book, add_printing, add_sharing, add_table, add_translating
from dsl.tools.reply import AT_FAULT, BROKEN, INTERRUPTED, MISUSE, Refusal, complain, say_json, show_diagnostics

_DEBUG = "RULEWRIGHT_DEBUG"
_CHOICES = frozenset(("E101", "E104", "E106", "E165", "E171"))
"""Codes of what is wrong with an option that was chosen; without a place it was chosen on the command line."""
_SHOW = warnings.showwarning
_SELDOM = 200_000  # objects made before garbage is looked for: what a compiler makes is no garbage


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the command line says and return the exit code; argparse ends wrong calls with SystemExit(2)."""
    gc.set_threshold(_SELDOM)
    words, code, ahead = _language(sys.argv[1:] if argv is None else argv)
    with _language_of_help(code):
        top = parser()
        arguments, unknown = top.parse_known_args(words)
        if unknown:
            top.error(unknown_words(arguments, unknown))
    for name in ("spoken", "lang") if ahead else ():
        if getattr(arguments, name, "") is None:
            setattr(arguments, name, code)
    allow()
    warnings.showwarning = _told
    try:
        speaking = _speaking(arguments)
    except Refusal as refusal:
        return _refused(arguments, refusal.code, words=refusal.words)
    with speaking:
        return _done(arguments)


def _language(line: Sequence[str]) -> tuple[list[str], str | None, bool]:
    """The words of a command line; the code in `--lang CODE`, which may stand before the command too, and whether it
    stands there.
    """
    words = [part for word in line for part in (word.split("=", 1) if word.startswith("--lang=") else (word,))]
    told = [after for word, after in pairwise(words) if word == "--lang"]
    ahead = len(words) > 1 and words[0] == "--lang"
    return words[2:] if ahead else words, next(iter(told), None), ahead


def _language_of_help(code: str | None) -> AbstractContextManager[None]:
    """While this lasts, commands are explained in a language, if the program has words in it."""
    try:
        return _speaking(argparse.Namespace(spoken=code))
    except Refusal:
        return nullcontext()


def _told(message: Warning | str, *others: Any, **named: Any) -> None:
    """A line for what goes on, but not as well as it could."""
    if isinstance(message, Lessened):
        complain(f"rulewright: {message}")
    else:
        _SHOW(message, *others, **named)


def _done(arguments: argparse.Namespace) -> int:
    """Do a command and say what goes wrong; the exit code."""
    try:
        _find_base(arguments)
        code = _command(arguments.module, arguments.function)(arguments)
        _flush()
        finish()
        return code
    except RulesError as error:
        show_diagnostics(error.diagnostics, sys.stderr)
        finish()
        is_misuse = all(each.span is None and each.code in _CHOICES for each in error.diagnostics)
        return _refused(arguments, MISUSE if is_misuse else AT_FAULT, error.diagnostics)
    except Refusal as refusal:
        return _refused(arguments, refusal.code, words=refusal.words)
    except BrokenPipeError:  # whoever read our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return AT_FAULT
    except OSError as error:
        return _refused(arguments, AT_FAULT, words=f"{error.filename or said('a file')}: {error.strerror or error}")
    except KeyboardInterrupt:
        complain(said("rulewright: stopped with Ctrl-C"))
        return INTERRUPTED
    except Exception as error:
        if os.environ.get(_DEBUG):
            raise
        what = f"{type(error).__name__}: {error}"
        complain(said("rulewright: this is a fault of the program, not of your files: {1}", what))
        complain(said("rulewright: set {1}=1 to see where it happened", _DEBUG))
        return BROKEN


def _speaking(arguments: argparse.Namespace) -> AbstractContextManager[None]:
    """The language that an answer is to be in; Refusal if the program has no words in it."""
    language = getattr(arguments, "spoken", None)
    if language is None:
        return nullcontext()
    from dsl.tools.translating import in_language

    return in_language(language)


def _flush() -> None:
    if not sys.stdout.closed:  # an editor's server closes it at its end
        sys.stdout.flush()


def _find_base(arguments: argparse.Namespace) -> None:
    """Take the game of a module where the path is that of a module."""
    if hasattr(arguments, "modules") and arguments.path.endswith(".rules"):
        from dsl.reading.base_game import with_base

        arguments.path, arguments.modules = with_base(arguments.path, arguments.modules)


def _refused(
    arguments: argparse.Namespace, code: int, diagnostics: Sequence[Diagnostic] = (), words: str | None = None
) -> int:
    """Tell why nothing could be done, as JSON too if that is asked for; the exit code."""
    if words is not None:
        complain(f"rulewright: {words}")
    if getattr(arguments, "json", False):
        told = {"ok": False, "title": None, "error": words, "diagnostics": render_json(diagnostics)}
        say_json(arguments.command, told)
    return code


def parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    top = Top(
        prog="rulewright",
        description=said("Rulewright runs the rules of board and card games that are written in its language."),
        epilog=said(
            "PATH is a folder with a game.rules, a single .rules file, or the name of a game that comes along."
        ),
    )
    top.add_argument(
        "--version", action="version", version=f"rulewright {dsl.__version__}", help=said("show the version and exit")
    )
    commands = top.add_subparsers(metavar="COMMAND", required=True, title=said("commands"), parser_class=Told)
    _add_writing(commands)
    _add_proving(commands)
    _add_playing(commands)
    _add_measuring(commands)
    add_lab(commands)
    add_sharing(commands)
    add_printing(commands)
    add_translating(commands)
    add_book(commands)
    add_table(commands)
    return top


def _add_writing(commands: Commands[Told]) -> None:
    new = command_parser(
        commands, "new", "starter:run_new", said("make a folder with a small working game"), path=False
    )
    new.add_argument(
        "name", metavar="NAME", nargs="?", help=said("the folder to make; its last part is the title of the game")
    )
    new.add_argument(
        "--module", metavar="NAME", dest="expansion", help=said("make the folder of an expansion instead, with --of")
    )
    new.add_argument("--of", metavar="GAME", help=said("with --module: the game that it is of"))
    parts = new.add_mutually_exclusive_group()
    for part, words in (
        ("faction", said("with --module: begin with a faction, where the game says what one consists of")),
        ("map", said("with --module: begin with a map, where the game says what one consists of")),
    ):
        parts.add_argument(f"--{part}", dest="part", action="store_const", const=part, help=words)
    parts.add_argument(
        "--part", metavar="WORD", help=said("with --module: begin with whatever else the game has for it")
    )

    check = command_parser(commands, "check", "checking:run_check", said("find every mistake in a game's files"))
    check.add_argument(
        "--all-players", action="store_true", help=said("check for every number of players, not two of them")
    )
    check.add_argument(
        "--cited", action="store_true", help=said("warn of every rule that cites no paragraph of the rulebook")
    )
    check.add_argument(
        "--secrets", action="store_true", help=said("find every place where something hidden decides what others see")
    )
    check.add_argument(
        "--texts", action="store_true", help=said("find every text of a card that is not what the card does")
    )
    check.add_argument(
        "--agree", action="store_true", help=said("with --texts: keep that texts and rules are right as they are now")
    )
    modules(check)
    json_too(check)

    fmt = command_parser(
        commands, "fmt", "checking:run_fmt", said("write rules files in the standard layout"), path=False
    )
    fmt.add_argument("paths", metavar="PATH", nargs="+", help=said("games, folders and .rules files"))
    fmt.add_argument("--check", action="store_true", help=said("write nothing; exit code 1 if a file would change"))

    explain = command_parser(commands, "explain", "checking:run_explain", said("what an error code means"), path=False)
    explain.add_argument(
        "code", metavar="CODE", nargs="?", help=said("a code such as E101; without one all are listed")
    )
    _add_looking(commands)


def _add_looking(commands: Commands[Told]) -> None:
    graph = command_parser(commands, "graph", "checking:run_graph", said("draw phases, windows and actions"))
    graph.add_argument("--format", choices=("mermaid", "dot"), default="mermaid", help=said("mermaid is the default"))
    players(graph)
    modules(graph)

    dump = command_parser(commands, "dump", "dumping:run_dump", said("print the machine that a game is compiled to"))
    dump.add_argument("--pass", metavar="NAME", dest="after", help=said("after this pass (lower, simplify, pushdown)"))
    dump.add_argument(
        "--proc", metavar="NAME", help=said("only the procedures of this name, or the one of a number (f12)")
    )
    players(dump)
    modules(dump)
    json_too(dump)

    find = command_parser(commands, "find", "finding:run_find", said("where a game speaks of something"))
    find.add_argument("words", metavar="WORDS", nargs="+", help=said("words that all must stand there"))
    json_too(find)

    docs = command_parser(commands, "docs", "finding:run_docs", said("a page of what a module can hang on to"))
    docs.add_argument("-o", "--output", metavar="FILE", help=said("write it to a file, in Markdown"))

    command_parser(
        commands, "lsp", "lsp:run_lsp", said("serve an editor that speaks the Language Server Protocol"), path=False
    )


def _add_proving(commands: Commands[Told]) -> None:
    test = command_parser(commands, "test", "testing:run_test", said("run the scenarios of a game"))
    modules(test)
    test.add_argument("-k", metavar="WORDS", dest="words", help=said("only scenarios whose title holds these words"))
    json_too(test)

    coverage = command_parser(
        commands, "coverage", "testing:run_coverage", said("which rules of the rulebook are encoded and exercised")
    )
    modules(coverage)
    coverage.add_argument(
        "--mutate",
        nargs="?",
        choices=("rules", "deep"),
        const="rules",
        help=said("leave out each rule in turn, or make each change inside rules (deep): a scenario must fail"),
    )
    coverage.add_argument("-k", metavar="WORDS", dest="words", help=said("with --mutate: only where these words stand"))
    coverage.add_argument(
        "--sample", type=positive, metavar="N", help=said("with --mutate: only N of them, drawn by --seed")
    )
    coverage.add_argument(
        "--seed", type=whole, default=0, metavar="S", help=said("with --sample: the seed of the draw (0)")
    )
    coverage.add_argument(
        "--processes", type=positive, default=1, metavar="K", help=said("with --mutate: K processes (1)")
    )
    json_too(coverage)


def _add_playing(commands: Commands[Told]) -> None:
    games = command_parser(commands, "games", "listing:run_games", said("list the games that come along"), path=False)
    json_too(games)

    play = command_parser(
        commands, "play", "playing:run_play", said("play a game here, or by lines from standard input"), speaks=False
    )
    players(play)
    options(play)
    play.add_argument("--seed", type=whole, default=0, metavar="N", help=said("the seed of chance (0)"))
    play.add_argument("--seat", metavar="A", help=said("sit down there: see and decide only what that player may"))
    play.add_argument("--scenario", metavar="TITLE", help=said("begin where this scenario begins"))
    play.add_argument("--load", metavar="FILE", help=said("go on from a saved position"))
    play.add_argument(
        "--from-lab", metavar="ID", help=said("a game of the lab's store, VARIANT:NUMBER, played to its end")
    )
    play.add_argument(
        "--store", metavar="FILE", help=said("with --from-lab: the store, if it is not in the game's folder")
    )
    play.add_argument(
        "--go-on", action="store_true", help=said("with --load: go on although the rules have changed since")
    )
    play.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="B=random",
        help=said("who plays a seat: random, greedy, uct:N, ismcts:N, solve"),
    )
    play.add_argument(
        "--width", type=whole, metavar="N", help=said("columns to draw in (those of the terminal, else 100)")
    )
    play.add_argument("--ascii", action="store_true", help=said("draw with plain characters"))
    play.add_argument("--lines", action="store_true", help=said("one line after the other, also in a large terminal"))
    play.add_argument(
        "--lang", metavar="CODE", help=said("the language of the game's words: one of its catalogues, or a file")
    )
    play.add_argument(
        "--watch", action="store_true", help=said("read the rules again whenever a file of them is saved")
    )


def _add_measuring(commands: Commands[Told]) -> None:
    sim = command_parser(commands, "sim", "figures:run_sim", said("play many games at random and count"))
    sim.add_argument(
        "-n", "--games", dest="n", type=positive, default=100, metavar="N", help=said("how many games (100)")
    )
    sim.add_argument("--seed", type=whole, default=0, metavar="S", help=said("the seed of the whole run (0)"))
    sim.add_argument("--processes", type=positive, default=1, metavar="K", help=said("play in K processes (1)"))
    sim.add_argument(
        "--bots",
        "--bot",
        dest="bot",
        default="random",
        metavar="random",
        help=said(
            "who plays: random, greedy, uct:N, ismcts:N or solve; several with commas change seats from game to game"
        ),
    )
    sim.add_argument("--stay", action="store_true", help=said("bots keep their seats"))
    sim.add_argument(
        "--first",
        action="append",
        default=[],
        metavar="MOVE",
        help=said("a move that every game begins with, before the bots are asked; can be given several times"),
    )
    sim.add_argument(
        "--times", action="store_true", help=said("tell how long the bots thought, in seconds of the processor")
    )
    backend(sim)
    players(sim)
    options(sim)
    json_too(sim)

    bench = command_parser(commands, "bench", "figures:run_bench", said("how fast the backends play, side by side"))
    bench.add_argument(
        "--seconds", type=positive, default=2, metavar="N", help=said("play this long for each figure (2)")
    )
    players(bench)
    options(bench)
    json_too(bench)

    perft = command_parser(commands, "perft", "figures:run_perft", said("count the positions after DEPTH decisions"))
    perft.add_argument("depth", metavar="DEPTH", type=whole)
    perft.add_argument("--divide", action="store_true", help=said("a count for each first move"))
    perft.add_argument("--scenario", metavar="TITLE", help=said("begin where this scenario begins"))
    perft.add_argument("--seed", type=whole, default=0, metavar="N", help=said("the seed of chance (0)"))
    backend(perft)
    players(perft)
    options(perft)
    json_too(perft)


def _command(module: str, function: str) -> Callable[[argparse.Namespace], int]:
    return getattr(import_module(module), function)


if __name__ == "__main__":
    sys.exit(main())
